//! Game state of an engine, and the commands that bring it to the wanted state.

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
    /// Stones before the first turn, in the order of point numbers.
    pub stones: Vec<(Point, Color)>,
    /// Colour to move before the first turn.
    pub first_to_move: Color,
    pub turns: Vec<Turn>,
}

impl SyncTarget {
    /// Target state for a position: its setup stones and the turns since. In two cases it is the present
    /// stones and no turns: under quirks of the NetLogo rules, which no engine supports, and if the setup has
    /// groups without liberties. Groups without liberties are left out.
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
        Self { size, rules, stones, first_to_move: start.to_move(), turns }
    }

    /// True if the stones are a handicap: all are Black's, and White moves first.
    fn is_handicap(&self) -> bool {
        let is_black = |&(_, color): &(Point, Color)| color == Color::Black;
        self.stones.len() >= 2
            && self.stones.len() < self.size.area()
            && self.first_to_move == Color::White
            && self.stones.iter().all(is_black)
    }
}

/// Change of the engine's state after a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SyncEffect {
    Size(Size),
    ClearBoard,
    Rules(&'static str),
    Komi(f64),
    /// The engine has some of the setup stones, but not all.
    SomeStones,
    /// The engine has all setup stones, which are these.
    AllStones(Vec<(Point, Color)>),
    Turn(Turn),
    Undo,
    /// No change of the board: the command was about the time of the players.
    Time,
}

/// A command on the way to the target state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncStep {
    pub command: String,
    /// Commands that are tried in this order if the engine refuses the first one.
    pub alternatives: Vec<String>,
    /// Change of the engine's state once the step is done. A refused step that is not required counts as
    /// done.
    pub effect: SyncEffect,
    /// True if it is a fault when the engine refuses all commands of the step.
    pub required: bool,
}

impl SyncStep {
    fn new(command: impl Into<String>, effect: SyncEffect) -> Self {
        Self { command: command.into(), alternatives: Vec::new(), effect, required: true }
    }

