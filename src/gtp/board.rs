//! Commands on the board: size, komi, handicap stones and queries.

use super::opponent::{MAX_SIDE, Opponent};
use super::reply::{CommandResult, SYNTAX, one, read, reply_without_args};
use std::fmt::Write;
use stonefield_go::notation::{board_text, names};
use stonefield_go::{Color, HandicapError, Move, Point, Position, Size};

pub(super) fn boardsize(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let given = one(args)?;
    // A negative number is an unacceptable size, not a syntax error.
    let digits = given.strip_prefix('-').unwrap_or(given);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(SYNTAX);
    }
    let side = given.parse().ok().filter(|&side| side <= MAX_SIDE);
    let size = side.and_then(|side| Size::square(side).ok()).ok_or("unacceptable size")?;
    opponent.clear(size);
    Ok(String::new())
}

pub(super) fn clear(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, "")?;
    opponent.clear(opponent.position().size());
    Ok(String::new())
}

pub(super) fn komi(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let komi: f64 = read(one(args)?)?;
    if !(-1e6..=1e6).contains(&komi) {
        return Err(SYNTAX);
    }
    let mut rules = opponent.rules();
    rules.komi = komi;
    opponent.set_rules(rules);
    Ok(String::new())
}

pub(super) fn get_komi(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, &opponent.rules().komi.to_string())
}

pub(super) fn query_boardsize(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, &opponent.position().size().width().to_string())
}

pub(super) fn fixed_handicap(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let stones = read(one(args)?)?;
    match opponent.place_handicap(stones) {
        Ok(points) => Ok(names(&points)),
        Err(HandicapError::NotEmpty) => Err("board not empty".into()),
        Err(HandicapError::Count { .. } | HandicapError::Small { .. }) => {
            Err("invalid number of stones".into())
        }
    }
}

/// Places handicap stones: on the fixed points if possible, else far apart. The standard allows an engine to
/// place fewer stones than requested.
pub(super) fn place_free_handicap(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let stones: u32 = read(one(args)?)?;
    if stones < 2 {
        return Err("invalid number of stones".into());
    }
    match opponent.place_handicap(stones) {
        Ok(points) => return Ok(names(&points)),
        Err(HandicapError::NotEmpty) => return Err("board not empty".into()),
        Err(HandicapError::Count { .. } | HandicapError::Small { .. }) => {}
    }
    let points = scattered(opponent.position().size(), stones as usize);
    if points.len() < 2 {
        return Err("invalid number of stones".into());
    }
    opponent.set_handicap(&points).map_err(|_| "invalid number of stones")?;
    Ok(names(&points))
}

/// Returns up to `count` points, at most a third of the board. No edge points if the board is wider than 4.
/// Each point is as far as possible from those before it. If several are, the nearest to the centre is
/// chosen.
fn scattered(size: Size, count: usize) -> Vec<Point> {
    let distance = |a: Point, b: Point| a.x.abs_diff(b.x) + a.y.abs_diff(b.y);
    let centre = Point::new(size.width() / 2, size.height() / 2);
    let edge = u16::from(size.width() > 4);
    let inside = |v: u16| v >= edge && v + edge < size.width();
    let candidates: Vec<Point> = size.points().filter(|point| inside(point.x) && inside(point.y)).collect();
    let mut chosen: Vec<Point> = Vec::new();
    for _ in 0..count.min(size.area() / 3) {
        let nearest = |point: Point| chosen.iter().map(|&other| distance(point, other)).min();
        let next = candidates
            .iter()
            .copied()
            .filter(|point| !chosen.contains(point))
            .max_by_key(|&point| (nearest(point), std::cmp::Reverse(distance(point, centre)), point));
        chosen.extend(next);
    }
    chosen
}

pub(super) fn set_free_handicap(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let size = opponent.position().size();
    let mut points = Vec::new();
    for arg in args {
        let point: Point = read(arg)?;
        if !size.contains(point) || points.contains(&point) {
            return Err("bad vertex list".into());
        }
        points.push(point);
    }
    if points.len() < 2 {
        return Err("bad vertex list".into());
    }
    if opponent.position().empty_count() != size.area() {
        return Err("board not empty".into());
    }
    opponent.set_handicap(&points).map_err(|_| "bad vertex list")?;
    Ok(String::new())
}

pub(super) fn list_stones(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    Ok(names(opponent.stones(color(one(args)?)?)))
}

pub(super) fn all_legal(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let observation = opponent.observation(color(one(args)?)?);
    let position = observation.position();
    let legal = |point: &Point| position.is_legal(Move::Play(*point));
    Ok(names(position.size().points().filter(legal)))
}

pub(super) fn is_legal(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let (color, action) = colored_move(args, opponent.position().size())?;
    Ok(u8::from(opponent.observation(color).position().is_legal(action)).to_string())
}

pub(super) fn captures(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let color = color(one(args)?)?;
    Ok(opponent.position().captured_by()[color].to_string())
}

pub(super) fn countlib(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let point = stone(one(args)?, opponent.position())?;
    Ok(opponent.position().liberties(point).to_string())
}

pub(super) fn showboard(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    reply_without_args(args, "")?;
    let position = opponent.position();
    let mut text = format!("\n{}", board_text(position));
    let captured = position.captured_by();
    let _ = write!(
        text,
        "{} to move, captures: Black {}, White {}; {}, komi {}",
        position.to_move(),
        captured.black,
        captured.white,
        opponent.rules().name,
        opponent.rules().komi
    );
    Ok(text)
}

/// Reads a colour argument.
pub(super) fn color(text: &str) -> CommandResult<Color> {
    text.parse().map_err(|_| "invalid color".into())
}

/// Reads a colour and a vertex on the board.
fn colored_move(args: &[&str], size: Size) -> CommandResult<(Color, Move)> {
    let [color, vertex] = args else { return Err(SYNTAX) };
    match (color.parse(), vertex.parse::<Move>()) {
        (Ok(color), Ok(action)) if action.point().is_none_or(|point| size.contains(point)) => {
            Ok((color, action))
        }
        _ => Err("invalid color or coordinate".into()),
    }
}

/// Reads a vertex. Refuses one without a stone.
pub(super) fn stone(text: &str, position: &Position) -> CommandResult<Point> {
    let point = text.parse().ok().filter(|&point| position.size().contains(point));
    let point = point.ok_or("invalid coordinate")?;
    if position.at(point).is_none() {
        return Err("vertex must not be empty".into());
    }
    Ok(point)
}
