//! Unconditional life as a map.

use crate::{Benson, Color, Setup, Size};

/// Which points are whose unconditionally: below 0 Black's, above 0 White's.
///
/// A point is a colour's when it holds a stone of a chain that lives though its owner always passes, or lies in a region that is vital to
/// such a chain, whatever stands there: see [`Benson`].
#[derive(Clone)]
pub struct LifeField {
    benson: Benson,
    values: Vec<i8>,
}

impl LifeField {
    /// A board without stones, under rules with or without suicide.
    #[must_use]
    pub fn new(size: Size, suicide: bool) -> Self {
        Self { benson: Benson::new(size, suicide), values: vec![0; size.area()] }
    }

    /// Builds the map of these stones.
    ///
    /// # Panics
    /// When the set-up is of another size.
    pub fn rebuild(&mut self, setup: &Setup) {
        for (value, owner) in self.values.iter_mut().zip(self.benson.of_setup(setup)) {
            *value = match owner {
                None => 0,
                Some(Color::Black) => -1,
                Some(Color::White) => 1,
            };
        }
    }

    /// By point number: −1 Black's, 1 White's, 0 neither's.
    #[must_use]
    pub fn values(&self) -> &[i8] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lives_and_what_keeps_it_alive_is_marked() {
        let setup: Setup = ".X.XO.O.\nXXXXOOOO\n........".parse().expect("a diagram");
        let mut field = LifeField::new(setup.size(), false);
        field.rebuild(&setup);
        let alive = [-1, -1, -1, -1, 1, 1, 1, 1];
        assert_eq!(field.values(), [[0; 8], alive, alive].concat());
        field.rebuild(&Setup::empty(setup.size()));
        assert!(field.values().iter().all(|&value| value == 0));
    }
}
