//! Loss: the cost of each move of a record for the colour that made it, by the evaluations of minds.
//!
//! A node holds an evaluation for Black. A player evaluates the position before the move of the node. A
//! review or another program evaluates the position after it.
//!
//! Two evaluations are compared only if the same mind made them, one before the move and one after it.
//! Besides this move, at most one move of the other colour lies between the two positions.

use super::{GameRecord, PRIVATE};
use std::fmt;
use stonefield_go::Color;
use stonefield_go::notation::sgf::{NodeId, NodeRef};
use stonefield_search::{Evaluation, rounded};

/// Beginning of each comment line that a review writes.
pub const REVIEW: &str = "Review by ";

/// Number of child nodes, from the first one, whose evaluations are used.
const MAX_CHILDREN: usize = 8;

/// Loss of a move for the colour that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveLoss {
    /// Loss of winning chance, from -1 to 1. Negative: the move gained.
    pub winrate: Option<f64>,
    /// Loss of lead, in points. Negative: the move gained.
    pub lead: Option<f64>,
}

/// Severity of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Little or no loss.
    Fine,
    /// Small loss.
    Inaccuracy,
    /// Large loss.
    Mistake,
    /// Loss that may have decided the game.
    Blunder,
}

impl Severity {
    /// All severities, the mildest first.
    pub const ALL: [Self; 4] = [Self::Fine, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Name of the severity.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["fine", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// Lower bounds of the severity: loss of winning chance, from 0 to 1, and loss of lead, in points.
    #[must_use]
    pub const fn lower_bounds(self) -> (f64, f64) {
        [(f64::NEG_INFINITY, f64::NEG_INFINITY), (0.05, 1.5), (0.10, 4.0), (0.20, 8.0)][self as usize]
    }
}

impl MoveLoss {
    /// Loss of a move of `color`, from evaluations for Black before and after it. `None`: the evaluations
    /// have no value in common.
    #[must_use]
    pub fn between(color: Color, before: Evaluation, after: Evaluation) -> Option<Self> {
        let (before, after) = (before.swap_view_for(color), after.swap_view_for(color));
        let loss = Self {
            winrate: before.winrate.zip(after.winrate).map(|(before, after)| before - after),
            lead: before.lead.zip(after.lead).map(|(before, after)| before - after),
        };
        (loss != Self::default()).then_some(loss)
    }

    /// Severity of the loss, by winning chance if it is known, or else by lead.
    #[must_use]
    pub fn severity(&self) -> Severity {
        let at_least = |severity: &Severity| {
            let (share, points) = severity.lower_bounds();
            match (self.winrate, self.lead) {
                // Rounded to 0.1 % and 0.1 points, so that errors of floating point do not lower the
                // severity.
                (Some(lost), _) => rounded(lost, 3) >= share,
                (None, lost) => rounded(lost.unwrap_or(0.0), 1) >= points,
            }
        };
        Severity::ALL.into_iter().rev().find(at_least).unwrap_or(Severity::Fine)
    }
}

impl fmt::Display for MoveLoss {
    /// Writes the loss as `loses 12 %, lead −3.2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lost) = self.winrate {
            let percent = rounded(100.0 * lost, 0);
            if percent > 0.0 {
                write!(f, "loses {percent} %")?;
            } else if percent < 0.0 {
                write!(f, "gains {} %", -percent)?;
            } else {
                f.write_str("loses nothing")?;
            }
        }
        if let Some(lost) = self.lead {
            let change = rounded(-lost, 1);
            let sign = if change < 0.0 { '−' } else { '+' };
            let comma = if self.winrate.is_some() { ", " } else { "" };
            write!(f, "{comma}lead {sign}{:.1}", change.abs())?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source<'a> {
    /// A review after the game, or another program.
    Reviewer,
    /// The mind with this name.
    Mind(&'a str),
    /// The player of this colour. Black, if the same mind played both colours.
    Player(Color),
}

impl GameRecord {
    /// Evaluation for Black in the node of a move.
    #[must_use]
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        if let Some(evaluation) = self.steps.evaluation(node) {
            return Some(evaluation.black);
        }
        let node = self.games.node(node);
        let share = node.real("SBKV").filter(|percent| (0.0..=100.0).contains(percent));
        let evaluation =
            Evaluation { winrate: share.map(|percent| percent / 100.0), lead: node.real("SBKS") };
        (evaluation != Evaluation::default()).then_some(evaluation)
    }

    /// Loss of the move in a node. `None`: no source evaluated two positions that can be compared.
    #[must_use]
    pub fn loss(&self, node: NodeId) -> Option<MoveLoss> {
        let played = self.games.node(node);
        let color = self.mover(played)?;
        let before = played.parent()?;
        let other = |node: &NodeRef<'_>| self.mover(*node) == Some(!color);
        // First choice: evaluations before and after this move. Second: before the move of the other colour
        // that precedes this one, and after this move. Third: before this move, and after the answer of the
        // other colour.
        self.change(color, before, played)
            .or_else(|| self.change(color, before.parent().filter(|_| other(&before))?, played))
            .or_else(|| {
                played
                    .children()
                    .take(MAX_CHILDREN)
                    .filter(other)
                    .find_map(|answer| self.change(color, before, answer))
            })
    }

    /// Nearest node with a mistake or blunder. `after`: true to search after the present, on the line and on
    /// its continuation in the tree; false to search before the present.
    #[must_use]
    pub fn mistake(&self, after: bool) -> Option<NodeId> {
        let here = self.depth();
        let is_bad =
            |node: &NodeId| self.loss(*node).is_some_and(|loss| loss.severity() >= Severity::Mistake);
        if !after {
            return self.line[..here].iter().rev().copied().find(is_bad);
        }
        let end = self.games.node(self.line[self.written_before(self.line.len() - 1)]);
        let beyond = end.main_line().skip(1).map(NodeRef::id);
        self.line[here + 1..].iter().copied().chain(beyond).find(is_bad)
    }

    /// Tick of a node on the line.
    #[must_use]
    pub fn tick_of(&self, node: NodeId) -> u64 {
        u64::from(self.steps.get(node).tick)
    }

    /// Loss of a colour between the positions after two nodes, by one source that evaluated both.
    fn change(&self, color: Color, from: NodeRef<'_>, to: NodeRef<'_>) -> Option<MoveLoss> {
        self.opinions(to).find_map(|(source, after)| {
            let (_, before) = self.opinions(from).find(|(other, _)| *other == source)?;
            MoveLoss::between(color, before, after)
        })
    }

    /// Evaluations of the position after a node, each with its source.
    fn opinions<'a>(&'a self, node: NodeRef<'a>) -> impl Iterator<Item = (Source<'a>, Evaluation)> {
        // `before`: true for an evaluation before the move in the node, false for one after it.
        let evaluation_in = move |node: NodeRef<'a>, before: bool| {
            let evaluation = self.evaluation(node.id())?;
            (self.is_of_player(node) == before).then_some((node, evaluation))
        };
        let review = evaluation_in(node, false).map(|(_, evaluation)| (Source::Reviewer, evaluation));
        let players = node.children().take(MAX_CHILDREN).filter_map(move |child| {
            let (child, evaluation) = evaluation_in(child, true)?;
            Some((self.source_of(child)?, evaluation))
        });
        review.into_iter().chain(players)
    }

