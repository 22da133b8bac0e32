//! Open: puts a game of a file on a goban.

use super::apply_edit::{edit, write_down};
use super::facts::{check_beginning, dead_of, setup_of, start_of};
use super::record_tick::keep_first_keyframe;
use super::script::{ScriptEvent, ScriptReader};
use super::seek::{finish_replay, go_to_place, play_known};
use super::text::{Heading, Text};
use super::{Edit, GameRecord, HistoryError};
use crate::agents::keep_for;
use crate::requests::paint;
use crate::setup::begin::spawn_goban;
use crate::{Brush, Choice, GameSetup, GobanSetup, Referee, Tally, ending};
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::{BoardInfo, Collection, IllegalMoveSearch, NodeId, NodeRef, size_of};
use stonefield_go::{ByColor, Color, DeadStones, Move, Point, Rules, Setup};
use stonefield_minds::BrainSpec;

/// Goban with a game of a file.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    /// The goban, paused at the root node.
    pub goban: Entity,
    /// True when this program wrote the record.
    pub ours: bool,
    /// Number of positions of the main line that no legal move leads to, so that their stones were painted.
    /// In a record of this program, edits by the user do not count.
    pub painted_positions: usize,
    /// True when the main line has moves or passes after the end of the game. They cannot be shown.
    pub cut_short: bool,
}

/// Puts a game of a file on a new goban, which then shows the root node. The whole file becomes the goban's
/// record.
///
/// A record of this program sets its own rules, seeds and minds, and the game can continue from any tick.
/// Other records get the rules that `RU` names, and two persons.
///
/// # Errors
/// The record has no valid board size, its private data are invalid, or the set-up or a stone is refused.
pub fn open(
    world: &mut World,
    games: Collection,
    game: NodeId,
    heading: Heading,
) -> Result<Opened, HistoryError> {
    RecordOpening::begin(world, games, game, heading)?.finish(world)
}

/// Sets up a goban for a record. Fails if the goban's stones differ from those of the root node.
pub(super) fn begin(world: &mut World, root: NodeRef<'_>, setup: &GameSetup) -> Result<Entity, HistoryError> {
    let goban = spawn_goban(world, setup)?;
    let board = world.get::<Referee>(goban).map(|referee| referee.position.setup()).ok_or(HistoryError::Gone);
    if let Err(error) = board.and_then(|board| check_beginning(root, &board)) {
        world.despawn(goban);
        return Err(error);
    }
    Ok(goban)
}

/// Like [`open`], with these rules and two persons. Private properties of the record are ignored.
///
/// # Errors
/// See [`open`].
pub(crate) fn open_plain(
    world: &mut World,
    games: Collection,
    game: NodeId,
    rules: Rules,
    heading: Heading,
) -> Result<Opened, HistoryError> {
    let root = games.get(game).ok_or(HistoryError::Node)?;
    let setup = GameSetup { dead: DeadStones::CapturedOnly, ..foreign_setup(root, rules)? };
    let reader = ScriptReader::new(root, None)?.plain();
    RecordOpening::on_goban(world, &setup, games, game, reader, heading)?.finish(world)
}

/// Number of nodes that one step of [`RecordOpening`] plays.
const NODES_PER_PLAY: usize = 8;

/// Number of nodes that one step of [`RecordOpening`] checks.
const NODES_PER_CHECK: usize = 256;

/// Stepwise opening of a game, with the same result as [`open`]. Its goban is not displayed before the end.
pub struct RecordOpening {
    goban: Entity,
    reader: ScriptReader,
    player: NodePlayer,
    work: Work,
}

enum Work {
    /// Finding illegal moves in all variations.
    Checking(Box<Checking>),
    /// Playing the main line.
    Playing { line: Vec<NodeId>, played: usize },
}

/// Game whose illegal moves are being found.
struct Checking {
    games: Collection,
    game: NodeId,
    heading: Heading,
    moves: IllegalMoveSearch,
    checked: usize,
}

impl RecordOpening {
    /// Begins to put a game on a new goban.
    ///
    /// # Errors
    /// See [`open`].
    pub fn begin(
        world: &mut World,
        games: Collection,
        game: NodeId,
        heading: Heading,
    ) -> Result<Self, HistoryError> {
        let root = games.get(game).ok_or(HistoryError::Node)?;
        let stored_setup = setup_of(root)?;
        let ours = stored_setup.is_some();
        let setup = match stored_setup {
            Some(setup) => setup,
            None => {
                let setup = foreign_setup(root, BoardInfo::of(root)?.rules)?;
                let dead = dead_of(root)?.unwrap_or(setup.dead);
                GameSetup { dead, ..setup }
            }
        };
        let reader = ScriptReader::new(root, ours.then_some(setup.heat))?;
        Self::on_goban(world, &setup, games, game, reader, heading)
    }

