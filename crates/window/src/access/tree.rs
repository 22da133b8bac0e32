//! Board in the tree for screen readers: a node for each of its points, and one for the last announcement.

use super::announce::Announcer;
use super::cursor::{BoardCursor, board_id};
use super::is_requested;
use super::words::{BoardWords, SpokenParts};
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

/// Largest board, in points, with a node for each point. A larger board has only a node for the point of the
/// cursor.
const MAX_POINTS: usize = 52 * 52;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        add_board
            .after(EguiPostUpdateSet::ProcessOutput)
            .before(EguiPostUpdateSet::PostProcessOutput)
            .run_if(is_requested),
    );
}

/// Label of close buttons.
const CROSS: &str = "×";

/// Returns the node of a point.
fn point_id(point: Point) -> NodeId {
    Id::new(("point of the board", point.x, point.y)).accesskit_id()
}

/// Returns the point of a node; `None` for other nodes.
pub(super) fn point_of(node: NodeId, size: Size) -> Option<Point> {
    size.points().find(|&point| point_id(point) == node)
}

/// Nodes of the points, kept until their source changes.
#[derive(Default)]
pub(super) struct PointNodes {
    source: Option<NodesSource>,
    nodes: Vec<(NodeId, Node)>,
}

/// Source of the nodes apart from the game.
#[derive(PartialEq)]
struct NodesSource {
    goban: Entity,
    clip_from_board: Mat4,
    corner: Vec2,
    extent: Vec2,
    zoom: f32,
    /// Point of the cursor, if only that point has a node.
    cursor: Option<Point>,
}

/// Filter for a game that changed, so that the words of its points may have changed.
type Changes = Or<(
    Changed<Occupancy>,
    Changed<Groups>,
    Changed<Referee>,
    Changed<Tally>,
    Changed<Ending>,
    Changed<Seats>,
    Changed<GameRecord>,
)>;

/// Adds the points and the last announcement to the tree. Each frame has the complete tree, since a screen
/// reader may start at any time.
fn add_board(
    mut contexts: Query<(&mut EguiContext, &mut EguiOutput), With<PrimaryEguiContext>>,
    watched: WatchedGoban<SpokenParts>,
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
        let has_all_points = size.points().len() <= MAX_POINTS;
        let source = NodesSource {
            goban: watched.id(),
            clip_from_board: projector.clip_from_board,
            corner: projector.min,
            extent: projector.extent,
            zoom,
            cursor: cursor.visible_point().filter(|_| !has_all_points),
        };
        if points.source.as_ref() != Some(&source) || changed.contains(watched.id()) {
            let mut words = BoardWords::new(&goban);
            let node_points = has_all_points.then(|| size.points()).into_iter().flatten();
            let node_points = node_points.chain(source.cursor);
            points.nodes = node_points.map(|point| node(point, &mut words, &projector, zoom)).collect();
            points.source = Some(source);
        }
        // Behind a modal dialog the board is no widget.
        let board = board_id().accesskit_id();
        if add(update, board, points.nodes.clone())
            && update.focus == board
            && let Some(id) = cursor.visible_point().map(point_id)
            && points.nodes.iter().any(|(node, _)| *node == id)
        {
            update.focus = id;
        }
    }
}

/// Names the window and its close buttons, and turns nameless nodes without a role into containers, which
/// screen readers skip.
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

/// Names each widget without a label after the group around it, such as the label in front of a slider.
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

/// True for a widget that the user can operate.
fn is_widget(node: &Node) -> bool {
    use Role::{Button, CheckBox, ColorWell, ComboBox, RadioButton, Slider, SpinButton, TextInput};
    matches!(
        node.role(),
        Button | CheckBox | ColorWell | ComboBox | RadioButton | Slider | SpinButton | TextInput
    )
}

/// Adds nodes as the last children of another node. Returns false and adds none if the parent is not in the
/// tree.
fn add(update: &mut TreeUpdate, parent: NodeId, nodes: Vec<(NodeId, Node)>) -> bool {
    let Some((_, parent)) = update.nodes.iter_mut().find(|(id, _)| *id == parent) else { return false };
    for (id, _) in &nodes {
        parent.push_child(*id);
    }
    update.nodes.extend(nodes);
    true
}

/// Returns the node of a point: its words, and its bounds in points of the panels.
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
