//! Charts in panels, on a wooden background. Reports draw the same charts as SVG.

use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::name_group;
use bevy_egui::egui::{
    self, Color32, Label, Pos2, Rect, Response, RichText, Sense, Stroke, Ui, UiBuilder, Vec2,
};
use egui_plot::{
    AxisHints, Bar, BarChart, Corner, FilledArea, GridInput, GridMark, HPlacement, HoverPosition, Legend,
    Line, LineStyle, Plot, PlotPoint, PlotResponse, PlotUi, Points, VLine,
};
use stonefield_lab::chart::{Chart, Curve, CurvePoint, CurveShape, number};

/// Smallest width and height of a chart, in points.
const MIN_SIZE: Vec2 = Vec2::new(64.0, 40.0);

/// Smallest height of a bar, in points.
const MIN_BAR_HEIGHT: f64 = 1.5;

/// Bars have an outline if they are wider than this, in points.
const MIN_OUTLINED_WIDTH: f64 = 6.0;

/// Space above the highest bar, as a share of its height.
const SPACE_ABOVE: f64 = 0.06;

/// Appearance of a painted chart.
#[derive(Clone, Debug, Default)]
pub struct ChartLook<'a> {
    /// Name, and with it the identity of the chart from frame to frame.
    pub name: &'a str,
    /// Height, in points.
    pub height: f32,
    /// Palette: [`Curve::color`] is an index of it, modulo its length.
    pub inks: &'a [Color32],
    /// Approximate number of ticks of each axis, the horizontal one first.
    pub ticks: [f64; 2],
    /// Ends of the horizontal axis. `None`: the extent of the curves.
    pub span: Option<(f64, f64)>,
    /// Values that each axis must include.
    pub shows: [Vec<f64>; 2],
    /// Vertical lines: horizontal value on the plot's axis, and opacity from 0 to 255.
    pub cursors: Vec<(f64, u8)>,
    /// Selected bar, which has an outline: indices of curve and bar.
    pub picked: Option<(usize, usize)>,
    /// Corner of the legend. `None`: no legend, and no values at the pointer.
    pub legend: Option<Corner>,
    /// True if the user can move and zoom the chart.
    pub moves: bool,
    /// True for a chart that is saved to a file. Its horizontal axis then has a name.
    pub printed: bool,
}

/// Converts a value to the plot's axis: on a logarithmic axis, to its decimal logarithm.
fn to_plot(chart: &Chart, axis: usize, value: f64) -> f64 {
    if chart.log[axis] { value.log10() } else { value }
}

/// Returns the ticks between two values of the plot's axis, with values of that axis.
fn ticks(chart: &Chart, axis: usize, (low, high): (f64, f64), most: f64) -> Vec<(f64, String)> {
    let from_plot = |value: f64| if chart.log[axis] { 10_f64.powf(value) } else { value };
    let ticks = chart.ticks(axis, (from_plot(low), from_plot(high)), most).into_iter();
    let ticks = ticks.map(|(value, text)| (to_plot(chart, axis, value), text));
    ticks.filter(|(value, _)| (low..=high).contains(value)).collect()
}

fn grid(chart: &Chart, axis: usize, input: &GridInput, most: f64) -> Vec<GridMark> {
    let ticks = ticks(chart, axis, input.bounds, most);
    let step = ticks.windows(2).map(|pair| pair[1].0 - pair[0].0).next().unwrap_or(f64::MAX);
    // Ticks at 2 and 5 are closer than 1 on a logarithmic axis. A step of 1 keeps their texts visible.
    let step_size = if chart.log[axis] { step.max(1.0) } else { step };
    ticks.into_iter().map(|(value, _)| GridMark { value, step_size }).collect()
}

/// Returns an axis with the tick texts of the chart.
fn axis_hints<'a>(ui: &Ui, chart: &'a Chart, axis: usize, most: f64) -> AxisHints<'a> {
    let hints = if axis == 0 { AxisHints::new_x() } else { AxisHints::new_y().placement(HPlacement::Right) };
    let text = move |mark: GridMark, range: &std::ops::RangeInclusive<f64>| {
        let ticks = ticks(chart, axis, (*range.start(), *range.end()), most);
        ticks.into_iter().find(|tick| tick.0 == mark.value).map(|tick| tick.1).unwrap_or_default()
    };
    let font = theme::text_font();
    let hints = hints.formatter(text).label_spacing(1.0..=2.0);
    hints.tick_label_color(PanelColors::here(ui).black).tick_label_font(font)
}

