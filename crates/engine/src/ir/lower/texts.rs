//! Texts and tests of texts.

use super::super::ids::{BoolId, NumId, TextId};
use super::super::node::{Bool, Text, Value};
use super::Lowerer;
use crate::chess::variant::Variant;
use crate::syntax::ast::{Compare, GameText};
use crate::syntax::catalogue::TextOp;

/// Both ends of a slice, and whether it is one character.
pub(super) type Bounds = (Option<NumId>, Option<NumId>, bool);

impl Lowerer {
    /// Lowers a search of a text of the game for another text; `hascomment "!?"` asks for an annotation glyph. Of names of openings,
    /// `Defense` and `Defence` find each other.
    pub(super) fn game_text_test(&mut self, field: &GameText, search: &str) -> BoolId {
        if let Some(glyph) = nag(search).filter(|_| *field == GameText::Comment) {
            return self.ir.add(Bool::Nag(glyph));
        }
        let text = self.game_text(field);
        let mut contains = |search: &str| {
            let search = self.text_constant(search);
            self.ir.add(Bool::Substring(search, text))
        };
        let (american, british) = (search.replace("Defence", "Defense"), search.replace("Defense", "Defence"));
        if *field != GameText::Opening || american == british {
            return contains(search);
        }
        let either = vec![contains(&american), contains(&british)];
        self.ir.add(Bool::Or(either))
    }

    /// `variant "atomic"`: any name of a known variant means that variant; another text is looked for in what the tag
    /// says, small letters and capitals alike.
    pub(super) fn variant(&mut self, name: &str) -> BoolId {
        let own = self.game_text(&GameText::Variant);
        let Some(variant) = Variant::from_name(name) else {
            let name = self.text_constant(&name.to_ascii_lowercase());
            let own = self.ir.add(Text::Apply(TextOp::Lowercase, vec![Value::Text(own)]));
            return self.ir.add(Bool::Substring(name, own));
        };
        let name = self.text_constant(variant.name());
        let same = self.ir.add(Text::Compare(Compare::Equal, own, name));
        self.ir.add(Bool::HasText(same))
    }

    pub(super) fn text_constant(&mut self, text: &str) -> TextId {
        self.ir.add(Text::Constant(text.to_owned()))
    }

    pub(super) fn game_text(&mut self, field: &GameText) -> TextId {
        self.ir.add(Text::Game(field.clone()))
    }
}

/// The annotation glyph that a search text of `hascomment` stands for: `!?`, `+/-`, `$14`.
fn nag(text: &str) -> Option<u32> {
    let number = match text {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "=" => 10,
        "+/=" => 14,
        "=/+" => 15,
        "+/-" => 16,
        "-/+" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return text.strip_prefix('$')?.parse().ok().filter(|number| (1..=255).contains(number)),
    };
    Some(number)
}
