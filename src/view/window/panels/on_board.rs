//! What stands on the board besides stones: what a mind thinks, a line that is pointed at, and the text of the layers.

use super::super::board_painter::{BoardPainter, over_board};
use super::super::layers::{Layer, Layers};
use super::super::state::{BoardArea, Hovered};
use super::super::{bids, candidates, compare, dead, fields, overlay};
use super::compare::Comparison;
use super::goban::{BoardReader, WatchedGoban};
use super::layout::PanelSystems;
use super::search::SearchTree;
use super::two_boards::TwoBoards;
use bevy::app::{App, PostUpdate};
use bevy::asset::AssetEventSystems;
use bevy::ecs::prelude::*;
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};

/// The text on the board.
pub fn text_plugin(app: &mut App) {
    // Unordered, new characters would be missing in the frame that first shows them.
    app.init_resource::<fields::FieldMaps>()
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
        .add_systems(EguiPrimaryContextPass, write_on_board.in_set(PanelSystems::Board));
}

/// Draws and writes it all, over the board and under the panels.
pub fn write_on_board(
    mut contexts: EguiContexts,
    watched: WatchedGoban,
    reader: BoardReader,
    layers: Res<Layers>,
    area: Res<BoardArea>,
    hovered: Option<Res<Hovered>>,
    tree: Option<Res<SearchTree>>,
    boards: Option<Res<TwoBoards>>,
    comparison: Option<Res<Comparison>>,
    mut maps: ResMut<fields::FieldMaps>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(goban) = watched.get() else { return Ok(()) };
    let zoom = ctx.zoom_factor();
    let painter = over_board(ctx, &area);
    let board_painter = BoardPainter::new(&painter, &reader.projector, zoom);
    let hovered = hovered.and_then(|hovered| hovered.0);
    let position = &goban.referee.position;
    // The window of the two boards covers the board but for its rim.
    let covered = boards.is_some_and(|boards| boards.open);
    if let Some(layer) = fields::shown(&layers) {
        let map = maps.map(layer, watched.id(), position);
        fields::paint(board_painter, position, map);
        if !covered {
            // Two strips above the board would cover the names of the columns.
            fields::legend(&painter, layer, map, goban.advice.opinions().len() > 1);
        }
    }
    // A picture without a window has neither pointer nor panels.
    if let Some(seen) = tree.as_ref().and_then(|tree| tree.preview()) {
        candidates::foresee(board_painter, position, &seen.from, &seen.line);
    } else if let (2.., Some(_)) = (goban.advice.opinions().len(), goban.advice.color()) {
        let chosen = comparison.map_or(0, |comparison| comparison.chosen(goban.advice));
        compare::paint(board_painter, position, &layers, goban.advice, hovered, chosen);
        if !covered {
            compare::legend(&painter, goban.advice);
        }
    } else if let Some(shown) =
        candidates::ShownThought::of(goban.advice, goban.thinking, goban.seats.to_move())
            // A person whose turn it is sees the board, not what was thought before.
            .filter(|shown| shown.present || goban.seats.waiting_for_person().is_none())
    {
        let bids = layers.get(Layer::Bids).then(|| reader.bids(&goban, &shown, hovered, &area));
        let bids = bids.is_some_and(|bids| {
            bids::paint(board_painter, position, &bids);
            !bids.sums.is_empty()
        });
        // What is bid for a point says more than a disc on it, and stands where the stone to come would.
        let (candidates, variation) =
            (layers.get(Layer::Candidates) && !bids, layers.get(Layer::Variation) && !bids);
        let mut layers = *layers;
        layers.set(Layer::Candidates, candidates);
        layers.set(Layer::Variation, variation);
        candidates::paint(board_painter, position, &layers, &shown, hovered);
    }
    dead::paint(board_painter, position, goban.ending);
    let labels = reader.labels(&goban, &layers, &area);
    overlay::paint(board_painter, goban.occupancy.size(), &layers, labels.into_iter());
    Ok(())
}
