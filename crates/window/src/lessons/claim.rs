//! Claims: statements of a lesson about the agents, and their measurement.
//!
//! A claim is two terms with `=`, `<`, `>`, `<=` or `>=` between them. A term is a number or a measure:
//! `black captures`, `E5 liberties`, `board ticks`. The tables below have all measures.

use crate::marks::group_shape::GroupShape;
use bevy::ecs::query::QueryData;
use stonefield_go::{Benson, Color, Move, Point};
use stonefield_sim::{Departures, Groups, Heat, Links, Occupancy, Referee, Tally};

/// Parts of a goban that claims measure.
#[derive(QueryData)]
pub struct GobanParts {
    /// Ticks, stones, groups, captures, outcome.
    pub tally: &'static Tally,
    /// Position and rules.
    pub referee: &'static Referee,
    /// Stone on each point.
    pub occupancy: &'static Occupancy,
    /// Group of each stone.
    pub groups: &'static Groups,
    /// Links between stones.
    pub links: &'static Links,
    /// Heat of each patch.
    pub heat: &'static Heat,
}

impl GobanPartsItem<'_, '_> {
    fn group(&self, point: Point) -> Option<GroupShape> {
        GroupShape::of(self.occupancy, self.groups, point)
    }

    /// Returns 1 if a move on the point is legal with `color` to move, else 0. A game ended by two passes is
    /// resumed for the test. NaN if the game ended otherwise: every comparison with NaN is false.
    fn may_play(&self, color: Color, point: Point) -> f64 {
        let mut position = self.referee.position.clone();
        if position.is_over() {
            position.hand_turn(color);
        }
        if position.is_over() {
            return f64::NAN;
        }
        count(usize::from(position.check_for(color, Move::Play(point)).is_ok()))
    }

    fn departures(&self) -> Departures {
        Departures::of(self.occupancy, self.groups, self.links)
    }
}

type BoardMeasure = fn(&GobanPartsItem<'_, '_>) -> f64;
type ColorMeasure = fn(&GobanPartsItem<'_, '_>, Color) -> f64;
type PointMeasure = fn(&GobanPartsItem<'_, '_>, Point) -> f64;

/// Measures of the board.
const BOARD: [(&str, BoardMeasure); 5] = [
    ("ticks", |goban| goban.tally.tick as f64),
    // 1 if the game is over, else 0.
    ("over", |goban| count(usize::from(goban.tally.outcome.is_some()))),
    // Above 0 only under NetLogo rules: groups without a liberty, their stones, and stones with missing
    // links.
    ("groups-without-liberties", |goban| f64::from(goban.departures().groups)),
    ("stones-without-liberties", |goban| f64::from(goban.departures().stones)),
    ("stones-with-links-missing", |goban| f64::from(goban.departures().behind)),
];

/// Measures of a colour.
const COLOR: [(&str, ColorMeasure); 8] = [
    ("stones", |goban, color| f64::from(goban.tally.stones[color])),
    ("groups", |goban, color| f64::from(goban.tally.groups[color])),
    // Number of stones in its largest group.
    ("largest-group", |goban, color| f64::from(goban.tally.largest[color])),
    // Number of captured enemy stones.
    ("captures", |goban, color| f64::from(goban.tally.captures[color])),
    ("groups-in-atari", |goban, color| f64::from(goban.tally.in_atari[color])),
    ("eye-points", |goban, color| f64::from(goban.tally.eye_points[color])),
    // Score by the rules, with komi.
    ("score", |goban, color| goban.tally.final_score(goban.referee)[color]),
    // Points that belong to it unconditionally (Benson).
    ("points-alive", |goban, color| {
        let position = &goban.referee.position;
        let mut benson = Benson::new(position.size(), position.rules().suicide);
        count(benson.of_position(position).iter().filter(|owner| **owner == Some(color)).count())
    }),
];

/// Measures of a point: its group (0 on a vacant point), its heat, its colour, and legal moves there. 1 is
/// true and 0 false.
const POINT: [(&str, PointMeasure); 8] = [
    ("stones", |goban, point| count(goban.group(point).map_or(0, |group| group.stones.len()))),
    ("liberties", |goban, point| count(goban.group(point).map_or(0, |group| group.liberties.len()))),
    ("eyes", |goban, point| count(goban.group(point).map_or(0, |group| group.eyes.len()))),
    ("heat", |goban, point| f64::from(goban.heat.0.values()[goban.heat.0.size().index(point)])),
    ("black", |goban, point| count(usize::from(goban.referee.position.at(point) == Some(Color::Black)))),
    ("white", |goban, point| count(usize::from(goban.referee.position.at(point) == Some(Color::White)))),
    ("black-may-play", |goban, point| goban.may_play(Color::Black, point)),
    ("white-may-play", |goban, point| goban.may_play(Color::White, point)),
];

fn count(number: usize) -> f64 {
    number as f64
}

/// Side of a claim: a number, or a measure with its subject.
#[derive(Clone, Copy, Debug)]
enum Term {
    Number(f64),
    Board(BoardMeasure),
    Color(ColorMeasure, Color),
    Point(PointMeasure, Point),
}

