//! Colours of groups: groups that touch have different colours, and so have all groups of a colour of stones
//! while there are fewer than [`HUES`]. A group keeps its colour while possible.

use super::camera::SceneCamera;
use super::palette::{HUES, group_color_index, indexed_group_color};
use super::theme::rgb;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy_egui::egui::Color32;
use std::cmp::Reverse;
use std::collections::HashMap;
use stonefield_go::{ByColor, Color, Point, Size};
use stonefield_sim::{Groups, Occupancy, Pace};

/// Largest board on which hues of many groups are chosen, in points. On larger boards cells are too small to
/// follow a group by its colour; it then depends only on the oldest stone of the group, unless there were few
/// groups when it arose.
const MAX_POINTS: usize = 128 * 128;

/// Value for no hue.
const NO_HUE: u8 = u8::MAX;

/// Colours of the groups on a board that is shown.
#[derive(Component, Clone, Debug, Default)]
pub struct GroupColors {
    /// Latest hue that was chosen for each stone's group, by the stone's id.
    hues: Vec<u8>,
    /// Bevy change ticks of the board and of its groups for which the hues were chosen.
    chosen_at: Option<[Tick; 2]>,
}

/// Colours of a board without chosen hues.
static UNKNOWN: GroupColors = GroupColors { hues: Vec::new(), chosen_at: None };

/// Chooses the colours of the groups on each shown board that has changed. A game without colours gets none
/// while it steps to a tick, such as that of a link, so that a link gives the same colours each time.
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
        let chosen_at = Some([occupancy.last_changed(), groups.last_changed()]);
        match colors {
            Some(colors) if colors.chosen_at == chosen_at => {}
            Some(mut colors) => {
                colors.chosen_at = chosen_at;
                colors.update(&occupancy, &groups);
            }
            None => {
                let mut colors = GroupColors { chosen_at, ..GroupColors::default() };
                colors.update(&occupancy, &groups);
                commands.entity(camera.goban).insert(colors);
            }
        }
    }
}

impl GroupColors {
    /// Returns the colours of a goban, or colours without chosen hues.
    #[must_use]
    pub fn or_unknown(colors: Option<&Self>) -> &Self {
        colors.unwrap_or(&UNKNOWN)
    }

    /// Returns the index of the colour of a stone's group: that of the hue of its oldest stone, or else of
    /// the id of this stone.
    #[must_use]
    pub fn index(&self, groups: &Groups, id: u32, color: Color) -> u32 {
        let oldest = groups.oldest(id).unwrap_or(id);
        let chosen = self.hues.get(oldest as usize).copied().filter(|&hue| hue != NO_HUE);
        group_color_index(chosen.map_or(oldest, u32::from), color)
    }

    /// Returns the colour of a stone's group, for the panels' painter.
    #[must_use]
    pub fn ink(&self, groups: &Groups, id: u32, color: Color) -> Color32 {
        rgb(indexed_group_color(self.index(groups, id, color)))
    }

    /// Chooses the hues for the current board. Groups keep their hues where possible.
    fn update(&mut self, occupancy: &Occupancy, groups: &Groups) {
        let size = occupancy.size();
        let colored = ByColor::from_fn(|color| size.area() <= MAX_POINTS || is_few(groups.count(color)));
        if Color::ALL.into_iter().all(|color| !colored[color]) {
            return;
        }
        let stone = |index| {
            let id = occupancy.id_at(index)?;
            let color = occupancy.color_of(id);
            Some(BoardStone { id, color, root: groups.of(id)? }).filter(|_| colored[color])
        };
        self.choose(size, stone);
    }

    /// Chooses the hues of all groups. `stone` returns the stone on the point with an index.
    fn choose(&mut self, size: Size, stone: impl Fn(usize) -> Option<BoardStone>) {
        let touching = TouchingGroups::of(size, stone);
        let hues = touching.hues(&self.hues);
        for (id, group) in touching.stones {
            let id = id as usize;
            if self.hues.len() <= id {
                self.hues.resize(id + 1, NO_HUE);
            }
            self.hues[id] = hues[group];
        }
    }
}

