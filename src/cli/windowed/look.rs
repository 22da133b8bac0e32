//! Flags for the view of the board, which the window, the wall and pictures share.

use crate::cli::values::NameError;
use stonefield_window::camera::CameraMode;
use stonefield_window::layers::{Layer, LayerError, Layers};
use stonefield_window::quality::Quality;

/// Flags for the view of the board.
#[derive(clap::Args, Clone, Debug)]
pub(in crate::cli) struct LookArgs {
    /// Layers to show (+NAME) or hide (-NAME), besides the default ones; the name none hides all up to there
    #[arg(long, value_name = "+NAME,-NAME", allow_hyphen_values = true, value_parser = layers)]
    pub(in crate::cli) layers: Option<LayerChoice>,
    /// View from above (flat) or in perspective (orbit)
    #[arg(long, value_name = "flat|orbit", default_value = "flat", value_parser = camera)]
    pub(in crate::cli) camera: CameraMode,
    /// Quality of the picture: low or high [default: by the graphics adapter]
    #[arg(long, value_name = "low|high", value_parser = quality)]
    pub(in crate::cli) quality: Option<Quality>,
}

/// Selected layers.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct LayerChoice {
    pub(in crate::cli) layers: Layers,
    /// Shown layers that were switched on by name.
    pub(in crate::cli) named: Vec<Layer>,
}

/// Parses changes to the default layers, such as `+liberties,-links`. A bare name shows the layer. `none`
/// hides all layers, and the entries after it change that.
fn layers(list: &str) -> Result<LayerChoice, NameError> {
    let LayerChoice { mut layers, mut named } = LayerChoice::default();
    for entry in list.split(',').map(str::trim) {
        if entry == "none" {
            (layers, named) = (Layers::BARE, Vec::new());
            continue;
        }
        let (on, name) = match entry.strip_prefix('-') {
            Some(name) => (false, name),
            None => (true, entry.strip_prefix('+').unwrap_or(entry)),
        };
        let layer: Layer = name.parse().map_err(|error: LayerError| {
            let names = || Layer::ALL.into_iter().map(Layer::name).chain(["none"]);
            let list = names().collect::<Vec<_>>().join(", ");
            NameError::new(format_args!("{error}; the layers are {list}"), name, names())
        })?;
        layers.set(layer, on);
        named.retain(|other| *other != layer && layers.get(*other));
        named.extend(on.then_some(layer));
    }
    Ok(LayerChoice { layers, named })
}

fn camera(text: &str) -> Result<CameraMode, NameError> {
    choose("camera", text, [("flat", CameraMode::Flat), ("orbit", CameraMode::Orbit)])
}

fn quality(text: &str) -> Result<Quality, NameError> {
    choose("quality", text, Quality::ALL.map(|quality| (quality.name(), quality)))
}

/// Parses the name of a choice.
pub(in crate::cli) fn choose<T: Copy, const N: usize>(
    what: &str,
    text: &str,
    choices: [(&'static str, T); N],
) -> Result<T, NameError> {
    let names = || choices.iter().map(|(name, _)| *name);
    choices.iter().find(|(name, _)| *name == text).map(|(_, choice)| *choice).ok_or_else(|| {
        let list: Vec<&str> = names().collect();
        let list = match list.as_slice() {
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
            [] => String::new(),
        };
        NameError::new(format_args!("no {what} '{text}': {list}"), text, names())
    })
}
