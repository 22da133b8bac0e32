//! Worker: runs simulations one by one. Each descends, expands, plays out and updates.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Index, NewChild, NodeState, ROOT, Tree};
use super::params::MctsParams;
use super::scale::ResultScale;
use crate::dice::random_below;
use crate::effort::each_unless_stopped;
use crate::playout::PlayoutMoves;
use crate::{Rng, Stop};
use stonefield_go::Color;

/// Number of points or moves above which a loop over all of them is slow, so that the stop callback is called
/// before or after it.
pub(super) const LARGE: usize = 1 << 14;

/// Interval, in simulations, at which the owners at the end of a playout are recorded.
const OWNERS_INTERVAL: u32 = 8;

/// Runner of simulations, one for each thread.
pub(super) struct Worker<G: SearchGame> {
    /// Game at the root.
    root: G,
    /// Game of the current simulation.
    game: G,
    /// Colour to move at the root.
    to_move: Color,
    pub(super) rng: Rng,
    formula: Formula,
    scale: ResultScale,
    expand_visits: u32,
    uses_prior: bool,
    /// Path of the current simulation in the tree, the root first.
    pub(super) path: Vec<Index>,
    /// Moves of its playout.
    pub(super) trace: PlayoutMoves,
    /// Buffer of the RAVE update. By cell: 1 plus the index of the colour that plays there first, from the
    /// current node on; 0 for none.
    first_player: Vec<u8>,
    new_children: Vec<NewChild>,
    /// State of the generator before the simulation, or after its last expansion. A stopped simulation
    /// restores this state.
    rng_before: Rng,
    /// Longest path, in plies.
    pub(super) depth: u32,
    /// Sums of [`SearchGame::add_owners`], by point number. If empty, owners are not recorded.
    pub(super) owners: Vec<i32>,
    /// Number of playouts in `owners`.
    pub(super) owner_playouts: u32,
    /// By cell of the first move: leads at the ends of the games that began with it. If empty, leads are not
    /// recorded.
    pub(super) leads: Vec<Leads>,
    /// Number of playouts of this worker.
    simulations: u32,
    /// Node that got children in this simulation.
    pub(super) expanded: Option<Index>,
}

/// Totals of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leads {
    /// Sum of Black's leads at the end, in points without komi.
    pub(super) sum: i64,
    /// Number of games.
    pub(super) games: u32,
    /// Half points of Black, with komi: 2 for a win, 1 for a draw.
    pub(super) wins: u64,
}

/// Result of an attempt to expand a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expansion {
    /// The leaf got children.
    Done,
    /// The leaf got no children: there is no room or no move, or another thread is expanding the leaf.
    NotDone,
    /// Stopped before the list of moves was complete.
    Stopped,
}

/// Returns the allowed move with the highest share of won virtual visits, the first among equals. An entry of
/// `moves` is a cell with its virtual visits and their half points. `None` if no move has virtual visits.
pub(super) fn best_prior(
    moves: impl Iterator<Item = (u32, (u32, u32))>,
    allowed: impl Fn(u32) -> bool,
) -> Option<u32> {
    let mut best: Option<(u32, (u32, u32))> = None;
    for (cell, (visits, wins)) in moves.filter(|&(_, (visits, _))| visits > 0) {
        let better = best.is_none_or(|(_, (best_visits, best_wins))| wins * best_visits > best_wins * visits);
        if better && allowed(cell) {
            best = Some((cell, (visits, wins)));
        }
    }
    best.map(|(cell, _)| cell)
}

/// End of a descent.
pub(super) enum DescentEnd {
    /// A leaf, from which the game is to be played out.
    Leaf,
    /// The end of the game, with Black's result in units.
    GameOver(u32),
    /// Stopped before a leaf or the end of the game.
    Stopped,
}

impl<G: SearchGame> Worker<G> {
    /// Creates a worker. `game` is a copy of `root`, and `cells` is the number of cells of the board.
    pub(super) fn new(
        root: G,
        game: G,
        params: &MctsParams,
        scale: ResultScale,
        cells: usize,
        rng: Rng,
    ) -> Self {
        Self {
            root,
            to_move: game.to_move(),
            game,
            rng_before: rng.clone(),
            rng,
            formula: Formula::new(params, scale),
            scale,
            expand_visits: params.expand,
            uses_prior: params.prior,
            path: Vec::new(),
            trace: PlayoutMoves::default(),
            first_player: vec![0; cells],
            new_children: Vec::new(),
            depth: 0,
            owners: Vec::new(),
            owner_playouts: 0,
            leads: Vec::new(),
            simulations: 0,
            expanded: None,
        }
    }

