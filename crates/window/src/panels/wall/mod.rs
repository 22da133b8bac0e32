//! Wall: several boards side by side. Each plays its own games, one after the other.

mod captions;
mod results;

use super::places;
use super::run::speed;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::BoardChosen;
use crate::shell::state::{Modal, Redraw, ShownBoards, Watched};
use crate::shell::widgets::{Weight, button, from_right};
use bevy::app::{App, Update};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::state::condition::in_state;
use bevy_egui::egui::{self, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use results::{WallResult, WallResults};
use stonefield_lab::{WallGame, WallPlan};
use stonefield_search::TimeControl;
use stonefield_sim::{
    Ending, Forked, GameSetup, GobanSetup, Jumped, Pace, Referee, Refused, Request, RequestKind, Seats, Tally,
};

/// Time from the end of a game to the next game on its board. `SHORT_REST` applies at unlimited speed.
const REST: Duration = Duration::from_millis(1500);
const SHORT_REST: Duration = Duration::from_millis(250);

/// Initial pace of the boards, in ticks per second.
const RATE: f32 = 4.0;

/// Largest side of a board, in points, and the number of boards of a wall that the key opens.
const BOARDS: [(u16, usize); 3] = [(20, 16), (26, 9), (38, 4)];

/// Boards and results of the wall.
#[derive(Resource, Default)]
pub struct Wall {
    /// Wall to open in the next frame, and true if it runs at once.
    to_open: Option<(WallPlan, bool)>,
    /// Wall whose boards have been requested.
    opening: Option<WallPlan>,
    /// Plan of the open wall.
    plan: Option<WallPlan>,
    boards: Vec<WallBoard>,
    results: WallResults,
    runs: bool,
    /// True while one board is shown alone. The others go on.
    enlarged: bool,
    /// True if all boards must be shown again in the next frame.
    shows_all_next: bool,
}

/// Message: opens a wall and closes the present one.
#[derive(Message, Clone, Debug)]
pub struct OpenWall(pub WallPlan);

/// Board of the wall.
struct WallBoard {
    goban: Entity,
    game: WallGame,
    /// Time when its game ended. `None` while a game is played.
    ended: Option<Instant>,
}

impl Wall {
    /// Returns a wall to open at the start (true: it runs), or none.
    #[must_use]
    pub fn new(to_open: Option<(WallPlan, bool)>) -> Self {
        Self { to_open, ..Self::default() }
    }

    /// Shows all boards again in the next frame if one is enlarged. Returns true if one is.
    pub const fn leave(&mut self) -> bool {
        self.shows_all_next = self.enlarged;
        self.shows_all_next
    }

    /// True if a wall is open or will be.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.to_open.is_some() || self.opening.is_some() || self.plan.is_some()
    }
}

/// Title, place and order of the panel.
const PANEL: Panel = Panel::new("Wall", Place::Board, 80);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wall>()
        .add_panel(PANEL, |wall: Res<Wall>| wall.is_open())
        .init_resource::<ShownBoards>()
        .add_message::<OpenWall>()
        .add_systems(
            Update,
            (toggle.run_if(switched(Action::Wall)), replace, open, enlarge, play_on)
                .chain()
                .in_set(InputSystems::Act),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                controls.in_set(PanelSystems::Below),
                captions::show.in_set(PanelSystems::Marks),
                captions::way_back.in_set(PanelSystems::Floating),
            )
                .run_if(in_state(Modal::None)),
        );
}

/// Opens a wall of games like the watched one, or closes the open wall.
fn toggle(
    gobans: Query<(&GobanSetup, &Seats)>,
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    // Boards beside the game must be closed first. A wall that is being opened cannot be closed.
    if shown.home.is_some() && !wall.is_open() || wall.opening.is_some() {
        return;
    }
    if wall.is_open() {
        wall.close(&mut shown, &mut watched, &mut requests);
        return;
    }
    let Ok((setup, seats)) = gobans.get(watched.0) else { return };
    match wall_like(setup, seats) {
        Ok(plan) => wall.to_open = Some((plan, true)),
        Err(why) => notices.show_refusal(why),
    }
}

