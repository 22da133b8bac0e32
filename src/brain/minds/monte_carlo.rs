//! `monte-carlo`: flat sampling, a few random games for every move.
// CITE: the sampler of Gorilla, 2013.

use super::fallback::any_sensible;
use crate::brain::uniform::UniformMover;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Observation};
use crate::field::ControlField;
use crate::go::{Color, Goal, Move, Outcome, Played, Position};
use crate::search::params::{choices, params};
use crate::search::playout::{cap, counts_leads, lead_played_out};
use crate::search::{Candidate, Effort, Parameters, Rng, Thought, Watch};
use rand::SeedableRng;

pub(in crate::brain) const INFO: BrainInfo = BrainInfo {
    searches: true,
    ..BrainInfo::planner(
        "monte-carlo",
        "plays random games after every move and takes the one with the best mean score; no tree",
        MonteCarloParams::LIST,
        make,
    )
};

choices! {
    /// What a game is worth.
    pub(in crate::brain) enum Score {
        /// The points of control after some moves.
        Control = "control",
        /// The lead in a game played to its end.
        Area = "area",
    }
}

params! {
    /// All that can be tuned.
    pub(in crate::brain) struct MonteCarloParams {
        /// random games for each move
        pub games: u32 = 20 in 1..=1_000_000, "games";
        /// moves of each, where control is the score
        pub plies: u32 = 10 in 1..=100_000, "plies";
        /// control after those moves, or the lead in a game played to its end
        pub score: Score = Control;
        /// waves of control lose what stands against them
        weaken: bool = false;
    }
}

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(MonteCarlo {
        params: spec.read(),
        rng: Rng::seed_from_u64(0),
        uniform: UniformMover::new(),
        options: Vec::new(),
        table: None,
        played: 0,
        told: None,
    })
}

struct MonteCarlo {
    params: MonteCarloParams,
    rng: Rng,
    uniform: UniformMover,
    options: Vec<RootMove>,
    /// Laid by the first batch of a turn, and gone after the last.
    table: Option<GameTable>,
    /// Games played this turn: each move gets one, then each another.
    played: u64,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
}

/// Where the games of a turn are played.
struct GameTable {
    /// The position before the turn, and one to play games on.
    start: Position,
    game: Position,
    /// The control maps of both, where control is the score.
    maps: Option<(ControlField, ControlField)>,
}

/// Points of the boards whose games make a batch: a game is a batch where the board has more.
const BATCH: usize = 8192;

/// A ply may go over as many points as one in so many of the board.
const PLY: usize = 16;

/// Candidates that are told.
const TOLD: usize = 64;

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// A move and what its games came to.
struct RootMove {
    action: Move,
    games: u32,
    /// Sum of the scores from the mover's view, and half points.
    sum: f64,
    wins: u32,
}

impl RootMove {
    const fn of(action: Move) -> Self {
        Self { action, games: 0, sum: 0.0, wins: 0 }
    }

    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / f64::from(self.games) }
    }
}

impl Brain for MonteCarlo {
    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.uniform.start(rng);
        self.options.clear();
        (self.table, self.played, self.told) = (None, 0, None);
    }

    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        let stop = || watch.stop();
        let mut effort = Effort::new(&stop);
        let mut table = self.table.take().or_else(|| self.lay(position, &mut effort));
        // With one move there is nothing to choose.
        let moves = self.options.len() as u64;
        let total = if moves < 2 { 0 } else { moves * u64::from(self.params.games) };
        let end = total.min(self.played + (BATCH / position.size().area()).max(1) as u64);
        while let Some(table) = table.as_mut().filter(|_| self.played < end) {
            let option = &mut self.options[(self.played % moves) as usize];
            let game =
                table.play(option.action, self.params.plies, &mut self.uniform, &mut self.rng, &mut effort);
            let Some(score) = game else { break };
            option.games += 1;
            option.sum += score;
            option.wins += if score > 0.0 { 2 } else { u32::from(score == 0.0) };
            self.played += 1;
        }
        let told = effort.stopped;
        if told || self.played >= total {
            self.tell(watch);
            let unknown = told && self.played == 0;
            return Some(Answer::Move(if unknown {
                any_sensible(&mut self.uniform, position).unwrap_or(Move::Pass)
            } else {
                self.best()
            }));
        }
        self.table = table;
        let elapsed = watch.elapsed();
        if self.told.is_none_or(|told| elapsed >= told + BETWEEN) {
            self.told = Some(elapsed);
            self.tell(watch);
        }
        None
    }
}

