//! Window "Minds compared": chooses minds, asks them about the position, and shows the opinion of each.

use super::chooser::{Chooser, choose};
use crate::marks::compare::{ChosenOpinion, said};
use crate::marks::{bids, candidates};
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layers::{Layer, Layers};
use crate::shell::panel::{AddPanel, Open, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::NamedEngines;
use crate::shell::theme::{self, INKS, PanelColors, text_on};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, from_right, hint, switch, well};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, Align2, Button, Context, Frame, Grid, Label, Layout, Margin, RichText, Sense, Ui, Vec2,
    WidgetInfo, WidgetType, vec2,
};
use stonefield_go::{Color, Move, Position};
use stonefield_minds::engine::Engine;
use stonefield_minds::{Answer, BrainSpec};
use stonefield_search::negamax::{NegamaxParams, value_parts};
use stonefield_search::{Thought, rounded};
use stonefield_sim::{Advice, Compared, MAX_COMPARED, Opinion, Referee, RequestKind, Seats};

/// Largest width of the window's content, in points.
const WIDTH: f32 = 640.0;

/// Least height of the window's content, in points.
const HEIGHT: f32 = 270.0;

/// Largest number of the chosen mind's candidates that are listed.
const MAX_LISTED: usize = 6;

const WINDOW: Panel = Panel::floating("Minds compared", 5);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Comparison>()
        .add_window(WINDOW, show)
        .add_observer(stop_asking)
        .add_systems(Update, toggle.in_set(InputSystems::Act).run_if(switched(Action::Compare)));
}

/// Minds to compare, and the parts of the candidates that are shown.
#[derive(Resource, Clone, Debug)]
pub struct Comparison {
    minds: Vec<Entry>,
    /// Cached rows of the candidates.
    parts: Option<(PartsKey, Vec<PartsRow>)>,
}

/// Row of the list of minds. `spec`: the chosen mind; `None`: the default mind of the row.
#[derive(Clone, Debug, Default)]
struct Entry {
    spec: Option<BrainSpec>,
    typed: Chooser,
}

/// Key of the cached rows: spec of the mind, hash of the position, and number of nodes or playouts.
type PartsKey = (String, u64, u64);

/// Move of a candidate, and the parts of its value as text.
type PartsRow = (String, Vec<String>);

impl Default for Comparison {
    fn default() -> Self {
        Self { minds: vec![Entry::default(); 2], parts: None }
    }
}

/// Returns the default mind of a row: first those of the seats, then minds that differ strongly.
fn default_mind(row: usize) -> Compared {
    match row {
        0 => Compared::Seat(Color::Black),
        1 => Compared::Seat(Color::White),
        _ => {
            let name = ["swarm", "negamax", "mcts", "sensible"][(row - 2) % 4];
            Compared::Mind(BrainSpec::named(name).unwrap_or_default())
        }
    }
}

impl Comparison {
    /// Returns the minds to ask, one for each row.
    fn minds_to_ask(&self) -> Vec<Compared> {
        let minds = self.minds.iter().enumerate();
        minds.map(|(at, entry)| entry.spec.clone().map_or_else(|| default_mind(at), Compared::Mind)).collect()
    }
}

/// Stops asking when the window closes.
fn stop_asking(removed: On<Remove, Open>, panels: Query<&Panel>, mut requests: Requests) {
    if panels.get(removed.entity).is_ok_and(|&panel| panel == WINDOW) {
        requests.send([RequestKind::Compare(None)]);
    }
}

/// Opens the window and asks the minds, or stops asking and closes the window.
fn toggle(
    goban: WatchedGoban<&Advice>,
    comparison: Res<Comparison>,
    mut panels: OpenPanels,
    mut requests: Requests,
) {
    let Some(advice) = goban.get() else { return };
    let asks = advice.compares();
    if !asks || !panels.is_open(WINDOW) {
        requests.send([RequestKind::Compare((!asks).then(|| comparison.minds_to_ask()))]);
    }
    panels.set(WINDOW, !asks);
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&Advice, &Seats, &Referee)>,
    engines: Res<NamedEngines>,
    (mut comparison, mut chosen): (ResMut<Comparison>, ResMut<ChosenOpinion>),
    mut layers: ResMut<Layers>,
    mut panels: OpenPanels,
    mut requests: Requests,
) -> Result {
    let Some((advice, seats, referee)) = goban.get() else { return Ok(()) };
    let mut ownership = layers.get(Layer::Ownership);
    let data = ComparisonData { advice, seats, position: &referee.position, engines: &engines.0 };
    let marks = (&mut ownership, &mut *chosen);
    let (request, closed) = window(contexts.ctx_mut()?, &mut comparison, &data, marks);
    requests.send(request);
    if closed {
        panels.set(WINDOW, false);
    }
    if ownership != layers.get(Layer::Ownership) {
        layers.set(Layer::Ownership, ownership);
    }
    Ok(())
}

