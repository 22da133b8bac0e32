//! What the games of a wall came to.

use super::super::super::theme::PanelColors;
use crate::go::{ByColor, Color, Outcome};
use bevy_egui::egui::{Align2, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};

/// Bars of the histogram at most.
const BARS: usize = 41;

/// How a game of the wall ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallResult {
    /// Who won, and how.
    pub outcome: Outcome,
    /// What both colours had.
    pub score: ByColor<f64>,
    /// How many ticks it took.
    pub ticks: u64,
}

/// The results of all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallResults {
    boards: Vec<BoardResults>,
    /// Black's score less White's, of each game that counts.
    leads: Vec<f64>,
    ticks: u64,
}

/// The results of one board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardResults {
    /// What is different about it, in words.
    pub name: String,
    /// How its last game ended.
    pub last: Option<WallResult>,
    /// Games won.
    pub wins: ByColor<u32>,
    /// Games that nobody won.
    pub draws: u32,
    /// Games that count for nothing.
    pub voids: u32,
}

impl BoardResults {
    /// What its games came to, in a few characters; empty before the first.
    pub fn words(&self) -> String {
        let ByColor { black, white } = self.wins;
        let draws = if self.draws > 0 { format!(" ={}", self.draws) } else { String::new() };
        let voids = if self.voids > 0 { format!(" void {}", self.voids) } else { String::new() };
        match black + white + self.draws + self.voids {
            0 => String::new(),
            _ => format!("B {black}  W {white}{draws}{voids}"),
        }
    }
}

impl WallResults {
    /// No results yet, of boards with these names.
    pub fn of(names: impl Iterator<Item = String>) -> Self {
        let boards = names.map(|name| BoardResults { name, ..BoardResults::default() }).collect();
        Self { boards, ..Self::default() }
    }

    /// Adds a game of a board.
    pub fn add(&mut self, board: usize, result: WallResult) {
        let Some(board) = self.boards.get_mut(board) else { return };
        board.last = Some(result);
        match result.outcome {
            Outcome::Win { winner, .. } => board.wins[winner] += 1,
            Outcome::Draw => board.draws += 1,
            Outcome::Void => {
                board.voids += 1;
                return;
            }
        }
        self.leads.push(result.score.black - result.score.white);
        self.ticks += result.ticks;
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
        let Some((first, width, bars)) = self.histogram() else {
            ui.label(
                RichText::new("Results gather here as games end. Click a board to enlarge it.")
                    .color(colors.weak),
            );
            return;
        };
        let games = self.leads.len();
        let sum = |of: fn(&BoardResults) -> u32| self.boards.iter().map(of).sum::<u32>();
        let (black, white) = (sum(|board| board.wins.black), sum(|board| board.wins.white));
        let mean = self.leads.iter().sum::<f64>() / games as f64;
        let leader = if mean < 0.0 { Color::White } else { Color::Black };
        ui.label(format!(
            "{games} games · Black won {black}, White {white} · {leader} ahead by {:.1} on average · {:.0} ticks a game",
            mean.abs(),
            self.ticks as f64 / games as f64
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
        let last = first + width * (BARS - 1) as f64;
        for (x, align, text) in [
            (plot.left(), Align2::LEFT_TOP, format!("White by {:.0}", -first)),
            (plot.center().x, Align2::CENTER_TOP, "level".to_owned()),
            (plot.right(), Align2::RIGHT_TOP, format!("Black by {last:.0}")),
        ] {
            painter.text(pos2(x, plot.bottom() + 2.0), align, text, font.clone(), colors.black);
        }
        if let Some(at) = response.hover_pos().filter(|at| plot.x_range().contains(at.x)) {
            let bar = (((at.x - plot.left()) / step) as usize).min(BARS - 1);
            painter.rect_stroke(slot(bar), 0.0, Stroke::new(1.0, colors.warm), StrokeKind::Outside);
            let lead = first + width * bar as f64;
            let leader = if lead < 0.0 { Color::White } else { Color::Black };
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
    use crate::go::By;
    use proptest::prelude::*;

    fn result(lead: f64) -> WallResult {
        let outcome = match lead {
            0.0 => Outcome::Draw,
            lead => {
                let winner = if lead > 0.0 { Color::Black } else { Color::White };
                Outcome::Win { winner, by: By::Points(lead.abs()) }
            }
        };
        WallResult { outcome, score: ByColor::new(lead, 0.0), ticks: 10 }
    }

    proptest! {
        #[test]
        fn every_game_is_in_one_bar_on_its_side(leads in prop::collection::vec(-400_i16..400, 1..60)) {
            let mut results = WallResults::of(["one".to_owned()].into_iter());
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

    #[test]
    fn void_games_are_counted_apart() {
        let mut results = WallResults::of(["one".to_owned(), "two".to_owned()].into_iter());
        results.add(1, WallResult { outcome: Outcome::Void, ..result(5.0) });
        assert_eq!(results.histogram(), None);
        assert_eq!(results.board(1).expect("a board").words(), "B 0  W 0 void 1");
        results.add(1, result(-3.0));
        assert_eq!(results.board(1).expect("a board").words(), "B 0  W 1 void 1");
        assert_eq!(results.board(0).expect("a board").words(), "");
    }
}
