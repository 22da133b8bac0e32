//! Rules by the names and in the JSON format of KGS and KataGo.

use super::opponent::Opponent;
use super::reply::{CommandResult, Refusal, SYNTAX, one, reply_without_args};
use serde_json::{Map, Value, json};
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt};
use stonefield_go::{Goal, Ko, PRESETS, Rules, Scoring};

/// `kgs-rules NAME`: sets the rules with this name on KGS. The komi stays.
pub(super) fn kgs_rules(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let preset = match one(args)?.to_ascii_lowercase().as_str() {
        "chinese" => "chinese",
        "japanese" => "japanese",
        "aga" => "aga",
        "new_zealand" => "new-zealand",
        _ => return Err(SYNTAX),
    };
    set(opponent, named(preset)?);
    Ok(String::new())
}

/// Returns the rules as a JSON object, without the komi and the properties that KataGo has no key for.
pub(super) fn get_rules(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let rules = opponent.rules();
    let ko = match rules.ko {
        Ko::None => "NONE",
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        // With pass stones, and White to pass last, territory scoring has the same result as area scoring.
        Scoring::Territory if rules.pass_stones => "AREA",
        Scoring::Territory => "TERRITORY",
        Scoring::StonesAndCaptures => "STONES_AND_CAPTURES",
    };
    let mut object = json!({
        "ko": ko,
        "suicide": rules.suicide,
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "tax": "NONE",
    });
    if rules.goal == Goal::Territory
        && let Value::Object(fields) = &mut object
    {
        fields.insert("scoring".to_owned(), json!(scoring));
    }
    reply_without_args(args, &object.to_string())
}

/// `kata-set-rules NAME` or `kata-set-rules {"ko":"POSITIONAL",…}`. Only an object can change the komi.
pub(super) fn set_rules(opponent: &mut Opponent, text: &str) -> CommandResult {
    if text.starts_with('{') {
        let fields: Map<String, Value> = serde_json::from_str(text).map_err(|_| SYNTAX)?;
        let mut rules = opponent.rules();
        for (key, value) in &fields {
            change(&mut rules, key, value)?;
        }
        let komi = rules.komi;
        set(opponent, rules);
        if fields.contains_key("komi") {
            let mut rules = opponent.rules();
            rules.komi = komi;
            opponent.set_rules(rules);
        }
        return Ok(String::new());
    }
    let preset = match text.to_ascii_lowercase().as_str() {
        "tromp-taylor" | "tromp_taylor" | "tromptaylor" => "tromp-taylor",
        "chinese" | "chinese-ogs" | "chinese_ogs" | "chinese-kgs" | "chinese_kgs" => "chinese",
        "japanese" | "korean" => "japanese",
        "aga" | "bga" | "french" => "aga",
        "new-zealand" | "new_zealand" | "newzealand" | "new zealand" => "new-zealand",
        "atari-go" => "atari-go",
        other => return Err(format!("unknown rules '{}'", excerpt(other, MAX_QUOTE_CHARS)).into()),
    };
    set(opponent, named(preset)?);
    Ok(String::new())
}

/// `kata-set-rule KEY VALUE`. The key `komi` is accepted but changes nothing.
pub(super) fn set_rule(opponent: &mut Opponent, args: &[&str]) -> CommandResult {
    let [key, value] = args else { return Err(SYNTAX) };
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String((*value).to_owned()));
    let mut rules = opponent.rules();
    change(&mut rules, key, &value)?;
    set(opponent, rules);
    Ok(String::new())
}

fn named(preset: &str) -> CommandResult<Rules> {
    Rules::preset(preset).map_err(Refusal::of)
}

/// Sets all rules except the komi. The rules get the name of a preset with the same rules, if there is one.
fn set(opponent: &mut Opponent, mut rules: Rules) {
    rules.komi = opponent.rules().komi;
    let presets = PRESETS.iter().filter_map(|(name, _)| Rules::preset(name).ok());
    let equal = |preset: &Rules| {
        Rules { name: rules.name, komi: rules.komi, stones_each: rules.stones_each, ..*preset } == rules
    };
    if let Some(preset) = presets.into_iter().find(equal) {
        rules.name = preset.name;
    }
    opponent.set_rules(rules);
}

/// Changes one rule. Refuses keys and values that are not supported.
fn change(rules: &mut Rules, key: &str, value: &Value) -> CommandResult<()> {
    let value_text = value.to_string();
    let unsupported = || {
        Refusal::of(format_args!(
            "{} {} is not supported",
            excerpt(key, MAX_QUOTE_CHARS),
            excerpt(&value_text, MAX_QUOTE_CHARS)
        ))
    };
    let word = value.as_str().map(str::to_ascii_uppercase);
    let switch = value.as_bool().or(match word.as_deref() {
        Some("TRUE") => Some(true),
        Some("FALSE") => Some(false),
        _ => None,
    });
    let accepted = match key {
        "ko" => {
            rules.ko = match word.as_deref() {
                Some("NONE") => Ko::None,
                Some("SIMPLE") => Ko::Simple,
                Some("POSITIONAL") => Ko::Positional,
                Some("SITUATIONAL") => Ko::Situational,
                _ => return Err(unsupported()),
            };
            true
        }
        "scoring" | "scoringRule" => {
            rules.scoring = match word.as_deref() {
                Some("AREA") => Scoring::Area,
                Some("TERRITORY") => Scoring::Territory,
                _ => return Err(unsupported()),
            };
            rules.pass_stones = false;
            true
        }
        "suicide" | "multiStoneSuicideLegal" => {
            rules.suicide = switch.ok_or_else(unsupported)?;
            true
        }
        "komi" => {
            let komi = value.as_f64().filter(|komi| (-1e6..=1e6).contains(komi));
            rules.komi = komi.ok_or_else(unsupported)?;
            true
        }
        // Rules that cannot be changed: a value is accepted if it already applies, or has no effect.
        "tax" | "taxRule" => word.as_deref() == Some("NONE"),
        "hasButton" => switch == Some(false),
        "whiteHandicapBonus" => word.as_deref() == Some("0") || value.as_u64() == Some(0),
        "friendlyPassOk" => switch.is_some(),
        _ => false,
    };
    if accepted { Ok(()) } else { Err(unsupported()) }
}
