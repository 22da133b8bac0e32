//! Where a thread plays its games.

use super::{GameResult, MeasuredTick, Series, SeriesError};
use crate::go::{Color, Outcome};
use crate::sim::history::Heading;
use crate::sim::{
    Check, CollectThoughts, Ending, GameSetup, Halt, NoRewind, Opening, Referee, Seats, Session, Surveyor,
    Tally, Witness, agree, all_numbers,
};

/// One thread's session, in which its games are played one after the other.
pub(super) struct GameWorker {
    session: Option<Session>,
    halt: Halt,
    /// What the texts of its games begin with, where they are kept.
    heading: Option<Heading>,
}

impl GameWorker {
    pub(super) fn new(heading: Option<Heading>, halt: Halt) -> Self {
        Self { session: None, halt, heading }
    }

    /// Plays the game with that place in the series; `None` when it was left.
    pub(super) fn play<T>(
        &mut self,
        series: &Series,
        place: u64,
        look: impl Fn(&Session, &GameResult) -> T,
    ) -> Result<Option<(GameResult, T)>, SeriesError> {
        let swapped = series.alternate && place % 2 == 1;
        let setup = GameSetup {
            game: series.setup.game.wrapping_add(place),
            brains: series.brains(swapped),
            opening: Opening {
                // Both games of a pair with colours changed open alike.
                game: series.setup.game.wrapping_add(if series.alternate { place & !1 } else { place }),
                ..series.setup.opening
            },
            ..series.setup.clone()
        };
        let session = match &mut self.session {
            Some(session) => {
                session.begin(&setup)?;
                session
            }
            None => {
                let session = self.session.insert(Session::new(&setup, self.heading.clone())?);
                session.world_mut().insert_resource(CollectThoughts(self.heading.is_some()));
                session.world_mut().insert_resource(self.halt.clone());
                session.world_mut().insert_resource(NoRewind);
                let ready = session.prepare();
                if self.halt.is_asked() {
                    return Ok(None);
                }
                ready.map_err(|(color, why)| SeriesError::Start { color, why })?;
                session
            }
        };
        let (outcome, measured) = play_out(session, series);
        let (tally, seats) = (session.part::<Tally>(), session.part::<Seats>());
        if outcome.is_none() && self.halt.is_asked() && tally.tick < series.max_ticks {
            return Ok(None);
        }
        let mind =
            Color::ALL.into_iter().find_map(|color| Some((Some(color), seats.fault(color)?.to_owned())));
        let witness = session.part::<Witness>();
        let capped = outcome.is_none() && series.setup.check != Check::Off;
        let late = capped.then(|| agree(session.world(), session.goban()).err()).flatten();
        let late = late.map(|found| Witness { found: Some((tally.plies, found)), ..*witness });
        let fault = mind.or_else(|| Some((None, late.as_ref().unwrap_or(witness).disagreement()?)));
        let result = GameResult {
            fault,
            game: setup.game,
            swapped,
            score: session.part::<Ending>().final_score(tally, session.part::<Referee>()),
            outcome,
            ticks: tally.tick,
            measured,
        };
        let seen = look(session, &result);
        Ok(Some((result, seen)))
    }
}

/// Plays a game to its end, or as far as a game of the series may go, and measures it on the way.
fn play_out(session: &mut Session, series: &Series) -> (Option<Outcome>, Vec<MeasuredTick>) {
    let play = |session: &mut Session, ticks| session.play_out(ticks).map(|finished| finished.outcome);
    let Some(every) = series.every else { return (play(session, series.max_ticks), Vec::new()) };
    let mut surveyor = Surveyor::default();
    let mut measure = |session: &Session| {
        let found = surveyor.survey(session.world(), session.goban());
        found.map(|(row, survey)| MeasuredTick { tick: row.tick, numbers: all_numbers(&row, &survey) })
    };
    let mut measured = Vec::from_iter(measure(session));
    loop {
        let tick = session.part::<Tally>().tick;
        let until = (tick / every + 1).saturating_mul(every).min(series.max_ticks);
        let outcome = play(session, until.saturating_sub(tick));
        let now = session.part::<Tally>().tick;
        if now > tick {
            measured.extend(measure(session));
        }
        if outcome.is_some() || now >= series.max_ticks || now == tick {
            return (outcome, measured);
        }
    }
}
