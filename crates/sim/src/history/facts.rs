//! Conversion of a set-up to entries `key=value` of a record, and back.

use super::{HistoryError, PRIVATE};
use crate::{GameSetup, Opening};
use stonefield_go::field::{HeatParams, Neighbourhood};
use stonefield_go::notation::sgf::{BoardInfo, NodeRef, Replay, SizeFault, size_of};
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt, shortened};
use stonefield_go::{ByColor, Color, DeadStones, Point, Rules, Setup, Size};
use stonefield_minds::{BrainSpec, Origin};

/// Key of the rule for dead stones.
const DEAD: &str = "dead";

/// Version of the entries. Readers refuse other versions.
const FORM: &str = "1";

/// Entries of everything that decides a game: `form`, `size`, `rules`, `komi`, `quirks` (those that are off),
/// `stones_each`, `suicide`, `handicap`, `black`, `white`, `seed`, `game`, `fill` (share of points with
/// stones before the first move), `open` (number of random opening moves), `open_game` (number of the game
/// whose dice decide `fill` and `open`), `time`, `heat_rate`, `heat_neighbours`, `heat_keep`, `heat_decay`,
/// `dead`. The entry `start` means that the user set the stones of the root node.
///
/// # Errors
/// The rules differ from every preset in something that has no entry.
pub fn facts(setup: &GameSetup) -> Result<Vec<String>, HistoryError> {
    let rules = &setup.rules;
    let mut facts = vec![
        format!("form={FORM}"),
        format!("size={}", setup.size),
        format!("rules={}", rules.name),
        format!("komi={}", rules.komi),
    ];
    if let Some(quirks) = rules.quirks {
        facts.push(format!("quirks={quirks}"));
    }
    facts.extend(rules.stones_each.map(|most| format!("stones_each={most}")));
    facts.extend(rules.other_suicide().map(|allowed| format!("suicide={}", suicide_word(allowed))));
    facts.extend([
        format!("handicap={}", setup.handicap),
        format!("black={}", setup.brains.black),
        format!("white={}", setup.brains.white),
        format!("seed={}", setup.seed),
        format!("game={}", setup.game),
    ]);
    let Opening { fill, plies, game } = setup.opening;
    if fill > 0.0 {
        facts.push(format!("fill={fill}"));
    }
    if plies > 0 {
        facts.push(format!("open={plies}"));
    }
    if fill > 0.0 || plies > 0 {
        facts.push(format!("open_game={game}"));
    }
    if setup.time.is_limited() {
        facts.push(format!("time={}", setup.time));
    }
    facts.extend(heat_facts(&setup.heat));
    facts.push(dead_fact(setup.dead.effective_under(rules)));
    if setup.start.is_some() {
        facts.push("start=drawn".to_owned());
    }
    let entries = facts.iter().filter_map(|fact| fact.split_once('='));
    if rules_of(entries)? == setup.rules { Ok(facts) } else { Err(HistoryError::Rules(rules.name)) }
}

/// Entry with the rule for dead stones. A record that has only this entry counts as one of another program.
#[must_use]
pub fn dead_fact(dead: DeadStones) -> String {
    format!("{DEAD}={dead}")
}

/// Rule for dead stones in a record, by its last entry. `None`: the record has no such entry.
///
/// # Errors
/// The value is unknown.
pub fn dead_of(root: NodeRef<'_>) -> Result<Option<DeadStones>, HistoryError> {
    let entries = entries(root);
    let entry = entries.iter().rfind(|(key, _)| key == DEAD);
    entry.map(|(key, value)| read((key, value))).transpose()
}

/// Point of the group that an entry marks, and true for dead, false for alive. `None` if the entry marks no
/// group.
pub(super) fn mark_of(entry: (&str, &str)) -> Result<Option<(Point, bool)>, HistoryError> {
    match entry.0 {
        "mark_dead" => Ok(Some((read(entry)?, true))),
        "mark_alive" => Ok(Some((read(entry)?, false))),
        _ => Ok(None),
    }
}

