//! What the panels keep between frames, and what they follow of the game on the board.

use super::ab::{self, TwoBoards};
use super::browser::{Browser, Task};
use super::console::Console;
use super::decimate::Decimated;
use super::search::{Foreseen, SearchTree};
use super::seat::SeatQuestion;
use super::setup::Draft;
use super::watch::GobanItem;
use super::{experiment, minds, record, watch};
use crate::brain::BrainSpec;
use crate::sim::{Configured, GameSetup, Measure, Pace, Refused, Wish};
use crate::view::window::files::Recent;
use crate::view::window::palette::Theme;
use crate::view::window::settings::Settings;
use crate::view::window::state::Watched;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::{Path, PathBuf};

/// Seconds for which a refusal or other news is shown.
const NEWS_TIME: f32 = 6.0;

/// What the panels keep between frames.
#[derive(Resource, Default)]
pub struct Panels {
    /// The fields of the next game.
    pub(super) draft: Option<Draft>,
    /// The fields of the game on the board.
    pub(super) now: Option<Draft>,
    /// The last fields looked at, and what is wrong with them.
    pub(super) judged: Option<(Draft, Option<String>)>,
    pub(super) typing: minds::Typing,
    pub(super) experiment: experiment::View,
    pub(super) pens: Decimated,
    /// The measure that is plotted too.
    pub(super) measure: Option<&'static Measure>,
    pub(super) scale: Option<f32>,
    pub(super) followed: watch::Followed,
    pub(super) refusal: Option<(String, f32)>,
    pub(super) news: Option<(String, f32)>,
    pub(super) frame: f32,
    pub(super) themed: Option<(Theme, f32)>,
    pub(super) saved: Option<Settings>,
    /// The question for a file, and the folder the last one ended in.
    pub(super) browser: Option<Browser>,
    pub(super) folder: Option<PathBuf>,
    /// The record below the board, and whether it is shown.
    pub(super) record: record::View,
    pub(super) with_record: bool,
    /// Whether what was left behind is a question for another time.
    pub(super) later: bool,
    /// The question whether an empty seat is to be filled.
    pub(super) seat: SeatQuestion,
    /// Whether a question stands over everything: keys and clicks are answers to it.
    pub(super) asking: bool,
    /// Who is asked for advice; `None` for the mind that plays.
    pub adviser: Option<BrainSpec>,
    pub(super) advised_by: minds::Chooser,
    /// The search tree.
    pub search: SearchTree,
    /// The line that it points at.
    pub(super) foreseen: Option<Foreseen>,
    /// The GTP console.
    pub console: Console,
    /// Two boards that go on from the one that is shown.
    pub two_boards: TwoBoards,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the panels are out of the way.
    pub hidden: bool,
}

impl Panels {
    /// Shows a line of news for a while.
    pub fn tell(&mut self, news: String) {
        self.refusal = None;
        self.news = Some((news, NEWS_TIME));
    }

    /// Shows a refusal for a while.
    pub fn refuse(&mut self, reason: String) {
        self.refusal = Some((reason, NEWS_TIME));
    }

    /// Asks for a file to open.
    pub fn ask_to_open(&mut self, recent: &Recent) {
        let browser = Browser::new(Task::Open, self.folder.clone(), String::new());
        self.browser = Some(browser.with_recent(recent.list()));
    }

    /// Asks for a file to save to; `last` is where the record was saved before.
    pub fn ask_to_save(&mut self, last: Option<PathBuf>) {
        let name = last.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let folder = last.as_deref().and_then(Path::parent).map(PathBuf::from).or(self.folder.clone());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        self.browser = Some(Browser::new(Task::Save, folder, name.unwrap_or_else(|| "game.sgf".to_owned())));
    }

    /// A record has been opened: one with more in it than moves is shown as a tree.
    pub fn opened_record(&mut self, rich: bool) {
        self.with_record |= rich;
    }

    /// Shows or hides the record.
    pub fn toggle_record(&mut self) {
        self.with_record = !self.with_record;
    }

