//! `temperature`: where the field of the agents is hottest, coldest or steepest.
// CITE: strategies by temperature are the future work of the multi-agent Go model in NetLogo, 2016.

mod kept;

use crate::brain::rules::draw::Drawer;
use crate::brain::rules::pick::Pick;
use crate::brain::rules::sensible;
use crate::brain::{Answer, Brain, BrainInfo, BrainSpec, Seen};
use crate::field::HeatParams;
use crate::go::{Move, Point, Position};
use crate::search::params::{choices, params};
use crate::search::{Effort, Parameters, Rng, Watch};
use kept::Kept;
use rand::{RngExt, SeedableRng};

pub(in crate::brain) const INFO: BrainInfo = BrainInfo::new(
    "temperature",
    "of the points that fill no own eye the hottest, the coldest or where heat changes most; of equal ones any",
    Params::LIST,
    make,
);

choices! {
    /// What is looked for.
    enum Seek {
        /// The hottest point.
        Hot = "hot",
        /// The coldest.
        Cold = "cold",
        /// The one where heat changes most.
        Gradient = "gradient",
    }
}

params! {
    /// All that can be tuned.
    struct Params {
        /// what it looks for; a gradient is the greatest difference to a neighbour
        seek: Seek = Hot;
        /// share of its heat that a point of its own field gives away at each step
        rate: f32 = 0.5 in 0.0..=1.0;
        /// how often its own field spreads each turn; 0 without keep: the world's field
        steps: u32 = 0 in 0..=100, "steps";
        /// its own field goes on from turn to turn: a tenth is lost, what stands is added
        keep: bool = false;
        /// as much as may be added to the measure of each point by chance
        noise: f64 = 0.0 in 0.0..=100.0;
    }
}

impl Params {
    /// How its own field spreads.
    fn heat(&self) -> HeatParams {
        HeatParams { rate: self.rate, keep: self.keep, ..HeatParams::default() }
    }
}

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Temperature::new(spec.read()))
}

struct Temperature {
    params: Params,
    rng: Rng,
    drawer: Drawer,
    kept: Option<Kept>,
}

impl Temperature {
    fn new(params: Params) -> Self {
        Self { params, rng: Rng::seed_from_u64(0), drawer: Drawer::new(), kept: None }
    }
}

impl Brain for Temperature {
    fn new_game(&mut self) {
        self.kept = None;
    }

    fn begin(&mut self, _: &Seen<'_>, rng: Rng) {
        self.rng = rng.clone();
        self.drawer.start(rng);
    }

    fn batch(&mut self, seen: &Seen<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        let mut pick = Pick::new(watch.curious());
        let stop = || watch.stop();
        let mut effort = Effort::new(&stop);
        self.measure(seen, &mut effort);
        if !effort.stopped {
            self.look(seen, &mut pick, &mut effort);
        }
        let Some(chosen) = pick.chosen() else {
            return Some(Answer::Move(sensible::choose(&mut self.drawer, position, watch)));
        };
        let what = match self.params.seek {
            Seek::Hot => "hottest",
            Seek::Cold => "coldest",
            Seek::Gradient => "steepest",
        };
        pick.tell(watch, |count, measure| match count {
            1 => format!("the {what} point, {:.2}", measure.abs()),
            _ => format!("one of {count} points that are the {what}, {:.2}", measure.abs()),
        });
        Some(Answer::Move(Move::Play(chosen)))
    }
}

impl Temperature {
    /// Measures its own field, unless it goes by the world's.
    fn measure(&mut self, seen: &Seen<'_>, effort: &mut Effort<'_>) {
        let Seen { position, turn, .. } = *seen;
        let size = position.size();
        let kept = self.kept.take().filter(|kept| kept.field.size() == size);
        let (heat, steps) = (self.params.heat(), self.params.steps);
        self.kept = if heat.keep {
            Kept::follow(kept, position, turn, &heat, steps, effort)
        } else if steps == 0 && seen.heat.len() == size.area() {
            None
        } else {
            // Without a world and without steps it is the field that a world has.
            let (heat, steps) = if steps > 0 { (heat, steps) } else { (HeatParams::default(), 1) };
            kept.unwrap_or_else(|| Kept::new(size)).measure(position, &heat, steps, effort)
        };
    }

