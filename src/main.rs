//! Stonefield's command line.

fn main() -> std::process::ExitCode {
    stonefield::cli::run(std::env::args_os())
}
