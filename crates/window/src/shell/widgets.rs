//! Widgets of the panels.

use super::key_hints::keys;
use super::keys::Action;
use super::settings::Sections;
use super::theme::{self, PanelColors};
use bevy_egui::egui::{
    self, Align, Align2, Button, Color32, FontId, Id, IntoAtoms, Layout, Margin, Pos2, Rect, RectAlign,
    Response, RichText, Sense, Shape, Stroke, StrokeKind, TextStyle, Tooltip, Ui, Vec2, WidgetInfo,
    WidgetType, collapsing_header::CollapsingState, scroll_area::ScrollAreaOutput,
};

/// Width of the label in [`row`], in points.
const LABEL_WIDTH: f32 = 84.0;

/// Key of the sections in the memory of a context.
fn sections_id() -> Id {
    Id::new("sections")
}

/// Returns the sections that were folded or unfolded, by name. True if unfolded.
#[must_use]
pub fn sections(ctx: &egui::Context) -> Sections {
    ctx.data_mut(|data| data.get_temp(sections_id())).unwrap_or_default()
}

/// Replaces the sections of a context.
pub fn set_sections(ctx: &egui::Context, sections: Sections) {
    ctx.data_mut(|data| data.insert_temp(sections_id(), sections));
}

/// Makes `ui` a group with this name for screen readers.
pub fn name_group(ui: &Ui, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(egui::accesskit::Role::Group);
        node.set_label(name);
    });
}

/// Adds a cross button. `about` is its tooltip and its name for screen readers. Returns true if clicked.
pub fn cross(ui: &mut Ui, about: &str) -> bool {
    let button = ui.small_button("×");
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, about));
    button.on_hover_text(about).clicked()
}

/// Adds a button *Close*, whose tooltip has the keys of [`Action::Close`]. Returns true if it was clicked.
pub fn close_button(ui: &mut Ui) -> bool {
    let (button, keys) = (ui.button("Close"), keys(ui, Action::Close));
    if keys.is_empty() { button } else { button.on_hover_text(keys) }.clicked()
}

/// Adds a section: a heading that folds and unfolds `body`. The state is kept by the section's name, the
/// title in lower case with hyphens. `open` is the state before the first click.
pub fn section(ui: &mut Ui, title: &str, open: bool, body: impl FnOnce(&mut Ui)) {
    let colors = PanelColors::here(ui);
    ui.add_space(2.0);
    let name = title.to_lowercase().replace(' ', "-");
    let open = sections(ui.ctx()).get(&name).copied().unwrap_or(open);
    let mut state =
        CollapsingState::load_with_default_open(ui.ctx(), ui.make_persistent_id(("section", title)), open);
    state.set_open(open);
    let (rect, mut response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 25.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, title));
    if response.clicked() {
        state.set_open(!open);
        let mut changed = sections(ui.ctx());
        changed.insert(name, !open);
        set_sections(ui.ctx(), changed);
        response.mark_changed();
    }
    if ui.is_rect_visible(rect) {
        let color = if response.hovered() || response.has_focus() { colors.chosen } else { colors.strong };
        let font = theme::heading().resolve(ui.style());
        let painter = ui.painter();
        painter.hline(rect.x_range(), rect.top(), Stroke::new(1.0, colors.line));
        painter.text(rect.left_center(), Align2::LEFT_CENTER, title, font, color);
        chevron(ui, rect.right_center() - Vec2::new(7.0, 0.0), state.openness(ui.ctx()), color);
    }
    state.show_body_unindented(ui, |ui| {
        body(ui);
        ui.add_space(5.0);
    });
}

fn chevron(ui: &Ui, center: Pos2, openness: f32, color: Color32) {
    let turn = egui::emath::Rot2::from_angle(openness * std::f32::consts::FRAC_PI_2);
    let corner = |x, y| center + turn * Vec2::new(x, y);
    let points = vec![corner(-2.0, -4.0), corner(2.0, 0.0), corner(-2.0, 4.0)];
    ui.painter().add(Shape::line(points, Stroke::new(1.5, color)));
}

