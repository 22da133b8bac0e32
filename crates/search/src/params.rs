//! Parameters. Each is declared once, with its field, default, range, unit and description.
//!
//! From a declaration, `params!` generates the struct, its `Default`, the list that the command line and the
//! panels show, and the function that reads the values. `choices!` generates an enum whose variants are
//! chosen by words.

use std::error::Error;

/// Description of a parameter: name, meaning, unit, range and default.
#[derive(Debug)]
pub struct ParamInfo {
    /// Key that sets the parameter: `playouts` in `mcts:playouts=2000`.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Unit of the value; empty if it has none.
    pub unit: &'static str,
    /// Type, range and default of the value.
    pub kind: ParamKind,
    /// Checks a text value by the parser of the parameter, if it has one. Returns the parser's error.
    pub check: fn(&str) -> Result<(), Box<dyn Error>>,
}

impl ParamInfo {
    /// Returns the default value.
    #[must_use]
    pub fn default(&self) -> Value {
        match self.kind {
            ParamKind::Int { default, .. } => Value::Int(default),
            ParamKind::Float { default, .. } => Value::Float(default),
            ParamKind::Switch { default } => Value::Switch(default),
            ParamKind::Choice { default, .. } => Value::Choice(default),
            ParamKind::Text { default } => Value::Text(default.to_owned()),
        }
    }

    /// Returns a text with the allowed values: `1 to 100`, `on or off`, `pass, random or sensible`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            ParamKind::Int { min, max, .. } => format!("{min} to {max}"),
            ParamKind::Float { min, max, .. } => format!("{min} to {max}"),
            ParamKind::Switch { .. } => "on or off".to_owned(),
            ParamKind::Choice { options, .. } => match options {
                [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => options.join(", "),
            },
            ParamKind::Text { .. } => "text".to_owned(),
        }
    }
}

/// Type, range and default of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// Whole number in a range that includes both ends, shown as a slider.
    Int {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Default value.
        default: i64,
    },
    /// Number in a range that includes both ends, shown as a slider.
    Float {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Default value.
        default: f64,
    },
    /// On or off, shown as a switch.
    Switch {
        /// Default value.
        default: bool,
    },
    /// One word of a list, shown as a chooser.
    Choice {
        /// Allowed words, in the order in which they are shown.
        options: &'static [&'static str],
        /// Default value.
        default: &'static str,
    },
    /// Text, shown as a text field.
    Text {
        /// Default value.
        default: &'static str,
    },
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Value of a [`ParamKind::Int`].
    Int(i64),
    /// Value of a [`ParamKind::Float`]; finite.
    Float(f64),
    /// Value of a [`ParamKind::Switch`].
    Switch(bool),
    /// Value of a [`ParamKind::Choice`]: one of its options.
    Choice(&'static str),
    /// Value of a [`ParamKind::Text`]. Its brackets are balanced.
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
            Self::Switch(value) => f.pad(if *value { "on" } else { "off" }),
            Self::Choice(value) => f.pad(value),
            Self::Text(value) => f.pad(value),
        }
    }
}

/// Struct of parameters, as `params!` declares it.
///
/// ```
/// use stonefield_search::{Parameters, Value, params};
///
/// params! {
///     /// Parameters of a search for captures.
///     pub struct CaptureParams {
///         /// plies looked ahead
///         pub depth: u32 = 3 in 1..=9, "plies";
///         /// give up lost stones
///         pub give_up: bool = true;
///     }
/// }
/// let list = CaptureParams::LIST.iter().map(|param| format!("{} ({})", param.name, param.allowed()));
/// assert_eq!(list.collect::<Vec<_>>(), ["depth (1 to 9)", "give_up (on or off)"]);
/// let read = CaptureParams::read(|name| if name == "depth" { Value::Int(5) } else { Value::Switch(false) });
/// assert_eq!(read, CaptureParams { depth: 5, give_up: false });
/// assert_eq!(CaptureParams::default(), CaptureParams { depth: 3, give_up: true });
/// ```
pub trait Parameters: Sized {
    /// Descriptions of the parameters, in the order in which they are shown.
    const LIST: &'static [ParamInfo];

