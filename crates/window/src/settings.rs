//! What a person sets once: looks and keys, and the text they are kept as.
//!
//! ```toml
//! theme = "dark"          # light, dark, print or high-contrast
//! heat_colors = "cividis" # ember, cividis or grey
//! ui_scale = 1.25         # 0.75 to 2
//! reduced_motion = true
//! answer_on_go = true     # a mind answers a person only where the game runs
//! quality = "low"         # auto, low or high
//! tab = "layers"          # game, minds, layers or lab: what the left column shows
//! sections = { heat = false, laboratory = true }  # what was folded away or unfolded
//! plots = ["score", "groups"]  # which plots are shown
//! window = { width = 1280, height = 800, x = 40, y = 30 }  # in logical pixels; where it was last
//!
//! [keys]                  # a key, or a list of keys; an empty list takes the keys away
//! run-pause = "Space"
//! help = ["?", "F1"]
//! ```
//!
//! `[engines]` in the same file is for [`Engines`](stonefield_minds::engine::Engines).

pub use stonefield_files::{EntryValue, SettingsError};

use super::chord::Chord;
use super::keys::{ACTIONS, Bindings};
use super::palette::{Colormap, Theme};
use super::quality::Quality;
use super::tabs::Tab;
use bevy::ecs::resource::Resource;
use std::collections::{BTreeMap, BTreeSet};
use stonefield_files::read_settings;
use stonefield_go::notation::{nearest, shortened, suggestion};
use toml::de::{DeTable, DeValue};
use toml_edit::{Array, InlineTable, Value};

/// The sections of panels that were unfolded (`true`) or folded away, by name; of others, each is as it comes.
pub type Sections = BTreeMap<String, bool>;

/// Where a window is, and how large, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    /// Its width without its frame.
    pub width: u32,
    /// Its height without its frame.
    pub height: u32,
    /// Its upper left corner on the desktop, where that is known.
    pub corner: Option<(i32, i32)>,
}

impl WindowPlace {
    /// The least and greatest width and height.
    pub const SIDES: std::ops::RangeInclusive<u32> = 100..=32_768;
    /// The farthest that a corner may lie from the desktop's own.
    pub const FAR: i32 = 100_000;

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let table = value.as_table()?;
        let number = |name: &str| -> Option<i64> {
            let (_, value) = table.iter().find(|(key, _)| key.get_ref().as_ref() == name)?;
            match value.get_ref() {
                DeValue::Integer(number) => number.as_str().replace('_', "").parse().ok(),
                _ => None,
            }
        };
        let side = |name: &str| u32::try_from(number(name)?).ok().filter(|side| Self::SIDES.contains(side));
        let at =
            |name: &str| i32::try_from(number(name)?).ok().filter(|at| (-Self::FAR..=Self::FAR).contains(at));
        let known = |key: &str| ["width", "height", "x", "y"].contains(&key);
        let (width, height) = (side("width")?, side("height")?);
        let corner = match table.len() {
            2 => None,
            4 => Some((at("x")?, at("y")?)),
            _ => return None,
        };
        table.keys().all(|key| known(key.get_ref())).then_some(Self { width, height, corner })
    }

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

/// Looks and keys.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Settings {
    /// The colours of panels and surroundings.
    pub theme: Theme,
    /// The colours of heat.
    pub heat_colors: Colormap,
    /// How large panels and their text are, [`Settings::UI_SCALES`].
    pub ui_scale: f32,
    /// Whether stones appear and vanish at once.
    pub reduced_motion: bool,
    /// Whether a mind answers a person only where the game runs.
    pub answer_on_go: bool,
    /// How the board is drawn; `None`: as the graphics adapter can.
    pub quality: Option<Quality>,
    /// The tab that the left column shows.
    pub tab: Tab,
    /// Which sections of the panels are open.
    pub sections: Sections,
    /// The names of the plots that are shown; `None`: the usual ones.
    pub plots: Option<BTreeSet<String>>,
    /// Where the window was when it was last moved or resized.
    pub window: Option<WindowPlace>,
    /// Which keys do what.
    pub keys: Bindings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            heat_colors: Colormap::default(),
            ui_scale: 1.0,
            reduced_motion: false,
            answer_on_go: false,
            quality: None,
            tab: Tab::default(),
            sections: Sections::new(),
            plots: None,
            window: None,
            keys: Bindings::default(),
        }
    }
}

