//! Font for Chinese, Japanese and Korean, loaded when a text with such characters is first drawn.

use super::Wake;
use crate::platform::here::keep_cjk_font;
use crate::shell::fonts::{give, needs_cjk_font};
use crate::shell::notices::Notices;
use bevy::app::{App, First, PostUpdate};
use bevy::ecs::prelude::*;
use bevy_egui::egui::Shape;
use bevy_egui::{EguiContext, EguiFullOutput, EguiPostUpdateSet};
use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// Name of the font file in the folder of this build.
const FILE: &str = "NotoSansCJKsc-subset.otf";

thread_local! {
    /// Result of loading that is not used yet: the font, or `None` after a failure.
    static LOADED: RefCell<Option<Option<Vec<u8>>>> = const { RefCell::new(None) };
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    app.insert_non_send(FontRequest { wake, is_started: false }).add_systems(First, use_font).add_systems(
        PostUpdate,
        request_font.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
    );
}

/// Request for the font.
struct FontRequest {
    /// Requests a frame when loading has ended.
    wake: Wake,
    /// True once loading has started.
    is_started: bool,
}

/// Loads the font when a drawn text needs it.
fn request_font(outputs: Query<&EguiFullOutput>, mut request: NonSendMut<FontRequest>) {
    let shapes = || outputs.iter().filter_map(|output| output.0.as_ref()).flat_map(|output| &output.shapes);
    if request.is_started || !shapes().any(|clipped| needs_font(&clipped.shape)) {
        return;
    }
    request.is_started = true;
    let wake = request.wake.clone();
    spawn_local(async move {
        LOADED.set(Some(load().await.ok()));
        wake();
    });
}

fn needs_font(shape: &Shape) -> bool {
    match shape {
        Shape::Text(text) => text.galley.text().chars().any(needs_cjk_font),
        Shape::Vec(shapes) => shapes.iter().any(needs_font),
        _ => false,
    }
}

/// Loads the font file.
///
/// # Errors
/// If the file cannot be loaded.
async fn load() -> Result<Vec<u8>, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let page = Reflect::get(&window, &"stonefield".into())?;
    let home = Reflect::get(&page, &"home".into())?.as_string().unwrap_or_default();
    let answer: Response = JsFuture::from(window.fetch_with_str(&(home + FILE))).await?.dyn_into()?;
    if !answer.ok() {
        return Err(JsValue::NULL);
    }
    let bytes: ArrayBuffer = JsFuture::from(answer.array_buffer()?).await?.dyn_into()?;
    Ok(Uint8Array::new(&bytes).to_vec())
}

/// Gives the loaded font to all contexts, or reports the failure.
fn use_font(mut contexts: Query<&mut EguiContext>, mut notices: ResMut<Notices>) {
    match LOADED.take() {
        Some(Some(font)) => {
            keep_cjk_font(font);
            for mut context in &mut contexts {
                give(context.get_mut());
            }
        }
        Some(None) => notices.show_refusal(format!(
            "Chinese, Japanese and Korean characters cannot be shown: {FILE} could not be loaded."
        )),
        None => {}
    }
}
