//! Bookmarks: named nodes of the record. Names are the SGF property `N`, which other programs can show.

use crate::shell::key_hints::with_keys;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, close_button, cross, from_right, hint};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{
    self, Align2, Frame, Margin, RichText, ScrollArea, TextEdit, Ui, Vec2, WidgetInfo, WidgetType,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::notation::sgf::{NodeId, NodeRef};
use stonefield_sim::history::{Navigate, Note};
use stonefield_sim::{GameRecord, RequestKind};

/// Width of the window's content, in points.
const WIDTH: f32 = 300.0;

/// Named node of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// Tick of the node.
    pub tick: u64,
    /// Id of the node.
    pub node: NodeId,
    /// Name of the node, at most 1000 bytes.
    pub name: String,
}

/// Bookmarks on the line of the shown goban. Each node of the line is read once.
#[derive(Resource, Debug, Default)]
pub struct BookmarkList {
    /// Goban, root of the game, and number of name changes for which the list is valid.
    key: Option<(Entity, NodeId, u64)>,
    /// Number of nodes of the line that were read, and the last of them.
    read: (usize, Option<NodeId>),
    all: Vec<Bookmark>,
}

impl BookmarkList {
    /// Returns the bookmarks in the order of the line.
    #[must_use]
    pub fn all(&self) -> &[Bookmark] {
        &self.all
    }

    /// Reads the new nodes of the line. Reads all nodes if goban, game, names or line have changed.
    fn update(&mut self, goban: Entity, record: &GameRecord) {
        let key = Some((goban, record.root(), record.named()));
        let line = record.line();
        let (length, last) = self.read;
        if self.key != key || length.checked_sub(1).and_then(|last| line.get(last)).copied() != last {
            *self = Self { key, ..Self::default() };
        }
        for &node in &line[self.read.0..] {
            if let Some(name) = name_of(record, node) {
                self.all.push(Bookmark { tick: record.tick_of(node), node, name });
            }
        }
        self.read = (line.len(), line.last().copied());
    }

    /// Returns the nearest bookmark after the node `here` or, if `after` is false, before it.
    fn nearest(&self, here: NodeId, record: &GameRecord, after: bool) -> Option<&Bookmark> {
        let depth = |node: NodeId| record.games().get(node).map_or(0, NodeRef::depth);
        let here = depth(here);
        if after {
            self.all.iter().find(|bookmark| depth(bookmark.node) > here)
        } else {
            self.all.iter().rev().find(|bookmark| depth(bookmark.node) < here)
        }
    }
}

/// Longest part of a name that is shown, in bytes.
const MAX_NAME_BYTES: usize = 1_000;

fn name_of(record: &GameRecord, node: NodeId) -> Option<String> {
    let name = record.games().get(node)?.text_start("N", MAX_NAME_BYTES)?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// State of the window "Bookmarks".
#[derive(Resource, Debug, Default)]
pub struct BookmarksWindow {
    /// Node and new text of the name that the user edits.
    editing: Option<(NodeId, String)>,
    /// Node whose field gets the keyboard focus in the next frame.
    focus: Option<NodeId>,
}

impl BookmarksWindow {
    /// Ends the edit. Returns a request for the new name; `None` if it is empty or unchanged.
    fn take_edit(&mut self, record: &GameRecord) -> Option<RequestKind> {
        let (node, text) = self.editing.take()?;
        let text = text.trim();
        let before = name_of(record, node)?;
        (!text.is_empty() && text != before).then(|| RequestKind::Note(node, Note::Name(text.to_owned())))
    }
}

const WINDOW: Panel = Panel::floating("Bookmarks", 8);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BookmarkList>()
        .init_resource::<BookmarksWindow>()
        .add_window(WINDOW, show)
        .add_systems(Update, act.in_set(InputSystems::Act))
        .add_systems(
            EguiPrimaryContextPass,
            (update.in_set(PanelSystems::Begin), end_edit.in_set(PanelSystems::Floating)),
        );
}

fn update(goban: WatchedGoban<&GameRecord>, mut list: ResMut<BookmarkList>) {
    if let Some(record) = goban.get() {
        list.update(goban.id(), record);
    }
}

