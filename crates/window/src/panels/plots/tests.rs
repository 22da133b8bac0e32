//! Tests of plots without a window: chosen plots are shown, and saved files can be read.

use super::draw::PlotAnswer;
use super::export::{Print, table};
use super::*;
use crate::shell::palette::Theme;
use crate::shell::theme;
use bevy_egui::egui::{Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use stonefield_go::Color;
use stonefield_search::Evaluation;
use stonefield_sim::{GameRecord, GameSetup, Groups, Session};

/// Game, and the data of its plots.
struct Played {
    session: Session,
    rows: Decimated,
    moment: Moment,
    surveys: Surveys,
    lit: LitGroups,
}

impl Played {
    fn new(ticks: u64) -> Self {
        let size = stonefield_go::Size::square(9).expect("a size");
        let mut session =
            Session::new(&GameSetup { size, seed: 3, ..GameSetup::default() }, None).expect("a game");
        for tick in 1..=ticks {
            session.play_out(1);
            if tick == 5 {
                let said = Evaluation { winrate: Some(0.625), lead: Some(-1.5) };
                session.note_mind(Color::Black, said, "mcts");
            }
        }
        let (mut rows, mut moment) = (Decimated::default(), Moment::default());
        let record = session.part::<GameRecord>();
        rows.update(|first| record.line_from(first));
        let now = (session.goban(), ticks, 0);
        moment.count_groups(now, session.part::<Groups>());
        moment.count_avalanches(record);
        moment.count_heat(now, session.part());
        Self { session, rows, moment, surveys: Surveys::default(), lit: LitGroups::default() }
    }

    fn data(&self) -> PlotData<'_> {
        let record = self.session.part::<GameRecord>();
        let Self { rows, moment, surveys, lit, .. } = self;
        PlotData { rows, record, surveys, moment, lit, tick: record.now() }
    }
}

/// State of the panel, and the requests of the user.
#[derive(Default)]
struct Shown {
    view: PlotsView,
    larger: bool,
    answers: Vec<PlotAnswer>,
}

fn panel(played: &Played) -> Harness<'_, Shown> {
    let mut themed = false;
    Harness::builder().with_size(Vec2::new(260.0, 900.0)).build_ui_state(
        move |ui, shown: &mut Shown| {
            // A theme takes effect in the next frame.
            if !std::mem::replace(&mut themed, true) {
                return theme::apply(ui.ctx(), Theme::Dark, 1.0);
            }
            let answers = list::panel(ui, &mut shown.view, &played.data(), 110.0, &mut shown.larger);
            shown.answers.extend(answers);
        },
        Shown::default(),
    )
}

#[test]
fn measures_are_chosen_from_the_list() {
    let played = Played::new(40);
    let mut harness = panel(&played);
    harness.run();
    assert!(
        harness.query_by_label("Stones + captures").is_some() && harness.query_by_label("Groups").is_none()
    );
    harness.get_by_label("Choose plots").click();
    harness.run();
    harness.get_by_label("Groups").click();
    harness.run();
    assert!(harness.state().view.shown.contains("groups"), "{:?}", harness.state().view.shown);
    harness.key_press(bevy_egui::egui::Key::Escape);
    harness.run();
    assert!(harness.query_by_label("Black: Groups").is_some(), "the plot has its legend");
    harness.get_by_label("Black: Groups").click();
    harness.run();
    assert!(harness.state().view.hidden.contains(&("groups", Color::Black)));
    harness.get_by_label("Black: Groups").click();
    harness.run();
    assert!(harness.state().view.hidden.is_empty());
}

