//! Text in aligned columns.

use unicode_width::UnicodeWidthStr;

/// Longest line of [`align`], in columns, unless a single word needs more.
const WIDTH: usize = 100;

/// Width of a text, in columns of a terminal. A wide character takes two.
fn width(text: &str) -> usize {
    text.width()
}

/// Pads a text with spaces to a width, in columns.
fn padded(text: &str, columns: usize) -> String {
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// Text of rows with equally many cells, after `indent` spaces. Each column is as wide as its widest cell. A
/// long last cell is wrapped between words, and its further lines are indented below the first.
pub(super) fn align(indent: usize, rows: &[impl AsRef<[String]>]) -> String {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let mut widths = vec![0; columns];
    for row in rows {
        for (column, cell) in widths.iter_mut().zip(row.as_ref()) {
            *column = width(cell).max(*column);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        let row = row.as_ref();
        for (cell, &column) in row.iter().zip(&widths).take(columns.saturating_sub(1)) {
            line += &padded(cell, column);
            line += "  ";
        }
        let indentation = width(&line);
        for word in row.last().map_or("", String::as_str).split(' ') {
            if width(&line) + width(word) > WIDTH && width(&line) > indentation {
                text += line.trim_end();
                text.push('\n');
                line = " ".repeat(indentation);
            }
            line += word;
            line.push(' ');
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Text of rows, each column as wide as its widest cell. No line is broken, however wide the table is.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (column, cell) in widths.iter_mut().zip(row) {
            *column = width(cell).max(*column);
        }
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &column)| padded(cell, column));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{align, table};

    #[test]
    fn a_table_has_one_line_per_row() {
        let rows = [vec!["a".to_owned(), "b".repeat(200)], vec!["long".to_owned(), "c".to_owned()]];
        let text = table(&rows);
        assert_eq!(text.lines().map(|line| line.find(['b', 'c'])).collect::<Vec<_>>(), [Some(6), Some(6)]);
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["碁", "1"], ["abc", "2"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows), "碁   1\nabc  2\n");
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "one"], ["long", "two"]].map(|row| row.map(str::to_owned));
        assert_eq!(align(2, &rows), "  a     one\n  long  two\n");
    }

    #[test]
    fn a_long_last_cell_is_wrapped_and_indented() {
        let text = align(0, &[["name".to_owned(), "word ".repeat(40)]]);
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.len() <= 100));
        assert!(text.lines().skip(1).all(|line| line.starts_with("      word")));
    }
}