    /// Steps that tell the engine the time of the players, by the commands that the engine supports.
    /// `is_new_control`: true if the engine does not know the time control yet.
    pub(super) fn of_time(
        time: PlayerTime,
        is_new_control: bool,
        supports: &dyn Fn(&str) -> bool,
    ) -> Vec<Self> {
        let TimeControl { main, periods, period } = time.control;
        let (kgs_byoyomi, time_settings) = (supports("kgs-time_settings"), supports("time_settings"));
        let mut commands = Vec::new();
        if is_new_control && time.control.has_periods() && kgs_byoyomi {
            commands.push(format!("kgs-time_settings byoyomi {main} {period} {periods}"));
        } else if is_new_control && time_settings {
            // Plain GTP has Canadian byo-yomi only: a number of stones in a period. The nearest equivalent is
            // one stone in a period.
            let stones = u32::from(time.control.has_periods());
            commands.push(format!("time_settings {main} {} {stones}", period * stones));
        }
        if supports("time_left") {
            commands.extend(time.left.iter().map(|(color, left)| {
                let stones_or_periods = if kgs_byoyomi { left.periods } else { left.periods.min(1) };
                format!(
                    "time_left {} {:.0} {stones_or_periods}",
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
    /// Updates the state after a step that is done.
    pub(super) fn apply(&mut self, effect: SyncEffect) {
        match effect {
            SyncEffect::Size(size) => {
                self.size = Some(size);
                self.stones = None;
            }
            SyncEffect::ClearBoard => {
                self.stones = Some(Vec::new());
                self.turns.clear();
            }
            SyncEffect::Rules(name) => self.rules = Some(name),
            SyncEffect::Komi(komi) => self.komi = Some(komi),
            SyncEffect::SomeStones => self.stones = None,
            SyncEffect::AllStones(stones) => self.stones = Some(stones),
            SyncEffect::Turn(turn) => self.turns.push(turn),
            SyncEffect::Undo => drop(self.turns.pop()),
            SyncEffect::Time => {}
        }
    }

    /// Ends the game. The board counts as unknown, so that the next game begins with a cleared board.
    pub(super) fn end_game(&mut self) {
        self.stones = None;
    }

    /// Steps from this state to the target state. `supports` returns true if the engine supports a command.
    ///
    /// # Errors
    /// Returns the board size if it is not square and the engine supports square boards only.
    pub(super) fn steps_to(
        &self,
        target: &SyncTarget,
        supports: &dyn Fn(&str) -> bool,
    ) -> Result<VecDeque<SyncStep>, Size> {
        let mut steps = VecDeque::new();
        let size = target.size;
        let has_size = self.size == Some(size);
        if !has_size {
            let command = if size.width() == size.height() {
                format!("boardsize {}", size.width())
            } else if supports("rectangular_boardsize") {
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
        let kept_turns = if keeps_setup
            && (undos == 0 || supports("undo") && undos + new_turns <= 2 + target.turns.len())
        {
            steps.extend(std::iter::repeat_with(|| SyncStep::new("undo", SyncEffect::Undo)).take(undos));
            common_turns
        } else {
            steps.push_back(SyncStep::new("clear_board", SyncEffect::ClearBoard));
            0
        };
        if self.rules != Some(target.rules.name) {
            steps.extend(rules_step(&target.rules, supports));
        }
        if self.komi != Some(target.rules.komi) {
            steps.push_back(SyncStep::new(
                format!("komi {}", target.rules.komi),
                SyncEffect::Komi(target.rules.komi),
            ));
        }
        if steps.iter().any(|step| step.effect == SyncEffect::ClearBoard) && !target.stones.is_empty() {
            steps.extend(setup_steps(target, supports));
        }
        for &turn in &target.turns[kept_turns..] {
            let command = format!("play {} {}", turn.color.letter().to_ascii_lowercase(), turn.action);
            steps.push_back(SyncStep::new(command, SyncEffect::Turn(turn)));
        }
        Ok(steps)
    }
}

/// Step that sets the rules. Its command sets the exact rules, and its alternatives the nearest named rules.
/// `None` if the rules are not among these five, or the engine supports no such command.
fn rules_step(rules: &Rules, supports: &dyn Fn(&str) -> bool) -> Option<SyncStep> {
    let name @ ("tromp-taylor" | "chinese" | "japanese" | "aga" | "new-zealand") = rules.name else {
        return None;
    };
    let mut commands = Vec::new();
    if supports("kata-set-rules") {
        let ko = match rules.ko {
            Ko::None | Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
        };
        // With pass stones, territory scoring gives the same result as area scoring.
        let area = rules.scoring == Scoring::Area || rules.pass_stones;
        let scoring = if area { "AREA" } else { "TERRITORY" };
        commands.push(format!(
            "kata-set-rules {{\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"tax\":\"NONE\",\"suicide\":{},\"hasButton\":false,\
             \"whiteHandicapBonus\":\"0\"}}",
            rules.suicide
        ));
        commands.push(format!("kata-set-rules {name}"));
    }
    if supports("kgs-rules") {
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

/// Steps that place the setup stones on an empty board.
fn setup_steps(target: &SyncTarget, supports: &dyn Fn(&str) -> bool) -> Vec<SyncStep> {
    let all_placed = || SyncEffect::AllStones(target.stones.clone());
    if target.is_handicap() && supports("set_free_handicap") {
        let points = names(target.stones.iter().map(|(point, _)| point));
        return vec![SyncStep::new(format!("set_free_handicap {points}"), all_placed())];
    }
    if supports("gogui-setup") {
        let mut command = "gogui-setup".to_owned();
        for (point, color) in &target.stones {
            let _ = write!(command, " {} {point}", color.letter().to_ascii_lowercase());
        }
        return vec![SyncStep::new(command, all_placed())];
    }
    // The stones may be placed one by one in any order. A group that is placed in part always has a liberty:
    // one of its points without a stone, or a liberty of the whole group.
    let mut steps: Vec<_> = target
        .stones
        .iter()
        .map(|(point, color)| {
            SyncStep::new(
                format!("play {} {point}", color.letter().to_ascii_lowercase()),
                SyncEffect::SomeStones,
            )
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

    /// Applies the steps to a position, and returns their commands.
    fn send_commands_to(
        sync: &mut SyncState,
        position: &Position,
        supports: fn(&str) -> bool,
    ) -> Vec<String> {
        let steps = sync.steps_to(&SyncTarget::of(position), &supports).expect("a square board");
        let commands = steps.iter().map(|step| step.command.clone()).collect();
        for step in steps {
            sync.apply(step.effect);
        }
        assert_eq!(sync.steps_to(&SyncTarget::of(position), &supports).map(|steps| steps.len()), Ok(0));
        commands
    }

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split(' ') {
            let action: Move = text.parse().expect("a move");
            position.try_play(action).expect("legal");
        }
    }

    #[test]
    fn time_is_sent_by_the_commands_that_the_engine_supports() {
        let mut time = PlayerTime::new("600+5x30".parse().expect("a time"));
        assert!(time.left.black.spend(time.control, 610.5));
        let commands = |is_new_control, supports: fn(&str) -> bool| {
            SyncStep::of_time(time, is_new_control, &supports)
                .into_iter()
                .map(|step| step.command)
                .collect::<Vec<_>>()
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
    fn stones_are_set_up_by_the_commands_that_the_engine_supports() {
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
        let find_rules_step = |supports| {
            let steps =
                SyncState::default().steps_to(&target, supports).expect("a square board or a command");
            steps.into_iter().find(|step| matches!(step.effect, SyncEffect::Rules(_)))
        };
        let step = find_rules_step(&EVERY_COMMAND).expect("a step");
        assert_eq!(
            step.command,
            r#"kata-set-rules {"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0"}"#
        );
        assert_eq!(step.alternatives, ["kata-set-rules new-zealand", "kgs-rules new_zealand"]);
        assert_eq!(find_rules_step(&NO_COMMAND), None);
    }

    #[test]
    fn boards_that_are_not_square_need_a_command_of_their_own() {
        let position = drawn("...\n...", "chinese");
        let target = SyncTarget::of(&position);
        assert_eq!(SyncState::default().steps_to(&target, &NO_COMMAND), Err(position.size()));
        let steps =
            SyncState::default().steps_to(&target, &EVERY_COMMAND).expect("a square board or a command");
        assert_eq!(steps[0].command, "rectangular_boardsize 3 2");
    }

    /// Plays random games with undo, edits and new games. An engine that executes the commands always has the
    /// same board.
    #[test]
    fn an_engine_that_follows_the_commands_has_the_same_board() {
        use rand::{RngExt, SeedableRng};
        let mut rng = stonefield_search::Rng::seed_from_u64(5);
        for supports in [NO_COMMAND, UNDO_ONLY, EVERY_COMMAND] {
            let (mut sync, mut position) = (SyncState::default(), empty());
            let mut engine_board = empty();
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
                for step in
                    sync.steps_to(&SyncTarget::of(&position), &supports).expect("a square board or a command")
                {
                    execute(&mut engine_board, &step.command);
                    sync.apply(step.effect);
                }
                assert_eq!(engine_board.setup().stones(), position.setup().stones());
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

    fn execute(position: &mut Position, command: &str) {
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
