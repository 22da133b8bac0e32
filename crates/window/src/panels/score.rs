//! Score: what both colours have by the rules of the game, as the board stands or as it was counted at the end.

use crate::shell::watched_goban::ShownGobanItem;
use bevy::ecs::entity::Entity;
use bevy::platform::time::Instant;
use core::time::Duration;
use stonefield_go::{ByColor, Goal, Outcome, Rules};
use stonefield_sim::Tally;

/// The score of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownScore {
    /// What it is called under the rules.
    pub name: &'static str,
    /// Points of both colours, komi included.
    pub points: ByColor<f64>,
    /// Points for White among them.
    pub komi: f64,
    /// Who leads, as `B+3.5`, where the difference decides the game by the rules of Go.
    pub lead: Option<Outcome>,
}

impl ShownScore {
    /// A score under these rules; `None` where no count decides, as in a game for the first capture.
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

/// Points of a board that is counted in every frame in which it has changed; a larger one that runs is counted twice a second at most, and so seldom that
/// it takes a fiftieth of the time.
const SMALL: usize = 2500;
const RARELY: Duration = Duration::from_millis(500);
const PART: u32 = 50;

/// What a count depends on: the goban, its board and its prisoners.
type Basis = (Entity, u64, ByColor<u32>, u64);

/// The last count of a goban, which is not repeated before something has changed.
#[derive(Default)]
pub struct LastCount(Option<(Basis, Instant, Duration, ByColor<f64>)>);

impl LastCount {
    /// The score of a goban as it stands, or as its end was counted.
    #[must_use]
    pub fn score(&mut self, id: Entity, goban: &ShownGobanItem<'_, '_>) -> Option<ShownScore> {
        let rules = &goban.setup.0.rules;
        if goban.ending.score.is_some() || rules.quirks.is_some() {
            return ShownScore::of(rules, goban.ending.final_score(goban.tally, goban.referee));
        }
        let basis = (id, goban.occupancy.hash(), goban.tally.captures, rules.komi.to_bits());
        let points = match self.0 {
            Some((known, _, _, points)) if known == basis => points,
            Some(((known, ..), at, pause, points))
                if known == id
                    && goban.pace.running
                    && goban.occupancy.size().area() > SMALL
                    && at.elapsed() < pause =>
            {
                points
            }
            _ => {
                let begun = Instant::now();
                let points = goban.tally.final_score(goban.referee);
                self.0 = Some((basis, Instant::now(), RARELY.max(begun.elapsed() * PART), points));
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
    fn each_score_stands_under_its_own_name() {
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
