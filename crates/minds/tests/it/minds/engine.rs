//! Other programs as minds: every fault ends in one plain line, and no process is left behind.

use stonefield_testing as support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use stonefield_go::{Move, Position, Rules, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Conversation, Inquiry, Observation, Reply, Voice};
use stonefield_search::{Dice, Thought, Unwatched, Use, Watch};
use stonefield_testing::scratch::Scratch;

/// The mock engine's script; `None`, said visibly, where there is no Python.
fn mock() -> Option<PathBuf> {
    support::require("python3")
        .then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/mock.py"))
}

/// A mock engine acting in a mode, and what it writes down.
struct Acting {
    mode: &'static str,
    script: PathBuf,
    folder: Scratch,
}

impl Acting {
    fn new(mode: &'static str) -> Option<Self> {
        Some(Self { mode, script: mock()?, folder: Scratch::new("mock") })
    }

    fn command(&self) -> String {
        format!("python3 '{}' {} 'log={}'", self.script.display(), self.mode, self.folder.plain("log"))
    }

    fn spec(&self, more: &str) -> BrainSpec {
        format!("gtp:[{}]{more}", self.command()).parse().expect("a spec")
    }

    /// The commands it heard, without their numbers.
    fn heard(&self) -> Vec<String> {
        let text = self.folder.text("log");
        let lines = text.lines().filter(|line| !line.starts_with("pid "));
        lines
            .map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned())
            .collect()
    }

    /// The processes it has been.
    fn ids(&self) -> Vec<u32> {
        let text = self.folder.text("log");
        text.lines().filter_map(|line| line.strip_prefix("pid ")?.parse().ok()).collect()
    }

    /// Holds that within a few seconds none of its processes, nor any they started, runs.
    fn is_gone(&self) {
        let ids = self.ids();
        assert!(!ids.is_empty(), "{}: it never ran", self.mode);
        let until = Instant::now() + Duration::from_secs(8);
        while ids.iter().any(|&id| group_lives(id)) {
            assert!(Instant::now() < until, "{}: left behind: {ids:?}", self.mode);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Whether any process of this group runs.
fn group_lives(id: u32) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        let pgrep = Command::new("pgrep").args(["-g", &id.to_string()]).stdout(Stdio::null()).status();
        return pgrep.is_ok_and(|status| status.success());
    };
    processes.filter_map(Result::ok).any(|process| {
        let Ok(text) = fs::read_to_string(process.path().join("stat")) else { return false };
        // After the name in brackets: state, parent, group.
        let after = text.rsplit(')').next().unwrap_or_default();
        let fields: Vec<_> = after.split_whitespace().collect();
        fields.first() != Some(&"Z") && fields.get(2) == Some(&id.to_string().as_str())
    })
}

fn square(side: u16) -> Position {
    Position::new(Size::square(side).expect("a size"), Rules::default())
}

/// One turn of a mind.
fn turn(brain: &mut dyn Brain, position: &Position) -> Answer {
    watched(brain, position, &mut Unwatched)
}

fn watched(brain: &mut dyn Brain, position: &Position, watch: &mut dyn Watch) -> Answer {
    let seen = Observation { position, agents: None, turn: 0 };
    brain.choose(&seen, Dice::new(1, 0, 0).rng(0, None, Use::Think), watch)
}

/// Remembers what it hears, and may ask for an end.
#[derive(Default)]
struct Ear {
    thoughts: Vec<Thought>,
    hurry_after: Option<usize>,
}

impl Watch for Ear {
    fn stop(&self) -> bool {
        self.hurry_after.is_some_and(|count| self.thoughts.len() >= count)
    }

    fn elapsed(&self) -> f64 {
        0.0
    }

    fn thought(&mut self, thought: &Thought) {
        self.thoughts.push(thought.clone());
    }
}

