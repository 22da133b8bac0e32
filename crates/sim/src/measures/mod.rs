//! Measures: the table of all quantities that are measured in a game. Columns, keys and titles come from this
//! table.

pub(crate) mod hash;
pub mod load;
pub(crate) mod survey;

pub use hash::state_hash;
pub use survey::{BoardSurvey, Surveyor};

use crate::{RecordTick, TallyRow};
use stonefield_go::ByColor;
use stonefield_search::Evaluation;

/// A quantity that is measured in each tick, or on request.
#[derive(Debug)]
pub struct Measure {
    /// Name of the measure, without a colour.
    pub name: &'static str,
    /// Unit of the measure.
    pub unit: &'static str,
    /// Description, in one sentence.
    pub about: &'static str,
    source: Source,
}

/// Measures are equal if their names are.
impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// Row of a tick: the state at its end.
    Row(fn(&TallyRow) -> Measurement),
    /// Row of a tick: a count of its events, with the way to combine several ticks.
    Change(fn(&TallyRow) -> f64, Gather),
    /// Survey of the board, made on request.
    Survey(fn(&BoardSurvey) -> Measurement),
    /// Evaluation for Black by the mind that moved, made before the move. From the record.
    Opinion(fn(&Evaluation) -> Option<f64>),
}

/// Way to combine the counts of several ticks.
#[derive(Clone, Copy, Debug)]
enum Gather {
    Sum,
    Most,
}

/// Value of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measurement {
    /// One number for the board.
    Whole(f64),
    /// One number for each colour.
    Each(ByColor<f64>),
}

impl Measurement {
    fn each(counts: ByColor<u32>) -> Self {
        Self::Each(counts.map(f64::from))
    }

    /// Number of each colour. A number of the board counts for both colours.
    #[must_use]
    pub const fn by_color(self) -> ByColor<f64> {
        match self {
            Self::Whole(number) => ByColor { black: number, white: number },
            Self::Each(numbers) => numbers,
        }
    }

    /// Number of the board, or of Black and White.
    pub fn numbers(self) -> impl Iterator<Item = f64> {
        let (first, second) = match self {
            Self::Whole(number) => (number, None),
            Self::Each(ByColor { black, white }) => (black, Some(white)),
        };
        std::iter::once(first).chain(second)
    }
}

const fn row(
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    read: fn(&TallyRow) -> Measurement,
) -> Measure {
    Measure { name, unit, about, source: Source::Row(read) }
}

const fn change(
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    gather: Gather,
    read: fn(&TallyRow) -> f64,
) -> Measure {
    Measure { name, unit, about, source: Source::Change(read, gather) }
}

const fn survey(
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    read: fn(&BoardSurvey) -> Measurement,
) -> Measure {
    Measure { name, unit, about, source: Source::Survey(read) }
}

const fn opinion(
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    read: fn(&Evaluation) -> Option<f64>,
) -> Measure {
    Measure { name, unit, about, source: Source::Opinion(read) }
}

/// All measures of the board, those of a survey last. A tick is one ply; under `netlogo-2016` it is one ply
/// of each colour.
pub static MEASURES: [Measure; 17] = [
    row("stones", "stones", "Stones on the board.", |row| Measurement::each(row.stones)),
    row(
        "groups",
        "groups",
        "Groups on the board: stones joined through neighbours of their colour.",
        |row| Measurement::each(row.groups),
    ),
    row("largest_group", "stones", "Stones of the largest group. 0 without groups.", |row| {
        Measurement::each(row.largest)
    }),
    row("mean_group", "stones", "Mean number of stones in a group. 0 without groups.", |row| {
        let mean = |color| f64::from(row.stones[color]) / f64::from(row.groups[color].max(1));
        Measurement::Each(ByColor::from_fn(mean))
    }),
    row("groups_in_atari", "groups", "Groups with exactly one liberty.", |row| {
        Measurement::each(row.in_atari)
    }),
    row("spanning_groups", "groups", "Groups that connect two opposite edges of the board.", |row| {
        Measurement::each(row.spanning)
    }),
    row(
        "eye_points",
        "points",
        "Vacant points whose neighbours are all stones of the colour. Diagonal enemies: at most one, and none on \
         the edge of the board.",
        |row| Measurement::each(row.eye_points),
    ),
    row(
        "score",
        "points",
        "Score by stones: stones on the board plus dead enemy stones; under netlogo-2016 plus the other colour's losses instead.",
        |row| Measurement::Each(row.score),
    ),
    change(
        "merges",
        "groups",
        "Groups joined by the stones placed in the tick. Extending a single group counts as one.",
        Gather::Sum,
        |row| f64::from(row.changes.merges),
    ),
    change(
        "merge_size",
        "stones",
        "Stones of the largest group that merges made in the tick. 0 without merges.",
        Gather::Most,
        |row| f64::from(row.changes.merge_size),
    ),
    change(
        "captures",
        "stones",
        "Stones that died in the tick, by capture or suicide.",
        Gather::Sum,
        |row| f64::from(row.changes.captures),
    ),
    change("captured_groups", "groups", "Groups that lost stones in the tick.", Gather::Sum, |row| {
        f64::from(row.changes.captured_groups)
    }),
    change(
        "largest_capture",
        "stones",
        "Largest number of stones that one group lost in the tick.",
        Gather::Most,
        |row| f64::from(row.changes.largest_capture),
    ),
    row(
        "capacity",
        "heat",
        "Sum of the temperatures of all patches, before the tick's stone is placed. At tick 0 of netlogo-2016: their mean.",
        |row| Measurement::Whole(row.capacity),
    ),
    survey(
        "area",
        "points",
        "Area score of the present board, without komi: stones, and vacant points that reach only stones of the colour.",
        |survey| Measurement::each(survey.area),
    ),
    survey("liberties", "points", "Liberties of each group, summed over all groups.", |survey| {
        Measurement::each(survey.liberties)
    }),
    survey("control", "power", "Sum of the control map. Positive: in favour of Black.", |survey| {
        Measurement::Whole(survey.control)
    }),
];

