//! Settings files in TOML. The program changes single entries and keeps the rest of the user's text.

use super::{WriteError, folder_of, make_folder, read_plain_limited, replace};
use std::io;
use std::path::Path;
use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, TableLike, Value};

/// Sets entries at the top level of a settings file, or removes those whose value is `None`.
/// Creates the file and its folder if needed. The rest of the text stays unchanged.
///
/// # Errors
/// When the file cannot be read, or is not valid TOML: then it stays unchanged. When the folder or the file
/// cannot be written: as [`replace`].
pub fn save_settings(path: &Path, values: &[(&str, Option<Value>)]) -> Result<(), WriteError> {
    save(path, |old| with_values(old, values))
}

/// Changes one entry of a table of a settings file, as [`with_entry`].
///
/// # Errors
/// As [`save_settings`].
pub fn save_entry(
    path: &Path,
    table: &str,
    old: Option<&str>,
    new: Option<(&str, &[EntryValue])>,
) -> Result<(), WriteError> {
    save(path, |text| with_entry(text, table, old, new))
}

/// Changes entries of a table of a settings file, as [`with_table`].
///
/// # Errors
/// As [`save_settings`].
pub fn save_table(path: &Path, table: &str, entries: &[EntryValue]) -> Result<(), WriteError> {
    save(path, |text| with_table(text, table, entries))
}

fn save(path: &Path, change: impl Fn(&str) -> Result<String, SettingsError>) -> Result<(), WriteError> {
    let save = || {
        make_folder(folder_of(path))?;
        let old = match read_plain_limited(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let old = String::from_utf8(old).map_err(|_| invalid("it is not UTF-8 text".to_owned()))?;
        let new = change(&old).map_err(|error| invalid(format!("it is not valid TOML, {error}")))?;
        replace(path, new.as_bytes())
    };
    save().map_err(WriteError::of(path))
}

/// Error in a settings text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SettingsError {
    /// Line of the error, from 1.
    pub line: usize,
    /// Column where the faulty part begins: number of the character in the line, from 1.
    pub column: usize,
    /// Description of the error, in one line.
    pub message: String,
}

impl SettingsError {
    /// Creates an error at this byte offset of a text.
    #[must_use]
    pub fn at(text: &str, offset: usize, message: String) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self { line, column, message }
    }
}

/// Returns the line of a byte offset in a text, and the number of its character in the line, both from 1.
#[must_use]
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let last = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last.chars().count() + 1)
}

/// Returns the text with these top-level values set. Entries whose value is `None` are removed.
/// Comments, order and all other entries stay unchanged.
///
/// # Errors
/// When the text is not valid TOML.
pub fn with_values(text: &str, values: &[(&str, Option<Value>)]) -> Result<String, SettingsError> {
    amend(text, |document| {
        for (name, value) in values {
            match value {
                Some(value) => put(document.as_table_mut(), name, value.clone()),
                None => drop(document.remove(name)),
            }
        }
        Ok(())
    })
}

