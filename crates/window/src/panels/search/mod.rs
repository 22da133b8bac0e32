//! Search tree: the tree of a colour's mind, or of a search that runs one simulation at a time.

mod canvas;
mod dot;
mod layout;
mod minimax;
mod steps;

use super::below::{BelowBoard, BelowPanel, BelowRoom};
use super::file_task::ExportKind;
use super::files::FileQuestion;
use crate::marks::candidates::{count, value_ink};
use crate::marks::pointed_line::{LinePreview, MoveLine, PointedLine};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{from_right, number, segments, well};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::egui::{self, Align, Label, Layout, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use canvas::TreeCanvas;
use steps::Steps;
use stonefield_go::notation::counted;
use stonefield_go::{Color, Position};
use stonefield_minds::TreeView;
use stonefield_search::mcts::{Branch, MctsNodeId, MctsSnapshot, MctsSnapshotNode};
use stonefield_sim::{GobanDice, Referee, RequestKind, Seats, Tally, Thinking};

/// Layout of an MCTS tree.
const LAYOUT: TreeCanvas =
    TreeCanvas { spacing: Vec2::new(34.0, 62.0), stretch: 3.0, margin: Vec2::new(60.0, 64.0), top: 24.0 };

/// Default and least height of the panel, in points.
const HEIGHT: (f32, f32) = (320.0, 190.0);

/// Radius of a move without visits and of the most visited move, in points.
const RADII: (f32, f32) = (4.0, 15.0);

/// Names of the minds that have a tree.
const SEARCHERS: [&str; 2] = ["mcts", "negamax"];

/// Source of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeSource {
    Mind(Color),
    Steps,
}

/// Last request to a mind, its tick, and the start of the mind's present thought.
type TreeRequest = (RequestKind, u64, Option<Instant>);

/// State of the search tree panel.
#[derive(Resource)]
pub struct SearchTree {
    source: Option<TreeSource>,
    /// Largest number of moves shown for each node.
    moves_per_node: usize,
    /// Largest number of nodes shown.
    nodes: usize,
    steps: Option<Steps>,
    /// Part of the tree to write to a file, if requested.
    save: Option<Extent>,
}

/// Part of a tree that is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// The nodes that are shown.
    Shown,
    /// All visited nodes, at most [`dot::MAX_NODES`].
    Whole,
}

impl SearchTree {
    /// Returns the limits of a snapshot: moves of each node, and nodes.
    const fn limits(&self, extent: Extent) -> (usize, usize) {
        match extent {
            Extent::Shown => (self.moves_per_node, self.nodes),
            Extent::Whole => (usize::MAX, dot::MAX_NODES),
        }
    }

    /// Returns the requested graph, as DOT text; `None` without a request or a tree. A request for a whole
    /// tree waits until the mind has shown it.
    fn graph(&mut self, seats: &Seats, is_open: bool) -> Option<dot::TreeGraph> {
        let extent = self.save?;
        let limits = self.limits(extent);
        match self.source? {
            TreeSource::Mind(color) => {
                let tree = seats.tree(color).filter(|_| is_open);
                if tree.is_some_and(|tree| extent == Extent::Whole && dot::limits(tree) != limits) {
                    return None;
                }
                self.save = None;
                dot::graph(tree?)
            }
            TreeSource::Steps => {
                self.save = None;
                Some(dot::mcts_graph(&self.steps.as_ref()?.tree(limits.0, limits.1)))
            }
        }
    }
}

const PANEL: Panel = BelowPanel::Tree.panel();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SearchTree>()
        .add_switched(PANEL)
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Below));
}

