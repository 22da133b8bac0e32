//! Descriptions of phases: a tooltip for each, and a sentence about its last run.

use std::collections::BTreeSet;
use stonefield_go::notation::counted;
use stonefield_go::{Color, LibertySearch, Move, Outcome, Point};
use stonefield_sim::{
    Choice, GobanSetup, Occupancy, Phase, PhaseTrace, PhaseWork, Seats, SensedStone, Sensing, TickChooser,
};

/// Largest number of points that a sentence names.
const NAMED: usize = 4;

/// Returns the tooltip of a phase.
pub fn about(phase: Phase, chooser: TickChooser) -> &'static str {
    match (phase, chooser) {
        (Phase::Warm, _) => "Patches count the stones on their four neighbours, and heat spreads",
        (Phase::Perceive, TickChooser::Swarm) => {
            "The stones of the swarm perceive what has changed around them"
        }
        (Phase::Bid, TickChooser::Swarm) => "Stones that perceive something else than before bid again",
        (Phase::Perceive | Phase::Bid, _) => "Passed over: only the stones of a swarm perceive and bid",
        (Phase::Decide, TickChooser::Swarm) => "One move is made of all bids",
        (Phase::Decide, TickChooser::Rule) => "A rule chooses from what stones and patches know",
        (Phase::Decide, TickChooser::Planner) => "A planner is given the position and asked for a move",
        (Phase::Decide, TickChooser::Person | TickChooser::Nobody) => "A person is asked for a move",
        (Phase::Place, _) => "The stone is set; without a free cell it is a pass",
        (Phase::Link, _) => "The new stone is linked to its like neighbours",
        (Phase::Sense, _) => "Stones count their own liberties, then hear those of their group",
        (Phase::Capture, _) => "Stones that sense no liberty die",
        (Phase::Tally, _) => "Everything is counted: is the game over?",
    }
}

