//! Plan: what an experiment of the laboratory plays, combination by combination, row by row.

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
pub use tournament::{Entrant, MOST_PLAYERS, Pairing, Tournament};

use super::PlannedGame;
#[cfg(not(target_family = "wasm"))]
use super::Series;
use super::axis::{Axis, AxisError, QUIRK_NAMES as QUIRKS};
use super::statistics::Sprt;
use design::Combinations;
use std::collections::BTreeMap;
use std::sync::Arc;
use stonefield_go::{ByColor, Setup, Size};
use stonefield_minds::{BrainSpec, Demand, Trust};
use stonefield_sim::{Check, GameSetup, Opening};

/// An experiment: every combination of the values of its axes, or a sample of them, each played a number of times.
///
/// A row is one game. Rows go through all combinations before any is repeated, so that a store that is not finished has about as many games of each.
/// The seed of a row's dice is that of the plan, and the number of its game is the row: with both the game can be played again anywhere.
///
/// ```
/// use stonefield_lab::Plan;
///
/// let plan = Plan::read("seed = 5\ngames = 10\nsize = [5, 7]\nwhite = [\"sensible\", \"swarm:radius=3\"]\n")?;
/// assert_eq!((plan.combinations(), plan.rows()), (4, 40));
/// let game = plan.game(5)?;
/// assert_eq!((game.setup.size.to_string().as_str(), game.setup.game), ("5x5", 5));
/// assert_eq!(game.setup.brains.white.to_string(), "swarm:radius=3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// As it was written.
    source: String,
    seed: u64,
    games: u64,
    axes: Vec<Axis>,
    /// How combinations are chosen, as it was written; `None` for all of them.
    design: Option<String>,
    combinations: Combinations,
    alternate: bool,
    open: u32,
    max_ticks: Option<u64>,
    measures: Vec<PlanMeasure>,
    /// Ticks from one at which all stones are written down to the next.
    stones: Option<u64>,
    check: Check,
    /// The positions that games begin with in turn; none for the usual beginning.
    positions: Vec<Setup>,
    /// Who plays whom, where it is a tournament: its first axis.
    tournament: Option<Tournament>,
    /// The test by which a tournament of two players ends early.
    sprt: Option<Sprt>,
    /// Series that the plan plays; `None` for a plan that was read. A page plays no series.
    #[cfg(not(target_family = "wasm"))]
    series: Option<Arc<Series>>,
    /// Which minds may be seated; without it their seats stay empty where they are not cheap.
    trust: Option<Arc<Trust>>,
}

/// The most rows that a plan has.
pub const MOST_ROWS: u64 = 1_000_000_000_000;

/// Largest number of ticks from one measurement to the next.
const MOST_TICKS: u64 = 1_000_000_000_000;

/// The most things that a plan sets: each is a column of its store.
pub const MOST_AXES: usize = 200;

/// Combinations of which all are looked at before any game is played.
const LOOKED_AT: u64 = 20_000;

impl Plan {
    /// Reads a plan in TOML; see `docs/laboratory.md`.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with its line and column.
    pub fn read(source: &str) -> Result<Self, PlanError> {
        read::read(source)
    }

    /// Returns the plan of one combination that plays a series. Its rows are the numbers of the games.
    #[cfg(not(target_family = "wasm"))]
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
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn series(&self) -> Option<&Series> {
        self.series.as_deref()
    }

    /// As it was written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Every line of it in one form, keys in order: two plans with the same text play the same rows.
    #[must_use]
    pub fn canonical(&self) -> String {
        text::canonical(self)
    }

