//! Lessons: a position to look at, a question to answer by a click, a run, and a check of its result.
//!
//! A lesson is a file of `assets/lessons`, embedded in the program; `docs/lessons.md` describes the format.
//! Between two lines `+++` are its [`Facts`](front::Facts) as TOML: rules, minds, layers, right answers,
//! length and speed of the run, and claims about its end. The text below is Markdown in four parts, `## See`,
//! `## Predict`, `## Run` and `## Check`. The position is the SGF record of the same name.

mod claim;
pub mod examples;
mod front;

pub use claim::{Checked, Claim, GobanParts};
pub use front::LessonError;

use crate::shell::layers::Layers;
use stonefield_go::Point;
use stonefield_sim::GameSetup;

/// Returns name, text and record of each lesson, in order.
macro_rules! embedded {
    ($($name:literal),+ $(,)?) => {
        [$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/lessons/", $name, ".md")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/lessons/", $name, ".sgf")),
        )),+]
    };
}

const LESSONS: [(&str, &str, &str); 8] =
    embedded!["capture", "groups", "temperature", "two-eyes", "ko", "seki", "search", "quirks"];

/// Lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Name of its file, without extension.
    pub name: &'static str,
    /// Title.
    pub title: String,
    /// Subject, in one sentence.
    pub about: String,
    /// Game: position, rules, minds, seed.
    pub setup: GameSetup,
    /// Layers over the board.
    pub layers: Layers,
    /// Right answers. Each of these points is right.
    pub points: Vec<Point>,
    /// Number of ticks that the game runs, at least 1.
    pub ticks: u64,
    /// Speed, in ticks per second, above 0.
    pub rate: f32,
    /// Claims about the end of the run.
    pub claims: Vec<Claim>,
    /// Text in four parts, as Markdown.
    pub text: LessonText,
}

/// Text of a lesson, as Markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonText {
    /// Description of the position.
    pub see: String,
    /// Question.
    pub predict: String,
    /// Reply to a right answer.
    pub right: String,
    /// Reply to a wrong answer that has no reply in `hints`.
    pub wrong: String,
    /// Replies to wrong answers on certain points.
    pub hints: Vec<(Vec<Point>, String)>,
    /// Text before and during the run.
    pub run: String,
    /// Text after the run.
    pub check: String,
}

impl Lesson {
    /// Returns all lessons in order; for one that cannot be read, the error.
    pub fn all() -> Vec<Result<Self, LessonError>> {
        LESSONS.iter().map(|&(name, text, record)| front::read(name, text, record)).collect()
    }

    /// Returns true if a point is a right answer.
    #[must_use]
    pub fn is_right(&self, point: Point) -> bool {
        self.points.contains(&point)
    }

    /// Returns the reply to an answer.
    #[must_use]
    pub fn reply(&self, point: Point) -> &str {
        if self.is_right(point) {
            return &self.text.right;
        }
        let hint = self.text.hints.iter().find(|(points, _)| points.contains(&point));
        hint.map_or(&self.text.wrong, |(_, hint)| hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Benson, Color, Move};
    use stonefield_sim::{Referee, Session};

    fn lessons() -> Vec<Lesson> {
        let read = Lesson::all().into_iter().map(|lesson| lesson.unwrap_or_else(|error| panic!("{error}")));
        read.collect()
    }

    fn begin(lesson: &Lesson) -> Session {
        Session::new(&lesson.setup, None).unwrap_or_else(|error| panic!("{}: {error}", lesson.name))
    }

    fn check(lesson: &Lesson, session: &Session) -> Vec<Checked> {
        let goban = claim::GobanPartsItem {
            tally: session.part(),
            referee: session.part(),
            occupancy: session.part(),
            groups: session.part(),
            links: session.part(),
            heat: session.part(),
        };
        lesson.claims.iter().map(|claim| claim.check(&goban)).collect()
    }

    #[test]
    fn right_answers_are_vacant_points_of_the_board() {
        for lesson in lessons() {
            let session = begin(&lesson);
            let Referee { position } = session.part();
            assert!(!lesson.points.is_empty(), "{}", lesson.name);
            let hints = lesson.text.hints.iter().flat_map(|(points, _)| points);
            for &point in lesson.points.iter().chain(hints) {
                assert!(position.size().contains(point), "{}: {point}", lesson.name);
            }
            for &point in &lesson.points {
                assert_eq!(position.at(point), None, "{}: {point} is taken", lesson.name);
                assert_eq!(lesson.reply(point), lesson.text.right);
            }
            for (points, hint) in &lesson.text.hints {
                for &point in points {
                    assert!(!lesson.is_right(point), "{}: {point} is right and wrong", lesson.name);
                    assert_eq!(lesson.reply(point), hint);
                }
            }
        }
    }

    #[test]
    fn all_claims_are_true_after_the_run_and_some_are_false_before() {
        let mut faults = Vec::new();
        for lesson in lessons() {
            let mut session = begin(&lesson);
            let before = check(&lesson, &session);
            assert!(before.iter().any(|claim| !claim.holds), "{}: nothing comes of it", lesson.name);
            session.play_out(lesson.ticks);
            let tally = session.part::<stonefield_sim::Tally>();
            assert!(tally.tick == lesson.ticks || tally.outcome.is_some(), "{}", lesson.name);
            let after = check(&lesson, &session);
            let board = session.position().setup();
            let false_ones = lesson.claims.iter().zip(&after).filter(|(_, checked)| !checked.holds);
            faults.extend(false_ones.map(|(claim, checked)| {
                format!("{}: {}: {}\n{board}", lesson.name, claim.text, checked.measured)
            }));
            assert_eq!(session.disagreement(), None);
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    fn named(name: &str) -> Lesson {
        lessons().into_iter().find(|lesson| lesson.name == name).expect("a lesson")
    }

    #[test]
    fn the_groups_with_two_eyes_live_whatever_is_played() {
        let lesson = named("two-eyes");
        let session = begin(&lesson);
        let position = session.position();
        let mut benson = Benson::new(position.size(), position.rules().suicide);
        let owners = benson.of_position(position);
        for point in position.size().points().filter(|&point| position.at(point) == Some(Color::Black)) {
            assert_eq!(owners[position.size().index(point)], Some(Color::Black), "{point}");
        }
        for &point in &lesson.points {
            assert!(position.check_for(Color::White, Move::Play(point)).is_err(), "White may play {point}");
        }
    }

    #[test]
    fn the_hottest_vacant_points_are_the_right_ones() {
        let lesson = named("temperature");
        let session = begin(&lesson);
        let (size, heat) = (session.position().size(), session.part::<stonefield_sim::Heat>().0.values());
        let vacant = || size.points().filter(|&point| session.position().at(point).is_none());
        let hottest = vacant().map(|point| heat[size.index(point)]).fold(0.0, f32::max);
        let hottest_points: Vec<_> = vacant().filter(|&point| heat[size.index(point)] == hottest).collect();
        assert_eq!(lesson.points, hottest_points);
    }
}
