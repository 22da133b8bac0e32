//! Settings of the window: looks and keys, read from a TOML file.
//!
//! ```toml
//! theme = "dark"          # light, dark, print or high-contrast
//! heat_colors = "cividis" # ember, cividis or grey
//! absolute_heat = true    # colours of heat stand for values; false: for ranks on the board
//! ui_scale = 1.25         # 0.75 to 2
//! reduced_motion = true
//! answer_on_go = true     # after a person's move, a mind answers only while the game runs
//! quality = "low"         # auto, low or high
//! cards = ["facts"]       # open cards: new-game, game, minds, looks, facts, lab
//! sections = { heat = false, laboratory = true }  # false: folded
//! looks = { mine = ["hulls", "atari"] }  # looks of the user, by name
//! plots = ["score", "groups"]  # visible plots
//! window = { width = 1280, height = 800, x = 40, y = 30 }  # last place, in logical pixels
//!
//! [keys]                  # a key, or a list of keys; an empty list removes the usual keys
//! run-pause = "Space"
//! help = ["?", "F1"]
//! ```
//!
//! `[engines]` in the same file is read by [`Engines`](stonefield_minds::engine::Engines).

pub use stonefield_files::{EntryValue, SettingsError};

use super::chord::Chord;
use super::keys::{ACTIONS, Bindings};
use super::palette::{Colormap, Theme};
use super::quality::Quality;
use bevy::ecs::resource::Resource;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use stonefield_minds::toml_text::{Whole, allowed, in_order, near_or_all, read_toml, settings_error, word};
use toml::Spanned;
use toml_edit::{Array, InlineTable, Value};

/// Sections of panels, by name. True if unfolded. Sections that are not listed have their default.
pub type Sections = BTreeMap<String, bool>;

/// Position and size of a window, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "PlaceKeys")]
pub struct WindowPlace {
    /// Width without the frame.
    pub width: u32,
    /// Height without the frame.
    pub height: u32,
    /// Upper left corner on the desktop, if known.
    pub corner: Option<(i32, i32)>,
}

impl WindowPlace {
    /// Allowed widths and heights.
    pub const SIDES: std::ops::RangeInclusive<u32> = 100..=32_768;
    /// Largest distance of a corner from the origin of the desktop along each axis, in logical pixels.
    pub const FAR: i32 = 100_000;

    fn value(self) -> Value {
        let mut table = InlineTable::new();
        table.insert("width", i64::from(self.width).into());
        table.insert("height", i64::from(self.height).into());
        if let Some((x, y)) = self.corner {
            table.insert("x", i64::from(x).into());
            table.insert("y", i64::from(y).into());
        }
        table.into()
    }
}

/// Table of a [`WindowPlace`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with width and height, and x and y where they are known")]
struct PlaceKeys {
    width: Side,
    height: Side,
    x: Option<Corner>,
    y: Option<Corner>,
}

type Side = Whole<u32, { *WindowPlace::SIDES.start() as i128 }, { *WindowPlace::SIDES.end() as i128 }>;
type Corner = Whole<i32, { -WindowPlace::FAR as i128 }, { WindowPlace::FAR as i128 }>;

impl TryFrom<PlaceKeys> for WindowPlace {
    type Error = &'static str;

    fn try_from(keys: PlaceKeys) -> Result<Self, &'static str> {
        let corner = match (keys.x, keys.y) {
            (Some(Whole(x)), Some(Whole(y))) => Some((x, y)),
            (None, None) => None,
            _ => return Err("x and y are written both or not at all"),
        };
        Ok(Self { width: keys.width.0, height: keys.height.0, corner })
    }
}

