//! What was measured of one tick of a game.

use std::fmt;
use std::str::FromStr;
use stonefield_sim::MEASURES;

/// The numbers of one tick of a game, in the order of the columns of [`MEASURES`]. Its text is `TICK,NUMBER,NUMBER,…`.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTick {
    /// The tick that was measured, from 1.
    pub tick: u64,
    /// One number for each column, in the order of the columns.
    pub numbers: Vec<f64>,
}

impl fmt::Display for MeasuredTick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tick)?;
        self.numbers.iter().try_for_each(|number| write!(f, ",{number}"))
    }
}

impl FromStr for MeasuredTick {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (tick, numbers) = text.split_once(',').ok_or(())?;
        let numbers = numbers.split(',').map(str::parse).collect::<Result<Vec<f64>, _>>().map_err(drop)?;
        // What another version measured has other columns.
        let columns = MEASURES.iter().map(|measure| 1 + usize::from(measure.is_by_color())).sum::<usize>();
        let tick = tick.parse().map_err(drop)?;
        if numbers.len() == columns { Ok(Self { tick, numbers }) } else { Err(()) }
    }
}
