//! Fields of the next game: size, rules, komi, handicap, seed. They apply when `Action::Setup` begins it.

use super::super::record::RecordRequest;
use super::record;
use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::Watched;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{
    Weight, button, complaint, hint, name_group, number, outlined, row, section, switch,
};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use bevy_egui::egui::{self, Align, Button, ComboBox, TextEdit, Ui, Vec2, WidgetInfo, WidgetType};
use stonefield_go::field::HeatParams;
use stonefield_go::{ByColor, DeadStones, PRESETS, Quirks, Rules, Setup, Size, SizeError};
use stonefield_minds::BrainSpec;
use stonefield_search::TimeControl;
use stonefield_sim::{Check, GameSetup, GobanSetup, MAX_FILL, Newcomers, Opening, Seats, SetupError};

/// Components of the goban on the board from which the fields of the next game are completed.
pub type SetupParts<'a> = (&'a GobanSetup, &'a Seats, &'a Newcomers);

/// Fields of the next game (`draft`) and of the game on the board (`now`).
#[derive(Resource, Default)]
pub struct NextGame {
    draft: Option<SetupDraft>,
    now: Option<SetupDraft>,
    /// The last fields that were checked, and their error.
    checked: Option<(SetupDraft, Option<SetupDraftError>)>,
}

impl NextGame {
    /// True if the fields differ from the game on the board.
    #[must_use]
    pub fn is_changed_by_user(&self) -> bool {
        self.draft != self.now
    }

    /// Returns the fields of the next game, to change them. `None` before there is a game.
    pub(super) const fn draft_mut(&mut self) -> Option<&mut SetupDraft> {
        self.draft.as_mut()
    }

    /// Returns the game of the fields, with minds and heat of this goban. `None` if a field is invalid.
    #[must_use]
    pub fn game(&self, (now, seats, newcomers): SetupParts<'_>) -> Option<GameSetup> {
        let draft = self.draft.as_ref()?;
        let setup = draft.setup(&minds_of(seats, newcomers), now.0.heat).ok()?;
        // Valid fields are not checked again.
        let valid = self.checked.as_ref().is_some_and(|(checked, error)| checked == draft && error.is_none());
        (valid || setup.check().is_ok()).then_some(setup)
    }

    /// Returns the error of the fields, if any. They are checked only after a change, because setting up a
    /// large board takes time.
    #[must_use]
    pub fn error(&mut self, (now, seats, newcomers): SetupParts<'_>) -> Option<&SetupDraftError> {
        let draft = self.draft.as_ref()?;
        if self.checked.as_ref().is_none_or(|(checked, _)| checked != draft) {
            let error = draft.game(&minds_of(seats, newcomers), now.0.heat).err();
            self.checked = Some((draft.clone(), error));
        }
        self.checked.as_ref()?.1.as_ref()
    }
}

/// Returns the mind of each seat in the next game: the program that is being started, else the present mind.
pub(super) fn minds_of(seats: &Seats, newcomers: &Newcomers) -> ByColor<BrainSpec> {
    ByColor::from_fn(|color| match newcomers.of(color) {
        Some((spec, None)) => spec.clone(),
        _ => seats.spec(color).clone(),
    })
}

/// Tooltip of the button *Setup*.
const SETUP: &str = "Set up a new game as the fields say";

const PANEL: Panel = Panel::new("Set-up", Place::Card(Card::Game), 10);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextGame>()
        .add_view(PANEL, show)
        .add_systems(Update, (follow, begin.in_set(InputSystems::Act)));
}

/// Sets the fields to the game on the board, unless the user has changed them.
fn follow(mut next: ResMut<NextGame>, watched: Res<Watched>, gobans: Query<Ref<GobanSetup>>) {
    let Ok(setup) = gobans.get(watched.0) else { return };
    if !setup.is_changed() && !watched.is_changed() && next.now.is_some() {
        return;
    }
    let on_board = SetupDraft::of(&setup.0);
    // Equal drafts may differ in `same`, which no field shows.
    let equal = next.draft.as_ref() == Some(&on_board);
    if next.draft.is_none() || next.draft == next.now || equal {
        next.draft = Some(on_board.clone());
    }
    next.now = Some(on_board);
}

