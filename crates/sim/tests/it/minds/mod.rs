mod games;
mod stops;
mod swarm;
mod thinking;