/// Settings of the window: looks and keys.
#[derive(Resource, Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Colours of panels and surroundings.
    #[serde(deserialize_with = "word")]
    pub theme: Theme,
    /// Colours of heat.
    #[serde(deserialize_with = "word")]
    pub heat_colors: Colormap,
    /// True if the colours of heat stand for values, false if for ranks among the points of the board.
    pub absolute_heat: bool,
    /// Scale of panels and their text, within [`Settings::UI_SCALES`].
    #[serde(deserialize_with = "ui_scale")]
    pub ui_scale: f32,
    /// True if stones appear and vanish without animation.
    pub reduced_motion: bool,
    /// True if a mind answers a person's move only while the game runs.
    pub answer_on_go: bool,
    /// Quality of the board. `None`: chosen by the graphics adapter.
    #[serde(deserialize_with = "quality")]
    pub quality: Option<Quality>,
    /// Names of the open cards. Unknown names are kept.
    pub cards: BTreeSet<String>,
    /// Looks of the user by name: the names of their layers. Unknown names are kept.
    pub looks: BTreeMap<String, Vec<String>>,
    /// Open tab in files of earlier versions, which is not used.
    pub tab: IgnoredAny,
    /// Sections of the panels that were folded or unfolded.
    pub sections: Sections,
    /// Names of the visible plots. `None`: the usual plots.
    pub plots: Option<BTreeSet<String>>,
    /// Place of the window after it was last moved or resized.
    pub window: Option<WindowPlace>,
    /// Keys of the actions.
    #[serde(deserialize_with = "read_apart")]
    pub keys: Bindings,
    /// Table that [`Engines`](stonefield_minds::engine::Engines) reads.
    pub engines: IgnoredAny,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            heat_colors: Colormap::default(),
            absolute_heat: false,
            ui_scale: 1.0,
            reduced_motion: false,
            answer_on_go: false,
            quality: None,
            cards: BTreeSet::new(),
            looks: BTreeMap::new(),
            tab: IgnoredAny,
            sections: Sections::new(),
            plots: None,
            window: None,
            keys: Bindings::default(),
            engines: IgnoredAny,
        }
    }
}

/// Table of the settings that names actions.
#[derive(Deserialize)]
struct Keys {
    #[serde(default)]
    keys: BTreeMap<Spanned<String>, KeyTexts>,
}

/// A key, or a list of keys.
#[derive(Deserialize)]
#[serde(untagged, expecting = "invalid value, expected a key or a list of keys")]
enum KeyTexts {
    One(String),
    Several(Vec<String>),
}

fn ui_scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    let scale = f32::deserialize(deserializer).ok().filter(|scale| Settings::UI_SCALES.contains(scale));
    allowed(scale, "a number from 0.75 to 2")
}

fn quality<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Quality>, D::Error> {
    let text = String::deserialize(deserializer).unwrap_or_default();
    let quality = if text == "auto" { Some(None) } else { text.parse().ok().map(Some) };
    allowed(quality, "`auto`, `low` or `high`")
}

/// Skips the keys: [`bindings`] reads them, and its errors have the line of the action.
fn read_apart<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bindings, D::Error> {
    IgnoredAny::deserialize(deserializer)?;
    Ok(Bindings::default())
}

impl Settings {
    /// Allowed scales of the panels.
    pub const UI_SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;

    /// Reads settings. A setting that the text does not name has its default.
    ///
    /// # Errors
    /// Fails if the text is not TOML, or has an unknown setting, action, key or value.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let settings = read_toml(text)?;
        Ok(Self { keys: bindings(text)?, ..settings })
    }

    /// Entries for the settings file: the looks by name. `None` removes the entry.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, Option<Value>)> {
        let sections: InlineTable = self.sections.iter().map(|(name, open)| (name.as_str(), *open)).collect();
        let look = |names: &[String]| names.iter().map(String::as_str).collect::<Array>();
        let looks: InlineTable =
            self.looks.iter().map(|(name, names)| (name.as_str(), look(names))).collect();
        let plots = self.plots.as_ref().map(|names| names.iter().map(String::as_str).collect::<Array>());
        vec![
            ("theme", Some(self.theme.name().into())),
            ("heat_colors", Some(self.heat_colors.name().into())),
            ("absolute_heat", Some(self.absolute_heat.into())),
            ("ui_scale", Some((f64::from(self.ui_scale * 100.0).round() / 100.0).into())),
            ("reduced_motion", Some(self.reduced_motion.into())),
            ("answer_on_go", Some(self.answer_on_go.into())),
            ("quality", Some(self.quality.map_or("auto", Quality::name).into())),
            ("cards", Some(self.cards.iter().map(String::as_str).collect::<Array>().into())),
            ("sections", Some(sections.into())),
            ("looks", Some(looks.into())),
            ("plots", plots.map(Value::from)),
            ("window", self.window.map(WindowPlace::value)),
        ]
    }

    /// Entries of `[keys]` for the settings file: the keys of each action, and true if they are the default.
    #[must_use]
    pub fn key_entries(&self) -> Vec<EntryValue> {
        let entries = ACTIONS.iter().enumerate().map(|(at, info)| {
            let texts: Vec<String> = self.keys.of(at).iter().map(ToString::to_string).collect();
            let value = match texts.as_slice() {
                [one] => one.as_str().into(),
                several => several.iter().map(String::as_str).collect::<Array>().into(),
            };
            (info.name, value, self.keys.is_usual(at))
        });
        entries.collect()
    }
}

