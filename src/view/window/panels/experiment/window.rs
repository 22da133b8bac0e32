//! The window of experiments: who plays, the result sets, their picture, and the games behind a bar.

use super::super::super::theme::{self, INKS, PanelColors};
use super::super::chooser::choose;
use super::super::floating::FloatingWindow;
use super::super::widgets::{from_right, hint, number, row, switch, well};
use super::quantity::{Quantity, Sides};
use super::set::{NAMES, ResultSet, mean_text};
use super::{ExperimentRequest, Experiments, Progress, empty, start, usual};
use crate::brain::engine::Engine;
use crate::notation::counted;
use crate::sim::{GameRow, GameSetup, MOST_OPENING_PLIES, Seats};
use bevy_egui::egui::{
    self, Align, Align2, Button, ComboBox, Context, Frame, Label, Layout, Margin, Pos2, Rect, RichText,
    ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, vec2,
};

/// How wide the fields are, in points.
const FIELDS: f32 = 250.0;

/// How wide the picture is at least and at most, in points.
const PICTURE: (f32, f32) = (330.0, 560.0);

/// How high the picture is, in points.
const HEIGHT: f32 = 176.0;

/// Lines of the list of games.
const LINES: usize = 7;

/// What the window shows besides the experiments themselves.
pub struct WindowData<'a> {
    /// The set-up of the next game.
    pub setup: GameSetup,
    /// Who plays on the board.
    pub seats: &'a Seats,
    /// Engines with a name.
    pub engines: &'a [Engine],
    /// How the experiment on the board stands.
    pub progress: Progress,
}

/// Shows the window; returns what is asked for.
pub fn show(ctx: &Context, experiments: &mut Experiments, data: &WindowData<'_>) -> Vec<ExperimentRequest> {
    let mut asked = Vec::new();
    let room = ctx.content_rect().size();
    let picture = (room.x - FIELDS - 90.0).clamp(PICTURE.0, PICTURE.1);
    FloatingWindow::Experiment
        .window()
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(14)))
        .pivot(Align2::CENTER_TOP)
        .default_pos(egui::pos2(room.x / 2.0, 14.0))
        .show(ctx, |ui| {
            ui.set_width(FIELDS + 18.0 + picture);
            panel(ui, experiments, data, picture, &mut asked);
        });
    asked
}

/// What is in the window, the picture this wide.
pub fn panel(
    ui: &mut Ui,
    experiments: &mut Experiments,
    data: &WindowData<'_>,
    picture: f32,
    asked: &mut Vec<ExperimentRequest>,
) {
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        ui.heading(RichText::new("Experiment").color(colors.strong));
        if let Some(words) = data.progress.words() {
            ui.label(RichText::new(words).color(colors.weak));
        }
        from_right(ui, |ui| {
            if ui.button("Close").on_hover_text("Esc").clicked() {
                experiments.open = false;
            }
        });
    });
    ui.add_space(6.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 18.0;
        column(ui, FIELDS, |ui| {
            fields(ui, experiments, data, asked);
            ui.add_space(8.0);
            sets(ui, experiments, data, asked);
        });
        column(ui, picture, |ui| results(ui, experiments, asked));
    });
}

fn column(ui: &mut Ui, width: f32, body: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.x = 6.0;
        body(ui);
    });
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(theme::heading()).color(PanelColors::here(ui).strong));
}

