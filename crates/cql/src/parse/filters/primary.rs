//! Filters by the word or sign that they begin with.

use crate::advice::misreadings;
use crate::ast::{Binary, Family, Kind, Pieces, Span, Type, Unary, VariableKind};
use crate::catalogue::{self, Shorthand};
use crate::chess_words;
use crate::diagnostic::Diagnostic;
use crate::errors::{dictionaries as errors, grammar, lexical, meaning, sequences, typing};
use crate::lex::{Tok, Token};
use crate::parse::{Failed, Parse, Parser, level};
use crate::scope::Entry;
use crate::words;

impl Parser<'_> {
    /// A filter without infix operators at its right, apart from those that its last argument takes.
    pub(in crate::parse) fn primary(&mut self) -> Parse {
        let start = self.here();
        match self.peek() {
            Tok::Word(word) => self.word(word),
            Tok::Sign(sign) => self.sign(sign),
            Tok::Designator(designator) => {
                self.bump();
                let set = self.make(Kind::Designator(designator), start, Type::Set);
                Ok(self.old_count(set))
            }
            Tok::Integer(value) => self.literal(Kind::Integer(value), Type::Number),
            Tok::Text(text) => self.literal(Kind::Text(text.to_owned()), Type::Text),
            Tok::Declare => self.declared_piece(),
            Tok::LineComment => self.line_comment(),
            Tok::Dash(_) => self.dash(None),
            Tok::Group(_) | Tok::GroupStart(_) | Tok::NamedGroup(..) => self.group_text(),
            Tok::Repeat(..) => {
                self.bump();
                self.fail(grammar::repetition_alone(start, self.source(start)))
            }
            Tok::Result(_) => {
                self.bump();
                self.fail(grammar::result_alone(start, self.source(start)))
            }
            Tok::Named(_) => {
                self.bump();
                self.fail(sequences::misplaced_name(start, self.source(start)))
            }
            Tok::Bad => {
                self.bump();
                Err(Failed)
            }
            Tok::File(..) | Tok::LineEnd | Tok::EndPath | Tok::End => {
                self.fail(grammar::unexpected(start, &self.found()))
            }
        }
    }

    fn literal(&mut self, kind: Kind, ty: Type) -> Parse {
        let start = self.bump().span;
        Ok(self.make(kind, start, ty))
    }

    fn sign(&mut self, sign: &str) -> Parse {
        let start = self.here();
        match sign {
            "." => self.literal(Kind::All, Type::Set).map(|set| self.old_count(set)),
            "[]" => self.literal(Kind::NoSquares, Type::Set),
            "{" => self.braces().map(|set| self.old_count(set)),
            "(" => self.parenthesis(),
            "~" => self.complement(),
            "#" => self.count(),
            "-" => self.negative(),
            "[forall]" => self.for_all(),
            ":=" => {
                self.bump();
                self.fail(sequences::misplaced_name(start, ":="))
            }
            "[" => {
                self.bump();
                self.skip_to_close();
                self.eat_sign("]");
                let span = start.to(self.last());
                self.fail(meaning::bad_brackets(span, self.source(span)))
            }
            _ => {
                self.bump();
                let text = self.source(start);
                self.fail(grammar::unexpected(start, &format!("`{text}`")))
            }
        }
    }

    fn word(&mut self, word: &str) -> Parse {
        if let Some(which) = self.which_measure() {
            return self.measure(which);
        }
        if !catalogue::is_reserved(word, self.dialect) && (self.known(word).is_some() || self.assigns(1)) {
            return self.variable();
        }
        if word == "power" && matches!(self.token(1).tok, Tok::Integer(_)) {
            return self.old_word(word);
        }
        if let operations @ [_, ..] = catalogue::operations(word, self.dialect) {
            return self.apply(word, operations);
        }
        if let Some(mask) = words::directions(word) {
            return self.direction(mask);
        }
        if let Some(&(_, family)) = Family::WORDS.iter().find(|(one, _)| *one == word) {
            return self.transform(family);
        }
        match word {
            "not" => self.not(),
            "max" | "min" => self.extreme(word == "max"),
            "ray" | "xray" => self.ray(),
            "notransform" => self.no_transform(),
            "move" => self.move_filter(),
            "imagine" => self.imagine(),
            "square" | "piece" => self.each(),
            "dictionary" | "local" | "persistent" if self.at_dictionary() => self.dictionary_filter(),
            "string" => self.string_loop(),
            "persistent" | "atomic" => self.scoped_assignment(),
            "find" => self.find(),
            "position" => self.position(),
            "child" => self.child(),
            "next" | "next2" | "previous" | "previous2" => self.sequence(),
            _ => self.text_word(word),
        }
    }

    fn text_word(&mut self, word: &str) -> Parse {
        match word {
            "comment" => self.with_items(Shorthand::Comment),
            "message" => self.with_items(Shorthand::Message),
            "str" => self.with_items(Shorthand::Str),
            "sort" => self.sort(),
            "player" | "tag" | "originalcomment" => self.game_text(word),
            "result" => self.result(),
            "attack" | "countsquares" | "powerdifference" | "on" | "any" | "darksquares" | "lightsquares"
            | "beginvariation" | "silent" => self.old_word(word),
            _ => self.six_word(word),
        }
    }

    /// A variable in use, or an assignment to it.
    fn variable(&mut self) -> Parse {
        if self.at_dictionary() {
            return self.dictionary_filter();
        }
        if self.assigns(1) {
            return self.assignment();
        }
        if self.loops(1) {
            return self.element_loop(false);
        }
        let start = self.here();
        let name = self.name();
        if self.assigns_slice() {
            return self.assign_slice(name);
        }
        let ty = match self.scope.get(&name.text) {
            Some((Entry::Variable { kind: VariableKind::Value(ty), .. }, _)) => *ty,
            Some((Entry::Variable { kind: VariableKind::Piece, .. }, _)) => Type::Set,
            Some((Entry::Variable { kind: VariableKind::Dictionary(_), .. }, _)) => Type::Logical,
            Some((Entry::Function(number), _)) => {
                let number = *number;
                return self.call(name, number);
            }
            _ => {
                self.skip_call();
                return Err(Failed);
            }
        };
        let filter = self.make(Kind::Variable(name), start, ty);
        Ok(self.old_count(filter))
    }

    /// A word that no filter begins with.
    pub(super) fn unknown(&mut self) -> Parse {
        if self.loops(1) {
            return self.element_loop(false);
        }
        let at = self.at;
        let token = self.bump();
        let span = token.span;
        let word = if let Tok::Word(word) = token.tok { word } else { self.source(span) };
        if self.is_sign("[") && !self.token(0).spaced && meaning::is_piece_letter(word) {
            self.bump();
            self.skip_to_close();
            self.eat_sign("]");
            let span = span.to(self.last());
            return self.fail(meaning::bad_brackets(span, self.source(span)));
        }
        let call = self.skip_call();
        if catalogue::has_no_grammar(word) {
            return self.fail(meaning::no_grammar(span, word));
        }
        if word == "local" {
            return self.fail(errors::expected_dictionary(self.here(), span, &self.found()));
        }
        if word == "cql" {
            self.skip_to_close();
            return self.fail(grammar::second_header(span));
        }
        if catalogue::is_reserved(word, self.dialect) && self.assigns(0) {
            let sign = self.bump().span;
            return self.fail(typing::cannot_assign(sign, self.source(sign), span, word, false));
        }
        if catalogue::is_known(word) {
            self.skip_to_close(); // nobody knows how far it would have reached
            return self.fail(meaning::not_supported(span, word));
        }
        if let Some(diagnostic) = meaning::only_cqli(span, word) {
            return self.fail(diagnostic);
        }
        if let Some((whole, meant)) = self.unquoted(at) {
            return self.fail(meaning::unquoted(span, word, whole, &meant));
        }
        if let Some(diagnostic) = meaning::no_square(span, word) {
            return self.fail(diagnostic);
        }
        let diagnostic = self.unknown_name(span, word, call);
        self.fail(diagnostic)
    }

    /// The place of a word, by the number of its token, with the filter before it that takes a text (`eco B33`), and how
    /// both are written.
    fn unquoted(&self, at: usize) -> Option<(Span, String)> {
        let before = |back: usize| match self.tokens.get(at.checked_sub(back)?)? {
            Token { tok: Tok::Word(word), span, .. } => Some((*word, *span)),
            _ => None,
        };
        let ((last, start), word) = (before(1)?, self.tokens.get(at)?.span);
        let colored = before(2)
            .filter(|_| matches!(last, "white" | "black"))
            .map(|(first, start)| (format!("{first} {last}"), start));
        let (behind, start) =
            colored.filter(|(behind, _)| behind.starts_with("player")).unwrap_or((last.to_owned(), start));
        // `white wins` has its own advice.
        let is_name = behind.starts_with("player") || chess_words::advice(self.source(word)).is_none();
        let meant = misreadings::of_word(&behind, self.source(word)).filter(|_| is_name)?;
        Some((start.to(word), meant))
    }

    /// Skips arguments that directly follow a name; whether there were any.
    fn skip_call(&mut self) -> bool {
        let call = self.is_sign("(") && !self.token(0).spaced;
        if call {
            self.bump();
            self.skip_to_close();
            self.eat_sign(")");
        }
        call
    }

    /// `~S`
    fn complement(&mut self) -> Parse {
        let start = self.bump().span;
        let set = self.set_operand(level::RELATION, start)?;
        Ok(self.make(Kind::Unary(Unary::Complement, Box::new(set)), start, Type::Set))
    }

    /// `#S`, `#text`
    fn count(&mut self) -> Parse {
        let start = self.bump().span;
        if let (Tok::End, Some(found)) = (self.peek(), self.mate_before(start)) {
            let diagnostic = grammar::missing_argument(start, "#", self.here(), &self.found());
            return self.fail(diagnostic.help(format!("to find the move that mates, write `{found}`")));
        }
        let mut of = self.operand(level::DASH, "#", start)?;
        if let Kind::Dictionary(of) = of.kind {
            return Ok(self.make(Kind::Entries(of), start, Type::Number));
        }
        if of.ty == Type::Text {
            of = self.operators(of, level::SUM)?;
        }
        let of = self.expect(start, "#", of, &[Type::Set, Type::Text])?;
        Ok(self.make(Kind::Unary(Unary::Count, Box::new(of)), start, Type::Number))
    }

    /// The filter that finds the move with mate, `Nf3#`, whose sign has just been taken.
    fn mate_before(&self, sign: Span) -> Option<String> {
        let before = self.tokens.get(self.at.checked_sub(2)?).filter(|token| token.span.end == sign.start)?;
        chess_words::as_move_with(self.source(before.span), "mate")
    }

    fn negative(&mut self) -> Parse {
        let start = self.bump().span;
        if let Some(diagnostic) = self.square_range(start) {
            self.bump();
            return self.fail(diagnostic);
        }
        let number = self.number_operand(level::COLON, start)?;
        Ok(self.make(Kind::Unary(Unary::Negate, Box::new(number)), start, Type::Number))
    }

    /// The error about `Ra1-h8`, whose sign `-` has just been taken.
    fn square_range(&self, sign: Span) -> Option<Diagnostic> {
        let before = self.tokens.get(self.at.checked_sub(2)?)?;
        let (Tok::Designator(from), Tok::Designator(to)) = (before.tok, self.peek()) else { return None };
        let glued = before.span.end == sign.start && sign.end == self.here().start;
        if !glued || to.pieces != Pieces::ANY {
            return None;
        }
        let (from_square, to_square) = (from.squares.single_square()?, to.squares.single_square()?);
        let piece = self.source(before.span);
        let piece = piece.get(..piece.len().checked_sub(2)?)?;
        let range = |a: char, b: char| {
            let (a, b) = (a.min(b), a.max(b));
            if a == b { a.to_string() } else { format!("{a}-{b}") }
        };
        let files = range(from_square.file().char(), to_square.file().char());
        let ranks = range(from_square.rank().char(), to_square.rank().char());
        let span = before.span.to(self.here());
        Some(lexical::square_range(span, self.source(span), &format!("{piece}{files}{ranks}")))
    }

    /// `max(x y)`
    fn extreme(&mut self, max: bool) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        let items = self.sums(word, start)?;
        let span = start.to(self.last());
        if items.len() < 2 {
            let few = grammar::too_few(span, word, 2, items.len());
            return self.fail(match items.as_slice() {
                [only] if matches!(only.kind, Kind::Binary(Binary::Subtract, ..)) => {
                    few.help("`A -B` is a difference; write a negative number of its own in parentheses: `A (-B)`")
                }
                _ => few,
            });
        }
        let ty = items[0].ty;
        self.expect_all(start, word, &items, &[Type::Number, Type::Text])?;
        if let Some(other) = items.iter().find(|item| item.ty != ty) {
            return self.misfit(typing::mixed_items(start, word, &items[0], other), &[&items[0], other]);
        }
        Ok(self.make(Kind::Extreme { max, items }, start, ty))
    }
}
