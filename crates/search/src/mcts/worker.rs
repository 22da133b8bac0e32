//! Worker: runs simulations one by one. Each descends, expands, plays out and updates.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Below, Index, ROOT, Seed, Tree};
use super::params::MctsParams;
use super::scale::ResultScale;
use crate::dice::below;
use crate::effort::each_unless_stopped;
use crate::playout::PlayoutMoves;
use crate::{Rng, Stop};
use stonefield_go::Color;

/// Board size in points, or number of moves at a node, above which a pass over all of them checks the stop
/// callback.
pub(super) const LARGE: usize = 1 << 14;

/// Interval at which the ownership of the last position is recorded, in simulations.
const OWNERS_EVERY: u32 = 8;

/// State of one thread for its simulations.
pub(super) struct Worker<G: SearchGame> {
    root: G,
    /// Game of the current simulation. At first equal to `root`.
    game: G,
    to_move: Color,
    pub(super) rng: Rng,
    formula: Formula,
    scale: ResultScale,
    expand: u32,
    prior: bool,
    /// Nodes of the current simulation, the root first.
    pub(super) path: Vec<Index>,
    pub(super) trace: PlayoutMoves,
    /// By cell: 1 plus the index of the colour that plays there first, from the current ply on; 0 for none.
    first_color: Vec<u8>,
    seeds: Vec<Seed>,
    /// State of the generator before the simulation, or after its expansion. A stopped simulation restores
    /// it.
    rng_before: Rng,
    /// Longest path, in plies.
    pub(super) depth: u32,
    /// Sums of [`SearchGame::owners`], and the number of playouts in them. Not updated if empty.
    pub(super) owners: Vec<i32>,
    pub(super) owner_playouts: u32,
    /// By cell of the first move: leads at the ends of the games that began with it. Not updated if empty.
    pub(super) leads: Vec<Leads>,
    simulations: u32,
    /// Node that got children in this simulation.
    pub(super) expanded: Option<Index>,
}

/// Sum of Black's leads at the ends of some games, in points without komi, with the number of games and of
/// wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leads {
    pub(super) sum: i64,
    pub(super) games: u32,
    /// Half points of Black, with komi.
    pub(super) wins: u64,
}

/// Result of an attempt to expand a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    /// The leaf got children.
    Yes,
    /// There is no room, no move, or another thread is expanding the leaf.
    No,
    /// Stopped before the list of moves was complete.
    Stopped,
}

/// Returns the allowed move with the highest share of won virtual visits, the first among equals. Each entry
/// is a cell with its virtual visits and half points. `None` without virtual visits.
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
pub(super) enum Reached {
    /// Leaf, from which the game is played out.
    Leaf,
    /// End of the game, with Black's result in units.
    End(u32),
    /// Stopped before the end of the descent.
    Stopped,
}

