//! Tests of each quirk of the NetLogo world, on a board where on and off differ.

use crate::{
    GameSetup, GroupLiberties, Links, Occupancy, OwnLiberties, Referee, Tally, create_app, spawn_goban, tick,
};
use bevy::app::App;
use bevy::ecs::prelude::*;
use std::collections::BTreeSet;
use stonefield_go::{ByColor, Color, Outcome, Point, Rules, Setup, WinBy};
use stonefield_minds::BrainSpec;

/// A game that starts from a drawing of the board. Both colours play scripted moves.
struct Scene {
    app: App,
    goban: Entity,
}

impl Scene {
    fn new(drawing: &str, quirks: &str, black: &str, white: &str, seed: u64) -> Self {
        let start = drawing.parse::<Setup>().expect("a drawing");
        let mut rules = Rules { komi: 7.5, ..Rules::preset("netlogo-2016").expect("rules") };
        let switches = rules.quirks.as_mut().expect("quirks");
        switches.apply(&format!("-world_off_by_one{quirks}")).expect("quirks");
        let script = |moves| format!("scripted:moves=[{moves}]").parse::<BrainSpec>().expect("a script");
        let setup = GameSetup {
            size: start.size(),
            rules,
            brains: ByColor::new(script(black), script(white)),
            seed,
            start: Some(start),
            ..GameSetup::default()
        };
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
        Self { app, goban }
    }

    fn ticks(mut self, count: u32) -> Self {
        (0..count).for_each(|_| tick(self.app.world_mut()));
        self
    }

    fn get<C: Component>(&self) -> &C {
        self.app.world().get(self.goban).expect("a component")
    }

    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    /// Returns the colour of the stone on a point, and checks that the referee has the same.
    fn at(&self, name: &str) -> Option<Color> {
        let point = Self::point(name);
        let occupancy = self.get::<Occupancy>();
        let agent = occupancy.id(point).map(|id| occupancy.color_of(id));
        assert_eq!(agent, self.get::<Referee>().position.at(point));
        agent
    }

    fn senses(&self, name: &str) -> (u32, u32) {
        let stone = self.get::<Occupancy>().stone(Self::point(name)).expect("a stone");
        let world = self.app.world();
        let own = world.get::<OwnLiberties>(stone).expect("liberties");
        (own.0, world.get::<GroupLiberties>(stone).expect("liberties").0)
    }

    fn degree(&self, name: &str) -> u32 {
        let id = self.get::<Occupancy>().id(Self::point(name)).expect("a stone");
        self.get::<Links>().degree(id)
    }

    fn score(&self) -> (f64, f64) {
        let score = self.get::<Tally>().score;
        (score.black, score.white)
    }
}

#[test]
fn quirk_1_the_world_is_one_larger() {
    let mut rules = Rules::preset("netlogo-2016").expect("rules");
    let area = |rules| {
        let setup = GameSetup { rules, size: "9".parse().expect("a size"), ..GameSetup::default() };
        let mut app = create_app();
        let goban = spawn_goban(app.world_mut(), &setup).expect("a goban");
        app.world().get::<Occupancy>(goban).map(|occupancy| occupancy.patches().len())
    };
    assert_eq!(area(rules), Some(100));
    rules.quirks.as_mut().expect("quirks").world_off_by_one = false;
    assert_eq!(area(rules), Some(81));
}

#[test]
fn quirk_2_forbids_a_capture_from_inside_an_eye() {
    // A1 has only black neighbours, and is the last liberty of B1.
    let drawing = ". . .
                   X O .
                   . X O";
    let play = |quirks| Scene::new(drawing, quirks, "C3 B3", "A1 C2", 1).ticks(1);
    let taboo = play("");
    assert_eq!((taboo.at("A1"), taboo.at("B1")), (None, Some(Color::Black)));
    let go = play(",-eye_taboo,-stale_liberties");
    assert_eq!((go.at("A1"), go.at("B1")), (Some(Color::White), None));
}

#[test]
fn quirk_2_excludes_ko() {
    let drawing = ". . . .
                   . X O .
                   X O . O
                   . X O .";
    let play = |quirks| Scene::new(drawing, quirks, "C2", "A4", 1).ticks(1);
    let taboo = play(",-stale_liberties");
    assert_eq!((taboo.at("B2"), taboo.at("C2")), (Some(Color::White), None));
    let ko = play(",-eye_taboo,-stale_liberties,-pass_only_when_stuck");
    assert_eq!((ko.at("B2"), ko.at("A4")), (None, Some(Color::White)));
    let recapture = Scene::new(drawing, ",-eye_taboo,-stale_liberties", "C2", "B2", 1).ticks(1);
    assert_eq!(recapture.at("B2"), None, "White must not recapture at once");
}

