//! Older records in the form of FF\[4\].

use super::coord::{self, PointFault, Points};
use super::{Collection, Info, NodeId, parse_point};
use crate::Size;

/// The signs of older versions, and what they are drawn as now.
const OLD_MARKS: [(&str, &str); 1] = [("M", "MA")];

/// What a first node begins with: what it takes to read the rest.
const FIRST: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];

/// Brings a collection into the form of FF\[4\]: says `FF[4]`, `GM[1]` and `CA[UTF-8]` first of all, writes a pass as nothing, joins properties
/// that come twice in a node, and letters and marks of older versions become labels and marks of this one.
pub fn modernise(collection: &mut Collection) {
    for game in collection.games().to_vec() {
        let root = collection.node(game);
        let size = Info::of(root).ok().map(|info| info.size);
        let go = root.value("GM").is_none_or(|raw| raw.trim() == "1");
        let old = root.value("FF").is_none_or(|raw| matches!(raw.trim(), "1" | "2" | "3"));
        let nodes: Vec<NodeId> = root.preorder().map(super::NodeRef::id).collect();
        collection.set_raw(game, "FF", ["4"]);
        if go {
            collection.set_raw(game, "GM", ["1"]);
        }
        collection.set_raw(game, "CA", ["UTF-8"]);
        collection.arrange_properties(game, |name| {
            FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len())
        });
        for node in nodes {
            collection.join_properties(node);
            if let (Some(size), true) = (size, go) {
                passes(collection, node, size);
                if old {
                    letters(collection, node, size);
                    marks(collection, node, size);
                }
            }
        }
    }
}

fn passes(collection: &mut Collection, node: NodeId, size: Size) {
    for name in ["B", "W"] {
        let old = collection.node(node).value(name).is_some_and(|raw| {
            let raw = raw.trim();
            raw == "tt" && coord::parse_move(raw, size) == Ok(crate::Move::Pass)
        });
        if old {
            collection.set_raw(node, name, [""]);
        }
    }
}

/// `L[aa][bb]` are the letters a, b, … on points.
fn letters(collection: &mut Collection, node: NodeId, size: Size) {
    let here = collection.node(node);
    if here.property("L").is_none() || here.property("LB").is_some() {
        return;
    }
    let points: Vec<String> = here.values("L").map(|raw| raw.trim().to_owned()).collect();
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

fn marks(collection: &mut Collection, node: NodeId, size: Size) {
    for (old, new) in OLD_MARKS {
        let here = collection.node(node);
        if here.property(old).is_none() || here.property(new).is_some() {
            continue;
        }
        let read = Points::read(here.values(old), size);
        if matches!(read.faults.bad, Some((_, PointFault::Form | PointFault::OffBoard))) {
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
