//! Open: a game of a file is put on a goban.

use super::apply_edit::{edit, write_down};
use super::facts::{check_beginning, dead_of, setup_of, start_of};
use super::record_tick::keep_first_keyframe;
use super::script::{ScriptEvent, ScriptReader};
use super::seek::{play_known, rest, travel};
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

/// A goban with a game of a file.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    /// The goban, paused at the first node; it can be brought to any other.
    pub goban: Entity,
    /// Whether this program wrote the record.
    pub ours: bool,
    /// How often the board of the main line came about by paint, since no move of the rules leads there.
    pub by_hand: usize,
    /// Whether the main line goes on after the end of its game; what follows cannot be shown.
    pub cut_short: bool,
}

/// Puts a game of a file on a new goban, at its first node, with all that the file holds as its record.
///
/// A record of this program gets its own rules, chance and minds, which may play on from any tick. Any other gets
/// the rules that `RU` names, and two persons.
///
/// # Errors
/// When the record has no board, its data are broken, or the set-up is refused.
pub fn open(
    world: &mut World,
    games: Collection,
    game: NodeId,
    heading: Heading,
) -> Result<Opened, HistoryError> {
    RecordOpening::begin(world, games, game, heading)?.finish(world)
}

/// Sets up a goban for a record. Its stones must be those of the first node.
pub(super) fn begin(world: &mut World, root: NodeRef<'_>, setup: &GameSetup) -> Result<Entity, HistoryError> {
    let goban = spawn_goban(world, setup)?;
    let begun = world.get::<Referee>(goban).map(|game| game.position.setup()).ok_or(HistoryError::Gone);
    if let Err(error) = begun.and_then(|begun| check_beginning(root, &begun)) {
        world.despawn(goban);
        return Err(error);
    }
    Ok(goban)
}

/// As [`open`], under these rules, with two persons: of what the record says, only what every SGF program knows is used.
///
/// # Errors
/// As [`open`].
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

/// Nodes that are played or looked at between two questions whether that is enough.
const PLAYED: usize = 8;
const CHECKED: usize = 256;

/// A game of a file that is being put on a goban as [`open`] does, some nodes at a time. Until it is done the goban is shown nowhere.
pub struct RecordOpening {
    goban: Entity,
    reader: ScriptReader,
    stage: Stage,
    work: Work,
}

/// Stage of an opening.
enum Work {
    /// Illegal moves are looked for, in all variations.
    Checking(Box<Checking>),
    /// The main line is played.
    Playing { line: Vec<NodeId>, played: usize },
}

/// A game whose illegal moves are looked for.
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
    /// As [`open`].
    pub fn begin(
        world: &mut World,
        games: Collection,
        game: NodeId,
        heading: Heading,
    ) -> Result<Self, HistoryError> {
        let root = games.get(game).ok_or(HistoryError::Node)?;
        let own = setup_of(root)?;
        let ours = own.is_some();
        let setup = match own {
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
        let stage = Stage::new(goban, reader.is_ours());
        let work = Work::Checking(Box::new(Checking { games, game, heading, moves, checked: 0 }));
        Ok(Self { goban, reader, stage, work })
    }

    /// Goes on until `enough` says so or all is done; returns the goban then. Where the game cannot be played, its goban goes.
    ///
    /// # Errors
    /// As [`open`].
    pub fn go_on(
        &mut self,
        world: &mut World,
        mut enough: impl FnMut() -> bool,
    ) -> Result<Option<Opened>, HistoryError> {
        loop {
            match self.step(world) {
                Ok(true) => {}
                Ok(false) => {
                    rest(world, self.goban);
                    travel(world, self.goban, 0, true);
                    let (goban, cut_short) = (self.goban, self.stage.is_cut_short());
                    let Stage { ours, by_hand, .. } = self.stage;
                    return Ok(Some(Opened { goban, ours, by_hand, cut_short }));
                }
                Err(error) => {
                    self.cancel(world);
                    return Err(error);
                }
            }
            if enough() {
                // Whatever else happens in the world finds the goban at rest.
                rest(world, self.goban);
                return Ok(None);
            }
        }
    }

    /// Does the rest at once.
    fn finish(mut self, world: &mut World) -> Result<Opened, HistoryError> {
        self.go_on(world, || false)?.ok_or(HistoryError::Gone)
    }

    /// Does a little; returns whether there is more to do.
    fn step(&mut self, world: &mut World) -> Result<bool, HistoryError> {
        match &mut self.work {
            Work::Checking(checking) => {
                if checking.moves.check_next(&checking.games, CHECKED) {
                    checking.checked += CHECKED;
                } else {
                    self.begin_play(world)?;
                }
                Ok(true)
            }
            Work::Playing { line, played } => {
                let next = &line[*played..line.len().min(*played + PLAYED)];
                *played += next.len();
                let whole = enter(world, next, &mut self.reader, &mut self.stage)?;
                Ok(whole && *played < line.len())
            }
        }
    }

    /// Makes the record that of the file, whose illegal moves are known now.
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

    /// How many of the nodes are done, and how many there are; first those that are looked at, then those that are played.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        match &self.work {
            Work::Checking(checking) => (checking.checked, checking.games.len()),
            Work::Playing { line, played } => (*played, line.len()),
        }
    }

    /// Whether the moves are played already; before that they are looked at.
    #[must_use]
    pub const fn plays(&self) -> bool {
        matches!(self.work, Work::Playing { .. })
    }

    /// Gives the goban up.
    pub fn cancel(&self, world: &mut World) {
        if let Ok(goban) = world.get_entity_mut(self.goban) {
            goban.despawn();
        }
    }
}

