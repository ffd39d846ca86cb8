//! Transforms, row by row: what each changes, which copies there are, in which order they are tried.

use crate::evaluation::{comments, query, values};
use tabiya::syntax::Dialect;
use tabiya::{ParsedQuery, Query, QueryOptions, QuerySet, Source, Value};

/// Ra1 and Rh1 for White, ra8 for Black, kings on e1 and e8.
const ROOKS: &str = "[White \"Abel\"]\n[Black \"Boris\"]\n[WhiteElo \"2000\"]\n[Result \"1-0\"]\n\
                     [FEN \"r3k3/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1-0";
const EMPTY: &str = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*";

fn value(pgn: &str, select: &str) -> Value {
    values(pgn, "initial", select).remove(0).1
}

/// The number of copies of a transform: each of them matches when it is negated on an empty board.
fn copies(family: &str, of: &str) -> Value {
    value(EMPTY, &format!("{family} count not {of}"))
}

fn names(filter: &str) -> String {
    match values(ROOKS, &format!("initial s=\"\" {filter}"), "s").remove(0).1 {
        Value::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

fn matches(filter: &str) -> bool {
    !values(ROOKS, filter, "1").is_empty()
}

#[test]
fn orbits_have_their_sizes() {
    for (family, of, size) in [
        ("flip", "R", 1),
        ("flip", "[Rr]a1", 4),
        ("flip", "Ra2", 8),
        ("flip", "Rd4", 4),
        ("dihedral", "Ra2", 8),
        ("flipdihedral", "Ra2", 8),
        ("rotate90", "Ra2", 4),
        ("rotate90", "Rd-e4-5", 1),
        ("fliphorizontal", "Ra1", 2),
        ("fliphorizontal", "Ra1-8", 1),
        ("flipvertical", "Ra1", 2),
        ("flipvertical", "Ra-h1", 1),
        ("flipcolor", "{K wtm}", 2),
        ("flipcolor", "[Rr]a4-5", 1),
        ("flipcolor", "[Aa]a4-5", 1),
        ("flipcolor", "Aa4-5", 2),
        ("rotate45", "{up R}", 8),
        ("rotate45", "{orthogonal R}", 2),
        ("rotate45", "{vertical R}", 4),
        ("rotate45", "{anydirection R}", 1),
        ("rotate45", "R", 1),
        ("shift", "Ra1", 64),
        ("shift", "Ra-g1", 112),
        ("shift", "Ra-b1", 72),
        ("shift", "Ra-h1", 8),
        ("shift", "{Ra1 Rh1}", 8),
        ("shift", "{Ra1 Rh8}", 1),
        ("shift", "(Ra1 or Rh8)", 1),
        ("shift", "{Ra1 Rc1}", 48),
        ("shift", "R", 1),
        ("shifthorizontal", "Ra1", 8),
        ("shiftvertical", "Ra1", 8),
        ("shifthorizontal", "Ra-h3", 1),
        ("shiftvertical", "Ra-h3", 8),
    ] {
        assert_eq!(copies(family, of), Value::Number(size), "{family} {of}");
    }
}

#[test]
fn what_each_family_changes() {
    for (filter, expected) in [
        // Squares and colours.
        ("flipcolor ra1", false),
        ("flipcolor Ra1", true),
        ("flipcolor {ra8 ke8}", true),
        ("reversecolor {ra8 ke8}", true),
        ("reversecolor {Ra1 Ke1 Rh1}", false),
        ("reversecolor {ra8 ke8 rh8}", true),
        ("fliphorizontal Ra8", true),
        ("flipvertical Rb1", false),
        ("rotate90 {Kd8 Rh8}", true),
        ("rotate90 {Kh5 Rh8}", true),
        ("shift {Rb1 rb1}", false),
        ("shifthorizontal Rc1", true),
        ("shiftvertical Rc1", false),
        ("shift {Rc3 Kg3}", true),
        // Directions.
        ("up 1 7 Ra1 & e2", false),
        ("rotate90 {up 4 R & K}", true),
        ("rotate45 {up 4 R & K}", true),
        ("rotate45 {diagonal 4 R & K}", true),
        ("flipvertical {right 3 R & K}", true),
        ("shift {right 4 R & K}", true),
        ("flipcolor {down 7 ra8 & Ra1}", true),
        ("rotate90 ray right (R r)", true),
        // Shades.
        ("light Ra1", false),
        ("flipvertical light Ra1", false),
        ("flipvertical {light Rh1}", true),
        ("flipvertical {dark Rh1}", false),
        ("shifthorizontal {light Rb1}", true),
        ("shifthorizontal {dark Rb1}", false),
        ("flipcolor {dark ra8}", false),
        ("rotate90 {dark Rh8}", true),
        ("flip {light ra1}", false),
        ("flip {dark ra1}", true),
        // The side to move, colours as words, the players, the result.
        ("btm", false),
        ("flipcolor btm", true),
        ("flipcolor {sidetomove==black}", true),
        ("flipcolor {sidetomove==black btm}", true),
        ("flipcolor {sidetomove==white btm}", false),
        ("flipcolor {elo black > 1000}", true),
        ("flipcolor player black \"Abel\"", true),
        ("flipcolor {player white \"Abel\" btm}", false),
        ("flipcolor {tag \"Black\" == \"Abel\"}", true),
        ("flipcolor {tag \"White\" == \"Abel\" btm}", false),
        ("flipcolor {result 0-1 btm}", true),
        ("flipcolor {result 1/2-1/2}", false),
        // A board.
        ("flipcolor fen \"r3k2r/8/8/8/8/8/8/R3K3\"", true),
        ("shift fen \"r3k3/8/8/8/8/8/8/R3K2R\"", true),
        ("shift fen \"8/r3k3/8/8/8/8/8/8\"", false),
        // These stay: variables, texts, `player` alone, squares made of numbers.
        ("s=Ra1 flipcolor {s btm}", true),
        ("s=ra8 flip {#s==1 s&a1}", true),
        ("flipcolor {player \"Abel\" btm false}", false),
        ("flip {makesquare(1 2) & Ra1}", false),
        ("flipcolor {notransform wtm btm}", true),
        ("flipcolor {notransform btm}", false),
        ("flip {s=[Aa]a8 #s==1 s==Ra1}", false),
        ("function at(p1) {p1&a8} flip at([Aa])", true),
        ("function corner() {Rh8} flip corner()", true),
        // The same symmetry throughout.
        ("flip {Rh8 rh1}", true),
        ("flip {Rh8 rh8}", false),
        ("flipcolor not Ra1", false),
        ("flipcolor not Rh1", true),
    ] {
        assert_eq!(matches(&format!("initial {filter}")), expected, "{filter}");
    }
}

#[test]
fn values_of_orbits() {
    let squares = |names: &[&str]| Value::Squares(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(value(ROOKS, "flip Ra8"), squares(&["a1", "h1"]));
    assert_eq!(value(ROOKS, "flipcolor Ra1"), squares(&["a1", "a8"]));
    assert_eq!(value(ROOKS, "flipcolor #R"), Value::Number(2));
    assert_eq!(value(ROOKS, "flipcolor {btm #R}"), Value::Number(1));
    assert_eq!(value(ROOKS, "flipcolor {check #R}"), Value::None);
    assert_eq!(value(ROOKS, "flipcolor {btm player white}"), Value::True);
    assert_eq!(value(ROOKS, "flipcolor {wtm currentposition}"), Value::True);
    assert_eq!(value(ROOKS, "flip count Ra8"), Value::Number(2));
    assert_eq!(value(ROOKS, "flip 2 3 Ra8"), Value::Number(2));
    assert_eq!(value(ROOKS, "flip 3 Ra8"), Value::None);
    assert_eq!(value(ROOKS, "flip count R"), Value::Number(1));
    assert_eq!(value(ROOKS, "2 == flip count Ra8"), Value::Number(2));
    assert_eq!(value(ROOKS, "flip count Ra8 == 2"), Value::Number(0));
    assert_eq!(value(ROOKS, "flip shift count Ra1"), Value::Number(2));
    assert_eq!(value(ROOKS, "flip count shift Ra1"), Value::Number(1));
    assert_eq!(value(ROOKS, "flipcolor {flip 2 4 Ra8}"), Value::Number(3));
    assert_eq!(value(ROOKS, "nn=3 flip nn Ra8"), Value::None);
    assert!(matches("initial nn=2 flip nn nn Ra8"));
    assert_eq!(value(ROOKS, "notransform Ra1"), squares(&["a1"]));
    assert_eq!(value(ROOKS, "notransform #R"), Value::Number(2));
}

#[test]
fn copies_are_tried_in_their_order() {
    // By squares as a number, whatever the family.
    assert_eq!(names("flip {[Rr]a1 s+=str([Rr]a1)}"), "a1h1a8");
    assert_eq!(names("flip {[Rr]a1 s+=str([Rr]a1 \" \")}"), "a1 h1 a8 ");
    // By what may stand there: without all of a colour first, then white before black.
    assert_eq!(names("flipcolor {R s+=str(#R)}"), "21");
    assert_eq!(names("flipcolor {r s+=str(#r)}"), "21");
    assert_eq!(names("flipcolor {[RA] s+=str(#[RA])}"), "23");
    assert_eq!(names("flipcolor {a s+=str(#a)}"), "23");
    // Directions by file, then rank; White before Black; dark before light.
    assert_eq!(names("rotate90 {up R & K s+=currenttransform}"), "<counterclockwise90><clockwise90>");
    assert_eq!(names("rotate45 {up R s+=currenttransform}"), "<rotate45^2><rotate45^1><><rotate45^6><rotate45^7>");
    assert_eq!(names("flipcolor {{btm or wtm} s+=currenttransform}"), "<invertcolor reflect_h><>");
    assert_eq!(names("flipcolor {{black or white} s+=currenttransform}"), "<invertcolor reflect_h><>");
    assert_eq!(names("flipvertical {{light .} s+=currenttransform}"), "<reflect_v><>");
    assert_eq!(names("flipvertical {{dark .} s+=currenttransform}"), "<><reflect_v>");
    assert_eq!(names("flipcolor {tag \"White\" s+=currenttransform}"), "<invertcolor reflect_h><>");
}

/// Of copies that differ in the colour of a piece alone the white one comes first.
#[test]
fn white_pieces_come_before_black_ones() {
    let texts = |filter: &str| -> Vec<String> {
        let game = "1. e4 d5 2. exd5 Qxd5 *";
        comments(game, &format!("initial {filter}")).into_iter().map(|(_, text)| text).collect()
    };
    for (piece, white, black) in [
        ("K", "e1", "e8"),
        ("Q", "d1", "d8"),
        ("R", "[a1,h1]", "[a8,h8]"),
        ("B", "[c1,f1]", "[c8,f8]"),
        ("N", "[b1,g1]", "[b8,g8]"),
        ("P", "[a2,b2,c2,d2,e2,f2,g2,h2]", "[a7,b7,c7,d7,e7,f7,g7,h7]"),
    ] {
        for piece in [piece.to_owned(), piece.to_lowercase()] {
            assert_eq!(texts(&format!("flipcolor comment({piece})")), [white, black], "{piece}");
        }
    }
    assert_eq!(texts("flipcolor comment(a)")[0], "[a7,b7,c7,d7,e7,f7,g7,h7,a8,b8,c8,d8,e8,f8,g8,h8]");
    // The body of a loop comes before its domain: its squares decide before the piece does.
    let (white, black) = (["on Nb1", "on Ng1", "on nb8", "on ng8"], ["on nb8", "on ng8", "on Nb1", "on Ng1"]);
    for (loops, expected) in [
        ("piece x in N {comment(\"on \" x)}", white),
        ("piece x in N {{x or a-h3-7} comment(\"on \" x)}", black),
        ("piece x in N {{x or a-h2-7} comment(\"on \" x)}", white),
        ("piece x in N {{x or a-h2-6} comment(\"on \" x)}", white),
        ("[Aa]x[element]N {{x or a-h3-7} comment(\"on \" x)}", black),
    ] {
        assert_eq!(texts(&format!("flipcolor {{{loops}}}")), expected, "{loops}");
    }
}

#[test]
fn current_transforms() {
    assert_eq!(value(ROOKS, "currenttransform"), Value::Text("<>".into()));
    assert_eq!(names("flip {[Rr]a1 s+=currenttransform}"), "<><counterclockwise90><reflect_h>");
    assert_eq!(names("shift {Ra1 s+=currenttransform}"), "<><right^7>");
    assert_eq!(names("shift {Rh1 s+=currenttransform}"), "<left^7><>");
    assert_eq!(names("shift {Rb2 s+=currenttransform}"), "<left^1 down^1><right^6 down^1>");
    assert_eq!(names("flip {Rh8 s+=currenttransform}"), "<rotate180><reflect_h>");
    assert_eq!(names("rotate90 {Rh8 s+=currenttransform}"), "<rotate180><clockwise90>");
    assert_eq!(names("reversecolor {ra8 s+=currenttransform}"), "<invertcolor reflect_h>");
    assert_eq!(names("flipcolor {notransform {s+=currenttransform}}"), "<>");
    assert_eq!(
        names("flipcolor {flipvertical {rh8 s+=currenttransform}}"),
        "<invertcolor reflect_h reflect_v><invertcolor reflect_h><reflect_v>"
    );
    assert_eq!(
        names("flipcolor {true flipvertical {rh8 s+=currenttransform}}"),
        "<invertcolor reflect_h reflect_v><invertcolor reflect_h><reflect_v>"
    );
    // Nothing else differs: one copy, of the first transform.
    assert_eq!(names("flip {s+=currenttransform}"), "<>");
    assert_eq!(
        comments(ROOKS, "initial shift {Ra1 comment(currenttransform)}"),
        [(0, "<>".to_owned()), (0, "<right^7>".to_owned())]
    );
}

#[test]
fn comments_of_orbits() {
    let texts = |filter: &str| -> Vec<String> {
        comments(ROOKS, &format!("initial {filter}")).into_iter().map(|(_, text)| text).collect()
    };
    assert_eq!(texts("flip {Ra8 comment(Ra8)}"), ["a1", "h1"]);
    assert_eq!(texts("not flip {Ra2 comment(1)}"), [""; 0]);
    assert_eq!(texts("flip 3 {Ra8 comment(Ra8)} or true"), [""; 0]);
    // Of numbers the comments of the greatest stay, equal ones together.
    assert_eq!(texts("x=flipcolor {comment(\"n\" #R) #R}"), ["n2"]);
    assert_eq!(texts("flip {Ra8 comment(Ra8) #R}"), ["a1", "h1"]);
}

#[test]
fn turns_by_45_degrees_need_the_whole_board() {
    let refused = |text: &str| {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        Query::with_options(text, &options).map(|_| ()).map_err(|error| error.diagnostics[0].message.clone())
    };
    for text in ["rotate45 Ra1", "rotate45 {R & e4}", "rotate45 light R", "rotate45 dark .", "rotate45 {check or a1}"] {
        assert!(refused(text).is_err(), "{text}");
    }
    assert!(refused(&format!("rotate45 fen \"{}\"", ["8"; 8].join("/"))).is_err());
    assert!(refused("function at() {Ra1} rotate45 at()").is_err());
    for text in [
        "rotate45 R",
        "rotate45 .",
        "rotate45 []",
        "rotate45 a-h1-8",
        "rotate45 notransform Ra1",
        "rotate45 {up 1 K attacks [Aa]}",
    ] {
        assert_eq!(refused(text), Ok(()), "{text}");
    }
    drop(query("reversecolor R", None));
    assert!(refused("reversecolor 2 R").is_err());
}

/// Transforms inside transforms are expanded as long as they have few copies; else they are refused before they take
/// all memory.
#[test]
fn nested_transforms_do_not_explode() {
    const FORMS: [(&str, &str); 4] =
        [("shift {a1 ", "}"), ("flip {Ra2 ", "}"), ("shift ", ""), ("rotate90 count {b3 ", "}")];
    // The codes of the errors, for each form.
    for (depth, expected) in [
        (3, [None; 4]),
        (20, [None, Some("transform"), None, Some("transform")]),
        (150, [Some("too-deep"), Some("too-deep"), Some("transform"), Some("too-deep")]),
        (10_000, [Some("too-deep"); 4]),
    ] {
        for ((before, after), expected) in FORMS.into_iter().zip(expected) {
            let text = before.repeat(depth) + "kb3" + &after.repeat(depth);
            let refused = Query::parse(&text).err().map(|error| error.diagnostics[0].code);
            assert_eq!(refused, expected, "{before}...{after}, {depth} times");
        }
    }
    // Images of images are images: nesting adds none.
    assert_eq!(copies(&"shift ".repeat(20), "kb3"), Value::Number(64));
}

#[test]
fn copies_share_their_sort_keys() {
    let keys = |text: &str| -> Vec<String> {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let source = Source { name: "query".into(), text: text.into() };
        let parsed = ParsedQuery::parse(source, &options).expect("a query");
        let set = QuerySet::new(vec![parsed], &options).expect("a plan");
        set.sort_keys(0).into_iter().map(|key| key.name).collect()
    };
    assert_eq!(keys("flipcolor {check sort #Q}"), ["<sort-id-1>"]);
    assert_eq!(
        keys("sort \"men\" #A flip {Ka1 sort #Q&a1 sort #R&a1} sort ply"),
        ["men", "<sort-id-1>", "<sort-id-2>", "<sort-id-3>"]
    );
    assert_eq!(keys("function f(v1) {sort v1:ply} f(parent) f(child)"), ["<sort-id-1>", "<sort-id-2>"]);
}
