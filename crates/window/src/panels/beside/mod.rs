//! Boards side by side: the same position or game on several boards, with other minds, other seeds, or one
//! NetLogo quirk off.

mod comparisons_cache;
mod differences;
mod divergence;
mod panel;
mod parts;
mod plot;
mod thinking_time;

use super::places;
use super::wall::Wall;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Modal, NamedEngines, Redraw, ShownBoards, Watched};
use bevy::app::{App, Update};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::state::condition::in_state;
use bevy_egui::egui;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use comparisons_cache::TerritoryCounts;
use core::time::Duration;
use divergence::GameComparison;
pub use panel::{PanelView, panel};
pub use parts::BoardParts;
use plot::BoardCurve;
use stonefield_go::{ByColor, Quirks};
use stonefield_lab::QuirkDemo;
use stonefield_minds::BrainSpec;
use stonefield_search::TimeControl;
use stonefield_sim::{
    Forked, ForkedGame, GameSetup, GobanSetup, Occupancy, Pace, Refused, Request, RequestKind, Seats,
    SimSystems, Tally,
};
use thinking_time::ThinkingTime;

/// Names of the boards.
const NAMES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Allowed numbers of boards.
const COUNTS: core::ops::RangeInclusive<usize> = 2..=NAMES.len();

/// Longest side of a board that is shown several times, in board points.
const MAX_SIDE: u16 = 52;

/// First speed of the boards, in ticks per second.
const RATE: f32 = 4.0;

/// Panel of the boards side by side.
const PANEL: Panel = Panel::new("Boards", Place::Board, 50);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Beside>()
        .add_closable(PANEL, |panel: Res<Beside>| panel.is_open(), |mut panel: ResMut<Beside>| panel.switch())
        .init_resource::<ThinkingTime>()
        .init_resource::<Redraw>()
        .init_resource::<ShownBoards>()
        .init_resource::<Wall>()
        .add_systems(
            Update,
            (toggle.run_if(switched(Action::Beside)), update_boards, keep_step, thinking_time::count)
                .chain()
                .in_set(InputSystems::Act),
        )
        .add_systems(
            Update,
            (
                comparisons_cache::compare,
                comparisons_cache::find_points.run_if(comparisons_cache::are_points_wanted),
            )
                .chain()
                .after(SimSystems::Pace),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                show.in_set(PanelSystems::Below),
                differences::show
                    .in_set(PanelSystems::Board)
                    .after(crate::marks::board_marks::write_on_board),
            )
                .run_if(in_state(Modal::None)),
        );
}

/// State of the boards side by side, with the user's settings.
#[derive(Resource)]
pub struct Beside {
    /// True if the boards are shown.
    open: bool,
    chosen: Vec<ChosenBoard>,
    boards: Vec<Entity>,
    /// Goban of the request for boards that is not answered yet.
    pending: Option<Entity>,
    /// Start of the boards to request next.
    wanted: Option<BeginFrom>,
    /// Settings and state of playing in step.
    in_step: InStep,
    /// True if each board has its own seed.
    seeds_differ: bool,
    /// True if a quirk is shown on the small board of its demo, not in the game.
    small: bool,
    /// Index of the plotted measure in [`stonefield_sim::MEASURES`].
    measure: usize,
    /// Text typed for a mind.
    typed: String,
    /// Reason why the boards or a typed mind were refused.
    refused: Option<String>,
    /// Comparison of the game on each other board with that on the first.
    comparisons: Vec<GameComparison>,
    counts: TerritoryCounts,
    curves: Vec<BoardCurve>,
}

/// Playing in step: no board begins a tick before all have ended the last.
#[derive(Clone, Copy, Debug)]
struct InStep {
    /// True if the boards play in step.
    on: bool,
    /// True while the boards run in step.
    runs: bool,
    /// Time of the last tick.
    since: Instant,
}

/// Quirk that is off on the second board at first. It matters at every move.
const FIRST_QUIRK: &str = "eye_taboo";

