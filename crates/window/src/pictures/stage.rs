//! Game of the pictures. Functions begin or open it in its own world, step through its ticks and ask minds.

use super::error::RenderError;
use super::options::{PictureRecord, RenderOptions};
use crate::marks::overlay::{MIN_TEXT_CELL, MIN_TWO_LINES_CELL};
use crate::marks::{bids, candidates, markup};
use crate::shell::layers::{Layer, Layers};
use bevy::ecs::prelude::*;
use stonefield_go::Move;
use stonefield_minds::Answer;
use stonefield_search::Thought;
use stonefield_sim::history::{Heading, Navigate, Opened, open};
use stonefield_sim::{
    Advice, GameRecord, Halt, Links, Occupancy, Opinion, Request, RequestKind, Seats, Tally, TrustPolicy,
    seek, spawn_goban, ticks,
};

/// Layers that show the thoughts of minds.
const MIND_LAYERS: [Layer; 4] = [Layer::Candidates, Layer::Variation, Layer::Ownership, Layer::Bids];

/// Largest board, in points, with the marks of atari and suicide.
const MAX_MARKED_AREA: usize = 128 * 128;

/// Smallest cell, in pixels, with links and marks in a picture of the graphics adapter.
const MIN_MARKED_CELL: f32 = 4.5;

/// Smallest cell, in points of the picture, with outlines of groups.
const MIN_OUTLINED_CELL: f32 = 7.0;

/// Puts the game on a goban, at its beginning. Exclusive, because the goban is spawned. Returns the goban.
///
/// # Errors
/// Fails if no game can begin with the set-up, or the record cannot be played.
pub(super) fn begin(world: &mut World, options: &RenderOptions) -> Result<Entity, RenderError> {
    let Some(PictureRecord { record, trust, .. }) = &options.record else {
        return Ok(spawn_goban(world, &options.setup)?);
    };
    // Inserted before the game, which fills its seats by the policy.
    world.insert_resource(TrustPolicy(trust.clone()));
    let opened = open(world, record.reading.collection.clone(), record.game, Heading::default());
    match opened {
        Ok(Opened { goban, .. }) => Ok(goban),
        Err(source) => Err(RenderError::Record { name: record.name.clone(), source }),
    }
}

/// Returns the request for the chosen line of the record, if any.
pub(super) fn line_request(goban: Entity, options: &RenderOptions) -> Option<Request> {
    let line = options.record.as_ref().and_then(|record| record.line)?;
    Some(Request { goban, kind: RequestKind::Navigate(Navigate::To(line)) })
}

/// Returns the last tick of the game so far.
pub(super) fn last_tick(world: &World, goban: Entity) -> u64 {
    world.get::<GameRecord>(goban).map_or(0, GameRecord::last)
}

/// True if the game is over at the current tick.
pub(super) fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some())
}

/// Brings the game to the end of a tick. With `plays`, ticks that are not recorded are played, until the game
/// is over or `halt` is asked. Returns the tick reached. Exclusive, because the ticks are run.
pub(super) fn go_to(world: &mut World, goban: Entity, tick: u64, plays: bool, halt: &Halt) -> u64 {
    let now = |world: &World| world.get::<GameRecord>(goban).map_or(0, GameRecord::now);
    if now(world) != tick.min(last_tick(world, goban)) {
        seek(world, goban, tick);
    }
    while plays && now(world) < tick && !is_over(world, goban) && !halt.is_asked() {
        let before = now(world);
        ticks(world, 1);
        if now(world) == before {
            // A person or an empty seat is to move.
            break;
        }
    }
    now(world)
}

/// True if a mind must evaluate each position.
pub(super) fn wants_thought(options: &RenderOptions) -> bool {
    options.think.is_some() || options.named_layers.iter().any(|layer| MIND_LAYERS.contains(layer))
}

/// Checks the answer of the mind. Returns the layers to show: without bids, if these would cover a layer that
/// the user named (see [`RenderOptions::named_layers`]).
///
/// # Errors
/// The mind cannot be asked or has failed, says nothing of a named layer, or its bids and another named layer
/// would cover each other.
pub(super) fn check_thought(
    world: &World,
    goban: Entity,
    options: &RenderOptions,
) -> Result<Layers, RenderError> {
    let advice = world.get::<Advice>(goban);
    let opinion = advice.and_then(|advice| advice.opinions().first());
    let Some(opinion) = opinion else {
        let spec = options.think.clone().unwrap_or_default();
        return Err(RenderError::Mind { spec, why: "it cannot be asked".to_owned() });
    };
    let spec = opinion.spec().clone();
    if let Some(Answer::Failed(why)) = opinion.answer() {
        return Err(RenderError::Mind { spec, why: why.to_string() });
    }
    let area = world.get::<Occupancy>(goban).map_or(0, |occupancy| occupancy.size().area());
    let nothing = Thought::default();
    let thought = opinion.thought().unwrap_or(&nothing);
    for &layer in options.named_layers.iter().filter(|layer| MIND_LAYERS.contains(layer)) {
        if !has_content(thought, layer, area) {
            let why = format!("{spec} says nothing of it here; --think names another mind");
            return Err(RenderError::Layer { layer, why });
        }
    }
    let covered = [Layer::Candidates, Layer::Variation]
        .into_iter()
        .find(|layer| options.named_layers.contains(layer))
        .filter(|_| options.layers.get(Layer::Bids) && has_content(thought, Layer::Bids, area));
    let mut layers = options.layers;
    if let Some(layer) = covered {
        if options.named_layers.contains(&Layer::Bids) {
            let why = format!("{spec} bids, and bids stand on the same points: leave one of the two out");
            return Err(RenderError::Layer { layer, why });
        }
        layers = layers.without(Layer::Bids);
    }
    Ok(layers)
}

