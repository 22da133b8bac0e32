//! Empty seats: what the record names for them, and the question whether the user wants it there.

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
use stonefield_sim::{Newcomers, RequestKind, Seats, SimSystems};

/// How wide the question is, in points.
const WIDTH: f32 = 470.0;

/// How high the command line may be, in points, before it scrolls.
const HEIGHT: f32 = 180.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SeatQuestion>()
        .add_systems(Update, follow.after(SimSystems::Pace))
        .add_systems(EguiPrimaryContextPass, show.in_set(PanelSystems::Modal).run_if(in_state(Modal::Seat)));
}

fn follow(
    mut question: ResMut<SeatQuestion>,
    goban: WatchedGoban,
    mut requests: Requests,
    mut notices: ResMut<Notices>,
) {
    if let Some(goban) = goban.get() {
        let mut now = *question;
        let left = goban.pace.steps_left(goban.tally.tick);
        let pause = now.follow(goban.seats, goban.newcomers, (goban.pace.running, left));
        if pause.is_some() && !now.is_open() {
            let asks = |color| Some(format!("{color} {}", goban.seats.demand(color)?));
            let asks = goban.seats.waiting().and_then(asks).unwrap_or_default();
            notices.refuse_at_first(format!("{}; {}", visible(&asks), BrainInfo::IMPOSSIBLE));
        }
        requests.send(pause);
        question.set_if_neq(now);
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    mut question: ResMut<SeatQuestion>,
    mut requests: Requests,
) -> Result {
    if let Some(goban) = goban.get() {
        requests.send(question.window(contexts.ctx_mut()?, goban.seats));
    }
    Ok(())
}

/// The question that stands over the board, if one does.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatQuestion(Option<AskedSeat>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AskedSeat {
    color: Color,
    /// Whether the game ran, or how many steps were left to do: with the seat filled it goes on so.
    goes_on: (bool, u32),
}

impl SeatQuestion {
    /// Whether it stands there.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Asks where a game that runs, or has steps left to do, has come to an empty seat; the game stops for it.
    pub fn follow(
        &mut self,
        seats: &Seats,
        newcomers: &Newcomers,
        goes_on: (bool, u32),
    ) -> Option<RequestKind> {
        if self.0.is_some_and(|asked| seats.demand(asked.color).is_none()) {
            self.0 = None;
        }
        let asks = |color: &Color| seats.demand(*color).is_some() && !newcomers.starts(*color);
        let color = seats.waiting().filter(asks).filter(|_| goes_on != (false, 0))?;
        // Where no answer could fill it, nothing is asked.
        let possible = seats.demand(color).is_some_and(Demand::is_possible);
        self.0 = possible.then_some(AskedSeat { color, goes_on });
        Some(RequestKind::Pause)
    }

    /// Tells of the seats that are empty, each with a button that asks.
    pub fn panel(&mut self, ui: &mut Ui, seats: &Seats) {
        for color in Color::ALL {
            let Some(vacancy) = seats.vacancy(color) else { continue };
            complaint(ui, visible(&vacancy));
            if seats.demand(color).is_some_and(|demand| !demand.is_possible()) {
                complaint(ui, BrainInfo::IMPOSSIBLE);
            } else if ui.button(format!("Fill {color}'s seat…")).clicked() {
                self.0 = Some(AskedSeat { color, goes_on: (false, 0) });
            }
            ui.add_space(6.0);
        }
    }

    /// Shows the question. Return, Escape and the button with the colour of the theme leave the seat empty.
    pub fn window(&mut self, ctx: &Context, seats: &Seats) -> Vec<RequestKind> {
        let Some(AskedSeat { color, goes_on: (ran, left) }) = self.0 else { return Vec::new() };
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

/// The question itself; whether the seat is to be filled, once that is answered.
fn question(ctx: &Context, color: Color, spec: &BrainSpec, demand: &Demand) -> Option<bool> {
    let width = (ctx.content_rect().width() - 60.0).min(WIDTH);
    let (title, what, yes) = match demand.command() {
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
        ui.add(Label::new(what).wrap());
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
