//! The goban that is shown, as panels read it.

use super::super::bids::ShownBids;
use super::super::camera::BoardPlace;
use super::super::candidates::ShownThought;
use super::super::group_colors::GroupColors;
use super::super::group_shape::GroupShape;
use super::super::layers::{Layer, Layers};
use super::super::overlay::{READABLE, StoneLabel, StoneMarks, group_numbers};
use super::super::state::{ShownBoards, Watched};
use super::inspected::{GroupFacts, Inspected, StoneCredit, StoneFacts};
use bevy::ecs::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use std::collections::HashMap;
use stonefield_go::{Color, Point};
use stonefield_minds::rules::swarm::{Arbiter, StoneBid, Swarm};
use stonefield_search::Bid;
use stonefield_sim::{
    Advice, Bids, Born, Breakpoints, Captures, Clocks, Ending, Fork, GameRecord, GobanDice, GobanSetup,
    GroupLiberties, Groups, Links, Newcomers, Occupancy, OwnLiberties, Pace, Phases, Referee, Request,
    RequestKind, Seats, Stone, Swarms, Tally, Temperature, Thinking, Witness,
};

/// Everything of a goban that is shown.
#[derive(QueryData)]
pub struct ShownGoban {
    /// The set-up of its game.
    pub setup: &'static GobanSetup,
    /// The position as the referee has it.
    pub referee: &'static Referee,
    /// Who stands where.
    pub occupancy: &'static Occupancy,
    /// Which stones form groups.
    pub groups: &'static Groups,
    /// The colours of the groups, where the board is drawn.
    pub colors: Option<&'static GroupColors>,
    /// Which stones are linked.
    pub links: &'static Links,
    /// The mind of each colour, and whose turn it is.
    pub seats: &'static Seats,
    /// The time of both players.
    pub clocks: &'static Clocks,
    /// The dice of its game.
    pub dice: &'static GobanDice,
    /// What is counted of it: ticks, stones, captures, scores.
    pub tally: &'static Tally,
    /// What its referee has seen.
    pub witness: &'static Witness,
    /// Which stones count as dead, once it is over.
    pub ending: &'static Ending,
    /// What stops it, if anything does.
    pub breakpoints: Option<&'static Breakpoints>,
    /// The record of its game, with where it stands in it.
    pub record: &'static GameRecord,
    /// How fast it runs.
    pub pace: &'static Pace,
    /// What the mind thinks, or thought, whose turn it is or was.
    pub thinking: &'static Thinking,
    /// The swarms that play.
    pub swarms: &'static Swarms,
    /// The programs that are to take a seat.
    pub newcomers: &'static Newcomers,
    /// What a mind that does not play thinks.
    pub advice: &'static Advice,
    /// Its games so far.
    /// From where it goes on, where it is tried out beside another.
    pub fork: Option<&'static Fork>,
    /// Where its tick stands, while that is done phase by phase.
    pub phases: Option<&'static Phases>,
}

/// The goban that is shown.
#[derive(SystemParam)]
pub struct WatchedGoban<'w, 's> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    gobans: Query<'w, 's, ShownGoban>,
}

impl<'s> WatchedGoban<'_, 's> {
    /// Everything of it; `None` where it is gone.
    #[must_use]
    pub fn get(&self) -> Option<ShownGobanItem<'_, 's>> {
        self.of(self.watched.0)
    }

    /// Everything of another goban.
    #[must_use]
    pub fn of(&self, goban: Entity) -> Option<ShownGobanItem<'_, 's>> {
        self.gobans.get(goban).ok()
    }

    /// Which one it is.
    #[must_use]
    pub fn id(&self) -> Entity {
        self.watched.0
    }

    /// Whether it runs, or one of those that run together with it.
    #[must_use]
    pub fn runs(&self) -> bool {
        let runs = |goban| self.of(goban).is_some_and(|goban| goban.pace.running);
        self.shown.runs || self.shown.targets(self.watched.0, &RequestKind::Play).into_iter().any(runs)
    }
}

/// Requests to the goban that is shown, or to all that run together with it.
#[derive(SystemParam)]
pub struct Requests<'w> {
    watched: Res<'w, Watched>,
    shown: Res<'w, ShownBoards>,
    requests: MessageWriter<'w, Request>,
}

impl Requests<'_> {
    /// Sends one, or several in their order.
    pub fn send(&mut self, kinds: impl IntoIterator<Item = RequestKind>) {
        for kind in kinds {
            let targets = self.shown.targets(self.watched.0, &kind);
            self.requests.write_batch(targets.iter().map(|&goban| Request { goban, kind: kind.clone() }));
        }
    }
}

impl ShownBoards {
    /// Which gobans a request to the watched one is for.
    fn targets(&self, watched: Entity, kind: &RequestKind) -> Vec<Entity> {
        use RequestKind::{Heat, Pause, Play, Rate, Step};
        let of_all = self.together && matches!(kind, Play | Pause | Step(_) | Rate(_) | Heat(_));
        if of_all { self.gobans.clone() } else { vec![watched] }
    }
}

