//! Table of all stones: sorting by any column, a typed filter, CSV. A click on a row selects its stone.

mod filter;
mod rows;

use super::board_reader::BoardReader;
use super::file_task::ExportKind;
use super::files::FileQuestion;
use crate::shell::keys::Action;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::{BoardArea, Redraw, Selected, Watched};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, complaint, from_right, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    self, Align, Frame, Label, Margin, RichText, ScrollArea, Sense, Shape, Stroke, TextEdit, Ui, Vec2,
    WidgetInfo, WidgetType, vec2,
};
use core::time::Duration;
use egui_extras::{Column, TableBuilder};
use filter::StoneFilter;
use rows::{RowParts, StoneColumn, StoneRow};
use stonefield_go::Point;
use stonefield_go::notation::counted;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::history::{StoneDeath, deaths};
use stonefield_sim::{GameRecord, RequestKind, SimSystems};

/// Least size of the window, in points.
const MIN_SIZE: Vec2 = Vec2::new(420.0, 220.0);

/// Initial width of each column, in points.
const WIDTHS: [f32; 12] = [46.0, 48.0, 56.0, 42.0, 38.0, 46.0, 50.0, 60.0, 84.0, 40.0, 40.0, 72.0];

/// Room between two columns, in points.
const COLUMN_GAP: f32 = 7.0;

/// Height of a row, in points.
const ROW_HEIGHT: f32 = 19.0;

/// Least time between the starts of two collections of rows, as a multiple of the time that one takes.
const WAIT_FACTOR: u32 = 4;

/// State of the table.
#[derive(Resource, Default)]
pub struct StoneTable {
    /// True if dead stones have rows too.
    dead: bool,
    deaths: FoundDeaths,
    filter: String,
    sort: Sort,
    rows: Vec<StoneRow>,
    /// Numbers of the rows that pass the filter, in their order.
    shown: Vec<u32>,
    fault: Option<String>,
    /// Board of the rows: goban, tick, node of the record, hash of the stones.
    board: Option<(Entity, u64, NodeId, u64)>,
    /// Filter and order of `shown`. `None`: they must be applied.
    applied: Option<(String, Sort)>,
    /// Start of the last collection of the rows, and the time that it took.
    gathered: Option<(Instant, Duration)>,
    /// Selected point in the last frame. The table scrolls when it changes.
    selected: Option<Point>,
}

/// Stones that died on a line of a record, up to the end of a tick.
#[derive(Clone, Debug, Default)]
struct FoundDeaths {
    all: Vec<StoneDeath>,
    /// Goban, tick and node at the end of the searched part.
    until: Option<(Entity, u64, NodeId)>,
    /// Time that the last search took.
    duration: Duration,
}

/// Largest number of ticks that one frame searches.
const MAX_TICKS: u64 = 2000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sort {
    column: StoneColumn,
    up: bool,
}

impl Default for Sort {
    fn default() -> Self {
        Self { column: StoneColumn::Id, up: true }
    }
}

/// Request of the user in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePressed {
    /// Select the stone on this point.
    Select(Point),
    /// Go to the last tick before a stone died, and select its point.
    LastLife(u64, Point),
    /// Save the rows in a file.
    Save,
    /// Copy the rows to the clipboard.
    Copy,
    /// Close the window.
    Close,
}

/// Title and order of the window.
pub(super) const WINDOW: Panel = Panel::floating("Stones", 9).key(Action::StoneTable);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoneTable>()
        .add_window(WINDOW, show)
        .add_systems(Update, find_deaths.after(SimSystems::Pace).run_if(has_dead_rows));
}

/// True if the table is open and shows dead stones.
fn has_dead_rows(table: Res<StoneTable>, panels: OpenPanels) -> bool {
    table.dead && panels.is_open(WINDOW)
}

