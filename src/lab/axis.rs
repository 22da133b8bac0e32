//! Axis: a parameter of a game, and the values that it takes from one game to another.

use crate::brain::{BrainSpec, SpecError, split_outside_brackets, unbracketed};
use crate::field::HeatParams;
use crate::go::{ByColor, Color, Quirks, Rules, Size};
use crate::notation::suggestion;
use crate::sim::{GameSetup, SetupError};
use std::str::FromStr;

/// The names of what can vary.
const NAMES: [&str; 10] =
    ["black", "white", "minds", "rules", "quirk", "size", "komi", "seed", "heat-rate", "heat-decay"];

/// Values of an axis at most.
pub const MAX_VALUES: usize = 64;

/// A parameter and its values, such as `black=random,[swarm:radius=3]` or `size=5:2:19`.
///
/// Values are separated by commas; one that holds a comma stands in brackets. Whole numbers can be given as `first:step:last`.
///
/// ```
/// use stonefield::{lab::Axis, sim::GameSetup};
///
/// let sizes: Axis = "size=5:2:9".parse()?;
/// let mut setup = GameSetup::default();
/// sizes.apply(1, &mut setup)?;
/// assert_eq!((sizes.len(), sizes.label(1), setup.size.to_string().as_str()), (3, "7", "7x7"));
/// # Ok::<(), stonefield::lab::AxisError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    name: &'static str,
    values: Vec<(String, Value)>,
}

/// A value, as it changes a set-up.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Mind(Color, BrainSpec),
    Minds(BrainSpec),
    Rules(Rules),
    /// All quirks but this one; `None`: all of them.
    Quirk(Option<&'static str>),
    Size(Size),
    Komi(f64),
    Seed(u64),
    HeatRate(f32),
    HeatDecay(f32),
}

