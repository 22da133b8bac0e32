//! Text of a record, as SGF.
//!
//! Each move is a node. An edit by the user is a node of its own: `AB`, `AW` or `AE` for the brush, `PL` for
//! the colour to move, private entries for minds, heat and dead stones. Under `netlogo-2016`, where capture
//! differs from Go, a node after a move corrects the board for other SGF programs.

use super::facts::{facts, heat_facts};
use super::{BY_WORLD, Edit, HistoryError, PRIVATE};
use crate::{Brush, GameSetup};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use stonefield_go::notation::sgf::{Collection, NodeId, NodeRef, Replay, TooLarge, result_text};
use stonefield_go::{Color, Outcome, Point, Position, Setup, Size};
use stonefield_search::{Evaluation, TimeLeft, rounded};

/// First revision of the next text, so that no two texts have a revision in common.
static FIRST_REVISION: AtomicU64 = AtomicU64::new(0);

/// Data of a record that the game itself does not know.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// Date of the game, `YYYY-MM-DD`. `None`: unknown.
    pub date: Option<String>,
    /// True when the moves do not come from the seeds and minds of the set-up. The text then omits both.
    pub moves_only: bool,
}

/// State of a record's text.
pub(super) struct Text {
    /// Cache: a node, and the board there as other SGF programs compute it.
    board: Option<(NodeId, Replay)>,
    /// Illegal moves of the opened game, with the reason.
    pub illegal: BTreeMap<NodeId, String>,
    /// Results of lines that ended in this run of the program, as in `RE`, by their last node.
    pub ends: BTreeMap<NodeId, String>,
    /// Number that each change of the text increases.
    pub revision: u64,
    /// Number that each change of nodes or of their order increases.
    pub shape: u64,
    /// Revision that was saved last. In a new text: the first revision.
    pub saved: u64,
    /// True when seeds and minds cannot reproduce the content.
    pub unique: bool,
    /// True when the text belongs to a file.
    pub filed: bool,
}

impl Text {
    pub fn new() -> Self {
        let first = FIRST_REVISION.fetch_add(1 << 32, Ordering::Relaxed);
        Self {
            board: None,
            illegal: BTreeMap::new(),
            ends: BTreeMap::new(),
            revision: first,
            shape: 0,
            saved: first,
            unique: false,
            filed: false,
        }
    }

    /// Creates the text of a game from a file, with its illegal moves.
    pub fn of(illegal: Vec<(NodeId, String)>) -> Self {
        Self { unique: true, illegal: illegal.into_iter().collect(), ..Self::new() }
    }

    pub const fn change(&mut self) {
        self.revision += 1;
    }

    pub const fn change_shape(&mut self) {
        self.change();
        self.shape += 1;
    }

    /// Adds a node that corrects the board, if other SGF programs compute another board after the move in
    /// `here`. Returns that node or an equal existing one; without a difference, `here`. `before`: parent of
    /// `here`.
    pub fn correct_board(
        &mut self,
        games: &mut Collection,
        here: NodeId,
        before: Option<NodeId>,
        board: &Setup,
    ) -> NodeId {
        let cached = self.board.take().filter(|(node, _)| Some(*node) == before);
        let replay = match cached {
            Some((_, mut replay)) => {
                replay.step(games.node(here));
                Ok(replay)
            }
            None => Replay::after_node(games.node(here)),
        };
        let Ok(mut replay) = replay else { return here };
        let current = replay.position().setup();
        let mut last = here;
        if current.stones() != board.stones() {
            let node = games.add_child(here);
            write_world(games, node, &current, board);
            let new = games.node(node);
            let same = |other: &NodeRef<'_>| {
                other.id() != node
                    && other.value(PRIVATE) == Some(BY_WORLD)
                    && ["AB", "AW", "AE"].into_iter().all(|name| other.values(name).eq(new.values(name)))
            };
            let existing = games.node(here).children().find(same).map(NodeRef::id);
            last = existing.unwrap_or(node);
            if existing.is_some() {
                games.remove(node);
            }
            replay.step(games.node(last));
            self.change_shape();
        }
        self.board = Some((last, replay));
        last
    }

    /// Records that the game with this root ended at a node.
    pub fn end(&mut self, games: &mut Collection, root: NodeId, node: NodeId, outcome: Outcome) {
        self.ends.insert(node, result_text(outcome));
        self.write_result(games, root);
    }

    /// Writes the result of the main line as `RE`, or removes the result of another line. A result that came
    /// with the file stays.
    pub fn write_result(&mut self, games: &mut Collection, root: NodeId) {
        let first = games.node(root);
        let recorded = first.text("RE");
        if recorded.as_ref().is_some_and(|recorded| !self.ends.values().any(|end| end == recorded)) {
            return;
        }
        let end = first.main_line().last().and_then(|leaf| self.ends.get(&leaf.id())).cloned();
        if end != recorded {
            games.set_texts(root, "RE", end.as_deref());
            self.change();
        }
    }

    pub fn drop_removed(&mut self, games: &Collection, root: NodeId) {
        self.ends.retain(|node, _| games.get(*node).is_some_and(|node| node.root().id() == root));
        self.board = None;
    }
}

