//! Standings of a tournament while it is played, in one line.

use stonefield_go::notation::counted;
use stonefield_lab::statistics::{CrossTable, PairedGame, Ratings};
use stonefield_lab::store::{Datum, StoreError, StoreTable};
use stonefield_lab::{GameResult, Laboratory, Plan, RowEnd, SequentialTest};

/// Running results of a tournament, and the sequential test of its two players if the plan has one.
pub(super) struct LiveStandings {
    plan: Plan,
    cross: CrossTable,
    test: Option<SequentialTest>,
}

impl LiveStandings {
    /// Standings after the games that are in the store. `None` if the plan is not a tournament.
    pub(super) fn of(laboratory: &Laboratory) -> Result<Option<Self>, StoreError> {
        let plan = laboratory.plan().clone();
        let Some(tournament) = plan.tournament() else { return Ok(None) };
        let cross = CrossTable::new(tournament.players().len());
        let test = plan.sprt().map(|sprt| SequentialTest::new(*sprt, plan.combinations()));
        let mut standings = Self { plan, cross, test };
        let store = laboratory.store();
        let columns = store.columns(StoreTable::Games);
        let index_of = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
        let (winner, swapped) = (index_of("winner"), index_of("swapped"));
        store.each(StoreTable::Games, |values| {
            let row = values[0].number().unwrap_or(0.0) as u64;
            let end = RowEnd::read(values[winner].text().unwrap_or_default());
            standings.count(row, end.seen_by_first(values[swapped] == Datum::Whole(1)));
            Ok::<(), StoreError>(())
        })?;
        Ok(Some(standings))
    }

    pub(super) fn add(&mut self, row: u64, result: &GameResult) {
        self.count(row, result.end().seen_by_first(result.swapped));
    }

    fn count(&mut self, row: u64, game: PairedGame) {
        if let Some(test) = &mut self.test {
            test.add(row, game);
        }
        if let Some((first, second)) = self.plan.players(self.plan.place(row).0) {
            self.cross.add(first, second, game.into());
        }
    }

    /// True if the sequential test has reached a decision.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(SequentialTest::is_decided)
    }

    /// State of the test (LLR is the log-likelihood ratio), or else the leader, as the end of a progress
    /// line. Empty without a test and without a finished game.
    pub(super) fn line(&self) -> String {
        if let Some(test) = &self.test {
            let (low, high) = test.sprt().bounds();
            let pairs = counted(test.pairs().counted.pairs(), "pair");
            return format!("; LLR {:.2} ({low:.2} to {high:.2}) after {pairs}", test.llr());
        }
        let ratings = Ratings::of(&self.cross);
        let leader = ratings.order().first().copied().unwrap_or(0);
        let games = self.cross.total(leader).games();
        let name = self.plan.tournament().and_then(|tournament| tournament.players().get(leader));
        match name {
            Some(player) if games > 0 => {
                let share = 100.0 * self.cross.total(leader).points() / games as f64;
                let (rating, games) = (ratings.rating(leader), counted(games, "game"));
                let (name, elo, margin) = (&player.name, rating.elo, rating.margin());
                format!("; {name} leads with {share:.1} % of {games}, {elo:+.0} ± {margin:.0} Elo")
            }
            _ => String::new(),
        }
    }
}
