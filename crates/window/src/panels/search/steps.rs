//! Search that runs one simulation at a time: descent, expansion, playout, update.

use crate::marks::pointed_line::MoveLine;
use crate::shell::widgets::{segments, slider};
use bevy::platform::time::Instant;
use bevy_egui::egui::{Align, Grid, Layout, RichText, ScrollArea, Slider, Ui, Vec2};
use stonefield_go::notation::counted;
use stonefield_go::{Color, Point, Position, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_search::Purpose;
use stonefield_search::mcts::{
    Change, MctsNodeId, MctsParams, MctsSearch, MctsSnapshot, NodeCounts, Simulation,
};
use stonefield_sim::{GobanDice, Referee, Seats};

/// Phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Descent,
    Expansion,
    Playout,
    Update,
}

const PHASES: [(Phase, &str, &str); 4] = [
    (Phase::Descent, "1 Descent", "From the root, always to the child with the highest bound"),
    (Phase::Expansion, "2 Expansion", "A leaf seen often enough gets children"),
    (Phase::Playout, "3 Playout", "The game is played to its end"),
    (Phase::Update, "4 Update", "Each node on the path records the result"),
];

/// Search that runs one simulation at a time.
pub(super) struct Steps {
    search: MctsSearch,
    /// Position of the search.
    key: StepsKey,
    last: Option<Simulation>,
    phase: Phase,
    /// Number of playout moves shown on the board.
    played: usize,
    /// Number of requested simulations that have not run.
    left: u32,
}

/// Time limit of the simulations in one frame, in seconds. At least one simulation runs.
const FRAME_TIME: f32 = 0.008;

impl Steps {
    fn new(position: &Position, spec: &BrainSpec, dice: &GobanDice, tick: u64) -> Self {
        let color = position.to_move();
        let rng = dice.0.rng(tick + 1, Some(color), Purpose::Other);
        // One thread, whatever the parameters of the seat say.
        let params = MctsParams { threads: 1, ..spec.read() };
        let mut search = MctsSearch::new(position, &params, rng);
        search.expand_roots(&|| false);
        Self { search, key: key(position, tick), last: None, phase: Phase::Descent, played: 0, left: 0 }
    }

    /// Requests a number of simulations, and selects the phase to show.
    const fn request(&mut self, simulations: u32) {
        self.left = simulations;
        self.phase = if simulations == 1 { Phase::Descent } else { Phase::Update };
    }

    /// Runs requested simulations, up to the time limit of a frame.
    fn run_frame(&mut self) {
        let begun = Instant::now();
        while self.left > 0 {
            self.left -= 1;
            let simulation = self.search.step();
            if self.left == 0 {
                self.played = simulation.playout.len();
            }
            self.last = Some(simulation);
            if begun.elapsed().as_secs_f32() >= FRAME_TIME {
                break;
            }
        }
    }

    /// Returns a part of the tree: at most `moves` moves of each node, and at most `nodes` nodes.
    pub(super) fn tree(&self, moves: usize, nodes: usize) -> MctsSnapshot {
        self.search.snapshot(moves, nodes, &self.path())
    }

    /// Returns the nodes on the path of the last simulation.
    fn path(&self) -> Vec<MctsNodeId> {
        self.last.iter().flat_map(|simulation| simulation.descent.iter().map(|branch| branch.node)).collect()
    }

    /// Returns the moves that the board shows; `None` in the update phase and without a simulation.
    fn line(&self) -> Option<MoveLine> {
        let simulation = self.last.as_ref()?;
        let mut color = self.search.position().to_move();
        let mut line: MoveLine = Vec::new();
        for branch in &simulation.descent {
            line.push((color, branch.action));
            color = !color;
        }
        match self.phase {
            Phase::Descent | Phase::Expansion => Some(line),
            Phase::Playout => {
                line.extend(simulation.playout.iter().take(self.played).copied());
                Some(line)
            }
            Phase::Update => None,
        }
    }
}

/// Cache key of a position: tick, ply, stones, side to move, ko, size and rules.
type StepsKey = (u64, u32, u64, Color, Option<Point>, Size, Rules);

fn key(position: &Position, tick: u64) -> StepsKey {
    let (ply, hash, color) = (position.ply(), position.hash(), position.to_move());
    (tick, ply, hash, color, position.ko(), position.size(), *position.rules())
}

/// Returns the parameters of the search: those of the colour to move if mcts plays it, or else of the other
/// colour if mcts plays it, or else the defaults.
fn spec(seats: &Seats, color: Color) -> BrainSpec {
    let searches = |color: &Color| seats.spec(*color).name() == "mcts";
    let seat = [color, !color].into_iter().find(searches);
    seat.map_or_else(|| BrainSpec::named("mcts").unwrap_or_default(), |seat| seats.spec(seat).clone())
}

