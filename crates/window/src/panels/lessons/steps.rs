//! Panel of the open lesson: its four steps, and the buttons to move between them.

use super::super::super::lessons::{Checked, Lesson};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::theme;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{Weight, button, complaint, cross, from_right, hint};
use bevy_egui::egui::{
    Align, Align2, Color32, Frame, Id, Label, Layout, Margin, Pos2, Rect, RichText, ScrollArea, Sense, Shape,
    Stroke, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use stonefield_go::Point;
use stonefield_go::notation::counted;

/// Colour of a right answer.
pub const RIGHT: Color32 = Color32::from_rgb(0x2e, 0x8b, 0x57);
/// Colour of a wrong answer.
pub const WRONG: Color32 = Color32::from_rgb(0xc0, 0x39, 0x2b);

/// Step of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The user looks at the position and its layers.
    See,
    /// The user answers a question by a click on the board.
    Predict,
    /// The game runs from the position.
    Run,
    /// The claims of the lesson are compared with measurements.
    Check,
}

impl Step {
    const ALL: [(Self, &str); 4] =
        [(Self::See, "See"), (Self::Predict, "Predict"), (Self::Run, "Run"), (Self::Check, "Check")];

    /// Returns the step at a distance of `steps`, negative for earlier ones; `None` beyond the first or last.
    fn offset(self, steps: isize) -> Option<Self> {
        let at = (self as usize).checked_add_signed(steps)?;
        Self::ALL.get(at).map(|(step, _)| *step)
    }
}

/// Answer to the question of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonAnswer {
    /// Clicked point.
    Point(Point),
    /// No point: the user asked for the right points.
    Shown,
}

/// Game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonBoard {
    /// A game that is not that of the lesson.
    Elsewhere,
    /// Game of the lesson.
    Here {
        /// Number of ticks played.
        tick: u64,
        /// True while the game runs.
        running: bool,
        /// True if the game is over.
        over: bool,
        /// True if the user has edited the position.
        edited: bool,
    },
}

impl LessonBoard {
    /// Returns true if the board does not show the first position of the lesson.
    #[must_use]
    pub const fn has_moved(self) -> bool {
        !matches!(self, Self::Here { tick: 0, edited: false, .. })
    }

    /// Returns true if the game has played the lesson's number of ticks, or has ended before.
    #[must_use]
    pub const fn is_at_end(self, lesson: &Lesson) -> bool {
        match self {
            Self::Elsewhere => false,
            Self::Here { tick, over, .. } => tick == lesson.ticks || (over && tick < lesson.ticks),
        }
    }
}

/// Content of the panel.
pub struct StepsData<'a> {
    /// Open lesson.
    pub lesson: &'a Lesson,
    /// Number of the lesson, from 1, and number of lessons.
    pub place: (usize, usize),
    /// Present step.
    pub step: Step,
    /// Game on the board.
    pub board: LessonBoard,
    /// Answer to the question, if any.
    pub answer: Option<LessonAnswer>,
    /// Results of its claims. Empty unless the step is [`Step::Check`] and the run is at its end.
    pub checked: &'a [Checked],
    /// Title of the next lesson, if any.
    pub next: Option<&'a str>,
    /// Largest height, in points; `None` inside an area that scrolls.
    pub height: Option<f32>,
}

/// Height, in points, from which the buttons are at the lower edge and only the text above them scrolls. A
/// lower panel scrolls as a whole, with the buttons above the text. At both places they stay from step to
/// step.
const PINNED: f32 = 260.0;

/// Height of the buttons at the bottom, with the margins around, in points.
const STEP_BUTTONS: f32 = 52.0;

/// Height of a row of buttons, height of the progress of the run, and gap above each of them, in points.
const ROW: f32 = 26.0;
const PROGRESS: f32 = 28.0;
const ROW_GAP: f32 = 5.0;

/// Width left free for the scroll bar, in points.
const SCROLL_BAR: f32 = 9.0;