/// Key, value, and true if the value is the default. A default is written only over an existing value.
pub type EntryValue = (&'static str, Value, bool);

/// Returns the text with these entries of a table set. Default values are written only if the key exists.
/// Comments, order and all other entries stay unchanged.
///
/// # Errors
/// When the text is not valid TOML, or the value of `table` is not a table.
pub fn with_table(text: &str, table: &str, entries: &[EntryValue]) -> Result<String, SettingsError> {
    let no_table =
        || SettingsError { line: 1, column: 1, message: format!("{table} must be a table: [{table}]") };
    amend(text, |document| {
        if entries.iter().any(|(_, _, is_default)| !is_default) {
            make_table(document, table);
        }
        let Some(old) = document.get_mut(table) else { return Ok(()) };
        let old = old.as_table_like_mut().ok_or_else(no_table)?;
        for (name, value, is_default) in entries {
            if !is_default || old.contains_key(name) {
                put(old, name, value.clone());
            }
        }
        Ok(())
    })
}

/// Adds an empty table at the end of the document, if it does not exist.
fn make_table(document: &mut DocumentMut, table: &str) {
    if document.contains_key(table) {
        return;
    }
    let mut entries = Table::new();
    // Comments at the end of the document stay above the new table.
    let end = document.trailing().as_str().unwrap_or_default().to_owned();
    let blank = if document.is_empty() && end.is_empty() { "" } else { "\n" };
    entries.decor_mut().set_prefix(format!("{end}{blank}"));
    document.set_trailing("");
    document.insert(table, Item::Table(entries));
}

/// Returns the text with one entry of a table changed. With `old` and `new` it is renamed and set, with `new`
/// alone added or set, with `old` alone removed. An entry that is a table stays a table. Another entry
/// becomes its only non-default value, or else an inline table of its non-default values. A missing table is
/// added. Comments, order and all other entries stay unchanged.
///
/// # Errors
/// When the text is not valid TOML, or the value of `table` is not a table.
pub fn with_entry(
    text: &str,
    table: &str,
    old: Option<&str>,
    new: Option<(&str, &[EntryValue])>,
) -> Result<String, SettingsError> {
    let no_table =
        || SettingsError { line: 1, column: 1, message: format!("{table} must be a table: [{table}]") };
    amend(text, |document| {
        make_table(document, table);
        let entries = document.get_mut(table).ok_or_else(no_table)?;
        if let (Some(old), Some((name, _))) = (old, new)
            && old != name
        {
            rename(entries, old, name);
        }
        let entries = entries.as_table_like_mut().ok_or_else(no_table)?;
        match (old, new) {
            (_, Some((name, values))) => put_entry(entries, name, values),
            (Some(old), None) => drop(entries.remove(old)),
            (None, None) => {}
        }
        Ok(())
    })
}

/// Renames an entry. It keeps its position in a table, and moves to the end of an inline table.
fn rename(entries: &mut Item, old: &str, name: &str) {
    let Some(table) = entries.as_table_mut() else {
        let entries = entries.as_table_like_mut();
        if let Some((item, entries)) = entries.and_then(|entries| Some((entries.remove(old)?, entries))) {
            entries.insert(name, item);
        }
        return;
    };
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    for key in keys {
        let Some((mut old_key, item)) = table.remove_entry(&key) else { continue };
        if key == old {
            old_key = Key::new(name)
                .with_leaf_decor(old_key.leaf_decor().clone())
                .with_dotted_decor(old_key.dotted_decor().clone());
        }
        table.insert_formatted(&old_key, item);
    }
}

/// Sets the values of an entry. Values that are already equal are not touched.
fn put_entry(entries: &mut dyn TableLike, name: &str, values: &[EntryValue]) {
    let mut non_defaults = values.iter().filter(|(_, _, is_default)| !is_default);
    let single = match (non_defaults.next(), non_defaults.next()) {
        (Some((_, value, _)), None) => Some(value.clone()),
        _ => None,
    };
    if let Some(table) = entries.get_mut(name).and_then(Item::as_table_like_mut) {
        for (key, value, is_default) in values {
            if !is_default || table.contains_key(key) {
                put(table, key, value.clone());
            }
        }
    } else if let Some(value) = single {
        put(entries, name, value);
    } else {
        let mut table = InlineTable::new();
        for (key, value, _) in values.iter().filter(|(_, _, is_default)| !is_default) {
            table.insert(*key, value.clone());
        }
        put(entries, name, Value::InlineTable(table));
    }
}

/// Sets a value of a table. Keeps the comments around an old value, and the old text if the value is equal.
fn put(table: &mut dyn TableLike, name: &str, mut value: Value) {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
    if let Some(old) = table.get(name).and_then(Item::as_value) {
        let same = |get: fn(&Value) -> Option<&str>| get(old).is_some() && get(old) == get(&value);
        let same_texts = texts(old).is_some() && texts(old) == texts(&value);
        if same(Value::as_str) || same_texts || number(old).is_some() && number(old) == number(&value) {
            return;
        }
        value.decor_mut().clone_from(old.decor());
    }
    match table.get_mut(name) {
        Some(old) => *old = value.into(),
        None => drop(table.insert(name, value.into())),
    }
}

/// Texts of a list that has only texts, or of a single text. `None` for other values.
fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text.value()]),
        Value::Array(list) => list.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Applies a change to a settings text.
