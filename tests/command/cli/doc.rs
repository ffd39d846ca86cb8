//! Pages of the book and recipes in the terminal, and searches with recipes.

use crate::cli::place::Place;

#[test]
fn pages_by_the_names_of_words_pages_and_codes() {
    let place = Place::new();
    let run = place.run(&["doc", "wtm"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.out.starts_with("wtm, btm\n\n") && run.out.contains("\nExamples\n"), "{run}");
    assert!(!run.out.contains("```") && !run.out.contains("]("), "no Markdown is left: {run}");
    assert!(run.out.lines().all(|line| line.starts_with(' ') || line.chars().count() <= 100), "{run}");
    for (word, title) in [("first-steps", "First steps"), ("First steps", "First steps"), ("moves/move", "move\n")] {
        let run = place.run(&["doc", word]);
        assert!(run.code == Some(0) && run.out.starts_with(title), "{word}: {run}");
    }
    let run = place.run(&["doc", "unknown-name"]);
    assert!(run.code == Some(0) && run.out.contains("error[unknown-name]"), "{run}");
    assert_eq!(place.run(&["explain", "unknown-name"]).out, run.out);
    assert_eq!(place.run(&["explain", "unknown-nam"]).code, Some(2), "neither a code nor a file");
}

#[test]
fn a_word_that_shares_a_page_shows_its_part() {
    let place = Place::new();
    let run = place.run(&["doc", "arrow"]);
    assert!(run.code == Some(0) && run.out.starts_with("Words without a grammar\n"), "{run}");
    assert!(!run.out.contains("Cheat sheet"), "{run}");
}

#[test]
fn the_index_has_a_line_for_each_word() {
    let run = Place::new().run(&["doc"]);
    assert_eq!(run.code, Some(0), "{run}");
    let headings = ["Commands\n", "\nLessons\n", "\nConcepts\n", "\nRecipes\n", "\nWords\n"];
    let places = headings.map(|heading| run.out.find(heading).unwrap_or_else(|| panic!("{heading}: {run}")));
    assert!(places.is_sorted() && run.out.contains("\nsearch ") && run.out.contains("\nsequence-search "), "{run}");
    for (word, _) in tabiya::syntax::all_words() {
        assert!(run.out.lines().any(|line| line.split_whitespace().next() == Some(word)), "{word} is missing: {run}");
    }
}

#[test]
fn words_are_searched_for() {
    let place = Place::new();
    for (words, page) in [
        (&["how", "often", "the", "position"][..], "tree/repetition"),
        (&["pinned", "pieces"], "attacks/pin"),
        (&["smothered"], "smothered-mate"),
        (&["clock", "times"], "games/clock"),
    ] {
        let run = place.run(&[&["doc"], words].concat());
        assert!(run.code == Some(0) && run.out.contains(page), "{words:?}: {run}");
    }
    let run = place.run(&["doc", "any", "number", "of", "times"]);
    assert!(run.out.contains("Quantifiers after a filter repeat it: * any number of times"), "{run}");
    // A phrase is rather a pattern than a filter: recipes come first.
    let run = place.run(&["doc", "rook", "endgame"]);
    assert!(run.out.starts_with("Recipes\n    ") && run.out.contains("\n\nTo read a page"), "{run}");
    let run = place.run(&["doc", "zyzzyva"]);
    assert!(run.code == Some(1) && run.err.contains("no page about `zyzzyva`"), "{run}");
    let run = place.run(&["doc", "\u{1b}]0;x\u{7}"]);
    assert!(!run.err.contains('\u{1b}'), "{run}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let place = Place::new();
    assert!(!place.run(&["doc", "wtm"]).out.contains('\u{1b}'));
    let run = place.command(&["doc", "wtm"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("\u{1b}[1m") && text.contains("\u{1b}[36m"), "{text}");
}

#[test]
fn without_a_built_book_nothing_is_opened() {
    // The sources around the program under test may have a built book; without a PATH, no browser starts.
    let run = Place::new().command(&["doc", "--open"]).env("PATH", "").output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(2), "{said}");
    assert!(said.contains("mdbook build docs") || said.contains("index.html"), "{said}");
}

#[test]
fn recipes_are_listed_searched_and_shown() {
    let place = Place::new();
    let all = place.run(&["recipes"]);
    assert!(all.code == Some(0) && all.out.lines().filter(|line| line.starts_with("  ")).count() >= 100, "{all}");
    let some = place.run(&["recipes", "rook", "pawn"]);
    assert!(some.out.contains("vancura") && !some.out.contains("greek-gift"), "{some}");
    let one = place.run(&["recipes", "greek-gift"]);
    assert!(one.out.starts_with("Greek gift\n") && one.out.contains("It does not find "), "{one}");
    assert_eq!(place.run(&["recipes", "Greek", "gift"]).out, one.out);
    assert_eq!(place.run(&["recipes", "zyzzyva"]).code, Some(1));
    let query = place.run(&["recipes", "nobody-castled", "--query"]);
    place.write("my.cql", &query.out);
    let counted = place.run(&["search", "-q", "-f", "my.cql", "--format", "count", "games.pgn"]);
    assert!(counted.out.starts_with("1 of 3 games"), "{query}{counted}");
    assert_eq!(place.run(&["recipes", "rook", "--query"]).code, Some(2), "one query, not several");
}

#[test]
fn searches_with_recipes() {
    let place = Place::new();
    let run = place.run(&["search", "-q", "--recipe", "nobody-castled", "--format", "count", "games.pgn"]);
    assert!(run.code == Some(0) && run.out.starts_with("1 of 3 games"), "{run}");
    let order = ["search", "-q", "--recipe", "stalemate", "-e", "initial", "--recipe", "nobody-castled"];
    let run = place.run(&[&order[..], &["--format", "count", "games.pgn"]].concat());
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.len() == 3 && lines[0].contains("stalemate") && lines[2].contains("nobody-castled"), "{run}");
    let run = place.run(&["search", "--recipe", "greek", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("greek-gift"), "{run}");
    let run = place.run(&["search", "--recipe", "zyzzyva", "games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("tabiya recipes"), "{run}");
}

#[test]
fn lessons_and_other_names_are_found() {
    let place = Place::new();
    for name in ["lesson-1", "lesson 1", "lessons/01-one-piece"] {
        let run = place.run(&["doc", name]);
        assert!(run.code == Some(0) && run.out.starts_with("Lesson 1: One piece"), "{name}: {run}");
    }
    assert!(place.run(&["doc", "lesson-12"]).out.starts_with("Lesson 12: "));
    let index = place.run(&["doc"]).out;
    assert!(index.contains("lesson-12 ") && index.contains("Lesson 1: One piece on one square"), "{index}");
    for (words, recipe) in [
        ("isolani", "isolated-queens-pawn"),
        ("elapsed", "long-think"),
        ("long thought", "long-think"),
        ("fortress", "wrong-bishop"),
    ] {
        let run = place.run(&["recipes", words]);
        assert!(run.code == Some(0), "{words}: {run}");
        let shown = run.out.contains(recipe);
        assert!(shown, "{words}: {run}");
    }
    let word = place.run(&["explain", "next"]);
    assert!(word.code == Some(2) && word.err.contains("there is no file `next`; `tabiya doc next`"), "{word}");
}

#[test]
fn manual_pages_go_to_a_folder_that_is_created() {
    let place = Place::new();
    let run = place.run(&["man", "--dir", "share/man/man1"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(place.read("share/man/man1/tabiya-search.1").contains("EXIT STATUS"));
}

#[test]
fn answers_to_exercises_are_checked() {
    let place = Place::new();
    let list = place.run(&["lesson"]);
    assert!(list.code == Some(0) && list.out.contains("13  Alternatives, any order, and almost"), "{list}");
    let page = place.run(&["lesson", "1"]);
    assert!(page.code == Some(0) && page.out.contains("Exercise") && !page.out.contains("pa-h2"), "{page}");
    assert_eq!(place.run(&["lesson", "1", "--solution"]).out, "pa-h2\n");
    let right = place.run(&["lesson", "1", "pa-b2 or pc-h2"]);
    assert_eq!((right.code, right.out.as_str()), (Some(0), "Right: 7 games, 44 positions.\n"), "{right}");
    let wrong = place.run(&["lesson", "1", "[Pp]a-h2"]);
    assert!(wrong.code == Some(1) && wrong.out.contains("Found, and should not be, "), "{wrong}");
    let late = place.run(&["lesson", "5", "move previous from [Pp] capture [Qq]"]);
    assert!(late.code == Some(1) && late.out.contains("The games are the right ones"), "{late}");
    let other = place.run(&["lesson", "11", "mate btm ply<12 comment(\"count: \" #(A attacks k))"]);
    assert!(other.code == Some(1) && other.out.contains("{checks: 1}"), "{other}");
    let error = place.run(&["lesson", "1", "chekc"]);
    assert!(error.code == Some(2) && error.err.contains("check"), "{error}");
    for wrong in
        [&["lesson", "99"][..], &["lesson", "x"], &["lesson", "--solution"], &["lesson", "1", "mate", "--solution"]]
    {
        assert_eq!(place.run(wrong).code, Some(2), "{wrong:?}");
    }
}
