//! The page itself, section by section.

use super::drawn_sets::{DrawnSets, readable};
use super::figures::{fixed, mean, percent};
use super::html::{STYLE, escaped, table};
use super::{course, histograms, outliers, shares, sizes};
use crate::lab::plan::row_measures;
use crate::lab::store::{ResultStore, StoreError};
use crate::lab::{CombinationSummary, Plan, StoreSummary, summarize};
use std::io::{self, Write};
use std::path::Path;

/// Combinations that are listed at most.
const MOST_LISTED: usize = 500;

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportPageError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The page cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes what the games of a store came to: one page of HTML that needs nothing beside itself.
///
/// `file` is the store as commands are to name it. The page follows from it and from the rows alone, byte for byte.
///
/// # Errors
/// When the store cannot be read, or `out` not be written.
pub fn write_report_page(
    store: &ResultStore,
    file: &Path,
    out: &mut dyn Write,
) -> Result<(), ReportPageError> {
    let summary = summarize(store)?;
    let plan = Plan::read(&store.header().plan).ok();
    let sets = DrawnSets::of(&summary);
    let file = word(file);
    let title = title(store, &summary);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{}</h1>",
        escaped(&title),
        escaped(&title)
    )?;
    out.write_all(lead(store, &summary).as_bytes())?;
    out.write_all(played(store, plan.as_ref(), &summary, &file).as_bytes())?;
    out.write_all(combinations(&summary, plan.as_ref()).as_bytes())?;
    out.write_all(b"<h2>Pictures</h2>\n")?;
    out.write_all(shares::figures(&summary).as_bytes())?;
    out.write_all(histograms::figures(store, &sets)?.as_bytes())?;
    out.write_all(sizes::clusters(store, &sets)?.as_bytes())?;
    out.write_all(sizes::avalanches(store, &sets)?.as_bytes())?;
    out.write_all(course::figures(store, &sets)?.as_bytes())?;
    let open = |row: u64| format!("stonefield replay {file} {row}");
    out.write_all(outliers::section(store, &summary, open)?.as_bytes())?;
    out.write_all(b"</body>\n</html>\n")?;
    Ok(out.flush()?)
}

/// A path as one word of a command line.
fn word(path: &Path) -> String {
    let text = path.display().to_string();
    shlex::try_quote(&text).map_or_else(|_| text.clone(), std::borrow::Cow::into_owned)
}

fn title(store: &ResultStore, summary: &StoreSummary) -> String {
    let kind = match store.header().kind.as_str() {
        "tournament" => "Tournament",
        "tuning" => "Tuning",
        _ => "Experiment",
    };
    match &*summary.names.iter().map(|name| readable(name)).collect::<Vec<_>>() {
        [] => kind.to_owned(),
        [one] => format!("{kind} over {one}"),
        [some @ .., last] => format!("{kind} over {} and {last}", some.join(", ")),
    }
}

/// The result in a sentence or two.
fn lead(store: &ResultStore, summary: &StoreSummary) -> String {
    let sum = |of: fn(&CombinationSummary) -> u64| summary.combinations.iter().map(of).sum::<u64>();
    let (games, counted) = (sum(|one| one.games), sum(CombinationSummary::counted));
    let hits = sum(|one| one.wins) as f64 + 0.5 * sum(|one| one.draws) as f64;
    let mut text = format!("{games} of {} games have been played", store.header().rows);
    if counted > 0 {
        let (low, high) = crate::lab::wilson_of(hits, counted);
        text += &format!(
            "; {} won {} of the {counted} with a result (95 % interval {} to {}, a draw being half a win)",
            shares::winner(summary),
            percent(hits / counted as f64),
            percent(low),
            percent(high)
        );
    }
    format!("<p class=\"lead\">{}.</p>\n", escaped(text))
}

