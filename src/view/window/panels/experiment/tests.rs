//! Experiments without a window: sets stay, bars have their games, the table reads back, and what a click asks for.

use super::super::super::palette::Theme;
use super::super::super::theme;
use super::*;
use crate::go::{Color, Rules, Size};
use crate::sim::{GameRow, Request, create_app, spawn_goban};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

fn plan(a: &str, b: &str, open: u32, games: u64) -> ExperimentPlan {
    let minds = [a, b].map(|mind| mind.parse::<BrainSpec>().expect("a mind"));
    let [black, white] = minds;
    let size = Size::square(5).expect("a size");
    let setup = GameSetup { size, brains: ByColor::new(black, white), ..GameSetup::default() };
    ExperimentPlan { setup, alternate: true, open, games: Some(games), from: 0 }
}

/// Plays experiments one after the other on one goban, each heard of as the window does.
fn played(plans: &[ExperimentPlan]) -> (App, Entity, Experiments) {
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
    let mut experiments = Experiments::default();
    app.world_mut().write_message(Request { goban, kind: RequestKind::Rate(f32::INFINITY) });
    for plan in plans {
        let plan = ExperimentPlan { from: experiments.known(plan), ..plan.clone() };
        app.world_mut().write_message(Request { goban, kind: RequestKind::Experiment(Some(Box::new(plan))) });
        for _ in 0..100_000 {
            app.update();
            let experiment = app.world().get::<Experiment>(goban).expect("on every goban");
            experiments.hear(experiment);
            if !experiment.on {
                break;
            }
        }
    }
    (app, goban, experiments)
}

#[test]
fn sets_stay_when_another_experiment_is_played_and_go_on_where_they_were() {
    let (first, second) = (plan("sensible", "random", 2, 4), plan("random", "liberties", 0, 3));
    let more = ExperimentPlan { games: Some(6), ..first.clone() };
    let (.., experiments) = played(&[first, second, more.clone()]);
    let lengths: Vec<_> = experiments.sets.iter().map(|set| (set.title(), set.rows.len())).collect();
    assert_eq!(
        lengths,
        [("sensible vs random, 5x5".to_owned(), 6), ("random vs liberties, 5x5".to_owned(), 3)]
    );
    let at_once = &played(&[more]).2.sets[0];
    assert_eq!(experiments.sets[0].rows, at_once.rows, "the same games, in one go or in two");
    assert_eq!(experiments.sets[0].standing, at_once.standing);
    let standing = at_once.standing;
    assert_eq!(standing.wins[0] + standing.wins[1] + standing.ties, standing.counted);
    assert_eq!(standing.counted + standing.voids, 6);
}

#[test]
fn wins_are_counted_for_minds_and_halves_for_ties() {
    let mut set = ResultSet::new(Arc::new(plan("sensible", "random", 0, 3)), 0);
    let row = |place: u64, winner: Option<Color>| {
        use crate::go::{By, Outcome};
        let by = By::Points(1.0);
        let outcome = winner.map_or(Outcome::Draw, |winner| Outcome::Win { winner, by });
        let score = ByColor::new(10.0, 5.0);
        Arc::new(GameRow {
            place,
            swapped: place % 2 == 1,
            finished: crate::sim::Finished { game: place, score, outcome, ticks: 20 },
            captured: ByColor::default(),
            numbers: Vec::new(),
            plies: Box::default(),
            fault: None,
        })
    };
    // A is Black, then White, then Black again.
    set.extend(&[row(0, Some(Color::Black)), row(1, Some(Color::White)), row(2, None)]);
    assert_eq!((set.standing.wins, set.standing.ties), ([2, 0], 1));
    let (share, (low, high)) = set.standing.share(0).expect("three games");
    assert!((share - 2.5 / 3.0).abs() < 1e-12 && low < share && share < high);
    assert_eq!(set.standing.score[0].mean(), Some(25.0 / 3.0));
    set.extend(&[row(1, Some(Color::White)), row(2, None), row(3, Some(Color::Black))]);
    assert_eq!((set.rows.len(), set.standing.wins), (4, [2, 1]), "what is known is not taken twice");
}

#[test]
fn every_game_is_in_the_picture_once_and_a_bar_has_its_games() {
    let (.., mut experiments) = played(&[plan("sensible", "random", 2, 12), plan("random", "random", 0, 5)]);
    for quantity in Quantity::all() {
        for (sides, ..) in Sides::ALL {
            (experiments.picture.quantity, experiments.picture.sides) = (quantity, sides);
            experiments.draw(false);
            let drawn = experiments.picture.drawn.clone().expect("games");
            assert_eq!(drawn.bars.len(), 2 * sides.shown(quantity.is_sided()).len());
            for (at, bars) in drawn.bars.iter().enumerate() {
                let set = experiments.set(bars.set).expect("known");
                assert_eq!(u64::from(bars.counts.iter().sum::<u32>()), set.standing.counted);
                for bin in (0..bars.counts.len()).filter(|&bin| bars.counts[bin] > 0) {
                    let mut copy = Experiments { sets: experiments.sets.clone(), ..Experiments::default() };
                    copy.picture.quantity = quantity;
                    copy.picture.drawn = Some(drawn.clone());
                    copy.pick(BarPlace { bars: at, bin });
                    let picked = copy.picture.picked.expect("picked").1;
                    assert_eq!(picked.len() as u32, bars.counts[bin], "{} {bin}", quantity.name());
                }
            }
        }
    }
    // A bar that is gone is no longer picked.
    let place = BarPlace { bars: experiments.picture.drawn.as_ref().expect("drawn").bars.len() - 1, bin: 0 };
    experiments.pick(place);
    experiments.sets[1].ticked = false;
    experiments.draw(false);
    assert_eq!(experiments.picture.picked, None);
    experiments.sets.iter_mut().for_each(|set| set.ticked = false);
    experiments.draw(false);
    assert_eq!(experiments.picture.drawn, None);
}

