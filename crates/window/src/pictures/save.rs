//! Saves a picture or a film of a game: plays the game, takes the pictures, and writes the files.

use super::apng::ApngEncoder;
use super::drawing::DrawingScene;
use super::encode::{FilmEncoder, FilmHead};
use super::error::{RenderError, TickFlag};
use super::frame_names::FrameNames;
use super::gif_film::GifEncoder;
use super::kind::PictureKind;
use super::offscreen::OffscreenScene;
use super::options::{FilmOptions, LONGEST_SIDE, MAX_FPS, RenderOptions, SHORTEST_SIDE};
use super::stage;
use crate::shell::camera::{CameraMode, ScreenSize};
use crate::shell::files::{Draft, folder_is_there, write_bytes, write_png};
use crate::shell::layers::{Layer, Layers};
use crate::shell::state::Projector;
use bevy::app::App;
use bevy::ecs::prelude::*;
use image::RgbImage;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use stonefield_search::lock;
use stonefield_sim::{Halt, Occupancy, Request, RequestKind};

/// Default last tick of a film of a new game.
const DEFAULT_END: u64 = 200;

/// Progress of the saving of pictures, and a request to stop it. Clones share both, for use by another
/// thread.
#[derive(Clone, Debug, Default)]
pub struct PictureProgress {
    /// Stops the pictures before they are done, if asked.
    pub halt: Halt,
    done: Arc<AtomicU64>,
    total: Arc<AtomicU64>,
}

impl PictureProgress {
    /// Returns the progress of pictures that `halt` stops.
    #[must_use]
    pub fn until(halt: Halt) -> Self {
        Self { halt, ..Self::default() }
    }

    /// Returns the number of pictures done, and of all pictures; 0 before that is known.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// Result of [`save`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedPictures {
    /// Number of pictures, or of frames of a film.
    pub frames: u64,
    /// Last tick that is shown.
    pub last_tick: u64,
}

/// Draws and writes a picture or all pictures of a film. No file is written in part: after a failure there is
/// no film, and only complete files of numbered pictures.
///
/// # Errors
/// The options contradict each other or the game, nothing can be drawn, a file cannot be written, or
/// `pictures.halt` was asked.
pub fn save(options: &RenderOptions, pictures: &PictureProgress) -> Result<SavedPictures, RenderError> {
    let kind = PictureKind::of(&options.path).ok_or_else(|| RenderError::Kind(options.path.clone()))?;
    let names = FrameNames::of(&options.path);
    let film = check(options, kind, names.as_ref())?;
    // A film shows the next move anyway, one frame later.
    let hides_next = film.is_some() && !options.named_layers.contains(&Layer::Next);
    let layers = if hides_next { options.layers.without(Layer::Next) } else { options.layers };
    let options = &RenderOptions { layers, ..options.clone() };
    if !folder_is_there(&options.path) {
        return Err(RenderError::unwritten(&options.path, "there is no such folder"));
    }
    // The ticks are chosen once the length of the game is known, so nothing is played yet.
    let mut studio = Studio::open(&RenderOptions { after_ticks: 0, ..options.clone() }, kind)?;
    // The same halt stops a mind that thinks.
    studio.app().0.insert_resource(pictures.halt.clone());
    studio.check_room(options)?;
    let ticks = ticks(options, film, &mut studio, &pictures.halt)?;
    pictures.total.store(ticks.len() as u64, Ordering::Relaxed);
    let head = FilmHead {
        pixels: options.pixels,
        frames: ticks.len() as u64,
        fps: film.map_or(1.0, |film| film.fps),
        once: film.is_some_and(|film| film.once),
    };
    let mut sink = Sink::open(options, kind, names, head)?;
    let mut saved = SavedPictures { frames: 0, last_tick: 0 };
    let mut missing = MissingLayers::of(options);
    for tick in ticks {
        saved.last_tick = studio.go_to(options, tick, &pictures.halt);
        if pictures.halt.is_asked() {
            return Err(RenderError::Stopped(saved.frames));
        }
        let considered = studio.consider(options);
        if pictures.halt.is_asked() {
            return Err(RenderError::Stopped(saved.frames));
        }
        match (considered, film) {
            (Err(RenderError::Layer { layer, why }), Some(_)) => missing.note(layer, &why),
            (result, _) => result?,
        }
        missing.remove_shown(&mut studio);
        if film.is_none() {
            missing.check()?;
        }
        sink.put(studio.shoot()?, saved.frames)?;
        saved.frames += 1;
        pictures.done.store(saved.frames, Ordering::Relaxed);
    }
    if pictures.halt.is_asked() {
        return Err(RenderError::Stopped(saved.frames));
    }
    // Each named layer must show something in at least one picture.
    missing.check()?;
    sink.end()?;
    Ok(saved)
}

