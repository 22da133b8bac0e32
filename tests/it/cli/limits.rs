//! Endless inputs, very long words, and machines without threads or memory: each is refused in one line.
#![cfg(unix)]

use crate::support::program::{self, err, stonefield};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_testing::scratch::Scratch;

/// Creates a named pipe.
fn fifo(folder: &Scratch) -> String {
    let path = folder.plain("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    path
}

/// Output of a command that must end within 100 s.
fn output(mut command: Command, input: Stdio, what: &str) -> Output {
    let mut child =
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let (mut out, mut err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let read = |stream: &mut dyn Read| {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("readable");
        bytes
    };
    std::thread::scope(|scope| {
        let out = scope.spawn(move || read(&mut out));
        let err = scope.spawn(move || read(&mut err));
        let until = Instant::now() + Duration::from_secs(100);
        let status = loop {
            if let Some(status) = child.try_wait().expect("it can be asked") {
                break status;
            }
            if Instant::now() > until {
                let _ = child.kill();
                panic!("{what}: it has no end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Output { status, stdout: out.join().expect("read"), stderr: err.join().expect("read") }
    })
}

/// Checks that a command refuses its input in one line with these words.
fn refused(args: &[&str], input: Stdio, words: &[&str]) {
    let what = args.join(" ");
    let Output { status, stderr, .. } = output(stonefield(args), input, &what);
    let line = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(2), "{what}: {line}");
    // Drawings for a viewer may come before the message.
    let line = line.lines().last().unwrap_or_default();
    assert!(line.starts_with("stonefield: ") && line.chars().count() < 1000, "{what}: {line}");
    assert!(words.iter().all(|word| line.contains(word)), "{what}: {line}");
}

/// Endless input.
fn zeros() -> Stdio {
    fs::File::open("/dev/zero").expect("a device").into()
}

/// Commands that read a file, with `@` in the place of its name. The first ten read stdin for the name `-`.
const READERS: [&[&str]; 13] = [
    &["@"],
    &["sgf", "check", "@"],
    &["sgf", "show", "@"],
    &["sgf", "final", "@"],
    &["sgf", "convert", "@"],
    &["sgf", "analyze", "@", "--brain", "random", "--output", "/dev/null"],
    &["replay", "--check", "@"],
    &["replay", "--text", "@"],
    &["life", "@", "D4"],
    &["think", "@", "--brain", "random"],
    &["gtp-regress", "--brain", "random", "@"],
    &["run", "--position", "@"],
    &["run", "--config", "@"],
];

#[test]
fn no_command_reads_a_file_without_end() {
    for args in READERS {
        let args: Vec<_> = args.iter().map(|&arg| if arg == "@" { "/dev/zero" } else { arg }).collect();
        // Settings files are also written, so a device is refused before it is read.
        let why = if args.contains(&"--config") { "plain file is wanted" } else { "more than 256 MB" };
        refused(&args, Stdio::null(), &["/dev/zero", why]);
    }
}

#[test]
fn no_command_reads_stdin_without_end() {
    for args in &READERS[..10] {
        let args: Vec<_> = args.iter().map(|&arg| if arg == "@" { "-" } else { arg }).collect();
        refused(&args, zeros(), &["-: ", "more than 256 MB"]);
    }
    refused(&["gtp"], zeros(), &["a line of more than 256 MB"]);
    refused(&["play", "--text"], zeros(), &["more than 1 MB"]);
    for args in [&["play", "--text"][..], &["sgf", "check", "-"]] {
        let mut yes = Command::new("yes").stdout(Stdio::piped()).spawn().expect("yes");
        refused(args, yes.stdout.take().expect("piped").into(), &["more than ", " MB"]);
        let _ = yes.kill();
        let _ = yes.wait();
    }
}

/// A named pipe is read up to the limit.
#[test]
fn a_pipe_given_as_a_file_is_read_or_refused() {
    let folder = Scratch::new("fifo");
    let fifo = fifo(&folder);
    let write = |text: &'static [u8], times: usize| {
        let path = fifo.clone();
        std::thread::spawn(move || {
            let mut pipe = fs::OpenOptions::new().write(true).open(path).expect("somebody reads");
            // The reader closes the pipe at the limit.
            for _ in 0..times {
                if pipe.write_all(text).is_err() {
                    break;
                }
            }
        })
    };
    let writer = write(b"(;GM[1]FF[4]SZ[5]KM[7.5]RU[Chinese];B[cc])", 1);
    let Output { status, stdout, stderr } =
        output(stonefield(&["sgf", "check", &fifo]), Stdio::null(), "sgf check FIFO");
    let told = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(0), "{told}");
    writer.join().expect("it wrote");
    let writer = write(&[b'y'; 1 << 16], usize::MAX);
    refused(&["sgf", "check", &fifo], Stdio::null(), &["more than 256 MB"]);
    writer.join().expect("it stopped");
    // Settings files are also written, so a pipe is refused before it is read.
    refused(&["run", "--config", &fifo], Stdio::null(), &["--config", "plain file is wanted"]);
}

/// Nobody reads the pipe, but the engine answers.
#[test]
fn printsgf_into_a_pipe_or_a_device_is_refused() {
    let folder = Scratch::new("printsgf");
    let (fifo, file) = (fifo(&folder), folder.plain("file"));
    let input =
        format!("1 printsgf {fifo}\n2 printsgf /dev/full\n3 printsgf {file}\n4 loadsgf {fifo}\n5 name\n");
    let stdin = fs::File::open(folder.file("input", input)).expect("just written");
    let Output { status, stdout, .. } = output(stonefield(&["gtp"]), stdin.into(), "gtp");
    let text = String::from_utf8(stdout).expect("text");
    let why = "cannot write file: it is a folder, a pipe or a device";
    assert!(status.success());
    let unloaded = format!("cannot load file: {fifo}: it is a pipe or a device");
    let answers =
        [format!("?1 {why}\n\n?2 {why}\n\n=3\n\n?4 {unloaded}"), "\n\n=5 Stonefield\n\n".to_owned()];
    assert!(text.starts_with(&answers[0]) && text.ends_with(&answers[1]), "{text}");
    assert!(fs::read_to_string(&file).is_ok_and(|text| text.starts_with("(;")));
}

/// Length of the longest run of a letter: a refused word of this letter only is quoted up to this length.
fn repeated(text: &str, letter: char) -> usize {
    text.split(|c| c != letter).map(str::len).max().unwrap_or(0)
}

#[test]
fn a_refusal_repeats_two_hundred_characters_at_most() {
    let long = "q".repeat(60_000);
    let settings = [
        format!("[engines]\n\"{long} \" = \"x\"\n"),
        format!("[engines.x]\n{long} = \"x\"\n"),
        format!("[engines.x]\ncommand = \"a\"\ntimeout = \"{long}\"\n"),
    ];
    let folder = Scratch::new("long");
    let settings = [0, 1, 2].map(|i| folder.file(&format!("{i}.toml"), &settings[i]));
    let suite = folder.file("suite.tst", format!("1 name\n#? [({long}]\n"));
    let records = ["rules", "seed", "black"].map(|key| {
        folder.file(&format!("{key}.sgf"), format!("(;GM[1]FF[4]SZ[9]STONEFIELD[{key}={long}];B[aa])"))
    });
    let equals = format!("--size={long}");
    let engine = format!("gtp:[{long} a]");
    let mix = format!("mix:a=[mcts:{long}=1]");
    let flag = format!("--{long}");
    let mut lines: Vec<Vec<&str>> = vec![
        vec![&long],
        vec!["run", &flag],
        vec!["run", &equals],
        vec!["run", "--rules", &long],
        vec!["run", "--black", &long],
        vec!["run", "--black", &mix],
        vec!["think", "--brain", &engine],
        vec!["run", "--config", &long],
        vec!["run", "--position", &long],
        vec!["sgf", "check", &long],
        vec!["life", "-", &long],
        vec!["gtp-regress", "--brain", "random", &suite],
    ];
    lines.extend(settings.iter().map(|file| vec!["brains", "--config", file]));
    lines.extend(records.iter().map(|file| vec!["replay", "--text", file]));
    for line in lines {
        let Output { status, stderr, .. } = output(stonefield(&line), Stdio::null(), line[0]);
        let told = String::from_utf8_lossy(&stderr).into_owned();
        assert_eq!((status.code(), told.lines().count()), (Some(2), 1), "{told:.900}");
        let most = repeated(&told, 'q');
        assert!((20..=200).contains(&most) && told.contains('…'), "{most}: {told:.900}");
    }
    let asked =
        ["kata-set-rules", "kata-set-rule ko", "kata-set-rule", "stonefield-rules", "stonefield-brain"];
    let input: String = asked.iter().map(|command| format!("{command} {long} {long}\n")).collect();
    let stdin = fs::File::open(folder.file("input", input)).expect("just written");
    let Output { stdout, .. } = output(stonefield(&["gtp"]), stdin.into(), "gtp");
    let text = String::from_utf8(stdout).expect("text");
    assert_eq!(text.matches("? ").count(), asked.len(), "{text:.900}");
    assert!(repeated(&text, 'q') <= 200, "{}", repeated(&text, 'q'));
}

/// Command under `ulimit -v KILOBYTES`, with limited address space.
#[cfg(target_os = "linux")]
fn bounded(kilobytes: u32, args: &[&str]) -> Command {
    let mut command = program::without_settings("sh");
    let limit = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
    command.args(["-c", &limit, env!("CARGO_BIN_EXE_stonefield")]).args(args);
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_uses_the_available_threads() {
    let folder = Scratch::new("threads");
    let stdin = fs::File::open(folder.file("input", "genmove b\n")).expect("just written");
    let args = ["gtp", "--size", "9", "--brain", "mcts:playouts=1000,threads=256"];
    let Output { status, stdout, stderr } = output(bounded(300_000, &args), stdin.into(), "gtp");
    let (text, told) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && text.starts_with("= "), "{text}{told}");
    assert_eq!(told.matches("of 256 threads are available").count(), 1, "{told}");
    assert!(!told.contains("panicked") && !told.contains("memory allocation"), "{told}");
}

/// Results that do not depend on the number of threads are the same with fewer threads.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_have_the_same_results() {
    let series = |threads| ["run", "--size", "5", "--games", "60", "--format", "csv", "--threads", threads];
    let plain = output(stonefield(&series("1")), Stdio::null(), "run");
    let short = output(bounded(600_000, &series("1024")), Stdio::null(), "run, bounded");
    let told = err(&short);
    assert!(short.status.success() && told.contains("of 60 threads are available"), "{told}");
    assert!(!told.contains("panicked") && !told.contains("memory allocation"), "{told}");
    assert_eq!(String::from_utf8_lossy(&short.stdout), String::from_utf8_lossy(&plain.stdout));

    // One tree per thread.
    let args = ["think", "--size", "9", "--brain", "mcts:playouts=1500,threads=48,parallel=root"];
    let whole = output(stonefield(&args), Stdio::null(), "think");
    let short = output(bounded(300_000, &args), Stdio::null(), "think, bounded");
    let text = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // Times and messages about missing threads may differ.
        let same = |line: &&str| !line.ends_with(" s") && !line.contains("threads are available");
        text.lines().filter(same).map(|line| line.to_owned() + "\n").collect::<String>()
    };
    assert!(err(&short).contains("of 48 threads are available"));
    assert!(String::from_utf8_lossy(&short.stdout).contains("of 48 threads are available"));
    assert_eq!(text(&short), text(&whole));
    assert!(text(&whole).lines().count() > 12, "{}", text(&whole));
}