/// Settings of a board.
#[derive(Clone, Debug, Default, PartialEq)]
struct ChosenBoard {
    /// Chosen minds; `None`: the default.
    minds: ByColor<Option<BrainSpec>>,
    /// NetLogo quirk that is off on this board, if any.
    without: Option<&'static str>,
}

/// Start of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BeginFrom {
    /// Start of the present boards.
    Again,
    /// Present position of the game.
    Here,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            open: false,
            chosen: vec![ChosenBoard::default(); *COUNTS.start()],
            boards: Vec::new(),
            pending: None,
            wanted: None,
            in_step: InStep { on: true, runs: false, since: Instant::now() },
            seeds_differ: false,
            small: false,
            measure: plot::default_measure(),
            typed: String::new(),
            refused: None,
            comparisons: Vec::new(),
            counts: TerritoryCounts::default(),
            curves: Vec::new(),
        }
    }
}

/// Returns the default mind of a board, for both colours: Black's in the game on the first board, White's on
/// the second, then other minds. No mind occurs twice; persons and external programs are left out.
fn default_mind(specs: &ByColor<BrainSpec>, board: usize) -> BrainSpec {
    let players = [specs.black.clone(), specs.white.clone()].into_iter();
    let others =
        ["mcts:playouts=200", "swarm", "liberties", "negamax:depth=1", "temperature", "random", "sensible"];
    let others = others.into_iter().filter_map(|text| text.parse().ok());
    let mut minds: Vec<BrainSpec> = Vec::new();
    for spec in players.chain(others) {
        if !spec.info().human && !spec.info().external && !minds.contains(&spec) {
            minds.push(spec);
        }
    }
    minds.get(board).cloned().unwrap_or_default()
}

impl Beside {
    /// Returns true if the boards are shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Opens or closes the boards.
    pub const fn switch(&mut self) {
        self.open = !self.open;
    }
}

impl ChosenBoard {
    /// Returns the minds of a board. Under NetLogo rules the defaults are the game's minds, as far as they
    /// can play here.
    fn brains(&self, board: usize, (setup, seats): (&GobanSetup, &Seats)) -> ByColor<BrainSpec> {
        let specs = seats.specs();
        let netlogo = setup.0.rules.quirks.is_some();
        ByColor::from_fn(|color| match &self.minds[color] {
            Some(spec) => spec.clone(),
            None if netlogo => {
                default_mind(specs, color.index().min(usize::from(specs.black != specs.white)))
            }
            None => default_mind(specs, board),
        })
    }
}

fn toggle(mut beside: ResMut<Beside>, wall: Res<Wall>) {
    // The boards are not shown together with a wall.
    if !wall.is_open() {
        beside.switch();
    }
}