const KEYS: [&str; 12] = [
    "theme",
    "heat_colors",
    "ui_scale",
    "reduced_motion",
    "answer_on_go",
    "quality",
    "tab",
    "sections",
    "plots",
    "window",
    "keys",
    "engines",
];
const QUALITIES: [(&str, Option<Quality>); 3] =
    [("auto", None), ("low", Some(Quality::Low)), ("high", Some(Quality::High))];
const TABS: [(&str, Tab); 4] = {
    let mut tabs = [("", Tab::Game); 4];
    let mut i = 0;
    while i < tabs.len() {
        tabs[i] = (Tab::ALL[i].name(), Tab::ALL[i]);
        i += 1;
    }
    tabs
};

impl Settings {
    /// The least and greatest scale of the panels.
    pub const UI_SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;

    /// Reads settings; what the text leaves out keeps its default.
    ///
    /// # Errors
    /// When the text is no TOML, or names a setting, action, key or value there is not.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        Self::read(text)
            .map_err(|error| SettingsError { message: shortened(&error.message, &[text]), ..error })
    }

    fn read(text: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for (name, value) in &read_settings(text)? {
            let refused = |message| SettingsError::at(text, name.span().start, message);
            match name.get_ref().as_ref() {
                "keys" => {
                    let keys = value.get_ref().as_table();
                    let keys = keys.ok_or_else(|| refused("keys must be a table: [keys]".to_owned()))?;
                    settings.keys = bindings(keys, text)?;
                }
                // Who needs engines reads them: `stonefield_minds::engine::Engines`.
                "engines" => {}
                name => settings.set(name, value.get_ref(), refused)?,
            }
        }
        Ok(settings)
    }

    fn set(
        &mut self,
        name: &str,
        value: &DeValue<'_>,
        refused: impl Fn(String) -> SettingsError,
    ) -> Result<(), SettingsError> {
        let must = |be: &str| refused(format!("{name} must be {be}"));
        match name {
            "theme" => self.theme = one_of(value, &Theme::ALL.map(|theme| (theme.name(), theme)), must)?,
            "heat_colors" => {
                self.heat_colors = one_of(value, &Colormap::ALL.map(|map| (map.name(), map)), must)?;
            }
            "window" => {
                let place = WindowPlace::read(value);
                let be = "a table with width and height, and x and y where they are known, all whole numbers";
                self.window = Some(place.ok_or_else(|| must(be))?);
            }
            "quality" => self.quality = one_of(value, &QUALITIES, must)?,
            "tab" => self.tab = one_of(value, &TABS, must)?,
            "sections" => {
                let sections = value.as_table().map(|table| {
                    table
                        .iter()
                        .map(|(name, open)| Some((name.get_ref().to_string(), open.get_ref().as_bool()?)))
                });
                let sections = sections.and_then(Iterator::collect::<Option<Sections>>);
                self.sections = sections.ok_or_else(|| must("a table of names, each true or false"))?;
            }
            "plots" => {
                let names = value.as_array().map(|list| {
                    list.iter().map(|name| Some(name.get_ref().as_str()?.to_owned())).collect::<Option<_>>()
                });
                self.plots = Some(names.flatten().ok_or_else(|| must("a list of names of plots"))?);
            }
            "reduced_motion" => {
                self.reduced_motion = value.as_bool().ok_or_else(|| must("true or false"))?;
            }
            "answer_on_go" => {
                self.answer_on_go = value.as_bool().ok_or_else(|| must("true or false"))?;
            }
            "ui_scale" => {
                let number = match value {
                    DeValue::Float(number) => number.as_str().replace('_', "").parse::<f32>().ok(),
                    DeValue::Integer(number) => number.as_str().parse::<f32>().ok(),
                    _ => None,
                };
                let allowed = number.filter(|number| Self::UI_SCALES.contains(number));
                self.ui_scale = allowed.ok_or_else(|| must("a number from 0.75 to 2"))?;
            }
            _ => return Err(refused(unknown("setting", name, KEYS.into_iter()))),
        }
        Ok(())
    }

    /// What is written into a settings file: this window's looks, by name, and which entries go. Everything else in the file, comments and keys, stays as
    /// it is.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, Option<Value>)> {
        let quality =
            QUALITIES.iter().find(|(_, quality)| *quality == self.quality).map_or(&"auto", |(name, _)| name);
        let sections: InlineTable = self.sections.iter().map(|(name, open)| (name.as_str(), *open)).collect();
        let plots = self.plots.as_ref().map(|names| names.iter().map(String::as_str).collect::<Array>());
        vec![
            ("theme", Some(self.theme.name().into())),
            ("heat_colors", Some(self.heat_colors.name().into())),
            ("ui_scale", Some((f64::from(self.ui_scale * 100.0).round() / 100.0).into())),
            ("reduced_motion", Some(self.reduced_motion.into())),
            ("answer_on_go", Some(self.answer_on_go.into())),
            ("quality", Some((*quality).into())),
            ("tab", Some(self.tab.name().into())),
            ("sections", Some(sections.into())),
            ("plots", plots.map(Value::from)),
            ("window", self.window.map(WindowPlace::value)),
        ]
    }

    /// What `[keys]` says in a settings file: the keys of every action, and whether they are the usual ones.
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

