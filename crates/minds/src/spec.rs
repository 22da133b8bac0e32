//! Specification of a mind and its text form, `name:key=value,key=[a value with commas]`. Options, settings,
//! files and panels all use this form.

mod info;

pub use info::{BrainInfo, BrainKind};

use super::{Origin, SpecError};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_search::{ParamInfo, ParamKind, Parameters, Value};

/// Specification of a mind: its name and an allowed value for each of its parameters.
///
/// The text form omits parameters with their default value. A switch is written `on` or `off`. `yes`, `no`,
/// `true`, `false`, `1` and `0` are read too, in lower or upper case. A value with a comma, colon, equals
/// sign, space or bracket is written in brackets, which nest: `name:moves=[D4 Q16 pass],then=random`. The
/// value of the main parameter comes first, without the parameter's name:
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
    /// Value of each parameter, in the registry's order.
    values: Vec<Value>,
    /// Who gave the specification: the user, the settings or a file. Ignored by comparison.
    origin: Origin,
    /// Default working folder of the mind's program. A relative working folder is resolved from it. `None`:
    /// the current folder. Ignored by comparison and by the text form.
    base_folder: Option<Arc<Path>>,
}

impl BrainSpec {
    /// Name of the mind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// Registry entry of the mind.
    #[must_use]
    pub fn info(&self) -> &'static BrainInfo {
        self.info
    }

    /// Parameters and their values, in the registry's order.
    pub fn params(&self) -> impl Iterator<Item = (&'static ParamInfo, &Value)> {
        self.info.params.iter().zip(&self.values)
    }

    /// Value of a parameter.
    ///
    /// # Panics
    /// Panics if the mind has no such parameter. [`BrainSpec::info`] lists the names.
    #[must_use]
    pub fn get(&self, key: &str) -> Value {
        match self.params().find(|(param, _)| param.name == key) {
            Some((_, value)) => value.clone(),
            None => panic!("the mind {} has no parameter {key}", self.info.name),
        }
    }

    /// Reads all parameters into the struct that the mind declares.
    ///
    /// # Panics
    /// Panics if `T` belongs to another mind.
    #[must_use]
    pub fn read<T: Parameters>(&self) -> T {
        T::read(|key| self.get(key))
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// Fails if there is no such parameter, or if it does not allow the value. The specification is then
    /// unchanged.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), SpecError> {
        let index = self.param_index(key)?;
        let given = value.to_string();
        self.set_by_index(index, value, &given)
    }

    /// Sets a parameter by its index. `given`: text of the value, for the error message.
    fn set_by_index(&mut self, index: usize, value: Value, given: &str) -> Result<(), SpecError> {
        let param = &self.info.params[index];
        let refusal = |reason: String| SpecError::Value {
            mind: self.info.name,
            param: param.name,
            given: quoted(given),
            reason: excerpt(&reason, 2000),
        };
        let allowed = match (param.kind, &value) {
            (ParamKind::Int { min, max, .. }, Value::Int(given)) => (min..=max).contains(given),
            (ParamKind::Float { min, max, .. }, Value::Float(given)) => (min..=max).contains(given),
            (ParamKind::Choice { options, .. }, Value::Choice(given)) => options.contains(given),
            (ParamKind::Switch { .. }, Value::Switch(_)) => true,
            (ParamKind::Text { .. }, Value::Text(given)) => {
                if !is_balanced(given) {
                    return Err(refusal("text whose brackets balance".to_owned()));
                }
                (param.check)(given).map_err(|reason| refusal(reason.to_string()))?;
                true
            }
            _ => false,
        };
        if !allowed {
            return Err(refusal(allowed_values(param)));
        }
        if Some(param.name) == self.info.main_param {
            // The main parameter may be a command. A new command may run another program, to which the old
            // base folder does not apply.
            self.base_folder = None;
        }
        self.values[index] = value;
        Ok(())
    }

    /// Sets a parameter to a value given as text, without enclosing brackets.
    ///
    /// # Errors
    /// Same as [`BrainSpec::set`].
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SpecError> {
        let index = self.param_index(key)?;
        let param = &self.info.params[index];
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
            mind: self.info.name,
            param: param.name,
            given: quoted(text),
            reason: match param.kind {
                ParamKind::Choice { options, .. } => {
                    allowed_values(param) + &suggestion(text, options.iter().copied())
                }
                _ => allowed_values(param),
            },
        })?;
        self.set_by_index(index, value, text)
    }

    /// Origin of the specification. The default is the user.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the same mind with another origin.
    #[must_use]
    pub const fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Default working folder of the mind's program. A relative working folder is resolved from it. `None`:
    /// the current folder.
    #[must_use]
    pub fn base_folder(&self) -> Option<&Path> {
        self.base_folder.as_deref()
    }

    /// Returns the same mind with another base folder.
    #[must_use]
    pub(super) fn with_base_folder(mut self, folder: &Path) -> Self {
        self.base_folder = Some(folder.into());
        self
    }

    /// Specification of the mind with the given name among `minds`, with default parameters.
    pub(super) fn find_in(minds: &'static [BrainInfo], name: &str) -> Result<Self, SpecError> {
        let info = minds.iter().find(|info| info.name == name).ok_or_else(|| SpecError::Brain {
            given: quoted(name),
            allowed: minds.iter().map(|info| info.name).collect(),
        })?;
        Ok(Self::with_defaults(info))
    }

    pub(super) fn with_defaults(info: &'static BrainInfo) -> Self {
        let values = info.params.iter().map(ParamInfo::default).collect();
        Self { info, values, origin: Origin::default(), base_folder: None }
    }

    /// Parses the text form of one of `minds`.
    pub(super) fn parse(minds: &'static [BrainInfo], text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if !is_balanced(text) {
            return Err(SpecError::Brackets { given: quoted(text) });
        }
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text, None),
        };
        let mut spec = Self::find_in(minds, name)?;
        let mut given_keys = Vec::new();
        for (i, entry) in rest.into_iter().flat_map(split_outside_brackets).enumerate() {
            let entry = entry.trim();
            let main_key = spec.info.main_param.filter(|_| i == 0 && is_nameless(entry));
            let Some((key, value)) = main_key.map(|main| (main, entry)).or_else(|| entry.split_once('='))
            else {
                return Err(SpecError::Entry { mind: spec.info.name, given: quoted(entry) });
            };
            let key = key.trim();
            if given_keys.contains(&key) {
                return Err(SpecError::Twice { mind: spec.info.name, param: quoted(key) });
            }
            given_keys.push(key);
            spec.set_text(key, unbracketed(value.trim()))?;
        }
        Ok(spec)
    }

    fn param_index(&self, key: &str) -> Result<usize, SpecError> {
        self.info.params.iter().position(|param| param.name == key).ok_or_else(|| SpecError::Param {
            mind: self.info.name,
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
        let is_main = |param: &ParamInfo| Some(param.name) == self.info.main_param;
        let mut changed: Vec<_> = self.params().filter(|(param, value)| **value != param.default()).collect();
        changed.sort_by_key(|(param, _)| !is_main(param));
        for (param, value) in changed {
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

/// Given text, shortened to one line for an error message.
fn quoted(text: &str) -> String {
    excerpt(text, 200)
}

/// Allowed values of a parameter, in words.
fn allowed_values(param: &ParamInfo) -> String {
    match (param.kind, param.unit) {
        (ParamKind::Int { .. }, "") => format!("a whole number from {}", param.allowed()),
        (ParamKind::Int { .. }, unit) => format!("a whole number of {unit} from {}", param.allowed()),
        (ParamKind::Float { .. }, "") => format!("a number from {}", param.allowed()),
        (ParamKind::Float { .. }, unit) => format!("a number of {unit} from {}", param.allowed()),
        _ => param.allowed(),
    }
}

/// Bracket depth after each byte. `None` from the first unmatched closing bracket on.
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

/// Returns true if each bracket of the text has its partner.
fn is_balanced(text: &str) -> bool {
    depths(text).last().unwrap_or(Some(0)) == Some(0)
}

/// Splits a text at the commas outside of brackets.
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

/// Returns true if an entry is a value without a name: completely in brackets, or without an equals sign.
fn is_nameless(entry: &str) -> bool {
    !entry.is_empty() && (unbracketed(entry) != entry || !entry.contains('='))
}

/// Removes one pair of brackets if it encloses the whole text.
pub fn unbracketed(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return text;
    };
    if is_balanced(inner) { inner } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stonefield_search::{choices, params};

    #[test]
    fn programs_time_limits_and_shared_trees_are_not_repeatable() {
        for (text, is_repeatable) in [
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
            assert_eq!(spec.is_repeatable(), is_repeatable, "{text}");
        }
    }

    /// `tool`, and `tool_with_main`: the same mind with a main parameter.
    static TEST_MINDS: &[BrainInfo] =
        &[TOOL, BrainInfo { name: "tool_with_main", main_param: Some("line"), ..TOOL }];

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

    fn parse(text: &str) -> Result<BrainSpec, SpecError> {
        BrainSpec::parse(TEST_MINDS, text)
    }

    fn refusal(text: &str) -> String {
        parse(text).expect_err("refused").to_string()
    }

    #[test]
    fn errors_are_one_line_for_every_text() {
        for text in [
            "'r\nr'",
            "mcts:a\rb=1",
            "mcts:playouts=\n",
            "mix:a=[x\ny]",
            "random:\u{7}",
            "mcts:rave=on,rave=on\n",
            "[\n",
        ] {
            let message = text.parse::<BrainSpec>().map(|spec| spec.to_string());
            let message = message.expect_err(text).to_string();
            assert!(!message.chars().any(char::is_control), "{message:?}");
        }
        let long = "x".repeat(1 << 20).parse::<BrainSpec>().expect_err("no such brain").to_string();
        assert!(long.len() < 2000);
    }

    #[test]
    fn defaults_are_omitted() {
        for (given, written) in [
            ("tool", "tool"),
            ("tool:count=100,deep=on", "tool"),
            (" tool: deep=off , count=7 ", "tool:count=7,deep=off"),
            ("tool:line=[gtp:[gnugo --mode gtp],level=1]", "tool:line=[gtp:[gnugo --mode gtp],level=1]"),
            ("tool:line=[[a][b]]", "tool:line=[[a][b]]"),
            ("tool:line=[]", "tool:line=[]"),
            ("tool:line=word", "tool:line=word"),
        ] {
            assert_eq!(parse(given).map(|spec| spec.to_string()), Ok(written.to_owned()), "{given}");
        }
    }

    #[test]
    fn a_switch_is_read_in_several_words_and_written_in_two() {
        for word in ["off", "Off", "OFF", "no", "No", "false", "FALSE", "0"] {
            assert_eq!(
                parse(&format!("tool:deep={word}")).map(|spec| spec.to_string()),
                Ok("tool:deep=off".to_owned())
            );
        }
        for word in ["on", "On", "yes", "YES", "true", "True", "1"] {
            let given = parse(&format!("tool:deep={word}")).map(|spec| spec.get("deep"));
            assert_eq!(given, Ok(Value::Switch(true)), "{word}");
        }
        for word in ["", "2", "01", "onn", "o n"] {
            assert!(refusal(&format!("tool:deep={word}")).contains("on or off"), "{word}");
        }
    }

    #[test]
    fn a_main_value_comes_first_without_its_name() {
        for (given, written) in [
            ("tool_with_main:grip", "tool_with_main:grip"),
            ("tool_with_main:[gnugo --level=1, x]", "tool_with_main:[gnugo --level=1, x]"),
            ("tool_with_main: [a b] , count=7", "tool_with_main:[a b],count=7"),
            ("tool_with_main:count=7,line=[a=b]", "tool_with_main:[a=b],count=7"),
            ("tool_with_main:line=grip", "tool_with_main:grip"),
            ("tool_with_main:[[a][b]]", "tool_with_main:[[a][b]]"),
            ("tool_with_main:[]", "tool_with_main:[]"),
            ("tool_with_main:[as is]", "tool_with_main"),
        ] {
            assert_eq!(parse(given).map(|spec| spec.to_string()), Ok(written.to_owned()), "{given}");
            assert_eq!(parse(written), parse(given));
        }
        for (given, message_part) in [
            ("tool_with_main:count=7,grip", "'grip' is not a parameter of the brain tool_with_main"),
            ("tool_with_main:grip,line=x", "line given twice"),
            ("tool_with_main:", "'' is not a parameter"),
            ("tool_with_main:[a][b]=c", "no parameter '[a][b]'"),
        ] {
            assert!(refusal(given).contains(message_part), "{given}: {}", refusal(given));
        }
    }

    #[test]
    fn every_refusal_is_one_line_that_names_the_error() {
        for (given, message_part) in [
            ("hammer", "no brain 'hammer'; the brains are tool, tool_with_main"),
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
            // Errors quote the typed text, not the parsed value.
            ("tool:share=nan", "share=nan: a number"),
            ("tool:share=1e10", "share=1e10: a number"),
            ("tool:count=007000", "count=007000: a whole number"),
            ("tool:deep=maybe", "deep=maybe: on or off"),
            ("tool:way=rihgt", "way=rihgt: left or right; nearest: 'right'"),
            ("tool:count=1,count=2", "count given twice"),
            ("tool:line=[a", "do not balance"),
            ("tool:line=a]", "do not balance"),
        ] {
            let message = refusal(given);
            assert!(message.contains(message_part), "{given}: {message}");
            assert!(!message.contains('\n'));
        }
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let mut spec = parse("tool").expect("a spec");
        assert!(spec.set("count", Value::Float(3.0)).is_err());
        assert!(spec.set("way", Value::Choice("up")).is_err());
        assert!(spec.set("line", Value::Text("]".to_owned())).is_err());
        assert_eq!(spec, parse("tool").expect("a spec"));
    }

    fn text() -> impl Strategy<Value = String> {
        let plain = "[a-zA-Z0-9 ,:=éß\\-]{0,8}";
        plain.prop_recursive(3, 12, 3, |inner| {
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("{a}[{b}]{c}"))
        })
    }

    proptest! {
        #[test]
        fn a_written_spec_reads_back(
            count in 1_i64..=5000,
            share in -2.5..1e9,
            deep: bool,
            right: bool,
            line in text(),
        ) {
            let mut spec = parse("tool").expect("a spec");
            spec.set("count", Value::Int(count)).expect("in range");
            spec.set("share", Value::Float(share)).expect("in range");
            spec.set("deep", Value::Switch(deep)).expect("a switch");
            spec.set("way", Value::Choice(if right { "right" } else { "left" })).expect("an option");
            spec.set("line", Value::Text(line)).expect("balanced");
            let mut tool_with_main = parse("tool_with_main").expect("a spec");
            tool_with_main.values.clone_from(&spec.values);
            prop_assert_eq!(parse(&tool_with_main.to_string()), Ok(tool_with_main));
            prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
        }

        #[test]
        fn any_text_is_refused_or_reads_back(text in "\\PC{0,40}") {
            if let Ok(spec) = parse(&text) {
                prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
            }
        }

        #[test]
        fn a_text_that_begins_well_is_refused_or_reads_back(text in "(tool|tool_with_main):[a-z=,\\[\\] ]{0,30}") {
            if let Ok(spec) = parse(&text) {
                prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
            }
        }
    }
}
