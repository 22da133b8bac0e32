//! Record of the game: its tree of variations, and the text of the current node.

mod node;
mod tree;
mod words;

use super::super::record::{RecordRequest, RichRecord};
use super::below::{BelowBoard, BelowPanel, BelowRoom};
use super::losses;
use crate::marks::pointed_line::{LinePreview, PointedLine, line_to};
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::panels_are_shown;
use crate::shell::theme::{self, PanelColors};
use crate::shell::tool::Tool;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{from_right, hint};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    self, Align, Align2, ComboBox, Label, Layout, RichText, Sense, Stroke, Ui, Vec2, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::notation::sgf::{Collection, NodeId};
use stonefield_go::{Color, Position};
use stonefield_sim::history::Navigate;
use stonefield_sim::{GameRecord, Referee, RequestKind};

/// Default and least height of the record, in points.
const HEIGHT: (f32, f32) = (188.0, 120.0);

/// Least room for the names of the players, in points.
const NAMES_ROOM: f32 = 120.0;

/// Height of the legend of the move colours, in points.
const LEGEND_HEIGHT: f32 = 24.0;

/// Largest number of bytes of a name or a result that are shown.
const MAX_BYTES: usize = 300;

/// Least and largest width of the text beside the tree, in points.
const TEXT_WIDTH: (f32, f32) = (216.0, 330.0);

/// State of the record panel below the board.
#[derive(Resource, Default)]
pub struct RecordPanel {
    tree: tree::RecordTreeView,
    node: node::NodeText,
    /// Node under the pointer in the tree.
    pointed: Option<NodeId>,
    /// Line to `pointed`, with its cache key: `pointed`, the current node, and the revision of the record.
    cached_line: Option<(([NodeId; 2], u64), Option<LinePreview>)>,
}

impl RecordPanel {
    /// Returns the line to the node under the pointer. It is computed once for each node.
    fn line_to_pointed(&mut self, record: &GameRecord, now: &Position) -> Option<LinePreview> {
        // NetLogo quirks change which stones die, so the moves alone do not determine the position.
        let node = self.pointed.filter(|_| now.rules().quirks.is_none())?;
        let key = ([node, record.here().id()], record.revision());
        if self.cached_line.as_ref().is_none_or(|(cached, _)| *cached != key) {
            self.cached_line = Some((key, line_to(record, node, now)));
        }
        self.cached_line.as_ref().and_then(|(_, line)| line.clone())
    }
}

/// Title, place and order of the panel.
pub(super) const PANEL: Panel = BelowPanel::Record.panel();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecordPanel>()
        .add_switched(PANEL)
        .add_observer(|_: On<RichRecord>, mut panels: OpenPanels| panels.set(PANEL, true))
        .add_systems(Update, find_mistake.in_set(InputSystems::Act))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Below).before(super::search::show).run_if(panels_are_shown),
        );
}

/// Goes to the next or the previous mistake on the line, or reports that there is none.
fn find_mistake(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban<&GameRecord>,
    mut requests: Requests,
    mut notices: ResMut<Notices>,
) {
    let directions = actions.read().filter_map(|action| match action {
        Action::Mistake(after) => Some(*after),
        _ => None,
    });
    let (Some(after), Some(record)) = (directions.last(), goban.get()) else { return };
    match record.mistake(after) {
        Some(node) => requests.send([RequestKind::Navigate(Navigate::To(node))]),
        None => notices.show_notice(format!(
            "no mistake {} this move on this line, as far as minds have judged it",
            if after { "after" } else { "before" }
        )),
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&GameRecord, &Referee)>,
    (mut free, mut below): (ResMut<FreeSpace>, ResMut<BelowBoard>),
    mut view: ResMut<RecordPanel>,
    mut tool: ResMut<Tool>,
    (mut panels, mut requests): (OpenPanels, Requests),
    mut records: MessageWriter<RecordRequest>,
    mut actions: MessageWriter<Action>,
    mut line: ResMut<PointedLine>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some((record, referee)) = goban.get().filter(|_| panels.is_open(PANEL)) else { return Ok(()) };
    let Some(room) = below.room(BelowPanel::Record, &free) else {
        view.pointed = None;
        return Ok(());
    };
    let answers = free.take(&ctx, "record", |root| panel(root, &mut view, record, &mut tool, room));
    if let Some(preview) = view.line_to_pointed(record, &referee.position) {
        line.0 = Some(preview);
    }
    for request in answers {
        match request {
            RecordPanelRequest::Game(kind) => requests.send([kind]),
            RecordPanelRequest::Other(game) => {
                records.write(RecordRequest::Game(game));
            }
            RecordPanelRequest::Action(action) => {
                actions.write(action);
            }
            RecordPanelRequest::Hide => panels.set(PANEL, false),
            RecordPanelRequest::Front(panel) => below.choose(panel),
        }
    }
    Ok(())
}

