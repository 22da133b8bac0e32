//! The timeline: every tick of a game can be visited again, exactly.
//!
//! Plies and edits are written down, and every so often the whole moment is kept. Chance is derived by counter, so playing
//! the recorded plies on from a kept moment leads to the same agents, the same referee and the same dice.

use super::keyframe::Keyframe;
use super::sheet::Kifu;
use super::tick::Tick;
use super::turn::{Choice, Course, Replay, Turn};
use super::{
    Brush, Configured, Game, GameSetup, Jumped, Seats, Tally, TallyRow, Thinking, ending, paint, warm,
};
use crate::brain::BrainSpec;
use crate::field::HeatParams;
use crate::go::{ByColor, Color, Move, Point, Size};
use crate::search::Evaluation;
use bevy::ecs::prelude::*;
use std::sync::Arc;

/// Ticks between two keyframes on small boards.
const INTERVAL: u64 = 64;

/// Points of a board for each tick between two keyframes: a large board is dear to keep and cheap to play on.
const POINTS_A_TICK: u64 = 64;

/// Bytes that keyframes may take before every other one is let go.
const BUDGET: usize = 96 << 20;

/// What a hand changed between two plies.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The brush changed a point.
    Paint(Point, Brush),
    /// A mind was seated.
    Seat(Color, BrainSpec),
    /// Heat spreads differently.
    Heat(HeatParams),
    /// The other colour is to move.
    Turn(Color),
    /// The game having been counted, the group on a point counts as dead, or as alive.
    Mark(Point, bool),
}

/// What happened on a goban, and moments to start from.
#[derive(Component, Clone)]
pub struct Timeline {
    size: Size,
    /// Ticks from the beginning to the present.
    now: u64,
    /// Ticks on record.
    last: u64,
    /// All plies on record, and how many lie before the present.
    plies: Vec<Ply>,
    plies_done: usize,
    /// All edits on record with the ply they come before, and how many lie before the present.
    edits: Vec<(usize, Edit)>,
    edits_done: usize,
    /// What the minds that moved said of the game, each with the number of plies before; where they said anything.
    voices: Vec<(usize, Voiced)>,
    /// Plies before the tick under way.
    tick_began: usize,
    /// Rows of the tally after the present, the next one last.
    future: Vec<TallyRow>,
    /// In the order of time, the beginning first.
    keyframes: Vec<Arc<Keyframe>>,
    weight: usize,
    interval: u64,
    /// Seats and heat at the beginning.
    seats: ByColor<BrainSpec>,
    heat: HeatParams,
}

/// A ply in four bytes: the number of a point, or one of the numbers that no point has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply(u32);

impl Ply {
    const PASS: Self = Self(u32::MAX);
    const RESIGN: Self = Self(u32::MAX - 1);
    const FAIL: Self = Self(u32::MAX - 2);

    fn new(choice: Choice, size: Size) -> Self {
        match choice {
            Choice::Resign => Self::RESIGN,
            Choice::Fail => Self::FAIL,
            Choice::Move(Move::Pass) => Self::PASS,
            Choice::Move(Move::Play(point)) => u32::try_from(size.index(point)).map_or(Self::RESIGN, Self),
        }
    }

    fn choice(self, size: Size) -> Choice {
        match self {
            Self::PASS => Choice::Move(Move::Pass),
            Self::RESIGN => Choice::Resign,
            Self::FAIL => Choice::Fail,
            Self(index) => Choice::Move(Move::Play(size.point(index as usize))),
        }
    }
}

/// How good the game looked to Black before a move, by whose mind, and in which tick.
#[derive(Clone, Copy, Debug)]
struct Voiced {
    color: Color,
    tick: u64,
    black: Evaluation,
}

/// One thing that happened.
pub(super) enum Event<'a> {
    /// A move, and how the mind that made it saw the game.
    Move(Move, Evaluation),
    /// A hand's doing.
    Edit(&'a Edit),
}

