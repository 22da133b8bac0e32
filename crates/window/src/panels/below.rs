//! Panels below the board: record and search tree. Without room for both they share one place with tabs.

use crate::shell::keys::{Action, InputSystems, is_odd};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::panel::{OpenPanels, Panel, Place};
use crate::shell::widgets::tabs;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Frame, Id, Margin, Rangef, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

/// Smallest free height at which both panels are shown, in points, and height of the search tree in it.
const BOTH_HEIGHT: f32 = 470.0;
const TREE_HEIGHT: f32 = 290.0;

/// Height, in points, that a panel may always have, even in a low window.
const MIN_HEIGHT: f32 = 90.0;

/// Sum of the margins above and below the content, and width of the scroll bar, in points.
const MARGIN: f32 = 14.0;
const BAR_WIDTH: f32 = 8.0;

/// Largest width of both tabs together, in points.
const TABS_WIDTH: f32 = 260.0;

/// Panel below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BelowPanel {
    /// Game record.
    Record,
    /// Search tree.
    Tree,
}

impl BelowPanel {
    const ALL: [Self; 2] = [Self::Record, Self::Tree];

    /// Returns title, order and key of the panel.
    #[must_use]
    pub const fn panel(self) -> Panel {
        match self {
            Self::Record => Panel::new("Record", Place::Below, 10).key(Action::Record),
            Self::Tree => Panel::new("Search tree", Place::Below, 20).key(Action::SearchTree),
        }
    }
}

/// Open panels below the board.
#[derive(Resource, Clone, Debug, Default)]
pub struct BelowBoard {
    /// Open panels, in the order in which they were opened.
    open: Vec<BelowPanel>,
    /// Panel that is shown if there are tabs.
    front: Option<BelowPanel>,
    has_tabs: bool,
}

/// Space for a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BelowRoom {
    /// Largest height of the panel, in points.
    pub max_height: f32,
    /// True if the panel has tabs above its content.
    pub has_tabs: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BelowBoard>().add_systems(Update, press_keys.in_set(InputSystems::Act)).add_systems(
        EguiPrimaryContextPass,
        (follow.in_set(PanelSystems::Begin), set_tabs.after(PanelSystems::Right).before(PanelSystems::Below)),
    );
}

/// Opens, closes or brings to the front the panels whose key was pressed.
fn press_keys(mut actions: MessageReader<Action>, mut panels: OpenPanels, mut below: ResMut<BelowBoard>) {
    let actions: Vec<Action> = actions.read().copied().collect();
    for panel in BelowPanel::ALL {
        if panel.panel().key.is_some_and(|key| is_odd(&actions, key)) {
            panels.set(panel.panel(), below.handle_key(panel, panels.is_open(panel.panel())));
        }
    }
}

/// Orders the open panels.
fn follow(panels: OpenPanels, mut below: ResMut<BelowBoard>) {
    for panel in BelowPanel::ALL {
        below.set_open(panel, panels.is_open(panel.panel()));
    }
}

/// Turns the tabs on if both panels are open without room for both, and off otherwise.
fn set_tabs(free: Res<FreeSpace>, mut below: ResMut<BelowBoard>) {
    let has_tabs = below.open.len() > 1 && free.below() < BOTH_HEIGHT;
    if below.has_tabs != has_tabs {
        below.has_tabs = has_tabs;
    }
}

impl BelowBoard {
    /// Marks a panel as open or closed. Of the open panels, the one opened last comes to the front.
    fn set_open(&mut self, panel: BelowPanel, open: bool) {
        if self.open.contains(&panel) == open {
            return;
        }
        if open {
            self.open.push(panel);
            self.front = Some(panel);
        } else {
            self.open.retain(|&other| other != panel);
            self.front = self.open.last().copied();
        }
    }

    /// Handles the key of a panel. `open`: true if the panel was open. Returns true if it is open afterwards.
    /// A panel behind the other tab comes to the front and stays open; otherwise the key opens or closes it.
    fn handle_key(&mut self, panel: BelowPanel, open: bool) -> bool {
        if open && self.is_behind(panel) {
            self.front = Some(panel);
            return true;
        }
        !open
    }

    /// Brings a panel to the front.
    pub const fn choose(&mut self, panel: BelowPanel) {
        self.front = Some(panel);
    }

