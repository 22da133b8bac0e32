//! Cards beside the board, the rail that opens them, and the sheet of a lesson. Each shows the panels of its
//! places.

use super::icons::Icon;
use super::places::{INSET, frame, show_sections};
use super::rail::{AddToRail, RailItem};
use crate::shell::card::Card;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems, context};
use crate::shell::panel::{AddPanel, Open, Panel, Place, panel_entity};
use crate::shell::settings::Settings;
use crate::shell::state::{HiddenPanels, ResetLayout, panels_are_shown};
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{cross, from_right, name_group};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::common_conditions::run_once;
use bevy_egui::egui::{self, Frame, Id, Margin, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Width of the rail, in points.
const RAIL_WIDTH: f32 = 56.0;

/// Window width, in points, below which one card is shown at a time. From it on, one is shown at each side.
const NARROW: f32 = 1100.0;

/// Window width, in points, from which cards are wider.
const ROOMY: f32 = 1180.0;

/// Height of a sheet below the board: share of the free height; minimum and maximum, in points.
const SHEET_HEIGHT: (f32, f32, f32) = (0.4, 130.0, 280.0);

/// Sheet that shows a lesson beside or below the board, so that the board can be clicked.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonSheet {
    /// True if there is a lesson to show.
    pub open: bool,
    /// True if the sheet shows the lesson. Otherwise the card *Facts* shows it.
    pub docked: bool,
}

/// Place of a sheet or card.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SheetPlace {
    /// Beside the board, with this width in points.
    Beside(f32),
    /// Below the board, with this height in points.
    Below(f32),
}

impl SheetPlace {
    /// Returns the place that leaves more room for the square board. `width`: width of a card, in points.
    fn within(room: Rect, width: f32) -> Self {
        let (share, least, most) = SHEET_HEIGHT;
        let height = (share * room.height()).clamp(least, most);
        let side = |width: f32, height: f32| width.min(height);
        if side(room.width() - width, room.height()) >= side(room.width(), room.height() - height) {
            Self::Beside(width)
        } else {
            Self::Below(height)
        }
    }

    /// Returns the panel of egui at this place.
    fn panel(self, name: &'static str, at_right: bool) -> egui::Panel {
        let (panel, size) = match self {
            Self::Beside(width) if at_right => (egui::Panel::right(name), width),
            Self::Beside(width) => (egui::Panel::left(name), width),
            Self::Below(height) => (egui::Panel::bottom(Id::new((name, "below"))), height),
        };
        panel.frame(frame()).resizable(false).exact_size(size)
    }
}

/// Returns the panel of a card. Its `Open` says whether the card is open.
pub(super) const fn card_panel(card: Card) -> Panel {
    Panel::new(card.title(), Place::Rail, 10 + card as u16).key(Action::Card(card))
}

pub(super) fn plugin(app: &mut App) {
    use PanelSystems::{Begin, Bottom, Floating, Left, Right, Top};
    for card in Card::ALL {
        app.add_switched(card_panel(card));
        let entity = panel_entity(app.world_mut(), card_panel(card));
        app.world_mut().entity_mut(entity).insert(card);
        if let Some(icon) = Icon::of(card) {
            app.add_to_rail(card_panel(card), RailItem { icon, about: card.about() });
        }
    }
    app.init_resource::<HiddenPanels>()
        .init_resource::<LessonSheet>()
        .configure_sets(EguiPrimaryContextPass, (Top, Bottom, Left, Right).run_if(panels_are_shown))
        .add_systems(Update, toggle_panels.in_set(InputSystems::Act).run_if(switched(Action::Panels)))
        .add_systems(
            EguiPrimaryContextPass,
            (
                (restore.run_if(run_once), close_others, reset).chain().in_set(Begin),
                context.pipe(show_left).in_set(Left),
                context.pipe(show_right).in_set(Right),
                keep.in_set(Floating),
            ),
        );
}

/// Opens the cards that the settings name.
fn restore(settings: Res<Settings>, cards: Query<(Entity, &Card)>, mut commands: Commands) {
    for (entity, _) in cards.iter().filter(|(_, card)| settings.cards.contains(card.name())) {
        commands.entity(entity).insert(Open::default());
    }
}

