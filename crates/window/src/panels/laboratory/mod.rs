//! Laboratory: opens and compares stores of games, shows any of their games on the board, and writes and
//! plays plans.

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
use super::file_task::{ExportKind, LabFile, PickedLabFile};
use super::files::FileQuestion;
use super::places;
use super::setup::{NextGame, SetupParts};
use super::wall::OpenWall;
use crate::shell::card::Card;
use crate::shell::files::{Log, experiment_file, read_text, write_bytes};
use crate::shell::key_hints::with_keys;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::{FreeSpace, PanelSystems};
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::{Modal, NamedEngines, OpenStore, Redraw};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{hint, section};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{self, Button, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use form::{PlanForm, VacantSeats};
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

/// Panel of the laboratory in its tab.
const SECTION: Panel = Panel::new("Experiments", Place::Card(Card::Lab), 30);

/// Floating window of the laboratory.
pub(super) const WINDOW: Panel = Panel::floating("Laboratory", 6);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabWindow>()
        .add_switched(WINDOW)
        .add_view(SECTION, show_section)
        .add_systems(
            Update,
            (
                (
                    toggle_window.run_if(switched(Action::Laboratory)),
                    toggle_plan_page.run_if(switched(Action::Experiment)),
                )
                    .chain()
                    .in_set(InputSystems::Act),
                (handle_files, poll_stores).chain().after(InputSystems::Act),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                show_strip.in_set(PanelSystems::Below).run_if(in_state(Modal::None)),
                show_window.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
                handle_requests,
            )
                .chain()
                .after(PanelSystems::Left),
        );
}

/// Largest number of rows of a plan on a wall.
const BOARDS: usize = 16;

/// Page of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LabPage {
    /// Open stores, with statistics of their games.
    #[default]
    Results,
    /// Form and text of a plan.
    Plan,
}

/// Request of the user in the window. A store is given by its id.
#[derive(Clone, Debug, PartialEq)]
enum LabRequest {
    /// Ask for the file of a store, and open it.
    OpenStore,
    /// Close the window.
    Hide,
    /// Close a store; its file stays.
    Close(u64),
    /// Halt the run of a store, so that it can go on.
    Pause(u64),
    /// Play the missing rows of a store.
    GoOn(u64),
    /// Halt the run of a store and remove its progress; the store stays open.
    Stop(u64),
    /// Show the game of a row on the board: store and row.
    Row(u64, u64),
    /// Ask for a file and play the plan of the form into it.
    Run,
    /// Play the plan of the form into a file in the folder for experiments.
    Play,
    /// Play on a wall: the plan of the form, or that of a store from its first missing row (row 0 if none is
    /// missing).
    Watch(Option<u64>),
    /// Export the games of a store as CSV.
    Table(u64),
    /// Ask for a file and read the plan from it.
    OpenPlan,
    /// Ask for a file and write the plan to it.
    SavePlan,
    /// Copy the plan of a store into the form.
    UsePlan(u64),
    /// Fill the form with the set-up of [`board_setup`].
    FromBoard,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Answer to the question about a mind. True: play the plan.
    Answer(bool),
}

/// Destination of the games of a plan.
#[derive(Clone, Debug, PartialEq)]
enum RunTarget {
    /// A file that the user is asked for.
    NewStore,
    /// A file in the folder for experiments, named after the plan.
    OwnStore,
    /// Boards of a wall, from this row. Nothing is stored.
    Wall(u64),
    /// The file of the store with this id.
    Store(u64),
}

/// Plan that waits for permission, and the mind that needs it.
struct RunQuestion {
    mind: BrainSpec,
    demand: Demand,
    plan: Plan,
    target: RunTarget,
    /// Permissions given so far.
    trust: Trust,
}

