//! Modal dialogs about records: unsaved changes, games left behind by a crash, and the progress of loading.

use super::super::record::{Loading, RecordRequest, RecordState, SaveAnswer};
use crate::platform::{Host, Platform};
use crate::shell::drawing::grouped;
use crate::shell::files::{AbandonedRecord, GameFacts};
use crate::shell::layout::PanelSystems;
use crate::shell::state::Modal;
use crate::shell::theme::PanelColors;
use crate::shell::widgets::{dialog, from_right};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Button, Context, Key, Label, ProgressBar, RichText, ScrollArea, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::notation::counted;

/// Largest width of a dialog, in points.
const WIDTH: f32 = 430.0;

/// Row width, in points, below which the buttons are below the text; and width of the buttons.
const NARROW: f32 = 340.0;
const BUTTONS: f32 = 150.0;

fn show_dialog(ctx: &Context, title: &str, body: impl FnOnce(&mut Ui)) {
    let width = (ctx.content_rect().width() - 60.0).min(WIDTH);
    dialog(ctx, title, width, body);
}

/// True after the user chose to be asked later about games left behind.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Postponed(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Postponed>().add_systems(
        EguiPrimaryContextPass,
        (
            ask_to_save.run_if(in_state(Modal::Unsaved)),
            ask_to_restore.run_if(in_state(Modal::LeftBehind)),
            show_loading.run_if(in_state(Modal::Loading)),
        )
            .in_set(PanelSystems::Modal),
    );
}

fn ask_to_save(
    mut contexts: EguiContexts,
    state: Res<RecordState>,
    mut requests: MessageWriter<RecordRequest>,
) -> Result {
    if let Some(request) = &state.question {
        let answer = ask_about_unsaved(contexts.ctx_mut()?, &state, request);
        requests.write_batch(answer.map(RecordRequest::Answer));
    }
    Ok(())
}

fn ask_to_restore(
    mut contexts: EguiContexts,
    state: Res<RecordState>,
    mut postponed: ResMut<Postponed>,
    mut requests: MessageWriter<RecordRequest>,
) -> Result {
    let mut answers = Vec::new();
    offer(contexts.ctx_mut()?, &state.left, &mut postponed.0, &mut answers);
    requests.write_batch(answers);
    Ok(())
}

/// Draws the progress of loading a long record, and a button that cancels it.
fn show_loading(
    mut contexts: EguiContexts,
    loading: Option<Res<Loading>>,
    mut requests: MessageWriter<RecordRequest>,
) -> Result {
    let Some(loading) = loading else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let mut stops = ctx.input(|input| input.key_pressed(Key::Escape));
    show_dialog(ctx, "Opening a record", |ui| {
        ui.add(Label::new(loading.title()).truncate());
        ui.add_space(8.0);
        let (done, all, plays) = loading.progress();
        let share = if all == 0 { 0.0 } else { done.min(all) as f32 / all as f32 };
        ui.add(ProgressBar::new(share).desired_height(8.0));
        let [done, all] = [done.min(all), all].map(|count| grouped(count as u64));
        let step = if plays { "played" } else { "looked at" };
        ui.add(Label::new(format!("{done} of {all} nodes are {step}")).wrap());
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            from_right(ui, |ui| stops |= ui.button("Cancel").on_hover_text("Esc").clicked());
        });
    });
    if stops {
        requests.write(RecordRequest::GiveUp);
    }
    Ok(())
}

/// Draws the dialog about an unsaved record. Returns the user's answer.
fn ask_about_unsaved(ctx: &Context, state: &RecordState, request: &RecordRequest) -> Option<SaveAnswer> {
    let name = state.path.as_deref().and_then(|path| path.file_name());
    let what = name.map_or_else(|| "the game".to_owned(), |name| name.to_string_lossy().into_owned());
    let reason = match request {
        RecordRequest::Close => "You are closing the window",
        RecordRequest::New { .. } => "You are setting up another game",
        _ => "You are opening another record",
    };
    let mut answer = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        if pressed(Key::Escape) {
            Some(SaveAnswer::Cancel)
        } else if pressed(Key::Enter) {
            Some(SaveAnswer::Save)
        } else {
            None
        }
    });
    show_dialog(ctx, &format!("Save the changes to {what}?"), |ui| {
        let text =
            format!("{reason}. What was played or written since the record was last saved would be lost.");
        ui.add(Label::new(text).wrap());
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            if ui.button("Don't save").clicked() {
                answer = Some(SaveAnswer::Discard);
            }
            from_right(ui, |ui| {
                let colors = PanelColors::here(ui);
                let save = Button::new(RichText::new("Save").color(colors.on_accent)).fill(colors.accent);
                if ui.add(save).on_hover_text("Enter").clicked() {
                    answer = Some(SaveAnswer::Save);
                }
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    answer = Some(SaveAnswer::Cancel);
                }
            });
        });
    });
    answer
}

