//! The table of all stones: sorted by any column, filtered by what is typed, as CSV; a row selects its stone.

mod filter;
mod rows;

use super::board_reader::BoardReader;
use super::file_task::ExportKind;
use super::files::FileQuestion;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::{BoardArea, Modal, Redraw, Selected, Watched};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, complaint, from_right, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    self, Align, Frame, Label, Margin, RichText, ScrollArea, Sense, Shape, Stroke, TextEdit, Ui, Vec2,
    WidgetInfo, WidgetType, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use egui_extras::{Column, TableBuilder};
use filter::StoneFilter;
use rows::{StoneColumn, StoneRow};
use stonefield_go::Point;
use stonefield_go::notation::counted;
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::history::{StoneDeath, deaths};
use stonefield_sim::{GameRecord, RequestKind, SimSystems};

/// The least size of the window, in points.
const LEAST: Vec2 = Vec2::new(420.0, 220.0);

/// How wide the columns are at first, in points.
const WIDTHS: [f32; 12] = [46.0, 48.0, 56.0, 42.0, 38.0, 46.0, 50.0, 60.0, 84.0, 40.0, 40.0, 72.0];

/// What a column takes beside its own width, in points.
const BESIDE: f32 = 7.0;

/// How high a row is, in points.
const ROW: f32 = 19.0;

/// Stones are gathered anew at most for this share of the time.
const SHARE: u32 = 4;

/// The table: what is typed and sorted, and the stones as they were gathered last.
#[derive(Resource, Default)]
pub struct StoneTable {
    /// Whether it is shown.
    pub open: bool,
    /// Whether the stones that have died are rows too.
    dead: bool,
    deaths: KnownDeaths,
    filter: String,
    sort: Sort,
    rows: Vec<StoneRow>,
    /// What of them is shown, in its order; why nothing new is, where the filter is none.
    shown: Vec<u32>,
    fault: Option<String>,
    /// What the rows are of: the goban, the tick, its node, its stones.
    of: Option<(Entity, u64, NodeId, u64)>,
    /// What was chosen of them by: filter and order.
    by: Option<(String, Sort)>,
    /// When they were gathered, and how long that took.
    gathered: Option<(Instant, Duration)>,
    /// The selected point when it was last shown, so that another one is scrolled to.
    selected: Option<Point>,
}

/// The stones that died on a line of a record, up to the end of a tick.
#[derive(Clone, Debug, Default)]
struct KnownDeaths {
    all: Vec<StoneDeath>,
    /// The goban, the tick, and the node with which that ends.
    until: Option<(Entity, u64, NodeId)>,
    /// How long it took to find the last of them.
    took: Duration,
}

/// So many ticks are gone through in one frame at most.
const TICKS: u64 = 2000;

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

/// What is asked for in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePressed {
    /// The stone on this point is selected.
    Select(Point),
    /// The game goes to the last tick of a stone that died in the next one, and the stone is selected.
    LastLife(u64, Point),
    /// The rows go into a file.
    Save,
    /// They go into the clipboard.
    Copy,
    /// The window is closed.
    Close,
}

/// The window, and its place.
const WINDOW: Panel = Panel::floating("Stones", 9);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoneTable>()
        .add_closable(
            WINDOW,
            |window: Res<StoneTable>| window.open,
            |mut window: ResMut<StoneTable>| window.open = false,
        )
        .add_systems(Update, switch.in_set(InputSystems::Act).run_if(switched(Action::StoneTable)))
        .add_systems(Update, know_deaths.after(SimSystems::Pace))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

fn switch(mut table: ResMut<StoneTable>) {
    table.open = !table.open;
    table.selected = None;
}

/// Finds out which stones have died before the tick on the board: some ticks a frame, and at most for a quarter of the time.
fn know_deaths(world: &mut World) {
    let Some(table) = world.get_resource::<StoneTable>().filter(|table| table.open && table.dead) else {
        return;
    };
    let goban = world.resource::<Watched>().0;
    if !table.rest(goban).is_zero() {
        return;
    }
    let Some(record) = world.get::<GameRecord>(goban) else { return };
    let now = record.now();
    let same = |&(of, tick, node): &(Entity, u64, NodeId)| of == goban && record.passes_node(node, tick);
    let known = table.deaths.until.filter(same).map(|(_, tick, _)| tick);
    if known.is_some_and(|tick| tick >= now) {
        return;
    }
    let from = known.unwrap_or(0);
    let to = now.min(from + TICKS);
    let node = record.node_of(to);
    let begun = Instant::now();
    let found = deaths(world, goban, from, to).unwrap_or_default();
    let took = begun.elapsed();
    let mut table = world.resource_mut::<StoneTable>();
    table.deaths.took = took;
    if known.is_none() {
        table.deaths.all.clear();
    }
    table.deaths.all.extend(found);
    table.deaths.until = Some((goban, to, node));
    // The rows are gathered anew with them.
    table.of = None;
    if to < now {
        world.resource_mut::<Redraw>().frames(1);
    }
}