#[test]
fn a_click_goes_to_the_tick_and_a_bar_lights_its_groups() {
    let played = Played::new(40);
    let mut harness = panel(&played);
    harness.state_mut().view.shown = ["group_sizes"].into();
    harness.run();
    let title = harness.get_by_label("Group sizes").rect();
    let at = Pos2::new(30.0, title.bottom() + 70.0);
    let click = |harness: &mut Harness<'_, Shown>, at: Pos2| {
        harness.hover_at(at);
        harness.step();
        harness.drag_at(at);
        harness.step();
        harness.drop_at(at);
        harness.step();
        std::mem::take(&mut harness.state_mut().answers)
    };
    let answers = click(&mut harness, at);
    assert_eq!(answers, [PlotAnswer::Light(Some((Color::Black, 1..=1)))]);
    harness.state_mut().view.shown = ["score"].into();
    harness.run();
    let middle = Pos2::new(120.0, title.bottom() + 50.0);
    match click(&mut harness, middle)[..] {
        [PlotAnswer::Seek(tick)] => assert!((15..=25).contains(&tick), "{tick}"),
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_reads_back() {
    let played = Played::new(60);
    let data = played.data();
    for kind in PlotKind::all() {
        let bytes = table(kind, &data).expect("a table");
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let names: Vec<_> = reader.headers().expect("names").iter().map(str::to_owned).collect();
        let rows: Vec<Vec<String>> =
            reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
        assert!(rows.iter().all(|row| row.len() == names.len()), "{}", kind.name());
        match kind {
            PlotKind::Curve(measure) if !measure.is_surveyed() => {
                assert_eq!(names[1..], measure.columns());
                for (row, tick) in rows.iter().zip(data.record.line_from(0)) {
                    let read = row[1..].iter().map(|text| text.parse::<f64>().ok());
                    assert_eq!(row[0], tick.row.tick.to_string());
                    assert!(read.zip(measure.in_tick(&tick)).all(|(read, number)| read == number), "{row:?}");
                }
                assert_eq!(rows.len(), 61);
            }
            PlotKind::Curve(_) => {}
            PlotKind::Histogram(of) => {
                let sum: u64 = rows
                    .iter()
                    .flat_map(|row| &row[2..])
                    .map(|text| text.parse::<u64>().expect("a count"))
                    .sum();
                assert_eq!(sum, (0..2).map(|pen| data.moment.of(of).total(pen)).sum::<u64>());
            }
        }
    }
}

#[test]
fn opinions_have_gaps_where_a_mind_gives_none() {
    let played = Played::new(12);
    let data = played.data();
    let measure =
        stonefield_sim::OPINIONS.iter().find(|measure| measure.name == "win_rate").expect("it is said");
    let ([black, white], apart) = data.points(measure, [0.0, 12.0]);
    assert_eq!((black, white, apart), (vec![[5.0, 62.5]], vec![], 2.0));
    assert_eq!([5, 6, 7].map(|tick| data.values(measure, tick)[0]), [Some(62.5), Some(62.5), None]);
}

/// Parses XML with nested elements. Returns the names of all elements, or an error.
fn elements(text: &str) -> Result<Vec<String>, String> {
    let (mut open, mut names): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let between = &rest[..at];
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
        let plain = entities.iter().fold(between.to_owned(), |text, entity| text.replace(entity, ""));
        if plain.contains(['&', '>']) {
            return Err(format!("bare text '{between}'"));
        }
        let end = rest[at..].find('>').ok_or("an element without an end")?;
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop();
            if opened.as_deref() != Some(name) {
                return Err(format!("</{name}> ends {opened:?}"));
            }
            continue;
        }
        let body = tag.strip_suffix('/').unwrap_or(tag);
        let name = body.split_whitespace().next().unwrap_or_default().to_owned();
        if !body.matches('"').count().is_multiple_of(2) || body.contains('<') {
            return Err(format!("<{tag}>"));
        }
        names.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(names) } else { Err(format!("open: {open:?}")) }
}

#[test]
fn drawings_are_well_formed_and_pictures_have_both_colours() {
    let played = Played::new(60);
    let data = played.data();
    let view = PlotsView::default();
    for kind in
        PlotKind::all().filter(|kind| !matches!(kind, PlotKind::Curve(measure) if measure.is_surveyed()))
    {
        let drawing = Print::of(kind, &view, &data, Theme::Light, 1.0).drawing();
        let names = elements(&drawing).unwrap_or_else(|why| panic!("{}: {why}", kind.name()));
        assert_eq!(names[0], "svg");
        assert!(names.iter().filter(|name| *name == "text").count() > 5, "{}: titles and marks", kind.name());
        assert!(drawing.contains(&kind.title(false)), "{}", kind.name());
    }
    for kind in PlotKind::all().filter(|kind| matches!(kind.name(), "score" | "group_sizes")) {
        let picture = Print::of(kind, &view, &data, Theme::Dark, 2.0).picture();
        assert_eq!(picture.dimensions(), (1920, 960));
        let like = |red: u8| {
            picture
                .pixels()
                .filter(|pixel| pixel.0[0].abs_diff(red) < 6 && pixel.0[2].abs_diff(red) < 16)
                .count()
        };
        assert!(
            like(0x10) > 1000 && like(0xff) > 1000,
            "{}: {} black, {} white",
            kind.name(),
            like(0x10),
            like(0xff)
        );
    }
}

#[test]
fn no_plot_is_cut_off_in_the_column() {
    let played = Played::new(60);
    let mut harness = panel(&played);
    harness.set_size(Vec2::new(240.0, 4000.0));
    harness.state_mut().view.shown = PlotKind::all().map(PlotKind::name).collect();
    harness.run();
    let plots = list::plots_with_data(&harness.state().view, &played.data());
    assert!(plots.len() >= 19, "all but what goes over the board");
    for kind in plots {
        let title = harness.get_by_label(&kind.title(false)).rect();
        let is_opinion = matches!(kind, PlotKind::Curve(measure) if measure.is_opinion());
        let first = draw::pens(kind)[0].map_or_else(
            || kind.title(false),
            |color| {
                if is_opinion { format!("{color}'s mind") } else { color.to_string() }
            },
        );
        let legend = harness.get_by_label(&format!("{first}: {}", kind.title(false))).rect();
        let save = harness.get_by_label(&format!("Save {}", kind.title(false))).rect();
        assert!(
            title.left() >= 0.0 && title.right() <= legend.left(),
            "{}: {title:?} {legend:?}",
            kind.name()
        );
        assert!(
            save.right() <= 240.0 && legend.right() <= save.left(),
            "{}: {legend:?} {save:?}",
            kind.name()
        );
    }
}
