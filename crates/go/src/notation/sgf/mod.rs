//! SGF, the Smart Game Format: game records as trees of nodes.
//!
//! [`read`] parses bytes into a [`Collection`] and lists the problems of the file.
//! [`write`](fn@write) turns a collection into bytes. [`NodeRef`] gives access to the nodes, and methods of
//! [`Collection`] change them. [`Replay`] plays the nodes on a board. [`check`](fn@check) finds errors beyond
//! the syntax, such as illegal moves.
//!
//! No function is recursive, so the depth of a tree is limited only by memory.
// CITE: SGF FF[4], A. Hollosi, 1997–2006, and the descriptions of FF[1] and FF[3] on the same site.

mod board_info;
mod charset;
mod check;
mod coord;
mod edit;
mod game;
mod game_info;
mod illegal_moves;
mod layout;
mod markup;
mod modern;
mod problem;
mod property;
mod read;
mod replay;
mod text;
mod tree;
mod variation_replay;
mod variations;
mod walk;
mod write;

pub use board_info::{BoardInfo, SizeFault, handicap_of, komi_of, rules_of, size_of};
pub use check::{check, check_path};
pub use coord::{MAX_SIDE, PointFault, Points, PointsFaults, move_text, parse_move, parse_point, point_text};
pub use game::{TooLarge, result_text, rules_text};
pub use game_info::InfoField;
pub use illegal_moves::{IllegalMoveSearch, illegal_moves};
pub use layout::{TreeLayout, VariationLine};
pub use markup::{Label, LineMark, Mark, Markup};
pub use modern::modernise;
pub use problem::{Excerpt, Problem, ProblemKind};
pub use property::{PropertyKind, property_kind};
pub use read::{ReadError, Reading, read, read_text};
pub use replay::{IllegalMove, IllegalReason, NodeEffect, Replay, to_move};
pub use text::{escape, unescape};
pub use tree::{Collection, NodeId, NodeRef, PropertyRef};
pub use variations::{MarkedMove, MarkedVariations, marked_moves, marked_moves_by, stone_of};
pub use walk::Preorder;
pub use write::write;
