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
use bevy_egui::egui::{
    Align2, Context, Frame, Id, Margin, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, Vec2, vec2,
};
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
    ("menu: inspect, watch, follow", "right click"),
    ("zoom", "wheel"),
    ("move the board", "middle drag"),
    ("turn the board (3-D)", "right drag"),
];

/// How wide a column is, at least and at most, and how far it is from the next, in points.
const WIDTHS: (f32, f32) = (232.0, 268.0);
const APART: f32 = 28.0;

/// How wide the bar at the side is, and how high what stands above and below the list, in points.
const BAR: f32 = 14.0;
const ABOVE: f32 = 36.0;
const BELOW: f32 = 24.0;

/// Around all of it, and between its frame and the edges of the window, in points.
const FRAME: f32 = 18.0;
const FREE: f32 = 12.0;

/// Shows the list over everything else while `open`, as high as it needs to be and the window allows. Returns whether the introduction is asked for.
fn window(ctx: &Context, open: &mut bool, bindings: &Bindings) -> bool {
    let mut introduce = false;
    if !*open {
        return introduce;
    }
    let room = ctx.content_rect().size() - Vec2::splat(2.0 * (FREE + FRAME));
    let across = |columns: usize, width: f32| columns as f32 * (width + APART) - APART + BAR;
    let columns = (1..=3).rev().find(|&columns| across(columns, WIDTHS.0) <= room.x).unwrap_or(1);
    let width = (room.x - across(columns, 0.0)) / columns as f32;
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let high = Id::new("height of the list of keys");
    let known: Option<f32> = ctx.data(|data| data.get_temp(high));
    // In the first frame it is not known yet.
    let needed = known.map_or(room.y, |list| list + ABOVE + BELOW);
    let size = vec2(across(columns, width), needed.min(room.y));
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(FRAME as i8));
    FloatingWindow::Keys
        .window()
        .resizable(false)
        .frame(frame)
        .fixed_size(size)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .show(ctx, |ui| {
            let all = Rect::from_min_size(ui.max_rect().min, size);
            let (head, rest) = all.split_top_bottom_at_y(all.top() + ABOVE);
            let (middle, foot) = rest.split_top_bottom_at_y(rest.bottom() - BELOW);
            ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
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
            });
            ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
                // That there is more is seen without the pointer.
                ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
                let shown = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    // The bar at the side covers no keys.
                    ui.set_max_width(size.x - BAR);
                    list(ui, bindings, columns, width);
                });
                if known != Some(shown.content_size.y) {
                    ui.data_mut(|data| data.insert_temp(high, shown.content_size.y));
                    ui.request_repaint();
                }
            });
            ui.scope_builder(UiBuilder::new().max_rect(foot.with_min_y(foot.top() + 6.0)), |ui| {
                ui.label(RichText::new("Rebind keys under [keys] in the settings file.").small().weak());
            });
        });
    introduce
}

/// Groups go into the column that is shortest so far.
fn list(ui: &mut Ui, bindings: &Bindings, columns: usize, width: f32) {
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
        ui.spacing_mut().item_spacing.x = APART;
        for stack in stacks {
            ui.vertical(|ui| {
                ui.set_width(width);
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

#[cfg(test)]
mod tests {
    use super::super::harness::harness;
    use super::*;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn the_list_is_whole_or_scrolls_above_its_foot() {
        for size in [
            [480.0, 400.0],
            [800.0, 600.0],
            [1000.0, 700.0],
            [1280.0, 800.0],
            [1440.0, 900.0],
            [1920.0, 1080.0],
        ] {
            let mut help = harness(size, true, |ui, open: &mut bool| {
                window(ui.ctx(), open, &Bindings::default());
            });
            help.run_steps(4);
            let all = Rect::from_min_size(bevy_egui::egui::Pos2::ZERO, size.into());
            let foot = "Rebind keys under [keys] in the settings file.";
            for label in ["Keys and mouse", "Introduction", "Close", foot] {
                let rect = help.get_by_label(label).rect();
                assert!(all.contains_rect(rect), "{size:?}: '{label}' at {rect:?}");
            }
            let (last, foot) = (help.get_by_label("Mouse").rect(), help.get_by_label(foot).rect());
            if size[1] >= 900.0 {
                let lines = 18.0 * MOUSE.len() as f32;
                assert!(last.bottom() + lines <= foot.top(), "{size:?}: {last:?} and {foot:?}");
            }
            help.get_by_label("Close").click();
            help.run_steps(2);
            assert!(!*help.state(), "{size:?}: its button can be clicked");
        }
    }
}
