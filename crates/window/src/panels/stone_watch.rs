//! Watched stones, and the stone that the camera follows.

use super::board_reader::{BoardReader, StoneParts};
use super::tracked_stone::{Death, TrackedStone};
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{self, BoardPlace, CameraPose, SceneCamera};
use crate::shell::layout::PanelSystems;
use crate::shell::notices::Notices;
use crate::shell::panel::{AddPanel, Panel, Place};
use crate::shell::state::{Redraw, Selected};
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{cross, from_right, hint, stone};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Label, RichText, Sense, Shape, Stroke, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::f32::consts::TAU;
use stonefield_go::notation::counted;
use stonefield_go::{Color, Point};
use stonefield_sim::{Captured, GameRecord, Goban, Jumped, Occupancy, SimSystems, Tally};

/// Smallest cell, in pixels, for which rings are drawn.
const MIN_CELL: f32 = 4.0;

/// Height of a ring above the board, in cells.
const HEIGHT: f32 = 0.3;

/// Colours of the rings: around watched stones, around the followed stone, and their dark outline.
const RING: Color32 = Color32::from_rgb(0x2a, 0xc3, 0xff);
const FOLLOWED: Color32 = Color32::from_rgb(0xff, 0x8a, 0x1e);
const CASING: Color32 = Color32::from_rgba_premultiplied(0x0c, 0x0a, 0x08, 0xb0);

/// Watched stones, in the order in which they were chosen, and the followed stone.
#[derive(Resource, Debug, Default)]
pub struct StoneWatch {
    watched: Vec<TrackedStone>,
    followed: Option<TrackedStone>,
}

impl StoneWatch {
    /// True if the stone is watched.
    #[must_use]
    pub fn is_watched(&self, goban: Entity, id: u32, color: Color, point: Point) -> bool {
        self.watches(&TrackedStone::new(goban, id, color, point))
    }

    fn watches(&self, stone: &TrackedStone) -> bool {
        self.watched.iter().any(|entry| entry.is_same(stone))
    }

    /// True if the stone is followed.
    #[must_use]
    pub fn is_followed(&self, goban: Entity, id: u32, color: Color, point: Point) -> bool {
        self.follows(&TrackedStone::new(goban, id, color, point))
    }

    fn follows(&self, stone: &TrackedStone) -> bool {
        self.followed.is_some_and(|entry| entry.is_same(stone))
    }

    /// True if any stone is followed.
    #[must_use]
    pub const fn is_following(&self) -> bool {
        self.followed.is_some()
    }

    /// Starts to watch a stone. If it is watched already, stops.
    pub fn switch(&mut self, goban: Entity, id: u32, color: Color, point: Point) {
        let stone = TrackedStone::new(goban, id, color, point);
        if self.watches(&stone) {
            self.watched.retain(|entry| !entry.is_same(&stone));
        } else {
            self.watched.push(stone);
        }
    }

    /// Follows a stone instead of any other. If it is followed already, stops.
    pub fn switch_follow(&mut self, goban: Entity, id: u32, color: Color, point: Point) {
        let stone = TrackedStone::new(goban, id, color, point);
        self.followed = (!self.follows(&stone)).then_some(stone);
    }

    /// Stops following.
    pub const fn follow_none(&mut self) {
        self.followed = None;
    }

    /// Marks a captured stone as dead, and stops following it. Returns a notice if it was in the list.
    fn died(&mut self, fact: &Captured) -> Option<String> {
        let Captured { goban, id, color, point, tick } = *fact;
        let stone = TrackedStone::new(goban, id, color, point);
        let mut was_watched = false;
        for watched in self.watched.iter_mut().filter(|watched| watched.is_same(&stone)) {
            watched.died = Some(Death::In(tick));
            was_watched = true;
        }
        let followed = self.follows(&stone);
        if followed {
            self.followed = None;
        }
        (was_watched || followed).then(|| stone.obituary(Death::In(tick)))
    }

    /// Checks all stones against their boards. Returns a notice for each that has died. Needed after a jump
    /// along the record, which sends no captures.
    fn check<'a>(&mut self, get: impl Fn(Entity) -> Option<(&'a Occupancy, &'a GameRecord)>) -> Vec<String> {
        let mut notices = Vec::new();
        for stone in self.watched.iter_mut().chain(&mut self.followed) {
            let Some((board, record)) = get(stone.goban) else { continue };
            if let Some(death) = stone.check_death(board, record) {
                notices.push(stone.obituary(death));
            }
        }
        self.followed = self.followed.filter(|stone| stone.died.is_none());
        notices.dedup();
        notices
    }

    /// Applies a jump: removes deaths after its tick, and on a new game all stones of the goban.
    fn jumped(&mut self, jump: &Jumped) {
        if jump.new_game {
            self.watched.retain(|entry| entry.goban != jump.goban);
            self.followed = self.followed.filter(|entry| entry.goban != jump.goban);
        }
        for entry in self.watched.iter_mut().filter(|entry| entry.goban == jump.goban) {
            entry.died = entry.died.filter(|death| death.tick() <= jump.tick);
        }
    }
}

