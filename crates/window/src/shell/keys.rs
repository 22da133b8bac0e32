//! Actions: their names, texts and default keys, and the bindings of keys to actions.

use super::card::Card;
use super::chord::Chord;
use super::layers::Layer;
use super::look::Look;
use crate::platform::{Host, Platform};
use bevy::ecs::message::{Message, MessageReader};
use bevy::ecs::resource::Resource;
use bevy::ecs::schedule::SystemSet;

/// Sets in `Update` for keys and clicks, before the simulation answers requests.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSystems {
    /// Keys are turned into actions, and clicks into requests.
    Read,
    /// Each part of the window performs its own actions.
    Act,
}

/// Action of a key or button, sent as a message to the part of the window that performs it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Starts or pauses the game.
    RunPause,
    /// Plays one tick.
    Step,
    /// Plays one phase of a tick.
    Phase,
    /// Goes forward by this number of moves in the record; below 0: back. At the end, 1 plays a move.
    MoveBy(i64),
    /// Goes to the beginning.
    First,
    /// Goes to the end of the variation.
    Last,
    /// Goes to the variation this number of places below; below 0: above.
    Sibling(i64),
    /// Goes to the nearest branch before this move.
    PreviousBranch,
    /// Goes to the nearest branch after this move.
    NextBranch,
    /// Goes to the next mistake on this line of the record if true, or to the previous one.
    Mistake(bool),
    /// Adds a bookmark at this moment of the game, and lists the bookmarks.
    Bookmark,
    /// Goes to the next bookmark on this line of the record if true, or to the previous one.
    NextBookmark(bool),
    /// Shows or hides the table of all stones.
    StoneTable,
    /// Shows or hides the game info of the record.
    GameInfo,
    /// Makes the thinking mind play its best move so far.
    MoveNow,
    /// Asks a mind for its evaluation of the position, without a move.
    Evaluate,
    /// Starts or stops the evaluation of every position.
    Analyse,
    /// Starts or stops the comparison of several minds.
    Compare,
    /// Shows or hides boards beside each other that continue from one position, each with its own minds.
    Beside,
    /// Shows or hides a wall of boards, each with its own games.
    Wall,
    /// Takes back a person's last move and the answer to it.
    TakeBack,
    /// Passes for a person at the board.
    Pass,
    /// Sets up a new game with the values of the fields.
    Setup,
    /// Asks which record to open.
    Open,
    /// Saves the game to its last file, or asks for a file.
    Save,
    /// Asks for a file and saves the game to it.
    SaveAs,
    /// Copies the record to the clipboard.
    Copy,
    /// Opens the record in the clipboard.
    Paste,
    /// Shows or hides the search tree.
    SearchTree,
    /// Shows or hides the GTP console.
    Console,
    /// Shows or hides the engines of the settings.
    Engines,
    /// Stops the thinking mind, closes a panel, or clears the selection.
    Close,
    /// Plans an experiment in the laboratory: many games between the same minds.
    Experiment,
    /// Shows or hides the laboratory: plans, stores of games, and their statistics.
    Laboratory,
    /// Sets the next higher speed.
    Faster,
    /// Sets the next lower speed.
    Slower,
    /// Starts or stops the drawing of boards while games run.
    Drawing,
    /// Shows the next field layer; none after the last.
    NextField,
    /// Shows or hides a layer.
    Layer(Layer),
    /// Opens or closes a card.
    Card(Card),
    /// Switches to a look.
    Look(Look),
    /// Shows the board in 2-D, from above.
    Flat,
    /// Shows the board in 3-D, at an angle.
    Orbit,
    /// Fits the whole board into the window.
    Fit,
    /// Gives the keyboard focus to the cursor on the board.
    BoardCursor,
    /// Shows or hides the record: variations and comments.
    Record,
    /// Shows or hides the plots in a window over the board.
    Plots,
    /// Shows or hides the panels.
    Panels,
    /// Starts or ends full screen.
    FullScreen,
    /// Saves a picture of the window.
    Screenshot,
    /// Shows or hides the panel that saves pictures and films.
    Pictures,
    /// Shows or hides the list of keys.
    Help,
    /// Shows or hides the lessons.
    Lessons,
    /// Shows or hides the example positions.
    Examples,
}

/// Capture of keys by a panel, for example to choose a key. Captured keys perform no action.
#[derive(Resource, Clone, Debug, Default)]
pub struct KeyCapture {
    /// True while keys are captured.
    pub active: bool,
    /// Captured keys.
    pub pressed: Vec<Chord>,
}

impl KeyCapture {
    /// Adds a key to the captured ones while the capture is active. Returns true if it did. Esc ends the
    /// capture.
    pub fn take(&mut self, chord: Chord) -> bool {
        let taken = self.active;
        if taken {
            self.pressed.push(chord);
            self.active = chord != Chord::ESC;
        }
        taken
    }
}

/// Returns a run condition: true if an action came an odd number of times since the last run.
pub(crate) fn switched(action: Action) -> impl FnMut(MessageReader<Action>) -> bool + Clone {
    move |mut actions: MessageReader<Action>| is_odd(actions.read(), action)
}

/// True if an action is among these an odd number of times.
pub(crate) fn is_odd<'a>(actions: impl IntoIterator<Item = &'a Action>, action: Action) -> bool {
    actions.into_iter().filter(|&&other| other == action).count() % 2 == 1
}

