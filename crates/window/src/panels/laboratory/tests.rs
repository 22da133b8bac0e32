//! Tests of the laboratory without a window: stores, requests by clicks, the form and its text, and runs.

use super::store::{column_about, column_words};
use super::*;
use crate::testing::harness;
use bevy::platform::time::Instant;
use bevy_egui::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::Path;
use stonefield_lab::background::RunPhase;
use stonefield_lab::{Laboratory, RunSettings};

/// File for a test, removed afterwards.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str) -> Self {
        let file =
            Self(std::env::temp_dir().join(format!("stonefield-lab-{name}-{}.db", std::process::id())));
        file.remove();
        file
    }

    fn remove(&self) {
        for end in ["", "-wal", "-shm", ".lock"] {
            let mut path = self.0.as_os_str().to_owned();
            path.push(end);
            let _ = std::fs::remove_file(path);
        }
    }

    /// Plays a plan into the file.
    fn with_games(self, plan: &str) -> Self {
        let plan = Plan::read(plan).expect("a plan");
        let mut laboratory = Laboratory::open(plan, &self.0, true).expect("a store");
        laboratory.play(&RunSettings::default(), &mut ()).expect("played");
        laboratory.close().expect("written");
        self
    }

    fn name(&self) -> String {
        file_name(&self.0)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        self.remove();
    }
}

const PLAN: &str = "games = 6\nsize = [5, 7]\nblack = \"sensible\"\nwhite = \"random\"\nalternate = true\nmeasures = [\"captures\"]\n";

/// Updates the window until a condition holds. Fails after 60 s.
fn poll_until(window: &mut LabWindow, is_done: impl Fn(&LabWindow) -> bool) {
    let began = Instant::now();
    while !is_done(window) {
        window.poll(true);
        assert!(began.elapsed() < Duration::from_secs(60), "the condition never holds");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// True if all stores are read, with the current column.
fn is_read(window: &LabWindow) -> bool {
    let is_current = |store: &ShownStore| {
        store.reading.as_ref().is_some_and(|reading| reading.column == window.picture.column)
    };
    window.stores.iter().all(is_current)
}

/// Returns a window with these stores, which are read.
fn window_with(files: &[&TestFile]) -> LabWindow {
    let mut window = LabWindow::default();
    for file in files {
        window.show_store(file.0.clone());
    }
    poll_until(&mut window, is_read);
    window
}

struct Bench {
    window: LabWindow,
    requests: Vec<LabRequest>,
    /// Width of the content, in points.
    width: f32,
}

/// Returns a harness with the window; its state keeps the requests.
fn bench(window: LabWindow, size: [f32; 2]) -> Harness<'static, Bench> {
    let state = Bench { window, requests: Vec::new(), width: 0.0 };
    let mut harness = harness(size, state, move |ui, bench: &mut Bench| {
        let room = vec2(size[0] - 16.0, size[1] - 60.0);
        if bench.window.folded {
            window::strip(ui, &mut bench.window, &mut bench.requests);
        } else {
            window::panel(ui, &mut bench.window, room, &[], &mut bench.requests);
        }
        bench.width = ui.min_rect().width();
    });
    harness.run_steps(4);
    harness
}

/// Clicks the first widget whose label begins with a text.
fn click(harness: &mut Harness<'_, Bench>, begins: &str) {
    {
        let mut widgets =
            harness.query_all_by(|node| node.label().is_some_and(|label| label.starts_with(begins)));
        widgets.next().unwrap_or_else(|| panic!("no label begins with '{begins}'")).click();
    }
    harness.run_steps(4);
}

/// True if a label contains a text.
fn has(harness: &Harness<'_, Bench>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

#[test]
fn a_line_chooses_a_combination_and_a_row_is_opened() {
    let file = TestFile::new("opened").with_games(PLAN);
    let mut harness = bench(window_with(&[&file]), [1180.0, 760.0]);
    assert!(has(&harness, &file.name()) && has(&harness, "12 of 12 games"));
    assert!(has(&harness, "12 games"), "all games are listed");
    click(&mut harness, "7  6  ");
    assert!(has(&harness, "size 7, 6 games"));
    let store = harness.state().window.stores[0].id;
    click(&mut harness, "3  7  ");
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::Row(store, 3)));
    // Another click on the line lists all rows again.
    click(&mut harness, "7  6  ");
    assert!(harness.state().window.stores[0].chosen.is_empty());
}

