//! Units of results in the tree: half points, or parts of a score.

use super::node::MOST_UNITS;
use super::params::{Backup, MctsParams};
use stonefield_go::{Color, Goal, Rules, Size};

/// Units of results. A result is a whole number of units for Black; the rest of [`ResultScale::whole`] is
/// White's.
///
/// A won game is 2 units, a lost one 0, a draw 1. A score is (lead + area) ∕ (2 · area) of the whole, without
/// komi: an even split is half of it, the whole board is all of it. So values are 0 to 1 in both cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ResultScale {
    /// Units of the best result.
    pub(super) whole: u32,
    /// True if the units are parts of a score.
    pub(super) scores: bool,
    /// Points of the board.
    area: u32,
    pub(super) komi: f64,
}

impl ResultScale {
    /// Creates the units of a search. `captures_win` is true if the first capture wins.
    pub(super) fn of(params: &MctsParams, rules: &Rules, size: Size, captures_win: bool) -> Self {
        let area = u32::try_from(size.area()).unwrap_or(u32::MAX);
        let scores = params.value == Backup::Score && rules.goal == Goal::Territory && !captures_win;
        let whole = if scores { area.saturating_mul(2).min(MOST_UNITS) } else { 2 };
        Self { whole, scores, area, komi: rules.komi }
    }

    /// Returns the number of simulations through one node after which its sums could overflow.
    pub(super) const fn most_visits(&self) -> u64 {
        // Half points of the largest allowed number of simulations fit, even added to those of a reused tree.
        if self.scores { (u32::MAX / self.whole) as u64 } else { u64::MAX }
    }

    /// Returns Black's units for Black's lead in points without komi.
    pub(super) fn units(&self, lead: i64) -> u32 {
        let area = i64::from(self.area);
        let above = (lead.clamp(-area, area) + area) * i64::from(self.whole);
        // Rounds to the nearest unit.
        u32::try_from((above + area) / (2 * area)).unwrap_or(0).min(self.whole)
    }

    /// Returns the lead of `color`, in points with komi, from its mean share of the whole, 0 to 1.
    pub(super) fn lead(&self, color: Color, share: f64) -> f64 {
        let lead = (2.0 * share - 1.0) * f64::from(self.area);
        if color == Color::Black { lead - self.komi } else { lead + self.komi }
    }

    /// Returns Black's half points for Black's lead in points without komi.
    pub(super) fn halves(&self, lead: i64) -> u32 {
        let lead = lead as f64 - self.komi;
        if lead > 0.0 { 2 } else { u32::from(lead == 0.0) }
    }

    /// Converts a sum of units to a number of games won, or to a sum of scores.
    pub(super) fn share(&self, units: u64) -> f64 {
        units as f64 / f64::from(self.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(text: &str, value: Backup) -> ResultScale {
        let size: Size = text.parse().expect("a size");
        let params = MctsParams { value, ..MctsParams::default() };
        ResultScale::of(&params, &Rules { komi: 7.5, ..Rules::default() }, size, false)
    }

    #[test]
    fn a_lead_can_be_recovered_from_its_share() {
        let nine = scale("9", Backup::Score);
        assert_eq!((nine.units(-81), nine.units(0), nine.units(81), nine.whole), (0, 81, 162, 162));
        assert_eq!(
            (nine.units(-500), nine.units(500)),
            (0, 162),
            "prisoners may be worth more than the board"
        );
        for lead in -81..=81 {
            let share = nine.share(nine.units(lead).into());
            assert!((nine.lead(Color::Black, share) - (lead as f64 - 7.5)).abs() < 1e-9);
            assert!((nine.lead(Color::White, 1.0 - share) + lead as f64 - 7.5).abs() < 1e-9);
        }
        let large = scale("1000", Backup::Score);
        assert_eq!((large.whole, large.units(0), large.units(1_000_000)), (2048, 1024, 2048));
        assert_eq!((large.units(488), large.units(489)), (1024, 1025), "to the nearest");
    }

    #[test]
    fn won_games_count_in_half_points() {
        let win = scale("19", Backup::Win);
        assert_eq!((win.whole, win.share(3), win.most_visits()), (2, 1.5, u64::MAX));
        assert_eq!((win.halves(8), win.halves(7)), (2, 0));
        assert_eq!(scale("19", Backup::Score).most_visits(), 5_948_708);
    }
}
