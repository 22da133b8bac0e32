//! Experiment: two minds play game after game; results stay, are compared in one picture, opened, and written to a file.

mod empty;
mod export;
pub(super) mod histogram;
pub(super) mod quantity;
mod set;
#[cfg(test)]
mod tests;
mod window;

use super::super::keys::{Action, InputSystems, switched};
use super::super::record::{RecordRequest, heading};
use super::super::settings::Settings;
use super::super::state::{Modal, NamedEngines};
use super::super::theme::INKS;
use super::chooser::Chooser;
use super::columns::{AddSection, Section};
use super::files::{ExportKind, FileQuestion};
use super::goban::{Requests, ShownGobanItem, WatchedGoban};
use super::layout::PanelSystems;
use super::notices::Notices;
use super::setup::NextGame;
use super::widgets::{Weight, button, fact, hint, section};
use crate::brain::BrainSpec;
use crate::go::ByColor;
use crate::notation::counted;
use crate::notation::sgf;
use crate::sim::{Experiment, ExperimentPlan, GameSetup, Opening, RequestKind, Seats, Session, SimSystems};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Button, Color32, Label, Ui, Vec2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use histogram::{BarPlace, SetHistogram};
use quantity::{Quantity, Sides};
use set::ResultSet;
use std::sync::Arc;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Experiments>()
        .add_section(Section::Experiment, show_section)
        .add_systems(
            Update,
            (
                switch.in_set(InputSystems::Act).run_if(switched(Action::Experiment)),
                gather.after(SimSystems::Pace),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (show_window.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)), act)
                .chain()
                .after(PanelSystems::Left),
        );
}

fn switch(mut experiments: ResMut<Experiments>) {
    experiments.open = !experiments.open;
}

/// What was asked for in the panels.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentRequest {
    /// Play the experiment that the fields make, or go on with it.
    Start,
    /// Go on with that of a result set.
    GoOn(u64),
    /// Stop after the game that is played.
    Stop,
    /// Put this game of a set on the board.
    Replay(u64, u64),
    /// Write the games of the ticked sets to a file.
    Export,
    /// Copy what the ticked sets come to.
    Copy,
    /// Forget a set.
    Remove(u64),
}

/// The window, the experiment that is to be played, and the results so far.
#[derive(Resource)]
pub struct Experiments {
    /// Whether the window is shown.
    pub open: bool,
    /// A and B, where others are chosen than those at the seats.
    minds: [Option<BrainSpec>; 2],
    typed: [Chooser; 2],
    alternate: bool,
    plies: u32,
    /// How many games; 0: until it is stopped.
    games: u64,
    sets: Vec<ResultSet>,
    /// What the goban still knows of a set that was removed.
    removed: Option<Arc<ExperimentPlan>>,
    next_id: u64,
    picture: Picture,
    asked: Vec<ExperimentRequest>,
}

/// The picture of the ticked sets, and what was picked in it.
#[derive(Default)]
struct Picture {
    quantity: Quantity,
    sides: Sides,
    log: bool,
    drawn: Option<SetHistogram>,
    /// What it was drawn of: its settings, and the sets with how many of their games.
    of: Option<(Quantity, Sides, bool, Vec<(u64, usize)>)>,
    /// The bar that was clicked, and its games: the set and the place of each.
    picked: Option<(BarPlace, Vec<(u64, u64)>)>,
}

impl Default for Experiments {
    fn default() -> Self {
        Self {
            open: false,
            minds: [None, None],
            typed: [Chooser::default(), Chooser::default()],
            alternate: true,
            plies: 0,
            games: 100,
            sets: Vec::new(),
            removed: None,
            next_id: 0,
            picture: Picture::default(),
            asked: Vec::new(),
        }
    }
}

impl Experiments {
    /// The experiment that the fields make of a set-up and the minds at the seats.
    fn plan(&self, setup: GameSetup, seats: &Seats) -> ExperimentPlan {
        let [a, b] = [0, 1].map(|at| self.minds[at].clone().unwrap_or_else(|| usual(seats, at)));
        // Its games are counted from 0, whatever game of the seed stands on the board.
        let setup = GameSetup { brains: ByColor::new(a, b), game: 0, opening: Opening::default(), ..setup };
        let games = Some(self.games).filter(|&games| games > 0);
        let plan = ExperimentPlan { setup, alternate: self.alternate, open: self.plies, games, from: 0 };
        ExperimentPlan { from: self.known(&plan), ..plan }
    }

