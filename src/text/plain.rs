//! Game as plain text: the board at a few ticks. For files, pipes and terminals without escape sequences.

use super::{TextError, check, fault, names, title};
use std::io::Write;
use stonefield_go::notation::point_list_suffix;
use stonefield_go::{ByColor, Color};
use stonefield_sim::{
    Ending, GameSetup, Groups, Links, Occupancy, Referee, Seats, Session, StopCondition, Tally, Witness,
};

/// Ticks after which the board is written. The board is also written at the end.
const SHOWN_TICKS: [u64; 3] = [20, 60, 180];

/// Largest board width that is drawn, in points. For wider boards only the counters are written.
const MAX_WIDTH: u16 = 60;

/// Tick limit of a game.
const MAX_TICKS: u64 = 10_000;

/// Plays one game and writes the board at some ticks and at the end. A stop condition ends it early.
///
/// # Errors
/// When the set-up is refused, a player is a person, or `out` cannot be written to.
pub fn plain(setup: &GameSetup, stops: &[StopCondition], out: &mut dyn Write) -> Result<(), TextError> {
    check(setup)?;
    let mut session = Session::new(setup, None)?;
    session.stop_when(stops);
    writeln!(out, "{}", title(setup).join(", "))?;
    let ByColor { black, white } = names(&setup.brains);
    writeln!(out, "X Black {black}, O White {white}")?;
    let mut played = 0;
    for tick in SHOWN_TICKS.into_iter().chain([MAX_TICKS]) {
        let over = session.play_out(tick - played).is_some();
        frame(&session, out)?;
        let strike = session.strike();
        if let Some(strike) = strike {
            writeln!(out, "stopped at tick {} by {}", strike.tick, strike.why)?;
        }
        if over || strike.is_some() {
            break;
        }
        played = tick;
    }
    out.flush()?;
    Ok(())
}

/// Writes the board of a recorded game at some ticks and at its end.
///
/// # Errors
/// When `out` cannot be written to.
pub fn plain_record(
    mut session: Session,
    title: &str,
    [black, white]: &[String; 2],
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let last = session.record().last();
    writeln!(out, "{title}\nX Black {black}, O White {white}")?;
    for tick in SHOWN_TICKS.into_iter().filter(|tick| *tick < last).chain([last]) {
        session.seek(tick);
        frame(&session, out)?;
    }
    out.flush()?;
    Ok(())
}

/// Writes the board and the counters of the present tick, and the result if the game is over.
fn frame(session: &Session, out: &mut dyn Write) -> std::io::Result<()> {
    let (position, tally) = (session.position(), session.part::<Tally>());
    writeln!(out)?;
    if position.size().width() <= MAX_WIDTH {
        write!(out, "{}", position.setup())?;
    }
    let side = |color: Color| {
        format!(
            "{color} stones {}, groups {}, captures {}",
            tally.stones[color], tally.groups[color], tally.captures[color]
        )
    };
    write!(
        out,
        "tick {}; {}; {}; capacity {:.1}",
        tally.tick,
        side(Color::Black),
        side(Color::White),
        tally.capacity
    )?;
    match &tally.outcome {
        Some(outcome) => {
            let (setup, ending) = (session.setup(), session.part::<Ending>());
            let score = ending.final_score(tally, session.part::<Referee>());
            write!(out, "; {outcome} ({} to {}, komi {})", score.black, score.white, setup.rules.komi)?;
            if let Some(words) = ending.words(setup) {
                write!(out, "; {words}{}", point_list_suffix(&ending.dead))?;
            }
            let witness = session.part::<Witness>();
            if witness.looked > 0 {
                let (occupancy, groups) = (session.part::<Occupancy>(), session.part::<Groups>());
                write!(out, "; {}", witness.words_of(occupancy, groups, session.part::<Links>()))?;
            }
            writeln!(out)?;
            fault(session.part::<Seats>()).map_or(Ok(()), |fault| writeln!(out, "{fault}"))
        }
        None => writeln!(out),
    }
}
