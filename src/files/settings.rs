//! The settings file, of which a program changes a few entries and leaves the rest to its user.

use super::{WriteError, disk, make_folder, read_plain_limited, replace};
use std::io;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::DeTable;
use toml_edit::{DocumentMut, Item, Value};

/// Writes values into a settings file, which is made where there is none. Everything else in it stays as it is.
///
/// # Errors
/// When it cannot be read or written, or is no TOML; the old file stays as it was.
pub fn save_settings(path: &Path, values: &[(&str, Value)]) -> Result<(), WriteError> {
    let save = || {
        make_folder(disk::folder_of(path))?;
        let old = match read_plain_limited(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let unfit = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let old = String::from_utf8(old).map_err(|_| unfit("it is no UTF-8 text".to_owned()))?;
        let new = with_values(&old, values).map_err(|error| unfit(format!("it is no TOML, {error}")))?;
        replace(path, new.as_bytes())
    };
    save().map_err(WriteError::of(path))
}

/// What is wrong with a settings text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct SettingsError {
    /// The line at fault, from 1.
    pub line: usize,
    /// What is wrong there, in one line.
    pub message: String,
}

impl SettingsError {
    /// What is wrong at this byte of a text.
    #[must_use]
    pub fn at(text: &str, offset: usize, message: String) -> Self {
        Self { line: 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count(), message }
    }

    fn no_toml(text: &str, span: Option<Range<usize>>, message: &str) -> Self {
        let message = message.lines().collect::<Vec<_>>().join(", ");
        Self::at(text, span.map_or(0, |span| span.start), message)
    }
}

/// The entries of a settings text in its order, each with its place.
///
/// # Errors
/// When the text is no TOML.
pub fn read_settings(text: &str) -> Result<DeTable<'_>, SettingsError> {
    let table = DeTable::parse(text).map(Spanned::into_inner);
    table.map_err(|error| SettingsError::no_toml(text, error.span(), error.message()))
}

/// The text of a settings file with these values at its top level. Comments, order and all other entries stay as they are.
///
/// # Errors
/// When the text is no TOML.
pub fn with_values(text: &str, values: &[(&str, Value)]) -> Result<String, SettingsError> {
    // They would belong to the first entry, and stand below new values where that is a table.
    let (head, entries) = text.split_at(comments_at_the_head(text));
    let mut document = entries.parse::<DocumentMut>().map_err(|error| {
        let span = error.span().map(|span| span.start + head.len()..span.end + head.len());
        SettingsError::no_toml(text, span, error.message())
    })?;
    let end = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    document.decor_mut().set_prefix(format!("{head}{end}"));
    for (name, value) in values {
        let mut value = value.clone();
        if let Some(old) = document.get(name).and_then(Item::as_value) {
            value.decor_mut().clone_from(old.decor());
        }
        document[name] = value.into();
    }
    Ok(document.to_string())
}

/// The length of the comments that a text begins with.
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
        save_settings(&path, &[("theme", "dark".into())]).expect("a folder for temporary files");
        assert_eq!(fs::read_to_string(&path).expect("there"), "theme = \"dark\"\n");
        let text = "# mine\ntheme = \"dark\" # at night\n\n[keys]\ntheme = \"F2\"\n";
        fs::write(&path, text).expect("writable");
        let values = [("theme", "light".into()), ("ui_scale", 1.5.into())];
        save_settings(&path, &values).expect("writable");
        let meant = "# mine\ntheme = \"light\" # at night\nui_scale = 1.5\n\n[keys]\ntheme = \"F2\"\n";
        assert_eq!(fs::read_to_string(&path).expect("there"), meant);
    }

    #[test]
    fn values_stand_where_a_reader_looks_for_them() {
        let values = [("theme", "dark".into()), ("reduced_motion", true.into())];
        let new = "theme = \"dark\"\nreduced_motion = true\n";
        let text = "# settings\n\n# of mine\n\n[keys] # F2\nhelp = [\n  \"F2\", # theme = 1\n]\n";
        let meant = text.replace("mine\n", &format!("mine\n{new}"));
        assert_eq!(with_values(text, &values), Ok(meant.clone()));
        assert_eq!(with_values(&meant, &values), Ok(meant));
        assert_eq!(with_values("# mine", &values), Ok(format!("# mine\n{new}")));
        // None of these is a line that begins with the name.
        let text = "\"theme\" = \"light\"\nnote = \"\"\"\ntheme = 1\n[x]\"\"\"\n[x]\n";
        let meant = "\"theme\" = \"dark\"\nnote = \"\"\"\ntheme = 1\n[x]\"\"\"\nreduced_motion = true\n[x]\n";
        assert_eq!(with_values(text, &values).as_deref(), Ok(meant));
    }

    #[test]
    fn a_file_that_is_no_toml_is_left_alone() {
        let folder = Scratch::new("settings-text");
        let path = folder.file("stonefield.toml");
        for (text, line) in [("# mine\n\ntheme = \"dark\n", 3), ("a = 1\na = 2\n", 2), ("[keys\n", 1)] {
            fs::write(&path, text).expect("writable");
            let told = save_settings(&path, &[("theme", "dark".into())]).expect_err(text).to_string();
            let named = told.starts_with("cannot write ") && !told.contains('\n');
            assert!(named && told.contains(&format!("it is no TOML, line {line}: ")), "{told}");
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
        }
    }

    #[test]
    fn a_file_that_is_no_text_is_left_alone() {
        let folder = Scratch::new("settings-bytes");
        let path = folder.file("stonefield.toml");
        fs::write(&path, [0xFF, 0xFE]).expect("writable");
        let told = save_settings(&path, &[("theme", 1.into())]).expect_err("no text").to_string();
        assert!(told.starts_with("cannot write ") && told.contains("stonefield.toml: "), "{told}");
        assert_eq!(fs::read(&path).expect("there"), [0xFF, 0xFE]);
        // Nobody waits for a device.
        assert!(save_settings(Path::new("/dev/zero"), &[("theme", 1.into())]).is_err());
    }
}
