//! How much of a frame minds may take, so that the picture stays smooth while they think.

use super::Thinking;
use super::advice::Advice;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};

/// How much longer than an idle frame one may last in which minds think.
const LONGER: f32 = 1.25;

/// The part of an idle frame that minds take at most.
const PART: f32 = 0.6;

/// The least that minds get, in seconds.
const LEAST: f32 = 0.001;

/// What minds get before it is known how long an idle frame lasts, in seconds.
const FIRST: f32 = 0.006;

/// Every so many frames one is left without thoughts, which tells how long an idle one lasts now.
const REST: u32 = 48;

/// The share of frames that goes to minds: as much as leaves them about as long as they are without.
///
/// It changes nothing of what minds find within a budget of their own work, only how soon.
#[derive(Resource, Clone, Debug)]
pub(super) struct Rhythm {
    /// Seconds of an idle frame; `None` before the first.
    idle: Option<f32>,
    share: f32,
    /// What the share does not go beyond: less, for a while, after a frame that lasted too long.
    bound: f32,
    /// Seconds that minds have taken in this frame.
    spent: f32,
    /// Frames with thoughts, one after the other.
    streak: u32,
}

impl Default for Rhythm {
    fn default() -> Self {
        Self { idle: None, share: FIRST, bound: f32::INFINITY, spent: 0.0, streak: 0 }
    }
}

impl Rhythm {
    /// Begins a frame; the one before took so many seconds.
    fn begin(&mut self, last: f32) {
        if last <= 0.0 {
            return;
        }
        if self.spent == 0.0 {
            if self.idle.is_some_and(|idle| last > idle * LONGER) {
                // The picture has become slower by itself: what was learnt of the minds holds no longer.
                self.bound = f32::INFINITY;
            }
            self.idle = Some(self.idle.map_or(last, |idle| idle + (last - idle) * 0.25));
            self.streak = 0;
        } else {
            self.streak += 1;
        }
        if let (Some(idle), true) = (self.idle, self.spent > 0.0) {
            if last > idle * LONGER {
                self.bound = self.share * 0.9;
                self.share *= 0.75;
            } else {
                self.bound *= 1.002;
                self.share *= 1.05;
            }
            self.share = self.share.min(self.bound).min(idle * PART).max(LEAST);
        }
        self.spent = 0.0;
    }

    /// Whether this frame is left without thoughts.
    const fn rests(&self) -> bool {
        self.streak >= REST
    }

    /// Seconds that minds may still take in this frame.
    pub(super) fn left(&self) -> f32 {
        if self.rests() { 0.0 } else { (self.share - self.spent).max(0.0) }
    }

    /// Seconds for those who play, when somebody gives advice as well.
    pub(super) fn left_of_two(&self) -> f32 {
        self.left() / 2.0
    }

    /// Minds have taken so many seconds.
    pub(super) fn spend(&mut self, seconds: f32) {
        if !self.rests() {
            self.spent += seconds;
        }
    }
}

/// Looks at how long the last frame took.
pub(super) fn begin(time: Option<Res<Time<Real>>>, mut rhythm: ResMut<Rhythm>) {
    if let Some(time) = time {
        rhythm.begin(time.delta_secs());
    }
}

/// What those who play may take of this frame while one of them thinks, in seconds; `None` when none does.
pub(super) fn of_players(world: &mut World) -> Option<f32> {
    let thinks = world.query::<&Thinking>().iter(world).any(Thinking::is_active);
    let advises = world.query::<&Advice>().iter(world).any(Advice::is_active);
    let rhythm = world.get_resource::<Rhythm>().filter(|_| thinks)?;
    Some(if advises { rhythm.left_of_two() } else { rhythm.left() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture that takes `draw` seconds beside what minds take, and at least `screen` seconds.
    fn frames(rhythm: &mut Rhythm, count: u32, draw: f32, screen: f32) -> (f32, f32) {
        let mut longest = 0.0_f32;
        let mut thought = 0.0;
        for _ in 0..count {
            let spent = rhythm.left();
            rhythm.spend(spent);
            thought += spent;
            let took = (draw + spent).max(screen);
            longest = longest.max(took);
            rhythm.begin(took);
        }
        (longest, thought / count as f32)
    }

    #[test]
    fn frames_stay_near_the_idle_ones_and_slack_is_used() {
        for (draw, screen) in [(0.004, 0.0167), (0.012, 0.0167), (0.002, 0.007), (0.03, 0.0), (0.1, 0.0)] {
            let mut rhythm = Rhythm::default();
            let idle = f32::max(draw, screen);
            rhythm.begin(idle);
            frames(&mut rhythm, 100, draw, screen);
            let (longest, thought) = frames(&mut rhythm, 1000, draw, screen);
            assert!(longest < 1.35 * idle, "{draw} {screen}: {longest}");
            assert!(thought > 0.12 * idle, "{draw} {screen}: {thought}");
        }
    }

    #[test]
    fn a_picture_that_becomes_slower_is_no_fault_of_the_minds() {
        let mut rhythm = Rhythm::default();
        rhythm.begin(0.016);
        frames(&mut rhythm, 200, 0.016, 0.0);
        frames(&mut rhythm, 400, 0.064, 0.0);
        let (longest, thought) = frames(&mut rhythm, 1000, 0.064, 0.0);
        assert!(longest < 1.35 * 0.064 && thought > 0.08 * 0.064, "{longest} {thought}");
    }
}