fn amend(
    text: &str,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), SettingsError>,
) -> Result<String, SettingsError> {
    // Comments at the head would otherwise belong to the first entry: if that is a table, new values would
    // be inserted above them.
    let (head, entries) = text.split_at(comments_at_the_head(text));
    let mut document = entries.parse::<DocumentMut>().map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start + head.len());
        SettingsError::at(text, offset, error.message().lines().collect::<Vec<_>>().join(", "))
    })?;
    let end = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    document.decor_mut().set_prefix(format!("{head}{end}"));
    change(&mut document)?;
    Ok(document.to_string())
}

/// Length of the comments at the head of a text, in bytes.
fn comments_at_the_head(text: &str) -> usize {
    let (mut length, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        match line.trim_start() {
            comment if comment.starts_with('#') => length = end,
            "" => {}
            _ => break,
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;
    use std::fs;

    #[test]
    fn only_the_values_change() {
        let folder = Scratch::new("settings");
        let path = folder.file("deep/down/stonefield.toml");
        save_settings(&path, &[("theme", Some("dark".into()))]).expect("a folder for temporary files");
        assert_eq!(fs::read_to_string(&path).expect("there"), "theme = \"dark\"\n");
        let text =
            "# mine\ntheme = \"dark\" # at night\nwindow = { width = 900 }\n\n[keys]\ntheme = \"F2\"\n";
        fs::write(&path, text).expect("writable");
        let values = [("theme", Some("light".into())), ("ui_scale", Some(1.5.into())), ("window", None)];
        save_settings(&path, &values).expect("writable");
        let expected = "# mine\ntheme = \"light\" # at night\nui_scale = 1.5\n\n[keys]\ntheme = \"F2\"\n";
        assert_eq!(fs::read_to_string(&path).expect("there"), expected);
    }

    #[test]
    fn new_values_follow_the_head_comments() {
        let values = [("theme", Some("dark".into())), ("reduced_motion", Some(true.into()))];
        let new = "theme = \"dark\"\nreduced_motion = true\n";
        let text = "# settings\n\n# of mine\n\n[keys] # F2\nhelp = [\n  \"F2\", # theme = 1\n]\n";
        let expected = text.replace("mine\n", &format!("mine\n{new}"));
        assert_eq!(with_values(text, &values), Ok(expected.clone()));
        assert_eq!(with_values(&expected, &values), Ok(expected));
        assert_eq!(with_values("# mine", &values), Ok(format!("# mine\n{new}")));
        // No line here is an entry `theme`, though some begin with that name.
        let text = "\"theme\" = \"light\"\nnote = \"\"\"\ntheme = 1\n[x]\"\"\"\n[x]\n";
        let expected =
            "\"theme\" = \"dark\"\nnote = \"\"\"\ntheme = 1\n[x]\"\"\"\nreduced_motion = true\n[x]\n";
        assert_eq!(with_values(text, &values).as_deref(), Ok(expected));
    }

    /// Command and timeout of an engine. The default timeout is 60 s.
    fn values(command: &str, timeout: i64) -> Vec<EntryValue> {
        vec![("command", command.into(), false), ("timeout", timeout.into(), timeout == 60)]
    }

    #[test]
    fn only_one_entry_changes() {
        let text = "# mine\ntheme = \"dark\" # at night\n\n# programs\n[engines]\n# the usual one\ngnugo = \"gnugo --mode gtp\"  # level?\n\
                    fast = { command = \"fast\", timeout = 5 } # quick\n\n[engines.kata]\n# large\ncommand = 'kata gtp'\ntimeout = 60.0 # long\n\n\
                    [keys]\nhelp = \"F2\"\n";
        let with = |old, name, new: &[EntryValue]| {
            with_entry(text, "engines", old, Some((name, new))).expect("TOML")
        };
        let replaced = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        };
        assert_eq!(with(Some("gnugo"), "gnugo", &values("gnugo --mode gtp", 60)), text, "nothing changes");
        assert_eq!(with(Some("kata"), "kata", &values("kata gtp", 60)), text, "nothing changes");
        assert_eq!(
            with(Some("gnugo"), "gnugo", &values("gnugo -l 5", 60)),
            replaced("\"gnugo --mode gtp\"  #", "\"gnugo -l 5\"  #")
        );
        assert_eq!(
            with(Some("gnugo"), "gnugo", &values("gnugo", 9)),
            replaced("\"gnugo --mode gtp\"  #", "{ command = \"gnugo\", timeout = 9 }  #")
        );
        assert_eq!(
            with(Some("fast"), "fast", &values("fast", 60)),
            replaced("timeout = 5 }", "timeout = 60 }")
        );
        assert_eq!(with(Some("kata"), "kata", &values("kata gtp", 90)), replaced("60.0 # long", "90 # long"));
        assert_eq!(
            with(Some("gnugo"), "gnu", &values("gnugo --mode gtp", 60)),
            replaced("\ngnugo =", "\ngnu =")
        );
        assert_eq!(
            with(Some("kata"), "katago", &values("kata gtp", 60)),
            replaced("engines.kata", "engines.katago")
        );
        let new = with(None, "new", &values("new --gtp", 60));
        assert_eq!(new, replaced("# quick\n", "# quick\nnew = \"new --gtp\"\n"));
        let without = |name| with_entry(text, "engines", Some(name), None).expect("TOML");
        assert_eq!(without("fast"), replaced("fast = { command = \"fast\", timeout = 5 } # quick\n", ""));
        assert!(
            !without("kata").contains("kata") && without("kata").ends_with("\n\n[keys]\nhelp = \"F2\"\n")
        );
        assert_eq!(without("nobody"), text);
    }

    #[test]
    fn the_first_entry_creates_the_table() {
        let new = |text: &str| {
            with_entry(text, "engines", None, Some(("x", &values("x 'y z'", 60)))).expect("TOML")
        };
        assert_eq!(new(""), "[engines]\nx = \"x 'y z'\"\n");
        assert_eq!(new("# mine\n"), "# mine\n[engines]\nx = \"x 'y z'\"\n");
        assert_eq!(
            new("theme = \"dark\"\n# the end\n"),
            "theme = \"dark\"\n# the end\n\n[engines]\nx = \"x 'y z'\"\n"
        );
        assert!(with_entry("engines = 3", "engines", None, Some(("x", &values("x", 60)))).is_err());
        assert!(with_entry("[engines", "engines", None, None).is_err());
    }

    #[test]
    fn a_file_that_is_not_toml_is_not_changed() {
        let folder = Scratch::new("settings-text");
        let path = folder.file("stonefield.toml");
        for (text, line) in [("# mine\n\ntheme = \"dark\n", 3), ("a = 1\na = 2\n", 2), ("[keys\n", 1)] {
            fs::write(&path, text).expect("writable");
            let error = save_settings(&path, &[("theme", Some("dark".into()))]).expect_err(text).to_string();
            let named = error.starts_with("cannot write ") && !error.contains('\n');
            assert!(
                named && error.contains(&format!("it is not valid TOML, line {line}, column ")),
                "{error}"
            );
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
        }
    }

    #[test]
    fn a_file_that_is_not_text_is_not_changed() {
        let folder = Scratch::new("settings-bytes");
        let path = folder.file("stonefield.toml");
        fs::write(&path, [0xFF, 0xFE]).expect("writable");
        let error = save_settings(&path, &[("theme", Some(1.into()))]).expect_err("no text").to_string();
        assert!(error.starts_with("cannot write ") && error.contains("stonefield.toml: "), "{error}");
        assert_eq!(fs::read(&path).expect("there"), [0xFF, 0xFE]);
        // Reading a device could block.
        assert!(save_settings(Path::new("/dev/zero"), &[("theme", Some(1.into()))]).is_err());
    }
}