#[test]
fn a_head_sorts_rows_and_the_strip_steps_in_that_order() {
    let file = TestFile::new("sorted").with_games(PLAN);
    let mut harness = bench(window_with(&[&file]), [1180.0, 760.0]);
    // The table of combinations has such a head too, further up.
    let last = harness.query_all_by_label("by ticks").last().expect("a head of the rows");
    last.click();
    harness.run_steps(4);
    let reading = harness.state().window.stores[0].reading.clone().expect("read");
    let mut ticks: Vec<_> = reading.games.iter().map(|game| (game.ticks, game.row)).collect();
    ticks.sort_unstable();
    let (longest, next) = (ticks[11].1, ticks[10].0);
    let window = &mut harness.state_mut().window;
    let id = window.stores[0].id;
    let row = window.rows.beside(&reading, longest, true).expect("there are more");
    let ticks_of = |row: u64| reading.games.iter().find(|game| game.row == row).map(|game| game.ticks);
    assert_eq!(ticks_of(row), Some(next));
    (window.folded, window.rows.opened) = (true, Some((id, row)));
    harness.run_steps(3);
    assert!(has(&harness, &format!("game {row} of {}", file.name())));
    click(&mut harness, "‹ Game");
    let request = harness.state_mut().requests.pop();
    let Some(LabRequest::Row(_, before)) = request else { panic!("{request:?}") };
    assert_eq!(ticks_of(before), Some(ticks[11].0));
    click(&mut harness, "Unfold");
    assert!(!harness.state().window.folded);
}

#[test]
fn stores_are_compared_and_a_bar_lists_its_rows() {
    let one = TestFile::new("one").with_games(PLAN);
    let other =
        TestFile::new("other").with_games("games = 5\nsize = 5\nblack = \"random\"\nwhite = \"random\"\n");
    let mut harness = bench(window_with(&[&one, &other]), [1180.0, 760.0]);
    let shares = harness.query_all_by_label_contains(" games won").count();
    assert_eq!(shares, 2, "a share for each store");
    click(&mut harness, "bar stonefield-lab-other");
    let words = harness.state().window.picture.picked_words().expect("picked");
    let count: usize =
        words.split(": ").last().and_then(|tail| tail.split(' ').next()?.parse().ok()).expect("a count");
    assert!(has(&harness, &format!("{words}, {}", counted(count as u64, "game"))), "{words}");
    // A newly chosen number is read first.
    let window = &mut harness.state_mut().window;
    window.picture.column = "ticks".to_owned();
    poll_until(window, is_read);
    harness.run_steps(3);
    assert!(harness.query_all_by_label_contains("bar ").count() > 1);
    assert_eq!(harness.state().window.picture.picked_words(), None);
    click(&mut harness, "×");
    let id = harness.state().window.stores[0].id;
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::Close(id)));
}

#[test]
fn numbers_have_names_of_the_window() {
    let names = ["capacity", "capacity during games", "plies", "captures by mind"].map(column_words);
    assert_eq!(names, ["total heat", "total heat during games", "moves", "captures by mind"]);
    assert_eq!(column_about("The mean", "capacity"), "The mean\nIn files: capacity");
    assert_eq!(column_about("The mean", "ticks"), "The mean");
}

#[test]
fn a_file_that_is_no_store_shows_its_fault() {
    let file = TestFile::new("foreign");
    std::fs::write(&file.0, "no store").expect("a file");
    let mut window = LabWindow::default();
    window.show_store(file.0.clone());
    poll_until(&mut window, |window| window.stores[0].fault.is_some());
    let harness = bench(window, [1180.0, 760.0]);
    assert!(has(&harness, "this is not a store of games"));
}

