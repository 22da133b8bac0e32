//! Tests of external programs as minds. Every fault gives a message of one line, and no process is left
//! running.

use stonefield_testing as support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use stonefield_go::{Move, Position, Rules, Size};
use stonefield_minds::{Answer, Brain, BrainSpec, Conversation, Inquiry, Observation, Reply, Speaker};
use stonefield_search::{Dice, Purpose, Thought, Unwatched, Watch};
use stonefield_testing::scratch::Scratch;

/// Script of the mock engine. `None`, with a visible message, if there is no Python.
fn mock_script() -> Option<PathBuf> {
    support::require("python3")
        .then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/mock.py"))
}

/// A mock engine in one of its modes, and the folder of its log.
struct Mock {
    mode: &'static str,
    script: PathBuf,
    folder: Scratch,
}

impl Mock {
    fn new(mode: &'static str) -> Option<Self> {
        Some(Self { mode, script: mock_script()?, folder: Scratch::new("mock") })
    }

    fn command(&self) -> String {
        format!("python3 '{}' {} 'log={}'", self.script.display(), self.mode, self.folder.plain("log"))
    }

    /// Specification of the mock as a mind, with further parameters, as in `,timeout=2`.
    fn spec(&self, params: &str) -> BrainSpec {
        format!("gtp:[{}]{params}", self.command()).parse().expect("a spec")
    }

    /// Commands that the mock has received, without their numbers.
    fn commands(&self) -> Vec<String> {
        let text = self.folder.text("log");
        let lines = text.lines().filter(|line| !line.starts_with("pid "));
        lines
            .map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned())
            .collect()
    }

    /// Process ids of all starts of the mock.
    fn process_ids(&self) -> Vec<u32> {
        let text = self.folder.text("log");
        text.lines().filter_map(|line| line.strip_prefix("pid ")?.parse().ok()).collect()
    }

    /// Asserts that within 8 s all processes of the mock and their descendants have ended.
    fn assert_ended(&self) {
        let process_ids = self.process_ids();
        assert!(!process_ids.is_empty(), "{}: the mock never ran", self.mode);
        let deadline = Instant::now() + Duration::from_secs(8);
        while process_ids.iter().any(|&id| is_group_running(id)) {
            assert!(Instant::now() < deadline, "{}: still running: {process_ids:?}", self.mode);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns true if any process of this process group runs.
fn is_group_running(id: u32) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        let pgrep = Command::new("pgrep").args(["-g", &id.to_string()]).stdout(Stdio::null()).status();
        return pgrep.is_ok_and(|status| status.success());
    };
    processes.filter_map(Result::ok).any(|process| {
        let Ok(text) = fs::read_to_string(process.path().join("stat")) else { return false };
        // Fields after the name in parentheses: state, parent, process group. `Z` is a process that has
        // ended.
        let after_name = text.rsplit(')').next().unwrap_or_default();
        let fields: Vec<_> = after_name.split_whitespace().collect();
        fields.first() != Some(&"Z") && fields.get(2) == Some(&id.to_string().as_str())
    })
}

fn square(side: u16) -> Position {
    Position::new(Size::square(side).expect("a size"), Rules::default())
}

/// Answer of a mind for one turn.
fn turn(mind: &mut dyn Brain, position: &Position) -> Answer {
    watched(mind, position, &mut Unwatched)
}

fn watched(mind: &mut dyn Brain, position: &Position, watch: &mut dyn Watch) -> Answer {
    let observation = Observation { position, agents: None, turn: 0 };
    mind.choose(&observation, Dice::new(1, 0, 0).rng(0, None, Purpose::Think), watch)
}

/// Watch that records the thoughts, and stops the mind after `stop_after` of them. `None`: never.
#[derive(Default)]
struct Recorder {
    thoughts: Vec<Thought>,
    stop_after: Option<usize>,
}

impl Watch for Recorder {
    fn stop(&self) -> bool {
        self.stop_after.is_some_and(|count| self.thoughts.len() >= count)
    }