/// Entries of the heat parameters.
pub(super) fn heat_facts(heat: &HeatParams) -> [String; 4] {
    let neighbours = match heat.neighbourhood {
        Neighbourhood::Eight => 8,
        Neighbourhood::Four => 4,
    };
    [
        format!("heat_rate={}", heat.rate),
        format!("heat_neighbours={neighbours}"),
        format!("heat_keep={}", if heat.keep { "on" } else { "off" }),
        format!("heat_decay={}", heat.decay),
    ]
}

fn broken(entry: (&str, &str), why: impl std::fmt::Display) -> HistoryError {
    let (key, value) = entry;
    let entry = format!("{}={}", excerpt(key, MAX_QUOTE_CHARS), excerpt(value, MAX_QUOTE_CHARS));
    HistoryError::Private { entry, why: shortened(&why.to_string(), &[key, value]) }
}

fn read<T: std::str::FromStr<Err: std::fmt::Display>>(entry: (&str, &str)) -> Result<T, HistoryError> {
    entry.1.parse().map_err(|error| broken(entry, error))
}

/// Parses a whole number. `most` is the largest value of its type, for the error message.
fn whole<T: std::str::FromStr + std::fmt::Display>(entry: (&str, &str), most: T) -> Result<T, HistoryError> {
    entry.1.parse().map_err(|_| broken(entry, format_args!("a whole number from 0 to {most} is expected")))
}

fn number<T: std::str::FromStr>(entry: (&str, &str)) -> Result<T, HistoryError> {
    entry.1.parse().map_err(|_| broken(entry, "a number is expected, as in 6.5"))
}

fn rules_of<'e>(entries: impl Iterator<Item = (&'e str, &'e str)> + Clone) -> Result<Rules, HistoryError> {
    let mut rules = Rules::default();
    for entry in entries.clone().filter(|(key, _)| *key == "rules") {
        rules = Rules::preset(entry.1).map_err(|error| broken(entry, error))?;
    }
    for entry in entries {
        match entry.0 {
            "komi" => {
                rules.komi = number(entry)?;
            }
            "quirks" => {
                let quirks =
                    rules.quirks.as_mut().ok_or_else(|| broken(entry, "these rules have no quirks"))?;
                if !entry.1.is_empty() {
                    quirks.apply(entry.1).map_err(|error| broken(entry, error))?;
                }
            }
            "stones_each" => rules.stones_each = Some(whole(entry, u32::MAX)?),
            "suicide" if rules.quirks.is_some() => {
                return Err(broken(entry, "these rules decide suicide by their quirks"));
            }
            "suicide" => {
                rules.suicide = [true, false]
                    .into_iter()
                    .find(|&allowed| suicide_word(allowed) == entry.1)
                    .ok_or_else(|| broken(entry, "allowed or forbidden is expected"))?;
            }
            _ => {}
        }
    }
    Ok(rules)
}

/// Value of the entry `suicide`.
const fn suicide_word(allowed: bool) -> &'static str {
    if allowed { "allowed" } else { "forbidden" }
}

/// Applies an entry to the heat parameters. Returns `false` if the entry is not about heat.
pub(super) fn apply_heat(heat: &mut HeatParams, entry: (&str, &str)) -> Result<bool, HistoryError> {
    match entry.0 {
        "heat_rate" => heat.rate = number(entry)?,
        "heat_decay" => heat.decay = number(entry)?,
        "heat_keep" => heat.keep = entry.1 == "on",
        "heat_neighbours" => {
            heat.neighbourhood = match entry.1 {
                "8" => Neighbourhood::Eight,
                "4" => Neighbourhood::Four,
                _ => return Err(broken(entry, "8 or 4 is expected")),
            };
        }
        _ => return Ok(false),
    }
    heat.check().map_err(|error| broken(entry, error))?;
    Ok(true)
}

