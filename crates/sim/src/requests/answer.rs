//! Handling of requests.

use super::{advice, paint, seating};
use crate::agents::GobanView;
use crate::history::{self, Navigate, edit};
use crate::pace::frame::step;
use crate::pace::phases;
use crate::requests::error::RequestError;
use crate::setup::begin::{reset, spawn_goban};
use crate::tick::think;
use crate::{
    Advice, AnswersAtOnce, Breakpoints, Compared, Edit, Fork, Forked, ForkedGame, GameProgress, GameRecord,
    GameSetup, Goban, GobanDice, GobanSetup, Jumped, MindPool, Pace, Painted, Referee, Refused, Request,
    RequestKind, Seats, SetupError, Tally, Thinking, ending, seek,
};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Move, Outcome, PlayError};
use stonefield_minds::{BrainSpec, Observation};
use stonefield_search::{Purpose, RngAddress};

/// Handles the requests since the last frame, in order. If one fails, a [`Refused`] message gives the reason.
pub(crate) fn answer_requests(world: &mut World, mut cursor: Local<MessageCursor<Request>>) {
    let Some(messages) = world.get_resource::<Messages<Request>>() else { return };
    let requests = cursor.read(messages).cloned().collect::<Vec<_>>();
    for Request { goban, kind } in requests {
        if world.get::<Goban>(goban).is_none() {
            continue;
        }
        if let Err(error) = handle(world, goban, kind) {
            world.write_message(Refused { goban, reason: error.to_string() });
        }
    }
}

/// Handles one request. A tick that runs phase by phase is completed first, if the request needs that.
fn handle(world: &mut World, goban: Entity, kind: RequestKind) -> Result<(), RequestError> {
    match (&kind, phases::before(world, goban, &kind)) {
        (RequestKind::Step(count), true) if *count > 1 => step(world, goban, count - 1),
        // The request asked for the tick that was just completed.
        (RequestKind::Step(_) | RequestKind::Navigate(Navigate::By(1)), true) => {}
        _ => carry_out(world, goban, kind)?,
    }
    Ok(())
}

