//! The board as SVG: draws the same as the shaders do.

use super::cells::{CellBits, CellMarks, LINK_CASING, offset};
use super::contours::HeatGrid;
use super::heat::linear;
use super::lines::far_links;
use super::seen_cells::SeenCells;
use super::shares::HeatShares;
use super::view::{BoardView, SceneGoban};
use super::wood;
use crate::shell::camera::BoardPlace;
use crate::shell::camera::SceneCamera;
use crate::shell::group_colors::GroupColors;
use crate::shell::layers::{Layer, Layers};
use crate::shell::palette::{AbsoluteHeat, HeatScale, Theme, WantedColormap, indexed_group_color};
use crate::shell::slab::{margin, thickness};
use crate::shell::state::Projector;
use crate::shell::svg::SvgElements;
use bevy::ecs::prelude::*;
use bevy::math::{Vec2, Vec3};
use std::fmt::Write;
use stonefield_go::{Color, Move, Point, Size};

/// Radius of a stone, in cells: `RADIUS` of `common.wgsl`.
const RADIUS: f32 = 0.472;
/// Direction to the light, and offset of shadows in cells: `LIGHT` and `SHADOW` of `common.wgsl`.
const LIGHT: Vec3 = Vec3::new(-0.43, 0.50, 0.752);
const SHADOW: Vec2 = Vec2::new(0.085, -0.10);
/// Number of colour stops of the wood.
const STREAKS: usize = 96;

/// Returns the SVG of the board of the only camera, with the layers that lie flat on it. Empty unless there
/// is one camera and its goban exists.
pub(crate) fn draw_board(
    shown: Query<SceneGoban>,
    (layers, theme): (Res<Layers>, Res<Theme>),
    (heat_colors, absolute): (Res<WantedColormap>, Res<AbsoluteHeat>),
    cameras: Query<(&SceneCamera, &BoardPlace)>,
) -> SvgElements {
    let Ok((camera, place)) = cameras.single() else { return SvgElements::default() };
    let Ok(board) = shown.get(camera.goban) else { return SvgElements::default() };
    let view = BoardView {
        occupancy: &board.occupancy,
        groups: &board.groups,
        colors: GroupColors::or_unknown(board.colors.as_deref()),
        links: &board.links,
        position: &board.referee.position,
        to_move: board.seats.to_move(),
        layers: *layers,
        moving: &[],
        settled: &[],
        bands: false,
        last_move: board.referee.position.last_move().and_then(Move::point),
        selected: None,
        ghost: None,
    };
    let pen = BoardPen { projector: &place.projector, size: view.size(), cell: place.projector.cell() };
    let mut out = SvgElements { definitions: gradients(*theme), body: String::new() };
    pen.ground(&mut out.body, *theme);
    if layers.get(Layer::Temperature) {
        let heat = board.setup.0.heat;
        let scale = HeatScale::of(heat.keep, heat.decay);
        let scale = scale.drawn(*theme, (*heat_colors, *absolute), &layers);
        pen.heat(&mut out.body, board.heat.0.values(), scale);
    }
    pen.grid(&mut out.body);
    pen.far_links(&mut out.body, &view);
    pen.stones(&mut out.body, &view, *theme);
    let cells = CellBits::of(&view, SeenCells::whole(view.size()));
    let marks: Vec<(Point, CellMarks)> =
        view.size().points().map(|point| (point, cells.marks(point))).collect();
    pen.links(&mut out.body, &marks);
    pen.marks(&mut out.body, &layers, &marks);
    out
}

/// Writes the parts of a board, each as an SVG group.
struct BoardPen<'a> {
    projector: &'a Projector,
    size: Size,
    /// Distance of two points of the board, in points of the drawing.
    cell: f32,
}

