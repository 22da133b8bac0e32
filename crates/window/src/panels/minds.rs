//! Minds of both colours, with a slider, switch or list for each of their parameters.

use super::chooser::{Chooser, choose};
use super::seat::SeatQuestion;
use crate::shell::card::Card;
use crate::shell::key_hints::with_keys;
use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::NamedEngines;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{complaint, hint, row, section, slider, slider_read, stone, switch, typed};
use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Align, Button, CollapsingHeader, ComboBox, Pos2, Slider, TextEdit, Ui, vec2};
use stonefield_go::{ByColor, Color};
use stonefield_minds::engine::{Engine, Program};
use stonefield_minds::{BRAINS, BrainSpec};
use stonefield_search::{ParamInfo, ParamKind, Value};
use stonefield_sim::{Advice, AnswersAtOnce, Newcomers, RequestKind, Seats};

/// The mind that gives advice.
#[derive(Resource, Clone, Debug, Default)]
pub struct Adviser {
    /// The adviser. `None`: the mind that plays.
    pub spec: Option<BrainSpec>,
    chooser: Chooser,
}

const PANEL: Panel = Panel::new("Minds", Place::Card(Card::Minds), 10);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Adviser>()
        .init_resource::<NamedEngines>()
        .add_view(PANEL, show)
        .add_systems(PreUpdate, answer_at_once.run_if(resource_exists_and_changed::<Settings>));
}

fn answer_at_once(settings: Res<Settings>, mut answers: ResMut<AnswersAtOnce>) {
    answers.set_if_neq(AnswersAtOnce(!settings.answer_on_go));
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(&Seats, &Newcomers, &Advice)>,
    mut settings: ResMut<Settings>,
    engines: Res<NamedEngines>,
    mut seat: ResMut<SeatQuestion>,
    mut adviser: ResMut<Adviser>,
    mut typing: Local<Typing>,
    mut requests: Requests,
    mut actions: MessageWriter<Action>,
) {
    let Some((seats, newcomers, advice)) = goban.get() else { return };
    section(ui, "Minds", true, |ui| {
        seat.panel(ui, seats);
        typing.newcomers = ByColor::from_fn(|color| {
            let error = match newcomers.of(color) {
                Some((_, error)) => error,
                // The command of a mind that has failed can be corrected too.
                None => Some(seats.fault(color)?),
            };
            let seated = (!seats.is_absent(color)).then(|| seats.spec(color).clone());
            Some((seated, error.map(str::to_owned)))
        });
        // A program that is to take a seat is shown there, so that its command can be corrected.
        let spec = |color| newcomers.of(color).map_or_else(|| seats.spec(color), |(spec, _)| spec);
        let specs = ByColor::from_fn(|color| spec(color).clone());
        let changed = panel(ui, &specs, &engines.0, &mut typing);
        requests.send(changed.map(|(color, spec)| RequestKind::Seat(color, spec)));
        if Color::ALL.into_iter().any(|color| seats.is_human(color)) {
            let about = "If off, a mind answers your move at once, even while the game is paused";
            let mut on_go = settings.answer_on_go;
            if switch(ui, &mut on_go, "Answer only on Go", about, "").changed() {
                settings.answer_on_go = on_go;
            }
        }
        ui.add_space(4.0);
        let about = ("Advice", "Who is asked for hints and evaluations");
        let Adviser { spec, chooser } = &mut *adviser;
        choose(ui, about, "who plays", spec, &engines.0, chooser);
        let mut compares = advice.compares();
        let key = settings.keys.text(Action::Compare);
        let about = "Up to six minds think at once about the position that stands; their moves stand on the board in their colours";
        if switch(ui, &mut compares, "Compare minds", about, &key).changed() {
            actions.write(Action::Compare);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let buttons = [
                ("Search tree…", Action::SearchTree, "What a mind that searches has looked at"),
                (
                    "Engines…",
                    Action::Engines,
                    "Other Go programs that can play here: add, change and test them",
                ),
            ];
            let buttons = || buttons.iter().filter(|(_, action, _)| action.is_possible());
            let width = (ui.available_width() - 4.0) / buttons().count().max(1) as f32;
            for &(title, action, about) in buttons() {
                let about = with_keys(ui, about, action);
                let button = ui.add_sized(vec2(width, 22.0), Button::new(title));
                if button.on_hover_text(about).clicked() {
                    actions.write(action);
                }
            }
        });
    });
}

/// Largest number of parameters that are all shown. Of more, one less is shown and the rest is folded.
const MAX_UNFOLDED: usize = 5;

/// Largest height of the list of minds, in points.
pub(super) const LIST_HEIGHT: f32 = 460.0;

