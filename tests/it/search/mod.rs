mod life;
mod playouts;
mod solve;
mod status;
