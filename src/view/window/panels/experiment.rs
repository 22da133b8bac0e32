//! Game after game: a log of results, what they come to, and how both scores are spread.

use super::super::keys::{Action, InputSystems};
use super::super::settings::Settings;
use super::super::theme::PanelColors;
use super::columns::{AddSection, Section};
use super::goban::{Requests, WatchedGoban};
use super::notices::Notices;
use super::setup::NextGame;
use super::widgets::{Weight, button, complaint, fact, hint, section, switch, well};
use crate::go::{ByColor, Color, DeadStones, Outcome};
use crate::sim::{Finished, GameSetup, RequestKind, Tally};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{
    Align2, FontId, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, pos2,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ResultsView>()
        .add_section(Section::Experiment, show)
        .add_systems(Update, start.in_set(InputSystems::Act));
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    settings: Res<Settings>,
    mut view: ResMut<ResultsView>,
    mut actions: MessageWriter<Action>,
) {
    let Some(goban) = goban.get() else { return };
    section(ui, "Experiment", false, |ui| {
        let key = settings.keys.text(Action::Experiment);
        let GameSetup { dead, rules, .. } = &goban.setup.0;
        let counted = (Tally::score_name(rules), dead.under(rules));
        let pressed =
            panel(ui, &mut view, goban.experiment.on, &goban.experiment.results, counted, &key).is_some();
        actions.write_batch(pressed.then_some(Action::Experiment));
    });
}

/// Starts or stops an experiment: it runs at once, and a finished game does not hold it up.
fn start(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban,
    next: Res<NextGame>,
    mut notices: ResMut<Notices>,
    mut requests: Requests,
) {
    let Some(goban) = goban.get() else { return };
    let mut on = goban.experiment.on;
    for _ in actions.read().filter(|&&action| action == Action::Experiment) {
        on = !on;
        let over = goban.tally.outcome.is_some();
        if on && over && goban.record.unsaved() {
            notices.refuse(
                "the series would replace this unsaved game: save it first, or set up a new one".to_owned(),
            );
            continue;
        }
        requests.send([RequestKind::Experiment(on)]);
        if on {
            requests.send(next.game(&goban).filter(|_| over).map(|game| RequestKind::Reset(Box::new(game))));
            requests.send([RequestKind::Play]);
        }
    }
}

/// Bars of the histogram.
const BINS: usize = 24;

/// What the results come to so far; void games count for nothing but themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultsSummary {
    seen: usize,
    last: Option<u64>,
    games: u32,
    wins: ByColor<u32>,
    ties: u32,
    voids: u32,
    ticks: f64,
    sum: ByColor<f64>,
    squares: ByColor<f64>,
}

impl ResultsSummary {
    /// Takes in results that were not there before; begins anew where they are other ones.
    pub fn update(&mut self, results: &[Finished]) {
        let same = self.seen <= results.len()
            && self.last
                == self.seen.checked_sub(1).and_then(|last| results.get(last)).map(|result| result.game);
        if !same {
            *self = Self::default();
        }
        for result in &results[self.seen..] {
            match &result.outcome {
                Outcome::Win { winner, .. } => self.wins[*winner] += 1,
                Outcome::Draw => self.ties += 1,
                Outcome::Void => self.voids += 1,
            }
            if result.outcome != Outcome::Void {
                self.games += 1;
                self.ticks += result.ticks as f64;
                for (color, &score) in result.score.iter() {
                    self.sum[color] += score;
                    self.squares[color] += score * score;
                }
            }
        }
        self.seen = results.len();
        self.last = results.last().map(|result| result.game);
    }

    /// A colour's mean score and its standard deviation.
    fn mean(&self, color: Color) -> (f64, f64) {
        let games = f64::from(self.games.max(1));
        let mean = self.sum[color] / games;
        let squares = (self.squares[color] - games * mean * mean).max(0.0);
        (mean, (squares / (games - 1.0).max(1.0)).sqrt())
    }
}

/// How scores are spread over equal steps from `low` to `high`.
#[derive(Clone, Debug, PartialEq)]
struct Histogram {
    low: f64,
    high: f64,
    counts: ByColor<[u32; BINS]>,
}

