//! The engines that the settings name: added, changed, taken away and tried.

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

/// How wide the panel is, in points.
const WIDTH: f32 = 500.0;

/// How wide the names of the fields are.
const LABEL: f32 = 74.0;

/// How often one looks what an engine that is tried says.
const LOOK: Duration = Duration::from_millis(40);

/// The window, and its place.
const WINDOW: Panel = Panel::floating("Engines", 4);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EnginesPanel>()
        .add_closable(
            WINDOW,
            |window: Res<EnginesPanel>| window.open,
            |mut window: ResMut<EnginesPanel>| window.close(),
        )
        .init_resource::<SettingsFile>()
        .add_systems(Update, (look, switch.in_set(InputSystems::Act).run_if(switched(Action::Engines))))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

/// The list, the engine that is being written, and the one that is tried.
#[derive(Resource, Default)]
pub struct EnginesPanel {
    open: bool,
    draft: Option<Draft>,
    /// The engine that is about to be taken away, if that is said once more.
    doomed: Option<String>,
    trial: Option<(String, Trial)>,
    /// What came of the last trial: of which engine, in words, and whether it answers.
    told: Option<(String, String, bool)>,
}

/// An engine that is being written.
#[derive(Clone, Debug, Default, PartialEq)]
struct Draft {
    /// The one in whose place it comes; `None` for a new one.
    old: Option<String>,
    name: String,
    /// The parameters of a `gtp`, in their order.
    texts: Vec<String>,
    refused: Option<String>,
}

/// What is asked for here.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineRequest {
    /// Write an engine into the settings, in the place of another or as a new one.
    Put(Option<String>, Engine),
    /// Take one out of the settings.
    Remove(String),
    /// Start one and see who it is.
    Try(Engine),
}

impl EnginesPanel {
    /// Shows the panel, or hides it.
    pub const fn switch(&mut self) {
        self.open = !self.open;
    }

    /// Closes it; an engine that is being written is kept.
    pub const fn close(&mut self) {
        self.open = false;
    }

    fn tell(&mut self, name: &str, told: Result<String, String>) {
        let good = told.is_ok();
        let (Ok(words) | Err(words)) = told;
        self.told = Some((name.to_owned(), words, good));
    }
}

fn switch(mut panel: ResMut<EnginesPanel>) {
    panel.switch();
}

/// Looks what an engine that is tried has said.
fn look(mut panel: ResMut<EnginesPanel>, mut redraw: ResMut<Redraw>) {
    let Some((_, trial)) = &mut panel.bypass_change_detection().trial else { return };
    match trial.poll() {
        Some(told) => {
            if let Some((name, _)) = panel.trial.take() {
                panel.tell(&name, told.map_err(|fault| fault.to_string()));
            }
            redraw.frames(2);
        }
        None => redraw.within(LOOK),
    }
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<EnginesPanel>,
    mut engines: ResMut<NamedEngines>,
    mut trust: Option<ResMut<TrustPolicy>>,
    file: Res<SettingsFile>,
    goban: WatchedGoban,
) -> Result {
    if !state.open || goban.get().is_none() {
        return Ok(());
    }
    let Some(request) = window(contexts.ctx_mut()?, &mut state, &engines.0, file.0.as_deref()) else {
        return Ok(());
    };
    let changed = match request {
        EngineRequest::Try(engine) => {
            state.told = None;
            let engine = file.engine_kept(engine);
            match Trial::start(&engine.spec) {
                Ok(trial) => state.trial = Some((engine.name, trial)),
                Err(fault) => state.tell(&engine.name, Err(fault.to_string())),
            }
            return Ok(());
        }
        EngineRequest::Put(old, engine) => file.put_engine(&engines.0, old.as_deref(), &engine),
        EngineRequest::Remove(name) => file.remove_engine(&engines.0, &name),
    };
    match changed {
        Ok(new) => {
            (state.draft, state.doomed, state.told) = (None, None, None);
            if let Some(trust) = &mut trust {
                trust.0.set_settings_engines(new.iter().map(|engine| engine.spec.clone()).collect());
            }
            engines.0 = new;
        }
        Err(error) => match &mut state.draft {
            Some(draft) => draft.refused = Some(error.to_string()),
            None => state.tell("", Err(error.to_string())),
        },
    }
    Ok(())
}

/// Shows the panel over the board.
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

/// Shows the list of engines, and the one that is being written.
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
    if let Some((name, words, good)) = &state.told
        && (name.is_empty() || engines.iter().all(|engine| engine.name != *name))
    {
        told(ui, name, words, *good);
    }
    ui.add_space(6.0);
    match &mut state.draft {
        Some(draft) => {
            let busy = state.trial.is_some();
            match form(ui, draft, engines, busy) {
                FormAnswer::None => {}
                FormAnswer::Cancel => state.draft = None,
                FormAnswer::Ask(asked) => request = Some(asked),
            }
        }
        None => {
            if ui.button("Add an engine…").clicked() {
                state.draft = Some(Draft::of(None));
            }
        }
    }
    let kept = file.map_or_else(
        || "There is no settings file here: what is changed holds until the window closes.".to_owned(),
        |file| format!("Kept under [engines] in {}", visible(&file.display().to_string())),
    );
    hint(ui, kept);
    request
}

