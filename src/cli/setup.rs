//! Flags that define a game, and their checks. Shared by the commands that begin a new game.

use super::board::{BoardArgs, BoardSetup};
use super::dead::DeadArgs;
use super::failure::Failure;
use super::values::{self, NameError, ValueError};
use std::path::Path;
use stonefield_go::field::{HeatParams, Neighbourhood};
use stonefield_go::{ByColor, DeadStones};
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::Engines;
use stonefield_search::TimeControl;
use stonefield_sim::{Check, GameSetup, MAX_FILL, Opening, SetupError};

/// Names (clap ids) of the flags of a new game. They cannot be given with a record, which has these values.
pub(super) const NEW_GAME_FLAGS: [&str; 19] = [
    "size",
    "rules",
    "quirks",
    "komi",
    "stones_each",
    "suicide",
    "position",
    "handicap",
    "fill",
    "black",
    "white",
    "seed",
    "game",
    "heat_rate",
    "heat_neighbours",
    "heat_keep",
    "heat_decay",
    "dead",
    "check",
];

/// All flags that define a game.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "The game")]
pub(super) struct SetupArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Handicap stones for Black: 0, or 2 to 9 on the standard points
    #[arg(long, value_name = "STONES", default_value = "0", value_parser = handicap)]
    handicap: u32,
    /// Share of points, 0 to 0.9, that begin with random stones of both colours; chains without liberties are
    /// removed
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = values::number("share of points", 0.0, MAX_FILL))]
    fill: f64,
    /// Mind of Black; `stonefield brains` lists them [default: sensible, or netlogo with netlogo-2016]
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    pub(super) black: Option<BrainSpec>,
    /// Mind of White
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    pub(super) white: Option<BrainSpec>,
    /// Random seed: the same seed gives the same game
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    /// Game number within the seed's series, from 0
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = values::whole::<u64>("game number", 0, u64::MAX))]
    pub(super) game: u64,
    /// Share of its heat that a patch gives away each tick
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = share())]
    heat_rate: f64,
    /// Number of neighbours that get this heat: 8 or 4
    #[arg(long, value_name = "8|4", default_value = "8", value_parser = str::parse::<Neighbourhood>)]
    heat_neighbours: Neighbourhood,
    /// Keep heat from tick to tick and let it decay, instead of measuring it anew
    #[arg(long)]
    heat_keep: bool,
    /// Share of the kept heat that is lost each tick; implies --heat-keep [default: 0.1]
    #[arg(long, value_name = "SHARE", value_parser = share())]
    heat_decay: Option<f64>,
    #[command(flatten)]
    dead: DeadArgs,
    /// Plies at which the referee checks the agents: every ply, a sample of one ply in 64, or off [default:
    /// every, but sample for commands that play many games]
    #[arg(long, value_name = "every|sample|off", value_parser = check)]
    check: Option<Check>,
}

impl SetupArgs {
    /// Same flags with the defaults of a series: `--dead played` and `--check sample`.
    pub(super) fn with_series_defaults(self) -> Self {
        Self {
            dead: self.dead.with_default(DeadStones::CapturedOnly),
            check: self.check.or(Some(Check::Sample)),
            ..self
        }
    }

    /// Same flags with the defaults of a game in a window.
    pub(super) fn with_window_defaults(self) -> Self {
        Self { board: self.board.with_window_defaults(), ..self }
    }

    /// Checks the flags together and returns the set-up. Named engines are looked up in the settings file
    /// `config`, or without it in the default one.
    pub(super) fn resolve(self, config: Option<&Path>) -> Result<GameSetup, Failure> {
        if config.is_some() {
            // A settings file that cannot be read is refused even if it is not needed.
            load_engines(config)?;
        }
        let seat = |flag: &str, spec: &Option<BrainSpec>| {
            spec.as_ref().map(|spec| resolve_mind(flag, spec, config)).transpose()
        };
        let (black, white) = (seat("--black", &self.black)?, seat("--white", &self.white)?);
        let position = self.board.position();
        let BoardSetup { size, rules, start } = self.board.resolve()?;
        let default_mind = if rules.quirks.is_some() { "netlogo" } else { "sensible" };
        let default_mind = BrainSpec::named(default_mind).unwrap_or_default();
        let default_heat = HeatParams::default();
        #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
        let heat = HeatParams {
            rate: self.heat_rate as f32,
            neighbourhood: self.heat_neighbours,
            keep: self.heat_keep || self.heat_decay.is_some(),
            decay: self.heat_decay.map_or(default_heat.decay, |share| share as f32),
        };
        let setup = GameSetup {
            size,
            rules,
            brains: ByColor::new(
                black.unwrap_or_else(|| default_mind.clone()),
                white.unwrap_or(default_mind),
            ),
            seed: self.seed,
            game: self.game,
            handicap: self.handicap,
            heat,
            start,
            dead: self.dead.resolve(&rules)?,
            check: self.check.unwrap_or_default(),
            opening: Opening { fill: self.fill, game: self.game, ..Opening::default() },
            time: TimeControl::default(),
        };
        setup.check().map_err(|error| match (&error, position) {
            (SetupError::Start(_), Some(path)) => {
                Failure::flag("--position", format!("{}: {error}", path.display()))
            }
            _ => Failure::flag(flag_of(&error), error),
        })?;
        Ok(setup)
    }
}

fn check(text: &str) -> Result<Check, NameError> {
    text.parse().map_err(|error| {
        NameError::new(format_args!("{error}"), text, Check::ALL.map(Check::name).into_iter())
    })
}

/// Reads the named engines from the settings file `config`, or without it from the default one.
pub(super) fn load_engines(config: Option<&Path>) -> Result<Engines, Failure> {
    Engines::load(config).map_err(|error| match config {
        Some(_) => Failure::flag("--config", error),
        None => Failure::of(error),
    })
}

/// Resolves the mind of a flag: the name of an engine in the settings becomes its command. In a build that
/// starts no programs the mind stays unresolved, and its seat reports that.
pub(super) fn resolve_mind(
    flag: &str,
    spec: &BrainSpec,
    config: Option<&Path>,
) -> Result<BrainSpec, Failure> {
    if !spec.info().external || !spec.info().is_possible() {
        return Ok(spec.clone());
    }
    load_engines(config)?.resolve(spec).map_err(|error| Failure::flag(flag, error))
}

/// Flag whose value caused an error of the set-up.
const fn flag_of(error: &SetupError) -> &'static str {
    match error {
        SetupError::TooLarge { .. } | SetupError::TooSmall | SetupError::Memory { .. } => "--size",
        SetupError::HandicapInNetlogo | SetupError::HandicapOnStart | SetupError::Handicap(_) => "--handicap",
        SetupError::Fill(_)
        | SetupError::FillInNetlogo
        | SetupError::FillOnStart
        | SetupError::FillWithHandicap => "--fill",
        SetupError::StonesInNetlogo => "--stones-each",
        SetupError::StartSize { .. } | SetupError::Start(_) => "--position",
        SetupError::Komi(_) => "--komi",
        SetupError::Heat(_) => "--heat-rate",
    }
}

fn handicap(text: &str) -> Result<u32, ValueError> {
    match text.parse() {
        Ok(stones @ (0 | 2..=9)) => Ok(stones),
        _ => Err(ValueError::new(text, "handicap", "0, or 2 to 9")),
    }
}

/// Parser of a share of heat, from 0 to 1.
fn share() -> impl Fn(&str) -> Result<f64, ValueError> + Clone + Send + Sync + 'static {
    values::number("share", (*HeatParams::SHARES.start()).into(), (*HeatParams::SHARES.end()).into())
}