    fn on_goban(
        world: &mut World,
        setup: &GameSetup,
        games: Collection,
        game: NodeId,
        reader: ScriptReader,
        heading: Heading,
    ) -> Result<Self, HistoryError> {
        let root = games.get(game).ok_or(HistoryError::Node)?;
        let moves = IllegalMoveSearch::new(root);
        let goban = begin(world, root, setup)?;
        let player = NodePlayer::new(goban, reader.is_ours());
        let work = Work::Checking(Box::new(Checking { games, game, heading, moves, checked: 0 }));
        Ok(Self { goban, reader, player, work })
    }

    /// Works until the game is open, and returns its goban. Returns `None` as soon as `enough` returns true;
    /// the next call continues the work. After an error the goban is despawned.
    ///
    /// # Errors
    /// See [`open`].
    pub fn advance(
        &mut self,
        world: &mut World,
        mut enough: impl FnMut() -> bool,
    ) -> Result<Option<Opened>, HistoryError> {
        loop {
            match self.step(world) {
                Ok(true) => {}
                Ok(false) => {
                    finish_replay(world, self.goban);
                    go_to_place(world, self.goban, 0, true);
                    let (goban, cut_short) = (self.goban, self.player.is_cut_short());
                    let NodePlayer { ours, painted_positions, .. } = self.player;
                    return Ok(Some(Opened { goban, ours, painted_positions, cut_short }));
                }
                Err(error) => {
                    self.cancel(world);
                    return Err(error);
                }
            }
            if enough() {
                // Other systems may run before the next call, so the goban must be consistent.
                finish_replay(world, self.goban);
                return Ok(None);
            }
        }
    }

    fn finish(mut self, world: &mut World) -> Result<Opened, HistoryError> {
        self.advance(world, || false)?.ok_or(HistoryError::Gone)
    }

    /// Does one step of work. Returns true if there is more to do.
    fn step(&mut self, world: &mut World) -> Result<bool, HistoryError> {
        match &mut self.work {
            Work::Checking(checking) => {
                if checking.moves.check_next(&checking.games, NODES_PER_CHECK) {
                    checking.checked += NODES_PER_CHECK;
                } else {
                    self.begin_play(world)?;
                }
                Ok(true)
            }
            Work::Playing { line, played } => {
                let next = &line[*played..line.len().min(*played + NODES_PER_PLAY)];
                *played += next.len();
                let is_playable = play_nodes(world, next, &mut self.reader, &mut self.player)?;
                Ok(is_playable && *played < line.len())
            }
        }
    }

    /// Replaces the goban's record by that of the file, with the illegal moves that were found.
    fn begin_play(&mut self, world: &mut World) -> Result<(), HistoryError> {
        let playing = Work::Playing { line: Vec::new(), played: 0 };
        let Work::Checking(checking) = std::mem::replace(&mut self.work, playing) else {
            return Err(HistoryError::Gone);
        };
        let Checking { games, game, heading, moves, .. } = *checking;
        let root = games.get(game).ok_or(HistoryError::Node)?;
        let line = root.main_line().map(NodeRef::id).collect();
        if let Some(mut record) = world.get_mut::<GameRecord>(self.goban) {
            record.adopt(games, game, Text::of(moves.into_moves()));
            record.set_heading(heading);
        }
        self.work = Work::Playing { line, played: 0 };
        Ok(())
    }

    /// Number of nodes done, and number of all nodes: during the check those of the file, then those of the
    /// main line.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        match &self.work {
            Work::Checking(checking) => (checking.checked, checking.games.len()),
            Work::Playing { line, played } => (*played, line.len()),
        }
    }

    /// True while the main line is played, after the check.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        matches!(self.work, Work::Playing { .. })
    }

    /// Cancels the opening, and despawns its goban.
    pub fn cancel(&self, world: &mut World) {
        if let Ok(goban) = world.get_entity_mut(self.goban) {
            goban.despawn();
        }
    }
}

/// Plays nodes of a file in order. Returns `false` if the game is over before the last one.
pub(super) fn play_nodes(
    world: &mut World,
    nodes: &[NodeId],
    reader: &mut ScriptReader,
    player: &mut NodePlayer,
) -> Result<bool, HistoryError> {
    let goban = player.goban;
    // The tree is moved out of the record while its nodes are read. Playing them adds no nodes.
    let tree = world.get_mut::<GameRecord>(goban).map(|mut record| std::mem::take(&mut record.games));
    let games = tree.ok_or(HistoryError::Gone)?;
    let mut outcome = Ok(true);
    for &node in nodes {
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.begin_node(node);
        }
        outcome = player.apply_events(world, reader.events(games.node(node)));
        let is_complete = matches!(outcome, Ok(true));
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.end_node(is_complete);
        }
        if !is_complete {
            break;
        }
        if games.node(node).parent().is_none() {
            // The root node can have a move, so the first keyframe is stored after its events.
            keep_first_keyframe(world, goban);
        }
    }
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.games = games;
    }
    outcome
}