    /// Records owners and leads from now on; `points` is the number of points of the board. With 0 it no
    /// longer records them. Leads are always recorded if results are scores.
    pub(super) fn record_owners(&mut self, points: usize) {
        if self.owners.len() != points {
            self.owners = vec![0; points];
        }
        let cells = if points > 0 || self.scale.scores { self.first_player.len() } else { 0 };
        if self.leads.len() != cells {
            self.leads = vec![Leads::default(); cells];
        }
    }

    /// Returns the result of the finished game in units. `half_points` is the result in half points for
    /// Black.
    #[inline]
    fn units(&self, half_points: u32) -> u32 {
        if !self.scale.scores {
            return half_points;
        }
        self.game.lead().map_or(self.scale.max_units / 2, |lead| self.scale.units(lead))
    }

    /// Runs one simulation. Returns `false` if it was stopped before the end. Then its visits are undone and
    /// the generator is restored.
    #[inline]
    pub(super) fn simulate(&mut self, tree: &Tree, stop: Stop<'_>) -> bool {
        let result = match self.descend(tree, stop) {
            DescentEnd::Leaf => self.play_out(tree, self.formula.rave, stop),
            DescentEnd::GameOver(result) => Some(result),
            DescentEnd::Stopped => None,
        };
        match result {
            Some(result) => self.update(tree, result),
            None => {
                self.path.iter().for_each(|&index| tree.node(index).undo_visit());
                self.rng.clone_from(&self.rng_before);
            }
        }
        result.is_some()
    }

    /// Adds the lead at the end of the game to the totals of the simulation's first move.
    fn record_lead(&mut self, tree: &Tree) {
        if let Some(&first) = self.path.get(1)
            && let Some(leads) = self.leads.get_mut(tree.node(first).cell() as usize)
            && let Some(lead) = self.game.lead()
        {
            leads.sum += lead;
            leads.games += 1;
            leads.wins += u64::from(self.scale.half_points(lead));
        }
    }

    /// Descends from the root, at each node to the child with the highest bound, until a leaf. A leaf with
    /// enough visits gets children, and the descent continues.
    pub(super) fn descend(&mut self, tree: &Tree, stop: Stop<'_>) -> DescentEnd {
        self.rng_before.clone_from(&self.rng);
        self.game.copy_from(&self.root);
        self.path.clear();
        self.trace.clear();
        self.expanded = None;
        if self.first_player.len() > LARGE && stop() {
            return DescentEnd::Stopped;
        }
        self.path.push(ROOT);
        tree.node(ROOT).visit();
        let mut at = ROOT;
        loop {
            let node = tree.node(at);
            let (first, children) = match node.state() {
                NodeState::GameOver(result) => {
                    if !self.leads.is_empty() && self.game.result_if_over().is_some() {
                        self.record_lead(tree);
                    }
                    return DescentEnd::GameOver(result);
                }
                NodeState::Children(..) => tree.children(at),
                NodeState::Leaf => {
                    if let Some(half_points) = self.game.result_if_over() {
                        let result = self.units(half_points);
                        node.set_game_over(result);
                        self.record_lead(tree);
                        return DescentEnd::GameOver(result);
                    }
                    if node.visits() <= self.expand_visits {
                        return DescentEnd::Leaf;
                    }
                    match self.expand(tree, at, |_| true, stop) {
                        Expansion::Done => {}
                        Expansion::NotDone => return DescentEnd::Leaf,
                        Expansion::Stopped => return DescentEnd::Stopped,
                    }
                    self.expanded = Some(at);
                    // An expansion is kept even if the simulation is stopped.
                    self.rng_before.clone_from(&self.rng);
                    tree.children(at)
                }
            };
            let best = self.formula.best(node.visits(), children);
            if children.len() > LARGE && stop() {
                return DescentEnd::Stopped;
            }
            self.game.play(children[best].cell());
            at = first + best as u32;
            self.path.push(at);
            tree.node(at).visit();
        }
    }