/// Creates a collection with one game that has no moves yet.
pub(super) fn opening(
    setup: &GameSetup,
    first: &Position,
    heading: &Heading,
) -> Result<Collection, HistoryError> {
    let mut games = Collection::new();
    let root = games.add_go_game();
    games.set_pairs(root, "AP", [("Stonefield", env!("CARGO_PKG_VERSION"))]);
    games.set_size(root, first.size()).map_err(|TooLarge(size)| HistoryError::Size(size))?;
    games.set_rules(root, &setup.rules);
    // With `moves_only`, stones at the beginning count as a handicap if White is to move.
    let handicap_start =
        setup.start.as_ref().filter(|start| heading.moves_only && start.to_move == Color::White);
    let handicap = handicap_start.map_or(setup.handicap, |_| first.stones().black);
    if handicap > 1 {
        games.set_text(root, "HA", &handicap.to_string());
    }
    if !heading.moves_only {
        games.set_text(root, "PB", &setup.brains.black.to_string());
        games.set_text(root, "PW", &setup.brains.white.to_string());
    }
    let time = setup.time;
    if time.is_limited() {
        games.set_text(root, "TM", &time.main.to_string());
        games.set_texts(root, "OT", time.overtime().as_deref());
    }
    if let Some(date) = &heading.date {
        games.set_text(root, "DT", date);
    }
    if !heading.moves_only {
        games.set_text(root, "GN", &format!("seed {}, game {}", setup.seed, setup.game));
        let facts = facts(setup)?;
        games.set_texts(root, PRIVATE, facts.iter().map(String::as_str));
    }
    games.set_stones(root, first);
    Ok(games)
}

/// Writes an evaluation to a node: `SBKV` is Black's winning chance in percent, `SBKS` Black's lead in
/// points. Unknown values are removed.
pub fn write_evaluation(games: &mut Collection, node: NodeId, black: Evaluation) {
    for (name, value) in [("SBKV", black.winrate.map(|share| share * 100.0)), ("SBKS", black.lead)] {
        match value {
            Some(value) => games.set_text(node, name, &format!("{:.2}", rounded(value, 2))),
            None => drop(games.clear(node, name)),
        }
    }
}

/// SGF properties of the time a colour has left: seconds, then overtime periods.
const fn time_names(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => ["BL", "OB"],
        Color::White => ["WL", "OW"],
    }
}

/// Writes the time left to a colour after its move.
pub fn write_time(games: &mut Collection, node: NodeId, color: Color, left: TimeLeft) {
    let [seconds, periods] = time_names(color);
    games.set_text(node, seconds, &format!("{:.1}", left.seconds));
    if left.periods > 0 {
        games.set_text(node, periods, &left.periods.to_string());
    } else {
        games.clear(node, periods);
    }
}

/// Time left to a colour after its last move, read from the nearest node that has the time: this one or one
/// before it. `None`: no node has it.
pub fn read_time(node: NodeRef<'_>, color: Color) -> Option<TimeLeft> {
    let [seconds, periods] = time_names(color);
    node.ancestors().find_map(|node| {
        let seconds = node.text(seconds)?.parse::<f64>().ok().filter(|left| *left >= 0.0)?;
        let periods = node.text(periods).and_then(|count| count.parse().ok()).unwrap_or(0);
        Some(TimeLeft { seconds, periods })
    })
}

/// Writes an edit to a node that holds nothing else.
pub(super) fn write_edit(games: &mut Collection, node: NodeId, edit: &Edit, size: Size) {
    match edit {
        Edit::Paint(point, brush) => write_strokes(games, node, &[(*point, *brush)], size),
        Edit::Seat(color, spec) => {
            let word = color.to_string();
            games.set_text(node, "C", &format!("From here on {word} is played by {spec}."));
            games.set_text(node, PRIVATE, &format!("{}={spec}", word.to_lowercase()));
        }
        Edit::Heat(heat) => {
            let facts = heat_facts(heat);
            games.set_texts(node, PRIVATE, facts.iter().map(String::as_str));
        }
        Edit::Turn(color) => games.set_text(node, "PL", &color.letter().to_string()),
        Edit::Mark(point, dead) => {
            let word = if *dead { "dead" } else { "alive" };
            games.set_text(node, "C", &format!("The group at {point} counts as {word}."));
            games.set_text(node, PRIVATE, &format!("mark_{word}={point}"));
        }
    }
}

/// Writes brush strokes to a node. No two strokes may be on one point.
pub(super) fn write_strokes(games: &mut Collection, node: NodeId, strokes: &[(Point, Brush)], size: Size) {
    for (name, brush) in [("AB", Brush::Black), ("AW", Brush::White), ("AE", Brush::Remove)] {
        let points = strokes.iter().filter(|(_, made)| *made == brush).map(|(point, _)| *point);
        games.set_points(node, name, points, size);
    }
}

/// Writes the changes from board `current` to `board` to a node, marked as a correction.
pub(super) fn write_world(games: &mut Collection, node: NodeId, current: &Setup, board: &Setup) {
    let size = board.size();
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let points = size.points().filter(|point| board.at(*point) == stone && current.at(*point) != stone);
        games.set_points(node, name, points, size);
    }
    games.set_text(node, PRIVATE, BY_WORLD);
}

/// Adds a node and returns it. A silent node is not part of the text.
pub(super) fn add_node(games: &mut Collection, parent: NodeId, silent: bool) -> NodeId {
    if silent { games.add_unwritten(parent) } else { games.add_child(parent) }
}
