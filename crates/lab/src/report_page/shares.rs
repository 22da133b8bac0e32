//! Shares: who wins how often, over what varies.

use super::drawn_sets::{name, readable};
use crate::chart::svg::{END, MIDDLE, Scale, Svg};
use crate::chart::{COLORS, Chart, Curve, CurvePoint, CurveShape, number, percent, ticks};
use crate::statistics::Trinomial;
use crate::{CombinationSummary, StoreSummary, wilson_of};
use stonefield_go::notation::counted;

/// Combinations that are listed in one picture at most.
const MOST_LINES: usize = 40;

/// Note below a picture of wins.
const NOTE: &str = "A draw is half a win; bars are 95 % intervals by Wilson. Void, failed and unfinished games do not count.";

/// Pictures of the shares of wins.
pub(super) fn figures(summary: &StoreSummary) -> String {
    let counted: Vec<_> = summary.combinations.iter().filter(|one| one.count.counted() > 0).collect();
    if counted.is_empty() {
        return String::new();
    }
    let numeric: Vec<usize> = (0..summary.names.len()).filter(|at| is_numeric(summary, *at)).collect();
    // What changes its value least often is what the others are compared along.
    let Some(&along) = numeric.iter().find(|at| summary.names[**at] == "size").or(numeric.first()) else {
        return list(summary, &counted);
    };
    let rest = |one: &CombinationSummary| {
        let told = summary.names.iter().zip(&one.values).enumerate().filter(|(at, _)| *at != along);
        told.map(|(_, (name, value))| format!("{} {value}", readable(name))).collect::<Vec<_>>().join(", ")
    };
    let mut names: Vec<String> = Vec::new();
    for one in &counted {
        let name = rest(one);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names == [""] && !summary.by_mind {
        return sides(summary, &counted, along);
    }
    if names.len() <= COLORS {
        return curves(summary, &counted, along, &names, rest);
    }
    // In a sample every combination is the only one of its kind: one picture for each thing that varies.
    let few = counted.len() <= MOST_LINES && numeric.len() < summary.names.len();
    if few {
        list(summary, &counted)
    } else {
        numeric.iter().map(|at| cloud(summary, &counted, *at)).collect()
    }
}

fn is_numeric(summary: &StoreSummary, at: usize) -> bool {
    summary.combinations.iter().all(|one| one.values[at].parse::<f64>().is_ok())
}

/// Whose wins are counted.
pub(super) fn winner(summary: &StoreSummary) -> &'static str {
    if summary.by_mind { "the first mind" } else { "Black" }
}

/// The share that some of a combination's games have; `None` without a game that counts.
fn point(summary: &StoreSummary, one: &CombinationSummary, along: usize, hits: f64) -> Option<CurvePoint> {
    let share = (one.count.counted() > 0).then(|| hits / one.count.counted() as f64)?;
    let (low, high) = wilson_of(hits, one.count.counted());
    let about = format!(
        "{}: {} ({} to {}) of {}",
        name(summary, one),
        percent(share),
        percent(low),
        percent(high),
        counted(one.count.counted(), "game")
    );
    Some(CurvePoint { x: one.values[along].parse().ok()?, y: share, around: Some((low, high)), about })
}

fn chart(summary: &StoreSummary, along: usize) -> Chart {
    let unit = if summary.names[along] == "size" { " (points along a side)" } else { "" };
    Chart {
        title: format!("Share of wins of {} by {}", winner(summary), readable(&summary.names[along])),
        note: NOTE.to_owned(),
        names: [format!("{}{unit}", readable(&summary.names[along])), format!("wins of {}", winner(summary))],
        percent: true,
        level: Some(0.5),
        ..Chart::default()
    }
}

/// Figure of the wins of both colours and of the draws, where nothing but one number varies.
fn sides(summary: &StoreSummary, counted: &[&CombinationSummary], along: usize) -> String {
    let parts: [(&str, fn(&Trinomial) -> u64); 3] = [
        ("Black", |results| results.wins),
        ("White", |results| results.losses),
        ("draws", |results| results.draws),
    ];
    let curves = parts.map(|(name, part)| {
        let points =
            counted.iter().filter_map(|one| point(summary, one, along, part(&one.count.results) as f64));
        (name.to_owned(), points.collect())
    });
    let chart = chart(summary, along);
    joined(
        Chart {
            title: format!("Shares of wins and draws by {}", readable(&summary.names[along])),
            note: "Bars are 95 % intervals by Wilson. Void, failed and unfinished games do not count."
                .to_owned(),
            names: [chart.names[0].clone(), "share of games".to_owned()],
            ..chart
        },
        curves,
    )
}

/// Figure with a curve for all that differ in one number alone.
fn curves(
    summary: &StoreSummary,
    counted: &[&CombinationSummary],
    along: usize,
    names: &[String],
    rest: impl Fn(&CombinationSummary) -> String,
) -> String {
    let curves = names.iter().map(|name| {
        let own = counted.iter().filter(|one| rest(one) == *name);
        let points = own.filter_map(|one| point(summary, one, along, one.count.results.points())).collect();
        let name = if name.is_empty() { winner(summary).replace("the ", "") } else { name.clone() };
        (name, points)
    });
    joined(chart(summary, along), curves)
}