/// An engine of the list.
fn entry(ui: &mut Ui, state: &mut EnginesPanel, engine: &Engine) -> Option<EngineRequest> {
    let mut request = None;
    let colors = PanelColors::here(ui);
    let tried = state.trial.as_ref().is_some_and(|(name, _)| *name == engine.name);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        from_right(ui, |ui| {
            let sure = state.doomed.as_ref() == Some(&engine.name);
            let words = if sure { "Really remove" } else { "Remove" };
            if ui
                .button(words)
                .on_hover_text("Takes it out of the settings; games that it plays go on")
                .clicked()
            {
                match sure {
                    true => request = Some(EngineRequest::Remove(engine.name.clone())),
                    false => state.doomed = Some(engine.name.clone()),
                }
            }
            if ui.button("Edit").clicked() {
                (state.draft, state.doomed) = (Some(Draft::of(Some(engine))), None);
            }
            let test = ui.add_enabled(state.trial.is_none(), Button::new("Test"));
            if test.on_hover_text("Starts it, asks for its name and version, and ends it").clicked() {
                request = Some(EngineRequest::Try(engine.clone()));
            }
            if tried {
                ui.add(Spinner::new().size(14.0));
            }
            ui.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(&engine.name).color(colors.strong));
                let line = visible(&engine.spec.to_string()).into_owned();
                let command = engine.spec.get("command").to_string();
                let shown = RichText::new(visible(&command).into_owned()).monospace().color(colors.weak);
                ui.add(Label::new(shown).truncate()).on_hover_text(line);
            });
        });
    });
    if let Some((name, words, good)) = &state.told
        && *name == engine.name
    {
        told(ui, "", words, *good);
    }
    request
}

/// What came of a trial, in one line.
fn told(ui: &mut Ui, name: &str, words: &str, good: bool) {
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let words = format!("{name}{}", visible(words));
    if good {
        hint(ui, words)
    } else {
        complaint(ui, words)
    };
}

/// What is asked for below the engine that is being written.
enum FormAnswer {
    None,
    Cancel,
    Ask(EngineRequest),
}

impl Draft {
    /// That of an engine, or of a new one.
    fn of(engine: Option<&Engine>) -> Self {
        let spec = engine.map_or_else(gtp, |engine| Some(engine.spec.clone()));
        let texts = spec.iter().flat_map(BrainSpec::params).map(|(_, value)| value.to_string()).collect();
        let name = engine.map(|engine| engine.name.clone());
        Self { name: name.clone().unwrap_or_default(), old: name, texts, refused: None }
    }

    /// The engine as it is written, if it is one.
    fn engine(&self, engines: &[Engine]) -> Result<Engine, String> {
        let name = self.name.trim();
        let other = |engine: &&Engine| engine.name == name && self.old.as_deref() != Some(name);
        if engines.iter().any(|engine| other(&engine)) {
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

/// Shows the engine that is being written.
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
        let (rect, _) = ui.allocate_exact_size(Vec2::new(LABEL, 22.0), egui::Sense::hover());
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
        let each = (ui.available_width() + 6.0) / limits.len().max(1) as f32 - 6.0;
        for at in limits {
            let Some(text) = draft.texts.get_mut(at) else { continue };
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let name = params[at].name;
                let word = ui.label(RichText::new(name).color(colors.weak)).on_hover_text(params[at].about);
                let about = format!("{} ({}). {}", params[at].about, params[at].unit, params[at].allowed());
                field(ui, name, &about, "", text, each - word.rect.width() - 4.0);
            });
        }
    });
    if edited {
        draft.refused = None;
    }
    if let Some(why) = &draft.refused {
        complaint(ui, visible(why));
    }
    ui.horizontal(|ui| {
        let wanted = |draft: &mut Draft| match draft.engine(engines) {
            Ok(engine) => Some(engine),
            Err(why) => {
                draft.refused = Some(why);
                None
            }
        };
        if ui.button("Save").on_hover_text("Writes it into the settings file").clicked()
            && let Some(engine) = wanted(draft)
        {
            answer = FormAnswer::Ask(EngineRequest::Put(draft.old.clone(), engine));
        }
        let test = ui.add_enabled(!busy, Button::new("Test it"));
        if test
            .on_hover_text("Starts it as it is written here, asks for its name and version, and ends it")
            .clicked()
            && let Some(engine) = wanted(draft)
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

    /// The panel on two engines, and what it has asked for.
    fn harness<'a>(
        asked: &'a RefCell<Vec<EngineRequest>>,
        state: &'a mut EnginesPanel,
        engines: &'a [Engine],
    ) -> Harness<'a> {
        Harness::builder().with_size(egui::vec2(540.0, 420.0)).build_ui(move |ui| {
            asked.borrow_mut().extend(panel(ui, state, engines, Some(Path::new("stonefield.toml"))));
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
    fn an_engine_is_added_when_it_is_one() {
        let (asked, mut state) = (RefCell::default(), EnginesPanel::default());
        let engines = [engine("mine", "mine --gtp")];
        let mut harness = harness(&asked, &mut state, &engines);
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
        assert_eq!(asked.into_inner(), [EngineRequest::Put(None, engine("mine2", "gnugo --mode gtp"))]);
    }

    #[test]
    fn an_engine_is_changed_tried_and_taken_away_only_when_that_is_said_twice() {
        let (asked, mut state) = (RefCell::default(), EnginesPanel::default());
        let engines = [engine("mine", "mine --gtp")];
        let mut harness = harness(&asked, &mut state, &engines);
        click(&mut harness, "Test");
        click(&mut harness, "Edit");
        write(&mut harness, "Command", " -l 2");
        click(&mut harness, "Save");
        click(&mut harness, "Remove");
        assert_eq!(asked.borrow().len(), 2);
        click(&mut harness, "Really remove");
        drop(harness);
        let changed = engine("mine", "mine --gtp -l 2");
        let meant = [
            EngineRequest::Try(engines[0].clone()),
            EngineRequest::Put(Some("mine".to_owned()), changed),
            EngineRequest::Remove("mine".to_owned()),
        ];
        assert_eq!(asked.into_inner(), meant);
    }
}
