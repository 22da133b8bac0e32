//! What the window's parts tell each other: which game is shown, where it lies on the screen, what is pointed at, which question stands, and when the
//! next frame is drawn.

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

/// The goban that is shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watched(pub Entity);

/// The gobans that are shown beside each other, in rows from the upper left; none: the watched one alone.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ShownBoards {
    /// Which ones.
    pub gobans: Vec<Entity>,
    /// How many stand in a row, if not as many as makes them largest.
    pub columns: Option<usize>,
    /// Between two boards, in logical pixels.
    pub gap: f32,
    /// Above each board, for its name, in logical pixels.
    pub heading: f32,
    /// What runs, pauses or steps one of them does so with all.
    pub together: bool,
    /// They run by steps, so that their pace does not tell it.
    pub runs: bool,
    /// A click chooses one of them, and does nothing else.
    pub chooses: bool,
    /// The goban of the game that they are shown instead of, and that is kept meanwhile.
    pub home: Option<Entity>,
}

/// A store of games is to be shown in the laboratory.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct OpenStore(pub PathBuf);

/// One of several boards was clicked, and is watched from now on.
#[derive(Message, Clone, Copy, Debug)]
pub struct BoardChosen;

/// A point is clicked without a mouse: by the board cursor, or by what reads the window.
#[derive(Message, Clone, Copy, Debug)]
pub struct PointClick(pub Point);

/// The stone that the inspector stays with: the point selected, and whose stone stood there.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Followed(pub Option<(Point, Option<(u32, Color)>)>);

/// The layout is to be as it was at first: the window's size and place follow it too.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResetLayout;

/// True while the columns, the timeline and the record are hidden.
#[derive(Resource, Default)]
pub struct HiddenPanels(pub bool);

/// Run condition: the panels are shown.
pub fn panels_are_shown(hidden: Res<HiddenPanels>) -> bool {
    !hidden.0
}

/// The parts of a frame's work for the scene, in their order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneSystems {
    /// The camera moves and the projector follows.
    Look,
    /// What changed on the board is written for the shaders.
    Draw,
}

/// The engines that the settings name, for the choosers.
#[derive(Resource, Clone, Debug, Default)]
pub struct NamedEngines(pub Vec<Engine>);

/// The question that stands over everything, if one does: keys and clicks answer it, and no game goes on behind it.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Modal {
    /// None: the board is in use.
    #[default]
    None,
    /// Which file is to be opened or written.
    File,
    /// What is to become of a record that is not saved.
    Unsaved,
    /// Whether games are to be opened that an earlier run left behind.
    LeftBehind,
    /// Whether an empty seat is to be filled.
    Seat,
    /// How far a long record is on its way to the board.
    Loading,
}

impl Modal {
    /// Its name in the log.
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

/// The end of a frame in `Last`: systems that ask for frames there come before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedrawSystems {
    /// It is decided when the next frame comes.
    End,
}

/// When the window is drawn again without any input.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Redraw {
    /// Frames that are to follow this one at once.
    frames: u32,
    /// After how long one is to follow at the latest.
    within: Option<Duration>,
    /// Whether this frame followed the one before at once.
    follows: bool,
}

impl Default for Redraw {
    /// The first frames follow each other: meshes and images reach the renderer a little later than the window is there.
    fn default() -> Self {
        Self { frames: 30, within: None, follows: false }
    }
}

impl Redraw {
    /// Has so many frames follow at once.
    pub fn frames(&mut self, count: u32) {
        self.frames = self.frames.max(count);
    }

    /// Has a frame follow after this time at the latest.
    pub fn within(&mut self, time: Duration) {
        self.within = Some(self.within.map_or(time, |within| within.min(time)));
    }

    /// Whether this frame followed the one before at once, so that the time between them tells how fast the window draws.
    #[must_use]
    pub const fn follows(&self) -> bool {
        self.follows
    }

    /// At the end of a frame: whether the next follows at once, and else after how long.
    pub(crate) fn end_frame(&mut self) -> (bool, Option<Duration>) {
        self.follows = self.frames > 0;
        self.frames = self.frames.saturating_sub(1);
        (self.follows, self.within.take())
    }
}

/// The point under the pointer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<Point>);

