//! An engine's process: its pipes, and its end.

use super::Trouble;
use super::environment;
use super::group::{self, ProcessEnd};
use super::kin::Kin;
use super::living;
use super::pipe::{PipeEvent, Tail, read_lines};
use super::writer::Writer;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that wait to be heard before the engine has to wait.
const WAITING: usize = 16;

/// How long an engine may take to leave after `quit`.
pub(super) const BURIAL: Duration = Duration::from_secs(3);

/// How long its group may take to end after the signal that asks for it.
const TERM: Duration = Duration::from_millis(500);

/// How often one looks whether it has gone.
const LOOK: Duration = Duration::from_millis(5);

/// A command line, split as a shell would, and where it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The working folder; `None` for that of this program.
    pub folder: Option<PathBuf>,
    /// True where the command is looked for in fixed places only: then `PATH` is passed on without relative
    /// folders.
    pub placed: bool,
}

impl Program {
    /// Splits a command line: blanks separate, quotes and backslashes join. `None` when a quote has no end or nothing is
    /// there.
    #[must_use]
    pub fn split(line: &str) -> Option<Vec<String>> {
        shlex::split(line).filter(|words| words.first().is_some_and(|first| !first.is_empty()))
    }

    /// The file of a program that is named by a path, as the working folder has it. Systems differ in where
    /// they look for a relative one.
    fn file(&self, path: &str) -> PathBuf {
        let named = Path::new(path);
        let folder = self.folder.as_ref().filter(|_| named.components().count() > 1 || path.contains('/'));
        folder
            .and_then(|folder| std::path::absolute(folder.join(named)).ok())
            .unwrap_or_else(|| named.to_owned())
    }

    /// The program's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.words.first().map_or("", String::as_str);
        Path::new(path)
            .file_name()
            .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// A running engine. Dropped, it is sent away on a thread of its own.
pub(super) struct Process {
    /// `None` once it is being sent away.
    remains: Option<Remains>,
    events: Mutex<Receiver<PipeEvent>>,
    tail: Arc<Mutex<Tail>>,
    stderr: Option<JoinHandle<()>>,
    /// What it has started, as far as its CPU time is counted.
    kin: Kin,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Program) -> Result<Self, Trouble> {
        let Some((path, arguments)) = program.words.split_first() else { return Err(Trouble::NoCommand) };
        let mut command = Command::new(program.file(path));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        environment::restore(&mut command);
        if program.placed {
            environment::fix_path(&mut command);
        }
        if let Some(folder) = &program.folder {
            if !folder.is_dir() {
                return Err(Trouble::NoFolder(folder.clone()));
            }
            command.current_dir(folder);
        }
        let (mut child, mark) = living::start(&mut command).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Trouble::NotFound(path.clone()),
            io::ErrorKind::PermissionDenied => Trouble::NotAllowed(path.clone()),
            _ => Trouble::NotStarted(path.clone(), error.to_string()),
        })?;
        let (sender, events) = sync_channel(WAITING);
        let tail = Arc::new(Mutex::new(Tail::default()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on, whatever happens, the process is sent away.
        let mut process = Self {
            remains: Some(Remains { child, writer: None, mark }),
            events: Mutex::new(events),
            tail,
            stderr: None,
            kin: Kin::default(),
        };
        let threads = |error: io::Error| Trouble::NoThread(path.clone(), error.to_string());
        if let (Some(remains), Some(stdin)) = (&mut process.remains, stdin) {
            remains.writer = Some(Writer::start(stdin).map_err(threads)?);
        }
        if let Some(stdout) = stdout {
            thread::Builder::new()
                .name("engine stdout".to_owned())
                .spawn(move || read_lines(stdout, |event| sender.send(event).is_ok()))
                .map_err(threads)?;
        }
        if let Some(stderr) = stderr {
            let tail = process.tail.clone();
            let reader = thread::Builder::new().name("engine stderr".to_owned());
            process.stderr = Some(reader.spawn(move || remember(stderr, &tail)).map_err(threads)?);
        }
        Ok(process)
    }

    /// Looks for what it has started, so that its CPU time is counted too.
    pub(super) fn find_kin(&mut self) {
        let id = self.remains.as_ref().map(|remains| remains.child.id());
        self.kin.gather(id, &[]);
    }

    /// CPU time of it and what it has started so far, in seconds; `None` where the system does not tell.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.kin.seconds(self.remains.as_ref()?.child.id())
    }

    fn writer(&self) -> Option<&Writer> {
        self.remains.as_ref()?.writer.as_ref()
    }

    /// Sends it a line, without waiting until it is read.
    pub(super) fn write(&self, line: &str) -> io::Result<()> {
        self.writer().map_or(Err(io::ErrorKind::BrokenPipe.into()), |writer| writer.say(line))
    }

    /// Whether it has not read all yet that it was sent.
    pub(super) fn is_behind(&self) -> bool {
        self.writer().is_some_and(Writer::is_behind)
    }

    /// Whether it has closed its input.
    pub(super) fn is_deaf(&self) -> bool {
        self.writer().is_none_or(Writer::is_closed)
    }

    /// What it says next, if it says something within this time.
    pub(super) fn hear(&mut self, wait: Duration) -> Option<PipeEvent> {
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        match events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(PipeEvent::Closed),
        }
    }

    /// How it ended; `None` while it runs.
    pub(super) fn ended(&mut self) -> Option<ProcessEnd> {
        self.remains.as_mut().map_or(Some(ProcessEnd::Unknown), |remains| group::ended(&mut remains.child))
    }

    /// Whether all has been heard that it said on stderr.
    pub(super) fn is_silent(&self) -> bool {
        self.stderr.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The lines it has said on stderr since this was asked last.
    pub(super) fn asides(&mut self) -> Vec<String> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).unread()
    }

    /// The last line it said on stderr.
    pub(super) fn last_words(&self) -> Option<String> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).last_words()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(remains) = self.remains.take() else { return };
        let (sender, receiver) = std::sync::mpsc::channel::<Remains>();
        let _ = thread::Builder::new().name("engine's end".to_owned()).spawn(move || {
            if let Ok(remains) = receiver.recv() {
                remains.bury();
            }
        });
        // Without a thread to do it, it is done here.
        if let Err(unsent) = sender.send(remains) {
            unsent.0.bury();
        }
    }
}

