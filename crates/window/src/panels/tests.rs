//! Tests of the panels without a window: their texts, the requests that clicks cause, and their width.

use super::beside::Beside;
use super::group_history::GroupHistory;
use super::record::RecordPanel;
use super::run::RunData;
use super::setup::{SetupDraft, SetupDraftError};
use super::time_strip::StripData;
use super::timeline::StatusData;
use super::*;
use crate::marks::fields::FieldMap;
use crate::shell::keys::{Action, Bindings};
use crate::shell::layers::{Layer, Layers};
use crate::shell::notices::Notices;
use crate::shell::palette::{HeatScale, Theme};
use crate::shell::quality::Quality;
use crate::shell::settings::Settings;
use crate::shell::state::BoardChosen;
use crate::shell::state::{Redraw, ShownBoards, Watched};
use crate::shell::theme;
use crate::shell::tool::Tool;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy_egui::egui::{
    self, Context, Event, Modifiers, Pos2, RawInput, Rect, Shape, Ui, epaint::ClippedShape, pos2, vec2,
};
use stonefield_go::field::HeatParams;
use stonefield_go::{ByColor, Color, DeadStones, Move, Point, Rules, Size};
use stonefield_lab::WallPlan;
use stonefield_minds::engine::Engines;
use stonefield_minds::{BRAINS, BrainSpec};
use stonefield_search::{Candidate, Motive, Thought};
use stonefield_sim::{
    GameRecord, GameSetup, GobanSetup, Request, RequestKind, Tally, create_app, play_out, spawn_goban,
};

/// Width between the margins of a narrow panel, in points.
const WIDTH: f32 = 224.0;

/// Space for a panel below the board.
const ROOM: below::BelowRoom = below::BelowRoom { max_height: 240.0, has_tabs: false };

/// Test bench for a panel of this width, in points. Keeps the shapes and the rectangle of the last frame.
struct Bench {
    ctx: Context,
    width: f32,
    painted: Vec<ClippedShape>,
    bounds: Rect,
}

impl Bench {
    fn new(theme: Theme) -> Self {
        let ctx = Context::default();
        theme::apply(&ctx, theme, 1.0);
        Self { ctx, width: WIDTH, painted: Vec::new(), bounds: Rect::NOTHING }
    }

    /// Returns a bench with another width.
    fn wide(theme: Theme, width: f32) -> Self {
        Self { width, ..Self::new(theme) }
    }

    fn frame<R>(&mut self, events: Vec<Event>, mut body: impl FnMut(&mut Ui) -> R) -> R {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(self.width, 3000.0));
        let input = RawInput { screen_rect: Some(screen), events, ..RawInput::default() };
        let mut result = None;
        let output = self.ctx.run_ui(input, |ui| {
            result = Some(body(ui));
            self.bounds = ui.min_rect();
        });
        self.painted.clone_from(&output.shapes);
        output.drop_without_applying_deltas();
        result.expect("the body has run")
    }

    /// Shows two frames, so that the layout no longer changes. Returns the result of the second one.
    fn settle<R>(&mut self, mut body: impl FnMut(&mut Ui) -> R) -> R {
        self.frame(Vec::new(), &mut body);
        self.frame(Vec::new(), body)
    }

    /// Clicks a position, and returns the result of the frame with the release.
    fn click<R>(&mut self, at: Pos2, mut body: impl FnMut(&mut Ui) -> R) -> R {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(at)], &mut body);
        self.frame(vec![button(true)], &mut body);
        self.frame(vec![button(false)], body)
    }

    /// Returns all painted texts with their rectangles.
    fn texts(&self) -> Vec<(String, Rect)> {
        fn gather(shape: &Shape, texts: &mut Vec<(String, Rect)>) {
            match shape {
                Shape::Text(text) => texts.push((text.galley.text().to_owned(), text.visual_bounding_rect())),
                Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, texts)),
                _ => {}
            }
        }
        let mut texts = Vec::new();
        self.painted.iter().for_each(|clipped| gather(&clipped.shape, &mut texts));
        texts
    }

    fn place(&self, text: &str) -> Pos2 {
        let entry = self.texts().into_iter().find(|(painted, _)| painted == text);
        entry.unwrap_or_else(|| panic!("no '{text}' in {:?}", self.texts())).1.center()
    }

    fn assert_whole(&self, panel: &str) {
        let width = self.width;
        assert!(self.bounds.width() <= width + 0.5, "{panel} takes {} of {width}", self.bounds.width());
        for (text, rect) in self.texts().into_iter().filter(|(text, _)| !text.is_empty()) {
            let inside = rect.left() >= -1.5 && rect.right() <= width + 1.5;
            assert!(inside, "{panel}: '{text}' at {rect:?} is cut off");
        }
    }
}

