//! Board cursor: moved by arrow keys and by typed names of points.

use super::words::{BoardWords, SpokenParts, board_words};
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, CameraPose, SceneCamera};
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::requests::Requests;
use crate::shell::state::PointClick;
use crate::shell::state::{Modal, Projector, Redraw, Selected, ShownBoards, Watched};
use crate::shell::theme;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::platform::time::Instant;
use bevy::state::state::State;
use bevy_egui::egui::{
    self, Align2, Color32, Event, EventFilter, Id, Key, LayerId, Sense, Stroke, Ui, UiBuilder,
    accesskit::Role,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use stonefield_go::{Move, Point, Size};
use stonefield_sim::{Occupancy, Referee, RequestKind, Seats, Tally};

/// Time without a key after which the typed text is cleared.
const CLEAR_AFTER: Duration = Duration::from_secs(3);

/// Number of points by which Shift with an arrow key moves the cursor.
const FAR_STEPS: u16 = 10;

/// Least radius of the ring, in screen points.
const MIN_RADIUS: f32 = 7.0;

/// Cursor on the watched board.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BoardCursor {
    point: Option<Point>,
    /// True while the board has keyboard focus.
    active: bool,
    /// True if the board is to request the focus in the next frame.
    wanted: bool,
    /// True in the frame after a request of the focus.
    fresh: bool,
    /// Position before a name was typed.
    before: Option<Point>,
    /// Typed part of the name of a point, in capitals.
    typed: String,
    /// Time of the last typed character.
    typed_at: Option<Instant>,
}

/// Error of a typed text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TypedError {
    /// The text begins with a digit.
    #[error("'{0}': a point begins with the letters of its column, as in C3")]
    Digit(char),
    /// The text is no name of a point.
    #[error(transparent)]
    Name(#[from] stonefield_go::PointError),
    /// The board has no such point.
    #[error("there is no point {0} on a board of {1}")]
    Outside(Point, Size),
}

/// Effect of a key on the board, except moves of the cursor.
#[derive(Clone, Debug, PartialEq)]
enum KeyEffect {
    Click(Point),
    Pass,
    /// Reason why the typed text is refused.
    Wrong(String),
}

impl BoardCursor {
    /// Returns the point of the cursor; `None` if the board has no keyboard focus.
    #[must_use]
    pub fn visible_point(&self) -> Option<Point> {
        self.point.filter(|_| self.active)
    }

    /// Returns true while the board has keyboard focus.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Moves the cursor to a point.
    pub const fn move_to(&mut self, point: Point) {
        self.point = Some(point);
    }

    /// Gives keyboard focus to the board in the next frame.
    pub const fn take_keyboard(&mut self) {
        self.wanted = true;
    }

