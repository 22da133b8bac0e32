//! The wall: many boards at once, each with games of its own, one after the other.

mod captions;
mod results;

use super::columns;
use super::run::speed;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::BoardChosen;
use crate::shell::state::{Modal, Redraw, ShownBoards, Watched};
use crate::shell::watched_goban::{ShownGoban, ShownGobanItem, WatchedGoban};
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
use stonefield_sim::{Forked, GameSetup, Jumped, Pace, Refused, Request, RequestKind};

/// How long a finished board rests before its next game begins, and where games run as fast as possible.
const REST: Duration = Duration::from_millis(1500);
const SHORT_REST: Duration = Duration::from_millis(250);

/// Ticks a second with which the boards run at first.
const RATE: f32 = 4.0;

/// Boards of the wall that a key opens: so many of a board whose longest side is at most this.
const BOARDS: [(u16, usize); 3] = [(20, 16), (26, 9), (38, 4)];

/// The boards of the wall, and what their games came to.
#[derive(Resource, Default)]
pub struct Wall {
    /// The wall that is wanted, and whether it runs at once.
    wanted: Option<(WallPlan, bool)>,
    /// The wall whose boards were asked for.
    asked: Option<WallPlan>,
    /// The wall that is there.
    plan: Option<WallPlan>,
    boards: Vec<WallBoard>,
    results: WallResults,
    runs: bool,
    /// One board is shown alone, the others go on.
    enlarged: bool,
    /// All boards are to be shown again.
    leaves: bool,
}

/// Opens a wall, in the place of one that is there.
#[derive(Message, Clone, Debug)]
pub struct OpenWall(pub WallPlan);

/// A board of the wall.
struct WallBoard {
    goban: Entity,
    game: WallGame,
    /// When its last game ended, if its next has not begun.
    ended: Option<Instant>,
}

impl Wall {
    /// A wall that opens at once, and whether it runs then; or none.
    #[must_use]
    pub fn new(wanted: Option<(WallPlan, bool)>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Has all boards shown again where one is shown alone; returns whether one was.
    pub const fn leave(&mut self) -> bool {
        self.leaves = self.enlarged;
        self.leaves
    }

    /// Whether it is there, or will be.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.wanted.is_some() || self.asked.is_some() || self.plan.is_some()
    }
}