/// Returns the sentence about the last run of a phase.
pub fn sentence(trace: &PhaseTrace, setup: &GobanSetup, seats: &Seats, occupancy: &Occupancy) -> String {
    let quirks = setup.0.quirks();
    let netlogo = quirks.is_some();
    let (mover, stone) = (trace.mover, format!("{} stone", adjective(trace.mover)));
    match &trace.work {
        PhaseWork::Warm { measured: false, .. } => {
            "The heat of this tick has been measured already: the patches stay as they are.".to_owned()
        }
        PhaseWork::Warm { contacts: 0, .. } => {
            "No stone has a patch beside it: there is nothing to count.".to_owned()
        }
        PhaseWork::Warm { contacts, warmest, .. } => {
            let warmest = warmest
                .map_or(String::new(), |(point, heat)| format!("; the warmest is {point} at {heat:.2}"));
            let changed = several(trace.written.len(), "patch changes", "patches change");
            format!(
                "Every patch counts the stones beside it, {contacts} in all, and heat spreads: {changed}{warmest}."
            )
        }
        PhaseWork::Perceive if trace.written.is_empty() => format!("No {stone} perceives anything new."),
        PhaseWork::Perceive => format!(
            "{} something else than at the last turn; together they look at {}.",
            several(trace.written.len(), &format!("{stone} perceives"), &format!("{stone}s perceive")),
            counted(trace.read.len(), "point"),
        ),
        PhaseWork::Bid { bids, wanted } => {
            let strongest =
                wanted.map_or(String::new(), |(to, weight)| format!(", the most for {to}: {weight:.2}"));
            let count = trace.written.len();
            let again =
                several(count, &format!("{stone} changes its bids"), &format!("{stone}s change their bids"));
            format!("{again}; {} of all stones stand{strongest}.", counted(*bids, "bid"))
        }
        PhaseWork::Decide(choice) => decided(trace, *choice, seats),
        PhaseWork::Place { choice, stone: id } => match (choice, id) {
            (Choice::Move(Move::Play(point)), Some(id)) => {
                format!("A {stone}, number {id}, is set on {point}, and the referee is told.")
            }
            (Choice::Move(_), _) => format!("{mover} passes: no stone is set."),
            (Choice::Late, _) => format!("{mover} has no time left: no stone is set."),
            (Choice::Resign, _) => format!("{mover} gives up: no stone is set."),
            (Choice::Fail, _) => format!("{mover}'s mind failed: no stone is set."),
        },
        PhaseWork::Link { size: 0, .. } => "Nothing was set: there is nothing to link.".to_owned(),
        PhaseWork::Link { made, size, .. } if let Some(quirks) = quirks => format!(
            "What {} reaches over links is linked pairwise: {}; the new stone's chain has {}.",
            if quirks.random_closure {
                format!("a {stone} chosen at random")
            } else {
                "the new stone".to_owned()
            },
            counted(*made, "new link"),
            counted(*size, "stone"),
        ),
        PhaseWork::Link { made: 0, .. } => {
            "The new stone has no like neighbours: it is a group of its own.".to_owned()
        }
        PhaseWork::Link { made, size, .. } => format!(
            "The new stone is linked to {}; its group has {} now.",
            counted(*made, "like neighbour"),
            counted(*size, "stone"),
        ),
        PhaseWork::Sense(sensing) if sensing.stones.is_empty() => {
            "Nothing was set: no stone senses anew.".to_owned()
        }
        PhaseWork::Sense(sensing) if let Some(quirks) = quirks => {
            let color = if quirks.stale_liberties { adjective(mover) + " " } else { String::new() };
            let order = if quirks.async_group_sum { ", in random order," } else { "" };
            let stones = several(
                sensing.counted,
                &format!("{color}stone counts its empty neighbours and sums over its links"),
                &format!("{color}stones{order} count their empty neighbours and sum over their links"),
            );
            format!("{stones}{}.", stale(sensing))
        }
        PhaseWork::Sense(sensing) => format!(
            "{}, {}{}.",
            counts(sensing.counted),
            several(sensing.summed, "hears of its group", "hear of their groups"),
            groups(sensing, occupancy),
        ),
        PhaseWork::Capture { dead, sensing } if dead.is_empty() => no_deaths(trace, sensing, netlogo),
        PhaseWork::Capture { dead, sensing } => deaths(dead, sensing, netlogo),
        PhaseWork::Tally { stones, captures, outcome, half } => {
            let goes_on = match outcome {
                Some(Outcome::Void) => "The game is over and counts for nothing.".to_owned(),
                Some(Outcome::Draw) => "The game is over: a draw.".to_owned(),
                Some(Outcome::Win { winner, .. }) => format!("The game is over: {winner} wins."),
                None if *half => format!("Is the game over? No: the tick goes on with {}'s turn.", !mover),
                None => format!("Is the game over? No: it is {}'s turn.", !mover),
            };
            format!(
                "{} black and {} white stones stand; Black has taken {}, White {}. {goes_on}",
                stones.black, stones.white, captures.black, captures.white
            )
        }
    }
}

