//! Pictures without a window: the same scene, drawn into an image.

use super::camera::{CameraMode, ScreenSize};
use super::files::write_png;
use super::layers::Layers;
use super::open::{add_scene, spawn_panel_camera};
use super::palette::{Colormap, Theme, WantedColormap};
use super::probe::{self, NoAdapter};
use super::quality::{AutoQuality, Quality};
use super::state::{BoardArea, Projector, ReducedMotion};
use crate::search::supply::NoThreads;
use crate::sim::{self, GameSetup, SetupError, spawn_goban};
use bevy::DefaultPlugins;
use bevy::app::{App, PluginGroup};
use bevy::asset::{Assets, Handle};
use bevy::camera::RenderTarget;
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::log::LogPlugin;
use bevy::math::Vec2;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{ExitCondition, WindowPlugin};
use bevy::winit::WinitPlugin;
use image::RgbImage;
use std::path::{Path, PathBuf};

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The game that is played before the picture is taken.
    pub setup: GameSetup,
    /// Ticks before the picture is taken.
    pub after_ticks: u64,
    /// The PNG file to write.
    pub path: PathBuf,
    /// What is shown.
    pub layers: Layers,
    /// How it is looked at.
    pub camera: CameraMode,
    /// Width and height in pixels, each 16…8192.
    pub pixels: (u32, u32),
    /// The quality, if not the one that suits the adapter.
    pub quality: Option<Quality>,
    /// The look of board and surroundings.
    pub theme: Theme,
    /// The colours of heat.
    pub heat_colors: Colormap,
}

impl Default for RenderOptions {
    /// The usual game after 200 ticks, 1280×800, into `stonefield.png`.
    fn default() -> Self {
        Self {
            setup: GameSetup::default(),
            after_ticks: 200,
            path: PathBuf::from("stonefield.png"),
            layers: Layers::default(),
            camera: CameraMode::default(),
            pixels: (1280, 800),
            quality: None,
            theme: Theme::default(),
            heat_colors: Colormap::default(),
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// Nothing to draw with.
    #[error(transparent)]
    Adapter(#[from] NoAdapter),
    /// No threads to draw on.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// No game can begin with the set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A picture too small or too large.
    #[error("a picture of {0}x{1} pixels is out of range: each side {least} to {most}", least = SIDES.0, most = SIDES.1)]
    Pixels(u32, u32),
    /// The graphics driver gave nothing back.
    #[error("the graphics driver drew no picture")]
    Nothing,
    /// The file could not be written.
    #[error("cannot write '{path}': {reason}", path = path.display())]
    Write {
        /// The picture file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// The shortest and the longest side of a picture.
const SIDES: (u32, u32) = (16, 8192);
/// Frames until everything is loaded, drawn and read back; far more than it takes.
const PATIENCE: usize = 240;

/// Draws a picture and writes it to a file.
///
/// # Errors
/// When there is no adapter, no game with this set-up, or the file cannot be written.
pub fn render_file(options: &RenderOptions) -> Result<(), RenderError> {
    let folder = options.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(unwritten(&options.path, "there is no such folder"));
    }
    let mut studio = OffscreenScene::new(options)?;
    let picture = studio.shoot()?;
    write_png(&options.path, &picture).map_err(|error| unwritten(&options.path, &error.source.to_string()))
}

fn unwritten(path: &Path, reason: &str) -> RenderError {
    RenderError::Write { path: path.to_owned(), reason: reason.to_owned() }
}

/// A scene without a window, from which any number of pictures can be taken.
pub struct OffscreenScene {
    app: App,
    goban: Entity,
    target: Handle<Image>,
}

#[derive(Resource, Default)]
struct CapturedImage(Option<Image>);

impl OffscreenScene {
    /// Sets the scene up and lets the game run for as long as the options say.
    ///
    /// # Errors
    /// When there is no adapter or no game with this set-up.
    pub fn new(options: &RenderOptions) -> Result<Self, RenderError> {
        let (width, height) = options.pixels;
        if [width, height].into_iter().any(|side| side < SIDES.0 || side > SIDES.1) {
            return Err(RenderError::Pixels(width, height));
        }
        options.setup.check()?;
        probe::threads()?;
        let suited = probe::adapter()?;
        let mut app = App::new();
        app.add_plugins(
            DefaultPlugins
                .build()
                .set(WindowPlugin {
                    primary_window: None,
                    exit_condition: ExitCondition::DontExit,
                    ..WindowPlugin::default()
                })
                .set(RenderPlugin { synchronous_pipeline_compilation: true, ..RenderPlugin::default() })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>()
                .disable::<PipelinedRenderingPlugin>(),
        );
        app.set_error_handler(bevy::ecs::error::warn);
        let goban =
            add_scene(&mut app, options.layers, options.camera, |world| spawn_goban(world, &options.setup))?;
        app.add_plugins(super::text);
        let size = Vec2::new(width as f32, height as f32);
        app.insert_resource(AutoQuality(suited))
            .insert_resource(options.quality.unwrap_or(suited))
            .insert_resource(options.theme)
            .insert_resource(WantedColormap(options.heat_colors))
            .insert_resource(ReducedMotion(true))
            .insert_resource(ScreenSize { size, scale: 1.0 })
            .insert_resource(BoardArea { min: Vec2::ZERO, max: size })
            .init_resource::<CapturedImage>();
        let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        spawn_panel_camera(app.world_mut(), &RenderTarget::Image(target.clone().into()));
        sim::ticks(app.world_mut(), options.after_ticks);
        app.finish();
        app.cleanup();
        // Shaders and images are loaded beside the frames; the first few are empty.
        for _ in 0..4 {
            app.update();
        }
        Ok(Self { app, goban, target })
    }

    /// The goban in the picture.
    #[must_use]
    pub const fn goban(&self) -> Entity {
        self.goban
    }

    /// The world of the scene, to change what is drawn next.
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Where the board lies in the last picture.
    #[must_use]
    pub fn projector(&self) -> Projector {
        self.app.world().get_resource::<Projector>().copied().unwrap_or_default()
    }

    /// Draws one frame.
    pub fn frame(&mut self) {
        self.app.update();
    }

    /// Takes a picture of the scene as it is now.
    ///
    /// # Errors
    /// When the driver gives none.
    pub fn shoot(&mut self) -> Result<RgbImage, RenderError> {
        // One frame for the camera and what follows it, one for the panels' text, which follows both.
        for _ in 0..3 {
            self.app.update();
        }
        let shot = Screenshot::image(self.target.clone());
        self.app.world_mut().spawn(shot).observe(
            |shot: On<ScreenshotCaptured>, mut developed: ResMut<CapturedImage>| {
                developed.0 = Some(shot.image.clone());
            },
        );
        for _ in 0..PATIENCE {
            self.app.update();
            let developed = self.app.world_mut().resource_mut::<CapturedImage>().0.take();
            if let Some(image) = developed {
                let picture = image.try_into_dynamic().map_err(|_| RenderError::Nothing)?;
                return Ok(picture.to_rgb8());
            }
        }
        Err(RenderError::Nothing)
    }
}
