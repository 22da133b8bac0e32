//! What is open: what the log tells of it, and what Esc closes, the window in front and else what was opened last.

use super::banner::Banner;
use super::beside::Beside;
use super::bookmarks::BookmarksWindow;
use super::columns::OpenColumn;
use super::compare::Comparison;
use super::console::Console;
use super::engines::EnginesPanel;
use super::floating::FloatingWindow;
use super::game_info::GameInfo;
use super::help::Help;
use super::introduction::Introduction;
use super::laboratory::LabWindow;
use super::lessons::{Course, Learning};
use super::pictures::PicturesPanel;
use super::plots::Plots;
use super::record::RecordPanel;
use super::search::SearchTree;
use super::stone_menu::StoneMenu;
use super::stone_table::StoneTable;
use super::stone_watch::StoneWatch;
use super::walk::WalkPanel;
use super::wall::Wall;
use crate::shell::chord::Chord;
use crate::shell::event_log::LogSystems;
use crate::shell::files::Log;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layers::Layers;
use crate::shell::lit_groups::LitGroups;
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::{Modal, Selected};
use crate::shell::tool::Tool;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Last, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::state::state::State;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, LayerId, Memory};
use serde_json::{Value, json};
use stonefield_sim::RequestKind;

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
    bookmarks: ResMut<'w, BookmarksWindow>,
    stones: ResMut<'w, StoneTable>,
    pictures: ResMut<'w, PicturesPanel>,
    column: ResMut<'w, OpenColumn>,
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
            FloatingWindow::Bookmarks => self.bookmarks.open,
            FloatingWindow::Stones => self.stones.open,
            FloatingWindow::Pictures => self.pictures.is_open(),
            FloatingWindow::Column => self.column.0.is_some(),
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
            FloatingWindow::Bookmarks => self.bookmarks.open = false,
            FloatingWindow::Stones => self.stones.open = false,
            FloatingWindow::Pictures => self.pictures.close(),
            FloatingWindow::Column => self.column.0 = None,
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

    /// Takes a key for the action that one is chosen for; returns whether it was.
    pub fn take_key(&mut self, chord: Chord) -> bool {
        let takes = self.help.takes_keys();
        if takes {
            self.help.take(chord);
        }
        takes
    }

    /// Whether a field for text has the keyboard, anywhere.
    pub fn has_typing(&mut self) -> bool {
        self.context().is_some_and(|ctx| ctx.text_edit_focused())
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

/// What else is open that Esc closes: it has a place of its own, and is in front of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenPart {
    /// The record below the board.
    Record,
    /// The search tree below it.
    SearchTree,
    /// A stone or a patch is inspected.
    Selection,
    /// Groups are lit on the board.
    LitGroups,
    /// Boards beside each other.
    Boards,
    /// The lesson on the board.
    Lesson,
    /// What the introduction says.
    Introduction,
    /// How the game ended.
    Banner,
    /// The phases of a tick.
    Phases,
    /// The liberty walk.
    Walk,
    /// A stone is followed.
    Follow,
    /// The menu of a point.
    Menu,
}

impl OpenPart {
    /// All of them; of those that were opened at once the later is closed first.
    const ALL: [Self; 12] = [
        Self::Record,
        Self::SearchTree,
        Self::Selection,
        Self::LitGroups,
        Self::Boards,
        Self::Lesson,
        Self::Introduction,
        Self::Banner,
        Self::Phases,
        Self::Walk,
        Self::Follow,
        Self::Menu,
    ];
}

impl OpenPart {
    /// Whether it is closed before a mind is told to stop.
    const fn comes_first(self) -> bool {
        matches!(self, Self::Introduction | Self::Banner | Self::Follow | Self::Menu)
    }
}

