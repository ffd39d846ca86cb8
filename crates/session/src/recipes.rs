//! The recipes, queries for well-known patterns. Each has a game that it finds and one that it almost
//! finds.
//!
//! A recipe is a file `recipes/THEME/NAME.cql` that runs as it is. The comment at its top holds the title, what the query
//! finds, a line `match:` with a game that it finds, a line `almost:` with a game that it does not find, and the reason after
//! `because:`. `Recipe::parse` states how games are written there. `tests/language/book` searches all these games, and
//! compares the chapters of the book with the recipes and the list below with the files.

/// The place of a recipe.
macro_rules! place {
    ($theme:literal, $name:literal) => {
        concat!(env!("TABIYA_PARTS"), "/recipes/", $theme, "/", $name, ".cql")
    };
}

macro_rules! themes {
    ($($theme:literal $title:literal $lead:literal: [$($name:literal),* $(,)?])*) => {
        &[$(Theme {
            name: $theme,
            title: $title,
            lead: $lead,
            files: &[$(($name, include_str!(place!($theme, $name)))),*],
        }),*]
    };
}

/// The themes, in the order of the book.
pub const THEMES: &[Theme] = themes! {
    "mates" "Mates" "Mating patterns with a name, and mates of a special kind.": [
        "smothered-mate", "back-rank-mate", "anastasia-mate", "arabian-mate", "boden-mate", "epaulette-mate",
        "swallows-tail-mate", "dovetail-mate", "hook-mate", "damiano-mate", "greco-mate", "lolli-mate", "opera-mate",
        "pillsbury-mate", "morphy-mate", "corner-mate", "kill-box-mate", "triangle-mate", "vukovic-mate",
        "blind-swine-mate", "balestra-mate", "legal-mate", "scholars-mate", "fools-mate", "double-check-mate",
        "discovered-mate", "castling-mate", "en-passant-mate", "promotion-mate", "underpromotion-mate", "pawn-mate",
        "king-discovers-mate", "bishop-and-knight-mate", "two-bishops-mate", "model-mate", "ideal-mate",
        "far-from-home", "nobody-castled", "missed-mate-in-one", "mate-behind-in-material", "king-hunt",
    ]
    "sacrifices" "Sacrifices" "Material that is given up for an attack, a fork, or a positional advantage.": [
        "greek-gift", "double-bishop-sacrifice", "exchange-sacrifice", "exchange-sacrifice-c3", "queen-sacrifice",
        "knight-takes-f7", "bishop-takes-f7", "knight-to-d5", "decoy-and-fork", "windmill", "refused-queen",
        "piece-for-castled-pawns",
    ]
    "tactics" "Tactics" "Pins, forks, skewers, discovered attacks and trapped pieces.": [
        "pinned-queen", "cross-pin", "two-pins", "royal-fork", "family-fork", "pawn-fork", "skewer", "double-check",
        "discovered-check", "discovered-attack-on-queen", "trapped-queen", "noahs-ark-trap", "cross-check",
        "hanging-queen-missed", "battery", "quiet-mate-threat", "deflection", "overloaded-piece", "interference",
        "clearance", "zwischenzug", "dominated-piece",
        "trapped-rook", "desperado",
    ]
    "endgames" "Endgames" "Endings by material, and the positions in them that have a name.": [
        "lucena", "philidor", "vancura", "four-against-three-rooks", "rook-pawn-against-rook",
        "rook-behind-passed-pawn", "opposite-bishops", "wrong-bishop", "opposition", "queen-against-pawn",
        "queen-pawn-against-queen", "queen-against-two-rooks", "rook-against-minor-piece", "rook-bishop-against-rook",
        "two-knights-against-pawn", "bishop-and-knight-to-mate", "good-knight-bad-bishop", "pawn-breakthrough",
        "pawn-race", "one-legal-move", "reciprocal-zugzwang", "zugzwang-without-tables", "drawn-fortress",
        "win-slips-away",
    ]
    "pawns" "Pawns" "Passed, doubled, backward and chained pawns, promotion, and captures en passant.": [
        "pawn-on-seventh", "connected-passed-pawns", "protected-passed-pawn", "outside-passed-pawn", "tripled-pawns",
        "doubled-isolated-pawns", "backward-pawn", "pawn-islands", "pawn-chain", "phalanx-on-fifth",
        "forced-en-passant", "pawn-storm",
    ]
    "structures" "Structures" "Typical pawn structures and the placing of pieces in the middlegame.": [
        "isolated-queens-pawn", "blockaded-isolated-pawn", "hanging-pawns", "carlsbad", "minority-attack", "hedgehog",
        "maroczy-bind", "stonewall", "french-chain", "kings-indian-chain", "benoni", "dragon", "doubled-rooks",
        "alekhines-gun", "rooks-on-the-seventh", "knight-outpost", "bad-bishop", "bishop-pair",
        "queen-for-three-pieces", "castled-king-without-pawns",
    ]
    "castling" "Castling and the king" "How kings castle, fail to castle, and wander.": [
        "opposite-castling", "both-castle-long", "castling-without-queens", "castling-with-check", "uncastled-king",
        "castling-by-hand", "king-march", "king-to-the-other-side", "king-captures-early", "kings-face-to-face",
    ]
    "openings" "Openings" "Openings by position, so that transpositions are found as well.": [
        "najdorf", "transposition", "reversed-sicilian", "kings-gambit-accepted", "fried-liver", "early-queen",
        "berlin-ending", "panov-attack", "mirrored-positions",
        "fishing-pole", "siberian-trap",
    ]
    "manoeuvres" "Manoeuvres" "Journeys of one piece over several moves.": [
        "longest-knight-tour", "same-piece-six-times", "rook-lift", "knight-to-f8-and-g6", "queen-to-the-corner",
        "retreat-to-first-square", "four-corners", "triangulation", "staircase", "bishop-across-the-board",
        "chain-of-captures",
    ]
    "plans" "Plans and routes" "Steps in any order, alternative routes, and patterns that almost match.": [
        "plan-in-any-order", "italian-in-any-order", "knight-to-f5-either-way", "king-to-g1-either-way",
        "two-checks-in-ten", "knight-moves-thrice", "queen-taken-then-mate", "greek-gift-otherwise",
        "philidors-legacy-otherwise", "king-hunt-with-a-pause",
        "benoni-lever",
    ]
    "studies" "Studies and problems" "Ideas of composers: underpromotion, stalemate, echo and the like.": [
        "underpromotion", "necessary-underpromotion", "saavedra", "stalemate-defence", "excelsior", "all-promotions",
        "three-queens", "echo-mates", "kings-in-opposite-corners", "answered-checks",
        "novotny", "grimshaw", "plachutta", "bristol", "turton", "reti", "switchback", "rundlauf", "phoenix", "babson",
        "half-pin", "pin-mate",
    ]
    "quality" "Quality and statistics" "Blunders by evaluation and clock, repetitions, checks, and unusual results.": [
        "blunder", "thrown-away-win", "mate-overlooked", "blunder-in-time-trouble", "long-think",
        "both-in-time-trouble", "threefold-repetition", "perpetual-check", "many-checks", "comeback",
        "resigned-too-early", "stalemate", "most-legal-moves",
        "swindle",
    ]
    "data" "Players, ratings and dates" "Queries that use the tags of a game.": [
        "winner", "two-players", "upset", "strong-players", "years-and-opening", "quick-draws", "short-wins",
        "annotated-sacrifices", "unfinished",
    ]
};