/// Requests the boards, replaces them on demand, and removes them when the user closes them or watches
/// another game.
fn update_boards(
    mut beside: ResMut<Beside>,
    mut shown: ResMut<ShownBoards>,
    mut watched: ResMut<Watched>,
    gobans: Query<(&GobanSetup, &Seats, &Occupancy)>,
    paces: Query<&Pace>,
    mut forked: MessageReader<Forked>,
    mut refused: MessageReader<Refused>,
    mut requests: MessageWriter<Request>,
) {
    let remove = |board| Request { goban: board, kind: RequestKind::Remove };
    for reply in forked.read() {
        if beside.pending.take_if(|goban| *goban == reply.of).is_some() {
            let old = std::mem::replace(&mut beside.boards, reply.gobans.clone());
            let home = shown.home.unwrap_or(watched.0);
            let at = old.iter().position(|board| *board == watched.0).unwrap_or(0);
            requests.write_batch(old.into_iter().map(remove));
            *shown = ShownBoards {
                gobans: reply.gobans.clone(),
                gap: 8.0,
                heading: 20.0,
                has_shared_controls: true,
                home: Some(home),
                ..ShownBoards::default()
            };
            let replacement = reply.gobans.get(at).or(reply.gobans.first());
            *watched = Watched(replacement.copied().unwrap_or(home));
            beside.in_step.since = Instant::now();
        }
    }
    for refusal in refused.read() {
        if beside.pending.take_if(|goban| *goban == refusal.goban).is_some() {
            beside.refused = Some(refusal.reason.clone());
        }
    }
    // The user watches another game.
    if !beside.boards.is_empty() && !beside.boards.contains(&watched.0) {
        beside.open = false;
    }
    if !beside.open {
        // Boards that were requested are removed once they exist.
        if beside.pending.is_none() && !beside.boards.is_empty() {
            let home = shown.home.filter(|_| beside.boards.contains(&watched.0));
            requests.write_batch(beside.boards.drain(..).map(remove));
            if let Some(home) = home {
                *watched = Watched(home);
            }
            *shown = ShownBoards::default();
        }
        if beside.pending.is_none() {
            (beside.wanted, beside.refused, beside.in_step.runs) = (None, None, false);
        }
        return;
    }
    if beside.boards.is_empty() && beside.refused.is_none() && beside.pending.is_none() {
        beside.wanted = Some(BeginFrom::Here);
        // Under NetLogo rules two boards with the same minds and seed would play the same game, so a quirk is
        // off on one.
        let unchanged = beside.chosen.len() == 2
            && !beside.seeds_differ
            && beside.chosen.iter().all(|board| board.minds == ByColor::default());
        let home = gobans.get(shown.home.unwrap_or(watched.0)).ok();
        let quirk = home
            .and_then(|(setup, ..)| quirks_of(setup).map(|(name, _)| name).find(|&name| name == FIRST_QUIRK));
        if let Some(quirk) = quirk.filter(|_| unchanged) {
            beside.twin(quirk, false);
        }
    }
    if beside.pending.is_some() {
        return;
    }
    let Some(wanted) = beside.wanted.take() else { return };
    if wanted == BeginFrom::Here {
        beside.small = false;
        for board in &mut beside.chosen {
            board.without = None;
        }
    }
    let Ok(home) = gobans.get(shown.home.unwrap_or(watched.0)) else { return };
    let again = beside.boards.first().copied().filter(|_| wanted == BeginFrom::Again);
    match beside.request(home, shown.home.unwrap_or(watched.0), again, &paces) {
        Ok(request) => {
            (beside.pending, beside.refused) = (Some(request.goban), None);
            requests.write(Request { goban: shown.home.unwrap_or(watched.0), kind: RequestKind::Pause });
            requests.write(request);
        }
        Err(why) => beside.refused = Some(why),
    }
}

