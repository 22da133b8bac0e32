mod clients;
mod gnugo;
mod records;
mod regress;
mod session;