    /// Whether a question stands over everything.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.asking
    }

    /// The game that the fields make with the minds and the heat of this goban, if they make one.
    #[must_use]
    pub fn game(&self, goban: &GobanItem<'_, '_>) -> Option<GameSetup> {
        self.draft.as_ref()?.game(goban.seats.specs(), goban.setup.0.heat).ok()
    }

    /// What starting or stopping an experiment takes: it runs at once, and a finished game does not hold it up.
    #[must_use]
    pub fn start(&mut self, on: bool, goban: &GobanItem<'_, '_>) -> Vec<Wish> {
        let mut wishes = vec![Wish::Experiment(on)];
        if on && goban.tally.outcome.is_some() && goban.record.unsaved() {
            self.refuse("another game would begin: save this one first, or set up a new one".to_owned());
            return Vec::new();
        }
        if on {
            if goban.tally.outcome.is_some() {
                wishes.extend(self.game(goban).map(|game| Wish::Reset(Box::new(game))));
            }
            wishes.push(Wish::Play);
        }
        wishes
    }

    /// Judges the fields where they have changed: setting up a large board only to look costs time.
    pub(super) fn wrong(&mut self, goban: &GobanItem<'_, '_>) -> Option<String> {
        let draft = self.draft.as_ref()?;
        match &self.judged {
            Some((judged, wrong)) if judged == draft => wrong.clone(),
            _ => {
                let wrong =
                    draft.game(goban.seats.specs(), goban.setup.0.heat).err().map(|error| error.to_string());
                self.judged = Some((draft.clone(), wrong.clone()));
                wrong
            }
        }
    }
}

/// Tends the two boards while their window is open, and takes them away after it.
pub(super) fn keep_two_boards(world: &mut World) {
    let Some(mut panels) = world.get_resource_mut::<Panels>() else { return };
    let asking = panels.asking;
    if panels.two_boards.is_idle() {
        return;
    }
    let mut boards = std::mem::take(&mut panels.two_boards);
    ab::tend(world, &mut boards, asking);
    if let Some(mut panels) = world.get_resource_mut::<Panels>() {
        panels.two_boards = boards;
    }
}

/// The fields follow the game on the board until someone changes them.
pub(super) fn follow_setup(
    mut panels: ResMut<Panels>,
    watched: Res<Watched>,
    gobans: Query<Ref<Configured>>,
) {
    let Ok(setup) = gobans.get(watched.0) else { return };
    if !setup.is_changed() && panels.now.is_some() {
        return;
    }
    let fresh = Draft::of(&setup.0);
    let same = panels.draft.as_ref() == Some(&fresh);
    if panels.draft.is_none() || panels.draft == panels.now || same {
        panels.draft = Some(fresh.clone());
    }
    panels.now = Some(fresh);
}

/// No game goes on behind a question that stands over everything.
pub(super) fn hold(panels: Res<Panels>, watched: Res<Watched>, mut gobans: Query<&mut Pace>) {
    if let Ok(mut pace) = gobans.get_mut(watched.0)
        && pace.held != panels.asking
    {
        pace.held = panels.asking;
    }
}

/// Hears refusals, lets news grow old, and measures how long a frame takes.
pub(super) fn hear(
    mut panels: ResMut<Panels>,
    mut refusals: MessageReader<Refused>,
    watched: Res<Watched>,
    time: Res<Time<Real>>,
) {
    let delta = time.delta_secs();
    let panels = &mut *panels;
    for news in [&mut panels.refusal, &mut panels.news] {
        if let Some((_, left)) = news {
            *left -= delta;
        }
        news.take_if(|(_, left)| *left <= 0.0);
    }
    for refusal in refusals.read().filter(|refusal| refusal.goban == watched.0) {
        panels.refusal = Some((refusal.reason.clone(), NEWS_TIME));
    }
    if delta > 0.0 {
        let share = (delta / 0.5).min(1.0);
        panels.frame += (delta - panels.frame) * if panels.frame == 0.0 { 1.0 } else { share };
    }
}
