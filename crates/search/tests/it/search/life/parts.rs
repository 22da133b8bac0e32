//! Groups that live by a part of their region, read again by the slow reader: walled in, and in the midst of all that may stand on a board.

use super::{both_rules, random_groups};
use crate::support::slow_reader::SlowReader;
use std::ops::RangeInclusive;
use stonefield_go::{Color, Point, Position, Rules, Setup, Size};
use stonefield_search::Unwatched;
use stonefield_search::proof::life::{LifeLimits, Status, study};

/// The number of empty points of a part by which a group is shown to live; nothing when none of these sizes shows it.
fn part(position: &Position, group: Point, points: RangeInclusive<usize>) -> Option<usize> {
    points.into_iter().find(|&points| {
        let limits = LifeLimits { points, nodes: 20_000, ..LifeLimits::default() };
        let verdict = study(position, group, limits, &mut Unwatched).ok().filter(|verdict| verdict.nearby);
        assert!(verdict.as_ref().is_none_or(|verdict| verdict.status() == Some(Status::Alive)));
        verdict.is_some()
    })
}

/// Boards of stones at random, and a stone of each of their chains.
fn random_boards(seed: u64, (width, height): (u16, u16)) -> impl Iterator<Item = (Setup, Vec<Point>)> {
    let mut state = seed;
    let mut below = move |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let size = Size::new(width, height).expect("a size");
    std::iter::repeat_with(move || {
        let mut board = Setup::empty(size);
        let (black, white) = (30 + below(30), 18 + below(20));
        for point in size.points() {
            let chance = below(100);
            let white = (chance < black + white).then_some(Color::White);
            board.set(point, if chance < black { Some(Color::Black) } else { white });
        }
        board
    })
    .filter_map(|board| {
        let position = Position::from_setup(&board, Rules::default()).ok()?;
        let first = |&point: &Point| position.chain(point).iter().all(|other| *other >= point);
        let stones = board.size().points().filter(|&point| board.at(point).is_some()).filter(first).collect();
        Some((board, stones))
    })
}

/// How much a test looks at.
struct Share {
    seed: u64,
    boards: usize,
    /// Empty points of the parts.
    points: RangeInclusive<usize>,
    /// States for the slow reader.
    most: usize,
}

/// Holds that walled groups that are shown to live by a part live; tells how many the slow reader could read.
fn walled_parts_live(share: &Share, rules: Rules) -> u32 {
    let mut read = 0;
    for (board, group) in random_groups(share.seed).take(share.boards) {
        let position = Position::from_setup(&board, rules).expect("a position");
        let Some(points) = part(&position, group, share.points.clone()) else { continue };
        let slowly = SlowReader::new(&board, group, rules.suicide).fate(false, false, share.most);
        let lives = slowly.is_none_or(|status| status == Status::Alive);
        assert!(lives, "{group}, {points}, {}\n{board}", rules.name);
        read += u32::from(slowly.is_some());
    }
    read
}

#[test]
fn a_group_that_lives_by_a_part_of_its_region_lives() {
    for rules in both_rules() {
        let share = Share { seed: 2, boards: 1_500, points: 3..=7, most: 20_000 };
        let read = walled_parts_live(&share, rules);
        assert!(read > 20, "{read} were read, {}", rules.name);
    }
}

/// Takes minutes.
#[test]
#[ignore = "minutes"]
fn a_group_that_lives_by_a_large_part_of_its_region_lives() {
    for rules in both_rules() {
        let share = Share { seed: 3, boards: 6_000, points: 8..=11, most: 1_000_000 };
        let read = walled_parts_live(&share, rules);
        assert!(read > 3, "{read} were read, {}", rules.name);
    }
}

/// Holds that groups amid stones of both colours that are shown to live by a part live, by the whole board; tells how many the slow reader
/// could read, and how many the solver.
fn scattered_parts_live(share: &Share, sides: (u16, u16), rules: Rules) -> (u32, u32) {
    let (mut read, mut solved) = (0, 0);
    for (board, groups) in random_boards(share.seed, sides).take(share.boards) {
        let position = Position::from_setup(&board, rules).expect("a position");
        for group in groups {
            let Some(points) = part(&position, group, share.points.clone()) else { continue };
            let limits = LifeLimits { nodes: 100_000, ..LifeLimits::default() };
            let whole =
                study(&position, group, limits, &mut Unwatched).ok().filter(|verdict| !verdict.nearby);
            let lives = whole.as_ref().is_none_or(|verdict| verdict.status() == Some(Status::Alive));
            assert!(lives, "{group}, {points}, {}: {whole:?}\n{board}", rules.name);
            solved += u32::from(whole.is_some());
            let reader = SlowReader::new(&board, group, rules.suicide).everywhere();
            let slowly = reader.fate(false, false, share.most);
            let lives = slowly.is_none_or(|status| status == Status::Alive);
            assert!(lives, "{group}, {points}, {}: {slowly:?}\n{board}", rules.name);
            read += u32::from(slowly.is_some());
        }
    }
    (read, solved)
}

#[test]
fn a_group_amid_other_stones_that_lives_by_a_part_lives() {
    for rules in both_rules() {
        let share = Share { seed: 1, boards: 300, points: 2..=8, most: 20_000 };
        let (read, _) = scattered_parts_live(&share, (4, 3), rules);
        let (_, solved) = scattered_parts_live(&Share { boards: 12, most: 0, ..share }, (5, 4), rules);
        assert!(read > 3 && solved > 3, "{read} were read, {solved} solved, {}", rules.name);
    }
}

/// Takes minutes.
#[test]
#[ignore = "minutes"]
fn many_groups_amid_other_stones_that_live_by_a_part_live() {
    for rules in both_rules() {
        for (sides, boards, most) in [((4, 4), 300, 400_000), ((5, 4), 150, 400_000), ((5, 5), 200, 0)] {
            let share = Share { seed: 8, boards, points: 2..=11, most };
            let (read, solved) = scattered_parts_live(&share, sides, rules);
            assert!(solved > 20, "{sides:?}: {read} were read, {solved} solved, {}", rules.name);
        }
    }
}

/// All of a small board is the region: kos, captures, seki, and what lives at once.
#[test]
fn groups_amid_other_stones_are_read_the_same() {
    for rules in both_rules() {
        let mut read = 0;
        for (board, groups) in random_boards(5, (3, 3)).take(60) {
            let position = Position::from_setup(&board, rules).expect("a position");
            for group in groups {
                let limits = LifeLimits { nodes: 100_000, ..LifeLimits::default() };
                let Ok(verdict) = study(&position, group, limits, &mut Unwatched) else { continue };
                let reader = SlowReader::new(&board, group, rules.suicide).everywhere();
                for (owner_first, owner_wins_kos) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let Some(slowly) = reader.fate(owner_first, owner_wins_kos, 8_000) else { continue };
                    let fate = verdict.first[if owner_first { verdict.color } else { !verdict.color }];
                    let found = if owner_wins_kos { fate.best } else { fate.worst };
                    assert_eq!(found, slowly, "{group}, {}: {verdict}\n{board}", rules.name);
                    read += 1;
                }
            }
        }
        assert!(read > 100, "{read} were read, {}", rules.name);
    }
}
