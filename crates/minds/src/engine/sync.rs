//! What an engine has been told of the game, and the shortest way to tell it the rest.

use std::collections::VecDeque;
use std::fmt::Write as _;
use stonefield_go::notation::names;
use stonefield_go::{Color, Ko, Point, Position, Rules, Scoring, Size, Turn};
use stonefield_search::{PlayerTime, TimeControl};

/// What an engine is to have on its board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncTarget {
    pub size: Size,
    pub rules: Rules,
    /// The stones before the first turn, by point number.
    pub stones: Vec<(Point, Color)>,
    /// Who was to move then.
    pub first: Color,
    pub turns: Vec<Turn>,
}

impl SyncTarget {
    /// What a position comes to in an engine's eyes: the stones it was set up with and the turns since. Where the agents of the
    /// NetLogo world live by other laws than an engine knows, the stones as they stand, those without liberties left out.
    pub(super) fn of(position: &Position) -> Self {
        let rules = *position.rules();
        let (origin, dead) = position.origin().without_dead_chains();
        let (start, turns) = if rules.quirks.is_none() && dead.is_empty() {
            (origin, position.turns().collect())
        } else {
            (position.without_dead_chains().0, Vec::new())
        };
        let size = position.size();
        let stones = size.points().filter_map(|point| Some((point, start.at(point)?))).collect();
        Self { size, rules, stones, first: start.to_move(), turns }
    }

    /// Whether the stones are a handicap: Black's alone, and White begins.
    fn is_handicap(&self) -> bool {
        let black = |&(_, color): &(Point, Color)| color == Color::Black;
        self.stones.len() >= 2
            && self.stones.len() < self.size.area()
            && self.first == Color::White
            && self.stones.iter().all(black)
    }
}

/// What an engine knows once it has carried out a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SyncEffect {
    Size(Size),
    Clear,
    Rules(&'static str),
    Komi(f64),
    /// A part of the stones to begin with.
    Stone,
    /// The last of the stones to begin with.
    Stones(Vec<(Point, Color)>),
    Turn(Turn),
    Undo,
    /// Nothing of its board: the time of the players.
    Time,
}

/// A command that brings an engine nearer, and others that say the same in case it refuses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncStep {
    pub command: String,
    pub or: Vec<String>,
    pub effect: SyncEffect,
    /// Whether nothing goes without it.
    pub needed: bool,
}

impl SyncStep {
    fn new(command: impl Into<String>, effect: SyncEffect) -> Self {
        Self { command: command.into(), or: Vec::new(), effect, needed: true }
    }

    /// What tells an engine the time of the players, as far as it knows the commands; `begins` where it has not heard yet how time is limited.
    pub(super) fn of_time(time: PlayerTime, begins: bool, knows: &dyn Fn(&str) -> bool) -> Vec<Self> {
        let TimeControl { main, periods, period } = time.control;
        let (japanese, plain) = (knows("kgs-time_settings"), knows("time_settings"));
        let mut commands = Vec::new();
        if begins && time.control.has_periods() && japanese {
            commands.push(format!("kgs-time_settings byoyomi {main} {period} {periods}"));
        } else if begins && plain {
            // GTP itself knows a number of stones in a period: one.
            let stones = u32::from(time.control.has_periods());
            commands.push(format!("time_settings {main} {} {stones}", period * stones));
        }
        if knows("time_left") {
            commands.extend(time.left.iter().map(|(color, left)| {
                let stones = if japanese { left.periods } else { left.periods.min(1) };
                format!(
                    "time_left {} {:.0} {stones}",
                    color.letter().to_ascii_lowercase(),
                    left.seconds.floor()
                )
            }));
        }
        commands
            .into_iter()
            .map(|command| Self { needed: false, ..Self::new(command, SyncEffect::Time) })
            .collect()
    }
}

/// What an engine has been told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SyncState {
    size: Option<Size>,
    rules: Option<&'static str>,
    komi: Option<f64>,
    /// `None` when it may have any stones.
    stones: Option<Vec<(Point, Color)>>,
    turns: Vec<Turn>,
}