/// Who plays what.
fn fields(
    ui: &mut Ui,
    experiments: &mut Experiments,
    data: &WindowData<'_>,
    asked: &mut Vec<ExperimentRequest>,
) {
    title(ui, "What is played");
    for mind in 0..2 {
        ui.push_id(mind, |ui| {
            let seated = usual(data.seats, mind);
            let color = crate::go::Color::ALL[mind];
            let usual = match data.seats.has_mind(color) {
                true => format!("{color}'s: {}", seated.name()),
                false => seated.name().to_owned(),
            };
            let about = ["Plays Black in the first game", "Plays White in the first game"][mind];
            let about = (["Mind A", "Mind B"][mind], about);
            let (chosen, typed) = (&mut experiments.minds[mind], &mut experiments.typed[mind]);
            choose(ui, about, &usual, chosen, data.engines, typed);
        });
    }
    let about = "Every other game B plays Black, so that neither gains by the first move";
    switch(ui, &mut experiments.alternate, "Alternate colours", about, "");
    let about = "Random legal moves that fill no eye, before the minds play; with alternating colours both games of a pair begin alike";
    row(ui, "Opening", about, |ui| {
        let plies =
            number(&mut experiments.plies).range(0..=MOST_OPENING_PLIES).speed(0.1).custom_parser(digits);
        let plies = plies.custom_formatter(|plies, _| match plies as u32 {
            0 => "no random moves".to_owned(),
            plies => counted(plies, "random ply"),
        });
        ui.add_sized(vec2(ui.available_width(), 22.0), plies);
    });
    row(ui, "Games", "How many in all; 0: until it is stopped", |ui| {
        let games = number(&mut experiments.games).range(0..=1_000_000_u64).speed(1.0).custom_parser(digits);
        let games = games.custom_formatter(|games, _| match games as u64 {
            0 => "until stopped".to_owned(),
            games => counted(games, "game"),
        });
        ui.add_sized(vec2(ui.available_width(), 22.0), games);
    });
    let setup = &data.setup;
    let handicap = if setup.handicap > 1 { format!(", {} handicap", setup.handicap) } else { String::new() };
    hint(
        ui,
        format!(
            "{}, {}, komi {}{handicap}, seed {}: the fields under Set-up.",
            setup.board(),
            setup.rules.name,
            setup.rules.komi,
            setup.seed
        ),
    );
    let known = experiments.plan(setup.clone(), data.seats).from;
    asked.extend(start(ui, &data.progress, known));
}

/// The whole number in a text such as `100 games`.
fn digits(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The result sets.
fn sets(
    ui: &mut Ui,
    experiments: &mut Experiments,
    data: &WindowData<'_>,
    asked: &mut Vec<ExperimentRequest>,
) {
    title(ui, "Results");
    if experiments.sets.is_empty() {
        hint(
            ui,
            "None yet. The results of each experiment stay here when another is set up, to be compared.",
        );
        return;
    }
    well(ui, |ui| {
        ScrollArea::vertical().id_salt("sets").max_height(150.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.set_width(ui.available_width());
            for (at, set) in experiments.sets.iter_mut().enumerate() {
                ui.push_id(set.id, |ui| listed(ui, at, set, data, asked));
            }
        });
    });
}

/// A set in the list: whether it is in the picture, its colour, its name.
fn listed(
    ui: &mut Ui,
    at: usize,
    set: &mut ResultSet,
    data: &WindowData<'_>,
    asked: &mut Vec<ExperimentRequest>,
) {
    let colors = PanelColors::here(ui);
    let details = set.details();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.checkbox(&mut set.ticked, "").on_hover_text("In the picture and the file");
        let (chip, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
        ui.painter().rect_filled(chip, 2.0, INKS[at % INKS.len()]);
        from_right(ui, |ui| {
            if !data.progress.on {
                let remove = ui.add(Button::new("×").frame(false)).on_hover_text("Forget these results");
                if remove.clicked() {
                    asked.push(ExperimentRequest::Remove(set.id));
                }
                let on = ui.add(Button::new("▶").frame(false)).on_hover_text("Go on with this experiment");
                if on.clicked() {
                    asked.push(ExperimentRequest::GoOn(set.id));
                }
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let name = RichText::new(set.title()).color(colors.text);
                ui.add(Label::new(name).truncate().selectable(false)).on_hover_text(&details);
                let opening =
                    if set.plan.open > 0 { format!(", opening {}", set.plan.open) } else { String::new() };
                let games = format!("{}, seed {}{opening}", set.standing.games(), set.plan.setup.seed);
                let games = RichText::new(games).small().color(colors.weak);
                ui.add(Label::new(games).truncate());
            });
        });
    });
}

