//! Parts of all plots: the title, the legend and the pens.

use super::super::chart::ChartLook;
use super::super::file_task::ExportKind;
use super::kind::PlotKind;
use super::view::PlotsView;
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::from_right;
use bevy_egui::egui::{
    Align, Button, Color32, Label, Layout, Popup, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
    pos2,
};
use core::ops::RangeInclusive;
use stonefield_go::Color;
use stonefield_lab::chart::number;

/// File formats of a plot, with their labels.
const FORMATS: [(ExportKind, &str); 3] =
    [(ExportKind::Png, "PNG picture"), (ExportKind::Svg, "SVG drawing"), (ExportKind::Csv, "CSV table")];

/// Request of the user in a plot.
#[derive(Clone, Debug, PartialEq)]
pub enum PlotAnswer {
    /// Go to a tick.
    Seek(u64),
    /// Light the groups of a colour with these numbers of stones on the board, or none.
    Light(Option<(Color, RangeInclusive<u32>)>),
    /// Write a plot to a file.
    Save(PlotKind, ExportKind),
}

/// Style of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotStyle {
    /// Height of the chart, in points.
    pub height: f32,
    /// True in the plots' own window: the legend has words, and the wheel zooms instead of scrolling.
    pub wide: bool,
    /// True if the plot is drawn for a file: no cursors, no tooltips, no menu.
    pub printed: bool,
}

/// Returns the colour of a pen. `None` is the pen of the board.
fn ink(colors: &PanelColors, color: Option<Color>) -> Color32 {
    match color {
        None => colors.warm,
        Some(Color::Black) => colors.black,
        Some(Color::White) => colors.white,
    }
}

impl PlotStyle {
    /// Returns the look of the chart, with about `ticks` ticks on the horizontal axis.
    #[must_use]
    pub fn of<'a>(&self, kind: PlotKind, inks: &'a [Color32], ticks: f64) -> ChartLook<'a> {
        let ticks = [ticks, f64::from(self.height / 34.0).clamp(3.0, 8.0)];
        let (name, height, printed) = (kind.name(), self.height, self.printed);
        ChartLook { name, height, inks, ticks, printed, ..ChartLook::default() }
    }
}

/// Returns the colours of the curves of a plot.
#[must_use]
pub fn inks(colors: &PanelColors, kind: PlotKind) -> Vec<Color32> {
    pens(kind).iter().map(|pen| ink(colors, *pen)).collect()
}

/// Returns the curves of a plot that are switched on: numbers and pens.
pub fn shown_pens(view: &PlotsView, kind: PlotKind) -> impl Iterator<Item = (usize, Option<Color>)> {
    pens(kind).iter().copied().enumerate().filter(move |(_, pen)| is_on(view, kind, *pen))
}

/// Returns the pens of a plot: one for the board, or one for each colour.
#[must_use]
pub fn pens(kind: PlotKind) -> &'static [Option<Color>] {
    if kind.is_by_color() { &[Some(Color::Black), Some(Color::White)] } else { &[None] }
}

/// True if a curve is switched on.
fn is_on(view: &PlotsView, kind: PlotKind, pen: Option<Color>) -> bool {
    !view.hidden.contains(&(kind.name(), pen.unwrap_or(Color::Black)))
}

/// Least room beside the title for words in the legend, in points.
const LEGEND_ROOM: f32 = 230.0;

/// Draws title, menu and legend of a plot. The legend has values, and a click on it switches a curve.
pub fn head(
    ui: &mut Ui,
    kind: PlotKind,
    values: [Option<f64>; 2],
    view: &mut PlotsView,
    look: PlotStyle,
) -> Option<PlotAnswer> {
    let colors = PanelColors::here(ui);
    let mut answer = None;
    ui.horizontal(|ui| {
        let title = view.title(kind);
        // The legend has names only if the title keeps its room.
        let heading = theme::heading().resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(title.clone(), heading, colors.strong);
        let room = ui.available_width() - galley.size().x;
        let named = look.wide && room > LEGEND_ROOM;
        from_right(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if !look.printed {
                answer = save_menu(ui, kind, &title);
            }
            let pens = pens(kind);
            for (&pen, value) in pens.iter().zip(values).rev() {
                legend(ui, kind, pen, value, view, PlotStyle { wide: named, ..look });
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

/// Draws the button with three dots, which opens the list of formats.
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

/// Draws a curve's entry of the legend: colour, value and switch.
fn legend(
    ui: &mut Ui,
    kind: PlotKind,
    pen: Option<Color>,
    value: Option<f64>,
    view: &mut PlotsView,
    look: PlotStyle,
) {
    let colors = PanelColors::here(ui);
    let mut on = is_on(view, kind, pen);
    let number = value.map_or_else(|| "–".to_owned(), number);
    let title = view.title(kind);
    // The minds of both colours give the value for Black.
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
    let galley = ui.painter().layout_no_wrap(text, theme::text_font(), color);
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
        let change = if on { "hide" } else { "show" };
        let tooltip = if opinion {
            format!("{title}, as {name} sees it: {number}")
        } else {
            format!("{name}: {number}")
        };
        response.on_hover_text(format!("{tooltip} {}. Click to {change} it", kind.unit()));
    }
}
