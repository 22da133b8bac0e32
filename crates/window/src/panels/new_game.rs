//! Card *New game*: who plays, board, rules and handicap of the next game, and a button that begins it.

use super::super::record::RecordRequest;
use super::cards::card_panel;
use super::minds::LIST_HEIGHT;
use super::setup::{
    NextGame, SetupDraft, SetupDraftError, SetupParts, handicap_row, minds_of, rules_row, size_row,
};
use crate::shell::card::Card;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::{NamedEngines, Watched};
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, complaint, name_group, segments, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, ComboBox, FontSelection, RichText, Sense, Ui, Vec2, WidgetText};
use stonefield_go::{ByColor, Color};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, BrainInfo, BrainSpec};
use stonefield_search::Value;
use stonefield_sim::{GameSetup, Jumped};

const PANEL: Panel = Panel::new("New game", Place::Card(Card::NewGame), 10);

/// Players that the user has chosen for the next game. `None`: those of the game on the board.
#[derive(Resource, Debug, Default)]
struct NextPlayers(Option<ByColor<BrainSpec>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextPlayers>()
        .init_resource::<NamedEngines>()
        .add_view(PANEL, show)
        .add_systems(Update, forget);
}

/// Forgets the chosen players when another game is on the board.
fn forget(mut jumps: MessageReader<Jumped>, watched: Res<Watched>, mut players: ResMut<NextPlayers>) {
    let new_game = jumps.read().filter(|jump| jump.new_game && jump.goban == watched.0).count() > 0;
    if new_game || watched.is_changed() {
        players.0 = None;
    }
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<SetupParts>,
    engines: Res<NamedEngines>,
    mut next: ResMut<NextGame>,
    mut players: ResMut<NextPlayers>,
    mut panels: OpenPanels,
    mut records: MessageWriter<RecordRequest>,
) {
    let Some(goban) = goban.get() else { return };
    let error = next.error(goban).cloned();
    let Some(draft) = next.draft_mut() else { return };
    let (_, seats, newcomers) = goban;
    let before = players.0.clone().unwrap_or_else(|| minds_of(seats, newcomers));
    let mut brains = before.clone();
    let start = panel(ui, draft, &mut brains, &engines.0, error.as_ref());
    if brains != before {
        players.0 = Some(brains.clone());
    }
    if start && let Some(setup) = next.game(goban) {
        records.write(request(setup, brains));
        panels.set(card_panel(Card::NewGame), false);
    }
}

/// Returns the request to begin a game with these players. It runs unless a person moves first.
fn request(setup: GameSetup, brains: ByColor<BrainSpec>) -> RecordRequest {
    let run = setup.position().is_ok_and(|position| !brains[position.to_move()].info().human);
    RecordRequest::New { setup: Box::new(GameSetup { brains, ..setup }), run: Some(run) }
}

/// Who plays, at the top of the card: true for each colour that a person plays, label and tooltip.
const PRESETS: [(ByColor<bool>, &str, &str); 4] = [
    (ByColor::new(false, false), "Watch two minds", "Minds play both colours"),
    (ByColor::new(true, false), "Play Black", "You are Black, a mind is White"),
    (ByColor::new(false, true), "Play White", "You are White, a mind is Black"),
    (ByColor::new(true, true), "Two people", "People play both colours, at this window"),
];

/// Smallest width in which all presets are in one row, in points.
const ONE_ROW: f32 = 446.0;

/// Names of minds for people. A mind that is not here has the name of the registry.
const NAMES: [(&str, &str); 13] = [
    ("human", "You"),
    ("random", "Random"),
    ("sensible", "Random, keeps its eyes"),
    ("netlogo", "NetLogo model"),
    ("temperature", "Heat seeker"),
    ("liberties", "Liberty counter"),
    ("monte-carlo", "Flat Monte Carlo"),
    ("mcts", "Monte Carlo tree search"),
    ("negamax", "Full-width search"),
    ("swarm", "Swarm of stones"),
    ("scripted", "List of moves"),
    ("mix", "Mix of two minds"),
    ("gtp", "Go program"),
];

/// Mind that gets a seat in which a mind is to play instead of a person.
const USUAL: &str = "mcts";

/// Levels of a mind with a budget: index in [`BUDGETS`], label and tooltip.
const LEVELS: [(Option<usize>, &str, &str); 3] = [
    (Some(0), "Weak", "About 0.05 seconds a move on 9×9"),
    (Some(1), "Medium", "About half a second a move on 9×9"),
    (Some(2), "Strong", "About three seconds a move on 9×9"),
];

