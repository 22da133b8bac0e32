//! Datum: one value of a table of a store, and the columns that values stand in.

use std::fmt;

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// There is none.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

/// What the values of a column are, where they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Real,
    /// Texts.
    Text,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreColumn {
    /// Its name: small letters, digits and `_`.
    pub name: String,
    /// What its values are.
    pub kind: DataKind,
}

impl StoreColumn {
    /// A column.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: DataKind) -> Self {
        Self { name: name.into(), kind }
    }
}

impl DataKind {
    /// Its name in SQL.
    #[must_use]
    pub const fn sql(self) -> &'static str {
        match self {
            Self::Whole => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
        }
    }

    /// The kind that SQL calls so; `None` of any other type.
    #[must_use]
    pub fn of_sql(name: &str) -> Option<Self> {
        match name {
            "INTEGER" => Some(Self::Whole),
            "REAL" => Some(Self::Real),
            "TEXT" => Some(Self::Text),
            _ => None,
        }
    }

    /// One value of it, in words.
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
    /// A text as a value of this kind; missing where it is none.
    #[must_use]
    pub fn read(text: &str, kind: DataKind) -> Self {
        match kind {
            DataKind::Whole => text.parse().map_or(Self::Missing, Self::Whole),
            DataKind::Real => text.parse().map_or(Self::Missing, Self::Real),
            DataKind::Text => Self::Text(text.to_owned()),
        }
    }

    /// A count. Those that a store cannot hold are as high as it can.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Whole(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// As a number, where it is one.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Missing | Self::Text(_) => None,
        }
    }

    /// As a text, where it is one.
    #[must_use]
    pub const fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }
}

impl fmt::Display for Datum {
    /// Numbers in the shortest form that is read back as the same; nothing where there is none.
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
