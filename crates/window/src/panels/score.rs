//! Score: points of both colours under the rules of the game, for the current board or as counted at the end.

use bevy::ecs::entity::Entity;
use bevy::platform::time::Instant;
use core::time::Duration;
use stonefield_go::{ByColor, Goal, Outcome, Rules};
use stonefield_sim::{Ending, Occupancy, Pace, Referee, Tally};

/// The score of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownScore {
    /// Name of the score under the rules.
    pub name: &'static str,
    /// Points of both colours, komi included.
    pub points: ByColor<f64>,
    /// Komi, in points for White; included in `points`.
    pub komi: f64,
    /// Leader and margin, written as `B+3.5`. `None` under `netlogo-2016`.
    pub lead: Option<Outcome>,
}

impl ShownScore {
    /// Returns the score under these rules. `None` if no count decides, as in a game for the first capture.
    #[must_use]
    pub fn of(rules: &Rules, points: ByColor<f64>) -> Option<Self> {
        let go = rules.quirks.is_none();
        (!go || rules.goal == Goal::Territory).then(|| Self {
            name: Tally::score_name(rules),
            points,
            komi: rules.komi,
            lead: go.then(|| Outcome::of(points)),
        })
    }
}

/// Largest board, in points, that is counted at each change. While a game on a larger board runs, the pause
/// between two counts is at least [`MIN_PAUSE`], and [`PAUSE_FACTOR`] times the duration of a count.
const MAX_QUICK_AREA: usize = 2500;
const MIN_PAUSE: Duration = Duration::from_millis(500);
const PAUSE_FACTOR: u32 = 50;

/// Data that a count depends on: goban, hash of its board, captures, bits of the komi.
type Basis = (Entity, u64, ByColor<u32>, u64);

/// Components of a goban that its score is counted from.
pub type ScoreParts<'a> = (&'a Referee, &'a Occupancy, &'a Tally, &'a Ending, &'a Pace);

/// The last count: its basis, time, the pause until the next one, and the points.
#[derive(Default)]
pub struct LastCount(Option<(Basis, Instant, Duration, ByColor<f64>)>);

impl LastCount {
    /// Returns the score of a goban: of the current board, or the final score after the end. It may be one
    /// pause old on a large board while the game runs. `None` if no count decides.
    #[must_use]
    pub fn score(&mut self, id: Entity, goban: ScoreParts<'_>) -> Option<ShownScore> {
        let (referee, occupancy, tally, ending, pace) = goban;
        let rules = referee.position.rules();
        if ending.score.is_some() || rules.quirks.is_some() {
            return ShownScore::of(rules, ending.final_score(tally, referee));
        }
        let basis = (id, occupancy.hash(), tally.captures, rules.komi.to_bits());
        let points = match self.0 {
            Some((last_basis, _, _, points)) if last_basis == basis => points,
            Some(((last_id, ..), at, pause, points))
                if last_id == id
                    && pace.running
                    && occupancy.size().area() > MAX_QUICK_AREA
                    && at.elapsed() < pause =>
            {
                points
            }
            _ => {
                let start = Instant::now();
                let points = tally.final_score(referee);
                self.0 = Some((basis, Instant::now(), MIN_PAUSE.max(start.elapsed() * PAUSE_FACTOR), points));
                points
            }
        };
        ShownScore::of(rules, points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_score_has_the_name_of_its_rules() {
        let points = ByColor::new(40.0, 36.5);
        for (rules, name, lead) in [
            ("chinese", "Area score", Some("B+3.5")),
            ("japanese", "Territory score", Some("B+3.5")),
            ("netlogo-2016", "NetLogo score", None),
        ] {
            let score = ShownScore::of(&Rules::preset(rules).expect("a preset"), points).expect(rules);
            assert_eq!(score.name, name);
            assert_eq!(score.lead.map(|lead| lead.to_string()).as_deref(), lead, "{rules}");
        }
        assert_eq!(ShownScore::of(&Rules::preset("atari-go").expect("a preset"), points), None);
    }
}
