//! The record of a game: no played move is lost, and every node can be visited.

use crate::support::mirror_setup;
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::prelude::App;
use proptest::prelude::*;
use stonefield_go::notation::sgf::{self, Collection, Mark, NodeId, NodeRef, Replay};
use stonefield_go::{Color, Move, Point, Rules};
use stonefield_search::Evaluation;
use stonefield_sim::history::{Heading, Navigate, Note, ReplayVerdict, open, setup_of, verify};
use stonefield_sim::{
    At, Brush, Check, GameRecord, GameSetup, Occupancy, Opening, Referee, Refused, Request, RequestKind,
    Seats, Session, Stone, Tally, agree, create_app, seek, spawn_goban, state_hash,
};

/// Starts a new game.
fn game(setup: &GameSetup) -> (App, Entity) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
    GameRecord::keep_text(app.world_mut(), goban, Heading::default());
    (app, goban)
}

/// Opens a record.
fn opened(text: &str) -> (App, Entity) {
    let mut app = create_app();
    let games = sgf::read_text(text).expect("a game").collection;
    let root = games.games()[0];
    let opened_game = open(app.world_mut(), games, root, Heading::default()).expect("can be shown");
    (app, opened_game.goban)
}

fn request(app: &mut App, goban: Entity, request: RequestKind) -> Option<String> {
    app.world_mut().write_message(Request { goban, kind: request });
    app.update();
    let mut messages = app.world_mut().resource_mut::<Messages<Refused>>();
    messages.drain().map(|refused| refused.reason).next()
}

fn play(app: &mut App, goban: Entity, point: &str) {
    let refused = request(app, goban, RequestKind::Move(point.parse().expect("a move")));
    assert_eq!(refused, None, "{point}");
}

fn games(app: &App, goban: Entity) -> &Collection {
    app.world().get::<GameRecord>(goban).expect("a record").text().expect("it can be written")
}

fn here(app: &App, goban: Entity) -> NodeRef<'_> {
    app.world().get::<GameRecord>(goban).expect("a record").here()
}

fn text(app: &App, goban: Entity) -> String {
    String::from_utf8(sgf::write(games(app, goban))).expect("UTF-8")
}

fn board(app: &App, goban: Entity) -> String {
    app.world().get::<Referee>(goban).expect("a game").position.setup().to_string()
}

/// Checks that the goban shows the position of its node by the rules of Go.
fn shows_its_node(app: &mut App, goban: Entity) {
    let node = here(app, goban);
    let replay = Replay::after_node(node).expect("a board");
    let stones = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        stones(board(app, goban)),
        stones(replay.position().setup().to_string()),
        "{}",
        text(app, goban)
    );
    assert_eq!(agree(app.world_mut(), goban), Ok(()));
}

fn all_nodes(games: &Collection, root: NodeId) -> Vec<NodeId> {
    games.node(root).preorder().map(NodeRef::id).collect()
}

#[test]
fn played_moves_stay_when_a_variation_is_played() {
    let (mut app, goban) = game(&mirror_setup("9", "chinese", "human"));
    for point in ["C3", "G7", "C7"] {
        play(&mut app, goban, point);
    }
    request(&mut app, goban, RequestKind::Seek(1));
    for point in ["E5", "G3"] {
        play(&mut app, goban, point);
    }
    request(&mut app, goban, RequestKind::Navigate(Navigate::By(-1)));
    play(&mut app, goban, "D4");
    assert!(
        text(&app, goban).ends_with(";B[cg]\n(;W[gc];B[cc])\n(;W[ee]\n(;B[gg])\n(;B[df])))\n"),
        "{}",
        text(&app, goban)
    );
    // A move that is in the record already leads to its node.
    request(&mut app, goban, RequestKind::Navigate(Navigate::First));
    let before = games(&app, goban).len();
    for point in ["C3", "G7"] {
        play(&mut app, goban, point);
    }
    assert_eq!(games(&app, goban).len(), before);
    assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::By(1))), None);
    assert_eq!(here(&app, goban).value("B"), Some("cc"), "the tree knows how it went on");
    shows_its_node(&mut app, goban);
    for node in all_nodes(games(&app, goban), games(&app, goban).games()[0]) {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(node))), None);
        assert_eq!(here(&app, goban).id(), node);
        shows_its_node(&mut app, goban);
    }
}

