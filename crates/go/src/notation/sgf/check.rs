//! Check of a record beyond its syntax: values of properties, board sizes, set-up and moves.

use super::coord::{PointFault, Points};
use super::problem::{Excerpt, Findings, ProblemKind};
use super::property::{PropertyKind, belongs_in_root, property_kind};
use super::replay::{IllegalReason, NodeEffect, Replay};
use super::variation_replay::VariationReplay;
use super::{
    BoardInfo, Collection, NodeRef, Problem, PropertyRef, SizeFault, board_info, parse_move, parse_point,
    text,
};
use crate::Size;

/// Lists the problems of a collection, in all variations.
///
/// Examples are invalid values, invalid board sizes, misplaced properties and illegal moves. The lines and
/// columns of the problems are right only if the collection is unchanged since it was read.
#[must_use]
pub fn check(collection: &Collection) -> Vec<Problem> {
    let mut findings = Findings::default();
    for &game in collection.games() {
        let root = collection.node(game);
        let (version, info) = version_and_info(root);
        for node in root.preorder() {
            Checker { version, findings: &mut findings, node }.check_node(info.map(|info| info.size));
        }
        if let Some(info) = info {
            check_moves(root, &info, &mut findings);
        }
    }
    findings.into_problems(collection)
}

/// Lists the problems that [`check`] finds on the path from the root to a node, both included.
#[must_use]
pub fn check_path(node: NodeRef<'_>) -> Vec<Problem> {
    let mut findings = Findings::default();
    let collection = node.collection();
    let (version, info) = version_and_info(node.root());
    let mut replay = info.map(|info| (Replay::new(&info), info));
    for node in node.path().into_iter().map(|id| collection.node(id)) {
        Checker { version, findings: &mut findings, node }.check_node(info.map(|info| info.size));
        if let Some((replay, info)) = &mut replay {
            let effect = replay.step(node);
            check_step(node, replay, &effect, info, &mut findings);
        }
    }
    findings.into_problems(collection)
}

/// SGF version of a game, and its board size and rules.
///
/// The size and rules are `None` for games other than Go and for invalid board sizes.
pub(super) fn version_and_info(root: NodeRef<'_>) -> (u32, Option<BoardInfo>) {
    let is_go = root.value("GM").is_none_or(|raw| raw.trim() == "1");
    let version = root.value("FF").and_then(|raw| raw.trim().parse().ok()).unwrap_or(1);
    (version, BoardInfo::of(root).ok().filter(|_| is_go))
}

/// Checker of one node's properties.
struct Checker<'f, 'a> {
    /// SGF version that the game names.
    version: u32,
    findings: &'f mut Findings,
    node: NodeRef<'a>,
}

impl Checker<'_, '_> {
    fn report(&mut self, property: PropertyRef<'_>, kind: ProblemKind) {
        self.findings.add(property.offset() as usize, Some(self.node.id()), kind);
    }

