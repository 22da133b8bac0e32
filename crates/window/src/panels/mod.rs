//! The panels around the board.
//!
//! Most files are a plugin with one panel. Its state between frames is a resource. The function `panel(ui,
//! &data)` draws the panel from data alone and returns the request of the user. The system around it reads
//! the world and writes the request.
//!
//! A new panel is one file or folder here, and one line in [`plugin`]. Its own plugin adds it as an entity:
//!
//! ```ignore
//! const PANEL: Panel = Panel::new("Clouds", Place::Facts, 75);
//!
//! pub(super) fn plugin(app: &mut App) {
//!     app.add_view(PANEL, show);
//! }
//!
//! fn show(InMut(ui): InMut<Ui>) {
//!     ui.label("none today");
//! }
//! ```
//!
//! A window over the board is added with `add_window`: its key, Esc and `OpenPanels` open and close it, and
//! the log and the order in front follow. A panel that is open as other data says is added with
//! `add_closable`.

mod appearance;
pub mod ask;
mod banner;
mod bar;
mod below;
mod beside;
mod board_reader;
mod boards;
mod bookmarks;
mod breakpoints;
mod caption;
mod cards;
mod chart;
mod chooser;
mod clocks;
mod compare;
mod console;
mod counters;
mod engines;
mod file_task;
mod files;
mod focus_ring;
pub mod front;
mod game_info;
mod group_history;
mod heat;
mod help;
mod icons;
mod inspected;
mod inspector;
mod introduction;
mod key_choice;
#[cfg_attr(target_family = "wasm", path = "laboratory/page.rs")]
pub mod laboratory;
mod layers;
mod legend;
mod lessons;
mod losses;
mod minds;
mod modal;
mod new_game;
mod own_looks;
mod phases;
mod pictures;
mod places;
mod plots;
mod rail;
mod record;
mod run;
mod score;
mod search;
mod seat;
mod selected_notice;
mod setup;
mod status;
mod stone_menu;
mod stone_table;
mod stone_watch;
mod stretches;
#[cfg(test)]
mod tests;
mod thought;
mod time_marks;
mod time_strip;
mod timeline;
mod tools;
mod tracked_stone;
mod walk;
mod wall;

pub use banner::{Banner, new_game_request};
pub use front::panel_names;
pub use introduction::Introduction;
pub use minds::Adviser;
pub(super) use run::next_speed;
pub use stone_menu::StoneMenu;
pub use wall::Wall;

use bevy::app::App;

/// Adds all panels.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        crate::shell::layout::plugin,
        crate::shell::panel::plugin,
        bar::plugin,
        places::plugin,
        cards::plugin,
        legend::plugin,
        selected_notice::plugin,
        new_game::plugin,
        own_looks::plugin,
        modal::plugin,
        crate::shell::notices::plugin,
        timeline::plugin,
    ))
    .add_plugins((help::plugin, run::plugin, tools::plugin, setup::plugin, minds::plugin, layers::plugin))
    .add_plugins((heat::plugin, laboratory::plugin, appearance::plugin))
    .add_plugins((clocks::plugin, counters::plugin, plots::plugin, thought::plugin, inspector::plugin))
    .add_plugins((
        record::plugin,
        search::plugin,
        console::plugin,
        beside::plugin,
        wall::plugin,
        boards::plugin,
        compare::plugin,
        rail::plugin,
        lessons::plugin,
        phases::plugin,
        walk::plugin,
        engines::plugin,
        game_info::plugin,
        pictures::plugin,
    ))
    .add_plugins((
        files::plugin,
        ask::plugin,
        seat::plugin,
        banner::plugin,
        introduction::plugin,
        caption::plugin,
    ))
    .add_plugins((below::plugin, front::plugin, focus_ring::plugin))
    .add_plugins((
        bookmarks::plugin,
        breakpoints::plugin,
        stone_menu::plugin,
        stone_watch::plugin,
        stone_table::plugin,
    ));
}