const STRANGE: &str = "(;GM[1]FF[4]SZ[9]KGSDE[a:b]XX[1][2]C[first]AB[cc][gg]\
    (;W[ee]C[a\\]b]TR[aa];B[dd]ZZ[y];N[only a name];W[ff](;B[aa])(;AE[cc]AW[cb]AB[ia]PL[W]C[set up];W[hh]))\
    (;B[cf];C[two black];B[fc];W[ee];W[ed]))(;SZ[5]C[second])";

#[test]
fn variations_and_unknown_properties_survive() {
    let (mut app, goban) = opened(STRANGE);
    let before = sgf::read_text(STRANGE).expect("a game").collection;
    assert_eq!(*games(&app, goban), before);
    let root = games(&app, goban).games()[0];
    let mut states = Vec::new();
    for node in all_nodes(&before, root) {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(node))), None, "{node:?}");
        assert_eq!(here(&app, goban).id(), node);
        shows_its_node(&mut app, goban);
        let to_move = app.world().get::<Seats>(goban).expect("seats").to_move();
        let says = Replay::after_node(here(&app, goban)).expect("a board").position().to_move();
        assert_eq!(to_move, Some(says), "{node:?}");
        states.push((node, state_hash(app.world(), goban)));
    }
    for (node, hash) in states.into_iter().rev() {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(node))), None);
        assert_eq!(state_hash(app.world(), goban), hash, "the same node is the same board");
    }
    assert_eq!(*games(&app, goban), before, "walking changes nothing");
    assert!(!app.world().get::<GameRecord>(goban).expect("a record").would_lose_data());

    // Adds a variation in the middle, then saves and opens the record.
    let set_up = games(&app, goban).node(root).preorder().find(|node| node.value("PL").is_some());
    let set_up = set_up.expect("there").id();
    request(&mut app, goban, RequestKind::Navigate(Navigate::To(set_up)));
    play(&mut app, goban, "A9");
    assert_eq!(here(&app, goban).value("W"), Some("aa"));
    assert!(app.world().get::<GameRecord>(goban).expect("a record").would_lose_data());
    let saved = text(&app, goban);
    for part in ["KGSDE[a:b]XX[1][2]", "ZZ[y]", "TR[aa]", "(;W[hh])", "(;W[aa])", "C[second]", "C[a\\]b]"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    let (mut again, goban) = opened(&saved);
    let new = games(&again, goban).node(root).preorder().find(|node| node.value("W") == Some("aa"));
    let new = new.expect("there").id();
    assert_eq!(request(&mut again, goban, RequestKind::Navigate(Navigate::To(new))), None);
    shows_its_node(&mut again, goban);
}

#[test]
fn navigation_visits_the_tree() {
    let (mut app, goban) = opened(
        "(;SZ[9]N[a];B[cc]N[b](;W[dd]N[c];B[ee]N[d](;W[ff]N[e])(;W[fg]N[f]))(;W[de]N[g];C[x]N[h];B[ef]N[i];W[aa]N[j]))",
    );
    let mut name = |way| {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(way)), None);
        shows_its_node(&mut app, goban);
        here(&app, goban).text("N").expect("a name")
    };
    let ways = [
        (Navigate::By(3), "d"),
        (Navigate::Sibling(1), "h"),
        (Navigate::By(1), "i"),
        (Navigate::By(-2), "g"),
        (Navigate::Sibling(1), "g"),
        (Navigate::Sibling(-1), "c"),
        (Navigate::Last, "e"),
        (Navigate::Sibling(1), "f"),
        (Navigate::Sibling(1), "i"),
        (Navigate::Sibling(-1), "e"),
        (Navigate::PreviousBranch, "d"),
        (Navigate::PreviousBranch, "b"),
        (Navigate::PreviousBranch, "a"),
        (Navigate::NextBranch, "b"),
        (Navigate::By(100), "e"),
        (Navigate::First, "a"),
        (Navigate::By(-1), "a"),
    ];
    for (way, expected) in ways {
        assert_eq!(name(way), expected, "{way:?}");
    }
}

