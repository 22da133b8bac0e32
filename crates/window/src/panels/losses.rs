//! Losses of the moves of a game: the worst of each stretch for the timeline, and what the colours mean.

use crate::shell::severity;
use crate::shell::theme::PanelColors;
use bevy::ecs::entity::Entity;
use bevy_egui::egui::{Align2, FontId, Galley, Pos2, Rect, Sense, Ui, Vec2};
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::GameRecord;
use stonefield_sim::history::Severity;

/// Largest number of stretches of a game.
const STRETCHES: u64 = 240;

/// Number of old nodes that are read again when the line has grown. A move is also judged by its answer.
const AGAIN: usize = 4;

/// Losses of the moves on the line of a record. Updated only when the record changes.
#[derive(Default)]
pub struct Losses {
    /// Identity of the line: goban, root, revision of the record, and last node.
    key: Option<(Entity, NodeId, u64, NodeId)>,
    /// Number of nodes of the line.
    length: usize,
    /// Judged moves: index in the line, tick, severity.
    moves: Vec<(usize, u64, Severity)>,
    stretches: Vec<Option<Severity>>,
}

impl Losses {
    /// Updates the losses if the record has changed. If the line has grown, reads only its end.
    pub fn update(&mut self, goban: Entity, record: &GameRecord) {
        let line = record.line();
        let Some(&end) = line.last() else { return };
        let key = (goban, record.root(), record.revision(), end);
        if self.key == Some(key) && self.length == line.len() {
            return;
        }
        let grown = self.key.is_some_and(|(old_goban, root, _, end)| {
            (old_goban, root) == (goban, record.root()) && line.get(self.length.wrapping_sub(1)) == Some(&end)
        });
        let first = if grown { self.length.min(record.depth() + 1).saturating_sub(AGAIN) } else { 0 };
        self.moves.retain(|(place, ..)| *place < first);
        for (at, &node) in line.iter().enumerate().skip(first) {
            if let Some(loss) = record.loss(node) {
                self.moves.push((at, record.tick_of(node), loss.severity()));
            }
        }
        (self.key, self.length) = (Some(key), line.len());
        self.stretches = worst(self.moves.iter().map(|&(_, tick, severity)| (tick, severity)), record.last());
    }

    /// The worst move of each stretch. The stretches have equal lengths. Empty if no move is judged.
    #[must_use]
    pub fn stretches(&self) -> &[Option<Severity>] {
        &self.stretches
    }
}

/// Returns the worst move of each stretch of a game of `last` ticks. Empty if no move is in these ticks.
fn worst(moves: impl Iterator<Item = (u64, Severity)>, last: u64) -> Vec<Option<Severity>> {
    let count = last.min(STRETCHES);
    let mut stretches = vec![None; count as usize];
    let mut any_judged = false;
    for (tick, severity) in moves.filter(|(tick, _)| (1..=last).contains(tick)) {
        let at = ((tick - 1) * count / last.max(1)) as usize;
        any_judged = true;
        stretches[at] = stretches[at].max(Some(severity));
    }
    if any_judged { stretches } else { Vec::new() }
}

/// Draws the worst move of each stretch as a bar below the rail. A worse move has a longer bar.
pub fn strip(ui: &Ui, rail: Rect, bottom: f32, stretches: &[Option<Severity>], last: u64) {
    let tick_width = rail.width() / last.max(1) as f32;
    let count = stretches.len().max(1) as f32;
    for (at, severity) in stretches.iter().enumerate() {
        let Some(severity) = *severity else { continue };
        // Stretch 0 begins with tick 1. The shift by half a tick centres a bar below its ticks.
        let x = |at: usize| {
            let ticks = at as f32 / count * last as f32 + 0.5;
            (rail.left() + ticks * tick_width).min(rail.right() + 0.5 * tick_width)
        };
        let (left, right) = (x(at), x(at + 1));
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        let depth = severity::size(severity) * (bottom - rail.bottom() - 1.5);
        let bar = Rect::from_min_max(
            Pos2::new(left, rail.bottom() + 1.5),
            Pos2::new((right - gap).max(left + 1.0), rail.bottom() + 1.5 + depth),
        );
        ui.painter().rect_filled(bar, 0.0, severity::ink(severity));
    }
}

/// Returns the name of a severity with its limits: `mistake: 10 % or 4 points and more`.
#[must_use]
pub fn words(severity: Severity) -> String {
    match severity.lower_bounds() {
        (share, points) if share > 0.0 => {
            format!("{}: {:.0} % or {points} points and more", severity.word(), 100.0 * share)
        }
        _ => {
            let (share, points) = Severity::Inaccuracy.lower_bounds();
            format!("{}: less than {:.0} % or {points} points", severity.word(), 100.0 * share)
        }
    }
}

/// Shows the legend of the colours of moves. If the panel is too narrow, the limits are left out.
pub fn legend(ui: &mut Ui) {
    let colors = PanelColors::here(ui);
    let long = |severity: &Severity| match severity.lower_bounds() {
        (share, _) if share > 0.0 => format!("{} {:.0} %", severity.word(), 100.0 * share),
        _ => severity.word().to_owned(),
    };
    let laid = |size: f32, word: &dyn Fn(&Severity) -> String| {
        let layout =
            |severity| ui.painter().layout_no_wrap(word(severity), FontId::proportional(size), colors.weak);
        Severity::ALL.iter().map(layout).collect::<Vec<_>>()
    };
    let (mut texts, mut gap) = (laid(10.5, &long), 21.0);
    let width = |texts: &[std::sync::Arc<Galley>], gap: f32| {
        texts.iter().map(|text| text.size().x + gap).sum::<f32>()
    };
    if width(&texts, gap) > ui.available_width() {
        (texts, gap) = (laid(9.5, &|severity| severity.word().to_owned()), 15.0);
    }
    let size = Vec2::new(width(&texts, gap).min(ui.available_width()), 16.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let mut at = rect.left_center() + Vec2::new(5.0, 0.0);
    for (severity, text) in Severity::ALL.into_iter().zip(texts) {
        severity::dot(ui.painter(), at, 5.0, severity, |color| color);
        let place = Align2::LEFT_CENTER.anchor_size(at + Vec2::new(7.0, 0.0), text.size());
        at.x += text.size().x + gap;
        ui.painter().galley(place.min, text, colors.weak);
    }
    let limits = Severity::ALL.map(words).join("\n");
    response.on_hover_text(format!(
        "What a move cost the colour that made it, in chances or else in points, as one mind saw the game before and after:\n{limits}"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use Severity::{Blunder, Fine, Inaccuracy, Mistake};

    #[test]
    fn the_worst_of_each_stretch_is_kept() {
        let moves = [(1, Fine), (2, Mistake), (4, Blunder)];
        assert_eq!(worst(moves.into_iter(), 4), [Some(Fine), Some(Mistake), None, Some(Blunder)]);
        let many = (1..=1000).map(|tick| (tick, if tick == 500 { Blunder } else { Inaccuracy }));
        let stretches = worst(many, 1000);
        assert_eq!(stretches.len(), STRETCHES as usize);
        assert_eq!(stretches.iter().filter(|worst| **worst == Some(Blunder)).count(), 1);
        assert!(stretches.iter().all(Option::is_some));
        assert!(worst([].into_iter(), 50).is_empty() && worst([(3, Fine)].into_iter(), 0).is_empty());
    }

    #[test]
    fn words_have_the_limits() {
        assert_eq!(words(Mistake), "mistake: 10 % or 4 points and more");
        assert_eq!(words(Fine), "fine: less than 5 % or 1.5 points");
    }
}
