//! Card *New game*: size, rules, players, handicap, and the button that begins the game.

use super::super::record::RecordRequest;
use super::cards::card_panel;
use super::setup::{
    NextGame, SetupDraft, SetupDraftError, SetupParts, handicap_row, minds_of, other_error, rules_row,
    size_row,
};
use crate::shell::card::Card;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::state::NamedEngines;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, row, segments};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{ComboBox, RichText, Ui, Vec2};
use stonefield_go::{ByColor, Color};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, BrainInfo, BrainSpec};
use stonefield_sim::GameSetup;

/// Names of minds for people. A mind that is not listed has its own name.
const NAMES: [(&str, &str); 10] = [
    ("human", "A person"),
    ("random", "Random"),
    ("sensible", "Careful random"),
    ("netlogo", "NetLogo agents"),
    ("temperature", "Heat seeker"),
    ("liberties", "Liberty counter"),
    ("monte-carlo", "Random games"),
    ("mcts", "Tree search"),
    ("negamax", "Look-ahead"),
    ("swarm", "Swarm"),
];

/// Minds that need a text: a list of moves, two minds, or a command. The card *Minds* seats them.
const WITH_TEXT: [&str; 3] = ["scripted", "mix", "gtp"];

/// Titles of the levels.
const LEVELS: [&str; 3] = ["weak", "medium", "strong"];

/// Specifications of the minds that have levels: about 0.02, 0.2 and 2 seconds a move on 9×9, on one thread of a
/// usual machine. The depths of `negamax` take 0.001, 0.01 and 0.1 seconds there.
const SPECS: [[&str; 3]; 3] = [
    ["mcts:playouts=200", "mcts:playouts=3000", "mcts:playouts=30000"],
    ["monte-carlo:games=4", "monte-carlo:games=20", "monte-carlo:games=200"],
    ["negamax:depth=1", "negamax:depth=2", "negamax:depth=3"],
];

/// Choices of who plays: title, tooltip, and true for each colour that a person plays.
const WAYS: [(&str, &str, [bool; 2]); 4] = [
    ("Watch", "Two minds play, and you watch", [false, false]),
    ("Play Black", "You play Black against a mind", [true, false]),
    ("Play White", "You play White against a mind", [false, true]),
    ("Two people", "Two people play at one board", [true, true]),
];

const PANEL: Panel = Panel::new("New game", Place::Card(Card::NewGame), 10);

