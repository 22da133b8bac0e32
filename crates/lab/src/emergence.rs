//! Emergence: measures of a whole game or of one board. Measures of single ticks are
//! [`MEASURES`](stonefield_sim::MEASURES).

use std::borrow::Borrow;
use stonefield_go::field::{BoxCounting, SizeCounts, StoneSet, size_counts};
use stonefield_go::{ByColor, Position};
use stonefield_sim::{Groups, TallyRow};

/// Returns the number of groups of each size for each colour, in increasing order of size.
///
/// ```
/// use stonefield_go::{Color, Size};
/// use stonefield_lab::{avalanche_sizes, group_sizes};
/// use stonefield_sim::{GameSetup, Groups, Session};
///
/// let setup = GameSetup { size: Size::square(5)?, ..GameSetup::default() };
/// let mut session = Session::new(&setup, None)?;
/// for (color, point) in [(Color::Black, "A1"), (Color::White, "B1"), (Color::White, "A2")] {
///     session.play(color, point.parse()?)?;
/// }
/// assert_eq!(group_sizes(session.part::<Groups>()).white, [(1, 2)]);
/// assert_eq!(avalanche_sizes(session.record().rows()), [(1, 1)], "Black's stone died");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn group_sizes(groups: &Groups) -> ByColor<SizeCounts> {
    ByColor::from_fn(|color| {
        let sizes = (0..).zip(groups.totals(color).sizes().iter().copied().map(u64::from));
        sizes.filter(|&(size, count)| size > 0 && count > 0).collect()
    })
}

/// Returns how many ticks have each number of deaths (captures and suicides), in increasing order of deaths.
/// Ticks without a death are not counted. Under `netlogo-2016` a tick is a ply of each colour.
///
/// `rows` are the ticks of a game record: [`GameRecord::rows`](stonefield_sim::GameRecord::rows).
#[must_use]
pub fn avalanche_sizes(rows: impl IntoIterator<Item: Borrow<TallyRow>>) -> SizeCounts {
    size_counts(rows.into_iter().map(|row| row.borrow().changes.captures))
}

/// Returns the box-counting dimension of a set of stones; `None` if the set is empty or the board has one
/// point.
#[must_use]
pub fn box_counting(position: &Position, set: StoneSet) -> Option<BoxCounting> {
    let setup = position.setup();
    BoxCounting::of(setup.size(), &set.points(setup.size(), setup.stones()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::field::Clusters;
    use stonefield_go::{Color, Rules, Setup, Size};
    use stonefield_minds::BrainSpec;
    use stonefield_sim::{GameSetup, Session, Tally};

    fn finished_game(rules: &str, side: u16, seed: u64) -> Session {
        let mind: BrainSpec =
            if rules == "netlogo-2016" { "netlogo" } else { "sensible" }.parse().expect("a mind");
        let setup = GameSetup {
            size: Size::square(side).expect("a size"),
            rules: Rules::preset(rules).expect("a preset"),
            brains: ByColor::new(mind.clone(), mind),
            seed,
            ..GameSetup::default()
        };
        let mut session = Session::new(&setup, None).expect("a game");
        session.play_out(2_000).expect("an end");
        session
    }

    /// Compares group sizes with the clusters on the board, and avalanches with the number of captures.
    #[test]
    fn group_sizes_and_avalanches_agree_with_board_and_captures() {
        for (rules, side) in [("chinese", 9), ("chinese", 5), ("netlogo-2016", 9)] {
            let mut deaths = 0;
            for seed in 1..6 {
                let session = finished_game(rules, side, seed);
                let setup = session.position().setup();
                let clusters = Clusters::of(setup.size(), setup.stones());
                let groups = group_sizes(session.part::<Groups>());
                for color in Color::ALL {
                    assert_eq!(groups[color], clusters.sizes(color), "{rules} {seed}\n{setup}");
                }
                let tally = session.part::<Tally>();
                let avalanches = avalanche_sizes(session.record().rows());
                let sum: u64 = avalanches.iter().map(|&(size, count)| u64::from(size) * count).sum();
                assert_eq!(sum, u64::from(tally.captures.black + tally.captures.white), "{rules} {seed}");
                deaths += sum;
            }
            assert!(deaths > 0, "{rules}");
        }
    }

    #[test]
    fn box_counting_covers_the_stones_of_the_set() {
        let setup: Setup = "
            X . . . . . . . .
            . X . . . . . . .
            . . X . . . . . .
            . . . X . . . . .
            . . . . X . . . .
            . . . . . X . . .
            . . . . . . X . .
            . . . . . . . X .
            O O O . . . . . X"
            .parse()
            .expect("a diagram");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        let counts = |set| box_counting(&position, set).map(|dimension| dimension.counts);
        assert_eq!(counts(StoneSet::Of(Color::Black)), Some(vec![(1, 9), (2, 5), (3, 3)]));
        assert_eq!(counts(StoneSet::LargestCluster), Some(vec![(1, 3), (2, 2), (3, 1)]));
        assert_eq!(counts(StoneSet::LargestClusterOf(Color::Black)), Some(vec![(1, 1), (2, 1), (3, 1)]));
        let empty = Position::new(Size::square(9).expect("a size"), Rules::default());
        assert_eq!(box_counting(&empty, StoneSet::All), None);
    }
}