/// Plays nodes of a file, one after the other, as their text says; `false` where the game is over before the last.
pub(super) fn enter(
    world: &mut World,
    nodes: &[NodeId],
    reader: &mut ScriptReader,
    stage: &mut Stage,
) -> Result<bool, HistoryError> {
    let goban = stage.goban;
    // Nothing of the tree changes meanwhile, and what happens in a node is written where the node is known.
    let tree = world.get_mut::<GameRecord>(goban).map(|mut record| std::mem::take(&mut record.games));
    let games = tree.ok_or(HistoryError::Gone)?;
    let mut shown = Ok(true);
    for &node in nodes {
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.enter(node);
        }
        shown = stage.show(world, reader.events(games.node(node)));
        let whole = matches!(shown, Ok(true));
        if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
            record.entered(whole);
        }
        if !whole {
            break;
        }
        if games.node(node).parent().is_none() {
            // A first node may have a move.
            keep_first_keyframe(world, goban);
        }
    }
    if let Some(mut record) = world.get_mut::<GameRecord>(goban) {
        record.games = games;
    }
    shown
}

/// A goban on which nodes of a file are shown, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    goban: Entity,
    ours: bool,
    /// What came about by paint.
    pub by_hand: usize,
    /// Whether something was left out after the end of the game.
    cut_short: bool,
    /// True while passes after the end of the game are left out.
    idle: bool,
}

impl Stage {
    /// `ours` says whether this program wrote the record.
    pub const fn new(goban: Entity, ours: bool) -> Self {
        Self { goban, ours, by_hand: 0, cut_short: false, idle: false }
    }

    /// True if something of the record was left out after the end of the game.
    pub const fn is_cut_short(&self) -> bool {
        self.cut_short || self.idle
    }

