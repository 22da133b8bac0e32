//! Tests of the table of stones without a window.

use super::*;
use crate::shell::state::Watched;
use crate::testing::harness;
use bevy::ecs::system::RunSystemOnce;
use bevy_egui::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use stonefield_go::Color;
use stonefield_go::notation::sgf::Collection;
use stonefield_sim::{GameSetup, Groups, Occupancy, Referee, create_app, spawn_goban, ticks};

/// Plays a game of `count` ticks; returns the app, the goban and the rows.
fn played(size: u16, count: u64) -> (App, Entity, Vec<StoneRow>) {
    let mut app = create_app();
    let setup =
        GameSetup { size: stonefield_go::Size::square(size).expect("a size"), ..GameSetup::default() };
    let goban = spawn_goban(app.world_mut(), &setup).expect("a game");
    ticks(app.world_mut(), count);
    app.insert_resource(Watched(goban));
    let gather = |goban: WatchedGoban<RowParts<'static>>, reader: BoardReader| {
        rows::gather(goban.get().expect("a goban"), &reader)
    };
    let rows = app.world_mut().run_system_once(gather).expect("its parameters are there");
    (app, goban, rows)
}

fn table(rows: Vec<StoneRow>) -> StoneTable {
    let mut table = StoneTable::default();
    table.take((Entity::PLACEHOLDER, 1, Collection::new().add_game(), 1), rows);
    table
}

#[test]
fn rows_agree_with_agents_and_referee() {
    let (app, goban, rows) = played(9, 70);
    let part = app.world().entity(goban);
    let (occupancy, groups) = (part.get::<Occupancy>().expect("it"), part.get::<Groups>().expect("it"));
    let position = &part.get::<Referee>().expect("it").position;
    assert_eq!(rows.len(), occupancy.ids().count());
    for row in &rows {
        assert_eq!(position.at(row.point), Some(row.color));
        assert_eq!(row.liberties as usize, position.liberties(row.point) as usize, "{}", row.point);
        assert_eq!(row.stones as usize, position.chain(row.point).len());
        assert_eq!(groups.oldest(row.id), Some(row.group));
        assert!(row.age < 70 && row.own_liberties <= 4);
    }
}

#[test]
fn sorting_and_filtering_agree_with_a_plain_search() {
    let (_, _, all) = played(13, 120);
    for column in StoneColumn::ALL {
        for up in [true, false] {
            let places = filter::filtered_rows(&all, &StoneFilter::default(), column, up);
            let numbers: Vec<f64> = places.iter().map(|&at| all[at as usize].number(column)).collect();
            let with_value: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
            assert!(with_value.is_sorted_by(|one, other| if up { one <= other } else { one >= other }));
            assert!(
                numbers[with_value.len()..].iter().all(|number| number.is_nan()),
                "rows without a value come last"
            );
            assert_eq!(places.len(), all.len());
        }
    }
    let filter: StoneFilter = "white group>=3 age<60".parse().expect("a filter");
    let filtered = filter::filtered_rows(&all, &filter, StoneColumn::Id, true);
    let matches = |row: &&StoneRow| row.color == Color::White && row.stones >= 3 && row.age < 60;
    assert_eq!(filtered.len(), all.iter().filter(matches).count());
    assert!(!filtered.is_empty() && filtered.len() < all.len());
    let csv = String::from_utf8(rows::csv(&all, &filtered, false).expect("rows")).expect("text");
    let mut lines = csv.lines();
    let heading = "id,point,color,age,own_liberties,group,group_stones,group_liberties,temperature,links";
    assert_eq!(lines.next(), Some(heading));
    assert_eq!(lines.clone().count(), filtered.len());
    assert!(lines.all(|line| line.split(',').count() == 10 && line.contains("White")));
}