/// What the ticked sets come to, in numbers and in one picture, and the games behind it.
fn results(ui: &mut Ui, experiments: &mut Experiments, asked: &mut Vec<ExperimentRequest>) {
    title(ui, "Wins for each mind");
    let inked = experiments.inked();
    if inked.is_empty() {
        if experiments.sets.is_empty() {
            empty::show(ui, HEIGHT);
        } else {
            hint(ui, "Tick results on the left to see them here.");
        }
        return;
    }
    for (set, ink) in inked {
        standing(ui, set, ink);
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let picture = &mut experiments.picture;
        let name = picture.quantity.name();
        ComboBox::from_id_salt("quantity").width(150.0).height(420.0).selected_text(name).show_ui(ui, |ui| {
            for quantity in Quantity::all() {
                let item = ui.selectable_value(&mut picture.quantity, quantity, quantity.name());
                item.on_hover_text(quantity.about());
            }
        });
        if picture.quantity.is_sided() {
            let shown = Sides::ALL.iter().find(|(sides, ..)| *sides == picture.sides);
            let words = shown.map_or("", |(_, words, _)| words);
            ComboBox::from_id_salt("sides").width(130.0).selected_text(words).show_ui(ui, |ui| {
                for (sides, words, about) in Sides::ALL {
                    ui.selectable_value(&mut picture.sides, sides, words).on_hover_text(about);
                }
            });
        }
        let about = "The natural logarithm of the numbers, as the paper of 2016 shows scores";
        switch(ui, &mut picture.log, "Logarithm", about, "");
    });
    let picked = experiments.picture.picked.as_ref().map(|(place, _)| *place);
    let clicked = match &experiments.picture.drawn {
        Some(drawn) => drawn.show(ui, HEIGHT, picked),
        None => {
            let why = if experiments.picture.log {
                "No number above 0: there is no logarithm to show."
            } else {
                "No games that count yet."
            };
            well(ui, |ui| {
                ui.set_min_size(vec2(ui.available_width(), HEIGHT - 12.0));
                hint(ui, why);
            });
            None
        }
    };
    if let Some(place) = clicked {
        if picked == Some(place) {
            experiments.picture.picked = None;
        } else {
            experiments.pick(place);
        }
    }
    games(ui, experiments, asked);
    ui.horizontal(|ui| {
        let about = "Every game of the ticked results, a line each, as CSV";
        if ui.button("Save as CSV…").on_hover_text(about).clicked() {
            asked.push(ExperimentRequest::Export);
        }
        let about = "What the ticked results come to, as text";
        if ui.button("Copy summary").on_hover_text(about).clicked() {
            asked.push(ExperimentRequest::Copy);
        }
    });
}

/// A set in three lines: its name, and each mind's wins with their interval.
fn standing(ui: &mut Ui, set: &ResultSet, ink: egui::Color32) {
    let colors = PanelColors::here(ui);
    let standing = &set.standing;
    ui.horizontal(|ui| {
        let (chip, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
        ui.painter().rect_filled(chip, 2.0, ink);
        let ties = if standing.ties > 0 { format!(", {} drawn", standing.ties) } else { String::new() };
        let ticks = format!("{}{ties}; {} ticks a game", standing.games(), mean_text(&standing.ticks));
        ui.label(RichText::new(set.title()).color(colors.strong));
        ui.add(Label::new(RichText::new(ticks).small().color(colors.weak)).truncate());
    });
    for mind in 0..2 {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
        let painter = ui.painter();
        let font = TextStyle::Body.resolve(ui.style());
        let at = |x: f32| Pos2::new(rect.left() + x, rect.center().y);
        let name = set.name(mind);
        painter
            .with_clip_rect(Rect::from_min_max(rect.min, Pos2::new(rect.left() + 104.0, rect.bottom())))
            .text(at(17.0), Align2::LEFT_CENTER, &name, font.clone(), colors.text);
        let track = Rect::from_min_max(
            at(108.0) - vec2(0.0, 4.0),
            Pos2::new(rect.right() - 216.0, rect.center().y + 4.0),
        );
        painter.rect_filled(track, 3.0, colors.well);
        if let Some((share, (low, high))) = standing.share(mind) {
            let x = |share: f64| egui::lerp(track.x_range(), share as f32);
            let middle = x(0.5);
            painter.vline(middle, track.y_range().expand(2.0), Stroke::new(1.0, colors.line));
            painter.hline(x(low)..=x(high), track.center().y, Stroke::new(4.0, ink.gamma_multiply(0.55)));
            painter.circle_filled(Pos2::new(x(share), track.center().y), 4.5, ink);
        }
        let text = format!("{} won, {}", standing.wins[mind], standing.share_text(mind));
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, text, font, colors.strong);
        let about = format!(
            "{}: wins, their share (a tie is half a win) and its 95 % interval; mean score {}",
            set.plan.minds()[mind],
            mean_text(&standing.score[mind])
        );
        response.on_hover_text(about);
    }
}