/// Begins the next game.
fn begin(
    mut actions: MessageReader<Action>,
    goban: WatchedGoban<SetupParts>,
    mut next: ResMut<NextGame>,
    mut records: MessageWriter<RecordRequest>,
    mut notices: ResMut<Notices>,
) {
    let Some(goban) = goban.get() else { return };
    for _ in actions.read().filter(|&&action| action == Action::Setup) {
        if let Some(setup) = next.game(goban).map(Box::new) {
            records.write(RecordRequest::New { setup, run: None });
        } else if let Some(why) = next.error(goban) {
            notices.show_refusal(why.to_string());
        }
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<SetupParts>,
    panels: OpenPanels,
    time: Res<Time<Real>>,
    mut next: ResMut<NextGame>,
    mut actions: MessageWriter<Action>,
) {
    let Some(goban) = goban.get() else { return };
    section(ui, "Set-up", true, |ui| {
        let error = next.error(goban).cloned();
        let NextGame { draft, now, .. } = &mut *next;
        if let (Some(draft), Some(now)) = (draft, now) {
            let noise = u64::try_from(time.elapsed().as_nanos()).unwrap_or(0);
            panel(ui, draft, now, error.as_ref(), noise);
        }
        let (weight, about) = match &error {
            Some(error) => (Weight::Off, error.to_string()),
            None if next.is_changed_by_user() => (Weight::Accent, SETUP.to_owned()),
            None => (Weight::Plain, SETUP.to_owned()),
        };
        let about = with_keys(ui, &about, Action::Setup);
        if button(ui, Vec2::new(ui.available_width(), 28.0), "Setup", weight, &about).clicked() {
            actions.write(Action::Setup);
        }
        actions.write_batch(show_record_buttons(ui, panels.is_open(record::PANEL)));
    });
}

/// Shows the buttons of the record and returns the action of the one that was clicked.
fn show_record_buttons(ui: &mut Ui, record_is_open: bool) -> Option<Action> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        name_group(ui, "Record");
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 12.0) / 4.0;
        for (label, action, about) in [
            ("Open", Action::Open, "Opens a game record"),
            ("Save", Action::SaveAs, "Saves the game, with all its variations, as"),
            ("Pictures", Action::Pictures, "Saves pictures and films of the game"),
            ("Tree", Action::Record, "Shows variations and comments"),
        ] {
            let button = outlined(ui, label, action == Action::Record && record_is_open);
            let about = with_keys(ui, about, action);
            if ui.add_sized(Vec2::new(width, 22.0), button).on_hover_text(about).clicked() {
                chosen = Some(action);
            }
        }
    });
    chosen
}

/// Current values of the fields; size and seed are the typed text. Drafts are equal if their fields are:
/// `same` does not count.
#[derive(Clone, Debug)]
pub struct SetupDraft {
    /// `N` or `WxH`.
    pub size: String,
    /// The rules, komi and quirks included.
    pub rules: Rules,
    /// Handicap stones, 0 for none.
    pub handicap: u32,
    /// Share of the points with stones of both colours, 0 for none.
    pub fill: f64,
    /// A whole number.
    pub seed: String,
    /// The dead stones that are removed before the score is counted.
    pub dead: DeadStones,
    /// Time limits of the players.
    pub time: TimeControl,
    /// Further settings of the game on the board.
    pub(super) same: Same,
}

/// Settings of the game on the board that no field shows, and its seed and size for comparison. The game
/// numbers apply while the seed is unchanged. The start position applies while the size is unchanged and
/// neither handicap nor fill is set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Same {
    seed: u64,
    game: u64,
    size: Size,
    start: Option<Setup>,
    check: Check,
    opening: Opening,
}

impl PartialEq for SetupDraft {
    fn eq(&self, other: &Self) -> bool {
        (&self.size, &self.rules, self.handicap, self.fill, &self.seed, self.dead, self.time)
            == (&other.size, &other.rules, other.handicap, other.fill, &other.seed, other.dead, other.time)
    }
}

