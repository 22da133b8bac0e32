//! Time marks: the events of a history of any length, as a bounded number of marks for the timeline strip.

use super::stretches::{Stretch, Stretches};
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color};
use stonefield_search::Evaluation;
use stonefield_sim::RecordTick;
use stonefield_sim::history::Severity;

/// Largest number of stretches. The strip has fewer columns of pixels.
pub const MAX_STRETCHES: usize = 2048;

/// Change of a game's value from one move of a mind to its next, as that mind sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueJump {
    /// The tick of the later evaluation.
    pub tick: u64,
    /// The colour that the mind plays.
    pub mind: Color,
    /// Earlier and later value for Black: win rate from 0 to 1, or lead in points.
    values: [f64; 2],
    /// True if the values are points.
    points: bool,
}

impl ValueJump {
    /// Returns the jump between two evaluations by one mind. `None` if it is smaller than a mistake, or if
    /// the evaluations have neither win rates nor leads in common.
    fn between(tick: u64, mind: Color, before: Evaluation, now: Evaluation) -> Option<Self> {
        let (share, points) = Severity::Mistake.lower_bounds();
        let jump = |before: f64, now: f64, points| Self { tick, mind, values: [before, now], points };
        match (before.winrate.zip(now.winrate), before.lead.zip(now.lead)) {
            (Some((before, now)), _) => ((now - before).abs() >= share).then(|| jump(before, now, false)),
            (None, Some((before, now))) => ((now - before).abs() >= points).then(|| jump(before, now, true)),
            (None, None) => None,
        }
    }

    /// The colour for which the later value is better.
    #[must_use]
    pub fn gains(&self) -> Color {
        if self.values[1] > self.values[0] { Color::Black } else { Color::White }
    }

    /// Size of the jump, as a multiple of the lower bound of a mistake. Used to compare jumps.
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
    /// First and last tick.
    pub ticks: [u64; 2],
    /// Number of stones that died.
    pub captures: u32,
    /// Largest number of stones that died in one tick, and this tick.
    max_captures: (u32, u64),
    /// Number of stones that joined two groups or more.
    pub unions: u32,
    /// Number of stones of the largest merged group, and the tick of the merge.
    pub union_size: (u32, u64),
    /// Number of passes of each colour.
    pub passes: ByColor<u32>,
    /// The tick of the last pass; 0 without a pass.
    pub passed: u64,
    /// The largest jump of the value.
    pub jump: Option<ValueJump>,
}

