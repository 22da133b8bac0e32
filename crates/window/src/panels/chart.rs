//! Charts in panels, on wood: paints the charts that reports draw as SVG.

use super::super::theme::PanelColors;
use super::widgets::named;
use bevy_egui::egui::{
    self, Color32, FontId, Label, Pos2, Rect, Response, RichText, Sense, Stroke, Ui, UiBuilder, Vec2,
};
use egui_plot::{
    AxisHints, Bar, BarChart, Corner, FilledArea, GridInput, GridMark, HPlacement, HoverPosition, Legend,
    Line, LineStyle, Plot, PlotPoint, PlotResponse, PlotUi, Points, VLine,
};
use stonefield_lab::chart::{Chart, Curve, CurvePoint, CurveShape, number};

/// Least size of a chart, in points.
const LEAST: Vec2 = Vec2::new(64.0, 40.0);

/// Least height of a bar, in points.
const LEAST_BAR: f64 = 1.5;

/// Least width of a bar with an outline, in points.
const OUTLINED: f64 = 6.0;

/// Room above the highest bar, as a share of its height.
const ABOVE: f64 = 0.06;

/// Look of a painted chart.
#[derive(Clone, Debug, Default)]
pub struct ChartLook<'a> {
    /// Name, by which the chart is known from frame to frame.
    pub name: &'a str,
    /// Height, in points.
    pub height: f32,
    /// Colours of curves, by their numbers.
    pub inks: &'a [Color32],
    /// Ticks of both axes, about.
    pub ticks: [f64; 2],
    /// Ends of the horizontal axis; `None`: those of the curves.
    pub span: Option<(f64, f64)>,
    /// Values that both axes show at least.
    pub shows: [Vec<f64>; 2],
    /// Vertical lines: their places, and how dark they are.
    pub cursors: Vec<(f64, u8)>,
    /// The bar with an outline: curve and point.
    pub picked: Option<(usize, usize)>,
    /// Place of the legend, if there is one. The pointer then shows values too.
    pub legend: Option<Corner>,
    /// True if the pointer moves and zooms the chart.
    pub moves: bool,
    /// True if it is painted for a file: the horizontal axis has its name.
    pub printed: bool,
}

/// Value of an axis as the plot has it: its decimal logarithm on a logarithmic axis.
fn on(chart: &Chart, axis: usize, value: f64) -> f64 {
    if chart.log[axis] { value.log10() } else { value }
}

/// Ticks of an axis between two ends, as the plot has them.
fn ticks(chart: &Chart, axis: usize, (low, high): (f64, f64), most: f64) -> Vec<(f64, String)> {
    let off = |value: f64| if chart.log[axis] { 10_f64.powf(value) } else { value };
    let ticks = chart.ticks(axis, (off(low), off(high)), most).into_iter();
    let ticks = ticks.map(|(value, text)| (on(chart, axis, value), text));
    ticks.filter(|(value, _)| (low..=high).contains(value)).collect()
}

fn grid(chart: &Chart, axis: usize, input: &GridInput, most: f64) -> Vec<GridMark> {
    let ticks = ticks(chart, axis, input.bounds, most);
    let step = ticks.windows(2).map(|pair| pair[1].0 - pair[0].0).next().unwrap_or(f64::MAX);
    // Between powers of ten ticks are nearer, and all of them have texts.
    let step_size = if chart.log[axis] { step.max(1.0) } else { step };
    ticks.into_iter().map(|(value, _)| GridMark { value, step_size }).collect()
}

/// An axis whose ticks have the texts of the chart.
fn hints<'a>(ui: &Ui, chart: &'a Chart, axis: usize, most: f64) -> AxisHints<'a> {
    let hints = if axis == 0 { AxisHints::new_x() } else { AxisHints::new_y().placement(HPlacement::Right) };
    let text = move |mark: GridMark, range: &std::ops::RangeInclusive<f64>| {
        let ticks = ticks(chart, axis, (*range.start(), *range.end()), most);
        ticks.into_iter().find(|tick| tick.0 == mark.value).map(|tick| tick.1).unwrap_or_default()
    };
    let font = FontId::proportional(11.0);
    let hints = hints.formatter(text).label_spacing(1.0..=2.0);
    hints.tick_label_color(PanelColors::here(ui).black).tick_label_font(font)
}

