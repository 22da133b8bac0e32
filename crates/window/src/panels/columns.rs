//! Columns beside the board, which show the panels of their places. A narrow window has a rail of buttons
//! instead, which opens one column over the board, and a sheet for a lesson.

use super::strip;
use crate::marks::group_shape::GroupShape;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems, context};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place, View};
use crate::shell::settings::Settings;
use crate::shell::state::{HiddenPanels, Selected, panels_are_shown};
use crate::shell::tabs::Tab;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{name_group, section, tabs};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    self, Area, Frame, Margin, Order, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Point;
use stonefield_sim::{Groups, Occupancy};

/// Margin at each side of a column, in points.
const INSET: f32 = 12.0;

/// Width of the rail, in points.
const RAIL_WIDTH: f32 = 52.0;

/// Window width, in points, below which the window always counts as narrow.
const NARROW: f32 = 1000.0;

/// Window width, in points, from which the window is never narrow. Between the limits it is narrow if the
/// columns would leave the board less than this share of its side.
const ROOMY: f32 = 1180.0;
const BOARD_SHARE: f32 = 0.8;

/// Height of the timeline panel at the lower edge, in points.
const BOTTOM_HEIGHT: f32 = 66.0;

/// Height of a lesson's sheet below the board: share of the free height; minimum and maximum, in points.
const SHEET_HEIGHT: (f32, f32, f32) = (0.4, 130.0, 280.0);

/// Column that opens over the board in a narrow window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Left column with this tab.
    Tab(Tab),
    /// Right column.
    Facts,
}

/// Column that is open over the board, if any. Always `None` in a wide window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenColumn(pub Option<Column>);

/// Sheet that shows a lesson beside or below the board of a narrow window, so that the board can be clicked.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonSheet {
    /// True if there is a lesson to show.
    pub open: bool,
    /// True if the sheet shows the lesson. Otherwise the right column shows it.
    pub docked: bool,
}

/// Place of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SheetPlace {
    /// Right edge, with this width in points.
    Right(f32),
    /// Lower edge, with this height in points.
    Below(f32),
}

impl SheetPlace {
    /// Returns the place that leaves more room for the square board. `width`: width of a column, in points.
    fn within(room: Rect, width: f32) -> Self {
        let (share, least, most) = SHEET_HEIGHT;
        let height = (share * room.height()).clamp(least, most);
        let side = |width: f32, height: f32| width.min(height);
        if side(room.width() - width, room.height()) >= side(room.width(), room.height() - height) {
            Self::Right(width)
        } else {
            Self::Below(height)
        }
    }
}

/// Column over the board of a narrow window.
const COLUMN: Panel = Panel::new("Column", Place::Edge, 11);

