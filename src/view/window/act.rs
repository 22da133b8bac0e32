//! Keys and clicks become what they mean.

use super::camera::{CameraMode, FitBoard};
use super::chord::{Chord, Held};
use super::fields;
use super::files::{self, Recent};
use super::keys::Action;
use super::layers::Layers;
use super::palette::Theme;
use super::panel::{Goban, GobanItem, Panels, Tool, faster};
use super::quality::{Quality, SuitedQuality};
use super::record::{Desk, RecordWish};
use super::settings::Settings;
use super::state::{BoardArea, Projector, ReducedMotion, Selected, Watched};
use crate::go::{Move, Point};
use crate::notation::sgf::Markup;
use crate::sim::history::{Navigate, Note};
use crate::sim::{GameRecord, Jumped, Request, Wish};
use bevy::app::{App, PreUpdate, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonInput;
use bevy::input::keyboard::{KeyCode, KeyboardInput};
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{MonitorSelection, PrimaryWindow, Window, WindowMode};
use bevy_egui::EguiPreUpdateSet;
use bevy_egui::input::EguiWantsInput;

/// Pixels that a click may move.
const STILL: f32 = 4.0;

/// Keys, clicks and settings.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (keys, clicks).after(EguiPreUpdateSet::ProcessInput))
        .add_systems(Update, (obey.run_if(resource_exists_and_changed::<Settings>), let_go));
}

/// What was selected is of another game once a new one begins.
fn let_go(mut jumps: MessageReader<Jumped>, watched: Res<Watched>, mut selected: ResMut<Selected>) {
    if jumps.read().any(|jump| jump.new_game && jump.goban == watched.0) {
        selected.set_if_neq(Selected(None));
    }
}

/// The settings take effect.
fn obey(
    settings: Res<Settings>,
    suited: Res<SuitedQuality>,
    mut theme: ResMut<Theme>,
    mut motion: ResMut<ReducedMotion>,
    mut quality: ResMut<Quality>,
) {
    theme.set_if_neq(settings.theme);
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    quality.set_if_neq(settings.quality.unwrap_or(suited.0));
}

/// What an action may change.
#[derive(SystemParam)]
struct Reach<'w, 's> {
    commands: Commands<'w, 's>,
    watched: Res<'w, Watched>,
    requests: MessageWriter<'w, Request>,
    fits: MessageWriter<'w, FitBoard>,
    records: MessageWriter<'w, RecordWish>,
    desk: Res<'w, Desk>,
    recent: Res<'w, Recent>,
    panels: ResMut<'w, Panels>,
    layers: ResMut<'w, Layers>,
    camera: ResMut<'w, CameraMode>,
    selected: ResMut<'w, Selected>,
    tool: ResMut<'w, Tool>,
    windows: Query<'w, 's, &'static mut Window, With<PrimaryWindow>>,
}

fn keys(
    mut pressed: MessageReader<KeyboardInput>,
    down: Res<ButtonInput<KeyCode>>,
    mut held: Local<Held>,
    busy: Res<EguiWantsInput>,
    settings: Res<Settings>,
    gobans: Query<Goban>,
    mut reach: Reach,
) {
    let goban = gobans.get(reach.watched.0);
    let mut course = goban.as_ref().ok().map(Course::of);
    for key in pressed.read() {
        // In the order of the keys: a quick Ctrl+N may be over before the frame that hears of it.
        if let Some(modifier) = modifier(&mut held, key.key_code) {
            *modifier = key.state.is_pressed();
            continue;
        }
        if !key.state.is_pressed() {
            continue;
        }
        if reach.panels.asks() {
            continue;
        }
        let chord = Chord::pressed(&key.logical_key, key.key_code, *held);
        let Some(action) = settings.keys.action(&chord) else { continue };
        // The key that opens the console closes it from within, unless it types something there.
        let closes = action == Action::Console && key.text.is_none();
        let saves = action.while_typing() && chord.is_command() && !busy.is_popup_open();
        if (busy.wants_keyboard_input() || busy.is_popup_open()) && !closes && !saves {
            continue;
        }
        if key.repeat && !action.repeats() {
            continue;
        }
        let (Ok(goban), Some(course)) = (&goban, &mut course) else { continue };
        reach.act(action, goban, course);
    }
    // Modifiers let go of outside of the window are not heard of.
    *held = Held::default();
    for &key in down.get_pressed() {
        if let Some(modifier) = modifier(&mut held, key) {
            *modifier = true;
        }
    }
}

