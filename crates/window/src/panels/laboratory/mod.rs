//! Laboratory: stores of games are opened and compared, any of their games comes to the board, and plans are written and played.

mod cross;
mod drawn;
mod empty;
mod form;
mod picture;
mod rows;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod window;

use super::super::record::RecordRequest;
use super::columns;
use super::file_task::{ExportKind, LabFile, PickedLabFile};
use super::files::FileQuestion;
use super::setup::NextGame;
use super::wall::OpenWall;
use crate::shell::files::{Log, experiment_file, read_text, write_bytes};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Modal, NamedEngines, OpenStore, Redraw};
use crate::shell::tabs::Tab;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{hint, section};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{self, Button, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use form::PlanForm;
use picture::Picture;
use rows::RowList;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use stonefield_go::Color;
use stonefield_go::notation::counted;
use stonefield_lab::background::{BackgroundRun, StoreAnswer, default_threads};
use stonefield_lab::{Plan, PlanError, WallPlan};
use stonefield_minds::{BrainSpec, Demand, Trust};
use stonefield_sim::history::Record;
use stonefield_sim::{GameSetup, TrustPolicy};
use store::{ShownStore, file_name};

/// The panel, and its place.
const SECTION: Panel = Panel::new("Experiments", Place::Tab(Tab::Lab), 30);

/// The window, and its place.
pub(super) const WINDOW: Panel = Panel::floating("Laboratory", 6);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabWindow>()
        .add_closable(
            WINDOW,
            |window: Res<LabWindow>| window.open,
            |mut window: ResMut<LabWindow>| window.open = false,
        )
        .add_view(SECTION, show_section)
        .add_systems(
            Update,
            (
                switch.in_set(InputSystems::Act).run_if(switched(Action::Laboratory)),
                plan_experiment.in_set(InputSystems::Act).run_if(switched(Action::Experiment)),
                (hear, follow).chain().after(InputSystems::Act),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                show_strip.in_set(PanelSystems::Below).run_if(in_state(Modal::None)),
                show_window.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
                act,
            )
                .chain()
                .after(PanelSystems::Left),
        );
}

/// Boards of the wall on which rows of a plan are watched.
const BOARDS: usize = 16;

/// What the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LabPage {
    /// Stores and what their games add up to.
    #[default]
    Results,
    /// The plan that is written.
    Plan,
}

/// What was asked for in the window.
#[derive(Clone, Debug, PartialEq)]
enum LabRequest {
    /// Ask for a store to open.
    OpenStore,
    /// Close a store.
    Close(u64),
    /// Halt the run of a store.
    Pause(u64),
    /// Play the rows that are missing.
    GoOn(u64),
    /// End the run of a store and forget it.
    Stop(u64),
    /// Put the game of this row of a store on the board.
    Row(u64, u64),
    /// Ask for a file and play the plan into it.
    Run,
    /// Play the plan into a file of the program's choice.
    Play,
    /// Play the rows of the plan of the form on a wall, or those of this store from the first that is missing.
    Watch(Option<u64>),
    /// Write the games of a store as a table.
    Table(u64),
    /// Ask for a plan to read.
    OpenPlan,
    /// Ask where to write the plan.
    SavePlan,
    /// Put the plan of a store into the form.
    UsePlan(u64),
    /// Put the game on the board into the form.
    FromBoard,
    /// Copy a text.
    Copy(String),
    /// The answer to the question about a mind.
    Answer(bool),
}

/// Where a plan is to be played.
#[derive(Clone, Debug, PartialEq)]
enum RunTarget {
    /// In a file that is asked for.
    NewStore,
    /// In a file of the program's choice.
    OwnStore,
    /// On the boards of a wall, from this row on.
    Wall(u64),
    /// In the file of this store.
    Store(u64),
}

/// A mind that a plan names and that may not be seated without a word.
struct RunQuestion {
    mind: BrainSpec,
    demand: Demand,
    plan: Plan,
    target: RunTarget,
    /// What is allowed so far.
    trust: Trust,
}