    /// Games of an experiment that are known.
    fn known(&self, plan: &ExperimentPlan) -> u64 {
        let set = self.sets.iter().find(|set| set.plan.is_same(plan));
        set.map_or(0, |set| set.rows.len() as u64)
    }

    fn set(&self, id: u64) -> Option<&ResultSet> {
        self.sets.iter().find(|set| set.id == id)
    }

    fn ticked(&self) -> impl Iterator<Item = &ResultSet> {
        self.sets.iter().filter(|set| set.ticked)
    }

    /// Each ticked set with its colour.
    fn inked(&self) -> Vec<(&ResultSet, Color32)> {
        let inked = self.sets.iter().enumerate().map(|(at, set)| (set, INKS[at % INKS.len()]));
        inked.filter(|(set, _)| set.ticked).collect()
    }

    /// Takes in what an experiment has come to.
    fn hear(&mut self, experiment: &Experiment) {
        let Some(plan) = &experiment.plan else { return };
        let known = self.sets.iter().position(|set| set.plan.is_same(plan));
        if known.is_none() && self.removed.as_ref().is_some_and(|removed| Arc::ptr_eq(removed, plan)) {
            return;
        }
        let at = known.unwrap_or_else(|| {
            self.sets.push(ResultSet::new(Arc::clone(plan), self.next_id));
            self.next_id += 1;
            self.sets.len() - 1
        });
        self.sets[at].extend(&experiment.results);
    }

    /// Draws the picture anew where it shows something else; while games come fast, not for each of them.
    fn draw(&mut self, goes_on: bool) {
        let Picture { quantity, sides, log, .. } = self.picture;
        let sets: Vec<_> = self.ticked().map(|set| (set.id, set.rows.len())).collect();
        let fresh = self.picture.of.as_ref().is_some_and(|(drawn, of, by, known)| {
            let as_many = |(one, other): (&(u64, usize), &(u64, usize))| {
                one.0 == other.0 && (one.1 == other.1 || goes_on && other.1 < one.1 + one.1 / 20)
            };
            (drawn, of, by) == (&quantity, &sides, &log)
                && known.len() == sets.len()
                && known.iter().zip(&sets).all(as_many)
        });
        if !fresh {
            let drawn = SetHistogram::of(&self.inked(), quantity, sides, log);
            // The same bar is picked anew, with the games that have come; where bars are others, none is.
            let picked = self.picture.picked.take().map(|(place, _)| place);
            let same =
                self.picture.drawn.as_ref().zip(drawn.as_ref()).is_some_and(|(old, new)| old.is_like(new));
            (self.picture.drawn, self.picture.of) = (drawn, Some((quantity, sides, log, sets)));
            if let Some(place) = picked.filter(|_| same) {
                self.pick(place);
            }
        }
    }

    /// Lists the games of a bar.
    fn pick(&mut self, place: BarPlace) {
        let Some(drawn) = &self.picture.drawn else { return };
        let bars = &drawn.bars[place.bars];
        let Some(set) = self.sets.iter().find(|set| set.id == bars.set) else { return };
        let falls = |value: f64| drawn.holds(place.bin, value);
        let quantity = self.picture.quantity;
        let counted = set.rows.iter().filter(|row| !row.is_void());
        let games =
            counted.filter(|row| quantity.value(row, bars.whose).is_some_and(falls)).map(|row| row.place);
        let games = games.map(|place| (set.id, place)).collect();
        self.picture.picked = Some((place, games));
    }
}

/// Who plays unless another is chosen: A is Black's mind, B is White's; in the place of persons a sensible and a random one.
fn usual(seats: &Seats, mind: usize) -> BrainSpec {
    let color = crate::go::Color::ALL[mind];
    if seats.has_mind(color) {
        seats.spec(color).clone()
    } else {
        BrainSpec::named(["sensible", "random"][mind]).unwrap_or_default()
    }
}

/// The set-up of the next game as the fields have it, or else that of the game on the board.
fn next_setup(next: &NextGame, goban: &ShownGobanItem<'_, '_>) -> GameSetup {
    next.game(goban).unwrap_or_else(|| goban.setup.0.clone())
}