impl BoardPen<'_> {
    fn at(&self, place: Vec2) -> Vec2 {
        self.projector.to_screen(place).unwrap_or_default()
    }

    /// Returns the attributes of a rectangle, from two corners in board coordinates.
    fn rect(&self, one: Vec2, other: Vec2) -> String {
        let (one, other) = (self.at(one), self.at(other));
        let (min, size) = (one.min(other), (one - other).abs());
        format!("x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\"", min.x, min.y, size.x, size.y)
    }

    /// Draws the table, the shadow of the slab, and the wood or paper.
    fn ground(&self, out: &mut String, theme: Theme) {
        let area = self.projector.area();
        let (width, height) = (area.max.x, area.max.y);
        let _ = writeln!(
            out,
            "<rect id=\"table\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(theme.table())
        );
        let (first, last, edge) = (Vec2::ZERO, corner(self.size), Vec2::splat(margin(self.size)));
        let scale = thickness(self.size);
        let away = Vec2::new(0.55, -0.7) * scale;
        let shadow_opacity = match theme {
            Theme::Dark => 0.046,
            Theme::Light => 0.026,
            // Print has no shadows, and none is visible on black.
            Theme::Print | Theme::HighContrast => 0.0,
        };
        if shadow_opacity > 0.0 {
            out.push_str("<g id=\"slab-shadow\" fill=\"#000000\">\n");
            for ring in 0..12 {
                let reach = edge + Vec2::splat(scale * (0.15 * ring as f32 - 0.5));
                let rect = self.rect(first + away - reach, last + away + reach);
                let _ = writeln!(
                    out,
                    "<rect {rect} rx=\"{:.2}\" fill-opacity=\"{shadow_opacity}\"/>",
                    0.15 * ring as f32 * self.cell * scale
                );
            }
            out.push_str("</g>\n");
        }
        let rect = self.rect(first - edge, last + edge);
        if theme.is_paper() {
            let _ = writeln!(out, "<rect id=\"paper\" {rect} fill=\"{}\"/>", hex(theme.board()));
            return;
        }
        let _ = writeln!(out, "<rect id=\"wood\" {rect} fill=\"url(#wood-grain)\"/>");
        // The light comes from the upper left.
        let (low, high) = (self.at(first - edge), self.at(last + edge));
        let (width, inwards) = (0.07 * self.cell, 0.035 * self.cell);
        let (left, right, top, bottom) =
            (low.x + inwards, high.x - inwards, high.y + inwards, low.y - inwards);
        for (color, strength, [[x1, y1], [x2, y2], [x3, y3]]) in [
            ("#ffffff", 0.22, [[left, bottom], [left, top], [right, top]]),
            ("#000000", 0.2, [[left, bottom], [right, bottom], [right, top]]),
        ] {
            let _ = writeln!(
                out,
                "<polyline points=\"{x1:.2},{y1:.2} {x2:.2},{y2:.2} {x3:.2},{y3:.2}\" fill=\"none\" \
                 stroke=\"{color}\" stroke-opacity=\"{strength}\" stroke-width=\"{width:.2}\"/>"
            );
        }
    }

    fn heat(&self, out: &mut String, heat: &[f32], scale: HeatScale) {
        let mut shares = HeatShares::default();
        shares.update(heat, scale);
        let share = |index: usize| heat.get(index).map_or(0.0, |&heat| shares.of(heat));
        let grid = HeatGrid::of(self.size, margin(self.size), share);
        let areas = grid.areas(|x, y| {
            let at = self.at(Vec2::new(x, y));
            (at.x, at.y)
        });
        out.push_str("<g id=\"temperature\">\n");
        for (share, path) in areas {
            let _ = writeln!(out, "<path d=\"{path}\" fill=\"{}\"/>", hex(scale.color(share)));
        }
        out.push_str("</g>\n");
    }

    /// Draws lines and star points as one translucent group, so that crossings are no darker.
    fn grid(&self, out: &mut String) {
        let last = corner(self.size);
        let width = (0.034 * self.cell).max(0.75);
        let mut path = String::new();
        let mut line = |from: Vec2, to: Vec2| {
            let (from, to) = (self.at(from), self.at(to));
            let _ = write!(path, "M{:.2} {:.2}L{:.2} {:.2}", from.x, from.y, to.x, to.y);
        };
        for x in 0..self.size.width() {
            line(Vec2::new(x.into(), 0.0), Vec2::new(x.into(), last.y));
        }
        for y in 0..self.size.height() {
            line(Vec2::new(0.0, y.into()), Vec2::new(last.x, y.into()));
        }
        let _ = writeln!(
            out,
            "<g id=\"grid\" opacity=\"0.59\">\n<path d=\"{path}\" fill=\"none\" stroke=\"#000000\" \
             stroke-width=\"{width:.2}\" stroke-linecap=\"square\"/>"
        );
        for point in self.size.star_points() {
            let at = self.at(place(point));
            let _ = writeln!(
                out,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{:.2}\"/>",
                at.x,
                at.y,
                0.115 * self.cell
            );
        }
        out.push_str("</g>\n");
    }

    fn stones(&self, out: &mut String, view: &BoardView<'_>, theme: Theme) {
        let stones: Vec<(Vec2, Color)> = (0..self.size.area())
            .filter_map(|index| {
                let (id, color) = view.stone(index)?;
                let middle = place(self.size.point(index)) + offset(id);
                view.layers.stones(color).then_some((middle, color))
            })
            .collect();
        if theme.is_paper() {
            let width = 0.05 * self.cell;
            let _ = writeln!(out, "<g id=\"stones\" stroke=\"#000000\" stroke-width=\"{width:.2}\">");
            for &(middle, color) in &stones {
                let (at, radius) = (self.at(middle), RADIUS * self.cell - 0.5 * width);
                let fill = if color == Color::Black { "#000000" } else { "#ffffff" };
                let _ = writeln!(
                    out,
                    "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"/>",
                    at.x, at.y
                );
            }
            out.push_str("</g>\n");
            return;
        }
        let circle = |out: &mut String, middle: Vec2, radius: f32, fill: &str| {
            let (at, radius) = (self.at(middle), radius * self.cell);
            let _ = writeln!(
                out,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"url(#{fill})\"/>",
                at.x, at.y
            );
        };
        out.push_str("<g id=\"shadows\">\n");
        for &(middle, _) in &stones {
            circle(out, middle + SHADOW, SHADOW_REACH, "shadow");
        }
        out.push_str("</g>\n<g id=\"stones\">\n");
        for &(middle, color) in &stones {
            circle(out, middle, RADIUS, stone_gradient(color));
        }
        out.push_str("</g>\n");
    }

    /// Draws a line between two places of the board. `width`: in cells.
    fn line(&self, out: &mut String, ends: [Vec2; 2], width: f32, color: [f32; 3]) {
        let [from, to] = ends.map(|end| self.at(end));
        let _ = writeln!(
            out,
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{}\" stroke-width=\"{:.2}\"/>",
            from.x,
            from.y,
            to.x,
            to.y,
            hex(color),
            width * self.cell
        );
    }

    /// Draws the links between stones that are not neighbours. They lie on the board, below the stones.
    fn far_links(&self, out: &mut String, view: &BoardView<'_>) {
        let links = if view.layers.get(Layer::FarLinks) { far_links(view) } else { Vec::new() };
        if links.is_empty() {
            return;
        }
        out.push_str("<g id=\"far-links\" stroke-linecap=\"round\" stroke-opacity=\"0.14\">\n");
        for (low, high, color) in links {
            self.line(out, [low, high].map(|index| place(self.size.point(index))), 0.06, color);
        }
        out.push_str("</g>\n");
    }

    fn links(&self, out: &mut String, marks: &[(Point, CellMarks)]) {
        let mut near = Vec::new();
        for (point, marks) in marks {
            let beside = [(marks.link_right, Vec2::X), (marks.link_up, Vec2::Y)];
            for (_, way) in beside.into_iter().filter(|(linked, _)| *linked) {
                near.push((place(*point), place(*point) + way, marks));
            }
        }
        if !near.is_empty() {
            out.push_str("<g id=\"link-edges\" stroke-linecap=\"round\" stroke-opacity=\"0.55\">\n");
            for (from, to, marks) in &near {
                let dark = indexed_group_color(marks.group).map(|part| srgb(linear(part) * 0.12));
                self.line(out, [*from, *to], 2.0 * (marks.link_reach + LINK_CASING), dark);
            }
            out.push_str("</g>\n<g id=\"links\" stroke-linecap=\"round\">\n");
            for (from, to, marks) in &near {
                self.line(out, [*from, *to], 2.0 * marks.link_reach, indexed_group_color(marks.group));
            }
            out.push_str("</g>\n");
        }
    }

    /// Marks the last move, groups in atari, and points of suicide.
    fn marks(&self, out: &mut String, layers: &Layers, marks: &[(Point, CellMarks)]) {
        let ring = |out: &mut String, point: Point, radius: f32, stroke: &str, width: f32| {
            let (at, radius, width) = (self.at(place(point)), radius * self.cell, width * self.cell);
            let _ = writeln!(
                out,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"none\" {stroke} stroke-width=\"{width:.2}\"/>",
                at.x, at.y
            );
        };
        let points_with = |has_mark: fn(&CellMarks) -> bool| {
            let points: Vec<(Point, CellMarks)> =
                marks.iter().filter(|(_, marks)| has_mark(marks)).copied().collect();
            (!points.is_empty()).then_some(points)
        };
        if let Some(last) = points_with(|marks| marks.last) {
            // The ring leaves space for a text on the stone.
            let text_layers = [Layer::Numbers, Layer::Letters, Layer::Liberties];
            let radius = if text_layers.iter().any(|&layer| layers.get(layer)) { 0.415 } else { 0.225 };
            out.push_str("<g id=\"last-move\" stroke-opacity=\"0.92\">\n");
            for (point, marks) in last {
                let ink = if marks.stone == Some(Color::Black) { "#f3f3f0" } else { "#252729" };
                ring(out, point, radius, &format!("stroke=\"{ink}\""), 0.072);
            }
            out.push_str("</g>\n");
        }
        if let Some(atari) = points_with(|marks| marks.atari) {
            out.push_str("<g id=\"atari\">\n");
            for (point, _) in atari {
                ring(out, point, 0.375, "stroke=\"#890000\" stroke-opacity=\"0.6\"", 0.124);
                ring(out, point, 0.375, "stroke=\"#ff593f\"", 0.072);
            }
            out.push_str("</g>\n");
        }
        if let Some(suicide) = points_with(|marks| marks.suicide) {
            out.push_str("<g id=\"suicide\" fill=\"none\" stroke-linecap=\"round\">\n");
            for (point, _) in suicide {
                let (at, half) = (self.at(place(point)), 0.19 * self.cell * std::f32::consts::FRAC_1_SQRT_2);
                let (left, right, top, bottom) = (at.x - half, at.x + half, at.y - half, at.y + half);
                for (ink, width) in [("#f9f6ee\" stroke-opacity=\"0.8", 0.14), ("#ad1056", 0.072)] {
                    let _ = writeln!(
                        out,
                        "<path d=\"M{left:.2} {top:.2}L{right:.2} {bottom:.2}M{left:.2} {bottom:.2}L{right:.2} {top:.2}\" \
                         stroke=\"{ink}\" stroke-width=\"{:.2}\"/>",
                        width * self.cell
                    );
                }
            }
            out.push_str("</g>\n");
        }
    }
}

