//! Rooms: the files of a folder that depend on each other in a circle, because what they do is recursive. A table at the
//! head of the folder's module names each of them, what it answers, and the methods through which the others and the rest
//! of the crate ask it. The tables are held against the files, so a room has the interface that it says and no other.

use crate::structure::layout::packages;
use crate::structure::modules::{Crate, Place};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet};

/// By module, the methods through which it is asked.
type Table = BTreeMap<String, BTreeSet<String>>;

/// The table at the head of a module, if it has one.
pub(crate) fn table(head: &str) -> Option<Table> {
    let (_, rows) = head.split_once("| room | answers | asked through |\n|---|---|---|\n")?;
    let rows = rows.lines().take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [room, answers, methods] = cells[..] else { panic!("a row has three cells: {line}") };
        assert!(!answers.is_empty(), "what does a room answer? {line}");
        let named = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
        (named(room).pop_first().expect("the name of a room"), named(methods))
    };
    Some(rows.map(row).collect())
}

/// What a table says that is not so.
fn wrong(read: &Crate, folder: &Place, table: &Table) -> Vec<String> {
    let mut wrong = Vec::new();
    let calls = read.calls();
    let room = |place: &Place| (place.starts_with(folder)).then(|| place.get(folder.len()).cloned()).flatten();
    let mut graph = DiGraphMap::<&str, ()>::new();
    let mut asked = Table::new();
    let uses = read.uses().into_iter().map(|(from, _, to)| (room(from), room(&to)));
    let edges: BTreeSet<_> = calls.iter().map(|call| (room(&call.from), room(&call.to))).chain(uses).collect();
    for (from, to) in &edges {
        if let (Some(from), Some(to)) = (from, to) {
            graph.add_edge(from, to, ());
        }
    }
    for call in &calls {
        if let Some(to) = room(&call.to).filter(|to| room(&call.from).as_ref() != Some(to)) {
            asked.entry(to).or_default().insert(call.method.clone());
        }
    }
    let circles: Vec<Vec<&str>> = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1).collect();
    let circle: BTreeSet<&str> = circles.iter().flatten().copied().collect();
    if circles.len() != 1 {
        wrong.push(format!("{} has {} circles", folder.join("::"), circles.len()));
    }
    for child in read.children(folder).into_iter().filter(|child| !circle.contains(child)) {
        wrong.push(format!("{child} is in no circle: it belongs elsewhere"));
    }
    for name in circle.iter().filter(|name| !table.contains_key(**name)) {
        wrong.push(format!("{name} has no row"));
    }
    for (name, methods) in table {
        let none = BTreeSet::new();
        let asked = asked.get(name).unwrap_or(&none);
        if !circle.contains(name.as_str()) {
            wrong.push(format!("{name} has a row and is in no circle"));
        } else if asked != methods {
            wrong.push(format!("{name} is asked through {asked:?}, and its row says {methods:?}"));
        }
    }
    wrong
}

#[test]
fn rooms_are_asked_through_their_interfaces() {
    let (mut found, mut seen) = (Vec::new(), 0);
    for root in packages().iter().flat_map(|package| package.roots()) {
        let read = Crate::read(&root);
        for folder in read.parents() {
            if let Some(table) = table(&read.head(folder)) {
                seen += 1;
                found.extend(wrong(&read, folder, &table));
            }
        }
    }
    assert!(seen > 0, "no rooms are left: this test may go");
    assert!(found.is_empty(), "the tables of rooms say what is not so:\n{}", found.join("\n"));
}

#[test]
fn a_table_that_is_not_so_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("lib.rs", "mod a; mod b; mod c; mod d; pub struct E; impl E { fn base(&self) {} }");
    write("a.rs", "use super::E; impl E { fn one(&self) { self.two(); self.base() } }");
    write("b.rs", "use super::E; impl E { fn two(&self) { self.three() } }");
    write("c.rs", "use super::E; impl E { fn three(&self) { self.one() } fn four(&self) {} }");
    let found = |rows: &str| {
        let head = format!("| room | answers | asked through |\n|---|---|---|\n{rows}\nmore\n");
        let read = Crate::read(&folder.path().join("lib.rs"));
        wrong(&read, &Place::new(), &table(&head).expect("a table"))
    };
    let all = "| `a` | x | `one` |\n| `b` | y | `two` |\n| `c` | z | `three` |\n";
    write("d.rs", "");
    assert_eq!(found(all), ["d is in no circle: it belongs elsewhere"]);
    write("d.rs", "use super::E; impl E { fn five(&self) { self.one(); self.two() } fn six(&self) {} }");
    write("b.rs", "use super::E; impl E { fn two(&self) { self.three(); self.six() } }");
    let all = format!("{all}| `d` | v | `six` |\n");
    assert_eq!(found(&all), [""; 0]);
    assert_eq!(found(&all.replace("| `b` | y | `two` |\n", "")), ["b has no row"]);
    assert_eq!(found(&format!("{all}| `e` | w | |\n")), ["e has a row and is in no circle"]);
    let more = found(&all.replace("`three`", "`four`"));
    assert_eq!(more, ["c is asked through {\"three\"}, and its row says {\"four\"}"]);
}
