//! The window: one 3-D scene with two cameras, its layers, and the panels around it.
//!
//! # Map
//! - The window: `run_window` opens it, with `WindowOptions`. `adapter` and `display` say what a machine can
//!   draw with.
//! - Pictures without a window: `OffscreenScene`, and `pictures` for files and films.
//! - Parts for an app: `panels` adds all that surrounds the board, `text` the text on it.
//! - State: `state` (which board is watched), `settings` and `files`, `keys`, `layers`, `palette`.
//! - In a browser: `page`.
//!
//! ```no_run
//! stonefield_window::run_window(stonefield_window::WindowOptions::default())?;
//! # Ok::<(), stonefield_window::WindowError>(())
//! ```

#![cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "a page has no use for some of what other programs have")
)]
#![cfg(feature = "view")]

mod access;
mod bids;
mod board_painter;
pub mod camera;
mod candidates;
mod chord;
#[cfg_attr(target_family = "wasm", path = "cjk_font_of_page.rs")]
mod cjk_font;
mod clicks;
mod compare;
mod dead;
mod drawing;
mod event_log;
mod examples;
mod fields;
pub mod files;
mod flashes;
mod fonts;
mod game_keys;
pub mod group_colors;
mod group_shape;
mod input;
pub mod keys;
pub mod layers;
mod lessons;
mod life;
mod lit_groups;
mod markup;
mod measure;
mod mouse_buttons;
mod open;
mod overlay;
#[cfg(target_family = "wasm")]
pub mod page;
pub mod palette;
mod panels;
pub mod pictures;
/// Whether there is anything to draw with; a page has asked the browser before.
#[cfg_attr(target_family = "wasm", path = "probe_of_page.rs")]
mod probe;
pub mod quality;
mod quick_chords;
mod record;
mod redraw;
mod scene;
mod scenery;
pub mod settings;
mod severity;
pub mod state;
mod svg;
mod tabs;
mod theme;
mod window_place;

pub use measure::{Measured, MindEffort};
pub use open::{WindowError, WindowOptions, run_window};
pub use panels::panel_names;
pub use pictures::{OffscreenScene, RenderError, RenderOptions};
pub use probe::{NoAdapter, NoDisplay, adapter, display};
pub use record::Unplayable;
pub use scene::SceneSystems;

use bevy::app::App;

/// Adds what surrounds the board: panels, keys, clicks, and the log of what happens.
///
/// They need the board's own plugins, [`state::Watched`], and the plugin of egui; settings are the default ones unless
/// [`settings::Settings`] and [`files::SettingsFile`] are there.
pub fn panels(app: &mut App) {
    app.init_resource::<settings::Settings>().init_resource::<files::SettingsFile>().add_plugins((
        panels::plugin,
        (input::plugin, quick_chords::plugin, clicks::plugin, game_keys::plugin, camera::keys_plugin),
        record::plugin,
        redraw::plugin,
        event_log::plugin,
        life::plugin,
        flashes::plugin,
        drawing::plugin,
        access::plugin,
        text,
    ));
    #[cfg(target_family = "wasm")]
    app.add_plugins(page::plugin);
}

/// Adds the text on the board: coordinates, liberties, letters, numbers.
pub fn text(app: &mut App) {
    app.add_plugins((panels::text_plugin, markup::plugin, panels::group_outline_plugin));
}
