//! Lessons and examples: the window to choose them, and the panel of the open lesson.

mod shelf;
mod steps;

pub use shelf::ShelfTab;

use super::super::lessons::{Checked, GobanParts, Lesson, LessonError};
use super::super::record::{RecordRequest, RecordState};
use super::cards::{LessonSheet, card_panel};
use crate::marks::board_marks::write_on_board;
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::card::Card;
use crate::shell::files::SettingsFile;
use crate::shell::files::lessons::FinishedLessons;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::layers::Layers;
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::state::{BoardArea, Hovered, PointQuestion, Projector, Redraw};
use crate::shell::theme::PanelColors;
use crate::shell::tool::Tool;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Color32, Stroke, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_commonmark::CommonMarkCache;
use shelf::{Picked, Shelf};
use steps::{LessonAnswer, LessonBoard, LessonRequest, Step, StepsData};
use stonefield_go::Point;
use stonefield_sim::{GameRecord, GobanSetup, Pace, RequestKind, SimSystems, Tally};

/// State of the window with lessons and examples.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learning {
    /// Tab that is shown while the window is open.
    tab: ShelfTab,
}

impl Learning {
    /// Shows a tab.
    pub fn show(&mut self, tab: ShelfTab, panels: &mut OpenPanels) {
        panels.set(WINDOW, true);
        self.tab = tab;
    }
}

/// Lessons, the finished ones, and the progress in the open lesson.
#[derive(Resource)]
pub struct Course {
    lessons: Vec<Result<Lesson, LessonError>>,
    finished: FinishedLessons,
    now: Option<Progress>,
    markdown: CommonMarkCache,
}

/// Progress in the open lesson.
#[derive(Clone, Debug)]
struct Progress {
    /// Index of the lesson.
    at: usize,
    step: Step,
    answer: Option<LessonAnswer>,
    /// Layers and speed before the lesson; `None` until its position is on the board.
    before: Option<(Layers, f32)>,
    /// Number of frames waited for the position. [`PATIENCE`] once it is on the board.
    waited: u32,
}

/// Number of frames after which a missing position means that the user has refused to replace the unsaved
/// game.
const PATIENCE: u32 = 12;

impl Course {
    /// Opens a lesson and requests its position. As with any new game, the user is asked first if the game on
    /// the board is not saved.
    fn open(&mut self, at: usize, records: &mut MessageWriter<RecordRequest>) {
        let Some(Ok(lesson)) = self.lessons.get(at) else { return };
        records.write(new_game(lesson, false));
        let before = self.now.take().and_then(|progress| progress.before);
        self.now = Some(Progress { at, step: Step::See, answer: None, before, waited: 0 });
    }

    /// Returns a course with this lesson open, whose position is not on the board yet.
    #[cfg(test)]
    pub fn opened(at: usize) -> Self {
        let now = Progress { at, step: Step::See, answer: None, before: None, waited: 0 };
        Self {
            lessons: Lesson::all(),
            finished: FinishedLessons::default(),
            now: Some(now),
            markdown: CommonMarkCache::default(),
        }
    }

    /// Returns true if a lesson is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.now.is_some()
    }

    /// Closes the open lesson, and restores layers and speed.
    pub fn leave(&mut self, layers: &mut Layers, requests: &mut Requests) {
        if let Some((before, rate)) = self.now.take().and_then(|progress| progress.before) {
            *layers = before;
            requests.send([RequestKind::Rate(rate)]);
        }
    }
}

/// Returns true if a lesson is open.
pub fn lesson_is_open(course: Option<Res<Course>>) -> bool {
    course.is_some_and(|course| course.is_open())
}

/// Panel of the open lesson.
const PANEL: Panel = Panel::new("Lesson", Place::Lesson, 10);

/// Window with lessons and examples.
pub(super) const WINDOW: Panel = Panel::floating("Learn", 1);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>();
    let finished = FinishedLessons::beside(app.world().resource());
    let course = Course { lessons: Lesson::all(), finished, now: None, markdown: CommonMarkCache::default() };
    app.insert_resource(course)
        .add_closable(
            PANEL,
            |course: Res<Course>| course.is_open(),
            |mut course: ResMut<Course>, mut layers: ResMut<Layers>, mut requests: Requests| {
                course.leave(&mut layers, &mut requests);
            },
        )
        .init_resource::<Learning>()
        .add_window(WINDOW, show_window)
        .init_resource::<Shelf>()
        .init_resource::<PointQuestion>()
        .add_view(PANEL, show)
        .init_resource::<LessonSheet>()
        .add_systems(
            Update,
            (
                switch_tab.in_set(InputSystems::Act),
                (follow_board, open_sheet).chain().after(SimSystems::Pace),
            ),
        )
        .add_systems(EguiPrimaryContextPass, mark_answers.in_set(PanelSystems::Board).after(write_on_board));
}

