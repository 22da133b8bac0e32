mod solve;
mod status;
