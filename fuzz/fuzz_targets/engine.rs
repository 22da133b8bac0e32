//! Any bytes as the answers of an engine: they are read, or refused, without a panic and in bounded memory.
#![no_main]

#[path = "../../crates/minds/src/engine/pipe.rs"]
mod pipe;

use stonefield_go::Size;
use stonefield_go::notation::gtp::{Analysis, ResponseHead, Scale};
use stonefield_minds::Answer;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let size = Size::square(9).unwrap_or_default();
    let mut lines = Vec::new();
    pipe::read_lines(bytes, |event| {
        if let pipe::PipeEvent::Line(line) = event {
            lines.push(line);
        }
        true
    });
    for line in lines {
        assert!(!line.contains(char::is_control), "{line:?}");
        if let Some(answer) = ResponseHead::read(&line) {
            let _ = answer.text.parse::<Answer>();
        }
        for scale in [Scale::Unit, Scale::TenThousand] {
            if let Some(analysis) = Analysis::read(&line, scale, size) {
                assert!(analysis.ownership.is_empty() || analysis.ownership.len() == size.area());
                for seen in analysis.moves {
                    assert!(seen.winrate.is_none_or(|share| (0.0..=1.0).contains(&share)), "{line}");
                }
            }
        }
    }
});
