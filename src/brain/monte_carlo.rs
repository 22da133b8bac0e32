//! `monte-carlo`: flat sampling, a few random games for every move.
// CITE: the sampler of Gorilla, 2013.

use super::draw::Drawer;
use super::playout::{cap, counts_leads, lead_played_out};
use super::{
    Answer, Brain, BrainInfo, BrainSpec, Candidate, Kind, ParamInfo, Progress, Rng, Seen, Thought, Value,
    Watch, is_large, sensible,
};
use crate::field::ControlField;
use crate::go::{Color, Goal, Move, Outcome, Played, Point, Position};
use rand::SeedableRng;

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "monte-carlo",
    about: "plays random games after every move and takes the one with the best mean score; no tree",
    human: false,
    outside: false,
    searches: true,
    main: None,
    params: &[
        ParamInfo::new(
            "games",
            "random games for each move",
            "games",
            Kind::Int { min: 1, max: 1_000_000, default: 20 },
        ),
        ParamInfo::new(
            "plies",
            "moves of each, where control is the score",
            "plies",
            Kind::Int { min: 1, max: 100_000, default: 10 },
        ),
        ParamInfo::new(
            "score",
            "control after those moves, or the lead in a game played to its end",
            "",
            Kind::Choice { options: &["control", "area"], default: "control" },
        ),
        ParamInfo::new(
            "weaken",
            "waves of control lose what stands against them",
            "",
            Kind::Switch { default: false },
        ),
    ],
    make,
};

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let int = |key| match spec.get(key) {
        Value::Int(value) => u32::try_from(value).unwrap_or(u32::MAX),
        _ => 1,
    };
    Box::new(MonteCarlo {
        games: int("games"),
        plies: int("plies"),
        area: spec.get("score") == Value::Choice("area"),
        weaken: spec.get("weaken") == Value::Switch(true),
        rng: Rng::seed_from_u64(0),
        drawer: Drawer::new(),
        options: Vec::new(),
        start: None,
        room: None,
        left: None,
        field: None,
        stage: Stage::List(0),
        played: 0,
        told: None,
    })
}

struct MonteCarlo {
    games: u32,
    plies: u32,
    area: bool,
    weaken: bool,
    rng: Rng,
    drawer: Drawer,
    options: Vec<Choice>,
    /// The position before the turn, and one to play games on.
    start: Option<Position>,
    room: Option<Position>,
    /// Plies of the game that has been left there.
    left: Option<u32>,
    /// The control map before the turn, and one to work on.
    field: Option<(ControlField, ControlField)>,
    stage: Stage,
    /// Games played this turn: each move gets one, then each another.
    played: u64,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
}

/// What is done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Moves are listed; this empty point comes next.
    List(usize),
    /// The position before the turn is made ready to be copied.
    Copy,
    /// The control map before the turn is made; this point comes next.
    Map(usize),
    /// Games are played.
    Play,
}

/// Points that are gone over in one go, at most.
const PART: usize = 1024;

/// Candidates that are told.
const TOLD: usize = 64;

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// A move and what its games came to.
struct Choice {
    action: Move,
    games: u32,
    /// Sum of the scores from the mover's view, and half points.
    sum: f64,
    wins: u32,
}

impl Choice {
    const fn of(action: Move) -> Self {
        Self { action, games: 0, sum: 0.0, wins: 0 }
    }

    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / f64::from(self.games) }
    }
}

impl Brain for MonteCarlo {
    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
        self.played = 0;
        self.left = None;
        self.told = None;
        self.stage = Stage::List(0);
        self.options.clear();
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        let position = seen.position;
        let large = is_large(position.size());
        let mut left = quota.max(1);
        while left > 0 {
            left -= 1;
            let told = (self.played > 0 || large) && watch.stop();
            if self.stage != Stage::Play && !told {
                self.prepare(position);
                continue;
            }
            let total = self.options.len() as u64 * u64::from(self.games);
            // With one move there is nothing to choose.
            let spent = self.stage == Stage::Play && (self.played >= total || self.options.len() < 2);
            if spent || told {
                self.tell(watch);
                let chosen = if spent || self.played > 0 {
                    self.best()
                } else {
                    sensible::choose(&mut self.drawer, position, watch)
                };
                return Progress::Done(Answer::Move(chosen));
            }
            let i = (self.played % self.options.len() as u64) as usize;
            let score = match self.sample(self.options[i].action, large.then_some(&*watch)) {
                Sample::Score(score) => score,
                // It counts nothing.
                Sample::Stopped => continue,
                Sample::Rests => break,
            };
            let option = &mut self.options[i];
            option.games += 1;
            option.sum += score;
            option.wins += if score > 0.0 { 2 } else { u32::from(score == 0.0) };
            self.played += 1;
            if large && watch.pauses() {
                break;
            }
        }
        let elapsed = watch.elapsed();
        if self.told.is_none_or(|told| elapsed >= told + BETWEEN) {
            self.told = Some(elapsed);
            self.tell(watch);
        }
        Progress::More
    }
}

