//! What stands in the place of results before the first game has ended: what will stand there.

use super::super::widgets::{hint, well};
use bevy_egui::egui::{Ui, vec2};

/// What will stand there, from above to below.
const PARTS: [&str; 3] = [
    "The wins of A and of B, and the interval in which their share lies with 95 % certainty.",
    "A picture of how a number is spread over the games: the score, the ticks, the captures, and more.",
    "The games behind it. A click on one brings it to the board.",
];

/// Shows it, at least so high.
pub fn show(ui: &mut Ui, height: f32) {
    hint(ui, "No games yet. After the first game there stand here:");
    well(ui, |ui| {
        ui.set_min_size(vec2(ui.available_width(), height));
        for (at, part) in PARTS.into_iter().enumerate() {
            ui.add_space(4.0);
            hint(ui, format!("{}. {part}", at + 1));
        }
        ui.add_space(8.0);
        hint(ui, "Choose both minds and the number of games on the left, and press Play game after game.");
    });
}

#[cfg(test)]
mod tests {
    use super::super::super::harness::harness;
    use super::*;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn it_says_what_will_stand_there() {
        let bench = harness([480.0, 400.0], (), |ui, ()| show(ui, 200.0));
        for words in
            ["After the first game", "95 %", "is spread", "brings it to the board", "Play game after game"]
        {
            bench.get_by_label_contains(words);
        }
    }
}
