//! A command may end by itself when it is asked to.
#![cfg(unix)]

use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;
use stonefield_minds::engine::{Signal, SignalListener, shut_down};
use stonefield_testing as support;

fn send_to_self(name: &str) {
    let kill = Command::new("kill").args(["-s", name, &std::process::id().to_string()]).status();
    assert!(kill.expect("kill").success());
}

#[test]
fn a_command_that_listens_ends_by_itself() {
    // Once asked, a program starts no engine any more.
    if !support::alone(module_path!(), "a_command_that_listens_ends_by_itself") {
        return;
    }
    let (tell, told) = channel();
    let quiet = SignalListener::listen(&[Signal::Interrupt, Signal::Terminate]);
    let loud =
        SignalListener::listen_with(&Signal::ALL, move |signal| tell.send(signal).expect("somebody listens"));
    let other = SignalListener::listen(&[Signal::Quit]);
    assert_eq!((quiet.asked(), loud.asked()), (None, None));
    send_to_self("TERM");
    assert_eq!(told.recv_timeout(Duration::from_secs(20)), Ok(Signal::Terminate));
    assert_eq!(loud.asked(), Some(Signal::Terminate));
    // One cause may send several of them: only the first one counts, and is told once.
    send_to_self("HUP");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!((quiet.asked(), loud.asked()), (Some(Signal::Terminate), Some(Signal::Terminate)));
    assert!(told.try_recv().is_err());
    assert_eq!(other.asked(), None);
    // Nothing is left to wait for.
    shut_down();
}