#[test]
fn the_form_edits_the_text_and_faults_have_line_and_column() {
    let mut window = LabWindow { page: LabPage::Plan, ..LabWindow::default() };
    window.form.set_text("games = 10\n".to_owned());
    let mut harness = bench(window, [1180.0, 760.0]);
    assert!(has(&harness, "1 combination × 10 games = 10 games"));
    harness.get_by_role_and_label(Role::TextInput, "Sizes").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Sizes").type_text("5, 7");
    harness.run_steps(4);
    assert!(harness.state().window.form.text().contains("size = [5, 7]"));
    assert!(has(&harness, "2 combinations × 10 games = 20 games"));
    click(&mut harness, "captures");
    click(&mut harness, "Alternate colours");
    let text = harness.state().window.form.text();
    assert!(text.contains("measures = [\"captures\"]") && text.contains("alternate = true"), "{text}");
    click(&mut harness, "captures");
    assert!(!harness.state().window.form.text().contains("measures"));
    for (button, request) in [
        ("Play", LabRequest::Play),
        ("Into a file…", LabRequest::Run),
        ("On a wall", LabRequest::Watch(None)),
    ] {
        click(&mut harness, button);
        assert_eq!(harness.state_mut().requests.pop(), Some(request));
    }
    // With a fault the plan cannot be played.
    harness.state_mut().window.form.set_text("games = 10\nsise = 7\n".to_owned());
    harness.run_steps(3);
    assert!(has(&harness, "line 2, column 1: a plan has no key 'sise'"));
    click(&mut harness, "Play");
    assert_eq!(harness.state_mut().requests.pop(), None);
    harness.state_mut().window.form.set_text("games = \n".to_owned());
    harness.run_steps(3);
    assert!(has(&harness, "line 1, column") && has(&harness, "not TOML"));
}

#[test]
fn the_command_names_the_files() {
    let mut form = PlanForm::new(PLAN.to_owned());
    assert_eq!(form.command(None), "stonefield lab run plan.toml -o plan.db");
    form.file = Some((PathBuf::from("my plan.toml"), PLAN.to_owned()));
    let command = form.command(Some(Path::new("/runs/a.db")));
    assert_eq!(command, "stonefield lab run 'my plan.toml' -o /runs/a.db");
    let mut harness = bench(LabWindow { page: LabPage::Plan, ..LabWindow::default() }, [1180.0, 760.0]);
    harness.state_mut().window.form = form;
    harness.run_steps(3);
    click(&mut harness, "Copy");
    let copied = LabRequest::Copy("stonefield lab run 'my plan.toml' -o 'my plan.db'".to_owned());
    assert_eq!(harness.state_mut().requests.pop(), Some(copied));
}

#[test]
fn the_command_allows_programs_and_knows_tournaments() {
    let command = |text: &str| {
        let mut form = PlanForm::new(text.to_owned());
        let _ = form.parse();
        form.command(None)
    };
    let program = command("games = 2\nblack = \"gtp:[gnugo --mode gtp]\"\n");
    assert_eq!(program, "stonefield lab run plan.toml -o plan.db --allow-programs");
    let tournament = command("games = 2\nplayers = [\"random\", \"sensible\"]\n");
    assert_eq!(tournament, "stonefield lab tournament plan.toml -o plan.db");
}

#[test]
fn an_unchanged_form_follows_the_board() {
    let mut window = LabWindow::default();
    let setup = |side: u16| GameSetup {
        size: stonefield_go::Size::square(side).expect("a size"),
        ..GameSetup::default()
    };
    for side in [7, 5] {
        window.propose(&setup(side), VacantSeats::default());
        let plan = window.form.parse().as_ref().expect("a plan");
        assert_eq!(plan.game(0).expect("a game").setup.size, setup(side).size);
    }
    let text = window.form.text().replace("games = 100", "games = 3");
    window.form.set_text(text.clone());
    window.propose(&setup(9), VacantSeats::default());
    assert_eq!(window.form.text(), text, "the change of the user stays");
    // On request a changed form is filled too; its other keys stay.
    window.form.fill(&setup(9), VacantSeats::default());
    assert!(window.form.text().contains("size = \"9x9\"") || window.form.text().contains("size = 9"));
    assert!(window.form.text().contains("games = 3"));
}