const PANEL: Panel = Panel::new("Watched stones", Place::Temporary, 30);

/// Entry in the order of Esc, which stops following.
const FOLLOW: Panel = Panel::new("Follow", Place::Board, 60).brief();

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoneWatch>()
        .add_closable(
            FOLLOW,
            |panel: Res<StoneWatch>| panel.is_following(),
            |mut panel: ResMut<StoneWatch>| panel.follow_none(),
        )
        .add_view(PANEL, show)
        .add_systems(
            Update,
            (update.after(SimSystems::Pace), follow.after(camera::control).before(camera::place)).chain(),
        )
        .add_systems(EguiPrimaryContextPass, mark.in_set(PanelSystems::Marks));
}

/// Updates the stones after captures and jumps. Shows notices of deaths, removes stones of despawned gobans.
fn update(
    (mut captures, mut jumps): (MessageReader<Captured>, MessageReader<Jumped>),
    gobans: Query<(&Occupancy, &GameRecord), With<Goban>>,
    mut watch: ResMut<StoneWatch>,
    mut notices: ResMut<Notices>,
) {
    if watch.watched.is_empty() && watch.followed.is_none() {
        captures.clear();
        jumps.clear();
        return;
    }
    for fact in captures.read() {
        if let Some(notice) = watch.died(fact) {
            notices.show_notice(notice);
        }
    }
    jumps.read().for_each(|jump| watch.jumped(jump));
    for notice in watch.check(|goban| gobans.get(goban).ok()) {
        notices.show_notice(notice);
    }
    let StoneWatch { watched, followed } = &mut *watch;
    watched.retain(|entry| gobans.contains(entry.goban));
    *followed = followed.filter(|entry| gobans.contains(entry.goban));
}

/// Centres the view of a board on the followed stone.
fn follow(
    watch: Res<StoneWatch>,
    boards: Query<&Occupancy>,
    mut cameras: Query<(&SceneCamera, &mut CameraPose)>,
    mut redraw: ResMut<Redraw>,
) {
    let Some(entry) = watch.followed else { return };
    let Ok(board) = boards.get(entry.goban) else { return };
    if !entry.stands(board) {
        return;
    }
    let target = Vec2::new(f32::from(entry.point.x), f32::from(entry.point.y));
    for (_, mut pose) in cameras.iter_mut().filter(|(camera, _)| camera.goban == entry.goban) {
        if pose.target != target || pose.fitted {
            (pose.target, pose.fitted) = (target, false);
            redraw.frames(2);
        }
    }
}

/// Draws a ring around each watched stone and the followed stone.
fn mark(
    mut contexts: EguiContexts,
    gobans: Query<&Occupancy>,
    watch: Res<StoneWatch>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    if watch.watched.is_empty() && watch.followed.is_none() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    for (camera, place) in &boards {
        let Ok(occupancy) = gobans.get(camera.goban) else { continue };
        let painter = over_board(ctx, &place.area);
        let board = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        if !board.has_room(MIN_CELL) {
            continue;
        }
        let here = |entry: &&TrackedStone| entry.goban == camera.goban && entry.stands(occupancy);
        let watched = watch.watched.iter().map(|entry| (entry, RING, 0.5));
        let followed = watch.followed.iter().map(|entry| (entry, FOLLOWED, 0.58));
        for (entry, color, radius) in watched.chain(followed).filter(|(entry, ..)| here(entry)) {
            let middle = Vec2::new(f32::from(entry.point.x), f32::from(entry.point.y));
            let around = (0..36).map(|step| Vec2::from_angle(step as f32 / 36.0 * TAU) * radius);
            let ring: Option<Vec<egui::Pos2>> = around.map(|out| board.above(middle + out, HEIGHT)).collect();
            let Some(ring) = ring else { continue };
            let width = (0.08 * board.cell()).clamp(1.5, 4.0);
            painter.add(Shape::closed_line(ring.clone(), Stroke::new(width + 2.0, CASING)));
            painter.add(Shape::closed_line(ring, Stroke::new(width, color)));
        }
    }
    Ok(())
}

/// Line of the list: a watched or followed stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedLine {
    /// Number in the order of placement.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Point where the stone is, or was.
    pub point: Point,
    /// Liberties, group and age of the stone, or its death.
    pub facts: String,
    /// True if the stone is on the board.
    pub lives: bool,
    /// True if the camera follows the stone.
    pub followed: bool,
}

