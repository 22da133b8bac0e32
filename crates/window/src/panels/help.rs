//! List of keys, in which the user changes the bindings.

use super::icons::Icon;
use super::introduction::Introduction;
use super::key_choice::KeyChoice;
use super::rail::{AddToRail, RailItem};
use crate::shell::chord::Chord;
use crate::shell::keys::{ACTIONS, Action, Bindings, InputSystems, KeyCapture};
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{OpenPanels, Panel};
use crate::shell::settings::Settings;
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::{from_right, key_cap, keyed};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align, Align2, Area, Context, CursorIcon, Frame, Id, Label, Layout, Margin, Order, Pos2, Rect, RichText,
    ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// The list of keys.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Help {
    /// The key that the user is choosing.
    choice: Option<KeyChoice>,
}

impl Help {
    /// True if the next key is the new key of an action, so that it does not act.
    #[must_use]
    pub const fn takes_keys(&self) -> bool {
        self.choice.is_some()
    }

    /// Takes a key for the choice. Esc cancels the choice.
    pub fn take(&mut self, chord: Chord) {
        if chord == Chord::ESC {
            self.choice = None;
        } else if let Some(choice) = self.choice.as_mut().filter(|choice| choice.pressed.is_none()) {
            let place = if chord.is_of_browser() { &mut choice.reserved } else { &mut choice.pressed };
            *place = Some(chord);
        }
    }
}

/// Request of the user in the list of keys.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HelpRequest {
    /// Show the introduction.
    Introduction,
    /// Choose a key for the action with this index, in place of this key.
    Choose(usize, Option<Chord>),
    /// Keep the old key as well (true), or replace it (false).
    Keep(bool),
    /// Take the pressed key from the other action that has it.
    Take,
    /// Remove the old key.
    Remove,
    /// Cancel the choice.
    Cancel,
    /// Restore the default keys.
    Usual,
}

const WINDOW: Panel = Panel::floating("Keys", 90).key(Action::Help);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Help>()
        .add_to_rail(WINDOW, RailItem { icon: Icon::KEYS, about: "All keys" })
        .init_resource::<KeyCapture>()
        .add_systems(Update, take.in_set(InputSystems::Act))
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Floating));
}

/// Passes the captured keys to the choice.
fn take(mut help: ResMut<Help>, mut capture: ResMut<KeyCapture>) {
    if !capture.pressed.is_empty() {
        capture.pressed.drain(..).for_each(|chord| help.take(chord));
    }
}

fn show(
    mut contexts: EguiContexts,
    mut settings: ResMut<Settings>,
    mut help: ResMut<Help>,
    mut capture: ResMut<KeyCapture>,
    mut introduction: ResMut<Introduction>,
    mut panels: OpenPanels,
) -> Result {
    // A key that no other action has is bound at once.
    if let Some(choice) = help.choice.filter(|choice| choice.pressed.is_some())
        && choice.conflict(&settings.keys).is_none()
    {
        settings.keys = choice.apply_to(&settings.keys);
        help.choice = None;
    }
    let was_open = panels.is_open(WINDOW);
    let (mut open, mut choice) = (was_open, help.choice);
    match window(contexts.ctx_mut()?, &mut open, &settings.keys, choice.as_ref()) {
        Some(HelpRequest::Introduction) => introduction.begin(),
        Some(HelpRequest::Choose(at, old)) => choice = Some(KeyChoice::new(at, old)),
        Some(HelpRequest::Keep(keeps_old)) => choice = choice.map(|choice| KeyChoice { keeps_old, ..choice }),
        Some(HelpRequest::Cancel) => choice = None,
        Some(HelpRequest::Usual) => {
            settings.keys = Bindings::default();
            choice = None;
        }
        Some(request @ (HelpRequest::Take | HelpRequest::Remove)) => {
            if let Some(chosen) = choice.take() {
                let pressed = chosen.pressed.filter(|_| request == HelpRequest::Take);
                settings.keys = KeyChoice { pressed, ..chosen }.apply_to(&settings.keys);
            }
        }
        None => {}
    }
    if !open {
        choice = None;
    }
    if was_open && !open {
        panels.set(WINDOW, false);
    }
    if help.choice != choice {
        help.choice = choice;
    }
    if capture.active != help.takes_keys() {
        capture.active = help.takes_keys();
    }
    Ok(())
}

/// Instructions below the list.
const HOW: &str = "Click on a line to choose another key for it.";

