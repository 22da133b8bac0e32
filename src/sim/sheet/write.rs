//! From a goban to its sheet.

use super::setup::{facts, heat_facts};
use super::{BY_WORLD, PRIVATE, SheetError};
use crate::go::{By, Color, Goal, Move, Outcome, Position, Setup, Size};
use crate::notation::sgf::{Collection, Info, MAX_SIDE, NodeId, Play};
use crate::search::{Evaluation, rounded};
use crate::sim::timeline::{Event, follow};
use crate::sim::{Configured, Edit, Game, GameSetup, Tally, Timeline, create_app, spawn_goban};
use bevy::ecs::prelude::*;

/// What a sheet says that no game knows.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// When it was played, `YYYY-MM-DD`; left out where nobody says.
    pub date: Option<String>,
}

/// The sheet of a game, up to the present of its timeline.
///
/// A move is a node. What a hand did between two moves is a node of its own: paint as `AB`, `AW` or `AE`, a change of mind or heat as
/// private entries. Under `netlogo-2016`, where stones die otherwise than in Go, a node after a move brings the board of those
/// who know only Go to what stood there.
///
/// # Errors
/// When the board is too large for SGF or the rules have no name.
pub fn sheet(world: &World, goban: Entity, heading: &Heading) -> Result<Collection, SheetError> {
    let part = world.get_entity(goban).map_err(|_| SheetError::Gone)?;
    let (Some(timeline), Some(Configured(setup)), Some(tally), Some(game)) =
        (part.get::<Timeline>(), part.get::<Configured>(), part.get::<Tally>(), part.get::<Game>())
    else {
        return Err(SheetError::Gone);
    };
    let (brains, heat) = timeline.beginning();
    let setup = GameSetup { brains: brains.clone(), heat, ..setup.clone() };
    let first = setup.position()?;
    let mut sheet = Sheet::new(&setup, &first, heading)?;
    if let Some(outcome) = tally.outcome {
        sheet.games.set_text(sheet.last, "RE", &result(outcome));
    }
    let boards = match setup.quirks() {
        Some(_) => boards(&setup, timeline)?,
        None => Vec::new(),
    };
    let mut boards = boards.into_iter();
    let mut color = first.to_move();
    for event in timeline.events() {
        match event {
            Event::Move(action, black) => {
                sheet.turn(color, action, black);
                color = !color;
                if let Some(board) = boards.next() {
                    sheet.settle(&board);
                }
            }
            Event::Edit(edit) => {
                if let Edit::Turn(other) = edit {
                    color = *other;
                }
                sheet.edit(edit);
            }
        }
    }
    debug_assert!(
        setup.quirks().is_some() || sheet.play.position().setup().stones() == game.position.setup().stones(),
        "the sheet and the board differ"
    );
    Ok(sheet.games)
}

/// A collection of one game, which has not begun.
pub(super) fn opening(
    setup: &GameSetup,
    first: &Position,
    heading: &Heading,
) -> Result<Collection, SheetError> {
    let size = first.size();
    if size.width().max(size.height()) > MAX_SIDE {
        return Err(SheetError::Size(size));
    }
    let mut games = Collection::new();
    let root = games.add_game();
    for (name, text) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8")] {
        games.set_text(root, name, text);
    }
    games.set_pairs(root, "AP", [("Stonefield", env!("CARGO_PKG_VERSION"))]);
    let side = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    games.set_raw(root, "SZ", [side.as_str()]);
    games.set_text(root, "RU", rules_name(setup.rules.name));
    if setup.quirks().is_none_or(|quirks| !quirks.pass_only_when_stuck) && setup.rules.goal == Goal::Territory
    {
        games.set_text(root, "KM", &setup.rules.komi.to_string());
    }
    if setup.handicap > 0 {
        games.set_text(root, "HA", &setup.handicap.to_string());
    }
    games.set_text(root, "PB", &setup.brains.black.to_string());
    games.set_text(root, "PW", &setup.brains.white.to_string());
    if let Some(date) = &heading.date {
        games.set_text(root, "DT", date);
    }
    games.set_text(root, "GN", &format!("seed {}, game {}", setup.seed, setup.game));
    let facts = facts(setup)?;
    games.set_texts(root, PRIVATE, facts.iter().map(String::as_str));
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = size.points().filter(|point| first.at(*point) == Some(color));
        games.set_points(root, name, stones, size);
    }
    if first.to_move() == Color::White {
        games.set_text(root, "PL", "W");
    }
    Ok(games)
}

/// Writes how good the game looks to Black at a node: `SBKV`, how likely Black wins in per cent, and `SBKS`, Black's lead in points. What is not
/// known does not stand there afterwards.
pub fn write_evaluation(games: &mut Collection, node: NodeId, black: Evaluation) {
    for (name, value) in [("SBKV", black.winrate.map(|share| share * 100.0)), ("SBKS", black.lead)] {
        match value {
            Some(value) => games.set_text(node, name, &format!("{:.2}", rounded(value, 2))),
            None => drop(games.clear(node, name)),
        }
    }
}

