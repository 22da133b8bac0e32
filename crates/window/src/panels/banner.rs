//! The banner at the end of a game: its result, how it came about, and what comes next.

use super::super::record::{RecordRequest, RecordState};
use super::lessons::lesson_is_open;
use super::score::ShownScore;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layout::is_one_row;
use crate::shell::measure::Measuring;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Redraw, Watched};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::{ShownGobanItem, WatchedGoban};
use crate::shell::widgets::{Weight, button};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::egui::{Align, Align2, Label, Layout, Rect, RichText, Ui, UiBuilder, Vec2};
use core::time::Duration;
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Outcome, WinBy};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameOver, GameSetup, Jumped, SimSystems};

/// How wide the buttons are together, and how far one is from the next, in points.
const BUTTONS: f32 = 76.0 + 108.0 + 76.0 + 2.0 * GAP;
const GAP: f32 = 6.0;

/// How long the banner waits for the user before the next game begins.
const PATIENCE: Duration = Duration::from_secs(5);

/// The game that has just ended before the user's eyes.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Banner(Option<Ended>);

#[derive(Clone, Copy, Debug)]
struct Ended {
    goban: Entity,
    tick: u64,
    /// When the next game begins, where it begins by itself.
    next_at: Option<Instant>,
}

impl Banner {
    /// Whether it is shown below the board.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    #[cfg(test)]
    pub(super) const fn open(&mut self, goban: Entity, tick: u64) {
        self.0 = Some(Ended { goban, tick, next_at: None });
    }

    /// Has it wait for a click: the next game does not begin by itself.
    pub fn wait(&mut self) {
        if let Some(ended) = &mut self.0 {
            ended.next_at = None;
        }
    }

    /// Takes it away; the game stays as it ended.
    pub const fn close(&mut self) {
        self.0 = None;
    }
}

/// The panel, and its place.
const PANEL: Panel = Panel::new("Banner", Place::Caption, 20).brief();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Banner>()
        .add_closable(PANEL, |panel: Res<Banner>| panel.is_open(), |mut panel: ResMut<Banner>| panel.close())
        .add_view(PANEL, show)
        .add_systems(
            Update,
            (follow.run_if(not(resource_exists::<Measuring>)), give_way.run_if(lesson_is_open))
                .chain()
                .after(SimSystems::Pace),
        );
}

/// A lesson says itself what comes next.
fn give_way(mut banner: ResMut<Banner>) {
    banner.0 = None;
}