#[test]
fn the_form_says_which_seats_are_vacant_on_the_board_and_asks_who_plays_instead() {
    let mut window = LabWindow { page: LabPage::Plan, ..LabWindow::default() };
    let brains = stonefield_go::ByColor::new("swarm", "random");
    let brains = brains.map(|name| BrainSpec::named(name).expect("a mind"));
    let why = "A person plays White on the board.";
    let vacant = VacantSeats::new(None, Some(why.to_owned()));
    window.propose(&GameSetup { brains, ..GameSetup::default() }, vacant);
    let mut harness = bench(window, [1180.0, 760.0]);
    assert!(has(&harness, &format!("{why} In the plan plays instead:")));
    assert!(!has(&harness, "Instead of Black's person"));
    click(&mut harness, "Instead of White's person");
    click(&mut harness, "mcts");
    let text = harness.state().window.form.text();
    assert!(text.contains("white = \"mcts\"") && text.contains("black = \"swarm\""), "{text}");
    // Another text is not of the board.
    harness.state_mut().window.form.set_text(PLAN.to_owned());
    harness.run_steps(3);
    assert!(!has(&harness, why));
}

#[test]
fn people_on_the_board_are_replaced_by_minds_in_a_plan() {
    let mut app = stonefield_sim::create_app();
    let brains = stonefield_go::ByColor::new("human", "swarm");
    let brains = brains.map(|name| BrainSpec::named(name).expect("a mind"));
    let setup = GameSetup { brains, ..GameSetup::default() };
    let goban = stonefield_sim::spawn_goban(app.world_mut(), &setup).expect("a game");
    let mut gobans = app.world_mut().query::<SetupParts>();
    let parts = gobans.get(app.world(), goban).expect("a goban");
    let (planned, vacant) = board_setup(Some(parts), &NextGame::default()).expect("a set-up");
    assert_eq!(planned.brains.white.name(), "swarm");
    assert_eq!(planned.brains.black.name(), "sensible");
    assert_eq!(vacant.black.as_deref(), Some("A person plays Black on the board."));
    assert_eq!(vacant.white, None);
}

#[test]
fn minds_are_ticked_in_a_list() {
    let mut window = LabWindow { page: LabPage::Plan, ..LabWindow::default() };
    window.form.set_text("games = 4\nwhite = \"random\"\n".to_owned());
    let mut harness = bench(window, [1180.0, 760.0]);
    harness.query_all_by_label("…").last().expect("a list beside White").click();
    harness.run_steps(4);
    click(&mut harness, "mcts");
    assert!(harness.state().window.form.text().contains("white = [\"random\", \"mcts\"]"));
    click(&mut harness, "random");
    let text = harness.state().window.form.text();
    assert!(text.contains("white = \"mcts\""), "{text}");
}

#[test]
fn a_tournament_has_a_cross_table_and_a_player_lists_its_games() {
    let file = TestFile::new("cross")
        .with_games("games = 4\nsize = 5\nplayers = [\"sensible\", \"random\", \"swarm\"]\n");
    let mut harness = bench(window_with(&[&file]), [1180.0, 760.0]);
    let standings =
        harness.state().window.stores[0].reading.as_ref().and_then(|reading| reading.standings.clone());
    let standings = standings.expect("a tournament");
    let best = standings.order()[0];
    let name = standings.players[best].name.clone();
    click(&mut harness, &format!("1  {name}"));
    let chosen = &harness.state().window.stores[0].chosen;
    assert_eq!(chosen.len(), 2, "both its pairings: {chosen:?}");
    assert!(has(&harness, "2 combinations, 8 games"));
    click(&mut harness, &format!("1  {name}"));
    assert!(harness.state().window.stores[0].chosen.is_empty());
    let id = harness.state().window.stores[0].id;
    click(&mut harness, "Watch");
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::Watch(Some(id))));
}