impl SyncState {
    /// Notes what the engine has been told.
    pub(super) fn note(&mut self, effect: SyncEffect) {
        match effect {
            SyncEffect::Size(size) => {
                self.size = Some(size);
                self.stones = None;
            }
            SyncEffect::Clear => {
                self.stones = Some(Vec::new());
                self.turns.clear();
            }
            SyncEffect::Rules(name) => self.rules = Some(name),
            SyncEffect::Komi(komi) => self.komi = Some(komi),
            SyncEffect::Stone => self.stones = None,
            SyncEffect::Stones(stones) => self.stones = Some(stones),
            SyncEffect::Turn(turn) => self.turns.push(turn),
            SyncEffect::Undo => drop(self.turns.pop()),
            SyncEffect::Time => {}
        }
    }

    /// What is on its board is of a game that is over: the next one begins with a board that is cleared.
    pub(super) fn end_game(&mut self) {
        self.stones = None;
    }

    /// The commands that bring the engine into step, given which commands it knows.
    ///
    /// # Errors
    /// When it knows no way to have a board of this form.
    pub(super) fn commands_to(
        &self,
        wanted: &SyncTarget,
        knows: &dyn Fn(&str) -> bool,
    ) -> Result<VecDeque<SyncStep>, Size> {
        let mut steps = VecDeque::new();
        let size = wanted.size;
        let same_size = self.size == Some(size);
        if !same_size {
            let command = if size.width() == size.height() {
                format!("boardsize {}", size.width())
            } else if knows("rectangular_boardsize") {
                format!("rectangular_boardsize {} {}", size.width(), size.height())
            } else {
                return Err(size);
            };
            steps.push_back(SyncStep::new(command, SyncEffect::Size(size)));
        }
        let shared = self.turns.iter().zip(&wanted.turns).take_while(|(a, b)| a == b).count();
        let undos = self.turns.len() - shared;
        let new = wanted.turns.len() - shared;
        let keeps = same_size && self.stones.as_ref() == Some(&wanted.stones);
        let played = if keeps && (undos == 0 || knows("undo") && undos + new <= 2 + wanted.turns.len()) {
            steps.extend(std::iter::repeat_with(|| SyncStep::new("undo", SyncEffect::Undo)).take(undos));
            shared
        } else {
            steps.push_back(SyncStep::new("clear_board", SyncEffect::Clear));
            0
        };
        if self.rules != Some(wanted.rules.name) {
            steps.extend(rules(&wanted.rules, knows));
        }
        if self.komi != Some(wanted.rules.komi) {
            steps.push_back(SyncStep::new(
                format!("komi {}", wanted.rules.komi),
                SyncEffect::Komi(wanted.rules.komi),
            ));
        }
        if steps.iter().any(|step| step.effect == SyncEffect::Clear) && !wanted.stones.is_empty() {
            steps.extend(stones(wanted, knows));
        }
        for &turn in &wanted.turns[played..] {
            let command = format!("play {} {}", turn.color.letter().to_ascii_lowercase(), turn.action);
            steps.push_back(SyncStep::new(command, SyncEffect::Turn(turn)));
        }
        Ok(steps)
    }
}

/// Tells the rules to an engine that can be told, first to the letter, then by the nearest name.
fn rules(rules: &Rules, knows: &dyn Fn(&str) -> bool) -> Option<SyncStep> {
    let name @ ("tromp-taylor" | "chinese" | "japanese" | "aga" | "new-zealand") = rules.name else {
        return None;
    };
    let mut commands = Vec::new();
    if knows("kata-set-rules") {
        let ko = match rules.ko {
            Ko::None | Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
        };
        // With pass stones, territory comes to the same as area.
        let area = rules.scoring == Scoring::Area || rules.pass_stones;
        let scoring = if area { "AREA" } else { "TERRITORY" };
        commands.push(format!(
            "kata-set-rules {{\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"tax\":\"NONE\",\"suicide\":{},\"hasButton\":false,\
             \"whiteHandicapBonus\":\"0\"}}",
            rules.suicide
        ));
        commands.push(format!("kata-set-rules {name}"));
    }
    if knows("kgs-rules") {
        commands.push(format!(
            "kgs-rules {}",
            match name {
                "new-zealand" | "tromp-taylor" => "new_zealand",
                name => name,
            }
        ));
    }
    let mut commands = commands.into_iter();
    let command = commands.next()?;
    Some(SyncStep { command, or: commands.collect(), effect: SyncEffect::Rules(rules.name), needed: false })
}

