//! A mind as text: `name:key=value,key=[a value with commas]`, the same wherever a mind is named.

use super::{BrainInfo, Origin, SpecError};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_search::{ParamInfo, ParamKind, Parameters, Value};

/// Which mind, with which parameters. Every value is one its parameter allows.
///
/// The text form omits defaults. A switch is `on` or `off`; `yes`, `no`, `true`, `false`, `1` and `0` are understood, large letters
/// too. A value that holds a comma, colon, equals sign, space or bracket stands in brackets, which nest:
/// `name:moves=[D4 Q16 pass],then=random`. The value of a mind's main parameter stands first and needs no name:
/// `gtp:[gnugo --mode gtp],timeout=10`.
///
/// ```
/// use stonefield_minds::BrainSpec;
/// use stonefield_search::Value;
///
/// let mut mind: BrainSpec = "mcts:playouts=500".parse()?;
/// assert_eq!(mind.name(), "mcts");
/// assert_eq!(mind.get("playouts"), Value::Int(500));
/// mind.set("playouts", Value::Int(200))?;
/// assert_eq!(mind.to_string(), "mcts:playouts=200");
/// let refused = "mcts:playout=500".parse::<BrainSpec>().unwrap_err().to_string();
/// assert!(refused.contains("playouts"), "it names the parameters there are: {refused}");
/// # Ok::<(), stonefield_minds::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BrainSpec {
    info: &'static BrainInfo,
    /// One for each parameter, in the registry's order.
    values: Vec<Value>,
    /// Who named it. Two that differ in nothing else are equal.
    origin: Origin,
    /// Folder that a program of it works in, or that its own folder is found from. Text and comparison leave
    /// it out. `None`: the present one.
    place: Option<Arc<Path>>,
}

