//! Parser from bytes to a collection. It recovers from errors where the meaning is clear.

use super::problem::{Excerpt, Findings, ProblemKind};
use super::property::{PropertyKind, folded, kind};
use super::tree::{NONE, NodeRef, Span};
use super::{Collection, NodeId, Problem, charset, text};
use encoding_rs::Encoding;

/// Length limit of the text, in bytes of UTF-8, because offsets are stored in 32 bits.
const LONGEST: usize = 1 << 31;

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
    /// The file has many characters that text does not have, and no content of a game.
    #[error("it is not text: nothing in it is a game")]
    Binary,
    /// The text is too long. The number is its length in bytes.
    #[error("{0} bytes of text are more than can be read: at most 2 GiB")]
    TooLong(usize),
}

/// Reads a file in any version of SGF from FF\[1\] to FF\[4\].
///
/// The charset is the one that `CA` names, or a guess. Time and memory are proportional to the file size.
/// A file with at least one game is read, and its problems are listed. In the collection all text is
/// Unicode, and `CA` is `UTF-8`.
///
/// ```
/// use stonefield_go::notation::sgf::{Play, read};
///
/// let reading = read(b"(;SZ[3]AB[ba][ab][cb]AW[bb];B[bc]C[takes one];W[cc])")?;
/// assert!(reading.problems.is_empty());
/// let games = &reading.collection;
/// let root = games.node(games.games()[0]);
/// let line: Vec<_> = root.main_line().collect();
/// assert_eq!(line[1].text("C").as_deref(), Some("takes one"));
/// assert_eq!(Play::at(line[1])?.position().setup().to_string(), ". X .\n\
///                                                                X . X\n\
///                                                                . X .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if no game is found, the file is not text, or the text is too long.
pub fn read(bytes: &[u8]) -> Result<Reading, ReadError> {
    let decoded = charset::decode(bytes);
    Reader::new(&decoded.text, decoded.charset)?.read(decoded.fault)
}

/// Reads a text that is already Unicode. Its `CA` is ignored.
///
/// # Errors
/// Fails like [`read`].
pub fn read_text(text: &str) -> Result<Reading, ReadError> {
    Reader::new(text, encoding_rs::UTF_8)?.read(None)
}

