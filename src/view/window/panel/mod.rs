//! The panels around the board. Each is a function from what is to what is wished; the system here reads the
//! world, shows them, and sends the wishes on.

mod ab;
mod ask;
mod browser;
mod brush;
mod console;
mod counters;
mod decimate;
mod experiment;
mod field;
mod inspector;
mod look;
mod minds;
mod on_board;
mod plots;
mod record;
mod run;
mod search;
mod seat;
mod setup;
mod shown;
mod state;
mod surveys;
#[cfg(test)]
mod tests;
mod thought;
mod timeline;
mod watch;
mod widgets;

pub use brush::Tool;
pub(super) use on_board::{text_plugin, write_on_board};
pub(super) use run::faster;
pub use state::Panels;
pub use watch::{Goban, GobanItem};
pub(super) use widgets::{from_right, keyed};

use super::facts::Told;
use super::fields::Known;
use super::files::{Recent, SettingsFile};
use super::help;
use super::keys::Action;
use super::layers::Layers;
use super::life::Studied;
use super::palette::HeatScale;
use super::quality::SuitedQuality;
use super::record::{Answer, Desk, RecordWish};
use super::settings::Settings;
use super::state::{BoardArea, NamedEngines, Selected, Watched};
use super::theme::{self, Inks};
use crate::go::{ByColor, Color};
use crate::sim::{Request, Wish, before_last};
use bevy::app::{App, Last, Update};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::time::{Real, Time};
use bevy_egui::egui::{self, Frame, Margin, Rect, RichText, ScrollArea, Sense, Stroke, Ui, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use run::{Pressed, Running};
use surveys::Surveys;
use timeline::Moment;
use watch::Sight;

/// The least width of a window, in points of the panels: both panels and a board between them.
const NARROW: f32 = 760.0;

/// The interface is never drawn smaller than this for want of room.
const SMALLEST: f32 = 0.8;

/// The margin at the sides of a panel.
const SIDE: f32 = 12.0;

/// The panels and what they keep.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .init_resource::<Surveys>()
        .init_resource::<Tool>()
        .add_systems(Update, (state::follow_setup, state::hear, state::hold).chain())
        .add_systems(Last, (surveys::forget, surveys::survey.run_if(surveys::wanted)).chain())
        // What is taken off the world is told of first.
        .add_systems(Last, state::keep_two_boards.after(Told))
        .add_systems(EguiPrimaryContextPass, show);
}

/// What the panels may change besides the simulation.
#[derive(bevy::ecs::system::SystemParam)]
struct Controls<'w> {
    panels: ResMut<'w, Panels>,
    surveys: Res<'w, Surveys>,
    settings: ResMut<'w, Settings>,
    layers: ResMut<'w, Layers>,
    tool: ResMut<'w, Tool>,
    selected: ResMut<'w, Selected>,
    area: ResMut<'w, BoardArea>,
    file: Res<'w, SettingsFile>,
    suited: Res<'w, SuitedQuality>,
    scale: Option<Res<'w, HeatScale>>,
    fields: Res<'w, Known>,
    studied: Res<'w, Studied>,
    engines: Option<Res<'w, NamedEngines>>,
    time: Res<'w, Time<Real>>,
    desk: Res<'w, Desk>,
    recent: Res<'w, Recent>,
    records: MessageWriter<'w, RecordWish>,
}

