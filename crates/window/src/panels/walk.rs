//! Liberty walk: counts the liberties of a clicked group step by step, on the board and as text.

use crate::marks::board_marks::QuietMarks;
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Projector, Redraw};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, cross, from_right, well};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::platform::time::Instant;
use bevy_egui::egui::{Color32, Label, Pos2, RichText, ScrollArea, Shape, Stroke, TextStyle, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use stonefield_go::notation::counted;
use stonefield_go::{Color, LibertyFinding, LibertySearch, LibertySearchState, Point, Size};
use stonefield_sim::{Occupancy, Phases};

/// Duration of a step during playback.
const STEP: Duration = Duration::from_millis(450);
/// Height of the list of steps, in points.
const HEIGHT: f32 = 132.0;
/// Smallest cell, in pixels, for which marks are drawn.
const MIN_CELL: f32 = 7.0;
/// Height of marks on stones above the board, in cells.
const STONE: f32 = 0.3;

const LIBERTY: Color32 = Color32::from_rgb(0x1f, 0xb8, 0x5a);
const ENEMY: Color32 = Color32::from_rgb(0xf0, 0x33, 0x22);
const FINISHED: Color32 = Color32::from_rgb(0x8f, 0x8b, 0x85);
const WAITING: Color32 = Color32::from_rgb(0xf2, 0xb6, 0x2a);
const CURRENT: Color32 = Color32::from_rgb(0x2a, 0x8c, 0xff);
const CASING: Color32 = Color32::from_rgba_premultiplied(0x0c, 0x0a, 0x08, 0x98);

/// Panel of the walk. `None`: closed.
#[derive(Resource, Default)]
pub struct WalkPanel(Option<ShownWalk>);

struct ShownWalk {
    walk: LibertySearch,
    /// The board of the walk: goban, hash of the stones, size.
    board: (Entity, u64, Size),
    /// Colour of the imagined stone at the start point, if the point is empty.
    to_move: Color,
    /// Number of steps shown, from 1.
    steps: usize,
    moment: LibertySearchState,
    /// Time of the next step during playback.
    next_at: Option<Instant>,
}

impl WalkPanel {
    /// Opens the panel with the walk from a point.
    pub fn begin(&mut self, goban: Entity, occupancy: &Occupancy, from: Point, to_move: Color) {
        let walk = liberty_walk(occupancy, from, to_move);
        let board = (goban, occupancy.hash(), occupancy.size());
        self.0 = Some(ShownWalk { moment: walk.after(1), walk, board, to_move, steps: 1, next_at: None });
    }

    /// True if a walk is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes the panel.
    pub fn close(&mut self) {
        self.0 = None;
    }
}

const PANEL: Panel = Panel::new("Walk", Place::Temporary, 20);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WalkPanel>()
        .add_closable(
            PANEL,
            |panel: Res<WalkPanel>| panel.is_open(),
            |mut panel: ResMut<WalkPanel>| panel.close(),
        )
        .add_view(PANEL, show)
        .add_systems(
            EguiPrimaryContextPass,
            ((follow, hide_marks).chain().in_set(PanelSystems::Begin), mark.in_set(PanelSystems::Marks)),
        );
}

/// Returns the walk on the current board.
fn liberty_walk(occupancy: &Occupancy, from: Point, to_move: Color) -> LibertySearch {
    let size = occupancy.size();
    LibertySearch::new(size, |point| occupancy.color_at(size.index(point)), from, to_move)
}

/// Hides other marks of the board while a walk is shown, since they would give the result away.
fn hide_marks(panel: Res<WalkPanel>, mut quiet: ResMut<QuietMarks>) {
    quiet.set_if_neq(QuietMarks(panel.is_open()));
}

/// Shows the next step during playback. If the board has changed, closes the panel; but while a tick is shown
/// phase by phase, restarts the walk on the new board with the same number of steps.
pub(super) fn follow(
    mut panel: ResMut<WalkPanel>,
    goban: WatchedGoban<(&Occupancy, Has<Phases>)>,
    mut redraw: ResMut<Redraw>,
    mut phases_before: Local<bool>,
) {
    let phases = goban.get().is_some_and(|(_, phases)| phases);
    let phases = std::mem::replace(&mut *phases_before, phases) || phases;
    let Some(shown) = panel.bypass_change_detection().0.as_mut() else { return };
    let board = goban.get().map(|(occupancy, _)| occupancy).filter(|_| goban.id() == shown.board.0);
    match board {
        Some(board) if (board.hash(), board.size()) == (shown.board.1, shown.board.2) => {}
        Some(board) if phases => shown.restart(board),
        _ => {
            panel.close();
            return;
        }
    }
    let Some(next) = shown.next_at else { return };
    let left = next.saturating_duration_since(Instant::now());
    if left.is_zero() {
        shown.show_steps(shown.steps + 1);
        shown.next_at = (shown.steps < shown.walk.steps().len()).then(|| Instant::now() + STEP);
    }
    redraw.within(if left.is_zero() { STEP } else { left });
}