/// Draws buttons, tree and phase. Returns the line to show on the board.
pub(super) fn show(
    ui: &mut Ui,
    steps: &mut Option<Steps>,
    seats: &Seats,
    referee: &Referee,
    dice: &GobanDice,
    tick: u64,
    limits: (usize, usize),
) -> Option<MoveLine> {
    let position = &referee.position;
    if position.is_over() || seats.to_move().is_none() {
        ui.label(RichText::new("The game is over: there is nothing to search.").weak());
        return None;
    }
    if steps.as_ref().is_some_and(|steps| steps.key != key(position, tick)) {
        *steps = None;
    }
    let steps =
        steps.get_or_insert_with(|| Steps::new(position, &spec(seats, position.to_move()), dice, tick));
    ui.horizontal(|ui| {
        ui.label("Simulate");
        for count in [1, 10, 100, 1000] {
            if ui.button(count.to_string()).clicked() {
                steps.request(count);
            }
        }
        if steps.left > 0 && ui.button("Stop").on_hover_text("Cancel the remaining simulations").clicked() {
            steps.left = 0;
        }
        steps.run_frame();
        if steps.left > 0 {
            ui.ctx().request_repaint();
        }
        if ui.button("Restart").clicked() {
            *steps = Steps::new(position, &spec(seats, position.to_move()), dice, tick);
        }
        let done = counted(steps.search.simulations(), "simulation");
        let summary = format!("{done}, {}", counted(steps.search.nodes(), "node"));
        ui.label(RichText::new(summary).weak());
    });
    let Some(simulation) = &steps.last else {
        ui.label(RichText::new("Simulate once, and follow it through its four phases.").weak());
        let height = ui.available_height();
        return super::draw(ui, &steps.search.snapshot(limits.0, limits.1, &[]), &[], height);
    };
    if let Some(phase) = segments(ui, steps.phase, &PHASES) {
        steps.phase = phase;
    }
    let room = ui.available_size();
    let path = steps.path();
    let mut pointed = None;
    ui.horizontal_top(|ui| {
        let half = |share: f32| Vec2::new(share * (room.x - 12.0), room.y);
        ui.allocate_ui(half(0.55), |ui| {
            let tree = steps.search.snapshot(limits.0, limits.1, &path);
            ui.vertical(|ui| pointed = super::draw(ui, &tree, &path, room.y));
        });
        ui.allocate_ui_with_layout(half(0.45), Layout::top_down(Align::Min), |ui| {
            ui.set_max_width(half(0.45).x);
            ScrollArea::both()
                .id_salt("phase")
                .auto_shrink(false)
                .show(ui, |ui| phase(ui, steps.phase, &steps.search, simulation, &mut steps.played));
        });
    });
    pointed.or_else(|| steps.line())
}

/// Draws the text of a phase.
fn phase(ui: &mut Ui, phase: Phase, search: &MctsSearch, simulation: &Simulation, played: &mut usize) {
    match phase {
        Phase::Descent => descent(ui, simulation),
        Phase::Expansion => expansion(ui, search, simulation),
        Phase::Playout => {
            ui.label(result(simulation));
            ui.label(RichText::new("Playout moves shown on the board:").weak());
            slider(ui, Slider::new(played, 0..=simulation.playout.len()));
        }
        Phase::Update => update(ui, simulation),
    }
}

fn result(simulation: &Simulation) -> String {
    let who = match simulation.result {
        result if result > 0.5 => "Black wins",
        result if result < 0.5 => "White wins",
        _ => "A draw",
    };
    format!("{} moves to the end of the game. {who}.", simulation.playout.len())
}

/// Draws a table of the descent: each move with its numbers at the time of the choice.
fn descent(ui: &mut Ui, simulation: &Simulation) {
    if simulation.descent.is_empty() {
        ui.label("The simulation began at the root.");
        return;
    }
    Grid::new("descent").num_columns(5).spacing(Vec2::new(9.0, 2.0)).show(ui, |ui| {
        header_row(ui, &["move", "N", "W", "value", "bound"]);
        for branch in &simulation.descent {
            ui.label(branch.action.to_string());
            ui.label(branch.visits.to_string());
            ui.label(format!("{:.1}", branch.wins));
            ui.label(format!("{:.3}", branch.value));
            ui.label(format!("{:.3}", branch.bound));
            ui.end_row();
        }
    });
}

