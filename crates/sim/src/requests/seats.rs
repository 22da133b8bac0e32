//! Requests to the seats: minds and persons, their moves, and advice.

use super::component::with;
use super::error::RequestError;
use super::{advice, seating};
use crate::agents::GobanView;
use crate::pace::frame::step;
use crate::pace::phases;
use crate::tick::think;
use crate::{
    Advice, AnswersAtOnce, Compared, GameProgress, GobanDice, MindPool, Pace, Referee, Seats, Tally, Thinking,
};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Move, PlayError};
use stonefield_minds::{BrainSpec, Observation};
use stonefield_search::{Purpose, RngAddress};

/// Fills an empty seat with the mind that the record names.
pub(super) fn allow(world: &mut World, goban: Entity, color: Color) -> Result<(), RequestError> {
    if world.get::<Seats>(goban).is_none_or(|seats| seats.demand(color).is_none()) {
        return Err(RequestError::Seated(color));
    }
    seating::fill(world, goban, color);
    Ok(())
}

/// Resigns for the person to move.
pub(super) fn resign(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    person_to_move(world, goban)?;
    with(world, goban, |seats: &mut Seats| seats.gives_up = true);
    step(world, goban, 1);
    Ok(())
}

/// Makes the thinking mind play its best move so far.
pub(super) fn move_now(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    let thinking = world.get::<Thinking>(goban).filter(|thinking| thinking.is_active());
    let color = thinking.and_then(|thinking| thinking.color).ok_or(RequestError::NobodyThinks)?;
    with(world, goban, |seats: &mut Seats| seats.minds[color].stop());
    // On a paused goban, the mind's move is played too.
    if world.get::<Pace>(goban).is_some_and(|pace| !pace.running) {
        step(world, goban, 1);
    }
    Ok(())
}

/// Pauses, cancels the turn of the thinking mind, and stops the advice.
pub(super) fn stop_thinking(world: &mut World, goban: Entity) {
    with(world, goban, Pace::stop);
    think::stop(world, goban);
    with(world, goban, Advice::stop_asking);
}

/// Sends a line to the program that plays a colour.
pub(super) fn say(world: &mut World, goban: Entity, color: Color, line: String) -> Result<(), RequestError> {
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
    Ok(())
}

/// Asks a mind for a part of its search tree.
pub(super) fn show_tree(world: &mut World, goban: Entity, color: Color, moves: usize, nodes: usize) {
    with_minds(world, goban, |seats, observation, _, _| seats.request_tree(color, observation, moves, nodes));
}

/// Asks an adviser about every new position. `None`: no advice. `Some(None)`: the default adviser.
pub(super) fn keep_advising(
    world: &mut World,
    goban: Entity,
    adviser: Option<Option<BrainSpec>>,
) -> Result<(), RequestError> {
    if let Some(Some(spec)) = &adviser {
        check_adviser(spec)?;
    }
    with(world, goban, |advice: &mut Advice| advice.keep(adviser));
    Ok(())
}

/// Asks several minds about every new position. `None`: no advice.
pub(super) fn compare(
    world: &mut World,
    goban: Entity,
    minds: Option<Vec<Compared>>,
) -> Result<(), RequestError> {
    for mind in minds.iter().flatten() {
        if let Compared::Mind(spec) = mind {
            check_adviser(spec)?;
        }
    }
    with(world, goban, |advice: &mut Advice| advice.compare(minds));
    Ok(())
}

/// Plays a move for the person to move, also while the goban is paused.
pub(super) fn play_for_person(world: &mut World, goban: Entity, wanted: Move) -> Result<(), RequestError> {
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
pub(super) fn answer_person(world: &mut World, goban: Entity) {
    let at_once = world.get_resource::<AnswersAtOnce>().is_some_and(|answers| answers.0);
    let is_paused = world.get::<Pace>(goban).is_some_and(|pace| !pace.running);
    let answers = |seats: &Seats| seats.to_move().is_some_and(|color| seats.answers_person(color));
    if at_once && is_paused && world.get::<Seats>(goban).is_some_and(answers) {
        step(world, goban, 1);
    }
}

/// Asks an adviser about the position.
pub(super) fn advise(world: &mut World, goban: Entity, spec: Option<BrainSpec>) -> Result<(), RequestError> {
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
