pub mod slow_reader;
