//! Panel below the boards: minds and numbers of each board, the first differences, and a plot.

use super::super::run::speed;
use super::comparisons_cache::TerritoryCounts;
use super::parts::BoardPartsItem;
use super::thinking_time::ThinkingTime;
use super::{BeginFrom, Beside, COUNTS, NAMES, plot, quirks_of};
use crate::shell::theme::{self, INKS, PanelColors, text_on};
use crate::shell::widgets::{Weight, button, complaint, from_right};
use bevy::ecs::entity::Entity;
use bevy_egui::egui::{
    Align2, Button, ComboBox, Grid, Label, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2,
};
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Outcome};
use stonefield_minds::engine::Engine;
use stonefield_minds::{BRAINS, BrainSpec};
use stonefield_search::rounded;
use stonefield_sim::{Fork, GobanSetup, RequestKind, Seats, Thinking};

/// Content of the panel.
pub struct PanelView<'a, 'w, 's> {
    /// Game from which the boards were made.
    pub home: (&'a GobanSetup, &'a Seats),
    /// Boards that exist.
    pub boards: &'a [(Entity, BoardPartsItem<'w, 's>)],
    /// Engines of the user's list.
    pub engines: &'a [Engine],
    /// Thinking time of the minds on each board.
    pub spent: &'a ThinkingTime,
}

/// Shows the panel; returns the requests to all boards.
pub fn panel(ui: &mut Ui, beside: &mut Beside, view: &PanelView<'_, '_, '_>) -> Vec<RequestKind> {
    let mut requests = controls(ui, beside, view);
    ui.add_space(2.0);
    ScrollArea::horizontal().show(ui, |ui| table(ui, beside, view));
    let from = view.boards.first().and_then(|(_, board)| board.fork).map_or(0, Fork::tick);
    if let Some(why) = &beside.refused {
        complaint(ui, why.clone());
    } else {
        requests.extend(differences(ui, beside, view).into_iter().flatten());
    }
    if !view.boards.is_empty() {
        plot::show(ui, &mut beside.measure, &mut beside.curves, view.boards, from);
    }
    ui.add_space(8.0);
    requests
}

/// Shows the first difference of each other board from the first: a button that brings all boards to that
/// tick, and a sentence. Returns the requests of a clicked button.
fn differences(ui: &mut Ui, beside: &Beside, view: &PanelView<'_, '_, '_>) -> Option<[RequestKind; 2]> {
    let [(_, first), others @ ..] = view.boards else { return None };
    let colors = PanelColors::here(ui);
    let mut requests = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut texts = Vec::new();
        for (at, ((_, other), comparison)) in others.iter().zip(&beside.comparisons).enumerate() {
            let Some(divergence) = comparison.divergence() else { continue };
            let same =
                first.seats.specs() == other.seats.specs() && first.referee.position.rules() == other.referee.position.rules();
            let same = same && first.dice.0 == other.dice.0;
            texts.push(divergence.words([NAMES[0], NAMES[at + 1]], same));
            let Some(tick) = divergence.tick() else { continue };
            let points = comparison.points().map_or(0, std::collections::BTreeSet::len);
            let about = format!(
                "Brings all boards to tick {tick}, the first in which {} differs from A. Circles in its colour mark what differed then: {}. Squares mark what differs now",
                NAMES[at + 1],
                counted(points, "point")
            );
            let is_there = [first, other].into_iter().all(|board| board.record.now() == tick);
            let words = RichText::new(format!("○ {} tick {tick}", NAMES[at + 1])).color(colors.strong);
            let button = ui.add(Button::new(words).small().selected(is_there));
            if button.on_hover_text(about).clicked() {
                // Boards that run would go on from there at once.
                requests = Some([RequestKind::Pause, RequestKind::Seek(tick)]);
            }
        }
        let text = texts.join(" ");
        ui.add(Label::new(RichText::new(&text).color(colors.strong)).truncate()).on_hover_text(text);
    });
    requests
}

