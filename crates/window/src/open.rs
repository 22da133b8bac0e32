//! Opens the window from its options, and runs it until it is closed.

use super::panels::{Introduction, Wall};
use super::record::{self, Autosave, Unplayable};
use crate::platform::{Host, NoAdapter, NoDisplay, Platform};
use crate::scene::scenery::{add_scene, panel_camera, sim_plugin};
use crate::shell::camera::CameraMode;
use crate::shell::files::recent::Recent;
use crate::shell::files::{FileError, Log, SettingsFile};
use crate::shell::layers::Layers;
use crate::shell::measure::{Measured, measure};
use crate::shell::notices::Notices;
use crate::shell::palette::Theme;
use crate::shell::quality::{AskedQuality, AutoQuality, Quality};
use crate::shell::state::{NamedEngines, OpenStore};
use crate::shell::theme::PanelColors;
use crate::shell::window_place;
use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, PluginGroup, Startup, Update};
use bevy::camera::{ClearColor, RenderTarget};
use bevy::color::Color;
use bevy::ecs::prelude::*;
use bevy::log::LogPlugin;
use bevy::window::{Window, WindowPlugin, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use std::path::PathBuf;
use stonefield_lab::WallPlan;
use stonefield_minds::Trust;
use stonefield_minds::engine::Engine;
use stonefield_search::supply::NoThreads;
use stonefield_sim::history::Record;
use stonefield_sim::{
    GameRecord, GameSetup, MindPool, Pace, Request, RequestKind, SetupError, TrustPolicy, spawn_goban,
    start_programs,
};

/// Options of a new window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// Set-up of the game, if no record is opened.
    pub setup: GameSetup,
    /// Layers that are shown.
    pub layers: Layers,
    /// Camera mode.
    pub camera: CameraMode,
    /// Quality, if not the one that suits the adapter.
    pub quality: Option<Quality>,
    /// Settings file, if not the default one.
    pub config: Option<PathBuf>,
    /// Log file, with one line for each event.
    pub log: Option<PathBuf>,
    /// True if the game runs from the start.
    pub running: bool,
    /// Tick to show first, paused. The game is played up to it as fast as possible.
    pub tick: Option<u64>,
    /// Refusal to show when the window opens.
    pub refusal: Option<String>,
    /// Named engines.
    pub engines: Vec<Engine>,
    /// Record to open instead of a new game.
    pub record: Option<Record>,
    /// Store of games to show in the laboratory.
    pub store: Option<PathBuf>,
    /// Games on several boards, shown instead of one board.
    pub wall: Option<WallPlan>,
    /// True if a new user sees the introduction. Not shown over a record, a store or several boards.
    pub introduce: bool,
    /// Permissions for the minds that a record names.
    pub trust: Trust,
    /// Time to draw without pause and measure, in seconds; then the window closes.
    pub measure: Option<f64>,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            setup: GameSetup::default(),
            layers: Layers::default(),
            camera: CameraMode::default(),
            quality: None,
            config: None,
            log: None,
            running: true,
            tick: None,
            refusal: None,
            engines: Vec::new(),
            record: None,
            store: None,
            wall: None,
            introduce: true,
            trust: Trust::default(),
            measure: None,
        }
    }
}