const fn run_data(running: bool) -> RunData {
    RunData { running, over: false, acts_elsewhere: false }
}

/// Returns a finished game under `netlogo-2016`, for panels that show numbers.
fn finished_game() -> (App, Entity) {
    let mut app = create_app();
    let rules = Rules::preset("netlogo-2016").expect("a preset");
    let setup = GameSetup { size: "9".parse().expect("a size"), rules, ..GameSetup::default() };
    let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
    play_out(app.world_mut(), goban, 1000);
    (app, goban)
}

#[test]
fn buttons_of_the_run_panel_return_their_requests() {
    let mut bench = Bench::new(Theme::Dark);
    let show = |data: RunData| move |ui: &mut Ui| ui.horizontal(|ui| run::panel(ui, data)).inner;
    bench.settle(show(run_data(false)));
    let (go, step) = (bench.place("Go"), bench.place("Step"));
    assert_eq!(bench.click(go, show(run_data(false))), Some(RequestKind::Play));
    assert_eq!(bench.click(go, show(run_data(true))), Some(RequestKind::Pause));
    assert_eq!(bench.click(step, show(run_data(false))), Some(RequestKind::Step(1)));
    let over = RunData { over: true, ..run_data(false) };
    for place in [go, step] {
        assert_eq!(bench.click(place, show(over)), None, "a button that is off does nothing");
    }
}

#[test]
fn buttons_of_the_banner_return_their_choices() {
    use banner::{BannerButton, BannerData};
    let outcome = stonefield_go::Outcome::of(ByColor::new(3.0, 7.5));
    let score = score::ShownScore::of(&Rules::default(), ByColor::new(3.0, 7.5));
    let data = BannerData { outcome, score, void: "", ticks: 20, seconds: Some(4) };
    let mut bench = Bench::wide(Theme::Dark, 340.0);
    bench.settle(|ui| banner::panel(ui, &data));
    bench.assert_whole("the banner");
    bench.place("White wins by 4.5 points");
    for (text, choice) in [
        ("Again", BannerButton::Again),
        ("Next seed in 4", BannerButton::NextSeed),
        ("Stay", BannerButton::Stay),
    ] {
        let at = bench.place(text);
        assert_eq!(bench.click(at, |ui| banner::panel(ui, &data)), Some(choice), "{text}");
    }
}

#[test]
fn a_click_on_the_name_of_a_layer_switches_it() {
    let mut bench = Bench::new(Theme::Light);
    let bindings = Bindings::default();
    let mut layers = Layers::default();
    let mut show = |bench: &mut Bench, at: Option<Pos2>| {
        let body = |ui: &mut Ui| {
            layers::panel(ui, &mut layers, &bindings, HeatScale::default(), &FieldMap::default());
        };
        match at {
            Some(at) => bench.click(at, body),
            None => bench.settle(body),
        }
        layers
    };
    show(&mut bench, None);
    let atari = bench.place("        Groups in atari");
    let before = show(&mut bench, None);
    let after = show(&mut bench, Some(atari));
    for layer in Layer::ALL {
        assert_eq!(before.get(layer) != after.get(layer), layer == Layer::Atari, "{layer}");
    }
}

#[test]
fn a_click_chooses_the_brush() {
    let mut bench = Bench::new(Theme::Dark);
    bench.settle(|ui| tools::panel(ui, Tool::Hand));
    let white = bench.place("+ White");
    let chosen = bench.click(white, |ui| tools::panel(ui, Tool::Hand));
    assert_eq!(chosen, Some(Tool::Brush(stonefield_sim::Brush::White)));
}