    /// Looks at the empty points, until it is told to stop.
    fn look(&mut self, seen: &Seen<'_>, pick: &mut Pick, effort: &mut Effort<'_>) {
        let position = seen.position;
        let color = position.to_move();
        let Params { seek, noise, .. } = self.params;
        let heat = self.kept.as_ref().map_or(seen.heat, |kept| kept.field.values());
        for i in 0..position.empties() {
            let point = position.empty(i);
            // Chance is thrown for every point, so that it does not hang on what else is known of it.
            let chance = if noise > 0.0 { self.rng.random::<f64>() * noise } else { 0.0 };
            let measure = measure(seek, heat, position, point) + chance;
            let fits = || !position.is_eye_point(color, point) && position.is_legal(Move::Play(point));
            pick.offer(point, measure, fits, &mut self.rng);
            if effort.spend(1).is_none() {
                return;
            }
        }
    }
}

/// What a point has of what is sought.
fn measure(seek: Seek, heat: &[f32], position: &Position, point: Point) -> f64 {
    let size = position.size();
    let at = |point| f64::from(heat[size.index(point)]);
    let own = at(point);
    match seek {
        Seek::Hot => own,
        Seek::Cold => -own,
        Seek::Gradient => size.neighbours(point).map(|next| (at(next) - own).abs()).fold(0.0, f64::max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::rules::draw::tests::{assert_uniform, choice, drawn, histogram};
    use crate::field::HeatField;
    use crate::go::{Color, Size};
    use crate::search::{Dice, Unwatched, Use};

    const CORNER: &str = "
        . . . . .
        . X X . .
        . . . . .
        . . . . .
        . . . . O";

    fn point(name: &str) -> Move {
        name.parse().expect("a point")
    }

    /// What is chosen where a world has this heat, by the names of points; all others are cold.
    fn chosen(spec: &str, heat: &[(&str, f32)]) -> Answer {
        let position = drawn(CORNER, "chinese");
        let mut values = vec![0.0; 25];
        for (name, value) in heat {
            values[position.size().index(name.parse().expect("a point"))] = *value;
        }
        let seen = Seen { position: &position, heat: &values, turn: 0 };
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        mind.choose(&seen, Dice::new(1, 0, 0).rng(1, None, Use::Think), &mut Unwatched)
    }

    #[test]
    fn the_heat_of_the_world_is_what_counts() {
        assert_eq!(chosen("temperature", &[("E5", 3.0), ("A1", 2.0)]), Answer::Move(point("E5")));
        // The stone on B4 is hotter, but no place to play.
        assert_eq!(chosen("temperature", &[("B4", 9.0), ("A1", 2.0)]), Answer::Move(point("A1")));
        let all_but = |name: &str| {
            let size = Size::square(5).expect("a size");
            let names: Vec<String> = size.points().map(|point| point.to_string()).collect();
            names.into_iter().filter(|other| other != name).collect::<Vec<_>>()
        };
        let names = all_but("D2");
        let warm: Vec<(&str, f32)> = names.iter().map(|name| (name.as_str(), 1.0)).collect();
        assert_eq!(chosen("temperature:seek=cold", &warm), Answer::Move(point("D2")));
        let steep = [("A1", 2.0), ("A2", 3.0), ("B1", 2.0), ("E4", 1.5), ("B2", 2.5)];
        // A3 is 0 beside A2's 3; A2 itself is 3 beside it.
        let found = chosen("temperature:seek=gradient", &steep);
        assert!(found == Answer::Move(point("A3")) || found == Answer::Move(point("A2")), "{found:?}");
    }

    #[test]
    fn without_a_world_it_is_the_field_that_a_world_would_have() {
        let position = drawn(CORNER, "chinese");
        let mut world = HeatField::new(position.size());
        let near: Vec<u8> = position
            .size()
            .points()
            .map(|point| {
                position.size().neighbours(point).map(|next| u8::from(position.at(next).is_some())).sum()
            })
            .collect();
        world.step(&near, &HeatParams::default());
        let mut mind = "temperature".parse::<BrainSpec>().expect("a spec").build();
        for turn in 0..20 {
            let rng = Dice::new(7, 0, 0).rng(turn, None, Use::Think);
            let mut choose = |heat: &[f32]| {
                let seen = Seen { position: &position, heat, turn: 0 };
                mind.choose(&seen, rng.clone(), &mut Unwatched)
            };
            assert_eq!(choose(&[]), choose(world.values()));
        }
        assert_eq!(histogram("temperature:steps=1", &position, 40), histogram("temperature", &position, 40));
    }

    #[test]
    fn of_equal_points_any_is_taken_and_noise_takes_others_too() {
        let position = drawn("...\n...\n...", "chinese");
        assert_uniform(&histogram("temperature", &position, 9_000), &position.legal_moves()[..9]);
        let position = drawn(CORNER, "chinese");
        let sharp = histogram("temperature", &position, 400).len();
        let dull = histogram("temperature:noise=2", &position, 400).len();
        assert!(dull > sharp + 3, "{dull} and {sharp}");
        let noise = histogram("temperature:noise=100", &position, 4_000);
        assert_eq!(noise.len(), position.legal_moves().len() - 1, "every point, but no pass");
    }

    /// The field that is kept, by its definition: at each turn of the colour nine tenths stay, the stones are added, and it spreads.
    fn kept_slowly(position: &Position, params: &HeatParams, steps: u32) -> Vec<f32> {
        let mut field = HeatField::new(position.size());
        let mut game = position.origin().clone();
        let mut turns = position.turns();
        loop {
            if game.to_move() == position.to_move() {
                let near =
                    |point| game.size().neighbours(point).filter(|&next| game.at(next).is_some()).count();
                let values: Vec<f32> = game
                    .size()
                    .points()
                    .zip(field.values())
                    .map(|(point, value)| value * (1.0 - params.decay) + near(point) as f32)
                    .collect();
                field.set_values(&values);
                for _ in 0..steps {
                    field.diffuse(params.rate, params.neighbourhood);
                }
            }
            let Some(turn) = turns.next() else { return field.values().to_vec() };
            game.play_unchecked(turn.action);
        }
    }

    #[test]
    fn a_kept_field_is_that_of_the_game_however_it_was_reached() {
        let kept_of = |mind: &Temperature| mind.kept.as_ref().map(|kept| kept.field.values().to_vec());
        let new = |steps| {
            let params = Params { seek: Seek::Cold, rate: 0.3, steps, keep: true, ..Params::default() };
            Temperature::new(params)
        };
        for steps in [0, 1, 3] {
            let mut mind = new(steps);
            let mut other = "sensible".parse::<BrainSpec>().expect("a spec").build();
            let mut game = drawn(CORNER, "chinese");
            let mut been = Vec::new();
            for turn in 0..40 {
                been.push(game.clone());
                let Answer::Move(action) =
                    choice(if turn % 2 == 0 { &mut mind } else { other.as_mut() }, &game, turn / 2)
                else {
                    panic!("a move");
                };
                if turn % 2 == 0 {
                    let expected = kept_slowly(&game, &mind.params.heat(), steps);
                    for (value, expected) in kept_of(&mind).expect("kept").iter().zip(&expected) {
                        assert!((value - expected).abs() < 1e-3, "turn {turn}: {value} for {expected}");
                    }
                    let mut late = new(steps);
                    choice(&mut late, &game, turn / 2);
                    assert_eq!(kept_of(&late), kept_of(&mind), "one that comes late knows as much");
                }
                game.play_unchecked(action);
                if turn == 25 {
                    // Taken back and played on: the field of what was taken back is forgotten.
                    game.clone_from(&been[20]);
                    game.play_unchecked(Move::Pass);
                    game.play_unchecked(point("A1"));
                    assert_eq!(game.to_move(), Color::Black);
                }
            }
        }
    }
}