/// Takes in the games that have ended.
fn gather(goban: WatchedGoban, mut experiments: ResMut<Experiments>) {
    if let Some(goban) = goban.get()
        && goban.experiment.plan.is_some()
    {
        experiments.bypass_change_detection().hear(goban.experiment);
    }
}

/// How the experiment on the board stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Whether game follows game.
    on: bool,
    /// Whether the game on the board is one of its games, which one, and of how many.
    game: Option<(u64, Option<u64>)>,
}

impl Progress {
    fn of(experiment: &Experiment) -> Self {
        let games = experiment.plan.as_ref().and_then(|plan| plan.games);
        let game = experiment.is_under_way().then(|| (experiment.next_place() + 1, games));
        Self { on: experiment.on, game }
    }

    fn words(&self) -> Option<String> {
        let (game, of) = self.game?;
        Some(match (self.on, of) {
            (true, Some(games)) => format!("game {game} of {games} is played"),
            (true, None) => format!("game {game} is played"),
            (false, _) => format!("game {game} is the last to be played"),
        })
    }
}

fn show_section(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    settings: Res<Settings>,
    next: Res<NextGame>,
    mut experiments: ResMut<Experiments>,
    mut actions: MessageWriter<Action>,
) {
    let Some(goban) = goban.get() else { return };
    section(ui, "Experiment", true, |ui| {
        let plan = experiments.plan(next_setup(&next, &goban), goban.seats);
        let key = settings.keys.text(Action::Experiment);
        let current = goban.experiment.plan.clone().filter(|_| goban.experiment.is_under_way());
        let progress = Progress::of(goban.experiment);
        let (asked, open) = panel(ui, &experiments, &plan, current.as_deref(), &progress, &key);
        experiments.asked.extend(asked);
        actions.write_batch(open.then_some(Action::Experiment));
    });
}

/// Shows how the experiment stands in few lines; returns what is asked for, and whether the window is to be opened or closed.
fn panel(
    ui: &mut Ui,
    experiments: &Experiments,
    plan: &ExperimentPlan,
    current: Option<&ExperimentPlan>,
    progress: &Progress,
    key: &str,
) -> (Option<ExperimentRequest>, bool) {
    let asked = start(ui, progress, plan.from);
    if let Some(words) = progress.words() {
        hint(ui, words);
    }
    let shown = experiments.sets.iter().find(|set| set.plan.is_same(current.unwrap_or(plan)));
    if let Some(set) = shown.or_else(|| experiments.sets.last()) {
        let standing = &set.standing;
        ui.add(Label::new(set.title()).truncate()).on_hover_text(set.details());
        fact(
            ui,
            "Games",
            "Void games (a colour was wiped out, or a mind failed) are apart",
            standing.games(),
        );
        for mind in 0..2 {
            let about = format!("Wins of {}, a tie being half, and the 95 % interval", set.name(mind));
            fact(ui, &format!("{} won", set::NAMES[mind]), &about, standing.share_text(mind));
        }
    } else {
        hint(ui, "Two minds play game after game; what they come to gathers here.");
    }
    let label = match experiments.sets.len() {
        0 => "Minds, openings, results".to_owned(),
        sets => counted(sets as u64, "set") + " of results",
    };
    let window = Button::new(label).selected(experiments.open);
    let window = ui.add_sized(vec2(ui.available_width(), 22.0), window);
    let open = window.on_hover_text(format!("Who plays, and all results in one picture ({key})")).clicked();
    (asked, open)
}

/// The button that starts or stops.
fn start(ui: &mut Ui, progress: &Progress, known: u64) -> Option<ExperimentRequest> {
    let (label, asked, weight) = match (progress.on, known) {
        (true, _) => ("Stop after this game", ExperimentRequest::Stop, Weight::Accent),
        (false, 0) => ("Play game after game", ExperimentRequest::Start, Weight::Plain),
        (false, _) => ("Go on with the games", ExperimentRequest::Start, Weight::Plain),
    };
    let about = if progress.on {
        "The game that is played comes to its end and counts".to_owned()
    } else {
        format!("Each game has the next number of the same seed: game {} comes first", known + 1)
    };
    let size = Vec2::new(ui.available_width(), 26.0);
    button(ui, size, label, weight, &about).clicked().then_some(asked)
}

