//! Rail that replaces both columns in a narrow window: buttons of the game, of each tab and of the facts.

use super::columns::{Column, OpenColumn};
use super::icons::{self, Icon};
use super::setup::{NextGame, SetupDraftError, SetupParts};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::settings::Settings;
use crate::shell::tabs::Tab;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::{RunningBoards, WatchedGoban};
use crate::shell::widgets::{Weight, button, more_beyond};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, FontId, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    scroll_area::ScrollBarVisibility,
};
use stonefield_sim::Tally;

const PANEL: Panel = Panel::new("Column buttons", Place::Rail, 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(SetupParts, &Tally)>,
    boards: RunningBoards,
    mut next: ResMut<NextGame>,
    mut settings: ResMut<Settings>,
    mut column: ResMut<OpenColumn>,
    mut actions: MessageWriter<Action>,
) {
    let Some((game, tally)) = goban.get() else { return };
    let data = RailData {
        open: column.0,
        running: boards.any(),
        over: tally.outcome.is_some(),
        changed: next.is_changed_by_user(),
        error: next.error(game),
    };
    match panel(ui, &data) {
        Some(RailPressed::Action(action)) => {
            actions.write(action);
        }
        Some(RailPressed::Column(chosen)) => {
            column.0 = (column.0 != Some(chosen)).then_some(chosen);
            if let Column::Tab(tab) = chosen
                && settings.tab != tab
            {
                settings.tab = tab;
            }
        }
        None => {}
    }
}

/// Data of the rail.
#[derive(Clone, Copy, Debug)]
pub struct RailData<'a> {
    /// The column that is open over the board.
    pub open: Option<Column>,
    /// True if the game runs, or boards that run together with it.
    pub running: bool,
    /// True if the game has ended.
    pub over: bool,
    /// True if the fields of the next game differ from the game on the board.
    pub changed: bool,
    /// Error of the fields, if any.
    pub error: Option<&'a SetupDraftError>,
}

/// Button that was clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RailPressed {
    /// A button of the game.
    Action(Action),
    /// The button that opens or closes a column.
    Column(Column),
}

/// Shows the buttons. Returns the clicked one.
pub fn panel(ui: &mut Ui, data: &RailData<'_>) -> Option<RailPressed> {
    let mut pressed = None;
    let height = item_height(ui.available_height());
    let scroll =
        ScrollArea::vertical().auto_shrink(false).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    let scrolled = scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = GAP;
        let setup_is_next = !data.running && (data.changed || data.over);
        let or_off = |off: bool, weight: Weight| if off { Weight::Off } else { weight };
        let running = if data.running {
            (Icon::Pause, "Pause", Weight::On)
        } else {
            (Icon::Go, "Go", or_off(data.over, if setup_is_next { Weight::Plain } else { Weight::Accent }))
        };
        let setup_weight =
            or_off(data.error.is_some(), if setup_is_next { Weight::Accent } else { Weight::Plain });
        for ((icon, name, weight), action) in [
            (running, Action::RunPause),
            ((Icon::Step, "Step", or_off(data.over, Weight::Plain)), Action::Step),
            ((Icon::Setup, "Setup", setup_weight), Action::Setup),
        ] {
            let about = match (data.error, action) {
                (Some(error), Action::Setup) => error.to_string(),
                _ => with_keys(ui, name, action),
            };
            if run_button(ui, icon, name, weight, &about) {
                pressed = Some(RailPressed::Action(action));
            }
        }
        ui.add_space(2.0);
        let (line, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 1.0), Sense::hover());
        ui.painter().hline(line.x_range(), line.center().y, Stroke::new(1.0, PanelColors::here(ui).line));
        ui.add_space(2.0);
        let tabs = Tab::ALL.map(|tab| (Column::Tab(tab), Icon::Tab(tab), tab.title(), tab.about()));
        let facts = (Column::Facts, Icon::Facts, "Facts", "What was clicked, thoughts, counters, plots");
        for (column, icon, name, about) in tabs.into_iter().chain([facts]) {
            if item(ui, icon, name, about, height, data.open == Some(column)) {
                pressed = Some(RailPressed::Column(column));
            }
        }
    });
    more_beyond(ui, &scrolled);
    pressed
}

/// Smallest and largest height of a button of a column, and the height from which on its name is below the
/// icon, in points.
const ITEM: (f32, f32) = (30.0, 46.0);
const NAMED: f32 = 40.0;

/// Height of the buttons of the game, the line and the gaps around it, in points.
const OTHERS: f32 = 3.0 * (30.0 + GAP) + 5.0 + 4.0 * GAP;
const GAP: f32 = 4.0;

/// Returns the height of a button of a column in a rail of this height, in points.
fn item_height(rail_height: f32) -> f32 {
    let count = Tab::ALL.len() as f32 + 1.0;
    ((rail_height - OTHERS) / count - GAP).floor().clamp(ITEM.0, ITEM.1)
}

fn run_button(ui: &mut Ui, icon: Icon, name: &str, weight: Weight, about: &str) -> bool {
    let colors = PanelColors::here(ui);
    let response = button(ui, Vec2::new(ui.available_width(), 30.0), "", weight, about);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, weight != Weight::Off, name));
    let ink = match weight {
        Weight::Off => colors.off,
        Weight::Plain => colors.text,
        Weight::On | Weight::Accent => colors.on_accent,
    };
    icons::draw(ui.painter(), icons::square(response.rect, 16.0), colors, icon, ink, colors.button[0]);
    response.clicked() && weight != Weight::Off
}

fn item(ui: &mut Ui, icon: Icon, name: &str, about: &str, height: f32, on: bool) -> bool {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, name));
    let highlighted = on || response.hovered() || response.has_focus();
    let (ink, ground) =
        if highlighted { (colors.strong, colors.button[0]) } else { (colors.text, colors.panel) };
    let painter = ui.painter();
    if highlighted {
        painter.rect_filled(rect, 6.0, ground);
    }
    if on {
        painter.rect_stroke(rect, 6.0, Stroke::new(1.5, colors.chosen), StrokeKind::Inside);
    }
    if height < NAMED {
        icons::draw(painter, icons::square(rect, 20.0), colors, icon, ink, ground);
        return response.on_hover_text(format!("{name}: {about}")).clicked();
    }
    let place = icons::square(rect.with_max_y(rect.bottom() - 13.0), 20.0);
    icons::draw(painter, place, colors, icon, ink, ground);
    let at = rect.center_bottom() - Vec2::new(0.0, 4.0);
    painter.text(at, Align2::CENTER_BOTTOM, name, FontId::proportional(10.5), ink);
    response.on_hover_text(about).clicked()
}
