//! `stonefield lab percolation`: clusters of random stones, for comparison with the groups that minds make.

use crate::cli::columns::table;
use crate::cli::failure::Failure;
use crate::cli::values::{self, ValueError};
use std::io::Write;
use stonefield_files::fingerprint;
use stonefield_go::Size;
use stonefield_lab::{Filling, Lattice, Sample, wilson};

/// Arguments of `lab percolation`.
#[derive(clap::Args, Debug)]
pub(super) struct PercolationArgs {
    /// Board size: N or WxH; each side 1 to 1024
    #[arg(long, value_name = "N|WxH", default_value = "19", value_parser = str::parse::<Size>)]
    size: Size,
    /// Shares of points that hold a stone: one, or first:step:last
    #[arg(long, value_name = "SHARE|FIRST:STEP:LAST", default_value = "0.1:0.05:0.9", value_parser = densities)]
    density: Densities,
    /// Boards for each density
    #[arg(long, value_name = "COUNT", default_value = "1000", value_parser = values::whole::<u64>("number of boards", 1, 1_000_000))]
    boards: u64,
    /// Random seed: the same seed gives the same boards
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
}

/// Densities (shares of points with a stone), in ascending order.
#[derive(Clone, Debug)]
struct Densities(Vec<f64>);

/// Largest number of densities in one table.
const MAX_DENSITIES: usize = 1000;

pub(super) fn run(args: &PercolationArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let head = [
        "density",
        "spanning",
        "95 % interval",
        "mean clusters",
        "mean largest, stones",
        "mean size of a stone's cluster",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for &density in &args.density.0 {
        // The boards of a density do not depend on the other densities.
        let first_number = fingerprint(&density.to_bits().to_le_bytes());
        let (mut spanning, mut clusters, mut largest) = (0, Sample::default(), Sample::default());
        let (mut squared_sizes, mut stones) = (0.0, 0.0);
        for board in 0..args.boards {
            let number = first_number.wrapping_add(board);
            let lattice = Lattice::filled(args.size, Filling::Density(density), args.seed, number);
            let count = lattice.map_err(|error| Failure::flag("--density", error))?.all();
            spanning += u64::from(count.across || count.upward);
            clusters.push(f64::from(count.clusters));
            largest.push(f64::from(count.largest));
            stones += f64::from(count.sites);
            squared_sizes +=
                count.sizes.iter().map(|&(size, many)| f64::from(size).powi(2) * many as f64).sum::<f64>();
        }
        let (low, high) = wilson(spanning, args.boards);
        let mean = |sample: &Sample| sample.mean().map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        rows.push(vec![
            format!("{density}"),
            format!("{:.1} %", 100.0 * spanning as f64 / args.boards as f64),
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            mean(&clusters),
            mean(&largest),
            if stones > 0.0 { format!("{:.2}", squared_sizes / stones) } else { "-".to_owned() },
        ]);
    }
    write!(out, "{}", table(&rows))?;
    Ok(())
}

fn densities(text: &str) -> Result<Densities, ValueError> {
    let refused = |allowed: &str| ValueError::new(text, "density", allowed.to_owned());
    let form = "a share from 0 to 1, or first:step:last";
    let numbers: Option<Vec<f64>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
    let share = |number: f64| (0.0..=1.0).contains(&number);
    match numbers.as_deref() {
        Some(&[one]) if share(one) => Ok(Densities(vec![one])),
        Some(&[first, _, last]) if !(share(first) && share(last)) => {
            Err(refused("first:step:last, the first and the last from 0 to 1"))
        }
        Some(&[first, _, last]) if first > last => {
            Err(refused("first:step:last, the last not below the first"))
        }
        Some(&[_, step, _]) if !step.is_finite() || step <= 0.0 => {
            Err(refused("first:step:last, the step above 0"))
        }
        Some(&[first, step, last]) => {
            // The tolerance keeps `last` in the list in spite of rounding.
            let count = ((last - first) / step + 1e-9).floor() + 1.0;
            if count > MAX_DENSITIES as f64 {
                let why = format!(
                    "a greater step: this one gives more than {MAX_DENSITIES} densities, and at most {MAX_DENSITIES} are allowed"
                );
                return Err(refused(&why));
            }
            let at = |place: u32| ((first + f64::from(place) * step) * 1e9).round() / 1e9;
            Ok(Densities((0..count as u32).map(at).collect()))
        }
        _ => Err(refused(form)),
    }
}

#[cfg(test)]
mod tests {
    use super::densities;

    #[test]
    fn densities_are_a_share_or_a_range() {
        assert_eq!(densities("0.1:0.1:0.3").expect("a range").0, [0.1, 0.2, 0.3]);
        assert_eq!(densities("0.5").expect("a share").0, [0.5]);
        for text in ["2", "0.1:0:0.3", "0.3:0.1:0.1", "x", "0:0.00001:1", "0.1:0.2"] {
            assert!(densities(text).is_err(), "{text}");
        }
        let why = |text: &str| densities(text).expect_err("refused").to_string();
        assert!(why("0.3:0.1:0.1").contains("the last not below the first"), "{}", why("0.3:0.1:0.1"));
        let many = why("0:1e-300:1");
        assert!(many.contains("gives more than 1000 densities") && many.len() < 200, "{many}");
        assert!(why("0.1:0:0.3").contains("the step above 0") && why("0:0.00001:1").contains("at most 1000"));
    }
}