/// Opens the banner when the game that is shown ends, and closes it when that game is left.
fn follow(
    mut ends: MessageReader<GameOver>,
    mut jumps: MessageReader<Jumped>,
    watched: Res<Watched>,
    goban: WatchedGoban,
    state: Res<RecordState>,
    mut banner: ResMut<Banner>,
    mut ran: Local<bool>,
) {
    let runs = goban.get().is_some_and(|goban| goban.pace.running);
    let ran = std::mem::replace(&mut *ran, runs) || runs;
    let left = jumps.read().filter(|jump| jump.goban == watched.0).count() > 0;
    let now = goban.get().filter(|goban| goban.tally.outcome.is_some() && goban.fork.is_none());
    let over = now.as_ref().map(|goban| (watched.0, goban.record.now()));
    if left || banner.0.is_some_and(|ended| over != Some((ended.goban, ended.tick))) {
        banner.0 = None;
    }
    let ended = ends.read().filter(|end| end.goban == watched.0).last().map(|end| end.tick);
    if let (Some(goban), Some(tick)) = (now, ended) {
        let people = Color::ALL.into_iter().any(|color| goban.seats.is_human(color));
        // A record that was opened is not left by itself.
        let ours = state.path.is_none() && !goban.record.would_lose_data();
        let next_at = (ours && ran && !people).then(|| Instant::now() + PATIENCE);
        // People say first which stones are dead: the whole board is theirs to click on.
        if !(people && goban.ending.can_be_changed(&goban.setup.0)) {
            banner.0 = Some(Ended { goban: watched.0, tick, next_at });
        }
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    mut banner: ResMut<Banner>,
    mut redraw: ResMut<Redraw>,
    mut records: MessageWriter<RecordRequest>,
) {
    let (Some(goban), Some(ended)) = (goban.get(), &mut banner.0) else { return };
    let Some(outcome) = goban.tally.outcome else { return };
    // A question that stands over everything is not answered by the next game.
    if !ui.is_enabled() || ui.ctx().input(|input| !input.events.is_empty()) {
        ended.next_at = None;
    }
    let left = ended.next_at.map(|next| next.saturating_duration_since(Instant::now()));
    if let Some(left) = left {
        // The seconds are counted down.
        redraw.within(left.min(Duration::from_millis(250)));
    }
    let data = BannerData {
        outcome,
        score: ShownScore::of(&goban.setup.0.rules, goban.ending.final_score(goban.tally, goban.referee)),
        void: void(&goban),
        ticks: goban.tally.tick,
        seconds: left.map(|left| left.as_secs_f32().ceil() as u32),
    };
    let mut pressed = panel(ui, &data);
    if left.is_some_and(|left| left.is_zero()) {
        pressed = Some(BannerButton::NextSeed);
    }
    let Some(pressed) = pressed else { return };
    // Asked for once, whatever comes of it.
    banner.0 = None;
    let further = match pressed {
        BannerButton::Again => 0,
        BannerButton::NextSeed => 1,
        BannerButton::Stay => return,
    };
    records.write(once_more(&goban, further, goban.seats.specs().clone()));
}

/// The game of a goban once more, run at once, with these minds, and the seed so many further.
pub fn once_more(goban: &ShownGobanItem<'_, '_>, further: u64, brains: ByColor<BrainSpec>) -> RecordRequest {
    let setup = goban.setup.0.clone();
    let setup = GameSetup { seed: setup.seed.wrapping_add(further), brains, ..setup };
    RecordRequest::New { setup: Box::new(setup), run: Some(true) }
}

/// What the banner says.
#[derive(Clone, Copy, Debug)]
pub struct BannerData {
    /// How the game ended.
    pub outcome: Outcome,
    /// What both colours have, where that was counted.
    pub score: Option<ShownScore>,
    /// Why it came to nothing, if it did.
    pub void: &'static str,
    /// How many ticks it took.
    pub ticks: u64,
    /// Seconds until the next game begins by itself, if it does.
    pub seconds: Option<u32>,
}

/// A button of the banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannerButton {
    /// The same game once more.
    Again,
    /// The same game with other dice.
    NextSeed,
    /// Neither: the board stays as it is.
    Stay,
}

/// Shows the result, how it came about, and three ways on: beside it, or below it where there is little room.
pub fn panel(ui: &mut Ui, data: &BannerData) -> Option<BannerButton> {
    let next = data.seconds.map_or("Next seed".to_owned(), |left| format!("Next seed in {left}"));
    let buttons = |ui: &mut Ui| {
        let mut pressed = None;
        let other = with_keys(ui, "The same game, with other dice", Action::RunPause);
        let stay = with_keys(ui, "Look at this game", Action::Close);
        for (choice, text, weight, about) in [
            (BannerButton::Again, "Again", Weight::Plain, "The same game, with the same dice".to_owned()),
            (BannerButton::NextSeed, next.as_str(), Weight::Accent, other),
            (BannerButton::Stay, "Stay", Weight::Plain, stay),
        ] {
            let width = if choice == BannerButton::NextSeed { 108.0 } else { 76.0 };
            if button(ui, Vec2::new(width, 28.0), text, weight, &about).clicked() {
                pressed = Some(choice);
            }
        }
        pressed
    };
    ui.spacing_mut().item_spacing = Vec2::new(GAP, 2.0);
    let row = Vec2::new(BUTTONS, 28.0);
    if is_one_row(ui.available_width()) {
        let all = ui.available_rect_before_wrap();
        let (said, ways) = all.split_left_right_at_x(all.right() - BUTTONS);
        said_in(ui, said.with_max_x(said.right() - 12.0), Align::Min, data);
        let place = Align2::CENTER_CENTER.align_size_within_rect(row, ways);
        let layout = Layout::left_to_right(Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), buttons).inner
    } else {
        let all = ui.available_rect_before_wrap();
        said_in(ui, all.with_max_y(all.top() + 38.0), Align::Center, data);
        let top = all.top() + 42.0;
        let place = Align2::CENTER_TOP.align_size_within_rect(row, all.with_min_y(top));
        let layout = Layout::left_to_right(Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), buttons).inner
    }
}