/// Returns why a layer shows nothing at the current tick, and what to do. `None` if it shows something, or if
/// an empty layer is a valid result.
pub(super) fn why_empty(world: &World, goban: Entity, layer: Layer) -> Option<&'static str> {
    match layer {
        _ if MIND_LAYERS.contains(&layer) => {
            let opinion = world.get::<Advice>(goban).and_then(|advice| advice.opinions().first());
            let area = world.get::<Occupancy>(goban).map_or(0, |occupancy| occupancy.size().area());
            let has_content =
                opinion.and_then(Opinion::thought).is_some_and(|thought| has_content(thought, layer, area));
            (!has_content).then_some("no mind says anything of it there: --think names one that does")
        }
        Layer::FarLinks => (!matches!(world.get::<Links>(goban), Some(Links::Closure(_))))
            .then_some("only stones under the rules netlogo-2016 are linked beyond their neighbours"),
        Layer::Next => world
            .get::<GameRecord>(goban)
            .is_some_and(|record| record.next_node().is_none())
            .then_some("the record does not go on from there: --after takes an earlier tick of it"),
        Layer::LastMove => world
            .get::<GameRecord>(goban)
            .is_none_or(|record| !matches!(record.moves().last(), Some(Move::Play(_))))
            .then_some("no stone was placed last there: --after takes another tick"),
        _ => None,
    }
}

/// True if a thought has content for a layer. `area`: points of the board.
fn has_content(thought: &Thought, layer: Layer, area: usize) -> bool {
    match layer {
        Layer::Candidates => !thought.is_indifferent() && !thought.candidates.is_empty(),
        Layer::Variation => {
            !thought.is_indifferent()
                && thought.candidates.first().is_some_and(|best| !best.variation.is_empty())
        }
        Layer::Ownership => !thought.is_indifferent() && thought.ownership.len() == area,
        Layer::Bids => !thought.is_indifferent() && bids::point_shown(thought, None).is_some(),
        _ => true,
    }
}

/// Checks the mind of `--think`, before anything is drawn.
///
/// # Errors
/// A mind is to think and no layer shows its thoughts, or the mind is a person.
pub(super) fn check_layers(options: &RenderOptions) -> Result<(), RenderError> {
    let shows_minds = MIND_LAYERS.iter().any(|&layer| options.layers.get(layer));
    match &options.think {
        Some(spec) if !shows_minds => Err(RenderError::Unshown(spec.clone())),
        Some(spec) if spec.info().human => {
            let why = "a person thinks by no budget: name a mind that plays".to_owned();
            Err(RenderError::Mind { spec: spec.clone(), why })
        }
        _ => Ok(()),
    }
}

/// Checks that the cells are large enough for the named layers. `cell`: side of a cell, in units of `scale`
/// pixels. `area`: number of board points. `drawn`: true for SVG.
///
/// # Errors
/// A cell is too small for a named layer, or the board is too large for it.
pub(super) fn check_room(
    named: &[Layer],
    cell: f32,
    scale: f32,
    (area, drawn): (usize, bool),
) -> Result<(), RenderError> {
    for &layer in named {
        let min_cell = match layer {
            Layer::Liberties | Layer::Letters if named.contains(&Layer::Numbers) => MIN_TWO_LINES_CELL,
            Layer::Liberties | Layer::Letters | Layer::Numbers => MIN_TEXT_CELL,
            Layer::Next => markup::SMALLEST,
            Layer::Candidates | Layer::Variation | Layer::Ownership | Layer::Bids => candidates::SMALLEST,
            Layer::Hulls => MIN_OUTLINED_CELL,
            Layer::Links | Layer::FarLinks | Layer::LastMove | Layer::Atari | Layer::Suicide if !drawn => {
                MIN_MARKED_CELL / scale
            }
            _ => 0.0,
        };
        if cell < min_cell {
            let why = format!(
                "it takes cells of {:.0} pixels, and those of this picture have {:.1}: more --pixels",
                min_cell * scale,
                cell * scale
            );
            return Err(RenderError::Layer { layer, why });
        }
        if matches!(layer, Layer::Atari | Layer::Suicide) && area > MAX_MARKED_AREA {
            let why = format!("it is worked out for boards of at most {MAX_MARKED_AREA} points");
            return Err(RenderError::Layer { layer, why });
        }
    }
    Ok(())
}

/// Checks that there is a position to think about.
///
/// # Errors
/// The game is over, or no colour is to move.
pub(super) fn check_thinkable(
    world: &World,
    goban: Entity,
    options: &RenderOptions,
) -> Result<(), RenderError> {
    let to_move = world.get::<Seats>(goban).and_then(Seats::to_move);
    if to_move.is_some() && !is_over(world, goban) {
        return Ok(());
    }
    let layer = options.named_layers.iter().copied().find(|layer| MIND_LAYERS.contains(layer));
    let shown_layer = MIND_LAYERS.into_iter().find(|&layer| options.layers.get(layer));
    let layer = layer.or(shown_layer).unwrap_or(Layer::Candidates);
    Err(RenderError::Layer { layer, why: "the game is over there, and no mind considers it".to_owned() })
}
