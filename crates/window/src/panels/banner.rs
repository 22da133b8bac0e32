//! Banner at the end of a game: the result, its reason, and buttons for the next game.

use super::super::record::{RecordRequest, RecordState};
use super::lessons::lesson_is_open;
use super::score::ShownScore;
use crate::marks::board_marks::FinalTerritory;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::layout::{PanelSystems, is_one_row};
use crate::shell::measure::Measuring;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Redraw, Watched};
use crate::shell::theme::{self, PanelColors};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align, Align2, Label, Layout, Rect, RichText, Ui, UiBuilder, Vec2};
use core::time::Duration;
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Outcome, WinBy};
use stonefield_minds::BrainSpec;
use stonefield_sim::{
    Ending, Fork, GameOver, GameRecord, GameSetup, GobanSetup, Jumped, Pace, Referee, Seats, SimSystems,
    Tally, Witness,
};

/// Width of the three buttons with the gaps between them, and width of a gap, in points.
const BUTTONS: f32 = 76.0 + 108.0 + 76.0 + 2.0 * GAP;
const GAP: f32 = 6.0;

/// Time until the next game begins if the user does nothing.
const COUNTDOWN: Duration = Duration::from_secs(5);

/// Shown game that has just ended, while the banner is open.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Banner(Option<Ended>);

#[derive(Clone, Copy, Debug)]
struct Ended {
    goban: Entity,
    /// Last tick of the game.
    tick: u64,
    /// Time at which the next game begins; `None`: only a click begins it.
    next_at: Option<Instant>,
}

impl Banner {
    /// True if the banner is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    #[cfg(test)]
    pub(super) const fn open(&mut self, goban: Entity, tick: u64) {
        self.0 = Some(Ended { goban, tick, next_at: None });
    }

    /// Stops the countdown: only a click begins the next game.
    pub fn wait(&mut self) {
        if let Some(ended) = &mut self.0 {
            ended.next_at = None;
        }
    }

    /// Closes the banner. The game stays on the board.
    pub const fn close(&mut self) {
        self.0 = None;
    }
}

const PANEL: Panel = Panel::new("Banner", Place::Caption, 20).brief();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Banner>()
        .add_closable(PANEL, |panel: Res<Banner>| panel.is_open(), |mut panel: ResMut<Banner>| panel.close())
        .add_view(PANEL, show)
        .add_systems(
            Update,
            (follow.run_if(not(resource_exists::<Measuring>)), close_in_lesson.run_if(lesson_is_open))
                .chain()
                .after(SimSystems::Pace),
        )
        .init_resource::<FinalTerritory>()
        .add_systems(EguiPrimaryContextPass, show_territory.in_set(PanelSystems::Legend));
}

/// Shows the territory of the ended game while the banner is open, if its rules count territory or area.
fn show_territory(banner: Res<Banner>, endings: Query<&Ending>, mut territory: ResMut<FinalTerritory>) {
    let goban = banner.0.map(|ended| ended.goban);
    let counts = |goban: &Entity| endings.get(*goban).is_ok_and(|ending| ending.score.is_some());
    territory.set_if_neq(FinalTerritory(goban.filter(counts)));
}

/// Closes the banner while a lesson is open. The lesson shows itself what comes next.
fn close_in_lesson(mut banner: ResMut<Banner>) {
    banner.0 = None;
}

