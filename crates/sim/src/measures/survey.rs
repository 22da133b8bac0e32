//! Survey: what is measured of a board by going over all of it, for where it is asked for.

use crate::agents::GobanView;
use crate::{Referee, TallyRow};
use bevy::ecs::prelude::*;
use stonefield_go::field::ControlGame;
use stonefield_go::{ByColor, Color, territory};
use stonefield_minds::Agents;

/// What is measured of a board by going over all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardSurvey {
    /// Area score of each colour as the board stands, in points, without komi.
    pub area: ByColor<u32>,
    /// Liberties of each group, summed over the groups of each colour.
    pub liberties: ByColor<u32>,
    /// The sum of the control map, above 0 for Black.
    pub control: f64,
}

/// Surveys one game after the other, tick after tick.
#[derive(Clone, Default)]
pub struct Surveyor {
    /// Waves depend on the order in which stones came, so the map is followed.
    control: Option<ControlGame>,
}

impl Surveyor {
    /// What is measured of a goban at this moment, with its row; `None` where there is none.
    pub fn survey(&mut self, world: &World, goban: Entity) -> Option<(TallyRow, BoardSurvey)> {
        let agents = GobanView::of(world, goban)?;
        let position = &world.get::<Referee>(goban)?.position;
        let control = match &mut self.control {
            Some(control) if control.field().size() == position.size() => {
                control.follow(position);
                control
            }
            none => none.insert(ControlGame::new(position, false)),
        };
        // Nought has no sign.
        let control = control.field().score(Color::Black) + 0.0;
        let survey = BoardSurvey { area: area(&agents), liberties: liberties(&agents), control };
        Some((agents.tally.row(), survey))
    }
}

fn area(agents: &GobanView<'_>) -> ByColor<u32> {
    let size = agents.size();
    let stones: Vec<_> = (0..size.area()).map(|index| agents.color_at(index)).collect();
    let (standing, owned) = (agents.occupancy.standing(), territory(size, &stones));
    ByColor::from_fn(|color| standing[color] + owned[color])
}

/// A vacant point is a liberty of each group beside it, once.
fn liberties(agents: &GobanView<'_>) -> ByColor<u32> {
    let mut found = ByColor::default();
    for &point in agents.vacant() {
        let mut beside: [Option<(Color, u32)>; 4] = [None; 4];
        for (place, next) in agents.size().around(point as usize).enumerate() {
            let group = agents.color_at(next).zip(agents.group_id(next));
            if let Some((color, _)) = group.filter(|_| !beside[..place].contains(&group)) {
                beside[place] = group;
                found[color] += 1;
            }
        }
    }
    found
}