    /// What tells its rows from those of other plans: 16 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        hash_of(&self.canonical())
    }

    /// Everything in which another plan is not this one, in words, at most ten things; `None` where they play the same rows.
    #[must_use]
    pub fn difference(&self, other: &str) -> Option<String> {
        difference(&self.canonical(), other)
    }

    /// How many combinations of values there are.
    #[must_use]
    pub fn combinations(&self) -> u64 {
        self.combinations.count()
    }

    /// How many games of each combination there are.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many rows there are in all.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.combinations() * self.games
    }

    /// Returns the numbers of the rows.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn row_range(&self) -> std::ops::Range<u64> {
        self.series.as_ref().map_or(0..self.rows(), |series| series.numbers())
    }

    /// The seed of all its dice.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Everything that is set, whether it varies or not.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// What varies.
    pub fn varied(&self) -> impl Iterator<Item = (usize, &Axis)> {
        self.axes.iter().enumerate().filter(|(_, axis)| axis.len() != 1)
    }

    /// What is measured of each game.
    #[must_use]
    pub fn measures(&self) -> &[PlanMeasure] {
        &self.measures
    }

    /// Ticks from one at which all stones are written down to the next; `None` where they are not.
    #[must_use]
    pub const fn stones(&self) -> Option<u64> {
        self.stones
    }

    /// Random moves with which each game opens: turns of both colours together.
    #[must_use]
    pub const fn open(&self) -> u32 {
        // With positions to begin with, it is how many moves of each record led to them.
        if self.positions.is_empty() { self.open } else { 0 }
    }

    /// The positions that games begin with in turn, both games of a pair with the same; none for the usual beginning.
    #[must_use]
    pub fn positions(&self) -> &[Setup] {
        &self.positions
    }

    /// Whether the minds change colours every other game of a combination.
    #[must_use]
    pub const fn alternates(&self) -> bool {
        self.alternate
    }

    /// Who plays whom; `None` where it is no tournament.
    #[must_use]
    pub const fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// The test by which a tournament of two players ends early.
    #[must_use]
    pub const fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The players of a combination of a tournament: the one that has Black in the first game of each pair, and the other.
    #[must_use]
    pub fn players(&self, combination: u64) -> Option<(usize, usize)> {
        let tournament = self.tournament.as_ref()?;
        tournament.pairs().get(self.combinations.place(&self.axes, combination, 0)?).copied()
    }

    /// The combination that a row plays, from 0, and which of its games it is, from 0.
    #[must_use]
    pub fn place(&self, row: u64) -> (u64, u64) {
        let count = self.combinations().max(1);
        (row % count, row / count)
    }

    /// The value of each axis in a combination, in the order of [`Plan::axes`].
    #[must_use]
    pub fn labels(&self, combination: u64) -> Vec<&str> {
        (0..self.axes.len()).map(|axis| self.combinations.value(&self.axes, combination, axis)).collect()
    }

    /// The game of a row.
    ///
    /// # Errors
    /// When its combination means nothing, as a parameter that its mind does not have, or its minds are not trusted.
    pub fn game(&self, row: u64) -> Result<PlannedGame, AxisError> {
        #[cfg(not(target_family = "wasm"))]
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
        // Both games of a pair with colours changed open alike.
        let first = if swapped { row - self.combinations() } else { row };
        setup.game = row;
        setup.opening = Opening { plies: self.open(), game: first, ..setup.opening };
        let turn = if self.alternate { repetition / 2 } else { repetition };
        let count = self.positions.len().max(1) as u64;
        setup.start = usize::try_from(turn % count).ok().and_then(|at| self.positions.get(at)).cloned();
        let usual = 1000 + 50 * setup.board().area() as u64;
        Ok(PlannedGame { max_ticks: self.max_ticks.unwrap_or(usual), swapped, setup, stops: Vec::new() })
    }

    /// What the games of a combination begin with: the first, with the minds that its axes name.
    fn setup(&self, combination: u64) -> Result<GameSetup, AxisError> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(series) = &self.series {
            return Ok(series.setup.clone());
        }
        let mut setup = GameSetup { seed: self.seed, check: self.check, ..GameSetup::default() };
        let mut usual = false;
        for axis in self.combinations.order() {
            let is_mind = self.axes[*axis].sets_minds();
            if is_mind && !std::mem::replace(&mut usual, true) {
                seat_usual(&mut setup);
            }
            self.combinations.apply(&self.axes, combination, *axis, &mut setup)?;
        }
        if !usual {
            seat_usual(&mut setup);
        }
        setup.start = self.positions.first().cloned();
        Ok(setup)
    }

    /// Looks at every combination, at the first twenty thousand of more.
    fn look(&self) -> Result<(), (u64, AxisError)> {
        let looked_at = 0..self.combinations().min(LOOKED_AT);
        looked_at.into_iter().try_for_each(|combination| {
            let setup = self.setup(combination).and_then(|setup| Ok(setup.check()?));
            setup.map_err(|error| (combination, error))
        })
    }

    /// The first mind that does not play the same again, as one with a budget in time, several threads or a program; `None` where every row comes out the
    /// same wherever it is played.
    #[must_use]
    pub fn unrepeatable(&self) -> Option<BrainSpec> {
        self.minds().into_iter().find(|mind| !mind.is_repeatable())
    }

    /// The minds that its games seat, each once: those of the combinations that are looked at before a game is played.
    #[must_use]
    pub fn minds(&self) -> Vec<BrainSpec> {
        self.minds_on_boards().into_iter().map(|(mind, _)| mind).collect()
    }

    /// [`Plan::minds`], each with the board, of those it plays on, on which a move takes it longest.
    fn minds_on_boards(&self) -> Vec<(BrainSpec, Size)> {
        let mut minds: Vec<(BrainSpec, Size)> = Vec::new();
        // Places of the minds by their texts: there may be as many minds as combinations.
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let setups =
            (0..self.combinations().min(LOOKED_AT)).filter_map(|combination| self.setup(combination).ok());
        for setup in setups {
            let size = setup.board();
            for mind in [setup.brains.black, setup.brains.white] {
                let place = *places.entry(mind.to_string()).or_insert(minds.len());
                match minds.get_mut(place) {
                    Some((_, largest)) if *largest == size => {}
                    Some((_, largest)) => {
                        if mind.seconds_per_move(size) > mind.seconds_per_move(*largest) {
                            *largest = size;
                        }
                    }
                    None => minds.push((mind, size)),
                }
            }
        }
        minds
    }

    /// The same plan, whose minds may be seated as far as they are trusted: see `docs/trust.md`.
    ///
    /// # Errors
    /// The first mind that may not be, and what it asks for; or one that is a person.
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

/// What tells the text of a plan from others: 16 hexadecimal digits.
pub(crate) fn hash_of(canonical: &str) -> String {
    format!("{:016x}", stonefield_files::fingerprint(canonical.as_bytes()))
}

/// Seats the minds that play where a plan names none.
fn seat_usual(setup: &mut GameSetup) {
    let name = if setup.quirks().is_some() { "netlogo" } else { "sensible" };
    let mind = BrainSpec::named(name).unwrap_or_default();
    setup.brains = ByColor::from_fn(|_| mind.clone());
}
