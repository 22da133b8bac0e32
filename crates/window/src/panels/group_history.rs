//! Group history: facts about the inspected group at the shown ticks, and small charts of them.

use super::inspected::{GroupFacts, Inspected};
use crate::shell::theme::PanelColors;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Color32, Sense, Shape, Stroke, Ui, Vec2, pos2};
use std::collections::BTreeMap;

/// Largest number of ticks that are kept. If there are more, every second one is dropped.
const MAX_TICKS: usize = 512;

/// Height of a chart, in points.
const HEIGHT: f32 = 22.0;

/// Facts about the group of one stone, by tick, since the stone was selected.
#[derive(Resource, Default)]
pub struct GroupHistory {
    /// Goban and number of the stone.
    stone: Option<(Entity, u32)>,
    ticks: BTreeMap<u64, GroupFacts>,
}

impl GroupHistory {
    /// Adds the inspected group. Drops the history of another stone, and ticks after `last`, the game's last.
    pub fn update(&mut self, last: u64, goban: Entity, inspected: Option<&Inspected>) {
        let stone = inspected.and_then(|inspected| inspected.stone.as_ref());
        let id = stone.map(|stone| stone.id).or(inspected.and_then(|inspected| Some(inspected.gone?.0)));
        let key = id.map(|id| (goban, id));
        if self.stone != key {
            *self = Self { stone: key, ticks: BTreeMap::new() };
        }
        self.ticks.split_off(&(last + 1));
        if let Some((inspected, group)) = inspected.zip(stone.and_then(|stone| stone.group)) {
            self.ticks.insert(inspected.tick, group);
            if self.ticks.len() > MAX_TICKS {
                let mut even = false;
                self.ticks.retain(|_, _| {
                    even = !even;
                    even
                });
            }
        }
    }

    /// Returns a number of the group for each tick.
    pub fn line(&self, number: impl Fn(&GroupFacts) -> u32) -> Vec<(u64, u32)> {
        self.ticks.iter().map(|(&tick, group)| (tick, number(group))).collect()
    }
}

/// Draws a small chart of a number by tick, from 0, with a mark at `now`. Draws nothing below two ticks.
pub fn sparkline(ui: &mut Ui, line: Vec<(u64, u32)>, now: u64, color: Color32) {
    let (Some(&(first, _)), Some(&(last, _))) = (line.first(), line.last()) else { return };
    if first == last {
        return;
    }
    let max = line.iter().map(|&(_, number)| number).max().unwrap_or(0).max(1);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), Sense::hover());
    let colors = PanelColors::here(ui);
    ui.painter().rect_filled(rect, 3.0, colors.well);
    let plot = rect.shrink2(Vec2::new(4.0, 3.0));
    let at = |tick: u64, number: u32| {
        let along = (tick - first) as f32 / (last - first) as f32;
        pos2(plot.left() + along * plot.width(), plot.bottom() - number as f32 / max as f32 * plot.height())
    };
    // A number is constant until the next known tick.
    let steps = line.windows(2).flat_map(|pair| [at(pair[0].0, pair[0].1), at(pair[1].0, pair[0].1)]);
    let end = line.last().map(|&(tick, number)| at(tick, number));
    ui.painter().add(Shape::line(steps.chain(end).collect(), Stroke::new(1.5, color)));
    if (first..=last).contains(&now) {
        ui.painter().vline(at(now, 0).x, rect.y_range(), Stroke::new(1.0, colors.weak));
    }
    response.on_hover_text(format!("Ticks {first} to {last}, from 0 to {max}"));
}

#[cfg(test)]
mod tests {
    use super::super::inspected::{StoneCredit, StoneFacts};
    use super::*;
    use stonefield_go::{Color, Point};

    fn inspected(id: u32, tick: u64, stones: u32) -> Inspected {
        let group = GroupFacts {
            oldest: id,
            born: 1,
            stones,
            liberties: Some((4, 0)),
            captures: Some(0),
            ink: Color32::WHITE,
        };
        let stone = StoneFacts {
            id,
            color: Color::Black,
            own_liberties: 4,
            pseudo_liberties: 4,
            born: 1,
            credit: StoneCredit::Captures(0),
            group: Some(group),
            links: 0,
            bids: Vec::new(),
        };
        Inspected {
            point: Point::new(0, 0),
            temperature: 0.0,
            stone: Some(stone),
            gone: None,
            wanted: Vec::new(),
            tick,
        }
    }

    #[test]
    fn the_history_is_kept_until_another_stone_is_inspected() {
        let (goban, mut history) = (Entity::PLACEHOLDER, GroupHistory::default());
        for (tick, stones) in [(3, 1), (4, 2), (5, 4), (4, 2)] {
            history.update(5, goban, Some(&inspected(7, tick, stones)));
        }
        assert_eq!(history.line(|group| group.stones), [(3, 1), (4, 2), (5, 4)]);
        // Another continuation is played from tick 4, so tick 5 is dropped.
        history.update(4, goban, Some(&inspected(7, 4, 2)));
        assert_eq!(history.line(|group| group.stones), [(3, 1), (4, 2)]);
        // The stone has been captured: the history is kept, and nothing is added.
        history.update(
            6,
            goban,
            Some(&Inspected { gone: Some((7, Color::Black)), stone: None, ..inspected(7, 6, 0) }),
        );
        assert_eq!(history.line(|group| group.stones).len(), 2);
        history.update(6, goban, Some(&inspected(8, 6, 1)));
        assert_eq!(history.line(|group| group.stones), [(6, 1)]);
    }
}
