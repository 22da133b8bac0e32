//! Parser from bytes to a collection. It recovers from errors where the meaning is clear.

use super::problem::{Excerpt, Findings, ProblemKind};
use super::property::{PropertyKind, property_kind, short_name_of};
use super::tree::{NONE, NodeRef, Span};
use super::{Collection, NodeId, Problem, charset, text};
use encoding_rs::Encoding;

/// Length from which a text is too long, in bytes of UTF-8. Offsets in the text and in `extra` have 32 bits.
const TOO_MANY_BYTES: usize = 1 << 31;

/// Result of reading a file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Games, at least one.
    pub collection: Collection,
    /// Problems of the text, in the order of the text.
    pub problems: Vec<Problem>,
    /// Charset of the file.
    pub charset: &'static str,
}

/// Reason why a file has no readable game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The file has no game.
    #[error("no game in it: an SGF game begins with \"(;\"")]
    NoGame,
    /// The file has many control characters, and does not begin with a game that has content.
    #[error("it is not text: nothing in it is a game")]
    Binary,
    /// The text is too long. Holds its length in bytes.
    #[error("{0} bytes of text are more than can be read: at most 2 GiB")]
    TooLong(usize),
}

/// Reads a file in any version of SGF from FF\[1\] to FF\[4\].
///
/// The charset is named by `CA` or guessed. Time and memory are proportional to the file size.
/// A file with at least one game is read, even if it has errors, and its problems are listed. In the
/// collection all text is Unicode, and `CA` is `UTF-8`.
///
/// ```
/// use stonefield_go::notation::sgf::{Replay, read};
///
/// let reading = read(b"(;SZ[3]AB[ba][ab][cb]AW[bb];B[bc]C[takes one];W[cc])")?;
/// assert!(reading.problems.is_empty());
/// let games = &reading.collection;
/// let root = games.node(games.games()[0]);
/// let line: Vec<_> = root.main_line().collect();
/// assert_eq!(line[1].text("C").as_deref(), Some("takes one"));
/// assert_eq!(Replay::after_node(line[1])?.position().setup().to_string(), ". X .\n\
///                                                                X . X\n\
///                                                                . X .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if no game is found, the file is not text, or the text is too long.
pub fn read(bytes: &[u8]) -> Result<Reading, ReadError> {
    let decoded = charset::decode(bytes);
    Reader::new(&decoded.text, decoded.charset)?.read(decoded.problem)
}

/// Reads a text that is already Unicode. Its `CA` is ignored.
///
/// # Errors
/// Fails like [`read`].
pub fn read_text(text: &str) -> Result<Reading, ReadError> {
    Reader::new(text, encoding_rs::UTF_8)?.read(None)
}

/// Last token that was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastToken {
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
    /// A semicolon or a property of the current node.
    Node,
}

