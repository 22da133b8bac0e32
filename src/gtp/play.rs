//! Moves: played, generated and taken back.

use super::analysis::{Form, Question};
use super::reply::{Reply, SYNTAX, none, one, read};
use super::session::Session;
use crate::go::{Color, Move};

pub(super) fn play(session: &mut Session, args: &[&str]) -> Reply {
    let [color, vertex] = args else { return Err(SYNTAX) };
    let (color, action): (Color, Move) = (read(color)?, read(vertex)?);
    session.play(color, action).map_err(|_| "illegal move")?;
    Ok(String::new())
}

pub(super) fn genmove(_: &Session, args: &[&str]) -> Reply<Question> {
    Ok(Question::played(read(one(args)?)?, Form::Leela))
}

pub(super) fn reg_genmove(_: &Session, args: &[&str]) -> Reply<Question> {
    Ok(Question::of(read(one(args)?)?, Form::Leela))
}

pub(super) fn undo(session: &mut Session, args: &[&str]) -> Reply {
    none(args, "")?;
    if session.undo() { Ok(String::new()) } else { Err("cannot undo".into()) }
}

/// `gg-undo N`: takes back N moves, or none of them.
pub(super) fn undo_many(session: &mut Session, args: &[&str]) -> Reply {
    let count: usize = if args.is_empty() { 1 } else { read(one(args)?)? };
    if count > session.position.turns().count() {
        return Err("cannot undo".into());
    }
    for _ in 0..count {
        session.undo();
    }
    Ok(String::new())
}
