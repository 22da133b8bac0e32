//! What the search found: moves added up over its trees, and the thought that tells of them.

use super::inspect::{Branch, MctsNodeId};
use super::node::{Index, ROOT, Tree};
use super::scale::ResultScale;
use super::search::MctsSearch;
use super::words;
use super::worker::{Leads, best_prior};
use crate::{Candidate, Thought};
use stonefield_go::{Color, Move};

/// Candidates that a thought names, and plies of the variation of each.
const CANDIDATES: usize = 32;
const VARIATION: usize = 12;

/// Visits below which a move is not followed further in a variation.
const FEW: u32 = 2;

/// A move at the root, added up over the trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// Cell of the board; 0 for a pass.
    pub cell: u32,
    /// Visits in all trees.
    pub visits: u64,
    /// Units of the side to move.
    pub(super) wins: u64,
    scale: ResultScale,
}

/// Moves that are summed up at the most.
const MOST: usize = 1024;

/// The place of no move.
const NOWHERE: u32 = u32::MAX;

impl Sum {
    /// The share of games won, or the mean score, 0 to 1.
    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.scale.share(self.wins) / self.visits as f64 }
    }

    /// The mean's lower bound at 95 % (Wilson), 0 to 1.
    fn lower_bound(&self) -> f64 {
        const Z: f64 = 1.96;
        let (n, mean) = (self.visits.max(1) as f64, self.mean());
        let spread = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((mean + Z * Z / (2.0 * n) - spread) / (1.0 + Z * Z / n)).clamp(0.0, 1.0)
    }
}

impl MctsSearch {
    /// The moves at the root, the most visited first; of equally visited ones the better. On large boards of those that were never visited only
    /// some, and a thousand in all.
    pub fn sums(&self) -> Vec<Sum> {
        let mut sums: Vec<Sum> = Vec::new();
        // By cell: which of them is the move's.
        let mut places: Vec<u32> = Vec::new();
        for tree in &self.trees {
            let children = tree.children(ROOT).1;
            let large = children.len() > MOST;
            for node in children {
                let (cell, visits, wins) = (node.cell(), u64::from(node.visits()), u64::from(node.wins()));
                if large && visits == 0 && sums.len() > FEW as usize {
                    continue;
                }
                if self.trees.len() > 1 {
                    places.resize(places.len().max(cell as usize + 1), NOWHERE);
                    let place = &mut places[cell as usize];
                    if let Some(sum) = sums.get_mut(*place as usize) {
                        sum.visits += visits;
                        sum.wins += wins;
                        continue;
                    }
                    *place = sums.len() as u32;
                }
                sums.push(Sum { cell, visits, wins, scale: self.scale });
            }
        }
        let order =
            |a: &Sum, b: &Sum| b.visits.cmp(&a.visits).then(b.wins.cmp(&a.wins)).then(a.cell.cmp(&b.cell));
        if sums.len() > MOST {
            sums.select_nth_unstable_by(MOST, order);
            sums.truncate(MOST);
        }
        sums.sort_unstable_by(order);
        sums
    }