#[test]
fn arrows_of_the_timeline_seek() {
    let marks = time_marks::TimeMarks::default();
    let strip = |now| StripData { now, last: 100, losses: &[], marks: &marks, bookmarks: &[], strikes: &[] };
    let mut bench = Bench::new(Theme::Dark);
    bench.settle(|ui| timeline::panel(ui, &strip(50), false));
    for (x, tick) in [(15.0, 0), (48.0, 49), (81.0, 51)] {
        let kind = bench.click(pos2(x, 12.0), |ui| timeline::panel(ui, &strip(50), false));
        assert_eq!(kind, Some(RequestKind::Seek(tick)));
    }
    let data = StatusData {
        undrawn: None,
        state: "Black to move",
        refusal: None,
        notice: None,
        frames: 60.0,
        waiting: true,
        can_take_back: true,
    };
    let row = |ui: &mut Ui| ui.horizontal(|ui| timeline::status_row(ui, &data)).inner;
    bench.settle(row);
    let pass = bench.place("Pass");
    assert_eq!(bench.click(pass, row), Some(RequestKind::Move(Move::Pass)));
}

#[test]
fn every_parameter_of_every_mind_has_a_widget() {
    for info in BRAINS {
        let mut bench = Bench::new(Theme::Dark);
        let spec = BrainSpec::named(info.name).expect("listed");
        let brains = ByColor::new(spec.clone(), spec);
        let mut typing = minds::Typing::default();
        assert!(bench.settle(|ui| minds::panel(ui, &brains, &[], &mut typing)).is_none(), "{}", info.name);
        // A click on the heading unfolds the other parameters.
        while let Some((_, heading)) = bench.texts().into_iter().find(|(text, _)| text.ends_with(" more")) {
            bench.click(heading.center(), |ui| minds::panel(ui, &brains, &[], &mut typing));
            for _ in 0..20 {
                bench.settle(|ui| minds::panel(ui, &brains, &[], &mut typing));
            }
            if bench
                .texts()
                .iter()
                .any(|(text, _)| Some(text.as_str()) == info.params.last().map(|last| last.name))
            {
                break;
            }
        }
        for param in info.params {
            bench.place(param.name);
        }
        bench.assert_whole(info.name);
    }
}

#[test]
fn the_chooser_changes_the_mind() {
    let mut bench = Bench::new(Theme::Light);
    let brains = ByColor::from_fn(|_| BrainSpec::default());
    let mut typing = minds::Typing::default();
    bench.settle(|ui| minds::panel(ui, &brains, &[], &mut typing));
    let chooser = bench.place("sensible");
    bench.click(chooser, |ui| minds::panel(ui, &brains, &[], &mut typing));
    bench.settle(|ui| minds::panel(ui, &brains, &[], &mut typing));
    let random = bench.place("random");
    let chosen = bench.click(random, |ui| minds::panel(ui, &brains, &[], &mut typing));
    assert_eq!(chosen, Some((Color::Black, BrainSpec::named("random").expect("listed"))));
}

#[test]
fn the_chooser_lists_engines_by_name() {
    let engines = Engines::parse("[engines]\nold = \"engine --level 1\"\n").expect("engines");
    let mut bench = Bench::new(Theme::Dark);
    let mut brains = ByColor::from_fn(|_| BrainSpec::default());
    let mut typing = minds::Typing::default();
    bench.settle(|ui| minds::panel(ui, &brains, engines.list(), &mut typing));
    let chooser = bench.place("sensible");
    bench.click(chooser, |ui| minds::panel(ui, &brains, engines.list(), &mut typing));
    bench.settle(|ui| minds::panel(ui, &brains, engines.list(), &mut typing));
    let named = bench.place("old");
    let chosen = bench.click(named, |ui| minds::panel(ui, &brains, engines.list(), &mut typing));
    assert_eq!(chosen, Some((Color::Black, "gtp:[engine --level 1]".parse().expect("a mind"))));
    brains.black = chosen.expect("checked above").1;
    bench.settle(|ui| minds::panel(ui, &brains, engines.list(), &mut typing));
    bench.place("old");
}

