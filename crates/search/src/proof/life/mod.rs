//! Life and death of single groups, by proof.
//!
//! [`study`] cuts the region out of the board that a group's life hangs on and asks two questions of it, with either side to move first and
//! with either side winning all kos: can the enemy take the group, and can its owner give it two eyes? What cannot be taken and gets no two eyes
//! lives in seki.
//!
//! The chains around the region that have room elsewhere, more than seven empty points and two liberties, are taken to stay. A move outside the
//! region is a pass inside; a position that comes back (except by ko) is neither a capture nor a second eye.

mod nearby;
mod question;
mod reach;
mod region;
mod settle;
mod survey;

pub use settle::{EndReader, MOST_READ, SettledChain};

use crate::Watch;
use crate::proof::solve::{PASS, Proof, Prover, Repetition};
use question::{LifeGoal, LifeQuestion};
use region::Region;
use std::fmt;
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use survey::{StaticStatus, Survey};

/// Deeper than any line of a region goes.
const DEEPEST: u32 = 200;

/// How much may be spent on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeLimits {
    /// The most nodes to visit, in all searches together.
    pub nodes: u64,
    /// Empty points of the region, at most 57.
    pub points: usize,
    /// Room to remember nodes, as a power of two, 1…26; 24 bytes each.
    pub room: u32,
}

impl Default for LifeLimits {
    fn default() -> Self {
        Self { nodes: 10_000_000, points: 24, room: 20 }
    }
}

/// Why a group's life is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LifeError {
    /// An empty point.
    #[error("no stone stands on {0}")]
    NoStone(Point),
    /// A point that the board does not have.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
    /// A chain that the law would have taken off the board.
    #[error("the {color} chain at {point} stands without a liberty")]
    NoLiberty {
        /// Whose it is.
        color: Color,
        /// A stone of the chain.
        point: Point,
    },
    /// Too large a region.
    #[error(
        "the region is too large to be read out: it has {}, and at most {most} can be read",
        counted(*.points, "empty point")
    )]
    Large {
        /// Empty points of its region.
        points: usize,
        /// Empty points that may be searched, at most.
        most: usize,
    },
    /// Too few nodes.
    #[error("it takes more than {}", counted(*.nodes, "node"))]
    Spent {
        /// Nodes that were visited.
        nodes: u64,
    },
    /// It was told to stop.
    #[error("stopped before it was known")]
    Stopped,
}

/// How a group ends up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// It is taken.
    Dead,
    /// It is not taken and gets no two eyes.
    Seki,
    /// It gets two eyes.
    Alive,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dead => "dead",
            Self::Seki => "seki",
            Self::Alive => "alive",
        })
    }
}

/// How a group ends up when a given side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// When the enemy wins all kos.
    pub worst: Status,
    /// When its owner does.
    pub best: Status,
    /// The move that brings it about, of the side that moves first.
    pub by: Option<Move>,
}

impl Fate {
    const fn sure(status: Status) -> Self {
        Self { worst: status, best: status, by: None }
    }

    /// Whether it hangs on who wins a ko.
    #[must_use]
    pub fn is_ko(&self) -> bool {
        self.worst != self.best
    }

    /// The same end, whatever brings it about.
    fn same(&self, other: &Self) -> bool {
        (self.worst, self.best) == (other.worst, other.best)
    }
}

/// What was found out about a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeVerdict {
    /// The group's colour.
    pub color: Color,
    /// How it ends up when each colour moves first.
    pub first: ByColor<Fate>,
    /// Empty points of its region; 0 when no search was needed.
    pub points: usize,
    /// Whether only so many points near it were looked at, all beyond being taken to be the enemy's. That may show that it lives, and nothing else.
    pub nearby: bool,
    /// Stones of the chains around it that are taken to stay and do not live unconditionally, one each; of either colour.
    pub walls: Vec<Point>,
    /// Nodes visited in all searches together.
    pub nodes: u64,
}

impl LifeVerdict {
    /// The status, if it is the same no matter who moves first and wins kos.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        let Fate { worst, best, .. } = self.first.black;
        (worst == best && self.first.white.same(&self.first.black)).then_some(worst)
    }
}

impl fmt::Display for LifeVerdict {
    /// As in `alive if Black moves first (C3), dead if White does (C2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |fate: &Fate| {
            if fate.is_ko() {
                format!("ko: {} if {} wins it, {} if {} does", fate.best, self.color, fate.worst, !self.color)
            } else {
                fate.best.to_string()
            }
        };
        if self.first.black.same(&self.first.white) {
            return f.pad(&word(&self.first.black));
        }
        let move_of = |fate: &Fate| fate.by.map_or(String::new(), |by| format!(" ({by})"));
        let own = &self.first[self.color];
        let enemy = &self.first[!self.color];
        let between = if own.is_ko() { "; " } else { ", " };
        write!(
            f,
            "{} if {} moves first{}{between}{} if {} does{}",
            word(own),
            self.color,
            move_of(own),
            word(enemy),
            !self.color,
            move_of(enemy)
        )
    }
}

