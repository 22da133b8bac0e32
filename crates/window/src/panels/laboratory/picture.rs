//! Charts of the laboratory: shares of wins with their intervals, and the histogram of a number of the chosen
//! games, or its mean by tick.

use super::drawn::{self, Drawn, DrawnPlace, NumberList};
use super::store::{ShownStore, column_words};
use super::table::whiskers;
use crate::shell::theme::PanelColors;
use crate::shell::theme::{self, INKS};
use crate::shell::widgets::{hint, switch, well};
use bevy_egui::egui::{
    Align2, ComboBox, Rect, ScrollArea, Sense, TextStyle, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};
use stonefield_lab::chart::{Curve, CurveShape};
use stonefield_lab::statistics::Trinomial;
use stonefield_lab::{AHEAD_COLUMN, DURING_SUFFIX, GameLine};

/// Largest number of series in the charts.
const MAX_SERIES: usize = 12;

/// Series of the charts: the games of a store, or of one of its combinations.
#[derive(Clone, Debug, PartialEq)]
pub struct LabSeries {
    store: u64,
    combination: Option<u64>,
    name: String,
    /// Number of the colour in [`INKS`].
    color: usize,
    /// True for a dashed curve or pale bars.
    broken: bool,
    results: Trinomial,
}

/// State of the charts, and the bar or point that is picked.
pub struct Picture {
    /// Name of the column of numbers.
    pub column: String,
    /// True for a logarithmic scale.
    pub log: bool,
    series: Vec<LabSeries>,
    /// Number of chosen combinations beyond [`MAX_SERIES`].
    left_out: usize,
    drawn: Option<Drawn>,
    /// True if curves by tick are drawn, false for a histogram.
    during: bool,
    source: Option<PictureSource>,
    /// The bar or point that was clicked.
    picked: Option<DrawnPlace>,
}

/// Source of a picture: the column, `true` for logarithms, and the stores with their readings and chosen
/// combinations.
type PictureSource = (String, bool, Vec<(u64, u64, Vec<u64>)>);

impl Default for Picture {
    fn default() -> Self {
        Self {
            column: AHEAD_COLUMN.to_owned(),
            log: false,
            series: Vec::new(),
            left_out: 0,
            drawn: None,
            during: false,
            source: None,
            picked: None,
        }
    }
}

impl Picture {
    /// Updates the charts if their source has changed.
    pub fn make(&mut self, stores: &[ShownStore]) {
        let ticked = stores.iter().filter(|store| store.ticked);
        let readings = ticked.map(|store| (store.id, store.serial, store.chosen.iter().copied().collect()));
        let source = (self.column.clone(), self.log, readings.collect());
        if self.source.as_ref() == Some(&source) {
            return;
        }
        self.source = Some(source);
        self.series.clear();
        self.left_out = 0;
        let alone = stores.iter().filter(|store| store.ticked).count() == 1;
        for (at, store) in stores.iter().enumerate().filter(|(_, store)| store.ticked) {
            self.add(store, at, alone);
        }
        // If all series are of one store, each has its own colour.
        if self.series.windows(2).all(|pair| pair[0].store == pair[1].store) {
            for (at, series) in self.series.iter_mut().enumerate() {
                (series.color, series.broken) = (at, at >= INKS.len());
            }
        }
        let (mut lists, mut curves) = (Vec::new(), Vec::new());
        for (at, series) in self.series.iter().enumerate() {
            let reading = stores.iter().find(|store| store.id == series.store);
            let reading = reading.and_then(|store| store.reading.as_ref());
            let Some(reading) = reading.filter(|reading| reading.column == self.column) else { continue };
            let games = || reading.games.iter().filter(|game| series.holds(game) && game.end.counts());
            let curve = |name: String, broken: bool| Curve {
                broken,
                ..Curve::new(name, series.color, CurveShape::Line, Vec::new())
            };
            if let Some(course) = &reading.course {
                let points = course.points(series.combination, drawn::MAX_POINTS);
                curves.push((at, Curve { points, ..curve(series.name.clone(), series.broken) }));
                continue;
            }
            let mut add = |second: bool, bars: Curve, number: fn(&GameLine) -> f64| {
                let values = games().map(number).filter(|value| value.is_finite()).collect();
                lists.push(NumberList { source: (at, second), bars, values });
            };
            if let Some([first, second]) = reading.sides {
                add(false, curve(format!("{first}, {}", series.name), false), |game| game.value);
                add(true, curve(format!("{second}, {}", series.name), true), |game| game.second);
            } else {
                add(false, curve(series.name.clone(), series.broken), |game| game.value);
            }
        }
        self.during = self.column.ends_with(DURING_SUFFIX);
        let drawn = match self.during {
            true => Drawn::of_curves(curves, self.log),
            false => Drawn::of_lists(lists, self.log),
        };
        let same = self.drawn.as_ref().zip(drawn.as_ref()).is_some_and(|(old, new)| old.has_places_of(new));
        self.picked = self.picked.filter(|_| same);
        self.drawn = drawn;
    }

