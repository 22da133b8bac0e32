//! Row measure: a measure of a game, and the times at which it is taken.

use super::super::store::DataKind;
use super::{MAX_TICKS, PlanFault};
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_sim::{MEASURES, Measure};

/// A measure of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowMeasure {
    /// A value that every row has, even if the plan does not list it.
    Given(&'static Named),
    /// A measure of one tick: taken at the end of the game, and with an interval also during the game.
    Tick(&'static Measure),
    /// Numbers of a whole game, known only at its end.
    Game(GameNumbers),
    /// Number of groups of each colour and size, in the table `clusters`. Can be taken during the game.
    Clusters,
    /// Number of ticks for each number of deaths, in the table `avalanches`.
    Avalanches,
}

/// Numbers of a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameNumbers {
    /// For each colour, the number of enemy stones that died.
    Prisoners,
    /// Box-counting dimension of the stones at the end: of each colour, and of all.
    BoxDimension,
    /// CPU time of each mind in all its turns, in seconds, in the table `timing`.
    Thinking,
    /// Number of playouts of each mind in all its turns.
    Playouts,
    /// Number of search nodes of each mind in all its turns.
    Nodes,
}

/// Name, unit and description of a measure.
#[derive(Debug, PartialEq, Eq)]
pub struct Named {
    /// Name of the measure.
    pub name: &'static str,
    /// Unit; empty for a word or a pure number.
    pub unit: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
}

/// Times at which a measure is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// At the end of the game.
    End,
    /// At the set-up, at every n-th tick (n is at least 1), and at the end.
    Every(u64),
}

/// A measure of a plan, and its times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanMeasure {
    /// The measure.
    pub measure: RowMeasure,
    /// Ticks at which the measure is taken.
    pub times: Times,
}

const fn named(name: &'static str, unit: &'static str, about: &'static str) -> Named {
    Named { name, unit, about }
}

/// Values that every row has.
static GIVEN: [Named; 5] = [
    named(
        "winner",
        "",
        "Winner: black, white or draw; void, unfinished or failed if the game counts for nothing.",
    ),
    named(
        "result",
        "",
        "Result as in SGF: B+3.5, W+R, Draw, Void; unfinished if the game was stopped before its end.",
    ),
    named("score", "points", "Final score by the rules, komi included; with @n the score by stones."),
    named("ticks", "ticks", "Number of ticks of the game."),
    named("plies", "plies", "Turns taken by both colours, passes included."),
];

static PRISONERS: Named =
    named("prisoners", "stones", "Enemy stones that died in the game, for each colour.");
static BOX_DIMENSION: Named = named(
    "box_dimension",
    "",
    "Box-counting dimension of the stones of each colour and of all stones at the end; missing with fewer than two box sizes.",
);
static THINKING: Named = named(
    "thinking",
    "seconds",
    "CPU time of each colour's mind in all its turns, in the table timing; it differs when the row is played again. It includes all threads, the stones of a swarm, and an external program if the system reports its time; missing if it is unknown.",
);
static PLAYOUTS: Named = named(
    "playouts",
    "playouts",
    "Playouts of each colour's mind in all its turns; missing for a mind without playouts.",
);
static NODES: Named = named(
    "nodes",
    "nodes",
    "Nodes of the search of each colour's mind in all its turns; missing for a mind without a search.",
);
static CLUSTERS: Named = named(
    "cluster_sizes",
    "groups",
    "Number of groups of each size and colour at the end, in the table clusters; with @n also every n ticks.",
);
static AVALANCHES: Named =
    named("avalanches", "ticks", "Number of ticks for each number of deaths, in the table avalanches.");

/// Returns all measures, in the order in which they are listed to the user.
#[must_use]
pub fn row_measures() -> Vec<RowMeasure> {
    use GameNumbers::{BoxDimension, Nodes, Playouts, Prisoners, Thinking};
    let given = GIVEN.iter().map(RowMeasure::Given);
    let ticks = MEASURES.iter().filter(|measure| measure.name != "score").map(RowMeasure::Tick);
    let game = [Prisoners, BoxDimension, Thinking, Playouts, Nodes].map(RowMeasure::Game);
    given.chain(ticks).chain(game).chain([RowMeasure::Clusters, RowMeasure::Avalanches]).collect()
}

