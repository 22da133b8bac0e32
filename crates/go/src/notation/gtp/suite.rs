//! Regression suites: GTP commands with expected answers, in the format of GNU Go's `.tst` files.
// CITE: file format: GNU Go documentation, "Regression testing".
// CITE: words for results: gogui-regress of GoGui, M. Enzenberger.

use crate::notation::{shortened, without_byte_order_mark};
use regex_lite::Regex;

/// A regression suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Commands in the order of the file.
    pub commands: Vec<SuiteCommand>,
}

/// A command of a suite.
#[derive(Clone, Debug)]
pub struct SuiteCommand {
    /// Line in the file, from 1.
    pub line: usize,
    /// Number of the command. Only numbered commands can have expected answers.
    pub number: Option<u32>,
    /// The command without its number.
    pub text: String,
    /// Expected answers. Most commands have none or one.
    pub expected: Vec<ExpectedAnswer>,
}

/// Expected answer of a command. Examples: `#? [A1|B2]`, `#? [!C3]`, `#? [D4]*`, `#? [.*]&`.
#[derive(Clone, Debug)]
pub struct ExpectedAnswer {
    /// Text between the brackets.
    pub text: String,
    /// Pattern for the whole answer.
    pattern: Regex,
    /// True with `!`: answers that do not match the pattern are right.
    negated: bool,
    /// True with `*`: the engine is known to fail the test.
    known_to_fail: bool,
    /// True with `&`: the result of the test does not count.
    pub ignored: bool,
}

/// Result of a test, in the words of gogui-regress. Capitals mark unexpected results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// `pass`: the answer is right, as expected.
    ExpectedPass,
    /// `fail`: the answer is wrong, as expected.
    ExpectedFail,
    /// `PASS`: the answer is right, but the test was expected to fail.
    UnexpectedPass,
    /// `FAIL`: the answer is wrong, but the test was expected to pass.
    UnexpectedFail,
}

impl TestOutcome {
    /// Word of gogui-regress for the result.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ExpectedPass => "pass",
            Self::ExpectedFail => "fail",
            Self::UnexpectedPass => "PASS",
            Self::UnexpectedFail => "FAIL",
        }
    }
}

impl ExpectedAnswer {
    /// Compares an answer with the expected answer. `answer` is `None` if the engine returned an error.
    #[must_use]
    pub fn judge(&self, answer: Option<&str>) -> TestOutcome {
        let is_right = answer.is_some_and(|answer| self.pattern.is_match(answer.trim()) != self.negated);
        match (is_right, self.known_to_fail) {
            (true, false) => TestOutcome::ExpectedPass,
            (false, true) => TestOutcome::ExpectedFail,
            (true, true) => TestOutcome::UnexpectedPass,
            (false, false) => TestOutcome::UnexpectedFail,
        }
    }
}

/// Error in a suite, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct SuiteError {
    /// Line of the error, from 1.
    pub line: usize,
    /// The error.
    pub fault: SuiteFault,
}

/// Error in an expected answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteFault {
    /// Brackets are missing, or unknown text follows them.
    #[error("an expected answer is written #? [ANSWER], with * or & after it")]
    Syntax,
    /// The text between the brackets, without `!`, is not a regular expression.
    #[error("{}", shortened(&format!("'{pattern}' is not a regular expression: {why}"), &[pattern]))]
    Pattern {
        /// Text that is not a regular expression.
        pattern: String,
        /// Error message of the regular expression, on one line.
        why: String,
    },
    /// No numbered command comes before the expected answer.
    #[error("no numbered command stands before it")]
    NoCommand,
}

impl Suite {
    /// Parses a suite.
    ///
    /// # Errors
    /// Fails if an expected answer has no brackets, no regular expression between the brackets, or no
    /// numbered command before it. Fails also if other text than marks and a comment follows the brackets.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let mut commands: Vec<SuiteCommand> = Vec::new();
        for (line, content) in (1..).zip(without_byte_order_mark(text).lines()) {
            let error_here = |fault| SuiteError { line, fault };
            let content = content.trim();
            if let Some(rest) = content.strip_prefix("#?") {
                let expected = parse_expected(rest.trim()).map_err(error_here)?;
                let command = commands.iter_mut().rfind(|command| command.number.is_some());
                let command = command.ok_or_else(|| error_here(SuiteFault::NoCommand))?;
                command.expected.push(expected);
                continue;
            }
            let command = content.split('#').next().unwrap_or_default().trim();
            let (first, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
            let number = first.parse().ok();
            let text = if number.is_some() { rest.trim() } else { command };
            if !text.is_empty() {
                commands.push(SuiteCommand { line, number, text: text.to_owned(), expected: Vec::new() });
            }
        }
        Ok(Self { commands })
    }
}