/// The modifier that a key is.
fn modifier(held: &mut Held, key: KeyCode) -> Option<&mut bool> {
    match key {
        KeyCode::ControlLeft | KeyCode::ControlRight | KeyCode::SuperLeft | KeyCode::SuperRight => {
            Some(&mut held.ctrl)
        }
        KeyCode::AltLeft | KeyCode::AltRight => Some(&mut held.alt),
        KeyCode::ShiftLeft | KeyCode::ShiftRight => Some(&mut held.shift),
        _ => None,
    }
}

/// Where the keys of one frame lead together: each goes on from where those before it have led.
struct Course {
    running: bool,
    rate: f32,
}

impl Course {
    fn of(goban: &GobanItem<'_, '_>) -> Self {
        Self { running: goban.pace.running, rate: goban.pace.rate }
    }
}

impl Reach<'_, '_> {
    fn wish(&mut self, wish: Wish) {
        self.requests.write(Request { goban: self.watched.0, wish });
    }

    fn act(&mut self, action: Action, goban: &GobanItem<'_, '_>, course: &mut Course) {
        match action {
            Action::RunPause => {
                self.wish(if course.running { Wish::Pause } else { Wish::Play });
                course.running = !course.running;
            }
            Action::Step => self.wish(Wish::Step(1)),
            Action::Along(nodes) => self.wish(Wish::Navigate(Navigate::By(nodes))),
            Action::First => self.wish(Wish::Navigate(Navigate::First)),
            Action::Last => self.wish(Wish::Navigate(Navigate::Last)),
            Action::Beside(count) => self.wish(Wish::Navigate(Navigate::Sibling(count))),
            Action::Fork(false) => self.wish(Wish::Navigate(Navigate::PreviousBranch)),
            Action::Fork(true) => self.wish(Wish::Navigate(Navigate::NextBranch)),
            Action::MoveNow => self.wish(Wish::MoveNow),
            Action::Evaluate => self.wish(Wish::Advise(self.panels.adviser.clone())),
            Action::Analyse => {
                let adviser = self.panels.adviser.clone();
                self.wish(Wish::KeepAdvising((!goban.advice.is_constant()).then_some(adviser)));
            }
            Action::Compare => {
                let adviser = self.panels.adviser.clone();
                self.wish(Wish::Compare((!goban.advice.compares()).then_some(adviser)));
            }
            Action::TwoBoards => self.panels.two_boards.switch(),
            Action::TakeBack => self.wish(Wish::TakeBack),
            Action::Pass => self.wish(Wish::Move(Move::Pass)),
            Action::Setup => {
                if let Some(game) = self.panels.game(goban) {
                    self.records.write(RecordWish::New(Box::new(game)));
                }
            }
            Action::Experiment => {
                for wish in self.panels.start(!goban.experiment.on, goban) {
                    self.wish(wish);
                }
            }
            Action::Open => self.panels.ask_to_open(&self.recent),
            Action::Save | Action::SaveAs => match self.desk.path.clone() {
                Some(path) if action == Action::Save => {
                    self.records.write(RecordWish::Save(path));
                }
                path => self.panels.ask_to_save(path),
            },
            Action::Copy => {
                self.records.write(RecordWish::Copy);
            }
            Action::Paste => {
                self.records.write(RecordWish::Paste);
            }
            Action::Record => self.panels.toggle_record(),
            Action::Faster => self.rate(2.0, course),
            Action::Slower => self.rate(0.5, course),
            Action::NextField => {
                let shown = fields::shown(&self.layers);
                match (fields::next(&self.layers), shown) {
                    (Some(next), _) => self.layers.set(next, true),
                    (None, Some(shown)) => self.layers.set(shown, false),
                    (None, None) => {}
                }
            }
            Action::Layer(layer) => {
                let on = !self.layers.get(layer);
                self.layers.set(layer, on);
            }
            Action::Flat => {
                self.camera.set_if_neq(CameraMode::Flat);
            }
            Action::Orbit => {
                self.camera.set_if_neq(CameraMode::Orbit);
            }
            Action::Fit => {
                self.fits.write(FitBoard);
            }
            Action::Panels => self.panels.hidden = !self.panels.hidden,
            Action::FullScreen => {
                for mut window in &mut self.windows {
                    window.mode = match window.mode {
                        WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                        _ => WindowMode::Windowed,
                    };
                }
            }
            Action::Screenshot => {
                self.commands.spawn(Screenshot::primary_window()).observe(keep_picture);
            }
            Action::Help => self.panels.help = !self.panels.help,
            Action::SearchTree => self.panels.search.open = !self.panels.search.open,
            Action::Console => self.panels.console.switch(),
            Action::Close => {
                if self.panels.help {
                    self.panels.help = false;
                } else if matches!(*self.tool, Tool::Mark(_) | Tool::Letter) {
                    *self.tool = Tool::Hand;
                } else if goban.thinking.is_active() || goban.advice.is_active() {
                    self.wish(Wish::StopThinking);
                } else if self.panels.two_boards.open {
                    self.panels.two_boards.switch();
                } else {
                    self.selected.set_if_neq(Selected(None));
                }
            }
        }
    }