fn expansion(ui: &mut Ui, search: &MctsSearch, simulation: &Simulation) {
    let Some(node) = simulation.expanded else {
        ui.label("No node got children: the leaf has not been seen often enough.");
        return;
    };
    let at = simulation.descent.iter().find(|branch| branch.node == node);
    let name = at.map_or("the root".to_owned(), |branch| branch.action.to_string());
    let moves = search.branches(node, usize::MAX);
    ui.label(format!("{name} got {} children.", moves.len()));
    let mut priors =
        moves.iter().filter_map(|branch| Some((branch.prior()?, branch.action))).collect::<Vec<_>>();
    priors.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = priors.iter().take(6).map(|(prior, action)| format!("{action} {:.0} %", 100.0 * prior));
    let best = best.collect::<Vec<_>>().join("   ");
    if !best.is_empty() {
        ui.label(RichText::new(format!("Priors, best first: {best}")).weak());
    }
}

/// Draws a table of N, W, value and bound along the path, before and after the update.
fn update(ui: &mut Ui, simulation: &Simulation) {
    Grid::new("update").num_columns(5).spacing(Vec2::new(9.0, 3.0)).show(ui, |ui| {
        header_row(ui, &["node", "N", "W", "value", "bound"]);
        for (ply, Change { before, after }) in simulation.update.iter().enumerate() {
            // The root has no value and no bound.
            let judged = ply
                .checked_sub(1)
                .and_then(|at| Some((simulation.descent.get(at)?, simulation.descent_after.get(at)?)));
            let name = judged.map_or("root".to_owned(), |(was, _)| was.action.to_string());
            ui.label(format!("{name}\nnow"));
            ui.label(two_lines(before, after, |numbers| numbers.visits.to_string()));
            ui.label(two_lines(before, after, |numbers| format!("{:.1}", numbers.wins)));
            if let Some((was, now)) = judged {
                ui.label(format!("{:.3}\n{:.3}", was.value, now.value));
                ui.label(format!("{:.3}\n{:.3}", was.bound, now.bound));
            }
            ui.end_row();
        }
    });
}

fn two_lines(before: &NodeCounts, after: &NodeCounts, text: impl Fn(&NodeCounts) -> String) -> String {
    format!("{}\n{}", text(before), text(after))
}

fn header_row(ui: &mut Ui, names: &[&str]) {
    for name in names {
        ui.label(RichText::new(*name).small().weak());
    }
    ui.end_row();
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Rules, Size};

    fn steps() -> Steps {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        // With exploration the bound differs from the value.
        let spec = "mcts:policy=light,explore=0.5".parse().expect("a spec");
        Steps::new(&position, &spec, &GobanDice(stonefield_search::Dice::new(3, 0, 0)), 0)
    }

    /// Runs `simulations` simulations, frame by frame.
    fn run(steps: &mut Steps, simulations: u32) {
        steps.request(simulations);
        while steps.left > 0 {
            let left = steps.left;
            steps.run_frame();
            assert!(steps.left < left);
        }
    }

    #[test]
    fn numbers_before_and_after_are_those_of_the_tree() {
        let mut steps = steps();
        for _ in 0..60 {
            // The branches of the root before the simulation.
            let before = steps.search.branches(MctsNodeId::ROOT, usize::MAX);
            run(&mut steps, 1);
            let simulation = steps.last.as_ref().expect("one was run");
            if let Some(first) = simulation.descent.first() {
                let in_tree =
                    before.iter().find(|branch| branch.node == first.node).expect("a move of the root");
                assert_eq!((first.visits, first.wins), (in_tree.visits, in_tree.wins));
                assert_eq!((first.value, first.bound), (in_tree.value, in_tree.bound));
            }
            for Change { after, .. } in &simulation.update {
                assert_eq!(steps.search.counts(after.node), *after);
            }
            let mut above = MctsNodeId::ROOT;
            for judged in &simulation.descent_after {
                let in_tree = steps.search.branches(above, usize::MAX);
                let in_tree = in_tree.iter().find(|branch| branch.node == judged.node).expect("a child");
                assert_eq!(judged, in_tree, "value and bound after are the tree's own");
                above = judged.node;
            }
            assert_eq!(simulation.descent_after.len(), simulation.descent.len());
        }
        assert_eq!(steps.search.simulations(), 60);
    }

    #[test]
    fn the_board_shows_the_phase() {
        let mut steps = steps();
        run(&mut steps, 200);
        assert_eq!(steps.search.simulations(), 200);
        assert_eq!((steps.phase, steps.line()), (Phase::Update, None));
        run(&mut steps, 1);
        let path = steps.line().expect("a path");
        let simulation = steps.last.clone().expect("one was run");
        assert_eq!(path.len(), simulation.descent.len());
        steps.phase = Phase::Playout;
        let whole = steps.line().expect("a game");
        assert_eq!(whole.len(), path.len() + simulation.playout.len());
        assert!(whole.starts_with(&path));
        steps.played = 0;
        assert_eq!(steps.line(), Some(path));
    }
}