/// What comes next on record.
enum Next {
    Edit(Edit),
    Ply { choice: Choice, heat_changes_later: bool },
}

impl Timeline {
    /// A game that has just begun on a board of this size.
    #[must_use]
    pub fn new(size: Size, setup: &GameSetup) -> Self {
        let area = u64::try_from(size.area()).unwrap_or(u64::MAX);
        Self {
            size,
            now: 0,
            last: 0,
            plies: Vec::new(),
            plies_done: 0,
            edits: Vec::new(),
            edits_done: 0,
            voices: Vec::new(),
            tick_began: 0,
            future: Vec::new(),
            keyframes: Vec::new(),
            weight: 0,
            interval: INTERVAL.max(area / POINTS_A_TICK),
            seats: setup.brains.clone(),
            heat: setup.heat,
        }
    }

    /// Ticks from the beginning to the present.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The latest tick on record.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// The moves that lead to the present, in order; a resignation is none.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies[..self.plies_done].iter().filter_map(|ply| match ply.choice(self.size) {
            Choice::Move(played) => Some(played),
            Choice::Resign | Choice::Fail => None,
        })
    }

    /// The edits that lead to the present, each with the number of plies before it.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &Edit)> + '_ {
        self.edits[..self.edits_done].iter().map(|(before, edit)| (*before, edit))
    }

    /// All that leads to the present, in order; a resignation is nothing.
    pub(super) fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let mut edits = self.edits().peekable();
        let mut voices = self.voices.iter().peekable();
        (0..=self.plies_done).flat_map(move |done| {
            let mut events = Vec::new();
            while let Some((_, edit)) = edits.next_if(|(before, _)| *before == done) {
                events.push(Event::Edit(edit));
            }
            let black = voices.next_if(|(before, _)| *before == done).map(|(_, voiced)| voiced.black);
            let ply = self.plies[..self.plies_done].get(done).map(|ply| ply.choice(self.size));
            if let Some(Choice::Move(action)) = ply {
                events.push(Event::Move(action, black.unwrap_or_default()));
            }
            events
        })
    }

    /// What was done in the ply with so many before it.
    pub(super) fn choice(&self, before: usize) -> Option<Choice> {
        self.plies[..self.plies_done].get(before).map(|ply| ply.choice(self.size))
    }

    /// Seats and heat at the beginning.
    pub(super) const fn beginning(&self) -> (&ByColor<BrainSpec>, HeatParams) {
        (&self.seats, self.heat)
    }

    /// Notes how good the game looks to Black by the mind that is about to move, if that says anything.
    pub(super) fn evaluated(&mut self, color: Color, black: Evaluation) {
        if black != Evaluation::default() {
            self.branch();
            self.voices.push((self.plies_done, Voiced { color, tick: self.now + 1, black }));
        }
    }

    /// How likely Black wins, 0 to 1, as the mind of a colour saw it before each of its moves, with the tick of the move.
    pub fn chances(&self, color: Color) -> impl Iterator<Item = (u64, f64)> + '_ {
        let own = self.voices.iter().filter(move |(_, voiced)| voiced.color == color);
        own.filter_map(|(_, voiced)| Some((voiced.tick, voiced.black.winrate?)))
    }

    /// Forgets what lay after the present: a new future begins.
    pub(super) fn branch(&mut self) {
        if self.plies_done == self.plies.len() && self.edits_done == self.edits.len() {
            return;
        }
        self.plies.truncate(self.plies_done);
        self.edits.truncate(self.edits_done);
        self.voices.retain(|(before, _)| *before < self.plies_done);
        self.future.clear();
        self.last = self.now;
        let (plies, edits) = (self.plies_done, self.edits_done);
        self.keyframes.retain(|keyframe| keyframe.plies <= plies && keyframe.edits <= edits);
        self.weight = self.keyframes.iter().map(|keyframe| keyframe.weight()).sum();
    }

    /// Writes a ply down, or goes past one that is on record.
    pub(super) fn ply(&mut self, choice: Choice, replayed: bool) {
        if !replayed {
            self.branch();
            self.plies.push(Ply::new(choice, self.size));
        }
        self.plies_done += 1;
    }

    /// A tick has come to its end.
    pub(super) fn tick_done(&mut self, tick: u64) {
        self.now = tick;
        self.last = self.last.max(tick);
        self.tick_began = self.plies_done;
    }

    /// Writes an edit down.
    pub(super) fn edit(&mut self, edit: Edit) {
        self.branch();
        self.edits.push((self.plies_done, edit));
        self.edits_done += 1;
    }

    /// The row of the tick that is being played again.
    pub(super) fn known_row(&mut self) -> Option<TallyRow> {
        self.future.pop()
    }

    /// Whether the present should be kept.
    pub(super) fn wants_keyframe(&self) -> bool {
        self.now.is_multiple_of(self.interval)
    }

    /// Plies and edits done.
    pub(super) const fn done(&self) -> (usize, usize) {
        (self.plies_done, self.edits_done)
    }

    /// Plies and edits on record.
    pub(super) const fn known(&self) -> (usize, usize) {
        (self.plies.len(), self.edits.len())
    }

    /// Keeps a moment later than all kept so far.
    pub(super) fn keep(&mut self, keyframe: Keyframe) {
        self.weight += keyframe.weight();
        self.keyframes.push(Arc::new(keyframe));
        while self.weight > BUDGET && self.keyframes.len() > 2 {
            self.interval *= 2;
            let interval = self.interval;
            self.keyframes.retain(|keyframe| keyframe.tick.is_multiple_of(interval));
            self.weight = self.keyframes.iter().map(|keyframe| keyframe.weight()).sum();
        }
    }

    /// Drops the first half of a tick under way.
    fn forget_half(&mut self) {
        self.plies_done = self.tick_began;
        let began = self.tick_began;
        self.edits_done = self.edits.partition_point(|(before, _)| *before <= began);
        self.branch();
    }

    /// The kept moment to start from to reach a tick and no more edits than these, unless the present is nearer.
    fn start_for(&self, target: u64, edits: usize, from_present: bool) -> Option<Arc<Keyframe>> {
        let before = |keyframe: &Arc<Keyframe>| keyframe.tick <= target && keyframe.edits <= edits;
        let index = self.keyframes.partition_point(before);
        let best = self.keyframes.get(index.checked_sub(1)?)?;
        let near = self.now <= target && self.edits_done <= edits && best.tick <= self.now;
        (!(from_present && near)).then(|| best.clone())
    }

    /// What comes next on the way to a tick and, in that tick, to so many edits.
    fn next(&self, target: u64, edits: usize) -> Option<Next> {
        if let Some((before, edit)) = self.edits.get(self.edits_done)
            && *before == self.plies_done
            && (self.now < target || self.edits_done < edits)
        {
            return Some(Next::Edit(edit.clone()));
        }
        if self.now >= target {
            return None;
        }
        let ply = self.plies.get(self.plies_done)?;
        let later = &self.edits[self.edits_done..];
        Some(Next::Ply {
            choice: ply.choice(self.size),
            heat_changes_later: later.iter().any(|(_, edit)| matches!(edit, Edit::Heat(_))),
        })
    }

    /// Seats and heat as the edits so far have left them.
    pub(super) fn hands(&self) -> (ByColor<BrainSpec>, HeatParams) {
        let (mut seats, mut heat) = (self.seats.clone(), self.heat);
        for (_, edit) in &self.edits[..self.edits_done] {
            match edit {
                Edit::Seat(color, spec) => seats[*color] = spec.clone(),
                Edit::Heat(params) => heat = *params,
                Edit::Paint(..) | Edit::Turn(_) | Edit::Mark(..) => {}
            }
        }
        (seats, heat)
    }

    /// What led to the present as it would be had these minds sat there from the beginning; what was said of the game is left out.
    pub(super) fn seated(&self, brains: ByColor<BrainSpec>) -> Self {
        let hands = self.edits[..self.edits_done].iter();
        let edits = hands.filter(|(_, edit)| !matches!(edit, Edit::Seat(..))).cloned().collect::<Vec<_>>();
        Self { edits_done: edits.len(), edits, voices: Vec::new(), seats: brains, ..self.clone() }
    }

    /// Moves the rows of the tally that lie after a moment, or before it, to where they belong.
    fn shift_rows(&mut self, history: &mut Vec<TallyRow>, tick: u64) {
        while history.last().is_some_and(|row| row.tick > tick) {
            self.future.extend(history.pop());
        }
        while self.future.last().is_some_and(|row| row.tick <= tick) {
            history.extend(self.future.pop());
        }
    }
}