/// Writes what a hand did into a node of its own.
pub(super) fn write_edit(games: &mut Collection, node: NodeId, edit: &Edit, size: Size) {
    match edit {
        Edit::Paint(point, brush) => {
            let name = match brush.color() {
                Some(Color::Black) => "AB",
                Some(Color::White) => "AW",
                None => "AE",
            };
            games.set_points(node, name, [*point], size);
        }
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

/// Writes into a node what brings one board to another, as the world's doing.
pub(super) fn write_world(games: &mut Collection, node: NodeId, stands: &Setup, board: &Setup) {
    let size = board.size();
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let points = size.points().filter(|point| board.at(*point) == stone && stands.at(*point) != stone);
        games.set_points(node, name, points, size);
    }
    games.set_text(node, PRIVATE, BY_WORLD);
}

/// A sheet being written, and the board of a reader who knows only Go.
struct Sheet {
    games: Collection,
    last: NodeId,
    play: Play,
}

impl Sheet {
    fn new(setup: &GameSetup, first: &Position, heading: &Heading) -> Result<Self, SheetError> {
        let games = opening(setup, first, heading)?;
        let root = games.games()[0];
        let mut play = Play::new(&Info::of(games.node(root))?);
        play.step(games.node(root));
        Ok(Self { last: root, games, play })
    }

    fn node(&mut self) -> NodeId {
        self.last = self.games.add_child(self.last);
        self.last
    }

    fn turn(&mut self, color: Color, action: Move, black: Evaluation) {
        let size = self.play.position().size();
        let node = self.node();
        self.games.set_move(node, color, action, size);
        write_evaluation(&mut self.games, node, black);
        self.play.step(self.games.node(node));
    }

    fn edit(&mut self, edit: &Edit) {
        let size = self.play.position().size();
        let node = self.node();
        write_edit(&mut self.games, node, edit, size);
        self.play.step(self.games.node(node));
    }

    /// Brings the board to what stands, in a node of its own, where it is not that already.
    fn settle(&mut self, board: &Setup) {
        let stands = self.play.position().setup();
        if stands.stones() == board.stones() {
            return;
        }
        let node = self.node();
        write_world(&mut self.games, node, &stands, board);
        self.play.step(self.games.node(node));
    }
}

/// The boards after all plies up to the present, played again beside the game.
fn boards(setup: &GameSetup, timeline: &Timeline) -> Result<Vec<Setup>, SheetError> {
    let mut app = create_app();
    let world = app.world_mut();
    let goban = spawn_goban(world, setup)?;
    let mut boards = Vec::new();
    follow(world, goban, timeline, |world| {
        boards.extend(world.get::<Game>(goban).map(|game| game.position.setup()));
    });
    Ok(boards)
}

/// What `RU` calls a preset: the word that other programs know.
#[must_use]
pub fn rules_name(preset: &'static str) -> &'static str {
    match preset {
        "japanese" => "Japanese",
        "chinese" => "Chinese",
        "aga" => "AGA",
        "new-zealand" => "NZ",
        "tromp-taylor" => "Tromp-Taylor",
        other => other,
    }
}

/// What `RE` calls an outcome.
pub(super) fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by: By::Points(margin) } => format!("{}+{margin}", winner.letter()),
        Outcome::Win { winner, by: By::Resignation } => format!("{}+R", winner.letter()),
        Outcome::Win { winner, .. } => format!("{}+", winner.letter()),
        Outcome::Draw => "Draw".to_owned(),
        Outcome::Void => "Void".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{play_out, seek};

    #[test]
    fn chances_that_a_mind_saw_stand_with_its_move() {
        let mut app = create_app();
        let world = app.world_mut();
        let goban = spawn_goban(world, &GameSetup::default()).expect("a goban");
        play_out(world, goban, 2);
        world
            .get_mut::<Timeline>(goban)
            .expect("a timeline")
            .evaluated(Color::Black, Evaluation { winrate: Some(0.25), lead: Some(-3.5) });
        let told = world.get::<Timeline>(goban).expect("a timeline");
        let chances = |color| told.chances(color).collect::<Vec<_>>();
        assert_eq!((chances(Color::Black), chances(Color::White)), (vec![(3, 0.25)], vec![]));
        play_out(world, goban, 3);
        seek(world, goban, 1);
        seek(world, goban, 5);
        let sheet = sheet(world, goban, &Heading::default()).expect("a sheet");
        let line = sheet.node(sheet.games()[0]).main_line();
        let values: Vec<_> = line.map(|node| (node.value("SBKV"), node.real("SBKS"))).collect();
        let silent = (None, None);
        assert_eq!(values, [silent, silent, silent, (Some("25.00"), Some(-3.5)), silent, silent]);
        seek(world, goban, 2);
        play_out(world, goban, 2);
        let sheet = super::sheet(world, goban, &Heading::default()).expect("a sheet");
        assert!(
            sheet.node(sheet.games()[0]).main_line().all(|node| node.value("SBKV").is_none()),
            "a new branch"
        );
    }

    #[test]
    fn a_board_without_letters_is_refused() {
        let mut app = create_app();
        let size = Size::square(53).expect("a size");
        let goban =
            spawn_goban(app.world_mut(), &GameSetup { size, ..GameSetup::default() }).expect("a goban");
        let refused = sheet(app.world(), goban, &Heading::default());
        assert!(matches!(refused, Err(SheetError::Size(_))));
    }
}
