//! Evaluation of a position for the side to move.

use super::control::SearchControl;
use super::params::{Eval, NegamaxParams, Tie};
use super::table::Bound;
use stonefield_go::board::Storage;
use stonefield_go::field::bits::{Grid, Words, count};
use stonefield_go::field::{BouzyParams, ControlField, Signs, fill_territory};
use stonefield_go::{Board, BoardVisitor, ByColor, Color, Outcome, Position};

/// Upper bound of a window without an upper end: larger than any value. `-MAX` is less than any value.
pub const MAX: i32 = i32::MAX - 1;
/// Value of a won game.
pub const WIN: i32 = MAX - 1;
/// Value of a lost game.
pub const LOSS: i32 = -WIN;

/// Text of a value or of an end of a window: `+35`, `won` or `lost`; `∞` or `-∞` for an end that excludes no
/// value.
#[must_use]
pub fn value_text(value: i32) -> String {
    match value {
        MAX => "∞".to_owned(),
        WIN => "won".to_owned(),
        LOSS => "lost".to_owned(),
        value if value == -MAX => "-∞".to_owned(),
        value => format!("{value:+}"),
    }
}

/// Stones and captures of each colour.
#[derive(Clone, Debug)]
pub(super) struct StoneSets<W> {
    /// Points with stones of each colour.
    pub(super) sets: [W; 2],
    /// Number of stones that each colour has captured.
    pub(super) captures: [i32; 2],
}

impl<W: Words> StoneSets<W> {
    pub(super) fn none(grid: &Grid<W>) -> Self {
        Self { sets: [grid.none(), grid.none()], captures: [0; 2] }
    }

    /// Reads the stones and the captures of a position.
    pub(super) fn read(&mut self, grid: &Grid<W>, position: &Position) {
        struct ReadStones<'a, W>(&'a Grid<W>, &'a mut [W; 2]);
        impl<W: Words> BoardVisitor for ReadStones<'_, W> {
            type Output = ();

            fn visit<S: Storage>(self, board: &Board<S>) {
                for point in board.size().points() {
                    if let Some(color) = board.at(board.cell(point)) {
                        let (word, bit) = self.0.word_and_bit(point);
                        self.1[color.index()].words_mut()[word] |= bit;
                    }
                }
            }
        }
        for set in &mut self.sets {
            set.words_mut().fill(0);
        }
        position.visit(ReadStones(grid, &mut self.sets));
        self.captures = captures(position);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        for (set, other) in self.sets.iter_mut().zip(&other.sets) {
            set.words_mut().copy_from_slice(other.words());
        }
        self.captures = other.captures;
    }
}

/// Number of stones that each colour has captured.
pub(super) fn captures(position: &Position) -> [i32; 2] {
    let ByColor { black, white } = position.captured_by();
    [black, white].map(|captures| i32::try_from(captures).unwrap_or(i32::MAX))
}

/// Value of a finished game for the side that would be to move.
pub(super) fn value_at_end(outcome: Outcome, to_move: Color, tie: Tie) -> i32 {
    match (outcome.winner(), tie) {
        (Some(winner), _) if winner == to_move => WIN,
        (None, Tie::Draw) => 0,
        _ => LOSS,
    }
}

/// Evaluates positions with fixed parameters.
#[derive(Debug)]
pub(super) struct Evaluator<W> {
    eval: Eval,
    /// Weights of territory, captures, potential territory and influence.
    weights: [i64; 4],
    bouzy: BouzyParams,
    range: u8,
    signs: Signs<W>,
    /// Scratch space: territory of each colour.
    owned: [W; 2],
    /// Scratch space: empty regions that belong to neither colour.
    neutral: W,
    control_field: Option<ControlField>,
    /// Numbers of evaluations by fields: all, ended before the dilations, ended before the erosions.
    pub(super) evaluations: [u64; 3],
}

impl<W: Words> Evaluator<W> {
    pub(super) fn new(grid: &Grid<W>, params: &NegamaxParams) -> Self {
        Self {
            eval: params.eval,
            weights: [params.territory, params.captures, params.potential, params.influence].map(i64::from),
            bouzy: params.bouzy(),
            range: params.range,
            signs: Signs::new(grid),
            owned: [grid.none(), grid.none()],
            neutral: grid.none(),
            control_field: (params.eval == Eval::Control).then(|| ControlField::new(grid.size(), false)),
            evaluations: [0; 3],
        }
    }

    /// True if the evaluation depends on stones and captures alone.
    pub(super) const fn reads_stones(&self) -> bool {
        matches!(self.eval, Eval::Fields | Eval::Area)
    }

    /// Value of a position for the side to move; `None` if the search was stopped. `stones` are the stones of
    /// the position, and `window` is as in [`Evaluator::evaluate_stones`].
    pub(super) fn evaluate(
        &mut self,
        grid: &Grid<W>,
        position: &Position,
        stones: &StoneSets<W>,
        window: Option<(i32, i32)>,
        control: &mut SearchControl<'_>,
    ) -> Option<(i32, Bound)> {
        let to_move = position.to_move();
        let value = match self.eval {
            Eval::Fields | Eval::Area => return Some(self.evaluate_stones(grid, stones, to_move, window)),
            Eval::Liberties => {
                let [own, enemy] = fewest_liberties(position, to_move, control)?;
                i64::from(own) - i64::from(enemy)
            }
            Eval::Control => {
                let field = self.control_field.as_mut()?;
                let size = grid.size();
                field.begin(size.points().map(|point| position.at(point)));
                let width = usize::from(size.width());
                for row in 0..usize::from(size.height()) {
                    control.add_work(width)?;
                    field.send_waves(row * width..(row + 1) * width);
                }
                #[expect(clippy::cast_possible_truncation, reason = "a board's sum of sixteenths")]
                {
                    (16.0 * field.score(to_move)) as i64
                }
            }
        };
        Some((clamp(value), Bound::Exact))
    }

