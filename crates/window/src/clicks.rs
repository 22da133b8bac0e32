//! Clicks on the board: they play a move, paint a stone, set a mark, open a menu or select a point.

use super::panels::StoneMenu;
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::keys::InputSystems;
use crate::shell::layers::{Layer, Layers};
use crate::shell::mouse_buttons::{ButtonChange, ButtonChanges, read_buttons};
use crate::shell::state::InspectedStone;
use crate::shell::state::{
    BoardArea, BoardChosen, Modal, PointClick, PointQuestion, Projector, Selected, SelectedElsewhere,
    ShownBoards, Watched,
};
use crate::shell::tool::Tool;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::state::state::State;
use bevy::window::{PrimaryWindow, Window};
use bevy_egui::input::EguiWantsInput;
use stonefield_go::notation::sgf::{Markup, NodeId};
use stonefield_go::{Move, Point};
use stonefield_sim::history::{Navigate, Note};
use stonefield_sim::{
    Ending, Fork, Forked, GameRecord, GobanSetup, Jumped, Occupancy, Request, RequestKind, Seats,
};

/// Largest distance between press and release of a click, in logical pixels.
const MAX_CLICK_TRAVEL: f32 = 4.0;

pub(super) fn plugin(app: &mut App) {
    let takes_moves = |shown: Res<ShownBoards>| !shown.is_choice_only;
    app.init_resource::<PointQuestion>()
        .init_resource::<SelectedElsewhere>()
        .init_resource::<ButtonChanges>()
        .add_message::<BoardChosen>()
        .add_message::<PointClick>()
        .add_systems(
            Update,
            (
                (read_buttons, choose_board, (clicks, point_clicks).chain().run_if(takes_moves))
                    .chain()
                    .in_set(InputSystems::Read),
                (keep_selections, clear_selections).chain().after(InputSystems::Act),
            ),
        );
}

/// Watches the board that is clicked, if several are shown.
fn choose_board(
    changes: Res<ButtonChanges>,
    windows: Query<&Window, With<PrimaryWindow>>,
    busy: Res<EguiWantsInput>,
    modal: Res<State<Modal>>,
    shown: Res<ShownBoards>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
    mut watched: ResMut<Watched>,
    mut chosen: MessageWriter<BoardChosen>,
    mut from: Local<Option<Vec2>>,
) {
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let free = !busy.is_popup_open() && *modal.get() == Modal::None;
    if pointer.is_none() || !free || shown.gobans.is_empty() {
        *from = None;
        return;
    }
    for &ButtonChange { down, at, covered, .. } in changes.of(MouseButton::Left) {
        if covered {
            *from = None;
        } else if down {
            *from = Some(at);
        } else if from.take().is_some_and(|from| from.distance(at) <= MAX_CLICK_TRAVEL) {
            let board = boards.iter().find(|(_, place)| place.area.contains(at));
            let board = board.map(|(camera, _)| camera.goban);
            if let Some(board) = board.filter(|&board| shown.is_choice_only || board != watched.0) {
                watched.set_if_neq(Watched(board));
                chosen.write(BoardChosen);
            }
        }
    }
}

/// Keeps the selected point of each goban while another is watched. A fork starts with the selection there.
fn keep_selections(
    watched: Res<Watched>,
    gobans: Query<Has<Fork>, With<GameRecord>>,
    mut forked: MessageReader<Forked>,
    mut selected: ResMut<Selected>,
    mut elsewhere: ResMut<SelectedElsewhere>,
    mut followed: Option<ResMut<InspectedStone>>,
    mut before: Local<Option<Entity>>,
) {
    let elsewhere = &mut elsewhere.0;
    let before = before.replace(watched.0).unwrap_or(watched.0);
    for fork in forked.read() {
        let point = if fork.of == before { selected.0 } else { elsewhere.get(&fork.of).copied() };
        let has_fork = |goban: &&Entity| gobans.get(**goban).unwrap_or(false);
        elsewhere.extend(fork.gobans.iter().filter(has_fork).filter_map(|&goban| Some((goban, point?))));
    }
    if before != watched.0 {
        // The change is hidden: a selection made earlier must not open a column.
        let selected = selected.bypass_change_detection();
        let here = elsewhere.remove(&watched.0);
        elsewhere.extend(std::mem::replace(&mut selected.0, here).map(|point| (before, point)));
        if let Some(followed) = &mut followed {
            **followed = InspectedStone::default();
        }
    }
    elsewhere.retain(|goban, _| gobans.contains(*goban));
}