/// Data that the window shows.
pub struct ComparisonData<'a> {
    /// Opinions of the minds.
    pub advice: &'a Advice,
    /// Players of both colours.
    pub seats: &'a Seats,
    /// Position on the board.
    pub position: &'a Position,
    /// Named engines of the settings.
    pub engines: &'a [Engine],
}

fn window(
    ctx: &Context,
    comparison: &mut Comparison,
    data: &ComparisonData<'_>,
    marks: (&mut bool, &mut ChosenOpinion),
) -> (Option<RequestKind>, bool) {
    let room = ctx.content_rect().size();
    let shown = WINDOW
        .window()
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(14)))
        .pivot(Align2::CENTER_BOTTOM)
        .default_pos(egui::pos2(room.x / 2.0, room.y - 64.0))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x - 60.0));
            // The minimum height keeps widgets in place when opinions arrive.
            ui.set_min_height(HEIGHT);
            panel(ui, comparison, data, marks)
        });
    shown.and_then(|shown| shown.inner).unwrap_or_default()
}

/// Draws the content of the window. Returns a request if the minds or the switch for asking have changed, and
/// true if the user closed the window.
pub fn panel(
    ui: &mut Ui,
    comparison: &mut Comparison,
    data: &ComparisonData<'_>,
    (ownership, chosen): (&mut bool, &mut ChosenOpinion),
) -> (Option<RequestKind>, bool) {
    let mut on = data.advice.compares();
    let before = comparison.minds_to_ask();
    let (mut switched, mut closed) = (false, false);
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        ui.heading(RichText::new("Minds compared").color(colors.strong));
        if let Some(color) = data.advice.color() {
            ui.label(RichText::new(format!("{color} to move")).color(colors.weak));
        }
        from_right(ui, |ui| {
            closed = close_button(ui);
        });
    });
    ui.add_space(4.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(210.0, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(210.0);
            list(ui, comparison, data);
            switched |= switch(ui, &mut on, "Ask them at every position", "", "").changed();
            let about = "Whose the chosen mind thinks each point will be, as squares";
            switch(ui, ownership, "Ownership on the board", about, "");
        });
        ui.add_space(8.0);
        ui.vertical(|ui| {
            table(ui, chosen, data.advice);
            let at = chosen.place(data.advice);
            if let (Some(color), Some(opinion)) = (data.advice.color(), data.advice.opinions().get(at)) {
                parts(ui, comparison, opinion, color, data.position);
            }
        });
    });
    let minds = comparison.minds_to_ask();
    let changed = switched || on && minds != before;
    (changed.then(|| RequestKind::Compare(on.then_some(minds))), closed)
}

/// Draws the list of minds with their colours, and buttons that add and remove minds.
fn list(ui: &mut Ui, comparison: &mut Comparison, data: &ComparisonData<'_>) {
    let mut removed = None;
    let is_removable = comparison.minds.len() > 1;
    for (at, entry) in comparison.minds.iter_mut().enumerate() {
        let by_default = default_mind(at);
        let spec = by_default.spec(data.seats);
        let default_name = match by_default {
            Compared::Seat(color) => format!("{color}'s: {}", spec.name()),
            Compared::Mind(_) => spec.name().to_owned(),
        };
        let spec = entry.spec.clone().unwrap_or(spec);
        let opinions = data.advice.opinions();
        // Equal minds are asked once and share a colour.
        let mind = opinions.iter().position(|opinion| *opinion.spec() == spec).unwrap_or(at);
        ui.push_id(("mind", at), |ui| {
            ui.horizontal_top(|ui| {
                chip(ui, mind);
                let room = vec2(ui.available_width() - 22.0, 22.0);
                ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                    choose(ui, ("", ""), &default_name, &mut entry.spec, data.engines, &mut entry.typed);
                });
                let remove = ui.add_enabled(is_removable, Button::new("×").frame(false));
                let about = "Ask this one no more";
                remove.widget_info(|| WidgetInfo::labeled(WidgetType::Button, is_removable, about));
                if remove.on_hover_text(about).clicked() {
                    removed = Some(at);
                }
            });
        });
    }
    if let Some(at) = removed {
        // The entries after it move up. Each keeps its mind, although defaults depend on the row.
        for (row, entry) in comparison.minds.iter_mut().enumerate().skip(at + 1) {
            entry.spec.get_or_insert_with(|| default_mind(row).spec(data.seats));
        }
        comparison.minds.remove(at);
    }
    if comparison.minds.len() < MAX_COMPARED {
        let add = Button::new("Add a mind").min_size(vec2(ui.available_width(), 22.0));
        if ui.add(add).on_hover_text(format!("Up to {MAX_COMPARED} minds")).clicked() {
            comparison.minds.push(Entry::default());
        }
    }
}

