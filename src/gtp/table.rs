//! Table of commands: names and handlers.

use super::analysis::Form;
use super::opponent::Opponent;
use super::reply::{CommandResult, one, reply_without_args};
use super::{board, gogui, kata, play, record, score, stonefield, time};

/// Way to execute a command.
#[derive(Clone, Copy)]
pub(super) enum Handler {
    /// Function that returns the reply. Its input is the list of arguments, split at spaces.
    Answer(fn(&mut Opponent, &[&str]) -> CommandResult),
    /// Function that returns the reply. Its input is the rest of the line: file names can contain spaces.
    Line(fn(&mut Opponent, &str) -> CommandResult),
    /// Generates a move and draws the thought in `gogui-gfx` lines. `play`: true if the move is also played.
    Choose { play: bool },
    /// Reports the search in this format until the next line or, with `play`, until the move is chosen.
    Analyse { form: Form, play: bool },
    /// Ends the session.
    Quit,
}

/// All commands, in the order of `list_commands`.
pub(super) const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", Handler::Answer(|_, args| reply_without_args(args, "2"))),
    ("name", Handler::Answer(|_, args| reply_without_args(args, "Stonefield"))),
    ("version", Handler::Answer(|_, args| reply_without_args(args, env!("CARGO_PKG_VERSION")))),
    ("known_command", Handler::Answer(known_command)),
    ("list_commands", Handler::Answer(list_commands)),
    ("quit", Handler::Quit),
    ("boardsize", Handler::Answer(board::boardsize)),
    ("clear_board", Handler::Answer(board::clear)),
    ("komi", Handler::Answer(board::komi)),
    ("fixed_handicap", Handler::Answer(board::fixed_handicap)),
    ("place_free_handicap", Handler::Answer(board::place_free_handicap)),
    ("set_free_handicap", Handler::Answer(board::set_free_handicap)),
    ("play", Handler::Answer(play::play)),
    ("genmove", Handler::Choose { play: true }),
    ("reg_genmove", Handler::Choose { play: false }),
    ("undo", Handler::Answer(play::undo)),
    ("gg-undo", Handler::Answer(play::undo_many)),
    ("time_settings", Handler::Answer(time::settings)),
    ("time_left", Handler::Answer(time::left)),
    ("kgs-time_settings", Handler::Answer(time::named_settings)),
    ("kata-time_settings", Handler::Answer(time::named_settings)),
    ("cputime", Handler::Answer(time::cputime)),
    ("gomill-cpu_time", Handler::Answer(time::cputime)),
    ("final_score", Handler::Answer(score::final_score)),
    ("final_status_list", Handler::Answer(score::final_status_list)),
    ("loadsgf", Handler::Line(record::load)),
    ("printsgf", Handler::Line(record::print)),
    ("showboard", Handler::Answer(board::showboard)),
    ("query_boardsize", Handler::Answer(board::query_boardsize)),
    ("get_komi", Handler::Answer(board::get_komi)),
    ("list_stones", Handler::Answer(board::list_stones)),
    ("all_legal", Handler::Answer(board::all_legal)),
    ("is_legal", Handler::Answer(board::is_legal)),
    ("captures", Handler::Answer(board::captures)),
    ("countlib", Handler::Answer(board::countlib)),
    ("lz-analyze", Handler::Analyse { form: Form::Leela, play: false }),
    ("analyze", Handler::Analyse { form: Form::Leela, play: false }),
    ("kata-analyze", Handler::Analyse { form: Form::Kata, play: false }),
    ("lz-genmove_analyze", Handler::Analyse { form: Form::Leela, play: true }),
    ("genmove_analyze", Handler::Analyse { form: Form::Leela, play: true }),
    ("kata-genmove_analyze", Handler::Analyse { form: Form::Kata, play: true }),
    ("kgs-rules", Handler::Answer(kata::kgs_rules)),
    ("kata-get-rules", Handler::Answer(kata::get_rules)),
    ("kata-set-rules", Handler::Line(kata::set_rules)),
    ("kata-set-rule", Handler::Answer(kata::set_rule)),
    ("gogui-analyze_commands", Handler::Answer(gogui::analyze_commands)),
    ("gogui-rules_game_id", Handler::Answer(gogui::rules_game_id)),
    ("gomill-describe_engine", Handler::Answer(gogui::describe_engine)),
    ("gomill-explain_last_move", Handler::Answer(gogui::explain_last_move)),
    ("stonefield-brain", Handler::Line(stonefield::brain)),
    ("stonefield-seed", Handler::Answer(stonefield::seed)),
    ("stonefield-rules", Handler::Answer(stonefield::rules)),
    ("stonefield-dead", Handler::Answer(stonefield::dead)),
    ("stonefield-temperature", Handler::Answer(stonefield::temperature)),
    ("stonefield-heat", Handler::Answer(stonefield::heat)),
    ("stonefield-groups", Handler::Answer(stonefield::groups)),
    ("stonefield-group", Handler::Answer(stonefield::group)),
    ("stonefield-liberties", Handler::Answer(stonefield::liberties)),
    ("stonefield-candidates", Handler::Answer(stonefield::candidates)),
];

/// Handler of a command. `None` if no command has this name.
pub(super) fn handler(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(command, _)| *command == name).map(|&(_, handler)| handler)
}

fn known_command(_: &mut Opponent, args: &[&str]) -> CommandResult {
    Ok(handler(one(args)?).is_some().to_string())
}

fn list_commands(_: &mut Opponent, args: &[&str]) -> CommandResult {
    let names: Vec<_> = COMMANDS.iter().map(|(name, _)| *name).collect();
    reply_without_args(args, &names.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_unique() {
        let names: BTreeSet<_> = COMMANDS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), COMMANDS.len());
    }
}
