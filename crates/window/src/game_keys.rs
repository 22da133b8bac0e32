//! The keys of the game: what they ask of the goban that is shown.

use super::panels::{Adviser, Banner, next_speed, once_more};
use super::record::RecordRequest;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::requests::Requests;
use crate::shell::watched_goban::{ShownGobanItem, WatchedGoban};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use stonefield_go::Move;
use stonefield_minds::BrainSpec;
use stonefield_sim::RequestKind;
use stonefield_sim::history::Navigate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, ask.in_set(InputSystems::Act));
}

/// The state that the keys of one frame lead to: each applies to the result of the earlier ones.
struct RunState {
    running: bool,
    rate: f32,
}

fn ask(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban,
    adviser: Res<Adviser>,
    banner: Res<Banner>,
    mut requests: Requests,
    mut records: MessageWriter<RecordRequest>,
) {
    let runs = goban.runs();
    let Some(goban) = goban.get() else { return };
    let mut running = RunState { running: runs, rate: goban.pace.rate };
    for &action in actions.read() {
        // Below the banner of a game that has ended, it means: go on.
        if banner.is_open() && action == Action::RunPause {
            records.write(once_more(&goban, 1, goban.seats.specs().clone()));
            continue;
        }
        requests.send(asked(action, &goban, adviser.spec.as_ref(), &mut running));
    }
}

/// What an action asks of the game, if anything.
fn asked(
    action: Action,
    goban: &ShownGobanItem<'_, '_>,
    adviser: Option<&BrainSpec>,
    now: &mut RunState,
) -> Option<RequestKind> {
    let mut rate = |faster| {
        now.rate = next_speed(now.rate, faster);
        RequestKind::Rate(now.rate)
    };
    Some(match action {
        Action::RunPause => {
            now.running = !now.running;
            if now.running { RequestKind::Play } else { RequestKind::Pause }
        }
        Action::Step => RequestKind::Step(1),
        Action::Phase => RequestKind::Phase,
        Action::MoveBy(nodes) => RequestKind::Navigate(Navigate::By(nodes)),
        Action::First => RequestKind::Navigate(Navigate::First),
        Action::Last => RequestKind::Navigate(Navigate::Last),
        Action::Sibling(count) => RequestKind::Navigate(Navigate::Sibling(count)),
        Action::PreviousBranch => RequestKind::Navigate(Navigate::PreviousBranch),
        Action::NextBranch => RequestKind::Navigate(Navigate::NextBranch),
        Action::MoveNow => RequestKind::MoveNow,
        Action::Evaluate => RequestKind::Advise(adviser.cloned()),
        Action::Analyse => {
            RequestKind::KeepAdvising((!goban.advice.is_constant()).then_some(adviser.cloned()))
        }
        Action::TakeBack => RequestKind::TakeBack,
        Action::Pass => RequestKind::Move(Move::Pass),
        Action::Faster => rate(true),
        Action::Slower => rate(false),
        _ => return None,
    })
}
