//! The end: who won, and what lives.

use super::board::vertices;
use super::session::Session;
use super::table::{Reply, SYNTAX, none, one};
use crate::brain::{dead_chains, seki_chains};
use crate::go::{By, Color, Goal, Outcome, Point};

/// The count with the dead taken off, or as the board stands where the rules know no dead stones. A game for the first capture has no
/// count.
pub(super) fn final_score(session: &mut Session, args: &[&str]) -> Reply {
    none(args, "")?;
    if session.rules().goal != Goal::Territory {
        return Err("cannot score".to_owned());
    }
    let dead = dead(session).into_iter().flatten().collect::<Vec<_>>();
    Ok(match Outcome::of(session.position.score_with(&dead)) {
        Outcome::Win { winner, by: By::Points(margin) } => format!("{}+{}", winner.letter(), rounded(margin)),
        _ => "0".to_owned(),
    })
}

/// The chains that are dead.
fn dead(session: &Session) -> Vec<Vec<Point>> {
    if judges(session) { dead_chains(&session.position) } else { Vec::new() }
}

/// A margin without what binary fractions add to it.
fn rounded(margin: f64) -> f64 {
    (margin * 1e6).round() / 1e6
}

/// Whether the rules in force know dead stones. Under Tromp and Taylor's whatever stands is alive, and where stones live by other laws than Go's
/// nobody judges them.
fn judges(session: &Session) -> bool {
    let rules = session.rules();
    rules.name != "tromp-taylor" && rules.goal == Goal::Territory && rules.quirks.is_none()
}

/// The stones of one status, a group a line. Only what is proved to be in seki is said to be.
pub(super) fn final_status_list(session: &mut Session, args: &[&str]) -> Reply {
    let wanted = one(args)?;
    if !["alive", "dead", "seki"].contains(&wanted) {
        return Err(SYNTAX.to_owned());
    }
    let lines =
        |chains: &[Vec<Point>]| chains.iter().map(|chain| vertices(chain)).collect::<Vec<_>>().join("\n");
    let seki = if wanted != "dead" && judges(session) { seki_chains(&session.position) } else { Vec::new() };
    if wanted == "seki" {
        return Ok(lines(&seki));
    }
    let dead = dead(session);
    if wanted == "dead" {
        return Ok(lines(&dead));
    }
    let mut seen: Vec<Point> = dead.into_iter().chain(seki).flatten().collect();
    let mut alive = Vec::new();
    for point in Color::ALL.into_iter().flat_map(|color| session.stones(color)) {
        if !seen.contains(&point) {
            let mut chain = session.position.chain(point);
            chain.sort_unstable();
            seen.extend(&chain);
            alive.push(chain);
        }
    }
    Ok(lines(&alive))
}