/// Reads the table `[keys]`.
fn bindings(text: &str) -> Result<Bindings, SettingsError> {
    let mut bindings = Bindings::default();
    let mut taken: Vec<(Chord, &str)> = Vec::new();
    for (name, texts) in in_order(read_toml::<Keys>(text)?.keys) {
        let refused = |message: String| settings_error(text, name.span().start, &message);
        let names = ACTIONS.iter().map(|info| info.name);
        let action = names
            .clone()
            .position(|action_name| action_name == name.get_ref())
            .ok_or_else(|| refused(format!("no action '{name}'{}", near_or_all(name.get_ref(), names))))?;
        let texts = match texts {
            KeyTexts::One(text) => vec![text],
            KeyTexts::Several(texts) => texts,
        };
        let chords = texts.iter().map(|text| text.parse::<Chord>());
        let chords = chords.collect::<Result<Vec<_>, _>>().map_err(|error| refused(error.to_string()))?;
        let chords: Vec<_> = ACTIONS[action].possible(chords.into_iter()).collect();
        for chord in &chords {
            if let Some((_, other)) = taken.iter().find(|(taken, _)| taken == chord) {
                return Err(refused(format!("{chord} is already the key of {other}")));
            }
            taken.push((*chord, ACTIONS[action].name));
        }
        bindings.rebind(action, chords);
    }
    Ok(bindings)
}

#[cfg(test)]
mod tests {
    use super::super::keys::Action;
    use super::*;

    fn amended(settings: &Settings, text: &str) -> String {
        super::super::files::with_values(text, &settings.values()).expect("good")
    }

    #[test]
    fn written_settings_are_read_back() {
        let settings = Settings {
            theme: Theme::HighContrast,
            heat_colors: Colormap::Cividis,
            absolute_heat: true,
            ui_scale: 1.25,
            reduced_motion: true,
            answer_on_go: true,
            quality: Some(Quality::Low),
            cards: ["facts", "lab", "later"].map(str::to_owned).into(),
            looks: [("mine".to_owned(), vec!["hulls".to_owned(), "later".to_owned()])].into(),
            sections: [("set-up", false), ("laboratory", true)]
                .map(|(name, open)| (name.to_owned(), open))
                .into(),
            plots: Some(["groups", "score"].map(str::to_owned).into()),
            window: Some(WindowPlace { width: 1100, height: 700, corner: Some((-30, 12)) }),
            ..Settings::default()
        };
        assert_eq!(Settings::parse(&amended(&settings, "")), Ok(settings));
        assert_eq!(Settings::parse(""), Ok(Settings::default()));
    }

    #[test]
    fn every_name_is_read() {
        let parse = |text: String| Settings::parse(&text).expect("good");
        for theme in Theme::ALL {
            assert_eq!(parse(format!("theme = \"{}\"", theme.name())).theme, theme);
        }
        for colors in Colormap::ALL {
            assert_eq!(parse(format!("heat_colors = \"{}\"", colors.name())).heat_colors, colors);
        }
        for quality in Quality::ALL {
            assert_eq!(parse(format!("quality = \"{quality}\"")).quality, Some(quality));
        }
    }

    #[test]
    fn writing_keeps_comments_and_keys() {
        let text = "# mine\ntheme = \"light\"  # for the day\n\n[keys]\nhelp = \"F2\" # theme = 1\n";
        let settings = Settings { theme: Theme::Dark, ..Settings::parse(text).expect("good") };
        let written = amended(&settings, text);
        assert!(
            written.starts_with(
                "# mine\ntheme = \"dark\"  # for the day\nheat_colors = \"ember\"\nabsolute_heat = false\nui_scale = 1.0\n"
            ),
            "{written}"
        );
        assert!(written.ends_with("\n\n[keys]\nhelp = \"F2\" # theme = 1\n"), "{written}");
        assert_eq!(Settings::parse(&written), Ok(settings));
    }

