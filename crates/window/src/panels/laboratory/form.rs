//! The plan of the laboratory: a form that fills its text, the text itself, what is wrong with it, and the command that plays it.

use super::LabRequest;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{Weight, button, complaint, from_right, hint, row, switch, well};
use bevy::platform::time::Instant;
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{
    Align, FontId, Label, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, Vec2, WidgetInfo,
    WidgetType, vec2,
};
use core::time::Duration;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stonefield_go::notation::counted;
use stonefield_lab::plan::{PlanText, RowMeasure, row_measures};
use stonefield_lab::{Plan, PlanError};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, Trust};
use stonefield_sim::GameSetup;

/// What the form begins with, until it is filled with what is on the board.
const FIRST: &str = "seed = 1\ngames = 100\nsize = 9\nblack = \"sensible\"\nwhite = \"random\"\nalternate = true\nmeasures = [\"captures\", \"largest_group\", \"groups@10\"]\n";

/// A text that takes longer to look through is looked through when nobody has typed for a while.
const SLOW: Duration = Duration::from_millis(15);
const QUIET: Duration = Duration::from_millis(400);

/// A plan while it is written.
pub struct PlanForm {
    plan: PlanText,
    /// What is typed in the fields, and the line of the text that it belongs to.
    fields: BTreeMap<&'static str, (String, String)>,
    /// What the text says, and the text that this is about.
    read: Option<(String, Result<Plan, PlanError>)>,
    /// How long it took to find out, and when the text was changed last.
    took: Duration,
    changed: Option<Instant>,
    /// The text that the window itself has written.
    own: String,
    /// The file that it was read from or written to, and the text that is in it.
    pub file: Option<(PathBuf, String)>,
}

impl Default for PlanForm {
    fn default() -> Self {
        Self::new(FIRST.to_owned())
    }
}

impl PlanForm {
    /// With this text.
    pub fn new(text: String) -> Self {
        let (took, changed, own) = (Duration::ZERO, None, FIRST.to_owned());
        Self {
            plan: PlanText::new(text),
            fields: BTreeMap::new(),
            read: None,
            took,
            changed,
            own,
            file: None,
        }
    }

    /// Whether nobody has written in it.
    pub fn is_untouched(&self) -> bool {
        self.text() == self.own && self.file.is_none()
    }

    /// Has it plan games like that of a set-up.
    pub fn fill(&mut self, setup: &GameSetup) {
        let untouched = self.is_untouched();
        self.plan.set_up(setup);
        self.changed = Some(Instant::now());
        if untouched {
            self.text().to_owned().clone_into(&mut self.own);
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.plan.text()
    }

    /// Has the text be another one.
    pub fn set_text(&mut self, text: String) {
        self.plan = PlanText::new(text);
        self.changed = Some(Instant::now());
    }

    /// Sets a key of the plan to the values of a line.
    pub fn set(&mut self, key: &str, line: &str) {
        self.plan.set(key, line);
        self.changed = Some(Instant::now());
    }

    /// What the text says, looked through now.
    pub fn look(&mut self) -> &Result<Plan, PlanError> {
        let text = self.plan.text();
        if self.read.as_ref().is_none_or(|(of, _)| of != text) {
            let began = Instant::now();
            self.read = Some((text.to_owned(), Plan::read(text)));
            self.took = began.elapsed();
        }
        &self.read.get_or_insert_with(|| (String::new(), Plan::read(""))).1
    }

    /// Looks the text through, unless that takes long and somebody types; whether it is still to be done.
    fn look_in_time(&mut self) -> bool {
        let known = self.read.as_ref().is_some_and(|(of, _)| of == self.plan.text());
        let typing = self.changed.is_some_and(|changed| changed.elapsed() < QUIET);
        if !known && self.took > SLOW && typing {
            return true;
        }
        self.look();
        false
    }

    /// The name of the plan's file in a command, and whether what is in it is this text.
    fn named(&self) -> (PathBuf, bool) {
        match &self.file {
            Some((path, text)) => (path.clone(), text == self.plan.text()),
            None => (PathBuf::from("plan.toml"), false),
        }
    }

    /// The command that plays the plan without a window.
    pub fn command(&self, store: Option<&Path>) -> String {
        let (plan, _) = self.named();
        let store = store.map_or_else(|| plan.with_extension("db"), Path::to_owned);
        let read = self.look_at().and_then(|read| read.as_ref().ok());
        let word = if read.is_some_and(|plan| plan.tournament().is_some()) { "tournament" } else { "run" };
        let asks = read.is_some_and(|plan| plan.clone().admitted(&Trust::default()).is_err());
        let allow = if asks { " --allow-programs" } else { "" };
        format!("stonefield lab {word} {} -o {}{allow}", quoted(&plan), quoted(&store))
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), std::borrow::Cow::into_owned)
}