impl Beside {
    /// Returns the request for the boards. They begin where the board `again` began; without one at the
    /// position of the game; with a quirk off at the start of the game. `id`: goban of the game.
    ///
    /// # Errors
    /// If the board is too large, or the demo of a quirk cannot begin.
    fn request(
        &self,
        (setup, seats, occupancy): (&GobanSetup, &Seats, &Occupancy),
        id: Entity,
        again: Option<Entity>,
        paces: &Query<&Pace>,
    ) -> Result<Request, String> {
        let size = occupancy.size();
        if size.width().max(size.height()) > MAX_SIDE {
            return Err(format!(
                "a {size} board is too large to be drawn several times: at most {MAX_SIDE}x{MAX_SIDE}"
            ));
        }
        let boards = || self.chosen.iter().enumerate();
        let seed = |at: usize| setup.0.seed.wrapping_add(if self.seeds_differ { at as u64 } else { 0 });
        let now = self.boards.iter().find_map(|&board| paces.get(board).ok());
        let rate = now.map_or(RATE, |pace| pace.rate);
        let pace = (now.is_some_and(|pace| pace.running) && !self.in_step.on, rate);
        let demo = self.chosen.iter().find_map(|board| QuirkDemo::of(board.without?)).filter(|_| self.small);
        if let Some(demo) = demo {
            let mut games = demo.games().map_err(|error| error.to_string())?.to_vec();
            for (game, chosen) in games.iter_mut().zip(&self.chosen) {
                game.brains = ByColor::from_fn(|color| {
                    chosen.minds[color].clone().unwrap_or_else(|| game.brains[color].clone())
                });
            }
            return Ok(Request { goban: id, kind: RequestKind::Begin { games, pace } });
        }
        if self.plays_from_start() {
            let game = |(at, chosen): (usize, &ChosenBoard)| {
                // Boards beside each other have no clock.
                let mut game = GameSetup {
                    seed: seed(at),
                    brains: chosen.brains(at, (setup, seats)),
                    time: TimeControl::default(),
                    ..setup.0.clone()
                };
                let quirks = game.rules.quirks.as_mut().zip(chosen.without);
                if let Some(quirk) = quirks.and_then(|(quirks, name)| quirks.get_mut(name)) {
                    *quirk = false;
                }
                game
            };
            let kind = RequestKind::Begin { games: boards().map(game).collect(), pace };
            return Ok(Request { goban: id, kind });
        }
        let game = |(at, chosen): (usize, &ChosenBoard)| ForkedGame {
            brains: chosen.brains(at, (setup, seats)),
            seed: Some(seed(at)),
        };
        let kind = RequestKind::Fork { games: boards().map(game).collect(), pace, again: again.is_some() };
        Ok(Request { goban: again.unwrap_or(id), kind })
    }

    /// True if the boards play whole games: a quirk can only be switched off from the start of a game.
    fn plays_from_start(&self) -> bool {
        self.chosen.iter().any(|board| board.without.is_some())
    }

    /// Sets the number of boards, within [`COUNTS`], and begins them again. New boards have default minds.
    fn resize(&mut self, count: usize) {
        self.small = false;
        self.chosen.resize(count.clamp(*COUNTS.start(), *COUNTS.end()), ChosenBoard::default());
        self.wanted = Some(BeginFrom::Again);
    }

    /// Sets two boards that differ in a quirk alone, which is off on the second. `small`: true for the small
    /// board of the quirk's demo.
    fn twin(&mut self, quirk: &'static str, small: bool) {
        self.small = small;
        self.chosen =
            vec![ChosenBoard::default(), ChosenBoard { without: Some(quirk), ..ChosenBoard::default() }];
        self.seeds_differ = false;
        self.wanted = Some(BeginFrom::Again);
    }
}

/// Returns name and description of the NetLogo quirks that are on for a goban.
fn quirks_of(setup: &GobanSetup) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let quirks = setup.0.rules.quirks;
    let all = Quirks::NAMES.into_iter().zip(Quirks::ABOUT);
    all.filter(move |(name, _)| quirks.is_some_and(|quirks| quirks.get(name) == Some(true)))
}

