//! Shell: state and tools that all parts of the window share. It depends on no panel, scene or picture, but
//! on the platform.
//!
//! - Game: `watched_goban`, `requests`, `state`, `event_log`.
//! - Input and messages: `keys`, `chord`, `key_hints`, `mouse_buttons`, `tool`, `notices`.
//! - Panels: `panel`, `layout`, `card`, `widgets`, `window_place`.
//! - Board: `camera`, `slab`, `layers`, `look`, `group_colors`, `lit_groups`, `board_painter`, `drawing`.
//! - Looks: `settings`, `files`, `theme`, `palette`, `severity`, `fonts`, `svg`.
//! - Machine: `quality`, `measure`, `shaders_pending`.

pub mod board_painter;
pub mod camera;
pub mod card;
pub mod chord;
pub mod drawing;
pub mod event_log;
pub mod files;
pub mod fonts;
pub mod group_colors;
pub mod key_hints;
pub mod keys;
pub mod layers;
pub mod layout;
pub mod lit_groups;
pub mod look;
pub mod measure;
pub mod mouse_buttons;
pub mod notices;
pub mod palette;
pub mod panel;
pub mod quality;
pub mod requests;
pub mod settings;
pub mod severity;
pub mod shaders_pending;
pub mod slab;
pub mod state;
pub mod svg;
pub mod theme;
pub mod tool;
pub mod watched_goban;
pub mod widgets;
pub mod window_place;
