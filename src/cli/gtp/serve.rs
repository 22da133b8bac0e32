//! The conversation: requests in, responses out, and thinking in between.

use super::analysis::{Wish, silent};
use super::gogui;
use super::session::Session;
use super::table::{Deed, Reply, deed};
use crate::brain::Answer;
use crate::files::MOST_BYTES;
use crate::go::Position;
use crate::notation::gtp::{Line, Request, Response, Splitter};
use crate::notation::shortened;
use crate::search::{Thought, Watch};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Lines read ahead of the one that is answered.
const AHEAD: usize = 16;

/// Answers requests until one says `quit`, the input ends, or nobody takes the answers any more. `drawings` gets the
/// `gogui-gfx` lines.
///
/// The input is read on a thread of its own, which ends when its source does.
///
/// # Errors
/// When `out` cannot be written to, there is no thread for the input, or a line of it has no end.
pub fn serve(
    session: &mut Session,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
    drawings: &mut dyn Write,
) -> io::Result<()> {
    let (give, lines) = sync_channel(AHEAD);
    let reader = std::thread::Builder::new().name("gtp input".to_owned());
    let reader = reader.spawn(move || read(input, &give));
    reader.map_err(|error| {
        io::Error::new(error.kind(), format!("no thread can be had for the input: {error}"))
    })?;
    let mut desk = Desk { session, lines, waiting: None, out, drawings };
    while let Some(line) = desk.next() {
        if desk.answer(&line?)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads lines until there are no more, or nobody wants them.
fn read(mut input: impl Read, give: &SyncSender<io::Result<Line>>) {
    let mut splitter = Splitter::default();
    let mut bytes = vec![0; 1 << 16];
    let mut wanted = true;
    // Bytes since a line has ended.
    let mut open = 0;
    while wanted {
        match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => {
                let bytes = &bytes[..count];
                let end = bytes.iter().rposition(|&byte| byte == b'\n');
                open = end.map_or(open, |_| 0) + (count - end.map_or(0, |end| end + 1)) as u64;
                splitter.feed(bytes, &mut |line| wanted &= give.send(Ok(line)).is_ok());
                if open > MOST_BYTES {
                    let why = format!("the input holds a line of more than {} MB", MOST_BYTES >> 20);
                    // Nobody listens once the conversation is over.
                    let _ = give.send(Err(io::Error::new(io::ErrorKind::FileTooLarge, why)));
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(line) = splitter.finish() {
        // Nobody listens once the conversation is over.
        let _ = give.send(Ok(line));
    }
}

struct Desk<'a> {
    session: &'a mut Session,
    lines: Receiver<io::Result<Line>>,
    /// The line that ended an analysis.
    waiting: Option<io::Result<Line>>,
    out: &'a mut dyn Write,
    drawings: &'a mut dyn Write,
}

impl Desk<'_> {
    fn next(&mut self) -> Option<io::Result<Line>> {
        self.waiting.take().or_else(|| self.lines.recv().ok())
    }

    /// Does what a line asks for and answers it.
    fn answer(&mut self, line: &Line) -> io::Result<ControlFlow<()>> {
        let request = match line {
            Line::Request(request) => request,
            Line::Blank => return Ok(ControlFlow::Continue(())),
            Line::TooLong(long) => {
                self.say(long.id.as_deref(), &Err("line too long".to_owned()))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        let id = request.id.as_deref();
        let args: Vec<&str> = request.words().collect();
        let reply = match deed(&request.name) {
            None => Err("unknown command".to_owned()),
            Some(Deed::Answer(answer)) => answer(self.session, &args),
            Some(Deed::Line(answer)) => answer(self.session, &request.rest),
            Some(Deed::Quit) => {
                self.say(id, &Ok(String::new()))?;
                return Ok(ControlFlow::Break(()));
            }
            Some(Deed::Choose(wish)) => match wish(self.session, &args) {
                Ok(wish) => self.choose(&wish),
                Err(why) => Err(why),
            },
            Some(Deed::Analyse(wish)) => match wish(self.session, &args) {
                Ok(wish) => return self.analyse(request, &wish).map(ControlFlow::Continue),
                Err(why) => Err(why),
            },
        };
        let reply = reply.map_err(|why| shortened(&why, &[&request.rest]));
        self.say(id, &reply)?;
        if request.name == "final_score" && reply.is_ok() {
            // The answer is the result alone.
            self.complain(&format!("dead stones {}", self.session.dead()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, id: Option<&str>, reply: &Reply) -> io::Result<()> {
        let result = reply.as_ref().map(String::as_str).map_err(String::as_str);
        write!(self.out, "{}", Response { id, result })?;
        self.out.flush()
    }

    /// A move without reports on the way.
    fn choose(&mut self, wish: &Wish) -> Reply {
        let began = Instant::now();
        let position = self.session.turned(wish.color);
        let (choice, thought) = self.session.consider(wish.color);
        self.draw(wish, &position, thought.as_ref().unwrap_or(&silent(&choice)));
        self.decide(wish, choice, thought, began)
    }

    /// Reports what the mind thinks until the next line comes; or, when the move is to be played, until it is chosen.
    fn analyse(&mut self, request: &Request, wish: &Wish) -> io::Result<()> {
        let began = Instant::now();
        let position = self.session.turned(wish.color);
        let id = request.id.as_deref();
        let stop = AtomicBool::new(false);
        let budget = if wish.play { self.session.budget(wish.color) } else { None };
        let listener = Listener::new(&stop, budget);
        let latest = &listener.latest;
        let chosen = Mutex::new(None);
        let (ready, done) = channel();
        let current = || -> Thought {
            let thought = lock(latest).clone();
            thought.unwrap_or_else(|| lock(&chosen).as_ref().map(silent).unwrap_or_default())
        };
        let mut reported = false;
        let mut thinks = true;
        let mut failed = Ok(());
        let session = &mut *self.session;
        std::thread::scope(|scope| {
            let (position, chosen) = (&position, &chosen);
            let mut ear = listener.again();
            let thread =
                std::thread::Builder::new().name("gtp mind".to_owned()).spawn_scoped(scope, move || {
                    let choice = session.think(position, &mut ear);
                    *lock(chosen) = Some(choice);
                    // Whoever no longer waits knows already.
                    let _ = ready.send(());
                });
            thinks = thread.is_ok();
            if thinks {
                let head = Response { id, result: Ok("") }.head();
                failed = writeln!(self.out, "{head}").and_then(|()| self.out.flush());
            }
            while thinks && failed.is_ok() {
                let over = if wish.play {
                    !matches!(done.recv_timeout(wish.every), Err(RecvTimeoutError::Timeout))
                } else {
                    match self.lines.recv_timeout(wish.every) {
                        Err(RecvTimeoutError::Timeout) => false,
                        Ok(line) => {
                            self.waiting = Some(line);
                            true
                        }
                        Err(RecvTimeoutError::Disconnected) => true,
                    }
                };
                if over {
                    break;
                }
                let thought = current();
                let line = wish.report(&thought, position.size());
                if !line.is_empty() {
                    failed = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
                    draw(self.drawings, wish, position, &thought);
                    reported = true;
                }
                if failed.is_err() {
                    break;
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
        failed?;
        if !thinks {
            return self.say(id, &Err("no thread can be had to think on".to_owned()));
        }
        let thought = current();
        let line = wish.report(&thought, position.size());
        if !line.is_empty() && (wish.play || !reported) {
            writeln!(self.out, "{line}")?;
            self.draw(wish, &position, &thought);
        }
        let choice = lock(&chosen).take().unwrap_or(Answer::Resign);
        if let (false, Answer::Failed(why)) = (wish.play, &choice) {
            self.complain(why);
        }
        if wish.play {
            let said = lock(latest).take();
            match self.decide(wish, choice, said, began) {
                Ok(vertex) => writeln!(self.out, "play {vertex}")?,
                Err(why) => {
                    writeln!(self.out, "play resign")?;
                    self.complain(&why);
                }
            }
        }
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Says beside the answers what they have no place for: what kept a mind from choosing, or which stones were dead.
    fn complain(&mut self, why: &str) {
        // Nobody need listen there.
        let _ = writeln!(self.drawings, "stonefield: {why}").and_then(|()| self.drawings.flush());
    }

    /// Plays what was chosen, if that was asked for, and takes its time off the clock.
    fn decide(&mut self, wish: &Wish, choice: Answer, thought: Option<Thought>, began: Instant) -> Reply {
        let reply = match &choice {
            Answer::Move(action) => Ok(action.to_string()),
            Answer::Resign => Ok("resign".to_owned()),
            Answer::Failed(why) => Err(format!("the mind failed: {why}")),
        };
        if !wish.play {
            return reply;
        }
        if let Answer::Move(action) = choice {
            // A pass where the game is over and the rules know none is said, not played.
            if self.session.play(wish.color, action).is_ok() {
                self.session.note(wish.color, thought.as_ref());
            }
        }
        if reply.is_ok() {
            self.session.last = Some((wish.color, choice, thought));
        }
        self.session.clock.spend(wish.color, began.elapsed().as_secs_f64());
        reply
    }

    fn draw(&mut self, wish: &Wish, position: &Position, thought: &Thought) {
        draw(self.drawings, wish, position, thought);
    }
}

/// Writes what GoGui draws of a thought.
fn draw(drawings: &mut dyn Write, wish: &Wish, position: &Position, thought: &Thought) {
    let lines = gogui::drawing(wish.color, Some(thought), &super::session::heat(position), position.size());
    // Nobody need look at drawings.
    let _ = write!(drawings, "gogui-gfx:\nCLEAR\n{lines}\n").and_then(|()| drawings.flush());
}

/// Hears a mind that thinks, and stops it when its time is used up or somebody says so.
pub(super) struct Listener<'a> {
    began: Instant,
    budget: Option<f64>,
    stop: &'a AtomicBool,
    latest: Arc<Mutex<Option<Thought>>>,
}

impl<'a> Listener<'a> {
    /// With seconds that the mind may take.
    pub(super) fn new(stop: &'a AtomicBool, budget: Option<f64>) -> Self {
        Self { began: Instant::now(), budget, stop, latest: Arc::default() }
    }

    /// Another that hears for the same.
    fn again(&self) -> Self {
        Self { latest: Arc::clone(&self.latest), ..*self }
    }

    /// What was heard last.
    pub(super) fn take(&self) -> Option<Thought> {
        lock(&self.latest).take()
    }
}

impl Watch for Listener<'_> {
    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.budget.is_some_and(|budget| self.elapsed() >= budget)
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn curious(&self) -> bool {
        true
    }

    fn thought(&mut self, thought: &Thought) {
        lock(&self.latest).get_or_insert_default().clone_from(thought);
    }
}

/// What a lock holds, whatever became of those who held it before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
