//! Report of a search: the root moves, summed over the trees, and the thought that shows them.

use super::node::{Index, ROOT, Tree};
use super::reason::reason;
use super::scale::ResultScale;
use super::search::MctsSearch;
use super::simulation::{Branch, MctsNodeId};
use super::worker::{Leads, best_prior};
use crate::{Candidate, Thought};
use stonefield_go::{Color, Move};

/// Largest number of candidates in a thought.
const MAX_CANDIDATES: usize = 32;

/// Longest variation of a candidate, in plies.
const MAX_VARIATION: usize = 12;

/// Fewest visits with which a move continues a variation. Also the number of listed moves above which a large
/// board's unvisited moves are skipped.
const FEW_VISITS: u32 = 2;

/// Move at the root, summed over the trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// Cell of the board; 0 for a pass.
    pub cell: u32,
    /// Visits in all trees.
    pub visits: u64,
    /// Wins, in units of the side to move.
    pub(super) wins: u64,
    scale: ResultScale,
}

/// Largest number of root moves in a report.
const MAX_ROOT_MOVES: usize = 1024;

/// Index of a cell that is not in the list of moves.
const NO_INDEX: u32 = u32::MAX;

impl RootMove {
    /// Returns the share of games won, or the mean score, 0 to 1; ½ without visits.
    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.scale.wins_of(self.wins) / self.visits as f64 }
    }

    /// Returns the lower end of the 95 % confidence interval of the mean (Wilson), 0 to 1.
    fn lower_bound(&self) -> f64 {
        // Quantile of the normal distribution for 95 %, two-sided.
        const Z: f64 = 1.96;
        let (n, mean) = (self.visits.max(1) as f64, self.mean());
        let half_width = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((mean + Z * Z / (2.0 * n) - half_width) / (1.0 + Z * Z / n)).clamp(0.0, 1.0)
    }
}