/// Parses the text after `#?`.
fn parse_expected(text: &str) -> Result<ExpectedAnswer, SuiteFault> {
    let parts = text.strip_prefix('[').and_then(|rest| rest.rsplit_once(']'));
    let (inside, after_brackets) = parts.ok_or(SuiteFault::Syntax)?;
    let marks: String = after_brackets.chars().take_while(|&c| "*& ".contains(c)).collect();
    let rest = &after_brackets[marks.len()..];
    if !rest.is_empty() && !rest.starts_with('#') {
        return Err(SuiteFault::Syntax);
    }
    let (negated, pattern) = match inside.strip_prefix('!') {
        Some(pattern) => (true, pattern),
        None => (false, inside),
    };
    let pattern = Regex::new(&format!("^(?:{pattern})$")).map_err(|error| {
        let why = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        SuiteFault::Pattern { pattern: pattern.to_owned(), why }
    })?;
    Ok(ExpectedAnswer {
        text: inside.to_owned(),
        pattern,
        negated,
        known_to_fail: marks.contains('*'),
        ignored: marks.contains('&'),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_suite_has_commands_and_expected_answers() {
        let text = "# about\nloadsgf games/a.sgf 61 # here\n\n90 gg_genmove black\n#? [B14|D17]\n\
                    95 genmove white # x\n# between\n#? [!P13]*\n100 quit";
        let suite = Suite::parse(text).expect("a suite");
        let [load, first, second, last] = &suite.commands[..] else { panic!("{suite:?}") };
        assert_eq!((load.line, load.number, load.text.as_str()), (2, None, "loadsgf games/a.sgf 61"));
        assert_eq!((first.line, first.number, first.text.as_str()), (4, Some(90), "gg_genmove black"));
        assert_eq!((second.number, second.expected.len(), last.expected.len()), (Some(95), 1, 0));
        assert_eq!(second.expected[0].text, "!P13");
    }

    #[test]
    fn a_suite_may_begin_with_a_byte_order_mark() {
        let suite = Suite::parse("\u{feff}1 name\n#? [x]").expect("a suite");
        assert_eq!((suite.commands[0].number, suite.commands[0].text.as_str()), (Some(1), "name"));
        assert!(Suite::parse("\u{feff}# about\n").is_ok_and(|suite| suite.commands.is_empty()));
    }

    #[test]
    fn the_whole_answer_must_match() {
        use TestOutcome::{ExpectedFail, ExpectedPass, UnexpectedFail, UnexpectedPass};
        for (expected, answer, outcome) in [
            ("#? [B14|D17]", Some("D17"), ExpectedPass),
            ("#? [B14|D17]", Some("D1"), UnexpectedFail),
            ("#? [B1]", Some("B14"), UnexpectedFail),
            ("#? [D4]*", Some("D4"), UnexpectedPass),
            ("#? [D4]*", Some("E5"), ExpectedFail),
            ("#? [!(A3|A5)]", Some("A4"), ExpectedPass),
            ("#? [!(A3|A5)]", Some("A3"), UnexpectedFail),
            ("#? [1 [A-C][0-9]+]", Some("1 B14 "), ExpectedPass),
            ("#? [!D4]", None, UnexpectedFail),
            ("#?[]", Some(""), ExpectedPass),
        ] {
            let suite = Suite::parse(&format!("1 x\n{expected}")).expect(expected);
            assert_eq!(suite.commands[0].expected[0].judge(answer), outcome, "{expected} {answer:?}");
        }
        let ignored = Suite::parse("1 x\n#? [.*]& # only to see").expect("a suite");
        assert!(ignored.commands[0].expected[0].ignored);
    }

    #[test]
    fn errors_name_their_line() {
        for (text, message) in [
            ("#? [A1]", "line 1: no numbered command"),
            ("1 x\n\n#? A1", "line 3: an expected answer"),
            ("1 x\n#? [A1", "line 2: an expected answer"),
            ("1 x\n#? [A1] sure", "line 2: an expected answer"),
            ("1 x\n#? [(A1]", "line 2: '(A1' is not a regular expression"),
        ] {
            let error = Suite::parse(text).expect_err(text).to_string();
            assert!(error.contains(message) && !error.contains('\n'), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_suite_causes_a_panic(text in "(1 x\n#\\? \\PC{0,20}\n){1,3}", other in "\\PC{0,40}") {
            let _ = (Suite::parse(&text), Suite::parse(&other));
        }
    }
}
