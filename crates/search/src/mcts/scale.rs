//! In which units results are counted in the tree: half points, or parts of a score.

use super::node::MOST_UNITS;
use super::params::{Backup, MctsParams};
use stonefield_go::{Color, Goal, Rules, Size};

/// The units of results. A result is a whole number of them for Black, and what is left of [`ResultScale::whole`] is White's.
///
/// A game won or lost comes to 2 or 0 units, a draw to 1. A score comes to (lead + area) ∕ (2 · area) of the whole, komi not counted: the board
/// shared evenly is half, all of it everything. So values are 0 to 1 in either case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ResultScale {
    /// Units of the best result.
    pub(super) whole: u32,
    /// Whether they are parts of a score.
    pub(super) scores: bool,
    /// Points of the board.
    area: u32,
    pub(super) komi: f64,
}

impl ResultScale {
    /// The units of a search; `style` says whether it is the first capture that wins, whatever the rules say.
    pub(super) fn of(params: &MctsParams, rules: &Rules, size: Size, captures_win: bool) -> Self {
        let area = u32::try_from(size.area()).unwrap_or(u32::MAX);
        let scores = params.value == Backup::Score && rules.goal == Goal::Territory && !captures_win;
        let whole = if scores { area.saturating_mul(2).min(MOST_UNITS) } else { 2 };
        Self { whole, scores, area, komi: rules.komi }
    }

    /// Simulations through one node after which its sums are full.
    pub(super) const fn most_visits(&self) -> u64 {
        // Half points of the most simulations that may be asked for fit, and with them those of a tree that was kept.
        if self.scores { (u32::MAX / self.whole) as u64 } else { u64::MAX }
    }

    /// Black's units where it leads by so many points, komi not counted.
    pub(super) fn units(&self, lead: i64) -> u32 {
        let area = i64::from(self.area);
        let above = (lead.clamp(-area, area) + area) * i64::from(self.whole);
        // Rounded to the nearest.
        u32::try_from((above + area) / (2 * area)).unwrap_or(0).min(self.whole)
    }

    /// By how many points a colour leads, komi counted, where its mean share of the whole is this.
    pub(super) fn lead(&self, color: Color, share: f64) -> f64 {
        let lead = (2.0 * share - 1.0) * f64::from(self.area);
        if color == Color::Black { lead - self.komi } else { lead + self.komi }
    }

    /// Black's half points where it leads by so many points, komi not counted.
    pub(super) fn halves(&self, lead: i64) -> u32 {
        let lead = lead as f64 - self.komi;
        if lead > 0.0 { 2 } else { u32::from(lead == 0.0) }
    }

    /// A sum of units as a share of the whole: a number of games won, or a sum of scores.
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
    fn a_lead_is_found_again_in_its_share() {
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
    fn games_won_are_half_points() {
        let win = scale("19", Backup::Win);
        assert_eq!((win.whole, win.share(3), win.most_visits()), (2, 1.5, u64::MAX));
        assert_eq!((win.halves(8), win.halves(7)), (2, 0));
        assert_eq!(scale("19", Backup::Score).most_visits(), 5_948_708);
    }
}
