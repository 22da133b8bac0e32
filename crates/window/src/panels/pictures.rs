//! Window that saves pictures and films: kind, size, ticks, and progress.

use super::super::pictures::{
    FilmOptions, LONGEST_SIDE, MAX_FPS, PictureJob, PictureKind, PictureRecord, RenderError, RenderOptions,
    SHORTEST_SIDE, is_numbered,
};
use super::file_task::{PickedPictureFile, PictureFile};
use super::files::FileQuestion;
use super::minds::Adviser;
use crate::platform::{Host, Platform};
use crate::shell::camera::CameraMode;
use crate::shell::files::written_message;
use crate::shell::keys::Action;
use crate::shell::layers::Layers;
use crate::shell::notices::Notices;
use crate::shell::palette::{AbsoluteHeat, Theme, WantedColormap};
use crate::shell::panel::{AddPanel, OpenPanels, Panel};
use crate::shell::quality::Quality;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::WatchedGoban;
use crate::shell::widgets::{complaint, hint, row, segments, switch};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, DragValue, ProgressBar, Ui, Vec2};
use core::time::Duration;
use std::path::{Path, PathBuf};
use stonefield_go::Color;
use stonefield_go::notation::counted;
use stonefield_go::notation::sgf::Reading;
use stonefield_minds::{BrainSpec, Trust};
use stonefield_sim::history::Record;
use stonefield_sim::{GameRecord, Jumped, Seats, TrustPolicy};

/// Width of the window, in points.
const WIDTH: f32 = 400.0;

/// Interval between two redraws that show the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(150);

/// Error text if a mind is to think and no layer shows its thoughts.
const NOTHING_THOUGHT: &str = "a mind is to think about each picture, and no layer is on that shows it: candidates, variation, ownership or bids";

/// Kind of picture or film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Product {
    #[default]
    Picture,
    Drawing,
    Gif,
    Apng,
    Numbered,
}

impl Product {
    const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Picture, "PNG", "A picture of one tick"),
        (Self::Drawing, "SVG", "A drawing of one tick: sharp at any size, and its parts can be changed"),
        (Self::Gif, "GIF", "A film that plays everywhere, with few colours"),
        (Self::Apng, "APNG", "A film with all colours, for browsers"),
        (Self::Numbered, "PNGs", "A picture of each tick: name-00000.png, name-00001.png, …"),
    ];

    /// Returns the kinds that this build can make.
    fn available() -> Vec<(Self, &'static str, &'static str)> {
        let all = Self::ALL.into_iter();
        all.filter(|(product, ..)| {
            PictureJob::makes(product.kind()) && (Host::HAS_THREADS || !product.is_film())
        })
        .collect()
    }

    const fn kind(self) -> PictureKind {
        match self {
            Self::Picture | Self::Numbered => PictureKind::Png,
            Self::Drawing => PictureKind::Svg,
            Self::Gif => PictureKind::Gif,
            Self::Apng => PictureKind::Apng,
        }
    }

    const fn is_film(self) -> bool {
        matches!(self, Self::Gif | Self::Apng | Self::Numbered)
    }

    /// Returns the kind of the file, or files, that are written.
    const fn file(self) -> PictureFile {
        PictureFile { kind: self.kind(), numbered: matches!(self, Self::Numbered) }
    }
}

/// Window of pictures, and the job that makes them.
#[derive(Resource, Debug)]
pub struct PicturesPanel {
    product: Product,
    /// Width and height, in pixels: of pictures, then of films.
    sizes: [[u32; 2]; 2],
    /// Tick of a picture. `None`: the tick on the board.
    after: Option<u64>,
    from: u64,
    /// Last tick of a film. `None`: the last tick of the game.
    to: Option<u64>,
    every: u64,
    fps: f64,
    once: bool,
    thinks: bool,
    job: Option<(PictureJob, PathBuf)>,
    outcome: Option<Result<String, String>>,
}

impl Default for PicturesPanel {
    fn default() -> Self {
        let FilmOptions { from, to, every, fps, once } = FilmOptions::default();
        Self {
            product: Product::default(),
            sizes: [[1280, 800], [640, 640]],
            after: None,
            from,
            to,
            every,
            fps,
            once,
            thinks: false,
            job: None,
            outcome: None,
        }
    }
}

impl PicturesPanel {
    /// Resets the chosen ticks, for another game.
    fn reset_ticks(&mut self) {
        let FilmOptions { from, to, every, .. } = FilmOptions::default();
        (self.after, self.from, self.to, self.every) = (None, from, to, every);
    }
}

