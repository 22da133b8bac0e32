//! What keys do: every action with its name, its words for the list and its keys unless rebound.

use super::chord::Chord;
use super::layers::Layer;
use bevy::ecs::message::{Message, MessageReader};
use bevy::ecs::resource::Resource;
use bevy::ecs::schedule::SystemSet;

/// Keys and clicks in `Update`, before the simulation answers requests.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSystems {
    /// Keys become actions, clicks requests.
    Read,
    /// Each part of the window carries out its own actions.
    Act,
}

/// Something a key or a button can do, as a message to the part of the window that does it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Runs, or pauses.
    RunPause,
    /// Plays one tick on from here.
    Step,
    /// Does one phase of a tick.
    Phase,
    /// Goes this many moves along the record; at its end a single one is played.
    MoveBy(i64),
    /// To the beginning.
    First,
    /// To the end of this variation.
    Last,
    /// To the variation so many below this one.
    Sibling(i64),
    /// To the nearest branch before this move.
    PreviousBranch,
    /// To the nearest branch after this move.
    NextBranch,
    /// To the next mistake on this line of the record, or to the one before.
    Mistake(bool),
    /// Names this moment of the game, and lists the names.
    Bookmark,
    /// To the next bookmark on this line of the record, or to the one before.
    NextBookmark(bool),
    /// Shows or hides the table of all stones.
    StoneTable,
    /// Shows or hides what the record says of the game.
    GameInfo,
    /// Has the mind that thinks play its best so far.
    MoveNow,
    /// Has a mind say what it thinks of the position, without playing.
    Evaluate,
    /// Has it do so at every position, or no longer.
    Analyse,
    /// Has several minds do so at once, or no longer.
    Compare,
    /// Shows or hides boards beside each other that go on from one position with minds of their own.
    Beside,
    /// Shows a wall of boards, each with games of its own, or closes it.
    Wall,
    /// Takes back a person's last move, and the answer to it.
    TakeBack,
    /// Passes for a person at the board.
    Pass,
    /// Sets up a new game as the fields say.
    Setup,
    /// Looks for a record to open.
    Open,
    /// Writes the game where it was last written, or asks where to.
    Save,
    /// Asks where to write the game.
    SaveAs,
    /// Copies the record to the clipboard.
    Copy,
    /// Opens the record that is in the clipboard.
    Paste,
    /// Shows or hides the search tree.
    SearchTree,
    /// Shows or hides the GTP console.
    Console,
    /// Shows or hides the engines that the settings name.
    Engines,
    /// Has the mind that thinks drop its turn, closes the list, or lets go of what is selected.
    Close,
    /// Plans an experiment in the laboratory: these minds, game after game.
    Experiment,
    /// Shows or hides the laboratory: plans, stores of games, and what they add up to.
    Laboratory,
    /// Makes games run at the next greater speed.
    Faster,
    /// Makes games run at the next smaller speed.
    Slower,
    /// Draws boards while games run, or no longer.
    Drawing,
    /// Shows the next field; after the last none.
    NextField,
    /// Shows or hides a layer.
    Layer(Layer),
    /// Looks from straight above.
    Flat,
    /// Looks at an angle.
    Orbit,
    /// Fits the whole board into the window.
    Fit,
    /// Gives the keyboard to the board, for its cursor.
    BoardCursor,
    /// Shows or hides the record: variations and comments.
    Record,
    /// Shows or hides the plots in a window of their own.
    Plots,
    /// Shows or hides the panels.
    Panels,
    /// Fills the screen, or goes back.
    FullScreen,
    /// Saves a picture of the window.
    Screenshot,
    /// Shows or hides what is saved as a picture or film.
    Pictures,
    /// Shows or hides the list of keys.
    Help,
    /// Shows or hides the lessons.
    Lessons,
    /// Shows or hides the example positions.
    Examples,
}

/// Keys that a panel takes instead of their actions, for example to choose a key.
#[derive(Resource, Clone, Debug, Default)]
pub struct KeyCapture {
    /// True if the next keys are for the panel.
    pub active: bool,
    /// Keys that were pressed meanwhile.
    pub pressed: Vec<Chord>,
}

impl KeyCapture {
    /// Takes a key if a panel wants it. Returns whether it was taken. Esc ends the capture.
    pub fn take(&mut self, chord: Chord) -> bool {
        let taken = self.active;
        if taken {
            self.pressed.push(chord);
            self.active = chord != Chord::ESC;
        }
        taken
    }
}

/// A run condition of systems that switch something: the action came an odd number of times since the last frame.
pub(crate) fn switched(action: Action) -> impl FnMut(MessageReader<Action>) -> bool + Clone {
    move |mut actions: MessageReader<Action>| {
        actions.read().filter(|&&other| other == action).count() % 2 == 1
    }
}

