//! Notices: what the bottom line says for a while of what was done or refused.

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

/// How long a line is shown: the least, for each character, and the most.
const SHOWN: Duration = Duration::from_secs(6);
const SHOWN_A_CHARACTER: Duration = Duration::from_millis(50);
const SHOWN_AT_MOST: Duration = Duration::from_secs(30);

/// How long this line is shown.
fn shown_for(text: &str) -> Duration {
    let characters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    SHOWN_A_CHARACTER.saturating_mul(characters).clamp(SHOWN, SHOWN_AT_MOST)
}

/// The last line of each kind, and when it was told.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    refusal: Option<(String, Instant)>,
    notice: Option<(String, Instant)>,
    /// A refusal and a notice that wait for the board.
    waiting: [Option<String>; 2],
}

impl Notices {
    /// Shows a line for a while; it takes the place of a refusal.
    pub fn tell(&mut self, notice: String) {
        self.refusal = None;
        self.notice = Some((notice, Instant::now()));
    }

    /// Shows a refusal for a while.
    pub fn refuse(&mut self, reason: String) {
        self.refusal = Some((reason, Instant::now()));
    }

    /// Shows a refusal for a while, once there is a board to look at.
    pub fn refuse_at_first(&mut self, reason: String) {
        self.waiting[0] = Some(reason);
    }

    /// Shows a line for a while, once there is a board to look at.
    pub fn tell_at_first(&mut self, notice: String) {
        self.waiting[1] = Some(notice);
    }

    /// The refusal that is shown.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        Self::fresh(&self.refusal)
    }

    /// The other line that is shown.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        Self::fresh(&self.notice)
    }

    /// The newest line that is shown, since when, and whether it is a refusal.
    #[must_use]
    pub fn newest(&self) -> Option<(Instant, &str, bool)> {
        let line = |line: &'_ Option<(String, Instant)>| line.as_ref().map(|(_, since)| *since);
        // Two may come in the same moment.
        let refused = line(&self.refusal) >= line(&self.notice);
        let (text, since) = if refused { &self.refusal } else { &self.notice }.as_ref()?;
        (since.elapsed() < shown_for(text)).then_some((*since, text, refused))
    }

    /// How long until a line vanishes that is shown now.
    fn ends_in(&self) -> Option<Duration> {
        let lines = [&self.refusal, &self.notice].into_iter().flatten();
        lines.filter_map(|(text, since)| shown_for(text).checked_sub(since.elapsed())).min()
    }

    fn fresh(line: &Option<(String, Instant)>) -> Option<&str> {
        line.as_ref().filter(|(text, since)| since.elapsed() < shown_for(text)).map(|(text, _)| text.as_str())
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_systems(Update, (begin, hear, grow_old).chain().after(SimSystems::Pace))
        .add_systems(EguiPrimaryContextPass, tell_beside.in_set(PanelSystems::Modal));
}

/// Shows what waited for the board.
fn begin(mut notices: ResMut<Notices>, shaders: Option<Res<ShadersPending>>) {
    let waits = notices.waiting.iter().any(Option::is_some);
    if waits && shaders.is_none_or(|shaders| shaders.is_board_shown()) {
        let [refusal, notice] = std::mem::take(&mut notices.waiting);
        if let Some(notice) = notice {
            // What was refused meanwhile stays.
            notices.notice = Some((notice, Instant::now()));
        }
        refusal.into_iter().for_each(|reason| notices.refuse(reason));
    }
}

/// How soon after a click a refusal is an answer to it.
const ANSWER: Duration = Duration::from_millis(1500);

/// How wide a refusal is beside what was clicked, and above the line below, in points.
const WIDE: f32 = 250.0;
const WIDE_ABOVE: f32 = 460.0;

/// Name of what is known of the refusal that is shown: whether it can be read to its end.
const WHOLE: &str = "the refusal is whole";

/// The refusal that is shown, where it can be read to its end.
#[cfg(target_family = "wasm")]
pub fn whole_refusal(world: &mut World) -> Option<String> {
    let ctx = super::layout::context(world)?;
    let whole = ctx.data(|data| data.get_temp(Id::new(WHOLE))).unwrap_or(false);
    world.get_resource::<Notices>()?.refusal().filter(|_| whole).map(str::to_owned)
}

/// Says a refusal whole outside of the line below as well: beside what was clicked, as the line is far from most switches, or else above the line
/// where it is cut there.
fn tell_beside(
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
    let cut = is_last_line_cut(ctx);
    let say = |whole: bool| ctx.data_mut(|data| data.insert_temp(Id::new(WHOLE), whole));
    say(!cut);
    let told = notices.refusal.as_ref().filter(|_| notices.refusal().is_some());
    let Some((why, since)) = told else { return Ok(()) };
    // Another click closes it; what is refused at once is so a little before the click is heard of here.
    let answers = |when: Instant| {
        let later = when.saturating_duration_since(*since);
        since.saturating_duration_since(when) <= ANSWER && later <= Duration::from_millis(50)
    };
    let area = Area::new(Id::new("refusal")).order(Order::Tooltip).interactable(false).constrain(true);
    let (area, wide) = match *click {
        Some((at, when)) if answers(when) => (area.fixed_pos(at + vec2(10.0, 14.0)), WIDE),
        _ if cut => {
            let window = ctx.content_rect();
            let bottom = pos2(window.center().x, free.rect().bottom() - 6.0);
            let above = area.pivot(Align2::CENTER_BOTTOM).fixed_pos(bottom);
            (above, WIDE_ABOVE.min(window.width() - 48.0))
        }
        _ => return Ok(()),
    };
    let colors = PanelColors::of_context(ctx);
    let frame = Frame::popup(&ctx.global_style()).stroke(Stroke::new(1.0, colors.error));
    let shown = area.show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.set_max_width(wide);
            ui.add(Label::new(RichText::new(why).color(colors.error)).wrap());
        });
    });
    say(!cut || ctx.content_rect().contains_rect(shown.response.rect));
    Ok(())
}

/// Hears what the goban that is shown has refused. Where several run together some may be over.
fn hear(
    mut notices: ResMut<Notices>,
    mut refusals: MessageReader<Refused>,
    watched: Res<Watched>,
    shown: Option<Res<ShownBoards>>,
) {
    let together = shown.is_some_and(|shown| shown.together);
    for refusal in refusals.read().filter(|refusal| refusal.goban == watched.0 && !together) {
        notices.refuse(refusal.reason.clone());
    }
}

/// Has the window drawn again when a line is to vanish.
fn grow_old(notices: Res<Notices>, mut redraw: ResMut<Redraw>) {
    if let Some(time) = notices.ends_in() {
        redraw.within(time);
    }
}