/// Opens the wall of an [`OpenWall`] message, and closes the present one.
fn replace(
    mut messages: MessageReader<OpenWall>,
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    let Some(OpenWall(plan)) = messages.read().last().cloned() else { return };
    if (shown.home.is_some() && !wall.is_open()) || wall.opening.is_some() {
        notices.show_refusal("boards beside the game are shown: close them first".to_owned());
        return;
    }
    if let Err(why) = plan.games().iter().try_for_each(|game| check_setup(&game.setup)) {
        notices.show_refusal(why);
        return;
    }
    if wall.is_open() {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
    wall.to_open = Some((plan, true));
}

/// Returns an error for a seat without a mind of this program, and for a board too large for a wall.
fn check_setup(setup: &GameSetup) -> Result<(), String> {
    if setup.brains.as_ref().iter().any(|(_, spec)| spec.info().human || spec.info().external) {
        return Err("a wall has no persons and no other programs: choose minds of this one".to_owned());
    }
    board_count(setup).map(|_| ())
}

/// Returns the number of boards for a set-up, or the reason why its board is too large.
fn board_count(setup: &GameSetup) -> Result<usize, String> {
    let size = setup.board();
    let longest = size.width().max(size.height());
    let boards = BOARDS.iter().find(|(largest, _)| longest <= *largest).map(|(_, boards)| *boards);
    let largest = BOARDS.map(|(largest, _)| largest).into_iter().max().unwrap_or(0);
    boards.ok_or_else(|| format!("a {size} board is too large for a wall: at most {largest}x{largest}"))
}

/// Returns the plan of a wall of games like that on a goban, without clocks.
fn wall_like(setup: &GobanSetup, seats: &Seats) -> Result<WallPlan, String> {
    let brains = seats.specs().clone();
    let setup = GameSetup { brains, time: TimeControl::default(), ..setup.0.clone() };
    check_setup(&setup)?;
    WallPlan::series(&setup, board_count(&setup)?).map_err(|error| error.to_string())
}

impl Wall {
    /// Removes the boards and shows the earlier game again.
    fn close(
        &mut self,
        shown: &mut ShownBoards,
        watched: &mut Watched,
        requests: &mut MessageWriter<Request>,
    ) {
        let remove = |board: WallBoard| Request { goban: board.goban, kind: RequestKind::Remove };
        let ours = self.boards.iter().any(|board| board.goban == watched.0);
        requests.write_batch(self.boards.drain(..).map(remove));
        if let Some(home) = shown.home.filter(|_| ours) {
            *watched = Watched(home);
        }
        *shown = ShownBoards::default();
        *self = Self::default();
    }

    /// Shows all boards side by side.
    fn show(&self, shown: &mut ShownBoards) {
        shown.gobans = self.boards.iter().map(|board| board.goban).collect();
        shown.columns = self.plan.as_ref().and_then(WallPlan::columns);
        (shown.gap, shown.heading, shown.has_shared_controls, shown.is_choice_only) = (8.0, 20.0, true, true);
    }
}

/// Requests and then shows the boards of a wall. Closes the wall when another game is watched.
fn open(
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut forked: MessageReader<Forked>,
    mut refused: MessageReader<Refused>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    if let Some((plan, runs)) = wall.to_open.take() {
        let games = plan.games().iter().map(|game| game.setup.clone()).collect();
        let home = watched.0;
        let pace = (runs, RATE);
        requests.write(Request { goban: home, kind: RequestKind::Pause });
        requests.write(Request { goban: home, kind: RequestKind::Begin { games, pace } });
        shown.home = Some(home);
        (wall.opening, wall.runs) = (Some(plan), runs);
    }
    let home = shown.home;
    for fork in forked.read().filter(|fork| Some(fork.of) == home) {
        let Some(plan) = wall.opening.take() else { continue };
        wall.results = WallResults::of(plan.games().len(), plan.sides(), plan.plan().is_some());
        let games = fork.gobans.iter().zip(plan.games());
        wall.boards =
            games.map(|(&goban, game)| WallBoard { goban, game: game.clone(), ended: None }).collect();
        wall.plan = Some(plan);
        wall.show(&mut shown);
        *watched = Watched(fork.gobans.first().copied().unwrap_or(watched.0));
    }
    for refusal in refused.read().filter(|refusal| Some(refusal.goban) == home) {
        if wall.opening.take().is_some() {
            notices.show_refusal(refusal.reason.clone());
            *shown = ShownBoards::default();
        }
    }
    let ours = |board: &WallBoard| board.goban == watched.0;
    if wall.plan.is_some() && !wall.boards.iter().any(ours) {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
}

/// Enlarges a board that was clicked, and shows all boards again on request.
fn enlarge(
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut chosen: MessageReader<BoardChosen>,
    mut requests: MessageWriter<Request>,
) {
    let clicked = chosen.read().count() > 0;
    if wall.plan.is_none() {
        return;
    }
    if std::mem::take(&mut wall.shows_all_next) {
        wall.enlarged = false;
        wall.show(&mut shown);
        // The enlarged board gets the same state as the others.
        for board in wall.boards.iter().filter(|board| board.ended.is_none()) {
            let kind = if wall.runs { RequestKind::Play } else { RequestKind::Pause };
            requests.write(Request { goban: board.goban, kind });
        }
    } else if !wall.enlarged && clicked {
        wall.enlarged = true;
        let home = shown.home;
        *shown = ShownBoards { home, ..ShownBoards::default() };
    }
}

/// Stores the results of games that end, and starts the next games.
fn play_on(
    mut wall: ResMut<Wall>,
    gobans: Query<(&GobanSetup, &Referee, &Tally, &Ending, &Pace)>,
    mut redraw: ResMut<Redraw>,
    mut jumps: MessageReader<Jumped>,
    mut cursor: Local<MessageCursor<Request>>,
    mut requests: ResMut<Messages<Request>>,
) {
    let begun: Vec<Entity> = jumps.read().filter(|jump| jump.new_game).map(|jump| jump.goban).collect();
    let Wall { plan: Some(plan), boards, results, runs, enlarged, .. } = &mut *wall else {
        cursor.clear(&requests);
        return;
    };
    for request in
        cursor.read(&requests).filter(|request| boards.iter().any(|board| board.goban == request.goban))
    {
        match request.kind {
            // A request to the enlarged board does not apply to the wall.
            _ if *enlarged => {}
            RequestKind::Play => *runs = true,
            RequestKind::Pause => *runs = false,
            _ => {}
        }
    }
    for (at, board) in boards.iter_mut().enumerate() {
        let Ok((setup, referee, tally, ending, pace)) = gobans.get(board.goban) else { continue };
        if begun.contains(&board.goban) {
            board.ended = None;
        }
        // A game that reaches the tick limit of its plan is given up.
        let is_too_long = board.game.max_ticks.is_some_and(|most| tally.tick >= most);
        let outcome = tally.outcome;
        if outcome.is_none() && !is_too_long {
            continue;
        }
        let Some(ended) = board.ended else {
            let score = ending.final_score(tally, referee);
            results.add(at, WallResult { outcome, score, ticks: tally.tick, swapped: board.game.swapped });
            board.ended = Some(Instant::now());
            if outcome.is_none() {
                requests.write(Request { goban: board.goban, kind: RequestKind::Pause });
            }
            redraw.within(REST);
            continue;
        };
        let rest = if pace.rate.is_finite() { REST } else { SHORT_REST };
        if !*runs {
            continue;
        }
        if let Some(left) = rest.checked_sub(ended.elapsed()).filter(|left| !left.is_zero()) {
            redraw.within(left);
            continue;
        }
        // Without another row in the plan, the last game stays.
        let Some(next) = plan.next(&WallGame { setup: setup.0.clone(), ..board.game.clone() }) else {
            continue;
        };
        for kind in [RequestKind::Reset(Box::new(next.setup.clone())), RequestKind::Play] {
            requests.write(Request { goban: board.goban, kind });
        }
        board.game = next;
    }
}

/// Least and default height of the strip below the boards, in points.
const STRIP: (f32, f32) = (110.0, 154.0);

/// Draws the strip below the boards: buttons and results.
fn controls(
    mut contexts: EguiContexts,
    mut free: ResMut<FreeSpace>,
    paces: Query<&Pace>,
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut requests: MessageWriter<Request>,
) -> Result {
    let (Ok(pace), true) = (paces.get(watched.0), wall.plan.is_some() && !wall.enlarged) else {
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?;
    let (mut kinds, mut closes) = (Vec::new(), false);
    free.take(ctx, "wall", |root| {
        let most = (0.6 * root.available_height()).max(STRIP.1);
        let strip = egui::Panel::bottom("wall").frame(places::frame()).resizable(true);
        strip.default_size(STRIP.1).size_range(egui::Rangef::new(STRIP.0, most)).show(root, |ui| {
            ui.set_min_height(ui.available_height());
            ui.horizontal(|ui| {
                ui.heading("Wall");
                (kinds, closes) = run(ui, wall.runs, pace.rate);
            });
            ui.add_space(4.0);
            wall.results.panel(ui);
        });
    });
    for kind in kinds {
        let to = |board: &WallBoard| Request { goban: board.goban, kind: kind.clone() };
        requests.write_batch(wall.boards.iter().map(to));
    }
    if closes {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
    Ok(())
}

/// Draws the buttons. Returns the requests to all boards, and true if the wall must close.
fn run(ui: &mut Ui, runs: bool, rate: f32) -> (Vec<RequestKind>, bool) {
    let (mut kinds, mut closes) = (Vec::new(), false);
    let (label, kind) = if runs { ("Pause", RequestKind::Pause) } else { ("Go", RequestKind::Play) };
    let weight = if runs { Weight::On } else { Weight::Accent };
    if button(ui, Vec2::new(72.0, 24.0), label, weight, "All boards at once").clicked() {
        kinds.push(kind);
    }
    if button(ui, Vec2::new(60.0, 24.0), "Step", Weight::Plain, "One tick on each board").clicked() {
        kinds.push(RequestKind::Step(1));
    }
    let room = Vec2::new(300.0_f32.min(ui.available_width() - 90.0), 22.0);
    ui.allocate_ui(room, |ui| kinds.extend(speed(ui, rate, None).map(RequestKind::Rate)));
    from_right(ui, |ui| {
        closes = ui.button("Close").on_hover_text("Back to the game of before").clicked();
    });
    (kinds, closes)
}
