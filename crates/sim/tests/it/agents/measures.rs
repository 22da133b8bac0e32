//! Measures that are updated during a game equal a slow recount of the stones.

use crate::support::mirror_setup;
use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use stonefield_go::{ByColor, Color, Move, Point, Size};
use stonefield_minds::{Agents, Surroundings};
use stonefield_search::Rng;
use stonefield_sim::load::scattered;
use stonefield_sim::{
    Brush, Fork, GameProgress, GameSetup, GobanView, Heat, MEASURES, Measure, Occupancy, RequestKind,
    Session, Surveyor, Tally, TallyRow, all_numbers, create_app,
};

/// Stones with their ids, by column and row.
type Stones = BTreeMap<(i32, i32), (u32, Color)>;

/// A group: its points and its liberties.
struct Group {
    points: BTreeSet<(i32, i32)>,
    liberties: BTreeSet<(i32, i32)>,
}

/// Stones of a board, without any derived data.
#[derive(Clone)]
struct Bare {
    width: i32,
    height: i32,
    stones: Stones,
}

const SIDES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const CORNERS: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

impl Bare {
    fn of(world: &World, goban: Entity) -> Self {
        let occupancy = world.get::<Occupancy>(goban).expect("a goban");
        let (width, height) = (i32::from(occupancy.size().width()), i32::from(occupancy.size().height()));
        let stone = |(point, _): (Point, Entity)| {
            let id = occupancy.id(point)?;
            Some(((i32::from(point.x), i32::from(point.y)), (id, occupancy.color_of(id))))
        };
        Self { width, height, stones: occupancy.stones().filter_map(stone).collect() }
    }

    fn color(&self, at: (i32, i32)) -> Option<Color> {
        self.stones.get(&at).map(|(_, color)| *color)
    }

    fn points(&self) -> impl Iterator<Item = (i32, i32)> {
        // In the order of point numbers.
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn near(&self, (x, y): (i32, i32), ways: [(i32, i32); 4]) -> Vec<(i32, i32)> {
        let on = |&(x, y): &(i32, i32)| (0..self.width).contains(&x) && (0..self.height).contains(&y);
        ways.into_iter().map(|(dx, dy)| (x + dx, y + dy)).filter(on).collect()
    }

    fn group(&self, from: (i32, i32)) -> Group {
        let color = self.color(from);
        let mut group = Group { points: BTreeSet::from([from]), liberties: BTreeSet::new() };
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in self.near(at, SIDES) {
                match self.color(next) {
                    None => drop(group.liberties.insert(next)),
                    other if other == color && group.points.insert(next) => open.push(next),
                    Some(_) => {}
                }
            }
        }
        group
    }

    fn groups(&self, color: Color) -> Vec<Group> {
        let mut visited = BTreeSet::new();
        let mut groups = Vec::new();
        for (&at, _) in self.stones.iter().filter(|(_, stone)| stone.1 == color) {
            if !visited.contains(&at) {
                let group = self.group(at);
                visited.extend(group.points.iter().copied());
                groups.push(group);
            }
        }
        groups
    }

    fn is_eye(&self, at: (i32, i32), color: Color) -> bool {
        let sides = self.near(at, SIDES);
        let corners = self.near(at, CORNERS);
        let enemies = corners.iter().filter(|&&corner| self.color(corner) == Some(!color)).count();
        self.color(at).is_none()
            && !sides.is_empty()
            && sides.iter().all(|&side| self.color(side) == Some(color))
            && enemies <= usize::from(sides.len() == 4)
    }

    /// Number of stones, and of vacant points that reach only stones of the colour.
    fn area(&self, color: Color) -> usize {
        let reaches = |from: (i32, i32)| {
            let (mut visited, mut open) = (BTreeSet::from([from]), vec![from]);
            let mut colors = BTreeSet::new();
            while let Some(at) = open.pop() {
                for next in self.near(at, SIDES) {
                    match self.color(next) {
                        Some(color) => drop(colors.insert(color)),
                        None if visited.insert(next) => open.push(next),
                        None => {}
                    }
                }
            }
            colors
        };
        let own = BTreeSet::from([color]);
        let owned = self.points().filter(|&at| self.color(at).is_none() && reaches(at) == own).count();
        owned + self.stones.values().filter(|stone| stone.1 == color).count()
    }

