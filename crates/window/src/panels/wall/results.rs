//! Results of the games of a wall.

use super::super::chart::{ChartLook, paint, pointed_bar, show_tooltip};
use crate::shell::theme::PanelColors;
use bevy_egui::egui::{RichText, Ui};
use stonefield_go::{ByColor, Outcome};
use stonefield_lab::chart::{Bins, Chart, Curve, CurveShape, Histogram};
use stonefield_lab::statistics::Trinomial;
use stonefield_lab::{ResultCount, RowEnd, counted_color};

/// Approximate number of bars of the histogram.
const BARS: f64 = 40.0;

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallResult {
    /// Outcome. `None` if the game was given up.
    pub outcome: Option<Outcome>,
    /// Score of each colour, in points.
    pub score: ByColor<f64>,
    /// Number of ticks of the game.
    pub ticks: u64,
    /// True if the minds had exchanged colours.
    pub swapped: bool,
}

impl WallResult {
    /// Returns the outcome as SGF writes it, or `given up`.
    pub fn words(self) -> String {
        self.outcome.map_or_else(|| "given up".to_owned(), |outcome| outcome.to_string())
    }
}

/// Results of all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallResults {
    boards: Vec<BoardResults>,
    /// Sides whose wins are counted: colours, or minds if these exchange colours.
    sides: [String; 2],
    /// True if the set-up of a board changes from game to game. Its caption is then its last result alone.
    varied: bool,
    /// Results of all boards, for the first side.
    count: ResultCount,
    /// Leads of the first side in the counted games, in points.
    leads: Vec<f64>,
}

/// Results of one board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardResults {
    /// Result of its last game.
    pub last: Option<WallResult>,
    /// Results of its games, for the first side.
    pub count: ResultCount,
}

impl WallResults {
    /// Returns empty results of `boards` boards. `sides` are the sides whose wins are counted. With `varied`
    /// the set-up of a board changes from game to game.
    pub fn of(boards: usize, sides: [String; 2], varied: bool) -> Self {
        Self { boards: vec![BoardResults::default(); boards], sides, varied, ..Self::default() }
    }

    /// Returns the caption of a board's results. Empty before the first game ends.
    pub fn words(&self, board: &BoardResults) -> String {
        let Trinomial { wins, draws, losses } = board.count.results;
        let draws = if draws > 0 { format!(" ={draws}") } else { String::new() };
        let voids = board.count.games() - board.count.counted();
        let voids = if voids > 0 { format!(" void {voids}") } else { String::new() };
        match board.last {
            None => String::new(),
            Some(last) if self.varied => last.words(),
            Some(_) => format!("B {wins}  W {losses}{draws}{voids}"),
        }
    }

    /// Adds the result of a game on a board.
    pub fn add(&mut self, board: usize, result: WallResult) {
        let Some(board) = self.boards.get_mut(board) else { return };
        board.last = Some(result);
        let side = counted_color(self.sides[0] != "Black", result.swapped);
        let (end, lead) = (RowEnd::of(result.outcome), result.score[side] - result.score[!side]);
        if end.counts() {
            self.leads.push(lead);
        }
        let black_lead = result.score.black - result.score.white;
        for count in [&mut board.count, &mut self.count] {
            count.push(end, side, Some(black_lead), Some(result.ticks as f64));
        }
    }

    /// Returns the results of a board.
    pub fn board(&self, at: usize) -> Option<&BoardResults> {
        self.boards.get(at)
    }

    /// Returns the first side's leads, 0 in the middle of a bin. `None` without a counted game.
    fn histogram(&self) -> Option<Histogram> {
        let most = self.leads.iter().fold(0.0_f64, |most, lead| most.max(lead.abs()));
        let mut histogram = Histogram::new(Bins::around((-most, most), BARS, 1.0), 1);
        self.leads.iter().for_each(|&lead| histogram.add(0, lead, 1));
        (!self.leads.is_empty()).then_some(histogram)
    }

    /// Returns the chart of the histogram, with 0 in its middle. Colours: games that the second side leads,
    /// level games, games that the first side leads.
    fn chart(&self, histogram: &Histogram) -> Chart {
        let bins = histogram.bins;
        let half = histogram.range().end.max(1 - histogram.range().start) - 1;
        let curves = [-half..0, 0..1, 1..half + 1].into_iter().enumerate().map(|(color, range)| {
            let points = histogram.points(0, Some(range), |count| count as f64);
            Curve::new("", color, CurveShape::Bars { lane: 0, lanes: 1 }, points)
        });
        let [first, second] = &self.sides;
        let lead = |side: &str, bin: i64| {
            let lead = bins.width.unwrap_or(1.0) * bin as f64;
            (lead, format!("{side} by {:.0}", lead.abs()))
        };
        let quarter = (half + 1) / 2;
        let marks = [lead(second, -quarter), (0.0, "level".to_owned()), lead(first, quarter)];
        Chart {
            marks: Some(if half > 0 { marks.to_vec() } else { vec![marks[1].clone()] }),
            least: [0.0, 1.0],
            curves: curves.collect(),
            ..Chart::default()
        }
    }

