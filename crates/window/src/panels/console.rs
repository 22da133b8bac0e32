//! A console to talk GTP with the program that plays a colour.

use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{AddPanel, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::Modal;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, from_right, segments, well};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    self, Align, Align2, Color32, Context, EventFilter, FontId, Frame, Key, Layout, Margin, Modifiers,
    RichText, ScrollArea, TextEdit, Ui, Vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::ops::Range;
use stonefield_go::{ByColor, Color};
use stonefield_minds::{Conversation, Speaker};
use stonefield_sim::{RequestKind, Seats};

/// Lines that can be called back.
const REMEMBERED: usize = 200;

/// Room for the bar at the side, in points.
const SCROLL_BAR: f32 = 12.0;

/// Completions shown at most.
const OFFERED: usize = 6;

/// The window, and its place.
const WINDOW: Panel = Panel::floating("GTP console", 2);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Console>()
        .add_closable(
            WINDOW,
            |window: Res<Console>| window.open,
            |mut window: ResMut<Console>| window.open = false,
        )
        .add_systems(Update, open.in_set(InputSystems::Act).run_if(switched(Action::Console)))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

fn open(mut console: ResMut<Console>) {
    console.switch();
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    mut console: ResMut<Console>,
    mut requests: Requests,
) -> Result {
    if let Some(goban) = goban.get() {
        requests.send(window(contexts.ctx_mut()?, &mut console, goban.seats));
    }
    Ok(())
}

/// The console, and what has been typed in it.
#[derive(Resource, Debug, Default)]
pub struct Console {
    /// Whether it is shown.
    pub open: bool,
    seat: Option<Color>,
    typed: ByColor<Typed>,
    /// The field is to have the keyboard.
    grasp: bool,
}

/// What has been typed for one seat.
#[derive(Clone, Debug, Default)]
struct Typed {
    line: String,
    past: Vec<String>,
    /// How many lines back one is, and what stood there before one went back.
    back: usize,
    kept: String,
}

impl Typed {
    /// Goes along the lines typed before; the line begun comes last.
    fn recall(&mut self, older: bool) {
        let to = if older { (self.back + 1).min(self.past.len()) } else { self.back.saturating_sub(1) };
        if to == self.back {
            return;
        }
        if self.back == 0 {
            self.kept = std::mem::take(&mut self.line);
        }
        self.back = to;
        self.line =
            if to == 0 { std::mem::take(&mut self.kept) } else { self.past[self.past.len() - to].clone() };
    }

    /// Takes the line to send it.
    fn enter(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        (self.back, self.kept) = (0, String::new());
        if !line.trim().is_empty() && self.past.last() != Some(&line) {
            self.past.push(line.clone());
            let excess = self.past.len().saturating_sub(REMEMBERED);
            self.past.drain(..excess);
        }
        line
    }
}

impl Console {
    /// Shows it, or closes it.
    pub fn switch(&mut self) {
        self.open = !self.open;
        self.grasp = self.open;
    }
}

