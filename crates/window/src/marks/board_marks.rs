//! Board marks: thoughts, fields, previews of lines, dead stones, and the text of the layers.

use super::candidates::ThoughtParts;
use super::compare::ChosenOpinion;
use super::mark_reader::{LabelParts, MarkReader};
use super::phases::mark_phases;
use super::pointed_line::PointedLine;
use super::{bids, candidates, compare, dead, fields, overlay};
use crate::shell::board_painter::{BoardPainter, hide_marks, over_board};
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::drawing::Drawing;
use crate::shell::layers::{Layer, Layers};
use crate::shell::layout::FreeSpace;
use crate::shell::layout::PanelSystems;
use crate::shell::shaders_pending::ShadersPending;
use crate::shell::state::{BoardSelection, Hovered, Watched};
use bevy::app::{App, PostUpdate};
use bevy::asset::AssetEventSystems;
use bevy::ecs::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};
use stonefield_sim::{Ending, Phase, Phases, Swarms};

/// True while a panel counts liberties step by step on the watched board. Thoughts and the outline of the
/// selected group are then hidden, so that they do not reveal the result.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct QuietMarks(pub bool);

/// Ended game whose territory is shown over any other field, without its dead stones.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FinalTerritory(pub Option<Entity>);

/// Adds the marks on the board: thoughts, fields, texts of the layers, phases of a tick.
pub fn plugin(app: &mut App) {
    app.init_resource::<fields::FieldMaps>()
        .init_resource::<PointedLine>()
        .init_resource::<ChosenOpinion>()
        .init_resource::<QuietMarks>()
        .init_resource::<FinalTerritory>()
        // Before asset events, since new characters would otherwise be missing in their first frame.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
        .add_systems(
            EguiPrimaryContextPass,
            (
                wait_for_board.in_set(PanelSystems::Begin),
                (write_on_board, mark_phases).chain().in_set(PanelSystems::Board),
            ),
        );
}

/// Hides marks until the board is drawn, so that both appear together. Pictures without a window show all.
fn wait_for_board(
    mut contexts: EguiContexts,
    shaders: Option<Res<ShadersPending>>,
    windows: Query<(), With<PrimaryWindow>>,
) -> Result {
    let hidden = !windows.is_empty() && shaders.is_some_and(|shaders| !shaders.is_board_shown());
    hide_marks(contexts.ctx_mut()?, hidden);
    Ok(())
}

/// Draws thoughts, fields, previews, dead stones and texts of the layers over each board, below the panels.
pub fn write_on_board(
    mut contexts: EguiContexts,
    watched: Res<Watched>,
    gobans: Query<(LabelParts, ThoughtParts, &Swarms, &Ending, Option<&Phases>)>,
    reader: MarkReader,
    layers: Res<Layers>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
    (hovered, selection): (Option<Res<Hovered>>, BoardSelection),
    (quiet, chosen): (Res<QuietMarks>, Res<ChosenOpinion>),
    (mut maps, ended): (ResMut<fields::FieldMaps>, Res<FinalTerritory>),
    (mut pointed, drawing, strips): (ResMut<PointedLine>, Option<Res<Drawing>>, Option<Res<FreeSpace>>),
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let alone = boards.iter().len() == 1;
    maps.retain(|goban| boards.iter().any(|(camera, _)| camera.goban == goban));
    let pointed = pointed.bypass_change_detection().0.take();
    for (camera, place) in &boards {
        let Ok((stones, thoughts, swarms, ending, phases)) = gobans.get(camera.goban) else { continue };
        let ((referee, occupancy, ..), (advice, ..)) = (stones, thoughts);
        let painter = over_board(ctx, &place.area);
        let board_painter = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        let is_watched = camera.goban == watched.0;
        let hovered = hovered.as_ref().and_then(|hovered| hovered.0).filter(|_| is_watched);
        let selected = selection.on(camera.goban);
        let position = &referee.position;
        if drawing.as_ref().is_some_and(|drawing| drawing.lags()) {
            // Marks would be about other stones than those that are drawn.
            let mut bare = Layers::BARE;
            bare.set(Layer::Coordinates, layers.get(Layer::Coordinates));
            overlay::paint(board_painter, occupancy.size(), &bare, std::iter::empty());
            continue;
        }
        let has_ended = ended.0 == Some(camera.goban);
        if let Some(layer) = has_ended.then_some(Layer::Territory).or_else(|| fields::shown(&layers)) {
            let dead = if has_ended { ending.dead.as_slice() } else { &[] };
            let map = maps.map(layer, camera.goban, position, dead);
            fields::paint(board_painter, position, map);
            // A window has a legend below the board, a picture has not.
            if alone && strips.is_none() {
                // The legend of opinions is above the board. A second one would cover the column names.
                fields::legend(&painter, layer, map, advice.opinions().len() > 1);
            }
        }
        let hides_thoughts =
            is_watched && quiet.0 || phases.is_some_and(|phases| phases.trace().phase != Phase::Decide);
        if hides_thoughts {
            // A phase, except the decision, and a panel that counts hide the thoughts.
        } else if let Some(preview) = pointed.as_ref().filter(|_| is_watched) {
            candidates::foresee(board_painter, position, &preview.from, &preview.line);
        } else if let (2.., Some(_)) = (advice.opinions().len(), advice.color()) {
            let chosen = chosen.place(advice);
            compare::paint(board_painter, position, &layers, advice, hovered, chosen);
            if alone {
                compare::legend(&painter, advice);
            }
        } else if let Some(shown) = candidates::ShownThought::of(thoughts) {
            let minds = (advice, swarms, occupancy);
            let bids = layers.get(Layer::Bids).then(|| reader.bids(minds, &shown, selected, hovered, place));
            let bids = bids.is_some_and(|bids| {
                bids::paint(board_painter, position, &bids);
                !bids.sums.is_empty()
            });
            // Bids replace candidates and variation, which would cover them.
            let mut layers = *layers;
            for layer in [Layer::Candidates, Layer::Variation] {
                layers.set(layer, layers.get(layer) && !bids);
            }
            candidates::paint(board_painter, position, &layers, &shown, hovered);
        }
        dead::paint(board_painter, position, ending);
        let labels = reader.labels(stones, &layers, place);
        overlay::paint(board_painter, occupancy.size(), &layers, labels.into_iter());
    }
    Ok(())
}
