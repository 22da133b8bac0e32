//! Two boards side by side: each goes on from one position of the game, played by a mind of its own.

mod board;
mod divergence;

use super::super::compare::INKS;
use super::super::keys::{Action, InputSystems, switched};
use super::super::state::{Modal, NamedEngines};
use super::super::theme::PanelColors;
use super::chooser::{Chooser, choose};
use super::goban::{ShownGobanItem, WatchedGoban};
use super::layout::PanelSystems;
use super::run::speed;
use super::widgets::{Weight, button, complaint, fact, from_right};
use crate::brain::BrainSpec;
use crate::brain::engine::Engine;
use crate::go::{Color, Outcome};
use crate::search::rounded;
use crate::sim::{Forked, Refused, Request, RequestKind, Seats};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    self, Align2, Context, FontId, Frame, Label, Layout, Margin, RichText, Sense, TextEdit, Ui, Vec2, Window,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use divergence::Divergence;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TwoBoards>()
        .add_systems(
            Update,
            (switch.run_if(switched(Action::TwoBoards)), tend).chain().in_set(InputSystems::Act),
        )
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

fn switch(mut boards: ResMut<TwoBoards>) {
    boards.switch();
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    engines: Res<NamedEngines>,
    mut state: ResMut<TwoBoards>,
    mut requests: MessageWriter<Request>,
) -> Result {
    let Some(main) = goban.get() else { return Ok(()) };
    let shown = state.shown(|board| goban.of(board));
    requests.write_batch(window(contexts.ctx_mut()?, &mut state, shown.as_ref(), main.seats, &engines.0));
    Ok(())
}

/// The longest side of a board that is drawn twice.
const LONGEST: u16 = 52;

/// What the two are called.
const NAMES: [&str; 2] = ["A", "B"];

/// Height of all but the boards themselves, in points.
const AROUND: f32 = 252.0;

/// Height of what is said of a board, in points.
const FACTS: f32 = 4.0 * 17.0;

/// Between the boards, in points.
const GAP: f32 = 18.0;

/// The least and the greatest side of a board, in points.
const SIDES: (f32, f32) = (180.0, 760.0);

/// Moves a second with which they run at first.
const RATE: f32 = 4.0;

/// The window, the boards, and what was chosen for them.
#[derive(Resource)]
pub struct TwoBoards {
    /// Whether it is shown.
    pub open: bool,
    /// Who plays each board, where another was chosen than the usual one.
    minds: [Option<BrainSpec>; 2],
    typed: [Chooser; 2],
    boards: Option<[Entity; 2]>,
    /// The goban that was asked for the boards, and their minds, while they are not there yet.
    asked: Option<(Entity, [BrainSpec; 2])>,
    /// Who plays the boards that are there.
    seated: [BrainSpec; 2],
    /// From where boards are to be asked for next.
    wanted: Option<ForkFrom>,
    rate: f32,
    /// The seed of both, unless it is that of the game.
    seed: Option<u64>,
    /// Another, while it is typed.
    typed_seed: Option<String>,
    refused: Option<String>,
}

/// From where the boards are to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForkFrom {
    /// From where they began.
    Again,
    /// From the position that now stands on the main board.
    Here,
}

impl Default for TwoBoards {
    fn default() -> Self {
        Self {
            open: false,
            minds: [None, None],
            typed: [Chooser::default(), Chooser::default()],
            boards: None,
            asked: None,
            seated: [BrainSpec::default(), BrainSpec::default()],
            wanted: None,
            rate: RATE,
            seed: None,
            typed_seed: None,
            refused: None,
        }
    }
}

impl TwoBoards {
    /// Shows them, or takes them away.
    pub const fn switch(&mut self) {
        self.open = !self.open;
    }

    /// The boards as they stand, if they are there.
    pub fn shown<T>(&self, board: impl Fn(Entity) -> Option<T>) -> Option<[T; 2]> {
        let [a, b] = self.boards?;
        Some([board(a)?, board(b)?])
    }
}

/// Who plays a board unless another is chosen: Black's mind the first and White's the second; a tree search and a swarm in the place of persons.
fn usual(seats: &Seats, board: usize) -> BrainSpec {
    let color = Color::ALL[board];
    if seats.is_human(color) {
        BrainSpec::named(["mcts", "swarm"][board]).unwrap_or_default()
    } else {
        seats.spec(color).clone()
    }
}

