//! Plan: the combinations and rows that an experiment of the laboratory plays.

mod board_keys;
mod design;
mod error;
mod measure;
mod plan_text;
mod position;
mod read;
mod text;
mod tournament;

pub use error::{PlanError, PlanFault};
pub use measure::{GameNumbers, PlanMeasure, RowMeasure, Times, row_measures};
pub use plan_text::PlanText;
pub use position::positions_line;
pub(crate) use text::difference;
pub use tournament::{Entrant, MAX_PLAYERS, Pairing, Tournament};

use super::axis::{Axis, AxisError, QUIRK_NAMES as QUIRKS};
use super::statistics::Sprt;
use super::{PlannedGame, Series};
use design::Combinations;
use std::collections::BTreeMap;
use std::sync::Arc;
use stonefield_go::{ByColor, Setup, Size};
use stonefield_minds::{BrainSpec, Demand, Trust};
use stonefield_sim::{Check, GameSetup, Opening};

/// An experiment: all combinations of the values of its axes, or a sample of them, each played several times.
///
/// A row is one game. Successive rows have different combinations, so an unfinished store has about the same
/// number of games of each. All random numbers of a row depend only on the seed and the number of the row, so
/// the game can be replayed on any machine; see [`Plan::unrepeatable`] for the exceptions.
///
/// ```
/// use stonefield_lab::Plan;
///
/// let text = "seed = 5\ngames = 10\nsize = [5, 7]\nwhite = [\"sensible\", \"swarm:radius=3\"]\n";
/// let plan = Plan::read(text)?;
/// assert_eq!((plan.combinations(), plan.rows()), (4, 40));
/// let game = plan.game(5)?;
/// assert_eq!((game.setup.size.to_string().as_str(), game.setup.game), ("5x5", 5));
/// assert_eq!(game.setup.brains.white.to_string(), "swarm:radius=3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The plan as it was written.
    source: String,
    seed: u64,
    games: u64,
    axes: Vec<Axis>,
    /// Design as it was written; `None` for all combinations.
    design: Option<String>,
    combinations: Combinations,
    alternate: bool,
    open: u32,
    max_ticks: Option<u64>,
    measures: Vec<PlanMeasure>,
    /// Interval at which all stones are stored, in ticks; `None` to store none.
    stones: Option<u64>,
    check: Check,
    /// Positions with which games begin, in rotation. Empty: games begin as their set-up says.
    positions: Vec<Setup>,
    /// Players and pairings, if the plan is a tournament. The first axis is then the pairings.
    tournament: Option<Tournament>,
    /// Test that ends a tournament of two players early.
    sprt: Option<Sprt>,
    /// Series that the plan plays; `None` for a plan that was read.
    series: Option<Arc<Series>>,
    /// Trust in minds that files name. `None`: the seats of minds that need trust stay empty.
    trust: Option<Arc<Trust>>,
}

/// Largest number of rows of a plan.
pub const MAX_ROWS: u64 = 1_000_000_000_000;

/// Largest number of ticks in a plan: of `max_ticks`, and of an interval between measurements.
const MAX_TICKS: u64 = 1_000_000_000_000;

/// Largest number of axes of a plan. Each is a column of its store.
pub const MAX_AXES: usize = 200;

/// Largest number of combinations that are checked, or searched for minds, before games are played.
const MAX_CHECKED: u64 = 20_000;

impl Plan {
    /// Reads a plan in TOML; see `docs/laboratory.md`.
    ///
    /// # Errors
    /// Fails if the text is not a plan, or one of the first 20,000 combinations cannot be played.
    pub fn read(source: &str) -> Result<Self, PlanError> {
        read::read(source)
    }

    /// Creates a plan with one combination, which plays a series. A row has the number of its game.
    #[must_use]
    pub fn of_series(series: Series) -> Self {
        Self {
            source: String::new(),
            seed: series.setup.seed,
            games: series.games,
            axes: Vec::new(),
            design: None,
            combinations: Combinations::all(&[]).unwrap_or_else(Combinations::none),
            alternate: series.alternate,
            open: series.setup.opening.plies,
            max_ticks: Some(series.max_ticks),
            measures: Vec::new(),
            stones: None,
            check: series.setup.check,
            positions: Vec::new(),
            tournament: None,
            sprt: None,
            series: Some(Arc::new(series)),
            trust: None,
        }
    }

    /// Returns the series that the plan plays; `None` for a plan that was read.
    #[must_use]
    pub fn series(&self) -> Option<&Series> {
        self.series.as_deref()
    }

    /// Returns the plan as it was written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the plan in canonical form, one line for each key, sorted. Plans with the same text play the
    /// same rows.
    #[must_use]
    pub fn canonical(&self) -> String {
        text::canonical(self)
    }