/// Paints a chart; `None` where it is out of sight.
pub fn paint(ui: &mut Ui, chart: &Chart, look: &ChartLook<'_>) -> Option<PlotResponse<()>> {
    let colors = PanelColors::here(ui);
    let (ground, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), look.height), Sense::hover());
    if !ui.is_rect_visible(ground) {
        return None;
    }
    ui.painter().rect_filled(ground, 5.0, colors.wood);
    let inner = Rect::from_min_max(ground.min + Vec2::new(10.0, 9.0), ground.max - Vec2::new(3.0, 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner));
    ui.visuals_mut().override_text_color = Some(colors.black);
    named(&ui, &format!("Plot of {}", look.name));
    let [across, up] = [0, 1].map(|axis| hints(&ui, chart, axis, look.ticks[axis]));
    let across = match look.printed {
        true => across.label(&chart.names[0]).min_thickness(36.0),
        false => across.min_thickness(15.0),
    };
    let has_legend = look.legend.is_some();
    // A chart with a legend keeps its bounds, and must not keep those of a chart without one.
    let mut plot = Plot::new((look.name, has_legend))
        .height(inner.height())
        .width(inner.width())
        .min_size(LEAST)
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
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![up.min_thickness(34.0)])
        .label_formatter(|at| words(chart, at));
    plot = match look.legend {
        Some(corner) => plot.legend(Legend::default().position(corner).background_alpha(0.4)),
        None => plot.reset(),
    };
    plot = look.shows[0].iter().fold(plot, |plot, &x| plot.include_x(on(chart, 0, x)));
    plot = look.shows[1].iter().fold(plot, |plot, &y| plot.include_y(on(chart, 1, y)));
    let painter = Painter { chart, look, colors, dark: ui.visuals().dark_mode, size: inner.size() };
    Some(plot.show(&mut ui, move |plot| {
        if let Some((low, high)) = look.span {
            plot.set_plot_bounds_x(on(chart, 0, low)..=on(chart, 0, high));
        }
        for (at, &(tick, alpha)) in look.cursors.iter().enumerate() {
            let line = VLine::new(format!("cursor {at}"), tick).color(Color32::from_black_alpha(alpha));
            plot.vline(line.width(1.0).allow_hover(false));
        }
        chart.curves.iter().enumerate().for_each(|(at, curve)| painter.curve(plot, at, curve));
    }))
}

/// The point that the pointer is near, in words.
fn words(chart: &Chart, at: &HoverPosition<'_>) -> Option<String> {
    let HoverPosition::NearDataPoint { plot_name, index, .. } = at else { return None };
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
    fn curve(&self, plot: &mut PlotUi<'_>, at: usize, curve: &Curve) {
        let ink = self.look.inks[curve.color % self.look.inks.len()];
        let points: Vec<&CurvePoint> = self.chart.placed(curve).collect();
        let places: Vec<[f64; 2]> =
            points.iter().map(|point| [self.on(0, point.x), self.on(1, point.y)]).collect();
        match curve.shape {
            CurveShape::Bars { .. } => self.bars(plot, at, curve, ink),
            CurveShape::Points => self.dots(plot, places, ink, 2.6),
            CurveShape::Steps => {
                let corners = places.windows(2).flat_map(|pair| [pair[0], [pair[1][0], pair[0][1]]]);
                self.line(plot, curve, corners.collect(), ink);
            }
            CurveShape::Line | CurveShape::JoinedDots => {
                self.band(plot, &points, ink);
                let dots = (curve.shape == CurveShape::JoinedDots).then(|| places.clone());
                self.line(plot, curve, places, ink);
                dots.into_iter().for_each(|dots| self.dots(plot, dots, ink, 4.0));
            }
        }
    }

    fn on(&self, axis: usize, value: f64) -> f64 {
        on(self.chart, axis, value)
    }

    fn dots(&self, plot: &mut PlotUi<'_>, places: Vec<[f64; 2]>, ink: Color32, radius: f32) {
        let rim = self.rim(ink).map(|rim| (rim, radius + 0.8));
        for (color, radius) in rim.into_iter().chain([(ink, radius)]) {
            let dots = Points::new("", places.clone()).color(color).radius(radius);
            plot.points(dots.allow_hover(false));
        }
    }

    /// A dark rim, which White's curve needs on the wood of the day.
    fn rim(&self, ink: Color32) -> Option<Color32> {
        (!self.dark && ink == self.colors.white).then(|| self.colors.black.gamma_multiply(0.35))
    }

    /// Paints a line, or a dot of a single point.
    fn line(&self, plot: &mut PlotUi<'_>, curve: &Curve, places: Vec<[f64; 2]>, ink: Color32) {
        if places.len() == 1 {
            return self.dots(plot, places, ink, 2.0);
        }
        if let Some(rim) = self.rim(ink) {
            plot.line(Line::new("", places.clone()).color(rim).width(3.25).allow_hover(false));
        }
        let style = if curve.broken { LineStyle::dashed_loose() } else { LineStyle::Solid };
        let line = Line::new(curve.name.clone(), places).color(ink).width(1.75).style(style);
        plot.line(line.allow_hover(self.look.legend.is_some()));
    }

    /// Paints the intervals around points; without a name they stand in no legend.
    fn band(&self, plot: &mut PlotUi<'_>, points: &[&CurvePoint], ink: Color32) {
        let around = points.iter().filter_map(|point| Some((point, point.around?)));
        // An end without a place, as 0 on a logarithmic axis, leaves no band there.
        let place = |point: &CurvePoint, end: f64| {
            self.on(1, if self.chart.has_place(1, end) { end } else { point.y })
        };
        let rows: Vec<[f64; 3]> = around
            .map(|(point, (low, high))| [self.on(0, point.x), place(point, low), place(point, high)])
            .collect();
        if rows.len() > 1 {
            let [xs, lows, highs] = [0, 1, 2].map(|at| rows.iter().map(|row| row[at]).collect::<Vec<_>>());
            let band = FilledArea::new("", &xs, &lows, &highs).fill_color(ink.gamma_multiply(0.25));
            plot.add(band.allow_hover(false));
        }
    }

    fn bars(&self, plot: &mut PlotUi<'_>, at: usize, curve: &Curve, ink: Color32) {
        let most = self.chart.extent(1).map_or(1.0, |(_, high)| high);
        // On a logarithmic axis bars stand on half a thing, and there is room for ten.
        let (ground, most) =
            if self.chart.log[1] { (self.on(1, 0.5), self.on(1, most.max(10.0))) } else { (0.0, most) };
        let top = ground + (most - ground) * (1.0 + ABOVE);
        plot.set_plot_bounds_y(ground..=top);
        let (left, right) = self.look.span.or_else(|| self.chart.extent(0)).unwrap_or((0.0, 1.0));
        let (left, right) = (self.on(0, left), self.on(0, right));
        plot.set_plot_bounds_x(left..=right);
        let (x_unit, y_unit) =
            ((right - left) / f64::from(self.size.x), (top - ground) / f64::from(self.size.y));
        let bars = curve.bars(|x| self.on(0, x)).enumerate().filter(|(_, (.., value))| *value > 0.0);
        let bars = bars.map(|(place, (low, high, value))| {
            let width = high - low;
            let stroke = if self.look.picked == Some((at, place)) {
                Stroke::new(2.5, self.colors.accent)
            } else if curve.broken {
                Stroke::new(1.5, ink)
            } else if width > OUTLINED * x_unit {
                Stroke::new(1.0, self.colors.black.gamma_multiply(0.6))
            } else {
                Stroke::NONE
            };
            let fill = if curve.broken { ink.gamma_multiply(0.22) } else { ink };
            let height = (self.on(1, value) - ground).max(LEAST_BAR * y_unit);
            let bar = Bar::new(f64::midpoint(low, high), height).base_offset(ground).width(width);
            bar.fill(fill).stroke(stroke)
        });
        plot.bar_chart(BarChart::new(curve.name.clone(), bars.collect()).allow_hover(false));
    }
}

