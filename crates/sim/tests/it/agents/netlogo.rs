//! The `netlogo-2016` world, compared with an independent re-implementation of its seven quirks (the oracle).
//!
//! Figures of the oracle: mean and standard deviation of both colours' totals, and mean ticks per game,
//! without void games.

use stonefield_go::{ByColor, Outcome, Rules, Size};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, create_app, play_out, reset, spawn_goban};

/// Known figures of a world.
struct Oracle {
    size: u16,
    quirks: &'static str,
    games: f64,
    black: (f64, f64),
    white: (f64, f64),
    ticks: Option<f64>,
}

const ORACLES: [Oracle; 5] = [
    Oracle {
        size: 9,
        quirks: "",
        games: 39_921.0,
        black: (267.3, 110.6),
        white: (265.3, 110.8),
        ticks: Some(69.4),
    },
    Oracle {
        size: 13,
        quirks: "",
        games: 20_000.0,
        black: (852.3, 312.3),
        white: (851.9, 307.3),
        ticks: Some(137.8),
    },
    Oracle {
        size: 19,
        quirks: "",
        games: 10_000.0,
        black: (2918.7, 951.9),
        white: (2938.6, 950.5),
        ticks: Some(286.6),
    },
    Oracle {
        size: 9,
        quirks: "-score_by_degree",
        games: 1990.0,
        black: (68.8, 22.7),
        white: (68.7, 23.3),
        ticks: Some(69.4),
    },
    Oracle {
        size: 9,
        quirks: "-random_closure",
        games: 3979.0,
        black: (195.1, 94.9),
        white: (192.5, 96.1),
        ticks: Some(61.6),
    },
];

/// Published means for boards of the right size. The description gives no deviations.
const TRUE_BOARDS: [(u16, f64, f64); 3] = [(9, 188.0, 183.8), (13, 650.4, 655.2), (19, 2427.7, 2450.6)];

/// A sample and its moments up to the fourth.
#[derive(Default)]
struct Sample(Vec<f64>);

impl Sample {
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn moment(&self, power: i32) -> f64 {
        let mean = self.mean();
        self.0.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / self.0.len() as f64
    }

    fn deviation(&self) -> f64 {
        self.moment(2).sqrt()
    }

    /// Standard errors of the mean and of the deviation, for a sample of this shape with `games` games.
    fn errors(&self, games: f64) -> (f64, f64) {
        let kurtosis = self.moment(4) / self.moment(2).powi(2);
        (self.deviation() / games.sqrt(), self.deviation() * ((kurtosis - 1.0) / (4.0 * games)).sqrt())
    }
}

struct Played {
    score: ByColor<Sample>,
    ticks: Sample,
    void: u32,
}

fn play(size: u16, quirks: &str, games: u64, seed: u64) -> Played {
    let mut rules = Rules::preset("netlogo-2016").expect("rules");
    if let (Some(switches), false) = (&mut rules.quirks, quirks.is_empty()) {
        switches.apply(quirks).expect("quirks");
    }
    let brain = BrainSpec::named("netlogo").expect("a brain");
    let mut setup = GameSetup {
        size: Size::square(size).expect("a size"),
        rules,
        brains: ByColor::new(brain.clone(), brain),
        seed,
        ..GameSetup::default()
    };
    let mut app = create_app();
    let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
    let mut played = Played { score: ByColor::default(), ticks: Sample::default(), void: 0 };
    for game in 0..games {
        setup.game = game;
        reset(app.world_mut(), goban, &setup).expect("a game");
        let finished = play_out(app.world_mut(), goban, 100_000).expect("an end");
        if finished.outcome == Outcome::Void {
            played.void += 1;
            continue;
        }
        played.score.black.0.push(finished.score.black);
        played.score.white.0.push(finished.score.white);
        played.ticks.0.push(finished.ticks as f64);
    }
    played
}

/// Difference of two figures, in standard errors of the difference.
fn distance(ours: f64, error: f64, theirs: f64, their_error: f64) -> f64 {
    (ours - theirs) / error.hypot(their_error)
}

fn compare(oracle: &Oracle, games: u64, seed: u64) -> f64 {
    let played = play(oracle.size, oracle.quirks, games, seed);
    let mut worst = 0.0_f64;
    let mut report = |what: &str, ours: f64, theirs: f64, error: f64, their_error: f64| {
        let far = distance(ours, error, theirs, their_error);
        worst = worst.max(far.abs());
        println!(
            "size {} {:<17} {what:<15} {ours:>9.2} oracle {theirs:>8.1}: {far:+.2} errors",
            oracle.size, oracle.quirks
        );
    };
    let both = [("Black", &played.score.black, oracle.black), ("White", &played.score.white, oracle.white)];
    for (name, sample, (mean, deviation)) in both {
        let n = sample.0.len() as f64;
        let (ours, theirs) = (sample.errors(n), sample.errors(oracle.games));
        report(&format!("{name} mean"), sample.mean(), mean, ours.0, theirs.0);
        report(&format!("{name} deviation"), sample.deviation(), deviation, ours.1, theirs.1);
    }
    if let Some(ticks) = oracle.ticks {
        let n = played.ticks.0.len() as f64;
        let (ours, theirs) = (played.ticks.errors(n), played.ticks.errors(oracle.games));
        report("ticks", played.ticks.mean(), ticks, ours.0, theirs.0.hypot(0.05));
    }
    println!("size {} {} void {} of {games}", oracle.size, oracle.quirks, played.void);
    worst
}

#[test]
fn a_few_games_match_the_oracle() {
    for (oracle, games) in ORACLES.iter().zip([600, 200, 60, 600, 600]) {
        let worst = compare(oracle, games, 2016);
        assert!(worst < 3.5, "{worst} standard errors");
    }
}

#[test]
#[ignore = "two minutes of one core in a release build"]
fn four_thousand_games_lie_within_three_errors_of_the_oracle() {
    for oracle in &ORACLES {
        let worst = compare(oracle, 4000, 1);
        assert!(worst < 3.0, "{worst} standard errors");
    }
}

#[test]
#[ignore = "half a minute of one core in a release build"]
fn boards_of_the_right_size_have_the_means_known_for_them() {
    for (size, black, white) in TRUE_BOARDS {
        let played = play(size, "-world_off_by_one", 2000, 1);
        for (sample, published) in [(&played.score.black, black), (&played.score.white, white)] {
            let (ours, theirs) = (sample.errors(sample.0.len() as f64), sample.errors(2000.0));
            let far = distance(sample.mean(), ours.0, published, theirs.0);
            println!("size {size} true board {:.1} known {published}: {far:+.2} errors", sample.mean());
            assert!(far.abs() < 3.0, "{far} standard errors");
        }
    }
}