/// Entry of an action in the list of keys.
pub struct ActionInfo {
    /// The action.
    pub action: Action,
    /// Name in the settings.
    pub name: &'static str,
    /// Text in the list.
    pub about: &'static str,
    /// Heading in the list.
    pub group: &'static str,
    /// Default keys.
    keys: &'static [&'static str],
}

impl ActionInfo {
    /// Returns the default keys.
    fn default_keys(&self) -> impl Iterator<Item = Chord> {
        self.possible(self.keys.iter().filter_map(|key| key.parse().ok()))
    }

    /// Returns the keys that the action can have. In a page, keys of the browser are left out, unless the
    /// browser reports the action itself.
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

/// All actions, in the order of the list.
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
    entry(Action::Experiment, "experiment", "plan many such games", GAME, &["Ctrl+Shift+B"]),
    entry(Action::Laboratory, "laboratory", "laboratory: plans and games", GAME, &["Ctrl+Shift+L"]),
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
    entry(Action::Look(Look::Stones), "look-stones", "look: stones", LAYERS, &["1"]),
    entry(Action::Look(Look::Heat), "look-heat", "look: heat", LAYERS, &["2"]),
    entry(Action::Look(Look::Groups), "look-groups", "look: groups", LAYERS, &["3"]),
    entry(Action::Look(Look::Territory), "look-territory", "look: territory", LAYERS, &["4"]),
    entry(Action::Look(Look::Thoughts), "look-thoughts", "look: thoughts", LAYERS, &["5"]),
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
    entry(Action::Card(Card::NewGame), "card-new-game", "new game: size, rules, players", VIEW, &["F8"]),
    entry(Action::Card(Card::Game), "card-game", "card: game", VIEW, &["6"]),
    entry(Action::Card(Card::Minds), "card-minds", "card: minds", VIEW, &["7"]),
    entry(Action::Card(Card::Looks), "card-looks", "card: looks", VIEW, &["8"]),
    entry(Action::Card(Card::Facts), "card-facts", "card: facts", VIEW, &["9"]),
    entry(Action::Card(Card::Lab), "card-lab", "card: lab", VIEW, &["0"]),
    entry(Action::Flat, "flat", "2-D, from above", VIEW, &["Alt+2"]),
    entry(Action::Orbit, "orbit", "3-D, at an angle", VIEW, &["Alt+3"]),
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
    /// True if the action is also performed while the user types, for example into a comment.
    #[must_use]
    pub const fn while_typing(self) -> bool {
        matches!(self, Self::Open | Self::Save | Self::SaveAs)
    }

    /// True if the action is possible on this platform. A page has no engines and no stores.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        Host::HAS_FILES
            || !matches!(self, Self::Engines | Self::Console | Self::Experiment | Self::Laboratory)
    }

    /// True if the browser has its own keys for the action and reports it. These keys cannot be changed.
    #[must_use]
    pub const fn is_told_by_browser(self) -> bool {
        Host::IN_BROWSER && matches!(self, Self::Copy | Self::Paste)
    }

    /// True if the action is repeated while its key is held down.
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

/// Keys of each action.
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings {
    /// Keys of each of [`ACTIONS`], in the same order.
    chords: Vec<Vec<Chord>>,
}

impl Default for Bindings {
    fn default() -> Self {
        Self { chords: ACTIONS.iter().map(|info| info.default_keys().collect()).collect() }
    }
}

impl Bindings {
    /// Returns the action of a key, if any.
    #[must_use]
    pub fn action(&self, chord: &Chord) -> Option<Action> {
        Some(ACTIONS[self.holder(chord)?].action)
    }

    /// Returns the keys of an action as text, for example `?, F1`. Empty if it has none.
    #[must_use]
    pub fn text(&self, action: Action) -> String {
        let chords = ACTIONS.iter().position(|info| info.action == action).map(|at| &self.chords[at]);
        let texts = chords.into_iter().flatten().map(ToString::to_string);
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the keys of the action with this index in [`ACTIONS`].
    #[must_use]
    pub fn of(&self, index: usize) -> &[Chord] {
        self.chords.get(index).map_or(&[], Vec::as_slice)
    }

    /// True if the action with this index in [`ACTIONS`] has its default keys.
    #[must_use]
    pub fn is_usual(&self, index: usize) -> bool {
        ACTIONS.get(index).is_some_and(|info| info.default_keys().eq(self.of(index).iter().copied()))
    }

    /// Returns the index in [`ACTIONS`] of the action of a key. `None` if no possible action has it.
    #[must_use]
    pub fn holder(&self, chord: &Chord) -> Option<usize> {
        let holds =
            |(chords, info): (&Vec<Chord>, &ActionInfo)| info.action.is_possible() && chords.contains(chord);
        self.chords.iter().zip(ACTIONS).position(holds)
    }

    /// Replaces the keys of the action with this index in [`ACTIONS`]. Other actions lose these keys.
    pub(crate) fn rebind(&mut self, index: usize, keys: Vec<Chord>) {
        for chords in &mut self.chords {
            chords.retain(|chord| !keys.contains(chord));
        }
        self.chords[index] = keys;
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
    fn a_rebound_key_is_removed_from_its_old_action() {
        let mut bindings = Bindings::default();
        let help = ACTIONS.iter().position(|info| info.action == Action::Help).expect("listed");
        bindings.rebind(help, vec!["T".parse().expect("a key")]);
        assert_eq!(bindings.text(Action::Help), "T");
        assert_eq!(bindings.text(Action::Layer(Layer::Temperature)), "");
    }
}