#[test]
fn numbers_are_charted_by_mind_and_by_tick() {
    let plan = PLAN.replace("\"captures\"", "\"captures\", \"groups@5\"");
    let file = TestFile::new("numbers").with_games(&plan);
    let mut harness = bench(window_with(&[&file]), [1180.0, 760.0]);
    let show = |harness: &mut Harness<'_, Bench>, column: &str| {
        let window = &mut harness.state_mut().window;
        let reading = window.stores[0].reading.as_ref().expect("read");
        assert!(reading.columns.iter().any(|name| name == column), "{column}: {:?}", reading.columns);
        column.clone_into(&mut window.picture.column);
        poll_until(window, is_read);
        harness.run_steps(3);
    };
    show(&mut harness, "score by mind");
    assert!(has(&harness, "bar first mind") && has(&harness, "bar second mind"));
    // The difference of both sides' numbers is the lead.
    let reading = harness.state().window.stores[0].reading.clone().expect("read");
    for game in reading.games.iter().filter(|game| game.end.counts()) {
        assert!((game.value - game.second - game.ahead).abs() < 1e-9, "row {}", game.row);
    }
    click(&mut harness, "bar second mind");
    let words = harness.state().window.picture.picked_words().expect("picked");
    assert!(words.starts_with("second mind") && has(&harness, &format!("{words}, ")), "{words}");
    show(&mut harness, "black_groups during games");
    let reading = harness.state().window.stores[0].reading.clone().expect("read");
    let course = reading.course.as_ref().expect("a course");
    let samples: Vec<_> = course.samples(None, 250).collect();
    assert!(samples.len() > 3 && samples.iter().all(|(tick, _)| tick % 5 == 0), "{samples:?}");
    assert_eq!(samples[0].1.count(), 12);
    assert!(samples.is_sorted_by_key(|(tick, _)| *tick));
    // The games of all combinations are those of each, added up.
    let count = |combination: u64| {
        course.samples(Some(combination), 250).next().map_or(0, |(_, sample)| sample.count())
    };
    let first: u64 = (0..2).map(count).sum();
    assert_eq!(first, 12);
}

#[test]
fn a_run_pauses_and_its_rows_open_while_it_plays() {
    let file = TestFile::new("run");
    let mut window = LabWindow::default();
    let plan =
        Plan::read("games = 1000000\nsize = 9\nblack = \"random\"\nwhite = \"random\"\n").expect("a plan");
    window.play(plan, file.0.clone());
    poll_until(&mut window, |window| {
        let is_begun = window.stores[0].progress.as_ref().is_some_and(|progress| progress.done > 5);
        is_begun && window.stores[0].reading.as_ref().is_some_and(|reading| !reading.games.is_empty())
    });
    let id = window.stores[0].id;
    let mut harness = bench(window, [1180.0, 760.0]);
    assert!(has(&harness, "games a second") && has(&harness, "to go") && has(&harness, "Black wins"));
    click(&mut harness, "0  ");
    assert_eq!(
        harness.state_mut().requests.pop(),
        Some(LabRequest::Row(id, 0)),
        "rows are there while it is played"
    );
    click(&mut harness, "Pause");
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::Pause(id)));
    let window = &mut harness.state_mut().window;
    window.store(id).expect("open").halt(false);
    poll_until(window, |window| !window.stores[0].is_playing());
    assert_eq!(window.stores[0].progress.as_ref().expect("a run").phase, RunPhase::Halted);
    harness.run_steps(3);
    click(&mut harness, "Go on");
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::GoOn(id)));
    let window = &mut harness.state_mut().window;
    window.store(id).expect("open").halt(true);
    window.poll(true);
    assert!(window.stores[0].progress.is_none(), "a stopped run is removed");
    assert!(!window.stores[0].is_complete());
}