/// Facts of the game on the board.
#[derive(Clone, Debug)]
struct PictureSubject {
    now: u64,
    last: u64,
    /// The mind that would think about the pictures.
    adviser: Option<BrainSpec>,
    /// Reason why no picture can be made, if any.
    obstacle: Option<String>,
}

/// Request of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PicturesRequest {
    Save,
    Cancel,
}

const WINDOW: Panel = Panel::floating("Pictures", 10).key(Action::Pictures);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PicturesPanel>()
        .add_window(WINDOW, show)
        .add_message::<PickedPictureFile>()
        .add_systems(Update, follow);
}

/// Starts a job when a file was picked, and reports the outcome of a finished job.
fn follow(
    mut panel: ResMut<PicturesPanel>,
    mut picked: MessageReader<PickedPictureFile>,
    (mut jumps, mut last_goban): (MessageReader<Jumped>, Local<Option<Entity>>),
    goban: WatchedGoban<(&GameRecord, &Seats)>,
    adviser: Option<Res<Adviser>>,
    (layers, camera, quality): (Res<Layers>, Res<CameraMode>, Res<Quality>),
    (theme, heat_colors, absolute): (Res<Theme>, Res<WantedColormap>, Res<AbsoluteHeat>),
    trust: Option<Res<TrustPolicy>>,
    mut notices: ResMut<Notices>,
    mut redraw: ResMut<Redraw>,
) {
    let new_games = jumps.read().filter(|jump| jump.new_game && jump.goban == goban.id()).count();
    if last_goban.replace(goban.id()) != Some(goban.id()) || new_games > 0 {
        panel.reset_ticks();
    }
    for PickedPictureFile(path) in picked.read() {
        let Some(goban) = goban.get() else { continue };
        let trust = trust.as_ref().map(|trust| trust.0.clone()).unwrap_or_default();
        let look = (*layers, (*camera, *quality), *theme, (*heat_colors, *absolute));
        let started = options(&panel, path, goban, adviser.as_deref(), look, trust).and_then(|options| {
            let path = options.path.clone();
            Ok((PictureJob::begin(options)?, path))
        });
        match started {
            Ok(job) => (panel.job, panel.outcome) = (Some(job), None),
            Err(why) => panel.outcome = Some(Err(why)),
        }
    }
    let Some((job, path)) = &panel.job else { return };
    redraw.within(PROGRESS_INTERVAL);
    let Some(outcome) = job.outcome() else { return };
    let numbered = is_numbered(path);
    let outcome = match outcome {
        Ok(saved) => Ok(match saved.frames {
            1 => written_message(path),
            frames if numbered => format!("{} are written: {}", counted(frames, "picture"), path.display()),
            frames => format!("{} is written: {}", path.display(), counted(frames, "frame")),
        }),
        Err(RenderError::Stopped(_)) if !numbered => Ok("Stopped: nothing is written".to_owned()),
        Err(RenderError::Stopped(frames)) => {
            Ok(format!("Stopped: {} are written", counted(frames, "picture")))
        }
        Err(RenderError::Unshown(_)) => Err(NOTHING_THOUGHT.to_owned()),
        Err(error) => Err(error.to_string()),
    };
    match &outcome {
        Ok(line) => notices.show_notice(line.clone()),
        Err(why) => notices.show_refusal(why.clone()),
    }
    (panel.job, panel.outcome) = (None, Some(outcome));
}

/// Returns the options of a job. It works on a copy of the record, so that the game on the board is not
/// changed.
fn options(
    panel: &PicturesPanel,
    path: &Path,
    (played, seats): (&GameRecord, &Seats),
    adviser: Option<&Adviser>,
    (layers, (camera, quality), theme, (heat_colors, absolute_heat)): (
        Layers,
        (CameraMode, Quality),
        Theme,
        (WantedColormap, AbsoluteHeat),
    ),
    trust: Trust,
) -> Result<RenderOptions, String> {
    let collection = played.text().map_err(ToString::to_string)?.clone();
    let record = Record {
        reading: Reading { collection, problems: Vec::new(), charset: "UTF-8" },
        game: played.root(),
        name: "the game on the board".to_owned(),
        file: None,
    };
    let subject = subject(played, seats, adviser);
    let from = panel.from.min(subject.last);
    let film = panel.product.is_film().then(|| FilmOptions {
        from,
        to: Some(panel.to.unwrap_or(subject.last).clamp(from, subject.last)),
        every: panel.every,
        fps: panel.fps,
        once: panel.once,
    });
    let [width, height] = panel.sizes[usize::from(panel.product.is_film())];
    Ok(RenderOptions {
        record: Some(PictureRecord { record, trust, line: Some(played.last_written().0) }),
        after_ticks: panel.after.unwrap_or(subject.now).min(subject.last),
        film,
        path: path.to_owned(),
        layers,
        think: subject.adviser.filter(|_| panel.thinks),
        camera: if panel.product == Product::Drawing { CameraMode::Flat } else { camera },
        pixels: (width, height),
        quality: Some(quality),
        theme,
        heat_colors: heat_colors.0,
        absolute_heat: absolute_heat.0,
        ..RenderOptions::default()
    })
}

