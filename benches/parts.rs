//! Benchmarks of the parts of playouts and searches: `cargo bench --no-default-features --bench parts`. Names
//! at the end of the command select benchmarks.
//!
//! `stonefield bench` measures whole playouts per second. `stonefield bench --count` counts instructions.

use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use stonefield_go::board::Storage;
use stonefield_go::field::bits::Words;
use stonefield_go::field::{BouzyField, BouzyParams, InfluenceField, Signs, TerritoryField, fill_territory};
use stonefield_go::{Board, BoardVisitor, Color, Move, Position, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_search::playout::{Player, Start, cap};
use stonefield_search::policy::{Policy, is_self_atari, pattern_at};
use stonefield_search::{Rng, Unwatched};
use stonefield_sim::OwnedObservation;

const SIDES: [u16; 3] = [9, 13, 19];

fn main() {
    divan::main();
}

/// Position of a random game in which half of the points are empty.
fn middle(side: u16) -> Position {
    let size = Size::square(side).expect("a size");
    let mut position = Position::new(size, Rules::default());
    let mut rng = Rng::seed_from_u64(1);
    while position.empty_count() > size.area() / 2 {
        let point = position.nth_empty(rng.random_range(0..position.empty_count()));
        if !position.is_eye_point(position.to_move(), point) {
            // An illegal move is drawn again.
            let _ = position.try_play(Move::Play(point));
        }
    }
    position
}

/// Copy of the empty board, as before every playout.
#[divan::bench(args = SIDES)]
fn copy(bencher: Bencher<'_, '_>, side: u16) {
    struct Copy<'a, 'b>(Bencher<'a, 'b>);
    impl BoardVisitor for Copy<'_, '_> {
        type Output = ();

        fn visit<S: Storage>(self, board: &Board<S>) {
            let mut copy = board.clone();
            self.0.bench_local(|| black_box(&mut copy).clone_from(black_box(board)));
        }
    }
    Position::new(Size::square(side).expect("a size"), Rules::default()).visit(Copy(bencher));
}

struct PlayOut<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    policy: Policy,
}

impl BoardVisitor for PlayOut<'_, '_> {
    type Output = ();

    fn visit<S: Storage>(self, board: &Board<S>) {
        let mut player = Player::new(self.policy);
        let mut rng = Rng::seed_from_u64(1);
        let start =
            Start { to_move: Color::Black, last: None, suicide: false, cap: cap(board.size().area()) };
        let mut copy = board.clone();
        self.bencher.bench_local(|| {
            copy.clone_from(board);
            player.play_out(&mut copy, start, &mut rng, &mut ())
        });
    }
}

#[divan::bench(args = SIDES)]
fn light_playout(bencher: Bencher<'_, '_>, side: u16) {
    let empty = Position::new(Size::square(side).expect("a size"), Rules::default());
    empty.visit(PlayOut { bencher, policy: Policy::LIGHT });
}

#[divan::bench(args = SIDES)]
fn heavy_playout(bencher: Bencher<'_, '_>, side: u16) {
    let empty = Position::new(Size::square(side).expect("a size"), Rules::default());
    empty.visit(PlayOut { bencher, policy: Policy::HEAVY });
}

/// Moves of half a game, each checked for legality and stored in the history.
#[divan::bench(args = SIDES)]
fn play(bencher: Bencher<'_, '_>, side: u16) {
    let game = middle(side);
    bencher.bench_local(|| {
        let mut position = game.origin().into_owned();
        for turn in game.turns() {
            let _ = position.try_play_as(turn.color, turn.action);
        }
        position
    });
}

/// All legal moves, including the superko check.
#[divan::bench(args = SIDES)]
fn legality(bencher: Bencher<'_, '_>, side: u16) {
    let game = middle(side);
    bencher.bench_local(|| black_box(&game).legal_moves());
}

/// Question that is asked about every point of a board.
trait PointQuestion {
    fn holds<S: Storage>(board: &Board<S>, cell: usize) -> bool;
}

/// Benchmarks the question on a position of the middle game.
fn ask<Q: PointQuestion>(bencher: Bencher<'_, '_>, side: u16) {
    struct Ask<'a, 'b, Q>(Bencher<'a, 'b>, std::marker::PhantomData<Q>);
    impl<Q: PointQuestion> BoardVisitor for Ask<'_, '_, Q> {
        type Output = ();

        fn visit<S: Storage>(self, board: &Board<S>) {
            let cells: Vec<usize> = board.size().points().map(|point| board.cell(point)).collect();
            self.0.bench_local(|| cells.iter().filter(|&&cell| Q::holds(black_box(board), cell)).count());
        }
    }
    middle(side).visit(Ask::<Q>(bencher, std::marker::PhantomData));
}

/// True if a stone here is in atari, by the liberty sums of the board.
struct AtariBySums;