/// Draws a disc in the colour of a mind, with its number. `mind` counts from 0, the number from 1.
fn chip(ui: &mut Ui, mind: usize) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let center = rect.center() + vec2(0.0, 2.0);
    ui.painter().circle_filled(center, 8.0, INKS[mind % INKS.len()]);
    let text = (mind + 1).to_string();
    ui.painter().text(center, Align2::CENTER_CENTER, text, theme::text_font(), text_on(mind));
}

/// Draws a table with one row for each opinion. A click on a name chooses the mind.
fn table(ui: &mut Ui, chosen: &mut ChosenOpinion, advice: &Advice) {
    let colors = PanelColors::here(ui);
    let place = chosen.place(advice);
    let opinions = advice.opinions();
    well(ui, |ui| {
        ui.set_min_width(ui.available_width());
        if opinions.is_empty() || advice.color().is_none() {
            hint(ui, "Nothing is asked now: the game is over, or asking is switched off.");
            return;
        }
        Grid::new("opinions").num_columns(8).spacing(vec2(9.0, 3.0)).show(ui, |ui| {
            for (head, about) in HEADS {
                let head = RichText::new(head).small().color(colors.weak);
                let head = ui.label(head);
                if !about.is_empty() {
                    head.on_hover_text(about);
                }
            }
            ui.end_row();
            for (mind, opinion) in opinions.iter().enumerate() {
                chip(ui, mind);
                let name = ui.selectable_label(mind == place, opinion.spec().name());
                if name.on_hover_text(about(opinion)).clicked() {
                    chosen.0 = Some(opinion.spec().clone());
                }
                for text in cells(opinion, opinions) {
                    ui.label(RichText::new(text).color(colors.strong));
                }
                ui.end_row();
            }
        });
    });
}

/// Titles and tooltips of the table's columns.
const HEADS: [(&str, &str); 8] = [
    ("", ""),
    ("mind", "Click one to look at it more closely"),
    ("move", "The best move, … while it still thinks"),
    ("wins", "How likely it thinks the colour to move wins"),
    ("lead", "By how many points it thinks the colour to move leads"),
    ("looked at", "Playouts or, for a search without playouts, positions"),
    ("time", ""),
    ("agree", "How many of the minds would make this move"),
];

/// Returns the tooltip of a mind: its spec and, if it failed, the reason.
fn about(opinion: &Opinion) -> String {
    match opinion.answer() {
        Some(Answer::Failed(why)) => format!("{}: {why}", opinion.spec()),
        _ => opinion.spec().to_string(),
    }
}

/// Returns the number of minds, this one included, with the same best move. 0 if this one has no move.
fn agreement(opinion: &Opinion, all: &[Opinion]) -> usize {
    let best = opinion.best();
    all.iter().filter(|other| best.is_some() && other.best() == best).count()
}

/// Returns the cells of an opinion: move, win rate, lead, playouts or nodes, time, and agreement.
fn cells(opinion: &Opinion, all: &[Opinion]) -> [String; 6] {
    let thought = opinion.thought();
    let dash = || "–".to_owned();
    let effort =
        thought.map_or(0, |thought| if thought.playouts > 0 { thought.playouts } else { thought.nodes });
    [
        said(opinion),
        thought
            .and_then(|thought| thought.winrate)
            .map_or_else(dash, |share| format!("{:.1} %", 100.0 * share)),
        thought
            .and_then(|thought| thought.lead)
            .map_or_else(dash, |lead| format!("{:+.1}", rounded(lead, 1))),
        if effort > 0 { candidates::count(effort) } else { dash() },
        opinion.seconds().map_or_else(dash, |seconds| match seconds {
            ..0.001 => "<1 ms".to_owned(),
            0.001..1.0 => format!("{:.0} ms", 1000.0 * seconds),
            _ => format!("{seconds:.1} s"),
        }),
        match agreement(opinion, all) {
            0 => dash(),
            count => format!("{count} of {}", all.len()),
        },
    ]
}

