//! What happened when, for the strip below the board: a history of any length, kept small enough to draw.

use super::stretches::{Stretch, Stretches};
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color};
use stonefield_search::Evaluation;
use stonefield_sim::RecordTick;
use stonefield_sim::history::Severity;

/// The most stretches kept; the strip has fewer columns of pixels.
pub const MOST: usize = 2048;

/// How much the value of a game changed from one move of a mind to its next, as that mind saw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueJump {
    /// The tick in which the mind said so.
    pub tick: u64,
    /// The colour that the mind plays.
    pub mind: Color,
    /// Before and now, for Black: the share of winning, or points.
    values: [f64; 2],
    /// Whether these are points.
    points: bool,
}

impl ValueJump {
    /// From what the mind of a colour said first to what it said then; `None` of less than a mistake costs.
    fn between(tick: u64, mind: Color, before: Evaluation, now: Evaluation) -> Option<Self> {
        let (share, points) = Severity::Mistake.lower_bounds();
        let jump = |before: f64, now: f64, points| Self { tick, mind, values: [before, now], points };
        match (before.winrate.zip(now.winrate), before.lead.zip(now.lead)) {
            (Some((before, now)), _) => ((now - before).abs() >= share).then(|| jump(before, now, false)),
            (None, Some((before, now))) => ((now - before).abs() >= points).then(|| jump(before, now, true)),
            (None, None) => None,
        }
    }

    /// The colour for which it is better now.
    #[must_use]
    pub fn gains(&self) -> Color {
        if self.values[1] > self.values[0] { Color::Black } else { Color::White }
    }

    /// How large it is, for the comparison with others: in limits of a mistake.
    fn size(&self) -> f64 {
        let (share, points) = Severity::Mistake.lower_bounds();
        (self.values[1] - self.values[0]).abs() / if self.points { points } else { share }
    }

    fn words(&self) -> String {
        let [before, now] = self.values;
        if self.points {
            format!("Black's lead from {before:.1} to {now:.1} points, as {}'s mind sees it", self.mind)
        } else {
            let [before, now] = [before, now].map(|share| 100.0 * share);
            format!("Black's win rate from {before:.0} to {now:.0} %, as {}'s mind sees it", self.mind)
        }
    }
}

/// Events in a stretch of ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeMark {
    /// Its first tick and its last.
    pub ticks: [u64; 2],
    /// Stones that died.
    pub captures: u32,
    /// The most that died in one tick, and in which.
    most: (u32, u64),
    /// Stones that joined two groups or more.
    pub unions: u32,
    /// The largest group that came of it, and in which tick.
    pub union_size: (u32, u64),
    /// How often each colour passed.
    pub passes: ByColor<u32>,
    /// The tick of the last pass.
    pub passed: u64,
    /// The largest jump of the value.
    pub jump: Option<ValueJump>,
}

impl TimeMark {
    /// Events of one tick. Earlier texts of minds are read from `known` and stored there.
    fn of(tick: &RecordTick, known: &mut ByColor<Option<Evaluation>>) -> Self {
        let (at, changes) = (tick.row.tick, tick.row.changes);
        let mut jump = None;
        for mind in Color::ALL {
            let now = tick.said[mind];
            if now != Evaluation::default() {
                let before = known[mind].replace(now);
                let new = before.and_then(|before| ValueJump::between(at, mind, before, now));
                jump = larger(jump, new);
            }
        }
        let passes = tick.passed.map(u32::from);
        let passed = if tick.passed.black || tick.passed.white { at } else { 0 };
        let union_size = if changes.unions > 0 { (changes.merge_size, at) } else { (0, 0) };
        Self {
            ticks: [at, at],
            captures: changes.captures,
            most: if changes.captures > 0 { (changes.captures, at) } else { (0, 0) },
            unions: changes.unions,
            union_size,
            passes,
            passed,
            jump,
        }
    }

    /// The tick in it that a click on it means: that of the greatest thing that happened, if anything did.
    #[must_use]
    pub fn tick(&self) -> Option<u64> {
        let ticks = [
            self.jump.map(|jump| jump.tick),
            (self.captures > 0).then_some(self.most.1),
            (self.unions > 0).then_some(self.union_size.1),
            (self.passed > 0).then_some(self.passed),
        ];
        ticks.into_iter().flatten().next()
    }