pub(super) fn plugin(app: &mut App) {
    app.add_view(PANEL, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<SetupParts>,
    engines: Res<NamedEngines>,
    mut next: ResMut<NextGame>,
    mut chosen: Local<Option<ByColor<BrainSpec>>>,
    mut panels: OpenPanels,
    mut records: MessageWriter<RecordRequest>,
    mut notices: ResMut<Notices>,
) {
    let Some(parts @ (_, seats, newcomers)) = goban.get() else { return };
    let mut players = chosen.clone().unwrap_or_else(|| minds_of(seats, newcomers));
    let error = next.error(parts).cloned();
    let Some(draft) = next.draft() else { return };
    let start = panel(ui, draft, &mut players, error.as_ref(), &engines.0);
    if start && let Some(setup) = next.game(parts) {
        let setup = GameSetup { brains: players.clone(), ..setup };
        match setup.check() {
            Ok(()) => {
                records.write(RecordRequest::New { setup: Box::new(setup), run: Some(true) });
                panels.set(card_panel(Card::NewGame), false);
                *chosen = None;
                return;
            }
            Err(why) => notices.show_refusal(why.to_string()),
        }
    }
    if chosen.as_ref() != Some(&players) && (chosen.is_some() || players != minds_of(seats, newcomers)) {
        *chosen = Some(players);
    }
}

/// Shows the fields and the button. Returns true if the user starts the game.
fn panel(
    ui: &mut Ui,
    draft: &mut SetupDraft,
    players: &mut ByColor<BrainSpec>,
    error: Option<&SetupDraftError>,
    engines: &[Engine],
) -> bool {
    let people = Color::ALL.map(|color| players[color].info().human);
    let ways = WAYS.map(|(title, about, people)| (people, title, about));
    for ways in ways.chunks(2) {
        if let Some(people) = segments(ui, people, ways) {
            for (color, person) in Color::ALL.into_iter().zip(people) {
                if person != players[color].info().human {
                    players[color] = spec(if person { "human" } else { SPECS[0][1] });
                }
            }
        }
    }
    ui.add_space(4.0);
    for color in Color::ALL {
        player(ui, color, &mut players[color], engines);
    }
    ui.add_space(4.0);
    size_row(ui, draft, "Size", error);
    rules_row(ui, draft, "Rules");
    handicap_row(ui, draft, "Handicap");
    other_error(ui, error);
    ui.add_space(6.0);
    let (weight, about) = match error {
        Some(error) => (Weight::Off, error.to_string()),
        None => (Weight::Accent, "Begins the game".to_owned()),
    };
    button(ui, Vec2::new(ui.available_width(), 32.0), "Start", weight, &about).clicked() && error.is_none()
}

/// Shows the chooser of a player, and its levels.
fn player(ui: &mut Ui, color: Color, player: &mut BrainSpec, engines: &[Engine]) {
    let engine = engines.iter().find(|engine| engine.spec == *player);
    let text = engine.map_or_else(|| name_of(player.name()), |engine| &engine.name);
    row(ui, &color.to_string(), "Who plays this colour", |ui| {
        let list = ComboBox::from_id_salt(("player", color)).width(ui.available_width()).truncate();
        list.selected_text(text).height(420.0).show_ui(ui, |ui| {
            for info in BRAINS.iter().filter(|info| is_listed(info)) {
                let name = name_of(info.name);
                let label = format!("{name}  ·  {}", info.name);
                if ui.selectable_label(info.name == player.name(), label).on_hover_text(info.about).clicked()
                {
                    let medium =
                        SPECS.iter().map(|specs| specs[1]).find(|text| spec(text).name() == info.name);
                    *player = spec(medium.unwrap_or(info.name));
                }
            }
            for engine in engines {
                let label = format!("{}  ·  gtp", engine.name);
                if ui.selectable_label(engine.spec == *player, label).clicked() {
                    *player = engine.spec.clone();
                }
            }
        });
    });
    let Some(specs) = SPECS.iter().find(|specs| spec(specs[0]).name() == player.name()) else {
        if engine.is_none() {
            row(ui, "", "", |ui| ui.label(RichText::new(player.to_string()).small().weak()));
        }
        return;
    };
    row(ui, "", "", |ui| {
        let level = specs.iter().position(|text| spec(text) == *player);
        let options = [0, 1, 2].map(|at| (Some(at), LEVELS[at], specs[at]));
        if let Some(Some(level)) = segments(ui, level, &options) {
            *player = spec(specs[level]);
        }
    });
}

/// True for a mind that can be chosen without a text.
fn is_listed(info: &BrainInfo) -> bool {
    info.is_possible() && !WITH_TEXT.contains(&info.name)
}

/// Returns the name of a mind for people.
fn name_of(name: &str) -> &str {
    NAMES.iter().find(|(code, _)| *code == name).map_or(name, |(_, words)| words)
}

/// Returns the mind of a text of this file.
fn spec(text: &str) -> BrainSpec {
    text.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    struct Card {
        draft: SetupDraft,
        players: ByColor<BrainSpec>,
        error: Option<SetupDraftError>,
        starts: bool,
    }

    fn card(error: Option<SetupDraftError>) -> egui_kittest::Harness<'static, Card> {
        let setup = GameSetup::default();
        let players = ByColor::new(spec("swarm"), spec("random"));
        let card = Card { draft: SetupDraft::of(&setup), players, error, starts: false };
        harness([260.0, 420.0], card, |ui, card| {
            card.starts |= panel(ui, &mut card.draft, &mut card.players, card.error.as_ref(), &[]);
        })
    }

    #[test]
    fn a_game_against_a_mind_is_two_clicks() {
        let mut window = card(None);
        window.get_by_label("Play Black").click();
        window.run_ok();
        assert!(window.state().players[Color::Black].info().human);
        assert_eq!(window.state().players[Color::White], spec("random"), "the other mind stays");
        window.get_by_label("Play White").click();
        window.run_ok();
        assert_eq!(window.state().players[Color::Black], spec("mcts:playouts=3000"));
        window.get_by_label("strong").click();
        window.run_ok();
        assert_eq!(window.state().players[Color::Black], spec("mcts:playouts=30000"));
        window.get_by_label("Start").click();
        window.run_ok();
        assert!(window.state().starts);
    }

    #[test]
    fn a_field_with_an_error_stops_the_start() {
        let error = SetupDraftError::Size("x".parse::<stonefield_go::Size>().expect_err("no size"));
        let mut window = card(Some(error.clone()));
        window.get_by_label(&error.to_string());
        window.get_by_label("Start").click();
        window.run_ok();
        assert!(!window.state().starts);
    }

    #[test]
    fn every_name_and_level_is_of_a_mind() {
        for name in NAMES.iter().map(|(name, _)| *name).chain(WITH_TEXT) {
            assert!(BRAINS.iter().any(|info| info.name == name), "{name}");
        }
        for text in SPECS.iter().flatten() {
            let read: BrainSpec = text.parse().expect("a mind");
            assert_eq!(text.split(':').next(), Some(read.name()));
        }
    }
}
