//! Link: an address that shows the game on the board, at the tick where it stands.

use super::super::panels::CopyLink;
use super::super::record::CopyRecord;
use super::Wake;
use crate::shell::layers::Layers;
use crate::shell::notices::Notices;
use crate::shell::state::Watched;
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use std::cell::Cell;
use std::sync::OnceLock;
use stonefield_go::notation::sgf;
use stonefield_minds::BrainSpec;
use stonefield_sim::history::HistoryError;
use stonefield_sim::{GameRecord, GameSetup, GobanSetup, Tally};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Characters of an address at the most: longer ones are cut by some that pass them on.
pub const MOST_LINK: usize = 8000;

/// What makes the parts of an address: of a set-up, the layers, the tick and the record; `None` where the set-up cannot be put in one.
#[derive(Clone, Copy, Debug)]
pub struct LinkMaker {
    /// With the set-up, which is played again.
    pub of_setup: fn(&GameSetup, Layers, u64) -> Option<String>,
    /// With a record, which is opened.
    pub of_record: fn(&str, Layers, u64) -> String,
}

static MAKER: OnceLock<LinkMaker> = OnceLock::new();

/// Says once what makes links; before that there are none.
pub fn make_links(maker: LinkMaker) {
    // The first caller is told.
    let _ = MAKER.set(maker);
}

thread_local! {
    /// What is to be said of what was copied last.
    static COPIED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// What calls for a frame when the browser has answered.
struct LinkWake(Wake);

pub(super) fn plugin(app: &mut App, wake: Wake) {
    app.insert_non_send(LinkWake(wake))
        .add_message::<CopyRecord>()
        .add_systems(Update, (copy, copy_records, tell).chain());
}

fn copy(
    mut asked: MessageReader<CopyLink>,
    watched: Res<Watched>,
    games: Query<(&GobanSetup, &Tally, &GameRecord)>,
    layers: Res<Layers>,
    wake: NonSend<LinkWake>,
    mut notices: ResMut<Notices>,
) {
    if asked.read().count() == 0 {
        return;
    }
    let Ok((setup, tally, record)) = games.get(watched.0) else { return };
    match link_to(&setup.0, tally.tick, record, *layers) {
        Ok(address) => {
            let (wake, shown) = (wake.0.clone(), address.clone());
            hand_over(address, wake, "The link is in the clipboard", move || {
                if to_address_bar(&shown).is_ok() {
                    "The browser lets this page copy nothing: the link is in the address bar"
                } else {
                    "The browser lets this page copy nothing"
                }
            });
        }
        Err(why) => notices.refuse(why),
    }
}

/// Has the browser put the texts of records into the clipboard.
fn copy_records(mut asked: MessageReader<CopyRecord>, wake: NonSend<LinkWake>) {
    for CopyRecord(text) in asked.read() {
        let refused = || "The browser lets this page copy nothing: save the game as a file";
        hand_over(text.clone(), wake.0.clone(), "The record is in the clipboard, as SGF", refused);
    }
}

/// Has the browser put a text into the clipboard, and says `done`, or what follows from its refusal.
fn hand_over(text: String, wake: Wake, done: &'static str, refused: impl FnOnce() -> &'static str + 'static) {
    spawn_local(async move {
        COPIED.set(Some(if to_clipboard(&text).await.is_ok() { done } else { refused() }));
        wake();
    });
}

/// Says what became of what was copied.
fn tell(mut notices: ResMut<Notices>) {
    if let Some(line) = COPIED.take() {
        notices.tell(line.to_owned());
    }
}

/// Has the browser put a text into the clipboard, if it lets the page do so.
async fn to_clipboard(text: &str) -> Result<JsValue, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    JsFuture::from(window.navigator().clipboard().write_text(text)).await
}

/// Shows an address as that of the page, which is not loaded by that.
fn to_address_bar(address: &str) -> Result<(), JsValue> {
    let history = web_sys::window().ok_or(JsValue::NULL)?.history()?;
    history.replace_state_with_url(&JsValue::NULL, "", Some(address))
}

/// The address of the page as it shows a game.
///
/// # Errors
/// Why it can be put in none, in one line.
pub(super) fn link_to(
    setup: &GameSetup,
    tick: u64,
    record: &GameRecord,
    layers: Layers,
) -> Result<String, String> {
    let maker = MAKER.get().ok_or("this page makes no links")?;
    let location = web_sys::window().map(|window| window.location());
    let here = location.and_then(|location| Some(location.origin().ok()? + &location.pathname().ok()?));
    let here = here.ok_or("this page has no address")?;
    // What minds have played from the set-up alone is played again from it.
    let again = |mind: &BrainSpec| !mind.info().human && mind.is_repeatable();
    let alone = setup.brains.iter().all(|(_, mind)| again(mind));
    let again = alone && record.edits().next().is_none() && !record.is_unique();
    let played = || Some(here.clone() + &(maker.of_setup)(setup, layers, tick).filter(|_| again)?);
    let long = |characters: String| {
        format!(
            "the record makes an address of {characters} characters, and the most is {MOST_LINK}: save it as a file"
        )
    };
    // A link is opened at the first game of its record, on the main line.
    let mut games = match record.text() {
        // A node is a character at least: what is longer by far is not even written.
        Ok(games) if games.node(record.root()).preorder().nth(MOST_LINK).is_some() => {
            return played().ok_or_else(|| long(format!("more than {MOST_LINK}")));
        }
        Ok(games) => games.clone(),
        // Of a game beside another the set-up is not all.
        Err(why @ HistoryError::Size(_)) => return played().ok_or_else(|| why.to_string()),
        Err(why) => return Err(why.to_string()),
    };
    let others = games.games().iter().copied().filter(|&game| game != record.root()).collect::<Vec<_>>();
    for game in others {
        games.remove(game);
    }
    games.promote(
        (0..record.line().len())
            .rev()
            .find_map(|depth| record.on_line(depth))
            .unwrap_or_else(|| record.root()),
    );
    let text = String::from_utf8(sgf::write(&games)).map_err(|_| "the record is no UTF-8 text".to_owned())?;
    if text.len() > MOST_LINK {
        return played().ok_or_else(|| long(format!("more than {}", text.len())));
    }
    let whole = here.clone() + &(maker.of_record)(&text, layers, tick);
    if whole.len() <= MOST_LINK {
        return Ok(whole);
    }
    played().ok_or_else(|| long(whole.len().to_string()))
}
