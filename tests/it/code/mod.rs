mod architecture;
mod circles;
mod crates;
mod figures;
mod sql;
