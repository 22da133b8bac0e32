//! Report condition: selects combinations of a store by the value of a setting.

use crate::StoreSummary;
use std::fmt;
use std::str::FromStr;
use stonefield_go::notation::{excerpt, suggestion};

/// Condition for the combinations of a report, such as `size=9`: name and value of a setting that varies.
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

/// Error of a condition: its text is wrong, or no combination of a store meets it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportConditionError {
    /// The text is not a name, an equals sign and a value.
    #[error("'{0}' is not a condition: write NAME=VALUE, such as size=9")]
    Form(String),
    /// No setting of this name varies.
    #[error("no setting '{given}' varies in this store; settings that vary: {known}{near}")]
    Name {
        /// Name in the condition.
        given: String,
        /// Names of the settings that vary.
        known: String,
        /// Part of the message with the most similar name; may be empty.
        near: String,
    },
    /// No combination has this value.
    #[error("no combination has {name}={given}: its values are {known}")]
    Value {
        /// Name of the setting.
        name: String,
        /// Value in the condition.
        given: String,
        /// Values of the setting.
        known: String,
    },
}

impl FromStr for ReportCondition {
    type Err = ReportConditionError;

    fn from_str(text: &str) -> Result<Self, ReportConditionError> {
        let malformed = || ReportConditionError::Form(excerpt(text, 60));
        let (name, value) = text.split_once('=').ok_or_else(malformed)?;
        // Names as in plans (`black.radius`) become names as in stores (`black_mind_radius`).
        let name = name.trim().replace('.', "_mind_").replace(['-', ' '], "_");
        if name.is_empty() {
            return Err(malformed());
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
    /// Keeps the combinations of a summary that meet the condition. Fails if there are none.
    pub(super) fn apply(&self, summary: &mut StoreSummary) -> Result<(), ReportConditionError> {
        let names = || summary.names.iter().map(String::as_str);
        let Some(column) = names().position(|name| name == self.name) else {
            let known = names().collect::<Vec<_>>().join(", ");
            return Err(ReportConditionError::Name {
                given: excerpt(&self.name, 60),
                known: if known.is_empty() { "none".to_owned() } else { known },
                near: suggestion(&self.name, names()),
            });
        };
        let is_equal = |value: &str| {
            let numbers = value.parse::<f64>().ok().zip(self.value.parse::<f64>().ok());
            value == self.value || numbers.is_some_and(|(number, given)| number == given)
        };
        let mut values: Vec<&str> = Vec::new();
        for combination in &summary.combinations {
            if !values.contains(&combination.values[column].as_str()) {
                values.push(&combination.values[column]);
            }
        }
        if !values.iter().any(|value| is_equal(value)) {
            return Err(ReportConditionError::Value {
                name: self.name.clone(),
                given: excerpt(&self.value, 60),
                known: excerpt(&values.join(", "), 200),
            });
        }
        summary.combinations.retain(|combination| is_equal(&combination.values[column]));
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
    fn matching_combinations_are_kept_and_unknown_names_and_values_refused() {
        let kept = |text: &str| {
            let mut summary = summary();
            let condition: ReportCondition = text.parse()?;
            condition.apply(&mut summary)?;
            Ok::<_, ReportConditionError>(
                summary.combinations.iter().map(|combination| combination.number).collect::<Vec<_>>(),
            )
        };
        assert_eq!(kept("size=5"), Ok(vec![0, 1]));
        assert_eq!(kept(" size = 7.0"), Ok(vec![2]), "the same number");
        assert_eq!(kept("black.radius=random"), Ok(vec![0, 2]));
        for (text, words) in [
            ("size", "NAME=VALUE"),
            ("sise=5", "nearest: 'size'"),
            ("size=9", "no combination has size=9: its values are 5, 7"),
        ] {
            let message = kept(text).expect_err(text).to_string();
            assert!(message.contains(words), "{message}");
        }
    }
}
