mod life;
mod playouts;
