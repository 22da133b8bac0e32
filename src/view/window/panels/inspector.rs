//! Every component of what was clicked, live.

use super::super::bids;
use super::super::life::GroupLife;
use super::super::state::Selected;
use super::super::theme::{self, PanelColors};
use super::columns::{AddSection, Section};
use super::goban::{BoardReader, Followed, WatchedGoban};
use super::thought::wants;
use super::widgets::{complaint, fact, hint, stone};
use crate::go::{Color, Point};
use crate::notation::counted;
use crate::search::{Bid, Motive};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Label, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2, vec2};
use std::collections::BTreeSet;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Followed>().add_section(Section::Inspector, show);
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban,
    sight: BoardReader,
    life: Res<GroupLife>,
    mut followed: ResMut<Followed>,
    mut selected: ResMut<Selected>,
) {
    let Some(goban) = goban.get() else { return };
    ui.add_space(4.0);
    let colors = PanelColors::here(ui);
    let line = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 1.0));
    ui.painter().hline(line.x_range(), line.top(), Stroke::new(1.0, colors.line));
    ui.add_space(5.0);
    ui.label(RichText::new("Inspector").text_style(theme::heading()).color(colors.strong));
    let inspected = sight.inspect(&goban, selected.0, &mut followed);
    if panel(ui, inspected.as_ref(), life.words()) {
        selected.0 = None;
    }
}

/// A stone's components, and what its goban knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneFacts {
    /// Its number in the order of placement.
    pub id: u32,
    /// The colour of the stone.
    pub color: Color,
    /// Its own liberties.
    pub own: u32,
    /// Its group's pseudo-liberties.
    pub group_liberties: u32,
    /// The tick in which it was placed.
    pub born: u64,
    /// Captures credited to it.
    pub captures: u32,
    /// The oldest stone of its group, if it is in one.
    pub group: Option<u32>,
    /// Stones in its group.
    pub size: u32,
    /// How many like stones it is linked to.
    pub links: u32,
    /// What it bids for, where a swarm plays its colour.
    pub bids: Vec<(Point, Motive, f32)>,
}

/// What was clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// The point that was clicked.
    pub point: Point,
    /// The heat of the patch there.
    pub temperature: f32,
    /// The stone that is there, or the one that is followed.
    pub stone: Option<StoneFacts>,
    /// The stone that was followed and is not on the board.
    pub gone: Option<(u32, Color)>,
    /// What the stones of the swarm that moved last bid for the point.
    pub wanted: Vec<Bid>,
    /// The tick now.
    pub tick: u64,
}

fn heading(ui: &mut Ui, text: &str, about: &str) {
    ui.label(RichText::new(text).color(PanelColors::here(ui).strong)).on_hover_text(about);
}

/// What a stone wants in one way: the points, and how much it offers for each, in the colour of its arrows.
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

/// Shows it, and what is known of its group's life. Returns whether it shall be let go.
pub fn panel(ui: &mut Ui, inspected: Option<&Inspected>, life: Option<&str>) -> bool {
    let Some(seen) = inspected else {
        hint(ui, "Click a stone or an empty point to inspect it. A stone is followed through time.");
        return false;
    };
    let mut close = false;
    ui.horizontal(|ui| {
        let colors = PanelColors::here(ui);
        let shown = seen.stone.as_ref().map(|stone| (stone.id, stone.color)).or(seen.gone);
        if let Some((id, color)) = shown {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(18.0, 20.0), Sense::hover());
            stone(ui, Pos2::new(rect.left() + 8.0, rect.center().y), 7.5, color);
            ui.label(RichText::new(format!("Stone {id}")).color(colors.strong));
        } else {
            ui.label(RichText::new("Empty patch").color(colors.strong));
        }
        ui.label(RichText::new(format!("at {}", seen.point)).color(colors.weak));
        super::widgets::from_right(ui, |ui| close = ui.small_button("×").on_hover_text("Deselect").clicked());
    });
    if let Some((id, _)) = seen.gone {
        complaint(ui, format!("Stone {id} is not on the board at tick {}.", seen.tick));
    }
    if let (Some(life), Some(_)) = (life, &seen.stone) {
        let about = "Whether its group lives, by proof within its region";
        ui.add(Label::new(RichText::new(format!("Life: {life}"))).wrap()).on_hover_text(about);
    }
    if let Some(stone) = &seen.stone {
        fact(ui, "Own liberties", "Free neighbouring points", stone.own.to_string());
        fact(
            ui,
            "Group liberties",
            "Pseudo-liberties: the sum of the members' own, a shared one counting once for each",
            stone.group_liberties.to_string(),
        );
        fact(
            ui,
            "Group",
            "The oldest stone of its group",
            stone.group.map_or("none".to_owned(), |oldest| format!("#{oldest}")),
        );
        fact(ui, "Stones in group", "", stone.size.to_string());
        fact(ui, "Links", "To like stones", stone.links.to_string());
        fact(ui, "Born", "The tick in which it was placed", format!("tick {}", stone.born));
        fact(ui, "Age", "", counted(seen.tick.saturating_sub(stone.born), "tick"));
        fact(ui, "Captures", "Enemy stones its placement took", stone.captures.to_string());
    }
    if let Some(stone) = seen.stone.as_ref().filter(|stone| !stone.bids.is_empty()) {
        heading(
            ui,
            "Bids",
            "What it bid for when its colour moved last: the point, what it wants there, and how much it offers",
        );
        Motive::ALL.into_iter().for_each(|motive| offers(ui, motive, &stone.bids));
    }
    if seen.stone.is_none() && !seen.wanted.is_empty() {
        let stones = seen.wanted.iter().map(|bid| bid.from).collect::<BTreeSet<_>>().len();
        heading(
            ui,
            &format!("Wanted by {}", counted(stones, "stone")),
            "What is bid for the point, summed by motive",
        );
        wants(ui, &bids::motives(seen.wanted.iter()));
    }
    fact(ui, "Temperature", "Of the patch: stones around it, diffused", format!("{:.3}", seen.temperature));
    close
}
