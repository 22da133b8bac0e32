//! Game info: who played, where and when, and how it ended, as the record says; to be changed here.

use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::PanelSystems;
use crate::shell::panel::{AddPanel, Panel};
use crate::shell::requests::Requests;
use crate::shell::state::Modal;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{close_button, complaint, from_right, hint, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{
    self, Align2, Context, Frame, Grid, Margin, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::notation::sgf::{InfoField, NodeId, handicap_of, rules_text};
use stonefield_go::{Color, Rules};
use stonefield_sim::history::Note;
use stonefield_sim::{GameRecord, GameSetup, RequestKind};

/// How wide the panel is, in points.
const WIDTH: f32 = 520.0;

/// How wide the names of the fields are.
const LABEL: f32 = 76.0;

/// How wide ranks and teams are.
const SHORT: (f32, f32) = (64.0, 120.0);

/// The window, and its place.
const WINDOW: Panel = Panel::floating("Game info", 3);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameInfo>()
        .add_closable(
            WINDOW,
            |window: Res<GameInfo>| window.open,
            |mut window: ResMut<GameInfo>| window.open = false,
        )
        .add_systems(Update, switch.in_set(InputSystems::Act).run_if(switched(Action::GameInfo)))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating).run_if(in_state(Modal::None)),
        );
}

fn switch(mut info: ResMut<GameInfo>) {
    info.switch();
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    mut info: ResMut<GameInfo>,
    mut requests: Requests,
) -> Result {
    if let Some(goban) = goban.get().filter(|_| info.open) {
        requests.send(window(contexts.ctx_mut()?, &mut info, goban.record, &goban.setup.0));
    }
    Ok(())
}

/// The panel, and the texts that are being written.
#[derive(Resource, Debug, Default)]
pub struct GameInfo {
    /// Whether it is shown.
    open: bool,
    /// The game that the texts are of, and how it stood.
    of: Option<(NodeId, u64)>,
    texts: [String; InfoField::ALL.len()],
    /// True for texts of which only the beginning is shown.
    cut: [bool; InfoField::ALL.len()],
}

/// Longest text, in bytes, that is shown whole and can be changed here.
const LONGEST: usize = 5_000;

impl GameInfo {
    /// Shows it, or hides it.
    pub const fn switch(&mut self) {
        self.open = !self.open;
    }

    fn update(&mut self, record: &GameRecord) {
        let of = Some((record.root(), record.revision()));
        if self.of != of {
            let root = record.games().node(record.root());
            self.texts =
                InfoField::ALL.map(|field| root.text_start(field.property(), LONGEST).unwrap_or_default());
            self.cut = InfoField::ALL
                .map(|field| root.value(field.property()).is_some_and(|value| value.len() > LONGEST));
            self.of = of;
        }
    }
}

/// Shows the panel over the board; returns what is to be written.
fn window(ctx: &Context, info: &mut GameInfo, record: &GameRecord, setup: &GameSetup) -> Vec<RequestKind> {
    let mut requests = Vec::new();
    let room = ctx.content_rect().size();
    let width = (room.x - 60.0).min(WIDTH);
    let mut closed = false;
    WINDOW
        .window()
        .resizable(false)
        .frame(Frame::window(&ctx.global_style()).inner_margin(Margin::same(16)))
        .pivot(Align2::CENTER_TOP)
        .default_pos(egui::pos2(room.x / 2.0, (0.08 * room.y).max(16.0)))
        .show(ctx, |ui| {
            ui.set_width(width);
            ui.horizontal(|ui| {
                ui.heading(RichText::new("Game info").color(PanelColors::here(ui).strong));
                from_right(ui, |ui| closed = close_button(ui));
            });
            ui.add_space(4.0);
            ScrollArea::vertical().max_height(room.y - 130.0).show(ui, |ui| {
                requests = panel(ui, info, record, setup);
            });
        });
    info.open = !closed;
    requests
}

