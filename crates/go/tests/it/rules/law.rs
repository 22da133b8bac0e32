//! Tests of the rules of Go: known numbers, diagrams, and comparison with a slow reference board.

use proptest::prelude::*;
use stonefield_go::{
    ByColor, Color, Ko, Move, Outcome, PlayError, Point, Position, Rules, Setup, Size, perft,
};
use stonefield_testing::reference::Reference;

fn rules(name: &str) -> Rules {
    Rules::preset(name).unwrap_or_else(|error| panic!("{error}"))
}

fn size(text: &str) -> Size {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn point(name: &str) -> Point {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn position_of(diagram: &str, to_move: Color, rules: Rules) -> Position {
    let mut setup: Setup = diagram.parse().unwrap_or_else(|error| panic!("{error}"));
    setup.to_move = to_move;
    Position::from_setup(&setup, rules).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_board(position: &Position, diagram: &str) {
    let expected: Setup = diagram.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.setup().to_string(), expected.to_string());
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        position.try_play(action).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn refusal(position: &Position, name: &str) -> Option<PlayError> {
    position.check(Move::Play(point(name))).err()
}

/// Perft counts of the 2×2 board, by depth.
const TWO_BY_TWO: [u64; 13] = [1, 5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024, 13800, 23560];
/// Perft counts of the 3×3 board without suicide, by depth.
const THREE_CGOS: [u64; 9] = [1, 10, 91, 738, 5281, 33384, 179_712, 842_696, 3_271_208];
/// Perft counts of the 3×3 board with suicide, by depth.
const THREE_TT: [u64; 9] = [1, 10, 91, 738, 5281, 33384, 180_768, 857_576, 3_474_312];

fn assert_perft(board: &str, preset: &str, counts: &[u64]) {
    let start = Position::new(size(board), rules(preset));
    for (depth, &count) in (0..).zip(counts) {
        assert_eq!(perft(&start, depth), count, "{board} {preset} depth {depth}");
    }
}

#[test]
fn perft_counts_are_the_known_ones() {
    assert_perft("1", "tromp-taylor", &[1, 1, 1, 0]);
    assert_perft("1x2", "chinese", &[1, 3, 7, 8, 6, 2, 0]);
    assert_perft("2x1", "chinese", &[1, 3, 7, 8, 6, 2, 0]);
    for preset in ["tromp-taylor", "chinese"] {
        assert_perft("2", preset, &TWO_BY_TWO);
    }
    assert_perft("3", "chinese", &THREE_CGOS[..8]);
    assert_perft("3", "tromp-taylor", &THREE_TT[..8]);
    assert_perft("5", "chinese", &[1, 26, 651, 15650, 361_041]);
    assert_perft("9", "tromp-taylor", &[1, 82, 6643, 531_522]);
}

#[test]
#[ignore = "about 10 s optimised, a minute otherwise"]
fn deep_perft_counts_are_the_known_ones() {
    assert_perft("3", "chinese", &THREE_CGOS);
    assert_perft("3", "tromp-taylor", &THREE_TT);
    assert_perft("5", "chinese", &[1, 26, 651, 15650, 361_041, 7_984_104]);
}

/// Properties of a position that must not depend on the moves that led to it.
fn properties(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut legal = position.legal_moves();
    legal.sort_unstable();
    (position.hash(), legal, position.captured_by(), position.to_move(), position.ply())
}

/// Plays the moves that `choices` select. Compares the position with the slow reference board after each ply.
fn compare(size: Size, rules: Rules, choices: &[u32]) -> Result<(), TestCaseError> {
    let mut fast = Position::new(size, rules);
    let mut slow = Reference::new(size, rules.ko, rules.suicide);
    for &choice in choices {
        // A pass with probability 1/41, but never two consecutive ones, which would end the game.
        let action = if choice % 41 == 0 && slow.passes == 0 {
            Move::Pass
        } else {
            let legal_moves = fast.legal_moves();
            let points: Vec<_> = legal_moves.iter().copied().filter(|&m| m != Move::Pass).collect();
            match points.len() {
                0 if slow.passes == 0 => Move::Pass,
                // Neither colour can place a stone: start a new game.
                0 => {
                    fast = Position::new(size, rules);
                    slow = Reference::new(size, rules.ko, rules.suicide);
                    continue;
                }
                count => points[choice as usize % count],
            }
        };
        let copy = fast.clone();
        let expected = fast.hash();
        fast.try_play(action).map_err(|error| TestCaseError::fail(error.to_string()))?;
        slow.play(action);
        prop_assert_eq!(copy.hash(), expected, "a move of the original changed the copy");

        let setup = fast.setup();
        prop_assert_eq!(setup.stones(), &slow.stones[..]);
        prop_assert_eq!(fast.to_move(), slow.to_move);
        prop_assert_eq!(fast.captured_by(), ByColor::new(slow.prisoners[0], slow.prisoners[1]));
        let from_setup = Position::from_setup_unchecked(&fast.setup(), rules);
        prop_assert_eq!(fast.hash(), from_setup.hash(), "the hash does not depend only on the stones");
        prop_assert_eq!(fast.empty_count(), slow.stones.iter().filter(|stone| stone.is_none()).count());
        for (i, point) in size.points().enumerate() {
            let action = Move::Play(point);
            prop_assert_eq!(fast.is_legal(action), slow.is_legal(action), "legality of {}", point);
            prop_assert_eq!(fast.at(point), slow.stones[i]);
            if slow.stones[i].is_none() {
                prop_assert_eq!(fast.liberties(point), 0);
                continue;
            }
            let (chain, liberties) = slow.chain(&slow.stones, point);
            let mut members = fast.chain(point);
            members.sort_unstable();
            prop_assert_eq!(members, chain.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(fast.liberties(point) as usize, liberties.len());
            let touching = |p: &Point| size.neighbours(*p).filter(|n| liberties.contains(n)).count();
            prop_assert_eq!(fast.pseudo_liberties(point) as usize, chain.iter().map(touching).sum::<usize>());
        }
    }
    Ok(())
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let ko = prop_oneof![Just(Ko::Simple), Just(Ko::Positional), Just(Ko::Situational), Just(Ko::None)];
    (ko, any::<bool>()).prop_map(|(ko, suicide)| Rules { ko, suicide, ..Rules::default() })
}

fn any_size(max_side: u16) -> impl Strategy<Value = Size> {
    (1..=max_side, 1..=max_side).prop_map(|(width, height)| Size::new(width, height).unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    // 250 × 450 plies on small boards, where captures, kos and repetitions are frequent.
    #[test]
    fn small_boards_agree_with_the_slow_board(
        size in any_size(6), rules in any_rules(), choices in prop::collection::vec(any::<u32>(), 450)
    ) {
        compare(size, rules, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    // 24 × 400 plies on boards up to 25×25, which use every fixed storage.
    #[test]
    fn large_boards_agree_with_the_slow_board(
        size in any_size(25), rules in any_rules(), choices in prop::collection::vec(any::<u32>(), 400)
    ) {
        compare(size, rules, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    // 4 × 150 plies on boards too large for a fixed storage.
    #[test]
    fn huge_boards_agree_with_the_slow_board(
        side in 32_u16..40, rules in any_rules(), choices in prop::collection::vec(any::<u32>(), 150)
    ) {
        compare(Size::square(side).unwrap_or_default(), rules, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn replay_of_the_turns_from_the_origin_restores_the_position(size in any_size(7), rules in any_rules(), choices in prop::collection::vec(any::<u32>(), 60)) {
        let mut position = Position::new(size, rules);
        let mut earlier = Vec::new();
        for choice in choices {
            if position.is_over() {
                break;
            }
            let legal = position.legal_moves();
            earlier.push((position.clone(), properties(&position)));
            position.play_unchecked(legal[choice as usize % legal.len()]);
        }
        earlier.push((position.clone(), properties(&position)));
        for (position, before) in earlier {
            prop_assert_eq!((position.origin().hash(), position.origin().ply()), (Position::new(size, rules).hash(), 0));
            // Later moves of the original do not change the copy.
            prop_assert_eq!(&properties(&position), &before);
            let mut replayed = position.origin().into_owned();
            for turn in position.turns() {
                prop_assert!(replayed.try_play_as(turn.color, turn.action).is_ok());
            }
            prop_assert_eq!(properties(&replayed), before);
        }
    }

    // The paint brush and the NetLogo model change single stones.
    #[test]
    fn edits_of_single_stones_equal_a_set_up(size in any_size(8), edits in prop::collection::vec((any::<u32>(), any::<bool>()), 80)) {
        let mut position = Position::new(size, rules("netlogo-2016"));
        for (choice, black) in edits {
            let point = size.point(choice as usize % size.area());
            match position.at(point) {
                Some(_) => position.lift(point),
                None => position.put(point, if black { Color::Black } else { Color::White }),
            }
            let from_setup = Position::from_setup_unchecked(&position.setup(), rules("netlogo-2016"));
            prop_assert_eq!(position.hash(), from_setup.hash());
            prop_assert_eq!(position.stones(), from_setup.stones());
            for point in size.points() {
                prop_assert_eq!(position.pseudo_liberties(point), from_setup.pseudo_liberties(point));
                let (mut chain, mut expected_chain) = (position.chain(point), from_setup.chain(point));
                chain.sort_unstable();
                expected_chain.sort_unstable();
                prop_assert_eq!(chain, expected_chain);
            }
        }
    }
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    let board = "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .
    ";
    for preset in ["japanese", "chinese", "aga"] {
        let mut position = position_of(board, Color::Black, rules(preset));
        play(&mut position, "C3");
        assert_board(
            &position,
            "
            . . . . .
            . X O . .
            X . X O .
            . X O . .
            . . . . .
        ",
        );
        assert!(matches!(refusal(&position, "B3"), Some(PlayError::Ko(p)) if p == point("B3")), "{preset}");
        play(&mut position, "A1 E5");
        assert_eq!(refusal(&position, "B3"), None, "{preset}: the ko may be retaken after a threat");
    }
}

#[test]
fn a_snapback_recaptures_the_capturing_chain() {
    let mut position = position_of(
        "
        . . . . . .
        X X X X . .
        O O O X . .
        . X O X . .
        O O O X . .
        X X X X . .
    ",
        Color::White,
        rules("chinese"),
    );
    play(&mut position, "A3");
    assert_board(
        &position,
        "
        . . . . . .
        X X X X . .
        O O O X . .
        O . O X . .
        O O O X . .
        X X X X . .
    ",
    );
    play(&mut position, "B3");
    assert_board(
        &position,
        "
        . . . . . .
        X X X X . .
        . . . X . .
        . X . X . .
        . . . X . .
        X X X X . .
    ",
    );
    assert_eq!(position.captured_by(), ByColor::new(8, 1));
}

#[test]
fn a_double_ko_repeats_the_board_under_simple_ko() {
    let board = "
        . X O . . X O .
        X . X O X O . O
        . X O . . X O .
    ";
    for preset in ["japanese", "chinese", "new-zealand"] {
        let mut position = position_of(board, Color::White, rules(preset));
        let start = position.setup();
        play(&mut position, "B2");
        assert!(matches!(refusal(&position, "C2"), Some(PlayError::Ko(_))), "{preset}");
        play(&mut position, "G2");
        assert!(matches!(refusal(&position, "F2"), Some(PlayError::Ko(_))), "{preset}");
        play(&mut position, "pass C2");
        // Retaking the second ko repeats the first board, now with Black to move.
        if preset == "chinese" {
            assert_eq!(refusal(&position, "F2"), Some(PlayError::Superko(point("F2"))));
        } else {
            play(&mut position, "F2");
            assert_eq!(position.setup().stones(), start.stones(), "{preset}");
        }
    }
}

#[test]
fn a_triple_ko_repeats_endlessly_only_under_simple_ko() {
    let board = "
        . X O . . X O . . X O .
        X . X O X O . O X . X O
        . X O . . X O . . X O .
    ";
    let mut simple = position_of(board, Color::White, rules("japanese"));
    let start = simple.setup();
    for _ in 0..3 {
        play(&mut simple, "B2 G2 K2 C2 F2 L2");
        assert_eq!(simple.setup(), start);
    }
    for preset in ["chinese", "new-zealand"] {
        let mut superko = position_of(board, Color::White, rules(preset));
        play(&mut superko, "B2 G2 K2 C2 F2");
        assert_eq!(refusal(&superko, "L2"), Some(PlayError::Superko(point("L2"))), "{preset}");
    }
}

#[test]
fn sending_two_and_returning_one_repeats_the_board() {
    let board = "
        . . . . .
        X X O . .
        X X O O .
        . O . O .
    ";
    let after_sending = |preset| {
        let mut position = position_of(board, Color::White, rules(preset));
        play(&mut position, "A1 C1");
        assert_eq!(position.captured_by().black, 2);
        position
    };
    let mut simple = after_sending("japanese");
    play(&mut simple, "B1");
    assert_board(&simple, board);
    assert_eq!(refusal(&after_sending("chinese"), "B1"), Some(PlayError::Superko(point("B1"))));
    let mut situational = after_sending("new-zealand");
    play(&mut situational, "B1 pass");
    assert_eq!(
        refusal(&situational, "A1"),
        Some(PlayError::Superko(point("A1"))),
        "the second round would repeat the first"
    );
}

#[test]
fn suicide_of_several_stones_depends_on_the_rules() {
    let board = "
        . X O . .
        X X O . .
        O O O . .
        . . . . .
        . . . . .
    ";
    let allowed = position_of(board, Color::Black, rules("tromp-taylor"));
    let forbidden = position_of(board, Color::Black, rules("chinese"));
    assert_eq!(refusal(&forbidden, "A5"), Some(PlayError::Suicide(point("A5"))));
    let mut position = allowed;
    play(&mut position, "A5");
    assert_board(
        &position,
        "
        . . O . .
        . . O . .
        O O O . .
        . . . . .
        . . . . .
    ",
    );
    assert_eq!(position.captured_by(), ByColor::new(0, 4));
}

#[test]
fn suicide_of_one_stone_is_never_allowed() {
    let board = "
        . O .
        O . .
        . . .
    ";
    for preset in ["tromp-taylor", "new-zealand", "chinese", "japanese"] {
        let position = position_of(board, Color::Black, rules(preset));
        assert_eq!(refusal(&position, "A3"), Some(PlayError::Suicide(point("A3"))), "{preset}");
    }
}

#[test]
fn a_set_up_with_a_chain_without_liberties_is_refused() {
    let setup: Setup = "X O .\nO . .\n. . .".parse().unwrap_or_else(|error| panic!("{error}"));
    let refused =
        Position::from_setup(&setup, Rules::default()).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(refused, Err("the Black chain at A3 has no liberty".to_owned()));
}

#[test]
fn two_passes_end_the_game_and_area_counts() {
    let mut position = position_of(
        "
        . X O . .
        X X O O .
        . X X O O
        . X . X O
        . X X X O
    ",
        Color::Black,
        Rules { komi: 0.5, ..rules("chinese") },
    );
    play(&mut position, "pass pass");
    assert_eq!(position.score(), ByColor::new(15.0, 10.5));
    assert_eq!(position.outcome().map(|outcome| outcome.to_string()), Some("B+4.5".to_owned()));
    assert_eq!(position.try_play(Move::Pass), Err(PlayError::GameOver));
}

#[test]
fn territory_counts_prisoners_and_agreed_dead_stones() {
    let position = position_of(
        "
        . X . O .
        . X . O .
        . X . O .
        . X . O X
        . X . O .
    ",
        Color::Black,
        Rules { komi: 0.0, ..rules("japanese") },
    );
    assert_eq!(position.score(), ByColor::new(5.0, 0.0), "a Black stone is in White's corner");
    assert_eq!(position.score_with(&[point("E2")]), ByColor::new(5.0, 6.0));
}

#[test]
fn under_aga_rules_a_pass_costs_a_stone_and_white_passes_last() {
    let mut position = Position::new(size("5"), rules("aga"));
    play(&mut position, "C3 pass pass");
    assert!(!position.is_over(), "Black has passed last");
    play(&mut position, "pass");
    assert!(position.is_over());
    assert_eq!(position.captured_by(), ByColor::new(2, 1));
}

#[test]
fn the_first_capture_ends_atari_go() {
    let mut position = position_of("O X .\n. . .\n. . .", Color::Black, rules("atari-go"));
    assert_eq!(position.check(Move::Pass), Err(PlayError::NoPass));
    play(&mut position, "A2");
    assert_eq!(position.outcome().map(|outcome| outcome.to_string()), Some("B+Capture".to_owned()));
    assert_eq!(Position::new(size("1"), rules("atari-go")).outcome(), Some(Outcome::Draw));
}

#[test]
fn a_limit_of_stones_ends_the_game() {
    let limited = Rules { stones_each: Some(2), ..Rules::default() };
    let mut position = Position::new(size("5"), limited);
    play(&mut position, "C3 D4 B2");
    assert!(!position.is_over());
    play(&mut position, "pass");
    assert_eq!(refusal(&position, "A1"), Some(PlayError::NoStonesLeft(Color::Black)));
    play(&mut position, "pass");
    assert!(position.is_over(), "both have passed");
    let mut position = Position::new(size("5"), limited);
    play(&mut position, "C3 D4 B2 E5");
    assert!(position.is_over(), "both have placed all their stones");
}

#[test]
fn the_netlogo_taboo_replaces_the_rules_of_go() {
    let rules = rules("netlogo-2016");
    let setup: Setup = ". X .\nX . .\n. . .".parse().unwrap_or_else(|error| panic!("{error}"));
    let position = Position::from_setup_unchecked(&setup, rules);
    assert_eq!(refusal(&position, "A3"), Some(PlayError::NeighboursOfOneColor(point("A3"))));
    assert_eq!(refusal(&position, "C3"), None);
    assert_eq!(position.check(Move::Pass), Err(PlayError::PassWhilePlayable(Color::Black)));
}

#[test]
fn handicap_stones_are_on_the_star_points() {
    let mut position = Position::new(size("9"), Rules::default());
    assert!(position.place_handicap(5).is_ok());
    assert_board(
        &position,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
    ",
    );
    assert_eq!(position.to_move(), Color::White);
    assert!(Position::new(size("5"), Rules::default()).place_handicap(2).is_err());
    assert!(Position::new(size("8"), Rules::default()).place_handicap(5).is_err());
}
