//! Event log: events on the board, written as they happen, with one JSON object in each line.

use super::files::Log;
use super::shaders_pending::ShadersPending;
use super::state::Projector;
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use serde_json::{Value, json};
use stonefield_go::{ByColor, Move};
use stonefield_sim::{
    Brush, Captured, Fork, GameOver, Goban, Jumped, Merged, Painted, Passed, Placed, Refused, Request,
    RequestKind, Seats, Struck,
};

/// Adds the system that writes to the [`Log`], if there is one.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, write.run_if(resource_exists::<Log>).in_set(LogSystems));
}

/// Set in `Last` that writes the log. Systems that discard events run after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LogSystems;

/// Messages that the log contains.
#[derive(bevy::ecs::system::SystemParam)]
struct LogMessages<'w, 's> {
    requests: MessageReader<'w, 's, Request>,
    jumped: MessageReader<'w, 's, Jumped>,
    painted: MessageReader<'w, 's, Painted>,
    placed: MessageReader<'w, 's, Placed>,
    merged: MessageReader<'w, 's, Merged>,
    captured: MessageReader<'w, 's, Captured>,
    passed: MessageReader<'w, 's, Passed>,
    over: MessageReader<'w, 's, GameOver>,
    refused: MessageReader<'w, 's, Refused>,
    struck: MessageReader<'w, 's, Struck>,
}

/// Latest values in the log.
#[derive(Default)]
struct LastLogged {
    seated: Option<ByColor<String>>,
    corners: Option<Corners>,
    /// Corners in the last frame, which are logged once they stay for a frame.
    moving: Option<Corners>,
}

/// Places of A1 and of the opposite corner, in whole logical pixels from the window's upper left corner.
pub(crate) type Corners = [[i32; 2]; 2];

/// Returns the places of the corners; `None` without a board, or if one is behind the camera.
pub(crate) fn corners(projector: &Projector) -> Option<Corners> {
    let size = projector.size()?;
    let place = |x: u16, y: u16| {
        let at = projector.to_screen(Vec2::new(f32::from(x), f32::from(y)))?.round();
        Some([at.x as i32, at.y as i32])
    };
    Some([place(0, 0)?, place(size.width() - 1, size.height() - 1)?])
}

fn write(
    mut log: ResMut<Log>,
    mut messages: LogMessages,
    seats: Query<&Seats, (Changed<Seats>, Without<Fork>)>,
    games: Query<(), (With<Goban>, Without<Fork>)>,
    (projector, shaders): (Res<Projector>, Option<Res<ShadersPending>>),
    mut last_logged: Local<LastLogged>,
) {
    let mut lines = Vec::new();
    let corners = corners(&projector);
    let is_shown = shaders.is_none_or(|shaders| shaders.is_board_shown());
    if is_shown && corners.is_some() && corners != last_logged.corners {
        if corners == last_logged.moving {
            let [first, last] = corners.unwrap_or_default();
            lines.push(json!({ "fact": "view", "first": first, "last": last }));
            last_logged.corners = corners;
        }
        last_logged.moving = corners;
    }
    // Experiments beside the game are not logged.
    let is_game = |goban: Entity| games.contains(goban);
    for Request { kind, .. } in messages.requests.read().filter(|request| is_game(request.goban)) {
        lines.extend(request_line(kind));
    }
    for fact in messages.jumped.read().filter(|fact| is_game(fact.goban)) {
        lines.push(json!({ "fact": if fact.new_game { "setup" } else { "seek" }, "tick": fact.tick }));
    }
    for seats in &seats {
        let now = seats.specs().as_ref().map(ToString::to_string);
        if last_logged.seated.as_ref() != Some(&now) {
            lines.push(json!({ "fact": "seats", "black": now.black, "white": now.white }));
            last_logged.seated = Some(now);
        }
    }
    for fact in messages.painted.read().filter(|fact| is_game(fact.goban)) {
        lines.push(json!({ "fact": "painted", "point": fact.point.to_string(), "brush": brush(fact.brush) }));
    }
    let mut ticked: Vec<(u64, Value)> = Vec::new();
    for fact in messages.placed.read().filter(|fact| is_game(fact.goban)) {
        let (color, point) = (fact.color.to_string(), fact.point.to_string());
        let line =
            json!({ "fact": "placed", "tick": fact.tick, "color": color, "point": point, "stone": fact.id });
        ticked.push((fact.tick, line));
    }
    for fact in messages.merged.read().filter(|fact| is_game(fact.goban)) {
        let color = fact.color.to_string();
        let line = json!({ "fact": "merged", "tick": fact.tick, "color": color, "stone": fact.id, "size": fact.size });
        ticked.push((fact.tick, line));
    }
    for fact in messages.captured.read().filter(|fact| is_game(fact.goban)) {
        let (color, point) = (fact.color.to_string(), fact.point.to_string());
        let line = json!({ "fact": "captured", "tick": fact.tick, "color": color, "point": point, "stone": fact.id });
        ticked.push((fact.tick, line));
    }
    for fact in messages.passed.read().filter(|fact| is_game(fact.goban)) {
        ticked.push((
            fact.tick,
            json!({ "fact": "passed", "tick": fact.tick, "color": fact.color.to_string() }),
        ));
    }
    for fact in messages.over.read().filter(|fact| is_game(fact.goban)) {
        let outcome = fact.outcome.to_string();
        ticked.push((fact.tick, json!({ "fact": "over", "tick": fact.tick, "outcome": outcome })));
    }
    ticked.sort_by_key(|(tick, _)| *tick);
    lines.extend(ticked.into_iter().map(|(_, line)| line));
    for fact in messages.refused.read().filter(|fact| is_game(fact.goban)) {
        lines.push(json!({ "fact": "refused", "reason": fact.reason }));
    }
    for fact in messages.struck.read().filter(|fact| is_game(fact.goban)) {
        lines.push(json!({ "fact": "stopped", "tick": fact.tick, "why": fact.why }));
    }
    if !lines.is_empty()
        && let Err(error) = log.write(&lines)
    {
        bevy::log::warn_once!("{error}");
    }
}

