//! Tests of the reading of plans.

use super::*;
use stonefield_go::ByColor;

fn plan(text: &str) -> Plan {
    Plan::read(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn rows_go_through_all_combinations_before_any_is_repeated() {
    let plan = plan("seed = 7\ngames = 3\nsize = \"5:2:9\"\nblack = [\"random\", \"sensible\"]\n");
    assert_eq!((plan.combinations(), plan.rows()), (6, 18));
    let games: Vec<_> = (0..6).map(|row| plan.game(row).expect("a game").setup).collect();
    let told: Vec<_> = games.iter().map(|game| format!("{} {}", game.size, game.brains.black)).collect();
    assert_eq!(
        told,
        ["5x5 random", "5x5 sensible", "7x7 random", "7x7 sensible", "9x9 random", "9x9 sensible"]
    );
    let again = plan.game(6).expect("a game").setup;
    assert_eq!((again.size, again.seed, again.game), (games[0].size, 7, 6));
}

#[test]
fn pairs_open_alike_and_change_colours() {
    let plan = plan("games = 4\nopen = 6\nalternate = true\nsize = [5, 7]\nblack = \"random\"\n");
    let game = |row| plan.game(row).expect("a game");
    let (one, other) = (game(1), game(3));
    assert_eq!((one.swapped, other.swapped), (false, true));
    assert_eq!(one.setup.opening, other.setup.opening);
    assert_eq!(one.setup.size, other.setup.size);
    assert_eq!(other.setup.brains.white.name(), "random");
    assert_ne!(one.setup.opening, game(5).setup.opening);
}

#[test]
fn rules_quirks_heat_and_parameters_of_minds_vary() {
    let plan = plan(
        "games = 1\nrules = \"netlogo-2016\"\nsize = 5\n[quirks]\neye_taboo = [true, false]\n\
         [heat]\nrate = [0.5, 0.25]\ndecay = \"none\"\n[black]\nmind = \"swarm\"\nradius = \"2:1:4\"\n",
    );
    assert_eq!(plan.combinations(), 12);
    let setup = plan.game(11).expect("a game").setup;
    assert_eq!(setup.quirks().expect("quirks").to_string(), "-eye_taboo");
    assert_eq!((setup.heat.rate, setup.heat.keep), (0.25, false));
    assert_eq!(setup.brains.black.to_string(), "swarm:radius=4");
    assert_eq!(setup.brains.white.name(), "netlogo");
}

#[test]
fn a_sample_has_as_many_combinations_as_points() {
    for design in ["sobol:16", "latin:16"] {
        let plan = plan(&format!(
            "games = 2\ndesign = \"{design}\"\nsize = \"5..9\"\nkomi = \"0.0..10.0\"\nblack = [\"random\", \"sensible\"]\n"
        ));
        assert_eq!((plan.combinations(), plan.rows()), (16, 32));
        let games: Vec<_> = (0..16).map(|row| plan.game(row).expect("a game").setup).collect();
        assert!((5..=9).all(|side| games.iter().any(|game| game.size.width() == side)), "{design}");
        assert!(games.iter().all(|game| (0.0..=10.0).contains(&game.rules.komi)));
        assert_eq!(games.iter().filter(|game| game.brains.black.name() == "random").count(), 8);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_column() {
    for (text, says) in [
        ("seed = 5\nsise = 7\n", "line 2, column 1: a plan has no key 'sise'; nearest: 'size'"),
        ("games = 0\n", "line 1, column 9: games: expected a whole number from 1 to 1000000000, found 0"),
        ("games = \"many\"\n", "games: expected a whole number from 1 to 1000000000, found \"many\""),
        ("size = [5, 0]\n", "line 1, column 12: '0' is not a value of size"),
        (
            "size = []\n",
            "line 1, column 8: size: expected a text, a number or a list of them, found an empty list",
        ),
        ("size = \"9:2:5\"\n", "a range is first:step:last"),
        ("size = \"5..9\"\n", "for sampled designs"),
        ("size = [5, 7, \"5x5\"]\n", "line 1, column 15: size has the value 5x5 twice"),
        ("size = [\"5:2:9\", 7]\n", "line 1, column 18: size has the value 7 twice"),
        ("heat_rate = [0.5, \"0.50\"]\n", "heat_rate has the value 0.50 twice"),
        ("\"black.spread\" = [1, 1.0]\nblack = \"swarm\"\n", "black.spread has the value 1 twice"),
        ("[quirks]\neye_taboo = [true, \"on\"]\n", "line 2, column 20: eye_taboo has the value on twice"),
        ("black = [\"random\", \"random\"]\n", "line 1, column 20: black has the value random twice"),
        ("heat_rate = 2\n", "'2' is not a value of heat_rate: a share from 0 to 1"),
        (
            "stones_each = [[3]]\n",
            "stones_each: expected a text, a number or a list of them, found a list in a list",
        ),
        (
            "[quirks]\neye_taboo = 3\n",
            "'3' is not a value of eye_taboo: true or false, as a text also on or off",
        ),
        (
            "[black]\nminde = \"random\"\n",
            "line 2, column 1: [black] has no key 'minde'; nearest: 'mind'; its keys are mind and the parameters of that mind",
        ),
        ("[minds]\nraduis = 3\n", "nearest: 'radius'"),
        ("\"red.radius\" = 3\n", "line 1, column 1: a plan has no key 'red.radius'"),
        ("black = \"nobody\"\n", "line 1, column 9"),
        ("black = \"random\"\n\"black.radius\" = 3\n", "black = random, black.radius = 3: "),
        ("measures = [\"winer\"]\n", "line 1, column 13: no measure is called 'winer'; nearest: 'winner'"),
        ("measures = [\"winner\", \"winner\"]\n", "twice"),
        ("measures = [\"score@10\", \"score\", \"score@20\"]\n", "score@20 is asked for twice"),
        ("design = \"sobol\"\n", "line 1, column 10: design: expected all, sobol:POINTS or latin:POINTS"),
        ("design = \"sobol:999999\"\n", "1 to 65536"),
        ("minds = \"random\"\nblack = \"random\"\n", "minds and black set the same"),
        ("ko = \"simple\"\nrules = \"netlogo-2016\"\n", "their quirks decide"),
        ("[quirks]\neye_taboo = true\n", "no quirks"),
        ("[nonsense]\na = 1\n", "no key 'nonsense'"),
        ("seed = \n", "line 1, column"),
        ("open = 99\n", "from 0 to 60"),
        ("games = 1000000000\nseed = [1, 2]\nsize = \"1:1:1000\"\n", "more than 1000000000000 rows"),
        ("size = 1024\nrules = \"netlogo-2016\"\n", "too large"),
    ] {
        let said = Plan::read(text).expect_err(text).to_string();
        assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
    }
}

#[test]
fn players_meet_in_pairs_of_games_with_colours_changed() {
    let plan = plan(
        "games = 4\nopen = 4\nsize = [5, 7]\n[players]\nzoe = \"random\"\nabe = \"sensible\"\nbob = \"swarm\"\n",
    );
    assert_eq!((plan.combinations(), plan.rows(), plan.alternates()), (6, 24, true));
    let seats = |row| {
        let game = plan.game(row).expect("a game");
        let (first, second) = plan.players(plan.place(row).0).expect("players");
        let names = plan.tournament().expect("a tournament").players();
        let ByColor { black, white } = game.setup.brains;
        format!("{}-{} {} {black} {white}", names[first].name, names[second].name, game.setup.size)
    };
    assert_eq!(seats(0), "zoe-abe 5x5 random sensible");
    assert_eq!(seats(3), "zoe-bob 7x7 random swarm");
    assert_eq!(seats(4), "abe-bob 5x5 sensible swarm");
    assert_eq!(seats(10), "abe-bob 5x5 swarm sensible");
    let opening = |row| plan.game(row).expect("a game").setup.opening;
    assert_eq!(opening(4), opening(10));
    assert_ne!(opening(4), opening(16));
    let text = plan.canonical();
    assert!(text.contains("players = zoe = random, abe = sensible, bob = swarm\n"), "{text}");
    assert!(text.contains("measures = thinking\n") && text.contains("pairing = round-robin\n"), "{text}");
}

#[test]
fn at_each_point_of_a_sample_all_players_meet() {
    for design in ["sobol:8", "latin:8"] {
        let plan = plan(&format!(
            "games = 4\ndesign = \"{design}\"\nsize = \"5..8\"\nkomi = \"0.0..8.0\"\nplayers = [\"random\", \"sensible\", \"swarm\"]\n"
        ));
        assert_eq!((plan.combinations(), plan.rows()), (24, 96));
        let told: Vec<_> = (0..24)
            .map(|row| {
                let setup = plan.game(row).expect("a game").setup;
                (plan.players(row), setup.size, setup.rules.komi, setup.brains)
            })
            .collect();
        for point in told.chunks(3) {
            assert_eq!([0, 1, 2].map(|at| point[at].0), [Some((0, 1)), Some((0, 2)), Some((1, 2))]);
            assert!(point.iter().all(|one| (one.1, one.2) == (point[0].1, point[0].2)), "{design}");
            assert_eq!((point[1].3.black.name(), point[1].3.white.name()), ("random", "swarm"));
        }
        for side in 5..=8 {
            let points = told.iter().step_by(3).filter(|one| one.1.width() == side).count();
            assert_eq!(points, 2, "{design}: each size at as many points");
        }
        // The second game of a pair has the same board, and the minds with swapped colours.
        let (one, other) = (plan.game(4).expect("a game"), plan.game(28).expect("a game"));
        assert_eq!((one.setup.size, one.setup.rules.komi), (other.setup.size, other.setup.rules.komi));
        assert_eq!(one.setup.brains.black, other.setup.brains.white);
        let labels = plan.labels(4);
        assert_eq!(labels[0], "random against swarm");
        assert!(plan.canonical().contains(&format!("design = {design}\n")), "{}", plan.canonical());
    }
}

#[test]
fn in_a_gauntlet_the_first_meets_all_others() {
    let gauntlet = plan(
        "games = 2\npairing = \"gauntlet\"\nplayers = [\"swarm\", \"random\", \"sensible\", \"liberties\"]\n",
    );
    let pairs: Vec<_> = (0..gauntlet.combinations()).map(|at| gauntlet.players(at)).collect();
    assert_eq!(pairs, [Some((0, 1)), Some((0, 2)), Some((0, 3))]);
    let all = plan("games = 2\nplayers = [\"swarm\", \"random\", \"sensible\", \"liberties\"]\n");
    assert_eq!(all.combinations(), 6);
    assert_ne!(all.hash(), gauntlet.hash());
}

#[test]
fn pairs_of_games_begin_with_positions_in_turn() {
    let plan = plan(
        "games = 6\nsize = 2\nopen = 9\npositions = [\"w X./..\", \"b .X/O.\"]\nplayers = [\"random\", \"sensible\"]\n",
    );
    let start = |row| plan.game(row).expect("a game").setup.start.expect("a position").to_string();
    assert_eq!(
        (0..6).map(start).collect::<Vec<_>>(),
        ["X .\n. .\n", "X .\n. .\n", ". X\nO .\n", ". X\nO .\n", "X .\n. .\n", "X .\n. .\n"]
    );
    assert_eq!((plan.open(), plan.game(0).expect("a game").setup.opening.plies), (0, 0));
    assert!(plan.canonical().contains("positions = 2 "), "{}", plan.canonical());
    for (text, says) in [
        (
            "size = 3\npositions = [\"w X./..\"]\n",
            "line 1, column 8: positions are drawn on 2x2, but size is 3x3: write size = \"2x2\"",
        ),
        (
            "games = 2\npositions = [\"w X./..\"]\nplayers = [\"random\", \"sensible\"]\n",
            "line 2, column 13: positions are drawn on 2x2, but size is not set, and its default is 19x19",
        ),
        ("size = 2\npositions = [\"w X./..\", \"b ...\"]\n", "position 2 is 3x1, and the first is 2x2"),
        ("size = 2\npositions = [\"X./..\"]\n", "line 2, column 14: 'X./..' is no position"),
        (
            "size = 2\nopenings = \"games\"\n",
            "line 2, column 12: only commands that play plans can read openings = \"games\"",
        ),
    ] {
        let said = Plan::read(text).expect_err(text).to_string();
        assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
    }
}

#[test]
fn what_is_wrong_with_a_tournament_is_named() {
    for (text, says) in [
        ("players = [\"random\"]\n", "line 1, column 11: 1 player: a tournament has 2 to 100"),
        ("players = [\"random\", \"nobody\"]\n", "line 1, column 22: players: no brain 'nobody'"),
        ("players = [\"random\", \"random\"]\n", "two players are called 'random'"),
        ("players = \"random\"\n", "players: expected a list of minds, or a table"),
        ("players = [\"random\", \"swarm\"]\nblack = \"swarm\"\n", "players and black set the same"),
        (
            "players = [\"random\", \"swarm\"]\n\"black.radius\" = 3\n",
            "players and black.radius set the same",
        ),
        ("games = 5\nplayers = [\"random\", \"swarm\"]\n", "line 1, column 9: players play each opening"),
        ("alternate = false\nplayers = [\"random\", \"swarm\"]\n", "leave alternate out"),
        (
            "pairing = \"swiss\"\nplayers = [\"random\", \"swarm\"]\n",
            "line 1, column 11: pairing: expected `round-robin` or `gauntlet`, found \"swiss\"",
        ),
        ("pairing = \"gauntlet\"\n", "line 1, column 11: pairing is for tournaments"),
        ("sprt = \"elo0=0,elo1=5\"\n", "sprt is for tournaments"),
        ("sprt = \"elo0=5,elo1=5\"\nplayers = [\"random\", \"swarm\"]\n", "sprt: elo0 is 5 and elo1 is 5"),
        (
            "sprt = \"elo0=0,elo1=5\"\nplayers = [\"random\", \"swarm\", \"sensible\"]\n",
            "compares two players, and there are 3",
        ),
        ("[players]\na = 3\nb = \"swarm\"\n", "line 2, column 5: players.a: expected a text, found 3"),
        ("[players]\n\"\" = \"random\"\nb = \"swarm\"\n", "no name of a player"),
    ] {
        let said = Plan::read(text).expect_err(text).to_string();
        assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
    }
}

#[test]
fn two_plans_differ_in_what_is_told() {
    let one = plan("games = 5\nsize = [5, 7]\nmeasures = [\"captures\"]\n");
    let other = plan("# the same\nsize = [5, 7]\nmeasures = [\"captures\"]\ngames = 5\n");
    assert_eq!((one.difference(&other.canonical()), one.hash()), (None, other.hash()));
    let other = plan("games = 5\nsize = [5, 9]\nmeasures = [\"captures\"]\n");
    assert_eq!(one.difference(&other.canonical()).as_deref(), Some("size with 9 and without 7"));
}

#[test]
fn boards_are_filled_by_an_axis_and_both_games_of_a_pair_alike() {
    let plan = Plan::read(
        "games = 4\nalternate = true\nsize = 9\nblack = \"random\"\nwhite = \"sensible\"\nfill = [0, 0.3]\n",
    )
    .expect("a plan");
    let opening = |row| plan.game(row).expect("a game").setup.opening;
    let fills: Vec<f64> = (0..4).map(|row| opening(row).fill).collect();
    assert_eq!(fills, [0.0, 0.3, 0.0, 0.3]);
    assert_eq!(opening(1), opening(3), "the colours have changed, and nothing else");
    assert_ne!(opening(1).game, opening(5).game);
    let refused = Plan::read("fill = 0.95\n").expect_err("too much").to_string();
    assert!(refused.contains("a share from 0 to 0.9"), "{refused}");
}

#[test]
fn what_sets_the_same_and_what_no_table_has_is_named_as_it_is_written() {
    for (text, says) in [
        (
            "black = [\"mcts:playouts=5\", \"mcts:playouts=6\"]\n\"black.playouts\" = [5, 6]\n",
            "line 2, column 1: black and black.playouts set the same",
        ),
        (
            "minds = [\"swarm:radius=2\", \"swarm:radius=3\"]\n\"minds.radius\" = 4\n",
            "minds and minds.radius set the same",
        ),
        ("komi = 1\n[rules]\nkomi = 3\n", "line 3, column 1: komi and komi of [rules] set the same"),
        (
            "[heat]\nneighbors = 4\n",
            "line 2, column 1: [heat] has no key 'neighbors'; nearest: 'neighbours'; its keys are ",
        ),
        (
            "[seed]\na = 1\n",
            "line 1, column 1: seed: expected a text, a number or a list of them, found table",
        ),
        ("games = 1e3\n", "found 1e3"),
    ] {
        let said = Plan::read(text).expect_err(text).to_string();
        assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
    }
    let quirk = QUIRKS[0];
    let text = format!("rules = \"netlogo-2016\"\nquirk = [\"all\"]\n[quirks]\n{quirk} = [true, false]\n");
    let said = Plan::read(&text).expect_err(&text).to_string();
    assert!(said.contains("quirk and") && said.contains("set the same"), "{said}");
    // The two minds differ in `spread` too, so the radius of the axis does not make them equal.
    plan("black = [\"swarm:radius=2\", \"swarm:radius=3,spread=2\"]\n\"black.radius\" = [4, 5]\n");
    let great = Plan::read("komi = 1e300\n").map_or_else(|error| error.to_string(), |plan| plan.canonical());
    assert!(great.contains("1e300") && great.len() < 600, "{great}");
}

#[test]
fn refusals_stay_short_and_a_plan_sets_no_more_than_a_table_has_room_for() {
    let long = "z".repeat(3000);
    for text in [
        format!("rules = \"{long}\"\n"),
        format!("black = \"swarm\"\n\"black.radius\" = \"{long}\"\n"),
        format!("games = 2\nplayers = [\"random\", \"sensible\"]\nsprt = \"{long}\"\n"),
        format!("games = 2\nplayers = [\"random\", \"sensible\"]\nsprt = \"elo0=0,elo1=1,{long}=1\"\n"),
        format!("{long} = 1\n"),
    ] {
        let said = Plan::read(&text).expect_err("refused").to_string();
        assert!(said.len() < 900 && said.contains("zzz") && !said.contains('\n'), "{said}");
    }
    let many: String = (0..5000).map(|at| format!("\"black.k{at}\" = 1\n")).collect();
    let said = Plan::read(&many).expect_err("refused").to_string();
    assert_eq!(
        said,
        "line 201, column 1: the plan sets too many keys with values for its games: at most 200 are allowed"
    );
}
