//! The report page, section by section.

use super::condition::{ReportCondition, ReportConditionError};
use super::drawn_sets::{DrawnSets, MAX_SETS, readable};
use super::html::{STYLE, table};
use super::repeat::{play_command, shell_word};
use super::{course, histograms, outliers, shares, sizes};
use crate::chart::{escaped, fixed, mean, percent};
use crate::plan::row_measures;
use crate::statistics::Trinomial;
use crate::store::{ResultStore, StoreError};
use crate::{CombinationSummary, Plan, StoreSummary, summarize};
use std::io::{self, Write};
use std::path::Path;

/// Largest number of combinations in the table.
const MAX_LISTED: usize = 500;

/// Reason why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportPageError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A condition names an unknown setting, or no combination meets it.
    #[error(transparent)]
    Condition(#[from] ReportConditionError),
    /// The page cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a report on the games of a store: one HTML page that needs no other file.
///
/// `file`: path of the store in the commands of the page. The page covers the combinations that meet all
/// `conditions`. The same store, path and conditions give the same bytes.
///
/// # Errors
/// Fails if the store cannot be read, no combination meets a condition, or `out` cannot be written.
pub fn write_report_page(
    store: &ResultStore,
    file: &Path,
    conditions: &[ReportCondition],
    out: &mut dyn Write,
) -> Result<(), ReportPageError> {
    let mut summary = summarize(store)?;
    let all = summary.combinations.len();
    conditions.iter().try_for_each(|condition| condition.apply(&mut summary))?;
    let plan = Plan::read(&store.header().plan).ok();
    let (each, sets) = (DrawnSets::each(&summary, MAX_SETS), DrawnSets::of(&summary, MAX_SETS));
    let file = shell_word(&file.display().to_string());
    let title = title(store, &summary);
    let part = Part { conditions, all };
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{}</h1>",
        escaped(&title),
        escaped(&title)
    )?;
    out.write_all(result_sentence(store, &summary, &part).as_bytes())?;
    out.write_all(played_section(store, plan.as_ref(), &summary, &part, &file).as_bytes())?;
    out.write_all(combination_section(&summary, plan.as_ref()).as_bytes())?;
    out.write_all(b"<h2>Charts</h2>\n")?;
    out.write_all(shares::figures(&summary).as_bytes())?;
    out.write_all(histograms::figures(store, &sets)?.as_bytes())?;
    out.write_all(sizes::clusters(store, &each)?.as_bytes())?;
    out.write_all(sizes::avalanches(store, &each)?.as_bytes())?;
    out.write_all(course::figures(store, &summary)?.as_bytes())?;
    let open = |row: u64| format!("stonefield replay {file} {row}");
    out.write_all(outliers::section(store, &summary, open)?.as_bytes())?;
    out.write_all(b"</body>\n</html>\n")?;
    Ok(out.flush()?)
}

/// Part of a store that the page covers.
struct Part<'a> {
    conditions: &'a [ReportCondition],
    /// Number of combinations of the store.
    all: usize,
}

impl Part<'_> {
    /// Returns the flags of `lab report` that select this part.
    fn flags(&self) -> String {
        let flag = |condition: &ReportCondition| format!(" --where {}", shell_word(&condition.to_string()));
        self.conditions.iter().map(flag).collect()
    }
}

/// Returns the title: the kind of study and the settings that vary.
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

/// Returns the result as a sentence.
fn result_sentence(store: &ResultStore, summary: &StoreSummary, part: &Part<'_>) -> String {
    let games: u64 = summary.combinations.iter().map(|one| one.count.games()).sum();
    let results = summary.results();
    let (hits, counted) = (results.points(), results.games());
    let verb = if games == 1 { "has" } else { "have" };
    let counted_games = |count| stonefield_go::notation::counted(count, "game");
    let mut text = match store.header().rows {
        _ if !part.conditions.is_empty() => {
            let conditions: Vec<_> = part.conditions.iter().map(ToString::to_string).collect();
            let (selected, all) = (summary.combinations.len(), part.all);
            format!(
                "{} {verb} been played of the {selected} of {all} combinations with {}",
                counted_games(games),
                conditions.join(" and ")
            )
        }
        // A tuning has no fixed number of games.
        0 => format!("{} {verb} been played", counted_games(games)),
        rows => format!("{games} of {} {verb} been played", counted_games(rows)),
    };
    if counted > 0 {
        let (low, high) = crate::wilson_of(hits, counted);
        text += &format!(
            "; {} won {} of the {counted} with a result (95 % interval {} to {}, a draw being half a win)",
            if store.header().kind == "tuning" { "the mind that is tuned" } else { shares::winner(summary) },
            percent(hits / counted as f64),
            percent(low),
            percent(high)
        );
    }
    format!("<p class=\"lead\">{}.</p>\n", escaped(text))
}

