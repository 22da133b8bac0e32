//! Shares: charts of the share of wins against the settings that vary.

use super::drawn_sets::{combination_name, readable};
use crate::chart::svg::{END, MIDDLE, Scale, Svg};
use crate::chart::{COLORS, Chart, Curve, CurvePoint, CurveShape, number, percent, ticks};
use crate::statistics::Trinomial;
use crate::{CombinationSummary, StoreSummary, wilson_of};
use stonefield_go::notation::counted;

/// Largest number of combinations in a chart with one row for each.
const MAX_ROWS: usize = 40;

/// Note below a chart of wins.
const NOTE: &str = "A draw is half a win; bars are 95 % intervals by Wilson. Void, failed and unfinished games do not count.";

/// Returns the charts of the shares of wins. Empty without a game that counts.
pub(super) fn figures(summary: &StoreSummary) -> String {
    let counted: Vec<_> = summary.combinations.iter().filter(|one| one.count.counted() > 0).collect();
    if counted.is_empty() {
        return String::new();
    }
    let numeric: Vec<usize> = (0..summary.names.len()).filter(|at| is_numeric(summary, *at)).collect();
    // The x axis is the size if it varies, or else the first numeric setting.
    let Some(&x_column) = numeric.iter().find(|at| summary.names[**at] == "size").or(numeric.first()) else {
        return row_chart(summary, &counted);
    };
    let curve_name = |one: &CombinationSummary| {
        let others = summary.names.iter().zip(&one.values).enumerate().filter(|(at, _)| *at != x_column);
        others.map(|(_, (name, value))| format!("{} {value}", readable(name))).collect::<Vec<_>>().join(", ")
    };
    let mut names: Vec<String> = Vec::new();
    for one in &counted {
        let name = curve_name(one);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names == [""] && !summary.by_mind {
        return result_chart(summary, &counted, x_column);
    }
    if names.len() <= COLORS {
        return curve_chart(summary, &counted, x_column, &names, curve_name);
    }
    // With too many curves, few combinations are rows of one chart, or many are dots, by each numeric
    // setting.
    if counted.len() <= MAX_ROWS && numeric.len() < summary.names.len() {
        row_chart(summary, &counted)
    } else {
        numeric.iter().map(|column| scatter_chart(summary, &counted, *column)).collect()
    }
}

fn is_numeric(summary: &StoreSummary, column: usize) -> bool {
    summary.combinations.iter().all(|one| one.values[column].parse::<f64>().is_ok())
}

/// Returns the side whose wins are counted.
pub(super) fn winner(summary: &StoreSummary) -> &'static str {
    if summary.by_mind { "the first mind" } else { "Black" }
}

/// Returns the point of a combination: y is `hits` as a share of the games that count, with a Wilson
/// interval. `None` without a game that counts, or if x is no number.
fn point(summary: &StoreSummary, one: &CombinationSummary, x_column: usize, hits: f64) -> Option<CurvePoint> {
    let share = (one.count.counted() > 0).then(|| hits / one.count.counted() as f64)?;
    let (low, high) = wilson_of(hits, one.count.counted());
    let about = format!(
        "{}: {} ({} to {}) of {}",
        combination_name(summary, one),
        percent(share),
        percent(low),
        percent(high),
        counted(one.count.counted(), "game")
    );
    Some(CurvePoint { x: one.values[x_column].parse().ok()?, y: share, around: Some((low, high)), about })
}

/// Returns a chart of the share of wins without curves.
fn empty_chart(summary: &StoreSummary, x_column: usize) -> Chart {
    let unit = if summary.names[x_column] == "size" { " (points along a side)" } else { "" };
    let setting = readable(&summary.names[x_column]);
    Chart {
        title: format!("Share of wins of {} by {setting}", winner(summary)),
        note: NOTE.to_owned(),
        names: [format!("{setting}{unit}"), format!("wins of {}", winner(summary))],
        percent: true,
        level: Some(0.5),
        ..Chart::default()
    }
}