    #[test]
    fn keys_are_written_without_losing_comments() {
        let text = "# mine\n\n[keys]\n# my help\nhelp = [\n  \"F2\", # twice\n  \"H\",\n]\nstep = \".\" # the usual\n";
        let mut settings = Settings::parse(text).expect("good");
        let written = |settings: &Settings, text: &str| {
            stonefield_files::with_table(text, "keys", &settings.key_entries()).expect("TOML")
        };
        // The action `next-field` has lost H to `help`, so the written file has an empty list for it.
        assert_eq!(written(&settings, text), format!("{text}next-field = []\n"));
        let at = |action| ACTIONS.iter().position(|info| info.action == action).expect("listed");
        settings.keys.rebind(at(Action::Step), vec!["Ctrl+Shift+F".parse().expect("a key")]);
        let now = written(&settings, text);
        assert!(now.contains("step = \"Ctrl+Shift+F\" # the usual\n") && now.contains("# twice"), "{now}");
        assert_eq!(Settings::parse(&now).map(|settings| settings.keys), Ok(settings.keys.clone()));
        let usual = Settings::default();
        assert_eq!(written(&usual, ""), "", "default keys are not written");
        let back = written(&usual, &now);
        assert_eq!(Settings::parse(&back).map(|settings| settings.keys), Ok(usual.keys));
        assert!(back.starts_with("# mine\n\n[keys]\n# my help\nhelp = [\"?\", \"F1\"]\n"), "{back}");
    }

    #[test]
    fn the_table_of_engines_is_kept() {
        let text = "[engines]\ngnugo = \"gnugo --mode gtp\"\n";
        let settings = Settings::parse(text).expect("good");
        assert!(amended(&settings, text).ends_with(text));
    }

    #[test]
    fn keys_are_rebound_by_name() {
        let settings = Settings::parse("[keys]\nhelp = [\"F2\", \"H\"]\nstep = []\n").expect("good");
        assert_eq!(settings.keys.text(Action::Help), "F2, H");
        assert_eq!(settings.keys.text(Action::Step), "");
        let swapped = Settings::parse("[keys]\nlinks = \"T\"\ntemperature = \"L\"").expect("good");
        assert_eq!(
            swapped.keys.action(&"T".parse().expect("a key")),
            Some(Action::Layer(super::super::layers::Layer::Links))
        );
    }

    #[test]
    fn an_error_is_one_line() {
        for (text, message) in [
            (
                "theme = \"drak\"",
                "line 1, column 9: theme: expected one of `dark`, `light`, `print`, `high-contrast`, found \"drak\"; nearest: 'dark'",
            ),
            ("quality = 3", "line 1, column 11: quality: expected `auto`, `low` or `high`, found 3"),
            (
                "\nwindow = { width = 10, height = 800 }",
                "line 2, column 20: window.width: expected a whole number from 100 to 32768, found 10",
            ),
            (
                "window = { width = 800, height = 800, x = 0 }",
                "line 1, column 10: window: x and y are written both or not at all",
            ),
            (
                "window = 3",
                "line 1, column 10: window: expected a table with width and height, and x and y where they are known, found 3",
            ),
            ("\n\nthem = 1", "line 3, column 1: no key 'them'; nearest: 'theme'"),
            ("ui_scale = 3", "line 1, column 12: ui_scale: expected a number from 0.75 to 2, found 3"),
            ("ui_scale = nan", "line 1, column 12: ui_scale: expected a number from 0.75 to 2, found nan"),
            ("reduced_motion = 1", "line 1, column 18: reduced_motion: expected true or false, found 1"),
            ("cards = \"lab\"", "line 1, column 9: cards: expected a list, found \"lab\""),
            ("sections = { heat = 1 }", "line 1, column 21: sections.heat: expected true or false, found 1"),
            ("plots = [1]", "line 1, column 10: plots: expected a text, found 1"),
            ("plots = \"score\"", "line 1, column 9: plots: expected a list, found \"score\""),
            ("keys = 1", "line 1, column 8: keys: expected a table, found 1"),
            ("[keys]\n# x\nhlep = \"F2\"", "line 3, column 1: no action 'hlep'; nearest: 'help'"),
            ("[keys]\nhelp = 3", "line 2, column 8: keys.help: expected a key or a list of keys, found 3"),
            ("[keys]\nhelp = \"T\"\nlinks = \"T\"", "line 3, column 1: T is already the key of help"),
        ] {
            let error = Settings::parse(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
        for text in ["theme =", "theme = \"dark", "[keys\n", "theme = \"dark\"\ntheme = \"dark\"", "\u{0}"] {
            let error = Settings::parse(text).expect_err(text);
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
