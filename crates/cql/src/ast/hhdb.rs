//! The keys of `hhdb`: what the tags and comments of Harold van der Heijden's database of endgame studies say.
//!
//! The database writes marks of its own into the name of Black (`(c) U1 +0410.01a1b8`), awards into the Event tag
//! (`2/3.hm Ember cup`) and everything else into comments.

use super::Type;

/// The item of the study database that `hhdb` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HhdbKey {
    /// `hhdb twin`, `hhdb TW`, `hhdb "(c)"`: these signs stand in the name of Black.
    Sign(&'static str),
    /// `hhdb "<cook>"`: the comment of the position has this.
    Mark(&'static str),
    /// `hhdb cooked`: a cook is shown somewhere in the game.
    Cooked,
    /// `hhdb dual`
    Dual,
    /// `hhdb sound`
    Sound,
    /// `hhdb unsound`
    Unsound,
    /// `hhdb composer`
    Composer,
    /// `hhdb firstcomment`
    FirstComment,
    /// `hhdb stipulation`
    Stipulation,
    /// `hhdb search`
    Search,
    /// `hhdb diagram`
    Diagram,
    /// `hhdb egdiagram`
    EgDiagram,
    /// `hhdb gbr`, `hhdb gbr kings`
    Gbr(GbrPart),
    /// `hhdb mainline`
    Mainline,
    /// `hhdb variation`
    Variation,
    /// `hhdb prize special max`
    Award(AwardKey),
}

impl HhdbKey {
    /// True if the key says the same at every position of a game.
    pub fn is_of_game(self) -> bool {
        match self {
            HhdbKey::Mark(_) | HhdbKey::Mainline | HhdbKey::Variation => false,
            HhdbKey::Sign(_)
            | HhdbKey::Cooked
            | HhdbKey::Dual
            | HhdbKey::Sound
            | HhdbKey::Unsound
            | HhdbKey::Composer
            | HhdbKey::FirstComment
            | HhdbKey::Stipulation
            | HhdbKey::Search
            | HhdbKey::Diagram
            | HhdbKey::EgDiagram
            | HhdbKey::Gbr(_)
            | HhdbKey::Award(_) => true,
        }
    }
}

/// A part of a Guy-Blandford-Roycroft code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GbrPart {
    /// `+0410.01a1b8`
    Whole,
    /// `a1b8`
    Kings,
    /// `0410.01`
    Material,
    /// `0410`
    Pieces,
    /// `01`
    Pawns,
}

/// Kinds of awards, the highest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AwardClass {
    /// `commendation`
    Commendation,
    /// `hm`
    HonourableMention,
    /// `prize`
    Prize,
}

impl AwardClass {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            AwardClass::Commendation => "commendation",
            AwardClass::HonourableMention => "hm",
            AwardClass::Prize => "prize",
        }
    }
}

/// The awards that count, and the part of them that is the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AwardKey {
    /// The class; any if not given.
    pub class: Option<AwardClass>,
    /// Special awards only.
    pub special: bool,
    /// The value is the last rank of a shared award, not the first.
    pub max: bool,
    /// The games are sorted by class, rank and last rank.
    pub sort: bool,
}

/// The texts that need variations to be searched: marks of main lines and refutations.
const IN_VARIATIONS: [&str; 2] = ["<main>", "<or>"];

/// The keys, apart from awards. The first spelling of a key is the one that it is printed with.
const KEYS: [(&str, HhdbKey); 48] = [
    ("(c)", HhdbKey::Sign("(c)")),
    ("(m)", HhdbKey::Sign("(m)")),
    ("(s)", HhdbKey::Sign("(s)")),
    ("(v)", HhdbKey::Sign("(v)")),
    ("AN", HhdbKey::Sign("AN")),
    ("CR", HhdbKey::Sign("CR")),
    ("MC", HhdbKey::Sign("MC")),
    ("PH", HhdbKey::Sign("PH")),
    ("TE", HhdbKey::Sign("TE")),
    ("TT", HhdbKey::Sign("TT")),
    ("TW", HhdbKey::Sign("TW")),
    ("U1", HhdbKey::Sign("U1")),
    ("U2", HhdbKey::Sign("U2")),
    ("U3", HhdbKey::Sign("U3")),
    ("U4", HhdbKey::Sign("U4")),
    ("U5", HhdbKey::Sign("U5")),
    ("anticipation", HhdbKey::Sign("AN")),
    ("colors_reversed", HhdbKey::Sign("CR")),
    ("corrected_solution", HhdbKey::Sign("(s)")),
    ("correction", HhdbKey::Sign("(c)")),
    ("dual_after_move_1", HhdbKey::Sign("U2")),
    ("dual_at_move_1", HhdbKey::Sign("U1")),
    ("modification", HhdbKey::Sign("(m)")),
    ("posthumous", HhdbKey::Sign("PH")),
    ("theme_tournament", HhdbKey::Sign("TT")),
    ("theme_tourney", HhdbKey::Sign("TT")),
    ("theoretical_ending", HhdbKey::Sign("TE")),
    ("too_many_composers", HhdbKey::Sign("MC")),
    ("twin", HhdbKey::Sign("TW")),
    ("unreachable", HhdbKey::Sign("U5")),
    ("version", HhdbKey::Sign("(v)")),
    ("white_fails", HhdbKey::Sign("U3")),
    ("white_wins_in_draw", HhdbKey::Sign("U4")),
    ("<cook>", HhdbKey::Mark("<cook")),
    ("<minor_dual>", HhdbKey::Mark("<minor_dual")),
    ("<eg>", HhdbKey::Mark("<eg>")),
    ("<main>", HhdbKey::Mark("<main>")),
    ("<or>", HhdbKey::Mark("<or>")),
    ("cooked", HhdbKey::Cooked),
    ("dual", HhdbKey::Dual),
    ("sound", HhdbKey::Sound),
    ("unsound", HhdbKey::Unsound),
    ("composer", HhdbKey::Composer),
    ("firstcomment", HhdbKey::FirstComment),
    ("stipulation", HhdbKey::Stipulation),
    ("search", HhdbKey::Search),
    ("diagram", HhdbKey::Diagram),
    ("egdiagram", HhdbKey::EgDiagram),
];