/// Error of the fields: no game can begin with them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupDraftError {
    /// The text is not a board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The text is not a seed.
    #[error("'{0}' is not a seed: a whole number from 0 to {max}", max = u64::MAX)]
    Seed(String),
    /// No game can begin with these fields.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl SetupDraftError {
    /// True if the size is wrong. Its message is below its field, all others are below all fields.
    pub(super) const fn is_of_size(&self) -> bool {
        matches!(self, Self::Size(_))
    }
}

impl SetupDraft {
    /// Returns the fields of a game.
    #[must_use]
    pub fn of(setup: &GameSetup) -> Self {
        let size = setup.size;
        let square = size.width() == size.height();
        Self {
            size: if square { size.width().to_string() } else { size.to_string() },
            rules: setup.rules,
            handicap: setup.handicap,
            fill: setup.opening.fill,
            seed: setup.seed.to_string(),
            dead: setup.dead,
            time: setup.time,
            same: Same {
                seed: setup.seed,
                game: setup.game,
                size,
                start: setup.start.clone(),
                check: setup.check,
                opening: setup.opening,
            },
        }
    }

    /// Returns the game of the fields, played by these minds.
    ///
    /// # Errors
    /// If a field is invalid, or no game can begin with the fields.
    pub fn game(&self, brains: &ByColor<BrainSpec>, heat: HeatParams) -> Result<GameSetup, SetupDraftError> {
        let setup = self.setup(brains, heat)?;
        setup.check()?;
        Ok(setup)
    }

    /// Like [`SetupDraft::game`], but does not check that a game can begin.
    fn setup(&self, brains: &ByColor<BrainSpec>, heat: HeatParams) -> Result<GameSetup, SetupDraftError> {
        let size = self.size.trim().parse::<Size>()?;
        let keeps_start = size == self.same.size && self.handicap == 0 && self.fill == 0.0;
        let seed = self.seed.trim();
        let seed = seed.parse::<u64>().map_err(|_| SetupDraftError::Seed(seed.to_owned()))?;
        // Another seed begins its own series of games.
        let in_series = |game: u64| if seed == self.same.seed { game } else { 0 };
        Ok(GameSetup {
            size,
            rules: self.rules,
            brains: brains.clone(),
            seed,
            game: in_series(self.same.game),
            handicap: self.handicap,
            heat,
            start: self.same.start.clone().filter(|_| keeps_start),
            dead: self.dead,
            check: self.same.check,
            opening: Opening {
                fill: self.fill,
                game: in_series(self.same.opening.game),
                ..self.same.opening
            },
            time: self.time,
        })
    }

    /// Replaces the seed by another one, computed from the seed and `noise`. It has at most six digits, so
    /// that it is easy to write down.
    pub fn roll(&mut self, noise: u64) {
        // CITE: SplitMix64, Steele, Lea and Flood, OOPSLA 2014.
        let mut mixed =
            noise ^ self.seed.trim().parse::<u64>().unwrap_or(0).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.seed = ((mixed ^ (mixed >> 31)) % 1_000_000).to_string();
    }
}

