//! Units of results in the tree: half points, or parts of a score.

use super::node::MAX_UNITS;
use super::params::{Backup, MctsParams};
use stonefield_go::{Color, Goal, Rules, Size};

/// Units of results. A result is a number of units for Black, from 0 to `max_units`. White's units are
/// `max_units` minus Black's.
///
/// With `value=win`, `max_units` is 2: a win is 2 units, a draw 1, a loss 0. With `value=score` a result is
/// (lead + area) ∕ (2 · area) of `max_units`, where the lead is without komi and area is the board area. So
/// a result divided by `max_units` is 0 to 1 in both cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ResultScale {
    /// Units of the best result.
    pub(super) max_units: u32,
    /// True if results are scores, false if they are games won.
    pub(super) scores: bool,
    /// Board area, in points.
    area: u32,
    pub(super) komi: f64,
}

impl ResultScale {
    /// Creates the units of a search. `captures_win` is true if the first capture wins.
    pub(super) fn of(params: &MctsParams, rules: &Rules, size: Size, captures_win: bool) -> Self {
        let area = u32::try_from(size.area()).unwrap_or(u32::MAX);
        let scores = params.value == Backup::Score && rules.goal == Goal::Territory && !captures_win;
        let max_units = if scores { area.saturating_mul(2).min(MAX_UNITS) } else { 2 };
        Self { max_units, scores, area, komi: rules.komi }
    }

    /// Returns the largest number of simulations through one node without an overflow of its sums.
    pub(super) const fn max_visits(&self) -> u64 {
        // With half points the largest allowed number of simulations fits, even with those of a reused tree.
        if self.scores { (u32::MAX / self.max_units) as u64 } else { u64::MAX }
    }

    /// Converts Black's lead, in points without komi, to Black's units of a score.
    pub(super) fn units(&self, lead: i64) -> u32 {
        let area = i64::from(self.area);
        let numerator = (lead.clamp(-area, area) + area) * i64::from(self.max_units);
        // Rounds to the nearest unit.
        u32::try_from((numerator + area) / (2 * area)).unwrap_or(0).min(self.max_units)
    }

    /// Returns the lead of `color`, in points with komi, from its mean score, 0 to 1.
    pub(super) fn lead(&self, color: Color, score: f64) -> f64 {
        let lead = (2.0 * score - 1.0) * f64::from(self.area);
        if color == Color::Black { lead - self.komi } else { lead + self.komi }
    }

    /// Converts Black's lead, in points without komi, to Black's half points: 2 for a win with komi.
    pub(super) fn half_points(&self, lead: i64) -> u32 {
        let lead = lead as f64 - self.komi;
        if lead > 0.0 { 2 } else { u32::from(lead == 0.0) }
    }

    /// Converts a sum of units to a number of games won, or to a sum of scores of 0 to 1.
    pub(super) fn wins_of(&self, units: u64) -> f64 {
        units as f64 / f64::from(self.max_units)
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
    fn a_lead_can_be_recovered_from_its_score() {
        let nine = scale("9", Backup::Score);
        assert_eq!((nine.units(-81), nine.units(0), nine.units(81), nine.max_units), (0, 81, 162, 162));
        assert_eq!(
            (nine.units(-500), nine.units(500)),
            (0, 162),
            "prisoners may be worth more than the board"
        );
        for lead in -81..=81 {
            let score = nine.wins_of(nine.units(lead).into());
            assert!((nine.lead(Color::Black, score) - (lead as f64 - 7.5)).abs() < 1e-9);
            assert!((nine.lead(Color::White, 1.0 - score) + lead as f64 - 7.5).abs() < 1e-9);
        }
        let large = scale("1000", Backup::Score);
        assert_eq!((large.max_units, large.units(0), large.units(1_000_000)), (2048, 1024, 2048));
        assert_eq!((large.units(488), large.units(489)), (1024, 1025), "to the nearest");
    }

    #[test]
    fn won_games_count_in_half_points() {
        let win = scale("19", Backup::Win);
        assert_eq!((win.max_units, win.wins_of(3), win.max_visits()), (2, 1.5, u64::MAX));
        assert_eq!((win.half_points(8), win.half_points(7)), (2, 0));
        assert_eq!(scale("19", Backup::Score).max_visits(), 5_948_708);
    }
}