/// Reason why the window cannot open, or ended with an error.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No display to open a window on.
    #[error(transparent)]
    Display(#[from] NoDisplay),
    /// No adapter to draw with.
    #[error(transparent)]
    Adapter(#[from] NoAdapter),
    /// No threads to draw with.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The settings file or the log cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// No game can begin with the set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The record cannot be played.
    #[error(transparent)]
    Record(#[from] Unplayable),
    /// The window ended with an error.
    #[error("the window ended with an error")]
    Ended,
}

/// Speed of a game when the window opens, in ticks a second: slow enough to see single stones.
const RATE: f32 = 2.0;
/// Largest board, in points, on which a game begins at [`RATE`]. On larger ones there is no limit.
const MAX_SLOW_AREA: usize = 100 * 100;

/// Log filter for libraries: without messages that a user cannot act on.
const LOG_FILTER: &str = "warn,wgpu=error,wgpu_core=error,wgpu_hal=off,naga=error,bevy_render::renderer=error,bevy_core_pipeline=error,bevy_pbr=error,bevy_egui::render=error,bevy_winit=error,winit=error,calloop=error,egui_extras=error";

/// Opens the window, and returns when it is closed. Returns the measurement if `measure` was set and the
/// window was not closed before its end.
///
/// # Errors
/// There is no display, no adapter or no thread, the game cannot begin, the record cannot be played, a file
/// cannot be read or written, or the window ended with an error.
pub fn run_window(options: WindowOptions) -> Result<Option<Measured>, WindowError> {
    options.setup.check()?;
    let (file, settings, settings_error) = match SettingsFile::load(options.config.as_deref()) {
        Ok((file, settings)) => (file, settings, None),
        Err(error @ FileError::Settings { .. }) if Host::IN_BROWSER => {
            let (file, settings, message) = SettingsFile::begin_anew(&error);
            (file, settings, Some(message))
        }
        Err(error) => return Err(error.into()),
    };
    Host::check_display()?;
    Host::check_threads()?;
    let default_quality = Quality::of_adapter(Host::has_graphics_card()?);
    let log = options.log.as_deref().map(Log::create).transpose()?;
    let mut app = App::new();
    let window = Window {
        title: record::PROGRAM.into(),
        name: Some("stonefield".into()),
        // Canvas of the page; ignored outside of a browser.
        canvas: Some("#board".into()),
        fit_canvas_to_parent: true,
        resolution: settings.window.map_or_else(
            || WindowResolution::new(1280, 800),
            |at| WindowResolution::new(at.width, at.height),
        ),
        ..Window::default()
    };
    let plugins = DefaultPlugins
        .build()
        .set(WindowPlugin {
            primary_window: Some(window),
            // The user is asked about unsaved changes first.
            close_when_requested: false,
            ..WindowPlugin::default()
        })
        .set(LogPlugin { filter: LOG_FILTER.into(), ..LogPlugin::default() });
    Host::catch_panic(|| {
        app.add_plugins(plugins);
    })?;
    app.set_error_handler(bevy::ecs::error::warn);
    // Inserted before the first game, which fills its seats by the policy.
    app.insert_resource(TrustPolicy(options.trust));
    let (setup, mut running, mut tick) = (options.setup, options.running, options.tick);
    let (record, long_record) = match options.record {
        // A page draws its first frame, then opens a long record and shows the progress.
        Some(record) if Host::MAX_FIRST_NODES.is_some_and(|most| record.reading.collection.len() > most) => {
            (None, Some((record, tick.take())))
        }
        record => (record, None),
    };
    app.add_plugins(sim_plugin);
    let opened = record.map(|record| record::open_on_new_goban(app.world_mut(), record)).transpose();
    let (opened_record, unplayable) = match opened {
        // A page cannot exit with an error: it shows the error and begins the default game.
        Err(error) if Host::IN_BROWSER => {
            (tick, running) = (None, true);
            (None, Some(error.to_string()))
        }
        opened => (opened?, None),
    };
    let goban = if let Some(record) = &opened_record {
        record.goban()
    } else {
        let goban = spawn_goban(app.world_mut(), &setup)?;
        GameRecord::keep_text(app.world_mut(), goban, record::heading());
        goban
    };
    add_scene(&mut app, goban, options.layers, options.camera);
    if let Some(mut pace) = app.world_mut().get_mut::<Pace>(goban) {
        pace.running = running && options.wall.is_none() && tick.is_none();
        pace.rate = if setup.board().area() > MAX_SLOW_AREA { f32::INFINITY } else { RATE };
    }
    let has_wall = options.wall.is_some();
    app.insert_resource(Wall::new(options.wall.map(|plan| (plan, running))));
    app.init_resource::<MindPool>().insert_resource(NamedEngines(options.engines));
    if opened_record.is_none() && !has_wall {
        // Programs are started now, so that wrong command lines show at once. A record or wall needs none
        // yet.
        start_programs(app.world_mut(), goban);
    }
    app.insert_resource(Recent::beside(&file));
    app.insert_resource(AutoQuality(default_quality)).insert_resource(AskedQuality(options.quality));
    app.insert_resource(file).insert_resource(settings);
    if let Some(log) = log {
        app.insert_resource(log);
    }
    app.add_plugins(super::panels);
    if !options.introduce || opened_record.is_some() || has_wall || options.store.is_some() {
        app.world_mut().resource_mut::<Introduction>().postpone();
    }
    app.add_systems(Startup, set_waker)
        .add_systems(Update, clear_to_panel_color.run_if(resource_changed::<Theme>));
    // The browser decides the size of a page.
    if !Host::IN_BROWSER {
        app.add_plugins(window_place::plugin);
    }
    app.world_mut().spawn(panel_camera(RenderTarget::default()));
    let autosave = Autosave::default();
    let autosave_writer = autosave.keeper.clone();
    app.insert_resource(autosave);
    let has_record = opened_record.is_some();
    let mut commands = app.world_mut().commands();
    if let Some(record) = opened_record {
        commands.run_system_cached_with(record::show_first_record, record);
    }
    if let Some((record, tick)) = long_record {
        commands.queue(record::RecordLoad::first(record, tick));
    }
    app.world_mut().flush();
    if let Some(store) = options.store {
        app.world_mut().write_message(OpenStore(store));
    }
    if let Some(tick) = tick {
        let kind = if has_record {
            RequestKind::Seek(tick)
        } else {
            RequestKind::Step(u32::try_from(tick).unwrap_or(u32::MAX))
        };
        app.world_mut().write_message(Request { goban, kind });
    }
    if let Some(reason) = options.refusal.or(unplayable).or(settings_error) {
        app.world_mut().resource_mut::<Notices>().show_refusal_later(reason);
    }
    let measured = options.measure.map(|seconds| measure(&mut app, seconds));
    match app.run() {
        // A page continues to run after this.
        AppExit::Success if Host::IN_BROWSER => Ok(None),
        AppExit::Success => {
            autosave_writer.end();
            Host::end_tasks();
            Ok(measured.and_then(|measured| measured.get().cloned()))
        }
        AppExit::Error(_) => Err(WindowError::Ended),
    }
}

/// Wakes the window when a mind has reported something.
fn set_waker(pool: Res<MindPool>, proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    pool.set_waker(move || {
        // The event loop has ended if the window is closed.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// Sets the clear colour of the window to that of the panels.
fn clear_to_panel_color(theme: Res<Theme>, mut clear: ResMut<ClearColor>) {
    let [red, green, blue, _] = PanelColors::of(*theme).panel.to_array();
    clear.0 = Color::srgb_u8(red, green, blue);
}
