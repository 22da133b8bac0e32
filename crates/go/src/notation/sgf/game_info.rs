//! Game info in the root node: players, event, place, date, result and other texts.

use super::{Collection, NodeId, NodeRef, check};

/// A text field of the game info.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InfoField {
    /// Black's name.
    BlackName,
    /// Black's rank.
    BlackRank,
    /// Black's team.
    BlackTeam,
    /// White's name.
    WhiteName,
    /// White's rank.
    WhiteRank,
    /// White's team.
    WhiteTeam,
    /// Name of the event, such as a tournament.
    Event,
    /// Round of the event.
    Round,
    /// Place of the game.
    Place,
    /// Date of the game.
    Date,
    /// Result of the game.
    Result,
    /// Name of the game.
    Name,
    /// Comment on the whole game.
    Comment,
    /// Author of the comments.
    Annotator,
    /// Person who entered the game.
    User,
    /// Source of the record, such as a book.
    Source,
    /// Copyright notice.
    Copyright,
}

/// Each field with its property and its label, in the order of the fields.
const TABLE: [(InfoField, &str, &str); 17] = [
    (InfoField::BlackName, "PB", "Black"),
    (InfoField::BlackRank, "BR", "Black's rank"),
    (InfoField::BlackTeam, "BT", "Black's team"),
    (InfoField::WhiteName, "PW", "White"),
    (InfoField::WhiteRank, "WR", "White's rank"),
    (InfoField::WhiteTeam, "WT", "White's team"),
    (InfoField::Event, "EV", "Event"),
    (InfoField::Round, "RO", "Round"),
    (InfoField::Place, "PC", "Place"),
    (InfoField::Date, "DT", "Date"),
    (InfoField::Result, "RE", "Result"),
    (InfoField::Name, "GN", "Game"),
    (InfoField::Comment, "GC", "Comment"),
    (InfoField::Annotator, "AN", "Annotator"),
    (InfoField::User, "US", "Entered by"),
    (InfoField::Source, "SO", "Source"),
    (InfoField::Copyright, "CP", "Copyright"),
];

impl InfoField {
    /// All fields.
    pub const ALL: [Self; 17] = {
        let mut fields = [Self::BlackName; 17];
        let mut i = 0;
        while i < fields.len() {
            fields[i] = TABLE[i].0;
            assert!(fields[i] as usize == i, "the table is in the order of the fields");
            i += 1;
        }
        fields
    };

    /// SGF property of the field.
    #[must_use]
    pub const fn property(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Label of the field for users.
    #[must_use]
    pub const fn title(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// Text of the field in a root node. Empty if the property is missing.
    #[must_use]
    pub fn text(self, root: NodeRef<'_>) -> String {
        root.text(self.property()).unwrap_or_default()
    }

    /// Sets the text of the field in a root node. An empty text removes the property.
    pub fn set(self, games: &mut Collection, root: NodeId, text: &str) {
        games.set_texts(root, self.property(), (!text.is_empty()).then_some(text));
    }

    /// Error message, on one line, for a text that does not have the format of the field.
    ///
    /// The message says which format is allowed. Such a text can still be written. `None` if the text is
    /// empty or has the right format.
    #[must_use]
    pub fn format_error(self, text: &str) -> Option<&'static str> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        match self {
            Self::Date if !check::are_dates(text) => Some(
                "A date is YYYY-MM-DD, or the year or the month alone; several stand with commas between, as in 1996-05-06,07.",
            ),
            Self::BlackRank | Self::WhiteRank if !is_rank(text) => Some(
                "A rank is a number with k, d or p, as in 5k, 3d or 9p; a ? after it says that it is uncertain, a * that it is established.",
            ),
            Self::Result if !check::is_result(text) => Some(
                "A result is B+ or W+ with points, R (resigned), T (time) or F (forfeit), as in B+2.5 or W+R; or 0, Draw, Void or ?.",
            ),
            _ => None,
        }
    }
}

/// True if a text is a rank in the form that FF\[4\] recommends for Go, or in another common form. Examples:
/// `5k`, `3 dan`, `9p*`.
// CITE: the properties BR and WR of Go in SGF FF[4].
fn is_rank(text: &str) -> bool {
    let text = text.trim_end_matches(['?', '*']).trim_end();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim_start().trim_start_matches('-').to_ascii_lowercase();
    let is_unit = matches!(unit.as_str(), "k" | "kyu" | "g" | "gup" | "d" | "dan" | "p" | "pro" | "dan pro");
    is_unit && number.parse::<u16>().is_ok_and(|number| (1..=99).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::super::{read_text, write};
    use super::*;

    #[test]
    fn a_set_field_is_read_again_and_other_properties_stay() {
        let text = "(;FF[4]GM[1]SZ[9]XX[kept\\]]PB[old][second]KM[6.5]ZZ[a][b];B[cc];W[dd])";
        let mut games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        for field in InfoField::ALL {
            field.set(&mut games, root, &format!("{} ] \\ : 石", field.title()));
        }
        InfoField::Comment.set(&mut games, root, "two\nlines");
        InfoField::Event.set(&mut games, root, "");
        let written = String::from_utf8(write(&games)).expect("text");
        let again = read_text(&written).expect("a game").collection;
        let root = again.node(again.games()[0]);
        for field in InfoField::ALL {
            let expected = match field {
                InfoField::Comment => "two\nlines".to_owned(),
                InfoField::Event => String::new(),
                field => format!("{} ] \\ : 石", field.title()),
            };
            assert_eq!(field.text(root), expected, "{field:?}");
        }
        assert!(root.property("EV").is_none(), "an empty text is not written");
        assert!(written.contains("XX[kept\\]]") && written.contains("ZZ[a][b]"), "{written}");
        assert_eq!((root.real("KM"), root.main_line().count()), (Some(6.5), 3));
    }

    #[test]
    fn bad_dates_ranks_and_results_have_a_message_of_one_line() {
        use InfoField::{BlackRank, Date, Place, Result, WhiteRank};
        for (field, good) in [
            (Date, "1996-05-06,07"),
            (Date, "2026"),
            (BlackRank, "5k"),
            (WhiteRank, "3 Dan"),
            (WhiteRank, "9p*"),
            (BlackRank, "1d?"),
            (Result, "W+R"),
            (Result, " B+0.5 "),
            (Place, "anywhere, 32.13."),
            (Date, ""),
        ] {
            assert_eq!(field.format_error(good), None, "{field:?} {good}");
        }
        for (field, bad, allowed) in [
            (Date, "6 May 1996", "YYYY-MM-DD"),
            (Date, "1996-13", "YYYY-MM-DD"),
            (BlackRank, "strong", "5k, 3d or 9p"),
            (WhiteRank, "0d", "5k, 3d or 9p"),
            (WhiteRank, "d", "5k, 3d or 9p"),
            (Result, "Black wins", "B+2.5 or W+R"),
        ] {
            let message = field.format_error(bad).expect(bad);
            assert!(message.contains(allowed) && !message.contains('\n'), "{message}");
        }
    }
}