/// Draws the games left behind, each with buttons that restore or discard it. Enter restores the first.
fn offer(ctx: &Context, left: &[AbandonedRecord], later: &mut bool, requests: &mut Vec<RecordRequest>) {
    let title = if left.len() == 1 { "A game was not saved" } else { "Games were not saved" };
    *later |= ctx.input(|input| input.key_pressed(Key::Escape));
    if ctx.input(|input| input.key_pressed(Key::Enter)) {
        requests.extend(left.first().cloned().map(RecordRequest::Restore));
    }
    show_dialog(ctx, title, |ui| {
        let ended = if Host::IN_BROWSER { "The page was left" } else { "Stonefield ended unexpectedly" };
        let what = match left {
            [_] => "this game was on the board. The game has been kept.",
            _ => "these games were on boards. They have been kept.",
        };
        ui.add(Label::new(format!("{ended} while {what}")).wrap());
        ui.add_space(8.0);
        ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
            for (at, left) in left.iter().enumerate() {
                let [game, when] = words_of(left);
                let show_text = |ui: &mut Ui| {
                    let colors = PanelColors::here(ui);
                    let file = left.note.of.as_ref().unwrap_or(&left.path).display().to_string();
                    ui.vertical(|ui| {
                        ui.add(Label::new(&game).wrap()).on_hover_text(file);
                        ui.add(Label::new(RichText::new(&when).small().color(colors.weak)).wrap());
                    });
                };
                let mut show_buttons = |ui: &mut Ui| {
                    from_right(ui, |ui| {
                        let colors = PanelColors::here(ui);
                        let open = RichText::new("Restore").color(colors.on_accent);
                        let open = Button::new(open).fill(colors.accent);
                        let open = ui.add(open);
                        let open = if at == 0 { open.on_hover_text("Enter") } else { open };
                        if open.clicked() {
                            requests.push(RecordRequest::Restore(left.clone()));
                        }
                        if ui.button("Discard").clicked() {
                            requests.push(RecordRequest::Forget(left.clone()));
                        }
                    });
                };
                if ui.available_width() < NARROW {
                    show_text(ui);
                    ui.horizontal(show_buttons);
                } else {
                    ui.horizontal(|ui| {
                        let room = ui.available_width() - BUTTONS;
                        ui.scope(|ui| {
                            ui.set_max_width(room);
                            show_text(ui);
                        });
                        show_buttons(ui);
                    });
                }
                ui.add_space(4.0);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            from_right(ui, |ui| {
                if ui.button("Ask me later").on_hover_text("Esc").clicked() {
                    *later = true;
                }
            });
        });
    });
}

/// Returns two lines about a game that was left behind: its name, and its file and age.
pub fn words_of(left: &AbandonedRecord) -> [String; 2] {
    let name = left.note.of.as_deref().and_then(|path| path.file_name());
    let name = name.map(|name| name.to_string_lossy().into_owned());
    let game = left.note.game.as_ref().map(|game| {
        let GameFacts { size, black, white, moves } = game;
        format!("{size}, {black} – {white}, {}", counted(*moves as u64, "move"))
    });
    let when = left.age.map(|age| ago(age.as_secs()));
    let when = [when, left.written.clone()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    match (game, name) {
        (Some(game), Some(name)) => [game, [name, when].join(", ")],
        (Some(game), None) => [game, when],
        (None, name) => [name.unwrap_or_else(|| "not saved yet".to_owned()), when],
    }
}

/// Returns the text of an age, in the largest unit that fits, rounded down.
fn ago(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..60 => return "less than a minute ago".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    counted(count, unit) + " ago"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::files::AutosaveNote;
    use core::time::Duration;

    #[test]
    fn ages_have_one_unit() {
        let texts = [5, 60, 3599, 7200, 86_400, 200_000].map(ago);
        assert_eq!(
            texts,
            [
                "less than a minute ago",
                "1 minute ago",
                "59 minutes ago",
                "2 hours ago",
                "1 day ago",
                "2 days ago"
            ]
        );
    }

    #[test]
    fn games_left_behind_have_different_texts() {
        let left = |of: Option<&str>, game: Option<GameFacts>| AbandonedRecord {
            path: "window-1.sgf".into(),
            note: AutosaveNote { of: of.map(Into::into), node: 3, game },
            age: Some(Duration::from_secs(130)),
            written: Some("2026-11-26 13:02:15".to_owned()),
        };
        let game = GameFacts {
            size: "9x9".to_owned(),
            black: "human".to_owned(),
            white: "mcts".to_owned(),
            moves: 34,
        };
        assert_eq!(
            words_of(&left(None, Some(game.clone()))),
            ["9x9, human – mcts, 34 moves", "2 minutes ago, 2026-11-26 13:02:15"]
        );
        assert_eq!(
            words_of(&left(Some("/games/a.sgf"), Some(game)))[1],
            "a.sgf, 2 minutes ago, 2026-11-26 13:02:15"
        );
        assert_eq!(words_of(&left(None, None))[0], "not saved yet");
    }
}
