//! Request loop: reads requests, runs the mind, writes responses.

use super::analysis::{AnalysisRequest, Form, thought_from_choice};
use super::gogui;
use super::opponent::Opponent;
use super::reply::{CommandResult, Refusal, one, read};
use super::table::{Handler, handler};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::time::Instant;
use stonefield_go::notation::gtp::{GtpRequest, Line, Response, Splitter};
use stonefield_go::notation::shortened;
use stonefield_minds::Answer;
use stonefield_search::supply::{start_scoped, start_thread};
use stonefield_search::{StopWatch, Thought, lock, real_clock};
use stonefield_sim::OwnedObservation;

/// Capacity of the queue of lines that wait for an answer.
const READ_AHEAD: usize = 16;

/// Longest input without a line end, in bytes: 256 MB. More input ends the server.
const MAX_UNBROKEN_BYTES: u64 = 256 << 20;

/// Answers requests until `quit`, the end of the input, or a write error.
/// `diagnostics`, usually stderr, gets the `gogui-gfx` lines and messages.
///
/// A separate thread reads the input. After `quit` the thread ends when the next line arrives, or the input
/// ends.
///
/// # Errors
/// When `out` cannot be written to, the reading thread cannot be started, or a line exceeds 256 MB.
pub fn serve(
    opponent: &mut Opponent,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
    diagnostics: &mut dyn Write,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(READ_AHEAD);
    start_thread("gtp input", move || read_lines(input, &sender))?;
    let mut server = Server { opponent, lines, waiting: None, out, diagnostics };
    while let Some(line) = server.next() {
        if server.answer(&line?)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads lines until the input ends, cannot be read, or the receiver is dropped.
fn read_lines(mut input: impl Read, sender: &SyncSender<io::Result<Line>>) {
    let mut splitter = Splitter::default();
    let mut bytes = vec![0; 1 << 16];
    let mut connected = true;
    // Bytes since the last line end.
    let mut unbroken = 0;
    while connected {
        match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => {
                let bytes = &bytes[..count];
                let end = bytes.iter().rposition(|&byte| byte == b'\n');
                unbroken = end.map_or(unbroken, |_| 0) + (count - end.map_or(0, |end| end + 1)) as u64;
                splitter.feed(bytes, &mut |line| connected &= sender.send(Ok(line)).is_ok());
                if unbroken > MAX_UNBROKEN_BYTES {
                    let why = format!("the input has a line of more than {} MB", MAX_UNBROKEN_BYTES >> 20);
                    // The receiver may be dropped already.
                    let _ = sender.send(Err(io::Error::new(io::ErrorKind::FileTooLarge, why)));
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(line) = splitter.finish() {
        // The receiver may be dropped already.
        let _ = sender.send(Ok(line));
    }
}

struct Server<'a> {
    opponent: &'a mut Opponent,
    lines: Receiver<io::Result<Line>>,
    /// Line that interrupted an analysis, to be answered next.
    waiting: Option<io::Result<Line>>,
    out: &'a mut dyn Write,
    diagnostics: &'a mut dyn Write,
}

impl Server<'_> {
    /// Next line; `None` at the end of the input.
    fn next(&mut self) -> Option<io::Result<Line>> {
        self.waiting.take().or_else(|| self.lines.recv().ok())
    }

    /// Executes one line and writes the response. Returns `Break` after `quit`.
    fn answer(&mut self, line: &Line) -> io::Result<ControlFlow<()>> {
        let request = match line {
            Line::Request(request) => request,
            Line::Blank => return Ok(ControlFlow::Continue(())),
            Line::TooLong(long) => {
                self.respond(long.id.as_deref(), &Err("line too long".into()))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        let id = request.id.as_deref();
        let args: Vec<&str> = request.words().collect();
        let reply = match handler(&request.name) {
            None => Err("unknown command".into()),
            Some(Handler::Answer(answer)) => answer(self.opponent, &args),
            Some(Handler::Line(answer)) => answer(self.opponent, &request.arguments),
            Some(Handler::Quit) => {
                self.respond(id, &Ok(String::new()))?;
                return Ok(ControlFlow::Break(()));
            }
            Some(Handler::Choose { play }) => self.choose(&args, play),
            Some(Handler::Analyse { form, play }) => {
                match AnalysisRequest::read(self.opponent, &args, form, play) {
                    Ok(analysis) => return self.analyse(request, &analysis).map(ControlFlow::Continue),
                    Err(why) => Err(why),
                }
            }
        };
        let reply = reply.map_err(|why| shortened(why.text(), &[&request.arguments]).into());
        self.respond(id, &reply)?;
        if request.name == "final_score" && reply.is_ok() {
            // The response contains only the result, so the rule for dead stones goes to stderr.
            self.write_note(&format!("dead stones {}", self.opponent.dead()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn respond(&mut self, id: Option<&str>, reply: &CommandResult) -> io::Result<()> {
        let result = reply.as_ref().map(String::as_str).map_err(Refusal::text);
        write!(self.out, "{}", Response { id, result })?;
        self.out.flush()
    }

    /// Generates a move for a colour and draws the last thought. Writes no reports during the search.
    fn choose(&mut self, args: &[&str], play: bool) -> CommandResult {
        let analysis = &AnalysisRequest::of(read(one(args)?)?, Form::Leela, play);
        let began = Instant::now();
        let observation = self.opponent.observation(analysis.color);
        let (choice, thought) = self.opponent.consider(analysis.color);
        self.draw(analysis, &observation, thought.as_ref().unwrap_or(&thought_from_choice(&choice)));
        self.decide(analysis, choice, thought, began)
    }

    /// Reports the mind's thoughts until the next line or the end of the input. If the move is to be played:
    /// until it is chosen. Lines that arrive meanwhile are answered later.
    fn analyse(&mut self, request: &GtpRequest, analysis: &AnalysisRequest) -> io::Result<()> {
        let began = Instant::now();
        let observation = self.opponent.observation(analysis.color);
        let size = observation.position().size();
        let id = request.id.as_deref();
        let stop = AtomicBool::new(false);
        let budget = if analysis.play { self.opponent.budget(analysis.color) } else { None };
        let (latest, chosen) = (Mutex::new(None::<Thought>), Mutex::new(None));
        let mut watch = StopWatch::new(real_clock(), || stop.load(Ordering::Relaxed))
            .with_limit(budget)
            .with_thoughts(true, |thought| lock(&latest).get_or_insert_default().clone_from(thought));
        let (ready, done) = channel();
        let current = || -> Thought {
            let thought = lock(&latest).clone();
            thought.unwrap_or_else(|| lock(&chosen).as_ref().map(thought_from_choice).unwrap_or_default())
        };
        let mut reported = false;
        let mut started = true;
        let mut written = Ok(());
        let opponent = &mut *self.opponent;
        std::thread::scope(|scope| {
            let (observation, chosen) = (&observation, &chosen);
            let thread = start_scoped(scope, "gtp mind", move || {
                let choice = opponent.think(observation, &mut watch);
                *lock(chosen) = Some(choice);
                // The receiver may be dropped already.
                let _ = ready.send(());
            });
            started = thread.is_ok();
            if started {
                let head = Response { id, result: Ok("") }.head();
                written = writeln!(self.out, "{head}").and_then(|()| self.out.flush());
            }
            while started && written.is_ok() {
                let is_over = if analysis.play {
                    !matches!(done.recv_timeout(analysis.every), Err(RecvTimeoutError::Timeout))
                } else {
                    match self.lines.recv_timeout(analysis.every) {
                        Err(RecvTimeoutError::Timeout) => false,
                        Ok(line) => {
                            self.waiting = Some(line);
                            true
                        }
                        Err(RecvTimeoutError::Disconnected) => true,
                    }
                };
                if is_over {
                    break;
                }
                let thought = current();
                let line = analysis.report(&thought, size);
                if !line.is_empty() {
                    written = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
                    draw(self.diagnostics, analysis, observation, &thought);
                    reported = true;
                }
                if written.is_err() {
                    break;
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
        written?;
        if !started {
            return self.respond(id, &Err("no thread is available for the mind".into()));
        }
        let thought = current();
        // The last report is written if a move was chosen to be played, or if there was no report yet.
        let line = analysis.report(&thought, size);
        if !line.is_empty() && (analysis.play || !reported) {
            writeln!(self.out, "{line}")?;
            self.draw(analysis, &observation, &thought);
        }
        let choice = lock(&chosen).take().unwrap_or(Answer::Resign);
        if let (false, Answer::Failed(why)) = (analysis.play, &choice) {
            self.write_note(why);
        }
        if analysis.play {
            let last_thought = lock(&latest).take();
            match self.decide(analysis, choice, last_thought, began) {
                Ok(vertex) => writeln!(self.out, "play {vertex}")?,
                Err(why) => {
                    writeln!(self.out, "play resign")?;
                    self.write_note(why.text());
                }
            }
        }
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Writes a message to stderr, such as why the mind failed.
    fn write_note(&mut self, why: &str) {
        // Errors are ignored: stderr may be closed.
        let _ = writeln!(self.diagnostics, "stonefield: {why}").and_then(|()| self.diagnostics.flush());
    }

    /// Returns the reply for a chosen move. If the request is to play, also plays the move, and subtracts the
    /// time since `began` from the clock.
    fn decide(
        &mut self,
        analysis: &AnalysisRequest,
        choice: Answer,
        thought: Option<Thought>,
        began: Instant,
    ) -> CommandResult {
        let reply = match &choice {
            Answer::Move(action) => Ok(action.to_string()),
            Answer::Resign => Ok("resign".to_owned()),
            Answer::Failed(why) => Err(format!("the mind failed: {why}").into()),
        };
        if !analysis.play {
            return reply;
        }
        if let Answer::Move(action) = choice {
            // Some rules have no pass. After the end of such a game a pass cannot be played, only reported.
            if self.opponent.play(analysis.color, action).is_ok() {
                self.opponent.note(analysis.color, thought.as_ref());
            }
            if let Some(why) = self.opponent.disagreement() {
                return Err(why.into());
            }
        }
        if reply.is_ok() {
            self.opponent.last = Some((analysis.color, choice, thought));
        }
        self.opponent.clock.spend(analysis.color, began.elapsed().as_secs_f64());
        reply
    }

    fn draw(&mut self, analysis: &AnalysisRequest, observation: &OwnedObservation, thought: &Thought) {
        draw(self.diagnostics, analysis, observation, thought);
    }
}

/// Writes the GoGui drawing of a thought.
fn draw(
    diagnostics: &mut dyn Write,
    analysis: &AnalysisRequest,
    observation: &OwnedObservation,
    thought: &Thought,
) {
    let size = observation.position().size();
    let lines = gogui::drawing(analysis.color, Some(thought), observation.temperature(), size);
    // Errors are ignored: stderr may be closed.
    let _ = write!(diagnostics, "gogui-gfx:\nCLEAR\n{lines}\n").and_then(|()| diagnostics.flush());
}