    /// Returns all measures that depend on the stones only.
    fn count(&self) -> BTreeMap<String, f64> {
        let mut measures = BTreeMap::new();
        for color in Color::ALL {
            let groups = self.groups(color);
            let sizes: Vec<usize> = groups.iter().map(|group| group.points.len()).collect();
            let stones: usize = sizes.iter().sum();
            let spans = |group: &&Group| {
                let has = |x: Option<i32>, y: Option<i32>| {
                    group.points.iter().any(|at| x.is_none_or(|x| x == at.0) && y.is_none_or(|y| y == at.1))
                };
                has(Some(0), None) && has(Some(self.width - 1), None)
                    || has(None, Some(0)) && has(None, Some(self.height - 1))
            };
            let mut put = |name: &str, number: usize| {
                measures.insert(format!("{color}_{name}").to_lowercase(), number as f64);
            };
            put("stones", stones);
            put("groups", groups.len());
            put("largest_group", sizes.iter().copied().max().unwrap_or(0));
            put("groups_in_atari", groups.iter().filter(|group| group.liberties.len() == 1).count());
            put("spanning_groups", groups.iter().filter(spans).count());
            put("eye_points", self.points().filter(|&at| self.is_eye(at, color)).count());
            put("area", self.area(color));
            put("liberties", groups.iter().map(|group| group.liberties.len()).sum());
            let mean = if groups.is_empty() { 0.0 } else { stones as f64 / groups.len() as f64 };
            measures.insert(format!("{color}_mean_group").to_lowercase(), mean);
        }
        measures
    }
}

/// The control map, by its definition.
#[derive(Clone, Default)]
struct Waves(BTreeMap<(i32, i32), f64>);

impl Waves {
    fn send(&mut self, bare: &Bare, from: (i32, i32)) {
        let Some(color) = bare.color(from) else { return };
        let side = if color == Color::Black { 1.0 } else { -1.0 };
        self.0.insert(from, side);
        let (mut visited, mut edge, mut power) = (BTreeSet::from([from]), vec![from], 0.5);
        for _ in 0..4 {
            let near: BTreeSet<_> = edge.iter().flat_map(|&at| bare.near(at, SIDES)).collect();
            edge =
                near.into_iter().filter(|&at| bare.color(at) != Some(!color) && visited.insert(at)).collect();
            edge.iter().for_each(|&at| *self.0.entry(at).or_default() += side * power);
            power /= 2.0;
        }
    }

    fn of(bare: &Bare) -> Self {
        let mut waves = Self::default();
        bare.points().for_each(|at| waves.send(bare, at));
        waves
    }
}

/// A game and its recount.
struct Witnessed {
    session: Session,
    surveyor: Surveyor,
    bare: Bare,
    waves: Waves,
    /// Dead stones of each colour.
    dead: ByColor<u32>,
    netlogo: bool,
    /// By tick: its row, all measures at its end, and the state of the recount.
    rows: BTreeMap<u64, TallyRow>,
    moments: BTreeMap<u64, (Vec<f64>, Waves, ByColor<u32>)>,
}

fn numbers(surveyor: &mut Surveyor, world: &World, goban: Entity) -> (TallyRow, Vec<f64>) {
    let (row, survey) = surveyor.survey(world, goban).expect("a goban");
    (row, all_numbers(&row, &survey))
}

impl Witnessed {
    fn new(setup: &GameSetup) -> Self {
        let session = Session::new(setup, None).expect("a game");
        let bare = Bare::of(session.world(), session.goban());
        let waves = Waves::of(&bare);
        let netlogo = setup.quirks().is_some();
        let mut new = Self {
            session,
            surveyor: Surveyor::default(),
            bare,
            waves,
            dead: ByColor::default(),
            netlogo,
            rows: BTreeMap::new(),
            moments: BTreeMap::new(),
        };
        let row = new.compare(&BTreeMap::new());
        new.rows.insert(0, row);
        new
    }