fn show_window(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    next: Res<NextGame>,
    engines: Res<NamedEngines>,
    mut experiments: ResMut<Experiments>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(goban) = goban.get().filter(|_| experiments.open) else { return Ok(()) };
    let data = window::WindowData {
        setup: next_setup(&next, &goban),
        seats: goban.seats,
        engines: &engines.0,
        progress: Progress::of(goban.experiment),
    };
    experiments.draw(goban.experiment.on);
    let asked = window::show(ctx, &mut experiments, &data);
    experiments.asked.extend(asked);
    Ok(())
}

/// Does what was asked for.
fn act(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    next: Res<NextGame>,
    mut experiments: ResMut<Experiments>,
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut requests: Requests,
    mut records: MessageWriter<RecordRequest>,
) -> Result {
    let Some(goban) = goban.get().filter(|_| !experiments.asked.is_empty()) else { return Ok(()) };
    for asked in std::mem::take(&mut experiments.asked) {
        match asked {
            ExperimentRequest::Start | ExperimentRequest::GoOn(_) if goban.fork.is_some() => {
                notices.refuse("boards beside the game play no experiments: close them first".to_owned());
            }
            ExperimentRequest::Start | ExperimentRequest::GoOn(_)
                if goban.record.unsaved() && !goban.experiment.is_under_way() =>
            {
                notices.refuse(
                    "the experiment would replace this unsaved game: save it first, or set up a new one"
                        .to_owned(),
                );
            }
            ExperimentRequest::Start => {
                let plan = experiments.plan(next_setup(&next, &goban), goban.seats);
                // Who plays stays, whatever seats they come to.
                experiments.minds = plan.minds().map(|mind| Some(mind.clone()));
                requests.send([RequestKind::Experiment(Some(Box::new(plan)))]);
            }
            ExperimentRequest::GoOn(id) => {
                let Some(set) = experiments.set(id) else { continue };
                let from = set.rows.len() as u64;
                let games = Some(experiments.games).filter(|&games| games > 0);
                let plan = ExperimentPlan { games, from, ..(*set.plan).clone() };
                experiments.minds = plan.minds().map(|mind| Some(mind.clone()));
                (experiments.alternate, experiments.plies) = (plan.alternate, plan.open);
                requests.send([RequestKind::Experiment(Some(Box::new(plan)))]);
            }
            ExperimentRequest::Stop => requests.send([RequestKind::Experiment(None)]),
            ExperimentRequest::Replay(id, place) => {
                let row = experiments.set(id).and_then(|set| Some((set, set.rows.get(place as usize)?)));
                let Some((set, row)) = row else { continue };
                let name = format!("game {} of {}", row.finished.game, set.title());
                match text_of(set, row) {
                    Ok(text) => {
                        records.write(RecordRequest::Replay(name, text));
                    }
                    Err(why) => notices.refuse(format!("{name} cannot be opened: {why}")),
                }
            }
            ExperimentRequest::Export => {
                let csv = export::csv(experiments.ticked());
                question.ask_to_export(ExportKind::Csv, "experiment.csv", csv);
            }
            ExperimentRequest::Copy => {
                contexts.ctx_mut()?.copy_text(export::summary(experiments.ticked()));
                notices.tell("The summary is in the clipboard".to_owned());
            }
            ExperimentRequest::Remove(id) => {
                if experiments
                    .picture
                    .picked
                    .as_ref()
                    .is_some_and(|(_, games)| games.iter().any(|it| it.0 == id))
                {
                    experiments.picture.picked = None;
                }
                experiments.sets.retain(|set| set.id != id);
                experiments.removed.clone_from(&goban.experiment.plan);
            }
        }
    }
    Ok(())
}

/// The record of a game, played again from what was done in it.
fn text_of(set: &ResultSet, row: &crate::sim::GameRow) -> Result<String, String> {
    let session = Session::retold(&set.plan.game(row.place), heading(), &row.plies);
    let session = session.map_err(|error| error.to_string())?;
    let text = session.record().text().map_err(ToString::to_string)?;
    String::from_utf8(sgf::write(text)).map_err(|error| error.to_string())
}
