//! Front: the panel that Esc closes, and the list of open panels in the log.

use super::wall::Wall;
use crate::shell::event_log::LogSystems;
use crate::shell::files::Log;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::panel::{CanOpen, Closer, FloatingPanels, MarkOpenPanels, Open, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::Modal;
use crate::shell::tool::Tool;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Last, Update};
use bevy::ecs::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::state::state::State;
use serde_json::{Value, json};
use stonefield_sim::{Advice, Pace, RequestKind, Thinking};

pub(super) fn plugin(app: &mut App) {
    let log = window_facts.pipe(log_facts).run_if(resource_exists::<Log>);
    app.add_systems(Update, close.in_set(InputSystems::Act))
        .add_systems(Last, log.after(LogSystems).after(MarkOpenPanels));
}

/// Returns the titles of all panels that can be open. The log has the same names.
#[must_use]
pub fn panel_names() -> Vec<&'static str> {
    let mut app = App::new();
    app.add_plugins(StatesPlugin);
    crate::panels(&mut app);
    let mut panels = app.world_mut().query_filtered::<&Panel, With<CanOpen>>();
    panels.iter(app.world()).map(|panel| panel.title).collect()
}

/// Returns the open panels, the modal dialog and whether the game runs, as JSON for the log.
pub fn window_facts(
    panels: Query<&Panel, With<Open>>,
    goban: WatchedGoban<&Pace>,
    modal: Res<State<Modal>>,
) -> Value {
    let mut open: Vec<&Panel> = panels.iter().collect();
    open.sort_by_key(|panel| (!panel.place.is_over_board(), panel.order, panel.title));
    let open: Vec<&str> = open.into_iter().map(|panel| panel.title).collect();
    let runs = goban.get().is_some_and(|pace| pace.running);
    json!({ "fact": "window", "open": open, "question": modal.get().name(), "runs": runs })
}

/// Writes the facts to the log each time they change.
fn log_facts(In(facts): In<Value>, mut log: ResMut<Log>, mut logged: Local<Value>) {
    if *logged != facts {
        if let Err(error) = log.write(core::slice::from_ref(&facts)) {
            bevy::log::warn_once!("{error}");
        }
        *logged = facts;
    }
}

