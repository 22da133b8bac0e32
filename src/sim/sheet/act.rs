//! From a sheet to a goban: as it is written, or played anew.

use super::SheetError;
use super::script::{Reader, Scene, script};
use super::setup::{dead_of, setup_of, start_of};
use crate::brain::{BrainSpec, Demand};
use crate::go::{ByColor, Color, DeadStones, Move, Point, Setup};
use crate::notation::sgf::{Info, NodeId, NodeRef};
use crate::sim::timeline::{self, Edit, apply};
use crate::sim::turn::Choice;
use crate::sim::{
    Brush, Configured, Game, GameSetup, Seats, Tally, Timeline, ending, paint, play_out, spawn_goban,
};
use bevy::ecs::prelude::*;

/// A goban on which a record has happened again.
#[derive(Clone, Copy, Debug)]
pub struct Reenacted {
    /// The goban, paused at the end of the record; its timeline holds all of it.
    pub goban: Entity,
    /// Whether this program wrote the record.
    pub ours: bool,
    /// What came about by paint, since no move of the rules leads there.
    pub by_hand: usize,
    /// Whether the record goes on after the end of its game; what follows is left out.
    pub cut_short: bool,
}

/// What came of playing a record anew.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every move that could be made anew is the recorded one.
    Same {
        /// How many moves there are.
        moves: usize,
        /// What could not be made anew, and was taken from the record: moves of empty seats.
        taken: Vec<Taken>,
    },
    /// A move is another one.
    Differs {
        /// Which, from 1.
        number: usize,
        /// Whose.
        color: Color,
        /// What the record says.
        recorded: Move,
        /// What was played; `None` where the game was over or somebody resigned.
        played: Option<Move>,
    },
    /// A mind failed before it had made a move anew.
    Failed {
        /// Which move, from 1.
        number: usize,
        /// Whose.
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
pub struct Taken {
    /// Whose seat is empty.
    pub color: Color,
    /// What the mind asks for.
    pub demand: Demand,
    /// How many moves it would have made.
    pub moves: usize,
    /// Whether it would have ended the game otherwise than by a move, as the record says.
    pub end: bool,
}

/// Lets a record happen again, as it is written, on a new goban.
///
/// A record of this program gets its own rules, chance and minds, which may play on from its end or any tick before. Any other gets
/// the rules that `RU` names, and two persons.
///
/// # Errors
/// When the record has no board, its data are broken, or the set-up is refused.
pub fn reenact(world: &mut World, root: NodeRef<'_>) -> Result<Reenacted, SheetError> {
    act_out(world, root, |_, _, _| {})
}

/// As [`reenact`], and calls after each node with the plies and edits done.
pub(super) fn act_out(
    world: &mut World,
    root: NodeRef<'_>,
    mut each: impl FnMut(NodeId, usize, usize),
) -> Result<Reenacted, SheetError> {
    let own = setup_of(root)?;
    let ours = own.is_some();
    let setup = match own {
        Some(setup) => setup,
        None => foreign_setup(root)?,
    };
    let mut reader = Reader::new(root, ours.then_some(setup.heat))?;
    let goban = spawn_goban(world, &setup)?;
    let mut stage = Stage::new(goban, ours);
    for node in root.main_line() {
        match stage.show(world, reader.scenes(node)) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                world.despawn(goban);
                return Err(error);
            }
        }
        let (plies, edits) = done(world, goban);
        each(node.id(), plies, edits);
    }
    let Stage { by_hand, cut_short, .. } = stage;
    timeline::rest(world, goban);
    let specs = world.get::<Timeline>(goban).map(|timeline| timeline.hands().0);
    seat(world, goban, specs.unwrap_or(setup.brains));
    Ok(Reenacted { goban, ours, by_hand, cut_short })
}

/// A goban on which nodes are shown, one after the other.
pub(super) struct Stage {
    goban: Entity,
    ours: bool,
    /// What came about by paint.
    pub by_hand: usize,
    /// Whether something was left out after the end of the game.
    pub cut_short: bool,
}

