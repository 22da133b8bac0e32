//! The names of numbered pictures: `game-%05d.png` is game-00000.png, game-00001.png, …

use std::path::{Path, PathBuf};

/// Digits of a number at most.
const MOST_DIGITS: usize = 9;

/// A name with a place for a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FrameNames {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl FrameNames {
    /// The place for a number in the name of a file, as C writes one: `%d`, or `%05d` for five digits. `None` where there is none, or more than one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let mut places = name.match_indices('%').filter_map(|(at, _)| {
            let rest = &name[at + 1..];
            let end = rest.find('d')?;
            let digits = &rest[..end];
            let count = if digits.is_empty() { 1 } else { digits.strip_prefix('0')?.parse().ok()? };
            let known = (1..=MOST_DIGITS).contains(&count);
            known.then(|| Self {
                folder: folder.clone(),
                before: name[..at].to_owned(),
                digits: count,
                after: rest[end + 1..].to_owned(),
            })
        });
        places.next().filter(|_| places.next().is_none())
    }

    /// The file with this number.
    pub(super) fn file(&self, number: u64) -> PathBuf {
        let Self { folder, before, digits, after } = self;
        folder.join(format!("{before}{number:0digits$}{after}"))
    }
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
}