/// Request of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonRequest {
    /// Go to a step.
    Go(Step),
    /// Set up the position again.
    Place,
    /// Show the right points.
    Show,
    /// Run the game; at its end run it again from the start.
    Run,
    /// Pause the game.
    Pause,
    /// Run the game for one tick.
    Tick,
    /// Show the list of lessons.
    List,
    /// Open the next lesson.
    Next,
    /// Close the lesson.
    Leave,
}

/// Shows the present step; returns the request of the user.
pub fn panel(ui: &mut Ui, data: &StepsData<'_>, markdown: &mut CommonMarkCache) -> Option<LessonRequest> {
    match data.height {
        Some(height) if height < PINNED => scrolled(ui, data, height, |ui| card(ui, data, markdown, None)),
        height => card(ui, data, markdown, height),
    }
}

/// Shows content in an area of this height, in points, that scrolls. Each step has its own scroll position.
fn scrolled<T>(ui: &mut Ui, data: &StepsData<'_>, height: f32, show: impl FnOnce(&mut Ui) -> T) -> T {
    let area = ScrollArea::vertical().id_salt((data.lesson.name, data.step as usize));
    let area = area.max_height(height).min_scrolled_height(0.0).auto_shrink(false);
    let output = area.show(ui, |ui| {
        ui.set_max_width(ui.available_width() - SCROLL_BAR);
        show(ui)
    });
    output.inner
}

fn card(
    ui: &mut Ui,
    data: &StepsData<'_>,
    markdown: &mut CommonMarkCache,
    height: Option<f32>,
) -> Option<LessonRequest> {
    let top = ui.cursor().top();
    let colors = PanelColors::here(ui);
    let mut picked = None;
    let frame = Frame::new().fill(colors.well).stroke(Stroke::new(1.0, colors.accent)).corner_radius(6);
    frame.inner_margin(Margin::symmetric(11, 9)).show(ui, |ui| {
        ui.horizontal(|ui| {
            let (number, count) = data.place;
            let at = data.step as usize + 1;
            let text = format!("Lesson {number} of {count} · step {at} of {}", Step::ALL.len());
            ui.label(RichText::new(text).small().color(colors.weak));
            from_right(ui, |ui| {
                let about = with_keys(ui, "Leave the lesson", Action::Close);
                if cross(ui, &about) {
                    picked = Some(LessonRequest::Leave);
                }
                if ui.small_button("All").on_hover_text("Choose another lesson").clicked() {
                    picked = Some(LessonRequest::List);
                }
            });
        });
        let title = RichText::new(&data.lesson.title).font(theme::section_font()).color(colors.strong);
        ui.add(Label::new(title).wrap());
        bar(ui, data.step);
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = ROW_GAP;
        let request = match height {
            Some(height) => {
                let rows = [(has_row(data), ROW), (has_progress(data), PROGRESS)];
                let rows = rows.into_iter().filter(|(shown, _)| *shown).map(|(_, height)| height + ROW_GAP);
                let below = STEP_BUTTONS + rows.sum::<f32>();
                let rest = (height - (ui.cursor().top() - top) - below).max(30.0);
                scrolled(ui, data, rest, |ui| body(ui, data, markdown));
                progress(ui, data);
                let request = controls(ui, data);
                ui.add_space(4.0);
                request.or(step_buttons(ui, data))
            }
            None => {
                let request = step_buttons(ui, data);
                let request = request.or(controls(ui, data));
                progress(ui, data);
                body(ui, data, markdown);
                request
            }
        };
        picked = picked.or(request);
    });
    ui.add_space(6.0);
    picked
}

/// Shows the names of the four steps, with coloured lines up to the present one.
fn bar(ui: &mut Ui, now: Step) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
    let width = (rect.width() + 4.0) / Step::ALL.len() as f32;
    for (at, (step, name)) in Step::ALL.into_iter().enumerate() {
        let left = rect.left() + at as f32 * width;
        let part = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(width - 4.0, rect.height()));
        let (line, text) = match step.cmp(&now) {
            std::cmp::Ordering::Less => (colors.accent, colors.text),
            std::cmp::Ordering::Equal => (colors.accent, colors.accent),
            std::cmp::Ordering::Greater => (colors.line, colors.weak),
        };
        let painter = ui.painter();
        painter.text(part.left_top(), Align2::LEFT_TOP, name, theme::text_font(), text);
        painter.hline(part.x_range(), part.bottom() - 1.5, Stroke::new(3.0, line));
    }
    let label = format!("Step {}", now as usize + 1);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &label));
}

