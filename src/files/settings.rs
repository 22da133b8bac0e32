//! The settings file, of which a program changes a few lines and leaves the rest to its user.

use super::{Unwritten, disk, make_folder, read_plain_limited, replace};
use std::fmt::Write;
use std::io;
use std::path::Path;

/// Writes values, as they stand in TOML, into a settings file, which is made where there is none. Everything else in it stays as it is.
///
/// # Errors
/// When it cannot be read or written; the old file stays as it was.
pub fn save_settings(path: &Path, values: &[(&str, String)]) -> Result<(), Unwritten> {
    let save = || {
        make_folder(disk::folder_of(path))?;
        let old = match read_plain_limited(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text");
        let old = String::from_utf8(old).map_err(no_text)?;
        replace(path, with_values(&old, values).as_bytes())
    };
    save().map_err(Unwritten::of(path))
}

/// The text of a settings file with these values at its top level. Comments and all other lines stay as they are.
#[must_use]
pub fn with_values(text: &str, values: &[(&str, String)]) -> String {
    let mut lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (name, value) in values {
        let top = lines.iter().position(|line| line.trim_start().starts_with('[')).unwrap_or(lines.len());
        let old = lines[..top].iter().position(|line| {
            line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='))
        });
        let mut new = format!("{name} = {value}");
        match old {
            Some(at) => {
                if let Some((_, comment)) = lines[at].split_once('#') {
                    let _ = write!(new, "  #{comment}");
                }
                lines[at] = new;
            }
            None => {
                let blank = lines[..top].iter().rposition(|line| !line.trim().is_empty());
                lines.insert(blank.map_or(0, |at| at + 1), new);
            }
        }
    }
    lines.join("\n") + "\n"
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
        save_settings(&path, &[("theme", "\"dark\"".to_owned())]).expect("a folder for temporary files");
        assert_eq!(fs::read_to_string(&path).expect("there"), "theme = \"dark\"\n");
        let text = "# mine\ntheme = \"dark\" # at night\n\n[keys]\ntheme = \"F2\"\n";
        fs::write(&path, text).expect("writable");
        let values = [("theme", "\"light\"".to_owned()), ("ui_scale", "1.5".to_owned())];
        save_settings(&path, &values).expect("writable");
        let meant = "# mine\ntheme = \"light\"  # at night\nui_scale = 1.5\n\n[keys]\ntheme = \"F2\"\n";
        assert_eq!(fs::read_to_string(&path).expect("there"), meant);
    }

    #[test]
    fn a_file_that_is_no_text_is_left_alone() {
        let folder = Scratch::new("settings-bytes");
        let path = folder.file("stonefield.toml");
        fs::write(&path, [0xFF, 0xFE]).expect("writable");
        let told = save_settings(&path, &[("theme", "1".to_owned())]).expect_err("no text").to_string();
        assert!(told.starts_with("cannot write ") && told.contains("stonefield.toml: "), "{told}");
        assert_eq!(fs::read(&path).expect("there"), [0xFF, 0xFE]);
        // Nobody waits for a device.
        assert!(save_settings(Path::new("/dev/zero"), &[("theme", "1".to_owned())]).is_err());
    }
}
