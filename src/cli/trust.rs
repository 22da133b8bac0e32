//! What a record, suite or other file may have: the flag that allows all of it, and the engines that the user knows.

use super::failure::Failure;
use super::setup::engines;
use std::path::Path;
use stonefield_minds::Trust;

/// Whether files may start programs.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct TrustArgs {
    /// Start the programs, and the searches without a reasonable bound, that the file asks for; without it their seats stay empty
    #[arg(long)]
    pub allow_programs: bool,
}

impl TrustArgs {
    /// What files may have with these flags and the settings in that file, or the usual ones.
    pub(super) fn meaning(self, config: Option<&Path>) -> Result<Trust, Failure> {
        let known = engines(config)?.list().iter().map(|engine| engine.spec.clone()).collect();
        Ok(Trust::new(known, cores(), self.allow_programs))
    }
}

/// The cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
