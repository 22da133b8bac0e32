//! Where a thread plays its games.

use super::{GameResult, Series, SeriesError};
use crate::go::Color;
use crate::sim::history::Heading;
use crate::sim::{Check, Curious, Ending, Game, GameSetup, Halt, Seats, Session, Tally, Witness, agree};

/// One thread's session, in which its games are played one after the other.
pub(super) struct Table {
    session: Option<Session>,
    halt: Halt,
    /// What the texts of its games begin with, where they are kept.
    heading: Option<Heading>,
}

impl Table {
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
            ..series.setup.clone()
        };
        let session = match &mut self.session {
            Some(session) => {
                session.begin(&setup)?;
                session
            }
            None => {
                let session = self.session.insert(Session::new(&setup, self.heading.clone())?);
                session.world_mut().insert_resource(Curious(self.heading.is_some()));
                session.world_mut().insert_resource(self.halt.clone());
                let ready = session.prepare();
                if self.halt.is_asked() {
                    return Ok(None);
                }
                ready.map_err(|(color, why)| SeriesError::Start { color, why })?;
                session
            }
        };
        let outcome = session.play_out(series.max_ticks).map(|finished| finished.outcome);
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
            score: session.part::<Ending>().final_score(tally, session.part::<Game>()),
            outcome,
            ticks: tally.tick,
        };
        let seen = look(session, &result);
        Ok(Some((result, seen)))
    }
}
