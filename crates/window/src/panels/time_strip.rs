//! Timeline strip over all ticks: captures as bars, merges as dots, passes, jumps of the value, the worst
//! moves, bookmarks, and the ticks in which breakpoints stopped the game.

use super::bookmarks::Bookmark;
use super::losses;
use super::time_marks::{TimeMark, TimeMarks};
use crate::shell::key_hints::keys;
use crate::shell::keys::Action;
use crate::shell::theme::PanelColors;
use bevy_egui::egui::{
    self, Color32, Event, EventFilter, Id, Key, Label, Painter, Pos2, Rect, RectAlign, Response, RichText,
    Sense, Shape, Stroke, StrokeKind, Tooltip, Ui, Vec2, WidgetInfo, WidgetType,
    accesskit::{self, ActionData},
    pos2,
};
use std::ops::RangeInclusive;
use stonefield_go::Color;
use stonefield_sim::history::Severity;

/// Full height of the strip, in points.
const HEIGHT: f32 = 40.0;
/// Height of the strip in a low window, and the height below which a window is low, in points.
const LOW: (f32, f32) = (24.0, 520.0);

/// Top and bottom of the rail and of the worst moves, and middle of the row of dots, in points from the top
/// of a strip of full height.
const RAIL: (f32, f32) = (19.0, 23.5);
const LOSSES: (f32, f32) = (24.0, 31.0);
const DOTS: f32 = 35.5;

/// Width of a column, in points: of bars, and of marks below the rail. Events in one column have one mark.
const BAR: f32 = 2.0;
const MARK: f32 = 6.0;

/// Smallest and largest radius of a dot, and the smallest gap between two dots, in points. The radius grows
/// with the size of the merged group; the largest group of the game has the largest radius.
const DOT: (f32, f32) = (1.2, 3.6);
const APART: f32 = 4.0;

/// Largest horizontal distance from the pointer to a mark that it hits, in points.
const NEAR: f32 = 2.5;

/// Distance of the tooltip from the sides of the window, and height of its line, in points. With its margins
/// it is as high as the room below the strip.
const TOOLTIP_INSET: f32 = 12.0;
const TOOLTIP_LINE: f32 = 16.0;

/// Least width for a text of the tooltip or the legend, in points.
const LEAST_TEXT: f32 = 60.0;

/// Key of the flag that [`explains_marks`] returns.
const EXPLAINS: &str = "the time strip explains its marks";

/// Data of the strip.
pub struct StripData<'a> {
    /// The tick on the board.
    pub now: u64,
    /// The last tick played.
    pub last: u64,
    /// Events of the game by tick.
    pub marks: &'a TimeMarks,
    /// The worst move of each stretch; the stretches have equal lengths. Empty if no move is judged.
    pub losses: &'a [Option<Severity>],
    /// The nodes of the line that have names.
    pub bookmarks: &'a [Bookmark],
    /// Ticks in which breakpoints stopped the game, each with the reason.
    pub strikes: &'a [(u64, &'a str)],
}

/// Scale that maps ticks 0 to `last` to x positions on the rail.
#[derive(Clone, Copy)]
struct Axis {
    rail: Rect,
    last: u64,
}

impl Axis {
    fn x(&self, tick: f64) -> f32 {
        self.rail.left() + (tick / self.last.max(1) as f64) as f32 * self.rail.width()
    }

    /// Returns the tick at an x position, with its fraction.
    fn tick(&self, x: f32) -> f64 {
        let share = f64::from(((x - self.rail.left()) / self.rail.width()).clamp(0.0, 1.0));
        share * self.last as f64
    }

    /// Returns the tick nearest to an x position, and all ticks within [`NEAR`] of the position.
    fn near(&self, x: f32) -> (u64, RangeInclusive<u64>) {
        let nearest = self.tick(x).round() as u64;
        let (first, end) = (self.tick(x - NEAR).ceil() as u64, self.tick(x + NEAR).floor() as u64);
        (nearest, first.min(nearest)..=end.max(nearest))
    }
}

/// Returns the height of the strip in this window, in points.
pub fn height(ui: &Ui) -> f32 {
    if ui.ctx().viewport_rect().height() < LOW.1 { LOW.0 } else { HEIGHT }
}