impl Stage {
    /// `ours` says whether this program wrote the record.
    pub const fn new(goban: Entity, ours: bool) -> Self {
        Self { goban, ours, by_hand: 0, cut_short: false }
    }

    /// Lets the scenes of a node happen; `false` where the game is over before.
    pub fn show(
        &mut self,
        world: &mut World,
        scenes: Vec<Result<(Scene, Setup), SheetError>>,
    ) -> Result<bool, SheetError> {
        let goban = self.goban;
        for scene in scenes {
            let (scene, board) = scene?;
            if let Scene::Mark(point, dead) = scene {
                // It comes after the end.
                mark(world, goban, point, dead);
                continue;
            }
            if over(world, goban) {
                self.cut_short = true;
                return Ok(false);
            }
            match scene {
                Scene::Turn(color, action) => {
                    let free = world.get::<Configured>(goban).is_some_and(|setup| setup.0.quirks().is_none());
                    let game = world.get::<Game>(goban).ok_or(SheetError::Gone)?;
                    if free && game.position.check_for(color, action).is_ok() {
                        self.hand_over(world, color);
                    }
                    let lawful = world.get::<Game>(goban).is_some_and(|game| {
                        game.position.to_move() == color && game.position.check(action).is_ok()
                    });
                    if lawful {
                        timeline::play_known(world, goban, Choice::Move(action));
                    } else {
                        self.by_hand += 1;
                        bring_to(world, goban, &board)?;
                        if free {
                            self.hand_over(world, !color);
                        }
                    }
                }
                Scene::Board(board) => {
                    self.by_hand += usize::from(!self.ours);
                    bring_to(world, goban, &board)?;
                }
                Scene::ToMove(color) => self.hand_over(world, color),
                // The mind takes its seat once all has happened.
                Scene::Seat(color, spec) => note(world, goban, Edit::Seat(color, spec)),
                Scene::Heat(heat) => {
                    apply(world, goban, &Edit::Heat(heat));
                    note(world, goban, Edit::Heat(heat));
                }
                Scene::Mark(..) => {}
            }
        }
        Ok(true)
    }

    /// Lets a colour be to move.
    fn hand_over(&self, world: &mut World, color: Color) {
        if world.get::<Game>(self.goban).is_some_and(|game| game.position.to_move() != color) {
            apply(world, self.goban, &Edit::Turn(color));
            note(world, self.goban, Edit::Turn(color));
        }
    }
}

/// Plies and edits done.
pub(super) fn done(world: &World, goban: Entity) -> (usize, usize) {
    world.get::<Timeline>(goban).map_or((0, 0), Timeline::done)
}

/// Plays a record's seeds and minds anew, with the hands that the record tells of, and holds every move against it. Where the record
/// names a mind that may not be seated because of it ([`TrustPolicy`](crate::sim::TrustPolicy)), its moves are taken from the record.
///
/// # Errors
/// When the record is not this program's, or as [`reenact`].
pub fn verify(world: &mut World, root: NodeRef<'_>) -> Result<Verdict, SheetError> {
    let setup = setup_of(root)?.ok_or(SheetError::Foreign)?;
    let goban = spawn_goban(world, &setup)?;
    let mut moves = 0;
    let mut taken: Vec<Taken> = Vec::new();
    for scene in script(root, Some(setup.heat))? {
        match scene?.0 {
            Scene::Turn(color, recorded) => {
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
                let choice = world.get::<Timeline>(goban).and_then(|timeline| timeline.choice(moves));
                let played = match choice {
                    Some(Choice::Move(played)) => Some(played),
                    _ => None,
                };
                moves += 1;
                let fault = world.get::<Seats>(goban).and_then(|seats| seats.fault(color));
                if let (None, Some(why)) = (played, fault) {
                    return Ok(Verdict::Failed { number: moves, color, why: why.to_owned() });
                }
                if played != Some(recorded) {
                    return Ok(Verdict::Differs { number: moves, color, recorded, played });
                }
            }
            Scene::Board(board) => bring_to(world, goban, &board)?,
            Scene::ToMove(color) => {
                apply(world, goban, &Edit::Turn(color));
                note(world, goban, Edit::Turn(color));
            }
            Scene::Seat(color, spec) => {
                let edit = Edit::Seat(color, spec);
                apply(world, goban, &edit);
                note(world, goban, edit);
            }
            Scene::Heat(heat) => {
                apply(world, goban, &Edit::Heat(heat));
                note(world, goban, Edit::Heat(heat));
            }
            Scene::Mark(point, dead) => mark(world, goban, point, dead),
        }
    }
    if let Some(recorded) = root.text("RE") {
        // A resignation is no move: it takes a tick more.
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
            return Ok(Verdict::Same { moves, taken });
        }
        let played = outcome.map_or_else(String::new, super::write::result);
        if played != recorded {
            return Ok(Verdict::Ends { recorded, played });
        }
    }
    Ok(Verdict::Same { moves, taken })
}

