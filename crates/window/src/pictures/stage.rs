//! The game that is shown: begun or opened in a world of its own, and brought to one tick after the other.

use super::error::RenderError;
use super::options::{PictureRecord, RenderOptions};
use crate::marks::overlay::{READABLE, TWO_LINES};
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

/// The layers that show what minds think.
const OF_MINDS: [Layer; 4] = [Layer::Candidates, Layer::Variation, Layer::Ownership, Layer::Bids];

/// Points of a board beyond which some marks are not worked out.
const MARKED: usize = 128 * 128;

/// Pixels of a cell below which a board is seen from afar, without links and marks.
const FAR: f32 = 4.5;

/// Pixels of a cell that outlines of groups take.
const OUTLINED: f32 = 7.0;

/// Puts the game on a goban of its own: a new one at its beginning, an opened one there too.
pub(super) fn begin(world: &mut World, options: &RenderOptions) -> Result<Entity, RenderError> {
    let Some(PictureRecord { record, trust, .. }) = &options.record else {
        return Ok(spawn_goban(world, &options.setup)?);
    };
    // Before the game: seats are filled by it.
    world.insert_resource(TrustPolicy(trust.clone()));
    let opened = open(world, record.reading.collection.clone(), record.game, Heading::default());
    match opened {
        Ok(Opened { goban, .. }) => Ok(goban),
        Err(source) => Err(RenderError::Record { name: record.name.clone(), source }),
    }
}

/// Asks for the line of the record that is shown; the next frame takes it.
pub(super) fn ask_for_line(world: &mut World, goban: Entity, options: &RenderOptions) {
    if let Some(line) = options.record.as_ref().and_then(|record| record.line) {
        world.write_message(Request { goban, kind: RequestKind::Navigate(Navigate::To(line)) });
    }
}

/// The last tick of the game so far.
pub(super) fn last(world: &World, goban: Entity) -> u64 {
    world.get::<GameRecord>(goban).map_or(0, GameRecord::last)
}

/// Whether the game is over where it stands.
pub(super) fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some())
}

/// Brings the game to the end of a tick; one that is not known yet is played, as far as the game goes and until the end is asked for. Returns
/// the tick reached.
pub(super) fn go_to(world: &mut World, goban: Entity, tick: u64, plays: bool, halt: &Halt) -> u64 {
    let now = |world: &World| world.get::<GameRecord>(goban).map_or(0, GameRecord::now);
    if now(world) != tick.min(last(world, goban)) {
        seek(world, goban, tick);
    }
    while plays && now(world) < tick && !is_over(world, goban) && !halt.is_asked() {
        let before = now(world);
        ticks(world, 1);
        if now(world) == before {
            // A person, or an empty seat.
            break;
        }
    }
    now(world)
}

/// Whether a mind is to consider each position.
pub(super) fn wants_thought(options: &RenderOptions) -> bool {
    options.think.is_some() || options.named_layers.iter().any(|layer| OF_MINDS.contains(layer))
}

/// Asks a mind what it thinks of the position that stands; the next frame has it answer in place.
pub(super) fn ask(world: &mut World, goban: Entity, options: &RenderOptions) {
    world.write_message(Request { goban, kind: RequestKind::Advise(options.think.clone()) });
}

/// What a mind that was asked has said. Hides bids that would cover what was asked for by name.
///
/// # Errors
/// When it has failed, or says nothing of a layer that was asked for by name.
pub(super) fn hear(world: &mut World, goban: Entity, options: &RenderOptions) -> Result<(), RenderError> {
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
    for &layer in options.named_layers.iter().filter(|layer| OF_MINDS.contains(layer)) {
        if !tells(thought, layer, area) {
            let why = format!("{spec} says nothing of it here; --think names another mind");
            return Err(RenderError::Layer { layer, why });
        }
    }
    let covered = [Layer::Candidates, Layer::Variation]
        .into_iter()
        .find(|layer| options.named_layers.contains(layer))
        .filter(|_| options.layers.get(Layer::Bids) && tells(thought, Layer::Bids, area));
    let mut layers = options.layers;
    if let Some(layer) = covered {
        if options.named_layers.contains(&Layer::Bids) {
            let why = format!("{spec} bids, and bids stand on the same points: leave one of the two out");
            return Err(RenderError::Layer { layer, why });
        }
        layers = layers.without(Layer::Bids);
    }
    world.insert_resource(layers);
    Ok(())
}

