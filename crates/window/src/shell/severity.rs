//! Severity of moves: colour and size of the dots that mark them.

use bevy_egui::egui::{Color32, Painter, Pos2, Stroke};
use stonefield_sim::history::Severity;

/// Colours from a good move to a blunder. Hue and lightness differ, for colour-blind users.
const INKS: [Color32; 4] = [
    Color32::from_rgb(0x2a, 0xa1, 0x98),
    Color32::from_rgb(0xf2, 0xd4, 0x4b),
    Color32::from_rgb(0xec, 0x86, 0x1c),
    Color32::from_rgb(0xb7, 0x1c, 0x2c),
];

/// Rim of a dot, visible on stones of both colours.
const RIM: Color32 = Color32::from_rgb(0x3a, 0x2c, 0x1e);

/// Returns the colour of a severity.
#[must_use]
pub const fn ink(severity: Severity) -> Color32 {
    INKS[severity as usize]
}

/// Returns the size of a dot as a share of the largest.
#[must_use]
pub const fn size(severity: Severity) -> f32 {
    [0.4, 0.6, 0.8, 1.0][severity as usize]
}

/// Draws a dot. `radius` is that of a blunder, in points. `fade` changes the colours.
pub fn dot(painter: &Painter, at: Pos2, radius: f32, severity: Severity, fade: impl Fn(Color32) -> Color32) {
    let rim = Stroke::new((0.2 * radius).clamp(0.75, 2.0), fade(RIM));
    painter.circle(at, radius * size(severity), fade(ink(severity)), rim);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_differ_without_colour_vision() {
        // CITE: simulation of deuteranopia, in which red and green merge: Viénot, Brettel, Mollon, 1999
        let light = |part: u8| (f32::from(part) / 255.0).powf(2.2);
        let cone_response = |color: Color32| {
            let [red, green, blue] = [color.r(), color.g(), color.b()].map(light);
            [0.29 * red + 0.71 * green, blue]
        };
        for (index, one) in Severity::ALL.into_iter().enumerate() {
            for other in &Severity::ALL[index + 1..] {
                let (one, other) = (cone_response(ink(one)), cone_response(ink(*other)));
                let apart =
                    (one[0].sqrt() - other[0].sqrt()).abs().max((one[1].sqrt() - other[1].sqrt()).abs());
                assert!(apart > 0.1, "{one:?} and {other:?}");
            }
        }
        assert!(Severity::ALL.windows(2).all(|pair| size(pair[0]) < size(pair[1])));
    }
}