    /// Value of a position with these stones for the side to move. With a window (alpha, beta), a value
    /// outside it may be only a bound.
    #[inline]
    pub(super) fn evaluate_stones(
        &mut self,
        grid: &Grid<W>,
        stones: &StoneSets<W>,
        to_move: Color,
        window: Option<(i32, i32)>,
    ) -> (i32, Bound) {
        let (own, enemy) = (to_move.index(), (!to_move).index());
        let sets = [&stones.sets[0], &stones.sets[1]];
        let lead = |counts: [i32; 2]| i64::from(counts[own]) - i64::from(counts[enemy]);
        if self.eval == Eval::Area {
            let [black, white] = &mut self.owned;
            fill_territory(grid, sets, [black, white, &mut self.neutral]);
            let value = lead(self.owned.each_ref().map(count)) + lead(sets.map(count));
            return (clamp(value), Bound::Exact);
        }
        let [territory, captures, potential, influence] = self.weights;
        let outside_window = |min: i64, max: i64| -> Option<(i32, Bound)> {
            let (alpha, beta) = window?;
            if max <= i64::from(alpha) {
                Some((clamp(max), Bound::AtMost))
            } else if min >= i64::from(beta) {
                Some((clamp(min), Bound::AtLeast))
            } else {
                None
            }
        };
        self.evaluations[0] += 1;
        let mut value = captures * lead(stones.captures);
        if window.is_some() {
            let empty_count: u32 = (0..sets[0].words().len())
                .map(|i| (grid.board().words()[i] & !sets[0].words()[i] & !sets[1].words()[i]).count_ones())
                .sum();
            let max_change = (territory + potential + influence) * i64::from(empty_count);
            if let Some(bound) = outside_window(value - max_change, value + max_change) {
                self.evaluations[1] += 1;
                return bound;
            }
        }
        if territory > 0 {
            let [black, white] = &mut self.owned;
            fill_territory(grid, sets, [black, white, &mut self.neutral]);
            value += territory * lead(self.owned.each_ref().map(count));
        }
        let signs = &mut self.signs;
        let dilations = self.bouzy.dilations;
        if influence > 0 && self.range > dilations {
            signs.begin(grid, sets);
            (0..self.range).for_each(|_| signs.dilate(grid));
            value += influence * lead(signs.counts());
        }
        if potential == 0 && (influence == 0 || self.range > dilations) {
            return (clamp(value), Bound::Exact);
        }
        signs.begin(grid, sets);
        (0..self.range.min(dilations)).for_each(|_| signs.dilate(grid));
        let mut counts = None;
        if influence > 0 && self.range <= dilations {
            let influence_counts = signs.counts();
            value += influence * lead(influence_counts);
            counts = (self.range == dilations).then_some(influence_counts);
        }
        if potential == 0 {
            return (clamp(value), Bound::Exact);
        }
        (self.range.min(dilations)..dilations).for_each(|_| signs.dilate(grid));
        // Erosions only remove points, so the counts before them are upper bounds of the counts after them.
        if window.is_some() {
            let counts = counts.unwrap_or_else(|| signs.counts());
            let (max_lead, min_lead) = (i64::from(counts[own]), -i64::from(counts[enemy]));
            if let Some(bound) = outside_window(value + potential * min_lead, value + potential * max_lead) {
                self.evaluations[2] += 1;
                return bound;
            }
        }
        for _ in 0..self.bouzy.erosions {
            if !signs.erode(grid) {
                break;
            }
        }
        (clamp(value + potential * lead(signs.counts())), Bound::Exact)
    }
}

/// Clamps a value to the range between [`LOSS`] and [`WIN`]. Both ends are excluded: they mean finished
/// games.
fn clamp(value: i64) -> i32 {
    i32::try_from(value.clamp(i64::from(LOSS + 1), i64::from(WIN - 1))).unwrap_or(0)
}

/// Smallest liberty count of any chain of `color`, and of any chain of the other colour. 0 for a colour
/// without stones. `None` if the search was stopped.
// CITE: the heuristic of Atari Go in NetLogo, report of 2021.
fn fewest_liberties(position: &Position, color: Color, control: &mut SearchControl<'_>) -> Option<[u32; 2]> {
    struct FewestLiberties<'a, 'b>(&'a mut SearchControl<'b>);
    impl BoardVisitor for FewestLiberties<'_, '_> {
        type Output = Option<[Option<u32>; 2]>;

        fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
            let mut fewest: [Option<u32>; 2] = [None; 2];
            let width = usize::from(board.size().width());
            for point in board.size().points() {
                if point.x == 0 {
                    self.0.add_work(width)?;
                }
                let cell = board.cell(point);
                let Some(color) = board.at(cell) else { continue };
                if board.chain_id(cell) == cell {
                    let fewest = &mut fewest[color.index()];
                    let pseudo_liberties = board.pseudo_liberties(cell);
                    // An empty point has at most four neighbours. So the number of liberties is at least a
                    // quarter of the number of pseudo-liberties.
                    if fewest.is_none_or(|fewest| pseudo_liberties.div_ceil(4) < fewest) {
                        let is_single_stone = board.chain_length(cell) == 1;
                        let liberties =
                            if is_single_stone { pseudo_liberties } else { board.liberties(cell) };
                        *fewest = Some(fewest.map_or(liberties, |fewest| fewest.min(liberties)));
                    }
                }
            }
            Some(fewest)
        }
    }
    let fewest = position.visit(FewestLiberties(control))?.map(|fewest| fewest.unwrap_or(0));
    Some([fewest[color.index()], fewest[(!color).index()]])
}
