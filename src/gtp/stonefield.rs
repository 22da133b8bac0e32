//! Commands that only Stonefield has: mind, seed, dead stones, temperature and groups.

use super::analysis::thought_from_choice;
use super::board::{color, stone};
use super::gogui;
use super::opponent::{Opponent, OpponentError};
use super::reply::{CommandResult, Refusal, one, read, reply_without_args};
use std::collections::HashMap;
use stonefield_go::notation::names;
use stonefield_go::{DeadStones, DeadStonesError, Point};
use stonefield_minds::{BrainSpec, SpecError};

/// `stonefield-brain` returns the spec of the mind. `stonefield-brain SPEC` replaces the mind.
pub(super) fn brain(opponent: &mut Opponent, text: &str) -> CommandResult {
    if text.is_empty() {
        return Ok(opponent.brain.to_string());
    }
    let spec: BrainSpec = text.parse().map_err(|error: SpecError| Refusal::of(error))?;
    if spec.info().human {
        return Err(Refusal::of(OpponentError::Person(spec.name())));
    }
    opponent.replace_mind(&spec);
    Ok(String::new())
}

/// `stonefield-seed` returns the random seed. `stonefield-seed NUMBER` changes the seed, and resets the mind.
pub(super) fn seed(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    if args.is_empty() {
        return Ok(opponent.dice.seed.to_string());
    }
    opponent.reseed(read(one(args)?)?);
    Ok(String::new())
}

/// `stonefield-dead` returns the way to determine dead stones. `stonefield-dead played|proved|estimated`
/// changes it.
pub(super) fn dead(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    if args.is_empty() {
        return Ok(opponent.dead().to_string());
    }
    let method: DeadStones = one(args)?.parse().map_err(|error: DeadStonesError| Refusal::of(error))?;
    opponent.dead = Some(method.allowed_by(&opponent.rules()).map_err(Refusal::of)?);
    Ok(String::new())
}

pub(super) fn rules(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let rules = opponent.rules();
    reply_without_args(args, &format!("{}, komi {}", rules.name, rules.komi))
}

/// Temperature of every point, row by row from the top.
pub(super) fn temperature(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let size = opponent.position().size();
    let heat = opponent.heat();
    reply_without_args(args, &rows(opponent, |point| Some(format!("{:.3}", heat[size.index(point)]))))
}

/// Temperature as a GoGui drawing.
pub(super) fn heat(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, &gogui::heat_lines(&opponent.heat(), opponent.position().size()))
}

/// Group number of every stone, row by row from the top. Groups are numbered from 1 in the order of their
/// first points, from the bottom row up.
pub(super) fn groups(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let chains = (1..).zip(opponent.chains());
    let numbers: HashMap<Point, usize> =
        chains.flat_map(|(number, chain)| chain.into_iter().map(move |stone| (stone, number))).collect();
    reply_without_args(args, &rows(opponent, |point| numbers.get(&point).map(ToString::to_string)))
}

/// Number of liberties of every stone's group, row by row from the top.
pub(super) fn liberties(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let position = opponent.position();
    reply_without_args(
        args,
        &rows(opponent, |point| position.at(point).map(|_| position.liberties(point).to_string())),
    )
}

/// Stones of the group that has a stone on a point.
pub(super) fn group(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let point = stone(one(args)?, opponent.position())?;
    let mut stones = opponent.position().chain(point);
    stones.sort_unstable();
    Ok(names(&stones))
}

/// Candidate moves of a colour as a GoGui drawing.
pub(super) fn candidates(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let color = color(one(args)?)?;
    let (choice, thought) = opponent.consider(color);
    let thought = thought.unwrap_or_else(|| thought_from_choice(&choice));
    Ok(gogui::drawing(color, Some(&thought), &opponent.heat(), opponent.position().size()))
}

/// Formats a table of the board, top row first. Points without a value are `""`.
fn rows(opponent: &Opponent, cell_text: impl Fn(Point) -> Option<String>) -> String {
    let size = opponent.position().size();
    let mut text = String::new();
    for y in (0..size.height()).rev() {
        let cell = |x| cell_text(Point::new(x, y)).unwrap_or_else(|| "\"\"".to_owned());
        text += &format!("\n{}", names((0..size.width()).map(cell)));
    }
    text
}