#[test]
fn notes_are_written_and_branches_removed() {
    let (mut app, goban) = opened("(;SZ[9];B[cc](;W[dd];B[ee])(;W[de]))");
    let root = games(&app, goban).games()[0];
    request(&mut app, goban, RequestKind::Navigate(Navigate::By(3)));
    let deep = here(&app, goban).id();
    for note in [
        Note::Comment("one ] two\nthree \\".to_owned()),
        Note::Name("here".to_owned()),
        Note::Mark(Mark::Square, Point::new(0, 0)),
        Note::Label(Point::new(1, 0), "A:b".to_owned()),
    ] {
        assert_eq!(request(&mut app, goban, RequestKind::Note(deep, note)), None);
    }
    assert!(text(&app, goban).contains(";B[ee]C[one \\] two\nthree \\\\]N[here]SQ[ai]LB[bi:A\\:b]"));
    let branch = here(&app, goban).parent().expect("a parent").id();
    let other = games(&app, goban).node(branch).next_sibling().expect("a variation").id();
    assert_eq!(request(&mut app, goban, RequestKind::Note(other, Note::Main)), None);
    assert_eq!(here(&app, goban).id(), deep, "where one stands stays");
    assert_eq!(request(&mut app, goban, RequestKind::Note(branch, Note::Remove)), None);
    assert_eq!(here(&app, goban).value("B"), Some("cc"), "the branch one stood on is left");
    assert_eq!(text(&app, goban), "(;SZ[9];B[cc];W[de])\n");
    let record = app.world().get::<GameRecord>(goban).expect("a record");
    assert_eq!((record.now(), record.last()), (1, 1));
    assert!(
        request(&mut app, goban, RequestKind::Navigate(Navigate::To(deep)))
            .is_some_and(|why| why.contains("no longer"))
    );
    assert!(
        request(&mut app, goban, RequestKind::Note(root, Note::Remove))
            .is_some_and(|why| why.contains("first node of a game cannot be removed"))
    );
    assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::By(1))), None);
    assert_eq!(here(&app, goban).value("W"), Some("de"));
    shows_its_node(&mut app, goban);
}

#[test]
fn a_record_that_goes_on_after_two_passes_is_shown_whole() {
    let (mut app, goban) = opened("(;SZ[9];B[cc];W[];B[];C[counted]TB[aa];W[dd](;B[ee])(;B[ef]))");
    let over = |app: &App| app.world().get::<Tally>(goban).expect("a tally").outcome.is_some();
    let nodes = all_nodes(games(&app, goban), games(&app, goban).games()[0]);
    for (at, &node) in nodes.iter().enumerate().rev().chain(nodes.iter().enumerate()) {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(node))), None);
        assert_eq!((here(&app, goban).id(), over(&app)), (node, (3..5).contains(&at)));
        shows_its_node(&mut app, goban);
    }
}

#[test]
fn navigation_beyond_the_end_of_a_game_is_refused() {
    let (mut app, goban) = game(&mirror_setup("5", "atari-go", "random"));
    request(&mut app, goban, RequestKind::Step(200));
    let moves = app.world().get::<GameRecord>(goban).expect("a record").moves().count();
    let longer = text(&app, goban).replace(")\n", ";C[taken](;B[ee])(;B[ae];W[aa]))\n");
    let (mut app, goban) = opened(&longer);
    let nodes = all_nodes(games(&app, goban), games(&app, goban).games()[0]);
    assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(nodes[moves + 1]))), None);
    assert_eq!(here(&app, goban).text("C").as_deref(), Some("taken"));
    for node in &nodes[moves + 2..] {
        let why = request(&mut app, goban, RequestKind::Navigate(Navigate::To(*node))).expect("a reason");
        assert!(why.contains(&format!("ends after move {moves}")), "{why}");
        assert_eq!(here(&app, goban).text("C").as_deref(), Some("taken"));
    }
}