impl MctsSearch {
    /// Returns the moves at the root, the most visited first. Among equal visits, more wins come first. At
    /// most 1024 moves are returned, and on large boards only some of the unvisited ones.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let mut root_moves: Vec<RootMove> = Vec::new();
        // By cell: index of the move in `root_moves`.
        let mut index_of_cell: Vec<u32> = Vec::new();
        for tree in &self.trees {
            let children = tree.children(ROOT).1;
            let large = children.len() > MAX_ROOT_MOVES;
            for node in children {
                let (cell, visits, wins) = (node.cell(), u64::from(node.visits()), u64::from(node.wins()));
                if large && visits == 0 && root_moves.len() > FEW_VISITS as usize {
                    continue;
                }
                if self.trees.len() > 1 {
                    index_of_cell.resize(index_of_cell.len().max(cell as usize + 1), NO_INDEX);
                    let index = &mut index_of_cell[cell as usize];
                    if let Some(root_move) = root_moves.get_mut(*index as usize) {
                        root_move.visits += visits;
                        root_move.wins += wins;
                        continue;
                    }
                    *index = root_moves.len() as u32;
                }
                root_moves.push(RootMove { cell, visits, wins, scale: self.scale });
            }
        }
        let by_visits = |a: &RootMove, b: &RootMove| {
            b.visits.cmp(&a.visits).then(b.wins.cmp(&a.wins)).then(a.cell.cmp(&b.cell))
        };
        if root_moves.len() > MAX_ROOT_MOVES {
            root_moves.select_nth_unstable_by(MAX_ROOT_MOVES, by_visits);
            root_moves.truncate(MAX_ROOT_MOVES);
        }
        root_moves.sort_unstable_by(by_visits);
        root_moves
    }

    /// Returns the best move so far: the most visited one. Among equal visits, more wins come first.
    ///
    /// Before the first simulation it is [`MctsSearch::best_by_prior`]. `None` if no move has a prior either.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Purpose};
    ///
    /// let position = Position::new(Size::square(7)?, Rules::default());
    /// let best = |seed| {
    ///     let rng = Dice::new(seed, 0, 0).rng(1, None, Purpose::Think);
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
        let most_visited =
            self.root_moves().first().filter(|best| best.visits > 0).map(|best| self.action(best.cell));
        most_visited.or_else(|| self.best_by_prior())
    }

    /// Returns the legal move with the best prior at the root, before any simulation. The result of the
    /// search is [`MctsSearch::best`]. `None` if no move has a prior.
    pub fn best_by_prior(&self) -> Option<Move> {
        let children = self.trees.first().map_or(&[][..], |tree| tree.children(ROOT).1);
        let legal = |cell| self.position.is_legal(self.action(cell));
        let best = best_prior(children.iter().map(|node| (node.cell(), node.prior())), legal);
        best.or(self.best_prior).map(|cell| self.action(cell))
    }

    /// Returns the probability that the side to move wins, 0 to 1: its share of all simulations. `None`
    /// before the first simulation. With `value=score` simulations of a reused tree do not count.
    #[must_use]
    pub fn winrate(&self) -> Option<f64> {
        if self.scale.scores {
            return self.share_won(self.leads_of_all_moves());
        }
        let (visits, wins) = self.root_totals();
        (visits > 0).then(|| self.scale.wins_of(wins) / visits as f64)
    }

    /// Returns the probability that the side to move wins with a root move, 0 to 1; `None` without games.
    pub fn winrate_of(&self, root_move: &RootMove) -> Option<f64> {
        if self.scale.scores {
            return self.leads.get(root_move.cell as usize).and_then(|&leads| self.share_won(leads));
        }
        (root_move.visits > 0).then(|| root_move.mean())
    }

    /// Returns the share of games that the side to move has won; `None` without games.
    fn share_won(&self, leads: Leads) -> Option<f64> {
        let black_share = leads.wins as f64 / 2.0 / f64::from(leads.games);
        let share = if self.position.to_move() == Color::Black { black_share } else { 1.0 - black_share };
        (leads.games > 0).then_some(share)
    }

    /// Returns the totals of all games that were recorded since the search began at this root.
    fn leads_of_all_moves(&self) -> Leads {
        self.leads.iter().fold(Leads::default(), |total, leads| Leads {
            sum: total.sum + leads.sum,
            games: total.games + leads.games,
            wins: total.wins + leads.wins,
        })
    }

    /// Returns the mean lead of the side to move, in points with komi, from a number of visits and the sum of
    /// their units. `None` if results are games won, or without visits.
    fn mean_lead(&self, visits: u64, units: u64) -> Option<f64> {
        let mean_score = self.scale.wins_of(units) / visits as f64;
        (self.scale.scores && visits > 0).then(|| self.scale.lead(self.position.to_move(), mean_score))
    }

    /// Returns the number of visits of all root moves, including those of a reused tree, and the sum of their
    /// units for the side to move.
    fn root_totals(&self) -> (u64, u64) {
        let nodes = self.trees.iter().flat_map(|tree| tree.children(ROOT).1);
        nodes.fold((0, 0), |(visits, wins), node| {
            (visits + u64::from(node.visits()), wins + u64::from(node.wins()))
        })
    }

    /// Returns the principal variation after a root move. It begins with the move itself.
    #[must_use]
    pub fn variation(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        // The variation is read from the tree in which the move has the most visits.
        let find_first = |tree: &Tree| -> Option<(Index, u32)> {
            let (start, children) = tree.children(ROOT);
            let i = children.iter().position(|node| self.action(node.cell()) == first)?;
            Some((start + i as Index, children[i].visits()))
        };
        let trees_with_move =
            self.trees.iter().filter_map(|tree| find_first(tree).map(|(at, visits)| (visits, at, tree)));
        let Some((_, mut at, tree)) = trees_with_move.max_by_key(|&(visits, ..)| visits) else { return line };
        while line.len() < MAX_VARIATION {
            let (start, children) = tree.children(at);
            let best = children.iter().enumerate().rev().max_by_key(|(_, node)| node.visits());
            match best {
                Some((i, node)) if node.visits() >= FEW_VISITS => {
                    line.push(self.action(node.cell()));
                    at = start + i as Index;
                }
                _ => break,
            }
        }
        line
    }

    /// Returns the mean lead of the side to move in these games, in points with komi; `None` without games.
    fn mean_lead_of(&self, leads: Leads) -> Option<f64> {
        let mean = leads.sum as f64 / f64::from(leads.games) - self.position.rules().komi;
        let sign = if self.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        (leads.games > 0).then_some(sign * mean)
    }

    /// Returns the state of the search as a thought. `seconds` is the time of the search so far.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Setup};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Purpose};
    ///
    /// let setup: Setup = ". . . . .\n\
    ///                     . X X X .\n\
    ///                     X O O O X\n\
    ///                     . X . X .\n\
    ///                     . . . . .".parse()?;
    /// let position = Position::from_setup(&setup, Rules::preset("atari-go")?)?;
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
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
        let branches = self.branches(MctsNodeId::ROOT, MAX_ROOT_MOVES);
        let branch_of = |action: Move| branches.iter().find(|branch| branch.action == action);
        let root_moves = self.root_moves();
        let prior_sum: f64 = branches.iter().filter_map(Branch::prior).sum();
        let candidates = root_moves.iter().take(MAX_CANDIDATES).filter(|root_move| root_move.visits > 0).map(
            |root_move| {
                let action = self.action(root_move.cell);
                let branch = branch_of(action);
                Candidate {
                    visits: root_move.visits,
                    winrate: self.winrate_of(root_move),
                    rave: branch.and_then(Branch::rave),
                    // In a thought the priors of all moves add up to 1.
                    prior: branch
                        .and_then(Branch::prior)
                        .map(|prior| prior / prior_sum.max(f64::MIN_POSITIVE)),
                    lower_bound: (!self.scale.scores).then(|| root_move.lower_bound()),
                    lead: self.mean_lead(root_move.visits, root_move.wins).or_else(|| {
                        self.leads.get(root_move.cell as usize).and_then(|&leads| self.mean_lead_of(leads))
                    }),
                    variation: self.variation(action),
                    ..Candidate::new(action)
                }
            },
        );
        let (visits, units) = self.root_totals();
        let mut notes = Vec::new();
        if self.memory_full {
            notes.push("the tree is full: it grows no more".to_owned());
        }
        if self.scale.scores {
            notes.push("moves are judged by their mean score".to_owned());
        }
        if self.is_exhausted() {
            notes.push("the tree has counted as many simulations as it can".to_owned());
        }
        if let Some(available) = self.available_threads {
            notes.push(format!("only {available} of {} threads are available", self.params.threads));
        }
        let sign = if self.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        let mut thought = Thought {
            candidates: candidates.collect(),
            playouts: self.simulations,
            nodes: self.nodes(),
            depth: self.depth,
            winrate: self.winrate(),
            lead: self.mean_lead(visits, units).or_else(|| self.mean_lead_of(self.leads_of_all_moves())),
            ownership: if self.owner_playouts == 0 {
                Vec::new()
            } else {
                self.owners.iter().map(|&sum| sign * sum as f32 / self.owner_playouts as f32).collect()
            },
            seconds: Some(seconds),
            notes,
            ..Thought::default()
        };
        thought.reason = reason(&self.position, &thought, visits, self.scale.scores);
        thought
    }
}