#[test]
fn stones_have_losses_under_netlogo_2016_and_captures_otherwise() {
    let group = inspected::GroupFacts {
        oldest: 3,
        born: 4,
        stones: 21,
        liberties: Some((5, 1)),
        captures: None,
        ink: egui::Color32::WHITE,
    };
    let stone = inspected::StoneFacts {
        id: 7,
        color: Color::White,
        own_liberties: 1,
        pseudo_liberties: 6,
        born: 8,
        credit: inspected::StoneCredit::Losses(55),
        group: Some(group),
        links: 20,
        bids: Vec::new(),
    };
    let netlogo = inspected::Inspected {
        point: Point::new(3, 3),
        temperature: 1.25,
        stone: Some(stone),
        gone: None,
        wanted: Vec::new(),
        tick: 49,
    };
    let mut go = netlogo.clone();
    if let Some(stone) = &mut go.stone {
        stone.credit = inspected::StoneCredit::Captures(2);
        stone.group = Some(inspected::GroupFacts { captures: Some(16), ..group });
    }
    let mut bench = Bench::new(Theme::Dark);
    let mut texts_of = |inspected: &inspected::Inspected| {
        let history = GroupHistory::default();
        bench.settle(|ui| inspector::panel(ui, Some(inspected), None, &history));
        bench.texts().into_iter().map(|(text, _)| text).collect::<Vec<_>>()
    };
    let texts = texts_of(&netlogo);
    let count = |texts: &[String], wanted: &str| texts.iter().filter(|text| *text == wanted).count();
    assert_eq!([count(&texts, "White's losses"), count(&texts, "55"), count(&texts, "Captures")], [1, 1, 0]);
    let texts = texts_of(&go);
    assert_eq!([count(&texts, "White's losses"), count(&texts, "16"), count(&texts, "Captures")], [0, 1, 2]);
}

#[test]
fn a_long_variation_is_cut_at_its_row_and_a_human_seat_has_a_hint() {
    let variation: Vec<Move> = (0..18).map(|x| Move::Play(Point::new(x, 17))).collect();
    let candidate = Candidate { visits: 1200, variation, ..Candidate::new(Point::new(0, 17).into()) };
    let thought = Thought { candidates: vec![candidate], ..Thought::default() };
    let thoughts = ByColor::new(Some(thought), None);
    let mut bench = Bench::new(Theme::Light);
    bench.settle(|ui| thought::panel(ui, &thoughts).is_some());
    assert!(bench.texts().iter().any(|(text, _)| text.starts_with("B18 C18")), "{:?}", bench.texts());
    bench.assert_whole("thoughts");
    let brains = ByColor::new("human", "random").map(|name| BrainSpec::named(name).expect("a mind"));
    bench.settle(|ui| minds::panel(ui, &brains, &[], &mut minds::Typing::default()).is_some());
    let texts: Vec<_> = bench.texts().into_iter().map(|(text, _)| text).collect();
    assert!(texts.iter().any(|text| text == "You play Black: click a point, or pass (P)"), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("planner: you")), "{texts:?}");
}

