//! Shares of heat: where on the colour scale each temperature of a board is.

use crate::shell::palette::HeatScale;

/// Bits of the number format of a temperature that a key drops: 15 of the 23 bits of its fraction.
const DROPPED: u32 = 15;
/// Coldest temperature that is no longer 0, in neighbours: 2^-16.
const COLDEST: f32 = 1.0 / 65_536.0;
/// Number of keys: 0, and 2^8 for each power of two from 2^-16 to 2^16.
const KEYS: usize = (32 << (23 - DROPPED)) + 1;

/// Shares of the colour scale of the temperatures of one board, for scenes, pictures and drawings alike.
///
/// On a scale of ranks the share is the percentile of the temperature: the number of colder points divided by
/// the number of other points. Equal temperatures have the same share, and if all are equal it is 0. Boards
/// of all sizes are counted in a histogram of rounded temperatures: two that differ by less than about 0.3 %
/// may be one rank. So noise of rounding has no colours, and a million points take one pass.
#[derive(Default)]
pub(super) struct HeatShares {
    /// Factor from a temperature to its share on a scale of values; `None` on a scale of ranks.
    factor: Option<f32>,
    /// Shares by key. Empty before the first ranks.
    ranks: Vec<f32>,
    /// Number of points by key, kept to be used again.
    counts: Vec<u32>,
}

impl HeatShares {
    /// Takes the temperatures of all points of a board.
    pub(super) fn update(&mut self, heat: &[f32], scale: HeatScale) {
        self.factor = scale.absolute.then(|| scale.max.recip());
        if scale.absolute {
            return;
        }
        self.counts.clear();
        self.counts.resize(KEYS, 0);
        heat.iter().for_each(|&value| self.counts[key(value)] += 1);
        let others = heat.len().saturating_sub(1).max(1) as f32;
        let mut colder = 0;
        self.ranks.clear();
        self.ranks.extend(self.counts.iter().map(|&count| {
            let share = colder as f32 / others;
            colder += count;
            share.min(1.0)
        }));
    }

    /// Returns the share of a temperature, 0 to 1; above 1 if it is hotter than the end of a scale of values.
    pub(super) fn of(&self, heat: f32) -> f32 {
        match self.factor {
            Some(factor) => heat * factor,
            None => self.ranks.get(key(heat)).copied().unwrap_or(0.0),
        }
    }
}

/// Returns the key of a temperature: larger for hotter ones, equal for nearly equal ones.
fn key(heat: f32) -> usize {
    if heat < COLDEST {
        return 0;
    }
    let rounded = heat.to_bits().saturating_add(1 << (DROPPED - 1)) >> DROPPED;
    let first = COLDEST.to_bits() >> DROPPED;
    ((rounded - first) as usize + 1).min(KEYS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(heat: &[f32], scale: HeatScale) -> Vec<f32> {
        let mut shares = HeatShares::default();
        shares.update(heat, scale);
        heat.iter().map(|&value| shares.of(value)).collect()
    }

    #[test]
    fn a_share_is_the_part_of_the_other_points_that_are_colder() {
        let ranked = HeatScale::default();
        assert_eq!(shares(&[3.0, 0.0, 1.0, 1.0, 2.5], ranked), [1.0, 0.0, 0.25, 0.25, 0.75]);
        assert_eq!(shares(&[0.0, 0.0, 0.0, 0.5], ranked), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(shares(&[7.0], ranked), [0.0]);
        assert!(shares(&[], ranked).is_empty());
        // Many times the heat at the end of the scale of values, and a board that is nearly cold.
        for factor in [0.001, 1.0, 700.0] {
            let heat: Vec<f32> = (0..101).map(|i| factor * (1.0 + 0.01 * i as f32)).collect();
            for (i, share) in shares(&heat, ranked).into_iter().enumerate() {
                assert!((share - i as f32 / 100.0).abs() < 1e-6, "{factor}, {i}: {share}");
            }
        }
    }

    #[test]
    fn a_board_of_equal_temperature_is_cold_everywhere() {
        for value in [0.0, 1.0 / 3.0, 2.0, 3.999_999, 1e9] {
            let near = f32::from_bits(f32::to_bits(value).saturating_sub(2));
            assert_eq!(shares(&[value, near, value, value], HeatScale::default()), [0.0; 4], "{value}");
        }
    }

    #[test]
    fn a_scale_of_values_has_the_same_shares_on_every_board() {
        let scale = HeatScale { max: 4.0, absolute: true, ..HeatScale::default() };
        assert_eq!(shares(&[0.0, 1.0, 4.0, 8.0], scale), [0.0, 0.25, 1.0, 2.0]);
        assert_eq!(shares(&[1.0, 1.0], scale), [0.25; 2]);
    }

    #[test]
    fn a_scale_can_change_and_change_back() {
        let (heat, ranked) = ([1.0, 2.0, 3.0], HeatScale::default());
        let mut shares = HeatShares::default();
        for (scale, expected) in [
            (ranked, [0.0, 0.5, 1.0]),
            (HeatScale { absolute: true, ..ranked }, [0.25, 0.5, 0.75]),
            (ranked, [0.0, 0.5, 1.0]),
        ] {
            shares.update(&heat, scale);
            assert_eq!(heat.map(|value| shares.of(value)), expected);
        }
    }
}
