//! Panel: a part of the window, as an entity. Other systems find panels by their components.

use super::card::Card;
use super::keys::{Action, InputSystems, is_odd};
use super::layout::PanelSystems;
use super::state::Modal;
use super::theme::PanelColors;
use super::widgets::{close_button, from_right};
use bevy::app::{App, First, Last, Update};
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::{ScheduleSystem, SystemId, SystemParam};
use bevy::ecs::world::DeferredWorld;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    Align2, Context, Frame, Id, LayerId, Margin, Memory, Order, RichText, Ui, Window, pos2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Title, place, order and key of a panel.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Title, also used as the name in the log.
    pub title: &'static str,
    /// Place in the window.
    pub place: Place,
    /// Order in a column, from the top. Of panels opened in the same frame, Esc closes the greatest first.
    pub order: u16,
    /// True if Esc closes the panel before it stops a mind.
    pub brief: bool,
    /// Action of the key that opens and closes the panel.
    pub key: Option<Action>,
}

/// Place of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Bar above the board.
    Bar,
    /// Rail at the left, with a button for each card.
    Rail,
    /// Card beside the board.
    Card(Card),
    /// Card *Facts*, under the panel's title, which folds it.
    Facts,
    /// Card *Facts*, while there is something to show.
    Temporary,
    /// Sheet beside or below the board, or the card *Facts* if it is open.
    Lesson,
    /// Row of the timeline.
    Transport,
    /// Row of the status line.
    Status,
    /// Strip below the board.
    Caption,
    /// Panel below the board.
    Below,
    /// The board itself.
    Board,
    /// Over the board, in a window that can be moved.
    Floating,
}

impl Place {
    /// True if the panel covers a part of the board.
    #[must_use]
    pub const fn is_over_board(self) -> bool {
        matches!(self, Self::Floating)
    }
}

impl Panel {
    /// Creates a panel in a place.
    #[must_use]
    pub const fn new(title: &'static str, place: Place, order: u16) -> Self {
        Self { title, place, order, brief: false, key: None }
    }

    /// Creates a panel in a window over the board.
    #[must_use]
    pub const fn floating(title: &'static str, order: u16) -> Self {
        Self::new(title, Place::Floating, order)
    }

    /// Returns the same panel, closed by Esc before a mind is stopped.
    #[must_use]
    pub const fn brief(self) -> Self {
        Self { brief: true, ..self }
    }

    /// Returns the same panel, opened and closed by the key of an action.
    #[must_use]
    pub const fn key(self, action: Action) -> Self {
        Self { key: Some(action), ..self }
    }

    /// Returns the id of a floating panel in egui.
    #[must_use]
    pub fn id(&self) -> Id {
        Id::new(("floating", self.title))
    }

    /// Returns the layer of a floating panel in egui.
    #[must_use]
    pub fn layer(&self) -> LayerId {
        LayerId::new(Order::Middle, self.id())
    }

    /// Returns the window of a floating panel. Title and close button are in its content.
    pub fn window(&self) -> Window<'static> {
        Window::new(self.title).id(self.id()).title_bar(false)
    }

    /// Draws a floating panel of fixed width under a heading with a close button. `width`: largest width of
    /// the content, in points; `top`: place of the upper edge, as a share of the window's height; `gap`: room
    /// below the heading, in points. Returns true if the user closed it.
    pub fn show_headed(
        &self,
        ctx: &Context,
        heading: &str,
        (width, top, gap): (f32, f32, f32),
        content: impl FnOnce(&mut Ui),
    ) -> bool {
        let room = ctx.content_rect().size();
        let shown = self
            .window()
            .resizable(false)
            .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(16)))
            .pivot(Align2::CENTER_TOP)
            .default_pos(pos2(room.x / 2.0, (top * room.y).max(16.0)))
            .show(ctx, |ui| {
                ui.set_width((room.x - 60.0).min(width));
                let closed = ui.horizontal(|ui| {
                    ui.heading(RichText::new(heading).color(PanelColors::here(ui).strong));
                    from_right(ui, close_button)
                });
                ui.add_space(gap);
                content(ui);
                closed.inner
            });
        shown.and_then(|shown| shown.inner).unwrap_or(false)
    }
}

