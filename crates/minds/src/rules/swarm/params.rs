//! Parameters of the swarm.

use super::Arbiter;
use stonefield_search::params;

params! {
    /// Parameters of the swarm. `docs/minds.md` explains each of them. The defaults come from matches: see
    /// `docs/strength.md`.
    #[derive(Copy)]
    pub struct SwarmParams {
        /// how far a stone perceives, steps of a king
        pub radius: u16 = 5 in 2..=8, "steps";
        /// how one move is made of all bids
        pub arbiter: Arbiter = Sum;
        /// temperature of the choice among scores; 0: the highest
        pub softmax: f32 = 0.0 in 0.0..=10.0;
        /// bid for a way out of atari
        pub flee: f32 = 3.0 in 0.0..=20.0;
        /// bid for more liberties
        pub extend: f32 = 0.45 in 0.0..=20.0;
        /// bid for joining two groups
        pub connect: f32 = 0.6 in 0.0..=20.0;
        /// bid for taking an enemy stone beside it
        pub capture: f32 = 4.0 in 0.0..=20.0;
        /// bid for leaving an enemy stone beside it one liberty
        pub atari: f32 = 2.0 in 0.0..=20.0;
        /// bid for a liberty of an enemy stone with few
        pub surround: f32 = 1.0 in 0.0..=20.0;
        /// bid for a point between it and an enemy stone
        pub press: f32 = 0.1 in 0.0..=20.0;
        /// bid for a cut, a bend round or a block
        pub shape: f32 = 2.5 in 0.0..=20.0;
        /// bid for a point that makes an eye
        pub eye: f32 = 1.0 in 0.0..=20.0;
        /// bid for a point that would make the enemy an eye
        pub spoil: f32 = 0.2 in 0.0..=20.0;
        /// bid for the coldest point it perceives
        pub spread: f32 = 0.6 in 0.0..=20.0;
        /// bid for the hottest point it perceives
        pub heat: f32 = 0.01 in 0.0..=20.0;
        /// group liberties with which a stone feels at ease
        pub ease: f32 = 4.0 in 1.0..=30.0;
        /// mean heat around a point with which it is not cold at all
        pub warm: f32 = 1.5 in 0.1..=4.0;
        /// share left of a bid for a point where the new stone would be in atari
        pub rash: f32 = 0.05 in 0.0..=1.0;
        /// share left of a bid for taking a stone that cannot get away
        pub calm: f32 = 0.5 in 0.0..=1.0;
        /// how much more is bid near an enemy stone that has just come
        pub alert: f32 = 0.55 in 0.0..=20.0;
        /// smallest bid that counts; without any bid the colour passes
        pub least: f32 = 0.02 in 0.0..=20.0;
    }
}

impl SwarmParams {
    /// Largest distance from a stone to a point that it bids for, in steps of a king. It is below the radius,
    /// because the stone must also perceive the neighbours of the point.
    pub(super) const fn reach(&self) -> u16 {
        self.radius - 1
    }

    /// Need of a stone for more liberties, from 0 to 1. `pseudo_liberties`: their number for its group.
    pub(super) fn need(&self, pseudo_liberties: u32) -> f32 {
        (1.0 - pseudo_liberties as f32 / self.ease).max(0.0)
    }
}
