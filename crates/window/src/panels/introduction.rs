//! Introduction: sentences below the board, each after the event that it explains. Shown with the first game.

use super::super::record::RecordRequest;
use super::banner::{Banner, new_game_request};
use super::lessons::{Course, Learning, ShelfTab};
use crate::shell::files::SettingsFile;
use crate::shell::files::introduced::IntroducedFile;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layers::Layers;
use crate::shell::layout::is_one_row;
use crate::shell::look::Look;
use crate::shell::measure::Measuring;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::{Redraw, ShownBoards, Watched};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::egui::{Align, Align2, Button, Direction, Layout, Rect, RichText, Ui, UiBuilder, Vec2};
use core::time::Duration;
use stonefield_go::ByColor;
use stonefield_sim::{Captured, GobanSetup, Jumped, Merged, Pace, Request, RequestKind, SimSystems};

/// Time to read a sentence. A capture replaces a sentence after half of it.
const READ: Duration = Duration::from_secs(4);
/// Longest wait for a capture.
const WITHOUT_CAPTURE: Duration = Duration::from_secs(40);
/// Duration of the slow motion at the first capture, and the factor by which the speed is multiplied.
const SLOW: (Duration, f32) = (Duration::from_secs(3), 0.25);

/// Step of the introduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Agents,
    Groups,
    Capture,
    Temperature,
    /// The choice of what to do next.
    Ways,
}

impl Step {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Agents => "Every stone is an agent. It knows only its neighbours.",
            Self::Groups => "Touching stones link into a group.",
            Self::Capture => "No liberty left: the group vanishes.",
            Self::Temperature => "Orange is temperature: crowded places. Click any stone.",
            Self::Ways => "What now?",
        }
    }

    /// Returns the next step. `shown` is how long this step was shown; `merged` and `captured` are true if
    /// groups merged or a stone was captured since the last frame.
    fn next(self, shown: Duration, merged: bool, captured: bool) -> Self {
        match self {
            Self::Agents if merged && shown >= READ => Self::Groups,
            Self::Agents | Self::Groups if captured && shown >= READ / 2 => Self::Capture,
            Self::Groups if shown >= WITHOUT_CAPTURE => Self::Temperature,
            Self::Capture if shown >= READ => Self::Temperature,
            Self::Temperature if shown >= READ + READ / 2 => Self::Ways,
            same => same,
        }
    }
}

/// State of the introduction.
#[derive(Resource, Debug)]
pub struct Introduction {
    mark: IntroducedFile,
    /// Current step, and the time at which it began. `None`: the introduction is closed.
    step: Option<(Step, Instant)>,
    /// Board view when the introduction began.
    first_view: Option<BoardView>,
    slowed: Option<SlowedGame>,
}

/// Content of the board view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardView {
    goban: Entity,
    /// True if several boards, or one of these, are shown instead of a game.
    several: bool,
    lesson: bool,
}

/// A game in slow motion.
#[derive(Clone, Copy, Debug)]
struct SlowedGame {
    goban: Entity,
    /// Speed before, in ticks per second.
    rate: f32,
    since: Instant,
}

impl Introduction {
    /// Returns the introduction. It begins if the mark beside the settings file is missing.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        let mark = IntroducedFile::beside(settings);
        let mut introduction = Self { mark, step: None, first_view: None, slowed: None };
        if !introduction.mark.is_set() {
            introduction.begin();
        }
        introduction
    }

    /// Shows the introduction from the beginning.
    pub fn begin(&mut self) {
        (self.step, self.first_view) = (Some((Step::Agents, Instant::now())), None);
    }

    /// Closes the introduction without the mark, so that the next start of the program shows it.
    pub const fn postpone(&mut self) {
        self.step = None;
    }

    /// True while the introduction is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.step.is_some()
    }

    /// Ends the introduction, and sets the mark.
    pub fn end(&mut self) {
        self.step = None;
        self.mark.set();
    }

    /// Shows the next sentence without its event.
    #[cfg(test)]
    pub(super) fn turn(&mut self) {
        let next = |step| match step {
            Step::Agents => Step::Groups,
            Step::Groups => Step::Capture,
            Step::Capture => Step::Temperature,
            Step::Temperature | Step::Ways => Step::Ways,
        };
        self.step = self.step.map(|(step, _)| (next(step), Instant::now()));
    }
}

