//! The colours of the groups on a board: groups that touch are told apart, and each keeps its colour while it lives.

use super::camera::SceneCamera;
use super::palette::{HUES, group_color_index, hues_resemble, indexed_group_color};
use super::theme::rgb;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy_egui::egui::Color32;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;
use stonefield_go::{ByColor, Color, Point, Size};
use stonefield_sim::{Groups, Occupancy, Pace};

/// On boards of more points groups have colours by their oldest stones: there cells are too small to follow a group by its colour.
const MOST: usize = 128 * 128;

/// No hue is known.
const NONE: u8 = u8::MAX;

/// The colours of the groups on a board that is shown.
#[derive(Component, Clone, Debug, Default)]
pub struct GroupColors {
    /// By the number of a stone: the hue that its group had when it was last seen.
    hues: Vec<u8>,
    /// When the board was changed that this was made for.
    of: Option<[Tick; 2]>,
}

/// By colour and hue: the hue itself and those that resemble it.
static RESEMBLING: LazyLock<ByColor<[HueSet; HUES]>> = LazyLock::new(|| {
    ByColor::from_fn(|color| {
        std::array::from_fn(|one| {
            let mut set = HueSet::default();
            let near =
                |&other: &u8| usize::from(other) == one || hues_resemble(color, one as u32, other.into());
            all_hues().filter(near).for_each(|other| set.add(other));
            set
        })
    })
});

/// No colours are chosen.
static UNKNOWN: GroupColors = GroupColors { hues: Vec::new(), of: None };

/// Chooses the colours of the groups on each board that is shown, where it has changed. A game that steps to the tick where it is shown first has
/// them there, so that an address gives the same colours each time.
pub(crate) fn color_groups(
    mut commands: Commands,
    cameras: Query<&SceneCamera>,
    mut gobans: Query<(Ref<Occupancy>, Ref<Groups>, &Pace, Option<&mut GroupColors>)>,
) {
    for camera in &cameras {
        let Ok((occupancy, groups, pace, colors)) = gobans.get_mut(camera.goban) else { continue };
        if pace.steps() && colors.as_ref().is_none_or(|colors| colors.hues.is_empty()) {
            continue;
        }
        let of = Some([occupancy.last_changed(), groups.last_changed()]);
        match colors {
            Some(colors) if colors.of == of => {}
            Some(mut colors) => {
                colors.of = of;
                colors.update(&occupancy, &groups);
            }
            None => {
                let mut colors = GroupColors { of, ..GroupColors::default() };
                colors.update(&occupancy, &groups);
                commands.entity(camera.goban).insert(colors);
            }
        }
    }
}

impl GroupColors {
    /// Those that a goban has, or none that are chosen.
    #[must_use]
    pub fn or_unknown(known: Option<&Self>) -> &Self {
        known.unwrap_or(&UNKNOWN)
    }

    /// The index of the colour of a stone's group.
    #[must_use]
    pub fn index(&self, groups: &Groups, id: u32, color: Color) -> u32 {
        let known = self.hues.get(id as usize).copied().filter(|&hue| hue != NONE);
        let hue = known.map_or_else(|| groups.oldest(id).unwrap_or(id), u32::from);
        group_color_index(hue, color)
    }

    /// The colour of a stone's group, for the panels' painter.
    #[must_use]
    pub fn ink(&self, groups: &Groups, id: u32, color: Color) -> Color32 {
        rgb(indexed_group_color(self.index(groups, id, color)))
    }

    /// Chooses anew for a board as it stands: what can stay stays.
    fn update(&mut self, occupancy: &Occupancy, groups: &Groups) {
        let size = occupancy.size();
        if size.area() > MOST {
            self.hues.clear();
            return;
        }
        let stone = |index| {
            let id = occupancy.id_at(index)?;
            Some(BoardStone { id, color: occupancy.color_of(id), root: groups.of(id)? })
        };
        self.choose(size, stone);
    }

    /// Chooses the hues of all groups, by what stands on the point with each number.
    fn choose(&mut self, size: Size, stone: impl Fn(usize) -> Option<BoardStone>) {
        let touching = TouchingGroups::of(size, stone);
        let hues = touching.hues(&self.hues);
        for (id, group) in touching.stones {
            let id = id as usize;
            if self.hues.len() <= id {
                self.hues.resize(id + 1, NONE);
            }
            self.hues[id] = hues[group];
        }
    }
}