    /// Draws totals and histogram, or a hint if no game is counted.
    pub fn panel(&self, ui: &mut Ui) {
        let colors = PanelColors::here(ui);
        let Some(histogram) = self.histogram() else {
            ui.label(
                RichText::new("Results gather here as games end. Click a board to enlarge it.")
                    .color(colors.weak),
            );
            return;
        };
        let Trinomial { wins, losses, .. } = self.count.results;
        let mean = self.count.margin.mean().unwrap_or(0.0);
        let [first, second] = &self.sides;
        let leader = &self.sides[usize::from(mean < 0.0)];
        ui.label(format!(
            "{} games · {first} won {wins}, {second} {losses} · {leader} ahead by {:.1} on average · {:.0} ticks a game",
            self.count.counted(),
            mean.abs(),
            self.count.ticks.mean().unwrap_or(0.0)
        ));
        let chart = self.chart(&histogram);
        let look = ChartLook {
            name: "leads",
            height: ui.available_height() - 6.0,
            inks: &[colors.white, colors.warm, colors.black],
            ticks: [3.0, 3.0],
            ..ChartLook::default()
        };
        let Some(shown) = paint(ui, &chart, &look) else { return };
        if let Some((curve, bar)) = pointed_bar(&chart, &shown) {
            let points = &chart.curves[curve].points;
            let lead = f64::midpoint(points[bar].x, points[bar + 1].x);
            let leader = if lead < 0.0 { second } else { first };
            let words = format!("{leader} ahead by about {:.0}: {} games", lead.abs(), points[bar].y);
            show_tooltip(ui, &shown.response, &[words]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stonefield_go::{Color, WinBy};

    fn result(lead: f64) -> WallResult {
        let outcome = match lead {
            0.0 => Outcome::Draw,
            lead => {
                let winner = if lead > 0.0 { Color::Black } else { Color::White };
                Outcome::Win { winner, by: WinBy::Points(lead.abs()) }
            }
        };
        WallResult { outcome: Some(outcome), score: ByColor::new(lead, 0.0), ticks: 10, swapped: false }
    }

    fn colors() -> [String; 2] {
        ["Black", "White"].map(str::to_owned)
    }

    proptest! {
        #[test]
        fn every_game_is_in_one_bar_on_its_side(leads in prop::collection::vec(-400_i16..400, 1..60)) {
            let mut results = WallResults::of(1, colors(), false);
            for &lead in &leads {
                results.add(0, result(lead.into()));
            }
            let histogram = results.histogram().expect("games");
            let (bins, range) = (histogram.bins, histogram.range());
            let count = |bins: std::ops::Range<i64>| bins.map(|bin| histogram.count(0, bin)).sum::<u64>();
            prop_assert_eq!(count(range.clone()) as usize, leads.len());
            let width = bins.width.expect("equal bins");
            let counted_right = leads.iter().filter(|&&lead| f64::from(lead) >= 0.5 * width).count();
            prop_assert_eq!(count(1..range.end.max(1)) as usize, counted_right);
            prop_assert_eq!(bins.edge(0), -bins.edge(1), "0 is in the middle of a bin");
            let (low, high) = results.chart(&histogram).extent(0).expect("bars");
            prop_assert!((low + high).abs() < 1e-9, "0 is in the middle of the chart");
        }
    }

    fn words(results: &WallResults, board: usize) -> String {
        results.words(results.board(board).expect("a board"))
    }

    #[test]
    fn wins_are_counted_for_minds_that_exchange_colours() {
        let sides = ["one", "two"].map(str::to_owned);
        let mut results = WallResults::of(1, sides, true);
        results.add(0, result(5.0));
        results.add(0, WallResult { swapped: true, ..result(3.0) });
        results.add(0, WallResult { outcome: None, ..result(1.0) });
        let board = results.board(0).expect("a board");
        assert_eq!(board.count.results, Trinomial::new(1, 0, 1));
        assert_eq!((board.count.unfinished, &results.leads[..]), (1, &[5.0, -3.0][..]));
        assert_eq!(words(&results, 0), "given up", "the last game");
    }

    #[test]
    fn void_games_are_counted_apart() {
        let mut results = WallResults::of(2, colors(), false);
        results.add(1, WallResult { outcome: Some(Outcome::Void), ..result(5.0) });
        assert_eq!(results.histogram(), None);
        assert_eq!(words(&results, 1), "B 0  W 0 void 1");
        results.add(1, result(-3.0));
        assert_eq!(words(&results, 1), "B 0  W 1 void 1");
        assert_eq!(words(&results, 0), "");
    }
}