/// Clears the selection of a goban when a new game begins on it.
fn clear_selections(
    mut jumps: MessageReader<Jumped>,
    watched: Res<Watched>,
    mut selected: ResMut<Selected>,
    mut elsewhere: ResMut<SelectedElsewhere>,
) {
    for jump in jumps.read().filter(|jump| jump.new_game) {
        if jump.goban == watched.0 {
            selected.set_if_neq(Selected(None));
        }
        elsewhere.0.remove(&jump.goban);
    }
}

/// State of the mouse buttons: the point of the press, and the point that the brush painted last.
#[derive(Default)]
struct Drag {
    from: Option<Point>,
    painted: Option<Point>,
    /// True while the left button is held after a press on no panel: the brush paints.
    strokes: bool,
    /// Position of the press of the right button. A drag turns the board and opens no menu.
    right: Option<Vec2>,
}

fn clicks(
    changes: Res<ButtonChanges>,
    mouse: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    busy: Res<EguiWantsInput>,
    area: Res<BoardArea>,
    projector: Res<Projector>,
    tool: Res<Tool>,
    modal: Res<State<Modal>>,
    layers: Res<Layers>,
    watched: WatchedGoban<ClickedParts>,
    mut question: ResMut<PointQuestion>,
    mut selected: ResMut<Selected>,
    mut menu: ResMut<StoneMenu>,
    mut requests: MessageWriter<Request>,
    mut drag: Local<Drag>,
) {
    let to_point = |at: Vec2| area.contains(at).then(|| projector.to_point(at)).flatten();
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    // A click outside of an open menu only closes the menu.
    let free = !busy.is_popup_open() && *modal.get() == Modal::None && !menu.is_open();
    if !free || pointer.is_none() {
        *drag = Drag::default();
        return;
    }
    let goban = watched.id();
    for &ButtonChange { down, at, covered, .. } in changes.of(MouseButton::Right) {
        if down {
            drag.right = Some(at).filter(|_| !covered);
        } else if drag.right.take().is_some_and(|from| from.distance(at) <= MAX_CLICK_TRAVEL)
            && let Some(point) = to_point(at).filter(|_| !covered)
        {
            menu.open(goban, point, at);
        }
    }
    let brush = if let Tool::Brush(brush) = *tool { Some(brush) } else { None };
    for &ButtonChange { down, at, covered, .. } in changes.of(MouseButton::Left) {
        drag.strokes = down && !covered;
        let Some(point) = to_point(at).filter(|_| !covered) else {
            drag.from = None;
            continue;
        };
        let clicked = !down && drag.from.take() == Some(point);
        if question.open {
            drag.from = down.then_some(point);
            if clicked {
                question.answer = Some(point);
            }
        } else if let Some(brush) = brush {
            if down {
                drag.painted = Some(point);
                requests.write(Request { goban, kind: RequestKind::Paint(point, brush) });
            }
        } else if down {
            if let Some(kind) = tool_request(*tool, watched.get(), point) {
                requests.write(Request { goban, kind });
            } else {
                drag.from = Some(point);
            }
        } else if clicked {
            if let Some(kind) = click_request(watched.get(), &layers, point) {
                requests.write(Request { goban, kind });
            } else {
                selected.set_if_neq(Selected(Some(point)));
            }
        }
    }
    let Some(here) = pointer.and_then(to_point).filter(|_| !changes.covered) else {
        *drag = Drag { strokes: drag.strokes, ..Drag::default() };
        return;
    };
    if !mouse.pressed(MouseButton::Left) {
        drag.painted = None;
    } else if let Some(brush) = brush.filter(|_| drag.strokes && !question.open && drag.painted != Some(here))
    {
        drag.painted = Some(here);
        requests.write(Request { goban, kind: RequestKind::Paint(here, brush) });
    }
}

/// Carries out clicks that come from another input than the mouse, such as the cursor on the board.
fn point_clicks(
    mut clicks: MessageReader<PointClick>,
    tool: Res<Tool>,
    modal: Res<State<Modal>>,
    layers: Res<Layers>,
    watched: WatchedGoban<ClickedParts>,
    mut question: ResMut<PointQuestion>,
    mut selected: ResMut<Selected>,
    mut requests: MessageWriter<Request>,
) {
    let goban = watched.id();
    for &PointClick(point) in clicks.read().filter(|_| *modal.get() == Modal::None) {
        let kind = match *tool {
            _ if question.open => {
                question.answer = Some(point);
                continue;
            }
            Tool::Brush(brush) => Some(RequestKind::Paint(point, brush)),
            tool => tool_request(tool, watched.get(), point)
                .or_else(|| click_request(watched.get(), &layers, point)),
        };
        if let Some(kind) = kind {
            requests.write(Request { goban, kind });
        } else {
            selected.set_if_neq(Selected(Some(point)));
        }
    }
}

/// Components of a goban that decide what a click does.
type ClickedParts<'a> = (&'a GobanSetup, &'a GameRecord, &'a Occupancy, &'a Seats, &'a Ending);

