//! The place of the window: where it was last, always within a screen, and at first a share of it.

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

/// The share of a screen's width and height that the first window has.
const SHARE: f32 = 0.8;

/// What it has even so where the screen is that large, in logical pixels: all panels stand beside the board then.
const LEAST: Vec2 = Vec2::new(1024.0, 680.0);

/// What it has at most.
const MOST: Vec2 = Vec2::new(1920.0, 1200.0);

/// How much of a window must be on a screen, in physical pixels, to be found again.
const SEEN: i32 = 80;

/// How long a window must have stood still to be remembered.
const STILL: Duration = Duration::from_millis(800);

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<ResetLayout>().add_systems(Update, (fit, remember).chain());
}

/// The size that a window has on a screen of this size at first, in logical pixels.
fn first_size(screen: Vec2) -> Vec2 {
    (screen * SHARE).max(LEAST).min(MOST).min(screen).floor()
}

/// A screen as a window sees it, in physical pixels.
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

    /// Whether the upper edge of a window, by which it is moved, can be reached here.
    fn shows(self, corner: IVec2, width: i32) -> bool {
        let (left, right) =
            (corner.x.max(self.corner.x), (corner.x + width).min(self.corner.x + self.size.x));
        let below = corner.y >= self.corner.y && corner.y + SEEN <= self.corner.y + self.size.y;
        below && right - left >= SEEN.min(width)
    }
}

/// Gives the window the place it had, or the first one; keeps it within a screen that is smaller. The largest of several counts.
fn fit(
    new_screens: Query<(), Added<Monitor>>,
    screens: Query<(&Monitor, Has<PrimaryMonitor>)>,
    settings: Res<Settings>,
    mut reset: MessageReader<ResetLayout>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut begun: Local<bool>,
) {
    let anew = reset.read().count() > 0;
    if new_screens.is_empty() && !anew {
        return;
    }
    let Ok(mut window) = windows.single_mut() else { return };
    let known =
        || screens.iter().filter(|(screen, _)| screen.physical_width > 0 && screen.physical_height > 0);
    let all: Vec<Screen> = known().map(|(screen, _)| Screen::of(screen)).collect();
    let main = known()
        .max_by_key(|(screen, main)| (*main, screen.physical_width))
        .map(|(screen, _)| Screen::of(screen));
    let (Some(main), Some(widest), Some(highest)) =
        (main, all.iter().map(|screen| screen.size.x).max(), all.iter().map(|screen| screen.size.y).max())
    else {
        return;
    };
    let scale = window.scale_factor();
    if anew || !std::mem::replace(&mut *begun, true) {
        let place = settings.window.filter(|_| !anew);
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
        } else if anew {
            window.position = WindowPosition::Centered(MonitorSelection::Current);
        }
    }
    let (wide, high) = (window.physical_width(), window.physical_height());
    let (widest, highest) = (widest as u32, highest as u32);
    if wide > widest || high > highest {
        window.resolution.set_physical_resolution(wide.min(widest), high.min(highest));
    }
}

/// What [`remember`] knows of the window.
#[derive(Default)]
struct Seen {
    /// Where it first came to stand.
    first: Option<WindowPlace>,
    /// Where it was when it was last looked at, and since when.
    now: Option<(WindowPlace, Instant)>,
}

/// Keeps the place of the window in the settings once it was moved or resized and stands still.
fn remember(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut redraw: Option<ResMut<Redraw>>,
    mut reset: MessageReader<ResetLayout>,
    mut seen: Local<Seen>,
) {
    if reset.read().count() > 0 {
        *seen = Seen::default();
    }
    let Ok(window) = windows.single() else { return };
    if window.mode != WindowMode::Windowed {
        seen.now = None;
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
    let since = match seen.now {
        Some((before, since)) if before == place => since,
        _ => {
            let now = Instant::now();
            seen.now = Some((place, now));
            now
        }
    };
    if settings.window == Some(place) {
        seen.first = Some(place);
        return;
    }
    if seen.first == Some(place) && settings.window.is_none() {
        return;
    }
    if since.elapsed() < STILL {
        if let Some(redraw) = &mut redraw {
            redraw.within(STILL);
        }
        return;
    }
    // Nobody has chosen the place in which a window first opens.
    if seen.first.is_none() {
        seen.first = Some(place);
    } else if seen.first != Some(place) || settings.window.is_some() {
        settings.window = Some(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_leaves_room_on_its_screen() {
        for screen in [(640.0, 480.0), (800.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0), (3840.0, 2160.0)] {
            let screen = Vec2::from(screen);
            let size = first_size(screen);
            assert!(size.cmple(screen).all(), "{screen}: {size}");
            assert!((size.cmple(screen * SHARE + 1.0) | size.cmple(LEAST)).all(), "{screen}: {size}");
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
