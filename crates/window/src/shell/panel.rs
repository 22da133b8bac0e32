//! Panel: a part of the window, as an entity. Other systems find panels by their components.

use super::tabs::Tab;
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use bevy::ecs::system::{SystemId, SystemParam};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, Id, LayerId, Memory, Order, Ui, Window};

/// Title, place and order of a panel.
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
}

/// Place of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Left column, above the tabs.
    Top,
    /// Left column, on a tab.
    Tab(Tab),
    /// Right column, under the title, which folds the panel.
    Facts,
    /// Right column, while there is something to show.
    Passing,
    /// As [`Place::Passing`], or the sheet of a lesson in a narrow window.
    Lesson,
    /// Beside the board.
    Strip,
    /// Rail of a narrow window.
    Rail,
    /// Strip below the board.
    Caption,
    /// Panel below the board.
    Below,
    /// The board itself.
    Board,
    /// Over the board, in a window that can be moved.
    Floating,
    /// Over the board, at its edge.
    Edge,
}

impl Place {
    /// True if the panel covers a part of the board.
    #[must_use]
    pub const fn is_over_board(self) -> bool {
        matches!(self, Self::Floating | Self::Edge)
    }
}

impl Panel {
    /// Creates a panel in a place.
    #[must_use]
    pub const fn new(title: &'static str, place: Place, order: u16) -> Self {
        Self { title, place, order, brief: false }
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
}

/// System that draws a panel of a column or strip.
#[derive(Component, Clone, Copy)]
pub struct View(pub SystemId<InMut<'static, Ui>>);

/// Marks an open panel, with the number of the frame in which it was opened.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Open(pub u64);

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

/// Adds the count of frames, by which panels know when they were opened.
pub fn plugin(app: &mut App) {
    app.init_resource::<PanelFrames>()
        .add_systems(Last, (|mut frames: ResMut<PanelFrames>| frames.0 += 1).before(MarkOpenPanels));
}

/// Adds panels.
pub trait AddPanel {
    /// Adds a panel that a system draws into its place.
    fn add_view<M>(
        &mut self,
        panel: Panel,
        view: impl IntoSystem<InMut<'static, Ui>, (), M> + 'static,
    ) -> &mut Self;

    /// Adds a panel that can be open. `is_open` returns true after each frame in which it is.
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
        let entity = entity_of(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(view);
        self
    }

    fn add_panel<M>(&mut self, panel: Panel, is_open: impl IntoSystem<(), bool, M> + 'static) -> &mut Self {
        let entity = entity_of(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(CanOpen);
        let mark = move |In(open): In<bool>,
                         panels: Query<Has<Open>>,
                         frames: Res<PanelFrames>,
                         mut commands: Commands| {
            match (open, panels.get(entity)) {
                (true, Ok(false)) => drop(commands.entity(entity).insert(Open(frames.0))),
                (false, Ok(true)) => drop(commands.entity(entity).remove::<Open>()),
                _ => {}
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
        let entity = entity_of(self.world_mut(), panel);
        self.world_mut().entity_mut(entity).insert(closer);
        self.add_panel(panel, is_open)
    }
}

/// Returns the entity of a panel, and spawns it if there is none. Exclusive, because the app is being built.
fn entity_of(world: &mut World, panel: Panel) -> Entity {
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
        // Esc leaves a field at the edge of the board, but does not close its panel.
        front.place == Place::Floating && field.is_some_and(|field| field.layer_id == front.layer())
    }

    fn context(&mut self) -> Option<Context> {
        self.contexts.ctx_mut().ok().cloned()
    }
}
