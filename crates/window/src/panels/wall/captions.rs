//! Captions of the boards of the wall: name and results above a board, and the end of its last game over it.

use super::Wall;
use crate::shell::board_painter::over_board;
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::state::{BoardArea, Watched};
use crate::shell::theme::{self, PanelColors};
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Area, Color32, FontId, Id, Rect, Stroke, StrokeKind, pos2, vec2};

/// Draws the captions.
pub fn show(
    mut contexts: EguiContexts,
    wall: Res<Wall>,
    watched: Res<Watched>,
    area: Res<BoardArea>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    if wall.plan.is_none() || wall.enlarged {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let zoom = ctx.zoom_factor();
    let painter = over_board(ctx, &area);
    let colors = PanelColors::of_context(ctx);
    for (camera, place) in &boards {
        let Some(at) = wall.boards.iter().position(|board| board.goban == camera.goban) else { continue };
        let Some(results) = wall.results.board(at) else { continue };
        let [min, max] = [place.area.min, place.area.max].map(|corner| corner / zoom);
        let rect = Rect::from_min_max(pos2(min.x, min.y), pos2(max.x, max.y));
        let font = theme::text_font();
        let label = painter.layout_no_wrap(wall.results.words(results), font.clone(), colors.strong);
        let line = rect.top() - 10.0;
        let width = label.size().x;
        painter.galley(pos2(rect.right() - width, line - 0.5 * label.size().y), label, colors.strong);
        // A long name is cut where the results begin.
        let name =
            rect.with_min_y(line - 10.0).with_max_y(line + 10.0).with_max_x(rect.right() - width - 8.0);
        painter.with_clip_rect(name).text(
            name.left_center(),
            Align2::LEFT_CENTER,
            &wall.boards[at].game.name,
            font,
            colors.weak,
        );
        if camera.goban == watched.0 {
            painter.rect_stroke(rect, 2.0, Stroke::new(1.5, colors.strong), StrokeKind::Outside);
        }
        if let Some(last) = results.last.filter(|_| wall.boards[at].ended.is_some()) {
            painter.rect_filled(rect, 0.0, Color32::from_black_alpha(120));
            let size = (0.11 * rect.height()).clamp(13.0, 34.0);
            let text = painter.layout_no_wrap(last.words(), FontId::proportional(size), Color32::WHITE);
            let back = Rect::from_center_size(rect.center(), text.size() + vec2(18.0, 8.0));
            painter.rect_filled(back, 5.0, Color32::from_black_alpha(170));
            painter.galley(rect.center() - 0.5 * text.size(), text, Color32::WHITE);
        }
    }
    Ok(())
}

/// Draws the button above an enlarged board that shows all boards again.
pub fn way_back(
    mut contexts: EguiContexts,
    mut wall: ResMut<Wall>,
    watched: Res<Watched>,
    area: Res<BoardArea>,
) -> Result {
    if !wall.enlarged {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let at = wall.boards.iter().position(|board| board.goban == watched.0);
    let name = at.map_or(String::new(), |at| wall.boards[at].game.name.clone());
    let corner = area.min / ctx.zoom_factor();
    Area::new(Id::new("back to the wall")).fixed_pos(pos2(corner.x + 10.0, corner.y + 8.0)).show(ctx, |ui| {
        let about = with_keys(ui, "Show all boards again", Action::Close);
        if ui.button(format!("◀ The wall · {name}")).on_hover_text(about).clicked() {
            wall.leave();
        }
    });
    Ok(())
}