impl OpenPart {
    /// Its name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::Record => "Record",
            Self::SearchTree => "Search tree",
            Self::Selection => "Selection",
            Self::LitGroups => "Lit groups",
            Self::Boards => "Boards",
            Self::Lesson => "Lesson",
            Self::Introduction => "Introduction",
            Self::Banner => "Banner",
            Self::Phases => "Phases",
            Self::Walk => "Walk",
            Self::Follow => "Follow",
            Self::Menu => "Menu",
        }
    }
}

/// The wall's name in the log; Esc does not close it.
const WALL: &str = "Wall";

/// The names of all that can be opened, as the log has them.
pub fn panel_names() -> impl Iterator<Item = &'static str> {
    let windows = FloatingWindow::ALL.into_iter().map(FloatingWindow::title);
    windows.chain(OpenPart::ALL.into_iter().map(OpenPart::name)).chain([WALL])
}

/// The parts that are open, in the order in which they were opened.
#[derive(Resource, Debug, Default)]
struct OpenOrder(Vec<OpenPart>);

/// All parts that Esc closes, and what else it does.
#[derive(SystemParam)]
struct OpenParts<'w, 's> {
    goban: WatchedGoban<'w, 's>,
    order: ResMut<'w, OpenOrder>,
    record: ResMut<'w, RecordPanel>,
    tree: ResMut<'w, SearchTree>,
    selected: ResMut<'w, Selected>,
    lit: ResMut<'w, LitGroups>,
    boards: ResMut<'w, Beside>,
    course: ResMut<'w, Course>,
    layers: ResMut<'w, Layers>,
    introduction: ResMut<'w, Introduction>,
    banner: ResMut<'w, Banner>,
    walk: ResMut<'w, WalkPanel>,
    stones: (ResMut<'w, StoneWatch>, ResMut<'w, StoneMenu>),
    wall: ResMut<'w, Wall>,
    tool: ResMut<'w, Tool>,
    requests: Requests<'w>,
}

impl OpenParts<'_, '_> {
    fn is_open(&self, part: OpenPart) -> bool {
        match part {
            OpenPart::Record => self.record.open,
            OpenPart::SearchTree => self.tree.open,
            OpenPart::Selection => self.selected.0.is_some(),
            OpenPart::LitGroups => self.lit.0.is_some(),
            OpenPart::Boards => self.boards.is_open(),
            OpenPart::Lesson => self.course.is_open(),
            OpenPart::Introduction => self.introduction.is_open(),
            OpenPart::Banner => self.banner.is_open(),
            OpenPart::Phases => self.goban.get().is_some_and(|goban| goban.phases.is_some()),
            OpenPart::Walk => self.walk.is_open(),
            OpenPart::Follow => self.stones.0.is_following(),
            OpenPart::Menu => self.stones.1.is_open(),
        }
    }

    /// Keeps up with what was opened and closed.
    fn note(&mut self) {
        let mut order = std::mem::take(&mut self.order.bypass_change_detection().0);
        order.retain(|&part| self.is_open(part));
        let new = OpenPart::ALL.into_iter().filter(|&part| self.is_open(part) && !order.contains(&part));
        let new: Vec<OpenPart> = new.collect();
        order.extend(new);
        self.order.bypass_change_detection().0 = order;
    }

    /// Closes the one that was opened last, or stops what goes on before it.
    fn close(&mut self) {
        let last = self.order.0.last().copied();
        let thinks =
            self.goban.get().is_some_and(|goban| goban.thinking.is_active() || goban.advice.is_active());
        if self.wall.leave() {
            // All boards are shown again.
        } else if matches!(*self.tool, Tool::Mark(_) | Tool::Letter) {
            *self.tool = Tool::Hand;
        } else if thinks && !last.is_some_and(OpenPart::comes_first) {
            self.requests.send([RequestKind::StopThinking]);
        } else if let Some(last) = last {
            self.close_part(last);
        }
    }

