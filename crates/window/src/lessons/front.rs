//! Reader of lessons: the facts before the text, the parts of the text, and the record with the position.

use super::claim::{Claim, ClaimError};
use super::examples::{BoardError, board_of};
use super::{Lesson, LessonText};
use crate::shell::layers::{Layer, LayerError, Layers};
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;
use stonefield_go::{ByColor, PointError, Rules, RulesError, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, SetupError};

/// Line before and after the facts.
const FENCE: &str = "+++\n";

/// Headings of the parts of a text, in order.
const PARTS: [&str; 4] = ["See", "Predict", "Run", "Check"];

/// Facts of a lesson, as written in its TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Facts {
    title: String,
    /// Subject of the lesson, in one sentence.
    about: String,
    /// Name of a preset of rules.
    rules: String,
    /// Mind of Black.
    black: String,
    /// Mind of White.
    white: String,
    /// Seed of the game; 1 if missing.
    #[serde(default = "first_seed")]
    seed: u64,
    /// Names of the layers over the board.
    layers: Vec<String>,
    /// Right answers.
    points: Vec<String>,
    /// Number of ticks that the game runs, at least 1.
    ticks: u64,
    /// Speed, in ticks per second, above 0.
    rate: f32,
    /// Claims about the end of the run.
    claims: Vec<WrittenClaim>,
}

/// Claim, as written in the TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenClaim {
    /// Statement in plain words.
    text: String,
    /// Terms and relation, as for [`Claim::read`].
    holds: String,
}

const fn first_seed() -> u64 {
    1
}

/// Error of a lesson that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the lesson {name}: {why}")]
pub struct LessonError {
    /// Name of the lesson.
    pub name: &'static str,
    /// Fault of the lesson.
    pub why: LessonFault,
}