    fn tick(&self) -> u64 {
        self.session.part::<Tally>().tick
    }

    /// Checks all measures against the recount. `changes`: counts of the tick, if they are known.
    fn compare(&mut self, changes: &BTreeMap<String, f64>) -> TallyRow {
        let (world, goban) = (self.session.world(), self.session.goban());
        let (row, measured) = numbers(&mut self.surveyor, world, goban);
        let names: Vec<String> = MEASURES.iter().flat_map(Measure::columns).collect();
        let measured: BTreeMap<String, f64> = names.into_iter().zip(measured).collect();
        let mut counted = self.bare.count();
        counted.extend(changes.clone());
        counted.insert("control".to_owned(), self.waves.0.values().sum());
        let losses = self.session.part::<GameProgress>().losses;
        for color in Color::ALL {
            let taken = if self.netlogo { losses[!color] } else { self.dead[!color] };
            let name = |what: &str| format!("{color}_{what}").to_lowercase();
            counted.insert(name("score"), counted[&name("stones")] + f64::from(taken));
        }
        for (name, number) in &counted {
            assert_eq!(measured.get(name), Some(number), "{name} after tick {}", row.tick);
        }
        let expected = counted.len() + usize::from(changes.is_empty()) * 5 + 1;
        assert_eq!(
            measured.len(),
            expected,
            "all but capacity are counted, and changes where they are known"
        );
        self.last_liberties();
        row
    }

    /// Checks the reported last and last two liberties of groups.
    fn last_liberties(&self) {
        let agents = GobanView::of(self.session.world(), self.session.goban()).expect("a goban");
        let index = |at: &(i32, i32)| (at.1 * self.bare.width + at.0) as usize;
        for group in Color::ALL.into_iter().flat_map(|color| self.bare.groups(color)) {
            let stone = group.points.first().map(index).expect("a stone");
            let mut liberties: Vec<usize> = group.liberties.iter().map(index).collect();
            liberties.sort_unstable();
            let two = <[usize; 2]>::try_from(&*liberties).ok();
            assert_eq!(agents.last_two_liberties(stone), two);
            assert_eq!(
                agents.liberty_sums(stone).sole(),
                <[usize; 1]>::try_from(&*liberties).ok().map(|[one]| one)
            );
            if self.netlogo {
                continue;
            }
            assert_eq!(agents.sole_liberty(stone), agents.liberty_sums(stone).sole());
            for &filled in &liberties {
                let left: Vec<_> = liberties.iter().copied().filter(|&other| other != filled).collect();
                let sole = if let [one] = left[..] { Some(one) } else { None };
                assert_eq!(agents.sole_liberty_without(stone, filled), sole);
            }
        }
    }