/// Names the current node and opens the window, or goes to the next or previous bookmark.
fn act(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban<&GameRecord>,
    settings: Res<Settings>,
    list: Res<BookmarkList>,
    mut window: ResMut<BookmarksWindow>,
    mut panels: OpenPanels,
    mut requests: Requests,
    mut notices: ResMut<Notices>,
) {
    let Some(record) = goban.get() else { return };
    let node = record.here().id();
    for &action in actions.read() {
        match action {
            Action::Bookmark => {
                if name_of(record, node).is_none() {
                    let name = format!("tick {}", record.now());
                    requests.send([RequestKind::Note(node, Note::Name(name))]);
                }
                panels.set(WINDOW, true);
                (window.focus, window.editing) = (Some(node), None);
            }
            Action::NextBookmark(after) => match list.nearest(node, record, after) {
                Some(bookmark) => {
                    notices.show_notice(bookmark.name.clone());
                    requests.send([RequestKind::Navigate(Navigate::To(bookmark.node))]);
                }
                None => {
                    let side = if after { "after" } else { "before" };
                    let none = format!("no bookmark {side} this moment on this line");
                    let keys = settings.keys.text(Action::Bookmark);
                    notices.show_notice(if keys.is_empty() {
                        none
                    } else {
                        format!("{none}; {keys} sets one")
                    });
                }
            },
            _ => {}
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<&GameRecord>,
    list: Res<BookmarkList>,
    mut window: ResMut<BookmarksWindow>,
    mut panels: OpenPanels,
    mut requests: Requests,
    mut actions: MessageWriter<Action>,
) -> Result {
    let Some(record) = goban.get() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let room = ctx.content_rect().size();
    let response = WINDOW
        .window()
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(12)))
        .pivot(Align2::LEFT_TOP)
        .default_pos(egui::pos2(0.5 * (room.x - WIDTH), 0.12 * room.y))
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            panel(ui, &mut window, list.all(), record, room.y - 220.0)
        });
    let (request, pressed) = response.and_then(|response| response.inner).unwrap_or_default();
    requests.send(request);
    match pressed {
        Some(Pressed::Add) => drop(actions.write(Action::Bookmark)),
        Some(Pressed::Close) => panels.set(WINDOW, false),
        None => {}
    }
    Ok(())
}

/// Saves the edit that was open when the window closed.
fn end_edit(
    goban: WatchedGoban<&GameRecord>,
    mut window: ResMut<BookmarksWindow>,
    panels: OpenPanels,
    mut requests: Requests,
) {
    if window.editing.is_some()
        && !panels.is_open(WINDOW)
        && let Some(record) = goban.get()
    {
        requests.send(window.take_edit(record));
    }
}

/// Button in the head of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Name the current node.
    Add,
    /// Close the window.
    Close,
}

/// Draws the list, at most `height` points high. Returns a request to the game, and the pressed button.
pub fn panel(
    ui: &mut Ui,
    window: &mut BookmarksWindow,
    all: &[Bookmark],
    record: &GameRecord,
    height: f32,
) -> (Option<RequestKind>, Option<Pressed>) {
    let (mut request, mut pressed) = (None, None);
    let here = record.here().id();
    ui.horizontal(|ui| {
        ui.heading(RichText::new("Bookmarks").color(PanelColors::here(ui).strong));
        from_right(ui, |ui| {
            if close_button(ui) {
                pressed = Some(Pressed::Close);
            }
            let is_named = all.iter().any(|bookmark| bookmark.node == here);
            let about = with_keys(ui, "Name this moment", Action::Bookmark);
            if !is_named && ui.button("Add").on_hover_text(about).clicked() {
                pressed = Some(Pressed::Add);
            }
        });
    });
    if all.is_empty() {
        hint(ui, "No moment on this line of the record has a name. Add names the one on the board.");
    }
    if record.text().is_err() {
        hint(ui, "No record is kept of this game: names last as long as the game is here.");
    }
    ScrollArea::vertical().max_height(height.max(80.0)).show(ui, |ui| {
        for bookmark in all {
            ui.push_id(bookmark.node, |ui| {
                request = request.take().or(row(ui, window, bookmark, record));
            });
        }
    });
    (request, pressed)
}

