//! The window, from its options to its end.

use super::panels::{Introduction, Wall};
use super::pictures::end_pictures;
use super::record::{self, Autosave, Unplayable};
use crate::scene::scenery::{add_scene, spawn_panel_camera};
use crate::shell::camera::CameraMode;
use crate::shell::files::recent::Recent;
use crate::shell::files::{FileError, Log, SettingsFile};
use crate::shell::layers::Layers;
use crate::shell::measure::{Measured, measure};
use crate::shell::notices::Notices;
use crate::shell::palette::Theme;
use crate::shell::probe::{self, NoAdapter, NoDisplay};
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

/// What a window begins with.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// The game that begins where no record is opened.
    pub setup: GameSetup,
    /// What is shown.
    pub layers: Layers,
    /// How it is looked at.
    pub camera: CameraMode,
    /// The quality, if not the one that suits the adapter.
    pub quality: Option<Quality>,
    /// The settings file, if not the usual one.
    pub config: Option<PathBuf>,
    /// A file that gets a line for each thing that happens.
    pub log: Option<PathBuf>,
    /// Whether the game runs from the start.
    pub running: bool,
    /// The tick that is shown at first, paused: it is played to as fast as possible.
    pub tick: Option<u64>,
    /// A refusal to show at first: what was asked for and could not be had.
    pub refusal: Option<String>,
    /// The engines that have names.
    pub engines: Vec<Engine>,
    /// A record to open, instead of a new game.
    pub record: Option<Record>,
    /// A store of games to show in the laboratory.
    pub store: Option<PathBuf>,
    /// Games on many boards, which are shown instead of one.
    pub wall: Option<WallPlan>,
    /// Whether the introduction is shown to those who do not know it; it is not over a record, a store or many boards.
    pub introduce: bool,
    /// What records may have.
    pub trust: Trust,
    /// Seconds to draw without pause and be measured, before the window closes by itself.
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

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display to open a window on.
    #[error(transparent)]
    Display(#[from] NoDisplay),
    /// Nothing to draw with.
    #[error(transparent)]
    Adapter(#[from] NoAdapter),
    /// No threads to draw on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The settings or the log.
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

/// How fast a game runs when the window opens, in ticks a second: so slow that single stones are seen.
const RATE: f32 = 2.0;
/// On boards of more points a single stone is not seen: there it runs as fast as possible.
const WIDE: usize = 100 * 100;

/// Nodes of a record from which on it takes long to open in a page.
const LONG: usize = 2_000;

/// What the logs of other people's code may say: nothing that a user could not act on.
const QUIET: &str = "warn,wgpu=error,wgpu_core=error,wgpu_hal=off,naga=error,bevy_render::renderer=error,bevy_core_pipeline=error,bevy_pbr=error,bevy_egui::render=error,bevy_winit=error,winit=error,calloop=error,egui_extras=error";

/// Opens the window, and returns when it is closed: with what was measured, where that was asked for and it was not closed before.
///
/// # Errors
/// When there is no display, no adapter, no game with this set-up, or a file cannot be read or written.
pub fn run_window(options: WindowOptions) -> Result<Option<Measured>, WindowError> {
    options.setup.check()?;
    let (file, settings, unread) = match SettingsFile::load(options.config.as_deref()) {
        Ok((file, settings)) => (file, settings, None),
        Err(error @ FileError::Settings { .. }) if cfg!(target_family = "wasm") => {
            let (file, settings, told) = SettingsFile::begin_anew(&error);
            (file, settings, Some(told))
        }
        Err(error) => return Err(error.into()),
    };
    probe::display()?;
    probe::threads()?;
    let suited = probe::adapter()?;
    let log = options.log.as_deref().map(Log::create).transpose()?;
    let mut app = App::new();
    let window = Window {
        title: "Stonefield".into(),
        name: Some("stonefield".into()),
        // Only in a browser.
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
            // What is not saved is asked about first.
            close_when_requested: false,
            ..WindowPlugin::default()
        })
        .set(LogPlugin { filter: QUIET.into(), ..LogPlugin::default() });
    probe::catch_panic(|| {
        app.add_plugins(plugins);
    })?;
    app.set_error_handler(bevy::ecs::error::warn);
    // Before the first game: seats are filled by it.
    app.insert_resource(TrustPolicy(options.trust));
    let (setup, mut running, mut tick) = (options.setup, options.running, options.tick);
    let (mut shown, mut unplayable) = (None, None);
    let (record, long) = match options.record {
        // A page is drawn first, and shows how far it is with a record that takes long.
        Some(record) if cfg!(target_family = "wasm") && record.reading.collection.len() > LONG => {
            (None, Some((record, tick.take())))
        }
        record => (record, None),
    };
    let goban = add_scene(&mut app, options.layers, options.camera, |world| {
        if let Some(record) = record {
            match record::stage(world, record) {
                Ok(staged) => return Ok::<_, WindowError>(shown.insert(staged).goban()),
                // A page has nobody to leave to: the usual game begins.
                Err(error) if cfg!(target_family = "wasm") => {
                    (unplayable, tick, running) = (Some(error.to_string()), None, true);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let goban = spawn_goban(world, &setup)?;
        GameRecord::keep_text(world, goban, record::heading());
        Ok(goban)
    })?;
    if let Some(mut pace) = app.world_mut().get_mut::<Pace>(goban) {
        pace.running = running && options.wall.is_none() && tick.is_none();
        pace.rate = if setup.board().area() > WIDE { f32::INFINITY } else { RATE };
    }
    let walled = options.wall.is_some();
    app.insert_resource(Wall::new(options.wall.map(|plan| (plan, running))));
    app.init_resource::<MindPool>().insert_resource(NamedEngines(options.engines));
    if shown.is_none() && !walled {
        // A wrong command line is told at once. A record is looked at without the programs that played it.
        start_programs(app.world_mut(), goban);
    }
    app.insert_resource(Recent::beside(&file));
    app.insert_resource(AutoQuality(suited)).insert_resource(AskedQuality(options.quality));
    app.insert_resource(file).insert_resource(settings);
    if let Some(log) = log {
        app.insert_resource(log);
    }
    app.add_plugins(super::panels);
    if !options.introduce || shown.is_some() || walled || options.store.is_some() {
        app.world_mut().resource_mut::<Introduction>().postpone();
    }
    app.add_systems(Startup, wake).add_systems(Update, back.run_if(resource_changed::<Theme>));
    // A page is as large as the browser makes it.
    if cfg!(not(target_family = "wasm")) {
        app.add_plugins(window_place::plugin);
    }
    spawn_panel_camera(app.world_mut(), &RenderTarget::default());
    let keeping = Autosave::default();
    let keeper = keeping.keeper.clone();
    app.insert_resource(keeping);
    if let Some(shown) = &shown {
        record::begun_with(app.world_mut(), shown);
    }
    if let Some((record, tick)) = long {
        record::load_at_first(app.world_mut(), record, tick);
    }
    if let Some(store) = options.store {
        app.world_mut().write_message(OpenStore(store));
    }
    if let Some(tick) = tick {
        let kind = if shown.is_some() {
            RequestKind::Seek(tick)
        } else {
            RequestKind::Step(u32::try_from(tick).unwrap_or(u32::MAX))
        };
        app.world_mut().write_message(Request { goban, kind });
    }
    if let Some(reason) = options.refusal.or(unplayable).or(unread) {
        app.world_mut().resource_mut::<Notices>().refuse_at_first(reason);
    }
    let measured = options.measure.map(|seconds| measure(&mut app, seconds));
    match app.run() {
        // A page runs on from here by itself.
        AppExit::Success if cfg!(target_family = "wasm") => Ok(None),
        AppExit::Success => {
            keeper.end();
            end_pictures();
            Ok(measured.and_then(|measured| measured.get().cloned()))
        }
        AppExit::Error(_) => Err(WindowError::Ended),
    }
}

/// Has a frame follow when a mind has told something.
fn wake(pool: Res<MindPool>, proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    pool.set_waker(move || {
        // A window that is closed has no frames any more.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// Clears the window to the colour of the panels.
fn back(theme: Res<Theme>, mut clear: ResMut<ClearColor>) {
    let [red, green, blue, _] = PanelColors::of(*theme).panel.to_array();
    clear.0 = Color::srgb_u8(red, green, blue);
}