/// Returns the section on what was played and how to repeat it.
fn played_section(
    store: &ResultStore,
    plan: Option<&Plan>,
    summary: &StoreSummary,
    part: &Part<'_>,
    file: &str,
) -> String {
    let header = store.header();
    let mut facts = vec![
        (
            "Games",
            if header.rows > 0 {
                format!("{} of {}", store.committed(), header.rows)
            } else {
                store.committed().to_string()
            },
        ),
        ("Combinations", part.all.to_string()),
        ("Hash of the plan", header.hash.clone()),
        ("Version", format!("Stonefield {}", header.version)),
        ("Machine", header.machine.clone()),
        ("Begun on", header.date.clone()),
    ];
    if let Some(plan) = plan {
        facts.insert(2, ("Seed", plan.seed().to_string()));
    }
    if summary.by_mind {
        let mind = match header.kind.as_str() {
            "tuning" => "the mind that is tuned, with the parameters of a candidate or the recommended ones",
            "tournament" => "the first player of a pairing",
            _ => "the mind that the plan names for Black",
        };
        let note = format!("{mind}; it plays White in every other game; wins and margins are counted for it");
        facts.push(("First mind", note));
    }
    if header.kind == "tuning" {
        facts.push(("Opponents", "numbered from 0, in the order of --against below".to_owned()));
    }
    if !header.unrepeatable.is_empty() {
        let note = format!("{} does not play the same again, so repeated games differ", header.unrepeatable);
        facts.push(("Not repeatable", note));
    }
    let facts: String = facts
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(value)))
        .collect();
    let repeat = format!(
        "{}\nstonefield lab report {file}{} -o report.html\nstonefield lab export {file} --format csv -o games.csv\n",
        play_command(header, file),
        part.flags()
    );
    let (plan, commands) = match header.kind.as_str() {
        "tuning" => (
            "Settings of all games:",
            "Commands that repeat or continue the search, report it and export it:",
        ),
        _ => (
            "The plan as it was written:",
            "Commands that play the plan again or continue it, saved as <code>plan.toml</code>, report it and export it:",
        ),
    };
    format!(
        "<h2>What was played</h2>\n<dl>\n{facts}</dl>\n<p>{plan}</p>\n<pre>{}</pre>\n\
         <p>{commands}</p>\n<pre>{}</pre>\n\
         <p>The command <code>{}</code> opens the game of a row.</p>\n",
        escaped(&header.plan),
        escaped(repeat),
        escaped(format!("stonefield replay {file} ROW"))
    )
}

/// Returns the section with the table of all combinations.
fn combination_section(summary: &StoreSummary, plan: Option<&Plan>) -> String {
    let (first, second) = if summary.by_mind { ("first mind", "second mind") } else { ("Black", "White") };
    let mut heads: Vec<String> = summary.names.iter().map(|name| readable(name)).collect();
    let settings = heads.len();
    let wins = [format!("{first} wins"), format!("{second} wins")];
    heads.push("games".to_owned());
    heads.extend(wins);
    heads.extend(["draws", "void", "unfinished", "failed"].map(str::to_owned));
    heads.push(format!("share of {first}"));
    heads.push("95 % interval".to_owned());
    heads.push(format!("margin of {first} (points)"));
    heads.push("ticks".to_owned());
    heads.extend(summary.measures.iter().map(|column| format!("{}{}", readable(column), unit(column, plan))));
    let numeric: Vec<bool> = (0..settings)
        .map(|column| summary.combinations.iter().all(|one| one.values[column].parse::<f64>().is_ok()))
        .collect();
    let rows: Vec<Vec<String>> = summary.combinations.iter().take(MAX_LISTED).map(table_row).collect();
    let mut page = String::from("<h2>All combinations</h2>\n");
    page += &table(&heads, &rows, |column| numeric.get(column).copied().unwrap_or(true));
    if summary.combinations.len() > MAX_LISTED {
        page += &format!(
            "<p class=\"note\">The first {MAX_LISTED} of {} combinations; <code>stonefield lab export</code> exports all games.</p>\n",
            summary.combinations.len()
        );
    }
    page + "<p class=\"note\">A draw counts as half a win. Intervals of shares are Wilson’s; ± is half the width of Student’s 95 % interval of a mean. Void, \
           failed and unfinished games do not count for wins, margins and ticks.</p>\n"
}

fn table_row(one: &CombinationSummary) -> Vec<String> {
    let mut cells = one.values.clone();
    let (count, Trinomial { wins, draws, losses }) = (&one.count, one.count.results);
    let counts = [count.games(), wins, losses, draws, count.void, count.unfinished, count.failed];
    cells.extend(counts.iter().map(ToString::to_string));
    let (low, high) = count.results.interval();
    let interval = count
        .results
        .share()
        .map(|share| [percent(share), format!("{}–{} %", fixed(100.0 * low, 1), fixed(100.0 * high, 1))]);
    cells.extend(interval.unwrap_or_default());
    cells.extend([mean(&count.margin), mean(&count.ticks)]);
    cells.extend(one.measures.iter().map(mean));
    cells
}

/// Returns the unit of a column, in parentheses after a space. Empty if it has none.
fn unit(column: &str, plan: Option<&Plan>) -> String {
    let has =
        |measure: &crate::plan::RowMeasure| measure.end_columns().iter().any(|(name, _)| name == column);
    let unit = plan.and_then(|_| row_measures().into_iter().find(has)).map_or("", |measure| measure.unit());
    if unit.is_empty() { String::new() } else { format!(" ({unit})") }
}