/// Draws the candidates of the chosen mind with the parts of their values.
fn parts(ui: &mut Ui, comparison: &mut Comparison, opinion: &Opinion, color: Color, position: &Position) {
    let Some(thought) = opinion.thought().filter(|thought| !thought.is_indifferent()) else { return };
    let key = (opinion.spec().to_string(), position.hash(), thought.nodes.max(thought.playouts));
    if comparison.parts.as_ref().is_none_or(|(cached, _)| *cached != key) {
        comparison.parts = Some((key, rows(opinion.spec(), thought, color, position)));
    }
    let Some((_, rows)) = comparison.parts.as_ref().filter(|(_, rows)| !rows.is_empty()) else { return };
    let colors = PanelColors::here(ui);
    let text = format!("What the candidates of {} are worth to {color}", opinion.spec().name());
    ui.label(RichText::new(text).small().color(colors.weak));
    well(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 16.0;
        for (name, parts) in rows {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 10.0;
                let width = vec2(42.0, 16.0);
                ui.allocate_ui_with_layout(width, Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(42.0);
                    ui.label(RichText::new(name).color(colors.strong));
                });
                let text = parts.join("  ");
                ui.add(Label::new(RichText::new(&text).small()).truncate()).on_hover_text(text);
            });
        }
    });
}

/// Returns the first [`MAX_LISTED`] candidates with the parts of their values.
fn rows(spec: &BrainSpec, thought: &Thought, color: Color, position: &Position) -> Vec<PartsRow> {
    let parts = |candidate: &stonefield_search::Candidate| -> Vec<String> {
        if spec.name() == "negamax" {
            let params: NegamaxParams = spec.read();
            return negamax_parts(position, &candidate.variation, color, &params);
        }
        let motives = candidate.action.point().map(|to| bids::motives(thought.bids_for(to)));
        let motives = motives.into_iter().flatten().map(|(motive, sum)| format!("{motive} {sum:.1}"));
        let mut words: Vec<String> = motives.collect();
        if words.is_empty() {
            words.extend(candidate.winrate.map(|share| format!("wins {:.1} %", 100.0 * share)));
            words.extend(candidate.rave.map(|share| format!("RAVE {:.1} %", 100.0 * share)));
            words.extend(candidate.lead.map(|lead| format!("lead {:+.1}", rounded(lead, 1))));
            words.extend(candidate.score.map(|score| format!("score {score:.2}")));
            words.extend(candidate.prior.map(|prior| format!("prior {:.1} %", 100.0 * prior)));
        }
        words
    };
    let listed = thought.candidates.iter().take(MAX_LISTED);
    listed.map(|candidate| (candidate.action.to_string(), parts(candidate))).collect()
}