/// The point of the watched goban that is being inspected.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected(pub Option<Point>);

/// What is selected on the gobans that are not watched.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectedElsewhere(pub BTreeMap<Entity, Point>);

/// What is selected on each goban.
#[derive(SystemParam)]
pub struct BoardSelection<'w> {
    watched: Res<'w, Watched>,
    selected: Option<Res<'w, Selected>>,
    elsewhere: Option<Res<'w, SelectedElsewhere>>,
}

impl BoardSelection<'_> {
    /// The point that is selected on a goban.
    #[must_use]
    pub fn on(&self, goban: Entity) -> Option<Point> {
        if goban == self.watched.0 {
            self.selected.as_ref()?.0
        } else {
            self.elsewhere.as_ref()?.0.get(&goban).copied()
        }
    }
}

/// A question that a click on the board answers: while it stands, the click neither plays nor selects.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointQuestion {
    /// Whether it stands.
    pub open: bool,
    /// The last answer, until it is taken.
    pub answer: Option<Point>,
}

/// Whether movement is kept to what is needed: stones appear and vanish at once.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReducedMotion(pub bool);

/// A part of the window, in logical pixels; the resource is what the panels leave to the boards.
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
    /// Whether a place in the window belongs to the board, not to a panel.
    #[must_use]
    pub fn contains(&self, place: Vec2) -> bool {
        place.cmpge(self.min).all() && place.cmplt(self.max).all()
    }
}

/// From a board to the screen and back, as its camera stood at the end of the last frame; the resource is the watched board's.
///
/// Board coordinates are in points, fractional between them: (0, 0) is the lower left point.
/// Screen coordinates are logical pixels from the upper left corner of the window.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Projector {
    pub(crate) size: Option<Size>,
    pub(crate) clip_from_board: Mat4,
    pub(crate) board_from_clip: Mat4,
    pub(crate) min: Vec2,
    pub(crate) extent: Vec2,
    pub(crate) cell: f32,
}

impl Projector {
    /// Where a place on the board's surface is on the screen; `None` behind the camera.
    #[must_use]
    pub fn to_screen(&self, board: Vec2) -> Option<Vec2> {
        self.lifted(board, 0.0)
    }

    /// Where a place `height` cells above the board's surface is on the screen.
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

    /// The part of the window in which the board is seen.
    #[must_use]
    pub fn area(&self) -> BoardArea {
        BoardArea { min: self.min, max: self.min + self.extent }
    }

    /// The physical pixels of the board's view, of which a logical one has `scale`.
    #[must_use]
    pub fn pixels(&self, scale: f32) -> URect {
        let min = (self.min * scale).round().as_uvec2();
        let size = (self.extent * scale).round().as_uvec2().max(UVec2::ONE);
        URect { min, max: min + size }
    }

    /// The physical pixels in which all is seen that stands within these corners of the board and up to `height` cells above it, those outside
    /// the view included; `None` where that cannot be told.
    #[must_use]
    pub fn pixels_of(&self, points: Rect, height: f32, scale: f32) -> Option<URect> {
        let (min, max) = (points.min, points.max);
        let corners = [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)];
        let mut seen: Option<Rect> = None;
        for (corner, height) in corners.into_iter().flat_map(|corner| [(corner, 0.0), (corner, height)]) {
            let at = self.lifted(corner, height)?;
            let at = Rect::from_corners(at * scale, at * scale);
            seen = Some(seen.map_or(at, |seen| seen.union(at)));
        }
        // Half pixels count, and so do those in which edges are smoothed.
        Some(seen?.inflate(2.0).as_urect())
    }

    /// Logical pixels between neighbouring points, at the board's centre.
    #[must_use]
    pub const fn cell(&self) -> f32 {
        self.cell
    }

    /// The size of the board shown, once there is one.
    #[must_use]
    pub const fn size(&self) -> Option<Size> {
        self.size
    }

    /// The place on the board's surface that is seen at a place on the screen.
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

    /// The point nearest to a place on the screen, when it lies within half a cell of one.
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

    /// The columns and rows of a board that may be seen between two corners of the screen: of a large board looked at closely, only few.
    #[must_use]
    pub fn seen(&self, size: Size, min: Vec2, max: Vec2) -> (Range<u16>, Range<u16>) {
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
