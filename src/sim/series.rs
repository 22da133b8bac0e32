//! Series: the games of an experiment are played on a goban, one after the other.

use super::begin::reset;
use super::request_error::RequestError;
use super::{
    Experiment, ExperimentPlan, Finished, GameRecord, GameRow, Pace, Seats, SetupError, Surveyor, Tally,
    Witness, all_numbers,
};
use crate::go::Color;
use bevy::ecs::prelude::*;
use std::sync::Arc;

/// Begins to play an experiment on a goban.
///
/// # Errors
/// When a mind needs a person, all its games are known already, or no game can begin; the old game stands then.
pub(super) fn start(world: &mut World, goban: Entity, plan: ExperimentPlan) -> Result<(), RequestError> {
    if let Some(person) = plan.minds().into_iter().find(|mind| mind.info().human) {
        return Err(RequestError::SeriesOfPersons(person.clone()));
    }
    if let Some(games) = plan.games.filter(|&games| plan.from >= games) {
        return Err(RequestError::Played(games));
    }
    // A game that was to be the last of the same series goes on.
    let going =
        world.get::<Experiment>(goban).filter(|known| known.under_way && known.next_place() == plan.from);
    let from =
        going.and_then(|known| known.plan.as_ref().filter(|old| old.is_same(&plan)).map(|old| old.from));
    if from.is_none() {
        reset(world, goban, &plan.game(plan.from))?;
    }
    if let Some(mut experiment) = world.get_mut::<Experiment>(goban) {
        if from.is_none() {
            experiment.results.clear();
        }
        let plan = ExperimentPlan { from: from.unwrap_or(plan.from), ..plan };
        (experiment.plan, experiment.on, experiment.under_way) = (Some(Arc::new(plan)), true, true);
    }
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        pace.running = true;
    }
    Ok(())
}

/// What follows the end of a game: the next one of the series, or rest.
pub(super) fn conclude(world: &mut World, goban: Entity) {
    if matches!(next(world, goban), Ok(true)) {
        return;
    }
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        pace.stop();
    }
}

/// Takes the game that has ended into the results, and begins the next; whether there is one, and it can go on.
fn next(world: &mut World, goban: Entity) -> Result<bool, SetupError> {
    let experiment = world.get::<Experiment>(goban).filter(|experiment| experiment.under_way);
    let Some((plan, place)) =
        experiment.and_then(|experiment| Some((experiment.plan.clone()?, experiment.next_place())))
    else {
        return Ok(false);
    };
    let row = row(world, goban, &plan, place);
    let Some(mut experiment) = world.get_mut::<Experiment>(goban) else { return Ok(false) };
    // A mind that fails would fail in every game.
    experiment.on &= row.as_ref().is_none_or(|row| row.fault.is_none());
    experiment.results.extend(row.map(Arc::new));
    let place = experiment.next_place();
    experiment.on &= plan.games.is_none_or(|games| place < games);
    experiment.under_way = false;
    if !experiment.on {
        return Ok(false);
    }
    // The set-up has led to a game before, and only its number and its seats change.
    reset(world, goban, &plan.game(place))?;
    let over = world.get::<Tally>(goban).is_none_or(|tally| tally.outcome.is_some());
    if let Some(mut experiment) = world.get_mut::<Experiment>(goban) {
        (experiment.on, experiment.under_way) = (!over, !over);
    }
    Ok(!over)
}

