//! `monte-carlo`: flat sampling, a few random games for every move.
// CITE: the sampler of Gorilla, 2013.

use super::fallback::any_sensible;
use crate::uniform::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Observation};
use rand::SeedableRng;
use stonefield_go::field::ControlField;
use stonefield_go::{Color, Goal, Move, Outcome, Played, Position};
use stonefield_search::playout::{FloodCount, cap, counts_leads, lead_played_out};
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
    /// What a game is worth.
    pub(crate) enum Score {
        /// The points of control after some moves.
        Control = "control",
        /// The lead by flood fill after some moves.
        // CITE: the flat sampler of Hugo-a-go-go, 2013: 100 random moves at most, then the points that one colour alone reaches.
        Flood = "flood",
        /// The lead in a game played to its end.
        Area = "area",
    }
}

params! {
    /// All that can be tuned.
    pub(crate) struct MonteCarloParams {
        /// random games for each move
        pub games: u32 = 20 in 1..=1_000_000, "games";
        /// time a move, each possible move with as many games as any other; 0: by games
        ///
        /// Where no time is kept, [`MonteCarloParams::games`] counts after all.
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
    scorer: Scorer,
}

/// What games are scored with.
enum Scorer {
    /// The control map before the turn, and that of the game.
    Control {
        before: ControlField,
        map: ControlField,
    },
    Flood(FloodCount),
    /// The rules.
    Area,
}

/// Points of the boards whose games make a batch: a game is a batch where the board has more.
const BATCH: usize = 8192;

/// A ply may go over as many points as one in so many of the board.
const PLY: usize = 16;

/// Candidates that are told.
const TOLD: usize = 64;

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// Games of a budget of time at least: a clock that has not moved by then counts as none.
const PATIENCE: u64 = 1000;

/// A move and what its games came to.
struct RootMove {
    action: Move,
    games: u64,
    /// Sum of the scores from the mover's view, and half points.
    sum: f64,
    wins: u64,
    /// Sum and half points before the latest game.
    before: (f64, u64),
}

impl RootMove {
    const fn of(action: Move) -> Self {
        Self { action, games: 0, sum: 0.0, wins: 0, before: (0.0, 0) }
    }

    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum / self.games as f64 }
    }

    fn add(&mut self, score: f64) {
        self.before = (self.sum, self.wins);
        self.games += 1;
        self.sum += score;
        self.wins += if score > 0.0 { 2 } else { u64::from(score == 0.0) };
    }

    /// Takes the latest game back.
    const fn take_back(&mut self) {
        self.games -= 1;
        (self.sum, self.wins) = self.before;
    }
}

impl MonteCarloParams {
    /// Whether a budget of time is spent. The time is not looked at where there is none.
    fn is_late(&self, elapsed: impl Fn() -> f64) -> bool {
        self.time > 0.0 && elapsed() >= self.time
    }

    /// Games for each of so many moves. A clock that does not move means that no time is kept: then games count where time would.
    fn games_each(&self, moves: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.games);
        match (self.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(PATIENCE.div_ceil(moves)),
            (false, _) => budget,
        }
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
        let params = self.params.clone();
        let stop = || watch.stop() || params.is_late(|| watch.elapsed());
        let mut effort = Effort::new(&stop);
        let mut table = self.table.take().or_else(|| self.lay(position, &mut effort));
        // With one move there is nothing to choose.
        let moves = self.options.len() as u64;
        let total = if moves < 2 { 0 } else { moves * params.games_each(moves, watch.elapsed()) };
        let end = total.min(self.played + (BATCH / position.size().area()).max(1) as u64);
        while let Some(table) = table.as_mut().filter(|_| self.played < end) {
            let option = &mut self.options[(self.played % moves) as usize];
            let game = table.play(option.action, params.plies, &mut self.uniform, &mut self.rng, &mut effort);
            let Some(score) = game else { break };
            option.add(score);
            self.played += 1;
        }
        let told = effort.stopped || params.time > 0.0 && effort.look();
        if told || self.played >= total {
            if params.time > 0.0 {
                self.level();
            }
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
        let scorer = match self.params.score {
            Score::Area => Scorer::Area,
            Score::Flood => Scorer::Flood(FloodCount::new(size)),
            Score::Control => {
                let mut map = ControlField::new(size, self.params.weaken);
                let stones = size.points().map(|point| position.at(point));
                map.rebuild_until(stones, || effort.look()).then_some(())?;
                Scorer::Control { before: map.clone(), map }
            }
        };
        Some(GameTable { start, game, scorer })
    }

