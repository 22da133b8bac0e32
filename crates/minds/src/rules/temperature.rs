//! `temperature`: plays where the agents' temperature is highest, lowest or steepest.
// CITE: the report on the multi-agent Go model in NetLogo, 2016, names strategies by temperature as future
// work.

use crate::rules::pick::Pick;
use crate::rules::sensible;
use crate::uniform::UniformMover;
use crate::{Agents, Answer, BrainInfo, BrainSpec, KeepTemperature, Rule, Surroundings};
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
    /// Kind of point that the mind plays.
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
    /// Spreading parameters of the mind's own field.
    const fn keep_temperature(&self) -> KeepTemperature {
        KeepTemperature { rate: self.rate, steps: self.steps }
    }
}

fn make(spec: &BrainSpec) -> Box<dyn Rule> {
    Box::new(TemperatureRule { params: spec.read(), uniform: UniformMover::new() })
}

/// Temperature that the patches keep for this mind. `None` for another mind, or if `keep` is off.
pub(crate) fn kept(spec: &BrainSpec) -> Option<KeepTemperature> {
    let params: TemperatureParams = (spec.name() == INFO.name).then(|| spec.read())?;
    params.keep.then(|| params.keep_temperature())
}

struct TemperatureRule {
    params: TemperatureParams,
    uniform: UniformMover,
}

impl Rule for TemperatureRule {
    fn decide(&mut self, agents: &dyn Agents, mut rng: Rng, watch: &mut dyn Watch) -> Answer {
        self.uniform.start(rng.clone());
        let mut pick = Pick::new(watch.wants_thoughts());
        let stop = || watch.stop();
        let mut effort = Effort::new(&stop);
        if let Some(heat) = self.heat(agents, &mut effort) {
            self.offer_points(agents, &heat, &mut pick, &mut rng, &mut effort);
        }
        let Some(chosen) = pick.chosen() else {
            return Answer::Move(sensible::choose(&mut self.uniform, agents, watch));
        };
        let adjective = match self.params.seek {
            Seek::Hot => "hottest",
            Seek::Cold => "coldest",
            Seek::Gradient => "steepest",
        };
        pick.report(watch, |count, measure| match count {
            1 => format!("the {adjective} point, {:.2}", measure.abs()),
            _ => format!("one of {count} points that are the {adjective}, {:.2}", measure.abs()),
        });
        Answer::Move(Move::Play(chosen))
    }
}

impl TemperatureRule {
    /// Temperature of every point that the choice uses. `None` if the mind was stopped.
    ///
    /// Depending on the parameters, this is the world's temperature, the one that patches keep for this mind,
    /// or a new field.
    fn heat<'a>(&self, agents: &'a dyn Agents, effort: &mut Effort<'_>) -> Option<Cow<'a, [f32]>> {
        let TemperatureParams { keep, steps, .. } = self.params;
        if keep && let Some(kept) = agents.kept(self.params.keep_temperature()) {
            return Some(Cow::Borrowed(kept));
        }
        if !keep && steps == 0 {
            return Some(Cow::Borrowed(agents.temperature()));
        }
        let mut field = HeatField::new(agents.size());
        self.params
            .keep_temperature()
            .spread(&mut field, agents.near(), || effort.spend(agents.near().len()).is_some());
        (!effort.stopped).then(|| Cow::Owned(field.values().to_vec()))
    }

    /// Offers every playable point that is no own eye to `pick`, with its measure.
    fn offer_points(
        &self,
        agents: &dyn Agents,
        heat: &[f32],
        pick: &mut Pick,
        rng: &mut Rng,
        effort: &mut Effort<'_>,
    ) {
        let (color, size) = (agents.to_move(), agents.size());
        let TemperatureParams { seek, noise, .. } = self.params;
        for &point in agents.vacant() {
            let point = point as usize;
            // Every point draws one random number, so the sequence does not depend on which points fit.
            let noise_term = if noise > 0.0 { rng.random::<f64>() * noise } else { 0.0 };
            let measure = measure(seek, heat, size, point) + noise_term;
            let fits = || !agents.is_eye_point(color, point) && agents.is_playable(point);
            pick.offer(size.point(point), measure, fits, rng);
            if effort.spend(1).is_none() {
                return;
            }
        }
    }
}

/// Measure of a point. The point with the highest measure is played.
fn measure(seek: Seek, heat: &[f32], size: Size, point: usize) -> f64 {
    let at = |point: usize| f64::from(heat[point]);
    let here = at(point);
    match seek {
        Seek::Hot => here,
        Seek::Cold => -here,
        Seek::Gradient => size.around(point).map(|next| (at(next) - here).abs()).fold(0.0, f64::max),
    }
}

#[cfg(test)]
mod tests {
    use crate::diagrams::{Drawn, assert_uniform, drawn, histogram};
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

    /// Answer of a mind in a world with these temperatures. Points that are not named have 0.
    fn chosen(spec: &str, heat: &[(&str, f32)]) -> Answer {
        let position = drawn(CORNER, "chinese");
        let mut values = vec![0.0; 25];
        for (name, value) in heat {
            values[position.size().index(name.parse().expect("a point"))] = *value;
        }
        let mut agents = Drawn::new(&position);
        agents.temperature = values;
        let observation = Observation { position: &position, agents: Some(&agents), turn: 0 };
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        mind.choose(&observation, Dice::new(1, 0, 0).rng(1, None, Purpose::Think), &mut Unwatched)
    }

    #[test]
    fn the_temperature_of_the_world_decides() {
        assert_eq!(chosen("temperature", &[("E5", 3.0), ("A1", 2.0)]), Answer::Move(point("E5")));
        // B4 is hotter, but occupied.
        assert_eq!(chosen("temperature", &[("B4", 9.0), ("A1", 2.0)]), Answer::Move(point("A1")));
        let other_names = |name: &str| {
            let size = Size::square(5).expect("a size");
            let names: Vec<String> = size.points().map(|point| point.to_string()).collect();
            names.into_iter().filter(|other| other != name).collect::<Vec<_>>()
        };
        let names = other_names("D2");
        let warm: Vec<(&str, f32)> = names.iter().map(|name| (name.as_str(), 1.0)).collect();
        assert_eq!(chosen("temperature:seek=cold", &warm), Answer::Move(point("D2")));
        let steep = [("A1", 2.0), ("A2", 3.0), ("B1", 2.0), ("E4", 1.5), ("B2", 2.5)];
        // Both have the greatest difference: A3 has 0 and its neighbour A2 has 3.
        let answer = chosen("temperature:seek=gradient", &steep);
        assert!(answer == Answer::Move(point("A3")) || answer == Answer::Move(point("A2")), "{answer:?}");
    }

    #[test]
    fn equal_points_are_equally_likely_and_noise_allows_others() {
        let position = drawn("...\n...\n...", "chinese");
        assert_uniform(&histogram("temperature", &position, 9_000), &position.legal_moves()[..9]);
        let position = drawn(CORNER, "chinese");
        let sharp = histogram("temperature", &position, 400).len();
        let dull = histogram("temperature:noise=2", &position, 400).len();
        assert!(dull > sharp + 3, "{dull} and {sharp}");
        let noise = histogram("temperature:noise=100", &position, 4_000);
        assert_eq!(noise.len(), position.legal_moves().len() - 1, "every point, but no pass");
    }
}
