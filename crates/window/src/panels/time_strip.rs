//! The strip over all ticks: captures as bars, merges as dots, passes, jumps of the value, the worst moves, names, and where breakpoints struck.

use super::bookmarks::Bookmark;
use super::losses;
use super::time_marks::{TimeMark, TimeMarks};
use crate::shell::key_hints::keys;
use crate::shell::keys::Action;
use crate::shell::theme::PanelColors;
use bevy_egui::egui::{
    self, Color32, Event, EventFilter, Key, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    accesskit::{self, ActionData},
    pos2,
};
use std::ops::RangeInclusive;
use stonefield_go::Color;
use stonefield_sim::history::Severity;

/// How high the strip is, in points; and in a window lower than this.
const HEIGHT: f32 = 40.0;
const LOW: (f32, f32) = (24.0, 520.0);

/// Where the rail, the worst moves and the row of dots are, in points from the top where the strip has its whole height.
const RAIL: (f32, f32) = (19.0, 23.5);
const LOSSES: (f32, f32) = (24.0, 31.0);
const DOTS: f32 = 35.5;

/// How wide a column is into which what happens at once is gathered, in points: a bar, and a mark below the rail.
const BAR: f32 = 2.0;
const MARK: f32 = 6.0;

/// The radius of a dot, from a merge of two stones to the largest one; and the least that is free between two dots, in points.
const DOT: (f32, f32) = (1.2, 3.6);
const APART: f32 = 4.0;

/// How near to a mark the pointer means it, in points.
const NEAR: f32 = 2.5;

/// What the strip shows.
pub struct StripData<'a> {
    /// The tick shown.
    pub now: u64,
    /// The last tick played.
    pub last: u64,
    /// What happened when.
    pub marks: &'a TimeMarks,
    /// The worst move of each of as many stretches of the game; none where no move is judged.
    pub losses: &'a [Option<Severity>],
    /// The nodes of the line that have names.
    pub bookmarks: &'a [Bookmark],
    /// Where breakpoints have stopped the game, and why.
    pub strikes: &'a [(u64, &'a str)],
}

/// Ticks along a rail.
#[derive(Clone, Copy)]
struct Axis {
    rail: Rect,
    last: u64,
}

impl Axis {
    fn x(&self, tick: f64) -> f32 {
        self.rail.left() + (tick / self.last.max(1) as f64) as f32 * self.rail.width()
    }

    /// The tick at a place, and a part of one.
    fn tick(&self, x: f32) -> f64 {
        let share = f64::from(((x - self.rail.left()) / self.rail.width()).clamp(0.0, 1.0));
        share * self.last as f64
    }

    /// The tick nearest to a place, and all that are so near that the pointer may mean them.
    fn near(&self, x: f32) -> (u64, RangeInclusive<u64>) {
        let nearest = self.tick(x).round() as u64;
        let (first, end) = (self.tick(x - NEAR).ceil() as u64, self.tick(x + NEAR).floor() as u64);
        (nearest, first.min(nearest)..=end.max(nearest))
    }
}

/// How high the strip is in this window, in points.
pub fn height(ui: &Ui) -> f32 {
    if ui.ctx().viewport_rect().height() < LOW.1 { LOW.0 } else { HEIGHT }
}

/// Shows the strip; returns the tick that was chosen in it, with the pointer, with arrow keys or by a reader.
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
        to = if response.clicked() { meant(data, nearest, near) } else { nearest };
    }
    paint(ui, rect, axis, data, &response);
    if let Some(at) = response.hover_pos().filter(|_| data.last > 0) {
        response.on_hover_ui_at_pointer(|ui| told(ui, data, axis.near(at.x)));
    }
    (to != data.now).then_some(to)
}

/// The tick that arrow keys lead to while the strip has the keyboard, or that a reader asks for; else the tick shown.
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
    let hears = response.has_focus();
    if hears {
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    }
    ui.input(|input| {
        let asked = |action| input.num_accesskit_action_requests(id, action) as i64;
        let mut by = asked(accesskit::Action::Increment) - asked(accesskit::Action::Decrement);
        for event in input.events.iter().filter(|_| hears) {
            // With the modifiers that were held when the key was pressed.
            if let Event::Key { key, pressed: true, modifiers, .. } = event
                && !modifiers.command
                && !modifiers.alt
            {
                let far = if modifiers.shift { 10 } else { 1 };
                by += match key {
                    Key::ArrowRight => far,
                    Key::ArrowLeft => -far,
                    _ => 0,
                };
            }
        }
        let set = input.accesskit_action_requests(id, accesskit::Action::SetValue);
        let set = set.filter_map(|asked| match &asked.data {
            Some(ActionData::NumericValue(value)) => Some(value.round() as u64),
            _ => None,
        });
        set.last().unwrap_or(data.now).saturating_add_signed(by).min(data.last)
    })
}

