//! The page itself, section by section.

use super::condition::{ReportCondition, ReportConditionError};
use super::drawn_sets::{DrawnSets, MOST_SETS, readable};
use super::html::{STYLE, table};
use super::repeat::{played_by, word};
use super::{course, histograms, outliers, shares, sizes};
use crate::chart::{escaped, fixed, mean, percent};
use crate::plan::row_measures;
use crate::statistics::Trinomial;
use crate::store::{ResultStore, StoreError};
use crate::{CombinationSummary, Plan, StoreSummary, summarize};
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
    /// No combination is as it is asked for.
    #[error(transparent)]
    Condition(#[from] ReportConditionError),
    /// The page cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes what the games of a store came to: one page of HTML that needs nothing beside itself.
///
/// `file` is the store as commands are to name it. The page is of the combinations that meet all `conditions`. It follows from these and from the rows
/// alone, byte for byte.
///
/// # Errors
/// When the store cannot be read, no combination meets a condition, or `out` cannot be written.
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
    let (each, sets) = (DrawnSets::each(&summary, MOST_SETS), DrawnSets::of(&summary, MOST_SETS));
    let file = word(&file.display().to_string());
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
    out.write_all(lead(store, &summary, &part).as_bytes())?;
    out.write_all(played(store, plan.as_ref(), &summary, &part, &file).as_bytes())?;
    out.write_all(combinations(&summary, plan.as_ref()).as_bytes())?;
    out.write_all(b"<h2>Pictures</h2>\n")?;
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

/// Of which part of a store a page is.
struct Part<'a> {
    conditions: &'a [ReportCondition],
    /// Combinations that the store has.
    all: usize,
}

impl Part<'_> {
    /// The flags that ask for it.
    fn flags(&self) -> String {
        self.conditions.iter().map(|condition| format!(" --where {}", word(&condition.to_string()))).collect()
    }
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
fn lead(store: &ResultStore, summary: &StoreSummary, part: &Part<'_>) -> String {
    let games: u64 = summary.combinations.iter().map(|one| one.count.games()).sum();
    let results = summary.results();
    let (hits, counted) = (results.points(), results.games());
    let (verb, told_games) =
        (if games == 1 { "has" } else { "have" }, |count| stonefield_go::notation::counted(count, "game"));
    let mut text = match store.header().rows {
        _ if !part.conditions.is_empty() => {
            let told: Vec<_> = part.conditions.iter().map(ToString::to_string).collect();
            let (some, all) = (summary.combinations.len(), part.all);
            format!(
                "{} {verb} been played of the {some} of {all} combinations with {}",
                told_games(games),
                told.join(" and ")
            )
        }
        // A search goes on for as long as it is asked to.
        0 => format!("{} {verb} been played", told_games(games)),
        rows => format!("{games} of {} {verb} been played", told_games(rows)),
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

/// What was played, and how it is repeated.
fn played(
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
        let who = match header.kind.as_str() {
            "tuning" => "the mind that is tuned: that of a candidate, or the recommended one",
            "tournament" => "the first player of a pairing",
            _ => "that which the plan names for Black",
        };
        let told =
            format!("{who}; colours change every other game, and wins and margins are those of the mind");
        facts.push(("First mind", told));
    }
    if header.kind == "tuning" {
        facts.push(("Opponents", "numbered from 0, in the order of --against below".to_owned()));
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
        "{}\nstonefield lab report {file}{} -o report.html\nstonefield lab export {file} --format csv -o games.csv\n",
        played_by(header, file),
        part.flags()
    );
    let (plan, again) = match header.kind.as_str() {
        "tuning" => {
            ("What all its games have in common:", "The search is made again, or goes on, and is reported by")
        }
        _ => (
            "The plan as it was written:",
            "Saved as <code>plan.toml</code> it is played again, or on, and reported by",
        ),
    };
    format!(
        "<h2>What was played</h2>\n<dl>\n{facts}</dl>\n<p>{plan}</p>\n<pre>{}</pre>\n\
         <p>{again}</p>\n<pre>{}</pre>\n\
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

/// What a column is counted in, in brackets.
fn unit(column: &str, plan: Option<&Plan>) -> String {
    let has =
        |measure: &crate::plan::RowMeasure| measure.end_columns().iter().any(|(name, _)| name == column);
    let known = plan.and_then(|_| row_measures().into_iter().find(has)).map_or("", |measure| measure.unit());
    if known.is_empty() { String::new() } else { format!(" ({known})") }
}
