//! Which of the windows over the board is in front, and how each of them is closed.

use super::banner::Banner;
use super::columns::OpenColumn;
use super::compare::Comparison;
use super::console::Console;
use super::engines::EnginesPanel;
use super::floating::FloatingWindow;
use super::game_info::GameInfo;
use super::help::Help;
use super::laboratory::LabWindow;
use super::lessons::Learning;
use super::plots::Plots;
use crate::sim::RequestKind;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, LayerId, Memory};

/// All that floats over the board.
#[derive(SystemParam)]
pub struct FloatingWindows<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    help: ResMut<'w, Help>,
    learning: ResMut<'w, Learning>,
    console: ResMut<'w, Console>,
    info: ResMut<'w, GameInfo>,
    engines: ResMut<'w, EnginesPanel>,
    comparison: ResMut<'w, Comparison>,
    laboratory: ResMut<'w, LabWindow>,
    plots: ResMut<'w, Plots>,
    column: ResMut<'w, OpenColumn>,
    banner: ResMut<'w, Banner>,
}

impl FloatingWindows<'_, '_> {
    /// Whether one of them is open.
    #[must_use]
    pub fn is_open(&self, window: FloatingWindow) -> bool {
        match window {
            FloatingWindow::Keys => self.help.open,
            FloatingWindow::Learn => self.learning.open.is_some(),
            FloatingWindow::Console => self.console.open,
            FloatingWindow::GameInfo => self.info.is_open(),
            FloatingWindow::Engines => self.engines.is_open(),
            FloatingWindow::Comparison => self.comparison.is_open(),
            FloatingWindow::Laboratory => self.laboratory.open,
            FloatingWindow::Plots => self.plots.open,
            FloatingWindow::Column => self.column.0.is_some(),
            FloatingWindow::Banner => self.banner.is_open(),
        }
    }

    /// Closes one of them; returns what is to be asked of the goban then.
    pub fn close(&mut self, window: FloatingWindow) -> Option<RequestKind> {
        match window {
            FloatingWindow::Keys => self.help.open = false,
            FloatingWindow::Learn => self.learning.open = None,
            FloatingWindow::Console => self.console.open = false,
            FloatingWindow::GameInfo => self.info.close(),
            FloatingWindow::Engines => self.engines.close(),
            FloatingWindow::Comparison => return Some(self.comparison.close()),
            FloatingWindow::Laboratory => self.laboratory.open = false,
            FloatingWindow::Plots => self.plots.open = false,
            FloatingWindow::Column => self.column.0 = None,
            FloatingWindow::Banner => self.banner.close(),
        }
        None
    }

    /// The one in front of the others: opened last, or clicked since.
    #[must_use]
    pub fn front(&mut self) -> Option<FloatingWindow> {
        let ctx = self.context();
        let layers: Vec<LayerId> =
            ctx.map_or_else(Vec::new, |ctx| ctx.memory(|memory| memory.layer_ids().collect()));
        // One that has not been drawn yet is the newest.
        let height = |window: &FloatingWindow| {
            layers.iter().position(|&layer| layer == window.layer()).unwrap_or(layers.len())
        };
        FloatingWindow::ALL.into_iter().filter(|&window| self.is_open(window)).max_by_key(height)
    }

    /// Whether the user types in the window in front.
    #[must_use]
    pub fn types_in_front(&mut self) -> bool {
        let Some((front, ctx)) = self.front().zip(self.context()) else { return false };
        // A field of a column is left, and the column stays.
        let field = ctx.memory(Memory::focused).and_then(|field| ctx.read_response(field));
        front != FloatingWindow::Column && field.is_some_and(|field| field.layer_id == front.layer())
    }

    fn context(&mut self) -> Option<Context> {
        self.contexts.ctx_mut().ok().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::harness::harness;
    use super::*;
    use bevy::app::App;
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::egui::{TextEdit, WidgetInfo, WidgetType, accesskit::Role, pos2};
    use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    fn ask<T: 'static, M>(app: &mut App, of: impl IntoSystem<(), T, M> + 'static) -> T {
        app.world_mut().run_system_once(of).expect("its parameters are there")
    }

    /// Where the window with this number stands.
    fn place(number: usize) -> [f32; 2] {
        [20.0 + 70.0 * number as f32, 20.0 + 50.0 * number as f32]
    }

