//! The strip below the board: what the introduction says, or how the game ended. The board gives up room for it, so that it covers nothing.

use super::banner::Banner;
use super::columns::{is_narrow, show_sections};
use super::introduction::Introduction;
use crate::shell::layout::{FreeSpace, PanelSystems, context, is_one_row};
use crate::shell::panel::Place;
use crate::shell::state::{Modal, ReducedMotion};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::state::state::State;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Frame, Id, Rect, UiBuilder, Vec2};

/// How long the strip takes to open or close, in seconds.
const SLIDE: f32 = 0.2;

/// How high the strip is with all in one row, and with the buttons in a row of their own, in points. It is the same for all that it shows: the
/// board does not move while one caption follows another.
const HEIGHTS: [f32; 2] = [54.0, 88.0];

/// Around what the strip shows, in points.
const MARGIN: Vec2 = Vec2::new(14.0, 8.0);

/// How wide what it shows is at most, in points.
const WIDEST: f32 = 720.0;

pub(super) fn plugin(app: &mut App) {
    use PanelSystems::{Below, Board, Left, Right};
    // A column that opens over the board of a narrow window leaves the strip in sight.
    app.add_systems(
        EguiPrimaryContextPass,
        (show_if::<true>.after(Left).before(Right), show_if::<false>.after(Below).before(Board)),
    );
}

fn show_if<const NARROW: bool>(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    if is_narrow(&ctx) == NARROW {
        show(world, &ctx);
    }
}