fn show(
    mut contexts: EguiContexts,
    watched: Res<Watched>,
    gobans: Query<Goban>,
    sight: Sight,
    mut controls: Controls,
    mut requests: MessageWriter<Request>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Ok(goban) = gobans.get(watched.0) else { return Ok(()) };
    // However large the text is wanted, the board keeps some room between the panels.
    let room = ctx.viewport_rect().width() * ctx.zoom_factor() / NARROW;
    let look = (controls.settings.theme, controls.settings.ui_scale.min(room.max(SMALLEST)));
    if controls.panels.themed != Some(look) {
        theme::apply(&ctx, look.0, look.1);
        controls.panels.themed = Some(look);
    }
    let mut wishes = Vec::new();
    let mut root = Ui::new(
        ctx.clone(),
        egui::Id::new("panels"),
        UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect()),
    );
    let measure = controls.panels.measure;
    controls.panels.pens.update(measure, |first| goban.record.rows_from(first));
    if !controls.panels.hidden {
        let wide = root.available_width() >= 1180.0;
        let width = if wide { 276.0 } else { 248.0 };
        bottom(&mut root, &controls, &goban, &mut wishes);
        left(&mut root, width, &mut controls, &goban, &mut wishes);
        right(&mut root, width, &mut controls, &goban, &sight);
        if controls.panels.with_record {
            let key = controls.settings.keys.text(Action::Record);
            let tool = &mut *controls.tool;
            for wished in record::panel(&mut root, &mut controls.panels.record, &goban, tool, &key) {
                match wished {
                    record::Wished::Game(wish) => wishes.push(wish),
                    record::Wished::Other(game) => {
                        controls.records.write(RecordWish::Game(game));
                    }
                    record::Wished::Hide => controls.panels.with_record = false,
                }
            }
        }
    }
    let tick = goban.tally.tick;
    let tree = &mut controls.panels.search;
    let (foreseen, look) = search::panel(&mut root, tree, goban.seats, goban.game, goban.dice, tick);
    controls.panels.foreseen = foreseen;
    wishes.extend(look);
    let free = root.available_rect_before_wrap();
    let zoom = ctx.zoom_factor();
    let area = BoardArea {
        min: Vec2::new(free.min.x, free.min.y) * zoom,
        max: Vec2::new(free.max.x, free.max.y) * zoom,
    };
    controls.area.set_if_neq(area);
    let mut open = controls.panels.help;
    help::window(&ctx, &mut open, &controls.settings.keys);
    controls.panels.help = open;
    if let Some(browser) = &controls.panels.browser {
        controls.panels.folder = Some(browser.folder());
    }
    let panels = &mut *controls.panels;
    // What stands over everything has the keyboard and the mouse to itself.
    if !panels.asking {
        wishes.extend(console::window(&ctx, &mut panels.console, goban.seats));
        let engines = controls.engines.as_deref().map_or(&[][..], |engines| &engines.0);
        let shown = panels.two_boards.shown(|board| gobans.get(board).ok());
        requests.write_batch(ab::window(&ctx, &mut panels.two_boards, shown.as_ref(), goban.seats, engines));
    }
    ask(&ctx, &mut controls, &goban, &mut wishes);
    keep_settings(&ctx, &mut controls);
    requests.write_batch(wishes.into_iter().map(|wish| Request { goban: watched.0, wish }));
    Ok(())
}

/// Asks for files, what is to become of records, and whether an empty seat is to be filled.
fn ask(ctx: &egui::Context, controls: &mut Controls, goban: &GobanItem<'_, '_>, wishes: &mut Vec<Wish>) {
    let asked = controls.panels.browser.is_some();
    let file = browser::window(ctx, &mut controls.panels.browser);
    if asked && file.is_none() && controls.panels.browser.is_none() {
        // What waited for the record to be saved waits no longer.
        controls.records.write(RecordWish::Answer(Answer::Cancel));
    }
    controls.records.write_batch(file);
    let open = controls.panels.browser.is_some();
    if !open && !asked {
        let mut later = controls.panels.later;
        let answers = ask::window(ctx, &controls.desk, &mut later);
        controls.records.write_batch(answers);
        controls.panels.later = later;
    }
    let left = !controls.panels.later && !controls.desk.left.is_empty();
    let files = open || left || controls.desk.question.is_some();
    let seat = &mut controls.panels.seat;
    wishes.extend(seat.follow(goban.seats, goban.pace.running));
    if !files && !asked {
        wishes.extend(seat.window(ctx, goban.seats));
    }
    controls.panels.asking = files || controls.panels.seat.is_open();
}

/// Writes the settings once a change of them is done.
fn keep_settings(ctx: &egui::Context, controls: &mut Controls) {
    let saved = controls.panels.saved.get_or_insert_with(|| controls.settings.clone());
    if *saved != *controls.settings && !ctx.input(|input| input.pointer.any_down()) {
        saved.clone_from(&controls.settings);
        if let Err(error) = controls.file.save(&controls.settings) {
            controls.panels.refuse(error.to_string());
        }
    }
}

/// Room for more than there is; its bar stands in the margin of the panel.
fn scroll(ui: &mut Ui, body: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let wider = rect.with_max_x(rect.right() + SIDE - 1.0);
    let width = rect.width();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(wider));
    ScrollArea::vertical().auto_shrink(false).show(&mut inner, |ui| {
        ui.set_max_width(width);
        body(ui);
    });
    ui.allocate_rect(rect, Sense::hover());
}

/// Panels are not filled: the window is cleared to their colour, which costs a software adapter far less.
fn frame() -> Frame {
    Frame::new().inner_margin(Margin { left: SIDE as i8, right: SIDE as i8, top: 10, bottom: 0 })
}