impl TimeMark {
    /// Returns the events of one tick. `last_said` has the last evaluation by each mind, and is updated.
    fn of(tick: &RecordTick, last_said: &mut ByColor<Option<Evaluation>>) -> Self {
        let (at, changes) = (tick.row.tick, tick.row.changes);
        let mut jump = None;
        for mind in Color::ALL {
            let now = tick.said[mind];
            if now != Evaluation::default() {
                let before = last_said[mind].replace(now);
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
            max_captures: if changes.captures > 0 { (changes.captures, at) } else { (0, 0) },
            unions: changes.unions,
            union_size,
            passes,
            passed,
            jump,
        }
    }

    /// Returns the tick for a click on the mark: that of the jump, or else of most captures, of the largest
    /// merge, of the last pass. `None` without events.
    #[must_use]
    pub fn tick(&self) -> Option<u64> {
        let ticks = [
            self.jump.map(|jump| jump.tick),
            (self.captures > 0).then_some(self.max_captures.1),
            (self.unions > 0).then_some(self.union_size.1),
            (self.passed > 0).then_some(self.passed),
        ];
        ticks.into_iter().flatten().next()
    }

    /// Returns a line of text for each kind of event.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let one = self.ticks[0] == self.ticks[1];
        let mut lines = Vec::new();
        if self.captures > 0 {
            let died = counted(self.captures, "stone");
            let (max_captures, tick) = self.max_captures;
            lines.push(if one || max_captures == self.captures {
                format!("{died} died{}", if one { String::new() } else { format!(" in tick {tick}") })
            } else {
                format!("{died} died, most in tick {tick}: {max_captures}")
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
        if later.max_captures.0 > self.max_captures.0 {
            self.max_captures = later.max_captures;
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

/// Marks of a history, in at most [`MAX_STRETCHES`] stretches of equal length.
#[derive(Clone, Debug, Default)]
pub struct TimeMarks {
    marks: Stretches<TimeMark, MAX_STRETCHES>,
    /// The last evaluation by the mind of each colour.
    said: ByColor<Option<Evaluation>>,
}

impl TimeMarks {
    /// Adds the new ticks of a history, as [`Stretches::take_in`] does.
    pub fn update<I: Iterator<Item = RecordTick>>(&mut self, history: impl Fn(usize) -> I) {
        let Self { marks, said } = self;
        marks.take_in(history, |tick, is_first| {
            if is_first {
                *said = ByColor::default();
            }
            TimeMark::of(tick, said)
        });
    }

    /// Returns one mark with the events of all stretches that overlap `first` to `last`. `None` without any.
    #[must_use]
    pub fn between(&self, first: u64, last: u64) -> Option<TimeMark> {
        let from = self.marks.all().partition_point(|mark| mark.ticks[1] < first);
        let within = self.marks.all()[from..].iter().take_while(|mark| mark.ticks[0] <= last);
        within.copied().reduce(|mut all, later| {
            all.join(&later);
            all
        })
    }

    /// Returns the mark of each column of a strip, with the number of the column. `width` is the width of a
    /// column, in points. `along` returns the position of a tick, in points from the left end of the strip.
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

    fn without_events(tick: u64) -> RecordTick {
        let row = TallyRow { tick, ..TallyRow::default() };
        let node = Collection::new().add_game();
        RecordTick { node, row, said: ByColor::default(), passed: ByColor::default() }
    }

    /// Stones die in every fourth tick, groups merge in every tenth, and White passes in every thirtieth.
    fn tick(tick: u64) -> RecordTick {
        let mut one = without_events(tick);
        let unions = u32::from(tick % 10 == 9);
        let captures = if tick % 4 == 3 { 1 + (tick % 5) as u32 } else { 0 };
        one.row.changes = Changes { captures, unions, merge_size: (tick % 97) as u32, ..Changes::default() };
        one.passed.white = tick % 30 == 29;
        one
    }

    fn with_evaluation(at: u64, mind: Color, winrate: f64) -> RecordTick {
        let mut one = without_events(at);
        one.said[mind] = Evaluation { winrate: Some(winrate), lead: None };
        one
    }

    #[test]
    fn a_short_history_has_a_mark_for_each_tick() {
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
    fn marks_of_a_million_ticks_keep_all_events() {
        let mut marks = TimeMarks::default();
        let last = 1_000_000_u64;
        for end in [1, 5, 1000, 500_000, last] {
            marks.update(|first| (first as u64..end).map(tick));
        }
        assert!(marks.marks.all().len() <= MAX_STRETCHES && marks.marks.all().len() > MAX_STRETCHES / 3);
        let all = marks.between(0, last).expect("ticks");
        let captures = (0..last).map(|at| tick(at).row.changes.captures).sum::<u32>();
        assert_eq!((all.captures, all.unions, all.passes.white), (captures, 100_000, 33_333));
        assert_eq!((all.max_captures.0, all.union_size.0), (5, 96));
        let columns = marks.columns(2.0, |tick| (tick / last as f64 * 800.0) as f32);
        assert!(columns.len() <= 401, "{}", columns.len());
        assert!(columns.is_sorted_by_key(|(column, _)| *column));
        assert_eq!(columns.iter().map(|(_, mark)| mark.captures).sum::<u32>(), captures);
    }

    #[test]
    fn a_jump_is_between_two_evaluations_by_one_mind() {
        use Color::{Black, White};
        let ticks = [
            with_evaluation(1, Black, 0.5),
            with_evaluation(2, White, 0.9),
            with_evaluation(3, Black, 0.55),
            with_evaluation(4, White, 0.7),
            with_evaluation(5, Black, 0.66),
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
