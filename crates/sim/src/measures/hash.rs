//! Hash of the complete state of a goban, for tests.

use crate::{
    Born, Captures, Ending, GameProgress, GameRecord, GobanSetup, GroupLiberties, Groups, Heat, Links,
    Occupancy, OwnLiberties, Referee, Stone, Tally, Temperature,
};
use bevy::ecs::prelude::*;

/// Hash of seed, heat parameters, referee, stones, groups, links, heat, tally, progress, dead stones, and the
/// rows of the record. The hash does not depend on the order of entities and queries. Minds are not included.
#[must_use]
pub fn state_hash(world: &World, goban: Entity) -> u64 {
    let mut hash = Fnv::default();
    hash_state(world, goban, &mut hash);
    hash.0
}

fn hash_state(world: &World, goban: Entity, hash: &mut Fnv) -> Option<()> {
    let occupancy = world.get::<Occupancy>(goban)?;
    let groups = world.get::<Groups>(goban)?;
    let position = &world.get::<Referee>(goban)?.position;
    let tally = world.get::<Tally>(goban)?;
    // The expected hashes of tests were made when the type had this name.
    let progress = format!("{:?}", world.get::<GameProgress>(goban)?).replacen("GameProgress", "Course", 1);
    let setup = &world.get::<GobanSetup>(goban)?.0;
    hash.text(&format!("{} {} {:?}", setup.seed, setup.game, setup.heat));
    hash.text(&format!("{progress} {} {:?}", occupancy.next_id(), position.setup()));
    hash.text(&format!("{:?} {:?}", position.ko(), position.outcome()));
    hash.text(&format!("{:?} {:?}", position.captured_by(), position.placed()));
    hash.word(position.hash());
    hash.text(&without_unions(format!("{tally:?}")));
    let ending = world.get::<Ending>(goban)?;
    if !ending.dead.is_empty() || ending.by_hand {
        hash.text(&format!("{ending:?}"));
    }
    for row in world.get::<GameRecord>(goban)?.rows() {
        hash.text(&without_unions(format!("{row:?}")));
    }
    for id in occupancy.ids() {
        let stone = occupancy.entity(id)?;
        hash.text(&format!("{:?}", world.get::<Stone>(stone)?));
        hash.text(&format!(
            "{:?} {:?}",
            world.get::<OwnLiberties>(stone)?,
            world.get::<GroupLiberties>(stone)?
        ));
        hash.text(&format!("{:?} {:?}", world.get::<Born>(stone)?, world.get::<Captures>(stone)?));
        hash.word(occupancy.index_of(id) as u64);
        // The root of a group depends on the order of joining, so the oldest stone is hashed instead.
        hash.word(u64::from(groups.oldest(id)?));
        hash.word(u64::from(groups.size(id)) << 32 | u64::from(groups.liberties(id)));
    }
    let mut pairs = world.get::<Links>(goban)?.pairs().collect::<Vec<_>>();
    for pair in &mut pairs {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }
    pairs.sort_unstable();
    for (a, b) in pairs {
        hash.word(u64::from(a) << 32 | u64::from(b));
    }
    for (patch, value) in occupancy.patches().iter().zip(world.get::<Heat>(goban)?.0.values()) {
        hash.word(u64::from(value.to_bits()));
        hash.word(u64::from(world.get::<Temperature>(*patch)?.0.to_bits()));
    }
    Some(())
}

/// Removes the count of unions, which the expected hashes of tests lack. The count follows from the hashed
/// data.
fn without_unions(mut text: String) -> String {
    const FIELD: &str = ", unions: ";
    if let Some(from) = text.find(FIELD) {
        let digits = text[from + FIELD.len()..].bytes().take_while(u8::is_ascii_digit).count();
        text.replace_range(from..from + FIELD.len() + digits, "");
    }
    text
}

// CITE: FNV-1a, G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn word(&mut self, word: u64) {
        word.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
    }
}
