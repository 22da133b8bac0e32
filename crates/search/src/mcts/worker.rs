//! One simulation after another: descend, expand, play out, update.

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

/// Points of a board, or moves at a node, beyond which a pass over all of them checks whether to stop.
pub(super) const LARGE: usize = 1 << 14;

/// One simulation in so many is asked for the ownership of its last position.
const OWNERS_EVERY: u32 = 8;

/// What one thread needs for its simulations.
pub(super) struct Worker<G: SearchGame> {
    root: G,
    /// At first the same.
    game: G,
    to_move: Color,
    pub(super) rng: Rng,
    formula: Formula,
    scale: ResultScale,
    expand: u32,
    prior: bool,
    /// The nodes of this simulation, the root first.
    pub(super) path: Vec<Index>,
    pub(super) trace: PlayoutMoves,
    /// By cell: 1 and the colour that played there first from some ply on; 0 for neither.
    first: Vec<u8>,
    seeds: Vec<Seed>,
    /// The chance that the simulation began with, or went on with when the tree had grown: one that is stopped has thrown none of it.
    begun: Rng,
    /// The longest path so far, in plies.
    pub(super) depth: u32,
    /// Sums of [`SearchGame::owners`] and how many playouts are in them; left alone when empty.
    pub(super) owners: Vec<i32>,
    pub(super) owned: u32,
    /// By the cell of the first move: leads at the ends of the games that began with it; left alone when empty.
    pub(super) leads: Vec<Leads>,
    simulations: u32,
    /// The node that this simulation gave children.
    pub(super) expanded: Option<Index>,
}

/// How far Black was ahead, komi not counted, at the ends of some games, and how many of them it won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leads {
    pub(super) sum: i64,
    pub(super) games: u32,
    /// Half points of Black, komi counted.
    pub(super) wins: u64,
}

/// Whether a leaf got children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    /// The leaf got children.
    Yes,
    /// There is no room, nothing to play, or another thread at it.
    No,
    /// It was told to stop before it had them all.
    Stopped,
}

/// Of moves with their virtual visits and half points the allowed one that is won most, the first of equals; `None` without such visits.
pub(super) fn best_prior(
    moves: impl Iterator<Item = (u32, (u32, u32))>,
    allowed: impl Fn(u32) -> bool,
) -> Option<u32> {
    let mut best: Option<(u32, (u32, u32))> = None;
    for (cell, (visits, wins)) in moves.filter(|&(_, (visits, _))| visits > 0) {
        let better = best.is_none_or(|(_, (other, won))| wins * other > won * visits);
        if better && allowed(cell) {
            best = Some((cell, (visits, wins)));
        }
    }
    best.map(|(cell, _)| cell)
}

/// Where a descent ended.
pub(super) enum Reached {
    /// At a leaf, from where the game is to be played out.
    Leaf,
    /// At the end of the game, with so many units for Black.
    End(u32),
    /// Nowhere: it was told to stop.
    Stopped,
}