/// Writes the result, and what it came from.
fn said_in(ui: &mut Ui, place: Rect, align: Align, data: &BannerData) {
    let colors = PanelColors::here(ui);
    let (result, reason) = words(data);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(Layout::top_down(align)), |ui| {
        let result = RichText::new(result).text_style(theme::heading()).color(colors.strong);
        ui.add(Label::new(result).truncate());
        ui.add(Label::new(RichText::new(reason).color(colors.weak)).truncate());
    });
}

/// Why a game that has ended came to nothing, if it did.
fn void(goban: &ShownGobanItem<'_, '_>) -> &'static str {
    if Color::ALL.into_iter().any(|color| goban.seats.fault(color).is_some()) {
        "a mind failed"
    } else if goban.witness.disagreement().is_some() {
        "agents and referee disagreed"
    } else {
        "a colour was wiped out"
    }
}

/// The result in words, and what it came from.
fn words(data: &BannerData) -> (String, String) {
    let ticks = counted(data.ticks, "tick");
    let points = |points: f64| format!("{points} point{}", if points == 1.0 { "" } else { "s" });
    let count = data.score.map_or_else(
        || format!("after {ticks}"),
        |ShownScore { name, points, .. }| {
            format!("{name}: Black {}, White {}, after {ticks}", points.black, points.white)
        },
    );
    match data.outcome {
        Outcome::Win { winner, by } => match by {
            WinBy::Points(margin) => (format!("{winner} wins by {}", points(margin)), count),
            WinBy::Capture => (format!("{winner} wins"), format!("by the first capture, after {ticks}")),
            WinBy::Suicide => {
                (format!("{winner} wins"), format!("{} captured itself, after {ticks}", !winner))
            }
            WinBy::NoMove => {
                (format!("{winner} wins"), format!("{} has no move left, after {ticks}", !winner))
            }
            WinBy::Time => (format!("{winner} wins"), format!("{} has no time left, after {ticks}", !winner)),
            WinBy::Resignation => (format!("{winner} wins"), format!("{} resigned, after {ticks}", !winner)),
        },
        Outcome::Draw => ("A draw".to_owned(), count),
        Outcome::Void => ("No result".to_owned(), format!("{}, after {ticks}", data.void)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Rules;

    #[test]
    fn a_result_is_said_with_its_reason() {
        let said = |outcome| {
            let score = ShownScore::of(&Rules::default(), ByColor::new(24.0, 56.5));
            words(&BannerData { outcome, score, void: "a mind failed", ticks: 71, seconds: None })
        };
        let win = |by| Outcome::Win { winner: Color::White, by };
        let told = |result: &str, reason: &str| (result.to_owned(), reason.to_owned());
        let count = "Area score: Black 24, White 56.5, after 71 ticks";
        assert_eq!(said(win(WinBy::Points(32.5))), told("White wins by 32.5 points", count));
        assert_eq!(said(win(WinBy::Points(1.0))), told("White wins by 1 point", count));
        assert_eq!(said(win(WinBy::Resignation)), told("White wins", "Black resigned, after 71 ticks"));
        assert_eq!(said(Outcome::Draw), told("A draw", count));
        assert_eq!(said(Outcome::Void), told("No result", "a mind failed, after 71 ticks"));
    }
}
