//! Stonefield's command line.
fn main() {}