/// Shows the controls of all boards; returns the requests of the user.
fn controls(ui: &mut Ui, beside: &mut Beside, view: &PanelView<'_, '_, '_>) -> Vec<RequestKind> {
    let mut requests = Vec::new();
    let colors = PanelColors::here(ui);
    let open = view.boards.iter().any(|(_, board)| board.tally.outcome.is_none());
    let runs = beside.in_step.runs || view.boards.iter().any(|(_, board)| board.pace.running);
    ui.horizontal_wrapped(|ui| {
        let weight = |usual: Weight| if open { usual } else { Weight::Off };
        let (label, go) = if runs { ("Pause", Weight::On) } else { ("Go", Weight::Accent) };
        if button(ui, Vec2::new(66.0, 24.0), label, weight(go), "All boards at once").clicked() && open {
            if beside.in_step.on {
                beside.in_step.runs = !runs;
            } else {
                requests.push(if runs { RequestKind::Pause } else { RequestKind::Play });
            }
        }
        if button(ui, Vec2::new(52.0, 24.0), "Step", weight(Weight::Plain), "One tick on each board")
            .clicked()
            && open
        {
            requests.push(RequestKind::Step(1));
        }
        if button(ui, Vec2::new(58.0, 24.0), "Again", Weight::Plain, "All boards from where they began")
            .clicked()
        {
            beside.wanted = Some(BeginFrom::Again);
        }
        let about = "All boards from the position where the game stands";
        if button(ui, Vec2::new(92.0, 24.0), "From the game", Weight::Plain, about).clicked() {
            beside.wanted = Some(BeginFrom::Here);
        }
        let mut count = beside.chosen.len();
        ComboBox::from_id_salt("count").width(84.0).selected_text(format!("{count} boards")).show_ui(
            ui,
            |ui| {
                for number in COUNTS {
                    ui.selectable_value(&mut count, number, format!("{number} boards"));
                }
            },
        );
        if count != beside.chosen.len() {
            beside.resize(count);
        }
        let mut in_step = beside.in_step.on;
        ui.checkbox(&mut in_step, "In step").on_hover_text("No board is a tick ahead of another");
        if in_step != beside.in_step.on {
            beside.in_step.on = in_step;
            beside.in_step.runs = in_step && runs;
            // When boards begin to play in step, `keep_step` pauses them.
            requests.extend((!in_step && runs).then_some(RequestKind::Play));
        }
        let before = beside.seeds_differ;
        ui.checkbox(&mut beside.seeds_differ, "Own seeds").on_hover_text("Each board with dice of its own");
        if beside.seeds_differ != before {
            beside.wanted = Some(BeginFrom::Again);
        }
        let mut twin = None;
        let (home, _) = view.home;
        if home.0.quirks().is_some() {
            let high = (ui.ctx().content_rect().height() - 120.0).clamp(120.0, 460.0);
            ComboBox::from_id_salt("twin")
                .width(110.0)
                .height(high)
                .selected_text("Without a quirk")
                .show_ui(ui, |ui| {
                    for (name, about) in quirks_of(home) {
                        for (small, place) in [(false, ""), (true, ", small board")] {
                            let label = format!("{}{place}", name.replace('_', " "));
                            if ui.selectable_label(false, label).on_hover_text(about).clicked() {
                                twin = Some((name, small));
                            }
                        }
                    }
                });
        }
        if let Some((quirk, small)) = twin {
            beside.twin(quirk, small);
        }
        if let Some((_, board)) = view.boards.first() {
            ui.allocate_ui(Vec2::new(230.0, 22.0), |ui| {
                requests.extend(speed(ui, board.pace.rate, None).map(RequestKind::Rate));
            });
        }
        from_right(ui, |ui| {
            if ui.button("Close").on_hover_text("Back to the game").clicked() {
                beside.open = false;
            }
            if let Some(from) = view.boards.first().and_then(|(_, board)| board.fork) {
                let text = if from.tick() == 0 {
                    "from the start".to_owned()
                } else {
                    format!("from tick {}", from.tick())
                };
                ui.label(RichText::new(text).color(colors.weak));
            }
        });
    });
    requests
}

/// Shows a table with a row for each board.
fn table(ui: &mut Ui, beside: &mut Beside, view: &PanelView<'_, '_, '_>) {
    let colors = PanelColors::here(ui);
    Grid::new("boards").striped(false).spacing(Vec2::new(12.0, 3.0)).show(ui, |ui| {
        for (title, about) in [
            ("", ""),
            ("Black", "Who plays Black"),
            ("White", "Who plays White"),
            ("Tick", "Ticks played"),
            ("Captures", "Enemy stones that died: Black's, White's"),
            ("Groups", "Groups on the board: Black's, White's"),
            (
                "Territory",
                "Empty points that reach stones of one colour only, as the board stands: Black's, White's",
            ),
            (
                "Area",
                "Territory and stones as the board stands, every stone taken as alive: Black's, White's",
            ),
            ("Who wins", "What the mind that moved last thinks"),
            ("Thought", "How long its minds have worked; only planners tell"),
        ] {
            ui.label(RichText::new(title).small().color(colors.weak)).on_hover_text(about);
        }
        ui.end_row();
        for at in 0..beside.chosen.len() {
            name(ui, at);
            let playing = view.boards.get(at).map(|(_, board)| board.seats.specs().clone());
            let planned = beside.chosen[at].brains(at, view.home);
            let specs = playing.unwrap_or(planned);
            for color in Color::ALL {
                let mut chosen = None;
                let id = (at, color.index());
                mind(
                    ui,
                    id,
                    &specs[color],
                    view.engines,
                    &mut beside.typed,
                    &mut beside.refused,
                    &mut chosen,
                );
                if let Some(spec) = chosen {
                    beside.chosen[at].minds[color] = Some(spec);
                    beside.wanted = Some(BeginFrom::Again);
                }
            }
            if let Some((board, goban)) = view.boards.get(at) {
                facts(ui, *board, goban, &mut beside.counts, view.spent.of(*board));
            }
            ui.end_row();
        }
    });
}

