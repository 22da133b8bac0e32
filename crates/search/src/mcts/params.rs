//! Parameters of the search.

use super::weights::{Weights, default_weights};
use crate::{choices, params};

choices! {
    /// Policy of the playouts.
    pub enum PlayoutPolicy {
        /// Random moves: each legal point that is not an own eye is equally likely.
        Light = "light",
        /// Answers to the last move come first, random moves after them.
        Heavy = "heavy",
    }
}

choices! {
    /// How threads work together.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch, Parallel};
    /// use stonefield_search::{Dice, Purpose};
    ///
    /// let position = Position::new(Size::square(5)?, Rules::default());
    /// let params = MctsParams { threads: 2, parallel: Parallel::Root, ..MctsParams::default() };
    /// let search = || {
    ///     let mut search = MctsSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Purpose::Think));
    ///     search.run(200, &|| false);
    ///     (search.simulations(), search.best())
    /// };
    /// assert_eq!(search().0, 200);
    /// assert_eq!(search(), search(), "a tree for each thread is repeatable, a shared tree is not");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Parallel {
        /// All threads search one tree.
        Tree = "tree",
        /// Each thread searches a tree of its own. The statistics of the root moves are added up.
        Root = "root",
    }
}

choices! {
    /// Result of a simulation that is added to the nodes on its path.
    // CITE: a tree of mean scores: Hugo-a-go-go, 2013. There only one side chooses its moves by its own
    // score; here both sides do.
    pub enum Backup {
        /// Won or lost.
        Win = "win",
        /// Score of the final board, 0 to 1.
        Score = "score",
    }
}

choices! {
    /// Game that is searched.
    pub enum Style {
        /// Game of the position's rules.
        Rules = "rules",
        /// Atari Go: the first capture wins, whatever the rules say.
        AtariGo = "atari-go",
    }
}

params! {
    /// Parameters of the search. Defaults were found by matches: see `docs/strength.md`.
    pub struct MctsParams {
        /// simulations a move
        pub playouts: u32 = 3_000 in 1..=1_000_000_000;
        /// time a move; 0: by playouts
        ///
        /// Without a clock the budget is [`MctsParams::playouts`], but at least 1,000.
        pub time: f64 = 0.0 in 0.0..=86_400.0, "seconds";
        /// what moves are judged by: games won, or the mean score in shares of the board
        ///
        /// A score is (lead + board area) ∕ (2 · board area), 0 to 1. The lead is in points without komi. In
        /// games without points, such as Atari Go, games won are counted instead.
        pub value: Backup = Win;
        /// weight of exploration; 0 is best with rave, about 0.6 without
        ///
        /// Factor of √(ln N ∕ n) in a move's bound. N: visits of the node, n: visits of the move.
        pub explore: f64 = 0.0 in 0.0..=10.0;
        /// judge moves by simulations in which they came later, too
        pub rave: bool = true;
        /// RAVE equivalence: visits at which RAVE weighs about half
        ///
        /// For a move with few RAVE visits it weighs less than half.
        pub rave_k: f64 = 1200.0 in 1.0..=1e6, "visits";
        /// begin moves with virtual visits for what they look like
        pub prior: bool = true;
        /// what playouts are made of
        pub policy: PlayoutPolicy = Heavy;
        /// threads; with more than one in a tree, games are not repeatable
        pub threads: usize = 1 in 1..=256;
        /// threads share one tree, or each has its own and the roots are added up
        pub parallel: Parallel = Tree;
        /// reuse the tree of the last turn
        pub reuse: bool = true;
        /// nodes kept, of 32 bytes each; a root has its children in any case
        ///
        /// Total of all trees.
        pub max_nodes: u32 = 4_000_000 in 1_000..=1_000_000_000, "nodes";
        /// chance of winning below which it resigns; 0: never
        pub resign: f64 = 0.0 in 0.0..=0.5;
        /// visits at which a move gets children
        pub expand: u32 = 3 in 1..=1_000, "visits";
        /// the game that is searched: the rules' own, or the first capture
        pub style: Style = Rules;
        #[doc = concat!(
            "virtual visits of prior that are not the usual ones, as in pattern=30 near1=10; each is 0 to 1000. The usual \
             ones:",
            default_weights!()
        )]
        pub weights: Weights = "" by Weights::read;
    }
}