fn bottom(root: &mut Ui, controls: &Controls, goban: &GobanItem<'_, '_>, wishes: &mut Vec<Wish>) {
    let waiting = goban.seats.waiting_for_person();
    let empty = goban.seats.waiting().filter(|&color| goban.seats.demand(color).is_some());
    let failed = |color| Some((color, goban.seats.fault(color)?));
    let fault = Color::ALL.into_iter().find_map(failed).filter(|_| goban.tally.outcome.is_some());
    let setup = &goban.setup.0;
    let dead = goban.ending.words(setup).map(|words| match goban.ending.can_be_changed(setup) {
        true => format!("{words}: click a group to change it"),
        false => words,
    });
    let to_move = goban.seats.to_move();
    let differs = goban.witness.disagreement().filter(|_| goban.tally.outcome.is_some());
    let state = counters::state_text(
        goban.tally,
        to_move,
        waiting,
        empty,
        fault,
        differs.as_deref(),
        dead.as_deref(),
    );
    let panels = &controls.panels;
    let moment = Moment {
        now: goban.record.now(),
        last: goban.record.last(),
        state: &state,
        // What ended the game is said already.
        refusal: panels
            .refusal
            .as_ref()
            .map(|(text, _)| text.as_str())
            .filter(|text| fault.is_none_or(|(_, why)| !text.contains(why))),
        news: panels.news.as_ref().map(|(text, _)| text.as_str()),
        frames: 1.0 / panels.frame.max(1e-3),
        waiting: waiting.is_some(),
        can_take_back: before_last(goban.seats, goban.record, goban.game, goban.tally).is_some()
            && Color::ALL.into_iter().any(|color| goban.seats.is_human(color)),
    };
    let frame = frame().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 6 });
    egui::Panel::bottom("moment").frame(frame).show_separator_line(true).show(root, |ui| {
        let wish = timeline::panel(ui, &moment).map(|wish| match wish {
            Wish::Advise(None) => Wish::Advise(panels.adviser.clone()),
            wish => wish,
        });
        wishes.extend(wish);
    });
}

fn left(
    root: &mut Ui,
    width: f32,
    controls: &mut Controls,
    goban: &GobanItem<'_, '_>,
    wishes: &mut Vec<Wish>,
) {
    let wrong = controls.panels.wrong(goban);
    let frame = frame();
    egui::Panel::left("controls").frame(frame).resizable(false).exact_size(width).show(root, |ui| {
        title(ui, controls);
        let key = |action| controls.settings.keys.text(action);
        let keys = [key(Action::Setup), key(Action::RunPause), key(Action::Step)];
        let running = Running {
            running: goban.pace.running,
            over: goban.tally.outcome.is_some(),
            rate: goban.pace.rate,
            changed: controls.panels.draft != controls.panels.now,
            wrong: wrong.as_deref(),
            keys: keys.each_ref().map(String::as_str),
        };
        match run::panel(ui, &running) {
            Some(Pressed::Setup) => {
                let game = controls.panels.game(goban);
                controls.records.write_batch(game.map(|game| RecordWish::New(Box::new(game))));
            }
            Some(Pressed::Wish(wish)) => wishes.push(wish),
            None => {}
        }
        ui.add_space(2.0);
        if let Some(tool) = brush::panel(ui, *controls.tool) {
            *controls.tool = tool;
        }
        ui.add_space(2.0);
        scroll(ui, |ui| {
            sections(ui, controls, goban, wrong.as_deref(), wishes);
        });
    });
}

fn title(ui: &mut Ui, controls: &mut Controls) {
    ui.horizontal(|ui| {
        let inks = Inks::here(ui);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(26.0, 24.0), Sense::hover());
        widgets::stone(ui, rect.center() + egui::vec2(5.0, 1.5), 8.0, Color::White);
        widgets::stone(ui, rect.center() + egui::vec2(-5.0, -1.5), 8.0, Color::Black);
        ui.label(RichText::new("Stonefield").heading().color(inks.strong));
        from_right(ui, |ui| {
            let key = controls.settings.keys.text(Action::Help);
            if ui.button("Keys").on_hover_text(format!("All keys ({key})")).clicked() {
                controls.panels.help = !controls.panels.help;
            }
        });
    });
}

