//! Whether the group that is looked into lives: found out beside the picture, once the board stands still.

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

/// How long the board has to stand still, in seconds.
const STILL: f32 = 0.3;

/// Nodes visited at the most in a page, which has no thread for this and stands still meanwhile.
const NODES_IN_PAGE: u64 = 100_000;

/// How often the task is polled.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// A group on a board: the goban, the point, the position's hash and its ply.
type Group = (Entity, Point, u64, u64);

/// What is known of the group that is looked into.
#[derive(Resource, Default)]
pub struct GroupLife {
    group: Option<(Group, Instant)>,
    task: Option<(Task<Result<LifeVerdict, LifeError>>, Halt)>,
    told: Option<String>,
}

impl GroupLife {
    /// What there is to say of its life; `None` where no group is looked into.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        self.group.as_ref().map(|_| self.told.as_deref().unwrap_or("…"))
    }

    /// Turns to another group, or to none.
    fn turn_to(&mut self, group: Option<Group>) {
        if let Some((_, halt)) = self.task.take() {
            halt.ask();
        }
        self.group = group.map(|group| (group, Instant::now()));
        self.told = None;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GroupLife>().init_resource::<Redraw>().add_systems(Update, look);
}

fn look(
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
        studied.turn_to(group);
    }
    if studied.told.is_none() && studied.group.is_some() {
        redraw.within(LOOK_AGAIN);
    }
    let Some((found, _)) = &mut studied.task else {
        let waits = studied.told.is_none()
            && studied.group.as_ref().is_some_and(|(_, since)| since.elapsed().as_secs_f32() >= STILL);
        if let (true, Some((game, _)), Some(point)) = (waits, game, stone) {
            let (position, halt, since) = (game.position.clone(), Halt::default(), Instant::now());
            let asked = halt.clone();
            let mut reader = StopWatch::new(move || since.elapsed().as_secs_f64(), move || asked.is_asked());
            let mut limits = LifeLimits::default();
            if cfg!(target_family = "wasm") {
                limits.nodes = NODES_IN_PAGE;
            }
            let task = AsyncComputeTaskPool::get()
                .spawn(async move { study(&position, point, limits, &mut reader) });
            studied.task = Some((task, halt));
        }
        return;
    };
    if let Some(verdict) = check_ready(found) {
        studied.task = None;
        studied.told = Some(match verdict {
            Ok(verdict) => words(&verdict),
            Err(error) => format!("not known: {error}"),
        });
    }
}

/// Walls named at the most.
const NAMED: usize = 6;

/// A verdict, and the groups around that it takes to stay.
fn words(verdict: &LifeVerdict) -> String {
    let mut text = verdict.to_string();
    if verdict.nearby {
        text += ", whatever stands farther off";
    }
    let names: Vec<_> = verdict.walls.iter().take(NAMED).map(Point::to_string).collect();
    if !names.is_empty() {
        let more = if verdict.walls.len() > NAMED { " …" } else { "" };
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
    fn the_group_looked_into_is_judged_and_no_other() {
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
        let told = |app: &mut App, selected: Option<Point>| {
            app.insert_resource(Selected(selected));
            for _ in 0..400 {
                app.update();
                match app.world().resource::<GroupLife>().words() {
                    Some("…") => sleep(Duration::from_millis(25)),
                    words => return words.map(str::to_owned),
                }
            }
            panic!("it is never told");
        };
        assert_eq!(told(&mut app, at("A5")).as_deref(), Some("alive"));
        assert_eq!(told(&mut app, at("A1")), None, "nobody is there");
    }
}
