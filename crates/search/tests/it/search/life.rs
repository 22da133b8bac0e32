//! Known problems of life and death, each solved; and the small ones solved again by a slow reader that shares nothing with the first.

mod parts;

use crate::support::slow_reader::SlowReader;
use std::cell::Cell;
use std::cmp::Ordering;
use stonefield_go::{Color, Move, Point, Position, Rules, Setup, Size};
use stonefield_search::proof::life::{LifeError, LifeLimits, Status, study};
use stonefield_search::{Unwatched, Watch};

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
fn found(problem: &Problem, rules: Rules) -> String {
    let position =
        Position::from_setup(&problem.board, rules).unwrap_or_else(|e| panic!("{}: {e}", problem.name));
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
    let all = problems(include_str!("../../problems/life.txt"));
    for problem in &all {
        let began = std::time::Instant::now();
        let found = found(problem, Rules::default());
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
    for Problem { name, ground, .. } in problems(include_str!("../../problems/life.txt")) {
        assert!(
            ["known: ", "by hand: ", "read back: "].iter().any(|kind| ground.starts_with(kind)),
            "{name}: {ground}"
        );
    }
}

/// What the slow reader says of a group, in the words of [`found`]; nothing when that comes to more states.
fn read_slowly(problem: &Problem, suicide: bool, most: usize) -> Option<String> {
    let reader = SlowReader::new(&problem.board, problem.group, suicide);
    let word = |owner_first| {
        let fate = |owner_wins_kos| reader.fate(owner_first, owner_wins_kos, most);
        let (best, worst) = (fate(true)?, fate(false)?);
        Some(if best == worst { best.to_string() } else { format!("ko({best} {worst})") })
    };
    let (own, enemy) = word(true).zip(word(false))?;
    Some(if own == enemy { own } else { format!("{own} / {enemy}") })
}

/// Has the slow reader read all problems that come to at most so many states, and tells which those are.
fn read_back(most: usize) -> Vec<Problem> {
    let (mut wrong, mut read) = (Vec::new(), Vec::new());
    for problem in problems(include_str!("../../problems/life.txt")) {
        let Some(read_as) = read_slowly(&problem, false, most) else { continue };
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

/// Boards with a black group in the lower left corner, walled in by White: stones at random, most of them black on the rim.
fn random_groups(seed: u64) -> impl Iterator<Item = (Setup, Point)> {
    let mut state = seed;
    let mut below = move |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let boards = std::iter::repeat_with(move || {
        let (width, height) = (4 + below(2), 3 + below(2));
        let empties = 40 + 8 * below(3);
        let mut stone = |x: u64, y: u64| {
            let chance = below(100);
            match (x.cmp(&width), y.cmp(&height)) {
                (Ordering::Greater, _) | (_, Ordering::Greater) => '.',
                (Ordering::Equal, _) | (_, Ordering::Equal) => 'O',
                _ if x + 1 < width && y + 1 < height => match chance {
                    c if c < empties => '.',
                    c if c < empties + 27 => 'X',
                    _ => 'O',
                },
                _ if chance < 84 => 'X',
                _ if chance < 93 => 'O',
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

/// White's two stones on the edge can be taken at once, by which the stones in the corner come out; had they one more liberty, these would be dead.
#[test]
fn a_wall_about_to_be_taken_is_no_wall() {
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
    let fate = |board: &Setup| {
        let position = Position::from_setup(board, Rules::default()).expect("a position");
        study(&position, at("A2"), LifeLimits::default(), &mut Unwatched).map(|verdict| verdict.to_string())
    };
    let mut board: Setup = board.parse().expect("a board");
    assert!(fate(&board).is_err(), "{:?}", fate(&board));
    board.set(at("D2"), None);
    assert_eq!(fate(&board), Ok("dead".to_owned()));
}

/// Rules without suicide, and rules where several stones may take their own last liberty.
fn both_rules() -> [Rules; 2] {
    ["chinese", "tromp-taylor"].map(|name| Rules::preset(name).expect("a preset"))
}

#[test]
fn random_groups_are_read_the_same() {
    for rules in both_rules() {
        let mut read = 0;
        for (board, group) in random_groups(1).take(300) {
            let problem =
                Problem { name: String::new(), board, group, known: String::new(), ground: String::new() };
            let Some(slowly) = read_slowly(&problem, rules.suicide, 6_000) else { continue };
            assert_eq!(found(&problem, rules), slowly, "{group}, {}\n{}", rules.name, problem.board);
            read += 1;
        }
        assert!(read > 150, "{read} were small enough, {}", rules.name);
    }
}

#[test]
fn where_suicide_is_legal_small_problems_are_read_the_same() {
    let [_, rules] = both_rules();
    let mut read = 0;
    for problem in problems(include_str!("../../problems/life.txt")) {
        let Some(slowly) = read_slowly(&problem, rules.suicide, 12_000) else { continue };
        assert_eq!(found(&problem, rules), slowly, "{}\n{}", problem.name, problem.board);
        read += 1;
    }
    assert!(read > 70, "{read} were small enough");
}

#[test]
fn a_group_in_the_open_lives_by_what_is_near() {
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
    // The same within what is the enemy's is not shown to live: three stones are too few.
    let few = board.to_string().replace("X X X X X X X X", "X X X . . . . .").parse().expect("a board");
    let position = Position::from_setup(&few, Rules::default()).expect("a position");
    let verdict = study(&position, Point::new(0, 1), LifeLimits::default(), &mut Unwatched);
    assert!(matches!(verdict, Err(LifeError::Large { .. })), "{verdict:?}");
}

/// Says that it is time to stop when it has been asked so often.
struct Asked {
    left: Cell<u32>,
}

impl Watch for Asked {
    fn stop(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0
    }

    fn elapsed(&self) -> f64 {
        0.0
    }
}

#[test]
fn a_look_at_a_large_board_can_be_stopped() {
    let mut board = Setup::empty(Size::new(200, 200).expect("a size"));
    let stone = Point::new(100, 100);
    board.set(stone, Some(Color::Black));
    let position = Position::from_setup(&board, Rules::default()).expect("a position");
    let limits = LifeLimits { points: 0, ..LifeLimits::default() };
    for (asked, stops) in [(1, true), (8, true), (15, true), (1_000, false)] {
        let found = study(&position, stone, limits, &mut Asked { left: Cell::new(asked) });
        let expected = if stops { LifeError::Stopped } else { LifeError::Large { points: 39_999, most: 0 } };
        assert_eq!(found, Err(expected), "{asked}");
    }
}

/// Takes minutes and two gigabytes.
#[test]
#[ignore = "minutes"]
fn the_slow_reader_says_the_same_of_all_that_rest_on_it() {
    let read = read_back(1_000_000);
    for problem in problems(include_str!("../../problems/life.txt")) {
        let rests_on_it = problem.ground.contains("read back");
        assert!(!rests_on_it || read.iter().any(|read| read.name == problem.name), "{}", problem.name);
    }
}