/// Asks for the boards, anew where that is wanted, and has them taken away when the window is closed.
fn tend(
    mut state: ResMut<TwoBoards>,
    goban: WatchedGoban,
    mut forked: MessageReader<Forked>,
    mut refused: MessageReader<Refused>,
    mut requests: MessageWriter<Request>,
) {
    let remove = |board| Request { goban: board, kind: RequestKind::Remove };
    for told in forked.read() {
        if let Some((_, minds)) = state.asked.take_if(|(of, _)| *of == told.of) {
            state.seated = minds;
            let boards = <[Entity; 2]>::try_from(told.gobans.as_slice()).ok();
            requests.write_batch(state.boards.take().into_iter().flatten().map(remove));
            state.boards = boards;
        }
    }
    for refusal in refused.read() {
        if state.asked.take_if(|(of, _)| *of == refusal.goban).is_some() {
            state.refused = Some(refusal.reason.clone());
        }
    }
    if !state.open {
        // Boards that are still to come are waited for.
        if state.asked.is_none() && (state.boards.is_some() || state.refused.is_some()) {
            requests.write_batch(state.boards.take().into_iter().flatten().map(remove));
            (state.wanted, state.refused) = (None, None);
        }
        return;
    }
    let Some(main) = goban.get() else { return };
    if state.boards.is_none() && state.refused.is_none() && state.asked.is_none() {
        state.wanted = Some(ForkFrom::Here);
    }
    if state.asked.is_some() {
        return;
    }
    let Some(wanted) = state.wanted.take() else { return };
    let minds: [BrainSpec; 2] =
        std::array::from_fn(|board| state.minds[board].clone().unwrap_or_else(|| usual(main.seats, board)));
    let runs =
        state.shown(|board| goban.of(board)).is_some_and(|boards| boards.iter().any(|b| b.pace.running));
    let (of, again) = match (wanted, state.boards) {
        (ForkFrom::Again, Some([board, _])) => (board, true),
        _ => (goban.id(), false),
    };
    let size = goban.of(of).map_or(main.occupancy.size(), |goban| goban.occupancy.size());
    if size.width().max(size.height()) > LONGEST {
        state.refused =
            Some(format!("a {size} board is too large to be drawn twice: at most {LONGEST}x{LONGEST}"));
        return;
    }
    let pace = (runs, state.rate);
    let fork = RequestKind::Fork { minds: minds.to_vec(), seed: state.seed, pace, again };
    requests.write(Request { goban: of, kind: fork });
    (state.asked, state.refused) = (Some((of, minds)), None);
}

/// Shows the window while it is open; returns what is asked of the boards.
fn window(
    ctx: &Context,
    state: &mut TwoBoards,
    shown: Option<&[ShownGobanItem<'_, '_>; 2]>,
    main: &Seats,
    engines: &[Engine],
) -> Vec<Request> {
    if !state.open {
        return Vec::new();
    }
    let mut requests = Vec::new();
    let room = ctx.content_rect().size();
    let side = ((room.x - 70.0 - GAP) / 2.0).min(room.y - AROUND).clamp(SIDES.0, SIDES.1);
    Window::new("Two boards")
        .title_bar(false)
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(14)))
        .pivot(Align2::CENTER_TOP)
        .default_pos(egui::pos2(room.x / 2.0, 12.0))
        .show(ctx, |ui| {
            ui.set_width(2.0 * side + GAP);
            requests = panel(ui, state, shown, main, engines, side);
        });
    requests
}

