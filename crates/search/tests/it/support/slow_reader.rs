//! Slow reader of life and death that shares no code with the solver that it checks.
//!
//! The reader lists every position that can occur in a region. Then it works backwards from the final
//! positions until nothing changes. It has no move order, depth limit, transposition table or test of
//! unconditional life. A group has two eyes if its enemy cannot capture it with any number of moves in a row.
//! The winner of all kos may retake at once, but only a limited number of times: a ko that must be retaken
//! without end is lost.

use std::collections::{HashMap, HashSet};
use stonefield_go::{Color, Point, Setup};
use stonefield_search::proof::life::Status;

/// Position in the region: stones of both sides as point sets, the side to move, and the point that simple ko
/// forbids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    own: u128,
    enemy: u128,
    owner_moves: bool,
    ko: Option<u8>,
}

/// Reader of a region of a board with a group in it. The region is the board without its largest empty space.
pub struct SlowReader {
    neighbours: Vec<u128>,
    /// Points that may be played on: all except those of the largest empty space.
    playable: u128,
    group: u128,
    own: u128,
    enemy: u128,
    /// True if chains of two or more stones may fill their own last liberty.
    suicide: bool,
}

impl SlowReader {
    pub fn new(board: &Setup, group: Point, suicide: bool) -> Self {
        let size = board.size();
        assert!(size.area() <= 128, "{size}");
        let set = |points: &mut dyn Iterator<Item = Point>| {
            points.fold(0_u128, |set, point| set | 1 << size.index(point))
        };
        let neighbours: Vec<u128> = size.points().map(|point| set(&mut size.neighbours(point))).collect();
        let owner = board.at(group).expect("a stone");
        let stones_of =
            |color: Color| set(&mut size.points().filter(|&point| board.at(point) == Some(color)));
        let (own, enemy) = (stones_of(owner), stones_of(!owner));
        let mut reader = Self { neighbours, playable: 0, group: 1 << size.index(group), own, enemy, suicide };
        let all_points = u128::MAX >> (128 - size.area());
        let (mut rest, mut outside) = (all_points & !(own | enemy), 0_u128);
        while rest != 0 {
            let space = reader.flood(rest & rest.wrapping_neg(), rest);
            rest &= !space;
            if space.count_ones() > outside.count_ones() {
                outside = space;
            }
        }
        reader.playable = all_points & !outside;
        reader
    }

    /// Converts the reader to one in which every point of the board may be played on.
    pub fn everywhere(self) -> Self {
        Self { playable: self.all_points(), ..self }
    }

    fn around(&self, mut points: u128) -> u128 {
        let mut neighbours = 0;
        while points != 0 {
            neighbours |= self.neighbours[points.trailing_zeros() as usize];
            points &= points - 1;
        }
        neighbours
    }

    fn flood(&self, seed: u128, within: u128) -> u128 {
        let (mut reached, mut edge) = (seed, seed);
        while edge != 0 {
            edge = self.around(edge) & within & !reached;
            reached |= edge;
        }
        reached
    }

    /// Plays a stone of the side with the stones `mine`. Returns its stones, the other side's stones, and the
    /// captured stones. `None` if the move is illegal.
    fn play_stone(&self, mine: u128, theirs: u128, point: u32) -> Option<(u128, u128, u128)> {
        let mine = mine | 1 << point;
        let has_liberty = |chain: u128| self.around(chain) & !mine & !theirs != 0;
        let mut captured = 0;
        let mut adjacent_enemies = self.neighbours[point as usize] & theirs;
        while adjacent_enemies != 0 {
            let chain = self.flood(adjacent_enemies & adjacent_enemies.wrapping_neg(), theirs);
            adjacent_enemies &= !chain;
            if !has_liberty(chain) {
                captured |= chain;
            }
        }
        let chain = self.flood(1 << point, mine);
        if captured != 0 || has_liberty(chain) {
            return Some((mine, theirs & !captured, captured));
        }
        (self.suicide && chain.count_ones() > 1).then_some((mine & !chain, theirs, 0))
    }

    fn play(&self, state: State, point: u32) -> Option<State> {
        let State { own, enemy, owner_moves, .. } = state;
        let (mine, theirs) = if owner_moves { (own, enemy) } else { (enemy, own) };
        let (mine, theirs, captured) = self.play_stone(mine, theirs, point)?;
        let is_alone =
            self.neighbours[point as usize] & (mine | !theirs & !captured & self.all_points()) == 0;
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let ko = (captured.count_ones() == 1 && is_alone).then(|| captured.trailing_zeros() as u8);
        let (own, enemy) = if owner_moves { (mine, theirs) } else { (theirs, mine) };
        Some(State { own, enemy, owner_moves: !owner_moves, ko })
    }

    fn all_points(&self) -> u128 {
        u128::MAX >> (128 - self.neighbours.len())
    }

    fn empty_points(&self, own: u128, enemy: u128) -> impl Iterator<Item = u32> {
        let mut empty = self.playable & !(own | enemy);
        std::iter::from_fn(move || {
            let point = (empty != 0).then(|| empty.trailing_zeros());
            empty &= empty.wrapping_sub(1);
            point
        })
    }