/// Input that is not applied yet.
#[derive(Clone, Debug, Default)]
pub struct Typing {
    /// Typed text: colour, name of the parameter, text, and the error if it was refused.
    field: Option<(Color, &'static str, String, Option<String>)>,
    /// Seats that a program is to take, or whose mind has failed: the mind in the seat (`None`: empty, the
    /// game waits), and the error, if any.
    newcomers: ByColor<Option<(Option<BrainSpec>, Option<String>)>>,
}

/// Shows the minds of both colours. The lists also have the named engines. Returns the colour that the user
/// changed, with its new mind.
pub fn panel(
    ui: &mut Ui,
    brains: &ByColor<BrainSpec>,
    engines: &[Engine],
    typing: &mut Typing,
) -> Option<(Color, BrainSpec)> {
    let mut changed = None;
    for color in Color::ALL {
        ui.push_id(color, |ui| {
            if let Some(spec) = mind(ui, color, &brains[color], engines, typing) {
                changed = Some((color, spec));
            }
        });
        if color == Color::Black {
            ui.add_space(4.0);
        }
    }
    changed
}

fn mind(
    ui: &mut Ui,
    color: Color,
    spec: &BrainSpec,
    engines: &[Engine],
    typing: &mut Typing,
) -> Option<BrainSpec> {
    let mut next = None;
    let engine = engines.iter().find(|engine| engine.spec == *spec);
    let name = engine.map_or(spec.name(), |engine| &engine.name);
    row(ui, &format!("      {color}"), "", |ui| {
        let left = ui.min_rect().left() + 8.0;
        stone(ui, Pos2::new(left, ui.min_rect().center().y), 6.5, color);
        ComboBox::from_id_salt("mind")
            .width(ui.available_width())
            .height(LIST_HEIGHT)
            .selected_text(name)
            .show_ui(ui, |ui| {
                for info in BRAINS.iter().filter(|info| info.is_possible()) {
                    let item = ui.selectable_label(info.name == name, info.name).on_hover_text(info.about);
                    if item.clicked() && info.name != name {
                        next = BrainSpec::named(info.name).ok();
                    }
                }
                for engine in engines {
                    let about = engine.spec.to_string();
                    let item = ui.selectable_label(engine.name == name, &engine.name).on_hover_text(about);
                    if item.clicked() && engine.name != name {
                        next = Some(engine.spec.clone());
                    }
                }
            });
    });
    if spec.info().human {
        hint(ui, with_keys(ui, &format!("You play {color}: click a point, or pass"), Action::Pass));
    } else {
        hint(ui, format!("A {}: {}", spec.kind(), spec.info().about));
    }
    let params = spec.info().params;
    let (first, more) =
        if params.len() > MAX_UNFOLDED { params.split_at(MAX_UNFOLDED - 1) } else { (params, &[][..]) };
    for param in first {
        next = parameter(ui, color, spec, param, typing).or(next);
        if spec.info().main_param == Some(param.name) {
            next = program_state(ui, color, spec, typing).or(next);
        }
    }
    if !more.is_empty() {
        CollapsingHeader::new(format!("{} more", more.len())).id_salt("more").show_unindented(ui, |ui| {
            for param in more {
                next = parameter(ui, color, spec, param, typing).or(next.take());
            }
        });
    }
    next
}

/// Shows the state of a program that is to take the seat. Returns the program if the user clicks Try again,
/// or the mind in the seat if the user keeps it.
fn program_state(ui: &mut Ui, color: Color, spec: &BrainSpec, typing: &Typing) -> Option<BrainSpec> {
    let (seated, error) = typing.newcomers[color].as_ref()?;
    let mut next = None;
    let is_empty = Program::of(spec).is_some_and(|program| program.words.is_empty());
    let until = match seated {
        Some(seated) => format!("{} keeps the seat until it answers", seated.name()),
        None => "the game waits until it answers".to_owned(),
    };
    match error {
        _ if is_empty => hint(ui, format!("Type the command line of a program; {until}")),
        Some(why) => complaint(ui, why.clone()),
        None => hint(ui, format!("It is being started; {until}")),
    };
    ui.horizontal(|ui| {
        if error.is_some() && !is_empty && ui.button("Try again").clicked() {
            next = Some(spec.clone());
        }
        if let Some(seated) = seated.as_ref().filter(|seated| *seated != spec)
            && ui.button(format!("Keep {}", seated.name())).clicked()
        {
            next = Some(seated.clone());
        }
    });
    next
}

/// Shows a parameter. Returns the mind with the new value if the user changed it.
fn parameter(
    ui: &mut Ui,
    color: Color,
    spec: &BrainSpec,
    param: &'static ParamInfo,
    typing: &mut Typing,
) -> Option<BrainSpec> {
    let about = format!(
        "{}{}. {}",
        param.about,
        if param.unit.is_empty() { String::new() } else { format!(" ({})", param.unit) },
        param.allowed()
    );
    let value = spec.get(param.name);
    let mut error = None;
    let new = row(ui, param.name, &about, |ui| match (param.kind, value) {
        (ParamKind::Int { min, max, .. }, Value::Int(old)) => {
            let mut new = old;
            let logarithmic = max.saturating_sub(min) > 1000 && min >= 0;
            let slider = Slider::new(&mut new, min..=max).logarithmic(logarithmic);
            slider_read(ui, slider.custom_formatter(|number, _| shorten(number)), parse_short);
            (new != old).then_some(Value::Int(new))
        }
        (ParamKind::Float { min, max, .. }, Value::Float(old)) => {
            let mut new = old;
            let logarithmic = max - min > 1000.0 && min >= 0.0;
            slider(ui, Slider::new(&mut new, min..=max).logarithmic(logarithmic).max_decimals(3));
            (new != old).then_some(Value::Float(new))
        }
        (ParamKind::Switch { .. }, Value::Switch(old)) => {
            let mut new = old;
            ui.checkbox(&mut new, "");
            (new != old).then_some(Value::Switch(new))
        }
        (ParamKind::Choice { options, .. }, Value::Choice(old)) => {
            let mut new = old;
            ComboBox::from_id_salt(param.name).width(ui.available_width()).selected_text(old).show_ui(
                ui,
                |ui| {
                    for &option in options {
                        ui.selectable_value(&mut new, option, option);
                    }
                },
            );
            (new != old).then_some(Value::Choice(new))
        }
        (ParamKind::Text { .. }, Value::Text(old)) => {
            let (new, why) = text_field(ui, color, param.name, &old, spec, typing);
            error = why;
            new
        }
        _ => None,
    });
    if let Some(why) = error {
        complaint(ui, why);
    }
    let mut copy = spec.clone();
    new.and_then(|value| copy.set(param.name, value).ok()).map(|()| copy)
}

/// Returns a number rounded to few characters: `20000`, `262k`, `4M`, `1.5M`.
fn shorten(number: f64) -> String {
    match number.abs() {
        ..1e5 => format!("{number:.0}"),
        ..1e6 => format!("{:.0}k", number / 1e3),
        _ => format!("{}M", (number / 1e4).round() / 100.0),
    }
}

/// Reads a number, with `k` for thousands or `M` for millions. `None` for other text.
fn parse_short(text: &str) -> Option<f64> {
    let text = text.trim();
    let (digits, unit) = match text.chars().last()? {
        'k' | 'K' => (&text[..text.len() - 1], 1e3),
        'm' | 'M' => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    typed(digits).map(|number| number * unit)
}

/// Shows the field of a text parameter. Returns the new value, once the field has lost the focus and the
/// parameter allows the text; and the error if the text was refused.
fn text_field(
    ui: &mut Ui,
    color: Color,
    name: &'static str,
    old: &str,
    spec: &BrainSpec,
    typing: &mut Typing,
) -> (Option<Value>, Option<String>) {
    let here = typing.field.take_if(|(at, param, ..)| (*at, *param) == (color, name));
    let (mut text, mut why) = here.map_or((old.to_owned(), None), |(_, _, text, why)| (text, why));
    let response = ui.add(
        TextEdit::singleline(&mut text).vertical_align(Align::Center).desired_width(ui.available_width()),
    );
    if response.changed() {
        why = None;
    }
    let mut value = None;
    if response.lost_focus() && text != old {
        match spec.clone().set_text(name, text.trim()) {
            Ok(()) => value = Some(Value::Text(text.trim().to_owned())),
            Err(error) => why = Some(error.to_string()),
        }
    }
    if value.is_none() && (response.has_focus() || why.is_some()) {
        typing.field = Some((color, name, text, why.clone()));
    }
    (value, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_written_short_and_can_be_read() {
        for (number, text) in
            [(20_000.0, "20000"), (262_000.0, "262k"), (4e6, "4M"), (1.5e6, "1.5M"), (1e9, "1000M")]
        {
            assert_eq!(shorten(number), text);
            assert_eq!(parse_short(text), Some(number));
        }
        assert_eq!(
            (parse_short("20k"), parse_short(" 3 M"), parse_short("x"), parse_short("")),
            (Some(20_000.0), Some(3e6), None, None)
        );
    }
}
