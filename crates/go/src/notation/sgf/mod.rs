//! SGF, the Smart Game Format: game records as trees of nodes.
//!
//! [`read`] makes a [`Collection`] of bytes, with a list of the problems met; [`write`](fn@write) makes bytes of it again. In between a
//! collection is read through [`NodeRef`]s and changed through its own methods. [`Play`] plays nodes on a board,
//! and [`check`](fn@check) finds what the form allows and the game does not.
//!
//! Nothing here calls itself: a tree may be as deep as memory is large.
// CITE: SGF FF[4], A. Hollosi, 1997–2006, and the descriptions of FF[1] and FF[3] kept beside it.

mod charset;
mod check;
mod coord;
mod edit;
mod game_info;
mod info;
mod layout;
mod markup;
mod modern;
mod play;
mod problem;
mod property;
mod read;
mod text;
mod tree;
mod variations;
mod walk;
mod write;

pub use check::{IllegalMoves, check, check_line, illegal_moves};
pub use coord::{MAX_SIDE, PointFault, Points, PointsFaults, move_text, parse_move, parse_point, point_text};
pub use game_info::InfoField;
pub use info::{Info, SizeFault, handicap_of, komi_of, rules_of, size_of};
pub use layout::{TreeLayout, VariationLine};
pub use markup::{Label, LineMark, Mark, Markup};
pub use modern::modernise;
pub use play::{Illegal, NodeEffect, Play, Why, to_move};
pub use problem::{Excerpt, Problem, ProblemKind};
pub use property::{PropertyKind, kind};
pub use read::{ReadError, Reading, read, read_text};
pub use text::{escape, unescape};
pub use tree::{Collection, NodeId, NodeRef, PropertyRef};
pub use variations::{MarkedVariations, WayOn, stone_of, ways_by, ways_on};
pub use walk::Preorder;
pub use write::write;