impl BrainSpec {
    /// The mind's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// What the registry says about the mind.
    #[must_use]
    pub fn info(&self) -> &'static BrainInfo {
        self.info
    }

    /// The parameters with their values, in the registry's order.
    pub fn params(&self) -> impl Iterator<Item = (&'static ParamInfo, &Value)> {
        self.info.params.iter().zip(&self.values)
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// When the mind has no such parameter; its names are in [`BrainSpec::info`].
    #[must_use]
    pub fn get(&self, key: &str) -> Value {
        match self.params().find(|(param, _)| param.name == key) {
            Some((_, value)) => value.clone(),
            None => panic!("the mind {} has no parameter {key}", self.info.name),
        }
    }

    /// The parameters as the mind itself declares them.
    ///
    /// # Panics
    /// When they are another mind's.
    #[must_use]
    pub fn read<T: Parameters>(&self) -> T {
        T::read(|key| self.get(key))
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// When there is no such parameter, or it does not allow the value; nothing is changed then.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), SpecError> {
        let slot = self.slot(key)?;
        let given = value.to_string();
        self.put(slot, value, &given)
    }

    /// Changes a parameter to a value that was given as this text.
    fn put(&mut self, slot: usize, value: Value, given: &str) -> Result<(), SpecError> {
        let param = &self.info.params[slot];
        let refused = |why: String| SpecError::Value {
            brain: self.info.name,
            param: param.name,
            given: quoted(given),
            why: excerpt(&why, 2000),
        };
        let allowed = match (param.kind, &value) {
            (ParamKind::Int { min, max, .. }, Value::Int(given)) => (min..=max).contains(given),
            (ParamKind::Float { min, max, .. }, Value::Float(given)) => (min..=max).contains(given),
            (ParamKind::Choice { options, .. }, Value::Choice(given)) => options.contains(given),
            (ParamKind::Switch { .. }, Value::Switch(_)) => true,
            (ParamKind::Text { .. }, Value::Text(given)) => {
                if !balanced(given) {
                    return Err(refused("text whose brackets balance".to_owned()));
                }
                (param.check)(given).map_err(|why| refused(why.to_string()))?;
                true
            }
            _ => false,
        };
        if !allowed {
            return Err(refused(expected(param)));
        }
        if Some(param.name) == self.info.main {
            // Another command is another program, which the present folder may hold.
            self.place = None;
        }
        self.values[slot] = value;
        Ok(())
    }

    /// Changes a parameter to a value given as text, without the brackets around it.
    ///
    /// # Errors
    /// As [`BrainSpec::set`].
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SpecError> {
        let slot = self.slot(key)?;
        let param = &self.info.params[slot];
        let value = match param.kind {
            ParamKind::Int { .. } => text.parse().ok().map(Value::Int),
            ParamKind::Float { .. } => text.parse().ok().map(Value::Float),
            ParamKind::Switch { .. } => match text.to_ascii_lowercase().as_str() {
                "on" | "true" | "yes" | "1" => Some(Value::Switch(true)),
                "off" | "false" | "no" | "0" => Some(Value::Switch(false)),
                _ => None,
            },
            ParamKind::Choice { options, .. } => {
                options.iter().find(|option| **option == text).copied().map(Value::Choice)
            }
            ParamKind::Text { .. } => Some(Value::Text(text.to_owned())),
        };
        let value = value.ok_or_else(|| SpecError::Value {
            brain: self.info.name,
            param: param.name,
            given: quoted(text),
            why: match param.kind {
                ParamKind::Choice { options, .. } => {
                    expected(param) + &suggestion(text, options.iter().copied())
                }
                _ => expected(param),
            },
        })?;
        self.put(slot, value, text)
    }

    /// Who named it; the user, unless [`BrainSpec::named_by`] says otherwise.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// The same mind with another origin.
    #[must_use]
    pub const fn named_by(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Folder that a program of it works in, or that its own folder is found from; `None` for the present
    /// one.
    #[must_use]
    pub fn place(&self) -> Option<&Path> {
        self.place.as_deref()
    }

    /// The same mind with another place.
    #[must_use]
    pub(super) fn placed_in(mut self, folder: &Path) -> Self {
        self.place = Some(folder.into());
        self
    }

    pub(super) fn among(brains: &'static [BrainInfo], name: &str) -> Result<Self, SpecError> {
        let info = brains.iter().find(|info| info.name == name).ok_or_else(|| SpecError::Brain {
            given: quoted(name),
            allowed: brains.iter().map(|info| info.name).collect(),
        })?;
        Ok(Self::of(info))
    }

    pub(super) fn of(info: &'static BrainInfo) -> Self {
        let values = info.params.iter().map(ParamInfo::default).collect();
        Self { info, values, origin: Origin::default(), place: None }
    }

    pub(super) fn parse(brains: &'static [BrainInfo], text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if !balanced(text) {
            return Err(SpecError::Brackets { given: quoted(text) });
        }
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text, None),
        };
        let mut spec = Self::among(brains, name)?;
        let mut given = Vec::new();
        for (i, entry) in rest.into_iter().flat_map(split_outside_brackets).enumerate() {
            let entry = entry.trim();
            let nameless = spec.info.main.filter(|_| i == 0 && is_nameless(entry));
            let Some((key, value)) = nameless.map(|main| (main, entry)).or_else(|| entry.split_once('='))
            else {
                return Err(SpecError::Entry { brain: spec.info.name, given: quoted(entry) });
            };
            let key = key.trim();
            if given.contains(&key) {
                return Err(SpecError::Twice { brain: spec.info.name, key: quoted(key) });
            }
            given.push(key);
            spec.set_text(key, unbracketed(value.trim()))?;
        }
        Ok(spec)
    }

    fn slot(&self, key: &str) -> Result<usize, SpecError> {
        self.info.params.iter().position(|param| param.name == key).ok_or_else(|| SpecError::Param {
            brain: self.info.name,
            given: quoted(key),
            allowed: self.info.params.iter().map(|param| param.name).collect(),
        })
    }
}

impl PartialEq for BrainSpec {
    fn eq(&self, other: &Self) -> bool {
        self.info.name == other.info.name && self.values == other.values
    }
}

impl fmt::Display for BrainSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.info.name.to_owned();
        let mut separator = ':';
        let is_main = |param: &ParamInfo| Some(param.name) == self.info.main;
        let mut said: Vec<_> = self.params().filter(|(param, value)| **value != param.default()).collect();
        said.sort_by_key(|(param, _)| !is_main(param));
        for (param, value) in said {
            let value = value.to_string();
            text.push(separator);
            if !is_main(param) {
                text += param.name;
                text.push('=');
            }
            if value.is_empty()
                || value.contains([',', ':', '=', '[', ']'])
                || value.contains(char::is_whitespace)
            {
                text += &format!("[{value}]");
            } else {
                text += &value;
            }
            separator = ',';
        }
        f.pad(&text)
    }
}

/// What was given, fit for a line.
fn quoted(text: &str) -> String {
    excerpt(text, 200)
}

fn expected(param: &ParamInfo) -> String {
    match (param.kind, param.unit) {
        (ParamKind::Int { .. }, "") => format!("a whole number from {}", param.allowed()),
        (ParamKind::Int { .. }, unit) => format!("a whole number of {unit} from {}", param.allowed()),
        (ParamKind::Float { .. }, "") => format!("a number from {}", param.allowed()),
        (ParamKind::Float { .. }, unit) => format!("a number of {unit} from {}", param.allowed()),
        _ => param.allowed(),
    }
}