impl ShownWalk {
    /// Restarts the walk from the same point on the changed board, and shows as many steps.
    fn restart(&mut self, board: &Occupancy) {
        let Some(from) = self.walk.steps().first().map(|step| step.at) else { return };
        self.walk = liberty_walk(board, from, self.to_move);
        self.board.1 = board.hash();
        self.show_steps(self.steps);
    }

    /// Shows `steps` steps, at least 1 and at most all steps of the walk.
    fn show_steps(&mut self, steps: usize) {
        self.steps = steps.clamp(1, self.walk.steps().len());
        self.moment = self.walk.after(self.steps);
    }
}

fn show(InMut(ui): InMut<Ui>, mut panel: ResMut<WalkPanel>) {
    let Some(shown) = &panel.0 else { return };
    let steps = shown.walk.steps().len();
    match body(ui, &shown.walk, shown.steps, shown.next_at.is_some()) {
        None => {}
        Some(WalkRequest::Close) => panel.close(),
        Some(request) => {
            let Some(shown) = &mut panel.0 else { return };
            shown.next_at = None;
            match request {
                WalkRequest::Go(steps) => shown.show_steps(steps),
                WalkRequest::Play => {
                    // After the last step playback begins again.
                    shown.show_steps(if shown.steps == steps { 1 } else { shown.steps });
                    shown.next_at = Some(Instant::now() + STEP);
                }
                WalkRequest::Pause | WalkRequest::Close => {}
            }
        }
    }
}

/// Request of the user in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkRequest {
    /// Show this number of steps.
    Go(usize),
    /// Start playback.
    Play,
    /// Pause playback.
    Pause,
    /// Close the panel.
    Close,
}

