//! Interactive game: commands of the user, moves of the mind, and their description in words.

use super::keeper::Keeper;
use crate::cli::store_guard::refuse_store;
use crate::gtp::{Opponent, record};
use crate::text;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use stonefield_files::replace;
use stonefield_go::notation::{board_text, counted, names, point_list_suffix, sgf, visible};
use stonefield_go::{ByColor, Color, Goal, Move, Outcome};
use stonefield_minds::Answer;
use stonefield_search::{Thought, dead_stones, rounded};

/// Next step after a line of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Read another line.
    Stay,
    /// End the program.
    Leave,
}

const HELP: &str = "d4        play at this point: columns A to Z without I, rows from the bottom
pass      pass; after two passes the game is counted
undo      take back your last move and the answer to it
hint      show what the mind would play for you
why       show the mind's reason for its last move
eval      show what the mind thinks of the position
score     count the board as it is now
board     show the board
save FILE write the game as SGF
resign    resign the game
help      show this list
quit      end the program
";

/// Game between the user and a mind.
pub(super) struct InteractiveGame {
    opponent: Opponent,
    person: Color,
    /// Remaining time of each side, in seconds, if there is a clock.
    clock: Option<ByColor<f64>>,
    /// Start of the user's turn.
    since: Instant,
    /// True if the board is drawn after each move.
    board: bool,
    /// True if boards are drawn with colours.
    colors: bool,
    /// End of the game by resignation, time or failure: in words, and as the SGF result.
    ended: Option<(String, String)>,
    /// File of the last `save`, also of one that was refused. The next `save` to it replaces it.
    file: Option<String>,
    /// Last move of the mind, and its reason.
    reason: Option<(Move, String)>,
    /// Emergency save. Has the current record.
    keeper: Keeper,
}

impl InteractiveGame {
    pub(super) fn new(
        opponent: Opponent,
        person: Color,
        time: Option<f64>,
        board: bool,
        colors: bool,
        keeper: Keeper,
    ) -> Self {
        let clock = time.map(|seconds| ByColor::new(seconds, seconds));
        Self {
            opponent,
            person,
            clock,
            since: Instant::now(),
            board,
            colors,
            ended: None,
            file: None,
            reason: None,
            keeper,
        }
    }

    /// Prompt for the next line: the user's colour and remaining time, or `over` after the game.
    pub(super) fn prompt(&self) -> String {
        let time = match (self.clock, self.is_over()) {
            (Some(clock), false) => format!(" {:.0} s", clock[self.person].max(0.0)),
            _ => String::new(),
        };
        format!("{}{time}> ", if self.is_over() { "over".to_owned() } else { self.person.to_string() })
    }

    /// Describes the game, and plays the first move if the mind has it.
    pub(super) fn open(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.opponent.position();
        writeln!(
            out,
            "You play {} against {} on {}, {}, komi {}. Type help for the list of commands.",
            self.person,
            self.mind_name(),
            position.size(),
            position.rules().name,
            position.rules().komi
        )?;
        self.show(out)?;
        self.answer(out)?;
        self.since = Instant::now();
        Ok(())
    }

    /// Executes a line of the user.
    pub(super) fn execute(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next> {
        let line = line.trim();
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => write!(out, "{HELP}")?,
            "quit" | "exit" => return Ok(Next::Leave),
            "undo" => self.undo(out)?,
            "hint" => self.hint(out)?,
            "eval" => self.eval(out)?,
            "why" => writeln!(out, "{}", self.why())?,
            "score" => writeln!(out, "{}", self.score())?,
            "board" => self.draw(out)?,
            "save" => self.save(argument.trim(), out)?,
            "resign" if !self.is_over() => {
                let winner = !self.person;
                self.end(format!("You resign: {winner} wins."), format!("{}+R", winner.letter()), out)?;
            }
            _ => match line.parse::<Move>() {
                Ok(action) => self.play(action, out)?,
                Err(_) => {
                    writeln!(
                        out,
                        "'{}' is neither a point nor a command; type help for the list.",
                        visible(line)
                    )?;
                }
            },
        }
        Ok(Next::Stay)
    }

    fn is_over(&self) -> bool {
        self.ended.is_some() || self.opponent.position().is_over() || self.opponent.disagreement().is_some()
    }

