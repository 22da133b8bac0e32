//! Plan text: the text of a plan that is being edited. Single keys are changed; all other text stays.

use stonefield_minds::split_outside_brackets;
use toml_edit::{Array, DocumentMut, Item, Value};

/// Text of a plan that is being edited. Only single keys change; comments, order and other keys stay.
///
/// ```
/// use stonefield_lab::plan::PlanText;
///
/// let mut plan = PlanText::new("games = 100 # few\nsize = [5, 7]\n");
/// assert_eq!(plan.line("size").as_deref(), Some("5, 7"));
/// plan.set("size", "9, 5:2:19");
/// plan.set("black", "random, [swarm:radius=2,own=1]");
/// plan.set("games", "400");
/// assert_eq!(
///     plan.text(),
///     "games = 400 # few\nsize = [9, \"5:2:19\"]\nblack = [\"random\", \"swarm:radius=2,own=1\"]\n"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlanText {
    text: String,
    /// Parsed text; `None` if it is not TOML.
    document: Option<DocumentMut>,
}

impl PlanText {
    /// Creates a plan text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let document = text.parse().ok();
        Self { text, document }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if the text is TOML. Only then can keys be read and changed.
    #[must_use]
    pub const fn is_toml(&self) -> bool {
        self.document.is_some()
    }

    /// Returns true if the value of a key is a table: `[black]`, `[[black]]` or `black = {…}`.
    #[must_use]
    pub fn is_table(&self, key: &str) -> bool {
        let item = self.document.as_ref().and_then(|document| document.get(key));
        item.is_some_and(|item| item.is_table() || item.is_array_of_tables() || item.is_inline_table())
    }

    /// Returns the values of a key, each as text. Tables, dates and lists in a list are left out.
    #[must_use]
    pub fn values(&self, key: &str) -> Vec<String> {
        let value = self.document.as_ref().and_then(|document| document.get(key)).and_then(Item::as_value);
        match value {
            Some(Value::Array(list)) => list.iter().filter_map(plain).collect(),
            Some(value) => plain(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Returns the values of a key in one line, separated by commas. A value with a comma is put in brackets.
    /// `None` if the key has no values.
    #[must_use]
    pub fn line(&self, key: &str) -> Option<String> {
        let held = |text: String| if text.contains(',') { format!("[{text}]") } else { text };
        let values: Vec<_> = self.values(key).into_iter().map(held).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Sets a key to the values of a line of the form that [`PlanText::line`] returns: to one value, or to a
    /// list of several. A line without values removes the key. Does nothing if the text is not TOML.
    pub fn set(&mut self, key: &str, line: &str) {
        let values: Vec<String> = split_outside_brackets(line)
            .into_iter()
            .map(|part| {
                let part = part.trim();
                part.strip_prefix('[').and_then(|part| part.strip_suffix(']')).unwrap_or(part).to_owned()
            })
            .filter(|part| !part.is_empty())
            .collect();
        match &values[..] {
            [one] => self.put(key, Some(read(one))),
            _ => self.set_list(key, &values),
        }
    }

    /// Sets a key to a list. An empty list removes the key. Does nothing if the text is not TOML.
    pub fn set_list(&mut self, key: &str, values: &[String]) {
        let list = || Value::Array(values.iter().map(|value| read(value)).collect::<Array>());
        self.put(key, (!values.is_empty()).then(list));
    }

    /// Sets a key to a value; `None` removes the key. Does nothing if the text is not TOML.
    fn put(&mut self, key: &str, value: Option<Value>) {
        let Some(document) = &mut self.document else { return };
        match value {
            None => drop(document.remove(key)),
            Some(mut value) => match document.get_mut(key).and_then(Item::as_value_mut) {
                Some(old) => {
                    // The decor has the comment that follows the value.
                    *value.decor_mut() = old.decor().clone();
                    *old = value;
                }
                None => drop(document.insert(key, Item::Value(value))),
            },
        }
        self.text = document.to_string();
    }
}

/// Returns a string, a number or a Boolean as text; `None` for a date, a list or a table.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Float(number) => Some(number.value().to_string()),
        Value::Boolean(on) => Some(on.value().to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_) => None,
    }
}

/// Converts a text to a number or a Boolean if it is one, otherwise to a string.
fn read(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        return number.into();
    }
    match (text.parse::<f64>(), text) {
        (Ok(number), _) if number.is_finite() => number.into(),
        (_, "true") => true.into(),
        (_, "false") => false.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plan;
    use super::*;

    #[test]
    fn fields_change_their_key_and_nothing_else() {
        let mut plan = PlanText::new("# mine\nseed = 3\n\n[heat]\nrate = 0.5\n");
        for (key, line) in [("size", "5:2:9"), ("komi", "0.5, 7.5"), ("alternate", "true"), ("seed", "4")] {
            plan.set(key, line);
            assert_eq!(plan.line(key).as_deref(), Some(line));
        }
        plan.set_list("measures", &["captures".to_owned()]);
        assert_eq!(
            plan.text(),
            "# mine\nseed = 4\nsize = \"5:2:9\"\nkomi = [0.5, 7.5]\nalternate = true\nmeasures = [\"captures\"]\n\n[heat]\nrate = 0.5\n"
        );
        assert_eq!(Plan::read(plan.text()).expect("a plan").combinations(), 6);
        assert!(plan.is_table("heat") && !plan.is_table("seed"));
        plan.set("komi", " ");
        plan.set_list("measures", &[]);
        assert!(!plan.text().contains("komi") && !plan.text().contains("measures"));
    }

    #[test]
    fn what_is_no_toml_stays_as_it_is() {
        let mut plan = PlanText::new("seed = \n");
        plan.set("seed", "4");
        assert_eq!((plan.text(), plan.is_toml(), plan.line("seed")), ("seed = \n", false, None));
    }
}