/// Brings a goban to the end of a tick on record, with the edits made there; returns the tick reached. Stones that stand
/// before and after keep their entities. Half a tick under way is forgotten.
pub fn seek(world: &mut World, goban: Entity, tick: u64) -> u64 {
    travel(world, goban, tick, usize::MAX, false)
}

/// As [`seek`], with no more edits than these. `afresh` has even the present come about anew, without what a mind or a person who has not
/// moved yet has begun there.
pub(super) fn travel(world: &mut World, goban: Entity, tick: u64, edits: usize, afresh: bool) -> u64 {
    let half = world.get::<Course>(goban).is_some_and(|course| course.half);
    let Some(mut timeline) = world.get_mut::<Timeline>(goban) else { return 0 };
    if half {
        timeline.forget_half();
    }
    let target = tick.min(timeline.last);
    let there = target == timeline.now
        && timeline.edits_done <= edits
        && !matches!(timeline.next(target, edits), Some(Next::Edit(_)));
    if !there || half || afresh {
        if let Some(keyframe) = timeline.start_for(target, edits, !half && !afresh) {
            go_to(world, goban, &keyframe);
        }
        replay(world, goban, target, edits, |_| {});
        rest(world, goban);
        warm::copy(world, goban);
        world.write_message(Jumped { goban, tick: target, new_game: false });
    }
    Kifu::follow(world, goban);
    target
}

