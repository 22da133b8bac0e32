//! The end: who won, and what lives.

use super::opponent::Opponent;
use super::reply::{CommandResult, SYNTAX, none, one};
use stonefield_go::notation::names;
use stonefield_go::{DeadStones, Goal, Outcome, Point, WinBy};
use stonefield_search::proof::life::Status;
use stonefield_search::{JudgedChain, dead_stones, judge};

/// The count with the dead taken off. A game for the first capture has no count.
pub(super) fn final_score(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    none(args, "")?;
    if opponent.rules().goal != Goal::Territory {
        return Err("cannot score".into());
    }
    let dead = dead_stones(opponent.position(), opponent.dead());
    Ok(match Outcome::of(opponent.position().score_with(&dead)) {
        Outcome::Win { winner, by: WinBy::Points(margin) } => {
            format!("{}+{}", winner.letter(), rounded(margin))
        }
        _ => "0".to_owned(),
    })
}

/// A margin without what binary fractions add to it.
fn rounded(margin: f64) -> f64 {
    (margin * 1e6).round() / 1e6
}

/// The stones of one status, a group a line. Only what is proved to be in seki is said to be. Where stones count as they stand all are alive.
pub(super) fn final_status_list(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let wanted = match one(args)? {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(SYNTAX),
    };
    let how = opponent.dead();
    if how == DeadStones::CapturedOnly && wanted != Status::Alive {
        return Ok(String::new());
    }
    let groups: Vec<String> = groups(opponent, how)
        .iter()
        .filter(|(_, status)| *status == wanted)
        .map(|(group, _)| names(group))
        .collect();
    Ok(groups.join("\n"))
}

/// All groups with what they count as, in the order of their first points.
fn groups(opponent: &Opponent, how: DeadStones) -> Vec<(Vec<Point>, Status)> {
    if how == DeadStones::CapturedOnly {
        return opponent.chains().into_iter().map(|chain| (chain, Status::Alive)).collect();
    }
    let counted = |JudgedChain { stones, status, proved }: JudgedChain| {
        let estimate = status == Status::Dead && !proved && how == DeadStones::Proved;
        (stones, if estimate { Status::Alive } else { status })
    };
    judge(opponent.position()).into_iter().map(counted).collect()
}
