//! Standing: results of the players in the store of a tournament.

use super::super::statistics::{CrossTable, PairedGame, Pairs, Ratings, Sprt, Trinomial};
use super::super::store::{Datum, ResultStore, StoreError, StoreTable};
use super::super::{Plan, PlanError, RowEnd};
use super::SequentialTest;
use std::collections::BTreeMap;
use std::path::PathBuf;
use stonefield_go::notation::excerpt;
use stonefield_go::{ByColor, Color};

/// Results of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Name of the player.
    pub name: String,
    /// Specification of the player's mind.
    pub mind: String,
    /// Results of the games that count.
    pub results: Trinomial,
    /// Number of games that do not count: void, unfinished or failed.
    pub void: u64,
    /// Number of games in which this player's mind failed.
    pub failed: u64,
    /// CPU time of the player's mind, in seconds: the sum of all games with a known time.
    pub seconds: f64,
    /// Number of turns of the player in the games with a known time, passes included. Random moves of the
    /// opening are not counted.
    pub moves: u64,
}

impl Standing {
    /// Returns the CPU time per move, in seconds; `None` if it is unknown.
    #[must_use]
    pub fn cost(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }
}

/// Results and ratings of the players of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Players in the order of the plan.
    pub players: Vec<Standing>,
    /// Results of each pairing.
    pub cross: CrossTable,
    /// Ratings of the players.
    pub ratings: Ratings,
    /// Pairs of games, from the point of view of the first player; `None` for more than two players.
    pub pairs: Option<Pairs>,
    /// Sequential test of the two players, if one was requested.
    pub test: Option<SequentialTest>,
    /// Number of games in the store.
    pub games: u64,
    /// Number of games that do not count because they were played after the test's decision.
    pub left_out: u64,
    /// Number of rows of the plan.
    pub planned: u64,
}

/// Reason why there are no standings.
#[derive(Debug, thiserror::Error)]
pub enum StandingsError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds no tournament.
    #[error("{}: this is no store of a tournament, but of kind {}: its plan names no players", path.display(), excerpt(kind, 60))]
    NoTournament {
        /// The store.
        path: PathBuf,
        /// Kind of the store.
        kind: String,
    },
    /// The plan of the store cannot be read.
    #[error("{}: its plan: {error}", path.display())]
    Plan {
        /// The store.
        path: PathBuf,
        /// Fault of the plan.
        error: PlanError,
    },
    /// A test was requested for more than two players.
    #[error("a test compares two players, and the tournament has {0}")]
    TestOfMany(usize),
}

/// A game of the store.
struct Line {
    row: u64,
    /// Number of the game in the order of the pairs: an even number and the next one are the games of a pair.
    place: u64,
    players: (usize, usize),
    swapped: bool,
    game: PairedGame,
    plies: u64,
    /// Colour whose mind failed.
    failed: Option<Color>,
}

impl Standings {
    /// Reads the games of a store, and rates the players. `sprt`: test to evaluate; `None` for the plan's
    /// test.
    ///
    /// # Errors
    /// If the store or its plan cannot be read, the store holds no tournament, or a test is requested for
    /// more than two players.
    pub fn of(store: &ResultStore, sprt: Option<Sprt>) -> Result<Self, StandingsError> {
        let header = store.header();
        let path = || store.path().to_owned();
        let no_tournament = || StandingsError::NoTournament { path: path(), kind: header.kind.clone() };
        if header.kind != "tournament" {
            return Err(no_tournament());
        }
        let plan = Plan::read(&header.plan).map_err(|error| StandingsError::Plan { path: path(), error })?;
        let tournament = plan.tournament().ok_or_else(no_tournament)?;
        let count = tournament.players().len();
        let sprt = sprt.or_else(|| plan.sprt().copied());
        if sprt.is_some() && count != 2 {
            return Err(StandingsError::TestOfMany(count));
        }
        let lines = lines(store, &plan)?;
        let mut test = sprt.map(|sprt| SequentialTest::new(sprt, plan.combinations()));
        if let Some(test) = &mut test {
            lines.iter().for_each(|line| test.add(line.row, line.game));
        }
        let mut times = thinking(store)?;
        let players = tournament.players().iter().map(|player| Standing {
            name: player.name.clone(),
            mind: player.mind.to_string(),
            results: Trinomial::default(),
            void: 0,
            failed: 0,
            seconds: 0.0,
            moves: 0,
        });
        let (mut players, mut cross, mut left_out) = (players.collect::<Vec<_>>(), CrossTable::new(count), 0);
        let mut paired = Vec::new();
        for line in &lines {
            if test.as_ref().is_some_and(|test| !test.counts(line.row)) {
                left_out += 1;
                continue;
            }
            paired.push((line.place, line.game));
            let (first, second) = line.players;
            let result = Trinomial::from(line.game);
            let seats = if line.swapped { ByColor::new(second, first) } else { ByColor::new(first, second) };
            let seconds = times.remove(&line.row);
            let moves = moves(line.plies, plan.open());
            for color in Color::ALL {
                let player = &mut players[seats[color]];
                player.failed += u64::from(line.failed == Some(color));
                player.void += u64::from(line.game == PairedGame::Void);
                if let Some(seconds) = seconds.and_then(|seconds| seconds[color]) {
                    player.seconds += seconds;
                    player.moves += moves[color];
                }
            }
            players[first].results += result;
            players[second].results += result.reversed();
            cross.add(first, second, result);
        }
        Ok(Self {
            ratings: Ratings::of(&cross),
            players,
            cross,
            pairs: (count == 2).then(|| Pairs::of_games(paired)),
            test,
            games: lines.len() as u64,
            left_out,
            planned: header.rows,
        })
    }
}