/// An action's entry in the list.
pub struct ActionInfo {
    /// What is done.
    pub action: Action,
    /// Its name in the settings.
    pub name: &'static str,
    /// Its words in the list.
    pub about: &'static str,
    /// The heading it stands under.
    pub group: &'static str,
    keys: &'static [&'static str],
}

impl ActionInfo {
    /// Its keys unless rebound.
    fn usual(&self) -> impl Iterator<Item = Chord> {
        self.possible(self.keys.iter().filter_map(|key| key.parse().ok()))
    }

    /// Those of the keys that it can have: in a page none that the browser keeps, but for those that it tells of.
    pub(crate) fn possible(&self, chords: impl Iterator<Item = Chord>) -> impl Iterator<Item = Chord> {
        chords.filter(|chord| !chord.is_of_browser() || self.action.is_told_by_browser())
    }
}

const fn entry(
    action: Action,
    name: &'static str,
    about: &'static str,
    group: &'static str,
    keys: &'static [&'static str],
) -> ActionInfo {
    ActionInfo { action, name, about, group, keys }
}

const GAME: &str = "Game";
const TIME: &str = "Time";
const LAYERS: &str = "Layers";
const VIEW: &str = "View";

/// Every action, in the order of the list.
pub const ACTIONS: &[ActionInfo] = &[
    entry(Action::RunPause, "run-pause", "run or pause", GAME, &["Space"]),
    entry(Action::Step, "step", "one tick forward", GAME, &["."]),
    entry(Action::Phase, "phase", "one phase of a tick forward", GAME, &["Shift+."]),
    entry(Action::MoveNow, "move-now", "move now (a mind that thinks)", GAME, &["Enter"]),
    entry(Action::Evaluate, "evaluate", "hint: ask a mind for a move", GAME, &["E"]),
    entry(Action::Analyse, "analyse", "analyse every position", GAME, &["F4"]),
    entry(Action::Compare, "compare", "compare minds", GAME, &["Shift+F4"]),
    entry(Action::Beside, "boards-beside", "boards beside each other", GAME, &["Ctrl+B"]),
    entry(Action::Wall, "wall", "a wall of boards", GAME, &["W"]),
    entry(Action::TakeBack, "take-back", "take back", GAME, &["Ctrl+Z"]),
    entry(Action::Pass, "pass", "pass (a person's turn)", GAME, &["P"]),
    entry(Action::Setup, "setup", "set up a new game", GAME, &["Ctrl+N", "Shift+N"]),
    entry(Action::Open, "open", "open a game record", GAME, &["Ctrl+O"]),
    entry(Action::Save, "save", "save the game", GAME, &["Ctrl+S"]),
    entry(Action::SaveAs, "save-as", "save the game as", GAME, &["Ctrl+Shift+S"]),
    entry(Action::Copy, "copy", "copy the game as SGF", GAME, &["Ctrl+C"]),
    entry(Action::Paste, "paste", "open the game in the clipboard", GAME, &["Ctrl+V"]),
    entry(Action::Experiment, "experiment", "experiment: many such games", GAME, &["Ctrl+Shift+B"]),
    entry(Action::Laboratory, "laboratory", "laboratory: plans and stores", GAME, &["Ctrl+Shift+L"]),
    entry(Action::SearchTree, "search-tree", "search tree", GAME, &["Ctrl+T", "Shift+R"]),
    entry(Action::Console, "console", "GTP console", GAME, &["F9"]),
    entry(Action::Engines, "engines", "engines: other Go programs", GAME, &["Ctrl+Shift+E"]),
    entry(Action::Faster, "faster", "faster", GAME, &["+", "="]),
    entry(Action::Slower, "slower", "slower", GAME, &["-"]),
    entry(Action::Drawing, "drawing", "draw running boards, or not", GAME, &["Shift+D"]),
    entry(Action::MoveBy(1), "forward", "one move forward, or the next", TIME, &["Right"]),
    entry(Action::MoveBy(-1), "back", "one move back", TIME, &["Left"]),
    entry(Action::MoveBy(10), "forward-ten", "ten moves forward", TIME, &["Shift+Right"]),
    entry(Action::MoveBy(-10), "back-ten", "ten moves back", TIME, &["Shift+Left"]),
    entry(Action::First, "first", "to the beginning", TIME, &["Home"]),
    entry(Action::Last, "last", "to the end", TIME, &["End"]),
    entry(Action::Sibling(-1), "variation-above", "the variation above", TIME, &["Up"]),
    entry(Action::Sibling(1), "variation-below", "the variation below", TIME, &["Down"]),
    entry(Action::PreviousBranch, "fork-back", "back to a branch", TIME, &["Shift+Up"]),
    entry(Action::NextBranch, "fork-forward", "forward to a branch", TIME, &["Shift+Down"]),
    entry(Action::Mistake(true), "next-mistake", "to the next mistake", TIME, &["Ctrl+Right"]),
    entry(Action::Mistake(false), "previous-mistake", "back to a mistake", TIME, &["Ctrl+Left"]),
    entry(Action::Bookmark, "bookmark", "name this moment", TIME, &["Ctrl+D"]),
    entry(Action::NextBookmark(true), "next-bookmark", "to the next bookmark", TIME, &["Alt+Right"]),
    entry(Action::NextBookmark(false), "previous-bookmark", "back to a bookmark", TIME, &["Alt+Left"]),
    entry(Action::Layer(Layer::Temperature), "temperature", "temperature", LAYERS, &["T"]),
    entry(Action::Layer(Layer::Links), "links", "links", LAYERS, &["L"]),
    entry(Action::Layer(Layer::FarLinks), "far-links", "links beyond neighbours", LAYERS, &["Shift+L"]),
    entry(Action::Layer(Layer::Hulls), "hulls", "outlines of groups", LAYERS, &["Shift+G"]),
    entry(Action::Layer(Layer::Liberties), "liberties", "liberties of groups", LAYERS, &["B"]),
    entry(Action::Layer(Layer::Atari), "atari", "groups in atari", LAYERS, &["A"]),
    entry(Action::Layer(Layer::Letters), "letters", "a letter per group", LAYERS, &["G"]),
    entry(Action::Layer(Layer::Suicide), "suicide", "suicide points", LAYERS, &["X"]),
    entry(Action::Layer(Layer::Candidates), "candidates", "moves a mind considers", LAYERS, &["V"]),
    entry(Action::Layer(Layer::Variation), "variation", "expected variation", LAYERS, &["Shift+V"]),
    entry(Action::Layer(Layer::Ownership), "ownership", "expected ownership", LAYERS, &["O"]),
    entry(Action::Layer(Layer::Bids), "bids", "what stones bid for", LAYERS, &["S"]),
    entry(Action::NextField, "next-field", "next field, or none", LAYERS, &["H"]),
    entry(Action::Layer(Layer::Territory), "territory", "territory", LAYERS, &["Y"]),
    entry(Action::Layer(Layer::Bouzy), "bouzy", "Bouzy's map", LAYERS, &["Z"]),
    entry(Action::Layer(Layer::Influence), "influence", "influence", LAYERS, &["I"]),
    entry(Action::Layer(Layer::Control), "control", "control", LAYERS, &["K"]),
    entry(Action::Layer(Layer::Life), "life", "unconditional life", LAYERS, &["U"]),
    entry(Action::Layer(Layer::LastMove), "last-move", "last move", LAYERS, &["D"]),
    entry(Action::Layer(Layer::Next), "next", "next moves and variations", LAYERS, &["N"]),
    entry(Action::Layer(Layer::Numbers), "numbers", "move numbers", LAYERS, &["M"]),
    entry(Action::Layer(Layer::Coordinates), "coordinates", "coordinates", LAYERS, &["C"]),
    entry(Action::Layer(Layer::Black), "black", "black stones", LAYERS, &["Shift+B"]),
    entry(Action::Layer(Layer::White), "white", "white stones", LAYERS, &["Shift+W"]),
    entry(Action::Flat, "flat", "2-D, from above", VIEW, &["2"]),
    entry(Action::Orbit, "orbit", "3-D, at an angle", VIEW, &["3"]),
    entry(Action::Fit, "fit", "fit the board", VIEW, &["F"]),
    entry(Action::BoardCursor, "board-cursor", "cursor on the board", VIEW, &["F6"]),
    entry(Action::Record, "record", "variations and comments", VIEW, &["R"]),
    entry(Action::GameInfo, "game-info", "game info", VIEW, &["Ctrl+I"]),
    entry(Action::StoneTable, "stones", "table of all stones", VIEW, &["Shift+T"]),
    entry(Action::Plots, "plots", "plots in a window", VIEW, &["Shift+P"]),
    entry(Action::Panels, "panels", "hide or show the panels", VIEW, &["F10"]),
    entry(Action::FullScreen, "full-screen", "full screen", VIEW, &["F11"]),
    entry(Action::Screenshot, "screenshot", "save a picture", VIEW, &["F12"]),
    entry(Action::Pictures, "pictures", "pictures and films", VIEW, &["Shift+F12"]),
    entry(Action::Help, "help", "this list", VIEW, &["?", "F1"]),
    entry(Action::Lessons, "lessons", "lessons", VIEW, &["Ctrl+L"]),
    entry(Action::Examples, "examples", "example positions", VIEW, &["Ctrl+E"]),
    entry(Action::Close, "close", "stop thinking, close, deselect", VIEW, &["Esc"]),
];