#[test]
fn evaluations_are_stored_with_their_moves() {
    let mut session =
        Session::new(&mirror_setup("9", "chinese", "human"), Some(Heading::default())).expect("a game");
    let play = |session: &mut Session, color, at: &str| {
        session.play(color, at.parse().expect("a move")).expect("a legal move");
    };
    let (black, white) = (Color::Black, Color::White);
    play(&mut session, black, "C3");
    play(&mut session, white, "C4");
    play(&mut session, black, "D4");
    session.note_mind(black, Evaluation { winrate: Some(0.25), lead: Some(-3.5) }, "mcts");
    play(&mut session, white, "E5");
    play(&mut session, black, "G7");
    let evaluations = |session: &Session| {
        let win_rates = |color| {
            let ticks = session.record().line_from(0);
            ticks.filter_map(move |tick| Some((tick.row.tick, tick.said[color].winrate?))).collect()
        };
        [black, white].map(win_rates)
    };
    let properties = |session: &Session| {
        let text = session.record().line_text().expect("a text");
        let line = text.node(text.games()[0]).main_line();
        let of_node = |node: NodeRef<'_>| (node.value("SBKV").map(str::to_owned), node.real("SBKS"));
        line.map(of_node).collect::<Vec<_>>()
    };
    let (silent, once) = ((None, None), (Some("25.00".to_owned()), Some(-3.5)));
    let whole = [&silent, &silent, &silent, &once, &silent, &silent].map(Clone::clone);
    assert_eq!(evaluations(&session), [vec![(3, 0.25)], vec![]]);
    assert_eq!((properties(&session), session.record().mind(black)), (whole.to_vec(), Some("mcts")));
    let spoken = session.record().here().id();
    session.navigate(Navigate::By(-3)).expect("a way back");
    play(&mut session, black, "A1");
    assert_eq!(
        (evaluations(&session), session.record().mind(black)),
        ([vec![], vec![]], None),
        "a new branch"
    );
    assert_eq!(properties(&session), vec![silent; 4]);
    session.navigate(Navigate::To(spoken)).expect("it is still there");
    assert_eq!((evaluations(&session), properties(&session)), ([vec![(3, 0.25)], vec![]], whole.to_vec()));
    let ticks = |first| session.record().rows_from(first).map(|row| row.tick).collect::<Vec<_>>();
    assert_eq!((ticks(0), ticks(4), ticks(6), ticks(99)), ((0..6).collect(), vec![4, 5], vec![], vec![]));
}

#[test]
fn half_a_tick_of_the_netlogo_world_can_be_removed() {
    let (mut app, goban) = game(&mirror_setup("8", "netlogo-2016", "netlogo"));
    request(&mut app, goban, RequestKind::Step(12));
    for _ in 0..6 {
        let node = here(&app, goban).id();
        assert_eq!(request(&mut app, goban, RequestKind::Note(node, Note::Remove)), None);
        assert!(games(&app, goban).node(node).parent().is_none());
        shows_its_node(&mut app, goban);
    }
    request(&mut app, goban, RequestKind::Step(3));
    shows_its_node(&mut app, goban);
}

#[test]
fn rules_that_end_a_game_early_keep_its_board() {
    let text = "(;SZ[3]KM[7.5];B[ac];W[ba];W[ab];B[ab];B[cb];W[bb];B[cc];W[bc];B[aa];W[ab])";
    let games = sgf::read_text(text).expect("a game").collection;
    let root = games.games()[0];
    let rules = Rules::preset("japanese").expect("rules");
    let mut session = Session::open(games, root, rules, Heading::default()).expect("playable");
    session.navigate(Navigate::Last).expect("an end");
    let before = session.position().setup().to_string();
    session.set_rules(Rules::preset("atari-go").expect("rules")).expect("they are played in turns");
    assert_eq!(session.position().setup().to_string(), before);
    session.set_rules(rules).expect("they are played in turns");
    assert_eq!(session.position().setup().to_string(), before);
    assert!(session.undo(3));
}

#[test]
fn rows_follow_a_change_of_komi_during_a_game() {
    let rules = |komi| {
        let mut rules = Rules { komi, ..Rules::preset("netlogo-2016").expect("rules") };
        if let Some(quirks) = &mut rules.quirks {
            quirks.pass_only_when_stuck = false;
        }
        rules
    };
    let game = |komi| {
        let setup = GameSetup { rules: rules(komi), ..mirror_setup("8", "netlogo-2016", "netlogo") };
        let mut session = Session::new(&setup, Some(Heading::default())).expect("a game");
        session.play_out(9);
        session
    };
    let rows = |session: &Session| session.record().rows().collect::<Vec<_>>();
    let (mut session, other) = (game(0.5), game(6.5));
    assert_ne!(rows(&session), rows(&other));
    session.navigate(Navigate::By(-4)).expect("it was played");
    session.set_rules(rules(6.5)).expect("a game");
    for way in [Navigate::By(0), Navigate::Last, Navigate::First, Navigate::Last] {
        session.navigate(way).expect("it was played");
        let own_rows = rows(&session);
        assert_eq!(own_rows, rows(&other)[..own_rows.len()]);
    }
    assert_eq!(rows(&session).len(), 10);
    assert_eq!(state_hash(session.world(), session.goban()), state_hash(other.world(), other.goban()));
}