impl MonteCarlo {
    /// Lists the moves and does what else comes before the first game; `None` when it was told to stop.
    fn lay(&mut self, position: &Position, effort: &mut Effort<'_>) -> Option<GameTable> {
        let (size, color) = (position.size(), position.to_move());
        let points = (0..position.empties()).map(|i| position.empty(i));
        for point in points.clone() {
            let action = Move::Play(point);
            if !position.is_eye_point(color, point) && position.is_legal(action) {
                self.options.push(RootMove::of(action));
            }
            effort.spend(1)?;
        }
        if self.options.is_empty() && !position.is_legal(Move::Pass) {
            let forced = points.map(Move::Play).filter(|&action| position.is_legal(action));
            self.options.extend(forced.map(RootMove::of));
        }
        let mut start = position.clone();
        effort.spend(size.area())?;
        start.remember_origin();
        effort.spend(size.area())?;
        let game = start.clone();
        effort.spend(size.area())?;
        let maps = if self.params.score == Score::Area {
            None
        } else {
            let mut map = ControlField::new(size, self.params.weaken);
            let stones = size.points().map(|point| position.at(point));
            map.rebuild_until(stones, || effort.look()).then_some(())?;
            Some((map.clone(), map))
        };
        Some(GameTable { start, game, maps })
    }

    /// The move with the best mean, the first of equals; a pass where there is no other.
    fn best(&self) -> Move {
        let better =
            |best: Option<&RootMove>, option: &RootMove| best.is_none_or(|best| option.mean() > best.mean());
        let mut best: Option<&RootMove> = None;
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
        let played = |option: &RootMove| (option.games > 0).then(|| option.mean());
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
        let note = match self.params.score {
            Score::Control => "leads are points of control",
            Score::Area => "leads are of games played out",
        };
        watch.thought(&Thought {
            candidates: candidates.collect(),
            playouts: self.played,
            seconds: Some(watch.elapsed()),
            notes: vec![note.to_owned()],
            ..Thought::default()
        });
    }
}

impl GameTable {
    /// Plays a game after a move, and so many plies where control is the score: its score for the mover; `None` when it was told to stop.
    fn play(
        &mut self,
        action: Move,
        plies: u32,
        uniform: &mut UniformMover,
        rng: &mut Rng,
        effort: &mut Effort<'_>,
    ) -> Option<f64> {
        let Self { start, game, maps } = self;
        let (rules, color, area) = (*start.rules(), start.to_move(), start.size().area());
        game.clone_from(start);
        effort.spend(area)?;
        let mut map = maps.as_mut().map(|(before, map)| {
            map.copy_from(before);
            map
        });
        make_move(game, map.as_deref_mut(), action, effort)?;
        if map.is_none() && counts_leads(&rules) && !game.is_over() {
            let lead = lead_played_out(game, rng, effort.stop);
            let Some(lead) = lead else {
                effort.look();
                return None;
            };
            let lead = lead as f64 - rules.komi;
            return Some(if color == Color::Black { lead } else { -lead });
        }
        for _ in 0..if map.is_some() { plies } else { cap(area) } {
            effort.spend(1 + area / PLY)?;
            if game.is_over() {
                break;
            }
            let Some(next) = any_sensible(uniform, game) else { break };
            make_move(game, map.as_deref_mut(), next, effort)?;
        }
        Some(by_capture(game, color).unwrap_or_else(|| match map {
            Some(map) => map.score(color),
            None if rules.goal == Goal::FirstCapture => 0.0,
            None => {
                let score = game.score();
                if color == Color::Black { score.black - score.white } else { score.white - score.black }
            }
        }))
    }
}

/// Makes a move and takes it over into the control map; `None` when it was told to stop.
fn make_move(
    game: &mut Position,
    map: Option<&mut ControlField>,
    action: Move,
    effort: &mut Effort<'_>,
) -> Option<()> {
    let played = game.play_unchecked(action);
    let Some(map) = map else { return Some(()) };
    if played != Played::default() {
        let stones = game.size().points().map(|point| game.at(point));
        return map.rebuild_until(stones, || effort.look()).then_some(());
    }
    if let Some(point) = action.point() {
        map.place(point, !game.to_move());
    }
    Some(())
}

/// What a game won by capture is worth to a colour: the whole board, as no points count; `None` for any other game.
fn by_capture(game: &Position, color: Color) -> Option<f64> {
    let winner =
        game.outcome().and_then(Outcome::winner).filter(|_| game.rules().goal == Goal::FirstCapture)?;
    let area = game.size().area() as f64;
    Some(if winner == color { area } else { -area })
}
