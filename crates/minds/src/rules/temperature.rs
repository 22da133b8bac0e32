//! `temperature`: plays where the agents' temperature is highest, lowest or steepest.
// CITE: the report on the multi-agent Go model in NetLogo, 2016, names strategies by temperature as future
// work.

use crate::rules::best_point::BestPoint;
use crate::rules::sensible;
use crate::uniform_mover::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, KeptTemperatureParams, Rule, Surroundings};
use rand::RngExt;
use std::borrow::Cow;
use stonefield_go::field::HeatField;
use stonefield_go::{Move, Size};
use stonefield_search::{Effort, Parameters, Rng, Watch};
use stonefield_search::{choices, params};

pub(crate) const INFO: BrainInfo = BrainInfo::rule(
    "temperature",
    "of the points that fill no own eye the hottest, the coldest or where heat changes most; of equal ones any",
    TemperatureParams::LIST,
    make,
);

choices! {
    /// Property of the point that the mind plays.
    enum Seek {
        /// Hottest point.
        Hot = "hot",
        /// Coldest point.
        Cold = "cold",
        /// Point with the greatest temperature difference to a neighbour.
        Gradient = "gradient",
    }
}

params! {
    /// Parameters of `temperature`.
    struct TemperatureParams {
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

impl TemperatureParams {
    /// Parameters of a temperature that is kept or computed for this mind alone.
    const fn kept_temperature(&self) -> KeptTemperatureParams {
        KeptTemperatureParams { rate: self.rate, steps: self.steps }
    }
}

fn make(spec: &BrainSpec) -> Box<dyn Rule> {
    Box::new(TemperatureRule { params: spec.read(), uniform: UniformMover::new() })
}

/// Parameters of the temperature that the patches keep for this mind. `None` for another mind, or if `keep`
/// is off.
pub(crate) fn kept_temperature(spec: &BrainSpec) -> Option<KeptTemperatureParams> {
    let params: TemperatureParams = (spec.name() == INFO.name).then(|| spec.read())?;
    params.keep.then(|| params.kept_temperature())
}

struct TemperatureRule {
    params: TemperatureParams,
    uniform: UniformMover,
}

impl Rule for TemperatureRule {
    fn decide(&mut self, agents: &dyn Agents, mut rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.uniform.set_rng(rng.clone());
        let mut best_point = BestPoint::new(watch.wants_thoughts());
        let stop = || watch.stop();
        let mut effort = Effort::new(&stop);
        if let Some(temperature) = self.temperature(agents, &mut effort) {
            self.offer_points(agents, &temperature, &mut best_point, &mut rng, &mut effort);
        }
        let Some(chosen) = best_point.chosen() else {
            return Answer::Move(sensible::choose(&mut self.uniform, agents, watch));
        };
        let adjective = match self.params.seek {
            Seek::Hot => "hottest",
            Seek::Cold => "coldest",
            Seek::Gradient => "steepest",
        };
        best_point.report(watch, |count, measure| match count {
            1 => format!("the {adjective} point, {:.2}", measure.abs()),
            _ => format!("one of {count} points that are the {adjective}, {:.2}", measure.abs()),
        });
        Answer::Move(Move::Play(chosen))
    }
}

impl TemperatureRule {
    /// Temperature of every point, as this mind uses it. `None` if the mind was stopped.
    ///
    /// Depending on the parameters, this is the temperature of the simulation, the temperature that the
    /// patches keep for this mind, or a temperature that spreads from zero in this turn.
    fn temperature<'a>(&self, agents: &'a dyn Agents, effort: &mut Effort<'_>) -> Option<Cow<'a, [f32]>> {
        let TemperatureParams { keep, steps, .. } = self.params;
        if keep && let Some(kept) = agents.kept_temperature(self.params.kept_temperature()) {
            return Some(Cow::Borrowed(kept));
        }
        if !keep && steps == 0 {
            return Some(Cow::Borrowed(agents.temperature()));
        }
        let mut field = HeatField::new(agents.size());
        self.params.kept_temperature().spread(&mut field, agents.neighbour_stone_counts(), || {
            effort.spend(agents.neighbour_stone_counts().len()).is_some()
        });
        (!effort.stopped).then(|| Cow::Owned(field.values().to_vec()))
    }

    /// Offers to `best_point` every playable point that is no own eye.
    fn offer_points(
        &self,
        agents: &dyn Agents,
        temperature: &[f32],
        best_point: &mut BestPoint,
        rng: &mut Rng,
        effort: &mut Effort<'_>,
    ) {
        let (color, size) = (agents.to_move(), agents.size());
        let TemperatureParams { seek, noise, .. } = self.params;
        for &point in agents.vacant() {
            let point = point as usize;
            // Every vacant point draws one number for the noise, whether it fits or not.
            let noise_term = if noise > 0.0 { rng.random::<f64>() * noise } else { 0.0 };
            let measure = measure(seek, temperature, size, point) + noise_term;
            let fits = || !agents.is_eye_point(color, point) && agents.is_playable(point);
            best_point.offer(size.point(point), measure, fits, rng);
            if effort.spend(1).is_none() {
                return;
            }
        }
    }
}

/// Measure of a point by its temperature. The point with the highest measure is played.
fn measure(seek: Seek, temperature: &[f32], size: Size, point: usize) -> f64 {
    let temperature_at = |point: usize| f64::from(temperature[point]);
    let here = temperature_at(point);
    match seek {
        Seek::Hot => here,
        Seek::Cold => -here,
        Seek::Gradient => {
            size.around(point).map(|next| (temperature_at(next) - here).abs()).fold(0.0, f64::max)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagrams::{PositionAgents, assert_uniform, drawn, histogram};
    use crate::{Answer, BrainSpec, Observation};
    use stonefield_go::{Move, Size};
    use stonefield_search::{Dice, Purpose, Unwatched};

    const CORNER: &str = "
        . . . . .
        . X X . .
        . . . . .
        . . . . .
        . . . . O";

    fn point(name: &str) -> Move {
        name.parse().expect("a point")
    }

    /// Answer of a mind in the position [`CORNER`] with these temperatures. All other points have 0.
    fn answer(spec: &str, temperatures: &[(&str, f32)]) -> Answer {
        let position = drawn(CORNER, "chinese");
        let mut values = vec![0.0; 25];
        for (name, value) in temperatures {
            values[position.size().index(name.parse().expect("a point"))] = *value;
        }
        let mut agents = PositionAgents::new(&position);
        agents.temperature = values;
        let observation = Observation { position: &position, agents: Some(&agents), turn: 0 };
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        mind.choose(&observation, Dice::new(1, 0, 0).rng(1, None, Purpose::Think), &mut Unwatched)
    }

    #[test]
    fn the_temperature_of_the_simulation_decides() {
        assert_eq!(answer("temperature", &[("E5", 3.0), ("A1", 2.0)]), Answer::Move(point("E5")));
        // B4 is hotter, but occupied.
        assert_eq!(answer("temperature", &[("B4", 9.0), ("A1", 2.0)]), Answer::Move(point("A1")));
        let other_names = |name: &str| {
            let size = Size::square(5).expect("a size");
            let names: Vec<String> = size.points().map(|point| point.to_string()).collect();
            names.into_iter().filter(|other| other != name).collect::<Vec<_>>()
        };
        let names = other_names("D2");
        let warm: Vec<(&str, f32)> = names.iter().map(|name| (name.as_str(), 1.0)).collect();
        assert_eq!(answer("temperature:seek=cold", &warm), Answer::Move(point("D2")));
        let steep = [("A1", 2.0), ("A2", 3.0), ("B1", 2.0), ("E4", 1.5), ("B2", 2.5)];
        // A2 and A3 have the greatest difference: A2 has 3, and its neighbour A3 has 0.
        let steepest = answer("temperature:seek=gradient", &steep);
        assert!(
            steepest == Answer::Move(point("A3")) || steepest == Answer::Move(point("A2")),
            "{steepest:?}"
        );
    }

    #[test]
    fn equal_points_are_equally_likely_and_noise_allows_others() {
        let position = drawn("...\n...\n...", "chinese");
        assert_uniform(&histogram("temperature", &position, 9_000), &position.legal_moves()[..9]);
        let position = drawn(CORNER, "chinese");
        let without_noise = histogram("temperature", &position, 400).len();
        let with_noise = histogram("temperature:noise=2", &position, 400).len();
        assert!(with_noise > without_noise + 3, "{with_noise} and {without_noise}");
        let much_noise = histogram("temperature:noise=100", &position, 4_000);
        assert_eq!(much_noise.len(), position.legal_moves().len() - 1, "every point, but no pass");
    }
}
