//! CSV tables for programs and spreadsheets.

use std::borrow::Cow;
use std::io::Write;

/// CSV writer that takes one field at a time.
///
/// A field that a spreadsheet would run as a formula is written in the form that [`cell`] returns.
pub struct CsvTable<W: Write>(csv::Writer<W>);

impl<W: Write> CsvTable<W> {
    /// An empty table that writes to `out`.
    pub fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }

    /// Adds a field to the current line.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn field(&mut self, text: &str) -> csv::Result<()> {
        self.0.write_field(&*cell(text))
    }

    /// Ends the current line.
    ///
    /// # Errors
    /// Fails if the output cannot be written, or if the number of fields differs from that of earlier lines.
    pub fn end_line(&mut self) -> csv::Result<()> {
        self.0.write_record(None::<&[u8]>)
    }

    /// Writes a whole line.
    ///
    /// # Errors
    /// Fails like [`CsvTable::end_line`].
    pub fn line<T: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = T>) -> csv::Result<()> {
        fields.into_iter().try_for_each(|field| self.field(field.as_ref()))?;
        self.end_line()
    }

    /// Flushes the buffer and returns the output.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn finish(self) -> csv::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error().into())
    }
}

/// Text of a field that is safe in a spreadsheet: a text that begins like a formula gets an apostrophe before
/// it. Numbers are not changed.
// CITE: OWASP Foundation, "CSV Injection", owasp.org: the characters with which a formula begins.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(FORMULA_STARTS) && text.parse::<f64>().is_err() {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_get_an_apostrophe_and_numbers_do_not() {
        for text in
            ["=1+2", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "-", "--1"]
        {
            assert_eq!(cell(text), format!("'{text}"), "{text:?}");
        }
        for text in ["", "-1", "+0.5", "-1e-7", "-inf", "B+3.5", "a=b", "'=1", " =1", "\"=1"] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn a_field_is_quoted_only_if_needed() {
        let mut table = CsvTable::new(Vec::new());
        table
            .line(["7", "gtp:[a b],timeout=1", "says \"no\"", "two\nlines", "", "0.5", "=A1"])
            .expect("memory");
        let text = String::from_utf8(table.finish().expect("memory")).expect("text");
        assert_eq!(text, "7,\"gtp:[a b],timeout=1\",\"says \"\"no\"\"\",\"two\nlines\",,0.5,'=A1\n");
        let mut uneven = CsvTable::new(Vec::new());
        uneven.line(["a", "b"]).expect("memory");
        assert!(uneven.line(["c"]).is_err());
    }
}
