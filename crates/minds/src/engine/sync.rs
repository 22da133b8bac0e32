//! Game state that an engine knows, and the shortest list of commands to the wanted state.

use std::collections::VecDeque;
use std::fmt::Write as _;
use stonefield_go::notation::names;
use stonefield_go::{Color, Ko, Point, Position, Rules, Scoring, Size, Turn};
use stonefield_search::{PlayerTime, TimeControl};

/// Game state that an engine should have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncTarget {
    pub size: Size,
    pub rules: Rules,
    /// Stones before the first turn, by point number.
    pub stones: Vec<(Point, Color)>,
    /// Colour to move before the first turn.
    pub first: Color,
    pub turns: Vec<Turn>,
}

impl SyncTarget {
    /// Target state for a position: its setup stones and the turns since. Under quirks of the NetLogo
    /// rules, which no engine knows, it is the present stones without turns. The same holds if the setup
    /// has groups without liberties. Stones without liberties are left out.
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

    /// True if the stones are a handicap: all are Black's, and White moves first.
    fn is_handicap(&self) -> bool {
        let black = |&(_, color): &(Point, Color)| color == Color::Black;
        self.stones.len() >= 2
            && self.stones.len() < self.size.area()
            && self.first == Color::White
            && self.stones.iter().all(black)
    }
}

/// Change of the engine's state after a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SyncEffect {
    Size(Size),
    Clear,
    Rules(&'static str),
    Komi(f64),
    /// A setup stone, but not the last.
    Stone,
    /// The last setup stone, or all of them: now the engine has these stones.
    Stones(Vec<(Point, Color)>),
    Turn(Turn),
    Undo,
    /// No change of the board: the command was about the players' time.
    Time,
}

/// A command to the target state. The alternatives say the same and are tried if the engine refuses it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncStep {
    pub command: String,
    pub alternatives: Vec<String>,
    pub effect: SyncEffect,
    /// True if a refusal is a fault.
    pub required: bool,
}

impl SyncStep {
    fn new(command: impl Into<String>, effect: SyncEffect) -> Self {
        Self { command: command.into(), alternatives: Vec::new(), effect, required: true }
    }

    /// Commands that tell the engine the players' time, as far as it supports them. `begins`: it does not
    /// know the time control yet.
    pub(super) fn of_time(time: PlayerTime, begins: bool, knows: &dyn Fn(&str) -> bool) -> Vec<Self> {
        let TimeControl { main, periods, period } = time.control;
        let (byoyomi, time_settings) = (knows("kgs-time_settings"), knows("time_settings"));
        let mut commands = Vec::new();
        if begins && time.control.has_periods() && byoyomi {
            commands.push(format!("kgs-time_settings byoyomi {main} {period} {periods}"));
        } else if begins && time_settings {
            // Plain GTP has Canadian byo-yomi only: a number of stones in a period. One stone in a period
            // comes nearest.
            let stones = u32::from(time.control.has_periods());
            commands.push(format!("time_settings {main} {} {stones}", period * stones));
        }
        if knows("time_left") {
            commands.extend(time.left.iter().map(|(color, left)| {
                let stones = if byoyomi { left.periods } else { left.periods.min(1) };
                format!(
                    "time_left {} {:.0} {stones}",
                    color.letter().to_ascii_lowercase(),
                    left.seconds.floor()
                )
            }));
        }
        commands
            .into_iter()
            .map(|command| Self { required: false, ..Self::new(command, SyncEffect::Time) })
            .collect()
    }
}

/// Game state that the engine has, according to the commands so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SyncState {
    size: Option<Size>,
    rules: Option<&'static str>,
    komi: Option<f64>,
    /// Setup stones. `None` if the board is unknown.
    stones: Option<Vec<(Point, Color)>>,
    turns: Vec<Turn>,
}

