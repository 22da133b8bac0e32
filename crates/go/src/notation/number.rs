//! Decimal numbers as short text.

/// A number as text that parses back to the same number.
///
/// Numbers that need more than 24 characters are written with an exponent.
///
/// ```
/// use stonefield_go::notation::number_text;
///
/// assert_eq!([number_text(7.5), number_text(3.0), number_text(1e300)], ["7.5", "3", "1e300"]);
/// ```
#[must_use]
pub fn number_text(number: f64) -> String {
    /// Longest text without an exponent, in characters.
    const MAX_CHARS: usize = 24;
    let text = number.to_string();
    if text.len() > MAX_CHARS { format!("{number:?}") } else { text }
}