    /// Checks all properties of the node. Without a size, checks of points are skipped.
    fn check_node(&mut self, size: Option<Size>) {
        let is_root = self.node.parent().is_none();
        let mut names = Vec::new();
        for property in self.node.properties() {
            names.push(property.name());
            if belongs_in_root(property.name()) && !is_root {
                self.report(property, ProblemKind::NotAtRoot(Excerpt::new(property.name())));
            }
            self.check_property(property, size);
        }
        if let ["B" | "W"] = names[..] {
            // Most nodes have only a move. They cannot have any of the problems below.
            return;
        }
        self.check_repeated(&mut names);
        let first_present =
            |wanted: &[&'static str]| wanted.iter().copied().find(|name| names.binary_search(name).is_ok());
        if let (Some(move_name), Some(setup_name)) =
            (first_present(&["B", "W"]), first_present(&["AB", "AW", "AE", "PL"]))
            && let Some(property) = self.node.property(setup_name)
        {
            self.report(property, ProblemKind::MoveAndSetup(move_name, setup_name));
        }
        let judgements =
            ["BM", "DO", "IT", "TE"].map(|name| self.node.property(name).map(|property| (name, property)));
        let mut judgements = judgements.into_iter().flatten();
        match (judgements.next(), judgements.next()) {
            (Some((first, _)), Some((second, property))) => {
                self.report(property, ProblemKind::Exclusive(first, second));
            }
            (Some((name, property)), None) if first_present(&["B", "W"]).is_none() => {
                self.report(property, ProblemKind::NoMove(name));
            }
            _ => {}
        }
        if let (Some(size), true) = (size, first_present(&["AB", "AW", "AE"]).is_some()) {
            self.check_setup_points(size);
        }
    }

    /// Reports each name that occurs more than once, and sorts the names.
    fn check_repeated(&mut self, names: &mut [&str]) {
        names.sort_unstable();
        let mut repeated: Vec<&str> =
            names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        if repeated.is_empty() {
            return;
        }
        let mut reported = vec![false; repeated.len()];
        for property in self.node.properties() {
            if let Ok(at) = repeated.binary_search(&property.name())
                && !std::mem::replace(&mut reported[at], true)
            {
                self.report(property, ProblemKind::RepeatedProperty(Excerpt::new(property.name())));
            }
        }
    }

    /// Reports the first point that more than one of `AB`, `AW` and `AE` contains.
    fn check_setup_points(&mut self, size: Size) {
        let mut setup_points: Vec<_> = ["AB", "AW", "AE"]
            .into_iter()
            .flat_map(|name| {
                let mut points = Points::read(self.node.values(name), size).points;
                points.sort_unstable();
                points.dedup();
                points
            })
            .collect();
        setup_points.sort_unstable();
        let conflicting_point = setup_points.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let (Some(point), Some(property)) =
            (conflicting_point, self.node.property("AB").or(self.node.property("AW")))
        {
            self.report(property, ProblemKind::ConflictingSetup(point.to_string()));
        }
    }

    /// Checks the values of a property.
    fn check_property(&mut self, property: PropertyRef<'_>, size: Option<Size>) {
        let name = property.name();
        let Some(kind) = property_kind(name) else { return };
        let raw = property.values().next().unwrap_or_default();
        let takes_one_value = !matches!(
            kind,
            PropertyKind::Stones
                | PropertyKind::Points
                | PropertyKind::Labels
                | PropertyKind::PointPairs
                | PropertyKind::Other
        );
        if takes_one_value && property.values().len() > 1 {
            self.report(property, ProblemKind::ManyValues(Excerpt::new(name), property.values().len()));
        }
        match (kind, size) {
            (PropertyKind::Move, Some(size)) => {
                if let Err(fault) = parse_move(raw, size) {
                    self.report_point(property, raw, fault, size);
                }
            }
            (PropertyKind::Stones | PropertyKind::Points, Some(size)) => {
                self.check_points(property, size, kind == PropertyKind::Stones);
            }
            (PropertyKind::Labels, Some(size)) => {
                for raw in property.values() {
                    match text::halves(raw) {
                        Some((point, _)) => self.check_point(property, point, size),
                        None => self.report_value(property, raw, "a point, a colon and a text"),
                    }
                }
            }
            (PropertyKind::PointPairs, Some(size)) => {
                for raw in property.values() {
                    match raw.split_once(':') {
                        Some((from, to)) if from == to => {
                            self.report_value(property, raw, "two points that are not the same");
                        }
                        Some((from, to)) => {
                            self.check_point(property, from, size);
                            self.check_point(property, to, size);
                        }
                        None => self.report_value(property, raw, "two points with a colon between them"),
                    }
                }
            }
            (PropertyKind::Number, _) => self.check_number(property, raw),
            (PropertyKind::Real, _) if text::real(raw).is_none() || raw.contains(',') => {
                self.report_value(property, raw, REAL);
            }
            (PropertyKind::Double, _) if !matches!(raw.trim(), "1" | "2" | "") => {
                self.report_value(property, raw, "1 or 2");
            }
            (PropertyKind::Color, _) if !matches!(raw.trim(), "B" | "W" | "b" | "w" | "black" | "white") => {
                self.report_value(property, raw, "B or W");
            }
            (PropertyKind::Size, _) if self.node.parent().is_none() && has_invalid_size(self.node) => {
                self.report(property, ProblemKind::InvalidSize(Excerpt::new(raw)));
            }
            // `SBKV` and `SBKS`: win rate and score lead of a position, as the program Sabaki stores them.
            (PropertyKind::Other, _) if matches!(name, "SBKV" | "SBKS") && text::real(raw).is_none() => {
                self.report_value(property, raw, REAL);
            }
            (PropertyKind::Simple, _) if self.version >= 4 => match name {
                "RE" if !is_result(&text::decode(raw, true)) => self.report_value(property, raw, RESULT),
                "DT" if !are_dates(&text::decode(raw, true)) => self.report_value(property, raw, DATES),
                _ => {}
            },
            _ => {}
        }
    }

    fn check_number(&mut self, property: PropertyRef<'_>, raw: &str) {
        let number = raw.trim().parse::<i64>();
        match (property.name(), number) {
            ("FF", Ok(1..=4)) | ("GM", Ok(1)) => {}
            ("FF", _) => self.report(property, ProblemKind::UnknownVersion(Excerpt::new(raw))),
            ("GM", _) => self.report(property, ProblemKind::NotGo(Excerpt::new(raw))),
            ("HA", Ok(..0)) => self.report_value(property, raw, "no stones or more"),
            (_, Ok(_)) => {}
            // For example, some programs write a fraction, which SGF does not allow here.
            (_, Err(_)) => self.report_value(property, raw, "a whole number"),
        }
    }

    /// Checks a list of points. `needs_points`: true if the list must not be empty.
    fn check_points(&mut self, property: PropertyRef<'_>, size: Size, needs_points: bool) {
        let read = Points::read(property.values(), size);
        if let Some((index, fault)) = read.faults.first_invalid {
            let raw = property.values().nth(index).unwrap_or_default();
            self.report_point(property, raw, fault, size);
        } else if let Some(raw) = property.values().find(|raw| is_reversed(raw, size)) {
            self.report_value(property, raw, "a rectangle from its upper left to its lower right point");
        } else if needs_points && read.points.is_empty() {
            self.report_value(property, "", "at least one point");
        }
        if read.faults.has_repeats {
            self.report(property, ProblemKind::RepeatedPoint(Excerpt::new(property.name())));
        }
    }

    fn check_point(&mut self, property: PropertyRef<'_>, raw: &str, size: Size) {
        if let Err(fault) = parse_point(raw, size) {
            self.report_point(property, raw, fault, size);
        }
    }

    /// Reports an invalid point.
    fn report_point(&mut self, property: PropertyRef<'_>, raw: &str, fault: PointFault, size: Size) {
        let (name, raw) = (Excerpt::new(property.name()), Excerpt::new(raw));
        self.report(
            property,
            match fault {
                PointFault::NotTwoLetters => ProblemKind::InvalidPoint(name, raw),
                PointFault::OffBoard => ProblemKind::OffBoard(name, raw, size.width(), size.height()),
            },
        );
    }

    /// Reports a value of the wrong type.
    fn report_value(&mut self, property: PropertyRef<'_>, raw: &str, allowed: &'static str) {
        let kind = ProblemKind::InvalidValue(Excerpt::new(property.name()), Excerpt::new(raw), allowed);
        self.report(property, kind);
    }
}

/// True if the first value of `SZ` is not a size. Two different sizes are reported as a repeated property or
/// as too many values instead.
fn has_invalid_size(root: NodeRef<'_>) -> bool {
    matches!(board_info::size_of(root), Err(SizeFault::Value(_)))
}

// Descriptions of valid values. The message continues with "is expected".
const REAL: &str = "a number in digits, as in 6.5,";
const RESULT: &str = "0, Draw, Void, ? or a winner with points, R, T or F, as in B+2.5 or W+R,";
const DATES: &str = "dates as YYYY-MM-DD, several with commas between them,";

/// True if a rectangle does not run from its upper left to its lower right point.
fn is_reversed(raw: &str, size: Size) -> bool {
    let corners = raw
        .split_once(':')
        .and_then(|(from, to)| Some((parse_point(from, size).ok()?, parse_point(to, size).ok()?)));
    corners.is_some_and(|(from, to)| from.x > to.x || from.y < to.y)
}

/// True if a text is a result in the format of FF\[4\].
pub(super) fn is_result(text: &str) -> bool {
    let is_margin = |margin: &str| {
        matches!(margin, "" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit")
            || !margin.contains(',') && text::real(margin).is_some_and(|points| points >= 0.0)
    };
    let text = text.trim();
    matches!(text, "0" | "Draw" | "Void" | "?")
        || ["B+", "W+"].into_iter().any(|winner| text.strip_prefix(winner).is_some_and(is_margin))
}

/// True if a text is a list of dates in the format of FF\[4\].
///
/// A date after a comma may omit a year or month that is the same as before: `1996-05-06,07`.
pub(super) fn are_dates(text: &str) -> bool {
    let digits = |part: &str, length: usize| {
        (part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<u32>().unwrap_or(0))
    };
    let month = |part: &str| digits(part, 2).is_some_and(|month| (1..=12).contains(&month));
    let day = |part: &str| digits(part, 2).is_some_and(|day| (1..=31).contains(&day));
    text.split(',').enumerate().all(|(index, date)| {
        let parts: Vec<&str> = date.trim().split('-').collect();
        match parts[..] {
            [year] if year.len() == 4 => digits(year, 4).is_some(),
            [year, m] if year.len() == 4 => digits(year, 4).is_some() && month(m),
            [year, m, d] => digits(year, 4).is_some() && month(m) && day(d),
            // Short forms after another date take its year, or its year and month.
            [m, d] => index > 0 && month(m) && day(d),
            [d] => index > 0 && day(d),
            _ => false,
        }
    })
}

/// Plays all variations of a game. Reports illegal moves, and set-up after which a chain has no liberty.
fn check_moves(root: NodeRef<'_>, info: &BoardInfo, findings: &mut Findings) {
    let mut variations = VariationReplay::new(info);
    let mut walk = root.preorder();
    while let Some((node, depth)) = walk.next_with_depth() {
        let (replay, effect) = variations.play_node(node, depth);
        check_step(node, replay, &effect, info, findings);
    }
}

/// Reports an illegal move or set-up of a node. `replay` has the board after the node.
fn check_step(
    node: NodeRef<'_>,
    replay: &Replay,
    effect: &NodeEffect,
    info: &BoardInfo,
    findings: &mut Findings,
) {
    let offset_of = |names: [&str; 3]| {
        let property = node.properties().find(|property| names.contains(&property.name()));
        property.map_or(0, |property| property.offset() as usize)
    };
    if let Some(illegal) = &effect.illegal
        && let IllegalReason::Rule(why) = illegal.reason
    {
        let (number, color, action) = (illegal.number, illegal.color, illegal.action.clone());
        // The empty name fills the array. No property has it.
        let kind = ProblemKind::Illegal { number, color, action, why };
        findings.add(offset_of(["B", "W", ""]), Some(node.id()), kind);
    }
    // Under `netlogo-2016` chains without liberties are allowed.
    let adds_stones = node.properties().any(|property| matches!(property.name(), "AB" | "AW"));
    if adds_stones && effect.played.is_none() && info.rules.name != "netlogo-2016" {
        let position = replay.position();
        let without_liberty = position.size().points().find_map(|point| {
            let color = position.at(point)?;
            (position.pseudo_liberties(point) == 0).then_some((color, point))
        });
        if let Some((color, point)) = without_liberty {
            let kind = ProblemKind::NoLiberty(color, point);
            findings.add(offset_of(["AB", "AW", "AE"]), Some(node.id()), kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;

    /// Problems of a text without syntax errors, as printed.
    fn messages(text: &str) -> Vec<String> {
        let reading = read_text(text).expect("a game");
        assert_eq!(reading.problems, [], "{text}");
        check(&reading.collection).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_record_has_no_problems() {
        let text =
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]HA[2]AB[cc][gg]PL[W]XY[?];W[ee]C[a\\]b];B[]LB[aa:x]AR[aa:bb])";
        assert_eq!(messages(text), [] as [String; 0]);
    }

    #[test]
    fn problems_name_line_column_and_node() {
        let text = "(;SZ[9]KM[six]\n;B[aa]\n;W[zz];B[aa](;W[bb]HO[7])\n(;W[a];SZ[9];AB[aa:cc][bb]AW[cc]))";
        assert_eq!(
            messages(text),
            [
                "line 1, column 8, game 1, node 0: KM[six]: a number in digits, as in 6.5, is expected",
                "line 3, column 2, game 1, node 2: W[zz] is off the 9x9 board",
                "line 3, column 8, game 1, node 3: move 3, Black A9, is illegal: A9 is occupied",
                "line 3, column 20, game 1, node 4: HO[7]: 1 or 2 is expected",
                "line 4, column 3, game 1, node 5: W[a] is not a point: two letters, column then row",
                "line 4, column 8, game 1, node 6: SZ belongs in the first node of a game",
                "line 4, column 14, game 1, node 7: AB names a point more than once",
                "line 4, column 14, game 1, node 7: C7 is set up in more than one way",
            ]
        );
    }

    #[test]
    fn a_path_has_the_problems_of_its_nodes() {
        let text = "(;SZ[9]AB[zz];W[aa];B[aa](;W[bb]HO[7])(;W[a];B[aa]))";
        let game = read_text(text).expect("a game").collection;
        let all_problems = check(&game);
        let problems_of = |nodes: &[u32]| {
            let is_in_nodes = |problem: &&Problem| problem.node.is_some_and(|node| nodes.contains(&node));
            all_problems.iter().filter(is_in_nodes).cloned().collect::<Vec<_>>()
        };
        let root = game.node(game.games()[0]);
        let node = |at: usize| root.preorder().nth(at).expect("a node");
        for (at, path) in [(0, &[0][..]), (3, &[0, 1, 2, 3]), (5, &[0, 1, 2, 4, 5])] {
            assert_eq!(check_path(node(at)), problems_of(path), "{at}");
        }
        let board_problems =
            |at: usize| check_path(node(at)).iter().filter(|problem| problem.kind.affects_board()).count();
        assert_eq!([0, 2, 3, 5].map(board_problems), [1, 2, 2, 4]);
    }

    #[test]
    fn bad_results_dates_and_judgements_are_reported() {
        let text = "(;FF[4]SZ[9]RE[maybe]DT[99/99]KM[6,5]AB[cc:aa];B[ee]DO[]IT[]AR[aa:aa];TE[1])";
        let messages = messages(text).join("\n");
        for fault in [
            "RE[maybe]: 0, Draw, Void, ? or a winner",
            "DT[99/99]: dates as YYYY-MM-DD",
            "KM[6,5]: a number in digits, as in 6.5, is expected",
            "AB[cc:aa]: a rectangle from its upper left",
            "DO and IT do not go together",
            "AR[aa:aa]: two points that are not the same",
            "TE judges a move, and there is none in this node",
        ] {
            assert!(messages.contains(fault), "{fault}: {messages}");
        }
        for good in ["B+", "W+R", "B+12.5", "W+Time", "0", "Draw", "?", "Void", "B+F"] {
            assert!(is_result(good), "{good}");
        }
        for good in [
            "1996",
            "1996-05",
            "1996-05-06,07,08",
            "1996-12-27,28,1997-01-03",
            "1996-05,06",
            "1996-05-06,06-01",
        ] {
            assert!(are_dates(good), "{good}");
        }
        for bad in ["", "96", "1996-13", "1996-05-32", "06,1996", "1996.05.06", "B+"] {
            assert!(!are_dates(bad), "{bad}");
        }
    }
}
