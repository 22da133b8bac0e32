//! Surveys: measures of the whole board, stored while a plot shows them.

use super::Plots;
use crate::shell::state::{Redraw, RedrawSystems, Watched};
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use std::collections::BTreeMap;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::{BoardSurvey, GameRecord, Jumped, Measure, Measurement, Occupancy, Surveyor};

/// Largest number of stored surveys. A plot has fewer columns of pixels.
const MAX_SURVEYS: usize = 1024;

/// Time from one survey to the next, as a multiple of the time that the survey takes.
const WAIT_FACTOR: u32 = 20;

/// Surveys of the positions that were shown while a surveyed measure was plotted.
#[derive(Resource, Default)]
pub struct Surveys {
    surveyor: Surveyor,
    /// Board of the surveys. `None`: the surveys in `by_node` are invalid, and the next survey clears them.
    goban: Option<Entity>,
    /// Surveys by depth and node in the record, each with its tick and the hash of the stones.
    by_node: BTreeMap<(usize, NodeId), (u64, u64, BoardSurvey)>,
    /// Only positions whose depth is a multiple of this number are surveyed.
    stride: usize,
    /// Earliest time of the next survey.
    rests_until: Option<Instant>,
}

impl Surveys {
    /// Returns the values of a measure on a record's line, by tick: of the board or of Black, and of White.
    #[must_use]
    pub fn points(&self, record: &GameRecord, measure: &Measure) -> [Vec<[f64; 2]>; 2] {
        let mut points = <[Vec<[f64; 2]>; 2]>::default();
        for (&(depth, node), &(tick, _, survey)) in self.goban.iter().flat_map(|_| &self.by_node) {
            let number = measure.in_survey(&survey).filter(|_| record.on_line(depth) == Some(node));
            for (points, number) in points.iter_mut().zip(number.into_iter().flat_map(Measurement::numbers)) {
                points.push([tick as f64, number]);
            }
        }
        points
    }

    /// Surveys the board of a goban, if its position has no survey and the time of the next one has come.
    /// Returns the time after which a frame is needed; `None` if nothing is to be done.
    fn survey_board(&mut self, world: &World, goban: Entity) -> Option<Duration> {
        let began = Instant::now();
        let (record, hash) = world.get::<GameRecord>(goban).zip(stone_hash(world, goban))?;
        if self.goban != Some(goban) {
            *self = Self { goban: Some(goban), stride: 1, ..Self::default() };
        }
        let place = (record.depth(), record.here().id());
        while self.by_node.len() >= MAX_SURVEYS {
            self.stride *= 2;
            self.by_node.retain(|(depth, _), _| depth.is_multiple_of(self.stride));
        }
        let is_surveyed = self.by_node.get(&place).is_some_and(|&(_, then, _)| then == hash);
        if is_surveyed || !place.0.is_multiple_of(self.stride) {
            return None;
        }
        if let Some(rest) = self.rests_until.and_then(|until| until.checked_duration_since(began)) {
            return Some(rest);
        }
        let (row, survey) = self.surveyor.survey(world, goban)?;
        self.by_node.insert(place, (row.tick, hash, survey));
        self.rests_until = Some(began + began.elapsed() * WAIT_FACTOR);
        // The new survey is drawn in the next frame.
        Some(Duration::ZERO)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Surveys>()
        .add_systems(Last, (discard, survey.run_if(has_surveyed_plot)).chain().before(RedrawSystems::End));
}

/// Returns the hash of the stones on a goban.
fn stone_hash(world: &World, goban: Entity) -> Option<u64> {
    world.get::<Occupancy>(goban).map(Occupancy::hash)
}

/// True if a shown plot needs a survey of the whole board.
fn has_surveyed_plot(plots: Res<Plots>) -> bool {
    plots.is_surveying()
}

/// Discards the surveys when another game begins, as its nodes may have the same numbers.
fn discard(mut surveys: ResMut<Surveys>, mut jumps: MessageReader<Jumped>) {
    if jumps.read().any(|jump| jump.new_game) {
        surveys.goban = None;
    }
}

/// Surveys the watched board. Exclusive, because a survey reads the whole world.
fn survey(world: &mut World) {
    let Some(&Watched(goban)) = world.get_resource::<Watched>() else { return };
    let rest = world.resource_scope(|world, mut surveys: Mut<Surveys>| surveys.survey_board(world, goban));
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
    fn points_are_those_of_the_present_line() {
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
                    surveys.survey_board(session.world(), session.goban());
                }
            }
            surveys.points(session.record(), measure)
        };
        let first = play(&mut session, &["A1", "B1", "A2"]);
        // A single stone has the whole board as its area.
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
            surveys.survey_board(session.world(), session.goban());
        };
        while session.position().outcome().is_none() {
            session.play_out(1);
            look(&mut surveys, &session);
        }
        assert!(session.record().last() > MAX_SURVEYS as u64);
        let [points, _] = surveys.points(session.record(), measure);
        assert!((MAX_SURVEYS / 2..=MAX_SURVEYS).contains(&points.len()), "{}", points.len());
        assert!(points.windows(2).all(|pair| pair[1][0] - pair[0][0] == 2.0));
        let mut other = Session::new(&setup, None).expect("a game can begin");
        other.play_out(1);
        surveys.goban = None;
        assert!(surveys.points(other.record(), measure)[0].is_empty());
        look(&mut surveys, &other);
        assert_eq!(surveys.points(other.record(), measure)[0], [[1.0, 1089.0]]);
    }
}
