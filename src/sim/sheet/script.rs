//! What a record says happened, in order.

use super::SheetError;
use super::setup::{apply_heat, entries, seat_of};
use crate::brain::BrainSpec;
use crate::field::HeatParams;
use crate::go::{Color, Move, Setup};
use crate::notation::sgf::{Info, NodeRef, Play};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scene {
    /// A colour moved.
    Turn(Color, Move),
    /// A hand brought the board to this.
    Board(Setup),
    /// A mind was seated.
    Seat(Color, BrainSpec),
    /// Heat spreads differently.
    Heat(HeatParams),
}

/// What happens in a game on its main line, after the stones of its first node are set up; each with the board that one who knows only
/// Go has then. `ours` is the heat at the beginning of a game that this program wrote.
pub(super) fn script(
    root: NodeRef<'_>,
    ours: Option<HeatParams>,
) -> Result<impl Iterator<Item = Result<(Scene, Setup), SheetError>>, SheetError> {
    let mut play = Play::new(&Info::of(root)?);
    let mut heat = ours.unwrap_or_default();
    let scenes = root.main_line().flat_map(move |node| {
        let first = node.parent().is_none();
        let before = play.position().setup();
        let step = play.step(node);
        let after = play.position().setup();
        let mut scenes = Vec::new();
        let entries = entries(node);
        let pairs = || entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let by_world = pairs().any(|entry| entry == ("by", "world"));
        if !first {
            let mut heated = false;
            for entry in pairs() {
                match seat_of(entry) {
                    Ok(Some((color, spec))) => scenes.push(Ok((Scene::Seat(color, spec), after.clone()))),
                    Ok(None) => match apply_heat(&mut heat, entry) {
                        Ok(changed) => heated |= changed,
                        Err(error) => scenes.push(Err(error)),
                    },
                    Err(error) => scenes.push(Err(error)),
                }
            }
            if heated {
                scenes.push(Ok((Scene::Heat(heat), after.clone())));
            }
        }
        let set_up = node.properties().any(|property| matches!(property.name(), "AB" | "AW" | "AE"));
        if set_up && !first && !by_world && step.made.is_none() && before.stones() != after.stones() {
            scenes.push(Ok((Scene::Board(after.clone()), after.clone())));
        }
        // What the law forbids, and what is set up and moved at once, comes about by hand.
        let lawful = step.illegal.is_none() || ours.is_some();
        match step.made {
            Some((color, action)) if lawful && (first || !set_up) => {
                scenes.push(Ok((Scene::Turn(color, action), after)));
            }
            Some(_) => scenes.push(Ok((Scene::Board(after.clone()), after))),
            None => {}
        }
        scenes
    });
    Ok(scenes)
}
