mod architecture;
mod circles;
mod figures;
mod sql;