/// Shows the fields. Those that differ from `now`, the game on the board, are marked. `noise`: varying number
/// for the seed that the button with the die draws.
pub fn panel(
    ui: &mut Ui,
    draft: &mut SetupDraft,
    now: &SetupDraft,
    error: Option<&SetupDraftError>,
    noise: u64,
) {
    let changed =
        |label: &str, differs: bool| if differs { format!("{label} •") } else { label.to_owned() };
    size_row(ui, draft, &changed("Size", draft.size != now.size), error);
    rules_row(ui, draft, &changed("Rules", draft.rules.name != now.rules.name));
    if let Some(quirks) = &mut draft.rules.quirks {
        for (name, about) in Quirks::NAMES.into_iter().zip(Quirks::ABOUT) {
            if let Some(on) = quirks.get_mut(name) {
                switch(ui, on, &name.replace('_', " "), about, "");
            }
        }
    }
    let limits = limits_are_shown(ui, draft);
    row(ui, &changed("Komi", draft.rules.komi != now.rules.komi), "Points for White", |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let komi = number(&mut draft.rules.komi).speed(0.5).range(-400.0..=400.0).max_decimals(1);
        ui.add_sized(Vec2::new(ui.available_width() - 33.0, 22.0), komi);
        let about = "Limits: how many stones each side may place, and how much time it has";
        if clock(ui, limits || is_limited(draft)).on_hover_text(about).clicked() {
            ui.data_mut(|data| data.insert_temp(limits_id(), !limits));
        }
    });
    if limits {
        if draft.rules.quirks.is_none() {
            let label = changed("Stones each", draft.rules.stones_each != now.rules.stones_each);
            stones_each(ui, &mut draft.rules.stones_each, &label);
        }
        let label = changed("Main time", draft.time != now.time);
        time(ui, &mut draft.time, &label);
    }
    if draft.rules.can_remove_dead() {
        let label = changed("Dead stones", draft.dead != now.dead);
        dead_stones(ui, &mut draft.dead, &label);
    }
    handicap_row(ui, draft, &changed("Handicap", draft.handicap != now.handicap));
    let about = "Stones of both colours, scattered over this share of the points by the seed";
    row(ui, &changed("Fill", draft.fill != now.fill), about, |ui| {
        let mut percent = (draft.fill * 100.0).round();
        let share = number(&mut percent).range(0.0..=MAX_FILL * 100.0).speed(0.3).max_decimals(0);
        let share =
            share.custom_formatter(
                |percent, _| {
                    if percent < 1.0 { "none".to_owned() } else { format!("{percent:.0} %") }
                },
            );
        if ui.add_sized(Vec2::new(ui.available_width(), 22.0), share).changed() {
            draft.fill = percent.round() / 100.0;
        }
    });
    row(ui, &changed("Seed", draft.seed != now.seed), "The same seed plays the same game", |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let field = TextEdit::singleline(&mut draft.seed).vertical_align(Align::Center).char_limit(20);
        ui.add_sized(Vec2::new(ui.available_width() - 33.0, 22.0), field);
        if dice(ui).on_hover_text("Another seed").clicked() {
            draft.roll(noise);
        }
    });
    if let Some(error) = error.filter(|error| !error.is_of_size()) {
        complaint(ui, error.to_string());
    }
}

/// Shows the field of the size, and below it its error, if any.
pub(super) fn size_row(ui: &mut Ui, draft: &mut SetupDraft, label: &str, error: Option<&SetupDraftError>) {
    row(ui, label, "N or W×H, each side 1 to 1024", |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for side in ["9", "13", "19"] {
            let button = outlined(ui, side, draft.size.trim() == side);
            if ui.add_sized(Vec2::new(30.0, 22.0), button).clicked() {
                side.clone_into(&mut draft.size);
            }
        }
        let field = TextEdit::singleline(&mut draft.size)
            .vertical_align(Align::Center)
            .char_limit(12)
            .hint_text("W×H");
        ui.add_sized(Vec2::new(ui.available_width(), 22.0), field);
    });
    if let Some(error) = error.filter(|error| error.is_of_size()) {
        complaint(ui, error.to_string());
    }
}

/// Shows the list of rules, and below it the description of the chosen ones.
pub(super) fn rules_row(ui: &mut Ui, draft: &mut SetupDraft, label: &str) {
    row(ui, label, "", |ui| {
        ComboBox::from_id_salt("rules").width(ui.available_width()).selected_text(draft.rules.name).show_ui(
            ui,
            |ui| {
                for (name, about) in PRESETS {
                    let item = ui.selectable_label(draft.rules.name == name, name).on_hover_text(about);
                    if item.clicked()
                        && let Ok(rules) = Rules::preset(name)
                    {
                        draft.rules = rules;
                        // Each rule set has its own default for dead stones.
                        draft.dead = DeadStones::default_under(&rules);
                    }
                }
            },
        );
    });
    if let Some((_, about)) = PRESETS.iter().find(|(name, _)| *name == draft.rules.name) {
        hint(ui, without_komi(about));
    }
}

/// Shows the field of the handicap.
pub(super) fn handicap_row(ui: &mut Ui, draft: &mut SetupDraft, label: &str) {
    row(ui, label, "Black stones on the star points", |ui| {
        let mut stones = draft.handicap.max(1);
        let count = number(&mut stones).range(1..=9).speed(0.05).custom_formatter(|stones, _| {
            if stones < 2.0 { "none".to_owned() } else { format!("{stones} stones") }
        });
        ui.add_sized(Vec2::new(ui.available_width(), 22.0), count);
        draft.handicap = if stones < 2 { 0 } else { stones };
    });
}