#[test]
fn expensive_minds_need_permission_and_persons_are_refused() {
    let plan =
        |mind: &str| Plan::read(&format!("games = 1\nsize = 5\nblack = \"{mind}\"\n")).expect("a plan");
    let mut window = LabWindow { page: LabPage::Plan, ..LabWindow::default() };
    let trust = Trust::new(Vec::new(), 2, false);
    let cheap = window.admit(plan("random"), RunTarget::NewStore, trust.clone());
    assert!(cheap.is_ok_and(|plan| plan.is_some()));
    let expensive = window.admit(plan("mcts:playouts=200000000"), RunTarget::NewStore, trust.clone());
    assert!(expensive.is_ok_and(|plan| plan.is_none()));
    let mut harness = bench(window, [1180.0, 760.0]);
    assert!(has(
        &harness,
        "asks for about 26 minutes of computing a move on 5x5. Is it to be played all the same?"
    ));
    click(&mut harness, "Play it");
    assert_eq!(harness.state_mut().requests.pop(), Some(LabRequest::Answer(true)));
    let window = &mut harness.state_mut().window;
    let RunQuestion { mind, plan, target, mut trust, .. } = window.question.take().expect("a question");
    trust.allow(&mind);
    assert!(window.admit(plan, target, trust.clone()).is_ok_and(|plan| plan.is_some()));
    if let Ok(person) = Plan::read("games = 1\nblack = \"human\"\n") {
        let refused = window.admit(person, RunTarget::NewStore, trust);
        assert!(refused.is_err_and(|why| why.contains("waits for a person")));
    }
}

#[test]
fn both_pages_fit_into_small_windows() {
    let file = TestFile::new("room").with_games(PLAN);
    for size in [[1180.0, 700.0], [952.0, 600.0]] {
        for page in [LabPage::Results, LabPage::Plan] {
            let window = LabWindow { page, ..window_with(&[&file]) };
            let harness = bench(LabWindow { page, ..window }, size);
            let width = harness.state().width;
            assert!(width <= size[0], "{page:?} takes {width} of {}", size[0]);
        }
    }
}

#[test]
fn in_a_tiny_window_the_title_row_fits_and_the_page_scrolls() {
    let mut window = LabWindow::default();
    for page in [LabPage::Results, LabPage::Plan] {
        window.page = page;
        let harness = bench(std::mem::take(&mut window), [480.0, 360.0]);
        let mut right = 0.0;
        for label in ["Laboratory", "Results", "Plan", "Open…", "Fold", "Close"] {
            let rect = harness
                .query_all_by_label(label)
                .map(|part| part.rect())
                .min_by(|one, other| one.top().total_cmp(&other.top()));
            let rect = rect.unwrap_or_else(|| panic!("no label '{label}'"));
            assert!(rect.left() >= right && rect.right() <= 480.0, "{label}: {rect:?} after {right}");
            right = rect.right();
        }
        assert!(harness.state().width <= 480.0, "{page:?}: {}", harness.state().width);
    }
}

#[test]
fn the_field_fill_takes_a_share() {
    let window = LabWindow { page: LabPage::Plan, ..LabWindow::default() };
    let mut harness = bench(window, [1180.0, 760.0]);
    for (typed, wrong) in [("0.3", None), ("0.95", Some("a share from 0 to 0.9"))] {
        harness.state_mut().window.form.set_text("size = 9\n".to_owned());
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::TextInput, "Fill").focus();
        harness.run_steps(2);
        harness.get_by_role_and_label(Role::TextInput, "Fill").type_text(typed);
        harness.run_steps(4);
        let form = &mut harness.state_mut().window.form;
        assert!(form.text().contains(&format!("fill = {typed}")), "{}", form.text());
        let error = form.parse().as_ref().err().map(ToString::to_string);
        match wrong {
            None => assert_eq!(error, None),
            Some(wrong) => assert!(error.as_ref().is_some_and(|error| error.contains(wrong)), "{error:?}"),
        }
    }
}
