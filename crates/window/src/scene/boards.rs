//! Boards: a camera and a part of the window for each. At low quality the first camera draws all boards.

use super::motion::Motion;
use super::painting::{PaintStore, Painting, SharedPaint};
use super::picture::{BoardPicture, DuePixels, LastAim, Outdated};
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::state::{BoardArea, ShownBoards, Watched};
use bevy::camera::{Camera, CameraOutputMode, ClearColorConfig};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy::render::render_resource::BlendState;

/// Spawns, updates and despawns the cameras of the shown boards.
pub(super) fn arrange(
    mut commands: Commands,
    watched: Res<Watched>,
    shown: Res<ShownBoards>,
    area: Res<BoardArea>,
    picture: Res<BoardPicture>,
    shared: Res<SharedPaint>,
    mut store: PaintStore,
    mut cameras: Query<(Entity, &mut SceneCamera, &mut BoardPlace, &mut Painting)>,
) {
    let alone = [watched.0];
    let gobans = if shown.gobans.is_empty() { &alone[..] } else { &shown.gobans };
    let places = shown.places(&area);
    let mut has_camera = vec![false; gobans.len()];
    for (entity, mut camera, mut place, mut painting) in &mut cameras {
        let Some((&goban, &area)) = gobans.get(camera.slot).zip(places.get(camera.slot)) else {
            if let Some(high) = painting.high.take() {
                high.despawn(&mut commands);
            }
            for part in [entity, painting.quad, painting.bands_entity] {
                commands.entity(part).despawn();
            }
            continue;
        };
        has_camera[camera.slot] = true;
        let slot = camera.slot;
        camera.set_if_neq(SceneCamera { goban, slot });
        if place.area != area {
            place.area = area;
        }
    }
    for slot in (0..gobans.len()).filter(|&slot| !has_camera[slot]) {
        let painting = shared.painting(&mut commands, &mut store);
        let camera = Camera {
            order: slot as isize,
            // Only outdated parts are drawn; the others stay.
            clear_color: ClearColorConfig::None,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::REPLACE),
                clear_color: ClearColorConfig::None,
            },
            ..Camera::default()
        };
        let place = BoardPlace { area: places[slot], ..BoardPlace::default() };
        commands.spawn((
            (SceneCamera { goban: gobans[slot], slot }, place, camera, picture.target()),
            (painting, Motion::default(), Outdated::All, LastAim::default(), DuePixels::default()),
        ));
    }
}

impl ShownBoards {
    /// Returns the part of an area for each board: equal cells in rows from the upper left. Without a fixed
    /// number of columns the boards are as large as possible.
    fn places(&self, area: &BoardArea) -> Vec<BoardArea> {
        let count = self.gobans.len();
        if count == 0 {
            return vec![*area];
        }
        let extent = (area.max - area.min).max(Vec2::ONE);
        let side = |columns: usize| {
            let cell = extent / Vec2::new(columns as f32, count.div_ceil(columns) as f32);
            (cell - Vec2::new(self.gap, self.gap + self.heading)).min_element()
        };
        let by_side = |columns: &usize, other: &usize| side(*columns).total_cmp(&side(*other));
        // Of several equally good numbers of columns, the smallest is taken.
        let columns = self.columns.or_else(|| (1..=count).rev().max_by(by_side)).unwrap_or(1).max(1);
        let cell = extent / Vec2::new(columns as f32, count.div_ceil(columns) as f32);
        let places = (0..count).map(|slot| {
            let corner = area.min + cell * Vec2::new((slot % columns) as f32, (slot / columns) as f32);
            let (half, heading) = (Vec2::splat(0.5 * self.gap), Vec2::new(0.0, self.heading));
            BoardArea { min: (corner + half + heading).round(), max: (corner + cell - half).round() }
        });
        places.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(count: u32, columns: Option<usize>) -> ShownBoards {
        let gobans = (0..count).map(|index| Entity::from_raw_u32(index).expect("an entity")).collect();
        ShownBoards { gobans, columns, gap: 4.0, heading: 20.0, ..ShownBoards::default() }
    }

    #[test]
    fn one_board_fills_the_area() {
        let area = BoardArea { min: Vec2::new(100.0, 0.0), max: Vec2::new(900.0, 700.0) };
        assert_eq!(shown(0, None).places(&area), [area]);
    }

    #[test]
    fn boards_are_within_the_area_and_do_not_overlap() {
        for (width, height) in [(900.0, 700.0), (300.0, 800.0), (1500.0, 200.0)] {
            let area = BoardArea { min: Vec2::new(50.0, 10.0), max: Vec2::new(50.0 + width, 10.0 + height) };
            for count in [1, 2, 3, 5, 6, 16, 64] {
                let places = shown(count, None).places(&area);
                assert_eq!(places.len(), count as usize);
                for (at, one) in places.iter().enumerate() {
                    assert!(one.min.cmpge(area.min).all() && one.max.cmple(area.max).all(), "{one:?}");
                    for other in &places[at + 1..] {
                        let apart = one.max.cmple(other.min).any() || other.max.cmple(one.min).any();
                        assert!(apart, "{one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_wall_of_sixteen_is_a_square_and_columns_can_be_chosen() {
        let area = BoardArea { min: Vec2::ZERO, max: Vec2::new(800.0, 800.0) };
        let lefts = |places: &[BoardArea]| places.iter().filter(|place| place.min.y < 60.0).count();
        assert_eq!(lefts(&shown(16, None).places(&area)), 4);
        assert_eq!(lefts(&shown(6, Some(2)).places(&area)), 2);
    }
}
