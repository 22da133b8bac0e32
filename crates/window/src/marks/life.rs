//! Life of the selected group: studied on a worker thread once the board stays unchanged.

use crate::platform::{Host, Platform};
use crate::shell::state::{Redraw, Selected, Watched};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use core::time::Duration;
use stonefield_go::Point;
use stonefield_search::StopWatch;
use stonefield_search::proof::life::{LifeError, LifeLimits, LifeVerdict, study};
use stonefield_sim::{GameRecord, Halt, Referee};

/// Time without a change of the position or the selection before a study begins, in seconds.
const UNCHANGED_SECONDS: f32 = 0.3;

/// Interval at which the task is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Key of a study: goban, selected point, hash of the position, and tick. A new key starts a new study.
type GroupKey = (Entity, Point, u64, u64);

/// Study of the selected group, running or finished.
#[derive(Resource, Default)]
pub struct GroupLife {
    group: Option<(GroupKey, Instant)>,
    task: Option<(Task<Result<LifeVerdict, LifeError>>, Halt)>,
    verdict: Option<String>,
}

impl GroupLife {
    /// Returns the verdict as text, or `…` before it is known; `None` if no group is selected.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        self.group.as_ref().map(|_| self.verdict.as_deref().unwrap_or("…"))
    }

    /// Stops the study of the old group, and sets the new one.
    fn set_group(&mut self, group: Option<GroupKey>) {
        if let Some((_, halt)) = self.task.take() {
            halt.ask();
        }
        self.group = group.map(|group| (group, Instant::now()));
        self.verdict = None;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GroupLife>().init_resource::<Redraw>().add_systems(Update, study_selected);
}

/// Starts and polls the study of the selected group.
fn study_selected(
    selected: Res<Selected>,
    watched: Res<Watched>,
    gobans: Query<(&Referee, &GameRecord)>,
    mut studied: ResMut<GroupLife>,
    mut redraw: ResMut<Redraw>,
) {
    let game = gobans.get(watched.0).ok();
    let stone = selected.0.filter(|&point| game.is_some_and(|(game, _)| game.position.at(point).is_some()));
    let group =
        game.zip(stone).map(|((game, record), point)| (watched.0, point, game.position.hash(), record.now()));
    if studied.group.as_ref().map(|(group, _)| *group) != group {
        studied.set_group(group);
    }
    if studied.verdict.is_none() && studied.group.is_some() {
        redraw.within(POLL_INTERVAL);
    }
    let Some((task, _)) = &mut studied.task else {
        let is_due = studied.verdict.is_none()
            && studied
                .group
                .as_ref()
                .is_some_and(|(_, since)| since.elapsed().as_secs_f32() >= UNCHANGED_SECONDS);
        if let (true, Some((game, _)), Some(point)) = (is_due, game, stone) {
            let (position, halt, since) = (game.position.clone(), Halt::default(), Instant::now());
            let halt_of_task = halt.clone();
            let mut watch =
                StopWatch::new(move || since.elapsed().as_secs_f64(), move || halt_of_task.is_asked());
            let mut limits = LifeLimits::default();
            limits.nodes = Host::LIFE_NODES.unwrap_or(limits.nodes);
            let task =
                AsyncComputeTaskPool::get().spawn(async move { study(&position, point, limits, &mut watch) });
            studied.task = Some((task, halt));
        }
        return;
    };
    if let Some(verdict) = check_ready(task) {
        studied.task = None;
        studied.verdict = Some(match verdict {
            Ok(verdict) => words(&verdict),
            Err(error) => format!("not known: {error}"),
        });
    }
}

/// Largest number of chains that are named as assumed to be alive.
const MAX_WALLS: usize = 6;

/// Returns a verdict as text, with the surrounding groups that are assumed to be alive.
fn words(verdict: &LifeVerdict) -> String {
    let mut text = verdict.to_string();
    if verdict.nearby {
        text += ", whatever stands farther off";
    }
    let names: Vec<_> = verdict.walls.iter().take(MAX_WALLS).map(Point::to_string).collect();
    if !names.is_empty() {
        let more = if verdict.walls.len() > MAX_WALLS { " …" } else { "" };
        text += &format!("; assumed alive: {}{more}", names.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::TaskPoolPlugin;
    use bevy::platform::thread::sleep;
    use stonefield_go::Setup;
    use stonefield_sim::{GameSetup, create_app, spawn_goban};

    #[test]
    fn only_the_selected_group_is_judged() {
        let board = "
            . X . X O .
            X X X X O O
            O O O O O .
            . . . . . .
            . . . . . .
            . . . . . .";
        let setup: Setup = board.parse().expect("a diagram");
        let game = GameSetup { size: setup.size(), start: Some(setup), ..GameSetup::default() };
        let mut app = create_app();
        app.add_plugins(TaskPoolPlugin::default());
        let goban = spawn_goban(app.world_mut(), &game).expect("a game");
        let at = |name: &str| name.parse::<stonefield_go::Move>().ok().and_then(stonefield_go::Move::point);
        app.insert_resource(Watched(goban)).insert_resource(Selected(at("A5"))).add_plugins(plugin);
        let verdict = |app: &mut App, selected: Option<Point>| {
            app.insert_resource(Selected(selected));
            for _ in 0..400 {
                app.update();
                match app.world().resource::<GroupLife>().words() {
                    Some("…") => sleep(Duration::from_millis(25)),
                    words => return words.map(str::to_owned),
                }
            }
            panic!("no verdict");
        };
        assert_eq!(verdict(&mut app, at("A5")).as_deref(), Some("alive"));
        assert_eq!(verdict(&mut app, at("A1")), None, "no stone is there");
    }
}
