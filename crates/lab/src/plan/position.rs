//! Position: text of a position with which games of a plan begin.

use stonefield_go::{Color, Setup};

/// Writes a position as `b .X./O../...`: the colour to move (`b` or `w`), then the rows from the top.
pub(crate) fn write(position: &Setup) -> String {
    let color = if position.to_move == Color::Black { 'b' } else { 'w' };
    let text = position.to_string().replace(' ', "");
    format!("{color} {}", text.trim_end().replace('\n', "/"))
}

/// Reads the text that [`write`] returns. The error is the reason of a refusal, in words.
pub(super) fn read(text: &str) -> Result<Setup, String> {
    let (color, rows) = text
        .trim()
        .split_once(' ')
        .ok_or("a position is the colour to move, b or w, a space, and the rows")?;
    let to_move = match color {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err("the colour to move must be b or w".to_owned()),
    };
    let mut position: Setup =
        rows.replace('/', "\n").parse().map_err(|error: stonefield_go::DiagramError| error.to_string())?;
    position.to_move = to_move;
    Ok(position)
}

/// Returns the line `positions = […]` of a plan.
#[must_use]
pub fn positions_line(positions: &[Setup]) -> String {
    let texts: Vec<_> = positions.iter().map(|position| format!("\"{}\"", write(position))).collect();
    format!("positions = [{}]\n", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_reads_as_it_is_written() {
        let text = "w .X/O./..";
        let position = read(text).expect("a position");
        assert_eq!((write(&position).as_str(), position.to_move), (text, Color::White));
        assert_eq!(positions_line(&[position]), "positions = [\"w .X/O./..\"]\n");
        for wrong in ["", "b", "x ../..", "b ../...", "b .?/.."] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