/// Why a layer has nothing to show where the game stands, and how it gets something; `None` where it has, or where that nothing is there is what it shows.
pub(super) fn lacks(world: &World, goban: Entity, layer: Layer) -> Option<&'static str> {
    match layer {
        _ if OF_MINDS.contains(&layer) => {
            let opinion = world.get::<Advice>(goban).and_then(|advice| advice.opinions().first());
            let area = world.get::<Occupancy>(goban).map_or(0, |occupancy| occupancy.size().area());
            let tells = opinion.and_then(Opinion::thought).is_some_and(|thought| tells(thought, layer, area));
            (!tells).then_some("no mind says anything of it there: --think names one that does")
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

/// Whether there is anything in a thought that a layer shows.
fn tells(thought: &Thought, layer: Layer, area: usize) -> bool {
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

/// Refuses what cannot be meant, before anything is drawn.
///
/// # Errors
/// When a mind is to think and nothing of it is shown.
pub(super) fn check_layers(options: &RenderOptions) -> Result<(), RenderError> {
    let shown = OF_MINDS.iter().any(|&layer| options.layers.get(layer));
    match &options.think {
        Some(spec) if !shown => Err(RenderError::Unshown(spec.clone())),
        Some(spec) if spec.info().human => {
            let why = "a person thinks by no budget: name a mind that plays".to_owned();
            Err(RenderError::Mind { spec: spec.clone(), why })
        }
        _ => Ok(()),
    }
}

/// Refuses layers that were asked for by name where cells are too small for them. `cell` is how wide one is, in points of which a pixel has `scale`.
///
/// # Errors
/// Which layer it is, and what it takes.
pub(super) fn check_room(
    named: &[Layer],
    cell: f32,
    scale: f32,
    (area, drawn): (usize, bool),
) -> Result<(), RenderError> {
    for &layer in named {
        let least = match layer {
            Layer::Liberties | Layer::Letters if named.contains(&Layer::Numbers) => TWO_LINES,
            Layer::Liberties | Layer::Letters | Layer::Numbers => READABLE,
            Layer::Next => markup::SMALLEST,
            Layer::Candidates | Layer::Variation | Layer::Ownership | Layer::Bids => candidates::SMALLEST,
            Layer::Hulls => OUTLINED,
            Layer::Links | Layer::FarLinks | Layer::LastMove | Layer::Atari | Layer::Suicide if !drawn => {
                FAR / scale
            }
            _ => 0.0,
        };
        if cell < least {
            let why = format!(
                "it takes cells of {:.0} pixels, and those of this picture have {:.1}: more --pixels",
                least * scale,
                cell * scale
            );
            return Err(RenderError::Layer { layer, why });
        }
        if matches!(layer, Layer::Atari | Layer::Suicide) && area > MARKED {
            let why = format!("it is worked out for boards of at most {MARKED} points");
            return Err(RenderError::Layer { layer, why });
        }
    }
    Ok(())
}

/// Refuses layers of minds that were asked for by name where the game is over.
///
/// # Errors
/// Which layer it is.
pub(super) fn check_thinkable(
    world: &World,
    goban: Entity,
    options: &RenderOptions,
) -> Result<(), RenderError> {
    let to_move = world.get::<Seats>(goban).and_then(Seats::to_move);
    if to_move.is_some() && !is_over(world, goban) {
        return Ok(());
    }
    let layer = options.named_layers.iter().copied().find(|layer| OF_MINDS.contains(layer));
    let shown = OF_MINDS.into_iter().find(|&layer| options.layers.get(layer));
    let layer = layer.or(shown).unwrap_or(Layer::Candidates);
    Err(RenderError::Layer { layer, why: "the game is over there, and no mind considers it".to_owned() })
}

/// Shows the layers of the options again.
pub(super) fn show_layers(world: &mut World, layers: Layers) {
    if world.get_resource::<Layers>() != Some(&layers) {
        world.insert_resource(layers);
    }
}
