//! The record and the search tree below the board: where there is no room for both, they share one panel with a tab for each.

use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::widgets::tabs;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Frame, Id, Margin, Rangef, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

/// From this height on, in points, both panels stand one above the other; the search tree has this much of it at least.
const BOTH: f32 = 470.0;
const TREE: f32 = 290.0;

/// However little room there is, a panel is no lower than this, in points.
const LEAST: f32 = 90.0;

/// Above and below what a panel shows together, and how wide the bar at its side is, in points.
const MARGIN: f32 = 14.0;
const BAR: f32 = 8.0;

/// How wide the tabs are together at most, in points.
const TABS: f32 = 260.0;

/// A panel below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BelowPanel {
    /// The record.
    Record,
    /// The search tree.
    Tree,
}

/// Which of the panels below the board are open, and how they share their room.
#[derive(Resource, Clone, Debug, Default)]
pub struct BelowBoard {
    /// Those that are open, in the order in which they were opened.
    open: Vec<BelowPanel>,
    /// The one whose tab is chosen, where there are tabs.
    front: Option<BelowPanel>,
    tabbed: bool,
}

/// The room of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BelowRoom {
    /// How high it may be, in points.
    pub most: f32,
    /// Whether it has tabs above it.
    pub tabs: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BelowBoard>()
        .add_systems(EguiPrimaryContextPass, share.after(PanelSystems::Right).before(PanelSystems::Below));
}

/// Decides whether there are tabs.
fn share(free: Res<FreeSpace>, mut below: ResMut<BelowBoard>) {
    let tabbed = below.open.len() > 1 && free.below() < BOTH;
    if below.tabbed != tabbed {
        below.tabbed = tabbed;
    }
}

impl BelowBoard {
    /// Says whether a panel is open; one that was opened just now is in front.
    pub fn tell(&mut self, panel: BelowPanel, open: bool) {
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

    /// Whether a panel that is `open` is to be open once its key is pressed: one behind the tab of another comes to the front.
    pub fn switched(&mut self, panel: BelowPanel, open: bool) -> bool {
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
        self.tabbed && self.front != Some(panel)
    }

    /// The room of a panel that is open; `None` behind the tab of another.
    #[must_use]
    pub fn room(&self, panel: BelowPanel, free: &FreeSpace) -> Option<BelowRoom> {
        let above =
            if panel == BelowPanel::Record && self.open.len() > 1 && !self.tabbed { TREE } else { 0.0 };
        let most = (free.below() - above).max(LEAST);
        (!self.is_behind(panel)).then_some(BelowRoom { most, tabs: self.tabbed })
    }
}

impl BelowRoom {
    /// Shows a panel in this room. It is so high before its edge is dragged, and as low as that, as far as there is room. Returns what `content` does, and
    /// the other panel, if its tab was clicked.
    pub fn show<R>(
        self,
        root: &mut Ui,
        panel: BelowPanel,
        (usual, least): (f32, f32),
        content: impl FnOnce(&mut Ui) -> R,
    ) -> (R, Option<BelowPanel>) {
        let upright = (0.5 * MARGIN) as i8;
        let frame = Frame::new().inner_margin(Margin { left: 12, right: 12, top: upright, bottom: upright });
        let name = match panel {
            // The board stays as it is while tabs are changed.
            _ if self.tabs => "below the board",
            BelowPanel::Record => "record",
            BelowPanel::Tree => "search tree",
        };
        let usual = if self.tabs { self.most } else { usual };
        // Where there is too little room the panel has all of it, and is as high as before once there is more.
        let tight = (self.most <= usual).then_some(self.most.round() as i32);
        let shown = egui::Panel::bottom(Id::new((name, tight)))
            .frame(frame)
            .resizable(true)
            .default_size(usual)
            .size_range(Rangef::new(least.min(self.most), self.most))
            .show(root, |ui| {
                ui.set_min_height(ui.available_height());
                let chosen = if self.tabs { choose(ui, panel) } else { None };
                (within(ui, least - MARGIN, content), chosen)
            });
        shown.inner
    }
}

/// Shows what needs at least so much height in the room that is left of a panel: where that is too little, it scrolls.
fn within<R>(ui: &mut Ui, least: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.available_rect_before_wrap();
    let show = |ui: &mut Ui, place: Rect| {
        let mut inner = ui.new_child(UiBuilder::new().max_rect(place));
        inner.shrink_clip_rect(place.expand2(Vec2::new(MARGIN, 0.0)));
        content(&mut inner)
    };
    let shown = if room.height() > least - 1.0 {
        show(ui, room)
    } else {
        // Its bar stands in the margin.
        let mut low = ui.new_child(UiBuilder::new().max_rect(room.with_max_x(room.right() + BAR)));
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
    shown
}

/// The tabs of both panels.
fn choose(ui: &mut Ui, now: BelowPanel) -> Option<BelowPanel> {
    let all = [
        (BelowPanel::Record, "Record", "Variations and comments"),
        (BelowPanel::Tree, "Search tree", "What a mind has looked at"),
    ];
    let width = ui.available_width().min(TABS);
    let chosen = ui.allocate_ui(Vec2::new(width, 28.0), |ui| tabs(ui, now, &all)).inner;
    ui.add_space(3.0);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::layout;
    use crate::shell::settings::Settings;
    use crate::shell::state::BoardArea;
    use crate::testing::harness;
    use bevy_egui::{EguiContext, EguiContexts, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn the_panel_opened_last_is_in_front_and_its_key_brings_another_there() {
        use BelowPanel::{Record, Tree};
        let mut below = BelowBoard::default();
        below.tell(Record, true);
        below.tell(Tree, true);
        below.tabbed = true;
        let free = FreeSpace::default();
        assert!(below.room(Record, &free).is_none());
        assert!(below.room(Tree, &free).is_some_and(|room| room.tabs));
        assert!(below.switched(Record, true), "it stays open");
        assert!(below.room(Record, &free).is_some() && below.room(Tree, &free).is_none());
        assert!(!below.switched(Record, true), "in front, it is closed");
        below.tell(Record, false);
        assert!(below.room(Tree, &free).is_some());
    }

    /// Panels below a board, and a strip if there is to be one.
    fn window(size: [f32; 2], strip: bool) -> Harness<'static, App> {
        let mut app = App::new();
        app.init_resource::<Settings>()
            .init_resource::<BoardArea>()
            .init_resource::<EguiUserTextures>()
            .add_plugins((layout::plugin, plugin))
            .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Below));
        app.insert_resource(Strip(strip));
        let mut below = app.world_mut().resource_mut::<BelowBoard>();
        below.tell(BelowPanel::Record, true);
        below.tell(BelowPanel::Tree, true);
        app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
        let mut window = harness(size, app, |ui, app| {
            let world = app.world_mut();
            let mut contexts = world.query::<&mut EguiContext>();
            *contexts.single_mut(world).expect("one").get_mut() = ui.ctx().clone();
            world.run_schedule(EguiPrimaryContextPass);
        });
        window.run_steps(4);
        window
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
                    // As a drawing that needs more than there is.
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
                let tabs = window.state().world().resource::<BelowBoard>().tabbed;
                let seen = ["what was played", "what was looked at"]
                    .map(|label| window.query_by_label(label).is_some());
                assert_eq!(seen, [!tabs, true], "{size:?}");
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
