//! What tests share that need tools beside Rust, or a process of their own.

use std::process::{Command, Stdio};

/// Whether a tool is installed here.
///
/// When it is not, the test that asks says visibly that it is skipped; with `STONEFIELD_REQUIRE=all` it fails instead.
#[must_use]
pub fn require(tool: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", "command -v \"$1\"", "sh", tool])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    found || skip(&format!("{tool} is not installed"))
}

/// Says that a test is skipped and why; fails where nothing may be skipped. Always `false`.
#[must_use]
pub fn skip(why: &str) -> bool {
    let all = std::env::var("STONEFIELD_REQUIRE").is_ok_and(|what| what == "all");
    assert!(!all, "{why}, and STONEFIELD_REQUIRE=all allows no skipping");
    // Straight to the terminal: the test harness hides what a passing test prints.
    let line = format!("skipped: {} ({why})\n", std::thread::current().name().unwrap_or("a test"));
    let shown = std::fs::OpenOptions::new()
        .append(true)
        .open("/dev/stderr")
        .and_then(|mut file| std::io::Write::write_all(&mut file, line.as_bytes()));
    if shown.is_err() {
        eprint!("{line}");
    }
    false
}

/// Whether this is the process in which a test is alone: one that looks at its whole process, or changes it, starts itself there and holds that it passed.
/// `module` is `module_path!()`.
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
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("1 passed"), "{name}, alone:\n{told}{errors}");
    false
}
