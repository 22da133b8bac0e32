//! Parts of a position's value, for users who want to know its reasons.

use super::evaluator::{Evaluator, StoneSets};
use super::params::{Eval, NegamaxParams};
use stonefield_go::field::bits::Words;
use stonefield_go::{Color, Position};

/// Part of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePart {
    /// Name of the quantity, such as `territory`.
    pub name: &'static str,
    /// Lead of the colour in this quantity.
    pub lead: i32,
    /// Weight of the quantity. The position's value is the sum of `lead` times `weight` over all parts.
    pub weight: i32,
}

/// Parts of the value of a position for a colour. Empty if `params` do not evaluate positions by fields.
#[must_use]
pub fn value_parts(position: &Position, color: Color, params: &NegamaxParams) -> Vec<ValuePart> {
    let Some(grid) = <Vec<u64> as Words>::grid(position.size()).filter(|_| params.eval == Eval::Fields)
    else {
        return Vec::new();
    };
    let mut stones = StoneSets::none(&grid);
    stones.read(&grid, position);
    let no_weights =
        NegamaxParams { territory: 0, captures: 0, potential: 0, influence: 0, ..params.clone() };
    let parts = [
        ("territory", params.territory, NegamaxParams { territory: 1, ..no_weights.clone() }),
        ("captures", params.captures, NegamaxParams { captures: 1, ..no_weights.clone() }),
        ("potential", params.potential, NegamaxParams { potential: 1, ..no_weights.clone() }),
        ("influence", params.influence, NegamaxParams { influence: 1, ..no_weights }),
    ];
    let part = |(name, weight, params_of_part): (_, _, NegamaxParams)| {
        let (lead, _) = Evaluator::new(&grid, &params_of_part).evaluate_stones(&grid, &stones, color, None);
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
            let whole = Evaluator::new(&grid, &params).evaluate_stones(&grid, &stones, color, None).0;
            assert_eq!((sum, parts.len()), (whole, 4));
        }
        let black = value_parts(&position, Color::Black, &params);
        // Black has two points of territory, White has one.
        assert_eq!((black[0].name, black[0].lead), ("territory", 1));
        let area = NegamaxParams { eval: Eval::Area, ..params };
        assert_eq!(value_parts(&position, Color::Black, &area), []);
    }
}
