//! Rows of the table of stones: collecting, texts and numbers of their cells, CSV.

use super::super::board_reader::BoardReader;
use std::collections::HashMap;
use stonefield_go::notation::CsvTable;
use stonefield_go::{Color, Point};
use stonefield_sim::history::StoneDeath;
use stonefield_sim::{Groups, Links, Occupancy, Tally};

/// Row of a stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneRow {
    /// Number of the stone, in the order of placement.
    pub id: u32,
    /// Colour.
    pub color: Color,
    /// Point of the stone.
    pub point: Point,
    /// Ticks from the placement to the present, or to the death.
    pub age: u64,
    /// Number of vacant neighbours.
    pub own_liberties: u32,
    /// Name of the group: the number of its oldest stone.
    pub group: u32,
    /// Number of stones of the group.
    pub stones: u32,
    /// Number of liberties of the group.
    pub liberties: u32,
    /// Temperature of the patch.
    pub temperature: f32,
    /// Number of linked stones of the same colour.
    pub links: u32,
    /// Tick of the death, and colour and point of the capturing move. Fields from `own_liberties` to `links`
    /// are 0 then.
    pub death: Option<(u64, (Color, Point))>,
}

/// Column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneColumn {
    /// [`StoneRow::id`].
    Id,
    /// [`StoneRow::point`].
    Point,
    /// [`StoneRow::color`].
    Color,
    /// [`StoneRow::age`].
    Age,
    /// [`StoneRow::own_liberties`].
    Own,
    /// [`StoneRow::group`].
    Group,
    /// [`StoneRow::stones`].
    Stones,
    /// [`StoneRow::liberties`].
    Liberties,
    /// [`StoneRow::temperature`].
    Temperature,
    /// [`StoneRow::links`].
    Links,
    /// The tick of [`StoneRow::death`].
    Died,
    /// The move of [`StoneRow::death`].
    By,
}

impl StoneColumn {
    /// All columns in their order. The last two are for dead stones only.
    pub const ALL: [Self; 12] = [
        Self::Id,
        Self::Point,
        Self::Color,
        Self::Age,
        Self::Own,
        Self::Group,
        Self::Stones,
        Self::Liberties,
        Self::Temperature,
        Self::Links,
        Self::Died,
        Self::By,
    ];

    /// Returns the columns that are shown, with dead stones or without.
    pub fn shown(dead: bool) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |column| dead || !matches!(column, Self::Died | Self::By))
    }

    /// Returns the heading, its tooltip, and the name in a file.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Id => ("Id", "Its number in the order of placement", "id"),
            Self::Point => ("Point", "Where it stands", "point"),
            Self::Color => ("Colour", "Black or White", "color"),
            Self::Age => ("Age", "Ticks since it was placed, or until it died", "age"),
            Self::Own => ("Own", "Its own liberties: free neighbouring points (own)", "own_liberties"),
            Self::Group => ("Group", "Its group, named after its oldest stone (group_id)", "group"),
            Self::Stones => ("Stones", "Stones of its group (group)", "group_stones"),
            Self::Liberties => ("Liberties", "Vacant points beside its group (liberties)", "group_liberties"),
            Self::Temperature => ("Temperature", "The temperature of its patch (temperature)", "temperature"),
            Self::Links => ("Links", "Like stones that it is linked to (links)", "links"),
            Self::Died => ("Died", "The tick in which it died (died)", "died"),
            Self::By => ("By", "The move that took it", "taken_by"),
        }
    }
}

impl StoneRow {
    /// True if a cell has no value: deaths of living stones, and `own_liberties` to `links` of dead ones.
    const fn has_no_value(&self, column: StoneColumn) -> bool {
        match column {
            StoneColumn::Id | StoneColumn::Point | StoneColumn::Color | StoneColumn::Age => false,
            StoneColumn::Died | StoneColumn::By => self.death.is_none(),
            _ => self.death.is_some(),
        }
    }

    /// Returns the number by which a column is sorted and filtered. Black is 0 and White 1; points are
    /// ordered by rows from the bottom, and from left to right. NaN without a value.
    #[must_use]
    pub fn number(&self, column: StoneColumn) -> f64 {
        if self.has_no_value(column) {
            return f64::NAN;
        }
        let order = |point: Point| f64::from(point.y) * 65_536.0 + f64::from(point.x);
        match column {
            StoneColumn::Id => f64::from(self.id),
            StoneColumn::Point => order(self.point),
            StoneColumn::Color => f64::from(u8::from(self.color == Color::White)),
            StoneColumn::Age => self.age as f64,
            StoneColumn::Own => f64::from(self.own_liberties),
            StoneColumn::Group => f64::from(self.group),
            StoneColumn::Stones => f64::from(self.stones),
            StoneColumn::Liberties => f64::from(self.liberties),
            // Rounded as in the text of the cell.
            StoneColumn::Temperature => (1000.0 * f64::from(self.temperature)).round_ties_even() / 1000.0,
            StoneColumn::Links => f64::from(self.links),
            StoneColumn::Died => self.death.map_or(f64::NAN, |(tick, _)| tick as f64),
            StoneColumn::By => self.death.map_or(f64::NAN, |(_, (_, point))| order(point)),
        }
    }