impl Action {
    /// Whether it is done while the user types, for example into a comment.
    #[must_use]
    pub const fn while_typing(self) -> bool {
        matches!(self, Self::Open | Self::Save | Self::SaveAs)
    }

    /// Whether it can be done where this program runs: a page starts no engines and keeps no stores.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        !cfg!(target_family = "wasm")
            || !matches!(self, Self::Engines | Self::Console | Self::Experiment | Self::Laboratory)
    }

    /// Whether a browser has keys of its own for it, and tells of it: they stay as they are.
    #[must_use]
    pub const fn is_told_by_browser(self) -> bool {
        cfg!(target_family = "wasm") && matches!(self, Self::Copy | Self::Paste)
    }

    /// Whether holding the key down repeats it.
    #[must_use]
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Self::MoveBy(_)
                | Self::Sibling(_)
                | Self::PreviousBranch
                | Self::NextBranch
                | Self::Mistake(_)
                | Self::NextBookmark(_)
                | Self::Step
                | Self::Phase
                | Self::Faster
                | Self::Slower
        )
    }
}

/// Which keys do what.
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings {
    /// One list for each of [`ACTIONS`].
    chords: Vec<Vec<Chord>>,
}

impl Default for Bindings {
    fn default() -> Self {
        Self { chords: ACTIONS.iter().map(|info| info.usual().collect()).collect() }
    }
}