/// Checks the options before anything is begun. Returns the options of the film, if it is one.
fn check(
    options: &RenderOptions,
    kind: PictureKind,
    names: Option<&FrameNames>,
) -> Result<Option<FilmOptions>, RenderError> {
    let (width, height) = options.pixels;
    if [width, height].into_iter().any(|side| !(SHORTEST_SIDE..=LONGEST_SIDE).contains(&side)) {
        return Err(RenderError::Pixels(width, height));
    }
    stage::check_layers(options)?;
    if kind == PictureKind::Svg && options.camera != CameraMode::Flat {
        return Err(RenderError::Camera);
    }
    let many = kind.is_film() || names.is_some();
    match options.film {
        Some(_) if !many => return Err(RenderError::Numbers(options.path.clone())),
        None if many => return Err(RenderError::One(options.path.clone())),
        _ => {}
    }
    if let Some(FilmOptions { from, to, every, fps, .. }) = options.film {
        if every == 0 {
            return Err(RenderError::Every);
        }
        if !(fps > 0.0 && fps <= MAX_FPS) {
            return Err(RenderError::Fps(fps));
        }
        if let Some(to) = to.filter(|to| *to < from) {
            return Err(RenderError::Range { from, to });
        }
    }
    Ok(options.film)
}

/// Returns the ticks to show, ascending. A new game is played up to the last tick of a film.
fn ticks(
    options: &RenderOptions,
    film: Option<FilmOptions>,
    studio: &mut Studio,
    halt: &Halt,
) -> Result<Vec<u64>, RenderError> {
    let Some(FilmOptions { from, to, every, .. }) = film else {
        let after = options.after_ticks;
        let last = studio.last_tick();
        if options.record.is_some() && after != u64::MAX && after > last {
            return Err(RenderError::Tick { flag: TickFlag::After, tick: after, last });
        }
        return Ok(vec![after]);
    };
    let last = if options.record.is_some() {
        let last = studio.last_tick();
        if let Some(tick) = to.filter(|to| *to > last) {
            return Err(RenderError::Tick { flag: TickFlag::To, tick, last });
        }
        to.unwrap_or(last)
    } else {
        studio.go_to(options, to.unwrap_or(DEFAULT_END.max(from)), halt)
    };
    if halt.is_asked() {
        return Err(RenderError::Stopped(0));
    }
    if from > last {
        return Err(RenderError::Tick { flag: TickFlag::From, tick: from, last });
    }
    Ok((from..=last).step_by(usize::try_from(every).unwrap_or(usize::MAX)).collect())
}

/// Named layers that no picture so far shows, each with the reason why the first picture lacks it.
struct MissingLayers(Vec<(Layer, Option<String>)>);

impl MissingLayers {
    fn of(options: &RenderOptions) -> Self {
        Self(options.named_layers.iter().map(|&layer| (layer, None)).collect())
    }

    /// Stores the reason why a picture of a film lacks a layer. A later picture may show the layer.
    fn note(&mut self, layer: Layer, why: &str) {
        for (_, reason) in self.0.iter_mut().filter(|(other, _)| *other == layer) {
            reason.get_or_insert_with(|| why.to_owned());
        }
    }

    /// Removes the layers that the current picture shows.
    fn remove_shown(&mut self, studio: &mut Studio) {
        let (app, goban) = studio.app();
        self.0.retain_mut(|(layer, reason)| match stage::why_empty(app.world(), goban, *layer) {
            Some(why) => {
                reason.get_or_insert_with(|| why.to_owned());
                true
            }
            None => false,
        });
    }

    /// Fails if a named layer is shown in no picture.
    fn check(&self) -> Result<(), RenderError> {
        match self.0.first() {
            Some((layer, why)) => {
                Err(RenderError::Layer { layer: *layer, why: why.clone().unwrap_or_default() })
            }
            None => Ok(()),
        }
    }
}

