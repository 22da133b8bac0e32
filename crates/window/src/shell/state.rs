//! State that parts of the window share: the watched game, the projection of its board, the hovered and
//! selected points, the modal dialog, and the time of the next frame.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::math::{Mat4, Rect, URect, UVec2, Vec2, Vec3, Vec4};
use bevy::state::state::States;
use core::time::Duration;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use stonefield_go::{Color, Point, Size};
use stonefield_minds::engine::Engine;

/// Goban that is shown, or the one in use if several are.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watched(pub Entity);

/// Gobans that are shown beside each other. Empty: only the watched one is shown.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ShownBoards {
    /// The gobans, in rows from the upper left.
    pub gobans: Vec<Entity>,
    /// Number of boards in a row. `None`: the number that makes the boards largest.
    pub columns: Option<usize>,
    /// Distance between two boards, in logical pixels.
    pub gap: f32,
    /// Height of the name above each board, in logical pixels.
    pub heading: f32,
    /// True if requests to run, pause or step one of them, or to set its speed or heat, are for all.
    pub has_shared_controls: bool,
    /// True if they run by single steps, so that their paces are not marked as running.
    pub is_stepping: bool,
    /// True if a click only chooses one of them.
    pub is_choice_only: bool,
    /// Goban of the game that they hide, which is kept.
    pub home: Option<Entity>,
}

/// Requests that the laboratory shows a store of games.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct OpenStore(pub PathBuf);

/// One of several boards was clicked and is watched now.
#[derive(Message, Clone, Copy, Debug)]
pub struct BoardChosen;

/// Click on a point without a mouse: by the board cursor, or by assistive software.
#[derive(Message, Clone, Copy, Debug)]
pub struct PointClick(pub Point);

/// Stone that the inspector follows: the selected point, and the id and colour of the stone there.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct InspectedStone(pub Option<(Point, Option<(u32, Color)>)>);

/// Requests the default layout, with the default size and place of the window.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResetLayout;

/// True while the columns, the timeline and the record are hidden.
#[derive(Resource, Default)]
pub struct HiddenPanels(pub bool);

/// Run condition: true if the panels are shown.
pub fn panels_are_shown(hidden: Res<HiddenPanels>) -> bool {
    !hidden.0
}

/// Sets of the scene's systems, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneSystems {
    /// Cameras move, and projectors are updated.
    Look,
    /// Changes of the board are written for the shaders.
    Draw,
}

/// Engines of the settings.
#[derive(Resource, Clone, Debug, Default)]
pub struct NamedEngines(pub Vec<Engine>);

/// Modal dialog that is open, if any. It takes all keys and clicks, and games are held behind it.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Modal {
    /// No dialog.
    #[default]
    None,
    /// Choice of a file to open or to save.
    File,
    /// Choice to save or discard an unsaved record.
    Unsaved,
    /// Choice to open games that an earlier run left unsaved.
    LeftBehind,
    /// Choice to fill an empty seat with the mind that the record names.
    Seat,
    /// Progress of the loading of a long record.
    Loading,
}

impl Modal {
    /// Returns the name in the log; `None` without a dialog.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::File => Some("file"),
            Self::Unsaved => Some("changes"),
            Self::LeftBehind => Some("games left behind"),
            Self::Seat => Some("seat"),
            Self::Loading => Some("loading"),
        }
    }
}

/// Set for the end of a frame in `Last`. Systems that request frames run before it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedrawSystems {
    /// The time of the next frame is decided.
    End,
}

/// Time of the next frame if there is no input.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Redraw {
    /// Number of requested frames without delay.
    frames: u32,
    /// Longest delay until the next frame. `None`: no frame is requested.
    within: Option<Duration>,
    /// True if this frame followed the last one without delay.
    follows: bool,
}

impl Default for Redraw {
    /// Requests 30 frames without delay: meshes and images reach the renderer after the window is open.
    fn default() -> Self {
        Self { frames: 30, within: None, follows: false }
    }
}

