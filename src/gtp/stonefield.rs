//! Stonefield's own commands: mind, seed, temperature and groups.

use super::analysis::silent;
use super::board::{color, stone, vertices};
use super::gogui;
use super::reply::{Refusal, Reply, none, one, read};
use super::session::{Session, SessionError};
use crate::brain::{BrainSpec, SpecError};
use crate::go::{DeadStones, DeadStonesError, Point};
use std::collections::HashMap;

/// `stonefield-brain` says which mind plays, `stonefield-brain SPEC` seats another.
pub(super) fn brain(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() {
        return Ok(session.brain.clone());
    }
    let spec: BrainSpec = text.parse().map_err(|error: SpecError| Refusal::of(error))?;
    if spec.info().human {
        return Err(Refusal::of(SessionError::Person(spec.name())));
    }
    session.seat(&spec);
    Ok(String::new())
}

/// `stonefield-seed` says where all chance comes from, `stonefield-seed NUMBER` begins with another.
pub(super) fn seed(session: &mut Session, args: &[&str]) -> Reply {
    if args.is_empty() {
        return Ok(session.dice.seed.to_string());
    }
    session.reseed(read(one(args)?)?);
    Ok(String::new())
}

/// `stonefield-dead` says which stones count as dead at the end, `stonefield-dead played|proved|estimated` changes it.
pub(super) fn dead(session: &mut Session, args: &[&str]) -> Reply {
    if args.is_empty() {
        return Ok(session.dead().to_string());
    }
    let word: DeadStones = one(args)?.parse().map_err(|error: DeadStonesError| Refusal::of(error))?;
    session.dead = Some(word.known_to(&session.rules()).map_err(Refusal::of)?);
    Ok(String::new())
}

pub(super) fn rules(session: &mut Session, args: &[&str]) -> Reply {
    let rules = session.rules();
    none(args, &format!("{}, komi {}", rules.name, rules.komi))
}

/// The temperature of every point, row by row from the top.
pub(super) fn temperature(session: &mut Session, args: &[&str]) -> Reply {
    let size = session.position.size();
    let heat = session.heat();
    none(args, &rows(session, |point| format!("{:.3}", heat[size.index(point)])))
}

/// The temperature as a drawing.
pub(super) fn heat(session: &mut Session, args: &[&str]) -> Reply {
    none(args, &gogui::heat_lines(&session.heat(), session.position.size()))
}

/// The number of every stone's group, row by row from the top; groups are numbered from the bottom left.
pub(super) fn groups(session: &mut Session, args: &[&str]) -> Reply {
    let mut numbers: HashMap<Point, usize> = HashMap::new();
    let mut count = 0;
    for point in session.position.size().points() {
        if session.position.at(point).is_some() && !numbers.contains_key(&point) {
            count += 1;
            numbers.extend(session.position.chain(point).into_iter().map(|stone| (stone, count)));
        }
    }
    none(
        args,
        &rows(session, |point| match numbers.get(&point) {
            Some(number) => number.to_string(),
            None => EMPTY.to_owned(),
        }),
    )
}

/// The liberties of every stone's group, row by row from the top.
pub(super) fn liberties(session: &mut Session, args: &[&str]) -> Reply {
    let position = &session.position;
    none(
        args,
        &rows(session, |point| match position.at(point) {
            Some(_) => position.liberties(point).to_string(),
            None => EMPTY.to_owned(),
        }),
    )
}

/// The stones of the group on a point.
pub(super) fn group(session: &mut Session, args: &[&str]) -> Reply {
    let point = stone(one(args)?, &session.position)?;
    let mut stones = session.position.chain(point);
    stones.sort_unstable();
    Ok(vertices(&stones))
}

/// What the mind would play for a colour, as a drawing.
pub(super) fn candidates(session: &mut Session, args: &[&str]) -> Reply {
    let color = color(one(args)?)?;
    let (choice, thought) = session.consider(color);
    let thought = thought.unwrap_or_else(|| silent(&choice));
    Ok(gogui::drawing(color, Some(&thought), &session.heat(), session.position.size()))
}

/// What an empty point shows where text is shown.
const EMPTY: &str = "\"\"";

/// A table of the board, the top row first.
fn rows(session: &Session, mut show: impl FnMut(Point) -> String) -> String {
    let size = session.position.size();
    let mut text = String::new();
    for y in (0..size.height()).rev() {
        let row: Vec<_> = (0..size.width()).map(|x| show(Point::new(x, y))).collect();
        text.push('\n');
        text.push_str(&row.join(" "));
    }
    text
}
