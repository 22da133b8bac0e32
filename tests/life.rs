//! Known problems of life and death, each solved; and the small ones solved again by a slow reader that shares nothing with the first.

use stonefield::brain::Unwatched;
use stonefield::brain::life::{LifeLimits, study};
use stonefield::go::{Color, Point, Position, Rules, Setup};

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