/// State of the window and of all that is open in it.
#[derive(Resource, Default)]
pub struct LabWindow {
    /// True if a strip replaces the window.
    folded: bool,
    page: LabPage,
    stores: Vec<ShownStore>,
    next_id: u64,
    rows: RowList,
    picture: Picture,
    form: PlanForm,
    question: Option<RunQuestion>,
    /// Plan to play when the user has chosen a file.
    pending: Option<Plan>,
    /// Game that is being read: store id, row, and answer.
    fetching: Option<(u64, u64, StoreAnswer<Record>)>,
    /// Table that is being written, with the name of its file.
    table: Option<(String, StoreAnswer<Vec<u8>>)>,
    /// Requests that are not handled yet.
    requests: Vec<LabRequest>,
}

impl LabWindow {
    fn store(&mut self, id: u64) -> Option<&mut ShownStore> {
        self.stores.iter_mut().find(|store| store.id == id)
    }

    /// Selects the store of a file, and opens it if it is not open; returns its id.
    fn show_store(&mut self, path: PathBuf) -> u64 {
        self.folded = false;
        self.page = LabPage::Results;
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let open_store = self.stores.iter().find(|store| absolute(&store.path) == absolute(&path));
        let id = open_store.map(|store| store.id).unwrap_or_else(|| {
            self.next_id += 1;
            self.stores.push(ShownStore::new(self.next_id, path));
            self.next_id
        });
        self.rows.store = Some(id);
        self.picture.clear_picked();
        id
    }

    /// Updates the stores from their threads: all if the window is `open`, otherwise those that are being
    /// played. Returns two flags: true if anything changed, and true if more is expected soon.
    fn poll(&mut self, open: bool) -> (bool, bool) {
        let column = self.picture.column.clone();
        let (mut changed, mut is_busy) = (false, false);
        for store in self.stores.iter_mut().filter(|store| open || store.is_playing()) {
            changed |= store.poll(&column);
            let stale = store.reading.as_ref().is_none_or(|reading| reading.column != column);
            is_busy |= store.is_playing() || (stale && store.fault.is_none());
        }
        (changed, is_busy)
    }

    /// Returns the plan if all its minds are trusted. Otherwise sets the question about the first that is
    /// not, and returns `None`.
    ///
    /// # Errors
    /// If a mind is a person.
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

    /// Plays a plan into a file and shows its store.
    fn play(&mut self, plan: Plan, path: PathBuf) {
        let id = self.show_store(path.clone());
        if let Some(store) = self.store(id) {
            store.play(BackgroundRun::start(plan, &path, default_threads()));
        }
    }

    /// Plays a plan into a file in the folder for experiments. The same plan always has the same file, so
    /// that it continues there.
    ///
    /// # Errors
    /// If the system has no such folder, or it cannot be made.
    fn play_experiment(&mut self, plan: Plan) -> Result<(), String> {
        let minds = plan.minds();
        let names: Vec<&str> = minds.iter().take(2).map(BrainSpec::name).collect();
        let size = plan.game(0).map_or_else(|_| String::new(), |game| format!("-{}", game.setup.board()));
        let name = format!("{}{size}-{}.db", names.join("-"), plan.hash().get(..6).unwrap_or_default());
        let no_folder = "the system has no place for the games: choose a file for them by Into a file…";
        match experiment_file(&name) {
            Ok(Some(path)) => {
                self.play(plan, path);
                Ok(())
            }
            Ok(None) => Err(no_folder.to_owned()),
            Err(error) => Err(format!("the folder for the games of plans (experiments): {error}")),
        }
    }

    /// Fills the form with a set-up, unless the user has changed the form.
    fn propose(&mut self, setup: &GameSetup, vacant: VacantSeats) {
        if self.form.is_untouched() {
            self.form.fill(setup, vacant);
        }
    }

    /// Returns the plan for a target: that of the store or that of the form. `None` if the store is closed or
    /// unread.
    fn plan_of(&mut self, target: &RunTarget) -> Option<Result<Plan, PlanError>> {
        match target {
            RunTarget::NewStore | RunTarget::OwnStore | RunTarget::Wall(_) => Some(self.form.parse().clone()),
            RunTarget::Store(id) => {
                let reading = self.store(*id)?.reading.clone()?;
                Some(Plan::read(&reading.header.plan))
            }
        }
    }
}

