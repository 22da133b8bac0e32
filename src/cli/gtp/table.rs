//! The commands: their names, and who does them.

use super::session::Session;
use super::{analysis, board, gogui, kata, play, record, score, stonefield, time};

/// What a command answers: its text, or why it was not done.
pub(super) type Reply = Result<String, String>;

/// What a command does.
#[derive(Clone, Copy)]
pub(super) enum Deed {
    /// It answers at once.
    Answer(fn(&mut Session, &[&str]) -> Reply),
    /// It answers with what is left of the line as it is: a file's name may hold spaces.
    Line(fn(&mut Session, &str) -> Reply),
    /// It chooses a move, and says in `gogui-gfx` lines what was thought.
    Choose(fn(&Session, &[&str]) -> Result<analysis::Wish, String>),
    /// It reports what the mind thinks, again and again.
    Analyse(fn(&Session, &[&str]) -> Result<analysis::Wish, String>),
    /// It ends the program.
    Quit,
}

/// Every command, in the order they are listed.
pub(super) const COMMANDS: &[(&str, Deed)] = &[
    ("protocol_version", Deed::Answer(|_, args| none(args, "2"))),
    ("name", Deed::Answer(|_, args| none(args, "Stonefield"))),
    ("version", Deed::Answer(|_, args| none(args, env!("CARGO_PKG_VERSION")))),
    ("known_command", Deed::Answer(known)),
    ("list_commands", Deed::Answer(list)),
    ("quit", Deed::Quit),
    ("boardsize", Deed::Answer(board::boardsize)),
    ("clear_board", Deed::Answer(board::clear)),
    ("komi", Deed::Answer(board::komi)),
    ("fixed_handicap", Deed::Answer(board::fixed_handicap)),
    ("place_free_handicap", Deed::Answer(board::place_free_handicap)),
    ("set_free_handicap", Deed::Answer(board::set_free_handicap)),
    ("play", Deed::Answer(play::play)),
    ("genmove", Deed::Choose(play::genmove)),
    ("reg_genmove", Deed::Choose(play::reg_genmove)),
    ("undo", Deed::Answer(play::undo)),
    ("gg-undo", Deed::Answer(play::undo_many)),
    ("time_settings", Deed::Answer(time::settings)),
    ("time_left", Deed::Answer(time::left)),
    ("kgs-time_settings", Deed::Answer(time::named_settings)),
    ("kata-time_settings", Deed::Answer(time::named_settings)),
    ("cputime", Deed::Answer(time::cputime)),
    ("gomill-cpu_time", Deed::Answer(time::cputime)),
    ("final_score", Deed::Answer(score::final_score)),
    ("final_status_list", Deed::Answer(score::final_status_list)),
    ("loadsgf", Deed::Line(record::load)),
    ("printsgf", Deed::Line(record::print)),
    ("showboard", Deed::Answer(board::showboard)),
    ("query_boardsize", Deed::Answer(board::query_boardsize)),
    ("get_komi", Deed::Answer(board::get_komi)),
    ("list_stones", Deed::Answer(board::list_stones)),
    ("all_legal", Deed::Answer(board::all_legal)),
    ("is_legal", Deed::Answer(board::is_legal)),
    ("captures", Deed::Answer(board::captures)),
    ("countlib", Deed::Answer(board::countlib)),
    ("lz-analyze", Deed::Analyse(analysis::leela)),
    ("analyze", Deed::Analyse(analysis::leela)),
    ("kata-analyze", Deed::Analyse(analysis::kata)),
    ("lz-genmove_analyze", Deed::Analyse(analysis::leela_genmove)),
    ("genmove_analyze", Deed::Analyse(analysis::leela_genmove)),
    ("kata-genmove_analyze", Deed::Analyse(analysis::kata_genmove)),
    ("kgs-rules", Deed::Answer(kata::kgs_rules)),
    ("kata-get-rules", Deed::Answer(kata::get_rules)),
    ("kata-set-rules", Deed::Line(kata::set_rules)),
    ("kata-set-rule", Deed::Answer(kata::set_rule)),
    ("gogui-analyze_commands", Deed::Answer(gogui::analyze_commands)),
    ("gogui-rules_game_id", Deed::Answer(gogui::rules_game_id)),
    ("gomill-describe_engine", Deed::Answer(gogui::describe_engine)),
    ("gomill-explain_last_move", Deed::Answer(gogui::explain_last_move)),
    ("stonefield-brain", Deed::Line(stonefield::brain)),
    ("stonefield-seed", Deed::Answer(stonefield::seed)),
    ("stonefield-rules", Deed::Answer(stonefield::rules)),
    ("stonefield-dead", Deed::Answer(stonefield::dead)),
    ("stonefield-temperature", Deed::Answer(stonefield::temperature)),
    ("stonefield-heat", Deed::Answer(stonefield::heat)),
    ("stonefield-groups", Deed::Answer(stonefield::groups)),
    ("stonefield-group", Deed::Answer(stonefield::group)),
    ("stonefield-liberties", Deed::Answer(stonefield::liberties)),
    ("stonefield-candidates", Deed::Answer(stonefield::candidates)),
];

/// What the command with the given name does.
pub(super) fn deed(name: &str) -> Option<Deed> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, deed)| deed)
}

/// A text that takes no arguments to say.
pub(super) fn none(args: &[&str], text: &str) -> Reply {
    if args.is_empty() { Ok(text.to_owned()) } else { Err(SYNTAX.to_owned()) }
}

/// Arguments that make no sense.
pub(super) const SYNTAX: &str = "syntax error";

/// The one argument there must be.
pub(super) fn one<'a>(args: &[&'a str]) -> Result<&'a str, String> {
    match args {
        [only] => Ok(only),
        _ => Err(SYNTAX.to_owned()),
    }
}

/// Text read as a value.
pub(super) fn read<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| SYNTAX.to_owned())
}

fn known(_: &mut Session, args: &[&str]) -> Reply {
    Ok(deed(one(args)?).is_some().to_string())
}

fn list(_: &mut Session, args: &[&str]) -> Reply {
    let names: Vec<_> = COMMANDS.iter().map(|(name, _)| *name).collect();
    none(args, &names.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_stands_once() {
        let names: BTreeSet<_> = COMMANDS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), COMMANDS.len());
    }
}
