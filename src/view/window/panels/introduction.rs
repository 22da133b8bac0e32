//! The introduction: one sentence at a time below the board, each when what it tells of happens; shown once.

use super::super::files::{IntroducedFile, SettingsFile};
use super::super::layers::{Layer, Layers};
use super::super::measure::Measuring;
use super::super::record::RecordRequest;
use super::super::state::{BoardArea, Modal, Redraw, Watched};
use super::super::theme::PanelColors;
use super::banner::{Banner, once_more};
use super::goban::{Requests, WatchedGoban};
use super::layout::{PanelSystems, strip_over_board};
use super::lessons::{Learning, ShelfTab};
use super::widgets::{Weight, button};
use crate::go::ByColor;
use crate::sim::{Captured, Merged, RequestKind, SimSystems};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::state::condition::in_state;
use bevy_egui::egui::{Id, RichText, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;

/// How long a sentence stays at least.
const READ: Duration = Duration::from_secs(4);
/// How long the introduction waits for a capture.
const WITHOUT_CAPTURE: Duration = Duration::from_secs(40);
/// How long the first capture is shown slowly, and how much slower.
const SLOW: (Duration, f32) = (Duration::from_secs(3), 0.25);

/// A part of the introduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Agents,
    Groups,
    Capture,
    Temperature,
    /// The ways on.
    Ways,
}

impl Step {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Agents => "Every stone is an agent. It knows only its neighbours.",
            Self::Groups => "Touching stones link into a group.",
            Self::Capture => "No liberty left: the group vanishes.",
            Self::Temperature => "Orange is temperature: crowded places. Click any stone.",
            Self::Ways => "What now?",
        }
    }

    /// What follows after so long, of which the last frame saw a merge, or a capture.
    fn next(self, shown: Duration, merged: bool, captured: bool) -> Self {
        match self {
            Self::Agents if merged && shown >= READ => Self::Groups,
            Self::Agents | Self::Groups if captured && shown >= READ / 2 => Self::Capture,
            Self::Groups if shown >= WITHOUT_CAPTURE => Self::Temperature,
            Self::Capture if shown >= READ => Self::Temperature,
            Self::Temperature if shown >= READ + READ / 2 => Self::Ways,
            same => same,
        }
    }
}

/// Where the introduction stands.
#[derive(Resource, Debug)]
pub struct Introduction {
    mark: IntroducedFile,
    step: Option<(Step, Instant)>,
    /// The goban that runs slower, its speed before the first capture, and since when.
    slowed: Option<(Entity, f32, Instant)>,
}

impl Introduction {
    /// Begins where no earlier window beside this settings file has shown it.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        let mut introduction = Self { mark: IntroducedFile::beside(settings), step: None, slowed: None };
        if !introduction.mark.is_set() {
            introduction.begin();
        }
        introduction
    }

    /// Shows it from the beginning.
    pub fn begin(&mut self) {
        self.step = Some((Step::Agents, Instant::now()));
    }

    /// Ends it, and remembers that it was shown.
    fn end(&mut self) {
        self.step = None;
        self.mark.set();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>();
    let introduction = Introduction::beside(app.world().resource());
    app.insert_resource(introduction)
        .add_systems(Update, follow.after(SimSystems::Pace).run_if(not(resource_exists::<Measuring>)))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(PanelSystems::Floating)
                .run_if(in_state(Modal::None).and_then(not(resource_exists::<Measuring>))),
        );
}