/// Adds a row: a label with a tooltip, cut at 84 points, and a widget that gets the remaining width.
pub fn row<R>(ui: &mut Ui, label: &str, about: &str, widget: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        // Screen readers use the label for a widget without a text.
        name_group(ui, label);
        let colors = PanelColors::here(ui);
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(LABEL_WIDTH, ui.spacing().interact_size.y), Sense::hover());
        let font = TextStyle::Body.resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(label.to_owned(), font, colors.weak);
        let at = rect.left_center() - Vec2::new(0.0, galley.size().y / 2.0);
        ui.painter().with_clip_rect(rect.expand(2.0)).galley(at, galley, colors.weak);
        if !about.is_empty() {
            response.on_hover_text(about);
        }
        widget(ui)
    })
    .inner
}

/// Adds a switch with its label on the left. A click on either toggles `on`. `key` is shown as a key cap.
pub fn switch(ui: &mut Ui, on: &mut bool, label: &str, about: &str, key: &str) -> Response {
    let colors = PanelColors::here(ui);
    let height = ui.spacing().interact_size.y;
    let (rect, mut response) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, *on, label.trim_start()));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let color = if response.hovered() { colors.strong } else { colors.text };
        let font = TextStyle::Body.resolve(ui.style());
        painter.text(rect.left_center(), Align2::LEFT_CENTER, label, font, color);
        let track = Rect::from_center_size(rect.right_center() - Vec2::new(15.0, 0.0), Vec2::new(28.0, 15.0));
        let move_over = ui.ctx().animate_bool_responsive(response.id, *on);
        let fill = colors.button[2].lerp_to_gamma(colors.on, move_over);
        painter.rect_filled(track, 7.5, fill);
        let knob = egui::lerp(track.left() + 7.5..=track.right() - 7.5, move_over);
        painter.circle_filled(
            Pos2::new(knob, track.center().y),
            5.5,
            colors.well.lerp_to_gamma(colors.on_accent, move_over),
        );
        if !key.is_empty() {
            key_cap(ui, Pos2::new(track.left() - 8.0, rect.center().y), key);
        }
    }
    if about.is_empty() { response } else { response.on_hover_text(about) }
}

/// Draws a key cap. `right` is the middle of its right edge. Returns its rectangle.
pub fn key_cap(ui: &Ui, right: Pos2, key: &str) -> Rect {
    let colors = PanelColors::here(ui);
    let galley = ui.painter().layout_no_wrap(key.to_owned(), theme::text_font(), colors.weak);
    let size = Vec2::new(galley.size().x.max(8.0) + 8.0, 16.0);
    let rect = Rect::from_min_size(Pos2::new(right.x - size.x, right.y - 8.0), size);
    let painter = ui.painter();
    painter.rect(rect, 3.5, colors.well, Stroke::new(1.0, colors.line), StrokeKind::Inside);
    painter.galley(rect.center() - galley.size() / 2.0, galley, colors.weak);
    rect
}

/// Returns a button that has an outline if it is `chosen`.
pub fn outlined<'a>(ui: &Ui, label: impl IntoAtoms<'a>, chosen: bool) -> Button<'a> {
    let colors = PanelColors::here(ui);
    let button = Button::new(label).selected(chosen);
    if chosen { button.fill(colors.button[1]).stroke(Stroke::new(1.5, colors.chosen)) } else { button }
}

