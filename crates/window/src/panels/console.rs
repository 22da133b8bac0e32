//! GTP console: the conversation with the engine that plays a colour.

use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, from_right, segments, well};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, Align2, Color32, Context, EventFilter, Frame, Key, Layout, Margin, Modifiers, RichText,
    ScrollArea, TextEdit, Ui, Vec2,
};
use core::ops::Range;
use stonefield_go::{ByColor, Color};
use stonefield_minds::{Conversation, Speaker};
use stonefield_sim::{RequestKind, Seats};

/// Largest number of entered lines that can be recalled for each colour.
const MAX_HISTORY: usize = 200;

/// Width that is left for the scroll bar, in points.
const SCROLL_BAR: f32 = 12.0;

/// Largest number of completions that are shown.
const MAX_COMPLETIONS: usize = 6;

const WINDOW: Panel = Panel::floating("GTP console", 2).key(Action::Console);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Console>().add_window(WINDOW, show);
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<&Seats>,
    mut console: ResMut<Console>,
    mut panels: OpenPanels,
    mut requests: Requests,
) -> Result {
    console.wants_focus |= panels.is_new(WINDOW);
    if let Some(seats) = goban.get() {
        let (request, closed) = window(contexts.ctx_mut()?, &mut console, seats);
        requests.send(request);
        if closed {
            panels.set(WINDOW, false);
        }
    }
    Ok(())
}

/// State of the console.
#[derive(Resource, Debug, Default)]
pub struct Console {
    seat: Option<Color>,
    input: ByColor<InputLine>,
    /// True if the input field gets the keyboard focus in the next frame.
    wants_focus: bool,
}

/// Input line for one colour, and the lines entered before.
#[derive(Clone, Debug, Default)]
struct InputLine {
    line: String,
    history: Vec<String>,
    /// Number of lines that the user went back in the history; 0: the line is new.
    back: usize,
    /// New line that was typed before the user went back.
    draft: String,
}

impl InputLine {
    /// Shows the previous entered line or, if `older` is false, the next one. The draft comes last.
    fn recall(&mut self, older: bool) {
        let back = if older { (self.back + 1).min(self.history.len()) } else { self.back.saturating_sub(1) };
        if back == self.back {
            return;
        }
        if self.back == 0 {
            self.draft = std::mem::take(&mut self.line);
        }
        self.back = back;
        self.line = match back {
            0 => std::mem::take(&mut self.draft),
            _ => self.history[self.history.len() - back].clone(),
        };
    }

    /// Clears the line and returns it. Adds it to the history, unless it is blank or a repetition.
    fn enter(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        (self.back, self.draft) = (0, String::new());
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
            let excess = self.history.len().saturating_sub(MAX_HISTORY);
            self.history.drain(..excess);
        }
        line
    }
}

/// Draws the console. Returns the request to send the entered line, and true if the user closed the console.
fn window(ctx: &Context, console: &mut Console, seats: &Seats) -> (Option<RequestKind>, bool) {
    let first = || if seats.conversation(Color::Black).is_some() { Color::Black } else { Color::White };
    let seat = *console.seat.get_or_insert_with(first);
    let (mut kind, mut chosen, mut closed) = (None, seat, false);
    let room = ctx.content_rect().size();
    let size = Vec2::new((room.x - 80.0).clamp(300.0, 560.0), (room.y - 160.0).clamp(160.0, 340.0));
    let response = WINDOW
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
                    let input = &mut console.input[seat];
                    let focus = std::mem::take(&mut console.wants_focus);
                    let entered = show_conversation(ui, seat, conversation, input, focus);
                    kind = entered.map(|line| RequestKind::Say(seat, line));
                }
                None => show_no_engine(ui, seat, seats),
            }
        });
    // A click anywhere in the window focuses the input field.
    let clicked = |rect: egui::Rect| {
        ctx.input(|input| {
            input.pointer.any_released() && input.pointer.interact_pos().is_some_and(|at| rect.contains(at))
        })
    };
    if response.is_some_and(|window| clicked(window.response.rect)) {
        console.wants_focus = true;
    }
    if chosen != seat {
        (console.seat, console.wants_focus) = (Some(chosen), true);
    }
    (kind, closed)
}

/// Draws the explanation that no GTP engine plays the colour, and how to choose one.
fn show_no_engine(ui: &mut Ui, seat: Color, seats: &Seats) {
    let text = format!("{seat} is played by {}, which is no GTP engine.", seats.spec(seat));
    well(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.label(text);
        ui.label(RichText::new("Seat one under Minds: choose gtp, and type its command line.").weak());
    });
}