    /// A window for each that is open, with a field in it.
    fn board() -> Harness<'static, App> {
        let mut app = App::new();
        app.init_resource::<Help>()
            .init_resource::<Learning>()
            .init_resource::<Console>()
            .init_resource::<GameInfo>()
            .init_resource::<EnginesPanel>()
            .init_resource::<Comparison>()
            .init_resource::<LabWindow>()
            .init_resource::<Plots>()
            .init_resource::<OpenColumn>()
            .init_resource::<Banner>()
            .init_resource::<EguiUserTextures>();
        app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
        harness([1100.0, 800.0], app, |ui, app| {
            let world = app.world_mut();
            let mut contexts = world.query::<&mut EguiContext>();
            *contexts.single_mut(world).expect("one").get_mut() = ui.ctx().clone();
            let open: Vec<usize> = ask(app, |windows: FloatingWindows| {
                let all = FloatingWindow::ALL.into_iter().enumerate();
                all.filter(|(_, window)| windows.is_open(*window)).map(|(at, _)| at).collect::<Vec<_>>()
            });
            for at in open {
                let window = FloatingWindow::ALL[at];
                let size = [200.0, 120.0];
                window.window().default_pos(place(at)).fixed_size(size).show(ui.ctx(), |ui| {
                    ui.set_min_size(size.into());
                    let field = ui.add(TextEdit::singleline(&mut String::new()));
                    field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, window.title()));
                });
            }
        })
    }

    fn open(harness: &mut Harness<'_, App>, change: impl Fn(&mut FloatingWindows) + Send + Sync + 'static) {
        ask(harness.state_mut(), move |mut windows: FloatingWindows| change(&mut windows));
        harness.run_steps(3);
    }

    fn front(harness: &mut Harness<'_, App>) -> Option<FloatingWindow> {
        ask(harness.state_mut(), |mut windows: FloatingWindows| windows.front())
    }

    /// Closes the window in front, as Esc does.
    fn close(harness: &mut Harness<'_, App>) -> Option<RequestKind> {
        let asked = ask(harness.state_mut(), |mut windows: FloatingWindows| {
            let front = windows.front();
            front.and_then(|front| windows.close(front))
        });
        harness.run_steps(3);
        asked
    }

    #[test]
    fn the_window_opened_last_or_clicked_since_is_closed_first() {
        let mut harness = board();
        assert_eq!(front(&mut harness), None);
        open(&mut harness, |windows| windows.laboratory.open = true);
        open(&mut harness, |windows| windows.info.switch());
        open(&mut harness, |windows| windows.console.switch());
        assert_eq!(front(&mut harness), Some(FloatingWindow::Console));
        // A click on the lower right corner of another brings it to the front.
        let at = FloatingWindow::ALL.iter().position(|&window| window == FloatingWindow::Laboratory);
        let [left, top] = place(at.expect("one of them"));
        let corner = pos2(left + 195.0, top + 115.0);
        harness.hover_at(corner);
        harness.drag_at(corner);
        harness.drop_at(corner);
        harness.run_steps(3);
        for window in [FloatingWindow::Laboratory, FloatingWindow::Console, FloatingWindow::GameInfo] {
            assert_eq!(front(&mut harness), Some(window));
            close(&mut harness);
        }
        assert_eq!(front(&mut harness), None);
    }

    #[test]
    fn one_that_has_not_been_drawn_is_the_newest_and_each_can_be_closed() {
        let mut harness = board();
        open(&mut harness, |windows| {
            windows.plots.open = true;
            windows.column.0 = Some(super::super::columns::Column::Facts);
            windows.engines.switch();
        });
        ask(harness.state_mut(), |mut windows: FloatingWindows| windows.help.open = true);
        assert_eq!(front(&mut harness), Some(FloatingWindow::Keys));
        for left in (0..4).rev() {
            close(&mut harness);
            let open = ask(harness.state_mut(), |windows: FloatingWindows| {
                FloatingWindow::ALL.into_iter().filter(|&window| windows.is_open(window)).count()
            });
            assert_eq!(open, left);
        }
    }

    #[test]
    fn a_window_is_closed_while_something_is_typed_in_it_and_in_no_other() {
        let mut harness = board();
        open(&mut harness, |windows| windows.info.switch());
        assert!(!ask(harness.state_mut(), |mut windows: FloatingWindows| windows.types_in_front()));
        harness.get_by_role_and_label(Role::TextInput, "Game info").focus();
        harness.run_steps(3);
        assert!(ask(harness.state_mut(), |mut windows: FloatingWindows| windows.types_in_front()));
        open(&mut harness, |windows| windows.engines.switch());
        assert!(!ask(harness.state_mut(), |mut windows: FloatingWindows| windows.types_in_front()));
    }

    #[test]
    fn nobody_is_compared_once_that_window_is_closed() {
        let mut harness = board();
        open(&mut harness, |windows| drop(windows.comparison.open()));
        assert_eq!(close(&mut harness), Some(RequestKind::Compare(None)));
        assert_eq!(front(&mut harness), None);
    }
}
