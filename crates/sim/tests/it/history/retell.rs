//! Games replayed from the action of each ply, and sequences of plies that no game can have.

use crate::support;
use stonefield_go::{Color, Move, PlayError, Rules, Size};
use stonefield_sim::history::{Heading, RetellError};
use stonefield_sim::{Choice, GameSetup, Opening, Session, state_hash};

fn setup(rules: &str, size: u16, game: u64) -> GameSetup {
    let opening = Opening { plies: 4, game, ..Opening::default() };
    GameSetup { opening, seed: 7, game, ..support::setup(size, rules, "random", "sensible") }
}

/// Replays every played game: each ply is legal in its position.
#[test]
fn games_under_all_rules_are_replayed() {
    for rules in Rules::names() {
        for game in 0..12 {
            let setup = setup(rules, 5, game);
            let mut played = Session::new(&setup, Some(Heading::default())).expect("a game");
            played.play_out(400);
            let choices: Vec<_> = played.record().choices().collect();
            let replayed = Session::retold(&setup, Heading::default(), choices.iter().copied());
            let replayed = replayed.unwrap_or_else(|error| panic!("{rules}, game {game}: {error}"));
            let hash = |session: &Session| state_hash(session.world(), session.goban());
            assert_eq!(replayed.record().choices().collect::<Vec<_>>(), choices, "{rules}, game {game}");
            assert_eq!(hash(&replayed), hash(&played), "{rules}, game {game}");
        }
    }
}

#[test]
fn an_impossible_ply_is_refused_by_number() {
    let setup = GameSetup { opening: Opening::default(), ..setup("chinese", 5, 0) };
    let play = |point: &str| Choice::Move(Move::Play(point.parse().expect("a point")));
    let pass = Choice::Move(Move::Pass);
    let tell = |plies: &[(Color, Choice)]| {
        let result = Session::retold(&setup, Heading::default(), plies.iter().copied());
        result.map(drop).expect_err("no such game")
    };
    use Color::{Black, White};
    assert!(matches!(tell(&[(White, pass)]), RetellError::Turn { number: 1, color: White }));
    assert!(matches!(tell(&[(Black, pass), (Black, pass)]), RetellError::Turn { number: 2, .. }));
    let twice = tell(&[(Black, play("C3")), (White, play("C3"))]);
    assert!(matches!(twice, RetellError::Illegal { number: 2, why: PlayError::Occupied(_), .. }), "{twice}");
    assert_eq!(twice.to_string().lines().count(), 1);
    for end in [Choice::Resign, Choice::Late, Choice::Fail] {
        assert!(matches!(tell(&[(Black, end), (White, pass)]), RetellError::Over(2)), "{end:?}");
    }
    // Ten million plies after the end are refused at the first one.
    let passes = [(Black, pass), (White, pass)].into_iter().cycle().take(10_000_000);
    let result = Session::retold(&setup, Heading::default(), passes).map(drop);
    assert!(matches!(result, Err(RetellError::Over(3))));
    // A game that has no text is refused before its first ply.
    let large = GameSetup { size: Size::square(60).expect("a size"), ..setup.clone() };
    let mut asked = 0;
    let plies = std::iter::from_fn(|| {
        asked += 1;
        Some((Black, pass))
    });
    assert!(matches!(
        Session::retold(&large, Heading::default(), plies).map(drop),
        Err(RetellError::History(_))
    ));
    assert_eq!(asked, 0);
}
