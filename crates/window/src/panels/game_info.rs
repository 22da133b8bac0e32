//! Window "Game info": shows and edits the record's data on players, event, date and result.

use crate::shell::keys::Action;
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::requests::Requests;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{complaint, hint, stone};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Grid, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2};
use stonefield_go::notation::sgf::{InfoField, NodeId, handicap_of, rules_text};
use stonefield_go::{Color, Rules};
use stonefield_sim::history::Note;
use stonefield_sim::{GameRecord, GameSetup, GobanSetup, RequestKind};

/// Largest width of the window's content, in points.
const WIDTH: f32 = 520.0;

/// Width of the field labels, in points.
const LABEL_WIDTH: f32 = 76.0;

/// Widths of the fields for rank and team, in points.
const RANK: f32 = 64.0;
const TEAM: f32 = 120.0;

const WINDOW: Panel = Panel::floating("Game info", 3).key(Action::GameInfo);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameInfo>().add_window(WINDOW, show);
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&GameRecord, &GobanSetup)>,
    mut info: ResMut<GameInfo>,
    mut panels: OpenPanels,
    mut requests: Requests,
) -> Result {
    let Some((record, setup)) = goban.get() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let height = ctx.content_rect().height() - 130.0;
    let closed = WINDOW.show_headed(ctx, "Game info", (WIDTH, 0.08, 4.0), |ui| {
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            requests.send(panel(ui, &mut info, record, &setup.0));
        });
    });
    if closed {
        panels.set(WINDOW, false);
    }
    Ok(())
}

/// State of the window.
#[derive(Resource, Debug, Default)]
pub struct GameInfo {
    /// Root of the game, and revision of the record, from which the texts were read.
    key: Option<(NodeId, u64)>,
    texts: [String; InfoField::ALL.len()],
    /// True for each text of which only the beginning is shown. Such texts cannot be edited.
    cut: [bool; InfoField::ALL.len()],
}

/// Longest text, in bytes, that can be edited. Of a longer one only the beginning is shown.
const MAX_TEXT_BYTES: usize = 5_000;

impl GameInfo {
    fn update(&mut self, record: &GameRecord) {
        let key = Some((record.root(), record.revision()));
        if self.key != key {
            let root = record.games().node(record.root());
            self.texts = InfoField::ALL
                .map(|field| root.text_start(field.property(), MAX_TEXT_BYTES).unwrap_or_default());
            self.cut = InfoField::ALL
                .map(|field| root.value(field.property()).is_some_and(|value| value.len() > MAX_TEXT_BYTES));
            self.key = key;
        }
    }
}

/// Draws a field for each property of the game, and one line for board and rules, which cannot be edited
/// here. Returns the requests for the changed fields.
pub fn panel(ui: &mut Ui, info: &mut GameInfo, record: &GameRecord, setup: &GameSetup) -> Vec<RequestKind> {
    if let Err(why) = record.text() {
        hint(ui, format!("Nothing can be written down of this game: {why}."));
        return Vec::new();
    }
    info.update(record);
    let mut changed = Vec::new();
    let whole = ui.available_width();
    Grid::new("game info").num_columns(2).spacing([8.0, 6.0]).min_col_width(LABEL_WIDTH).show(ui, |ui| {
        let rest = whole - LABEL_WIDTH - 8.0;
        for (color, fields) in [
            (Color::Black, [InfoField::BlackName, InfoField::BlackRank, InfoField::BlackTeam]),
            (Color::White, [InfoField::WhiteName, InfoField::WhiteRank, InfoField::WhiteTeam]),
        ] {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 20.0), Sense::hover());
                stone(ui, rect.center(), 6.0, color);
                label(ui, fields[0]);
            });
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let name = rest - RANK - TEAM - 12.0;
                for (field, hint, width) in
                    [(fields[0], "Name", name), (fields[1], "Rank", RANK), (fields[2], "Team", TEAM)]
                {
                    show_field(ui, info, field, hint, width, &mut changed);
                }
            });
            ui.end_row();
        }
        for pair in [
            [InfoField::Event, InfoField::Round],
            [InfoField::Place, InfoField::Date],
            [InfoField::Name, InfoField::Result],
            [InfoField::Annotator, InfoField::User],
            [InfoField::Source, InfoField::Copyright],
        ] {
            label(ui, pair[0]);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let each = (rest - LABEL_WIDTH - 12.0) / 2.0;
                show_field(ui, info, pair[0], "", each, &mut changed);
                ui.scope(|ui| {
                    ui.set_min_width(LABEL_WIDTH);
                    label(ui, pair[1]);
                });
                show_field(ui, info, pair[1], "", each.min(ui.available_width()), &mut changed);
            });
            ui.end_row();
        }
        label(ui, InfoField::Comment);
        show_field(ui, info, InfoField::Comment, "", rest, &mut changed);
        ui.end_row();
        ui.label(weak(ui, "Rules"));
        ui.vertical(|ui| {
            ui.set_max_width(rest);
            ui.add(egui::Label::new(rules_line(record, setup)).wrap());
            hint(ui, "Board, rules, komi and handicap decide the game that is played: others are chosen for a new game, under Set-up.");
        });
        ui.end_row();
    });
    for (field, text) in InfoField::ALL.into_iter().zip(&info.texts) {
        if let Some(why) = field.format_error(text) {
            complaint(ui, format!("{}: {why}", field.title()));
        }
    }
    let root = record.root();
    let note =
        |field: InfoField| RequestKind::Note(root, Note::Info(field, info.texts[field as usize].clone()));
    changed.into_iter().map(note).collect()
}

