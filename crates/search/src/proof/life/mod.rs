//! Life and death of single groups, by proof.
//!
//! [`study`] cuts out of the board the region that decides a group's life. It asks two questions about the
//! region. Can the enemy capture the group? Can its owner give it two eyes? Each question is asked for either
//! side moving first, and for either side winning all kos. A group that cannot be captured and gets no two
//! eyes lives in seki.
//!
//! A chain around the region is assumed to stay on the board if it has at least two liberties and reaches
//! more than seven empty points outside the region. A move outside the region is a pass inside it. A side
//! that repeats a position, except by ko, does not reach its goal.

mod chains;
mod cut;
mod final_status;
mod nearby;
mod question;
mod region;
mod region_points;
mod survey;

pub use final_status::{FinalStatusReader, MAX_READ_AREA, SettledChain};

use crate::Watch;
use crate::proof::solve::{PASS, Proof, Prover, Repetition};
use cut::StaticStatus;
use question::{LifeGoal, LifeQuestion};
use region::Region;
use std::fmt;
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use survey::Survey;

/// Depth limit of a search, in plies. No line in a region is as long.
const MAX_DEPTH: u32 = 200;

/// Limits of the work on one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeLimits {
    /// Largest number of nodes, in all searches together.
    pub nodes: u64,
    /// Largest number of empty points in the region, at most 57.
    pub points: usize,
    /// Binary logarithm of the number of entries of the transposition table, 1 to 26. An entry takes 24
    /// bytes.
    pub table_bits: u32,
}

impl Default for LifeLimits {
    fn default() -> Self {
        Self { nodes: 10_000_000, points: 24, table_bits: 20 }
    }
}

/// Reason why a group's life is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LifeError {
    /// The point is empty.
    #[error("no stone stands on {0}")]
    NoStone(Point),
    /// The board does not have the point.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
    /// The chain has no liberty, so no legal game leaves it on the board.
    #[error("the {color} chain at {point} stands without a liberty")]
    NoLiberty {
        /// Colour of the chain.
        color: Color,
        /// Stone of the chain.
        point: Point,
    },
    /// The region is too large.
    #[error(
        "the region is too large to be read out: it has {}, and at most {max_points} can be read",
        counted(*.points, "empty point")
    )]
    Large {
        /// Number of empty points of the region.
        points: usize,
        /// Largest number of empty points that may be searched.
        max_points: usize,
    },
    /// The proof takes more nodes than allowed.
    #[error("it takes more than {}", counted(*.nodes, "node"))]
    OutOfNodes {
        /// Number of nodes visited.
        nodes: u64,
    },
    /// The watcher stopped the search.
    #[error("stopped before it was known")]
    Stopped,
}

/// Life-and-death status of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The group is captured.
    Dead,
    /// The group is not captured and gets no two eyes.
    Seki,
    /// The group gets two eyes.
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

/// Status of a group after best play, when a given side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalStatus {
    /// Status if the enemy wins all kos.
    pub worst: Status,
    /// Status if the owner wins all kos.
    pub best: Status,
    /// First move that leads to this result, if the side that moves first gets what it wants.
    pub first_move: Option<Move>,
}

impl FinalStatus {
    const fn without_ko(status: Status) -> Self {
        Self { worst: status, best: status, first_move: None }
    }

    /// True if the result depends on who wins a ko.
    #[must_use]
    pub fn is_ko(&self) -> bool {
        self.worst != self.best
    }

    /// Returns true if the status is the same, whatever the first move.
    fn same_status(&self, other: &Self) -> bool {
        (self.worst, self.best) == (other.worst, other.best)
    }
}

/// Result of the proofs about a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeVerdict {
    /// Colour of the group.
    pub color: Color,
    /// Final status of the group if the given colour moves first.
    pub if_first: ByColor<FinalStatus>,
    /// Number of empty points of the region; 0 if no search was needed.
    pub points: usize,
    /// True if only a part of the region was read: `points` empty points near the group. The enemy was
    /// assumed to own all other points. Such a proof can only show that the group is alive.
    pub nearby: bool,
    /// Surrounding chains, of either colour, that are assumed to stay on the board and do not live
    /// unconditionally: one stone of each.
    pub walls: Vec<Point>,
    /// Number of nodes visited in all searches together.
    pub nodes: u64,
}