/// Closes the other card of a side when one is opened there; in a narrow window, all other cards.
fn close_others(
    mut contexts: EguiContexts,
    opened: Query<(Entity, &Card), Added<Open>>,
    open: Query<(Entity, &Card), With<Open>>,
    mut commands: Commands,
) -> Result {
    // Two cards of one side that open in one frame are those of an edited settings file.
    let Some((last, opened)) = opened.iter().last() else { return Ok(()) };
    let narrow = is_narrow(contexts.ctx_mut()?);
    for (entity, card) in &open {
        if entity != last && (narrow || card.is_right() == opened.is_right()) {
            commands.entity(entity).remove::<Open>();
        }
    }
    Ok(())
}

/// Closes all cards when the layout is reset.
fn reset(
    mut resets: MessageReader<ResetLayout>,
    open: Query<Entity, (With<Card>, With<Open>)>,
    mut commands: Commands,
) {
    if resets.read().count() > 0 {
        for card in &open {
            commands.entity(card).remove::<Open>();
        }
    }
}

/// Copies the names of the open cards to the settings. Names of unknown cards stay there.
fn keep(cards: Query<(&Card, Has<Open>)>, mut settings: ResMut<Settings>) {
    let changed = cards.iter().any(|(card, open)| settings.cards.contains(card.name()) != open);
    if changed {
        for (card, open) in &cards {
            if open {
                settings.cards.insert(card.name().to_owned());
            } else {
                settings.cards.remove(card.name());
            }
        }
    }
}

fn toggle_panels(mut hidden: ResMut<HiddenPanels>) {
    hidden.0 = !hidden.0;
}

/// Returns the width of a card, in points.
fn width(ctx: &egui::Context) -> f32 {
    if ctx.viewport_rect().width() >= ROOMY { 276.0 } else { 248.0 }
}

/// True if the window has room for one card only.
pub(super) fn is_narrow(ctx: &egui::Context) -> bool {
    ctx.viewport_rect().width() < NARROW
}

/// Draws content that scrolls. The scroll bar is in the margin of the card.
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

/// Returns the card to show at the right or left of the board: the one opened last, if several are open. A
/// narrow window has one card for both sides.
fn shown_card(world: &mut World, narrow: bool, right: bool) -> Option<Card> {
    let mut cards = world.query::<(&Card, &Open)>();
    let here = cards.iter(world).filter(|(card, _)| narrow || card.is_right() == right);
    let last = here.max_by_key(|(card, open)| (**open, card.name())).map(|(card, _)| *card);
    last.filter(|card| card.is_right() == right)
}

/// Draws a card: its title, a button that closes it, and its panels. Exclusive, because each panel is a
/// system.
fn show_card(world: &mut World, ctx: &egui::Context, free: &mut FreeSpace, card: Card) {
    let side = if card.is_right() { "right" } else { "left" };
    let place = SheetPlace::within(free.rect(), width(ctx));
    let docked = world.resource::<LessonSheet>().docked;
    let is_here = |place| match (card, place) {
        (Card::Facts, Place::Facts | Place::Temporary) => true,
        (Card::Facts, Place::Lesson) => !docked,
        (card, Place::Card(other)) => card == other,
        _ => false,
    };
    let closed = free.take(ctx, side, |root| {
        let shown = place.panel(side, card.is_right()).show(root, |ui| {
            name_group(ui, &format!("{} card", card.title()));
            let closed = ui.horizontal(|ui| {
                ui.label(RichText::new(card.title()).heading().color(PanelColors::here(ui).strong));
                from_right(ui, |ui| cross(ui, &format!("Close {}", card.title())))
            });
            // Each card has an id of its own, which keeps its scroll position.
            ui.push_id(card, |ui| scroll(ui, |ui| show_sections(world, ui, is_here)));
            closed.inner
        });
        shown.inner
    });
    if closed {
        let mut cards = world.query_filtered::<(Entity, &Card), With<Open>>();
        if let Some((entity, _)) = cards.iter(world).find(|(_, other)| **other == card) {
            world.entity_mut(entity).remove::<Open>();
        }
    }
}