/// A stone: its number, its colour, and the name of its group.
#[derive(Clone, Copy, Debug)]
struct BoardStone {
    id: u32,
    color: Color,
    root: u32,
}

/// A group, and which others of its colour it touches, on lines or diagonally.
#[derive(Clone, Debug)]
struct TouchingGroup {
    color: Color,
    stones: u32,
    oldest: u32,
    beside: Vec<usize>,
}

/// The groups of a board, in the order of their first points.
#[derive(Default)]
struct TouchingGroups {
    groups: Vec<TouchingGroup>,
    /// The stones, each with the number of its group.
    stones: Vec<(u32, usize)>,
}

/// A set of hues.
#[derive(Clone, Copy, Default)]
struct HueSet(u16);

impl HueSet {
    fn add(&mut self, hue: u8) {
        self.0 |= u16::from(usize::from(hue) < HUES) << (hue % HUES as u8);
    }

    const fn has(self, hue: u8) -> bool {
        self.0 >> hue & 1 == 1
    }

    /// These hues of a colour's groups, and those that resemble one of them.
    fn widened(self, color: Color) -> Self {
        let near = all_hues().filter(|&hue| self.has(hue)).map(|hue| RESEMBLING[color][usize::from(hue)].0);
        Self(near.fold(0, |all, near| all | near))
    }
}

/// All hues.
fn all_hues() -> impl DoubleEndedIterator<Item = u8> {
    0..HUES as u8
}