    /// Returns true if the enemy can capture the group while its owner always passes. Searches all positions
    /// that the enemy can reach; `None` if there are more than `max_states`.
    fn is_captured_without_defence(
        &self,
        own: u128,
        enemy: u128,
        capture_results: &mut HashMap<(u128, u128), bool>,
        max_states: usize,
    ) -> Option<bool> {
        let mut visited = HashSet::from([(own, enemy)]);
        // Each entry has the index of the entry before it.
        let mut entries = vec![((own, enemy), 0)];
        let mut to_visit = vec![0];
        while let Some(at) = to_visit.pop() {
            let (own, enemy) = entries[at].0;
            let captured =
                if own & self.group == 0 { Some(true) } else { capture_results.get(&(own, enemy)).copied() };
            if captured == Some(true) {
                let mut ancestor = at;
                capture_results.insert(entries[ancestor].0, true);
                while ancestor != 0 {
                    ancestor = entries[ancestor].1;
                    capture_results.insert(entries[ancestor].0, true);
                }
                return Some(true);
            }
            if entries.len() > max_states {
                return None;
            }
            if captured == Some(false) {
                continue;
            }
            for point in self.empty_points(own, enemy) {
                let Some((enemy, own, _)) = self.play_stone(enemy, own, point) else { continue };
                if visited.insert((own, enemy)) {
                    to_visit.push(entries.len());
                    entries.push(((own, enemy), at));
                }
            }
        }
        capture_results.extend(visited.into_iter().map(|stones| (stones, false)));
        Some(false)
    }

    /// Final status of the group; `None` if there are more than `max_states` states.
    pub fn final_status(&self, owner_first: bool, owner_wins_kos: bool, max_states: usize) -> Option<Status> {
        let root = State { own: self.own, enemy: self.enemy, owner_moves: owner_first, ko: None };
        let mut numbers = HashMap::from([(root, 0)]);
        let mut states = vec![root];
        // Moves: index of the state before, index of the state after, and true if the move retakes a ko
        // against the ban.
        let mut moves: Vec<(usize, usize, bool)> = Vec::new();
        let (mut captured_states, mut safe_states) = (Vec::new(), Vec::new());
        let mut capture_results = HashMap::new();
        let mut at = 0;
        while at < states.len() {
            if states.len() > max_states || capture_results.len() > max_states {
                return None;
            }
            let state = states[at];
            if state.own & self.group == 0 {
                captured_states.push(at);
            } else if !self.is_captured_without_defence(
                state.own,
                state.enemy,
                &mut capture_results,
                max_states,
            )? {
                safe_states.push(at);
            } else {
                let wins_kos = state.owner_moves == owner_wins_kos;
                let pass = State { owner_moves: !state.owner_moves, ko: None, ..state };
                let is_banned = |point| state.ko.map(u32::from) == Some(point);
                let points =
                    self.empty_points(state.own, state.enemy).filter(|&point| wins_kos || !is_banned(point));
                let stone_moves =
                    points.filter_map(|point| Some((self.play(state, point)?, is_banned(point))));
                for (next, retakes_ko) in stone_moves.chain([(pass, false)]) {
                    let number = *numbers.entry(next).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    moves.push((at, number, retakes_ko));
                }
            }
            at += 1;
        }
        let owner_moves: Vec<bool> = states.iter().map(|state| state.owner_moves).collect();
        let graph = MoveGraph { moves: &moves, owner_moves: &owner_moves };
        if graph.states_reaching(&captured_states, false, owner_wins_kos)[0] {
            return Some(Status::Dead);
        }
        Some(if graph.states_reaching(&safe_states, true, owner_wins_kos)[0] {
            Status::Alive
        } else {
            Status::Seki
        })
    }
}

struct MoveGraph<'m> {
    moves: &'m [(usize, usize, bool)],
    owner_moves: &'m [bool],
}

impl MoveGraph<'_> {
    /// Marks the states from which the owner or the enemy reaches a state of `ends` against any defence.
    ///
    /// The winner of all kos may retake, but not without end. If that side wants to reach the ends, endless
    /// retakes do not help it, so all its retakes are allowed. Otherwise the defender's retakes are allowed
    /// one after the other: a retake is a defence only if it leads to a state that was not marked before.
    fn states_reaching(&self, ends: &[usize], for_owner: bool, owner_wins_kos: bool) -> Vec<bool> {
        if for_owner == owner_wins_kos {
            return self.states_forcing(ends, for_owner, |_, _| true);
        }
        let mut reaching = self.states_forcing(ends, for_owner, |_, retakes_ko| !retakes_ko);
        loop {
            let grown = self.states_forcing(ends, for_owner, |to, retakes_ko| !retakes_ko || !reaching[to]);
            if grown == reaching {
                return reaching;
            }
            reaching = grown;
        }
    }

    /// Works like [`MoveGraph::states_reaching`], but the other side may only play moves that are allowed.
    fn states_forcing(
        &self,
        ends: &[usize],
        for_owner: bool,
        is_allowed: impl Fn(usize, bool) -> bool,
    ) -> Vec<bool> {
        let state_count = self.owner_moves.len();
        let (mut moves_left, mut reaching) = (vec![0_u32; state_count], vec![false; state_count]);
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); state_count];
        for &(from, to, retakes_ko) in self.moves {
            if self.owner_moves[from] == for_owner || is_allowed(to, retakes_ko) {
                moves_left[from] += 1;
                predecessors[to].push(from);
            }
        }
        let mut to_process = ends.to_vec();
        while let Some(at) = to_process.pop() {
            if std::mem::replace(&mut reaching[at], true) {
                continue;
            }
            for &earlier in &predecessors[at] {
                moves_left[earlier] -= 1;
                if self.owner_moves[earlier] == for_owner || moves_left[earlier] == 0 {
                    to_process.push(earlier);
                }
            }
        }
        reaching
    }
}