/// Mouse actions: effect and button.
const MOUSE: [(&str, &str); 5] = [
    ("play, paint or look into", "click"),
    ("menu: inspect, watch, follow", "right click"),
    ("zoom", "wheel"),
    ("move the board", "middle drag"),
    ("turn the board (3-D)", "right drag"),
];

/// Width of a column, smallest and largest; largest width of a single column; gap between columns; in points.
const WIDTHS: (f32, f32) = (232.0, 268.0);
const ALONE: f32 = 400.0;
const APART: f32 = 28.0;

/// Width of the scroll bar; heights of the header, and of the footer without and with a choice; in points.
const BAR: f32 = 14.0;
const ABOVE: f32 = 36.0;
const BELOW: f32 = 34.0;
const BELOW_CHOICE: f32 = 74.0;

/// Margin inside the frame, and gap between the frame and the edges of the window, in points.
const FRAME: f32 = 18.0;
const FREE: f32 = 12.0;

/// Shows the list over the other panels if `open`, scrolled if the window is too low. Returns the request of
/// the user. Close and a click outside set `open` to false.
fn window(
    ctx: &Context,
    open: &mut bool,
    bindings: &Bindings,
    choice: Option<&KeyChoice>,
) -> Option<HelpRequest> {
    let mut request = None;
    if !*open {
        return request;
    }
    let space = ctx.content_rect().size() - Vec2::splat(2.0 * (FREE + FRAME));
    let total_width = |columns: usize, width: f32| columns as f32 * (width + APART) - APART + BAR;
    let columns = (1..=3).rev().find(|&columns| total_width(columns, WIDTHS.0) <= space.x).unwrap_or(1);
    let width = (space.x - total_width(columns, 0.0)) / columns as f32;
    let width = width.clamp(WIDTHS.0, if columns == 1 { ALONE } else { WIDTHS.1 });
    let height_id = Id::new("height of the list of keys");
    let list_height: Option<f32> = ctx.data(|data| data.get_temp(height_id));
    let below = if choice.is_some() { BELOW_CHOICE } else { BELOW };
    // The height of the list is not known in the first frame.
    let needed = list_height.map_or(space.y, |list| list + ABOVE + below);
    let size = vec2(total_width(columns, width), needed.min(space.y));
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(FRAME as i8));
    if clicked_outside(ctx) {
        *open = false;
        return None;
    }
    WINDOW
        .window()
        .resizable(false)
        .frame(frame)
        .fixed_size(size)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .show(ctx, |ui| {
            let all = Rect::from_min_size(ui.max_rect().min, size);
            let (head, rest) = all.split_top_bottom_at_y(all.top() + ABOVE);
            let (middle, foot) = rest.split_top_bottom_at_y(rest.bottom() - below);
            ui.scope_builder(UiBuilder::new().max_rect(head), |ui| {
                from_right(ui, |ui| {
                    if ui.button("Close").clicked() {
                        *open = false;
                    }
                    if ui.button("Introduction").on_hover_text("Tell once more what is seen").clicked() {
                        request = Some(HelpRequest::Introduction);
                        *open = false;
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let strong = PanelColors::here(ui).strong;
                        let title = RichText::new("Keys and mouse").heading().color(strong);
                        ui.add(Label::new(title).truncate());
                    });
                });
            });
            ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
                // Keeps the scroll bar visible without the pointer.
                ui.spacing_mut().scroll.dormant_handle_opacity = 0.5;
                let scrolled = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    // Keeps the keys free of the scroll bar.
                    ui.set_max_width(size.x - BAR);
                    if let Some((at, old)) = list(ui, bindings, choice, columns, width) {
                        request = Some(HelpRequest::Choose(at, old));
                    }
                });
                if list_height != Some(scrolled.content_size.y) {
                    ui.data_mut(|data| data.insert_temp(height_id, scrolled.content_size.y));
                    ui.request_repaint();
                }
            });
            ui.scope_builder(UiBuilder::new().max_rect(foot.with_min_y(foot.top() + 8.0)), |ui| {
                request = request.or(footer(ui, bindings, choice));
            });
        });
    request
}

/// Takes the clicks outside the list, so that they reach nothing below it. Returns true on such a click.
fn clicked_outside(ctx: &Context) -> bool {
    let all = ctx.content_rect();
    let area =
        Area::new(Id::new("beside the list of keys")).order(Order::Middle).fixed_pos(all.min).movable(false);
    let clicked = area.show(ctx, |ui| {
        ui.set_min_size(all.size());
        ui.interact(all, ui.id().with("beside"), Sense::click()).clicked()
    });
    ctx.move_to_top(WINDOW.layer());
    clicked.inner
}

