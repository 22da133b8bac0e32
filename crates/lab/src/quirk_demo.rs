//! Quirk demo: a small game of the NetLogo world that shows the effect of one quirk.

use stonefield_go::{ByColor, Quirks, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, SetupError};

/// A game that takes another course from some tick on if a quirk is switched off.
///
/// ```
/// use stonefield_lab::QuirkDemo;
///
/// let [with, without] = QuirkDemo::of("eye_taboo").expect("a quirk").games()?;
/// assert_eq!(with.seed, without.seed);
/// let has_quirk = |game: &stonefield_sim::GameSetup| game.quirks().is_some_and(|quirks| quirks.eye_taboo);
/// assert!(has_quirk(&with) && !has_quirk(&without));
/// # Ok::<(), stonefield_sim::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuirkDemo {
    quirk: &'static str,
    seed: u64,
    /// First tick after which the boards or the scores differ. 0: before the first tick.
    tick: u64,
}

/// Board side in the set-up, in points. With `world_off_by_one` the board is larger by 1.
const SIZE: u16 = 4;

/// Demos in the order of [`Quirks::NAMES`]. Each has the seed, from 1 to 60, whose games differ at the
/// earliest tick; of several such seeds the lowest.
const DEMOS: [QuirkDemo; 7] = [
    demo("world_off_by_one", 1, 0),
    demo("eye_taboo", 7, 6),
    demo("pass_only_when_stuck", 16, 14),
    demo("stale_liberties", 18, 3),
    demo("async_group_sum", 48, 4),
    demo("random_closure", 39, 7),
    demo("score_by_degree", 18, 4),
];

const fn demo(quirk: &'static str, seed: u64, tick: u64) -> QuirkDemo {
    QuirkDemo { quirk, seed, tick }
}

impl QuirkDemo {
    /// Returns the demo of a quirk; `None` for an unknown name.
    #[must_use]
    pub fn of(quirk: &str) -> Option<Self> {
        DEMOS.into_iter().find(|demo| demo.quirk == quirk)
    }

    /// Returns the first tick after which the boards or the scores differ.
    #[must_use]
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Returns the game with all quirks, and the same game without this quirk.
    ///
    /// # Errors
    /// If the set-up is refused. This happens only if the preset of the rules is missing.
    pub fn games(&self) -> Result<[GameSetup; 2], SetupError> {
        let games = [true, false].map(|quirk| game(self.quirk, quirk, self.seed));
        for game in &games {
            game.check()?;
        }
        Ok(games)
    }
}

/// Returns a small game of the NetLogo world, with or without a quirk.
fn game(name: &str, with: bool, seed: u64) -> GameSetup {
    let mut rules = Rules::preset("netlogo-2016").unwrap_or_default();
    let mut quirks = Quirks::ALL;
    if let Some(quirk) = quirks.get_mut(name) {
        *quirk = with;
    }
    rules.quirks = Some(quirks);
    let brain = BrainSpec::named("netlogo").unwrap_or_default();
    let size = Size::square(SIZE).unwrap_or_default();
    GameSetup { size, rules, brains: ByColor::from_fn(|_| brain.clone()), seed, ..GameSetup::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{Occupancy, Tally, create_app, spawn_goban, ticks};

    /// Largest number of ticks that are played, and of seeds that are tried.
    const TICKS: u64 = 40;
    const SEEDS: u64 = 60;

    /// Returns the first tick after which the stones or the scores of the two games differ.
    fn first_difference(games: &[GameSetup; 2]) -> Option<u64> {
        let mut app = create_app();
        let gobans = games.each_ref().map(|game| spawn_goban(app.world_mut(), game).expect("a goban"));
        (0..=TICKS).find(|&tick| {
            if tick > 0 {
                ticks(app.world_mut(), 1);
            }
            let [one, other] = gobans.map(|goban| {
                let board = app.world().get::<Occupancy>(goban).expect("a board");
                let score = app.world().get::<Tally>(goban).expect("a tally").score;
                (board.size(), board.hash(), score)
            });
            one != other
        })
    }

    #[test]
    fn the_games_of_each_demo_differ_first_at_its_tick() {
        let demos = Quirks::NAMES.map(|name| {
            let difference =
                |seed| Some((first_difference(&[true, false].map(|with| game(name, with, seed)))?, seed));
            let earliest = (1..=SEEDS).filter_map(difference).min();
            earliest.map(|(tick, seed)| demo(name, seed, tick))
        });
        assert_eq!(demos, DEMOS.map(Some));
    }
}
