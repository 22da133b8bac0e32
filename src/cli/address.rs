//! Address of the page: parses it into options for the window, and writes links.

use super::failure::Failure;
use super::look::LookArgs;
use super::setup::SetupArgs;
use super::values;
use clap::{CommandFactory, FromArgMatches, Parser};
use std::error::Error as _;
use stonefield_go::field::Neighbourhood;
use stonefield_go::notation::suggestion;
use stonefield_go::{ByColor, Rules};
use stonefield_minds::Origin;
use stonefield_sim::GameSetup;
use stonefield_sim::history::{Record, Source};
use stonefield_window::WindowOptions;
use stonefield_window::layers::{Layer, Layers};
use stonefield_window::page::LinkMaker;
use web_sys::UrlSearchParams;

/// Parameters of an address. Links have game and view before `#`, tick and record after it.
#[derive(Parser, Debug)]
#[command(name = "stonefield", disable_help_flag = true, no_binary_name = true)]
struct AddressArgs {
    #[command(flatten)]
    look: LookArgs,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// First tick that is shown, paused
    #[arg(long, value_name = "TICK", value_parser = values::whole::<u64>("tick", 0, LAST_TICK))]
    tick: Option<u64>,
    /// A game record to open, as SGF
    #[arg(long, value_name = "SGF")]
    record: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Largest `tick` of an address. The window plays all ticks up to it before it shows the board.
const LAST_TICK: u64 = 100_000;

/// Parameters that mail programs and social sites add to links. They are ignored.
const TRACKING_NAMES: [&str; 5] = ["fbclid", "gclid", "msclkid", "mc_cid", "mc_eid"];

/// Prefix of the names of other such parameters.
const TRACKING_PREFIX: &str = "utm_";

/// Flags that name a file on this machine. An address cannot have them.
const FILE_FLAGS: [&str; 1] = ["position"];

/// Options from an address, or the reason for its refusal.
pub(super) struct Address(Result<WindowOptions, String>);

impl Address {
    /// Reads the address of this page.
    pub(super) fn of_page() -> Self {
        let location = web_sys::window().map(|window| window.location());
        let or_empty = |part: Option<String>| part.unwrap_or_default();
        let query = or_empty(location.as_ref().and_then(|location| location.search().ok()));
        let fragment = or_empty(location.as_ref().and_then(|location| location.hash().ok()));
        Self(options(&[query.trim_start_matches('?'), fragment.trim_start_matches('#')]))
    }

    /// Returns the options for the window. For a refused address: the default options and the reason.
    pub(super) fn options(self) -> WindowOptions {
        self.0.unwrap_or_else(|why| WindowOptions {
            refusal: Some(format!("the address of this page: {why}")),
            ..default_options()
        })
    }
}

/// Options for an address without parameters.
pub(super) fn default_options() -> WindowOptions {
    options(&[]).unwrap_or_default()
}

/// Parses the query and the fragment of an address, without `?` and `#`.
fn options(parts: &[&str]) -> Result<WindowOptions, String> {
    let mut flags = Vec::new();
    let mut params: Vec<(String, String, String)> = Vec::new();
    for part in parts {
        let is_ours = |name: &str| !TRACKING_NAMES.contains(&name) && !name.starts_with(TRACKING_PREFIX);
        for (typed, value) in pairs(part)?.into_iter().filter(|(name, _)| is_ours(name)) {
            let name = typed.replace('_', "-");
            let flag = flag(&typed, &name, &value)?;
            if let Some((_, typed_before, value_before)) = params.iter().find(|(other, ..)| *other == name) {
                return Err(given_twice((typed_before, value_before), (&typed, &value)));
            }
            params.push((name, typed, value));
            flags.extend(flag);
        }
    }
    let typed = |flag: &str| {
        let param = params.iter().find(|(name, ..)| flag.strip_prefix("--") == Some(name));
        param.map_or_else(|| flag.to_owned(), |(_, typed, _)| typed.clone())
    };
    let complaint = |error: clap::Error| complaint(&error, typed);
    let matches = AddressArgs::command().try_get_matches_from(&flags).map_err(complaint)?;
    let args = AddressArgs::from_arg_matches(&matches).map_err(complaint)?;
    let record = args.record.as_deref().map(|text| {
        Record::open(Source::Text("the record in it", text), 1).map_err(|error| error.to_string())
    });
    let record = record.transpose()?;
    let introduce = flags.is_empty();
    let mut setup = args.setup.with_window_defaults().resolve(None).map_err(|failure| match failure {
        Failure::Bad(line) => without_dashes(&line),
        _ => "it is not valid".to_owned(),
    })?;
    let ByColor { black, white } = setup.brains;
    setup.brains = ByColor::new(black.with_origin(Origin::File), white.with_origin(Origin::File));
    Ok(WindowOptions {
        setup,
        layers: args.look.layers.unwrap_or_default().layers,
        camera: args.look.camera,
        quality: args.look.quality,
        running: !args.paused && record.is_none(),
        tick: args.tick,
        record,
        introduce,
        ..WindowOptions::default()
    })
}

/// Returns the decoded names and values in a part of an address.
fn pairs(part: &str) -> Result<Vec<(String, String)>, String> {
    let params = UrlSearchParams::new_with_str(part).map_err(|_| "it cannot be read".to_owned())?;
    let entries = js_sys::try_iter(&params).ok().flatten();
    let texts = |entry: js_sys::Array| Some((entry.get(0).as_string()?, entry.get(1).as_string()?));
    Ok(entries
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| texts(js_sys::Array::from(&entry)))
        .collect())
}

