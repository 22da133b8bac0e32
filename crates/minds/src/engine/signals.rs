//! Signals that ask this program to end: Ctrl-C, SIGTERM, a closed terminal.
//!
//! One thread receives the signals. It starts with the first engine or the first [`SignalListener`]. A signal
//! first ends the engines. Then the program ends as it would without a handler, unless a command has a
//! [`SignalListener`]: then that command ends by itself.

/// A signal that asks this program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The terminal was closed: SIGHUP.
    HangUp,
    /// Ctrl-C, the signal SIGINT.
    Interrupt,
    /// Ctrl-\, the signal SIGQUIT.
    Quit,
    /// `kill`, or the system is shut down: SIGTERM.
    Terminate,
}

impl Signal {
    /// All signals that are handled.
    pub const ALL: [Self; 4] = [Self::HangUp, Self::Interrupt, Self::Quit, Self::Terminate];

    /// Name of the signal, as in `SIGINT`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HangUp => "SIGHUP",
            Self::Interrupt => "SIGINT",
            Self::Quit => "SIGQUIT",
            Self::Terminate => "SIGTERM",
        }
    }

    /// Number of the signal, the same on every Unix system.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::HangUp => 1,
            Self::Interrupt => 2,
            Self::Quit => 3,
            Self::Terminate => 15,
        }
    }

    /// Ends all engines. Then ends this program in the same way as an unhandled signal, so that the parent
    /// process sees this signal.
    ///
    /// No destructors run. Write and flush all output before the call.
    pub fn end_program(self) -> ! {
        super::running::end_all();
        system::end_by(self);
        // Without signals, or if this one is ignored: the exit code that a shell would report.
        std::process::exit(128 + self.number())
    }
}

/// Returns true if the signal with this number is ignored, as under `nohup` or a shell's `trap`. Returns
/// false if the system does not report it.
#[must_use]
pub fn is_ignored(number: i32) -> bool {
    system::ignored_test()(number)
}

/// Guard for a command that ends by itself after a signal.
///
/// While the guard is held, the first of its signals does not end the program. [`SignalListener::received`]
/// then returns that signal. The engines are ended, so that no thread waits for one. If a command fails
/// because its engine has ended, it fails only after `received` returns the signal.
///
/// A second signal ends the program at once, unless it comes very soon: one cause can send several signals. A
/// second signal is ignored within 1 s, or within 200 ms if it is SIGINT or SIGQUIT. A signal that was
/// ignored when the program began, as under `nohup`, stays ignored.
#[must_use = "it listens only as long as it is held"]
pub struct SignalListener(system::Registration);

impl SignalListener {
    /// Listens for these signals.
    pub fn listen(signals: &[Signal]) -> Self {
        Self(system::register(signals, None))
    }

    /// Listens for these signals. At the first one, `action` runs on the signal thread before the engines
    /// are ended. It may call [`Signal::end_program`].
    pub fn listen_with(signals: &[Signal], action: impl FnOnce(Signal) + Send + 'static) -> Self {
        Self(system::register(signals, Some(Box::new(action))))
    }

    /// First signal that was received, if any.
    #[must_use]
    pub fn received(&self) -> Option<Signal> {
        self.0.received()
    }
}

/// Action of a command on the signal thread.
type SignalAction = Box<dyn FnOnce(Signal) + Send>;

#[cfg(unix)]
mod system {
    use super::super::running;
    use super::{Signal, SignalAction};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
    use std::sync::mpsc::sync_channel;
    use std::sync::{Arc, Mutex, Once};
    use std::time::{Duration, Instant};
    use stonefield_search::lock;
    use stonefield_search::supply::start_thread;