pub(super) fn plugin(app: &mut App) {
    use PanelSystems::{Bottom, Left, Right};
    app.init_resource::<HiddenPanels>()
        .init_resource::<OpenColumn>()
        .add_closable(
            COLUMN,
            |column: Res<OpenColumn>| column.0.is_some(),
            |mut column: ResMut<OpenColumn>| column.0 = None,
        )
        .init_resource::<LessonSheet>()
        .configure_sets(EguiPrimaryContextPass, (Bottom, Left, Right).run_if(panels_are_shown))
        .add_systems(Update, toggle_panels.in_set(InputSystems::Act).run_if(switched(Action::Panels)))
        .add_systems(
            Update,
            notify_selected.after(InputSystems::Act).run_if(resource_exists_and_changed::<Selected>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (context.pipe(show_left).in_set(Left), context.pipe(show_right).in_set(Right)),
        );
}

/// Shows a notice about the selected point in a narrow window, unless the right column is open.
fn notify_selected(
    selected: Res<Selected>,
    goban: WatchedGoban<(&Occupancy, &Groups)>,
    column: Res<OpenColumn>,
    (mut contexts, notices): (EguiContexts, Option<ResMut<Notices>>),
) -> Result {
    let (Some(point), Some((occupancy, groups)), Some(mut notices)) = (selected.0, goban.get(), notices)
    else {
        return Ok(());
    };
    if is_narrow(contexts.ctx_mut()?) && column.0 != Some(Column::Facts) {
        notices.show_notice(selected_words(point, occupancy, groups));
    }
    Ok(())
}

/// Returns one line about a point: its stone and group, or that it is empty.
fn selected_words(point: Point, occupancy: &Occupancy, groups: &Groups) -> String {
    let content = match (occupancy.id(point), GroupShape::of(occupancy, groups, point)) {
        (Some(id), Some(group)) => format!(
            "{} {point}: {}, {}",
            occupancy.color_of(id),
            match groups.size(id) {
                1 => "a single stone".to_owned(),
                size => format!("a group of {size}"),
            },
            match group.liberties.len() {
                1 => "1 liberty".to_owned(),
                count => format!("{count} liberties"),
            }
        ),
        (Some(id), None) => format!("{} {point}", occupancy.color_of(id)),
        (None, _) => format!("{point} is empty"),
    };
    format!("{content}. More under Facts")
}

fn toggle_panels(mut hidden: ResMut<HiddenPanels>) {
    hidden.0 = !hidden.0;
}

/// Returns the frame of a column. It has no fill, which is faster: the window is cleared to the same colour.
pub(super) fn frame() -> Frame {
    Frame::new().inner_margin(Margin { left: INSET as i8, right: INSET as i8, top: 10, bottom: 0 })
}

/// Returns the width of a column, in points.
fn width(ctx: &egui::Context) -> f32 {
    if ctx.viewport_rect().width() >= ROOMY { 276.0 } else { 248.0 }
}

/// True if the window has no room for columns beside the board.
pub(super) fn is_narrow(ctx: &egui::Context) -> bool {
    let window = ctx.viewport_rect().size();
    let height = window.y - BOTTOM_HEIGHT;
    let strip = strip::width(height);
    let with_columns = (window.x - 2.0 * width(ctx) - strip).min(height);
    let with_rail = (window.x - RAIL_WIDTH - strip).min(height);
    window.x < NARROW || window.x < ROOMY && with_columns < BOARD_SHARE * with_rail
}

/// Draws content that scrolls. The scroll bar is in the margin of the column.
fn scroll(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let wider = rect.with_max_x(rect.right() + INSET - 1.0);
    let width = rect.width();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(wider));
    ScrollArea::vertical().auto_shrink(false).show(&mut inner, |ui| {
        ui.set_max_width(width);
        content(ui);
    });
    ui.allocate_rect(rect, Sense::hover());
}

/// Draws the panels whose places are here, sorted by their order. Exclusive, because each panel is a system.
pub(super) fn show_sections(world: &mut World, ui: &mut Ui, is_here: impl Fn(Place) -> bool) {
    let mut panels = world.query::<(&Panel, &View)>();
    let here = panels.iter(world).filter(|(panel, _)| is_here(panel.place));
    let mut sections: Vec<_> = here.map(|(panel, view)| (*panel, *view)).collect();
    sections.sort_by_key(|(panel, _)| panel.order);
    for (panel, View(system)) in sections {
        let mut show = |ui: &mut Ui| {
            if let Err(error) = world.run_system_with(system, ui) {
                bevy::log::warn_once!("{} is not shown: {error}", panel.title);
            }
        };
        match panel.place {
            Place::Facts => section(ui, panel.title, true, show),
            _ => show(ui),
        }
    }
}

/// Draws the content of the left column. Exclusive, because each panel is a system.
fn controls(world: &mut World, ui: &mut Ui) {
    name_group(ui, "Control panel");
    show_sections(world, ui, |place| place == Place::Top);
    let mut tab = world.resource::<Settings>().tab;
    ui.add_space(2.0);
    let options = Tab::ALL.map(|tab| (tab, tab.title(), tab.about()));
    if let Some(chosen) = tabs(ui, tab, &options) {
        tab = chosen;
        world.resource_mut::<Settings>().tab = tab;
        let mut open = world.resource_mut::<OpenColumn>();
        open.0 = open.0.map(|_| Column::Tab(tab));
    }
    // Each tab has an id of its own, which keeps its scroll position.
    ui.push_id(tab, |ui| scroll(ui, |ui| show_sections(world, ui, |place| place == Place::Tab(tab))));
}