/// Handles Esc by the first that applies: closes the window in front, shows all boards instead of one,
/// ends marking by clicks, closes the panel opened last if it is brief, stops a mind that thinks, closes the
/// panel opened last. Modal dialogs, popups, and text fields outside of the front window take the key first.
fn close(
    mut actions: MessageReader<Action>,
    mut floating: FloatingPanels,
    panels: Query<(&Panel, &Open, &Closer)>,
    goban: WatchedGoban<(&Thinking, &Advice)>,
    (mut wall, mut tool): (ResMut<Wall>, ResMut<Tool>),
    mut requests: Requests,
    mut commands: Commands,
) {
    // Requests are handled after this system, so a second Esc in one frame would repeat the first.
    if actions.read().filter(|&&action| action == Action::Close).count() == 0 {
        return;
    }
    if let Some((_, closer)) = floating.front() {
        closer.into_iter().for_each(|closer| commands.run_system(closer.0));
        return;
    }
    let docked = panels.iter().filter(|(panel, ..)| !panel.place.is_over_board());
    let last = docked.max_by_key(|(panel, open, _)| (**open, panel.order));
    let thinks = goban.get().is_some_and(|(thinking, advice)| thinking.is_active() || advice.is_active());
    if wall.leave() {
        // The wall shows all boards again.
    } else if matches!(*tool, Tool::Mark(_) | Tool::Letter) {
        *tool = Tool::Hand;
    } else if thinks && !last.is_some_and(|(panel, ..)| panel.brief) {
        requests.send([RequestKind::StopThinking]);
    } else if let Some((.., closer)) = last {
        commands.run_system(closer.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::{self, WalkPanel};
    use super::super::{compare, phases};
    use super::*;
    use crate::shell::panel::{self, AddPanel, Place};
    use crate::shell::state::{Redraw, ShownBoards, Watched};
    use crate::testing::harness;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::state::app::AppExtStates;
    use bevy_egui::egui::{TextEdit, WidgetInfo, WidgetType, accesskit::Role, pos2};
    use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use std::collections::BTreeSet;
    use stonefield_go::{ByColor, Color, Point};
    use stonefield_sim::{
        Advice, GameSetup, Occupancy, Phases, Request, SimSystems, create_app, spawn_goban,
    };

    /// Titles of the open panels.
    #[derive(Resource, Default)]
    struct Opened(BTreeSet<&'static str>);

    const FLOATING: [Panel; 3] =
        [Panel::floating("One", 0), Panel::floating("Two", 1), Panel::floating("Three", 2)];

    /// Adds a panel that is open while its title is in [`Opened`].
    fn add(app: &mut App, panel: Panel) {
        app.init_resource::<Opened>().add_closable(
            panel,
            move |opened: Res<Opened>| opened.0.contains(panel.title),
            move |mut opened: ResMut<Opened>| opened.0.retain(|title| *title != panel.title),
        );
    }

    /// Returns an app with a game and the resources of [`close`].
    fn game() -> App {
        let mut app = create_app();
        let brains = ByColor::from_fn(|_| "random".parse().expect("a mind"));
        let setup = GameSetup { brains, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        app.add_plugins(StatesPlugin)
            .init_state::<Modal>()
            .insert_resource(Watched(goban))
            .init_resource::<ShownBoards>()
            .init_resource::<Wall>()
            .init_resource::<Tool>()
            .init_resource::<Redraw>()
            .init_resource::<EguiUserTextures>()
            .add_message::<Action>()
            .add_plugins((panel::plugin, plugin));
        app.configure_sets(Update, InputSystems::Act.before(SimSystems::Answer));
        app
    }

    /// Presses Esc and runs two frames.
    fn esc(app: &mut App) {
        app.world_mut().write_message(Action::Close);
        (0..2).for_each(|_| app.update());
    }

    /// Returns the titles of the open panels in the order in which they were opened.
    fn open_panels(app: &mut App) -> Vec<&'static str> {
        let mut panels = app.world_mut().query::<(&Panel, &Open)>();
        let mut open: Vec<_> = panels.iter(app.world()).collect();
        open.sort_by_key(|(panel, open)| (**open, panel.order));
        open.into_iter().map(|(panel, _)| panel.title).collect()
    }

    /// Returns the upper left corner of the window with this number, in points.
    fn corner(number: usize) -> [f32; 2] {
        [20.0 + 70.0 * number as f32, 20.0 + 50.0 * number as f32]
    }

    /// Returns a harness that draws a window with a text field for each open panel of [`FLOATING`].
    fn floating_windows() -> Harness<'static, App> {
        let mut app = game();
        FLOATING.into_iter().for_each(|panel| add(&mut app, panel));
        app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
        harness([1100.0, 800.0], app, |ui, app| {
            app.update();
            let world = app.world_mut();
            let mut contexts = world.query::<&mut EguiContext>();
            *contexts.single_mut(world).expect("one").get_mut() = ui.ctx().clone();
            let opened = world.resource::<Opened>();
            let open = FLOATING.iter().enumerate().filter(|(_, panel)| opened.0.contains(panel.title));
            for (at, panel) in open {
                let size = [200.0, 120.0];
                panel.window().default_pos(corner(at)).fixed_size(size).show(ui.ctx(), |ui| {
                    ui.set_min_size(size.into());
                    let field = ui.add(TextEdit::singleline(&mut String::new()));
                    field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, panel.title));
                });
            }
        })
    }

    fn open(harness: &mut Harness<'_, App>, title: &'static str) {
        harness.state_mut().world_mut().resource_mut::<Opened>().0.insert(title);
        harness.run_steps(3);
    }

    fn front(harness: &mut Harness<'_, App>) -> Option<&'static str> {
        let system = |mut panels: FloatingPanels| panels.front().map(|(panel, _)| panel.title);
        harness.state_mut().world_mut().run_system_once(system).expect("valid system parameters")
    }

    fn types_in_front(harness: &mut Harness<'_, App>) -> bool {
        let system = |mut panels: FloatingPanels| panels.types_in_front();
        harness.state_mut().world_mut().run_system_once(system).expect("valid system parameters")
    }

    fn press_esc(harness: &mut Harness<'_, App>) {
        harness.state_mut().world_mut().write_message(Action::Close);
        harness.run_steps(3);
    }

    #[test]
    fn the_window_opened_or_clicked_last_is_closed_first() {
        let mut harness = floating_windows();
        harness.run_steps(2);
        assert_eq!(front(&mut harness), None);
        ["Two", "One", "Three"].into_iter().for_each(|title| open(&mut harness, title));
        assert_eq!(front(&mut harness), Some("Three"));
        // A click on a part of window "Two" that no other covers brings it to the front.
        let [left, top] = corner(1);
        let inside = pos2(left + 195.0, top + 30.0);
        harness.hover_at(inside);
        harness.drag_at(inside);
        harness.drop_at(inside);
        harness.run_steps(3);
        for title in ["Two", "Three", "One"] {
            assert_eq!(front(&mut harness), Some(title));
            press_esc(&mut harness);
        }
        assert_eq!(front(&mut harness), None);
    }

    #[test]
    fn typing_counts_only_in_the_window_in_front() {
        let mut harness = floating_windows();
        open(&mut harness, "One");
        assert!(!types_in_front(&mut harness));
        harness.get_by_role_and_label(Role::TextInput, "One").focus();
        harness.run_steps(3);
        assert!(types_in_front(&mut harness));
        open(&mut harness, "Two");
        assert!(!types_in_front(&mut harness));
    }

    fn compares(app: &App) -> bool {
        app.world().get::<Advice>(app.world().resource::<Watched>().0).is_some_and(Advice::compares)
    }

    #[test]
    fn closing_the_window_of_compared_minds_stops_asking() {
        let mut app = game();
        app.add_plugins(compare::plugin);
        app.world_mut().write_message(Action::Compare);
        app.update();
        assert_eq!(open_panels(&mut app), ["Minds compared"]);
        assert!(compares(&app));
        esc(&mut app);
        assert_eq!(open_panels(&mut app), [""; 0]);
        assert!(!compares(&app));
    }

    #[test]
    fn the_docked_panel_opened_last_is_closed_first() {
        let mut app = game();
        let panels = [
            Panel::new("Record", Place::Below, 10),
            Panel::new("Tree", Place::Below, 20),
            Panel::new("Selection", Place::Board, 30),
        ];
        panels.into_iter().for_each(|panel| add(&mut app, panel));
        esc(&mut app);
        for title in ["Tree", "Record", "Selection"] {
            app.world_mut().resource_mut::<Opened>().0.insert(title);
            app.update();
        }
        let order = ["Tree", "Record", "Selection"];
        for count in (0..=3).rev() {
            assert_eq!(open_panels(&mut app), order[..count]);
            esc(&mut app);
        }
        // Panels opened in the same frame are sorted by their `order`.
        app.world_mut().resource_mut::<Opened>().0.extend(order);
        app.update();
        assert_eq!(open_panels(&mut app), ["Record", "Tree", "Selection"]);
    }

    #[test]
    fn of_phases_and_walk_the_panel_opened_last_is_closed_first() {
        let mut app = game();
        let goban = app.world().resource::<Watched>().0;
        app.add_plugins((phases::plugin, walk::plugin))
            .add_systems(Update, walk::follow.after(SimSystems::Pace));
        let phases = |app: &mut App| {
            app.world_mut().write_message(Request { goban, kind: RequestKind::Phase });
            (0..2).for_each(|_| app.update());
            assert!(app.world().get::<Phases>(goban).is_some());
        };
        let walk = |app: &mut App| {
            let begin = move |gobans: Query<&Occupancy>, mut walk: ResMut<WalkPanel>| {
                let occupancy = gobans.get(goban).expect("a board");
                walk.begin(goban, occupancy, Point::new(0, 0), Color::Black);
            };
            app.world_mut().run_system_once(begin).expect("valid system parameters");
            app.update();
        };
        phases(&mut app);
        walk(&mut app);
        assert_eq!(open_panels(&mut app), ["Phases", "Walk"]);
        esc(&mut app);
        assert_eq!(open_panels(&mut app), ["Phases"]);
        esc(&mut app);
        assert_eq!(open_panels(&mut app), [""; 0]);
        walk(&mut app);
        // Two phases: before a move is chosen, Esc would undo the beginning of the tick.
        (0..2).for_each(|_| phases(&mut app));
        assert_eq!(open_panels(&mut app), ["Walk", "Phases"]);
        // Esc completes the tick. The walk stays open on the new position.
        let hash = |app: &App| app.world().get::<Occupancy>(goban).expect("a board").hash();
        let before = hash(&app);
        esc(&mut app);
        assert_ne!(hash(&app), before);
        assert_eq!(open_panels(&mut app), ["Walk"]);
        esc(&mut app);
        assert_eq!(open_panels(&mut app), [""; 0]);
    }

    #[test]
    fn marking_by_clicks_ends_before_a_panel_is_closed() {
        let mut app = game();
        let panels =
            [Panel::new("Lesson", Place::Lesson, 10), Panel::new("Banner", Place::Caption, 20).brief()];
        panels.into_iter().for_each(|panel| add(&mut app, panel));
        app.world_mut().resource_mut::<Opened>().0.insert("Lesson");
        app.update();
        app.world_mut().resource_mut::<Opened>().0.insert("Banner");
        app.update();
        *app.world_mut().resource_mut::<Tool>() = Tool::Letter;
        esc(&mut app);
        assert_eq!(*app.world().resource::<Tool>(), Tool::Hand);
        assert_eq!(open_panels(&mut app), ["Lesson", "Banner"]);
        esc(&mut app);
        assert_eq!(open_panels(&mut app), ["Lesson"]);
    }

    #[test]
    fn panel_titles_are_unique() {
        let names = panel_names();
        assert!(names.len() >= 24 && names.contains(&"Learn") && names.contains(&"Wall"), "{names:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
