//! What is said of the game: moves, captures, passes, results, and what is refused. Where much happens it is summed up, once a second.

use super::is_read;
use super::words::{counted, played};
use crate::shell::notices::Notices;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::{ShownGobanItem, WatchedGoban};
use bevy::app::{App, PostUpdate};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::platform::time::Instant;
use bevy_egui::EguiPostUpdateSet;
use bevy_egui::egui::Id;
use bevy_egui::egui::accesskit::NodeId;
use core::time::Duration;
use std::collections::BTreeMap;
use stonefield_go::{Color, Move, Outcome, Point};
use stonefield_sim::{Captured, GameOver, Jumped, Passed, Placed};

/// The least time between two sentences about the game.
const APART: Duration = Duration::from_secs(1);

/// So many ticks are told move by move; more are summed up.
const TOLD: usize = 3;

/// So many stones are named.
const NAMED: usize = 6;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Announcer>().add_systems(
        PostUpdate,
        announce
            .after(EguiPostUpdateSet::EndPass)
            .before(EguiPostUpdateSet::PostProcessOutput)
            .run_if(is_read),
    );
}

/// What was said last.
#[derive(Resource, Default)]
pub struct Announcer {
    said: Option<String>,
    assertive: bool,
    /// How much has been said: each sentence has a node of its own, so that the same one is heard twice.
    count: u64,
    at: Option<Instant>,
}

impl Announcer {
    /// The last sentence, the node it stands in, and whether it interrupts.
    #[must_use]
    pub fn said(&self) -> Option<(NodeId, &str, bool)> {
        let id = Id::new(("said", self.count)).accesskit_id();
        Some((id, self.said.as_deref()?, self.assertive))
    }

    fn say(&mut self, words: String, assertive: bool) {
        self.said = Some(words);
        self.assertive = assertive;
        self.count += 1;
    }

    /// How long until something may be said of the game.
    fn wait(&self) -> Duration {
        self.at.map_or(Duration::ZERO, |at| APART.saturating_sub(at.elapsed()))
    }
}

/// What happened in one tick.
#[derive(Clone, Debug, Default)]
struct TickTold {
    moves: Vec<(Color, Move)>,
    captured: Vec<(Color, Point)>,
}

impl TickTold {
    /// `Black Q16, takes 2 at R15 R16`.
    fn words(&self) -> String {
        let mut parts: Vec<String> =
            self.moves.iter().map(|&(color, action)| played(color, action)).collect();
        for dead in Color::ALL {
            let points: Vec<Point> =
                self.captured.iter().filter(|(color, _)| *color == dead).map(|(_, point)| *point).collect();
            if points.is_empty() {
                continue;
            }
            // Where the other colour has moved it has taken them; else they died by a move of their own.
            let taken = self.moves.iter().any(|(color, _)| *color == !dead);
            let (who, does) = if taken { (!dead, "takes") } else { (dead, "loses") };
            let named: Vec<String> = points.iter().take(NAMED).map(ToString::to_string).collect();
            let more = points.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            parts.push(format!("{who} {does} {} at {}{more}", points.len(), named.join(" ")));
        }
        parts.join(", ")
    }
}

/// What happened and was not told yet.
#[derive(Default)]
struct Happened {
    jumped: Option<Jumped>,
    ticks: BTreeMap<u64, TickTold>,
    outcome: Option<Outcome>,
}

impl Happened {
    fn is_empty(&self) -> bool {
        self.jumped.is_none() && self.ticks.is_empty() && self.outcome.is_none()
    }

    fn words(&self, here: impl FnOnce(&Jumped) -> String) -> String {
        let mut parts: Vec<String> = self.jumped.as_ref().map(here).into_iter().collect();
        if self.ticks.len() <= TOLD {
            parts.extend(self.ticks.values().map(TickTold::words).filter(|words| !words.is_empty()));
        } else {
            let moves = self.ticks.values().map(|tick| tick.moves.len()).sum();
            let mut sum = counted(moves, "move", "moves");
            let last = self.ticks.values().rev().find_map(|tick| tick.moves.last());
            if let Some(&(color, action)) = last {
                sum = format!("{sum}, last {}", played(color, action));
            }
            for dead in Color::ALL {
                let all = self.ticks.values().flat_map(|tick| &tick.captured);
                let count = all.filter(|(color, _)| *color == dead).count();
                if count > 0 {
                    sum = format!("{sum}, {dead} loses {}", counted(count, "stone", "stones"));
                }
            }
            parts.push(sum);
        }
        parts.extend(self.outcome.map(|outcome| format!("Game over: {outcome}")));
        parts.join(". ")
    }
}

