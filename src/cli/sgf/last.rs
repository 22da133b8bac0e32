//! `stonefield sgf final`: shows the position and the count at the end of each main line.

use super::super::dead::DeadArgs;
use super::super::door::file_name;
use super::super::failure::Failure;
use super::each::{FileOutcome, each};
use super::load::{NotGo, check_game};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefield_go::notation::counted;
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Replay, SizeFault, komi_of};
use stonefield_go::{ByColor, Color, DeadStones, Outcome, Point, Rules, Setup};
use stonefield_sim::history::Record;
use stonefield_sim::history::{self, HistoryError};

/// Arguments of `sgf final`.
#[derive(clap::Args, Debug)]
pub(super) struct FinalArgs {
    /// Game records; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write JSON: a line with an object for each game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    dead: DeadArgs,
}

/// Game at the end of its main line, in JSON.
#[derive(Serialize, Debug)]
struct Final {
    file: String,
    /// Number of the game in the file, from 1.
    game: usize,
    #[serde(flatten)]
    end: GameEnd,
}

#[derive(Serialize, Debug)]
#[serde(untagged)]
enum GameEnd {
    Played(Box<PlayedGame>),
    /// Reason why the main line cannot be played.
    Refused {
        error: String,
    },
}

#[derive(Serialize, Debug)]
struct PlayedGame {
    /// Board size, as in `19x19`.
    size: String,
    width: u16,
    height: u16,
    /// Komi in the record.
    komi: Option<f64>,
    rules: Option<String>,
    result: Option<String>,
    /// Number of moves, including passes.
    moves: u32,
    /// Points of the stones of each colour.
    stones: ByColor<Vec<String>>,
    /// Number of stones taken by each colour: captures, and suicides of the other colour.
    captures: ByColor<u32>,
    first_capture: Option<Capture>,
    illegal: Vec<IllegalMove>,
    /// Result of the count. `None` under rules that remove no dead stones.
    counted: Option<String>,
    /// Choice of the dead stones, as in `--dead`.
    dead: &'static str,
    /// Points of the dead stones, which were removed before the count.
    dead_stones: Vec<String>,
    #[serde(skip)]
    board: Setup,
}

/// Move that took stones, or the suicide of the other colour.
#[derive(Serialize, Debug)]
struct Capture {
    #[serde(rename = "move")]
    number: u32,
    /// Colour that took the stones.
    color: String,
    /// Number of these stones.
    count: u32,
}

#[derive(Serialize, Debug)]
struct IllegalMove {
    #[serde(rename = "move")]
    number: u32,
    /// Number of the node in the game, in file order from 0.
    node: u32,
    color: String,
    at: String,
    why: String,
}

pub(super) fn run(args: &FinalArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let outcomes = each(&args.files, |path, Record { reading, .. }| {
        let mut outcome = FileOutcome::Fine;
        for (game, root) in (1..).zip(reading.collection.games()) {
            let end = match play_main_line(reading.collection.node(*root), args.dead) {
                Ok(played) => GameEnd::Played(Box::new(played)),
                Err(error) => {
                    outcome = FileOutcome::Wrong;
                    GameEnd::Refused { error: error.to_string() }
                }
            };
            let last = Final { file: path.display().to_string(), game, end };
            if args.json {
                let line = serde_json::to_string(&last).map_err(Failure::of)?;
                writeln!(out, "{line}")?;
            } else {
                write_text(&last, out)?;
            }
        }
        Ok(outcome)
    })?;
    out.flush()?;
    outcomes.end("read")
}

