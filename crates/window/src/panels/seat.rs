//! Empty seats: a dialog asks whether to start the program or mind that the record names for the seat.

use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::requests::Requests;
use crate::shell::state::Modal;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{complaint, dialog, from_right};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Button, Context, Frame, Key, Label, Margin, RichText, ScrollArea, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Color;
use stonefield_go::notation::visible;
use stonefield_minds::{BrainInfo, BrainSpec, Demand};
use stonefield_sim::{Newcomers, Pace, RequestKind, Seats, SimSystems, Tally};

/// Width of the dialog, in points.
const WIDTH: f32 = 470.0;

/// Largest height of the command line, in points. A higher one scrolls.
const HEIGHT: f32 = 180.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SeatQuestion>()
        .add_systems(Update, follow.after(SimSystems::Pace))
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Modal).run_if(in_state(Modal::Seat)));
}

fn follow(
    mut question: ResMut<SeatQuestion>,
    goban: WatchedGoban<(&Seats, &Newcomers, &Pace, &Tally)>,
    mut requests: Requests,
    mut notices: ResMut<Notices>,
) {
    if let Some((seats, newcomers, pace, tally)) = goban.get() {
        let mut now = *question;
        let pause = now.follow(seats, newcomers, (pace.running, pace.steps_left(tally.tick)));
        if pause.is_some() && !now.is_open() {
            let demand = |color| Some(format!("{color} {}", seats.demand(color)?));
            let demand = seats.waiting().and_then(demand).unwrap_or_default();
            notices.show_refusal_later(format!("{}; {}", visible(&demand), BrainInfo::IMPOSSIBLE));
        }
        requests.send(pause);
        question.set_if_neq(now);
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<&Seats>,
    mut question: ResMut<SeatQuestion>,
    mut requests: Requests,
) -> Result {
    if let Some(seats) = goban.get() {
        requests.send(question.window(contexts.ctx_mut()?, seats));
    }
    Ok(())
}

/// The dialog. `None`: closed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatQuestion(Option<AskedSeat>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AskedSeat {
    color: Color,
    /// Pace before the dialog opened: true if the game ran, and the number of steps left. Restored when the
    /// seat is filled.
    pace: (bool, u32),
}

impl SeatQuestion {
    /// True if the dialog is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Opens the dialog if the side to move has an empty seat, and the game runs or has steps left. Returns a
    /// request to pause then. `pace`: true if the game runs, and the number of steps left.
    pub fn follow(&mut self, seats: &Seats, newcomers: &Newcomers, pace: (bool, u32)) -> Option<RequestKind> {
        if self.0.is_some_and(|asked| seats.demand(asked.color).is_none()) {
            self.0 = None;
        }
        let needs_answer = |color: &Color| seats.demand(*color).is_some() && !newcomers.starts(*color);
        let color = seats.waiting().filter(needs_answer).filter(|_| pace != (false, 0))?;
        // The dialog does not open if this build cannot fill the seat.
        let possible = seats.demand(color).is_some_and(Demand::is_possible);
        self.0 = possible.then_some(AskedSeat { color, pace });
        Some(RequestKind::Pause)
    }

    /// Shows the empty seats, each with a button that opens the dialog.
    pub fn panel(&mut self, ui: &mut Ui, seats: &Seats) {
        for color in Color::ALL {
            let Some(vacancy) = seats.vacancy(color) else { continue };
            complaint(ui, visible(&vacancy));
            if seats.demand(color).is_some_and(|demand| !demand.is_possible()) {
                complaint(ui, BrainInfo::IMPOSSIBLE);
            } else if ui.button(format!("Fill {color}'s seat…")).clicked() {
                self.0 = Some(AskedSeat { color, pace: (false, 0) });
            }
            ui.add_space(6.0);
        }
    }

    /// Shows the dialog. Enter, Esc and the accented button leave the seat empty. Returns the requests after
    /// the answer.
    pub fn window(&mut self, ctx: &Context, seats: &Seats) -> Vec<RequestKind> {
        let Some(AskedSeat { color, pace: (ran, left) }) = self.0 else { return Vec::new() };
        let Some(demand) = seats.demand(color) else { return Vec::new() };
        let no = ctx.input(|input| input.key_pressed(Key::Escape) || input.key_pressed(Key::Enter));
        let answer = question(ctx, color, seats.spec(color), demand).or(no.then_some(false));
        match answer {
            None => Vec::new(),
            Some(fill) => {
                self.0 = None;
                let requests = [
                    (fill, RequestKind::Allow(color)),
                    (fill && ran, RequestKind::Play),
                    (fill && left > 0, RequestKind::Step(left)),
                ];
                requests.into_iter().filter_map(|(wanted, kind)| wanted.then_some(kind)).collect()
            }
        }
    }
}

/// Shows the content of the dialog. Returns true or false once the user fills the seat or leaves it empty.
fn question(ctx: &Context, color: Color, spec: &BrainSpec, demand: &Demand) -> Option<bool> {
    let width = (ctx.content_rect().width() - 60.0).min(WIDTH);
    let (title, text, yes) = match demand.command() {
        Some(_) => (
            "Start the program that the record names?",
            format!(
                "The record wants {color} to be played by a program. It would run on this computer with your rights. Start it \
                 only if you know what it does."
            ),
            "Start it",
        ),
        None => (
            "Use a mind that takes so much?",
            format!("The mind named for {color} {demand}. That may keep this computer busy for long."),
            "Use it",
        ),
    };
    let mut answer = None;
    dialog(ctx, title, width, |ui| {
        ui.add(Label::new(text).wrap());
        ui.add_space(8.0);
        let colors = PanelColors::here(ui);
        Frame::NONE.fill(colors.well).inner_margin(Margin::same(8)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
                let line = demand.command().map_or_else(|| spec.to_string(), str::to_owned);
                ui.add(Label::new(RichText::new(visible(&line)).monospace().color(colors.strong)).wrap());
            });
        });
        if let Demand::Program { folder: Some(folder), .. } = demand {
            ui.add(Label::new(format!("in the folder {}", visible(folder))).wrap());
        }
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            if ui.button(yes).clicked() {
                answer = Some(true);
            }
            from_right(ui, |ui| {
                let no = RichText::new("Leave the seat empty").color(colors.on_accent);
                if ui.add(Button::new(no).fill(colors.accent)).on_hover_text("Enter or Esc").clicked() {
                    answer = Some(false);
                }
            });
        });
    });
    answer
}
