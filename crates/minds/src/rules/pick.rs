//! Picking the point with the highest measure, of equal ones any.

use rand::RngExt;
use stonefield_go::{Move, Point};
use stonefield_search::{Candidate, Rng, Thought, Watch};

/// Candidates that are told at the most.
const TOLD: usize = 1024;

/// Points measured so far.
pub(super) struct Pick {
    best: Option<(Point, f64)>,
    /// How many have the highest measure.
    equals: u32,
    /// All that fit, where they are shown.
    all: Option<Vec<(Point, f64)>>,
}

impl Pick {
    /// None measured yet; with `curious` all that fit can be told.
    pub(super) fn new(curious: bool) -> Self {
        Self { best: None, equals: 0, all: curious.then(Vec::new) }
    }

    /// A point with its measure. Whether it fits is asked only where that matters.
    pub(super) fn offer(&mut self, point: Point, measure: f64, fits: impl FnOnce() -> bool, rng: &mut Rng) {
        let highest = self.best.map_or(f64::NEG_INFINITY, |(_, measure)| measure);
        if measure < highest && self.all.is_none() || !fits() {
            return;
        }
        if let Some(all) = &mut self.all {
            all.push((point, measure));
        }
        if measure > highest {
            (self.best, self.equals) = (Some((point, measure)), 1);
        } else if measure == highest {
            self.equals += 1;
            // The n-th takes the place of the others one time in n, so that each is as likely in the end.
            if rng.random_range(0..self.equals) == 0 {
                self.best = Some((point, measure));
            }
        }
    }

    /// The chosen point; `None` where none fits.
    pub(super) fn chosen(&self) -> Option<Point> {
        self.best.map(|(point, _)| point)
    }

    /// Says what was measured, the chosen point first, and in words why: from how many have the highest measure, and that.
    pub(super) fn tell(self, watch: &mut dyn Watch, reason: impl FnOnce(u32, f64) -> String) {
        let (Some((chosen, highest)), Some(mut all)) = (self.best, self.all) else { return };
        let order = |a: &(Point, f64), b: &(Point, f64)| {
            (a.0 != chosen).cmp(&(b.0 != chosen)).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
        };
        if all.len() > TOLD {
            all.select_nth_unstable_by(TOLD, order);
            all.truncate(TOLD);
        }
        all.sort_unstable_by(order);
        let candidates = all.into_iter().map(|(point, measure)| Candidate {
            visits: u64::from(point == chosen),
            score: Some(measure),
            variation: vec![Move::Play(point)],
            ..Candidate::new(Move::Play(point))
        });
        watch.thought(&Thought {
            candidates: candidates.collect(),
            reason: reason(self.equals, highest),
            ..Thought::default()
        });
    }
}