fn switch_tab(mut actions: MessageReader<Action>, mut learning: ResMut<Learning>, mut panels: OpenPanels) {
    let mut open = panels.is_open(WINDOW);
    for action in actions.read() {
        let tab = match action {
            Action::Lessons => ShelfTab::Lessons,
            Action::Examples => ShelfTab::Examples,
            _ => continue,
        };
        (open, learning.tab) = (!open || learning.tab != tab, tab);
        panels.set(WINDOW, open);
    }
}

/// Returns the request for a new game with the position of a lesson. `run`: true to start it.
fn new_game(lesson: &Lesson, run: bool) -> RecordRequest {
    RecordRequest::New { setup: Box::new(lesson.setup.clone()), run: Some(run) }
}

/// Prepares the window when the position is on the board, takes the clicked point as the answer, and stops
/// the run at its end.
fn follow_board(
    goban: WatchedGoban<(&GobanSetup, &Pace, &Tally)>,
    records: Res<RecordState>,
    mut course: ResMut<Course>,
    mut question: ResMut<PointQuestion>,
    mut layers: ResMut<Layers>,
    mut tool: ResMut<Tool>,
    mut panels: OpenPanels,
    mut redraw: ResMut<Redraw>,
    mut requests: Requests,
) {
    let Course { lessons, now, .. } = &mut *course;
    let answer = question.answer.take();
    let open = now.as_mut().and_then(|progress| Some((lessons.get(progress.at)?.as_ref().ok()?, progress)));
    let Some((lesson, progress)) = open else {
        question.open = false;
        return;
    };
    let board = goban.get().filter(|(setup, ..)| setup.0 == lesson.setup);
    question.open = board.is_some() && progress.step == Step::Predict;
    if let Some(point) = answer.filter(|_| question.open) {
        progress.answer = Some(LessonAnswer::Point(point));
    }
    let Some((_, pace, tally)) = board else {
        if records.question.is_some() {
            progress.waited = 0;
        } else if progress.waited < PATIENCE {
            progress.waited += 1;
            redraw.frames(1);
        } else if progress.before.is_none() {
            *now = None;
        }
        return;
    };
    if progress.waited < PATIENCE {
        // The position is on the board for the first frame.
        progress.before.get_or_insert((*layers, pace.rate));
        progress.waited = PATIENCE;
        (*layers, *tool) = (lesson.layers, Tool::Hand);
        // A closed record panel and closed cards leave room for a large board.
        panels.set(super::record::PANEL, false);
        Card::ALL.into_iter().for_each(|card| panels.set(card_panel(card), false));
    }
    // At full speed the game may have ended or passed the last tick within one frame.
    let beyond = tally.tick > lesson.ticks;
    let runs = pace.running || beyond && tally.outcome.is_some();
    if progress.step == Step::Run && runs && tally.tick >= lesson.ticks {
        requests.send([RequestKind::Pause]);
        requests.send(beyond.then_some(RequestKind::Seek(lesson.ticks)));
    }
}