/// Shows the first steps as text, and the buttons. `plays`: true during playback. Returns the user's request.
fn body(ui: &mut Ui, walk: &LibertySearch, steps: usize, plays: bool) -> Option<WalkRequest> {
    let colors = PanelColors::here(ui);
    let (total, mut request) = (walk.steps().len(), None);
    let from = walk.steps().first().map_or_else(String::new, |step| step.at.to_string());
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("Liberties from {from}")).text_style(theme::heading()).color(colors.strong),
        );
        from_right(ui, |ui| {
            let about = with_keys(ui, "Close the walk", Action::Close);
            if cross(ui, &about) {
                request = Some(WalkRequest::Close);
            }
        });
    });
    well(ui, |ui| {
        ui.set_min_width(ui.available_width());
        let row_height = ui.text_style_height(&TextStyle::Body);
        let list = ScrollArea::vertical().id_salt("walk").auto_shrink([false, false]).stick_to_bottom(true);
        ui.spacing_mut().item_spacing.y = 1.0;
        list.max_height(HEIGHT).min_scrolled_height(HEIGHT).show_rows(ui, row_height, steps, |ui, rows| {
            for place in rows {
                let ink = if place + 1 == steps { colors.strong } else { colors.weak };
                ui.add(Label::new(RichText::new(line(walk, place)).color(ink)).truncate());
            }
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let width = (ui.available_width() - 2.0 * 5.0) / 3.0;
        let mut press = |text: &str, enabled: bool, about: &str, pressed| {
            let weight = if enabled { Weight::Plain } else { Weight::Off };
            if button(ui, vec2(width, 24.0), text, weight, about).clicked() && enabled {
                request = Some(pressed);
            }
        };
        press("Back", steps > 1, "One step back", WalkRequest::Go(steps - 1));
        press("Next", steps < total, "One step on", WalkRequest::Go(steps + 1));
        if plays {
            press("Pause", true, "Stay at this step", WalkRequest::Pause);
        } else {
            press("Play", true, "One step after the other", WalkRequest::Play);
        }
    });
    ui.label(RichText::new(state(walk, steps)).color(colors.text));
    ui.add_space(6.0);
    request
}

/// Returns the text of the step with this index.
fn line(walk: &LibertySearch, place: usize) -> String {
    let Some(step) = walk.steps().get(place) else { return String::new() };
    let at = step.at;
    match step.found {
        LibertyFinding::Own if place == 0 && !walk.has_start_stone() => {
            format!("{at}: {} would stand here, go on", walk.color())
        }
        LibertyFinding::Own => format!("{at}: own stone, go on"),
        LibertyFinding::Liberty(count) => format!("{at}: empty, liberty {count}"),
        LibertyFinding::Enemy => format!("{at}: {}, stop", (!walk.color()).to_string().to_lowercase()),
        LibertyFinding::AlreadyExamined => format!("{at}: seen already"),
    }
}

/// Returns the text of the progress or, after the last step, of the result.
fn state(walk: &LibertySearch, steps: usize) -> String {
    let total = walk.steps().len();
    if steps < total {
        return format!("Step {steps} of {total}");
    }
    let liberties = match walk.liberties() {
        1 => "1 liberty".to_owned(),
        count => format!("{count} liberties"),
    };
    let before = if walk.has_start_stone() { "" } else { ", before anything is taken" };
    format!("{liberties} in {}{before}", counted(total, "step"))
}

/// Draws the state of the walk on the board.
fn mark(
    mut contexts: EguiContexts,
    panel: Res<WalkPanel>,
    goban: WatchedGoban<&Occupancy>,
    projector: Res<Projector>,
) -> Result {
    let (Some(shown), Some(occupancy)) = (&panel.0, goban.get()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let painter = over_board(ctx, &projector.area());
    let board = BoardPainter::new(&painter, &projector, ctx.zoom_factor());
    if projector.size() == Some(occupancy.size()) && board.has_room(MIN_CELL) {
        Marks { board, occupancy }.paint(&shown.moment);
    }
    Ok(())
}

struct Marks<'a> {
    board: BoardPainter<'a>,
    occupancy: &'a Occupancy,
}

impl Marks<'_> {
    fn at(&self, point: Point) -> Option<Pos2> {
        self.board.place(point)?;
        let height = if self.occupancy.id(point).is_some() { STONE } else { 0.0 };
        self.board.above(Vec2::new(point.x.into(), point.y.into()), height)
    }

    fn paint(&self, moment: &LibertySearchState) {
        moment.finished.iter().for_each(|&point| self.disc(point, FINISHED));
        moment.waiting.iter().for_each(|&point| self.ring(point, 0.30, WAITING));
        moment.current.iter().for_each(|&point| {
            self.disc(point, CURRENT);
            self.ring(point, 0.36, CURRENT);
        });
        moment.enemies.iter().for_each(|&point| self.cross(point));
        moment.liberties.iter().for_each(|&point| self.ring(point, 0.26, LIBERTY));
        moment.revisited.iter().for_each(|&point| self.ring(point, 0.43, ENEMY));
    }

    /// Draws a ring. `radius` is in cells.
    fn ring(&self, point: Point, radius: f32, ink: Color32) {
        let Some(at) = self.at(point) else { return };
        let cell = self.board.cell();
        for (width, ink) in [(0.1 * cell + 2.0, CASING), (0.1 * cell, ink)] {
            self.board.painter.circle_stroke(at, radius * cell, Stroke::new(width, ink));
        }
    }

    fn disc(&self, point: Point, ink: Color32) {
        if let Some(at) = self.at(point) {
            self.board.painter.circle(at, 0.17 * self.board.cell(), ink, Stroke::new(1.0, CASING));
        }
    }

    fn cross(&self, point: Point) {
        let Some(at) = self.at(point) else { return };
        let cell = self.board.cell();
        let arm = 0.2 * cell;
        for (width, ink) in [(0.12 * cell + 2.0, CASING), (0.12 * cell, ENEMY)] {
            for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
                let ends = [at - arm * vec2(x, y), at + arm * vec2(x, y)];
                self.board.painter.add(Shape::line_segment(ends, Stroke::new(width, ink)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::palette::Theme;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::Setup;

    fn walk(from: &str) -> LibertySearch {
        let setup: Setup = ". . O\n. X X\n. . .\n".parse().expect("a board");
        LibertySearch::new(
            setup.size(),
            |point| setup.at(point),
            from.parse().expect("a point"),
            Color::White,
        )
    }

    #[test]
    fn each_step_has_a_text() {
        let lines =
            |walk: &LibertySearch| (0..walk.steps().len()).map(|place| line(walk, place)).collect::<Vec<_>>();
        let from_stone = walk("B2");
        let expected = [
            "B2: own stone, go on",
            "A2: empty, liberty 1",
            "C2: own stone, go on",
            "B1: empty, liberty 2",
            "B3: empty, liberty 3",
            "B2: seen already",
            "C1: empty, liberty 4",
            "C3: white, stop",
        ];
        assert_eq!(lines(&from_stone), expected);
        assert_eq!(state(&from_stone, 3), "Step 3 of 8");
        assert_eq!(state(&from_stone, 8), "4 liberties in 8 steps");
        let from_vacant_point = walk("B3");
        assert_eq!(lines(&from_vacant_point)[0], "B3: White would stand here, go on");
        assert_eq!(state(&from_vacant_point, 99), "1 liberty in 6 steps, before anything is taken");
    }

    #[test]
    fn buttons_return_their_requests() {
        for (label, request) in
            [("Next", WalkRequest::Go(4)), ("Back", WalkRequest::Go(2)), ("Play", WalkRequest::Play)]
        {
            let (walk, mut themed) = (walk("B2"), false);
            let show = move |ui: &mut Ui, state: &mut Option<WalkRequest>| {
                if !std::mem::replace(&mut themed, true) {
                    theme::apply(ui.ctx(), Theme::Dark, 1.0);
                }
                ui.set_style(ui.ctx().global_style());
                *state = state.or(body(ui, &walk, 3, false));
            };
            let mut harness = Harness::builder().with_size(vec2(260.0, 260.0)).build_ui_state(show, None);
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(*harness.state(), Some(request));
        }
    }
}