/// Stone: its id, its colour, and the root of its group.
#[derive(Clone, Copy, Debug)]
struct BoardStone {
    id: u32,
    color: Color,
    root: u32,
}

/// Group with its neighbours of the same colour.
#[derive(Clone, Debug)]
struct TouchingGroup {
    color: Color,
    /// Number of stones.
    stones: u32,
    /// Id of the oldest stone.
    oldest: u32,
    /// Indices of the groups that touch this one, on lines or diagonally. All groups of the colour if few.
    neighbours: Vec<usize>,
}

/// Groups of a board, in the order of their first points.
#[derive(Default)]
struct TouchingGroups {
    groups: Vec<TouchingGroup>,
    /// Ids of the stones, each with the index of its group.
    stones: Vec<(u32, usize)>,
}

/// Set of hues.
#[derive(Clone, Copy, Default)]
struct HueSet(u16);

impl HueSet {
    /// Adds a hue. [`NO_HUE`] has no effect.
    fn add(&mut self, hue: u8) {
        self.0 |= u16::from(usize::from(hue) < HUES) << (hue % HUES as u8);
    }

    const fn has(self, hue: u8) -> bool {
        self.0 >> hue & 1 == 1
    }
}

/// True if a number of groups of a colour of stones is so small that all of them have different hues.
const fn is_few(groups: u32) -> bool {
    (groups as usize) < HUES
}

/// Returns all hues.
fn all_hues() -> impl DoubleEndedIterator<Item = u8> {
    0..HUES as u8
}