/// Mind that an entry seats, with the file as its origin. `None` if the entry seats no mind.
pub(super) fn seat_of(entry: (&str, &str)) -> Result<Option<(Color, BrainSpec)>, HistoryError> {
    let color = match entry.0 {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return Ok(None),
    };
    Ok(Some((color, read::<BrainSpec>(entry)?.with_origin(Origin::File))))
}

/// Entries of a node's private property. Texts without `=` are skipped.
pub(super) fn entries(node: NodeRef<'_>) -> Vec<(String, String)> {
    let texts = node.properties().filter(|property| property.name() == PRIVATE);
    texts
        .flat_map(stonefield_go::notation::sgf::PropertyRef::texts)
        .filter_map(|text| text.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())))
        .collect()
}

/// Set-up of a game that this program wrote. `None`: another program wrote it.
///
/// # Errors
/// An entry is invalid or missing, or the record contradicts itself.
pub fn setup_of(root: NodeRef<'_>) -> Result<Option<GameSetup>, HistoryError> {
    let entries = entries(root);
    let pairs = || entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    if entries.iter().all(|(key, _)| key == DEAD) {
        return Ok(None);
    }
    let mut setup = GameSetup { rules: rules_of(pairs())?, ..GameSetup::default() };
    let (mut size, mut brains, mut has_start) = (None, ByColor::new(None, None), false);
    for entry in pairs() {
        match entry.0 {
            "form" if entry.1 != FORM => return Err(broken(entry, "only form=1 can be read")),
            "size" => size = Some(read(entry)?),
            "handicap" => setup.handicap = whole(entry, u32::MAX)?,
            "seed" => setup.seed = whole(entry, u64::MAX)?,
            "game" => setup.game = whole(entry, u64::MAX)?,
            "time" => setup.time = read(entry)?,
            "fill" => setup.opening.fill = number(entry)?,
            "open" => setup.opening.plies = whole(entry, u32::MAX)?,
            "open_game" => setup.opening.game = whole(entry, u64::MAX)?,
            "start" => has_start = true,
            DEAD => setup.dead = read(entry)?,
            _ => {
                if let Some((color, spec)) = seat_of(entry)? {
                    brains[color] = Some(spec);
                }
                apply_heat(&mut setup.heat, entry)?;
            }
        }
    }
    setup.size = size.ok_or(HistoryError::Missing("size", "9"))?;
    let seat = |spec: Option<BrainSpec>, key| spec.ok_or(HistoryError::Missing(key, "random"));
    setup.brains = ByColor::new(seat(brains.black, "black")?, seat(brains.white, "white")?);
    check_sizes(size_of(root)?, setup.rules, pairs())?;
    if has_start {
        setup.start = Some(start_of(root)?);
    }
    Ok(Some(setup))
}

/// Checks that a record gives one board size. Other faults are ignored.
///
/// # Errors
/// `SZ` gives two sizes, or the private data and `SZ` make different boards.
pub fn check_size(root: NodeRef<'_>) -> Result<(), HistoryError> {
    let stated = match size_of(root) {
        Ok(stated) => stated,
        Err(error @ SizeFault::Two(..)) => return Err(error.into()),
        Err(SizeFault::Value(_)) => return Ok(()),
    };
    let entries = entries(root);
    let pairs = || entries.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let rules = rules_of(pairs().filter(|(key, _)| matches!(*key, "rules" | "quirks")));
    check_sizes(stated, rules.unwrap_or_default(), pairs())
}

/// Checks that each entry `size` makes the board `stated` under the rules.
fn check_sizes<'e>(
    stated: Size,
    rules: Rules,
    entries: impl Iterator<Item = (&'e str, &'e str)>,
) -> Result<(), HistoryError> {
    for given in entries.filter(|(key, _)| *key == "size").filter_map(|(_, value)| value.parse().ok()) {
        let board = GameSetup { size: given, rules, ..GameSetup::default() }.board();
        if board != stated {
            return Err(HistoryError::TwoSizes { stated, given, board });
        }
    }
    Ok(())
}

