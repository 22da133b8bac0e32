//! Window of the laboratory: stores with their tables, the charts and the rows, or the plan.

use super::form::{self, column};
use super::rows;
use super::store::{self, ShownStore, file_name};
use super::table::{TableClick, TableData, TableOrder, table};
use super::{LabPage, LabRequest, LabWindow, RunQuestion, cross, empty, picture};
use crate::shell::theme::{self, INKS, PanelColors};
use crate::shell::widgets::{close_button, complaint, from_right, hint, segments, well};
use bevy_egui::egui::{
    self, Align2, Button, Context, Frame, Label, Margin, ProgressBar, RichText, ScrollArea, Sense, Ui, Vec2,
    vec2,
};
use stonefield_lab::StoreReading;
use stonefield_lab::background::{RunPhase, RunProgress};
use stonefield_minds::engine::Engine;

/// Largest width of the window's content, in points.
const WIDTH: f32 = 1180.0;

/// Least size of a page, in points. In a smaller window it scrolls.
const PAGE: Vec2 = Vec2::new(620.0, 380.0);
/// Least width at which the title row has long labels, in points.
const ONE_ROW: f32 = 540.0;

/// Least and largest width of the charts, in points.
const PICTURE: (f32, f32) = (330.0, 430.0);

/// Visible lines of the table of a store: if several stores are open, and if one is.
const LINES: (usize, usize) = (5, 8);

/// Largest share of the height for the tables of stores.
const UPPER: f32 = 0.6;
/// Height of a line of a table, in points.
const LINE: f32 = 18.5;

/// Shows the window; returns the requests.
pub fn show(ctx: &Context, window: &mut LabWindow, engines: &[Engine]) -> Vec<LabRequest> {
    let mut requests = Vec::new();
    let room = ctx.content_rect().size();
    let size = vec2((room.x - 48.0).min(WIDTH), (room.y - 100.0).min(720.0));
    let place = egui::pos2(room.x / 2.0, 14.0);
    // When the size of the main window changes, the laboratory is centred again.
    let size_id = egui::Id::new("room of the laboratory");
    let resized = ctx.data(|data| data.get_temp::<Vec2>(size_id)) != Some(room);
    ctx.data_mut(|data| data.insert_temp(size_id, room));
    let floating = super::WINDOW.window();
    let floating = if resized { floating.current_pos(place) } else { floating };
    floating
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(14)))
        .pivot(Align2::CENTER_TOP)
        .default_pos(place)
        .show(ctx, |ui| {
            ui.set_width(size.x);
            panel(ui, window, size, engines, &mut requests);
        });
    requests
}

/// Shows the strip that replaces the window while one of its games is on the board.
pub fn strip(ui: &mut Ui, window: &mut LabWindow, requests: &mut Vec<LabRequest>) {
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        ui.label(RichText::new("Laboratory").text_style(theme::heading()).color(colors.strong));
        if let Some((id, row)) = window.rows.opened {
            let store = window.stores.iter().find(|store| store.id == id);
            let reading = store.and_then(|store| store.reading.clone());
            if let (Some(store), Some(reading)) = (store, reading) {
                ui.label(
                    RichText::new(format!("game {row} of {}", file_name(&store.path))).color(colors.text),
                );
                for (label, forward, about) in [
                    ("‹ Game", false, "The game before it in the list"),
                    ("Game ›", true, "The next game in the list"),
                ] {
                    let beside = window.rows.beside(&reading, row, forward);
                    let button = ui.add_enabled(beside.is_some(), Button::new(label)).on_hover_text(about);
                    if button.clicked() {
                        requests.extend(beside.map(|row| LabRequest::Row(id, row)));
                    }
                }
            }
        }
        if ui.button("Unfold").on_hover_text("Show the laboratory again").clicked() {
            window.folded = false;
        }
        if close_button(ui) {
            requests.push(LabRequest::Hide);
        }
    });
}

