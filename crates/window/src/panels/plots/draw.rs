//! What all plots share: the title with its legend, and the wooden ground.

use super::super::super::theme::{self, PanelColors};
use super::super::file_task::ExportKind;
use super::super::widgets::{from_right, named};
use super::axis::figure;
use super::kind::PlotKind;
use super::view::PlotsView;
use bevy_egui::egui::{
    self, Align, Button, Color32, FontId, Label, Layout, Popup, Rect, RichText, Sense, Stroke, Ui, UiBuilder,
    Vec2, WidgetInfo, WidgetType, pos2,
};
use core::ops::RangeInclusive;
use egui_plot::{AxisHints, GridMark, HPlacement, Plot};
use stonefield_go::Color;

/// The kinds of files that a plot is written to, in words.
const FORMATS: [(ExportKind, &str); 3] =
    [(ExportKind::Png, "PNG picture"), (ExportKind::Svg, "SVG drawing"), (ExportKind::Csv, "CSV table")];

/// What is asked for in a plot.
#[derive(Clone, Debug, PartialEq)]
pub enum PlotAnswer {
    /// The game goes to a tick.
    Seek(u64),
    /// The groups of a colour with so many stones are lit, or none.
    Light(Option<(Color, RangeInclusive<u32>)>),
    /// A plot is written to a file of this kind.
    Save(PlotKind, ExportKind),
}

/// How a plot is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its height without the title, in points.
    pub height: f32,
    /// Whether there is room: the legend has words, and the wheel zooms, for it need not scroll.
    pub wide: bool,
    /// Whether it is drawn for a file: nothing in it moves.
    pub printed: bool,
}

/// The colour of a curve: of the board where it is not one colour's.
#[must_use]
pub fn ink(colors: &PanelColors, color: Option<Color>) -> Color32 {
    match color {
        None => colors.warm,
        Some(Color::Black) => colors.black,
        Some(Color::White) => colors.white,
    }
}

/// The curves of a plot: of the board, or of each colour.
#[must_use]
pub fn pens(kind: PlotKind) -> &'static [Option<Color>] {
    if kind.is_by_color() { &[Some(Color::Black), Some(Color::White)] } else { &[None] }
}

/// Whether a curve is switched on.
#[must_use]
pub fn is_on(view: &PlotsView, kind: PlotKind, pen: Option<Color>) -> bool {
    !view.hidden.contains(&(kind.name(), pen.unwrap_or(Color::Black)))
}

/// How much room beside the title the legend needs to have words, in points.
const NAMED: f32 = 230.0;

/// The title of a plot, and its legend, which tells values and switches curves.
pub fn head(
    ui: &mut Ui,
    kind: PlotKind,
    values: [Option<f64>; 2],
    view: &mut PlotsView,
    look: Look,
) -> Option<PlotAnswer> {
    let colors = PanelColors::here(ui);
    let mut answer = None;
    ui.horizontal(|ui| {
        let title = view.title(kind);
        // The names of curves stand where they leave the title its room.
        let heading = theme::heading().resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(title.clone(), heading, colors.strong);
        let room = ui.available_width() - galley.size().x;
        let named = look.wide && room > NAMED;
        from_right(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if !look.printed {
                answer = save_menu(ui, kind, &title);
            }
            let pens = pens(kind);
            for (&pen, value) in pens.iter().zip(values).rev() {
                legend(ui, kind, pen, value, view, Look { wide: named, ..look });
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(title).text_style(theme::heading()).color(colors.strong);
                ui.add(Label::new(title).truncate()).on_hover_ui(|ui| {
                    ui.label(kind.about());
                    ui.label(RichText::new(format!("In {}", kind.unit())).weak());
                });
                if named {
                    ui.add(Label::new(RichText::new(kind.unit()).small().weak()).truncate());
                }
            });
        });
    });
    answer
}

/// Three dots that open the list of formats.
fn save_menu(ui: &mut Ui, kind: PlotKind, title: &str) -> Option<PlotAnswer> {
    let button = ui.add_sized(Vec2::new(20.0, 17.0), Button::new(()).frame(false));
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Save {title}")));
    let color = ui.style().interact(&button).text_color();
    for place in [-5.0, 0.0, 5.0] {
        ui.painter().circle_filled(button.rect.center() + Vec2::new(place, 0.0), 1.6, color);
    }
    let button = button.on_hover_text("Save this plot as a picture, a drawing or a table");
    let shown = Popup::menu(&button).show(|ui| {
        let chosen = FORMATS.into_iter().filter(|(_, words)| ui.button(*words).clicked()).last();
        chosen.map(|(format, _)| PlotAnswer::Save(kind, format))
    });
    shown.and_then(|shown| shown.inner)
}