/// The games of the bar that was picked, or of the first set that is ticked; a click opens one.
fn games(ui: &mut Ui, experiments: &Experiments, asked: &mut Vec<ExperimentRequest>) {
    let colors = PanelColors::here(ui);
    let picked = experiments.picture.picked.as_ref();
    let drawn = experiments.picture.drawn.as_ref();
    let Some(first) = experiments.ticked().next() else { return };
    let words = picked.zip(drawn).map(|((place, _), drawn)| drawn.words(*place));
    let words = words.unwrap_or_else(|| format!("All games of {}; click a bar for its games", first.title()));
    ui.add(Label::new(RichText::new(words).small().color(colors.weak)).truncate());
    let count = picked.map_or(first.rows.len(), |(_, games)| games.len());
    let game = |at: usize| -> Option<(&ResultSet, &GameRow)> {
        let (set, place) = match picked {
            Some((_, games)) => games.get(at).map(|&(id, place)| (id, place as usize))?,
            None => (first.id, at),
        };
        let set = experiments.set(set)?;
        Some((set, set.rows.get(place)?))
    };
    well(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let line = |text: String| RichText::new(text).text_style(TextStyle::Monospace).size(11.0);
        let head = format!(
            "{:>6}  {:<8} {:<10} {:<6} {:>8} {:>8} {:>7}",
            "game", "Black", "result", "winner", "A", "B", "ticks"
        );
        ui.add(Label::new(line(head).color(colors.weak)).truncate());
        let high = ui.text_style_height(&TextStyle::Monospace) + 3.0;
        ui.spacing_mut().interact_size.y = high;
        ui.spacing_mut().button_padding.y = 0.0;
        ScrollArea::vertical()
            .id_salt("games")
            .max_height((high + 1.0) * LINES as f32)
            .min_scrolled_height((high + 1.0) * LINES as f32)
            .auto_shrink(false)
            .stick_to_bottom(picked.is_none())
            .show_rows(ui, high, count, |ui, rows| {
                for (set, row) in rows.filter_map(game) {
                    let text = line(row_text(row)).color(colors.text);
                    let button = Button::new(text).frame(false).min_size(vec2(ui.available_width(), high));
                    let button = ui
                        .add(button)
                        .on_hover_text("Click to open this game; the experiment can go on later");
                    if button.clicked() {
                        asked.push(ExperimentRequest::Replay(set.id, row.place));
                    }
                }
            });
    });
}

/// A game in the list.
fn row_text(row: &GameRow) -> String {
    let winner = match row.winner() {
        _ if row.is_void() => "void",
        Some(mind) => NAMES[mind],
        None => "–",
    };
    let score = |mind| row.finished.score[row.color_of(mind)];
    format!(
        "{:>6}  {:<8} {:<10} {winner:<6} {:>8.1} {:>8.1} {:>7}",
        row.finished.game,
        NAMES[usize::from(row.swapped)],
        row.finished.outcome.to_string(),
        score(0),
        score(1),
        row.finished.ticks
    )
}
