//! Pictures by the graphics adapter: renders the scene of the window into an image.

use super::error::RenderError;
use super::options::{LONGEST_SIDE, RenderOptions, SHORTEST_SIDE, scale};
use super::stage;
use crate::marks;
use crate::platform::{Host, Platform};
use crate::scene::scenery::{add_scene, panel_camera, sim_plugin};
use crate::shell::camera::ScreenSize;
use crate::shell::palette::{AbsoluteHeat, WantedColormap};
use crate::shell::quality::{AutoQuality, Quality};
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

/// Longest wait for a picture, in frames; much longer than it takes.
const MAX_FRAMES: usize = 240;

/// Scene without a window, for any number of pictures.
pub struct OffscreenScene {
    pub(super) app: App,
    pub(super) goban: Entity,
    target: RenderTarget,
}

#[derive(Resource, Default)]
struct CapturedImage(Option<Image>);

impl OffscreenScene {
    /// Sets the scene up, and plays the game up to the tick of the options.
    ///
    /// # Errors
    /// The size of the picture is out of range, there is no adapter or no thread, or the game cannot begin or
    /// be opened.
    pub fn new(options: &RenderOptions) -> Result<Self, RenderError> {
        let (width, height) = options.pixels;
        if [width, height].into_iter().any(|side| !(SHORTEST_SIDE..=LONGEST_SIDE).contains(&side)) {
            return Err(RenderError::Pixels(width, height));
        }
        if options.record.is_none() {
            options.setup.check()?;
        }
        Host::check_threads()?;
        let default_quality = Quality::of_adapter(Host::has_graphics_card()?);
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
        app.add_plugins(Host::without_pipelining(plugins));
        app.set_error_handler(bevy::ecs::error::warn);
        app.add_plugins(sim_plugin);
        let goban = stage::begin(app.world_mut(), options)?;
        add_scene(&mut app, goban, options.layers, options.camera);
        app.add_plugins(marks::plugin);
        let board = app.world().get::<Occupancy>(goban).map(Occupancy::size);
        let scale = board.map_or(1.0, |board| scale(options.pixels, board));
        let size = Vec2::new(width as f32, height as f32) / scale;
        app.insert_resource(AutoQuality(default_quality))
            .insert_resource(options.quality.unwrap_or(default_quality))
            .insert_resource(options.theme)
            .insert_resource(WantedColormap(options.heat_colors))
            .insert_resource(AbsoluteHeat(options.absolute_heat))
            .insert_resource(ReducedMotion(true))
            .insert_resource(ScreenSize { size, scale })
            .insert_resource(BoardArea { min: Vec2::ZERO, max: size })
            .init_resource::<CapturedImage>();
        let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let target = RenderTarget::Image(ImageRenderTarget { handle: target, scale_factor: scale });
        app.world_mut().spawn(panel_camera(target.clone()));
        app.world_mut().write_message_batch(stage::line_request(goban, options));
        app.finish();
        app.cleanup();
        // Shaders and images load in the background; the first few frames are empty.
        for _ in 0..4 {
            app.update();
        }
        let plays = options.record.is_none();
        stage::go_to(app.world_mut(), goban, options.after_ticks, plays, &Halt::default());
        Ok(Self { app, goban, target })
    }

    /// Returns the goban of the scene.
    #[must_use]
    pub const fn goban(&self) -> Entity {
        self.goban
    }

    /// Returns the world of the scene, to change what is drawn next.
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Returns the place of the board in the last picture, in points.
    #[must_use]
    pub fn projector(&self) -> Projector {
        self.app.world().get_resource::<Projector>().copied().unwrap_or_default()
    }

    /// Draws one frame.
    pub fn frame(&mut self) {
        self.app.update();
    }

    /// Returns a picture of the scene at the current tick.
    ///
    /// # Errors
    /// The driver returns no picture.
    pub fn shoot(&mut self) -> Result<RgbImage, RenderError> {
        // One frame for the camera and what follows it, one for the panels' text, which follows both.
        for _ in 0..3 {
            self.app.update();
        }
        let shot = Screenshot(self.target.clone());
        self.app.world_mut().spawn(shot).observe(
            |shot: On<ScreenshotCaptured>, mut captured: ResMut<CapturedImage>| {
                captured.0 = Some(shot.image.clone());
            },
        );
        for _ in 0..MAX_FRAMES {
            self.app.update();
            let captured = self.app.world_mut().resource_mut::<CapturedImage>().0.take();
            if let Some(image) = captured {
                let picture = image.try_into_dynamic().map_err(|_| RenderError::Nothing)?;
                return Ok(picture.to_rgb8());
            }
        }
        Err(RenderError::Nothing)
    }
}
