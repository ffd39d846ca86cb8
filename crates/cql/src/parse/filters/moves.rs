//! The `move` filter: its parameters, the rules about them, its custody of a comment; and `imagine`.

use crate::ast::{Edit, Kind, MoveFilter, MoveParam, Pieces, Span, Type};
use crate::catalogue::Shorthand;
use crate::errors::{grammar, meaning};
use crate::lex::Tok;
use crate::parse::{Mode, Parse, Parser, level};

impl Parser<'_> {
    /// `move from A to B capture C`
    pub(super) fn move_filter(&mut self) -> Parse {
        let start = self.bump().span;
        let mut params: Vec<MoveParam> = Vec::new();
        let mut places: Vec<(&'static str, Span)> = Vec::new();
        while let Some(name) = self.move_word() {
            let place = self.bump().span;
            if let Some(&(_, first)) = places.iter().find(|(other, _)| *other == name) {
                return self.fail(meaning::move_twice(place, self.source(place), first));
            }
            places.push((name, place));
            params.push(self.move_param(name, place)?);
        }
        if let Some(diagnostic) = conflict(&places) {
            return self.fail(diagnostic);
        }
        let ty = move_type(&params);
        // A position filter around this one takes the colon, as in CQL 6.2.
        if self.is_sign(":") && !self.mode.colon && !self.drop_in {
            let sign = self.bump().span;
            let target = Some(Box::new(self.condition(level::COLON, ":", sign)?));
            let m = MoveFilter { params, custody: None, target };
            return Ok(self.make(Kind::Move(m), start, ty));
        }
        if let Some(&(_, place)) = places.iter().find(|(name, _)| *name == "all") {
            return self.fail(meaning::all_without_target(place));
        }
        let played = !params.iter().any(|p| matches!(p, MoveParam::Legal | MoveParam::Pseudolegal));
        let old = self.five() && !params.contains(&MoveParam::Previous);
        let custody = match self.peek() {
            Tok::Word("comment") if played && (old || !self.five()) => {
                Some(Box::new(self.with_items(Shorthand::Comment)?))
            }
            Tok::Word("message") if played && old => Some(Box::new(self.with_items(Shorthand::Message)?)),
            Tok::LineComment if played && old => Some(Box::new(self.line_comment()?)),
            _ => None,
        };
        Ok(self.make(Kind::Move(MoveFilter { params, custody, target: None }), start, ty))
    }

    /// The parameter of `move` that is next, by its usual name.
    fn move_word(&self) -> Option<&'static str> {
        let Tok::Word(word) = self.peek() else { return None };
        let other = match word {
            "previous" => self.five() && (self.previous_sequence(1) || self.previous_dash()),
            "reverse" | "drop" => self.scope.get(word).is_some(),
            _ => false,
        };
        let word = if word == "captures" { "capture" } else { word };
        MoveParam::WORDS.iter().copied().find(|one| *one == word && !other)
    }

    /// True if a `previous` begins a sequence, by the token after it, which is so far ahead.
    pub(super) fn previous_sequence(&self, ahead: usize) -> bool {
        match self.token(ahead).tok {
            Tok::Sign("(") => !self.parenthesized_dash(ahead),
            Tok::Integer(_) | Tok::Word("nestban") => true,
            Tok::Word(word @ ("shortest" | "almost")) => self.known(word).is_none(),
            // Among constituents the star may be a wildcard, unless a filter follows.
            Tok::Sign("*") => match self.token(ahead + 1).tok {
                Tok::Sign(sign) if self.mode.wild => matches!(sign, "{" | "(" | "." | "~" | "#" | "[]"),
                Tok::Repeat(..) => !self.mode.wild,
                _ => true,
            },
            _ => false,
        }
    }

    fn move_param(&mut self, name: &str, place: Span) -> Parse<MoveParam> {
        Ok(match name {
            "from" => MoveParam::From(self.old_set(level::COLON, place)?),
            "to" => MoveParam::To(self.old_set(level::COLON, place)?),
            "capture" => MoveParam::Capture(self.old_set(level::COLON, place)?),
            "enpassantsquare" => MoveParam::EnPassantSquare(self.old_set(level::COLON, place)?),
            "promote" => MoveParam::Promote(self.promotion(name, place)?),
            "drop" => MoveParam::Drop(self.promotion(name, place)?),
            _ => return MoveParam::of_word(name).ok_or(crate::parse::Failed),
        })
    }

    /// `imagine add Qd4 remove k wtm`
    pub(super) fn imagine(&mut self) -> Parse {
        let mode = Mode { colon: true, ..self.mode };
        self.in_mode(mode, Self::imagined)
    }

    fn imagined(&mut self) -> Parse {
        let start = self.bump().span;
        let mut edits = Vec::new();
        loop {
            let here = self.here();
            let edit = match self.peek() {
                Tok::Word("add") => {
                    self.bump();
                    self.added_piece(here)?
                }
                Tok::Word("remove") => {
                    self.bump();
                    Edit::Remove(Box::new(self.old_set(level::COLON, here)?))
                }
                Tok::Word("wtm" | "btm") => Edit::Turn(Box::new(self.primary()?)),
                _ => break,
            };
            edits.push(edit);
        }
        if edits.is_empty() {
            return self.fail(meaning::nothing_imagined(self.here(), start, &self.found()));
        }
        Ok(self.make(Kind::Imagine(edits), start, Type::Position))
    }

    /// `Qd4`, `Q at S`
    fn added_piece(&mut self, word: Span) -> Parse<Edit> {
        let here = self.here();
        let Tok::Designator(designator) = self.peek() else {
            return self.fail(grammar::expected_pieces(here, word, "add", &self.found()));
        };
        self.bump();
        let piece = Box::new(self.make(Kind::Designator(designator), here, Type::Set));
        if designator.pieces.0.count_ones() != 1 || designator.pieces.0 >= 1 << 12 {
            return self.fail(meaning::several_pieces(here, self.source(here)));
        }
        let everywhere = designator.squares == tabiya_chess::Bitboard::FULL;
        let at = if everywhere && self.is_word("at") {
            let at = self.bump().span;
            Some(Box::new(self.old_set(level::COLON, at)?))
        } else if everywhere {
            return self.fail(meaning::nowhere_added(here, self.source(here)));
        } else {
            None
        };
        Ok(Edit::Add { piece, at })
    }

    /// The pieces after `promote` and `drop`: types without squares, of either colour.
    fn promotion(&mut self, name: &str, place: Span) -> Parse<Pieces> {
        let here = self.here();
        match self.peek() {
            Tok::Designator(designator) => {
                self.bump();
                let squares = !designator.squares.is_empty() && designator.squares != tabiya_chess::Bitboard::FULL;
                if squares || designator.pieces == Pieces::ANY {
                    return self.fail(meaning::promotion_squares(here, name, self.source(here)));
                }
                Ok(either_color(designator.pieces))
            }
            Tok::Sign(".") => {
                self.bump();
                Ok(either_color(Pieces::WHITE))
            }
            _ => self.fail(grammar::expected_pieces(here, place, name, &self.found())),
        }
    }
}

