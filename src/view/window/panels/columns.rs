//! The two columns beside the board, made of sections that plugins add.

use super::super::keys::{Action, InputSystems, switched};
use super::layout::{FreeSpace, PanelSystems, context};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemId;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Frame, Margin, ScrollArea, Sense, Ui, UiBuilder};
use core::ops::RangeInclusive;
use std::collections::BTreeMap;

/// The margin at the sides of a column, in points.
const SIDE: f32 = 12.0;

/// The sections of both columns, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The name of the program.
    Title,
    /// Setup, Go, Step and the speed.
    Run,
    /// What a click on the board does.
    Tools,
    /// The next game.
    Setup,
    /// Who plays, and who gives advice.
    Minds,
    /// What is drawn over the board.
    Layers,
    /// How heat spreads.
    Heat,
    /// Many boards at once.
    Boards,
    /// Game after game.
    Experiment,
    /// Theme, scale, motion and quality.
    Appearance,
    /// The lesson that is on the board: the right column begins.
    Lesson,
    /// How the liberties of what was clicked are counted.
    Walk,
    /// The stone or patch that was clicked.
    Inspector,
    /// The time that both players have left.
    Clocks,
    /// Stones, groups, captures, scores.
    Counters,
    /// What minds think.
    Thoughts,
    /// What is plotted against time.
    Plots,
}

/// The sections on the left that always stay in sight, and those below them.
const FIXED: RangeInclusive<Section> = Section::Title..=Section::Tools;
const SETTINGS: RangeInclusive<Section> = Section::Setup..=Section::Appearance;
/// The sections on the right.
const FACTS: RangeInclusive<Section> = Section::Lesson..=Section::Plots;

/// The systems that show the sections.
#[derive(Resource, Default)]
struct Sections(BTreeMap<Section, SystemId<InMut<'static, Ui>>>);

/// Adds sections to the columns.
pub trait AddSection {
    /// Has a system show a section.
    fn add_section<M>(
        &mut self,
        section: Section,
        show: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self;
}

impl AddSection for App {
    fn add_section<M>(
        &mut self,
        section: Section,
        show: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self {
        let system = self.register_system(show);
        self.world_mut().get_resource_or_init::<Sections>().0.insert(section, system);
        self
    }
}

/// Whether the columns, the timeline and the record are out of the way.
#[derive(Resource, Default)]
pub struct HiddenPanels(bool);

pub(super) fn plugin(app: &mut App) {
    use PanelSystems::{Bottom, Left, Right};
    app.init_resource::<HiddenPanels>()
        .configure_sets(EguiPrimaryContextPass, (Bottom, Left, Right).run_if(panels_are_shown))
        .add_systems(Update, hide.in_set(InputSystems::Act).run_if(switched(Action::Panels)))
        .add_systems(EguiPrimaryContextPass, (left.in_set(Left), right.in_set(Right)));
}

/// Whether the columns are shown.
pub(super) fn panels_are_shown(hidden: Res<HiddenPanels>) -> bool {
    !hidden.0
}

fn hide(mut hidden: ResMut<HiddenPanels>) {
    hidden.0 = !hidden.0;
}

/// Columns are not filled: the window is cleared to their colour, which costs a software adapter far less.
pub(super) fn frame() -> Frame {
    Frame::new().inner_margin(Margin { left: SIDE as i8, right: SIDE as i8, top: 10, bottom: 0 })
}

/// How wide a column is in a window, in points.
fn width(ctx: &egui::Context) -> f32 {
    if ctx.viewport_rect().width() >= 1180.0 { 276.0 } else { 248.0 }
}

/// Room for more than there is; its bar stands in the margin of the column.
fn scroll(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let wider = rect.with_max_x(rect.right() + SIDE - 1.0);
    let width = rect.width();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(wider));
    ScrollArea::vertical().auto_shrink(false).show(&mut inner, |ui| {
        ui.set_max_width(width);
        content(ui);
    });
    ui.allocate_rect(rect, Sense::hover());
}

fn show_sections(world: &mut World, ui: &mut Ui, sections: RangeInclusive<Section>) {
    let systems: Vec<_> = world.resource::<Sections>().0.range(sections).map(|(_, &system)| system).collect();
    for system in systems {
        if let Err(error) = world.run_system_with(system, &mut *ui) {
            bevy::log::warn_once!("a section of the panels was not shown: {error}");
        }
    }
}

fn left(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        free.take(&ctx, "left", |root| {
            let column = egui::Panel::left("controls").frame(frame()).resizable(false);
            column.exact_size(width(&ctx)).show(root, |ui| {
                show_sections(world, ui, FIXED);
                scroll(ui, |ui| show_sections(world, ui, SETTINGS));
            });
        });
    });
}

fn right(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        free.take(&ctx, "right", |root| {
            let column = egui::Panel::right("facts").frame(frame()).resizable(false);
            column.exact_size(width(&ctx)).show(root, |ui| {
                scroll(ui, |ui| show_sections(world, ui, FACTS));
            });
        });
    });
}