#[test]
fn every_moment_of_a_long_game_can_be_restored_and_branched_from() {
    let filled = GameSetup {
        opening: Opening { fill: 0.3, ..Default::default() },
        check: Check::Sample,
        ..mirror_setup("72", "chinese", "sensible")
    };
    let mut session = Session::new(&filled, None).expect("a game");
    let hash = |session: &Session| state_hash(session.world(), session.goban());
    let mut moments = Vec::new();
    for ticks in [700, 900, 1100, 1300] {
        session.play_out(ticks);
        moments.push((session.record().now(), hash(&session)));
    }
    let rows = session.record().rows().collect::<Vec<_>>();
    assert!(rows.iter().map(|row| row.tick).eq(0..=4000) && rows.iter().any(|row| row.changes.captures > 3));
    let line = session.record().line().to_vec();
    for at in [1, 0, 2, 3] {
        let (tick, then) = moments[at];
        session.navigate(Navigate::To(line[tick as usize])).expect("it was played");
        assert_eq!((session.record().now(), hash(&session)), (tick, then));
        assert!(session.record().rows_from(600).eq(rows[600..=tick as usize].iter().copied()));
    }
    // A branch in the middle, then back to the end of the first line.
    session.navigate(Navigate::To(line[1500])).expect("it was played");
    session.play(Color::Black, Move::Pass).expect("a pass");
    session.play(Color::White, Move::Pass).expect("a pass");
    assert_eq!(session.record().now(), 1502);
    let children = session.record().games().node(line[1500]).children().map(NodeRef::id).collect::<Vec<_>>();
    assert_eq!((children.len(), children[0]), (2, line[1501]));
    session.navigate(Navigate::To(line[4000])).expect("it was played");
    assert_eq!(hash(&session), moments[3].1);
    assert!(session.record().rows().eq(rows.iter().copied()) && session.record().line() == line);
}

/// Checks that each stone's components match the goban's data for its id.
fn assert_stones_are_themselves(session: &Session) {
    let (world, goban) = (session.world(), session.goban());
    let occupancy = world.get::<Occupancy>(goban).expect("a goban");
    for id in occupancy.ids() {
        let stone = world.entity(occupancy.entity(id).expect("it stands"));
        let (it, at) = (stone.get::<Stone>().expect("a stone"), stone.get::<At>().expect("a place").0);
        assert_eq!((it.id, occupancy.index_of(id)), (id, occupancy.size().index(at)));
        assert_eq!(session.position().at(at), Some(it.color));
    }
    assert_eq!(agree(world, goban), Ok(()));
}

#[test]
fn stones_of_two_long_variations_stay_apart() {
    let mut session =
        Session::new(&mirror_setup("13", "chinese", "sensible"), Some(Heading::default())).expect("a game");
    session.play_out(140);
    let first = session.record().line().to_vec();
    session.navigate(Navigate::By(-130)).expect("it was played");
    session.play(session.position().to_move(), Move::Pass).expect("a pass");
    session.play_out(100);
    let second = session.record().line().to_vec();
    assert_ne!(first[20], second[20]);
    // Jumps between the two variations, between stored keyframes and the ticks after them.
    for (line, at) in [(&first, 70), (&second, 70), (&first, 139), (&second, 100), (&first, 128)] {
        session.navigate(Navigate::To(line[at])).expect("it was played");
        assert_stones_are_themselves(&session);
    }
    session.navigate(Navigate::To(first[139])).expect("it was played");
    session.play_out(60);
    session.navigate(Navigate::By(-5)).expect("it was played");
    assert_stones_are_themselves(&session);
    session.navigate(Navigate::To(second[100])).expect("it was played");
    assert_stones_are_themselves(&session);
}

