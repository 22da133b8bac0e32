//! Datum: a value in a table of a store; and the columns of tables.

use std::fmt;

/// A value in a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// No value.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A real number.
    Real(f64),
    /// A text.
    Text(String),
}

/// Type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// Whole numbers.
    Whole,
    /// Real numbers.
    Real,
    /// Texts.
    Text,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreColumn {
    /// Name of the column: small letters, digits and `_`, at most 100 characters.
    pub name: String,
    /// Type of the values.
    pub kind: DataKind,
}

impl StoreColumn {
    /// Creates a column.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: DataKind) -> Self {
        Self { name: name.into(), kind }
    }
}

impl DataKind {
    /// Returns the name of the type in SQL, for example `INTEGER`.
    #[must_use]
    pub const fn sql(self) -> &'static str {
        match self {
            Self::Whole => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
        }
    }

    /// Returns the type with this name in SQL; `None` for any other name.
    #[must_use]
    pub fn of_sql(name: &str) -> Option<Self> {
        match name {
            "INTEGER" => Some(Self::Whole),
            "REAL" => Some(Self::Real),
            "TEXT" => Some(Self::Text),
            _ => None,
        }
    }

    /// Describes a value of the type in a message.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Whole => "a whole number",
            Self::Real => "a number",
            Self::Text => "a text",
        }
    }
}

impl Datum {
    /// Reads a text as a value of this type; [`Datum::Missing`] if the text does not fit the type.
    #[must_use]
    pub fn read(text: &str, kind: DataKind) -> Self {
        match kind {
            DataKind::Whole => text.parse().map_or(Self::Missing, Self::Whole),
            DataKind::Real => text.parse().map_or(Self::Missing, Self::Real),
            DataKind::Text => Self::Text(text.to_owned()),
        }
    }

    /// Returns a count as a value. Counts above 2⁶³ − 1 become 2⁶³ − 1.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Whole(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// Returns the number, whole or real; `None` for a text or a missing value.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Missing | Self::Text(_) => None,
        }
    }

    /// Returns the number as a count; 0 for other values.
    #[must_use]
    pub fn whole(&self) -> u64 {
        self.number().map_or(0, |number| number as u64)
    }

    /// Returns the text; `None` for other values.
    #[must_use]
    pub const fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }
}

impl fmt::Display for Datum {
    /// Writes numbers in the shortest form that is read as the same number, and nothing for a missing value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_their_kind() {
        for kind in [DataKind::Whole, DataKind::Real, DataKind::Text] {
            assert_eq!(DataKind::of_sql(kind.sql()), Some(kind));
        }
        assert_eq!(Datum::read("0.1", DataKind::Real).to_string(), "0.1");
        assert_eq!(Datum::read("x", DataKind::Whole), Datum::Missing);
        assert_eq!(Datum::count(u64::MAX), Datum::Whole(i64::MAX));
    }
}