/// Plays nodes of a file on a goban.
#[derive(Clone, Copy)]
pub(super) struct NodePlayer {
    goban: Entity,
    ours: bool,
    /// As in [`Opened::painted_positions`].
    pub painted_positions: usize,
    /// True when moves after the end of the game could not be played.
    cut_short: bool,
    /// True while passes after the end of the game are skipped.
    idle: bool,
}

impl NodePlayer {
    /// `ours`: this program wrote the record.
    pub const fn new(goban: Entity, ours: bool) -> Self {
        Self { goban, ours, painted_positions: 0, cut_short: false, idle: false }
    }

    /// True when moves or passes after the end of the game were skipped.
    pub const fn is_cut_short(&self) -> bool {
        self.cut_short || self.idle
    }

    /// Applies the events of a node. Returns `false` if the game is over before the last one.
    pub fn apply_events(
        &mut self,
        world: &mut World,
        events: Vec<Result<(ScriptEvent, Setup), HistoryError>>,
    ) -> Result<bool, HistoryError> {
        let goban = self.goban;
        for event in events {
            let (event, board) = event?;
            if let ScriptEvent::Mark(point, dead) = event {
                // Marks come after the end of the game.
                apply_mark(world, goban, point, dead);
                continue;
            }
            if is_over(world, goban) && !matches!(event, ScriptEvent::Seat(..) | ScriptEvent::Heat(_)) {
                let referee = world.get::<Referee>(goban).ok_or(HistoryError::Gone)?;
                if !referee.position.is_over() || referee.position.passes() < 2 {
                    self.cut_short = true;
                    return Ok(false);
                }
                // Two passes end a game, but a record can continue after them. A placed stone resumes the
                // game; further passes are skipped.
                let color = match event {
                    ScriptEvent::Turn(_, Move::Pass) | ScriptEvent::ToMove(_) => {
                        self.idle = true;
                        continue;
                    }
                    ScriptEvent::Turn(..) => referee.position.to_move(),
                    _ => board.to_move,
                };
                edit(world, goban, Edit::Turn(color));
                self.idle = false;
            }
            match event {
                ScriptEvent::Turn(color, action) => {
                    let is_go =
                        world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.quirks().is_none());
                    let referee = world.get::<Referee>(goban).ok_or(HistoryError::Gone)?;
                    if is_go && referee.position.check_for(color, action).is_ok() {
                        self.set_side_to_move(world, color);
                    }
                    let is_legal = world.get::<Referee>(goban).is_some_and(|referee| {
                        referee.position.to_move() == color && referee.position.check(action).is_ok()
                    });
                    if is_legal {
                        play_known(world, goban, Choice::Move(action));
                    } else {
                        self.painted_positions += 1;
                        paint_board(world, goban, &board)?;
                        if is_go {
                            self.set_side_to_move(world, !color);
                        }
                    }
                }
                ScriptEvent::Board(board) => {
                    self.painted_positions += usize::from(!self.ours);
                    paint_board(world, goban, &board)?;
                }
                ScriptEvent::ToMove(color) => self.set_side_to_move(world, color),
                // The seat is only recorded; the mind is seated at the end of the replay.
                ScriptEvent::Seat(color, spec) => {
                    keep_for(world, goban, color, &spec.kept_temperatures());
                    write_down(world, goban, Edit::Seat(color, spec));
                }
                ScriptEvent::Heat(heat) => {
                    edit(world, goban, Edit::Heat(heat));
                }
                ScriptEvent::Mark(..) => {}
            }
        }
        Ok(true)
    }

    /// Makes `color` the side to move, by a recorded edit.
    fn set_side_to_move(&self, world: &mut World, color: Color) {
        if world.get::<Referee>(self.goban).is_some_and(|referee| referee.position.to_move() != color) {
            edit(world, self.goban, Edit::Turn(color));
        }
    }
}

/// Set-up of a game that another program wrote.
fn foreign_setup(root: NodeRef<'_>, rules: Rules) -> Result<GameSetup, HistoryError> {
    let size = size_of(root)?;
    let person = BrainSpec::named("human").unwrap_or_default();
    Ok(GameSetup {
        dead: DeadStones::default_under(&rules),
        size,
        rules,
        brains: ByColor::new(person.clone(), person),
        start: Some(start_of(root)?),
        ..GameSetup::default()
    })
}

pub(super) fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some())
}

pub(super) fn ply_count(world: &World, goban: Entity) -> usize {
    world.get::<GameRecord>(goban).map_or(0, GameRecord::plies)
}