/// Shows the console while it is open; returns the line to be sent, and to which colour.
fn window(ctx: &Context, console: &mut Console, seats: &Seats) -> Option<RequestKind> {
    if !console.open {
        return None;
    }
    let first = || if seats.conversation(Color::Black).is_some() { Color::Black } else { Color::White };
    let seat = *console.seat.get_or_insert_with(first);
    let (mut kind, mut chosen, mut closed) = (None, seat, false);
    let room = ctx.content_rect().size();
    let size = Vec2::new((room.x - 80.0).clamp(300.0, 560.0), (room.y - 160.0).clamp(160.0, 340.0));
    let shown = WINDOW
        .window()
        .default_size(size)
        .min_size(Vec2::new(300.0, 160.0))
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(14)))
        .pivot(Align2::CENTER_BOTTOM)
        .default_pos(egui::pos2(room.x / 2.0, room.y - 64.0))
        .show(ctx, |ui| {
            ui.horizontal(|ui| {
                ui.heading(RichText::new("GTP console").color(PanelColors::here(ui).strong));
                from_right(ui, |ui| {
                    closed |= close_button(ui);
                    ui.allocate_ui_with_layout(
                        Vec2::new(150.0, 22.0),
                        Layout::left_to_right(Align::Center),
                        |ui| {
                            let options = [(Color::Black, "Black", ""), (Color::White, "White", "")];
                            if let Some(color) = segments(ui, seat, &options) {
                                chosen = color;
                            }
                        },
                    );
                });
            });
            ui.add_space(4.0);
            match seats.conversation(seat) {
                Some(conversation) => {
                    let typed = &mut console.typed[seat];
                    let grasp = std::mem::take(&mut console.grasp);
                    kind =
                        talk(ui, seat, conversation, typed, grasp).map(|line| RequestKind::Say(seat, line));
                }
                None => nobody(ui, seat, seats),
            }
        });
    // Whatever is clicked in it, what is typed goes to its line.
    let clicked = |rect: egui::Rect| {
        ctx.input(|input| {
            input.pointer.any_released() && input.pointer.interact_pos().is_some_and(|at| rect.contains(at))
        })
    };
    if shown.is_some_and(|shown| clicked(shown.response.rect)) {
        console.grasp = true;
    }
    if chosen != seat {
        (console.seat, console.grasp) = (Some(chosen), true);
    }
    console.open = !closed;
    kind
}

/// Says why there is nobody to talk to at this seat, and how to change that.
fn nobody(ui: &mut Ui, seat: Color, seats: &Seats) {
    let text = format!("{seat} is played by {}, which is no GTP engine.", seats.spec(seat));
    well(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.label(text);
        ui.label(RichText::new("Seat one under Minds: choose gtp, and type its command line.").weak());
    });
}

/// What was said, and a field to say more; returns what was entered.
fn talk(
    ui: &mut Ui,
    seat: Color,
    conversation: &Conversation,
    typed: &mut Typed,
    grasp: bool,
) -> Option<String> {
    let colors = PanelColors::here(ui);
    let font = FontId::monospace(12.0);
    let height = ui.fonts_mut(|fonts| fonts.row_height(&font));
    let lines = conversation.lines();
    well(ui, |ui| {
        let room = Vec2::new(ui.available_width(), (ui.available_height() - 62.0).max(60.0));
        ui.set_min_size(room);
        if lines.is_empty() {
            ui.label(
                RichText::new(
                    "Nothing has been said yet: the engine starts with its first turn, or your first line.",
                )
                .weak(),
            );
            return;
        }
        let glyph = ui.fonts_mut(|fonts| fonts.glyph_width(&font, 'm')).max(1.0);
        let columns = ((room.x - SCROLL_BAR) / glyph) as usize;
        let rows = wrapped(lines.iter().map(|line| line.text.as_str()), columns);
        ScrollArea::vertical()
            .id_salt(("said", seat))
            .max_height(room.y)
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show_rows(ui, height, rows.len(), |ui, shown| {
                for (at, piece) in &rows[shown] {
                    let line = &lines[*at];
                    let color = ink(line.speaker, &line.text, colors);
                    let text = RichText::new(&line.text[piece.clone()]).font(font.clone()).color(color);
                    ui.add(egui::Label::new(text).extend());
                }
            });
    });
    ui.add_space(2.0);
    let id = ui.make_persistent_id(("line", seat));
    // Keys are taken before the field sees them.
    if ui.memory(|memory| memory.has_focus(id)) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, tab) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Tab));
        if up || down {
            typed.recall(up);
        }
        if tab && !typed.line.contains(' ') {
            let (whole, fitting) = conversation.complete_command(&typed.line);
            typed.line = if fitting.len() == 1 { whole + " " } else { whole };
        }
        if up || down || tab {
            to_end(ui, id, typed.line.chars().count());
        }
    }
    let hint = "a GTP command, as in showboard";
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut typed.line).id(id).font(font).hint_text(hint).desired_width(width);
    let response = ui.add(field);
    let filter = EventFilter { tab: true, vertical_arrows: true, horizontal_arrows: true, escape: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if grasp || entered {
        response.request_focus();
    }
    ui.horizontal(|ui| {
        let begun = typed.line.trim_start();
        let offered = match begun.contains(' ') || begun.is_empty() {
            true => Vec::new(),
            false => conversation.complete_command(begun).1,
        };
        let more = if offered.len() > OFFERED {
            format!(" and {} more", offered.len() - OFFERED)
        } else {
            String::new()
        };
        let text = match (conversation.waiting, offered.as_slice()) {
            (1.., _) => "waits until the engine has time".to_owned(),
            (0, []) if begun.contains(' ') || begun.is_empty() => {
                format!("{}  ·  Tab completes, Up and Down recall", partner(conversation))
            }
            (0, []) => format!("{} does not list this command", partner(conversation)),
            (0, names) => format!("{}{more}", names[..names.len().min(OFFERED)].join("   ")),
        };
        ui.add(egui::Label::new(RichText::new(text).small().color(colors.weak)).truncate());
    });
    entered.then(|| typed.enter())
}

