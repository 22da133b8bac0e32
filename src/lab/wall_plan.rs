//! Wall plan: the games of many boards that are watched at once.

use super::axis::{Axis, AxisError};
use crate::sim::GameSetup;

/// Boards of a wall at most.
pub const MAX_BOARDS: usize = 64;

/// The set-ups of the games on a wall: games of one series, or a table whose columns and rows are values of a parameter.
///
/// ```
/// use stonefield::{lab::WallPlan, sim::GameSetup};
///
/// let plan = WallPlan::table(GameSetup::default(), Some("size=5,7".parse()?), Some("black=random,sensible".parse()?))?;
/// assert_eq!((plan.games().len(), plan.columns()), (4, Some(2)));
/// assert_eq!(plan.games()[3].name, "size 7 · black sensible");
/// # Ok::<(), stonefield::lab::AxisError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WallPlan {
    games: Vec<WallGame>,
    columns: Option<usize>,
    /// By how much the number of a board's next game is higher.
    stride: u64,
}

/// A board of a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct WallGame {
    /// What is different about it, in words.
    pub name: String,
    /// Its first game.
    pub setup: GameSetup,
}

impl WallPlan {
    /// So many games of one series, 1…[`MAX_BOARDS`].
    ///
    /// # Errors
    /// When no game can begin with the set-up.
    pub fn series(base: &GameSetup, boards: usize) -> Result<Self, AxisError> {
        base.check()?;
        let boards = boards.clamp(1, MAX_BOARDS);
        let games = (0..boards as u64).map(|at| {
            let setup = GameSetup { game: base.game + at, ..base.clone() };
            WallGame { name: format!("game {}", setup.game + 1), setup }
        });
        Ok(Self { games: games.collect(), columns: None, stride: boards as u64 })
    }

    /// A column for each value of one parameter and a row for each value of another.
    ///
    /// # Errors
    /// When there are more than [`MAX_BOARDS`] boards, or no game can begin with one of the set-ups.
    pub fn table(base: GameSetup, across: Option<Axis>, down: Option<Axis>) -> Result<Self, AxisError> {
        let count = |axis: &Option<Axis>| axis.as_ref().map_or(1, Axis::len);
        let (columns, rows) = (count(&across), count(&down));
        if columns * rows > MAX_BOARDS {
            return Err(AxisError::TooManyBoards { columns, rows, most: MAX_BOARDS });
        }
        let mut games = Vec::with_capacity(columns * rows);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (mut setup, mut name) = (base.clone(), String::new());
            for (axis, at) in [(&across, column), (&down, row)] {
                let Some(axis) = axis else { continue };
                axis.apply(at, &mut setup)?;
                let separator = if name.is_empty() { "" } else { " · " };
                name += &format!("{separator}{} {}", axis.name(), axis.label(at));
            }
            setup.check()?;
            games.push(WallGame { name, setup });
        }
        Ok(Self { games, columns: across.is_some().then_some(columns), stride: 1 })
    }

    /// The boards, row by row.
    #[must_use]
    pub fn games(&self) -> &[WallGame] {
        &self.games
    }

    /// How many boards stand in a row, where that means something.
    #[must_use]
    pub const fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// What follows on a board after a game of its series.
    #[must_use]
    pub fn next(&self, last: &GameSetup) -> GameSetup {
        GameSetup { game: last.game.wrapping_add(self.stride), ..last.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_boards_of_a_series_ever_play_the_same_game() {
        let plan = WallPlan::series(&GameSetup::default(), 5).expect("a wall");
        let mut seen = BTreeSet::new();
        for WallGame { setup, .. } in plan.games() {
            let mut setup = setup.clone();
            for _ in 0..4 {
                assert!(seen.insert(setup.game));
                setup = plan.next(&setup);
            }
        }
        assert_eq!(seen, (0..20).collect());
    }

    #[test]
    fn a_table_that_is_too_large_or_cannot_begin_is_refused() {
        let axis = |text: &str| Some(text.parse::<Axis>().expect("an axis"));
        let table = |across: &str, down: &str| {
            WallPlan::table(GameSetup::default(), axis(across), axis(down)).map_err(|error| error.to_string())
        };
        let said = table("seed=1:1:10", "size=5:1:11").expect_err("70 boards");
        assert_eq!(said, "a wall of 10 columns and 7 rows has too many boards: at most 64");
        let said = table("rules=netlogo-2016,chinese", "quirk=all").expect_err("no quirks");
        assert!(said.contains("chinese"), "{said}");
    }
}
