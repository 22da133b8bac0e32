mod end_request;
mod engine;
mod mcts;
mod negamax;