fn toggle_window(mut window: ResMut<LabWindow>, mut panels: OpenPanels) {
    panels.toggle(WINDOW);
    window.folded = false;
}

/// Shows the plan page, filled with the set-up of the board if the user has not changed the form. Closes the
/// window if the page is shown already.
fn toggle_plan_page(
    goban: WatchedGoban<SetupParts>,
    next: Res<NextGame>,
    mut window: ResMut<LabWindow>,
    mut panels: OpenPanels,
) {
    let is_shown = panels.is_open(WINDOW) && !window.folded && window.page == LabPage::Plan;
    panels.set(WINDOW, !is_shown);
    if is_shown {
        return;
    }
    if let Some((setup, vacant)) = board_setup(goban.get(), &next) {
        window.propose(&setup, vacant);
    }
    (window.folded, window.page) = (false, LabPage::Plan);
}

/// Returns the set-up of the next game if it is valid, otherwise that of the game on the board. Seats without
/// a mind get `sensible` for Black and `random` for White; each of them has a sentence that says why.
fn board_setup(goban: Option<SetupParts<'_>>, next: &NextGame) -> Option<(GameSetup, VacantSeats)> {
    let goban @ (setup, seats, _) = goban?;
    let mut setup = next.game(goban).unwrap_or_else(|| setup.0.clone());
    for color in Color::ALL {
        setup.brains[color] = match seats.has_mind(color) {
            true => seats.spec(color).clone(),
            false => BrainSpec::named(["sensible", "random"][color as usize]).unwrap_or_default(),
        };
    }
    let vacant = VacantSeats::from_fn(|color| match (seats.has_mind(color), seats.is_human(color)) {
        (true, _) => None,
        (false, true) => Some(format!("A person plays {color} on the board.")),
        (false, false) => Some(format!("{color}'s seat on the board is empty.")),
    });
    Some((setup, vacant))
}

/// Opens stores, and handles the files that the user has chosen.
fn handle_files(
    mut stores: MessageReader<OpenStore>,
    mut picked: MessageReader<PickedLabFile>,
    mut window: ResMut<LabWindow>,
    mut panels: OpenPanels,
    mut notices: ResMut<Notices>,
) {
    for OpenStore(path) in stores.read() {
        window.show_store(path.clone());
        panels.set(WINDOW, true);
    }
    for PickedLabFile(file, path) in picked.read() {
        match file {
            LabFile::Store => {
                window.show_store(path.clone());
                panels.set(WINDOW, true);
            }
            LabFile::Games => {
                if let Some(plan) = window.pending.take() {
                    window.play(plan, path.clone());
                    panels.set(WINDOW, true);
                }
            }
            LabFile::Plan => match read_text(path) {
                Ok(text) => {
                    window.form.set_text(text.trim_start_matches('\u{feff}').to_owned());
                    window.form.file = Some((path.clone(), window.form.text().to_owned()));
                }
                Err(error) => notices.show_refusal(format!("{}: {error}", path.display())),
            },
            LabFile::SavedPlan => match write_bytes(path, window.form.text().as_bytes()) {
                Ok(()) => {
                    window.form.file = Some((path.clone(), window.form.text().to_owned()));
                    notices.show_notice(format!("{} is written", path.display()));
                }
                Err(error) => notices.show_refusal(error.to_string()),
            },
        }
    }
}