/// One curve: its colour, its value, and a switch.
fn legend(
    ui: &mut Ui,
    kind: PlotKind,
    pen: Option<Color>,
    value: Option<f64>,
    view: &mut PlotsView,
    look: Look,
) {
    let colors = PanelColors::here(ui);
    let mut on = is_on(view, kind, pen);
    let number = value.map_or_else(|| "–".to_owned(), figure);
    let title = view.title(kind);
    // What a mind says is of Black, whosever mind it is.
    let opinion = matches!(kind, PlotKind::Curve(measure) if measure.is_opinion());
    let name = pen.map_or_else(
        || title.clone(),
        |color| match opinion {
            true => format!("{color}'s mind"),
            false => color.to_string(),
        },
    );
    let text = if look.wide && pen.is_some() { format!("{name} {number}") } else { number.clone() };
    let color = if on { colors.text } else { colors.off };
    let galley = ui.painter().layout_no_wrap(text, FontId::proportional(12.5), color);
    let size = Vec2::new(galley.size().x + 15.0, 17.0);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        on = !on;
        let key = (kind.name(), pen.unwrap_or(Color::Black));
        if on {
            view.hidden.remove(&key);
        } else {
            view.hidden.insert(key);
        }
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, format!("{name}: {title}")));
    let at = pos2(rect.left() + 5.5, rect.center().y);
    let fill = if on { ink(colors, pen) } else { Color32::TRANSPARENT };
    let rim = if pen.is_some() || !on { colors.weak } else { fill };
    ui.painter().circle(at, 4.5, fill, Stroke::new(1.0, rim));
    ui.painter().galley(pos2(rect.left() + 14.0, rect.center().y - galley.size().y / 2.0), galley, color);
    if !look.printed {
        let what = if on { "hide" } else { "show" };
        let told = if opinion {
            format!("{title}, as {name} sees it: {number}")
        } else {
            format!("{name}: {number}")
        };
        response.on_hover_text(format!("{told} {}. Click to {what} it", kind.unit()));
    }
}

/// The ground of a plot, and the plot on it, which shows all of what is put into it and does nothing by itself; `None` where it is out of sight.
pub fn ground<'a>(ui: &mut Ui, name: &str, height: f32) -> Option<(Ui, Plot<'a>)> {
    let colors = PanelColors::here(ui);
    let (ground, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    if !ui.is_rect_visible(ground) {
        return None;
    }
    ui.painter().rect_filled(ground, 5.0, colors.wood);
    let inner = Rect::from_min_max(ground.min + Vec2::new(10.0, 9.0), ground.max - Vec2::new(3.0, 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner));
    ui.visuals_mut().override_text_color = Some(colors.black);
    named(&ui, &format!("Plot of {name}"));
    let plot = Plot::new(name)
        .reset()
        .height(inner.height())
        .width(inner.width())
        .show_background(false)
        .show_x(false)
        .show_y(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .set_margin_fraction(Vec2::new(0.0, 0.04))
        .grid_color(colors.wood_line)
        .grid_fade(0.0)
        .auto_bounds(true);
    Some((ui, plot))
}

/// The axis below a plot, its marks written by `words`; in print it says what it is.
pub fn below<'a>(
    ui: &Ui,
    look: Look,
    what: &str,
    words: impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a,
) -> AxisHints<'a> {
    let hints = inked(ui, AxisHints::new_x()).formatter(words);
    if look.printed { hints.label(what).min_thickness(36.0) } else { hints.min_thickness(15.0) }
}

/// The axis beside a plot.
pub fn beside<'a>(ui: &Ui, words: impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a) -> AxisHints<'a> {
    inked(ui, AxisHints::new_y().placement(HPlacement::Right)).formatter(words).min_thickness(34.0)
}

fn inked<'a>(ui: &Ui, hints: AxisHints<'a>) -> AxisHints<'a> {
    let font = FontId::proportional(11.0);
    hints.tick_label_color(PanelColors::here(ui).black).tick_label_font(font).label_spacing(1.0..=2.0)
}

/// Lines of text beside the pointer.
pub fn tell(ui: &Ui, response: &egui::Response, lines: &[String]) {
    let tooltip = egui::Tooltip::always_open(
        ui.ctx().clone(),
        response.layer_id,
        response.id,
        egui::PopupAnchor::Pointer,
    );
    tooltip.gap(14.0).show(|ui| {
        let colors = PanelColors::here(ui);
        for (at, line) in lines.iter().enumerate() {
            let color = if at == 0 { colors.strong } else { colors.text };
            ui.add(Label::new(RichText::new(line).color(color)).extend());
        }
    });
}
