//! The font for Chinese, Japanese and Korean, loaded when a text with such characters is drawn first.

use super::Wake;
use crate::shell::cjk_font::keep;
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

/// Name of its file, in the folder of this build.
const FILE: &str = "NotoSansCJKsc-subset.otf";

thread_local! {
    /// What the browser has brought: the font, or nothing.
    static COME: RefCell<Option<Option<Vec<u8>>>> = const { RefCell::new(None) };
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    app.insert_non_send(Asked { wake, already: false }).add_systems(First, take).add_systems(
        PostUpdate,
        look.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
    );
}

/// Whether the font has been asked for.
struct Asked {
    /// Calls for a frame when it has come.
    wake: Wake,
    already: bool,
}

/// Asks for the font when something is written that needs it.
fn look(outputs: Query<&EguiFullOutput>, mut asked: NonSendMut<Asked>) {
    let shapes = || outputs.iter().filter_map(|output| output.0.as_ref()).flat_map(|output| &output.shapes);
    if asked.already || !shapes().any(|clipped| needs_font(&clipped.shape)) {
        return;
    }
    asked.already = true;
    let wake = asked.wake.clone();
    spawn_local(async move {
        COME.set(Some(load().await.ok()));
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

/// Gives what has come to everything that writes.
fn take(mut contexts: Query<&mut EguiContext>, mut notices: ResMut<Notices>) {
    match COME.take() {
        Some(Some(font)) => {
            keep(font);
            for mut context in &mut contexts {
                give(context.get_mut());
            }
        }
        Some(None) => notices.refuse(format!(
            "Chinese, Japanese and Korean characters cannot be shown: {FILE} could not be loaded."
        )),
        None => {}
    }
}