/// Returns sum and parts (lead × weight) of Negamax's value after a line of moves, which ends early at an
/// illegal move. Empty if the parameters do not evaluate by fields.
fn negamax_parts(position: &Position, line: &[Move], color: Color, params: &NegamaxParams) -> Vec<String> {
    let mut after = position.clone();
    for &action in line {
        if after.is_over() || after.try_play(action).is_err() {
            break;
        }
    }
    let parts = value_parts(&after, color, params);
    let sum: i64 = parts.iter().map(|part| i64::from(part.lead) * i64::from(part.weight)).sum();
    let words = parts.iter().map(|part| format!("{} {:+} × {}", part.name, part.lead, part.weight));
    let total = (!parts.is_empty()).then(|| format!("{sum:+} ="));
    total.into_iter().chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::{ByColor, Size};
    use stonefield_sim::{GameSetup, Referee, Request, create_app, spawn_goban};

    fn app(minds: Vec<Compared>) -> (App, Entity) {
        let mut app = create_app();
        let size = Size::square(7).expect("a size");
        let setup = GameSetup { size, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        app.world_mut().write_message(Request { goban, kind: RequestKind::Step(6) });
        app.world_mut().write_message(Request { goban, kind: RequestKind::Compare(Some(minds)) });
        app.update();
        app.update();
        (app, goban)
    }

    fn mind(spec: &str) -> Compared {
        Compared::Mind(spec.parse().expect("a mind"))
    }

    #[test]
    fn equal_minds_are_asked_once_and_agreement_is_counted() {
        let minds = vec![
            Compared::Seat(Color::Black),
            Compared::Seat(Color::White),
            mind("negamax:depth=1"),
            mind("negamax:depth=1,ab=off"),
            mind("swarm"),
        ];
        let (app, goban) = app(minds);
        let advice = app.world().get::<Advice>(goban).expect("on every goban");
        let names: Vec<_> = advice.opinions().iter().map(|opinion| opinion.spec().to_string()).collect();
        assert_eq!(names.len(), 4, "both seats have the same mind: {names:?}");
        let [_, one, other, _] = advice.opinions() else { panic!("four minds") };
        assert_eq!(one.best(), other.best(), "alpha-beta pruning does not change the move");
        assert!(agreement(one, advice.opinions()) >= 2);
        assert!(advice.opinions().iter().all(|opinion| opinion.seconds().is_some()));
        let cells = cells(one, advice.opinions());
        assert_eq!(cells[0], one.best().expect("a move").to_string());
        assert!(cells[2].starts_with(['+', '-']), "{cells:?}");
    }

    #[test]
    fn the_parts_of_negamax_add_up_to_its_value() {
        let (app, goban) = app(vec![mind("negamax:depth=2,lazy=off")]);
        let advice = app.world().get::<Advice>(goban).expect("on every goban");
        let position = &app.world().get::<Referee>(goban).expect("on every goban").position;
        let (opinion, color) = (&advice.opinions()[0], advice.color().expect("a turn"));
        let thought = opinion.thought().expect("a thought");
        let best = &thought.candidates[0];
        let params: NegamaxParams = opinion.spec().read();
        let words = negamax_parts(position, &best.variation, color, &params);
        // A candidate's lead is the value divided by the weight of territory.
        let value = best.lead.expect("points") * f64::from(params.territory);
        assert_eq!(
            words.first().map(String::as_str),
            Some(format!("{:+} =", value.round()).as_str()),
            "{words:?}"
        );
        assert_eq!(words.len(), 5);
    }

    #[test]
    fn a_mind_is_added_and_one_is_chosen_for_its_candidates() {
        let (app, goban) = app(vec![mind("swarm"), mind("sensible"), mind("negamax:depth=1")]);
        let world = app.world();
        let advice = world.get::<Advice>(goban).expect("on every goban");
        let position = world.get::<Referee>(goban).expect("on every goban").position.clone();
        let seats = Seats::new(
            ByColor::from_fn(|_| BrainSpec::default()),
            stonefield_minds::Trust::default(),
            Size::default(),
        );
        let state = (Comparison::default(), false, (None, false), ChosenOpinion::default());
        let mut harness = Harness::builder().with_size(vec2(700.0, 800.0)).build_ui_state(
            |ui,
             (comparison, ownership, asked, chosen): &mut (
                Comparison,
                bool,
                (Option<RequestKind>, bool),
                ChosenOpinion,
            )| {
                let data = ComparisonData { advice, seats: &seats, position: &position, engines: &[] };
                let (request, closed) = panel(ui, comparison, &data, (ownership, chosen));
                *asked = (request.or(asked.0.take()), asked.1 | closed);
            },
            state,
        );
        harness.run();
        harness.get_by_label("Add a mind").click();
        harness.run();
        let Some(RequestKind::Compare(Some(asked))) = harness.state_mut().2.0.take() else { panic!("asked") };
        assert_eq!(asked, [Compared::Seat(Color::Black), Compared::Seat(Color::White), mind("swarm")]);
        // By default the first opinion is shown, the swarm's. Then negamax is chosen.
        harness.get_by_label_contains("What the candidates of swarm are worth");
        harness.get_by_label("negamax").click();
        harness.run();
        assert_eq!(harness.state().3.place(advice), 2);
        assert!(harness.query_all_by_label_contains("territory ").count() > 0);
        harness.get_by_label("Ownership on the board").click();
        harness.run();
        assert!(harness.state().1);
        harness.get_by_label("Close").click();
        harness.run();
        assert!(harness.state().2.1, "closed");
    }
}
