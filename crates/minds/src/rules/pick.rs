//! Choice of the point with the highest measure, at random among equal ones.

use rand::RngExt;
use stonefield_go::{Move, Point};
use stonefield_search::{Candidate, Rng, Thought, Watch};

/// Maximum number of reported candidates.
const MAX_CANDIDATES: usize = 1024;

/// Running maximum over the measured points.
pub(super) struct Pick {
    /// Chosen point and the highest measure.
    best: Option<(Point, f64)>,
    /// Number of points with the highest measure.
    equals: u32,
    /// Fitting points with their measures. `None` if they are not reported.
    candidates: Option<Vec<(Point, f64)>>,
}

impl Pick {
    /// Empty pick. If `curious`, it collects the candidates for [`Pick::report`].
    pub(super) fn new(curious: bool) -> Self {
        Self { best: None, equals: 0, candidates: curious.then(Vec::new) }
    }

    /// Adds a point with its measure, if `fits` returns true. `fits` is not called if its result has no
    /// effect.
    pub(super) fn offer(&mut self, point: Point, measure: f64, fits: impl FnOnce() -> bool, rng: &mut Rng) {
        let highest = self.best.map_or(f64::NEG_INFINITY, |(_, measure)| measure);
        if measure < highest && self.candidates.is_none() || !fits() {
            return;
        }
        if let Some(candidates) = &mut self.candidates {
            candidates.push((point, measure));
        }
        if measure > highest {
            (self.best, self.equals) = (Some((point, measure)), 1);
        } else if measure == highest {
            self.equals += 1;
            // The n-th equal point replaces the chosen one with probability 1/n. This makes all equally
            // likely.
            if rng.random_range(0..self.equals) == 0 {
                self.best = Some((point, measure));
            }
        }
    }

    /// Chosen point. `None` if no point fits.
    pub(super) fn chosen(&self) -> Option<Point> {
        self.best.map(|(point, _)| point)
    }

    /// Reports the measured points, the chosen one first.
    ///
    /// `reason` makes the text from the number of points with the highest measure, and from that measure.
    pub(super) fn report(self, watch: &mut dyn Watch, reason: impl FnOnce(u32, f64) -> String) {
        let (Some((chosen, highest)), Some(mut points)) = (self.best, self.candidates) else { return };
        let order = |a: &(Point, f64), b: &(Point, f64)| {
            (a.0 != chosen).cmp(&(b.0 != chosen)).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0))
        };
        if points.len() > MAX_CANDIDATES {
            points.select_nth_unstable_by(MAX_CANDIDATES, order);
            points.truncate(MAX_CANDIDATES);
        }
        points.sort_unstable_by(order);
        let candidates = points.into_iter().map(|(point, measure)| Candidate {
            visits: u64::from(point == chosen),
            score: Some(measure),
            variation: vec![Move::Play(point)],
            ..Candidate::new(Move::Play(point))
        });
        watch.receive_thought(&Thought {
            candidates: candidates.collect(),
            reason: reason(self.equals, highest),
            ..Thought::default()
        });
    }
}