fn show(world: &mut World, ctx: &egui::Context) {
    let open = world.get_resource::<Banner>().is_some_and(Banner::is_open)
        || world.get_resource::<Introduction>().is_some_and(Introduction::is_open);
    let still = world.get_resource::<ReducedMotion>().is_some_and(|motion| motion.0);
    let share = ctx.animate_bool_with_time(Id::new("caption"), open, if still { 0.0 } else { SLIDE });
    if share == 0.0 {
        return;
    }
    let asked = world.get_resource::<State<Modal>>().is_some_and(|modal| *modal.get() != Modal::None);
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        let row = is_one_row(free.rect().width() - 2.0 * MARGIN.x);
        let height = HEIGHTS[usize::from(!row)];
        free.take_strip(ctx, "caption", |root| {
            let strip = egui::Panel::bottom("caption").frame(Frame::new()).resizable(false);
            strip.exact_size((share * height).round()).show(root, |ui| {
                let seen = ui.max_rect();
                ui.set_min_size(seen.size());
                // As it slides, its lower part is still to come.
                let whole = Rect::from_min_size(seen.min, Vec2::new(seen.width(), height)).shrink2(MARGIN);
                let width = whole.width().min(WIDEST);
                let middle = Rect::from_center_size(whole.center(), Vec2::new(width, whole.height()));
                let mut inner = ui.new_child(UiBuilder::new().max_rect(middle));
                inner.shrink_clip_rect(seen);
                inner.set_opacity(share);
                if asked {
                    inner.disable();
                }
                show_sections(world, &mut inner, |place| place == Place::Caption);
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::super::super::record::{RecordRequest, RecordState};
    use super::super::columns::{self, Column, OpenColumn};
    use super::super::lessons::Learning;
    use super::super::{banner, introduction};
    use super::*;
    use crate::shell::keys::Action;
    use crate::shell::layers::Layers;
    use crate::shell::layout;
    use crate::shell::palette::Theme;
    use crate::shell::panel::{AddPanel, Panel};
    use crate::shell::settings::Settings;
    use crate::shell::state::{BoardArea, Redraw, ShownBoards, Watched};
    use crate::testing::harness;
    use bevy_egui::egui::Ui;
    use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::{Rules, Size};
    use stonefield_sim::{GameSetup, create_app, play_out, spawn_goban};

    /// A window with columns around a board on which a game has ended.
    fn window(size: [f32; 2], board: u16) -> Harness<'static, App> {
        let mut app = create_app();
        let rules = Rules::preset("netlogo-2016").expect("a preset");
        let setup = GameSetup { size: Size::square(board).expect("a size"), rules, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        play_out(app.world_mut(), goban, 2000);
        app.insert_resource(Watched(goban))
            .insert_resource(Settings { theme: Theme::Dark, ..Settings::default() })
            .init_resource::<Layers>()
            .init_resource::<BoardArea>()
            .init_resource::<EguiUserTextures>()
            .init_resource::<ShownBoards>()
            .init_resource::<RecordState>()
            .init_resource::<Redraw>()
            .init_resource::<Learning>()
            .add_message::<Action>()
            .add_message::<RecordRequest>()
            .add_plugins((layout::plugin, columns::plugin, banner::plugin, introduction::plugin, plugin))
            .add_systems(EguiPrimaryContextPass, bottom.in_set(PanelSystems::Bottom))
            .add_view(Panel::new("Run", Place::Top, 20), |InMut(ui): InMut<Ui>| drop(ui.label("how fast")))
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

    /// As high as what stands below everything.
    fn bottom(world: &mut World) {
        let Some(ctx) = context(world) else { return };
        world.resource_scope(|_, mut free: Mut<FreeSpace>| {
            free.take(&ctx, "bottom", |root| {
                egui::Panel::bottom("moment").exact_size(56.0).show(root, |ui| ui.label("moment"));
            });
        });
    }

    fn board(window: &Harness<'_, App>) -> Rect {
        let area = window.state().world().resource::<BoardArea>();
        Rect::from_min_max(egui::pos2(area.min.x, area.min.y), egui::pos2(area.max.x, area.max.y))
    }

    /// That parts with these labels are in sight and do not meet the board.
    fn assert_clear(window: &Harness<'_, App>, size: [f32; 2], labels: &[&str]) {
        let (board, all) = (board(window), Rect::from_min_size(egui::Pos2::ZERO, size.into()));
        for label in labels {
            let rect = window.get_by_label(label).rect();
            assert!(!board.intersects(rect), "{size:?}: '{label}' at {rect:?} meets the board at {board:?}");
            assert!(all.contains_rect(rect), "{size:?}: '{label}' at {rect:?}");
        }
    }

    const CLOSE: &str = "×";

    #[test]
    fn captions_and_the_banner_do_not_cover_the_board() {
        for size in [
            [800.0, 600.0],
            [900.0, 700.0],
            [1000.0, 700.0],
            [1280.0, 800.0],
            [1920.0, 1080.0],
            [640.0, 400.0],
        ] {
            for points in [5, 9, 19] {
                let mut window = window(size, points);
                let bare = board(&window);
                window.state_mut().world_mut().resource_mut::<Introduction>().begin();
                window.run_steps(4);
                assert_clear(
                    &window,
                    size,
                    &["Every stone is an agent. It knows only its neighbours.", CLOSE],
                );
                let told = board(&window);
                assert!(told.height() >= bare.height() - HEIGHTS[1] - 1.0 && told.width() == bare.width());
                for _ in 0..4 {
                    window.state_mut().world_mut().resource_mut::<Introduction>().turn();
                    window.run_steps(2);
                    assert_eq!(board(&window), told, "{size:?}: the board stays where it is");
                }
                let ways = ["What now?", "Play against it", "Watch it think", "Lessons", CLOSE];
                assert_clear(&window, size, &ways);
                let goban = window.state().world().resource::<Watched>().0;
                window.state_mut().world_mut().resource_mut::<Banner>().open(goban, 1);
                window.run_steps(2);
                assert_clear(&window, size, &["Again", "Next seed", "Stay"]);
                assert_eq!(board(&window), told, "{size:?}: the banner takes the place of the introduction");
                window.get_by_label("Stay").click();
                window.run_steps(2);
                window.get_by_label(CLOSE).click();
                window.run_steps(4);
                assert_eq!(board(&window), bare, "{size:?}: all room is the board's again");
            }
        }
    }

    #[test]
    fn a_column_over_the_board_leaves_the_caption_in_sight() {
        let size = [800.0, 600.0];
        let mut window = window(size, 9);
        window.state_mut().world_mut().resource_mut::<Introduction>().begin();
        window.run_steps(4);
        window.state_mut().world_mut().resource_mut::<OpenColumn>().0 = Some(Column::Facts);
        window.run_steps(4);
        assert!(window.query_by_label("how many").is_some(), "the column is open");
        window.get_by_label(CLOSE).click();
        window.run_steps(4);
        assert!(!window.state().world().resource::<Introduction>().is_open(), "its button was not covered");
    }
}
