//! Marks: texts and signs over the board that egui draws.

pub mod bids;
pub mod board_marks;
pub mod candidates;
pub mod compare;
pub mod dead;
pub mod fields;
pub mod flashes;
pub mod group_outline;
pub mod group_shape;
pub mod life;
pub mod mark_reader;
pub mod markup;
pub mod overlay;
pub mod phases;
pub mod pointed_line;

use bevy::app::App;

/// Adds the marks that do not need a window.
pub fn plugin(app: &mut App) {
    app.add_plugins((board_marks::plugin, markup::plugin, group_outline::plugin));
}