    /// Returns the typed part of the name of a point.
    #[must_use]
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Adds a character to the typed text; any but ASCII letters and digits are ignored. The cursor moves to
    /// each point that the text names: to Q1, then to Q16.
    ///
    /// # Errors
    /// If the text begins with a digit, or its last digit makes no point of the board.
    fn add(&mut self, character: char, size: Size) -> Result<(), TypedError> {
        if !character.is_ascii_alphanumeric() {
            return Ok(());
        }
        let names_a_row = self.typed.ends_with(|last: char| last.is_ascii_digit());
        if names_a_row && character.is_ascii_alphabetic() {
            self.typed.clear();
        }
        if self.typed.is_empty() {
            self.before = self.point;
        }
        self.typed.push(character.to_ascii_uppercase());
        if self.typed.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(TypedError::Digit(character));
        }
        if character.is_ascii_digit() { self.go_to_typed(size) } else { Ok(()) }
    }

    /// Moves the cursor to the typed point. If there is no such point, it returns to its position before the
    /// typing.
    fn go_to_typed(&mut self, size: Size) -> Result<(), TypedError> {
        let target =
            self.typed.parse::<Point>().map_err(TypedError::from).and_then(|point| {
                size.contains(point).then_some(point).ok_or(TypedError::Outside(point, size))
            });
        match target {
            Ok(point) => self.point = Some(point),
            Err(_) => self.point = self.before,
        }
        target.map(|_| ())
    }

    /// Handles Enter or Space. Without typed text, clicks the point. With typed text, passes for `p` or
    /// `pass`, or moves the cursor to the point, and clears the text.
    fn enter(&mut self, size: Size) -> Option<KeyEffect> {
        if self.typed.is_empty() {
            return self.point.map(KeyEffect::Click);
        }
        if matches!(self.typed.as_str(), "P" | "PASS") {
            self.typed.clear();
            return Some(KeyEffect::Pass);
        }
        let result = self.go_to_typed(size);
        self.typed.clear();
        result.err().map(|error| KeyEffect::Wrong(error.to_string()))
    }

    /// Moves the cursor by `steps` points in a direction of the screen, at most to the edge of the board.
    fn step(&mut self, along: Vec2, steps: u16, projector: &Projector, size: Size) {
        self.typed.clear();
        let Some(point) = self.point else { return };
        let (x, y) = board_direction(along, projector, point);
        let to = |at: u16, by: i16, side: u16| {
            at.saturating_add_signed(by.saturating_mul(steps as i16)).min(side - 1)
        };
        self.point = Some(Point::new(to(point.x, x, size.width()), to(point.y, y, size.height())));
    }

    /// Handles a key. `far`: true with Shift.
    fn press(&mut self, key: Key, far: bool, projector: &Projector, size: Size) -> Option<KeyEffect> {
        let steps = if far { FAR_STEPS } else { 1 };
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
                    // The cursor is where it would be if only the remaining text had been typed.
                    let _ = self.go_to_typed(size);
                }
                return None;
            }
            Key::Enter | Key::Space => return self.enter(size),
            _ => return None,
        };
        self.step(along, steps, projector, size);
        None
    }

    /// Clears the typed text and moves the cursor to an edge. `move_to_edge` sets one of its coordinates.
    fn edge(&mut self, move_to_edge: impl FnOnce(&mut Point)) -> Option<KeyEffect> {
        self.typed.clear();
        if let Some(point) = &mut self.point {
            move_to_edge(point);
        }
        None
    }
}

/// Returns the direction on the board, in (x, y), that is closest to a direction on the screen.
fn board_direction(along: Vec2, projector: &Projector, point: Point) -> (i16, i16) {
    let here = Vec2::new(point.x.into(), point.y.into());
    let similarity = |(x, y): (i16, i16)| {
        let by = projector.to_screen(here + Vec2::new(x.into(), y.into()))? - projector.to_screen(here)?;
        Some(by.normalize_or_zero().dot(along))
    };
    let flat = (along.x as i16, -along.y as i16);
    let candidates = [flat, (1, 0), (0, 1), (-1, 0), (0, -1)];
    let likeness = |direction| similarity(direction).unwrap_or(0.0);
    candidates
        .into_iter()
        .reduce(|best, other| if likeness(other) > likeness(best) + 1e-3 { other } else { best })
        .unwrap_or(flat)
}

