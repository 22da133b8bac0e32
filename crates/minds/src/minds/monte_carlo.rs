//! `monte-carlo`: flat Monte Carlo sampling. Plays the same number of random games after each legal move,
//! without a tree.
// CITE: the sampler of Gorilla, 2013.

use super::fallback::random_sensible_move;
use crate::uniform_mover::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Observation};
use rand::SeedableRng;
use stonefield_go::field::ControlField;
use stonefield_go::{Color, Goal, Move, Outcome, Position, RemovedStones};
use stonefield_search::playout::{FloodCount, can_count_lead, cap, playout_lead};
use stonefield_search::{Candidate, Effort, Parameters, Rng, Thought, Watch};
use stonefield_search::{choices, params};

pub(crate) const INFO: BrainInfo = BrainInfo {
    searches: true,
    ..BrainInfo::planner(
        "monte-carlo",
        "plays random games after every move and takes the one with the best mean score; no tree",
        MonteCarloParams::LIST,
        make,
    )
};

choices! {
    /// Score of a random game.
    pub(crate) enum Score {
        /// Difference in controlled points after at most [`MonteCarloParams::plies`] further moves.
        Control = "control",
        /// Lead by flood fill after at most [`MonteCarloParams::plies`] further moves: points that only one
        /// colour reaches.
        // CITE: the flat sampler of Hugo-a-go-go, 2013: at most 100 random moves, then this count.
        Flood = "flood",
        /// Lead in a game that is played to its end.
        Area = "area",
    }
}

params! {
    /// Parameters of `monte-carlo`.
    pub(crate) struct MonteCarloParams {
        /// random games for each move
        pub games: u32 = 20 in 1..=1_000_000, "games";
        /// time a move, each possible move with as many games as any other; 0: by games
        ///
        /// Without a running clock, [`MonteCarloParams::games`] limits the turn instead.
        pub time: f64 = 0.0 in 0.0..=86_400.0, "seconds";
        /// moves of each at most, where the score is control or flood
        pub plies: u32 = 10 in 1..=100_000, "plies";
        /// control after those moves, the points that only one colour reaches then, or the lead in a game played to its end
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
        root_moves: Vec::new(),
        sampler: None,
        games_played: 0,
        last_thought: None,
    })
}

struct MonteCarlo {
    params: MonteCarloParams,
    rng: Rng,
    uniform: UniformMover,
    root_moves: Vec<RootMove>,
    /// Sampler of this turn. Created by the first batch and dropped by the last one.
    sampler: Option<Sampler>,
    /// Number of games played in this turn. In each round, every root move gets one game.
    games_played: u64,
    /// Time of the last reported thought, in seconds since the turn began.
    last_thought: Option<f64>,
}

/// Plays the random games of a turn.
struct Sampler {
    /// Position at the start of the turn.
    start: Position,
    /// Position in the current random game.
    game: Position,
    scorer: Scorer,
}

/// Data from which a game is scored.
enum Scorer {
    /// Control maps of the position at the start of the turn and of the position in the current game.
    Control {
        start_map: ControlField,
        game_map: ControlField,
    },
    Flood(FloodCount),
    /// Score by the rules of the game. Needs no data.
    Area,
}

/// Work of a batch: number of games times board area, in points. On boards with more points than this, a
/// batch is one game.
const BATCH_POINTS: usize = 8192;

/// Work of a ply, in units of [`Effort`]: 1 plus the board area divided by this number.
const PLY_DIVISOR: usize = 16;

/// Maximum number of reported candidates.
const MAX_CANDIDATES: usize = 64;

/// Minimum time between two reported thoughts, in seconds.
const THOUGHT_INTERVAL: f64 = 0.05;

/// Smallest number of games in a turn with a time limit but without a running clock.
const MIN_WITHOUT_CLOCK: u64 = 1000;

/// Legal move of the turn, with the results of its games.
struct RootMove {
    action: Move,
    games: u64,
    /// Sum of the scores, from the mover's view.
    sum: f64,
    /// Number of half wins: two for each win and one for each draw.
    half_wins: u64,
    /// `sum` and `half_wins` before the latest game.
    before_last: (f64, u64),
}

impl RootMove {
    const fn of(action: Move) -> Self {
        Self { action, games: 0, sum: 0.0, half_wins: 0, before_last: (0.0, 0) }
    }

    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / self.games as f64 }
    }

    fn add(&mut self, score: f64) {
        self.before_last = (self.sum, self.half_wins);
        self.games += 1;
        self.sum += score;
        self.half_wins += if score > 0.0 { 2 } else { u64::from(score == 0.0) };
    }

    /// Removes the result of the latest game.
    const fn remove_last(&mut self) {
        self.games -= 1;
        (self.sum, self.half_wins) = self.before_last;
    }
}