fn subject(record: &GameRecord, seats: &Seats, adviser: Option<&Adviser>) -> PictureSubject {
    let color = seats.to_move().unwrap_or(Color::Black);
    let color_of_mind = [color, !color].into_iter().find(|&color| seats.has_mind(color));
    // The copy of the record ends with the last written move, even if the game has later ticks.
    let last = record.last_written().1;
    let chosen = adviser.and_then(|adviser| adviser.spec.clone());
    PictureSubject {
        now: record.now().min(last),
        last,
        adviser: chosen
            .or_else(|| color_of_mind.map(|color| seats.spec(color).clone()))
            .or_else(|| BrainSpec::named("mcts").ok()),
        obstacle: record.text().err().map(ToString::to_string),
    }
}

fn show(
    mut contexts: EguiContexts,
    goban: WatchedGoban<(&GameRecord, &Seats)>,
    adviser: Option<Res<Adviser>>,
    mut panel: ResMut<PicturesPanel>,
    mut question: ResMut<FileQuestion>,
    mut panels: OpenPanels,
) -> Result {
    let Some((record, seats)) = goban.get() else { return Ok(()) };
    let subject = subject(record, seats, adviser.as_deref());
    let mut request = None;
    let closed = WINDOW.show_headed(contexts.ctx_mut()?, "Pictures and films", (WIDTH, 0.12, 6.0), |ui| {
        request = body(ui, &mut panel, &subject);
    });
    if closed {
        panels.set(WINDOW, false);
    }
    match request {
        Some(PicturesRequest::Save) => {
            let file = panel.product.file();
            question.ask_for_picture(file, &format!("game.{}", file.kind.ending()));
        }
        Some(PicturesRequest::Cancel) => {
            if let Some((job, _)) = &panel.job {
                job.stop();
            }
        }
        None => {}
    }
    Ok(())
}

/// Shows the settings and the progress. Returns the request of the user.
fn body(ui: &mut Ui, panel: &mut PicturesPanel, subject: &PictureSubject) -> Option<PicturesRequest> {
    if let Some(why) = &subject.obstacle {
        hint(ui, format!("No picture can be made of this game: {why}."));
        return None;
    }
    let available = Product::available();
    if !available.iter().any(|(product, ..)| *product == panel.product) {
        panel.product = available.first().map_or_else(Product::default, |(product, ..)| *product);
    }
    row(ui, "Kind", "What is written", |ui| {
        if let Some(product) = segments(ui, panel.product, &available) {
            panel.product = product;
        }
    });
    if !Host::HAS_THREADS {
        hint(
            ui,
            "A page makes drawings. F12 takes a picture of what is seen; films are made by the program on a computer.",
        );
    }
    let film = panel.product.is_film();
    row(ui, "Pixels", "Width and height, each 16 to 8192", |ui| {
        let [width, height] = &mut panel.sizes[usize::from(film)];
        let side = SHORTEST_SIDE..=LONGEST_SIDE;
        ui.add(DragValue::new(width).range(side.clone()).speed(4.0));
        ui.label("×");
        ui.add(DragValue::new(height).range(side).speed(4.0));
        for (label, about, size) in [
            ("640", "640×640", [640, 640]),
            ("HD", "1920×1080", [1920, 1080]),
            ("4K", "3840×2160", [3840, 2160]),
        ] {
            if ui.button(label).on_hover_text(about).clicked() {
                [*width, *height] = size;
            }
        }
    });
    let last = subject.last;
    if film {
        row(ui, "Ticks", "The first and the last one, and every how many of them there is a frame", |ui| {
            panel.from = panel.from.min(last);
            let mut to = panel.to.unwrap_or(last).clamp(panel.from, last);
            ui.add(DragValue::new(&mut panel.from).range(0..=last));
            ui.label("to");
            if ui.add(DragValue::new(&mut to).range(panel.from..=last)).changed() {
                panel.to = (to < last).then_some(to);
            }
            ui.label("every");
            ui.add(DragValue::new(&mut panel.every).range(1..=last.max(1)));
        });
        if panel.product != Product::Numbered {
            row(ui, "Speed", "Frames a second", |ui| {
                ui.add(DragValue::new(&mut panel.fps).range(0.1..=MAX_FPS).speed(0.1).suffix(" frames/s"));
            });
            let mut again = !panel.once;
            switch(ui, &mut again, "Again and again", "Off: the film ends with its last frame", "");
            panel.once = !again;
        }
    } else {
        row(ui, "Tick", "Which tick is shown: at first the one on the board", |ui| {
            let mut after = panel.after.unwrap_or(subject.now).min(last);
            if ui.add(DragValue::new(&mut after).range(0..=last)).changed() {
                panel.after = (after != subject.now).then_some(after);
            }
            ui.label(format!("of {last}"));
        });
    }
    if let Some(adviser) = subject.adviser.as_ref().filter(|_| Host::HAS_THREADS) {
        let about = format!(
            "{adviser} considers the position of each picture: candidates, variation, ownership and bids are drawn where these layers are on. That takes its time for each"
        );
        switch(ui, &mut panel.thinks, "A mind thinks about each", &about, "");
    }
    hint(ui, "Layers, camera and theme are those of the window.");
    ui.add_space(6.0);
    progress(ui, panel)
}

