//! Thoughts of minds: candidates, evaluation and search effort.

use crate::marks::bids;
use crate::marks::pointed_line::{PointedLine, expected_line};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{fact, hint, stone};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    Align2, Label, Pos2, Rect, RichText, Sense, TextStyle, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Move};
use stonefield_minds::Answer;
use stonefield_search::{Candidate, Motive, Thought, rounded};
use stonefield_sim::{Advice, Opinion, Referee, Thinking};

/// Largest number of candidates shown.
const MAX_CANDIDATES: usize = 6;

const PANEL: Panel = Panel::new("Thoughts", Place::Facts, 60);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PointedLine>().add_view(PANEL, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&Advice, &Thinking, &Referee)>,
    mut line: ResMut<PointedLine>,
) {
    let Some((given, thinking, referee)) = goban.get() else { return };
    let pointed_in_advice = advice(ui, given);
    if given.color().is_none() && thinking.thoughts.iter().all(|(_, thought)| thought.is_none()) {
        hint(ui, "A mind that searches says here what it thinks. Press Hint, or seat one under Minds.");
    }
    let pointed = pointed_in_advice.or(panel(ui, &thinking.thoughts));
    if let Some((color, moves)) = pointed {
        line.0 = Some(expected_line(&referee.position, color, moves));
    }
}

/// Variation below the pointer: the colour of the first move, and the moves.
type Line<'a> = (Color, &'a [Move]);

/// Shows the thoughts of each colour's mind in its last turn, if any. Returns the variation below the
/// pointer.
pub fn panel<'a>(ui: &mut Ui, thoughts: &'a ByColor<Option<Thought>>) -> Option<Line<'a>> {
    let mut pointed = None;
    let present = thoughts.iter().filter_map(|(color, thought)| Some((color, thought.as_ref()?)));
    for (i, (color, thought)) in present.enumerate() {
        if i > 0 {
            ui.add_space(4.0);
        }
        pointed = thought_facts(ui, color, thought).or(pointed);
    }
    pointed
}

/// Shows the advice on the current position, from one mind or several. Several minds have the ink of their
/// moves on the board. Returns the variation below the pointer.
pub fn advice<'a>(ui: &mut Ui, advice: &'a Advice) -> Option<Line<'a>> {
    let color = advice.color()?;
    let mut pointed = None;
    let colors = PanelColors::here(ui);
    ui.add_space(4.0);
    let compared = advice.opinions().len() > 1;
    let title = if compared { "Compared" } else { "Advice" };
    ui.label(RichText::new(title).text_style(theme::heading()).color(colors.strong));
    for (i, opinion) in advice.opinions().iter().enumerate() {
        let ink = theme::INKS.get(i).filter(|_| compared);
        ui.horizontal(|ui| {
            if let Some(&ink) = ink {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
                ui.painter().circle_filled(rect.center(), 6.0, ink);
            }
            opinion_line(ui, opinion);
        });
        if let Some(thought) = opinion.thought() {
            pointed = thought_facts(ui, color, thought).or(pointed);
        }
    }
    if advice.compares() && !compared {
        hint(ui, "All minds are the same: choose others to compare.");
    }
    pointed
}

/// Shows the answer of an asked mind in one line.
fn opinion_line(ui: &mut Ui, opinion: &Opinion) {
    let colors = PanelColors::here(ui);
    let name = opinion.spec().name();
    let text = match opinion.answer() {
        Some(Answer::Move(action)) => format!("{name} would play {action}"),
        Some(Answer::Resign) => format!("{name} would resign"),
        Some(Answer::Failed(why)) => format!("{name}: {why}"),
        None if opinion.is_active() => format!("{name} thinks …"),
        None => format!("{name} was stopped"),
    };
    let ink = if matches!(opinion.answer(), Some(Answer::Failed(_))) { colors.error } else { colors.text };
    let label = Label::new(RichText::new(text).color(ink)).wrap();
    ui.add(label).on_hover_text(opinion.spec().to_string());
}