/// Level of a mind that has just been chosen.
const MEDIUM: usize = 1;

/// Minds with a budget: name, parameter, and its value at each level.
///
/// At the levels a move on 9×9 takes about 0.05, 0.5 and 3 seconds. On one core, `mcts` makes 25,000
/// simulations a second (`docs/strength.md`), or 40,000 with those of the last turn's tree. `monte-carlo`
/// plays 2,000 rounds of games a second. `negamax` looks at 1.1 (13×13, `docs/negamax.md`) to 1.7 million
/// nodes a second. Budgets are counts and not times, so that the same seed gives the same game on every
/// machine.
const BUDGETS: [(&str, &str, [i64; 3]); 3] = [
    ("monte-carlo", "games", [100, 1_000, 6_000]),
    ("mcts", "playouts", [1_500, 15_000, 90_000]),
    ("negamax", "nodes", [60_000, 600_000, 4_000_000]),
];

/// Time limit of a mind with a budget, in seconds. It overrides the budget unless it is 0.
const TIME: &str = "time";

/// Returns the parameter of the mind's budget, with its value at each level.
fn budget(spec: &BrainSpec) -> Option<(&'static str, [i64; 3])> {
    BUDGETS.iter().find(|(mind, ..)| *mind == spec.name()).map(|&(_, param, values)| (param, values))
}

/// Returns the level of a mind. `None` if its budget is that of no level.
fn level(spec: &BrainSpec) -> Option<usize> {
    let (param, values) = budget(spec)?;
    let is_timed = spec.get(TIME) != Value::Float(0.0);
    values.iter().position(|&value| !is_timed && spec.get(param) == Value::Int(value))
}

/// Returns the same mind at a level; a mind without a budget unchanged.
fn at_level(spec: BrainSpec, level: usize) -> BrainSpec {
    let Some((param, values)) = budget(&spec) else { return spec };
    let mut copy = spec.clone();
    let set = copy.set(param, Value::Int(values[level]));
    let set = set.and_then(|()| copy.set(TIME, Value::Float(0.0)));
    if set.is_ok() { copy } else { spec }
}

/// Returns a mind by its name, at the medium level if it has levels.
fn mind(name: &str) -> BrainSpec {
    at_level(BrainSpec::named(name).unwrap_or_default(), MEDIUM)
}

/// Returns the players after the click on a preset. `people`: true for each colour that a person is to play.
/// A player of the right kind stays.
fn with_people(brains: &ByColor<BrainSpec>, people: ByColor<bool>) -> ByColor<BrainSpec> {
    ByColor::from_fn(|color| match (people[color], brains[color].info().human) {
        (true, false) => mind("human"),
        (false, true) => mind(USUAL),
        _ => brains[color].clone(),
    })
}

/// Shows the card. Returns true if the user clicked *Start*, which is off while there is an error.
pub fn panel(
    ui: &mut Ui,
    draft: &mut SetupDraft,
    brains: &mut ByColor<BrainSpec>,
    engines: &[Engine],
    error: Option<&SetupDraftError>,
) -> bool {
    ui.push_id(PANEL.title, |ui| {
        name_group(ui, PANEL.title);
        let in_row = if ui.available_width() < ONE_ROW { 2 } else { PRESETS.len() };
        let people = ByColor::from_fn(|color| brains[color].info().human);
        for presets in PRESETS.chunks(in_row) {
            if let Some(people) = segments(ui, people, presets) {
                *brains = with_people(brains, people);
            }
        }
        ui.add_space(4.0);
        for color in Color::ALL {
            ui.push_id(color, |ui| player(ui, color, &mut brains[color], engines));
        }
        ui.add_space(4.0);
        size_row(ui, draft, "Size", error);
        rules_row(ui, draft, "Rules");
        handicap_row(ui, draft, "Handicap");
        if let Some(error) = error.filter(|error| !error.is_of_size()) {
            complaint(ui, error.to_string());
        }
        ui.add_space(4.0);
        let weight = if error.is_some() { Weight::Off } else { Weight::Accent };
        button(ui, Vec2::new(ui.available_width(), 34.0), "Start", weight, "").clicked()
    })
    .inner
}