/// Cuts lines into rows of so many characters: the number of each row's line, and which bytes of it.
fn wrapped<'a>(lines: impl Iterator<Item = &'a str>, columns: usize) -> Vec<(usize, Range<usize>)> {
    let columns = columns.max(20);
    let mut rows = Vec::new();
    for (at, line) in lines.enumerate() {
        let mut from = 0;
        // A line of fewer bytes has fewer characters.
        while line.len() - from > columns
            && let Some((length, _)) = line[from..].char_indices().nth(columns)
        {
            // Between words, unless that leaves half the row empty.
            let space = line[from..from + length].rfind(' ').map(|space| space + 1);
            let length = space.filter(|&end| 2 * end > length).unwrap_or(length);
            rows.push((at, from..from + length));
            from += length;
        }
        rows.push((at, from..line.len()));
    }
    rows
}

/// Puts the cursor behind the last character.
fn to_end(ui: &Ui, id: egui::Id, length: usize) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(length);
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

fn partner(conversation: &Conversation) -> &str {
    if conversation.program_name.is_empty() { "the engine" } else { &conversation.program_name }
}

fn ink(speaker: Speaker, text: &str, colors: &PanelColors) -> Color32 {
    match speaker {
        Speaker::Us => colors.weak,
        Speaker::Person => colors.chosen,
        Speaker::Program if text.starts_with('?') => colors.error,
        Speaker::Program => colors.strong,
        Speaker::Stderr | Speaker::Event => colors.off,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_called_back_and_the_one_begun_is_kept() {
        let mut typed = Typed::default();
        for line in ["name", "name", " ", "showboard"] {
            typed.line = line.to_owned();
            assert_eq!(typed.enter(), line);
        }
        typed.line = "pl".to_owned();
        let mut seen = Vec::new();
        for older in [true, true, true, false, false, false] {
            typed.recall(older);
            seen.push(typed.line.clone());
        }
        assert_eq!(seen, ["showboard", "name", "name", "showboard", "pl", "pl"]);
    }

    #[test]
    fn long_lines_are_cut_between_words_and_lose_nothing() {
        let long = "= info move D4 visits 100 winrate 5000 prior 12 ".repeat(5);
        let lines = [long.as_str(), "", "?", &"石".repeat(70), &"x".repeat(61)];
        let rows = wrapped(lines.into_iter(), 30);
        for (at, line) in lines.iter().enumerate() {
            let pieces: Vec<&str> =
                rows.iter().filter(|row| row.0 == at).map(|row| &line[row.1.clone()]).collect();
            assert_eq!(pieces.concat(), *line);
            assert!(pieces.iter().all(|piece| piece.chars().count() <= 30), "{pieces:?}");
        }
        assert!(rows.iter().take(5).all(|row| long[row.1.clone()].ends_with(' ')), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row.0 >= 3).count(), 3 + 3);
    }

    #[test]
    fn only_so_many_lines_are_remembered() {
        let mut typed = Typed::default();
        for i in 0..2 * REMEMBERED {
            typed.line = i.to_string();
            typed.enter();
        }
        assert_eq!(typed.past.len(), REMEMBERED);
        typed.recall(true);
        assert_eq!(typed.line, (2 * REMEMBERED - 1).to_string());
    }
}