/// Marks a group as dead or alive. Does nothing if the game was not counted, its dead stones are fixed, or
/// the point is vacant.
pub(super) fn apply_mark(world: &mut World, goban: Entity, point: Point, dead: bool) {
    if ending::marked(world, goban, point).is_ok() {
        edit(world, goban, Edit::Mark(point, dead));
    }
}

/// Sets the board by brush strokes: removals first, then placements. If several stones are placed, those that
/// change colour are removed first too. Every board in between is then a subset of the old or of the new one,
/// and so legal.
pub(super) fn paint_board(world: &mut World, goban: Entity, board: &Setup) -> Result<(), HistoryError> {
    let present =
        world.get::<Referee>(goban).map(|referee| referee.position.setup()).ok_or(HistoryError::Gone)?;
    let differ = |point: &Point| board.at(*point) != present.at(*point);
    let changed: Vec<_> = board.size().points().filter(differ).collect();
    let several = changed.iter().filter(|point| board.at(**point).is_some()).count() > 1;
    let is_removed =
        |point: &&Point| present.at(**point).is_some() && (several || board.at(**point).is_none());
    let removed = changed.iter().filter(is_removed);
    let placed = changed.iter().filter_map(|point| Some((*point, board.at(*point)?)));
    let strokes = removed
        .map(|point| (*point, Brush::Remove))
        .chain(placed.map(|(point, color)| (point, Brush::of(color))));
    let after = ply_count(world, goban);
    for (point, brush) in strokes {
        let painted = paint::paint(world, goban, point, brush)
            .map_err(|error| HistoryError::IllegalStone { after, why: error.to_string() })?;
        if painted {
            write_down(world, goban, Edit::Paint(point, brush));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::seek;
    use super::*;
    use crate::{create_app, state_hash};
    use stonefield_go::notation::sgf::read_text;

    /// Game with set-up stones, illegal moves and a variation.
    fn game() -> Collection {
        let point = |at: usize| {
            let letter = |at: usize| char::from(b'a' + u8::try_from(at).expect("small"));
            format!("{}{}", letter(at / 9), letter(at % 9))
        };
        let played = |at: usize| format!(";{}[{}]", ["B", "W"][at % 2], point(at * 37 % 81));
        let moves: String = (0..120).map(played).collect();
        let text = format!("(;SZ[9]AB[ee];B[aa](;W[bb];AW[ii]{moves})(;W[aa];B[cc]))");
        read_text(&text).expect("a game").collection
    }

    #[test]
    fn a_game_opened_in_steps_equals_one_opened_at_once() {
        let games = game();
        let root = games.games()[0];
        let mut at_once = create_app();
        let whole = open(at_once.world_mut(), games.clone(), root, Heading::default()).expect("can be shown");
        let mut app = create_app();
        let mut opening =
            RecordOpening::begin(app.world_mut(), games, root, Heading::default()).expect("can be shown");
        let mut steps = 0;
        let opened = loop {
            steps += 1;
            if let Some(opened) = opening.advance(app.world_mut(), || true).expect("can be shown") {
                break opened;
            }
            app.update();
        };
        assert!(steps > 10, "{steps} steps");
        assert_eq!((opened.painted_positions, opened.cut_short), (whole.painted_positions, whole.cut_short));
        let record = |app: &bevy::app::App, goban| {
            let record = app.world().get::<GameRecord>(goban).expect("a record");
            (record.illegal_count(), record.last())
        };
        let last = record(&app, opened.goban);
        assert_eq!(last, record(&at_once, whole.goban));
        assert!(last.0 > 20, "{} illegal moves", last.0);
        for tick in [0, 17, last.1] {
            seek(app.world_mut(), opened.goban, tick);
            seek(at_once.world_mut(), whole.goban, tick);
            let hash = |app: &bevy::app::App, goban| state_hash(app.world(), goban);
            assert_eq!(hash(&app, opened.goban), hash(&at_once, whole.goban), "tick {tick}");
        }
    }

    #[test]
    fn a_cancelled_opening_leaves_no_entities() {
        let games = game();
        let root = games.games()[0];
        let mut app = create_app();
        let entities = |app: &mut bevy::app::App| {
            let world = app.world_mut();
            world.query::<Entity>().iter(world).count()
        };
        let before = entities(&mut app);
        let mut opening =
            RecordOpening::begin(app.world_mut(), games, root, Heading::default()).expect("can be shown");
        for _ in 0..3 {
            assert!(opening.advance(app.world_mut(), || true).expect("can be shown").is_none());
        }
        assert!(opening.is_playing() && opening.progress().0 < opening.progress().1);
        opening.cancel(app.world_mut());
        app.update();
        assert_eq!(entities(&mut app), before);
    }
}