    /// Time after the first signal in which another one counts as the same request: first for signals that
    /// programs send, then for signals that keys send. The second time is short, because a user who presses a
    /// key twice wants the program to end at once.
    const SAME_REQUEST_TIME: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(200)];

    /// A command that listens for signals.
    struct Listener {
        /// Number of the first signal. 0: none.
        received: Arc<AtomicI32>,
        signals: Vec<Signal>,
        action: Option<SignalAction>,
    }

    static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

    /// Entry in the list of listeners. Dropping it removes the entry.
    pub(super) struct Registration(Arc<AtomicI32>);

    impl Registration {
        pub(super) fn received(&self) -> Option<Signal> {
            let number = self.0.load(SeqCst);
            Signal::ALL.into_iter().find(|signal| signal.number() == number)
        }
    }

    impl Drop for Registration {
        fn drop(&mut self) {
            lock(&LISTENERS).retain(|listener| !Arc::ptr_eq(&listener.received, &self.0));
        }
    }

    pub(super) fn register(signals: &[Signal], action: Option<SignalAction>) -> Registration {
        let received = Arc::default();
        let listener = Listener { received: Arc::clone(&received), signals: signals.to_vec(), action };
        lock(&LISTENERS).push(listener);
        install_handler();
        Registration(received)
    }

    /// Notifies all listeners for a signal. Returns false if there is none.
    fn notify(signal: Signal) -> bool {
        let mut actions = Vec::new();
        let mut has_listener = false;
        for listener in lock(&LISTENERS).iter_mut().filter(|listener| listener.signals.contains(&signal)) {
            has_listener = true;
            // Only the first signal is kept.
            let _ = listener.received.compare_exchange(0, signal.number(), SeqCst, SeqCst);
            actions.extend(listener.action.take());
        }
        // The list is unlocked here, because an action may end the program.
        actions.into_iter().for_each(|action| action(signal));
        has_listener
    }

    /// Starts the signal thread, once.
    pub(in super::super) fn install_handler() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let (sender, receiver) = sync_channel(1);
            // The thread installs the handlers. If it cannot start, the signals end the program as usual.
            let started = start_thread("signals", move || {
                let is_ignored = ignored_test();
                let wanted =
                    Signal::ALL.map(Signal::number).into_iter().filter(|number| !is_ignored(*number));
                let signals = Signals::new(wanted);
                let _ = sender.send(());
                if let Ok(signals) = signals {
                    listen(signals);
                }
            });
            if started.is_ok() {
                let _ = receiver.recv();
            }
        });
    }

    /// Handles the signals, one after the other, for the rest of the program.
    fn listen(mut signals: Signals) {
        let mut first: Option<Instant> = None;
        for number in &mut signals {
            let Some(signal) = Signal::ALL.into_iter().find(|signal| signal.number() == number) else {
                continue;
            };
            let same_request_time =
                SAME_REQUEST_TIME[usize::from(matches!(signal, Signal::Interrupt | Signal::Quit))];
            let is_new_request = first.is_some_and(|first| first.elapsed() >= same_request_time);
            if is_new_request || !notify(signal) {
                // Without this delay the main thread could end the program first, because its engine has
                // ended.
                running::delay_shut_down();
                signal.end_program();
            }
            first.get_or_insert_with(Instant::now);
            // Engines take time to end. A separate thread ends them, so that this thread can receive the next
            // signal at once.
            if start_thread("engines", running::end_all).is_err() {
                running::end_all();
            }
        }
    }

    /// Ends the program as the unhandled signal does. Returns only if that fails.
    pub(super) fn end_by(signal: Signal) {
        let _ = emulate_default_handler(signal.number());
    }

    /// Returns a function that tests whether a signal is ignored. The function returns false if the system
    /// does not report it.
    pub(super) fn ignored_test() -> impl Fn(i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        move |number| mask >> (number - 1) & 1 == 1
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Signal, SignalAction};

    /// Does nothing: there are no such signals on this system.
    pub(super) struct Registration;

    impl Registration {
        pub(super) fn received(&self) -> Option<Signal> {
            None
        }
    }

    pub(super) fn register(_: &[Signal], _: Option<SignalAction>) -> Registration {
        Registration
    }

    /// Does nothing: there are no such signals on this system. Engines end when their input ends.
    pub(in super::super) fn install_handler() {}

    pub(super) fn end_by(_: Signal) {}

    pub(super) fn ignored_test() -> impl Fn(i32) -> bool {
        |_| false
    }
}

pub(super) use system::install_handler;
