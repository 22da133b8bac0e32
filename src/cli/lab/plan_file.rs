//! Plans read from files.

use crate::cli::failure::Failure;
use crate::cli::trust::TrustArgs;
use std::path::{Path, PathBuf};
use stonefield_files::read_text_limited;
use stonefield_go::notation::excerpt;
use stonefield_lab::plan::{PlanFault, positions_line};
use stonefield_lab::statistics::Sprt;
use stonefield_lab::{OpeningsError, Plan, PlanError, read_openings};

/// Flags for the plan and the trust in its minds.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct PlanArgs {
    /// Plan, in TOML: see docs/laboratory.md
    #[arg(value_name = "PLAN.toml")]
    pub plan: PathBuf,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub trust: TrustArgs,
}

impl PlanArgs {
    /// Reads the plan. Fails if one of its minds is a person, or needs more trust than the flags give.
    pub(in crate::cli) fn read(&self) -> Result<Plan, Failure> {
        self.read_with(None)
    }

    /// Like [`PlanArgs::read`], with the sequential test of `--sprt`, if given.
    pub(super) fn read_with(&self, sprt: Option<Sprt>) -> Result<Plan, Failure> {
        let text = text(&self.plan)?;
        let mut added = String::new();
        let mut plan = Plan::read(&text);
        if let Err(PlanError { fault: PlanFault::Openings { folder, moves }, line, column }) = &plan {
            // A relative folder is relative to the folder of the plan.
            let folder = self.plan.parent().unwrap_or(Path::new("")).join(folder);
            let positions = read_openings(&folder, *moves);
            added += &positions_line(&positions.map_err(|error| {
                let hint = match error {
                    OpeningsError::Io { .. } | OpeningsError::Count { .. } => {
                        "; an existing store has its positions, and `stonefield lab show STORE.db --plan` writes the plan with them"
                    }
                    _ => "",
                };
                refused(&self.plan, format!("line {line}, column {column}: openings: {}{hint}", excerpt(&error.to_string(), 300)))
            })?);
            plan = Plan::read(&format!("{added}{text}"));
        }
        let mut plan = plan.map_err(|error| self.refused(error, &added))?;
        if let Some(sprt) = sprt {
            if plan.sprt().is_some() {
                return Err(Failure::flag("--sprt", "the plan has a test (sprt) too: remove one of them"));
            }
            // The test becomes a line of the plan, so that the store keeps it.
            let positions = added.matches('\n').count();
            added += &format!("sprt = \"{sprt}\"\n");
            plan = Plan::read(&format!("{added}{text}")).map_err(|error| match error.line {
                line if line == positions + 1 => Failure::flag("--sprt", error.fault),
                _ => self.refused(error, &added),
            })?;
        }
        let trust = self.trust.resolve(self.config.as_deref())?;
        plan.admitted(&trust).map_err(|(mind, demand)| match demand {
            Some(demand) => refused(&self.plan, format!("{mind} {demand}; --allow-programs allows it")),
            None => refused(&self.plan, format!("{mind} waits for a person, who cannot play here")),
        })
    }
}

impl PlanArgs {
    /// Failure of a plan that was read with the lines `added` before it. Line numbers are those of the file.
    fn refused(&self, error: PlanError, added: &str) -> Failure {
        let lines = added.matches('\n').count();
        match error.line.checked_sub(lines).filter(|line| *line > 0) {
            Some(line) => refused(&self.plan, PlanError { line, ..error }),
            None => refused(&self.plan, error.fault),
        }
    }
}

/// Text of a plan, without a byte order mark.
pub(super) fn text(path: &Path) -> Result<String, Failure> {
    let text = read_text_limited(path).map_err(|error| refused(path, error))?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}

/// Failure that names the file.
pub(super) fn refused(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{}: {why}", path.display()))
}
