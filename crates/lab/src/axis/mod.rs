//! Axis: a parameter of a game, and its values.

mod error;
mod value;

pub use error::AxisError;
pub(super) use error::key_of;
pub(super) use value::AxisValue;

use std::collections::BTreeSet;
use std::str::FromStr;
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_go::{ByColor, Color, Quirks};
use stonefield_minds::{BrainSpec, split_outside_brackets, unbracketed};
use stonefield_sim::GameSetup;
use value::Change;

/// Names of the parameters of a game, in the order in which their values change a set-up. The single quirks,
/// which are not in this list, come after `quirk`. Parameters of minds come last.
const NAMES: [&str; 18] = [
    "rules",
    "quirk",
    "size",
    "komi",
    "ko",
    "suicide",
    "scoring",
    "stones-each",
    "handicap",
    "fill",
    "dead",
    "seed",
    "heat-rate",
    "heat-neighbours",
    "heat-decay",
    "minds",
    "black",
    "white",
];

/// Longest name of a mind's parameter, in characters. No mind has a parameter with a longer name.
const LONGEST_KEY: usize = 60;

/// Largest number of values of an axis.
pub const MAX_VALUES: usize = 10_000;

/// A parameter and its values, such as `black=random,[swarm:radius=3]`, `size=5:2:19` or
/// `black.radius=1,2,3`.
///
/// Values are separated by commas; a value with a comma is put in brackets. A range of numbers is
/// `first:step:last`. In a plan with a sampled design, the span `low..high` stands for all numbers between
/// its ends, or for all whole numbers if both ends are whole.
///
/// ```
/// use stonefield_lab::Axis;
/// use stonefield_sim::GameSetup;
///
/// let sizes: Axis = "size=5:2:9".parse()?;
/// let mut setup = GameSetup::default();
/// sizes.apply(1, &mut setup)?;
/// assert_eq!((sizes.len(), sizes.label(1), setup.size.to_string().as_str()), (3, "7", "7x7"));
/// # Ok::<(), stonefield_lab::AxisError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    parameter: Parameter,
    values: Vec<AxisValue>,
    /// Lowest and highest number of a span, and true if its values are whole. `None` for a list of values.
    between: Option<(f64, f64, bool)>,
}

/// Parameter of an axis.
#[derive(Clone, Debug, PartialEq)]
enum Parameter {
    /// A name in [`NAMES`], or a quirk.
    Game(&'static str),
    /// A parameter of the mind of a colour; `None` for both minds.
    Mind(Option<Color>, String),
    /// Pairings of a tournament.
    Pairing,
}

/// Names of the quirks. Each quirk can be a parameter.
pub(super) const QUIRK_NAMES: [&str; 7] = Quirks::NAMES;

/// Returns the names of all parameters of a game.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(Quirks::NAMES)
}

fn all_names() -> String {
    let names = names().collect::<Vec<_>>().join(", ");
    format!("{names}, or a parameter of a mind as black.NAME, white.NAME, minds.NAME")
}

