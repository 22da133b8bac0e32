//! Text of the current node: its move, name, judgements and comment.

use super::words::title;
use super::{RecordPanelRequest, chip, sign};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::severity;
use crate::shell::theme::{self, PanelColors};
use crate::shell::tool::Tool;
use crate::shell::widgets::{from_right, outlined};
use bevy_egui::egui::{self, Label, RichText, ScrollArea, TextEdit, Ui};
use stonefield_go::notation::sgf::{Mark, NodeId, NodeRef};
use stonefield_search::{Evaluation, rounded};
use stonefield_sim::history::Note;
use stonefield_sim::{GameRecord, RequestKind};

/// Longest name and comment that can be changed here, in bytes. A longer comment is shown in parts.
const LONGEST_NAME: usize = 1_000;
const LONGEST_COMMENT: usize = 20_000;

/// State of the text: the name and the comment that are edited, and their node.
#[derive(Default)]
pub struct NodeText {
    node: Option<NodeId>,
    revision: u64,
    /// Title of the node, such as `Move 12: Black D4`.
    title: String,
    /// True if the node is on the main line.
    main: bool,
    name: String,
    comment: String,
    /// Shown part of a long comment, from 0.
    part: usize,
    /// Node for which *Remove* was clicked once. A second click removes it.
    to_remove: Option<NodeId>,
}

/// Side of the button of a mark, in points.
const MARK_BUTTON: f32 = 21.0;

/// Judgements of a node: SGF property, word and tone.
const JUDGEMENTS: [(&str, &str, Tone); 10] = [
    ("GB", "good for Black", Tone::Plain),
    ("GW", "good for White", Tone::Plain),
    ("DM", "even", Tone::Plain),
    ("UC", "unclear", Tone::Plain),
    ("TE", "tesuji", Tone::Good),
    ("IT", "interesting", Tone::Good),
    ("DO", "doubtful", Tone::Bad),
    ("BM", "bad move", Tone::Bad),
    ("HO", "hotspot", Tone::Plain),
    ("KO", "played even if illegal (KO)", Tone::Plain),
];

#[derive(Clone, Copy, PartialEq)]
enum Tone {
    Plain,
    Good,
    Bad,
}

/// Draws the text of the current node, and appends the user's requests.
pub fn show(
    ui: &mut Ui,
    view: &mut NodeText,
    record: &GameRecord,
    tool: &mut Tool,
    requests: &mut Vec<RecordPanelRequest>,
) {
    let here = record.here();
    let id = here.id();
    if view.node != Some(id) || view.revision != record.revision() {
        view.name = here.text_start("N", LONGEST_NAME).unwrap_or_default();
        view.comment = here.text("C").unwrap_or_default();
        view.part = if view.node == Some(id) { view.part } else { 0 };
        view.title = title(record, here);
        view.main = here.ancestors().all(|node| {
            let first = node.parent().map(|parent| parent.first_child().map(NodeRef::id));
            first.is_none_or(|first| first == Some(node.id()))
        });
        view.to_remove = view.to_remove.filter(|to_remove| *to_remove == id);
        (view.node, view.revision) = (Some(id), record.revision());
    }
    let colors = PanelColors::here(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let buttons = 22.0 + 4.0;
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width() - buttons);
            ui.add(Label::new(RichText::new(&view.title).color(colors.strong)).truncate());
        });
        from_right(ui, |ui| {
            let about = with_keys(ui, "Hide the record", Action::Record);
            if sign(ui, "×", &about) {
                requests.push(RecordPanelRequest::Hide);
            }
        });
    });
    let write = |note| RecordPanelRequest::Game(RequestKind::Note(id, note));
    let name_response = ui
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let width = ui.available_width() - 5.0 * (MARK_BUTTON + 3.0);
            let name = TextEdit::singleline(&mut view.name).id_salt("name of the node").hint_text("Name");
            let short = here.value("N").is_none_or(|name| name.len() <= LONGEST_NAME);
            let name_response =
                ui.add_enabled_ui(short, |ui| ui.add_sized(egui::vec2(width, MARK_BUTTON), name)).inner;
            mark_tools(ui, tool);
            name_response
        })
        .inner;
    if name_response.changed() {
        requests.push(write(Note::Name(view.name.clone())));
    }
    judgements(ui, here, record);
    let buttons = 26.0;
    let room = (ui.available_height() - buttons - 4.0).max(30.0);
    let long = view.comment.len() > LONGEST_COMMENT;
    if long {
        choose_part(ui, view);
    }
    let room = if long { (room - PARTS_HEIGHT).max(30.0) } else { room };
    ScrollArea::vertical()
        .id_salt(("comment", view.part))
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink(false)
        .show(ui, |ui| {
            if long {
                ui.add(Label::new(part_of(&view.comment, view.part)).wrap());
                return;
            }
            let text = TextEdit::multiline(&mut view.comment)
                .id_salt("comment of the node")
                .hint_text("Comment")
                .desired_width(f32::INFINITY)
                .min_size(egui::vec2(0.0, room - 8.0));
            if ui.add(text).changed() {
                requests.push(write(Note::Comment(view.comment.clone())));
            }
        });
    ui.horizontal(|ui| {
        let main = view.main;
        let about = if main { "This is the main line" } else { "Makes this line the main line of the game" };
        if ui
            .add_enabled(!main, egui::Button::new("Main line"))
            .on_hover_text(about)
            .on_disabled_hover_text(about)
            .clicked()
        {
            requests.push(write(Note::Main));
        }
        let is_second_click = view.to_remove == Some(id);
        let words = if is_second_click { "Really remove" } else { "Remove" };
        let remove = ui.add_enabled(here.parent().is_some(), egui::Button::new(words));
        if remove.on_hover_text("Takes this node and all that follows out of the record").clicked() {
            if is_second_click {
                requests.push(write(Note::Remove));
                view.to_remove = None;
            } else {
                view.to_remove = Some(id);
            }
        }
    });
}