fn show_text(ui: &mut Ui, markdown: &mut CommonMarkCache, text: &str) {
    CommonMarkViewer::new().show(ui, markdown, text);
}

/// Shows the text of the present step, and what has come of it.
fn body(ui: &mut Ui, data: &StepsData<'_>, markdown: &mut CommonMarkCache) {
    let text = &data.lesson.text;
    match data.step {
        Step::See => show_text(ui, markdown, &text.see),
        Step::Predict => {
            show_text(ui, markdown, &text.predict);
            reply(ui, data, markdown);
        }
        Step::Run => show_text(ui, markdown, &text.run),
        Step::Check => {
            show_text(ui, markdown, &text.check);
            claims(ui, data);
        }
    }
    if needs_position(data) {
        let why = match data.board {
            LessonBoard::Elsewhere => "Another game is on the board.",
            LessonBoard::Here { .. } => "The game has moved on.",
        };
        hint(ui, why);
    }
}

/// True if the position is not on the board, and the step needs it.
const fn needs_position(data: &StepsData<'_>) -> bool {
    match data.step {
        Step::See | Step::Predict => data.board.has_moved(),
        Step::Run => matches!(data.board, LessonBoard::Elsewhere),
        Step::Check => false,
    }
}

/// True if the right points are known to the user.
fn is_solved(data: &StepsData<'_>) -> bool {
    match data.answer {
        None => false,
        Some(LessonAnswer::Shown) => true,
        Some(LessonAnswer::Point(point)) => data.lesson.is_right(point),
    }
}

/// True if [`controls`] shows a row.
fn has_row(data: &StepsData<'_>) -> bool {
    needs_position(data)
        || match data.step {
            Step::See => false,
            Step::Predict => !is_solved(data),
            Step::Run => true,
            Step::Check => data.checked.is_empty() || is_refuted(data),
        }
}

/// True if a claim does not hold.
fn is_refuted(data: &StepsData<'_>) -> bool {
    data.checked.iter().any(|claim| !claim.holds)
}

/// True if [`progress`] shows the progress of the run.
fn has_progress(data: &StepsData<'_>) -> bool {
    data.step == Step::Run && !needs_position(data)
}

/// Shows the row of buttons of the present step, if it has one.
fn controls(ui: &mut Ui, data: &StepsData<'_>) -> Option<LessonRequest> {
    if !has_row(data) {
        return None;
    }
    let plain = |ui: &mut Ui, width: f32, text: &str| {
        button(ui, Vec2::new(width, ROW), text, Weight::Plain, "").clicked()
    };
    let row = Vec2::new(ui.available_width(), ROW);
    let layout = Layout::left_to_right(Align::Center);
    let shown = ui.allocate_ui_with_layout(row, layout, |ui| {
        ui.set_height(ROW);
        match data.step {
            _ if needs_position(data) => {
                plain(ui, 150.0, "Put the position back").then_some(LessonRequest::Place)
            }
            Step::Predict => {
                let again = data.answer.is_some();
                hint(ui, if again { "Click again, or go on." } else { "Click on the board." });
                from_right(ui, |ui| ui.small_button("Show me").clicked().then_some(LessonRequest::Show))
            }
            Step::Check if is_refuted(data) => {
                plain(ui, 116.0, "Once more").then_some(LessonRequest::Go(Step::See))
            }
            Step::Check => plain(ui, 116.0, "Run again").then_some(LessonRequest::Go(Step::Run)),
            Step::See | Step::Run => run_buttons(ui, data),
        }
    });
    shown.inner
}