impl MonteCarloParams {
    /// Returns true if the time limit is reached. Calls `elapsed` only if there is a time limit.
    fn is_late(&self, elapsed: impl Fn() -> f64) -> bool {
        self.time > 0.0 && elapsed() >= self.time
    }

    /// Largest number of games for each of `move_count` moves.
    ///
    /// With a time limit and a running clock, the number is practically unlimited. If `elapsed` is still 0,
    /// no clock runs, and the number of games limits the turn instead of the time.
    fn games_per_move(&self, move_count: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.games);
        match (self.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(MIN_WITHOUT_CLOCK.div_ceil(move_count)),
            (false, _) => budget,
        }
    }
}

impl Brain for MonteCarlo {
    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.uniform.set_rng(rng);
        self.root_moves.clear();
        (self.sampler, self.games_played, self.last_thought) = (None, 0, None);
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = observation.position;
        let params = self.params.clone();
        let stop = || watch.stop() || params.is_late(|| watch.elapsed());
        let mut effort = Effort::new(&stop);
        let mut sampler = self.sampler.take().or_else(|| self.prepare(position, &mut effort));
        // A single move needs no games.
        let move_count = self.root_moves.len() as u64;
        let total =
            if move_count < 2 { 0 } else { move_count * params.games_per_move(move_count, watch.elapsed()) };
        let batch_end = total.min(self.games_played + (BATCH_POINTS / position.size().area()).max(1) as u64);
        while let Some(sampler) = sampler.as_mut().filter(|_| self.games_played < batch_end) {
            let root_move = &mut self.root_moves[(self.games_played % move_count) as usize];
            let score =
                sampler.play(root_move.action, params.plies, &mut self.uniform, &mut self.rng, &mut effort);
            let Some(score) = score else { break };
            root_move.add(score);
            self.games_played += 1;
        }
        let is_stopped = effort.stopped || params.time > 0.0 && effort.check_stop();
        if is_stopped || self.games_played >= total {
            if params.time > 0.0 {
                self.drop_unfinished_round();
            }
            self.report(watch);
            let is_without_games = is_stopped && self.games_played == 0;
            return Some(Answer::Move(if is_without_games {
                random_sensible_move(&mut self.uniform, position).unwrap_or(Move::Pass)
            } else {
                self.best()
            }));
        }
        self.sampler = sampler;
        let elapsed = watch.elapsed();
        if self.last_thought.is_none_or(|last| elapsed >= last + THOUGHT_INTERVAL) {
            self.last_thought = Some(elapsed);
            self.report(watch);
        }
        None
    }
}

impl MonteCarlo {
    /// Lists the root moves and creates the sampler. `None` if the mind was stopped.
    fn prepare(&mut self, position: &Position, effort: &mut Effort<'_>) -> Option<Sampler> {
        let (size, color) = (position.size(), position.to_move());
        let points = (0..position.empty_count()).map(|i| position.nth_empty(i));
        for point in points.clone() {
            let action = Move::Play(point);
            if !position.is_eye_point(color, point) && position.is_legal(action) {
                self.root_moves.push(RootMove::of(action));
            }
            effort.spend(1)?;
        }
        if self.root_moves.is_empty() && !position.is_legal(Move::Pass) {
            // Passing is forbidden: an own eye has to be filled.
            let eye_moves = points.map(Move::Play).filter(|&action| position.is_legal(action));
            self.root_moves.extend(eye_moves.map(RootMove::of));
        }
        let mut start = position.clone();
        effort.spend(size.area())?;
        start.remember_origin();
        effort.spend(size.area())?;
        let game = start.clone();
        effort.spend(size.area())?;
        let scorer = match self.params.score {
            Score::Area => Scorer::Area,
            Score::Flood => Scorer::Flood(FloodCount::new(size)),
            Score::Control => {
                let mut start_map = ControlField::new(size, self.params.weaken);
                let stones = size.points().map(|point| position.at(point));
                start_map.rebuild_until(stones, || effort.check_stop()).then_some(())?;
                Scorer::Control { game_map: start_map.clone(), start_map }
            }
        };
        Some(Sampler { start, game, scorer })
    }

