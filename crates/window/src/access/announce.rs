//! Announcements for screen readers: moves, captures, passes, results, notices and refusals. Game events are
//! announced at most once a second; many ticks are summed up.

use super::is_requested;
use super::words::{counted, played};
use crate::shell::notices::Notices;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::WatchedGoban;
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
use stonefield_sim::{Captured, GameOver, GameRecord, Jumped, Occupancy, Passed, Placed};

/// Least time between two announcements of game events.
const INTERVAL: Duration = Duration::from_secs(1);

/// Largest number of ticks that are announced move by move.
const MAX_TICKS: usize = 3;

/// Largest number of captured stones that are named.
const MAX_NAMED: usize = 6;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Announcer>().add_systems(
        PostUpdate,
        announce
            .after(EguiPostUpdateSet::EndPass)
            .before(EguiPostUpdateSet::PostProcessOutput)
            .run_if(is_requested),
    );
}

/// Last announcement.
#[derive(Resource, Default)]
pub struct Announcer {
    said: Option<String>,
    /// True if the announcement interrupts the screen reader.
    assertive: bool,
    /// Number of announcements so far. Each has its own node, so that a repeated text is read again.
    count: u64,
    /// Time of the last announcement of game events.
    at: Option<Instant>,
}

impl Announcer {
    /// Returns the last announcement: its node, its text, and true if it interrupts the screen reader.
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

    /// Returns the time until game events may be announced.
    fn wait(&self) -> Duration {
        self.at.map_or(Duration::ZERO, |at| INTERVAL.saturating_sub(at.elapsed()))
    }
}

/// Events of one tick.
#[derive(Clone, Debug, Default)]
struct TickEvents {
    moves: Vec<(Color, Move)>,
    captured: Vec<(Color, Point)>,
}

impl TickEvents {
    /// Returns the events as text: `Black Q16, Black takes 2 at R15 R16`.
    fn words(&self) -> String {
        let mut parts: Vec<String> =
            self.moves.iter().map(|&(color, action)| played(color, action)).collect();
        for dead in Color::ALL {
            let points: Vec<Point> =
                self.captured.iter().filter(|(color, _)| *color == dead).map(|(_, point)| *point).collect();
            if points.is_empty() {
                continue;
            }
            // If the other colour has moved in this tick, it has captured them. Otherwise their own colour's
            // move killed them.
            let taken = self.moves.iter().any(|(color, _)| *color == !dead);
            let (who, does) = if taken { (!dead, "takes") } else { (dead, "loses") };
            let named: Vec<String> = points.iter().take(MAX_NAMED).map(ToString::to_string).collect();
            let more = points.len().saturating_sub(MAX_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            parts.push(format!("{who} {does} {} at {}{more}", points.len(), named.join(" ")));
        }
        parts.join(", ")
    }
}

/// Events that are not announced yet.
#[derive(Default)]
struct PendingEvents {
    jumped: Option<Jumped>,
    ticks: BTreeMap<u64, TickEvents>,
    outcome: Option<Outcome>,
}

impl PendingEvents {
    fn is_empty(&self) -> bool {
        self.jumped.is_none() && self.ticks.is_empty() && self.outcome.is_none()
    }