/// Paints a chart. `None` if it is scrolled out of sight.
pub fn paint(ui: &mut Ui, chart: &Chart, look: &ChartLook<'_>) -> Option<PlotResponse<()>> {
    let colors = PanelColors::here(ui);
    let (area, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), look.height), Sense::hover());
    if !ui.is_rect_visible(area) {
        return None;
    }
    ui.painter().rect_filled(area, 5.0, colors.wood);
    let inner = Rect::from_min_max(area.min + Vec2::new(10.0, 9.0), area.max - Vec2::new(3.0, 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner));
    ui.visuals_mut().override_text_color = Some(colors.black);
    name_group(&ui, &format!("Plot of {}", look.name));
    let [x_axis, y_axis] = [0, 1].map(|axis| axis_hints(&ui, chart, axis, look.ticks[axis]));
    let x_axis = match look.printed {
        true => x_axis.label(&chart.names[0]).min_thickness(36.0),
        false => x_axis.min_thickness(15.0),
    };
    let has_legend = look.legend.is_some();
    // The plot stores its bounds by id. Only charts with a legend keep them, so they have an id of their own.
    let mut plot = Plot::new((look.name, has_legend))
        .height(inner.height())
        .width(inner.width())
        .min_size(MIN_SIZE)
        .show_background(false)
        .show_x(has_legend)
        .show_y(has_legend)
        .allow_drag(look.moves)
        .allow_zoom(look.moves)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(look.moves)
        .allow_axis_zoom_drag(look.moves)
        .set_margin_fraction(Vec2::new(0.0, 0.04))
        .grid_color(colors.wood_line)
        .grid_fade(0.0)
        .auto_bounds(true)
        .x_grid_spacer(|input| grid(chart, 0, &input, look.ticks[0]))
        .y_grid_spacer(|input| grid(chart, 1, &input, look.ticks[1]))
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis.min_thickness(34.0)])
        .label_formatter(|position| hover_text(chart, position));
    plot = match look.legend {
        Some(corner) => plot.legend(Legend::default().position(corner).background_alpha(0.4)),
        None => plot.reset(),
    };
    plot = look.shows[0].iter().fold(plot, |plot, &x| plot.include_x(to_plot(chart, 0, x)));
    plot = look.shows[1].iter().fold(plot, |plot, &y| plot.include_y(to_plot(chart, 1, y)));
    let painter = Painter { chart, look, colors, dark: ui.visuals().dark_mode, size: inner.size() };
    Some(plot.show(&mut ui, move |plot| {
        if let Some((low, high)) = look.span {
            plot.set_plot_bounds_x(to_plot(chart, 0, low)..=to_plot(chart, 0, high));
        }
        for (index, &(x, alpha)) in look.cursors.iter().enumerate() {
            let line = VLine::new(format!("cursor {index}"), x).color(Color32::from_black_alpha(alpha));
            plot.vline(line.width(1.0).allow_hover(false));
        }
        chart.curves.iter().enumerate().for_each(|(index, curve)| painter.paint_curve(plot, index, curve));
    }))
}

/// Describes the point near the pointer. `None` if there is none.
fn hover_text(chart: &Chart, position: &HoverPosition<'_>) -> Option<String> {
    let HoverPosition::NearDataPoint { plot_name, index, .. } = position else { return None };
    let curve = chart.curves.iter().find(|curve| curve.name == *plot_name)?;
    let point = chart.placed(curve).nth(*index)?;
    let value = if point.about.is_empty() { number(point.y) } else { point.about.clone() };
    Some(format!("{plot_name}\n{} {}: {value}", chart.names[0], number(point.x)))
}

/// Painter of the curves of a chart.
struct Painter<'a> {
    chart: &'a Chart,
    look: &'a ChartLook<'a>,
    colors: &'static PanelColors,
    dark: bool,
    size: Vec2,
}