impl Histogram {
    fn of(results: &[Finished], log: bool) -> Option<Self> {
        let scaled = |score: f64| if log { (score > 0.0).then(|| score.ln()) } else { Some(score) };
        let games = results.iter().filter(|result| result.outcome != Outcome::Void);
        let scores = games.flat_map(|result| {
            Color::ALL.into_iter().filter_map(move |color| Some((color, scaled(result.score[color])?)))
        });
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (_, score) in scores.clone() {
            low = low.min(score);
            high = high.max(score);
        }
        if !(low.is_finite() && high.is_finite()) {
            return None;
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let mut counts = ByColor::new([0; BINS], [0; BINS]);
        for (color, score) in scores {
            let bin = ((score - low) / (high - low) * BINS as f64) as usize;
            counts[color][bin.min(BINS - 1)] += 1;
        }
        Some(Self { low, high, counts })
    }
}

/// What is kept of the results between frames.
#[derive(Resource, Clone, Debug, Default)]
pub struct ResultsView {
    summary: ResultsSummary,
    histogram: Option<Histogram>,
    log: bool,
    drawn: Option<(usize, Option<u64>, bool)>,
}

/// Shows the experiment, whose games have a score of this name, counted with these stones taken off. Returns whether it shall run, where that was changed.
pub fn panel(
    ui: &mut Ui,
    view: &mut ResultsView,
    on: bool,
    results: &[Finished],
    (score, dead): (&str, DeadStones),
    key: &str,
) -> Option<bool> {
    view.summary.update(results);
    let state = (results.len(), view.summary.last, view.log);
    if view.drawn != Some(state) {
        view.histogram = Histogram::of(results, view.log);
        view.drawn = Some(state);
    }
    let mut kind = None;
    let label = if on { "Stop after this game" } else { "Play game after game" };
    let weight = if on { Weight::On } else { Weight::Plain };
    let size = Vec2::new(ui.available_width(), 26.0);
    let about =
        format!("A finished game is followed by the next, with the next number of the same seed ({key})");
    if button(ui, size, label, weight, &about).clicked() {
        kind = Some(!on);
    }
    if results.is_empty() {
        hint(ui, "Results of finished games gather here.");
        return kind;
    }
    let summary = &view.summary;
    fact(
        ui,
        "Games",
        "Void games (a colour was wiped out, or a mind failed) are counted separately",
        match summary.voids {
            0 => summary.games.to_string(),
            voids => format!("{} + {voids} void", summary.games),
        },
    );
    fact(
        ui,
        "Wins  black · white · tie",
        "",
        format!("{} · {} · {}", summary.wins.black, summary.wins.white, summary.ties),
    );
    fact(ui, "Counted", "What the means and the bars below show", score);
    for color in Color::ALL {
        let (mean, deviation) = summary.mean(color);
        fact(
            ui,
            &format!("{color}, mean"),
            &format!("{score}: mean and standard deviation"),
            format!("{mean:.1} ± {deviation:.1}"),
        );
    }
    fact(ui, "Dead stones", "Which stones are taken off before the end is counted", dead.name());
    fact(ui, "Ticks a game", "", format!("{:.1}", summary.ticks / f64::from(summary.games.max(1))));
    if let Some(histogram) = &view.histogram {
        draw(ui, histogram, view.log);
    } else {
        complaint(ui, "No positive scores: no logarithm can be shown.");
    }
    switch(
        ui,
        &mut view.log,
        "Logarithm of the scores",
        "The natural logarithm, as the paper of 2016 shows them",
        "",
    );
    log(ui, results);
    kind
}

fn draw(ui: &mut Ui, histogram: &Histogram, log: bool) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 104.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 5.0, colors.wood);
    let plot = Rect::from_min_max(rect.min + Vec2::new(6.0, 8.0), rect.max - Vec2::new(6.0, 18.0));
    let most = Color::ALL.iter().flat_map(|&color| histogram.counts[color]).max().unwrap_or(1).max(1);
    let step = plot.width() / BINS as f32;
    for bin in 0..BINS {
        for (color, fill, side) in [(Color::Black, colors.black, 0.08), (Color::White, colors.white, 0.5)] {
            let share = histogram.counts[color][bin] as f32 / most as f32;
            if share > 0.0 {
                let left = plot.left() + (bin as f32 + side) * step;
                let top = plot.bottom() - (share * plot.height()).max(1.0);
                let bar = Rect::from_min_max(pos2(left, top), pos2(left + 0.42 * step, plot.bottom()));
                painter.rect_filled(bar, 0.0, fill);
            }
        }
    }
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, colors.black));
    let number = |value: f64| if log { format!("{value:.2}") } else { format!("{value:.0}") };
    let font = FontId::proportional(11.0);
    let middle = f64::midpoint(histogram.low, histogram.high);
    for (x, align, value) in [
        (plot.left(), Align2::LEFT_TOP, histogram.low),
        (plot.center().x, Align2::CENTER_TOP, middle),
        (plot.right(), Align2::RIGHT_TOP, histogram.high),
    ] {
        painter.text(pos2(x, plot.bottom() + 3.0), align, number(value), font.clone(), colors.black);
    }
    if let Some(at) = response.hover_pos().filter(|at| plot.x_range().contains(at.x)) {
        let bin = (((at.x - plot.left()) / step) as usize).min(BINS - 1);
        let width = (histogram.high - histogram.low) / BINS as f64;
        let from = histogram.low + bin as f64 * width;
        let slot = Rect::from_x_y_ranges(
            plot.left() + bin as f32 * step..=plot.left() + (bin + 1) as f32 * step,
            plot.y_range(),
        );
        painter.rect_stroke(slot, 0.0, Stroke::new(1.0, colors.warm), StrokeKind::Outside);
        let counts = &histogram.counts;
        response.on_hover_text_at_pointer(format!(
            "score {} to {}: Black {}, White {}",
            number(from),
            number(from + width),
            counts.black[bin],
            counts.white[bin]
        ));
    }
}