/// What is remembered of the game that has ended; `None` where it was changed by hand, so that it is to be played again.
fn row(world: &World, goban: Entity, plan: &ExperimentPlan, place: u64) -> Option<GameRow> {
    let finished = Finished::of(world, goban)?;
    let record = world.get::<GameRecord>(goban)?;
    if record.edits().next().is_some() {
        return None;
    }
    let (tally, seats) = (world.get::<Tally>(goban)?, world.get::<Seats>(goban)?);
    let (row, survey) = Surveyor::default().survey(world, goban)?;
    let failed = Color::ALL.into_iter().find_map(|color| Some(format!("{color}: {}", seats.fault(color)?)));
    Some(GameRow {
        place,
        swapped: plan.is_swapped(place),
        finished,
        captured: tally.captures,
        numbers: all_numbers(&row, &survey),
        plies: record.choices().collect(),
        fault: failed.or_else(|| world.get::<Witness>(goban)?.disagreement()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::BrainSpec;
    use crate::go::{ByColor, Move, Rules, Size};
    use crate::sim::history::Heading;
    use crate::sim::{Choice, GameSetup, MEASURES, Request, RequestKind, Session, create_app, spawn_goban};
    use bevy::app::App;

    fn plan(rules: &str, open: u32, games: u64) -> ExperimentPlan {
        let rules = Rules::preset(rules).expect("a preset");
        let brains = if rules.quirks.is_some() { ["netlogo", "random"] } else { ["sensible", "random"] };
        let [black, white] = brains.map(|name| BrainSpec::named(name).expect("a mind"));
        let brains = ByColor::new(black, white);
        let setup =
            GameSetup { size: Size::square(5).expect("a size"), rules, brains, ..GameSetup::default() };
        ExperimentPlan { setup, alternate: true, open, games: Some(games), from: 0 }
    }

    fn request(app: &mut App, goban: Entity, kind: RequestKind) {
        app.world_mut().write_message(Request { goban, kind });
        app.update();
    }

    /// The rows of an experiment at this speed.
    fn played(plan: &ExperimentPlan, rate: f32) -> (App, Entity, Vec<Arc<GameRow>>) {
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &GameSetup::default()).expect("a game");
        request(&mut app, goban, RequestKind::Rate(rate));
        request(&mut app, goban, RequestKind::Experiment(Some(Box::new(plan.clone()))));
        for _ in 0..100_000 {
            app.update();
            if !experiment(&app, goban).on {
                break;
            }
        }
        let rows = experiment(&app, goban).results.clone();
        (app, goban, rows)
    }

    fn experiment(app: &App, goban: Entity) -> &Experiment {
        app.world().get::<Experiment>(goban).expect("every goban has one")
    }

    fn opening(row: &GameRow, open: usize) -> Vec<Choice> {
        row.plies[..open].iter().map(|&(_, choice)| choice).collect()
    }

    #[test]
    fn seats_alternate_pairs_share_openings_and_games_are_the_same_at_any_speed() {
        for rules in ["chinese", "netlogo-2016"] {
            let plan = plan(rules, 4, 6);
            let (app, goban, rows) = played(&plan, f32::INFINITY);
            assert_eq!(rows.len(), 6, "{rules}");
            assert!(!experiment(&app, goban).is_under_way() && !experiment(&app, goban).on);
            let swapped: Vec<_> = rows.iter().map(|row| row.swapped).collect();
            assert_eq!(swapped, [false, true, false, true, false, true]);
            assert_eq!(rows.iter().map(|row| row.finished.game).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
            for pair in rows.chunks(2) {
                assert_eq!(opening(&pair[0], 4), opening(&pair[1], 4), "{rules}");
                assert_eq!(pair[1].color_of(1), Color::Black, "B has come to Black");
            }
            assert_ne!(opening(&rows[0], 4), opening(&rows[2], 4));
            assert_eq!(played(&plan, 900.0).2, rows, "{rules}: whatever the speed");
            // One that goes on from the fourth plays the rest.
            let rest = ExperimentPlan { from: 3, ..plan };
            assert_eq!(played(&rest, f32::INFINITY).2, rows[3..]);
        }
    }

    #[test]
    fn a_row_is_told_again_as_the_game_that_it_is() {
        for rules in ["chinese", "netlogo-2016"] {
            let plan = plan(rules, 4, 2);
            for row in played(&plan, f32::INFINITY).2 {
                let again = Session::retold(&plan.game(row.place), Heading::default(), &row.plies);
                let again = again.expect("a game");
                let finished = Finished::of(again.world(), again.goban());
                assert_eq!(finished, Some(row.finished), "{rules}");
                let text = again.record().text().expect("a record").clone();
                let trust = crate::brain::Trust::default();
                let verdict = Session::verify(text.node(again.record().root()), trust).expect("readable");
                assert!(matches!(verdict, super::super::history::ReplayVerdict::Same { .. }), "{verdict:?}");
            }
        }
    }

    #[test]
    fn a_row_knows_what_was_measured_by_its_name() {
        let (.., rows) = played(&plan("chinese", 0, 2), f32::INFINITY);
        let row = &rows[1];
        assert_eq!(row.numbers.len(), MEASURES.iter().map(|it| it.columns().len()).sum::<usize>());
        let of = |name: &str| row.measured(MEASURES.iter().find(|it| it.name == name).expect("a measure"));
        let (stones, capacity) = (of("stones").expect("measured"), of("capacity").expect("measured"));
        assert!(stones.black + stones.white > 4.0 && capacity.black == capacity.white);
        let area = of("area").expect("measured");
        assert_eq!(row.finished.score, ByColor::new(area.black, area.white + 7.5));
        assert_eq!(row.winner().map(|mind| row.color_of(mind)), row.finished.outcome.winner());
    }

    #[test]
    fn a_game_changed_by_hand_is_played_again_and_another_set_up_ends_the_series() {
        let (mut app, goban, rows) = played(&plan("chinese", 0, 2), f32::INFINITY);
        let more = ExperimentPlan { games: None, ..plan("chinese", 0, 0) };
        request(&mut app, goban, RequestKind::Rate(1.0));
        request(&mut app, goban, RequestKind::Experiment(Some(Box::new(more.clone()))));
        // Stopped and taken up again, it is the same game.
        request(&mut app, goban, RequestKind::Experiment(None));
        assert!(!experiment(&app, goban).on && experiment(&app, goban).is_under_way());
        request(&mut app, goban, RequestKind::Experiment(Some(Box::new(more))));
        request(&mut app, goban, RequestKind::Pause);
        request(&mut app, goban, RequestKind::Rate(f32::INFINITY));
        request(&mut app, goban, RequestKind::Seat(Color::White, "swarm".parse().expect("a mind")));
        request(&mut app, goban, RequestKind::Play);
        while experiment(&app, goban).results.len() < 2 {
            app.update();
        }
        assert_eq!(experiment(&app, goban).results[..2], rows);
        request(&mut app, goban, RequestKind::Reset(Box::default()));
        let now = experiment(&app, goban);
        assert!(!now.on && !now.is_under_way() && now.results.len() >= 2);
    }

    #[test]
    fn what_cannot_be_played_leaves_the_game_alone() {
        let (mut app, goban, _) = played(&plan("chinese", 0, 1), f32::INFINITY);
        let before = app.world().get::<GameRecord>(goban).expect("a record").moves().collect::<Vec<Move>>();
        let mut person = plan("chinese", 0, 5);
        person.setup.brains.white = "human".parse().expect("a mind");
        let mut large = plan("netlogo-2016", 0, 5);
        large.setup.size = Size::square(65).expect("a size");
        for plan in [person, large, ExperimentPlan { from: 5, ..plan("chinese", 0, 5) }] {
            request(&mut app, goban, RequestKind::Experiment(Some(Box::new(plan))));
            assert!(!experiment(&app, goban).on);
        }
        let after = app.world().get::<GameRecord>(goban).expect("a record").moves().collect::<Vec<Move>>();
        assert_eq!(before, after);
    }
}