/// Shows the strip. Returns the tick that was chosen with the pointer, arrow keys or a screen reader, unless
/// it is the tick on the board.
pub fn time_strip(ui: &mut Ui, width: f32, data: &StripData<'_>) -> Option<u64> {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height(ui)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo {
        value: Some(data.now as f64),
        ..WidgetInfo::labeled(WidgetType::Slider, true, "Timeline")
    });
    let rail =
        Rect::from_x_y_ranges(rect.left() + 7.0..=rect.right() - 7.0, row(rect, RAIL.0)..=row(rect, RAIL.1));
    let axis = Axis { rail, last: data.last };
    let mut to = without_pointer(ui, data, &response);
    if data.last > 0
        && (response.dragged() || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        let (nearest, near) = axis.near(at.x);
        to = if response.clicked() { clicked_tick(data, nearest, near) } else { nearest };
    }
    paint(ui, rect, axis, data, &response);
    let hovered = response.hover_pos().filter(|_| data.last > 0);
    let explains = hovered.is_some_and(|at| tooltip(&response, data, axis.near(at.x)));
    ui.data_mut(|data| data.insert_temp(Id::new(EXPLAINS), explains));
    (to != data.now).then_some(to)
}

/// Returns the tick chosen with arrow keys, while the strip has the keyboard focus, or by a screen reader.
/// Without either, returns the tick on the board.
fn without_pointer(ui: &Ui, data: &StripData<'_>, response: &Response) -> u64 {
    let id = response.id;
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(data.last as f64);
        node.set_numeric_value_step(1.0);
        node.add_action(accesskit::Action::SetValue);
        node.add_action(accesskit::Action::Decrement);
        node.add_action(accesskit::Action::Increment);
    });
    let has_focus = response.has_focus();
    if has_focus {
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    }
    ui.input(|input| {
        let count = |action| input.num_accesskit_action_requests(id, action) as i64;
        let mut offset = count(accesskit::Action::Increment) - count(accesskit::Action::Decrement);
        for event in input.events.iter().filter(|_| has_focus) {
            // The event has the modifiers that were held when the key was pressed.
            if let Event::Key { key, pressed: true, modifiers, .. } = event
                && !modifiers.command
                && !modifiers.alt
            {
                let step = if modifiers.shift { 10 } else { 1 };
                offset += match key {
                    Key::ArrowRight => step,
                    Key::ArrowLeft => -step,
                    _ => 0,
                };
            }
        }
        let set = input.accesskit_action_requests(id, accesskit::Action::SetValue);
        let set = set.filter_map(|request| match &request.data {
            Some(ActionData::NumericValue(value)) => Some(value.round() as u64),
            _ => None,
        });
        set.last().unwrap_or(data.now).saturating_add_signed(offset).min(data.last)
    })
}

/// Returns the y position in the strip for `at`, in points from the top of a strip of full height.
fn row(rect: Rect, at: f32) -> f32 {
    rect.top() + at * rect.height() / HEIGHT
}

/// Returns the tick for a click: that of the mark it hits, or else the nearest tick. Bookmarks and
/// breakpoints come before other marks.
fn clicked_tick(data: &StripData<'_>, nearest: u64, near: RangeInclusive<u64>) -> u64 {
    let distance = |tick: &u64| tick.abs_diff(nearest);
    let bookmarks = data.bookmarks.iter().map(|bookmark| bookmark.tick).filter(|tick| near.contains(tick));
    let strikes = data.strikes.iter().map(|(tick, _)| *tick).filter(|tick| near.contains(tick));
    if let Some(tick) = bookmarks.chain(strikes).min_by_key(distance) {
        return tick;
    }
    let mark = data.marks.between(*near.start(), *near.end());
    mark.and_then(|mark| mark.tick()).unwrap_or(nearest)
}

