//! Surveys: what is found by going over the whole board, kept for the plot that shows it.

use super::Plots;
use crate::shell::state::{Redraw, RedrawSystems, Watched};
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use std::collections::BTreeMap;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::{BoardSurvey, GameRecord, Jumped, Measure, Measurement, Occupancy, Surveyor};

/// The most surveys kept; a plot has fewer columns of pixels.
const MOST: usize = 1024;

/// The board is gone over for at most one part in so many of the time.
const SHARE: u32 = 20;

/// What was found of the boards that were shown while a measure of a survey was plotted, by their places in the record.
#[derive(Resource, Default)]
pub struct Surveys {
    surveyor: Surveyor,
    /// The board that it was found of.
    goban: Option<Entity>,
    /// By the nodes before it, and the node: the tick, the hash of the stones, and what was found.
    found: BTreeMap<(usize, NodeId), (u64, u64, BoardSurvey)>,
    /// Only positions with a multiple of so many nodes before them are gone over.
    stride: usize,
    /// When time allows the next one.
    rests_until: Option<Instant>,
}

impl Surveys {
    /// What a measure came to on the line that a record is on, by tick: of the board or of Black, and of White.
    #[must_use]
    pub fn points(&self, record: &GameRecord, measure: &Measure) -> [Vec<[f64; 2]>; 2] {
        let mut points = <[Vec<[f64; 2]>; 2]>::default();
        for (&(depth, node), &(tick, _, survey)) in self.goban.iter().flat_map(|_| &self.found) {
            let number = measure.in_survey(&survey).filter(|_| record.on_line(depth) == Some(node));
            for (points, number) in points.iter_mut().zip(number.into_iter().flat_map(Measurement::numbers)) {
                points.push([tick as f64, number]);
            }
        }
        points
    }

    /// Goes over the board of a goban, if it has not been gone over as it stands and time allows; returns after how long there is more to see.
    fn look(&mut self, world: &World, goban: Entity) -> Option<Duration> {
        let began = Instant::now();
        let (record, hash) = world.get::<GameRecord>(goban).zip(stones(world, goban))?;
        if self.goban != Some(goban) {
            *self = Self { goban: Some(goban), stride: 1, ..Self::default() };
        }
        let place = (record.depth(), record.here().id());
        while self.found.len() >= MOST {
            self.stride *= 2;
            self.found.retain(|(depth, _), _| depth.is_multiple_of(self.stride));
        }
        let known = self.found.get(&place).is_some_and(|&(_, then, _)| then == hash);
        if known || !place.0.is_multiple_of(self.stride) {
            return None;
        }
        if let Some(rest) = self.rests_until.and_then(|until| until.checked_duration_since(began)) {
            return Some(rest);
        }
        let (row, survey) = self.surveyor.survey(world, goban)?;
        self.found.insert(place, (row.tick, hash, survey));
        self.rests_until = Some(began + began.elapsed() * SHARE);
        // It is drawn in the next frame.
        Some(Duration::ZERO)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Surveys>()
        .add_systems(Last, (forget, survey.run_if(wanted)).chain().before(RedrawSystems::End));
}

/// The hash of the stones on a goban.
fn stones(world: &World, goban: Entity) -> Option<u64> {
    world.get::<Occupancy>(goban).map(Occupancy::hash)
}

/// Whether a measure is plotted for which the board must be gone over.
fn wanted(plots: Res<Plots>) -> bool {
    plots.is_surveying()
}

/// Forgets what was found where another game has begun: its nodes are others, and may bear the same numbers.
fn forget(mut surveys: ResMut<Surveys>, mut jumps: MessageReader<Jumped>) {
    if jumps.read().any(|jump| jump.new_game) {
        surveys.goban = None;
    }
}

/// Goes over the board that is shown.
fn survey(world: &mut World) {
    let Some(&Watched(goban)) = world.get_resource::<Watched>() else { return };
    let rest = world.resource_scope(|world, mut surveys: Mut<Surveys>| surveys.look(world, goban));
    if let (Some(rest), Some(mut redraw)) = (rest, world.get_resource_mut::<Redraw>()) {
        redraw.within(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Move;
    use stonefield_sim::{GameSetup, MEASURES, Session};

    #[test]
    fn points_are_those_of_the_line_that_is_shown() {
        let size = stonefield_go::Size::square(5).expect("a size");
        let mut session =
            Session::new(&GameSetup { size, ..GameSetup::default() }, None).expect("a game can begin");
        let mut surveys = Surveys::default();
        let measure = MEASURES.iter().find(|measure| measure.name == "area").expect("it is measured");
        assert!(measure.is_surveyed());
        let mut play = |session: &mut Session, points: &[&str]| {
            for point in points {
                let action = point.parse::<Move>().expect("a move");
                session.play(session.position().to_move(), action).expect("legal");
                for _ in 0..2 {
                    surveys.rests_until = None;
                    surveys.look(session.world(), session.goban());
                }
            }
            surveys.points(session.record(), measure)
        };
        let first = play(&mut session, &["A1", "B1", "A2"]);
        // A stone alone has the whole board.
        assert_eq!(first[0], [[1.0, 25.0], [2.0, 1.0], [3.0, 2.0]]);
        assert!(session.undo(2));
        let second = play(&mut session, &["pass", "C3"]);
        assert_eq!(second[0], [[1.0, 25.0], [2.0, 25.0], [3.0, 25.0]]);
        assert_eq!(second[1], [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]);
    }

    #[test]
    fn long_games_are_thinned_evenly_and_other_boards_begin_anew() {
        let size = stonefield_go::Size::square(33).expect("a size");
        let setup = GameSetup { size, ..GameSetup::default() };
        let mut session = Session::new(&setup, None).expect("a game can begin");
        let mut surveys = Surveys::default();
        let measure = MEASURES.iter().find(|measure| measure.name == "area").expect("it is measured");
        let look = |surveys: &mut Surveys, session: &Session| {
            surveys.rests_until = None;
            surveys.look(session.world(), session.goban());
        };
        while session.position().outcome().is_none() {
            session.play_out(1);
            look(&mut surveys, &session);
        }
        assert!(session.record().last() > MOST as u64);
        let [points, _] = surveys.points(session.record(), measure);
        assert!((MOST / 2..=MOST).contains(&points.len()), "{}", points.len());
        assert!(points.windows(2).all(|pair| pair[1][0] - pair[0][0] == 2.0));
        let mut other = Session::new(&setup, None).expect("a game can begin");
        other.play_out(1);
        surveys.goban = None;
        assert!(surveys.points(other.record(), measure)[0].is_empty());
        look(&mut surveys, &other);
        assert_eq!(surveys.points(other.record(), measure)[0], [[1.0, 1089.0]]);
    }
}