    /// True if the evaluation in a node is by the player who moved, about the position before the move.
    fn is_of_player(&self, node: NodeRef<'_>) -> bool {
        if self.steps.evaluation(node.id()).is_some() {
            return true;
        }
        let root = self.games.node(self.root);
        let ours = root.property(PRIVATE).is_some()
            || root.value("AP").is_some_and(|program| program.starts_with("Stonefield:"));
        ours && !node.value("C").is_some_and(|comment| comment.lines().any(|line| line.starts_with(REVIEW)))
    }

    fn source_of(&self, node: NodeRef<'_>) -> Option<Source<'_>> {
        let evaluation = self.steps.evaluation(node.id());
        if let Some(mind) = evaluation.and_then(|evaluation| evaluation.mind.as_deref()) {
            return Some(Source::Mind(mind));
        }
        let (brains, _) = self.beginning();
        let color = self.mover(node)?;
        Some(Source::Player(if brains.black == brains.white { Color::Black } else { color }))
    }

    /// Colour that moved in a node, by its text, or else by its ply.
    fn mover(&self, node: NodeRef<'_>) -> Option<Color> {
        let played = || self.steps.ply(node.id()).map(super::step::Ply::color);
        let written = |name: &str| node.property(name).is_some();
        match (written("B"), written("W")) {
            (true, _) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (false, false) => played(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, open};
    use super::*;
    use crate::create_app;
    use stonefield_go::notation::sgf::read_text;

    fn chance(percent: f64) -> Evaluation {
        Evaluation { winrate: Some(percent / 100.0), lead: None }
    }

    /// Losses of a record's moves, as text, in the order of the file. `-`: unknown.
    fn losses(text: &str) -> Vec<String> {
        let mut app = create_app();
        let games = read_text(text).expect("a game").collection;
        let root = games.games()[0];
        let opened = open(app.world_mut(), games, root, Heading::default()).expect("can be opened");
        let record = app.world().get::<GameRecord>(opened.goban).expect("a record");
        let text_of =
            |node: NodeRef<'_>| record.loss(node.id()).map_or("-".to_owned(), |loss| loss.to_string());
        record.games().node(record.root()).preorder().skip(1).map(text_of).collect()
    }

    #[test]
    fn a_loss_is_from_the_view_of_the_colour_that_moved() {
        let loss = |color| MoveLoss::between(color, chance(60.0), chance(48.0)).expect("both are known");
        assert_eq!(loss(Color::Black).to_string(), "loses 12 %");
        assert_eq!(loss(Color::White).to_string(), "gains 12 %");
        let points = |lead| Evaluation { winrate: None, lead: Some(lead) };
        let lost = MoveLoss::between(Color::White, points(-4.0), points(-0.8)).expect("both are known");
        assert_eq!((lost.to_string().as_str(), lost.severity()), ("lead −3.2", Severity::Inaccuracy));
        let both = |share, lead| Evaluation { winrate: Some(share), lead: Some(lead) };
        let lost = MoveLoss::between(Color::Black, both(0.5, 1.0), both(0.5, 1.0)).expect("both are known");
        assert_eq!(lost.to_string(), "loses nothing, lead +0.0");
        assert_eq!(MoveLoss::between(Color::Black, chance(50.0), points(1.0)), None);
    }

    #[test]
    fn severity_begins_at_its_lower_bound() {
        let share = |lost| MoveLoss { winrate: Some(lost), lead: Some(99.0) }.severity();
        let points = |lost| MoveLoss { winrate: None, lead: Some(lost) }.severity();
        for severity in Severity::ALL.into_iter().skip(1) {
            let (least, points_least) = severity.lower_bounds();
            assert!(share(least) == severity && share(least - 0.002) < severity);
            assert!(points(points_least) == severity && points(points_least - 0.2) < severity);
        }
        assert_eq!((share(-0.4), points(-9.0)), (Severity::Fine, Severity::Fine));
        assert_eq!((share(0.9), points(30.0)), (Severity::Blunder, Severity::Blunder));
    }

    #[test]
    fn evaluations_of_other_programs_are_after_the_move() {
        let text = "(;SZ[9];B[cc]SBKV[50];W[dd]SBKV[62](;B[ee]SBKV[40];W[ff])(;B[gg]SBKV[63.4]SBKS[2]))";
        assert_eq!(losses(text), ["-", "loses 12 %", "loses 22 %", "-", "gains 1 %"]);
        assert_eq!(losses("(;SZ[9];B[cc]SBKV[none];W[dd]SBKV[150])"), ["-", "-"]);
    }

    #[test]
    fn evaluations_at_every_second_move_give_losses_too() {
        // Some programs write only evaluations of their own moves.
        let text = "(;SZ[9];B[aa]SBKV[50];W[bb];B[cc]SBKV[65];W[dd];B[ee]SBKV[40])";
        assert_eq!(losses(text), ["-", "loses 15 %", "gains 15 %", "gains 25 %", "loses 25 %"]);
    }

    const OURS: &str = "STONEFIELD[form=1][size=9][rules=tromp-taylor][komi=7.5][seed=1]";

    #[test]
    fn evaluations_of_players_are_before_their_move() {
        // One mind plays both colours. White's evaluation shows that Black's move at cc cost Black winning
        // chance.
        let game = |black: &str, white: &str| {
            format!(
                "(;SZ[9]AP[Stonefield:0.1]{OURS}[black={black}][white={white}];B[cc]SBKV[50];W[dd]SBKV[30];B[ee]SBKV[30];W[ff]SBKV[45])"
            )
        };
        assert_eq!(losses(&game("random", "random")), ["loses 20 %", "loses nothing", "gains 15 %", "-"]);
        // Two minds: the opponent judges a move, by its evaluations before its own last move and after the
        // move. The first move is judged by its own player, who evaluated before it and after the answer.
        assert_eq!(losses(&game("random", "sensible")), ["loses 20 %", "gains 20 %", "gains 15 %", "-"]);
    }

    #[test]
    fn reviews_evaluate_the_position_after_the_move() {
        let text = format!(
            "(;SZ[9]AP[Stonefield:0.1]{OURS}[black=random][white=random];B[cc]SBKV[50]C[{REVIEW}mcts: Black 50 %];\
             W[dd]SBKV[30]C[good{}{REVIEW}mcts: Black 30 %])",
            '\n'
        );
        assert_eq!(losses(&text), ["-", "gains 20 %"]);
    }
}
