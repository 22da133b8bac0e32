//! Losses of the moves of a game: the worst of each stretch for the timeline, and what the colours mean.

use crate::shell::severity;
use crate::shell::theme::PanelColors;
use bevy::ecs::entity::Entity;
use bevy_egui::egui::{Align2, FontId, Galley, Pos2, Rect, Sense, Ui, Vec2};
use stonefield_go::notation::sgf::NodeId;
use stonefield_sim::GameRecord;
use stonefield_sim::history::Severity;

/// Stretches that a game is cut into at most.
const STRETCHES: u64 = 240;

/// How much of the line is looked at again when it has grown: a move is judged by its answer too.
const AGAIN: usize = 4;

/// The losses of the moves on the line of a record, worked out once for each change of it.
#[derive(Default)]
pub struct Losses {
    of: Option<(Entity, NodeId, u64, NodeId)>,
    /// How many nodes the line had.
    length: usize,
    /// The place in the line of each move that is judged, and its tick.
    moves: Vec<(usize, u64, Severity)>,
    stretches: Vec<Option<Severity>>,
}

impl Losses {
    /// Looks at a record, of which mostly nothing has changed, or the line has grown.
    pub fn update(&mut self, goban: Entity, record: &GameRecord) {
        let line = record.line();
        let Some(&end) = line.last() else { return };
        let of = (goban, record.root(), record.revision(), end);
        if self.of == Some(of) && self.length == line.len() {
            return;
        }
        let grown = self.of.is_some_and(|(known, root, _, end)| {
            (known, root) == (goban, record.root()) && line.get(self.length.wrapping_sub(1)) == Some(&end)
        });
        let first = if grown { self.length.min(record.depth() + 1).saturating_sub(AGAIN) } else { 0 };
        self.moves.retain(|(place, ..)| *place < first);
        for (at, &node) in line.iter().enumerate().skip(first) {
            if let Some(loss) = record.loss(node) {
                self.moves.push((at, record.tick_of(node), loss.severity()));
            }
        }
        (self.of, self.length) = (Some(of), line.len());
        self.stretches = worst(self.moves.iter().map(|&(_, tick, severity)| (tick, severity)), record.last());
    }

    /// The worst move of each of as many stretches, which together are the game up to its last tick; none where no move is judged.
    #[must_use]
    pub fn stretches(&self) -> &[Option<Severity>] {
        &self.stretches
    }
}

/// The worst of the moves in each stretch of a game of so many ticks.
fn worst(moves: impl Iterator<Item = (u64, Severity)>, last: u64) -> Vec<Option<Severity>> {
    let count = last.min(STRETCHES);
    let mut stretches = vec![None; count as usize];
    let mut known = false;
    for (tick, severity) in moves.filter(|(tick, _)| (1..=last).contains(tick)) {
        let at = ((tick - 1) * count / last.max(1)) as usize;
        known = true;
        stretches[at] = stretches[at].max(Some(severity));
    }
    if known { stretches } else { Vec::new() }
}

/// Draws stretches below a rail, the deeper the worse.
pub fn strip(ui: &Ui, rail: Rect, bottom: f32, stretches: &[Option<Severity>], last: u64) {
    let wide = rail.width() / last.max(1) as f32;
    let count = stretches.len().max(1) as f32;
    for (at, severity) in stretches.iter().enumerate() {
        let Some(severity) = *severity else { continue };
        // A bar stands below its tick, not between two.
        let along = |at: usize| {
            let ticks = at as f32 / count * last as f32 + 0.5;
            (rail.left() + ticks * wide).min(rail.right() + 0.5 * wide)
        };
        let (left, right) = (along(at), along(at + 1));
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        let depth = severity::size(severity) * (bottom - rail.bottom() - 1.5);
        let bar = Rect::from_min_max(
            Pos2::new(left, rail.bottom() + 1.5),
            Pos2::new((right - gap).max(left + 1.0), rail.bottom() + 1.5 + depth),
        );
        ui.painter().rect_filled(bar, 0.0, severity::ink(severity));
    }
}

/// What a kind of move is, with its limits: `mistake: 10 % or 4 points`.
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

/// Says what the colours of moves mean, in the room there is.
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
    let told = Severity::ALL.map(words).join("\n");
    response.on_hover_text(format!(
        "What a move cost the colour that made it, in chances or else in points, as one mind saw the game before and after:\n{told}"
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
    fn limits_are_told_in_words() {
        assert_eq!(words(Mistake), "mistake: 10 % or 4 points and more");
        assert_eq!(words(Fine), "fine: less than 5 % or 1.5 points");
    }
}