/// Radius of the shadow of a stone, in cells.
const SHADOW_REACH: f32 = RADIUS - 0.17 + 0.29;

/// Returns the gradients of wood, stones and shadows.
fn gradients(theme: Theme) -> String {
    let wood = theme.board();
    let mut out = String::from("<linearGradient id=\"wood-grain\">\n");
    for (at, streak) in wood::streaks(STREAKS).into_iter().enumerate() {
        let color: [f32; 3] = std::array::from_fn(|i| srgb(linear(wood[i]) * streak[i]));
        let place = at as f32 / (STREAKS - 1) as f32;
        let _ = writeln!(out, "<stop offset=\"{place:.4}\" stop-color=\"{}\"/>", hex(color));
    }
    out.push_str("</linearGradient>\n");
    for color in Color::ALL {
        // The centre is the brightest place; the radius reaches the opposite edge of the stone.
        let bright = match color {
            Color::Black => Vec2::new(-0.287, 0.334),
            Color::White => Vec2::new(-0.537, 0.625),
        };
        let opposite = -bright.normalize();
        let (x, y) = (0.5 + 0.5 * bright.x, 0.5 - 0.5 * bright.y);
        let _ = writeln!(
            out,
            "<radialGradient id=\"{}\" cx=\"{x:.3}\" cy=\"{y:.3}\" fx=\"{x:.3}\" fy=\"{y:.3}\" r=\"{:.3}\">",
            stone_gradient(color),
            0.5 * bright.distance(opposite)
        );
        for stop in 0..=10 {
            let part = stop as f32 / 10.0;
            let tone = stone_tone(color, bright.lerp(opposite, part));
            let _ = writeln!(out, "<stop offset=\"{part}\" stop-color=\"{}\"/>", hex(tone));
        }
        out.push_str("</radialGradient>\n");
    }
    out.push_str("<radialGradient id=\"shadow\">\n");
    for stop in 0..=8 {
        let part = stop as f32 / 8.0;
        let t = ((part * SHADOW_REACH - (RADIUS - 0.17)) / 0.29).clamp(0.0, 1.0);
        let light = 0.34 + 0.66 * t * t * (3.0 - 2.0 * t);
        let _ = writeln!(
            out,
            "<stop offset=\"{part}\" stop-color=\"#000000\" stop-opacity=\"{:.3}\"/>",
            1.0 - srgb(light)
        );
    }
    out.push_str("</radialGradient>\n");
    out
}

