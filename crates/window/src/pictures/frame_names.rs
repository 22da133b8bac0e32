//! Names of numbered pictures: `game-%05d.png` is game-00000.png, game-00001.png, …

use crate::shell::files::names_in;
use std::path::{Path, PathBuf};

/// Largest number of digits in a pattern.
const MAX_DIGITS: usize = 9;

/// File name with a place for a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FrameNames {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl FrameNames {
    /// Parses a name with `%d`, or `%05d` for five digits, as in C. `None` unless there is exactly one such
    /// place.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let mut places = name.match_indices('%').filter_map(|(at, _)| {
            let rest = &name[at + 1..];
            let end = rest.find('d')?;
            let digits = &rest[..end];
            let count = if digits.is_empty() { 1 } else { digits.strip_prefix('0')?.parse().ok()? };
            let is_valid = (1..=MAX_DIGITS).contains(&count);
            is_valid.then(|| Self {
                folder: folder.clone(),
                before: name[..at].to_owned(),
                digits: count,
                after: rest[end + 1..].to_owned(),
            })
        });
        places.next().filter(|_| places.next().is_none())
    }

    /// Returns the number in a file name. `None` if the name does not match.
    fn number(&self, name: &str) -> Option<u64> {
        let digits = name.strip_prefix(&*self.before)?.strip_suffix(&*self.after)?;
        let number = digits.parse().ok()?;
        (self.name(number) == name).then_some(number)
    }

    /// Returns the path of the picture with this number.
    pub(super) fn file(&self, number: u64) -> PathBuf {
        self.folder.join(self.name(number))
    }

    fn name(&self, number: u64) -> String {
        let Self { before, digits, after, .. } = self;
        format!("{before}{number:0digits$}{after}")
    }
}

/// True if a file name has a place for the number of a picture.
#[must_use]
pub fn is_numbered(path: &Path) -> bool {
    FrameNames::of(path).is_some()
}

/// Returns the existing picture with the smallest number, for a name such as `game-%05d.png`.
#[must_use]
pub fn first_frame(path: &Path) -> Option<PathBuf> {
    let names = FrameNames::of(path)?;
    let numbers = names_in(&names.folder).into_iter().filter_map(|name| names.number(&name));
    numbers.min().map(|number| names.file(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_for_a_number_is_found() {
        let names = FrameNames::of(Path::new("a/game-%05d.png")).expect("a place");
        assert_eq!(names.file(7), Path::new("a/game-00007.png"));
        assert_eq!(names.file(1_234_567), Path::new("a/game-1234567.png"), "a larger number has its digits");
        assert_eq!(FrameNames::of(Path::new("%d.svg")).expect("a place").file(12), Path::new("12.svg"));
        for none in [
            "game.png",
            "100%.png",
            "a%5d.png",
            "a%0d.png",
            "a%099d.png",
            "%d/game.png",
            "%x.png",
            "%d-%d.png",
        ] {
            assert_eq!(FrameNames::of(Path::new(none)), None, "{none}");
        }
    }

    #[test]
    fn the_first_existing_picture_is_found() {
        let folder = std::env::temp_dir().join(format!("stonefield-frames-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("game-%05d.png");
        for other in ["game.png", "game-7.png", "game-000007.png", "game-00007.gif", "other-00001.png"] {
            std::fs::write(folder.join(other), "").expect("a file");
        }
        let none = first_frame(&path);
        for number in ["00012", "00009", "123456"] {
            std::fs::write(folder.join(format!("game-{number}.png")), "").expect("a file");
        }
        let first = first_frame(&path);
        let _ = std::fs::remove_dir_all(&folder);
        assert_eq!((none, first), (None, Some(folder.join("game-00009.png"))));
        assert_eq!(first_frame(&path), None, "no such folder");
    }
}
