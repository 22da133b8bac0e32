//! Verify: the seeds and minds of a record are played again.

use super::apply_edit::edit;
use super::facts::setup_of;
use super::open::{begin, bring_to, mark, over, plies};
use super::script::{ScriptEvent, script};
use super::{Edit, GameRecord, HistoryError};
use crate::{Choice, Seats, Tally, play_out};
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::{NodeRef, result_text};
use stonefield_go::{Color, Move};
use stonefield_minds::Demand;

/// What came of playing a record again.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayVerdict {
    /// Every move that could be made again is the recorded one.
    Same {
        /// How many moves there are.
        moves: usize,
        /// What could not be made again, and was taken from the record: moves of empty seats.
        taken: Vec<UnverifiedMoves>,
    },
    /// A move is another one.
    Differs {
        /// Which move of the record, from 1.
        number: usize,
        /// The colour that made the move.
        color: Color,
        /// What the record says.
        recorded: Move,
        /// What was played; `None` where the game was over or a mind resigned.
        played: Option<Move>,
    },
    /// A mind failed before it had made a move again.
    Failed {
        /// Which move of the record, from 1.
        number: usize,
        /// The colour that made the move.
        color: Color,
        /// Why, in plain words.
        why: String,
    },
    /// The moves are the same, but the record ends otherwise.
    Ends {
        /// What the record says.
        recorded: String,
        /// What came about.
        played: String,
    },
}

/// Moves of a mind that a record names and that may not be seated because of it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnverifiedMoves {
    /// Whose seat is empty.
    pub color: Color,
    /// What the mind asks for.
    pub demand: Demand,
    /// How many moves it would have made.
    pub moves: usize,
    /// Whether it would have ended the game otherwise than by a move, as the record says.
    pub end: bool,
}

/// Plays a record's seeds and minds again, with the edits on record, and compares every move with it. Where
/// the record names a mind that may not be seated because of it ([`TrustPolicy`](crate::TrustPolicy)), its
/// moves are taken from the record.
///
/// # Errors
/// When the record is not this program's, or as [`open`](super::open).
pub fn verify(world: &mut World, root: NodeRef<'_>) -> Result<ReplayVerdict, HistoryError> {
    let setup = setup_of(root)?.ok_or(HistoryError::Foreign)?;
    let goban = begin(world, root, &setup)?;
    let mut moves = 0;
    let mut taken: Vec<UnverifiedMoves> = Vec::new();
    for event in script(root, Some(setup.heat))? {
        match event?.0 {
            ScriptEvent::Turn(color, recorded) => {
                while plies(world, goban) <= moves {
                    let before = plies(world, goban);
                    let waiting = world.get::<Seats>(goban).filter(|seats| seats.waiting() == Some(color));
                    if let Some(seats) = waiting {
                        if let Some(demand) = seats.demand(color).cloned() {
                            take(&mut taken, color, demand).moves += 1;
                        }
                        ask(world, goban, color, recorded);
                    } else {
                        play_out(world, goban, 1);
                    }
                    if plies(world, goban) == before {
                        break;
                    }
                }
                let choice = world.get::<GameRecord>(goban).and_then(|record| record.choice(moves));
                let played = match choice {
                    Some(Choice::Move(played)) => Some(played),
                    _ => None,
                };
                moves += 1;
                let fault = world.get::<Seats>(goban).and_then(|seats| seats.fault(color));
                if let (None, Some(why)) = (played, fault) {
                    return Ok(ReplayVerdict::Failed { number: moves, color, why: why.to_owned() });
                }
                if played != Some(recorded) {
                    return Ok(ReplayVerdict::Differs { number: moves, color, recorded, played });
                }
            }
            ScriptEvent::Board(board) => bring_to(world, goban, &board)?,
            ScriptEvent::ToMove(color) => {
                edit(world, goban, Edit::Turn(color));
            }
            ScriptEvent::Seat(color, spec) => {
                edit(world, goban, Edit::Seat(color, spec));
            }
            ScriptEvent::Heat(heat) => {
                edit(world, goban, Edit::Heat(heat));
            }
            ScriptEvent::Mark(point, dead) => mark(world, goban, point, dead),
        }
    }
    // Time that ran out is not made again.
    if let Some(recorded) = root.text("RE").filter(|result| !result.ends_with("+T")) {
        // A resignation is not a move: it takes a tick more.
        if !over(world, goban) {
            play_out(world, goban, 1);
        }
        let outcome = world.get::<Tally>(goban).and_then(|tally| tally.outcome);
        let seats = world.get::<Seats>(goban).filter(|_| outcome.is_none());
        let empty = seats.and_then(|seats| {
            seats.waiting().and_then(|color| seats.demand(color).cloned().map(|demand| (color, demand)))
        });
        if let Some((color, demand)) = empty {
            take(&mut taken, color, demand).end = true;
            return Ok(ReplayVerdict::Same { moves, taken });
        }
        let played = outcome.map_or_else(String::new, result_text);
        if played != recorded {
            return Ok(ReplayVerdict::Ends { recorded, played });
        }
    }
    Ok(ReplayVerdict::Same { moves, taken })
}

/// What is taken from the record for an empty seat.
fn take(taken: &mut Vec<UnverifiedMoves>, color: Color, demand: Demand) -> &mut UnverifiedMoves {
    let known = taken.iter().position(|taken| taken.color == color && taken.demand == demand);
    let at = known.unwrap_or(taken.len());
    if known.is_none() {
        taken.push(UnverifiedMoves { color, demand, moves: 0, end: false });
    }
    &mut taken[at]
}

/// Makes the move of a person.
fn ask(world: &mut World, goban: Entity, color: Color, action: Move) {
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        seats.asked[color] = Some(action);
    }
    play_out(world, goban, 1);
}