    /// Returns the hash of the canonical form: 16 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        hash_of(&self.canonical())
    }

    /// Returns how another plan, in canonical form, differs from this one, in words: at most ten differences.
    /// `None` if both play the same rows.
    #[must_use]
    pub fn difference(&self, other: &str) -> Option<String> {
        difference(&self.canonical(), other)
    }

    /// Returns the number of combinations.
    #[must_use]
    pub fn combinations(&self) -> u64 {
        self.combinations.count()
    }

    /// Returns the number of games of each combination.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.combinations() * self.games
    }

    /// Returns the numbers of the rows. Those of a series may begin above 0.
    #[must_use]
    pub fn row_range(&self) -> std::ops::Range<u64> {
        self.series.as_ref().map_or(0..self.rows(), |series| series.numbers())
    }

    /// Returns the seed of all random numbers. An axis `seed` replaces it in the games.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns all parameters that the plan sets, whether they vary or not.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Iterates over the parameters that vary, each with its index among the axes.
    pub fn varied(&self) -> impl Iterator<Item = (usize, &Axis)> {
        self.axes.iter().enumerate().filter(|(_, axis)| axis.len() != 1)
    }

    /// Returns the measures of each game.
    #[must_use]
    pub fn measures(&self) -> &[PlanMeasure] {
        &self.measures
    }

    /// Returns the interval at which all stones are stored, in ticks; `None` if they are not stored.
    #[must_use]
    pub const fn stones(&self) -> Option<u64> {
        self.stones
    }

    /// Returns the number of random moves at the beginning of each game, both colours together.
    #[must_use]
    pub const fn open(&self) -> u32 {
        // The positions were taken from records after `open` moves, so no random moves follow.
        if self.positions.is_empty() { self.open } else { 0 }
    }

    /// Returns the positions with which games begin, in rotation. Both games of a pair have the same one.
    /// Empty: games begin as their set-up says.
    #[must_use]
    pub fn positions(&self) -> &[Setup] {
        &self.positions
    }

    /// Returns true if the minds have swapped colours in every second game of a combination.
    #[must_use]
    pub const fn alternates(&self) -> bool {
        self.alternate
    }

    /// Returns the players and pairings; `None` if the plan is no tournament.
    #[must_use]
    pub const fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// Returns the test that ends a tournament of two players early; `None` if the plan has no test.
    #[must_use]
    pub const fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Returns the numbers of the two players of a combination; `None` if the plan is no tournament. The
    /// first player has Black in the first game of each pair.
    #[must_use]
    pub fn players(&self, combination: u64) -> Option<(usize, usize)> {
        let tournament = self.tournament.as_ref()?;
        tournament.pairs().get(self.combinations.place(&self.axes, combination, 0)?).copied()
    }

    /// Returns the combination of a row, and the number of the row's game in the combination, both from 0.
    #[must_use]
    pub fn place(&self, row: u64) -> (u64, u64) {
        let count = self.combinations().max(1);
        (row % count, row / count)
    }

    /// Returns the value of each axis in a combination, in the order of [`Plan::axes`].
    #[must_use]
    pub fn labels(&self, combination: u64) -> Vec<&str> {
        (0..self.axes.len()).map(|axis| self.combinations.value(&self.axes, combination, axis)).collect()
    }

    /// Returns the game of a row.
    ///
    /// # Errors
    /// If a parameter does not fit its mind or rules; after [`Plan::admitted`] also if a mind is not trusted.
    pub fn game(&self, row: u64) -> Result<PlannedGame, AxisError> {
        if let Some(series) = &self.series {
            return Ok(series.game(row));
        }
        let (combination, repetition) = self.place(row);
        let mut setup = self.setup(combination)?;
        if let Some(trust) = &self.trust {
            let size = setup.board();
            for mind in [&mut setup.brains.black, &mut setup.brains.white] {
                let admitted = trust.admit(mind, size);
                let refused =
                    |demand| AxisError::Untrusted { mind: Box::new(mind.clone()), demand: Box::new(demand) };
                *mind = admitted.map_err(refused)?;
            }
        }
        let swapped = self.alternate && repetition % 2 == 1;
        if swapped {
            let ByColor { black, white } = setup.brains;
            setup.brains = ByColor::new(white, black);
        }
        // Both games of a pair begin with the same opening.
        let opening_game = if swapped { row - self.combinations() } else { row };
        setup.game = row;
        setup.opening = Opening { plies: self.open(), game: opening_game, ..setup.opening };
        let start_number = if self.alternate { repetition / 2 } else { repetition };
        let count = self.positions.len().max(1) as u64;
        setup.start =
            usize::try_from(start_number % count).ok().and_then(|at| self.positions.get(at)).cloned();
        // Default tick limit: far above the length of a usual game.
        let default_max_ticks = 1000 + 50 * setup.board().area() as u64;
        let max_ticks = self.max_ticks.unwrap_or(default_max_ticks);
        Ok(PlannedGame { max_ticks, swapped, setup, stops: Vec::new() })
    }

    /// Returns the set-up of a combination. Without an axis for it, a colour has the rules' default mind.
    fn setup(&self, combination: u64) -> Result<GameSetup, AxisError> {
        self.setup_by_axes(combination).map_err(|(_, error)| error)
    }

    /// Same as [`Plan::setup`], with the index of the axis whose value is refused.
    fn setup_by_axes(&self, combination: u64) -> Result<GameSetup, (usize, AxisError)> {
        if let Some(series) = &self.series {
            return Ok(series.setup.clone());
        }
        let mut setup = GameSetup { seed: self.seed, check: self.check, ..GameSetup::default() };
        // Default minds depend on the rules: they are seated after the rule axes, before the first mind axis.
        let mut has_default_minds = false;
        for axis in self.combinations.order() {
            let is_mind = self.axes[*axis].sets_minds();
            if is_mind && !std::mem::replace(&mut has_default_minds, true) {
                seat_default_minds(&mut setup);
            }
            let applied = self.combinations.apply(&self.axes, combination, *axis, &mut setup);
            applied.map_err(|error| (*axis, error))?;
        }
        if !has_default_minds {
            seat_default_minds(&mut setup);
        }
        setup.start = self.positions.first().cloned();
        Ok(setup)
    }

    /// Checks the first 20,000 combinations. Fails with the first that is refused, the index of the axis whose
    /// value is refused (`None` if the values do not fit together), and the reason.
    fn check_combinations(&self) -> Result<(), (u64, Option<usize>, AxisError)> {
        let mut checked = 0..self.combinations().min(MAX_CHECKED);
        checked.try_for_each(|combination| {
            let setup = self.setup_by_axes(combination);
            let setup = setup.map_err(|(axis, error)| (combination, Some(axis), error))?;
            setup.check().map_err(|error| (combination, None, error.into()))
        })
    }

    /// Returns the first mind, in the first 20,000 combinations, whose moves can differ when a row is
    /// replayed: one with a time limit, one with threads that share a tree, or another program.
    #[must_use]
    pub fn unrepeatable(&self) -> Option<BrainSpec> {
        self.minds().into_iter().find(|mind| !mind.is_repeatable())
    }

    /// Returns the minds of the first 20,000 combinations, each once.
    #[must_use]
    pub fn minds(&self) -> Vec<BrainSpec> {
        self.minds_on_boards().into_iter().map(|(mind, _)| mind).collect()
    }

    /// Same as [`Plan::minds`], each with the board on which its moves take longest.
    fn minds_on_boards(&self) -> Vec<(BrainSpec, Size)> {
        let mut minds: Vec<(BrainSpec, Size)> = Vec::new();
        // Index in `minds` by the text of the mind. A linear search would be slow with thousands of minds.
        let mut indices: BTreeMap<String, usize> = BTreeMap::new();
        let setups =
            (0..self.combinations().min(MAX_CHECKED)).filter_map(|combination| self.setup(combination).ok());
        for setup in setups {
            let size = setup.board();
            for mind in [setup.brains.black, setup.brains.white] {
                let index = *indices.entry(mind.to_string()).or_insert(minds.len());
                match minds.get_mut(index) {
                    Some((_, slowest)) if *slowest == size => {}
                    Some((_, slowest)) => {
                        if mind.seconds_per_move(size) > mind.seconds_per_move(*slowest) {
                            *slowest = size;
                        }
                    }
                    None => minds.push((mind, size)),
                }
            }
        }
        minds
    }

    /// Returns the plan if the minds of the first 20,000 combinations are trusted. [`Plan::game`] then seats
    /// trusted minds, and refuses all others. See `docs/trust.md`.
    ///
    /// # Errors
    /// If a mind is not trusted: the mind, and what it asks for. If a mind is a person: the mind, and `None`.
    pub fn admitted(mut self, trust: &Trust) -> Result<Self, (BrainSpec, Option<Demand>)> {
        for (mind, size) in self.minds_on_boards() {
            if mind.info().human {
                return Err((mind, None));
            }
            trust.admit(&mind, size).map_err(|demand| (mind.clone(), Some(demand)))?;
        }
        self.trust = Some(Arc::new(trust.clone()));
        Ok(self)
    }
}

/// Returns the hash of a plan in canonical form: 16 hexadecimal digits.
pub(crate) fn hash_of(canonical: &str) -> String {
    format!("{:016x}", stonefield_files::fingerprint(canonical.as_bytes()))
}

/// Seats the default mind of the rules for both colours.
fn seat_default_minds(setup: &mut GameSetup) {
    let name = if setup.quirks().is_some() { "netlogo" } else { "sensible" };
    let mind = BrainSpec::named(name).unwrap_or_default();
    setup.brains = ByColor::from_fn(|_| mind.clone());
}