/// Checks that the game begins with the stones of the record's root node. Later nodes and other programs rely
/// on these stones.
pub(super) fn check_beginning(root: NodeRef<'_>, beginning: &Setup) -> Result<(), HistoryError> {
    let stated = start_of(root)?;
    let differs = |point: &Point| stated.at(*point) != beginning.at(*point);
    match beginning.size().points().find(differs) {
        Some(point) => {
            Err(HistoryError::TwoBeginnings { point, stated: stated.at(point), given: beginning.at(point) })
        }
        None => Ok(()),
    }
}

/// Board and colour to move after the set-up properties of the root node.
pub(super) fn start_of(root: NodeRef<'_>) -> Result<Setup, HistoryError> {
    let info = BoardInfo::of(root)?;
    let mut replay = Replay::new(&info);
    replay.set_up(root);
    Ok(replay.position().setup())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::notation::sgf::Collection;

    fn read_back(setup: &GameSetup) -> Option<GameSetup> {
        let mut games = Collection::new();
        let root = games.add_game();
        let facts = facts(setup).expect("rules with a name");
        games.set_texts(root, PRIVATE, facts.iter().map(String::as_str));
        games.set_raw(root, "SZ", [setup.board().width().to_string().as_str()]);
        setup_of(games.node(root)).expect("valid entries")
    }

    #[test]
    fn entries_restore_the_set_up() {
        let mut setup = GameSetup::default();
        assert_eq!(read_back(&setup), Some(setup.clone()));
        setup.rules = Rules::preset("netlogo-2016").expect("a preset");
        setup.rules.komi = -0.1 + 0.7;
        setup.rules.stones_each = Some(12);
        if let Some(quirks) = &mut setup.rules.quirks {
            quirks.eye_taboo = false;
        }
        setup.heat = HeatParams { rate: 0.1, neighbourhood: Neighbourhood::Four, keep: true, decay: 0.3 };
        setup.brains.white = "scripted:moves=[D4 Q16],then=random".parse().expect("a mind");
        (setup.seed, setup.game, setup.handicap) = (u64::MAX, 7, 0);
        assert_eq!(read_back(&setup), Some(setup.clone()));
        setup.rules = Rules::default();
        setup.dead = DeadStones::Estimated;
        setup.opening = Opening { fill: 0.25, plies: 6, game: 4 };
        setup.time = "600+5x30".parse().expect("a time");
        assert_eq!(read_back(&setup), Some(setup.clone()));
        for (name, suicide) in [("atari-go", true), ("tromp-taylor", false)] {
            setup.rules = Rules { suicide, ..Rules::preset(name).expect("a preset") };
            assert_eq!(read_back(&setup).map(|setup| setup.rules), Some(setup.rules));
        }
    }

    #[test]
    fn rules_without_a_name_are_refused() {
        let mut setup = GameSetup::default();
        setup.rules.scoring = stonefield_go::Scoring::Territory;
        assert!(matches!(facts(&setup), Err(HistoryError::Rules("chinese"))));
    }

    #[test]
    fn invalid_entries_are_named() {
        for (entry, word) in [
            ("size=0", "size=0"),
            ("black=nobody", "nobody"),
            ("heat_rate=7", "heat_rate=7"),
            ("form=99", "form"),
            ("quirks=x", "no quirks"),
            ("suicide=maybe", "allowed or forbidden"),
            ("dead=gone", "played, proved or estimated"),
        ] {
            let mut games = Collection::new();
            let root = games.add_game();
            games.set_texts(root, PRIVATE, ["white=random", entry]);
            let error = setup_of(games.node(root)).expect_err("broken").to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