/// Draws the letter of a board on its colour.
fn name(ui: &mut Ui, at: usize) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 9.0, INKS[at % INKS.len()]);
    let font = theme::text_font();
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, NAMES[at % NAMES.len()], font, text_on(at));
}

/// Shows the chooser of a mind: from a list, or typed as on the command line. Sets `chosen` or `refused`.
fn mind(
    ui: &mut Ui,
    id: (usize, usize),
    now: &BrainSpec,
    engines: &[Engine],
    typed: &mut String,
    refused: &mut Option<String>,
    chosen: &mut Option<BrainSpec>,
) {
    let text = now.to_string();
    let label = if text.chars().count() > 16 { format!("{} …", now.name()) } else { text.clone() };
    let list = ComboBox::from_id_salt(("mind", id)).width(120.0).selected_text(label);
    let list = list.close_behavior(bevy_egui::egui::PopupCloseBehavior::CloseOnClickOutside);
    let response = list.show_ui(ui, |ui| {
        let field = ui.add(TextEdit::singleline(typed).hint_text(&text).desired_width(220.0));
        if field.lost_focus() && !typed.trim().is_empty() {
            match typed.trim().parse::<BrainSpec>() {
                Ok(spec) if spec.info().human => {
                    *refused = Some("a person cannot play on several boards at once".to_owned());
                }
                Ok(spec) => (*chosen, *refused) = (Some(spec), None),
                Err(error) => *refused = Some(error.to_string()),
            }
            typed.clear();
            ui.close();
        }
        for info in BRAINS.iter().filter(|info| !info.human && !info.external) {
            if ui.selectable_label(info.name == now.name(), info.name).on_hover_text(info.about).clicked() {
                *chosen = BrainSpec::named(info.name).ok();
                ui.close();
            }
        }
        for engine in engines {
            if ui.selectable_label(engine.spec == *now, &engine.name).clicked() {
                *chosen = Some(engine.spec.clone());
                ui.close();
            }
        }
    });
    response.response.on_hover_text(text);
}

/// Shows the numbers of a board.
fn facts(
    ui: &mut Ui,
    board: Entity,
    goban: &BoardPartsItem<'_, '_>,
    counts: &mut TerritoryCounts,
    spent: Option<f64>,
) {
    let tally = goban.tally;
    let both = |numbers: ByColor<u32>| format!("{} · {}", numbers.black, numbers.white);
    ui.label(tally.tick.to_string());
    ui.label(both(tally.captures));
    ui.label(both(tally.groups));
    let (owned, standing) = (counts.of(board, goban.occupancy), goban.occupancy.standing());
    ui.label(both(owned));
    let score = goban.ending.final_score(tally, goban.referee);
    let counted = match tally.outcome {
        Some(outcome) => format!("The result is {outcome}"),
        None => format!("Counted by the rules now: {}", Outcome::of(score)),
    };
    let about = format!("{counted} (Black {}, White {})", score.black, score.white);
    ui.label(both(ByColor::from_fn(|color| owned[color] + standing[color]))).on_hover_text(about);
    ui.label(chances(goban.thinking).unwrap_or_else(|| "–".to_owned()));
    ui.label(spent.map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.1} s")));
}

/// Returns the last evaluation of the game by a mind of the board, if it gave a winning chance or a lead.
fn chances(thinking: &Thinking) -> Option<String> {
    let color = thinking.color?;
    let thought = thinking.thoughts[color].as_ref()?;
    let black = thought.evaluation().swap_view_for(color);
    match (black.winrate, black.lead.map(|points| rounded(points, 1))) {
        (Some(share), _) => Some(format!("Black {:.0} %", 100.0 * share)),
        (None, Some(lead)) => {
            let leader = if lead < 0.0 { Color::White } else { Color::Black };
            Some(format!("{leader} by {:.1}", lead.abs()))
        }
        (None, None) => None,
    }
}