/// State of the parser.
struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Current byte offset.
    offset: usize,
    charset: &'static Encoding,
    tree: Collection,
    /// Names and values that are stored in another form than in the text. `extra` is appended to the text in
    /// the end.
    extra: String,
    findings: Findings,
    /// For each open parenthesis, the parent of its first node.
    open_branches: Vec<u32>,
    /// Node that receives properties and is the parent of the next node.
    current_node: u32,
    last_token: LastToken,
    /// Last property of the current node.
    last_property: u32,
    /// True if the current node has a move.
    has_move: bool,
    /// Byte offset of the first game's start.
    first_game_start: usize,
    /// Byte offset of the first game's end. `None` before it is reached.
    first_game_end: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, charset: &'static Encoding) -> Result<Self, ReadError> {
        if text.len() >= TOO_MANY_BYTES {
            return Err(ReadError::TooLong(text.len()));
        }
        Ok(Self {
            text,
            bytes: text.as_bytes(),
            offset: 0,
            charset,
            tree: Collection::new(),
            extra: String::new(),
            findings: Findings::default(),
            open_branches: Vec::new(),
            current_node: NONE,
            last_token: LastToken::Close,
            last_property: NONE,
            has_move: false,
            first_game_start: 0,
            first_game_end: None,
        })
    }

    fn read(mut self, charset_problem: Option<ProblemKind>) -> Result<Reading, ReadError> {
        if let Some(kind) = charset_problem {
            self.findings.add(0, None, kind);
        }
        self.begin_first_game()?;
        // `begin_first_game` has advanced past the parenthesis. If that is missing, white space precedes the
        // game.
        self.first_game_start = self.offset.saturating_sub(1);
        while let Some(&byte) = self.bytes.get(self.offset) {
            match byte {
                _ if self.open_branches.is_empty() => self.skip_between_games(),
                b'(' => self.open_branch(),
                b')' => self.close_branch(),
                b';' => {
                    if self.last_token == LastToken::Close {
                        self.report(ProblemKind::AfterVariations);
                    }
                    self.begin_node();
                    self.offset += 1;
                }
                b'[' => self.skip_nameless_value(),
                b'A'..=b'Z' | b'a'..=b'z' => self.read_property(),
                _ if byte.is_ascii_whitespace() => self.offset += 1,
                _ => self.skip_stray(),
            }
        }
        if !self.open_branches.is_empty() {
            self.report(ProblemKind::Unclosed(self.open_branches.len()));
        }
        if self.tree.games.is_empty() {
            return Err(ReadError::NoGame);
        }
        let text = self.text;
        let (start, end) = (self.first_game_start, self.first_game_end.unwrap_or(text.len()));
        let reading = self.into_reading();
        let is_record = has_record_content(&reading.collection);
        let text_before = text.get(..start).unwrap_or_default();
        let starts_file = text_before.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty();
        // Many non-text characters are accepted only in a record that has content and begins at the start of
        // the file.
        let first_game_text = text.get(start..end).unwrap_or_default();
        if !(is_record && starts_file) && (looks_binary([first_game_text]) || looks_binary([text_before]))
            || !is_record && (looks_binary([text]) || looks_binary(names_and_values(&reading.collection)))
        {
            return Err(ReadError::Binary);
        }
        // Source code may contain `(;` too. After other text, a game is accepted only with a known property.
        if !starts_file && !is_record && !has_known_property(&reading.collection) {
            return Err(ReadError::NoGame);
        }
        Ok(reading)
    }

    fn into_reading(self) -> Reading {
        let mut tree = self.tree;
        // Lines and columns of problems are counted in the text that was read, without `extra`.
        tree.text = String::from(self.text);
        let problems = self.findings.into_problems(&tree);
        tree.text.push_str(&self.extra);
        if !tree.text.is_ascii() {
            for game in 0..tree.games.len() {
                let root = tree.games[game];
                if tree.node(root).property("CA").is_none() {
                    tree.set_texts(root, "CA", ["UTF-8"]);
                }
            }
        }
        Reading { collection: tree, problems, charset: self.charset.name() }
    }

    fn report(&mut self, kind: ProblemKind) {
        self.report_at(self.offset, kind);
    }

    fn report_at(&mut self, offset: usize, kind: ProblemKind) {
        self.findings.add(offset, NodeId::from_link(self.current_node), kind);
    }

    fn excerpt(&self, from: usize, to: usize) -> Excerpt {
        Excerpt::new(self.text.get(from..to).unwrap_or_default())
    }

    /// Advances to the first game and opens it. A game may lack its opening parenthesis.
    fn begin_first_game(&mut self) -> Result<(), ReadError> {
        let first_non_blank = self.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        match self.next_game(0) {
            Some(at) => {
                // A second byte order mark does not count as text.
                let text_before =
                    self.text[..at].trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
                if !text_before.is_empty() {
                    self.findings.add(0, None, ProblemKind::LeadingText);
                }
                self.offset = at;
            }
            None if self.bytes.get(first_non_blank) == Some(&b';')
                && self.begins_property(first_non_blank + 1) =>
            {
                self.findings.add(first_non_blank, None, ProblemKind::NoOpen);
                self.open_branches.push(NONE);
                self.last_token = LastToken::Open;
                self.offset = first_non_blank;
                return Ok(());
            }
            None => return Err(ReadError::NoGame),
        }
        self.open_branch();
        Ok(())
    }

    /// Offset of the next parenthesis that can open a game. A semicolon or a property must follow it.
    fn next_game(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at += self.bytes.get(at..)?.iter().position(|&b| b == b'(')?;
            let after_open = at + 1;
            let next =
                after_open + self.bytes[after_open..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            if self.bytes.get(next) == Some(&b';') || self.begins_property(next) {
                return Some(at);
            }
            at = next;
        }
    }

    /// True if a property name and an opening bracket begin at this offset.
    fn begins_property(&self, at: usize) -> bool {
        /// Longest property name that is recognized here, in letters.
        const MAX_NAME_LETTERS: usize = 16;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(MAX_NAME_LETTERS).take_while(|b| b.is_ascii_alphabetic()).count();
        length > 0 && rest[0].is_ascii_uppercase() && rest.get(length) == Some(&b'[')
    }

    /// Skips text between games and opens the next game, if any.
    fn skip_between_games(&mut self) {
        let from = self.offset;
        self.offset = self.next_game(from).unwrap_or(self.bytes.len());
        let text = self.text[from..self.offset].trim();
        if text.chars().all(|c| c == ')') && !text.is_empty() {
            self.report_at(from, ProblemKind::ExtraClose);
        } else if !text.is_empty() {
            let excerpt = Excerpt::new(text);
            self.report_at(from, ProblemKind::TextBetween(excerpt));
        }
        if self.offset < self.bytes.len() {
            self.current_node = NONE;
            self.open_branch();
        }
    }

    fn open_branch(&mut self) {
        self.open_branches.push(self.current_node);
        self.last_token = LastToken::Open;
        self.offset += 1;
    }

    fn close_branch(&mut self) {
        if self.last_token == LastToken::Open {
            self.report(ProblemKind::EmptyBranch);
        }
        self.current_node = self.open_branches.pop().unwrap_or(NONE);
        self.last_token = LastToken::Close;
        self.offset += 1;
        if self.open_branches.is_empty() {
            self.first_game_end.get_or_insert(self.offset);
        }
    }

    /// Adds a node and makes it the current node.
    fn begin_node(&mut self) {
        let id = match NodeId::from_link(self.current_node) {
            Some(parent) => self.tree.add_child(parent),
            None => self.tree.add_game(),
        };
        self.current_node = id.0;
        self.last_token = LastToken::Node;
        self.last_property = NONE;
        self.has_move = false;
    }

    /// Skips characters that have no meaning in a game.
    fn skip_stray(&mut self) {
        let from = self.offset;
        let valid = |b: &u8| b.is_ascii_whitespace() || b.is_ascii_alphabetic() || b"();[".contains(b);
        let length = self.bytes[from..].iter().position(valid).unwrap_or(self.bytes.len() - from);
        self.offset += length;
        let excerpt = self.excerpt(from, self.offset);
        self.report_at(from, ProblemKind::Stray(excerpt));
    }

    /// Skips a value without a property name.
    fn skip_nameless_value(&mut self) {
        let from = self.offset;
        let value = self.read_value();
        let excerpt = Excerpt::new(self.slice(value));
        self.report_at(from, ProblemKind::NoName(excerpt));
    }

    /// Reads a property with all its values into the current node.
    fn read_property(&mut self) {
        let from = self.offset;
        let length = self.bytes[from..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        self.offset += length;
        let written = &self.text[from..self.offset];
        self.skip_space();
        if self.bytes.get(self.offset) != Some(&b'[') {
            self.report_at(from, ProblemKind::NoValue(Excerpt::new(written)));
            return;
        }
        let short_name = short_name_of(written);
        let name = short_name.as_deref().unwrap_or(written);
        let kind = property_kind(name);
        let second_move = kind == Some(PropertyKind::Move) && self.has_move;
        if self.last_token != LastToken::Node || second_move {
            self.report_at(from, ProblemKind::NoSemicolon(Excerpt::new(written)));
            self.begin_node();
        }
        self.has_move |= kind == Some(PropertyKind::Move);
        let span = match &short_name {
            Some(name) => self.store(name),
            None => span(from, length),
        };
        let first_value = self.tree.values.len();
        while self.bytes.get(self.offset) == Some(&b'[') {
            let value = self.read_value();
            let value = self.store_canonical(value, name, kind);
            self.tree.values.push(value);
            self.skip_space();
        }
        let values = (to_u32(first_value), to_u32(self.tree.values.len() - first_value));
        let owner = NodeId(self.current_node);
        self.last_property = self.tree.append(owner, self.last_property, span, values, to_u32(from));
    }

    /// Reads a value with its two brackets. Returns the text between the brackets.
    fn read_value(&mut self) -> Span {
        let from = self.offset + 1;
        let mut at = from;
        let mut escaped = false;
        let mut has_nul = false;
        loop {
            match self.bytes.get(at) {
                Some(b']') if !escaped => break,
                Some(&byte) => {
                    has_nul |= byte == 0;
                    escaped = byte == b'\\' && !escaped;
                    at += 1;
                }
                None => {
                    let excerpt = self.excerpt(from, at);
                    self.report_at(from - 1, ProblemKind::UnclosedValue(excerpt));
                    // A last backslash would escape the closing bracket when the value is written.
                    self.offset = at;
                    return span(from, at - from - usize::from(escaped));
                }
            }
        }
        if has_nul {
            let excerpt = self.excerpt(from, at);
            self.report_at(from - 1, ProblemKind::Nul(excerpt));
        }
        self.offset = at + 1;
        span(from, at - from)
    }

    /// Stores a value that is text in its canonical form, and `CA` as `UTF-8`. Returns where the value is
    /// stored.
    fn store_canonical(&mut self, value: Span, name: &str, kind: Option<PropertyKind>) -> Span {
        let raw = self.slice(value);
        if name == "CA" {
            let other_charset =
                charset::charset_named(raw.as_bytes()).filter(|charset| *charset != self.charset);
            // The charset was chosen from the first game. Only a later game can contradict it.
            if let (2.., Some(_)) = (self.tree.games.len(), other_charset) {
                let kind = ProblemKind::OtherCharset(Excerpt::new(raw), self.charset.name());
                self.report_at(value.start as usize, kind);
            }
            return self.store("UTF-8");
        }
        let canonical = match kind {
            Some(PropertyKind::Text) => text::canonical(raw, false),
            Some(PropertyKind::Simple) => text::canonical(raw, true),
            _ => None,
        };
        canonical.map_or(value, |text| self.store(&text))
    }

    fn skip_space(&mut self) {
        self.offset += self.bytes[self.offset..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    }

    fn slice(&self, span: Span) -> &'a str {
        let from = span.start as usize;
        self.text.get(from..from + span.length as usize).unwrap_or_default()
    }

    /// Appends a text to `extra`.
    fn store(&mut self, text: &str) -> Span {
        let stored = span(self.text.len() + self.extra.len(), text.len());
        self.extra.push_str(text);
        stored
    }
}