    /// Plays a tick and recounts. Returns false if the game is over.
    fn play(&mut self) -> bool {
        let moves = |session: &Session| session.record().turns().collect::<Vec<_>>();
        let (now, before, played) = (self.tick(), self.bare.clone(), moves(&self.session).len());
        let all = numbers(&mut self.surveyor, self.session.world(), self.session.goban()).1;
        self.moments.insert(now, (all, self.waves.clone(), self.dead));
        let mut next = self.session.part::<Occupancy>().next_id();
        let over = self.session.play_out(1).is_some();
        if self.tick() == now {
            return false;
        }
        let after = Bare::of(self.session.world(), self.session.goban());
        let stays = |stone: &(u32, Color)| after.stones.values().any(|other| other == stone);
        let (mut merges, mut merge_size, mut captures, mut groups, mut largest) = (0, 0, 0, 0, 0);
        let mut bare = before;
        for (color, action) in moves(&self.session).split_off(played) {
            let previous = bare.clone();
            if let Move::Play(point) = action {
                let at = (i32::from(point.x), i32::from(point.y));
                let same_color = |next: &(i32, i32)| previous.color(*next) == Some(color);
                let near = previous.near(at, SIDES).into_iter().filter(same_color);
                let joined: BTreeSet<_> = near.map(|next| previous.group(next).points).collect();
                bare.stones.insert(at, (next, color));
                next += 1;
                merges += joined.len();
                if !joined.is_empty() {
                    merge_size = merge_size.max(bare.group(at).points.len());
                }
                self.waves.send(&bare, at);
            }
            let full = bare.clone();
            // In the NetLogo world only stones of the other colour die in a turn.
            let leaves = |stone: &(u32, Color)| !stays(stone) && (!self.netlogo || stone.1 != color);
            bare.stones.retain(|_, stone| !leaves(stone));
            for group in Color::ALL.into_iter().flat_map(|color| full.groups(color)) {
                let lost = group.points.iter().filter(|at| !bare.stones.contains_key(at)).count();
                captures += lost;
                groups += usize::from(lost > 0);
                largest = largest.max(lost);
            }
            let removed = full.stones.iter().filter(|(at, _)| !bare.stones.contains_key(at));
            let removed: Vec<Color> = removed.map(|(_, stone)| stone.1).collect();
            removed.iter().for_each(|&color| self.dead[color] += 1);
            if self.netlogo || !removed.is_empty() {
                self.waves = Waves::of(&bare);
            }
        }
        assert_eq!(bare.stones, after.stones, "the recount has followed");
        self.bare = after;
        let changes = [
            ("merges", merges),
            ("merge_size", merge_size),
            ("captures", captures),
            ("captured_groups", groups),
            ("largest_capture", largest),
        ];
        let row = self.compare(&changes.map(|(name, number)| (name.to_owned(), number as f64)).into());
        let heat: f64 = self.session.part::<Heat>().0.values().iter().map(|&heat| f64::from(heat)).sum();
        assert!((row.capacity - heat).abs() <= 1e-4 * heat.max(1.0), "{} and {heat}", row.capacity);
        self.rows.insert(row.tick, row);
        !over
    }

    /// Updates the recount after an edit of the board.
    fn stroke(&mut self) {
        let bare = Bare::of(self.session.world(), self.session.goban());
        if bare.stones != self.bare.stones {
            self.waves = Waves::of(&bare);
        }
        self.bare = bare;
        self.compare(&BTreeMap::new());
    }

    /// Checks that a goban has the measures of this tick after a jump.
    fn came_back(&self, tick: u64, world: &World, goban: Entity) {
        let measured = numbers(&mut Surveyor::default(), world, goban).1;
        assert_eq!(measured, self.moments[&tick].0, "tick {tick} again");
    }

    /// Continues the recount from an earlier tick.
    fn go_on_from_here(&mut self) {
        let tick = self.tick();
        self.came_back(tick, self.session.world(), self.session.goban());
        self.bare = Bare::of(self.session.world(), self.session.goban());
        (_, self.waves, self.dead) = self.moments[&tick].clone();
        self.rows.retain(|&other, _| other <= tick);
    }
}

/// Plays a game with edits, moves taken back and jumps, and recounts at every ply.
fn live(setup: &GameSetup, ticks: u64) {
    let mut game = Witnessed::new(setup);
    let mut rng = Rng::seed_from_u64(setup.seed + 11);
    let board = setup.board();
    for _ in 0..ticks {
        while rng.random_bool(0.06) {
            let point = board.point(rng.random_range(0..board.area() as u32) as usize);
            let brush = [Brush::Black, Brush::White, Brush::Remove][rng.random_range(0..3_u32) as usize];
            game.session.request(RequestKind::Paint(point, brush));
            game.session.frame();
            game.stroke();
        }
        if !game.play() {
            break;
        }
        if rng.random_bool(0.02) {
            let moves = rng.random_range(1..4_u32) as usize;
            if game.session.undo(moves) {
                game.go_on_from_here();
            }
        }
    }
    let last = game.tick();
    let all = numbers(&mut Surveyor::default(), game.session.world(), game.session.goban()).1;
    game.moments.insert(last, (all, game.waves.clone(), game.dead));
    let rows: Vec<TallyRow> = game.session.record().rows().collect();
    assert_eq!(rows, game.rows.values().copied().collect::<Vec<_>>(), "the record has every row");
    for target in (0..12).map(|_| rng.random_range(0..=last)).chain([0, last, last / 2]) {
        game.session.seek(target);
        game.came_back(target, game.session.world(), game.session.goban());
        let mut app = create_app();
        let moment = Fork::of(game.session.world(), game.session.goban()).expect("a game");
        let fork = moment.begin(app.world_mut(), setup.brains.clone(), setup.seed).expect("it goes on");
        game.came_back(target, app.world(), fork);
    }
    // The game continues from the middle as if it had never been longer.
    game.go_on_from_here();
    for _ in 0..10 {
        if !game.play() {
            break;
        }
    }
}