#[test]
fn the_table_reads_back() {
    let (.., experiments) = played(&[plan("sensible", "mix:a=random,b=[liberties],p=0.5", 2, 4)]);
    let bytes = export::csv(&experiments.sets);
    assert!(bytes.ends_with(b"\r\n"));
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names = reader.headers().expect("names").clone();
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let set = &experiments.sets[0];
    assert_eq!(rows.len(), 4);
    for (record, row) in rows.iter().zip(&set.rows) {
        let of = |name: &str| &record[names.iter().position(|it| it == name).expect(name)];
        assert_eq!(of("game"), row.finished.game.to_string());
        assert_eq!(of("mind_b"), set.plan.minds()[1].to_string());
        assert_eq!(of(if row.swapped { "white" } else { "black" }), "sensible");
        assert_eq!(of("score_a").parse::<f64>().ok(), Some(row.finished.score[row.color_of(0)]));
        assert_eq!(of("moves").split(' ').count(), row.plies.len());
        let stones = crate::sim::MEASURES.iter().find(|it| it.name == "stones").expect("measured");
        let stones = row.measured(stones).expect("measured");
        assert_eq!(of("last_black_stones").parse::<f64>().ok(), Some(stones.black));
        let winner = row.winner().map_or("draw", |mind| set::NAMES[mind]);
        assert_eq!(of("winner"), winner);
    }
    let text = export::summary(&experiments.sets);
    assert!(text.contains("A sensible: ") && text.contains("2 plies of random opening"), "{text}");
}

#[test]
fn a_row_becomes_the_record_of_its_game() {
    let (.., experiments) = played(&[plan("sensible", "random", 3, 2)]);
    let set = &experiments.sets[0];
    let text = text_of(set, &set.rows[1]).expect("a record");
    assert!(text.contains("GN[seed 1, game 1]") && text.contains("PB[random]"), "{text}");
    assert!(text.matches(';').count() > set.rows[1].plies.len(), "a node for each ply: {text}");
    let mut large = (*set.plan).clone();
    large.setup.size = Size::square(60).expect("a size");
    let large = ResultSet { plan: Arc::new(large), ..set.clone() };
    let empty = GameRow { plies: Box::default(), ..(*set.rows[1]).clone() };
    let why = text_of(&large, &empty).expect_err("too large for SGF");
    assert!(why.contains("60x60"), "{why}");
}

/// The window with these experiments, as a harness that keeps what is asked for.
fn harness(
    app: &mut App,
    goban: Entity,
    experiments: Experiments,
) -> Harness<'static, (Experiments, Vec<ExperimentRequest>)> {
    let seats = Seats::new(ByColor::from_fn(|_| BrainSpec::default()), crate::brain::Trust::default());
    let progress = Progress::of(app.world().get::<Experiment>(goban).expect("on every goban"));
    let setup = GameSetup { rules: Rules::default(), ..GameSetup::default() };
    Harness::builder().with_size(vec2(900.0, 900.0)).build_ui_state(
        move |ui, (experiments, asked): &mut (Experiments, Vec<ExperimentRequest>)| {
            if !ui.style().text_styles.contains_key(&theme::heading()) {
                theme::apply(ui.ctx(), Theme::Dark, 1.0);
                return;
            }
            let data = window::WindowData {
                setup: setup.clone(),
                seats: &seats,
                engines: &[],
                progress: progress.clone(),
            };
            experiments.draw(false);
            window::panel(ui, experiments, &data, 560.0, asked);
        },
        (experiments, Vec::new()),
    )
}

#[test]
fn a_click_on_a_bar_lists_its_games_and_a_click_on_one_opens_it() {
    let (mut app, goban, experiments) = played(&[plan("sensible", "random", 0, 6)]);
    let mut harness = harness(&mut app, goban, experiments);
    harness.run();
    harness.get_by_label_contains("All games of sensible vs random");
    let bars: Vec<_> = harness.query_all_by_label_contains("bar A sensible").collect();
    assert!(!bars.is_empty(), "there are bars");
    bars[0].click();
    harness.run();
    let (place, games) = harness.state().0.picture.picked.clone().expect("a bar was picked");
    let drawn = harness.state().0.picture.drawn.clone().expect("drawn");
    assert_eq!(games.len() as u32, drawn.bars[place.bars].counts[place.bin]);
    let game = games[0].1;
    harness.get_by_label_contains(&format!("{game:>6}  ")).click();
    harness.run();
    assert_eq!(harness.state().1, [ExperimentRequest::Replay(0, game)]);
}

#[test]
fn buttons_ask_for_what_they_say() {
    let (mut app, goban, experiments) = played(&[plan("sensible", "random", 0, 2)]);
    let mut harness = harness(&mut app, goban, experiments);
    harness.run();
    for (label, asked) in [
        ("Play game after game", ExperimentRequest::Start),
        ("Save as CSV…", ExperimentRequest::Export),
        ("Copy summary", ExperimentRequest::Copy),
        ("▶", ExperimentRequest::GoOn(0)),
        ("×", ExperimentRequest::Remove(0)),
    ] {
        harness.get_by_label(label).click();
        harness.run();
        assert_eq!(harness.state_mut().1.pop(), Some(asked));
    }
    harness.get_by_label("Close").click();
    harness.run();
    assert!(!harness.state().0.open);
}