/// Draws the content of the right column. Exclusive, because each panel is a system.
fn facts(world: &mut World, ui: &mut Ui) {
    name_group(ui, "Facts panel");
    let docked = world.resource::<LessonSheet>().docked;
    let is_here = |place| match place {
        Place::Facts | Place::Temporary => true,
        Place::Lesson => !docked,
        _ => false,
    };
    scroll(ui, |ui| show_sections(world, ui, is_here));
}

/// Draws the left column or the rail, and the strip. Exclusive, because each panel is a system.
fn show_left(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    let narrow = is_narrow(&ctx);
    if !narrow {
        world.resource_mut::<OpenColumn>().set_if_neq(OpenColumn(None));
    }
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        let strip = strip::width(free.rect().height());
        free.take(&ctx, "left", |root| {
            if narrow {
                let frame = Frame::new().inner_margin(Margin { left: 4, right: 4, top: 6, bottom: 0 });
                let panel = egui::Panel::left("rail").frame(frame).resizable(false);
                let show = |ui: &mut Ui| {
                    name_group(ui, "Column buttons");
                    show_sections(world, ui, |place| place == Place::Rail);
                };
                panel.exact_size(RAIL_WIDTH).show(root, show);
            } else {
                let panel = egui::Panel::left("controls").frame(frame()).resizable(false);
                panel.exact_size(width(&ctx)).show(root, |ui| controls(world, ui));
            }
            let frame = Frame::new().inner_margin(Margin { left: 1, right: 1, top: 6, bottom: 4 });
            let panel = egui::Panel::left("strip").frame(frame).resizable(false);
            let show = |ui: &mut Ui| {
                name_group(ui, "Layer buttons");
                show_sections(world, ui, |place| place == Place::Strip);
            };
            panel.exact_size(strip).show(root, show);
        });
    });
}

/// Draws the right column, or the sheet and the open column. Exclusive, because each panel is a system.
fn show_right(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        let narrow = is_narrow(&ctx);
        let mut sheet = world.resource_mut::<LessonSheet>();
        let docked = narrow && sheet.open;
        sheet.docked = docked;
        if docked {
            let place = SheetPlace::within(free.rect(), width(&ctx));
            free.take(&ctx, "lesson", |root| {
                let panel = match place {
                    SheetPlace::Right(_) => egui::Panel::right("lesson at the right"),
                    SheetPlace::Below(_) => egui::Panel::bottom("lesson below"),
                };
                let (SheetPlace::Right(size) | SheetPlace::Below(size)) = place;
                let show = |ui: &mut Ui| show_sections(world, ui, |place| place == Place::Lesson);
                panel.frame(frame()).resizable(false).exact_size(size).show(root, show);
            });
        }
        if narrow {
            let Some(column) = world.resource::<OpenColumn>().0 else { return };
            let content = |ui: &mut Ui| match column {
                Column::Tab(_) => controls(world, ui),
                Column::Facts => facts(world, ui),
            };
            if show_over_board(&ctx, free.rect(), column, content) {
                world.resource_mut::<OpenColumn>().0 = None;
            }
            return;
        }
        free.take(&ctx, "right", |root| {
            let column = egui::Panel::right("facts").frame(frame()).resizable(false);
            column.exact_size(width(&ctx)).show(root, |ui| facts(world, ui));
        });
    });
}

/// Draws the open column over a part of the board. Returns true if a click beside the column closes it.
fn show_over_board(ctx: &egui::Context, room: Rect, column: Column, content: impl FnOnce(&mut Ui)) -> bool {
    // `room` excludes the rail and the strip, so both stay visible.
    let width = width(ctx).min(room.width());
    let place = match column {
        Column::Tab(_) => room.with_max_x(room.left() + width),
        Column::Facts => room.with_min_x(room.right() - width),
    };
    let area = Area::new(COLUMN.id()).order(Order::Middle).fixed_pos(room.min).movable(false);
    let response = area.show(ctx, |ui| {
        ui.set_min_size(room.size());
        let backdrop = ui.interact(room, ui.id().with("beside"), Sense::click());
        ui.interact(place, ui.id().with("column"), Sense::click());
        let colors = PanelColors::here(ui);
        ui.painter().rect_filled(place, 0.0, colors.panel);
        let edge = if place.left() > room.left() { place.left() } else { place.right() };
        ui.painter().vline(edge, place.y_range(), Stroke::new(1.0, colors.line));
        let inner = Rect::from_min_max(place.min + Vec2::new(INSET, 10.0), place.max - Vec2::new(INSET, 0.0));
        ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
            ui.shrink_clip_rect(place);
            content(ui);
        });
        backdrop.clicked()
    });
    response.inner
}