const PANEL: Panel = Panel::new("Introduction", Place::Caption, 10).brief();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>();
    let introduction = Introduction::beside(app.world().resource());
    app.insert_resource(introduction)
        .add_closable(
            PANEL,
            |panel: Res<Introduction>| panel.is_open(),
            |mut panel: ResMut<Introduction>| panel.end(),
        )
        .add_view(PANEL, show)
        .add_systems(
            Update,
            (end_with_game, follow).chain().after(SimSystems::Pace).run_if(not(resource_exists::<Measuring>)),
        );
}

/// Ends the introduction when another game, lesson or view replaces that with which it began.
fn end_with_game(
    mut jumps: MessageReader<Jumped>,
    watched: Res<Watched>,
    shown: Res<ShownBoards>,
    course: Option<Res<Course>>,
    mut introduction: ResMut<Introduction>,
) {
    let new_game = jumps.read().filter(|jump| jump.new_game && jump.goban == watched.0).count() > 0;
    if !introduction.is_open() {
        return;
    }
    let view = BoardView {
        goban: watched.0,
        several: shown.home.is_some() || !shown.gobans.is_empty(),
        lesson: course.is_some_and(|course| course.is_open()),
    };
    match introduction.first_view {
        Some(first) if new_game || first != view => introduction.end(),
        Some(_) => {}
        None => introduction.first_view = Some(view),
    }
}

/// Shows the next sentence after its event. Slows the game down at the first capture for a while.
fn follow(
    mut merges: MessageReader<Merged>,
    mut captures: MessageReader<Captured>,
    watched: Res<Watched>,
    paces: Query<&Pace>,
    mut introduction: ResMut<Introduction>,
    mut redraw: ResMut<Redraw>,
    mut requests: MessageWriter<Request>,
) {
    let id = watched.0;
    let merged = merges.read().filter(|fact| fact.goban == id).count() > 0;
    let captured = captures.read().filter(|fact| fact.goban == id).count() > 0;
    let open = introduction.is_open();
    // A speed that the user has set meanwhile is kept.
    if let Some(SlowedGame { goban, rate, .. }) =
        introduction.slowed.take_if(|slowed| !open || slowed.since.elapsed() >= SLOW.0)
        && paces.get(goban).is_ok_and(|pace| pace.rate == rate * SLOW.1)
    {
        requests.write(Request { goban, kind: RequestKind::Rate(rate) });
    }
    let (Some((step, since)), Ok(pace)) = (introduction.step, paces.get(id)) else { return };
    if matches!(step, Step::Capture | Step::Temperature) || introduction.slowed.is_some() {
        // Changes of the introduction depend on time, and a paused game causes no frames.
        redraw.within(Duration::from_millis(500));
    }
    let next = step.next(since.elapsed(), merged, captured);
    if next != step {
        introduction.step = Some((next, Instant::now()));
        let (rate, alone) = (pace.rate, introduction.first_view.is_some_and(|view| !view.several));
        if next == Step::Capture && alone && rate.is_finite() {
            introduction.slowed = Some(SlowedGame { goban: id, rate, since: Instant::now() });
            requests.write(Request { goban: id, kind: RequestKind::Rate(rate * SLOW.1) });
        }
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<&GobanSetup>,
    mut banner: ResMut<Banner>,
    mut introduction: ResMut<Introduction>,
    mut layers: ResMut<Layers>,
    (mut learning, mut panels): (ResMut<Learning>, OpenPanels),
    mut records: MessageWriter<RecordRequest>,
) {
    let (Some((step, _)), Some(setup)) = (introduction.step, goban.get()) else { return };
    if banner.is_open() {
        // The next game, which the banner begins by itself, would end the introduction before its last step.
        banner.bypass_change_detection().wait();
        return;
    }
    let Some(pressed) = panel(ui, step) else { return };
    introduction.end();
    let minds =
        |[black, white]: [&str; 2]| ByColor::new(black, white).map(|name| name.parse().unwrap_or_default());
    match pressed {
        Way::Play => {
            records.write(new_game_request(setup, 0, minds(["human", "mcts"])));
        }
        Way::Watch => {
            *layers = layers.with_look(Look::Thoughts.layers());
            records.write(new_game_request(setup, 0, minds(["mcts", "mcts"])));
        }
        Way::Lessons => learning.show(ShelfTab::Lessons, &mut panels),
        Way::Close => {}
    }
}

/// Button of the introduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Play,
    Watch,
    Lessons,
    Close,
}