/// Tables of a requested size are refused if there is not enough memory.
#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_memory_are_refused() {
    for (args, words) in [
        (&["solve", "--size", "3", "--memory", "4000"][..], "--memory: 4000 MB are not available"),
        (
            &["think", "--size", "5", "--brain", "negamax:depth=1,table=268435456"],
            "a table of 268435456 positions takes 8192 MB, which is not available",
        ),
        (&["run", "--size", "1024", "--games", "1"], "--size: a 1024x1024 board takes 270 MB of memory"),
    ] {
        let Output { status, stderr, .. } = output(bounded(250_000, args), Stdio::null(), args[0]);
        let line = String::from_utf8_lossy(&stderr).into_owned();
        assert_eq!((status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(line.contains(words), "{line}");
    }
    // A tree grows while there is memory. Then the search continues without growing it.
    let args =
        ["think", "--size", "9", "--brain", "mcts:playouts=20000,expand=1,policy=light,max_nodes=100000000"];
    let Output { status, stdout, stderr } = output(bounded(120_000, &args), Stdio::null(), "think");
    let (text, told) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && text.contains("the tree is full"), "{text}{told}");
}

/// Each position of a game is created when it is needed: thousands of them would take gigabytes.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_is_analysed_in_little_memory() {
    let folder = Scratch::new("review");
    let game = folder.file("long.sgf", format!("(;GM[1]SZ[52]{})", ";B[aa];W[bb]".repeat(1500)));
    let args = ["sgf", "analyze", &game, "--brain", "random", "--json"];
    let Output { status, stdout, stderr } = output(bounded(300_000, &args), Stdio::null(), "sgf analyze");
    let told = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{told}");
    assert_eq!(String::from_utf8_lossy(&stdout).lines().count(), 3000);
}