/// The panel, and its place.
const PANEL: Panel = Panel::new("Wall", Place::Board, 80);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wall>()
        .add_panel(PANEL, |wall: Res<Wall>| wall.is_open())
        .init_resource::<ShownBoards>()
        .add_message::<OpenWall>()
        .add_systems(
            Update,
            (switch.run_if(switched(Action::Wall)), replace, open, enlarge, play_on)
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

/// Opens a wall of games like the one that is watched, or closes the one that is there.
fn switch(
    gobans: Query<ShownGoban>,
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    // Boards beside each other are closed first.
    if shown.home.is_some() && !wall.is_open() {
        return;
    }
    // Boards that are still to come are waited for.
    if wall.asked.is_some() {
        return;
    }
    if wall.is_open() {
        wall.close(&mut shown, &mut watched, &mut requests);
        return;
    }
    let Ok(goban) = gobans.get(watched.0) else { return };
    match wanted(&goban) {
        Ok(plan) => wall.wanted = Some((plan, true)),
        Err(why) => notices.refuse(why),
    }
}

/// Opens the wall that another part of the window asks for, in the place of the one that is there.
fn replace(
    mut asked: MessageReader<OpenWall>,
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    let Some(OpenWall(plan)) = asked.read().last().cloned() else { return };
    if (shown.home.is_some() && !wall.is_open()) || wall.asked.is_some() {
        notices.refuse("boards beside the game are shown: close them first".to_owned());
        return;
    }
    if let Err(why) = plan.games().iter().try_for_each(|game| fits(&game.setup)) {
        notices.refuse(why);
        return;
    }
    if wall.is_open() {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
    wall.wanted = Some((plan, true));
}

/// Whether games of a set-up can be played on a wall.
fn fits(setup: &GameSetup) -> Result<(), String> {
    if setup.brains.as_ref().iter().any(|(_, spec)| spec.info().human || spec.info().external) {
        return Err("a wall has no persons and no other programs: choose minds of this one".to_owned());
    }
    boards_of(setup).map(|_| ())
}

/// How many boards a wall of games of a set-up has.
fn boards_of(setup: &GameSetup) -> Result<usize, String> {
    let size = setup.board();
    let longest = size.width().max(size.height());
    let found = BOARDS.iter().find(|(most, _)| longest <= *most).map(|(_, boards)| *boards);
    let most = BOARDS.map(|(most, _)| most).into_iter().max().unwrap_or(0);
    found.ok_or_else(|| format!("a {size} board is too large for a wall: at most {most}x{most}"))
}

/// A wall of games like that on a goban.
fn wanted(goban: &ShownGobanItem<'_, '_>) -> Result<WallPlan, String> {
    let brains = goban.seats.specs().clone();
    let setup = GameSetup { brains, time: TimeControl::default(), ..goban.setup.0.clone() };
    fits(&setup)?;
    WallPlan::series(&setup, boards_of(&setup)?).map_err(|error| error.to_string())
}

impl Wall {
    /// Takes the boards away; the game of before is shown again.
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

    /// Shows all boards beside each other.
    fn show(&self, shown: &mut ShownBoards) {
        shown.gobans = self.boards.iter().map(|board| board.goban).collect();
        shown.columns = self.plan.as_ref().and_then(WallPlan::columns);
        (shown.gap, shown.heading, shown.together, shown.chooses) = (8.0, 20.0, true, true);
    }
}

/// Asks for the boards of a wall that is wanted, and shows them once they are there; closes it when another game is watched.
fn open(
    mut wall: ResMut<Wall>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    mut forked: MessageReader<Forked>,
    mut refused: MessageReader<Refused>,
    mut notices: ResMut<Notices>,
    mut requests: MessageWriter<Request>,
) {
    if let Some((plan, runs)) = wall.wanted.take() {
        let games = plan.games().iter().map(|game| game.setup.clone()).collect();
        let home = watched.0;
        let pace = (runs, RATE);
        requests.write(Request { goban: home, kind: RequestKind::Pause });
        requests.write(Request { goban: home, kind: RequestKind::Begin { games, pace } });
        shown.home = Some(home);
        (wall.asked, wall.runs) = (Some(plan), runs);
    }
    let home = shown.home;
    for told in forked.read().filter(|told| Some(told.of) == home) {
        let Some(plan) = wall.asked.take() else { continue };
        wall.results = WallResults::of(plan.games().len(), plan.sides(), plan.plan().is_some());
        let games = told.gobans.iter().zip(plan.games());
        wall.boards =
            games.map(|(&goban, game)| WallBoard { goban, game: game.clone(), ended: None }).collect();
        wall.plan = Some(plan);
        wall.show(&mut shown);
        *watched = Watched(told.gobans.first().copied().unwrap_or(watched.0));
    }
    for refusal in refused.read().filter(|refusal| Some(refusal.goban) == home) {
        if wall.asked.take().is_some() {
            notices.refuse(refusal.reason.clone());
            *shown = ShownBoards::default();
        }
    }
    let ours = |board: &WallBoard| board.goban == watched.0;
    if wall.plan.is_some() && !wall.boards.iter().any(ours) {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
}

/// Shows a board that was clicked alone, and all of them again.
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
    if std::mem::take(&mut wall.leaves) {
        wall.enlarged = false;
        wall.show(&mut shown);
        // The one that was alone does what all do.
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

/// Keeps the results of games that end, and has the next ones begin.
fn play_on(
    mut wall: ResMut<Wall>,
    gobans: WatchedGoban,
    mut redraw: ResMut<Redraw>,
    mut jumps: MessageReader<Jumped>,
    mut asked: Local<MessageCursor<Request>>,
    mut requests: ResMut<Messages<Request>>,
) {
    let begun: Vec<Entity> = jumps.read().filter(|jump| jump.new_game).map(|jump| jump.goban).collect();
    let Wall { plan: Some(plan), boards, results, runs, enlarged, .. } = &mut *wall else {
        asked.clear(&requests);
        return;
    };
    for request in asked.read(&requests).filter(|asked| boards.iter().any(|board| board.goban == asked.goban))
    {
        match request.kind {
            // What is asked of one board alone is not asked of the wall.
            _ if *enlarged => {}
            RequestKind::Play => *runs = true,
            RequestKind::Pause => *runs = false,
            _ => {}
        }
    }
    for (at, board) in boards.iter_mut().enumerate() {
        let Some(goban) = gobans.of(board.goban) else { continue };
        if begun.contains(&board.goban) {
            board.ended = None;
        }
        // A game that lasts too long for its plan is given up.
        let lasts = board.game.max_ticks.is_some_and(|most| goban.tally.tick >= most);
        let outcome = goban.tally.outcome;
        if outcome.is_none() && !lasts {
            continue;
        }
        let Some(ended) = board.ended else {
            let score = goban.ending.final_score(goban.tally, goban.referee);
            let ticks = goban.tally.tick;
            results.add(at, WallResult { outcome, score, ticks, swapped: board.game.swapped });
            board.ended = Some(Instant::now());
            if outcome.is_none() {
                requests.write(Request { goban: board.goban, kind: RequestKind::Pause });
            }
            redraw.within(REST);
            continue;
        };
        let rest = if goban.pace.rate.is_finite() { REST } else { SHORT_REST };
        if !*runs {
            continue;
        }
        if let Some(left) = rest.checked_sub(ended.elapsed()).filter(|left| !left.is_zero()) {
            redraw.within(left);
            continue;
        }
        // Where the plan has no more rows, the last game stays.
        let Some(next) = plan.next(&WallGame { setup: goban.setup.0.clone(), ..board.game.clone() }) else {
            continue;
        };
        for kind in [RequestKind::Reset(Box::new(next.setup.clone())), RequestKind::Play] {
            requests.write(Request { goban: board.goban, kind });
        }
        board.game = next;
    }
}

/// How high the strip below the boards is at least, and at first, in points.
const STRIP: (f32, f32) = (110.0, 154.0);

/// The strip below the boards: how they run, and what their games came to.
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
    let (mut asked, mut closes) = (Vec::new(), false);
    free.take(ctx, "wall", |root| {
        let most = (0.6 * root.available_height()).max(STRIP.1);
        let strip = egui::Panel::bottom("wall").frame(columns::frame()).resizable(true);
        strip.default_size(STRIP.1).size_range(egui::Rangef::new(STRIP.0, most)).show(root, |ui| {
            ui.set_min_height(ui.available_height());
            ui.horizontal(|ui| {
                ui.heading("Wall");
                (asked, closes) = run(ui, wall.runs, pace.rate);
            });
            ui.add_space(4.0);
            wall.results.panel(ui);
        });
    });
    for kind in asked {
        let to = |board: &WallBoard| Request { goban: board.goban, kind: kind.clone() };
        requests.write_batch(wall.boards.iter().map(to));
    }
    if closes {
        wall.close(&mut shown, &mut watched, &mut requests);
    }
    Ok(())
}

/// The buttons of the wall; returns what is asked of its boards, and whether it is to close.
fn run(ui: &mut Ui, runs: bool, rate: f32) -> (Vec<RequestKind>, bool) {
    let (mut asked, mut closes) = (Vec::new(), false);
    let (label, kind) = if runs { ("Pause", RequestKind::Pause) } else { ("Go", RequestKind::Play) };
    let weight = if runs { Weight::On } else { Weight::Accent };
    if button(ui, Vec2::new(72.0, 24.0), label, weight, "All boards at once").clicked() {
        asked.push(kind);
    }
    if button(ui, Vec2::new(60.0, 24.0), "Step", Weight::Plain, "One tick on each board").clicked() {
        asked.push(RequestKind::Step(1));
    }
    let room = Vec2::new(300.0_f32.min(ui.available_width() - 90.0), 22.0);
    ui.allocate_ui(room, |ui| asked.extend(speed(ui, rate, None).map(RequestKind::Rate)));
    from_right(ui, |ui| {
        closes = ui.button("Close").on_hover_text("Back to the game of before").clicked();
    });
    (asked, closes)
}