impl Redraw {
    /// Requests at least this number of frames without delay.
    pub fn frames(&mut self, count: u32) {
        self.frames = self.frames.max(count);
    }

    /// Requests a frame within this time.
    pub fn within(&mut self, time: Duration) {
        self.within = Some(self.within.map_or(time, |within| within.min(time)));
    }

    /// True if this frame followed the last one without delay. The time between them is then that of drawing.
    #[must_use]
    pub const fn follows(&self) -> bool {
        self.follows
    }

    /// Ends a frame. Returns true if the next one follows without delay, and the longest delay otherwise.
    pub(crate) fn end_frame(&mut self) -> (bool, Option<Duration>) {
        self.follows = self.frames > 0;
        self.frames = self.frames.saturating_sub(1);
        (self.follows, self.within.take())
    }
}

/// Point under the pointer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<Point>);

/// Selected point of the watched goban.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected(pub Option<Point>);

/// Selected points of the gobans that are not watched.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectedElsewhere(pub BTreeMap<Entity, Point>);

/// Query of the selected point of each goban.
#[derive(SystemParam)]
pub struct BoardSelection<'w> {
    watched: Res<'w, Watched>,
    selected: Option<Res<'w, Selected>>,
    elsewhere: Option<Res<'w, SelectedElsewhere>>,
}

impl BoardSelection<'_> {
    /// Returns the selected point of a goban.
    #[must_use]
    pub fn on(&self, goban: Entity) -> Option<Point> {
        if goban == self.watched.0 {
            self.selected.as_ref()?.0
        } else {
            self.elsewhere.as_ref()?.0.get(&goban).copied()
        }
    }
}

/// Question that is answered by a click on the board. While it is open, a click neither plays nor selects.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointQuestion {
    /// True while the question is open.
    pub open: bool,
    /// Latest answer, until it is taken.
    pub answer: Option<Point>,
}

/// True if animations are off: stones appear and vanish immediately.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReducedMotion(pub bool);

/// Area of the window, in logical pixels. The resource is the area that the panels leave for the boards.
///
/// The panels write it each frame; the cameras fit the boards into it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardArea {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

impl BoardArea {
    /// True if a place in the window is in the area.
    #[must_use]
    pub fn contains(&self, place: Vec2) -> bool {
        place.cmpge(self.min).all() && place.cmplt(self.max).all()
    }
}

/// Projection from a board to the screen at the end of the last frame. The resource is the watched board's.
///
/// Board coordinates are in points, fractional between them: (0, 0) is the lower left point.
/// Screen coordinates are logical pixels from the upper left corner of the window.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Projector {
    /// Size of the board; `None` before there is one.
    pub(crate) size: Option<Size>,
    pub(crate) clip_from_board: Mat4,
    pub(crate) board_from_clip: Mat4,
    /// Upper left corner of the view, on the screen.
    pub(crate) min: Vec2,
    /// Width and height of the view, on the screen.
    pub(crate) extent: Vec2,
    /// See [`Projector::cell`].
    pub(crate) cell: f32,
}

impl Projector {
    /// Returns the place on the screen of a place on the board; `None` if it is behind the camera.
    #[must_use]
    pub fn to_screen(&self, board: Vec2) -> Option<Vec2> {
        self.lifted(board, 0.0)
    }

    /// Returns the place on the screen of a place `height` cells above the board; `None` behind the camera.
    #[must_use]
    pub fn lifted(&self, board: Vec2, height: f32) -> Option<Vec2> {
        self.size?;
        let clip = self.clip_from_board * Vec4::new(board.x, board.y, height, 1.0);
        if clip.w <= 1e-6 {
            return None;
        }
        let flat = Vec2::new(clip.x, -clip.y) / clip.w;
        Some(self.min + (flat * 0.5 + 0.5) * self.extent)
    }

