//! The board cursor: the board under the arrow keys, and points typed by their names.

use super::words::BoardWords;
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, CameraPose, SceneCamera};
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::requests::Requests;
use crate::shell::state::PointClick;
use crate::shell::state::{Modal, Projector, Redraw, Selected, ShownBoards, Watched};
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::platform::time::Instant;
use bevy::state::state::State;
use bevy_egui::egui::{
    self, Align2, Color32, Event, EventFilter, FontId, Id, Key, LayerId, Sense, Stroke, Ui, UiBuilder,
    accesskit::Role,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use stonefield_go::{Move, Point, Size};
use stonefield_sim::RequestKind;

/// What was typed is forgotten after so long without another key.
const FORGET: Duration = Duration::from_secs(3);

/// How far Shift and an arrow go.
const FAR: u16 = 10;

/// The smallest radius of the ring, in points.
const LEAST: f32 = 7.0;

/// The cursor on the watched board.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BoardCursor {
    point: Option<Point>,
    /// Whether the board has the keyboard.
    active: bool,
    /// Whether it is to have it.
    wanted: bool,
    /// Whether it has it since the last frame.
    fresh: bool,
    /// Where it was before a name was typed.
    before: Option<Point>,
    /// What has been typed of a point's name, and when.
    typed: String,
    typed_at: Option<Instant>,
}

/// Why what was typed names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TypedError {
    /// It begins with a digit.
    #[error("'{0}': a point begins with the letters of its column, as in C3")]
    Digit(char),
    /// It is no name of a point.
    #[error(transparent)]
    Name(#[from] stonefield_go::PointError),
    /// The board has no such point.
    #[error("there is no point {0} on a board of {1}")]
    Outside(Point, Size),
}

/// What a key does on the board.
#[derive(Clone, Debug, PartialEq)]
enum Done {
    Click(Point),
    Pass,
    Wrong(String),
}

impl BoardCursor {
    /// Where it is, while the board has the keyboard.
    #[must_use]
    pub fn shown(&self) -> Option<Point> {
        self.point.filter(|_| self.active)
    }

    /// Whether the board has the keyboard.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Puts it on a point.
    pub const fn put(&mut self, point: Point) {
        self.point = Some(point);
    }

    /// Gives the keyboard to the board with the next frame.
    pub const fn take_keyboard(&mut self) {
        self.wanted = true;
    }

    /// What has been typed of a point's name.
    #[must_use]
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Adds a character to what was typed. The cursor goes to each point that is named on the way: to Q1, then to Q16.
    fn add(&mut self, character: char, size: Size) -> Result<(), TypedError> {
        if !character.is_ascii_alphanumeric() {
            return Ok(());
        }
        let is_whole = self.typed.ends_with(|last: char| last.is_ascii_digit());
        if is_whole && character.is_ascii_alphabetic() {
            self.typed.clear();
        }
        if self.typed.is_empty() {
            self.before = self.point;
        }
        self.typed.push(character.to_ascii_uppercase());
        if self.typed.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(TypedError::Digit(character));
        }
        if character.is_ascii_digit() { self.go(size) } else { Ok(()) }
    }

    /// Goes to the point that was typed; where there is none, back to where it was before.
    fn go(&mut self, size: Size) -> Result<(), TypedError> {
        let named =
            self.typed.parse::<Point>().map_err(TypedError::from).and_then(|point| {
                size.contains(point).then_some(point).ok_or(TypedError::Outside(point, size))
            });
        match named {
            Ok(point) => self.point = Some(point),
            Err(_) => self.point = self.before,
        }
        named.map(|_| ())
    }

    /// What Enter does: it ends what was typed, and clicks only where nothing was.
    fn enter(&mut self, size: Size) -> Option<Done> {
        if self.typed.is_empty() {
            return self.point.map(Done::Click);
        }
        if self.typed == "PASS" {
            self.typed.clear();
            return Some(Done::Pass);
        }
        let told = self.go(size);
        self.typed.clear();
        told.err().map(|error| Done::Wrong(error.to_string()))
    }

    /// Goes so many points in a direction of the screen, as far as the board reaches.
    fn step(&mut self, along: Vec2, steps: u16, projector: &Projector, size: Size) {
        self.typed.clear();
        let Some(point) = self.point else { return };
        let (x, y) = board_direction(along, projector, point);
        let to = |at: u16, by: i16, side: u16| {
            at.saturating_add_signed(by.saturating_mul(steps as i16)).min(side - 1)
        };
        self.point = Some(Point::new(to(point.x, x, size.width()), to(point.y, y, size.height())));
    }

    /// What a key does.
    fn press(&mut self, key: Key, far: bool, projector: &Projector, size: Size) -> Option<Done> {
        let steps = if far { FAR } else { 1 };
        let along = match key {
            Key::ArrowUp => Vec2::NEG_Y,
            Key::ArrowDown => Vec2::Y,
            Key::ArrowLeft => Vec2::NEG_X,
            Key::ArrowRight => Vec2::X,
            Key::Home => return self.edge(|point| point.x = 0),
            Key::End => return self.edge(|point| point.x = size.width() - 1),
            Key::PageUp => return self.edge(|point| point.y = size.height() - 1),
            Key::PageDown => return self.edge(|point| point.y = 0),
            Key::Backspace => {
                if self.typed.pop().is_some() {
                    // It is where it would be if no more had been typed: where no point is named, where it was before.
                    let _ = self.go(size);
                }
                return None;
            }
            Key::Enter | Key::Space => return self.enter(size),
            _ => return None,
        };
        self.step(along, steps, projector, size);
        None
    }

    fn edge(&mut self, to: impl FnOnce(&mut Point)) -> Option<Done> {
        self.typed.clear();
        if let Some(point) = &mut self.point {
            to(point);
        }
        None
    }
}