/// Memory of this process that is not a part of a file, in kB; `None` where the system does not tell.
fn resident() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn every_fault_is_told_in_one_plain_line_and_leaves_nobody() {
    // The mode, what more there is to its spec, and what must be said.
    let cases: [(&str, &str, &[&str]); 20] = [
        (
            "die-at-start",
            "",
            &["python3 ended with exit status 3", "'protocol_version'", "last words: 'no licence found'"],
        ),
        (
            "hang-at-start",
            ",start=2",
            &["no answer to 'protocol_version' within 2 s", "'loading, please wait'"],
        ),
        ("flood-at-start", ",start=2", &["no answer to 'protocol_version' within 2 s", "'loading'"]),
        ("die", "", &["Mock 1 ended with exit status 4", "'genmove b'", "'out of ideas'"]),
        ("crash", "", &["Mock 1 ended by signal 11 (segmentation fault)", "'about to crash'"]),
        ("hang", ",timeout=2", &["Mock 1 gave no answer to 'genmove b' within 2 s", "'let me think'"]),
        ("stubborn", ",timeout=2", &["Mock 1 gave no answer to 'genmove b' within 2 s"]),
        ("close", "", &["Mock 1 closed its output", "'genmove b'", "'not a word more'"]),
        ("garbage", "", &["Mock 1 said 'Segmentation fault? What", "'genmove b'", "begins with = or ?"]),
        (
            "nonsense",
            "",
            &["Mock 1 answered 'genmove b' with 'somewhere nice': a point, pass or resign was expected"],
        ),
        ("wrong-id", "", &["Mock 1 answered 'genmove b' with number", " was expected"]),
        ("no-id", "", &["Mock 1 answered 'genmove b' with no number"]),
        ("refuse", "", &["Mock 1 refused 'genmove b': I do not feel like it"]),
        ("refuse-size", "", &["Mock 1 refused 'boardsize 5': unacceptable size"]),
        ("refuse-play", "", &["Mock 1 refused 'play b C3': illegal move"]),
        ("illegal point=C3", "", &["Mock 1 chose C3", "C3 is occupied"]),
        ("illegal point=T19", "", &["Mock 1 chose T19", "off the 5x5 board"]),
        ("endless", "", &["Mock 1 answers 'genmove b' without end"]),
        ("endless-answer", "", &["Mock 1 answers 'genmove b' without end"]),
        ("ignore-quit", ",timeout=5", &[]),
    ];
    if mock().is_none() {
        return;
    }
    // A few at a time: some of them will not leave before they are made to.
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((mode, more, words)) = cases.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    act(mode, more, words);
                }
            });
        }
    });
}

/// Lets a mock act, and holds what is told of it; without words, that it plays.
fn act(mode: &'static str, more: &str, words: &[&str]) {
    let Some(acting) = Acting::new(mode) else { return };
    let mut brain = acting.spec(more).build();
    let mut position = square(5);
    position.try_play("C3".parse().expect("a move")).expect("legal");
    position.try_play(Move::Pass).expect("legal");
    match turn(brain.as_mut(), &position) {
        Answer::Failed(line) => {
            assert!(!words.is_empty(), "{mode}: {line}");
            assert!(!line.contains('\n') && line.len() < 500, "{mode}: {line}");
            for word in words {
                assert!(line.contains(word), "{mode}: no '{word}' in: {line}");
            }
        }
        progress => {
            assert!(words.is_empty() && matches!(progress, Answer::Move(_)), "{mode}: {progress:?}");
        }
    }
    drop(brain);
    acting.is_gone();
}

#[test]
fn a_program_that_cannot_be_started_is_told() {
    let folder = Scratch::new("no-program");
    let file = folder.file("file", "no program");
    for (spec, words) in [
        (
            "gtp:[/no/such/engine --gtp]".to_owned(),
            ["engine cannot be started", "no program '/no/such/engine'"],
        ),
        (format!("gtp:[{file}]"), ["cannot be started", "no permission to run"]),
        (
            "gtp:[python3 x],dir=/no/such/folder".to_owned(),
            ["python3 cannot be started", "no folder /no/such/folder"],
        ),
        ("gtp".to_owned(), ["cannot be started", "no command"]),
    ] {
        let mut brain = spec.parse::<BrainSpec>().expect("a spec").build();
        let prepared = brain.prepare().expect_err("no engine").to_string();
        assert_eq!(turn(brain.as_mut(), &square(5)), Answer::Failed(prepared.clone()));
        assert!(words.iter().all(|word| prepared.contains(word)), "{prepared}");
    }
}

#[test]
fn after_a_fault_it_is_restarted() {
    let Some(acting) = Acting::new("die after=1") else { return };
    let mut brain = acting.spec("").build();
    let position = square(5);
    for _ in 0..2 {
        assert!(matches!(turn(brain.as_mut(), &position), Answer::Move(_)));
        assert!(matches!(turn(brain.as_mut(), &position), Answer::Failed(_)));
    }
    assert_eq!(acting.ids().len(), 2);
    drop(brain);
    acting.is_gone();
}