    /// Takes back the games of the round over the moves that has not come to its end, so that each move has as many as any other. The games of
    /// the first round stay.
    fn level(&mut self) {
        let moves = self.options.len() as u64;
        if moves == 0 || self.played < moves {
            return;
        }
        let extra = (self.played % moves) as usize;
        self.options[..extra].iter_mut().for_each(RootMove::take_back);
        self.played -= extra as u64;
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
            visits: option.games,
            winrate: Some(option.wins as f64 / 2.0 / option.games as f64),
            lead: Some(option.mean()),
            variation: vec![option.action],
            ..Candidate::new(option.action)
        });
        let note = match self.params.score {
            Score::Control => "leads are points of control",
            Score::Flood => {
                "leads are of boards where games were left, by the points that only one colour reaches"
            }
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
    /// Plays a game after a move, and so many plies at most where control or flood is the score: its score for the mover; `None` when it was told
    /// to stop.
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
        if let Scorer::Control { before, map } = scorer {
            map.copy_from(before);
        }
        make_move(game, scorer, action, effort)?;
        // By how much the mover leads, komi counted, where Black leads by so much without it.
        let for_mover = |lead: i64| {
            let lead = lead as f64 - rules.komi;
            if color == Color::Black { lead } else { -lead }
        };
        if counts_leads(&rules) && !game.is_over() {
            let lead = match scorer {
                Scorer::Control { .. } => None,
                Scorer::Flood(count) => Some(count.lead_after(game, plies, rng, effort.stop)),
                Scorer::Area => Some(lead_played_out(game, rng, effort.stop)),
            };
            match lead {
                Some(Some(lead)) => return Some(for_mover(lead)),
                Some(None) => {
                    effort.look();
                    return None;
                }
                None => {}
            }
        }
        for _ in 0..if matches!(scorer, Scorer::Area) { cap(area) } else { plies } {
            effort.spend(1 + area / PLY)?;
            if game.is_over() {
                break;
            }
            let Some(next) = any_sensible(uniform, game) else { break };
            make_move(game, scorer, next, effort)?;
        }
        Some(by_capture(game, color).unwrap_or_else(|| match scorer {
            Scorer::Control { map, .. } => map.score(color),
            Scorer::Flood(count) => for_mover(count.lead(game)),
            Scorer::Area if rules.goal == Goal::FirstCapture => 0.0,
            Scorer::Area => {
                let score = game.score();
                if color == Color::Black { score.black - score.white } else { score.white - score.black }
            }
        }))
    }
}

/// Makes a move and takes it over into the control map, where there is one; `None` when it was told to stop.
fn make_move(game: &mut Position, scorer: &mut Scorer, action: Move, effort: &mut Effort<'_>) -> Option<()> {
    let played = game.play_unchecked(action);
    let Scorer::Control { map, .. } = scorer else { return Some(()) };
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

#[cfg(test)]
mod tests {
    use crate::drawn::drawn;
    use crate::{Answer, BrainSpec, Observation};
    use std::cell::Cell;
    use stonefield_search::{Dice, Thought, Use, Watch};

    /// A clock that goes on by a step each time that it is read, and what was told last.
    struct Stepping {
        step: f64,
        read: Cell<u32>,
        told: Thought,
    }

    impl Watch for Stepping {
        fn stop(&self) -> bool {
            false
        }

        fn elapsed(&self) -> f64 {
            self.read.set(self.read.get() + 1);
            f64::from(self.read.get()) * self.step
        }

        fn curious(&self) -> bool {
            true
        }

        fn thought(&mut self, thought: &Thought) {
            self.told = thought.clone();
        }
    }

    const FIGHT: &str = "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . X . .";

    fn thought(spec: &str, step: f64) -> (Answer, Thought) {
        let position = drawn(FIGHT, "chinese");
        let seen = Observation { position: &position, agents: None, turn: 0 };
        let mut watch = Stepping { step, read: Cell::new(0), told: Thought::default() };
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        let answer = mind.choose(&seen, Dice::new(1, 0, 0).rng(1, None, Use::Think), &mut watch);
        (answer, watch.told)
    }

    #[test]
    fn a_budget_of_time_gives_every_move_as_many_games() {
        let mut most = 0;
        for seconds in 2..30 {
            for score in ["control", "flood", "area"] {
                let spec = format!("monte-carlo:time={seconds},games=1,score={score}");
                let (answer, told) = thought(&spec, 1.0);
                let each = told.candidates[0].visits;
                assert!(told.candidates.iter().all(|candidate| candidate.visits == each), "{spec}");
                assert_eq!(told.playouts, each * told.candidates.len() as u64, "{spec}");
                assert_eq!(answer, Answer::Move(told.candidates[0].action), "{spec}");
                most = most.max(each);
            }
        }
        assert!(most > 20, "time counts, not games: {most}");
    }

    #[test]
    fn a_clock_that_stands_still_counts_as_none() {
        let (_, told) = thought("monte-carlo:time=5,games=3,plies=2", 0.0);
        let moves = told.candidates.len() as u64;
        assert_eq!(told.candidates[0].visits, 1000_u64.div_ceil(moves));
        assert_eq!(thought("monte-carlo:games=3,plies=2", 0.0).1.playouts, 3 * moves);
    }

    /// Black has a wall with five points behind it, White one with ten: that is what they lead by while nothing is played.
    #[test]
    fn flood_counts_what_only_one_colour_reaches() {
        let position = drawn(
            "
            . X O . .
            . X O . .
            . X O . .
            . X O . .
            . X O . .",
            "chinese",
        );
        let seen = Observation { position: &position, agents: None, turn: 0 };
        let mut watch = Stepping { step: 0.0, read: Cell::new(0), told: Thought::default() };
        let mut mind =
            "monte-carlo:score=flood,games=400,plies=1".parse::<BrainSpec>().expect("a spec").build();
        mind.choose(&seen, Dice::new(1, 0, 0).rng(1, None, Use::Think), &mut watch);
        let lead = |name: &str| {
            let action = name.parse().expect("a move");
            watch
                .told
                .candidates
                .iter()
                .find(|candidate| candidate.action == action)
                .and_then(|known| known.lead)
        };
        // A stone in White's ten points leaves White no point that it alone reaches; White's answer takes nothing off the board.
        let komi = position.rules().komi;
        let (home, away) = (lead("A3").expect("tried"), lead("E3").expect("tried"));
        assert!((home - (10.0 - 15.0 - komi)).abs() < 5.0, "{home}");
        assert!(away > home + 5.0, "{away} and {home}");
    }
}