/// Shows the reply to the answer, if there is one.
fn reply(ui: &mut Ui, data: &StepsData<'_>, markdown: &mut CommonMarkCache) {
    let lesson = data.lesson;
    let (word, color, text) = match data.answer {
        None => return,
        Some(LessonAnswer::Shown) => {
            let points: Vec<String> = lesson.points.iter().map(ToString::to_string).collect();
            (points.join(", "), RIGHT, &*lesson.text.right)
        }
        Some(LessonAnswer::Point(point)) if lesson.is_right(point) => {
            (format!("{point}: right"), RIGHT, lesson.reply(point))
        }
        Some(LessonAnswer::Point(point)) => (format!("{point}: not there"), WRONG, lesson.reply(point)),
    };
    let reply = ui.scope(|ui| {
        ui.add(Label::new(RichText::new(word).color(readable(ui, color)).strong()).wrap());
        show_text(ui, markdown, text);
    });
    // The reply to a new answer is scrolled into view.
    let is_new = |last: &mut Option<LessonAnswer>| std::mem::replace(last, data.answer) != data.answer;
    let id = Id::new(("lesson answer", lesson.name));
    if ui.data_mut(|kept| is_new(kept.get_temp_mut_or_default(id))) {
        reply.response.scroll_to_me(Some(Align::Min));
    }
}

/// Returns the colour, brightened for a dark theme.
fn readable(ui: &Ui, color: Color32) -> Color32 {
    if ui.visuals().dark_mode { color.lerp_to_gamma(Color32::WHITE, 0.35) } else { color }
}

/// Shows the progress of the run in the step that runs the game.
fn progress(ui: &mut Ui, data: &StepsData<'_>) {
    let (true, LessonBoard::Here { tick, over, .. }) = (has_progress(data), data.board) else { return };
    let ticks = data.lesson.ticks;
    let colors = PanelColors::here(ui);
    let size = Vec2::new(ui.available_width(), PROGRESS);
    ui.allocate_ui(size, |ui| {
        ui.set_height(PROGRESS);
        let (rect, response) = ui.allocate_exact_size(Vec2::new(size.x, 8.0), Sense::hover());
        let share = if over { 1.0 } else { (tick as f32 / ticks as f32).min(1.0) };
        ui.painter().rect_filled(rect, 4.0, colors.button[1]);
        let done = Rect::from_min_size(rect.min, Vec2::new(rect.width() * share, rect.height()));
        ui.painter().rect_filled(done, 4.0, colors.accent);
        let name = "Progress of the run";
        response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, name));
        hint(
            ui,
            if over { format!("Tick {tick}: the game is over") } else { format!("Tick {tick} of {ticks}") },
        );
    });
}

/// Shows buttons to run and pause.
fn run_buttons(ui: &mut Ui, data: &StepsData<'_>) -> Option<LessonRequest> {
    let LessonBoard::Here { tick, running, .. } = data.board else { return None };
    let end = data.board.is_at_end(data.lesson);
    let mut picked = None;
    let (text, request) = match (running && !end, end) {
        (true, _) => ("Pause".to_owned(), LessonRequest::Pause),
        (_, true) => ("Run again".to_owned(), LessonRequest::Run),
        _ => {
            let text = format!("Run {}", counted(data.lesson.ticks.saturating_sub(tick), "tick"));
            (text, LessonRequest::Run)
        }
    };
    let weight = if end { Weight::Plain } else { Weight::Accent };
    if button(ui, Vec2::new(116.0, ROW), &text, weight, "").clicked() {
        picked = Some(request);
    }
    if !end && !running && button(ui, Vec2::new(76.0, ROW), "One tick", Weight::Plain, "").clicked() {
        picked = Some(LessonRequest::Tick);
    }
    picked
}

/// Shows each claim of the lesson with its result.
fn claims(ui: &mut Ui, data: &StepsData<'_>) {
    if data.checked.is_empty() {
        hint(ui, "The board is not where the run ends.");
    }
    for (claim, checked) in data.lesson.claims.iter().zip(data.checked) {
        ui.horizontal_top(|ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            verdict(ui, rect, checked.holds);
            let label = if checked.holds { "true" } else { "false" };
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, label));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.add(Label::new(&claim.text).wrap());
                hint(ui, format!("measured: {}", checked.measured));
            });
        });
    }
    if is_refuted(data) {
        complaint(ui, "The game went another way: was a stone or a mind changed?");
    }
}

