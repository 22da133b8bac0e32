//! What the games of a wall came to.

use super::super::super::theme::PanelColors;
use bevy_egui::egui::{Align2, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};
use stonefield_go::{ByColor, Outcome};
use stonefield_lab::statistics::Trinomial;
use stonefield_lab::{ResultCount, RowEnd, counted_color};

/// Bars of the histogram at most.
const BARS: usize = 41;

/// How a game of the wall ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallResult {
    /// Who won, and how; `None` where it was given up.
    pub outcome: Option<Outcome>,
    /// What both colours had.
    pub score: ByColor<f64>,
    /// How many ticks it took.
    pub ticks: u64,
    /// Whether the minds had changed colours.
    pub swapped: bool,
}

impl WallResult {
    /// How it ended, as in SGF.
    pub fn words(self) -> String {
        self.outcome.map_or_else(|| "given up".to_owned(), |outcome| outcome.to_string())
    }
}

/// The results of all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallResults {
    boards: Vec<BoardResults>,
    /// Whose wins are counted: the colours, or the minds where these change colours.
    sides: [String; 2],
    /// Whether a board plays something else from game to game, so that only its last result says something.
    varied: bool,
    /// Results of all boards, seen by the first side.
    count: ResultCount,
    /// Margins of the first side in the games that count, in points.
    leads: Vec<f64>,
}

/// The results of one board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardResults {
    /// How its last game ended.
    pub last: Option<WallResult>,
    /// Results of its games, seen by the first side.
    pub count: ResultCount,
}

impl WallResults {
    /// No results yet, of so many boards; whose wins are counted, and whether a board plays something else from game to game.
    pub fn of(boards: usize, sides: [String; 2], varied: bool) -> Self {
        Self { boards: vec![BoardResults::default(); boards], sides, varied, ..Self::default() }
    }

    /// What the games of a board came to, in a few characters; empty before the first.
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

    /// Adds a game of a board.
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

    /// The results of a board.
    pub fn board(&self, at: usize) -> Option<&BoardResults> {
        self.boards.get(at)
    }

    /// How often Black was ahead by how much: the middle of the first bar, the width of a bar, and the games in each.
    fn histogram(&self) -> Option<(f64, f64, Vec<u32>)> {
        let most = self.leads.iter().fold(0.0_f64, |most, lead| most.max(lead.abs()));
        if self.leads.is_empty() {
            return None;
        }
        // An odd number of bars, so that nought has one in the middle.
        let half = (BARS / 2) as f64;
        let width = (most / half).max(1.0);
        let mut bars = vec![0; BARS];
        for lead in &self.leads {
            bars[((lead / width).round() + half) as usize] += 1;
        }
        Some((-half * width, width, bars))
    }

    /// Shows the sums and the histogram.
    pub fn panel(&self, ui: &mut Ui) {
        let colors = PanelColors::here(ui);
        let Some((start, width, bars)) = self.histogram() else {
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
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size() - Vec2::new(0.0, 6.0), Sense::hover());
        let painter = ui.painter();
        painter.rect_filled(rect, 5.0, colors.wood);
        let plot = Rect::from_min_max(rect.min + Vec2::new(8.0, 6.0), rect.max - Vec2::new(8.0, 17.0));
        let most = bars.iter().copied().max().unwrap_or(1).max(1);
        let step = plot.width() / bars.len() as f32;
        let slot = |at: usize| {
            let left = plot.left() + at as f32 * step;
            Rect::from_x_y_ranges(left..=left + step, plot.y_range())
        };
        for (at, &count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
            let height = (count as f32 / most as f32 * plot.height()).max(1.0);
            let fill = if at < BARS / 2 { colors.white } else { colors.black };
            let fill = if at == BARS / 2 { colors.warm } else { fill };
            let bar = slot(at).shrink2(Vec2::new(0.08 * step, 0.0)).with_min_y(plot.bottom() - height);
            painter.rect_filled(bar, 0.0, fill);
        }
        painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, colors.black));
        let font = FontId::proportional(11.0);
        let last = start + width * (BARS - 1) as f64;
        for (x, align, text) in [
            (plot.left(), Align2::LEFT_TOP, format!("{second} by {:.0}", -start)),
            (plot.center().x, Align2::CENTER_TOP, "level".to_owned()),
            (plot.right(), Align2::RIGHT_TOP, format!("{first} by {last:.0}")),
        ] {
            painter.text(pos2(x, plot.bottom() + 2.0), align, text, font.clone(), colors.black);
        }
        if let Some(at) = response.hover_pos().filter(|at| plot.x_range().contains(at.x)) {
            let bar = (((at.x - plot.left()) / step) as usize).min(BARS - 1);
            painter.rect_stroke(slot(bar), 0.0, Stroke::new(1.0, colors.warm), StrokeKind::Outside);
            let lead = start + width * bar as f64;
            let leader = if lead < 0.0 { second } else { first };
            response.on_hover_text_at_pointer(format!(
                "{leader} ahead by about {:.0}: {} games",
                lead.abs(),
                bars[bar]
            ));
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
            let (first, width, bars) = results.histogram().expect("games");
            prop_assert_eq!(bars.iter().sum::<u32>() as usize, leads.len());
            let far = leads.iter().filter(|&&lead| f64::from(lead) >= 0.5 * width).count();
            prop_assert_eq!(bars[BARS / 2 + 1..].iter().sum::<u32>() as usize, far);
            prop_assert!((first + width * (BARS / 2) as f64).abs() < 1e-9, "nought is in the middle");
        }
    }

    fn words(results: &WallResults, board: usize) -> String {
        results.words(results.board(board).expect("a board"))
    }

    #[test]
    fn wins_are_those_of_minds_where_these_change_colours() {
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
