//! Seated swarm: stones keep their bids as components, and bid again only if their percepts have changed. The
//! result is the same as if all stones bid in each turn.

use bevy::ecs::prelude::*;
use bevy::prelude::App;
use rand::{RngExt, SeedableRng};
use stonefield_go::{ByColor, Color, Move, Point, Rules, Size};
use stonefield_minds::rules::swarm::{StoneBids, Swarm, params_of};
use stonefield_minds::{Agents, BrainSpec, Surroundings};
use stonefield_search::Rng;
use stonefield_sim::{
    At, Bids, Brush, GameProgress, GameSetup, GobanView, Occupancy, Request, RequestKind, Seats, Stone,
    Swarms, Tally, Tick, TickSystems, agree, create_app, seek, spawn_goban, ticks,
};

struct Board {
    app: App,
    goban: Entity,
}

/// Number of compared bids, and for the last turn of a swarm the number of stones that bid again, and of all.
#[derive(Resource, Default)]
struct Compared {
    bids: usize,
    due: usize,
    stones: usize,
    /// True during a replay, which asks for no bids.
    pause: bool,
}

/// Compares the bids of the stones of the colour to move with those of a fresh swarm.
fn compare(world: &mut World) {
    if world.resource::<Compared>().pause {
        return;
    }
    let mut gobans = world.query_filtered::<Entity, With<Swarms>>();
    for goban in gobans.iter(world).collect::<Vec<_>>() {
        let color = world.get::<GameProgress>(goban).expect("a course").to_move;
        let size = world.get::<Occupancy>(goban).expect("a board").size();
        let kept = kept(world, goban, color);
        let params = params_of(world.get::<Seats>(goban).expect("seats").spec(color));
        let sums = world.get::<Swarms>(goban).expect("swarms").of(color);
        let (Some(params), Some(sums)) = (params, sums) else {
            assert!(params.is_none() && sums.is_none() && kept.is_empty(), "nobody bids for another mind");
            continue;
        };
        let agents = GobanView::of(world, goban).expect("agents");
        let mut slow = Swarm::new(size, params, color);
        assert!(slow.perceive(&agents, &|| false));
        let bids = slow.stones_to_bid().map(|stone| (stone, slow.bids(stone))).collect::<Vec<_>>();
        assert_eq!(kept, bids, "at ply {} of\n{params:?}", world.get::<Tally>(goban).expect("counts").plies);
        bids.iter().for_each(|(_, bids)| slow.replace_bids(&StoneBids::default(), bids));
        for point in 0..size.area() {
            assert_eq!(sums.bid_sum(point), slow.bid_sum(point), "what is wanted of {}", size.point(point));
        }
        let due = sums.stones_to_bid().count();
        let mut compared = world.resource_mut::<Compared>();
        compared.bids += bids.iter().map(|(_, bids)| bids.iter().count()).sum::<usize>();
        (compared.due, compared.stones) = (due, bids.len());
    }
}

/// Returns the bids of the stones of a colour, by their points.
fn kept(world: &mut World, goban: Entity, color: Color) -> Vec<(usize, StoneBids)> {
    let size = world.get::<Occupancy>(goban).expect("a board").size();
    let mut stones = world.query::<(&Stone, &At, &Bids)>();
    let own = stones.iter(world).filter(|(stone, ..)| stone.color == color);
    let mut kept = own.map(|(_, at, bids)| (size.index(at.0), bids.0.clone())).collect::<Vec<_>>();
    kept.sort_by_key(|(point, _)| *point);
    kept
}

impl Board {
    fn new(setup: &GameSetup) -> Self {
        let mut app = create_app();
        app.init_resource::<Compared>()
            .add_systems(Tick, compare.after(TickSystems::Bid).before(TickSystems::Decide));
        let goban = spawn_goban(app.world_mut(), setup).expect("a goban");
        Self { app, goban }
    }

    fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    fn part<C: Component>(&self) -> &C {
        self.app.world().get::<C>(self.goban).expect("a part of the goban")
    }

    fn request(&mut self, request: RequestKind) {
        let goban = self.goban;
        self.world().write_message(Request { goban, kind: request });
        self.app.update();
    }

    fn kept(&mut self, color: Color) -> Vec<(usize, StoneBids)> {
        let goban = self.goban;
        kept(self.world(), goban, color)
    }

    fn compared(&self) -> &Compared {
        self.app.world().resource()
    }
}

fn brains(black: &str, white: &str) -> ByColor<BrainSpec> {
    ByColor::new(black, white).map(|spec| spec.parse().expect("a spec"))
}

#[test]
fn bids_equal_those_of_a_fresh_swarm() {
    let mut bids = 0;
    let mut series = Rng::seed_from_u64(3);
    for (width, height) in [(1, 1), (1, 7), (3, 3), (5, 5), (7, 7), (9, 9), (7, 19), (13, 13), (19, 19)] {
        for rules in ["chinese", "tromp-taylor", "japanese", "aga", "atari-go", "netlogo-2016"] {
            for (black, white) in [
                ("swarm", "sensible"),
                ("swarm:radius=3,arbiter=vote", "swarm"),
                ("random", "swarm:ease=20,extend=3,softmax=1"),
            ] {
                let setup = GameSetup {
                    size: Size::new(width, height).expect("a size"),
                    rules: Rules::preset(rules).expect("a preset"),
                    brains: brains(black, white),
                    seed: series.random(),
                    ..GameSetup::default()
                };
                let mut board = Board::new(&setup);
                ticks(board.world(), 400);
                bids += board.compared().bids;
                if rules != "netlogo-2016" {
                    agree(board.app.world(), board.goban).expect("agents and referee agree");
                }
            }
        }
    }
    assert!(bids > 100_000, "{bids}");
}

#[test]
fn an_edit_of_board_or_seats_leaves_no_bids_behind() {
    let mut chance = Rng::seed_from_u64(4);
    let size = Size::square(9).expect("a size");
    let mut bids = 0;
    for seed in 0..12 {
        let setup = GameSetup { size, seed, brains: brains("swarm", "swarm"), ..GameSetup::default() };
        let mut board = Board::new(&setup);
        for _ in 0..60 {
            ticks(board.world(), chance.random_range(1..8));
            let point = size.point(chance.random_range(0..size.area()));
            match chance.random_range(0..7) {
                // A stone is removed and placed again: the new one has not bid yet.
                6 => {
                    let brush = match board.part::<Occupancy>().color_at(size.index(point)) {
                        Some(Color::Black) => Brush::Black,
                        Some(Color::White) => Brush::White,
                        None => continue,
                    };
                    board.request(RequestKind::Paint(point, Brush::Remove));
                    board.request(RequestKind::Paint(point, brush));
                }
                0 => board.request(RequestKind::Paint(point, Brush::Black)),
                1 => board.request(RequestKind::Paint(point, Brush::White)),
                2 => board.request(RequestKind::Paint(point, Brush::Remove)),
                3 => {
                    let (goban, now) = (board.goban, board.part::<Tally>().tick);
                    board.world().resource_mut::<Compared>().pause = true;
                    let to = chance.random_range(0..=now);
                    seek(board.world(), goban, to);
                    board.world().resource_mut::<Compared>().pause = false;
                    let bidders = board.kept(Color::Black).len() + board.kept(Color::White).len();
                    assert!(to == now || bidders == 0, "at another moment nobody has bid yet");
                }
                4 => {
                    let specs = ["swarm", "sensible", "swarm:flee=9", "swarm:arbiter=max", "random"];
                    let spec = specs[chance.random_range(0..specs.len())].parse().expect("a spec");
                    let color = if chance.random() { Color::Black } else { Color::White };
                    board.request(RequestKind::Seat(color, spec));
                }
                _ => {}
            }
        }
        // A swarm that loses its seat leaves no bids on its stones.
        for color in Color::ALL {
            board.request(RequestKind::Seat(color, BrainSpec::default()));
        }
        ticks(board.world(), 4);
        if board.part::<Tally>().outcome.is_none() {
            assert!(Color::ALL.into_iter().all(|color| board.kept(color).is_empty()));
        }
        bids += board.compared().bids;
    }
    assert!(bids > 10_000, "{bids}");
}

