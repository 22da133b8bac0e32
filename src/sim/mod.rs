//! The agents: gobans, patches and stones in a Bevy world, and the tick that lets them live.
//!
//! Read [`Tick`] and [`TickSystems`] first: one system set for each sentence of the model. Stones die because their own
//! [`OwnLiberties`] and [`GroupLiberties`] say so; the referee, [`Game`], plays the same moves, and [`agree`] compares the two.
//!
//! Whoever wants something writes a [`Request`]; what has happened is told by the messages [`Placed`], [`Merged`],
//! [`Captured`], [`Passed`], [`GameOver`], [`Refused`], [`Painted`] and [`Jumped`].

mod advice;
mod answer;
mod capture;
mod check;
mod ending;
mod experiment;
mod fact;
mod goban;
mod groups;
mod halt;
mod hash;
pub mod history;
mod link;
mod links;
pub mod measure;
pub mod netlogo;
mod occupancy;
mod pace;
mod paint;
mod patch;
mod place;
mod request;
mod request_error;
mod seats;
mod sense;
mod session;
mod setup;
mod stone;
mod tally;
mod thinking;
mod tick;
mod turn;
mod warm;

pub use advice::{Advice, Opinion, compared};
pub use answer::before_last;
pub use check::{Checking, Disagreement, agree};
pub use ending::{Ending, EndingError};
pub use experiment::{Experiment, Finished};
pub use fact::{Captured, GameOver, Jumped, Merged, Painted, Passed, Placed, Refused};
pub use goban::{Configured, Dice, Game, Goban, Heat, reset, spawn_goban};
pub use groups::{Groups, Members};
pub use halt::Halt;
pub use hash::state_hash;
pub use history::{Edit, Fork, GameRecord, Moment, seek};
pub use links::{Links, NeighbourLinks};
pub use occupancy::{Around, Occupancy};
pub use pace::Pace;
pub use patch::{Patch, Temperature};
pub use request::{Brush, Request, Wish};
pub use seats::{Seats, TrustPolicy};
pub use session::{Session, Situation};
pub use setup::{GameSetup, SetupError};
pub use stone::{At, Born, Captures, GroupLiberties, OnGoban, OwnLiberties, Stone};
pub use tally::{Tally, TallyRow};
pub use thinking::{Curious, MindPool, Thinking};
pub use tick::{Tick, TickSystems, play_out, tick, ticks};
pub use turn::{Choice, Course};

use bevy::app::prelude::*;
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};

/// The simulation in `Update`, for those who come before or after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Requests are answered.
    Answer,
    /// Running gobans tick.
    Pace,
}

/// Gobans and their agents: the tick, requests and pace.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimPlugin;

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        macro_rules! add {
            ($($message:ty),+) => { app$(.add_message::<$message>())+ };
        }
        fact::with_all_messages!(add)
            .init_resource::<Checking>()
            .init_resource::<Curious>()
            .init_resource::<Halt>()
            .add_plugins(tick::plugin)
            .configure_sets(Update, (SimSystems::Answer, SimSystems::Pace).chain())
            .add_systems(
                Update,
                (
                    hear_minds.before(SimSystems::Answer),
                    answer::answer_requests.in_set(SimSystems::Answer),
                    pace::keep_pace.in_set(SimSystems::Pace),
                    advice::advise.after(SimSystems::Pace),
                ),
            );
    }
}

/// Takes in what minds have told since the last frame.
fn hear_minds(world: &mut World) {
    thinking::hear(world);
}

/// An app without a window, all its schedules on one thread.
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