/// Reads the games of a store in the order of their rows.
fn lines(store: &ResultStore, plan: &Plan) -> Result<Vec<Line>, StoreError> {
    let columns = store.columns(StoreTable::Games);
    let at = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
    let [combination, repetition, swapped, winner, plies, fault] =
        ["combination", "repetition", "swapped", "winner", "plies", "fault"].map(at);
    let whole = |datum: &Datum| match datum {
        Datum::Whole(number) => u64::try_from(*number).unwrap_or(0),
        _ => 0,
    };
    let mut lines = Vec::new();
    store.each(StoreTable::Games, |values| {
        let (combination, repetition) = (whole(&values[combination]), whole(&values[repetition]));
        let Some(players) = plan.players(combination) else { return Ok::<(), StoreError>(()) };
        let swapped = values[swapped] == Datum::Whole(1);
        let place = (repetition / 2)
            .saturating_mul(plan.combinations())
            .saturating_add(combination)
            .saturating_mul(2)
            .saturating_add(repetition % 2);
        let failed = values[fault]
            .text()
            .and_then(|why| Color::ALL.into_iter().find(|color| why.starts_with(&format!("{color}: "))));
        lines.push(Line {
            row: whole(&values[0]),
            place,
            players,
            swapped,
            game: RowEnd::read(values[winner].text().unwrap_or_default()).seen_by_first(swapped),
            plies: whole(&values[plies]),
            failed,
        });
        Ok(())
    })?;
    Ok(lines)
}

/// Reads the CPU times of both minds, in seconds, by row. `None` if the time of a mind is unknown.
fn thinking(store: &ResultStore) -> Result<BTreeMap<u64, ByColor<Option<f64>>>, StoreError> {
    let mut times = BTreeMap::new();
    store.each(StoreTable::Timing, |values| {
        if let [Datum::Whole(row), _, black, white] = values {
            times.insert(u64::try_from(*row).unwrap_or(0), ByColor::new(black.number(), white.number()));
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(times)
}

/// Returns the number of turns of each colour's mind in a game with this number of plies. The first `open`
/// plies are random, and do not count. Black has the first ply, and colours take turns.
fn moves(plies: u64, open: u32) -> ByColor<u64> {
    let opening = u64::from(open).min(plies);
    let turns = |color: Color, plies: u64| if color == Color::Black { plies.div_ceil(2) } else { plies / 2 };
    ByColor::from_fn(|color| turns(color, plies) - turns(color, opening))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Laboratory, RunSettings};

    #[test]
    fn moves_of_the_opening_are_not_counted() {
        assert_eq!(moves(9, 0), ByColor::new(5, 4));
        assert_eq!(moves(9, 3), ByColor::new(3, 3));
        assert_eq!(moves(2, 6), ByColor::new(0, 0));
    }

    #[test]
    fn standings_count_the_games_of_the_store() {
        let text = "games = 6\nsize = 5\nopen = 2\nplayers = [\"random\", \"sensible\", \"swarm\"]\n";
        let path = std::env::temp_dir().join(format!("stonefield-standings-{}.db", std::process::id()));
        let mut laboratory = Laboratory::open(Plan::read(text).expect("a plan"), &path, true).expect("opens");
        laboratory.play(&RunSettings { threads: 2, ..RunSettings::default() }, &mut ()).expect("plays");
        laboratory.close().expect("closes");
        let store = ResultStore::look(&path).expect("a store");
        let standings = Standings::of(&store, None).expect("standings");
        assert_eq!((standings.games, standings.planned, standings.left_out), (18, 18, 0));
        for (at, player) in standings.players.iter().enumerate() {
            assert_eq!(player.results.games() + player.void, 12, "{player:?}");
            assert_eq!(player.results, standings.cross.total(at));
            assert!(player.moves > 20 && player.failed == 0, "{player:?}");
        }
        let points: f64 = standings.players.iter().map(|player| player.results.points()).sum();
        assert_eq!(points, standings.cross_points());
        assert_eq!(standings.ratings.order().first(), Some(&2), "the swarm is the strongest");
        let error = Standings::of(&store, "elo0=0,elo1=5".parse().ok()).expect_err("three players");
        assert!(error.to_string().contains("the tournament has 3"));
        drop(store);
        std::fs::remove_file(path).expect("removable");
    }

    impl Standings {
        /// Returns the sum of all points in the cross table.
        fn cross_points(&self) -> f64 {
            let count = self.players.len();
            let pairings = (0..count).flat_map(|player| (0..count).map(move |other| (player, other)));
            pairings.map(|(player, other)| self.cross.between(player, other).points()).sum()
        }
    }
}