/// How deep in brackets one is after each byte; `None` once a bracket closes that none opened.
fn depths(text: &str) -> impl Iterator<Item = Option<u32>> + '_ {
    text.bytes().scan(Some(0_u32), |depth, byte| {
        *depth = match byte {
            b'[' => depth.map(|d| d + 1),
            b']' => depth.and_then(|d| d.checked_sub(1)),
            _ => *depth,
        };
        Some(*depth)
    })
}

fn balanced(text: &str) -> bool {
    depths(text).last().unwrap_or(Some(0)) == Some(0)
}

/// The parts of a text between commas that stand outside of brackets.
pub fn split_outside_brackets(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, (byte, depth)) in text.bytes().zip(depths(text)).enumerate() {
        if byte == b',' && depth == Some(0) {
            parts.push(&text[start..i]);
            start = i + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Whether an entry is a value alone: all of it in brackets, or something without an equals sign.
fn is_nameless(entry: &str) -> bool {
    !entry.is_empty() && (unbracketed(entry) != entry || !entry.contains('='))
}

/// The text inside the brackets, when one pair encloses all of it.
pub fn unbracketed(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return text;
    };
    if balanced(inner) { inner } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stonefield_search::{choices, params};

    #[test]
    fn programs_clocks_and_races_do_not_repeat() {
        for (text, repeats) in [
            ("random", true),
            ("mcts:playouts=9", true),
            ("mcts:threads=4,parallel=root", true),
            ("mcts:threads=4", false),
            ("mcts:time=1", false),
            ("negamax:time=1", false),
            ("gtp:[gnugo --mode gtp]", false),
            ("mix:a=random,b=[mcts:time=1]", false),
            ("mix:a=random,b=sensible", true),
        ] {
            let spec: BrainSpec = text.parse().expect(text);
            assert_eq!(spec.repeats(), repeats, "{text}");
        }
    }

    static WORKSHOP: &[BrainInfo] = &[TOOL, BrainInfo { name: "vice", main: Some("line"), ..TOOL }];

    const TOOL: BrainInfo =
        BrainInfo::planner("tool", "a mind with a parameter of every kind", Tool::LIST, |_| {
            unreachable!("never built")
        });

    choices! {
        enum Way { Left = "left", Right = "right" }
    }

    params! {
        struct Tool {
            /// a whole number
            count: u32 = 100 in 1..=5000, "playouts";
            /// a number
            share: f64 = 0.5 in -2.5..=1e9;
            /// a switch
            deep: bool = true;
            /// a choice
            way: Way = Left;
            /// a text
            line: String = "as is";
        }
    }

    fn tool(text: &str) -> Result<BrainSpec, SpecError> {
        BrainSpec::parse(WORKSHOP, text)
    }

    fn refusal(text: &str) -> String {
        tool(text).expect_err("refused").to_string()
    }

    #[test]
    fn errors_are_one_line_whatever_was_given() {
        for text in [
            "'r\nr'",
            "mcts:a\rb=1",
            "mcts:playouts=\n",
            "mix:a=[x\ny]",
            "random:\u{7}",
            "mcts:rave=on,rave=on\n",
            "[\n",
        ] {
            let told = text.parse::<BrainSpec>().map(|spec| spec.to_string());
            let told = told.expect_err(text).to_string();
            assert!(!told.chars().any(char::is_control), "{told:?}");
        }
        let long = "x".repeat(1 << 20).parse::<BrainSpec>().expect_err("no such brain").to_string();
        assert!(long.len() < 2000);
    }

    #[test]
    fn defaults_are_left_unsaid() {
        for (given, said) in [
            ("tool", "tool"),
            ("tool:count=100,deep=on", "tool"),
            (" tool: deep=off , count=7 ", "tool:count=7,deep=off"),
            ("tool:line=[gtp:[gnugo --mode gtp],level=1]", "tool:line=[gtp:[gnugo --mode gtp],level=1]"),
            ("tool:line=[[a][b]]", "tool:line=[[a][b]]"),
            ("tool:line=[]", "tool:line=[]"),
            ("tool:line=word", "tool:line=word"),
        ] {
            assert_eq!(tool(given).map(|spec| spec.to_string()), Ok(said.to_owned()), "{given}");
        }
    }

    #[test]
    fn a_switch_is_understood_in_several_words_and_written_in_two() {
        for word in ["off", "Off", "OFF", "no", "No", "false", "FALSE", "0"] {
            assert_eq!(
                tool(&format!("tool:deep={word}")).map(|spec| spec.to_string()),
                Ok("tool:deep=off".to_owned())
            );
        }
        for word in ["on", "On", "yes", "YES", "true", "True", "1"] {
            let given = tool(&format!("tool:deep={word}")).map(|spec| spec.get("deep"));
            assert_eq!(given, Ok(Value::Switch(true)), "{word}");
        }
        for word in ["", "2", "01", "onn", "o n"] {
            assert!(refusal(&format!("tool:deep={word}")).contains("on or off"), "{word}");
        }
    }

    #[test]
    fn a_main_value_stands_first_and_needs_no_name() {
        for (given, said) in [
            ("vice:grip", "vice:grip"),
            ("vice:[gnugo --level=1, x]", "vice:[gnugo --level=1, x]"),
            ("vice: [a b] , count=7", "vice:[a b],count=7"),
            ("vice:count=7,line=[a=b]", "vice:[a=b],count=7"),
            ("vice:line=grip", "vice:grip"),
            ("vice:[[a][b]]", "vice:[[a][b]]"),
            ("vice:[]", "vice:[]"),
            ("vice:[as is]", "vice"),
        ] {
            assert_eq!(tool(given).map(|spec| spec.to_string()), Ok(said.to_owned()), "{given}");
            assert_eq!(tool(said), tool(given));
        }
        for (given, words) in [
            ("vice:count=7,grip", "'grip' is not a parameter of the brain vice"),
            ("vice:grip,line=x", "line given twice"),
            ("vice:", "'' is not a parameter"),
            ("vice:[a][b]=c", "no parameter '[a][b]'"),
        ] {
            assert!(refusal(given).contains(words), "{given}: {}", refusal(given));
        }
    }

    #[test]
    fn every_refusal_is_one_line_that_names_what_is_wrong() {
        for (given, words) in [
            ("hammer", "no brain 'hammer'; the brains are tool, vice"),
            ("tol", "nearest: 'tool'"),
            ("", "no brain ''"),
            ("tool:", "'' is not a parameter of the brain tool"),
            ("tool:count", "'count' is not a parameter of the brain tool: key=value"),
            ("tool:cuont=3", "no parameter 'cuont'; it has count, share, deep, way, line; nearest: 'count'"),
            ("tool:count=0", "count=0: a whole number of playouts from 1 to 5000"),
            ("tool:count=many", "count=many"),
            ("tool:count=99999999999999999999", "1 to 5000"),
            ("tool:share=NaN", "share=NaN: a number from -2.5 to 1000000000"),
            ("tool:share=inf", "share=inf"),
            // As it was typed, not as it was understood.
            ("tool:share=nan", "share=nan: a number"),
            ("tool:share=1e10", "share=1e10: a number"),
            ("tool:count=007000", "count=007000: a whole number"),
            ("tool:deep=maybe", "deep=maybe: on or off"),
            ("tool:way=rihgt", "way=rihgt: left or right; nearest: 'right'"),
            ("tool:count=1,count=2", "count given twice"),
            ("tool:line=[a", "do not balance"),
            ("tool:line=a]", "do not balance"),
        ] {
            let said = refusal(given);
            assert!(said.contains(words), "{given}: {said}");
            assert!(!said.contains('\n'));
        }
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let mut spec = tool("tool").expect("a spec");
        assert!(spec.set("count", Value::Float(3.0)).is_err());
        assert!(spec.set("way", Value::Choice("up")).is_err());
        assert!(spec.set("line", Value::Text("]".to_owned())).is_err());
        assert_eq!(spec, tool("tool").expect("a spec"));
    }

    fn text() -> impl Strategy<Value = String> {
        let plain = "[a-zA-Z0-9 ,:=éß\\-]{0,8}";
        plain.prop_recursive(3, 12, 3, |inner| {
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("{a}[{b}]{c}"))
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            count in 1_i64..=5000,
            share in -2.5..1e9,
            deep: bool,
            right: bool,
            line in text(),
        ) {
            let mut spec = tool("tool").expect("a spec");
            spec.set("count", Value::Int(count)).expect("in range");
            spec.set("share", Value::Float(share)).expect("in range");
            spec.set("deep", Value::Switch(deep)).expect("a switch");
            spec.set("way", Value::Choice(if right { "right" } else { "left" })).expect("an option");
            spec.set("line", Value::Text(line)).expect("balanced");
            let mut vice = tool("vice").expect("a spec");
            vice.values.clone_from(&spec.values);
            prop_assert_eq!(tool(&vice.to_string()), Ok(vice));
            prop_assert_eq!(tool(&spec.to_string()), Ok(spec));
        }

        #[test]
        fn no_text_is_too_odd_to_refuse(text in "\\PC{0,40}") {
            if let Ok(spec) = tool(&text) {
                prop_assert_eq!(tool(&spec.to_string()), Ok(spec));
            }
        }

        #[test]
        fn nor_any_that_begins_well(text in "(tool|vice):[a-z=,\\[\\] ]{0,30}") {
            if let Ok(spec) = tool(&text) {
                prop_assert_eq!(tool(&spec.to_string()), Ok(spec));
            }
        }
    }
}