/// Fields of the form: the key, its name, what it means, and what stands in it where nothing is set.
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
    ("open", "Opening", "Random plies that each game opens with, 0 to 60", "0"),
    ("fill", "Fill", "Share of the points with stones before the first move, 0 to 0.9; one or several", "0"),
];

/// How wide the text is at least for all buttons to stand in one row, in points.
const ONE_ROW: f32 = 520.0;

/// How wide the list of minds beside a field is, in points.
const CHOOSER: f32 = 36.0;

/// How wide the form is, in points.
pub const FORM: f32 = 280.0;

/// Shows the plan, in a room of this size; returns what is asked for. `store` is the file that it was played into last.
pub fn panel(
    ui: &mut Ui,
    form: &mut PlanForm,
    size: Vec2,
    store: Option<&Path>,
    engines: &[Engine],
) -> Vec<LabRequest> {
    let mut asked = Vec::new();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 18.0;
        column(ui, FORM, |ui| fields(ui, form, size.y, engines, &mut asked));
        let width = (size.x - FORM - 18.0).max(200.0);
        column(ui, width, |ui| text(ui, form, size.y, store, &mut asked));
    });
    asked
}

/// A column of this width.
pub fn column(ui: &mut Ui, width: f32, body: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), bevy_egui::egui::Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.x = 6.0;
        body(ui);
    });
}

/// The form.
fn fields(ui: &mut Ui, form: &mut PlanForm, height: f32, engines: &[Engine], asked: &mut Vec<LabRequest>) {
    if !form.plan.is_toml() {
        hint(ui, "The text is not TOML now: the fields come back when it is.");
        return;
    }
    let players = form.plan.is_table("players") || !form.plan.values("players").is_empty();
    let fields = FIELDS.into_iter().filter(|(key, ..)| !(players && matches!(*key, "black" | "white")));
    for (key, name, about, usual) in fields {
        row(ui, name, about, |ui| {
            let chooses = matches!(key, "black" | "white") && !form.plan.is_table(key);
            field(ui, form, key, name, usual, if chooses { CHOOSER } else { 0.0 });
            if chooses {
                choose_minds(ui, form, key, engines);
            }
        });
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
        asked.push(LabRequest::FromBoard);
    }
    ui.add_space(4.0);
    ui.label(RichText::new("Measures").color(PanelColors::here(ui).strong));
    well(ui, |ui| {
        let room = (height - 357.0).max(90.0);
        ScrollArea::vertical()
            .id_salt("measures")
            .max_height(room)
            .min_scrolled_height(room)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let chosen = form.plan.values("measures");
                let mut next = None;
                // Every row has the others anyway.
                let all =
                    row_measures().into_iter().filter(|measure| !matches!(measure, RowMeasure::Given(_)));
                for measure in all {
                    let name = measure.name();
                    let is = |text: &String| text.split('@').next().is_some_and(|word| word.trim() == name);
                    let mut on = chosen.iter().any(is);
                    let unit = if measure.unit().is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", measure.unit())
                    };
                    if ui
                        .checkbox(&mut on, name)
                        .on_hover_text(format!("{}{unit}", measure.about()))
                        .changed()
                    {
                        let mut list: Vec<String> = chosen.iter().filter(|text| !is(text)).cloned().collect();
                        list.extend(on.then(|| name.to_owned()));
                        next = Some(list);
                    }
                }
                if let Some(list) = next {
                    form.plan.set_list("measures", &list);
                    form.changed = Some(Instant::now());
                }
            });
    });
    hint(
        ui,
        "Winner, result, score, ticks and plies are in every row. In the text, name@n measures every n ticks.",
    );
}

