//! Flags for the board and the rules.

use super::failure::Failure;
use super::values::{self, NameError};
use std::path::{Path, PathBuf};
use stonefield_files::read_limited;
use stonefield_go::notation::{suggestion, without_byte_order_mark};
use stonefield_go::{Position, QuirkError, Quirks, Rules, Setup, Size};

/// Flags for the board and the rules.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "The game")]
pub(super) struct BoardArgs {
    /// Board size: N or WxH; each side 1 to 1024 [default: 19; in the window 9, except under netlogo-2016; or
    /// that of --position]
    #[arg(long, value_name = "N|WxH", value_parser = str::parse::<Size>)]
    size: Option<Size>,
    /// Rule preset; `stonefield rules` lists them
    #[arg(long, value_name = "PRESET", default_value = "chinese", value_parser = rules)]
    rules: Rules,
    /// Quirks of netlogo-2016 to switch off or on, as in -eye_taboo,-score_by_degree
    #[arg(long, value_name = "-NAME,+NAME", allow_hyphen_values = true)]
    quirks: Option<String>,
    /// Points for White [default: by the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = values::number("komi", -1e6, 1e6))]
    komi: Option<f64>,
    /// Number of stones that each side may place; after them it can only pass
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<u32>("number of stones", 1, u64::from(u32::MAX)))]
    stones_each: Option<u32>,
    /// Allow or forbid suicide of several stones [default: by the rules]
    #[arg(long)]
    suicide: Option<Suicide>,
    /// File with a diagram of the first position: a line for each row, . empty, X black, O white
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
}

/// Rule for suicide of several stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Suicide {
    Allowed,
    Forbidden,
}

/// Board and rules from the flags.
#[derive(Clone, Debug)]
pub(super) struct BoardSetup {
    /// Size as requested. The size of the board itself is [`Rules::board_size`] of this.
    pub size: Size,
    pub rules: Rules,
    /// Diagram of the first position, if one was given.
    pub start: Option<Setup>,
}

impl BoardArgs {
    /// Same flags for a game in a window: 9x9 by default, except with a diagram or under `netlogo-2016`.
    pub(super) fn with_window_defaults(self) -> Self {
        let default = Size::square(9).ok().filter(|_| self.position.is_none() && self.rules.quirks.is_none());
        Self { size: self.size.or(default), ..self }
    }

    /// Path of the diagram, if one is given.
    pub(super) fn position(&self) -> Option<PathBuf> {
        self.position.clone()
    }

    /// Checks the flags together. Returns the board and the rules. A diagram of another size than `--size` is
    /// refused by [`BoardSetup::first_position`].
    pub(super) fn resolve(self) -> Result<BoardSetup, Failure> {
        let mut rules = self.rules;
        if let Some(list) = &self.quirks {
            let name = rules.name;
            let Some(quirks) = rules.quirks.as_mut() else {
                return Err(Failure::flag(
                    "--quirks",
                    format!("the rules {name} have no quirks; only netlogo-2016 has"),
                ));
            };
            quirks.apply(list).map_err(|error| {
                let QuirkError(name) = &error;
                Failure::flag("--quirks", format!("{error}{}", suggestion(name, Quirks::NAMES.into_iter())))
            })?;
        }
        rules.komi = self.komi.unwrap_or(rules.komi);
        rules.stones_each = self.stones_each.or(rules.stones_each);
        if let Some(suicide) = self.suicide {
            if rules.quirks.is_some() {
                let why = "under netlogo-2016 the quirks decide which moves are legal: see --quirks";
                return Err(Failure::flag("--suicide", why));
            }
            rules.suicide = suicide == Suicide::Allowed;
        }
        let start = self.position.as_deref().map(diagram).transpose()?;
        let size = match (self.size, &start) {
            (Some(size), _) => size,
            (None, Some(start)) => requested_size(start.size(), &rules)?,
            (None, None) => Size::default(),
        };
        Ok(BoardSetup { size, rules, start })
    }
}

impl BoardSetup {
    /// First position of a game: empty, or the diagram.
    pub(super) fn first_position(&self) -> Result<Position, Failure> {
        let size = self.rules.board_size(self.size);
        match &self.start {
            Some(start) if start.size() != size => {
                let why = format!("the diagram is {}, but --size is {}", start.size(), self.size);
                Err(Failure::flag("--position", why))
            }
            Some(start) => {
                Position::from_setup(start, self.rules).map_err(|error| Failure::flag("--position", error))
            }
            None => Ok(Position::new(size, self.rules)),
        }
    }
}

fn rules(text: &str) -> Result<Rules, NameError> {
    Rules::preset(text).map_err(|error| NameError::new(error, text, Rules::names()))
}

fn diagram(path: &Path) -> Result<Setup, Failure> {
    let refused =
        |why: &dyn std::fmt::Display| Failure::flag("--position", format!("{}: {why}", path.display()));
    let bytes = read_limited(path).map_err(|error| refused(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| refused(&"not UTF-8 text"))?;
    without_byte_order_mark(&text).parse().map_err(|error| refused(&error))
}

/// Returns the size to request for a board of size `board`. With the quirk `world_off_by_one` each side is
/// smaller by 1.
fn requested_size(board: Size, rules: &Rules) -> Result<Size, Failure> {
    if rules.board_size(board) == board {
        return Ok(board);
    }
    Size::new(board.width() - 1, board.height() - 1).map_err(|_| {
        Failure::flag(
            "--position",
            format!("with the quirk world_off_by_one the board must be at least 2x2, not {board}"),
        )
    })
}
