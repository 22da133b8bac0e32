//! Agents of the game: gobans, patches and stones in a Bevy world, and the tick that runs them.
//!
//! Read [`Tick`] and [`TickSystems`] first: there is one system set for each sentence of the model. A stone
//! dies when its [`OwnLiberties`] and its [`GroupLiberties`] are 0. [`GobanView`] computes legal moves, the
//! end of the game and the score from the data of stones and patches. The [`Referee`] plays the same moves by
//! the rules of Go; [`agree`] compares the agents with it and stores the result in [`Witness`].
//!
//! A [`Request`] requests an action of a goban. Messages report events: [`Placed`], [`Merged`], [`Captured`],
//! [`Passed`], [`GameOver`], [`Refused`], [`Painted`], [`Jumped`], [`Struck`] and [`Forked`].
//!
//! Folders: `thinking/` (minds at their seats), `agents/` (entities and components), `netlogo/` (the NetLogo
//! world), `tick/` (systems of a tick), `history/` (records of games), `setup/` (start of games), `requests/`
//! (requests of users and their answers), `pace/` (when a goban ticks, and what stops it), `measures/`.

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the browser build does not use every function")
)]

mod agents;
pub mod colors;
mod ending;
mod fact;
mod finished;
pub mod history;
mod measures;
pub mod netlogo;
mod pace;
mod recorded_tick;
mod requests;
mod session;
mod setup;
mod thinking;
mod tick;

pub use agents::{
    At, Bids, Born, Captures, Changes, Check, CheckError, Choice, Clocks, Departures, Disagreement,
    GameProgress, Goban, GobanDice, GobanSetup, GobanView, GroupLiberties, Groups, Heat, KeptTemperature,
    Links, MAX_LINKS, Members, NeighbourLinks, Occupancy, OnGoban, OwnLiberties, Patch, Phase, PhaseTrace,
    PhaseWork, Phases, PositionMemory, Referee, Ruling, Seats, SensedStone, Sensing, Stone, Swarms, Tally,
    TallyRow, Temperature, TickChooser, Totals, TrustPolicy, Witness,
};
pub use ending::{Ending, EndingError};
pub use fact::{Captured, Forked, GameOver, Jumped, Merged, Painted, Passed, Placed, Refused, Struck};
pub use finished::Finished;
pub use history::{Edit, Fork, GameRecord, NoRewind, seek, stones_at};
pub use measures::load;
pub use measures::{
    BoardSurvey, MEASURES, Measure, Measurement, OPINIONS, Surveyor, all_by_tick, all_numbers, state_hash,
};
pub use pace::{
    AnswersAtOnce, Breakpoint, Breakpoints, FrameShare, Halt, Pace, StopCondition, StopConditionError,
    Strike, play_out, tick, ticks,
};
pub use recorded_tick::RecordTick;
pub use requests::{
    Advice, Brush, Compared, ForkedGame, MAX_COMPARED, Newcomers, Opinion, Request, RequestKind,
    start_programs, tick_before_last_turn,
};
pub use session::{OwnedObservation, Session};
pub use setup::{GameSetup, MAX_FILL, MAX_OPENING_PLIES, Opening, SetupError, reset, spawn_goban};
pub use thinking::MindPool;
pub use tick::{CollectThoughts, EffortClock, Thinking, Tick, TickSystems, TurnEffort, agree};

use bevy::app::prelude::*;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};

/// System sets of the simulation in `Update`. Other systems can be ordered before or after these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Answers requests.
    Answer,
    /// Runs the ticks of running gobans.
    Pace,
}

/// Plugin of the simulation: agents, tick, requests and pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimPlugin;

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        macro_rules! add {
            ($($message:ty),+) => { app$(.add_message::<$message>())+ };
        }
        fact::with_all_messages!(add)
            .init_resource::<CollectThoughts>()
            .init_resource::<EffortClock>()
            .init_resource::<AnswersAtOnce>()
            .init_resource::<Halt>()
            .init_resource::<FrameShare>()
            .add_plugins((tick::plugin, history::plugin, pace::breakpoints::plugin))
            .configure_sets(Update, (SimSystems::Answer, SimSystems::Pace).chain())
            .add_systems(
                Update,
                (
                    (pace::time::run_clocks, receive_messages, requests::seating::seat_started_programs)
                        .chain()
                        .before(SimSystems::Answer),
                    requests::answer::answer_requests.in_set(SimSystems::Answer),
                    (pace::frame::keep_pace, pace::phases::go_on.run_if(any_with_component::<Phases>))
                        .chain()
                        .in_set(SimSystems::Pace),
                    requests::advice::advise.after(SimSystems::Pace),
                ),
            );
    }
}

/// Receives the messages that minds have sent since the last frame.
fn receive_messages(world: &mut World) {
    tick::think::receive_messages(world);
}

/// Creates an app without a window. Its main schedules run on one thread.
pub fn create_app() -> App {
    let mut app = App::new();
    app.add_plugins((bevy::time::TimePlugin, SimPlugin));
    for label in [First.intern(), PreUpdate.intern(), Update.intern(), PostUpdate.intern(), Last.intern()] {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    app
}

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
