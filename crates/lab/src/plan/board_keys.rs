//! Board keys: the keys of a plan that come from the set-up of one game.

use super::PlanText;
use stonefield_go::field::{HeatParams, Neighbourhood};
use stonefield_go::{Ko, Quirks, Rules, Scoring};
use stonefield_sim::GameSetup;

impl PlanText {
    /// Sets the keys of one game to the values of a set-up: rules, size, handicap, fill, dead stones, heat,
    /// seed and minds. A key with its default value is removed, except `seed`, `rules`, `size`, `black` and
    /// `white`; so are `minds`, `quirk` and tables of these keys. Other fields of the set-up are left out.
    /// Does nothing if the text is not TOML.
    ///
    /// ```
    /// use stonefield_lab::plan::PlanText;
    /// use stonefield_go::Size;
    /// use stonefield_lab::Plan;
    /// use stonefield_sim::GameSetup;
    ///
    /// let setup = GameSetup { size: Size::square(7)?, seed: 3, ..GameSetup::default() };
    /// let mut plan = PlanText::new("games = 4 # few\n");
    /// plan.set_up(&setup);
    /// let game = Plan::read(plan.text())?.game(0)?.setup;
    /// assert_eq!((game.size, game.rules), (setup.size, setup.rules));
    /// assert_eq!((game.seed, game.brains), (3, setup.brains));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_up(&mut self, setup: &GameSetup) {
        let rules = &setup.rules;
        let usual = Rules::preset(rules.name).unwrap_or_default();
        let heat = HeatParams::default();
        let unless = |same: bool, text: String| if same { String::new() } else { text };
        let (width, height) = (setup.size.width(), setup.size.height());
        let size = if width == height { width.to_string() } else { setup.size.to_string() };
        let mut keys = vec![
            ("seed", setup.seed.to_string()),
            ("rules", rules.name.to_owned()),
            ("size", size),
            ("komi", unless(rules.komi == usual.komi, rules.komi.to_string())),
            ("ko", unless(rules.ko == usual.ko, ko(rules.ko).to_owned())),
            ("suicide", unless(rules.suicide == usual.suicide, rules.suicide.to_string())),
            ("scoring", unless(rules.scoring == usual.scoring, scoring(rules.scoring).to_owned())),
            (
                "stones_each",
                unless(
                    rules.stones_each == usual.stones_each,
                    rules.stones_each.map_or_else(|| "none".to_owned(), |stones| stones.to_string()),
                ),
            ),
            ("handicap", unless(setup.handicap == 0, setup.handicap.to_string())),
            ("fill", unless(setup.opening.fill == 0.0, setup.opening.fill.to_string())),
            ("dead", unless(setup.dead == GameSetup::default().dead, setup.dead.to_string())),
            ("heat_rate", unless(setup.heat.rate == heat.rate, setup.heat.rate.to_string())),
            (
                "heat_neighbours",
                match setup.heat.neighbourhood {
                    Neighbourhood::Eight => String::new(),
                    Neighbourhood::Four => "4".to_owned(),
                },
            ),
            ("heat_decay", if setup.heat.keep { setup.heat.decay.to_string() } else { String::new() }),
            ("minds", String::new()),
            ("black", format!("[{}]", setup.brains.black)),
            ("white", format!("[{}]", setup.brains.white)),
            ("quirk", String::new()),
        ];
        let is_on = |name| rules.quirks.and_then(|quirks| quirks.get(name)).unwrap_or(true);
        keys.extend(Quirks::NAMES.map(|name| (name, unless(is_on(name), "false".to_owned()))));
        for table in ["rules", "quirks", "heat", "black", "white", "minds"] {
            if self.is_table(table) {
                self.set(table, "");
            }
        }
        for (key, line) in keys {
            self.set(key, &line);
        }
    }
}

const fn ko(ko: Ko) -> &'static str {
    match ko {
        Ko::None => "none",
        Ko::Simple => "simple",
        Ko::Positional => "positional",
        Ko::Situational => "situational",
    }
}

const fn scoring(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
        Scoring::StonesAndCaptures => "stones-and-captures",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plan;
    use super::*;
    use proptest::prelude::*;
    use stonefield_go::{ByColor, DeadStones, PRESETS, Size};
    use stonefield_sim::Opening;

    fn any_setup() -> impl Strategy<Value = GameSetup> {
        let names = PRESETS.map(|(name, _)| name);
        let minds = ["sensible", "random", "swarm:radius=2,spread=1", "mcts:playouts=50", "netlogo"];
        let mind = move || prop::sample::select(minds.to_vec());
        let law = (
            prop::sample::select(names.to_vec()),
            -10_i16..10,
            any::<bool>(),
            0_usize..4,
            any::<[bool; 7]>(),
        );
        let heat = (0_u8..=10, any::<bool>(), any::<bool>(), 0_u8..=10);
        let board = (2_u16..20, 2_u16..20, 0_u64..1000, prop::option::of(1_u32..90), 0_u8..=9);
        (law, heat, board, mind(), mind()).prop_map(|(law, heat, board, black, white)| {
            let (name, komi, suicide, ko, quirks) = law;
            let mut rules = Rules::preset(name).expect("a preset");
            rules.komi = f64::from(komi) / 2.0;
            rules.stones_each = board.3;
            match &mut rules.quirks {
                Some(on) => {
                    for (name, is) in Quirks::NAMES.into_iter().zip(quirks) {
                        *on.get_mut(name).expect("a quirk") = is;
                    }
                }
                None => {
                    rules.ko = [Ko::None, Ko::Simple, Ko::Positional, Ko::Situational][ko];
                    rules.suicide = suicide;
                    rules.scoring =
                        [Scoring::Area, Scoring::Territory, Scoring::StonesAndCaptures][ko.min(2)];
                }
            }
            let fill = board.4;
            let (rate, keep, four, decay) = heat;
            let mind = |text: &str| text.parse().expect("a mind");
            let usual = HeatParams::default().decay;
            GameSetup {
                size: Size::new(board.0, board.1).expect("a size"),
                rules,
                brains: ByColor::new(mind(black), mind(white)),
                seed: board.2,
                heat: HeatParams {
                    rate: f32::from(rate) / 10.0,
                    neighbourhood: if four { Neighbourhood::Four } else { Neighbourhood::Eight },
                    keep,
                    decay: if keep { f32::from(decay) / 10.0 } else { usual },
                },
                opening: Opening {
                    fill: if fill > 4 { f64::from(fill) / 10.0 } else { 0.0 },
                    ..Opening::default()
                },
                dead: [DeadStones::CapturedOnly, DeadStones::Proved, DeadStones::Estimated][ko.min(2)],
                ..GameSetup::default()
            }
        })
    }

    proptest! {
        #[test]
        fn the_plan_of_a_set_up_plays_it(setup in any_setup()) {
            let mut text = PlanText::new("games = 3\nminds = \"random\"\n[heat]\nrate = 0.25\n");
            text.set_up(&setup);
            match (Plan::read(text.text()), setup.check()) {
                (Ok(plan), Ok(())) => {
                    let got = plan.game(2).expect("a game").setup;
                    // Fields of the plan, not of the set-up.
                    let GameSetup { game, check, .. } = got.clone();
                    let opening = Opening { fill: setup.opening.fill, ..got.opening };
                    prop_assert_eq!(got, GameSetup { game, check, opening, ..setup });
                }
                (read, check) => prop_assert!(read.is_err() && check.is_err(), "{:?}, {:?}", read, check),
            }
        }
    }
}
