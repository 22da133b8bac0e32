//! The board as seen from so far away that a cell is a few pixels or less: the mean colour of every block of cells.

use super::heat::{HeatColors, root_byte};
use super::view::BoardView;
use crate::go::{Color, Size};
use crate::view::window::palette::HeatScale;
use bevy::math::UVec2;

/// Share of a cell that its stone covers: π · 0.472².
const COVERED: u32 = 179;
/// Black and white stones from afar, as the square root of linear light.
const BLACK: [u32; 3] = [38, 39, 42];
const WHITE: [u32; 3] = [231, 227, 219];

/// The size of the image when `block` × `block` cells make a texel.
pub(super) fn extent(size: Size, block: usize) -> UVec2 {
    let side = |cells: u16| usize::from(cells).div_ceil(block) as u32;
    UVec2::new(side(size.width()), side(size.height()))
}

/// Draws the image, row by row from the bottom; the heat where its layer is on.
pub(super) fn map(
    view: &BoardView<'_>,
    heat: Option<&[f32]>,
    scale: HeatScale,
    colors: &HeatColors,
    block: usize,
) -> Vec<u8> {
    let size = view.size();
    let extent = extent(size, block);
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let wood = scale.ground.map(root_byte);
    let mut sums = vec![[0_u32; 4]; (extent.x * extent.y) as usize];
    for y in 0..height {
        for x in 0..width {
            let index = y * width + x;
            let under = heat.map_or([wood[0], wood[1], wood[2], 255], |heat| colors.of(heat[index], scale));
            let stone = view.stone(index).filter(|&(_, color)| view.layers.stones(color));
            let texel = &mut sums[y / block * extent.x as usize + x / block];
            for i in 0..3 {
                let bare = u32::from(under[i]);
                texel[i] += match stone {
                    None => bare,
                    Some((_, color)) => {
                        let over = if color == Color::Black { BLACK[i] } else { WHITE[i] };
                        (bare * (256 - COVERED) + over * COVERED) / 256
                    }
                };
            }
            texel[3] += 1;
        }
    }
    sums.iter()
        .flat_map(|&[red, green, blue, count]| {
            let mean = |sum: u32| (sum / count.max(1)) as u8;
            [mean(red), mean(green), mean(blue), 255]
        })
        .collect()
}
