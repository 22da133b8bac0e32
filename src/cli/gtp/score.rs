//! The end: who won, and what lives.

use super::board::vertices;
use super::session::Session;
use super::table::{Reply, SYNTAX, none, one};
use crate::go::{By, Color, Goal, Outcome, Point};

/// The count as the board stands: every stone on it counts as alive. A game for the first capture has no count.
pub(super) fn final_score(session: &mut Session, args: &[&str]) -> Reply {
    none(args, "")?;
    if session.rules().goal != Goal::Territory {
        return Err("cannot score".to_owned());
    }
    Ok(match Outcome::of(session.position.score()) {
        Outcome::Win { winner, by: By::Points(margin) } => format!("{}+{}", winner.letter(), rounded(margin)),
        _ => "0".to_owned(),
    })
}

/// A margin without what binary fractions add to it.
fn rounded(margin: f64) -> f64 {
    (margin * 1e6).round() / 1e6
}

/// The stones of one status, a group a line: all are alive, as in [`final_score`].
pub(super) fn final_status_list(session: &mut Session, args: &[&str]) -> Reply {
    match one(args)? {
        "alive" => {
            let mut seen: Vec<Point> = Vec::new();
            let mut lines = Vec::new();
            for point in Color::ALL.into_iter().flat_map(|color| session.stones(color)) {
                if !seen.contains(&point) {
                    let mut chain = session.position.chain(point);
                    chain.sort_unstable();
                    lines.push(vertices(&chain));
                    seen.extend(chain);
                }
            }
            Ok(lines.join("\n"))
        }
        "dead" | "seki" => Ok(String::new()),
        _ => Err(SYNTAX.to_owned()),
    }
}