    fn elapsed(&self) -> f64 {
        0.0
    }

    fn receive_thought(&mut self, thought: &Thought) {
        self.thoughts.push(thought.clone());
    }
}

/// Anonymous memory of this process, in kB. `None` if the system does not report it.
fn anonymous_kilobytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn every_fault_is_one_line_and_no_process_is_left() {
    // Mode of the mock, further parameters of the specification, and expected parts of the message.
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
    if mock_script().is_none() {
        return;
    }
    // Runs four cases at a time, because some modes end only after a time limit.
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((mode, params, message_parts)) =
                    cases.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    check_fault(mode, params, message_parts);
                }
            });
        }
    });
}

/// Runs the mock in a mode and checks the message of its fault. Without expected parts it must play a move.
fn check_fault(mode: &'static str, params: &str, message_parts: &[&str]) {
    let Some(mock) = Mock::new(mode) else { return };
    let mut mind = mock.spec(params).build();
    let mut position = square(5);
    position.try_play("C3".parse().expect("a move")).expect("legal");
    position.try_play(Move::Pass).expect("legal");
    match turn(mind.as_mut(), &position) {
        Answer::Failed(line) => {
            assert!(!message_parts.is_empty(), "{mode}: {line}");
            assert!(!line.contains('\n') && line.len() < 500, "{mode}: {line}");
            for part in message_parts {
                assert!(line.contains(part), "{mode}: no '{part}' in: {line}");
            }
        }
        answer => {
            assert!(message_parts.is_empty() && matches!(answer, Answer::Move(_)), "{mode}: {answer:?}");
        }
    }
    drop(mind);
    mock.assert_ended();
}

#[test]
fn a_program_that_cannot_be_started_is_reported() {
    let folder = Scratch::new("no-program");
    let file = folder.file("file", "no program");
    for (spec, message_parts) in [
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
        let mut mind = spec.parse::<BrainSpec>().expect("a spec").build();
        let message = mind.prepare().expect_err("no engine").to_string();
        assert_eq!(turn(mind.as_mut(), &square(5)), Answer::Failed(message.clone()));
        assert!(message_parts.iter().all(|part| message.contains(part)), "{message}");
    }
}

#[test]
fn after_a_fault_the_engine_is_restarted() {
    let Some(mock) = Mock::new("die after=1") else { return };
    let mut mind = mock.spec("").build();
    let position = square(5);
    for _ in 0..2 {
        assert!(matches!(turn(mind.as_mut(), &position), Answer::Move(_)));
        assert!(matches!(turn(mind.as_mut(), &position), Answer::Failed(_)));
    }
    assert_eq!(mock.process_ids().len(), 2);
    drop(mind);
    mock.assert_ended();
}

#[test]
fn start_up_lines_and_resignation_are_no_faults() {
    let Some(mock) = Mock::new("chatter") else { return };
    let mut mind = mock.spec("").build();
    assert_eq!(turn(mind.as_mut(), &square(5)), Answer::Move("A1".parse().expect("a move")));
    let Some(mock) = Mock::new("resign") else { return };
    let mut mind = mock.spec("").build();
    assert_eq!(turn(mind.as_mut(), &square(5)), Answer::Resign);
}

/// Output of an engine beyond the limits is read and dropped.
#[test]
fn memory_stays_flat_under_floods() {
    if !support::alone(module_path!(), "memory_stays_flat_under_floods") {
        return;
    }
    let (Some(stderr_mock), Some(stdout_mock)) = (Mock::new("flood-stderr"), Mock::new("endless-answer"))
    else {
        return;
    };
    let Some(before) = anonymous_kilobytes() else { return };
    let mut mind = stderr_mock.spec("").build();
    assert!(matches!(turn(mind.as_mut(), &square(5)), Answer::Move(_)));
    let mut mind = stdout_mock.spec("").build();
    assert!(matches!(turn(mind.as_mut(), &square(5)), Answer::Failed(_)));
    let growth = anonymous_kilobytes().map_or(0, |after| after.saturating_sub(before));
    // One engine has written 64 MB, the other one writes without end. The limit is 40 MB.
    assert!(growth < 40 << 10, "grown by {growth} kB");
}

