mod clients;
mod gnugo;
mod regress;
mod session;