/// Buttons of the last step: label and tooltip.
const WAYS: [(Way, &str, &str); 3] = [
    (Way::Play, "Play against it", "You are Black; a tree search is White"),
    (Way::Watch, "Watch it think", "Tree search against tree search, with what they consider"),
    (Way::Lessons, "Lessons", "Eight short ones: see, predict, run, check"),
];

/// Total width of the buttons, gap between two buttons, and width of the close button, in points.
const BUTTONS: f32 = 3.0 * 112.0 + 2.0 * GAP;
const GAP: f32 = 6.0;
const CLOSE: f32 = 24.0;

/// Shows a sentence, and in the last step the buttons: beside the question, or below it in a narrow panel.
/// Returns the clicked button.
fn panel(ui: &mut Ui, step: Step) -> Option<Way> {
    let all = ui.available_rect_before_wrap();
    let row = is_one_row(all.width());
    let mut pressed = None;
    let corner = if row { all } else { all.with_max_y(all.top() + CLOSE) };
    let (text, corner) = corner.split_left_right_at_x(corner.right() - CLOSE);
    let close = Align2::RIGHT_CENTER.align_size_within_rect(Vec2::splat(20.0), corner);
    let close = ui.put(close, Button::new("×").small());
    if close.on_hover_text(with_keys(ui, "End the introduction", Action::Close)).clicked() {
        pressed = Some(Way::Close);
    }
    let colors = PanelColors::here(ui);
    let words = RichText::new(step.sentence()).size(if row { 16.0 } else { 14.5 }).color(colors.strong);
    let sentence = |ui: &mut Ui, place: Rect| {
        let layout = Layout::centered_and_justified(Direction::TopDown);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| ui.label(words));
    };
    let ways = match (step, row) {
        (Step::Ways, true) => {
            let (question, ways) = text.split_left_right_at_x(text.center().x - 0.5 * BUTTONS + 40.0);
            sentence(ui, question.with_min_x(question.right() - 100.0));
            ways
        }
        (Step::Ways, false) => {
            sentence(ui, text);
            all.with_min_y(text.bottom() + 6.0)
        }
        _ => {
            sentence(ui, text.with_max_y(all.bottom()));
            return pressed;
        }
    };
    let width = BUTTONS.min(ways.width());
    let place = if row { Align2::LEFT_CENTER } else { Align2::CENTER_TOP };
    let place = place.align_size_within_rect(Vec2::new(width, 28.0), ways);
    let layout = Layout::left_to_right(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (way, label, about) in WAYS {
            let size = Vec2::new((width - 2.0 * GAP) / 3.0, 28.0);
            if button(ui, size, label, Weight::Accent, about).clicked() {
                pressed = Some(way);
            }
        }
    });
    pressed
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::{GameSetup, GobanSetup, Pace, create_app, spawn_goban};

    #[test]
    fn a_step_follows_its_event_and_the_reading_time() {
        let (soon, late) = (Duration::from_secs(1), Duration::from_secs(50));
        assert_eq!(Step::Agents.next(soon, true, true), Step::Agents);
        assert_eq!(Step::Agents.next(READ, true, false), Step::Groups);
        assert_eq!(Step::Agents.next(late, false, false), Step::Agents);
        assert_eq!(Step::Groups.next(READ, true, false), Step::Groups);
        assert_eq!(Step::Groups.next(READ, false, true), Step::Capture);
        assert_eq!(Step::Groups.next(late, false, false), Step::Temperature);
        assert_eq!(Step::Capture.next(READ, false, false), Step::Temperature);
        assert_eq!(Step::Temperature.next(late, false, false), Step::Ways);
        assert_eq!(Step::Ways.next(late, true, true), Step::Ways);
    }

    #[test]
    fn the_introduction_begins_by_itself_only_once() {
        let folder = std::env::temp_dir().join(format!("stonefield-introduced-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let settings = SettingsFile(Some(folder.join("settings.toml")));
        let mut first = Introduction::beside(&settings);
        assert!(first.step.is_some());
        first.end();
        assert!(Introduction::beside(&settings).step.is_none());
        first.begin();
        assert!(first.step.is_some(), "begin shows it again");
        let _ = std::fs::remove_dir_all(&folder);
        assert!(Introduction::beside(&SettingsFile(None)).step.is_none());
    }

    /// Starts a game with an open introduction.
    fn introduced() -> (App, Entity) {
        let mut app = create_app();
        let setup = GameSetup { size: "5".parse().expect("a size"), ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        let mut introduction = Introduction::beside(&SettingsFile(None));
        introduction.begin();
        app.insert_resource(Watched(goban))
            .insert_resource(introduction)
            .init_resource::<ShownBoards>()
            .init_resource::<Redraw>()
            .add_systems(Update, (end_with_game, follow).chain().after(SimSystems::Pace));
        (0..3).for_each(|_| app.update());
        assert!(is_open(&app), "the game on the board does not end it");
        (app, goban)
    }

    fn is_open(app: &App) -> bool {
        app.world().resource::<Introduction>().is_open()
    }

    #[test]
    fn the_introduction_ends_with_another_game() {
        let (mut app, goban) = introduced();
        for kind in [RequestKind::Step(3), RequestKind::Seek(1)] {
            app.world_mut().write_message(Request { goban, kind });
            (0..3).for_each(|_| app.update());
            assert!(is_open(&app), "steps and seeks in the same game do not end it");
        }
        let next = app.world().get::<GobanSetup>(goban).expect("a goban").0.clone();
        app.world_mut().write_message(Request { goban, kind: RequestKind::Reset(Box::new(next)) });
        (0..3).for_each(|_| app.update());
        assert!(!is_open(&app), "a second game");
        // The introduction is opened again with that game.
        app.world_mut().resource_mut::<Introduction>().begin();
        (0..3).for_each(|_| app.update());
        assert!(is_open(&app));
        let record = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        app.insert_resource(Watched(record));
        app.update();
        assert!(!is_open(&app), "a record that is opened");
    }

    #[test]
    fn several_boards_end_the_introduction_and_are_not_slowed() {
        let (mut app, home) = introduced();
        app.world_mut().resource_mut::<ShownBoards>().home = Some(home);
        app.update();
        assert!(!is_open(&app));
        // Opened with several boards, the introduction does not change their speed.
        app.world_mut().resource_mut::<Introduction>().begin();
        app.update();
        show_capture(&mut app, home);
        assert!(is_open(&app));
        assert_eq!(app.world().get::<Pace>(home).expect("a goban").rate, Pace::default().rate);
    }

    #[test]
    fn the_speed_of_a_slowed_game_is_restored_when_the_introduction_ends() {
        let (mut app, goban) = introduced();
        let rate = |app: &App| app.world().get::<Pace>(goban).expect("a goban").rate;
        let before = rate(&app);
        show_capture(&mut app, goban);
        assert_eq!(rate(&app), before * SLOW.1, "the first capture is shown slowly");
        app.world_mut().resource_mut::<ShownBoards>().home = Some(goban);
        (0..3).for_each(|_| app.update());
        assert_eq!(rate(&app), before, "boards beside the game end the introduction");
    }

    /// Sends a capture on this goban after the reading time of the previous step.
    fn show_capture(app: &mut App, goban: Entity) {
        let mut introduction = app.world_mut().resource_mut::<Introduction>();
        introduction.step = Some((Step::Groups, Instant::now().checked_sub(READ).expect("a later hour")));
        let point = stonefield_go::Point::new(0, 0);
        app.world_mut().write_message(Captured {
            goban,
            id: 0,
            color: stonefield_go::Color::White,
            point,
            tick: 1,
        });
        (0..3).for_each(|_| app.update());
        let step = app.world().resource::<Introduction>().step.map(|(step, _)| step);
        assert_eq!(step, Some(Step::Capture));
    }

    #[test]
    fn a_lesson_ends_the_introduction() {
        let (mut app, _) = introduced();
        app.insert_resource(Course::opened(0));
        app.update();
        assert!(!is_open(&app));
    }
}
