//! Wall plan: the games of a wall, which shows several boards side by side.

use super::axis::{Axis, AxisError};
use super::plan::{Plan, Tournament};
use std::sync::Arc;
use stonefield_sim::GameSetup;

/// Largest number of boards on a wall.
pub const MAX_BOARDS: usize = 64;

/// Games on the boards of a wall. The boards show games of one series, the rows of a plan, or a table with
/// the values of one parameter in each direction.
///
/// ```
/// use stonefield_lab::WallPlan;
/// use stonefield_sim::GameSetup;
///
/// let (sizes, minds) = ("size=5,7".parse()?, "black=random,sensible".parse()?);
/// let plan = WallPlan::table(GameSetup::default(), Some(sizes), Some(minds))?;
/// assert_eq!((plan.games().len(), plan.columns()), (4, Some(2)));
/// assert_eq!(plan.games()[3].name, "size 7 · black sensible");
/// # Ok::<(), stonefield_lab::AxisError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WallPlan {
    games: Vec<WallGame>,
    columns: Option<usize>,
    /// Difference between the numbers of two successive games on a board.
    stride: u64,
    series: WallSeries,
}

/// Games that a wall shows.
#[derive(Clone, Debug)]
enum WallSeries {
    /// All boards play games of one series.
    Numbers,
    /// Each board plays a series of its own.
    Table,
    /// The boards play rows of a plan.
    Rows(Arc<Plan>),
}

/// A game on a board of a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct WallGame {
    /// Name that says how the game differs from the others.
    pub name: String,
    /// Set-up of the game.
    pub setup: GameSetup,
    /// True if the minds have swapped colours.
    pub swapped: bool,
    /// Number of ticks after which the game ends unfinished; `None` for no limit.
    pub max_ticks: Option<u64>,
}

impl WallPlan {
    /// Creates a wall with `boards` games of one series, 1 to [`MAX_BOARDS`].
    ///
    /// # Errors
    /// If no game can begin with the set-up.
    pub fn series(base: &GameSetup, boards: usize) -> Result<Self, AxisError> {
        base.check()?;
        let boards = boards.clamp(1, MAX_BOARDS);
        let games = (0..boards as u64).map(|at| WallGame::numbered(base, base.game.wrapping_add(at)));
        Ok(Self { games: games.collect(), columns: None, stride: boards as u64, series: WallSeries::Numbers })
    }

    /// Creates a wall with the rows of a plan from `from` on, or with the last row if `from` is beyond it.
    /// There are `boards` boards, 1 to [`MAX_BOARDS`], but not more than rows. With n boards, the board of
    /// row r plays row r + n next. The games are those that the laboratory plays.
    ///
    /// # Errors
    /// If a row has no valid set-up, or its minds cannot be seated.
    pub fn rows(plan: &Arc<Plan>, from: u64, boards: usize) -> Result<Self, AxisError> {
        let remaining = plan.rows().saturating_sub(from).max(1);
        let boards = (boards.clamp(1, MAX_BOARDS) as u64).min(remaining);
        let first = from.min(plan.rows().saturating_sub(1));
        let games = (first..first + boards).map(|row| WallGame::row(plan, row)).collect::<Result<_, _>>()?;
        Ok(Self { games, columns: None, stride: boards, series: WallSeries::Rows(Arc::clone(plan)) })
    }

    /// Creates a table with a column for each value of `across`, and a row for each value of `down`.
    ///
    /// # Errors
    /// If there are more than [`MAX_BOARDS`] boards, or no game can begin with one of the set-ups.
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
            games.push(WallGame { name, setup, swapped: false, max_ticks: None });
        }
        let columns = across.is_some().then_some(columns);
        Ok(Self { games, columns, stride: 1, series: WallSeries::Table })
    }

    /// Returns the games of the boards, row by row.
    #[must_use]
    pub fn games(&self) -> &[WallGame] {
        &self.games
    }

    /// Returns the number of boards in a row of the table; `None` if the wall has no parameter `across`.
    #[must_use]
    pub const fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Returns the next game of a board after `last`. `None` after the last row of a plan, or if the next row
    /// has no valid set-up.
    #[must_use]
    pub fn next(&self, last: &WallGame) -> Option<WallGame> {
        let number = last.setup.game.wrapping_add(self.stride);
        match &self.series {
            WallSeries::Numbers => Some(WallGame::numbered(&last.setup, number)),
            WallSeries::Table => Some(WallGame { setup: last.setup.numbered(number), ..last.clone() }),
            WallSeries::Rows(plan) if number < plan.rows() => WallGame::row(plan, number).ok(),
            WallSeries::Rows(_) => None,
        }
    }

    /// Returns the plan whose rows are played; `None` for other walls.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.series {
            WallSeries::Rows(plan) => Some(plan),
            WallSeries::Numbers | WallSeries::Table => None,
        }
    }

    /// Returns the names of the two sides whose wins are counted. If the minds of a plan swap colours: the
    /// minds, or the players of a tournament with two players. Else the colours.
    #[must_use]
    pub fn sides(&self) -> [String; 2] {
        let Some(plan) = self.plan().filter(|plan| plan.alternates()) else {
            return ["Black", "White"].map(str::to_owned);
        };
        match plan.tournament().map(Tournament::players) {
            Some([one, other]) => [one.name.clone(), other.name.clone()],
            _ => ["the first mind", "the second mind"].map(str::to_owned),
        }
    }
}