/// Returns the description of rules without their default komi, since the komi field may differ.
fn without_komi(about: &str) -> &str {
    about.rsplit_once(", komi ").map_or(about, |(law, _)| law)
}

/// Shows the fields of the main time and of byo-yomi.
fn time(ui: &mut Ui, time: &mut TimeControl, label: &str) {
    const MINUTES: u32 = TimeControl::MAX_MAIN / 60;
    let about = format!(
        "Minutes of each player for the whole game, 0 to {MINUTES}; the clocks run after Go, and whoever has no time left loses"
    );
    row(ui, label, &about, |ui| {
        let mut minutes = f64::from(time.main) / 60.0;
        let field = number(&mut minutes).range(0.0..=f64::from(MINUTES)).speed(0.1).max_decimals(2);
        let field = field.custom_formatter(|minutes, _| {
            if minutes <= 0.0 {
                "none".to_owned()
            } else {
                format!("{} min", (minutes * 100.0).round() / 100.0)
            }
        });
        if ui.add_sized(Vec2::new(ui.available_width(), 22.0), field).changed() {
            time.main = (minutes * 60.0).round() as u32;
        }
    });
    row(ui, "Byo-yomi", "Periods after the main time; one is whole again after a move within it", |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let width = (ui.available_width() - 3.0) / 2.0;
        let periods = number(&mut time.periods).range(0..=TimeControl::MAX_PERIODS).speed(0.05);
        let periods = periods
            .custom_formatter(|count, _| if count < 1.0 { "none".to_owned() } else { format!("{count} ×") });
        if ui.add_sized(Vec2::new(width, 22.0), periods).changed() && time.period == 0 {
            time.period = USUAL_PERIOD;
        }
        ui.add_enabled_ui(time.periods > 0, |ui| {
            let min = u32::from(time.periods > 0);
            let seconds = number(&mut time.period).range(min..=TimeControl::MAX_PERIOD).speed(0.2);
            ui.add_sized(Vec2::new(width, 22.0), seconds.suffix(" s"));
        });
    });
}

/// Initial length of a byo-yomi period, in seconds.
const USUAL_PERIOD: u32 = 30;

/// Shows the field of the number of stones that each side may place.
fn stones_each(ui: &mut Ui, limit: &mut Option<u32>, label: &str) {
    const MOST: u32 = Size::MAX_SIDE as u32 * Size::MAX_SIDE as u32;
    let about = format!(
        "How many stones each side may place, captured ones included: 1 to {MOST}, or 0 for no limit. Then it can only pass"
    );
    row(ui, label, &about, |ui| {
        let mut stones = limit.unwrap_or(0);
        let count = number(&mut stones).range(0..=MOST).speed(0.2).custom_formatter(|stones, _| {
            if stones < 1.0 { "no limit".to_owned() } else { format!("{stones} stones") }
        });
        ui.add_sized(Vec2::new(ui.available_width(), 22.0), count);
        *limit = (stones > 0).then_some(stones);
    });
}

/// Shows the list for the removal of dead stones.
fn dead_stones(ui: &mut Ui, dead: &mut DeadStones, label: &str) {
    row(ui, label, "Which stones are taken off before the end is counted", |ui| {
        let list = ComboBox::from_id_salt("dead").width(ui.available_width()).selected_text(dead.name());
        list.show_ui(ui, |ui| {
            for choice in DeadStones::ALL {
                let about = match choice {
                    DeadStones::CapturedOnly => "None: what is dead has to be played out",
                    DeadStones::Proved => "Those proved to be dead",
                    DeadStones::Estimated => {
                        "Those proved or estimated to be dead; a click on a group changes it"
                    }
                };
                if ui.selectable_label(*dead == choice, choice.name()).on_hover_text(about).clicked() {
                    *dead = choice;
                }
            }
        });
    });
}

