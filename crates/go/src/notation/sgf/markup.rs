//! Markup of a node: marks, labels, lines, dimmed points and the visible part of the board.

use super::coord::{self, Points};
use super::{Collection, NodeId, NodeRef, parse_point, text};
use crate::{Point, Size};

/// Mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A triangle, `TR`.
    Triangle,
    /// A square, `SQ`.
    Square,
    /// A circle, `CR`.
    Circle,
    /// A cross, `MA`.
    Cross,
    /// A selected point, `SL`.
    Selected,
    /// A point of Black's territory, `TB`.
    BlackTerritory,
    /// A point of White's territory, `TW`.
    WhiteTerritory,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 7] = [
        Self::Triangle,
        Self::Square,
        Self::Circle,
        Self::Cross,
        Self::Selected,
        Self::BlackTerritory,
        Self::WhiteTerritory,
    ];

    /// SGF property of the mark.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::Triangle => "TR",
            Self::Square => "SQ",
            Self::Circle => "CR",
            Self::Cross => "MA",
            Self::Selected => "SL",
            Self::BlackTerritory => "TB",
            Self::WhiteTerritory => "TW",
        }
    }
}

/// Short text on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Point of the label.
    pub point: Point,
    /// Text of the label.
    pub text: String,
}

/// A line between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMark {
    /// Start of the line.
    pub from: Point,
    /// End of the line.
    pub to: Point,
    /// True for an arrow (`AR`), false for a plain line (`LN`).
    pub is_arrow: bool,
}

/// Markup of a node. Items off the board are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    /// Marks and their points.
    pub marks: Vec<(Mark, Point)>,
    /// Labels (`LB`).
    pub labels: Vec<Label>,
    /// Lines and arrows.
    pub lines: Vec<LineMark>,
    /// Points to draw dimmed from this node on (`DD`).
    ///
    /// `None` keeps the points of earlier nodes. An empty list means no dimmed points.
    pub dimmed: Option<Vec<Point>>,
    /// Visible part of the board from this node on (`VW`).
    ///
    /// `None` keeps the part of earlier nodes. An empty list means the whole board.
    pub visible: Option<Vec<Point>>,
}

impl Markup {
    /// True if a property with this name is markup.
    #[must_use]
    pub fn is_markup(name: &str) -> bool {
        matches!(name, "DD" | "VW" | "LB" | "AR" | "LN")
            || Mark::ALL.into_iter().any(|mark| mark.property() == name)
    }

    /// Reads the markup of a node.
    #[must_use]
    pub fn of(node: NodeRef<'_>, size: Size) -> Self {
        let mut markup = Self::default();
        for property in node.properties() {
            let points = || Points::read(property.values(), size).points;
            match property.name() {
                "DD" => markup.dimmed.get_or_insert_default().extend(points()),
                "VW" => markup.visible.get_or_insert_default().extend(points()),
                "LB" => markup.labels.extend(property.values().filter_map(|raw| label(raw, size))),
                "AR" | "LN" => {
                    let is_arrow = property.name() == "AR";
                    markup.lines.extend(property.values().filter_map(|raw| line(raw, size, is_arrow)));
                }
                name => {
                    if let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.property() == name) {
                        markup.marks.extend(points().into_iter().map(|point| (mark, point)));
                    }
                }
            }
        }
        markup
    }
}

/// Parses a value of `LB`.
fn label(raw: &str, size: Size) -> Option<Label> {
    let (point, label) = text::halves(raw)?;
    Some(Label { point: parse_point(point, size).ok()?, text: text::decode(label, true) })
}

/// Parses a value of `AR` or `LN`.
fn line(raw: &str, size: Size, is_arrow: bool) -> Option<LineMark> {
    let (from, to) = raw.split_once(':')?;
    Some(LineMark { from: parse_point(from, size).ok()?, to: parse_point(to, size).ok()?, is_arrow })
}

impl Collection {
    /// Toggles a mark on a point. Removes all other marks from the point.
    pub fn toggle_mark(&mut self, node: NodeId, mark: Mark, point: Point, size: Size) {
        let marks = Markup::of(self.node(node), size).marks;
        for other in Mark::ALL {
            let points: Vec<Point> =
                marks.iter().filter(|(present, _)| *present == other).map(|(_, point)| *point).collect();
            let is_marked = points.contains(&point);
            if other == mark && !is_marked {
                self.set_points(node, other.property(), points.into_iter().chain([point]), size);
            } else if is_marked {
                self.set_points(node, other.property(), points.into_iter().filter(|p| *p != point), size);
            }
        }
    }

    /// Sets the label on a point. An empty text removes the label.
    pub fn set_label(&mut self, node: NodeId, point: Point, text: &str, size: Size) {
        let mut labels = Markup::of(self.node(node), size).labels;
        labels.retain(|label| label.point != point);
        if !text.is_empty() {
            labels.push(Label { point, text: text.to_owned() });
        }
        let pairs = labels
            .iter()
            .filter_map(|label| Some((coord::point_text(label.point, size)?, label.text.as_str())))
            .collect::<Vec<_>>();
        self.set_pairs(node, "LB", pairs.iter().map(|(point, text)| (point.as_str(), *text)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;

    fn nine() -> Size {
        Size::square(9).unwrap_or_default()
    }

    #[test]
    fn all_kinds_of_markup_are_read() {
        let text = "(;SZ[9]TR[aa][ba:bb]SL[cc]LB[dd:a\\:b\\]][zz:off]AR[aa:bb]LN[cc:dd]DD[]VW[aa:cc]TB[ii])";
        let game = read_text(text).expect("a game").collection;
        let markup = Markup::of(game.node(game.games()[0]), nine());
        assert_eq!(markup.marks.len(), 5);
        assert_eq!(markup.labels, [Label { point: Point::new(3, 5), text: "a:b]".to_owned() }]);
        assert_eq!(markup.lines.len(), 2);
        assert!(markup.lines[0].is_arrow && !markup.lines[1].is_arrow);
        assert_eq!(markup.dimmed, Some(vec![]));
        assert_eq!(markup.visible.map(|points| points.len()), Some(9));
    }

    #[test]
    fn marks_and_labels_are_changed() {
        let mut game = read_text("(;SZ[9]TR[aa][bb])").expect("a game").collection;
        let root = game.games()[0];
        let point = Point::new(0, 8);
        game.toggle_mark(root, Mark::Square, point, nine());
        assert_eq!(game.node(root).values("SQ").collect::<Vec<_>>(), ["aa"]);
        assert_eq!(game.node(root).values("TR").collect::<Vec<_>>(), ["bb"]);
        game.toggle_mark(root, Mark::Square, point, nine());
        assert!(game.node(root).property("SQ").is_none());
        game.set_label(root, point, "x:y]", nine());
        assert_eq!(Markup::of(game.node(root), nine()).labels[0].text, "x:y]");
        game.set_label(root, point, "", nine());
        assert!(game.node(root).property("LB").is_none());
    }
}