/// Adds a bar of tabs of equal width; an option has a value, a label and a tooltip. Returns the tab that was
/// clicked; `None` if it was already open.
pub fn tabs<T: Copy + PartialEq>(ui: &mut Ui, chosen: T, options: &[(T, &str, &str)]) -> Option<T> {
    let colors = PanelColors::here(ui);
    let mut choice = None;
    let (bar, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 28.0), Sense::hover());
    let width = bar.width() / options.len().max(1) as f32;
    ui.painter().hline(bar.x_range(), bar.bottom(), Stroke::new(1.0, colors.line));
    for (at, &(value, label, about)) in options.iter().enumerate() {
        let corner = bar.min + Vec2::new(width * at as f32, 0.0);
        let rect = Rect::from_min_size(corner, Vec2::new(width, bar.height()));
        let response = ui.interact(rect, ui.id().with(("tab", label)), Sense::click());
        let on = value == chosen;
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, label));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_role(egui::accesskit::Role::Tab));
        let painter = ui.painter();
        let lit = on || response.hovered() || response.has_focus();
        if on {
            // The outline is open below, so that the tab joins its content.
            let (left, right, top) = (rect.left() + 0.75, rect.right() - 0.75, rect.top() + 0.75);
            painter.hline(left..=right, rect.bottom(), Stroke::new(2.0, colors.panel));
            let outline = vec![
                Pos2::new(left, rect.bottom()),
                Pos2::new(left, top + 4.0),
                Pos2::new(left + 1.2, top + 1.2),
                Pos2::new(left + 4.0, top),
                Pos2::new(right - 4.0, top),
                Pos2::new(right - 1.2, top + 1.2),
                Pos2::new(right, top + 4.0),
                Pos2::new(right, rect.bottom()),
            ];
            painter.add(Shape::line(outline, Stroke::new(1.5, colors.chosen)));
        } else if lit {
            painter.rect_filled(rect.shrink2(Vec2::new(2.0, 3.0)), 5.0, colors.button[0]);
        }
        let font = TextStyle::Body.resolve(ui.style());
        let ink = if lit { colors.strong } else { colors.weak };
        painter.text(rect.center(), Align2::CENTER_CENTER, label, font, ink);
        if response.on_hover_text(about).clicked() && !on {
            choice = Some(value);
        }
    }
    choice
}

/// Adds a bar of buttons of equal width; an option has a value, a label and a tooltip. Returns the option
/// that was clicked; `None` if it was already chosen.
pub fn segments<T: Copy + PartialEq>(ui: &mut Ui, chosen: T, options: &[(T, &str, &str)]) -> Option<T> {
    let mut choice = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let count = options.len().max(1) as f32;
        let width = (ui.available_width() - 3.0 * (count - 1.0)) / count;
        ui.spacing_mut().button_padding.x = 2.0;
        for &(value, label, about) in options {
            let button = outlined(ui, label, value == chosen).min_size(Vec2::new(width, 22.0));
            let mut response = ui.add_sized(Vec2::new(width, 22.0), button);
            if !about.is_empty() {
                response = response.on_hover_text(about);
            }
            if response.clicked() && value != chosen {
                choice = Some(value);
            }
        }
    });
    choice
}

/// Returns the finite number in a text, if it is one. White space is ignored, and `−` is read as a minus.
pub fn typed(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    plain.replace('−', "-").parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns a field whose number is dragged or typed.
pub fn number<N: egui::emath::Numeric>(value: &mut N) -> egui::DragValue<'_> {
    egui::DragValue::new(value).custom_parser(typed)
}

/// Adds a slider of the available width. `parser` reads a value that is typed beside it.
pub fn slider_read(
    ui: &mut Ui,
    slider: egui::Slider<'_>,
    parser: impl Fn(&str) -> Option<f64> + 'static,
) -> Response {
    ui.spacing_mut().slider_width = (ui.available_width() - 62.0).max(40.0);
    ui.spacing_mut().interact_size.x = 54.0;
    ui.add(slider.custom_parser(parser))
}

/// Adds a slider of the available width for plain numbers.
pub fn slider(ui: &mut Ui, slider: egui::Slider<'_>) -> Response {
    slider_read(ui, slider, typed)
}