impl LifeVerdict {
    /// Status if it is the same whoever moves first and whoever wins the kos, else `None`.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        let FinalStatus { worst, best, .. } = self.if_first.black;
        (worst == best && self.if_first.white.same_status(&self.if_first.black)).then_some(worst)
    }
}

impl fmt::Display for LifeVerdict {
    /// Text such as `alive if Black moves first (C3), dead if White does (C2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status_text = |final_status: &FinalStatus| {
            if final_status.is_ko() {
                format!(
                    "ko: {} if {} wins it, {} if {} does",
                    final_status.best, self.color, final_status.worst, !self.color
                )
            } else {
                final_status.best.to_string()
            }
        };
        if self.if_first.black.same_status(&self.if_first.white) {
            return f.pad(&status_text(&self.if_first.black));
        }
        let move_of = |final_status: &FinalStatus| {
            final_status.first_move.map_or(String::new(), |action| format!(" ({action})"))
        };
        let own_status = &self.if_first[self.color];
        let enemy_status = &self.if_first[!self.color];
        let separator = if own_status.is_ko() { "; " } else { ", " };
        write!(
            f,
            "{} if {} moves first{}{separator}{} if {} does{}",
            status_text(own_status),
            self.color,
            move_of(own_status),
            status_text(enemy_status),
            !self.color,
            move_of(enemy_status)
        )
    }
}

/// Proves whether the group on a point lives, for either side moving first and for either side winning all
/// kos.
///
/// If `watch` stops it, it ends within milliseconds. On boards of a million points it may take a tenth of a
/// second, because a part of the survey of the board cannot be stopped.
///
/// ```
/// use stonefield_go::{Color, Position, Rules, Setup};
/// use stonefield_search::Unwatched;
/// use stonefield_search::proof::life::{LifeLimits, Status, study};
///
/// let setup: Setup = ". . . X O . .\n\
///                     X X X X O . .\n\
///                     O O O O O . .\n\
///                     . . . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::default())?;
/// let verdict = study(&position, "A3".parse()?, LifeLimits::default(), &mut Unwatched)?;
/// assert_eq!(verdict.if_first[Color::White].best, Status::Dead);
/// assert_eq!(verdict.to_string(), "alive if Black moves first (B4), dead if White does (B4)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no stone is on the point, or the life of its group cannot be proved.
pub fn study(
    position: &Position,
    point: Point,
    limits: LifeLimits,
    watch: &mut dyn Watch,
) -> Result<LifeVerdict, LifeError> {
    let survey = Survey::of(position, watch)?;
    let region = match survey.region_of(point, limits.points, watch) {
        Ok(StaticStatus::Lives) => return Ok(static_verdict(position, point, Status::Alive)),
        Ok(StaticStatus::Lost) => return Ok(static_verdict(position, point, Status::Dead)),
        Ok(StaticStatus::Open(region)) if region.empties <= nearby::LARGEST_WHOLE => {
            return study_region(position, &region, limits, 0, watch);
        }
        Ok(StaticStatus::Open(region)) => Ok(region),
        Err(large @ LifeError::Large { .. }) => Err(large),
        Err(error) => return Err(error),
    };
    let mut nodes = 0;
    match nearby::prove_life(&survey, point, &[], limits, &mut nodes, watch)? {
        Some((verdict, _)) => Ok(verdict),
        None => study_region(position, &*region?, limits, nodes, watch),
    }
}

