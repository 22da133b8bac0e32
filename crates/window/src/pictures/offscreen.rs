//! Pictures by the graphics adapter: the scene of the window, drawn into an image.

use super::error::RenderError;
use super::options::{LONGEST_SIDE, RenderOptions, SHORTEST_SIDE, scale};
use super::stage;
use crate::marks;
use crate::scene::scenery::{add_scene, spawn_panel_camera};
use crate::shell::camera::ScreenSize;
use crate::shell::palette::WantedColormap;
use crate::shell::probe;
use crate::shell::quality::AutoQuality;
use crate::shell::state::{BoardArea, Projector, ReducedMotion};
use bevy::DefaultPlugins;
use bevy::app::{App, PluginGroup};
use bevy::asset::Assets;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::log::LogPlugin;
use bevy::math::Vec2;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{ExitCondition, WindowPlugin};
use bevy::winit::WinitPlugin;
use image::RgbImage;
use stonefield_sim::{Halt, Occupancy};

/// Frames until everything is loaded, drawn and read back; far more than it takes.
const PATIENCE: usize = 240;

/// A scene without a window, from which any number of pictures can be taken.
pub struct OffscreenScene {
    app: App,
    goban: Entity,
    target: RenderTarget,
    scale: f32,
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
        if [width, height].into_iter().any(|side| !(SHORTEST_SIDE..=LONGEST_SIDE).contains(&side)) {
            return Err(RenderError::Pixels(width, height));
        }
        if options.record.is_none() {
            options.setup.check()?;
        }
        probe::threads()?;
        let suited = probe::adapter()?;
        let mut app = App::new();
        let plugins = DefaultPlugins
            .build()
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..WindowPlugin::default()
            })
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..RenderPlugin::default() })
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>();
        #[cfg(not(target_family = "wasm"))]
        let plugins = plugins.disable::<bevy::render::pipelined_rendering::PipelinedRenderingPlugin>();
        app.add_plugins(plugins);
        app.set_error_handler(bevy::ecs::error::warn);
        let goban =
            add_scene(&mut app, options.layers, options.camera, |world| stage::begin(world, options))?;
        app.add_plugins(marks::plugin);
        let board = app.world().get::<Occupancy>(goban).map(Occupancy::size);
        let scale = board.map_or(1.0, |board| scale(options.pixels, board));
        let size = Vec2::new(width as f32, height as f32) / scale;
        app.insert_resource(AutoQuality(suited))
            .insert_resource(options.quality.unwrap_or(suited))
            .insert_resource(options.theme)
            .insert_resource(WantedColormap(options.heat_colors))
            .insert_resource(ReducedMotion(true))
            .insert_resource(ScreenSize { size, scale })
            .insert_resource(BoardArea { min: Vec2::ZERO, max: size })
            .init_resource::<CapturedImage>();
        let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let target = RenderTarget::Image(ImageRenderTarget { handle: target, scale_factor: scale });
        spawn_panel_camera(app.world_mut(), &target);
        stage::ask_for_line(app.world_mut(), goban, options);
        app.finish();
        app.cleanup();
        // Shaders and images are loaded beside the frames; the first few are empty.
        for _ in 0..4 {
            app.update();
        }
        let plays = options.record.is_none();
        stage::go_to(app.world_mut(), goban, options.after_ticks, plays, &Halt::default());
        Ok(Self { app, goban, target, scale })
    }

    /// Pixels in a point of the scene.
    #[must_use]
    pub const fn scale(&self) -> f32 {
        self.scale
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
        let shot = Screenshot(self.target.clone());
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
