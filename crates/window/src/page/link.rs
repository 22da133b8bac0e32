//! Link: address of the page that shows the game on the board at its present tick.

use super::super::panels::laboratory::CopyLink;
use super::Wake;
use crate::platform::here::CopyRecord;
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

/// Longest address, in characters. Some chat and mail programs cut longer ones.
pub const MAX_LINK: usize = 8000;

/// Functions that make the end of an address, after the path of the page.
#[derive(Clone, Copy, Debug)]
pub struct LinkMaker {
    /// Makes a link from set-up, layers and tick. The page replays the game from the set-up. `None` if an
    /// address cannot express the set-up.
    pub of_setup: fn(&GameSetup, Layers, u64) -> Option<String>,
    /// Makes a link from the text of a record, layers and tick. The page opens the record.
    pub of_record: fn(&str, Layers, u64) -> String,
}

static LINK_MAKER: OnceLock<LinkMaker> = OnceLock::new();

/// Sets the functions that make links. Only the first call has an effect; before it there are no links.
pub fn make_links(maker: LinkMaker) {
    // Later calls are ignored.
    let _ = LINK_MAKER.set(maker);
}

thread_local! {
    /// Message about the last copy, not shown yet.
    static COPY_MESSAGE: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Requests a frame when the browser has answered.
struct LinkWake(Wake);

pub(super) fn plugin(app: &mut App, wake: Wake) {
    app.insert_non_send(LinkWake(wake))
        .add_message::<CopyRecord>()
        .add_systems(Update, (copy_link, copy_records, show_result).chain());
}

/// Copies a link to the game on the board to the clipboard.
fn copy_link(
    mut messages: MessageReader<CopyLink>,
    watched: Res<Watched>,
    games: Query<(&GobanSetup, &Tally, &GameRecord)>,
    layers: Res<Layers>,
    wake: NonSend<LinkWake>,
    mut notices: ResMut<Notices>,
) {
    if messages.read().count() == 0 {
        return;
    }
    let Ok((setup, tally, record)) = games.get(watched.0) else { return };
    match link_to(&setup.0, tally.tick, record, *layers) {
        Ok(address) => {
            let (wake, link) = (wake.0.clone(), address.clone());
            copy_text(address, wake, "The link is in the clipboard", move || {
                if to_address_bar(&link).is_ok() {
                    "The browser lets this page copy nothing: the link is in the address bar"
                } else {
                    "The browser lets this page copy nothing"
                }
            });
        }
        Err(why) => notices.show_refusal(why),
    }
}

/// Copies the texts of records to the clipboard.
fn copy_records(mut messages: MessageReader<CopyRecord>, wake: NonSend<LinkWake>) {
    for CopyRecord(text) in messages.read() {
        let refused = || "The browser lets this page copy nothing: save the game as a file";
        copy_text(text.clone(), wake.0.clone(), "The record is in the clipboard, as SGF", refused);
    }
}

/// Copies a text to the clipboard. The message is `done`, or the result of `refused` if the browser refuses.
fn copy_text(text: String, wake: Wake, done: &'static str, refused: impl FnOnce() -> &'static str + 'static) {
    spawn_local(async move {
        COPY_MESSAGE.set(Some(if to_clipboard(&text).await.is_ok() { done } else { refused() }));
        wake();
    });
}

/// Shows the message about the last copy.
fn show_result(mut notices: ResMut<Notices>) {
    if let Some(line) = COPY_MESSAGE.take() {
        notices.show_notice(line.to_owned());
    }
}

/// Copies a text to the clipboard.
///
/// # Errors
/// If the browser refuses.
async fn to_clipboard(text: &str) -> Result<JsValue, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    JsFuture::from(window.navigator().clipboard().write_text(text)).await
}

/// Puts an address into the address bar, without loading the page again.
///
/// # Errors
/// If the browser refuses.
fn to_address_bar(address: &str) -> Result<(), JsValue> {
    let history = web_sys::window().ok_or(JsValue::NULL)?.history()?;
    history.replace_state_with_url(&JsValue::NULL, "", Some(address))
}

/// Returns the address of the page with a game: its record. If the record is too long, or the board too large
/// for SGF, the address has only the set-up, provided that the minds repeat the game from it.
///
/// # Errors
/// If there is no such address: the reason, in one line.
pub(super) fn link_to(
    setup: &GameSetup,
    tick: u64,
    record: &GameRecord,
    layers: Layers,
) -> Result<String, String> {
    let maker = LINK_MAKER.get().ok_or("this page makes no links")?;
    let location = web_sys::window().map(|window| window.location());
    let here = location.and_then(|location| Some(location.origin().ok()? + &location.pathname().ok()?));
    let here = here.ok_or("this page has no address")?;
    // The set-up alone repeats the game if nobody has played or edited by hand and all minds are repeatable.
    let is_repeatable = |mind: &BrainSpec| !mind.info().human && mind.is_repeatable();
    let can_repeat = setup.brains.iter().all(|(_, mind)| is_repeatable(mind));
    let can_repeat = can_repeat && record.edits().next().is_none() && !record.is_unique();
    let setup_link = || Some(here.clone() + &(maker.of_setup)(setup, layers, tick).filter(|_| can_repeat)?);
    let too_long = |characters: String| {
        format!(
            "the record makes an address of {characters} characters, and the most is {MAX_LINK}: save it as a file"
        )
    };
    // A link opens the main line of the first game of its record, so other games are removed and the line is
    // promoted.
    let mut games = match record.text() {
        // A node takes at least one character, so a record with too many nodes is not even written.
        Ok(games) if games.node(record.root()).preorder().nth(MAX_LINK).is_some() => {
            return setup_link().ok_or_else(|| too_long(format!("more than {MAX_LINK}")));
        }
        Ok(games) => games.clone(),
        // A board that is too large for SGF can still have a link from its set-up.
        Err(why @ HistoryError::Size(_)) => return setup_link().ok_or_else(|| why.to_string()),
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
    if text.len() > MAX_LINK {
        return setup_link().ok_or_else(|| too_long(format!("more than {}", text.len())));
    }
    let whole = here.clone() + &(maker.of_record)(&text, layers, tick);
    if whole.len() <= MAX_LINK {
        return Ok(whole);
    }
    setup_link().ok_or_else(|| too_long(whole.len().to_string()))
}