fn show(
    mut contexts: EguiContexts,
    area: Res<BoardArea>,
    goban: WatchedGoban,
    reader: BoardReader,
    mut table: ResMut<StoneTable>,
    mut selected: ResMut<Selected>,
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
    mut requests: Requests,
) -> Result {
    let Some(shown) = goban.get().filter(|_| table.open) else { return Ok(()) };
    let node = shown.record.node_of(shown.record.now());
    let now = (goban.id(), shown.tally.tick, node, shown.occupancy.hash());
    if table.of != Some(now) {
        let rest = table.rest(now.0);
        if rest.is_zero() {
            let begun = Instant::now();
            let mut rows = rows::gather(&shown, &reader);
            if table.dead {
                let dead = table.deaths.all.iter().take_while(|dead| dead.tick <= shown.record.now());
                rows.extend(dead.map(rows::of_death));
            }
            table.take(now, rows);
            let searched = if table.dead { table.deaths.took } else { Duration::ZERO };
            table.gathered = Some((begun, begun.elapsed() + searched));
        } else {
            redraw.within(rest);
        }
    }
    let ctx = contexts.ctx_mut()?.clone();
    let [min, max] = [area.min, area.max].map(|at| at / ctx.zoom_factor());
    let size = Vec2::new((max.x - min.x - 40.0).clamp(LEAST.x, 660.0), (0.5 * (max.y - min.y)).max(LEAST.y));
    let window = WINDOW
        .window()
        .resizable(true)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(12)))
        .default_pos(egui::pos2(min.x + 8.0, min.y + 8.0))
        .default_size(size)
        .min_size(LEAST)
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
                let name = format!("stones-{}.csv", shown.tally.tick);
                question.ask_to_export(ExportKind::Csv, &name, contents);
            }
            Err(error) => notices.refuse(error.to_string()),
        },
        Some(TablePressed::Copy) => {
            if let Some(text) = rows::csv(&table.rows, &table.shown, table.dead)
                .ok()
                .and_then(|csv| String::from_utf8(csv).ok())
            {
                ctx.copy_text(text);
                notices.tell(format!("{} in the clipboard", counted(table.shown.len(), "stone")));
            }
        }
        Some(TablePressed::Close) => table.open = false,
        None => {}
    }
    Ok(())
}

impl StoneTable {
    /// Shows it, and the stone that is selected in it.
    pub const fn show(&mut self) {
        self.open = true;
        self.selected = None;
    }

    /// How long the stones of a goban are not gathered anew: on a large board that takes a while.
    fn rest(&self, goban: Entity) -> Duration {
        let known = self.of.is_some_and(|(of, ..)| of == goban);
        let Some((since, took)) = self.gathered.filter(|_| known) else { return Duration::ZERO };
        (took * SHARE).saturating_sub(since.elapsed())
    }

    /// Takes in stones.
    fn take(&mut self, of: (Entity, u64, NodeId, u64), rows: Vec<StoneRow>) {
        (self.of, self.rows, self.by) = (Some(of), rows, None);
    }

    /// Filters and sorts, if something of that has changed.
    fn choose(&mut self) {
        let by = Some((self.filter.clone(), self.sort));
        if self.by == by {
            return;
        }
        match self.filter.parse::<StoneFilter>() {
            Ok(filter) => {
                self.shown = filter::chosen(&self.rows, &filter, self.sort.column, self.sort.up);
                self.fault = None;
            }
            Err(error) => {
                // What was shown stays, as far as it is there.
                let count = self.rows.len();
                self.shown.retain(|&at| (at as usize) < count);
                self.fault = Some(error.to_string());
            }
        }
        self.by = by;
    }

    /// The place of the stone on a point among the rows that are shown.
    fn place(&self, point: Point) -> Option<usize> {
        self.shown.iter().position(|&at| {
            self.rows.get(at as usize).is_some_and(|row| row.point == point && row.death.is_none())
        })
    }
}

/// Shows the table; `selected` is the point that is selected on the board. Returns what is asked for.
pub fn panel(ui: &mut Ui, table: &mut StoneTable, selected: Option<Point>) -> Option<TablePressed> {
    let mut pressed = None;
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
            (table.of, table.gathered) = (None, None);
            if !table.dead && matches!(table.sort.column, StoneColumn::Died | StoneColumn::By) {
                table.sort = Sort::default();
            }
        }
        from_right(ui, |ui| {
            if close_button(ui) {
                pressed = Some(TablePressed::Close);
            }
            for (label, about, what) in [
                ("Copy", "The rows shown, as CSV, into the clipboard", TablePressed::Copy),
                ("CSV…", "The rows shown into a file", TablePressed::Save),
            ] {
                if ui.button(label).on_hover_text(about).clicked() {
                    pressed = Some(what);
                }
            }
        });
    });
    table.choose();
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
    // What has no room beside each other is scrolled to.
    let wide: f32 = StoneColumn::shown(table.dead).zip(WIDTHS).map(|(_, wide)| wide + BESIDE).sum();
    let (sort, picked) = if wide > ui.available_width() {
        let columns = ScrollArea::horizontal().id_salt("columns").auto_shrink(false);
        let shown = columns.show(ui, |ui| {
            ui.set_width(wide);
            body(ui, table, selected, to)
        });
        shown.inner
    } else {
        body(ui, table, selected, to)
    };
    table.sort = sort;
    pressed.or(picked.map(|row| match row.death {
        Some((tick, _)) => TablePressed::LastLife(tick.saturating_sub(1), row.point),
        None => TablePressed::Select(row.point),
    }))
}

/// Shows headings and rows, of which only those in sight are drawn; returns how they are to be sorted, and the row that was clicked.
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
            body.rows(ROW, table.shown.len(), |mut row| {
                let Some(shown) = table.shown.get(row.index()).and_then(|&at| table.rows.get(at as usize))
                else {
                    return;
                };
                row.set_selected(selected == Some(shown.point) && shown.death.is_none());
                for &column in &columns {
                    row.col(|ui| cell(ui, shown, column));
                }
                if row.response().clicked() {
                    picked = Some(*shown);
                }
            });
        });
    (sort, picked)
}

fn cell(ui: &mut Ui, row: &StoneRow, column: StoneColumn) {
    if column == StoneColumn::Color {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 14.0), Sense::hover());
        stone(ui, rect.center(), 5.0, row.color);
    }
    ui.add(Label::new(row.text(column)).selectable(false).truncate());
}

#[cfg(test)]
mod tests;
