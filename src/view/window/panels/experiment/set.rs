//! A result set: the games of one experiment, and what they come to so far.

use crate::lab::{Sample, Series, title, wilson_of};
use crate::notation::counted;
use crate::sim::{ExperimentPlan, GameRow};
use std::sync::Arc;

/// What the minds are called.
pub const NAMES: [&str; 2] = ["A", "B"];

/// What the games come to; void ones count for nothing but themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindStanding {
    /// Games that count.
    pub counted: u64,
    /// Games that each mind won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub ties: u64,
    /// Games that do not count.
    pub voids: u64,
    /// The score of each mind.
    pub score: [Sample; 2],
    /// The ticks of a game.
    pub ticks: Sample,
}

impl MindStanding {
    fn take(&mut self, row: &GameRow) {
        if row.is_void() {
            self.voids += 1;
            return;
        }
        self.counted += 1;
        match row.winner() {
            Some(mind) => self.wins[mind] += 1,
            None => self.ties += 1,
        }
        for (mind, score) in self.score.iter_mut().enumerate() {
            score.push(row.finished.score[row.color_of(mind)]);
        }
        self.ticks.push(row.finished.ticks as f64);
    }

    /// The share of games that a mind won, a tie being half a win, and its 95 % interval; `None` before the first game.
    #[must_use]
    pub fn share(&self, mind: usize) -> Option<(f64, (f64, f64))> {
        let hits = self.wins[mind] as f64 + self.ties as f64 / 2.0;
        (self.counted > 0).then(|| (hits / self.counted as f64, wilson_of(hits, self.counted)))
    }

    /// As `57.5 % (45.1 to 69.0)`; a dash before the first game.
    #[must_use]
    pub fn share_text(&self, mind: usize) -> String {
        self.share(mind).map_or_else(
            || "–".to_owned(),
            |(share, (low, high))| {
                format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
            },
        )
    }

    /// As `120 games`, void ones apart.
    #[must_use]
    pub fn games(&self) -> String {
        match self.voids {
            0 => counted(self.counted, "game"),
            voids => format!("{} and {voids} void", counted(self.counted, "game")),
        }
    }
}

/// A mean and its deviation, as far as they are known.
#[must_use]
pub fn mean_text(sample: &Sample) -> String {
    match (sample.mean(), sample.deviation()) {
        (Some(mean), Some(deviation)) => format!("{mean:.1} ± {deviation:.1}"),
        (Some(mean), None) => format!("{mean:.1}"),
        _ => "–".to_owned(),
    }
}

/// The games of one experiment, which stay when another is set up.
#[derive(Clone, Debug)]
pub struct ResultSet {
    /// What was played; the number of games is not looked at.
    pub plan: Arc<ExperimentPlan>,
    /// The games, in order, from the first.
    pub rows: Vec<Arc<GameRow>>,
    /// Whether it is in the picture.
    pub ticked: bool,
    /// A number that no other set has.
    pub id: u64,
    /// What they come to.
    pub standing: MindStanding,
}

impl ResultSet {
    /// None of its games yet.
    pub fn new(plan: Arc<ExperimentPlan>, id: u64) -> Self {
        Self { plan, rows: Vec::new(), ticked: true, id, standing: MindStanding::default() }
    }

    /// Takes in games that are not known yet; they follow on each other.
    pub fn extend(&mut self, rows: &[Arc<GameRow>]) {
        let first = rows.first().map_or(0, |row| row.place as usize);
        let Some(known) = self.rows.len().checked_sub(first) else { return };
        for row in rows.iter().skip(known) {
            self.standing.take(row);
            self.rows.push(Arc::clone(row));
        }
    }

    /// `random vs sensible, 9x9`.
    #[must_use]
    pub fn title(&self) -> String {
        let [a, b] = self.plan.minds();
        let setup = &self.plan.setup;
        format!("{} vs {}, {}", a.name(), b.name(), setup.board())
    }

    /// Everything that sets it apart from others, in a line.
    #[must_use]
    pub fn details(&self) -> String {
        let ExperimentPlan { setup, alternate, open, .. } = &*self.plan;
        let series = Series {
            setup: setup.clone(),
            games: self.rows.len() as u64,
            alternate: *alternate,
            max_ticks: u64::MAX,
            every: None,
        };
        let opening = match open {
            0 => String::new(),
            plies => format!("; {} of random opening", counted(u64::from(*plies), "ply")),
        };
        format!("{}{opening}; dead stones {}", title(&series), setup.dead.under(&setup.rules))
    }

    /// What a mind is called here: `A random`.
    #[must_use]
    pub fn name(&self, mind: usize) -> String {
        format!("{} {}", NAMES[mind], self.plan.minds()[mind].name())
    }
}