/// Returns a count followed by `one` or `many`, the words for one and for several.
fn several(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn counts(count: usize) -> String {
    several(count, "stone counts its empty neighbours", "stones count their empty neighbours")
}

fn adjective(color: Color) -> String {
    color.to_string().to_lowercase()
}

fn decided(trace: &PhaseTrace, choice: Option<Choice>, seats: &Seats) -> String {
    let (mover, name) = (trace.mover, seats.spec(trace.mover).name());
    let Some(choice) = choice else {
        return match trace.chooser {
            TickChooser::Person => format!("{mover} is a person: click a point, or pass."),
            TickChooser::Nobody => format!("{mover}'s seat is empty: fill it to go on."),
            _ => format!("{name} has been asked what {mover} plays, and thinks."),
        };
    };
    let chosen = match choice {
        Choice::Move(Move::Play(point)) => point.to_string(),
        Choice::Move(Move::Pass) => "a pass".to_owned(),
        Choice::Resign => "to give up".to_owned(),
        Choice::Late => "nothing: its time is over".to_owned(),
        Choice::Fail => "nothing: it failed".to_owned(),
    };
    match trace.chooser {
        TickChooser::Swarm => {
            format!("One move is made of all bids, for {}: {chosen}.", counted(trace.read.len(), "point"))
        }
        TickChooser::Rule => {
            format!("The rule {name} sees what stones and patches know, and chooses {chosen}.")
        }
        TickChooser::Planner => {
            format!(
                "The planner {name} is given the position, asked what {mover} plays, and answers {chosen}."
            )
        }
        TickChooser::Person | TickChooser::Nobody => format!("{mover}, a person, has chosen {chosen}."),
    }
}

/// Returns text about the two sensed groups with the fewest liberties; empty without a group. The search ends
/// after about 400 stones.
fn groups(sensing: &Sensing, occupancy: &Occupancy) -> String {
    let size = occupancy.size();
    let at = |point| occupancy.color_at(size.index(point));
    let mut visited: BTreeSet<Point> = BTreeSet::new();
    let mut groups = Vec::new();
    for stone in &sensing.stones {
        if visited.contains(&stone.point) || visited.len() > 400 {
            continue;
        }
        let walk = LibertySearch::new(size, at, stone.point, stone.color);
        visited.extend(walk.after(walk.steps().len()).finished);
        groups.push((walk.liberties(), stone.color, stone.point));
    }
    groups.sort_unstable_by_key(|&(liberties, _, point)| (liberties, point));
    let parts = groups.iter().take(2).map(|&(liberties, color, point)| {
        let liberties = match liberties {
            0 => "no liberty".to_owned(),
            1 => "1 liberty".to_owned(),
            count => format!("{count} liberties"),
        };
        format!("the {} group at {point} has {liberties}", adjective(color))
    });
    let text = parts.collect::<Vec<_>>().join(", ");
    if text.is_empty() { text } else { format!(": {text}") }
}

/// Returns text about the stones that still count outdated liberties; empty without such a stone.
fn stale(sensing: &Sensing) -> String {
    match sensing.stale.len() {
        0 => String::new(),
        1 => "; 1 stone goes on believing in liberties of before".to_owned(),
        count => format!("; {count} stones go on believing in liberties of before"),
    }
}

fn no_deaths(trace: &PhaseTrace, sensing: &Sensing, netlogo: bool) -> String {
    if trace.read.is_empty() {
        return "Nobody is looked at.".to_owned();
    }
    let looked = several(trace.read.len(), "stone is looked at", "stones are looked at");
    let unaware = |stone: &&SensedStone| stone.own.1 == 0 && stone.color != trace.mover;
    let late = match sensing.stale.iter().filter(unaware).count() {
        0 => String::new(),
        1 => "; 1 has no free neighbour left and does not know it yet".to_owned(),
        count => format!("; {count} have no free neighbour left and do not know it yet"),
    };
    if netlogo {
        format!("{looked}: none senses that it is without a liberty{late}.")
    } else {
        format!("{looked}: each senses a liberty, its own or one of its group, so nobody dies.")
    }
}

fn deaths(dead: &[(Point, Color)], sensing: &Sensing, netlogo: bool) -> String {
    let color = dead.first().map_or(String::new(), |(_, color)| adjective(*color));
    let mut points: Vec<String> = dead.iter().take(NAMED).map(|(point, _)| point.to_string()).collect();
    if dead.len() > NAMED {
        points.push(format!("{} more", dead.len() - NAMED));
    }
    let points = points.join(", ");
    let again = match sensing.counted {
        0 => String::new(),
        1 => "; 1 stone beside counts again".to_owned(),
        count => format!("; {count} stones beside count again"),
    };
    match (dead.len(), netlogo) {
        (1, _) => format!("1 {color} stone senses no liberty and dies: {points}{again}."),
        (count, false) => format!("{count} {color} stones sense no liberty and die: {points}{again}."),
        (count, true) => format!(
            "{count} {color} stones die, those without a liberty and what they are linked to: {points}."
        ),
    }
}
