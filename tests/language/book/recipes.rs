//! The recipes: each finds its game and does not find the other one; the chapters of the book show them as they are.

use crate::book::diagrams;
use crate::book::pages;
use crate::book::turned::Turn;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use tabiya::chess::{Board, fen};
use tabiya::{EndgameTables, Game, Games, ParsedQuery, QueryOptions, QuerySet, SearchOptions, Source, SyzygyTables};
use tabiya_session::recipes::{Recipe, THEMES, Theme};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Games of which a recipe speaks.
struct Library {
    samples: Vec<Game>,
    options: QueryOptions,
}

impl Library {
    fn open() -> Library {
        let samples = Games::open(root().join("examples/games/sample.pgn")).expect("the sample games");
        let samples = samples.into_iter().map(|game| game.expect("a sample game")).collect();
        let tables = SyzygyTables::open(root().join("tests/data/syzygy")).expect("tables of three pieces");
        let tables = Some(Arc::new(tables) as Arc<dyn EndgameTables>);
        Library { samples, options: QueryOptions { tables, ..QueryOptions::default() } }
    }

    /// A game as recipes write it: `sample 10`, or tags, a FEN and moves.
    fn game(&self, text: &str) -> Result<Game, String> {
        if let Some(number) = text.strip_prefix("sample ") {
            let number: u64 = number.trim().parse().map_err(|_| format!("`{text}` names no sample game"))?;
            let game = self.samples.iter().find(|game| game.number() == number);
            return game.cloned().ok_or_else(|| format!("there is no sample game {number}"));
        }
        let (mut tags, mut rest) = (String::from("[Event \"Recipe\"]\n"), text.trim());
        let mut result = "*";
        while rest.starts_with('[') {
            let (tag, behind) = rest.split_once(']').ok_or("a tag without its bracket")?;
            if let Some(value) = tag.strip_prefix("[Result \"") {
                result = value.trim_end_matches('"');
            }
            let _ = writeln!(tags, "{tag}]");
            rest = behind.trim_start();
        }
        let (setup, moves) = rest.split_once('|').unwrap_or((rest, ""));
        let moves = if fen::parse(setup.trim()).is_ok() {
            let _ = writeln!(tags, "[FEN \"{}\"]", setup.trim());
            moves
        } else {
            rest
        };
        read(format!("{tags}\n{} {result}\n", moves.trim())).map_err(|error| format!("{error} in `{text}`"))
    }

    /// The positions of a game at which a recipe matches.
    fn matches(&self, recipe: &Recipe, game: &Game) -> Result<Vec<u32>, String> {
        let source = Source { name: recipe.name.into(), text: recipe.query.to_owned() };
        let query = ParsedQuery::parse(source, &self.options).map_err(|error| error.to_string())?;
        if let Some(warning) = query.warnings().first() {
            return Err(format!("a warning: {}", warning.message));
        }
        let set = QuerySet::new(vec![query], &self.options).map_err(|error| error.to_string())?;
        let found = set.search_game(game, &mut Vec::new(), &SearchOptions::default()).swap_remove(0);
        let found = found.map_err(|error| error.message)?;
        Ok(found.matches.iter().map(|one| one.position).collect())
    }
}

/// The one game of a text.
fn read(pgn: String) -> Result<Game, String> {
    let mut games = Games::from_reader(Cursor::new(pgn)).map_err(|error| error.to_string())?;
    let game = games.next().ok_or("no game")?.map_err(|error| error.to_string())?;
    if game.is_incomplete() { Err("a move cannot be played".into()) } else { Ok(game) }
}

/// What a recipe says that may be exchanged, in all combinations.
fn turns(recipe: &Recipe) -> Result<Vec<Turn>, String> {
    let (colours, wings) = match recipe.also.as_str() {
        "" => (false, false),
        "colours" => (true, false),
        "wings" => (false, true),
        "colours, wings" => (true, true),
        other => return Err(format!("`also: {other}` is neither `colours`, `wings` nor `colours, wings`")),
    };
    let all = [(true, false), (false, true), (true, true)].map(|(colours, wings)| Turn { colours, wings });
    Ok(all.into_iter().filter(|turn| (!turn.colours || colours) && (!turn.wings || wings)).collect())
}

/// What is wrong with what a recipe says may be exchanged, if anything.
fn check_turns(recipe: &Recipe, library: &Library) -> Result<(), String> {
    for turn in turns(recipe)? {
        let turned = |text: &str| library.game(text).and_then(|game| read(turn.pgn(&game)));
        if library.matches(recipe, &turned(&recipe.matching)?)?.is_empty() {
            return Err(format!("does not find its game with {turn:?}"));
        }
        if let [first, ..] = library.matches(recipe, &turned(&recipe.almost)?)?.as_slice() {
            return Err(format!("finds its other game with {turn:?} at {first}"));
        }
    }
    Ok(())
}

/// What is wrong with a recipe, if anything; else the game that it finds, and where.
fn check(recipe: &Recipe, library: &Library) -> Result<(Game, u32), String> {
    let fields = [&recipe.title, &recipe.words, &recipe.matching, &recipe.almost, &recipe.because];
    if fields.iter().any(|field| field.is_empty()) || recipe.query.trim().is_empty() {
        return Err("a field is empty".into());
    }
    let game = library.game(&recipe.matching)?;
    let found = library.matches(recipe, &game)?;
    let first = *found.first().ok_or_else(|| format!("does not find `{}`", recipe.matching))?;
    let almost = library.game(&recipe.almost)?;
    match library.matches(recipe, &almost)?.as_slice() {
        [] => Ok((game, first)),
        some => Err(format!("finds `{}` at {some:?}, but should not", recipe.almost)),
    }
}