fn weak(ui: &Ui, text: &str) -> RichText {
    RichText::new(text).color(PanelColors::here(ui).weak)
}

fn label(ui: &mut Ui, field: InfoField) {
    ui.label(weak(ui, field.title())).on_hover_text(field.property());
}

/// Draws the text field of a property. Adds the property to `changed` if the user has edited it.
fn show_field(
    ui: &mut Ui,
    info: &mut GameInfo,
    field: InfoField,
    hint: &str,
    width: f32,
    changed: &mut Vec<InfoField>,
) {
    let text = &mut info.texts[field as usize];
    let error = PanelColors::here(ui).error;
    let is_invalid = field.format_error(text).is_some();
    let edit = match field {
        InfoField::Comment => TextEdit::multiline(text).desired_rows(3),
        _ => TextEdit::singleline(text).vertical_align(egui::Align::Center).min_size(Vec2::new(0.0, 22.0)),
    };
    let edit = edit.id_salt(field.property()).hint_text(hint).desired_width(width);
    let edit = if is_invalid { edit.text_color(error) } else { edit };
    let response = ui.add_enabled(!info.cut[field as usize], edit);
    let name = field.title();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
    if response.changed() {
        changed.push(field);
    }
}

/// Returns board, rules, komi and handicap in one line.
fn rules_line(record: &GameRecord, setup: &GameSetup) -> String {
    let Rules { name, komi, .. } = setup.rules;
    let handicap = handicap_of(record.games().node(record.root()));
    let stones = if handicap > 0 { format!(", handicap {handicap}") } else { String::new() };
    format!("{} board, {} rules, komi {komi}{stones}", record.size(), rules_text(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use stonefield_go::notation::sgf::read_text;
    use stonefield_sim::history::{Heading, open};
    use stonefield_sim::{GobanSetup, create_app};

    /// Opens an SGF text on a goban.
    fn open_text(text: &str) -> (App, Entity) {
        let mut app = create_app();
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let goban = open(app.world_mut(), games, root, Heading::default()).expect("can be shown").goban;
        (app, goban)
    }

    #[test]
    fn edits_become_requests_and_invalid_values_are_complained_about() {
        let (app, goban) =
            open_text("(;SZ[9]KM[6.5]RU[Japanese]PB[Dosaku]BR[9p]WR[strong]DT[1683]GC[A comment];B[cc])");
        let record = app.world().get::<GameRecord>(goban).expect("a record");
        let setup = &app.world().get::<GobanSetup>(goban).expect("a set-up").0;
        let requests = std::cell::RefCell::new(Vec::new());
        let mut info = GameInfo::default();
        let mut harness = Harness::builder().with_size(egui::vec2(560.0, 480.0)).build_ui(|ui| {
            requests.borrow_mut().extend(panel(ui, &mut info, record, setup));
        });
        for value in ["Dosaku", "9p", "1683", "A comment"] {
            assert!(harness.query_all_by_value(value).next().is_some(), "{value}");
        }
        harness.get_by_label("9x9 board, Japanese rules, komi 6.5");
        harness.get_by_label_contains("White's rank: A rank is a number with k, d or p");
        harness.get_by_role_and_label(Role::TextInput, "Event").focus();
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, "Event").type_text("Castle game");
        harness.run();
        drop(harness);
        let note = Note::Info(InfoField::Event, "Castle game".to_owned());
        assert_eq!(requests.into_inner(), [RequestKind::Note(record.root(), note)]);
    }

    #[test]
    fn a_game_without_a_text_record_shows_the_reason() {
        let mut app = create_app();
        let setup = GameSetup { size: "60".parse().expect("a size"), ..GameSetup::default() };
        let goban = stonefield_sim::spawn_goban(app.world_mut(), &setup).expect("a game");
        GameRecord::keep_text(app.world_mut(), goban, Heading::default());
        let record = app.world().get::<GameRecord>(goban).expect("a record");
        let harness = Harness::new_ui(|ui| {
            assert!(panel(ui, &mut GameInfo::default(), record, &setup).is_empty());
        });
        harness.get_by_label_contains("at most 52");
    }
}