impl MonteCarlo {
    /// Goes on with what comes before the first game.
    fn prepare(&mut self, position: &Position) {
        let size = position.size();
        match self.stage {
            Stage::List(from) => {
                let all = position.empties();
                let to = all.min(from + PART);
                let color = position.to_move();
                let points = (from..to).map(|i| position.empty(i));
                let fits = |point: &Point| {
                    !position.is_eye_point(color, *point) && position.is_legal(Move::Play(*point))
                };
                self.options.extend(points.filter(fits).map(|point| Choice::of(Move::Play(point))));
                self.stage = Stage::List(to);
                if to < all {
                    return;
                }
                if self.options.is_empty() && !position.is_legal(Move::Pass) {
                    let points = (0..all).map(|i| Move::Play(position.empty(i)));
                    self.options.extend(points.filter(|&action| position.is_legal(action)).map(Choice::of));
                }
                match &mut self.start {
                    Some(start) => start.clone_from(position),
                    None => self.start = Some(position.clone()),
                }
                self.stage = Stage::Copy;
            }
            Stage::Copy => {
                if let Some(start) = &mut self.start {
                    start.remember_origin();
                }
                self.field = None;
                self.stage = Stage::Map(0);
            }
            Stage::Map(0) if self.field.is_none() => {
                let field = || ControlField::new(size, self.weaken);
                let (mut start, room) = (field(), field());
                start.begin(size.points().map(|point| position.at(point)));
                self.field = Some((start, room));
            }
            Stage::Map(from) => {
                let to = size.area().min(from + PART);
                if let Some((start, _)) = &mut self.field {
                    start.go_on(from..to);
                }
                self.stage = if to < size.area() { Stage::Map(to) } else { Stage::Play };
            }
            Stage::Play => {}
        }
    }

    /// One game after a move. Where there is a `watch` it may be left: left to rest, it goes on when it is called again.
    fn sample(&mut self, action: Move, watch: Option<&dyn Watch>) -> Sample {
        let Some(start) = &self.start else { return Sample::Stopped };
        let color = start.to_move();
        let left = self.left.take();
        let mut game = match self.room.take() {
            Some(mut room) => {
                if left.is_none() {
                    room.clone_from(start);
                }
                room
            }
            None => start.clone(),
        };
        let begun = left.is_some() || self.begin_game(&mut game, action, watch);
        let sample = if begun { self.play_on(&mut game, left, color, watch) } else { Sample::Stopped };
        self.room = Some(game);
        sample
    }

    /// Makes the first move of a game; `false` when it was told to stop.
    fn begin_game(&mut self, game: &mut Position, action: Move, watch: Option<&dyn Watch>) -> bool {
        let played = game.play_unchecked(action);
        match &mut self.field {
            Some((start, field)) if !self.area && !stops(watch) => {
                field.copy_from(start);
                !stops(watch) && follow(field, game, action, played, watch)
            }
            _ => self.area && !stops(watch),
        }
    }

    /// Plays a game on, of which so many plies have been played, and counts it for a colour.
    fn play_on(
        &mut self,
        game: &mut Position,
        left: Option<u32>,
        color: Color,
        watch: Option<&dyn Watch>,
    ) -> Sample {
        let rules = *game.rules();
        if self.area && watch.is_none() && counts_leads(&rules) && !game.is_over() {
            let lead = lead_played_out(game, &mut self.rng, &|| false).unwrap_or(0) as f64 - rules.komi;
            return Sample::Score(if color == Color::Black { lead } else { -lead });
        }
        let from = left.unwrap_or(0);
        for ply in from..if self.area { cap(game.size().area()) } else { self.plies } {
            if game.is_over() {
                break;
            }
            if ply.is_multiple_of(PLIES) && stops(watch) {
                return Sample::Stopped;
            }
            if ply > from && watch.is_some_and(Watch::pauses) {
                self.left = Some(ply);
                return Sample::Rests;
            }
            let Some(next) = draw(&mut self.drawer, game) else { break };
            let played = game.play_unchecked(next);
            if let (false, Some((_, field))) = (self.area, &mut self.field)
                && !follow(field, game, next, played, watch)
            {
                return Sample::Stopped;
            }
        }
        if stops(watch) {
            return Sample::Stopped;
        }
        Sample::Score(by_capture(game, color).unwrap_or_else(|| match &self.field {
            Some((_, field)) if !self.area => field.score(color),
            _ if rules.goal == Goal::FirstCapture => 0.0,
            _ => {
                let score = game.score();
                if color == Color::Black { score.black - score.white } else { score.white - score.black }
            }
        }))
    }