/// Adds a small, weak text that wraps.
pub fn hint(ui: &mut Ui, text: impl Into<String>) -> Response {
    ui.add(egui::Label::new(RichText::new(text).small().weak()).wrap())
}

/// Adds a small text in the colour of errors that wraps.
pub fn complaint(ui: &mut Ui, text: impl Into<String>) -> Response {
    let error = PanelColors::here(ui).error;
    ui.add(egui::Label::new(RichText::new(text).small().color(error)).wrap())
}

/// Adds a row with a name on the left and its value on the right. `about` is the tooltip.
pub fn fact(ui: &mut Ui, name: &str, about: &str, value: impl Into<String>) -> Response {
    let value = value.into();
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 17.0), Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let body = TextStyle::Body.resolve(ui.style());
        painter.text(rect.left_center(), Align2::LEFT_CENTER, name, body.clone(), colors.weak);
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, &value, body, colors.strong);
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {value}")));
    if about.is_empty() { response } else { response.on_hover_text(about) }
}

/// Draws a stone. The radius is in points.
pub fn stone(ui: &Ui, center: Pos2, radius: f32, color: stonefield_go::Color) {
    let colors = PanelColors::here(ui);
    let (fill, rim) = match color {
        stonefield_go::Color::Black => (colors.black, colors.weak),
        stonefield_go::Color::White => (colors.white, colors.weak),
    };
    ui.painter().circle(center, radius, fill, Stroke::new(1.0, rim));
}

/// Shows a dialog in the middle of the window. The width is in points.
pub fn dialog(ctx: &egui::Context, title: &str, width: f32, body: impl FnOnce(&mut Ui)) {
    egui::Window::new(title)
        .title_bar(false)
        .resizable(false)
        .frame(egui::Frame::window(&ctx.global_style()).inner_margin(Margin::same(18)))
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .show(ctx, |ui| {
            ui.set_width(width);
            ui.heading(RichText::new(title).color(PanelColors::here(ui).strong));
            ui.add_space(4.0);
            body(ui);
        });
}

/// Adds a frame with the background of lists and plots.
pub fn well<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let colors = PanelColors::here(ui);
    egui::Frame::new()
        .fill(colors.well)
        .stroke(Stroke::new(1.0, colors.line))
        .corner_radius(5)
        .inner_margin(Margin::symmetric(8, 6))
        .show(ui, body)
        .inner
}

/// Lays out `body` from right to left.
pub fn from_right<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), body).inner
}

/// Adds a row with a choice between two labelled values.
pub fn either<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    about: &str,
    value: &mut T,
    options: [(T, &str); 2],
) {
    row(ui, label, about, |ui| {
        let [(first, one), (second, two)] = options;
        if let Some(chosen) = segments(ui, *value, &[(first, one, ""), (second, two, "")]) {
            *value = chosen;
        }
    });
}

/// Adds a row of the list of keys: `words` on the left, and a key cap for each key on the right. `keys`:
/// names of the keys, separated by `, `.
pub fn keyed(ui: &mut Ui, words: &str, keys: &str) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 21.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{words}: {keys}")));
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, words, font, colors.text);
    let mut right = Pos2::new(rect.right(), rect.center().y);
    for key in keys.rsplit(", ").filter(|key| !key.is_empty()) {
        let cap: Rect = key_cap(ui, right, key);
        right.x = cap.left() - 4.0;
    }
}

/// Look of a [`button`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Disabled.
    Off,
    /// Usual button.
    Plain,
    /// Selected, or running.
    On,
    /// Button to press next.
    Accent,
}

/// Smallest width in which [`two_lines`] draws a text, in points.
const MIN_TEXT_WIDTH: f32 = 32.0;