/// Opens the banner when the shown game ends. Closes it when another tick, game or goban is shown.
fn follow(
    mut ends: MessageReader<GameOver>,
    mut jumps: MessageReader<Jumped>,
    watched: Res<Watched>,
    goban: WatchedGoban<(&Tally, Has<Fork>, &GameRecord, &Seats, &Pace)>,
    state: Res<RecordState>,
    mut banner: ResMut<Banner>,
    mut ran: Local<bool>,
) {
    let goban = goban.get();
    let runs = goban.is_some_and(|(.., pace)| pace.running);
    let ran = std::mem::replace(&mut *ran, runs) || runs;
    let jumped = jumps.read().filter(|jump| jump.goban == watched.0).count() > 0;
    let now = goban.filter(|(tally, is_fork, ..)| tally.outcome.is_some() && !is_fork);
    let over = now.map(|(_, _, record, ..)| (watched.0, record.now()));
    if jumped || banner.0.is_some_and(|ended| over != Some((ended.goban, ended.tick))) {
        banner.0 = None;
    }
    let ended = ends.read().filter(|end| end.goban == watched.0).last().map(|end| end.tick);
    if let (Some((_, _, record, seats, _)), Some(tick)) = (now, ended) {
        let people = Color::ALL.into_iter().any(|color| seats.is_human(color));
        // A game of a file or with unsaved work is not replaced without a click.
        let is_replaceable = state.path.is_none() && !record.would_lose_data();
        let next_at = (is_replaceable && ran && !people).then(|| Instant::now() + COUNTDOWN);
        banner.0 = Some(Ended { goban: watched.0, tick, next_at });
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&GobanSetup, &Referee, &Seats, &Tally, &Ending, &Witness)>,
    mut banner: ResMut<Banner>,
    mut redraw: ResMut<Redraw>,
    mut records: MessageWriter<RecordRequest>,
) {
    let (Some(goban), Some(ended)) = (goban.get(), &mut banner.0) else { return };
    let (setup, referee, seats, tally, ending, witness) = goban;
    let Some(outcome) = tally.outcome else { return };
    // A modal dialog or any input stops the countdown.
    if !ui.is_enabled() || ui.ctx().input(|input| !input.events.is_empty()) {
        ended.next_at = None;
    }
    let remaining = ended.next_at.map(|next| next.saturating_duration_since(Instant::now()));
    if let Some(remaining) = remaining {
        // The button shows the remaining seconds.
        redraw.within(remaining.min(Duration::from_millis(250)));
    }
    let data = BannerData {
        outcome,
        score: ShownScore::of(&setup.0.rules, ending.final_score(tally, referee)),
        void: void_reason(seats, witness),
        ticks: tally.tick,
        seconds: remaining.map(|remaining| remaining.as_secs_f32().ceil() as u32),
    };
    let mut pressed = panel(ui, &data);
    if remaining.is_some_and(|remaining| remaining.is_zero()) {
        pressed = Some(BannerButton::NextSeed);
    }
    let Some(pressed) = pressed else { return };
    // The banner closes even if the request fails, so the request is sent only once.
    banner.0 = None;
    let offset = match pressed {
        BannerButton::Again => 0,
        BannerButton::NextSeed => 1,
        BannerButton::Stay => return,
    };
    records.write(new_game_request(setup, offset, seats.specs().clone()));
}

/// Returns the request to run a game with the same set-up, these minds, and the seed plus `offset`.
pub fn new_game_request(setup: &GobanSetup, offset: u64, brains: ByColor<BrainSpec>) -> RecordRequest {
    let setup = setup.0.clone();
    let setup = GameSetup { seed: setup.seed.wrapping_add(offset), brains, ..setup };
    RecordRequest::New { setup: Box::new(setup), run: Some(true) }
}

/// Content of the banner.
#[derive(Clone, Copy, Debug)]
pub struct BannerData {
    /// Result of the game.
    pub outcome: Outcome,
    /// Score of both colours, if the game has one.
    pub score: Option<ShownScore>,
    /// Reason for no result. Shown only for [`Outcome::Void`].
    pub void: &'static str,
    /// Number of ticks of the game.
    pub ticks: u64,
    /// Seconds until the next game begins; `None`: only a click begins it.
    pub seconds: Option<u32>,
}

/// Button of the banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannerButton {
    /// Begin the same game, with the same seed.
    Again,
    /// Begin the same set-up with the next seed.
    NextSeed,
    /// Close the banner and keep the board.
    Stay,
}

/// Draws the result, its reason and the three buttons. Returns the clicked button.
pub fn panel(ui: &mut Ui, data: &BannerData) -> Option<BannerButton> {
    let next = data.seconds.map_or("Next seed".to_owned(), |left| format!("Next seed in {left}"));
    let buttons = |ui: &mut Ui| {
        let mut pressed = None;
        let next_seed = with_keys(ui, "The same game, with other dice", Action::RunPause);
        let stay = with_keys(ui, "Look at this game", Action::Close);
        for (choice, text, weight, about) in [
            (BannerButton::Again, "Again", Weight::Plain, "The same game, with the same dice".to_owned()),
            (BannerButton::NextSeed, next.as_str(), Weight::Accent, next_seed),
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
        let (text, rest) = all.split_left_right_at_x(all.right() - BUTTONS);
        show_result(ui, text.with_max_x(text.right() - 12.0), Align::Min, data);
        let place = Align2::CENTER_CENTER.align_size_within_rect(row, rest);
        let layout = Layout::left_to_right(Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), buttons).inner
    } else {
        let all = ui.available_rect_before_wrap();
        show_result(ui, all.with_max_y(all.top() + 38.0), Align::Center, data);
        let top = all.top() + 42.0;
        let place = Align2::CENTER_TOP.align_size_within_rect(row, all.with_min_y(top));
        let layout = Layout::left_to_right(Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), buttons).inner
    }
}

