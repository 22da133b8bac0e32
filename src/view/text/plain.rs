//! A game as a few plain pictures, for where no terminal is.

use super::{TextError, check, fault, names, title};
use crate::go::{ByColor, Color, Point};
use crate::sim::{self, Configured, Ending, Game, GameRecord, GameSetup, Seats, Tally, Witness};
use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;
use std::io::Write;

/// The ticks shown before the end.
const SHOWN: [u64; 3] = [20, 60, 180];

/// Wider boards are told in figures alone.
const WIDEST: u16 = 60;

/// Ticks after which a game that does not end is left.
const MOST: u64 = 10_000;

/// Plays one game and writes the board now and then, and at its end.
///
/// # Errors
/// When the set-up is refused or `out` takes no more.
pub fn plain(setup: &GameSetup, out: &mut dyn Write) -> Result<(), TextError> {
    check(setup)?;
    let mut app = sim::create_app();
    let world = app.world_mut();
    let goban = sim::spawn_goban(world, setup)?;
    writeln!(out, "{}", title(setup).join(", "))?;
    let ByColor { black, white } = names(&setup.brains);
    writeln!(out, "X Black {black}, O White {white}")?;
    for tick in 1..=MOST {
        sim::tick(world);
        let over = world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some());
        if over || tick == MOST || SHOWN.contains(&tick) {
            frame(world, goban, out)?;
        }
        if over {
            break;
        }
    }
    out.flush()?;
    Ok(())
}

/// Writes the board of a game that has happened now and then, and at its end.
///
/// # Errors
/// When `out` takes no more.
pub fn plain_record(
    mut app: App,
    goban: Entity,
    title: &str,
    [black, white]: &[String; 2],
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let world = app.world_mut();
    let last = world.get::<GameRecord>(goban).map_or(0, GameRecord::last);
    writeln!(out, "{title}\nX Black {black}, O White {white}")?;
    for tick in SHOWN.into_iter().filter(|tick| *tick < last).chain([last]) {
        sim::seek(world, goban, tick);
        frame(world, goban, out)?;
    }
    out.flush()?;
    Ok(())
}

fn frame(world: &World, goban: Entity, out: &mut dyn Write) -> std::io::Result<()> {
    let (Some(game), Some(tally)) = (world.get::<Game>(goban), world.get::<Tally>(goban)) else {
        return Ok(());
    };
    writeln!(out)?;
    if game.position.size().width() <= WIDEST {
        write!(out, "{}", game.position.setup())?;
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
            let komi = world.get::<Configured>(goban).map_or(0.0, |setup| setup.0.rules.komi);
            let ending = world.get::<Ending>(goban).cloned().unwrap_or_default();
            let score = ending.final_score(tally, game);
            write!(out, "; {outcome} ({} to {}, komi {komi})", score.black, score.white)?;
            match world.get::<Configured>(goban).and_then(|setup| ending.words(&setup.0)) {
                Some(words) => writeln!(out, "; {words}{}", listed(&ending.dead))?,
                None => writeln!(out)?,
            }
            match world.get::<Seats>(goban).and_then(fault) {
                Some(fault) => writeln!(out, "{fault}")?,
                None => {}
            }
            match witness(world, goban) {
                Some(words) => writeln!(out, "{words}"),
                None => Ok(()),
            }
        }
        None => writeln!(out),
    }
}

/// What the referee has seen, if it has looked.
fn witness(world: &World, goban: Entity) -> Option<String> {
    let witness = world.get::<Witness>(goban).filter(|witness| witness.looked > 0)?;
    Some(witness.words_of(world.get(goban)?, world.get(goban)?, world.get(goban)?))
}

/// Points behind a colon; nothing where there are none.
fn listed(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    if names.is_empty() { String::new() } else { format!(": {}", names.join(" ")) }
}
