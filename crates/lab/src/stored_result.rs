//! Stored result: the result of a game, read from a row of a store.

use super::GameResult;
use super::row_layout::STOPPED;
use super::store::{Datum, StoreColumn};
use stonefield_go::{ByColor, Color};

/// Reads the result of a game from a row of the table of games, without measured ticks; `None` if a value is
/// missing or invalid.
pub(super) fn stored_result(columns: &[StoreColumn], values: &[Datum]) -> Option<GameResult> {
    let value = |name: &str| values.get(columns.iter().position(|column| column.name == name)?);
    let whole = |name: &str| match value(name)? {
        Datum::Whole(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    let text = |name: &str| value(name)?.text();
    let outcome = match text("result")? {
        "unfinished" => None,
        result => Some(result.parse().ok()?),
    };
    let fault = text("fault").map(|fault| {
        let seat = |color: &Color| fault.strip_prefix(&format!("{color}: ")).map(|why| (Some(*color), why));
        let (color, why) = Color::ALL.iter().find_map(seat).unwrap_or((None, fault));
        (color, why.to_owned())
    });
    Some(GameResult {
        game: whole("game")?,
        swapped: whole("swapped")? == 1,
        score: ByColor::new(value("black_score")?.number()?, value("white_score")?.number()?),
        outcome,
        stopped: text(STOPPED).map(str::to_owned),
        ticks: whole("ticks")?,
        fault,
        measured: Vec::new(),
    })
}