impl Painter<'_> {
    fn paint_curve(&self, plot: &mut PlotUi<'_>, index: usize, curve: &Curve) {
        let ink = self.look.inks[curve.color % self.look.inks.len()];
        let points: Vec<&CurvePoint> = self.chart.placed(curve).collect();
        let places: Vec<[f64; 2]> =
            points.iter().map(|point| [self.to_plot(0, point.x), self.to_plot(1, point.y)]).collect();
        match curve.shape {
            CurveShape::Bars { .. } => self.paint_bars(plot, index, curve, ink),
            CurveShape::Points => self.paint_dots(plot, places, ink, 2.6),
            CurveShape::Steps => {
                let corners = places.windows(2).flat_map(|pair| [pair[0], [pair[1][0], pair[0][1]]]);
                self.paint_line(plot, curve, corners.collect(), ink);
            }
            CurveShape::Line | CurveShape::JoinedDots => {
                self.paint_band(plot, &points, ink);
                let dots = (curve.shape == CurveShape::JoinedDots).then(|| places.clone());
                self.paint_line(plot, curve, places, ink);
                dots.into_iter().for_each(|dots| self.paint_dots(plot, dots, ink, 4.0));
            }
        }
    }

    fn to_plot(&self, axis: usize, value: f64) -> f64 {
        to_plot(self.chart, axis, value)
    }

    fn paint_dots(&self, plot: &mut PlotUi<'_>, places: Vec<[f64; 2]>, ink: Color32, radius: f32) {
        let rim = self.rim(ink).map(|rim| (rim, radius + 0.8));
        for (color, radius) in rim.into_iter().chain([(ink, radius)]) {
            let dots = Points::new("", places.clone()).color(color).radius(radius);
            plot.points(dots.allow_hover(false));
        }
    }

    /// Returns the colour of the rim that White's curve needs on the wood of the light theme.
    fn rim(&self, ink: Color32) -> Option<Color32> {
        (!self.dark && ink == self.colors.white).then(|| self.colors.black.gamma_multiply(0.35))
    }

    /// Paints a line. A single point is a dot.
    fn paint_line(&self, plot: &mut PlotUi<'_>, curve: &Curve, places: Vec<[f64; 2]>, ink: Color32) {
        if places.len() == 1 {
            return self.paint_dots(plot, places, ink, 2.0);
        }
        if let Some(rim) = self.rim(ink) {
            plot.line(Line::new("", places.clone()).color(rim).width(3.25).allow_hover(false));
        }
        let style = if curve.broken { LineStyle::dashed_loose() } else { LineStyle::Solid };
        let line = Line::new(curve.name.clone(), places).color(ink).width(1.75).style(style);
        plot.line(line.allow_hover(self.look.legend.is_some()));
    }

    /// Paints the intervals of points as a band, which is not in the legend.
    fn paint_band(&self, plot: &mut PlotUi<'_>, points: &[&CurvePoint], ink: Color32) {
        let around = points.iter().filter_map(|point| Some((point, point.around?)));
        // An end that the axis cannot show, such as 0 on a logarithmic axis, is moved to the point.
        let edge = |point: &CurvePoint, end: f64| {
            self.to_plot(1, if self.chart.has_place(1, end) { end } else { point.y })
        };
        let rows: Vec<[f64; 3]> = around
            .map(|(point, (low, high))| [self.to_plot(0, point.x), edge(point, low), edge(point, high)])
            .collect();
        if rows.len() > 1 {
            let [xs, lows, highs] = [0, 1, 2].map(|at| rows.iter().map(|row| row[at]).collect::<Vec<_>>());
            let band = FilledArea::new("", &xs, &lows, &highs).fill_color(ink.gamma_multiply(0.25));
            plot.add(band.allow_hover(false));
        }
    }

    fn paint_bars(&self, plot: &mut PlotUi<'_>, index: usize, curve: &Curve, ink: Color32) {
        let most = self.chart.extent(1).map_or(1.0, |(_, high)| high);
        // A logarithmic axis of counts begins at 0.5 and reaches at least 10.
        let y = |value: f64| self.to_plot(1, value);
        let (base, most) = if self.chart.log[1] { (y(0.5), y(most.max(10.0))) } else { (0.0, most) };
        let top = base + (most - base) * (1.0 + SPACE_ABOVE);
        plot.set_plot_bounds_y(base..=top);
        let (left, right) = self.look.span.or_else(|| self.chart.extent(0)).unwrap_or((0.0, 1.0));
        let (left, right) = (self.to_plot(0, left), self.to_plot(0, right));
        plot.set_plot_bounds_x(left..=right);
        let (x_unit, y_unit) =
            ((right - left) / f64::from(self.size.x), (top - base) / f64::from(self.size.y));
        let bars = curve.bars(|x| self.to_plot(0, x)).enumerate().filter(|(_, (.., value))| *value > 0.0);
        let bars = bars.map(|(number, (low, high, value))| {
            let width = high - low;
            let stroke = if self.look.picked == Some((index, number)) {
                Stroke::new(2.5, self.colors.accent)
            } else if curve.broken {
                Stroke::new(1.5, ink)
            } else if width > MIN_OUTLINED_WIDTH * x_unit {
                Stroke::new(1.0, self.colors.black.gamma_multiply(0.6))
            } else {
                Stroke::NONE
            };
            let fill = if curve.broken { ink.gamma_multiply(0.22) } else { ink };
            let height = (y(value) - base).max(MIN_BAR_HEIGHT * y_unit);
            let bar = Bar::new(f64::midpoint(low, high), height).base_offset(base).width(width);
            bar.fill(fill).stroke(stroke)
        });
        plot.bar_chart(BarChart::new(curve.name.clone(), bars.collect()).allow_hover(false));
    }
}

