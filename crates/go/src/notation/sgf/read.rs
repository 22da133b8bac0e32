//! Reading: from bytes to a collection, forgiving what can be understood.

use super::problem::{Excerpt, Findings, ProblemKind};
use super::property::{PropertyKind, folded, kind};
use super::tree::{NONE, NodeRef, Span};
use super::{Collection, NodeId, Problem, charset, text};
use encoding_rs::Encoding;

/// The longest text that is read, in bytes of UTF-8: places in it are kept in 32 bits.
const LONGEST: usize = 1 << 31;

/// What was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The games; at least one.
    pub collection: Collection,
    /// What was wrong with the text, in its order.
    pub problems: Vec<Problem>,
    /// The charset that the file was in.
    pub charset: &'static str,
}

/// Why nothing could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is no game in it.
    #[error("no game in it: an SGF game begins with \"(;\"")]
    NoGame,
    /// It holds what no text does, and nothing of what a game holds.
    #[error("it is not text: nothing in it is a game")]
    Binary,
    /// It is too long.
    #[error("{0} bytes of text are more than can be read: at most 2 GiB")]
    TooLong(usize),
}

/// Reads a file: any version of SGF from FF\[1\] to FF\[4\], in any charset that `CA` names or that can be told.
///
/// Takes time and memory in proportion to the file. Nothing that a file holds is an error as long as there is a game in it: what is
/// wrong is listed. In the collection all text is Unicode, and `CA` says so.
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
/// When no game is found, the file is not text, or the text is too long.
pub fn read(bytes: &[u8]) -> Result<Reading, ReadError> {
    let decoded = charset::decode(bytes);
    Reader::new(&decoded.text, decoded.charset)?.read(decoded.fault)
}

/// Reads a text that is Unicode already, whatever its `CA` says.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<Reading, ReadError> {
    Reader::new(text, encoding_rs::UTF_8)?.read(None)
}

/// What the reader has come past last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Open,
    Close,
    Node,
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    charset: &'static Encoding,
    tree: Collection,
    /// What is kept in another form than it stands in the text: it will follow the text.
    extra: String,
    findings: Findings,
    /// The node each open parenthesis follows.
    open: Vec<u32>,
    /// The node that the next one follows, and the one that takes properties.
    current: u32,
    after: After,
    /// The last property of the current node.
    property: u32,
    has_move: bool,
    /// Where the first game begins, and where it has ended.
    first: usize,
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
                        self.tell(ProblemKind::AfterVariations);
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
            self.tell(ProblemKind::Unclosed(self.open.len()));
        }
        if self.tree.games.is_empty() {
            return Err(ReadError::NoGame);
        }
        let text = self.text;
        let (first, end) = (self.first, self.end.unwrap_or(text.len()));
        let reading = self.finish();
        let says = says_something(&reading.collection);
        let ahead = text.get(..first).unwrap_or_default();
        let bare = ahead.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty();
        // What begins as a record and is one may be damaged; what has its first parenthesis somewhere may not, nor what lies ahead of it.
        let within = text.get(first..end).unwrap_or_default();
        if !(says && bare) && (is_strewn([within]) || is_strewn([ahead]))
            || !says && (is_strewn([text]) || is_strewn(kept(&reading.collection)))
        {
            return Err(ReadError::Binary);
        }
        // Programs have parentheses too.
        if !bare && !says && !has_known(&reading.collection) {
            return Err(ReadError::NoGame);
        }
        Ok(reading)
    }

    fn finish(self) -> Reading {
        let mut tree = self.tree;
        // Problems are told by places in the text alone.
        tree.text = String::from(self.text);
        let problems = self.findings.settle(&tree);
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

    fn tell(&mut self, fault: ProblemKind) {
        self.tell_at(self.at, fault);
    }

    fn tell_at(&mut self, at: usize, fault: ProblemKind) {
        self.findings.add(at, NodeId::from_link(self.current), fault);
    }

    fn excerpt(&self, from: usize, to: usize) -> Excerpt {
        Excerpt::new(self.text.get(from..to).unwrap_or_default())
    }

    /// Goes to the first game.
    fn begin(&mut self) -> Result<(), ReadError> {
        let blank = self.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        match self.next_game(0) {
            Some(at) => {
                // A mark of the byte order that was decoded twice is not text.
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

    /// The next parenthesis that can open a game: followed by a semicolon or by a property.
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

    /// Whether a name with a value begins here.
    fn is_name(&self, at: usize) -> bool {
        const LONGEST_NAME: usize = 16;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(LONGEST_NAME).take_while(|b| b.is_ascii_alphabetic()).count();
        length > 0 && rest[0].is_ascii_uppercase() && rest.get(length) == Some(&b'[')
    }

    fn between(&mut self) {
        let from = self.at;
        self.at = self.next_game(from).unwrap_or(self.bytes.len());
        let text = self.text[from..self.at].trim();
        if text.chars().all(|c| c == ')') && !text.is_empty() {
            self.tell_at(from, ProblemKind::ExtraClose);
        } else if !text.is_empty() {
            let excerpt = Excerpt::new(text);
            self.tell_at(from, ProblemKind::TextBetween(excerpt));
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
            self.tell(ProblemKind::EmptyBranch);
        }
        self.current = self.open.pop().unwrap_or(NONE);
        self.after = After::Close;
        self.at += 1;
        if self.open.is_empty() {
            self.end.get_or_insert(self.at);
        }
    }

    /// A new node.
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

    fn stray(&mut self) {
        let from = self.at;
        let known = |b: &u8| b.is_ascii_whitespace() || b.is_ascii_alphabetic() || b"();[".contains(b);
        let length = self.bytes[from..].iter().position(known).unwrap_or(self.bytes.len() - from);
        self.at += length;
        let excerpt = self.excerpt(from, self.at);
        self.tell_at(from, ProblemKind::Stray(excerpt));
    }

    fn nameless(&mut self) {
        let from = self.at;
        let value = self.value();
        let excerpt = Excerpt::new(self.slice(value));
        self.tell_at(from, ProblemKind::NoName(excerpt));
    }

    fn property(&mut self) {
        let from = self.at;
        let length = self.bytes[from..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        self.at += length;
        let written = &self.text[from..self.at];
        self.skip_space();
        if self.bytes.get(self.at) != Some(&b'[') {
            self.tell_at(from, ProblemKind::NoValue(Excerpt::new(written)));
            return;
        }
        let folded = folded(written);
        let name = folded.as_deref().unwrap_or(written);
        let kind = kind(name);
        let second_move = kind == Some(PropertyKind::Move) && self.has_move;
        if self.after != After::Node || second_move {
            self.tell_at(from, ProblemKind::NoSemicolon(Excerpt::new(written)));
            self.node();
        }
        self.has_move |= kind == Some(PropertyKind::Move);
        let span = match &folded {
            Some(name) => self.keep(name),
            None => span(from, length),
        };
        let values = self.tree.values.len();
        while self.bytes.get(self.at) == Some(&b'[') {
            let value = self.value();
            let value = self.settled(value, name, kind);
            self.tree.values.push(value);
            self.skip_space();
        }
        let values = (number(values), number(self.tree.values.len() - values));
        let owner = NodeId(self.current);
        self.property = self.tree.append(owner, self.property, span, values, number(from));
    }

    /// Reads a value from its opening bracket on, and goes past its closing one.
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
                    self.tell_at(from - 1, ProblemKind::UnclosedValue(excerpt));
                    // A backslash at the very end would escape the bracket that will be written.
                    self.at = at;
                    return span(from, at - from - usize::from(escaped));
                }
            }
        }
        if nul {
            let excerpt = self.excerpt(from, at);
            self.tell_at(from - 1, ProblemKind::Nul(excerpt));
        }
        self.at = at + 1;
        span(from, at - from)
    }

    /// The value as it is kept: text in the one form it is written in, `CA` as what the collection is in now.
    fn settled(&mut self, value: Span, name: &str, kind: Option<PropertyKind>) -> Span {
        let raw = self.slice(value);
        if name == "CA" {
            let other = charset::known(raw.as_bytes()).filter(|charset| *charset != self.charset);
            if let (2.., Some(_)) = (self.tree.games.len(), other) {
                let fault = ProblemKind::OtherCharset(Excerpt::new(raw), self.charset.name());
                self.tell_at(value.start as usize, fault);
            }
            return self.keep("UTF-8");
        }
        let canonical = match kind {
            Some(PropertyKind::Text) => text::canonical(raw, false),
            Some(PropertyKind::Simple) => text::canonical(raw, true),
            _ => None,
        };
        canonical.map_or(value, |text| self.keep(&text))
    }

    fn skip_space(&mut self) {
        self.at += self.bytes[self.at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    }

    fn slice(&self, span: Span) -> &'a str {
        let from = span.start as usize;
        self.text.get(from..from + span.length as usize).unwrap_or_default()
    }

    /// Keeps a text beside the one that is read.
    fn keep(&mut self, text: &str) -> Span {
        let kept = span(self.text.len() + self.extra.len(), text.len());
        self.extra.push_str(text);
        kept
    }
}

