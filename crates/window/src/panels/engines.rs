//! Window "Engines": adds, changes, removes and tests the named engines of the settings.

use crate::shell::files::SettingsFile;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{AddPanel, Panel};
use crate::shell::state::{Modal, NamedEngines, Redraw};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, complaint, from_right, hint, well};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    self, Align, Align2, Button, Context, Frame, Label, Margin, RichText, ScrollArea, Spinner, TextEdit, Ui,
    Vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use std::path::Path;
use stonefield_go::notation::visible;
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::{Engine, Trial};
use stonefield_sim::TrustPolicy;

/// Largest width of the window's content, in points.
const WIDTH: f32 = 500.0;

/// Width of the field labels, in points.
const LABEL_WIDTH: f32 = 74.0;

/// Time between two polls of an engine under test.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

const WINDOW: Panel = Panel::floating("Engines", 4);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EnginesPanel>()
        .add_closable(
            WINDOW,
            |window: Res<EnginesPanel>| window.open,
            |mut window: ResMut<EnginesPanel>| window.close(),
        )
        .init_resource::<SettingsFile>()
        .add_systems(Update, (poll_trial, switch.in_set(InputSystems::Act).run_if(switched(Action::Engines))))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

/// State of the window.
#[derive(Resource, Default)]
pub struct EnginesPanel {
    open: bool,
    draft: Option<Draft>,
    /// Name of the engine that a second click on its button removes.
    removal: Option<String>,
    /// Name of the engine under test, and the test.
    trial: Option<(String, Trial)>,
    /// Result of the last test or failed change: name of the engine or "", text, and true for success.
    result: Option<(String, String, bool)>,
}

/// Engine that the user edits.
#[derive(Clone, Debug, Default, PartialEq)]
struct Draft {
    /// Name of the engine that it replaces; `None` for a new engine.
    old: Option<String>,
    name: String,
    /// Values of the parameters of the mind `gtp`, in their order.
    texts: Vec<String>,
    error: Option<String>,
}

/// Request of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineRequest {
    /// Write an engine to the settings. It replaces the engine of this name; `None`: it is added.
    Put(Option<String>, Engine),
    /// Remove the engine of this name from the settings.
    Remove(String),
    /// Test an engine: start it and ask for its name and version.
    Try(Engine),
}

impl EnginesPanel {
    /// Opens or closes the window.
    pub const fn switch(&mut self) {
        self.open = !self.open;
    }

    /// Closes the window. The draft is kept.
    pub const fn close(&mut self) {
        self.open = false;
    }

    fn set_result(&mut self, name: &str, result: Result<String, String>) {
        let success = result.is_ok();
        let (Ok(words) | Err(words)) = result;
        self.result = Some((name.to_owned(), words, success));
    }
}

fn switch(mut panel: ResMut<EnginesPanel>) {
    panel.switch();
}

/// Polls the engine under test, and keeps its result.
fn poll_trial(mut panel: ResMut<EnginesPanel>, mut redraw: ResMut<Redraw>) {
    let Some((_, trial)) = &mut panel.bypass_change_detection().trial else { return };
    match trial.poll() {
        Some(result) => {
            if let Some((name, _)) = panel.trial.take() {
                panel.set_result(&name, result.map_err(|fault| fault.to_string()));
            }
            redraw.frames(2);
        }
        None => redraw.within(POLL_INTERVAL),
    }
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<EnginesPanel>,
    mut engines: ResMut<NamedEngines>,
    mut trust: Option<ResMut<TrustPolicy>>,
    file: Res<SettingsFile>,
    goban: WatchedGoban<()>,
) -> Result {
    if !state.open || goban.get().is_none() {
        return Ok(());
    }
    let Some(request) = window(contexts.ctx_mut()?, &mut state, &engines.0, file.0.as_deref()) else {
        return Ok(());
    };
    let changed = match request {
        EngineRequest::Try(engine) => {
            state.result = None;
            let engine = file.engine_kept(engine);
            match Trial::start(&engine.spec) {
                Ok(trial) => state.trial = Some((engine.name, trial)),
                Err(fault) => state.set_result(&engine.name, Err(fault.to_string())),
            }
            return Ok(());
        }
        EngineRequest::Put(old, engine) => file.put_engine(&engines.0, old.as_deref(), &engine),
        EngineRequest::Remove(name) => file.remove_engine(&engines.0, &name),
    };
    match changed {
        Ok(new) => {
            (state.draft, state.removal, state.result) = (None, None, None);
            if let Some(trust) = &mut trust {
                trust.0.set_settings_engines(new.iter().map(|engine| engine.spec.clone()).collect());
            }
            engines.0 = new;
        }
        Err(error) => match &mut state.draft {
            Some(draft) => draft.error = Some(error.to_string()),
            None => state.set_result("", Err(error.to_string())),
        },
    }
    Ok(())
}

