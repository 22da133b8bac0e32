//! Known problems of life and death, each solved; and the small ones solved again by a slow reader that shares nothing with the first.

use std::collections::{HashMap, HashSet};
use stonefield::brain::Unwatched;
use stonefield::brain::life::{LifeLimits, Status, study};
use stonefield::go::{Color, Point, Position, Rules, Setup, Size};

/// A problem: its name, the board, a stone of the group, and what is known of it.
struct Problem {
    name: String,
    board: Setup,
    group: Point,
    known: String,
}

/// The problems of a file: blocks of a name, the known answer, the group and a diagram.
fn problems(text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty() && !block.starts_with('#')) {
        let mut lines = block.trim().lines();
        let head = lines.next().expect("a head");
        let (group, rest) = head.split_once(' ').expect("a group");
        let (name, known) = rest.split_once(": ").expect("a name and an answer");
        let diagram: Vec<&str> = lines.collect();
        problems.push(Problem {
            name: name.to_owned(),
            board: diagram.join("\n").parse().unwrap_or_else(|e| panic!("{name}: {e}")),
            group: group.parse().expect("a point"),
            known: known.to_owned(),
        });
    }
    problems
}

/// What is said of a group without the moves: the status when its owner moves first and when its enemy does.
fn found(problem: &Problem) -> String {
    let position = Position::from_setup(&problem.board, Rules::default())
        .unwrap_or_else(|e| panic!("{}: {e}", problem.name));
    match study(&position, problem.group, LifeLimits::default(), &mut Unwatched) {
        Ok(verdict) => {
            let word = |color: Color| {
                let fate = verdict.first[color];
                if fate.is_ko() { format!("ko({} {})", fate.best, fate.worst) } else { fate.best.to_string() }
            };
            let (own, enemy) = (word(verdict.color), word(!verdict.color));
            if own == enemy { own } else { format!("{own} / {enemy}") }
        }
        Err(error) => format!("unknown: {error}"),
    }
}