/// Draws the conversation and the input field. Returns the entered line. `focus`: true focuses the field.
fn show_conversation(
    ui: &mut Ui,
    seat: Color,
    conversation: &Conversation,
    input: &mut InputLine,
    focus: bool,
) -> Option<String> {
    let colors = PanelColors::here(ui);
    let font = theme::mono_font();
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
        let rows = wrap_lines(lines.iter().map(|line| line.text.as_str()), columns);
        ScrollArea::vertical()
            .id_salt(("said", seat))
            .max_height(room.y)
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show_rows(ui, height, rows.len(), |ui, visible| {
                for (at, piece) in &rows[visible] {
                    let line = &lines[*at];
                    let color = text_color(line.speaker, &line.text, colors);
                    let text = RichText::new(&line.text[piece.clone()]).font(font.clone()).color(color);
                    ui.add(egui::Label::new(text).extend());
                }
            });
    });
    ui.add_space(2.0);
    let id = ui.make_persistent_id(("line", seat));
    // Arrow and Tab keys are consumed before the field handles them.
    if ui.memory(|memory| memory.has_focus(id)) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, tab) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Tab));
        if up || down {
            input.recall(up);
        }
        if tab && !input.line.contains(' ') {
            let (completed, commands) = conversation.complete_command(&input.line);
            input.line = if commands.len() == 1 { completed + " " } else { completed };
        }
        if up || down || tab {
            move_cursor_to_end(ui, id, input.line.chars().count());
        }
    }
    let hint = "a GTP command, as in showboard";
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut input.line).id(id).font(font).hint_text(hint).desired_width(width);
    let response = ui.add(field);
    let filter = EventFilter { tab: true, vertical_arrows: true, horizontal_arrows: true, escape: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if focus || entered {
        response.request_focus();
    }
    ui.horizontal(|ui| {
        let begun = input.line.trim_start();
        let completions = match begun.contains(' ') || begun.is_empty() {
            true => Vec::new(),
            false => conversation.complete_command(begun).1,
        };
        let more = if completions.len() > MAX_COMPLETIONS {
            format!(" and {} more", completions.len() - MAX_COMPLETIONS)
        } else {
            String::new()
        };
        let text = match (conversation.waiting, completions.as_slice()) {
            (1.., _) => "waits until the engine has time".to_owned(),
            (0, []) if begun.contains(' ') || begun.is_empty() => {
                format!("{}  ·  Tab completes, Up and Down recall", engine_name(conversation))
            }
            (0, []) => format!("{} does not list this command", engine_name(conversation)),
            (0, names) => format!("{}{more}", names[..names.len().min(MAX_COMPLETIONS)].join("   ")),
        };
        ui.add(egui::Label::new(RichText::new(text).small().color(colors.weak)).truncate());
    });
    entered.then(|| input.enter())
}

/// Cuts lines into rows of `columns` (at least 20) characters. Returns each row's line index and byte range.
fn wrap_lines<'a>(lines: impl Iterator<Item = &'a str>, columns: usize) -> Vec<(usize, Range<usize>)> {
    let columns = columns.max(20);
    let mut rows = Vec::new();
    for (at, line) in lines.enumerate() {
        let mut from = 0;
        // The fast first test suffices for most lines: a line has no more characters than bytes.
        while line.len() - from > columns
            && let Some((length, _)) = line[from..].char_indices().nth(columns)
        {
            // Cut after a space, unless that leaves half the row empty.
            let space = line[from..from + length].rfind(' ').map(|space| space + 1);
            let length = space.filter(|&end| 2 * end > length).unwrap_or(length);
            rows.push((at, from..from + length));
            from += length;
        }
        rows.push((at, from..line.len()));
    }
    rows
}

/// Moves the cursor of a field to its end. `length`: number of characters.
fn move_cursor_to_end(ui: &Ui, id: egui::Id, length: usize) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(length);
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

fn engine_name(conversation: &Conversation) -> &str {
    if conversation.program_name.is_empty() { "the engine" } else { &conversation.program_name }
}

fn text_color(speaker: Speaker, text: &str, colors: &PanelColors) -> Color32 {
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
    fn entered_lines_are_recalled_and_the_draft_is_kept() {
        let mut input = InputLine::default();
        for line in ["name", "name", " ", "showboard"] {
            input.line = line.to_owned();
            assert_eq!(input.enter(), line);
        }
        input.line = "pl".to_owned();
        let mut lines = Vec::new();
        for older in [true, true, true, false, false, false] {
            input.recall(older);
            lines.push(input.line.clone());
        }
        assert_eq!(lines, ["showboard", "name", "name", "showboard", "pl", "pl"]);
    }

    #[test]
    fn long_lines_are_cut_between_words_and_lose_nothing() {
        let long = "= info move D4 visits 100 winrate 5000 prior 12 ".repeat(5);
        let lines = [long.as_str(), "", "?", &"石".repeat(70), &"x".repeat(61)];
        let rows = wrap_lines(lines.into_iter(), 30);
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
    fn the_oldest_lines_leave_a_full_history() {
        let mut input = InputLine::default();
        for i in 0..2 * MAX_HISTORY {
            input.line = i.to_string();
            input.enter();
        }
        assert_eq!(input.history.len(), MAX_HISTORY);
        input.recall(true);
        assert_eq!(input.line, (2 * MAX_HISTORY - 1).to_string());
    }
}
