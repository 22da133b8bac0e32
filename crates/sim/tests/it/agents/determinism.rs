//! Same seed, same game, on every machine.
//!
//! The hashes below are those of final states. They may change only with an intended change of games: rules,
//! minds, dice, heat, or [`state_hash`]. Then replace them, and say in the changelog that recorded seeds lead
//! to other games from now on. Refactoring must not change them.

use crate::support::mirror_setup;
use stonefield_sim::{GameSetup, create_app, play_out, spawn_goban, state_hash, tick};

const PINNED: [(&str, u16, &str, u64); 4] = [
    ("chinese", 19, "sensible", 0xcfbe_7aeb_c23f_08c1),
    ("tromp-taylor", 9, "random", 0xecb1_7add_7f23_81f4),
    ("netlogo-2016", 9, "netlogo", 0xfdc5_445e_10c0_0ef9),
    ("netlogo-2016", 13, "netlogo", 0xea24_1496_a2bf_d9c6),
];

fn setup(rules: &str, size: u16, brain: &str) -> GameSetup {
    GameSetup { seed: 7, game: 3, ..mirror_setup(size, rules, brain) }
}

#[test]
fn a_seed_means_the_same_game_for_ever() {
    let hashes = PINNED.map(|(rules, size, brain, _)| {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &setup(rules, size, brain)).expect("a goban");
        play_out(app.world_mut(), goban, 5000).expect("an end");
        state_hash(app.world(), goban)
    });
    assert_eq!(hashes, PINNED.map(|(.., hash)| hash));
}

#[test]
fn a_game_is_the_same_however_it_is_run() {
    for (rules, size, brain, _) in PINNED {
        let mut fast = create_app();
        let goban = spawn_goban(fast.world_mut(), &setup(rules, size, brain)).expect("a goban");
        play_out(fast.world_mut(), goban, 100);
        let mut slow = create_app();
        // Another goban in the same world, and entities in another order.
        let other = spawn_goban(slow.world_mut(), &setup(rules, 5, brain)).expect("a goban");
        let goban_slow = spawn_goban(slow.world_mut(), &setup(rules, size, brain)).expect("a goban");
        slow.world_mut().despawn(other);
        for _ in 0..100 {
            tick(slow.world_mut());
            slow.update();
        }
        assert_eq!(state_hash(fast.world(), goban), state_hash(slow.world(), goban_slow), "{rules}");
    }
}