/// System that draws a panel of a column or strip.
#[derive(Component, Clone, Copy)]
pub struct View(pub SystemId<InMut<'static, Ui>>);

/// Marks an open panel, with the number of the frame in which it was opened. The number is set when the
/// component is added.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[component(on_add = set_frame)]
pub struct Open(u64);

fn set_frame(mut world: DeferredWorld, context: HookContext) {
    let frame = world.get_resource::<PanelFrames>().map_or(0, |frames| frames.0);
    if let Some(mut open) = world.get_mut::<Open>(context.entity) {
        open.0 = frame;
    }
}

/// Marks a panel that can be open.
#[derive(Component, Clone, Copy, Debug)]
pub struct CanOpen;

/// System that closes a panel. Esc runs it.
#[derive(Component, Clone, Copy)]
pub struct Closer(pub SystemId);

/// Number of frames so far.
#[derive(Resource, Default)]
struct PanelFrames(u64);

/// Set in `Last` in which panels are marked as open or closed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkOpenPanels;

/// Adds the count of frames, by which panels know when they were opened, and the keys of panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<PanelFrames>()
        .add_message::<Action>()
        .add_systems(Update, toggle_by_key.in_set(InputSystems::Act))
        .add_systems(First, |mut frames: ResMut<PanelFrames>| frames.0 += 1);
}

/// Opens and closes panels whose key was pressed an odd number of times.
fn toggle_by_key(
    mut actions: MessageReader<Action>,
    panels: Query<(Entity, &Panel, Has<Open>), With<CanOpen>>,
    mut commands: Commands,
) {
    let actions: Vec<Action> = actions.read().copied().collect();
    for (entity, panel, open) in &panels {
        // Panels below the board share one place: a key may only bring one of them to the front.
        let is_alone = panel.place != Place::Below;
        if is_alone && panel.key.is_some_and(|key| is_odd(&actions, key)) {
            set_open(&mut commands, entity, !open);
        }
    }
}

fn set_open(commands: &mut Commands, panel: Entity, open: bool) {
    if open {
        commands.entity(panel).insert_if_new(Open::default());
    } else {
        commands.entity(panel).remove::<Open>();
    }
}

/// Panels that can be open, to ask and to change which are.
#[derive(SystemParam)]
pub struct OpenPanels<'w, 's> {
    panels: Query<'w, 's, (Entity, &'static Panel, Option<Ref<'static, Open>>), With<CanOpen>>,
    commands: Commands<'w, 's>,
}

impl OpenPanels<'_, '_> {
    /// True if a panel is open.
    #[must_use]
    pub fn is_open(&self, panel: Panel) -> bool {
        self.panels.iter().any(|(_, other, open)| *other == panel && open.is_some())
    }

    /// True if a panel was opened since the last run of the system that asks.
    #[must_use]
    pub fn is_new(&self, panel: Panel) -> bool {
        self.panels.iter().any(|(_, other, open)| *other == panel && open.is_some_and(|open| open.is_added()))
    }

    /// Opens or closes a panel. The system that asks sees the change in its next run, later systems at once.
    pub fn set(&mut self, panel: Panel, open: bool) {
        for (entity, ..) in self.panels.iter().filter(|(_, other, _)| **other == panel) {
            set_open(&mut self.commands, entity, open);
        }
    }

    /// Opens a closed panel, and closes an open one.
    pub fn toggle(&mut self, panel: Panel) {
        self.set(panel, !self.is_open(panel));
    }
}