/// Message for a parameter that is given twice. Quotes both as typed, with values of at most 60 characters.
fn given_twice((name, value): (&str, &str), (again, other): (&str, &str)) -> String {
    const LONGEST: usize = 60;
    let [value, other] = [value, other].map(|value| shortened(value, LONGEST));
    format!("{name} is given twice, as '{name}={value}' and as '{again}={other}': remove one of them")
}

/// Returns the flag for a parameter; `None` for a switch that is off. `typed` is the name in the address.
/// `name` is the same name with hyphens for underscores, as flags have it.
fn flag(typed: &str, name: &str, value: &str) -> Result<Option<String>, String> {
    let command = AddressArgs::command();
    let allowed = || command.get_arguments().filter(|arg| !FILE_FLAGS.contains(&arg.get_id().as_str()));
    let long = |arg: &clap::Arg| arg.get_long().map(str::to_owned);
    let Some(arg) = allowed().find(|arg| long(arg).as_deref() == Some(name)) else {
        let names: Vec<String> = allowed().filter_map(long).collect();
        let near = suggestion(name, names.iter().map(String::as_str));
        return Err(format!(
            "no parameter '{}'; the parameters are {}{near}",
            for_display(typed),
            names.join(", ")
        ));
    };
    if !arg.get_action().takes_values() {
        return match value {
            "" | "1" | "on" | "true" => Ok(Some(format!("--{name}"))),
            "0" | "off" | "false" => Ok(None),
            _ => Err(format!("{typed}: '{}' is not allowed: on or off", for_display(value))),
        };
    }
    // The browser decodes `+` in an address as a space. After a comma `+` changes nothing, so it is dropped.
    let is_list = matches!(name, "layers" | "quirks");
    let value = if is_list { value.replace(' ', "+").replace(",+", ",") } else { value.to_owned() };
    Ok(Some(format!("--{name}={value}")))
}

/// Message of a parser error, on one line. `typed` returns the name in the address for a flag.
fn complaint(error: &clap::Error, typed: impl Fn(&str) -> String) -> String {
    use clap::error::ContextKind;
    let name = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let name = typed(name.split([' ', '=']).next().unwrap_or_default());
    let why = match (error.source(), error.get(ContextKind::InvalidValue)) {
        (Some(source), _) => source.to_string(),
        (None, Some(value)) => format!("'{}' is not allowed", for_display(&value.to_string())),
        (None, None) => error.kind().as_str().unwrap_or("it is not valid").to_owned(),
    };
    without_dashes(&format!("{name}: {why}"))
}

fn without_dashes(line: &str) -> String {
    let line = line.strip_prefix("--").unwrap_or(line);
    for_display(line)
}

/// Text of an address for display: on one line, and shortened.
fn for_display(text: &str) -> String {
    const LONGEST: usize = 300;
    shortened(text, LONGEST)
}

fn shortened(text: &str, longest: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(longest).collect();
    if text.chars().count() > longest { plain + "…" } else { plain }
}

/// Shows a message in the page if no board can be shown.
pub(super) fn show_message(line: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(element) = document.and_then(|document| document.get_element_by_id("message")) {
        element.set_text_content(Some(line));
        // If this fails, the script of the page has already reported an error.
        let _ = element.remove_attribute("hidden");
    }
}

/// Functions that make links to this page.
pub(super) const LINKS: LinkMaker = LinkMaker { of_setup, of_record };

/// Link to the game of a set-up at a tick. `None` if no address can express the set-up.
fn of_setup(setup: &GameSetup, layers: Layers, tick: u64) -> Option<String> {
    let params = UrlSearchParams::new().ok()?;
    let (rules, heat) = (&setup.rules, &setup.heat);
    let preset = Rules::preset(rules.name).ok()?;
    let ByColor { black, white } = &setup.brains;
    let neighbours = if heat.neighbourhood == Neighbourhood::Four { "4" } else { "8" };
    let suicide = if rules.suicide { "allowed" } else { "forbidden" };
    let quirks = rules.quirks.filter(|_| rules.quirks != preset.quirks);
    for (name, value) in [
        ("size", Some(setup.size.to_string())),
        ("rules", Some(rules.name.to_owned())),
        ("quirks", quirks.map(|quirks| quirks.to_string())),
        ("komi", Some(rules.komi.to_string())),
        ("stones-each", rules.stones_each.map(|count| count.to_string())),
        ("suicide", (rules.suicide != preset.suicide).then(|| suicide.to_owned())),
        ("handicap", Some(setup.handicap.to_string())),
        ("fill", Some(setup.opening.fill.to_string())),
        ("black", Some(black.to_string())),
        ("white", Some(white.to_string())),
        ("seed", Some(setup.seed.to_string())),
        ("game", Some(setup.game.to_string())),
        ("heat-rate", Some(heat.rate.to_string())),
        ("heat-neighbours", Some(neighbours.to_owned())),
        ("heat-decay", heat.keep.then(|| heat.decay.to_string())),
        ("dead", Some(setup.dead.name().to_owned())),
        ("layers", Some(layer_list(layers))),
    ] {
        if let Some(value) = value {
            params.append(name, &value);
        }
    }
    let parts = [params.to_string().as_string()?, format!("tick={tick}")];
    let parsed = options(&[&parts[0], &parts[1]]).ok()?.setup;
    (parsed == *setup).then(|| format!("?{}#{}", parts[0], parts[1]))
}

/// Link that contains a record.
fn of_record(text: &str, layers: Layers, tick: u64) -> String {
    let record = String::from(js_sys::encode_uri_component(text));
    format!("?layers={}#tick={tick}&record={record}", layer_list(layers))
}

/// Value of the parameter `layers` for these layers.
fn layer_list(layers: Layers) -> String {
    let names = Layer::ALL.into_iter().filter(|layer| layers.get(*layer)).map(Layer::name);
    std::iter::once("none").chain(names).collect::<Vec<_>>().join(",")
}
