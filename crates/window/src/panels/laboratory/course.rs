//! How numbers go during games: a curve for each set of games, with its 95 % interval as a band.

use super::super::super::theme::PanelColors;
use super::super::plots::axis::{marks, short};
use bevy_egui::egui::{Color32, Sense, Ui, UiBuilder, Vec2, Vec2b};
use egui_plot::{Corner, FilledArea, HoverPosition, Legend, Line, LineStyle, Plot, PlotPoints};
use stonefield_lab::CourseMoment;

/// Moments of a curve at most.
pub const MOST: usize = 250;

/// How near a click has to be to a curve, in points.
const NEAR: f32 = 24.0;

/// How a number goes during the games of a series.
#[derive(Clone, Debug)]
pub struct CourseCurve {
    /// Which series of the picture.
    pub series: usize,
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub ink: Color32,
    /// Whether it is dashed.
    pub hollow: bool,
    /// Its moments, in the order of ticks.
    pub moments: Vec<CourseMoment>,
}

/// Whether the number of this name is one of ticks.
pub fn is_during(column: &str) -> bool {
    column.ends_with(stonefield_lab::DURING_SUFFIX)
}

/// Shows the curves so high, by the logarithm of their numbers with `log`; returns the curve and the tick that were clicked.
pub fn show(ui: &mut Ui, curves: &[CourseCurve], high: f32, log: bool) -> Option<(usize, u64)> {
    let colors = PanelColors::here(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), high), Sense::hover());
    ui.painter().rect_filled(rect, 5.0, colors.wood);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink(4.0)));
    let scaled = |value: f64| match log {
        true => (value > 0.0).then(|| value.ln()),
        false => Some(value),
    };
    let shown = Plot::new("course")
        .show_background(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .grid_color(colors.wood_line)
        .x_grid_spacer(|input| marks(input, 6.0, 1.0))
        .y_grid_spacer(|input| marks(input, 5.0, 1e-3))
        .x_axis_formatter(|mark, _| short(mark.value, mark.step_size))
        .y_axis_formatter(|mark, _| short(mark.value, mark.step_size))
        .auto_bounds(Vec2b::TRUE)
        .label_formatter(|at| match at {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                let value = if log { format!("e^{:.2}", position.y) } else { format!("{:.2}", position.y) };
                Some(format!("{plot_name}\ntick {:.0}: {value}", position.x))
            }
            HoverPosition::Elsewhere { .. } => None,
        })
        .legend(Legend::default().position(Corner::RightTop).background_alpha(0.4))
        .show(&mut inner, |plot| {
            for curve in curves {
                let told: Vec<[f64; 4]> = curve
                    .moments
                    .iter()
                    .filter_map(|moment| {
                        let reach = moment.reach.unwrap_or(0.0);
                        let mean = scaled(moment.mean)?;
                        // What has no logarithm has no band there.
                        let [low, high] =
                            [moment.mean - reach, moment.mean + reach].map(|end| scaled(end).unwrap_or(mean));
                        Some([moment.tick as f64, mean, low, high])
                    })
                    .collect();
                let column = |at: usize| told.iter().map(|moment| moment[at]).collect::<Vec<f64>>();
                let points: Vec<[f64; 2]> = told.iter().map(|[tick, mean, ..]| [*tick, *mean]).collect();
                if told.len() > 1 {
                    // Without a name it stands in no legend.
                    let band = FilledArea::new("", &column(0), &column(2), &column(3));
                    plot.add(band.fill_color(curve.ink.gamma_multiply(0.25)).allow_hover(false));
                }
                let style = if curve.hollow { LineStyle::dashed_loose() } else { LineStyle::Solid };
                let line = Line::new(curve.name.clone(), PlotPoints::from(points));
                plot.line(line.color(curve.ink).width(2.0).style(style));
            }
            plot.response().clicked().then(|| plot.response().interact_pointer_pos()).flatten()
        });
    let at = shown.inner?;
    let transform = shown.transform;
    let far = |moment: &CourseMoment| -> Option<f32> {
        let place = transform
            .position_from_point(&egui_plot::PlotPoint::new(moment.tick as f64, scaled(moment.mean)?));
        Some(place.distance(at))
    };
    let points = curves.iter().enumerate().flat_map(|(curve, of)| {
        of.moments.iter().filter_map(move |moment| Some((far(moment)?, curve, moment.tick)))
    });
    let nearest = points.min_by(|one, other| one.0.total_cmp(&other.0))?;
    (nearest.0 <= NEAR).then_some((nearest.1, nearest.2))
}
