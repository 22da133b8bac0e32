//! Axis value: a value of a parameter, read from text, and its change to a set-up.

use super::{AxisError, Parameter};
use stonefield_go::field::{HeatParams, Neighbourhood};
use stonefield_go::{ByColor, Color, DeadStones, Ko, Quirks, Rules, Scoring, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, MAX_FILL};

/// A value of an axis: its text, and its change to a set-up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AxisValue {
    pub(crate) label: String,
    pub(super) change: Change,
}

/// Change that a value makes to a set-up.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    Mind(Color, BrainSpec),
    Minds(BrainSpec),
    Pairing(ByColor<BrainSpec>),
    /// Parameter of the mind of this colour; `None` for both minds. Then its name, and the text of its value.
    Param(Option<Color>, String, String),
    Rules(Rules),
    /// Switches on all quirks, except this one. `None`: all without exception.
    Quirk(Option<&'static str>),
    /// One quirk, switched on or off. The other quirks stay as they are.
    Switch(&'static str, bool),
    Size(Size),
    Komi(f64),
    Ko(Ko),
    Suicide(bool),
    Scoring(Scoring),
    StonesEach(Option<u32>),
    Handicap(u32),
    Fill(f64),
    Dead(DeadStones),
    Seed(u64),
    HeatRate(f32),
    HeatNeighbours(Neighbourhood),
    /// Share of the heat that is lost per tick, 0 to 1; `None` if heat is not kept from tick to tick.
    HeatDecay(Option<f32>),
}

impl AxisValue {
    /// Returns a text that is the same for all spellings of one value, such as 0.5 and 0.50. Numbers that
    /// differ by less than the precision of `f64`, such as seeds above 2^53, can have the same text.
    pub(crate) fn key(&self) -> String {
        match &self.change {
            Change::Mind(_, spec) | Change::Minds(spec) => spec.to_string(),
            Change::Rules(rules) => rules.name.to_owned(),
            Change::Size(size) => size.to_string(),
            _ => match self.label.as_str() {
                "true" => "on".to_owned(),
                "false" => "off".to_owned(),
                // -0 + 0 is 0, so both zeros have the same key.
                text => {
                    text.parse::<f64>().map_or_else(|_| text.to_owned(), |number| (number + 0.0).to_string())
                }
            },
        }
    }

    /// Changes a set-up to this value. Fails if the rules have no quirks to switch, if their quirks decide
    /// the rule, or if a mind refuses the parameter.
    pub(crate) fn apply(&self, setup: &mut GameSetup) -> Result<(), AxisError> {
        let rules = setup.rules.name;
        // Under rules with quirks, the quirks decide ko, suicide and scoring.
        let refuse_with_quirks = |name| match setup.rules.quirks {
            Some(_) => Err(AxisError::ByQuirks { name, rules }),
            None => Ok(()),
        };
        match &self.change {
            Change::Mind(color, spec) => setup.brains[*color] = spec.clone(),
            Change::Minds(spec) => setup.brains = ByColor::from_fn(|_| spec.clone()),
            Change::Pairing(minds) => setup.brains = minds.clone(),
            Change::Param(color, key, text) => {
                for seat in Color::ALL.into_iter().filter(|seat| color.is_none_or(|color| color == *seat)) {
                    setup.brains[seat].set_text(key, text)?;
                }
            }
            Change::Rules(rules) => setup.rules = *rules,
            Change::Quirk(name) => {
                let quirks = setup.rules.quirks.as_mut().ok_or(AxisError::NoQuirks(rules))?;
                *quirks = Quirks::ALL;
                if let Some(quirk) = name.and_then(|name| quirks.get_mut(name)) {
                    *quirk = false;
                }
            }
            Change::Switch(name, on) => {
                let quirks = setup.rules.quirks.as_mut().ok_or(AxisError::NoQuirks(rules))?;
                if let Some(quirk) = quirks.get_mut(name) {
                    *quirk = *on;
                }
            }
            Change::Size(size) => setup.size = *size,
            Change::Komi(komi) => setup.rules.komi = *komi,
            Change::Ko(ko) => (_, setup.rules.ko) = (refuse_with_quirks("ko")?, *ko),
            Change::Suicide(allowed) => (_, setup.rules.suicide) = (refuse_with_quirks("suicide")?, *allowed),
            Change::Scoring(scoring) => (_, setup.rules.scoring) = (refuse_with_quirks("scoring")?, *scoring),
            Change::StonesEach(stones) => setup.rules.stones_each = *stones,
            Change::Handicap(stones) => setup.handicap = *stones,
            Change::Fill(share) => setup.opening.fill = *share,
            Change::Dead(dead) => setup.dead = *dead,
            Change::Seed(seed) => setup.seed = *seed,
            Change::HeatRate(rate) => setup.heat.rate = *rate,
            Change::HeatNeighbours(neighbours) => setup.heat.neighbourhood = *neighbours,
            Change::HeatDecay(decay) => {
                setup.heat.keep = decay.is_some();
                setup.heat.decay = decay.unwrap_or(HeatParams::default().decay);
            }
        }
        Ok(())
    }
}

impl Parameter {
    /// Reads a value of the parameter. `outside`: true if minds that are programs or persons are allowed.
    pub(super) fn value(&self, text: &str, outside: bool) -> Result<AxisValue, AxisError> {
        let name = match self {
            Self::Game(name) => *name,
            Self::Mind(color, key) => {
                let change = Change::Param(*color, key.clone(), text.to_owned());
                return Ok(AxisValue { label: text.to_owned(), change });
            }
            Self::Pairing => return Err(self.refused(text, "pairings are made of players")),
        };
        let refused = |allowed: &str| self.refused(text, allowed);
        let mind = || {
            let spec: BrainSpec = text.parse()?;
            let is_refused = (spec.info().external || spec.info().human) && !outside;
            if is_refused { Err(AxisError::Outside(spec)) } else { Ok(spec) }
        };
        let share = || {
            let share = text.parse().ok().filter(|share| HeatParams::SHARES.contains(share));
            share.ok_or_else(|| refused("a share from 0 to 1"))
        };
        // Reads a Boolean. `on` and `off` are the parameter's own words for true and false.
        let switch = |on: &str, off: &str| match text {
            "true" | "on" => Ok(true),
            "false" | "off" => Ok(false),
            _ if text == on => Ok(true),
            _ if text == off => Ok(false),
            _ => Err(refused(&format!("true or false, as a text also {on} or {off}"))),
        };
        let mut label = text.to_owned();
        let change = match name {
            "black" => Change::Mind(Color::Black, mind()?),
            "white" => Change::Mind(Color::White, mind()?),
            "minds" => Change::Minds(mind()?),
            "rules" => Change::Rules(Rules::preset(text).map_err(|_| {
                let names: Vec<_> = Rules::names().collect();
                self.refused_name(text, &names, names.join(", "))
            })?),
            "quirk" if text == "all" => Change::Quirk(None),
            "quirk" => {
                let given = text.strip_prefix('-').unwrap_or(text);
                let quirk = Quirks::NAMES.into_iter().find(|name| *name == given);
                let quirk = quirk.ok_or_else(|| {
                    let allowed = format!("all, or one to switch off: {}", Quirks::NAMES.join(", "));
                    self.refused_name(given, &Quirks::NAMES, allowed)
                })?;
                label = format!("-{quirk}");
                Change::Quirk(Some(quirk))
            }
            "size" => Change::Size(text.parse().map_err(|_| refused("N or WxH, each side 1 to 1024"))?),
            "komi" => {
                let komi = text.parse().ok().filter(|komi: &f64| komi.abs() <= 1e6);
                Change::Komi(komi.ok_or_else(|| refused("a number from -1000000 to 1000000"))?)
            }
            "ko" => Change::Ko(match text {
                "none" => Ko::None,
                "simple" => Ko::Simple,
                "positional" => Ko::Positional,
                "situational" => Ko::Situational,
                _ => {
                    let names = ["none", "simple", "positional", "situational"];
                    return Err(self.refused_name(text, &names, "none, simple, positional or situational"));
                }
            }),
            "suicide" => {
                let allowed = switch("allowed", "forbidden")?;
                label = if allowed { "allowed" } else { "forbidden" }.to_owned();
                Change::Suicide(allowed)
            }
            "scoring" => Change::Scoring(match text {
                "area" => Scoring::Area,
                "territory" => Scoring::Territory,
                "stones-and-captures" => Scoring::StonesAndCaptures,
                _ => {
                    let names = ["area", "territory", "stones-and-captures"];
                    return Err(self.refused_name(text, &names, "area, territory or stones-and-captures"));
                }
            }),
            "stones-each" if text == "none" => Change::StonesEach(None),
            "stones-each" => {
                let stones = text.parse().ok().filter(|&stones| stones > 0);
                Change::StonesEach(Some(stones.ok_or_else(|| refused("a whole number from 1, or none"))?))
            }
            "handicap" => {
                let stones = text.parse().ok().filter(|stones| matches!(stones, 0 | 2..=9));
                Change::Handicap(stones.ok_or_else(|| refused("0, or 2 to 9"))?)
            }
            "fill" => {
                let share = text.parse().ok().filter(|share| (0.0..=MAX_FILL).contains(share));
                Change::Fill(share.ok_or_else(|| refused(&format!("a share from 0 to {MAX_FILL}")))?)
            }
            "dead" => Change::Dead(text.parse().map_err(|_| {
                let names = DeadStones::ALL.map(DeadStones::name);
                self.refused_name(text, &names, "played, proved or estimated")
            })?),
            // A store holds a seed as a signed 64-bit number, so larger seeds are refused.
            "seed" => {
                let seed = text.parse().ok().filter(|&seed: &u64| i64::try_from(seed).is_ok());
                Change::Seed(seed.ok_or_else(|| refused("a whole number from 0 to 9223372036854775807"))?)
            }
            "heat-rate" => Change::HeatRate(share()?),
            "heat-neighbours" => Change::HeatNeighbours(text.parse().map_err(|_| refused("8 or 4"))?),
            "heat-decay" if text == "none" => Change::HeatDecay(None),
            "heat-decay" => Change::HeatDecay(Some(share()?)),
            quirk => {
                let on = switch("on", "off")?;
                label = if on { "on" } else { "off" }.to_owned();
                Change::Switch(quirk, on)
            }
        };
        Ok(AxisValue { label, change })
    }
}