/// Last token that the reader passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
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
    at: usize,
    charset: &'static Encoding,
    tree: Collection,
    /// Names and values that differ from the text. They are appended to the text in the end.
    extra: String,
    findings: Findings,
    /// For each open parenthesis, the parent of its first node.
    open: Vec<u32>,
    /// Node that receives properties and is the parent of the next node.
    current: u32,
    after: After,
    /// Last property of the current node.
    property: u32,
    /// True if the current node has a move.
    has_move: bool,
    /// Byte offset of the first game's start.
    first: usize,
    /// Byte offset of the first game's end.
    end: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, charset: &'static Encoding) -> Result<Self, ReadError> {
        if text.len() >= LONGEST {
            return Err(ReadError::TooLong(text.len()));
        }
        Ok(Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            charset,
            tree: Collection::new(),
            extra: String::new(),
            findings: Findings::default(),
            open: Vec::new(),
            current: NONE,
            after: After::Close,
            property: NONE,
            has_move: false,
            first: 0,
            end: None,
        })
    }

    fn read(mut self, fault: Option<ProblemKind>) -> Result<Reading, ReadError> {
        if let Some(fault) = fault {
            self.findings.add(0, None, fault);
        }
        self.begin()?;
        self.first = self.at.saturating_sub(1);
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                _ if self.open.is_empty() => self.between(),
                b'(' => self.open(),
                b')' => self.close(),
                b';' => {
                    if self.after == After::Close {
                        self.report(ProblemKind::AfterVariations);
                    }
                    self.node();
                    self.at += 1;
                }
                b'[' => self.nameless(),
                b'A'..=b'Z' | b'a'..=b'z' => self.property(),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.stray(),
            }
        }
        if !self.open.is_empty() {
            self.report(ProblemKind::Unclosed(self.open.len()));
        }
        if self.tree.games.is_empty() {
            return Err(ReadError::NoGame);
        }
        let text = self.text;
        let (first, end) = (self.first, self.end.unwrap_or(text.len()));
        let reading = self.finish();
        let is_record = has_record_content(&reading.collection);
        let leading = text.get(..first).unwrap_or_default();
        let starts_file = leading.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty();
        // Damage is accepted only in a record with content that begins at the start of the file.
        let within = text.get(first..end).unwrap_or_default();
        if !(is_record && starts_file) && (looks_binary([within]) || looks_binary([leading]))
            || !is_record && (looks_binary([text]) || looks_binary(names_and_values(&reading.collection)))
        {
            return Err(ReadError::Binary);
        }
        // The source code of a program has parentheses too.
        if !starts_file && !is_record && !has_known_property(&reading.collection) {
            return Err(ReadError::NoGame);
        }
        Ok(reading)
    }

    fn finish(self) -> Reading {
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

    fn report(&mut self, fault: ProblemKind) {
        self.report_at(self.at, fault);
    }

    fn report_at(&mut self, at: usize, fault: ProblemKind) {
        self.findings.add(at, NodeId::from_link(self.current), fault);
    }

    fn excerpt(&self, from: usize, to: usize) -> Excerpt {
        Excerpt::new(self.text.get(from..to).unwrap_or_default())
    }

    /// Advances to the first game and opens it.
    fn begin(&mut self) -> Result<(), ReadError> {
        let blank = self.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        match self.next_game(0) {
            Some(at) => {
                // A second byte order mark does not count as text.
                let before = self.text[..at].trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
                if !before.is_empty() {
                    self.findings.add(0, None, ProblemKind::LeadingText);
                }
                self.at = at;
            }
            None if self.bytes.get(blank) == Some(&b';') && self.is_name(blank + 1) => {
                self.findings.add(blank, None, ProblemKind::NoOpen);
                self.open.push(NONE);
                self.after = After::Open;
                self.at = blank;
                return Ok(());
            }
            None => return Err(ReadError::NoGame),
        }
        self.open();
        Ok(())
    }

    /// Offset of the next parenthesis that can open a game. A semicolon or a property must follow it.
    fn next_game(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at += self.bytes.get(at..)?.iter().position(|&b| b == b'(')?;
            let inside = at + 1;
            let next = inside + self.bytes[inside..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            if self.bytes.get(next) == Some(&b';') || self.is_name(next) {
                return Some(at);
            }
            at = next;
        }
    }

    /// True if a property name with a value begins at this offset.
    fn is_name(&self, at: usize) -> bool {
        const LONGEST_NAME: usize = 16;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(LONGEST_NAME).take_while(|b| b.is_ascii_alphabetic()).count();
        length > 0 && rest[0].is_ascii_uppercase() && rest.get(length) == Some(&b'[')
    }

    /// Skips text between games and opens the next game, if any.
    fn between(&mut self) {
        let from = self.at;
        self.at = self.next_game(from).unwrap_or(self.bytes.len());
        let text = self.text[from..self.at].trim();
        if text.chars().all(|c| c == ')') && !text.is_empty() {
            self.report_at(from, ProblemKind::ExtraClose);
        } else if !text.is_empty() {
            let excerpt = Excerpt::new(text);
            self.report_at(from, ProblemKind::TextBetween(excerpt));
        }
        if self.at < self.bytes.len() {
            self.current = NONE;
            self.open();
        }
    }

    fn open(&mut self) {
        self.open.push(self.current);
        self.after = After::Open;
        self.at += 1;
    }

    fn close(&mut self) {
        if self.after == After::Open {
            self.report(ProblemKind::EmptyBranch);
        }
        self.current = self.open.pop().unwrap_or(NONE);
        self.after = After::Close;
        self.at += 1;
        if self.open.is_empty() {
            self.end.get_or_insert(self.at);
        }
    }

    /// Adds a node and makes it the current one.
    fn node(&mut self) {
        let id = match NodeId::from_link(self.current) {
            Some(parent) => self.tree.add_child(parent),
            None => self.tree.add_game(),
        };
        self.current = id.0;
        self.after = After::Node;
        self.property = NONE;
        self.has_move = false;
    }

    /// Skips characters that have no meaning in a game.
    fn stray(&mut self) {
        let from = self.at;
        let valid = |b: &u8| b.is_ascii_whitespace() || b.is_ascii_alphabetic() || b"();[".contains(b);
        let length = self.bytes[from..].iter().position(valid).unwrap_or(self.bytes.len() - from);
        self.at += length;
        let excerpt = self.excerpt(from, self.at);
        self.report_at(from, ProblemKind::Stray(excerpt));
    }

    /// Skips a value without a property name.
    fn nameless(&mut self) {
        let from = self.at;
        let value = self.value();
        let excerpt = Excerpt::new(self.slice(value));
        self.report_at(from, ProblemKind::NoName(excerpt));
    }

    /// Reads a property with all its values into the current node.
    fn property(&mut self) {
        let from = self.at;
        let length = self.bytes[from..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        self.at += length;
        let written = &self.text[from..self.at];
        self.skip_space();
        if self.bytes.get(self.at) != Some(&b'[') {
            self.report_at(from, ProblemKind::NoValue(Excerpt::new(written)));
            return;
        }
        let folded = folded(written);
        let name = folded.as_deref().unwrap_or(written);
        let kind = kind(name);
        let second_move = kind == Some(PropertyKind::Move) && self.has_move;
        if self.after != After::Node || second_move {
            self.report_at(from, ProblemKind::NoSemicolon(Excerpt::new(written)));
            self.node();
        }
        self.has_move |= kind == Some(PropertyKind::Move);
        let span = match &folded {
            Some(name) => self.store(name),
            None => span(from, length),
        };
        let values = self.tree.values.len();
        while self.bytes.get(self.at) == Some(&b'[') {
            let value = self.value();
            let value = self.canonical(value, name, kind);
            self.tree.values.push(value);
            self.skip_space();
        }
        let values = (number(values), number(self.tree.values.len() - values));
        let owner = NodeId(self.current);
        self.property = self.tree.append(owner, self.property, span, values, number(from));
    }

    /// Reads a value with its two brackets. Returns the text between them.
    fn value(&mut self) -> Span {
        let from = self.at + 1;
        let mut at = from;
        let mut escaped = false;
        let mut nul = false;
        loop {
            match self.bytes.get(at) {
                Some(b']') if !escaped => break,
                Some(&byte) => {
                    nul |= byte == 0;
                    escaped = byte == b'\\' && !escaped;
                    at += 1;
                }
                None => {
                    let excerpt = self.excerpt(from, at);
                    self.report_at(from - 1, ProblemKind::UnclosedValue(excerpt));
                    // A last backslash would escape the closing bracket when the value is written.
                    self.at = at;
                    return span(from, at - from - usize::from(escaped));
                }
            }
        }
        if nul {
            let excerpt = self.excerpt(from, at);
            self.report_at(from - 1, ProblemKind::Nul(excerpt));
        }
        self.at = at + 1;
        span(from, at - from)
    }

    /// The value as it is stored: text in its canonical form, `CA` always as `UTF-8`.
    fn canonical(&mut self, value: Span, name: &str, kind: Option<PropertyKind>) -> Span {
        let raw = self.slice(value);
        if name == "CA" {
            let different = charset::charset_named(raw.as_bytes()).filter(|charset| *charset != self.charset);
            if let (2.., Some(_)) = (self.tree.games.len(), different) {
                let fault = ProblemKind::OtherCharset(Excerpt::new(raw), self.charset.name());
                self.report_at(value.start as usize, fault);
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
        self.at += self.bytes[self.at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
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

/// True if there is a property that is typical of a record, and its values are text.
///
/// Typical are moves with a point, and known properties with a name of at least two letters.
///
/// Binary files often contain `(;`, but rarely such a property.
fn has_record_content(games: &Collection) -> bool {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes.flat_map(NodeRef::properties).any(|property| {
        let plain = property.values().all(|value| !value.contains(is_no_text));
        plain
            && match kind(property.name()) {
                Some(PropertyKind::Move) => property.values().any(|value| value.len() == 2),
                // The reader itself adds `CA`.
                Some(_) => property.name().len() > 1 && property.name() != "CA",
                None => false,
            }
    })
}

/// True if there is a known property other than `CA`.
fn has_known_property(games: &Collection) -> bool {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes
        .flat_map(NodeRef::properties)
        .any(|property| kind(property.name()).is_some() && property.name() != "CA")
}

/// Largest number of non-text characters in a damaged record of any length. Binary files have more.
const MAX_NON_TEXT: usize = 10_000;

/// True if more than 2 % of the parts' length, or more than [`MAX_NON_TEXT`], are non-text characters.
///
/// Up to 3 such characters are always accepted.
fn looks_binary<'t>(parts: impl IntoIterator<Item = &'t str>) -> bool {
    let (mut non_text, mut length) = (0, 0);
    for part in parts {
        non_text += part.chars().filter(|&c| is_no_text(c)).count();
        length += part.len();
    }
    non_text > 3 && non_text > (length / 50).min(MAX_NON_TEXT)
}

/// All property names and values of a collection.
///
/// Only these survive writing. A collection that is read must be readable again after it is written.
fn names_and_values(games: &Collection) -> impl Iterator<Item = &str> {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    let properties = nodes.flat_map(NodeRef::properties);
    properties.flat_map(|property| std::iter::once(property.name()).chain(property.values()))
}

/// True for control characters, except white space, and for the replacement character.
fn is_no_text(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace()
}

fn span(start: usize, length: usize) -> Span {
    Span { start: number(start), length: number(length) }
}

/// Conversion to 32 bits. Texts are shorter than 4 GiB, including the extra text.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(NONE)
}