/// Returns the request to set a mark or letter. `None` for other tools, or if the record takes no notes.
fn tool_request(tool: Tool, goban: Option<ClickedParts<'_>>, point: Point) -> Option<RequestKind> {
    let (_, record, ..) = goban.filter(|(_, record, ..)| record.text().is_ok())?;
    let note = match tool {
        Tool::Mark(mark) => Note::Mark(mark, point),
        Tool::Letter => Note::Label(point, next_letter(record, point)),
        _ => return None,
    };
    Some(RequestKind::Note(record.here().id(), note))
}

/// Returns the request of a click on a point. `None` if the click only selects the point.
fn click_request(goban: Option<ClickedParts<'_>>, layers: &Layers, point: Point) -> Option<RequestKind> {
    let (setup, record, occupancy, seats, ending) = goban?;
    match occupancy.id(point) {
        None if let Some(node) = node_of_mark(record, seats, layers, point) => {
            Some(RequestKind::Navigate(Navigate::To(node)))
        }
        None => seats.waiting_for_person().map(|_| RequestKind::Move(Move::Play(point))),
        Some(_) => ending.can_be_changed(&setup.0).then_some(RequestKind::Mark(point)),
    }
}

/// Returns the node that a click on a mark of a next move goes to. `None` if a person is to move and the mark
/// is the next move: it is then played, which goes to the same node and lets a mind answer.
fn node_of_mark(record: &GameRecord, seats: &Seats, layers: &Layers, point: Point) -> Option<NodeId> {
    let mark = layers
        .get(Layer::Next)
        .then(|| record.moves_to_mark())
        .into_iter()
        .flatten()
        .find(|mark| mark.point == point)?;
    let is_next_move =
        record.games().node(mark.node).parent().is_some_and(|parent| parent.id() == record.here().id());
    let is_played = is_next_move && seats.waiting_for_person() == Some(mark.color);
    (!is_played).then_some(mark.node)
}

/// Returns the first letter, from A to Z and then a to z, that labels no point, or `?` if none is free. Empty
/// if the point has a label: the label is removed.
fn next_letter(record: &GameRecord, point: Point) -> String {
    let labels = Markup::of(record.here(), record.size()).labels;
    if labels.iter().any(|label| label.point == point) {
        return String::new();
    }
    let free = |letter: &char| !labels.iter().any(|label| label.text == letter.to_string());
    ('A'..='Z').chain('a'..='z').find(free).unwrap_or('?').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{ForkedGame, GameSetup, create_app, spawn_goban};

    #[test]
    fn each_board_keeps_its_selection() {
        let mut app = create_app();
        let home = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        app.insert_resource(Watched(home))
            .insert_resource(Selected(Some(Point::new(3, 3))))
            .init_resource::<SelectedElsewhere>()
            .add_systems(
                Update,
                (keep_selections, clear_selections).chain().after(stonefield_sim::SimSystems::Answer),
            );
        app.update();
        let brains = app.world().get::<Seats>(home).expect("seats").specs().clone();
        let games = vec![ForkedGame { brains, seed: None }; 2];
        let kind = RequestKind::Fork { games, pace: (false, 1.0), again: false };
        app.world_mut().write_message(Request { goban: home, kind });
        app.update();
        let gobans: Vec<Entity> =
            app.world_mut().query_filtered::<Entity, With<Fork>>().iter(app.world()).collect();
        let [one, other] = gobans[..] else { panic!("two boards") };
        let watch = |app: &mut App, goban: Entity| {
            app.insert_resource(Watched(goban));
            app.update();
            app.world().resource::<Selected>().0
        };
        // The forked games start with the selection of the position.
        assert_eq!(watch(&mut app, one), Some(Point::new(3, 3)));
        app.insert_resource(Selected(Some(Point::new(5, 5))));
        assert_eq!(watch(&mut app, other), Some(Point::new(3, 3)));
        let elsewhere = &app.world().resource::<SelectedElsewhere>().0;
        assert_eq!(
            (elsewhere.get(&one), elsewhere.get(&home)),
            (Some(&Point::new(5, 5)), Some(&Point::new(3, 3)))
        );
        app.insert_resource(Selected(None));
        assert_eq!(watch(&mut app, one), Some(Point::new(5, 5)));
        assert_eq!(watch(&mut app, other), None, "the selection was cleared here");
        app.world_mut().write_message(Request { goban: one, kind: RequestKind::Remove });
        app.update();
        app.update();
        assert!(
            !app.world().resource::<SelectedElsewhere>().0.contains_key(&one),
            "a removed goban has no selection"
        );
        assert_eq!(watch(&mut app, home), Some(Point::new(3, 3)));
    }
}
