mod fork;
mod new_game;
mod record;
mod replay;
mod timeline;
