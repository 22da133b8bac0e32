//! Plays a game of Monte Carlo tree search against itself, and prints its record as SGF.

use std::error::Error;
use stonefield_go::notation::sgf::{Collection, write};
use stonefield_go::{Move, Position, Rules, Size};
use stonefield_search::mcts::{MctsParams, MctsSearch};
use stonefield_search::{Dice, Purpose};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Position::new(Size::square(9)?, Rules::preset("chinese")?);
    while !game.is_over() {
        let rng = Dice::new(1, 0, 0).rng(game.ply().into(), Some(game.to_move()), Purpose::Think);
        let mut search = MctsSearch::new(&game, &MctsParams::default(), rng);
        search.run(500, &|| false);
        game.try_play(search.best().unwrap_or(Move::Pass))?;
    }
    println!("{}", String::from_utf8(write(&Collection::of_game(&game, game.outcome())?))?);
    Ok(())
}
