//! Rules of the game from the agents' data: legal moves, the end of the game, and the score.
//!
//! A point is the last liberty of a group if all pseudo-liberties of the group are at that point.

use super::GobanView;
use stonefield_go::{
    ByColor, Color, Goal, Ko, Move, NoMove, Outcome, PlayError, Point, WinBy, count_score, stone_at,
};
use stonefield_minds::{Agents, Surroundings};

/// Effects of placing a stone on a vacant point.
struct Prospect {
    /// True if the stone's group has a liberty after the move, or an enemy group dies.
    lives: bool,
    /// True if a stone of its colour is adjacent.
    joins: bool,
    /// Exclusive or of the hashes of the enemy groups that die.
    dead_hash: u64,
    /// Exclusive or of the hashes of the groups that the stone joins, without the stone itself.
    joined_hash: u64,
}

impl GobanView<'_> {
    /// Checks a move of the colour to move: see [`GobanView::check_for`].
    ///
    /// # Errors
    /// The rule that the move breaks.
    #[inline]
    pub fn check(&self, action: Move) -> Result<(), PlayError> {
        self.check_for(self.progress.to_move, action)
    }

    /// Checks whether a colour could make a move if it had the turn. In a finished game no move is allowed.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check_for(&self, color: Color, action: Move) -> Result<(), PlayError> {
        if self.tally.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        self.check_on_board(color, action)
    }

    /// Checks a move as [`GobanView::check_for`], but as if a finished game continued.
    ///
    /// # Errors
    /// The rule that the move breaks.
    #[inline]
    pub(crate) fn check_on_board(&self, color: Color, action: Move) -> Result<(), PlayError> {
        match action {
            Move::Play(point) => self.check_point(color, point),
            Move::Pass => self.check_pass(color),
        }
    }

    fn check_point(&self, color: Color, point: Point) -> Result<(), PlayError> {
        let size = self.size();
        if !size.contains(point) {
            return Err(PlayError::OffBoard(point, size));
        }
        if self.rules.stones_each.is_some_and(|most| self.progress.placed[color] >= most) {
            return Err(PlayError::NoStonesLeft(color));
        }
        let index = size.index(point);
        if self.occupancy.id_at(index).is_some() {
            return Err(PlayError::Occupied(point));
        }
        let Some(quirks) = self.rules.quirks else { return self.check_vacant(color, point, index) };
        let surrounds = |color| size.around(index).all(|next| self.occupancy.color_at(next) == Some(color));
        let taboo = surrounds(color) || quirks.eye_taboo && surrounds(!color);
        if taboo {
            return Err(PlayError::NeighboursOfOneColor(point));
        }
        if quirks.eye_taboo {
            return Ok(());
        }
        if !self.lives_by_flood_fill(color, index) {
            return Err(PlayError::Suicide(point));
        }
        if self.progress.ko == Some(point) { Err(PlayError::Ko(point)) } else { Ok(()) }
    }

    fn check_vacant(&self, color: Color, point: Point, index: usize) -> Result<(), PlayError> {
        let empties = self.occupancy.own_liberties(index);
        let is_superko = matches!(self.rules.ko, Ko::Positional | Ko::Situational);
        // A position with this stone can repeat only if a stone of this colour was removed from here before.
        let can_repeat = is_superko && self.occupancy.may_have_been_removed(index, color);
        if empties > 0 && !can_repeat {
            // The vacant neighbour is a liberty, so this is no suicide, and simple ko does not apply.
            return Ok(());
        }
        let prospect = self.prospect(color, index, empties);
        let ko = self.progress.ko == Some(point);
        if !prospect.lives && (ko || !self.rules.suicide || !prospect.joins) {
            return Err(PlayError::Suicide(point));
        }
        if ko {
            return Err(PlayError::Ko(point));
        }
        // After a suicide, the stone and the groups that it joined are off the board.
        if can_repeat || is_superko && !prospect.lives {
            let mut hash = self.occupancy.hash() ^ prospect.dead_hash;
            hash ^= if prospect.lives { stone_at(self.size(), index, color) } else { prospect.joined_hash };
            if self.memory.contains(self.rules, hash, !color) {
                return Err(PlayError::Superko(point));
            }
        }
        Ok(())
    }

    /// Computes the effects of placing a stone on a vacant point with `empties` empty neighbours.
    fn prospect(&self, color: Color, index: usize, empties: u32) -> Prospect {
        // Each adjacent group once: id of one stone, root, hash, number of its stones beside the point.
        let mut groups = [(0_u32, 0_u32, 0_u64, 0_u32); 4];
        let mut count = 0;
        for next in self.size().around(index) {
            let Some(id) = self.occupancy.id_at(next) else { continue };
            let (root, _, hash) = self.groups.root_data(id);
            match groups[..count].iter_mut().find(|group| group.1 == root) {
                Some(group) => group.3 += 1,
                None => {
                    groups[count] = (id, root, hash, 1);
                    count += 1;
                }
            }
        }
        let mut prospect = Prospect { lives: empties > 0, joins: false, dead_hash: 0, joined_hash: 0 };
        for &(id, _, hash, touches) in &groups[..count] {
            let is_last = || self.sensed_group_liberties(id) == touches;
            if self.occupancy.color_of(id) == color {
                prospect.joins = true;
                prospect.joined_hash ^= hash;
                prospect.lives = prospect.lives || !is_last();
            } else if is_last() {
                prospect.dead_hash ^= hash;
                prospect.lives = true;
            }
        }
        prospect
    }

    /// True if a stone placed on a vacant point would have a liberty, or would capture. Searches the board,
    /// because under `netlogo-2016` the sensed liberties may be out of date.
    fn lives_by_flood_fill(&self, color: Color, index: usize) -> bool {
        self.size().around(index).any(|next| match self.occupancy.color_at(next) {
            None => true,
            // An own chain with another liberty, or an enemy chain without one.
            Some(other) => (other == color) == self.has_liberty_besides(next, index),
        })
    }

    /// True if the chain of the stone on the point `start` has a liberty other than the point `besides`.
    fn has_liberty_besides(&self, start: usize, besides: usize) -> bool {
        let color = self.occupancy.color_at(start);
        let is_free = |next: usize| self.occupancy.id_at(next).is_none() && next != besides;
        if self.size().around(start).any(is_free) {
            return true;
        }
        let mut visited = vec![false; self.size().area()];
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            for next in self.size().around(here) {
                let content = self.occupancy.color_at(next);
                if content.is_none() && next != besides {
                    return true;
                }
                if content == color && !std::mem::replace(&mut visited[next], true) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn check_pass(&self, color: Color) -> Result<(), PlayError> {
        if self.rules.no_move != NoMove::Pass {
            return Err(PlayError::NoPass);
        }
        if self.rules.quirks.is_some_and(|quirks| quirks.pass_only_when_stuck) && self.can_place(color) {
            return Err(PlayError::PassWhilePlayable(color));
        }
        Ok(())
    }

    /// True if a colour can place a stone on at least one point.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        let size = self.size();
        let mut vacant = self.occupancy.vacant().iter();
        vacant.any(|&index| self.check_point(color, size.point(index as usize)).is_ok())
    }

    /// Returns the outcome after a ply of `mover` that captured `taken` enemy stones and lost `lost` own
    /// ones; `None` while the game continues. `dead` returns points of dead groups, if the score needs them.
    pub(crate) fn end_after(
        &self,
        mover: Color,
        taken: u32,
        lost: u32,
        dead: impl FnOnce() -> Vec<Point>,
    ) -> Option<Outcome> {
        if self.rules.goal == Goal::FirstCapture {
            if taken > 0 {
                return Some(Outcome::Win { winner: mover, by: WinBy::Capture });
            }
            if lost > 0 {
                return Some(Outcome::Win { winner: !mover, by: WinBy::Suicide });
            }
        }
        let both_passed = self.progress.passes >= 2 && (!self.rules.pass_stones || mover == Color::White);
        let placed = self.progress.placed;
        let all_placed = self.rules.stones_each.is_some_and(|most| placed.black.min(placed.white) >= most);
        if both_passed || all_placed {
            return Some(match self.rules.goal {
                Goal::Territory => Outcome::of(self.score_with(&dead())),
                Goal::FirstCapture => Outcome::Draw,
            });
        }
        self.end()
    }

    /// Returns the outcome if the rules forbid a pass and the colour to move cannot place a stone.
    pub(crate) fn end(&self) -> Option<Outcome> {
        let color = self.progress.to_move;
        if self.rules.no_move == NoMove::Pass || self.can_place(color) {
            return None;
        }
        Some(match self.rules.no_move {
            NoMove::Loss => Outcome::Win { winner: !color, by: WinBy::NoMove },
            NoMove::Draw | NoMove::Pass => Outcome::Draw,
        })
    }

    /// Returns the score of the present board with komi. The groups on the points `dead` count as prisoners.
    #[must_use]
    pub fn score_with(&self, dead: &[Point]) -> ByColor<f64> {
        let size = self.size();
        let mut stones = size.points().map(|point| self.color_at(size.index(point))).collect::<Vec<_>>();
        let mut prisoners =
            ByColor::from_fn(|color| self.tally.captures[color] + self.progress.pass_stones[color]);
        for &point in dead {
            let index = size.index(point);
            if self.color_at(index).is_none() {
                continue;
            }
            for member in self.members(index) {
                if let Some(color) = stones[member].take() {
                    prisoners[!color] += 1;
                }
            }
        }
        count_score(self.rules, size, &stones, prisoners)
    }
}
