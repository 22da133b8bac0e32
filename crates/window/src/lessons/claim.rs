//! Claims: what a lesson says of the agents, and what is measured of them.
//!
//! A claim is two terms with `=`, `<`, `>`, `<=` or `>=` between them. A term is a number, or something that is measured: `black captures`,
//! `E5 liberties`, `board ticks`. The tables below are all there is to measure.

use crate::marks::group_shape::GroupShape;
use stonefield_go::{Benson, Color, Move, Point};
use stonefield_sim::{Departures, Groups, Heat, Links, Occupancy, Referee, Tally};

/// The parts of a goban that claims are about.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Stones, groups, captures, scores.
    pub tally: &'a Tally,
    /// The position.
    pub referee: &'a Referee,
    /// Who stands where.
    pub occupancy: &'a Occupancy,
    /// Which stones form groups.
    pub groups: &'a Groups,
    /// Which stones are linked.
    pub links: &'a Links,
    /// How hot the patches are.
    pub heat: &'a Heat,
}

impl Seen<'_> {
    fn group(&self, point: Point) -> Option<GroupShape> {
        GroupShape::of(self.occupancy, self.groups, point)
    }

    /// 1 where a colour could play were it its turn, else 0, even where both have passed; not a number where the game has ended otherwise.
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

type OfBoard = fn(&Seen<'_>) -> f64;
type OfColor = fn(&Seen<'_>, Color) -> f64;
type OfPoint = fn(&Seen<'_>, Point) -> f64;

/// What is measured of the board.
const BOARD: [(&str, OfBoard); 5] = [
    ("ticks", |seen| seen.tally.tick as f64),
    // 1 once the game is over.
    ("over", |seen| count(usize::from(seen.tally.outcome.is_some()))),
    // Groups that stand without a liberty, their stones, and stones with links missing: in the NetLogo world alone.
    ("groups-without-liberties", |seen| f64::from(seen.departures().groups)),
    ("stones-without-liberties", |seen| f64::from(seen.departures().stones)),
    ("stones-with-links-missing", |seen| f64::from(seen.departures().behind)),
];

/// What is measured of a colour.
const COLOR: [(&str, OfColor); 8] = [
    ("stones", |seen, color| f64::from(seen.tally.stones[color])),
    ("groups", |seen, color| f64::from(seen.tally.groups[color])),
    // The stones of its largest group.
    ("largest-group", |seen, color| f64::from(seen.tally.largest[color])),
    // The enemy's stones that have died.
    ("captures", |seen, color| f64::from(seen.tally.captures[color])),
    ("groups-in-atari", |seen, color| f64::from(seen.tally.in_atari[color])),
    ("eye-points", |seen, color| f64::from(seen.tally.eye_points[color])),
    // As the rules count, komi included.
    ("score", |seen, color| seen.tally.final_score(seen.referee)[color]),
    // Points that are its own whatever is played.
    ("points-alive", |seen, color| {
        let position = &seen.referee.position;
        let mut benson = Benson::new(position.size(), position.rules().suicide);
        count(benson.of_position(position).iter().filter(|owner| **owner == Some(color)).count())
    }),
];

/// What is measured of a point: of the group that stands there, of its heat, and whether a colour may play there (1) or not (0).
const POINT: [(&str, OfPoint); 8] = [
    ("stones", |seen, point| count(seen.group(point).map_or(0, |group| group.stones.len()))),
    ("liberties", |seen, point| count(seen.group(point).map_or(0, |group| group.liberties.len()))),
    ("eyes", |seen, point| count(seen.group(point).map_or(0, |group| group.eyes.len()))),
    ("heat", |seen, point| f64::from(seen.heat.0.values()[seen.heat.0.size().index(point)])),
    ("black", |seen, point| count(usize::from(seen.referee.position.at(point) == Some(Color::Black)))),
    ("white", |seen, point| count(usize::from(seen.referee.position.at(point) == Some(Color::White)))),
    ("black-may-play", |seen, point| seen.may_play(Color::Black, point)),
    ("white-may-play", |seen, point| seen.may_play(Color::White, point)),
];

fn count(number: usize) -> f64 {
    number as f64
}

#[derive(Clone, Copy, Debug)]
enum Term {
    Number(f64),
    Board(OfBoard),
    Color(OfColor, Color),
    Point(OfPoint, Point),
}

impl Term {
    fn read(words: &str) -> Option<Self> {
        let Some((subject, what)) = words.split_once(' ') else {
            return words.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Number);
        };
        fn find<T: Copy>(table: &[(&str, T)], what: &str) -> Option<T> {
            table.iter().find(|(name, _)| *name == what).map(|&(_, measure)| measure)
        }
        match subject {
            "board" => find(&BOARD, what).map(Self::Board),
            "black" => Some(Self::Color(find(&COLOR, what)?, Color::Black)),
            "white" => Some(Self::Color(find(&COLOR, what)?, Color::White)),
            point => Some(Self::Point(find(&POINT, what)?, point.parse().ok()?)),
        }
    }

    /// What it comes to; `None` for a point that is not on the board.
    fn measure(&self, seen: &Seen<'_>) -> Option<f64> {
        Some(match *self {
            Self::Number(number) => number,
            Self::Board(of) => of(seen),
            Self::Color(of, color) => of(seen, color),
            Self::Point(of, point) if seen.occupancy.size().contains(point) => of(seen, point),
            Self::Point(..) => return None,
        })
    }
}

/// The ways two numbers can compare, longer ones before those they begin with.
const RELATIONS: [(&str, fn(f64, f64) -> bool); 5] = [
    (" <= ", |left, right| left <= right),
    (" >= ", |left, right| left >= right),
    (" = ", |left, right| left == right),
    (" < ", |left, right| left < right),
    (" > ", |left, right| left > right),
];

/// A claim that says nothing that can be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' cannot be measured: a claim is as 'black captures = 3' or 'D4 liberties > E5 liberties'")]
pub struct ClaimError(String);

/// Something that is said of the agents.
#[derive(Clone, Debug)]
pub struct Claim {
    /// In plain words.
    pub text: String,
    /// The words for both terms.
    words: [String; 2],
    terms: [Term; 2],
    relation: fn(f64, f64) -> bool,
}

/// What was measured for a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whether it is true.
    pub holds: bool,
    /// What was measured, in words.
    pub measured: String,
}

impl Claim {
    /// Reads what is to be measured.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn read(text: String, holds: &str) -> Result<Self, ClaimError> {
        let fault = || ClaimError(holds.to_owned());
        let mut found =
            RELATIONS.iter().filter_map(|(sign, relation)| Some((holds.split_once(sign)?, *relation)));
        let ((left, right), relation) = found.next().ok_or_else(fault)?;
        let term = |words: &str| Term::read(words).ok_or_else(|| ClaimError(words.to_owned()));
        let terms = [term(left)?, term(right)?];
        Ok(Self { text, words: [left, right].map(str::to_owned), terms, relation })
    }

    /// Measures both terms and compares them.
    #[must_use]
    pub fn check(&self, seen: &Seen<'_>) -> Checked {
        let [Some(left), Some(right)] = self.terms.map(|term| term.measure(seen)) else {
            return Checked { holds: false, measured: "the point is not on this board".to_owned() };
        };
        let told = self.terms.iter().zip(&self.words).zip([left, right]);
        let told = told.filter(|((term, _), _)| !matches!(term, Term::Number(_)));
        let told: Vec<String> = told
            .map(|((_, words), value)| {
                format!("{} {}", words.replace('-', " "), (value * 100.0).round() / 100.0)
            })
            .collect();
        Checked { holds: (self.relation)(left, right), measured: told.join(", ") }
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
        let seen = Seen {
            tally: session.part(),
            referee: session.part(),
            occupancy: session.part(),
            groups: session.part(),
            links: session.part(),
            heat: session.part(),
        };
        Claim::read(String::new(), holds).expect("a claim").check(&seen)
    }

    const BOARD: &str = ". X . X .\n\
                         X X X X .\n\
                         . O O . .\n\
                         O . . . .\n\
                         . . . . .\n";

    #[test]
    fn what_is_claimed_is_measured() {
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
    fn what_cannot_be_measured_is_refused() {
        for holds in
            ["black", "black stones", "black stars = 1", "J12 = 1", "green stones = 1", "black stones = NaN"]
        {
            assert!(Claim::read(String::new(), holds).is_err(), "{holds}");
        }
    }
}