/// Whether there is a move or a longer known property with plain values: in bytes that are not a record, `(;` may well stand, this hardly.
fn says_something(games: &Collection) -> bool {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes.flat_map(NodeRef::properties).any(|property| {
        let plain = property.values().all(|value| !value.contains(is_no_text));
        plain
            && match kind(property.name()) {
                Some(PropertyKind::Move) => property.values().any(|value| value.len() == 2),
                // The charset is put there by the reader.
                Some(_) => property.name().len() > 1 && property.name() != "CA",
                None => false,
            }
    })
}

/// Whether there is any known property.
fn has_known(games: &Collection) -> bool {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    nodes
        .flat_map(NodeRef::properties)
        .any(|property| kind(property.name()).is_some() && property.name() != "CA")
}

/// Characters that stand in no text and that no damage brings about, however long the text is.
const MOST_STRANGE: usize = 10_000;

/// Whether more than a few characters of these parts stand in no text.
fn is_strewn<'t>(parts: impl IntoIterator<Item = &'t str>) -> bool {
    let (mut strange, mut length) = (0, 0);
    for part in parts {
        strange += part.chars().filter(|&c| is_no_text(c)).count();
        length += part.len();
    }
    strange > 3 && strange > (length / 50).min(MOST_STRANGE)
}

/// Names and values of a collection: all that is left of a text once it is written again, and read again.
fn kept(games: &Collection) -> impl Iterator<Item = &str> {
    let nodes = (0..number(games.nodes.len())).map(|id| games.node(NodeId(id)));
    let properties = nodes.flat_map(NodeRef::properties);
    properties.flat_map(|property| std::iter::once(property.name()).chain(property.values()))
}

/// Whether a character stands in no text.
fn is_no_text(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace()
}

fn span(start: usize, length: usize) -> Span {
    Span { start: number(start), length: number(length) }
}

/// Texts are shorter than 4 GiB, with what is kept beside them.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(NONE)
}
