//! The few widgets that panels are made of.

use super::key_hints::keys;
use super::keys::Action;
use super::settings::Sections;
use super::theme::{self, PanelColors};
use bevy_egui::egui::{
    self, Align, Align2, Button, Color32, FontId, Id, IntoAtoms, Layout, Margin, Pos2, Rect, RectAlign,
    Response, RichText, Sense, Shape, Stroke, StrokeKind, TextStyle, Tooltip, Ui, Vec2, WidgetInfo,
    WidgetType, collapsing_header::CollapsingState, scroll_area::ScrollAreaOutput,
};

/// How wide the labels in front of widgets are.
const LABEL: f32 = 84.0;

/// Where a context keeps which sections are open.
fn sections_id() -> Id {
    Id::new("sections")
}

/// Which sections are open, as they were set and as somebody has folded them since.
#[must_use]
pub fn sections(ctx: &egui::Context) -> Sections {
    ctx.data_mut(|data| data.get_temp(sections_id())).unwrap_or_default()
}

/// Has sections be open or folded.
pub fn set_sections(ctx: &egui::Context, sections: Sections) {
    ctx.data_mut(|data| data.insert_temp(sections_id(), sections));
}

/// Names what a panel or a part of it holds, for those who have it read out.
pub fn named(ui: &Ui, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(egui::accesskit::Role::Group);
        node.set_label(name);
    });
}

/// A small button with a cross, known by what it does.
pub fn cross(ui: &mut Ui, about: &str) -> bool {
    let button = ui.small_button("×");
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, about));
    button.on_hover_text(about).clicked()
}

/// A button that closes the window it is in, as the key for that does.
pub fn close_button(ui: &mut Ui) -> bool {
    let (button, keys) = (ui.button("Close"), keys(ui, Action::Close));
    if keys.is_empty() { button } else { button.on_hover_text(keys) }.clicked()
}

/// A part of a panel under a heading that folds it away, which is remembered under the title's name. At first it is `open` or not.
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
        let mut all = sections(ui.ctx());
        all.insert(name, !open);
        set_sections(ui.ctx(), all);
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

/// A label of fixed width, with what it means on hovering, and a widget in the room that is left.
pub fn row<R>(ui: &mut Ui, label: &str, about: &str, widget: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        // A widget that has no words of its own is known by them.
        named(ui, label);
        let colors = PanelColors::here(ui);
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(LABEL, ui.spacing().interact_size.y), Sense::hover());
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

/// A label on the left and a switch on the right, which both switch.
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

/// A key as it looks on a keyboard, its right edge at `right`.
pub fn key_cap(ui: &Ui, right: Pos2, key: &str) -> Rect {
    let colors = PanelColors::here(ui);
    let galley = ui.painter().layout_no_wrap(key.to_owned(), FontId::proportional(10.5), colors.weak);
    let size = Vec2::new(galley.size().x.max(8.0) + 8.0, 16.0);
    let rect = Rect::from_min_size(Pos2::new(right.x - size.x, right.y - 8.0), size);
    let painter = ui.painter();
    painter.rect(rect, 3.5, colors.well, Stroke::new(1.0, colors.line), StrokeKind::Inside);
    painter.galley(rect.center() - galley.size() / 2.0, galley, colors.weak);
    rect
}

/// A button that has an outline while what it stands for is chosen.
pub fn outlined<'a>(ui: &Ui, label: impl IntoAtoms<'a>, chosen: bool) -> Button<'a> {
    let colors = PanelColors::here(ui);
    let button = Button::new(label).selected(chosen);
    if chosen { button.fill(colors.button[1]).stroke(Stroke::new(1.5, colors.chosen)) } else { button }
}

/// A bar of tabs of equal width. Returns the one that was chosen.
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
            // Open below: the tab goes over into what it shows.
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

/// A choice among a few, as one bar of equal parts. `None` where nothing was chosen.
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

/// A number typed into a field, blanks and the long minus among its characters; what is not a number, or an endless one, leaves the field as it was.
pub fn typed(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    plain.replace('−', "-").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A field for a number that is dragged or typed.
pub fn number<N: egui::emath::Numeric>(value: &mut N) -> egui::DragValue<'_> {
    egui::DragValue::new(value).custom_parser(typed)
}

/// A slider as wide as there is room, its value to the right; `parser` reads what is typed there.
pub fn slider_read(
    ui: &mut Ui,
    slider: egui::Slider<'_>,
    parser: impl Fn(&str) -> Option<f64> + 'static,
) -> Response {
    ui.spacing_mut().slider_width = (ui.available_width() - 62.0).max(40.0);
    ui.spacing_mut().interact_size.x = 54.0;
    ui.add(slider.custom_parser(parser))
}