impl TouchingGroups {
    fn of(size: Size, stone: impl Fn(usize) -> Option<BoardStone>) -> Self {
        let mut all = Self::default();
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut by_point = vec![None; size.area()];
        for (index, place) in by_point.iter_mut().enumerate() {
            let Some(BoardStone { id, color, root }) = stone(index) else { continue };
            let group = *numbers.entry(root).or_insert_with(|| {
                all.groups.push(TouchingGroup { color, stones: 0, oldest: id, beside: Vec::new() });
                all.groups.len() - 1
            });
            let known = &mut all.groups[group];
            (known.stones, known.oldest) = (known.stones + 1, known.oldest.min(id));
            *place = Some(group);
            all.stones.push((id, group));
        }
        for point in size.points() {
            let Some(one) = by_point[size.index(point)] else { continue };
            // The other four of the eight points around look at this one.
            for (x, y) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let near = point.x.checked_add_signed(x).zip(point.y.checked_add_signed(y));
                let near = near.map(|(x, y)| Point::new(x, y)).filter(|&near| size.contains(near));
                let Some(other) = near.and_then(|near| by_point[size.index(near)]) else { continue };
                if one != other && all.groups[one].color == all.groups[other].color {
                    all.groups[one].beside.push(other);
                    all.groups[other].beside.push(one);
                }
            }
        }
        for group in &mut all.groups {
            group.beside.sort_unstable();
            group.beside.dedup();
        }
        all
    }

    /// The hue that most stones of each group had before; [`NONE`] of groups without one.
    fn before(&self, known: &[u8]) -> Vec<u8> {
        let mut votes = vec![[0_u32; HUES]; self.groups.len()];
        for &(id, group) in &self.stones {
            if let Some(&hue) = known.get(id as usize).filter(|&&hue| hue != NONE) {
                votes[group][usize::from(hue)] += 1;
            }
        }
        let most = |votes: [u32; HUES]| {
            let most = all_hues().rev().max_by_key(|&hue| votes[usize::from(hue)]);
            most.filter(|&hue| votes[usize::from(hue)] > 0).unwrap_or(NONE)
        };
        votes.into_iter().map(most).collect()
    }

    /// A hue for each group, by those that stones had before. A group keeps its hue, a larger one before a smaller one that touches it and has the same or one that
    /// resembles it; others get one that no group beside them has, and where there is one, none that resembles theirs.
    fn hues(&self, known: &[u8]) -> Vec<u8> {
        let before = self.before(known);
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order
            .sort_by_key(|&at| (before[at] == NONE, Reverse(self.groups[at].stones), self.groups[at].oldest));
        let mut chosen = vec![NONE; self.groups.len()];
        let mut uses = ByColor::new([0_u32; HUES], [0_u32; HUES]);
        for at in order {
            let TouchingGroup { color, beside, .. } = &self.groups[at];
            let (taken, kept) = (self.around(at, &chosen), before[at]);
            let clear = taken.widened(*color);
            // What those beside it are about to keep is left to them.
            let mut wanted = taken;
            beside.iter().for_each(|&near| wanted.add(before[near]));
            let rarest = |taken: HueSet| {
                let free = all_hues().filter(|&hue| !taken.has(hue));
                free.min_by_key(|&hue| uses[*color][usize::from(hue)])
            };
            let keeps = |taken: HueSet| Some(kept).filter(|&hue| hue != NONE && !taken.has(hue));
            let hue = keeps(clear)
                .or_else(|| rarest(wanted.widened(*color)))
                .or_else(|| keeps(taken))
                .or_else(|| rarest(wanted))
                .or_else(|| rarest(taken))
                .unwrap_or_else(|| self.make_room(at, &mut chosen));
            chosen[at] = hue;
            uses[*color][usize::from(hue)] += 1;
        }
        chosen
    }

    /// The hues of the groups that a group touches.
    fn around(&self, at: usize, chosen: &[u8]) -> HueSet {
        let mut hues = HueSet::default();
        self.groups[at].beside.iter().for_each(|&near| hues.add(chosen[near]));
        hues
    }

    /// Frees a hue for a group around which all are taken, by giving others to those that have it; where none can be freed, it is the one that the fewest
    /// around it have.
    fn make_room(&self, at: usize, chosen: &mut Vec<u8>) -> u8 {
        let beside = &self.groups[at].beside;
        for hue in all_hues() {
            let mut moved = chosen.clone();
            let leaves = |&near: &usize| {
                let taken = self.around(near, &moved);
                let other = all_hues().find(|&other| other != hue && !taken.has(other));
                other.is_some_and(|other| {
                    moved[near] = other;
                    true
                })
            };
            if beside.iter().filter(|&&near| chosen[near] == hue).all(leaves) {
                *chosen = moved;
                return hue;
            }
        }
        let having = |hue: u8| beside.iter().filter(|&&near| chosen[near] == hue).count();
        all_hues().min_by_key(|&hue| having(hue)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::{MIN_GROUP_DISTANCE, color_distance};
    use super::*;
    use proptest::prelude::*;
    use stonefield_go::Rules;
    use stonefield_sim::{GameSetup, Session};

    /// The stones of a board drawn by numbers: 0 is empty, 1 black, 2 white. A stone's number is that of its point.
    fn stones(size: Size, board: &[u8]) -> Vec<Option<BoardStone>> {
        let mut roots: Vec<Option<u32>> = vec![None; size.area()];
        for first in size.points().filter(|&point| board[size.index(point)] > 0) {
            let mut open = vec![first];
            while let Some(point) = open.pop() {
                let index = size.index(point);
                if roots[index].is_none() {
                    roots[index] = Some(size.index(first) as u32);
                    open.extend(
                        size.neighbours(point).filter(|&near| board[size.index(near)] == board[index]),
                    );
                }
            }
        }
        let stone = |(index, root): (usize, Option<u32>)| {
            let color = if board[index] == 1 { Color::Black } else { Color::White };
            Some(BoardStone { id: index as u32, color, root: root? })
        };
        roots.into_iter().enumerate().map(stone).collect()
    }

    /// Every two points that touch, on a line or diagonally, and whose groups differ.
    fn touching(size: Size, stones: &[Option<BoardStone>]) -> Vec<[BoardStone; 2]> {
        let mut pairs = Vec::new();
        for one in size.points() {
            for other in size.points() {
                let near = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)) == 1;
                let both = stones[size.index(one)].zip(stones[size.index(other)]);
                if let Some((a, b)) = both.filter(|(a, b)| near && a.root != b.root) {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    fn color(colors: &GroupColors, stone: BoardStone) -> [f32; 3] {
        indexed_group_color(group_color_index(u32::from(colors.hues[stone.id as usize]), stone.color))
    }

    fn alike(colors: &GroupColors, size: Size, stones: &[Option<BoardStone>]) -> usize {
        let is_alike = |[a, b]: &[BoardStone; 2]| {
            color_distance(color(colors, *a), color(colors, *b)) < MIN_GROUP_DISTANCE
        };
        touching(size, stones).iter().filter(|pair| is_alike(pair)).count()
    }

    proptest! {
        #[test]
        fn groups_that_touch_are_never_alike(side in 2_u16..14, density in 1_u8..10, cells in prop::collection::vec((0_u8..10, 1_u8..3), 169)) {
            let size = Size::square(side).expect("a size");
            let mut board: Vec<u8> = cells[..size.area()].iter().map(|&(lot, color)| if lot < density { color } else { 0 }).collect();
            let mut colors = GroupColors::default();
            // The same board comes back with a tenth of its points changed: what was chosen before does not stand in the way.
            for step in 0..6 {
                let stones = stones(size, &board);
                colors.choose(size, |index| stones[index]);
                prop_assert_eq!(alike(&colors, size, &stones), 0, "{:?}", board);
                for index in (step..board.len()).step_by(10) {
                    board[index] = (board[index] + 1) % 3;
                }
            }
        }
    }

    fn now(session: &Session) -> Vec<Option<BoardStone>> {
        let (occupancy, groups): (&Occupancy, &Groups) = (session.part(), session.part());
        let stone = |index| {
            let id = occupancy.id_at(index)?;
            Some(BoardStone { id, color: occupancy.color_of(id), root: groups.oldest(id)? })
        };
        (0..occupancy.size().area()).map(stone).collect()
    }

    #[test]
    fn groups_keep_their_colours_through_a_game() {
        for (rules, side) in [("chinese", 5), ("chinese", 9), ("chinese", 19), ("netlogo-2016", 9)] {
            let rules = Rules::preset(rules).expect("a preset");
            let setup = GameSetup {
                size: Size::square(side).expect("a size"),
                rules,
                seed: 1,
                ..GameSetup::default()
            };
            let mut session = Session::new(&setup, None).expect("a game");
            let mut colors = GroupColors::default();
            let (mut changes, mut stood, mut resembling) = (0, 0, 0);
            for _ in 0..300 {
                let before = colors.hues.clone();
                colors.update(session.part(), session.part());
                let stones = now(&session);
                let size = session.position().size();
                assert_eq!(alike(&colors, size, &stones), 0, "{}, {side}", rules.name);
                resembling += touching(size, &stones)
                    .iter()
                    .filter(|[a, b]| {
                        let hue = |stone: &BoardStone| u32::from(colors.hues[stone.id as usize]);
                        a.color == b.color && hues_resemble(a.color, hue(a), hue(b))
                    })
                    .count();
                let known = stones.iter().flatten().filter(|stone| (stone.id as usize) < before.len());
                let known: Vec<_> = known.collect();
                stood += known.len();
                changes += known
                    .iter()
                    .filter(|stone| before[stone.id as usize] != colors.hues[stone.id as usize])
                    .count();
                if session.play_out(1).is_some() {
                    break;
                }
            }
            assert_eq!(resembling, 0, "{}, {side}", rules.name);
            assert!(changes * 20 < stood, "{}, {side}: {changes} of {stood}", rules.name);
        }
    }

    #[test]
    fn a_merge_leaves_the_colours_of_other_groups_alone() {
        let size = Size::square(7).expect("a size");
        #[rustfmt::skip]
        let mut board = [
            1, 1, 0, 1, 0, 0, 2,
            0, 0, 0, 0, 0, 2, 0,
            2, 2, 0, 0, 1, 0, 0,
            0, 0, 2, 0, 0, 1, 0,
            1, 0, 0, 2, 0, 1, 0,
            0, 1, 0, 0, 2, 0, 1,
            0, 1, 0, 0, 0, 0, 1,
        ];
        let mut colors = GroupColors::default();
        let first = stones(size, &board);
        colors.choose(size, |index| first[index]);
        let before = colors.hues.clone();
        board[2] = 1;
        let merged = stones(size, &board);
        colors.choose(size, |index| merged[index]);
        assert_eq!(colors.hues[0], before[0], "the larger part gives its colour");
        assert_eq!(colors.hues[0], colors.hues[3]);
        let others = merged.iter().flatten().filter(|stone| stone.id > 3);
        assert!(others.clone().count() > 12);
        assert!(others.into_iter().all(|stone| before[stone.id as usize] == colors.hues[stone.id as usize]));
    }
}
