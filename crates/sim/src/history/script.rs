//! Events of a record, read from its text.

use super::HistoryError;
use super::facts::{apply_heat, entries, mark_of, seat_of};
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Replay, to_move};
use stonefield_go::{Color, Move, Point, Setup};
use stonefield_minds::BrainSpec;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptEvent {
    /// A colour moved.
    Turn(Color, Move),
    /// An edit changed the board to this one.
    Board(Setup),
    /// An edit changed the colour to move.
    ToMove(Color),
    /// A mind was seated.
    Seat(Color, BrainSpec),
    /// The heat parameters changed.
    Heat(HeatParams),
    /// The group on a point was marked as dead (`true`) or alive (`false`).
    Mark(Point, bool),
}

/// Reads the events of one node after the other.
pub(super) struct ScriptReader {
    replay: Replay,
    heat: HeatParams,
    ours: bool,
    /// True when private entries are read, false when they are ignored.
    private: bool,
}

impl ScriptReader {
    /// Creates a reader before the root node. `ours`: heat parameters at the beginning of a game that this
    /// program wrote, `None` for other programs.
    pub fn new(root: NodeRef<'_>, ours: Option<HeatParams>) -> Result<Self, HistoryError> {
        let replay = Replay::new(&BoardInfo::of(root)?);
        Ok(Self { replay, heat: ours.unwrap_or_default(), ours: ours.is_some(), private: true })
    }

    /// True when this program wrote the record.
    pub const fn is_ours(&self) -> bool {
        self.ours
    }

    /// Returns a reader that ignores private entries.
    pub fn plain(self) -> Self {
        Self { private: false, ..self }
    }

    /// Creates a reader after a node.
    pub fn after(node: NodeRef<'_>, ours: Option<HeatParams>) -> Result<Self, HistoryError> {
        let mut reader = Self::new(node.root(), ours)?;
        for id in node.path() {
            let node = node.collection().node(id);
            reader.replay.step(node);
            if node.parent().is_some() {
                for entry in &entries(node) {
                    // Errors were reported when the node was played.
                    let _ = apply_heat(&mut reader.heat, (&entry.0, &entry.1));
                }
            }
        }
        Ok(reader)
    }

    /// Events of the next node, each with the board that other SGF programs have after the node. The stones
    /// of the root node are not an event, because the game begins with them.
    pub fn events(&mut self, node: NodeRef<'_>) -> Vec<Result<(ScriptEvent, Setup), HistoryError>> {
        let is_root = node.parent().is_none();
        let before = self.replay.position().setup();
        let effect = self.replay.step(node);
        let after = self.replay.position().setup();
        let mut events = Vec::new();
        let entries = if self.private { entries(node) } else { Vec::new() };
        let pairs = || entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let by_world = pairs().any(|entry| entry == ("by", "world"));
        if !is_root {
            let mut heat_changed = false;
            for entry in pairs() {
                match mark_of(entry) {
                    Ok(Some((point, dead))) => {
                        events.push(Ok((ScriptEvent::Mark(point, dead), after.clone())));
                    }
                    Ok(None) => {}
                    Err(error) => events.push(Err(error)),
                }
                match seat_of(entry) {
                    Ok(Some((color, spec))) => {
                        events.push(Ok((ScriptEvent::Seat(color, spec), after.clone())));
                    }
                    Ok(None) => match apply_heat(&mut self.heat, entry) {
                        Ok(changed) => heat_changed |= changed,
                        Err(error) => events.push(Err(error)),
                    },
                    Err(error) => events.push(Err(error)),
                }
            }
            if heat_changed {
                events.push(Ok((ScriptEvent::Heat(self.heat), after.clone())));
            }
        }
        let set_up = node.properties().any(|property| matches!(property.name(), "AB" | "AW" | "AE"));
        if set_up && !is_root && !by_world && effect.played.is_none() && before.stones() != after.stones() {
            events.push(Ok((ScriptEvent::Board(after.clone()), after.clone())));
        }
        if let (Some(color), false, None) = (to_move(node), is_root, effect.played) {
            events.push(Ok((ScriptEvent::ToMove(color), after.clone())));
        }
        // A move becomes an edit if its node, other than the root, also sets stones. So does an illegal move
        // in a record of another program.
        let is_playable = effect.illegal.is_none() || self.ours;
        match effect.played {
            Some((color, action)) if is_playable && (is_root || !set_up) => {
                events.push(Ok((ScriptEvent::Turn(color, action), after)));
            }
            Some((color, _)) => {
                events.push(Ok((ScriptEvent::Board(after.clone()), after.clone())));
                events.push(Ok((ScriptEvent::ToMove(!color), after)));
            }
            None => {}
        }
        events
    }
}

/// Events of a game's main line: see [`ScriptReader::events`].
pub(super) fn script(
    root: NodeRef<'_>,
    ours: Option<HeatParams>,
) -> Result<impl Iterator<Item = Result<(ScriptEvent, Setup), HistoryError>>, HistoryError> {
    let mut reader = ScriptReader::new(root, ours)?;
    Ok(root.main_line().flat_map(move |node| reader.events(node)))
}
