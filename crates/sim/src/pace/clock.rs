//! Clock: the loop that runs ticks. The loop selects the gobans that tick, and how often.

use crate::agents::{Phases, PlyScratch};
use crate::fact::with_all_messages;
use crate::tick::think::receive_messages;
use crate::{Finished, Goban, Halt, MindPool, Pace, Seats, Tally, Tick};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryState;
use core::time::Duration;

/// Number of ticks between two removals of old messages, in loops without frames.
const SWEEP: u32 = 16;

/// Query of the gobans that may tick.
type Due = QueryState<
    (Entity, &'static mut PlyScratch, &'static Tally, &'static Seats, &'static mut Pace),
    (With<Goban>, Without<Phases>),
>;

/// Query state of the loop, stored between calls.
#[derive(Resource)]
struct Clockwork {
    due: Due,
    /// Number of ticks since the last removal of old messages.
    ticks_since_sweep: u32,
}

/// Ticks the picked gobans, round after round, while any can tick and `more` returns true before the round.
/// The second argument of `picked` is true when the mind to move has already begun to think, so that the tick
/// continues.
pub(crate) fn drive(
    world: &mut World,
    mut picked: impl FnMut(Entity, bool, &mut Pace) -> bool,
    mut more: impl FnMut() -> bool,
) {
    let mut clockwork = take_clockwork(world);
    world.schedule_scope(
        Tick,
        |world, schedule| {
            while more() && round(world, schedule, &mut clockwork.due, &mut picked) {}
        },
    );
    world.insert_resource(clockwork);
}

fn take_clockwork(world: &mut World) -> Clockwork {
    match world.remove_resource::<Clockwork>() {
        Some(clockwork) => clockwork,
        None => Clockwork { due: world.query_filtered(), ticks_since_sweep: 0 },
    }
}

/// Ticks every goban that is picked and can tick, once. Returns `false` if there is none.
fn round(
    world: &mut World,
    schedule: &mut Schedule,
    due: &mut Due,
    picked: &mut impl FnMut(Entity, bool, &mut Pace) -> bool,
) -> bool {
    let mut any = false;
    for (goban, mut scratch, tally, seats, mut pace) in due.iter_mut(world) {
        let answered = !scratch.thinking || seats.minds[scratch.mover].has_answered();
        let ready = tally.outcome.is_none() && seats.waiting().is_none() && answered;
        scratch.due = ready && picked(goban, scratch.thinking, &mut pace);
        any |= scratch.due;
    }
    if !any {
        return false;
    }
    // A second pass runs White's ply of a tick under `netlogo-2016`.
    loop {
        schedule.run(world);
        let (mut again, mut over) = (false, None);
        for (goban, mut scratch, tally, _, mut pace) in due.iter_mut(world) {
            again |= scratch.due;
            pace.ticked(tally.tick, tally.outcome.is_some());
            if std::mem::take(&mut scratch.ended) {
                over.get_or_insert_with(Vec::new).push(goban);
            }
        }
        for goban in over.into_iter().flatten() {
            if let Some(mut pace) = world.get_mut::<Pace>(goban) {
                pace.stop();
            }
        }
        if !again {
            return true;
        }
    }
}

/// Ticks every goban once, unless its game is over or it waits for a player. Calls [`ticks`] with 1.
pub fn tick(world: &mut World) {
    ticks(world, 1);
}

/// Runs up to `count` rounds, while any goban can tick and no [`Halt`] is requested. In each round every
/// goban that can tick does so once. A goban that hits a breakpoint does not tick again. At intervals
/// old messages are removed, as `App::update` would. Returns the number of rounds.
///
/// ```
/// use stonefield_minds::BrainSpec;
/// use stonefield_go::{ByColor, Setup};
/// use stonefield_sim::{Referee, GameSetup, Tally, create_app, spawn_goban, ticks};
///
/// let start: Setup = ". X .\n\
///                     X O X\n\
///                     . . .".parse()?;
/// let brains = ByColor::new("scripted:moves=[B1]".parse()?, BrainSpec::default());
/// let setup = GameSetup { size: start.size(), start: Some(start), brains, ..GameSetup::default() };
/// let mut app = create_app();
/// let goban = spawn_goban(app.world_mut(), &setup)?;
/// assert_eq!(ticks(app.world_mut(), 1), 1);
/// // Black has played B1; the white stone senses no liberty any more, and dies.
/// let referee = app.world().get::<Referee>(goban).expect("every goban has one");
/// assert_eq!(referee.position.setup().to_string(), ". X .\n\
///                                                   X . X\n\
///                                                   . X .\n");
/// let tally = app.world().get::<Tally>(goban).expect("every goban has one");
/// assert_eq!((tally.tick, tally.captures.black), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ticks(world: &mut World, count: u64) -> u64 {
    run_ticks(world, count, |_| true)
}

/// Plays the game on one goban for at most `max_ticks` ticks. Stops early at a breakpoint, at a [`Halt`], and
/// where the game waits for a player. `None`: the game is not over after that.
pub fn play_out(world: &mut World, goban: Entity, max_ticks: u64) -> Option<Finished> {
    run_ticks(world, max_ticks, |other| other == goban);
    Finished::of(world, goban)
}

fn run_ticks(world: &mut World, count: u64, picked: impl Fn(Entity) -> bool) -> u64 {
    let mut clockwork = take_clockwork(world);
    let halt = world.get_resource::<Halt>().cloned().unwrap_or_default();
    let pooled = world.contains_resource::<MindPool>();
    for (.., mut pace) in clockwork.due.iter_mut(world) {
        if pace.was_hit() {
            pace.clear_hit();
        }
    }
    let mut done = 0;
    world.schedule_scope(Tick, |world, schedule| {
        while done < count
            && !halt.is_asked()
            && round(world, schedule, &mut clockwork.due, &mut |goban, _, pace| {
                picked(goban) && !pace.was_hit()
            })
        {
            while pooled && await_minds(world, &mut clockwork.due, &picked, &halt) {
                round(world, schedule, &mut clockwork.due, &mut |goban, under_way, _| {
                    under_way && picked(goban)
                });
            }
            done += 1;
            clockwork.ticks_since_sweep += 1;
            if clockwork.ticks_since_sweep >= SWEEP {
                clockwork.ticks_since_sweep = 0;
                sweep(world);
            }
        }
    });
    world.insert_resource(clockwork);
    done
}

/// Waits for a message from a mind, while a mind thinks on a thread for a picked goban. Returns `false` if no
/// such mind thinks, or if a halt is requested.
fn await_minds(world: &mut World, due: &mut Due, picked: &impl Fn(Entity) -> bool, halt: &Halt) -> bool {
    let thinks = due.iter(world).any(|(goban, scratch, ..)| scratch.thinking && picked(goban));
    let Some(pool) = world.get_resource::<MindPool>().filter(|_| thinks).cloned() else { return false };
    while !halt.is_asked() {
        // The count is read before the messages, so that a message after that ends the wait.
        let message_count = pool.message_count();
        if receive_messages(world) {
            return true;
        }
        pool.wait(message_count, HALT_CHECK_INTERVAL);
    }
    false
}

/// Time between two checks for a [`Halt`] while minds are awaited.
const HALT_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Drops old messages and the lists of removed components, as `App::update` would.
pub(crate) fn sweep(world: &mut World) {
    macro_rules! update {
        ($($message:ty),+) => {
            $(if let Some(mut messages) = world.get_resource_mut::<Messages<$message>>() {
                messages.update();
            })+
        };
    }
    with_all_messages!(update);
    world.clear_trackers();
}