/// Collects the stones that died before the present tick: at most [`MAX_TICKS`] ticks a frame, with waits.
/// Exclusive, because the ticks are replayed.
fn find_deaths(world: &mut World) {
    let table = world.resource::<StoneTable>();
    let goban = world.resource::<Watched>().0;
    if !table.time_to_wait(goban).is_zero() {
        return;
    }
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let now = record.now();
    let same = |&(of, tick, node): &(Entity, u64, NodeId)| of == goban && record.passes_node(node, tick);
    let searched = table.deaths.until.filter(same).map(|(_, tick, _)| tick);
    if searched.is_some_and(|tick| tick >= now) {
        return;
    }
    let from = searched.unwrap_or(0);
    let to = now.min(from + MAX_TICKS);
    let node = record.node_of(to);
    let begun = Instant::now();
    let found = deaths(world, goban, from, to).unwrap_or_default();
    let duration = begun.elapsed();
    let mut table = world.resource_mut::<StoneTable>();
    table.deaths.duration = duration;
    if searched.is_none() {
        table.deaths.all.clear();
    }
    table.deaths.all.extend(found);
    table.deaths.until = Some((goban, to, node));
    // The rows are collected again, with the new deaths.
    table.board = None;
    if to < now {
        world.resource_mut::<Redraw>().frames(1);
    }
}

fn show(
    mut contexts: EguiContexts,
    area: Res<BoardArea>,
    goban: WatchedGoban<(RowParts, &GameRecord)>,
    reader: BoardReader,
    mut table: ResMut<StoneTable>,
    mut selected: ResMut<Selected>,
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
    (mut panels, mut requests): (OpenPanels, Requests),
) -> Result {
    let Some((stones, record)) = goban.get() else { return Ok(()) };
    if panels.is_new(WINDOW) {
        table.scroll_to_selected();
    }
    let (occupancy, _, _, tally) = stones;
    let now = (goban.id(), tally.tick, record.node_of(record.now()), occupancy.hash());
    if table.board != Some(now) {
        let time_to_wait = table.time_to_wait(now.0);
        if time_to_wait.is_zero() {
            let begun = Instant::now();
            let mut rows = rows::gather(stones, &reader);
            if table.dead {
                let dead = table.deaths.all.iter().take_while(|dead| dead.tick <= record.now());
                rows.extend(dead.map(rows::of_death));
            }
            table.take(now, rows);
            let searched = if table.dead { table.deaths.duration } else { Duration::ZERO };
            table.gathered = Some((begun, begun.elapsed() + searched));
        } else {
            redraw.within(time_to_wait);
        }
    }
    let ctx = contexts.ctx_mut()?.clone();
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let size =
        Vec2::new((max.x - min.x - 40.0).clamp(MIN_SIZE.x, 660.0), (0.5 * (max.y - min.y)).max(MIN_SIZE.y));
    let window = WINDOW
        .window()
        .resizable(true)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(12)))
        .default_pos(egui::pos2(min.x + 8.0, min.y + 8.0))
        .default_size(size)
        .min_size(MIN_SIZE)
        .show(&ctx, |ui| panel(ui, &mut table, selected.0));
    match window.and_then(|window| window.inner).flatten() {
        Some(TablePressed::Select(point)) => {
            table.selected = Some(point);
            selected.set_if_neq(Selected(Some(point)));
        }
        Some(TablePressed::LastLife(tick, point)) => {
            table.selected = Some(point);
            selected.set_if_neq(Selected(Some(point)));
            requests.send([RequestKind::Seek(tick)]);
        }
        Some(TablePressed::Save) => match rows::csv(&table.rows, &table.shown, table.dead) {
            Ok(contents) => {
                let name = format!("stones-{}.csv", tally.tick);
                question.ask_to_export(ExportKind::Csv, &name, contents);
            }
            Err(error) => notices.show_refusal(error.to_string()),
        },
        Some(TablePressed::Copy) => {
            if let Some(text) = rows::csv(&table.rows, &table.shown, table.dead)
                .ok()
                .and_then(|csv| String::from_utf8(csv).ok())
            {
                ctx.copy_text(text);
                notices.show_notice(format!("{} in the clipboard", counted(table.shown.len(), "stone")));
            }
        }
        Some(TablePressed::Close) => panels.set(WINDOW, false),
        None => {}
    }
    Ok(())
}

