mod new_game;
mod open;
mod replay;
