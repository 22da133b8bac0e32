//! Review: a mind assesses each move of a game, and names the move that it would have played.

use stonefield_go::notation::names;
use stonefield_go::notation::sgf::{BoardInfo, Collection, NodeId, NodeRef, Replay, SizeFault};
use stonefield_go::{Color, Move, Position};
use stonefield_minds::engine::Fault;
use stonefield_minds::{Answer, BrainSpec};
use stonefield_search::{Dice, Evaluation, Purpose, StopWatch, Thought, real_clock, rounded};
use stonefield_sim::OwnedObservation;
use stonefield_sim::history::{REVIEW, write_evaluation};

/// Assessment of a position by a mind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assessment {
    /// The colour to move; `None` only in an empty assessment.
    pub color: Option<Color>,
    /// Move that the mind would play; `None` if it would resign.
    pub best: Option<Move>,
    /// Evaluation from Black's point of view.
    pub evaluation: Evaluation,
    /// Variation that the mind expects, beginning with [`Assessment::best`]; empty if it gave none.
    pub expected: Vec<Move>,
}

/// A move of a game, and the mind's assessments before and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The node of the move.
    pub node: NodeId,
    /// Number of the move in the main line, from 1.
    pub number: u32,
    /// The colour that made the move.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// True if the move is illegal.
    pub illegal: bool,
    /// Assessment of the position before the move, with [`ReviewedMove::color`] to move.
    pub before: Assessment,
    /// Assessment of the position after the move.
    pub after: Assessment,
}

impl ReviewedMove {
    /// Returns true if the mind would have played the same move.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.before.best == Some(self.action)
    }

    /// Returns the loss of winning probability by the move, −1 to 1: the mind's estimate before the move
    /// minus that after it. `None` if the mind gave no probability.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        let winrate = |assessment: &Assessment| assessment.evaluation.swap_view_for(self.color).winrate;
        Some(winrate(&self.before)? - winrate(&self.after)?)
    }

    /// Returns the loss by the move in points, like [`Self::loss`]; `None` if the mind gave no lead.
    #[must_use]
    pub fn points_lost(&self) -> Option<f64> {
        let lead = |assessment: &Assessment| assessment.evaluation.swap_view_for(self.color).lead;
        Some(lead(&self.before)? - lead(&self.after)?)
    }
}

/// Reason why a game cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The record has no valid board size.
    #[error(transparent)]
    Board(#[from] SizeFault),
    /// The mind is a person.
    #[error("{0} is a person: choose a mind that plays by itself")]
    Person(BrainSpec),
    /// The mind cannot be started.
    #[error(transparent)]
    Start(#[from] Fault),
    /// The mind failed.
    #[error("before move {number}: {why}")]
    Mind {
        /// Number of the move that follows the position, from 1. After the last move: one more.
        number: u32,
        /// Reason for the failure, as the mind gave it.
        why: String,
    },
}

/// Reviews the main line of a game. `progress` is called after each position, with the numbers of finished
/// positions and of all positions.
///
/// The mind assesses each position before a move, and the last position. The same seed gives the same
/// review, unless the mind is not repeatable: see [`BrainSpec::is_repeatable`].
///
/// # Errors
/// If the board size is invalid, or the mind is a person, cannot be started, or fails.
pub fn review(
    root: NodeRef<'_>,
    spec: &BrainSpec,
    seed: u64,
    mut progress: impl FnMut(usize, usize),
) -> Result<Vec<ReviewedMove>, ReviewError> {
    if spec.info().human {
        return Err(ReviewError::Person(spec.clone()));
    }
    let info = BoardInfo::of(root)?;
    let mut mind = Reviewer { spec: spec.clone(), brain: spec.build(), dice: Dice::new(seed, 0, 0) };
    mind.brain.prepare()?;
    let count = moves(root, &info).count();
    let total = count + usize::from(count > 0);
    let mut done = 0;
    let mut reviewed: Vec<ReviewedMove> = Vec::with_capacity(count);
    let mut next: Option<(Assessment, Position)> = None;
    for (mut this, before, after) in moves(root, &info) {
        // The positions after a move and before the next one differ if the record sets stones or the turn.
        this.before = match next.take() {
            Some((assessment, position)) if is_same(&position, &before) => assessment,
            _ => mind.ask(&before, this.number)?,
        };
        done += 1;
        progress(done, total);
        this.after = mind.ask(&after, this.number + 1)?;
        next = Some((this.after.clone(), after));
        reviewed.push(this);
    }
    progress(total, total);
    Ok(reviewed)
}

/// Iterates over the moves of a main line, each with the positions before and after it. Positions are created
/// when they are needed: those of a long game would not fit into memory together.
fn moves<'r>(
    root: NodeRef<'r>,
    info: &BoardInfo,
) -> impl Iterator<Item = (ReviewedMove, Position, Position)> + use<'r> {
    let mut replay = Replay::new(info);
    root.main_line().filter_map(move |node| {
        let mut before = replay.clone();
        before.set_up(node);
        let effect = replay.step(node);
        let (color, action) = effect.played?;
        let mut before = before.into_position();
        before.set_to_move(color);
        let reviewed = ReviewedMove {
            node: node.id(),
            number: replay.move_count(),
            color,
            action,
            illegal: effect.illegal.is_some(),
            before: Assessment::default(),
            after: Assessment::default(),
        };
        let mut after = replay.position().clone();
        // Two passes end a game, but a record may continue. The game is then resumed to ask the mind.
        after.hand_turn(after.to_move());
        Some((reviewed, before, after))
    })
}

