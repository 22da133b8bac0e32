//! Report condition: which combinations of a store a report is of.

use crate::StoreSummary;
use std::fmt;
use std::str::FromStr;
use stonefield_go::notation::{excerpt, suggestion};

/// A value that the combinations of a report have, as `size=9`: a column of what varies, and its value.
///
/// ```
/// use stonefield_lab::ReportCondition;
///
/// let condition: ReportCondition = "black.radius=3".parse()?;
/// assert_eq!(condition.to_string(), "black_mind_radius=3");
/// # Ok::<(), stonefield_lab::ReportConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportCondition {
    name: String,
    value: String,
}

/// Why a text is no condition, or none of a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportConditionError {
    /// No name, an equals sign and a value.
    #[error("'{0}' is no condition: it is NAME=VALUE, as size=9")]
    Form(String),
    /// Nothing with this name varies.
    #[error("nothing called '{given}' varies in this store: {known}{near}")]
    Name {
        /// What was given.
        given: String,
        /// What varies.
        known: String,
        /// The nearest of it.
        near: String,
    },
    /// No combination has this value.
    #[error("no combination has {name}={given}: its values are {known}")]
    Value {
        /// What varies.
        name: String,
        /// What was given.
        given: String,
        /// The values that there are.
        known: String,
    },
}

impl FromStr for ReportCondition {
    type Err = ReportConditionError;

    fn from_str(text: &str) -> Result<Self, ReportConditionError> {
        let refused = || ReportConditionError::Form(excerpt(text, 60));
        let (name, value) = text.split_once('=').ok_or_else(refused)?;
        // As in a plan, or as the store has it.
        let name = name.trim().replace('.', "_mind_").replace(['-', ' '], "_");
        if name.is_empty() {
            return Err(refused());
        }
        Ok(Self { name, value: value.trim().to_owned() })
    }
}

impl fmt::Display for ReportCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl ReportCondition {
    /// Keeps the combinations of a summary that have this value.
    pub(super) fn apply(&self, summary: &mut StoreSummary) -> Result<(), ReportConditionError> {
        let names = || summary.names.iter().map(String::as_str);
        let Some(at) = names().position(|name| name == self.name) else {
            let known = names().collect::<Vec<_>>().join(", ");
            return Err(ReportConditionError::Name {
                given: excerpt(&self.name, 60),
                known: if known.is_empty() { "it has one combination".to_owned() } else { known },
                near: suggestion(&self.name, names()),
            });
        };
        let same = |value: &str| {
            let numbers = value.parse::<f64>().ok().zip(self.value.parse::<f64>().ok());
            value == self.value || numbers.is_some_and(|(one, other)| one == other)
        };
        let mut known: Vec<&str> = Vec::new();
        for one in &summary.combinations {
            if !known.contains(&one.values[at].as_str()) {
                known.push(&one.values[at]);
            }
        }
        if !known.iter().any(|value| same(value)) {
            return Err(ReportConditionError::Value {
                name: self.name.clone(),
                given: excerpt(&self.value, 60),
                known: excerpt(&known.join(", "), 200),
            });
        }
        summary.combinations.retain(|one| same(&one.values[at]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CombinationSummary;

    fn summary() -> StoreSummary {
        let pairs = [["5", "random"], ["5", "swarm"], ["7", "random"]];
        let combinations = pairs.iter().zip(0..).map(|(values, number)| CombinationSummary {
            number,
            values: values.map(str::to_owned).to_vec(),
            ..CombinationSummary::default()
        });
        StoreSummary {
            names: ["size", "black_mind_radius"].map(str::to_owned).to_vec(),
            combinations: combinations.collect(),
            ..StoreSummary::default()
        }
    }

    #[test]
    fn combinations_of_a_value_are_kept_and_what_there_is_not_is_named() {
        let kept = |text: &str| {
            let mut summary = summary();
            let condition: ReportCondition = text.parse()?;
            condition.apply(&mut summary)?;
            Ok::<_, ReportConditionError>(
                summary.combinations.iter().map(|one| one.number).collect::<Vec<_>>(),
            )
        };
        assert_eq!(kept("size=5"), Ok(vec![0, 1]));
        assert_eq!(kept(" size = 7.0"), Ok(vec![2]), "the same number");
        assert_eq!(kept("black.radius=random"), Ok(vec![0, 2]));
        for (text, says) in [
            ("size", "NAME=VALUE"),
            ("sise=5", "nearest: 'size'"),
            ("size=9", "no combination has size=9: its values are 5, 7"),
        ] {
            let said = kept(text).expect_err(text).to_string();
            assert!(said.contains(says), "{said}");
        }
    }
}
