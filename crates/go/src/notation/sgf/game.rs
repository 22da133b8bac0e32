//! SGF record of the game of a [`Position`].

use super::{Collection, MAX_SIDE, NodeId};
use crate::{Color, Goal, Outcome, Position, Rules, Size, WinBy};

/// Error: the board is too large. SGF has names for 52 columns and 52 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SGF cannot name the points of a {0} board: its sides are from 1 to {MAX_SIDE}")]
pub struct TooLarge(pub Size);

impl Collection {
    /// Record of a game: rules, stones before the first move, moves, and the result if `outcome` is given.
    ///
    /// [`Position::outcome`] counts all stones as alive. [`Position::outcome_with`] removes dead ones, and an
    /// [`Outcome`] by resignation or time is known to the caller only. The record begins where the position was
    /// set up or edited last. `RU` names the preset of the rules, without changes to it. Under rules with quirks
    /// of the NetLogo world the record has no removals besides those of Go.
    ///
    /// # Errors
    /// Fails if a side of the board is longer than 52.
    ///
    /// ```
    /// use stonefield_go::notation::sgf::{Collection, write};
    /// use stonefield_go::{Position, Rules, Size};
    ///
    /// let mut game = Position::new(Size::square(9)?, Rules::preset("chinese")?);
    /// for name in ["E5", "C3", "pass", "pass"] {
    ///     game.try_play(name.parse()?)?;
    /// }
    /// let text = String::from_utf8(write(&Collection::of_game(&game, game.outcome())?))?;
    /// assert!(text.starts_with("(;GM[1]FF[4]CA[UTF-8]SZ[9]RU[Chinese]KM[7.5]RE[W+7.5]"));
    /// assert!(text.contains(";B[ee];W[cg];B[];W[]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(game: &Position, outcome: Option<Outcome>) -> Result<Self, TooLarge> {
        let (size, mut origin) = (game.size(), game.origin().into_owned());
        origin.set_to_move(game.turns().next().map_or(game.to_move(), |turn| turn.color));
        let mut games = Self::new();
        let root = games.add_go_game();
        games.set_size(root, size)?;
        games.set_rules(root, game.rules());
        let handicap = origin.stones();
        if handicap.black > 1 && handicap.white == 0 && origin.to_move() == Color::White {
            games.set_text(root, "HA", &handicap.black.to_string());
        }
        games.set_stones(root, &origin);
        if let Some(outcome) = outcome {
            games.set_text(root, "RE", &result_text(outcome));
        }
        let mut node = root;
        for turn in game.turns() {
            node = games.add_child(node);
            games.set_move(node, turn.color, turn.action, size);
        }
        Ok(games)
    }

    /// Appends a game of Go in FF\[4\] and UTF-8. Its root has `GM`, `FF` and `CA`. Returns the root.
    pub fn add_go_game(&mut self) -> NodeId {
        let root = self.add_game();
        for (name, text) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8")] {
            self.set_text(root, name, text);
        }
        root
    }

    /// Sets the board size, `SZ`.
    ///
    /// # Errors
    /// Fails if a side of the board is longer than 52.
    pub fn set_size(&mut self, node: NodeId, size: Size) -> Result<(), TooLarge> {
        let side = match (size.width(), size.height()) {
            (width, height) if width.max(height) > MAX_SIDE => return Err(TooLarge(size)),
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        self.set_raw(node, "SZ", [side.as_str()]);
        Ok(())
    }

    /// Sets the name of the rules, `RU`. Sets the komi, `KM`, if the rules have komi: not if the goal is
    /// capture, and not under `pass_only_when_stuck`.
    pub fn set_rules(&mut self, node: NodeId, rules: &Rules) {
        self.set_text(node, "RU", rules_text(rules.name));
        if rules.goal == Goal::Territory && rules.quirks.is_none_or(|quirks| !quirks.pass_only_when_stuck) {
            self.set_text(node, "KM", &rules.komi.to_string());
        }
    }

    /// Sets the stones of a position as `AB` and `AW`, and `PL` if White is to move.
    pub fn set_stones(&mut self, node: NodeId, position: &Position) {
        let size = position.size();
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = size.points().filter(|point| position.at(*point) == Some(color));
            self.set_points(node, name, stones, size);
        }
        if position.to_move() == Color::White {
            self.set_text(node, "PL", "W");
        }
    }
}

/// Value of `RU` for a preset of rules: the name that other programs know.
#[must_use]
pub fn rules_text(preset: &str) -> &str {
    match preset {
        "japanese" => "Japanese",
        "chinese" => "Chinese",
        "aga" => "AGA",
        "new-zealand" => "NZ",
        "tromp-taylor" => "Tromp-Taylor",
        other => other,
    }
}

/// Value of `RE` for an outcome.
#[must_use]
pub fn result_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by: WinBy::Points(margin) } => format!("{}+{margin}", winner.letter()),
        Outcome::Win { winner, by: WinBy::Resignation } => format!("{}+R", winner.letter()),
        Outcome::Win { winner, by: WinBy::Time } => format!("{}+T", winner.letter()),
        Outcome::Win { winner, .. } => format!("{}+", winner.letter()),
        Outcome::Draw => "Draw".to_owned(),
        Outcome::Void => "Void".to_owned(),
    }
}
