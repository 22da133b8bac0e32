//! Tests life and death with known problems. A slow reader, which shares no code with the solver, checks the
//! answers of the small problems.

mod parts;

use crate::support::slow_reader::SlowReader;
use std::cell::Cell;
use std::cmp::Ordering;
use stonefield_go::{Color, Move, Point, Position, Rules, Setup, Size};
use stonefield_search::proof::life::{LifeError, LifeLimits, Status, study};
use stonefield_search::{StopWatch, Unwatched};

/// Life-and-death problem with its known answer.
struct Problem {
    name: String,
    board: Setup,
    /// A stone of the group.
    group: Point,
    /// Status if the owner moves first, ` / `, and status if the enemy moves first. One status if both are
    /// the same.
    answer: String,
    /// Source of the answer: `known:` and a reference, `by hand:` and a reason, or `read back:` if only the
    /// slow reader gave the answer.
    source: String,
}

/// Parses the problems of a file. Each problem is a block of lines: the group, the name and the answer in the
/// first, the source in the second, then a diagram.
fn problems(text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let mut lines = block.trim().lines();
        let first_line = lines.next().expect("a first line");
        let (group, name_and_answer) = first_line.split_once(' ').expect("a group");
        let (name, answer) = name_and_answer.rsplit_once(": ").expect("a name and an answer");
        let source = lines.next().and_then(|line| line.strip_prefix("# ")).expect("how it is known");
        let diagram: Vec<&str> = lines.collect();
        problems.push(Problem {
            name: name.to_owned(),
            board: diagram.join("\n").parse().unwrap_or_else(|e| panic!("{name}: {e}")),
            group: group.parse().expect("a point"),
            answer: answer.to_owned(),
            source: source.to_owned(),
        });
    }
    problems
}

/// Returns the solver's answer in the form of [`Problem::answer`].
fn solved_answer(problem: &Problem, rules: Rules) -> String {
    let position =
        Position::from_setup(&problem.board, rules).unwrap_or_else(|e| panic!("{}: {e}", problem.name));
    match study(&position, problem.group, LifeLimits::default(), &mut Unwatched) {
        Ok(verdict) => {
            let status_text = |color: Color| {
                let final_status = verdict.if_first[color];
                if final_status.is_ko() {
                    format!("ko({} {})", final_status.best, final_status.worst)
                } else {
                    final_status.best.to_string()
                }
            };
            let (own, enemy) = (status_text(verdict.color), status_text(!verdict.color));
            if own == enemy { own } else { format!("{own} / {enemy}") }
        }
        Err(error) => format!("unknown: {error}"),
    }
}

#[test]
fn known_problems_are_solved() {
    let mut mismatches = Vec::new();
    let all_problems = problems(include_str!("../../problems/life.txt"));
    for problem in &all_problems {
        let began = std::time::Instant::now();
        let solved = solved_answer(problem, Rules::default());
        if std::env::var("SHOW").is_ok() {
            eprintln!("{:>8.1?} {}: {solved} (known {})", began.elapsed(), problem.name, problem.answer);
        }
        if solved != problem.answer {
            mismatches.push(format!(
                "{}: {solved}, but known is {}\n{}",
                problem.name, problem.answer, problem.board
            ));
        }
    }
    assert!(
        mismatches.is_empty(),
        "{} of {}\n{}",
        mismatches.len(),
        all_problems.len(),
        mismatches.join("\n")
    );
}

#[test]
fn every_answer_has_a_source() {
    for Problem { name, source, .. } in problems(include_str!("../../problems/life.txt")) {
        assert!(
            ["known: ", "by hand: ", "read back: "].iter().any(|kind| source.starts_with(kind)),
            "{name}: {source}"
        );
    }
}

