//! Modules beside each other do not depend on each other in a circle, be it by what they use or by the methods that they
//! call. Those that do are rooms (`rooms.rs`), or are listed in `cycles.txt`, which may only become shorter.

use crate::structure::layout::{Package, packages};
use crate::structure::modules::{Crate, Place};
use crate::structure::rooms;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::BTreeSet;

/// Modules of one folder that depend on each other in a circle; each stands for all that is below it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Circle {
    folder: String,
    modules: BTreeSet<String>,
}

impl std::fmt::Display for Circle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.modules.iter().map(String::as_str).collect();
        write!(f, "{}: {}", self.folder, names.join(" "))
    }
}

/// The circles of a crate, folder by folder. A module and those below it may use each other.
fn circles(package: &Package, read: &Crate) -> Vec<Circle> {
    let uses = read.uses().into_iter().map(|(from, _, to)| (from.clone(), to));
    let mut uses: Vec<(Place, Place)> = uses.collect();
    uses.extend(read.calls().into_iter().map(|call| (call.from, call.to)));
    let mut found = Vec::new();
    for parent in read.parents() {
        let mut graph = DiGraphMap::<&str, ()>::new();
        for (from, to) in &uses {
            let child = |place: &'_ [String]| place.starts_with(parent) && place.len() > parent.len();
            if child(from) && child(to) && from[parent.len()] != to[parent.len()] {
                graph.add_edge(&from[parent.len()], &to[parent.len()], ());
            }
        }
        if rooms::table(&read.head(parent)).is_some() {
            continue;
        }
        let folder =
            [&[package.folder.join("src").to_string_lossy().into_owned()], parent.as_slice()].concat().join("/");
        let groups = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
        let named = |group: Vec<&str>| group.into_iter().map(str::to_owned).collect();
        found.extend(groups.map(|group| Circle { folder: folder.clone(), modules: named(group) }));
    }
    found
}

#[test]
fn modules_depend_on_each_other_in_no_new_circle() {
    let mut found = Vec::new();
    for package in packages() {
        for root in package.roots() {
            found.extend(circles(package, &Crate::read(&root)));
        }
    }
    found.sort();
    let lines = |circles: &[Circle]| circles.iter().map(|circle| format!("{circle}\n")).collect::<String>();
    let text = include_str!("cycles.txt");
    let listed = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let (folder, modules) = line.split_once(": ").expect("a folder and its modules");
        Circle { folder: folder.into(), modules: modules.split(' ').map(str::to_owned).collect() }
    });
    let listed: Vec<Circle> = listed.collect();
    let known = |circle: &&Circle| {
        listed.iter().any(|one| one.folder == circle.folder && circle.modules.is_subset(&one.modules))
    };
    let new: Vec<String> = found.iter().filter(|circle| !known(circle)).map(Circle::to_string).collect();
    assert!(new.is_empty(), "modules that depend on each other in a circle:\n{}", new.join("\n"));
    assert!(found == listed, "there is less in tests/language/structure/cycles.txt to except now:\n{}", lines(&found));
}

#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join("src").join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    };
    write("lib.rs", "pub mod a; mod b; mod c; mod d; pub use b::B; pub use d::*;");
    write("a.rs", "use crate::{B, c::{self as other, C}}; fn f() -> usize { super::d::deep::number() }");
    // Code for tests does not count, comments and texts neither.
    write(
        "b.rs",
        "pub struct B; #[cfg(test)] mod tests { use crate::a::f; } // crate::a\nconst T: &str = \"crate::a\";",
    );
    write("c.rs", "pub struct C; pub fn g() { println!(\"{}\", crate::D); }");
    write("d/mod.rs", "pub mod deep; pub struct D; struct E;");
    write("d/deep.rs", "use super::E; pub fn number() -> usize { 1 }");
    let read = |name: &str, text: &str| {
        write(name, text);
        let package = Package { folder: "x".into(), name: "x".into(), renamed: Vec::new() };
        let crate_ = Crate::read(&folder.path().join("src/lib.rs"));
        let uses = crate_.uses().into_iter().map(|(from, _, to)| format!("{} {}", from.join("::"), to.join("::")));
        let circles: Vec<String> = circles(&package, &crate_).iter().map(Circle::to_string).collect();
        (uses.collect::<Vec<_>>(), circles)
    };
    let uses = [" b", " d", "a b", "a c", "a d::deep", "c d", "d::deep d"].map(str::to_owned).to_vec();
    assert_eq!(read("e.rs", ""), (uses, vec![]));
    assert_eq!(read("b.rs", "use super::{a, c}; pub struct B;").1, ["x/src: a b"]);
    // A method is called on `self`, or on a name that has one type.
    write("b.rs", "use super::c::C; impl C { fn one(&self) { self.two() } } pub struct B;");
    assert_eq!(read("c.rs", "pub struct C; impl C { fn two(&self) {} }").1, [""; 0]);
    write("a.rs", "use crate::c::C; struct A<'a> { one: &'a mut C } impl<'a> A<'a> { fn f(&self) { self.one.one() } }");
    assert_eq!(read("c.rs", "pub struct C; impl C { fn two(&self) { Self::one(self) } }").1, ["x/src: b c"]);
    assert_eq!(read("b.rs", "use super::a::A; impl A<'_> { fn g(a: &A<'_>) { a.f() } } pub struct B;").1, [""; 0]);
    write("c.rs", "use crate::B; impl super::a::A<'_> { fn h(a: &super::a::A) { a.g() } } pub struct C;");
    write("a.rs", "pub struct A<'a>(&'a u8); impl A<'_> { fn f(x: Option<u8>) { x.g() } }");
    assert_eq!(read("b.rs", "use super::a::A; impl A<'_> { fn g(a: &A<'_>) { a.f() } } pub struct B;").1, [""; 0]);
    assert_eq!(
        read("b.rs", "use super::a::A; impl A<'_> { fn g(&self) { self.h() } } pub struct B;").1,
        ["x/src: b c"]
    );
    write("a.rs", "use crate::{B, c::{self as other, C}}; fn f() -> usize { super::d::deep::number() }");
    write("b.rs", "pub struct B;");
    write("c.rs", "pub struct C; pub fn g() { println!(\"{}\", crate::D); }");
    assert_eq!(read("d/deep.rs", "fn h() { crate::a::f() } pub fn number() {}").1, ["x/src: a c d"]);
}
