//! Commands that play and take back moves.

use super::opponent::Opponent;
use super::reply::{CommandResult, SYNTAX, one, read, reply_without_args};
use stonefield_go::{Color, Move};

pub(super) fn play(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let [color, vertex] = args else { return Err(SYNTAX) };
    let (color, action): (Color, Move) = (read(color)?, read(vertex)?);
    opponent.play(color, action).map_err(|_| "illegal move")?;
    opponent.disagreement().map_or_else(|| Ok(String::new()), |why| Err(why.into()))
}

pub(super) fn undo(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, "")?;
    if opponent.undo(1) { Ok(String::new()) } else { Err("cannot undo".into()) }
}

/// `gg-undo [N]`: takes back N moves, 1 by default. Fails and takes back none if there are fewer.
pub(super) fn undo_many(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let count: usize = if args.is_empty() { 1 } else { read(one(args)?)? };
    if opponent.undo(count) { Ok(String::new()) } else { Err("cannot undo".into()) }
}