/// Shows the list of players for a colour, and below it the levels of a mind with a budget.
fn player(ui: &mut Ui, color: Color, spec: &mut BrainSpec, engines: &[Engine]) {
    name_group(ui, &format!("{color} player"));
    ui.horizontal(|ui| {
        name_group(ui, &color.to_string());
        let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, ui.spacing().interact_size.y), Sense::hover());
        stone(ui, rect.center(), 6.5, color);
        let engine = engines.iter().find(|engine| engine.spec == *spec);
        let shown: WidgetText = match engine {
            Some(engine) => (&engine.name).into(),
            None => title(ui, spec.name()).into(),
        };
        let list =
            ComboBox::from_id_salt("player").width(ui.available_width()).height(LIST_HEIGHT).truncate();
        let mut next = None;
        list.selected_text(shown).show_ui(ui, |ui| {
            for info in listed() {
                let is_chosen = engine.is_none() && info.name == spec.name();
                let item = ui.selectable_label(is_chosen, title(ui, info.name)).on_hover_text(info.about);
                if item.clicked() && !is_chosen {
                    next = Some(mind(info.name));
                }
            }
            for listed in engines {
                let is_chosen = engine.is_some_and(|engine| engine.name == listed.name);
                let about = listed.spec.to_string();
                let item = ui.selectable_label(is_chosen, &listed.name).on_hover_text(about);
                if item.clicked() {
                    next = Some(listed.spec.clone());
                }
            }
        });
        if let Some(next) = next {
            *spec = next;
        }
    });
    if budget(spec).is_some()
        && let Some(Some(chosen)) = segments(ui, level(spec), &LEVELS)
    {
        *spec = at_level(spec.clone(), chosen);
    }
}

/// Returns the minds of the registry, a person first. Programs are listed by their names in the settings: one
/// without a command line cannot play.
fn listed() -> Vec<&'static BrainInfo> {
    let mut minds: Vec<_> = BRAINS.iter().filter(|info| !info.external).collect();
    minds.sort_by_key(|info| !info.human);
    minds
}

/// Returns the name of a mind for people, and beside it, small and weak, its name in the registry.
fn title(ui: &Ui, name: &str) -> LayoutJob {
    let for_people = NAMES.iter().find(|(mind, _)| *mind == name).map_or(name, |(_, for_people)| for_people);
    let mut job = LayoutJob::default();
    RichText::new(for_people).append_to(&mut job, ui.style(), FontSelection::Default, Align::Center);
    if !for_people.eq_ignore_ascii_case(name) {
        let code = RichText::new(format!(" · {name}")).small().weak();
        code.append_to(&mut job, ui.style(), FontSelection::Default, Align::Center);
    }
    job
}

#[cfg(test)]
mod tests {
    use super::super::setup;
    use super::*;
    use crate::shell::keys::Action;
    use crate::shell::notices::Notices;
    use crate::shell::panel::{Open, View, panel_entity};
    use crate::testing::harness;
    use bevy_egui::egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_sim::{create_app, spawn_goban};

    /// Requests so far: set-up, and true if the game is to run.
    #[derive(Resource, Default)]
    struct Begun(Vec<(GameSetup, bool)>);

    fn keep(mut requests: MessageReader<RecordRequest>, mut begun: ResMut<Begun>) {
        for request in requests.read() {
            if let RecordRequest::New { setup, run: Some(run) } = request {
                begun.0.push(((**setup).clone(), *run));
            }
        }
    }

    fn spec(text: &str) -> BrainSpec {
        text.parse().expect("a mind")
    }

    /// Returns the card beside a game of these minds on 9×9.
    fn card(minds: [&str; 2]) -> Harness<'static, App> {
        let mut app = create_app();
        let brains = ByColor::new(spec(minds[0]), spec(minds[1]));
        let setup = GameSetup { size: "9".parse().expect("a size"), brains, ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        app.insert_resource(Watched(goban))
            .init_resource::<Notices>()
            .init_resource::<Begun>()
            .add_message::<Action>()
            .add_message::<RecordRequest>()
            .add_plugins((setup::plugin, plugin))
            .add_switched(card_panel(Card::NewGame))
            .add_systems(Update, keep);
        let entity = panel_entity(app.world_mut(), card_panel(Card::NewGame));
        app.world_mut().entity_mut(entity).insert(Open::default());
        let mut card = harness([260.0, 700.0], app, |ui, app| {
            app.update();
            let world = app.world_mut();
            let mut panels = world.query::<(&Panel, &View)>();
            let view = panels.iter(world).find(|(panel, _)| **panel == PANEL).map(|(_, view)| view.0);
            world.run_system_with(view.expect("the card"), ui).expect("it is drawn");
        });
        card.run_steps(4);
        card
    }