#[test]
fn every_row_of_go_equals_a_recount() {
    let presets = ["tromp-taylor", "chinese", "japanese", "aga", "new-zealand", "atari-go"];
    for (seed, rules) in (0..).zip(presets) {
        for (size, ticks) in [("1x1", 6), ("7x1", 60), ("1x7", 60), ("2x2", 40), ("7x19", 130), ("9", 170)] {
            for mind in ["random", "sensible"] {
                live(&GameSetup { seed, ..mirror_setup(size, rules, mind) }, ticks);
            }
        }
    }
}

#[test]
fn every_row_of_a_large_game_equals_a_recount() {
    live(&mirror_setup("19", "tromp-taylor", "random"), 400);
    live(&mirror_setup("19", "chinese", "sensible"), 320);
}

#[test]
fn every_row_of_netlogo_equals_a_recount() {
    for (seed, mind) in [(1, "netlogo"), (2, "random"), (3, "sensible")] {
        for (size, ticks) in [("1x1", 6), ("1x7", 30), ("7x13", 120), ("9", 150)] {
            live(&GameSetup { seed, ..mirror_setup(size, "netlogo-2016", mind) }, ticks);
        }
    }
}

#[test]
fn every_row_of_a_game_with_a_set_up_equals_a_recount() {
    for rules in ["chinese", "netlogo-2016"] {
        for seed in 0..4 {
            let mut begins = mirror_setup("9", rules, "random");
            let size = begins.board();
            begins.start = Some(scattered(size, 40, seed));
            live(&GameSetup { seed, ..begins }, 60);
        }
    }
    live(&GameSetup { handicap: 5, ..mirror_setup("13", "japanese", "sensible") }, 60);
}

/// A drawn board with known numbers, so that the check does not depend on the recount.
#[test]
fn a_drawn_board_has_these_numbers() {
    let drawing = "
        . X . X .
        X X X X X
        O . O O O
        . O X . .
        O O X . .
    ";
    let start = drawing.parse().expect("a drawing");
    let size = Size::square(5).expect("a size");
    let session =
        Session::new(&GameSetup { size, start: Some(start), ..GameSetup::default() }, None).expect("a game");
    let (_, all) = numbers(&mut Surveyor::default(), session.world(), session.goban());
    let names = MEASURES.iter().flat_map(Measure::columns);
    let measured: BTreeMap<String, f64> = names.zip(all).collect();
    for (name, number) in [
        ("black_stones", 9.0),
        ("black_groups", 2.0),
        ("black_largest_group", 7.0),
        ("black_mean_group", 4.5),
        ("white_groups", 3.0),
        ("white_largest_group", 3.0),
        ("black_spanning_groups", 1.0),
        ("white_spanning_groups", 0.0),
        ("black_eye_points", 3.0),
        ("white_eye_points", 1.0),
        ("black_groups_in_atari", 0.0),
        ("black_area", 12.0),
        ("white_area", 8.0),
        ("black_liberties", 6.0),
        ("merges", 0.0),
    ] {
        assert_eq!(measured.get(name), Some(&number), "{name}");
    }
}
