//! The tick: one schedule, one system set for each sentence of the model, one file for each of its systems.
//!
//! They work on what [`agents`](super::agents) has; those of the NetLogo world have a folder of their own, [`netlogo`].

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

/// The schedule that plays one ply on every goban that is due. Under true Go a ply is a tick; under `netlogo-2016` it runs
/// twice for a tick, for Black and then for White.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The sentences of the model, in the order in which they happen.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// Patches measure the stones around them, and heat spreads.
    Warm,
    /// The stones of a swarm perceive what has changed around them.
    Perceive,
    /// Those that perceive something else than before bid again.
    Bid,
    /// One move is made of the bids, or another mind of the colour to move chooses.
    Decide,
    /// The stone is set, and the referee is told.
    Place,
    /// The new stone is linked to its like neighbours.
    Link,
    /// Stones count their own liberties, then hear those of their group.
    Sense,
    /// Stones without liberties die: the enemy's first, then what remains senses again, then the mover's own.
    Capture,
    /// Stones, groups and measures are counted, and whether the game is over; then agents and referee are compared.
    Tally,
    /// What happened is written down.
    Record,
    /// Where a breakpoint strikes, the game is stopped.
    Stop,
}

/// The schedule and its systems, but for what writes the record.
pub(super) fn plugin(app: &mut App) {
    app.init_schedule(Tick).edit_schedule(Tick, |schedule| {
        schedule
            .set_executor(SingleThreadedExecutor::new())
            .set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                // Commands are applied where the next system needs them, and at the end: each other time
                // would cost every ply. Messages that few plies have are commands too: a writer of messages
                // is looked up at every ply.
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

/// Adds the systems of a phase to a schedule, but for what writes the record.
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