/// Fault of a lesson.
#[derive(Debug, thiserror::Error)]
pub enum LessonFault {
    /// The file does not begin with the facts.
    #[error("it does not begin with a line +++, its facts, and a line +++")]
    NoFacts,
    /// The facts are not valid.
    #[error(transparent)]
    Facts(#[from] toml::de::Error),
    /// The parts of the text are not See, Predict, Run and Check.
    #[error("its parts are {0}; they are to be See, Predict, Run, Check")]
    Parts(String),
    /// The reply to right or to wrong answers is missing.
    #[error("the part Predict has no words under ### {0}")]
    Reply(&'static str),
    /// Number of ticks or speed is not above 0.
    #[error("it runs for {0} ticks, {1} a second: both are to be more than 0")]
    Run(u64, f32),
    /// The record has no readable position.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A right answer, or a point with a reply, is no point.
    #[error(transparent)]
    Point(#[from] PointError),
    /// The preset of rules is unknown.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A layer is unknown.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// A mind is not valid; text of its error.
    #[error("{0}")]
    Mind(String),
    /// A claim cannot be read.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// No game can begin with this set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a lesson from its text and its SGF record.
pub(super) fn read(name: &'static str, text: &str, record: &str) -> Result<Lesson, LessonError> {
    read_all(name, text, record).map_err(|why| LessonError { name, why })
}

fn read_all(name: &'static str, text: &str, record: &str) -> Result<Lesson, LessonFault> {
    let parts = text.strip_prefix(FENCE).and_then(|rest| rest.split_once(FENCE));
    let (facts, text) = parts.ok_or(LessonFault::NoFacts)?;
    let facts: Facts = toml::from_str(facts)?;
    if facts.ticks == 0 || !facts.rate.is_finite() || facts.rate <= 0.0 {
        return Err(LessonFault::Run(facts.ticks, facts.rate));
    }
    let rules = Rules::preset(&facts.rules)?;
    let start = board_of(name, record)?;
    let board = start.size();
    // Under NetLogo rules the board has one more point a side than its size says; the record shows the board
    // itself.
    let smaller = Size::new(board.width().saturating_sub(1), board.height().saturating_sub(1));
    let size = smaller.ok().filter(|&size| rules.board_size(size) == board).unwrap_or(board);
    let setup = GameSetup {
        size,
        rules,
        brains: ByColor::new(mind(&facts.black)?, mind(&facts.white)?),
        seed: facts.seed,
        start: Some(start),
        ..GameSetup::default()
    };
    setup.check()?;
    let layers = parse_all::<Layer>(&facts.layers)?.into_iter().fold(Layers::BARE, Layers::with);
    let claims = facts.claims.into_iter().map(|claim| Claim::read(claim.text, &claim.holds));
    Ok(Lesson {
        name,
        title: facts.title,
        about: facts.about,
        setup,
        layers,
        points: parse_all(&facts.points)?,
        ticks: facts.ticks,
        rate: facts.rate,
        claims: claims.collect::<Result<_, _>>()?,
        text: text_of(text)?,
    })
}

fn mind(spec: &str) -> Result<BrainSpec, LessonFault> {
    let fault = |error: &dyn Display| LessonFault::Mind(error.to_string());
    spec.parse::<BrainSpec>().map_err(|error| fault(&error))
}

fn parse_all<T: FromStr>(words: &[String]) -> Result<Vec<T>, T::Err> {
    words.iter().map(|word| word.parse()).collect()
}

/// Splits a text at lines that begin with `heading`: returns the text before the first, and the title and
/// text of each part.
fn split_at<'t>(text: &'t str, heading: &str) -> (String, Vec<(&'t str, String)>) {
    let (mut before, mut parts) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix(heading) {
            parts.push((title.trim(), String::new()));
        } else {
            let part = parts.last_mut().map_or(&mut before, |(_, part)| part);
            part.push_str(line);
            part.push('\n');
        }
    }
    for part in parts.iter_mut().map(|(_, part)| part).chain([&mut before]) {
        *part = part.trim().to_owned();
    }
    (before, parts)
}

/// Reads the four parts of the text, and the replies in the part Predict.
fn text_of(text: &str) -> Result<LessonText, LessonFault> {
    let (before, parts) = split_at(text, "## ");
    let titles: Vec<&str> = parts.iter().map(|&(title, _)| title).collect();
    let [see, predict, run, check] = match <[(&str, String); 4]>::try_from(parts) {
        Ok(parts) if titles == PARTS && before.is_empty() => parts.map(|(_, part)| part),
        _ => return Err(LessonFault::Parts(titles.join(", "))),
    };
    let (predict, replies) = split_at(&predict, "### ");
    let mut text = LessonText { see, predict, run, check, ..LessonText::default() };
    for (to, reply) in replies {
        match to {
            "Right" => text.right = reply,
            "Wrong" => text.wrong = reply,
            points => {
                let points = points.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                text.hints.push((points, reply));
            }
        }
    }
    let missing =
        [("Right", &text.right), ("Wrong", &text.wrong)].into_iter().find(|(_, reply)| reply.is_empty());
    if let Some((to, _)) = missing {
        return Err(LessonFault::Reply(to));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "(;SZ[5]AB[bb]AW[cc])";

    fn lesson(facts: &str, text: &str) -> Result<Lesson, String> {
        let facts = format!(
            "title = \"T\"\nabout = \"A.\"\nblack = \"random\"\nwhite = \"random\"\nlayers = [\"atari\"]\npoints = [\"C2\"]\nrate = 2\n{facts}"
        );
        read("test", &format!("+++\n{facts}+++\n{text}"), RECORD).map_err(|error| error.to_string())
    }

    const FACTS: &str =
        "rules = \"chinese\"\nticks = 3\n[[claims]]\ntext = \"S\"\nholds = \"black stones = 1\"\n";
    const TEXT: &str = "## See\nsee\n## Predict\nwhere\n### Right\nyes\n### Wrong\nno\n### B1 A2\nnearly\n## Run\nrun\n## Check\ndone\n";

    #[test]
    fn a_lesson_is_read() {
        let lesson = lesson(FACTS, TEXT).expect("a lesson");
        assert_eq!(
            (lesson.title.as_str(), lesson.ticks, lesson.setup.size),
            ("T", 3, Size::square(5).expect("a size"))
        );
        assert!(lesson.layers.get(Layer::Atari) && !lesson.layers.get(Layer::Links));
        let reply = |point: &str| lesson.reply(point.parse().expect("a point"));
        assert_eq!([reply("C2"), reply("A2"), reply("E5")], ["yes", "nearly", "no"]);
        assert_eq!(lesson.text.check, "done");
    }

    #[test]
    fn under_netlogo_the_board_is_that_of_the_record() {
        let lesson = lesson(&FACTS.replace("chinese", "netlogo-2016"), TEXT).expect("a lesson");
        assert_eq!(lesson.setup.board(), Size::square(5).expect("a size"));
    }

    #[test]
    fn faults_of_a_lesson_are_reported() {
        let error =
            |facts: &str, text: &str| lesson(facts, text).map(|lesson| lesson.name).expect_err("a fault");
        for (facts, text, why) in [
            (FACTS, "## See\n## Predict\n## Check\n", "its parts are See, Predict, Check"),
            (FACTS, &TEXT.replace("### Wrong\nno\n", ""), "has no words under ### Wrong"),
            (FACTS, &TEXT.replace("### B1 A2", "### here"), "'here' is not a point"),
            (&FACTS.replace("ticks = 3", "ticks = 0"), TEXT, "it runs for 0 ticks, 2 a second"),
            (&FACTS.replace("chinese", "go"), TEXT, "no rules 'go'"),
            (&FACTS.replace("stones", "stars"), TEXT, "'black stars'"),
            (&FACTS.replace("ticks", "tics"), TEXT, "unknown field `tics`"),
        ] {
            let error = error(facts, text);
            assert!(error.starts_with("the lesson test: ") && error.contains(why), "{error}");
        }
        let error = read("test", "# T", RECORD).expect_err("no facts").to_string();
        assert!(error.contains("does not begin with a line +++"), "{error}");
    }
}
