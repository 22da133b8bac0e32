//! Plots as files: pictures, drawings and tables.

use super::super::file_task::ExportKind;
use super::draw::{PlotStyle, pens};
use super::kind::PlotKind;
use super::list;
use super::raster::{Textures, raster};
use super::view::{PlotData, PlotsView};
use crate::shell::fonts;
use crate::shell::palette::Theme;
use crate::shell::svg::svg;
use crate::shell::theme::{self, PanelColors};
use bevy_egui::egui::{Context, FullOutput, RawInput, Rect, UiBuilder, Vec2};
use std::io::Cursor;
use stonefield_go::notation::CsvTable;
use stonefield_sim::RecordTick;

/// Size of a picture, in points, and its pixels per point.
const SIZE: Vec2 = Vec2::new(960.0, 480.0);
const SCALE: f32 = 2.0;

/// Number of frames until the layout is final.
const FRAMES: usize = 3;

/// Error of saving a plot.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The table cannot be written.
    #[error("the table cannot be written: {0}")]
    Table(#[from] csv::Error),
    /// The picture cannot be written.
    #[error("the picture cannot be written: {0}")]
    Picture(#[from] image::ImageError),
}

/// Returns the content of a file with a plot. The format DOT gives a CSV table, as a plot is no graph.
///
/// # Errors
/// If the table or the picture cannot be written.
pub fn contents(
    kind: PlotKind,
    format: ExportKind,
    view: &PlotsView,
    data: &PlotData<'_>,
    theme: Theme,
) -> Result<Vec<u8>, ExportError> {
    Ok(match format {
        ExportKind::Png => {
            let mut bytes = Cursor::new(Vec::new());
            let picture = Print::of(kind, view, data, theme, SCALE).picture();
            picture.write_to(&mut bytes, image::ImageFormat::Png)?;
            bytes.into_inner()
        }
        ExportKind::Svg => Print::of(kind, view, data, theme, 1.0).drawing().into_bytes(),
        ExportKind::Csv | ExportKind::Dot => table(kind, data)?,
    })
}

/// Plot that is drawn without a window, as in the window.
pub struct Print {
    ctx: Context,
    output: FullOutput,
    textures: Textures,
    theme: Theme,
}

impl Print {
    /// Draws a plot with `scale` pixels per point.
    #[must_use]
    pub fn of(kind: PlotKind, view: &PlotsView, data: &PlotData<'_>, theme: Theme, scale: f32) -> Self {
        let (ctx, mut view) = (Context::default(), view.clone());
        theme::apply(&ctx, theme, scale);
        fonts::give(&ctx);
        let mut textures = Textures::default();
        let mut output = FullOutput::default();
        for _ in 0..FRAMES {
            let screen_rect = Some(Rect::from_min_size(Default::default(), SIZE));
            output = ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
                let whole = Rect::from_min_size(Default::default(), SIZE);
                ui.painter().rect_filled(whole, 0.0, PanelColors::of(theme).panel);
                let mut inner = ui.new_child(UiBuilder::new().max_rect(whole.shrink(16.0)));
                let look = PlotStyle { height: SIZE.y - 64.0, wide: true, printed: true };
                list::plot(&mut inner, kind, &mut view, data, look);
            });
            textures.apply(std::mem::take(&mut output.textures_delta));
        }
        Self { ctx, output, textures, theme }
    }

    /// Returns the plot as pixels.
    #[must_use]
    pub fn picture(mut self) -> image::RgbImage {
        let scale = self.output.pixels_per_point;
        let primitives = self.ctx.tessellate(std::mem::take(&mut self.output.shapes), scale);
        raster(&primitives, &self.textures, PanelColors::of(self.theme).panel, SIZE, scale)
    }

    /// Returns the plot as an SVG file.
    #[must_use]
    pub fn drawing(&self) -> String {
        svg(&self.output.shapes, SIZE)
    }
}

/// Returns the numbers of a plot as CSV: a curve has a row for each tick of the game, or for each survey; a
/// histogram has a row for each bin. Unknown values are empty.
pub fn table(kind: PlotKind, data: &PlotData<'_>) -> Result<Vec<u8>, csv::Error> {
    let mut table = CsvTable::new(Vec::new());
    let names = |before: &[&str]| {
        let before = before.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let columns = pens(kind).iter().map(|pen| match pen {
            Some(color) => format!("{}_{}", color.to_string().to_lowercase(), kind.name()),
            None if matches!(kind, PlotKind::Histogram(_)) => kind.unit().to_owned(),
            None => kind.name().to_owned(),
        });
        before.into_iter().chain(columns).collect::<Vec<_>>()
    };
    let each = pens(kind).len();
    match kind {
        PlotKind::Histogram(of) => {
            let histogram = data.moment.of(of);
            table.line(names(&["from", "to"]))?;
            for bin in 0..histogram.range().end {
                let ends = histogram.bins.ends(bin).map(|end| end.to_string());
                let counts = (0..each).map(|pen| histogram.count(pen, bin).to_string());
                table.line(ends.into_iter().chain(counts))?;
            }
        }
        PlotKind::Curve(measure) if measure.is_surveyed() => {
            table.line(names(&["tick"]))?;
            let [black, white] = data.surveys.points(data.record, measure);
            for (at, [tick, number]) in black.iter().enumerate() {
                let second = white.get(at).map(|point| point[1].to_string());
                table.line([tick.to_string(), number.to_string()].into_iter().chain(second))?;
            }
        }
        PlotKind::Curve(measure) => {
            table.line(names(&["tick"]))?;
            let line = |tick: RecordTick| {
                let numbers = measure.in_tick(&tick).into_iter().take(each);
                let texts =
                    numbers.map(|number| number.map_or_else(String::new, |number| number.to_string()));
                std::iter::once(tick.row.tick.to_string()).chain(texts).collect::<Vec<_>>()
            };
            for tick in data.record.line_from(0) {
                table.line(line(tick))?;
            }
        }
    }
    table.finish()
}