impl WallGame {
    /// Returns the game of a series with this number.
    fn numbered(base: &GameSetup, number: u64) -> Self {
        let setup = base.numbered(number);
        Self { name: format!("game {}", number.saturating_add(1)), setup, swapped: false, max_ticks: None }
    }

    /// Returns the game of a row of a plan.
    fn row(plan: &Plan, row: u64) -> Result<Self, AxisError> {
        let game = plan.game(row)?;
        let labels = plan.labels(plan.place(row).0);
        let varied = plan.varied().map(|(at, axis)| match axis.name().as_str() {
            // The label of a pairing or a mind needs no name in front.
            "players" | "black" | "white" | "minds" => labels[at].to_owned(),
            name => format!("{name} {}", labels[at]),
        });
        let mut name = format!("game {row}");
        for words in varied.chain(game.swapped.then(|| "swapped".to_owned())) {
            name += " · ";
            name += &words;
        }
        Ok(Self { name, setup: game.setup, swapped: game.swapped, max_ticks: Some(game.max_ticks) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_boards_of_a_series_ever_play_the_same_game() {
        let plan = WallPlan::series(&GameSetup::default(), 5).expect("a wall");
        let mut numbers = BTreeSet::new();
        for game in plan.games() {
            let mut game = game.clone();
            for _ in 0..4 {
                assert!(numbers.insert(game.setup.game));
                assert_eq!(game.name, format!("game {}", game.setup.game + 1));
                game = plan.next(&game).expect("a series has no end");
            }
        }
        assert_eq!(numbers, (0..20).collect());
    }

    #[test]
    fn the_boards_play_each_row_of_a_plan_once() {
        let plan = "games = 4\nsize = [5, 7]\nblack = \"random\"\nwhite = \"sensible\"\nalternate = true\nopen = 2\n";
        let plan = Arc::new(Plan::read(plan).expect("a plan"));
        let wall = WallPlan::rows(&plan, 1, 3).expect("a wall");
        assert_eq!(wall.games()[1].name, "game 2 · size 5 · swapped");
        let mut rows = Vec::new();
        for game in wall.games() {
            let mut next = Some(game.clone());
            while let Some(game) = next {
                let row = game.setup.game;
                let planned = plan.game(row).expect("a row");
                assert_eq!((&game.setup, game.swapped), (&planned.setup, planned.swapped));
                assert_eq!(game.max_ticks, Some(planned.max_ticks));
                rows.push(row);
                next = wall.next(&game);
            }
        }
        rows.sort_unstable();
        assert_eq!(rows, (1..8).collect::<Vec<_>>());
        assert_eq!(WallPlan::rows(&plan, 7, 16).expect("a wall").games().len(), 1);
        assert_eq!(wall.sides(), ["the first mind", "the second mind"].map(str::to_owned));
    }

    #[test]
    fn a_table_with_too_many_boards_or_an_invalid_setup_is_refused() {
        let axis = |text: &str| Some(text.parse::<Axis>().expect("an axis"));
        let table = |across: &str, down: &str| {
            WallPlan::table(GameSetup::default(), axis(across), axis(down)).map_err(|error| error.to_string())
        };
        let error = table("seed=1:1:10", "size=5:1:11").expect_err("70 boards");
        assert_eq!(error, "a wall of 10 columns and 7 rows has too many boards: at most 64");
        let error = table("rules=netlogo-2016,chinese", "quirk=all").expect_err("no quirks");
        assert!(error.contains("chinese"), "{error}");
    }
}