/// Between two batches the caller can do other work.
#[test]
fn batches_return_soon() {
    let Some(mock) = Mock::new("slow pause=0.5") else { return };
    let mut mind = mock.spec("").build();
    let position = square(5);
    let observation = Observation { position: &position, agents: None, turn: 0 };
    mind.begin(&observation, Dice::new(1, 0, 0).rng(0, None, Purpose::Think));
    let mut batches = 0;
    let answer = loop {
        batches += 1;
        if let Some(answer) = mind.batch(&observation, &mut Unwatched) {
            break answer;
        }
    };
    assert_eq!(answer, Answer::Move("A1".parse().expect("a move")));
    assert!(batches > 10, "{batches} batches while it slept for half a second");
}

#[test]
fn analysis_becomes_thoughts() {
    for (mode, lead, owned_points) in [("lz", None, 0), ("kata", Some(2.5), 25)] {
        let Some(mock) = Mock::new(mode) else { return };
        let mut mind = mock.spec("").build();
        let mut recorder = Recorder::default();
        assert_eq!(
            watched(mind.as_mut(), &square(5), &mut recorder),
            Answer::Move("A1".parse().expect("a move"))
        );
        assert_eq!(recorder.thoughts.len(), 3, "{mode}");
        let last = recorder.thoughts.last().expect("a thought");
        let [best, second] = &last.candidates[..] else { panic!("{mode}: {last:?}") };
        assert_eq!((best.action.to_string(), second.action.to_string()), ("E5".to_owned(), "A1".to_owned()));
        assert_eq!(
            (best.visits, best.winrate, best.prior, best.lower_bound),
            (30, Some(0.75), Some(0.5), Some(0.7))
        );
        assert_eq!((last.playouts, last.winrate, last.lead, last.depth), (33, Some(0.75), lead, 2));
        assert_eq!(best.variation.len(), 2);
        assert_eq!(last.ownership, vec![0.5; owned_points]);
    }
}

/// GTP cannot interrupt `genmove`. The mind plays the best move so far, and undoes the move that the engine
/// chooses later.
#[test]
fn an_engine_that_reports_its_analysis_can_be_stopped() {
    let Some(mock) = Mock::new("slow-lz reports=12") else { return };
    let mut mind = mock.spec("").build();
    let mut position = square(5);
    let mut recorder = Recorder { stop_after: Some(2), ..Recorder::default() };
    let e5 = "E5".parse().expect("a move");
    assert_eq!(watched(mind.as_mut(), &position, &mut recorder), Answer::Move(e5));
    assert!(recorder.thoughts.len() < 12);
    position.try_play(e5).expect("legal");
    position.try_play("A1".parse().expect("a move")).expect("legal");
    // The engine had chosen A1, where White has a stone now.
    let b1 = "B1".parse().expect("a move");
    assert_eq!(turn(mind.as_mut(), &position), Answer::Move(b1));
    let commands = mock.commands();
    let genmove = commands.iter().position(|command| command.starts_with("lz-genmove")).expect("asked");
    assert_eq!(commands[genmove + 1..genmove + 4], ["undo", "play b E5", "play w A1"]);
}

/// Conversation of a person with a mind that is an external program.
#[derive(Default)]
struct PersonConversation(Conversation);

impl PersonConversation {
    /// Sends an inquiry to the mind, and adds its reply to the conversation.
    fn send(&mut self, mind: &mut dyn Brain, position: &Position, inquiry: &Inquiry) {
        let observation = Observation { position, agents: None, turn: 0 };
        let Some(Reply::Conversation(update)) = mind.reply(&observation, inquiry) else {
            panic!("the mind is a program")
        };
        self.0.add_update(update);
    }