impl PointQuestion for AtariBySums {
    fn holds<S: Storage>(board: &Board<S>, cell: usize) -> bool {
        board.at(cell).is_some() && board.sole_liberty(cell).is_some()
    }
}

/// True if a stone here is in atari, by a walk along its chain.
struct AtariByWalk;

impl PointQuestion for AtariByWalk {
    fn holds<S: Storage>(board: &Board<S>, cell: usize) -> bool {
        board.at(cell).is_some() && board.liberties(cell) == 1
    }
}

/// True if a black stone here would be in atari.
struct SelfAtari;

impl PointQuestion for SelfAtari {
    fn holds<S: Storage>(board: &Board<S>, cell: usize) -> bool {
        board.at(cell).is_none() && is_self_atari(board, Color::Black, cell)
    }
}

/// True if a black stone here would match a 3×3 pattern.
struct Pattern;

impl PointQuestion for Pattern {
    fn holds<S: Storage>(board: &Board<S>, cell: usize) -> bool {
        board.at(cell).is_none() && pattern_at(board, Color::Black, cell)
    }
}

#[divan::bench(types = [AtariBySums, AtariByWalk, SelfAtari, Pattern], args = SIDES)]
fn every_point<Q: PointQuestion>(bencher: Bencher<'_, '_>, side: u16) {
    ask::<Q>(bencher, side);
}

/// Stones of a position in the middle of a game.
fn stones(side: u16) -> (Size, Vec<Option<Color>>) {
    let setup = middle(side).setup();
    (setup.size(), setup.stones().to_vec())
}

/// Bouzy's map with a number for each point: 5 dilations and 21 erosions (5/21).
#[divan::bench(args = SIDES)]
fn bouzy(bencher: Bencher<'_, '_>, side: u16) {
    let (size, stones) = stones(side);
    let mut field = BouzyField::new(size, BouzyParams::default());
    bencher.bench_local(|| field.measure(black_box(&stones)));
}

/// Influence and potential territory (5/21) of every point.
#[divan::bench(args = SIDES)]
fn influence(bencher: Bencher<'_, '_>, side: u16) {
    let (size, stones) = stones(side);
    let mut field = InfluenceField::new(size, BouzyParams::default());
    bencher.bench_local(|| field.measure(black_box(&stones)));
}

/// Territory of every point.
#[divan::bench(args = SIDES)]
fn territory(bencher: Bencher<'_, '_>, side: u16) {
    let (size, stones) = stones(side);
    let mut field = TerritoryField::new(size);
    bencher.bench_local(|| field.measure(black_box(&stones)));
}

/// Black and white stones as bit sets, after ten random moves of each player.
fn sets<const N: usize>(side: u16) -> (stonefield_go::field::bits::Grid<[u64; N]>, [[u64; N]; 2]) {
    let size = Size::square(side).expect("a size");
    let mut game = Position::new(size, Rules::default());
    let mut rng = Rng::seed_from_u64(2);
    while game.ply() < 20 {
        let _ = game.try_play(Move::Play(game.nth_empty(rng.random_range(0..game.empty_count()))));
    }
    let grid = <[u64; N]>::grid(size).expect("it fits");
    let mut sets = [grid.none(); 2];
    for color in Color::ALL {
        grid.gather(game.setup().stones(), color, &mut sets[color.index()]);
    }
    (grid, sets)
}

/// Bouzy 5/21 on 13×13 as in the search: signs only, with bit sets.
#[divan::bench]
fn bouzy_signs(bencher: Bencher<'_, '_>) {
    let (grid, sets) = sets::<6>(13);
    let mut signs = Signs::new(&grid);
    bencher.bench_local(|| {
        signs.begin(&grid, black_box(&sets).each_ref());
        signs.run(&grid, BouzyParams::default());
        signs.counts()
    });
}

/// Territory on 13×13 as in the search, with bit sets.
#[divan::bench]
fn territory_sets(bencher: Bencher<'_, '_>) {
    let (grid, sets) = sets::<6>(13);
    let mut owned = [grid.none(); 3];
    bencher.bench_local(|| {
        fill_territory(&grid, black_box(&sets).each_ref(), owned.each_mut());
    });
}

/// One move of the swarm in the middle of a game, on a copy of the agents.
#[divan::bench(args = SIDES)]
fn swarm_move(bencher: Bencher<'_, '_>, side: u16) {
    let game = middle(side);
    let Ok(spec) = BrainSpec::named("swarm") else { return };
    let mut mind = spec.build();
    let Ok(observation) = OwnedObservation::of(game, &spec) else { return };
    let seen = observation.as_observation();
    let mut rng = Rng::seed_from_u64(1);
    bencher.bench_local(|| {
        let chance = rng.clone();
        let _: u64 = rng.random();
        mind.choose(black_box(&seen), chance, &mut Unwatched)
    });
}
