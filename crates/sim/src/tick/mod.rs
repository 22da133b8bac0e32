//! The schedule of a ply: one system set for each step of the model, and one file for each system.
//!
//! The systems use the components of [`agents`](super::agents). [`netlogo`](super::netlogo) has
//! the parts that only the NetLogo world needs.

mod bid;
mod capture;
mod check;
mod decide;
mod link;
mod perceive;
mod place;
pub(super) mod sense;
pub(super) mod tally;
pub(super) mod think;
pub(super) mod warm;

pub use check::agree;
pub use think::{CollectThoughts, EffortClock, Thinking, TurnEffort};

use super::agents::Phase;
use bevy::app::prelude::*;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

/// Schedule that plays one ply on every goban that is due. By the rules of Go a ply is a tick. Under
/// `netlogo-2016` the schedule runs twice for a tick, for Black and then for White.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// Steps of a ply, in the order of execution.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// Patches count the stones around them, and heat spreads.
    Warm,
    /// Stones of a swarm perceive changes around them.
    Perceive,
    /// Stones with changed percepts bid again.
    Bid,
    /// The bids decide the move, or another mind or a person chooses it.
    Decide,
    /// The stone is placed, and the referee gets the move.
    Place,
    /// The new stone is linked to adjacent stones of its colour, under `netlogo-2016` also to others.
    Link,
    /// Stones count their own liberties, then receive the sum of their group.
    Sense,
    /// Enemy stones that sense no liberties die. Then their neighbours sense again. By the rules of Go, the
    /// mover's own stones die next if they sense no liberties.
    Capture,
    /// Counters are updated, the end of the game is checked, and agents and referee are compared.
    Tally,
    /// The ply is recorded.
    Record,
    /// If a completed tick hits a breakpoint, the game pauses.
    Stop,
}

/// Adds the schedule and the systems of all phases. Other modules add the systems of `Record` and `Stop`.
pub(super) fn plugin(app: &mut App) {
    app.init_schedule(Tick).edit_schedule(Tick, |schedule| {
        schedule
            .set_executor(SingleThreadedExecutor::new())
            .set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                // Commands are applied where the next system needs them, and at the end: every further
                // application costs time in each ply. Rare messages are sent as commands, because a
                // `MessageWriter` parameter costs a lookup in each ply.
                auto_insert_apply_deferred: false,
                ..ScheduleBuildSettings::default()
            })
            .configure_sets(
                (
                    TickSystems::Warm,
                    TickSystems::Perceive,
                    TickSystems::Bid,
                    TickSystems::Decide,
                    TickSystems::Place,
                    TickSystems::Link,
                    TickSystems::Sense,
                    TickSystems::Capture,
                    TickSystems::Tally,
                    TickSystems::Record,
                    TickSystems::Stop,
                )
                    .chain(),
            )
            .configure_sets((TickSystems::Perceive, TickSystems::Bid).run_if(perceive::is_swarms_turn));
        Phase::ALL.into_iter().for_each(|phase| add(schedule, phase));
    });
}

/// Adds the systems of a phase to a schedule, but not those of `Record` and `Stop`.
pub(crate) fn add(schedule: &mut Schedule, phase: Phase) {
    match phase {
        Phase::Warm => schedule.add_systems(warm::warm.in_set(TickSystems::Warm)),
        Phase::Perceive => schedule.add_systems(perceive::perceive.in_set(TickSystems::Perceive)),
        Phase::Bid => schedule.add_systems((bid::bid, ApplyDeferred).chain().in_set(TickSystems::Bid)),
        Phase::Decide => schedule.add_systems(decide::decide.in_set(TickSystems::Decide)),
        Phase::Place => {
            schedule.add_systems((place::place, ApplyDeferred).chain().in_set(TickSystems::Place))
        }
        Phase::Link => schedule.add_systems(link::link.in_set(TickSystems::Link)),
        Phase::Sense => schedule.add_systems(sense::sense.in_set(TickSystems::Sense)),
        Phase::Capture => schedule.add_systems(capture::capture.in_set(TickSystems::Capture)),
        Phase::Tally => schedule.add_systems(tally::tally.in_set(TickSystems::Tally)),
    };
}