/// Shows the footer: instructions, or text and buttons of the choice. Returns the request of the user.
fn footer(ui: &mut Ui, bindings: &Bindings, choice: Option<&KeyChoice>) -> Option<HelpRequest> {
    let mut request = None;
    let Some(choice) = choice else {
        ui.horizontal(|ui| {
            ui.label(RichText::new(HOW).small().weak());
            from_right(ui, |ui| {
                if *bindings != Bindings::default() && ui.button("Usual keys").clicked() {
                    request = Some(HelpRequest::Usual);
                }
            });
        });
        return request;
    };
    let conflict = choice.conflict(bindings).is_some();
    let colors = PanelColors::here(ui);
    let ink = if conflict { colors.error } else { colors.strong };
    ui.add(Label::new(RichText::new(choice.words(bindings)).color(ink)).wrap());
    ui.horizontal(|ui| {
        if conflict && ui.button("Take it").clicked() {
            request = Some(HelpRequest::Take);
        }
        if let Some(old) = choice.old.filter(|_| !conflict) {
            let mut keeps = choice.keeps_old;
            if ui.checkbox(&mut keeps, format!("Keep {old} too")).changed() {
                request = Some(HelpRequest::Keep(keeps));
            }
            if ui.button(format!("Without {old}")).clicked() {
                request = Some(HelpRequest::Remove);
            }
        }
        if ui.button("Cancel").clicked() {
            request = Some(HelpRequest::Cancel);
        }
    });
    request
}

/// Adds each group of keys to the shortest column. Returns the index and the key of a clicked action.
fn list(
    ui: &mut Ui,
    bindings: &Bindings,
    choice: Option<&KeyChoice>,
    columns: usize,
    width: f32,
) -> Option<(usize, Option<Chord>)> {
    /// A line: an action, by its index, or a mouse action and its button.
    #[derive(Clone, Copy)]
    enum Line {
        Action(usize),
        Mouse(&'static str, &'static str),
    }
    let mut groups: Vec<(&str, Vec<Line>)> = Vec::new();
    for (at, info) in ACTIONS.iter().enumerate().filter(|(_, info)| info.action.is_possible()) {
        match groups.iter_mut().find(|(group, _)| *group == info.group) {
            Some((_, lines)) => lines.push(Line::Action(at)),
            None => groups.push((info.group, vec![Line::Action(at)])),
        }
    }
    groups.push(("Mouse", MOUSE.iter().map(|&(about, how)| Line::Mouse(about, how)).collect()));
    let mut stacks: Vec<Vec<&(&str, Vec<Line>)>> = vec![Vec::new(); columns];
    for group in &groups {
        let height = |stack: &Vec<&(&str, Vec<Line>)>| -> usize {
            stack.iter().map(|(_, lines)| lines.len() + 2).sum()
        };
        if let Some(shortest) = stacks.iter_mut().min_by_key(|stack| height(stack)) {
            shortest.push(group);
        }
    }
    let mut request = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = APART;
        for stack in stacks {
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 2.0;
                for (group, lines) in stack {
                    ui.add_space(6.0);
                    ui.label(
                        RichText::new(*group)
                            .text_style(theme::heading())
                            .color(PanelColors::here(ui).chosen),
                    );
                    for &line in lines {
                        match line {
                            Line::Mouse(about, how) => keyed(ui, about, how),
                            Line::Action(at) => {
                                let chosen = choice.filter(|choice| choice.at == at);
                                let clicked = action(ui, at, bindings.of(at), chosen);
                                request =
                                    request.or(clicked.filter(|_| !ACTIONS[at].action.is_told_by_browser()));
                            }
                        }
                    }
                }
            });
        }
    });
    request
}

