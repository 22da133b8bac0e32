//! Laboratory: stores of games are opened and compared, any of their games comes to the board, and plans are written and played.

mod empty;
mod form;
mod picture;
mod rows;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod window;

use super::super::files::{Log, read_text, write_bytes};
use super::super::keys::{Action, InputSystems, switched};
use super::super::record::RecordRequest;
use super::super::settings::Settings;
use super::super::state::{Modal, OpenStore, Redraw};
use super::columns::{AddSection, Section};
use super::files::{FileQuestion, LabFile, PickedLabFile};
use super::goban::WatchedGoban;
use super::layout::PanelSystems;
use super::notices::Notices;
use super::setup::NextGame;
use super::widgets::{hint, section};
use crate::brain::{BrainSpec, Demand, Trust};
use crate::go::Color;
use crate::lab::background::{BackgroundRun, RowAnswer, default_threads};
use crate::lab::{Plan, PlanError};
use crate::notation::counted;
use crate::sim::TrustPolicy;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Button, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use form::PlanForm;
use picture::Picture;
use rows::RowList;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use store::{ShownStore, file_name};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabWindow>()
        .add_section(Section::Laboratory, show_section)
        .add_systems(
            Update,
            (
                switch.in_set(InputSystems::Act).run_if(switched(Action::Laboratory)),
                (hear, follow).chain().after(InputSystems::Act),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (show_window.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)), act)
                .chain()
                .after(PanelSystems::Left),
        );
}

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
    /// The game that is being fetched, with its store.
    fetched: Option<(u64, RowAnswer)>,
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

    /// The plan of a store, or that of the form.
    fn plan_of(&mut self, target: &RunTarget) -> Option<Result<Plan, PlanError>> {
        match target {
            RunTarget::NewStore => Some(self.form.look().clone()),
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
    let Some((store, answer)) = &mut window.fetched else { return };
    let (store, row) = (*store, answer.row());
    match answer.take() {
        None => redraw.frames(1),
        Some(Ok((name, text))) => {
            window.fetched = None;
            (window.rows.opened, window.folded) = (Some((store, row)), true);
            records.write(RecordRequest::Replay(name, text));
        }
        Some(Err(why)) => {
            window.fetched = None;
            notices.refuse(why);
        }
    }
}

fn show_section(
    InMut(ui): InMut<Ui>,
    settings: Res<Settings>,
    window: Res<LabWindow>,
    mut actions: MessageWriter<Action>,
) {
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
                        window::told(standing)
                    ),
                );
            }
        }
        if window.stores.is_empty() {
            hint(ui, "Plans of many games, played into stores; any of their games opens here.");
        } else {
            hint(ui, format!("{} open", counted(window.stores.len() as u64, "store")));
        }
        let button = Button::new("Laboratory…").selected(window.open);
        let button = ui.add_sized(vec2(ui.available_width(), 22.0), button);
        let about = format!(
            "Plans, stores of games, and what they add up to ({})",
            settings.keys.text(Action::Laboratory)
        );
        if button.on_hover_text(about).clicked() {
            actions.write(Action::Laboratory);
        }
    });
}

fn show_window(mut contexts: EguiContexts, mut window: ResMut<LabWindow>) -> Result {
    let window = window.bypass_change_detection();
    if window.open {
        let asked = window::show(contexts.ctx_mut()?, window);
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
                let answer = window.store(id).and_then(|store| Some((id, store.reader()?.fetch(row))));
                window.fetched = answer;
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
                if let Some(goban) = goban.get() {
                    let setup = next.game(&goban).unwrap_or_else(|| goban.setup.0.clone());
                    let form = &mut window.form;
                    form.set("size", &setup.size.to_string());
                    form.set("rules", setup.rules.name);
                    form.set("komi", &setup.rules.komi.to_string());
                    for (color, key) in [(Color::Black, "black"), (Color::White, "white")] {
                        if goban.seats.has_mind(color) {
                            form.set(key, &format!("[{}]", goban.seats.spec(color)));
                        }
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
            (Ok(Some(plan)), RunTarget::Store(id)) => {
                let path = window.store(id).map(|store| store.path.clone());
                path.into_iter().for_each(|path| window.play(plan.clone(), path));
            }
        }
    }
    Ok(())
}