impl RowMeasure {
    /// Returns name, unit and description; `None` for a measure of a tick, which has its own.
    fn named(&self) -> Option<&'static Named> {
        match self {
            Self::Given(named) => Some(named),
            Self::Tick(_) => None,
            Self::Game(GameNumbers::Prisoners) => Some(&PRISONERS),
            Self::Game(GameNumbers::BoxDimension) => Some(&BOX_DIMENSION),
            Self::Game(GameNumbers::Thinking) => Some(&THINKING),
            Self::Game(GameNumbers::Playouts) => Some(&PLAYOUTS),
            Self::Game(GameNumbers::Nodes) => Some(&NODES),
            Self::Clusters => Some(&CLUSTERS),
            Self::Avalanches => Some(&AVALANCHES),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Tick(measure) => measure.name,
            other => other.named().map_or("", |named| named.name),
        }
    }

    /// Returns the unit; empty for a word or a pure number.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Tick(measure) => measure.unit,
            other => other.named().map_or("", |named| named.unit),
        }
    }

    /// Returns the description, in one sentence.
    #[must_use]
    pub fn about(&self) -> &'static str {
        match self {
            Self::Tick(measure) => measure.about,
            other => other.named().map_or("", |named| named.about),
        }
    }

    /// Returns the columns that the measure adds to the table of games; some measures add none.
    #[must_use]
    pub fn end_columns(&self) -> Vec<(String, DataKind)> {
        let real = |names: Vec<String>| names.into_iter().map(|name| (name, DataKind::Real)).collect();
        match self {
            Self::Given(_) | Self::Clusters | Self::Avalanches | Self::Game(GameNumbers::Thinking) => {
                Vec::new()
            }
            Self::Tick(measure) => real(measure.columns()),
            Self::Game(GameNumbers::BoxDimension) => {
                real(["black", "white", "all"].map(|whose| format!("{whose}_box_dimension")).to_vec())
            }
            Self::Game(_) => {
                let name = self.name();
                ["black", "white"].map(|color| (format!("{color}_{name}"), DataKind::Whole)).to_vec()
            }
        }
    }

    /// Returns true if the measure can be taken during the game.
    #[must_use]
    pub fn has_ticks(&self) -> bool {
        self.during().is_some() || *self == Self::Clusters
    }

    /// Returns the measure that is taken at ticks during the game; `None` if there is none.
    #[must_use]
    pub fn during(&self) -> Option<&'static Measure> {
        match self {
            Self::Tick(measure) => Some(measure),
            Self::Given(named) => MEASURES.iter().find(|measure| measure.name == named.name),
            Self::Game(_) | Self::Clusters | Self::Avalanches => None,
        }
    }
}

/// Short names of measures that plans may use, each with the full name.
const ALIASES: [(&str, &str); 2] = [("largest", "largest_group"), ("clusters", "cluster_sizes")];

impl PlanMeasure {
    /// Reads `name` ([`Times::End`]) or `name@n` ([`Times::Every`]).
    pub(super) fn read(text: &str) -> Result<Self, PlanFault> {
        let (name, interval) = match text.split_once('@') {
            Some((name, interval)) => (name.trim(), Some(interval.trim())),
            None => (text.trim(), None),
        };
        let full_name = ALIASES.iter().find(|(short, _)| *short == name).map_or(name, |(_, full)| full);
        let measures = row_measures();
        let Some(measure) = measures.iter().find(|measure| measure.name() == full_name).copied() else {
            let near = suggestion(
                name,
                measures.iter().map(RowMeasure::name).chain(ALIASES.map(|(short, _)| short)),
            );
            return Err(PlanFault::Measure { given: excerpt(name, 60), near });
        };
        let times = match interval {
            None => Times::End,
            Some(given) => {
                let ticks = given.parse().ok().filter(|ticks| (1..=MAX_TICKS).contains(ticks));
                let ticks = ticks.ok_or_else(|| PlanFault::MeasureTicks { given: excerpt(given, 60) })?;
                if !measure.has_ticks() {
                    return Err(PlanFault::MeasureAtEnd { name: measure.name() });
                }
                Times::Every(ticks)
            }
        };
        Ok(Self { measure, times })
    }

    /// Returns the measure as plans write it.
    #[must_use]
    pub fn text(&self) -> String {
        match self.times {
            Times::End => self.measure.name().to_owned(),
            Times::Every(ticks) => format!("{}@{ticks}", self.measure.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_every_tick_measure_is_among_them() {
        let measures = row_measures();
        let names: BTreeSet<_> = measures.iter().map(RowMeasure::name).collect();
        assert_eq!(names.len(), measures.len());
        assert!(MEASURES.iter().all(|measure| names.contains(measure.name)));
        assert!(measures.iter().all(|measure| measure.about().ends_with('.')));
        let columns: Vec<_> =
            measures.iter().flat_map(RowMeasure::end_columns).map(|(name, _)| name).collect();
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), columns.len());
    }

    #[test]
    fn measures_are_read_and_unknown_ones_are_refused() {
        for text in ["winner", "score@10", "capacity@50", "largest", "clusters@5", "avalanches", "area"] {
            let read = PlanMeasure::read(text).expect(text);
            assert!(matches!(read.times, Times::Every(_)) == text.contains('@'), "{text}");
        }
        for (text, expected) in [
            ("captured", "nearest: 'captures'"),
            ("capacity@0", "from 1"),
            ("capacity@", "from 1"),
            ("winner@5", "at the end only"),
        ] {
            let message = PlanMeasure::read(text).expect_err(text).to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }
}
