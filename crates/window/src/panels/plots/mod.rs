//! Plots: measures against ticks, and distributions, chosen from a list.

mod bars;
mod curve;
pub mod decimate;
mod draw;
mod export;
mod histogram;
pub mod kind;
mod larger;
mod list;
mod moment;
mod raster;
mod surveys;
mod view;

use super::files::FileQuestion;
use crate::shell::keys::{Action, InputSystems, switched};
use crate::shell::layout::PanelSystems;
use crate::shell::lit_groups::LitGroups;
use crate::shell::notices::Notices;
use crate::shell::palette::Theme;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Rect, Ui};
use decimate::Decimated;
use draw::PlotAnswer;
use kind::{Distribution, PlotKind};
use moment::Moment;
use stonefield_sim::{Heat, RequestKind};
use surveys::Surveys;
use view::{PlotData, PlotsView};

/// What is plotted, and how it is seen.
#[derive(Resource, Default)]
pub struct Plots {
    /// Whether the plots have a window of their own.
    pub open: bool,
    /// Where it was shown last, in points.
    place: Option<Rect>,
    rows: Decimated,
    moment: Moment,
    view: PlotsView,
}

impl Plots {
    /// Whether a measure is plotted for which the whole board must be gone over.
    fn is_surveying(&self) -> bool {
        self.view.chosen().any(|kind| matches!(kind, PlotKind::Curve(measure) if measure.is_surveyed()))
    }

    /// Does what is asked for in a plot.
    fn answer(&mut self, answer: Option<PlotAnswer>, board: &mut Board<'_, '_>) {
        match answer {
            Some(PlotAnswer::Seek(tick)) => board.requests.send([RequestKind::Seek(tick)]),
            Some(PlotAnswer::Light(groups)) => board.lit.0 = groups,
            Some(PlotAnswer::Save(kind, format)) => {
                let Self { rows, moment, view, .. } = &*self;
                let made =
                    board.with(rows, moment, |data| export::contents(kind, format, view, data, *board.theme));
                match made {
                    Some(Ok(contents)) => {
                        let name = format!("{}.{}", kind.name(), format.ending());
                        board.question.ask_to_export(format, &name, contents);
                    }
                    Some(Err(error)) => board.notices.refuse(error.to_string()),
                    None => {}
                }
            }
            None => {}
        }
    }
}

/// The panel, and its place.
const SECTION: Panel = Panel::new("Plots", Place::Facts, 80);

/// The window, and its place.
pub(super) const WINDOW: Panel = Panel::floating("Plots", 7);

/// The groups that are lit on the board.
const LIT: Panel = Panel::new("Lit groups", Place::Board, 40);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Plots>()
        .add_closable(
            WINDOW,
            |window: Res<Plots>| window.open,
            |mut window: ResMut<Plots>| window.open = false,
        )
        .init_resource::<LitGroups>()
        .add_closable(
            LIT,
            |panel: Res<LitGroups>| panel.0.is_some(),
            |mut panel: ResMut<LitGroups>| panel.0 = None,
        )
        .add_view(SECTION, show)
        .add_systems(Update, switch.in_set(InputSystems::Act).run_if(switched(Action::Plots)))
        .add_systems(EguiPrimaryContextPass, update.in_set(PanelSystems::Begin))
        .add_systems(
            EguiPrimaryContextPass,
            (
                take_choice
                    .in_set(PanelSystems::Begin)
                    .before(update)
                    .run_if(resource_exists_and_changed::<Settings>),
                keep_choice.after(PanelSystems::Floating),
            ),
        )
        .add_plugins((surveys::plugin, larger::plugin));
}

/// The plots are those of the settings.
fn take_choice(settings: Res<Settings>, mut plots: ResMut<Plots>) {
    if let Some(names) = &settings.plots
        && *names != plots.view.names()
    {
        plots.view.choose(names);
    }
}

/// Which plots are shown is kept with the settings, once others are chosen than the usual ones.
fn keep_choice(plots: Res<Plots>, mut settings: ResMut<Settings>) {
    let usual = settings.plots.is_none() && plots.view.is_usual();
    if !usual && settings.plots.as_ref() != Some(&plots.view.names()) {
        settings.plots = Some(plots.view.names());
    }
}

fn switch(mut plots: ResMut<Plots>) {
    plots.open = !plots.open;
}

/// The board that is plotted, and what can be asked of it.
#[derive(SystemParam)]
struct Board<'w, 's> {
    goban: WatchedGoban<'w, 's>,
    surveys: Res<'w, Surveys>,
    lit: ResMut<'w, LitGroups>,
    question: ResMut<'w, FileQuestion>,
    notices: ResMut<'w, Notices>,
    theme: Res<'w, Theme>,
    requests: Requests<'w>,
}

impl Board<'_, '_> {
    /// Hands out what plots are made of; `None` where there is no board.
    fn with<T>(&self, rows: &Decimated, moment: &Moment, plot: impl FnOnce(&PlotData<'_>) -> T) -> Option<T> {
        let goban = self.goban.get()?;
        let (record, surveys, lit) = (goban.record, &*self.surveys, &*self.lit);
        Some(plot(&PlotData { rows, record, surveys, moment, lit, tick: goban.tally.tick }))
    }
}

/// Takes in what is new of the game: nothing that was known is gone over again.
fn update(mut plots: ResMut<Plots>, goban: WatchedGoban, heats: Query<&Heat>, mut redraw: ResMut<Redraw>) {
    let id = goban.id();
    let Some(goban) = goban.get() else { return };
    let Plots { rows, moment, view, .. } = &mut *plots;
    rows.update(|first| goban.record.line_from(first));
    view.netlogo = goban.setup.0.rules.quirks.is_some();
    if view.pointed != view.pointing {
        redraw.frames(1);
    }
    view.pointed = view.pointing.take();
    let now = (id, goban.tally.tick, goban.occupancy.hash());
    for kind in view.chosen() {
        match kind {
            PlotKind::Curve(_) => {}
            PlotKind::Histogram(Distribution::GroupSizes) => moment.count_groups(now, goban.groups),
            PlotKind::Histogram(Distribution::Avalanches) => moment.count_avalanches(goban.record),
            PlotKind::Histogram(Distribution::Temperatures) => {
                let rest = heats.get(id).ok().and_then(|heat| moment.count_heat(now, heat));
                rest.into_iter().for_each(|rest| redraw.within(rest));
            }
        }
    }
}

fn show(InMut(ui): InMut<Ui>, mut plots: ResMut<Plots>, mut board: Board) {
    // What stands above is seen together with two plots.
    let room = ui.clip_rect().height();
    let height = ((room - 504.0) / 2.0).clamp(96.0, 170.0);
    let Plots { rows, moment, view, open, .. } = &mut *plots;
    let answer = board.with(rows, moment, |data| list::panel(ui, view, data, height, open));
    plots.answer(answer.flatten(), &mut board);
}

#[cfg(test)]
mod tests;