/// A list of minds beside a field: those that are ticked play, one after the other.
fn choose_minds(ui: &mut Ui, form: &mut PlanForm, key: &'static str, engines: &[Engine]) {
    // It stays open while minds are ticked.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new("…").config(config).ui(ui, |ui| {
        let known = BRAINS.iter().filter(|info| !info.human && !info.external);
        let known = known.map(|info| (info.name.to_owned(), info.name.to_owned(), info.about.to_owned()));
        let engines = engines.iter().map(|engine| {
            (engine.name.clone(), engine.spec.to_string(), "A program, from the list of engines".to_owned())
        });
        let mut values = form.plan.values(key);
        for (name, text, about) in known.chain(engines) {
            let mut on = values.contains(&text);
            if ui.checkbox(&mut on, name).on_hover_text(about).changed() {
                values.retain(|value| *value != text);
                values.extend(on.then_some(text));
                form.plan.set_list(key, &values);
                if let [one] = &values[..] {
                    form.plan.set(key, &format!("[{one}]"));
                }
                form.changed = Some(Instant::now());
            }
        }
    });
    button.on_hover_text("Choose one or several minds");
}

/// A field of the form: a line for the values of a key, so much narrower than its row.
fn field(ui: &mut Ui, form: &mut PlanForm, key: &'static str, name: &str, usual: &str, beside: f32) {
    if form.plan.is_table(key) {
        hint(ui, format!("[{key}] in the text"));
        return;
    }
    let line = form.plan.line(key).unwrap_or_default();
    let (typed, of) = form.fields.entry(key).or_default();
    if *of != line {
        // The text was changed elsewhere.
        (*typed, *of) = (line.clone(), line);
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

/// What plays the plan.
fn run_buttons(ui: &mut Ui, good: bool, asked: &mut Vec<LabRequest>) {
    for (label, wide, about, request) in [
        (
            "Play",
            84.0,
            "Play the games while the window stays in use; they are kept, and the same plan goes on with what is there",
            LabRequest::Play,
        ),
        ("Into a file…", 104.0, "The same, into a store that you name", LabRequest::Run),
        (
            "On a wall",
            84.0,
            "Watch the games on the boards of a wall; nothing is kept",
            LabRequest::Watch(None),
        ),
    ] {
        let weight = match (good, &request) {
            (false, _) => Weight::Off,
            (true, LabRequest::Play) => Weight::Accent,
            (true, _) => Weight::Plain,
        };
        if button(ui, vec2(wide, 24.0), label, weight, about).clicked() && good {
            asked.push(request);
        }
    }
}

/// The text, and what can be done with it.
fn text(ui: &mut Ui, form: &mut PlanForm, height: f32, store: Option<&Path>, asked: &mut Vec<LabRequest>) {
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
                    .font(FontId::monospace(12.5))
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
    if form.look_in_time() {
        hint(ui, "…");
        ui.ctx().request_repaint_after(QUIET);
    } else {
        match form.look() {
            Ok(plan) => {
                let (combinations, games) = (plan.combinations(), plan.games());
                let rows = counted(plan.rows(), "row");
                let words =
                    format!("{} × {} = {rows}", counted(combinations, "combination"), counted(games, "game"));
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
    let good = matches!(form.look_at(), Some(Ok(_)));
    ui.horizontal(|ui| {
        if ui.button("Open plan…").on_hover_text("Read a plan from a file into the text").clicked() {
            asked.push(LabRequest::OpenPlan);
        }
        if ui.button("Save plan as…").on_hover_text("Write the text to a file").clicked() {
            asked.push(LabRequest::SavePlan);
        }
        if width >= ONE_ROW {
            from_right(ui, |ui| run_buttons(ui, good, asked));
        }
    });
    // In a narrow window they have a row of their own.
    if width < ONE_ROW {
        ui.horizontal(|ui| from_right(ui, |ui| run_buttons(ui, good, asked)));
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let command = form.command(store);
        from_right(ui, |ui| {
            if ui.button("Copy").on_hover_text("Copy this command").clicked() {
                asked.push(LabRequest::Copy(command.clone()));
            }
            ui.with_layout(bevy_egui::egui::Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new("Repeat").color(colors.weak));
                let line = RichText::new(&command).font(FontId::monospace(11.5)).color(colors.strong);
                ui.add(Label::new(line).truncate().selectable(true)).on_hover_text(
                    "The same games without a window; the same command goes on where it was ended",
                );
            });
        });
    });
    if !form.named().1 {
        hint(ui, "The text is not saved as it is: Save plan as… writes the file that the command reads.");
    }
}

impl PlanForm {
    /// What the text says, as far as it has been looked through.
    fn look_at(&self) -> Option<&Result<Plan, PlanError>> {
        self.read.as_ref().filter(|(of, _)| of == self.plan.text()).map(|(_, read)| read)
    }
}