#[test]
fn a_click_on_a_heading_sorts_a_click_on_a_row_selects_and_a_filter_is_typed() {
    let (_, _, rows) = played(9, 40);
    let count = rows.len();
    let first = rows[0].point;
    let state = (table(rows), None::<Point>, Vec::<TablePressed>::new());
    let mut window = harness([700.0, 400.0], state, |ui, (table, selected, pressed)| {
        let request = panel(ui, table, *selected);
        if let Some(TablePressed::Select(point)) = request {
            *selected = Some(point);
        }
        pressed.extend(request);
    });
    window.run_ok();
    window.get_by_label(&counted(count, "stone"));
    window.get_all_by_label(&first.to_string()).next().expect("a row");
    window.get_by_role_and_label(Role::Button, "Age").click();
    window.run_ok();
    assert_eq!(window.state().0.sort, Sort { column: StoneColumn::Age, up: true });
    window.get_by_role_and_label(Role::Button, "Age").click();
    window.run_ok();
    assert!(!window.state().0.sort.up, "the other way round");
    let oldest = window.state().0.shown[0] as usize;
    let point = window.state().0.rows[oldest].point;
    let at = window.get_by_label(&point.to_string()).rect().center();
    window.drag_at(at);
    window.run_ok();
    window.drop_at(at);
    window.run_ok();
    assert_eq!(window.state().1, Some(point));
    window.get_by_role_and_label(Role::TextInput, "Filter").focus();
    window.run_ok();
    window.get_by_role_and_label(Role::TextInput, "Filter").type_text("white group>=2");
    window.run_ok();
    let table = &window.state().0;
    assert!(table.shown.len() < count && table.fault.is_none());
    assert!(table.shown.iter().all(|&at| table.rows[at as usize].color == Color::White));
    window.get_by_label("CSV…").click();
    window.run_ok();
    assert_eq!(window.state().2.last(), Some(&TablePressed::Save));
}

#[test]
fn of_300_000_rows_the_selected_one_is_scrolled_to() {
    let stone = |id: u32| StoneRow {
        id,
        color: if id.is_multiple_of(2) { Color::Black } else { Color::White },
        point: Point::new((id % 1024) as u16, (id / 1024) as u16),
        age: u64::from(id),
        own_liberties: 1,
        group: id,
        stones: 1,
        liberties: 1,
        temperature: 0.0,
        links: 0,
        death: None,
    };
    let rows: Vec<StoneRow> = (0..300_000).map(stone).collect();
    let wanted = rows[222_222].point;
    let mut window = harness([700.0, 400.0], table(rows), |ui, table| {
        panel(ui, table, Some(wanted));
    });
    window.run_ok();
    window.run_steps(4);
    assert!(window.query_by_label(&wanted.to_string()).is_some(), "{wanted} is in sight");
}

#[test]
fn dead_stones_have_rows_and_lead_to_their_last_tick() {
    let (mut app, goban, rows) = played(9, 70);
    let alive = rows.len();
    app.insert_resource(StoneTable { dead: true, ..StoneTable::default() }).init_resource::<Redraw>();
    find_deaths(app.world_mut());
    let all = deaths(app.world_mut(), goban, 0, 70).expect("a goban");
    let found = app.world().resource::<StoneTable>().deaths.clone();
    assert_eq!(found.all, all);
    assert!(!all.is_empty());
    assert_eq!(found.until.map(|(of, tick, _)| (of, tick)), Some((goban, 70)));
    // Only new ticks are searched.
    ticks(app.world_mut(), 5);
    find_deaths(app.world_mut());
    assert!(app.world().resource::<StoneTable>().deaths.all.starts_with(&all));
    let rows = rows.into_iter().chain(all.iter().map(rows::of_death)).collect();
    let state = (table(rows), Vec::<TablePressed>::new());
    let mut window =
        harness([900.0, 1600.0], state, |ui, (table, pressed)| pressed.extend(panel(ui, table, None)));
    window.get_by_label("Dead stones").click();
    window.run_ok();
    window.get_by_role_and_label(Role::Button, "Died").click();
    window.run_ok();
    let first = all.iter().map(|dead| dead.tick).min().expect("one");
    let shown = &window.state().0;
    assert_eq!(shown.rows[shown.shown[0] as usize].death.map(|(tick, _)| tick), Some(first));
    assert!(
        shown.shown[all.len()..].iter().all(|&at| shown.rows[at as usize].death.is_none()),
        "the living last"
    );
    let by = shown.rows[shown.shown[0] as usize].text(StoneColumn::By);
    let at = window.get_all_by_label(&by).next().expect("its row").rect().center();
    window.drag_at(at);
    window.run_ok();
    window.drop_at(at);
    window.run_ok();
    let Some(TablePressed::LastLife(tick, point)) = window.state().1.last() else { panic!("{by}") };
    assert!(all.iter().any(|dead| dead.tick == tick + 1 && dead.point == *point));
    window.get_by_role_and_label(Role::TextInput, "Filter").focus();
    window.run_ok();
    window.get_by_role_and_label(Role::TextInput, "Filter").type_text("alive");
    window.run_ok();
    assert_eq!(window.state().0.shown.len(), alive);
    let csv = rows::csv(&window.state().0.rows, &[alive as u32], true).expect("a row");
    let csv = String::from_utf8(csv).expect("text");
    let (head, row) = csv.trim_end().split_once('\n').expect("two lines");
    assert!(head.ends_with(",links,died,taken_by"), "{head}");
    assert!(row.contains(",,,,,,") && row.ends_with(&rows::of_death(&all[0]).text(StoneColumn::By)), "{row}");
}
