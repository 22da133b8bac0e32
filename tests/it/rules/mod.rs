mod dead;
mod law;
mod position_data;