/// Request of the user in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedPressed {
    /// Inspect the stone with this index in the list.
    Inspect(usize),
    /// Stop watching and following the stone with this index.
    Drop(usize),
}

fn show(
    InMut(ui): InMut<Ui>,
    goban: WatchedGoban<(StoneParts, &Tally)>,
    reader: BoardReader,
    mut watch: ResMut<StoneWatch>,
    mut selected: ResMut<Selected>,
) {
    let id = goban.id();
    let Some((stones, tally)) = goban.get() else { return };
    let followed = watch.followed.filter(|entry| !watch.watches(entry));
    let all: Vec<TrackedStone> =
        watch.watched.iter().copied().chain(followed).filter(|entry| entry.goban == id).collect();
    if all.is_empty() {
        return;
    }
    let lines: Vec<WatchedLine> =
        all.iter().map(|entry| line(stones, tally.tick, &reader, entry, &watch)).collect();
    match panel(ui, &lines) {
        Some(WatchedPressed::Inspect(at)) => selected.0 = Some(lines[at].point),
        Some(WatchedPressed::Drop(at)) => {
            watch.watched.retain(|entry| !entry.is_same(&all[at]));
            watch.followed = watch.followed.filter(|entry| !entry.is_same(&all[at]));
        }
        None => {}
    }
}

fn line(
    goban: StoneParts<'_>,
    tick: u64,
    reader: &BoardReader<'_, '_>,
    entry: &TrackedStone,
    watch: &StoneWatch,
) -> WatchedLine {
    let facts = reader.stone(goban, entry.id).filter(|_| entry.stands(goban.1));
    let text = match (&facts, entry.died) {
        (Some(facts), _) => {
            let age = tick.saturating_sub(facts.born);
            let liberties = if facts.own_liberties == 1 {
                "1 liberty of its own".to_owned()
            } else {
                format!("{} liberties of its own", facts.own_liberties)
            };
            let group = facts.group.map_or_else(String::new, |group| {
                let liberties = group.liberties.map_or_else(String::new, |(count, _)| {
                    format!(
                        " with {}",
                        if count == 1 { "1 liberty".to_owned() } else { format!("{count} liberties") }
                    )
                });
                format!(", group of {}{liberties}", group.stones)
            });
            format!("{liberties}{group}, {} old", counted(age, "tick"))
        }
        (None, Some(death)) => death.to_string(),
        (None, None) => format!("not on the board at tick {tick}"),
    };
    WatchedLine {
        id: entry.id,
        color: entry.color,
        point: entry.point,
        facts: text,
        lives: facts.is_some(),
        followed: watch.follows(entry),
    }
}