/// What is taken from the record for an empty seat.
fn take(taken: &mut Vec<Taken>, color: Color, demand: Demand) -> &mut Taken {
    let known = taken.iter().position(|taken| taken.color == color && taken.demand == demand);
    let at = known.unwrap_or(taken.len());
    if known.is_none() {
        taken.push(Taken { color, demand, moves: 0, end: false });
    }
    &mut taken[at]
}

/// What a game of another program begins with.
fn foreign_setup(root: NodeRef<'_>) -> Result<GameSetup, SheetError> {
    let Info { size, rules } = Info::of(root)?;
    let person = BrainSpec::named("human").unwrap_or_default();
    let dead = dead_of(root)?.unwrap_or_else(|| DeadStones::usual(&rules));
    Ok(GameSetup {
        dead,
        size,
        rules,
        brains: ByColor::new(person.clone(), person),
        start: Some(start_of(root)?),
        ..GameSetup::default()
    })
}

pub(super) fn over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some())
}

fn plies(world: &World, goban: Entity) -> usize {
    done(world, goban).0
}

/// Puts minds in both seats, whoever is to move.
fn seat(world: &mut World, goban: Entity, specs: ByColor<BrainSpec>) {
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        for color in Color::ALL {
            seats.seat(color, specs[color].clone());
        }
    }
}

/// Makes the move of a person.
fn ask(world: &mut World, goban: Entity, color: Color, action: Move) {
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        seats.asked[color] = Some(action);
    }
    play_out(world, goban, 1);
}

/// Writes a hand's doing down.
fn note(world: &mut World, goban: Entity, edit: Edit) {
    if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
        timeline.edit(edit);
    }
}

/// Has a group count as dead, or as alive, where the game has ended by a count and that can be changed; else nothing happens.
fn mark(world: &mut World, goban: Entity, point: Point, dead: bool) {
    if ending::marked(world, goban, point).is_ok() {
        apply(world, goban, &Edit::Mark(point, dead));
        note(world, goban, Edit::Mark(point, dead));
    }
}

/// Paints a board, first taking stones away and then putting them, lest a chain stand without liberties in between.
fn bring_to(world: &mut World, goban: Entity, board: &Setup) -> Result<(), SheetError> {
    let stands = world.get::<Game>(goban).map(|game| game.position.setup()).ok_or(SheetError::Gone)?;
    let differ = |point: &Point| board.at(*point) != stands.at(*point);
    let changed: Vec<_> = board.size().points().filter(differ).collect();
    let away = changed.iter().filter(|point| stands.at(**point).is_some() && board.at(**point).is_none());
    let put = changed.iter().filter_map(|point| Some((*point, board.at(*point)?)));
    let brush = |color| if color == Color::Black { Brush::Black } else { Brush::White };
    let strokes =
        away.map(|point| (*point, Brush::Remove)).chain(put.map(|(point, color)| (point, brush(color))));
    let after = plies(world, goban);
    for (point, brush) in strokes {
        let painted = paint::paint(world, goban, point, brush)
            .map_err(|error| SheetError::Hand { after, why: error.to_string() })?;
        if painted {
            note(world, goban, Edit::Paint(point, brush));
        }
    }
    Ok(())
}