/// Shows what the record says of the game, and lets it be written; what the rules say is shown alone.
pub fn panel(ui: &mut Ui, info: &mut GameInfo, record: &GameRecord, setup: &GameSetup) -> Vec<RequestKind> {
    if let Err(why) = record.text() {
        hint(ui, format!("Nothing can be written down of this game: {why}."));
        return Vec::new();
    }
    info.update(record);
    let mut changed = Vec::new();
    let whole = ui.available_width();
    Grid::new("game info").num_columns(2).spacing([8.0, 6.0]).min_col_width(LABEL).show(ui, |ui| {
        let rest = whole - LABEL - 8.0;
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
                let name = rest - SHORT.0 - SHORT.1 - 12.0;
                for (field, hint, width) in
                    [(fields[0], "Name", name), (fields[1], "Rank", SHORT.0), (fields[2], "Team", SHORT.1)]
                {
                    write(ui, info, field, hint, width, &mut changed);
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
                let each = (rest - LABEL - 12.0) / 2.0;
                write(ui, info, pair[0], "", each, &mut changed);
                ui.scope(|ui| {
                    ui.set_min_width(LABEL);
                    label(ui, pair[1]);
                });
                write(ui, info, pair[1], "", each.min(ui.available_width()), &mut changed);
            });
            ui.end_row();
        }
        label(ui, InfoField::Comment);
        write(ui, info, InfoField::Comment, "", rest, &mut changed);
        ui.end_row();
        ui.label(weak(ui, "Rules"));
        ui.vertical(|ui| {
            ui.set_max_width(rest);
            ui.add(egui::Label::new(law(record, setup)).wrap());
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

/// A field for a text.
fn write(
    ui: &mut Ui,
    info: &mut GameInfo,
    field: InfoField,
    hint: &str,
    width: f32,
    changed: &mut Vec<InfoField>,
) {
    let text = &mut info.texts[field as usize];
    let error = PanelColors::here(ui).error;
    let faulty = field.format_error(text).is_some();
    let edit = match field {
        InfoField::Comment => TextEdit::multiline(text).desired_rows(3),
        _ => TextEdit::singleline(text).vertical_align(egui::Align::Center).min_size(Vec2::new(0.0, 22.0)),
    };
    let edit = edit.id_salt(field.property()).hint_text(hint).desired_width(width);
    let edit = if faulty { edit.text_color(error) } else { edit };
    let response = ui.add_enabled(!info.cut[field as usize], edit);
    let name = field.title();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
    if response.changed() {
        changed.push(field);
    }
}

/// Board, rules, komi and handicap in one line.
fn law(record: &GameRecord, setup: &GameSetup) -> String {
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

    /// A record on a goban.
    fn shown(text: &str) -> (App, Entity) {
        let mut app = create_app();
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let goban = open(app.world_mut(), games, root, Heading::default()).expect("can be shown").goban;
        (app, goban)
    }

    #[test]
    fn what_is_typed_is_asked_to_be_written_and_what_is_odd_is_told() {
        let (app, goban) =
            shown("(;SZ[9]KM[6.5]RU[Japanese]PB[Dosaku]BR[9p]WR[strong]DT[1683]GC[A comment];B[cc])");
        let record = app.world().get::<GameRecord>(goban).expect("a record");
        let setup = &app.world().get::<GobanSetup>(goban).expect("a set-up").0;
        let asked = std::cell::RefCell::new(Vec::new());
        let mut info = GameInfo::default();
        let mut harness = Harness::builder().with_size(egui::vec2(560.0, 480.0)).build_ui(|ui| {
            asked.borrow_mut().extend(panel(ui, &mut info, record, setup));
        });
        for known in ["Dosaku", "9p", "1683", "A comment"] {
            assert!(harness.query_all_by_value(known).next().is_some(), "{known}");
        }
        harness.get_by_label("9x9 board, Japanese rules, komi 6.5");
        harness.get_by_label_contains("White's rank: A rank is a number with k, d or p");
        harness.get_by_role_and_label(Role::TextInput, "Event").focus();
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, "Event").type_text("Castle game");
        harness.run();
        drop(harness);
        let meant = Note::Info(InfoField::Event, "Castle game".to_owned());
        assert_eq!(asked.into_inner(), [RequestKind::Note(record.root(), meant)]);
    }

    #[test]
    fn a_game_without_a_record_says_why() {
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