/// A place of the strip, in points from the top where that has its whole height.
fn row(rect: Rect, at: f32) -> f32 {
    rect.top() + at * rect.height() / HEIGHT
}

/// The tick that a click means: that of the mark it hits, else the nearest.
fn meant(data: &StripData<'_>, nearest: u64, near: RangeInclusive<u64>) -> u64 {
    let distance = |tick: &u64| tick.abs_diff(nearest);
    let named = data.bookmarks.iter().map(|bookmark| bookmark.tick).filter(|tick| near.contains(tick));
    let struck = data.strikes.iter().map(|(tick, _)| *tick).filter(|tick| near.contains(tick));
    if let Some(tick) = named.chain(struck).min_by_key(distance) {
        return tick;
    }
    let mark = data.marks.between(*near.start(), *near.end());
    mark.and_then(|mark| mark.tick()).unwrap_or(nearest)
}

/// Says what happened at the pointer, and what the marks mean.
fn told(ui: &mut Ui, data: &StripData<'_>, (nearest, near): (u64, RangeInclusive<u64>)) {
    let colors = PanelColors::here(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 15.0;
    let (first, last) = (*near.start(), *near.end());
    let heading = if first == last { format!("tick {nearest}") } else { format!("ticks {first} to {last}") };
    ui.label(RichText::new(heading).color(colors.strong));
    let named = data.bookmarks.iter().filter(|bookmark| near.contains(&bookmark.tick)).take(4);
    for bookmark in named {
        ui.label(format!("{} (tick {})", bookmark.name, bookmark.tick));
    }
    for (tick, why) in data.strikes.iter().filter(|(tick, _)| near.contains(tick)).take(3) {
        ui.label(format!("stopped in tick {tick} by {why}"));
    }
    for line in data.marks.between(first, last).map(|mark| mark.words()).unwrap_or_default() {
        ui.label(line);
    }
    let stretch = |tick: u64| {
        let at = tick.checked_sub(1)? * data.losses.len() as u64 / data.last.max(1);
        *data.losses.get(usize::try_from(at).ok()?)?
    };
    if let Some(worst) = stretch(nearest) {
        ui.label(losses::words(worst));
    }
    ui.separator();
    legend(ui);
}

/// What the marks mean, each beside its mark.
fn legend(ui: &mut Ui) {
    let colors = PanelColors::here(ui);
    let keys = keys(ui, Action::Bookmark);
    let named = if keys.is_empty() { "a name".to_owned() } else { format!("a name ({keys} gives one)") };
    let mut line = |text: &str, draw: &dyn Fn(&Painter, Pos2)| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, 13.0), Sense::hover());
            draw(ui.painter(), rect.center());
            ui.label(RichText::new(text).small().color(colors.weak));
        });
    };
    line("stones died, the higher the more", &|painter, at| {
        painter.rect_filled(Rect::from_center_size(at, Vec2::new(3.0, 10.0)), 0.0, colors.warm);
    });
    line("groups merge, the larger the group; the largest merge nearby has the dot", &|painter, at| {
        painter.circle_filled(at, 2.5, colors.on);
    });
    line("a pass", &|painter, at| pass(painter, at, colors));
    line(
        "the game looks better for Black or White by 10 % or 4 points, where a mind that plays says what it expects",
        &|painter, at| {
            jump(painter, at - Vec2::new(3.5, 0.0), Color::Black, colors);
            jump(painter, at + Vec2::new(3.5, 0.0), Color::White, colors);
        },
    );
    line(&named, &|painter, at| {
        flag(painter, at.x - 2.0, at.y - 5.0, at.y + 5.0, colors);
    });
    line("a breakpoint stopped the game", &|painter, at| stop(painter, at, colors));
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
    below(painter, rect, axis, &data.marks.columns(MARK, along), colors);
    for &(tick, _) in data.strikes {
        stop(painter, pos2(axis.x(tick as f64), rail.center().y), colors);
    }
    let fill = if data.last == 0 { colors.button[2] } else { colors.chosen };
    let radius = if response.hovered() || response.dragged() { 7.5 } else { 6.5 };
    painter.circle(knob, radius, fill, Stroke::new(2.0, colors.panel));
    let mut last = f32::NEG_INFINITY;
    for bookmark in data.bookmarks {
        let x = axis.x(bookmark.tick as f64);
        // Flags that would cover each other are one.
        if x - last >= 1.0 {
            flag(painter, x, rect.top(), rail.top(), colors);
            last = x;
        }
    }
}