#[test]
fn no_text_is_cut_off_at_the_smallest_width() {
    let (mut app, goban) = finished_game();
    let world = app.world_mut();
    let tally = *world.get::<Tally>(goban).expect("a goban");
    let setup = world.get::<GobanSetup>(goban).expect("a goban").0.clone();
    let stone = inspected::StoneFacts {
        id: 123_456,
        color: Color::White,
        own_liberties: 4,
        pseudo_liberties: 1234,
        born: 123_456,
        credit: inspected::StoneCredit::Losses(1234),
        group: Some(inspected::GroupFacts {
            oldest: 123_456,
            born: 123_456,
            stones: 12_345,
            liberties: Some((1234, 12)),
            captures: Some(1234),
            ink: egui::Color32::WHITE,
        }),
        links: 12_345,
        bids: vec![(Point::new(1000, 1000), Motive::Surround, 123.45); 12],
    };
    let inspected = inspected::Inspected {
        point: Point::new(1000, 1000),
        temperature: 1.25,
        stone: Some(stone),
        gone: None,
        wanted: Vec::new(),
        tick: 1_234_567,
    };
    let draft = SetupDraft::of(&setup);
    let dead = DeadStones::Estimated;
    let now = SetupDraft { size: "1".into(), seed: "1".into(), handicap: 3, dead, ..draft.clone() };
    for theme in [Theme::Light, Theme::Dark] {
        let mut bench = Bench::new(theme);
        let mut check = |panel: &str, body: &mut dyn FnMut(&mut Ui)| {
            bench.settle(|ui| body(ui));
            bench.assert_whole(panel);
        };
        check("run", &mut |ui| {
            ui.horizontal(|ui| run::panel(ui, run_data(true)));
        });
        check("speed", &mut |ui| {
            run::speed(ui, f32::INFINITY, Some(123_456.0));
        });
        check("brush", &mut |ui| {
            tools::panel(ui, Tool::Hand);
        });
        let mut fields = draft.clone();
        let wrong = SetupDraftError::from("x".parse::<Size>().expect_err("no size"));
        check("set-up", &mut |ui| setup::panel(ui, &mut fields, &now, Some(&wrong), 0));
        let mut players = ByColor::from_fn(|_| BrainSpec::named("mcts").expect("listed"));
        check("new game", &mut |ui| {
            new_game::panel(ui, &mut fields, &mut players, &[], Some(&wrong));
        });
        check("layers", &mut |ui| {
            let map = FieldMap {
                words: "points alive whatever is played, with stones",
                counts: [1_000_000, 0],
                ..FieldMap::default()
            };
            let layers = &mut Layers::default().with(Layer::Life);
            layers::panel(
                ui,
                layers,
                &Bindings::default(),
                HeatScale { max: 12.5, absolute: true, ..HeatScale::default() },
                &map,
            );
        });
        let heat = HeatParams { keep: true, ..HeatParams::default() };
        check("heat", &mut |ui| {
            heat::panel(ui, heat, &mut true);
        });
        let mut settings = Settings::default();
        check("appearance", &mut |ui| {
            appearance::panel(ui, &mut settings, &mut None, Quality::Low);
        });
        let score = score::ShownScore::of(&Rules::default(), tally.score);
        check("counters", &mut |ui| counters::panel(ui, &tally, score, "agents = referee: 302 of 302 moves"));
        check("inspector", &mut |ui| {
            inspector::panel(
                ui,
                Some(&inspected),
                Some("alive if Black moves first (C3), ko: alive if White wins it"),
                &GroupHistory::default(),
            );
        });
        assert_eq!(fields, draft, "showing changes nothing");
        assert_eq!(settings, Settings::default(), "showing changes nothing");
    }
}

/// Opens a record in SGF. Returns the app and the goban with the record.
fn recorded(text: &str) -> (App, Entity) {
    let mut app = create_app();
    let games = stonefield_go::notation::sgf::read_text(text).expect("a game").collection;
    let root = games.games()[0];
    let opened = stonefield_sim::history::open(
        app.world_mut(),
        games,
        root,
        stonefield_sim::history::Heading::default(),
    );
    (app, opened.expect("can be shown").goban)
}

#[test]
fn a_click_in_the_tree_goes_to_the_node() {
    use stonefield_sim::history::{Navigate, Note};
    let (app, goban) = recorded("(;SZ[9]C[begins]N[root];B[cc](;W[dd];B[ee])(;W[de]BM[1]C[why?]))");
    let record = app.world().get::<GameRecord>(goban).expect("a goban");
    let mut bench = Bench::wide(Theme::Dark, 2.0 * WIDTH);
    let (mut view, mut tool) = (RecordPanel::default(), Tool::Hand);
    let mut body = |ui: &mut Ui| {
        ui.set_max_size(vec2(2.0 * WIDTH, 260.0));
        record::panel(ui, &mut view, record, &mut tool, ROOM)
    };
    bench.settle(&mut body);
    for text in ["begins", "root", "The beginning", "Main line", "Remove"] {
        bench.place(text);
    }
    // Nodes are 22 points apart. The second variation is in the second row, third column.
    let stones: Vec<Pos2> = bench
        .painted
        .iter()
        .filter_map(|clipped| match &clipped.shape {
            Shape::Circle(circle) if (circle.radius - 7.5).abs() < 0.1 => Some(circle.center),
            _ => None,
        })
        .collect();
    assert_eq!(stones.len(), 4, "a stone for each move");
    let lowest = stones.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y)).expect("there are some");
    let requests = bench.click(lowest, &mut body);
    let second = record.games().node(record.root()).preorder().last().expect("a node").id();
    let navigates = requests.into_iter().any(
        |request| matches!(request, record::RecordPanelRequest::Game(RequestKind::Navigate(Navigate::To(node))) if node == second),
    );
    assert!(navigates, "a click on the second variation goes there");
    let comment = bench.place("begins");
    bench.click(comment, &mut body);
    let requests = bench.frame(vec![Event::Text("!".to_owned())], &mut body);
    let writes = requests.into_iter().any(|request| {
        matches!(request, record::RecordPanelRequest::Game(RequestKind::Note(node, Note::Comment(text))) if node == record.root() && text.contains('!'))
    });
    assert!(writes, "typed text is added to the node's comment");
}