/// Request of the user in the record.
pub enum RecordPanelRequest {
    /// Request to the game.
    Game(RequestKind),
    /// Open another game of the file, counted from 0.
    Other(usize),
    /// Action that also has a key.
    Action(Action),
    /// Hide the record.
    Hide,
    /// Show the panel of another tab.
    Front(BelowPanel),
}

/// Draws the record below the board. Returns the user's requests.
pub fn panel(
    root: &mut Ui,
    view: &mut RecordPanel,
    record: &GameRecord,
    tool: &mut Tool,
    room: BelowRoom,
) -> Vec<RecordPanelRequest> {
    let mut requests = Vec::new();
    view.pointed = None;
    let usual = HEIGHT.0.min(root.available_height() * 0.34);
    let (_, other) = room.show(root, BelowPanel::Record, (usual, HEIGHT.1), |ui| match record.text() {
        Ok(_) => content(ui, view, record, tool, &mut requests),
        Err(why) => {
            hint(ui, format!("The tree is not shown, and cannot be saved: {why}."));
        }
    });
    requests.extend(other.map(RecordPanelRequest::Front));
    requests
}

fn content(
    ui: &mut Ui,
    view: &mut RecordPanel,
    record: &GameRecord,
    tool: &mut Tool,
    requests: &mut Vec<RecordPanelRequest>,
) {
    let full = ui.available_rect_before_wrap();
    let text_width = (full.width() * 0.4).clamp(TEXT_WIDTH.0, TEXT_WIDTH.1).min(full.width() * 0.6);
    let (left, right) = full.split_left_right_at_x(full.right() - text_width);
    let mut part = |rect: egui::Rect, body: &mut dyn FnMut(&mut Ui)| {
        let mut inner = ui.new_child(
            egui::UiBuilder::new()
                .max_rect(rect)
                .layout(Layout::top_down(Align::Min))
                .id_salt(rect.left() as i32),
        );
        inner.shrink_clip_rect(rect.expand(2.0));
        body(&mut inner);
    };
    part(left.with_max_x(left.right() - 10.0), &mut |ui| {
        header(ui, record, requests);
        let judged = view.tree.is_judged(record);
        let mut room = ui.available_rect_before_wrap();
        room.max.y -= if judged { LEGEND_HEIGHT } else { 0.0 };
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room));
        let shown = tree::show(&mut inner, &mut view.tree, record);
        view.pointed = shown.pointed;
        if let Some(node) = shown.clicked {
            requests.push(RecordPanelRequest::Game(RequestKind::Navigate(Navigate::To(node))));
        }
        ui.advance_cursor_after_rect(room);
        if judged {
            legend(ui, requests);
        }
    });
    part(right, &mut |ui| node::show(ui, &mut view.node, record, tool, requests));
    ui.allocate_rect(full, Sense::hover());
}

/// Draws the legend of the move colours, and buttons to the next and the previous mistake.
fn legend(ui: &mut Ui, requests: &mut Vec<RecordPanelRequest>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        from_right(ui, |ui| {
            for (text, about, after) in
                [("›", "To the next mistake", true), ("‹", "Back to a mistake", false)]
            {
                if sign(ui, text, about) {
                    requests.push(RecordPanelRequest::Action(Action::Mistake(after)));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), losses::legend);
        });
    });
}