    fn is_behind(&self, panel: BelowPanel) -> bool {
        self.has_tabs && self.front != Some(panel)
    }

    /// Returns the space for an open panel; `None` if it is behind the other tab.
    #[must_use]
    pub fn room(&self, panel: BelowPanel, free: &FreeSpace) -> Option<BelowRoom> {
        let above = if panel == BelowPanel::Record && self.open.len() > 1 && !self.has_tabs {
            TREE_HEIGHT
        } else {
            0.0
        };
        let max_height = (free.below() - above).max(MIN_HEIGHT);
        (!self.is_behind(panel)).then_some(BelowRoom { max_height, has_tabs: self.has_tabs })
    }
}

impl BelowRoom {
    /// Draws a panel. `usual`: height until its edge is dragged; `least`: smallest height; both in points.
    /// Returns the result of `content`, and the panel whose tab was clicked.
    pub fn show<R>(
        self,
        root: &mut Ui,
        panel: BelowPanel,
        (usual, least): (f32, f32),
        content: impl FnOnce(&mut Ui) -> R,
    ) -> (R, Option<BelowPanel>) {
        let margin = (0.5 * MARGIN) as i8;
        let frame = Frame::new().inner_margin(Margin { left: 12, right: 12, top: margin, bottom: margin });
        let name = match panel {
            // Both tabs have the same id and height, so the board keeps its size.
            _ if self.has_tabs => "below the board",
            BelowPanel::Record => "record",
            BelowPanel::Tree => "search tree",
        };
        let usual = if self.has_tabs { self.max_height } else { usual };
        // If there is little space, the panel fills it and has another id. egui keeps the dragged height by
        // id, so this height returns when there is enough space again.
        let tight = (self.max_height <= usual).then_some(self.max_height.round() as i32);
        let response = egui::Panel::bottom(Id::new((name, tight)))
            .frame(frame)
            .resizable(true)
            .default_size(usual)
            .size_range(Rangef::new(least.min(self.max_height), self.max_height))
            .show(root, |ui| {
                ui.set_min_height(ui.available_height());
                let chosen = if self.has_tabs { show_tabs(ui, panel) } else { None };
                (show_or_scroll(ui, least - MARGIN, content), chosen)
            });
        response.inner
    }
}

/// Draws content that needs `least` points of height. It scrolls if the panel has less height left.
fn show_or_scroll<R>(ui: &mut Ui, least: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.available_rect_before_wrap();
    let show = |ui: &mut Ui, place: Rect| {
        let mut inner = ui.new_child(UiBuilder::new().max_rect(place));
        inner.shrink_clip_rect(place.expand2(Vec2::new(MARGIN, 0.0)));
        content(&mut inner)
    };
    let result = if room.height() > least - 1.0 {
        show(ui, room)
    } else {
        // The scroll bar is in the margin.
        let mut low = ui.new_child(UiBuilder::new().max_rect(room.with_max_x(room.right() + BAR_WIDTH)));
        low.spacing_mut().scroll.dormant_handle_opacity = 0.5;
        let scroll = ScrollArea::vertical().id_salt("low").auto_shrink(false).max_height(room.height());
        let scrolled = scroll.min_scrolled_height(0.0).show(&mut low, |ui| {
            let whole = Vec2::new(room.width(), least);
            let (place, _) = ui.allocate_exact_size(whole, Sense::hover());
            show(ui, place)
        });
        scrolled.inner
    };
    ui.advance_cursor_after_rect(room);
    result
}