#[test]
fn only_the_visible_part_of_a_large_tree_is_drawn() {
    let branch = "(;W[aa];B[bb];W[cc])".repeat(3_000);
    let (app, goban) = recorded(&format!("(;SZ[9];B[ee];W[];B[dd](;W[ff]){branch})"));
    let record = app.world().get::<GameRecord>(goban).expect("a goban");
    let mut bench = Bench::new(Theme::Light);
    let (mut view, mut tool) = (RecordPanel::default(), Tool::Hand);
    let mut body = |ui: &mut Ui| {
        ui.set_max_size(vec2(WIDTH, 260.0));
        record::panel(ui, &mut view, record, &mut tool, ROOM)
    };
    bench.settle(&mut body);
    let circles = bench.painted.iter().filter(|clipped| matches!(clipped.shape, Shape::Circle(_))).count();
    assert!((1..400).contains(&circles), "{circles} circles for 9,000 nodes");
}

#[test]
fn a_board_too_large_for_a_record_gives_the_reason() {
    let mut app = create_app();
    let world = app.world_mut();
    let setup = GameSetup { size: "60".parse().expect("a size"), ..GameSetup::default() };
    let goban = spawn_goban(world, &setup).expect("a game");
    GameRecord::keep_text(world, goban, stonefield_sim::history::Heading::default());
    let record = world.get::<GameRecord>(goban).expect("a goban");
    let mut bench = Bench::new(Theme::Light);
    let (mut view, mut tool) = (RecordPanel::default(), Tool::Hand);
    bench.settle(|ui| record::panel(ui, &mut view, record, &mut tool, ROOM));
    assert!(bench.texts().iter().any(|(text, _)| text.contains("at most 52")), "{:?}", bench.texts());
}

/// Starts a game between two minds and plays six ticks. Returns the app and the goban.
fn under_way(black: &str, white: &str) -> (App, Entity) {
    let mut app = create_app();
    let brains = ByColor::new(black.parse().expect("a mind"), white.parse().expect("a mind"));
    let setup = GameSetup { size: "9".parse().expect("a size"), brains, ..GameSetup::default() };
    let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
    play_out(app.world_mut(), goban, 6);
    (app, goban)
}

#[test]
fn compared_minds_are_listed_with_their_colours() {
    let (mut app, goban) = under_way("liberties", "sensible");
    let seats = Color::ALL.map(stonefield_sim::Compared::Seat).to_vec();
    app.world_mut().write_message(Request { goban, kind: RequestKind::Compare(Some(seats)) });
    app.update();
    app.update();
    let advice = app.world().get::<stonefield_sim::Advice>(goban).expect("on every goban");
    let mut bench = Bench::new(Theme::Dark);
    bench.settle(|ui| thought::advice(ui, advice));
    bench.place("Compared");
    for name in ["liberties", "sensible"] {
        let start = format!("{name} would play ");
        assert!(bench.texts().iter().any(|(text, _)| text.starts_with(&start)), "{:?}", bench.texts());
    }
    for &ink in &theme::INKS[..2] {
        let has_ink =
            |shape: &ClippedShape| matches!(&shape.shape, Shape::Circle(circle) if circle.fill == ink);
        assert_eq!(bench.painted.iter().filter(|shape| has_ink(shape)).count(), 1);
    }
    bench.assert_whole("two opinions");
}

/// Starts a game as [`under_way`] does, and shows two boards that continue it.
fn with_boards_beside(black: &str, white: &str) -> (App, Entity) {
    let (mut app, goban) = under_way(black, white);
    app.insert_resource(Watched(goban)).add_message::<Action>().add_plugins((StatesPlugin, beside::plugin));
    app.world_mut().resource_mut::<Beside>().switch();
    (0..4).for_each(|_| app.update());
    (app, goban)
}