#[test]
fn a_stone_far_from_changes_does_not_bid_again() {
    let size = Size::square(61).expect("a size");
    let start = stonefield_sim::load::scattered(size, 900, 5);
    let setup =
        GameSetup { size, start: Some(start), brains: brains("swarm", "swarm"), ..GameSetup::default() };
    let mut board = Board::new(&setup);
    ticks(board.world(), 4);
    for _ in 0..40 {
        ticks(board.world(), 1);
        let Compared { due, stones, .. } = *board.compared();
        assert!(due > 0 && 3 * due < stones, "{due} of {stones} stones bid again");
    }
}

#[test]
fn bidders_for_a_point_are_found_around_it() {
    let size = Size::square(9).expect("a size");
    let setup = GameSetup { size, brains: brains("swarm", "sensible"), ..GameSetup::default() };
    let mut board = Board::new(&setup);
    ticks(board.world(), 41);
    let kept = board.kept(Color::Black);
    let sums = board.part::<Swarms>().of(Color::Black).expect("a swarm");
    let wanted: Vec<Point> = size.points().filter(|&point| sums.bid_sum(size.index(point)) > 0.0).collect();
    assert!(wanted.len() > 5, "{wanted:?}");
    let (occupancy, swarms) = (board.part::<Occupancy>().clone(), board.part::<Swarms>().clone());
    let mut stones = bevy::ecs::system::SystemState::<Query<&Bids>>::new(board.world());
    let stones = stones.get(board.app.world()).expect("bids");
    for to in wanted {
        let point_bids = swarms.bids_for(Color::Black, to, &occupancy, &stones);
        let expected = kept.iter().flat_map(|(stone, bids)| {
            bids.iter().filter(|bid| bid.to as usize == size.index(to)).map(|bid| (size.point(*stone), *bid))
        });
        assert_eq!(point_bids, expected.collect::<Vec<_>>(), "{to}");
        let sum: f64 = point_bids.iter().map(|(_, bid)| f64::from(bid.weight)).sum();
        assert_eq!(sum, swarms.of(Color::Black).expect("a swarm").bid_sum(size.index(to)));
    }
}

/// Under superko the coldest point may be forbidden; then another is played.
#[test]
fn a_colour_without_stones_passes_only_where_nothing_may_be_played() {
    let mut without = 0;
    for seed in 0..150 {
        let setup = GameSetup {
            size: Size::new(1, 5).expect("a size"),
            rules: Rules::preset("tromp-taylor").expect("a preset"),
            brains: brains("swarm", "swarm"),
            seed,
            ..GameSetup::default()
        };
        let mut board = Board::new(&setup);
        while board.part::<Tally>().outcome.is_none() && board.part::<Tally>().tick < 400 {
            let agents = GobanView::of(board.app.world(), board.goban).expect("agents");
            let color = agents.to_move();
            let sensible = |point: &usize| !agents.is_eye_point(color, *point) && agents.is_playable(*point);
            let open = (0..5).filter(sensible).count();
            let bare = board.part::<Occupancy>().standing()[color] == 0;
            ticks(board.world(), 1);
            if bare && open > 0 {
                without += 1;
                assert_ne!(
                    board.part::<GameProgress>().last,
                    Some(Move::Pass),
                    "seed {seed}: {open} points are open"
                );
            }
        }
    }
    assert!(without > 500, "{without}");
}