/// Draws the tabs of both panels. Returns the panel whose tab was clicked.
fn show_tabs(ui: &mut Ui, front: BelowPanel) -> Option<BelowPanel> {
    let options = [
        (BelowPanel::Record, "Record", "Variations and comments"),
        (BelowPanel::Tree, "Search tree", "What a mind has looked at"),
    ];
    let width = ui.available_width().min(TABS_WIDTH);
    let chosen = ui.allocate_ui(Vec2::new(width, 28.0), |ui| tabs(ui, front, &options)).inner;
    ui.add_space(3.0);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::layout;
    use crate::shell::panel::{CanOpen, Open};
    use crate::shell::settings::Settings;
    use crate::shell::state::BoardArea;
    use crate::testing::app_window;
    use bevy_egui::{EguiContexts, EguiUserTextures};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn the_panel_opened_last_is_in_front_until_the_key_of_the_other_is_pressed() {
        use BelowPanel::{Record, Tree};
        let mut below = BelowBoard::default();
        below.set_open(Record, true);
        below.set_open(Tree, true);
        below.has_tabs = true;
        let free = FreeSpace::default();
        assert!(below.room(Record, &free).is_none());
        assert!(below.room(Tree, &free).is_some_and(|room| room.has_tabs));
        assert!(below.handle_key(Record, true), "it stays open");
        assert!(below.room(Record, &free).is_some() && below.room(Tree, &free).is_none());
        assert!(!below.handle_key(Record, true), "in front, it is closed");
        below.set_open(Record, false);
        assert!(below.room(Tree, &free).is_some());
    }

    /// Returns a window with both panels and, if `strip` is true, a caption strip.
    fn window(size: [f32; 2], strip: bool) -> Harness<'static, App> {
        let mut app = App::new();
        app.init_resource::<Settings>()
            .init_resource::<BoardArea>()
            .init_resource::<EguiUserTextures>()
            .add_plugins((layout::plugin, plugin))
            .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Below));
        app.insert_resource(Strip(strip));
        for panel in BelowPanel::ALL {
            app.world_mut().spawn((panel.panel(), CanOpen, Open::default()));
        }
        app_window(size, app)
    }

    #[derive(Resource)]
    struct Strip(bool);

    fn show(
        mut contexts: EguiContexts,
        strip: Res<Strip>,
        mut free: ResMut<FreeSpace>,
        mut below: ResMut<BelowBoard>,
    ) -> Result {
        let ctx = contexts.ctx_mut()?.clone();
        for (panel, sizes, body) in [
            (BelowPanel::Record, (188.0, 120.0), "what was played"),
            (BelowPanel::Tree, (320.0, 190.0), "what was looked at"),
        ] {
            let Some(room) = below.room(panel, &free) else { continue };
            let (_, chosen) = free.take(&ctx, body, |root| {
                room.show(root, panel, sizes, |ui| {
                    // The content needs almost the least height, even in a lower space.
                    ui.set_min_size(ui.available_size().max(Vec2::new(0.0, sizes.1 - 20.0)));
                    ui.label(body);
                })
            });
            if let Some(chosen) = chosen {
                below.choose(chosen);
            }
        }
        if strip.0 {
            free.take_strip(&ctx, "strip", |root| {
                let strip = egui::Panel::bottom("strip").resizable(false).exact_size(60.0);
                strip.show(root, |ui| drop(ui.label("a strip")));
            });
        }
        Ok(())
    }

    #[test]
    fn the_board_keeps_half_of_the_window_beside_both_panels() {
        for size in [[640.0, 480.0], [800.0, 600.0], [900.0, 700.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            for strip in [false, true] {
                let mut window = window(size, strip);
                let least = 0.5 * size[0].min(size[1]);
                let board = |window: &Harness<'_, App>| {
                    let area = *window.state().world().resource::<BoardArea>();
                    (area.max - area.min).min_element()
                };
                assert!(board(&window) >= least, "{size:?}: {}", board(&window));
                let area = *window.state().world().resource::<BoardArea>();
                for label in ["Record", "a strip"] {
                    let part = window.query_by_label(label).map(|part| part.rect());
                    assert!(
                        part.is_none_or(|part| part.top() >= area.max.y),
                        "{size:?}: '{label}' at {part:?}"
                    );
                }
                let tabs = window.state().world().resource::<BelowBoard>().has_tabs;
                let visible = ["what was played", "what was looked at"]
                    .map(|label| window.query_by_label(label).is_some());
                assert_eq!(visible, [!tabs, true], "{size:?}");
                if tabs {
                    let before = board(&window);
                    window.get_by_label("Record").click();
                    window.run_steps(3);
                    assert!(window.query_by_label("what was played").is_some());
                    assert_eq!(board(&window), before, "the board stays as it is");
                }
                window.state_mut().world_mut().resource_mut::<Strip>().0 = !strip;
                window.run_steps(4);
                assert!(board(&window) >= least, "{size:?}, a strip comes or goes: {}", board(&window));
            }
        }
        assert!(window([800.0, 600.0], false).query_by_label("Search tree").is_some());
        assert!(window([1920.0, 1080.0], false).query_by_label("Search tree").is_none());
    }
}