fn row(
    ui: &mut Ui,
    window: &mut BookmarksWindow,
    bookmark: &Bookmark,
    record: &GameRecord,
) -> Option<RequestKind> {
    let (node, mut request) = (bookmark.node, None);
    let here = node == record.here().id();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let weight = if here { Weight::On } else { Weight::Plain };
        let go = format!("tick {}", bookmark.tick);
        if button(ui, Vec2::new(92.0, 22.0), &go, weight, "Go there").clicked() {
            request = Some(RequestKind::Navigate(Navigate::To(node)));
        }
        let mut text = match &window.editing {
            Some((edited, text)) if *edited == node => text.clone(),
            _ => bookmark.name.clone(),
        };
        let width = (ui.available_width() - 30.0).max(60.0);
        let edit = TextEdit::singleline(&mut text).id_salt("name").desired_width(width);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Name"));
        if window.focus == Some(node) {
            window.focus = None;
            response.request_focus();
            let mut state = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
            let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
            state.cursor.set_char_range(Some(whole));
            state.store(ui.ctx(), response.id);
        }
        if response.changed() {
            window.editing = Some((node, text.clone()));
        }
        if response.lost_focus() {
            request = window.take_edit(record).or(request.take());
        }
        if cross(ui, "Take the name away") {
            request = Some(RequestKind::Note(node, Note::Name(String::new())));
        }
    });
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use bevy_egui::egui::accesskit::Role;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::notation::sgf::{read_text, write};
    use stonefield_sim::history::{Heading, open};
    use stonefield_sim::{GameSetup, Request, create_app, spawn_goban, ticks};

    fn ask(app: &mut App, goban: Entity, kind: RequestKind) {
        app.world_mut().write_message(Request { goban, kind });
        app.update();
    }

    fn record(app: &App, goban: Entity) -> &GameRecord {
        app.world().get::<GameRecord>(goban).expect("a record")
    }

    fn names(list: &BookmarkList) -> Vec<(u64, &str)> {
        list.all().iter().map(|bookmark| (bookmark.tick, bookmark.name.as_str())).collect()
    }

    #[test]
    fn names_are_read_from_a_record_and_written_into_it() {
        let mut app = create_app();
        let text = "(;SZ[9];B[aa]N[first];W[bb];B[cc]N[ladder]C[x])";
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let goban = open(app.world_mut(), games, root, Heading::default()).expect("can be shown").goban;
        ask(&mut app, goban, RequestKind::Navigate(Navigate::Last));
        let mut list = BookmarkList::default();
        list.update(goban, record(&app, goban));
        assert_eq!(names(&list), [(1, "first"), (3, "ladder")]);
        let third = list.all()[1].node;
        ask(&mut app, goban, RequestKind::Navigate(Navigate::By(-1)));
        let second = record(&app, goban).here().id();
        assert_eq!(list.nearest(second, record(&app, goban), true).map(|mark| mark.node), Some(third));
        assert_eq!(list.nearest(second, record(&app, goban), false).map(|mark| mark.tick), Some(1));
        ask(&mut app, goban, RequestKind::Note(second, Note::Name("the answer".to_owned())));
        ask(&mut app, goban, RequestKind::Note(third, Note::Name(String::new())));
        list.update(goban, record(&app, goban));
        assert_eq!(names(&list), [(1, "first"), (2, "the answer")]);
        let written = String::from_utf8(write(record(&app, goban).games())).expect("text");
        assert!(written.contains("N[the answer]") && !written.contains("ladder"), "{written}");
    }

    #[test]
    fn a_game_without_a_text_record_has_bookmarks() {
        let mut app = create_app();
        let setup = GameSetup { size: "60".parse().expect("a size"), ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        ticks(app.world_mut(), 5);
        let mut list = BookmarkList::default();
        list.update(goban, record(&app, goban));
        assert!(list.all().is_empty());
        let node = record(&app, goban).here().id();
        ask(&mut app, goban, RequestKind::Note(node, Note::Name("here".to_owned())));
        ticks(app.world_mut(), 5);
        list.update(goban, record(&app, goban));
        assert_eq!(names(&list), [(5, "here")]);
    }

    #[test]
    fn a_name_is_changed_in_its_field_and_removed_by_its_button() {
        let mut app = create_app();
        let games = read_text("(;SZ[9];B[aa]N[first])").expect("a game").collection;
        let root = games.games()[0];
        let goban = open(app.world_mut(), games, root, Heading::default()).expect("can be shown").goban;
        ask(&mut app, goban, RequestKind::Navigate(Navigate::Last));
        let mut list = BookmarkList::default();
        list.update(goban, record(&app, goban));
        let node = list.all()[0].node;
        let window = BookmarksWindow { focus: Some(node), ..BookmarksWindow::default() };
        let state = (window, Vec::<RequestKind>::new());
        let mut harness = harness([320.0, 300.0], state, |ui, (window, requests)| {
            requests.extend(panel(ui, window, list.all(), record(&app, goban), 200.0).0);
        });
        harness.run_ok();
        // The whole name is selected, so that typing replaces it.
        harness.get_by_role_and_label(Role::TextInput, "Name").type_text("second");
        harness.run_ok();
        harness.key_press(egui::Key::Enter);
        harness.run_ok();
        harness.get_by_label("Take the name away").click();
        harness.run_ok();
        let note = |name: &str| RequestKind::Note(node, Note::Name(name.to_owned()));
        assert_eq!(harness.state().1, [note("second"), note("")]);
    }
}
