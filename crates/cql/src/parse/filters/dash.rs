//! Moves written with dashes, and the filters that take one: `legal`, `pseudolegal`, `countmoves`, `currentmove`.

use super::moves::either_color;
use crate::ast::{Dash, Filter, Kind, Pieces, Promotion, Span, Type};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::errors::moves;
use crate::lex::Tok;
use crate::parse::{Failed, Mode, Parse, Parser, level};
use crate::scope::Entry;

impl Parser<'_> {
    /// True if what follows the dash just taken is glued to it.
    fn tied_right(&self) -> bool {
        let next = self.token(0);
        if next.spaced {
            return false;
        }
        match next.tok {
            Tok::Sign(sign) => !sign.starts_with(['}', ')', '*', '+', '?', ':', ']']) && !matches!(sign, "{*}" | "{+}"),
            Tok::Repeat(..) => !self.mode.path && !self.mode.line,
            Tok::End | Tok::LineEnd | Tok::EndPath => false,
            _ => true,
        }
    }

    /// `A--B=Q(F)`; the left side has been read.
    pub(super) fn dash(&mut self, left: Option<Filter>) -> Parse {
        let nothing = left.is_none() && self.path_start != Some(self.at) && self.tied_to_nothing();
        let token = self.bump();
        let start = left.as_ref().map_or(token.span, |left| left.span);
        let before = if self.at >= 2 { self.tokens[self.at - 2].span } else { token.span };
        if nothing {
            let name = self.source(before);
            if let Some(Entry::Unknown) = self.known(name) {
                return Err(Failed);
            }
            let held = self.scope.kind(self.actual(name));
            return self.fail(moves::no_left_set(token.span, before, name, held));
        }
        let right = self.dash_right(token.span)?;
        let promotion = if self.is_sign("=") && !self.token(0).spaced { Some(self.dash_promotion()?) } else { None };
        let mut target = Vec::new();
        // The text after a move of a `path` is read there.
        let own = !self.mode.path || self.path_depth != Some(self.depth);
        if own && self.is_sign("(") && !self.token(0).spaced {
            target = self.dash_target(token.span)?;
        } else if self.is_sign("(") && !self.mode.path {
            return self.fail(moves::spaced_target(self.here(), token.span));
        }
        let dash = Dash {
            capture: token.tok == Tok::Dash(true),
            left: left.map(Box::new),
            right: right.map(Box::new),
            promotion,
            target,
        };
        let ty = dash.target.last().map_or(Type::Logical, |last| last.ty);
        Ok(self.make(Kind::Dash(dash), start, ty))
    }

    fn dash_right(&mut self, dash: Span) -> Parse<Option<Filter>> {
        // A token that begins no filter is an operator that takes the move, or the filter that holds it: `countmoves
        // --==20`.
        if !self.tied_right() || matches!(self.peek(), Tok::Sign("(" | "=")) || !self.starts_filter() {
            return Ok(None);
        }
        // A variable before `=` is the whole right side: the sign belongs to the promotion.
        let promotes = self.token(1).tok == Tok::Sign("=") && !self.token(1).spaced;
        if let Tok::Word(word) = self.peek()
            && promotes
            && self.scope.get(self.actual(word)).is_some()
        {
            let start = self.here();
            let name = self.name();
            let filter = self.make(Kind::Variable(name), start, Type::Set);
            return Ok(Some(filter));
        }
        let sign = self.source(dash);
        let right = self.operand(level::ARROW, sign, dash)?;
        Ok(Some(self.expect(dash, sign, right, &[Type::Set])?))
    }

    /// `=Q`, `=.`, `="QR"`
    fn dash_promotion(&mut self) -> Parse<Promotion> {
        let sign = self.bump().span;
        let filter = self.operand(level::OR, "=", sign)?;
        match &filter.kind {
            Kind::All => Ok(Promotion::Any),
            Kind::Designator(designator) => {
                let whole = designator.squares.is_empty() || designator.squares == tabiya_chess::Bitboard::FULL;
                if !whole || designator.pieces == Pieces::ANY {
                    let text = self.source(filter.span);
                    return self.fail(crate::errors::meaning::promotion_squares(filter.span, "promote", text));
                }
                Ok(Promotion::Pieces(either_color(designator.pieces)))
            }
            _ if filter.ty == Type::Text => Ok(Promotion::Text(Box::new(filter))),
            _ => self.misfit(moves::bad_promotion(sign, &filter), &[&filter]),
        }
    }

    pub(super) fn dash_target(&mut self, dash: Span) -> Parse<Vec<Filter>> {
        let open = self.bump().span;
        let target = self.arguments(Mode::default())?;
        if target.is_empty() {
            let span = open.to(self.last());
            return self.fail(moves::empty_target(span, dash));
        }
        Ok(target)
    }

    /// `legal D`, `pseudolegal D`
    pub(super) fn legal(&mut self, op: Shorthand) -> Parse {
        let start = self.bump().span;
        if self.mode.path && op == Shorthand::Legal {
            let name = self.source(start);
            return self.fail(moves::needs_braces(start, name));
        }
        let dash = self.dash_operand(start)?;
        let Kind::Dash(inner) = &dash_of(&dash).kind else { return Err(Failed) };
        if let Some(what) = not_generated(inner) {
            let name = self.source(start);
            return self.fail(moves::not_generated(dash.span, start, name, what));
        }
        Ok(self.made(Op::Shorthand(op), vec![dash], start))
    }

    /// `countmoves D`, `countmoves legal D`
    pub(super) fn count_moves(&mut self) -> Parse {
        let start = self.bump().span;
        if self.mode.path {
            let name = self.source(start);
            return self.fail(moves::needs_braces(start, name));
        }
        let moves = match self.peek() {
            Tok::Word("legal") => self.legal(Shorthand::Legal)?,
            Tok::Word("pseudolegal") => self.legal(Shorthand::Pseudolegal)?,
            _ => self.dash_operand(start)?,
        };
        Ok(self.made(Op::Shorthand(Shorthand::CountMoves), vec![moves], start))
    }

    /// `currentmove D`, `previous D`; the word has been read.
    pub(super) fn current_move(&mut self, start: Span) -> Parse {
        let dash = self.dash_operand(start)?;
        let ty = dash_of(&dash).ty;
        Ok(self.make(Kind::Apply(Op::Shorthand(Shorthand::CurrentMove), vec![dash]), start, ty))
    }

    fn dash_operand(&mut self, word: Span) -> Parse {
        let name = self.source(word);
        let filter = self.operand(level::DASH, name, word)?;
        match dash_of(&filter).kind {
            Kind::Dash(_) => Ok(filter),
            _ => self.misfit(moves::expected_dash(word, name, &filter), &[&filter]),
        }
    }
}

/// A dash without the brackets around it.
pub(super) fn dash_of(filter: &Filter) -> &Filter {
    match &filter.kind {
        Kind::Paren(inner) => dash_of(inner),
        Kind::Braces(parts) if parts.len() == 1 => dash_of(&parts[0]),
        _ => filter,
    }
}

/// True if a filter is a move written with a dash, in any brackets.
pub(super) fn is_move(filter: &Filter) -> bool {
    matches!(dash_of(filter).kind, Kind::Dash(_))
}

/// The part of a dash that keeps it from describing generated moves, if there is one.
fn not_generated(dash: &Dash) -> Option<&'static str> {
    let kinds = [TruthOp::Castle, TruthOp::CastleShort, TruthOp::CastleLong, TruthOp::EnPassant];
    let known = |filter: &Filter| matches!(filter.kind, Kind::Apply(Op::Truth(op), _) if kinds.contains(&op));
    match dash {
        Dash { capture: true, .. } => Some("a capture sign"),
        Dash { promotion: Some(_), .. } => Some("a promotion"),
        Dash { target, .. } if target.len() > 1 || !target.iter().all(known) => Some("such a target"),
        _ => None,
    }
}