/// The stone that the inspector stays with: the point selected, and whose stone stood there.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Followed(Option<(Point, Option<(u32, Color)>)>);

/// Stones and patches, and where they are on the screen.
#[derive(SystemParam)]
pub struct BoardReader<'w, 's> {
    stones: Query<
        'w,
        's,
        (&'static Stone, &'static OwnLiberties, &'static GroupLiberties, &'static Born, &'static Captures),
    >,
    patches: Query<'w, 's, &'static Temperature>,
    bids: Query<'w, 's, &'static Bids>,
}

impl BoardReader<'_, '_> {
    /// What is at the selected point, and what became of the stone that was there.
    #[must_use]
    pub fn inspect(
        &self,
        goban: &ShownGobanItem<'_, '_>,
        selected: Option<Point>,
        followed: &mut Followed,
    ) -> Option<Inspected> {
        let Some(point) = selected.filter(|&point| goban.occupancy.size().contains(point)) else {
            followed.0 = None;
            return None;
        };
        let here = goban.occupancy.stone(point).and_then(|stone| self.facts(goban, stone));
        let known = match followed.0 {
            Some((at, known)) if at == point => known,
            _ => None,
        };
        // An empty patch adopts the next stone that comes; a followed stone is not given up for it.
        let known = known.or(here.as_ref().map(|stone| (stone.id, stone.color)));
        followed.0 = Some((point, known));
        let same = here.as_ref().is_some_and(|stone| Some((stone.id, stone.color)) == known);
        Some(Inspected {
            point,
            temperature: self.patches.get(goban.occupancy.patch(point)).map_or(0.0, |heat| heat.0),
            gone: known.filter(|_| !same),
            stone: here.filter(|_| same),
            wanted: {
                let last = goban.thinking.color.unwrap_or(Color::White);
                let swarm = [last, !last].into_iter().find(|&color| goban.swarms.of(color).is_some());
                swarm.map_or_else(Vec::new, |color| self.bids_for(goban, color, point))
            },
            tick: goban.tally.tick,
        })
    }

    /// What is known of a stone by its number; `None` where it is not on the board.
    #[must_use]
    pub fn stone(&self, goban: &ShownGobanItem<'_, '_>, id: u32) -> Option<StoneFacts> {
        self.facts(goban, goban.occupancy.entity(id)?)
    }

    /// The heat of the patch on a point.
    #[must_use]
    pub fn temperature(&self, goban: &ShownGobanItem<'_, '_>, point: Point) -> f32 {
        self.patches.get(goban.occupancy.patch(point)).map_or(0.0, |heat| heat.0)
    }

    /// The tick in which a stone on the board was placed.
    #[must_use]
    pub fn born(&self, stone: Entity) -> Option<u64> {
        Some(self.stones.get(stone).ok()?.3.0)
    }

    fn facts(&self, goban: &ShownGobanItem<'_, '_>, entity: Entity) -> Option<StoneFacts> {
        let (stone, own, group, born, captures) = self.stones.get(entity).ok()?;
        Some(StoneFacts {
            id: stone.id,
            color: stone.color,
            own: own.0,
            pseudo_liberties: group.0,
            born: born.0,
            credit: match goban.setup.0.rules.quirks {
                Some(_) => StoneCredit::Losses(captures.0),
                None => StoneCredit::Captures(captures.0),
            },
            group: self.group_facts(goban, stone.id),
            links: goban.links.degree(stone.id),
            bids: self.bids.get(entity).map_or_else(
                |_| Vec::new(),
                |bids| {
                    let size = goban.occupancy.size();
                    let to = |bid: &StoneBid| (size.point(bid.to as usize), bid.motive, bid.weight);
                    bids.0.iter().map(to).collect()
                },
            ),
        })
    }

    fn group_facts(&self, goban: &ShownGobanItem<'_, '_>, id: u32) -> Option<GroupFacts> {
        let (occupancy, groups) = (goban.occupancy, goban.groups);
        let oldest = groups.oldest(id)?;
        let of = |id| self.stones.get(occupancy.entity(id)?).ok();
        let point = occupancy.size().point(occupancy.index_of(id));
        let shape = GroupShape::of(occupancy, groups, point);
        Some(GroupFacts {
            oldest,
            born: of(oldest).map_or(0, |(_, _, _, born, _)| born.0),
            stones: groups.size(id),
            liberties: shape.map(|shape| (shape.liberties.len() as u32, shape.eyes.len() as u32)),
            captures: goban
                .setup
                .0
                .rules
                .quirks
                .is_none()
                .then(|| groups.members(id).filter_map(of).map(|(_, _, _, _, captures)| captures.0).sum()),
            ink: GroupColors::or_unknown(goban.colors).ink(groups, id, occupancy.color_of(id)),
        })
    }

