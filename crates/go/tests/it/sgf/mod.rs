mod game;
mod text;