/// Reads the whole region of a group. `nodes` is the number of nodes that earlier searches have visited.
fn study_region(
    position: &Position,
    region: &Region,
    limits: LifeLimits,
    nodes: u64,
    watch: &mut dyn Watch,
) -> Result<LifeVerdict, LifeError> {
    let color = region.color;
    let mut reader = GroupReader { position, region, limits, nodes };
    let attacker_first = reader.final_status(!color, watch)?;
    // A group that lives if the enemy moves first also lives if its owner does, because the owner may pass.
    let defender_first = if attacker_first.worst == Status::Alive {
        FinalStatus { first_move: None, ..attacker_first }
    } else {
        reader.final_status(color, watch)?
    };
    let mut if_first = ByColor::new(attacker_first, attacker_first);
    if_first[color] = defender_first;
    let walls = region.walls.clone();
    Ok(LifeVerdict { color, if_first, points: region.empties, nearby: false, nodes: reader.nodes, walls })
}

fn static_verdict(position: &Position, point: Point, status: Status) -> LifeVerdict {
    LifeVerdict {
        color: position.at(point).unwrap_or(Color::Black),
        if_first: ByColor::from_fn(|_| FinalStatus::without_ko(status)),
        points: 0,
        nearby: false,
        walls: Vec::new(),
        nodes: 0,
    }
}

/// Reader of the region of one group.
struct GroupReader<'a> {
    position: &'a Position,
    region: &'a Region,
    limits: LifeLimits,
    /// Number of nodes visited so far.
    nodes: u64,
}

impl GroupReader<'_> {
    /// Finds the final status of the group if `mover` moves first.
    fn final_status(&mut self, mover: Color, watch: &mut dyn Watch) -> Result<FinalStatus, LifeError> {
        let color = self.region.color;
        // Most groups do not depend on a ko, and two questions decide them.
        let (captured, capture_move) = self.ask(LifeGoal::Capture, mover, !color, watch)?;
        if captured {
            let (captured, sure_capture_move) = self.ask(LifeGoal::Capture, mover, color, watch)?;
            if captured {
                return Ok(FinalStatus {
                    first_move: sure_capture_move,
                    ..FinalStatus::without_ko(Status::Dead)
                });
            }
            let (eyes, eyes_move) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
            let best = if eyes { Status::Alive } else { Status::Seki };
            let saving_move = if eyes { eyes_move } else { sure_capture_move };
            return Ok(FinalStatus {
                worst: Status::Dead,
                best,
                first_move: if mover == color { saving_move } else { capture_move },
            });
        }
        let (eyes, eyes_move) = self.ask(LifeGoal::Eyes, mover, !color, watch)?;
        if eyes {
            return Ok(FinalStatus { first_move: eyes_move, ..FinalStatus::without_ko(Status::Alive) });
        }
        let (eyes, ko_eyes_move) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
        let best = if eyes { Status::Alive } else { Status::Seki };
        let first_move = match (mover == color, eyes) {
            (true, true) => ko_eyes_move,
            (true, false) => capture_move,
            (false, _) => eyes_move,
        };
        Ok(FinalStatus { worst: Status::Seki, best, first_move })
    }

    /// Asks whether a goal is reached if `mover` moves first and `ko_winner` wins all kos. Returns the
    /// answer, and the first move if `mover` gets what it wants.
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
        let root = question.lift_ko_ban(self.region.root(mover, ko));
        let table_bits = self.limits.table_bits.min(8 + u32::try_from(self.region.empties).unwrap_or(16));
        let goal_side = question.goal_side();
        let mut prover = Prover::new(Repetition::new(Some(!goal_side)), table_bits);
        let nodes_left = self.limits.nodes.saturating_sub(self.nodes).max(1);
        let proof = prover.prove(&question, root, nodes_left, MAX_DEPTH, watch, |_, _| {});
        self.nodes += prover.nodes;
        let first_side_wins = match proof {
            Proof::Yes(_) => true,
            Proof::No(_) => false,
            Proof::Neither | Proof::Open(_) if watch.stop() => return Err(LifeError::Stopped),
            Proof::Neither | Proof::Open(_) => return Err(LifeError::OutOfNodes { nodes: self.nodes }),
        };
        let best = prover.best(&question, &root).filter(|_| first_side_wins);
        let best = best.and_then(|best| match best {
            PASS => Some(Move::Pass),
            point => self.region.points.get(usize::from(point)).copied().flatten().map(Move::Play),
        });
        Ok((first_side_wins == (mover == goal_side), best))
    }
}
