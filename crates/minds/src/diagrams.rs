//! Positions from diagrams for tests of minds, with the agents computed from the position.

use super::{Agents, Answer, Brain, BrainSpec, KeptTemperatureParams, LibertySums, Observation, StoneView};
use std::collections::BTreeMap;
use stonefield_go::field::{HeatField, HeatParams};
use stonefield_go::{Color, Move, Position, Rules, Setup, Size};
use stonefield_search::{Dice, Purpose, Unwatched};

/// Agents of a position, computed from the position alone.
pub(crate) struct PositionAgents<'a> {
    position: &'a Position,
    vacant: Vec<u32>,
    neighbour_stone_counts: Vec<u8>,
    pub(crate) temperature: Vec<f32>,
}

impl<'a> PositionAgents<'a> {
    pub(crate) fn new(position: &'a Position) -> Self {
        let size = position.size();
        let has_stone = |point: &_| position.at(*point).is_some();
        let neighbour_stone_counts = size
            .points()
            .map(|point| size.neighbours(point).filter(has_stone).count() as u8)
            .collect::<Vec<_>>();
        let mut heat = HeatField::new(size);
        heat.step(&neighbour_stone_counts, &HeatParams::default());
        let vacant = (0..position.empty_count()).map(|i| size.index(position.nth_empty(i)) as u32).collect();
        Self { position, vacant, neighbour_stone_counts, temperature: heat.values().to_vec() }
    }
}

impl Agents for PositionAgents<'_> {
    fn size(&self) -> Size {
        self.position.size()
    }

    fn rules(&self) -> &Rules {
        self.position.rules()
    }

    fn to_move(&self) -> Color {
        self.position.to_move()
    }

    fn vacant(&self) -> &[u32] {
        &self.vacant
    }

    fn neighbour_stone_counts(&self) -> &[u8] {
        &self.neighbour_stone_counts
    }

    fn temperature(&self) -> &[f32] {
        &self.temperature
    }

    fn kept_temperature(&self, _: KeptTemperatureParams) -> Option<&[f32]> {
        None
    }

    fn ko(&self) -> Option<usize> {
        self.position.ko().map(|point| self.size().index(point))
    }

    fn eye_color(&self, point: usize) -> Option<Color> {
        let point = self.size().point(point);
        Color::ALL.into_iter().find(|&color| self.position.is_eye_point(color, point))
    }

    fn color_at(&self, point: usize) -> Option<Color> {
        self.position.at(self.size().point(point))
    }

    fn stone(&self, point: usize) -> Option<StoneView> {
        let size = self.size();
        let stone = size.point(point);
        let color = self.position.at(stone)?;
        let count =
            |content| size.neighbours(stone).filter(|&next| self.position.at(next) == content).count() as u32;
        Some(StoneView {
            id: point as u32,
            color,
            own_liberties: count(None),
            group_liberties: self.group_liberties(point),
            links: count(Some(color)),
            born: 0,
            captures: 0,
        })
    }

    fn group_liberties(&self, point: usize) -> u32 {
        self.position.pseudo_liberties(self.size().point(point))
    }

    fn liberty_sums(&self, point: usize) -> LibertySums {
        let size = self.size();
        let chain = self.position.chain(size.point(point));
        let neighbours = chain.into_iter().flat_map(|member| size.around(size.index(member)));
        neighbours.filter(|&next| self.color_at(next).is_none()).collect()
    }

    fn group_id(&self, point: usize) -> Option<u32> {
        let chain = self.position.chain(self.size().point(point));
        chain.into_iter().map(|member| self.size().index(member) as u32).min()
    }

    fn group_size(&self, point: usize) -> u32 {
        self.position.chain(self.size().point(point)).len() as u32
    }

    fn next_in_group(&self, point: usize) -> usize {
        self.position.chain(self.size().point(point)).get(1).map_or(point, |&next| self.size().index(next))
    }

    fn newest_stone(&self) -> Option<usize> {
        let last = self.position.last_move().and_then(Move::point)?;
        self.position.at(last).map(|_| self.size().index(last))
    }

    fn salt(&self) -> u64 {
        0
    }

    fn is_legal(&self, action: Move) -> bool {
        self.position.is_legal(action)
    }
}

/// Position of a diagram, with the given rules and Black to move.
pub(crate) fn drawn(diagram: &str, rules: &str) -> Position {
    let setup: Setup = diagram.parse().expect("a diagram");
    Position::from_setup(&setup, Rules::preset(rules).expect("a preset")).expect("a position")
}

/// Answer of a mind in its turn number `turn`.
pub(crate) fn choice(mind: &mut dyn Brain, position: &Position, turn: u32) -> Answer {
    let agents = PositionAgents::new(position);
    let observation = Observation { position, agents: Some(&agents), turn };
    let rng = Dice::new(7, 0, 0).rng(u64::from(turn), None, Purpose::Think);
    mind.choose(&observation, rng, &mut Unwatched)
}

/// Number of times that a mind chooses each move, over `turn_count` turns with their own random numbers.
pub(crate) fn histogram(spec: &str, position: &Position, turn_count: u32) -> BTreeMap<Move, u32> {
    let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
    let mut counts = BTreeMap::new();
    for turn in 0..turn_count {
        match choice(mind.as_mut(), position, turn) {
            Answer::Move(action) => *counts.entry(action).or_insert(0) += 1,
            other => panic!("{spec} gave {other:?}"),
        }
    }
    counts
}

/// Asserts that the counts are uniform over exactly these moves.
///
/// The bound for chi-square is its mean plus 5 standard deviations, plus 5. Uniform draws exceed it less than
/// once in 10,000 runs, and the seed is fixed.
pub(crate) fn assert_uniform(counts: &BTreeMap<Move, u32>, expected: &[Move]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), expected);
    let total: u32 = counts.values().sum();
    let mean = f64::from(total) / expected.len() as f64;
    let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
    let degrees_of_freedom = (expected.len() - 1) as f64;
    let bound = degrees_of_freedom + 5.0 * (2.0 * degrees_of_freedom).sqrt() + 5.0;
    assert!(chi_square <= bound, "chi-square {chi_square} with {degrees_of_freedom} degrees");
}