#[test]
fn a_session_plays_out_of_turn_takes_back_and_changes_rules() {
    let mut session =
        Session::new(&mirror_setup("5", "chinese", "human"), Some(Heading::default())).expect("a game");
    let play = |session: &mut Session, color, at: &str| session.play(color, at.parse().expect("a move"));
    let (black, white) = (Color::Black, Color::White);
    for (color, at) in [(black, "C3"), (black, "C4"), (white, "B3"), (white, "pass"), (black, "pass")] {
        assert_eq!(play(&mut session, color, at), Ok(()));
    }
    assert!(session.position().is_over() && session.position().turns().count() == 5);
    // A game that ended by two passes continues.
    assert_eq!(play(&mut session, white, "D3"), Ok(()));
    assert!(play(&mut session, black, "D3").is_err());
    let stones = |session: &Session| session.position().setup().to_string();
    let before = stones(&session);
    assert_eq!(play(&mut session, black, "E5"), Ok(()));
    assert!(session.undo(1));
    assert_eq!(stones(&session), before);
    let rules = Rules { komi: 0.5, ..Rules::preset("tromp-taylor").expect("rules") };
    session.set_rules(rules).expect("they are played in turns");
    assert_eq!((stones(&session), session.position().rules()), (before, &rules));
    let turns = session.record().turns().map(|(color, action)| format!("{} {action}", color.letter()));
    assert_eq!(turns.collect::<Vec<_>>(), ["B C3", "B C4", "W B3", "W pass", "B pass", "W D3"]);
    let text = String::from_utf8(sgf::write(&session.record().line_text().expect("a text"))).expect("UTF-8");
    assert!(text.ends_with(";B[cc];B[cb];W[bc];W[];B[];W[dc])\n"), "{text}");
    assert!(!session.undo(7) && session.undo(6));
    assert_eq!(session.position().empty_count(), 25);
    assert!(!session.undo(1));
}

#[test]
fn a_resignation_has_no_node_and_navigation_passes_it() {
    let (mut app, goban) = game(&mirror_setup("9", "chinese", "human"));
    play(&mut app, goban, "C3");
    play(&mut app, goban, "G7");
    assert_eq!(request(&mut app, goban, RequestKind::Resign), None);
    let over = |app: &App| app.world().get::<Tally>(goban).expect("a tally").outcome.is_some();
    assert!(over(&app));
    assert!(text(&app, goban).contains("RE[W+R]") && text(&app, goban).ends_with(";B[cg];W[gc])\n"));
    let mut go = |way| {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(way)), None);
        (here(&app, goban).depth(), over(&app))
    };
    assert_eq!(go(Navigate::By(-1)), (2, false));
    assert_eq!(go(Navigate::By(1)), (2, true));
    assert_eq!(go(Navigate::First), (0, false));
    assert_eq!(go(Navigate::Last), (2, true));
    assert_eq!(go(Navigate::By(-2)), (1, false));
    // From before the resignation play continues, and the game has no result.
    request(&mut app, goban, RequestKind::Navigate(Navigate::By(1)));
    play(&mut app, goban, "E5");
    assert!(text(&app, goban).ends_with(";B[cg];W[gc];B[ee])\n") && !text(&app, goban).contains("RE["));
}

#[test]
fn games_of_minds_are_restored_from_their_record_with_their_result() {
    for (size, rules, brain) in
        [("7", "chinese", "sensible"), ("6", "netlogo-2016", "netlogo"), ("8", "netlogo-2016", "netlogo")]
    {
        let (mut app, goban) = game(&mirror_setup(size, rules, brain));
        request(&mut app, goban, RequestKind::Step(30));
        request(&mut app, goban, RequestKind::Seek(4));
        request(&mut app, goban, RequestKind::Step(1));
        let replayed = games(&app, goban).len();
        request(&mut app, goban, RequestKind::Step(400));
        assert!(app.world().get::<Tally>(goban).expect("a tally").outcome.is_some(), "{rules}");
        let games = games(&app, goban).clone();
        let root = games.node(games.games()[0]);
        assert!(
            root.preorder().all(|node| !node.has_variations()),
            "the same minds play the same: {games:?}"
        );
        assert!(root.text("RE").is_some() && replayed <= games.len());
        assert_eq!(sgf::check(&games), []);
        assert!(setup_of(root).expect("sound").is_some());
        let verdict = verify(create_app().world_mut(), root).expect("can be played anew");
        assert!(matches!(verdict, ReplayVerdict::Same { .. }), "{verdict:?}");
        assert!(
            !app.world().get::<GameRecord>(goban).expect("a record").would_lose_data(),
            "seeds bring it back"
        );
        // By ticks and, if a tick is one node, node by node.
        let last = app.world().get::<GameRecord>(goban).expect("a record").last();
        for tick in [0, last / 2, last] {
            seek(app.world_mut(), goban, tick);
            shows_its_node(&mut app, goban);
        }
        let written = text(&app, goban);
        let (mut again, other) = opened(&written);
        request(&mut again, other, RequestKind::Navigate(Navigate::Last));
        assert_eq!(state_hash(again.world(), other), state_hash(app.world(), goban), "{rules}");
        assert_eq!(text(&again, other), written);
    }
}

