//! Tuning rows: assigns a row number to each game of a tuning.

use crate::statistics::Cmaes;
use stonefield_minds::split_outside_brackets;

/// Largest number of generations of a tuning.
pub const MAX_GENERATIONS: u64 = 100_000;

/// Game number at which the matches begin. Games of candidates have lower numbers, so their openings differ.
const FIRST_MATCH_GAME: u64 = 1 << 40;

/// Numbers of a tuning that decide the row of each game.
///
/// Each generation has a block of rows: the games of its candidates, then the match of the recommended mind
/// against the given mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TuningRows {
    pub candidates: u64,
    pub opponents: u64,
    /// Number of pairs of games of each candidate against each opponent in a generation.
    pub pairs: u64,
    /// Number of pairs of games in a match.
    pub validation: u64,
}

/// A game of a tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TuningGame {
    /// Number of the generation, from 0.
    pub generation: u64,
    /// Index of the candidate; `None` in a match.
    pub candidate: Option<usize>,
    /// Index of the opponent. 0 in a match, where it is not used.
    pub opponent: usize,
    /// Number of the game. With the seed, this number determines all random numbers of the game.
    pub number: u64,
    /// True if the tuned mind has White.
    pub swapped: bool,
}

impl TuningGame {
    /// Returns the number of the game whose random numbers decide the opening. Both games of a pair have the
    /// same opening.
    pub const fn opening(&self) -> u64 {
        self.number & !1
    }
}

impl TuningRows {
    /// Reads the numbers from a plan in canonical form; `None` if it is not the plan of a tuning.
    pub fn of(canonical: &str) -> Option<Self> {
        let line = |key: &str| {
            let value = |line: &'_ str| line.strip_prefix(key)?.strip_prefix(" = ").map(str::to_owned);
            canonical.lines().find_map(value)
        };
        let count = |key: &str| Some(split_outside_brackets(&line(key)?).len() as u64);
        let candidates = line("candidates")?;
        let candidates = match &*candidates {
            "usual" => Cmaes::usual_points(usize::try_from(count("params")?).ok()?) as u64,
            candidates => candidates.parse().ok().filter(|candidates| *candidates > 0)?,
        };
        let number = |key: &str| line(key)?.parse::<u64>().ok();
        let pairs = number("pairs").filter(|pairs| *pairs > 0)?;
        Some(Self { candidates, opponents: count("against")?, pairs, validation: number("validation")? })
    }

    /// Returns the number of games that the candidates of one generation play.
    pub const fn candidate_games(&self) -> u64 {
        self.candidates.saturating_mul(self.opponents).saturating_mul(self.pairs).saturating_mul(2)
    }

    /// Returns the number of rows of a generation: the games of its candidates, and its match.
    pub const fn block(&self) -> u64 {
        self.candidate_games().saturating_add(self.validation.saturating_mul(2))
    }

    /// Returns the largest number of rows of a tuning: [`MAX_GENERATIONS`] blocks, and one more for the last
    /// match.
    pub const fn max_rows(&self) -> u64 {
        self.block().saturating_mul(MAX_GENERATIONS + 1)
    }

    /// Returns the game of a row.
    pub fn game(&self, row: u64) -> TuningGame {
        let block = self.block().max(1);
        let (generation, place) = (row / block, row % block);
        if let Some(game) = place.checked_sub(self.candidate_games()) {
            let number = FIRST_MATCH_GAME
                .saturating_add(generation.saturating_mul(2).saturating_mul(self.validation))
                .saturating_add(game);
            return TuningGame { generation, candidate: None, opponent: 0, number, swapped: game % 2 == 1 };
        }
        let (opponents, candidates) = (self.opponents.max(1), self.candidates.max(1));
        let game = place / opponents / candidates;
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        TuningGame {
            generation,
            candidate: Some(index(place / opponents % candidates)),
            opponent: index(place % opponents),
            number: generation.saturating_mul(2).saturating_mul(self.pairs).saturating_add(game),
            swapped: game % 2 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_tuning_are_read_from_its_plan() {
        let text = "size = 5\nmind = swarm\nagainst = [gtp:[sh -c \"echo a, b\"]], [random]\n\
                    params = spread=0:5, radius=2:6\npairs = 3\ncandidates = usual\nvalidation = 4\n";
        let rows = TuningRows::of(text).expect("a tuning");
        assert_eq!(rows, TuningRows { candidates: 6, opponents: 2, pairs: 3, validation: 4 });
        assert_eq!((rows.candidate_games(), rows.block(), rows.max_rows()), (72, 80, 8_000_080));
        for (from, to) in [
            ("pairs = 3", "pairs = 0"),
            ("pairs = 3\n", ""),
            ("candidates = usual", "candidates = many"),
            ("validation = 4", "validation = -4"),
            ("against", "with"),
        ] {
            assert_eq!(TuningRows::of(&text.replace(from, to)), None, "{to}");
        }
        // Numbers that are too large saturate.
        let most = u64::MAX.to_string();
        let text = text.replace("usual", &most).replace("pairs = 3", &format!("pairs = {most}"));
        let rows = TuningRows::of(&text).expect("numbers");
        assert_eq!((rows.max_rows(), rows.game(7).generation), (u64::MAX, 0));
    }
}