/// Shows the panel of the boards, clicks the text `click`, if any, and carries out the requests. Returns the
/// number of moves on each board.
fn click_beside(app: &mut App, bench: &mut Bench, click: Option<&str>) -> Vec<usize> {
    let world = app.world_mut();
    let (mut state, spent) = (std::mem::take(&mut *world.resource_mut::<Beside>()), Default::default());
    let home = world.resource::<ShownBoards>().home.unwrap_or(world.resource::<Watched>().0);
    let ids = world.resource::<ShownBoards>().gobans.clone();
    let mut gobans = world.query::<beside::BoardParts>();
    gobans.update_archetypes(world);
    let boards: Vec<_> =
        ids.iter().filter_map(|&id| Some((id, gobans.get_manual(world, id).ok()?))).collect();
    let home = (world.get(home).expect("the game"), world.get(home).expect("the game"));
    let view = beside::PanelView { home, boards: &boards, engines: &[], spent: &spent };
    let mut body = |ui: &mut Ui| beside::panel(ui, &mut state, &view);
    bench.settle(&mut body);
    let requests = click.map(|text| bench.click(bench.place(text), &mut body)).unwrap_or_default();
    *world.resource_mut::<Beside>() = state;
    for kind in requests {
        world.write_message_batch(ids.iter().map(|&goban| Request { goban, kind: kind.clone() }));
    }
    // Several updates, until the new boards exist and the old ones are despawned.
    (0..4).for_each(|_| app.update());
    let world = app.world();
    let moves = |board: &Entity| world.get::<GameRecord>(*board).map(|record| record.moves().count());
    world.resource::<ShownBoards>().gobans.iter().filter_map(moves).collect()
}

#[test]
fn boards_beside_the_game_step_restart_and_are_despawned() {
    let (mut app, goban) = under_way("liberties", "random");
    let entities = |app: &mut App| app.world_mut().query::<Entity>().iter(app.world()).count();
    let before = entities(&mut app);
    app.insert_resource(Watched(goban)).add_message::<Action>().add_plugins((StatesPlugin, beside::plugin));
    let before = entities(&mut app).max(before);
    let hash = stonefield_sim::state_hash(app.world(), goban);
    app.world_mut().resource_mut::<Beside>().switch();
    (0..4).for_each(|_| app.update());
    let mut bench = Bench::wide(Theme::Dark, 900.0);
    assert_eq!(click_beside(&mut app, &mut bench, None), [6, 6]);
    for text in ["from tick 6", "A", "B", "liberties", "random", "Captures", "In step"] {
        bench.place(text);
    }
    assert_eq!(click_beside(&mut app, &mut bench, Some("Step")), [7, 7]);
    assert_eq!(click_beside(&mut app, &mut bench, Some("Step")), [8, 8]);
    click_beside(&mut app, &mut bench, None);
    let differ = |(text, _): &(String, Rect)| text.starts_with("A and B differ from tick");
    assert!(bench.texts().iter().any(differ), "{:?}", bench.texts());
    assert_eq!(click_beside(&mut app, &mut bench, Some("Again")), [6, 6]);
    assert_eq!(hash, stonefield_sim::state_hash(app.world(), goban), "the game is unchanged");
    // After three more ticks of the game the boards begin at the new tick.
    play_out(app.world_mut(), goban, 3);
    assert_eq!(click_beside(&mut app, &mut bench, Some("From the game")), [9, 9]);
    app.world_mut().resource_mut::<Beside>().switch();
    (0..4).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Watched>().0, goban);
    assert_eq!(*app.world().resource::<ShownBoards>(), ShownBoards::default());
    assert_eq!(entities(&mut app), before + 3, "three more stones, and no entities of the boards");
}

#[test]
fn a_click_on_the_difference_takes_both_boards_there() {
    let (mut app, _) = with_boards_beside("liberties", "random");
    let mut bench = Bench::wide(Theme::Dark, 900.0);
    (0..3).for_each(|_| drop(click_beside(&mut app, &mut bench, Some("Step"))));
    let stepped = click_beside(&mut app, &mut bench, None);
    assert_eq!(stepped, [9, 9]);
    let difference =
        |bench: &Bench| bench.texts().into_iter().find(|(text, _)| text.starts_with("○ B tick "));
    let (label, _) = difference(&bench).expect("two minds that differ");
    let tick: usize = label.rsplit(' ').next().and_then(|tick| tick.parse().ok()).expect("a tick");
    assert_eq!(click_beside(&mut app, &mut bench, Some(&label)), [tick, tick]);
    // The label is still there, and so are territory and area.
    click_beside(&mut app, &mut bench, None);
    assert_eq!(difference(&bench).map(|(text, _)| text), Some(label));
    bench.place("Territory");
    bench.place("Area");
}