#[cfg(test)]
mod tests {
    use super::super::setup::NextGame;
    use super::super::{rail, strip, timeline};
    use super::*;
    use crate::shell::key_hints::with_keys;
    use crate::shell::keys::ACTIONS;
    use crate::shell::layers::{Layer, Layers};
    use crate::shell::layout;
    use crate::shell::state::{BoardArea, ResetLayout, ShownBoards, Watched};
    use crate::testing::harness;
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::egui::Id;
    use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_sim::{GameSetup, create_app, spawn_goban};

    /// Returns a window with both columns, in which most panels have one line of text.
    fn window(size: [f32; 2], settings: Settings) -> Harness<'static, App> {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        app.insert_resource(Watched(goban))
            .insert_resource(settings)
            .init_resource::<Layers>()
            .init_resource::<BoardArea>()
            .init_resource::<NextGame>()
            .init_resource::<EguiUserTextures>()
            .init_resource::<ShownBoards>()
            .add_message::<Action>()
            .add_plugins((layout::plugin, plugin, rail::plugin, strip::plugin))
            .add_systems(EguiPrimaryContextPass, bottom.in_set(PanelSystems::Bottom))
            .add_view(Panel::new("Run", Place::Top, 20), |InMut(ui): InMut<Ui>| drop(ui.label("how fast")))
            .add_view(Panel::new("Set-up", Place::Tab(Tab::Game), 10), |InMut(ui): InMut<Ui>| {
                section(ui, "Set-up", true, |ui| drop(ui.label("the next game")));
            })
            .add_view(Panel::new("Minds", Place::Tab(Tab::Minds), 10), |InMut(ui): InMut<Ui>| {
                ui.label("who plays");
            })
            .add_view(
                Panel::new("Lesson", Place::Lesson, 10),
                |InMut(ui): InMut<Ui>, sheet: Res<LessonSheet>| {
                    if sheet.open {
                        ui.label("what is taught");
                    }
                },
            )
            .add_view(Panel::new("Counters", Place::Facts, 70), |InMut(ui): InMut<Ui>| {
                ui.label("how many");
            });
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

    /// Draws the timeline panel at the lower edge.
    fn bottom(contexts: EguiContexts, mut free: ResMut<FreeSpace>) {
        let Some(ctx) = context(contexts) else { return };
        let data = timeline::TimelineData {
            undrawn: None,
            now: 1,
            last: 2,
            marks: &super::super::time_marks::TimeMarks::default(),
            bookmarks: &[],
            strikes: &[],
            losses: &[],
            state: "Black to move",
            refusal: None,
            notice: None,
            frames: 60.0,
            waiting: true,
            plays_on: false,
            can_take_back: true,
        };
        free.take(&ctx, "bottom", |root| {
            egui::Panel::bottom("moment").show(root, |ui| timeline::panel(ui, &data));
        });
    }

    fn click(window: &mut Harness<'_, App>, label: &str) {
        window.get_by_label(label).click();
        window.run_steps(4);
    }

    fn shows(window: &Harness<'_, App>, label: &str) -> bool {
        window.query_by_label(label).is_some()
    }

    fn settings(window: &Harness<'_, App>) -> Settings {
        window.state().world().resource::<Settings>().clone()
    }

    #[test]
    fn the_chosen_tab_is_kept_in_the_settings() {
        let mut first = window([1280.0, 800.0], Settings::default());
        assert!(shows(&first, "how fast") && shows(&first, "the next game") && !shows(&first, "who plays"));
        click(&mut first, "Minds");
        assert!(shows(&first, "how fast") && !shows(&first, "the next game") && shows(&first, "who plays"));
        assert_eq!(settings(&first).tab, Tab::Minds);
        let next = window([1280.0, 800.0], settings(&first));
        assert!(shows(&next, "who plays") && !shows(&next, "the next game"));
    }

