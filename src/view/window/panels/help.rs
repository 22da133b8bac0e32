//! The title of the program, and the list of keys, made from the bindings in force.

use super::super::keys::{ACTIONS, Action, Bindings, InputSystems, switched};
use super::super::settings::Settings;
use super::super::theme::{self, PanelColors};
use super::columns::{AddSection, Section};
use super::floating::FloatingWindow;
use super::introduction::Introduction;
use super::layout::PanelSystems;
use super::lessons::{Learning, ShelfTab};
use super::widgets::{from_right, keyed, stone};
use crate::go::Color;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align2, Context, Frame, Margin, RichText, ScrollArea, Sense, Ui, Vec2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// The list of keys.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Help {
    /// Whether it is shown.
    pub open: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Help>()
        .add_section(Section::Title, title)
        .add_systems(Update, switch.in_set(InputSystems::Act).run_if(switched(Action::Help)))
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Floating));
}

fn switch(mut help: ResMut<Help>) {
    help.open = !help.open;
}

fn title(
    InMut(ui): InMut<Ui>,
    settings: Res<Settings>,
    mut help: ResMut<Help>,
    mut learning: ResMut<Learning>,
) {
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(26.0, 24.0), Sense::hover());
        stone(ui, rect.center() + vec2(5.0, 1.5), 8.0, Color::White);
        stone(ui, rect.center() + vec2(-5.0, -1.5), 8.0, Color::Black);
        ui.label(RichText::new("Stonefield").heading().color(colors.strong));
        from_right(ui, |ui| {
            let key = settings.keys.text(Action::Help);
            if ui.button("Keys").on_hover_text(format!("All keys ({key})")).clicked() {
                help.open = !help.open;
            }
            let keys = [Action::Lessons, Action::Examples].map(|action| settings.keys.text(action));
            let about = format!("Lessons ({}) and example positions ({})", keys[0], keys[1]);
            if ui.button("Learn").on_hover_text(about).clicked() {
                learning.switch(ShelfTab::Lessons);
            }
        });
    });
}

fn show(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut help: ResMut<Help>,
    mut introduction: ResMut<Introduction>,
) -> Result {
    let mut open = help.open;
    if window(contexts.ctx_mut()?, &mut open, &settings.keys) {
        introduction.begin();
    }
    help.open = open;
    Ok(())
}

/// What the mouse does.
const MOUSE: [(&str, &str); 5] = [
    ("play, paint or look into", "click"),
    ("look into", "right click"),
    ("zoom", "wheel"),
    ("move the board", "middle drag"),
    ("turn the board (3-D)", "right drag"),
];

const WIDTH: f32 = 232.0;

/// Shows the list over everything else while `open`. Returns whether the introduction is asked for.
fn window(ctx: &Context, open: &mut bool, bindings: &Bindings) -> bool {
    let mut introduce = false;
    if !*open {
        return introduce;
    }
    let room = ctx.content_rect().size() - Vec2::splat(56.0);
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(18));
    FloatingWindow::Keys
        .window()
        .resizable(false)
        .frame(frame)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .show(ctx, |ui| {
            ui.horizontal(|ui| {
                ui.heading(RichText::new("Keys and mouse").color(PanelColors::here(ui).strong));
                from_right(ui, |ui| {
                    if ui.button("Close").clicked() {
                        *open = false;
                    }
                    if ui.button("Introduction").on_hover_text("Tell once more what is seen").clicked() {
                        (introduce, *open) = (true, false);
                    }
                });
            });
            ui.add_space(6.0);
            let columns = if room.x > 3.0 * (WIDTH + 28.0) + 14.0 { 3 } else { 2 };
            let list = |ui: &mut Ui| {
                // The bar at the side covers no keys.
                Frame::new()
                    .inner_margin(Margin { right: 14, ..Margin::ZERO })
                    .show(ui, |ui| list(ui, bindings, columns));
            };
            ScrollArea::vertical().max_height(room.y - 90.0).show(ui, list);
            ui.add_space(4.0);
            ui.label(RichText::new("Rebind keys under [keys] in the settings file.").small().weak());
        });
    introduce
}

/// Groups go into the column that is shortest so far.
fn list(ui: &mut Ui, bindings: &Bindings, columns: usize) {
    let mut groups: Vec<(&str, Vec<(&str, String)>)> = Vec::new();
    for info in ACTIONS {
        let entry = (info.about, bindings.text(info.action));
        match groups.iter_mut().find(|(group, _)| *group == info.group) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((info.group, vec![entry])),
        }
    }
    groups.push(("Mouse", MOUSE.iter().map(|&(about, how)| (about, how.to_owned())).collect()));
    let mut stacks: Vec<Vec<&(&str, Vec<(&str, String)>)>> = vec![Vec::new(); columns];
    for group in &groups {
        let height = |stack: &Vec<&(&str, Vec<(&str, String)>)>| -> usize {
            stack.iter().map(|(_, entries)| entries.len() + 2).sum()
        };
        if let Some(shortest) = stacks.iter_mut().min_by_key(|stack| height(stack)) {
            shortest.push(group);
        }
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 28.0;
        for stack in stacks {
            ui.vertical(|ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 2.0;
                for (group, entries) in stack {
                    ui.add_space(6.0);
                    ui.label(
                        RichText::new(*group)
                            .text_style(theme::heading())
                            .color(PanelColors::here(ui).chosen),
                    );
                    for (about, keys) in entries {
                        keyed(ui, about, keys);
                    }
                }
            });
        }
    });
}
