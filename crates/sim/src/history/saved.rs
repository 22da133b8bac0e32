//! Saved: the text of a record, and whether it is in a file.

use super::HistoryError;
use super::record::GameRecord;
use stonefield_go::notation::sgf::{Collection, NodeId, NodeRef};

impl GameRecord {
    /// The text, all games of its file with it.
    ///
    /// # Errors
    /// Why there is none: it was not asked for, or the board or the rules cannot be written down.
    pub fn text(&self) -> Result<&Collection, &HistoryError> {
        self.text.as_ref().map(|_| &self.games)
    }

    /// Why the law forbids the move of a node; `None` where it does not, or is not known to.
    #[must_use]
    pub fn illegal(&self, node: NodeId) -> Option<&str> {
        self.text.as_ref().ok()?.illegal.get(&node).map(String::as_str)
    }

    /// How many moves there were that the law forbids.
    #[must_use]
    pub fn illegal_count(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.illegal.len())
    }

    /// A number that is another after every change of the text.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.revision)
    }

    /// A number that is another after every change of which nodes there are and how they hang together.
    #[must_use]
    pub fn shape(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.shape)
    }

    /// The text as it now stands is in a file.
    pub fn mark_saved(&mut self) {
        if let Ok(text) = &mut self.text {
            text.saved = text.revision;
        }
    }

    /// The text as it now stands is in no file.
    pub fn mark_unsaved(&mut self) {
        if let Ok(text) = &mut self.text {
            text.change();
            text.unique = true;
        }
    }

    /// Whether something would be lost with it: what is not in a file, and that seeds and minds cannot bring back.
    #[must_use]
    pub fn unsaved(&self) -> bool {
        self.is_unique() && self.text.as_ref().is_ok_and(|text| text.revision != text.saved)
    }

    /// There is a file that the text belongs in, or none.
    pub fn set_filed(&mut self, filed: bool) {
        if let Ok(text) = &mut self.text {
            text.filed = filed;
        }
    }

    /// Whether it holds what seeds and minds cannot bring back.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.text.as_ref().is_ok_and(|text| text.unique)
    }

    /// Whether there is a file that the text belongs in; none for one that has just begun.
    #[must_use]
    pub fn is_filed(&self) -> bool {
        self.text.as_ref().is_ok_and(|text| text.filed)
    }

    /// The text of the line up to the present alone, without the variations and what follows.
    ///
    /// # Errors
    /// As [`GameRecord::text`].
    pub fn line_text(&self) -> Result<Collection, &HistoryError> {
        let mut games = self.text()?.clone();
        let others: Vec<NodeId> = games.games().iter().copied().filter(|game| *game != self.root).collect();
        for game in others {
            games.remove(game);
        }
        let line = &self.line[..=self.depth()];
        for (at, &node) in line.iter().enumerate() {
            let next = line.get(at + 1);
            let beside = games.node(node).children().map(NodeRef::id).filter(|child| Some(child) != next);
            for child in beside.collect::<Vec<_>>() {
                games.remove(child);
            }
        }
        Ok(games)
    }
}