/// Shows the content of the window. `size`: in points.
pub fn panel(
    ui: &mut Ui,
    window: &mut LabWindow,
    size: Vec2,
    engines: &[Engine],
    requests: &mut Vec<LabRequest>,
) {
    let wide = size.x >= ONE_ROW;
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        ui.heading(RichText::new("Laboratory").color(colors.strong));
        ui.add_space(if wide { 8.0 } else { 0.0 });
        ui.allocate_ui(vec2(if wide { 190.0 } else { 130.0 }, 24.0), |ui| {
            let pages = [
                (
                    LabPage::Results,
                    "Results",
                    "The files of games that are open, and what their games add up to",
                ),
                (LabPage::Plan, "Plan", "What is to be played"),
            ];
            if let Some(page) = segments(ui, window.page, &pages) {
                window.page = page;
            }
        });
        let open = if wide { "Open games…" } else { "Open…" };
        if ui.button(open).on_hover_text("A file of games (a store); or drop it on the window").clicked() {
            requests.push(LabRequest::OpenStore);
        }
        from_right(ui, |ui| {
            if close_button(ui) {
                requests.push(LabRequest::Hide);
            }
            if ui.button("Fold").on_hover_text("Leave a strip, and the board in sight").clicked() {
                window.folded = true;
            }
        });
    });
    if let Some(question) = &window.question {
        permission_question(ui, question, requests);
    }
    ui.add_space(6.0);
    let room = vec2(size.x, size.y - 40.0);
    let whole =
        if window.page == LabPage::Results && window.stores.is_empty() { room } else { room.max(PAGE) };
    if whole == room {
        return page(ui, window, room, engines, requests);
    }
    ScrollArea::both().id_salt("page").auto_shrink(false).max_width(room.x).max_height(room.y).show(
        ui,
        |ui| {
            ui.set_width(whole.x);
            page(ui, window, whole, engines, requests);
        },
    );
}

/// Shows the page below the title row. `room`: size in points.
fn page(ui: &mut Ui, window: &mut LabWindow, room: Vec2, engines: &[Engine], requests: &mut Vec<LabRequest>) {
    match window.page {
        LabPage::Plan => {
            let store = window.stores.iter().rev().find(|store| store.progress.is_some());
            let store = store.map(|store| store.path.clone());
            requests.extend(form::panel(ui, &mut window.form, room, store.as_deref(), engines));
        }
        LabPage::Results if window.stores.is_empty() => {
            empty::show(ui, window, requests);
        }
        LabPage::Results => results(ui, window, room, requests),
    }
}

/// Shows the question whether to play a plan with a mind that needs permission.
fn permission_question(ui: &mut Ui, question: &RunQuestion, requests: &mut Vec<LabRequest>) {
    well(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_width(ui.available_width());
            let words = format!("{} {}. Is it to be played all the same?", question.mind, question.demand);
            ui.label(RichText::new(words).color(PanelColors::here(ui).strong));
            if ui.button("Don't play").clicked() {
                requests.push(LabRequest::Answer(false));
            }
            if ui.button("Play it").clicked() {
                requests.push(LabRequest::Answer(true));
            }
        });
    });
}

/// Shows stores and rows on the left, charts on the right. `size`: in points.
fn results(ui: &mut Ui, window: &mut LabWindow, size: Vec2, requests: &mut Vec<LabRequest>) {
    let picture = (size.x * 0.37).clamp(PICTURE.0, PICTURE.1);
    let left = size.x - picture - 18.0;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 18.0;
        column(ui, left, |ui| {
            let top = ui.cursor().top();
            let room = size.y * UPPER;
            ScrollArea::vertical()
                .id_salt("stores")
                .max_height(room)
                .min_scrolled_height(room)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.set_width(left - 8.0);
                    let lines = if window.stores.len() > 1 { LINES.0 } else { LINES.1 };
                    for at in 0..window.stores.len() {
                        let id = window.stores[at].id;
                        ui.push_id(id, |ui| store_block(ui, window, at, lines, requests));
                    }
                });
            ui.add_space(4.0);
            // The rows get the height that the tables leave.
            let rest = size.y - (ui.cursor().top() - top);
            let lines = ((rest - 66.0) / LINE).max(3.0) as usize;
            requests.extend(rows::panel(ui, &mut window.rows, &mut window.stores, &window.picture, lines));
        });
        column(ui, picture, |ui| {
            let title = RichText::new("Win shares").text_style(theme::heading());
            ui.label(title.color(PanelColors::here(ui).strong));
            let height = (size.y - 270.0).clamp(120.0, 330.0);
            picture::panel(ui, &mut window.picture, &window.stores, height);
        });
    });
}

