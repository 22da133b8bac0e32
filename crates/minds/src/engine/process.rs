//! Process of an engine: starts it, connects its pipes, and ends it.

use super::EngineError;
use super::descendants::Descendants;
use super::environment;
use super::group::{self, ProcessEnd};
use super::pipe::{PipeEvent, StderrBuffer, read_lines};
use super::running;
use super::signals;
use super::writer::Writer;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;

/// Largest number of unread lines. Further write calls of the engine block.
const MAX_UNREAD_LINES: usize = 16;

/// Time that an engine has to end after `quit`.
pub(super) const QUIT_WAIT: Duration = Duration::from_secs(3);

/// Time that the engine's process group has to end after SIGTERM.
const TERM_WAIT: Duration = Duration::from_millis(500);

/// Time between two checks whether a process has ended.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// A command line, split as by a shell, and its working folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Program and arguments.
    pub words: Vec<String>,
    /// Working folder. `None`: the current folder of this program.
    pub folder: Option<PathBuf>,
    /// True if the command must mean the same, whatever the current folder is. Then the program gets a `PATH`
    /// without relative folders.
    pub bound_to_folder: bool,
}

impl Program {
    /// Splits a command line as a shell does, with quotes and backslashes. Returns `None` if a quote is not
    /// closed or the line has no program.
    #[must_use]
    pub fn split(line: &str) -> Option<Vec<String>> {
        shlex::split(line).filter(|words| words.first().is_some_and(|first| !first.is_empty()))
    }

    /// File of the program. A relative path of several parts is resolved here, from the working folder,
    /// because systems differ in how they resolve it. A name alone is returned unchanged.
    fn file(&self, path: &str) -> PathBuf {
        let given = Path::new(path);
        let folder = self.folder.as_ref().filter(|_| given.components().count() > 1 || path.contains('/'));
        folder
            .and_then(|folder| std::path::absolute(folder.join(given)).ok())
            .unwrap_or_else(|| given.to_owned())
    }

    /// Name of the program, without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.words.first().map_or("", String::as_str);
        Path::new(path)
            .file_name()
            .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// A running engine. Dropping it ends the engine on a separate thread.
pub(super) struct Process {
    /// Parts that are needed to end the process. `None` once a drop has begun to end it.
    parts: Option<ProcessParts>,
    events: Mutex<Receiver<PipeEvent>>,
    stderr_buffer: Arc<Mutex<StderrBuffer>>,
    stderr_reader: Option<JoinHandle<()>>,
    /// Descendants of the process whose CPU time is counted.
    descendants: Descendants,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Program) -> Result<Self, EngineError> {
        let Some((path, arguments)) = program.words.split_first() else { return Err(EngineError::NoCommand) };
        let mut command = Command::new(program.file(path));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        environment::remove_added_variables(&mut command);
        if program.bound_to_folder {
            environment::keep_absolute_path(&mut command);
        }
        if let Some(folder) = &program.folder {
            if !folder.is_dir() {
                return Err(EngineError::NoFolder(folder.clone()));
            }
            command.current_dir(folder);
        }
        signals::install_handler();
        let not_started = |error: io::Error| EngineError::NotStarted(path.clone(), error.to_string());
        let (mut child, mark) = running::start(&mut command).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => EngineError::NotFound(path.clone()),
            io::ErrorKind::PermissionDenied => EngineError::NoPermission(path.clone()),
            _ => not_started(error),
        })?;
        let (sender, events) = sync_channel(MAX_UNREAD_LINES);
        let stderr_buffer = Arc::new(Mutex::new(StderrBuffer::default()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on, an early return drops `process`, which ends the engine.
        let mut process = Self {
            parts: Some(ProcessParts { child, writer: None, mark }),
            events: Mutex::new(events),
            stderr_buffer,
            stderr_reader: None,
            descendants: Descendants::default(),
        };
        if let (Some(parts), Some(stdin)) = (&mut process.parts, stdin) {
            parts.writer = Some(Writer::start(stdin).map_err(not_started)?);
        }
        if let Some(stdout) = stdout {
            let read = move || read_lines(stdout, |event| sender.send(event).is_ok());
            start_thread("engine stdout", read).map_err(not_started)?;
        }
        if let Some(stderr) = stderr {
            let stderr_buffer = process.stderr_buffer.clone();
            let read = move || read_stderr(stderr, &stderr_buffer);
            process.stderr_reader = Some(start_thread("engine stderr", read).map_err(not_started)?);
        }
        Ok(process)
    }

    /// Adds the present descendants of the process, so that their CPU time is counted too.
    pub(super) fn find_descendants(&mut self) {
        let id = self.parts.as_ref().map(|parts| parts.child.id());
        self.descendants.add_all(id, &[]);
    }

    /// CPU time of the process and its known descendants, in seconds. `None` if the system does not report
    /// it.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.descendants.cpu_seconds(self.parts.as_ref()?.child.id())
    }

    fn writer(&self) -> Option<&Writer> {
        self.parts.as_ref()?.writer.as_ref()
    }

    /// Sends a line. Does not wait until the engine reads it.
    pub(super) fn write(&self, line: &str) -> io::Result<()> {
        self.writer().map_or(Err(io::ErrorKind::BrokenPipe.into()), |writer| writer.send_line(line))
    }

    /// Returns true if the engine has not read all its input.
    pub(super) fn has_unread_input(&self) -> bool {
        self.writer().is_some_and(Writer::has_unwritten)
    }

    /// Returns true if the engine has closed its input.
    pub(super) fn has_closed_input(&self) -> bool {
        self.writer().is_none_or(Writer::is_closed)
    }

    /// Next event on standard output. `None` if there is none within `wait`.
    pub(super) fn next_event(&mut self, wait: Duration) -> Option<PipeEvent> {
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        match events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(PipeEvent::Closed),
        }
    }

    /// Returns how the process has ended, or `None` while it runs.
    pub(super) fn exit_status(&mut self) -> Option<ProcessEnd> {
        self.parts.as_mut().map_or(Some(ProcessEnd::Unknown), |parts| group::end_of(&mut parts.child))
    }

    /// Returns true if stderr was read to its end.
    pub(super) fn has_read_stderr(&self) -> bool {
        self.stderr_reader.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Takes the lines that the engine has written to stderr since the last call.
    pub(super) fn take_stderr_lines(&mut self) -> Vec<String> {
        lock(&self.stderr_buffer).take_lines()
    }

    /// Last line on stderr.
    pub(super) fn last_stderr_line(&self) -> Option<String> {
        lock(&self.stderr_buffer).last_line()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(parts) = self.parts.take() else { return };
        let (sender, receiver) = std::sync::mpsc::channel::<ProcessParts>();
        let _ = start_thread("engine's end", move || {
            if let Ok(parts) = receiver.recv() {
                parts.end();
            }
        });
        // If the thread could not be started, the engine is ended here.
        if let Err(unsent) = sender.send(parts) {
            unsent.0.end();
        }
    }
}