/// Shows a thought: effort, evaluation, candidates, bids and notes. Returns the variation below the pointer.
fn thought_facts<'a>(ui: &mut Ui, color: Color, thought: &'a Thought) -> Option<Line<'a>> {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(18.0, 18.0), Sense::hover());
        stone(ui, Pos2::new(rect.left() + 9.0, rect.center().y), 6.5, color);
        ui.add(Label::new(RichText::new(effort(thought)).weak()).truncate());
    });
    if thought.is_indifferent() {
        return None;
    }
    let mut pointed = None;
    if let Some(winrate) = thought.winrate {
        fact(ui, "Win rate", "How likely it thinks it wins", format!("{:.1} %", winrate * 100.0));
    }
    if let Some(lead) = thought.lead {
        fact(ui, "Expected lead", "Points it thinks it is ahead", format!("{:+.1}", rounded(lead, 1)));
    }
    for candidate in thought.candidates.iter().take(MAX_CANDIDATES) {
        if row(ui, candidate) {
            let variation = candidate.variation.as_slice();
            let line = if variation.is_empty() { std::slice::from_ref(&candidate.action) } else { variation };
            pointed = Some((color, line));
        }
    }
    let more = thought.candidates.len().saturating_sub(MAX_CANDIDATES);
    if more > 0 {
        ui.label(RichText::new(format!("and {more} more")).small().weak());
    }
    if let Some(to) = bids::point_shown(thought, None) {
        show_motives(ui, &bids::motives(thought.bids_for(to)));
    }
    for note in [&thought.reason].into_iter().filter(|reason| !reason.is_empty()).chain(&thought.notes) {
        ui.add(Label::new(RichText::new(note).small().weak()).wrap());
    }
    pointed
}

/// Shows the sum of the bids for a point by motive, in the colours of the arrows on the board.
pub fn show_motives(ui: &mut Ui, motives: &[(Motive, f32)]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(10.0, 3.0);
        for (motive, sum) in motives {
            // Colour and word are one widget, so that no line break comes between them.
            let word = format!("{motive} {sum:.1}");
            let ink = PanelColors::here(ui).text;
            let text = ui.painter().layout_no_wrap(word.clone(), TextStyle::Small.resolve(ui.style()), ink);
            let (rect, response) = ui.allocate_exact_size(text.size() + vec2(13.0, 0.0), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &word));
            let square = Rect::from_center_size(rect.left_center() + vec2(4.5, 0.0), Vec2::splat(9.0));
            ui.painter().rect_filled(square, 2.0, bids::motive_ink(*motive));
            ui.painter().galley(rect.left_top() + vec2(13.0, 0.0), text, ink);
        }
    });
}

/// Returns the search effort as text: playouts, nodes and depth, or else the number of candidates.
fn effort(thought: &Thought) -> String {
    let moves = thought.candidates.len();
    if thought.is_indifferent() {
        return format!("{moves} moves, equally likely");
    }
    let mut parts = Vec::new();
    for (count, noun) in [(thought.playouts, "playout"), (thought.nodes, "node")] {
        if count > 0 {
            parts.push(counted(count, noun));
        }
    }
    if thought.depth > 0 {
        parts.push(format!("depth {}", thought.depth));
    }
    if parts.is_empty() {
        parts.push(if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") });
    }
    parts.join(", ")
}

/// Shows a candidate: move, value, visits and the moves after it. Returns true if the pointer is over it.
fn row(ui: &mut Ui, candidate: &Candidate) -> bool {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 17.0), Sense::hover());
    let font = TextStyle::Body.resolve(ui.style());
    let painter = ui.painter().with_clip_rect(rect);
    let pointed = response.hovered();
    if pointed {
        painter.rect_filled(rect, 3.0, colors.button[0]);
    }
    painter.text(rect.left_center(), Align2::LEFT_CENTER, candidate.action, font.clone(), colors.strong);
    let position = |x: f32| Pos2::new(rect.left() + x, rect.center().y);
    let ink = if candidate.is_upper_bound { colors.weak } else { colors.text };
    painter.text(position(112.0), Align2::RIGHT_CENTER, value(candidate), font, ink);
    if candidate.visits > 1 {
        let visits = crate::marks::candidates::count(candidate.visits);
        painter.text(position(148.0), Align2::RIGHT_CENTER, visits, theme::text_font(), colors.weak);
    }
    let replies = line(candidate.variation.get(1..).unwrap_or_default());
    let mut replies = LayoutJob::simple_singleline(replies, theme::text_font(), colors.weak);
    replies.wrap = TextWrapping::truncate_at_width((rect.right() - position(154.0).x).max(0.0));
    let replies = painter.layout_job(replies);
    painter.galley(position(154.0) - vec2(0.0, 0.5 * replies.size().y), replies, colors.weak);
    response.widget_info(|| {
        let words = format!("{} {}", candidate.action, details(candidate));
        WidgetInfo::labeled(WidgetType::Label, true, words)
    });
    response.on_hover_text(details(candidate));
    pointed
}

