//! Hot paths whose instructions `bench --count` counts: commands, each with two amounts of work.

use stonefield_go::notation::sgf;
use stonefield_go::{Move, Position, Rules, Size};

/// Name of the input file of a hot path, in the working folder of its command.
pub(super) const INPUT: &str = "input";

/// Hot path: work that the program repeats very often.
pub(super) struct HotPath {
    pub name: String,
    pub unit: Unit,
    /// Command line, with `{n}` for the amount of work.
    pub command: String,
    /// Amounts of work of the shorter and the longer run, whose counts are subtracted.
    pub runs: [u32; 2],
    /// Content of the file [`INPUT`] for an amount of work.
    pub input: fn(u32) -> String,
}

/// Unit of work that instructions are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Playout,
    Simulation,
    Node,
    Ply,
    Record,
    Row,
}

impl Unit {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Playout => "playout",
            Self::Simulation => "simulation",
            Self::Node => "node",
            Self::Ply => "ply",
            Self::Record => "record",
            Self::Row => "row",
        }
    }

    /// Units of work in a run: the amount `n`, but for nodes and plies a number in the output. Plies are the
    /// sum of the column `ticks`. `None` if the output has no such number.
    pub(super) fn of(self, n: u32, output: &str) -> Option<f64> {
        match self {
            Self::Node => output.lines().find_map(|line| line.split_once(" nodes,")?.0.parse().ok()),
            Self::Ply => {
                let mut lines = output.lines();
                let ticks = lines.next()?.split(',').position(|name| name == "ticks")?;
                lines.map(|line| line.split(',').nth(ticks)?.parse::<f64>().ok()).sum()
            }
            _ => Some(f64::from(n)),
        }
    }
}

/// All hot paths, from playouts to rows of the laboratory.
pub(super) fn hot_paths() -> Vec<HotPath> {
    let mut paths = Vec::new();
    for policy in ["light", "heavy"] {
        for side in [9, 13, 19] {
            let command =
                format!("bench --policy {policy} --suicide forbidden --size {side} --playouts {{n}}");
            paths.push(path(format!("playout-{policy}-{side}"), Unit::Playout, [1, 1001], command));
        }
    }
    // `run` and not `think`, which reports thoughts at intervals of time: its count depends on the speed.
    for side in [9, 19] {
        let command =
            format!("run --size {side} --black mcts:playouts={{n}} --max-ticks 1 --games 1 --threads 1");
        paths.push(path(format!("mcts-{side}"), Unit::Simulation, [1000, 3000], command));
    }
    // A search of depth 3 first searches to depth 2, so the difference is the iteration of depth 3.
    paths.push(HotPath {
        input: |_| record(13, 40),
        ..path("negamax-3", Unit::Node, [2, 3], "think input --brain negamax:depth={n}")
    });
    for (name, mind, check) in
        [("unchecked", "sensible", "off"), ("sampled", "sensible", "sample"), ("swarm", "swarm", "off")]
    {
        let command = format!(
            "run --size 19 --black {mind} --white {mind} --check {check} --games {{n}} --threads 1 --format csv"
        );
        paths.push(path(format!("agents-{name}"), Unit::Ply, [1, 9], command));
    }
    paths.push(HotPath {
        input: |n| record(19, 300).repeat(n as usize),
        ..path("sgf-300", Unit::Record, [1, 101], "sgf check input")
    });
    paths.push(HotPath {
        input: |n| format!("seed = 1\ngames = {n}\nsize = [9]\nminds = [\"random\"]\n"),
        ..path("lab-row", Unit::Row, [1, 201], "lab run input --output {n}.db --threads 1")
    });
    paths
}

/// Hot path without input.
fn path(name: impl Into<String>, unit: Unit, runs: [u32; 2], command: impl Into<String>) -> HotPath {
    HotPath { name: name.into(), unit, command: command.into(), runs, input: |_| String::new() }
}

/// Record of legal moves without a pass. The same in all builds, because it depends only on the rules of Go.
fn record(side: u16, moves: usize) -> String {
    let size = Size::square(side).unwrap_or_default();
    let mut position = Position::new(size, Rules::default());
    let mut text = format!("(;GM[1]FF[4]SZ[{side}]KM[7.5]RU[Chinese]");
    for n in 0..moves {
        let color = position.to_move();
        let points = size.points().cycle().skip((31 * n * n + 7 * n) % size.area()).take(size.area());
        if let Some(action) = points.map(Move::Play).find(|&action| position.try_play(action).is_ok()) {
            let point = sgf::move_text(action, size).unwrap_or_default();
            text += &format!(";{}[{point}]", color.letter());
        }
    }
    text + ")\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn records_have_the_requested_number_of_legal_moves() {
        for (side, moves) in [(13, 40), (19, 300)] {
            let reading = sgf::read(record(side, moves).as_bytes()).expect("a record");
            assert!(reading.problems.is_empty() && sgf::check(&reading.collection).is_empty());
            let root = reading.collection.node(reading.collection.games()[0]);
            assert_eq!(root.main_line().count(), 1 + moves);
        }
    }

    #[test]
    fn the_program_accepts_every_command() {
        for path in hot_paths() {
            for n in path.runs {
                let command = path.command.replace("{n}", &n.to_string());
                let words = std::iter::once("stonefield").chain(command.split(' '));
                let refusal = super::super::Cli::try_parse_from(words).err().map(|error| error.to_string());
                assert_eq!(refusal, None, "{}", path.name);
            }
        }
    }

    #[test]
    fn units_come_from_the_amount_or_the_output() {
        assert_eq!(Unit::Row.of(7, ""), Some(7.0));
        assert_eq!(Unit::Node.of(3, "move nodes\n49949 nodes, 3 plies deep\n"), Some(49_949.0));
        assert_eq!(Unit::Ply.of(2, "game,ticks,fault\n0,453,\n1,438,\n"), Some(891.0));
        assert_eq!(Unit::Ply.of(2, "2 games\n"), None);
        assert_eq!(Unit::Node.of(3, ""), None);
    }
}
