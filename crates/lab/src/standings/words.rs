//! Words: standings as sentences.

use super::super::statistics::{EloEstimate, Relation, SprtState};
use super::{SequentialTest, Standings};
use std::fmt;
use stonefield_go::notation::counted;

impl Standings {
    /// Returns the players from the strongest to the weakest. Players without a game that counts come last.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order = self.ratings.order();
        order.sort_by_key(|player| self.cross.total(*player).games() == 0);
        order
    }

    /// Returns notes, one per line, on ratings that depend on virtual draws. Empty if there are none.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let ratings = &self.ratings;
        let has_games = |player: &usize| self.cross.total(*player).games() > 0;
        let order: Vec<usize> = ratings.order().into_iter().filter(has_games).collect();
        if ratings.prior() > 0.0 && !order.is_empty() {
            notes.push(
                "the results alone do not bound all ratings: each player has one virtual draw against an average player"
                    .to_owned(),
            );
            for neighbours in order.windows(2) {
                let name = |at: usize| &self.players[neighbours[at]].name;
                match ratings.relation(neighbours[0], neighbours[1]) {
                    Relation::Bounded => {}
                    Relation::Above | Relation::Below => {
                        notes.push(format!(
                            "the difference between {} and {} is not bounded",
                            name(0),
                            name(1)
                        ));
                    }
                    Relation::Unknown => notes.push(format!("no games compare {} and {}", name(0), name(1))),
                }
            }
        }
        notes
    }

    /// Describes how many games do not count because of the test; `None` if all games count.
    #[must_use]
    pub fn left_out_words(&self) -> Option<String> {
        let verbs = if self.left_out == 1 { ("was", "counts") } else { ("were", "count") };
        let games = counted(self.left_out, "game");
        (self.left_out > 0).then(|| {
            format!("{games} {} played after the test had decided, and {} for nothing", verbs.0, verbs.1)
        })
    }

    /// Describes the pairs of games of two players in two lines; `None` if there are more players, or no pair
    /// counts.
    #[must_use]
    pub fn pair_words(&self) -> Option<String> {
        let (Some(pairs), [first, second]) = (&self.pairs, &self.players[..]) else { return None };
        let estimate = EloEstimate::of(&pairs.counted)?;
        let (low, high) = estimate.interval;
        let results = pairs.counted;
        let counts = [results.ll, results.ld, results.wl + results.dd, results.wd, results.ww];
        let counted_pairs = counted(results.pairs(), "pair");
        let counts = counts.map(|count| count.to_string()).join(", ");
        let void = if pairs.void > 0 { format!(", {} void", pairs.void) } else { String::new() };
        Some(format!(
            "{} against {}, by {} of games: {:+.1} Elo ({low:+.1} to {high:+.1}), normalized {:+.1} ± {:.1}; stronger with a probability of {:.1} %\n\
             pairs with 0, ½, 1, 1½, 2 points: {counts}{void}",
            first.name,
            second.name,
            counted_pairs,
            estimate.elo,
            estimate.normalized,
            estimate.normalized_margin,
            100.0 * estimate.superiority,
        ))
    }
}

/// Writes the state of the test in one line.
impl fmt::Display for SequentialTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.sprt().bounds();
        let (elo0, elo1) = self.sprt().hypotheses();
        let decision = match self.state() {
            SprtState::Continue => "undecided".to_owned(),
            SprtState::AcceptH0 => format!("H0 is accepted: {elo0} Elo rather than {elo1}"),
            SprtState::AcceptH1 => format!("H1 is accepted: {elo1} Elo rather than {elo0}"),
        };
        let (sprt, llr, pairs) = (self.sprt(), self.llr(), counted(self.pairs().counted.pairs(), "pair"));
        write!(f, "sprt {sprt}: LLR {llr:.2} ({low:.2} to {high:.2}) after {pairs}: {decision}")
    }
}