/// Returns the value of a candidate: win rate, or else lead, score or prior. Empty if none is known.
fn value(candidate: &Candidate) -> String {
    let number = match candidate {
        Candidate { winrate: Some(winrate), .. } => format!("{:.1} %", winrate * 100.0),
        Candidate { lead: Some(lead), .. } => format!("{:+.1}", rounded(*lead, 1)),
        Candidate { score: Some(score), .. } => format!("{score:.1}"),
        Candidate { prior: Some(prior), .. } => format!("prior {:.0} %", prior * 100.0),
        _ => return String::new(),
    };
    if candidate.is_upper_bound { format!("≤ {number}") } else { number }
}

fn line(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns all known facts of a candidate, one per line.
fn details(candidate: &Candidate) -> String {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let mut parts = vec![candidate.action.to_string()];
    if candidate.visits > 0 {
        parts.push(format!("visits {}", candidate.visits));
    }
    if candidate.nodes > 0 {
        parts.push(format!("{} nodes below it", candidate.nodes));
    }
    if candidate.is_upper_bound {
        parts.push("upper bound only: the search stopped once it was no better than another move".to_owned());
    }
    parts.extend(candidate.winrate.map(|winrate| format!("chances {}", percent(winrate))));
    parts.extend(candidate.rave.map(|rave| format!("RAVE {}", percent(rave))));
    parts.extend(candidate.lower_bound.map(|bound| format!("at least {}", percent(bound))));
    parts.extend(candidate.lead.map(|lead| format!("lead {:+.1}", rounded(lead, 1))));
    parts.extend(candidate.score.map(|score| format!("score {score:.2}")));
    parts.extend(candidate.prior.map(|prior| format!("prior {}", percent(prior))));
    if candidate.variation.len() > 1 {
        parts.push(line(&candidate.variation));
    }
    parts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Point;

    #[test]
    fn details_have_only_known_facts() {
        let bare = Candidate::new(Point::new(3, 3).into());
        assert_eq!((value(&bare).as_str(), details(&bare).as_str()), ("", "D4"));
        let candidate = Candidate {
            visits: 12,
            winrate: Some(0.514),
            prior: Some(0.2),
            variation: vec![Point::new(3, 3).into(), Move::Pass],
            ..bare
        };
        assert_eq!(value(&candidate), "51.4 %");
        assert_eq!(details(&candidate), "D4\nvisits 12\nchances 51.4 %\nprior 20.0 %\nD4 pass");
    }

    #[test]
    fn effort_has_counts_or_the_number_of_moves() {
        let thought = Thought { playouts: 40, depth: 3, ..Thought::default() };
        assert_eq!(effort(&thought), "40 playouts, depth 3");
        let with_prior = |prior| Candidate { prior: Some(prior), ..Candidate::new(Move::Pass) };
        let effort_of = |priors: [f64; 2]| {
            effort(&Thought { candidates: priors.map(with_prior).into(), ..Thought::default() })
        };
        assert_eq!(effort_of([0.5, 0.5]), "2 moves, equally likely");
        assert_eq!(effort_of([0.7, 0.3]), "2 moves");
    }
}