/// Draws the players, the result, the button *Game info…* and, for a file with several games, their list.
fn header(ui: &mut Ui, record: &GameRecord, requests: &mut Vec<RecordPanelRequest>) {
    let (games, root) = (record.games(), record.root());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let many = games.games().len() > 1;
        let (info, button_width) =
            if ui.available_width() > 340.0 { ("Game info…", 106.0) } else { ("Info…", 66.0) };
        let room = ui.available_width() - button_width - if many { 92.0 } else { 0.0 };
        let node = games.node(root);
        let players = [(Color::Black, "PB"), (Color::White, "PW")].map(|(color, name)| {
            let name = node.text_start(name, MAX_BYTES).filter(|name| !name.trim().is_empty());
            (color, name.unwrap_or_else(|| color.to_string()))
        });
        let shows_names = room >= NAMES_ROOM;
        let room = room.max(0.0);
        ui.allocate_ui_with_layout(vec2(room, 22.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room);
            if !shows_names {
                return;
            }
            // With little room the result is left out.
            let result = node.text_start("RE", MAX_BYTES).filter(|text| !text.is_empty() && room > 240.0);
            let each = (room - if result.is_some() { 76.0 } else { 0.0 }) / 2.0 - 24.0;
            for (color, name) in &players {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 20.0), Sense::hover());
                crate::shell::widgets::stone(ui, rect.center(), 5.5, *color);
                name_label(ui, name, each);
            }
            if let Some(result) = result {
                let colors = PanelColors::here(ui);
                ui.add(Label::new(RichText::new(&result).color(colors.strong)).truncate())
                    .on_hover_text("The result (RE)");
            }
        });
        let about = "Names, ranks, event, date, result and more of the game";
        let [(_, black), (_, white)] = &players;
        let about = if shows_names { about.to_owned() } else { format!("{black} – {white}. {about}") };
        if ui.button(info).on_hover_text(about).clicked() {
            requests.push(RecordPanelRequest::Action(Action::GameInfo));
        }
        if many && let Some(other) = chooser(ui, games, root) {
            requests.push(RecordPanelRequest::Other(other));
        }
    });
}

fn name_label(ui: &mut Ui, name: &str, width: f32) {
    let colors = PanelColors::here(ui);
    let text = Label::new(RichText::new(name).color(colors.text)).truncate();
    ui.scope(|ui| {
        ui.set_max_width(width.max(30.0));
        ui.add(text).on_hover_text(name);
    });
}

/// Draws the chooser of the games of a file. Returns the game that was clicked, counted from 0.
fn chooser(ui: &mut Ui, games: &Collection, root: NodeId) -> Option<usize> {
    let all = games.games();
    let current = all.iter().position(|game| *game == root).unwrap_or(0);
    let mut chosen = None;
    ComboBox::from_id_salt("game of the file")
        .width(76.0)
        .selected_text(format!("{} of {}", current + 1, all.len()))
        .show_ui(ui, |ui| {
            egui::ScrollArea::vertical().max_height(260.0).show_rows(ui, 20.0, all.len(), |ui, rows| {
                ui.set_min_width(240.0);
                for at in rows {
                    let node = games.node(all[at]);
                    let name = |name| node.text_start(name, MAX_BYTES).filter(|text| !text.trim().is_empty());
                    let title = match (name("GN"), name("PB"), name("PW")) {
                        (_, Some(black), Some(white)) => format!("{}  {black} – {white}", at + 1),
                        (Some(title), ..) => format!("{}  {title}", at + 1),
                        _ => format!("{}", at + 1),
                    };
                    if ui.selectable_label(at == current, title).clicked() && at != current {
                        chosen = Some(at);
                    }
                }
            });
        });
    chosen
}

/// Draws a word on a filled background, with a tooltip.
fn chip(ui: &mut Ui, text: &str, fill: egui::Color32, ink: egui::Color32, about: &str) {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::text_font(), ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(10.0, 3.0), Sense::hover());
    ui.painter().rect(rect, 4.0, fill, Stroke::NONE, egui::StrokeKind::Inside);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::text_font(), ink);
    if !about.is_empty() {
        response.on_hover_text(about);
    }
}

/// Draws a small button with a symbol. `about`: tooltip and name for screen readers. Returns true if clicked.
fn sign(ui: &mut Ui, text: &str, about: &str) -> bool {
    let button = ui.add(egui::Button::new(text).min_size(Vec2::new(22.0, 20.0)));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, about));
    button.on_hover_text(about).clicked()
}
