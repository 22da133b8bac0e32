//! Notice about the point that was selected.

use super::cards::card_panel;
use crate::marks::group_shape::GroupShape;
use crate::shell::card::Card;
use crate::shell::keys::InputSystems;
use crate::shell::notices::Notices;
use crate::shell::panel::OpenPanels;
use crate::shell::state::Selected;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use stonefield_go::Point;
use stonefield_sim::{Groups, Occupancy};

pub(super) fn plugin(app: &mut App) {
    let notify = notify_selected.after(InputSystems::Act);
    app.add_systems(Update, notify.run_if(resource_exists_and_changed::<Selected>));
}

/// Shows a notice about the selected point, unless the card *Facts* shows more.
fn notify_selected(
    selected: Res<Selected>,
    goban: WatchedGoban<(&Occupancy, &Groups)>,
    panels: OpenPanels,
    notices: Option<ResMut<Notices>>,
) {
    let (Some(point), Some((occupancy, groups)), Some(mut notices)) = (selected.0, goban.get(), notices)
    else {
        return;
    };
    if !panels.is_open(card_panel(Card::Facts)) {
        notices.show_notice(selected_words(point, occupancy, groups));
    }
}

/// Returns one line about a point: its stone and group, or that it is empty.
fn selected_words(point: Point, occupancy: &Occupancy, groups: &Groups) -> String {
    let content = match (occupancy.id(point), GroupShape::of(occupancy, groups, point)) {
        (Some(id), Some(group)) => format!(
            "{} {point}: {}, {}",
            occupancy.color_of(id),
            match groups.size(id) {
                1 => "a single stone".to_owned(),
                size => format!("a group of {size}"),
            },
            match group.liberties.len() {
                1 => "1 liberty".to_owned(),
                count => format!("{count} liberties"),
            }
        ),
        (Some(id), None) => format!("{} {point}", occupancy.color_of(id)),
        (None, _) => format!("{point} is empty"),
    };
    format!("{content}. More under Facts")
}