impl Term {
    /// Reads a term; `None` if it is no finite number and no known measure.
    fn read(words: &str) -> Option<Self> {
        let Some((subject, measure)) = words.split_once(' ') else {
            return words.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Number);
        };
        fn find<T: Copy>(table: &[(&str, T)], wanted: &str) -> Option<T> {
            table.iter().find(|(name, _)| *name == wanted).map(|&(_, measure)| measure)
        }
        match subject {
            "board" => find(&BOARD, measure).map(Self::Board),
            "black" => Some(Self::Color(find(&COLOR, measure)?, Color::Black)),
            "white" => Some(Self::Color(find(&COLOR, measure)?, Color::White)),
            point => Some(Self::Point(find(&POINT, measure)?, point.parse().ok()?)),
        }
    }

    /// Returns the value; `None` for a point that is not on the board.
    fn measure(&self, goban: &GobanPartsItem<'_, '_>) -> Option<f64> {
        Some(match *self {
            Self::Number(number) => number,
            Self::Board(measure) => measure(goban),
            Self::Color(measure, color) => measure(goban, color),
            Self::Point(measure, point) if goban.occupancy.size().contains(point) => measure(goban, point),
            Self::Point(..) => return None,
        })
    }
}

/// Relations of two numbers, by their sign in a claim.
const RELATIONS: [(&str, fn(f64, f64) -> bool); 5] = [
    (" <= ", |left, right| left <= right),
    (" >= ", |left, right| left >= right),
    (" = ", |left, right| left == right),
    (" < ", |left, right| left < right),
    (" > ", |left, right| left > right),
];

/// Error of a claim or a term that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' cannot be measured: a claim is as 'black captures = 3' or 'D4 liberties > E5 liberties'")]
pub struct ClaimError(String);

/// Statement about the agents that can be measured.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Statement in plain words.
    pub text: String,
    /// Both terms as written.
    words: [String; 2],
    terms: [Term; 2],
    relation: fn(f64, f64) -> bool,
}

/// Result of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// True if the claim is true.
    pub holds: bool,
    /// Measured values as text.
    pub measured: String,
}

impl Claim {
    /// Reads a claim. `text`: the statement; `holds`: the terms with their relation.
    ///
    /// # Errors
    /// If the relation or a term cannot be read.
    pub fn read(text: String, holds: &str) -> Result<Self, ClaimError> {
        let fault = || ClaimError(holds.to_owned());
        let mut splits =
            RELATIONS.iter().filter_map(|(sign, relation)| Some((holds.split_once(sign)?, *relation)));
        let ((left, right), relation) = splits.next().ok_or_else(fault)?;
        let term = |words: &str| Term::read(words).ok_or_else(|| ClaimError(words.to_owned()));
        let terms = [term(left)?, term(right)?];
        Ok(Self { text, words: [left, right].map(str::to_owned), terms, relation })
    }

    /// Measures both terms and compares them. The claim is false if a point is not on the board.
    #[must_use]
    pub fn check(&self, goban: &GobanPartsItem<'_, '_>) -> Checked {
        let [Some(left), Some(right)] = self.terms.map(|term| term.measure(goban)) else {
            return Checked { holds: false, measured: "the point is not on this board".to_owned() };
        };
        let measures = self.terms.iter().zip(&self.words).zip([left, right]);
        let measures = measures.filter(|((term, _), _)| !matches!(term, Term::Number(_)));
        let parts: Vec<String> = measures
            .map(|((_, words), value)| {
                format!("{} {}", words.replace('-', " "), (value * 100.0).round() / 100.0)
            })
            .collect();
        Checked { holds: (self.relation)(left, right), measured: parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Position, Rules, Setup};
    use stonefield_sim::Session;

    fn checked(board: &str, holds: &str) -> Checked {
        let setup: Setup = board.parse().expect("a board");
        let session =
            Session::at(Position::from_setup(&setup, Rules::default()).expect("legal")).expect("a game");
        let goban = GobanPartsItem {
            tally: session.part(),
            referee: session.part(),
            occupancy: session.part(),
            groups: session.part(),
            links: session.part(),
            heat: session.part(),
        };
        Claim::read(String::new(), holds).expect("a claim").check(&goban)
    }

    const BOARD: &str = ". X . X .\n\
                         X X X X .\n\
                         . O O . .\n\
                         O . . . .\n\
                         . . . . .\n";

    #[test]
    fn claims_are_measured() {
        for (holds, measured) in [
            ("black stones = 6", "black stones 6"),
            ("black groups = 1", "black groups 1"),
            ("white groups >= 2", "white groups 2"),
            ("white largest-group < 3", "white largest group 2"),
            ("C4 liberties > B3 liberties", "C4 liberties 6, B3 liberties 4"),
            ("C4 eyes = 1", "C4 eyes 2"),
            ("A5 white-may-play = 0", "A5 white may play 0"),
            ("A5 black-may-play = 1", "A5 black may play 1"),
            ("E1 heat = 0", "E1 heat 0"),
            ("board ticks <= 0", "board ticks 0"),
            ("board over = 0", "board over 0"),
            ("B3 white = 1", "B3 white 1"),
            ("Z9 stones = 0", "the point is not on this board"),
        ] {
            let checked = checked(BOARD, holds);
            assert_eq!(checked.measured, measured, "{holds}");
            let wrong = ["C4 eyes = 1", "Z9 stones = 0"].contains(&holds);
            assert_eq!(checked.holds, !wrong, "{holds}");
        }
    }

    #[test]
    fn claims_without_a_measure_are_refused() {
        for holds in
            ["black", "black stones", "black stars = 1", "J12 = 1", "green stones = 1", "black stones = NaN"]
        {
            assert!(Claim::read(String::new(), holds).is_err(), "{holds}");
        }
    }
}