    /// Removes the games of an unfinished round, so that all root moves have the same number of games. Keeps
    /// an unfinished first round.
    fn drop_unfinished_round(&mut self) {
        let move_count = self.root_moves.len() as u64;
        if move_count == 0 || self.games_played < move_count {
            return;
        }
        let extra = (self.games_played % move_count) as usize;
        self.root_moves[..extra].iter_mut().for_each(RootMove::remove_last);
        self.games_played -= extra as u64;
    }

    /// Root move with the highest mean score, the first of equal ones. A pass if there are no root moves.
    fn best(&self) -> Move {
        let is_better = |best: Option<&RootMove>, root_move: &RootMove| {
            best.is_none_or(|best| root_move.mean() > best.mean())
        };
        let mut best: Option<&RootMove> = None;
        for root_move in
            self.root_moves.iter().filter(|root_move| root_move.games > 0 || self.root_moves.len() == 1)
        {
            if is_better(best, root_move) {
                best = Some(root_move);
            }
        }
        best.or(self.root_moves.first()).map_or(Move::Pass, |root_move| root_move.action)
    }

    /// Reports the candidates to a curious watcher.
    fn report(&self, watch: &mut dyn Watch) {
        if !watch.wants_thoughts() {
            return;
        }
        let mean = |root_move: &RootMove| (root_move.games > 0).then(|| root_move.mean());
        let mut order: Vec<(usize, f64)> = self
            .root_moves
            .iter()
            .enumerate()
            .filter_map(|(i, root_move)| Some((i, mean(root_move)?)))
            .collect();
        let by_mean = |a: &(usize, f64), b: &(usize, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if order.len() > MAX_CANDIDATES {
            order.select_nth_unstable_by(MAX_CANDIDATES, by_mean);
            order.truncate(MAX_CANDIDATES);
        }
        order.sort_unstable_by(by_mean);
        let candidates = order.into_iter().map(|(i, _)| &self.root_moves[i]).map(|root_move| Candidate {
            visits: root_move.games,
            winrate: Some(root_move.half_wins as f64 / 2.0 / root_move.games as f64),
            lead: Some(root_move.mean()),
            variation: vec![root_move.action],
            ..Candidate::new(root_move.action)
        });
        let note = match self.params.score {
            Score::Control => "leads are points of control",
            Score::Flood => {
                "leads are of boards where games were left, by the points that only one colour reaches"
            }
            Score::Area => "leads are of games played out",
        };
        watch.receive_thought(&Thought {
            candidates: candidates.collect(),
            playouts: self.games_played,
            seconds: Some(watch.elapsed()),
            notes: vec![note.to_owned()],
            ..Thought::default()
        });
    }
}

impl Sampler {
    /// Plays a random game after `action` and returns its score for the mover. `None` if the mind was
    /// stopped.
    ///
    /// With the scores control and flood, the game has at most `plies` more moves.
    fn play(
        &mut self,
        action: Move,
        plies: u32,
        uniform: &mut UniformMover,
        rng: &mut Rng,
        effort: &mut Effort<'_>,
    ) -> Option<f64> {
        let Self { start, game, scorer } = self;
        let (rules, color, area) = (*start.rules(), start.to_move(), start.size().area());
        game.clone_from(start);
        effort.spend(area)?;
        if let Scorer::Control { start_map, game_map } = scorer {
            game_map.copy_from(start_map);
        }
        make_move(game, scorer, action, effort)?;
        // Converts Black's lead without komi into the mover's lead with komi.
        let for_mover = |black_lead: i64| {
            let lead = black_lead as f64 - rules.komi;
            if color == Color::Black { lead } else { -lead }
        };
        if can_count_lead(&rules) && !game.is_over() {
            let lead = match scorer {
                Scorer::Control { .. } => None,
                Scorer::Flood(count) => Some(count.lead_after(game, plies, rng, effort.stop)),
                Scorer::Area => Some(playout_lead(game, rng, effort.stop)),
            };
            match lead {
                Some(Some(lead)) => return Some(for_mover(lead)),
                Some(None) => {
                    effort.check_stop();
                    return None;
                }
                None => {}
            }
        }
        for _ in 0..if matches!(scorer, Scorer::Area) { cap(area) } else { plies } {
            effort.spend(1 + area / PLY_DIVISOR)?;
            if game.is_over() {
                break;
            }
            let Some(next) = random_sensible_move(uniform, game) else { break };
            make_move(game, scorer, next, effort)?;
        }
        Some(capture_score(game, color).unwrap_or_else(|| match scorer {
            Scorer::Control { game_map, .. } => game_map.score(color),
            Scorer::Flood(count) => for_mover(count.lead(game)),
            Scorer::Area if rules.goal == Goal::FirstCapture => 0.0,
            Scorer::Area => {
                let score = game.score();
                if color == Color::Black { score.black - score.white } else { score.white - score.black }
            }
        }))
    }
}

/// Plays a move and updates the control map, if there is one. `None` if the mind was stopped.
fn make_move(game: &mut Position, scorer: &mut Scorer, action: Move, effort: &mut Effort<'_>) -> Option<()> {
    let played = game.play_unchecked(action);
    let Scorer::Control { game_map, .. } = scorer else { return Some(()) };
    // Without a capture the new stone is the only change of the map.
    if played != RemovedStones::default() {
        let stones = game.size().points().map(|point| game.at(point));
        return game_map.rebuild_until(stones, || effort.check_stop()).then_some(());
    }
    if let Some(point) = action.point() {
        game_map.place(point, !game.to_move());
    }
    Some(())
}

/// Score for `color` if the first capture has decided the game: plus or minus the board area. Else `None`.
fn capture_score(game: &Position, color: Color) -> Option<f64> {
    let winner =
        game.outcome().and_then(Outcome::winner).filter(|_| game.rules().goal == Goal::FirstCapture)?;
    let area = game.size().area() as f64;
    Some(if winner == color { area } else { -area })
}

#[cfg(test)]
mod tests {
    use crate::diagrams::drawn;
    use crate::{Answer, BrainSpec, Observation};
    use std::cell::Cell;
    use stonefield_go::Position;
    use stonefield_search::{Dice, Purpose, StopWatch, Thought};