#[test]
fn start_up_lines_and_resignation_are_no_faults() {
    let Some(acting) = Acting::new("chatter") else { return };
    let mut brain = acting.spec("").build();
    assert_eq!(turn(brain.as_mut(), &square(5)), Answer::Move("A1".parse().expect("a move")));
    let Some(acting) = Acting::new("resign") else { return };
    let mut brain = acting.spec("").build();
    assert_eq!(turn(brain.as_mut(), &square(5)), Answer::Resign);
}

/// What an engine writes is read and let go, however much it is.
#[test]
fn memory_stays_flat_under_floods() {
    if !support::alone(module_path!(), "memory_stays_flat_under_floods") {
        return;
    }
    let (Some(stderr), Some(stdout)) = (Acting::new("flood-stderr"), Acting::new("endless-answer")) else {
        return;
    };
    let Some(before) = resident() else { return };
    let mut brain = stderr.spec("").build();
    assert!(matches!(turn(brain.as_mut(), &square(5)), Answer::Move(_)));
    let mut brain = stdout.spec("").build();
    assert!(matches!(turn(brain.as_mut(), &square(5)), Answer::Failed(_)));
    let grown = resident().map_or(0, |after| after.saturating_sub(before));
    // 64 MB have come in on one side, without end on the other; other tests run beside this one.
    assert!(grown < 40 << 10, "grown by {grown} kB");
}

/// Between two batches the caller can do something else.
#[test]
fn batches_return_soon() {
    let Some(acting) = Acting::new("slow pause=0.5") else { return };
    let mut brain = acting.spec("").build();
    let position = square(5);
    let seen = Observation { position: &position, agents: None, turn: 0 };
    brain.begin(&seen, Dice::new(1, 0, 0).rng(0, None, Use::Think));
    let mut batches = 0;
    let answer = loop {
        batches += 1;
        if let Some(answer) = brain.batch(&seen, &mut Unwatched) {
            break answer;
        }
    };
    assert_eq!(answer, Answer::Move("A1".parse().expect("a move")));
    assert!(batches > 10, "{batches} batches while it slept for half a second");
}

#[test]
fn engines_that_think_aloud_are_heard() {
    for (mode, lead, owned) in [("lz", None, 0), ("kata", Some(2.5), 25)] {
        let Some(acting) = Acting::new(mode) else { return };
        let mut brain = acting.spec("").build();
        let mut ear = Ear::default();
        assert_eq!(
            watched(brain.as_mut(), &square(5), &mut ear),
            Answer::Move("A1".parse().expect("a move"))
        );
        assert_eq!(ear.thoughts.len(), 3, "{mode}");
        let last = ear.thoughts.last().expect("a thought");
        let [best, second] = &last.candidates[..] else { panic!("{mode}: {last:?}") };
        assert_eq!((best.action.to_string(), second.action.to_string()), ("E5".to_owned(), "A1".to_owned()));
        assert_eq!(
            (best.visits, best.winrate, best.prior, best.lower_bound),
            (30, Some(0.75), Some(0.5), Some(0.7))
        );
        assert_eq!((last.playouts, last.winrate, last.lead, last.depth), (33, Some(0.75), lead, 2));
        assert_eq!(best.variation.len(), 2);
        assert_eq!(last.ownership, vec![0.5; owned]);
    }
}

/// GTP cannot interrupt `genmove`: the best so far is played, and the engine's own move, when it comes, taken back.
#[test]
fn an_engine_that_thinks_aloud_can_be_hurried() {
    let Some(acting) = Acting::new("slow-lz reports=12") else { return };
    let mut brain = acting.spec("").build();
    let mut position = square(5);
    let mut ear = Ear { hurry_after: Some(2), ..Ear::default() };
    let e5 = "E5".parse().expect("a move");
    assert_eq!(watched(brain.as_mut(), &position, &mut ear), Answer::Move(e5));
    assert!(ear.thoughts.len() < 12);
    position.try_play(e5).expect("legal");
    position.try_play("A1".parse().expect("a move")).expect("legal");
    // Its own choice was A1, where White stands now.
    let b1 = "B1".parse().expect("a move");
    assert_eq!(turn(brain.as_mut(), &position), Answer::Move(b1));
    let heard = acting.heard();
    let after = heard.iter().position(|command| command.starts_with("lz-genmove")).expect("asked");
    assert_eq!(heard[after + 1..after + 4], ["undo", "play b E5", "play w A1"]);
}