    fn rate(&mut self, by: f32, course: &mut Course) {
        course.rate = faster(course.rate, by);
        self.wish(Wish::Rate(course.rate));
    }
}

/// Writes a picture of the window, and tells what came of it.
fn keep_picture(shot: On<ScreenshotCaptured>, mut panels: ResMut<Panels>) {
    let told = match shot.image.clone().try_into_dynamic() {
        Ok(picture) => files::write_picture(&picture.to_rgb8()).map_err(|error| error.to_string()),
        Err(error) => Err(format!("there is no picture: {error}")),
    };
    match told {
        Ok(path) => panels.tell(format!("Picture saved as {}", path.display())),
        Err(why) => panels.refuse(why),
    }
}

/// Where the left button went down, and what the brush changed last.
#[derive(Default)]
struct Stroke {
    from: Option<Point>,
    painted: Option<Point>,
    /// Where the right button went down: a drag turns the board and looks into nothing.
    right: Option<Vec2>,
}

fn clicks(
    mouse: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    busy: Res<EguiWantsInput>,
    area: Res<BoardArea>,
    projector: Res<Projector>,
    tool: Res<Tool>,
    panels: Res<Panels>,
    watched: Res<Watched>,
    gobans: Query<Goban>,
    mut selected: ResMut<Selected>,
    mut requests: MessageWriter<Request>,
    mut stroke: Local<Stroke>,
) {
    let pointer = windows.single().ok().and_then(Window::cursor_position);
    let free =
        pointer.is_some_and(|at| area.contains(at)) && !busy.wants_pointer_input() && !busy.is_popup_open();
    let free = free && !panels.asks();
    // Where the pointer is now: the board may not have been told yet.
    let (Some(point), true) = (pointer.and_then(|at| projector.to_point(at)), free) else {
        *stroke = Stroke::default();
        return;
    };
    if mouse.just_pressed(MouseButton::Right) {
        stroke.right = pointer;
    }
    if mouse.just_released(MouseButton::Right)
        && let (Some(from), Some(to)) = (stroke.right.take(), pointer)
        && from.distance(to) <= STILL
    {
        selected.set_if_neq(Selected(Some(point)));
    }
    let goban = watched.0;
    if let Tool::Brush(brush) = *tool {
        let down = mouse.pressed(MouseButton::Left) || mouse.just_pressed(MouseButton::Left);
        if down && stroke.painted != Some(point) {
            stroke.painted = Some(point);
            requests.write(Request { goban, wish: Wish::Paint(point, brush) });
        }
        if !mouse.pressed(MouseButton::Left) {
            stroke.painted = None;
        }
        return;
    }
    if mouse.just_pressed(MouseButton::Left) {
        let record = gobans.get(goban).ok().map(|goban| goban.record).filter(|record| record.text().is_ok());
        let note = match (*tool, record) {
            (Tool::Mark(mark), Some(record)) => Some((record.here().id(), Note::Mark(mark, point))),
            (Tool::Letter, Some(record)) => {
                Some((record.here().id(), Note::Label(point, next_letter(record, point))))
            }
            _ => None,
        };
        if let Some((node, note)) = note {
            requests.write(Request { goban, wish: Wish::Note(node, note) });
        } else {
            stroke.from = Some(point);
        }
    }
    if mouse.just_released(MouseButton::Left) && stroke.from.take() == Some(point) {
        let meant = gobans.get(goban).ok().and_then(|goban| match goban.occupancy.id(point) {
            None => goban.seats.waiting_for_person().map(|_| Wish::Move(Move::Play(point))),
            Some(_) => goban.ending.can_be_changed(&goban.setup.0).then_some(Wish::Mark(point)),
        });
        if let Some(wish) = meant {
            requests.write(Request { goban, wish });
        } else {
            selected.set_if_neq(Selected(Some(point)));
        }
    }
}

/// The first capital that is no label yet; nothing where the point has a label, which is to go.
fn next_letter(record: &GameRecord, point: Point) -> String {
    let labels = Markup::of(record.here(), record.size()).labels;
    if labels.iter().any(|label| label.point == point) {
        return String::new();
    }
    let free = |letter: &char| !labels.iter().any(|label| label.text == letter.to_string());
    ('A'..='Z').chain('a'..='z').find(free).unwrap_or('?').to_string()
}