    /// What happened, a line each.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let one = self.ticks[0] == self.ticks[1];
        let mut lines = Vec::new();
        if self.captures > 0 {
            let died = counted(self.captures, "stone");
            let (most, tick) = self.most;
            lines.push(if one || most == self.captures {
                format!("{died} died{}", if one { String::new() } else { format!(" in tick {tick}") })
            } else {
                format!("{died} died, most in tick {tick}: {most}")
            });
        }
        if self.unions > 0 {
            let (size, tick) = self.union_size;
            let stones = counted(size, "stone");
            lines.push(match (one, self.unions) {
                (true, 1) => format!("groups merge into one of {stones}"),
                (true, _) => format!("groups merge, the largest into one of {stones}"),
                (false, 1) => format!("groups merge into one of {stones} in tick {tick}"),
                (false, count) => {
                    format!("groups merge {count} times, the largest into {stones} in tick {tick}")
                }
            });
        }
        for (color, &count) in self.passes.iter() {
            match count {
                0 => {}
                1 => lines.push(format!("{color} passed")),
                _ => lines.push(format!("{color} passed {count} times")),
            }
        }
        lines.extend(self.jump.map(|jump| {
            let tick = if one { String::new() } else { format!(" (tick {})", jump.tick) };
            format!("{}{tick}", jump.words())
        }));
        lines
    }
}

impl Stretch for TimeMark {
    fn join(&mut self, later: &Self) {
        self.ticks[1] = later.ticks[1];
        self.captures += later.captures;
        if later.most.0 > self.most.0 {
            self.most = later.most;
        }
        self.unions += later.unions;
        if later.union_size.0 > self.union_size.0 {
            self.union_size = later.union_size;
        }
        self.passes = ByColor::from_fn(|color| self.passes[color] + later.passes[color]);
        self.passed = self.passed.max(later.passed);
        self.jump = larger(self.jump, later.jump);
    }
}

/// The larger of two jumps, the first of equal ones.
fn larger(one: Option<ValueJump>, other: Option<ValueJump>) -> Option<ValueJump> {
    match (one, other) {
        (Some(first), Some(second)) => Some(if second.size() > first.size() { second } else { first }),
        (one, other) => one.or(other),
    }
}

/// A history in at most [`MOST`] stretches of equal length.
#[derive(Clone, Debug, Default)]
pub struct TimeMarks {
    marks: Stretches<TimeMark, MOST>,
    /// What the mind of each colour said last.
    said: ByColor<Option<Evaluation>>,
}

impl TimeMarks {
    /// Adds the new ticks: see [`Stretches::take_in`].
    pub fn update<I: Iterator<Item = RecordTick>>(&mut self, history: impl Fn(usize) -> I) {
        let Self { marks, said } = self;
        marks.take_in(history, |tick, is_first| {
            if is_first {
                *said = ByColor::default();
            }
            TimeMark::of(tick, said)
        });
    }

    /// What happened in the ticks between two, both among them, as far as stretches can be told apart; one
    /// mark for all of it.
    #[must_use]
    pub fn between(&self, first: u64, last: u64) -> Option<TimeMark> {
        let from = self.marks.all().partition_point(|mark| mark.ticks[1] < first);
        let within = self.marks.all()[from..].iter().take_while(|mark| mark.ticks[0] <= last);
        within.copied().reduce(|mut all, later| {
            all.join(&later);
            all
        })
    }