/// Returns the line of a request; `None` for requests that are logged only by their effects, or not at all.
fn request_line(kind: &RequestKind) -> Option<Value> {
    Some(match kind {
        RequestKind::Play => json!({ "asked": "go" }),
        RequestKind::Pause => json!({ "asked": "pause" }),
        RequestKind::Step(ticks) => json!({ "asked": "step", "ticks": ticks }),
        RequestKind::Phase => json!({ "asked": "phase" }),
        RequestKind::Seek(tick) => json!({ "asked": "seek", "tick": tick }),
        RequestKind::Move(Move::Pass) => json!({ "asked": "pass" }),
        RequestKind::Move(Move::Play(point)) => json!({ "asked": "play", "point": point.to_string() }),
        RequestKind::TakeBack => json!({ "asked": "take back" }),
        RequestKind::Resign => json!({ "asked": "resign" }),
        RequestKind::Advise(_) => json!({ "asked": "advice" }),
        RequestKind::KeepAdvising(constant) => {
            json!({ "asked": "constant advice", "on": constant.is_some() })
        }
        RequestKind::Compare(minds) => json!({ "asked": "comparison", "on": minds.is_some() }),
        RequestKind::MoveNow => json!({ "asked": "move now" }),
        RequestKind::ShowTree { .. } => return None,
        RequestKind::StopThinking => json!({ "asked": "stop thinking" }),
        RequestKind::Say(color, line) => json!({ "asked": "say", "color": color.to_string(), "line": line }),
        RequestKind::Mark(point) => json!({ "asked": "mark", "point": point.to_string() }),
        RequestKind::Allow(color) => json!({ "asked": "fill the seat", "color": color.to_string() }),
        RequestKind::Reset(setup) => {
            json!({ "asked": "setup", "size": setup.size.to_string(), "rules": setup.rules.name, "seed": setup.seed })
        }
        RequestKind::FinishTick
        | RequestKind::Hold(_)
        | RequestKind::Fork { .. }
        | RequestKind::Begin { .. }
        | RequestKind::Remove
        | RequestKind::Watch { .. }
        | RequestKind::Seat(..)
        | RequestKind::Paint(..)
        | RequestKind::Rate(_)
        | RequestKind::Breakpoints(_)
        | RequestKind::Heat(_)
        | RequestKind::Navigate(_)
        | RequestKind::Note(..) => {
            return None;
        }
    })
}

const fn brush(brush: Brush) -> &'static str {
    match brush {
        Brush::Black => "black",
        Brush::White => "white",
        Brush::Remove => "remove",
    }
}