/// The window of the laboratory, and all that is open in it.
#[derive(Resource, Default)]
pub struct LabWindow {
    /// Whether the window is shown.
    pub open: bool,
    /// Whether a strip stands for it.
    folded: bool,
    page: LabPage,
    stores: Vec<ShownStore>,
    next_id: u64,
    rows: RowList,
    picture: Picture,
    form: PlanForm,
    question: Option<RunQuestion>,
    /// The plan that a file is asked for.
    pending: Option<Plan>,
    /// The game that is being fetched, with its store and its row.
    fetched: Option<(u64, u64, StoreAnswer<Record>)>,
    /// The table that is being written, with the name of its file.
    table: Option<(String, StoreAnswer<Vec<u8>>)>,
    asked: Vec<LabRequest>,
}

impl LabWindow {
    fn store(&mut self, id: u64) -> Option<&mut ShownStore> {
        self.stores.iter_mut().find(|store| store.id == id)
    }

    /// Shows the store of a file; the number by which it is known.
    fn show_store(&mut self, path: PathBuf) -> u64 {
        self.open = true;
        self.folded = false;
        self.page = LabPage::Results;
        let whole = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let known = self.stores.iter().find(|store| whole(&store.path) == whole(&path));
        let id = known.map(|store| store.id).unwrap_or_else(|| {
            self.next_id += 1;
            self.stores.push(ShownStore::new(self.next_id, path));
            self.next_id
        });
        self.rows.store = Some(id);
        self.picture.let_go();
        id
    }

    /// Takes in what has been read and played; returns whether anything is new, and whether more is to come soon.
    fn follow(&mut self) -> (bool, bool) {
        let column = self.picture.column.clone();
        let (mut news, mut soon) = (false, false);
        // What nobody looks at is not read.
        let open = self.open;
        for store in self.stores.iter_mut().filter(|store| open || store.is_played()) {
            news |= store.follow(&column);
            let stale = store.reading.as_ref().is_none_or(|reading| reading.column != column);
            soon |= store.is_played() || (stale && store.fault.is_none());
        }
        (news, soon)
    }

    /// Has a plan be played as far as its minds may be seated; a mind that may not be is asked about, or refused by what is returned.
    fn admit(&mut self, plan: Plan, target: RunTarget, trust: Trust) -> Result<Option<Plan>, String> {
        match plan.clone().admitted(&trust) {
            Ok(plan) => Ok(Some(plan)),
            Err((mind, None)) => Err(format!("{mind} waits for a person, and nobody sits at these boards")),
            Err((mind, Some(demand))) => {
                self.question = Some(RunQuestion { mind, demand, plan, target, trust });
                Ok(None)
            }
        }
    }

    /// Plays a plan into a file, whose store is shown.
    fn play(&mut self, plan: Plan, path: PathBuf) {
        let id = self.show_store(path.clone());
        if let Some(store) = self.store(id) {
            store.play(BackgroundRun::start(plan, &path, default_threads()));
        }
    }

    /// Plays a plan into a file of the program's choice, the same for the same plan, so that it goes on with what is there.
    ///
    /// # Errors
    /// When there is no place for such files.
    fn play_here(&mut self, plan: Plan) -> Result<(), String> {
        let minds = plan.minds();
        let names: Vec<&str> = minds.iter().take(2).map(BrainSpec::name).collect();
        let size = plan.game(0).map_or_else(|_| String::new(), |game| format!("-{}", game.setup.board()));
        let name = format!("{}{size}-{}.db", names.join("-"), plan.hash().get(..6).unwrap_or_default());
        let none = "the system has no place for the games: choose a file for them by Run…";
        match experiment_file(&name) {
            Ok(Some(path)) => {
                self.play(plan, path);
                Ok(())
            }
            Ok(None) => Err(none.to_owned()),
            Err(error) => Err(format!("the folder for experiments: {error}")),
        }
    }

    /// Fills the form with what is on the board, unless somebody has written in it.
    fn propose(&mut self, setup: &GameSetup) {
        if self.form.is_untouched() {
            self.form.fill(setup);
        }
    }