/// Place of each bar of a painted chart from its foot to the top of the chart: curve, point and place.
pub fn bars(chart: &Chart, shown: &PlotResponse<()>) -> Vec<(usize, usize, Rect)> {
    let across = |x: f64| f64::from(shown.transform.position_from_point_x(on(chart, 0, x)));
    let up = shown.transform.frame().y_range();
    let bars = chart.curves.iter().enumerate().flat_map(|(at, curve)| {
        let bars = curve.bars(across).enumerate();
        bars.map(move |(bar, (left, right, _))| {
            (at, bar, Rect::from_x_y_ranges(left as f32..=right as f32, up))
        })
    });
    bars.collect()
}

/// The bar under the pointer: curve and point.
pub fn pointed_bar(chart: &Chart, shown: &PlotResponse<()>) -> Option<(usize, usize)> {
    let x = shown.response.hover_pos()?.x;
    let bar = bars(chart, shown).into_iter().find(|(.., place)| place.x_range().contains(x));
    bar.map(|(curve, bar, _)| (curve, bar))
}

/// The point nearest to a place, if it is near enough: curve and point.
pub fn nearest(chart: &Chart, shown: &PlotResponse<()>, at: Pos2, near: f32) -> Option<(usize, usize)> {
    let points = chart.curves.iter().enumerate().flat_map(|(curve, of)| {
        of.points.iter().enumerate().map(move |(place, point)| (curve, place, point))
    });
    let far = |point: &CurvePoint| {
        let place = PlotPoint::new(on(chart, 0, point.x), on(chart, 1, point.y));
        shown.transform.position_from_point(&place).distance(at)
    };
    let near =
        points.map(|(curve, place, point)| (far(point), (curve, place))).filter(|(far, _)| *far <= near);
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, place)| place)
}

/// Shows lines of text beside the pointer.
pub fn tell(ui: &Ui, response: &Response, lines: &[String]) {
    let anchor = egui::PopupAnchor::Pointer;
    let tooltip = egui::Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, anchor);
    tooltip.gap(14.0).show(|ui| {
        let colors = PanelColors::here(ui);
        for (at, line) in lines.iter().enumerate() {
            let color = if at == 0 { colors.strong } else { colors.text };
            ui.add(Label::new(RichText::new(line).color(color)).extend());
        }
    });
}
