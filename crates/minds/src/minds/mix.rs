//! `mix`: one mind most of the time, another one now and then.

use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, SpecError};
use rand::RngExt;
use stonefield_search::params;
use stonefield_search::{CpuClock, Parameters, PlayerTime, Rng, Thought, Watch};

pub(crate) const INFO: BrainInfo = BrainInfo::planner(
    "mix",
    "plays as the mind a, and with probability p as the mind b, drawn anew every turn; a rule of the agents where both are",
    MixParams::LIST,
    make,
);

params! {
    /// Which minds, and how often each.
    struct MixParams {
        /// the mind that mostly plays, in brackets
        a: BrainSpec = "sensible" by part;
        /// the mind that plays now and then, in brackets
        b: BrainSpec = "random" by part;
        /// how likely a turn is b's
        p: f64 = 0.2 in 0.0..=1.0;
    }
}

/// Brackets within brackets, at the most.
const DEEPEST: usize = 8;

/// Why a text is not a part of a mix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// Mixes within mixes, too many of them.
    #[error("minds nest at most {DEEPEST} deep")]
    Deep,
    /// It names no mind.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It waits for a person.
    #[error("a person cannot be part of a mix; any mind that this program plays itself can")]
    Person,
    /// It is a program of its own.
    #[error("another program cannot be part of a mix; any mind that this program plays itself can")]
    Program,
}

/// A mind that may be part of a mix: any that this program plays itself, another mix among them.
fn part(text: &str) -> Result<BrainSpec, PartError> {
    let depth = text.bytes().scan(0_usize, |depth, byte| {
        *depth = match byte {
            b'[' => *depth + 1,
            b']' => depth.saturating_sub(1),
            _ => *depth,
        };
        Some(*depth)
    });
    if depth.max().unwrap_or(0) >= DEEPEST {
        return Err(PartError::Deep);
    }
    let spec: BrainSpec = text.parse()?;
    match spec.info() {
        info if info.human => Err(PartError::Person),
        info if info.outside => Err(PartError::Program),
        _ => Ok(spec),
    }
}

/// The two minds of a mix; `None` for any other mind.
pub(crate) fn parts(spec: &BrainSpec) -> Option<[BrainSpec; 2]> {
    (spec.name() == INFO.name).then(|| {
        let MixParams { a, b, .. } = spec.read();
        [a, b]
    })
}

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let MixParams { a, b, p } = spec.read();
    Box::new(Mix { minds: [a.build(), b.build()], names: [a.to_string(), b.to_string()], share: p, now: 0 })
}

struct Mix {
    minds: [Box<dyn Brain>; 2],
    names: [String; 2],
    share: f64,
    /// Whose turn it is: 0 for a, 1 for b.
    now: usize,
}

impl Brain for Mix {
    fn new_game(&mut self) {
        self.minds.iter_mut().for_each(|mind| mind.new_game());
    }

    fn begin(&mut self, seen: &Observation<'_>, mut rng: Rng) {
        self.now = usize::from(rng.random::<f64>() < self.share);
        self.minds[self.now].begin(seen, rng);
    }

    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let name = &self.names[self.now];
        self.minds[self.now].batch(seen, &mut Named { name, watch })
    }

    fn reply(&mut self, seen: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        // Either may be the one to think next.
        let replies = self.minds.each_mut().map(|mind| mind.reply(seen, inquiry));
        replies.into_iter().nth(self.now).flatten()
    }
}

/// Says with every thought whose it is.
struct Named<'a> {
    name: &'a str,
    watch: &'a mut dyn Watch,
}

impl Watch for Named<'_> {
    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn elapsed(&self) -> f64 {
        self.watch.elapsed()
    }

    fn cpu_clock(&self) -> Option<CpuClock> {
        self.watch.cpu_clock()
    }

    fn spend(&mut self, seconds: Option<f64>) {
        self.watch.spend(seconds);
    }

    fn time(&self) -> Option<PlayerTime> {
        self.watch.time()
    }

    fn curious(&self) -> bool {
        self.watch.curious()
    }

    fn thought(&mut self, thought: &Thought) {
        let mut thought = thought.clone();
        thought.notes.push(format!("this turn as {}", self.name));
        self.watch.thought(&thought);
    }
}

#[cfg(test)]
mod tests {
    use crate::BrainSpec;
    use crate::drawn::{drawn, histogram};
    use stonefield_go::Move;

    fn share(spec: &str) -> u32 {
        let position = drawn("...\n...\n...", "chinese");
        histogram(spec, &position, 2000).get(&Move::Pass).copied().unwrap_or(0)
    }

    #[test]
    fn b_plays_as_often_as_p_says() {
        // What is illegal at once is passed; the other never passes.
        let passes = "b=[scripted:moves=[]],a=liberties";
        assert_eq!(share(&format!("mix:{passes},p=0")), 0);
        assert_eq!(share(&format!("mix:{passes},p=1")), 2000);
        let some = share(&format!("mix:{passes},p=0.25"));
        assert!((440..560).contains(&some), "{some}");
        let nested = share(&format!("mix:a=liberties,b=[mix:{passes},p=0.5],p=0.5"));
        assert!((440..560).contains(&nested), "{nested}");
    }

    #[test]
    fn what_cannot_be_mixed_is_refused_and_its_place_is_named() {
        for (text, words) in [
            ("mix:a=mtcs", "mix cannot have a=mtcs: no brain 'mtcs'"),
            ("mix:b=[mcts:playouts=0]", "b=mcts:playouts=0: the brain mcts cannot have playouts=0"),
            ("mix:b=human", "b=human: a person cannot be part of a mix"),
            ("mix:a=[gtp:[gnugo --mode gtp]]", "another program cannot be part of a mix"),
            ("mix:a=[mix:b=[gtp:gnugo]]", "another program"),
            ("mix:p=1.5", "p=1.5: a number from 0 to 1"),
            ("mix:a=[]", "a=: no brain ''"),
        ] {
            let error = text.parse::<BrainSpec>().expect_err(text).to_string();
            assert!(error.contains(words) && !error.contains('\n'), "{text}: {error}");
        }
        let deep = (0..200).fold("mix".to_owned(), |inner, _| format!("mix:a=[{inner}]"));
        let error = deep.parse::<BrainSpec>().expect_err("too deep").to_string();
        assert!(error.ends_with("minds nest at most 8 deep"));
    }

    #[test]
    fn both_minds_that_may_play_are_known() {
        let plays = |spec: &str| spec.parse::<BrainSpec>().expect("a spec").plays_as("negamax");
        assert!(
            plays("negamax:depth=2") && plays("mix:a=negamax") && plays("mix:b=[mix:b=[negamax:tt=off]]")
        );
        assert!(!plays("mcts") && !plays("mix:a=[mix:a=mcts]"));
    }

    #[test]
    fn what_it_is_asked_is_passed_on() {
        let position = drawn("...\n...\n...", "chinese");
        let mut mind = "mix:a=[mcts:playouts=5],p=0".parse::<BrainSpec>().expect("a spec").build();
        crate::drawn::choice(mind.as_mut(), &position, 0);
        let seen = super::Observation { position: &position, agents: None, turn: 0 };
        assert!(mind.reply(&seen, &super::Inquiry::Tree { moves: 1, nodes: 1 }).is_some());
    }
}
