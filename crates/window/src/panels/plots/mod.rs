//! Plots: curves of measures by tick, and histograms. The user chooses them from a list.

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
use crate::shell::keys::Action;
use crate::shell::layout::PanelSystems;
use crate::shell::lit_groups::LitGroups;
use crate::shell::notices::Notices;
use crate::shell::palette::Theme;
use crate::shell::panel::{AddPanel, OpenPanels, Panel, Place};
use crate::shell::requests::Requests;
use crate::shell::settings::Settings;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::WatchedGoban;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Rect, Ui};
use decimate::Decimated;
use draw::PlotAnswer;
use kind::{Distribution, PlotKind};
use moment::Moment;
use stonefield_sim::{GameRecord, GobanSetup, Groups, Heat, Occupancy, RequestKind, Tally};
use surveys::Surveys;
use view::{PlotData, PlotsView};

/// State of the plots.
#[derive(Resource, Default)]
pub struct Plots {
    /// Place of the window of the plots in the last frame, in points.
    place: Option<Rect>,
    rows: Decimated,
    moment: Moment,
    view: PlotsView,
}

impl Plots {
    /// True if a shown plot needs a survey of the whole board.
    fn is_surveying(&self) -> bool {
        self.view.chosen().any(|kind| matches!(kind, PlotKind::Curve(measure) if measure.is_surveyed()))
    }

    /// Carries out the user's request in a plot.
    fn carry_out(&mut self, answer: Option<PlotAnswer>, board: &mut Board<'_, '_>) {
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
                    Some(Err(error)) => board.notices.show_refusal(error.to_string()),
                    None => {}
                }
            }
            None => {}
        }
    }
}

/// Title, place and order of the section in the column.
const SECTION: Panel = Panel::new("Plots", Place::Facts, 80);

/// Title and order of the window.
pub(super) const WINDOW: Panel = Panel::floating("Plots", 7).key(Action::Plots);

/// Panel of the groups that are lit on the board, so that it can be closed.
const LIT: Panel = Panel::new("Lit groups", Place::Board, 40);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Plots>()
        .add_window(WINDOW, larger::show)
        .init_resource::<LitGroups>()
        .add_closable(
            LIT,
            |panel: Res<LitGroups>| panel.0.is_some(),
            |mut panel: ResMut<LitGroups>| panel.0 = None,
        )
        .add_view(SECTION, show)
        .add_systems(EguiPrimaryContextPass, update.in_set(PanelSystems::Begin))
        .add_systems(
            EguiPrimaryContextPass,
            (
                apply_settings
                    .in_set(PanelSystems::Begin)
                    .before(update)
                    .run_if(resource_exists_and_changed::<Settings>),
                store_choice.after(PanelSystems::Floating),
            ),
        )
        .add_plugins((surveys::plugin, larger::plugin));
}

/// Shows the plots that the settings name.
fn apply_settings(settings: Res<Settings>, mut plots: ResMut<Plots>) {
    if let Some(names) = &settings.plots
        && *names != plots.view.names()
    {
        plots.view.choose(names);
    }
}

/// Stores the names of the shown plots in the settings. The default plots are stored only over other names.
fn store_choice(plots: Res<Plots>, mut settings: ResMut<Settings>) {
    let is_default = settings.plots.is_none() && plots.view.is_default();
    if !is_default && settings.plots.as_ref() != Some(&plots.view.names()) {
        settings.plots = Some(plots.view.names());
    }
}

/// Board that is plotted, and the resources that its plots read and change.
#[derive(SystemParam)]
struct Board<'w, 's> {
    goban: WatchedGoban<'w, 's, (&'static GameRecord, &'static Tally)>,
    surveys: Res<'w, Surveys>,
    lit: ResMut<'w, LitGroups>,
    question: ResMut<'w, FileQuestion>,
    notices: ResMut<'w, Notices>,
    theme: Res<'w, Theme>,
    requests: Requests<'w>,
}

impl Board<'_, '_> {
    /// Calls `plot` with the data of the plots. `None` without a board.
    fn with<T>(&self, rows: &Decimated, moment: &Moment, plot: impl FnOnce(&PlotData<'_>) -> T) -> Option<T> {
        let (record, tally) = self.goban.get()?;
        let (surveys, lit) = (&*self.surveys, &*self.lit);
        Some(plot(&PlotData { rows, record, surveys, moment, lit, tick: tally.tick }))
    }
}

/// Adds the new ticks of the game to the data of the plots, and counts the chosen histograms.
fn update(
    mut plots: ResMut<Plots>,
    goban: WatchedGoban<(&GameRecord, &GobanSetup, &Tally, &Occupancy, &Groups, &Heat)>,
    mut redraw: ResMut<Redraw>,
) {
    let Some((record, setup, tally, occupancy, groups, heat)) = goban.get() else { return };
    let Plots { rows, moment, view, .. } = &mut *plots;
    rows.update(|first| record.line_from(first));
    view.netlogo = setup.0.rules.quirks.is_some();
    if view.pointed != view.next_pointed {
        redraw.frames(1);
    }
    view.pointed = view.next_pointed.take();
    let now = (goban.id(), tally.tick, occupancy.hash());
    for kind in view.chosen() {
        match kind {
            PlotKind::Curve(_) => {}
            PlotKind::Histogram(Distribution::GroupSizes) => moment.count_groups(now, groups),
            PlotKind::Histogram(Distribution::Avalanches) => moment.count_avalanches(record),
            PlotKind::Histogram(Distribution::Temperatures) => {
                moment.count_heat(now, heat).into_iter().for_each(|wait| redraw.within(wait));
            }
        }
    }
}

fn show(InMut(ui): InMut<Ui>, mut plots: ResMut<Plots>, mut panels: OpenPanels, mut board: Board) {
    // Two plots and the sections above them fit into the column.
    let room = ui.clip_rect().height();
    let height = ((room - 504.0) / 2.0).clamp(96.0, 170.0);
    let Plots { rows, moment, view, .. } = &mut *plots;
    let mut switched = false;
    let answer = board.with(rows, moment, |data| list::panel(ui, view, data, height, &mut switched));
    if switched {
        panels.toggle(WINDOW);
    }
    plots.carry_out(answer.flatten(), &mut board);
}

#[cfg(test)]
mod tests;
