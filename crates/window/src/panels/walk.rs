//! The liberty walk: how the liberties of a clicked group are counted, step by step, on the board and in lines.

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
use stonefield_sim::Occupancy;

/// How long a step stands while they are played.
const STEP: Duration = Duration::from_millis(450);
/// Height of the list of steps, in points.
const HEIGHT: f32 = 132.0;
/// Pixels of a cell below which nothing is drawn.
const SMALLEST: f32 = 7.0;
/// How high marks lie on stones, in cells.
const STONE: f32 = 0.3;

const LIBERTY: Color32 = Color32::from_rgb(0x1f, 0xb8, 0x5a);
const ENEMY: Color32 = Color32::from_rgb(0xf0, 0x33, 0x22);
const LEFT: Color32 = Color32::from_rgb(0x8f, 0x8b, 0x85);
const NEXT: Color32 = Color32::from_rgb(0xf2, 0xb6, 0x2a);
const CURRENT: Color32 = Color32::from_rgb(0x2a, 0x8c, 0xff);
const CASING: Color32 = Color32::from_rgba_premultiplied(0x0c, 0x0a, 0x08, 0x98);

/// The walk that is shown, if one is.
#[derive(Resource, Default)]
pub struct WalkPanel(Option<ShownWalk>);

struct ShownWalk {
    walk: LibertySearch,
    /// The board that it is of: its goban, the hash of its stones and its size.
    of: (Entity, u64, Size),
    /// Whose stone would stand at its beginning, if none does.
    to_move: Color,
    steps: usize,
    moment: LibertySearchState,
    /// When the next step is taken, while they are played.
    next_at: Option<Instant>,
}

impl WalkPanel {
    /// Begins the walk from a point.
    pub fn begin(&mut self, goban: Entity, occupancy: &Occupancy, from: Point, to_move: Color) {
        let walk = over(occupancy, from, to_move);
        let of = (goban, occupancy.hash(), occupancy.size());
        self.0 = Some(ShownWalk { moment: walk.after(1), walk, of, to_move, steps: 1, next_at: None });
    }

    /// Whether one is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Shows none any longer.
    pub fn close(&mut self) {
        self.0 = None;
    }
}

/// The panel, and its place.
const PANEL: Panel = Panel::new("Walk", Place::Passing, 20);

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
            ((follow, quiet).chain().in_set(PanelSystems::Begin), mark.in_set(PanelSystems::Marks)),
        );
}

/// The walk over a board as it stands.
fn over(occupancy: &Occupancy, from: Point, to_move: Color) -> LibertySearch {
    let size = occupancy.size();
    LibertySearch::new(size, |point| occupancy.color_at(size.index(point)), from, to_move)
}

/// Hides other marks from the board while a walk is shown: it counts what they tell.
fn quiet(panel: Res<WalkPanel>, mut quiet: ResMut<QuietMarks>) {
    quiet.set_if_neq(QuietMarks(panel.is_open()));
}

/// Takes the step that is due. A walk over a board that has changed is closed; but where a tick is gone through phase by phase, it is as far on the new board.
pub(super) fn follow(
    mut panel: ResMut<WalkPanel>,
    goban: WatchedGoban,
    mut redraw: ResMut<Redraw>,
    mut phases_before: Local<bool>,
) {
    let phases = goban.get().is_some_and(|goban| goban.phases.is_some());
    let phases = std::mem::replace(&mut *phases_before, phases) || phases;
    let Some(shown) = panel.bypass_change_detection().0.as_mut() else { return };
    let board = goban.get().map(|shown| shown.occupancy).filter(|_| goban.id() == shown.of.0);
    match board {
        Some(board) if (board.hash(), board.size()) == (shown.of.1, shown.of.2) => {}
        Some(board) if phases => shown.begin_anew(board),
        _ => {
            panel.close();
            return;
        }
    }
    let Some(next) = shown.next_at else { return };
    let left = next.saturating_duration_since(Instant::now());
    if left.is_zero() {
        shown.go(shown.steps + 1);
        shown.next_at = (shown.steps < shown.walk.steps().len()).then(|| Instant::now() + STEP);
    }
    redraw.within(if left.is_zero() { STEP } else { left });
}

impl ShownWalk {
    /// Begins at the same point of the board as it stands now, and is as far.
    fn begin_anew(&mut self, board: &Occupancy) {
        let Some(from) = self.walk.steps().first().map(|step| step.at) else { return };
        self.walk = over(board, from, self.to_move);
        self.of.1 = board.hash();
        self.go(self.steps);
    }

    /// Shows so many steps.
    fn go(&mut self, steps: usize) {
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
        Some(asked) => {
            let Some(shown) = &mut panel.0 else { return };
            shown.next_at = None;
            match asked {
                WalkRequest::Go(steps) => shown.go(steps),
                WalkRequest::Play => {
                    // At its end it is played once more.
                    shown.go(if shown.steps == steps { 1 } else { shown.steps });
                    shown.next_at = Some(Instant::now() + STEP);
                }
                WalkRequest::Pause | WalkRequest::Close => {}
            }
        }
    }
}