/// Plays a ply that is known from elsewhere: it is written down, and told to nobody. Who has played all sets the goban at [`rest`].
pub(super) fn play_known(world: &mut World, goban: Entity, choice: Choice) {
    let Some(mut turn) = world.get_mut::<Turn>(goban) else { return };
    turn.replay = Some(Replay { choice, heat: true, new: true });
    turn.due = true;
    world.run_schedule(Tick);
}

/// Carries out what a hand does, and writes it down.
pub(super) fn edit(world: &mut World, goban: Entity, edit: Edit) {
    apply(world, goban, &edit);
    write_down(world, goban, edit);
}

/// Writes down what a hand has done.
pub(super) fn write_down(world: &mut World, goban: Entity, edit: Edit) {
    Kifu::edit(world, goban, &edit);
    if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
        timeline.edit(edit);
    }
}

/// Brings a goban to a kept moment.
fn go_to(world: &mut World, goban: Entity, keyframe: &Keyframe) {
    keyframe.restore(world, goban);
    let mut query = world.query::<(&mut Timeline, &mut Tally, &mut Seats, &mut Configured)>();
    let Ok((mut timeline, mut tally, mut seats, mut configured)) = query.get_mut(world, goban) else {
        return;
    };
    timeline.now = keyframe.tick;
    timeline.plies_done = keyframe.plies;
    timeline.tick_began = keyframe.plies;
    timeline.edits_done = keyframe.edits;
    timeline.shift_rows(&mut tally.history, keyframe.tick);
    let (specs, heat) = timeline.hands();
    for color in Color::ALL {
        if *seats.spec(color) != specs[color] {
            seats.seat(color, specs[color].clone());
        }
    }
    configured.0.heat = heat;
}

