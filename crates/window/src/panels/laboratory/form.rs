//! Plan page of the laboratory: a form that edits the text of a plan, the text, its errors, and the command
//! that plays it.

use super::LabRequest;
use super::store::{column_about, column_words};
use crate::shell::theme::{self, PanelColors};
use crate::shell::widgets::{Weight, button, complaint, from_right, hint, row, switch, well};
use bevy::platform::time::Instant;
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{
    Align, ComboBox, Label, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, Vec2, WidgetInfo,
    WidgetType, vec2,
};
use core::time::Duration;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color};
use stonefield_lab::plan::{PlanText, RowMeasure, row_measures};
use stonefield_lab::{Plan, PlanError};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, Trust};
use stonefield_sim::GameSetup;

/// First text of a plan, until the form is filled with the set-up of the board.
const DEFAULT_PLAN: &str = "seed = 1\ngames = 100\nsize = 9\nblack = \"sensible\"\nwhite = \"random\"\nalternate = true\nmeasures = [\"captures\", \"largest_group\", \"groups@10\"]\n";

/// Time of parsing above which a text is parsed only after a pause in typing.
const SLOW: Duration = Duration::from_millis(15);
/// Length of that pause.
const QUIET: Duration = Duration::from_millis(400);

/// Seats on the board without a mind, for which the plan has one: a sentence that says why.
pub type VacantSeats = ByColor<Option<String>>;

/// Editor of a plan.
pub struct PlanForm {
    plan: PlanText,
    /// Text typed in each field, and the line of the plan that it shows.
    fields: BTreeMap<&'static str, (String, String)>,
    /// Text that was parsed last, and the result.
    parsed: Option<(String, Result<Plan, PlanError>)>,
    /// Time that the last parsing took.
    took: Duration,
    /// Time of the last change of the text.
    changed: Option<Instant>,
    /// Text as the program has written it. If the text differs, the user has changed it.
    generated: String,
    /// File that the plan was read from or written to, and the text in it.
    pub file: Option<(PathBuf, String)>,
    /// Seats without a mind on the board that the form was filled from.
    vacant: VacantSeats,
}

impl Default for PlanForm {
    fn default() -> Self {
        Self::new(DEFAULT_PLAN.to_owned())
    }
}

impl PlanForm {
    /// Returns an editor of this text.
    pub fn new(text: String) -> Self {
        let (took, changed, generated) = (Duration::ZERO, None, DEFAULT_PLAN.to_owned());
        Self {
            plan: PlanText::new(text),
            fields: BTreeMap::new(),
            parsed: None,
            took,
            changed,
            generated,
            file: None,
            vacant: VacantSeats::default(),
        }
    }

    /// True if the user has not changed the text and there is no file.
    pub fn is_untouched(&self) -> bool {
        self.text() == self.generated && self.file.is_none()
    }

    /// Sets the keys of the plan that describe a game to those of a set-up. `vacant`: seats whose minds in
    /// the set-up do not play on the board.
    pub fn fill(&mut self, setup: &GameSetup, vacant: VacantSeats) {
        let untouched = self.is_untouched();
        self.vacant = vacant;
        self.plan.set_up(setup);
        self.changed = Some(Instant::now());
        if untouched {
            self.text().to_owned().clone_into(&mut self.generated);
        }
    }

    pub fn text(&self) -> &str {
        self.plan.text()
    }

    /// Replaces the text.
    pub fn set_text(&mut self, text: String) {
        self.plan = PlanText::new(text);
        self.changed = Some(Instant::now());
        self.vacant = VacantSeats::default();
    }

    /// Sets a key of the plan to the values of a line; an empty line removes the key.
    pub fn set(&mut self, key: &str, line: &str) {
        self.plan.set(key, line);
        self.changed = Some(Instant::now());
    }

    /// Parses the text unless that is done already, and returns the result.
    pub fn parse(&mut self) -> &Result<Plan, PlanError> {
        let text = self.plan.text();
        if self.parsed.as_ref().is_none_or(|(parsed, _)| parsed != text) {
            let began = Instant::now();
            self.parsed = Some((text.to_owned(), Plan::read(text)));
            self.took = began.elapsed();
        }
        &self.parsed.get_or_insert_with(|| (String::new(), Plan::read(""))).1
    }

    /// Parses the text, unless that is slow and the user is typing. Returns true if it is still to be parsed.
    fn parse_in_pause(&mut self) -> bool {
        let is_parsed = self.parsed.as_ref().is_some_and(|(text, _)| text == self.plan.text());
        let typing = self.changed.is_some_and(|changed| changed.elapsed() < QUIET);
        if !is_parsed && self.took > SLOW && typing {
            return true;
        }
        self.parse();
        false
    }

