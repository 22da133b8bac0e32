//! What an engine has been told of the game, and the shortest way to tell it the rest.

use crate::go::{Color, Ko, Point, Position, Rules, Scoring, Size, Turn};
use crate::notation::names;
use std::collections::VecDeque;
use std::fmt::Write as _;

/// What an engine is to have on its board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub size: Size,
    pub rules: Rules,
    /// The stones before the first turn, by point number.
    pub stones: Vec<(Point, Color)>,
    /// Who was to move then.
    pub first: Color,
    pub turns: Vec<Turn>,
}

impl Wanted {
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

/// What an engine knows once it has obeyed a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
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
}

/// A command that brings an engine nearer, and others that say the same in case it refuses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub command: String,
    pub or: Vec<String>,
    pub told: Told,
    /// Whether nothing goes without it.
    pub needed: bool,
}

impl Step {
    fn new(command: impl Into<String>, told: Told) -> Self {
        Self { command: command.into(), or: Vec::new(), told, needed: true }
    }
}

/// What an engine has been told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mirror {
    size: Option<Size>,
    rules: Option<&'static str>,
    komi: Option<f64>,
    /// `None` when it may have any stones.
    stones: Option<Vec<(Point, Color)>>,
    turns: Vec<Turn>,
}

impl Mirror {
    /// Notes what the engine has been told.
    pub(super) fn note(&mut self, told: Told) {
        match told {
            Told::Size(size) => {
                self.size = Some(size);
                self.stones = None;
            }
            Told::Clear => {
                self.stones = Some(Vec::new());
                self.turns.clear();
            }
            Told::Rules(name) => self.rules = Some(name),
            Told::Komi(komi) => self.komi = Some(komi),
            Told::Stone => self.stones = None,
            Told::Stones(stones) => self.stones = Some(stones),
            Told::Turn(turn) => self.turns.push(turn),
            Told::Undo => drop(self.turns.pop()),
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
    pub(super) fn way_to(
        &self,
        wanted: &Wanted,
        knows: &dyn Fn(&str) -> bool,
    ) -> Result<VecDeque<Step>, Size> {
        let mut way = VecDeque::new();
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
            way.push_back(Step::new(command, Told::Size(size)));
        }
        let shared = self.turns.iter().zip(&wanted.turns).take_while(|(a, b)| a == b).count();
        let undos = self.turns.len() - shared;
        let new = wanted.turns.len() - shared;
        let keeps = same_size && self.stones.as_ref() == Some(&wanted.stones);
        let played = if keeps && (undos == 0 || knows("undo") && undos + new <= 2 + wanted.turns.len()) {
            way.extend(std::iter::repeat_with(|| Step::new("undo", Told::Undo)).take(undos));
            shared
        } else {
            way.push_back(Step::new("clear_board", Told::Clear));
            0
        };
        if self.rules != Some(wanted.rules.name) {
            way.extend(rules(&wanted.rules, knows));
        }
        if self.komi != Some(wanted.rules.komi) {
            way.push_back(Step::new(format!("komi {}", wanted.rules.komi), Told::Komi(wanted.rules.komi)));
        }
        if way.iter().any(|step| step.told == Told::Clear) && !wanted.stones.is_empty() {
            way.extend(stones(wanted, knows));
        }
        for &turn in &wanted.turns[played..] {
            let command = format!("play {} {}", turn.color.letter().to_ascii_lowercase(), turn.action);
            way.push_back(Step::new(command, Told::Turn(turn)));
        }
        Ok(way)
    }
}

/// Tells the rules to an engine that can be told, first to the letter, then by the nearest name.
fn rules(rules: &Rules, knows: &dyn Fn(&str) -> bool) -> Option<Step> {
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
    Some(Step { command, or: commands.collect(), told: Told::Rules(rules.name), needed: false })
}

/// Puts the stones to begin with on an empty board.
fn stones(wanted: &Wanted, knows: &dyn Fn(&str) -> bool) -> Vec<Step> {
    let all = || Told::Stones(wanted.stones.clone());
    if wanted.is_handicap() && knows("set_free_handicap") {
        let points = names(wanted.stones.iter().map(|(point, _)| point));
        return vec![Step::new(format!("set_free_handicap {points}"), all())];
    }
    if knows("gogui-setup") {
        let mut command = "gogui-setup".to_owned();
        for (point, color) in &wanted.stones {
            let _ = write!(command, " {} {point}", color.letter().to_ascii_lowercase());
        }
        return vec![Step::new(command, all())];
    }
    // One by one in any order: a stone that lives in the end has a liberty, or the point of a friend yet to come.
    let mut steps: Vec<_> = wanted
        .stones
        .iter()
        .map(|(point, color)| {
            Step::new(format!("play {} {point}", color.letter().to_ascii_lowercase()), Told::Stone)
        })
        .collect();
    if let Some(last) = steps.last_mut() {
        last.told = all();
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::drawn::drawn;
    use crate::go::Move;

    const ALL: fn(&str) -> bool = |_| true;
    const NONE: fn(&str) -> bool = |_| false;
    const PLAIN: fn(&str) -> bool = |name| name == "undo";

    /// Brings the mirror into step and returns what that took.
    fn told(mirror: &mut Mirror, position: &Position, knows: fn(&str) -> bool) -> Vec<String> {
        let way = mirror.way_to(&Wanted::of(position), &knows).expect("a way");
        let commands = way.iter().map(|step| step.command.clone()).collect();
        for step in way {
            mirror.note(step.told);
        }
        assert_eq!(mirror.way_to(&Wanted::of(position), &knows).map(|way| way.len()), Ok(0));
        commands
    }

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split(' ') {
            let action: Move = text.parse().expect("a move");
            position.try_play(action).expect("legal");
        }
    }

    fn empty() -> Position {
        Position::new(Size::square(5).expect("a size"), Rules::default())
    }

    #[test]
    fn a_game_is_told_from_its_beginning_and_then_turn_by_turn() {
        let (mut mirror, mut position) = (Mirror::default(), empty());
        play(&mut position, "C3 B2");
        let first = told(&mut mirror, &position, PLAIN);
        assert_eq!(first, ["boardsize 5", "clear_board", "komi 7.5", "play b C3", "play w B2"]);
        play(&mut position, "pass D4");
        assert_eq!(told(&mut mirror, &position, PLAIN), ["play b pass", "play w D4"]);
    }

    #[test]
    fn what_was_taken_back_is_undone_or_told_anew() {
        let (mut mirror, mut position) = (Mirror::default(), empty());
        play(&mut position, "C3 B2");
        let earlier = position.clone();
        play(&mut position, "D4");
        told(&mut mirror, &position, PLAIN);
        let mut without = mirror.clone();
        position = earlier;
        play(&mut position, "A1");
        assert_eq!(told(&mut mirror, &position, PLAIN), ["undo", "play b A1"]);
        let anew = told(&mut without, &position, NONE);
        assert_eq!(anew, ["clear_board", "play b C3", "play w B2", "play b A1"]);
        // A new game is told anew, not undone turn by turn.
        assert_eq!(told(&mut mirror, &empty(), PLAIN), ["clear_board"]);
    }

    #[test]
    fn stones_are_set_up_in_the_way_the_engine_knows() {
        let mut handicap = Position::new(Size::square(9).expect("a size"), Rules::default());
        handicap.place_handicap(2).expect("a handicap");
        let set = told(&mut Mirror::default(), &handicap, ALL);
        assert_eq!(set.last().map(String::as_str), Some("set_free_handicap C3 G7"));
        assert_eq!(told(&mut Mirror::default(), &handicap, PLAIN)[3..], ["play b C3", "play b G7"]);
        let drawn = drawn(".X.\nXO.\n...", "chinese");
        let set = told(&mut Mirror::default(), &drawn, ALL);
        assert_eq!(set.last().map(String::as_str), Some("gogui-setup b A2 w B2 b B3"));
    }

    #[test]
    fn an_edited_position_is_set_up_anew() {
        let (mut mirror, mut position) = (Mirror::default(), empty());
        play(&mut position, "C3 B2");
        told(&mut mirror, &position, PLAIN);
        position.lift(Point::new(2, 2));
        assert_eq!(told(&mut mirror, &position, PLAIN), ["clear_board", "play w B2"]);
    }

    #[test]
    fn rules_are_told_to_the_letter_or_by_name() {
        let position = drawn("...\n...\n...", "new-zealand");
        let wanted = Wanted::of(&position);
        let way = |knows| {
            let way = Mirror::default().way_to(&wanted, knows).expect("a way");
            way.into_iter().find(|step| matches!(step.told, Told::Rules(_)))
        };
        let step = way(&ALL).expect("a step");
        assert!(step.command.contains("SITUATIONAL") && step.command.contains("\"suicide\":true"));
        assert_eq!(step.or, ["kata-set-rules new-zealand", "kgs-rules new_zealand"]);
        assert_eq!(way(&NONE), None);
    }

    #[test]
    fn boards_that_are_not_square_need_a_word_for_it() {
        let position = drawn("...\n...", "chinese");
        let wanted = Wanted::of(&position);
        assert_eq!(Mirror::default().way_to(&wanted, &NONE), Err(position.size()));
        let way = Mirror::default().way_to(&wanted, &ALL).expect("a way");
        assert_eq!(way[0].command, "rectangular_boardsize 3 2");
    }

    /// Random games with undo, edits and new games: an engine that follows the commands has the same board.
    #[test]
    fn whoever_obeys_has_the_very_board() {
        use rand::{RngExt, SeedableRng};
        let mut rng = crate::search::Rng::seed_from_u64(5);
        for knows in [NONE, PLAIN, ALL] {
            let (mut mirror, mut position) = (Mirror::default(), empty());
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
                for step in mirror.way_to(&Wanted::of(&position), &knows).expect("a way") {
                    obey(&mut obedient, &step.command);
                    mirror.note(step.told);
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
