//! Tests of policies against a slow board: playouts play no illegal move, whatever parts of the policy are
//! on, and the facts that policies use are right.

use proptest::prelude::*;
use rand::SeedableRng;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Color, Ko, Move, Point, Position, Rules, Size};
use stonefield_search::Rng;
use stonefield_search::playout::{Player, PlayoutMoves, Start, cap};
use stonefield_search::policy::{self, Policy};
use stonefield_testing::reference::Reference;

/// Returns a position after some legal moves, and the slow board with the same moves.
fn position_after(size: Size, suicide: bool, choices: &[u32]) -> (Position, Reference) {
    let rules = Rules { ko: Ko::Simple, suicide, ..Rules::default() };
    let mut position = Position::new(size, rules);
    let mut slow = Reference::new(size, Ko::Simple, suicide);
    for &choice in choices {
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(|m| m.point().is_some()).collect();
        let Some(&action) = moves.get(choice as usize % moves.len().max(1)) else { break };
        position.try_play(action).expect("legal");
        slow.play(action);
    }
    (position, slow)
}

/// Visitor that plays a position out by a policy. It returns the stones, the area, and true if the playout
/// was capped.
struct PlayedOut {
    policy: Policy,
    to_move: Color,
    last: Option<Point>,
    suicide: bool,
    seed: u64,
}

impl BoardVisitor for PlayedOut {
    type Output = (Vec<(Color, Point)>, [u32; 2], bool);

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let mut copy = board.clone();
        let mut moves = PlayoutMoves::default();
        let start = Start {
            to_move: self.to_move,
            last: self.last.map(|point| board.cell(point)),
            suicide: self.suicide,
            cap: cap(board.size().area()),
        };
        let mut rng = Rng::seed_from_u64(self.seed);
        let playout = Player::new(self.policy).play_out(&mut copy, start, &mut rng, &mut moves);
        (moves.iter().map(|(color, cell)| (color, board.point(cell))).collect(), playout.area, playout.capped)
    }
}

fn policies() -> impl Strategy<Value = Policy> {
    prop_oneof![
        Just(Policy::LIGHT),
        Just(Policy::HEAVY),
        any::<[bool; 6]>().prop_map(|[capture, save, nakade, patterns, local, self_atari]| Policy {
            capture,
            save,
            nakade,
            patterns,
            local,
            self_atari,
        }),
    ]
}

fn sizes(max_side: u16) -> impl Strategy<Value = Size> {
    (1..=max_side, 1..=max_side).prop_map(|(width, height)| Size::new(width, height).expect("a size"))
}

/// Replays a playout on the slow board.
fn compare_playout(
    size: Size,
    suicide: bool,
    choices: &[u32],
    policy: Policy,
    seed: u64,
) -> Result<(), TestCaseError> {
    let (position, mut slow) = position_after(size, suicide, choices);
    let last = position.last_move().and_then(Move::point);
    let playout = || PlayedOut { policy, to_move: position.to_move(), last, suicide, seed };
    let (stones, area, capped) = position.visit(playout());
    prop_assert_eq!(&position.visit(playout()).0, &stones, "the same seed gives the same playout");
    for &(color, point) in &stones {
        if slow.to_move != color {
            slow.play(Move::Pass);
        }
        prop_assert_eq!(slow.to_move, color);
        prop_assert!(slow.is_legal(Move::Play(point)), "{} {} is illegal", color, point);
        slow.play(Move::Play(point));
    }
    let territory = stonefield_go::territory(size, &slow.stones);
    let stone_count = |color| slow.stones.iter().filter(|&&stone| stone == Some(color)).count() as u32;
    prop_assert_eq!(
        area,
        [stone_count(Color::Black) + territory.black, stone_count(Color::White) + territory.white]
    );
    prop_assert!(capped || stones.len() < cap(size.area()) as usize);
    Ok(())
}

/// Visitor that compares the facts about moves on the fast board with the slow board.
struct CompareFacts<'a> {
    slow: &'a Reference,
}

impl BoardVisitor for CompareFacts<'_> {
    type Output = Result<(), TestCaseError>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let slow = self.slow;
        let size = board.size();
        for point in size.points() {
            let cell = board.cell(point);
            if slow.stones[size.index(point)].is_some() {
                let liberties = slow.chain(&slow.stones, point).1;
                let sole_liberty = (liberties.len() == 1).then(|| liberties.first().copied()).flatten();
                prop_assert_eq!(
                    board.sole_liberty(cell).map(|cell| board.point(cell)),
                    sole_liberty,
                    "{}",
                    point
                );
                continue;
            }
            for color in Color::ALL {
                let mut after = slow.clone();
                after.to_move = color;
                let Some((stones, captured, lost)) = after.after(point) else { continue };
                if lost > 0 {
                    prop_assert_eq!(board.liberties_after(color, cell), 0);
                    continue;
                }
                let liberties_of = |stone: Point| slow.chain(&stones, stone).1.len();
                prop_assert_eq!(
                    board.liberties_after(color, cell),
                    liberties_of(point).min(2) as u32,
                    "{} {}",
                    color,
                    point
                );
                prop_assert_eq!(policy::captured_count(board, color, cell), captured);
                let is_enemy = |&other: &Point| stones[size.index(other)] == Some(!color);
                let gives_atari =
                    size.neighbours(point).filter(is_enemy).any(|other| liberties_of(other) == 1);
                prop_assert_eq!(policy::gives_atari(board, color, cell), gives_atari, "{} {}", color, point);
                let saved =
                    size.points().filter(|&stone| slow.stones[size.index(stone)] == Some(color)).filter(
                        |&stone| slow.chain(&slow.stones, stone).1.len() == 1 && liberties_of(stone) >= 2,
                    );
                let saved_count = saved.count() as u32;
                prop_assert!(policy::saved_count(board, color, cell) >= saved_count, "{} {}", color, point);
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Small boards.
    #[test]
    fn a_policy_plays_only_legal_moves(
        size in sizes(7),
        suicide in any::<bool>(),
        choices in prop::collection::vec(any::<u32>(), 0..40),
        policy in policies(),
        seed in any::<u64>(),
    ) {
        compare_playout(size, suicide, &choices, policy, seed)?;
    }

    #[test]
    fn tactical_facts_agree_with_the_slow_board(
        size in sizes(7),
        suicide in any::<bool>(),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let (position, slow) = position_after(size, suicide, &choices);
        position.visit(CompareFacts { slow: &slow })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Larger boards, in every storage.
    #[test]
    fn a_policy_plays_only_legal_moves_on_large_boards(
        size in prop_oneof![sizes(19), (20_u16..36, 20_u16..36).prop_map(|(w, h)| Size::new(w, h).expect("a size"))],
        suicide in any::<bool>(),
        choices in prop::collection::vec(any::<u32>(), 0..100),
        policy in policies(),
        seed in any::<u64>(),
    ) {
        compare_playout(size, suicide, &choices, policy, seed)?;
    }
}
