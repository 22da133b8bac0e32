//! The picture of the laboratory: shares of wins with their intervals, and how a number is spread over the games that are chosen.

use super::super::super::theme::INKS;
use super::super::super::theme::PanelColors;
use super::super::experiment::histogram::{BarPlace, NumberList, SetHistogram};
use super::super::experiment::quantity::Whose;
use super::super::widgets::{hint, switch, well};
use super::store::ShownStore;
use super::table::whiskers;
use crate::lab::{AHEAD_COLUMN, CombinationSummary, GameLine, wilson_of};
use bevy_egui::egui::{
    Align2, Color32, ComboBox, FontId, Rect, ScrollArea, Sense, TextStyle, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

/// Series in the picture at most.
const MOST: usize = 12;

/// The games of a store, or of one of its combinations, as they stand in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct LabSeries {
    store: u64,
    combination: Option<u64>,
    name: String,
    ink: Color32,
    hollow: bool,
    counted: u64,
    /// The share of wins and its 95 % interval.
    share: Option<(f64, (f64, f64))>,
}

/// What is seen in the picture, and what was picked in it.
pub struct Picture {
    /// The column of numbers.
    pub column: String,
    /// Whether its logarithm is taken.
    pub log: bool,
    series: Vec<LabSeries>,
    /// Series that have no room.
    left_out: usize,
    drawn: Option<SetHistogram>,
    made: Option<PictureMade>,
    /// The bar that was clicked.
    picked: Option<BarPlace>,
}

/// What a picture was made of: the column, whether by logarithm, and the stores with their readings and what is chosen.
type PictureMade = (String, bool, Vec<(u64, u64, Vec<u64>)>);

impl Default for Picture {
    fn default() -> Self {
        Self {
            column: AHEAD_COLUMN.to_owned(),
            log: false,
            series: Vec::new(),
            left_out: 0,
            drawn: None,
            made: None,
            picked: None,
        }
    }
}

impl Picture {
    /// Makes it anew where something else is seen.
    pub fn make(&mut self, stores: &[ShownStore]) {
        let ticked = stores.iter().filter(|store| store.ticked);
        let of = ticked.map(|store| (store.id, store.serial, store.chosen.iter().copied().collect()));
        let made = (self.column.clone(), self.log, of.collect());
        if self.made.as_ref() == Some(&made) {
            return;
        }
        self.made = Some(made);
        self.series.clear();
        self.left_out = 0;
        for (at, store) in stores.iter().enumerate().filter(|(_, store)| store.ticked) {
            self.add(store, INKS[at % INKS.len()]);
        }
        // One store alone needs its colours for its combinations.
        if self.series.windows(2).all(|pair| pair[0].store == pair[1].store) {
            for (at, series) in self.series.iter_mut().enumerate() {
                (series.ink, series.hollow) = (INKS[at % INKS.len()], at >= INKS.len());
            }
        }
        let lists = self.series.iter().enumerate().map(|(at, series)| {
            let reading = stores.iter().find(|store| store.id == series.store);
            let reading = reading.and_then(|store| store.reading.as_ref());
            let reading = reading.filter(|reading| reading.column == self.column);
            let games = reading.map_or(&[][..], |reading| &reading.games);
            let of = games.iter().filter(|game| series.holds(game) && game.end.counts());
            let values = of.map(|game| game.value).filter(|value| value.is_finite()).collect();
            let (name, ink, hollow) = (series.name.clone(), series.ink, series.hollow);
            NumberList { set: at as u64, whose: Whose::Difference, name, ink, hollow, values }
        });
        let drawn = SetHistogram::of_numbers(lists.collect(), self.log);
        let same = self.drawn.as_ref().zip(drawn.as_ref()).is_some_and(|(old, new)| old.is_like(new));
        self.picked = self.picked.filter(|_| same);
        self.drawn = drawn;
    }

    fn add(&mut self, store: &ShownStore, ink: Color32) {
        let Some(reading) = &store.reading else { return };
        let all = &reading.summary.combinations;
        let name = store.name();
        if store.chosen.is_empty() {
            self.series.push(LabSeries::of(store.id, None, name, ink, all));
            return;
        }
        let chosen = all.iter().filter(|one| store.chosen.contains(&one.number));
        for (at, one) in chosen.enumerate() {
            if self.series.len() >= MOST {
                self.left_out += 1;
                continue;
            }
            let name = format!("{name}: {}", ShownStore::words(reading, one));
            let one = std::slice::from_ref(one);
            let series = LabSeries::of(store.id, Some(one[0].number), name, ink, one);
            self.series.push(LabSeries { hollow: at % 2 == 1, ..series });
        }
    }

    /// The series and the bin of the bar that was picked.
    fn picked_series(&self) -> Option<(&LabSeries, BarPlace)> {
        let place = self.picked?;
        self.series.get(place.bars).map(|series| (series, place))
    }

