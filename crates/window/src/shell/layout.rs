//! Layout: the order in which panels take space, and the space that is still free.

use super::key_hints::set_keys;
use super::palette::Theme;
use super::settings::Settings;
use super::state::{BoardArea, ResetLayout};
use super::theme;
use super::widgets::{name_group, sections, set_sections};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Id, LayerId, Rect, Ui, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_lab::chart::capital;

/// Width, in points of the panels, for a column and a part of the board, or a dialog. Narrower windows reduce
/// the scale.
const MIN_WIDTH: f32 = 480.0;

/// Number of frames after a reset within which the window gets its new size.
const SETTLING_FRAMES: u8 = 30;

/// Smallest scale to which a narrow window reduces the panels.
const MIN_SCALE: f32 = 0.8;

/// Height kept for the board and its margins, as a share of the window's shorter side.
const BOARD_SHARE: f32 = 0.525;

/// Sets of the panels' systems, in the order in which panels take space.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelSystems {
    /// The theme is applied; the whole window is free.
    Begin,
    /// Bar above the board.
    Top,
    /// Rows below the board: timeline and status.
    Bottom,
    /// Rail, and the card at the left.
    Left,
    /// Sheet of a lesson, and the card at the right.
    Right,
    /// Panels below the board: record, search tree.
    Below,
    /// Strip of the introduction or the banner, below the board.
    Caption,
    /// Legend of the shown layers, below the board.
    Legend,
    /// The board gets the remaining space, and its text is drawn.
    Board,
    /// Marks over the board's text.
    Marks,
    /// Windows over the board, which stays usable.
    Floating,
    /// Modal dialog over everything else.
    Modal,
}

pub(crate) fn plugin(app: &mut App) {
    use PanelSystems::{
        Begin, Below, Board, Bottom, Caption, Floating, Left, Legend, Marks, Modal, Right, Top,
    };
    app.init_resource::<FreeSpace>()
        .add_message::<ResetLayout>()
        .configure_sets(
            EguiPrimaryContextPass,
            (Begin, Top, Bottom, Left, Right, Below, Caption, Legend, Board, Marks, Floating, Modal).chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (begin.in_set(Begin), give_board_space.in_set(Board), keep_sections.in_set(Floating)),
        );
}

/// Space of the window that no panel has taken yet, in points of the panels.
#[derive(Resource, Clone, Copy, Debug)]
pub struct FreeSpace {
    window: Rect,
    free: Rect,
    /// Height of the strips below the board that were drawn so far in this frame.
    strips: f32,
    /// Height of all strips in the last frame.
    strips_before: f32,
}

impl Default for FreeSpace {
    fn default() -> Self {
        Self { window: Rect::NOTHING, free: Rect::NOTHING, strips: 0.0, strips_before: 0.0 }
    }
}

impl FreeSpace {
    /// Draws a panel, which takes space from an edge of the free space.
    pub fn take<R>(&mut self, ctx: &egui::Context, name: &str, panel: impl FnOnce(&mut Ui) -> R) -> R {
        let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(self.free);
        let mut root = Ui::new(ctx.clone(), Id::new(("panels", name)), builder);
        match name {
            // Their parts have names of their own.
            "top" | "left" | "right" => {}
            "bottom" => name_group(&root, "Timeline panel"),
            _ => name_group(&root, &format!("{} panel", capital(name))),
        }
        let result = panel(&mut root);
        self.free = root.available_rect_before_wrap();
        result
    }

    /// Draws a strip below the board. [`FreeSpace::below`] keeps its height free.
    pub fn take_strip<R>(&mut self, ctx: &egui::Context, name: &str, strip: impl FnOnce(&mut Ui) -> R) -> R {
        let before = self.free.height();
        let result = self.take(ctx, name, strip);
        self.strips += before - self.free.height();
        result
    }

    /// Removes a width, in points, at the right edge of the free space for a floating panel.
    pub const fn leave_right(&mut self, width: f32) {
        self.free.max.x -= width;
    }

    /// Returns the free space.
    pub const fn rect(&self) -> Rect {
        self.free
    }

    /// Returns the largest total height of the panels below the board, in points. Half of the window's
    /// shorter side stays free for the board, and the height of the strips that are not drawn yet.
    pub fn below(&self) -> f32 {
        let board = BOARD_SHARE * self.window.size().min_elem();
        let strips = (self.strips_before - self.strips).max(0.0);
        (self.free.height() - board - strips).max(0.0)
    }

    /// Begins a frame: the whole window is free.
    fn begin(&mut self, window: Rect) {
        *self = Self { window, free: window, strips: 0.0, strips_before: self.strips };
    }
}

/// True if a caption of this width, in points, has its text and buttons in one row.
pub const fn is_one_row(width: f32) -> bool {
    width >= 500.0
}

/// Returns the context of the panels, if there is one. For systems that draw with the world.
pub(crate) fn context(mut contexts: EguiContexts) -> Option<egui::Context> {
    contexts.ctx_mut().ok().cloned()
}

/// Applies a changed theme, frees the window, and resets places and sizes of panels if requested.
fn begin(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut reset: MessageReader<ResetLayout>,
    mut settling: Local<(u8, egui::Vec2)>,
    mut free: ResMut<FreeSpace>,
    mut applied: Local<Option<(Theme, f32)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // The scale is limited so that a dialog fits into the window.
    let room = ctx.viewport_rect().width() * ctx.zoom_factor() / MIN_WIDTH;
    let look = (settings.theme, settings.ui_scale.min(room.max(MIN_SCALE)));
    if applied.replace(look) != Some(look) {
        theme::apply(ctx, look.0, look.1);
    }
    // After a reset the window changes its size some frames later, and the panels are laid out again.
    let size = ctx.viewport_rect().size();
    let (frames_left, last_size) = *settling;
    let is_requested = reset.read().count() > 0;
    *settling = (if is_requested { SETTLING_FRAMES } else { frames_left.saturating_sub(1) }, size);
    let is_reset = is_requested || frames_left > 0 && last_size != size;
    if is_reset {
        ctx.memory_mut(|memory| {
            memory.reset_areas();
            memory.data.clear();
        });
    }
    if settings.is_changed() || is_reset {
        set_sections(ctx, settings.sections.clone());
        set_keys(ctx, &settings.keys);
    }
    free.begin(ctx.viewport_rect());
    Ok(())
}

/// Copies folded and unfolded sections to the settings.
fn keep_sections(mut contexts: EguiContexts, mut settings: ResMut<Settings>) -> Result {
    let sections = sections(contexts.ctx_mut()?);
    if sections != settings.sections {
        settings.sections = sections;
    }
    Ok(())
}

/// Gives the free space to the boards.
fn give_board_space(mut contexts: EguiContexts, free: Res<FreeSpace>, mut area: ResMut<BoardArea>) -> Result {
    let zoom = contexts.ctx_mut()?.zoom_factor();
    let [min, max] = [free.rect().min, free.rect().max].map(|corner| Vec2::new(corner.x, corner.y) * zoom);
    area.set_if_neq(BoardArea { min, max });
    Ok(())
}