/// A bar for each column in which stones died.
fn bars(painter: &Painter, rect: Rect, axis: Axis, columns: &[(i32, TimeMark)], colors: &PanelColors) {
    let most = columns.iter().map(|(_, mark)| mark.captures).max().unwrap_or(1).max(1) as f32;
    let floor = axis.rail.top();
    // As wide as a tick, where that is wider than a column.
    let tick = axis.rail.width() / axis.last.max(1) as f32;
    for (column, mark) in columns.iter().filter(|(_, mark)| mark.captures > 0) {
        // Few stones are seen beside many.
        let height = (mark.captures as f32 / most).sqrt() * 0.85 * (floor - rect.top());
        let (left, right) = if tick > BAR {
            let middle = axis.x(mark.ticks[0] as f64);
            let half = (0.5 * tick).min(4.0) - if tick > 6.0 { 0.5 } else { 0.0 };
            (middle - half, middle + half)
        } else {
            let left = axis.rail.left() + *column as f32 * BAR;
            (left, left + BAR)
        };
        let bar = Rect::from_min_max(pos2(left, floor - height), pos2(right, floor));
        painter.rect_filled(bar.intersect(rect), 0.0, colors.warm);
    }
}

/// Dots, passes and jumps; where several fall into one column, the greatest stands for it in each of the rows.
fn below(painter: &Painter, rect: Rect, axis: Axis, columns: &[(i32, TimeMark)], colors: &PanelColors) {
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

/// Dots by their place along a row and their radius: a larger one takes away those that are less than [`APART`] from it, so that no band comes of many.
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

/// A triangle in the colour that gains: up for Black, down for White, as a value for Black rises or falls.
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

    /// A game of so many ticks, in two of which something happens.
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
            let mut window = harness([940.0, 60.0], Vec::new(), |ui, asked: &mut Vec<u64>| {
                let data = StripData {
                    now: 0,
                    last,
                    marks: &marks,
                    losses: &[],
                    bookmarks: &bookmarks,
                    strikes: &[],
                };
                asked.extend(time_strip(ui, 900.0, &data));
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
    fn arrow_keys_go_through_time_while_the_strip_has_the_keyboard() {
        let marks = marks(100, 30, 60);
        let mut window =
            harness([940.0, 60.0], (50, Vec::new()), |ui, (now, asked): &mut (u64, Vec<u64>)| {
                let now = *now;
                let data =
                    StripData { now, last: 100, marks: &marks, losses: &[], bookmarks: &[], strikes: &[] };
                asked.extend(time_strip(ui, 900.0, &data));
            });
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        assert!(window.state().1.is_empty(), "the keyboard is elsewhere");
        window.get_by_label("Timeline").focus();
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        window.key_press_modifiers(egui::Modifiers::SHIFT, Key::ArrowLeft);
        window.run_ok();
        assert_eq!(window.state().1, [51, 40]);
        let node = window.get_by_label("Timeline");
        let (least, most) =
            (node.accesskit_node().min_numeric_value(), node.accesskit_node().max_numeric_value());
        assert_eq!((least, most), (Some(0.0), Some(100.0)));
        window.state_mut().0 = 100;
        window.run_ok();
        window.key_press(Key::ArrowRight);
        window.run_ok();
        assert_eq!(window.state().1.len(), 2, "there is nothing after the last tick");
    }

    #[test]
    fn the_largest_of_many_merges_have_dots_that_stand_apart() {
        let merges: Vec<(f32, f32)> =
            (0..300_u16).map(|x| (f32::from(x), 1.2 + f32::from(x * 37 % 101) / 50.0)).collect();
        let kept = thinned(merges.clone());
        assert!(kept.windows(2).all(|pair| pair[1].0 - pair[0].0 >= pair[0].1 + pair[1].1 + APART));
        for &(x, radius) in &merges {
            let known = kept.iter().any(|dot| dot.1 >= radius && (dot.0 - x).abs() < dot.1 + radius + APART);
            assert!(known, "{x}: its dot, or a larger one beside it");
        }
        let far = vec![(0.0, 1.2), (20.0, 3.6), (40.0, 2.0)];
        assert_eq!(thinned(far.clone()), far, "where there is room all are shown");
    }

    #[test]
    fn hovering_says_what_happened_and_what_the_marks_mean() {
        let marks = marks(100, 30, 60);
        let strikes = [(60, "capture>=5: 7 stones died")];
        let bookmarks = [bookmark(60, "the ladder")];
        let mut window = harness([940.0, 400.0], (), |ui, ()| {
            let data = StripData {
                now: 0,
                last: 100,
                marks: &marks,
                losses: &[],
                bookmarks: &bookmarks,
                strikes: &strikes,
            };
            time_strip(ui, 900.0, &data);
        });
        window.run_ok();
        let strip = window.get_by_label("Timeline").rect();
        window.hover_at(pos2(strip.left() + 7.0 + 0.6 * (strip.width() - 14.0), strip.center().y));
        window.run_steps(30);
        for line in [
            "tick 60",
            "the ladder (tick 60)",
            "stopped in tick 60 by capture>=5: 7 stones died",
            "7 stones died",
            "groups merge, the larger the group; the largest merge nearby has the dot",
            "a pass",
        ] {
            assert!(window.query_by_label(line).is_some(), "{line}");
        }
    }
}