/// Returns the widget id of the board.
pub fn board_id() -> Id {
    Id::new("the board")
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardCursor>()
        .add_systems(
            Update,
            (take_keyboard.in_set(InputSystems::Act), move_camera.run_if(resource_changed::<BoardCursor>)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (hold_keyboard.in_set(PanelSystems::Board), show_cursor.in_set(PanelSystems::Marks)),
        );
}

fn take_keyboard(
    mut actions: MessageReader<Action>,
    shown: Res<ShownBoards>,
    mut cursor: ResMut<BoardCursor>,
    mut notices: ResMut<Notices>,
) {
    for _ in actions.read().filter(|&&action| action == Action::BoardCursor) {
        if shown.is_choice_only {
            notices.show_refusal("a wall has no cursor: click one of its boards first".into());
        } else {
            cursor.take_keyboard();
        }
    }
}

/// Adds the board as a widget, and handles keys while it has keyboard focus.
fn hold_keyboard(
    mut contexts: EguiContexts,
    watched: WatchedGoban<(&Occupancy, &Seats, &Tally, &Referee)>,
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
    let mut next = cursor.clone();
    next.active = false;
    let wanted = std::mem::take(&mut next.wanted);
    let goban = watched.get().filter(|_| !shown.is_choice_only && *modal.get() == Modal::None);
    if let Some((occupancy, seats, tally, referee)) = goban {
        let size = occupancy.size();
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(free.rect());
        let ui = Ui::new(ctx.clone(), Id::new("around the board"), builder);
        let board = ui.interact(free.rect(), board_id(), Sense::focusable_noninteractive());
        if wanted {
            board.request_focus();
        }
        // The focus lock keeps arrow keys from the panels only from the second frame on. An arrow in the
        // first frame moves the focus away, so the board requests it again.
        next.wanted = next.fresh && board.has_focus() && ctx.input(has_arrow);
        next.fresh = wanted;
        ctx.accesskit_node_builder(board.id, |node| {
            node.set_role(Role::Group);
            node.set_label(board_words(occupancy, seats, tally));
        });
        next.active = board.has_focus();
        if next.active {
            let filter =
                EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ctx.memory_mut(|memory| memory.set_focus_lock_filter(board.id, filter));
            let last = || referee.position.last_move().and_then(Move::point);
            let middle = || Point::new(size.width() / 2, size.height() / 2);
            let on_board = |point: &Point| size.contains(*point);
            let point = next.point.filter(on_board).or(selected.0.filter(on_board));
            next.point = Some(point.or_else(|| last().filter(on_board)).unwrap_or_else(middle));
            for effect in keys(&ctx, &mut next, &projector, size) {
                match effect {
                    KeyEffect::Click(point) => drop(clicks.write(PointClick(point))),
                    KeyEffect::Pass => requests.send([RequestKind::Move(Move::Pass)]),
                    KeyEffect::Wrong(why) => notices.show_refusal(why),
                }
                redraw.frames(2);
            }
        }
    }
    if !next.active {
        next.typed.clear();
    } else if !next.typed.is_empty() {
        redraw.within(CLEAR_AFTER);
    }
    if *cursor != next {
        *cursor = next;
        redraw.frames(2);
    }
    Ok(())
}

/// True if an arrow key was pressed in this frame.
fn has_arrow(input: &egui::InputState) -> bool {
    [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight]
        .into_iter()
        .any(|key| input.key_pressed(key))
}

/// Handles the keys of this frame; returns their effects.
fn keys(ctx: &egui::Context, cursor: &mut BoardCursor, projector: &Projector, size: Size) -> Vec<KeyEffect> {
    // The clock of egui advances only in drawn frames, so it cannot measure this time.
    if cursor.typed_at.is_some_and(|at| at.elapsed() > CLEAR_AFTER) {
        cursor.typed.clear();
    }
    let mut effects = Vec::new();
    for event in ctx.input(|input| input.events.clone()) {
        match event {
            // A held key neither plays nor passes again.
            Event::Key { key: Key::Enter | Key::Space, repeat: true, .. } => {}
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                effects.extend(cursor.press(key, modifiers.shift, projector, size));
            }
            Event::Text(text) => {
                for character in text.chars() {
                    let result = cursor.add(character, size);
                    effects.extend(result.err().map(|error| KeyEffect::Wrong(error.to_string())));
                    cursor.typed_at = Some(Instant::now());
                }
            }
            _ => {}
        }
    }
    effects
}

/// Moves the camera to the cursor when the cursor leaves the visible part of the board.
fn move_camera(
    cursor: Res<BoardCursor>,
    watched: Res<Watched>,
    mut cameras: Query<(&SceneCamera, &BoardPlace, &mut CameraPose)>,
) {
    let Some(point) = cursor.visible_point() else { return };
    let at = Vec2::new(point.x.into(), point.y.into());
    for (camera, place, mut pose) in &mut cameras {
        let is_visible = place.projector.to_screen(at).is_some_and(|at| place.area.contains(at));
        if camera.goban == watched.0 && !is_visible && !pose.fitted {
            pose.target = at;
        }
    }
}