    /// Returns the text of a cell. Empty without a value.
    #[must_use]
    pub fn text(&self, column: StoneColumn) -> String {
        if self.has_no_value(column) {
            return String::new();
        }
        match column {
            StoneColumn::Id => self.id.to_string(),
            StoneColumn::Point => self.point.to_string(),
            StoneColumn::Color => self.color.to_string(),
            StoneColumn::Age => self.age.to_string(),
            StoneColumn::Own => self.own_liberties.to_string(),
            StoneColumn::Group => self.group.to_string(),
            StoneColumn::Stones => self.stones.to_string(),
            StoneColumn::Liberties => self.liberties.to_string(),
            StoneColumn::Temperature => format!("{:.3}", self.temperature),
            StoneColumn::Links => self.links.to_string(),
            StoneColumn::Died => self.death.map_or_else(String::new, |(tick, _)| tick.to_string()),
            StoneColumn::By => {
                self.death.map_or_else(String::new, |(_, (color, point))| format!("{color} {point}"))
            }
        }
    }
}

/// Components of a goban that the rows of its stones are collected from.
pub type RowParts<'a> = (&'a Occupancy, &'a Groups, &'a Links, &'a Tally);

/// Returns a row for each stone on a goban, in the order of their numbers.
#[must_use]
pub fn gather(goban: RowParts<'_>, reader: &BoardReader<'_, '_>) -> Vec<StoneRow> {
    let (occupancy, groups, links, tally) = goban;
    let size = occupancy.size();
    let liberties = liberties(occupancy, groups);
    let row = |id: u32| {
        let (index, root) = (occupancy.index_of(id), groups.of(id));
        let born = occupancy.entity(id).and_then(|stone| reader.born(stone)).unwrap_or_default();
        let point = size.point(index);
        StoneRow {
            id,
            color: occupancy.color_of(id),
            point,
            age: tally.tick.saturating_sub(born),
            own_liberties: occupancy.own_liberties(index),
            group: groups.oldest(id).unwrap_or(id),
            stones: groups.size(id),
            liberties: root.and_then(|root| liberties.get(&root).copied()).unwrap_or(0),
            temperature: reader.temperature(occupancy, point),
            links: links.degree(id),
            death: None,
        }
    };
    occupancy.ids().map(row).collect()
}

/// Returns the row of a dead stone.
#[must_use]
pub const fn of_death(dead: &StoneDeath) -> StoneRow {
    let &StoneDeath { id, color, point, born, tick, by } = dead;
    StoneRow {
        id,
        color,
        point,
        age: tick.saturating_sub(born),
        own_liberties: 0,
        group: 0,
        stones: 0,
        liberties: 0,
        temperature: 0.0,
        links: 0,
        death: Some((tick, by)),
    }
}

/// Returns the liberties of each group, by root. A vacant point counts once for each group beside it.
fn liberties(occupancy: &Occupancy, groups: &Groups) -> HashMap<u32, u32> {
    let size = occupancy.size();
    let mut liberties = HashMap::new();
    for &vacant in occupancy.vacant() {
        let mut counted = [None; 4];
        for (at, near) in size.neighbours(size.point(vacant as usize)).enumerate() {
            let root = occupancy.id(near).and_then(|id| groups.of(id));
            if root.is_some() && !counted.contains(&root) {
                counted[at] = root;
                *liberties.entry(root.unwrap_or_default()).or_insert(0) += 1;
            }
        }
    }
    liberties
}

/// Returns the rows with the indices `places` as CSV with headings. `dead`: true to add columns of deaths.
///
/// # Errors
/// If a row cannot be written.
pub fn csv(rows: &[StoneRow], places: &[u32], dead: bool) -> Result<Vec<u8>, csv::Error> {
    let mut table = CsvTable::new(Vec::new());
    table.line(StoneColumn::shown(dead).map(|column| column.words().2))?;
    for row in places.iter().filter_map(|&at| rows.get(at as usize)) {
        table.line(StoneColumn::shown(dead).map(|column| row.text(column)))?;
    }
    table.finish()
}
