//! How a number is spread over games, several sets of them side by side in one picture.

use super::super::super::theme::PanelColors;
use bevy_egui::egui::{
    Align2, Color32, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, pos2,
};
use stonefield_go::notation::counted;

/// Bins that are aimed at; there may be a few more.
const BINS: f64 = 20.0;

/// The bars of one set, or of one side of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The set that they are of.
    pub set: u64,
    /// Whether they are those of the second side.
    pub second: bool,
    /// What they are called.
    pub name: String,
    /// Games in each bin.
    pub counts: Vec<u32>,
    /// Games in all.
    pub total: u32,
    /// The colour of the set; a second side is drawn hollow.
    ink: Color32,
    hollow: bool,
}

/// Numbers that are counted together, and how their bars look.
#[derive(Clone, Debug)]
pub struct NumberList {
    /// The set that they are of.
    pub set: u64,
    /// Whether they are those of the second side.
    pub second: bool,
    /// What they are called.
    pub name: String,
    /// Their colour.
    pub ink: Color32,
    /// Whether they are drawn hollow.
    pub hollow: bool,
    /// The numbers.
    pub values: Vec<f64>,
}

/// Equal steps of a number, and how many games fall into each.
#[derive(Clone, Debug, PartialEq)]
pub struct SetHistogram {
    low: f64,
    step: f64,
    /// Whether all numbers are whole ones.
    whole: bool,
    log: bool,
    /// A list for each set and side.
    pub bars: Vec<Bars>,
}

/// A bar: one of a histogram's lists, and the bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarPlace {
    /// Which list.
    pub bars: usize,
    /// Which bin.
    pub bin: usize,
}

/// A number as it is counted: its natural logarithm where that is wanted, which 0 and less do not have.
fn scaled(value: f64, log: bool) -> Option<f64> {
    if log { (value > 0.0).then(|| value.ln()) } else { Some(value) }
}

impl SetHistogram {
    /// The histogram of lists of numbers; `None` where there is none.
    #[must_use]
    pub fn of(mut lists: Vec<NumberList>, log: bool) -> Option<Self> {
        for list in &mut lists {
            let values = std::mem::take(&mut list.values);
            list.values = values.into_iter().filter_map(|value| scaled(value, log)).collect();
        }
        let all = || lists.iter().flat_map(|list| list.values.iter().copied());
        let (low, high) = all()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if !(low.is_finite() && high.is_finite()) {
            return None;
        }
        let whole = !log && all().all(|value| value.fract() == 0.0);
        let least = ((high - low) / BINS).max(if whole { 1.0 } else { 1e-3 });
        let step = round_step(least);
        let low = (low / step).floor() * step;
        let bins = ((high - low) / step) as usize + 1;
        let bars = lists.into_iter().map(|list| {
            let mut counts = vec![0; bins];
            for value in &list.values {
                counts[(((value - low) / step) as usize).min(bins - 1)] += 1;
            }
            let NumberList { set, second, name, ink, hollow, values } = list;
            Bars { set, second, name, total: values.len() as u32, counts, ink, hollow }
        });
        Some(Self { low, step, whole, log, bars: bars.collect() })
    }

    fn bins(&self) -> usize {
        self.bars.first().map_or(0, |bars| bars.counts.len())
    }