fn bindings(keys: &DeTable<'_>, text: &str) -> Result<Bindings, SettingsError> {
    let mut bindings = Bindings::default();
    let mut taken: Vec<(Chord, &str)> = Vec::new();
    for (name, value) in keys {
        let refused = |message| SettingsError::at(text, name.span().start, message);
        let action =
            ACTIONS.iter().position(|info| info.name == name.get_ref().as_ref()).ok_or_else(|| {
                refused(unknown("action", name.get_ref(), ACTIONS.iter().map(|info| info.name)))
            })?;
        let chords = texts(value.get_ref())
            .ok_or_else(|| refused(format!("{} must be a key or a list of keys", name.get_ref())))?
            .into_iter()
            .map(|text| text.parse::<Chord>().map_err(|error| refused(error.to_string())))
            .collect::<Result<Vec<_>, _>>()?;
        let chords = ACTIONS[action].possible(chords.into_iter()).collect::<Vec<_>>();
        for chord in &chords {
            if let Some((_, other)) = taken.iter().find(|(known, _)| known == chord) {
                return Err(refused(format!("{chord} is already the key of {other}")));
            }
            taken.push((*chord, ACTIONS[action].name));
        }
        bindings.rebind(action, chords);
    }
    Ok(bindings)
}

fn texts<'v>(value: &'v DeValue<'_>) -> Option<Vec<&'v str>> {
    match value {
        DeValue::String(text) => Some(vec![text.as_ref()]),
        DeValue::Array(list) => list.iter().map(|entry| entry.get_ref().as_str()).collect(),
        _ => None,
    }
}

/// One of the values that a setting may have; `must` says what it must be where it is none.
fn one_of<T: Copy>(
    value: &DeValue<'_>,
    allowed: &[(&str, T)],
    must: impl Fn(&str) -> SettingsError,
) -> Result<T, SettingsError> {
    let names = || allowed.iter().map(|(name, _)| *name);
    let given = value.as_str().unwrap_or("");
    let found = allowed.iter().find(|(name, _)| *name == given).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let list = names().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        must(&format!("{list}{}", suggestion(given, names())))
    })
}