    /// Returns the path of the plan in the command, and true if that file has the current text.
    fn plan_file(&self) -> (PathBuf, bool) {
        match &self.file {
            Some((path, text)) => (path.clone(), text == self.plan.text()),
            None => (PathBuf::from("plan.toml"), false),
        }
    }

    /// Returns the command that plays the plan without a window. `store`: file for the games; `None`: named
    /// after the plan.
    pub fn command(&self, store: Option<&Path>) -> String {
        let (plan, _) = self.plan_file();
        let store = store.map_or_else(|| plan.with_extension("db"), Path::to_owned);
        let parsed = self.result().and_then(|result| result.as_ref().ok());
        let verb = if parsed.is_some_and(|plan| plan.tournament().is_some()) { "tournament" } else { "run" };
        let needs_trust = parsed.is_some_and(|plan| plan.clone().admitted(&Trust::default()).is_err());
        let allow = if needs_trust { " --allow-programs" } else { "" };
        format!("stonefield lab {verb} {} -o {}{allow}", quoted(&plan), quoted(&store))
    }
}

/// Returns a path, quoted for a shell where needed.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), std::borrow::Cow::into_owned)
}

/// Fields of the form: key, label, tooltip, and hint in an empty field.
const FIELDS: [(&str, &str, &str, &str); 9] = [
    ("seed", "Seed", "A whole number; a list varies it", "1"),
    ("games", "Games", "Games of each combination", "100"),
    ("size", "Sizes", "One size, a list as 5, 7, 9x13, or first:step:last as 5:2:19", "19"),
    ("rules", "Rules", "Presets of rules, as under Set-up: chinese, japanese, netlogo-2016, …", "chinese"),
    ("komi", "Komi", "One or several", "of the rules"),
    (
        "black",
        "Black",
        "Minds as everywhere; several are separated by commas, as random, [swarm:radius=2]",
        "sensible",
    ),
    ("white", "White", "Minds as everywhere; several are separated by commas", "sensible"),
    ("open", "Opening", "Random moves that each game opens with, 0 to 60", "0"),
    ("fill", "Fill", "Share of the points with stones before the first move, 0 to 0.9; one or several", "0"),
];

/// Least width of the text at which all buttons are in one row, in points.
const ONE_ROW: f32 = 520.0;

/// Width of the menu of minds beside a field, in points.
const CHOOSER_WIDTH: f32 = 36.0;

/// Width of the form, in points.
pub const FORM_WIDTH: f32 = 280.0;

/// Shows the plan page; returns the requests. `size`: in points. `store`: file of the last run, for the
/// command.
pub fn panel(
    ui: &mut Ui,
    form: &mut PlanForm,
    size: Vec2,
    store: Option<&Path>,
    engines: &[Engine],
) -> Vec<LabRequest> {
    let mut requests = Vec::new();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 18.0;
        column(ui, FORM_WIDTH, |ui| fields(ui, form, size.y, engines, &mut requests));
        let width = (size.x - FORM_WIDTH - 18.0).max(200.0);
        column(ui, width, |ui| text(ui, form, size.y, store, &mut requests));
    });
    requests
}

/// Adds a column. `width`: in points.
pub fn column(ui: &mut Ui, width: f32, body: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), bevy_egui::egui::Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.x = 6.0;
        body(ui);
    });
}