/// Recipes that belong together: one chapter of the book.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The name of the folder.
    pub name: &'static str,
    /// The title of the chapter.
    pub title: &'static str,
    /// One sentence about the chapter.
    pub lead: &'static str,
    /// The names and texts of the recipes.
    files: &'static [(&'static str, &'static str)],
}

/// A query for a well-known pattern.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The name of the file without its extension, unique among all recipes.
    pub name: &'static str,
    /// The title, in plain English.
    pub title: String,
    /// What the query finds: one or two sentences.
    pub words: String,
    /// A game that the query finds, as written in the file.
    pub matching: String,
    /// A game that the query does not find.
    pub almost: String,
    /// The reason why `almost` is not found.
    pub because: String,
    /// With what exchanged the query finds the game as well, and still does not find `almost`: `colours`, `wings`, or both.
    pub also: String,
    /// The query, without the comment at the top.
    pub query: &'static str,
}

impl Theme {
    /// The recipes of the theme, in the order of the book.
    pub fn recipes(&self) -> impl Iterator<Item = Recipe> {
        self.files.iter().map(|(name, text)| Recipe::parse(name, text))
    }
}

/// All recipes, in the order of the book.
pub fn all() -> impl Iterator<Item = Recipe> {
    THEMES.iter().flat_map(Theme::recipes)
}

