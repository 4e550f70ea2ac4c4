//! The modules of a crate use one another in one direction, so that a module can be understood and changed with only the modules that it
//! uses.
//!
//! A module uses the modules that its paths beginning with `crate`, `self` or `super` name; here a module and its submodules count as one.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// A path of names: a module or an item in one.
type Name = Vec<String>;

/// For each module, the modules that it uses.
type Uses = BTreeMap<Name, BTreeSet<Name>>;

/// Returns the folders of the crates.
fn crates(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy();
        if entry.is_dir() && !name.starts_with('.') && name != "target" && name != "src" {
            found.extend((entry.join("src").is_dir() && entry.join("Cargo.toml").is_file()).then(|| entry.clone()));
            found.extend(crates(&entry));
        }
    }
    found.sort();
    found
}

/// Finds the files of a folder and its subfolders, each with the path of its module.
fn modules(folder: &Path, within: &Name, found: &mut Vec<(Name, PathBuf)>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut name = within.clone();
        if !matches!(stem.as_str(), "mod" | "lib" | "main") {
            name.push(stem.clone());
        }
        if path.is_dir() {
            modules(&path, &name, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
            found.push((name, path));
        }
    }
}

/// Returns the paths in a text that begin with `crate`, `self` or `super`, outside tests.
fn paths(text: &str) -> Vec<Name> {
    let mut found = Vec::new();
    within(text.parse().unwrap(), &mut found);
    found
}

fn within(stream: TokenStream, found: &mut Vec<Name>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(ident) if *ident == "crate" || *ident == "self" || *ident == "super" => {
                path(&tokens, &mut at, &Vec::new(), found);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && group.stream().to_string() == "cfg (test)" => {
                // The item ends with its braces or a semicolon.
                at += 1 + tokens[at..].iter().take_while(|token| !ends_item(token)).count();
            }
            TokenTree::Group(group) => {
                within(group.stream(), found);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// Reads a path, or a tree of paths as in `use`, after `start`.
fn path(tokens: &[TokenTree], at: &mut usize, start: &Name, found: &mut Vec<Name>) {
    let mut name = start.clone();
    loop {
        match tokens.get(*at) {
            Some(TokenTree::Ident(ident)) => name.push(ident.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')) {
                    path(part, &mut 0, &name, found);
                }
                *at += 1;
                return;
            }
            // A glob: everything in the module.
            _ => break,
        }
        *at += 1;
        let is_colon = |offset: usize| matches!(tokens.get(*at + offset), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        if !(is_colon(0) && is_colon(1)) {
            break;
        }
        *at += 2;
    }
    if name.len() > 1 {
        found.push(name);
    }
}

/// Returns the module that a path in `module` names.
fn resolve(module: &Name, path: &Name, all: &BTreeSet<Name>) -> Name {
    let mut name = if path[0] == "crate" { Vec::new() } else { module.clone() };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(name.pop()),
            _ => name.push(part.clone()),
        }
    }
    while !name.is_empty() && !all.contains(&name) {
        name.pop();
    }
    name
}

fn uses(folder: &Path) -> Uses {
    let mut files = Vec::new();
    modules(&folder.join("src"), &Vec::new(), &mut files);
    let all: BTreeSet<Name> = files.iter().map(|(module, _)| module.clone()).collect();
    let mut uses = Uses::new();
    for (module, file) in files {
        let paths = paths(&fs::read_to_string(file).unwrap());
        let used = paths.iter().map(|path| resolve(&module, path, &all));
        let used = used.filter(|other| !other.starts_with(&module) && !module.starts_with(other)).collect();
        uses.insert(module, used);
    }
    uses
}

/// Returns a cycle: modules of which each uses the next, and the last uses the first.
fn circle(mut uses: Uses) -> Option<Vec<String>> {
    loop {
        let done: Vec<Name> =
            uses.iter().filter(|(_, used)| !used.iter().any(|other| uses.contains_key(other))).map(|(module, _)| module.clone()).collect();
        if done.is_empty() {
            break;
        }
        done.iter().for_each(|module| drop(uses.remove(module)));
    }
    // Each remaining module uses another remaining module.
    let mut walk = vec![uses.keys().next()?];
    loop {
        let next = uses[*walk.last()?].iter().find(|other| uses.contains_key(*other))?;
        if let Some(first) = walk.iter().position(|module| *module == next) {
            return Some(walk[first..].iter().map(|module| module.join("::")).collect());
        }
        walk.push(next);
    }
}

#[test]
fn modules_use_one_another_in_one_direction() {
    let crates = crates(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    assert!(crates.len() > 8, "{crates:?}");
    let mut found = String::new();
    for folder in crates {
        let uses = uses(&folder);
        assert!(!uses.is_empty(), "{}", folder.display());
        if let Some(circle) = circle(uses) {
            writeln!(found, "{}: {}", folder.display(), circle.join(" -> ")).unwrap();
        }
    }
    assert!(found.is_empty(), "of these modules each uses the next, and the last the first:\n{found}");
}

#[test]
fn circles_are_found() {
    let text =
        "use super::b::{C, d::{self, E}};\n#[cfg(test)]\nmod tests { use crate::z::Y; }\nfn f(x: self::g::H) { other!(in crate::i::J) }";
    let found: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["super::b::C", "super::b::d::self", "super::b::d::E", "self::g::H", "crate::i::J"]);

    let name = |text: &str| text.split("::").map(str::to_owned).collect::<Name>();
    let graph = |edges: &[(&str, &str)]| -> Uses {
        let modules = edges.iter().flat_map(|(from, to)| [from, to]);
        modules.map(|module| (name(module), edges.iter().filter(|(from, _)| from == module).map(|(_, to)| name(to)).collect())).collect()
    };
    let all: BTreeSet<Name> = [name("a::b"), name("a::b::d"), name("a::c")].into();
    assert_eq!(resolve(&name("a::c"), &name("super::b::d::E"), &all), name("a::b::d"));
    assert_eq!(resolve(&name("a::c"), &name("crate::a::b::new"), &all), name("a::b"));
    assert_eq!(circle(graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(
        circle(graph(&[("x", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "y")])),
        Some(vec!["a".into(), "b".into(), "c".into()])
    );
}