/// The messages that are told of.
#[derive(SystemParam)]
struct Told<'w, 's> {
    jumped: MessageReader<'w, 's, Jumped>,
    placed: MessageReader<'w, 's, Placed>,
    captured: MessageReader<'w, 's, Captured>,
    passed: MessageReader<'w, 's, Passed>,
    over: MessageReader<'w, 's, GameOver>,
}

fn announce(
    mut told: Told,
    watched: WatchedGoban,
    notices: Res<Notices>,
    mut announcer: ResMut<Announcer>,
    mut redraw: ResMut<Redraw>,
    mut happened: Local<Happened>,
    mut heard: Local<Option<Instant>>,
) {
    let ours = watched.id();
    for jump in told.jumped.read().filter(|fact| fact.goban == ours) {
        *happened = Happened { jumped: Some(*jump), ..Happened::default() };
    }
    for fact in told.placed.read().filter(|fact| fact.goban == ours) {
        let tick = happened.ticks.entry(fact.tick).or_default();
        tick.moves.push((fact.color, Move::Play(fact.point)));
    }
    for fact in told.captured.read().filter(|fact| fact.goban == ours) {
        happened.ticks.entry(fact.tick).or_default().captured.push((fact.color, fact.point));
    }
    for fact in told.passed.read().filter(|fact| fact.goban == ours) {
        happened.ticks.entry(fact.tick).or_default().moves.push((fact.color, Move::Pass));
    }
    for fact in told.over.read().filter(|fact| fact.goban == ours) {
        happened.outcome = Some(fact.outcome);
    }
    let before = announcer.count;
    if let Some((at, words, refused)) = notices.newest()
        && *heard != Some(at)
    {
        *heard = Some(at);
        announcer.say(words.to_owned(), refused);
    } else if let (false, Some(goban)) = (happened.is_empty(), watched.get()) {
        let wait = announcer.wait();
        if wait.is_zero() {
            let words = std::mem::take(&mut *happened).words(|jump| arrived(jump, &goban));
            announcer.say(words, false);
            announcer.at = Some(Instant::now());
        } else {
            redraw.within(wait);
        }
    }
    if announcer.count != before {
        redraw.frames(2);
    }
}

/// Where a jump has led: `New game, 19x19`, or `Move 12: White D4`.
fn arrived(jump: &Jumped, goban: &ShownGobanItem<'_, '_>) -> String {
    if jump.new_game {
        return format!("New game, {}", goban.occupancy.size());
    }
    let last: Vec<String> =
        goban.record.turns_in(jump.tick).map(|(color, action)| played(color, action)).collect();
    match (jump.tick, last.is_empty()) {
        (0, _) => "The beginning".to_owned(),
        (tick, true) => format!("Move {tick}"),
        (tick, false) => format!("Move {tick}: {}", last.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    fn happened(ticks: impl IntoIterator<Item = (u64, TickTold)>) -> Happened {
        Happened { ticks: ticks.into_iter().collect(), ..Happened::default() }
    }

    fn say(happened: &Happened) -> String {
        happened.words(|_| "Here".to_owned())
    }

    #[test]
    fn a_move_its_captures_and_the_answer_are_told() {
        let black = TickTold {
            moves: vec![(Color::Black, Move::Play(point("Q16")))],
            captured: vec![(Color::White, point("R16")), (Color::White, point("R15"))],
        };
        let white = TickTold { moves: vec![(Color::White, Move::Pass)], captured: vec![] };
        let mut all = happened([(1, black), (2, white)]);
        assert_eq!(say(&all), "Black Q16, Black takes 2 at R16 R15. White passes");
        all.outcome = "B+3.5".parse().ok();
        all.jumped = None;
        assert!(say(&all).ends_with(". Game over: B+3.5"), "{}", say(&all));
    }

    #[test]
    fn stones_that_die_by_a_move_of_their_own_are_lost() {
        let suicide = TickTold {
            moves: vec![(Color::Black, Move::Play(point("A1")))],
            captured: vec![(Color::Black, point("A1"))],
        };
        assert_eq!(say(&happened([(1, suicide)])), "Black A1, Black loses 1 at A1");
    }

    #[test]
    fn many_ticks_are_summed_up() {
        let tick = |number: u64| {
            let color = if number % 2 == 1 { Color::Black } else { Color::White };
            let captured = if number == 5 { vec![(Color::White, point("C3")); 2] } else { Vec::new() };
            (number, TickTold { moves: vec![(color, Move::Play(Point::new(number as u16, 0)))], captured })
        };
        assert_eq!(say(&happened((1..=40).map(tick))), "40 moves, last White AQ1, White loses 2 stones");
    }
}