impl SyncState {
    /// Updates the state after a command.
    pub(super) fn apply(&mut self, effect: SyncEffect) {
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

    /// Ends the game. The next one begins with a cleared board.
    pub(super) fn end_game(&mut self) {
        self.stones = None;
    }

    /// Commands from this state to the target state. `knows` returns true if the engine supports a command.
    ///
    /// # Errors
    /// Returns the board size if it is not square and the engine supports square boards only.
    pub(super) fn commands_to(
        &self,
        target: &SyncTarget,
        knows: &dyn Fn(&str) -> bool,
    ) -> Result<VecDeque<SyncStep>, Size> {
        let mut steps = VecDeque::new();
        let size = target.size;
        let has_size = self.size == Some(size);
        if !has_size {
            let command = if size.width() == size.height() {
                format!("boardsize {}", size.width())
            } else if knows("rectangular_boardsize") {
                format!("rectangular_boardsize {} {}", size.width(), size.height())
            } else {
                return Err(size);
            };
            steps.push_back(SyncStep::new(command, SyncEffect::Size(size)));
        }
        let common_turns = self.turns.iter().zip(&target.turns).take_while(|(a, b)| a == b).count();
        let undos = self.turns.len() - common_turns;
        let new_turns = target.turns.len() - common_turns;
        let keeps_setup = has_size && self.stones.as_ref() == Some(&target.stones);
        let kept_turns =
            if keeps_setup && (undos == 0 || knows("undo") && undos + new_turns <= 2 + target.turns.len()) {
                steps.extend(std::iter::repeat_with(|| SyncStep::new("undo", SyncEffect::Undo)).take(undos));
                common_turns
            } else {
                steps.push_back(SyncStep::new("clear_board", SyncEffect::Clear));
                0
            };
        if self.rules != Some(target.rules.name) {
            steps.extend(rules_step(&target.rules, knows));
        }
        if self.komi != Some(target.rules.komi) {
            steps.push_back(SyncStep::new(
                format!("komi {}", target.rules.komi),
                SyncEffect::Komi(target.rules.komi),
            ));
        }
        if steps.iter().any(|step| step.effect == SyncEffect::Clear) && !target.stones.is_empty() {
            steps.extend(setup_steps(target, knows));
        }
        for &turn in &target.turns[kept_turns..] {
            let command = format!("play {} {}", turn.color.letter().to_ascii_lowercase(), turn.action);
            steps.push_back(SyncStep::new(command, SyncEffect::Turn(turn)));
        }
        Ok(steps)
    }
}

/// Command that sets the rules, if the engine supports one. First choice: the exact rules. Alternatives:
/// the nearest named rules.
fn rules_step(rules: &Rules, knows: &dyn Fn(&str) -> bool) -> Option<SyncStep> {
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
        // With pass stones, territory scoring gives the same result as area scoring.
        let area = rules.scoring == Scoring::Area || rules.pass_stones;
        let scoring = if area { "AREA" } else { "TERRITORY" };
        commands.push(format!(
            "kata-set-rules {{\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"tax\":\"NO_COMMAND\",\"suicide\":{},\"hasButton\":false,\
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
    Some(SyncStep {
        command,
        alternatives: commands.collect(),
        effect: SyncEffect::Rules(rules.name),
        required: false,
    })
}

/// Commands that place the setup stones on an empty board.
fn setup_steps(target: &SyncTarget, knows: &dyn Fn(&str) -> bool) -> Vec<SyncStep> {
    let all_placed = || SyncEffect::Stones(target.stones.clone());
    if target.is_handicap() && knows("set_free_handicap") {
        let points = names(target.stones.iter().map(|(point, _)| point));
        return vec![SyncStep::new(format!("set_free_handicap {points}"), all_placed())];
    }
    if knows("gogui-setup") {
        let mut command = "gogui-setup".to_owned();
        for (point, color) in &target.stones {
            let _ = write!(command, " {} {point}", color.letter().to_ascii_lowercase());
        }
        return vec![SyncStep::new(command, all_placed())];
    }
    // The stones may be placed one by one in any order. Each one has a liberty when it is placed, or a
    // neighbour point where a stone of its colour will follow.
    let mut steps: Vec<_> = target
        .stones
        .iter()
        .map(|(point, color)| {
            SyncStep::new(format!("play {} {point}", color.letter().to_ascii_lowercase()), SyncEffect::Stone)
        })
        .collect();
    if let Some(last) = steps.last_mut() {
        last.effect = all_placed();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::drawn;
    use stonefield_go::Move;

    const EVERY_COMMAND: fn(&str) -> bool = |_| true;
    const NO_COMMAND: fn(&str) -> bool = |_| false;
    const UNDO_ONLY: fn(&str) -> bool = |name| name == "undo";

    /// Sends the commands to a position and returns them.
    fn send_commands_to(sync: &mut SyncState, position: &Position, knows: fn(&str) -> bool) -> Vec<String> {
        let steps = sync.commands_to(&SyncTarget::of(position), &knows).expect("a way");
        let commands = steps.iter().map(|step| step.command.clone()).collect();
        for step in steps {
            sync.apply(step.effect);
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
    fn time_is_sent_by_the_commands_that_the_engine_knows() {
        let mut time = PlayerTime::new("600+5x30".parse().expect("a time"));
        assert!(time.left.black.spend(time.control, 610.5));
        let commands = |begins, knows: fn(&str) -> bool| {
            SyncStep::of_time(time, begins, &knows).into_iter().map(|step| step.command).collect::<Vec<_>>()
        };
        assert_eq!(
            commands(true, EVERY_COMMAND),
            ["kgs-time_settings byoyomi 600 30 5", "time_left b 19 5", "time_left w 600 0"]
        );
        assert_eq!(commands(false, EVERY_COMMAND), ["time_left b 19 5", "time_left w 600 0"]);
        assert_eq!(commands(true, NO_COMMAND), [""; 0]);
        let without_kgs: fn(&str) -> bool = |name| !name.starts_with("kgs");
        assert_eq!(
            commands(true, without_kgs),
            ["time_settings 600 30 1", "time_left b 19 1", "time_left w 600 0"]
        );
    }

    fn empty() -> Position {
        Position::new(Size::square(5).expect("a size"), Rules::default())
    }

    #[test]
    fn a_game_is_sent_from_its_beginning_and_then_turn_by_turn() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        let first = send_commands_to(&mut sync, &position, UNDO_ONLY);
        assert_eq!(first, ["boardsize 5", "clear_board", "komi 7.5", "play b C3", "play w B2"]);
        play(&mut position, "pass D4");
        assert_eq!(send_commands_to(&mut sync, &position, UNDO_ONLY), ["play b pass", "play w D4"]);
    }

    #[test]
    fn turns_taken_back_are_undone_or_the_game_is_sent_again() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        let earlier = position.clone();
        play(&mut position, "D4");
        send_commands_to(&mut sync, &position, UNDO_ONLY);
        let mut without_undo = sync.clone();
        position = earlier;
        play(&mut position, "A1");
        assert_eq!(send_commands_to(&mut sync, &position, UNDO_ONLY), ["undo", "play b A1"]);
        let from_scratch = send_commands_to(&mut without_undo, &position, NO_COMMAND);
        assert_eq!(from_scratch, ["clear_board", "play b C3", "play w B2", "play b A1"]);
        // A new game clears the board; turns are not undone one by one.
        assert_eq!(send_commands_to(&mut sync, &empty(), UNDO_ONLY), ["clear_board"]);
    }

    #[test]
    fn stones_are_set_up_in_the_way_the_engine_knows() {
        let mut handicap = Position::new(Size::square(9).expect("a size"), Rules::default());
        handicap.place_handicap(2).expect("a handicap");
        let commands = send_commands_to(&mut SyncState::default(), &handicap, EVERY_COMMAND);
        assert_eq!(commands.last().map(String::as_str), Some("set_free_handicap C3 G7"));
        assert_eq!(
            send_commands_to(&mut SyncState::default(), &handicap, UNDO_ONLY)[3..],
            ["play b C3", "play b G7"]
        );
        let drawn = drawn(".X.\nXO.\n...", "chinese");
        let commands = send_commands_to(&mut SyncState::default(), &drawn, EVERY_COMMAND);
        assert_eq!(commands.last().map(String::as_str), Some("gogui-setup b A2 w B2 b B3"));
    }

    #[test]
    fn an_edited_position_is_set_up_anew() {
        let (mut sync, mut position) = (SyncState::default(), empty());
        play(&mut position, "C3 B2");
        send_commands_to(&mut sync, &position, UNDO_ONLY);
        position.lift(Point::new(2, 2));
        assert_eq!(send_commands_to(&mut sync, &position, UNDO_ONLY), ["clear_board", "play w B2"]);
    }

    #[test]
    fn rules_are_sent_in_full_or_by_name() {
        let position = drawn("...\n...\n...", "new-zealand");
        let target = SyncTarget::of(&position);
        let rules_step = |knows| {
            let rules_step = SyncState::default().commands_to(&target, knows).expect("a way");
            rules_step.into_iter().find(|step| matches!(step.effect, SyncEffect::Rules(_)))
        };
        let step = rules_step(&EVERY_COMMAND).expect("a step");
        assert!(step.command.contains("SITUATIONAL") && step.command.contains("\"suicide\":true"));
        assert_eq!(step.alternatives, ["kata-set-rules new-zealand", "kgs-rules new_zealand"]);
        assert_eq!(rules_step(&NO_COMMAND), None);
    }

    #[test]
    fn boards_that_are_not_square_need_a_command_of_their_own() {
        let position = drawn("...\n...", "chinese");
        let target = SyncTarget::of(&position);
        assert_eq!(SyncState::default().commands_to(&target, &NO_COMMAND), Err(position.size()));
        let steps = SyncState::default().commands_to(&target, &EVERY_COMMAND).expect("a way");
        assert_eq!(steps[0].command, "rectangular_boardsize 3 2");
    }

    /// Plays random games with undo, edits and new games. An engine that obeys the commands has the same
    /// board.
    #[test]
    fn an_engine_that_follows_the_commands_has_the_same_board() {
        use rand::{RngExt, SeedableRng};
        let mut rng = stonefield_search::Rng::seed_from_u64(5);
        for knows in [NO_COMMAND, UNDO_ONLY, EVERY_COMMAND] {
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
                    sync.apply(step.effect);
                }
                assert_eq!(obedient.setup().stones(), position.setup().stones());
            }
        }
    }

    /// Undoes the last turn, if there is one.
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