/// Plays again on a goban at its beginning what leads to the present of a timeline that began alike, and calls for each ply.
pub(super) fn follow(world: &mut World, goban: Entity, timeline: &Timeline, each: impl FnMut(&World)) {
    let mut timeline = timeline.clone();
    let target = timeline.now;
    timeline.plies.truncate(timeline.plies_done);
    timeline.edits.truncate(timeline.edits_done);
    (timeline.now, timeline.last) = (0, target);
    (timeline.plies_done, timeline.edits_done, timeline.tick_began) = (0, 0, 0);
    timeline.future.clear();
    timeline.keyframes.clear();
    timeline.weight = 0;
    world.entity_mut(goban).insert(timeline);
    replay(world, goban, target, usize::MAX, each);
}

/// Plays what is on record up to a tick and so many edits, and calls after each ply.
fn replay(world: &mut World, goban: Entity, target: u64, edits: usize, mut each: impl FnMut(&World)) {
    loop {
        let timeline = world.get::<Timeline>(goban);
        let Some(next) = timeline.and_then(|timeline| timeline.next(target, edits)) else { return };
        match next {
            Next::Edit(edit) => {
                if let Some(mut timeline) = world.get_mut::<Timeline>(goban) {
                    timeline.edits_done += 1;
                }
                apply(world, goban, &edit);
            }
            Next::Ply { choice, heat_changes_later } => {
                let mut query = world.query::<(&Timeline, &Configured, &mut Turn)>();
                let Ok((timeline, configured, mut turn)) = query.get_mut(world, goban) else { return };
                let keeps = configured.0.heat.keep;
                let heat = keeps || heat_changes_later || timeline.now + 1 == target;
                turn.replay = Some(Replay { choice, heat, new: false });
                turn.due = true;
                world.run_schedule(Tick);
                each(world);
            }
        }
    }
}

/// Sets a goban that has come along its timeline at rest.
pub(super) fn rest(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&mut Turn, &mut Seats, &mut Thinking, &Game, &Tally)>();
    let Ok((mut turn, mut seats, mut thinking, game, tally)) = query.get_mut(world, goban) else { return };
    // What was thought elsewhere says nothing of this moment.
    *thinking = Thinking::default();
    turn.replay = None;
    turn.due = false;
    turn.warmed = false;
    turn.thinking = false;
    Color::ALL.into_iter().for_each(|color| seats.minds[color].leave());
    seats.to_move = tally.outcome.is_none().then(|| game.position.to_move());
    seats.asked = ByColor::default();
    for stone in std::mem::take(&mut turn.parked).into_values() {
        world.despawn(stone);
    }
}

/// Carries out an edit, now or again.
pub(super) fn apply(world: &mut World, goban: Entity, edit: &Edit) {
    match edit {
        Edit::Paint(point, brush) => {
            // What could be painted once can be painted again.
            let painted = paint::paint(world, goban, *point, *brush);
            debug_assert!(painted.is_ok(), "{painted:?}");
            super::thinking::stop(world, goban);
        }
        Edit::Seat(color, spec) => {
            if let Some(mut seats) = world.get_mut::<Seats>(goban) {
                seats.seat(*color, spec.clone());
            }
            super::thinking::stop(world, goban);
        }
        Edit::Heat(params) => {
            if let Some(mut configured) = world.get_mut::<Configured>(goban) {
                configured.0.heat = *params;
            }
        }
        Edit::Turn(color) => {
            let mut query = world.query::<(&mut Game, &mut Seats)>();
            if let Ok((mut game, mut seats)) = query.get_mut(world, goban) {
                game.position.hand_turn(*color);
                seats.to_move = seats.to_move.map(|_| *color);
            }
            super::thinking::stop(world, goban);
        }
        Edit::Mark(point, dead) => ending::mark(world, goban, *point, *dead),
    }
}
