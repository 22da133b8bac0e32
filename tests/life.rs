//! Known problems of life and death, each solved; and the small ones solved again by a slow reader that shares nothing with the first.

#[path = "support/slow_reader.rs"]
mod slow_reader;

use slow_reader::SlowReader;
use stonefield::brain::Unwatched;
use stonefield::brain::life::{LifeLimits, study};
use stonefield::go::{Color, Point, Position, Rules, Setup};

/// A problem: its name, the board, a stone of the group, what is known of it, and how that is known.
struct Problem {
    name: String,
    board: Setup,
    group: Point,
    known: String,
    /// `known:` and where that is written, `by hand:` and why, or `read back:` when it rests on the slow reader.
    ground: String,
}

/// The problems of a file: blocks of the group, a name and the known answer; how that is known; and a diagram.
fn problems(text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let mut lines = block.trim().lines();
        let head = lines.next().expect("a head");
        let (group, rest) = head.split_once(' ').expect("a group");
        let (name, known) = rest.rsplit_once(": ").expect("a name and an answer");
        let ground = lines.next().and_then(|line| line.strip_prefix("# ")).expect("how it is known");
        let diagram: Vec<&str> = lines.collect();
        problems.push(Problem {
            name: name.to_owned(),
            board: diagram.join("\n").parse().unwrap_or_else(|e| panic!("{name}: {e}")),
            group: group.parse().expect("a point"),
            known: known.to_owned(),
            ground: ground.to_owned(),
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

#[test]
fn every_answer_says_how_it_is_known() {
    for Problem { name, ground, .. } in problems(include_str!("problems/life.txt")) {
        assert!(
            ["known: ", "by hand: ", "read back: "].iter().any(|kind| ground.starts_with(kind)),
            "{name}: {ground}"
        );
    }
}

/// Has the slow reader read all problems that come to at most so many states, and tells which those are.
fn read_back(most: usize) -> Vec<Problem> {
    let (mut wrong, mut read) = (Vec::new(), Vec::new());
    for problem in problems(include_str!("problems/life.txt")) {
        let reader = SlowReader::new(&problem.board, problem.group);
        let word = |owner_first| {
            let fate = |owner_wins_kos| reader.fate(owner_first, owner_wins_kos, most);
            let (best, worst) = (fate(true)?, fate(false)?);
            Some(if best == worst { best.to_string() } else { format!("ko({best} {worst})") })
        };
        let Some((own, enemy)) = word(true).zip(word(false)) else { continue };
        let read_as = if own == enemy { own } else { format!("{own} / {enemy}") };
        if read_as != problem.known {
            wrong.push(format!("{}: {read_as}, but known is {}", problem.name, problem.known));
        }
        read.push(problem);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    read
}

#[test]
fn a_slow_reader_says_the_same_of_small_problems() {
    let read = read_back(12_000);
    assert!(read.len() > 70, "{} were small enough", read.len());
}

/// Takes minutes and two gigabytes.
#[test]
#[ignore = "minutes"]
fn the_slow_reader_says_the_same_of_all_that_rest_on_it() {
    let read = read_back(1_000_000);
    for problem in problems(include_str!("problems/life.txt")) {
        let rests_on_it = problem.ground.contains("read back");
        assert!(!rests_on_it || read.iter().any(|read| read.name == problem.name), "{}", problem.name);
    }
}
