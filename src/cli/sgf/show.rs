//! `stonefield sgf show`: shows the properties of a record, and its board at a node.

use super::super::door::file_name;
use super::super::failure::Failure;
use super::super::values;
use super::each::{FileOutcome, each};
use super::load::refused;
use super::position::after_move;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use stonefield_go::notation::sgf::{BoardInfo, NodeId, NodeRef, Reading, Replay};
use stonefield_go::notation::{board_text, counted, one_line};
use stonefield_sim::history::check_size;

/// Arguments of `sgf show`.
#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    /// Game records; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Number of the game in each file, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::game_number())]
    game: usize,
    /// Board after this number of moves of the main line [default: at its end]
    #[arg(long = "move", value_name = "NUMBER", conflicts_with = "node", value_parser = values::move_number())]
    number: Option<u32>,
    /// Board at a node: its number as in sgf check, or a path such as 12.2.3: 12 nodes forward, second
    /// variation there, 3 nodes forward
    #[arg(long, value_name = "PATH")]
    node: Option<NodePath>,
}

/// Path to a node: nodes forward, variation (from 1), nodes forward, …; or only the number of the node.
#[derive(Clone, Debug)]
struct NodePath(Vec<usize>);

/// Error: the text is not a path to a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a path to a node: a number, or numbers with dots between them, as in 12.2.3")]
struct NodePathError(String);

impl FromStr for NodePath {
    type Err = NodePathError;

    fn from_str(text: &str) -> Result<Self, NodePathError> {
        let steps: Result<Vec<usize>, _> = text.split(['.', '/']).map(str::parse).collect();
        steps.map(Self).map_err(|_| NodePathError(text.to_owned()))
    }
}

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut any_shown = false;
    let outcomes = each(&args.files, |path, record| {
        let root = match record.pick(args.game).map_err(Failure::from) {
            Err(Failure::Bad(line)) => return Ok(args.refused(path, &line)),
            picked => picked?,
        };
        if std::mem::replace(&mut any_shown, true) {
            writeln!(out)?;
        }
        summary(args, path, root, &record.reading, out)?;
        let node = match node(args, path, root) {
            Err(Failure::Bad(line)) => return Ok(args.refused(path, &line)),
            picked => picked?,
        };
        board(node, out)?;
        Ok(FileOutcome::Fine)
    })?;
    out.flush()?;
    outcomes.end("shown")
}

impl ShowArgs {
    /// Outcome for a file that cannot be shown. The reason names the file if there are several files.
    fn refused(&self, path: &Path, why: &str) -> FileOutcome {
        let file = path.display().to_string();
        let is_clear = self.files.len() == 1 || why.starts_with(&file);
        FileOutcome::Refused(if is_clear { why.to_owned() } else { format!("{file}: {why}") })
    }
}

/// Returns the node to show.
fn node<'a>(args: &ShowArgs, path: &Path, root: NodeRef<'a>) -> Result<NodeRef<'a>, Failure> {
    let info = BoardInfo::of(root).map_err(|error| refused(path, error))?;
    check_size(root).map_err(|error| refused(path, error))?;
    match (&args.node, args.number) {
        (Some(path), _) => find(root, path).ok_or_else(|| {
            let why = if let [number] = path.0[..] {
                let most = root.preorder().count() - 1;
                format!("there is no node {number}: the game has nodes 0 to {most}")
            } else {
                let steps: Vec<String> = path.0.iter().map(ToString::to_string).collect();
                let path = steps.join(".");
                format!(
                    "the path {path} leads to no node: a step is longer than the line, or there is no such variation"
                )
            };
            Failure::flag("--node", why)
        }),
        (None, Some(number)) => after_move(root, &info, number),
        (None, None) => Ok(root.main_line().last().unwrap_or(root)),
    }
}

fn summary(
    args: &ShowArgs,
    path: &Path,
    root: NodeRef<'_>,
    reading: &Reading,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let games = root.collection().games().len();
    writeln!(
        out,
        "{}: game {} of {games}, read as {}, {}",
        file_name(path),
        args.game,
        reading.charset,
        counted(reading.problems.len(), "format problem")
    )?;
    for property in root.properties() {
        if let (
            "GN" | "EV" | "RO" | "DT" | "PC" | "PB" | "BR" | "PW" | "WR" | "SZ" | "RU" | "KM" | "HA" | "TM"
            | "OT" | "RE" | "AP",
            Some(text),
        ) = (property.name(), property.texts().next())
        {
            writeln!(out, "{:<2} {}", property.name(), plain(&text))?;
        }
    }
    let (mut nodes, mut moves, mut lines, mut depth) = (0_usize, 0_usize, 0_usize, 0);
    let mut walk = root.preorder();
    while let Some((node, node_depth)) = walk.next_with_depth() {
        nodes += 1;
        moves += usize::from(node.value("B").or(node.value("W")).is_some());
        lines += usize::from(node.first_child().is_none());
        depth = depth.max(node_depth);
    }
    let parts = [
        counted(nodes, "node"),
        counted(moves, "move"),
        counted(lines, "line"),
        counted(depth, "node") + " deep",
    ];
    writeln!(out, "{}\n", parts.join(", "))
}

/// Text on one line, with control characters escaped.
fn plain(text: &str) -> String {
    one_line(text).collect()
}

fn find<'a>(root: NodeRef<'a>, NodePath(path): &NodePath) -> Option<NodeRef<'a>> {
    if let [number] = path[..] {
        return root.preorder().nth(number);
    }
    let mut node = root;
    for (step, count) in path.iter().enumerate() {
        node = if step % 2 == 0 {
            node.main_line().nth(*count)?
        } else {
            node.children().nth(count.checked_sub(1)?)?
        };
    }
    Some(node)
}

fn board(node: NodeRef<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let replay = Replay::after_node(node).map_err(Failure::of)?;
    let position = replay.position();
    let number = |id: NodeId| node.collection().game_and_node(id).1;
    let captures = replay.captured_by();
    writeln!(
        out,
        "node {}, after move {}; {} to play; captures Black {}, White {}",
        number(node.id()),
        replay.move_count(),
        position.to_move(),
        captures.black,
        captures.white
    )?;
    write!(out, "{}", board_text(position))?;
    for property in node.properties().filter(|_| node.parent().is_some()) {
        let values: Vec<String> = property.texts().map(|text| plain(&text)).collect();
        writeln!(out, "{:<2} {}", property.name(), values.join(" "))?;
    }
    let next: Vec<String> = node.children().map(|child| number(child.id()).to_string()).collect();
    match next.len() {
        0 => writeln!(out, "the line ends here")?,
        1 => writeln!(out, "next: node {}", next[0])?,
        _ => writeln!(out, "next: nodes {}", next.join(", "))?,
    }
    Ok(())
}
