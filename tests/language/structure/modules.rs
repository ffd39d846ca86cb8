//! The modules of a crate and what each of them uses, read from the sources: `use` declarations, grouped or not, and
//! paths that begin with `crate`, `self` or `super`, in macros too. A name that a module only hands on (a re-export)
//! leads to the module that defines it. Besides, the methods that it calls (`calls.rs`). Code for tests is left out.

use crate::structure::calls::Methods;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The place of a module in its crate: `["search", "machine"]`; the crate itself is empty.
pub(crate) type Place = Vec<String>;

/// A crate: the modules that a root file leads to.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    modules: BTreeMap<Place, Module>,
    /// The type of the `impl` that is being read.
    own: Option<Vec<String>>,
}

#[derive(Debug, Default)]
struct Module {
    /// The file it is in.
    file: PathBuf,
    /// Names of what it defines itself.
    items: BTreeSet<String>,
    /// The imports, by the name that they have here.
    imports: BTreeMap<String, Vec<String>>,
    /// The modules of which it imports everything.
    globs: Vec<Vec<String>>,
    /// All paths in it that may lead to other modules.
    paths: BTreeSet<Vec<String>>,
    /// The methods that it defines and calls.
    methods: Methods,
}

impl Crate {
    /// Reads a crate from its root file.
    pub(crate) fn read(root: &Path) -> Crate {
        let mut read = Crate::default();
        let folder = root.parent().expect("a root file is in a folder");
        read.module(Place::new(), root, folder);
        read
    }

    /// The files of the crate.
    pub(crate) fn files(&self) -> BTreeSet<&Path> {
        self.modules.values().map(|module| module.file.as_path()).collect()
    }

    /// The modules directly below a module.
    pub(crate) fn children(&self, parent: &[String]) -> Vec<&str> {
        let below = self.modules.keys().filter(|place| place.len() == parent.len() + 1 && place.starts_with(parent));
        below.map(|place| place[parent.len()].as_str()).collect()
    }

    /// The modules that have others below them, the crate first.
    pub(crate) fn parents(&self) -> Vec<&Place> {
        self.modules.keys().filter(|place| !self.children(place).is_empty()).collect()
    }

    /// The uses: the place and file of a module, and the place of one that it uses.
    pub(crate) fn uses(&self) -> Vec<(&Place, &Path, Place)> {
        let mut uses = Vec::new();
        for (place, module) in &self.modules {
            let used: BTreeSet<Place> = module.paths.iter().filter_map(|path| self.definer(place, path, 0)).collect();
            uses.extend(used.into_iter().filter(|used| used != place).map(|used| (place, module.file.as_path(), used)));
        }
        uses
    }

    /// The first names of all paths, with the file that they are in: names of crates among others.
    pub(crate) fn first_names(&self) -> BTreeSet<(&Path, &str)> {
        let modules = self.modules.values();
        modules.flat_map(|module| module.paths.iter().map(|path| (module.file.as_path(), path[0].as_str()))).collect()
    }