/// True if a property is typical of a record, and its values are text.
///
/// Typical properties are moves with a point, and known properties with a name of at least two letters.
/// Binary files often contain `(;`, but rarely such a property.
fn has_record_content(games: &Collection) -> bool {
    let nodes = (0..to_u32(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes.flat_map(NodeRef::properties).any(|property| {
        let is_text = property.values().all(|value| !value.contains(is_non_text));
        is_text
            && match property_kind(property.name()) {
                Some(PropertyKind::Move) => property.values().any(|value| value.len() == 2),
                // The reader itself adds `CA`.
                Some(_) => property.name().len() > 1 && property.name() != "CA",
                None => false,
            }
    })
}

/// True if a node has a known property other than `CA`.
fn has_known_property(games: &Collection) -> bool {
    let nodes = (0..to_u32(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes
        .flat_map(NodeRef::properties)
        .any(|property| property_kind(property.name()).is_some() && property.name() != "CA")
}

/// Largest number of non-text characters in a text of any length. Binary files have more.
const MAX_NON_TEXT: usize = 10_000;

/// True if more than 2 % of the parts' length, or more than [`MAX_NON_TEXT`], are non-text characters.
///
/// Up to 3 such characters are always accepted.
fn looks_binary<'t>(parts: impl IntoIterator<Item = &'t str>) -> bool {
    let (mut non_text, mut length) = (0, 0);
    for part in parts {
        non_text += part.chars().filter(|&c| is_non_text(c)).count();
        length += part.len();
    }
    non_text > 3 && non_text > (length / 50).min(MAX_NON_TEXT)
}

/// All property names and values of a collection.
///
/// Only names and values are written to a file. If they look binary, the written file cannot be read again.
fn names_and_values(games: &Collection) -> impl Iterator<Item = &str> {
    let nodes = (0..to_u32(games.nodes.len())).map(|id| games.node(NodeId(id)));
    let properties = nodes.flat_map(NodeRef::properties);
    properties.flat_map(|property| std::iter::once(property.name()).chain(property.values()))
}

/// True for control characters, except white space, and for the replacement character.
fn is_non_text(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace()
}

fn span(start: usize, length: usize) -> Span {
    Span { start: to_u32(start), length: to_u32(length) }
}

/// Converts an offset, length or count to 32 bits. A larger number becomes [`NONE`].
pub(super) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(NONE)
}
