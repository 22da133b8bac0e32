//! A reader of life and death that shares nothing with the one it checks.
//!
//! It lists every position that a region can come to and works backwards from the ends until nothing changes: no order of moves, no depth, no
//! table, no list of unconditionally living chains. A group has two eyes for it when its enemy could not take it with any number of moves in a row.
//! Who wins the kos may take back at once, but only so many times: what would have to be taken back for ever is lost.

use std::collections::{HashMap, HashSet};
use stonefield_go::{Color, Point, Setup};
use stonefield_search::proof::life::Status;

/// Stones by point number, whose turn it is, and the point that simple ko forbids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    own: u128,
    enemy: u128,
    owner_moves: bool,
    ko: Option<u8>,
}

/// The part of a board that is not the room outside, and a group in it.
pub struct SlowReader {
    near: Vec<u128>,
    /// Where may be played: all but the largest empty space, which nobody fills.
    playable: u128,
    group: u128,
    own: u128,
    enemy: u128,
    /// Whether chains of two stones or more may take their own last liberty.
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
        let of = |color: Color| set(&mut size.points().filter(|&point| board.at(point) == Some(color)));
        let (own, enemy) = (of(owner), of(!owner));
        let mut reader = Self { near, playable: 0, group: 1 << size.index(group), own, enemy, suicide };
        let all = u128::MAX >> (128 - size.area());
        let (mut left, mut outside) = (all & !(own | enemy), 0_u128);
        while left != 0 {
            let space = reader.flood(left & left.wrapping_neg(), left);
            left &= !space;
            if space.count_ones() > outside.count_ones() {
                outside = space;
            }
        }
        reader.playable = all & !outside;
        reader
    }

    /// The same where no room is outside: any point of the board may be played on.
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

    /// After a stone of the side to move: its stones, the other's, what was taken; nothing when the law forbids it.
    fn place(&self, mine: u128, theirs: u128, point: u32) -> Option<(u128, u128, u128)> {
        let mine = mine | 1 << point;
        let free = |chain: u128| self.around(chain) & !mine & !theirs != 0;
        let mut taken = 0;
        let mut left = self.near[point as usize] & theirs;
        while left != 0 {
            let chain = self.flood(left & left.wrapping_neg(), theirs);
            left &= !chain;
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

    /// Whether the enemy takes the group when its owner always passes: looks at all that he can come to. `None` when that is more than `most`.
    fn falls_alone(
        &self,
        own: u128,
        enemy: u128,
        known: &mut HashMap<(u128, u128), bool>,
        most: usize,
    ) -> Option<bool> {
        let mut met = HashSet::from([(own, enemy)]);
        // Each with the number of the one before it.
        let mut list = vec![((own, enemy), 0)];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let (own, enemy) = list[at].0;
            let falls = if own & self.group == 0 { Some(true) } else { known.get(&(own, enemy)).copied() };
            if falls == Some(true) {
                let mut back = at;
                known.insert(list[back].0, true);
                while back != 0 {
                    back = list[back].1;
                    known.insert(list[back].0, true);
                }
                return Some(true);
            }
            if list.len() > most {
                return None;
            }
            if falls == Some(false) {
                continue;
            }
            for point in self.free_points(own, enemy) {
                let Some((enemy, own, _)) = self.place(enemy, own, point) else { continue };
                if met.insert((own, enemy)) {
                    open.push(list.len());
                    list.push(((own, enemy), at));
                }
            }
        }
        known.extend(met.into_iter().map(|stones| (stones, false)));
        Some(false)
    }

    /// How the group ends up; `None` when there are more than `most` states.
    pub fn fate(&self, owner_first: bool, owner_wins_kos: bool, most: usize) -> Option<Status> {
        let root = State { own: self.own, enemy: self.enemy, owner_moves: owner_first, ko: None };
        let mut numbers = HashMap::from([(root, 0)]);
        let mut states = vec![root];
        // The moves: from which state, to which, and whether a ko was taken back that is forbidden to others.
        let mut moves: Vec<(usize, usize, bool)> = Vec::new();
        let (mut taken, mut safe) = (Vec::new(), Vec::new());
        let mut known = HashMap::new();
        let mut at = 0;
        while at < states.len() {
            if states.len() > most || known.len() > most {
                return None;
            }
            let state = states[at];
            if state.own & self.group == 0 {
                taken.push(at);
            } else if !self.falls_alone(state.own, state.enemy, &mut known, most)? {
                safe.push(at);
            } else {
                let wins_kos = state.owner_moves == owner_wins_kos;
                let pass = State { owner_moves: !state.owner_moves, ko: None, ..state };
                let forbidden = |point| state.ko.map(u32::from) == Some(point);
                let free =
                    self.free_points(state.own, state.enemy).filter(|&point| wins_kos || !forbidden(point));
                let placed = free.filter_map(|point| Some((self.play(state, point)?, forbidden(point))));
                for (next, takes_back) in placed.chain([(pass, false)]) {
                    let number = *numbers.entry(next).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    moves.push((at, number, takes_back));
                }
            }
            at += 1;
        }
        let owner_moves: Vec<bool> = states.iter().map(|state| state.owner_moves).collect();
        let graph = Moves { moves: &moves, owner_moves: &owner_moves };
        if graph.reached(&taken, false, owner_wins_kos)[0] {
            return Some(Status::Dead);
        }
        Some(if graph.reached(&safe, true, owner_wins_kos)[0] { Status::Alive } else { Status::Seki })
    }
}

struct Moves<'m> {
    moves: &'m [(usize, usize, bool)],
    owner_moves: &'m [bool],
}

impl Moves<'_> {
    /// From which states a side comes to its ends, though the other does all it may.
    ///
    /// Who wins the kos may take back, but not for ever. When that is the side that wants to come to an end, it is no help to go round. Otherwise
    /// the other side must get by with taking back never, or once and then as before, and so on until nothing is gained.
    fn reached(&self, ends: &[usize], owner: bool, owner_wins_kos: bool) -> Vec<bool> {
        if owner == owner_wins_kos {
            return self.forced(ends, owner, |_, _| true);
        }
        let mut sure = self.forced(ends, owner, |_, takes_back| !takes_back);
        loop {
            let again = self.forced(ends, owner, |to, takes_back| !takes_back || !sure[to]);
            if again == sure {
                return sure;
            }
            sure = again;
        }
    }

    /// The same where the other side's moves are only those that it may make.
    fn forced(&self, ends: &[usize], owner: bool, may: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let states = self.owner_moves.len();
        let (mut open, mut sure) = (vec![0_u32; states], vec![false; states]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); states];
        for &(from, to, takes_back) in self.moves {
            if self.owner_moves[from] == owner || may(to, takes_back) {
                open[from] += 1;
                before[to].push(from);
            }
        }
        let mut reached = ends.to_vec();
        while let Some(at) = reached.pop() {
            if std::mem::replace(&mut sure[at], true) {
                continue;
            }
            for &earlier in &before[at] {
                open[earlier] -= 1;
                if self.owner_moves[earlier] == owner || open[earlier] == 0 {
                    reached.push(earlier);
                }
            }
        }
        sure
    }
}