/// Keeps the last of what a stream brings.
fn remember(mut stream: impl Read, tail: &Mutex<Tail>) {
    let mut chunk = [0; 4096];
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => tail.lock().unwrap_or_else(PoisonError::into_inner).push(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The parts of a running process that are needed to end it.
struct Remains {
    child: Child,
    writer: Option<Writer>,
    /// Mark of all that it has started.
    mark: String,
}

impl Remains {
    /// Says `quit`, waits, and ends by force what is left of the group, and what the engine has started
    /// outside of it.
    fn bury(mut self) {
        if let Some(writer) = self.writer.take() {
            // It may be gone already. Its input ends once all is written.
            let _ = writer.say("quit");
        }
        let id = self.child.id();
        let marks = [std::mem::take(&mut self.mark)];
        let mut kin = Kin::default();
        // As long as the parents live, also those are found whose environment has been emptied.
        kin.gather([id], &marks);
        if !self.leaves_within(BURIAL) {
            kin.gather([id], &marks);
            group::kill(id, false);
            kin.kill(false);
            self.leaves_within(TERM);
        }
        kin.gather([id], &marks);
        if !kin.is_gone() {
            kin.kill(false);
            within(TERM, || kin.is_gone());
            // One may have started another meanwhile.
            kin.gather([id], &marks);
        }
        // Not reaped yet, so that the number is still its own; others of the group may have stayed.
        group::kill(id, true);
        kin.kill(true);
        let _ = self.child.kill();
        let _ = self.child.wait();
        living::gone(id);
    }

    fn leaves_within(&mut self, time: Duration) -> bool {
        within(time, || group::ended(&mut self.child).is_some())
    }
}

/// Waits until something is so, or for this time at most; whether it is so then.
fn within(time: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + time;
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(LOOK);
    }
}