    /// The store whose bar was picked.
    pub fn picked_store(&self) -> Option<u64> {
        self.picked_series().map(|(series, _)| series.store)
    }

    /// The series and the bin of the bar that was picked, if it is of this store.
    pub fn picked_of(&self, store: u64) -> Option<(u64, usize)> {
        let (_, place) = self.picked_series().filter(|(series, _)| series.store == store)?;
        Some((place.bars as u64, place.bin))
    }

    /// Whether a game of a store is in the bar that was picked.
    pub fn holds(&self, store: u64, game: &GameLine) -> bool {
        let Some(((series, place), drawn)) = self.picked_series().zip(self.drawn.as_ref()) else {
            return false;
        };
        series.store == store
            && series.holds(game)
            && game.end.counts()
            && game.value.is_finite()
            && drawn.holds(place.bin, game.value)
    }

    /// The bar that was picked, in words.
    pub fn picked_words(&self) -> Option<String> {
        let (_, place) = self.picked_series()?;
        self.drawn.as_ref().map(|drawn| drawn.words(place))
    }

    /// Lists no bar any more.
    pub fn let_go(&mut self) {
        self.picked = None;
    }
}

impl LabSeries {
    fn of(
        store: u64,
        combination: Option<u64>,
        name: String,
        ink: Color32,
        of: &[CombinationSummary],
    ) -> Self {
        let counted = of.iter().map(CombinationSummary::counted).sum();
        let wins: f64 = of.iter().map(|one| one.wins as f64 + 0.5 * one.draws as f64).sum();
        let share = (counted > 0).then(|| (wins / counted as f64, wilson_of(wins, counted)));
        Self { store, combination, name, ink, hollow: false, counted, share }
    }

    fn holds(&self, game: &GameLine) -> bool {
        self.combination.is_none_or(|combination| combination == game.combination)
    }
}

/// Shows the picture, the histogram so high.
pub fn panel(ui: &mut Ui, picture: &mut Picture, stores: &[ShownStore], high: f32) {
    picture.make(stores);
    if picture.series.is_empty() {
        hint(ui, "Tick a store to see its games here.");
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
        let mut known = std::collections::BTreeSet::new();
        columns.retain(|column| known.insert(*column));
        columns
    };
    let mut column = picture.column.clone();
    ui.horizontal(|ui| {
        ComboBox::from_id_salt("column").width(180.0).height(380.0).selected_text(&column).show_ui(
            ui,
            |ui| {
                for name in columns() {
                    ui.selectable_value(&mut column, name.clone(), name);
                }
            },
        );
        switch(ui, &mut picture.log, "Logarithm", "The natural logarithm of the numbers", "");
    });
    picture.column = column;
    let clicked = match &picture.drawn {
        Some(drawn) => drawn.show(ui, high, picture.picked),
        None => {
            well(ui, |ui| {
                ui.set_min_size(vec2(ui.available_width(), high - 12.0));
                hint(ui, if picture.log { "No number above 0." } else { "No games that count yet." });
            });
            None
        }
    };
    if let Some(place) = clicked {
        picture.picked = (picture.picked != Some(place)).then_some(place);
    }
    if let Some(words) = picture.picked_words() {
        hint(ui, format!("{words}: listed below. Click the bar again for all games."));
    } else {
        hint(ui, "Click a bar to list its games.");
    }
}

/// A series in a line: its colour, its name, its share of wins.
fn share(ui: &mut Ui, series: &LabSeries) {
    let colors = PanelColors::here(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let text = series.share.map_or_else(
        || "–".to_owned(),
        |(share, (low, high))| format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high),
    );
    let about = format!("{}: {text} of {} games won", series.name, series.counted);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &about));
    let at = |x: f32| pos2(rect.left() + x, rect.center().y);
    ui.painter().rect_filled(Rect::from_center_size(at(6.0), Vec2::splat(10.0)), 2.0, series.ink);
    let bar_left = (rect.width() * 0.40).min(190.0);
    let bar_right = rect.width() - 128.0;
    let font = TextStyle::Body.resolve(ui.style());
    let name = Rect::from_min_max(rect.min, pos2(rect.left() + bar_left - 6.0, rect.bottom()));
    ui.painter().with_clip_rect(name.intersect(ui.clip_rect())).text(
        at(17.0),
        Align2::LEFT_CENTER,
        &series.name,
        font,
        colors.text,
    );
    let bar = Rect::from_min_max(at(bar_left) - vec2(0.0, 6.0), at(bar_right) + vec2(0.0, 6.0));
    whiskers(ui, bar, series.share, series.ink);
    let font = FontId::proportional(11.5);
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, font, colors.strong);
    response.on_hover_text(about);
}