/// A slider for plain numbers.
pub fn slider(ui: &mut Ui, slider: egui::Slider<'_>) -> Response {
    slider_read(ui, slider, typed)
}

/// A line of small text.
pub fn hint(ui: &mut Ui, text: impl Into<String>) -> Response {
    ui.add(egui::Label::new(RichText::new(text).small().weak()).wrap())
}

/// A line of small text about what cannot be.
pub fn complaint(ui: &mut Ui, text: impl Into<String>) -> Response {
    let error = PanelColors::here(ui).error;
    ui.add(egui::Label::new(RichText::new(text).small().color(error)).wrap())
}

/// A name on the left and its value, in figures of equal width, on the right.
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

/// A small stone.
pub fn stone(ui: &Ui, center: Pos2, radius: f32, color: stonefield_go::Color) {
    let colors = PanelColors::here(ui);
    let (fill, rim) = match color {
        stonefield_go::Color::Black => (colors.black, colors.weak),
        stonefield_go::Color::White => (colors.white, colors.weak),
    };
    ui.painter().circle(center, radius, fill, Stroke::new(1.0, rim));
}

/// A question in the middle of the window, so many points wide, under its title.
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

/// A field let into the panel, for lists and plots.
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

/// Lays out from the right.
pub fn from_right<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), body).inner
}

/// A choice between two words, for switches that have no off.
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

/// A key beside the words it belongs to, for lists.
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

/// How a button stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It cannot be pressed now.
    Off,
    /// Like any other.
    Plain,
    /// What it stands for is on.
    On,
    /// The one to press next.
    Accent,
}

/// How much room a text needs at least, in points.
const LEGIBLE: f32 = 32.0;

/// Two texts beside each other in the room that is left: where it is too small for both, each is cut with an ellipsis, the first to two fifths of the room at
/// least; the whole text is a tooltip then.
pub fn two_lines(ui: &mut Ui, first: (&str, Color32), second: Option<(&str, Color32)>) {
    let font = TextStyle::Body.resolve(ui.style());
    let painter = ui.painter().clone();
    let wide =
        |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x;
    let room = ui.available_width();
    let gap = ui.spacing().item_spacing.x;
    let left = second.map_or(room, |(text, _)| (room - gap - wide(text)).max(0.4 * room));
    let widths = [left, room];
    let mut last_is_whole = true;
    for ((text, color), width) in [Some(first), second].into_iter().flatten().zip(widths) {
        let width = width.min(ui.available_width());
        last_is_whole = wide(text) <= width + 0.5;
        // An ellipsis alone says nothing.
        if ui.available_width() < LEGIBLE {
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

/// Name of what is known of the last text of two beside each other.
const CUT: &str = "the last of two lines is cut";

/// Whether the last text that [`two_lines`] has shown in this frame is cut.
pub fn is_last_line_cut(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp(Id::new(CUT))).unwrap_or(false)
}

/// What is told while the pointer is over a row of a panel: beside the panel, so that the next rows stay in sight.
pub fn tooltip_beside(response: &Response, words: impl FnOnce(&mut Ui)) {
    let mut tooltip = Tooltip::for_enabled(response).gap(14.0);
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START);
    tooltip.show(words);
}

/// Says at the ends of a narrow scroll area, whose bar is hidden, that there is more beyond.
pub fn more_beyond<R>(ui: &Ui, scrolled: &ScrollAreaOutput<R>) {
    let (seen, offset) = (scrolled.inner_rect, scrolled.state.offset.y);
    let colors = PanelColors::here(ui);
    for (there, edge, side) in [
        (offset > 1.0, seen.top(), -1.0),
        (offset + seen.height() < scrolled.content_size.y - 1.0, seen.bottom(), 1.0),
    ] {
        if there {
            let bar = Rect::from_x_y_ranges(
                seen.x_range(),
                edge.min(edge - side * 12.0)..=edge.max(edge - side * 12.0),
            );
            ui.painter().rect_filled(bar, 0.0, colors.panel);
            let corner = |x: f32, y: f32| bar.center() + Vec2::new(x, y * side);
            let points = vec![corner(-5.0, -2.5), corner(5.0, -2.5), corner(0.0, 3.0)];
            ui.painter().add(Shape::convex_polygon(points, colors.text, Stroke::NONE));
        }
    }
}

/// A button of a given size. What cannot be pressed is drawn in colours of its own: half transparent ones turn grey
/// where colours are blended in linear light.
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