/// Shows the events near the pointer in one line below the strip, over the status row, so that the board
/// stays visible. Returns true if the line is shown.
fn tooltip(response: &Response, data: &StripData<'_>, (nearest, near): (u64, RangeInclusive<u64>)) -> bool {
    let window = response.ctx.content_rect().shrink2(Vec2::new(TOOLTIP_INSET, 0.0));
    let anchor = Rect::from_x_y_ranges(window.x_range(), response.rect.y_range());
    let mut tooltip = Tooltip::for_enabled(response).gap(2.0).width(window.width());
    tooltip.popup = tooltip.popup.anchor(anchor).align(RectAlign::BOTTOM_START).align_alternatives(&[]);
    let shown = tooltip.show(|ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().interact_size.y = TOOLTIP_LINE;
        ui.spacing_mut().item_spacing.x = 16.0;
        let strong = PanelColors::here(ui).strong;
        ui.horizontal(|ui| {
            for (at, line) in event_lines(data, nearest, near).into_iter().enumerate() {
                if at > 0 && ui.available_width() < LEAST_TEXT {
                    break;
                }
                let line = RichText::new(line);
                ui.add(Label::new(if at == 0 { line.color(strong) } else { line }).truncate());
            }
        });
    });
    shown.is_some()
}

/// Returns the ticks near the pointer, and their events, each as a short text.
fn event_lines(data: &StripData<'_>, nearest: u64, near: RangeInclusive<u64>) -> Vec<String> {
    let (first, last) = (*near.start(), *near.end());
    let ticks = if first == last { format!("tick {nearest}") } else { format!("ticks {first} to {last}") };
    let bookmarks = data.bookmarks.iter().filter(|bookmark| near.contains(&bookmark.tick)).take(4);
    let bookmarks = bookmarks.map(|bookmark| format!("{} (tick {})", bookmark.name, bookmark.tick));
    let strikes = data.strikes.iter().filter(|(tick, _)| near.contains(tick)).take(3);
    let strikes = strikes.map(|(tick, why)| format!("stopped in tick {tick} by {why}"));
    let events = data.marks.between(first, last).map(|mark| mark.words()).unwrap_or_default();
    let worst_loss = |tick: u64| {
        let at = tick.checked_sub(1)? * data.losses.len() as u64 / data.last.max(1);
        *data.losses.get(usize::try_from(at).ok()?)?
    };
    let loss = worst_loss(nearest).map(losses::words);
    std::iter::once(ticks).chain(bookmarks).chain(strikes).chain(events).chain(loss).collect()
}

/// True if the strip shows the events near the pointer in this frame. The legend row then explains its marks.
pub fn explains_marks(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp(Id::new(EXPLAINS))).unwrap_or(false)
}

/// Shows each kind of mark and its meaning, side by side as far as they fit.
pub fn legend(ui: &mut Ui) {
    let colors = PanelColors::here(ui);
    let keys = keys(ui, Action::Bookmark);
    let bookmark = if keys.is_empty() { "a name".to_owned() } else { format!("a name ({keys} gives one)") };
    let mut mark = |text: &str, draw: &dyn Fn(&Painter, Pos2)| {
        if ui.available_width() < LEAST_TEXT {
            return;
        }
        let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, 13.0), Sense::hover());
        draw(ui.painter(), rect.center());
        ui.add(Label::new(RichText::new(text).small().color(colors.weak)).truncate());
        ui.add_space(4.0);
    };
    mark("stones died, the higher the more", &|painter, at| {
        painter.rect_filled(Rect::from_center_size(at, Vec2::new(3.0, 10.0)), 0.0, colors.warm);
    });
    mark("groups merge, the larger the group", &|painter, at| {
        painter.circle_filled(at, 2.5, colors.on);
    });
    mark("a pass", &|painter, at| pass(painter, at, colors));
    mark("the game looks better for Black or White", &|painter, at| {
        jump(painter, at - Vec2::new(3.5, 0.0), Color::Black, colors);
        jump(painter, at + Vec2::new(3.5, 0.0), Color::White, colors);
    });
    mark(&bookmark, &|painter, at| {
        flag(painter, at.x - 2.0, at.y - 5.0, at.y + 5.0, colors);
    });
    mark("a breakpoint stopped the game", &|painter, at| stop(painter, at, colors));
}