#[test]
fn the_netlogo_world_has_variations_too() {
    let (mut app, goban) = game(&mirror_setup("8", "netlogo-2016", "netlogo"));
    request(&mut app, goban, RequestKind::Step(12));
    request(&mut app, goban, RequestKind::Seek(5));
    let empty = {
        let position = &app.world().get::<Referee>(goban).expect("a game").position;
        position.size().points().find(|point| position.at(*point).is_none()).expect("an empty point")
    };
    request(&mut app, goban, RequestKind::Paint(empty, Brush::Black));
    request(&mut app, goban, RequestKind::Step(6));
    shows_its_node(&mut app, goban);
    let root = games(&app, goban).games()[0];
    let leaves: Vec<NodeId> = all_nodes(games(&app, goban), root)
        .into_iter()
        .filter(|node| games(&app, goban).node(*node).first_child().is_none())
        .collect();
    assert_eq!(leaves.len(), 2);
    for leaf in leaves {
        assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::To(leaf))), None);
        shows_its_node(&mut app, goban);
        assert_eq!(here(&app, goban).id(), leaf);
    }
}

#[test]
fn a_board_without_letters_has_a_tree_and_no_text() {
    let (mut app, goban) = game(&mirror_setup("53", "chinese", "sensible"));
    request(&mut app, goban, RequestKind::Navigate(Navigate::By(3)));
    request(&mut app, goban, RequestKind::Navigate(Navigate::By(-1)));
    assert_eq!(
        app.world().get::<GameRecord>(goban).map(|record| (record.now(), record.last())),
        Some((2, 3))
    );
    let record = app.world().get::<GameRecord>(goban).expect("there");
    assert!(record.text().err().is_some_and(|why| why.to_string().contains("at most 52")));
    // The played moves stay in the record.
    let point = Point::new(50, 50);
    request(&mut app, goban, RequestKind::Paint(point, Brush::White));
    let stone = |app: &App| app.world().get::<Referee>(goban).expect("a game").position.at(point);
    assert_eq!(stone(&app), Some(Color::White));
    assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::Sibling(-1))), None);
    assert_eq!((here(&app, goban).depth(), stone(&app)), (3, None));
    assert_eq!(request(&mut app, goban, RequestKind::Navigate(Navigate::Sibling(1))), None);
    assert_eq!((here(&app, goban).depth(), stone(&app)), (3, Some(Color::White)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// After any sequence of edits, the tree has only grown, and the board shows the node.
    #[test]
    fn no_node_is_lost(deeds in proptest::collection::vec((0..9_u8, any::<u16>()), 1..40)) {
        let (mut app, goban) = game(&mirror_setup("5", "chinese", "human"));
        let mut moves = 0;
        for (deed, number) in deeds {
            let nodes = all_nodes(games(&app, goban), games(&app, goban).games()[0]);
            let point = app.world().get::<Referee>(goban).expect("a game").position.size().point(usize::from(number) % 25);
            let deed = match deed {
                0..=3 => RequestKind::Move(Move::Play(point)),
                4 => RequestKind::Navigate(Navigate::To(nodes[usize::from(number) % nodes.len()])),
                5 => RequestKind::Navigate(Navigate::By(i64::from(number % 7) - 3)),
                6 => RequestKind::Navigate(Navigate::Sibling(i64::from(number % 3) - 1)),
                7 => RequestKind::Paint(point, [Brush::Black, Brush::White, Brush::Remove][usize::from(number) % 3]),
                _ => RequestKind::Seek(u64::from(number % 9)),
            };
            request(&mut app, goban, deed);
            let now = games(&app, goban).len();
            prop_assert!(now >= moves);
            moves = now;
            shows_its_node(&mut app, goban);
            let position = app.world().get::<Referee>(goban).expect("a game").position.to_move();
            let moved = here(&app, goban).properties().any(|property| matches!(property.name(), "B" | "W"));
            if moved {
                let mover = if here(&app, goban).property("B").is_some() { Color::Black } else { Color::White };
                prop_assert_eq!(position, !mover);
            }
        }
        let reading = sgf::read(&sgf::write(games(&app, goban))).expect("a game");
        prop_assert_eq!(reading.problems.len(), 0);
        prop_assert!(reading.collection == *games(&app, goban));
    }
}