/// Height of the row that chooses the part of a long comment, in points.
const PARTS_HEIGHT: f32 = 26.0;

/// Draws the row that chooses the part of a long comment.
fn choose_part(ui: &mut Ui, view: &mut NodeText) {
    let parts = view.comment.len().div_ceil(LONGEST_COMMENT);
    view.part = view.part.min(parts - 1);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if sign(ui, "‹", "The part before") {
            view.part = view.part.saturating_sub(1);
        }
        if sign(ui, "›", "The next part") {
            view.part = (view.part + 1).min(parts - 1);
        }
        let words = format!("Part {} of {parts}", view.part + 1);
        ui.add(Label::new(words).truncate()).on_hover_text("A comment as long as this is changed elsewhere");
    });
}

/// Returns a part of a long text, cut between characters. Empty beyond the last part.
fn part_of(text: &str, part: usize) -> &str {
    let [from, to] = [part, part + 1].map(|part| text.floor_char_boundary(part * LONGEST_COMMENT));
    text.get(from..to).unwrap_or_default()
}

fn judgements(ui: &mut Ui, here: NodeRef<'_>, record: &GameRecord) {
    let illegal = record.illegal(here.id());
    let (evaluation, loss) = (record.evaluation(here.id()), record.loss(here.id()));
    let present = JUDGEMENTS.iter().filter(|(name, ..)| here.property(name).is_some());
    let value = here.real("V");
    if present.clone().next().is_none()
        && value.is_none()
        && illegal.is_none()
        && evaluation.is_none()
        && loss.is_none()
    {
        return;
    }
    let colors = PanelColors::here(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 3.0);
        if let Some(why) = illegal {
            chip(
                ui,
                &format!("illegal: {why}"),
                colors.error,
                colors.on_accent,
                "The law forbids this move; it is shown all the same",
            );
        }
        if let Some(loss) = loss {
            let fill = severity::ink(loss.severity());
            let ink = if fill.intensity() > 0.5 { ink_on(true) } else { ink_on(false) };
            let about =
                format!("{}: what it cost, as a mind saw the game before and after", loss.severity().word());
            chip(ui, &loss.to_string(), fill, ink, &about);
        }
        if let Some(evaluation) = evaluation {
            chip(
                ui,
                &evaluation_text(evaluation),
                colors.button[0],
                colors.text,
                "How the game looked, as the record keeps it (SBKV, SBKS)",
            );
        }
        for &(name, word, tone) in present {
            let very = here.value(name).is_some_and(|raw| raw.trim() == "2");
            let word = if very { format!("very {word}") } else { word.to_owned() };
            let (fill, ink) = match tone {
                Tone::Plain => (colors.button[0], colors.text),
                Tone::Good => (colors.on, colors.on_accent),
                Tone::Bad => (colors.error, colors.on_accent),
            };
            chip(ui, &word, fill, ink, name);
        }
        if let Some(value) = value {
            let words = if value < 0.0 {
                format!("White leads by {}", -value)
            } else {
                format!("Black leads by {value}")
            };
            chip(ui, &words, colors.button[0], colors.text, "V");
        }
    });
}