    /// Adds the series of a store. `alone`: true if no other store is ticked, so that names need no store.
    fn add(&mut self, store: &ShownStore, color: usize, alone: bool) {
        let Some(reading) = &store.reading else { return };
        let all = &reading.summary.combinations;
        let name = store.name();
        if store.chosen.is_empty() {
            self.series.push(LabSeries::of(store.id, None, name, color, reading.summary.results()));
            return;
        }
        let chosen = all.iter().filter(|one| store.chosen.contains(&one.number));
        for (at, one) in chosen.enumerate() {
            if self.series.len() >= MAX_SERIES {
                self.left_out += 1;
                continue;
            }
            let words = ShownStore::words(reading, one);
            let name = if alone { words } else { format!("{name}: {words}") };
            let series = LabSeries::of(store.id, Some(one.number), name, color, one.count.results);
            self.series.push(LabSeries { broken: at % 2 == 1, ..series });
        }
    }

    /// Returns the series of the picked bar or point.
    fn picked_series(&self) -> Option<&LabSeries> {
        self.series.get(self.drawn.as_ref()?.series(self.picked?)?)
    }

    /// Returns the id of the store of the picked bar or point.
    pub fn picked_store(&self) -> Option<u64> {
        self.picked_series().map(|series| series.store)
    }

    /// Returns the picked place if it is of this store, and true for a point of a curve.
    pub fn picked_of(&self, store: u64) -> Option<(bool, DrawnPlace)> {
        self.picked_series().filter(|series| series.store == store)?;
        Some((self.during, self.picked?))
    }

    /// True if a game of a store is in the picked bar, or lasts to the tick of the picked point.
    pub fn holds(&self, store: u64, game: &GameLine) -> bool {
        let Some((series, picked)) = self.picked_series().zip(self.picked) else { return false };
        let is_there = self.drawn.as_ref().is_some_and(|drawn| drawn.holds(picked, game));
        is_there && series.store == store && series.holds(game) && game.end.counts()
    }

    /// Returns the picked place as text.
    pub fn picked_words(&self) -> Option<String> {
        Some(self.drawn.as_ref()?.words(self.picked?))
    }

    /// Clears the picked bar or point.
    pub fn clear_picked(&mut self) {
        self.picked = None;
    }
}

impl LabSeries {
    fn of(store: u64, combination: Option<u64>, name: String, color: usize, results: Trinomial) -> Self {
        Self { store, combination, name, color, broken: false, results }
    }

    fn holds(&self, game: &GameLine) -> bool {
        self.combination.is_none_or(|combination| combination == game.combination)
    }
}