/// The direction on the board that looks most like one on the screen.
fn board_direction(along: Vec2, projector: &Projector, point: Point) -> (i16, i16) {
    let here = Vec2::new(point.x.into(), point.y.into());
    let seen = |(x, y): (i16, i16)| {
        let by = projector.to_screen(here + Vec2::new(x.into(), y.into()))? - projector.to_screen(here)?;
        Some(by.normalize_or_zero().dot(along))
    };
    let flat = (along.x as i16, -along.y as i16);
    let all = [flat, (1, 0), (0, 1), (-1, 0), (0, -1)];
    let likeness = |direction| seen(direction).unwrap_or(0.0);
    all.into_iter()
        .reduce(|best, other| if likeness(other) > likeness(best) + 1e-3 { other } else { best })
        .unwrap_or(flat)
}

/// The board among the widgets.
pub fn board_id() -> Id {
    Id::new("the board")
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardCursor>()
        .add_systems(
            Update,
            (take_keyboard.in_set(InputSystems::Act), follow.run_if(resource_changed::<BoardCursor>)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (hold_keyboard.in_set(PanelSystems::Board), show.in_set(PanelSystems::Marks)),
        );
}

fn take_keyboard(
    mut actions: MessageReader<Action>,
    shown: Res<ShownBoards>,
    mut cursor: ResMut<BoardCursor>,
    mut notices: ResMut<Notices>,
) {
    for _ in actions.read().filter(|&&action| action == Action::BoardCursor) {
        if shown.chooses {
            notices.refuse("a wall has no cursor: click one of its boards first".into());
        } else {
            cursor.take_keyboard();
        }
    }
}

/// The board among the widgets, and what keys do while it has the keyboard.
fn hold_keyboard(
    mut contexts: EguiContexts,
    watched: WatchedGoban,
    free: Res<FreeSpace>,
    (shown, modal): (Res<ShownBoards>, Res<State<Modal>>),
    projector: Res<Projector>,
    selected: Res<Selected>,
    mut cursor: ResMut<BoardCursor>,
    mut clicks: MessageWriter<PointClick>,
    mut requests: Requests,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut now = cursor.clone();
    now.active = false;
    let wanted = std::mem::take(&mut now.wanted);
    let goban = watched.get().filter(|_| !shown.chooses && *modal.get() == Modal::None);
    if let Some(goban) = goban {
        let size = goban.occupancy.size();
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(free.rect());
        let ui = Ui::new(ctx.clone(), Id::new("around the board"), builder);
        let board = ui.interact(free.rect(), board_id(), Sense::focusable_noninteractive());
        if wanted {
            board.request_focus();
        }
        // Arrows are kept from the panels from the second frame on: one that comes before takes the keyboard away, and it is taken again.
        now.wanted = now.fresh && board.has_focus() && ctx.input(has_arrow);
        now.fresh = wanted;
        ctx.accesskit_node_builder(board.id, |node| {
            node.set_role(Role::Group);
            node.set_label(BoardWords::new(&goban).board());
        });
        now.active = board.has_focus();
        if now.active {
            let filter =
                EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ctx.memory_mut(|memory| memory.set_focus_lock_filter(board.id, filter));
            let last = || goban.referee.position.last_move().and_then(Move::point);
            let middle = || Point::new(size.width() / 2, size.height() / 2);
            let on_board = |point: &Point| size.contains(*point);
            let known = now.point.filter(on_board).or(selected.0.filter(on_board));
            now.point = Some(known.or_else(|| last().filter(on_board)).unwrap_or_else(middle));
            for done in keys(&ctx, &mut now, &projector, size) {
                match done {
                    Done::Click(point) => drop(clicks.write(PointClick(point))),
                    Done::Pass => requests.send([RequestKind::Move(Move::Pass)]),
                    Done::Wrong(why) => notices.refuse(why),
                }
                redraw.frames(2);
            }
        }
    }
    if !now.active {
        now.typed.clear();
    } else if !now.typed.is_empty() {
        redraw.within(FORGET);
    }
    if *cursor != now {
        *cursor = now;
        redraw.frames(2);
    }
    Ok(())
}

/// Whether an arrow was pressed in this frame.
fn has_arrow(input: &egui::InputState) -> bool {
    [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight]
        .into_iter()
        .any(|key| input.key_pressed(key))
}

/// Reads the keys of this frame.
fn keys(ctx: &egui::Context, cursor: &mut BoardCursor, projector: &Projector, size: Size) -> Vec<Done> {
    // Not the time of the panels: after a pause that is still what it was before.
    if cursor.typed_at.is_some_and(|at| at.elapsed() > FORGET) {
        cursor.typed.clear();
    }
    let mut done = Vec::new();
    for event in ctx.input(|input| input.events.clone()) {
        match event {
            // A key that is held neither plays nor passes again.
            Event::Key { key: Key::Enter | Key::Space, repeat: true, .. } => {}
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                done.extend(cursor.press(key, modifiers.shift, projector, size));
            }
            Event::Text(text) => {
                for character in text.chars() {
                    let told = cursor.add(character, size);
                    done.extend(told.err().map(|error| Done::Wrong(error.to_string())));
                    cursor.typed_at = Some(Instant::now());
                }
            }
            _ => {}
        }
    }
    done
}