impl Recipe {
    /// Reads the comment at the top of a recipe. A field that is missing is empty; only `also` may be.
    ///
    /// The games are written as `sample 10` (a sample game), as moves from the standard starting position, or as a FEN; moves may follow
    /// the FEN after `|`. Tags in brackets may precede all but the first form.
    fn parse(name: &'static str, text: &'static str) -> Recipe {
        let query = body(text);
        let comment = &text[..text.len() - query.len()];
        let lines = comment.lines().map(|line| line.trim_start_matches(';').trim());
        let (mut fields, mut field) = ([const { String::new() }; 6], 0);
        for line in lines {
            let (next, rest) = match line.split_once(':') {
                Some(("match", rest)) => (2, rest),
                Some(("almost", rest)) => (3, rest),
                Some(("because", rest)) => (4, rest),
                Some(("also", rest)) => (5, rest),
                _ => (field, line),
            };
            field = next;
            if !fields[field].is_empty() && !rest.is_empty() {
                fields[field].push(' ');
            }
            fields[field].push_str(rest.trim());
            field = field.max(1);
        }
        let [title, words, matching, almost, because, also] = fields;
        Recipe { name, title, words, matching, almost, because, also, query }
    }
}

/// The text after the comment lines at the top.
fn body(text: &str) -> &str {
    let mut rest = text;
    while rest.starts_with(';') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

/// The recipe with a name; hyphens may be spaces, and a theme may precede it.
pub fn named(asked: &str) -> Option<Recipe> {
    let asked = asked.trim().to_lowercase().replace(' ', "-");
    let name = asked.rsplit('/').next().unwrap_or_default().trim_end_matches(".cql");
    all().find(|recipe| recipe.name == name)
}

/// The query of the recipe with a name.
///
/// # Errors
///
/// That there is none, with others that have the words of the name.
pub fn query_of(asked: &str) -> Result<&'static str, String> {
    let unknown = || match similar(asked) {
        Some(others) => format!("there is no recipe `{asked}`; {others}"),
        None => format!("there is no recipe `{asked}`"),
    };
    named(asked).map(|recipe| recipe.query).ok_or_else(unknown)
}

/// Advice where there is no recipe of a name: those with its words, if there are any.
pub fn similar(asked: &str) -> Option<String> {
    let names: Vec<&str> = matching(&asked.replace('-', " ")).iter().map(|recipe| recipe.name).take(5).collect();
    (!names.is_empty()).then(|| format!("recipes with these words: {}", names.join(", ")))
}

/// What people call the subject of recipes that do not have the word.
const SYNONYMS: [(&str, &[&str]); 14] = [
    ("isolani", &["isolated-queens-pawn", "blockaded-isolated-pawn"]),
    ("iqp", &["isolated-queens-pawn", "blockaded-isolated-pawn"]),
    ("elapsed", &["long-think"]),
    ("thought", &["long-think"]),
    ("thinking", &["long-think"]),
    ("zeitnot", &["blunder-in-time-trouble", "both-in-time-trouble"]),
    ("fortress", &["wrong-bishop", "philidor", "vancura", "stalemate-defence"]),
    ("domination", &["trapped-queen"]),
    ("walk", &["king-march", "king-to-the-other-side", "staircase"]),
    ("miniature", &["short-wins"]),
    ("fegatello", &["fried-liver"]),
    ("intermezzo", &["zwischenzug"]),
    ("in-between", &["zwischenzug"]),
    ("alekhine", &["alekhines-gun"]),
];

/// The recipes in whose names, titles, descriptions or themes all of some words occur, or that are called by one of them;
/// those with the words in the title come first.
pub fn matching(asked: &str) -> Vec<Recipe> {
    let mut found = with_words(asked);
    let words: Vec<String> = asked.split_whitespace().map(str::to_lowercase).collect();
    let meant =
        SYNONYMS.iter().filter(|(word, _)| words.iter().any(|asked| asked == word)).flat_map(|(_, names)| *names);
    for name in meant {
        if !found.iter().any(|recipe| recipe.name == *name) {
            found.extend(named(name));
        }
    }
    found
}

fn with_words(asked: &str) -> Vec<Recipe> {
    let words: Vec<String> = asked.split_whitespace().map(str::to_lowercase).collect();
    let has = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let (mut titles, mut others) = (Vec::new(), Vec::new());
    for theme in THEMES {
        for recipe in theme.recipes() {
            let title = format!("{} {}", recipe.name, recipe.title);
            if has(&title) {
                titles.push(recipe);
            } else if has(&format!("{title} {} {} {}", recipe.words, theme.name, theme.title)) {
                others.push(recipe);
            }
        }
    }
    titles.extend(others);
    titles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_lead_to_recipes() {
        for (word, names) in SYNONYMS {
            assert_eq!(word, word.to_lowercase());
            let found = matching(word);
            for name in names {
                assert!(found.iter().any(|recipe| recipe.name == *name), "{word}: {name}");
            }
        }
        assert_eq!(matching("long thought").first().map(|recipe| recipe.name), Some("long-think"));
    }
}