/// Shows the charts. `height`: height of the histogram or curves, in points.
pub fn panel(ui: &mut Ui, picture: &mut Picture, stores: &[ShownStore], height: f32) {
    picture.make(stores);
    if picture.series.is_empty() {
        hint(ui, "Tick a file to see its games here.");
        return;
    }
    let lines = picture.series.len() as f32;
    ScrollArea::vertical().id_salt("shares").max_height((22.0 * lines).min(140.0)).show(ui, |ui| {
        picture.series.iter().for_each(|series| share(ui, series));
    });
    if picture.left_out > 0 {
        hint(ui, format!("{} more are chosen than the picture has room for.", picture.left_out));
    }
    ui.add_space(6.0);
    let columns = || {
        let readings = stores.iter().filter(|store| store.ticked).filter_map(|store| store.reading.as_ref());
        let mut columns: Vec<&String> = readings.flat_map(|reading| &reading.columns).collect();
        let mut names = std::collections::BTreeSet::new();
        columns.retain(|column| names.insert(*column));
        columns
    };
    let mut column = picture.column.clone();
    ui.horizontal(|ui| {
        ComboBox::from_id_salt("column")
            .width(180.0)
            .height(380.0)
            .selected_text(column_words(&column))
            .show_ui(ui, |ui| {
                for name in columns() {
                    let words = column_words(name);
                    let is_own = words == *name;
                    let entry = ui.selectable_value(&mut column, name.clone(), words);
                    if !is_own {
                        entry.on_hover_text(format!("In files: {name}"));
                    }
                }
            });
        switch(ui, &mut picture.log, "Logarithm", "The natural logarithm of the numbers", "");
    });
    picture.column = column;
    let clicked = match &picture.drawn {
        Some(drawn) => drawn.show(ui, height, picture.picked),
        None => {
            well(ui, |ui| {
                ui.set_min_size(vec2(ui.available_width(), height - 12.0));
                hint(ui, if picture.log { "No number above 0." } else { "No games that count yet." });
            });
            None
        }
    };
    if let Some(place) = clicked {
        picture.picked = (picture.picked != Some(place)).then_some(place);
    }
    match (picture.picked_words(), picture.during) {
        (Some(words), _) => hint(ui, format!("{words}: listed below. Click there again for all games.")),
        (None, true) => hint(
            ui,
            "Means of the games that still go on, with their 95 % intervals, as long as a tenth of them do. Click a curve to list the games that last so long.",
        ),
        (None, false) => {
            let without = picture.drawn.as_ref().filter(|_| picture.log).map_or(0, Drawn::left_out);
            let lost = match without {
                0 => String::new(),
                1 => " 1 number of 0 or below has no logarithm.".to_owned(),
                without => format!(" {without} numbers of 0 or below have no logarithm."),
            };
            hint(ui, format!("Click a bar to list its games.{lost}"))
        }
    };
}

/// Returns the text, shortened in its middle with `…` until it fits.
fn fitting(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let all: Vec<char> = text.chars().collect();
    let cut = |left: usize| -> String {
        let (head, tail) = (left.div_ceil(2), left / 2);
        all[..head].iter().copied().chain(['…']).chain(all[all.len() - tail..].iter().copied()).collect()
    };
    (1..all.len()).rev().map(cut).find(|text| fits(text)).unwrap_or_else(|| "…".to_owned())
}

/// Shows a series in a line: its colour, its name, its share of wins.
fn share(ui: &mut Ui, series: &LabSeries) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let win_share = series.results.share().map(|share| (share, series.results.interval()));
    let text = win_share.map_or_else(
        || "–".to_owned(),
        |(share, (low, high))| format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high),
    );
    let about = format!("{}: {text} of {} games won", series.name, series.results.games());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &about));
    let at = |x: f32| pos2(rect.left() + x, rect.center().y);
    let ink = INKS[series.color % INKS.len()];
    ui.painter().rect_filled(Rect::from_center_size(at(6.0), Vec2::splat(10.0)), 2.0, ink);
    let bar_left = (rect.width() * 0.40).min(190.0);
    let bar_right = rect.width() - 128.0;
    let font = TextStyle::Body.resolve(ui.style());
    let name = Rect::from_min_max(rect.min, pos2(rect.left() + bar_left - 6.0, rect.bottom()));
    // Names of stores often differ only at their ends.
    let room = (name.right() - at(17.0).x).max(0.0);
    let name = fitting(&series.name, |text| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), colors.text).size().x <= room
    });
    ui.painter().text(at(17.0), Align2::LEFT_CENTER, name, font, colors.text);
    let bar = Rect::from_min_max(at(bar_left) - vec2(0.0, 6.0), at(bar_right) + vec2(0.0, 6.0));
    whiskers(ui, bar, win_share, ink);
    let font = theme::text_font();
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, font, colors.strong);
    response.on_hover_text(about);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_ends() {
        let fitted = |most: usize| fitting("fairness-2024-long.db", |text| text.chars().count() <= most);
        assert_eq!(fitted(30), "fairness-2024-long.db");
        assert_eq!(fitted(11), "fairn…ng.db");
        assert_eq!(fitted(0), "…");
    }
}