/// The camera follows the cursor out of what is seen.
fn follow(
    cursor: Res<BoardCursor>,
    watched: Res<Watched>,
    mut cameras: Query<(&SceneCamera, &BoardPlace, &mut CameraPose)>,
) {
    let Some(point) = cursor.shown() else { return };
    let at = Vec2::new(point.x.into(), point.y.into());
    for (camera, place, mut pose) in &mut cameras {
        let seen = place.projector.to_screen(at).is_some_and(|at| place.area.contains(at));
        if camera.goban == watched.0 && !seen && !pose.fitted {
            pose.target = at;
        }
    }
}

/// Draws the cursor, and says what is there.
fn show(
    mut contexts: EguiContexts,
    watched: WatchedGoban,
    cursor: Res<BoardCursor>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    let (Some(point), Some(goban)) = (cursor.shown(), watched.get()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    for (_, place) in boards.iter().filter(|(camera, _)| camera.goban == watched.id()) {
        let painter = over_board(ctx, &place.area);
        let board = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        let at = board.anywhere(point);
        if let Some(at) = at {
            let radius = (0.5 * board.cell()).max(LEAST);
            // Dark and light, so that it is seen on stones of either colour and on every wood.
            painter.circle_stroke(at, radius, Stroke::new(5.0, Color32::from_black_alpha(230)));
            painter.circle_stroke(at, radius, Stroke::new(2.0, Color32::WHITE));
        }
        let mut words = BoardWords::new(&goban).point(point);
        if !cursor.typed().is_empty() {
            words = format!("{words}   {}…", cursor.typed());
        }
        let galley = painter.layout_no_wrap(words, FontId::proportional(13.5), Color32::WHITE);
        let room = painter.clip_rect().shrink(8.0);
        let size = galley.size() + egui::vec2(16.0, 8.0);
        let mut rect = Align2::LEFT_TOP.anchor_size(room.left_top(), size);
        // It never covers the cursor.
        if at.is_some_and(|at| rect.expand(board.cell().max(LEAST)).contains(at)) {
            rect = Align2::LEFT_BOTTOM.anchor_size(room.left_bottom(), size);
        }
        painter.rect_filled(rect, 4.0, Color32::from_black_alpha(215));
        painter.galley(rect.min + egui::vec2(8.0, 4.0), galley, Color32::WHITE);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, size: &str) -> (BoardCursor, Vec<String>) {
        let mut cursor = BoardCursor::default();
        let size = size.parse().expect("a size");
        let told = text.chars().filter_map(|character| cursor.add(character, size).err());
        let told = told.map(|error| error.to_string()).collect();
        (cursor, told)
    }

    fn point(name: &str) -> Option<Point> {
        Some(name.parse().expect("a point"))
    }

    #[test]
    fn a_typed_name_moves_the_cursor() {
        for (text, size, at) in [
            ("q16", "19", "Q16"),
            ("q1", "19", "Q1"),
            ("Q16d4", "19", "D4"),
            ("aa3", "52", "AA3"),
            ("a 7", "9", "A7"),
        ] {
            let (cursor, told) = typed(text, size);
            assert_eq!((cursor.point, told), (point(at), vec![]), "{text}");
        }
    }

    #[test]
    fn what_names_no_point_is_told_in_a_line_and_plays_nothing() {
        for (text, line) in [
            ("t20", "there is no point T20 on a board of 19x19"),
            ("z", ""),
            ("z1", "there is no point Z1 on a board of 19x19"),
            ("i5", "'I5' is not a point: column letters without I, then a row from 1, as in D4"),
            ("5", "'5': a point begins with the letters of its column, as in C3"),
        ] {
            let (mut cursor, told) = typed(text, "19");
            assert_eq!(told.join("|"), line, "{text}");
            assert_eq!(cursor.point, None, "{text}: it stays where it was");
            let size = "19".parse().expect("a size");
            assert!(matches!(cursor.enter(size), Some(Done::Wrong(_))), "{text}");
            assert_eq!(cursor.typed, "", "{text}");
        }
    }

    #[test]
    fn enter_ends_what_was_typed_then_clicks() {
        let size = "19".parse().expect("a size");
        let (mut cursor, _) = typed("q16", "19");
        assert_eq!(cursor.enter(size), None);
        assert_eq!(cursor.enter(size), point("Q16").map(Done::Click));
        let (mut cursor, _) = typed("pass", "19");
        assert_eq!(cursor.enter(size), Some(Done::Pass));
        let (mut cursor, _) = typed("q", "19");
        assert!(matches!(cursor.enter(size), Some(Done::Wrong(_))));
    }

    #[test]
    fn backspace_goes_back_to_the_point_that_is_still_named() {
        let size: Size = "19".parse().expect("a size");
        let projector = Projector::default();
        let (mut cursor, _) = typed("d4", "19");
        cursor.enter(size);
        for character in "q16".chars() {
            assert_eq!(cursor.add(character, size), Ok(()));
        }
        for at in ["Q1", "D4", "D4", "D4"] {
            assert_eq!(cursor.press(Key::Backspace, false, &projector, size), None);
            assert_eq!(cursor.point, point(at));
        }
        // Where nothing was typed it stays.
        cursor.press(Key::ArrowRight, false, &projector, size);
        cursor.press(Key::Backspace, false, &projector, size);
        assert_eq!(cursor.point, point("E4"));
    }

    #[test]
    fn arrows_stay_on_the_board() {
        let size = "19".parse().expect("a size");
        let projector = Projector::default();
        let (mut cursor, _) = typed("b18", "19");
        for (key, far, at) in [
            (Key::ArrowUp, false, "B19"),
            (Key::ArrowUp, false, "B19"),
            (Key::ArrowLeft, true, "A19"),
            (Key::ArrowRight, true, "L19"),
            (Key::ArrowDown, false, "L18"),
            (Key::PageDown, false, "L1"),
            (Key::End, false, "T1"),
            (Key::Home, false, "A1"),
        ] {
            assert_eq!(cursor.press(key, far, &projector, size), None);
            assert_eq!(cursor.point, point(at), "{key:?}");
        }
    }
}