/// Shows an action with its keys. After a click, returns the index of the action and the key under the
/// pointer, or else its first key.
fn action(
    ui: &mut Ui,
    at: usize,
    keys: &[Chord],
    choice: Option<&KeyChoice>,
) -> Option<(usize, Option<Chord>)> {
    let colors = PanelColors::here(ui);
    let about = ACTIONS[at].about;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 21.0), Sense::click());
    let texts: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let label = format!("{about}: {}", if texts.is_empty() { "no key".to_owned() } else { texts.join(", ") });
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &label));
    if choice.is_some() || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(Vec2::new(5.0, 0.0)), 4.0, colors.button[0]);
    }
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, about, font, colors.text);
    let mut right = Pos2::new(rect.right(), rect.center().y);
    let pointer = response.interact_pointer_pos();
    let mut clicked = keys.first().copied();
    let waits = |key: Option<Chord>| choice.is_some_and(|choice| choice.old == key && !choice.keeps_old);
    let adds = choice.is_some_and(|choice| choice.keeps_old);
    let mut caps: Vec<(String, Option<Chord>)> =
        texts.into_iter().zip(keys.iter().copied().map(Some)).collect();
    if caps.is_empty() || adds {
        caps.push((if adds { "…" } else { "none" }.to_owned(), None));
    }
    for (text, key) in caps.iter().rev() {
        let text = if waits(*key) { "…" } else { text.as_str() };
        let cap = key_cap(ui, right, text);
        if pointer.is_some_and(|at| cap.expand(2.0).contains(at)) {
            clicked = *key;
        }
        right.x = cap.left() - 4.0;
    }
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if response.clicked() {
        // With the focus here, Enter or Space, pressed as the new key, would click the line again.
        response.surrender_focus();
        return Some((at, clicked));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn the_list_fits_or_scrolls_above_its_footer() {
        for size in [
            [480.0, 400.0],
            [800.0, 600.0],
            [1000.0, 700.0],
            [1280.0, 800.0],
            [1440.0, 900.0],
            [1920.0, 1080.0],
        ] {
            let mut help = harness(size, true, |ui, open: &mut bool| {
                window(ui.ctx(), open, &Bindings::default(), None);
            });
            help.run_steps(4);
            let all = Rect::from_min_size(Pos2::ZERO, size.into());
            let foot = HOW;
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

    #[test]
    fn a_click_outside_closes_the_list_and_reaches_nothing_below() {
        let mut help = harness([1280.0, 800.0], (true, 0), |ui, (open, reached)| {
            if ui.button("below").clicked() {
                *reached += 1;
            }
            window(ui.ctx(), open, &Bindings::default(), None);
        });
        help.run_steps(4);
        help.get_by_label("below").click();
        help.run_steps(2);
        assert_eq!(*help.state(), (false, 0));
        help.get_by_label("below").click();
        help.run_steps(2);
        assert_eq!(*help.state(), (false, 1));
    }

    #[test]
    fn the_title_does_not_cover_the_buttons() {
        let mut help = harness([480.0, 360.0], true, |ui, open: &mut bool| {
            window(ui.ctx(), open, &Bindings::default(), None);
        });
        help.run_steps(4);
        let [title, button] = ["Keys and mouse", "Introduction"].map(|label| help.get_by_label(label).rect());
        assert!(title.right() <= button.left(), "{title:?} and {button:?}");
    }

    #[test]
    fn a_click_on_a_line_starts_the_choice_of_a_key() {
        let state = (true, None::<KeyChoice>, None::<HelpRequest>);
        let mut help = harness([1280.0, 800.0], state, |ui, (open, choice, request)| {
            *request = request.or(window(ui.ctx(), open, &Bindings::default(), choice.as_ref()));
        });
        help.run_steps(4);
        help.get_by_label("pass (a person's turn): P").click();
        help.run_steps(2);
        let Some(HelpRequest::Choose(at, old)) = help.state().2 else { panic!("{:?}", help.state().2) };
        assert_eq!(
            (ACTIONS[at].action, old.map(|key| key.to_string())),
            (Action::Pass, Some("P".to_owned()))
        );
        let mut choice = KeyChoice::new(at, old);
        *help.state_mut() = (true, Some(choice), None);
        help.run_steps(3);
        assert!(help.query_by_label("Take it").is_none() && help.query_by_label("Without P").is_some());
        choice.pressed = Some("T".parse().expect("a key"));
        help.state_mut().1 = Some(choice);
        help.run_steps(3);
        help.get_by_label("Take it").click();
        help.run_steps(2);
        assert_eq!(help.state().2, Some(HelpRequest::Take));
    }

    #[test]
    fn esc_cancels_the_choice_and_keeps_the_list_open() {
        let mut help = Help { choice: Some(KeyChoice::new(0, None)) };
        assert!(help.takes_keys());
        help.take(Chord::ESC);
        assert!(!help.takes_keys());
    }
}
