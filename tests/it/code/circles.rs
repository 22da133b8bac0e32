//! Checks in the sources that no files import each other in a circle.
//!
//! A module and those inside it may import each other, if no other folder is on the circle. A name that
//! `mod.rs` re-exports counts as a name of the file that defines it.
//!
//! Folders of one folder import each other in no circle either, with all that they contain.

use crate::support::sources::{Source, crates, sources};
use std::collections::{BTreeMap, BTreeSet};

type Path = Vec<String>;

/// Sources that only re-export.
const APART: [&str; 3] = ["main.rs", "files/lib.rs", "lab/lib.rs"];

/// Folders that import each other in a circle. The list may only get shorter.
const KNOTS: [&[&str]; 3] = [
    &["lab/plan", "lab/store"],
    &["search/playout", "search/policy"],
    &["sim/agents", "sim/history", "sim/netlogo", "sim/pace", "sim/requests", "sim/setup", "sim/tick"],
];

/// Imported name.
struct Import {
    path: Path,
    name: String,
    public: bool,
}

/// Names used by a file.
struct Module {
    file: String,
    imports: Vec<Import>,
    /// Paths in the code. The first part may be an import.
    paths: Vec<Path>,
}

type Modules = BTreeMap<Path, Module>;

fn words(path: &str) -> Path {
    path.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// All names of `a::{b, c::{self, d as e}}`, with their paths.
fn imported(before: &[String], tree: &str, public: bool, imports: &mut Vec<Import>) {
    let (head, list) = tree.split_once('{').map_or((tree, None), |(head, list)| (head, Some(list)));
    let (head, alias) =
        head.split_once(" as ").map_or((head, None), |(head, name)| (head, Some(name.trim())));
    let path: Path = before.iter().cloned().chain(words(head)).collect();
    let Some(list) = list.map(|list| list.trim_end().strip_suffix('}').unwrap_or(list)) else {
        let is_self = path.len() > 1 && path.last().is_some_and(|word| word == "self");
        let path = if is_self { path[..path.len() - 1].to_vec() } else { path };
        if let Some(name) = alias.map(str::to_owned).or_else(|| path.last().cloned()) {
            imports.push(Import { path, name, public });
        }
        return;
    };
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.trim().is_empty()).for_each(|part| imported(&path, part, public, imports));
}

fn module(source: &Source) -> (Path, Module) {
    let mut path = words(&source.path.trim_end_matches(".rs").replace('/', "::"));
    path.pop_if(|last| ["mod", "lib", "native"].contains(&last.as_str()));
    let (mut imports, mut paths, mut rest) = (Vec::new(), Vec::new(), String::new());
    let mut statement = String::new();
    for line in source.tested().lines() {
        let bare = line.trim_start();
        let bare =
            bare.strip_prefix("pub(").and_then(|tail| tail.split_once(") ")).map_or(bare, |(_, tail)| tail);
        let public = line.trim_start().starts_with("pub");
        let bare = bare.strip_prefix("pub ").unwrap_or(bare);
        if !statement.is_empty() || bare.starts_with("use ") {
            if statement.is_empty() && public {
                statement.push('+');
            }
            statement += line.trim();
            if let Some(all) = statement.strip_suffix(';') {
                let tree = all.split_once("use ").map_or("", |(_, tree)| tree);
                imported(&[], tree, all.starts_with('+'), &mut imports);
                statement.clear();
            }
        } else if !(bare.starts_with("mod ") && bare.ends_with(';')) {
            // The path in `pub(in …)` is no use of a name.
            rest += line
                .split_once("pub(in ")
                .and_then(|(_, tail)| tail.split_once(')'))
                .map_or(line, |(_, tail)| tail);
            rest.push('\n');
        }
    }
    for text in rest
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .filter(|text| text.contains("::"))
    {
        paths.push(words(text));
    }
    (path, Module { file: source.path.clone(), imports, paths })
}

/// Module that defines a path used in `here`. `None` if it is outside this workspace.
fn defined_in(modules: &Modules, here: &Path, path: &[String], depth: usize) -> Option<Path> {
    let (first, mut rest) = path.split_first()?;
    let mut at = match first.as_str() {
        "crate" => here[..usize::from(here.first().is_some_and(|first| crates().contains(first)))].to_vec(),
        "self" => here.clone(),
        "super" => here[..here.len().checked_sub(1)?].to_vec(),
        other if other.starts_with("stonefield_") => vec![other.replace("stonefield_", "")],
        _ => {
            rest = path;
            here.clone()
        }
    };
    let mut inside = rest.len() < path.len();
    while let Some((word, after)) = rest.split_first() {
        if word == "super" {
            at.pop()?;
        } else {
            let child: Path = at.iter().chain([word]).cloned().collect();
            if !modules.contains_key(&child) {
                let import = modules.get(&at)?.imports.iter().find(|import| import.name == *word);
                return match import {
                    Some(import) if depth < 8 => {
                        let whole: Path = import.path.iter().chain(after).cloned().collect();
                        defined_in(modules, &at, &whole, depth + 1).or_else(|| inside.then_some(at))
                    }
                    _ => inside.then_some(at),
                };
            }
            at = child;
        }
        inside = true;
        rest = after;
    }
    inside.then_some(at)
}

