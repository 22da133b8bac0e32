//! Place of the window: its last place if a screen shows it, or a share of the screen.

use super::settings::{Settings, WindowPlace};
use super::state::{Redraw, ResetLayout};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::math::{IVec2, Vec2};
use bevy::platform::time::Instant;
use bevy::window::{
    Monitor, MonitorSelection, PrimaryMonitor, PrimaryWindow, Window, WindowMode, WindowPosition,
};
use core::time::Duration;

/// Default size of the window, as a share of the screen's width and height.
const SHARE: f32 = 0.8;

/// Smallest default size, in logical pixels: space for all panels. Smaller screens limit it.
const MIN_SIZE: Vec2 = Vec2::new(1024.0, 680.0);

/// Largest default size, in logical pixels.
const MAX_SIZE: Vec2 = Vec2::new(1920.0, 1200.0);

/// Width and height of a window that must be on a screen, in physical pixels, so that the user can reach it.
const MIN_VISIBLE: i32 = 80;

/// Time without a move or resize after which the place is saved.
const UNCHANGED_TIME: Duration = Duration::from_millis(800);

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<ResetLayout>().add_systems(Update, (fit, remember).chain());
}

/// Returns the default size of the window on a screen, in logical pixels.
fn first_size(screen: Vec2) -> Vec2 {
    (screen * SHARE).max(MIN_SIZE).min(MAX_SIZE).min(screen).floor()
}

/// Place and size of a screen, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Screen {
    corner: IVec2,
    size: IVec2,
}

impl Screen {
    fn of(monitor: &Monitor) -> Self {
        let size = IVec2::new(monitor.physical_width as i32, monitor.physical_height as i32);
        Self { corner: monitor.physical_position, size }
    }

    /// True if enough of a window's upper edge, by which it is moved, is on the screen.
    fn shows(self, corner: IVec2, width: i32) -> bool {
        let (left, right) =
            (corner.x.max(self.corner.x), (corner.x + width).min(self.corner.x + self.size.x));
        let is_in_height = corner.y >= self.corner.y && corner.y + MIN_VISIBLE <= self.corner.y + self.size.y;
        is_in_height && right - left >= MIN_VISIBLE.min(width)
    }
}

/// Gives the window its last or default place once screens are known, and limits it to the widest and highest
/// screen. The default size is for the primary screen, or else the widest.
fn fit(
    new_screens: Query<(), Added<Monitor>>,
    screens: Query<(&Monitor, Has<PrimaryMonitor>)>,
    settings: Res<Settings>,
    mut reset: MessageReader<ResetLayout>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut is_placed: Local<bool>,
) {
    let is_reset = reset.read().count() > 0;
    if new_screens.is_empty() && !is_reset {
        return;
    }
    let Ok(mut window) = windows.single_mut() else { return };
    let valid_screens =
        || screens.iter().filter(|(screen, _)| screen.physical_width > 0 && screen.physical_height > 0);
    let all: Vec<Screen> = valid_screens().map(|(screen, _)| Screen::of(screen)).collect();
    let main = valid_screens()
        .max_by_key(|(screen, main)| (*main, screen.physical_width))
        .map(|(screen, _)| Screen::of(screen));
    let (Some(main), Some(widest), Some(highest)) =
        (main, all.iter().map(|screen| screen.size.x).max(), all.iter().map(|screen| screen.size.y).max())
    else {
        return;
    };
    let scale = window.scale_factor();
    if is_reset || !std::mem::replace(&mut *is_placed, true) {
        let place = settings.window.filter(|_| !is_reset);
        let size = match place {
            Some(place) => Vec2::new(place.width as f32, place.height as f32),
            None => first_size(main.size.as_vec2() / scale),
        };
        window.resolution.set(size.x, size.y);
        let width = window.physical_width() as i32;
        let corner = place.and_then(|place| place.corner);
        let corner = corner.map(|(x, y)| (Vec2::new(x as f32, y as f32) * scale).round().as_ivec2());
        if let Some(corner) = corner.filter(|&corner| all.iter().any(|screen| screen.shows(corner, width))) {
            window.position = WindowPosition::At(corner);
        } else if is_reset {
            window.position = WindowPosition::Centered(MonitorSelection::Current);
        }
    }
    let (width, height) = (window.physical_width(), window.physical_height());
    let (widest, highest) = (widest as u32, highest as u32);
    if width > widest || height > highest {
        window.resolution.set_physical_resolution(width.min(widest), height.min(highest));
    }
}

/// Places of the window that [`remember`] compares.
#[derive(Default)]
struct PlaceHistory {
    /// Place after the window was opened.
    first: Option<WindowPlace>,
    /// Latest place, and the time since which the window has it.
    latest: Option<(WindowPlace, Instant)>,
}

/// Saves the place of the window in the settings after a move or resize.
fn remember(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut redraw: Option<ResMut<Redraw>>,
    mut reset: MessageReader<ResetLayout>,
    mut history: Local<PlaceHistory>,
) {
    if reset.read().count() > 0 {
        *history = PlaceHistory::default();
    }
    let Ok(window) = windows.single() else { return };
    if window.mode != WindowMode::Windowed {
        history.latest = None;
        return;
    }
    let scale = window.scale_factor().max(0.01);
    let corner = match window.position {
        WindowPosition::At(at) => {
            let at = (at.as_vec2() / scale).round().as_ivec2();
            Some((at.x, at.y)).filter(|at| at.0.abs().max(at.1.abs()) <= WindowPlace::FAR)
        }
        _ => None,
    };
    let side = |side: f32| {
        (side.round().max(0.0) as u32).clamp(*WindowPlace::SIDES.start(), *WindowPlace::SIDES.end())
    };
    let place = WindowPlace { width: side(window.width()), height: side(window.height()), corner };
    let since = match history.latest {
        Some((before, since)) if before == place => since,
        _ => {
            let now = Instant::now();
            history.latest = Some((place, now));
            now
        }
    };
    if settings.window == Some(place) {
        history.first = Some(place);
        return;
    }
    if history.first == Some(place) && settings.window.is_none() {
        return;
    }
    if since.elapsed() < UNCHANGED_TIME {
        if let Some(redraw) = &mut redraw {
            redraw.within(UNCHANGED_TIME);
        }
        return;
    }
    // The place after opening is not the user's choice.
    if history.first.is_none() {
        history.first = Some(place);
    } else if history.first != Some(place) || settings.window.is_some() {
        settings.window = Some(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_size_fits_the_screen() {
        for screen in [(640.0, 480.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0), (3840.0, 2160.0)] {
            let screen = Vec2::from(screen);
            let size = first_size(screen);
            assert!(size.cmple(screen).all(), "{screen}: {size}");
            assert!((size.cmple(screen * SHARE + 1.0) | size.cmple(MIN_SIZE)).all(), "{screen}: {size}");
        }
        assert_eq!(first_size(Vec2::new(1920.0, 1080.0)), Vec2::new(1536.0, 864.0));
        assert_eq!(first_size(Vec2::new(800.0, 600.0)), Vec2::new(800.0, 600.0));
    }

    #[test]
    fn a_window_that_no_screen_shows_is_not_put_there() {
        let screen = Screen { corner: IVec2::new(1920, 0), size: IVec2::new(1280, 1024) };
        for (corner, shown) in [
            ((1920, 0), true),
            ((3150, 900), false),
            ((3100, 900), true),
            ((0, 0), false),
            ((2000, -20), false),
            ((2000, 1000), false),
        ] {
            assert_eq!(screen.shows(IVec2::from(corner), 1000), shown, "{corner:?}");
        }
    }
}