fn unknown<'a>(what: &str, given: &str, allowed: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(given, allowed.clone()) {
        Some(near) => format!("no {what} '{given}'; nearest: '{near}'"),
        None => format!("no {what} '{given}'; there are {}", allowed.collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Action;
    use super::*;

    fn amended(settings: &Settings, text: &str) -> String {
        super::super::files::with_values(text, &settings.values()).expect("good")
    }

    #[test]
    fn what_is_written_reads_back() {
        let settings = Settings {
            theme: Theme::HighContrast,
            heat_colors: Colormap::Cividis,
            ui_scale: 1.25,
            reduced_motion: true,
            answer_on_go: true,
            quality: Some(Quality::Low),
            tab: Tab::Lab,
            sections: [("set-up", false), ("laboratory", true)]
                .map(|(name, open)| (name.to_owned(), open))
                .into(),
            plots: Some(["groups", "score"].map(str::to_owned).into()),
            window: Some(WindowPlace { width: 1100, height: 700, corner: Some((-30, 12)) }),
            keys: Bindings::default(),
        };
        assert_eq!(Settings::parse(&amended(&settings, "")), Ok(settings));
        assert_eq!(Settings::parse(""), Ok(Settings::default()));
    }

    #[test]
    fn writing_keeps_comments_and_keys() {
        let text = "# mine\ntheme = \"light\"  # for the day\n\n[keys]\nhelp = \"F2\" # theme = 1\n";
        let settings = Settings { theme: Theme::Dark, ..Settings::parse(text).expect("good") };
        let written = amended(&settings, text);
        assert!(
            written.starts_with(
                "# mine\ntheme = \"dark\"  # for the day\nheat_colors = \"ember\"\nui_scale = 1.0\n"
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
        // The next field has lost H to the list of keys: the file says so once it is written.
        assert_eq!(written(&settings, text), format!("{text}next-field = []\n"));
        let at = |action| ACTIONS.iter().position(|info| info.action == action).expect("listed");
        settings.keys.rebind(at(Action::Step), vec!["Ctrl+Shift+F".parse().expect("a key")]);
        let now = written(&settings, text);
        assert!(now.contains("step = \"Ctrl+Shift+F\" # the usual\n") && now.contains("# twice"), "{now}");
        assert_eq!(Settings::parse(&now).map(|settings| settings.keys), Ok(settings.keys.clone()));
        let usual = Settings::default();
        assert_eq!(written(&usual, ""), "", "what is usual need not be written");
        let back = written(&usual, &now);
        assert_eq!(Settings::parse(&back).map(|settings| settings.keys), Ok(usual.keys));
        assert!(back.starts_with("# mine\n\n[keys]\n# my help\nhelp = [\"?\", \"F1\"]\n"), "{back}");
    }

    #[test]
    fn engines_are_for_others() {
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
    fn a_bad_file_is_told_in_one_line() {
        for (text, told) in [
            (
                "theme = \"drak\"",
                "line 1: theme must be \"light\" or \"dark\" or \"print\" or \"high-contrast\"; nearest: 'dark'",
            ),
            (
                "window = { width = 10, height = 800 }",
                "line 1: window must be a table with width and height, and x and y where they are known, all whole numbers",
            ),
            ("\n\nthem = 1", "line 3: no setting 'them'; nearest: 'theme'"),
            ("ui_scale = 3", "line 1: ui_scale must be a number from 0.75 to 2"),
            ("ui_scale = nan", "line 1: ui_scale must be a number from 0.75 to 2"),
            ("reduced_motion = 1", "line 1: reduced_motion must be true or false"),
            (
                "tab = \"lib\"",
                "line 1: tab must be \"game\" or \"minds\" or \"layers\" or \"lab\"; nearest: 'lab'",
            ),
            ("sections = { heat = 1 }", "line 1: sections must be a table of names, each true or false"),
            ("plots = [1]", "line 1: plots must be a list of names of plots"),
            ("plots = \"score\"", "line 1: plots must be a list of names of plots"),
            ("keys = 1", "line 1: keys must be a table: [keys]"),
            ("[keys]\n# x\nhlep = \"F2\"", "line 3: no action 'hlep'; nearest: 'help'"),
            ("[keys]\nhelp = 3", "line 2: help must be a key or a list of keys"),
            ("[keys]\nhelp = \"T\"\nlinks = \"T\"", "line 3: T is already the key of help"),
        ] {
            let error = Settings::parse(text).expect_err(text);
            assert_eq!(error.to_string(), told);
        }
        for text in ["theme =", "theme = \"dark", "[keys\n", "theme = \"dark\"\ntheme = \"dark\"", "\u{0}"] {
            let error = Settings::parse(text).expect_err(text);
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
