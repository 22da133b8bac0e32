//! Requests from outside that this program end: Ctrl-C, SIGTERM, a closed terminal.
//!
//! One thread hears them, from the moment the first engine is started or the first command listens. Whatever a command does
//! then, the engines are ended; after that the program ends as the signal would have ended it, unless a command listens and
//! ends by itself.

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
    /// All of them.
    pub const ALL: [Self; 4] = [Self::HangUp, Self::Interrupt, Self::Quit, Self::Terminate];

    /// Its usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HangUp => "SIGHUP",
            Self::Interrupt => "SIGINT",
            Self::Quit => "SIGQUIT",
            Self::Terminate => "SIGTERM",
        }
    }

    /// Its number, the same on every system that has it.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::HangUp => 1,
            Self::Interrupt => 2,
            Self::Quit => 3,
            Self::Terminate => 15,
        }
    }

    /// Ends all engines, and then this program as the signal ends a program that does not listen. The parent of the program sees
    /// that it was ended by this signal.
    ///
    /// Nothing else is run: what is to be written must be written and flushed before.
    pub fn end_program(self) -> ! {
        super::living::end_all_soon();
        system::end_by(self);
        // Where there are no signals, or one is ignored: the exit code that a shell would show.
        std::process::exit(128 + self.number())
    }
}

/// Whether the signal with this number is ignored, as it may be from the beginning under `nohup` or a shell's `trap`; `false` where the system does not
/// tell.
#[must_use]
pub fn is_ignored(number: i32) -> bool {
    system::ignored()(number)
}

/// A command's claim to end by itself when it is asked to.
///
/// While it is held, the first of the signals it was made for does not end the program: [`SignalListener::asked`] tells it, and the
/// engines are ended, so that nothing waits for one that is gone. (What fails because an engine ends fails after `asked` tells the
/// signal.) A second signal ends the program at once; one that comes so soon that one cause may have sent both, within a second, or 200 ms for
/// SIGINT and SIGQUIT, does not. A signal that was ignored when the program began, as by `nohup`, stays ignored.
#[must_use = "it listens only as long as it is held"]
pub struct SignalListener(system::Claim);

impl SignalListener {
    /// Listens for these signals.
    pub fn listen(signals: &[Signal]) -> Self {
        Self(system::claim(signals, None))
    }

    /// Listens for these signals, and runs `told` at the first one, on a thread of its own, before the engines are ended. It may
    /// call [`Signal::end_program`].
    pub fn listen_with(signals: &[Signal], told: impl FnOnce(Signal) + Send + 'static) -> Self {
        Self(system::claim(signals, Some(Box::new(told))))
    }

    /// The signal that asked the program to end.
    #[must_use]
    pub fn asked(&self) -> Option<Signal> {
        self.0.asked()
    }
}

/// What a command does on the thread that hears the signals.
type SignalAction = Box<dyn FnOnce(Signal) + Send>;

#[cfg(unix)]
mod system {
    use super::super::living;
    use super::{Signal, SignalAction};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
    use std::sync::mpsc::sync_channel;
    use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
    use std::time::{Duration, Instant};

    /// How long after the first signal another one is taken for the same request: one of those that programs send, and one of those that
    /// keys send. A key pressed twice is meant.
    const SAME: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(200)];

    /// A command that ends by itself.
    struct Listener {
        /// The number of the signal that was heard; 0 for none.
        asked: Arc<AtomicI32>,
        signals: Vec<Signal>,
        told: Option<SignalAction>,
    }

    static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

    fn listeners() -> MutexGuard<'static, Vec<Listener>> {
        LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place among the listeners, given up when dropped.
    pub(super) struct Claim(Arc<AtomicI32>);

    impl Claim {
        pub(super) fn asked(&self) -> Option<Signal> {
            let number = self.0.load(SeqCst);
            Signal::ALL.into_iter().find(|signal| signal.number() == number)
        }
    }

    impl Drop for Claim {
        fn drop(&mut self) {
            listeners().retain(|listener| !Arc::ptr_eq(&listener.asked, &self.0));
        }
    }

    pub(super) fn claim(signals: &[Signal], told: Option<SignalAction>) -> Claim {
        let asked = Arc::default();
        listeners().push(Listener { asked: Arc::clone(&asked), signals: signals.to_vec(), told });
        hear();
        Claim(asked)
    }

    /// Tells all listeners for a signal; `false` when there are none.
    fn tell(signal: Signal) -> bool {
        let mut told = Vec::new();
        let mut heard = false;
        for listener in listeners().iter_mut().filter(|listener| listener.signals.contains(&signal)) {
            heard = true;
            // The first one counts.
            let _ = listener.asked.compare_exchange(0, signal.number(), SeqCst, SeqCst);
            told.extend(listener.told.take());
        }
        // The list is free again: what runs here may end the program.
        told.into_iter().for_each(|told| told(signal));
        heard
    }

    /// Has the signals heard on a thread of its own from now on.
    pub(in super::super) fn hear() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let (ready, began) = sync_channel(1);
            // The signals are taken over by the thread that hears them: where there is none, they end the program as ever.
            let thread = std::thread::Builder::new().name("signals".to_owned());
            let started = thread.spawn(move || {
                let ignored = ignored();
                let wanted = Signal::ALL.map(Signal::number).into_iter().filter(|number| !ignored(*number));
                let signals = Signals::new(wanted);
                let _ = ready.send(());
                if let Ok(signals) = signals {
                    listen(signals);
                }
            });
            if started.is_ok() {
                let _ = began.recv();
            }
        });
    }

    fn listen(mut signals: Signals) {
        let mut first: Option<Instant> = None;
        for number in &mut signals {
            let Some(signal) = Signal::ALL.into_iter().find(|signal| signal.number() == number) else {
                continue;
            };
            let same = SAME[usize::from(matches!(signal, Signal::Interrupt | Signal::Quit))];
            let again = first.is_some_and(|first| first.elapsed() >= same);
            if again || !tell(signal) {
                // The main thread, which may end for want of its engine, must not be first.
                living::delay_shut_down();
                signal.end_program();
            }
            first.get_or_insert_with(Instant::now);
            // It takes a while, and another signal is to be heard when it comes.
            let ending = std::thread::Builder::new().name("engines".to_owned()).spawn(living::end_all_soon);
            if ending.is_err() {
                living::end_all_soon();
            }
        }
    }

    /// Ends the program as a signal does by itself; returns only where that fails.
    pub(super) fn end_by(signal: Signal) {
        let _ = emulate_default_handler(signal.number());
    }

    /// Which signals are ignored; none where the system does not tell.
    pub(super) fn ignored() -> impl Fn(i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        move |number| mask >> (number - 1) & 1 == 1
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Signal, SignalAction};

    /// There are no such signals here.
    pub(super) struct Claim;

    impl Claim {
        pub(super) fn asked(&self) -> Option<Signal> {
            None
        }
    }

    pub(super) fn claim(_: &[Signal], _: Option<SignalAction>) -> Claim {
        Claim
    }

    /// There are no such signals here: engines see the end of their input.
    pub(in super::super) fn hear() {}

    pub(super) fn end_by(_: Signal) {}

    pub(super) fn ignored() -> impl Fn(i32) -> bool {
        |_| false
    }
}

pub(super) use system::hear;