/// Draws the cursor, and shows the point in words.
fn show_cursor(
    mut contexts: EguiContexts,
    watched: WatchedGoban<SpokenParts>,
    cursor: Res<BoardCursor>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    let (Some(point), Some(goban)) = (cursor.visible_point(), watched.get()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    for (_, place) in boards.iter().filter(|(camera, _)| camera.goban == watched.id()) {
        let painter = over_board(ctx, &place.area);
        let board = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        let at = board.anywhere(point);
        if let Some(at) = at {
            let radius = (0.5 * board.cell()).max(MIN_RADIUS);
            // A dark and a light ring are visible on stones of either colour and on every wood.
            painter.circle_stroke(at, radius, Stroke::new(5.0, Color32::from_black_alpha(230)));
            painter.circle_stroke(at, radius, Stroke::new(2.0, Color32::WHITE));
        }
        let mut words = BoardWords::new(&goban).point(point);
        if !cursor.typed().is_empty() {
            words = format!("{words}   {}…", cursor.typed());
        }
        let galley = painter.layout_no_wrap(words, theme::text_font(), Color32::WHITE);
        let room = painter.clip_rect().shrink(8.0);
        let size = galley.size() + egui::vec2(16.0, 8.0);
        let mut rect = Align2::LEFT_TOP.anchor_size(room.left_top(), size);
        // The text does not cover the cursor.
        if at.is_some_and(|at| rect.expand(board.cell().max(MIN_RADIUS)).contains(at)) {
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
        let errors = text.chars().filter_map(|character| cursor.add(character, size).err());
        let errors = errors.map(|error| error.to_string()).collect();
        (cursor, errors)
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
            let (cursor, errors) = typed(text, size);
            assert_eq!((cursor.point, errors), (point(at), vec![]), "{text}");
        }
    }

    #[test]
    fn a_text_that_names_no_point_is_refused_and_plays_nothing() {
        for (text, line) in [
            ("t20", "there is no point T20 on a board of 19x19"),
            ("z", ""),
            ("z1", "there is no point Z1 on a board of 19x19"),
            ("i5", "'I5' is not a point: column letters without I, then a row from 1, as in D4"),
            ("5", "'5': a point begins with the letters of its column, as in C3"),
        ] {
            let (mut cursor, errors) = typed(text, "19");
            assert_eq!(errors.join("|"), line, "{text}");
            assert_eq!(cursor.point, None, "{text}: it stays where it was");
            let size = "19".parse().expect("a size");
            assert!(matches!(cursor.enter(size), Some(KeyEffect::Wrong(_))), "{text}");
            assert_eq!(cursor.typed, "", "{text}");
        }
    }

    #[test]
    fn enter_ends_the_typed_text_then_clicks() {
        let size = "19".parse().expect("a size");
        let (mut cursor, _) = typed("q16", "19");
        assert_eq!(cursor.enter(size), None);
        assert_eq!(cursor.enter(size), point("Q16").map(KeyEffect::Click));
        for text in ["p", "pass"] {
            let (mut cursor, _) = typed(text, "19");
            assert_eq!(cursor.enter(size), Some(KeyEffect::Pass), "{text}");
            assert_eq!(cursor.typed, "");
        }
        let (mut cursor, _) = typed("p3", "19");
        assert_eq!((cursor.enter(size), cursor.point), (None, point("P3")));
        let (mut cursor, _) = typed("q", "19");
        assert!(matches!(cursor.enter(size), Some(KeyEffect::Wrong(_))));
    }

    #[test]
    fn backspace_moves_the_cursor_to_the_remaining_point() {
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
        // Without typed text the cursor stays.
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
