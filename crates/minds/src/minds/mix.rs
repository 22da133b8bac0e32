//! `mix`: two minds, its parts. In each turn one of them plays, drawn at random.

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
    /// The two minds, and the probability of the second.
    struct MixParams {
        /// the mind that mostly plays, in brackets
        a: BrainSpec = "sensible" by parse_part;
        /// the mind that plays now and then, in brackets
        b: BrainSpec = "random" by parse_part;
        /// how likely a turn is b's
        p: f64 = 0.2 in 0.0..=1.0;
    }
}

/// Maximum nesting depth of minds. The outermost mix counts as 1.
const MAX_DEPTH: usize = 8;

/// Reason why a text is not a part of a mix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// Mixes are nested too deeply.
    #[error("minds nest at most {MAX_DEPTH} deep")]
    Deep,
    /// The text is not a valid specification.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The specification names a person.
    #[error("a person cannot be part of a mix; any mind that this program plays itself can")]
    Person,
    /// The specification names an external program.
    #[error("another program cannot be part of a mix; any mind that this program plays itself can")]
    Program,
}

/// Parses a part of a mix: any mind that runs inside this program, including another mix.
///
/// # Errors
/// Fails if the text is not a valid specification, is nested too deeply, or names a person or an external
/// program.
fn parse_part(text: &str) -> Result<BrainSpec, PartError> {
    let depths = text.bytes().scan(0_usize, |depth, byte| {
        *depth = match byte {
            b'[' => *depth + 1,
            b']' => depth.saturating_sub(1),
            _ => *depth,
        };
        Some(*depth)
    });
    if depths.max().unwrap_or(0) >= MAX_DEPTH {
        return Err(PartError::Deep);
    }
    let spec: BrainSpec = text.parse()?;
    match spec.info() {
        info if info.human => Err(PartError::Person),
        info if info.external => Err(PartError::Program),
        _ => Ok(spec),
    }
}

/// Specifications of the two parts of a mix. `None` if `spec` is another mind.
pub(crate) fn parts(spec: &BrainSpec) -> Option<[BrainSpec; 2]> {
    (spec.name() == INFO.name).then(|| {
        let MixParams { a, b, .. } = spec.read();
        [a, b]
    })
}

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    let MixParams { a, b, p } = spec.read();
    Box::new(Mix {
        minds: [a.build(), b.build()],
        names: [a.to_string(), b.to_string()],
        probability_of_b: p,
        current: 0,
    })
}

struct Mix {
    minds: [Box<dyn Brain>; 2],
    names: [String; 2],
    /// Probability that the mind b plays a turn.
    probability_of_b: f64,
    /// Index of the mind that plays this turn: 0 for a, 1 for b.
    current: usize,
}

impl Brain for Mix {
    fn new_game(&mut self) {
        self.minds.iter_mut().for_each(|mind| mind.new_game());
    }

    fn begin(&mut self, observation: &Observation<'_>, mut rng: Rng) {
        self.current = usize::from(rng.random::<f64>() < self.probability_of_b);
        self.minds[self.current].begin(observation, rng);
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let name = &self.names[self.current];
        self.minds[self.current].batch(observation, &mut NamingWatch { name, watch })
    }

    fn reply(&mut self, observation: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        // Both minds get the inquiry, because it can start a recording and either mind may play next. Only
        // the reply of the current mind is returned.
        let replies = self.minds.each_mut().map(|mind| mind.reply(observation, inquiry));
        replies.into_iter().nth(self.current).flatten()
    }
}

/// Watch that adds the name of the current mind to each thought.
struct NamingWatch<'a> {
    name: &'a str,
    watch: &'a mut dyn Watch,
}

impl Watch for NamingWatch<'_> {
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

    fn wants_thoughts(&self) -> bool {
        self.watch.wants_thoughts()
    }

    fn receive_thought(&mut self, thought: &Thought) {
        let mut thought = thought.clone();
        thought.notes.push(format!("this turn as {}", self.name));
        self.watch.receive_thought(&thought);
    }
}

#[cfg(test)]
mod tests {
    use crate::BrainSpec;
    use crate::diagrams::{drawn, histogram};
    use stonefield_go::Move;

    /// Number of passes of a mind in 2000 turns on an empty board.
    fn count_passes(spec: &str) -> u32 {
        let position = drawn("...\n...\n...", "chinese");
        histogram(spec, &position, 2000).get(&Move::Pass).copied().unwrap_or(0)
    }

    #[test]
    fn b_plays_as_often_as_p_says() {
        // The empty list always passes. `liberties` never passes here.
        let minds = "b=[scripted:moves=[]],a=liberties";
        assert_eq!(count_passes(&format!("mix:{minds},p=0")), 0);
        assert_eq!(count_passes(&format!("mix:{minds},p=1")), 2000);
        let passes = count_passes(&format!("mix:{minds},p=0.25"));
        assert!((440..560).contains(&passes), "{passes}");
        let nested = count_passes(&format!("mix:a=liberties,b=[mix:{minds},p=0.5],p=0.5"));
        assert!((440..560).contains(&nested), "{nested}");
    }

    #[test]
    fn a_wrong_part_is_refused_with_an_error_that_quotes_it() {
        for (text, message_part) in [
            ("mix:a=mtcs", "mix cannot have a=mtcs: no brain 'mtcs'"),
            ("mix:b=[mcts:playouts=0]", "b=mcts:playouts=0: the brain mcts cannot have playouts=0"),
            ("mix:b=human", "b=human: a person cannot be part of a mix"),
            ("mix:a=[gtp:[gnugo --mode gtp]]", "another program cannot be part of a mix"),
            ("mix:a=[mix:b=[gtp:gnugo]]", "another program"),
            ("mix:p=1.5", "p=1.5: a number from 0 to 1"),
            ("mix:a=[]", "a=: no brain ''"),
        ] {
            let error = text.parse::<BrainSpec>().expect_err(text).to_string();
            assert!(error.contains(message_part) && !error.contains('\n'), "{text}: {error}");
        }
        let deep = (0..200).fold("mix".to_owned(), |inner, _| format!("mix:a=[{inner}]"));
        let error = deep.parse::<BrainSpec>().expect_err("too deep").to_string();
        assert!(error.ends_with("minds nest at most 8 deep"));
    }

    #[test]
    fn both_parts_of_a_mix_are_found() {
        let has_negamax = |spec: &str| spec.parse::<BrainSpec>().expect("a spec").is_or_contains("negamax");
        assert!(
            has_negamax("negamax:depth=2")
                && has_negamax("mix:a=negamax")
                && has_negamax("mix:b=[mix:b=[negamax:tt=off]]")
        );
        assert!(!has_negamax("mcts") && !has_negamax("mix:a=[mix:a=mcts]"));
    }

    #[test]
    fn inquiries_are_passed_on_to_the_mind_that_plays() {
        let position = drawn("...\n...\n...", "chinese");
        let mut mind = "mix:a=[mcts:playouts=5],p=0".parse::<BrainSpec>().expect("a spec").build();
        crate::diagrams::choice(mind.as_mut(), &position, 0);
        let observation = super::Observation { position: &position, agents: None, turn: 0 };
        assert!(mind.reply(&observation, &super::Inquiry::Tree { moves: 1, nodes: 1 }).is_some());
    }
}