    /// Creates the children of a leaf: the allowed ones of the moves to consider, in a random order.
    pub(super) fn expand(
        &mut self,
        tree: &Tree,
        at: Index,
        allowed: impl Fn(u32) -> bool,
        stop: Stop<'_>,
    ) -> Expansion {
        if !tree.node(at).claim_expansion() {
            return Expansion::NotDone;
        }
        let is_complete = self.list_new_children(allowed, stop);
        if !is_complete || self.new_children.is_empty() || !tree.add_children(at, &self.new_children) {
            tree.node(at).release_claim();
            return if is_complete { Expansion::NotDone } else { Expansion::Stopped };
        }
        Expansion::Done
    }

    /// Fills `new_children` with the allowed moves in a random order. Returns `false` if it was stopped.
    fn list_new_children(&mut self, allowed: impl Fn(u32) -> bool, stop: Stop<'_>) -> bool {
        let Self { game, new_children, uses_prior, rng, first_player, .. } = self;
        new_children.clear();
        if first_player.len() > LARGE && stop() || !game.list_moves(*uses_prior, new_children, stop) {
            return false;
        }
        let mut allowed_count = 0;
        let is_complete = each_unless_stopped(new_children.len(), stop, |i| {
            new_children[allowed_count] = new_children[i];
            allowed_count += usize::from(allowed(new_children[allowed_count].cell));
        });
        if !is_complete || stop() {
            return false;
        }
        new_children.truncate(allowed_count);
        let rng_before_shuffle = rng.clone();
        // The search takes the first among equal bounds, so the random order makes them equally likely.
        for i in (1..new_children.len()).rev() {
            new_children.swap(i, random_below(rng, i + 1));
        }
        // On the largest boards the next step, the growth of the tree, takes as long as this list.
        let stopped = stop();
        if stopped {
            rng.clone_from(&rng_before_shuffle);
        }
        !stopped
    }

    /// Returns the move with the best prior in the latest list. `None` if there are no virtual visits.
    pub(super) fn best_prior(&self, allowed: impl Fn(u32) -> bool) -> Option<u32> {
        best_prior(
            self.new_children
                .iter()
                .map(|new_child| (new_child.cell, (new_child.visits.into(), new_child.half_points.into()))),
            allowed,
        )
    }

    /// Plays the game out from the leaf and returns the result. Records its moves if `traced` is true.
    #[inline]
    pub(super) fn play_out(&mut self, tree: &Tree, traced: bool, stop: Stop<'_>) -> Option<u32> {
        let result = self.game.play_out(&mut self.rng, traced, &mut self.trace, stop)?;
        // On the largest boards the count of the score takes as long as the playout.
        if self.first_player.len() > LARGE && stop() {
            return None;
        }
        self.record_lead(tree);
        self.simulations = self.simulations.wrapping_add(1);
        if !self.owners.is_empty() && self.simulations.is_multiple_of(OWNERS_INTERVAL) {
            self.game.add_owners(&mut self.owners);
            self.owner_playouts += 1;
        }
        Some(self.units(result))
    }

    /// Adds the result, in units for Black, to every node of the path, and RAVE results to their children.
    pub(super) fn update(&mut self, tree: &Tree, result: u32) {
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        let units_by_color = [result, self.scale.max_units - result];
        // Colour to move at the node, from the last node of the path to the root.
        let mut color = if depth.is_multiple_of(2) { self.to_move } else { !self.to_move };
        if !self.formula.rave {
            for &index in self.path.iter().rev() {
                tree.node(index).add_wins(units_by_color[(!color).index()]);
                color = !color;
            }
            return;
        }
        self.first_player.fill(0);
        for (color, cell) in self.trace.iter().rev() {
            self.first_player[cell] = 1 + color.index() as u8;
        }
        for &index in self.path.iter().rev() {
            let node = tree.node(index);
            // Passes have no RAVE statistics.
            self.first_player[0] = 0;
            let player = 1 + color.index() as u8;
            let won_units = units_by_color[color.index()];
            for child in tree.children(index).1 {
                if self.first_player[child.cell() as usize] == player {
                    child.add_rave(won_units);
                }
            }
            color = !color;
            node.add_wins(units_by_color[color.index()]);
            self.first_player[node.cell() as usize] = 1 + color.index() as u8;
        }
    }
}