    /// Returns the events as text. `position`: text about the position after a jump.
    fn words(&self, position: impl FnOnce(&Jumped) -> String) -> String {
        let mut parts: Vec<String> = self.jumped.as_ref().map(position).into_iter().collect();
        if self.ticks.len() <= MAX_TICKS {
            parts.extend(self.ticks.values().map(TickEvents::words).filter(|words| !words.is_empty()));
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

/// Messages about events that are announced.
#[derive(SystemParam)]
struct EventMessages<'w, 's> {
    jumped: MessageReader<'w, 's, Jumped>,
    placed: MessageReader<'w, 's, Placed>,
    captured: MessageReader<'w, 's, Captured>,
    passed: MessageReader<'w, 's, Passed>,
    over: MessageReader<'w, 's, GameOver>,
}

fn announce(
    mut messages: EventMessages,
    watched: WatchedGoban<(&Occupancy, &GameRecord)>,
    notices: Res<Notices>,
    mut announcer: ResMut<Announcer>,
    mut redraw: ResMut<Redraw>,
    mut pending: Local<PendingEvents>,
    mut last_notice: Local<Option<Instant>>,
) {
    let goban_id = watched.id();
    for jump in messages.jumped.read().filter(|fact| fact.goban == goban_id) {
        *pending = PendingEvents { jumped: Some(*jump), ..PendingEvents::default() };
    }
    for fact in messages.placed.read().filter(|fact| fact.goban == goban_id) {
        let tick = pending.ticks.entry(fact.tick).or_default();
        tick.moves.push((fact.color, Move::Play(fact.point)));
    }
    for fact in messages.captured.read().filter(|fact| fact.goban == goban_id) {
        pending.ticks.entry(fact.tick).or_default().captured.push((fact.color, fact.point));
    }
    for fact in messages.passed.read().filter(|fact| fact.goban == goban_id) {
        pending.ticks.entry(fact.tick).or_default().moves.push((fact.color, Move::Pass));
    }
    for fact in messages.over.read().filter(|fact| fact.goban == goban_id) {
        pending.outcome = Some(fact.outcome);
    }
    let before = announcer.count;
    if let Some((at, words, refused)) = notices.newest()
        && *last_notice != Some(at)
    {
        *last_notice = Some(at);
        announcer.say(words.to_owned(), refused);
    } else if let (false, Some(goban)) = (pending.is_empty(), watched.get()) {
        let wait = announcer.wait();
        if wait.is_zero() {
            let words = std::mem::take(&mut *pending).words(|jump| position_words(jump, goban));
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

/// Returns the position after a jump as text: `New game, 19x19`, or `Move 12: White D4`.
fn position_words(jump: &Jumped, (occupancy, record): (&Occupancy, &GameRecord)) -> String {
    if jump.new_game {
        return format!("New game, {}", occupancy.size());
    }
    let last: Vec<String> = record.turns_in(jump.tick).map(|(color, action)| played(color, action)).collect();
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

    fn events(ticks: impl IntoIterator<Item = (u64, TickEvents)>) -> PendingEvents {
        PendingEvents { ticks: ticks.into_iter().collect(), ..PendingEvents::default() }
    }

    fn words(events: &PendingEvents) -> String {
        events.words(|_| "Here".to_owned())
    }

    #[test]
    fn moves_and_captures_are_announced() {
        let black = TickEvents {
            moves: vec![(Color::Black, Move::Play(point("Q16")))],
            captured: vec![(Color::White, point("R16")), (Color::White, point("R15"))],
        };
        let white = TickEvents { moves: vec![(Color::White, Move::Pass)], captured: vec![] };
        let mut pending = events([(1, black), (2, white)]);
        assert_eq!(words(&pending), "Black Q16, Black takes 2 at R16 R15. White passes");
        pending.outcome = "B+3.5".parse().ok();
        pending.jumped = None;
        assert!(words(&pending).ends_with(". Game over: B+3.5"), "{}", words(&pending));
    }

    #[test]
    fn stones_that_die_by_a_move_of_their_own_are_lost() {
        let suicide = TickEvents {
            moves: vec![(Color::Black, Move::Play(point("A1")))],
            captured: vec![(Color::Black, point("A1"))],
        };
        assert_eq!(words(&events([(1, suicide)])), "Black A1, Black loses 1 at A1");
    }

    #[test]
    fn many_ticks_are_summed_up() {
        let tick = |number: u64| {
            let color = if number % 2 == 1 { Color::Black } else { Color::White };
            let captured = if number == 5 { vec![(Color::White, point("C3")); 2] } else { Vec::new() };
            (number, TickEvents { moves: vec![(color, Move::Play(Point::new(number as u16, 0)))], captured })
        };
        assert_eq!(words(&events((1..=40).map(tick))), "40 moves, last White AQ1, White loses 2 stones");
    }
}