impl StoneTable {
    /// Scrolls to the selected stone in the next frame.
    pub const fn scroll_to_selected(&mut self) {
        self.selected = None;
    }

    /// Returns the time until the rows of a goban may be collected again.
    fn time_to_wait(&self, goban: Entity) -> Duration {
        let same_goban = self.board.is_some_and(|(of, ..)| of == goban);
        let Some((since, took)) = self.gathered.filter(|_| same_goban) else { return Duration::ZERO };
        (took * WAIT_FACTOR).saturating_sub(since.elapsed())
    }

    /// Replaces the rows.
    fn take(&mut self, board: (Entity, u64, NodeId, u64), rows: Vec<StoneRow>) {
        (self.board, self.rows, self.applied) = (Some(board), rows, None);
    }

    /// Filters and sorts, if the rows, the filter or the order have changed.
    fn filter_and_sort(&mut self) {
        let applied = Some((self.filter.clone(), self.sort));
        if self.applied == applied {
            return;
        }
        match self.filter.parse::<StoneFilter>() {
            Ok(filter) => {
                self.shown = filter::filtered_rows(&self.rows, &filter, self.sort.column, self.sort.up);
                self.fault = None;
            }
            Err(error) => {
                // The rows stay as they were, except for numbers that are no longer there.
                let count = self.rows.len();
                self.shown.retain(|&at| (at as usize) < count);
                self.fault = Some(error.to_string());
            }
        }
        self.applied = applied;
    }

    /// Returns the position of the living stone on a point among the shown rows.
    fn place(&self, point: Point) -> Option<usize> {
        self.shown.iter().position(|&at| {
            self.rows.get(at as usize).is_some_and(|row| row.point == point && row.death.is_none())
        })
    }
}

/// Draws the table; `selected` is the selected point of the board. Returns the user's request.
pub fn panel(ui: &mut Ui, table: &mut StoneTable, selected: Option<Point>) -> Option<TablePressed> {
    let mut request = None;
    ui.horizontal(|ui| {
        ui.heading(RichText::new("Stones").color(PanelColors::here(ui).strong));
        let width = (ui.available_width() - 290.0).clamp(80.0, 320.0);
        let edit = TextEdit::singleline(&mut table.filter).hint_text("white group>=5 age<10").desired_width(width);
        let response = ui.add(edit).on_hover_text(
            "black, white, dead, alive, a point, or id, age, own, group (its stones), group_id, liberties, temperature, links, died (the tick) with <, <=, =, !=, >=, > and a number; \
             all must hold",
        );
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Filter"));
        let about = "The stones that have died too: when, and by which move; a click goes to the last tick of its life";
        if ui.checkbox(&mut table.dead, "Dead stones").on_hover_text(about).changed() {
            (table.board, table.gathered) = (None, None);
            if !table.dead && matches!(table.sort.column, StoneColumn::Died | StoneColumn::By) {
                table.sort = Sort::default();
            }
        }
        from_right(ui, |ui| {
            if close_button(ui) {
                request = Some(TablePressed::Close);
            }
            for (label, about, what) in [
                ("Copy", "The rows shown, as CSV, into the clipboard", TablePressed::Copy),
                ("CSV…", "The rows shown into a file", TablePressed::Save),
            ] {
                if ui.button(label).on_hover_text(about).clicked() {
                    request = Some(what);
                }
            }
        });
    });
    table.filter_and_sort();
    match &table.fault {
        Some(fault) => complaint(ui, fault),
        None => crate::shell::widgets::hint(
            ui,
            if table.shown.len() == table.rows.len() {
                counted(table.rows.len(), "stone")
            } else {
                format!("{} of {}", table.shown.len(), counted(table.rows.len(), "stone"))
            },
        ),
    };
    let to = selected.filter(|_| selected != table.selected).and_then(|point| table.place(point));
    table.selected = selected;
    // A window that is too narrow for the columns scrolls sideways.
    let width: f32 = StoneColumn::shown(table.dead).zip(WIDTHS).map(|(_, width)| width + COLUMN_GAP).sum();
    let (sort, picked) = if width > ui.available_width() {
        let columns = ScrollArea::horizontal().id_salt("columns").auto_shrink(false);
        let shown = columns.show(ui, |ui| {
            ui.set_width(width);
            body(ui, table, selected, to)
        });
        shown.inner
    } else {
        body(ui, table, selected, to)
    };
    table.sort = sort;
    request.or(picked.map(|row| match row.death {
        Some((tick, _)) => TablePressed::LastLife(tick.saturating_sub(1), row.point),
        None => TablePressed::Select(row.point),
    }))
}