/// Shows the fields of the form.
fn fields(ui: &mut Ui, form: &mut PlanForm, height: f32, engines: &[Engine], requests: &mut Vec<LabRequest>) {
    if !form.plan.is_toml() {
        hint(ui, "The text is not TOML now: the fields come back when it is.");
        return;
    }
    let players = form.plan.is_table("players") || !form.plan.values("players").is_empty();
    let fields = FIELDS.into_iter().filter(|(key, ..)| !(players && matches!(*key, "black" | "white")));
    // Height of the choosers for seats that are vacant on the board, in points.
    let mut choosers = 0.0;
    for (key, name, about, usual) in fields {
        row(ui, name, about, |ui| {
            let chooses = matches!(key, "black" | "white") && !form.plan.is_table(key);
            field(ui, form, key, name, usual, if chooses { CHOOSER_WIDTH } else { 0.0 });
            if chooses {
                choose_minds(ui, form, key, engines);
            }
        });
        let color = Color::ALL.into_iter().find(|color| key == ["black", "white"][color.index()]);
        if let Some(color) = color.filter(|_| !form.plan.is_table(key)) {
            let top = ui.cursor().top();
            choose_instead(ui, form, (key, color), engines);
            choosers += ui.cursor().top() - top;
        }
    }
    if players {
        hint(ui, "A tournament: its players are in the text, and change colours every other game.");
    }
    let mut alternate = form.plan.line("alternate").as_deref() == Some("true");
    let about = "The minds change colours every other game; both games of a pair open alike";
    if !players && switch(ui, &mut alternate, "Alternate colours", about, "").changed() {
        form.set("alternate", if alternate { "true" } else { "" });
    }
    let about = "Size, rules, komi and minds of the game on the board";
    if button(ui, vec2(ui.available_width(), 22.0), "From the board", Weight::Plain, about).clicked() {
        requests.push(LabRequest::FromBoard);
    }
    ui.add_space(4.0);
    ui.label(RichText::new("Measures").color(PanelColors::here(ui).strong));
    well(ui, |ui| {
        let room = (height - 357.0 - choosers).max(90.0);
        ScrollArea::vertical()
            .id_salt("measures")
            .max_height(room)
            .min_scrolled_height(room)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let chosen = form.plan.values("measures");
                let mut changed = None;
                // Every game has the given measures anyway.
                let measures =
                    row_measures().into_iter().filter(|measure| !matches!(measure, RowMeasure::Given(_)));
                for measure in measures {
                    let name = measure.name();
                    let has_name =
                        |text: &String| text.split('@').next().is_some_and(|word| word.trim() == name);
                    let mut on = chosen.iter().any(has_name);
                    let unit = if measure.unit().is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", measure.unit())
                    };
                    if ui
                        .checkbox(&mut on, column_words(name))
                        .on_hover_text(column_about(&format!("{}{unit}", measure.about()), name))
                        .changed()
                    {
                        let mut list: Vec<String> =
                            chosen.iter().filter(|text| !has_name(text)).cloned().collect();
                        list.extend(on.then(|| name.to_owned()));
                        changed = Some(list);
                    }
                }
                if let Some(list) = changed {
                    form.plan.set_list("measures", &list);
                    form.changed = Some(Instant::now());
                }
            });
    });
    hint(
        ui,
        "Each game has winner, result, score, ticks and moves. In the text, name@n measures every n ticks.",
    );
}

/// Says that a seat has no mind on the board, and shows the mind that plays instead, with a list to choose
/// another. Shows nothing for a seat with a mind.
fn choose_instead(ui: &mut Ui, form: &mut PlanForm, (key, color): (&'static str, Color), engines: &[Engine]) {
    let Some(why) = &form.vacant[color] else { return };
    complaint(ui, format!("{why} In the plan plays instead:"));
    let values = form.plan.values(key);
    let built_in = BRAINS.iter().filter(|info| !info.human && !info.external);
    let minds = built_in.map(|info| (info.name.to_owned(), info.name.to_owned()));
    let minds = minds.chain(engines.iter().map(|engine| (engine.name.clone(), engine.spec.to_string())));
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("instead", key)).width(ui.available_width() - 8.0);
    let list = list.selected_text(values.join(", ")).show_ui(ui, |ui| {
        for (name, text) in minds {
            if ui.selectable_label(values == [text.as_str()], name).clicked() {
                chosen = Some(text);
            }
        }
    });
    let label = format!("Instead of {color}'s person");
    list.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, &label));
    if let Some(text) = chosen {
        form.set(key, &format!("[{text}]"));
    }
}

/// Shows the menu of minds beside a field. The ticked minds are the values of the key.
fn choose_minds(ui: &mut Ui, form: &mut PlanForm, key: &'static str, engines: &[Engine]) {
    // The menu stays open while minds are ticked.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new("…").config(config).ui(ui, |ui| {
        let built_in = BRAINS.iter().filter(|info| !info.human && !info.external);
        let built_in =
            built_in.map(|info| (info.name.to_owned(), info.name.to_owned(), info.about.to_owned()));
        let engines = engines.iter().map(|engine| {
            (engine.name.clone(), engine.spec.to_string(), "A program, from the list of engines".to_owned())
        });
        let mut values = form.plan.values(key);
        for (name, text, about) in built_in.chain(engines) {
            let mut on = values.contains(&text);
            if ui.checkbox(&mut on, name).on_hover_text(about).changed() {
                values.retain(|value| *value != text);
                values.extend(on.then_some(text));
                form.plan.set_list(key, &values);
                if let [value] = &values[..] {
                    form.plan.set(key, &format!("[{value}]"));
                }
                form.changed = Some(Instant::now());
            }
        }
    });
    button.on_hover_text("Choose one or several minds");
}

/// Shows a field for the values of a key. `usual`: hint in an empty field. `beside`: width left free on the
/// right, in points.
fn field(ui: &mut Ui, form: &mut PlanForm, key: &'static str, name: &str, usual: &str, beside: f32) {
    if form.plan.is_table(key) {
        hint(ui, format!("[{key}] in the text"));
        return;
    }
    let line = form.plan.line(key).unwrap_or_default();
    let (typed, source) = form.fields.entry(key).or_default();
    if *source != line {
        // The plan was changed elsewhere.
        (*typed, *source) = (line.clone(), line);
    }
    let edit = TextEdit::singleline(typed)
        .hint_text(usual)
        .vertical_align(Align::Center)
        .desired_width(ui.available_width() - 8.0 - beside);
    let response = ui.add(edit);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(WidgetType::TextEdit, true, name);
        info.current_text_value = Some(typed.clone());
        info
    });
    if response.changed() {
        let typed = typed.clone();
        form.set(key, &typed);
        let line = form.plan.line(key).unwrap_or_default();
        form.fields.insert(key, (typed, line));
    }
}