impl<G: SearchGame> Worker<G> {
    /// A worker on a game and a copy of it; `cells` are those of its board.
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
            begun: rng.clone(),
            rng,
            formula: Formula::new(params, scale),
            scale,
            expand: params.expand,
            prior: params.prior,
            path: Vec::new(),
            trace: PlayoutMoves::default(),
            first: vec![0; cells],
            seeds: Vec::new(),
            depth: 0,
            owners: Vec::new(),
            owned: 0,
            leads: Vec::new(),
            simulations: 0,
            expanded: None,
        }
    }

    /// Has owners of so many points and leads kept from now on, or not when there are none. Leads are kept in any case where scores are what counts.
    pub(super) fn watch_owners(&mut self, points: usize) {
        if self.owners.len() != points {
            self.owners = vec![0; points];
        }
        let cells = if points > 0 || self.scale.scores { self.first.len() } else { 0 };
        if self.leads.len() != cells {
            self.leads = vec![Leads::default(); cells];
        }
    }

    /// The units of a game that has ended with so many half points for Black.
    #[inline]
    fn units(&self, halves: u32) -> u32 {
        if !self.scale.scores {
            return halves;
        }
        self.game.lead().map_or(self.scale.whole / 2, |lead| self.scale.units(lead))
    }

    /// One simulation; `false` when it was told to stop before its end: then it counts nothing, and has thrown no chance.
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
                self.path.iter().for_each(|&index| tree.node(index).leave());
                self.rng.clone_from(&self.begun);
            }
        }
        result.is_some()
    }

    /// Adds how a game ended to what is known of the move it began with.
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

    /// Goes down by the best bounds to a leaf, which gets children first when it has been seen often enough.
    pub(super) fn descend(&mut self, tree: &Tree, stop: Stop<'_>) -> Reached {
        self.begun.clone_from(&self.rng);
        self.game.copy_from(&self.root);
        self.path.clear();
        self.trace.clear();
        self.expanded = None;
        if self.first.len() > LARGE && stop() {
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
                        node.end(result);
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
                    // What has grown stays.
                    self.begun.clone_from(&self.rng);
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

    /// Lists the moves to consider, in a random order; `false` when it was told to stop.
    fn list(&mut self, allowed: impl Fn(u32) -> bool, stop: Stop<'_>) -> bool {
        let Self { game, seeds, prior, rng, first, .. } = self;
        seeds.clear();
        if first.len() > LARGE && stop() || !game.moves(*prior, seeds, stop) {
            return false;
        }
        let mut kept = 0;
        let sifted = each_unless_stopped(seeds.len(), stop, |i| {
            seeds[kept] = seeds[i];
            kept += usize::from(allowed(seeds[kept].cell));
        });
        if !sifted || stop() {
            return false;
        }
        seeds.truncate(kept);
        let before = rng.clone();
        // The first of equals is taken: in a random order each is as likely.
        for i in (1..seeds.len()).rev() {
            seeds.swap(i, below(rng, i + 1));
        }
        // On the largest boards the tree takes as long to grow.
        let stopped = stop();
        if stopped {
            rng.clone_from(&before);
        }
        !stopped
    }

    /// The move that looks best of those that were listed last; `None` where nothing tells one from another.
    pub(super) fn best_prior(&self, allowed: impl Fn(u32) -> bool) -> Option<u32> {
        best_prior(self.seeds.iter().map(|seed| (seed.cell, (seed.visits.into(), seed.wins.into()))), allowed)
    }

    /// Plays the leaf's game out and tells the result; its moves are noted when `traced`.
    #[inline]
    pub(super) fn play_out(&mut self, tree: &Tree, traced: bool, stop: Stop<'_>) -> Option<u32> {
        let result = self.game.play_out(&mut self.rng, traced, &mut self.trace, stop)?;
        // On the largest boards to count the game and its moves takes as long as to play it.
        if self.first.len() > LARGE && stop() {
            return None;
        }
        self.note_lead(tree);
        self.simulations = self.simulations.wrapping_add(1);
        if !self.owners.is_empty() && self.simulations.is_multiple_of(OWNERS_EVERY) {
            self.game.owners(&mut self.owners);
            self.owned += 1;
        }
        Some(self.units(result))
    }

    /// Counts the result at every node of the path, and all moves as first at their siblings.
    pub(super) fn update(&mut self, tree: &Tree, result: u32) {
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        let shares = [result, self.scale.whole - result];
        let root = self.to_move;
        // The side to move at the node.
        let mut color = if depth.is_multiple_of(2) { root } else { !root };
        if !self.formula.rave {
            for &index in self.path.iter().rev() {
                tree.node(index).win(shares[(!color).index()]);
                color = !color;
            }
            return;
        }
        self.first.fill(0);
        for (color, cell) in self.trace.iter().rev() {
            self.first[cell] = 1 + color.index() as u8;
        }
        for &index in self.path.iter().rev() {
            let node = tree.node(index);
            // A pass is never counted all moves as first.
            self.first[0] = 0;
            let own = 1 + color.index() as u8;
            let won = shares[color.index()];
            for child in tree.children(index).1 {
                if self.first[child.cell() as usize] == own {
                    child.rave(won);
                }
            }
            color = !color;
            node.win(shares[color.index()]);
            self.first[node.cell() as usize] = 1 + color.index() as u8;
        }
    }
}