/// Why a text is not an axis, or a set-up cannot follow it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AxisError {
    /// No name, an equals sign and values.
    #[error("'{0}' is not an axis: it is NAME=VALUE,VALUE,… with one of the names {names}", names = NAMES.join(", "))]
    Form(String),
    /// A name that nothing has.
    #[error("nothing is called '{0}' that can vary: {names}{near}", names = NAMES.join(", "), near = suggestion(.0, NAMES.into_iter()))]
    Name(String),
    /// More values than an axis has.
    #[error("{name} has {count} values: at most {MAX_VALUES}")]
    TooMany {
        /// What varies.
        name: &'static str,
        /// How many values were given.
        count: u64,
    },
    /// Not a value of that parameter.
    #[error("'{given}' is not a value of {name}: {allowed}")]
    Value {
        /// What varies.
        name: &'static str,
        /// What was given.
        given: String,
        /// What is allowed.
        allowed: String,
    },
    /// Not a mind.
    #[error(transparent)]
    Mind(#[from] SpecError),
    /// A mind that is another program, or a person.
    #[error("{0} cannot be on an axis: each of its games would start a program, or wait for a person")]
    Outside(BrainSpec),
    /// Quirks vary in the NetLogo world only.
    #[error("the rules {0} have no quirks to vary; --rules netlogo-2016 has")]
    NoQuirks(&'static str),
    /// More boards than a wall has.
    #[error("a wall of {columns} columns and {rows} rows has too many boards: at most {most}", most = super::wall_plan::MAX_BOARDS)]
    TooManyBoards {
        /// The values across.
        columns: usize,
        /// The values down.
        rows: usize,
    },
    /// No game can begin like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Axis {
    /// How many values there are: one at least.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// What varies.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A value in words; empty where there is none.
    #[must_use]
    pub fn label(&self, at: usize) -> &str {
        self.values.get(at).map_or("", |(label, _)| label)
    }

    /// Changes a set-up as a value says; leaves it as it is where there is none.
    ///
    /// # Errors
    /// When quirks are to vary under rules that have none.
    pub fn apply(&self, at: usize, setup: &mut GameSetup) -> Result<(), AxisError> {
        let Some((_, value)) = self.values.get(at) else { return Ok(()) };
        match value {
            Value::Mind(color, spec) => setup.brains[*color] = spec.clone(),
            Value::Minds(spec) => setup.brains = ByColor::from_fn(|_| spec.clone()),
            Value::Rules(rules) => setup.rules = *rules,
            Value::Quirk(name) => {
                let quirks = setup.rules.quirks.as_mut().ok_or(AxisError::NoQuirks(setup.rules.name))?;
                *quirks = Quirks::ALL;
                if let Some(quirk) = name.and_then(|name| quirks.get_mut(name)) {
                    *quirk = false;
                }
            }
            Value::Size(size) => setup.size = *size,
            Value::Komi(komi) => setup.rules.komi = *komi,
            Value::Seed(seed) => setup.seed = *seed,
            Value::HeatRate(rate) => setup.heat.rate = *rate,
            Value::HeatDecay(decay) => (setup.heat.keep, setup.heat.decay) = (true, *decay),
        }
        Ok(())
    }
}

impl FromStr for Axis {
    type Err = AxisError;

    fn from_str(text: &str) -> Result<Self, AxisError> {
        let (name, list) = text.split_once('=').ok_or_else(|| AxisError::Form(text.to_owned()))?;
        let name = name.trim();
        let name = NAMES.into_iter().find(|known| *known == name);
        let name = name.ok_or_else(|| AxisError::Name(text.split('=').next().unwrap_or("").to_owned()))?;
        let mut values = Vec::new();
        for entry in split_outside_brackets(list).into_iter().map(str::trim) {
            let entry = unbracketed(entry);
            match range(name, entry)? {
                Some(numbers) => {
                    for number in numbers {
                        values.push((number.to_string(), value(name, &number.to_string())?));
                    }
                }
                None => {
                    let value = value(name, entry)?;
                    let label = match value {
                        Value::Quirk(Some(quirk)) => format!("-{quirk}"),
                        _ => entry.to_owned(),
                    };
                    values.push((label, value));
                }
            }
        }
        if values.len() > MAX_VALUES {
            return Err(AxisError::TooMany { name, count: values.len() as u64 });
        }
        Ok(Self { name, values })
    }
}

/// The numbers of `first:step:last`, where a text is that.
fn range(name: &'static str, text: &str) -> Result<Option<impl Iterator<Item = u64> + use<>>, AxisError> {
    let parts: Vec<&str> = text.split(':').collect();
    let [first, step, last] = parts[..] else { return Ok(None) };
    if !matches!(name, "size" | "seed" | "komi") {
        return Ok(None);
    }
    let refused = || AxisError::Value {
        name,
        given: text.to_owned(),
        allowed: "a range is first:step:last, whole numbers, the step 1 or more".to_owned(),
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| refused());
    let (first, step, last) = (number(first)?, number(step)?, number(last)?);
    if step == 0 || last < first {
        return Err(refused());
    }
    let count = ((last - first) / step).saturating_add(1);
    if count > MAX_VALUES as u64 {
        return Err(AxisError::TooMany { name, count });
    }
    Ok(Some((0..count).map(move |at| first + at * step)))
}

fn value(name: &'static str, text: &str) -> Result<Value, AxisError> {
    let refused =
        |allowed: &str| AxisError::Value { name, given: text.to_owned(), allowed: allowed.to_owned() };
    let mind = || {
        let spec: BrainSpec = text.parse()?;
        if spec.info().outside || spec.info().human { Err(AxisError::Outside(spec)) } else { Ok(spec) }
    };
    let share = || {
        let share = text.parse().ok().filter(|share| HeatParams::SHARES.contains(share));
        share.ok_or_else(|| refused("a share from 0 to 1"))
    };
    Ok(match name {
        "black" => Value::Mind(Color::Black, mind()?),
        "white" => Value::Mind(Color::White, mind()?),
        "minds" => Value::Minds(mind()?),
        "rules" => Value::Rules(Rules::preset(text).map_err(|error| refused(&error.to_string()))?),
        "quirk" if text == "all" => Value::Quirk(None),
        "quirk" => {
            let known = text.strip_prefix('-').unwrap_or(text);
            let known = Quirks::NAMES.into_iter().find(|name| *name == known);
            let allowed = || format!("all, or one to do without: {}", Quirks::NAMES.join(", "));
            Value::Quirk(Some(known.ok_or_else(|| refused(&allowed()))?))
        }
        "size" => Value::Size(text.parse().map_err(|_| refused("N or WxH, each side 1 to 1024"))?),
        "komi" => {
            let komi = text.parse().ok().filter(|komi: &f64| komi.abs() <= 1e6);
            Value::Komi(komi.ok_or_else(|| refused("a number from -1000000 to 1000000"))?)
        }
        "seed" => Value::Seed(text.parse().map_err(|_| refused("a whole number from 0"))?),
        "heat-rate" => Value::HeatRate(share()?),
        _ => Value::HeatDecay(share()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<Axis, String> {
        text.parse().map_err(|error: AxisError| error.to_string())
    }

    #[test]
    fn values_that_hold_commas_stand_in_brackets() {
        let axis = axis("black=random,[swarm:radius=3,arbiter=sum],sensible").expect("an axis");
        assert_eq!(axis.len(), 3);
        assert_eq!(axis.label(1), "swarm:radius=3,arbiter=sum");
        let mut setup = GameSetup::default();
        axis.apply(1, &mut setup).expect("a mind");
        assert_eq!(setup.brains.black.name(), "swarm");
    }

    #[test]
    fn what_is_no_axis_is_refused_in_a_line() {
        for (text, says) in [
            ("size", "is not an axis"),
            ("sise=5", "nearest: 'size'"),
            ("size=0", "'0' is not a value of size"),
            ("size=5:0:9", "the step 1 or more"),
            ("seed=1:1:999", "at most 64"),
            ("seed=0:1:18446744073709551615", "at most 64"),
            ("black=nobody", "nobody"),
            ("black=human", "cannot be on an axis"),
            ("black=gtp:[gnugo --mode gtp]", "cannot be on an axis"),
            ("heat-rate=2", "a share from 0 to 1"),
            ("quirk=none", "one to do without"),
            ("rules=ing", "rules"),
        ] {
            let said = axis(text).expect_err(text);
            assert!(said.contains(says) && !said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn quirks_are_taken_away_one_by_one() {
        let axis = axis("quirk=all,eye_taboo").expect("an axis");
        let mut setup = GameSetup::default();
        assert_eq!(axis.apply(0, &mut setup), Err(AxisError::NoQuirks("chinese")));
        setup.rules = Rules::preset("netlogo-2016").expect("rules");
        axis.apply(1, &mut setup).expect("quirks");
        assert_eq!(setup.rules.quirks.expect("quirks").to_string(), "-eye_taboo");
    }
}