    /// Best move known: the most visited one, of equally visited ones the one with the most wins.
    ///
    /// Before the first simulation it is [`MctsSearch::looks_best`]. `None` when that is unknown too.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Use};
    ///
    /// let position = Position::new(Size::square(7)?, Rules::default());
    /// let best = |seed| {
    ///     let rng = Dice::new(seed, 0, 0).rng(1, None, Use::Think);
    ///     let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    ///     search.run(200, &|| false);
    ///     search.best()
    /// };
    /// assert!(best(5).is_some_and(|action| position.is_legal(action)));
    /// assert_eq!(best(5), best(5), "the same seed gives the same move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        let most_visited = self.sums().first().filter(|sum| sum.visits > 0).map(|sum| self.action(sum.cell));
        most_visited.or_else(|| self.looks_best())
    }

    /// Move with the best prior at the root. Simulations do not change it: the result of the search is
    /// [`MctsSearch::best`]. `None` where all priors are equal.
    pub fn looks_best(&self) -> Option<Move> {
        let children = self.trees.first().map_or(&[][..], |tree| tree.children(ROOT).1);
        let legal = |cell| self.position.is_legal(self.action(cell));
        let best = best_prior(children.iter().map(|node| (node.cell(), node.prior())), legal);
        best.or(self.best_prior).map(|cell| self.action(cell))
    }

    /// How likely the side to move wins, by all that was tried; `None` before the first try. With `value=score`, by the games since the search began
    /// at this root.
    #[must_use]
    pub fn winrate(&self) -> Option<f64> {
        if self.scale.scores {
            return self.share_won(self.all_leads());
        }
        let (visits, wins) = self.tried();
        (visits > 0).then(|| self.scale.share(wins) / visits as f64)
    }

    /// How likely the side to move wins with one of the moves at the root, as far as that is known.
    pub fn winrate_of(&self, sum: &Sum) -> Option<f64> {
        if self.scale.scores {
            return self.leads.get(sum.cell as usize).and_then(|&leads| self.share_won(leads));
        }
        (sum.visits > 0).then(|| sum.mean())
    }

    /// The share of these games that the side to move has won; `None` when there are none.
    fn share_won(&self, leads: Leads) -> Option<f64> {
        let black = leads.wins as f64 / 2.0 / f64::from(leads.games);
        let share = if self.position.to_move() == Color::Black { black } else { 1.0 - black };
        (leads.games > 0).then_some(share)
    }

    /// What all games since the search began at this root have come to, as far as it is kept.
    fn all_leads(&self) -> Leads {
        self.leads.iter().fold(Leads::default(), |all, more| Leads {
            sum: all.sum + more.sum,
            games: all.games + more.games,
            wins: all.wins + more.wins,
        })
    }

    /// By how many points the side to move leads in the mean of so many visits with so many units; `None` where games won are what counts.
    fn mean_lead(&self, visits: u64, units: u64) -> Option<f64> {
        let share = self.scale.share(units) / visits as f64;
        (self.scale.scores && visits > 0).then(|| self.scale.lead(self.position.to_move(), share))
    }

    /// Visits of all moves at the root, those that a reused tree brought along among them, and units of the side to move.
    fn tried(&self) -> (u64, u64) {
        let nodes = self.trees.iter().flat_map(|tree| tree.children(ROOT).1);
        nodes.fold((0, 0), |(visits, wins), node| {
            (visits + u64::from(node.visits()), wins + u64::from(node.wins()))
        })
    }

    /// What is expected to follow a move at the root, the move itself first.
    #[must_use]
    pub fn variation(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        // The tree that knows most about it.
        let find = |tree: &Tree| -> Option<(Index, u32)> {
            let (start, children) = tree.children(ROOT);
            let i = children.iter().position(|node| self.action(node.cell()) == first)?;
            Some((start + i as Index, children[i].visits()))
        };
        let known = self.trees.iter().filter_map(|tree| find(tree).map(|(at, visits)| (visits, at, tree)));
        let Some((_, mut at, tree)) = known.max_by_key(|&(visits, ..)| visits) else { return line };
        while line.len() < VARIATION {
            let (start, children) = tree.children(at);
            let best = children.iter().enumerate().rev().max_by_key(|(_, node)| node.visits());
            match best {
                Some((i, node)) if node.visits() >= FEW => {
                    line.push(self.action(node.cell()));
                    at = start + i as Index;
                }
                _ => break,
            }
        }
        line
    }

    /// By how many points the side to move is ahead in the mean of these games; `None` when there are none.
    fn lead(&self, leads: Leads) -> Option<f64> {
        let mean = leads.sum as f64 / f64::from(leads.games) - self.position.rules().komi;
        let side = if self.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        (leads.games > 0).then_some(side * mean)
    }

    /// All that there is to tell, after `seconds` of search.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Setup};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Use};
    ///
    /// let setup: Setup = ". . . . .\n\
    ///                     . X X X .\n\
    ///                     X O O O X\n\
    ///                     . X . X .\n\
    ///                     . . . . .".parse()?;
    /// let position = Position::from_setup(&setup, Rules::preset("atari-go")?)?;
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
    /// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    /// search.run(100, &|| false);
    /// let thought = search.thought(0.0);
    /// let best = &thought.candidates[0];
    /// assert_eq!((best.action.to_string(), best.winrate), ("C2".to_owned(), Some(1.0)));
    /// assert_eq!(best.variation, [best.action], "the capture ends the game");
    /// assert!(thought.candidates.iter().all(|candidate| candidate.visits <= best.visits));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn thought(&self, seconds: f64) -> Thought {
        let branches = self.branches(MctsNodeId::ROOT, MOST);
        let of = |action: Move| branches.iter().find(|branch| branch.action == action);
        let sums = self.sums();
        let priors: f64 = branches.iter().filter_map(Branch::prior).sum();
        let candidates = sums.iter().take(CANDIDATES).filter(|sum| sum.visits > 0).map(|sum| {
            let action = self.action(sum.cell);
            let branch = of(action);
            Candidate {
                visits: sum.visits,
                winrate: self.winrate_of(sum),
                rave: branch.and_then(Branch::rave),
                // As a share of all moves', which is what others mean by a prior.
                prior: branch.and_then(Branch::prior).map(|prior| prior / priors.max(f64::MIN_POSITIVE)),
                lower_bound: (!self.scale.scores).then(|| sum.lower_bound()),
                lead: self
                    .mean_lead(sum.visits, sum.wins)
                    .or_else(|| self.leads.get(sum.cell as usize).and_then(|&leads| self.lead(leads))),
                variation: self.variation(action),
                ..Candidate::new(action)
            }
        });
        let (visits, units) = self.tried();
        let mut notes = Vec::new();
        if self.full {
            notes.push("the tree is full: it grows no more".to_owned());
        }
        if self.scale.scores {
            notes.push("moves are judged by their mean score".to_owned());
        }
        if self.is_exhausted() {
            notes.push("the tree has counted as many simulations as it can".to_owned());
        }
        if let Some(had) = self.short {
            notes.push(format!("only {had} of {} threads are available", self.params.threads));
        }
        let side = if self.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        let mut thought = Thought {
            candidates: candidates.collect(),
            playouts: self.simulations,
            nodes: self.nodes(),
            depth: self.depth,
            winrate: self.winrate(),
            lead: self.mean_lead(visits, units).or_else(|| self.lead(self.all_leads())),
            ownership: if self.owned == 0 {
                Vec::new()
            } else {
                self.owners.iter().map(|&sum| side * sum as f32 / self.owned as f32).collect()
            },
            seconds: Some(seconds),
            notes,
            ..Thought::default()
        };
        thought.reason = words::reason(&self.position, &thought, visits, self.scale.scores);
        thought
    }
}
