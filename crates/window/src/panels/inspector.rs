//! Inspector: the components of the clicked stone or patch, updated while the game runs.

use super::board_reader::{BoardReader, StoneParts};
use super::group_history::{GroupHistory, sparkline};
use super::inspected::{GroupFacts, Inspected, StoneCredit, StoneFacts};
use super::thought::show_motives;
use super::walk::WalkPanel;
use crate::marks::bids;
use crate::marks::life::GroupLife;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::InspectedStone;
use crate::shell::state::Selected;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{Weight, button, complaint, cross, fact, hint, stone};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Label, Pos2, RichText, Sense, Ui, Vec2, vec2};
use std::collections::BTreeSet;
use stonefield_go::notation::counted;
use stonefield_go::{Color, Point};
use stonefield_search::Motive;
use stonefield_sim::{GameRecord, Seats, Swarms, Tally, Thinking};

const PANEL: Panel = Panel::new("Inspector", Place::Facts, 40);

/// Selected point of the board; Esc deselects it.
const SELECTION: Panel = Panel::new("Selection", Place::Board, 30);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InspectedStone>()
        .init_resource::<GroupHistory>()
        .add_closable(
            SELECTION,
            |panel: Res<Selected>| panel.0.is_some(),
            |mut panel: ResMut<Selected>| panel.0 = None,
        )
        .add_view(PANEL, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(StoneParts, (&Thinking, &Swarms, &Tally), &GameRecord, &Seats)>,
    reader: BoardReader,
    life: Res<GroupLife>,
    mut history: ResMut<GroupHistory>,
    mut followed: ResMut<InspectedStone>,
    mut selected: ResMut<Selected>,
    mut walk: ResMut<WalkPanel>,
) {
    let watched = goban.id();
    let Some((stones @ (_, occupancy, ..), minds, record, seats)) = goban.get() else { return };
    let inspected = reader.inspect(stones, minds, selected.0, &mut followed);
    history.update(record.last(), watched, inspected.as_ref());
    if panel(ui, inspected.as_ref(), life.words(), &history) {
        selected.0 = None;
    }
    if let Some(inspected) = &inspected
        && walk_button(ui, inspected)
    {
        walk.begin(watched, occupancy, inspected.point, seats.to_move().unwrap_or(Color::Black));
    }
}

fn heading(ui: &mut Ui, text: &str, about: &str) {
    ui.label(RichText::new(text).color(PanelColors::here(ui).strong)).on_hover_text(about);
}

/// Shows a stone's bids with one motive: points and weights, beside the colour of the arrows.
fn offers(ui: &mut Ui, motive: Motive, bids: &[(Point, Motive, f32)]) {
    let offers = bids.iter().filter(|bid| bid.1 == motive).map(|(to, _, weight)| format!("{to} {weight:.2}"));
    let offers = offers.collect::<Vec<_>>();
    if offers.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(4.0, 1.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(9.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, bids::motive_ink(motive));
        ui.label(RichText::new(format!("{motive}: {}", offers.join(", "))).small());
    });
}

fn age(born: u64, tick: u64) -> String {
    counted(tick.saturating_sub(born), "tick")
}

/// Shows the facts of a stone's group, with plots of its stones and liberties by tick.
fn group_facts(ui: &mut Ui, stone: &StoneFacts, group: GroupFacts, tick: u64, history: &GroupHistory) {
    let color = group.ink;
    fact(ui, "Stones", "", group.stones.to_string());
    sparkline(ui, history.line(|group| group.stones), tick, color);
    let about = "Vacant points beside the group, a shared one counted once";
    let liberties = group.liberties.map_or("too many to count".to_owned(), |(count, _)| count.to_string());
    fact(ui, "Liberties", about, liberties);
    sparkline(ui, history.line(|group| group.liberties.map_or(0, |(count, _)| count)), tick, color);
    fact(
        ui,
        "Pseudo-liberties",
        "The sum of the members' own liberties, a shared one counted once for each",
        stone.pseudo_liberties.to_string(),
    );
    if let Some((_, eyes)) = group.liberties {
        fact(ui, "Eye points", "Vacant points that the group's colour surrounds", eyes.to_string());
    }
    fact(ui, "Age", &format!("Its oldest stone was placed in tick {}", group.born), age(group.born, tick));
    if let Some(captures) = group.captures {
        fact(ui, "Captures", "Enemy stones that its stones took", captures.to_string());
    }
}

