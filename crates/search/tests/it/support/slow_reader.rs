//! A slow reader of life and death that shares no code with the solver it checks.
//!
//! It lists every position that a region can reach. Then it works backwards from the final positions until
//! nothing changes. It has no move order, depth limit, transposition table or test of unconditional life. A
//! group has two eyes if its enemy cannot capture it with any number of moves in a row. The winner of all
//! kos may retake at once, but only a limited number of times: a ko that must be retaken for ever is lost.

use std::collections::{HashMap, HashSet};
use stonefield_go::{Color, Point, Setup};
use stonefield_search::proof::life::Status;

/// Stones of both sides as point sets, the side to move, and the point that simple ko forbids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    own: u128,
    enemy: u128,
    owner_moves: bool,
    ko: Option<u8>,
}

/// Region of a board with a group in it. The region is everything except the largest empty space.
pub struct SlowReader {
    near: Vec<u128>,
    /// Points that may be played on: all except the largest empty space, which nobody fills.
    playable: u128,
    group: u128,
    own: u128,
    enemy: u128,
    /// True if chains of two or more stones may take their own last liberty.
    suicide: bool,
}

impl SlowReader {
    pub fn new(board: &Setup, group: Point, suicide: bool) -> Self {
        let size = board.size();
        assert!(size.area() <= 128, "{size}");
        let set = |points: &mut dyn Iterator<Item = Point>| {
            points.fold(0_u128, |set, point| set | 1 << size.index(point))
        };
        let near: Vec<u128> = size.points().map(|point| set(&mut size.neighbours(point))).collect();
        let owner = board.at(group).expect("a stone");
        let stones_of =
            |color: Color| set(&mut size.points().filter(|&point| board.at(point) == Some(color)));
        let (own, enemy) = (stones_of(owner), stones_of(!owner));
        let mut reader = Self { near, playable: 0, group: 1 << size.index(group), own, enemy, suicide };
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

    /// The same reader for a board without an outside space: every point may be played on.
    pub fn everywhere(self) -> Self {
        Self { playable: self.all_points(), ..self }
    }

    fn around(&self, mut points: u128) -> u128 {
        let mut around = 0;
        while points != 0 {
            around |= self.near[points.trailing_zeros() as usize];
            points &= points - 1;
        }
        around
    }

    fn flood(&self, seed: u128, within: u128) -> u128 {
        let (mut reached, mut edge) = (seed, seed);
        while edge != 0 {
            edge = self.around(edge) & within & !reached;
            reached |= edge;
        }
        reached
    }

    /// Result of a stone of the side to move: its stones, the other side's stones, and the captured stones.
    /// `None` if the move is illegal.
    fn place(&self, mine: u128, theirs: u128, point: u32) -> Option<(u128, u128, u128)> {
        let mine = mine | 1 << point;
        let free = |chain: u128| self.around(chain) & !mine & !theirs != 0;
        let mut taken = 0;
        let mut enemy_rest = self.near[point as usize] & theirs;
        while enemy_rest != 0 {
            let chain = self.flood(enemy_rest & enemy_rest.wrapping_neg(), theirs);
            enemy_rest &= !chain;
            if !free(chain) {
                taken |= chain;
            }
        }
        let chain = self.flood(1 << point, mine);
        if taken != 0 || free(chain) {
            return Some((mine, theirs & !taken, taken));
        }
        (self.suicide && chain.count_ones() > 1).then_some((mine & !chain, theirs, 0))
    }

    fn play(&self, state: State, point: u32) -> Option<State> {
        let State { own, enemy, owner_moves, .. } = state;
        let (mine, theirs) = if owner_moves { (own, enemy) } else { (enemy, own) };
        let (mine, theirs, taken) = self.place(mine, theirs, point)?;
        let alone = self.near[point as usize] & (mine | !theirs & !taken & self.all_points()) == 0;
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let ko = (taken.count_ones() == 1 && alone).then(|| taken.trailing_zeros() as u8);
        let (own, enemy) = if owner_moves { (mine, theirs) } else { (theirs, mine) };
        Some(State { own, enemy, owner_moves: !owner_moves, ko })
    }

    fn all_points(&self) -> u128 {
        u128::MAX >> (128 - self.near.len())
    }

    fn free_points(&self, own: u128, enemy: u128) -> impl Iterator<Item = u32> {
        let mut free = self.playable & !(own | enemy);
        std::iter::from_fn(move || {
            let point = (free != 0).then(|| free.trailing_zeros());
            free &= free.wrapping_sub(1);
            point
        })
    }

    /// Returns true if the enemy can capture the group while its owner always passes. Searches all positions
    /// that the enemy can reach; `None` if they are more than `max_states`.
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
            for point in self.free_points(own, enemy) {
                let Some((enemy, own, _)) = self.place(enemy, own, point) else { continue };
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
    pub fn fate(&self, owner_first: bool, owner_wins_kos: bool, max_states: usize) -> Option<Status> {
        let root = State { own: self.own, enemy: self.enemy, owner_moves: owner_first, ko: None };
        let mut numbers = HashMap::from([(root, 0)]);
        let mut states = vec![root];
        // Moves as (from, to, retakes a ko that is banned for the other side).
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
                let forbidden = |point| state.ko.map(u32::from) == Some(point);
                let free =
                    self.free_points(state.own, state.enemy).filter(|&point| wins_kos || !forbidden(point));
                let placed = free.filter_map(|point| Some((self.play(state, point)?, forbidden(point))));
                for (next, retakes_ko) in placed.chain([(pass, false)]) {
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
        let graph = Moves { moves: &moves, owner_moves: &owner_moves };
        if graph.reached(&captured_states, false, owner_wins_kos)[0] {
            return Some(Status::Dead);
        }
        Some(if graph.reached(&safe_states, true, owner_wins_kos)[0] { Status::Alive } else { Status::Seki })
    }
}

struct Moves<'m> {
    moves: &'m [(usize, usize, bool)],
    owner_moves: &'m [bool],
}

impl Moves<'_> {
    /// Marks the states from which a side reaches its final states against any defence.
    ///
    /// The winner of all kos may retake, but not for ever. If that side is the one that wants to reach a
    /// final state, going in circles does not help it. Otherwise the other side must manage without
    /// retaking, or with one retake and then as before, and so on until nothing changes.
    fn reached(&self, ends: &[usize], owner: bool, owner_wins_kos: bool) -> Vec<bool> {
        if owner == owner_wins_kos {
            return self.forced(ends, owner, |_, _| true);
        }
        let mut reaching = self.forced(ends, owner, |_, retakes_ko| !retakes_ko);
        loop {
            let more = self.forced(ends, owner, |to, retakes_ko| !retakes_ko || !reaching[to]);
            if more == reaching {
                return reaching;
            }
            reaching = more;
        }
    }

    /// The same, with only those moves of the other side that are allowed.
    fn forced(&self, ends: &[usize], owner: bool, is_allowed: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let states = self.owner_moves.len();
        let (mut moves_left, mut reaching) = (vec![0_u32; states], vec![false; states]);
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); states];
        for &(from, to, retakes_ko) in self.moves {
            if self.owner_moves[from] == owner || is_allowed(to, retakes_ko) {
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
                if self.owner_moves[earlier] == owner || moves_left[earlier] == 0 {
                    to_process.push(earlier);
                }
            }
        }
        reaching
    }
}