    /// The plan of a store, or that of the form.
    fn plan_of(&mut self, target: &RunTarget) -> Option<Result<Plan, PlanError>> {
        match target {
            RunTarget::NewStore | RunTarget::OwnStore | RunTarget::Wall(_) => Some(self.form.look().clone()),
            RunTarget::Store(id) => {
                let reading = self.store(*id)?.reading.clone()?;
                Some(Plan::read(&reading.header.plan))
            }
        }
    }
}

fn switch(mut window: ResMut<LabWindow>) {
    window.open = !window.open;
    window.folded = false;
}

/// Opens the form with what is on the board; closes it where it stands.
fn plan_experiment(goban: WatchedGoban, next: Res<NextGame>, mut window: ResMut<LabWindow>) {
    if window.open && !window.folded && window.page == LabPage::Plan {
        window.open = false;
        return;
    }
    if let Some(setup) = board_setup(&goban, &next) {
        window.propose(&setup);
    }
    (window.open, window.folded, window.page) = (true, false, LabPage::Plan);
}

/// The set-up of the next game as the fields have it, or else that of the game on the board; minds take the place of persons.
fn board_setup(goban: &WatchedGoban, next: &NextGame) -> Option<GameSetup> {
    let goban = goban.get()?;
    let mut setup = next.game(&goban).unwrap_or_else(|| goban.setup.0.clone());
    for color in Color::ALL {
        setup.brains[color] = match goban.seats.has_mind(color) {
            true => goban.seats.spec(color).clone(),
            false => BrainSpec::named(["sensible", "random"][color as usize]).unwrap_or_default(),
        };
    }
    Some(setup)
}

/// Opens stores and uses files that were answered.
fn hear(
    mut stores: MessageReader<OpenStore>,
    mut picked: MessageReader<PickedLabFile>,
    mut window: ResMut<LabWindow>,
    mut notices: ResMut<Notices>,
) {
    for OpenStore(path) in stores.read() {
        window.show_store(path.clone());
    }
    for PickedLabFile(file, path) in picked.read() {
        match file {
            LabFile::Store => {
                window.show_store(path.clone());
            }
            LabFile::Games => {
                if let Some(plan) = window.pending.take() {
                    window.play(plan, path.clone());
                }
            }
            LabFile::Plan => match read_text(path) {
                Ok(text) => {
                    window.form.set_text(text.trim_start_matches('\u{feff}').to_owned());
                    window.form.file = Some((path.clone(), window.form.text().to_owned()));
                }
                Err(error) => notices.refuse(format!("{}: {error}", path.display())),
            },
            LabFile::SavedPlan => match write_bytes(path, window.form.text().as_bytes()) {
                Ok(()) => {
                    window.form.file = Some((path.clone(), window.form.text().to_owned()));
                    notices.tell(format!("{} is written", path.display()));
                }
                Err(error) => notices.refuse(error.to_string()),
            },
        }
    }
}

/// How often the window is drawn while something is read or played, and while a store may be played elsewhere.
const SOON: Duration = Duration::from_millis(500);
const LATER: Duration = Duration::from_secs(5);

/// Takes in what has been read and played.
fn follow(
    mut window: ResMut<LabWindow>,
    mut redraw: ResMut<Redraw>,
    mut notices: ResMut<Notices>,
    mut question: ResMut<FileQuestion>,
    mut records: MessageWriter<RecordRequest>,
    log: Option<ResMut<Log>>,
    mut told: Local<BTreeSet<u64>>,
) {
    let window = window.bypass_change_detection();
    if window.stores.is_empty() {
        return;
    }
    let (news, soon) = window.follow();
    if news {
        redraw.frames(2);
    }
    if let Some(mut log) = log {
        let shown = window.stores.iter().filter_map(|store| Some((store, store.reading.as_ref()?)));
        let new = shown.filter(|(store, _)| told.insert(store.id));
        let lines: Vec<_> = new
            .map(|(store, reading)| {
                let file = store.path.display().to_string();
                json!({ "fact": "store", "file": file, "games": reading.games.len() })
            })
            .collect();
        if !lines.is_empty()
            && let Err(error) = log.write(&lines)
        {
            bevy::log::warn_once!("{error}");
        }
    }
    if soon {
        redraw.within(SOON);
    } else if window.open && window.stores.iter().any(|store| !store.is_whole()) {
        redraw.within(LATER);
    }
    if let Some((name, answer)) = &mut window.table {
        match answer.take() {
            None => redraw.frames(1),
            Some(table) => {
                let name = std::mem::take(name);
                window.table = None;
                match table {
                    Ok(table) => question.ask_to_export(ExportKind::Csv, &name, table),
                    Err(why) => notices.refuse(why),
                }
            }
        }
    }
    let Some((store, row, answer)) = &mut window.fetched else { return };
    let (store, row) = (*store, *row);
    match answer.take() {
        None => redraw.frames(1),
        Some(Ok(record)) => {
            window.fetched = None;
            (window.rows.opened, window.folded) = (Some((store, row)), true);
            records.write(RecordRequest::Replay(Box::new(record)));
        }
        Some(Err(why)) => {
            window.fetched = None;
            notices.refuse(why);
        }
    }
}