const fn stone_gradient(color: Color) -> &'static str {
    match color {
        Color::Black => "black-stone",
        Color::White => "white-stone",
    }
}

/// Returns the colour of a stone at a place, in radii from its middle: `stone` of `common.wgsl`, from above.
fn stone_tone(color: Color, at: Vec2) -> [f32; 3] {
    let slope = at * 0.80;
    let normal = slope.extend((1.0 - slope.length_squared()).max(0.0).sqrt());
    let diffuse = normal.dot(LIGHT);
    let shine = normal.dot((LIGHT + Vec3::Z).normalize()).clamp(0.0, 1.0);
    let (s8, s32, s64) = (shine.powi(8), shine.powi(32), shine.powi(64));
    let light = match color {
        Color::Black => {
            let slate = Vec3::new(0.0155, 0.0165, 0.019) * (0.55 + 0.9 * diffuse.max(0.0));
            slate + Vec3::new(0.050, 0.053, 0.058) * s8 + Vec3::new(0.15, 0.155, 0.165) * s64
        }
        Color::White => {
            let lit = 0.50 + 0.56 * diffuse;
            let tone = Vec3::new(lit, lit * 0.985 + 0.012, lit * 0.96 + 0.03);
            Vec3::new(0.86, 0.835, 0.775) * tone + Vec3::splat(0.10 * s32 * s8)
        }
    };
    light.to_array().map(srgb)
}

/// Returns the sRGB value of linear light, clamped to 0 to 1.
fn srgb(light: f32) -> f32 {
    let light = light.clamp(0.0, 1.0);
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

fn hex(color: [f32; 3]) -> String {
    let [red, green, blue] = color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn place(point: Point) -> Vec2 {
    Vec2::new(point.x.into(), point.y.into())
}

/// Returns the upper right point of a board.
fn corner(size: Size) -> Vec2 {
    Vec2::new(size.width().into(), size.height().into()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_lit_from_the_upper_left() {
        let light = |color, at| stone_tone(color, at).iter().sum::<f32>();
        for color in Color::ALL {
            let (lit, dark) = (Vec2::new(-0.3, 0.35), Vec2::new(0.6, -0.6));
            assert!(light(color, lit) > light(color, dark) + 0.1, "{color}");
        }
        assert!(light(Color::White, Vec2::ZERO) > light(Color::Black, Vec2::ZERO) + 1.5);
        assert!((srgb(linear(0.4)) - 0.4).abs() < 1e-4);
    }
}