/// Plays a tick on the boards in step, once all have ended the last tick and the time for it has come.
fn keep_step(
    mut beside: ResMut<Beside>,
    mut shown: ResMut<ShownBoards>,
    gobans: Query<(&Pace, &Tally)>,
    mut redraw: ResMut<Redraw>,
    mut requests: ResMut<Messages<Request>>,
    mut cursor: Local<MessageCursor<Request>>,
) {
    let Beside { in_step, boards, .. } = &mut *beside;
    let ours = |request: &&Request| boards.contains(&request.goban);
    let pauses = cursor.read(&requests).filter(ours).any(|request| request.kind == RequestKind::Pause);
    let runs = in_step.on && in_step.runs && !boards.is_empty();
    if !runs && shown.is_stepping {
        shown.is_stepping = false;
    }
    if !in_step.on || boards.is_empty() {
        return;
    }
    let boards: Vec<_> = boards.iter().filter_map(|&board| Some((board, gobans.get(board).ok()?))).collect();
    let paces = || boards.iter().map(|&(_, (pace, _))| pace);
    if pauses {
        in_step.runs = false;
    } else if paces().any(|pace| pace.running) {
        // A board that was started alone starts all boards in step.
        for &(goban, _) in &boards {
            requests.write(Request { goban, kind: RequestKind::Pause });
        }
        cursor.clear(&requests);
        (in_step.runs, in_step.since) = (true, Instant::now());
    }
    if shown.is_stepping != in_step.runs {
        shown.is_stepping = in_step.runs;
    }
    let open: Vec<_> = boards.iter().filter(|(_, (_, tally))| tally.outcome.is_none()).collect();
    in_step.runs &= !open.is_empty();
    if !in_step.runs || paces().any(Pace::is_busy) {
        return;
    }
    let rate = paces().map(|pace| pace.rate).next().unwrap_or(RATE);
    let every = Duration::try_from_secs_f32(1.0 / rate).unwrap_or_default();
    if let Some(left) = every.checked_sub(in_step.since.elapsed()).filter(|left| !left.is_zero()) {
        redraw.within(left);
        return;
    }
    // Boards that are behind catch up first.
    let lowest_tick = open.iter().map(|(_, (_, tally))| tally.tick).min().unwrap_or_default();
    let behind = open.iter().filter(|(_, (_, tally))| tally.tick == lowest_tick);
    for &&(goban, _) in behind {
        requests.write(Request { goban, kind: RequestKind::Step(1) });
    }
    in_step.since = Instant::now();
    redraw.frames(2);
}

/// Shows the panel below the boards, and sends its requests to all boards.
fn show(
    mut contexts: EguiContexts,
    mut free: ResMut<FreeSpace>,
    homes: Query<(&GobanSetup, &Seats)>,
    gobans: Query<BoardParts>,
    engines: Res<NamedEngines>,
    (watched, shown): (Res<Watched>, Res<ShownBoards>),
    spent: Res<ThinkingTime>,
    mut beside: ResMut<Beside>,
    mut requests: MessageWriter<Request>,
) -> Result {
    if !beside.open {
        return Ok(());
    }
    let Ok(home) = homes.get(shown.home.unwrap_or(watched.0)) else { return Ok(()) };
    let boards: Vec<_> =
        beside.boards.iter().filter_map(|&board| Some((board, gobans.get(board).ok()?))).collect();
    let view = PanelView { home, boards: &boards, engines: &engines.0, spent: &spent };
    let ctx = contexts.ctx_mut()?;
    let mut kinds = Vec::new();
    free.take(ctx, "beside", |root| {
        egui::Panel::bottom("beside").frame(places::frame()).resizable(false).show(root, |ui| {
            kinds = panel(ui, &mut beside, &view);
        });
    });
    for kind in kinds {
        requests.write_batch(boards.iter().map(|&(goban, _)| Request { goban, kind: kind.clone() }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_minds_differ_from_board_to_board() {
        let specs = |black: &str, white: &str| {
            ByColor::new(black.parse().expect("a mind"), white.parse().expect("a mind"))
        };
        for (specs, first) in [
            (specs("sensible", "sensible"), "sensible"),
            (specs("human", "swarm"), "swarm"),
            (specs("random", "gtp:[gnugo --mode gtp]"), "random"),
        ] {
            let minds: Vec<String> =
                (0..*COUNTS.end()).map(|board| default_mind(&specs, board).to_string()).collect();
            assert_eq!(minds[0], first);
            let different: std::collections::BTreeSet<_> = minds.iter().collect();
            assert_eq!(different.len(), minds.len(), "{minds:?}");
        }
    }

    #[test]
    fn a_twin_differs_by_one_quirk_and_nothing_else() {
        let mut beside = Beside::default();
        beside.resize(6);
        beside.seeds_differ = true;
        beside.twin("eye_taboo", false);
        assert_eq!(beside.chosen.len(), 2);
        assert_eq!((beside.chosen[0].without, beside.chosen[1].without), (None, Some("eye_taboo")));
        assert!(beside.plays_from_start() && !beside.seeds_differ);
        assert_eq!(beside.chosen[1].minds, ByColor::new(None, None));
    }
}