/// Draws the result and its reason.
fn show_result(ui: &mut Ui, place: Rect, align: Align, data: &BannerData) {
    let colors = PanelColors::here(ui);
    let (result, reason) = words(data);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(Layout::top_down(align)), |ui| {
        let result = RichText::new(result).text_style(theme::heading()).color(colors.strong);
        ui.add(Label::new(result).truncate());
        ui.add(Label::new(RichText::new(reason).color(colors.weak)).truncate());
    });
}

/// Returns the reason for a game without result. Meaningful only for [`Outcome::Void`].
fn void_reason(seats: &Seats, witness: &Witness) -> &'static str {
    if Color::ALL.into_iter().any(|color| seats.fault(color).is_some()) {
        "a mind failed"
    } else if witness.disagreement().is_some() {
        "agents and referee disagreed"
    } else {
        "a colour was wiped out"
    }
}

/// Returns the result and its reason as text.
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
    use crate::shell::state::ShownBoards;
    use bevy::ecs::system::RunSystemOnce;
    use stonefield_go::{DeadStones, Move, Rules, Size};
    use stonefield_sim::{Request, RequestKind, create_app, spawn_goban};

    #[test]
    fn a_game_of_two_people_ends_with_its_banner_and_territory_until_the_banner_closes() {
        let mut app = create_app();
        let brains = ByColor::from_fn(|_| BrainSpec::named("human").expect("a person"));
        let rules = Rules::preset("chinese").expect("a preset");
        let size = Size::square(5).expect("a size");
        let dead = DeadStones::Estimated;
        let setup = GameSetup { size, rules, brains, dead, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        app.insert_resource(Watched(goban))
            .init_resource::<ShownBoards>()
            .init_resource::<RecordState>()
            .init_resource::<Banner>()
            .init_resource::<FinalTerritory>()
            .add_systems(Update, follow.after(SimSystems::Pace));
        app.update();
        for moves in 0..3 {
            assert_eq!(app.world().resource::<Banner>().is_open(), moves == 2, "after {moves} passes");
            if moves < 2 {
                app.world_mut().write_message(Request { goban, kind: RequestKind::Move(Move::Pass) });
                (0..2).for_each(|_| app.update());
            }
        }
        let territory = |app: &mut App| {
            app.world_mut().run_system_once(show_territory).expect("its parameters are there");
            app.world().resource::<FinalTerritory>().0
        };
        assert_eq!(territory(&mut app), Some(goban));
        // A click of a person changes dead stones under the banner.
        let ending = app.world().get::<Ending>(goban).expect("an ending");
        assert!(ending.can_be_changed(&setup));
        app.world_mut().resource_mut::<Banner>().close();
        assert_eq!(territory(&mut app), None);
    }

    #[test]
    fn a_result_has_a_text_and_a_reason() {
        let result = |outcome| {
            let score = ShownScore::of(&Rules::default(), ByColor::new(24.0, 56.5));
            words(&BannerData { outcome, score, void: "a mind failed", ticks: 71, seconds: None })
        };
        let win = |by| Outcome::Win { winner: Color::White, by };
        let texts = |result: &str, reason: &str| (result.to_owned(), reason.to_owned());
        let count = "Area score: Black 24, White 56.5, after 71 ticks";
        assert_eq!(result(win(WinBy::Points(32.5))), texts("White wins by 32.5 points", count));
        assert_eq!(result(win(WinBy::Points(1.0))), texts("White wins by 1 point", count));
        assert_eq!(result(win(WinBy::Resignation)), texts("White wins", "Black resigned, after 71 ticks"));
        assert_eq!(result(Outcome::Draw), texts("A draw", count));
        assert_eq!(result(Outcome::Void), texts("No result", "a mind failed, after 71 ticks"));
    }
}
