//! Tests of picture and film files, which other programs read.

use crate::studio::{FIGHT, fight, small};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use stonefield_go::Size;
use stonefield_minds::Trust;
use stonefield_sim::history::{Record, Source};
use stonefield_testing as support;
use stonefield_testing::scratch::Scratch;
use stonefield_window::layers::{Layer, Layers};
use stonefield_window::pictures::{FilmOptions, PictureProgress, PictureRecord, save};
use stonefield_window::{RenderError, RenderOptions};

/// Saves a picture or a film; returns the number of frames. `None`, with a note, without a graphics adapter.
fn saved(options: &RenderOptions) -> Option<u64> {
    match save(options, &PictureProgress::default()) {
        Ok(saved) => Some(saved.frames),
        Err(RenderError::Adapter(why)) => {
            let _ = support::skip(&why.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn refused(options: &RenderOptions) -> String {
    save(options, &PictureProgress::default()).expect_err("refused").to_string()
}

/// Returns the report of a Python reader.
fn read(script: &str, files: &[&Path]) -> Value {
    let script = format!("{}/../../tests/clients/readers/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("python3").arg(script).args(files).stdin(Stdio::null()).output();
    let output = output.expect("python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn has_pillow() -> bool {
    let found = Command::new("python3").args(["-c", "import PIL"]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success()) || support::skip("Python has no Pillow")
}

/// Returns a record with variations and marks.
fn record() -> PictureRecord {
    let text = "(;FF[4]GM[1]SZ[9]KM[7.5];B[ee];W[cc]TR[ee]LB[cc:7]SQ[aa];B[gg](;W[cg]MA[cg])(;W[gc]))";
    let record = Record::open(Source::Text("marks.sgf", text), 1).expect("a record");
    PictureRecord { record, trust: Trust::default(), line: None }
}

#[test]
fn a_drawing_is_read_by_a_parser_of_xml() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("pictures-svg");
    let path = folder.path("fight.svg");
    let all = [
        Layer::Temperature,
        Layer::Links,
        Layer::Hulls,
        Layer::Liberties,
        Layer::Atari,
        Layer::Letters,
        Layer::Numbers,
        Layer::Coordinates,
        Layer::Suicide,
        Layer::Control,
    ];
    let layers = all.into_iter().fold(Layers::BARE, Layers::with);
    let options = RenderOptions { layers, path: path.clone(), pixels: (1280, 800), ..fight() };
    assert_eq!(saved(&options), Some(1));
    let read_back = read("read_svg.py", &[&path]);
    assert_eq!(read_back["size"], serde_json::json!([1280.0, 800.0]));
    let groups = &read_back["groups"];
    let stones = FIGHT.matches(['X', 'O']).count();
    assert_eq!(groups["stones"]["circle"], stones);
    assert_eq!(groups["shadows"]["circle"], stones);
    assert_eq!(groups["atari"]["circle"], 6);
    let stars = Size::square(7).expect("a size").star_points().len();
    assert_eq!(groups["grid"]["circle"].as_u64().unwrap_or(0), stars as u64);
    // Coordinates on four sides, a letter on each stone, and three texts in the legend of the field.
    assert_eq!(groups["marks"]["text"], 4 * 7 + stones + 3);
    assert!(groups["marks"]["rect"].as_u64() > Some(10), "the field: {groups}");
    assert!(groups["marks"]["line"].as_u64() > Some(30), "outlines: {groups}");
    assert!(groups["temperature"]["path"].as_u64() > Some(6), "{groups}");
}

#[test]
fn the_marks_of_a_record_are_drawn_at_the_requested_tick() {
    if !support::require("python3") {
        return;
    }
    let folder = Scratch::new("pictures-record");
    let path = folder.path("marks.svg");
    let layers = Layers::BARE.with(Layer::Next).with(Layer::LastMove);
    let mut options = RenderOptions {
        record: Some(record()),
        after_ticks: 2,
        layers,
        path: path.clone(),
        ..small(Size::square(9).expect("a size"))
    };
    let mut texts = |after: u64| {
        options.after_ticks = after;
        saved(&options);
        let report = read("read_svg.py", &[&path]);
        (report["groups"]["stones"]["circle"].as_u64(), report["texts"].as_array().expect("texts").len())
    };
    assert_eq!(texts(0), (None, 0));
    assert_eq!(texts(2), (Some(2), 1), "a label");
    assert_eq!(texts(3), (Some(3), 1), "the letter of a variation");
    assert_eq!(texts(u64::MAX), (Some(4), 0), "the end");
    options.after_ticks = 9;
    assert_eq!(refused(&options), "--after 9: the game has 4 ticks");
    options.film = Some(FilmOptions { to: Some(7), ..FilmOptions::default() });
    options.path = folder.path("film.gif");
    if saved(&RenderOptions { film: Some(FilmOptions::default()), ..options.clone() }).is_some() {
        assert_eq!(refused(&options), "--to 7: the game has 4 ticks");
        options.film = Some(FilmOptions { from: 5, ..FilmOptions::default() });
        assert_eq!(refused(&options), "--from 5: the game has 4 ticks");
    }
}

#[test]
fn films_can_be_read_and_their_ends_are_the_pictures_of_these_ticks() {
    if !support::require("python3") || !has_pillow() {
        return;
    }
    let folder = Scratch::new("pictures-films");
    let layers = Layers::BARE.with(Layer::Temperature).with(Layer::LastMove).with(Layer::Coordinates);
    let film = FilmOptions { from: 4, to: Some(24), every: 5, fps: 8.0, once: false };
    let base = RenderOptions { layers, pixels: (240, 200), ..small(Size::square(9).expect("a size")) };
    let pictures = [4, 24].map(|tick| {
        let path = folder.path(&format!("tick-{tick}.png"));
        (saved(&RenderOptions { after_ticks: tick, path: path.clone(), ..base.clone() }), path)
    });
    let [(Some(_), first), (Some(_), last)] = pictures else { return };
    for (name, format, loops) in [("film.gif", "GIF", 0), ("film.apng", "PNG", 0)] {
        let path = folder.path(name);
        let frames = saved(&RenderOptions { film: Some(film), path: path.clone(), ..base.clone() });
        assert_eq!(frames, Some(5));
        let report = read("read_film.py", &[&path, &first, &last]);
        assert_eq!((&report["format"], &report["frames"]), (&format.into(), &5.into()), "{report}");
        assert_eq!(report["size"], serde_json::json!([240, 200]));
        assert_eq!(report["loop"], loops, "{report}");
        let delays: f64 = report["delays"].as_array().expect("delays").iter().filter_map(Value::as_f64).sum();
        assert!((delays - 625.0).abs() <= 10.0, "{report}");
        for end in ["first", "last"] {
            let [mean, far, most] = ["mean", "far", "most"].map(|name| report[end][name].as_f64());
            if name == "film.apng" {
                assert_eq!(most, Some(0.0), "{end}: {report}");
            }
            assert!(mean < Some(3.0) && far < Some(0.01), "{name}, {end}: {report}");
        }
    }
    let numbered = RenderOptions { film: Some(film), path: folder.path("n-%03d.png"), ..base.clone() };
    assert_eq!(saved(&numbered), Some(5));
    for (one, other) in [("n-000.png", &first), ("n-004.png", &last)] {
        let [one, other] = [folder.path(one), other.clone()].map(|path| fs::read(path).expect("a picture"));
        assert!(one == other, "numbered pictures are those of their ticks");
    }
    let names = folder.names();
    assert_eq!(names.iter().filter(|name| name.starts_with("n-")).count(), 5, "{names:?}");
    assert!(!names.iter().any(|name| name.contains("tmp")), "{names:?}");
}

#[test]
fn a_large_picture_is_a_small_one_with_finer_edges() {
    let folder = Scratch::new("pictures-large");
    let all = [Layer::Coordinates, Layer::Numbers, Layer::LastMove];
    let layers = all.into_iter().fold(Layers::BARE, Layers::with);
    let base = RenderOptions { layers, after_ticks: 20, ..small(Size::square(13).expect("a size")) };
    let taken = [(800, 800), (2000, 2000)].map(|pixels| {
        let path = folder.path(&format!("{}.png", pixels.0));
        saved(&RenderOptions { pixels, path: path.clone(), ..base.clone() })?;
        Some(image::open(path).expect("a picture").to_rgb8())
    });
    let [Some(usual), Some(large)] = taken else { return };
    let small = image::imageops::resize(&large, 800, 800, image::imageops::FilterType::Triangle);
    let pairs = usual.as_raw().iter().zip(small.as_raw());
    let sum: u64 = pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
    let mean = sum as f64 / usual.as_raw().len() as f64;
    assert!(mean < 4.0, "{mean}");
}

#[test]
fn a_stopped_film_leaves_the_old_file() {
    let folder = Scratch::new("pictures-stopped");
    let path = folder.path("film.gif");
    fs::write(&path, b"the old one").expect("writable");
    let film = FilmOptions { to: Some(2000), ..FilmOptions::default() };
    let options = RenderOptions { film: Some(film), path: path.clone(), ..small(Size::default()) };
    let pictures = PictureProgress::default();
    let stopper = pictures.clone();
    let watcher = std::thread::spawn(move || {
        for _ in 0..6000 {
            if stopper.progress().0 >= 2 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        stopper.halt.ask();
    });
    let outcome = save(&options, &pictures);
    watcher.join().expect("it asks");
    match outcome {
        Err(RenderError::Adapter(why)) => {
            let _ = support::skip(&why.to_string());
        }
        outcome => assert!(matches!(outcome, Err(RenderError::Stopped(2..))), "{outcome:?}"),
    }
    assert_eq!(fs::read(&path).expect("there"), b"the old one");
    assert_eq!(folder.names(), ["film.gif"]);
}

#[test]
fn a_layer_is_drawn_or_refused() {
    let folder = Scratch::new("pictures-layers");
    let path = folder.path("minds.svg");
    let mut options = RenderOptions { after_ticks: 8, path: path.clone(), ..RenderOptions::default() };
    options.setup.size = Size::square(9).expect("a size");
    let spec = |text: &str| text.parse().expect("a mind");
    let named = |layers: &[Layer], think: Option<&str>| {
        let all = layers.iter().fold(Layers::BARE, |all, &layer| all.with(layer));
        RenderOptions {
            layers: all,
            named_layers: layers.to_vec(),
            think: think.map(spec),
            ..options.clone()
        }
    };
    for (layer, mind) in [
        (Layer::Candidates, "mcts:playouts=80"),
        (Layer::Variation, "mcts:playouts=400"),
        (Layer::Ownership, "mcts:playouts=80"),
        (Layer::Bids, "swarm"),
    ] {
        let with = named(&[layer], Some(mind));
        assert_eq!(saved(&with), Some(1), "{layer}");
        let drawn = fs::read_to_string(&path).expect("a drawing");
        assert_eq!(saved(&with), Some(1));
        assert_eq!(fs::read_to_string(&path).expect("a drawing"), drawn, "{layer}: the same again");
        let marks = drawn.split("<g id=\"marks\">").nth(1).expect("a group");
        assert!(marks.len() > 200, "{layer}: {marks}");
    }
    let reason = refused(&named(&[Layer::Ownership], Some("negamax:depth=2")));
    assert!(reason.starts_with("the layer 'ownership' cannot be drawn: negamax"), "{reason}");
    // The mind that plays is `sensible`, which considers no moves.
    let reason = refused(&named(&[Layer::Candidates], None));
    assert!(reason.starts_with("the layer 'candidates' cannot be drawn: sensible"), "{reason}");
    let reason = refused(&named(&[Layer::Bids, Layer::Candidates], Some("swarm")));
    assert!(reason.contains("bids stand on the same points"), "{reason}");
    let reason =
        refused(&RenderOptions { think: Some(spec("swarm")), layers: Layers::BARE, ..options.clone() });
    assert!(reason.starts_with("--think swarm: no layer"), "{reason}");
    let mut small = named(&[Layer::Numbers], None);
    small.pixels = (100, 100);
    let reason = refused(&small);
    assert!(
        reason.starts_with("the layer 'numbers' cannot be drawn: it takes cells of 14 pixels"),
        "{reason}"
    );
    let mut over = named(&[Layer::Candidates], Some("mcts:playouts=20"));
    over.setup.size = Size::square(3).expect("a size");
    over.after_ticks = 5000;
    let reason = refused(&over);
    assert!(reason.contains("the game is over there"), "{reason}");
}

#[test]
fn impossible_options_are_refused_before_drawing() {
    let folder = Scratch::new("pictures-refused");
    let with = |name: &str, film: Option<FilmOptions>| {
        refused(&RenderOptions { path: folder.path(name), film, ..RenderOptions::default() })
    };
    let film = FilmOptions::default();
    assert!(with("a.txt", None).ends_with("it ends in .png, .svg, .gif or .apng"));
    assert!(with("a.png", Some(film)).contains("game-%05d.png"));
    assert!(with("a.gif", None).contains("--from, --to and --every"));
    let reason = with("a.gif", Some(FilmOptions { from: 9, to: Some(3), ..film }));
    assert_eq!(reason, "--from 9 comes after --to 3");
    assert!(with("a.gif", Some(FilmOptions { every: 0, ..film })).starts_with("--every 0"));
    assert!(with("a.gif", Some(FilmOptions { fps: 60.0, ..film })).starts_with("--fps 60"));
    assert!(with("none/a.svg", None).ends_with("there is no such folder"));
    assert_eq!(folder.names(), [""; 0]);
}
