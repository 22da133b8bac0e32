//! Commands for the end of the game: the score and the status of stones.

use super::opponent::Opponent;
use super::reply::{CommandResult, SYNTAX, one, reply_without_args};
use stonefield_go::notation::names;
use stonefield_go::{DeadStones, Goal, Outcome, Point, WinBy};
use stonefield_search::proof::life::Status;
use stonefield_search::{JudgedChain, dead_stones, judge};

/// Result by score, with dead stones removed. Refused in Atari Go, which has no score.
pub(super) fn final_score(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, "")?;
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

/// Margin rounded to six decimals, which hides binary rounding errors.
fn rounded(margin: f64) -> f64 {
    (margin * 1e6).round() / 1e6
}

/// Stones of one status, one group per line. A seki is listed only if it is proved. With
/// [`DeadStones::CapturedOnly`] all groups are alive.
pub(super) fn final_status_list(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let wanted = match one(args)? {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(SYNTAX),
    };
    let method = opponent.dead();
    if method == DeadStones::CapturedOnly && wanted != Status::Alive {
        return Ok(String::new());
    }
    let groups: Vec<String> = groups(opponent, method)
        .iter()
        .filter(|(_, status)| *status == wanted)
        .map(|(group, _)| names(group))
        .collect();
    Ok(groups.join("\n"))
}

/// All groups with their status, in the order of their first points. With [`DeadStones::Proved`], a group
/// is dead only if that is proved.
fn groups(opponent: &Opponent, method: DeadStones) -> Vec<(Vec<Point>, Status)> {
    if method == DeadStones::CapturedOnly {
        return opponent.chains().into_iter().map(|chain| (chain, Status::Alive)).collect();
    }
    let with_status = |JudgedChain { stones, status, proved }: JudgedChain| {
        let estimate = status == Status::Dead && !proved && method == DeadStones::Proved;
        (stones, if estimate { Status::Alive } else { status })
    };
    judge(opponent.position()).into_iter().map(with_status).collect()
}
