//! Context menu of a point, opened by a right click.

use super::cards::card_panel;
use super::stone_table::{self, StoneTable};
use super::stone_watch::StoneWatch;
use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::{Modal, Selected};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::stone;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Align, Area, Button, Frame, Id, Layout, Order, RichText, Sense, Ui, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::{Color, Point};
use stonefield_sim::Occupancy;

/// Width of the menu, in points.
const WIDTH: f32 = 168.0;

/// The menu. `None`: closed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct StoneMenu(Option<OpenMenu>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct OpenMenu {
    goban: Entity,
    point: Point,
    /// Position of the click, in logical pixels of the window.
    at: Vec2,
}

impl StoneMenu {
    /// Opens the menu for a point of a goban. `at`: position in the window, in logical pixels.
    pub const fn open(&mut self, goban: Entity, point: Point, at: Vec2) {
        self.0 = Some(OpenMenu { goban, point, at });
    }

    /// True if the menu is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes the menu.
    pub const fn close(&mut self) {
        self.0 = None;
    }
}

const PANEL: Panel = Panel::new("Menu", Place::Board, 70).brief();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoneMenu>()
        .add_closable(
            PANEL,
            |panel: Res<StoneMenu>| panel.is_open(),
            |mut panel: ResMut<StoneMenu>| panel.close(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

/// Data of the menu.
#[derive(Clone, Copy, Debug)]
pub struct MenuData {
    /// Point of the menu.
    pub point: Point,
    /// Number and colour of the stone on the point, if any.
    pub stone: Option<(u32, Color)>,
    /// True if the stone is watched.
    pub watched: bool,
    /// True if the camera follows the stone.
    pub followed: bool,
}

/// Item of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// Inspect the stone or the patch.
    Inspect,
    /// Watch the stone, or stop watching it.
    Watch,
    /// Follow the stone with the camera, or stop following it.
    Follow,
    /// Copy the name of the point.
    Copy,
    /// Name this moment of the game.
    Bookmark,
    /// Show all stones as a table.
    Table,
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<&Occupancy>,
    mut menu: ResMut<StoneMenu>,
    mut watch: ResMut<StoneWatch>,
    mut selected: ResMut<Selected>,
    (mut table, mut panels): (ResMut<StoneTable>, OpenPanels),
    mut notices: ResMut<Notices>,
    mut actions: MessageWriter<Action>,
) -> Result {
    let Some(open) = menu.0 else { return Ok(()) };
    // The click that opened the menu may still be in this frame, and must not close it.
    let is_new = menu.is_changed();
    let ctx = contexts.ctx_mut()?.clone();
    let Some(occupancy) = goban.get().filter(|_| goban.id() == open.goban) else {
        menu.close();
        return Ok(());
    };
    let data = data(occupancy, open, &watch);
    let at = open.at / ctx.zoom_factor();
    let area =
        Area::new(Id::new("stone menu")).order(Order::Foreground).fixed_pos(pos2(at.x + 2.0, at.y + 2.0));
    let response =
        area.constrain(true).show(&ctx, |ui| Frame::menu(ui.style()).show(ui, |ui| panel(ui, data)).inner);
    let outside = ctx.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.any_pressed() && at.is_some_and(|at| !response.response.rect.contains(at))
    });
    let Some(choice) = response.inner else {
        if outside && !is_new {
            menu.close();
        }
        return Ok(());
    };
    menu.close();
    match (choice, data.stone) {
        (MenuChoice::Inspect, _) => {
            selected.set_if_neq(Selected(Some(open.point)));
            panels.set(card_panel(Card::Facts), true);
        }
        (MenuChoice::Watch, Some((id, color))) => watch.switch(open.goban, id, color, open.point),
        (MenuChoice::Follow, Some((id, color))) => watch.switch_follow(open.goban, id, color, open.point),
        (MenuChoice::Watch | MenuChoice::Follow, None) => {}
        (MenuChoice::Copy, _) => {
            ctx.copy_text(open.point.to_string());
            notices.show_notice(format!("{} is in the clipboard", open.point));
        }
        (MenuChoice::Bookmark, _) => drop(actions.write(Action::Bookmark)),
        (MenuChoice::Table, _) => {
            selected.set_if_neq(Selected(Some(open.point)));
            table.scroll_to_selected();
            panels.set(stone_table::WINDOW, true);
        }
    }
    Ok(())
}

