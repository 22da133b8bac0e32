//! The board in the tree that screen readers read: a node for it, and one for each of its points.

use super::announce::Announcer;
use super::cursor::{BoardCursor, board_id};
use super::is_read;
use super::words::BoardWords;
use crate::shell::state::Projector;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, PostUpdate};
use bevy::ecs::prelude::*;
use bevy::math::{Mat4, Vec2};
use bevy_egui::egui::accesskit::{Action, Live, Node, NodeId, Rect, Role, TreeUpdate};
use bevy_egui::egui::{Id, accesskit_root_id};
use bevy_egui::{EguiContext, EguiOutput, EguiPostUpdateSet, PrimaryEguiContext};
use std::collections::HashMap;
use stonefield_go::{Point, Size};
use stonefield_sim::{Ending, GameRecord, Groups, Occupancy, Referee, Seats, Tally};

/// A board of more points has one node alone, that of the cursor.
const MOST: usize = 52 * 52;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        add_board
            .after(EguiPostUpdateSet::ProcessOutput)
            .before(EguiPostUpdateSet::PostProcessOutput)
            .run_if(is_read),
    );
}

/// What stands on buttons that close something.
const CROSS: &str = "×";

fn point_id(point: Point) -> NodeId {
    Id::new(("point of the board", point.x, point.y)).accesskit_id()
}

/// The point that a node stands for.
pub(super) fn point_of(node: NodeId, size: Size) -> Option<Point> {
    size.points().find(|&point| point_id(point) == node)
}

/// The nodes of the points, as they were last made.
#[derive(Default)]
pub(super) struct PointNodes {
    made_for: Option<MadeFor>,
    nodes: Vec<(NodeId, Node)>,
}

/// What nodes depend on beside the game.
#[derive(PartialEq)]
struct MadeFor {
    goban: Entity,
    clip_from_board: Mat4,
    corner: Vec2,
    extent: Vec2,
    zoom: f32,
    /// The cursor, where its point alone has a node.
    cursor: Option<Point>,
}

/// What says that the words of points may have changed.
type Changes = Or<(
    Changed<Occupancy>,
    Changed<Groups>,
    Changed<Referee>,
    Changed<Tally>,
    Changed<Ending>,
    Changed<Seats>,
    Changed<GameRecord>,
)>;

/// Adds the points to the tree, and what is said. The tree is whole in each frame: a reader may begin at any moment.
fn add_board(
    mut contexts: Query<(&mut EguiContext, &mut EguiOutput), With<PrimaryEguiContext>>,
    watched: WatchedGoban,
    changed: Query<(), Changes>,
    cursor: Res<BoardCursor>,
    projector: Res<Projector>,
    announcer: Res<Announcer>,
    mut points: Local<PointNodes>,
) {
    for (mut context, mut output) in &mut contexts {
        let zoom = context.get_mut().zoom_factor();
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        if let Some((id, words, assertive)) = announcer.said() {
            let mut node = Node::new(Role::Status);
            node.set_label(words);
            node.set_live(if assertive { Live::Assertive } else { Live::Polite });
            add(update, accesskit_root_id().accesskit_id(), vec![(id, node)]);
        }
        name_window(update);
        name_by_group(update);
        let Some(goban) = watched.get() else { continue };
        let size = goban.occupancy.size();
        let few = size.points().len() <= MOST;
        let made_for = MadeFor {
            goban: watched.id(),
            clip_from_board: projector.clip_from_board,
            corner: projector.min,
            extent: projector.extent,
            zoom,
            cursor: cursor.shown().filter(|_| !few),
        };
        if points.made_for.as_ref() != Some(&made_for) || changed.contains(watched.id()) {
            let mut words = BoardWords::new(&goban);
            let all = few.then(|| size.points()).into_iter().flatten();
            let all = all.chain(made_for.cursor);
            points.nodes = all.map(|point| node(point, &mut words, &projector, zoom)).collect();
            points.made_for = Some(made_for);
        }
        // Behind a question over everything the board is no widget.
        let board = board_id().accesskit_id();
        if add(update, board, points.nodes.clone())
            && update.focus == board
            && let Some(id) = cursor.shown().map(point_id)
            && points.nodes.iter().any(|(node, _)| *node == id)
        {
            update.focus = id;
        }
    }
}

/// The window has its name; what has neither name nor use, such as the room of a plot, is passed over.
fn name_window(update: &mut TreeUpdate) {
    let root = accesskit_root_id().accesskit_id();
    for (id, node) in &mut update.nodes {
        if *id == root {
            node.set_label("Stonefield");
        } else if node.role() == Role::Unknown && node.label().is_none_or(str::is_empty) {
            node.set_role(Role::GenericContainer);
        } else if node.label() == Some(CROSS) {
            node.set_label("Close");
        }
    }
}

/// A widget without words of its own has those of the group around it, such as the label in front of a slider.
fn name_by_group(update: &mut TreeUpdate) {
    let places: HashMap<NodeId, usize> =
        update.nodes.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let groups: Vec<usize> = (0..update.nodes.len()).filter(|&at| is_group(&update.nodes[at].1)).collect();
    for group in groups {
        let name = update.nodes[group].1.label().map(str::to_owned);
        let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
        let mut within = update.nodes[group].1.children().to_vec();
        while let Some(id) = within.pop() {
            let Some((_, node)) = places.get(&id).map(|&at| &mut update.nodes[at]) else { continue };
            match node.role() {
                Role::GenericContainer | Role::Unknown => within.extend_from_slice(node.children()),
                _ if is_widget(node) && node.label().is_none_or(str::is_empty) => node.set_label(&*name),
                _ => {}
            }
        }
    }
}

fn is_group(node: &Node) -> bool {
    node.role() == Role::Group
}

/// Whether something can be set here.
fn is_widget(node: &Node) -> bool {
    use Role::{Button, CheckBox, ColorWell, ComboBox, RadioButton, Slider, SpinButton, TextInput};
    matches!(
        node.role(),
        Button | CheckBox | ColorWell | ComboBox | RadioButton | Slider | SpinButton | TextInput
    )
}

/// Adds nodes as the last children of another; `false` where that is not there.
fn add(update: &mut TreeUpdate, parent: NodeId, nodes: Vec<(NodeId, Node)>) -> bool {
    let Some((_, parent)) = update.nodes.iter_mut().find(|(id, _)| *id == parent) else { return false };
    for (id, _) in &nodes {
        parent.push_child(*id);
    }
    update.nodes.extend(nodes);
    true
}

/// The node of a point: its words, and where it is, in points of the panels.
fn node(
    point: Point,
    words: &mut BoardWords<'_, '_, '_>,
    projector: &Projector,
    zoom: f32,
) -> (NodeId, Node) {
    let mut node = Node::new(Role::Button);
    node.set_label(words.point(point));
    node.add_action(Action::Click);
    node.add_action(Action::Focus);
    let at = Vec2::new(point.x.into(), point.y.into());
    let corners = [Vec2::splat(-0.5), Vec2::new(0.5, -0.5), Vec2::new(-0.5, 0.5), Vec2::splat(0.5)];
    let corners = corners.map(|corner| projector.to_screen(at + corner));
    if let [Some(a), Some(b), Some(c), Some(d)] = corners {
        let (min, max) = (a.min(b).min(c).min(d) / zoom, a.max(b).max(c).max(d) / zoom);
        let rect = Rect { x0: min.x.into(), y0: min.y.into(), x1: max.x.into(), y1: max.y.into() };
        node.set_bounds(rect);
    }
    (point_id(point), node)
}
