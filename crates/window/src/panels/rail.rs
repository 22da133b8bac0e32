//! Rail at the left: a button with icon and name for each panel that is on it.

use super::icons::{self, Icon};
use crate::shell::key_hints::with_keys;
use crate::shell::panel::{AddPanel, Open, OpenPanels, Panel, Place, panel_entity};
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::more_beyond;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    scroll_area::ScrollBarVisibility,
};

const PANEL: Panel = Panel::new("Card buttons", Place::Rail, 10);

/// Smallest and largest height of a button, and the height from which on its name is below the icon, in
/// points.
const HEIGHTS: (f32, f32) = (26.0, 46.0);
const NAMED: f32 = 40.0;

/// Gap between two buttons, in points.
const GAP: f32 = 4.0;

/// Button of a panel on the rail.
#[derive(Component, Clone, Copy)]
pub struct RailItem {
    /// Icon of the button.
    pub icon: Icon,
    /// Tooltip.
    pub about: &'static str,
}

/// Adds panels with buttons on the rail.
pub trait AddToRail {
    /// Puts the button of a panel on the rail, sorted by the panel's order.
    fn add_to_rail(&mut self, panel: Panel, item: RailItem) -> &mut Self;
}

impl AddToRail for App {
    fn add_to_rail(&mut self, panel: Panel, item: RailItem) -> &mut Self {
        self.add_switched(panel);
        let entity = panel_entity(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(item);
        self
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(InMut(ui): InMut<Ui>, items: Query<(&Panel, &RailItem, Has<Open>)>, mut panels: OpenPanels) {
    let mut items: Vec<_> = items.iter().collect();
    items.sort_by_key(|(panel, ..)| (panel.order, panel.title));
    let height = ((ui.available_height() / items.len().max(1) as f32) - GAP).floor();
    let height = height.clamp(HEIGHTS.0, HEIGHTS.1);
    let scroll =
        ScrollArea::vertical().auto_shrink(false).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    let scrolled = scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = GAP;
        for (panel, item, open) in items {
            let about = panel.key.map_or_else(|| item.about.to_owned(), |key| with_keys(ui, item.about, key));
            if button(ui, item.icon, panel.title, &about, height, open) {
                panels.toggle(*panel);
            }
        }
    });
    more_beyond(ui, &scrolled);
}

/// Draws a button of this height, in points. Returns true if it was clicked.
fn button(ui: &mut Ui, icon: Icon, name: &str, about: &str, height: f32, on: bool) -> bool {
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
    painter.text(at, Align2::CENTER_BOTTOM, name, theme::text_font(), ink);
    response.on_hover_text(about).clicked()
}