    /// Builds the struct. `value` is called with the key of each parameter.
    ///
    /// # Panics
    /// If a value is not allowed by its parameter.
    fn read(value: impl Fn(&str) -> Value) -> Self;
}

/// Type of a parameter field.
pub trait Field: Sized {
    /// Converts a value to the field's type. Returns `None` if the value has another kind or is out of range.
    fn of(value: &Value) -> Option<Self>;
}

macro_rules! fields {
    ($($kind:ident($value:ident) => $read:expr, for $($field:ty)+;)+) => {$($(
        impl Field for $field {
            fn of(value: &Value) -> Option<Self> {
                match value {
                    Value::$kind($value) => $read,
                    _ => None,
                }
            }
        }
    )+)+};
}

fields! {
    Int(value) => Self::try_from(*value).ok(), for u8 u16 u32 u64 usize i32;
    Float(value) => Some(*value), for f64;
    Switch(value) => Some(*value), for bool;
    Text(value) => Some(value.clone()), for String;
}

impl Field for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "such a field needs no more digits")]
    fn of(value: &Value) -> Option<Self> {
        f64::of(value).map(|value| value as Self)
    }
}

/// Returns the struct with all default values.
pub fn defaults<T: Parameters>() -> T {
    T::read(|key| expect_allowed(T::LIST.iter().find(|param| param.name == key).map(ParamInfo::default)))
}

/// Unwraps the value of a field. Panics if the value was not allowed.
pub fn expect_allowed<T>(read: Option<T>) -> T {
    read.expect("a value that its parameter allows")
}

/// Declares an enum whose variants are chosen by words.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $Choice:ident {
        $($(#[$doc:meta])* $Variant:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Choice { $($(#[$doc])* $Variant),+ }

        impl $Choice {
            /// Words that choose the variants, in the order of the variants.
            $vis const WORDS: &'static [&'static str] = &[$($word),+];
        }

        const _: () = {
            use $crate::params::{Field, Value};

            impl Field for $Choice {
                fn of(value: &Value) -> Option<Self> {
                    match value {
                        $(Value::Choice($word) => Some(Self::$Variant),)+
                        _ => None,
                    }
                }
            }
        };
    };
}

