mod architecture;
mod circles;
mod sql;
