mod fork;
mod new_game;
mod record;
mod replay;
mod retell;
mod timeline;
