//! Wood of the board, made from noise: straight grain, as of a board cut along the trunk.

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Texels across the grain, where detail is fine, and along it.
const ACROSS: u32 = 1024;
const ALONG: u32 = 512;

/// Returns the image of the wood, relative to its mean colour. Half of the largest value is the mean.
pub(super) fn grow() -> Image {
    let mut tones = vec![[0.0_f32; 3]; (ACROSS * ALONG) as usize];
    for (index, tone) in tones.iter_mut().enumerate() {
        let index = index as u32;
        let (x, y) = ((index % ACROSS) as f32 / ACROSS as f32, (index / ACROSS) as f32 / ALONG as f32);
        *tone = grain(x, y);
    }
    let count = tones.len() as f32;
    let mean: [f32; 3] = std::array::from_fn(|i| tones.iter().map(|tone| tone[i]).sum::<f32>() / count);
    let texels = tones.iter().flat_map(|tone| {
        let byte = |i: usize| (tone[i] / mean[i] * 127.5).clamp(0.0, 255.0).round() as u8;
        [byte(0), byte(1), byte(2), 255]
    });
    let mut image = Image::new(
        Extent3d { width: ACROSS, height: ALONG, depth_or_array_layers: 1 },
        TextureDimension::D2,
        texels.collect(),
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::nearest()
    });
    image
}

/// Returns red, green and blue at `count` places across the grain, from edge to edge; 1 is the mean.
pub(super) fn streaks(count: usize) -> Vec<[f32; 3]> {
    const SAMPLES: usize = 6;
    let tone = |at: usize| {
        let places = (0..SAMPLES).map(|part| (at * SAMPLES + part) as f32 / (count * SAMPLES) as f32);
        places
            .map(|x| grain(x, 0.37))
            .fold([0.0; 3], |sum: [f32; 3], tone| std::array::from_fn(|i| sum[i] + tone[i] / SAMPLES as f32))
    };
    let tones: Vec<[f32; 3]> = (0..count).map(tone).collect();
    let mean: [f32; 3] =
        std::array::from_fn(|i| tones.iter().map(|tone| tone[i]).sum::<f32>() / count.max(1) as f32);
    tones.iter().map(|tone| std::array::from_fn(|i| tone[i] / mean[i])).collect()
}

/// Returns the light of the grain at a place: red, green and blue.
fn grain(x: f32, y: f32) -> [f32; 3] {
    // Annual rings, cut lengthways, are slightly wavy and closer on one side.
    let wander =
        0.035 * (noise(x * 2.3 + 7.0, y * 1.1) - 0.5) + 0.012 * (noise(x * 7.0, y * 2.7 + 3.0) - 0.5);
    let across = x + wander + 0.11 * (x - 0.5) * (x - 0.5);
    let rings = across * 26.0 + 1.9 * noise(across * 9.0, 0.5);
    let phase = rings.fract();
    // Late wood: dark at the end of each year, then suddenly light again.
    let late = phase.powi(5) * (1.0 - ((phase - 0.93) / 0.07).clamp(0.0, 1.0));
    let year = noise(rings.floor() * 1.7 + 0.5, 11.0);
    let ring = late * (0.45 + 0.75 * year);
    let fibre = noise(x * 420.0, y * 9.0) - 0.5;
    let fine = noise(x * 900.0 + 31.0, y * 26.0) - 0.5;
    let broad = noise(x * 3.1, y * 0.8 + 40.0) - 0.5;
    let pore = (noise(x * 520.0 + 5.0, y * 34.0 + 9.0) - 0.80).max(0.0);
    let dark = 0.135 * ring + 0.055 * fibre + 0.03 * fine + 0.09 * broad + 0.28 * pore;
    [1.0 - 0.80 * dark, 1.0 - dark, 1.0 - 1.35 * dark]
}

/// Returns smooth noise, 0 to 1.
fn noise(x: f32, y: f32) -> f32 {
    let (left, low) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (s, t) = (ease(x - left), ease(y - low));
    let at = |dx: i32, dy: i32| lattice(left as i32 + dx, low as i32 + dy);
    let mix = |a: f32, b: f32, part: f32| a + (b - a) * part;
    mix(mix(at(0, 0), at(1, 0), s), mix(at(0, 1), at(1, 1), s), t)
}

fn lattice(x: i32, y: i32) -> f32 {
    let mut hash = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
    hash = (hash ^ (hash >> 12)).wrapping_mul(0x297A_2D39);
    (hash ^ (hash >> 15)) as f32 / u32::MAX as f32
}
