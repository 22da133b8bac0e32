//! Survey: measurements that need a pass over the whole board, made on request.

use crate::agents::GobanView;
use crate::{Referee, TallyRow};
use bevy::ecs::prelude::*;
use stonefield_go::field::ControlGame;
use stonefield_go::{ByColor, Color, territory};
use stonefield_minds::Agents;

/// Measurements from a pass over the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardSurvey {
    /// Area score of each colour in points, without komi.
    pub area: ByColor<u32>,
    /// Sum of the liberties of each colour's groups.
    pub liberties: ByColor<u32>,
    /// Sum of the control map. Positive: in favour of Black.
    pub control: f64,
}

/// Makes surveys of a game tick by tick, and of other games after it.
#[derive(Clone, Default)]
pub struct Surveyor {
    /// Control map, updated move by move, because the map depends on the order of the moves. `None`: no
    /// survey yet.
    control: Option<ControlGame>,
}

impl Surveyor {
    /// Row and survey of a goban at this moment. `None`: there is no such goban.
    pub fn survey(&mut self, world: &World, goban: Entity) -> Option<(TallyRow, BoardSurvey)> {
        let agents = GobanView::of(world, goban)?;
        let position = &world.get::<Referee>(goban)?.position;
        let control = match &mut self.control {
            Some(control) if control.field().size() == position.size() => {
                control.follow(position);
                control
            }
            other => other.insert(ControlGame::new(position, false)),
        };
        // Adding 0.0 turns -0.0 into 0.0.
        let control = control.field().score(Color::Black) + 0.0;
        let survey = BoardSurvey { area: area(&agents), liberties: liberties(&agents), control };
        Some((agents.tally.row(), survey))
    }
}

fn area(agents: &GobanView<'_>) -> ByColor<u32> {
    let size = agents.size();
    let stones: Vec<_> = (0..size.area()).map(|index| agents.color_at(index)).collect();
    let (stone_counts, owned) = (agents.occupancy.standing(), territory(size, &stones));
    ByColor::from_fn(|color| stone_counts[color] + owned[color])
}

/// Sum of the liberties of each colour's groups: a vacant point counts once for each adjacent group.
fn liberties(agents: &GobanView<'_>) -> ByColor<u32> {
    let mut liberties = ByColor::default();
    for &point in agents.vacant() {
        let mut groups: [Option<(Color, u32)>; 4] = [None; 4];
        for (place, next) in agents.size().around(point as usize).enumerate() {
            let group = agents.color_at(next).zip(agents.group_id(next));
            if let Some((color, _)) = group.filter(|_| !groups[..place].contains(&group)) {
                groups[place] = group;
                liberties[color] += 1;
            }
        }
    }
    liberties
}