/// Returns the chart of Black's wins, White's wins and draws, if only one numeric setting varies.
fn result_chart(summary: &StoreSummary, counted: &[&CombinationSummary], x_column: usize) -> String {
    let results: [(&str, fn(&Trinomial) -> u64); 3] = [
        ("Black", |results| results.wins),
        ("White", |results| results.losses),
        ("draws", |results| results.draws),
    ];
    let curves = results.map(|(name, count)| {
        let points =
            counted.iter().filter_map(|one| point(summary, one, x_column, count(&one.count.results) as f64));
        (name.to_owned(), points.collect())
    });
    let chart = empty_chart(summary, x_column);
    joined_figure(
        Chart {
            title: format!("Shares of wins and draws by {}", readable(&summary.names[x_column])),
            note: "Bars are 95 % intervals by Wilson. Void, failed and unfinished games do not count."
                .to_owned(),
            names: [chart.names[0].clone(), "share of games".to_owned()],
            ..chart
        },
        curves,
    )
}

/// Returns the chart with one curve for each combination of the settings that are not on the x axis.
fn curve_chart(
    summary: &StoreSummary,
    counted: &[&CombinationSummary],
    x_column: usize,
    names: &[String],
    curve_name: impl Fn(&CombinationSummary) -> String,
) -> String {
    let curves = names.iter().map(|name| {
        let of_curve = counted.iter().filter(|one| curve_name(one) == *name);
        let points = of_curve.filter_map(|one| point(summary, one, x_column, one.count.results.points()));
        let name = if name.is_empty() { winner(summary).replace("the ", "") } else { name.clone() };
        (name, points.collect())
    });
    joined_figure(empty_chart(summary, x_column), curves)
}

/// Returns a figure of curves, each with a name and points in any order.
fn joined_figure(mut chart: Chart, curves: impl IntoIterator<Item = (String, Vec<CurvePoint>)>) -> String {
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

/// Returns the chart with one dot for each combination.
fn scatter_chart(summary: &StoreSummary, counted: &[&CombinationSummary], x_column: usize) -> String {
    let mut chart = empty_chart(summary, x_column);
    chart.note = format!(
        "Each dot is one of {} combinations; their other settings differ too. A draw is half a win. Void, failed and unfinished games do not count.",
        counted.len()
    );
    let points = counted
        .iter()
        .filter_map(|one| point(summary, one, x_column, one.count.results.points()))
        .map(|point| CurvePoint { around: None, ..point });
    chart.curves = vec![Curve::new("", 0, CurveShape::Points, points.collect())];
    chart.figure()
}

/// Returns the chart with one row for each combination, at most [`MAX_ROWS`].
fn row_chart(summary: &StoreSummary, counted: &[&CombinationSummary]) -> String {
    let rows = &counted[..counted.len().min(MAX_ROWS)];
    let (left, row_height, top) = (330.0, 22.0, 10.0);
    let bottom = top + row_height * rows.len() as f64;
    let intervals = rows.iter().map(|one| one.count.results.interval());
    let (low, high) = intervals.fold((0.5_f64, 0.5_f64), |(low, high), (l, h)| (low.min(l), high.max(h)));
    let scale = Scale { values: (low - 0.02, high + 0.02), places: (left, 700.0), log: false };
    let mut svg = Svg::default();
    for (value, _) in ticks(scale.values, false, 6.0, 0.0) {
        let (x, name) = (scale.place(value), percent(value).replace(".0 %", " %"));
        let class = if (value - 0.5).abs() < 1e-9 { "class=\"axis\"" } else { "class=\"grid\"" };
        svg.line(class, (x, top), (x, bottom));
        svg.text(" class=\"faint\"", (x, bottom + 16.0), MIDDLE, &name);
    }
    for (row, one) in rows.iter().enumerate() {
        let y = top + row_height * (row as f64 + 0.5);
        let (share, (low, high)) = (one.count.results.share().unwrap_or(0.5), one.count.results.interval());
        let [from, x, to] = [low, share, high].map(|value| scale.place(value));
        let text: String = combination_name(summary, one).chars().take(46).collect();
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
    let more = match counted.len() - rows.len() {
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
    fn varying_settings_decide_the_chart() {
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
