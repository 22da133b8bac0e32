//! Choice of the point with the highest measure, at random among equal points.

use rand::RngExt;
use stonefield_go::{Move, Point};
use stonefield_search::{Candidate, Rng, Thought, Watch};

/// Maximum number of reported candidates.
const MAX_CANDIDATES: usize = 1024;

/// Point with the highest measure among the points offered so far.
pub(super) struct BestPoint {
    /// Chosen point, and the highest measure.
    best: Option<(Point, f64)>,
    /// Number of points with the highest measure.
    equal_count: u32,
    /// All fitting points with their measures. `None` if they are not to be reported.
    candidates: Option<Vec<(Point, f64)>>,
}

impl BestPoint {
    /// Choice among no points yet. If `curious` is true, the points are collected for [`BestPoint::report`].
    pub(super) fn new(curious: bool) -> Self {
        Self { best: None, equal_count: 0, candidates: curious.then(Vec::new) }
    }

    /// Takes a point with its measure into account, if `fits` returns true. Does not call `fits` if its
    /// result has no effect.
    pub(super) fn offer(&mut self, point: Point, measure: f64, fits: impl FnOnce() -> bool, rng: &mut Rng) {
        let highest = self.best.map_or(f64::NEG_INFINITY, |(_, measure)| measure);
        if measure < highest && self.candidates.is_none() || !fits() {
            return;
        }
        if let Some(candidates) = &mut self.candidates {
            candidates.push((point, measure));
        }
        if measure > highest {
            (self.best, self.equal_count) = (Some((point, measure)), 1);
        } else if measure == highest {
            self.equal_count += 1;
            // The n-th equal point replaces the chosen one with probability 1/n. Then all equal points are
            // equally likely.
            if rng.random_range(0..self.equal_count) == 0 {
                self.best = Some((point, measure));
            }
        }
    }

    /// Chosen point. `None` if no point fits.
    pub(super) fn chosen(&self) -> Option<Point> {
        self.best.map(|(point, _)| point)
    }

    /// Reports the fitting points with their measures, the chosen point first.
    ///
    /// `reason` returns the reason in words, for the number of points with the highest measure and this
    /// measure.
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
            reason: reason(self.equal_count, highest),
            ..Thought::default()
        });
    }
}
