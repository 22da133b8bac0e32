//! Window to choose a lesson or an example.

use super::super::super::lessons::{Lesson, LessonError};
use super::steps::verdict;
use crate::lessons::examples::Example;
use crate::shell::files::lessons::FinishedLessons;
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::{from_right, segments};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, Context, Frame, Margin, Pos2, Rect, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};
use stonefield_go::{Color, Point, Setup};

/// Tab of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShelfTab {
    /// List of lessons.
    #[default]
    Lessons,
    /// List of examples, with pictures.
    Examples,
}

/// Choice of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Lesson, by index.
    Lesson(usize),
    /// Example, by index.
    Example(usize),
    /// Close the window.
    Close,
}

/// Lesson in the list.
pub struct Row<'a> {
    title: &'a str,
    about: String,
    finished: bool,
    /// True if the lesson could be read, so that it can be opened.
    is_readable: bool,
}

impl<'a> Row<'a> {
    /// Returns the row of a lesson; one that cannot be read shows its error.
    pub fn of(lesson: &'a Result<Lesson, LessonError>, finished: &FinishedLessons) -> Self {
        match lesson {
            Ok(lesson) => {
                let finished = finished.contains(lesson.name);
                Self { title: &lesson.title, about: lesson.about.clone(), finished, is_readable: true }
            }
            Err(error) => {
                Self { title: error.name, about: error.to_string(), finished: false, is_readable: false }
            }
        }
    }
}

/// Examples with their pictures, made when the list is first shown.
#[derive(Resource, Default)]
pub struct Shelf {
    examples: Vec<(Example, Vec<Shape>)>,
    /// True if the pictures are drawn for a dark theme.
    dark: bool,
}

impl Shelf {
    /// Returns an example by index.
    pub fn example(&self, at: usize) -> Option<&Example> {
        self.examples.get(at).map(|(example, _)| example)
    }

    /// Reads the examples if needed, and draws the pictures if they are missing or for another theme.
    fn update(&mut self, colors: &PanelColors, dark: bool) {
        if self.examples.is_empty() {
            self.examples = Example::all().into_iter().map(|example| (example, Vec::new())).collect();
        } else if self.dark == dark {
            return;
        }
        self.dark = dark;
        for (example, shapes) in &mut self.examples {
            *shapes = picture(&example.board, colors);
        }
    }
}

/// Side of a picture, in points.
const PICTURE: f32 = 108.0;
/// Size of a card with a picture and a title, in points.
const CARD: Vec2 = vec2(120.0, 154.0);

/// Largest width of the window's content, in points: five cards and the scroll bar.
const WIDTH: f32 = 5.0 * CARD.x + 4.0 * 8.0 + 12.0;

/// Shows the window; returns the choice of the user.
pub fn window(ctx: &Context, tab: &mut ShelfTab, rows: &[Row<'_>], shelf: &mut Shelf) -> Option<Picked> {
    let room = ctx.content_rect().size() - Vec2::splat(64.0);
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(18));
    let window = super::WINDOW.window().resizable(false).frame(frame).default_height(room.y);
    let response = window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(ctx, |ui| {
        ui.set_width(WIDTH.min(room.x));
        panel(ui, tab, rows, shelf, room.y - 60.0)
    });
    response.and_then(|response| response.inner).flatten()
}

/// Shows the content of the window.
fn panel(
    ui: &mut Ui,
    tab: &mut ShelfTab,
    rows: &[Row<'_>],
    shelf: &mut Shelf,
    height: f32,
) -> Option<Picked> {
    let mut picked = None;
    ui.horizontal(|ui| {
        ui.scope(|ui| {
            ui.set_max_width(240.0);
            let tabs = [(ShelfTab::Lessons, "Lessons", ""), (ShelfTab::Examples, "Examples", "")];
            if let Some(chosen) = segments(ui, *tab, &tabs) {
                *tab = chosen;
            }
        });
        from_right(ui, |ui| {
            if ui.button("Close").clicked() {
                picked = Some(Picked::Close);
            }
        });
    });
    ui.add_space(8.0);
    let scroll = ScrollArea::vertical().id_salt(*tab as u8).max_height(height).auto_shrink([false, true]);
    scroll.show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 12.0);
        let chosen = match tab {
            ShelfTab::Lessons => lessons(ui, rows),
            ShelfTab::Examples => examples(ui, shelf),
        };
        picked = picked.or(chosen);
    });
    picked
}