fn sections(
    ui: &mut Ui,
    controls: &mut Controls,
    goban: &GobanItem<'_, '_>,
    wrong: Option<&str>,
    wishes: &mut Vec<Wish>,
) {
    let Controls { panels, settings, layers, suited, scale, fields, time, engines, desk, recent, .. } =
        controls;
    let engines = engines.as_deref().map_or(&[][..], |engines| &engines.0);
    let panels = &mut **panels;
    widgets::section(ui, "Set-up", true, |ui| {
        if let (Some(draft), Some(now)) = (&mut panels.draft, &panels.now) {
            let noise = u64::try_from(time.elapsed().as_nanos()).unwrap_or(0);
            setup::panel(ui, draft, now, wrong, noise);
        }
        widgets::row(ui, "Record", "The game as an SGF file, with all its variations", |ui| {
            ui.spacing_mut().button_padding.x = 2.0;
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = (ui.available_width() - 8.0) / 3.0;
            let mut button = |label: &str, action: Action, about: &str| {
                let button =
                    egui::Button::new(label).selected(action == Action::Record && panels.with_record);
                let button = ui.add_sized(egui::vec2(width, 22.0), button);
                button.on_hover_text(format!("{about} ({})", settings.keys.text(action))).clicked()
            };
            let open = button("Open", Action::Open, "Opens a game record");
            let save = button("Save", Action::SaveAs, "Saves the game, with all its variations, as");
            let tree = button("Tree", Action::Record, "Shows variations and comments");
            if open {
                panels.ask_to_open(recent);
            }
            if save {
                panels.ask_to_save(desk.path.clone());
            }
            if tree {
                panels.toggle_record();
            }
        });
    });
    widgets::section(ui, "Minds", true, |ui| {
        panels.seat.panel(ui, goban.seats);
        if let Some((color, spec)) = minds::panel(ui, goban.seats.specs(), engines, &mut panels.typing) {
            wishes.push(Wish::Seat(color, spec));
        }
        ui.add_space(4.0);
        let about = ("Advice", "Who is asked for hints and evaluations");
        let (adviser, typed) = (&mut panels.adviser, &mut panels.advised_by);
        let changed = minds::choose(ui, about, "who plays", adviser, engines, typed);
        let mut compares = goban.advice.compares();
        let key = settings.keys.text(Action::Compare);
        let about = "Both minds think at once about the position that stands; their moves stand on the board in two colours";
        let switched = widgets::switch(ui, &mut compares, "Compare both", about, &key).changed();
        if switched || changed && compares {
            wishes.push(Wish::Compare(compares.then(|| panels.adviser.clone())));
        }
        let button = egui::Button::new("Two boards side by side").selected(panels.two_boards.open);
        let button = ui.add_sized(egui::vec2(ui.available_width(), 22.0), button);
        let about = format!(
            "Each goes on from the position on the board, played by a mind of its own ({})",
            settings.keys.text(Action::TwoBoards)
        );
        if button.on_hover_text(about).clicked() {
            panels.two_boards.switch();
        }
    });
    widgets::section(ui, "Layers", true, |ui| {
        let mut shown = **layers;
        let scale = scale.as_deref().copied().unwrap_or_default();
        shown::panel(ui, &mut shown, &settings.keys, scale, fields.last());
        layers.set_if_neq(shown);
    });
    widgets::section(ui, "Heat", true, |ui| {
        wishes.extend(field::panel(ui, goban.setup.0.heat).map(Wish::Heat));
    });
    widgets::section(ui, "Experiment", false, |ui| {
        let key = settings.keys.text(Action::Experiment);
        let results = &goban.experiment.results;
        let on = goban.experiment.on;
        let dead = goban.setup.0.dead.under(&goban.setup.0.rules);
        if let Some(on) = experiment::panel(ui, &mut panels.experiment, on, results, dead, &key) {
            wishes.extend(panels.start(on, goban));
        }
    });
    widgets::section(ui, "Appearance", false, |ui| {
        let mut changed = settings.clone();
        look::panel(ui, &mut changed, &mut panels.scale, suited.0);
        settings.set_if_neq(changed);
    });
}

fn right(root: &mut Ui, width: f32, controls: &mut Controls, goban: &GobanItem<'_, '_>, sight: &Sight) {
    let frame = frame();
    egui::Panel::right("facts").frame(frame).resizable(false).exact_size(width).show(root, |ui| {
        let height = ((ui.available_height() - 504.0) / 2.0).clamp(96.0, 170.0);
        scroll(ui, |ui| {
            let witness = goban.witness.words_of(goban.occupancy, goban.groups, goban.links);
            counters::panel(ui, goban.tally, &witness);
            ui.add_space(6.0);
            let chances = ByColor::from_fn(|color| {
                let chances = goban.record.chances(color);
                chances.map(|(tick, share)| [tick as f64, 100.0 * share]).collect()
            });
            let panels = &mut *controls.panels;
            let surveyed = panels.measure.filter(|measure| measure.is_surveyed());
            let surveyed = surveyed.map(|measure| controls.surveys.points(goban.record, measure));
            let measured = surveyed.unwrap_or_else(|| panels.pens.chosen());
            plots::panel(ui, &panels.pens, &mut panels.measure, measured, &chances, goban.tally.tick, height);
            thought::advice(ui, goban.advice);
            thought::panel(ui, &goban.thinking.thoughts);
            ui.add_space(4.0);
            let inks = Inks::here(ui);
            let line = Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), 1.0));
            ui.painter().hline(line.x_range(), line.top(), Stroke::new(1.0, inks.line));
            ui.add_space(5.0);
            ui.label(RichText::new("Inspector").text_style(theme::heading()).color(inks.strong));
            let inspected = sight.inspect(goban, controls.selected.0, &mut controls.panels.followed);
            if inspector::panel(ui, inspected.as_ref(), controls.studied.words()) {
                controls.selected.0 = None;
            }
        });
    });
}
