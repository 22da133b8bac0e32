//! Helpers for tests that need an external tool, or a process of their own.

use std::process::{Command, Stdio};

/// Returns true if a tool is installed.
///
/// If it is not, prints that the calling test is skipped.
///
/// # Panics
/// If the tool is missing and `STONEFIELD_REQUIRE=all` is set.
#[must_use]
pub fn require(tool: &str) -> bool {
    let is_installed = Command::new("sh")
        .args(["-c", "command -v \"$1\"", "sh", tool])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    is_installed || skip(&format!("{tool} is not installed"))
}

/// Prints that a test is skipped, with the reason `why`. Always returns false.
///
/// # Panics
/// If `STONEFIELD_REQUIRE=all` is set, which forbids skipping.
#[must_use]
pub fn skip(why: &str) -> bool {
    let all_required = std::env::var("STONEFIELD_REQUIRE").is_ok_and(|value| value == "all");
    assert!(!all_required, "{why}, and STONEFIELD_REQUIRE=all allows no skipping");
    // Writes to the device: the test harness hides the usual output of a passing test.
    let line = format!("skipped: {} ({why})\n", std::thread::current().name().unwrap_or("a test"));
    let written = std::fs::OpenOptions::new()
        .append(true)
        .open("/dev/stderr")
        .and_then(|mut file| std::io::Write::write_all(&mut file, line.as_bytes()));
    if written.is_err() {
        eprint!("{line}");
    }
    false
}

/// Returns true in a process that runs only this test.
///
/// For tests that inspect or change their whole process. In the usual test process, this function runs the
/// test again in a new process, checks that it passed there, and returns false. `module` is `module_path!()`.
///
/// # Panics
/// If the test fails in the new process.
#[must_use]
pub fn alone(module: &str, test: &str) -> bool {
    if std::env::var_os("STONEFIELD_ALONE").is_some() {
        return true;
    }
    let name = format!("{}::{test}", module.split_once("::").map_or(module, |(_, path)| path));
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .args(["--exact", &name, "--nocapture", "--test-threads=1"])
        .env("STONEFIELD_ALONE", "1")
        .output()
        .expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && printed.contains("1 passed"), "{name}, alone:\n{printed}{errors}");
    false
}
