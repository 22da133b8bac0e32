//! Drawings: a board with its layers as SVG, without a graphics adapter.
//!
//! The board itself is written from the marks that the shaders read. The systems of the window draw the marks
//! on the board as shapes of egui, and these shapes are written too.

use super::super::scene::draw_board;
use super::error::RenderError;
use super::options::{LONGEST_SIDE, MAX_SVG_SIDE, RenderOptions, SHORTEST_SIDE, scale};
use super::stage;
use crate::marks::board_marks::{FinalTerritory, QuietMarks, write_on_board};
use crate::marks::compare::ChosenOpinion;
use crate::marks::fields::FieldMaps;
use crate::marks::group_outline::outline_groups;
use crate::marks::markup;
use crate::marks::pointed_line::PointedLine;
use crate::shell::camera::{self, BoardPlace, CameraMode, FitBoard, SceneCamera, ScreenSize};
use crate::shell::group_colors::color_groups;
use crate::shell::lit_groups::LitGroups;
use crate::shell::palette::{AbsoluteHeat, Theme, WantedColormap};
use crate::shell::state::{BoardArea, Projector, ShownBoards, Watched};
use crate::shell::svg::SvgElements;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, RawInput, Rect};
use bevy_egui::{EguiContext, EguiUserTextures, PrimaryEguiContext};
use stonefield_sim::{Halt, Occupancy, create_app};

/// A game that is drawn as SVG.
pub struct DrawingScene {
    pub(super) app: App,
    pub(super) goban: Entity,
    panels: Entity,
    /// Size of the drawing in points, and pixels per point.
    size: Vec2,
    scale: f32,
}

impl DrawingScene {
    /// Begins or opens the game, and plays it up to the tick of the options.
    ///
    /// # Errors
    /// The size or camera does not suit, the game cannot begin or be opened, or the board is too large.
    pub fn new(options: &RenderOptions) -> Result<Self, RenderError> {
        let (width, height) = options.pixels;
        if [width, height].into_iter().any(|side| !(SHORTEST_SIDE..=LONGEST_SIDE).contains(&side)) {
            return Err(RenderError::Pixels(width, height));
        }
        if options.camera != CameraMode::Flat {
            return Err(RenderError::Camera);
        }
        let mut app = create_app();
        let goban = stage::begin(app.world_mut(), options)?;
        let board = app.world().get::<Occupancy>(goban).map(Occupancy::size).unwrap_or_default();
        if board.area() > MAX_SVG_SIDE * MAX_SVG_SIDE {
            return Err(RenderError::TooLarge(board));
        }
        let scale = scale(options.pixels, board);
        let size = Vec2::new(width as f32, height as f32) / scale;
        let area = BoardArea { min: Vec2::ZERO, max: size };
        app.insert_resource(Watched(goban))
            .insert_resource(options.layers)
            .insert_resource(options.theme)
            .insert_resource(WantedColormap(options.heat_colors))
            .insert_resource(AbsoluteHeat(options.absolute_heat))
            .insert_resource(CameraMode::Flat)
            .insert_resource(ScreenSize { size, scale })
            .insert_resource(area)
            .init_resource::<Projector>()
            .init_resource::<ShownBoards>()
            .init_resource::<FieldMaps>()
            .init_resource::<LitGroups>()
            .init_resource::<PointedLine>()
            .init_resource::<ChosenOpinion>()
            .init_resource::<QuietMarks>()
            .init_resource::<FinalTerritory>()
            .init_resource::<EguiUserTextures>()
            .add_message::<FitBoard>();
        let world = app.world_mut();
        world.spawn((SceneCamera { goban, slot: 0 }, BoardPlace { area, ..BoardPlace::default() }));
        let panels = world.spawn((EguiContext::default(), PrimaryEguiContext)).id();
        world.write_message_batch(stage::line_request(goban, options));
        app.update();
        let plays = options.record.is_none();
        stage::go_to(app.world_mut(), goban, options.after_ticks, plays, &Halt::default());
        Ok(Self { app, goban, panels, size, scale })
    }

    /// Returns the SVG of the board at the current tick.
    ///
    /// # Errors
    /// Fails if nothing can be drawn.
    pub fn draw(&mut self) -> Result<String, RenderError> {
        let world = self.app.world_mut();
        world.run_system_cached(camera::place)?;
        world.run_system_cached(color_groups)?;
        let mut elements = world.run_system_cached(draw_board)?;
        let ctx = world.get_mut::<EguiContext>(self.panels).ok_or(RenderError::Nothing)?.get_mut().clone();
        let screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(self.size.x, self.size.y)));
        ctx.begin_pass(RawInput { screen_rect, ..RawInput::default() });
        let result = world
            .run_system_cached(write_on_board)
            .and_then(|()| world.run_system_cached(outline_groups))
            .and_then(|()| world.run_system_cached(markup::show));
        let mut output = ctx.end_pass();
        // Text is written as text, so the textures of its glyphs are not needed.
        output.textures_delta.clear();
        result?;
        let ground = world.resource::<Theme>().board();
        let marks = SvgElements::of(&output.shapes, egui::vec2(self.size.x, self.size.y), &|color| {
            svg_color(color, ground)
        });
        elements.definitions += &marks.definitions;
        elements.body += &format!("<g id=\"marks\">\n{}</g>\n", marks.body);
        Ok(elements.document(egui::vec2(self.size.x, self.size.y), self.scale))
    }
}