/// Shows the buttons that play the plan. `is_valid`: true if the plan has no error; otherwise the buttons are
/// off.
fn run_buttons(ui: &mut Ui, is_valid: bool, requests: &mut Vec<LabRequest>) {
    for (label, wide, about, request) in [
        (
            "Play",
            84.0,
            "Play the games while the window stays in use; they are kept, and the same plan goes on with what is there",
            LabRequest::Play,
        ),
        ("Into a file…", 104.0, "The same, into a file (a store) that you name", LabRequest::Run),
        (
            "On a wall",
            84.0,
            "Watch the games on the boards of a wall; nothing is kept",
            LabRequest::Watch(None),
        ),
    ] {
        let weight = match (is_valid, &request) {
            (false, _) => Weight::Off,
            (true, LabRequest::Play) => Weight::Accent,
            (true, _) => Weight::Plain,
        };
        if button(ui, vec2(wide, 24.0), label, weight, about).clicked() && is_valid {
            requests.push(request);
        }
    }
}

/// Shows the text, its errors, the buttons and the command.
fn text(ui: &mut Ui, form: &mut PlanForm, height: f32, store: Option<&Path>, requests: &mut Vec<LabRequest>) {
    let colors = PanelColors::here(ui);
    let width = ui.available_width();
    let room = (height - if width < ONE_ROW { 178.0 } else { 148.0 }).max(120.0);
    well(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("plan")
            .max_height(room)
            .min_scrolled_height(room)
            .auto_shrink(false)
            .show(ui, |ui| {
                let mut text = form.plan.text().to_owned();
                let edit = TextEdit::multiline(&mut text)
                    .font(theme::mono_font())
                    .frame(bevy_egui::egui::Frame::NONE)
                    .desired_width(f32::INFINITY)
                    .desired_rows(((room / 16.0) as usize).max(4));
                let response = ui.add(edit);
                response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Plan"));
                if response.changed() {
                    form.set_text(text);
                }
            });
    });
    if form.parse_in_pause() {
        hint(ui, "…");
        ui.ctx().request_repaint_after(QUIET);
    } else {
        match form.parse() {
            Ok(plan) => {
                let (combinations, games) = (plan.combinations(), plan.games());
                let total = counted(plan.rows(), "game");
                let words = format!(
                    "{} × {} = {total}",
                    counted(combinations, "combination"),
                    counted(games, "game")
                );
                ui.label(RichText::new(words).color(colors.text));
                if let Some(mind) = plan.unrepeatable() {
                    hint(ui, format!("Not repeatable: {mind} does not play the same again."));
                }
            }
            Err(error) => {
                complaint(ui, error.to_string());
            }
        }
    }
    ui.add_space(2.0);
    let is_valid = matches!(form.result(), Some(Ok(_)));
    ui.horizontal(|ui| {
        if ui.button("Open plan…").on_hover_text("Read a plan from a file into the text").clicked() {
            requests.push(LabRequest::OpenPlan);
        }
        if ui.button("Save plan as…").on_hover_text("Write the text to a file").clicked() {
            requests.push(LabRequest::SavePlan);
        }
        if width >= ONE_ROW {
            from_right(ui, |ui| run_buttons(ui, is_valid, requests));
        }
    });
    // In a narrow window the buttons that play are in a row of their own.
    if width < ONE_ROW {
        ui.horizontal(|ui| from_right(ui, |ui| run_buttons(ui, is_valid, requests)));
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let command = form.command(store);
        from_right(ui, |ui| {
            if ui.button("Copy").on_hover_text("Copy this command").clicked() {
                requests.push(LabRequest::Copy(command.clone()));
            }
            ui.with_layout(bevy_egui::egui::Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new("Repeat").color(colors.weak));
                let line = RichText::new(&command).font(theme::mono_font()).color(colors.strong);
                ui.add(Label::new(line).truncate().selectable(true)).on_hover_text(
                    "The same games without a window; the same command goes on where it was ended",
                );
            });
        });
    });
    if !form.plan_file().1 {
        hint(ui, "The text is not saved as it is: Save plan as… writes the file that the command reads.");
    }
}

impl PlanForm {
    /// Returns the result of parsing the current text; `None` if it is not parsed yet.
    fn result(&self) -> Option<&Result<Plan, PlanError>> {
        self.parsed.as_ref().filter(|(text, _)| text == self.plan.text()).map(|(_, result)| result)
    }
}
