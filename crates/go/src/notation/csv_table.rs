//! CSV: tables for programs and spreadsheets.

use std::borrow::Cow;
use std::io::Write;

/// A table that is written as CSV, a field at a time. Texts that a spreadsheet would run as a formula are
/// kept from that, see [`cell`].
pub struct CsvTable<W: Write>(csv::Writer<W>);

impl<W: Write> CsvTable<W> {
    /// A table without a line.
    pub fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }

    /// Writes a field of the line that is being written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn field(&mut self, text: &str) -> csv::Result<()> {
        self.0.write_field(&*cell(text))
    }

    /// Ends the line that is being written.
    ///
    /// # Errors
    /// When it cannot be written, or another line has more fields or fewer.
    pub fn end_line(&mut self) -> csv::Result<()> {
        self.0.write_record(None::<&[u8]>)
    }

    /// Writes a line.
    ///
    /// # Errors
    /// As [`CsvTable::end_line`].
    pub fn line<T: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = T>) -> csv::Result<()> {
        fields.into_iter().try_for_each(|field| self.field(field.as_ref()))?;
        self.end_line()
    }

    /// Writes all that is buffered, and returns what was written to.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> csv::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error().into())
    }
}

/// A field that no spreadsheet runs: a text that begins as a formula gets an apostrophe before it. Numbers
/// stay as they are.
// CITE: OWASP Foundation, "CSV Injection", owasp.org: the characters that a formula begins with.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    const FIRST: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(FIRST) && text.parse::<f64>().is_err() {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_begin_as_formulas_are_texts_and_numbers_are_numbers() {
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
    fn a_field_is_in_quotes_where_it_needs_them() {
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