impl TouchingGroups {
    /// Finds the groups of a board and their neighbours.
    fn of(size: Size, stone: impl Fn(usize) -> Option<BoardStone>) -> Self {
        let mut touching = Self::default();
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut by_point = vec![None; size.area()];
        for (index, place) in by_point.iter_mut().enumerate() {
            let Some(BoardStone { id, color, root }) = stone(index) else { continue };
            let group = *numbers.entry(root).or_insert_with(|| {
                touching.groups.push(TouchingGroup { color, stones: 0, oldest: id, neighbours: Vec::new() });
                touching.groups.len() - 1
            });
            let counted = &mut touching.groups[group];
            (counted.stones, counted.oldest) = (counted.stones + 1, counted.oldest.min(id));
            *place = Some(group);
            touching.stones.push((id, group));
        }
        let near_points = Some(size).filter(|size| size.area() <= MAX_POINTS);
        for point in near_points.into_iter().flat_map(Size::points) {
            let Some(one) = by_point[size.index(point)] else { continue };
            // Four directions visit each pair of adjacent points once.
            for (x, y) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let near = point.x.checked_add_signed(x).zip(point.y.checked_add_signed(y));
                let near = near.map(|(x, y)| Point::new(x, y)).filter(|&near| size.contains(near));
                let Some(other) = near.and_then(|near| by_point[size.index(near)]) else { continue };
                if one != other && touching.groups[one].color == touching.groups[other].color {
                    touching.groups[one].neighbours.push(other);
                    touching.groups[other].neighbours.push(one);
                }
            }
        }
        touching.separate_few();
        for group in &mut touching.groups {
            group.neighbours.sort_unstable();
            group.neighbours.dedup();
        }
        touching
    }

    /// Makes all groups of a colour neighbours if there are few.
    fn separate_few(&mut self) {
        for color in Color::ALL {
            let of_color = |&group: &usize| self.groups[group].color == color;
            let groups: Vec<usize> = (0..self.groups.len()).filter(of_color).collect();
            if is_few(groups.len() as u32) {
                for &group in &groups {
                    self.groups[group].neighbours =
                        groups.iter().copied().filter(|&it| it != group).collect();
                }
            }
        }
    }

    /// Returns the most frequent previous hue of each group's stones; [`NO_HUE`] if none had a hue.
    /// `previous` has the hues of stones by id.
    fn previous_hues(&self, previous: &[u8]) -> Vec<u8> {
        let mut votes = vec![[0_u32; HUES]; self.groups.len()];
        for &(id, group) in &self.stones {
            if let Some(&hue) = previous.get(id as usize).filter(|&&hue| hue != NO_HUE) {
                votes[group][usize::from(hue)] += 1;
            }
        }
        let winner = |votes: [u32; HUES]| {
            let most_frequent = all_hues().rev().max_by_key(|&hue| votes[usize::from(hue)]);
            most_frequent.filter(|&hue| votes[usize::from(hue)] > 0).unwrap_or(NO_HUE)
        };
        votes.into_iter().map(winner).collect()
    }

    /// Returns a hue for each group. A group keeps its hue, unless a larger neighbour has it. Other groups
    /// get the rarest hue that no neighbour has or may keep. If there is none, these rules are relaxed.
    fn hues(&self, previous: &[u8]) -> Vec<u8> {
        let previous = self.previous_hues(previous);
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        order.sort_by_key(|&group| {
            (previous[group] == NO_HUE, Reverse(self.groups[group].stones), self.groups[group].oldest)
        });
        let mut chosen = vec![NO_HUE; self.groups.len()];
        let mut uses = ByColor::new([0_u32; HUES], [0_u32; HUES]);
        for group in order {
            let TouchingGroup { color, neighbours, .. } = &self.groups[group];
            let (taken, previous_hue) = (self.neighbour_hues(group, &chosen), previous[group]);
            // Neighbours may keep their previous hues.
            let mut reserved = taken;
            neighbours.iter().for_each(|&near| reserved.add(previous[near]));
            let rarest = |taken: HueSet| {
                let free = all_hues().filter(|&hue| !taken.has(hue));
                free.min_by_key(|&hue| uses[*color][usize::from(hue)])
            };
            let kept = Some(previous_hue).filter(|&hue| hue != NO_HUE && !taken.has(hue));
            let hue = kept
                .or_else(|| rarest(reserved))
                .or_else(|| rarest(taken))
                .unwrap_or_else(|| self.free_hue(group, &mut chosen));
            chosen[group] = hue;
            uses[*color][usize::from(hue)] += 1;
        }
        chosen
    }

    /// Returns the chosen hues of the neighbours of a group.
    fn neighbour_hues(&self, group: usize, chosen: &[u8]) -> HueSet {
        let mut hues = HueSet::default();
        self.groups[group].neighbours.iter().for_each(|&near| hues.add(chosen[near]));
        hues
    }

    /// Frees a hue for a group whose neighbours have all hues: the neighbours with that hue get others. If no
    /// hue can be freed, returns the one that the fewest neighbours have.
    fn free_hue(&self, group: usize, chosen: &mut Vec<u8>) -> u8 {
        let neighbours = &self.groups[group].neighbours;
        for hue in all_hues() {
            let mut moved = chosen.clone();
            let gets_other = |&near: &usize| {
                let taken = self.neighbour_hues(near, &moved);
                let other = all_hues().find(|&other| other != hue && !taken.has(other));
                other.is_some_and(|other| {
                    moved[near] = other;
                    true
                })
            };
            if neighbours.iter().filter(|&&near| chosen[near] == hue).all(gets_other) {
                *chosen = moved;
                return hue;
            }
        }
        let users = |hue: u8| neighbours.iter().filter(|&&near| chosen[near] == hue).count();
        all_hues().min_by_key(|&hue| users(hue)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::{MIN_GROUP_DIFFERENCE, color_difference, color_distance};
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use stonefield_go::Rules;
    use stonefield_sim::{GameSetup, Session};

    /// Returns the stones of a board: 0 is empty, 1 black, 2 white. A stone's id is the index of its point.
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

    /// Returns all pairs of stones of different groups on adjacent points, diagonals included.
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

    /// Returns the number of pairs of touching groups with similar colours, and of pairs of groups of one
    /// colour of stones that are among few.
    fn count_alike(colors: &GroupColors, size: Size, stones: &[Option<BoardStone>]) -> usize {
        let is_alike = |a: BoardStone, b: BoardStone| {
            let [one, other] = [a, b].map(|stone| color(colors, stone));
            if a.color == b.color {
                color_difference(one, other) < MIN_GROUP_DIFFERENCE
            } else {
                color_distance(one, other) < 0.08
            }
        };
        let mut pairs = touching(size, stones);
        for color in Color::ALL {
            let of_color = stones.iter().flatten().filter(|stone| stone.color == color);
            let groups: BTreeMap<u32, BoardStone> = of_color.map(|stone| (stone.root, *stone)).collect();
            if is_few(groups.len() as u32) {
                let groups: Vec<BoardStone> = groups.into_values().collect();
                let beside =
                    |(at, one): (usize, &BoardStone)| groups[..at].iter().map(|it| [*it, *one]).collect();
                pairs.extend(groups.iter().enumerate().flat_map::<Vec<_>, _>(beside));
            }
        }
        pairs.into_iter().filter(|&[a, b]| is_alike(a, b)).count()
    }

    proptest! {
        #[test]
        fn groups_that_touch_are_never_alike(side in 2_u16..14, density in 1_u8..10, cells in prop::collection::vec((0_u8..10, 1_u8..3), 169)) {
            let size = Size::square(side).expect("a size");
            let mut board: Vec<u8> = cells[..size.area()].iter().map(|&(lot, color)| if lot < density { color } else { 0 }).collect();
            let mut colors = GroupColors::default();
            // Each step changes a tenth of the points. The old hues stay where possible.
            for step in 0..6 {
                let stones = stones(size, &board);
                colors.choose(size, |index| stones[index]);
                prop_assert_eq!(count_alike(&colors, size, &stones), 0, "{:?}", board);
                for index in (step..board.len()).step_by(10) {
                    board[index] = (board[index] + 1) % 3;
                }
            }
        }
    }

    fn current_stones(session: &Session) -> Vec<Option<BoardStone>> {
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
            let (mut changes, mut compared) = (0, 0);
            for _ in 0..300 {
                let before = colors.hues.clone();
                colors.update(session.part(), session.part());
                let stones = current_stones(&session);
                let size = session.position().size();
                assert_eq!(count_alike(&colors, size, &stones), 0, "{}, {side}", rules.name);
                let older = stones.iter().flatten().filter(|stone| (stone.id as usize) < before.len());
                let older: Vec<_> = older.collect();
                compared += older.len();
                changes += older
                    .iter()
                    .filter(|stone| before[stone.id as usize] != colors.hues[stone.id as usize])
                    .count();
                if session.play_out(1).is_some() {
                    break;
                }
            }
            assert!(changes * 20 < compared, "{}, {side}: {changes} of {compared}", rules.name);
        }
    }

    #[test]
    fn few_groups_on_a_large_board_have_different_colours_and_keep_them() {
        let setup = GameSetup { size: Size::square(150).expect("a size"), seed: 1, ..GameSetup::default() };
        let mut session = Session::new(&setup, None).expect("a game");
        let mut colors = GroupColors::default();
        let mut before: BTreeMap<u32, u32> = BTreeMap::new();
        for _ in 0..30 {
            colors.update(session.part(), session.part());
            let groups: &Groups = session.part();
            let stones = current_stones(&session);
            let mut now = BTreeMap::new();
            for color in Color::ALL {
                let roots: BTreeSet<u32> =
                    stones.iter().flatten().filter(|it| it.color == color).map(|it| it.root).collect();
                let indices: Vec<u32> =
                    roots.iter().map(|&oldest| colors.index(groups, oldest, color)).collect();
                if is_few(roots.len() as u32) {
                    assert_eq!(indices.iter().collect::<BTreeSet<_>>().len(), roots.len(), "{indices:?}");
                }
                now.extend(roots.into_iter().zip(indices));
            }
            assert!(now.iter().all(|(group, index)| before.get(group).is_none_or(|it| it == index)));
            before = now;
            session.play_out(1);
        }
        assert!(before.len() > 20, "{before:?}");
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