    #[test]
    fn folded_sections_are_kept_in_the_settings() {
        let mut first = window([1280.0, 800.0], Settings::default());
        for (title, name, body) in
            [("Set-up", "set-up", "the next game"), ("Counters", "counters", "how many")]
        {
            assert!(shows(&first, body), "{title}");
            click(&mut first, title);
            assert!(!shows(&first, body), "{title}");
            assert_eq!(settings(&first).sections.get(name), Some(&false));
        }
        let mut next = window([1280.0, 800.0], settings(&first));
        assert!(!shows(&next, "the next game") && !shows(&next, "how many"));
        click(&mut next, "Counters");
        assert!(shows(&next, "how many") && !shows(&next, "the next game"));
    }

    #[test]
    fn a_layout_reset_forgets_dragged_sizes_and_keeps_the_settings() {
        let mut settings = Settings::default();
        settings.sections.insert("counters".to_owned(), false);
        let place = ACTIONS.iter().position(|info| info.action == Action::Pass).expect("listed");
        settings.keys.rebind(place, vec!["F7".parse().expect("a key")]);
        let mut window = window([1280.0, 800.0], settings);
        let (ctx, size) = (window.ctx.clone(), Id::new("dragged"));
        ctx.data_mut(|data| data.insert_temp(size, 300.0_f32));
        window.run_steps(2);
        assert_eq!(ctx.data(|data| data.get_temp(size)), Some(300.0_f32));
        window.state_mut().world_mut().write_message(ResetLayout);
        window.run_steps(2);
        assert_eq!(ctx.data(|data| data.get_temp::<f32>(size)), None);
        assert!(!shows(&window, "how many") && shows(&window, "the next game"));
        click(&mut window, "Counters");
        assert!(shows(&window, "how many"));
        window.state_mut().add_view(Panel::new("Counters", Place::Facts, 70), |InMut(ui): InMut<Ui>| {
            let text = with_keys(ui, "pass", Action::Pass);
            ui.label(text);
        });
        window.run_steps(2);
        assert!(shows(&window, "pass (F7)"));
    }

    #[test]
    fn the_strip_switches_layers() {
        let mut window = window([1280.0, 800.0], Settings::default());
        let layers = |window: &Harness<'_, App>| *window.state().world().resource::<Layers>();
        let before = layers(&window);
        for layer in [Layer::Atari, Layer::Temperature, Layer::White] {
            click(&mut window, layer.title());
            assert_ne!(layers(&window).get(layer), before.get(layer), "{layer}");
            click(&mut window, layer.title());
        }
        assert_eq!(layers(&window), before);
    }

    #[test]
    fn a_narrow_window_has_a_rail_and_columns_over_the_board() {
        let area = |window: &Harness<'_, App>| *window.state().world().resource::<BoardArea>();
        let wide = window([1100.0, 700.0], Settings::default());
        assert!(shows(&wide, "the next game") && shows(&wide, "how many") && !shows(&wide, "Facts"));
        // The columns would take more than a fifth of the board's side.
        let mut narrow = window([1000.0, 700.0], Settings::default());
        assert!(area(&narrow).max.x - area(&narrow).min.x > area(&wide).max.x - area(&wide).min.x + 300.0);
        for (item, body, beside) in [("Game", "the next game", 900.0), ("Facts", "how many", 300.0)] {
            let before = area(&narrow);
            for closed_by_item in [true, false] {
                assert!(!shows(&narrow, body), "{item}");
                click(&mut narrow, item);
                assert!(shows(&narrow, body), "{item}");
                assert_eq!(area(&narrow), before, "the board stays where it is");
                if closed_by_item {
                    narrow.get_all_by_label(item).next().expect("in the rail").click();
                } else {
                    let at = egui::pos2(beside, 300.0);
                    narrow.hover_at(at);
                    narrow.drag_at(at);
                    narrow.drop_at(at);
                }
                narrow.run_steps(4);
            }
        }
        assert!(!shows(&narrow, "the next game") && !shows(&narrow, "how many"));
    }

