//! Notices: messages of the bottom line about results and refusals, shown for some seconds.

use super::layout::{FreeSpace, PanelSystems};
use super::shaders_pending::ShadersPending;
use super::state::{Redraw, ShownBoards, Watched};
use super::theme::PanelColors;
use super::widgets::is_last_line_cut;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy_egui::egui::{Align2, Area, Frame, Id, Label, Order, Pos2, RichText, Stroke, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use core::time::Duration;
use stonefield_sim::{Refused, SimSystems};

/// Time for which a line is shown: the minimum, the time for each character, and the maximum.
const MIN_TIME: Duration = Duration::from_secs(6);
const TIME_PER_CHARACTER: Duration = Duration::from_millis(50);
const MAX_TIME: Duration = Duration::from_secs(30);

/// Returns the time for which a line is shown.
fn shown_for(text: &str) -> Duration {
    let characters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    TIME_PER_CHARACTER.saturating_mul(characters).clamp(MIN_TIME, MAX_TIME)
}

/// Latest line of each kind, with the time since which it is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    refusal: Option<(String, Instant)>,
    notice: Option<(String, Instant)>,
    /// Refusal and notice that are shown once the board is.
    waiting: [Option<String>; 2],
}

impl Notices {
    /// Shows a notice, which replaces a refusal.
    pub fn show_notice(&mut self, notice: String) {
        self.refusal = None;
        self.notice = Some((notice, Instant::now()));
    }

    /// Shows a refusal.
    pub fn show_refusal(&mut self, reason: String) {
        self.refusal = Some((reason, Instant::now()));
    }

    /// Shows a refusal once the board is shown.
    pub fn show_refusal_later(&mut self, reason: String) {
        self.waiting[0] = Some(reason);
    }

    /// Shows a notice once the board is shown.
    pub fn show_notice_later(&mut self, notice: String) {
        self.waiting[1] = Some(notice);
    }

    /// Returns the refusal that is shown.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        Self::fresh(&self.refusal)
    }

    /// Returns the notice that is shown.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        Self::fresh(&self.notice)
    }

    /// Returns the start and text of the newest line that is shown, and true if it is a refusal.
    #[must_use]
    pub fn newest(&self) -> Option<(Instant, &str, bool)> {
        let start = |line: &'_ Option<(String, Instant)>| line.as_ref().map(|(_, since)| *since);
        // If both came at the same time, the refusal is shown.
        let is_refusal = start(&self.refusal) >= start(&self.notice);
        let (text, since) = if is_refusal { &self.refusal } else { &self.notice }.as_ref()?;
        (since.elapsed() < shown_for(text)).then_some((*since, text, is_refusal))
    }

    /// Returns the time until the next line vanishes; `None` if none is shown.
    fn ends_in(&self) -> Option<Duration> {
        let lines = [&self.refusal, &self.notice].into_iter().flatten();
        lines.filter_map(|(text, since)| shown_for(text).checked_sub(since.elapsed())).min()
    }

    /// Returns the text of a line while it is shown.
    fn fresh(line: &Option<(String, Instant)>) -> Option<&str> {
        line.as_ref().filter(|(text, since)| since.elapsed() < shown_for(text)).map(|(text, _)| text.as_str())
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_systems(Update, (show_waiting, show_refusals, request_redraw).chain().after(SimSystems::Pace))
        .add_systems(EguiPrimaryContextPass, show_popup.in_set(PanelSystems::Modal));
}

/// Shows the waiting lines once the board is shown.
fn show_waiting(mut notices: ResMut<Notices>, shaders: Option<Res<ShadersPending>>) {
    let waits = notices.waiting.iter().any(Option::is_some);
    if waits && shaders.is_none_or(|shaders| shaders.is_board_shown()) {
        let [refusal, notice] = std::mem::take(&mut notices.waiting);
        if let Some(notice) = notice {
            // A refusal that is shown stays.
            notices.notice = Some((notice, Instant::now()));
        }
        refusal.into_iter().for_each(|reason| notices.show_refusal(reason));
    }
}

/// Longest time from a click to a refusal that answers it.
const ANSWER_TIME: Duration = Duration::from_millis(1500);

/// Largest widths of a refusal beside the click and above the bottom line, in points.
const WIDTH_BESIDE: f32 = 250.0;
const WIDTH_ABOVE: f32 = 460.0;

/// Key of a flag in the memory of a context: true if the whole refusal can be read.
pub const WHOLE: &str = "the refusal is whole";

/// Shows a refusal in a popup: beside the click that it answers, or above the bottom line that cuts it.
fn show_popup(
    mut contexts: EguiContexts,
    notices: Res<Notices>,
    free: Res<FreeSpace>,
    mut click: Local<Option<(Pos2, Instant)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if let Some(at) = ctx.input(|input| input.pointer.interact_pos().filter(|_| input.pointer.any_released()))
    {
        *click = Some((at, Instant::now()));
    }
    let is_cut = is_last_line_cut(ctx);
    let set_whole = |whole: bool| ctx.data_mut(|data| data.insert_temp(Id::new(WHOLE), whole));
    set_whole(!is_cut);
    let refusal = notices.refusal.as_ref().filter(|_| notices.refusal().is_some());
    let Some((reason, since)) = refusal else { return Ok(()) };
    // A later click closes the popup. An immediate refusal is dated shortly before its click is noticed here.
    let answers = |click: Instant| {
        let delay = click.saturating_duration_since(*since);
        since.saturating_duration_since(click) <= ANSWER_TIME && delay <= Duration::from_millis(50)
    };
    let area = Area::new(Id::new("refusal")).order(Order::Tooltip).interactable(false).constrain(true);
    let (area, max_width) = match *click {
        Some((at, when)) if answers(when) => (area.fixed_pos(at + vec2(10.0, 14.0)), WIDTH_BESIDE),
        _ if is_cut => {
            let window = ctx.content_rect();
            let bottom = pos2(window.center().x, free.rect().bottom() - 6.0);
            let above = area.pivot(Align2::CENTER_BOTTOM).fixed_pos(bottom);
            (above, WIDTH_ABOVE.min(window.width() - 48.0))
        }
        _ => return Ok(()),
    };
    let colors = PanelColors::of_context(ctx);
    let frame = Frame::popup(&ctx.global_style()).stroke(Stroke::new(1.0, colors.error));
    let popup = area.show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.set_max_width(max_width);
            ui.add(Label::new(RichText::new(reason).color(colors.error)).wrap());
        });
    });
    set_whole(!is_cut || ctx.content_rect().contains_rect(popup.response.rect));
    Ok(())
}

/// Shows refusals of the watched goban, except while several run together: some of their games may be over.
fn show_refusals(
    mut notices: ResMut<Notices>,
    mut refusals: MessageReader<Refused>,
    watched: Res<Watched>,
    boards: Option<Res<ShownBoards>>,
) {
    let has_shared_controls = boards.is_some_and(|boards| boards.has_shared_controls);
    for refusal in refusals.read().filter(|refusal| refusal.goban == watched.0 && !has_shared_controls) {
        notices.show_refusal(refusal.reason.clone());
    }
}

/// Requests a frame for the time when a line vanishes.
fn request_redraw(notices: Res<Notices>, mut redraw: ResMut<Redraw>) {
    if let Some(time) = notices.ends_in() {
        redraw.within(time);
    }
}
