mod bids;
mod clocks;
mod determinism;
mod law;
mod measures;
mod netlogo;
mod requests;
mod world;
