//! Panel next to the board: counters and keys.

use super::canvas::{Canvas, Rgb};
use super::palette::{LOUD, QUIET};
use stonefield_go::{ByColor, Color};

/// Width of the panel, in columns.
pub(super) const WIDTH: u16 = 36;

/// Content of the panel.
pub(super) struct Facts {
    /// Board, rules and seed.
    pub title: Vec<String>,
    /// Tick that is shown.
    pub now: u64,
    /// Last tick of the record.
    pub last: u64,
    pub running: bool,
    /// Speed in ticks per second, above 0. Infinite: as fast as possible.
    pub rate: f32,
    pub brains: ByColor<String>,
    pub stones: ByColor<u32>,
    pub groups: ByColor<u32>,
    pub captures: ByColor<u32>,
    pub score: ByColor<f64>,
    /// Label of the score.
    pub score_name: &'static str,
    /// Sum of the temperatures of all patches, before the tick's stone is placed.
    pub capacity: f64,
    /// Capacity at each tick.
    pub history: Vec<f64>,
    pub outcome: Option<String>,
    /// Way in which the dead stones were determined. `None` if the game was not counted.
    pub dead: Option<String>,
    /// Message if a mind failed, a seat is empty, agents and referee disagree, or a stop condition was met.
    pub fault: Option<String>,
    /// Result of comparing the agents with the referee, such as `agents = referee: 8 of 8 moves`. Empty if
    /// they disagree.
    pub witness: String,
}

/// Lines of the panel, top to bottom, each with its colour.
pub(super) fn lines(facts: &Facts, width: u16) -> Vec<(Option<Rgb>, String)> {
    let mut lines: Vec<(Option<Rgb>, String)> = Vec::new();
    lines.extend(facts.title.iter().map(|line| (None, line.clone())));
    lines.push((None, String::new()));
    let state = match (&facts.outcome, facts.running) {
        (Some(outcome), _) if facts.now == facts.last => format!("over: {outcome}"),
        (_, true) => format!("▶ {}", speed(facts.rate)),
        (_, false) => "‖ paused".to_owned(),
    };
    let tick = if facts.now == facts.last {
        format!("tick {}", facts.now)
    } else {
        format!("tick {} of {}", facts.now, facts.last)
    };
    lines.push((Some(LOUD), format!("{tick}   {state}")));
    lines.extend(facts.dead.iter().map(|dead| (None, dead.clone())));
    let fault = facts.fault.as_deref().unwrap_or_default();
    lines.extend(wrapped(fault, usize::from(width.min(WIDTH))).into_iter().map(|line| (Some(LOUD), line)));
    lines.push((None, String::new()));
    let row = |name: &str, value: &dyn Fn(Color) -> String| {
        (
            None,
            format!(
                "{name:<8}{:>13}  {:>13}",
                clip(&value(Color::Black), 13),
                clip(&value(Color::White), 13)
            ),
        )
    };
    lines.push(row("", &|color| match color {
        Color::Black => "● Black".to_owned(),
        Color::White => "○ White".to_owned(),
    }));
    lines.push(row("mind", &|color| facts.brains[color].clone()));
    lines.push(row("stones", &|color| facts.stones[color].to_string()));
    lines.push(row("groups", &|color| facts.groups[color].to_string()));
    lines.push(row("captures", &|color| facts.captures[color].to_string()));
    lines.push(row(facts.score_name, &|color| facts.score[color].to_string()));
    lines.push((None, String::new()));
    lines.push((None, format!("capacity {:.1}", facts.capacity)));
    lines.push((Some(LOUD), sparkline(&facts.history, usize::from(width.min(WIDTH)).saturating_sub(2))));
    lines.extend(
        wrapped(&facts.witness, usize::from(width.min(WIDTH))).into_iter().map(|line| (Some(QUIET), line)),
    );
    lines.push((None, String::new()));
    for keys in [
        "space run/pause  . step  + - speed",
        "← → one tick (shift: ten)  q quit",
        "home first  end last  n new game",
        "t heat   l links   c coordinates",
    ] {
        lines.push((Some(QUIET), keys.to_owned()));
    }
    lines
}

/// Short form of the panel, for a terminal without room next to the board.
pub(super) fn short(facts: &Facts) -> Vec<(Option<Rgb>, String)> {
    let state = match &facts.outcome {
        Some(outcome) if facts.now == facts.last => match &facts.dead {
            Some(dead) => format!("{outcome}, {dead}"),
            None => outcome.clone(),
        },
        _ if facts.running => speed(facts.rate),
        _ => "paused".to_owned(),
    };
    vec![
        (Some(LOUD), format!("tick {}/{}  {state}  capacity {:.0}", facts.now, facts.last, facts.capacity)),
        (
            None,
            format!(
                "● {} {}  ○ {} {}  {}",
                facts.brains.black,
                facts.score.black,
                facts.brains.white,
                facts.score.white,
                facts.score_name
            ),
        ),
    ]
}

/// Draws lines below each other.
pub(super) fn draw(canvas: &mut Canvas, x: u16, y: u16, lines: &[(Option<Rgb>, String)]) {
    for ((foreground, text), y) in lines.iter().zip(y..) {
        canvas.text(x, y, *foreground, text);
    }
}

fn speed(rate: f32) -> String {
    if rate.is_finite() { format!("{rate} ticks a second") } else { "as fast as possible".to_owned() }
}

/// Wraps text between words into lines of at most `width` characters. A longer word is cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(clip(word, width)),
        }
    }
    lines
}

/// Text cut to `width` characters. The last one is `…` if something was cut.
fn clip(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Bar chart of at most `width` characters. Each bar is the mean of an equal part of the values, relative to
/// the highest value. Empty if no value is above 0.
fn sparkline(values: &[f64], width: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let highest = values.iter().copied().fold(0.0, f64::max);
    if highest <= 0.0 || width == 0 {
        return String::new();
    }
    let columns = width.min(values.len());
    (0..columns)
        .map(|column| {
            let range = &values[column * values.len() / columns..(column + 1) * values.len() / columns];
            let mean = range.iter().sum::<f64>() / range.len().max(1) as f64;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 7")]
            let bar = ((mean / highest).clamp(0.0, 1.0) * 7.0).round() as usize;
            BARS[bar.min(7)]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_fits_its_width() {
        assert_eq!(sparkline(&[0.0, 1.0, 2.0, 4.0], 10), "▁▃▅█");
        let long: Vec<_> = (0..1000).map(f64::from).collect();
        let curve = sparkline(&long, 20);
        assert_eq!(curve.chars().count(), 20);
        assert!(curve.starts_with('▁') && curve.ends_with('█'));
        assert_eq!(sparkline(&[], 10), "");
        assert_eq!(sparkline(&[0.0, 0.0], 10), "");
    }

    #[test]
    fn a_fault_is_wrapped() {
        assert_eq!(wrapped("the engine has ended", 10), ["the engine", "has ended"]);
        assert_eq!(wrapped("unpronounceable", 5), ["unpr…"]);
        assert!(wrapped("", 5).is_empty());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(clip("sensible", 8), "sensible");
        assert_eq!(clip("scripted:moves=[D4]", 8), "scripte…");
    }
}
