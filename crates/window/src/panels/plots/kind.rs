//! Kinds of plots: the list that plots are chosen from.

use stonefield_lab::chart::capital;
use stonefield_sim::{Measure, all_by_tick};

/// Kind of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlotKind {
    /// Curve of a measure by tick.
    Curve(&'static Measure),
    /// Histogram.
    Histogram(Distribution),
}

/// Subject of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Present groups by their number of stones.
    GroupSizes,
    /// Past ticks by the stones that died in them.
    Avalanches,
    /// Patches by their present temperature.
    Temperatures,
}

impl Distribution {
    const ALL: [Self; 3] = [Self::GroupSizes, Self::Avalanches, Self::Temperatures];

    /// Returns the name of the horizontal axis.
    #[must_use]
    pub const fn axis_name(self) -> &'static str {
        match self {
            Self::GroupSizes => "stones of a group",
            Self::Avalanches => "stones that died in a tick",
            Self::Temperatures => "temperature",
        }
    }

    const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::GroupSizes => (
                "group_sizes",
                "groups",
                "Groups by their number of stones, now. Both axes are logarithmic: each bin is twice as wide as the one before. A click on a \
                 bar lights its groups on the board.",
            ),
            Self::Avalanches => (
                "avalanches",
                "ticks",
                "Ticks so far by the number of stones that died in them, both axes logarithmic; ticks without a death are left out.",
            ),
            Self::Temperatures => (
                "temperatures",
                "patches",
                "Patches by their temperature, now; their number on a logarithmic axis. Of boards of more than 40,000 points they are counted \
                 four times a second at most.",
            ),
        }
    }
}

impl PlotKind {
    /// Returns all kinds, in the order of the list.
    pub fn all() -> impl Iterator<Item = Self> {
        all_by_tick().map(Self::Curve).chain(Distribution::ALL.map(Self::Histogram))
    }

    /// Returns the name, as in columns of tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curve(measure) => measure.name,
            Self::Histogram(of) => of.texts().0,
        }
    }

    /// Returns the unit of the values.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Curve(measure) => measure.unit,
            Self::Histogram(of) => of.texts().1,
        }
    }

    /// Returns the description, in a sentence or two, and the name in files if the heading is another.
    #[must_use]
    pub fn about(self) -> String {
        let about = match self {
            Self::Curve(measure) => measure.about,
            Self::Histogram(of) => of.texts().2,
        };
        let name = self.own_title(false).map(|_| format!(" In files: {}.", self.name()));
        format!("{about}{}", name.unwrap_or_default())
    }

    /// Returns the heading. The score is named by what it counts (with `netlogo` the score of that model),
    /// and opinions by the colour whose value they give.
    #[must_use]
    pub fn title(self, netlogo: bool) -> String {
        let own_title = self.own_title(netlogo).map(str::to_owned);
        own_title.unwrap_or_else(|| capital(&self.name().replace('_', " ")))
    }

    /// Returns the heading if it is not made of the name.
    fn own_title(self, netlogo: bool) -> Option<&'static str> {
        match self.name() {
            "score" if netlogo => Some("NetLogo score"),
            "score" => Some("Stones + captures"),
            "capacity" => Some("Total heat"),
            "win_rate" => Some("Black's win rate"),
            "lead" => Some("Black's lead"),
            _ => None,
        }
    }

    /// True if each colour has values of its own.
    #[must_use]
    pub fn is_by_color(self) -> bool {
        match self {
            Self::Curve(measure) => measure.is_by_color(),
            Self::Histogram(of) => of == Distribution::GroupSizes,
        }
    }

    /// Returns the heading of its group in the list.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Curve(measure) if measure.is_opinion() => "What minds said",
            Self::Curve(measure) if measure.is_surveyed() => "Measured from when it is chosen",
            Self::Curve(_) => "Tick by tick",
            Self::Histogram(_) => "Distributions",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_plot_has_a_unique_name_and_texts() {
        let names: BTreeSet<_> = PlotKind::all().map(PlotKind::name).collect();
        assert_eq!(names.len(), PlotKind::all().count());
        assert!(PlotKind::all().all(|kind| kind.about().ends_with('.') && !kind.unit().is_empty()));
        let titles: Vec<_> = PlotKind::all().map(|kind| kind.title(false)).collect();
        assert!(
            titles.contains(&"Largest group".to_owned()) && titles.contains(&"Black's win rate".to_owned()),
            "{titles:?}"
        );
        let score = PlotKind::all().find(|kind| kind.name() == "score").expect("it is plotted");
        let heat = PlotKind::all().find(|kind| kind.name() == "capacity").expect("it is plotted");
        assert!(heat.title(false) == "Total heat" && heat.about().ends_with(" In files: capacity."));
        assert_eq!([false, true].map(|netlogo| score.title(netlogo)), ["Stones + captures", "NetLogo score"]);
    }
}