    /// Lets the scenes of a node happen; `false` where the game is over before.
    pub fn show(
        &mut self,
        world: &mut World,
        events: Vec<Result<(ScriptEvent, Setup), HistoryError>>,
    ) -> Result<bool, HistoryError> {
        let goban = self.goban;
        for event in events {
            let (event, board) = event?;
            if let ScriptEvent::Mark(point, dead) = event {
                // It comes after the end.
                mark(world, goban, point, dead);
                continue;
            }
            if over(world, goban) && !matches!(event, ScriptEvent::Seat(..) | ScriptEvent::Heat(_)) {
                let game = world.get::<Referee>(goban).ok_or(HistoryError::Gone)?;
                if !game.position.is_over() || game.position.passes() < 2 {
                    self.cut_short = true;
                    return Ok(false);
                }
                // Two passes end a game, but a record may go on after them: by stones, never by more passes.
                let color = match event {
                    ScriptEvent::Turn(_, Move::Pass) | ScriptEvent::ToMove(_) => {
                        self.idle = true;
                        continue;
                    }
                    ScriptEvent::Turn(..) => game.position.to_move(),
                    _ => board.to_move,
                };
                edit(world, goban, Edit::Turn(color));
                self.idle = false;
            }
            match event {
                ScriptEvent::Turn(color, action) => {
                    let free = world.get::<GobanSetup>(goban).is_some_and(|setup| setup.0.quirks().is_none());
                    let game = world.get::<Referee>(goban).ok_or(HistoryError::Gone)?;
                    if free && game.position.check_for(color, action).is_ok() {
                        self.hand_over(world, color);
                    }
                    let lawful = world.get::<Referee>(goban).is_some_and(|game| {
                        game.position.to_move() == color && game.position.check(action).is_ok()
                    });
                    if lawful {
                        play_known(world, goban, Choice::Move(action));
                    } else {
                        self.by_hand += 1;
                        bring_to(world, goban, &board)?;
                        if free {
                            self.hand_over(world, !color);
                        }
                    }
                }
                ScriptEvent::Board(board) => {
                    self.by_hand += usize::from(!self.ours);
                    bring_to(world, goban, &board)?;
                }
                ScriptEvent::ToMove(color) => self.hand_over(world, color),
                // The mind takes its seat once all has happened.
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

    /// Lets a colour be to move.
    fn hand_over(&self, world: &mut World, color: Color) {
        if world.get::<Referee>(self.goban).is_some_and(|game| game.position.to_move() != color) {
            edit(world, self.goban, Edit::Turn(color));
        }
    }
}

/// What a game of another program begins with.
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

pub(super) fn over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some())
}

pub(super) fn plies(world: &World, goban: Entity) -> usize {
    world.get::<GameRecord>(goban).map_or(0, GameRecord::plies)
}

/// Has a group count as dead, or as alive, where the game has ended by a count and that can be changed; else nothing happens.
pub(super) fn mark(world: &mut World, goban: Entity, point: Point, dead: bool) {
    if ending::marked(world, goban, point).is_ok() {
        edit(world, goban, Edit::Mark(point, dead));
    }
}

/// Paints a board. Stones are taken away first, where several are put also those that others replace: of a
/// board whose chains have liberties each part has them too, so that no chain stands without one in between.
pub(super) fn bring_to(world: &mut World, goban: Entity, board: &Setup) -> Result<(), HistoryError> {
    let stands = world.get::<Referee>(goban).map(|game| game.position.setup()).ok_or(HistoryError::Gone)?;
    let differ = |point: &Point| board.at(*point) != stands.at(*point);
    let changed: Vec<_> = board.size().points().filter(differ).collect();
    let several = changed.iter().filter(|point| board.at(**point).is_some()).count() > 1;
    let is_lifted = |point: &&Point| stands.at(**point).is_some() && (several || board.at(**point).is_none());
    let away = changed.iter().filter(is_lifted);
    let put = changed.iter().filter_map(|point| Some((*point, board.at(*point)?)));
    let strokes =
        away.map(|point| (*point, Brush::Remove)).chain(put.map(|(point, color)| (point, Brush::of(color))));
    let after = plies(world, goban);
    for (point, brush) in strokes {
        let painted = paint::paint(world, goban, point, brush)
            .map_err(|error| HistoryError::Hand { after, why: error.to_string() })?;
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

    /// A game with stones that are set up, moves that the law forbids, and a variation.
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
    fn a_game_that_is_opened_bit_by_bit_while_frames_go_by_is_the_same() {
        let games = game();
        let root = games.games()[0];
        let mut at_once = create_app();
        let whole = open(at_once.world_mut(), games.clone(), root, Heading::default()).expect("can be shown");
        let mut app = create_app();
        let mut opening =
            RecordOpening::begin(app.world_mut(), games, root, Heading::default()).expect("can be shown");
        let mut parts = 0;
        let opened = loop {
            parts += 1;
            if let Some(opened) = opening.go_on(app.world_mut(), || true).expect("can be shown") {
                break opened;
            }
            app.update();
        };
        assert!(parts > 10, "{parts} parts");
        assert_eq!((opened.by_hand, opened.cut_short), (whole.by_hand, whole.cut_short));
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
    fn a_game_that_is_given_up_leaves_nothing() {
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
            assert!(opening.go_on(app.world_mut(), || true).expect("can be shown").is_none());
        }
        assert!(opening.plays() && opening.progress().0 < opening.progress().1);
        opening.cancel(app.world_mut());
        app.update();
        assert_eq!(entities(&mut app), before);
    }
}