pub(super) fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&Tally, &Seats, &Referee, &GobanDice, &Thinking)>,
    (mut free, mut below): (ResMut<FreeSpace>, ResMut<BelowBoard>),
    (mut tree, mut pointed): (ResMut<SearchTree>, ResMut<PointedLine>),
    (mut question, mut notices): (ResMut<FileQuestion>, ResMut<Notices>),
    (mut panels, mut requests): (OpenPanels, Requests),
    mut last: Local<Option<TreeRequest>>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some((tally, seats, referee, dice, thinking)) = goban.get() else { return Ok(()) };
    let tick = tally.tick;
    if let Some(dot::TreeGraph { text, extent }) = tree.graph(seats, panels.is_open(PANEL)) {
        notices.show_notice(format!("The graph has {extent}"));
        question.ask_to_export(ExportKind::Dot, "tree.dot", text.into_bytes());
    }
    let Some(room) = below.room(BelowPanel::Tree, &free).filter(|_| panels.is_open(PANEL)) else {
        *last = None;
        return Ok(());
    };
    let TreeAnswer { preview, request, front, closed } =
        free.take(&ctx, "search tree", |root| panel(root, &mut tree, seats, referee, dice, tick, room));
    if preview.is_some() {
        pointed.0 = preview;
    }
    if let Some(front) = front {
        below.choose(front);
    }
    if closed {
        panels.set(PANEL, false);
    }
    // The mind's answer wakes the window, so a tree that does not grow is requested once.
    let now = request.clone().map(|request| (request, tick, thinking.began()));
    if thinking.is_active() || *last != now {
        requests.send(request);
    }
    *last = now.filter(|_| !thinking.is_active());
    Ok(())
}

impl Default for SearchTree {
    fn default() -> Self {
        Self { source: None, moves_per_node: 4, nodes: 24, steps: None, save: None }
    }
}

/// Result of the panel.
struct TreeAnswer {
    /// Line to the node under the pointer.
    preview: Option<LinePreview>,
    /// Request to a mind.
    request: Option<RequestKind>,
    /// Panel whose tab was clicked.
    front: Option<BelowPanel>,
    /// True if the user closed the panel.
    closed: bool,
}

/// Draws the panel below the board.
fn panel(
    root: &mut Ui,
    state: &mut SearchTree,
    seats: &Seats,
    referee: &Referee,
    dice: &GobanDice,
    tick: u64,
    room: BelowRoom,
) -> TreeAnswer {
    let searches = |color: &Color| SEARCHERS.contains(&seats.spec(*color).name());
    let source = *state.source.get_or_insert_with(|| {
        Color::ALL.into_iter().find(searches).map_or(TreeSource::Steps, TreeSource::Mind)
    });
    let usual = HEIGHT.0.min(root.available_height() * 0.45);
    let ((preview, closed), front) = room.show(root, BelowPanel::Tree, (usual, HEIGHT.1), |ui| {
        let has_tree = match source {
            TreeSource::Mind(color) => seats.tree(color).is_some(),
            TreeSource::Steps => state.steps.is_some(),
        };
        let closed = header(ui, state, source, has_tree, room.has_tabs);
        let limits = (state.moves_per_node, state.nodes);
        let preview = match source {
            TreeSource::Mind(color) => show_mind_tree(ui, seats, referee, color),
            TreeSource::Steps => steps::show(ui, &mut state.steps, seats, referee, dice, tick, limits)
                .map(|line| LinePreview { from: referee.position.clone(), line }),
        };
        (preview, closed)
    });
    let request = match source {
        TreeSource::Mind(color) => {
            let (moves, nodes) = state.limits(state.save.unwrap_or(Extent::Shown));
            Some(RequestKind::ShowTree { color, moves, nodes })
        }
        TreeSource::Steps => None,
    };
    TreeAnswer { preview, request, front, closed }
}

/// Entries of the menu that saves a tree: part, label and tooltip.
const SAVES: [(Extent, &str, &str); 2] = [
    (Extent::Shown, "The part shown", "The nodes that are drawn here"),
    (Extent::Whole, "The whole tree", "Every node that was visited; of more than 10,000 the most visited"),
];

/// Draws title (not with `has_tab`), source of the tree, limits and buttons. Saving needs `has_tree`. Returns
/// true if the user closed the panel.
fn header(ui: &mut Ui, state: &mut SearchTree, source: TreeSource, has_tree: bool, has_tab: bool) -> bool {
    let mut closed = false;
    ui.horizontal(|ui| {
        if !has_tab && ui.available_width() >= 600.0 {
            ui.label(
                RichText::new("Search tree").text_style(theme::heading()).color(PanelColors::here(ui).strong),
            );
        }
        let options = [
            (TreeSource::Mind(Color::Black), "Black", "The tree of Black's mind"),
            (TreeSource::Mind(Color::White), "White", "The tree of White's mind"),
            (TreeSource::Steps, "Step by step", "A search of its own, one simulation at a time"),
        ];
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(Vec2::new(270.0, 22.0), left, |ui| {
            state.source = Some(segments(ui, source, &options).unwrap_or(source));
        });
        from_right(ui, |ui| {
            closed = ui.button("Close").clicked();
            let menu = |ui: &mut Ui| {
                for (extent, label, about) in SAVES {
                    if ui.button(label).on_hover_text(about).clicked() {
                        state.save = Some(extent);
                        ui.close();
                    }
                }
            };
            let save = ui.add_enabled_ui(has_tree, |ui| ui.menu_button("Save as DOT…", menu).response).inner;
            save.on_hover_text("The tree as a graph for Graphviz");
            let nodes = number(&mut state.nodes).range(5..=150).suffix(" nodes");
            ui.add(nodes).on_hover_text("How many nodes are drawn at most: drag, or click and type");
            let per_node = number(&mut state.moves_per_node).range(1..=12).suffix(" per node");
            ui.add(per_node).on_hover_text("How many moves of each node are drawn: drag, or click and type");
        });
    });
    closed
}