    /// Returns the area of the board's view in the window.
    #[must_use]
    pub fn area(&self) -> BoardArea {
        BoardArea { min: self.min, max: self.min + self.extent }
    }

    /// Returns the board's view in physical pixels. `scale`: physical pixels in a logical one.
    #[must_use]
    pub fn pixels(&self, scale: f32) -> URect {
        let min = (self.min * scale).round().as_uvec2();
        let size = (self.extent * scale).round().as_uvec2().max(UVec2::ONE);
        URect { min, max: min + size }
    }

    /// Returns the rectangle, in physical pixels, around the part of the board within `points` and up to
    /// `height` cells above it. It may extend beyond the view. `None` if a corner is behind the camera.
    #[must_use]
    pub fn pixels_of(&self, points: Rect, height: f32, scale: f32) -> Option<URect> {
        let (min, max) = (points.min, points.max);
        let corners = [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)];
        let mut bounds: Option<Rect> = None;
        for (corner, height) in corners.into_iter().flat_map(|corner| [(corner, 0.0), (corner, height)]) {
            let at = self.lifted(corner, height)?;
            let at = Rect::from_corners(at * scale, at * scale);
            bounds = Some(bounds.map_or(at, |bounds| bounds.union(at)));
        }
        // The margin includes partly covered pixels and smoothed edges.
        Some(bounds?.inflate(2.0).as_urect())
    }

    /// Returns the distance of neighbouring points at the board's centre, in logical pixels.
    #[must_use]
    pub const fn cell(&self) -> f32 {
        self.cell
    }

    /// Returns the size of the board; `None` before there is one.
    #[must_use]
    pub const fn size(&self) -> Option<Size> {
        self.size
    }

    /// Returns the place on the plane of the board at a place on the screen; `None` outside of the view, or
    /// where the view does not meet the plane.
    #[must_use]
    pub fn to_board(&self, screen: Vec2) -> Option<Vec2> {
        self.size?;
        let flat = (screen - self.min) / self.extent * 2.0 - 1.0;
        if !flat.is_finite() || flat.abs().max_element() > 1.0 {
            return None;
        }
        let at =
            |depth: f32| -> Vec3 { self.board_from_clip.project_point3(Vec3::new(flat.x, -flat.y, depth)) };
        let (near, far) = (at(1.0), at(0.5));
        let along = far - near;
        if along.z.abs() < 1e-9 {
            return None;
        }
        let reach = -near.z / along.z;
        (reach >= 0.0).then(|| (near + along * reach).truncate())
    }

    /// Returns the point nearest to a place on the screen; `None` if it is off the board.
    #[must_use]
    pub fn to_point(&self, screen: Vec2) -> Option<Point> {
        let size = self.size?;
        let place = self.to_board(screen)?.round();
        let inside = place.x >= 0.0
            && place.y >= 0.0
            && place.x < f32::from(size.width())
            && place.y < f32::from(size.height());
        inside.then(|| Point::new(place.x as u16, place.y as u16))
    }

    /// Returns the columns and rows of a board that may be visible between two corners of the screen. All if
    /// a corner of the screen shows no place on the plane of the board.
    #[must_use]
    pub fn visible_range(&self, size: Size, min: Vec2, max: Vec2) -> (Range<u16>, Range<u16>) {
        let corners = [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)];
        let places = corners.map(|corner| self.to_board(corner.clamp(min, max - 1.0)));
        let ends = |part: fn(Vec2) -> f32, side: u16| {
            let parts = places.map(|place| place.map(part));
            let [Some(a), Some(b), Some(c), Some(d)] = parts else { return 0..side };
            let low = a.min(b).min(c).min(d).floor().clamp(0.0, f32::from(side));
            let high = a.max(b).max(c).max(d).ceil().clamp(-1.0, f32::from(side - 1)) + 1.0;
            low as u16..high as u16
        };
        (ends(|place| place.x, size.width()), ends(|place| place.y, size.height()))
    }
}
