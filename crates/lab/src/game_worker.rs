//! Game worker: the session in which one thread plays its games.

use super::{GameResult, PlannedGame, SeriesError};
use stonefield_files::thread_seconds;
use stonefield_go::{Color, Outcome};
use stonefield_sim::history::Heading;
use stonefield_sim::{
    Check, CollectThoughts, EffortClock, Ending, Halt, NoRewind, Referee, Seats, Session, Tally, Witness,
    agree,
};

/// Session of one thread. The games of the thread are played in it, one after the other.
pub(super) struct GameWorker {
    session: Option<Session>,
    settings: WorkerSettings,
}

/// Settings of a worker.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkerSettings {
    /// Heading of the game records; `None` if no records are written.
    pub heading: Option<Heading>,
    /// True if the minds are asked for their thoughts. They are always asked if records are written.
    pub thoughts: bool,
    /// True if a mind of the thread's first game that cannot be started ends all games, not only its own.
    pub strict: bool,
    /// True to measure the CPU time of minds. In games with an unrepeatable mind it is always measured.
    pub counts_time: bool,
    /// Shared request to end the games early.
    pub halt: Halt,
}

/// Observer of a running game.
pub(super) trait GameObserver {
    /// Returns the next tick after `tick` at which the game is observed; `None` for the end of the game only.
    fn next_tick(&self, tick: u64) -> Option<u64>;

    /// Observes the game. Called at the beginning, at the ticks of [`Self::next_tick`], and at the last tick.
    fn observe(&mut self, session: &Session);
}

/// Observer that does nothing.
impl GameObserver for () {
    fn next_tick(&self, _: u64) -> Option<u64> {
        None
    }

    fn observe(&mut self, _: &Session) {}
}

impl GameWorker {
    pub(super) const fn new(settings: WorkerSettings) -> Self {
        Self { session: None, settings }
    }

    /// Plays a game. Returns its result, and the session at its end; `None` if a halt ended the game early.
    pub(super) fn play(
        &mut self,
        game: &PlannedGame,
        observer: &mut impl GameObserver,
    ) -> Result<Option<(GameResult, &Session)>, SeriesError> {
        let PlannedGame { setup, swapped, max_ticks, stops } = game;
        let settings = &self.settings;
        let mut session = match self.session.take() {
            Some(mut session) => {
                session.begin(setup)?;
                session
            }
            None => {
                let mut session = Session::new(setup, settings.heading.clone())?;
                let world = session.world_mut();
                world.insert_resource(CollectThoughts(settings.thoughts || settings.heading.is_some()));
                world.insert_resource(settings.halt.clone());
                world.insert_resource(NoRewind);
                if settings.strict {
                    let ready = session.prepare();
                    if settings.halt.is_asked() {
                        return Ok(None);
                    }
                    ready.map_err(|(color, why)| SeriesError::Start { color, why })?;
                }
                session
            }
        };
        if !stops.is_empty() {
            session.stop_when(stops);
        }
        // Time budgets are in CPU time, so that the work of other threads does not use them up.
        let is_timed = settings.counts_time || setup.brains.iter().any(|(_, brain)| !brain.is_repeatable());
        session.world_mut().insert_resource(EffortClock(is_timed.then_some(thread_seconds)));
        let outcome = play_out(&mut session, *max_ticks, observer);
        let session = &*self.session.insert(session);
        let (tally, seats) = (session.part::<Tally>(), session.part::<Seats>());
        let stopped = session.strike().map(|strike| strike.why.clone()).filter(|_| outcome.is_none());
        if outcome.is_none() && stopped.is_none() && settings.halt.is_asked() && tally.tick < *max_ticks {
            return Ok(None);
        }
        let mind_fault =
            Color::ALL.into_iter().find_map(|color| Some((Some(color), seats.fault(color)?.to_owned())));
        let witness = session.part::<Witness>();
        // In an unfinished game agents and referee have not been compared after the last ply.
        let is_unchecked = outcome.is_none() && setup.check != Check::Off;
        let disagreement = is_unchecked.then(|| agree(session.world(), session.goban()).err()).flatten();
        let last_witness =
            disagreement.map(|difference| Witness { found: Some((tally.plies, difference)), ..*witness });
        let fault =
            mind_fault.or_else(|| Some((None, last_witness.as_ref().unwrap_or(witness).disagreement()?)));
        let result = GameResult {
            fault,
            game: setup.game,
            swapped: *swapped,
            score: session.part::<Ending>().final_score(tally, session.part::<Referee>()),
            outcome,
            stopped,
            ticks: tally.tick,
            measured: Vec::new(),
        };
        Ok(Some((result, session)))
    }
}

/// Plays a game until it ends, is stopped or reaches `max_ticks`. Returns the outcome; `None` without an end.
fn play_out(session: &mut Session, max_ticks: u64, observer: &mut impl GameObserver) -> Option<Outcome> {
    observer.observe(session);
    loop {
        let tick = session.part::<Tally>().tick;
        let until = observer.next_tick(tick).map_or(max_ticks, |next| next.max(tick + 1).min(max_ticks));
        let outcome = session.play_out(until.saturating_sub(tick)).map(|finished| finished.outcome);
        let now = session.part::<Tally>().tick;
        if now > tick {
            observer.observe(session);
        }
        if outcome.is_some() || session.strike().is_some() || now >= max_ticks || now == tick {
            return outcome;
        }
    }
}
