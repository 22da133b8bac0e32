//! Filters of the table of stones: typed conditions, all of which must hold.

use super::rows::{StoneColumn, StoneRow};
use stonefield_go::notation::suggestion;
use stonefield_go::{Color, Point};

/// Conditions that a stone must meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoneFilter(Vec<Condition>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Condition {
    Color(Color),
    At(Point),
    Dead(bool),
    Number(StoneColumn, Comparison, f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    Other,
    AtLeast,
    More,
}

impl Comparison {
    /// All comparisons with their signs. At a position in a word the longest sign counts, whatever the order.
    const ALL: [(&'static str, Self); 6] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Other),
        ("<", Self::Less),
        (">", Self::More),
        ("=", Self::Equal),
    ];

    fn holds(self, one: f64, other: f64) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one == other,
            Self::Other => one != other,
            Self::AtLeast => one >= other,
            Self::More => one > other,
        }
    }
}

/// Columns by their words in conditions. `group` is the number of stones, `group_id` the name of the group.
const WORDS: [(&str, StoneColumn); 10] = [
    ("id", StoneColumn::Id),
    ("age", StoneColumn::Age),
    ("own", StoneColumn::Own),
    ("group", StoneColumn::Stones),
    ("stones", StoneColumn::Stones),
    ("group_id", StoneColumn::Group),
    ("liberties", StoneColumn::Liberties),
    ("temperature", StoneColumn::Temperature),
    ("links", StoneColumn::Links),
    ("died", StoneColumn::Died),
];

/// Error in the text of a filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// Unknown word.
    #[error(
        "'{word}' is not known: black, white, dead, alive, a point such as D4, or id, age, own, group, group_id, liberties, temperature, links, died with <, <=, =, !=, >=, > and a number{near}"
    )]
    Word {
        /// Typed word.
        word: String,
        /// Text that names the nearest known word.
        near: String,
    },
    /// Condition, and its sign that is not followed by a number.
    #[error("'{0}': a number is wanted after {1}")]
    Number(String, &'static str),
}

impl StoneFilter {
    /// True if a stone meets all conditions. No condition on an empty cell holds.
    #[must_use]
    pub fn fits(&self, stone: &StoneRow) -> bool {
        self.0.iter().all(|condition| match *condition {
            Condition::Color(color) => stone.color == color,
            Condition::At(point) => stone.point == point,
            Condition::Dead(dead) => stone.death.is_some() == dead,
            Condition::Number(column, comparison, number) => {
                let value = stone.number(column);
                !value.is_nan() && comparison.holds(value, number)
            }
        })
    }
}

impl std::str::FromStr for StoneFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        // Spaces around a sign are allowed.
        let mut plain = text.to_lowercase();
        for (sign, _) in Comparison::ALL {
            for blank in [format!("{sign} "), format!(" {sign}")] {
                while plain.contains(&blank) {
                    plain = plain.replace(&blank, sign);
                }
            }
        }
        plain
            .split([' ', ',', '\t'])
            .filter(|word| !word.is_empty())
            .map(condition)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn condition(word: &str) -> Result<Condition, FilterError> {
    let unknown_word = |name: &str| {
        let names = WORDS.iter().map(|(name, _)| *name).chain(["black", "white", "dead", "alive"]);
        FilterError::Word { word: word.to_owned(), near: suggestion(name, names) }
    };
    match word {
        "black" => return Ok(Condition::Color(Color::Black)),
        "white" => return Ok(Condition::Color(Color::White)),
        "dead" => return Ok(Condition::Dead(true)),
        "alive" => return Ok(Condition::Dead(false)),
        _ => {}
    }
    let signs = Comparison::ALL
        .into_iter()
        .filter_map(|(sign, comparison)| Some((word.find(sign)?, sign, comparison)));
    // The first sign in the word counts; of two at one place, the longer one.
    let Some((at, sign, comparison)) = signs.min_by_key(|(at, sign, _)| (*at, usize::MAX - sign.len()))
    else {
        return word.parse().map(Condition::At).map_err(|_| unknown_word(word));
    };
    let (name, number) = (&word[..at], &word[at + sign.len()..]);
    let column = WORDS.iter().find(|(word_of_column, _)| *word_of_column == name).map(|(_, column)| *column);
    let column = column.ok_or_else(|| unknown_word(name))?;
    let number = number.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.ok_or_else(|| FilterError::Number(word.to_owned(), sign))?;
    Ok(Condition::Number(column, comparison, number))
}

/// Returns the indices of the rows that pass a filter, sorted by a column, then by index. `up`: true for
/// ascending order.
#[must_use]
pub fn filtered_rows(rows: &[StoneRow], filter: &StoneFilter, column: StoneColumn, up: bool) -> Vec<u32> {
    let fits = (0_u32..).zip(rows).filter(|(_, row)| filter.fits(row));
    let mut places: Vec<(f64, u32)> = fits.map(|(at, row)| (row.number(column), at)).collect();
    places.sort_unstable_by(|one, other| {
        // Rows without a value come last.
        let order = match (one.0.is_nan(), other.0.is_nan()) {
            (false, false) if up => one.0.total_cmp(&other.0),
            (false, false) => other.0.total_cmp(&one.0),
            (one, other) => one.cmp(&other),
        };
        order.then(one.1.cmp(&other.1))
    });
    places.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(id: u32, color: Color, stones: u32, age: u64) -> StoneRow {
        StoneRow {
            id,
            color,
            point: Point::new(3, 3),
            age,
            own_liberties: 1,
            group: 12,
            stones,
            liberties: 4,
            temperature: 1.5,
            links: 2,
            death: None,
        }
    }

    fn fits(filter: &str, stone: &StoneRow) -> bool {
        filter.parse::<StoneFilter>().unwrap_or_else(|error| panic!("{error}")).fits(stone)
    }

    #[test]
    fn all_conditions_must_hold() {
        let one = stone(7, Color::White, 5, 9);
        for filter in [
            "",
            "white",
            "white group>=5 age<10",
            "WHITE  group >= 5 , age< 10",
            "d4",
            "id=7 own=1 links!=3 group_id=12",
            "temperature>1.4 liberties<=4",
        ] {
            assert!(fits(filter, &one), "{filter}");
        }
        for filter in ["black", "white age<9", "group>5", "e5", "links!=2", "dead", "died>0"] {
            assert!(!fits(filter, &one), "{filter}");
        }
        let dead = StoneRow { death: Some((40, (Color::Black, Point::new(2, 3)))), ..one };
        for filter in ["dead", "died>=40 white", "age=9"] {
            assert!(fits(filter, &dead), "{filter}");
        }
        for filter in ["alive", "liberties<9", "links!=7", "died<40"] {
            assert!(!fits(filter, &dead), "{filter}: a dead stone has none");
        }
    }

    #[test]
    fn an_error_names_the_word_and_the_nearest_known_one() {
        let error = |text: &str| text.parse::<StoneFilter>().expect_err(text).to_string();
        assert!(
            error("agee<10").starts_with("'agee<10' is not known")
                && error("agee<10").ends_with("nearest: 'age'")
        );
        assert!(error("whit").ends_with("nearest: 'white'"));
        assert_eq!(error("white age<ten"), "'age<ten': a number is wanted after <");
        assert_eq!(error("age<"), "'age<': a number is wanted after <");
    }
}