/// Evaluations by the minds that play. They are not measured on the board, so no column has them. Without an
/// evaluation the value is missing.
pub static OPINIONS: [Measure; 2] = [
    opinion(
        "win_rate",
        "%",
        "Black's winning chance, as each colour's mind saw it before its move.",
        |evaluation| evaluation.winrate.map(|share| 100.0 * share),
    ),
    opinion(
        "lead",
        "points",
        "Black's lead in points, negative if White leads, as each colour's mind saw it before its move.",
        |evaluation| evaluation.lead,
    ),
];

/// All measures: [`MEASURES`], then [`OPINIONS`].
pub fn all_by_tick() -> impl Iterator<Item = &'static Measure> {
    MEASURES.iter().chain(&OPINIONS)
}

impl Measure {
    /// Values in a tick of a record: of Black and of White, or of the board and `None`. For an evaluation: by
    /// Black's mind and by White's mind. `None`: unknown, as for a survey.
    #[must_use]
    pub fn in_tick(&self, tick: &RecordTick) -> [Option<f64>; 2] {
        match self.source {
            Source::Row(read) => match read(&tick.row) {
                Measurement::Whole(number) => [Some(number), None],
                Measurement::Each(ByColor { black, white }) => [Some(black), Some(white)],
            },
            Source::Change(read, _) => [Some(read(&tick.row)), None],
            Source::Survey(_) => [None; 2],
            Source::Opinion(read) => [read(&tick.said.black), read(&tick.said.white)],
        }
    }

    /// Value in the row of a tick. `None`: the measure is not in rows.
    #[must_use]
    pub fn in_row(&self, row: &TallyRow) -> Option<Measurement> {
        match self.source {
            Source::Row(read) => Some(read(row)),
            Source::Change(read, _) => Some(Measurement::Whole(read(row))),
            Source::Survey(_) | Source::Opinion(_) => None,
        }
    }

    /// Value over consecutive ticks, given by their rows: the state at the end of the last tick, or the sum
    /// or maximum of event counts. `None`: there are no ticks, or the measure is not in rows.
    #[must_use]
    pub fn gathered(&self, rows: &[TallyRow]) -> Option<Measurement> {
        match self.source {
            Source::Change(read, gather) if !rows.is_empty() => {
                let numbers = rows.iter().map(read);
                Some(Measurement::Whole(match gather {
                    Gather::Sum => numbers.sum(),
                    Gather::Most => numbers.fold(0.0, f64::max),
                }))
            }
            _ => self.in_row(rows.last()?),
        }
    }

    /// Value in a survey. `None`: the measure is not in surveys.
    #[must_use]
    pub fn in_survey(&self, survey: &BoardSurvey) -> Option<Measurement> {
        match self.source {
            Source::Survey(read) => Some(read(survey)),
            Source::Row(_) | Source::Change(..) | Source::Opinion(_) => None,
        }
    }

    /// True when the measure needs a pass over the board, so that it is measured only on request.
    #[must_use]
    pub const fn is_surveyed(&self) -> bool {
        matches!(self.source, Source::Survey(_))
    }

    /// True when the measure is an evaluation by minds.
    #[must_use]
    pub const fn is_opinion(&self) -> bool {
        matches!(self.source, Source::Opinion(_))
    }

    fn read(&self, row: &TallyRow, survey: &BoardSurvey) -> Option<Measurement> {
        self.in_row(row).or_else(|| self.in_survey(survey))
    }

    /// True when each colour has its own number.
    #[must_use]
    pub fn is_by_color(&self) -> bool {
        !matches!(self.read(&TallyRow::default(), &BoardSurvey::default()), Some(Measurement::Whole(_)))
    }

    /// Column names: the name, or the name after `black_` and `white_`.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        if self.is_by_color() {
            ["black", "white"].map(|color| format!("{color}_{}", self.name)).to_vec()
        } else {
            vec![self.name.to_owned()]
        }
    }
}

/// All numbers of a tick, in the order of the columns of [`MEASURES`].
#[must_use]
pub fn all_numbers(row: &TallyRow, survey: &BoardSurvey) -> Vec<f64> {
    MEASURES.iter().filter_map(|measure| measure.read(row, survey)).flat_map(Measurement::numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_number_has_a_name_of_its_own() {
        let columns: Vec<_> = MEASURES.iter().flat_map(Measure::columns).collect();
        assert_eq!(all_numbers(&TallyRow::default(), &BoardSurvey::default()), vec![0.0; columns.len()]);
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), columns.len());
        assert_eq!(all_by_tick().map(|measure| measure.name).collect::<BTreeSet<_>>().len(), 19);
        assert!(all_by_tick().all(|measure| measure.about.ends_with('.') && !measure.unit.is_empty()));
        assert!(MEASURES.iter().skip_while(|measure| !measure.is_surveyed()).all(Measure::is_surveyed));
    }
}