fn data(occupancy: &Occupancy, open: OpenMenu, watch: &StoneWatch) -> MenuData {
    let stone = occupancy.id(open.point).map(|id| (id, occupancy.color_of(id)));
    let check = |test: fn(&StoneWatch, Entity, u32, Color, Point) -> bool| {
        stone.is_some_and(|(id, color)| test(watch, open.goban, id, color, open.point))
    };
    MenuData {
        point: open.point,
        stone,
        watched: check(StoneWatch::is_watched),
        followed: check(StoneWatch::is_followed),
    }
}

/// Shows the menu. Returns the chosen item.
pub fn panel(ui: &mut Ui, data: MenuData) -> Option<MenuChoice> {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        if let Some((id, color)) = data.stone {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
            stone(ui, rect.center(), 6.0, color);
            ui.label(RichText::new(format!("Stone {id}")).color(colors.strong));
        } else {
            ui.label(RichText::new("Empty patch").color(colors.strong));
        }
        ui.label(RichText::new(format!("at {}", data.point)).color(colors.weak));
    });
    ui.separator();
    let follow_text =
        with_keys(ui, "The camera keeps it in the middle, until it dies or is let go", Action::Close);
    let mut items = vec![(MenuChoice::Inspect, "Inspect", "Show its components in the inspector")];
    if data.stone.is_some() {
        let watch = if data.watched { "Watch no longer" } else { "Watch" };
        items.push((MenuChoice::Watch, watch, "A ring around it and a line of facts, until it dies"));
        let follow = if data.followed { "Follow no longer" } else { "Follow" };
        items.push((MenuChoice::Follow, follow, &follow_text));
    }
    items.extend([
        (MenuChoice::Copy, "Copy coordinate", "Its name goes into the clipboard"),
        (MenuChoice::Bookmark, "Bookmark here", "Give this moment of the game a name"),
        (MenuChoice::Table, "All stones…", "The table of all stones, this one chosen"),
    ]);
    let mut chosen = None;
    ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
        for (choice, label, about) in items {
            let button = Button::new(label).frame_when_inactive(false).min_size(vec2(0.0, 22.0));
            if ui.add(button).on_hover_text(about).clicked() {
                chosen = Some(choice);
            }
        }
    });
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn the_menu_of_a_stone_has_more_than_that_of_a_patch() {
        for stone in [None, Some((7, Color::White))] {
            let data = MenuData { point: Point::new(3, 3), stone, watched: true, followed: false };
            let mut menu = harness([200.0, 260.0], Vec::new(), |ui, chosen: &mut Vec<MenuChoice>| {
                chosen.extend(panel(ui, data));
            });
            menu.run_ok();
            let mut expected =
                vec![MenuChoice::Inspect, MenuChoice::Copy, MenuChoice::Bookmark, MenuChoice::Table];
            menu.get_by_label("Inspect").click();
            menu.run_ok();
            if stone.is_some() {
                menu.get_by_label("Watch no longer").click();
                menu.run_ok();
                menu.get_by_label("Follow").click();
                menu.run_ok();
                expected.splice(1..1, [MenuChoice::Watch, MenuChoice::Follow]);
            } else {
                assert!(menu.query_by_label("Follow").is_none());
            }
            for label in ["Copy coordinate", "Bookmark here", "All stones…"] {
                menu.get_by_label(label).click();
                menu.run_ok();
            }
            assert_eq!(*menu.state(), expected);
        }
    }

    #[test]
    fn the_menu_is_open_until_it_is_closed() {
        let mut menu = StoneMenu::default();
        assert!(!menu.is_open());
        menu.open(Entity::PLACEHOLDER, Point::new(1, 2), Vec2::ZERO);
        assert!(menu.is_open());
        menu.close();
        assert_eq!(menu, StoneMenu::default());
    }
}