/// Shows the list. Returns the request of the user.
pub fn panel(ui: &mut Ui, lines: &[WatchedLine]) -> Option<WatchedPressed> {
    let mut pressed = None;
    let colors = PanelColors::here(ui);
    ui.label(RichText::new("Watched stones").text_style(crate::shell::theme::heading()).color(colors.strong));
    for (at, line) in lines.iter().enumerate() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
            stone(ui, rect.center(), 6.0, line.color);
            let name = format!("Stone {} at {}", line.id, line.point);
            let ink = if line.lives { colors.strong } else { colors.off };
            let title = Label::new(RichText::new(name).color(ink)).sense(Sense::click());
            if ui.add(title).on_hover_text("Inspect it").clicked() {
                pressed = Some(WatchedPressed::Inspect(at));
            }
            if line.followed {
                ui.label(RichText::new("followed").small().color(FOLLOWED));
            }
            from_right(ui, |ui| {
                if cross(ui, "Watch it no longer") {
                    pressed = Some(WatchedPressed::Drop(at));
                }
            });
        });
        hint(ui, &line.facts);
    }
    ui.add_space(4.0);
    pressed
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Size;
    use stonefield_sim::history::{Heading, Navigate};
    use stonefield_sim::{GameSetup, Session};

    const GOBAN: Entity = Entity::PLACEHOLDER;

    fn captured(id: u32, tick: u64) -> Captured {
        Captured { goban: GOBAN, id, color: Color::White, point: Point::new(3, 4), tick }
    }

    fn watch() -> StoneWatch {
        let mut watch = StoneWatch::default();
        watch.switch(GOBAN, 5, Color::White, Point::new(3, 4));
        watch.switch_follow(GOBAN, 5, Color::White, Point::new(3, 4));
        watch
    }

    #[test]
    fn a_death_is_announced_and_ends_the_following() {
        let mut watch = watch();
        assert!(
            watch.is_watched(GOBAN, 5, Color::White, Point::new(3, 4))
                && watch.is_followed(GOBAN, 5, Color::White, Point::new(3, 4))
        );
        assert_eq!(watch.died(&captured(6, 20)), None);
        assert_eq!(watch.died(&captured(5, 21)).as_deref(), Some("Stone 5 (White, D5) died in tick 21"));
        assert!(!watch.is_following() && watch.is_watched(GOBAN, 5, Color::White, Point::new(3, 4)));
        assert_eq!(watch.watched[0].died, Some(Death::In(21)));
        // Before tick 21 the stone lives; after a new game it is not watched.
        watch.jumped(&Jumped { goban: GOBAN, tick: 20, new_game: false });
        assert_eq!(watch.watched[0].died, None);
        watch.jumped(&Jumped { goban: GOBAN, tick: 0, new_game: true });
        assert!(!watch.is_watched(GOBAN, 5, Color::White, Point::new(3, 4)));
    }

    #[test]
    fn deaths_along_a_record_are_announced_and_variations_have_other_stones() {
        let setup = GameSetup { size: Size::square(5).expect("a size"), ..GameSetup::default() };
        let mut session = Session::new(&setup, Some(Heading::default())).expect("a game");
        let moves = ["b1", "a1", "c5", "d5", "a2", "e5"].map(|at| at.parse().expect("a move"));
        for (ply, action) in moves.into_iter().enumerate() {
            let color = if ply % 2 == 0 { Color::Black } else { Color::White };
            session.play(color, action).expect("a lawful move");
        }
        let goban = session.goban();
        let check = |session: &Session, watch: &mut StoneWatch| {
            let board = session.world().get::<Occupancy>(goban).expect("a goban");
            watch.check(|_| Some((board, session.record())))
        };
        let corner: Point = "a1".parse().expect("a point");
        let mut watch = StoneWatch::default();
        watch.switch(goban, 1, Color::White, corner);
        watch.switch_follow(goban, 1, Color::White, corner);
        let go_to = |session: &mut Session, watch: &mut StoneWatch, tick: u64| {
            session.navigate(Navigate::To(session.record().node_of(tick))).expect("it was played");
            watch.jumped(&Jumped { goban, tick, new_game: false });
            check(session, watch)
        };
        assert!(go_to(&mut session, &mut watch, 4).is_empty());
        assert_eq!(go_to(&mut session, &mut watch, 5), ["Stone 1 (White, A1) died in tick 5"]);
        assert!(!watch.is_following() && watch.is_watched(goban, 1, Color::White, corner));
        // Back before the death, and past it in one jump.
        assert!(go_to(&mut session, &mut watch, 3).is_empty());
        assert_eq!(watch.watched[0].died, None);
        assert_eq!(go_to(&mut session, &mut watch, 6), ["Stone 1 (White, A1) died by tick 6"]);
        // Back before the placement, then a variation with another stone of the same number.
        assert!(go_to(&mut session, &mut watch, 1).is_empty());
        session.play(Color::White, "e1".parse().expect("a move")).expect("a lawful move");
        session.play(Color::Black, "e2".parse().expect("a move")).expect("a lawful move");
        assert!(check(&session, &mut watch).is_empty());
        assert_eq!(watch.watched[0].died, None);
    }

    #[test]
    fn a_second_choice_of_the_same_stone_ends_watching_and_following() {
        let mut watch = watch();
        watch.switch(GOBAN, 5, Color::White, Point::new(3, 4));
        watch.switch_follow(GOBAN, 7, Color::Black, Point::new(0, 0));
        assert!(
            !watch.is_watched(GOBAN, 5, Color::White, Point::new(3, 4))
                && watch.is_followed(GOBAN, 7, Color::Black, Point::new(0, 0))
        );
        watch.switch_follow(GOBAN, 7, Color::Black, Point::new(0, 0));
        assert!(!watch.is_following());
    }

    #[test]
    fn the_camera_follows_a_stone_until_it_is_released() {
        use stonefield_sim::{create_app, spawn_goban};
        let mut app = create_app();
        let start: stonefield_go::Setup = ". . X\n. . .\n. . .".parse().expect("a drawing");
        let setup = GameSetup { size: start.size(), start: Some(start), ..GameSetup::default() };
        let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
        let mut watch = StoneWatch::default();
        watch.switch_follow(goban, 0, Color::Black, Point::new(2, 2));
        app.insert_resource(watch).init_resource::<Redraw>().add_systems(Update, follow);
        let camera = app.world_mut().spawn((SceneCamera { goban, slot: 0 }, CameraPose::default())).id();
        app.update();
        let pose = *app.world().get::<CameraPose>(camera).expect("a camera");
        assert_eq!((pose.target, pose.fitted), (Vec2::new(2.0, 2.0), false));
        app.world_mut().resource_mut::<StoneWatch>().follow_none();
        app.world_mut().get_mut::<CameraPose>(camera).expect("a camera").target = Vec2::ZERO;
        app.update();
        assert_eq!(app.world().get::<CameraPose>(camera).expect("a camera").target, Vec2::ZERO);
    }
}