/// Scene that takes the pictures: with the graphics adapter, or as SVG.
enum Studio {
    Shot(Box<OffscreenScene>),
    Drawn(Box<DrawingScene>),
}

/// Content of one picture.
enum PictureContent {
    Picture(RgbImage),
    Drawing(String),
}

impl Studio {
    fn open(options: &RenderOptions, kind: PictureKind) -> Result<Self, RenderError> {
        Ok(if kind.is_shot() {
            Self::Shot(Box::new(OffscreenScene::new(options)?))
        } else {
            Self::Drawn(Box::new(DrawingScene::new(options)?))
        })
    }

    /// Returns the app of the scene, and the goban in it.
    fn app(&mut self) -> (&mut App, Entity) {
        match self {
            Self::Shot(scene) => (&mut scene.app, scene.goban),
            Self::Drawn(scene) => (&mut scene.app, scene.goban),
        }
    }

    fn last_tick(&mut self) -> u64 {
        let (app, goban) = self.app();
        stage::last_tick(app.world(), goban)
    }

    fn go_to(&mut self, options: &RenderOptions, tick: u64, halt: &Halt) -> u64 {
        let (app, goban) = self.app();
        stage::go_to(app.world_mut(), goban, tick, options.record.is_none(), halt)
    }

    /// Fails if the cells are too small for a named layer.
    fn check_room(&mut self, options: &RenderOptions) -> Result<(), RenderError> {
        let drawn = matches!(self, Self::Drawn(_));
        if let (Self::Drawn(scene), false) = (&mut *self, options.named_layers.is_empty()) {
            scene.draw()?;
        }
        let (app, goban) = self.app();
        let world = app.world();
        let (cell, scale) = (world.resource::<Projector>().cell(), world.resource::<ScreenSize>().scale);
        let board = world.get::<Occupancy>(goban).map(Occupancy::size).unwrap_or_default();
        stage::check_room(&options.named_layers, cell, scale, (board.area(), drawn))
    }

    /// Lets a mind evaluate the position, if a layer shows its thoughts.
    fn consider(&mut self, options: &RenderOptions) -> Result<(), RenderError> {
        if !stage::wants_thought(options) {
            return Ok(());
        }
        let (app, goban) = self.app();
        if let Err(error) = stage::check_thinkable(app.world(), goban, options) {
            // The frame clears the thoughts about another position.
            app.update();
            return Err(error);
        }
        // The check of the last thought may have hidden bids.
        app.world_mut().resource_mut::<Layers>().set_if_neq(options.layers);
        app.world_mut().write_message(Request { goban, kind: RequestKind::Advise(options.think.clone()) });
        // The mind answers within this frame.
        app.update();
        let layers = stage::check_thought(app.world(), goban, options)?;
        app.insert_resource(layers);
        Ok(())
    }

    fn shoot(&mut self) -> Result<PictureContent, RenderError> {
        Ok(match self {
            Self::Shot(scene) => PictureContent::Picture(scene.shoot()?),
            Self::Drawn(scene) => PictureContent::Drawing(scene.draw()?),
        })
    }
}

/// Draft of a file, shared by an encoder that owns its output and the code that completes the file.
#[derive(Clone)]
struct DraftShare(Arc<Mutex<Option<Draft>>>);

impl DraftShare {
    fn begin(path: &Path) -> io::Result<Self> {
        Ok(Self(Arc::new(Mutex::new(Some(Draft::begin(path)?)))))
    }

    /// Moves the complete file to its final name.
    fn done(&self) -> io::Result<()> {
        let draft = lock(&self.0).take();
        draft.map_or(Ok(()), Draft::done)
    }
}