fn paint(ui: &Ui, rect: Rect, axis: Axis, data: &StripData<'_>, response: &Response) {
    let colors = PanelColors::here(ui);
    let painter = ui.painter();
    let rail = axis.rail;
    let along = |tick: f64| axis.x(tick) - rail.left();
    bars(painter, rect, axis, &data.marks.columns(BAR, along), colors);
    if data.losses.is_empty() {
        painter.rect_filled(
            Rect::from_x_y_ranges(rail.x_range(), row(rect, LOSSES.0)..=row(rect, LOSSES.0) + 0.5),
            0.0,
            colors.line,
        );
    } else {
        losses::strip(ui, rail, row(rect, LOSSES.1), data.losses, data.last);
    }
    let share = if data.last == 0 { 0.0 } else { (data.now as f64 / data.last as f64) as f32 };
    let knob = pos2(egui::lerp(rail.left()..=rail.right(), share), rail.center().y);
    painter.rect_filled(rail, 2.0, colors.button[1]);
    painter.rect_filled(rail.with_max_x(knob.x), 2.0, colors.sand);
    marks_below(painter, rect, axis, &data.marks.columns(MARK, along), colors);
    for &(tick, _) in data.strikes {
        stop(painter, pos2(axis.x(tick as f64), rail.center().y), colors);
    }
    let fill = if data.last == 0 { colors.button[2] } else { colors.chosen };
    let radius = if response.hovered() || response.dragged() { 7.5 } else { 6.5 };
    painter.circle(knob, radius, fill, Stroke::new(2.0, colors.panel));
    let mut last_flag = f32::NEG_INFINITY;
    for bookmark in data.bookmarks {
        let x = axis.x(bookmark.tick as f64);
        // Of flags less than one point apart only the first is drawn.
        if x - last_flag >= 1.0 {
            flag(painter, x, rect.top(), rail.top(), colors);
            last_flag = x;
        }
    }
}

/// Draws a bar for each column in which stones died.
fn bars(painter: &Painter, rect: Rect, axis: Axis, columns: &[(i32, TimeMark)], colors: &PanelColors) {
    let max_captures = columns.iter().map(|(_, mark)| mark.captures).max().unwrap_or(1).max(1) as f32;
    let floor = axis.rail.top();
    // If a tick is wider than a column, a bar is as wide as the tick, up to 8 points.
    let tick_width = axis.rail.width() / axis.last.max(1) as f32;
    for (column, mark) in columns.iter().filter(|(_, mark)| mark.captures > 0) {
        // The square root keeps bars of few stones visible beside bars of many.
        let height = (mark.captures as f32 / max_captures).sqrt() * 0.85 * (floor - rect.top());
        let (left, right) = if tick_width > BAR {
            let middle = axis.x(mark.ticks[0] as f64);
            let half = (0.5 * tick_width).min(4.0) - if tick_width > 6.0 { 0.5 } else { 0.0 };
            (middle - half, middle + half)
        } else {
            let left = axis.rail.left() + *column as f32 * BAR;
            (left, left + BAR)
        };
        let bar = Rect::from_min_max(pos2(left, floor - height), pos2(right, floor));
        painter.rect_filled(bar.intersect(rect), 0.0, colors.warm);
    }
}

/// Draws the marks below the rail: dots of merges, passes and jumps of the value. A column has at most one
/// dot or pass, and one jump: the largest.
fn marks_below(painter: &Painter, rect: Rect, axis: Axis, columns: &[(i32, TimeMark)], colors: &PanelColors) {
    let largest = columns.iter().map(|(_, mark)| mark.union_size.0).max().unwrap_or(1).max(1) as f32;
    let dots = row(rect, DOTS);
    let merges = columns.iter().filter(|(_, mark)| mark.unions > 0).map(|(_, mark)| {
        let radius = DOT.0 + (DOT.1 - DOT.0) * mark.union_size.0 as f32 / largest;
        (axis.x(mark.union_size.1 as f64), radius)
    });
    for (x, radius) in thinned(merges.collect()) {
        painter.circle_filled(pos2(x, dots), radius, colors.on);
    }
    let middle = row(rect, 0.5 * (LOSSES.0 + LOSSES.1) + 0.5);
    for (_, mark) in columns {
        if mark.unions == 0 && mark.passes.black + mark.passes.white > 0 {
            pass(painter, pos2(axis.x(mark.passed as f64), dots), colors);
        }
        if let Some(value) = mark.jump {
            jump(painter, pos2(axis.x(value.tick as f64), middle), value.gains(), colors);
        }
    }
}

