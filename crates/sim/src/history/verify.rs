//! Verify: plays a record again with its seeds and minds, and compares the moves.

use super::apply_edit::edit;
use super::facts::setup_of;
use super::open::{apply_mark, begin, is_over, paint_board, ply_count};
use super::script::{ScriptEvent, script};
use super::{Edit, GameRecord, HistoryError};
use crate::{Choice, Seats, Tally, play_out};
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::{NodeRef, result_text};
use stonefield_go::{Color, Move};
use stonefield_minds::Demand;

/// Result of replaying a record.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayVerdict {
    /// Every move that could be replayed equals the recorded one.
    Same {
        /// Number of moves in the record.
        moves: usize,
        /// Moves taken from the record, because the record has no permission to start their mind.
        taken: Vec<UnverifiedMoves>,
    },
    /// A move differs.
    Differs {
        /// Number of the move in the record, from 1.
        number: usize,
        /// Colour of the move.
        color: Color,
        /// Recorded move.
        recorded: Move,
        /// Replayed move. `None`: no move was played, as in a finished game or after a resignation.
        played: Option<Move>,
    },
    /// A mind failed at a move.
    Failed {
        /// Number of the move in the record, from 1.
        number: usize,
        /// Colour of the move.
        color: Color,
        /// Reason, in plain words.
        why: String,
    },
    /// All moves are equal, but the results differ.
    Ends {
        /// Recorded result.
        recorded: String,
        /// Replayed result. Empty if the replayed game is not over.
        played: String,
    },
}

/// Moves of a mind that the record names, but has no permission to start. They are taken from the record.
#[derive(Clone, Debug, PartialEq)]
pub struct UnverifiedMoves {
    /// Colour of the mind.
    pub color: Color,
    /// Demand of the mind that was not granted.
    pub demand: Demand,
    /// Number of its moves, taken from the record.
    pub moves: usize,
    /// True when the recorded result does not follow from the moves, and it is the mind's turn: the mind
    /// probably resigned.
    pub end: bool,
}

/// Plays a record again with its seeds, minds and edits, and compares every move. Moves of persons, and of
/// minds that the record has no permission to start ([`TrustPolicy`](crate::TrustPolicy)), are taken from it.
///
/// # Errors
/// Another program wrote the record, or it cannot be opened: see [`open`](super::open).
pub fn verify(world: &mut World, root: NodeRef<'_>) -> Result<ReplayVerdict, HistoryError> {
    let setup = setup_of(root)?.ok_or(HistoryError::Foreign)?;
    let goban = begin(world, root, &setup)?;
    let mut moves = 0;
    let mut taken: Vec<UnverifiedMoves> = Vec::new();
    for event in script(root, Some(setup.heat))? {
        match event?.0 {
            ScriptEvent::Turn(color, recorded) => {
                // Plays until the next move of the record was made, or no ply is possible.
                while ply_count(world, goban) <= moves {
                    let before = ply_count(world, goban);
                    let waiting = world.get::<Seats>(goban).filter(|seats| seats.waiting() == Some(color));
                    if let Some(seats) = waiting {
                        if let Some(demand) = seats.demand(color).cloned() {
                            unverified_entry(&mut taken, color, demand).moves += 1;
                        }
                        play_for_person(world, goban, color, recorded);
                    } else {
                        play_out(world, goban, 1);
                    }
                    if ply_count(world, goban) == before {
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
            ScriptEvent::Board(board) => paint_board(world, goban, &board)?,
            ScriptEvent::ToMove(color) => {
                edit(world, goban, Edit::Turn(color));
            }
            ScriptEvent::Seat(color, spec) => {
                edit(world, goban, Edit::Seat(color, spec));
            }
            ScriptEvent::Heat(heat) => {
                edit(world, goban, Edit::Heat(heat));
            }
            ScriptEvent::Mark(point, dead) => apply_mark(world, goban, point, dead),
        }
    }
    // A loss on time cannot be replayed.
    if let Some(recorded) = root.text("RE").filter(|result| !result.ends_with("+T")) {
        // A resignation is not a move, so it takes one more tick.
        if !is_over(world, goban) {
            play_out(world, goban, 1);
        }
        let outcome = world.get::<Tally>(goban).and_then(|tally| tally.outcome);
        let seats = world.get::<Seats>(goban).filter(|_| outcome.is_none());
        let empty_seat = seats.and_then(|seats| {
            seats.waiting().and_then(|color| seats.demand(color).cloned().map(|demand| (color, demand)))
        });
        if let Some((color, demand)) = empty_seat {
            unverified_entry(&mut taken, color, demand).end = true;
            return Ok(ReplayVerdict::Same { moves, taken });
        }
        let played = outcome.map_or_else(String::new, result_text);
        if played != recorded {
            return Ok(ReplayVerdict::Ends { recorded, played });
        }
    }
    Ok(ReplayVerdict::Same { moves, taken })
}

/// Entry for the moves of an empty seat, added if missing.
fn unverified_entry(taken: &mut Vec<UnverifiedMoves>, color: Color, demand: Demand) -> &mut UnverifiedMoves {
    let existing = taken.iter().position(|taken| taken.color == color && taken.demand == demand);
    let at = existing.unwrap_or(taken.len());
    if existing.is_none() {
        taken.push(UnverifiedMoves { color, demand, moves: 0, end: false });
    }
    &mut taken[at]
}

/// Plays the recorded move of a person or of an empty seat.
fn play_for_person(world: &mut World, goban: Entity, color: Color, action: Move) {
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        seats.asked[color] = Some(action);
    }
    play_out(world, goban, 1);
}