/// Opens the sheet of the lesson panel once the position was on the board.
fn open_sheet(course: Res<Course>, mut sheet: ResMut<LessonSheet>) {
    let open = course.now.as_ref().is_some_and(|progress| progress.waited >= PATIENCE);
    let docked = sheet.docked;
    sheet.set_if_neq(LessonSheet { open, docked });
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&GobanSetup, &Pace, &GameRecord, GobanParts)>,
    sheet: Res<LessonSheet>,
    mut course: ResMut<Course>,
    mut layers: ResMut<Layers>,
    (mut learning, mut panels): (ResMut<Learning>, OpenPanels),
    mut records: MessageWriter<RecordRequest>,
    mut requests: Requests,
) {
    let Course { lessons, finished, now, markdown } = &mut *course;
    let open = now.as_mut().and_then(|progress| Some((lessons.get(progress.at)?.as_ref().ok()?, progress)));
    // The user may still be asked about the unsaved game.
    let Some((lesson, progress)) = open.filter(|(_, progress)| progress.waited >= PATIENCE) else { return };
    let lesson_goban = goban.get().filter(|(setup, ..)| setup.0 == lesson.setup);
    let here = lesson_goban.as_ref().map(|(_, pace, record, parts)| LessonBoard::Here {
        tick: parts.tally.tick,
        running: pace.running,
        over: parts.tally.outcome.is_some(),
        edited: record.edits().next().is_some(),
    });
    let board = here.unwrap_or(LessonBoard::Elsewhere);
    let is_checked = board.is_at_end(lesson) && progress.step == Step::Check;
    let parts = lesson_goban.filter(|_| is_checked).map(|(.., parts)| parts);
    let check = |parts| lesson.claims.iter().map(move |claim| claim.check(parts));
    let checked: Vec<Checked> = parts.iter().flat_map(check).collect();
    if !checked.is_empty() && checked.iter().all(|claim| claim.holds) {
        finished.add(lesson.name);
    }
    let next = lessons.get(progress.at + 1).and_then(|next| next.as_ref().ok());
    let data = StepsData {
        lesson,
        place: (progress.at + 1, lessons.len()),
        step: progress.step,
        board,
        answer: progress.answer,
        checked: &checked,
        next: next.map(|next| next.title.as_str()),
        height: sheet.docked.then(|| ui.available_height()),
    };
    let Some(request) = steps::panel(ui, &data, markdown) else { return };
    match request {
        LessonRequest::Go(step) => {
            if step <= Step::Predict && board.has_moved() {
                records.write(new_game(lesson, false));
            }
            progress.step = step;
        }
        LessonRequest::Place => {
            records.write(new_game(lesson, false));
        }
        LessonRequest::Show => progress.answer = Some(LessonAnswer::Shown),
        LessonRequest::Run => {
            requests.send([RequestKind::Rate(lesson.rate)]);
            if board.has_moved() && (board.is_at_end(lesson) || board == LessonBoard::Elsewhere) {
                records.write(new_game(lesson, true));
            } else {
                requests.send([RequestKind::Play]);
            }
        }
        LessonRequest::Pause => requests.send([RequestKind::Pause]),
        LessonRequest::Tick => requests.send([RequestKind::Step(1)]),
        LessonRequest::List => learning.show(ShelfTab::Lessons, &mut panels),
        LessonRequest::Next => {
            let next = progress.at + 1;
            course.open(next, &mut records);
        }
        LessonRequest::Leave => course.leave(&mut layers, &mut requests),
    }
}

/// Marks on the board the point under the pointer, the answer, and the right points if the user asked for
/// them.
fn mark_answers(
    mut contexts: EguiContexts,
    area: Res<BoardArea>,
    projector: Res<Projector>,
    question: Res<PointQuestion>,
    hovered: Option<Res<Hovered>>,
    course: Res<Course>,
) -> Result {
    let Some(progress) = course.now.as_ref().filter(|_| question.open) else { return Ok(()) };
    let Some(Ok(lesson)) = course.lessons.get(progress.at) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let painter = over_board(ctx, &area);
    let board = BoardPainter::new(&painter, &projector, ctx.zoom_factor());
    let ring = |point: Point, color: Color32, width: f32| {
        if let Some(at) = board.place(point) {
            painter.circle_stroke(
                at,
                board.cell() * 0.36,
                Stroke::new(width + 2.0, Color32::from_white_alpha(150)),
            );
            painter.circle_stroke(at, board.cell() * 0.36, Stroke::new(width, color));
        }
    };
    if let Some(point) = hovered.and_then(|hovered| hovered.0) {
        ring(point, PanelColors::of(crate::shell::palette::Theme::Light).weak, 2.0);
    }
    match progress.answer {
        Some(LessonAnswer::Point(point)) if !lesson.is_right(point) => ring(point, steps::WRONG, 3.0),
        Some(LessonAnswer::Point(point)) => ring(point, steps::RIGHT, 3.5),
        Some(LessonAnswer::Shown) => lesson.points.iter().for_each(|&point| ring(point, steps::RIGHT, 3.0)),
        None => {}
    }
    Ok(())
}