    fn close_part(&mut self, part: OpenPart) {
        match part {
            OpenPart::Record => self.record.open = false,
            OpenPart::SearchTree => self.tree.open = false,
            OpenPart::Selection => self.selected.0 = None,
            OpenPart::LitGroups => self.lit.0 = None,
            OpenPart::Boards => self.boards.switch(),
            OpenPart::Lesson => self.course.leave(&mut self.layers, &mut self.requests),
            OpenPart::Introduction => self.introduction.end(),
            OpenPart::Banner => self.banner.close(),
            OpenPart::Phases => self.requests.send([RequestKind::FinishTick]),
            OpenPart::Walk => self.walk.close(),
            OpenPart::Follow => self.stones.0.follow_none(),
            OpenPart::Menu => self.stones.1.close(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenOrder>()
        .add_systems(Update, close.in_set(InputSystems::Act))
        .add_systems(Last, window_facts.pipe(log_facts).run_if(resource_exists::<Log>).after(LogSystems));
}

/// What is open, which tab is, which question stands and whether the game runs, as the log has it.
fn window_facts(
    windows: FloatingWindows,
    parts: OpenParts,
    settings: Res<Settings>,
    modal: Res<State<Modal>>,
) -> Value {
    let mut open: Vec<&str> = Vec::new();
    open.extend(FloatingWindow::ALL.into_iter().filter(|&it| windows.is_open(it)).map(FloatingWindow::title));
    open.extend(OpenPart::ALL.into_iter().filter(|&part| parts.is_open(part)).map(OpenPart::name));
    open.extend(parts.wall.is_open().then_some(WALL));
    let runs = parts.goban.get().is_some_and(|goban| goban.pace.running);
    json!({ "fact": "window", "open": open, "tab": settings.tab.name(), "question": modal.get().name(), "runs": runs })
}

/// The same for those who have the world; null before there is a window.
#[cfg(target_family = "wasm")]
pub fn window_facts_of(world: &mut World) -> Value {
    world.run_system_cached(window_facts).unwrap_or_default()
}

/// Writes them to the log each time that they change.
fn log_facts(In(now): In<Value>, mut log: ResMut<Log>, mut known: Local<Value>) {
    if *known != now {
        if let Err(error) = log.write(core::slice::from_ref(&now)) {
            bevy::log::warn_once!("{error}");
        }
        *known = now;
    }
}

/// Closes one thing that is open, or stops one that goes on. Nothing else hears the key, but for a question that stands over everything, and a field
/// that is left by it.
fn close(mut actions: MessageReader<Action>, mut windows: FloatingWindows, mut parts: OpenParts) {
    parts.note();
    // What is asked of a goban is done after this: a second key of this frame would ask for the same.
    if actions.read().filter(|&&action| action == Action::Close).count() == 0 {
        return;
    }
    match windows.front() {
        Some(window) => parts.requests.send(windows.close(window)),
        None => parts.close(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::files::SettingsFile;
    use crate::shell::state::{Redraw, ShownBoards, Watched};
    use crate::testing::harness;
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::egui::{TextEdit, WidgetInfo, WidgetType, accesskit::Role, pos2};
    use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::{ByColor, Color, Point};
    use stonefield_sim::{GameSetup, Occupancy, Phases, Request, SimSystems, create_app, spawn_goban};

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
            .init_resource::<BookmarksWindow>()
            .init_resource::<StoneTable>()
            .init_resource::<PicturesPanel>()
            .init_resource::<OpenColumn>()
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

    /// A game beside which all parts can be opened.
    fn parts() -> (App, Entity) {
        let mut app = create_app();
        let brains = ByColor::from_fn(|_| "random".parse().expect("a mind"));
        let setup = GameSetup { brains, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        app.insert_resource(Watched(goban))
            .insert_resource(Course::opened(0))
            .insert_resource(Introduction::beside(&SettingsFile(None)))
            .init_resource::<ShownBoards>()
            .init_resource::<OpenOrder>()
            .init_resource::<Selected>()
            .init_resource::<LitGroups>()
            .init_resource::<Beside>()
            .init_resource::<Layers>()
            .init_resource::<Banner>()
            .init_resource::<WalkPanel>()
            .init_resource::<StoneWatch>()
            .init_resource::<StoneMenu>()
            .init_resource::<RecordPanel>()
            .init_resource::<SearchTree>()
            .init_resource::<Wall>()
            .init_resource::<Tool>()
            .init_resource::<Redraw>()
            .add_systems(
                Update,
                (
                    (|mut parts: OpenParts| parts.note()).before(SimSystems::Answer),
                    super::super::walk::follow.after(SimSystems::Pace),
                ),
            );
        app.update();
        (app, goban)
    }

    fn esc(app: &mut App) {
        ask(app, |mut parts: OpenParts| parts.close());
        (0..2).for_each(|_| app.update());
    }

    fn parts_open(app: &App) -> Vec<OpenPart> {
        app.world().resource::<OpenOrder>().0.clone()
    }

    #[test]
    fn the_panels_below_the_board_are_closed_in_their_turn() {
        let (mut app, _) = parts();
        esc(&mut app);
        app.world_mut().resource_mut::<SearchTree>().open = true;
        app.update();
        app.world_mut().resource_mut::<Selected>().0 = Some(Point::new(1, 1));
        app.world_mut().resource_mut::<RecordPanel>().open = true;
        app.update();
        assert_eq!(parts_open(&app), [OpenPart::SearchTree, OpenPart::Record, OpenPart::Selection]);
        for left in (0..3).rev() {
            esc(&mut app);
            assert_eq!(parts_open(&app).len(), left);
        }
    }

    #[test]
    fn of_phases_and_a_walk_the_one_opened_last_is_closed_first() {
        let (mut app, goban) = parts();
        esc(&mut app);
        assert_eq!(parts_open(&app), [], "Esc leaves a lesson");
        let phases = |app: &mut App| {
            app.world_mut().write_message(Request { goban, kind: RequestKind::Phase });
            (0..2).for_each(|_| app.update());
            assert!(app.world().get::<Phases>(goban).is_some());
        };
        let walk = |app: &mut App| {
            let world = app.world_mut();
            let begin = move |gobans: Query<&Occupancy>, mut walk: ResMut<WalkPanel>| {
                let occupancy = gobans.get(goban).expect("a board");
                walk.begin(goban, occupancy, Point::new(0, 0), Color::Black);
            };
            world.run_system_once(begin).expect("its parameters are there");
            app.update();
        };
        phases(&mut app);
        walk(&mut app);
        assert_eq!(parts_open(&app), [OpenPart::Phases, OpenPart::Walk]);
        esc(&mut app);
        assert_eq!(parts_open(&app), [OpenPart::Phases]);
        esc(&mut app);
        assert_eq!(parts_open(&app), []);
        walk(&mut app);
        // Until somebody has chosen a move, the tick would be as if it had not begun.
        (0..2).for_each(|_| phases(&mut app));
        assert_eq!(parts_open(&app), [OpenPart::Walk, OpenPart::Phases]);
        // The rest of the tick is done, and the walk is over the board that it leads to.
        let hash = |app: &App| app.world().get::<Occupancy>(goban).expect("a board").hash();
        let before = hash(&app);
        esc(&mut app);
        assert_ne!(hash(&app), before);
        assert_eq!(parts_open(&app), [OpenPart::Walk]);
        esc(&mut app);
        assert_eq!(parts_open(&app), []);
    }

    #[test]
    fn what_is_looked_at_in_a_lesson_is_closed_before_it_and_a_caption_by_itself() {
        let (mut app, goban) = parts();
        app.insert_resource(Selected(Some(Point::new(2, 2))));
        app.update();
        app.world_mut().resource_mut::<Introduction>().begin();
        app.update();
        app.world_mut().resource_mut::<Banner>().open(goban, 1);
        app.update();
        let all = [OpenPart::Lesson, OpenPart::Selection, OpenPart::Introduction, OpenPart::Banner];
        for left in (0..all.len()).rev() {
            esc(&mut app);
            assert_eq!(parts_open(&app), all[..left]);
        }
    }
}
