//! What a record says happened, in order.

use super::HistoryError;
use super::facts::{apply_heat, entries, mark_of, seat_of};
use stonefield_go::field::HeatParams;
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Replay, to_move};
use stonefield_go::{Color, Move, Point, Setup};
use stonefield_minds::BrainSpec;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptEvent {
    /// A colour moved.
    Turn(Color, Move),
    /// An edit brought the board to this.
    Board(Setup),
    /// An edit gave the turn to this colour.
    ToMove(Color),
    /// A mind was seated.
    Seat(Color, BrainSpec),
    /// Heat spreads differently.
    Heat(HeatParams),
    /// The group on a point counts as dead, or as alive.
    Mark(Point, bool),
}

/// Goes along nodes and says what happens in each.
pub(super) struct ScriptReader {
    replay: Replay,
    heat: HeatParams,
    ours: bool,
    /// Whether the private entries are used.
    private: bool,
}

impl ScriptReader {
    /// Before the first node. `ours` is the heat at the beginning of a game that this program wrote.
    pub fn new(root: NodeRef<'_>, ours: Option<HeatParams>) -> Result<Self, HistoryError> {
        let replay = Replay::new(&BoardInfo::of(root)?);
        Ok(Self { replay, heat: ours.unwrap_or_default(), ours: ours.is_some(), private: true })
    }

    /// Whether this program wrote the record.
    pub const fn is_ours(&self) -> bool {
        self.ours
    }

    /// Reads only what every SGF program knows.
    pub fn plain(self) -> Self {
        Self { private: false, ..self }
    }

    /// After a node.
    pub fn after(node: NodeRef<'_>, ours: Option<HeatParams>) -> Result<Self, HistoryError> {
        let mut reader = Self::new(node.root(), ours)?;
        for id in node.path() {
            let node = node.collection().node(id);
            reader.replay.step(node);
            if node.parent().is_some() {
                for entry in &entries(node) {
                    // What cannot be read has been told when the node was played.
                    let _ = apply_heat(&mut reader.heat, (&entry.0, &entry.1));
                }
            }
        }
        Ok(reader)
    }

    /// What happens in the next node, the stones of a first node being set up already; each with the board that one who knows only Go
    /// has then.
    pub fn events(&mut self, node: NodeRef<'_>) -> Vec<Result<(ScriptEvent, Setup), HistoryError>> {
        let first = node.parent().is_none();
        let before = self.replay.position().setup();
        let effect = self.replay.step(node);
        let after = self.replay.position().setup();
        let mut events = Vec::new();
        let entries = if self.private { entries(node) } else { Vec::new() };
        let pairs = || entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let by_world = pairs().any(|entry| entry == ("by", "world"));
        if !first {
            let mut heated = false;
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
                        Ok(changed) => heated |= changed,
                        Err(error) => events.push(Err(error)),
                    },
                    Err(error) => events.push(Err(error)),
                }
            }
            if heated {
                events.push(Ok((ScriptEvent::Heat(self.heat), after.clone())));
            }
        }
        let set_up = node.properties().any(|property| matches!(property.name(), "AB" | "AW" | "AE"));
        if set_up && !first && !by_world && effect.played.is_none() && before.stones() != after.stones() {
            events.push(Ok((ScriptEvent::Board(after.clone()), after.clone())));
        }
        if let (Some(color), false, None) = (to_move(node), first, effect.played) {
            events.push(Ok((ScriptEvent::ToMove(color), after.clone())));
        }
        // What the law forbids, and what is set up and moved at once, is made by an edit.
        let lawful = effect.illegal.is_none() || self.ours;
        match effect.played {
            Some((color, action)) if lawful && (first || !set_up) => {
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

/// What happens in a game on its main line, as [`ScriptReader::events`].
pub(super) fn script(
    root: NodeRef<'_>,
    ours: Option<HeatParams>,
) -> Result<impl Iterator<Item = Result<(ScriptEvent, Setup), HistoryError>>, HistoryError> {
    let mut reader = ScriptReader::new(root, ours)?;
    Ok(root.main_line().flat_map(move |node| reader.events(node)))
}