/// What is in the window, the boards drawn with this side.
pub fn panel(
    ui: &mut Ui,
    state: &mut TwoBoards,
    shown: Option<&[ShownGobanItem<'_, '_>; 2]>,
    main: &Seats,
    engines: &[Engine],
    side: f32,
) -> Vec<Request> {
    let mut requests = Vec::new();
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        ui.heading(RichText::new("Two boards").color(colors.strong));
        if let Some(from) = shown.and_then(|[board, _]| board.fork) {
            let text = match from.tick() {
                0 => "from the beginning of the game".to_owned(),
                tick => format!("from tick {tick} of the game"),
            };
            ui.label(RichText::new(text).color(colors.weak));
        }
        from_right(ui, |ui| {
            if ui.button("Close").clicked() {
                state.open = false;
            }
        });
    });
    controls(ui, state, shown, &mut requests);
    ui.add_space(2.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for at in 0..2 {
            ui.push_id(at, |ui| {
                let size = Vec2::new(side, 0.0);
                ui.allocate_ui_with_layout(size, Layout::top_down(egui::Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    ui.set_width(side);
                    player(ui, state, at, main, engines);
                    let goban = shown.map(|boards| &boards[at]);
                    board::paint(ui, side, goban, INKS[at]);
                    match goban {
                        Some(goban) => facts(ui, goban),
                        // The window is as high as it will be.
                        None => ui.add_space(FACTS),
                    }
                });
            });
        }
    });
    if let Some(why) = &state.refused {
        complaint(ui, why.clone());
    } else if let Some((boards, from)) = shown.and_then(|boards| Some((boards, boards[0].fork?))) {
        let colors = PanelColors::here(ui);
        let [a, b] = boards.each_ref().map(|goban| goban.record);
        let same = state.seated[0] == state.seated[1];
        let text = Divergence::of(a, b, from).words(same);
        ui.add(Label::new(RichText::new(text).color(colors.strong)).truncate());
    } else {
        ui.label(" ");
    }
    requests
}

/// Runs both, steps, begins again.
fn controls(
    ui: &mut Ui,
    state: &mut TwoBoards,
    shown: Option<&[ShownGobanItem<'_, '_>; 2]>,
    requests: &mut Vec<Request>,
) {
    let boards = state.boards.into_iter().flatten();
    let live = |at: usize| shown.is_some_and(|boards| boards[at].tally.outcome.is_none());
    let open: Vec<Entity> = boards.enumerate().filter(|(at, _)| live(*at)).map(|(_, board)| board).collect();
    let mut ask = |kind: &RequestKind| {
        requests.extend(open.iter().map(|&goban| Request { goban, kind: kind.clone() }));
    };
    let running = shown.is_some_and(|boards| boards.iter().any(|goban| goban.pace.running));
    let live = !open.is_empty();
    let weight = |usual: Weight| if live { usual } else { Weight::Off };
    ui.horizontal(|ui| {
        let size = Vec2::new(72.0, 24.0);
        let (label, go) = if running { ("Pause", RequestKind::Pause) } else { ("Run", RequestKind::Play) };
        if button(
            ui,
            size,
            label,
            weight(if running { Weight::On } else { Weight::Accent }),
            "Both boards at once",
        )
        .clicked()
            && live
        {
            ask(&go);
        }
        if button(ui, size, "Step", weight(Weight::Plain), "One move on each board").clicked() && live {
            ask(&RequestKind::Step(1));
        }
        let about = "Restart both from their starting position";
        if button(ui, size, "Again", Weight::Plain, about).clicked() {
            state.wanted = Some(ForkFrom::Again);
        }
        let about = "Both begin from the position that now stands on the main board";
        if button(ui, Vec2::new(118.0, 24.0), "From the board", Weight::Plain, about).clicked() {
            state.wanted = Some(ForkFrom::Here);
        }
        from_right(ui, |ui| {
            let usual = shown.and_then(|[board, _]| board.fork).map_or(0, |from| from.setup().seed);
            seed(ui, state, usual);
            ui.label(RichText::new("Seed").color(PanelColors::here(ui).weak));
            let room = Vec2::new((ui.available_width() - 8.0).clamp(60.0, 330.0), 22.0);
            ui.allocate_ui_with_layout(room, Layout::left_to_right(egui::Align::Center), |ui| {
                if let Some(rate) = speed(ui, state.rate) {
                    state.rate = rate;
                    ask(&RequestKind::Rate(rate));
                }
            });
        });
    });
}

