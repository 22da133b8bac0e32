//! Board size, rules, komi and handicap of a game, from its root node.

use super::{MAX_SIDE, NodeRef};
use crate::{Goal, Ko, NoMove, Rules, Scoring, Size};

/// Side of the board if `SZ` is missing, in points.
const DEFAULT_SIDE: u16 = 19;

/// Error in `SZ`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeFault {
    /// A value that is not a size.
    #[error("SZ[{0}] is not a board size: N or W:H, each from 1 to 52")]
    Value(String),
    /// Two different sizes.
    #[error("the record has two board sizes: SZ says {0} and {1}")]
    Two(Size, Size),
}

/// Board size of a game, from `SZ`. 19×19 if `SZ` is missing.
///
/// # Errors
/// Fails if a side of the first size is not a number from 1 to 52, or if `SZ` gives two different sizes.
pub fn size_of(root: NodeRef<'_>) -> Result<Size, SizeFault> {
    let mut values = root.values("SZ");
    let Some(raw) = values.next() else { return Ok(Size::square(DEFAULT_SIDE).unwrap_or_default()) };
    let size =
        parse_size(raw).ok_or_else(|| SizeFault::Value(super::problem::Excerpt::new(raw).to_string()))?;
    match values.filter_map(parse_size).find(|second| *second != size) {
        Some(second) => Err(SizeFault::Two(size, second)),
        None => Ok(size),
    }
}

/// Parses a value of `SZ`: `N` or `W:H`.
fn parse_size(raw: &str) -> Option<Size> {
    let side = |text: &str| text.trim().parse::<u16>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (width, height) = match raw.split_once(':') {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(raw).map(|side| (side, side)),
    }?;
    Size::new(width, height).ok()
}

/// Komi, from `KM`. `None` if `KM` is missing or not a number.
#[must_use]
pub fn komi_of(root: NodeRef<'_>) -> Option<f64> {
    root.real("KM")
}

/// Number of handicap stones, from `HA`. 0 if `HA` is missing or not a number. `AB` has their points.
#[must_use]
pub fn handicap_of(root: NodeRef<'_>) -> u32 {
    root.value("HA").and_then(|raw| raw.trim().parse().ok()).unwrap_or(0)
}

/// Rules from `RU`, with the komi of `KM`. `None` if `RU` is missing or unknown.
///
/// The letter case of `RU` does not matter. Spaces and underscores count as hyphens. The endings `-rules` and
/// `-rule` are ignored.
///
/// | `RU` | preset |
/// |---|---|
/// | `Japanese`, `Japan`, `jp`, `Korean`, `kr` | `japanese` |
/// | `Chinese`, `China`, `cn` | `chinese` |
/// | `AGA`, `BGA`, `French`, `FFG` | `aga` |
/// | `New-Zealand`, `NewZealand`, `NZ` | `new-zealand` |
/// | `Tromp-Taylor`, `TrompTaylor`, `tt` | `tromp-taylor` |
/// | `GOE`, `Ing`, `Ing-GOE`, `SST` | `tromp-taylor` (area scoring, suicide), without Ing's own ko rule |
/// | `atari-go`, `Capture` | `atari-go` |
/// | `netlogo-2016` | `netlogo-2016` |
#[must_use]
pub fn rules_of(root: NodeRef<'_>) -> Option<Rules> {
    let text = root.text("RU")?;
    let word: String = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let word = word.trim_end_matches("-rules").trim_end_matches("-rule");
    let name = match word {
        "japanese" | "korean" | "japan" | "jp" | "kr" => "japanese",
        "chinese" | "china" | "cn" => "chinese",
        "aga" | "bga" | "french" | "ffg" => "aga",
        "nz" | "new-zealand" | "newzealand" => "new-zealand",
        "tromp-taylor" | "tromptaylor" | "tt" | "goe" | "ing" | "ing-goe" | "sst" => "tromp-taylor",
        "atari-go" | "capture" => "atari-go",
        "netlogo-2016" => "netlogo-2016",
        _ => return None,
    };
    let rules = Rules::preset(name).ok()?;
    Some(Rules { komi: komi_of(root).unwrap_or(rules.komi), ..rules })
}

/// Board size and rules of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardInfo {
    /// Size of the board.
    pub size: Size,
    /// Rules for legality and scoring.
    ///
    /// Some records continue after their rules end the game. So these rules end a game only by two passes,
    /// and they have no quirks of the NetLogo world. If the record names no known rules, these rules are
    /// `japanese`, whose simple ko forbids the fewest moves.
    pub rules: Rules,
}

impl BoardInfo {
    /// Reads the board size and rules from a root node.
    ///
    /// # Errors
    /// Fails if `SZ` is invalid, see [`size_of`].
    pub fn of(root: NodeRef<'_>) -> Result<Self, SizeFault> {
        let japanese = || Rules {
            name: "japanese",
            ko: Ko::Simple,
            scoring: Scoring::Territory,
            komi: komi_of(root).unwrap_or(6.5),
            ..Rules::default()
        };
        let rules = rules_of(root).unwrap_or_else(japanese);
        let rules =
            Rules { goal: Goal::Territory, no_move: NoMove::Pass, stones_each: None, quirks: None, ..rules };
        Ok(Self { size: size_of(root)?, rules })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Collection, read_text};
    use super::*;

    fn game(properties: &str) -> Collection {
        read_text(&format!("(;{properties})")).expect("a game").collection
    }

    fn root(collection: &Collection) -> NodeRef<'_> {
        collection.node(collection.games()[0])
    }

    #[test]
    fn sizes_go_from_1_to_52_each_way() {
        let size = |text: &str| {
            let game = game(text);
            size_of(root(&game)).map(|size| (size.width(), size.height())).ok()
        };
        assert_eq!(size("GM[1]"), Some((19, 19)));
        assert_eq!(size("SZ[52]"), Some((52, 52)));
        assert_eq!(size("SZ[7:52]"), Some((7, 52)));
        for bad in ["0", "-1", "53", "1000000000", "9:0", "9:99", "x", "", "9x9", "99999999999999999999"] {
            assert_eq!(size(&format!("SZ[{bad}]")), None, "{bad}");
        }
    }

    #[test]
    fn rules_have_many_names() {
        let name = |text: &str| rules_of(root(&game(text))).map(|rules| rules.name);
        for (written, preset) in [
            ("Japanese", "japanese"),
            ("CHINESE RULES", "chinese"),
            ("AGA", "aga"),
            ("NZ", "new-zealand"),
            ("New Zealand", "new-zealand"),
            ("Tromp-Taylor", "tromp-taylor"),
            ("GOE", "tromp-taylor"),
        ] {
            assert_eq!(name(&format!("RU[{written}]")), Some(preset), "{written}");
        }
        for (preset, _) in crate::PRESETS {
            assert_eq!(name(&format!("RU[{preset}]")), Some(preset), "our own name");
        }
        assert_eq!(name("RU[Calvinball]"), None);
    }

    #[test]
    fn komi_is_a_plain_number() {
        for (raw, komi) in
            [("6.5", Some(6.5)), ("6,5", Some(6.5)), ("-3", Some(-3.0)), ("inf", None), ("", None)]
        {
            assert_eq!(komi_of(root(&game(&format!("KM[{raw}]")))), komi, "{raw}");
        }
    }
}