fn show_section(InMut(ui): InMut<Ui>, window: Res<LabWindow>, mut actions: MessageWriter<Action>) {
    section(ui, "Laboratory", true, |ui| {
        for store in &window.stores {
            if let Some(standing) = store.standing.as_ref().filter(|_| store.is_played()) {
                let name = file_name(&store.path);
                hint(
                    ui,
                    format!(
                        "{name}: {} of {} rows; {}",
                        standing.done,
                        standing.rows,
                        window::told(standing, false)
                    ),
                );
            }
        }
        if window.stores.is_empty() {
            hint(ui, "Plans of many games, played into stores; any of their games opens here.");
        } else {
            hint(ui, format!("{} open", counted(window.stores.len() as u64, "store")));
        }
        for (label, action, about) in [
            (
                "Game after game…",
                Action::Experiment,
                "An experiment: these minds play many games, and any of them opens",
            ),
            ("Laboratory…", Action::Laboratory, "Plans, stores of games, and what they add up to"),
        ] {
            let shown = window.open && (window.page == LabPage::Plan) == (action == Action::Experiment);
            let button = Button::new(label).selected(shown);
            let button = ui.add_sized(vec2(ui.available_width(), 22.0), button);
            let about = with_keys(ui, about, action);
            if button.on_hover_text(about).clicked() {
                actions.write(action);
            }
        }
    });
}

fn show_window(
    mut contexts: EguiContexts,
    engines: Res<NamedEngines>,
    mut window: ResMut<LabWindow>,
) -> Result {
    let window = window.bypass_change_detection();
    if window.open && !window.folded {
        let asked = window::show(contexts.ctx_mut()?, window, &engines.0);
        window.asked.extend(asked);
    }
    Ok(())
}

/// Shows the strip that stands for the window; the board gives up room for it.
fn show_strip(
    mut contexts: EguiContexts,
    mut free: ResMut<FreeSpace>,
    mut window: ResMut<LabWindow>,
) -> Result {
    let window = window.bypass_change_detection();
    if window.open && window.folded {
        let mut asked = Vec::new();
        free.take(contexts.ctx_mut()?, "laboratory", |root| {
            let strip = egui::Panel::top("laboratory").frame(columns::frame()).resizable(false);
            strip.show(root, |ui| window::strip(ui, window, &mut asked));
        });
        window.asked.extend(asked);
    }
    Ok(())
}