/// Keys that come before or after others.
const FURTHER: [(&str, HhdbKey); 3] =
    [("gbr", HhdbKey::Gbr(GbrPart::Whole)), ("mainline", HhdbKey::Mainline), ("variation", HhdbKey::Variation)];

/// Words after `gbr`.
const GBR_PARTS: [(&str, GbrPart); 4] = [
    ("kings", GbrPart::Kings),
    ("material", GbrPart::Material),
    ("pieces", GbrPart::Pieces),
    ("pawns", GbrPart::Pawns),
];

/// Words of awards.
const AWARD_WORDS: [&str; 7] = ["award", "prize", "hm", "commendation", "special", "max", "sort"];

/// The key of a spelling; awards have words of their own.
pub(crate) fn key(spelling: &str) -> Option<HhdbKey> {
    KEYS.iter().chain(&FURTHER).find(|(one, _)| *one == spelling).map(|&(_, key)| key)
}

/// The part of the code that a word after `gbr` names.
pub(crate) fn gbr_part(word: &str) -> Option<GbrPart> {
    GBR_PARTS.iter().find(|(one, _)| *one == word).map(|&(_, part)| part)
}

/// True if a word belongs to awards.
pub(crate) fn is_award_word(word: &str) -> bool {
    AWARD_WORDS.contains(&word)
}

/// All spellings that may follow `hhdb`.
pub(crate) fn spellings() -> impl Iterator<Item = &'static str> {
    KEYS.iter().chain(&FURTHER).map(|(spelling, _)| *spelling).chain(AWARD_WORDS)
}

/// True if a key is written in quotes: it has signs that no word has.
pub(crate) fn is_quoted(spelling: &str) -> bool {
    !spelling.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl HhdbKey {
    /// The type of its value.
    pub fn ty(self) -> Type {
        match self {
            HhdbKey::Composer
            | HhdbKey::FirstComment
            | HhdbKey::Stipulation
            | HhdbKey::Search
            | HhdbKey::Diagram
            | HhdbKey::Gbr(_) => Type::Text,
            HhdbKey::EgDiagram | HhdbKey::Award(_) => Type::Number,
            _ => Type::Logical,
        }
    }

    /// True if it means nothing unless variations are searched.
    pub fn needs_variations(self) -> bool {
        match self {
            HhdbKey::Mark(mark) => IN_VARIATIONS.contains(&mark),
            HhdbKey::Mainline | HhdbKey::Variation => true,
            _ => false,
        }
    }

    /// The words after `hhdb`, quoted where they have to be.
    pub fn text(self) -> String {
        let words: Vec<&str> = match self {
            HhdbKey::Gbr(GbrPart::Whole) => vec!["gbr"],
            HhdbKey::Gbr(part) => {
                let word = GBR_PARTS.iter().find(|(_, one)| *one == part).map(|(word, _)| *word);
                vec!["gbr", word.unwrap_or_default()]
            }
            HhdbKey::Award(award) => award.words(),
            other => {
                let known = KEYS.iter().chain(&FURTHER).find(|(_, key)| *key == other);
                vec![known.map(|(spelling, _)| *spelling).unwrap_or_default()]
            }
        };
        let text = words.join(" ");
        if is_quoted(&text.replace(' ', "")) { format!("\"{text}\"") } else { text }
    }
}

impl AwardKey {
    fn words(self) -> Vec<&'static str> {
        let flags = [(self.sort, "sort"), (self.special, "special"), (self.max, "max")];
        let flags = flags.into_iter().filter(|(set, _)| *set).map(|(_, word)| word);
        flags.chain([self.class.map_or("award", AwardClass::word)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_print_as_keys_of_the_same_meaning() {
        for spelling in spellings().filter(|word| !is_award_word(word)) {
            let meant = key(spelling).expect("a key");
            let printed = meant.text();
            assert_eq!(key(printed.trim_matches('"')), Some(meant), "{spelling}");
            assert_eq!(printed.starts_with('"'), is_quoted(printed.trim_matches('"')), "{printed}");
        }
        let award = AwardKey { class: Some(AwardClass::Prize), special: true, max: false, sort: true };
        assert_eq!(HhdbKey::Award(award).text(), "sort special prize");
        assert_eq!(HhdbKey::Award(AwardKey::default()).text(), "award");
        assert_eq!(HhdbKey::Gbr(GbrPart::Kings).text(), "gbr kings");
    }
}
