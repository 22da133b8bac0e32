//! Caption strip below the board: shows the introduction or the banner. It takes room from the board.

use super::banner::Banner;
use super::introduction::Introduction;
use super::places::show_sections;
use crate::shell::layout::{FreeSpace, PanelSystems, context, is_one_row};
use crate::shell::panel::Place;
use crate::shell::state::{Modal, ReducedMotion};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::state::state::State;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Frame, Id, Rect, UiBuilder, Vec2};

/// Time of opening or closing the strip, in seconds.
const SLIDE: f32 = 0.2;

/// Height of the strip, in points: with the buttons beside the text, and with a row of buttons below it. All
/// captions have the same height, so that the board does not move when one follows another.
const HEIGHTS: [f32; 2] = [54.0, 88.0];

/// Margins of the strip, in points.
const MARGIN: Vec2 = Vec2::new(14.0, 8.0);

/// Largest width of the content, in points.
const WIDEST: f32 = 720.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, context.pipe(show).in_set(PanelSystems::Caption));
}

/// Draws the strip. Exclusive, because each panel is a system.
fn show(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    let open = world.get_resource::<Banner>().is_some_and(Banner::is_open)
        || world.get_resource::<Introduction>().is_some_and(Introduction::is_open);
    let still = world.get_resource::<ReducedMotion>().is_some_and(|motion| motion.0);
    let share = ctx.animate_bool_with_time(Id::new("caption"), open, if still { 0.0 } else { SLIDE });
    if share == 0.0 {
        return;
    }
    let has_dialog = world.get_resource::<State<Modal>>().is_some_and(|modal| *modal.get() != Modal::None);
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        let one_row = is_one_row(free.rect().width() - 2.0 * MARGIN.x);
        let height = HEIGHTS[usize::from(!one_row)];
        free.take_strip(&ctx, "caption", |root| {
            let strip = egui::Panel::bottom("caption").frame(Frame::new()).resizable(false);
            strip.exact_size((share * height).round()).show(root, |ui| {
                let clip = ui.max_rect();
                ui.set_min_size(clip.size());
                // While the strip opens, the lower part of its content is clipped.
                let whole = Rect::from_min_size(clip.min, Vec2::new(clip.width(), height)).shrink2(MARGIN);
                let width = whole.width().min(WIDEST);
                let middle = Rect::from_center_size(whole.center(), Vec2::new(width, whole.height()));
                let mut inner = ui.new_child(UiBuilder::new().max_rect(middle));
                inner.shrink_clip_rect(clip);
                inner.set_opacity(share);
                if has_dialog {
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
    use super::super::cards::{self, card_panel};
    use super::super::lessons::Learning;
    use super::super::places;
    use super::super::{banner, introduction};
    use super::*;
    use crate::shell::card::Card;
    use crate::shell::keys::Action;
    use crate::shell::layers::Layers;
    use crate::shell::layout;
    use crate::shell::palette::Theme;
    use crate::shell::panel::{AddPanel, Open, Panel, panel_entity};
    use crate::shell::settings::Settings;
    use crate::shell::state::{BoardArea, Redraw, ShownBoards, Watched};
    use crate::testing::app_window;
    use bevy_egui::EguiUserTextures;
    use bevy_egui::egui::Ui;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::{Rules, Size};
    use stonefield_sim::{GameSetup, create_app, play_out, spawn_goban};

    /// Returns a window with cards and a board on which a game has ended.
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
            .add_plugins((
                layout::plugin,
                cards::plugin,
                places::plugin,
                banner::plugin,
                introduction::plugin,
                plugin,
            ))
            .add_view(Panel::new("Run", Place::Transport, 20), |InMut(ui): InMut<Ui>| {
                drop(ui.label("how fast"));
            })
            .add_view(Panel::new("Counters", Place::Facts, 70), |InMut(ui): InMut<Ui>| {
                ui.label("how many");
            });
        app_window(size, app)
    }

    fn board(window: &Harness<'_, App>) -> Rect {
        let area = window.state().world().resource::<BoardArea>();
        Rect::from_min_max(egui::pos2(area.min.x, area.min.y), egui::pos2(area.max.x, area.max.y))
    }

    /// Asserts that widgets with these labels are in the window and do not overlap the board.
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
                let area = board(&window);
                assert!(area.height() >= bare.height() - HEIGHTS[1] - 1.0 && area.width() == bare.width());
                for _ in 0..4 {
                    window.state_mut().world_mut().resource_mut::<Introduction>().turn();
                    window.run_steps(2);
                    assert_eq!(board(&window), area, "{size:?}: the board stays where it is");
                }
                let labels = ["What now?", "Play against it", "Watch it think", "Lessons", CLOSE];
                assert_clear(&window, size, &labels);
                let goban = window.state().world().resource::<Watched>().0;
                window.state_mut().world_mut().resource_mut::<Banner>().open(goban, 1);
                window.run_steps(2);
                assert_clear(&window, size, &["Again", "Next seed", "Stay"]);
                assert_eq!(board(&window), area, "{size:?}: the banner takes the place of the introduction");
                window.get_by_label("Stay").click();
                window.run_steps(2);
                window.get_by_label(CLOSE).click();
                window.run_steps(4);
                assert_eq!(board(&window), bare, "{size:?}: all room is the board's again");
            }
        }
    }

    #[test]
    fn a_card_does_not_cover_the_caption() {
        let size = [800.0, 600.0];
        let mut window = window(size, 9);
        window.state_mut().world_mut().resource_mut::<Introduction>().begin();
        window.run_steps(4);
        let world = window.state_mut().world_mut();
        let facts = panel_entity(world, card_panel(Card::Facts));
        world.entity_mut(facts).insert(Open::default());
        window.run_steps(4);
        assert!(window.query_by_label("how many").is_some(), "the card is open");
        window.get_by_label(CLOSE).click();
        window.run_steps(4);
        assert!(!window.state().world().resource::<Introduction>().is_open(), "its button was not covered");
    }
}
