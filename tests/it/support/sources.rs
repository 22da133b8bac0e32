//! Sources of the workspace, for tests of the code.

use std::fs;
use std::path::{Path, PathBuf};

/// Source file.
pub struct Source {
    /// Path below `src`. For a crate: name of the crate and path below its `src`, such as `go/score.rs`.
    pub path: String,
    /// Code without comments and without the content of strings.
    pub code: String,
    /// Path of the file.
    file: PathBuf,
}

impl Source {
    /// Code without the tests at its end. Empty for a file of tests, to which the checks do not apply.
    pub fn tested(&self) -> &str {
        if self.is_of_tests() {
            ""
        } else {
            self.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
        }
    }

    pub fn is_of_tests(&self) -> bool {
        self.path.ends_with("tests.rs") || self.path == "files/scratch.rs"
    }

    pub fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

/// Crates of the workspace other than test crates, by folder name.
pub fn crates() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names = entries.map(|name| name.into_string().expect("plain"));
    let mut names: Vec<_> = names.filter(|name| name != "testing").collect();
    names.sort();
    names
}

/// All sources, by path.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = sources_below(&root.join("src"), "");
    assert!(sources.len() > 20, "the sources are not where they are looked for");
    for name in crates() {
        sources.extend(sources_below(&root.join("crates").join(&name).join("src"), &format!("{name}/")));
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    sources
}

/// Sources below a folder, with a prefix for their paths.
fn sources_below(root: &Path, before: &str) -> Vec<Source> {
    let mut paths = Vec::new();
    walk(root, &mut paths);
    let name = |path: &Path| path.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
    let source = |file: PathBuf| Source {
        path: format!("{before}{}", name(&file)),
        code: code_of(&fs::read_to_string(&file).expect("readable")),
        file,
    };
    paths.into_iter().map(source).collect()
}

/// Finds the sources below a folder.
pub fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, paths);
        } else if path.extension().is_some_and(|end| end == "rs") {
            paths.push(path);
        }
    }
}

/// Unchanged text of all sources by path, without files of tests and without the tests at their ends.
pub fn raw_sources() -> Vec<(String, String)> {
    let read = |source: Source| {
        let text = fs::read_to_string(&source.file).expect("readable");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        (source.path, text)
    };
    sources().into_iter().filter(|source| !source.is_of_tests()).map(read).collect()
}

/// Text without comments and without the content of string literals.
pub fn code_of(text: &str) -> String {
    split(text).0
}

/// Content of string literals, with escapes as written.
pub fn strings_of(text: &str) -> Vec<String> {
    split(text).1
}

/// Splits a text into code and string contents.
fn split(text: &str) -> (String, Vec<String>) {
    let mut code = String::with_capacity(text.len());
    let mut strings = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let open = 2 + hashes;
            let close = rest[open..].find(&end).map_or(rest.len(), |at| open + at);
            strings.push(rest[open..close].to_owned());
            (close + end.len()).min(rest.len())
        } else if next == '"' {
            let mut escaped = false;
            let end = rest[1..].char_indices().find(|&(_, c)| {
                let closes = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let close = end.map_or(rest.len(), |(at, _)| at + 1);
            strings.push(rest[1..close].to_owned());
            (close + 1).min(rest.len())
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    (code, strings)
}

/// Number of hashes (`#`) of the raw string that starts here. `None` if none starts here.
fn raw_string(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('r')?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}