/// Reason why a game has no end to show.
#[derive(Debug, thiserror::Error)]
enum FinalError {
    /// The record is of another game than Go.
    #[error(transparent)]
    NotGo(#[from] NotGo),
    /// `SZ` is no board size, or gives two sizes.
    #[error(transparent)]
    Board(#[from] SizeFault),
    /// The private data of the record and `SZ` make boards of two sizes.
    #[error(transparent)]
    Sizes(#[from] HistoryError),
}

fn play_main_line(root: NodeRef<'_>, dead: DeadArgs) -> Result<PlayedGame, FinalError> {
    check_game(root)?;
    let info = BoardInfo::of(root)?;
    history::check_size(root)?;
    let mut replay = Replay::new(&info);
    let (mut first_capture, mut illegal) = (None, Vec::new());
    for node in root.main_line() {
        let effect = replay.step(node);
        if let Some(wrong) = effect.illegal {
            illegal.push(IllegalMove {
                number: wrong.number,
                node: root.collection().game_and_node(node.id()).1,
                color: color_name(wrong.color),
                at: wrong.action,
                why: wrong.reason.to_string(),
            });
        }
        if let Some((color, _)) = effect.played {
            let (color, count) =
                if effect.captured > 0 { (color, effect.captured) } else { (!color, effect.suicide) };
            if count > 0 && first_capture.is_none() {
                first_capture =
                    Some(Capture { number: replay.move_count(), color: color_name(color), count });
            }
        }
    }
    let board = replay.position().setup();
    let stones = |color: Color| {
        let points = info.size.points().filter(|point| board.at(*point) == Some(color));
        points.map(|point| point.to_string()).collect()
    };
    let count = count(root, &replay, dead);
    Ok(PlayedGame {
        size: info.size.to_string(),
        width: info.size.width(),
        height: info.size.height(),
        komi: komi_of(root),
        rules: root.text("RU"),
        result: root.text("RE"),
        moves: replay.move_count(),
        stones: ByColor::from_fn(stones),
        captures: replay.captured_by(),
        first_capture,
        illegal,
        counted: count.outcome.map(|outcome| outcome.to_string()),
        dead: count.dead.name(),
        dead_stones: count.stones.iter().map(Point::to_string).collect(),
        board,
    })
}

/// Count of a board, with the dead stones that were removed before it.
struct BoardCount {
    outcome: Option<Outcome>,
    dead: DeadStones,
    stones: Vec<Point>,
}

/// Counts the board at the end of a record. The flag decides which dead stones are removed, else the record,
/// else the default. Properties of this program that cannot be read are ignored.
fn count(root: NodeRef<'_>, replay: &Replay, dead: DeadArgs) -> BoardCount {
    let recorded_rules = history::setup_of(root).ok().flatten().map(|setup| setup.rules);
    let named_rules = root.text("RU").and_then(|name| Rules::preset(&name).ok());
    if recorded_rules.or(named_rules).is_some_and(|rules| !rules.can_remove_dead()) {
        return BoardCount { outcome: None, dead: DeadStones::CapturedOnly, stones: Vec::new() };
    }
    let recorded_dead = history::dead_of(root).ok().flatten();
    let dead = dead.given().or(recorded_dead).unwrap_or_default();
    let position = replay.position();
    let ending = history::ending_of(root, position, dead);
    let outcome = Some(Outcome::of(position.score_with(&ending.dead)));
    BoardCount { outcome, dead, stones: ending.dead }
}

fn color_name(color: Color) -> String {
    color.to_string().to_lowercase()
}

fn write_text(last: &Final, out: &mut dyn Write) -> std::io::Result<()> {
    write!(out, "{}, game {}: ", file_name(Path::new(&last.file)), last.game)?;
    let played = match &last.end {
        GameEnd::Refused { error } => return writeln!(out, "{error}"),
        GameEnd::Played(played) => played,
    };
    let komi = played.komi.map_or_else(|| "not given".to_owned(), |komi| komi.to_string());
    let moves = counted(played.moves, "move");
    writeln!(out, "{}x{}, komi {komi}, {moves}", played.width, played.height)?;
    write!(out, "{}", played.board)?;
    writeln!(
        out,
        "Black stones {}, captures {}; White stones {}, captures {}",
        played.stones.black.len(),
        played.captures.black,
        played.stones.white.len(),
        played.captures.white
    )?;
    if let Some(outcome) = &played.counted {
        let list = if played.dead_stones.is_empty() {
            String::new()
        } else {
            format!(": {}", played.dead_stones.join(" "))
        };
        writeln!(out, "counted {outcome}, dead stones {}{list}", played.dead)?;
    }
    if let Some(Capture { number, color, count }) = &played.first_capture {
        writeln!(out, "first capture: move {number}, {color} takes {count}")?;
    }
    for wrong in &played.illegal {
        writeln!(out, "illegal: move {}, {} {}: {}", wrong.number, wrong.color, wrong.at, wrong.why)?;
    }
    Ok(())
}