#[test]
fn known_problems_are_solved() {
    let mut wrong = Vec::new();
    let all = problems(include_str!("problems/life.txt"));
    for problem in &all {
        let began = std::time::Instant::now();
        let found = found(problem);
        if std::env::var("SHOW").is_ok() {
            eprintln!("{:>8.1?} {}: {found} (known {})", began.elapsed(), problem.name, problem.known);
        }
        if found != problem.known {
            wrong.push(format!(
                "{}: {found}, but known is {}\n{}",
                problem.name, problem.known, problem.board
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

/// A board of bytes: 0 empty, 1 Black, 2 White.
type Cells = Vec<u8>;

/// A reader that shares nothing with the one it checks: it lists every position that a region can come to, and then finds, again and
/// again until nothing changes, those from which the enemy can force the capture.
struct Slow {
    size: Size,
    /// Where may be played.
    playable: Vec<usize>,
    group: usize,
    owner: u8,
    ko_winner: u8,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    cells: Cells,
    mover: u8,
    ko: Option<usize>,
    passes: u8,
}

impl Slow {
    fn chain(&self, cells: &Cells, at: usize) -> (Vec<usize>, usize) {
        let (mut chain, mut liberties) = (vec![at], HashSet::new());
        let mut next = 0;
        while next < chain.len() {
            for near in self.size.neighbours(self.size.point(chain[next])) {
                let near = self.size.index(near);
                if cells[near] == 0 {
                    liberties.insert(near);
                } else if cells[near] == cells[at] && !chain.contains(&near) {
                    chain.push(near);
                }
            }
            next += 1;
        }
        (chain, liberties.len())
    }

    fn play(&self, state: &State, at: usize) -> Option<State> {
        let mut cells = state.cells.clone();
        cells[at] = state.mover;
        let mut taken = Vec::new();
        for near in self.size.neighbours(self.size.point(at)) {
            let near = self.size.index(near);
            if cells[near] == 3 - state.mover {
                let (chain, liberties) = self.chain(&cells, near);
                if liberties == 0 {
                    for stone in chain {
                        cells[stone] = 0;
                        taken.push(stone);
                    }
                }
            }
        }
        let (chain, liberties) = self.chain(&cells, at);
        if liberties == 0 {
            return None;
        }
        let mover = 3 - state.mover;
        let ko = (taken.len() == 1 && chain.len() == 1 && liberties == 1 && mover != self.ko_winner)
            .then(|| taken[0]);
        Some(State { cells, mover, ko, passes: 0 })
    }

    fn moves(&self, state: &State) -> Vec<State> {
        let free = self.playable.iter().filter(|&&at| state.cells[at] == 0 && state.ko != Some(at));
        let mut next: Vec<State> = free.filter_map(|&at| self.play(state, at)).collect();
        next.push(State { mover: 3 - state.mover, ko: None, passes: state.passes + 1, ..state.clone() });
        next
    }

    /// Whether the enemy can force the capture from the root; `None` when there are more than `most` states.
    fn falls(&self, root: &State, most: usize) -> Option<bool> {
        let mut numbers: HashMap<State, usize> = HashMap::from([(root.clone(), 0)]);
        let mut states = vec![root.clone()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        // How many moves of the owner are not yet known to lose.
        let mut open = Vec::new();
        let mut lost = Vec::new();
        let mut at = 0;
        while at < states.len() {
            if states.len() > most {
                return None;
            }
            let state = states[at].clone();
            open.push(0);
            if state.cells[self.group] != self.owner {
                lost.push(at);
            } else if state.passes < 2 {
                for next in self.moves(&state) {
                    let number = *numbers.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        before.push(Vec::new());
                        states.len() - 1
                    });
                    before[number].push(at);
                    open[at] += 1;
                }
            }
            at += 1;
        }
        let mut falls = vec![false; states.len()];
        while let Some(at) = lost.pop() {
            if std::mem::replace(&mut falls[at], true) {
                continue;
            }
            for &earlier in &before[at] {
                open[earlier] -= 1;
                if states[earlier].mover != self.owner || open[earlier] == 0 {
                    lost.push(earlier);
                }
            }
        }
        Some(falls[0])
    }
}

/// All points but the largest empty space, which is the room outside the walls.
fn playable(board: &Setup) -> Vec<usize> {
    let size = board.size();
    let mut spaces: Vec<Vec<usize>> = Vec::new();
    for point in size.points().filter(|&point| board.at(point).is_none()) {
        if spaces.iter().any(|space| space.contains(&size.index(point))) {
            continue;
        }
        let mut space = vec![size.index(point)];
        let mut next = 0;
        while next < space.len() {
            for near in size.neighbours(size.point(space[next])) {
                if board.at(near).is_none() && !space.contains(&size.index(near)) {
                    space.push(size.index(near));
                }
            }
            next += 1;
        }
        spaces.push(space);
    }
    let outside = spaces.into_iter().max_by_key(Vec::len).unwrap_or_default();
    (0..size.area()).filter(|at| !outside.contains(at)).collect()
}

#[test]
fn a_slow_reader_says_the_same_of_small_problems() {
    let most = std::env::var("MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(8_000);
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for problem in problems(include_str!("problems/life.txt")) {
        let position = Position::from_setup(&problem.board, Rules::default()).expect("a position");
        let owner = problem.board.at(problem.group).expect("a stone");
        let Ok(verdict) = study(&position, problem.group, LifeLimits::default(), &mut Unwatched) else {
            continue;
        };
        let number = |color: Color| if color == Color::Black { 1 } else { 2 };
        let cells: Cells = problem.board.stones().iter().map(|stone| stone.map_or(0, number)).collect();
        let playable = playable(&problem.board);
        for mover in Color::ALL {
            for (ko_winner, status) in
                [(owner, verdict.first[mover].best), (!owner, verdict.first[mover].worst)]
            {
                let slow = Slow {
                    size: problem.board.size(),
                    playable: playable.clone(),
                    group: problem.board.size().index(problem.group),
                    owner: number(owner),
                    ko_winner: number(ko_winner),
                };
                let root = State { cells: cells.clone(), mover: number(mover), ko: None, passes: 0 };
                let Some(falls) = slow.falls(&root, most) else { continue };
                checked += 1;
                if falls != (status == Status::Dead) {
                    wrong.push(format!("{}, {mover} first, {ko_winner} wins kos", problem.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 200, "{checked} were small enough");
}