/// Returns the slow reader's answer in the form of [`Problem::answer`]; `None` if there are more than
/// `max_states` states.
fn slow_reader_answer(problem: &Problem, suicide: bool, max_states: usize) -> Option<String> {
    let reader = SlowReader::new(&problem.board, problem.group, suicide);
    let status_text = |owner_first| {
        let final_status = |owner_wins_kos| reader.final_status(owner_first, owner_wins_kos, max_states);
        let (best, worst) = (final_status(true)?, final_status(false)?);
        Some(if best == worst { best.to_string() } else { format!("ko({best} {worst})") })
    };
    let (own, enemy) = status_text(true).zip(status_text(false))?;
    Some(if own == enemy { own } else { format!("{own} / {enemy}") })
}

/// Checks with the slow reader all problems that have at most `max_states` states, and returns them.
fn check_with_slow_reader(max_states: usize) -> Vec<Problem> {
    let (mut mismatches, mut checked) = (Vec::new(), Vec::new());
    for problem in problems(include_str!("../../problems/life.txt")) {
        let Some(slow_answer) = slow_reader_answer(&problem, false, max_states) else { continue };
        if slow_answer != problem.answer {
            mismatches.push(format!("{}: {slow_answer}, but known is {}", problem.name, problem.answer));
        }
        checked.push(problem);
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
    checked
}

#[test]
fn a_slow_reader_agrees_on_small_problems() {
    let checked = check_with_slow_reader(12_000);
    assert!(checked.len() > 70, "{} were small enough", checked.len());
}

/// Boards with a black group in the lower left corner, surrounded by a white wall. The stones inside are
/// random, mostly black on the rim.
fn random_groups(seed: u64) -> impl Iterator<Item = (Setup, Point)> {
    let mut state = seed;
    let mut random_below = move |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let boards = std::iter::repeat_with(move || {
        let (width, height) = (4 + random_below(2), 3 + random_below(2));
        let empties = 40 + 8 * random_below(3);
        let mut stone = |x: u64, y: u64| {
            let percent = random_below(100);
            match (x.cmp(&width), y.cmp(&height)) {
                (Ordering::Greater, _) | (_, Ordering::Greater) => '.',
                (Ordering::Equal, _) | (_, Ordering::Equal) => 'O',
                _ if x + 1 < width && y + 1 < height => match percent {
                    c if c < empties => '.',
                    c if c < empties + 27 => 'X',
                    _ => 'O',
                },
                _ if percent < 84 => 'X',
                _ if percent < 93 => 'O',
                _ => '.',
            }
        };
        let mut row = |y| (0..width + 3).map(|x| stone(x, y)).collect::<String>();
        let rows: Vec<String> = (0..height + 3).rev().map(&mut row).collect();
        rows.join("\n").parse::<Setup>().expect("a board")
    });
    boards.filter_map(|board| {
        let position = Position::from_setup(&board, Rules::default()).ok()?;
        let black = |&point: &Point| board.at(point) == Some(Color::Black);
        let group = board.size().points().filter(black).max_by_key(|&point| position.chain(point).len())?;
        Some((board, group))
    })
}

/// White's C1 and C2 have little room outside the corner, so they are no wall: their capture would free
/// Black's stones in the corner. Without the black stone on D2 they have room, and the corner is dead.
#[test]
fn a_chain_without_room_is_no_wall() {
    let board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        O O X . . . . . .
        X X O X . . . . .
        . . O . X . . . .";
    let at = |name: &str| name.parse::<Move>().ok().and_then(Move::point).expect("a point");
    let final_status = |board: &Setup| {
        let position = Position::from_setup(board, Rules::default()).expect("a position");
        study(&position, at("A2"), LifeLimits::default(), &mut Unwatched).map(|verdict| verdict.to_string())
    };
    let mut board: Setup = board.parse().expect("a board");
    assert!(final_status(&board).is_err(), "{:?}", final_status(&board));
    board.set(at("D2"), None);
    assert_eq!(final_status(&board), Ok("dead".to_owned()));
}

/// Rules without suicide, and rules that allow suicide of several stones.
fn both_rules() -> [Rules; 2] {
    ["chinese", "tromp-taylor"].map(|name| Rules::preset(name).expect("a preset"))
}

#[test]
fn both_readers_agree_on_random_groups() {
    for rules in both_rules() {
        let mut checked = 0;
        for (board, group) in random_groups(1).take(300) {
            let problem =
                Problem { name: String::new(), board, group, answer: String::new(), source: String::new() };
            let Some(slow_answer) = slow_reader_answer(&problem, rules.suicide, 6_000) else { continue };
            assert_eq!(
                solved_answer(&problem, rules),
                slow_answer,
                "{group}, {}\n{}",
                rules.name,
                problem.board
            );
            checked += 1;
        }
        assert!(checked > 150, "{checked} were small enough, {}", rules.name);
    }
}

#[test]
fn both_readers_agree_on_small_problems_with_legal_suicide() {
    let [_, rules] = both_rules();
    let mut checked = 0;
    for problem in problems(include_str!("../../problems/life.txt")) {
        let Some(slow_answer) = slow_reader_answer(&problem, rules.suicide, 12_000) else { continue };
        assert_eq!(solved_answer(&problem, rules), slow_answer, "{}\n{}", problem.name, problem.board);
        checked += 1;
    }
    assert!(checked > 70, "{checked} were small enough");
}

#[test]
fn a_group_in_the_open_lives_by_the_points_near_it() {
    let board: Setup = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        O O O O O O O O . . . . .
        X X X X X X X X . . . . .
        . . . . . . . . . . . . ."
        .parse()
        .expect("a board");
    let position = Position::from_setup(&board, Rules::default()).expect("a position");
    let verdict =
        study(&position, Point::new(0, 1), LifeLimits::default(), &mut Unwatched).expect("a verdict");
    assert!(verdict.nearby && verdict.status() == Some(Status::Alive), "{verdict:?}");
    assert!(verdict.points <= 11 && verdict.walls.is_empty(), "{verdict:?}");
    // No proof shows that three stones in the same space live, because the enemy is assumed to own all other
    // points.
    let few_stones =
        board.to_string().replace("X X X X X X X X", "X X X . . . . .").parse().expect("a board");
    let position = Position::from_setup(&few_stones, Rules::default()).expect("a position");
    let verdict = study(&position, Point::new(0, 1), LifeLimits::default(), &mut Unwatched);
    assert!(matches!(verdict, Err(LifeError::Large { .. })), "{verdict:?}");
}

#[test]
fn a_study_of_a_large_board_can_be_stopped() {
    let mut board = Setup::empty(Size::new(200, 200).expect("a size"));
    let stone = Point::new(100, 100);
    board.set(stone, Some(Color::Black));
    let position = Position::from_setup(&board, Rules::default()).expect("a position");
    let limits = LifeLimits { points: 0, ..LifeLimits::default() };
    for (checks, stops) in [(1_u32, true), (8, true), (15, true), (1_000, false)] {
        // Stops the study at the last check.
        let checks_left = Cell::new(checks);
        let stop = || checks_left.replace(checks_left.get().saturating_sub(1)) <= 1;
        let verdict = study(&position, stone, limits, &mut StopWatch::new(|| 0.0, stop));
        let expected =
            if stops { LifeError::Stopped } else { LifeError::Large { points: 39_999, max_points: 0 } };
        assert_eq!(verdict, Err(expected), "{checks}");
    }
}

/// Runs for minutes and needs two gigabytes of memory.
#[test]
#[ignore = "minutes"]
fn the_slow_reader_agrees_on_all_answers_that_come_from_it() {
    let checked = check_with_slow_reader(1_000_000);
    for problem in problems(include_str!("../../problems/life.txt")) {
        let needs_slow_reader = problem.source.contains("read back");
        assert!(
            !needs_slow_reader || checked.iter().any(|other| other.name == problem.name),
            "{}",
            problem.name
        );
    }
}