/// Figure of curves, each with a name and points in any order.
fn joined(mut chart: Chart, curves: impl IntoIterator<Item = (String, Vec<CurvePoint>)>) -> String {
    let curves = curves.into_iter().enumerate().map(|(color, (name, mut points))| {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Curve::new(name, color, CurveShape::JoinedDots, points)
    });
    chart.curves = curves.collect();
    let mut marks: Vec<f64> =
        chart.curves.iter().flat_map(|curve| &curve.points).map(|point| point.x).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    let marks = Some(marks).filter(|marks| marks.len() <= 12);
    chart.marks = marks.map(|marks| marks.into_iter().map(|value| (value, number(value))).collect());
    chart.figure()
}

/// A dot for each combination.
fn cloud(summary: &StoreSummary, counted: &[&CombinationSummary], along: usize) -> String {
    let mut chart = chart(summary, along);
    chart.note = format!(
        "Each dot is one of {} combinations; all else varies with it. A draw is half a win. Void, failed and unfinished games do not count.",
        counted.len()
    );
    let points = counted
        .iter()
        .filter_map(|one| point(summary, one, along, one.count.results.points()))
        .map(|point| CurvePoint { around: None, ..point });
    chart.curves = vec![Curve::new("", 0, CurveShape::Points, points.collect())];
    chart.figure()
}

/// A line for each combination, where nothing that varies is a number.
fn list(summary: &StoreSummary, counted: &[&CombinationSummary]) -> String {
    let shown = &counted[..counted.len().min(MOST_LINES)];
    let (left, line, top) = (330.0, 22.0, 10.0);
    let bottom = top + line * shown.len() as f64;
    let ends = shown.iter().map(|one| one.count.results.interval());
    let (low, high) = ends.fold((0.5_f64, 0.5_f64), |(low, high), (l, h)| (low.min(l), high.max(h)));
    let scale = Scale { values: (low - 0.02, high + 0.02), places: (left, 700.0), log: false };
    let mut svg = Svg::default();
    for (value, _) in ticks(scale.values, false, 6.0, 0.0) {
        let (x, name) = (scale.place(value), percent(value).replace(".0 %", " %"));
        let class = if (value - 0.5).abs() < 1e-9 { "class=\"axis\"" } else { "class=\"grid\"" };
        svg.line(class, (x, top), (x, bottom));
        svg.text(" class=\"faint\"", (x, bottom + 16.0), MIDDLE, &name);
    }
    for (at, one) in shown.iter().enumerate() {
        let y = top + line * (at as f64 + 0.5);
        let (share, (low, high)) = (one.count.results.share().unwrap_or(0.5), one.count.results.interval());
        let [from, x, to] = [low, share, high].map(|value| scale.place(value));
        let text: String = name(summary, one).chars().take(46).collect();
        svg.text("", (left - 12.0, y + 4.0), END, &text);
        let games = stonefield_go::notation::counted(one.count.counted(), "game");
        let about = format!("{} to {} of {games}", percent(low), percent(high));
        svg.0 += "<g class=\"s0\">";
        svg.line("class=\"whisker\"", (from, y), (to, y));
        svg.0 += &format!(
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y}\" r=\"4.6\"><title>{about}</title></circle></g>\n"
        );
        svg.text(" class=\"faint\"", (712.0, y + 4.0), "", &percent(share));
    }
    let wins = format!("wins of {}", winner(summary));
    svg.text("", (f64::midpoint(left, 700.0), bottom + 38.0), MIDDLE, &wins);
    let more = match counted.len() - shown.len() {
        0 => String::new(),
        more => format!(" {more} more combinations are in the table."),
    };
    let title = format!("Share of wins of {}", winner(summary));
    svg.figure(bottom + 48.0, &title, &format!("{NOTE}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ResultCount;

    fn summary(names: &[&str], values: &[Vec<String>]) -> StoreSummary {
        let combinations = values.iter().zip(0..).map(|(values, number)| CombinationSummary {
            number,
            values: values.clone(),
            count: ResultCount { results: Trinomial::new(6, 1, 3), ..ResultCount::default() },
            ..CombinationSummary::default()
        });
        StoreSummary {
            names: names.iter().map(ToString::to_string).collect(),
            combinations: combinations.collect(),
            ..StoreSummary::default()
        }
    }

    #[test]
    fn what_varies_decides_the_picture() {
        let texts = |values: &[&str]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        let sizes =
            summary(&["black", "size"], &[texts(&["a", "5"]), texts(&["a", "7"]), texts(&["b", "5"])]);
        let page = figures(&sizes);
        assert!(
            page.contains("by size") && page.contains(">black a<") && page.contains(">black b<"),
            "{page}"
        );
        assert!(page.contains("black a, size 5: 65.0 % (35.4 % to 86.3 %) of 10 games"), "{page}");
        let alone = figures(&summary(&["size"], &[texts(&["5"]), texts(&["7"])]));
        for words in [">Black<", ">White<", ">draws<", "size 7: 10.0 % (1.8 % to 40.4 %) of 10 games"] {
            assert!(alone.contains(words), "{words}: {alone}");
        }
        let minds = summary(&["black"], &[texts(&["a"]), texts(&["b"])]);
        assert_eq!(figures(&minds).matches("class=\"dot\"").count(), 2);
        let points: Vec<_> = (0..90).map(|at| vec![at.to_string(), (at * 7 % 90).to_string()]).collect();
        let page = figures(&summary(&["komi", "size"], &points));
        assert_eq!((page.matches("<svg").count(), page.matches("class=\"dot\"").count()), (2, 180));
        assert_eq!(figures(&summary(&[], &[])), "");
    }
}
