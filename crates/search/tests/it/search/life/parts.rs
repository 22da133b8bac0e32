//! Tests groups that live by a part of their region, with the slow reader: groups in a white wall, and
//! groups among random stones.

use super::{both_rules, random_groups};
use crate::support::slow_reader::SlowReader;
use std::ops::RangeInclusive;
use stonefield_go::{Color, Point, Position, Rules, Setup, Size};
use stonefield_search::Unwatched;
use stonefield_search::proof::life::{LifeLimits, Status, study};

/// Smallest part, in empty points, by which the group is proved to live; `None` if no size in `points` gives
/// a proof.
fn smallest_part(position: &Position, group: Point, points: RangeInclusive<usize>) -> Option<usize> {
    points.into_iter().find(|&points| {
        let limits = LifeLimits { points, nodes: 20_000, ..LifeLimits::default() };
        let verdict = study(position, group, limits, &mut Unwatched).ok().filter(|verdict| verdict.nearby);
        assert!(verdict.as_ref().is_none_or(|verdict| verdict.status() == Some(Status::Alive)));
        verdict.is_some()
    })
}

/// Boards of random stones, and one stone of each chain on them.
fn random_boards(seed: u64, (width, height): (u16, u16)) -> impl Iterator<Item = (Setup, Vec<Point>)> {
    let mut state = seed;
    let mut random_below = move |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let size = Size::new(width, height).expect("a size");
    std::iter::repeat_with(move || {
        let mut board = Setup::empty(size);
        let (black, white) = (30 + random_below(30), 18 + random_below(20));
        for point in size.points() {
            let percent = random_below(100);
            let white = (percent < black + white).then_some(Color::White);
            board.set(point, if percent < black { Some(Color::Black) } else { white });
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

/// Boards and limits of a test.
struct Sample {
    seed: u64,
    boards: usize,
    /// Sizes of the parts, in empty points.
    points: RangeInclusive<usize>,
    /// Largest number of states for the slow reader.
    max_states: usize,
}

/// Checks that walled groups with a proof of life by a part do live. Returns the number that the slow reader
/// could read.
fn walled_parts_live(sample: &Sample, rules: Rules) -> u32 {
    let mut checked = 0;
    for (board, group) in random_groups(sample.seed).take(sample.boards) {
        let position = Position::from_setup(&board, rules).expect("a position");
        let Some(points) = smallest_part(&position, group, sample.points.clone()) else { continue };
        let slow_status =
            SlowReader::new(&board, group, rules.suicide).final_status(false, false, sample.max_states);
        let lives = slow_status.is_none_or(|status| status == Status::Alive);
        assert!(lives, "{group}, {points}, {}\n{board}", rules.name);
        checked += u32::from(slow_status.is_some());
    }
    checked
}

#[test]
fn a_group_that_lives_by_a_part_of_its_region_lives() {
    for rules in both_rules() {
        let sample = Sample { seed: 2, boards: 1_500, points: 3..=7, max_states: 20_000 };
        let checked = walled_parts_live(&sample, rules);
        assert!(checked > 20, "{checked} were checked, {}", rules.name);
    }
}

/// Runs for minutes.
#[test]
#[ignore = "minutes"]
fn a_group_that_lives_by_a_large_part_of_its_region_lives() {
    for rules in both_rules() {
        let sample = Sample { seed: 3, boards: 6_000, points: 8..=11, max_states: 1_000_000 };
        let checked = walled_parts_live(&sample, rules);
        assert!(checked > 3, "{checked} were checked, {}", rules.name);
    }
}

/// Checks that groups among random stones with a proof of life by a part live on the whole board. Returns
/// the numbers of groups that the slow reader and the solver could read.
fn scattered_parts_live(sample: &Sample, sides: (u16, u16), rules: Rules) -> (u32, u32) {
    let (mut checked, mut solved) = (0, 0);
    for (board, groups) in random_boards(sample.seed, sides).take(sample.boards) {
        let position = Position::from_setup(&board, rules).expect("a position");
        for group in groups {
            let Some(points) = smallest_part(&position, group, sample.points.clone()) else { continue };
            let limits = LifeLimits { nodes: 100_000, ..LifeLimits::default() };
            let whole_verdict =
                study(&position, group, limits, &mut Unwatched).ok().filter(|verdict| !verdict.nearby);
            let lives = whole_verdict.as_ref().is_none_or(|verdict| verdict.status() == Some(Status::Alive));
            assert!(lives, "{group}, {points}, {}: {whole_verdict:?}\n{board}", rules.name);
            solved += u32::from(whole_verdict.is_some());
            let reader = SlowReader::new(&board, group, rules.suicide).everywhere();
            let slow_status = reader.final_status(false, false, sample.max_states);
            let lives = slow_status.is_none_or(|status| status == Status::Alive);
            assert!(lives, "{group}, {points}, {}: {slow_status:?}\n{board}", rules.name);
            checked += u32::from(slow_status.is_some());
        }
    }
    (checked, solved)
}

#[test]
fn a_group_amid_other_stones_that_lives_by_a_part_lives() {
    for rules in both_rules() {
        let sample = Sample { seed: 1, boards: 300, points: 2..=8, max_states: 20_000 };
        let (checked, _) = scattered_parts_live(&sample, (4, 3), rules);
        let (_, solved) =
            scattered_parts_live(&Sample { boards: 12, max_states: 0, ..sample }, (5, 4), rules);
        assert!(checked > 3 && solved > 3, "{checked} were checked, {solved} solved, {}", rules.name);
    }
}

/// Runs for minutes.
#[test]
#[ignore = "minutes"]
fn many_groups_amid_other_stones_that_live_by_a_part_live() {
    for rules in both_rules() {
        for (sides, boards, max_states) in [((4, 4), 300, 400_000), ((5, 4), 150, 400_000), ((5, 5), 200, 0)]
        {
            let sample = Sample { seed: 8, boards, points: 2..=11, max_states };
            let (checked, solved) = scattered_parts_live(&sample, sides, rules);
            assert!(solved > 20, "{sides:?}: {checked} were checked, {solved} solved, {}", rules.name);
        }
    }
}

/// On a small board the region is the whole board: kos, captures, seki and unconditional life all occur.
#[test]
fn both_readers_agree_on_groups_amid_other_stones() {
    for rules in both_rules() {
        let mut checked = 0;
        for (board, groups) in random_boards(5, (3, 3)).take(60) {
            let position = Position::from_setup(&board, rules).expect("a position");
            for group in groups {
                let limits = LifeLimits { nodes: 100_000, ..LifeLimits::default() };
                let Ok(verdict) = study(&position, group, limits, &mut Unwatched) else { continue };
                let reader = SlowReader::new(&board, group, rules.suicide).everywhere();
                for (owner_first, owner_wins_kos) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let Some(slow_status) = reader.final_status(owner_first, owner_wins_kos, 8_000) else {
                        continue;
                    };
                    let final_status =
                        verdict.if_first[if owner_first { verdict.color } else { !verdict.color }];
                    let status = if owner_wins_kos { final_status.best } else { final_status.worst };
                    assert_eq!(status, slow_status, "{group}, {}: {verdict}\n{board}", rules.name);
                    checked += 1;
                }
            }
        }
        assert!(checked > 100, "{checked} were checked, {}", rules.name);
    }
}