    #[test]
    fn the_board_has_at_least_half_of_a_small_window() {
        let mut window = window([800.0, 600.0], Settings::default());
        let area = |window: &Harness<'_, App>| {
            let area = window.state().world().resource::<BoardArea>();
            (area.max - area.min).element_product()
        };
        assert!(2.0 * area(&window) >= 800.0 * 600.0, "{}", area(&window));
        for label in ["Go", "Setup", "Facts", Layer::White.title()] {
            let rect = window.get_by_label(label).rect();
            assert!(
                Rect::from_min_size(egui::Pos2::ZERO, [800.0, 600.0].into()).contains_rect(rect),
                "{label}"
            );
        }
        window.state_mut().world_mut().run_system_once(toggle_panels).expect("a system");
        window.run_steps(2);
        assert!(!shows(&window, "Facts") && !shows(&window, Layer::White.title()));
        assert_eq!(area(&window), 800.0 * 600.0);
    }

    #[test]
    fn all_buttons_are_visible_at_any_text_size() {
        // Sizes in points: 800×600, 1280×800 and 3840×2160 pixels at text sizes of 200, 150, 100 and 75 %.
        for size in [
            [480.0, 360.0],
            [533.0, 400.0],
            [640.0, 400.0],
            [853.0, 533.0],
            [1067.0, 800.0],
            [1920.0, 1080.0],
            [5120.0, 2880.0],
        ] {
            let window = window(size, Settings::default());
            let area = *window.state().world().resource::<BoardArea>();
            let above = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(size[0], area.max.y));
            let layers = Layer::ALL.map(|layer| (layer.title(), window.get_by_label(layer.title()).rect()));
            for (at, (title, rect)) in layers.iter().enumerate() {
                assert!(above.contains_rect(*rect), "{size:?}: '{title}' at {rect:?} in {above:?}");
                let is_clear = layers[..at].iter().all(|(_, other)| !other.shrink(0.5).intersects(*rect));
                assert!(is_clear, "{size:?}: '{title}' is over another");
            }
            for tab in Tab::ALL {
                let rect = window.get_by_label(tab.title()).rect();
                assert!(above.contains_rect(rect), "{size:?}: '{}' at {rect:?}", tab.title());
            }
            assert!(area.max.x - area.min.x > 0.7 * size[1].min(size[0]), "{size:?}: {area:?}");
        }
    }

    #[test]
    fn a_lesson_does_not_cover_the_board() {
        for (size, least_side) in [
            ([999.0, 700.0], 500.0),
            ([800.0, 600.0], 400.0),
            ([640.0, 400.0], 220.0),
            ([500.0, 760.0], 360.0),
            ([1280.0, 800.0], 600.0),
        ] {
            let mut window = window(size, Settings::default());
            let bare = *window.state().world().resource::<BoardArea>();
            window.state_mut().world_mut().resource_mut::<LessonSheet>().open = true;
            window.run_steps(3);
            let area = *window.state().world().resource::<BoardArea>();
            let lesson = window.get_by_label("what is taught").rect();
            let board =
                Rect::from_min_max(egui::pos2(area.min.x, area.min.y), egui::pos2(area.max.x, area.max.y));
            assert!(!board.intersects(lesson), "{size:?}: {board:?} and {lesson:?}");
            assert!(board.width().min(board.height()) >= least_side, "{size:?}: {board:?}");
            if size[0] < NARROW {
                assert!(area != bare, "{size:?}: it has a sheet");
                // The open column does not contain the lesson, which stays on the sheet.
                click(&mut window, "Facts");
                assert!(shows(&window, "how many") && shows(&window, "what is taught"), "{size:?}");
                assert_eq!(window.get_by_label("what is taught").rect(), lesson, "{size:?}");
            }
            window.state_mut().world_mut().resource_mut::<LessonSheet>().open = false;
            window.run_steps(3);
            assert_eq!(*window.state().world().resource::<BoardArea>(), bare, "{size:?}");
        }
    }
}
