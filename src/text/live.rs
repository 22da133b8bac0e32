//! Live view: reads keys and draws frames.

use super::board::{BoardStyle, Layers};
use super::canvas::Canvas;
use super::panel::{self, Facts};
use super::screen;
use super::{TextError, check, fault, names, title};
use bevy::platform::time::Instant;
use core::time::Duration;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{self, Clear, ClearType};
use std::io::Write;
use stonefield_sim::{
    Ending, GameSetup, Groups, Heat, Links, MindPool, Occupancy, Pace, Referee, RequestKind, Seats, Session,
    StopCondition, Tally, Witness,
};

/// Time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// Speeds, in ticks per second. The last is as fast as possible.
const RATES: [f32; 11] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, f32::INFINITY];

/// Index of the initial speed: 10 ticks per second, slow enough to watch.
const FIRST_RATE: usize = 3;

/// Plays and shows a game in the terminal that `out` writes to, until the user quits. `colors`: true if the
/// terminal shows colours. The game pauses when a stop condition is met.
///
/// # Errors
/// When the set-up is refused, a player is a person, or the terminal fails. The terminal is restored in any
/// case, except after a panic or a fatal signal: then call [`restore`](super::restore).
pub fn live(
    setup: &GameSetup,
    stops: &[StopCondition],
    colors: bool,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    check(setup)?;
    let mut session = Session::new(setup, None)?;
    session.stop_when(stops);
    session.request(RequestKind::Play);
    show(View::new(session, colors), out)
}

/// Shows a recorded game from the beginning until the user quits.
///
/// # Errors
/// When the terminal fails, as in [`live`].
pub fn live_record(mut session: Session, colors: bool, out: &mut dyn Write) -> Result<(), TextError> {
    session.seek(0);
    let mut view = View::new(session, colors);
    (view.record, view.following) = (true, Some(Instant::now()));
    show(view, out)
}

fn show(mut view: View, out: &mut dyn Write) -> Result<(), TextError> {
    // With this pool, minds think on other threads, so keys are read meanwhile.
    view.session.world_mut().init_resource::<MindPool>();
    let entered = screen::enter(out);
    let result = entered.and_then(|()| view.run(out));
    screen::leave(out);
    Ok(result?)
}

struct View {
    session: Session,
    /// Index in [`RATES`].
    rate: usize,
    layers: Layers,
    /// Time of the last step of a replay; `None` while no recorded ticks are replayed.
    following: Option<Instant>,
    /// True for a recorded game.
    record: bool,
    /// Frame that the terminal shows. `None` if it is unknown, so that all cells must be drawn.
    before: Option<Canvas>,
}

impl View {
    const fn new(session: Session, colors: bool) -> Self {
        let layers = Layers { temperature: true, links: true, coordinates: true, colors };
        Self { session, rate: FIRST_RATE, layers, following: None, record: false, before: None }
    }