    /// Sends a person's line.
    fn say(&mut self, mind: &mut dyn Brain, position: &Position, line: &str) {
        self.send(mind, position, &Inquiry::Say(line.to_owned()));
    }

    fn lines(&self) -> Vec<(Speaker, String)> {
        self.0.lines().iter().map(|line| (line.speaker, line.text.clone())).collect()
    }

    /// Reads the output of the program until the conversation contains the line. Returns all lines.
    fn attend_until(
        &mut self,
        mind: &mut dyn Brain,
        position: &Position,
        line: &str,
    ) -> Vec<(Speaker, String)> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            self.send(mind, position, &Inquiry::Attend);
            let lines = self.lines();
            if lines.iter().any(|(_, text)| text == line) {
                return lines;
            }
            assert!(Instant::now() < deadline, "no '{line}' in {lines:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn a_person_can_talk_with_an_engine_between_its_turns() {
    let Some(mock) = Mock::new("setup") else { return };
    let mut mind = mock.spec("").build();
    let mut conversation = PersonConversation::default();
    conversation.send(mind.as_mut(), &square(5), &Inquiry::Attend);
    assert!(conversation.lines().is_empty());
    // The person's first line starts the engine.
    conversation.say(mind.as_mut(), &square(5), " 12 name  # what are you?");
    let lines = conversation.attend_until(mind.as_mut(), &square(5), "=8 Mock");
    assert!(lines.contains(&(Speaker::Person, "8 name".to_owned())), "{lines:?}");
    assert!(lines.contains(&(Speaker::Us, "4 list_commands".to_owned())), "{lines:?}");
    assert!(lines.contains(&(Speaker::Program, "genmove".to_owned())), "{lines:?}");
    // The engine receives the position before the person's command.
    assert!(lines.contains(&(Speaker::Us, "5 boardsize 5".to_owned())), "{lines:?}");
    assert_eq!((conversation.0.program_name.as_str(), conversation.0.waiting), ("Mock 1", 0));
    assert_eq!(conversation.0.complete_command("gogui").0, "gogui-setup");
    // A comment or an empty line is not sent.
    conversation.say(mind.as_mut(), &square(5), "# hello");
    conversation.say(mind.as_mut(), &square(5), "nonsense \u{7}\n quit");
    conversation.attend_until(mind.as_mut(), &square(5), "?9 unknown command");

    // After a query only new moves are sent. After a command that changes the board, the whole game is sent
    // again.
    let mut position = square(5);
    assert_eq!(turn(mind.as_mut(), &position), Answer::Move("A1".parse().expect("a move")));
    position.try_play("A1".parse().expect("a move")).expect("legal");
    conversation.say(mind.as_mut(), &position, "list_stones b");
    conversation.say(mind.as_mut(), &position, "list_stones w");
    conversation.attend_until(mind.as_mut(), &position, "=15");
    position.try_play("B2".parse().expect("a move")).expect("legal");
    assert_eq!(turn(mind.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
    conversation.say(mind.as_mut(), &position, "play w E5");
    assert_eq!(turn(mind.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
    let commands = mock.commands();
    let list_command = commands.iter().position(|command| command == "list_stones w").expect("asked");
    assert_eq!(
        commands[list_command + 1..],
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
    let Some(mock) = Mock::new("lz") else { return };
    let mut mind = mock.spec("").build();
    let mut conversation = PersonConversation::default();
    let position = square(5);
    conversation.say(mind.as_mut(), &position, "lz-analyze b 10");
    conversation.attend_until(mind.as_mut(), &position, "info move A1 visits 5 winrate 5000 order 0 pv A1");
    conversation.say(mind.as_mut(), &position, "name");
    conversation.attend_until(mind.as_mut(), &position, "=9 Mock");
    conversation.say(mind.as_mut(), &position, "lz-analyze b 10");
    conversation.attend_until(mind.as_mut(), &position, "info move A1 visits 3 winrate 5000 order 0 pv A1");
    assert_eq!(turn(mind.as_mut(), &position), Answer::Move("A1".parse().expect("a move")));
}

#[test]
fn an_engine_that_has_quit_is_restarted_when_needed() {
    let Some(mock) = Mock::new("ok") else { return };
    let mut mind = mock.spec("").build();
    let mut conversation = PersonConversation::default();
    conversation.say(mind.as_mut(), &square(5), "quit");
    conversation.attend_until(mind.as_mut(), &square(5), "it has quit; it is restarted when it is needed");
    assert_eq!(turn(mind.as_mut(), &square(5)), Answer::Move("A1".parse().expect("a move")));
    // The conversation with the earlier process is kept.
    conversation.send(mind.as_mut(), &square(5), &Inquiry::Attend);
    let lines = conversation.lines();
    assert!(lines.contains(&(Speaker::Person, "8 quit".to_owned())), "{lines:?}");
    assert_eq!(mock.process_ids().len(), 2);
    drop(mind);
    mock.assert_ended();
}

#[test]
fn faults_between_turns_are_lines_of_the_conversation() {
    let Some(mock) = Mock::new("hang") else { return };
    let mut mind = mock.spec(",timeout=0.3").build();
    let mut conversation = PersonConversation::default();
    conversation.say(mind.as_mut(), &square(5), "genmove b");
    let message = "Mock 1 gave no answer to 'genmove b' within 0.3 s; its last words: 'let me think'";
    let lines = conversation.attend_until(mind.as_mut(), &square(5), message);
    assert!(lines.contains(&(Speaker::Stderr, "let me think".to_owned())), "{lines:?}");
    assert!(lines.contains(&(Speaker::Event, message.to_owned())), "{lines:?}");
    let mut missing = "gtp:/no/such/engine".parse::<BrainSpec>().expect("a spec").build();
    let mut conversation = PersonConversation::default();
    conversation.say(missing.as_mut(), &square(5), "name");
    let lines = conversation.lines();
    assert!(lines[0].1.contains("there is no program '/no/such/engine'"), "{lines:?}");
}

/// An engine receives only the moves that it does not know yet.
#[test]
fn only_new_turns_are_sent() {
    for (mode, steps_back) in [("setup", &["undo"][..]), ("no-undo", &["clear_board", "play b A1"])] {
        let Some(mock) = Mock::new(mode) else { return };
        let mut mind = mock.spec("").build();
        let mut position = square(5);
        let play = |position: &mut Position, moves: &[&str]| {
            for text in moves {
                position.try_play(text.parse().expect("a move")).expect("legal");
            }
        };
        assert!(matches!(turn(mind.as_mut(), &position), Answer::Move(_)));
        play(&mut position, &["A1"]);
        let earlier = position.clone();
        play(&mut position, &["E5"]);
        assert_eq!(turn(mind.as_mut(), &position), Answer::Move("B1".parse().expect("a move")));
        play(&mut position, &["B1"]);
        position = earlier;
        play(&mut position, &["D4"]);
        let before = mock.commands().len();
        assert!(matches!(turn(mind.as_mut(), &position), Answer::Move(_)));
        let commands = mock.commands()[before..].to_vec();
        let expected = if mode == "setup" {
            vec!["undo", "undo", "play w D4"]
        } else {
            [steps_back, &["play w D4"]].concat()
        };
        assert_eq!(commands, [&expected[..], &["genmove b"]].concat(), "{mode}");
    }
}

#[test]
fn a_board_that_is_not_square_needs_an_engine_that_knows_it() {
    let position = Position::new("5x4".parse().expect("a size"), Rules::default());
    let Some(plain) = Mock::new("ok") else { return };
    let Answer::Failed(line) = turn(plain.spec("").build().as_mut(), &position) else { panic!("accepted") };
    assert!(line.contains("Mock 1 plays on square boards only, and this one is 5x4"), "{line}");
    let Some(able) = Mock::new("setup") else { return };
    assert!(matches!(turn(able.spec("").build().as_mut(), &position), Answer::Move(_)));
}