impl Axis {
    /// Creates an axis from a name, in which `_` and `-` are the same, and texts. Each text is one value,
    /// `first:step:last` or `low..high`. `outside`: true if minds that are programs or persons are allowed.
    ///
    /// # Errors
    /// If the name is unknown, a value is refused, a span is combined with other values, or there are more
    /// than [`MAX_VALUES`] values. Of several spans the last counts.
    pub fn new<'a>(
        name: &str,
        texts: impl IntoIterator<Item = &'a str>,
        outside: bool,
    ) -> Result<Self, AxisError> {
        let parameter = Parameter::read(name)?;
        let (mut values, mut between) = (Vec::new(), None);
        for text in texts {
            if let Some(span) = parameter.span(text)? {
                between = Some(span);
                continue;
            }
            let room = (MAX_VALUES - values.len()) as u64;
            match parameter.range(text, room)? {
                Some(numbers) => {
                    for number in numbers {
                        values.push(parameter.value(&number, outside)?);
                    }
                }
                None => values.push(parameter.value(text, outside)?),
            }
            if values.len() > MAX_VALUES {
                return Err(AxisError::TooMany(parameter.name()));
            }
        }
        if between.is_some() && !values.is_empty() {
            return Err(AxisError::Value {
                name: parameter.name(),
                given: "low..high and other values".to_owned(),
                allowed: "a span cannot be combined with other values".to_owned(),
                near: String::new(),
            });
        }
        Ok(Self { parameter, values, between })
    }

    /// Creates the axis of a tournament's pairings, each with its text and its minds.
    pub(super) fn of_pairings(pairings: impl IntoIterator<Item = (String, ByColor<BrainSpec>)>) -> Self {
        let value = |(label, minds)| AxisValue { label, change: Change::Pairing(minds) };
        Self {
            parameter: Parameter::Pairing,
            values: pairings.into_iter().map(value).collect(),
            between: None,
        }
    }

    /// Returns the number of values; 0 for a span.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "only a span is empty: see is_span")]
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if the values are sampled between two numbers.
    #[must_use]
    pub const fn is_span(&self) -> bool {
        self.between.is_some()
    }

    /// Returns true if all values are whole numbers. Of a span, both ends must be whole.
    pub(super) fn is_whole(&self) -> bool {
        match self.between {
            Some((.., whole)) => whole,
            None => self.values.iter().all(|value| value.label.parse::<i64>().is_ok()),
        }
    }

    /// Returns true if all values are finite numbers, as those of a span are.
    pub(super) fn is_numeric(&self) -> bool {
        let number = |value: &AxisValue| value.label.parse::<f64>().is_ok_and(f64::is_finite);
        self.between.is_some() || self.values.iter().all(number)
    }

    /// Returns the name of the parameter.
    #[must_use]
    pub fn name(&self) -> String {
        self.parameter.name()
    }

    /// Returns the text of a value; empty if there is no such value.
    #[must_use]
    pub fn label(&self, at: usize) -> &str {
        self.values.get(at).map_or("", |value| &value.label)
    }

    /// Returns the texts of the values. A span has one text, `low..high`.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        match self.between {
            Some((low, high, true)) => vec![format!("{low}..{high}")],
            Some((low, high, false)) => vec![format!("{low:?}..{high:?}")],
            None => self.values.iter().map(|value| value.label.clone()).collect(),
        }
    }

    /// Replaces each mind among the values by its `change`. Minds of pairings are not replaced.
    pub(super) fn set_minds(&mut self, change: impl Fn(&BrainSpec) -> BrainSpec) {
        for value in &mut self.values {
            if let Change::Mind(_, spec) | Change::Minds(spec) = &mut value.change {
                *spec = change(spec);
            }
        }
    }

    /// Changes a set-up to a value. Does nothing if there is no such value.
    ///
    /// # Errors
    /// If the rules of the set-up have no quirks to switch, if their quirks decide the rule, or if a mind has
    /// no such parameter or refuses the value.
    pub fn apply(&self, at: usize, setup: &mut GameSetup) -> Result<(), AxisError> {
        self.values.get(at).map_or(Ok(()), |value| value.apply(setup))
    }

    /// Returns the values in order; none for a span.
    pub(super) fn values(&self) -> &[AxisValue] {
        &self.values
    }

    /// Returns the value with this index.
    pub(super) fn value(&self, at: usize) -> Option<&AxisValue> {
        self.values.get(at)
    }

    /// Returns the value at a coordinate from 0 to 1: for a span a number between its ends, for a list one of
    /// its values, each for an equal part. Fails if the parameter refuses the number.
    pub(super) fn sampled(&self, coordinate: f64) -> Result<AxisValue, AxisError> {
        let coordinate = coordinate.clamp(0.0, 1.0);
        let Some((low, high, whole)) = self.between else {
            // An axis without a span has at least one value.
            let count = self.values.len();
            let at = ((coordinate * count as f64) as usize).min(count.saturating_sub(1));
            let none = || AxisError::Form(self.name());
            return self.values.get(at).cloned().ok_or_else(none);
        };
        let text = if whole {
            ((low + coordinate * (high - low + 1.0)).floor().min(high)).to_string()
        } else {
            // Rounded to six decimals. The text reads back as the same number.
            let number = low + coordinate * (high - low);
            format!("{}", (number * 1e6).round() / 1e6)
        };
        self.parameter.value(&text, false)
    }

    /// Returns the rank of the parameter. Axes change a set-up in increasing order of rank.
    pub(super) fn order(&self) -> usize {
        match &self.parameter {
            Parameter::Game(name) => match NAMES.iter().position(|entry| entry == name) {
                Some(at) => 10 * at,
                // Single quirks come between `quirk` (10) and `size` (20).
                None => 15,
            },
            // Between `minds` (150) and `black` (160), which no plan has together with pairings.
            Parameter::Pairing => 155,
            Parameter::Mind(..) => 10 * NAMES.len(),
        }
    }

    /// Returns true if the parameter sets minds or their parameters.
    pub(super) fn sets_minds(&self) -> bool {
        matches!(
            self.parameter,
            Parameter::Mind(..) | Parameter::Pairing | Parameter::Game("minds" | "black" | "white")
        )
    }

    /// Returns true if a plan cannot have both axes: they set the same parameter, or one makes values of the
    /// other equal.
    pub(super) fn clashes_with(&self, other: &Self) -> bool {
        let (one, two) = (self.name(), other.name());
        let both = |a: &str, b: &str| (one == a && two == b) || (one == b && two == a);
        let all_and_single_quirk = |a: &str, b: &str| a == "quirk" && Quirks::NAMES.contains(&b);
        one == two
            || both("minds", "black")
            || both("minds", "white")
            || all_and_single_quirk(&one, &two)
            || all_and_single_quirk(&two, &one)
            || self.is_hidden_by(other)
            || other.is_hidden_by(self)
    }

    /// Returns true if two minds of this axis differ only in a parameter that the other axis sets. They would
    /// then play as the same mind.
    fn is_hidden_by(&self, other: &Self) -> bool {
        let Parameter::Mind(color, key) = &other.parameter else { return false };
        let Some(Change::Param(.., text)) = other.values.first().map(|value| &value.change) else {
            return false;
        };
        let mut minds = BTreeSet::new();
        self.values.iter().any(|value| {
            let spec = match &value.change {
                Change::Mind(seat, spec) if color.is_none_or(|color| color == *seat) => spec,
                Change::Minds(spec) if color.is_none() => spec,
                _ => return false,
            };
            let mut spec = spec.clone();
            // A mind without this parameter is refused when the axes are applied.
            spec.set_text(key, text).is_ok() && !minds.insert(spec.to_string())
        })
    }
}