    /// Plays the user's move and the mind's answer.
    fn play(&mut self, action: Move, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over; undo, save FILE or quit.");
        }
        if let Err(why) = self.opponent.position().check_for(self.person, action) {
            return writeln!(out, "You cannot play {action}: {why}.");
        }
        if self.spend_time(self.person, self.since.elapsed().as_secs_f64(), out)? {
            return Ok(());
        }
        self.play_move(self.person, action, out)?;
        self.show(out)?;
        self.answer(out)?;
        self.since = Instant::now();
        Ok(())
    }

    /// Plays the mind's move, if it is its turn.
    fn answer(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mind = !self.person;
        if self.is_over() || self.opponent.position().to_move() != mind {
            return Ok(());
        }
        out.flush()?;
        let began = Instant::now();
        let (choice, thought) = self.opponent.consider(mind);
        let seconds = began.elapsed().as_secs_f64();
        // The mind's clock limits its thinking; `self.clock` decides the game.
        self.opponent.clock.spend(mind, seconds);
        if self.spend_time(mind, seconds, out)? {
            return Ok(());
        }
        match choice {
            Answer::Move(action) => {
                let before = self.opponent.position().ply();
                self.play_move(mind, action, out)?;
                if self.opponent.position().ply() > before {
                    self.opponent.note(mind, thought.as_ref());
                    self.update_keeper();
                }
                self.reason = Some((action, thought.map(|thought| thought.reason).unwrap_or_default()));
                self.show(out)
            }
            Answer::Resign => {
                let person = self.person;
                self.end(format!("{mind} resigns: you win."), format!("{}+R", person.letter()), out)
            }
            Answer::Failed(why) => self.end(
                format!("The mind failed: {}. The game counts for nothing.", visible(&why)),
                "Void".to_owned(),
                out,
            ),
        }
    }

    /// Subtracts time from a colour's clock, if there is one. If the rest is below 0, ends the game and
    /// returns true.
    fn spend_time(&mut self, color: Color, seconds: f64, out: &mut dyn Write) -> io::Result<bool> {
        let Some(clock) = &mut self.clock else { return Ok(false) };
        clock[color] -= seconds;
        if clock[color] >= 0.0 {
            return Ok(false);
        }
        let winner = !color;
        self.end(
            format!("{color}'s time is used up: {winner} wins."),
            format!("{}+T", winner.letter()),
            out,
        )?;
        Ok(true)
    }

    fn end(&mut self, words: String, result: String, out: &mut dyn Write) -> io::Result<()> {
        self.ended = Some((words.clone(), result));
        self.update_keeper();
        writeln!(out, "{words}")
    }

    /// Gives the current record to the emergency save; an empty one if the user has no move in the game.
    fn update_keeper(&self) {
        let moved = self.opponent.position().turns().any(|turn| turn.color == self.person);
        self.keeper.update(if moved { self.record() } else { Vec::new() });
    }

    /// Plays a legal move and describes it, with captured stones and all groups in atari.
    fn play_move(&mut self, color: Color, action: Move, out: &mut dyn Write) -> io::Result<()> {
        let before = self.opponent.position().clone();
        if let Err(why) = self.opponent.play(color, action) {
            return writeln!(out, "{color} cannot play {action}: {why}.");
        }
        self.update_keeper();
        let position = self.opponent.position();
        match action {
            Move::Pass => write!(out, "{color} passes.")?,
            Move::Play(point) => write!(out, "{color} plays {point}.")?,
        }
        for loser in [!color, color] {
            let is_lost = |&point: &_| before.at(point) == Some(loser) && position.at(point) != Some(loser);
            let points: Vec<_> = position.size().points().filter(is_lost).collect();
            if !points.is_empty() {
                let word = if loser == color { "loses" } else { "takes" };
                write!(out, " It {word} {}: {}.", stones_words(points.len()), names(&points))?;
            }
        }
        for chain in self.opponent.chains() {
            if let Some(color) = position.at(chain[0]).filter(|_| position.liberties(chain[0]) == 1) {
                write!(out, " {color}'s group at {} has one liberty.", chain[0])?;
            }
        }
        writeln!(out)?;
        if position.is_over() {
            writeln!(out, "The game is over. {}", self.score())?;
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let turns: Vec<_> = self.opponent.position().turns().collect();
        let Some(last) = turns.iter().rposition(|turn| turn.color == self.person) else {
            return writeln!(out, "There is nothing to take back.");
        };
        self.opponent.undo(turns.len() - last);
        (self.ended, self.reason) = (None, None);
        self.update_keeper();
        let removed: Vec<_> =
            turns[last..].iter().map(|turn| format!("{} {}", turn.color, turn.action)).collect();
        writeln!(out, "Taken back: {}.", removed.join(", "))?;
        self.since = Instant::now();
        self.show(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over.");
        }
        let mind = self.mind_name();
        let (choice, thought) = self.opponent.consider(self.person);
        match choice {
            Answer::Move(action) => {
                writeln!(out, "{mind} would {}", suggestion_words(action, thought.as_ref()))
            }
            Answer::Resign => writeln!(out, "{mind} would resign."),
            _ => writeln!(out, "{mind} does not know."),
        }
    }

    /// Name of the mind, with control characters made visible.
    fn mind_name(&self) -> String {
        visible(&self.opponent.brain.to_string()).into_owned()
    }

    fn why(&self) -> String {
        let mind = self.mind_name();
        match &self.reason {
            None => format!("{mind} has not moved yet."),
            Some((action, reason)) if reason.is_empty() => {
                format!("{mind} does not say why it chose {action}.")
            }
            Some((action, reason)) => format!("{mind} chose {action}: {}.", visible(reason)),
        }
    }

    fn eval(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over. {}", self.score());
        }
        let Thought { candidates, winrate, lead, reason, .. } =
            self.opponent.consider(self.person).1.unwrap_or_default();
        let mind = self.mind_name();
        let lead = lead.map(|lead| match rounded(lead, 1) {
            0.0 => "sees the game as even".to_owned(),
            lead if lead > 0.0 => format!("sees you ahead by {lead:.1} points"),
            lead => format!("sees you behind by {:.1} points", -lead),
        });
        let chances = winrate.map(|winrate| format!("gives you a chance of {:.0} % to win", winrate * 100.0));
        match [chances, lead].into_iter().flatten().collect::<Vec<_>>()[..] {
            [] => write!(out, "{mind} does not say who is ahead.")?,
            ref words => write!(out, "{mind} {}.", words.join(" and "))?,
        }
        if !candidates.is_empty() {
            let first = candidates.iter().take(5).map(|candidate| candidate.action);
            write!(out, " It thinks of {}", names(first))?;
            if candidates.len() > 5 {
                write!(out, " and {} more", candidates.len() - 5)?;
            }
            write!(out, ".")?;
        }
        if !reason.is_empty() {
            write!(out, " Its reason for the first: {}.", visible(&reason))?;
        }
        writeln!(out)
    }

    fn score(&self) -> String {
        if let Some((words, _)) = &self.ended {
            return words.clone();
        }
        let position = self.opponent.position();
        if let Some(outcome) = position.outcome().filter(|_| !position.is_counted()) {
            return format!("Result: {outcome}.");
        }
        if position.rules().goal == Goal::FirstCapture {
            return "The first capture wins; there is no count.".to_owned();
        }
        let kind = self.opponent.dead();
        let dead = dead_stones(position, kind);
        let list = point_list_suffix(&dead);
        if let Some(outcome) = position.outcome_with(&dead) {
            return format!("Result: {outcome}, dead stones {kind}{list}.");
        }
        let score = position.score_with(&dead);
        format!(
            "As the board stands, Black has {} and White, with komi, {} points: {}, dead stones {kind}{list}.",
            score.black,
            score.white,
            Outcome::of(score)
        )
    }

    /// Outcome of the final position. `None` unless moves have ended the game, such as two passes.
    fn outcome(&self) -> Option<Outcome> {
        let position = self.opponent.position();
        position.outcome_with(&dead_stones(position, self.opponent.dead()))
    }

    fn save(&mut self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        let name = visible(path);
        if path.is_empty() {
            return writeln!(out, "Save needs the name of a file: save FILE.");
        }
        if let Err(why) = refuse_store(Path::new(path)) {
            return writeln!(out, "{}.", visible(&why));
        }
        if self.file.as_deref() != Some(path) && Path::new(path).is_file() {
            self.file = Some(path.to_owned());
            return writeln!(out, "{name} exists. Save again to replace it.");
        }
        self.file = Some(path.to_owned());
        match replace(Path::new(path), &self.record()) {
            Ok(()) => {
                self.keeper.mark_saved();
                writeln!(out, "Saved as {name}.")
            }
            Err(error) => writeln!(out, "{name} cannot be written: {error}."),
        }
    }

    /// Game so far as SGF.
    fn record(&self) -> Vec<u8> {
        let mut collection = record(&self.opponent);
        if let Some(&root) = collection.games().first() {
            let names =
                ByColor::from_fn(
                    |color| if color == self.person { "you".to_owned() } else { self.mind_name() },
                );
            collection.set_text(root, "PB", &names.black);
            collection.set_text(root, "PW", &names.white);
            let result = match (&self.ended, self.outcome()) {
                (Some((_, result)), _) => Some(result.clone()),
                (None, Some(Outcome::Draw)) => Some("0".to_owned()),
                (None, outcome) => outcome.map(|outcome| outcome.to_string()),
            };
            if let Some(result) = result {
                collection.set_text(root, "RE", &result);
            }
        }
        sgf::write(&collection)
    }

    /// Reports a disagreement of agents and referee, and draws the board unless `--no-board` is set.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(why) = self.opponent.disagreement() {
            writeln!(out, "The game counts for nothing: {why}.")?;
        }
        if self.board { self.draw(out) } else { Ok(()) }
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.opponent.position();
        let board =
            if self.colors { text::colored(position, &self.opponent.heat()) } else { board_text(position) };
        write!(out, "{board}")
    }
}

/// Suggested move with its reason: `play D4: 7 stones: connect 3.1.`
fn suggestion_words(action: Move, thought: Option<&Thought>) -> String {
    let does = action.point().map_or_else(|| "pass".to_owned(), |point| format!("play {point}"));
    match thought.map(|thought| thought.reason.as_str()).filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("{does}: {}.", visible(reason)),
        None => format!("{does}."),
    }
}

fn stones_words(stones: usize) -> String {
    if stones == 1 { "a stone".to_owned() } else { counted(stones, "stone") }
}