/// Files used by each file.
fn used_files(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    let edge = |(here, module)| {
        let (here, module): (&Path, &Module) = (here, module);
        // Re-exports are no uses.
        let is_head = modules.keys().any(|other| other.len() > here.len() && other.starts_with(here));
        let used =
            module.imports.iter().filter(|import| !(import.public && is_head)).map(|import| &import.path);
        let others = used.chain(&module.paths).filter_map(|path| defined_in(modules, here, path, 0));
        let files = others.filter_map(|other| modules.get(&other)).map(|other| other.file.as_str());
        (module.file.as_str(), files.filter(|file| *file != module.file).collect())
    };
    modules.iter().map(edge).collect()
}

/// All files reachable from one.
fn reachable<'a>(names: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = names[from].iter().copied().collect();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(&names[file]);
        }
    }
    found
}

/// Circles of files, each once.
fn circles<'a>(names: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<BTreeSet<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        names.keys().map(|&file| (file, reachable(names, file))).collect();
    let circle = |file: &&str| -> BTreeSet<&'a str> {
        reach[file].iter().copied().filter(|other| reach[other].contains(file)).collect()
    };
    names.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

/// Name that a file and its folder share.
fn noun<'a>(file: &'a str, files: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> &'a str {
    let head = file.trim_end_matches(".rs");
    let is_head =
        files.keys().any(|other| other.strip_prefix(head).is_some_and(|rest| rest.starts_with('/')));
    if is_head { head } else { file.rsplit_once('/').map_or("", |(folder, _)| folder) }
}

/// True if one of two files is the module that contains the other.
fn is_parent_and_child(a: &str, b: &str) -> bool {
    let module = |file: &str| {
        let path = file.trim_end_matches(".rs");
        path.strip_suffix("/mod").or_else(|| path.strip_suffix("/lib")).unwrap_or(path).to_owned() + "/"
    };
    let (a, b) = (module(a), module(b));
    a.starts_with(&b) || b.starts_with(&a)
}

/// Describes circles: each file with the files of the circle that it uses.
fn describe(names: &BTreeMap<&str, BTreeSet<&str>>, circles: &[BTreeSet<&str>]) -> String {
    let of_file = |circle: &BTreeSet<&str>, file: &str| {
        let within: Vec<_> = names[file].intersection(circle).copied().collect();
        format!("  {file} names {}", within.join(", "))
    };
    let of_circle = |circle: &BTreeSet<&str>| {
        circle.iter().map(|file| of_file(circle, file)).collect::<Vec<_>>().join("\n")
    };
    circles.iter().map(of_circle).collect::<Vec<_>>().join("\n\n")
}

/// Modules of the workspace, without tests and sources that only re-export.
fn modules() -> Modules {
    let sources = sources()
        .into_iter()
        .filter(|source| !source.is_in(&APART) && !source.is_of_tests())
        .collect::<Vec<_>>();
    sources.iter().map(module).collect()
}

/// The two folders beside each other that contain one of two files each; `None` if one file lies in a folder
/// that contains the other.
fn folders_beside<'a>(a: &'a str, b: &'a str) -> Option<(&'a str, &'a str)> {
    let same = a.split_inclusive('/').zip(b.split_inclusive('/')).take_while(|(a, b)| a == b);
    let shared: usize = same.map(|(part, _)| part.len()).sum();
    let folder = |file: &'a str| Some(&file[..shared + file[shared..].find('/')?]);
    Some((folder(a)?, folder(b)?))
}

/// Folders used by each folder beside them.
fn used_folders<'a>(files: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut folders = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (&file, used) in files {
        for (user, used) in used.iter().filter_map(|used| folders_beside(file, used)) {
            folders.entry(used).or_default();
            folders.entry(user).or_default().insert(used);
        }
    }
    folders
}

#[test]
fn folders_import_each_other_in_no_circle() {
    let modules = modules();
    let folders = used_folders(&used_files(&modules));
    assert!(folders["window/panels"].contains("window/shell"), "folders beside each other are found");
    let found = circles(&folders);
    let known: BTreeSet<BTreeSet<&str>> = KNOTS.iter().map(|knot| knot.iter().copied().collect()).collect();
    let new: Vec<_> = found.difference(&known).cloned().collect();
    assert!(new.is_empty(), "folders:\n{}", describe(&folders, &new));
    assert!(found.len() == known.len(), "some of {KNOTS:?} are no longer there");
}

#[test]
fn files_import_each_other_in_no_circle() {
    let modules = modules();
    let names = used_files(&modules);
    assert!(names["cli/gtp.rs"].contains("gtp/opponent.rs"), "exported names are followed");
    let across: Vec<_> = circles(&names)
        .into_iter()
        .filter(|circle| circle.iter().map(|file| noun(file, &names)).collect::<BTreeSet<_>>().len() > 1)
        .collect();
    assert!(across.is_empty(), "files of different folders:\n{}", describe(&names, &across));
    let beside = names
        .iter()
        .map(|(&file, named)| {
            let others = named.iter().copied().filter(|other| !is_parent_and_child(file, other));
            (file, others.collect())
        })
        .collect();
    let within: Vec<_> = circles(&beside).into_iter().collect();
    assert!(within.is_empty(), "files of one folder:\n{}", describe(&beside, &within));
}