/// Draws the tree that a mind showed last. Returns the line to the node under the pointer.
fn show_mind_tree(ui: &mut Ui, seats: &Seats, referee: &Referee, color: Color) -> Option<LinePreview> {
    let (setup, line) = match seats.tree(color) {
        None => return explain_missing(ui, seats, color),
        // The snapshot was requested for a file and is too large to draw.
        Some(tree) if dot::limits(tree).0 == usize::MAX => {
            ui.label(RichText::new("The whole tree is taken.").weak());
            return None;
        }
        Some(TreeView::FixedDepth(tree)) => (tree.setup.as_ref()?, minimax::show(ui, tree)?),
        Some(TreeView::Simulated(tree)) => {
            let of_more = match tree.trees {
                1 => String::new(),
                trees => format!(" in {trees} trees, of which this is the first"),
            };
            let summary = format!(
                "{}, {}, {} deep{of_more}; {} to move",
                counted(tree.simulations, "simulation"),
                counted(tree.nodes, "node"),
                counted(tree.depth, "move"),
                tree.setup.to_move
            );
            ui.label(RichText::new(summary).weak());
            let height = ui.available_height();
            (&tree.setup, draw(ui, tree, &[], height)?)
        }
    };
    Some(LinePreview { from: Position::from_setup_unchecked(setup, *referee.position.rules()), line })
}

/// Draws the reason why a mind has no tree.
fn explain_missing(ui: &mut Ui, seats: &Seats, color: Color) -> Option<LinePreview> {
    let name = seats.spec(color).name();
    let searches = SEARCHERS.contains(&name);
    let why = if searches { "which has not thought yet" } else { "which has no tree" };
    let text = format!("{color} is played by {name}, {why}.");
    well(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.label(text);
        let have = if searches { "" } else { "mcts and negamax have one. " };
        ui.label(RichText::new(format!("{have}\"Step by step\" shows how an mcts tree grows.")).weak());
    });
    None
}

/// Draws an MCTS tree in `height` points, with `lit` marked. Returns the line to the node under the pointer.
fn draw(ui: &mut Ui, tree: &MctsSnapshot, lit: &[MctsNodeId], height: f32) -> Option<MoveLine> {
    let places = layout::places(&tree.taken.iter().map(|node| node.parent).collect::<Vec<_>>());
    let is_lit =
        |node: &MctsSnapshotNode| node.branch.as_ref().is_some_and(|branch| lit.contains(&branch.node));
    let focus = tree.taken.iter().rposition(is_lit).unwrap_or(0);
    let key = (tree.ply, tree.taken.len(), focus);
    LAYOUT.show(ui, height, key, places.iter().copied(), |ui, at| {
        paint(ui, tree, lit, &|node| at(places[node]))
    })
}