/// Draws a tick if the claim holds, else a cross.
pub fn verdict(ui: &Ui, rect: Rect, holds: bool) {
    let at = |x: f32, y: f32| rect.center() + Vec2::new(x, y);
    let color = readable(ui, if holds { RIGHT } else { WRONG });
    let stroke = Stroke::new(2.0, color);
    if holds {
        ui.painter().add(Shape::line(vec![at(-4.5, 0.5), at(-1.5, 3.5), at(4.5, -4.0)], stroke));
    } else {
        ui.painter().line_segment([at(-3.5, -3.5), at(3.5, 3.5)], stroke);
        ui.painter().line_segment([at(-3.5, 3.5), at(3.5, -3.5)], stroke);
    }
}

/// Shows the buttons Back and Next.
fn step_buttons(ui: &mut Ui, data: &StepsData<'_>) -> Option<LessonRequest> {
    let mut picked = None;
    ui.horizontal(|ui| {
        let back = data.step.offset(-1);
        let weight = if back.is_some() { Weight::Plain } else { Weight::Off };
        if let (true, Some(back)) = (button(ui, Vec2::new(72.0, ROW), "Back", weight, "").clicked(), back) {
            picked = Some(LessonRequest::Go(back));
        }
        from_right(ui, |ui| {
            let (text, request, why) = match (data.step, data.step.offset(1)) {
                (_, Some(next)) => ("Next", LessonRequest::Go(next), not_yet(data)),
                (_, None) if data.next.is_some() => ("Next lesson", LessonRequest::Next, None),
                _ => ("All lessons", LessonRequest::List, None),
            };
            let about = why.or(data.next.filter(|_| request == LessonRequest::Next)).unwrap_or_default();
            // Before the answer or the end of the run the button is off.
            let weight = if why.is_some() { Weight::Off } else { Weight::Accent };
            if button(ui, Vec2::new(98.0, ROW), text, weight, about).clicked() && why.is_none() {
                picked = Some(request);
            }
        });
    });
    picked
}