/// Turns to the next sentence when what it tells of happens; the first capture is shown slowly.
fn follow(
    mut merges: MessageReader<Merged>,
    mut captures: MessageReader<Captured>,
    watched: Res<Watched>,
    goban: WatchedGoban,
    mut introduction: ResMut<Introduction>,
    mut redraw: ResMut<Redraw>,
    mut requests: Requests,
) {
    let merged = merges.read().filter(|fact| fact.goban == watched.0).count() > 0;
    let captured = captures.read().filter(|fact| fact.goban == watched.0).count() > 0;
    let Some(goban) = goban.get() else { return };
    if let Some((slowed, rate, _)) = introduction.slowed.take_if(|(.., since)| since.elapsed() >= SLOW.0)
        && (slowed, goban.pace.rate) == (watched.0, rate * SLOW.1)
    {
        requests.send([RequestKind::Rate(rate)]);
    }
    let Some((step, since)) = introduction.step else { return };
    if matches!(step, Step::Capture | Step::Temperature) || introduction.slowed.is_some() {
        // What comes next does not wait for the game; a game that is played has frames of its own.
        redraw.within(Duration::from_millis(500));
    }
    let next = step.next(since.elapsed(), merged, captured);
    if next != step {
        introduction.step = Some((next, Instant::now()));
        if next == Step::Capture && goban.pace.rate.is_finite() {
            introduction.slowed = Some((watched.0, goban.pace.rate, Instant::now()));
            requests.send([RequestKind::Rate(goban.pace.rate * SLOW.1)]);
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban,
    area: Res<BoardArea>,
    banner: Res<Banner>,
    mut introduction: ResMut<Introduction>,
    mut layers: ResMut<Layers>,
    mut learning: ResMut<Learning>,
    mut records: MessageWriter<RecordRequest>,
) -> Result {
    let (Some((step, _)), Some(goban)) = (introduction.step, goban.get()) else { return Ok(()) };
    if banner.is_open() {
        return Ok(());
    }
    let pressed = strip_over_board(contexts.ctx_mut()?, &area, Id::new("introduction"), |ui| panel(ui, step));
    let Some(pressed) = pressed else { return Ok(()) };
    introduction.end();
    let minds =
        |[black, white]: [&str; 2]| ByColor::new(black, white).map(|name| name.parse().unwrap_or_default());
    match pressed {
        Way::Play => {
            records.write(once_more(&goban, 0, minds(["human", "mcts"])));
        }
        Way::Watch => {
            for layer in [Layer::Candidates, Layer::Variation, Layer::Ownership] {
                layers.set(layer, true);
            }
            records.write(once_more(&goban, 0, minds(["mcts", "mcts"])));
        }
        Way::Lessons => learning.open = Some(ShelfTab::Lessons),
        Way::Close => {}
    }
    Ok(())
}

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Play,
    Watch,
    Lessons,
    Close,
}

/// Shows a sentence, or the ways on as buttons.
fn panel(ui: &mut Ui, step: Step) -> Option<Way> {
    let colors = PanelColors::here(ui);
    let mut pressed = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(step.sentence()).size(16.0).color(colors.strong));
        if step == Step::Ways {
            for (way, text, about) in [
                (Way::Play, "Play against it", "You are Black; a tree search is White"),
                (Way::Watch, "Watch it think", "Tree search against tree search, with what they consider"),
                (Way::Lessons, "Lessons", "Eight short ones: see, predict, run, check"),
            ] {
                if button(ui, Vec2::new(112.0, 28.0), text, Weight::Accent, about).clicked() {
                    pressed = Some(way);
                }
            }
        }
        if ui.small_button("×").on_hover_text("End the introduction").clicked() {
            pressed = Some(Way::Close);
        }
    });
    pressed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_comes_when_it_happens_and_has_been_read() {
        let (soon, late) = (Duration::from_secs(1), Duration::from_secs(50));
        assert_eq!(Step::Agents.next(soon, true, true), Step::Agents);
        assert_eq!(Step::Agents.next(READ, true, false), Step::Groups);
        assert_eq!(Step::Agents.next(late, false, false), Step::Agents);
        assert_eq!(Step::Groups.next(READ, true, false), Step::Groups);
        assert_eq!(Step::Groups.next(READ, false, true), Step::Capture);
        assert_eq!(Step::Groups.next(late, false, false), Step::Temperature);
        assert_eq!(Step::Capture.next(READ, false, false), Step::Temperature);
        assert_eq!(Step::Temperature.next(late, false, false), Step::Ways);
        assert_eq!(Step::Ways.next(late, true, true), Step::Ways);
    }

    #[test]
    fn it_is_shown_once() {
        let folder = std::env::temp_dir().join(format!("stonefield-introduced-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let settings = SettingsFile(Some(folder.join("settings.toml")));
        let mut first = Introduction::beside(&settings);
        assert!(first.step.is_some());
        first.end();
        assert!(Introduction::beside(&settings).step.is_none());
        first.begin();
        assert!(first.step.is_some(), "and again when it is asked for");
        let _ = std::fs::remove_dir_all(&folder);
        assert!(Introduction::beside(&SettingsFile(None)).step.is_none());
    }
}