/// Kinds of pieces, of either colour.
pub(super) fn either_color(pieces: Pieces) -> Pieces {
    let roles = (pieces.0 | pieces.0 >> 6) & 0x3f;
    Pieces(roles | roles << 6)
}

fn move_type(params: &[MoveParam]) -> Type {
    if params.contains(&MoveParam::Count) {
        return Type::Number;
    }
    match params.first() {
        _ if params.contains(&MoveParam::All) => Type::Logical,
        Some(MoveParam::From(_) | MoveParam::To(_) | MoveParam::Capture(_)) => Type::Set,
        _ => Type::Logical,
    }
}

/// The first rule about combinations that the parameters break.
fn conflict(places: &[(&'static str, Span)]) -> Option<crate::diagnostic::Diagnostic> {
    let has = |word: &str| places.iter().find(|(name, _)| *name == word);
    if let (Some(&(_, reverse)), None, None) = (has("reverse"), has("legal"), has("pseudolegal")) {
        return Some(meaning::reverse_alone(reverse));
    }
    let groups: [(&[&str], &[&str], &str); 6] = [
        (
            &["castle", "o-o", "o-o-o"],
            &["castle", "o-o", "o-o-o"],
            "a `move` filter takes at most one kind of castling",
        ),
        (&["primary"], &["secondary"], "a move is either primary or secondary"),
        (&["enpassant"], &["enpassantsquare"], "`enpassantsquare` alone takes captures en passant only"),
        (
            &["primary", "secondary"],
            &["legal", "pseudolegal"],
            "`primary` and `secondary` apply to moves of the game, not to possible moves",
        ),
        (
            &["previous", "legal", "pseudolegal"],
            &["previous", "legal", "pseudolegal"],
            "a `move` filter takes at most one of `previous`, `legal` and `pseudolegal`",
        ),
        (
            &["drop"],
            &[
                "reverse",
                "null",
                "from",
                "capture",
                "promote",
                "enpassant",
                "enpassantsquare",
                "castle",
                "o-o",
                "o-o-o",
            ],
            "a drop has no square of origin, captures nothing and is no other special move",
        ),
    ];
    for (left, right, rule) in groups {
        for (at, (name, place)) in places.iter().enumerate() {
            for (other, first) in &places[..at] {
                let together =
                    (left.contains(name) && right.contains(other)) || (left.contains(other) && right.contains(name));
                if together && name != other {
                    return Some(meaning::move_conflict(*place, name, *first, other, rule));
                }
            }
        }
    }
    None
}