    fn click(card: &mut Harness<'_, App>, label: &str) {
        card.get_by_role_and_label(Role::Button, label).click();
        card.run_steps(4);
    }

    /// Returns the players and the flag of the only request so far.
    fn begun(card: &Harness<'_, App>) -> ([String; 2], bool) {
        let [(setup, run)] = &card.state().world().resource::<Begun>().0[..] else { panic!("one request") };
        ([&setup.brains.black, &setup.brains.white].map(ToString::to_string), *run)
    }

    fn players(black: &str, white: &str) -> [String; 2] {
        [black.to_owned(), white.to_owned()]
    }

    #[test]
    fn a_game_against_a_mind_is_three_clicks_away() {
        let mut one = card(["human", "human"]);
        click(&mut one, "Play Black");
        click(&mut one, "Start");
        assert_eq!(begun(&one), (players("human", "mcts:playouts=15000"), false));
        let world = one.state_mut().world_mut();
        assert_eq!(world.query::<&Open>().iter(world).count(), 0, "the card is closed");
        let mut two = card(["swarm", "random"]);
        click(&mut two, "Play White");
        click(&mut two, "Start");
        assert_eq!(begun(&two), (players("swarm", "human"), true), "the mind stays, and moves first");
    }

    #[test]
    fn a_preset_fills_both_seats() {
        let mut card = card(["human", "random"]);
        click(&mut card, "Two people");
        click(&mut card, "Watch two minds");
        let weak: Vec<_> = card.get_all_by_label("Weak").collect();
        assert_eq!(weak.len(), 2, "the minds of both colours have levels");
        weak[0].click();
        card.run_steps(4);
        click(&mut card, "Start");
        assert_eq!(begun(&card), (players("mcts:playouts=1500", "mcts:playouts=15000"), true));
    }

    #[test]
    fn a_player_is_chosen_by_its_name_for_people() {
        let mut card = card(["human", "random"]);
        card.get_all_by_role(Role::ComboBox).nth(1).expect("White's list").click();
        card.run_steps(4);
        click(&mut card, "Swarm of stones · swarm");
        click(&mut card, "Start");
        assert_eq!(begun(&card), (players("human", "swarm"), false));
    }

    #[test]
    fn a_wrong_size_is_named_and_no_game_begins() {
        let mut card = card(["swarm", "random"]);
        let write = |card: &mut Harness<'_, App>, text: &str| {
            card.get_by_role(Role::TextInput).focus();
            card.run_steps(2);
            card.get_by_role(Role::TextInput).type_text(text);
            card.run_steps(4);
        };
        // The field has the size of the game, 9.
        write(&mut card, "999");
        card.get_by_label_contains("is out of range");
        card.get_by_label("Start").click();
        card.run_steps(4);
        assert!(card.state().world().resource::<Begun>().0.is_empty());
        click(&mut card, "13");
        assert!(card.query_by_label_contains("is out of range").is_none());
        write(&mut card, "x");
        card.get_by_label_contains("is not a size");
        click(&mut card, "19");
        click(&mut card, "Start");
        let (setup, _) = &card.state().world().resource::<Begun>().0[0];
        assert_eq!(setup.board().to_string(), "19x19");
    }

    #[test]
    fn levels_are_allowed_and_recognized() {
        for (name, param, _) in BUDGETS {
            let usual = BrainSpec::named(name).expect("listed");
            assert_eq!(level(&usual), None, "{name}");
            for (at, (value, ..)) in LEVELS.into_iter().enumerate() {
                let mut spec = at_level(usual.clone(), at);
                assert_eq!((level(&spec), value), (Some(at), Some(at)), "{name}: {param}");
                spec.set(TIME, Value::Float(1.0)).expect("a time limit");
                assert_eq!(level(&spec), None, "a time limit overrides the budget");
                assert_eq!(level(&at_level(spec, at)), Some(at), "the level removes the time limit");
            }
        }
        assert_eq!((level(&mind("swarm")), level(&mind(USUAL))), (None, Some(MEDIUM)));
    }

    #[test]
    fn names_for_people_belong_to_minds() {
        assert!(NAMES.iter().all(|(name, _)| BrainSpec::named(name).is_ok()));
    }
}