/// Draws the rail and the card at its side. Exclusive, because each panel is a system.
fn show_left(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    let card = shown_card(world, is_narrow(&ctx), false);
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        free.take(&ctx, "left", |root| {
            let frame = Frame::new().inner_margin(Margin { left: 4, right: 4, top: 6, bottom: 0 });
            let panel = egui::Panel::left("rail").frame(frame).resizable(false);
            panel.exact_size(RAIL_WIDTH).show(root, |ui| {
                name_group(ui, "Card buttons");
                show_sections(world, ui, |place| place == Place::Rail);
            });
        });
        if let Some(card) = card {
            show_card(world, &ctx, &mut free, card);
        }
    });
}

/// Draws the sheet of a lesson and the card at the right. Exclusive, because each panel is a system.
fn show_right(In(ctx): In<Option<egui::Context>>, world: &mut World) {
    let Some(ctx) = ctx else { return };
    let narrow = is_narrow(&ctx);
    let card = shown_card(world, narrow, true);
    world.resource_scope(|world, mut free: Mut<FreeSpace>| {
        let mut sheet = world.resource_mut::<LessonSheet>();
        let docked = sheet.open && (narrow || card.is_none());
        sheet.docked = docked;
        if docked {
            let place = SheetPlace::within(free.rect(), width(&ctx));
            free.take(&ctx, "lesson", |root| {
                let show = |ui: &mut Ui| show_sections(world, ui, |place| place == Place::Lesson);
                place.panel("lesson", true).show(root, show);
            });
        }
        if let Some(card) = card {
            show_card(world, &ctx, &mut free, card);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::setup::NextGame;
    use super::super::{places, rail};
    use super::*;
    use crate::shell::key_hints::with_keys;
    use crate::shell::keys::ACTIONS;
    use crate::shell::state::{BoardArea, ResetLayout, ShownBoards, Watched};
    use crate::shell::widgets::section;
    use crate::shell::{layout, panel};
    use crate::testing::app_window;
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::EguiUserTextures;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_sim::{GameSetup, create_app, spawn_goban};

    /// Returns a window in which most panels have one line of text.
    fn window(size: [f32; 2], settings: Settings) -> Harness<'static, App> {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        app.insert_resource(Watched(goban))
            .insert_resource(settings)
            .init_resource::<BoardArea>()
            .init_resource::<NextGame>()
            .init_resource::<EguiUserTextures>()
            .init_resource::<ShownBoards>()
            .add_message::<Action>()
            .add_plugins((layout::plugin, panel::plugin, plugin, places::plugin, rail::plugin))
            .add_view(Panel::new("Run", Place::Transport, 20), |InMut(ui): InMut<Ui>| {
                drop(ui.label("how fast"));
            })
            .add_view(Panel::new("Set-up", Place::Card(Card::Game), 10), |InMut(ui): InMut<Ui>| {
                section(ui, "Set-up", true, |ui| drop(ui.label("the next game")));
            })
            .add_view(Panel::new("Minds", Place::Card(Card::Minds), 10), |InMut(ui): InMut<Ui>| {
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
        app_window(size, app)
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

    /// Returns settings with open cards.
    fn with_cards(cards: &[Card]) -> Settings {
        let cards = cards.iter().map(|card| card.name().to_owned()).collect();
        Settings { cards, ..Settings::default() }
    }

    #[test]
    fn open_cards_are_kept_in_the_settings() {
        let mut first = window([1280.0, 800.0], Settings::default());
        assert!(shows(&first, "how fast") && !shows(&first, "the next game") && !shows(&first, "how many"));
        click(&mut first, "Game");
        assert!(shows(&first, "the next game"));
        click(&mut first, "Minds");
        assert!(!shows(&first, "the next game") && shows(&first, "who plays"), "one card at each side");
        click(&mut first, "Facts");
        assert!(shows(&first, "how many") && shows(&first, "who plays"));
        assert_eq!(settings(&first).cards, with_cards(&[Card::Minds, Card::Facts]).cards);
        let mut settings = settings(&first);
        settings.cards.insert("of a later version".to_owned());
        let mut next = window([1280.0, 800.0], settings.clone());
        assert!(shows(&next, "who plays") && shows(&next, "how many"));
        click(&mut next, "Close Minds");
        assert!(!shows(&next, "who plays"));
        settings.cards.remove("minds");
        assert_eq!(
            next.state().world().resource::<Settings>().cards,
            settings.cards,
            "unknown names are kept"
        );
    }

    #[test]
    fn folded_sections_are_kept_in_the_settings() {
        let mut first = window([1280.0, 800.0], with_cards(&[Card::Game, Card::Facts]));
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
        let mut settings = with_cards(&[Card::Facts]);
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
        assert!(!shows(&window, "Counters"), "cards are closed");
        click(&mut window, "Facts");
        assert!(!shows(&window, "how many"));
        click(&mut window, "Counters");
        assert!(shows(&window, "how many"));
        window.state_mut().add_view(Panel::new("Counters", Place::Facts, 70), |InMut(ui): InMut<Ui>| {
            let text = with_keys(ui, "pass", Action::Pass);
            ui.label(text);
        });
        window.run_steps(2);
        assert!(shows(&window, "pass (F7)"));
    }

    fn board(window: &Harness<'_, App>) -> Rect {
        let area = *window.state().world().resource::<BoardArea>();
        Rect::from_min_max(egui::pos2(area.min.x, area.min.y), egui::pos2(area.max.x, area.max.y))
    }

    #[test]
    fn a_card_opens_beside_the_board_and_not_over_it() {
        for size in [[480.0, 360.0], [500.0, 760.0], [640.0, 480.0], [1000.0, 700.0], [1280.0, 800.0]] {
            let mut window = window(size, Settings::default());
            let bare = board(&window);
            for (card, body) in [(Card::Game, "the next game"), (Card::Facts, "how many")] {
                click(&mut window, card.title());
                let text = window.get_by_label(body).rect();
                assert!(!board(&window).intersects(text), "{size:?}: {text:?} and {:?}", board(&window));
                assert!(board(&window).area() > 0.15 * size[0] * size[1], "{size:?}: {:?}", board(&window));
            }
            assert_eq!(shows(&window, "the next game"), size[0] >= NARROW, "{size:?}");
            window.state_mut().world_mut().write_message(ResetLayout);
            window.run_steps(40);
            assert_eq!(board(&window), bare, "{size:?}: all room is the board's again");
        }
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
            let mut window = window(size, Settings::default());
            let area = board(&window);
            let above = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(size[0], area.max.y));
            for card in Card::ALL.into_iter().filter(|&card| Icon::of(card).is_some()) {
                let rect = window.get_by_label(card.title()).rect();
                assert!(above.contains_rect(rect), "{size:?}: '{}' at {rect:?}", card.title());
                assert!(!area.intersects(rect), "{size:?}: '{}' at {rect:?}", card.title());
            }
            assert!(area.width() > 0.7 * size[1].min(size[0]), "{size:?}: {area:?}");
            window.state_mut().world_mut().run_system_once(toggle_panels).expect("a system");
            window.run_steps(2);
            assert!(!shows(&window, "Facts"));
            assert_eq!(board(&window).area(), size[0] * size[1]);
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
            let bare = board(&window);
            window.state_mut().world_mut().resource_mut::<LessonSheet>().open = true;
            window.run_steps(3);
            let area = board(&window);
            let lesson = window.get_by_label("what is taught").rect();
            assert!(!area.intersects(lesson), "{size:?}: {area:?} and {lesson:?}");
            assert!(area.width().min(area.height()) >= least_side, "{size:?}: {area:?}");
            assert!(area != bare, "{size:?}: the sheet takes room");
            click(&mut window, "Facts");
            // A wide window shows the lesson on the open card instead of the sheet.
            assert!(shows(&window, "how many") && shows(&window, "what is taught"), "{size:?}");
            assert_eq!(window.state().world().resource::<LessonSheet>().docked, size[0] < NARROW, "{size:?}");
            click(&mut window, "Close Facts");
            window.state_mut().world_mut().resource_mut::<LessonSheet>().open = false;
            window.run_steps(3);
            assert_eq!(board(&window), bare, "{size:?}");
        }
    }
}
