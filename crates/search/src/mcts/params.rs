//! Parameters of the search.

use super::weights::{Weights, usual_weights};
use crate::{choices, params};

choices! {
    /// What playouts are made of.
    pub enum Playouts {
        /// Any point that is not an own eye, each equally likely.
        Light = "light",
        /// Moves that answer the last one first.
        Heavy = "heavy",
    }
}

choices! {
    /// How threads work together.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch, Parallel};
    /// use stonefield_search::{Dice, Use};
    ///
    /// let position = Position::new(Size::square(5)?, Rules::default());
    /// let params = MctsParams { threads: 2, parallel: Parallel::Root, ..MctsParams::default() };
    /// let search = || {
    ///     let mut search = MctsSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Use::Think));
    ///     search.run(200, &|| false);
    ///     (search.simulations(), search.best())
    /// };
    /// assert_eq!(search().0, 200);
    /// assert_eq!(search(), search(), "a tree for each thread is repeatable, a shared tree is not");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Parallel {
        /// In one tree.
        Tree = "tree",
        /// Each in a tree of its own; what they found is added up at the root.
        Root = "root",
    }
}

choices! {
    /// What nodes keep of the games that went through them.
    // CITE: a tree of mean scores: Hugo-a-go-go, 2013. There one side did not choose for itself; here each
    // does.
    pub enum Backup {
        /// How many of them were won.
        Win = "win",
        /// The mean of their scores.
        Score = "score",
    }
}

choices! {
    /// What game is searched.
    pub enum Style {
        /// The one that the rules in force describe.
        Rules = "rules",
        /// The first capture wins, whatever the rules say.
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
        /// Without a clock the budget is [`MctsParams::playouts`], and at least 1,000.
        pub time: f64 = 0.0 in 0.0..=86_400.0, "seconds";
        /// what moves are judged by: games won, or the mean score in shares of the board
        ///
        /// A score is (lead + points of the board) ∕ (2 · points of the board), 0 to 1, without komi. In
        /// games without points, such as Atari Go, games won are counted instead.
        pub value: Backup = Win;
        /// weight of exploration; 0 is best with rave, about 0.6 without
        ///
        /// Factor of √(ln N ∕ n) in a move's bound.
        pub explore: f64 = 0.0 in 0.0..=10.0;
        /// judge moves by simulations in which they came later, too
        pub rave: bool = true;
        /// RAVE equivalence: visits at which RAVE weighs about half
        ///
        /// Less than half for a move with few RAVE visits.
        pub rave_k: f64 = 1200.0 in 1.0..=1e6, "visits";
        /// begin moves with virtual visits for what they look like
        pub prior: bool = true;
        /// what playouts are made of
        pub policy: Playouts = Heavy;
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
            usual_weights!()
        )]
        pub weights: Weights = "" by Weights::read;
    }
}