/// True if the fields limit the number of stones or the time.
const fn is_limited(draft: &SetupDraft) -> bool {
    draft.rules.stones_each.is_some() || draft.time.is_limited()
}

/// Returns the id under which egui keeps the flag that the limits are shown.
fn limits_id() -> egui::Id {
    egui::Id::new("limits of the next game")
}

/// True if the limits are shown: as the user last chose, or by default if a limit is set.
fn limits_are_shown(ui: &Ui, draft: &SetupDraft) -> bool {
    ui.data(|data| data.get_temp(limits_id())).unwrap_or_else(|| is_limited(draft))
}

/// Shows a button with a clock.
fn clock(ui: &mut Ui, selected: bool) -> egui::Response {
    let response = ui.add_sized(Vec2::new(30.0, 22.0), Button::new("").selected(selected));
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, selected, "Time limits"));
    let visuals = ui.style().interact_selectable(&response, selected);
    let (center, stroke) = (response.rect.center(), egui::Stroke::new(1.25, visuals.text_color()));
    let painter = ui.painter();
    painter.circle_stroke(center, 6.5, stroke);
    painter.line_segment([center, center - Vec2::new(0.0, 4.5)], stroke);
    painter.line_segment([center, center + Vec2::new(3.5, 0.0)], stroke);
    response
}

/// Shows a button with a die that has five pips.
fn dice(ui: &mut Ui) -> egui::Response {
    let response = ui.add_sized(Vec2::new(30.0, 22.0), Button::new(""));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Another seed"));
    let color = ui.style().interact(&response).text_color();
    let center = response.rect.center();
    let painter = ui.painter();
    let face = egui::Rect::from_center_size(center, Vec2::splat(14.0));
    painter.rect_stroke(face, 3.0, egui::Stroke::new(1.25, color), egui::StrokeKind::Inside);
    for (x, y) in [(-3.0, -3.0), (3.0, -3.0), (0.0, 0.0), (-3.0, 3.0), (3.0, 3.0)] {
        painter.circle_filled(center + Vec2::new(x, y), 1.3, color);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_of_rules_omit_the_komi() {
        for (name, about) in PRESETS {
            let short = without_komi(about);
            assert!(!short.contains("komi") && !short.is_empty() && about.starts_with(short), "{name}");
        }
        assert_eq!(without_komi("area, komi 7"), "area");
    }

    #[test]
    fn fields_of_a_game_make_the_same_game() {
        let size = Size::new(3, 2).expect("a size");
        let start = Some("XX.\n.O.".parse().expect("a drawing"));
        for setup in [GameSetup::default(), GameSetup { size, start, game: 5, ..GameSetup::default() }] {
            let draft = SetupDraft::of(&setup);
            assert_eq!(draft.game(&setup.brains, setup.heat), Ok(setup.clone()));
            // A game made from changed fields gives the same changed fields again.
            let changed = SetupDraft { size: "13".into(), seed: "99".into(), ..draft };
            let game = changed.game(&setup.brains, setup.heat).expect("a game");
            assert_eq!((SetupDraft::of(&game), game.game, game.start), (changed, 0, None));
        }
    }

    #[test]
    fn errors_name_the_invalid_field() {
        let setup = GameSetup::default();
        let error = |draft: SetupDraft| draft.game(&setup.brains, setup.heat).expect_err("bad").to_string();
        let draft = SetupDraft::of(&setup);
        assert!(
            error(SetupDraft { size: "2000".into(), ..draft.clone() })
                .contains("size 2000x2000 is out of range")
        );
        assert!(error(SetupDraft { size: String::new(), ..draft.clone() }).contains("'' is not a size"));
        assert!(error(SetupDraft { seed: "-1".into(), ..draft.clone() }).contains("'-1' is not a seed"));
        assert!(!error(SetupDraft { size: "5".into(), handicap: 9, ..draft }).is_empty());
    }

    #[test]
    fn roll_changes_the_seed() {
        let mut draft = SetupDraft::of(&GameSetup::default());
        let first = draft.clone();
        draft.roll(1);
        assert_ne!(draft, first);
        assert!(draft.seed.parse::<u64>().is_ok_and(|seed| seed < 1_000_000));
    }
}