/// What is said between a mind that is a program and us.
#[derive(Default)]
struct Line(Conversation);

impl Line {
    /// Asks the mind, and takes down what it tells.
    fn ask(&mut self, brain: &mut dyn Brain, position: &Position, inquiry: &Inquiry) {
        let seen = Observation { position, agents: None, turn: 0 };
        let Some(Reply::Said(said)) = brain.reply(&seen, inquiry) else { panic!("it is a program") };
        self.0.hear(said);
    }

    fn say(&mut self, brain: &mut dyn Brain, position: &Position, line: &str) {
        self.ask(brain, position, &Inquiry::Say(line.to_owned()));
    }

    fn lines(&self) -> Vec<(Voice, String)> {
        self.0.lines().iter().map(|said| (said.voice, said.text.clone())).collect()
    }

    /// Looks after a mind until its conversation holds a line, and returns all of them.
    fn attended(&mut self, brain: &mut dyn Brain, position: &Position, line: &str) -> Vec<(Voice, String)> {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            self.ask(brain, position, &Inquiry::Attend);
            let said = self.lines();
            if said.iter().any(|(_, text)| text == line) {
                return said;
            }
            assert!(Instant::now() < until, "no '{line}' in {said:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn a_person_can_talk_with_an_engine_between_its_turns() {
    let Some(acting) = Acting::new("setup") else { return };
    let mut brain = acting.spec("").build();
    let mut line = Line::default();
    line.ask(brain.as_mut(), &square(5), &Inquiry::Attend);
    assert!(line.lines().is_empty());
    // It is started for it.
    line.say(brain.as_mut(), &square(5), " 12 name  # what are you?");
    let said = line.attended(brain.as_mut(), &square(5), "=8 Mock");
    assert!(said.contains(&(Voice::Person, "8 name".to_owned())), "{said:?}");
    assert!(said.contains(&(Voice::Us, "4 list_commands".to_owned())), "{said:?}");
    assert!(said.contains(&(Voice::Program, "genmove".to_owned())), "{said:?}");
    // It has the game before it on its board when a person talks to it.
    assert!(said.contains(&(Voice::Us, "5 boardsize 5".to_owned())), "{said:?}");
    assert_eq!((line.0.partner.as_str(), line.0.waiting), ("Mock 1", 0));
    assert_eq!(line.0.complete("gogui").0, "gogui-setup");
    // A comment, or nothing, is not said.
    line.say(brain.as_mut(), &square(5), "# hello");
    line.say(brain.as_mut(), &square(5), "nonsense \u{7}\n quit");
    line.attended(brain.as_mut(), &square(5), "?9 unknown command");

    // What only asks leaves the engine in step, what moves stones does not.
    let mut position = square(5);
    assert_eq!(turn(brain.as_mut(), &position), Answer::Move("A1".parse().expect("a move")));
    position.try_play("A1".parse().expect("a move")).expect("legal");
    line.say(brain.as_mut(), &position, "list_stones b");
    line.say(brain.as_mut(), &position, "list_stones w");
    line.attended(brain.as_mut(), &position, "=15");
    position.try_play("B2".parse().expect("a move")).expect("legal");
    assert_eq!(turn(brain.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
    line.say(brain.as_mut(), &position, "play w E5");
    assert_eq!(turn(brain.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
    let heard = acting.heard();
    let lists = heard.iter().position(|line| line == "list_stones w").expect("asked");
    assert_eq!(
        heard[lists + 1..],
        [
            "play w B2",
            "genmove b",
            "undo",
            "play w E5",
            "boardsize 5",
            "clear_board",
            "komi 7.5",
            "play b A1",
            "play w B2",
            "genmove b"
        ]
    );
}

#[test]
fn an_analysis_a_person_asked_for_ends_with_the_next_line_or_turn() {
    let Some(acting) = Acting::new("lz") else { return };
    let mut brain = acting.spec("").build();
    let mut line = Line::default();
    let position = square(5);
    line.say(brain.as_mut(), &position, "lz-analyze b 10");
    line.attended(brain.as_mut(), &position, "info move A1 visits 5 winrate 5000 order 0 pv A1");
    line.say(brain.as_mut(), &position, "name");
    line.attended(brain.as_mut(), &position, "=9 Mock");
    line.say(brain.as_mut(), &position, "lz-analyze b 10");
    line.attended(brain.as_mut(), &position, "info move A1 visits 3 winrate 5000 order 0 pv A1");
    assert_eq!(turn(brain.as_mut(), &position), Answer::Move("A1".parse().expect("a move")));
}

#[test]
fn an_engine_that_is_sent_away_comes_back_when_it_is_needed() {
    let Some(acting) = Acting::new("ok") else { return };
    let mut brain = acting.spec("").build();
    let mut line = Line::default();
    line.say(brain.as_mut(), &square(5), "quit");
    line.attended(brain.as_mut(), &square(5), "it has quit; it is restarted when it is needed");
    assert_eq!(turn(brain.as_mut(), &square(5)), Answer::Move("A1".parse().expect("a move")));
    // What was said to the one before is still known.
    line.ask(brain.as_mut(), &square(5), &Inquiry::Attend);
    let lines = line.lines();
    assert!(lines.contains(&(Voice::Person, "8 quit".to_owned())), "{lines:?}");
    assert_eq!(acting.ids().len(), 2);
    drop(brain);
    acting.is_gone();
}

#[test]
fn what_goes_wrong_between_turns_is_told_in_the_conversation() {
    let Some(acting) = Acting::new("hang") else { return };
    let mut brain = acting.spec(",timeout=0.3").build();
    let mut line = Line::default();
    line.say(brain.as_mut(), &square(5), "genmove b");
    let told = "Mock 1 gave no answer to 'genmove b' within 0.3 s; its last words: 'let me think'";
    let said = line.attended(brain.as_mut(), &square(5), told);
    assert!(said.contains(&(Voice::Aside, "let me think".to_owned())), "{said:?}");
    assert!(said.contains(&(Voice::Event, told.to_owned())), "{said:?}");
    let mut nowhere = "gtp:/no/such/engine".parse::<BrainSpec>().expect("a spec").build();
    let mut line = Line::default();
    line.say(nowhere.as_mut(), &square(5), "name");
    let lines = line.lines();
    assert!(lines[0].1.contains("there is no program '/no/such/engine'"), "{lines:?}");
}

/// A mock that writes down what it hears is told no more than it needs.
#[test]
fn only_what_is_new_is_told() {
    for (mode, told) in [("setup", &["undo"][..]), ("no-undo", &["clear_board", "play b A1"])] {
        let Some(acting) = Acting::new(mode) else { return };
        let mut brain = acting.spec("").build();
        let mut position = square(5);
        let play = |position: &mut Position, moves: &[&str]| {
            for text in moves {
                position.try_play(text.parse().expect("a move")).expect("legal");
            }
        };
        assert!(matches!(turn(brain.as_mut(), &position), Answer::Move(_)));
        play(&mut position, &["A1"]);
        let earlier = position.clone();
        play(&mut position, &["E5"]);
        assert_eq!(turn(brain.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
        play(&mut position, &["B1"]);
        position = earlier;
        play(&mut position, &["D4"]);
        let before = acting.heard().len();
        assert!(matches!(turn(brain.as_mut(), &position), Answer::Move(_)));
        let heard = acting.heard()[before..].to_vec();
        let undone =
            if mode == "setup" { vec!["undo", "undo", "play w D4"] } else { [told, &["play w D4"]].concat() };
        assert_eq!(heard, [&undone[..], &["genmove b"]].concat(), "{mode}");
    }
}

#[test]
fn a_board_that_is_not_square_needs_an_engine_that_knows_it() {
    let position = Position::new("5x4".parse().expect("a size"), Rules::default());
    let Some(plain) = Acting::new("ok") else { return };
    let Answer::Failed(line) = turn(plain.spec("").build().as_mut(), &position) else { panic!("accepted") };
    assert!(line.contains("Mock 1 plays on square boards only, and this one is 5x4"), "{line}");
    let Some(able) = Acting::new("setup") else { return };
    assert!(matches!(turn(able.spec("").build().as_mut(), &position), Answer::Move(_)));
}
