mod fork;
mod new_game;
mod open;
mod record;
mod replay;
mod retell;
mod timeline;