#[test]
fn boards_in_step_are_never_more_than_a_tick_apart() {
    let (mut app, _) = with_boards_beside("liberties", "random");
    let mut bench = Bench::wide(Theme::Light, 900.0);
    click_beside(&mut app, &mut bench, Some("Go"));
    for _ in 0..60 {
        app.update();
        let world = app.world();
        let boards = &world.resource::<ShownBoards>().gobans;
        let ticks = boards.iter().map(|&board| world.get::<Tally>(board).expect("a tally").tick);
        let (min, max) = (ticks.clone().min(), ticks.max());
        assert!(max.zip(min).is_some_and(|(max, min)| max - min <= 1));
        bevy::platform::thread::sleep(core::time::Duration::from_millis(10));
    }
    let counts = click_beside(&mut app, &mut bench, Some("Pause"));
    assert!(counts.iter().all(|&moves| moves > 6), "{counts:?}");
}

#[test]
fn a_board_larger_than_52x52_cannot_be_shown_several_times() {
    let mut app = create_app();
    let setup = GameSetup { size: "60".parse().expect("a size"), ..GameSetup::default() };
    let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
    app.insert_resource(Watched(goban)).add_message::<Action>().add_plugins((StatesPlugin, beside::plugin));
    app.world_mut().resource_mut::<Beside>().switch();
    (0..2).for_each(|_| app.update());
    let mut bench = Bench::wide(Theme::Dark, 900.0);
    assert!(click_beside(&mut app, &mut bench, None).is_empty());
    let is_refusal = |(text, _): &(String, Rect)| text.contains("60x60") && text.contains("at most 52x52");
    assert!(bench.texts().iter().any(is_refusal), "{:?}", bench.texts());
}

/// Starts a game, and opens a wall of four 3x3 boards that run.
fn with_wall() -> (App, Entity) {
    let (mut app, goban) = under_way("random", "random");
    let plan = {
        let setup = app.world().get::<GobanSetup>(goban).expect("a set-up").0.clone();
        let small = GameSetup { size: "3".parse().expect("a size"), ..setup };
        WallPlan::series(&small, 4).expect("a wall")
    };
    app.insert_resource(Watched(goban))
        .insert_resource(Wall::new(Some((plan, true))))
        .add_message::<Action>()
        .add_message::<BoardChosen>()
        .init_resource::<Redraw>()
        .init_resource::<Notices>()
        .add_plugins((StatesPlugin, wall::plugin));
    (0..3).for_each(|_| app.update());
    (app, goban)
}

#[test]
fn a_wall_plays_many_games_and_closing_it_restores_the_game() {
    let (mut app, home) = with_wall();
    let boards = app.world().resource::<ShownBoards>().gobans.clone();
    assert_eq!((boards.len(), app.world().resource::<ShownBoards>().home), (4, Some(home)));
    assert_eq!(app.world().resource::<Watched>().0, boards[0]);
    let rate = RequestKind::Rate(f32::INFINITY);
    let world = app.world_mut();
    world.write_message_batch(boards.iter().map(|&goban| Request { goban, kind: rate.clone() }));
    let game = |app: &App, board| app.world().get::<GobanSetup>(board).expect("a set-up").0.game;
    for _ in 0..200 {
        app.update();
        bevy::platform::thread::sleep(core::time::Duration::from_millis(10));
    }
    for (at, &board) in boards.iter().enumerate() {
        let now = game(&app, board);
        assert!(now >= 4 && now % 4 == at as u64, "board {at} plays game {now}");
    }
    // A chosen board is shown alone until the user goes back to the wall.
    app.world_mut().resource_mut::<Watched>().0 = boards[2];
    app.world_mut().write_message(BoardChosen);
    app.update();
    assert!(app.world().resource::<ShownBoards>().gobans.is_empty());
    assert!(app.world_mut().resource_mut::<Wall>().leave());
    app.update();
    assert_eq!(app.world().resource::<ShownBoards>().gobans, boards);
    app.world_mut().write_message(Action::Wall);
    (0..3).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Watched>().0, home);
    assert_eq!(*app.world().resource::<ShownBoards>(), ShownBoards::default());
    assert!(boards.iter().all(|&board| app.world().get_entity(board).is_err()), "despawned");
}