    /// What happened in each column of a strip in which `along` says where a tick is, in points from its left
    /// end, and a column is so many points wide: the number of the column, and its mark.
    pub fn columns(&self, width: f32, along: impl Fn(f64) -> f32) -> Vec<(i32, TimeMark)> {
        let mut columns: Vec<(i32, TimeMark)> = Vec::new();
        for mark in self.marks.all() {
            let middle = (mark.ticks[0] + mark.ticks[1]) as f64 / 2.0;
            let column = (along(middle) / width).floor() as i32;
            match columns.last_mut() {
                Some((last, all)) if *last == column => all.join(mark),
                _ => columns.push((column, *mark)),
            }
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::notation::sgf::Collection;
    use stonefield_sim::{Changes, TallyRow};

    fn quiet(tick: u64) -> RecordTick {
        let row = TallyRow { tick, ..TallyRow::default() };
        let node = Collection::new().add_game();
        RecordTick { node, row, said: ByColor::default(), passed: ByColor::default() }
    }

    /// Every fourth tick stones die, every tenth groups merge, every thirtieth White passes.
    fn tick(tick: u64) -> RecordTick {
        let mut one = quiet(tick);
        let unions = u32::from(tick % 10 == 9);
        let captures = if tick % 4 == 3 { 1 + (tick % 5) as u32 } else { 0 };
        one.row.changes = Changes { captures, unions, merge_size: (tick % 97) as u32, ..Changes::default() };
        one.passed.white = tick % 30 == 29;
        one
    }

    fn said(at: u64, mind: Color, winrate: f64) -> RecordTick {
        let mut one = quiet(at);
        one.said[mind] = Evaluation { winrate: Some(winrate), lead: None };
        one
    }

    #[test]
    fn a_short_history_is_itself_and_says_what_happened() {
        let history: Vec<RecordTick> = (0..60).map(tick).collect();
        let mut marks = TimeMarks::default();
        marks.update(|first| history[first..20].iter().copied());
        marks.update(|first| history[first..].iter().copied());
        assert_eq!(marks.marks.all().len(), 60);
        let words = |at: u64| marks.between(at, at).expect("a tick").words();
        assert_eq!(words(3), ["4 stones died"]);
        assert_eq!(words(29), ["groups merge into one of 29 stones", "White passed"]);
        assert!(words(4).is_empty());
        let some = marks.between(0, 10).expect("ticks");
        assert_eq!(
            some.words(),
            ["7 stones died, most in tick 3: 4", "groups merge into one of 9 stones in tick 9"]
        );
        assert_eq!((some.tick(), some.ticks), (Some(3), [0, 10]));
        assert_eq!(marks.between(100, 200), None);
    }

    #[test]
    fn a_million_ticks_keep_all_that_happened() {
        let mut marks = TimeMarks::default();
        let last = 1_000_000_u64;
        for end in [1, 5, 1000, 500_000, last] {
            marks.update(|first| (first as u64..end).map(tick));
        }
        assert!(marks.marks.all().len() <= MOST && marks.marks.all().len() > MOST / 3);
        let all = marks.between(0, last).expect("ticks");
        let captures = (0..last).map(|at| tick(at).row.changes.captures).sum::<u32>();
        assert_eq!((all.captures, all.unions, all.passes.white), (captures, 100_000, 33_333));
        assert_eq!((all.most.0, all.union_size.0), (5, 96));
        let columns = marks.columns(2.0, |tick| (tick / last as f64 * 800.0) as f32);
        assert!(columns.len() <= 401, "{}", columns.len());
        assert!(columns.is_sorted_by_key(|(column, _)| *column));
        assert_eq!(columns.iter().map(|(_, mark)| mark.captures).sum::<u32>(), captures);
    }

    #[test]
    fn a_jump_is_between_what_one_mind_says_twice() {
        use Color::{Black, White};
        let ticks = [
            said(1, Black, 0.5),
            said(2, White, 0.9),
            said(3, Black, 0.55),
            said(4, White, 0.7),
            said(5, Black, 0.66),
        ];
        let mut marks = TimeMarks::default();
        marks.update(|first| ticks[first..].iter().copied());
        let jumps: Vec<_> = marks.marks.all().iter().map(|mark| mark.jump.map(|jump| jump.gains())).collect();
        assert_eq!(jumps, [None, None, None, Some(White), Some(Black)]);
        let all = marks.between(1, 5).expect("ticks");
        assert_eq!(all.words(), ["Black's win rate from 90 to 70 %, as White's mind sees it (tick 4)"]);
        assert_eq!(all.tick(), Some(4), "the larger of both");
    }
}