fn carry_out(world: &mut World, goban: Entity, kind: RequestKind) -> Result<(), RequestError> {
    match kind {
        RequestKind::FinishTick => {}
        RequestKind::Phase | RequestKind::Play if is_over(world, goban) => return Err(RequestError::Over),
        RequestKind::Phase => {
            with(world, goban, Pace::stop);
            phases::step(world, goban);
        }
        RequestKind::Play => with(world, goban, |pace: &mut Pace| pace.running = true),
        RequestKind::Pause => with(world, goban, Pace::stop),
        RequestKind::Step(count) => step(world, goban, count),
        RequestKind::Seek(tick) => {
            with(world, goban, Pace::stop);
            seek(world, goban, tick);
        }
        RequestKind::Navigate(way) => {
            with(world, goban, Pace::stop);
            history::navigate(world, goban, way)?;
        }
        RequestKind::Note(node, note) => history::note(world, goban, node, note)?,
        RequestKind::Seat(color, spec) => seating::seat(world, goban, color, spec),
        RequestKind::Allow(color) => {
            if world.get::<Seats>(goban).is_none_or(|seats| seats.demand(color).is_none()) {
                return Err(RequestError::Seated(color));
            }
            seating::fill(world, goban, color);
        }
        RequestKind::Paint(point, brush) => {
            let strokes = paint::paint_taking(world, goban, point, brush)?;
            history::write_strokes(world, goban, &strokes);
            for (point, brush) in strokes {
                world.write_message(Painted { goban, point, brush });
            }
        }
        RequestKind::Move(wanted) => play_for_person(world, goban, wanted)?,
        RequestKind::TakeBack => take_back(world, goban)?,
        RequestKind::Resign => {
            person_to_move(world, goban)?;
            with(world, goban, |seats: &mut Seats| seats.gives_up = true);
            step(world, goban, 1);
        }
        RequestKind::Advise(spec) => advise(world, goban, spec)?,
        RequestKind::KeepAdvising(adviser) => {
            // `None`: no advice. `Some(None)`: the default adviser.
            if let Some(Some(spec)) = &adviser {
                check_adviser(spec)?;
            }
            with(world, goban, |advice: &mut Advice| advice.keep(adviser));
        }
        RequestKind::Compare(minds) => {
            for mind in minds.iter().flatten() {
                if let Compared::Mind(spec) = mind {
                    check_adviser(spec)?;
                }
            }
            with(world, goban, |advice: &mut Advice| advice.compare(minds));
        }
        RequestKind::MoveNow => {
            let thinking = world.get::<Thinking>(goban).filter(|thinking| thinking.is_active());
            let Some(color) = thinking.and_then(|thinking| thinking.color) else {
                return Err(RequestError::NobodyThinks);
            };
            with(world, goban, |seats: &mut Seats| seats.minds[color].stop());
            // On a paused goban, the mind's move is played too.
            if world.get::<Pace>(goban).is_some_and(|pace| !pace.running) {
                step(world, goban, 1);
            }
        }
        RequestKind::StopThinking => {
            with(world, goban, Pace::stop);
            think::stop(world, goban);
            with(world, goban, |advice: &mut Advice| advice.keep(None));
        }
        RequestKind::Say(color, line) => {
            let Some(seats) = world.get::<Seats>(goban) else { return Ok(()) };
            if let Some(vacancy) = seats.vacancy(color) {
                return Err(RequestError::Vacant(vacancy));
            }
            if !seats.spec(color).info().external {
                return Err(RequestError::NoProgram { color, spec: seats.spec(color).clone() });
            }
            if seats.is_absent(color) {
                return Err(RequestError::Absent(color));
            }
            with_minds(world, goban, |seats, observation, chance, pool| {
                seats.send_line(color, line, observation, chance, pool);
            });
        }
        RequestKind::ShowTree { color, moves, nodes } => {
            with_minds(world, goban, |seats, observation, _, _| {
                seats.request_tree(color, observation, moves, nodes);
            });
        }
        RequestKind::Rate(rate) => {
            if rate.is_nan() || rate <= 0.0 {
                return Err(RequestError::Rate(rate));
            }
            with(world, goban, |pace: &mut Pace| pace.rate = rate);
        }
        RequestKind::Breakpoints(all) => Breakpoints::set(world, goban, all),
        RequestKind::Heat(params) => {
            params.check()?;
            if world.get::<GobanSetup>(goban).is_none_or(|setup| setup.0.heat != params) {
                edit(world, goban, Edit::Heat(params));
            }
        }
        RequestKind::Mark(point) => {
            let dead = ending::marked(world, goban, point)?;
            edit(world, goban, Edit::Mark(point, !dead));
        }
        RequestKind::Hold(held) => with(world, goban, |pace: &mut Pace| pace.held = held),
        RequestKind::Fork { games, pace, again } => fork(world, goban, &games, pace, again)?,
        RequestKind::Begin { games, pace } => {
            let begin = |world: &mut World, game: &GameSetup| {
                let goban = spawn_goban(world, game)?;
                if let Some(fork) = Fork::of(world, goban) {
                    world.entity_mut(goban).insert(fork);
                }
                Ok(goban)
            };
            set_beside(world, goban, &games, pace, begin)?;
        }
        RequestKind::Remove if world.get::<Fork>(goban).is_none() => return Err(RequestError::NotFork),
        RequestKind::Remove => {
            world.despawn(goban);
        }
        RequestKind::Watch { instead_of } => {
            // The goban replaces `old` in the view: it gets its rate and breakpoints, and `old` is removed.
            let old = instead_of.filter(|&old| old != goban && world.get::<Goban>(old).is_some());
            if let Some(rate) = old.and_then(|old| world.get::<Pace>(old)).map(|pace| pace.rate) {
                with(world, goban, |pace: &mut Pace| pace.rate = rate);
            }
            if let Some(old) = old {
                Breakpoints::take_over(world, old, goban);
                world.despawn(old);
            }
            let tick = world.get::<Tally>(goban).map_or(0, |tally| tally.tick);
            world.write_message(Jumped { goban, tick, new_game: true });
        }
        RequestKind::Reset(setup) => {
            reset(world, goban, &setup)?;
            answer_person(world, goban);
        }
    }
    Ok(())
}

fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_some())
}

/// Changes a component of the goban, if it has one.
fn with<C: Component<Mutability = bevy::ecs::component::Mutable>>(
    world: &mut World,
    goban: Entity,
    change: impl FnOnce(&mut C),
) {
    if let Some(mut component) = world.get_mut::<C>(goban) {
        change(&mut component);
    }
}

/// Calls `work` with the seats, an observation of the present position, random numbers and the pool.
fn with_minds(
    world: &mut World,
    goban: Entity,
    work: impl FnOnce(&mut Seats, &Observation<'_>, RngAddress, Option<&MindPool>),
) {
    let pool = world.get_resource::<MindPool>().cloned();
    let mut gobans = world.query::<(&mut Seats, &Referee, &GameProgress, &GobanDice, &Tally)>();
    if let Ok((mut seats, referee, progress, dice, tally)) = gobans.get_mut(world, goban) {
        let color = progress.to_move;
        // Only planners are asked here, and they do not read agents.
        let observation =
            Observation { position: &referee.position, agents: None, turn: progress.turns[color] };
        let chance =
            RngAddress { dice: dice.0, tick: tally.tick + 1, color: Some(color), purpose: Purpose::Other };
        // A message to a mind does not count as a change of the seats.
        work(seats.bypass_change_detection(), &observation, chance, pool.as_ref());
    }
}

/// Plays a move for the person to move, also while the goban is paused.
fn play_for_person(world: &mut World, goban: Entity, wanted: Move) -> Result<(), RequestError> {
    let color = person_to_move(world, goban)?;
    let Some(agents) = GobanView::of(world, goban) else { return Ok(()) };
    agents.check(wanted)?;
    with(world, goban, |seats: &mut Seats| seats.asked[color] = Some(wanted));
    if phases::decide(world, goban) {
        return Ok(());
    }
    step(world, goban, 1);
    with(world, goban, Pace::moved);
    answer_person(world, goban);
    Ok(())
}

/// On a paused goban, lets a mind that plays against a person take its turn, if [`AnswersAtOnce`] is set.
fn answer_person(world: &mut World, goban: Entity) {
    let at_once = world.get_resource::<AnswersAtOnce>().is_some_and(|answers| answers.0);
    let is_paused = world.get::<Pace>(goban).is_some_and(|pace| !pace.running);
    let answers = |seats: &Seats| seats.to_move().is_some_and(|color| seats.answers_person(color));
    if at_once && is_paused && world.get::<Seats>(goban).is_some_and(answers) {
        step(world, goban, 1);
    }
}

/// Sets up gobans that continue from the present of this one or, with `again`, from the start of this fork.
/// `pace`: true if the new gobans run, and their rate in ticks per second.
fn fork(
    world: &mut World,
    goban: Entity,
    games: &[ForkedGame],
    pace: (bool, f32),
    again: bool,
) -> Result<(), RequestError> {
    let fork = if again { world.get::<Fork>(goban).cloned() } else { Fork::of(world, goban) };
    let fork = fork.ok_or(RequestError::NoGame)?;
    let seed = fork.setup().seed;
    set_beside(world, goban, games, pace, |world, game| {
        fork.begin(world, game.brains.clone(), game.seed.unwrap_or(seed))
    })
}

/// Sets up a goban for each game beside this one, and reports them. If one fails, all of them are removed.
/// The pace is true if the new gobans run, and their rate in ticks per second.
fn set_beside<T>(
    world: &mut World,
    goban: Entity,
    games: &[T],
    (running, rate): (bool, f32),
    begin: impl Fn(&mut World, &T) -> Result<Entity, SetupError>,
) -> Result<(), RequestError> {
    let mut gobans = Vec::new();
    for game in games {
        match begin(world, game) {
            Ok(fresh) => gobans.push(fresh),
            Err(error) => {
                for fresh in gobans {
                    world.despawn(fresh);
                }
                return Err(error.into());
            }
        }
    }
    for &fresh in &gobans {
        let over = is_over(world, fresh);
        with(world, fresh, |pace: &mut Pace| (pace.running, pace.rate) = (running && !over, rate));
    }
    world.write_message(Forked { of: goban, gobans });
    Ok(())
}

/// Pauses, and goes back to [`tick_before_last_turn`]. A move of the person resumes a goban that ran.
fn take_back(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    let nothing = || RequestError::NothingToTakeBack;
    let entity = world.get_entity(goban).map_err(|_| nothing())?;
    let components =
        (entity.get::<Seats>(), entity.get::<GameRecord>(), entity.get::<Referee>(), entity.get::<Tally>());
    let (Some(seats), Some(record), Some(referee), Some(tally)) = components else { return Err(nothing()) };
    let to = tick_before_last_turn(seats, record, referee, tally).ok_or_else(nothing)?;
    with(world, goban, Pace::hold);
    seek(world, goban, to);
    Ok(())
}

/// Returns the tick before the last turn of the person. If two persons or two minds play: before the last
/// turn of either colour. `None` if there was no such turn.
#[must_use]
pub fn tick_before_last_turn(
    seats: &Seats,
    record: &GameRecord,
    referee: &Referee,
    tally: &Tally,
) -> Option<u64> {
    let persons = Color::ALL.into_iter().filter(|&color| seats.is_human(color)).count();
    // After a resignation or a loss on time, the loser had the last turn, without a move.
    let winner = tally.outcome.filter(|_| !referee.position.is_over()).and_then(Outcome::winner);
    let last = !winner.unwrap_or(referee.position.to_move());
    // In the NetLogo world both colours have a turn in every tick.
    let both = referee.position.rules().quirks.is_some();
    let back = if persons == 1 && !both && !seats.is_human(last) { 2 } else { 1 };
    record.now().checked_sub(back)
}

/// Asks an adviser about the position.
fn advise(world: &mut World, goban: Entity, spec: Option<BrainSpec>) -> Result<(), RequestError> {
    let over = || RequestError::NothingToAdvise;
    let seats = world.get::<Seats>(goban).ok_or_else(over)?;
    let color = seats.to_move().ok_or_else(over)?;
    let spec = spec.unwrap_or_else(|| advice::adviser(seats, color));
    check_adviser(&spec)?;
    let referee = world.get_entity(goban).ok().and_then(|entity| entity.get_ref::<Referee>());
    let since = referee.ok_or_else(over)?.last_changed();
    with(world, goban, |advice: &mut Advice| advice.ask(vec![spec], color, since));
    Ok(())
}

fn check_adviser(spec: &BrainSpec) -> Result<(), RequestError> {
    if spec.info().human { Err(RequestError::Person(spec.clone())) } else { Ok(()) }
}

fn person_to_move(world: &World, goban: Entity) -> Result<Color, RequestError> {
    let over = || PlayError::GameOver;
    let seats = world.get::<Seats>(goban).ok_or_else(over)?;
    let color = seats.to_move().ok_or_else(over)?;
    if let Some(vacancy) = seats.vacancy(color) {
        Err(RequestError::Vacant(vacancy))
    } else if seats.is_human(color) {
        Ok(color)
    } else {
        Err(RequestError::MindsTurn { color, spec: seats.spec(color).clone() })
    }
}