impl<G: SearchGame> Worker<G> {
    /// Creates a worker. `game` is a copy of `root`; `cells` is the number of cells of its board.
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
            expand: params.expand,
            prior: params.prior,
            path: Vec::new(),
            trace: PlayoutMoves::default(),
            first_color: vec![0; cells],
            seeds: Vec::new(),
            depth: 0,
            owners: Vec::new(),
            owner_playouts: 0,
            leads: Vec::new(),
            simulations: 0,
            expanded: None,
        }
    }

    /// Records owners of `points` points and leads from now on; with 0 it stops. With scores as results,
    /// leads are always recorded.
    pub(super) fn watch_owners(&mut self, points: usize) {
        if self.owners.len() != points {
            self.owners = vec![0; points];
        }
        let cells = if points > 0 || self.scale.scores { self.first_color.len() } else { 0 };
        if self.leads.len() != cells {
            self.leads = vec![Leads::default(); cells];
        }
    }

    /// Converts the result of the finished game from Black's half points to units.
    #[inline]
    fn units(&self, halves: u32) -> u32 {
        if !self.scale.scores {
            return halves;
        }
        self.game.lead().map_or(self.scale.whole / 2, |lead| self.scale.units(lead))
    }

    /// Runs one simulation. Returns `false` if it was stopped before the end. Then nothing is counted, and
    /// the generator is as before.
    #[inline]
    pub(super) fn simulate(&mut self, tree: &Tree, stop: Stop<'_>) -> bool {
        let result = match self.descend(tree, stop) {
            Reached::Leaf => self.play_out(tree, self.formula.rave, stop),
            Reached::End(result) => Some(result),
            Reached::Stopped => None,
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

    /// Adds the lead at the end of the game to the totals of its first move.
    fn note_lead(&mut self, tree: &Tree) {
        if let Some(&first) = self.path.get(1)
            && let Some(leads) = self.leads.get_mut(tree.node(first).cell() as usize)
            && let Some(lead) = self.game.lead()
        {
            leads.sum += lead;
            leads.games += 1;
            leads.wins += u64::from(self.scale.halves(lead));
        }
    }

    /// Descends by the highest bounds to a leaf. A leaf with enough visits gets children first.
    pub(super) fn descend(&mut self, tree: &Tree, stop: Stop<'_>) -> Reached {
        self.rng_before.clone_from(&self.rng);
        self.game.copy_from(&self.root);
        self.path.clear();
        self.trace.clear();
        self.expanded = None;
        if self.first_color.len() > LARGE && stop() {
            return Reached::Stopped;
        }
        self.path.push(ROOT);
        tree.node(ROOT).visit();
        let mut at = ROOT;
        loop {
            let node = tree.node(at);
            let (first, children) = match node.below() {
                Below::Over(result) => {
                    if !self.leads.is_empty() && self.game.over().is_some() {
                        self.note_lead(tree);
                    }
                    return Reached::End(result);
                }
                Below::Children(..) => tree.children(at),
                Below::Leaf => {
                    if let Some(halves) = self.game.over() {
                        let result = self.units(halves);
                        node.set_over(result);
                        self.note_lead(tree);
                        return Reached::End(result);
                    }
                    if node.visits() <= self.expand {
                        return Reached::Leaf;
                    }
                    match self.expand(tree, at, |_| true, stop) {
                        Grown::Yes => {}
                        Grown::No => return Reached::Leaf,
                        Grown::Stopped => return Reached::Stopped,
                    }
                    self.expanded = Some(at);
                    // An expansion is kept even if the simulation is stopped.
                    self.rng_before.clone_from(&self.rng);
                    tree.children(at)
                }
            };
            let best = self.formula.best(node.visits(), children);
            if children.len() > LARGE && stop() {
                return Reached::Stopped;
            }
            self.game.play(children[best].cell());
            at = first + best as u32;
            self.path.push(at);
            tree.node(at).visit();
        }
    }

    /// Gives a leaf its children, the moves to consider, in a random order.
    pub(super) fn expand(
        &mut self,
        tree: &Tree,
        at: Index,
        allowed: impl Fn(u32) -> bool,
        stop: Stop<'_>,
    ) -> Grown {
        if !tree.node(at).claim() {
            return Grown::No;
        }
        let listed = self.list(allowed, stop);
        if !listed || self.seeds.is_empty() || !tree.grow(at, &self.seeds) {
            tree.node(at).release();
            return if listed { Grown::No } else { Grown::Stopped };
        }
        Grown::Yes
    }

    /// Lists the moves to consider, in a random order. Returns `false` if it was stopped.
    fn list(&mut self, allowed: impl Fn(u32) -> bool, stop: Stop<'_>) -> bool {
        let Self { game, seeds, prior, rng, first_color, .. } = self;
        seeds.clear();
        if first_color.len() > LARGE && stop() || !game.moves(*prior, seeds, stop) {
            return false;
        }
        let mut allowed_count = 0;
        let filtered = each_unless_stopped(seeds.len(), stop, |i| {
            seeds[allowed_count] = seeds[i];
            allowed_count += usize::from(allowed(seeds[allowed_count].cell));
        });
        if !filtered || stop() {
            return false;
        }
        seeds.truncate(allowed_count);
        let before = rng.clone();
        // The search takes the first among equal bounds, so the random order makes them equally likely.
        for i in (1..seeds.len()).rev() {
            seeds.swap(i, below(rng, i + 1));
        }
        // On the largest boards the growth of the tree takes as long as the list.
        let stopped = stop();
        if stopped {
            rng.clone_from(&before);
        }
        !stopped
    }

    /// Returns the move with the best prior in the latest list. `None` if there are no virtual visits.
    pub(super) fn best_prior(&self, allowed: impl Fn(u32) -> bool) -> Option<u32> {
        best_prior(self.seeds.iter().map(|seed| (seed.cell, (seed.visits.into(), seed.wins.into()))), allowed)
    }

    /// Plays the game out from the leaf and returns the result. Records its moves if `traced` is true.
    #[inline]
    pub(super) fn play_out(&mut self, tree: &Tree, traced: bool, stop: Stop<'_>) -> Option<u32> {
        let result = self.game.play_out(&mut self.rng, traced, &mut self.trace, stop)?;
        // On the largest boards the count takes as long as the playout.
        if self.first_color.len() > LARGE && stop() {
            return None;
        }
        self.note_lead(tree);
        self.simulations = self.simulations.wrapping_add(1);
        if !self.owners.is_empty() && self.simulations.is_multiple_of(OWNERS_EVERY) {
            self.game.owners(&mut self.owners);
            self.owner_playouts += 1;
        }
        Some(self.units(result))
    }

    /// Adds the result to every node of the path, and RAVE results to their children.
    pub(super) fn update(&mut self, tree: &Tree, result: u32) {
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        let shares = [result, self.scale.whole - result];
        let root = self.to_move;
        // Side to move at the node.
        let mut color = if depth.is_multiple_of(2) { root } else { !root };
        if !self.formula.rave {
            for &index in self.path.iter().rev() {
                tree.node(index).add_wins(shares[(!color).index()]);
                color = !color;
            }
            return;
        }
        self.first_color.fill(0);
        for (color, cell) in self.trace.iter().rev() {
            self.first_color[cell] = 1 + color.index() as u8;
        }
        for &index in self.path.iter().rev() {
            let node = tree.node(index);
            // A pass never counts for all moves as first.
            self.first_color[0] = 0;
            let side = 1 + color.index() as u8;
            let won = shares[color.index()];
            for child in tree.children(index).1 {
                if self.first_color[child.cell() as usize] == side {
                    child.add_rave(won);
                }
            }
            color = !color;
            node.add_wins(shares[color.index()]);
            self.first_color[node.cell() as usize] = 1 + color.index() as u8;
        }
    }
}