/// Returns the dots that are drawn, each with its x position and radius. A dot with a gap of less than
/// [`APART`] to a larger one is removed, so that many dots do not merge into a band.
fn thinned(mut dots: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    dots.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.total_cmp(&other.0)));
    let mut kept: Vec<(f32, f32)> = Vec::new();
    for (x, radius) in dots {
        let at = kept.partition_point(|dot| dot.0 < x);
        let near = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|at| kept.get(at));
        if near.into_iter().all(|dot| (dot.0 - x).abs() >= dot.1 + radius + APART) {
            kept.insert(at, (x, radius));
        }
    }
    kept
}

fn pass(painter: &Painter, at: Pos2, colors: &PanelColors) {
    painter.rect_filled(Rect::from_center_size(at, Vec2::new(1.5, 7.0)), 0.0, colors.weak);
}

/// Draws a triangle in the colour that gains: it points up for Black and down for White.
fn jump(painter: &Painter, at: Pos2, gains: Color, colors: &PanelColors) {
    let (fill, side) = match gains {
        Color::Black => (colors.black, -1.0),
        Color::White => (colors.white, 1.0),
    };
    let corner = |x: f32, y: f32| at + Vec2::new(x, y * side);
    let points = vec![corner(0.0, 3.5), corner(3.6, -3.0), corner(-3.6, -3.0)];
    painter.add(Shape::convex_polygon(points, fill, Stroke::new(1.0, colors.strong)));
}

fn flag(painter: &Painter, x: f32, top: f32, bottom: f32, colors: &PanelColors) {
    painter.vline(x, top..=bottom, Stroke::new(1.5, colors.chosen));
    let points = vec![pos2(x, top), pos2(x + 7.0, top + 3.0), pos2(x, top + 6.0)];
    painter.add(Shape::convex_polygon(points, colors.chosen, Stroke::NONE));
}

