//! Virtual screen (Xvfb), and programs on it.

use std::io::Read;
use std::process::{Child, Command, Stdio};

pub(super) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Virtual screen of 1280×800 pixels.
pub(super) struct Screen {
    server: Child,
    pub(super) display: String,
}

impl Screen {
    pub(super) fn open() -> Self {
        // Two servers that start at once may take the same number. One of them is unreachable then.
        (0..5).find_map(|_| Self::try_open()).expect("Xvfb can be reached")
    }

    fn try_open() -> Option<Self> {
        let mut server = command("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let mut out = server.stdout.take().expect("a pipe");
        let mut byte = [0];
        while out.read(&mut byte).expect("Xvfb tells its display") == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        let screen = Self { server, display: format!(":{number}") };
        x11rb::connect(Some(&screen.display)).is_ok().then_some(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