impl Bindings {
    /// What the chord does, if anything.
    #[must_use]
    pub fn action(&self, chord: &Chord) -> Option<Action> {
        Some(ACTIONS[self.holder(chord)?].action)
    }

    /// The keys of an action as text: `?, F1`; empty when it has none.
    #[must_use]
    pub fn text(&self, action: Action) -> String {
        let chords = ACTIONS.iter().position(|info| info.action == action).map(|at| &self.chords[at]);
        let texts = chords.into_iter().flatten().map(ToString::to_string);
        texts.collect::<Vec<_>>().join(", ")
    }

    /// The keys of the `at`th of [`ACTIONS`].
    #[must_use]
    pub fn of(&self, at: usize) -> &[Chord] {
        self.chords.get(at).map_or(&[], Vec::as_slice)
    }

    /// Whether the `at`th of [`ACTIONS`] has its usual keys.
    #[must_use]
    pub fn is_usual(&self, at: usize) -> bool {
        ACTIONS.get(at).is_some_and(|info| info.usual().eq(self.of(at).iter().copied()))
    }

    /// The place among [`ACTIONS`] of the one that the chord belongs to.
    #[must_use]
    pub fn holder(&self, chord: &Chord) -> Option<usize> {
        let holds =
            |(chords, info): (&Vec<Chord>, &ActionInfo)| info.action.is_possible() && chords.contains(chord);
        self.chords.iter().zip(ACTIONS).position(holds)
    }

    /// Gives the `at`th of [`ACTIONS`] these keys instead of its own. Another action that had one of them by
    /// default loses it.
    pub(crate) fn rebind(&mut self, at: usize, keys: Vec<Chord>) {
        for chords in &mut self.chords {
            chords.retain(|chord| !keys.contains(chord));
        }
        self.chords[at] = keys;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_default_key_is_a_key_and_does_one_thing() {
        let mut names = BTreeSet::new();
        let mut keys = BTreeSet::new();
        for info in ACTIONS {
            assert!(names.insert(info.name), "{} twice", info.name);
            for key in info.keys {
                assert!(key.parse::<Chord>().is_ok(), "{key}");
                assert!(keys.insert(*key), "{key} twice");
            }
        }
        let bindings = Bindings::default();
        assert_eq!(bindings.text(Action::Help), "?, F1");
        let chord = ".".parse().expect("a key");
        assert_eq!(bindings.action(&chord), Some(Action::Step));
    }

    #[test]
    fn every_layer_has_a_key() {
        let bindings = Bindings::default();
        for layer in Layer::ALL {
            assert!(!bindings.text(Action::Layer(layer)).is_empty(), "{}", layer.name());
        }
    }

    #[test]
    fn a_rebound_key_leaves_its_old_action() {
        let mut bindings = Bindings::default();
        let help = ACTIONS.iter().position(|info| info.action == Action::Help).expect("listed");
        bindings.rebind(help, vec!["T".parse().expect("a key")]);
        assert_eq!(bindings.text(Action::Help), "T");
        assert_eq!(bindings.text(Action::Layer(Layer::Temperature)), "");
    }
}