/// Shows a store: its title row, run, plan and tables. `lines`: visible lines of the table.
fn store_block(ui: &mut Ui, window: &mut LabWindow, at: usize, lines: usize, requests: &mut Vec<LabRequest>) {
    let store = &mut window.stores[at];
    let ink = INKS[at % INKS.len()];
    heading(ui, store, ink, requests);
    if let Some(fault) = &store.fault {
        complaint(ui, fault);
    }
    if let Some(progress) = store.progress.clone() {
        run_card(ui, store, &progress, requests);
    }
    let Some(reading) = store.reading.clone() else {
        if store.fault.is_none() && store.progress.is_none() {
            hint(ui, "It is being read…");
        }
        return;
    };
    if store.plan_open {
        plan(ui, store, &reading, requests);
    }
    if reading.games.is_empty() {
        hint(ui, "No game has been played yet.");
        return;
    }
    if let Some(standings) = &reading.standings
        && let Some(player) = cross::show(ui, standings, store.player, ink)
    {
        store.choose_player(player);
        window.rows.store = Some(store.id);
        window.picture.clear_picked();
    }
    let store = &mut window.stores[at];
    let columns = store::columns(&reading);
    store.arrange();
    let order = store.lines();
    let all = &reading.summary.combinations;
    let data = TableData {
        columns: &columns,
        order: store.order,
        lines: order.len(),
        visible_lines: lines,
        about: "Click to see this combination alone, with Ctrl beside others",
        ink,
    };
    let clicked = well(ui, |ui| {
        table(ui, "combinations", &data, |at| {
            let combination = &all[order[at]];
            (store::line(combination), store.chosen.contains(&combination.number))
        })
    });
    match clicked {
        Some(TableClick::Head(column)) => {
            store.order =
                Some(TableOrder::clicked(store.order, column, column >= reading.summary.names.len()));
        }
        Some(TableClick::Line(line, beside)) => {
            let number = all[order[line]].number;
            store.choose(number, beside);
            window.rows.store = Some(store.id);
            window.picture.clear_picked();
        }
        None => {}
    }
    ui.add_space(6.0);
}

/// Shows the title row of a store.
fn heading(ui: &mut Ui, store: &mut ShownStore, ink: egui::Color32, requests: &mut Vec<LabRequest>) {
    let colors = PanelColors::here(ui);
    ui.horizontal(|ui| {
        ui.checkbox(&mut store.ticked, "").on_hover_text("In the picture");
        let (chip, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
        ui.painter().rect_filled(chip, 2.0, ink);
        from_right(ui, |ui| {
            let played = store.is_playing();
            let close = ui.add_enabled(!played, Button::new("×").frame(false));
            let close = close.on_hover_text("Close this file").on_disabled_hover_text("It is being played");
            if close.clicked() {
                requests.push(LabRequest::Close(store.id));
            }
            let plan = Button::new("Plan").selected(store.plan_open);
            if ui.add(plan).on_hover_text("Show the plan of these games, or fold it away").clicked() {
                store.plan_open = !store.plan_open;
            }
            if ui.button("CSV…").on_hover_text("Save the games as a table, a line each").clicked() {
                requests.push(LabRequest::Table(store.id));
            }
            let about = "Watch its games on the boards of a wall, from the first that is missing";
            if ui.button("Watch").on_hover_text(about).clicked() {
                requests.push(LabRequest::Watch(Some(store.id)));
            }
            let missing = store.reading.is_some() && !store.is_complete() && store.progress.is_none();
            if missing && ui.button("Go on").on_hover_text("Play the games that are missing").clicked() {
                requests.push(LabRequest::GoOn(store.id));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let name =
                    RichText::new(file_name(&store.path)).text_style(theme::heading()).color(colors.strong);
                ui.add(Label::new(name).truncate()).on_hover_text(store.path.display().to_string());
                if let Some(reading) = &store.reading {
                    let header = &reading.header;
                    let games = format!("{} of {} games, {}", reading.games.len(), header.rows, header.date);
                    let about = format!(
                        "Begun by version {} on {}; plan {}; kind in files: {}",
                        header.version, header.machine, header.hash, header.kind
                    );
                    let words = Label::new(RichText::new(games).small().color(colors.weak)).truncate();
                    ui.add(words).on_hover_text(about);
                }
            });
        });
    });
}