/// Draws nodes and the lines between them. Returns the line to the node under the pointer.
fn paint(ui: &Ui, tree: &MctsSnapshot, lit: &[MctsNodeId], at: &dyn Fn(usize) -> Pos2) -> Option<MoveLine> {
    let drawn = &tree.taken;
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    let max = drawn.iter().skip(1).filter_map(|node| node.branch.as_ref()).map(|branch| branch.visits).max();
    let share = |branch: &Branch| f64::from(branch.visits) / f64::from(max.unwrap_or(0).max(1));
    for (i, node) in drawn.iter().enumerate() {
        let (Some(parent), Some(branch)) = (node.parent, &node.branch) else { continue };
        let is_lit = lit.contains(&branch.node);
        let ink = if is_lit { colors.chosen } else { colors.line };
        let width = if is_lit { 3.0 } else { 1.0 + 4.0 * share(branch) as f32 };
        painter.line_segment([at(parent), at(i)], Stroke::new(width, ink));
    }
    let mut pointed = None;
    for (i, node) in drawn.iter().enumerate() {
        let place = at(i);
        let Some(branch) = &node.branch else {
            painter.circle(place, 6.0, colors.button[2], Stroke::new(1.0, colors.weak));
            continue;
        };
        let radius = egui::lerp(RADII.0..=RADII.1, share(branch).sqrt() as f32);
        let mover = tree.mover(i);
        let rim = if lit.contains(&branch.node) {
            Stroke::new(2.5, colors.chosen)
        } else {
            Stroke::new(2.0, if mover == Color::Black { colors.black } else { colors.white })
        };
        painter.circle(place, radius, value_ink(branch.mean().unwrap_or(0.5)), rim);
        canvas::label(ui, place + Vec2::new(0.0, radius + 8.0), branch.action.to_string(), 11.0, colors.text);
        if branch.visits > 0 && radius > 7.0 {
            let visits = count(branch.visits.into());
            canvas::label(ui, place + Vec2::new(0.0, radius + 19.0), visits, 10.0, colors.weak);
        }
        let near = Rect::from_center_size(place, Vec2::splat(2.0 * radius.max(9.0)));
        let response = ui.interact(near, ui.id().with(("node", i)), Sense::hover());
        if response.hovered() {
            pointed = Some(i);
            response.on_hover_ui(|ui| details(ui, branch, mover));
        }
    }
    pointed.map(|i| tree.line(i))
}

/// Adds the numbers of a move to its tooltip.
fn details(ui: &mut Ui, branch: &Branch, mover: Color) {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut lines =
        vec![format!("{mover} {}", branch.action), format!("N {}, W {:.1}", branch.visits, branch.wins)];
    lines.extend(branch.mean().map(|mean| format!("mean {}", percent(mean))));
    lines.extend(branch.rave().map(|rave| format!("RAVE {} of {}", percent(rave), branch.rave_visits)));
    lines.extend(
        branch.prior().map(|prior| format!("prior {}, worth {} visits", percent(prior), branch.prior_visits)),
    );
    lines.push(format!("value {}, bound {:.3}", percent(branch.value), branch.bound));
    for line in lines {
        ui.add(Label::new(line).extend());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{ByColor, Size};
    use stonefield_sim::{GameSetup, Request, create_app, spawn_goban, ticks};

    #[test]
    fn a_whole_tree_is_written_after_the_mind_has_shown_it() {
        let mut app = create_app();
        let brains = ByColor::from_fn(|_| "mcts:playouts=400,threads=1".parse().expect("a mind"));
        let size = Size::square(5).expect("a size");
        let goban = spawn_goban(app.world_mut(), &GameSetup { size, brains, ..GameSetup::default() });
        let goban = goban.expect("a game");
        ticks(app.world_mut(), 1);
        let source = Some(TreeSource::Mind(Color::Black));
        let mut tree = SearchTree { source, save: Some(Extent::Whole), ..SearchTree::default() };
        let mut graph = |tree: &mut SearchTree, extent: Extent| {
            let (moves, nodes) = tree.limits(extent);
            let kind = RequestKind::ShowTree { color: Color::Black, moves, nodes };
            app.world_mut().write_message(Request { goban, kind });
            app.update();
            tree.graph(app.world().get::<Seats>(goban).expect("seats"), true)
        };
        assert!(graph(&mut tree, Extent::Shown).is_none(), "only a part was shown");
        assert_eq!(tree.save, Some(Extent::Whole), "it is waited for");
        let whole = graph(&mut tree, Extent::Whole).expect("the whole tree");
        assert!(whole.extent.starts_with("all "), "{}", whole.extent);
        assert!(whole.text.lines().count() > 100 && whole.text.contains(&whole.extent));
        assert_eq!(tree.save, None);
        tree.save = Some(Extent::Shown);
        let shown = graph(&mut tree, Extent::Shown).expect("a part");
        assert!(
            shown.extent.starts_with("24 of the most visited nodes, at most 4 of each"),
            "{}",
            shown.extent
        );
    }
}
