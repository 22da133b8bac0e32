//! The window: one 3-D scene with two cameras, its layers, and the panels around it.
//!
//! # Map
//! - The window: `run_window` opens it, with `WindowOptions`.
//! - Pictures without a window: `OffscreenScene` takes them; `pictures` writes files and films.
//! - Parts for an app: `panels` adds all around the board, `text` adds the text on the board.
//! - State: `state` (which board is watched), `settings` and `files`, `keys`, `layers`, `palette`.
//! - In a browser: `page`.
//!
//! # Inside
//! Folders import only folders below them. From below: `platform` (the differences of a page), `shell` (the
//! state and tools of all parts), then `marks` (texts and signs over the board), `scene`, `record`, `access`
//! and `lessons`, above these `pictures`, and above all `panels`.
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
mod clicks;
mod game_keys;
mod input;
mod lessons;
mod marks;
mod open;
#[cfg(target_family = "wasm")]
pub mod page;
mod panels;
pub mod pictures;
mod platform;
mod quick_chords;
mod record;
mod redraw;
mod scene;
mod shell;
#[cfg(test)]
mod testing;

pub use open::{WindowError, WindowOptions, run_window};
pub use panels::panel_names;
pub use pictures::{OffscreenScene, RenderError, RenderOptions};
pub use platform::{NoAdapter, NoDisplay};
pub use record::Unplayable;
pub use shell::measure::{Measured, MindEffort};
pub use shell::state::SceneSystems;
pub use shell::{camera, files, group_colors, keys, layers, palette, quality, settings, state};

use bevy::app::App;
use files::SettingsFile;
use settings::Settings;
use shell::{drawing, event_log};

/// Adds all around the board: panels, keys, clicks and the event log.
///
/// The app must have the plugins of the board, [`state::Watched`] and the plugin of egui.
/// [`settings::Settings`] and [`files::SettingsFile`] are the default ones if the app has none.
pub fn panels(app: &mut App) {
    app.init_resource::<Settings>().init_resource::<SettingsFile>().add_plugins((
        panels::plugin,
        (input::plugin, quick_chords::plugin, clicks::plugin, game_keys::plugin, camera::keys_plugin),
        record::plugin,
        redraw::plugin,
        event_log::plugin,
        marks::life::plugin,
        marks::flashes::plugin,
        drawing::plugin,
        access::plugin,
        text,
    ));
    #[cfg(target_family = "wasm")]
    app.add_plugins(page::plugin);
}

/// Adds the text on the board: coordinates, liberties, letters and numbers.
pub fn text(app: &mut App) {
    app.add_plugins(marks::plugin);
}