    const FIGHT: &str = "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . X . .";

    /// Answer of a mind and its last thought. Its clock advances by `step` seconds each time it is read.
    fn think(spec: &str, position: &Position, step: f64) -> (Answer, Thought) {
        let observation = Observation { position, agents: None, turn: 0 };
        let (readings, mut last_thought) = (Cell::new(0), Thought::default());
        let clock = || {
            readings.set(readings.get() + 1);
            f64::from(readings.get()) * step
        };
        let mut watch =
            StopWatch::new(clock, || false).with_thoughts(true, |thought| last_thought.clone_from(thought));
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        let answer = mind.choose(&observation, Dice::new(1, 0, 0).rng(1, None, Purpose::Think), &mut watch);
        (answer, last_thought)
    }

    #[test]
    fn a_time_limit_gives_all_moves_the_same_number_of_games() {
        let (position, mut max_games) = (drawn(FIGHT, "chinese"), 0);
        for seconds in 2..30 {
            for score in ["control", "flood", "area"] {
                let spec = format!("monte-carlo:time={seconds},games=1,score={score}");
                let (answer, thought) = think(&spec, &position, 1.0);
                let games = thought.candidates[0].visits;
                assert!(thought.candidates.iter().all(|candidate| candidate.visits == games), "{spec}");
                assert_eq!(thought.playouts, games * thought.candidates.len() as u64, "{spec}");
                assert_eq!(answer, Answer::Move(thought.candidates[0].action), "{spec}");
                max_games = max_games.max(games);
            }
        }
        assert!(max_games > 20, "the time must limit the games, not the parameter: {max_games}");
    }

    #[test]
    fn without_a_running_clock_games_limit_the_turn() {
        let position = drawn(FIGHT, "chinese");
        let (_, thought) = think("monte-carlo:time=5,games=3,plies=2", &position, 0.0);
        let moves = thought.candidates.len() as u64;
        assert_eq!(thought.candidates[0].visits, 1000_u64.div_ceil(moves));
        assert_eq!(think("monte-carlo:games=3,plies=2", &position, 0.0).1.playouts, 3 * moves);
    }

    /// Before the move, Black alone reaches five points behind its wall, and White alone ten.
    #[test]
    fn flood_counts_points_that_only_one_colour_reaches() {
        let position = drawn(
            "
            . X O . .
            . X O . .
            . X O . .
            . X O . .
            . X O . .",
            "chinese",
        );
        let (_, thought) = think("monte-carlo:score=flood,games=400,plies=1", &position, 0.0);
        let lead = |name: &str| {
            let action = name.parse().expect("a move");
            thought.candidates.iter().find(|candidate| candidate.action == action)?.lead
        };
        // A black stone on A3 changes no region. After a black stone on E3, White alone reaches no point: its
        // one reply captures nothing.
        let komi = position.rules().komi;
        let (inside, outside) = (lead("A3").expect("tried"), lead("E3").expect("tried"));
        assert!((inside - (10.0 - 15.0 - komi)).abs() < 5.0, "{inside}");
        assert!(outside > inside + 5.0, "{outside} and {inside}");
    }
}