    /// Whether both have the same bins and bars of the same, but for how many games are in them.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let names = |of: &Self| of.bars.iter().map(|bars| (bars.set, bars.second)).collect::<Vec<_>>();
        let bins = |of: &Self| (of.low, of.step, of.whole, of.log, of.bins());
        bins(self) == bins(other) && names(self) == names(other)
    }

    /// Whether a number falls into a bin.
    #[must_use]
    pub fn holds(&self, bin: usize, value: f64) -> bool {
        let at = scaled(value, self.log).map(|value| ((value - self.low) / self.step) as usize);
        at.is_some_and(|at| at.min(self.bins() - 1) == bin)
    }

    /// The numbers of a bin, in words.
    #[must_use]
    pub fn range(&self, bin: usize) -> String {
        let from = self.low + bin as f64 * self.step;
        match (self.whole, self.log) {
            (true, _) if self.step == 1.0 => format!("{from:.0}"),
            (true, _) => format!("{from:.0} to {:.0}", from + self.step - 1.0),
            (_, true) => format!("e^{from:.2} to e^{:.2}", from + self.step),
            _ => format!("{} to {}", short(from), short(from + self.step)),
        }
    }

    /// A bar in words.
    #[must_use]
    pub fn words(&self, place: BarPlace) -> String {
        let bars = &self.bars[place.bars];
        let count = bars.counts[place.bin];
        let share = 100.0 * f64::from(count) / f64::from(bars.total.max(1));
        format!(
            "{}, {}: {} of {} ({share:.1} %)",
            bars.name,
            self.range(place.bin),
            counted(u64::from(count), "game"),
            bars.total
        )
    }

    /// Draws it so high, the picked bar marked; returns the bar that was clicked.
    pub fn show(&self, ui: &mut Ui, height: f32, picked: Option<BarPlace>) -> Option<BarPlace> {
        let colors = PanelColors::here(ui);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
        ui.painter().rect(rect, 5.0, colors.well, Stroke::new(1.0, colors.line), StrokeKind::Inside);
        let plot = Rect::from_min_max(rect.min + Vec2::new(38.0, 10.0), rect.max - Vec2::new(10.0, 20.0));
        // Of several sets, or of sets of several sizes, shares say more than counts.
        let shares = self.bars.windows(2).any(|pair| pair[0].total != pair[1].total);
        let worth = |bars: &Bars, bin: usize| {
            let count = f64::from(bars.counts[bin]);
            if shares { 100.0 * count / f64::from(bars.total.max(1)) } else { count }
        };
        let bins = self.bins();
        let every = self.bars.iter().flat_map(|bars| (0..bins).map(move |bin| worth(bars, bin)));
        let most = every.fold(0.0, f64::max).max(1e-9);
        self.axes(ui, plot, most, shares);
        let slot = plot.width() / bins.max(1) as f32;
        let wide = 0.88 * slot / self.bars.len().max(1) as f32;
        let mut clicked = None;
        for (at, bars) in self.bars.iter().enumerate() {
            for bin in (0..bins).filter(|&bin| bars.counts[bin] > 0) {
                let left = plot.left() + bin as f32 * slot + 0.06 * slot + at as f32 * wide;
                let x = left..=left + wide;
                let high = ((worth(bars, bin) / most) as f32 * plot.height()).max(1.5);
                let bar = Rect::from_x_y_ranges(x.clone(), plot.bottom() - high..=plot.bottom())
                    .shrink2(Vec2::new(if wide > 4.0 { 0.5 } else { 0.0 }, 0.0));
                let place = BarPlace { bars: at, bin };
                // A short bar is clicked anywhere above it.
                let area = Rect::from_x_y_ranges(x, plot.y_range());
                let response = ui.interact(area, ui.id().with(("bar", at, bin)), Sense::click());
                response.widget_info(|| {
                    WidgetInfo::labeled(WidgetType::Button, true, format!("bar {}", self.words(place)))
                });
                let painter = ui.painter();
                if response.hovered() || picked == Some(place) {
                    painter.rect_filled(area, 0.0, colors.button[usize::from(response.hovered())]);
                }
                if bars.hollow {
                    painter.rect(
                        bar,
                        0.0,
                        bars.ink.gamma_multiply(0.22),
                        Stroke::new(1.5, bars.ink),
                        StrokeKind::Inside,
                    );
                } else {
                    painter.rect_filled(bar, 0.0, bars.ink);
                }
                if response.clicked() {
                    clicked = Some(place);
                }
                response.on_hover_ui(|ui| {
                    ui.label(self.words(place));
                    ui.weak("Click to list these games");
                });
            }
        }
        clicked
    }

    fn axes(&self, ui: &Ui, plot: Rect, most: f64, shares: bool) {
        let colors = PanelColors::here(ui);
        let painter = ui.painter();
        let font = FontId::proportional(10.5);
        let step = round_step(most / 4.0).max(if shares { 0.1 } else { 1.0 });
        let mut mark = step;
        while mark <= most {
            let y = plot.bottom() - (mark / most) as f32 * plot.height();
            painter.hline(plot.x_range(), y, Stroke::new(1.0, colors.line));
            let text = if shares { format!("{} %", short(mark)) } else { short(mark) };
            painter.text(pos2(plot.left() - 5.0, y), Align2::RIGHT_CENTER, text, font.clone(), colors.weak);
            mark += step;
        }
        painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, colors.weak));
        let bins = self.bins();
        let slot = plot.width() / bins.max(1) as f32;
        let every = bins.div_ceil(8).max(1);
        for bin in (0..bins).step_by(every) {
            // A single whole number stands below its bars, an edge where they begin.
            let middle = if self.whole && self.step == 1.0 { 0.5 } else { 0.0 };
            let x = plot.left() + (bin as f32 + middle) * slot;
            let from = self.low + bin as f64 * self.step;
            let text = if self.log { format!("e^{}", short(from)) } else { short(from) };
            painter.vline(x, plot.bottom()..=plot.bottom() + 3.0, Stroke::new(1.0, colors.weak));
            painter.text(pos2(x, plot.bottom() + 4.0), Align2::CENTER_TOP, text, font.clone(), colors.weak);
        }
    }
}

/// The next of …, 1, 2, 5, 10, 20, 50, … at or above.
fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.max(1e-9).log10().floor());
    // What is a rounding above a step is that step.
    let fits = |step: &f64| *step >= least * (1.0 - 1e-9);
    [1.0, 2.0, 5.0].map(|factor| factor * unit).into_iter().find(fits).unwrap_or(10.0 * unit)
}

/// A number in few characters.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.1}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        _ => format!("{}", (value * 100.0).round() / 100.0 + 0.0),
    }
}