/// Returns the area of each bar of a painted chart, as high as the chart: indices of curve and bar, and area.
pub fn bars(chart: &Chart, shown: &PlotResponse<()>) -> Vec<(usize, usize, Rect)> {
    let screen_x = |x: f64| f64::from(shown.transform.position_from_point_x(to_plot(chart, 0, x)));
    let height = shown.transform.frame().y_range();
    let bars = chart.curves.iter().enumerate().flat_map(|(index, curve)| {
        let bars = curve.bars(screen_x).enumerate();
        bars.map(move |(bar, (left, right, _))| {
            (index, bar, Rect::from_x_y_ranges(left as f32..=right as f32, height))
        })
    });
    bars.collect()
}

/// Returns the indices of curve and bar of the bar under the pointer.
pub fn pointed_bar(chart: &Chart, shown: &PlotResponse<()>) -> Option<(usize, usize)> {
    let x = shown.response.hover_pos()?.x;
    let bar = bars(chart, shown).into_iter().find(|(.., area)| area.x_range().contains(x));
    bar.map(|(curve, bar, _)| (curve, bar))
}

/// Returns the indices of curve and point of the point nearest to `at`, within `limit` screen points.
pub fn nearest(chart: &Chart, shown: &PlotResponse<()>, at: Pos2, limit: f32) -> Option<(usize, usize)> {
    let points = chart.curves.iter().enumerate().flat_map(|(index, curve)| {
        curve.points.iter().enumerate().map(move |(number, point)| ((index, number), point))
    });
    let distance = |point: &CurvePoint| {
        let position = PlotPoint::new(to_plot(chart, 0, point.x), to_plot(chart, 1, point.y));
        shown.transform.position_from_point(&position).distance(at)
    };
    let near = points.map(|(indices, point)| (distance(point), indices)).filter(|near| near.0 <= limit);
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, indices)| indices)
}

/// Shows lines of text in a tooltip at the pointer. The first line stands out.
pub fn show_tooltip(ui: &Ui, response: &Response, lines: &[String]) {
    let anchor = egui::PopupAnchor::Pointer;
    let tooltip = egui::Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, anchor);
    tooltip.gap(14.0).show(|ui| {
        let colors = PanelColors::here(ui);
        for (number, line) in lines.iter().enumerate() {
            let color = if number == 0 { colors.strong } else { colors.text };
            ui.add(Label::new(RichText::new(line).color(color)).extend());
        }
    });
}
