//! Life and death of single groups, by proof.
//!
//! [`study`] cuts out of the board the region that decides a group's life. It asks two questions about the
//! region. Can the enemy capture the group? Can its owner give it two eyes? Each is asked for either side
//! moving first and for either side winning all kos. A group that cannot be captured and gets no two eyes
//! lives in seki.
//!
//! A chain around the region is assumed to stay if it has room elsewhere: more than seven empty points, and
//! two liberties. A move outside the region is a pass inside it. A position that recurs, except by ko, is
//! neither a capture nor a second eye.

mod chains;
mod cut;
mod nearby;
mod question;
mod reach;
mod region;
mod settle;
mod survey;

pub use settle::{EndReader, MOST_READ, SettledChain};

use crate::Watch;
use crate::proof::solve::{PASS, Proof, Prover, Repetition};
use cut::StaticStatus;
use question::{LifeGoal, LifeQuestion};
use region::Region;
use std::fmt;
use stonefield_go::notation::counted;
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use survey::Survey;

/// Depth limit in plies, greater than the length of any line in a region.
const DEEPEST: u32 = 200;

/// Limits of the work on one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeLimits {
    /// Largest number of nodes, in all searches together.
    pub nodes: u64,
    /// Largest number of empty points in the region, at most 57.
    pub points: usize,
    /// Size of the transposition table, as a power of two, 1…26. A node takes 24 bytes.
    pub room: u32,
}

impl Default for LifeLimits {
    fn default() -> Self {
        Self { nodes: 10_000_000, points: 24, room: 20 }
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
        "the region is too large to be read out: it has {}, and at most {most} can be read",
        counted(*.points, "empty point")
    )]
    Large {
        /// Empty points of the region.
        points: usize,
        /// Largest number of empty points that may be searched.
        most: usize,
    },
    /// The proof takes more nodes than allowed.
    #[error("it takes more than {}", counted(*.nodes, "node"))]
    Spent {
        /// Nodes that were visited.
        nodes: u64,
    },
    /// The watcher stopped the search.
    #[error("stopped before it was known")]
    Stopped,
}

/// Final status of a group.
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

/// Final status of a group when a given side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Status if the enemy wins all kos.
    pub worst: Status,
    /// Status if the owner wins all kos.
    pub best: Status,
    /// Move of the first side that leads to this result.
    pub by: Option<Move>,
}

impl Fate {
    const fn without_ko(status: Status) -> Self {
        Self { worst: status, best: status, by: None }
    }

    /// True if the result depends on who wins a ko.
    #[must_use]
    pub fn is_ko(&self) -> bool {
        self.worst != self.best
    }

    /// Returns true if the status is the same, by whatever move.
    fn same_status(&self, other: &Self) -> bool {
        (self.worst, self.best) == (other.worst, other.best)
    }
}

/// Result of the proofs about a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeVerdict {
    /// Colour of the group.
    pub color: Color,
    /// Final status when each colour moves first.
    pub first: ByColor<Fate>,
    /// Empty points of the region; 0 when no search was needed.
    pub points: usize,
    /// True if only `points` empty points near the group were read, and the enemy was assumed to own all
    /// others. Such a proof can only show life.
    pub nearby: bool,
    /// One stone of each surrounding chain, of either colour, that is assumed to stay and does not live
    /// unconditionally.
    pub walls: Vec<Point>,
    /// Nodes visited in all searches together.
    pub nodes: u64,
}

impl LifeVerdict {
    /// Status, if it is the same for both sides moving first and both sides winning all kos.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        let Fate { worst, best, .. } = self.first.black;
        (worst == best && self.first.white.same_status(&self.first.black)).then_some(worst)
    }
}

impl fmt::Display for LifeVerdict {
    /// Text such as `alive if Black moves first (C3), dead if White does (C2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |fate: &Fate| {
            if fate.is_ko() {
                format!("ko: {} if {} wins it, {} if {} does", fate.best, self.color, fate.worst, !self.color)
            } else {
                fate.best.to_string()
            }
        };
        if self.first.black.same_status(&self.first.white) {
            return f.pad(&word(&self.first.black));
        }
        let move_of = |fate: &Fate| fate.by.map_or(String::new(), |by| format!(" ({by})"));
        let own_fate = &self.first[self.color];
        let enemy_fate = &self.first[!self.color];
        let between = if own_fate.is_ko() { "; " } else { ", " };
        write!(
            f,
            "{} if {} moves first{}{between}{} if {} does{}",
            word(own_fate),
            self.color,
            move_of(own_fate),
            word(enemy_fate),
            !self.color,
            move_of(enemy_fate)
        )
    }
}