/// Reads an engine's stderr to its end, into the buffer.
fn read_stderr(mut stream: impl Read, stderr_buffer: &Mutex<StderrBuffer>) {
    let mut chunk = [0; 4096];
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => lock(stderr_buffer).push(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Parts of a process that are needed to end it.
struct ProcessParts {
    child: Child,
    writer: Option<Writer>,
    /// Mark in the environment of the process and its descendants.
    mark: String,
}

impl ProcessParts {
    /// Ends the engine: sends `quit` and waits. Then kills what still runs of the engine's group, and the
    /// engine's descendants in other groups.
    fn end(mut self) {
        let id = self.child.id();
        let marks = [std::mem::take(&mut self.mark)];
        let mut descendants = Descendants::default();
        // Descendants without the mark in their environment are found only while their parents run, so before
        // the engine is asked to end.
        descendants.add_all([id], &marks);
        if let Some(writer) = self.writer.take() {
            // This fails if the engine has ended already. The drop of the writer closes the engine's input.
            let _ = writer.send_line("quit");
        }
        if !self.ends_within(QUIT_WAIT) {
            descendants.add_all([id], &marks);
            group::kill(id, false);
            descendants.kill(false);
            self.ends_within(TERM_WAIT);
        }
        descendants.add_all([id], &marks);
        if !descendants.have_ended() {
            descendants.kill(false);
            wait_until(TERM_WAIT, || descendants.have_ended());
            // A descendant may have started another process meanwhile.
            descendants.add_all([id], &marks);
        }
        // The leader is not reaped yet, so the group's number is still valid. Other processes of the group
        // may still run.
        group::kill(id, true);
        descendants.kill(true);
        let _ = self.child.kill();
        let _ = self.child.wait();
        running::remove_ended(id);
    }

    /// Waits until the process has ended, for at most `time`. Returns true if it has ended.
    fn ends_within(&mut self, time: Duration) -> bool {
        wait_until(time, || group::end_of(&mut self.child).is_some())
    }
}

/// Waits until the condition holds, for at most `time`. Returns true if it holds.
fn wait_until(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + time;
    loop {
        if holds() {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(CHECK_INTERVAL);
    }
}