impl Write for DraftShare {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut draft = lock(&self.0);
        draft.as_mut().map_or_else(|| Err(io::ErrorKind::NotConnected.into()), |draft| draft.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Output of pictures: one film, or one file for each picture.
struct Sink<'a> {
    path: &'a Path,
    names: Option<FrameNames>,
    film: Option<(Box<dyn FilmEncoder>, DraftShare)>,
}

impl<'a> Sink<'a> {
    fn open(
        options: &'a RenderOptions,
        kind: PictureKind,
        names: Option<FrameNames>,
        head: FilmHead,
    ) -> Result<Self, RenderError> {
        let path = options.path.as_path();
        let film = kind.is_film().then(|| {
            let draft = DraftShare::begin(path)?;
            let out = BufWriter::new(draft.clone());
            let encoder: Box<dyn FilmEncoder> = match kind {
                PictureKind::Apng => Box::new(ApngEncoder::begin(out, head)?),
                _ => Box::new(GifEncoder::begin(out, head)?),
            };
            Ok::<_, io::Error>((encoder, draft))
        });
        let film = film.transpose().map_err(|error| RenderError::unwritten(path, error))?;
        Ok(Self { path, names: names.filter(|_| film.is_none()), film })
    }

    fn put(&mut self, taken: PictureContent, number: u64) -> Result<(), RenderError> {
        if let (Some((encoder, _)), PictureContent::Picture(picture)) = (&mut self.film, &taken) {
            return encoder.frame(picture).map_err(|error| RenderError::unwritten(self.path, error));
        }
        let path = self.names.as_ref().map_or_else(|| self.path.to_owned(), |names| names.file(number));
        let written = match taken {
            PictureContent::Picture(picture) => write_png(&path, &picture),
            PictureContent::Drawing(text) => write_bytes(&path, text.as_bytes()),
        };
        written.map_err(|error| RenderError::unwritten(&path, error.source))
    }

    fn end(self) -> Result<(), RenderError> {
        let Some((encoder, draft)) = self.film else { return Ok(()) };
        let ended = encoder.end().and_then(|()| draft.done());
        ended.map_err(|error| RenderError::unwritten(self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::layers::Layers;
    use stonefield_go::{ByColor, Size};
    use stonefield_minds::BrainSpec;

    /// Draws a game between two minds with a named layer. Returns the number of frames, or the refusal.
    fn frames_of(minds: [&str; 2], layer: Layer, film: Option<[u64; 2]>) -> Result<u64, String> {
        let folder = std::env::temp_dir().join(format!("stonefield-layers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut options = RenderOptions {
            layers: Layers::BARE.with(layer),
            named_layers: vec![layer],
            after_ticks: 2,
            film: film.map(|[from, to]| FilmOptions { from, to: Some(to), ..FilmOptions::default() }),
            path: folder.join(if film.is_some() { "%d.svg" } else { "one.svg" }),
            ..RenderOptions::default()
        };
        options.setup.size = Size::square(9).expect("a size");
        let [black, white] = minds.map(|mind| mind.parse::<BrainSpec>().expect("a mind"));
        options.setup.brains = ByColor::new(black, white);
        let saved = save(&options, &PictureProgress::default());
        let _ = std::fs::remove_dir_all(&folder);
        saved.map(|saved| saved.frames).map_err(|error| error.to_string())
    }

    #[test]
    fn a_named_layer_is_shown_in_at_least_one_picture() {
        let tree = "mcts:playouts=20";
        for layer in [Layer::Candidates, Layer::Ownership] {
            assert_eq!(frames_of([tree, tree], layer, None), Ok(1));
            // Black says nothing of the layer; White does, at the second of two ticks.
            assert_eq!(frames_of(["random", tree], layer, Some([0, 1])), Ok(2));
            for refused in
                [frames_of(["random", tree], layer, None), frames_of(["random", tree], layer, Some([0, 0]))]
            {
                let refused = refused.expect_err("nothing to show");
                let message =
                    format!("the layer '{layer}' cannot be drawn: random says nothing of it here; --think");
                assert!(refused.starts_with(&message), "{refused}");
            }
        }
        let links = frames_of([tree, tree], Layer::FarLinks, None).expect_err("a game of Go");
        assert!(links.contains("'far-links'") && links.contains("netlogo-2016"), "{links}");
        let next = frames_of([tree, tree], Layer::Next, None).expect_err("the end");
        assert!(next.contains("--after"), "{next}");
        assert_eq!(frames_of([tree, tree], Layer::Next, Some([0, 2])), Ok(3), "at the earlier ticks");
        // An empty board is a valid result of this layer.
        assert_eq!(frames_of([tree, tree], Layer::Atari, None), Ok(1));
    }
}