    /// The move with the best mean, the first of equals; a pass where there is no other.
    fn best(&self) -> Move {
        let better =
            |best: Option<&Choice>, option: &Choice| best.is_none_or(|best| option.mean() > best.mean());
        let mut best: Option<&Choice> = None;
        for option in self.options.iter().filter(|option| option.games > 0 || self.options.len() == 1) {
            if better(best, option) {
                best = Some(option);
            }
        }
        best.or(self.options.first()).map_or(Move::Pass, |option| option.action)
    }

    fn tell(&self, watch: &mut dyn Watch) {
        if !watch.curious() {
            return;
        }
        let played = |option: &Choice| (option.games > 0).then(|| option.mean());
        let mut order: Vec<(usize, f64)> =
            self.options.iter().enumerate().filter_map(|(i, option)| Some((i, played(option)?))).collect();
        let by_mean = |a: &(usize, f64), b: &(usize, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if order.len() > TOLD {
            order.select_nth_unstable_by(TOLD, by_mean);
            order.truncate(TOLD);
        }
        order.sort_unstable_by(by_mean);
        let candidates = order.into_iter().map(|(i, _)| &self.options[i]).map(|option| Candidate {
            visits: u64::from(option.games),
            winrate: Some(f64::from(option.wins) / 2.0 / f64::from(option.games)),
            lead: Some(option.mean()),
            variation: vec![option.action],
            ..Candidate::new(option.action)
        });
        watch.thought(&Thought {
            candidates: candidates.collect(),
            playouts: self.played,
            seconds: Some(watch.worked()),
            notes: vec![
                if self.area { "leads are of games played out" } else { "leads are points of control" }
                    .to_owned(),
            ],
            ..Thought::default()
        });
    }
}

/// A move that fills no own eye, else a pass, else any; `None` where the law allows none.
fn draw(drawer: &mut Drawer, game: &Position) -> Option<Move> {
    let color = game.to_move();
    let fits = |choice: Move| {
        choice.point().is_some_and(|point| !game.is_eye_point(color, point)) && game.is_legal(choice)
    };
    drawer
        .draw(game, false, fits)
        .or_else(|| game.is_legal(Move::Pass).then_some(Move::Pass))
        .or_else(|| drawer.draw(game, false, |choice| game.is_legal(choice)))
}

/// What became of a game.
enum Sample {
    /// Its score, from the view of the colour that began it.
    Score(f64),
    /// It was told to stop.
    Stopped,
    /// It is left for a while.
    Rests,
}

/// Whether somebody says that it is to stop.
fn stops(watch: Option<&dyn Watch>) -> bool {
    watch.is_some_and(Watch::stop)
}

/// What a game won by capture is worth to a colour: the whole board, as no points count; `None` for any other game.
fn by_capture(game: &Position, color: Color) -> Option<f64> {
    let winner =
        game.outcome().and_then(Outcome::winner).filter(|_| game.rules().goal == Goal::FirstCapture)?;
    let area = game.size().area() as f64;
    Some(if winner == color { area } else { -area })
}

/// Plies of a game on a large board between two times that it is asked whether to leave it.
const PLIES: u32 = 16;

/// Takes a move over into the control map; `false` when it was told to stop.
fn follow(
    field: &mut ControlField,
    game: &Position,
    action: Move,
    played: Played,
    watch: Option<&dyn Watch>,
) -> bool {
    if played == Played::default() {
        if let Some(point) = action.point() {
            field.place(point, !game.to_move());
        }
        return true;
    }
    let area = game.size().area();
    field.begin(game.size().points().map(|point| game.at(point)));
    for from in (0..area).step_by(PART) {
        if from > 0 && stops(watch) {
            return false;
        }
        field.go_on(from..area.min(from + PART));
    }
    true
}