/// Draws headings and visible rows, scrolled to the row `to`. Returns the order and the row clicked on.
fn body(
    ui: &mut Ui,
    table: &StoneTable,
    selected: Option<Point>,
    to: Option<usize>,
) -> (Sort, Option<StoneRow>) {
    let (mut sort, mut picked) = (table.sort, None);
    let colors = PanelColors::here(ui);
    let columns: Vec<StoneColumn> = StoneColumn::shown(table.dead).collect();
    let ends = columns.last().copied();
    let mut builder = TableBuilder::new(ui)
        .id_salt("stones")
        .striped(true)
        .resizable(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0);
    for (&column, wide) in columns.iter().zip(WIDTHS) {
        let cells = if Some(column) == ends { Column::remainder() } else { Column::initial(wide) };
        builder = builder.column(cells.at_least(34.0).clip(true));
    }
    if let Some(place) = to {
        builder = builder.scroll_to_row(place, Some(Align::Center));
    }
    builder
        .header(22.0, |mut header| {
            for &column in &columns {
                header.col(|ui| {
                    let (name, about, _) = column.words();
                    let on = sort.column == column;
                    let ink = if on { colors.chosen } else { colors.strong };
                    let heading = Label::new(RichText::new(name).color(ink)).sense(Sense::click());
                    let response = ui.add(heading.selectable(false)).on_hover_text(about);
                    if on {
                        let at = response.rect.right_center() + vec2(8.0, 0.0);
                        let side = if sort.up { -1.0 } else { 1.0 };
                        let corner = |x: f32, y: f32| at + vec2(x, y * side);
                        let points = vec![corner(-4.0, -2.5), corner(4.0, -2.5), corner(0.0, 3.0)];
                        ui.painter().add(Shape::convex_polygon(points, ink, Stroke::NONE));
                    }
                    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
                    if response.clicked() {
                        sort = Sort { column, up: !on || !sort.up };
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, table.shown.len(), |mut row| {
                let Some(shown) = table.shown.get(row.index()).and_then(|&at| table.rows.get(at as usize))
                else {
                    return;
                };
                row.set_selected(selected == Some(shown.point) && shown.death.is_none());
                for &column in &columns {
                    row.col(|ui| draw_cell(ui, shown, column));
                }
                if row.response().clicked() {
                    picked = Some(*shown);
                }
            });
        });
    (sort, picked)
}

fn draw_cell(ui: &mut Ui, row: &StoneRow, column: StoneColumn) {
    if column == StoneColumn::Color {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 14.0), Sense::hover());
        stone(ui, rect.center(), 5.0, row.color);
    }
    ui.add(Label::new(row.text(column)).selectable(false).truncate());
}

#[cfg(test)]
mod tests;