/// Returns the ink for a light or a dark background.
const fn ink_on(light: bool) -> egui::Color32 {
    if light { egui::Color32::from_rgb(0x1c, 0x17, 0x11) } else { egui::Color32::WHITE }
}

/// Returns an evaluation in words, such as `Black 54 %, Black +2.1`.
fn evaluation_text(black: Evaluation) -> String {
    let share = black.winrate.map(|share| format!("Black {:.0} %", 100.0 * share));
    let lead = black.lead.map(|lead| {
        let lead = rounded(lead, 1);
        let ahead = if lead < 0.0 { "White" } else { "Black" };
        if lead == 0.0 { "even".to_owned() } else { format!("{ahead} +{:.1}", lead.abs()) }
    });
    share.into_iter().chain(lead).collect::<Vec<_>>().join(", ")
}

/// Draws the buttons of the tools that put marks on the board.
fn mark_tools(ui: &mut Ui, tool: &mut Tool) {
    let tools = [
        (Tool::Mark(Mark::Triangle), "triangles"),
        (Tool::Mark(Mark::Square), "squares"),
        (Tool::Mark(Mark::Circle), "circles"),
        (Tool::Mark(Mark::Cross), "crosses"),
        (Tool::Letter, "letters"),
    ];
    for (other, word) in tools {
        let on = *tool == other;
        let button = ui.add_sized(egui::vec2(MARK_BUTTON, MARK_BUTTON), outlined(ui, "", on));
        let colors = PanelColors::here(ui);
        let ink = if on { colors.chosen } else { ui.style().interact(&button).text_color() };
        let (at, stroke) = (button.rect.center(), egui::Stroke::new(1.5, ink));
        let painter = ui.painter();
        let corner = |x: f32, y: f32| at + egui::vec2(x, y);
        match other {
            Tool::Mark(Mark::Triangle) => {
                let points = vec![corner(0.0, -5.5), corner(5.0, 3.5), corner(-5.0, 3.5)];
                painter.add(egui::Shape::closed_line(points, stroke));
            }
            Tool::Mark(Mark::Square) => {
                let square = egui::Rect::from_center_size(at, egui::Vec2::splat(9.0));
                painter.rect_stroke(square, 0.0, stroke, egui::StrokeKind::Middle);
            }
            Tool::Mark(Mark::Circle) => {
                painter.circle_stroke(at, 5.0, stroke);
            }
            Tool::Mark(_) => {
                painter.line_segment([corner(-4.5, -4.5), corner(4.5, 4.5)], stroke);
                painter.line_segment([corner(4.5, -4.5), corner(-4.5, 4.5)], stroke);
            }
            _ => {
                let font = theme::text_font();
                painter.text(at, egui::Align2::CENTER_CENTER, "A", font, ink);
            }
        }
        let about =
            format!("Click on the board to put {word} there, or to take them away, until you let go of it");
        let about = with_keys(ui, &about, Action::Close);
        if button.on_hover_text(about).clicked() {
            *tool = if on { Tool::Hand } else { other };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_long_text_make_the_whole_text() {
        let text = "däme, 手抜き; ".repeat(5_000);
        let parts = text.len().div_ceil(LONGEST_COMMENT);
        assert!(parts > 3);
        let whole: String = (0..parts).map(|part| part_of(&text, part)).collect();
        assert_eq!(whole, text);
        assert!((0..parts).all(|part| part_of(&text, part).len() <= LONGEST_COMMENT + 4));
        assert_eq!(part_of(&text, parts), "");
    }
}
