//! Wall plan: the games of many boards that are watched at once.

use super::axis::{Axis, AxisError};
use super::plan::{Plan, Tournament};
use std::sync::Arc;
use stonefield_sim::GameSetup;

/// Boards of a wall at most.
pub const MAX_BOARDS: usize = 64;

/// The set-ups of the games on a wall: games of one series, a table whose columns and rows are values of a parameter, or rows of a plan.
///
/// ```
/// use stonefield_lab::WallPlan;
/// use stonefield_sim::GameSetup;
///
/// let plan = WallPlan::table(GameSetup::default(), Some("size=5,7".parse()?), Some("black=random,sensible".parse()?))?;
/// assert_eq!((plan.games().len(), plan.columns()), (4, Some(2)));
/// assert_eq!(plan.games()[3].name, "size 7 · black sensible");
/// # Ok::<(), stonefield_lab::AxisError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WallPlan {
    games: Vec<WallGame>,
    columns: Option<usize>,
    /// By how much the number of a board's next game is higher.
    stride: u64,
    series: WallSeries,
}

/// What the games of a wall are.
#[derive(Clone, Debug)]
enum WallSeries {
    /// Games of one series on all boards.
    Numbers,
    /// A series on each board.
    Table,
    /// Rows of a plan.
    Rows(Arc<Plan>),
}

/// A game on a board of a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct WallGame {
    /// What is different about it, in words.
    pub name: String,
    /// What it begins with.
    pub setup: GameSetup,
    /// Whether the minds have changed colours.
    pub swapped: bool,
    /// Ticks after which it is given up; `None`: it is played to its end.
    pub max_ticks: Option<u64>,
}

impl WallPlan {
    /// So many games of one series, 1…[`MAX_BOARDS`].
    ///
    /// # Errors
    /// When no game can begin with the set-up.
    pub fn series(base: &GameSetup, boards: usize) -> Result<Self, AxisError> {
        base.check()?;
        let boards = boards.clamp(1, MAX_BOARDS);
        let games = (0..boards as u64).map(|at| WallGame::numbered(base, base.game.wrapping_add(at)));
        Ok(Self { games: games.collect(), columns: None, stride: boards as u64, series: WallSeries::Numbers })
    }

    /// The rows of a plan from one on, on so many boards, 1…[`MAX_BOARDS`]; each board goes on with the next row that no other has. They are the very
    /// games that the laboratory plays.
    ///
    /// # Errors
    /// When a row means nothing, or its minds may not be seated.
    pub fn rows(plan: &Arc<Plan>, from: u64, boards: usize) -> Result<Self, AxisError> {
        let left = plan.rows().saturating_sub(from).max(1);
        let boards = (boards.clamp(1, MAX_BOARDS) as u64).min(left);
        let first = from.min(plan.rows().saturating_sub(1));
        let games = (first..first + boards).map(|row| WallGame::row(plan, row)).collect::<Result<_, _>>()?;
        Ok(Self { games, columns: None, stride: boards, series: WallSeries::Rows(Arc::clone(plan)) })
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
            games.push(WallGame { name, setup, swapped: false, max_ticks: None });
        }
        let columns = across.is_some().then_some(columns);
        Ok(Self { games, columns, stride: 1, series: WallSeries::Table })
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

    /// What follows on a board after a game; `None` where the rows of the plan are at their end, or mean nothing.
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

    /// The plan whose rows are played.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.series {
            WallSeries::Rows(plan) => Some(plan),
            WallSeries::Numbers | WallSeries::Table => None,
        }
    }

    /// Whose wins are counted: the colours, or the minds where these change colours.
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
    /// A game of a series by its number.
    fn numbered(base: &GameSetup, number: u64) -> Self {
        let setup = base.numbered(number);
        Self { name: format!("game {}", number.saturating_add(1)), setup, swapped: false, max_ticks: None }
    }

    /// A row of a plan.
    fn row(plan: &Plan, row: u64) -> Result<Self, AxisError> {
        let game = plan.game(row)?;
        let labels = plan.labels(plan.place(row).0);
        let varied = plan.varied().map(|(at, axis)| match axis.name().as_str() {
            // A pairing and a mind say themselves what they are.
            "players" | "black" | "white" | "minds" => labels[at].to_owned(),
            name => format!("{name} {}", labels[at]),
        });
        let mut name = format!("row {row}");
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
        let mut seen = BTreeSet::new();
        for game in plan.games() {
            let mut game = game.clone();
            for _ in 0..4 {
                assert!(seen.insert(game.setup.game));
                assert_eq!(game.name, format!("game {}", game.setup.game + 1));
                game = plan.next(&game).expect("a series has no end");
            }
        }
        assert_eq!(seen, (0..20).collect());
    }

    #[test]
    fn the_boards_play_each_row_of_a_plan_once() {
        let plan = "games = 4\nsize = [5, 7]\nblack = \"random\"\nwhite = \"sensible\"\nalternate = true\nopen = 2\n";
        let plan = Arc::new(Plan::read(plan).expect("a plan"));
        let wall = WallPlan::rows(&plan, 1, 3).expect("a wall");
        assert_eq!(wall.games()[1].name, "row 2 · size 5 · swapped");
        let mut seen = Vec::new();
        for game in wall.games() {
            let mut next = Some(game.clone());
            while let Some(game) = next {
                let row = game.setup.game;
                let planned = plan.game(row).expect("a row");
                assert_eq!((&game.setup, game.swapped), (&planned.setup, planned.swapped));
                assert_eq!(game.max_ticks, Some(planned.max_ticks));
                seen.push(row);
                next = wall.next(&game);
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (1..8).collect::<Vec<_>>());
        assert_eq!(WallPlan::rows(&plan, 7, 16).expect("a wall").games().len(), 1);
        assert_eq!(wall.sides(), ["the first mind", "the second mind"].map(str::to_owned));
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
