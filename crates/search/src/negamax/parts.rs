//! Parts: what a value is made of, for one who asks why.

use super::evaluator::{Evaluator, StoneSets};
use super::params::{Eval, NegamaxParams};
use stonefield_go::field::bits::Words;
use stonefield_go::{Color, Position};

/// A part of what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePart {
    /// What is counted.
    pub name: &'static str,
    /// By how many a colour has more of it.
    pub lead: i32,
    /// What one of it is worth; all parts, each lead by its weight, add up to the value.
    pub weight: i32,
}

/// What a position is worth to a colour, part by part; none where it is not judged by fields.
#[must_use]
pub fn value_parts(position: &Position, color: Color, params: &NegamaxParams) -> Vec<ValuePart> {
    let Some(grid) = <Vec<u64> as Words>::grid(position.size()).filter(|_| params.eval == Eval::Fields)
    else {
        return Vec::new();
    };
    let mut stones = StoneSets::none(&grid);
    stones.read(&grid, position);
    let none = NegamaxParams { territory: 0, captures: 0, potential: 0, influence: 0, ..params.clone() };
    let parts = [
        ("territory", params.territory, NegamaxParams { territory: 1, ..none.clone() }),
        ("captures", params.captures, NegamaxParams { captures: 1, ..none.clone() }),
        ("potential", params.potential, NegamaxParams { potential: 1, ..none.clone() }),
        ("influence", params.influence, NegamaxParams { influence: 1, ..none }),
    ];
    let part = |(name, weight, alone): (_, _, NegamaxParams)| {
        let (lead, _) = Evaluator::new(&grid, &alone).stones(&grid, &stones, color, None);
        ValuePart { name, lead, weight }
    };
    parts.map(part).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Rules, Setup};

    #[test]
    fn parts_add_up_to_the_value_for_either_colour() {
        let setup: Setup = ". X . O O\n. X . O .\nX X . O O\n. . . . .\n. . X . .".parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::default()).expect("lawful");
        let params = NegamaxParams::default();
        for color in Color::ALL {
            let parts = value_parts(&position, color, &params);
            let sum: i32 = parts.iter().map(|part| part.lead * part.weight).sum();
            let grid = <Vec<u64> as Words>::grid(position.size()).expect("any board");
            let mut stones = StoneSets::none(&grid);
            stones.read(&grid, &position);
            let whole = Evaluator::new(&grid, &params).stones(&grid, &stones, color, None).0;
            assert_eq!((sum, parts.len()), (whole, 4));
        }
        let black = value_parts(&position, Color::Black, &params);
        // Two points of Black's, one of White's.
        assert_eq!((black[0].name, black[0].lead), ("territory", 1));
        let area = NegamaxParams { eval: Eval::Area, ..params };
        assert_eq!(value_parts(&position, Color::Black, &area), []);
    }
}