/// Draws the window. Returns the request of the user.
fn window(
    ctx: &Context,
    state: &mut EnginesPanel,
    engines: &[Engine],
    file: Option<&Path>,
) -> Option<EngineRequest> {
    let room = ctx.content_rect().size();
    let (mut request, mut closed) = (None, false);
    WINDOW
        .window()
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(16)))
        .pivot(Align2::CENTER_TOP)
        .default_pos(egui::pos2(room.x / 2.0, (0.08 * room.y).max(16.0)))
        .show(ctx, |ui| {
            ui.set_width((room.x - 60.0).min(WIDTH));
            ui.horizontal(|ui| {
                ui.heading(RichText::new("Engines").color(PanelColors::here(ui).strong));
                from_right(ui, |ui| closed = close_button(ui));
            });
            ui.add_space(2.0);
            ScrollArea::vertical().max_height(room.y - 130.0).show(ui, |ui| {
                request = panel(ui, state, engines, file);
            });
        });
    state.open = !closed;
    request
}

/// Draws the list of engines and the form of the draft. Returns the user's request. `file`: settings file.
pub fn panel(
    ui: &mut Ui,
    state: &mut EnginesPanel,
    engines: &[Engine],
    file: Option<&Path>,
) -> Option<EngineRequest> {
    let mut request = None;
    hint(
        ui,
        "Go programs that speak GTP. Each can be chosen by its name wherever a mind is; it starts when a game or an analysis needs it, or for a test here.",
    );
    well(ui, |ui| {
        ui.set_width(ui.available_width());
        if engines.is_empty() {
            ui.label(
                RichText::new("None yet. Add one: its name and the command line that starts it.").weak(),
            );
        }
        for engine in engines {
            ui.push_id(&engine.name, |ui| request = entry(ui, state, engine).or(request.take()));
        }
    });
    if let Some((name, words, success)) = &state.result
        && (name.is_empty() || engines.iter().all(|engine| engine.name != *name))
    {
        show_result(ui, name, words, *success);
    }
    ui.add_space(6.0);
    match &mut state.draft {
        Some(draft) => {
            let busy = state.trial.is_some();
            match form(ui, draft, engines, busy) {
                FormAnswer::None => {}
                FormAnswer::Cancel => state.draft = None,
                FormAnswer::Ask(engine_request) => request = Some(engine_request),
            }
        }
        None => {
            if ui.button("Add an engine…").clicked() {
                state.draft = Some(Draft::of(None));
            }
        }
    }
    let storage = file.map_or_else(
        || "There is no settings file here: what is changed holds until the window closes.".to_owned(),
        |file| format!("Kept under [engines] in {}", visible(&file.display().to_string())),
    );
    hint(ui, storage);
    request
}

/// Draws an engine of the list.
fn entry(ui: &mut Ui, state: &mut EnginesPanel, engine: &Engine) -> Option<EngineRequest> {
    let mut request = None;
    let colors = PanelColors::here(ui);
    let is_tested = state.trial.as_ref().is_some_and(|(name, _)| *name == engine.name);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        from_right(ui, |ui| {
            let is_confirmed = state.removal.as_ref() == Some(&engine.name);
            let words = if is_confirmed { "Really remove" } else { "Remove" };
            if ui
                .button(words)
                .on_hover_text("Takes it out of the settings; games that it plays go on")
                .clicked()
            {
                match is_confirmed {
                    true => request = Some(EngineRequest::Remove(engine.name.clone())),
                    false => state.removal = Some(engine.name.clone()),
                }
            }
            if ui.button("Edit").clicked() {
                (state.draft, state.removal) = (Some(Draft::of(Some(engine))), None);
            }
            let test = ui.add_enabled(state.trial.is_none(), Button::new("Test"));
            if test.on_hover_text("Starts it, asks for its name and version, and ends it").clicked() {
                request = Some(EngineRequest::Try(engine.clone()));
            }
            if is_tested {
                ui.add(Spinner::new().size(14.0));
            }
            ui.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(&engine.name).color(colors.strong));
                let line = visible(&engine.spec.to_string()).into_owned();
                let command = engine.spec.get("command").to_string();
                let text = RichText::new(visible(&command).into_owned()).monospace().color(colors.weak);
                ui.add(Label::new(text).truncate()).on_hover_text(line);
            });
        });
    });
    if let Some((name, words, success)) = &state.result
        && *name == engine.name
    {
        show_result(ui, "", words, *success);
    }
    request
}