fn lessons(ui: &mut Ui, rows: &[Row<'_>]) -> Option<Picked> {
    let mut picked = None;
    for (at, row) in rows.iter().enumerate() {
        if lesson(ui, at, row) && row.is_readable {
            picked = Some(Picked::Lesson(at));
        }
    }
    picked
}

/// Width before a title, for its number or a tick, in points.
const NUMBER_WIDTH: f32 = 34.0;

fn lesson(ui: &mut Ui, at: usize, row: &Row<'_>) -> bool {
    let colors = PanelColors::here(ui);
    let width = ui.available_width();
    let font = TextStyle::Body.resolve(ui.style());
    let about = ui.painter().layout(row.about.clone(), font, colors.weak, width - NUMBER_WIDTH - 12.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, about.size().y + 34.0), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::Button, row.is_readable, row.finished, row.title));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let painter = ui.painter();
    let fill = if response.hovered() && row.is_readable { colors.button[1] } else { colors.well };
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, colors.line), StrokeKind::Inside);
    let badge = pos2(rect.left() + NUMBER_WIDTH / 2.0 + 3.0, rect.center().y);
    let ring = if row.finished { super::steps::RIGHT } else { colors.line };
    painter.circle(badge, 11.0, colors.panel, Stroke::new(1.5, ring));
    if row.finished {
        verdict(ui, Rect::from_center_size(badge, Vec2::splat(16.0)), true);
    } else {
        painter.text(badge, Align2::CENTER_CENTER, at + 1, theme::text_font(), colors.strong);
    }
    let left = rect.left() + NUMBER_WIDTH + 6.0;
    let heading = theme::section_font();
    painter.text(pos2(left, rect.top() + 8.0), Align2::LEFT_TOP, row.title, heading, colors.strong);
    painter.galley(pos2(left, rect.top() + 27.0), about, colors.weak);
    response.clicked()
}

fn examples(ui: &mut Ui, shelf: &mut Shelf) -> Option<Picked> {
    let colors = PanelColors::here(ui);
    shelf.update(colors, ui.visuals().dark_mode);
    let mut picked = None;
    let mut rest = shelf.examples.as_slice();
    let mut first_index = 0;
    while let Some((first, _)) = rest.first() {
        let count = rest.iter().take_while(|(example, _)| example.heading == first.heading).count();
        let (here, after) = rest.split_at(count);
        ui.label(RichText::new(first.heading).text_style(theme::heading()).color(colors.accent));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(8.0);
            for (at, (example, shapes)) in here.iter().enumerate() {
                if card(ui, example, shapes) {
                    picked = Some(Picked::Example(first_index + at));
                }
            }
        });
        ui.add_space(8.0);
        first_index += count;
        rest = after;
    }
    picked
}

/// Shows a card: picture, title, and the caption as a tooltip. Returns true if it was clicked.
fn card(ui: &mut Ui, example: &Example, shapes: &[Shape]) -> bool {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &example.title));
    if ui.is_rect_visible(rect) {
        let fill = if response.hovered() { colors.button[1] } else { colors.well };
        let painter = ui.painter();
        painter.rect(rect, 6.0, fill, Stroke::new(1.0, colors.line), StrokeKind::Inside);
        let corner = rect.min + Vec2::splat((CARD.x - PICTURE) / 2.0);
        painter.extend(shapes.iter().map(|shape| {
            let mut shape = shape.clone();
            shape.translate(corner.to_vec2());
            shape
        }));
        let font = theme::text_font();
        let title = painter.layout(example.title.clone(), font, colors.strong, CARD.x - 10.0);
        let below = rect.top() + PICTURE + 10.0;
        let at =
            pos2(rect.left() + 6.0, below + ((rect.bottom() - below - title.size().y) / 2.0 - 1.0).max(0.0));
        painter.with_clip_rect(rect.intersect(painter.clip_rect())).galley(at, title, colors.strong);
    }
    response.on_hover_text(&example.caption).clicked()
}

