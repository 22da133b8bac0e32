//! Records of games of positions, written and read again.

use stonefield_go::notation::sgf::{Collection, Replay, TooLarge, handicap_of, read, size_of, write};
use stonefield_go::{Color, Outcome, Position, Rules, Size, WinBy};

fn position(size: &str, rules: &str) -> Position {
    Position::new(size.parse().expect("a size"), Rules::preset(rules).expect("a preset"))
}

fn play(game: &mut Position, moves: &str) {
    for name in moves.split_whitespace() {
        game.try_play(name.parse().expect("a move")).expect("legal");
    }
}

#[test]
fn a_record_replays_to_the_position_that_it_was_written_of() {
    let mut handicap = position("9x9", "japanese");
    handicap.place_handicap(4).expect("a handicap");
    play(&mut handicap, "E5 pass");
    let mut white_first = position("7x5", "aga");
    white_first.set_to_move(Color::White);
    play(&mut white_first, "C3 pass B2");
    let mut handed = position("5x5", "chinese");
    handed.hand_turn(Color::White);
    let mut edited = position("5x5", "new-zealand");
    play(&mut edited, "A1 B2");
    edited.lift("A1".parse().expect("a point"));
    play(&mut edited, "C3");
    let mut capture = position("5x5", "atari-go");
    play(&mut capture, "A1 B1 C3 A2");
    for (game, handicap) in [(handicap, 4), (white_first, 0), (handed, 0), (edited, 0), (capture, 0)] {
        let text = write(&Collection::of_game(&game, game.outcome()).expect("a board that SGF can name"));
        let reading = read(&text).expect("a record");
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        let root = reading.collection.node(reading.collection.games()[0]);
        let last = root.main_line().last().expect("a node");
        let replayed = Replay::after_node(last).expect("a size");
        let replayed = replayed.position();
        assert_eq!(
            (replayed.setup(), handicap_of(root)),
            (game.setup(), handicap),
            "{:?}",
            reading.collection
        );
        assert_eq!(size_of(root), Ok(game.size()));
        assert_eq!(root.text("RE").is_some(), game.is_over());
        let moves = root.main_line().skip(1).count();
        assert_eq!(moves, game.turns().count());
    }
}

#[test]
fn the_caller_says_how_a_game_ended() {
    let mut game = position("9x9", "japanese");
    play(&mut game, "E5 C3 pass pass");
    let result = |outcome| {
        let games = Collection::of_game(&game, outcome).expect("a board that SGF can name");
        games.node(games.games()[0]).text("RE")
    };
    assert_eq!(result(game.outcome()).as_deref(), Some("W+6.5"));
    let dead = ["C3".parse().expect("a point")];
    assert_eq!(result(game.outcome_with(&dead)).as_deref(), Some("B+74.5"));
    let resigned = Outcome::Win { winner: Color::Black, by: WinBy::Resignation };
    assert_eq!(result(Some(resigned)).as_deref(), Some("B+R"));
    assert_eq!(result(None), None);
}

#[test]
fn boards_beyond_the_names_of_sgf_are_refused() {
    let size = Size::new(53, 9).expect("a size");
    let game = Position::new(size, Rules::default());
    assert_eq!(Collection::of_game(&game, None).err(), Some(TooLarge(size)));
}
