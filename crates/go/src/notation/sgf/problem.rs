//! Problems of a record, each with its line and column.

use crate::notation::excerpt;
use crate::{Color, PlayError};
use std::fmt;

/// Largest number of problems that are listed for one file. Further problems are only counted.
pub(super) const MAX_PROBLEMS: usize = 1_000_000;

/// A problem of a record, with its line, column, game and node.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Line of the text, from 1.
    pub line: u32,
    /// Number of the character in the line, from 1.
    pub column: u32,
    /// Number of the game, from 1. 0 outside games.
    pub game: u32,
    /// Number of the node in the game, in file order from 0. `None` outside games.
    pub node: Option<u32>,
    /// Kind of the problem.
    pub kind: ProblemKind,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if self.game > 0 {
            write!(f, ", game {}", self.game)?;
        }
        if let Some(node) = self.node {
            write!(f, ", node {node}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// Kind of a problem in a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProblemKind {
    /// Text before the first game.
    #[error("text before the first game is left out")]
    LeadingText,
    /// The first game has no opening parenthesis.
    #[error("an opening parenthesis is missing before the first node")]
    NoOpen,
    /// Text between or after games.
    #[error("text between games is left out: {0}")]
    TextBetween(Excerpt),
    /// Characters that have no meaning in a game.
    #[error("{0} has no place here and is left out")]
    Stray(Excerpt),
    /// A NUL character in a value, as in a damaged file.
    #[error("a NUL character in the value [{0}]")]
    Nul(Excerpt),
    /// A closing parenthesis without an opening one.
    #[error("a closing parenthesis that none opened")]
    ExtraClose,
    /// The text ends with this many open parentheses.
    #[error("the text ends with {0} parenthesis(es) open")]
    Unclosed(usize),
    /// The text ends within a value.
    #[error("the text ends within the value [{0}")]
    UnclosedValue(Excerpt),
    /// Parentheses without a node between them.
    #[error("a branch without a node")]
    EmptyBranch,
    /// A node without its semicolon.
    #[error("a semicolon is missing before {0}")]
    NoSemicolon(Excerpt),
    /// A node after the variations of its parent, without parentheses of its own.
    #[error("a node after variations is taken as one more variation")]
    AfterVariations,
    /// A property name without a value.
    #[error("the property {0} has no value and is left out")]
    NoValue(Excerpt),
    /// A value without a property name.
    #[error("the value {0} has no property and is left out")]
    NoName(Excerpt),
    /// Some bytes are invalid in the charset. They are replaced by U+FFFD.
    #[error("bytes that are no {0} stand as \u{fffd}")]
    NotInCharset(&'static str),
    /// `CA` names this charset, but the text is UTF-8.
    #[error("the file says it is {0} and is UTF-8")]
    WrongCharset(&'static str),
    /// `CA` names an unknown charset. The second field is the charset that was used.
    #[error("no charset {0}: read as {1}")]
    UnknownCharset(Excerpt, &'static str),
    /// `CA` is missing. Holds the charset that was guessed.
    #[error("the charset is not said (CA) and looks like {0}")]
    GuessedCharset(&'static str),
    /// `CA` of a later game differs from the charset of the file. The second field is the charset of the
    /// file.
    #[error("charset {0} differs from that of the first game, {1}, which was taken for all")]
    OtherCharset(Excerpt, &'static str),
    /// A property occurs more than once in a node.
    #[error("{0} comes more than once in this node")]
    RepeatedProperty(Excerpt),
    /// A property that takes one value has more. The second field is their number.
    #[error("{0} has {1} values and takes one")]
    ManyValues(Excerpt, usize),
    /// A value of `SZ` that is not a valid board size.
    #[error("SZ[{0}] is not a board size: N or W:H, each from 1 to 52")]
    InvalidSize(Excerpt),
    /// A property of the root node in another node.
    #[error("{0} belongs in the first node of a game")]
    NotAtRoot(Excerpt),
    /// An unknown version of SGF.
    #[error("FF[{0}] is not a version of SGF that is known: 1 to 4")]
    UnknownVersion(Excerpt),
    /// A record of another game.
    #[error("GM[{0}] is not Go, which is 1")]
    NotGo(Excerpt),
    /// A value of the wrong type for its property. The third field is the expected type.
    #[error("{0}[{1}]: {2} is expected")]
    InvalidValue(Excerpt, Excerpt, &'static str),
    /// A value that is not a point.
    #[error("{0}[{1}] is not a point: two letters, column then row")]
    InvalidPoint(Excerpt, Excerpt),
    /// A point off the board. The last two fields are the width and height of the board.
    #[error("{0}[{1}] is off the {2}x{3} board")]
    OffBoard(Excerpt, Excerpt, u16, u16),
    /// A property that contains a point more than once.
    #[error("{0} names a point more than once")]
    RepeatedPoint(Excerpt),
    /// A point that two of the properties `AB`, `AW` and `AE` contain.
    #[error("{0} is set up in more than one way")]
    ConflictingSetup(String),
    /// A move and set-up in one node.
    #[error("a node has moves or stones set up, not both: {0} and {1}")]
    MoveAndSetup(&'static str, &'static str),
    /// Two judgements of a move that exclude each other.
    #[error("{0} and {1} do not go together in a node")]
    Exclusive(&'static str, &'static str),
    /// A judgement of a move in a node without a move.
    #[error("{0} judges a move, and there is none in this node")]
    NoMove(&'static str),
    /// A chain without a liberty after set-up.
    #[error("the {0} chain at {1} stands without a liberty")]
    NoLiberty(Color, crate::Point),
    /// A move that the rules forbid.
    #[error("move {number}, {color} {action}, is illegal: {why}")]
    Illegal {
        /// Number of the move on the path from the root, from 1.
        number: u32,
        /// Colour of the move.
        color: Color,
        /// The move in GTP notation.
        action: String,
        /// Rule that the move breaks.
        why: PlayError,
    },
    /// Number of problems that are not listed.
    #[error("there are {0} problems more")]
    NotListed(usize),
}

impl ProblemKind {
    /// True if part of the file's content is missing from the collection.
    #[must_use]
    pub const fn loses_content(&self) -> bool {
        matches!(
            self,
            Self::LeadingText
                | Self::TextBetween(_)
                | Self::Stray(_)
                | Self::UnclosedValue(_)
                | Self::NoValue(_)
                | Self::NoName(_)
                | Self::NotInCharset(_)
                | Self::Unclosed(_)
        )
    }

    /// True if the board may differ from the intended one.
    ///
    /// This is so if a move or set-up is invalid, off the board or illegal, and for records of other games.
    #[must_use]
    pub fn affects_board(&self) -> bool {
        match self {
            Self::InvalidPoint(name, _) | Self::OffBoard(name, ..) => {
                matches!(&*name.0, "B" | "W" | "AB" | "AW" | "AE")
            }
            Self::Illegal { .. } | Self::NoLiberty(..) | Self::ConflictingSetup(_) | Self::NotGo(_) => true,
            _ => false,
        }
    }
}

/// Short quotation from a record. Hidden characters are escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(Box<str>);

impl Excerpt {
    /// Longest quotation, in characters.
    const LENGTH: usize = 24;

    /// Quotes the start of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(excerpt(text, Self::LENGTH).into_boxed_str())
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Collector of problems. Each entry has the byte offset in the text and the node.
#[derive(Default)]
pub(super) struct Findings {
    entries: Vec<(u32, Option<super::NodeId>, ProblemKind)>,
    /// Number of problems beyond [`MAX_PROBLEMS`], which are not in `entries`.
    unlisted: usize,
}

impl Findings {
    pub fn add(&mut self, offset: usize, node: Option<super::NodeId>, kind: ProblemKind) {
        if self.entries.len() < MAX_PROBLEMS {
            self.entries.push((u32::try_from(offset).unwrap_or(u32::MAX), node, kind));
        } else {
            self.unlisted += 1;
        }
    }

    /// The problems in the order of the text, with their lines and columns.
    pub fn into_problems(mut self, tree: &super::Collection) -> Vec<Problem> {
        self.entries.sort_by_key(|(offset, ..)| *offset);
        let mut line_counter = LineCounter::new(&tree.text);
        let mut problems: Vec<Problem> = self
            .entries
            .into_iter()
            .map(|(offset, id, kind)| {
                let (line, column) = line_counter.advance_to(offset as usize);
                let (game, node) = match id {
                    Some(id) => {
                        let (game, node) = tree.game_and_node(id);
                        (game, Some(node))
                    }
                    None => (0, None),
                };
                Problem { line, column, game, node, kind }
            })
            .collect();
        if let (1.., Some(last)) = (self.unlisted, problems.last().cloned()) {
            problems.push(Problem { kind: ProblemKind::NotListed(self.unlisted), ..last });
        }
        problems
    }
}

/// Converter from byte offsets, in ascending order, to lines and columns.
struct LineCounter<'a> {
    text: &'a str,
    /// Byte offset of `line` and `column`.
    offset: usize,
    line: u32,
    column: u32,
}

impl<'a> LineCounter<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1, column: 1 }
    }

    /// Line and column of a byte offset that is not smaller than the last one.
    fn advance_to(&mut self, target: usize) -> (u32, u32) {
        let mut chars = self.text.get(self.offset..).unwrap_or_default().chars().peekable();
        while self.offset < target {
            let Some(c) = chars.next() else { break };
            self.offset += c.len_utf8();
            let ends_line = c == '\n' || (c == '\r' && chars.peek() != Some(&'\n'));
            if ends_line {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        (self.line, self.column)
    }
}
