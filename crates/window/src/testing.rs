//! Window for tests of panels, which find parts by their labels.

use crate::shell::palette::Theme;
use crate::shell::theme;
use bevy::app::App;
use bevy_egui::egui::{Ui, Vec2};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, PrimaryEguiContext};
use egui_kittest::Harness;

/// Returns a harness of a panel in a dark window of this size, in points, with a state that it keeps.
///
/// With `egui_kittest::kittest::Queryable` in scope: `harness.get_by_label("Go").click(); harness.run_ok();`.
/// `harness.state()` has what the panel wrote.
pub fn harness<'a, S: 'a>(
    size: [f32; 2],
    state: S,
    mut panel: impl FnMut(&mut Ui, &mut S) + 'a,
) -> Harness<'a, S> {
    let mut themed = false;
    let show = move |ui: &mut Ui, state: &mut S| {
        if !std::mem::replace(&mut themed, true) {
            theme::apply(ui.ctx(), Theme::Dark, 1.0);
            ui.set_style(ui.ctx().global_style());
        }
        panel(ui, state);
    };
    Harness::builder().with_size(Vec2::from(size)).build_ui_state(show, state)
}

/// Returns a window of this size, in points, whose panels the app draws, after its first frames.
pub fn app_window(size: [f32; 2], mut app: App) -> Harness<'static, App> {
    app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
    let mut window = harness(size, app, |ui, app| {
        let world = app.world_mut();
        let mut contexts = world.query::<&mut EguiContext>();
        *contexts.single_mut(world).expect("one").get_mut() = ui.ctx().clone();
        world.run_schedule(EguiPrimaryContextPass);
    });
    window.run_steps(4);
    window
}
