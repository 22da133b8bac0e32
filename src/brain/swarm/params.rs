//! Everything of the swarm that can be tuned.

use super::Arbiter;
use crate::brain::BrainSpec;
use crate::brain::registry::{Kind, ParamInfo, Value};

/// All that can be tuned. Defaults were found by matches: see `docs/strength.md`; what each weighs is in `docs/minds.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// How far a stone perceives, in steps of a king, 2…8.
    pub radius: u16,
    /// How one move is made of all bids.
    pub arbiter: Arbiter,
    /// Softmax temperature of the choice among scores, 0…10; 0: the highest.
    pub softmax: f32,
    /// What a stone in atari bids for its last liberty, and for taking what holds it there.
    pub flee: f32,
    /// What a stone of a group with few liberties bids for more of them.
    pub extend: f32,
    /// What a stone bids for a point that joins its group to another.
    pub connect: f32,
    /// What a stone bids for taking an enemy stone beside it.
    pub capture: f32,
    /// What a stone bids for leaving an enemy stone beside it one liberty.
    pub atari: f32,
    /// What a stone bids for the liberty of an enemy stone with few.
    pub surround: f32,
    /// What a stone bids for a point beside it that has an enemy beside it, too.
    pub press: f32,
    /// What a stone bids for a point where its stones would cut, bend round or block.
    pub shape: f32,
    /// What a stone bids for a point that makes an eye.
    pub eye: f32,
    /// What a stone bids for a point that would make the enemy an eye.
    pub spoil: f32,
    /// What a stone bids for the coldest point that it perceives.
    pub spread: f32,
    /// What a stone bids for the hottest point that it perceives.
    pub heat: f32,
    /// Group liberties with which a stone feels at ease, 1…30.
    pub ease: f32,
    /// Mean heat of a point and the eight around it with which it is not cold at all, 0.1…4.
    pub warm: f32,
    /// What is left of a bid for a point where the new stone would have one liberty, 0…1.
    pub rash: f32,
    /// What is left of a bid for taking a stone that cannot get away, 0…1.
    pub calm: f32,
    /// By how much more a stone bids near the enemy stone that has just come, where it perceives that.
    pub alert: f32,
    /// Less than this a stone does not bid for a point.
    pub least: f32,
}

const fn weight(name: &'static str, about: &'static str, default: f64) -> ParamInfo {
    float(name, about, 0.0, 20.0, default)
}

const fn float(name: &'static str, about: &'static str, min: f64, max: f64, default: f64) -> ParamInfo {
    ParamInfo { name, about, unit: "", kind: Kind::Float { min, max, default }, check: ParamInfo::ANY }
}

/// The parameters as the registry lists them.
pub(super) const LIST: &[ParamInfo] = &[
    ParamInfo {
        name: "radius",
        about: "how far a stone perceives, steps of a king",
        unit: "steps",
        kind: Kind::Int { min: 2, max: 8, default: 5 },
        check: ParamInfo::ANY,
    },
    ParamInfo {
        name: "arbiter",
        about: "how one move is made of all bids",
        unit: "",
        kind: Kind::Choice { options: Arbiter::NAMES, default: "sum" },
        check: ParamInfo::ANY,
    },
    float("softmax", "temperature of the choice among scores; 0: the highest", 0.0, 10.0, 0.0),
    weight("flee", "bid for a way out of atari", 3.0),
    weight("extend", "bid for more liberties", 0.45),
    weight("connect", "bid for joining two groups", 0.6),
    weight("capture", "bid for taking an enemy stone beside it", 4.0),
    weight("atari", "bid for leaving an enemy stone beside it one liberty", 2.0),
    weight("surround", "bid for a liberty of an enemy stone with few", 1.0),
    weight("press", "bid for a point between it and an enemy stone", 0.1),
    weight("shape", "bid for a cut, a bend round or a block", 2.5),
    weight("eye", "bid for a point that makes an eye", 1.0),
    weight("spoil", "bid for a point that would make the enemy an eye", 0.2),
    weight("spread", "bid for the coldest point it perceives", 0.6),
    weight("heat", "bid for the hottest point it perceives", 0.01),
    float("ease", "group liberties with which a stone feels at ease", 1.0, 30.0, 4.0),
    float("warm", "mean heat around a point with which it is not cold at all", 0.1, 4.0, 1.5),
    float("rash", "share left of a bid for a point where the new stone would be in atari", 0.0, 1.0, 0.05),
    float("calm", "share left of a bid for taking a stone that cannot get away", 0.0, 1.0, 0.5),
    float("alert", "how much more is bid near an enemy stone that has just come", 0.0, 20.0, 0.55),
    float("least", "less than this a stone does not bid; nothing bid is a pass", 0.0, 20.0, 0.02),
];

impl Params {
    /// The parameters that a spec of `swarm` gives.
    ///
    /// # Panics
    /// When the spec is another mind's.
    #[must_use]
    pub fn of(spec: &BrainSpec) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "weights need no more digits")]
        let float = |key| match spec.get(key) {
            Value::Float(value) => value as f32,
            _ => 0.0,
        };
        Self {
            radius: match spec.get("radius") {
                Value::Int(value) => u16::try_from(value).unwrap_or(2),
                _ => 2,
            },
            arbiter: match spec.get("arbiter") {
                Value::Choice(name) => Arbiter::named(name),
                _ => Arbiter::Sum,
            },
            softmax: float("softmax"),
            flee: float("flee"),
            extend: float("extend"),
            connect: float("connect"),
            capture: float("capture"),
            atari: float("atari"),
            surround: float("surround"),
            press: float("press"),
            shape: float("shape"),
            eye: float("eye"),
            spoil: float("spoil"),
            spread: float("spread"),
            heat: float("heat"),
            ease: float("ease"),
            warm: float("warm"),
            rash: float("rash"),
            calm: float("calm"),
            alert: float("alert"),
            least: float("least"),
        }
    }

    /// How far from itself a stone bids: it has to perceive what is around the point.
    pub(super) const fn reach(&self) -> u16 {
        self.radius - 1
    }

    /// How badly a stone of a group with so many liberties wants more, 0 to 1.
    pub(super) fn need(&self, group: u32) -> f32 {
        (1.0 - group as f32 / self.ease).max(0.0)
    }
}