/// The field of the seed: another one, once it is left, begins again.
fn seed(ui: &mut Ui, state: &mut TwoBoards, usual: u64) {
    let now = state.seed.unwrap_or(usual);
    let mut text = state.typed_seed.take().unwrap_or_else(|| now.to_string());
    let field = TextEdit::singleline(&mut text).vertical_align(egui::Align::Center).char_limit(20);
    let field = ui.add_sized(Vec2::new(64.0, 22.0), field);
    if field.lost_focus() {
        match text.trim().parse() {
            Ok(seed) => {
                state.refused = None;
                if seed != now {
                    (state.seed, state.wanted) = (Some(seed), Some(ForkFrom::Again));
                }
            }
            Err(_) => state.refused = Some(format!("'{text}' is not a seed: it is 0 to {}", u64::MAX)),
        }
    } else if field.has_focus() {
        state.typed_seed = Some(text);
    }
    field.on_hover_text("Random seed of both boards; changing it restarts them");
}

/// Chooses who plays a board.
fn player(ui: &mut Ui, state: &mut TwoBoards, at: usize, main: &Seats, engines: &[Engine]) {
    let colors = PanelColors::here(ui);
    let usual = usual(main, at);
    let by =
        if main.is_human(Color::ALL[at]) { String::new() } else { format!(", {}'s mind", Color::ALL[at]) };
    let usual = format!("{}{by}", usual.name());
    let mut changed = false;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 10.0, INKS[at]);
        let text = if at == 0 { egui::Color32::WHITE } else { colors.black };
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, NAMES[at], FontId::proportional(13.5), text);
        ui.vertical(|ui| {
            let (chosen, typed) = (&mut state.minds[at], &mut state.typed[at]);
            changed = choose(ui, ("", ""), &usual, chosen, engines, typed);
            if chosen.is_none() {
                // As high as the line of a chosen one's parameters, so that the boards stand level.
                let size = Vec2::new(ui.available_width(), 22.0);
                let left = Layout::left_to_right(egui::Align::Center);
                ui.allocate_ui_with_layout(size, left, |ui| {
                    let text = RichText::new(state.seated[at].to_string()).small().color(colors.weak);
                    ui.set_min_height(22.0);
                    ui.add(Label::new(text).truncate());
                });
            }
        });
    });
    if changed {
        state.wanted = Some(ForkFrom::Again);
    }
}

/// What there is to say of a board.
fn facts(ui: &mut Ui, goban: &ShownGobanItem<'_, '_>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let tally = goban.tally;
    let state = match (tally.outcome, goban.seats.to_move()) {
        (Some(outcome), _) => format!("over: {outcome}"),
        (None, Some(color)) if goban.thinking.is_active() => format!("{color} thinks"),
        (None, Some(color)) => format!("{color} to move"),
        (None, None) => String::new(),
    };
    fact(ui, &format!("Move {}", goban.record.moves().count()), "Passes count", state);
    let captured = format!("Black {}, White {}", tally.captures.black, tally.captures.white);
    fact(ui, "Captured by", "Enemy stones that died", captured);
    let told = chances(goban).unwrap_or_else(|| "not said".to_owned());
    fact(ui, "Who wins", "What the mind thought at its last move", told);
    let (name, about) = match goban.ending.words(&goban.setup.0) {
        Some(words) => (format!("Counted, {words}"), "Which stones were taken off before the count"),
        None => ("Counted now".to_owned(), "Counting every stone on the board as alive"),
    };
    let counted = Outcome::of(goban.ending.final_score(tally, goban.referee));
    fact(ui, &name, about, counted.to_string());
}

/// What its mind thought of the game when it last said anything, for Black.
fn chances(goban: &ShownGobanItem<'_, '_>) -> Option<String> {
    let color = goban.thinking.color?;
    let thought = goban.thinking.thoughts[color].as_ref()?;
    let black = thought.evaluation().for_black(color);
    let share = black.winrate.map(|share| 100.0 * share);
    let lead = black.lead.map(|points| rounded(points, 1));
    match (share, lead) {
        (Some(share), Some(lead)) => Some(format!("Black {share:.1} %, {lead:+.1} points")),
        (Some(share), None) => Some(format!("Black {share:.1} %")),
        (None, Some(lead)) => {
            let leader = if lead < 0.0 { Color::White } else { Color::Black };
            Some(format!("{leader} by {:.1} points", lead.abs()))
        }
        (None, None) => None,
    }
}
