mod architecture;
mod circles;
