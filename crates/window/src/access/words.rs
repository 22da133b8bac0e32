//! Board in words: the side to move, the stone on a point, and moves.

use crate::marks::group_shape::GroupShape;
use bevy::ecs::query::QueryData;
use std::collections::{BTreeSet, HashMap};
use stonefield_go::{Color, Move, PlayError, Point};
use stonefield_sim::{Ending, GameRecord, Groups, Occupancy, Referee, Seats, Tally};

/// Components of a goban that the words for its points are about.
#[derive(QueryData)]
pub struct SpokenParts {
    referee: &'static Referee,
    pub occupancy: &'static Occupancy,
    groups: &'static Groups,
    seats: &'static Seats,
    tally: &'static Tally,
    ending: &'static Ending,
    record: &'static GameRecord,
}

/// Returns a board as text: `Board 19x19, Black to move`.
#[must_use]
pub fn board_words(occupancy: &Occupancy, seats: &Seats, tally: &Tally) -> String {
    let state = match (tally.outcome, seats.to_move()) {
        (Some(outcome), _) => format!("game over, {outcome}"),
        (None, Some(color)) => format!("{color} to move"),
        (None, None) => "both colours move".to_owned(),
    };
    format!("Board {}, {state}", occupancy.size())
}

/// Points of a board in words.
pub struct BoardWords<'a, 'w, 's> {
    goban: &'a SpokenPartsItem<'w, 's>,
    /// Cache: numbers of stones and liberties of each group, by the id of its root.
    groups: HashMap<u32, Option<(usize, usize)>>,
    stars: BTreeSet<Point>,
    /// Points of the last tick's moves.
    last: Vec<Point>,
}

impl<'a, 'w, 's> BoardWords<'a, 'w, 's> {
    /// Returns the words for the present state of a board.
    #[must_use]
    pub fn new(goban: &'a SpokenPartsItem<'w, 's>) -> Self {
        let stars = goban.occupancy.size().star_points().into_iter().collect();
        let turns = goban.record.turns_in(goban.record.now());
        let last = turns.filter_map(|(_, played)| played.point()).collect();
        Self { goban, groups: HashMap::new(), stars, last }
    }

    /// Returns a point as text: `White H17, group of 4, 3 liberties`, or `empty K10`.
    pub fn point(&mut self, point: Point) -> String {
        let mut words = match self.goban.occupancy.id(point) {
            Some(id) => self.stone(point, id),
            None => self.vacant(point),
        };
        if self.last.contains(&point) {
            words.push_str(", last move");
        }
        words
    }

    fn stone(&mut self, point: Point, id: u32) -> String {
        let goban = self.goban;
        let color = goban.occupancy.color_of(id);
        let measure = || {
            let shape = GroupShape::of(goban.occupancy, goban.groups, point)?;
            Some((shape.stones.len(), shape.liberties.len()))
        };
        let group = match goban.groups.of(id) {
            Some(root) => *self.groups.entry(root).or_insert_with(measure),
            None => measure(),
        };
        let mut words = format!("{color} {point}");
        if let Some((stones, liberties)) = group {
            let size = if stones == 1 { "single stone".to_owned() } else { format!("group of {stones}") };
            words = format!("{words}, {size}, {}", counted(liberties, "liberty", "liberties"));
        }
        if goban.ending.is_dead(point) {
            words.push_str(", dead");
        }
        words
    }

    fn vacant(&self, point: Point) -> String {
        let goban = self.goban;
        let star = if self.stars.contains(&point) { ", star point" } else { "" };
        let position = &goban.referee.position;
        let to_move = goban
            .seats
            .to_move()
            .filter(|_| goban.tally.outcome.is_none() && position.rules().quirks.is_none());
        let error = to_move.and_then(|color| position.check_for(color, Move::Play(point)).err());
        let forbidden = match error {
            Some(PlayError::Ko(_)) => ", forbidden by ko",
            Some(PlayError::Superko(_)) => ", forbidden by superko",
            Some(PlayError::Suicide(_)) => ", suicide",
            _ => "",
        };
        format!("empty {point}{star}{forbidden}")
    }
}

/// Returns a count followed by `one` or `more`, the words for one and for several.
#[must_use]
pub fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Returns a move as text: `Black Q16`, `White passes`.
#[must_use]
pub fn played(color: Color, played: Move) -> String {
    match played {
        Move::Play(point) => format!("{color} {point}"),
        Move::Pass => format!("{color} passes"),
    }
}
