//! `monte-carlo`: flat sampling, a few random games for every move.
// CITE: the sampler of Gorilla, 2013.

use super::draw::Drawer;
use super::playout::{cap, play_out};
use super::{
    Brain, BrainInfo, BrainSpec, Candidate, Kind, ParamInfo, Progress, Rng, Seen, Thought, Value, Watch,
};
use crate::field::ControlField;
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Color, Move, Outcome, Position, Scoring};
use rand::SeedableRng;

pub(super) const INFO: BrainInfo = BrainInfo {
    name: "monte-carlo",
    about: "plays random games after every move and takes the one with the best mean score; no tree",
    human: false,
    outside: false,
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
            "control after those moves, or the area of a game played to its end",
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
        field: None,
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
    /// The control map before the turn, and one to work on.
    field: Option<(ControlField, ControlField)>,
    /// Games played this turn: each move gets one, then each another.
    played: u64,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
}

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
    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / f64::from(self.games) }
    }
}

impl Brain for MonteCarlo {
    fn begin(&mut self, seen: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
        self.played = 0;
        self.told = None;
        let position = seen.position;
        let points = || (0..position.empties()).map(|i| position.empty(i));
        let fits = |point: &crate::go::Point| {
            !position.is_eye_point(position.to_move(), *point) && position.is_legal(Move::Play(*point))
        };
        self.options.clear();
        self.options.extend(points().filter(fits).map(|point| Choice::of(Move::Play(point))));
        let forced = self.options.is_empty() && !position.is_legal(Move::Pass);
        if forced {
            let legal = points().map(Move::Play).filter(|&action| position.is_legal(action));
            self.options.extend(legal.map(Choice::of));
        }
        let mut field = ControlField::new(position.size(), self.weaken);
        field.rebuild(position.size().points().map(|point| position.at(point)));
        self.field = Some((field.clone(), field));
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        let total = self.options.len() as u64 * u64::from(self.games);
        for _ in 0..quota.max(1) {
            // With one move there is nothing to choose.
            let spent = self.played >= total || self.options.len() < 2;
            if spent || watch.stop() && self.played > 0 {
                self.tell(watch);
                return Progress::Done(self.best());
            }
            let i = (self.played % self.options.len() as u64) as usize;
            let score = self.sample(seen.position, self.options[i].action);
            let option = &mut self.options[i];
            option.games += 1;
            option.sum += score;
            option.wins += if score > 0.0 { 2 } else { u32::from(score == 0.0) };
            self.played += 1;
        }
        let elapsed = watch.elapsed();
        if self.told.is_none_or(|told| elapsed >= told + BETWEEN) {
            self.told = Some(elapsed);
            self.tell(watch);
        }
        Progress::More
    }
}

impl Choice {
    const fn of(action: Move) -> Self {
        Self { action, games: 0, sum: 0.0, wins: 0 }
    }
}

impl MonteCarlo {
    /// The score of one game after a move, from the view of the colour that makes it.
    fn sample(&mut self, position: &Position, action: Move) -> f64 {
        let color = position.to_move();
        let mut game = position.clone();
        let played = game.play_unchecked(action);
        if self.area {
            return self.play_to_end(game, color);
        }
        let Some((start, field)) = &mut self.field else { return 0.0 };
        field.copy_from(start);
        let follow =
            |field: &mut ControlField, game: &Position, action: Move, taken: bool| match action.point() {
                _ if taken => field.rebuild(game.size().points().map(|point| game.at(point))),
                Some(point) => field.place(point, !game.to_move()),
                None => {}
            };
        follow(field, &game, action, played != crate::go::Played::default());
        for _ in 0..self.plies {
            if game.is_over() {
                break;
            }
            let Some(next) = draw(&mut self.drawer, &game) else { break };
            let played = game.play_unchecked(next);
            follow(field, &game, next, played != crate::go::Played::default());
        }
        match game.outcome().and_then(Outcome::winner) {
            // A game won otherwise than by points is worth the whole board.
            Some(winner) if game.rules().goal == crate::go::Goal::FirstCapture => {
                let area = game.size().area() as f64;
                if winner == color { area } else { -area }
            }
            _ => field.score(color),
        }
    }

    /// By how much a colour leads when a game is played to its end.
    fn play_to_end(&mut self, mut game: Position, color: Color) -> f64 {
        let rules = *game.rules();
        let plain = rules.scoring == Scoring::Area
            && rules.goal == crate::go::Goal::Territory
            && rules.stones_each.is_none()
            && rules.quirks.is_none();
        let (black, white) = if plain && !game.is_over() {
            let area =
                game.visit(Fast { to_move: game.to_move(), suicide: rules.suicide, rng: &mut self.rng });
            (f64::from(area[0]), f64::from(area[1]) + rules.komi)
        } else {
            for _ in 0..cap(game.size().area()) {
                if game.is_over() {
                    break;
                }
                let Some(next) = draw(&mut self.drawer, &game) else { break };
                game.play_unchecked(next);
            }
            if rules.goal == crate::go::Goal::FirstCapture {
                let area = game.size().area() as f64;
                return match game.outcome().and_then(Outcome::winner) {
                    Some(winner) if winner == color => area,
                    Some(_) => -area,
                    None => 0.0,
                };
            }
            let score = game.score();
            (score.black, score.white)
        };
        if color == Color::Black { black - white } else { white - black }
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
        let mut order: Vec<&Choice> = self.options.iter().filter(|option| option.games > 0).collect();
        order.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        let candidates = order.into_iter().take(64).map(|option| Candidate {
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

/// A light playout on a copy of the board.
struct Fast<'a> {
    to_move: Color,
    suicide: bool,
    rng: &'a mut Rng,
}

impl BoardVisitor for Fast<'_> {
    type Output = [u32; 2];

    fn visit<S: Storage>(self, board: &Board<S>) -> [u32; 2] {
        let mut board = board.clone();
        let most = cap(board.size().area());
        play_out(&mut board, self.to_move, self.suicide, most, self.rng).area
    }
}