/// Adds two texts side by side. Texts that do not fit are cut with an ellipsis, and have a tooltip. The first
/// gets at least two fifths of the width. A text is left out if less than 32 points remain.
pub fn two_lines(ui: &mut Ui, first: (&str, Color32), second: Option<(&str, Color32)>) {
    let font = TextStyle::Body.resolve(ui.style());
    let painter = ui.painter().clone();
    let width_of =
        |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x;
    let room = ui.available_width();
    let gap = ui.spacing().item_spacing.x;
    let first_width = second.map_or(room, |(text, _)| (room - gap - width_of(text)).max(0.4 * room));
    let widths = [first_width, room];
    let mut last_is_whole = true;
    for ((text, color), width) in [Some(first), second].into_iter().flatten().zip(widths) {
        let width = width.min(ui.available_width());
        last_is_whole = width_of(text) <= width + 0.5;
        // Only an ellipsis would fit.
        if ui.available_width() < MIN_TEXT_WIDTH {
            last_is_whole = false;
            break;
        }
        ui.scope(|ui| {
            ui.set_max_width(width);
            ui.add(egui::Label::new(RichText::new(text).color(color)).truncate());
        });
    }
    ui.data_mut(|data| data.insert_temp(Id::new(CUT), !last_is_whole));
}

/// Key of the flag that [`two_lines`] stores: true if its last text is cut.
const CUT: &str = "the last of two lines is cut";

/// True if the last text of the latest [`two_lines`] is cut or left out.
pub fn is_last_line_cut(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp(Id::new(CUT))).unwrap_or(false)
}

/// Shows a tooltip on the right of a row, so that the next rows stay visible.
pub fn tooltip_beside(response: &Response, words: impl FnOnce(&mut Ui)) {
    let mut tooltip = Tooltip::for_enabled(response).gap(14.0);
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START);
    tooltip.show(words);
}

/// Draws an arrow at each end of a scroll area where more content is hidden. For areas without a visible bar.
pub fn more_beyond<R>(ui: &Ui, scrolled: &ScrollAreaOutput<R>) {
    let (visible, offset) = (scrolled.inner_rect, scrolled.state.offset.y);
    let colors = PanelColors::here(ui);
    for (has_more, edge, side) in [
        (offset > 1.0, visible.top(), -1.0),
        (offset + visible.height() < scrolled.content_size.y - 1.0, visible.bottom(), 1.0),
    ] {
        if has_more {
            let bar = Rect::from_x_y_ranges(
                visible.x_range(),
                edge.min(edge - side * 12.0)..=edge.max(edge - side * 12.0),
            );
            ui.painter().rect_filled(bar, 0.0, colors.panel);
            let corner = |x: f32, y: f32| bar.center() + Vec2::new(x, y * side);
            let points = vec![corner(-5.0, -2.5), corner(5.0, -2.5), corner(0.0, 3.0)];
            ui.painter().add(Shape::convex_polygon(points, colors.text, Stroke::NONE));
        }
    }
}

/// Adds a button of a given size. A disabled button has opaque colours of its own: translucent colours turn
/// grey where colours are blended in linear light.
pub fn button(ui: &mut Ui, size: Vec2, text: &str, weight: Weight, about: &str) -> Response {
    let colors = PanelColors::here(ui);
    let mut button = Button::new(());
    match weight {
        Weight::Off => {
            button = button.fill(colors.panel.lerp_to_gamma(colors.button[0], 0.5)).sense(Sense::hover());
        }
        Weight::Plain => {}
        Weight::On => button = button.fill(colors.on),
        Weight::Accent => button = button.fill(colors.accent),
    }
    let response = ui.add_sized(size, button);
    let color = match weight {
        Weight::Off => colors.off,
        Weight::Plain => ui.style().interact(&response).text_color(),
        Weight::On | Weight::Accent => colors.on_accent,
    };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, weight != Weight::Off, text));
    if !text.is_empty() {
        let font = FontId::proportional(if size.y > 26.0 { 14.5 } else { 13.5 });
        ui.painter().text(response.rect.center(), Align2::CENTER_CENTER, text, font, color);
    }
    if about.is_empty() { response } else { response.on_hover_text(about) }
}