/// Returns true if two positions are the same for a mind: stones, colour to move and number of plies.
fn is_same(a: &Position, b: &Position) -> bool {
    a.to_move() == b.to_move() && a.setup() == b.setup() && a.ply() == b.ply()
}

struct Reviewer {
    spec: BrainSpec,
    brain: Box<dyn stonefield_minds::Brain>,
    dice: Dice,
}

impl Reviewer {
    fn ask(&mut self, position: &Position, number: u32) -> Result<Assessment, ReviewError> {
        let color = position.to_move();
        let mut thought = Thought::default();
        let mut watch =
            StopWatch::new(real_clock(), || false).with_thoughts(true, |latest| thought.clone_from(latest));
        let rng = self.dice.rng(u64::from(number), Some(color), Purpose::Think);
        let observation = OwnedObservation::of(position.clone(), &self.spec)
            .map_err(|why| ReviewError::Mind { number, why: why.to_string() })?;
        let best = match observation.ask(&mut *self.brain, rng, &mut watch) {
            Answer::Move(action) => Some(action),
            Answer::Resign => None,
            Answer::Failed(why) => return Err(ReviewError::Mind { number, why }),
        };
        Ok(assessment(color, best, thought))
    }
}

/// Converts a mind's thought to an assessment. `color` is to move, and the mind would play `best`.
fn assessment(color: Color, best: Option<Move>, thought: Thought) -> Assessment {
    let chosen = thought.candidates.iter().find(|candidate| Some(candidate.action) == best);
    let evaluation = Evaluation {
        winrate: thought.winrate.or(chosen.and_then(|candidate| candidate.winrate)),
        lead: thought.lead.or(chosen.and_then(|candidate| candidate.lead)),
    };
    Assessment {
        color: Some(color),
        best,
        evaluation: evaluation.swap_view_for(color),
        expected: chosen.map(|candidate| candidate.variation.clone()).unwrap_or_default(),
    }
}

/// Writes a review into its record. The node of each move gets `SBKV` (Black's winning chance in percent),
/// `SBKS` (Black's lead in points) and a comment line, which replaces that of an earlier review. If the mind
/// disagrees, and the loss of winning probability is at least `branch`, its variation is added to the record.
pub fn annotate(games: &mut Collection, spec: &BrainSpec, review: &[ReviewedMove], branch: Option<f64>) {
    for this in review {
        let Some(size) = BoardInfo::of(games.node(this.node).root()).ok().map(|info| info.size) else {
            return;
        };
        write_evaluation(games, this.node, this.after.evaluation);
        let comment = games.node(this.node).text("C").unwrap_or_default();
        let mut lines = comment.lines().filter(|line| !line.starts_with(REVIEW)).collect::<Vec<_>>();
        let line = remark(spec, this);
        lines.push(&line);
        games.set_text(this.node, "C", &lines.join("\n"));
        let is_mistake = branch.is_some_and(|least| this.loss().is_some_and(|loss| loss >= least));
        let parent = games.node(this.node).parent().map(NodeRef::id);
        if let (true, false, Some(mut node)) = (is_mistake, this.agrees(), parent) {
            let mut color = this.color;
            for action in &this.before.expected {
                let Some((next, _)) = games.add_move(node, color, *action, size) else { break };
                (node, color) = (next, !color);
            }
        }
    }
}

/// Describes a reviewed move in one line.
fn remark(spec: &BrainSpec, this: &ReviewedMove) -> String {
    let mut parts = Vec::new();
    if let Some(share) = this.after.evaluation.winrate {
        parts.push(format!("Black {:.1} %", 100.0 * share));
    }
    if let Some(lead) = this.after.evaluation.lead {
        let lead = rounded(lead, 1);
        let ahead = if lead < 0.0 { "White" } else { "Black" };
        parts.push(format!("{ahead} ahead by {:.1}", lead.abs()));
    }
    let best = match this.before.best {
        _ if this.agrees() => "its own move too".to_owned(),
        Some(best) => format!("it would play {best}"),
        None => "it would resign".to_owned(),
    };
    parts.push(best);
    if let Some(loss) = this.loss().filter(|_| !this.agrees()) {
        parts.push(format!("loss {:.1} %", rounded(100.0 * loss, 1)));
    }
    if let Some(points) = this.points_lost().filter(|_| !this.agrees()) {
        parts.push(format!("{:.1} points", rounded(points, 1)));
    }
    if !this.agrees() && this.before.expected.len() > 1 {
        parts.push(format!("expecting {}", names(this.before.expected.iter().take(8))));
    }
    format!("{REVIEW}{spec}: {}", parts.join(", "))
}