/// Adds panels.
pub trait AddPanel {
    /// Adds a panel that a system draws into its place.
    fn add_view<M>(
        &mut self,
        panel: Panel,
        view: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self;

    /// Adds a panel that its key, Esc and [`OpenPanels`] open and close.
    fn add_switched(&mut self, panel: Panel) -> &mut Self;

    /// Adds a panel as [`AddPanel::add_switched`] does, and the system that draws it in a window over the
    /// board while it is open and no dialog is.
    fn add_window<M>(&mut self, panel: Panel, show: impl IntoScheduleConfigs<ScheduleSystem, M>)
    -> &mut Self;

    /// Adds a panel that is open as other data says: `is_open` returns true after each frame in which it is.
    fn add_panel<M>(&mut self, panel: Panel, is_open: impl IntoSystem<(), bool, M> + 'static) -> &mut Self;

    /// Adds a panel that can be open, and a system that closes it.
    fn add_closable<M, N>(
        &mut self,
        panel: Panel,
        is_open: impl IntoSystem<(), bool, M> + 'static,
        close: impl IntoSystem<(), (), N> + 'static,
    ) -> &mut Self;
}

impl AddPanel for App {
    fn add_view<M>(
        &mut self,
        panel: Panel,
        view: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self {
        let view = View(self.register_system(view));
        let entity = panel_entity(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(view);
        self
    }

    fn add_switched(&mut self, panel: Panel) -> &mut Self {
        let entity = panel_entity(self.world_mut(), panel);
        let close =
            self.register_system(move |mut commands: Commands| set_open(&mut commands, entity, false));
        self.world_mut().entity_mut(entity).insert((CanOpen, Closer(close)));
        self
    }

    fn add_window<M>(
        &mut self,
        panel: Panel,
        show: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        self.add_switched(panel);
        let entity = panel_entity(self.world_mut(), panel);
        let is_open = move |open: Query<(), With<Open>>| open.contains(entity);
        let show: ScheduleConfigs<ScheduleSystem> =
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)).run_if(is_open);
        self.add_systems(EguiPrimaryContextPass, show)
    }

    fn add_panel<M>(&mut self, panel: Panel, is_open: impl IntoSystem<(), bool, M> + 'static) -> &mut Self {
        let entity = panel_entity(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(CanOpen);
        let mark = move |In(open): In<bool>, panels: Query<Has<Open>>, mut commands: Commands| {
            if panels.get(entity).is_ok_and(|before| before != open) {
                set_open(&mut commands, entity, open);
            }
        };
        self.init_resource::<PanelFrames>().add_systems(Last, is_open.pipe(mark).in_set(MarkOpenPanels))
    }

    fn add_closable<M, N>(
        &mut self,
        panel: Panel,
        is_open: impl IntoSystem<(), bool, M> + 'static,
        close: impl IntoSystem<(), (), N> + 'static,
    ) -> &mut Self {
        let closer = Closer(self.register_system(close));
        let entity = panel_entity(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(closer);
        self.add_panel(panel, is_open)
    }
}

/// Returns the entity of a panel, and spawns it if there is none. Exclusive, because the app is being built.
pub(crate) fn panel_entity(world: &mut World, panel: Panel) -> Entity {
    let mut panels = world.query::<(Entity, &Panel)>();
    let existing = panels.iter(world).find(|(_, other)| **other == panel).map(|(entity, _)| entity);
    existing.unwrap_or_else(|| world.spawn(panel).id())
}

/// Query of the open windows over the board.
#[derive(SystemParam)]
pub struct FloatingPanels<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    panels: Query<'w, 's, (&'static Panel, Option<&'static Closer>), With<Open>>,
}

impl FloatingPanels<'_, '_> {
    /// Returns the open window in front, opened or clicked last, and the system that closes it.
    #[must_use]
    pub fn front(&mut self) -> Option<(Panel, Option<Closer>)> {
        let layers: Vec<LayerId> =
            self.context().map_or_else(Vec::new, |ctx| ctx.memory(|memory| memory.layer_ids().collect()));
        let floating = self.panels.iter().filter(|(panel, _)| panel.place.is_over_board());
        // A window that has not been drawn yet is in front.
        let height =
            |panel: &Panel| layers.iter().position(|&layer| layer == panel.layer()).unwrap_or(layers.len());
        let front = floating.max_by_key(|(panel, _)| (height(panel), panel.order));
        front.map(|(panel, closer)| (*panel, closer.copied()))
    }

    /// True if any text field has keyboard focus.
    pub fn has_typing(&mut self) -> bool {
        self.context().is_some_and(|ctx| ctx.text_edit_focused())
    }

    /// True if a field of the window in front has keyboard focus. False for a panel at the board's edge.
    #[must_use]
    pub fn types_in_front(&mut self) -> bool {
        let Some(((front, _), ctx)) = self.front().zip(self.context()) else { return false };
        let field = ctx.memory(Memory::focused).and_then(|field| ctx.read_response(field));
        field.is_some_and(|field| field.layer_id == front.layer())
    }

    fn context(&mut self) -> Option<Context> {
        self.contexts.ctx_mut().ok().cloned()
    }
}
