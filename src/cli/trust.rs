//! Trust in records, suites and other files: the flag that allows programs, and the settings' engines.

use super::failure::Failure;
use super::setup::load_engines;
use std::path::Path;
use stonefield_minds::Trust;

/// Flag that lets files start programs.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct TrustArgs {
    /// Allow the programs, and the searches without a reasonable bound, that the file names; without this
    /// flag their seats in a record stay empty, and a plan or suite that names them is refused
    #[arg(long)]
    pub allow_programs: bool,
}

impl TrustArgs {
    /// Trust in files under this flag, with the engines of `config`, or else of the default settings file.
    pub(super) fn resolve(self, config: Option<&Path>) -> Result<Trust, Failure> {
        let engines = load_engines(config)?.list().iter().map(|engine| engine.spec.clone()).collect();
        Ok(Trust::new(engines, cores(), self.allow_programs))
    }
}

/// Number of CPU cores that this process may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