    /// The module that defines what a path means in a module; none if it leads out of the crate.
    fn definer(&self, from: &[String], path: &[String], depth: usize) -> Option<Place> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(Place::new(), rest, depth),
            "self" => self.walk(from.to_vec(), rest, depth),
            "super" => self.definer(&from[..from.len() - 1], &[&["self".to_owned()], rest].concat(), depth),
            _ => {
                let knows = self.modules.contains_key(&[from, std::slice::from_ref(first)].concat());
                // `use memchr::memchr` gives the name of a crate to what it holds: the first name is the crate still.
                let imports = self.modules[from].imports.get(first).is_some_and(|target| target[0] != *first);
                if knows || imports { self.walk(from.to_vec(), path, depth) } else { None }
            }
        }
    }

    /// Follows names from a module on.
    fn walk(&self, at: Place, names: &[String], depth: usize) -> Option<Place> {
        let Some((name, rest)) = names.split_first() else { return Some(at) };
        let below = [at.as_slice(), std::slice::from_ref(name)].concat();
        if self.modules.contains_key(&below) {
            return self.walk(below, rest, depth);
        }
        let module = &self.modules[&at];
        if name == "super" {
            return self.walk(at[..at.len() - 1].to_vec(), rest, depth);
        }
        // Imports could lead in a circle only if the sources did not compile.
        assert!(depth < 100, "the imports of {at:?} go in a circle");
        if let Some(target) = module.imports.get(name) {
            // What comes from another crate is nobody's here.
            return self.definer(&at, &[target.as_slice(), rest].concat(), depth + 1);
        }
        if !module.items.contains(name) {
            for glob in &module.globs {
                let target = self.definer(&at, glob, depth + 1).filter(|target| *target != at);
                if let Some(target) = target.filter(|target| self.offers(target, name)) {
                    return self.walk(target, names, depth + 1);
                }
            }
        }
        Some(at)
    }

    fn offers(&self, at: &Place, name: &str) -> bool {
        let module = &self.modules[at];
        let below = [at.as_slice(), &[name.to_owned()]].concat();
        module.items.contains(name) || module.imports.contains_key(name) || self.modules.contains_key(&below)
    }

    /// Reads a module from its file; `folder` holds the files of the modules below it.
    fn module(&mut self, place: Place, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.modules.insert(place.clone(), Module { file: file.to_owned(), ..Module::default() });
        self.tokens(&place, tokens, folder, true);
    }

    /// The methods of a module.
    pub(super) fn methods(&self) -> impl Iterator<Item = (&Place, &Methods)> {
        self.modules.iter().map(|(place, module)| (place, &module.methods))
    }

    /// The first lines of a module's file.
    pub(crate) fn head(&self, place: &[String]) -> String {
        let text = fs::read_to_string(&self.modules[place].file).expect("a source file");
        text.lines().map_while(|line| line.strip_prefix("//!")).map(|line| format!("{}\n", line.trim())).collect()
    }

    /// The module that defines the type that a path means in a module; none if that is no type of this crate.
    pub(super) fn home(&self, from: &Place, path: &[String]) -> Option<Place> {
        let home = self.walk(from.clone(), path, 0)?;
        self.modules[&home].items.contains(path.last()?).then_some(home)
    }

    fn here(&mut self, place: &[String]) -> &mut Module {
        self.modules.get_mut(place).expect("a module is entered before its tokens are read")
    }

    /// Reads the tokens of a module, or of a group in it; `top` where they are its items.
    fn tokens(&mut self, place: &Place, tokens: TokenStream, folder: &Path, top: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |at: usize| match tokens.get(at) {
            Some(TokenTree::Ident(word)) => word.to_string(),
            _ => String::new(),
        };
        let mut at = 0;
        let mut for_tests = false;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    let (attribute, next) = attribute(&tokens, at);
                    for_tests |= attribute == "cfg(test)";
                    at = next;
                    continue;
                }
                TokenTree::Ident(_) if for_tests => {
                    at = end_of_item(&tokens, at);
                    for_tests = false;
                    continue;
                }
                TokenTree::Ident(ident) if *ident == "impl" && top => {
                    let end = end_of_item(&tokens, at);
                    self.own = self.here(place).methods.read_impl(&tokens[at..end]);
                    self.tokens(place, tokens[at + 1..end].iter().cloned().collect(), folder, false);
                    self.own = None;
                    at = end;
                    continue;
                }
                TokenTree::Ident(ident) if *ident == "mod" && top && !word(at + 1).is_empty() => {
                    let name = word(at + 1);
                    let (below, inner) = ([place.as_slice(), std::slice::from_ref(&name)].concat(), folder.join(&name));
                    if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                        let file = self.here(place).file.clone();
                        self.modules.insert(below.clone(), Module { file, ..Module::default() });
                        self.tokens(&below, body.stream(), &inner, true);
                    } else {
                        let beside = folder.join(format!("{name}.rs"));
                        let file = if beside.exists() { beside } else { inner.join("mod.rs") };
                        self.module(below, &file, &inner);
                    }
                    at += 3;
                    continue;
                }
                TokenTree::Ident(ident) if *ident == "use" => {
                    let end = at + tokens[at..].iter().take_while(|token| !is_punct(token, ';')).count();
                    self.import(place, &[], &tokens[at + 1..end]);
                    at = end + 1;
                    continue;
                }
                TokenTree::Ident(ident) => {
                    let keyword = ident.to_string();
                    let defines = ["struct", "enum", "union", "trait", "type", "fn", "const", "static"];
                    if top && defines.contains(&keyword.as_str()) && !word(at + 1).is_empty() {
                        self.here(place).items.insert(word(at + 1));
                    }
                    if top && keyword == "macro_rules" {
                        self.here(place).items.insert(word(at + 2));
                    }
                    let own = self.own.take();
                    self.here(place).methods.read(&tokens, at, own.as_deref());
                    self.own = own;
                    let (path, next) = path(&tokens, at);
                    let leads = ["crate", "self", "super"].contains(&keyword.as_str()) || keyword.starts_with("tabiya");
                    if path.len() > 1 && leads {
                        self.here(place).paths.insert(path);
                    }
                    at = next;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.tokens(place, group.stream(), folder, false);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            at += 1;
        }
    }

    /// Reads what stands between `use` and its semicolon.
    fn import(&mut self, place: &Place, prefix: &[String], tokens: &[TokenTree]) {
        let tokens = tokens.iter().filter(|token| !is_punct(token, ':'));
        let mut path = prefix.to_vec();
        let mut name = None;
        let mut renamed = false;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if *word == "as" => renamed = true,
                TokenTree::Ident(word) if renamed => name = Some(word.to_string()),
                TokenTree::Ident(word) if *word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(star) if star.as_char() == '*' => {
                    self.here(place).globs.push(path.clone());
                    self.here(place).paths.insert(path);
                    return;
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty()) {
                        self.import(place, &path, part);
                    }
                    return;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        let name = name.or_else(|| path.last().cloned()).expect("a name is imported");
        self.here(place).imports.insert(name, path.clone());
        self.here(place).paths.insert(path);
    }
}

pub(super) fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The attribute that begins at a `#`, without its brackets and blanks, and where it ends.
fn attribute(tokens: &[TokenTree], at: usize) -> (String, usize) {
    let group = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|token| is_punct(token, '!')));
    match tokens.get(group) {
        Some(TokenTree::Group(brackets)) => {
            let text: String = brackets.stream().to_string();
            (text.split_whitespace().collect(), group + 1)
        }
        _ => (String::new(), at + 1),
    }
}

/// The end of the item that has a keyword here: after its body or its semicolon.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| {
        is_punct(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    at + 1 + tokens[at..].iter().take_while(|token| !ends(token)).count()
}

/// The path that begins here, `a::b::c`, and where it ends.
pub(super) fn path(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        names.push(name.to_string());
        at += 1;
        let separated = tokens.get(at..at + 2).is_some_and(|pair| pair.iter().all(|token| is_punct(token, ':')));
        if !separated || !matches!(tokens.get(at + 2), Some(TokenTree::Ident(_))) {
            break;
        }
        at += 2;
    }
    (names, at)
}
