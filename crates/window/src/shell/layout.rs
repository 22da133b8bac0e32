//! Layout: the order in which the parts of the interface take their room, and what of the window is free.

use super::key_hints::set_keys;
use super::palette::Theme;
use super::panel;
use super::settings::Settings;
use super::state::{BoardArea, ResetLayout};
use super::theme;
use super::widgets::{named, sections, set_sections};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Id, LayerId, Rect, Ui, UiBuilder};
use bevy_egui::{EguiContext, EguiContexts, EguiPrimaryContextPass, PrimaryEguiContext};
use stonefield_lab::chart::capital;

/// The least width of a window, in points of the panels: a column over a part of the board, and dialogs.
const LEAST: f32 = 480.0;

/// Frames within which a window has the size that it is given.
const SETTLING: u8 = 30;

/// The interface is never drawn smaller than this for want of room.
const SMALLEST: f32 = 0.8;

/// The share of the window's shorter side that panels below the board leave it: a half, and what lies around the board.
const BOARD: f32 = 0.525;

/// The parts of the interface, in the order in which they take their room.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelSystems {
    /// The theme is applied; the whole window is free.
    Begin,
    /// The line below everything: the timeline, and how things stand.
    Bottom,
    /// The left column: what is set.
    Left,
    /// The right column: what is measured and inspected.
    Right,
    /// Below the board: the record, the search tree.
    Below,
    /// The board has the rest; its text is drawn.
    Board,
    /// What is marked on the board over its text.
    Marks,
    /// Windows over the board that leave the board in use.
    Floating,
    /// A question over everything, which is answered first.
    Modal,
}

pub(crate) fn plugin(app: &mut App) {
    use PanelSystems::{Begin, Below, Board, Bottom, Floating, Left, Marks, Modal, Right};
    panel::plugin(app);
    app.init_resource::<FreeSpace>()
        .add_message::<ResetLayout>()
        .configure_sets(
            EguiPrimaryContextPass,
            (Begin, Bottom, Left, Right, Below, Board, Marks, Floating, Modal).chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (begin.in_set(Begin), give_board_room.in_set(Board), keep_sections.in_set(Floating)),
        );
}

/// What of the window no panel has taken yet, in points of the panels.
#[derive(Resource, Clone, Copy, Debug)]
pub struct FreeSpace {
    window: Rect,
    free: Rect,
    /// How high the strips below the board are, as far as they are shown in this frame, and were in the last.
    strips: f32,
    strips_before: f32,
}

impl Default for FreeSpace {
    fn default() -> Self {
        Self { window: Rect::NOTHING, free: Rect::NOTHING, strips: 0.0, strips_before: 0.0 }
    }
}

impl FreeSpace {
    /// Lets the panel of this name take its room from an edge of what is free.
    pub fn take<R>(&mut self, ctx: &egui::Context, name: &str, panel: impl FnOnce(&mut Ui) -> R) -> R {
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(self.free);
        let mut root = Ui::new(ctx.clone(), Id::new(("panels", name)), builder);
        match name {
            // They hold more than one panel, each with a name of its own.
            "left" | "right" => {}
            "bottom" => named(&root, "Timeline panel"),
            _ => named(&root, &format!("{} panel", capital(name))),
        }
        let result = panel(&mut root);
        self.free = root.available_rect_before_wrap();
        result
    }

    /// The same for a strip below the board, whose height is given: panels that can do with less leave it its room.
    pub fn take_strip<R>(&mut self, ctx: &egui::Context, name: &str, strip: impl FnOnce(&mut Ui) -> R) -> R {
        let before = self.free.height();
        let result = self.take(ctx, name, strip);
        self.strips += before - self.free.height();
        result
    }

    /// Leaves so much at the right edge of what is free to something that floats there.
    pub const fn leave_right(&mut self, width: f32) {
        self.free.max.x -= width;
    }

    /// What is left of the window.
    pub const fn rect(&self) -> Rect {
        self.free
    }

    /// How high panels below the board may be together: the board keeps half of the window's shorter side, and the strips that are shown
    /// keep what they need.
    pub fn below(&self) -> f32 {
        let board = BOARD * self.window.size().min_elem();
        let strips = (self.strips_before - self.strips).max(0.0);
        (self.free.height() - board - strips).max(0.0)
    }

    /// All of the window is free again.
    fn begin(&mut self, window: Rect) {
        *self = Self { window, free: window, strips: 0.0, strips_before: self.strips };
    }
}

/// Whether a caption of this width, in points, has its buttons in one row with what it says; else they have a row of their own.
pub const fn is_one_row(width: f32) -> bool {
    width >= 500.0
}

/// The context of the panels.
pub(crate) fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.single_mut(world).ok().map(|mut context| context.get_mut().clone())
}

/// Applies the theme where it has changed, frees the window, and forgets where everything stood and how large it was where that is asked for.
fn begin(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut reset: MessageReader<ResetLayout>,
    mut settles: Local<(u8, egui::Vec2)>,
    mut free: ResMut<FreeSpace>,
    mut applied: Local<Option<(Theme, f32)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // However large the text is wanted, a dialog has room.
    let room = ctx.viewport_rect().width() * ctx.zoom_factor() / LEAST;
    let look = (settings.theme, settings.ui_scale.min(room.max(SMALLEST)));
    if applied.replace(look) != Some(look) {
        theme::apply(ctx, look.0, look.1);
    }
    // The window gets its first size some frames later, and what stands in it is laid out for that.
    let size = ctx.viewport_rect().size();
    let (left, before) = *settles;
    let asked = reset.read().count() > 0;
    *settles = (if asked { SETTLING } else { left.saturating_sub(1) }, size);
    let anew = asked || left > 0 && before != size;
    if anew {
        ctx.memory_mut(|memory| {
            memory.reset_areas();
            memory.data.clear();
        });
    }
    if settings.is_changed() || anew {
        set_sections(ctx, settings.sections.clone());
        set_keys(ctx, &settings.keys);
    }
    free.begin(ctx.viewport_rect());
    Ok(())
}

/// What was folded away or unfolded is kept with the settings.
fn keep_sections(mut contexts: EguiContexts, mut settings: ResMut<Settings>) -> Result {
    let sections = sections(contexts.ctx_mut()?);
    if sections != settings.sections {
        settings.sections = sections;
    }
    Ok(())
}

/// Tells the camera which part of the window is the board's.
fn give_board_room(mut contexts: EguiContexts, free: Res<FreeSpace>, mut area: ResMut<BoardArea>) -> Result {
    let zoom = contexts.ctx_mut()?.zoom_factor();
    let [min, max] = [free.rect().min, free.rect().max].map(|corner| Vec2::new(corner.x, corner.y) * zoom);
    area.set_if_neq(BoardArea { min, max });
    Ok(())
}