/// Draws the result of a test or change in one line.
fn show_result(ui: &mut Ui, name: &str, words: &str, success: bool) {
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let words = format!("{name}{}", visible(words));
    if success {
        hint(ui, words)
    } else {
        complaint(ui, words)
    };
}

/// Button of the form that was clicked.
enum FormAnswer {
    None,
    Cancel,
    Ask(EngineRequest),
}

impl Draft {
    /// Returns the draft of an engine or, for `None`, of a new engine with default values.
    fn of(engine: Option<&Engine>) -> Self {
        let spec = engine.map_or_else(gtp, |engine| Some(engine.spec.clone()));
        let texts = spec.iter().flat_map(BrainSpec::params).map(|(_, value)| value.to_string()).collect();
        let name = engine.map(|engine| engine.name.clone());
        Self { name: name.clone().unwrap_or_default(), old: name, texts, error: None }
    }

    /// Returns the engine of the draft. Fails if another engine has the name, or if a value is invalid.
    fn engine(&self, engines: &[Engine]) -> Result<Engine, String> {
        let name = self.name.trim();
        let has_name = |engine: &&Engine| engine.name == name && self.old.as_deref() != Some(name);
        if engines.iter().any(|engine| has_name(&engine)) {
            return Err(format!("There is an engine '{name}' already: choose another name"));
        }
        let spec = gtp().ok_or_else(|| "there is no mind gtp".to_owned())?;
        let texts = spec.params().zip(&self.texts).map(|((param, _), text)| (param.name, text.trim()));
        Engine::new(name, texts).map_err(|error| error.to_string())
    }
}

fn gtp() -> Option<BrainSpec> {
    BrainSpec::named("gtp").ok()
}