/// Puts the stones to begin with on an empty board.
fn stones(wanted: &SyncTarget, knows: &dyn Fn(&str) -> bool) -> Vec<SyncStep> {
    let all = || SyncEffect::Stones(wanted.stones.clone());
    if wanted.is_handicap() && knows("set_free_handicap") {
        let points = names(wanted.stones.iter().map(|(point, _)| point));
        return vec![SyncStep::new(format!("set_free_handicap {points}"), all())];
    }
    if knows("gogui-setup") {
        let mut command = "gogui-setup".to_owned();
        for (point, color) in &wanted.stones {
            let _ = write!(command, " {} {point}", color.letter().to_ascii_lowercase());
        }
        return vec![SyncStep::new(command, all())];
    }
    // One by one in any order: a stone that lives in the end has a liberty, or a point where a stone of its colour will come.
    let mut steps: Vec<_> = wanted
        .stones
        .iter()
        .map(|(point, color)| {
            SyncStep::new(format!("play {} {point}", color.letter().to_ascii_lowercase()), SyncEffect::Stone)
        })
        .collect();
    if let Some(last) = steps.last_mut() {
        last.effect = all();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::drawn;
    use stonefield_go::Move;

    const ALL: fn(&str) -> bool = |_| true;
    const NONE: fn(&str) -> bool = |_| false;
    const PLAIN: fn(&str) -> bool = |name| name == "undo";

    /// Brings the engine into step and returns what that took.
    fn bring_into_step(sync: &mut SyncState, position: &Position, knows: fn(&str) -> bool) -> Vec<String> {
        let steps = sync.commands_to(&SyncTarget::of(position), &knows).expect("a way");
        let commands = steps.iter().map(|step| step.command.clone()).collect();
        for step in steps {
            sync.note(step.effect);
        }
        assert_eq!(sync.commands_to(&SyncTarget::of(position), &knows).map(|steps| steps.len()), Ok(0));
        commands
    }

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split(' ') {
            let action: Move = text.parse().expect("a move");
            position.try_play(action).expect("legal");
        }
    }

    #[test]
    fn an_engine_is_told_the_time_by_the_commands_that_it_knows() {
        let mut time = PlayerTime::new("600+5x30".parse().expect("a time"));
        assert!(time.left.black.spend(time.control, 610.5));
        let told = |begins, knows: fn(&str) -> bool| {
            SyncStep::of_time(time, begins, &knows).into_iter().map(|step| step.command).collect::<Vec<_>>()
        };
        assert_eq!(
            told(true, ALL),
            ["kgs-time_settings byoyomi 600 30 5", "time_left b 19 5", "time_left w 600 0"]
        );
        assert_eq!(told(false, ALL), ["time_left b 19 5", "time_left w 600 0"]);
        assert_eq!(told(true, NONE), [""; 0]);
        let gtp: fn(&str) -> bool = |name| !name.starts_with("kgs");
        assert_eq!(told(true, gtp), ["time_settings 600 30 1", "time_left b 19 1", "time_left w 600 0"]);
    }

    fn empty() -> Position {
        Position::new(Size::square(5).expect("a size"), Rules::default())
    }

    #[test]
    fn a_game_is_told_from_its_beginning_and_then_turn_by_turn() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        let first = bring_into_step(&mut sync, &position, PLAIN);
        assert_eq!(first, ["boardsize 5", "clear_board", "komi 7.5", "play b C3", "play w B2"]);
        play(&mut position, "pass D4");
        assert_eq!(bring_into_step(&mut sync, &position, PLAIN), ["play b pass", "play w D4"]);
    }

    #[test]
    fn what_was_taken_back_is_undone_or_told_anew() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        let earlier = position.clone();
        play(&mut position, "D4");
        bring_into_step(&mut sync, &position, PLAIN);
        let mut without = sync.clone();
        position = earlier;
        play(&mut position, "A1");
        assert_eq!(bring_into_step(&mut sync, &position, PLAIN), ["undo", "play b A1"]);
        let anew = bring_into_step(&mut without, &position, NONE);
        assert_eq!(anew, ["clear_board", "play b C3", "play w B2", "play b A1"]);
        // A new game is told again, not undone turn by turn.
        assert_eq!(bring_into_step(&mut sync, &empty(), PLAIN), ["clear_board"]);
    }

    #[test]
    fn stones_are_set_up_in_the_way_the_engine_knows() {
        let mut handicap = Position::new(Size::square(9).expect("a size"), Rules::default());
        handicap.place_handicap(2).expect("a handicap");
        let set = bring_into_step(&mut SyncState::default(), &handicap, ALL);
        assert_eq!(set.last().map(String::as_str), Some("set_free_handicap C3 G7"));
        assert_eq!(
            bring_into_step(&mut SyncState::default(), &handicap, PLAIN)[3..],
            ["play b C3", "play b G7"]
        );
        let drawn = drawn(".X.\nXO.\n...", "chinese");
        let set = bring_into_step(&mut SyncState::default(), &drawn, ALL);
        assert_eq!(set.last().map(String::as_str), Some("gogui-setup b A2 w B2 b B3"));
    }

    #[test]
    fn an_edited_position_is_set_up_anew() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        bring_into_step(&mut sync, &position, PLAIN);
        position.lift(Point::new(2, 2));
        assert_eq!(bring_into_step(&mut sync, &position, PLAIN), ["clear_board", "play w B2"]);
    }

    #[test]
    fn rules_are_told_to_the_letter_or_by_name() {
        let position = drawn("...\n...\n...", "new-zealand");
        let wanted = SyncTarget::of(&position);
        let steps = |knows| {
            let steps = SyncState::default().commands_to(&wanted, knows).expect("a way");
            steps.into_iter().find(|step| matches!(step.effect, SyncEffect::Rules(_)))
        };
        let step = steps(&ALL).expect("a step");
        assert!(step.command.contains("SITUATIONAL") && step.command.contains("\"suicide\":true"));
        assert_eq!(step.or, ["kata-set-rules new-zealand", "kgs-rules new_zealand"]);
        assert_eq!(steps(&NONE), None);
    }

    #[test]
    fn boards_that_are_not_square_need_a_word_for_it() {
        let position = drawn("...\n...", "chinese");
        let wanted = SyncTarget::of(&position);
        assert_eq!(SyncState::default().commands_to(&wanted, &NONE), Err(position.size()));
        let steps = SyncState::default().commands_to(&wanted, &ALL).expect("a way");
        assert_eq!(steps[0].command, "rectangular_boardsize 3 2");
    }

    /// Random games with undo, edits and new games: an engine that follows the commands has the same board.
    #[test]
    fn an_engine_that_follows_the_commands_has_the_same_board() {
        use rand::{RngExt, SeedableRng};
        let mut rng = stonefield_search::Rng::seed_from_u64(5);
        for knows in [NONE, PLAIN, ALL] {
            let (mut sync, mut position) = (SyncState::default(), empty());
            let mut obedient = empty();
            for _ in 0..400 {
                match rng.random_range(0..20) {
                    0 => position = empty(),
                    1 => position.lift(Point::new(rng.random_range(0..5), rng.random_range(0..5))),
                    2..5 => take_back(&mut position),
                    _ => {
                        let legal = position.legal_moves();
                        match legal.get(rng.random_range(0..legal.len().max(1))) {
                            Some(&action) => drop(position.try_play(action)),
                            None => position = empty(),
                        }
                    }
                }
                for step in sync.commands_to(&SyncTarget::of(&position), &knows).expect("a way") {
                    obey(&mut obedient, &step.command);
                    sync.note(step.effect);
                }
                assert_eq!(obedient.setup().stones(), position.setup().stones());
            }
        }
    }

    /// Takes the last turn back, if there is one.
    fn take_back(position: &mut Position) {
        let turns: Vec<Turn> = position.turns().collect();
        let mut back = position.origin().into_owned();
        for turn in &turns[..turns.len().saturating_sub(1)] {
            back.play_as_unchecked(turn.color, turn.action);
        }
        *position = back;
    }

    fn obey(position: &mut Position, command: &str) {
        let words: Vec<_> = command.split(' ').collect();
        let color = |word: &str| word.parse::<Color>().expect("a colour");
        match words[..] {
            ["clear_board"] => *position = empty(),
            ["undo"] => take_back(position),
            ["play", who, what] => {
                let action = what.parse().expect("a move");
                assert!(position.try_play_as(color(who), action).is_ok(), "{command}");
            }
            ["gogui-setup", ..] | ["set_free_handicap", ..] => {
                let pairs = if words[0] == "gogui-setup" {
                    words[1..].chunks(2).map(|pair| (color(pair[0]), pair[1])).collect::<Vec<_>>()
                } else {
                    words[1..].iter().map(|&point| (Color::Black, point)).collect()
                };
                for (color, point) in pairs {
                    position.put(point.parse().expect("a point"), color);
                }
            }
            _ => {}
        }
    }
}