/// Returns the reason why the next step is not available yet.
fn not_yet(data: &StepsData<'_>) -> Option<&'static str> {
    match data.step {
        Step::Predict if data.answer.is_none() => Some("First click a point on the board, or press Show me"),
        Step::Run if !data.board.is_at_end(data.lesson) => Some("First let it run to its end"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::palette::Theme;
    use crate::shell::theme;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    const START: LessonBoard = LessonBoard::Here { tick: 0, running: false, over: false, edited: false };

    fn first() -> Lesson {
        Lesson::all().remove(0).expect("a lesson")
    }

    /// Width of a narrow column between its margins, in points.
    const WIDTH: f32 = 224.0;

    /// Returns a harness with the panel of a lesson; its state is the request.
    fn panel_harness<'a>(
        lesson: &'a Lesson,
        step: Step,
        board: LessonBoard,
        answer: Option<LessonAnswer>,
        checked: &'a [Checked],
    ) -> Harness<'a, Option<LessonRequest>> {
        let mut markdown = CommonMarkCache::default();
        let show = move |ui: &mut Ui, picked: &mut Option<LessonRequest>| {
            theme::apply(ui.ctx(), Theme::Light, 1.0);
            ui.reset_style();
            ui.set_max_width(WIDTH);
            let next = Some("Another");
            let height = None;
            let data = StepsData { lesson, place: (1, 8), step, board, answer, checked, next, height };
            *picked = picked.or(panel(ui, &data, &mut markdown));
            let width = ui.min_rect().width();
            assert!(width <= WIDTH + 0.5, "{width} wide in step {step:?}");
        };
        let mut harness = Harness::builder().with_size(Vec2::new(400.0, 1200.0)).build_ui_state(show, None);
        harness.run();
        harness
    }

    /// Clicks a label in the panel of the first lesson; returns the request.
    fn click(
        label: &str,
        step: Step,
        board: LessonBoard,
        answer: Option<LessonAnswer>,
        checked: &[Checked],
    ) -> Option<LessonRequest> {
        let lesson = first();
        let mut harness = panel_harness(&lesson, step, board, answer, checked);
        harness.get_by_label(label).click();
        harness.run();
        *harness.state()
    }

    /// True if the panel of the first lesson has a label with this text.
    fn has_text(
        step: Step,
        board: LessonBoard,
        answer: Option<LessonAnswer>,
        checked: &[Checked],
        wanted: &str,
    ) -> bool {
        panel_harness(&first(), step, board, answer, checked).query_by_label_contains(wanted).is_some()
    }

    #[test]
    fn every_lesson_keeps_to_a_narrow_column() {
        for lesson in Lesson::all() {
            let lesson = lesson.expect("a lesson");
            let right = Some(LessonAnswer::Point(lesson.points[0]));
            for (step, _) in Step::ALL {
                panel_harness(&lesson, step, START, right, &[]);
                panel_harness(&lesson, step, START, Some(LessonAnswer::Shown), &[]);
            }
        }
    }

    #[test]
    fn steps_follow_each_other() {
        assert_eq!(click("Next", Step::See, START, None, &[]), Some(LessonRequest::Go(Step::Predict)));
        assert_eq!(click("Back", Step::See, START, None, &[]), None);
        assert_eq!(click("Back", Step::Predict, START, None, &[]), Some(LessonRequest::Go(Step::See)));
        assert_eq!(click("Next", Step::Predict, START, None, &[]), None, "first an answer");
        assert_eq!(click("Show me", Step::Predict, START, None, &[]), Some(LessonRequest::Show));
        let answer = Some(LessonAnswer::Shown);
        assert_eq!(click("Next", Step::Predict, START, answer, &[]), Some(LessonRequest::Go(Step::Run)));
        assert!(has_text(Step::Predict, START, None, &[], "step 2 of 4"));
    }

    #[test]
    fn a_run_must_end_before_it_is_checked() {
        let ticks = first().ticks;
        let here = |tick, running| LessonBoard::Here { tick, running, over: false, edited: false };
        let run = format!("Run {}", counted(ticks, "tick"));
        assert_eq!(click(&run, Step::Run, START, None, &[]), Some(LessonRequest::Run));
        assert_eq!(click("One tick", Step::Run, START, None, &[]), Some(LessonRequest::Tick));
        assert_eq!(click("Next", Step::Run, START, None, &[]), None);
        assert_eq!(click("Pause", Step::Run, here(0, true), None, &[]), Some(LessonRequest::Pause));
        assert_eq!(
            click("Next", Step::Run, here(ticks, false), None, &[]),
            Some(LessonRequest::Go(Step::Check))
        );
        assert_eq!(click("Run again", Step::Run, here(ticks, false), None, &[]), Some(LessonRequest::Run));
    }

    #[test]
    fn an_answer_is_right_or_wrong_and_says_why() {
        let lesson = first();
        let right = lesson.points[0];
        let answered = |point| Some(LessonAnswer::Point(point));
        assert!(has_text(Step::Predict, START, answered(right), &[], &format!("{right}: right")));
        let wrong = Point::new(0, 0);
        assert!(!lesson.is_right(wrong));
        assert!(has_text(Step::Predict, START, answered(wrong), &[], "A1: not there"));
        assert!(!has_text(Step::Predict, START, None, &[], "not there"));
    }

    #[test]
    fn claims_are_shown_with_their_measurements() {
        let checked = |holds| vec![Checked { holds, measured: "black captures 3".to_owned() }];
        let end = LessonBoard::Here { tick: first().ticks, running: false, over: false, edited: false };
        assert!(has_text(Step::Check, end, None, &checked(true), "measured: black captures 3"));
        assert!(!has_text(Step::Check, end, None, &checked(true), "another way"));
        assert!(has_text(Step::Check, end, None, &checked(false), "another way"));
        assert_eq!(click("Next lesson", Step::Check, end, None, &checked(true)), Some(LessonRequest::Next));
        assert_eq!(click("Run again", Step::Check, START, None, &[]), Some(LessonRequest::Go(Step::Run)));
    }

    #[test]
    fn a_changed_board_is_reported_and_the_position_put_back() {
        let moved = LessonBoard::Here { tick: 3, running: false, over: false, edited: false };
        assert_eq!(click("Put the position back", Step::See, moved, None, &[]), Some(LessonRequest::Place));
        assert!(has_text(Step::Predict, LessonBoard::Elsewhere, None, &[], "Another game"));
        assert!(!has_text(Step::See, START, None, &[], "Another game"));
    }

    #[test]
    fn buttons_stay_in_place_from_step_to_step() {
        let answers = [None, Some(LessonAnswer::Point(Point::new(0, 0))), Some(LessonAnswer::Shown)];
        let lesson = first();
        let moved = LessonBoard::Here { tick: 1, running: false, over: false, edited: false };
        for height in [None, Some(200.0), Some(280.0), Some(500.0)] {
            // A low panel scrolls as a whole to the reply to a new answer.
            let answers = if height == Some(200.0) { &answers[..1] } else { &answers };
            let mut places = [const { Vec::new() }; 2];
            for (step, _) in Step::ALL {
                for (answer, board) in answers.iter().flat_map(|&it| [(it, START), (it, moved)]) {
                    let mut markdown = CommonMarkCache::default();
                    let mut harness = crate::testing::harness([260.0, 1400.0], (), |ui, ()| {
                        ui.set_max_width(WIDTH);
                        let (place, next) = ((1, 8), Some("Another"));
                        let checked = &[];
                        let data =
                            StepsData { lesson: &lesson, place, step, board, answer, checked, next, height };
                        panel(ui, &data, &mut markdown);
                    });
                    harness.run_ok();
                    let next = if step == Step::Check { "Next lesson" } else { "Next" };
                    for label in ["Back", next] {
                        places[0].push(harness.get_by_label(label).rect().top());
                    }
                    let controls = ["Put the position back", "One tick", "Run again"];
                    let controls = controls.into_iter().filter_map(|label| harness.query_by_label(label));
                    places[1].extend(controls.map(|control| control.rect().top()));
                }
            }
            for tops in places {
                assert!(tops.len() > 4, "{height:?}: {tops:?}");
                assert!(tops.iter().all(|top| (top - tops[0]).abs() < 0.6), "{height:?}: {tops:?}");
            }
        }
    }

    #[test]
    fn a_low_panel_keeps_its_buttons_and_scrolls_to_the_reply() {
        for height in [150.0, 270.0, 330.0] {
            let lesson = first();
            let mut markdown = CommonMarkCache::default();
            let wrong = LessonAnswer::Point(Point::new(0, 0));
            let show = move |ui: &mut Ui, state: &mut (Option<LessonAnswer>, Option<LessonRequest>)| {
                theme::apply(ui.ctx(), Theme::Dark, 1.0);
                ui.reset_style();
                ui.set_max_width(WIDTH);
                let data = StepsData {
                    lesson: &lesson,
                    place: (1, 8),
                    step: Step::Predict,
                    board: START,
                    answer: state.0,
                    checked: &[],
                    next: None,
                    height: Some(height),
                };
                state.1 = state.1.or(panel(ui, &data, &mut markdown));
                assert!(ui.min_rect().width() <= WIDTH + 0.5, "{height}");
            };
            let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(WIDTH, height + 8.0));
            let mut harness = Harness::builder().with_size(window.size()).build_ui_state(show, (None, None));
            harness.run();
            harness.state_mut().0 = Some(wrong);
            harness.run();
            let reply = harness.get_by_label_contains("A1: not there").rect();
            assert!(window.contains_rect(reply), "{height}: {reply:?}");
            if height >= PINNED {
                let next = harness.get_by_label("Next").rect();
                assert!(window.contains_rect(next), "{height}: {next:?}");
                harness.get_by_label("Next").click();
                harness.run();
                assert_eq!(harness.state().1, Some(LessonRequest::Go(Step::Run)));
            }
        }
    }
}