/// Proves whether the group on a point lives, for either side moving first and for either side winning all
/// kos.
///
/// When it is stopped, it ends within milliseconds. On boards of a million points it ends after a tenth of a
/// second, which the survey of the board takes.
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
/// assert_eq!(verdict.first[Color::White].best, Status::Dead);
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
    let region = match survey.around(point, limits.points, watch) {
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

/// Verdict on a group by a search of its whole region. `nodes` have been visited before.
fn study_region(
    position: &Position,
    region: &Region,
    limits: LifeLimits,
    nodes: u64,
    watch: &mut dyn Watch,
) -> Result<LifeVerdict, LifeError> {
    let color = region.color;
    let mut reader = GroupReader { position, region, limits, nodes };
    let attacked = reader.fate(!color, watch)?;
    // A group that lives when the enemy moves first also lives when its owner does, as the owner may pass.
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

fn static_verdict(position: &Position, point: Point, status: Status) -> LifeVerdict {
    LifeVerdict {
        color: position.at(point).unwrap_or(Color::Black),
        first: ByColor::from_fn(|_| Fate::without_ko(status)),
        points: 0,
        nearby: false,
        walls: Vec::new(),
        nodes: 0,
    }
}

/// Reads the region of one group, and counts the nodes visited.
struct GroupReader<'a> {
    position: &'a Position,
    region: &'a Region,
    limits: LifeLimits,
    nodes: u64,
}

impl GroupReader<'_> {
    /// Fate of the group when `mover` moves first.
    fn fate(&mut self, mover: Color, watch: &mut dyn Watch) -> Result<Fate, LifeError> {
        let color = self.region.color;
        // Most groups depend on no ko, and two questions decide them. Each answer has the first side's move,
        // if that side gets what it wants.
        let (captured, capture_move) = self.ask(LifeGoal::Capture, mover, !color, watch)?;
        if captured {
            let (captured, sure_capture_move) = self.ask(LifeGoal::Capture, mover, color, watch)?;
            if captured {
                return Ok(Fate { by: sure_capture_move, ..Fate::without_ko(Status::Dead) });
            }
            let (eyes, eyes_move) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
            let best = if eyes { Status::Alive } else { Status::Seki };
            let saving_move = if eyes { eyes_move } else { sure_capture_move };
            return Ok(Fate {
                worst: Status::Dead,
                best,
                by: if mover == color { saving_move } else { capture_move },
            });
        }
        let (eyes, eyes_move) = self.ask(LifeGoal::Eyes, mover, !color, watch)?;
        if eyes {
            return Ok(Fate { by: eyes_move, ..Fate::without_ko(Status::Alive) });
        }
        let (eyes, ko_eyes_move) = self.ask(LifeGoal::Eyes, mover, color, watch)?;
        let best = if eyes { Status::Alive } else { Status::Seki };
        let by = match (mover == color, eyes) {
            (true, true) => ko_eyes_move,
            (true, false) => capture_move,
            (false, _) => eyes_move,
        };
        Ok(Fate { worst: Status::Seki, best, by })
    }

    /// Returns whether a goal is reached, and the move of the first side if that side gets what it wants.
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
        let room = self.limits.room.min(8 + u32::try_from(self.region.empties).unwrap_or(16));
        let goal_side = question.goal_side();
        let mut prover = Prover::new(Repetition::new(Some(!goal_side)), room);
        let nodes_left = self.limits.nodes.saturating_sub(self.nodes).max(1);
        let proof = prover.prove(&question, root, nodes_left, DEEPEST, watch, |_, _| {});
        self.nodes += prover.nodes;
        let first_side_wins = match proof {
            Proof::Yes(_) => true,
            Proof::No(_) => false,
            Proof::Neither | Proof::Open(_) if watch.stop() => return Err(LifeError::Stopped),
            Proof::Neither | Proof::Open(_) => return Err(LifeError::Spent { nodes: self.nodes }),
        };
        let best = prover.best(&question, &root).filter(|_| first_side_wins);
        let best = best.and_then(|best| match best {
            PASS => Some(Move::Pass),
            point => self.region.points.get(usize::from(point)).copied().flatten().map(Move::Play),
        });
        Ok((first_side_wins == (mover == goal_side), best))
    }
}
