mod architecture;
mod circles;
mod figures;
