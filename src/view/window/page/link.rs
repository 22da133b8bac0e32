//! Link: an address that shows the game on the board, at the tick where it stands.

use super::super::layers::Layers;
use super::super::panels::{CopyLink, Notices};
use super::super::state::Watched;
use crate::go::ByColor;
use crate::notation::sgf;
use crate::sim::{GameRecord, GameSetup, GobanSetup, Tally};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy_egui::EguiClipboard;
use std::sync::OnceLock;

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

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, copy);
}

fn copy(
    mut asked: MessageReader<CopyLink>,
    watched: Res<Watched>,
    games: Query<(&GobanSetup, &Tally, &GameRecord)>,
    layers: Res<Layers>,
    mut clipboard: ResMut<EguiClipboard>,
    mut notices: ResMut<Notices>,
) {
    if asked.read().count() == 0 {
        return;
    }
    let Ok((setup, tally, record)) = games.get(watched.0) else { return };
    match link_to(&setup.0, tally.tick, record, *layers) {
        Ok(address) => {
            clipboard.set_text(&address);
            notices.tell(format!("The link is in the clipboard, {} characters", address.chars().count()));
        }
        Err(why) => notices.refuse(why),
    }
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
    // A link is opened at the first game of its record, on the main line.
    let mut games = record.text().map_err(ToString::to_string)?.clone();
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
    let whole = here.clone() + &(maker.of_record)(&text, layers, tick);
    if whole.len() <= MOST_LINK {
        return Ok(whole);
    }
    // What minds have played from the set-up alone is played again from it.
    let ByColor { black, white } = &setup.brains;
    let alone = !black.info().human && !white.info().human;
    let again = alone && record.edits().next().is_none() && !record.is_filed();
    match (maker.of_setup)(setup, layers, tick).filter(|_| again) {
        Some(parts) => Ok(here + &parts),
        None => Err(format!(
            "the record makes an address of {} characters, and the most is {MOST_LINK}: save it as a file",
            whole.len()
        )),
    }
}