/// Does what was asked for.
fn act(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    next: Res<NextGame>,
    trust: Option<Res<TrustPolicy>>,
    mut window: ResMut<LabWindow>,
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
    mut walls: MessageWriter<OpenWall>,
) -> Result {
    let window = window.bypass_change_detection();
    if window.asked.is_empty() {
        return Ok(());
    }
    redraw.frames(2);
    let trust = trust.map(|trust| trust.0.clone()).unwrap_or_default();
    for asked in std::mem::take(&mut window.asked) {
        let run = match asked {
            LabRequest::OpenStore => {
                question.ask_for_laboratory(LabFile::Store, "");
                None
            }
            LabRequest::OpenPlan => {
                question.ask_for_laboratory(LabFile::Plan, "");
                None
            }
            LabRequest::SavePlan => {
                let name = window.form.file.as_ref().map(|(path, _)| file_name(path));
                question.ask_for_laboratory(LabFile::SavedPlan, name.as_deref().unwrap_or("plan.toml"));
                None
            }
            LabRequest::Close(id) => {
                window.stores.retain(|store| store.id != id);
                window.picture.let_go();
                None
            }
            LabRequest::Pause(id) | LabRequest::Stop(id) => {
                let forget = matches!(asked, LabRequest::Stop(_));
                window.store(id).into_iter().for_each(|store| store.halt(forget));
                None
            }
            LabRequest::Row(id, row) => {
                let answer = window.store(id).and_then(|store| Some((id, row, store.reader()?.fetch(row))));
                window.fetched = answer;
                None
            }
            LabRequest::Table(id) => {
                let name = |store: &mut ShownStore| format!("{}.csv", store.name());
                let answer = window.store(id).and_then(|store| Some((name(store), store.reader()?.table())));
                window.table = answer;
                None
            }
            LabRequest::UsePlan(id) => {
                let plan = window.store(id).and_then(|store| store.reading.as_ref());
                if let Some(plan) = plan.map(|reading| reading.header.plan.clone()) {
                    window.form = PlanForm::new(plan);
                    window.page = LabPage::Plan;
                }
                None
            }
            LabRequest::FromBoard => {
                if let Some(setup) = board_setup(&goban, &next) {
                    window.form.fill(&setup);
                    if setup.start.is_some() {
                        notices.tell("The stones that the board began with are left out: games of a plan begin as usual".to_owned());
                    }
                }
                None
            }
            LabRequest::Copy(text) => {
                contexts.ctx_mut()?.copy_text(text);
                notices.tell("The command is in the clipboard".to_owned());
                None
            }
            LabRequest::Run => Some((RunTarget::NewStore, None)),
            LabRequest::Play => Some((RunTarget::OwnStore, None)),
            LabRequest::Watch(None) => Some((RunTarget::Wall(0), None)),
            LabRequest::Watch(Some(id)) => window.store(id).and_then(|store| {
                let plan = Plan::read(&store.reading.as_ref()?.header.plan).ok()?;
                Some((RunTarget::Wall(store.next_row()), Some((plan, trust.clone()))))
            }),
            LabRequest::GoOn(id) => Some((RunTarget::Store(id), None)),
            LabRequest::Answer(yes) => window.question.take().filter(|_| yes).map(|asked| {
                let RunQuestion { mind, plan, target, mut trust, .. } = asked;
                trust.allow(&mind);
                (target, Some((plan, trust)))
            }),
        };
        let Some((target, known)) = run else { continue };
        let found = match known {
            Some((plan, trust)) => Some((Ok(plan), trust)),
            None => window.plan_of(&target).map(|plan| (plan, trust.clone())),
        };
        let Some((plan, trust)) = found else { continue };
        let admitted = match plan {
            Ok(plan) => window.admit(plan, target.clone(), trust),
            Err(error) => Err(format!("the plan: {error}")),
        };
        match (admitted, target) {
            (Err(why), _) => notices.refuse(why),
            (Ok(None), _) => {}
            (Ok(Some(plan)), RunTarget::NewStore) => {
                let plan_file = window.form.file.as_ref().map(|(path, _)| path.with_extension("db"));
                let name = plan_file.map_or_else(|| "games.db".to_owned(), |path| file_name(&path));
                window.pending = Some(plan);
                question.ask_for_laboratory(LabFile::Games, &name);
            }
            (Ok(Some(plan)), RunTarget::OwnStore) => {
                if let Err(why) = window.play_here(plan) {
                    notices.refuse(why);
                }
            }
            (Ok(Some(plan)), RunTarget::Wall(row)) => match WallPlan::rows(&Arc::new(plan), row, BOARDS) {
                Ok(wall) => {
                    // The boards have all the room; the same key brings the window back.
                    window.open = false;
                    walls.write(OpenWall(wall));
                }
                Err(error) => notices.refuse(error.to_string()),
            },
            (Ok(Some(plan)), RunTarget::Store(id)) => {
                let path = window.store(id).map(|store| store.path.clone());
                path.into_iter().for_each(|path| window.play(plan.clone(), path));
            }
        }
    }
    Ok(())
}