    /// What the swarm of a colour bids for a point.
    fn bids_for(&self, goban: &ShownGobanItem<'_, '_>, color: Color, point: Point) -> Vec<Bid> {
        let bids = goban.swarms.bids_for(color, point, goban.occupancy, &self.bids);
        let bid =
            |(from, bid): (Point, StoneBid)| Bid { from, to: point, motive: bid.motive, weight: bid.weight };
        bids.into_iter().map(bid).collect()
    }

    /// All that the stones of a colour bid that stand on these points.
    fn bids_from(
        &self,
        goban: &ShownGobanItem<'_, '_>,
        color: Color,
        points: impl Iterator<Item = Point>,
    ) -> Vec<Bid> {
        let occupancy = goban.occupancy;
        let size = occupancy.size();
        let stones =
            points.filter_map(|from| Some((from, self.stones.get(occupancy.stone(from)?).ok()?.0.color)));
        let bids = stones.filter(|(_, of)| *of == color).flat_map(|(from, _)| {
            let bids = occupancy.stone(from).and_then(|stone| self.bids.get(stone).ok());
            let bid = move |bid: &StoneBid| Bid {
                from,
                to: size.point(bid.to as usize),
                motive: bid.motive,
                weight: bid.weight,
            };
            bids.into_iter().flat_map(move |bids| bids.0.iter().map(bid))
        });
        bids.collect()
    }

    /// The bids to draw: those of the stones themselves, where the idea is that of a swarm that plays.
    #[must_use]
    pub fn bids(
        &self,
        goban: &ShownGobanItem<'_, '_>,
        shown: &ShownThought<'_>,
        selected: Option<Point>,
        hovered: Option<Point>,
        place: &BoardPlace,
    ) -> ShownBids {
        let advised = goban.advice.thought().is_some();
        // What counts for other arbiters is not the sum of the bids.
        let sums = |swarm: &&Swarm| !advised && swarm.params().arbiter == Arbiter::Sum;
        let best = shown.thought.candidates.first().and_then(|candidate| candidate.action.point());
        let (Some(swarm), Some(best)) = (goban.swarms.of(shown.color).filter(sums), best) else {
            return ShownBids::of(shown, selected, hovered);
        };
        let size = goban.occupancy.size();
        let (columns, rows) = place.seen(size);
        let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
        let sums = points.clone().map(|point| (point, swarm.bid_sum(size.index(point)) as f32));
        let of_stone = |stone: Point| self.bids_from(goban, shown.color, std::iter::once(stone));
        let for_point = |point| self.bids_for(goban, shown.color, point);
        let all = || self.bids_from(goban, shown.color, points.clone());
        ShownBids {
            sums: sums.filter(|(_, sum)| *sum > 0.0).collect(),
            present: shown.present,
            ..ShownBids::choose(best, (selected, of_stone), (hovered, for_point), all)
        }
    }

    /// What the layers want written on the stones; nothing where cells are too small to read it.
    #[must_use]
    pub fn labels(
        &self,
        goban: &ShownGobanItem<'_, '_>,
        layers: &Layers,
        place: &BoardPlace,
    ) -> Vec<StoneLabel> {
        let wanted = layers.get(Layer::Liberties) || layers.get(Layer::Letters) || layers.get(Layer::Numbers);
        if !wanted || place.projector.cell() < READABLE {
            return Vec::new();
        }
        let groups = if layers.get(Layer::Letters) {
            group_numbers(goban.occupancy.ids().filter_map(|id| goban.groups.of(id)))
        } else {
            HashMap::new()
        };
        let netlogo = goban.setup.0.rules.quirks.is_some();
        let mut liberties: HashMap<u32, u32> = HashMap::new();
        let (columns, rows) = place.seen(goban.occupancy.size());
        let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
        let stones = points.filter_map(|point| {
            let entity = goban.occupancy.stone(point)?;
            let (stone, _, felt, born, _) = self.stones.get(entity).ok()?;
            if !layers.stones(stone.color) {
                return None;
            }
            let root = goban.groups.of(stone.id);
            // Under true Go the referee's count, in which a shared liberty counts once; in that other world what
            // the stone believes.
            let count = match root {
                _ if !layers.get(Layer::Liberties) => u32::MAX,
                Some(root) if !netlogo => {
                    *liberties.entry(root).or_insert_with(|| goban.referee.position.liberties(point))
                }
                _ => felt.0,
            };
            let number = if netlogo { u64::from(stone.id) + 1 } else { born.0 };
            let marks = StoneMarks {
                number: (number > 0).then_some(number),
                liberties: count,
                group: root.and_then(|root| groups.get(&root).copied()),
                linked: layers.get(Layer::Links) && goban.links.degree(stone.id) > 0,
            };
            StoneLabel::of(point, stone.color, marks, layers)
        });
        stones.collect()
    }
}