/// What is asked for in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkRequest {
    /// So many steps are to be shown.
    Go(usize),
    /// One step after the other by itself.
    Play,
    /// No longer.
    Pause,
    /// No walk.
    Close,
}

/// Shows the steps so far as lines, and buttons for more.
fn body(ui: &mut Ui, walk: &LibertySearch, steps: usize, plays: bool) -> Option<WalkRequest> {
    let colors = PanelColors::here(ui);
    let (all, mut asked) = (walk.steps().len(), None);
    let from = walk.steps().first().map_or_else(String::new, |step| step.at.to_string());
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("Liberties from {from}")).text_style(theme::heading()).color(colors.strong),
        );
        from_right(ui, |ui| {
            let about = with_keys(ui, "Close the walk", Action::Close);
            if cross(ui, &about) {
                asked = Some(WalkRequest::Close);
            }
        });
    });
    well(ui, |ui| {
        ui.set_min_width(ui.available_width());
        let high = ui.text_style_height(&TextStyle::Body);
        let list = ScrollArea::vertical().id_salt("walk").auto_shrink([false, false]).stick_to_bottom(true);
        ui.spacing_mut().item_spacing.y = 1.0;
        list.max_height(HEIGHT).min_scrolled_height(HEIGHT).show_rows(ui, high, steps, |ui, rows| {
            for place in rows {
                let ink = if place + 1 == steps { colors.strong } else { colors.weak };
                ui.add(Label::new(RichText::new(line(walk, place)).color(ink)).truncate());
            }
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let width = (ui.available_width() - 2.0 * 5.0) / 3.0;
        let mut press = |text: &str, can: bool, about: &str, request| {
            let weight = if can { Weight::Plain } else { Weight::Off };
            if button(ui, vec2(width, 24.0), text, weight, about).clicked() && can {
                asked = Some(request);
            }
        };
        press("Back", steps > 1, "One step back", WalkRequest::Go(steps - 1));
        press("Next", steps < all, "One step on", WalkRequest::Go(steps + 1));
        if plays {
            press("Pause", true, "Stay at this step", WalkRequest::Pause);
        } else {
            press("Play", true, "One step after the other", WalkRequest::Play);
        }
    });
    ui.label(RichText::new(state(walk, steps)).color(colors.text));
    ui.add_space(6.0);
    asked
}

/// A step as a line.
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

/// How far the walk has come.
fn state(walk: &LibertySearch, steps: usize) -> String {
    let all = walk.steps().len();
    if steps < all {
        return format!("Step {steps} of {all}");
    }
    let liberties = match walk.liberties() {
        1 => "1 liberty".to_owned(),
        count => format!("{count} liberties"),
    };
    let before = if walk.has_start_stone() { "" } else { ", before anything is taken" };
    format!("{liberties} in {}{before}", counted(all, "step"))
}

/// Draws where the walk stands on the board.
fn mark(
    mut contexts: EguiContexts,
    panel: Res<WalkPanel>,
    goban: WatchedGoban,
    projector: Res<Projector>,
) -> Result {
    let (Some(shown), Some(goban)) = (&panel.0, goban.get()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let painter = over_board(ctx, &projector.area());
    let board = BoardPainter::new(&painter, &projector, ctx.zoom_factor());
    if projector.size() == Some(goban.occupancy.size()) && board.has_room(SMALLEST) {
        Marks { board, occupancy: goban.occupancy }.paint(&shown.moment);
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
        moment.finished.iter().for_each(|&point| self.disc(point, LEFT));
        moment.waiting.iter().for_each(|&point| self.ring(point, 0.30, NEXT));
        moment.current.iter().for_each(|&point| {
            self.disc(point, CURRENT);
            self.ring(point, 0.36, CURRENT);
        });
        moment.enemies.iter().for_each(|&point| self.cross(point));
        moment.liberties.iter().for_each(|&point| self.ring(point, 0.26, LIBERTY));
        moment.revisited.iter().for_each(|&point| self.ring(point, 0.43, ENEMY));
    }

    fn ring(&self, point: Point, reach: f32, ink: Color32) {
        let Some(at) = self.at(point) else { return };
        let cell = self.board.cell();
        for (width, ink) in [(0.1 * cell + 2.0, CASING), (0.1 * cell, ink)] {
            self.board.painter.circle_stroke(at, reach * cell, Stroke::new(width, ink));
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
    fn every_step_has_a_line() {
        let lines =
            |walk: &LibertySearch| (0..walk.steps().len()).map(|place| line(walk, place)).collect::<Vec<_>>();
        let placed = walk("B2");
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
        assert_eq!(lines(&placed), expected);
        assert_eq!(state(&placed, 3), "Step 3 of 8");
        assert_eq!(state(&placed, 8), "4 liberties in 8 steps");
        let thought_of = walk("B3");
        assert_eq!(lines(&thought_of)[0], "B3: White would stand here, go on");
        assert_eq!(state(&thought_of, 99), "1 liberty in 6 steps, before anything is taken");
    }

    #[test]
    fn buttons_go_on_and_back() {
        for (label, asked) in
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
            assert_eq!(*harness.state(), Some(asked));
        }
    }
}