#[test]
fn quirk_3_a_colour_passes_only_when_stuck() {
    let drawing = "X . . . O";
    let early = Scene::new(drawing, "", "pass", "D1", 1).ticks(1);
    let resigned = Outcome::Win { winner: Color::White, by: WinBy::Resignation };
    assert_eq!(early.get::<Tally>().outcome, Some(resigned), "a forbidden pass counts as a resignation");

    let free = Scene::new(drawing, ",-pass_only_when_stuck", "B1 pass", "pass D1", 1).ticks(3);
    let tally = free.get::<Tally>();
    assert_eq!((tally.tick, tally.plies), (2, 3), "two passes in a row, across ticks");
    assert_eq!(tally.outcome, Some(Outcome::Win { winner: Color::White, by: WinBy::Points(6.5) }));

    let stuck = Scene::new("X . X O .", "", "", "", 1).ticks(2);
    let tally = stuck.get::<Tally>();
    assert_eq!((tally.tick, tally.plies), (1, 2), "both pass in one tick");
    assert_eq!(tally.outcome, Some(Outcome::Win { winner: Color::Black, by: WinBy::Points(1.0) }), "no komi");
}

#[test]
fn quirk_4_a_capture_comes_at_the_captors_next_turn() {
    let drawing = ". . . .
                   . X . .
                   X O . .
                   . X . .";
    let play = |quirks, ticks| Scene::new(drawing, quirks, "C2 D1", "D4 A4", 1).ticks(ticks);
    let late = play("", 1);
    assert_eq!((late.at("B2"), late.senses("B2")), (Some(Color::White), (0, 0)));
    assert_eq!(play("", 2).at("B2"), None);
    assert_eq!(play(",-stale_liberties", 1).at("B2"), None);
}

#[test]
fn quirk_5_a_stone_sums_new_and_outdated_values() {
    let drawing = ". . . .
                   . . . .
                   X X . O";
    let sums = |quirks| {
        let play = |seed| Scene::new(drawing, quirks, "A3 D3", "C1 C3", seed).ticks(2).senses("A1");
        (0..30).map(play).collect::<BTreeSet<_>>()
    };
    // White's C1 has taken a liberty of B1. A1 sums 1 + 2 if B1 counts later, else 1 + 1.
    assert_eq!(sums(""), BTreeSet::from([(1, 2), (1, 3)]));
    assert_eq!(sums(",-async_group_sum"), BTreeSet::from([(1, 2)]));
}

#[test]
fn quirk_6_a_chain_can_lack_links() {
    let drawing = "X X . . .
                   . . . . O
                   X X X . .";
    let degrees = |quirks| {
        let play = |seed| Scene::new(drawing, quirks, "D1", "E1", seed).ticks(1).degree("D1");
        (0..30).map(play).collect::<BTreeSet<_>>()
    };
    assert_eq!(degrees(""), BTreeSet::from([1, 3]));
    assert_eq!(degrees(",-random_closure"), BTreeSet::from([3]));
}

#[test]
fn quirk_7_every_stone_counts_a_death_by_its_own_links() {
    // B3 dies. C1 and D1 are linked to each other, so each counts one link and itself: 2.
    let drawing = ". X . .
                   X O . .
                   . X . .
                   . . O O";
    let play = |quirks: &str| {
        let scene = Scene::new(drawing, &format!(",-stale_liberties{quirks}"), "C3", "D4", 1).ticks(1);
        assert_eq!(scene.at("B3"), None);
        scene.score()
    };
    // Black's score: four stones and White's loss, by links (2) or by dead stones (1). White's: three stones.
    assert_eq!(play(""), (4.0 + 2.0, 3.0));
    assert_eq!(play(",-score_by_degree"), (4.0 + 1.0, 3.0));
}

#[test]
fn whites_score_includes_blacks_loss() {
    let drawing = ". O . .
                   O X . .
                   . O . .
                   . . X X";
    let scene = Scene::new(drawing, ",-stale_liberties", "D4", "C3", 1).ticks(1);
    assert_eq!((scene.at("B3"), scene.score()), (None, (3.0, 4.0 + 2.0)));
    let tally = scene.get::<Tally>();
    assert_eq!((tally.captures.black, tally.captures.white), (0, 1));
}

#[test]
fn only_linked_stones_die_with_a_stone() {
    // The white stone B3 is linked to C3, but not to D1 and E1.
    let drawing = ". X X . .
                   X O O . .
                   . X X . .
                   . . . O O";
    let quirks = ",-stale_liberties,-async_group_sum";
    let scene = Scene::new(drawing, quirks, "D3", "A1", 3).ticks(1);
    assert_eq!((scene.at("B3"), scene.at("C3"), scene.at("D1")), (None, None, Some(Color::White)));
    assert_eq!(scene.get::<Tally>().captures.black, 2);
}

#[test]
fn a_colour_without_stones_makes_the_game_void() {
    let drawing = ". X . .
                   X O . .
                   . X . .";
    let scene = Scene::new(drawing, ",-stale_liberties", "C2", "D3", 1).ticks(1);
    assert_eq!((scene.at("B2"), scene.at("D3")), (None, Some(Color::White)));
    assert_eq!(scene.get::<Tally>().outcome, None, "White has placed another stone");
    let drawing = "O X . .";
    let scene = Scene::new(drawing, ",-stale_liberties", "C1", "A1", 1).ticks(1);
    assert_eq!(scene.get::<Tally>().stones.white, 0);
    assert_eq!(scene.get::<Tally>().outcome, Some(Outcome::Void));
}