/// Shows the window with lessons and examples, and opens the chosen one.
fn show_window(
    mut contexts: EguiContexts,
    mut learning: ResMut<Learning>,
    mut shelf: ResMut<Shelf>,
    mut course: ResMut<Course>,
    mut layers: ResMut<Layers>,
    mut records: MessageWriter<RecordRequest>,
    mut panels: OpenPanels,
    mut requests: Requests,
) -> Result {
    let rows: Vec<_> = course.lessons.iter().map(|lesson| shelf::Row::of(lesson, &course.finished)).collect();
    let picked = shelf::window(contexts.ctx_mut()?, &mut learning.tab, &rows, &mut shelf);
    match picked {
        Some(Picked::Lesson(at)) => course.open(at, &mut records),
        Some(Picked::Example(at)) => {
            if let Some(example) = shelf.example(at) {
                course.leave(&mut layers, &mut requests);
                records.write(RecordRequest::Replay(Box::new(example.record.clone())));
            }
        }
        Some(Picked::Close) => {}
        None => return Ok(()),
    }
    panels.set(WINDOW, false);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::state::{ShownBoards, Watched};
    use bevy::ecs::message::Messages;
    use bevy::ecs::system::RunSystemOnce;
    use stonefield_sim::{GameSetup, Pace, Request, Tally, create_app, spawn_goban};

    /// Returns an app with a game that is no lesson, and with [`follow_board`].
    fn classroom() -> App {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        let course = Course {
            lessons: Lesson::all(),
            finished: FinishedLessons::default(),
            now: None,
            markdown: CommonMarkCache::default(),
        };
        app.insert_resource(Watched(goban))
            .insert_resource(course)
            .init_resource::<ShownBoards>()
            .init_resource::<RecordState>()
            .init_resource::<PointQuestion>()
            .init_resource::<Layers>()
            .init_resource::<Tool>()
            .init_resource::<Redraw>()
            .add_message::<RecordRequest>()
            .add_systems(Update, follow_board.after(SimSystems::Pace));
        app
    }

    fn open_lesson(app: &mut App, at: usize) {
        let open = move |mut course: ResMut<Course>, mut records: MessageWriter<RecordRequest>| {
            course.open(at, &mut records);
        };
        app.world_mut().run_system_once(open).expect("its parameters are there");
    }

    /// Begins the requested games, as if the game on the board were saved.
    fn begin(app: &mut App) {
        let world = app.world_mut();
        let goban = world.resource::<Watched>().0;
        let requests: Vec<_> = world.resource_mut::<Messages<RecordRequest>>().drain().collect();
        for request in requests {
            if let RecordRequest::New { setup, .. } = request {
                world.write_message(Request { goban, kind: RequestKind::Reset(setup) });
            }
        }
    }

    fn progress(app: &App) -> Option<&Progress> {
        app.world().resource::<Course>().now.as_ref()
    }

    fn go(app: &mut App, step: Step) {
        let mut course = app.world_mut().resource_mut::<Course>();
        course.now.as_mut().expect("a lesson is open").step = step;
        app.update();
    }

    #[test]
    fn a_lesson_is_set_up_answered_on_the_board_and_stops_at_its_end() {
        let mut app = classroom();
        open_lesson(&mut app, 1);
        begin(&mut app);
        (0..3).for_each(|_| app.update());
        let lesson = Lesson::all().remove(1).expect("a lesson");
        assert!(
            progress(&app).is_some_and(|now| now.before == Some((Layers::default(), Pace::default().rate)))
        );
        assert_eq!(*app.world().resource::<Layers>(), lesson.layers);

        let point = lesson.points[0];
        app.world_mut().resource_mut::<PointQuestion>().answer = Some(point);
        app.update();
        assert_eq!(progress(&app).and_then(|now| now.answer), None, "no question is open");
        go(&mut app, Step::Predict);
        assert!(app.world().resource::<PointQuestion>().open);
        app.world_mut().resource_mut::<PointQuestion>().answer = Some(point);
        app.update();
        assert_eq!(progress(&app).and_then(|now| now.answer), Some(LessonAnswer::Point(point)));

        go(&mut app, Step::Run);
        assert!(!app.world().resource::<PointQuestion>().open);
        let goban = app.world().resource::<Watched>().0;
        for kind in [RequestKind::Rate(f32::INFINITY), RequestKind::Play] {
            app.world_mut().write_message(Request { goban, kind });
        }
        (0..200).for_each(|_| app.update());
        let world = app.world();
        assert_eq!(world.get::<Tally>(goban).map(|tally| tally.tick), Some(lesson.ticks));
        assert!(world.get::<Pace>(goban).is_some_and(|pace| !pace.running));
    }

    #[test]
    fn a_lesson_is_closed_if_the_user_keeps_the_game() {
        let mut app = classroom();
        open_lesson(&mut app, 0);
        app.world_mut().resource_mut::<RecordState>().question = Some(RecordRequest::Close);
        (0..2 * PATIENCE).for_each(|_| app.update());
        assert!(progress(&app).is_some(), "the user is asked");
        app.world_mut().resource_mut::<RecordState>().question = None;
        (0..=PATIENCE).for_each(|_| app.update());
        assert!(progress(&app).is_none(), "and keeps the game");
        assert_eq!(*app.world().resource::<Layers>(), Layers::default());
    }
}
