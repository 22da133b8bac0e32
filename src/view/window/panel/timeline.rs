//! The way through time: a slider over all ticks, and the line that says how things stand.

use super::super::theme::Inks;
use super::widgets::{Weight, button, from_right};
use crate::sim::Wish;
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2};

/// What the bottom panel shows.
pub struct Moment<'a> {
    /// The tick shown.
    pub now: u64,
    /// The last tick played.
    pub last: u64,
    /// Whose turn it is, or the result.
    pub state: &'a str,
    /// What was refused lately.
    pub refusal: Option<&'a str>,
    /// News that is no refusal.
    pub news: Option<&'a str>,
    /// Frames a second.
    pub frames: f32,
    /// Whether a person is to move.
    pub waiting: bool,
    /// Whether a person has a move to take back.
    pub can_take_back: bool,
}

/// Shows it.
pub fn panel(ui: &mut Ui, moment: &Moment<'_>) -> Option<Wish> {
    let mut wish = None;
    let &Moment { now, last, .. } = moment;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let back = now > 0;
        let on = now < last;
        if arrow(ui, Arrow::First, back, "To the beginning (Home)") {
            wish = Some(Wish::Seek(0));
        }
        if arrow(ui, Arrow::Back, back, "One tick back (←)") {
            wish = Some(Wish::Seek(now - 1));
        }
        if arrow(ui, Arrow::Forward, on, "One tick forward (→)") {
            wish = Some(Wish::Seek(now + 1));
        }
        if arrow(ui, Arrow::Last, on, "To the last tick (End)") {
            wish = Some(Wish::Seek(last));
        }
        ui.add_space(6.0);
        let text = 118.0;
        let width = (ui.available_width() - text).max(60.0);
        if let Some(to) = slider(ui, width, now, last) {
            wish = Some(Wish::Seek(to));
        }
        let inks = Inks::here(ui);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 24.0), Sense::hover());
        let font = FontId::proportional(13.5);
        let painter = ui.painter();
        let of = format!(" / {last}");
        let galley = painter.layout_no_wrap(of, font.clone(), inks.weak);
        let right = rect.right_center();
        painter.galley(right - Vec2::new(galley.size().x, galley.size().y / 2.0), galley.clone(), inks.weak);
        let at = right - Vec2::new(galley.size().x, 0.0);
        painter.text(at, Align2::RIGHT_CENTER, format!("tick {now}"), font, inks.strong);
    });
    ui.horizontal(|ui| {
        let inks = Inks::here(ui);
        for (label, about, shown, wanted) in [
            ("Pass", "Pass (P)", moment.waiting, Wish::Move(crate::go::Move::Pass)),
            ("Hint", "What a mind would play (E)", moment.waiting, Wish::Advise(None)),
            (
                "Take back",
                "Take back your last move and the answer to it (Ctrl+Z)",
                moment.can_take_back,
                Wish::TakeBack,
            ),
            ("Resign", "Give the game up", moment.waiting, Wish::Resign),
        ] {
            let width = 24.0 + 7.0 * label.len() as f32;
            if shown && button(ui, Vec2::new(width, 22.0), label, Weight::Plain, about).clicked() {
                wish = Some(wanted);
            }
        }
        ui.label(RichText::new(moment.state).color(inks.strong));
        if let Some(refusal) = moment.refusal {
            ui.add(egui::Label::new(RichText::new(refusal).color(inks.error)).truncate());
        } else if let Some(news) = moment.news {
            ui.add(egui::Label::new(RichText::new(news).color(inks.weak)).truncate());
        }
        from_right(ui, |ui| {
            ui.label(RichText::new(format!("{:.0} fps", moment.frames)).small().color(inks.weak));
        });
    });
    wish
}

/// A slider over ticks; returns where it was put.
fn slider(ui: &mut Ui, width: f32, now: u64, last: u64) -> Option<u64> {
    let inks = Inks::here(ui);
    let (rect, mut response) = ui.allocate_exact_size(Vec2::new(width, 24.0), Sense::click_and_drag());
    let rail = Rect::from_center_size(rect.center(), Vec2::new(width - 14.0, 5.0));
    let mut chosen = None;
    if last > 0
        && (response.dragged() || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        let share = f64::from(((at.x - rail.left()) / rail.width()).clamp(0.0, 1.0));
        let to = (share * last as f64).round() as u64;
        chosen = (to != now).then_some(to);
    }
    if let Some(at) = response.hover_pos().filter(|_| last > 0) {
        let share = f64::from(((at.x - rail.left()) / rail.width()).clamp(0.0, 1.0));
        response = response.on_hover_text_at_pointer(format!("tick {}", (share * last as f64).round()));
    }
    let share = if last == 0 { 0.0 } else { (now as f64 / last as f64) as f32 };
    let knob = Pos2::new(egui::lerp(rail.left()..=rail.right(), share), rail.center().y);
    let painter = ui.painter();
    painter.rect_filled(rail, 2.5, inks.button[1]);
    painter.rect_filled(rail.with_max_x(knob.x), 2.5, inks.accent);
    let fill = if last == 0 { inks.button[2] } else { inks.accent };
    let radius = if response.hovered() || response.dragged() { 8.0 } else { 7.0 };
    painter.circle(knob, radius, fill, Stroke::new(2.0, inks.panel));
    chosen
}

#[derive(Clone, Copy, PartialEq)]
enum Arrow {
    First,
    Back,
    Forward,
    Last,
}

fn arrow(ui: &mut Ui, kind: Arrow, enabled: bool, about: &str) -> bool {
    let weight = if enabled { Weight::Plain } else { Weight::Off };
    let response = button(ui, Vec2::new(30.0, 24.0), "", weight, about);
    let color = if enabled { ui.style().interact(&response).text_color() } else { Inks::here(ui).off };
    let side = if matches!(kind, Arrow::First | Arrow::Back) { -1.0 } else { 1.0 };
    let center = response.rect.center();
    let corner = |x: f32, y: f32| center + Vec2::new(x * side, y);
    let shift = if matches!(kind, Arrow::First | Arrow::Last) { -1.5 } else { 0.5 };
    let points = vec![corner(shift - 3.0, -5.0), corner(shift + 4.0, 0.0), corner(shift - 3.0, 5.0)];
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
    if matches!(kind, Arrow::First | Arrow::Last) {
        ui.painter().line_segment([corner(4.0, -5.0), corner(4.0, 5.0)], Stroke::new(1.75, color));
    }
    response.clicked()
}
