//! Saved: the text of a record, and whether a file holds it.

use super::HistoryError;
use super::record::GameRecord;
use stonefield_go::notation::sgf::{Collection, NodeId, NodeRef};

impl GameRecord {
    /// Text of the record, with all games of its file.
    ///
    /// # Errors
    /// No text was requested, or the board or the rules cannot be written.
    pub fn text(&self) -> Result<&Collection, &HistoryError> {
        self.text.as_ref().map(|_| &self.games)
    }

    /// Reason why the move of a node is illegal. `None`: the move is legal or was not checked.
    #[must_use]
    pub fn illegal(&self, node: NodeId) -> Option<&str> {
        self.text.as_ref().ok()?.illegal.get(&node).map(String::as_str)
    }

    /// Number of illegal moves in the opened game, with those of its variations.
    #[must_use]
    pub fn illegal_count(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.illegal.len())
    }

    /// Revision of the text. Every change increases it.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.revision)
    }

    /// Revision of the tree's structure. Every change of nodes or their order increases it.
    #[must_use]
    pub fn shape(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.shape)
    }

    /// Marks the present text as saved in a file.
    pub fn mark_saved(&mut self) {
        if let Ok(text) = &mut self.text {
            text.saved = text.revision;
        }
    }

    /// Marks the text as not saved, and as content that seeds and minds cannot reproduce.
    pub fn mark_unsaved(&mut self) {
        if let Ok(text) = &mut self.text {
            text.change();
            text.unique = true;
        }
    }

    /// True when closing would lose data: the text is unsaved, and seeds and minds cannot reproduce it.
    #[must_use]
    pub fn would_lose_data(&self) -> bool {
        self.is_unique() && self.text.as_ref().is_ok_and(|text| text.revision != text.saved)
    }

    /// Sets whether the text belongs to a file.
    pub fn set_filed(&mut self, filed: bool) {
        if let Ok(text) = &mut self.text {
            text.filed = filed;
        }
    }

    /// True when seeds and minds cannot reproduce the content.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.text.as_ref().is_ok_and(|text| text.unique)
    }

    /// True when the text belongs to a file. False for a new game.
    #[must_use]
    pub fn is_filed(&self) -> bool {
        self.text.as_ref().is_ok_and(|text| text.filed)
    }

    /// Text of the line up to the present, without variations, later nodes and other games of the file.
    ///
    /// # Errors
    /// See [`GameRecord::text`].
    pub fn line_text(&self) -> Result<Collection, &HistoryError> {
        let mut games = self.text()?.clone();
        let others: Vec<NodeId> = games.games().iter().copied().filter(|game| *game != self.root).collect();
        for game in others {
            games.remove(game);
        }
        let line = &self.line[..=self.depth()];
        for (at, &node) in line.iter().enumerate() {
            let next = line.get(at + 1);
            let variations = games.node(node).children().map(NodeRef::id).filter(|child| Some(child) != next);
            for child in variations.collect::<Vec<_>>() {
                games.remove(child);
            }
        }
        Ok(games)
    }
}