impl FromStr for Axis {
    type Err = AxisError;

    fn from_str(text: &str) -> Result<Self, AxisError> {
        let (name, list) = text.split_once('=').ok_or_else(|| AxisError::Form(text.to_owned()))?;
        let texts = split_outside_brackets(list).into_iter().map(|entry| unbracketed(entry.trim()));
        let axis = Self::new(name.trim(), texts, false)?;
        if axis.is_span() { Err(AxisError::Span(axis.name())) } else { Ok(axis) }
    }
}

impl Parameter {
    /// Reads the name of a parameter. [`AxisValue::apply`] refuses an unknown parameter of a mind.
    fn read(given: &str) -> Result<Self, AxisError> {
        let unknown = || AxisError::Name(given.to_owned());
        if let Some((seat, key)) = given.split_once('.') {
            let color = match seat {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                "minds" => None,
                _ => return Err(unknown()),
            };
            // `excerpt` changes only names that no parameter has: with control characters, or too long.
            return Ok(Self::Mind(color, excerpt(key, LONGEST_KEY)));
        }
        let is_given = |name: &&str| name.replace('-', "_") == given.replace('-', "_");
        names().find(is_given).map(Self::Game).ok_or_else(unknown)
    }

    fn name(&self) -> String {
        match self {
            Self::Game(name) => (*name).to_owned(),
            Self::Mind(Some(color), key) => format!("{color}.{key}").to_lowercase(),
            Self::Mind(None, key) => format!("minds.{key}"),
            Self::Pairing => "players".to_owned(),
        }
    }

