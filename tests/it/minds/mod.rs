mod engine_games;
mod engine_limits;