/// What was played, and how it is repeated.
fn played(store: &ResultStore, plan: Option<&Plan>, summary: &StoreSummary, file: &str) -> String {
    let header = store.header();
    let mut facts = vec![
        ("Games", format!("{} of {}", store.safe(), header.rows)),
        ("Combinations", summary.combinations.len().to_string()),
        ("Hash of the plan", header.hash.clone()),
        ("Version", format!("Stonefield {}", header.version)),
        ("Machine", header.machine.clone()),
        ("Begun on", header.date.clone()),
    ];
    if let Some(plan) = plan {
        facts.insert(2, ("Seed", plan.seed().to_string()));
    }
    if summary.by_mind {
        let told = "that which the plan names for Black; colours change every other game, and wins and margins are those of the mind";
        facts.push(("First mind", told.to_owned()));
    }
    if !header.unrepeatable.is_empty() {
        let told = format!(
            "{} does not play the same again, so that these games do not come out the same twice",
            header.unrepeatable
        );
        facts.push(("Not repeatable", told));
    }
    let facts: String = facts
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(value)))
        .collect();
    let repeat = format!(
        "stonefield lab run plan.toml -o {file}\nstonefield lab report {file} -o report.html\nstonefield lab export {file} --format csv -o games.csv\n"
    );
    format!(
        "<h2>What was played</h2>\n<dl>\n{facts}</dl>\n<p>The plan as it was written:</p>\n<pre>{}</pre>\n\
         <p>Saved as <code>plan.toml</code> it is played again, or on, and reported by</p>\n<pre>{}</pre>\n\
         <p>Each game is opened by <code>{}</code> with the number of its row.</p>\n",
        escaped(&header.plan),
        escaped(repeat),
        escaped(format!("stonefield replay {file} ROW"))
    )
}

/// The table of all combinations.
fn combinations(summary: &StoreSummary, plan: Option<&Plan>) -> String {
    let (first, second) = if summary.by_mind { ("first mind", "second mind") } else { ("Black", "White") };
    let mut heads: Vec<String> = summary.names.iter().map(|name| readable(name)).collect();
    let texts = heads.len();
    let wins = [format!("{first} wins"), format!("{second} wins")];
    heads.push("games".to_owned());
    heads.extend(wins);
    heads.extend(["draws", "void", "unfinished", "failed"].map(str::to_owned));
    heads.push(format!("share of {first}"));
    heads.push("95 % interval".to_owned());
    heads.push(format!("margin of {first} (points)"));
    heads.push("ticks".to_owned());
    heads.extend(summary.measures.iter().map(|column| format!("{}{}", readable(column), unit(column, plan))));
    let numeric: Vec<bool> = (0..texts)
        .map(|at| summary.combinations.iter().all(|one| one.values[at].parse::<f64>().is_ok()))
        .collect();
    let rows: Vec<Vec<String>> = summary.combinations.iter().take(MOST_LISTED).map(line).collect();
    let mut page = String::from("<h2>All combinations</h2>\n");
    page += &table(&heads, &rows, |at| numeric.get(at).copied().unwrap_or(true));
    if summary.combinations.len() > MOST_LISTED {
        page += &format!(
            "<p class=\"note\">The first {MOST_LISTED} of {} combinations; <code>stonefield lab export</code> gives all games.</p>\n",
            summary.combinations.len()
        );
    }
    page + "<p class=\"note\">Shares count a draw as half a win, their intervals are Wilson’s; ± is half the width of the 95 % interval of a mean by Student. Void, \
           failed and unfinished games have no share in wins, margins and ticks.</p>\n"
}

fn line(one: &CombinationSummary) -> Vec<String> {
    let mut cells = one.values.clone();
    let counts = [one.games, one.wins, one.losses, one.draws, one.void, one.unfinished, one.failed];
    cells.extend(counts.iter().map(ToString::to_string));
    let (low, high) = one.interval();
    let interval = one
        .share()
        .map(|share| [percent(share), format!("{}–{} %", fixed(100.0 * low, 1), fixed(100.0 * high, 1))]);
    cells.extend(interval.unwrap_or_default());
    cells.extend([mean(&one.margin), mean(&one.ticks)]);
    cells.extend(one.measures.iter().map(mean));
    cells
}

/// What a column is counted in, in brackets.
fn unit(column: &str, plan: Option<&Plan>) -> String {
    let has =
        |measure: &crate::lab::plan::RowMeasure| measure.end_columns().iter().any(|(name, _)| name == column);
    let known = plan.and_then(|_| row_measures().into_iter().find(has)).map_or("", |measure| measure.unit());
    if known.is_empty() { String::new() } else { format!(" ({known})") }
}