/// Finds out whether the group on a point lives, no matter who moves first; ko wins are given to either side in turn.
///
/// It ends within milliseconds of being told to stop; on boards of a million points, in the tenth of a second that it takes to look them over.
///
/// # Errors
/// When no stone stands there, or why it could not be found out.
pub fn study(
    position: &Position,
    point: Point,
    limits: LifeLimits,
    watch: &mut dyn Watch,
) -> Result<LifeVerdict, LifeError> {
    let survey = Survey::of(position, watch)?;
    let region = match survey.around(point, limits.points, watch) {
        Ok(StaticStatus::Lives) => return Ok(at_once(position, point, Status::Alive)),
        Ok(StaticStatus::Lost) => return Ok(at_once(position, point, Status::Dead)),
        Ok(StaticStatus::Open(region)) if region.empties <= nearby::LEAST => {
            return whole(position, &region, limits, 0, watch);
        }
        Ok(StaticStatus::Open(region)) => Ok(region),
        Err(large @ LifeError::Large { .. }) => Err(large),
        Err(error) => return Err(error),
    };
    let mut nodes = 0;
    match nearby::lives(&survey, point, &[], limits, &mut nodes, watch)? {
        Some((verdict, _)) => Ok(verdict),
        None => whole(position, &*region?, limits, nodes, watch),
    }
}

/// What a search of the whole region finds, `nodes` having been visited before.
fn whole(
    position: &Position,
    region: &Region,
    limits: LifeLimits,
    nodes: u64,
    watch: &mut dyn Watch,
) -> Result<LifeVerdict, LifeError> {
    let color = region.color;
    let mut reader = GroupReader { position, region, limits, nodes };
    let attacked = reader.fate(!color, watch)?;
    // The side that may pass first is at least as well off as the one who moves second.
    let defended = if attacked.worst == Status::Alive {
        Fate { by: None, ..attacked }
    } else {
        reader.fate(color, watch)?
    };
    let mut first = ByColor::new(attacked, attacked);
    first[color] = defended;
    let walls = region.walls.clone();
    Ok(LifeVerdict { color, first, points: region.empties, nearby: false, nodes: reader.nodes, walls })
}

fn at_once(position: &Position, point: Point, status: Status) -> LifeVerdict {
    LifeVerdict {
        color: position.at(point).unwrap_or(Color::Black),
        first: ByColor::from_fn(|_| Fate::sure(status)),
        points: 0,
        nearby: false,
        walls: Vec::new(),
        nodes: 0,
    }
}

struct GroupReader<'a> {
    position: &'a Position,
    region: &'a Region,
    limits: LifeLimits,
    nodes: u64,
}

impl GroupReader<'_> {
    fn fate(&mut self, mover: Color, watch: &mut dyn Watch) -> Result<Fate, LifeError> {
        let color = self.region.color;
        // Most groups hang on no ko, and two questions settle them.
        let (taken, kill) = self.ask(LifeGoal::Capture, mover, !color, watch)?;
        if taken {
            let (taken, sure_kill) = self.ask(LifeGoal::Capture, mover, color, watch)?;
            if taken {
                return Ok(Fate { by: sure_kill, ..Fate::sure(Status::Dead) });
            }
            let (eyes, live) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
            let best = if eyes { Status::Alive } else { Status::Seki };
            let saved = if eyes { live } else { sure_kill };
            return Ok(Fate { worst: Status::Dead, best, by: if mover == color { saved } else { kill } });
        }
        let (eyes, live) = self.ask(LifeGoal::Eyes, mover, !color, watch)?;
        if eyes {
            return Ok(Fate { by: live, ..Fate::sure(Status::Alive) });
        }
        let (eyes, most) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
        let best = if eyes { Status::Alive } else { Status::Seki };
        let by = match (mover == color, eyes) {
            (true, true) => most,
            (true, false) => kill,
            (false, _) => live,
        };
        Ok(Fate { worst: Status::Seki, best, by })
    }

    /// Whether a goal is reached, and the move with which the first player gets what he can.
    fn ask(
        &mut self,
        goal: LifeGoal,
        mover: Color,
        ko_winner: Color,
        watch: &mut dyn Watch,
    ) -> Result<(bool, Option<Move>), LifeError> {
        let suicide = self.position.rules().suicide;
        let question = LifeQuestion { region: self.region, goal, ko_winner, suicide };
        let ko = self.position.ko().filter(|_| self.position.to_move() == mover);
        let root = question.lifted(self.region.root(mover, ko));
        let room = self.limits.room.min(8 + u32::try_from(self.region.empties).unwrap_or(16));
        let wants = question.wants();
        let mut prover = Prover::new(Repetition::new(Some(!wants)), room);
        let left = self.limits.nodes.saturating_sub(self.nodes).max(1);
        let proof = prover.prove(&question, root, left, DEEPEST, watch, |_, _| {});
        self.nodes += prover.nodes;
        let first_gains = match proof {
            Proof::Yes(_) => true,
            Proof::No(_) => false,
            Proof::Neither | Proof::Open(_) if watch.stop() => return Err(LifeError::Stopped),
            Proof::Neither | Proof::Open(_) => return Err(LifeError::Spent { nodes: self.nodes }),
        };
        let best = prover.best(&question, &root).filter(|_| first_gains);
        let best = best.and_then(|best| match best {
            PASS => Some(Move::Pass),
            point => self.region.points.get(usize::from(point)).copied().flatten().map(Move::Play),
        });
        Ok((first_gains == (mover == wants), best))
    }
}
