//! Unconditional life as a map.

use crate::{Benson, Color, Setup, Size};

/// Unconditional owner of each point: -1 Black, 1 White, 0 nobody.
///
/// A colour owns the stones of its unconditionally alive chains, and all points of the regions that are vital
/// to such a chain, enemy stones included: see [`Benson`].
#[derive(Clone)]
pub struct LifeField {
    benson: Benson,
    values: Vec<i8>,
}

impl LifeField {
    /// Map of an empty board. `suicide` is true if the rules allow suicide.
    #[must_use]
    pub fn new(size: Size, suicide: bool) -> Self {
        Self { benson: Benson::new(size, suicide), values: vec![0; size.area()] }
    }

    /// Computes the map of a set-up.
    ///
    /// # Panics
    /// Panics when the set-up has another size.
    pub fn rebuild(&mut self, setup: &Setup) {
        for (value, owner) in self.values.iter_mut().zip(self.benson.of_setup(setup)) {
            *value = match owner {
                None => 0,
                Some(Color::Black) => -1,
                Some(Color::White) => 1,
            };
        }
    }

    /// Owner by point number: -1 Black, 1 White, 0 nobody.
    #[must_use]
    pub fn values(&self) -> &[i8] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn living_chains_and_their_vital_regions_are_marked() {
        let setup: Setup = ".X.XO.O.\nXXXXOOOO\n........".parse().expect("a diagram");
        let mut field = LifeField::new(setup.size(), false);
        field.rebuild(&setup);
        let alive = [-1, -1, -1, -1, 1, 1, 1, 1];
        assert_eq!(field.values(), [[0; 8], alive, alive].concat());
        field.rebuild(&Setup::empty(setup.size()));
        assert!(field.values().iter().all(|&value| value == 0));
    }
}