/// Declares a struct of parameters. An entry has, in this order:
/// - the description that is shown to users (more documentation may follow on further lines),
/// - the field,
/// - its key, if it differs from the field's name,
/// - its type and default,
/// - for a text, after `by`, the function that parses it,
/// - the range of a number,
/// - the unit.
///
/// The default of a `choices!` type is a variant. A text without `by` is kept as a `String`.
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* $vis:vis struct $Params:ident {$(
        #[doc = $about:expr] $(#[doc = $more:expr])*
        $open:vis $field:ident $(as $key:literal)?: $type:ident
            = $default:tt $(by $($by:ident)::+)? $(in $range:expr)? $(, $unit:literal)?;
    )+}) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $Params {$(
            #[doc = $about]
            $(#[doc = $more])*
            #[doc = concat!("\n\nDefault `", stringify!($default), "`", $(", in `", stringify!($range), "`")?)]
            $open $field: $type,
        )+}

        const _: () = {
            use $crate::params::{Field, ParamKind, ParamInfo, Parameters, Value, defaults, expect_allowed};

            impl Parameters for $Params {
                const LIST: &'static [ParamInfo] = &[$(ParamInfo {
                    name: $crate::params!(@key $field $($key)?),
                    about: $about.trim_ascii(),
                    unit: concat!($($unit)?),
                    kind: $crate::params!(@kind $type $default $(in $range)?),
                    check: $crate::params!(@check $($($by)::+)?),
                }),+];

                fn read(value: impl Fn(&str) -> Value) -> Self {
                    Self {
                        $($field: $crate::params!(@read (value($crate::params!(@key $field $($key)?))) $($($by)::+)?),)+
                    }
                }
            }

            impl Default for $Params {
                fn default() -> Self {
                    defaults()
                }
            }
        };
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@kind bool $default:tt) => { ParamKind::Switch { default: $default } };
    (@kind f32 $default:tt in $range:expr) => { $crate::params!(@kind f64 $default in $range) };
    (@kind f64 $default:tt in $range:expr) => {{
        let range: std::ops::RangeInclusive<f64> = $range;
        ParamKind::Float { min: *range.start(), max: *range.end(), default: $default }
    }};
    (@kind $type:ident $default:tt in $range:expr) => {{
        let range: std::ops::RangeInclusive<$type> = $range;
        ParamKind::Int { min: *range.start() as i64, max: *range.end() as i64, default: $default }
    }};
    (@kind $type:ident $default:literal) => { ParamKind::Text { default: $default } };
    (@kind $type:ident $default:ident) => {
        ParamKind::Choice { options: $type::WORDS, default: $type::WORDS[$type::$default as usize] }
    };
    (@check) => { |_| Ok(()) };
    (@check $($by:ident)::+) => { |text| Ok($($by)::+(text).map(|_| ())?) };
    (@read ($value:expr)) => { expect_allowed(Field::of(&$value)) };
    (@read ($value:expr) $($by:ident)::+) => {
        expect_allowed(String::of(&$value).and_then(|text| $($by)::+(&text).ok()))
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::ParseIntError;

    choices! {
        enum Side { Left = "left", Right = "right-hand" }
    }

    fn number(text: &str) -> Result<u8, ParseIntError> {
        text.parse()
    }

    params! {
        struct Tool {
            /// how many
            ///
            /// None is none.
            count: u16 = 100 in 1..=5000, "playouts";
            /// how much
            share: f32 = 0.45 in 0.0..=1e9;
            /// whether
            deep: bool = true;
            /// which
            side: Side = Right;
            #[doc = concat!("said", " so")]
            line as "move": String = "as is";
            /// a number in words
            read: u8 = "7" by number, "words";
        }
    }

    #[test]
    fn a_declaration_makes_the_list() {
        let shown = |param: &ParamInfo| {
            let value = param.default();
            format!("{} | {} | {} | {} | {value}", param.name, param.about, param.allowed(), param.unit)
        };
        let expected = [
            "count | how many | 1 to 5000 | playouts | 100",
            "share | how much | 0 to 1000000000 |  | 0.45",
            "deep | whether | on or off |  | on",
            "side | which | left or right-hand |  | right-hand",
            "move | said so | text |  | as is",
            "read | a number in words | text | words | 7",
        ];
        assert_eq!(Tool::LIST.iter().map(shown).collect::<Vec<_>>(), expected);
        let wrong = (Tool::LIST[5].check)("many").expect_err("no number").to_string();
        assert_eq!(wrong, "invalid digit found in string");
        assert!((Tool::LIST[5].check)("200").is_ok() && (Tool::LIST[4].check)("many").is_ok());
    }

    #[test]
    fn values_are_read_by_their_keys() {
        let usual =
            Tool { count: 100, share: 0.45, deep: true, side: Side::Right, line: "as is".into(), read: 7 };
        assert_eq!(Tool::default(), usual);
        let read = Tool::read(|key| match key {
            "count" => Value::Int(5000),
            "share" => Value::Float(0.1),
            "deep" => Value::Switch(false),
            "side" => Value::Choice("left"),
            _ => Value::Text("9".to_owned()),
        });
        let expected =
            Tool { count: 5000, share: 0.1, deep: false, side: Side::Left, line: "9".into(), read: 9 };
        assert_eq!(read, expected);
    }
}