fn stop(painter: &Painter, at: Pos2, colors: &PanelColors) {
    let square = Rect::from_center_size(at, Vec2::splat(6.0));
    painter.rect(square, 1.0, colors.error, Stroke::new(1.0, Color32::WHITE), StrokeKind::Outside);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::{NodeT, Queryable};
    use stonefield_go::ByColor;
    use stonefield_go::notation::sgf::Collection;
    use stonefield_sim::{Changes, RecordTick, TallyRow};

    /// Marks of a game of `last` ticks, with a merge and a capture in the given ticks.
    fn marks(last: u64, merge: u64, capture: u64) -> TimeMarks {
        let node = Collection::new().add_game();
        let tick = |tick: u64| {
            let changes = Changes {
                captures: if tick == capture { 7 } else { 0 },
                unions: u32::from(tick == merge),
                merge_size: 12,
                ..Changes::default()
            };
            let row = TallyRow { tick, changes, ..TallyRow::default() };
            RecordTick { node, row, said: ByColor::default(), passed: ByColor::default() }
        };
        let mut marks = TimeMarks::default();
        marks.update(|first| (first as u64..=last).map(tick));
        marks
    }

    fn bookmark(tick: u64, name: &str) -> Bookmark {
        Bookmark { tick, node: Collection::new().add_game(), name: name.to_owned() }
    }

    #[test]
    fn a_click_goes_to_the_mark_it_hits_among_ten_ticks_and_among_a_million() {
        for (last, merge, capture, named) in [(10, 3, 6, 8), (1_000_000, 300_123, 600_321, 800_007)] {
            let marks = marks(last, merge, capture);
            let bookmarks = [bookmark(named, "the ladder")];
            let mut window = harness([940.0, 60.0], Vec::new(), |ui, chosen: &mut Vec<u64>| {
                let data = StripData {
                    now: 0,
                    last,
                    marks: &marks,
                    losses: &[],
                    bookmarks: &bookmarks,
                    strikes: &[],
                };
                chosen.extend(time_strip(ui, 900.0, &data));
            });
            window.run_ok();
            let strip = window.get_by_label("Timeline").rect();
            for tick in [merge, capture, named] {
                let x = strip.left() + 7.0 + tick as f32 / last as f32 * (strip.width() - 14.0);
                let at = pos2(x + 0.6, strip.center().y);
                window.hover_at(at);
                window.run_ok();
                window.drag_at(at);
                window.run_ok();
                window.drop_at(at);
                window.run_ok();
                assert_eq!(window.state().last(), Some(&tick), "of {last}");
            }
        }
    }

    #[test]
    fn arrow_keys_change_the_tick_while_the_strip_has_the_focus() {
        let marks = marks(100, 30, 60);
        let mut window =
            harness([940.0, 60.0], (50, Vec::new()), |ui, (now, chosen): &mut (u64, Vec<u64>)| {
                let now = *now;
                let data =
                    StripData { now, last: 100, marks: &marks, losses: &[], bookmarks: &[], strikes: &[] };
                chosen.extend(time_strip(ui, 900.0, &data));
            });
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        assert!(window.state().1.is_empty(), "the strip does not have the focus");
        window.get_by_label("Timeline").focus();
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        window.key_press_modifiers(egui::Modifiers::SHIFT, Key::ArrowLeft);
        window.run_ok();
        assert_eq!(window.state().1, [51, 40]);
        let node = window.get_by_label("Timeline");
        let (min, max) =
            (node.accesskit_node().min_numeric_value(), node.accesskit_node().max_numeric_value());
        assert_eq!((min, max), (Some(0.0), Some(100.0)));
        window.state_mut().0 = 100;
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        assert_eq!(window.state().1.len(), 2, "there is nothing after the last tick");
    }

    #[test]
    fn the_largest_of_many_merges_have_separate_dots() {
        let merges: Vec<(f32, f32)> =
            (0..300_u16).map(|x| (f32::from(x), 1.2 + f32::from(x * 37 % 101) / 50.0)).collect();
        let kept = thinned(merges.clone());
        assert!(kept.windows(2).all(|pair| pair[1].0 - pair[0].0 >= pair[0].1 + pair[1].1 + APART));
        for &(x, radius) in &merges {
            let covered =
                kept.iter().any(|dot| dot.1 >= radius && (dot.0 - x).abs() < dot.1 + radius + APART);
            assert!(covered, "{x}: its dot, or a larger one beside it");
        }
        let apart = vec![(0.0, 1.2), (20.0, 3.6), (40.0, 2.0)];
        assert_eq!(thinned(apart.clone()), apart, "dots far enough apart are all kept");
    }

    #[test]
    fn the_tooltip_has_the_events_and_does_not_cover_the_board() {
        let marks = marks(100, 30, 60);
        let strikes = [(60, "capture>=5: 7 stones died")];
        let bookmarks = [bookmark(60, "the ladder")];
        for size in [[940.0, 600.0], [520.0, 400.0]] {
            let mut window = harness(size, (), |ui, ()| {
                let data = StripData {
                    now: 0,
                    last: 100,
                    marks: &marks,
                    losses: &[],
                    bookmarks: &bookmarks,
                    strikes: &strikes,
                };
                // The room below the strip is that of the status row and the margin.
                let room = ui.ctx().content_rect().bottom() - ui.cursor().top();
                ui.add_space(room - height(ui) - ui.spacing().interact_size.y - 16.0);
                ui.horizontal(|ui| {
                    ui.set_height(height(ui));
                    time_strip(ui, size[0] - 120.0, &data);
                });
            });
            window.run_ok();
            let strip = window.get_by_label("Timeline").rect();
            assert!(!explains_marks(&window.ctx));
            window.hover_at(pos2(strip.left() + 7.0 + 0.6 * (strip.width() - 14.0), strip.center().y));
            window.run_steps(30);
            assert!(explains_marks(&window.ctx));
            let lines = [
                "tick 60",
                "the ladder (tick 60)",
                "stopped in tick 60 by capture>=5: 7 stones died",
                "7 stones died",
            ];
            for (at, line) in lines.into_iter().enumerate() {
                let Some(label) = window.query_by_label(line) else {
                    assert!(at > 1 && size[0] < 600.0, "{size:?}: {line}");
                    continue;
                };
                let rect = label.rect();
                assert!(
                    rect.top() >= strip.bottom() && rect.bottom() <= size[1],
                    "{size:?}: {line} at {rect:?}"
                );
            }
        }
    }

    #[test]
    fn the_legend_explains_each_mark_that_fits() {
        for (width, all) in [(1200.0, true), (400.0, false)] {
            let mut window = harness([width, 60.0], (), |ui, ()| drop(ui.horizontal(legend)));
            window.run_ok();
            assert!(window.query_by_label("stones died, the higher the more").is_some());
            let last = window.query_by_label("a breakpoint stopped the game");
            assert_eq!(last.is_some(), all, "{width}");
        }
    }
}