/// Returns the picture of a board, with its upper left corner at the origin.
fn picture(board: &Setup, colors: &PanelColors) -> Vec<Shape> {
    let size = board.size();
    let (columns, rows) = (f32::from(size.width()), f32::from(size.height()));
    let cell = PICTURE / columns.max(rows);
    let whole = Rect::from_min_size(Pos2::ZERO, Vec2::splat(PICTURE));
    let wood = Rect::from_center_size(whole.center(), vec2(columns, rows) * cell);
    let at = |point: Point| {
        pos2(
            wood.left() + (f32::from(point.x) + 0.5) * cell,
            wood.bottom() - (f32::from(point.y) + 0.5) * cell,
        )
    };
    let line = Stroke::new(if cell < 4.0 { 0.5 } else { 0.8 }, colors.wood.lerp_to_gamma(colors.black, 0.45));
    let end = at(Point::new(size.width() - 1, size.height() - 1));
    let start = at(Point::new(0, 0));
    let mut shapes = vec![Shape::rect_filled(wood, 2.0, colors.wood)];
    shapes.extend((0..size.width()).map(|x| {
        let x = at(Point::new(x, 0)).x;
        Shape::line_segment([pos2(x, start.y), pos2(x, end.y)], line)
    }));
    shapes.extend((0..size.height()).map(|y| {
        let y = at(Point::new(0, y)).y;
        Shape::line_segment([pos2(start.x, y), pos2(end.x, y)], line)
    }));
    let stones = size.points().filter_map(|point| Some((point, board.at(point)?)));
    shapes.extend(stones.map(|(point, color)| {
        let fill = if color == Color::Black { colors.black } else { colors.white };
        Shape::circle_filled(at(point), cell * 0.46, fill)
    }));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::palette::Theme;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    /// Shows the window, clicks a label, and returns the choice and the tab.
    fn click(tab: ShelfTab, label: &str, finished: &FinishedLessons) -> (Option<Picked>, ShelfTab) {
        let lessons = Lesson::all();
        let rows: Vec<_> = lessons.iter().map(|lesson| Row::of(lesson, finished)).collect();
        let mut shelf = Shelf::default();
        let show = |ui: &mut Ui, state: &mut (Option<Picked>, ShelfTab)| {
            theme::apply(ui.ctx(), Theme::Light, 1.0);
            ui.reset_style();
            let picked = panel(ui, &mut state.1, &rows, &mut shelf, 4000.0);
            state.0 = state.0.or(picked);
        };
        let mut harness = Harness::builder().with_size(vec2(WIDTH, 4000.0)).build_ui_state(show, (None, tab));
        harness.run();
        harness.get_by_label(label).click();
        harness.run();
        *harness.state()
    }

    #[test]
    fn a_lesson_or_an_example_is_picked_by_a_click() {
        let none = FinishedLessons::default();
        let second = Lesson::all().remove(1).expect("a lesson").title;
        assert_eq!(click(ShelfTab::Lessons, &second, &none), (Some(Picked::Lesson(1)), ShelfTab::Lessons));
        assert_eq!(click(ShelfTab::Lessons, "Close", &none).0, Some(Picked::Close));
        assert_eq!(click(ShelfTab::Lessons, "Examples", &none), (None, ShelfTab::Examples));
        let third = Example::all().swap_remove(2).title;
        assert_eq!(click(ShelfTab::Examples, &third, &none).0, Some(Picked::Example(2)));
    }

    #[test]
    fn a_finished_lesson_has_a_tick() {
        let mut finished = FinishedLessons::default();
        let lessons = Lesson::all();
        finished.add("ko");
        let ticked = lessons.iter().filter(|lesson| Row::of(lesson, &finished).finished);
        let ticked: Vec<_> = ticked.flatten().map(|lesson| lesson.name).collect();
        assert_eq!(ticked, ["ko"]);
    }

    #[test]
    fn a_picture_has_every_line_and_stone() {
        let board: Setup = ". X O\n. . X\n".parse().expect("a board");
        let shapes = picture(&board, PanelColors::of(Theme::Light));
        assert_eq!(shapes.len(), 1 + (3 + 2) + 3);
        let inside = Rect::from_min_size(Pos2::ZERO, Vec2::splat(PICTURE)).expand(0.5);
        assert!(shapes.iter().all(|shape| inside.contains_rect(shape.visual_bounding_rect())));
    }
}