    fn refused(&self, given: &str, allowed: impl Into<String>) -> AxisError {
        let (allowed, near) = (excerpt(&allowed.into(), 400), String::new());
        AxisError::Value { name: self.name(), given: excerpt(given, 60), allowed, near }
    }

    /// Returns the error of a text that is none of some names. The error suggests the nearest of them.
    fn refused_name(&self, given: &str, names: &[&'static str], allowed: impl Into<String>) -> AxisError {
        let near = suggestion(given, names.iter().copied());
        AxisError::Value { name: self.name(), given: excerpt(given, 60), allowed: allowed.into(), near }
    }

    /// Returns true if the parameter takes ranges and spans. A mind's parameter may still refuse numbers.
    fn is_number(&self) -> bool {
        matches!(
            self,
            Self::Mind(..)
                | Self::Game(
                    "size"
                        | "komi"
                        | "stones-each"
                        | "handicap"
                        | "fill"
                        | "seed"
                        | "heat-rate"
                        | "heat-decay"
                )
        )
    }

    /// Reads `low..high`: both numbers, and true if both are whole. `None` if the text is no span, or the
    /// parameter is not numeric. Fails if an end is no number, or `low` is not less than `high`.
    fn span(&self, text: &str) -> Result<Option<(f64, f64, bool)>, AxisError> {
        let Some((low, high)) = text.split_once("..").filter(|_| self.is_number()) else { return Ok(None) };
        let refused = || self.refused(text, "a span is low..high, two numbers, the lower one first");
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let (first, last) = number(low).zip(number(high)).ok_or_else(refused)?;
        let whole = [low, high].iter().all(|text| text.trim().parse::<i64>().is_ok());
        if first < last { Ok(Some((first, last, whole))) } else { Err(refused()) }
    }

    /// Reads `first:step:last`, and returns the texts of its numbers. `None` if the text is no range, or the
    /// parameter is not numeric. Fails if there are more than `room` numbers, the step is not above 0, or
    /// `last` is less than `first`.
    fn range(&self, text: &str, room: u64) -> Result<Option<Vec<String>>, AxisError> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let [first, step, last] = parts[..] else { return Ok(None) };
        if !self.is_number() {
            return Ok(None);
        }
        let too_many = || AxisError::TooMany(self.name());
        let whole = |text: &str| text.parse::<u64>().ok();
        if let (Some(first), Some(step), Some(last)) = (whole(first), whole(step), whole(last)) {
            if step == 0 || last < first {
                return Err(self.refused(text, "a range is first:step:last, the step above 0"));
            }
            let count = ((last - first) / step).saturating_add(1);
            if count > room {
                return Err(too_many());
            }
            return Ok(Some((0..count).map(|index| (first + index * step).to_string()).collect()));
        }
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers = number(first).zip(number(step)).zip(number(last));
        let Some(((first, step), last)) =
            numbers.filter(|((first, step), last)| *step > 0.0 && last >= first)
        else {
            return Err(self.refused(text, "a range is first:step:last, numbers, the step above 0"));
        };
        // `last` is included if the steps miss it only by rounding.
        let count = ((last - first) / step + 1e-9).floor() + 1.0;
        if count > room as f64 {
            return Err(too_many());
        }
        let rounded = |index: u64| ((first + index as f64 * step) * 1e9).round() / 1e9;
        Ok(Some((0..count as u64).map(|index| rounded(index).to_string()).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Rules;

    fn axis(text: &str) -> Result<Axis, String> {
        text.parse().map_err(|error: AxisError| error.to_string())
    }

    #[test]
    fn values_with_commas_are_in_brackets() {
        let axis = axis("black=random,[swarm:radius=3,arbiter=sum],sensible").expect("an axis");
        assert_eq!(axis.len(), 3);
        assert_eq!(axis.label(1), "swarm:radius=3,arbiter=sum");
        let mut setup = GameSetup::default();
        axis.apply(1, &mut setup).expect("a mind");
        assert_eq!(setup.brains.black.name(), "swarm");
    }

    #[test]
    fn a_text_that_is_no_axis_is_refused_in_one_line() {
        for (text, expected) in [
            ("size", "is not an axis"),
            ("sise=5", "nearest: 'size'"),
            ("size=0", "'0' is not a value of size"),
            ("size=5:0:9", "the step above 0"),
            ("seed=1:1:99999", "at most 10000"),
            ("seed=0:1:18446744073709551615", "at most 10000"),
            ("komi=0:1e-300:1", "komi has more than 10000 values: at most 10000 are allowed"),
            ("komi=0:-1:5", "the step above 0"),
            ("komi=0..5", "for sampled designs"),
            ("ko=super", "positional"),
            ("suicide=maybe", "allowed or forbidden"),
            ("stones-each=0", "from 1"),
            ("handicap=1", "0, or 2 to 9"),
            ("fill=0.95", "a share from 0 to 0.9"),
            ("eye_taboo=perhaps", "on or off"),
            ("red.radius=3", "there is no parameter 'red.radius'"),
            ("black=nobody", "nobody"),
            ("black=human", "cannot be on an axis"),
            ("black=gtp:[gnugo --mode gtp]", "cannot be on an axis"),
            ("heat-rate=2", "a share from 0 to 1"),
            ("quirk=none", "one to switch off"),
            ("rules=ing", "rules"),
        ] {
            let message = axis(text).expect_err(text);
            assert!(message.contains(expected) && !message.contains('\n'), "{text}: {message}");
        }
    }

    #[test]
    fn an_axis_switches_off_one_quirk() {
        let axis = axis("quirk=all,eye_taboo").expect("an axis");
        let mut setup = GameSetup::default();
        assert_eq!(axis.apply(0, &mut setup), Err(AxisError::NoQuirks("chinese")));
        setup.rules = Rules::preset("netlogo-2016").expect("rules");
        axis.apply(1, &mut setup).expect("quirks");
        assert_eq!(setup.rules.quirks.expect("quirks").to_string(), "-eye_taboo");
    }

    #[test]
    fn parameters_of_minds_vary_and_a_mind_without_the_parameter_is_refused() {
        let axis = axis("white.radius=1:1:3").expect("an axis");
        let mut setup = GameSetup::default();
        setup.brains.white = "swarm".parse().expect("a mind");
        axis.apply(2, &mut setup).expect("a radius");
        assert_eq!(setup.brains.white.to_string(), "swarm:radius=3");
        assert_eq!((axis.name(), axis.len()), ("white.radius".to_owned(), 3));
        setup.brains.white = "random".parse().expect("a mind");
        let message = axis.apply(0, &mut setup).expect_err("random has no radius").to_string();
        assert!(message.contains("radius") && !message.contains('\n'), "{message}");
    }

    #[test]
    fn ranges_of_fractions_include_their_end_and_spans_are_sampled() {
        let komi = axis("komi=0:0.1:0.5").expect("an axis");
        let labels: Vec<_> = (0..komi.len()).map(|at| komi.label(at)).collect();
        assert_eq!(labels, ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
        let span = |name, text| Axis::new(name, [text], false).expect("a span");
        let sampled = |axis: &Axis, coordinate| axis.sampled(coordinate).expect("a value").label;
        let sizes = span("size", "5..7");
        assert_eq!(
            [0.0, 0.34, 0.99, 1.0].map(|coordinate| sampled(&sizes, coordinate)),
            ["5", "6", "7", "7"]
        );
        assert_eq!(sampled(&span("komi", "0.0..10.0"), 0.25), "2.5");
        assert_eq!(sampled(&axis("size=5,9").expect("sizes"), 0.5), "9");
    }
}
