//! Conversion of older records to FF\[4\].

use super::coord::{self, PointFault, Points};
use super::{BoardInfo, Collection, NodeId, parse_point};
use crate::Size;

/// Mark properties of older versions, each with its replacement in FF\[4\].
const OLD_MARKS: [(&str, &str); 1] = [("M", "MA")];

/// Properties with which a root node begins, in this order. A reader of the file needs them to understand the
/// rest.
const FIRST_IN_ROOT: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];

/// Converts a collection to FF\[4\].
///
/// - Each root begins with `FF[4]`, `GM[1]` (unless it names another game) and `CA[UTF-8]`.
/// - Properties of a node that have the same name are merged.
/// - In games of Go, a pass `tt` becomes an empty value.
/// - In games of Go of an older version, old letters and marks become labels and marks of FF\[4\].
pub fn modernise(collection: &mut Collection) {
    for game in collection.games().to_vec() {
        let root = collection.node(game);
        let size = BoardInfo::of(root).ok().map(|info| info.size);
        let is_go = root.value("GM").is_none_or(|raw| raw.trim() == "1");
        let is_old = root.value("FF").is_none_or(|raw| matches!(raw.trim(), "1" | "2" | "3"));
        let nodes: Vec<NodeId> = root.preorder().map(super::NodeRef::id).collect();
        collection.set_raw(game, "FF", ["4"]);
        if is_go {
            collection.set_raw(game, "GM", ["1"]);
        }
        collection.set_raw(game, "CA", ["UTF-8"]);
        collection.arrange_properties(game, |name| {
            FIRST_IN_ROOT.iter().position(|first| *first == name).unwrap_or(FIRST_IN_ROOT.len())
        });
        for node in nodes {
            collection.join_properties(node);
            if let (Some(size), true) = (size, is_go) {
                convert_passes(collection, node, size);
                if is_old {
                    convert_letters(collection, node, size);
                    convert_marks(collection, node, size);
                }
            }
        }
    }
}

fn convert_passes(collection: &mut Collection, node: NodeId, size: Size) {
    for name in ["B", "W"] {
        let is_tt_pass = collection.node(node).value(name).is_some_and(|raw| {
            let raw = raw.trim();
            raw == "tt" && coord::parse_move(raw, size) == Ok(crate::Move::Pass)
        });
        if is_tt_pass {
            collection.set_raw(node, name, [""]);
        }
    }
}

/// Converts `L[aa][bb]` to labels. `L` puts the letter a on the first point, b on the second, and so on.
fn convert_letters(collection: &mut Collection, node: NodeId, size: Size) {
    let node_ref = collection.node(node);
    if node_ref.property("L").is_none() || node_ref.property("LB").is_some() {
        return;
    }
    let points: Vec<String> = node_ref.values("L").map(|raw| raw.trim().to_owned()).collect();
    if points.len() > 26 || points.iter().any(|raw| parse_point(raw, size).is_err()) {
        return;
    }
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    collection.clear(node, "L");
    collection.set_pairs(
        node,
        "LB",
        points.iter().map(String::as_str).zip(letters.iter().map(String::as_str)),
    );
}

fn convert_marks(collection: &mut Collection, node: NodeId, size: Size) {
    for (old, new) in OLD_MARKS {
        let node_ref = collection.node(node);
        if node_ref.property(old).is_none() || node_ref.property(new).is_some() {
            continue;
        }
        let read = Points::read(node_ref.values(old), size);
        if matches!(read.faults.first_invalid, Some((_, PointFault::NotTwoLetters | PointFault::OffBoard))) {
            continue;
        }
        collection.clear(node, old);
        collection.set_points(node, new, read.points, size);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_text, write};
    use super::*;

    #[test]
    fn an_old_record_becomes_a_new_one() {
        let text =
            "(;GaMe[1]SiZe[9]PlayerBlack[x];Black[cc]Letters[aa][bb]Marks[cc];White[tt]AddBlack[aa]AB[bb])";
        let mut game = read_text(text).expect("a game").collection;
        modernise(&mut game);
        let written = String::from_utf8(write(&game)).expect("UTF-8");
        assert_eq!(written, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[x];B[cc]LB[aa:a][bb:b]MA[cc];W[]AB[aa][bb])\n");
        let mut doubled =
            read_text("(;AB[aa]N[x]AW[bb]AB[cc]AW[dd][ee]AB[ff]N[y])").expect("a game").collection;
        modernise(&mut doubled);
        let written = String::from_utf8(write(&doubled)).expect("UTF-8");
        assert_eq!(written, "(;FF[4]GM[1]CA[UTF-8]AB[aa][cc][ff]N[x][y]AW[bb][dd][ee])\n");
        let mut again = game.clone();
        modernise(&mut again);
        assert_eq!(again, game);
    }
}