    fn run(&mut self, mut out: &mut dyn Write) -> std::io::Result<()> {
        let out = &mut out;
        self.session.request(RequestKind::Rate(RATES[self.rate]));
        let mut last_draw = None;
        loop {
            let frame_start = Instant::now();
            self.follow();
            self.session.frame();
            // A large board is slow to draw. At most a fifth of the time is spent on drawing.
            if last_draw.is_none_or(|(at, took): (Instant, Duration)| at.elapsed() >= took * 4) {
                let draw_start = Instant::now();
                self.draw(out)?;
                last_draw = Some((Instant::now(), draw_start.elapsed()));
            }
            // Keys are polled at least once per frame, even if the frame was slow.
            let mut wait = FRAME.saturating_sub(frame_start.elapsed());
            while event::poll(wait)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release && !self.key(key) => {
                        return Ok(());
                    }
                    Event::Resize(..) => {
                        self.before = None;
                        screen::draw(|_| execute!(&mut *out, Clear(ClearType::All)))?;
                    }
                    _ => {}
                }
                wait = FRAME.saturating_sub(frame_start.elapsed());
            }
        }
    }

    /// Replays the ticks that are due, at most 1000 per second, and stops at the last one.
    fn follow(&mut self) {
        let Some(since) = self.following else { return };
        let (now, last) = self.times();
        if now >= last {
            self.following = None;
            return;
        }
        let rate = RATES[self.rate].min(1000.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small positive number"
        )]
        let ticks = (since.elapsed().as_secs_f32() * rate) as u64;
        if ticks > 0 {
            self.following = Some(Instant::now());
            self.session.request(RequestKind::Seek((now + ticks).min(last)));
        }
    }

    /// Current tick and last recorded tick.
    fn times(&self) -> (u64, u64) {
        (self.session.record().now(), self.session.record().last())
    }

    /// Carries out a key command. Any key stops a replay. Returns `false` if the user quits.
    fn key(&mut self, key: KeyEvent) -> bool {
        let (now, last) = self.times();
        let was_following = self.following.take().is_some();
        let ticks = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return false,
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return false,
            KeyCode::Char(' ') => {
                if was_following || (self.record && now < last) {
                    self.following = (!was_following).then(Instant::now);
                    return true;
                }
                let running = self.session.part::<Pace>().running;
                self.session.request(if running { RequestKind::Pause } else { RequestKind::Play });
            }
            KeyCode::Char('.') => self.request_paused(RequestKind::Step(1)),
            KeyCode::Right => self.request_paused(RequestKind::Seek((now + ticks).min(last))),
            KeyCode::Left => self.request_paused(RequestKind::Seek(now.saturating_sub(ticks))),
            KeyCode::Home => self.request_paused(RequestKind::Seek(0)),
            KeyCode::End => self.request_paused(RequestKind::Seek(last)),
            KeyCode::Char('+' | '=') => self.change_rate((self.rate + 1).min(RATES.len() - 1)),
            KeyCode::Char('-' | '_') => self.change_rate(self.rate.saturating_sub(1)),
            KeyCode::Char('n' | 'N') => self.next_game(),
            KeyCode::Char('t' | 'T') => self.layers.temperature ^= true,
            KeyCode::Char('l' | 'L') => self.layers.links ^= true,
            KeyCode::Char('c' | 'C') => self.layers.coordinates ^= true,
            _ => {}
        }
        true
    }

    fn request_paused(&mut self, kind: RequestKind) {
        self.session.request(RequestKind::Pause);
        self.session.request(kind);
    }

    fn change_rate(&mut self, rate: usize) {
        self.rate = rate;
        self.session.request(RequestKind::Rate(RATES[rate]));
    }

    fn next_game(&mut self) {
        let setup = self.session.setup();
        let setup = setup.numbered(setup.game.wrapping_add(1));
        self.session.request(RequestKind::Reset(Box::new(setup)));
        self.session.request(RequestKind::Play);
    }

    fn draw(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let (width, height) = terminal::size()?;
        let mut canvas = Canvas::new(width, height);
        let (look, facts) = self.gather();
        compose(&mut canvas, &look, &facts);
        if !self.layers.colors {
            canvas.remove_colors();
        }
        screen::draw(|unknown| canvas.draw(self.before.as_ref().filter(|_| !unknown), out))?;
        self.before = Some(canvas);
        Ok(())
    }

    /// Collects what the view shows.
    fn gather(&self) -> (BoardStyle, Facts) {
        let session = &self.session;
        let (setup, record, position) = (session.setup(), session.record(), session.position());
        let (tally, pace, seats) = (session.part::<Tally>(), session.part::<Pace>(), session.part::<Seats>());
        let (occupancy, groups) = (session.part::<Occupancy>(), session.part::<Groups>());
        let witness = session.part::<Witness>();
        let size = occupancy.size();
        let stone = |point| {
            let color = position.at(point)?;
            let oldest = occupancy.id(point).and_then(|id| groups.oldest(id)).unwrap_or(0);
            Some((color, oldest))
        };
        let look = BoardStyle {
            size,
            stones: size.points().map(stone).collect(),
            heat: session.part::<Heat>().0.values().to_vec(),
            last: position.last_move().and_then(stonefield_go::Move::point),
            layers: self.layers,
        };
        let facts = Facts {
            title: title(setup),
            now: record.now(),
            last: record.last(),
            running: pace.running || self.following.is_some(),
            rate: pace.rate,
            brains: names(seats.specs()),
            stones: tally.stones,
            groups: tally.groups,
            captures: tally.captures,
            score: session.part::<Ending>().final_score(tally, session.part::<Referee>()),
            score_name: if setup.quirks().is_some() { "NetLogo" } else { "score" },
            capacity: tally.capacity,
            history: record.rows().map(|row| row.capacity).collect(),
            outcome: tally.outcome.as_ref().map(ToString::to_string),
            dead: session.part::<Ending>().words(setup),
            fault: fault(seats).or_else(|| witness.disagreement()).or_else(|| {
                let strike = session.strike().filter(|_| !pace.running)?;
                Some(format!("stopped by {}", strike.why))
            }),
            witness: if witness.found.is_some() {
                String::new()
            } else {
                witness.words_of(occupancy, groups, session.part::<Links>())
            },
        };
        (look, facts)
    }
}

/// Lays out board and panel side by side if there is room, else the board above two lines of text.
fn compose(canvas: &mut Canvas, look: &BoardStyle, facts: &Facts) {
    let (width, height) = (canvas.width(), canvas.height());
    let board_width = width.saturating_sub(panel::WIDTH + 2);
    let lines = panel::lines(facts, panel::WIDTH);
    // Side by side only if the board gets at least as many characters as above the two lines, and all lines
    // of the panel fit.
    let board_height = height.saturating_sub(2);
    let (across, down) = look.room(board_width, height);
    if across * down >= {
        let (across, down) = look.room(width, board_height);
        across * down
    } && usize::from(height) >= lines.len()
    {
        look.draw(canvas, board_width, height);
        panel::draw(canvas, across + 2, 0, &lines);
    } else {
        let (_, down) = look.room(width, board_height);
        look.draw(canvas, width, board_height);
        panel::draw(canvas, 0, down, &panel::short(facts));
    }
}
