//! Raster: draws the triangles of the panels' painter into a picture, without a graphics adapter.

use bevy_egui::egui::epaint::{
    ClippedPrimitive, ColorImage, ImageData, Primitive, Vertex, textures::TexturesDelta,
};
use bevy_egui::egui::{Color32, Pos2, Rect, TextureId, Vec2, pos2};
use image::{Rgb, RgbImage};
use std::collections::HashMap;

/// Textures of triangles, mostly the letters of fonts.
#[derive(Default)]
pub struct Textures(HashMap<TextureId, ColorImage>);

impl Textures {
    /// Applies changes to the textures.
    pub fn apply(&mut self, mut delta: TexturesDelta) {
        for (id, parts) in std::mem::take(&mut delta.set) {
            for part in parts {
                let ImageData::Color(image) = part.image;
                match (part.pos, self.0.get_mut(&id)) {
                    (Some([left, top]), Some(whole)) => {
                        for (row, pixels) in image.pixels.chunks(image.width().max(1)).enumerate() {
                            let first = (top + row) * whole.width() + left;
                            if let Some(target) = whole.pixels.get_mut(first..first + pixels.len()) {
                                target.copy_from_slice(pixels);
                            }
                        }
                    }
                    _ => drop(self.0.insert(id, (*image).clone())),
                }
            }
        }
        delta.clear();
    }
}

/// Draws triangles on a background of one colour, with `scale` pixels per point.
#[must_use]
pub fn raster(
    primitives: &[ClippedPrimitive],
    textures: &Textures,
    background: Color32,
    size: Vec2,
    scale: f32,
) -> RgbImage {
    let [width, height] = [size.x, size.y].map(|side| (side * scale).round().max(1.0) as u32);
    let mut picture =
        RgbImage::from_pixel(width, height, Rgb([background.r(), background.g(), background.b()]));
    for ClippedPrimitive { clip_rect, primitive } in primitives {
        let Primitive::Mesh(mesh) = primitive else { continue };
        let Some(texture) = textures.0.get(&mesh.texture_id) else { continue };
        let clip = Rect::from_min_max(scaled(clip_rect.min, scale), scaled(clip_rect.max, scale));
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|at| {
                let vertex = mesh.vertices[corners[at] as usize];
                Vertex { pos: scaled(vertex.pos, scale), ..vertex }
            });
            triangle(&mut picture, clip, corners, texture);
        }
    }
    picture
}

fn scaled(at: Pos2, scale: f32) -> Pos2 {
    (at.to_vec2() * scale).to_pos2()
}

/// Returns twice the area of a triangle, negative if the corners turn anticlockwise on the screen.
fn area(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

// CITE: J. Pineda, "A parallel algorithm for polygon rasterization", SIGGRAPH 1988: edge functions; a pixel
// on an edge belongs to one of its sides.
fn triangle(picture: &mut RgbImage, clip: Rect, corners: [Vertex; 3], texture: &ColorImage) {
    let [a, mut b, mut c] = corners;
    let mut whole = area(a.pos, b.pos, c.pos);
    if whole < 0.0 {
        (b, c, whole) = (c, b, -whole);
    }
    let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip);
    if whole < 1e-9 || !bounds.is_positive() {
        return;
    }
    let first = |low: f32| (low - 0.5).ceil().max(0.0) as u32;
    let end = |high: f32, most: u32| ((high - 0.5).ceil().max(0.0) as u32).min(most);
    let upper_left = |from: Pos2, to: Pos2| from.y > to.y || (from.y == to.y && from.x < to.x);
    let edges = [(b.pos, c.pos), (c.pos, a.pos), (a.pos, b.pos)];
    for y in first(bounds.min.y)..end(bounds.max.y, picture.height()) {
        for x in first(bounds.min.x)..end(bounds.max.x, picture.width()) {
            let at = pos2(x as f32 + 0.5, y as f32 + 0.5);
            let shares = edges.map(|(from, to)| area(from, to, at));
            let inside = |(share, (from, to)): (&f32, (Pos2, Pos2))| {
                *share > 0.0 || (*share == 0.0 && upper_left(from, to))
            };
            if !shares.iter().zip(edges).all(inside) {
                continue;
            }
            let [a_share, b_share, c_share] = shares.map(|share| share / whole);
            let mix = |part: fn(&Vertex) -> f32| a_share * part(&a) + b_share * part(&b) + c_share * part(&c);
            let texel = sample(texture, mix(|v| v.uv.x), mix(|v| v.uv.y));
            let color = [
                mix(|v| v.color.r().into()),
                mix(|v| v.color.g().into()),
                mix(|v| v.color.b().into()),
                mix(|v| v.color.a().into()),
            ];
            let [red, green, blue, alpha] = [0, 1, 2, 3].map(|part| color[part] * texel[part] / 255.0);
            let Rgb(below) = picture.get_pixel_mut(x, y);
            for (below, above) in below.iter_mut().zip([red, green, blue]) {
                *below = (above + f32::from(*below) * (1.0 - alpha / 255.0)).round().clamp(0.0, 255.0) as u8;
            }
        }
    }
}

/// Returns the colour of a texture, interpolated between its four nearest pixels. Channels: 0 to 255.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let pixel = |dx: usize, dy: usize| {
        let side = |at: f32, more: usize, size: usize| {
            ((at.floor().max(-1.0) + 1.0) as usize + more).clamp(1, size.max(1)) - 1
        };
        let at = side(y, dy, height) * width + side(x, dx, width);
        texture.pixels.get(at).copied().unwrap_or(Color32::TRANSPARENT).to_array().map(f32::from)
    };
    let (right, below) = (x - x.floor(), y - y.floor());
    let mut mixed = [0.0; 4];
    for (dx, dy, share) in [
        (0, 0, (1.0 - right) * (1.0 - below)),
        (1, 0, right * (1.0 - below)),
        (0, 1, (1.0 - right) * below),
        (1, 1, right * below),
    ] {
        for (mixed, part) in mixed.iter_mut().zip(pixel(dx, dy)) {
            *mixed += share * part;
        }
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::Mesh;

    #[test]
    fn a_rectangle_of_two_triangles_is_filled_once() {
        let mut mesh = Mesh::default();
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
        mesh.add_colored_rect(Rect::from_min_size(pos2(1.0, 1.0), Vec2::new(3.0, 2.0)), half);
        let textures =
            Textures(HashMap::from([(mesh.texture_id, ColorImage::filled([1, 1], Color32::WHITE))]));
        let clip_rect = Rect::from_min_max(Pos2::ZERO, pos2(3.0, 9.0));
        let primitives = [ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) }];
        let picture = raster(&primitives, &textures, Color32::from_gray(100), Vec2::new(6.0, 5.0), 2.0);
        assert_eq!(picture.dimensions(), (12, 10));
        let blended = picture.enumerate_pixels().filter(|(.., pixel)| pixel.0 == [150, 50, 50]);
        let within = |(x, y, _): &(u32, u32, &Rgb<u8>)| (2..6).contains(x) && (2..6).contains(y);
        assert!(blended.clone().all(|pixel| within(&pixel)), "nothing beyond the clip");
        assert_eq!(blended.count(), 16, "each pixel is painted once");
    }
}