/// Returns colour and opacity in SVG of a premultiplied colour in linear light. Programs that show SVG blend
/// the values of sRGB instead. The opacity is chosen so that the result over the colour `ground` is as near
/// as possible to that in the window.
fn svg_color(color: Color32, ground: [f32; 3]) -> ([u8; 3], f32) {
    let [red, green, blue, alpha] = color.to_array();
    let opacity = f32::from(alpha) / 255.0;
    if alpha == 0 || alpha == 255 {
        return ([red, green, blue], opacity);
    }
    let [mut product, mut square] = [0.0; 2];
    let straight: [f32; 3] = std::array::from_fn(|i| {
        let light = linear(f32::from([red, green, blue][i]) / 255.0);
        let (straight, mixed) = (srgb(light / opacity), srgb(light + (1.0 - opacity) * linear(ground[i])));
        product += (mixed - ground[i]) * (straight - ground[i]);
        square += (straight - ground[i]).powi(2);
        straight
    });
    let opacity = if square < 1e-3 { opacity } else { (product / square).clamp(0.0, 1.0) };
    (straight.map(|part| (part * 255.0).round() as u8), opacity)
}

/// Returns the linear light of an sRGB value.
fn linear(srgb: f32) -> f32 {
    if srgb <= 0.040_45 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

/// Returns the sRGB value of linear light, clamped to 0 to 1.
fn srgb(light: f32) -> f32 {
    let light = light.clamp(0.0, 1.0);
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::candidates::veil;
    use crate::shell::layers::{Layer, Layers};
    use crate::shell::palette::WOOD;
    use stonefield_go::{Setup, Size};

    fn drawn(options: &RenderOptions) -> String {
        DrawingScene::new(options).expect("a game").draw().expect("a drawing")
    }

    /// Returns the number of elements of a name in the group with this id.
    fn count(svg: &str, id: &str, element: &str) -> usize {
        let group = svg.split(&format!("<g id=\"{id}\"")).nth(1);
        group.map_or(0, |group| group.split("</g>").next().unwrap_or("").matches(element).count())
    }

    #[test]
    fn a_drawing_has_the_stones_and_layers_of_the_board() {
        let start: Setup = "
            . O . . . X .
            O X O . . . X
            O X . . . . .
            . O . . X . .
            . . . X X . .
            . . O O . . O
            . O . O . . X"
            .parse()
            .expect("a diagram");
        let mut options = RenderOptions { after_ticks: 0, layers: Layers::BARE, ..RenderOptions::default() };
        (options.setup.size, options.setup.start) = (start.size(), Some(start));
        let bare = drawn(&options);
        assert_eq!(count(&bare, "stones", "<circle"), 18);
        assert_eq!(count(&bare, "stones", "white-stone"), 10);
        assert!(!bare.contains("<text") && !bare.contains("id=\"links\"") && !bare.contains("id=\"atari\""));
        for (layer, id, element, wanted) in [
            (Layer::Links, "links", "<line", 6),
            (Layer::Atari, "atari", "<circle", 6),
            (Layer::Suicide, "suicide", "<path", 4),
            (Layer::Coordinates, "marks", "<text", 28),
            (Layer::Liberties, "marks", "<text", 18),
            (Layer::Letters, "marks", "<text", 18),
        ] {
            let with = drawn(&RenderOptions { layers: Layers::BARE.with(layer), ..options.clone() });
            assert_eq!(count(&with, id, element), wanted, "{layer}");
        }
        let hidden = Layers::BARE.without(Layer::White);
        assert_eq!(count(&drawn(&RenderOptions { layers: hidden, ..options }), "stones", "<circle"), 8);
    }

    #[test]
    fn the_last_move_and_heat_are_drawn() {
        let layers = Layers::default().with(Layer::Temperature);
        let mut options = RenderOptions { after_ticks: 12, layers, ..RenderOptions::default() };
        options.setup.size = Size::square(9).expect("a size");
        let svg = drawn(&options);
        assert_eq!(count(&svg, "last-move", "<circle"), 1);
        assert!(count(&svg, "temperature", "<path") > 6, "{svg}");
        let numbered = Layers::BARE.with(Layer::Numbers);
        let svg = drawn(&RenderOptions { layers: numbered, ..options });
        let stones = count(&svg, "stones", "<circle");
        assert!(stones > 6);
        assert_eq!(count(&svg, "marks", "<text"), stones);
    }

    #[test]
    fn translucent_colours_over_wood_look_as_in_the_window() {
        let close = |one: f32, other: f32| (one - other).abs() < 0.02;
        for (ink, alpha) in [(Color32::WHITE, 0.4), (Color32::from_rgb(0x16, 0x1d, 0x3a), 0.6)] {
            let ([red, ..], opacity) = svg_color(veil(ink, alpha), WOOD);
            let mixed = opacity * f32::from(red) / 255.0 + (1.0 - opacity) * WOOD[0];
            let light = alpha * linear(f32::from(ink.r()) / 255.0) + (1.0 - alpha) * linear(WOOD[0]);
            assert!(close(mixed, srgb(light)), "{mixed} {}", srgb(light));
        }
        assert_eq!(svg_color(Color32::from_rgb(1, 2, 3), WOOD), ([1, 2, 3], 1.0));
        assert_eq!(svg_color(Color32::TRANSPARENT, WOOD).1, 0.0);
    }

    #[test]
    fn an_orbit_camera_or_a_large_board_is_refused() {
        let orbit = RenderOptions { camera: CameraMode::Orbit, ..RenderOptions::default() };
        assert!(matches!(DrawingScene::new(&orbit), Err(RenderError::Camera)));
        let mut large = RenderOptions { after_ticks: 0, ..RenderOptions::default() };
        large.setup.size = Size::square(600).expect("a size");
        let refused = DrawingScene::new(&large).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(
            refused.starts_with("a board of 600x600 is too large for an SVG: at most the points of 512x512"),
            "{refused}"
        );
    }
}
