//! Keys of the game: turn actions into requests to the watched goban.

use super::panels::{Adviser, Banner, new_game_request, next_speed};
use super::record::RecordRequest;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::requests::Requests;
use crate::shell::watched_goban::{RunningBoards, WatchedGoban};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use stonefield_go::Move;
use stonefield_minds::BrainSpec;
use stonefield_sim::history::Navigate;
use stonefield_sim::{Advice, GobanSetup, Pace, RequestKind, Seats};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, send_requests.in_set(InputSystems::Act));
}

/// Pace after the keys of this frame so far. Each key applies to the result of the earlier ones.
struct RunState {
    running: bool,
    rate: f32,
}

fn send_requests(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban<(&Pace, &GobanSetup, &Seats, &Advice)>,
    boards: RunningBoards,
    adviser: Res<Adviser>,
    banner: Res<Banner>,
    mut requests: Requests,
    mut records: MessageWriter<RecordRequest>,
) {
    let Some((pace, setup, seats, advice)) = goban.get() else { return };
    let mut run_state = RunState { running: boards.any(), rate: pace.rate };
    for &action in actions.read() {
        // Under the banner of an ended game, the key starts another game.
        if banner.is_open() && action == Action::RunPause {
            records.write(new_game_request(setup, 1, seats.specs().clone()));
            continue;
        }
        requests.send(action_request(action, advice, adviser.spec.as_ref(), &mut run_state));
    }
}

/// Returns the request of an action, and updates `run_state`. `None` if the action is not about the game.
fn action_request(
    action: Action,
    advice: &Advice,
    adviser: Option<&BrainSpec>,
    run_state: &mut RunState,
) -> Option<RequestKind> {
    let mut rate = |faster| {
        run_state.rate = next_speed(run_state.rate, faster);
        RequestKind::Rate(run_state.rate)
    };
    Some(match action {
        Action::RunPause => {
            run_state.running = !run_state.running;
            if run_state.running { RequestKind::Play } else { RequestKind::Pause }
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
        Action::Analyse => RequestKind::KeepAdvising((!advice.is_constant()).then_some(adviser.cloned())),
        Action::TakeBack => RequestKind::TakeBack,
        Action::Pass => RequestKind::Move(Move::Pass),
        Action::Faster => rate(true),
        Action::Slower => rate(false),
        _ => return None,
    })
}