/// Interval of redrawing while something is read or played.
const BUSY_INTERVAL: Duration = Duration::from_millis(500);
/// Interval of redrawing while an open store has missing rows, which another process may play.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// Updates the stores, logs stores that were read first, and handles tables and games that are ready.
fn poll_stores(
    (mut window, panels): (ResMut<LabWindow>, OpenPanels),
    mut redraw: ResMut<Redraw>,
    mut notices: ResMut<Notices>,
    mut question: ResMut<FileQuestion>,
    mut records: MessageWriter<RecordRequest>,
    log: Option<ResMut<Log>>,
    mut logged: Local<BTreeSet<u64>>,
) {
    let window = window.bypass_change_detection();
    if window.stores.is_empty() {
        return;
    }
    let (changed, is_busy) = window.poll(panels.is_open(WINDOW));
    if changed {
        redraw.frames(2);
    }
    if let Some(mut log) = log {
        let readings = window.stores.iter().filter_map(|store| Some((store, store.reading.as_ref()?)));
        let unlogged = readings.filter(|(store, _)| logged.insert(store.id));
        let lines: Vec<_> = unlogged
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
    if is_busy {
        redraw.within(BUSY_INTERVAL);
    } else if panels.is_open(WINDOW) && window.stores.iter().any(|store| !store.is_complete()) {
        redraw.within(IDLE_INTERVAL);
    }
    if let Some((name, answer)) = &mut window.table {
        match answer.take() {
            None => redraw.frames(1),
            Some(table) => {
                let name = std::mem::take(name);
                window.table = None;
                match table {
                    Ok(table) => question.ask_to_export(ExportKind::Csv, &name, table),
                    Err(why) => notices.show_refusal(why),
                }
            }
        }
    }
    let Some((store, row, answer)) = &mut window.fetching else { return };
    let (store, row) = (*store, *row);
    match answer.take() {
        None => redraw.frames(1),
        Some(Ok(record)) => {
            window.fetching = None;
            (window.rows.opened, window.folded) = (Some((store, row)), true);
            records.write(RecordRequest::Replay(Box::new(record)));
        }
        Some(Err(why)) => {
            window.fetching = None;
            notices.show_refusal(why);
        }
    }
}

fn show_section(
    InMut(ui): InMut<Ui>,
    window: Res<LabWindow>,
    panels: OpenPanels,
    mut actions: MessageWriter<Action>,
) {
    section(ui, "Laboratory", true, |ui| {
        for store in &window.stores {
            if let Some(progress) = store.progress.as_ref().filter(|_| store.is_playing()) {
                let name = file_name(&store.path);
                hint(
                    ui,
                    format!(
                        "{name}: {} of {} games; {}",
                        progress.done,
                        progress.rows,
                        window::progress_words(progress, false)
                    ),
                );
            }
        }
        if window.stores.is_empty() {
            hint(ui, "Plans of many games, played into files; any of their games opens here.");
        } else {
            hint(ui, format!("{} of games open", counted(window.stores.len() as u64, "file")));
        }
        for (label, action, about) in [
            ("Plan games…", Action::Experiment, "A plan: these minds play many games, and any of them opens"),
            ("Laboratory…", Action::Laboratory, "Plans, files of games, and what they add up to"),
        ] {
            let is_shown =
                panels.is_open(WINDOW) && (window.page == LabPage::Plan) == (action == Action::Experiment);
            let button = Button::new(label).selected(is_shown);
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
    panels: OpenPanels,
) -> Result {
    let window = window.bypass_change_detection();
    if panels.is_open(WINDOW) && !window.folded {
        let requests = window::show(contexts.ctx_mut()?, window, &engines.0);
        window.requests.extend(requests);
    }
    Ok(())
}

/// Shows the strip that replaces the window, above the board.
fn show_strip(
    mut contexts: EguiContexts,
    mut free: ResMut<FreeSpace>,
    mut window: ResMut<LabWindow>,
    panels: OpenPanels,
) -> Result {
    let window = window.bypass_change_detection();
    if panels.is_open(WINDOW) && window.folded {
        let mut requests = Vec::new();
        free.take(contexts.ctx_mut()?, "laboratory", |root| {
            let strip = egui::Panel::top("laboratory").frame(places::frame()).resizable(false);
            strip.show(root, |ui| window::strip(ui, window, &mut requests));
        });
        window.requests.extend(requests);
    }
    Ok(())
}

/// Handles the requests of the user.
fn handle_requests(
    mut contexts: EguiContexts,
    goban: WatchedGoban<SetupParts>,
    next: Res<NextGame>,
    trust: Option<Res<TrustPolicy>>,
    (mut window, mut panels): (ResMut<LabWindow>, OpenPanels),
    mut question: ResMut<FileQuestion>,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
    mut walls: MessageWriter<OpenWall>,
) -> Result {
    let window = window.bypass_change_detection();
    if window.requests.is_empty() {
        return Ok(());
    }
    redraw.frames(2);
    let trust = trust.map(|trust| trust.0.clone()).unwrap_or_default();
    for request in std::mem::take(&mut window.requests) {
        let run = match request {
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
                window.picture.clear_picked();
                None
            }
            LabRequest::Pause(id) | LabRequest::Stop(id) => {
                let forget = matches!(request, LabRequest::Stop(_));
                window.store(id).into_iter().for_each(|store| store.halt(forget));
                None
            }
            LabRequest::Row(id, row) => {
                let answer = window.store(id).and_then(|store| Some((id, row, store.reader()?.fetch(row))));
                window.fetching = answer;
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
                if let Some((setup, vacant)) = board_setup(goban.get(), &next) {
                    window.form.fill(&setup, vacant);
                    if setup.start.is_some() {
                        notices.show_notice("The stones that the board began with are left out: games of a plan begin as usual".to_owned());
                    }
                }
                None
            }
            LabRequest::Copy(text) => {
                contexts.ctx_mut()?.copy_text(text);
                notices.show_notice("The command is in the clipboard".to_owned());
                None
            }
            LabRequest::Hide => {
                panels.set(WINDOW, false);
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
            LabRequest::Answer(yes) => window.question.take().filter(|_| yes).map(|question| {
                let RunQuestion { mind, plan, target, mut trust, .. } = question;
                trust.allow(&mind);
                (target, Some((plan, trust)))
            }),
        };
        let Some((target, plan)) = run else { continue };
        let plan = match plan {
            Some((plan, trust)) => Some((Ok(plan), trust)),
            None => window.plan_of(&target).map(|plan| (plan, trust.clone())),
        };
        let Some((plan, trust)) = plan else { continue };
        let admitted = match plan {
            Ok(plan) => window.admit(plan, target.clone(), trust),
            Err(error) => Err(format!("the plan: {error}")),
        };
        match (admitted, target) {
            (Err(why), _) => notices.show_refusal(why),
            (Ok(None), _) => {}
            (Ok(Some(plan)), RunTarget::NewStore) => {
                let plan_file = window.form.file.as_ref().map(|(path, _)| path.with_extension("db"));
                let name = plan_file.map_or_else(|| "games.db".to_owned(), |path| file_name(&path));
                window.pending = Some(plan);
                question.ask_for_laboratory(LabFile::Games, &name);
            }
            (Ok(Some(plan)), RunTarget::OwnStore) => match window.play_experiment(plan) {
                Ok(()) => panels.set(WINDOW, true),
                Err(why) => notices.show_refusal(why),
            },
            (Ok(Some(plan)), RunTarget::Wall(row)) => match WallPlan::rows(&Arc::new(plan), row, BOARDS) {
                Ok(wall) => {
                    // The wall takes the whole area. The key of the laboratory shows the window again.
                    panels.set(WINDOW, false);
                    walls.write(OpenWall(wall));
                }
                Err(error) => notices.show_refusal(error.to_string()),
            },
            (Ok(Some(plan)), RunTarget::Store(id)) => {
                let path = window.store(id).map(|store| store.path.clone());
                path.into_iter().for_each(|path| window.play(plan.clone(), path));
            }
        }
    }
    Ok(())
}
