//! `stonefield sgf`: checks, shows, converts and counts game records. One file per subcommand.

mod analyze;
mod check;
mod convert;
mod each;
mod last;
pub(super) mod load;
mod position;
mod show;

pub(super) use load::{FILE, named, open, refused};
pub(super) use position::position_in;

use super::failure::Failure;
use std::io::Write;

/// Arguments of `sgf`.
#[derive(clap::Args, Debug)]
pub(super) struct SgfArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// List what is wrong with records; exit code 1 if anything is
    Check(check::CheckArgs),
    /// Show the properties of a record, and its board at a node
    Show(show::ShowArgs),
    /// Rewrite records as FF[4] in UTF-8
    Convert(convert::ConvertArgs),
    /// Play the main line of each game, and show the position and the count at its end
    Final(last::FinalArgs),
    /// Review a game with a mind: chances, best move and loss of each move, as a table and in the record
    Analyze(analyze::AnalyzeArgs),
}

impl SgfArgs {
    /// True if the command may write records to stdout byte for byte.
    pub(super) const fn writes_records(&self) -> bool {
        matches!(self.action, Action::Convert(_))
    }
}

pub(super) fn run(args: SgfArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args.action {
        Action::Check(args) => check::run(&args, out),
        Action::Show(args) => show::run(&args, out),
        Action::Convert(args) => convert::run(&args, out),
        Action::Final(args) => last::run(&args, out),
        Action::Analyze(args) => analyze::run(&args, out),
    }
}