fn log(ui: &mut Ui, results: &[Finished]) {
    well(ui, |ui| {
        let font = TextStyle::Monospace;
        let row = ui.text_style_height(&font) + 2.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        let line = |text: String| RichText::new(text).text_style(TextStyle::Monospace).size(11.0);
        ui.label(line(format!("{:>5} {:<9}{:>6}{:>6}{:>6}", "game", "result", "B", "W", "ticks")).weak());
        ScrollArea::vertical()
            .max_height(row * 7.0)
            .auto_shrink([false, true])
            .stick_to_bottom(true)
            .show_rows(ui, row, results.len(), |ui, rows| {
                for result in &results[rows] {
                    let outcome = result.outcome.to_string();
                    ui.label(line(format!(
                        "{:>5} {outcome:<9}{:>6.0}{:>6.0}{:>6}",
                        result.game, result.score.black, result.score.white, result.ticks
                    )));
                }
            });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::By;

    fn result(game: u64, black: f64, white: f64) -> Finished {
        let winner = if black > white { Color::Black } else { Color::White };
        let outcome = Outcome::Win { winner, by: By::Points((black - white).abs()) };
        Finished { game, score: ByColor::new(black, white), outcome, ticks: 10 }
    }

    #[test]
    fn a_summary_grows_and_begins_anew() {
        let mut summary = ResultsSummary::default();
        let mut results = vec![result(0, 10.0, 4.0), result(1, 14.0, 16.0)];
        summary.update(&results);
        assert_eq!(
            (summary.games, summary.wins, summary.mean(Color::Black)),
            (2, ByColor::new(1, 1), (12.0, 8.0_f64.sqrt()))
        );
        results.push(Finished { outcome: Outcome::Void, ..result(2, 0.0, 9.0) });
        summary.update(&results);
        assert_eq!((summary.games, summary.voids, summary.mean(Color::White).0), (2, 1, 10.0));
        summary.update(&results[2..]);
        assert_eq!((summary.games, summary.voids), (0, 1));
        summary.update(&[]);
        assert_eq!(summary, ResultsSummary::default());
    }

    #[test]
    fn every_score_is_in_the_histogram_once() {
        let results = (0..100).map(|game| result(game, game as f64, 100.0 - game as f64)).collect::<Vec<_>>();
        let histogram = Histogram::of(&results, false).expect("scores");
        assert_eq!((histogram.low, histogram.high), (0.0, 100.0));
        for color in Color::ALL {
            assert_eq!(histogram.counts[color].iter().sum::<u32>(), 100);
        }
        let log = Histogram::of(&results, true).expect("scores");
        assert_eq!(log.counts.black.iter().sum::<u32>(), 99, "there is no logarithm of 0");
        assert_eq!(Histogram::of(&[], false), None);
        assert!(Histogram::of(&[result(0, 5.0, 5.0)], false).is_some());
    }
}