/// Shows the text of a store's plan.
fn plan(ui: &mut Ui, store: &ShownStore, reading: &StoreReading, requests: &mut Vec<LabRequest>) {
    well(ui, |ui| {
        ScrollArea::vertical().id_salt("written").max_height(120.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                let text = RichText::new(reading.header.plan.trim_end()).font(theme::mono_font());
                ui.add(Label::new(text.color(PanelColors::here(ui).text)).selectable(true).wrap());
            },
        );
        if !reading.header.unrepeatable.is_empty() {
            hint(
                ui,
                format!("Not repeatable: {} does not play the same again.", reading.header.unrepeatable),
            );
        }
        if ui.button("Write another like it").on_hover_text("Put this plan into the form").clicked() {
            requests.push(LabRequest::UsePlan(store.id));
        }
    });
}

/// Shows a run: buttons, progress bar, speed and results.
fn run_card(ui: &mut Ui, store: &ShownStore, progress: &RunProgress, requests: &mut Vec<LabRequest>) {
    let colors = PanelColors::here(ui);
    well(ui, |ui| {
        ui.horizontal(|ui| {
            let id = store.id;
            match &progress.phase {
                _ if store.is_halting() => {
                    ui.label(RichText::new("Halting…").color(colors.weak));
                }
                RunPhase::Opening | RunPhase::Playing => {
                    let about = "Halt; the file keeps all that was played";
                    if ui.button("Pause").on_hover_text(about).clicked() {
                        requests.push(LabRequest::Pause(id));
                    }
                    if ui.button("Stop").on_hover_text("End the run; the file stays").clicked() {
                        requests.push(LabRequest::Stop(id));
                    }
                }
                RunPhase::Halted | RunPhase::Failed(_) => {
                    if ui.button("Go on").on_hover_text("Play the games that are missing").clicked() {
                        requests.push(LabRequest::GoOn(id));
                    }
                    if ui.button("Stop").on_hover_text("Leave it at that; the file stays").clicked() {
                        requests.push(LabRequest::Stop(id));
                    }
                }
                RunPhase::Done => {
                    ui.label(RichText::new("All games are played").color(colors.on));
                }
            }
            let share = progress.done as f32 / progress.rows.max(1) as f32;
            let words = format!("{} of {} games", progress.done, progress.rows);
            let text = RichText::new(&words).small().color(colors.strong);
            let bar = ProgressBar::new(share)
                .desired_width(ui.available_width())
                .corner_radius(4)
                .fill(colors.sand)
                .text(text);
            let bar = ui.add(bar);
            bar.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ProgressIndicator, true, &words));
        });
        if let RunPhase::Failed(why) = &progress.phase {
            complaint(ui, why);
        }
        // With more than two players, the sum of the first players' wins means nothing.
        let many = store.reading.as_ref().and_then(|reading| reading.standings.as_ref());
        let many = many.is_some_and(|standings| standings.players.len() > 2);
        hint(ui, progress_words(progress, !many));
    });
}

/// Returns speed, remaining time and results of a run as text. `wins`: true to include the wins.
pub fn progress_words(progress: &RunProgress, wins: bool) -> String {
    let mut words = Vec::new();
    if let Some(rate) = progress.rate() {
        words.push(match rate {
            rate if rate >= 10.0 => format!("{rate:.0} games a second"),
            rate if rate >= 0.1 => format!("{rate:.1} games a second"),
            rate => format!("{:.1} games a minute", 60.0 * rate),
        });
    }
    if let Some(seconds) = progress.remaining().filter(|_| progress.phase.is_active()) {
        words.push(format!("{} to go", span(seconds)));
    }
    words.extend(progress.count.words(progress.by_mind).filter(|_| wins));
    if progress.count.failed > 0 {
        words.push(format!("{} failed", progress.count.failed));
    }
    if words.is_empty() { "No game has ended yet.".to_owned() } else { words.join("; ") }
}

/// Returns a duration as text.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}