#[test]
fn recipes_find_their_game_and_not_the_other() {
    let library = Library::open();
    let recipes: Vec<Recipe> = tabiya_session::recipes::all().collect();
    assert!(recipes.len() >= 100, "the test has lost sight of the recipes: it saw {}", recipes.len());
    let wrong = recipes.iter().filter_map(|one| Some(format!("{}: {}", one.name, check(one, &library).err()?)));
    crate::book::fail(wrong.collect(), "recipes are wrong");
    let names: BTreeSet<&str> = recipes.iter().map(|one| one.name).collect();
    let titles: BTreeSet<&str> = recipes.iter().map(|one| one.title.as_str()).collect();
    assert_eq!((names.len(), titles.len()), (recipes.len(), recipes.len()), "names and titles are unique");
}

#[test]
fn recipes_find_their_game_turned_over_as_they_say() {
    let library = Library::open();
    let mut claims = 0;
    let mut wrong = Vec::new();
    for recipe in tabiya_session::recipes::all() {
        claims += turns(&recipe).map_or(0, |turns| turns.len());
        wrong.extend(check_turns(&recipe, &library).err().map(|error| format!("{}: {error}", recipe.name)));
        // Who writes a transform around the query means one of these two.
        let transforms = ["flipcolor", "flipvertical", "fliphorizontal", "flip "];
        if recipe.also.is_empty() && transforms.iter().any(|word| recipe.query.trim_start().starts_with(word)) {
            wrong.push(format!("{}: `also` does not say what the transform is for", recipe.name));
        }
    }
    assert!(claims >= 150, "the test has lost sight of what recipes say: it saw {claims}");
    crate::book::fail(wrong, "recipes do not find what they say");
}

#[test]
fn every_file_of_a_recipe_is_in_the_list() {
    let mut files = BTreeSet::new();
    for theme in std::fs::read_dir(root().join("recipes")).expect("the folder of recipes") {
        let theme = theme.expect("an entry").path();
        // The themes of puzzles are a set of their own.
        if theme.ends_with("themes") {
            continue;
        }
        for file in std::fs::read_dir(&theme).expect("a folder of recipes") {
            let path = file.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            files.insert((theme.file_name().expect("a name").to_string_lossy().into_owned(), name));
        }
    }
    let recipes = THEMES.iter().flat_map(|theme| theme.recipes().map(|one| (theme.name.into(), one.name.into())));
    let listed: BTreeSet<(String, String)> = recipes.collect();
    let different: Vec<_> = listed.symmetric_difference(&files).collect();
    assert!(different.is_empty(), "in crates/session/src/recipes.rs or in recipes/, but not in both: {different:?}");
}

/// The chapter of a theme, and its pictures by the names of their files.
fn chapter(theme: &Theme, library: &Library) -> String {
    let mut text = format!("# {}\n\n{}\n", theme.title, theme.lead);
    for recipe in theme.recipes() {
        let _ = write!(text, "\n## {}\n\n{}\n\n", recipe.title, recipe.words);
        let (game, at) = check(&recipe, library).unwrap_or_else(|error| panic!("{}: {error}", recipe.name));
        let tree = game.tree().full();
        let board = tree.board(at);
        if *board != Board::initial() {
            let step = tree.first_child(at).or(Some(at)).and_then(|node| tree.move_to(node));
            let arrow = step.filter(|step| !step.is_drop() && !step.is_null());
            let arrow = arrow.map(|step| format!(" | arrow {}{}", step.from, step.to)).unwrap_or_default();
            let setup = fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 };
            let _ = write!(
                text,
                "<!-- diagram {}{arrow} -->\n![{}](../diagrams/{}.svg)\n\n",
                fen::write(&setup),
                recipe.title,
                recipe.name
            );
        }
        let _ = write!(text, "```cql,recipe={}\n{}\n```\n\n", recipe.name, recipe.query.trim_end());
        let also = match recipe.also.as_str() {
            "" => "",
            "colours" => ", also with the colours exchanged",
            "wings" => ", also with the wings exchanged",
            _ => ", also with the colours exchanged, the wings, or both",
        };
        let (found, other) = (told(&recipe.matching, library), told(&recipe.almost, library));
        let _ = writeln!(text, "It finds {found}{also}. It does not find {other}. {}", recipe.because);
    }
    text
}

/// A game in words.
fn told(text: &str, library: &Library) -> String {
    let Some(number) = text.strip_prefix("sample ") else { return format!("`{text}`") };
    let game = library.game(text).expect("a sample game");
    let player = |tag: &str| game.tags().get(tag).unwrap_or_default().split(',').next().unwrap_or_default().to_owned();
    format!("sample game {number}, {} – {}", player("White"), player("Black"))
}

#[test]
fn chapters_show_the_recipes_as_they_are() {
    let library = Library::open();
    let write = std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write");
    let mut wrong = Vec::new();
    for theme in THEMES {
        let path = pages::folder().join(format!("recipes/{}.md", theme.name));
        let text = chapter(theme, &library);
        if std::fs::read_to_string(&path).ok().as_deref() == Some(text.as_str()) {
            continue;
        }
        wrong.push(format!("docs/src/recipes/{}.md differs from the recipes", theme.name));
        if write {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of chapters");
            std::fs::write(&path, &text).expect("a chapter is written");
            diagrams::write_all(&text, &path);
        }
    }
    crate::book::fail(wrong, "chapters are wrong (TABIYA_BOOK=write writes them)");
}