/// Shows the button that starts the liberty walk from the inspected point. Returns true if it was clicked.
fn walk_button(ui: &mut Ui, inspected: &Inspected) -> bool {
    let (text, about) = if inspected.stone.is_some() {
        ("Walk its liberties", "Count the liberties of its group step by step")
    } else {
        ("Walk the liberties here", "Count step by step the liberties that a stone placed here would have")
    };
    ui.add_space(2.0);
    button(ui, vec2(ui.available_width(), 22.0), text, Weight::Plain, about).clicked()
}

/// Shows the inspected stone or patch, the life of its group, and plots of the group by tick. Returns true if
/// the user deselects it.
pub fn panel(ui: &mut Ui, inspected: Option<&Inspected>, life: Option<&str>, history: &GroupHistory) -> bool {
    let Some(inspected) = inspected else {
        hint(ui, "Click a stone or an empty point to inspect it. A stone is followed through time.");
        return false;
    };
    let mut close = false;
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        let stone_or_gone = inspected.stone.as_ref().map(|stone| (stone.id, stone.color)).or(inspected.gone);
        if let Some((id, color)) = stone_or_gone {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(18.0, 20.0), Sense::hover());
            stone(ui, Pos2::new(rect.left() + 8.0, rect.center().y), 7.5, color);
            ui.label(RichText::new(format!("Stone {id}")).color(colors.strong));
        } else {
            ui.label(RichText::new("Empty patch").color(colors.strong));
        }
        ui.label(RichText::new(format!("at {}", inspected.point)).color(colors.weak));
        crate::shell::widgets::from_right(ui, |ui| close = cross(ui, "Deselect"));
    });
    if let Some((id, _)) = inspected.gone {
        complaint(ui, format!("Stone {id} is not on the board at tick {}.", inspected.tick));
    }
    if let (Some(life), Some(_)) = (life, &inspected.stone) {
        let about = "Whether its group lives, by proof within its region";
        ui.add(Label::new(RichText::new(format!("Life: {life}"))).wrap()).on_hover_text(about);
    }
    if let Some(stone) = &inspected.stone {
        fact(ui, "Own liberties", "Free neighbouring points", stone.own_liberties.to_string());
        fact(ui, "Links", "To like stones", stone.links.to_string());
        fact(ui, "Age", &format!("Placed in tick {}", stone.born), age(stone.born, inspected.tick));
        match stone.credit {
            StoneCredit::Captures(stones) => {
                fact(ui, "Captures", "Enemy stones its placement took", stones.to_string());
            }
            StoneCredit::Losses(losses) => {
                let about = format!(
                    "What {} has lost by the count of that model. Every stone of the colour carries this number, and it is part of {}'s score; \
                     the stones that died are counted as Captures",
                    stone.color, !stone.color
                );
                fact(ui, &format!("{}'s losses", stone.color), &about, losses.to_string());
            }
        }
    }
    if let Some((stone, group)) = inspected.stone.as_ref().and_then(|stone| Some((stone, stone.group?))) {
        heading(ui, &format!("Group #{}", group.oldest), "The group is named after its oldest stone");
        group_facts(ui, stone, group, inspected.tick, history);
    }
    if let Some(stone) = inspected.stone.as_ref().filter(|stone| !stone.bids.is_empty()) {
        heading(
            ui,
            "Bids",
            "What it bid for when its colour moved last: the point, what it wants there, and how much it offers",
        );
        Motive::ALL.into_iter().for_each(|motive| offers(ui, motive, &stone.bids));
    }
    if inspected.stone.is_none() && !inspected.wanted.is_empty() {
        let stones = inspected.wanted.iter().map(|bid| bid.from).collect::<BTreeSet<_>>().len();
        heading(
            ui,
            &format!("Wanted by {}", counted(stones, "stone")),
            "What is bid for the point, summed by motive",
        );
        show_motives(ui, &bids::motives(inspected.wanted.iter()));
    }
    let temperature = format!("{:.3}", inspected.temperature);
    fact(ui, "Temperature", "Of the patch: stones around it, diffused", temperature);
    close
}
