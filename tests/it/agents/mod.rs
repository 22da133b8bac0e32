mod bids;
mod determinism;
mod law;
mod measures;
mod netlogo;
mod phases;
mod requests;
mod world;
