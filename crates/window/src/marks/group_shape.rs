//! Shape of a group: its stones, liberties, eye points and outline.

use bevy::math::Vec2;
use std::collections::BTreeSet;
use stonefield_go::Point;
use stonefield_sim::{Groups, Occupancy};

/// Largest group with a shape, in stones. Larger groups would take longer than a frame.
const MAX_STONES: u32 = 20_000;

/// Points of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupShape {
    /// Points of its stones.
    pub stones: BTreeSet<Point>,
    /// Liberties: the empty points beside the stones.
    pub liberties: BTreeSet<Point>,
    /// Liberties that are eye points of the group's colour.
    pub eyes: BTreeSet<Point>,
}

impl GroupShape {
    /// Returns the group of the stone on a point; `None` without a stone, or with more than 20,000 stones.
    #[must_use]
    pub fn of(occupancy: &Occupancy, groups: &Groups, point: Point) -> Option<Self> {
        let size = occupancy.size();
        let id = occupancy.id(point).filter(|&id| groups.size(id) <= MAX_STONES)?;
        let color = occupancy.color_of(id);
        let members = groups.members(id).map(|id| size.point(occupancy.index_of(id)));
        let stones: BTreeSet<Point> = members.chain([point]).collect();
        let vacant = |near: &Point| occupancy.id(*near).is_none();
        let near = stones.iter().flat_map(|&stone| size.neighbours(stone));
        let liberties: BTreeSet<Point> = near.filter(vacant).collect();
        let eye = |point: &&Point| occupancy.eye(size.index(**point)) == Some(color);
        let eyes = liberties.iter().filter(eye).copied().collect();
        Some(Self { stones, liberties, eyes })
    }

    /// Returns the edges of its outline, in board coordinates.
    pub fn outline(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.stones.iter().flat_map(|&stone| outer_sides(stone, |near| self.stones.contains(&near)))
    }
}

/// Returns the sides of a point's cell beyond which no point is `inside`, in board coordinates.
pub fn outer_sides(point: Point, inside: impl Fn(Point) -> bool) -> impl Iterator<Item = [Vec2; 2]> {
    let at = Vec2::new(point.x.into(), point.y.into());
    [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |(x, y)| {
        let beside = || Some(Point::new(point.x.checked_add_signed(x)?, point.y.checked_add_signed(y)?));
        let out = Vec2::new(x.into(), y.into()) * 0.5;
        (!beside().is_some_and(&inside)).then(|| [at + out + out.perp(), at + out - out.perp()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Position, Rules, Setup};
    use stonefield_sim::Session;

    fn shape(board: &str, point: &str) -> Option<GroupShape> {
        let setup: Setup = board.parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        let session = Session::at(position).expect("a game");
        GroupShape::of(session.part(), session.part(), point.parse().expect("a point"))
    }

    #[test]
    fn a_group_has_its_liberties_once_and_its_eyes() {
        let board = ". X X . .\n\
                     X . X . .\n\
                     X X X O .\n\
                     . O O . .\n\
                     . . . . .\n";
        let group = shape(board, "C4").expect("a stone");
        let points = |points: &BTreeSet<Point>| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(group.stones.len(), 7);
        assert_eq!(points(&group.liberties), ["A2", "A5", "B4", "D4", "D5"]);
        assert_eq!(points(&group.eyes), ["A5", "B4"]);
        assert_eq!(shape(board, "A1"), None);
    }

    #[test]
    fn an_outline_has_no_sides_between_stones() {
        let board = ". . .\n\
                     X X .\n\
                     . . .\n";
        assert_eq!(shape(board, "A2").expect("a stone").outline().count(), 6);
    }
}
