//! Numbers as text that is short however great they are.

/// A number in the shortest form that is read back as the same: written out, or with an exponent where that would take many digits.
///
/// ```
/// use stonefield_go::notation::number_text;
///
/// assert_eq!([number_text(7.5), number_text(3.0), number_text(1e300)], ["7.5", "3", "1e300"]);
/// ```
#[must_use]
pub fn number_text(number: f64) -> String {
    /// Characters of a number that is written out at most.
    const MOST: usize = 24;
    let text = number.to_string();
    if text.len() > MOST { format!("{number:?}") } else { text }
}
