//! Stonefield's command line.

/// The allocator of C keeps a part for each of many threads: windows that take pictures grew by a megabyte at each.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    stonefield::cli::run(std::env::args_os())
}