/// Draws the form of the draft. `busy`: true while an engine is tested.
fn form(ui: &mut Ui, draft: &mut Draft, engines: &[Engine], busy: bool) -> FormAnswer {
    let mut answer = FormAnswer::None;
    let colors = PanelColors::here(ui);
    let title = draft.old.as_ref().map_or_else(|| "A new engine".to_owned(), |old| format!("Change {old}"));
    ui.label(RichText::new(title).color(colors.strong));
    let mut edited = false;
    let mut field = |ui: &mut Ui, name: &str, about: &str, hint: &str, text: &mut String, width: f32| {
        let edit = TextEdit::singleline(text)
            .id_salt(("engine", name))
            .hint_text(hint)
            .vertical_align(Align::Center)
            .min_size(Vec2::new(0.0, 22.0))
            .desired_width(width);
        let response = ui.add(edit).on_hover_text(about);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
        edited |= response.changed();
    };
    let label = |ui: &mut Ui, text: &str| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(LABEL_WIDTH, 22.0), egui::Sense::hover());
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, text, font, colors.weak);
    };
    ui.horizontal(|ui| {
        label(ui, "Name");
        let width = ui.available_width();
        let about = "Letters, digits and - _ . +";
        field(ui, "Name", about, "as in gnugo", &mut draft.name, width);
    });
    let params: Vec<_> =
        gtp().iter().flat_map(|spec| spec.params().map(|(param, _)| param).collect::<Vec<_>>()).collect();
    let limits: Vec<usize> = (0..params.len()).filter(|&at| params[at].unit == "seconds").collect();
    for (at, param) in params.iter().enumerate().filter(|(at, _)| !limits.contains(at)) {
        let Some(text) = draft.texts.get_mut(at) else { continue };
        let (title, hint) = match param.name {
            "command" => ("Command", "as in gnugo --mode gtp"),
            "dir" => ("Folder", "the present one"),
            other => (other, ""),
        };
        ui.horizontal(|ui| {
            label(ui, title);
            let width = ui.available_width();
            field(ui, title, param.about, hint, text, width);
        });
    }
    ui.horizontal(|ui| {
        label(ui, "Limits, s");
        let field_width = (ui.available_width() + 6.0) / limits.len().max(1) as f32 - 6.0;
        for at in limits {
            let Some(text) = draft.texts.get_mut(at) else { continue };
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let name = params[at].name;
                let word = ui.label(RichText::new(name).color(colors.weak)).on_hover_text(params[at].about);
                let about = format!("{} ({}). {}", params[at].about, params[at].unit, params[at].allowed());
                field(ui, name, &about, "", text, field_width - word.rect.width() - 4.0);
            });
        }
    });
    if edited {
        draft.error = None;
    }
    if let Some(why) = &draft.error {
        complaint(ui, visible(why));
    }
    ui.horizontal(|ui| {
        let valid_engine = |draft: &mut Draft| match draft.engine(engines) {
            Ok(engine) => Some(engine),
            Err(why) => {
                draft.error = Some(why);
                None
            }
        };
        if ui.button("Save").on_hover_text("Writes it into the settings file").clicked()
            && let Some(engine) = valid_engine(draft)
        {
            answer = FormAnswer::Ask(EngineRequest::Put(draft.old.clone(), engine));
        }
        let test = ui.add_enabled(!busy, Button::new("Test it"));
        if test
            .on_hover_text("Starts it as it is written here, asks for its name and version, and ends it")
            .clicked()
            && let Some(engine) = valid_engine(draft)
        {
            answer = FormAnswer::Ask(EngineRequest::Try(engine));
        }
        if ui.button("Cancel").clicked() {
            answer = FormAnswer::Cancel;
        }
        if busy {
            ui.add(Spinner::new().size(14.0));
        }
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use std::cell::RefCell;

    fn engine(name: &str, command: &str) -> Engine {
        Engine::new(name, [("command", command)]).expect("an engine")
    }

    /// Returns the panel with these engines. Its requests are added to `requests`.
    fn harness<'a>(
        requests: &'a RefCell<Vec<EngineRequest>>,
        state: &'a mut EnginesPanel,
        engines: &'a [Engine],
    ) -> Harness<'a> {
        Harness::builder().with_size(egui::vec2(540.0, 420.0)).build_ui(move |ui| {
            requests.borrow_mut().extend(panel(ui, state, engines, Some(Path::new("stonefield.toml"))));
        })
    }

    fn click(harness: &mut Harness<'_>, button: &str) {
        harness.get_by_role_and_label(Role::Button, button).click();
        harness.run();
    }

    fn write(harness: &mut Harness<'_>, field: &str, text: &str) {
        harness.get_by_role_and_label(Role::TextInput, field).focus();
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
        harness.run();
    }

    #[test]
    fn an_engine_is_added_only_with_a_new_name_and_a_command() {
        let (requests, mut state) = (RefCell::default(), EnginesPanel::default());
        let engines = [engine("mine", "mine --gtp")];
        let mut harness = harness(&requests, &mut state, &engines);
        harness.get_by_label("mine");
        harness.get_by_label("mine --gtp");
        click(&mut harness, "Add an engine…");
        write(&mut harness, "Name", "mine");
        click(&mut harness, "Save");
        harness.get_by_label_contains("There is an engine 'mine' already");
        write(&mut harness, "Name", "2");
        click(&mut harness, "Save");
        harness.get_by_label_contains("the command is missing");
        write(&mut harness, "Command", "gnugo --mode gtp");
        click(&mut harness, "Save");
        drop(harness);
        assert_eq!(requests.into_inner(), [EngineRequest::Put(None, engine("mine2", "gnugo --mode gtp"))]);
    }

    #[test]
    fn an_engine_is_tested_changed_and_removed_by_a_second_click() {
        let (requests, mut state) = (RefCell::default(), EnginesPanel::default());
        let engines = [engine("mine", "mine --gtp")];
        let mut harness = harness(&requests, &mut state, &engines);
        click(&mut harness, "Test");
        click(&mut harness, "Edit");
        write(&mut harness, "Command", " -l 2");
        click(&mut harness, "Save");
        click(&mut harness, "Remove");
        assert_eq!(requests.borrow().len(), 2);
        click(&mut harness, "Really remove");
        drop(harness);
        let changed = engine("mine", "mine --gtp -l 2");
        let expected = [
            EngineRequest::Try(engines[0].clone()),
            EngineRequest::Put(Some("mine".to_owned()), changed),
            EngineRequest::Remove("mine".to_owned()),
        ];
        assert_eq!(requests.into_inner(), expected);
    }
}