/// Shows the button that starts the job and the last outcome, or the progress of the job.
fn progress(ui: &mut Ui, panel: &PicturesPanel) -> Option<PicturesRequest> {
    let mut request = None;
    if let Some((job, _)) = &panel.job {
        let (done, total) = job.progress();
        let text = match total {
            _ if job.is_stopping() => "it is being stopped".to_owned(),
            0 => "the game is brought to its place".to_owned(),
            total => format!("{done} of {}", counted(total, "frame")),
        };
        ui.horizontal(|ui| {
            let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
            let width = ui.available_width() - 76.0;
            ui.add(ProgressBar::new(share).desired_width(width).text(text));
            ui.add_enabled_ui(!job.is_stopping(), |ui| {
                if ui.add_sized(Vec2::new(70.0, 22.0), egui::Button::new("Cancel")).clicked() {
                    request = Some(PicturesRequest::Cancel);
                }
            });
        });
        return request;
    }
    if ui.add_sized(Vec2::new(ui.available_width(), 26.0), egui::Button::new("Save as…")).clicked() {
        request = Some(PicturesRequest::Save);
    }
    match &panel.outcome {
        Some(Ok(line)) => drop(hint(ui, line.as_str())),
        Some(Err(why)) => drop(complaint(ui, why.as_str())),
        None => {}
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn names_of_numbered_pictures_end_with_a_number() {
        let folder = std::env::temp_dir().join(format!("stonefield-numbered-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for existing in ["game-00000.png", "cup-2016.png"] {
            std::fs::write(folder.join(existing), "").expect("a file");
        }
        let cases = [
            (Product::Numbered, "game.png", "game-%05d.png"),
            (Product::Numbered, "game", "game-%05d.png"),
            (Product::Numbered, "game.gif", "game-%05d.png"),
            // An existing numbered picture selects the whole series.
            (Product::Numbered, "game-00000.png", "game-%05d.png"),
            (Product::Numbered, "game-00001.png", "game-00001-%05d.png"),
            (Product::Numbered, "cup-2016.png", "cup-2016-%05d.png"),
            (Product::Picture, "game-00000.png", "game-00000.png"),
            (Product::Gif, "game.png", "game.gif"),
            (Product::Gif, "study v1.2", "study v1.2.gif"),
            (Product::Gif, "game.GIF", "game.GIF"),
        ];
        let path = |product: Product, picked| product.file().path(&folder.join(picked));
        let paths = cases.map(|(product, picked, _)| path(product, picked));
        let _ = std::fs::remove_dir_all(&folder);
        assert_eq!(paths, cases.map(|(.., name)| folder.join(name)));
        for (product, ..) in Product::ALL {
            assert_eq!(product.is_film(), product.kind().is_film() || product == Product::Numbered);
        }
    }

    #[test]
    fn a_film_has_a_range_of_ticks_and_a_picture_one_tick() {
        let subject = PictureSubject { now: 7, last: 90, adviser: None, obstacle: None };
        let state = (PicturesPanel::default(), None::<PicturesRequest>);
        let mut harness = harness([420.0, 400.0], state, move |ui, (panel, request)| {
            *request = body(ui, panel, &subject).or(*request);
        });
        assert!(harness.query_by_label("of 90").is_some());
        harness.get_by_label("GIF").click();
        harness.run_steps(3);
        assert!(harness.query_by_label("of 90").is_none() && harness.query_by_label("every").is_some());
        harness.get_by_label("Save as…").click();
        harness.run_steps(3);
        let (panel, request) = harness.state();
        assert_eq!((panel.product, *request), (Product::Gif, Some(PicturesRequest::Save)));
    }
}
