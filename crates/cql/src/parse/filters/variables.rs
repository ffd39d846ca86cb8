//! Assignments and loops.

use crate::ast::{Assign, AssignOp, Binary, Each, Filter, Kind, Name, Scope, Span, Type, VariableKind};
use crate::catalogue;
use crate::diagnostic::Diagnostic;
use crate::errors::{grammar, meaning, typing};
use crate::lex::{Tok, Token};
use crate::parse::range::After;
use crate::parse::{Failed, Mode, Parse, Parser, level};
use crate::scope::Entry;

impl Parser<'_> {
    /// `x = F`, and its like.
    pub(super) fn assignment(&mut self) -> Parse {
        let start = self.here();
        let name = self.name();
        self.assign(name, Scope::Game, start)
    }

    /// `persistent x = F`, `atomic x = F`
    pub(super) fn scoped_assignment(&mut self) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        let scope = match word {
            "atomic" => Scope::Atomic,
            _ => Scope::Persistent { quiet: self.eat_word("quiet") },
        };
        if let Tok::Word(other @ ("persistent" | "atomic" | "piece" | "local" | "dictionary")) = self.peek() {
            return self.fail(meaning::scopes_together(self.here(), word, start, other));
        }
        let variable = matches!(self.peek(), Tok::Word(name) if !catalogue::is_reserved(name, self.dialect));
        if !variable || !self.assigns(1) {
            let (here, found) = (self.here(), self.found());
            if variable {
                self.bump();
            }
            return self.fail(grammar::expected_assignment(here, word, start, &found));
        }
        let name = self.name();
        self.assign(name, scope, start)
    }

    fn assign(&mut self, name: Name, scope: Scope, start: Span) -> Parse {
        let (op, sign) = match self.bump() {
            Token { tok: Tok::Sign(op), span, .. } => (op, span),
            _ => return Err(Failed),
        };
        let text = self.source(sign);
        let old = self.scope.get(&name.text).map(|(entry, span)| (entry.clone(), span));
        let first = old.is_none();
        if first {
            self.assigning.push(name.text.clone());
        }
        let value = self.operand(level::SUM, text, sign);
        if first {
            self.assigning.pop();
        }
        let value = match value {
            Ok(value) => value,
            Err(Failed) => {
                self.scope.define(&name.text, Entry::Unknown, name.span);
                return Err(Failed);
            }
        };
        let persistent = matches!(scope, Scope::Persistent { .. });
        let shown = Name { text: self.source(name.span).to_owned(), span: name.span };
        let signed = Signed { op, text, span: sign, start };
        if let Some(diagnostic) = check_assignment(&shown, signed, &value, old.as_ref(), persistent) {
            self.scope.define(&name.text, Entry::Unknown, name.span);
            return self.misfit(diagnostic, &[&value]);
        }
        let op = match update(op, value.ty) {
            Some(binary) => AssignOp::Update(binary),
            None if op == "=?" => AssignOp::SetIfAny,
            None => AssignOp::Set,
        };
        let entry = Entry::Variable { kind: VariableKind::Value(value.ty), persistent };
        self.scope.define(&name.text, entry, name.span);
        let assign = Assign { name, op, value: Box::new(value), scope };
        Ok(self.make(Kind::Assign(assign), start, Type::Logical))
    }

    /// True if `[...] =` is next, after a text variable.
    pub(super) fn assigns_slice(&self) -> bool {
        if !self.is_sign("[") {
            return false;
        }
        let mut open = 0;
        for ahead in 0.. {
            match self.token(ahead).tok {
                Tok::Sign("[" | "(" | "{") => open += 1,
                Tok::Sign("]" | ")" | "}") => {
                    open -= 1;
                    if open == 0 {
                        return self.token(ahead + 1).tok == Tok::Sign("=");
                    }
                }
                Tok::End => return false,
                _ => {}
            }
        }
        false
    }

    /// `s[1:3] = F`
    pub(super) fn assign_slice(&mut self, name: Name) -> Parse {
        let (start, open) = (name.span, self.here());
        let bounds = self.slice()?;
        let sign = self.bump().span;
        let value = self.operand(level::SUM, "=", sign)?;
        if let Some(held) = self.scope.kind(&name.text)
            && held != VariableKind::Value(Type::Text)
        {
            let shown = Name { text: self.source(name.span).to_owned(), span: name.span };
            let variable = self.make(Kind::Variable(name), start, Type::Logical);
            return self.misfit(typing::slice_of_other(&shown, held, open), &[&variable]);
        }
        let value = self.expect(sign, "=", value, &[Type::Text])?;
        Ok(self.make(Kind::AssignSlice { name, bounds, value: Box::new(value) }, start, Type::Logical))
    }

    /// `[Aa]x = S`, `[Aa]x [element] S F`
    pub(super) fn declared_piece(&mut self) -> Parse {
        let start = self.bump().span;
        if !matches!(self.peek(), Tok::Word(_)) {
            let (here, found) = (self.here(), self.found());
            if self.assigns(1) || self.loops(1) {
                self.bump();
                self.bump();
            }
            return self.fail(grammar::expected_name(here, self.source(start), start, &found));
        }
        if self.loops(1) {
            return self.element_loop_from(start, true, false);
        }
        let name = self.name();
        if !self.is_sign("=") {
            return self.fail(grammar::piece_declared(self.here(), name.span, &self.found()));
        }
        self.assign_piece(start, name)
    }

    fn assign_piece(&mut self, start: Span, name: Name) -> Parse {
        let sign = self.bump().span;
        let set = self.set_operand(level::DASH, sign);
        self.define_variable(&name, VariableKind::Piece)?;
        let set = Box::new(set?);
        Ok(self.make(Kind::AssignPiece { name, set }, start, Type::Logical))
    }

    /// `square x in S F`, `piece all x in S F`, `piece x = S`
    pub(super) fn each(&mut self) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        let piece = word == "piece";
        let mut range = None;
        if let Tok::Integer(_) = self.peek() {
            let place = self.here();
            range = self.range(After::Anything)?;
            if !self.five() {
                let span = place.to(self.last());
                self.report(grammar::old_loop_range(span, word));
            }
        }
        let all = self.eat_word("all");
        let name = self.new_name(word, start)?;
        if piece && !all && self.is_sign("=") {
            return self.assign_piece(start, name);
        }
        let domain = if self.is_word("in") {
            let sign = self.bump().span;
            match self.old_set(level::DASH, sign) {
                Ok(set) => Some(Box::new(set)),
                Err(Failed) => {
                    self.scope.define(&name.text, Entry::Unknown, name.span);
                    return Err(Failed);
                }
            }
        } else if self.five() && !piece {
            None
        } else {
            let (here, found) = (self.here(), self.found());
            self.scope.define(&name.text, Entry::Unknown, name.span);
            return self.fail(grammar::expected_in(here, word, start, &found));
        };
        self.each_body(start, Each { piece, all, range, name, domain, body: empty_body() })
    }

    /// `[forall]x [element] S F`
    pub(super) fn for_all(&mut self) -> Parse {
        let start = self.bump().span;
        let piece = self.peek() == Tok::Declare;
        if piece {
            self.bump();
        }
        if !self.loops(1) || !matches!(self.peek(), Tok::Word(_)) {
            let (here, found) = (self.here(), self.found());
            if let Tok::Word(name) = self.peek() {
                self.scope.define(name, Entry::Unknown, here);
            }
            return self.fail(grammar::expected_element(here, start, &found));
        }
        self.element_loop_from(start, piece, true)
    }

    /// `x [element] S F`
    pub(super) fn element_loop(&mut self, all: bool) -> Parse {
        let start = self.here();
        self.element_loop_from(start, false, all)
    }

    fn element_loop_from(&mut self, start: Span, piece: bool, all: bool) -> Parse {
        let name = self.name();
        let sign = self.bump().span;
        if !piece && !all && self.at_dictionary() && !matches!(self.token(1).tok, Tok::Sign("[")) {
            return self.key_loop(start, name, false);
        }
        let domain = match self.set_operand(level::DASH, sign) {
            Ok(set) => Some(Box::new(set)),
            Err(Failed) => {
                self.scope.define(&name.text, Entry::Unknown, name.span);
                return Err(Failed);
            }
        };
        self.each_body(start, Each { piece, all, range: None, name, domain, body: empty_body() })
    }

    fn each_body(&mut self, start: Span, mut each: Each) -> Parse {
        let kind = if each.piece { VariableKind::Piece } else { VariableKind::Value(Type::Set) };
        self.define_variable(&each.name, kind)?;
        let word = if each.piece { "piece" } else { "square" };
        let mode = Mode { items: self.mode.items && !self.five(), ..self.mode };
        let body = self.in_mode(mode, |parser| {
            let first = parser.operand(level::OR, word, start)?;
            parser.swallow(first)
        })?;
        each.body = Box::new(body);
        let ty = match (&each.range, each.all) {
            (Some(_), _) => Type::Number,
            (None, true) => Type::Logical,
            (None, false) => Type::Set,
        };
        Ok(self.make(Kind::Each(each), start, ty))
    }

    /// In dialect 5 a body takes all filters up to the closing bracket.
    fn swallow(&mut self, first: Filter) -> Parse {
        if !self.five() || self.at_close() {
            return Ok(first);
        }
        let start = first.span;
        let mut failed = self.bare_number(&first, None, true);
        let mut filters = vec![first];
        while !self.at_close() && self.starts_filter() {
            let filter = self.expr(level::OR)?;
            failed |= self.bare_number(&filter, filters.last(), true);
            filters.push(filter);
        }
        if !(self.at_close() || self.mode.wild && self.repeats().is_some()) {
            self.stray(filters.last());
            failed = true;
        }
        match filters.pop() {
            Some(only) if filters.is_empty() && !failed => Ok(only),
            Some(last) if !failed => {
                let ty = last.ty;
                filters.push(last);
                Ok(self.make(Kind::Braces(filters), start, ty))
            }
            _ => Err(Failed),
        }
    }
}

fn empty_body() -> Box<Filter> {
    Box::new(Filter { kind: Kind::All, span: Span::default(), ty: Type::Set })
}

/// The operator in `+=` and its like, for values of a type.
fn update(sign: &str, ty: Type) -> Option<Binary> {
    Some(match (sign, ty) {
        ("+=", Type::Text) => Binary::Concat,
        ("+=", _) => Binary::Add,
        ("-=", _) => Binary::Subtract,
        ("*=", _) => Binary::Multiply,
        ("/=", _) => Binary::Divide,
        ("%=", _) => Binary::Modulo,
        ("|=", _) => Binary::Union,
        ("&=", _) => Binary::Intersect,
        _ => return None,
    })
}

/// The sign of an assignment.
#[derive(Clone, Copy)]
struct Signed<'a> {
    /// In ASCII.
    op: &'static str,
    /// As it is written.
    text: &'a str,
    span: Span,
    /// The place at which the assignment begins: that of `persistent`, if it has that.
    start: Span,
}

/// Reports the error in an assignment, if there is one.
fn check_assignment(
    name: &Name,
    sign: Signed<'_>,
    value: &Filter,
    old: Option<&(Entry, Span)>,
    persistent: bool,
) -> Option<Diagnostic> {
    if value.ty == Type::Logical {
        return Some(typing::assign_logical(&name.text, sign.span, value));
    }
    if persistent && value.ty == Type::Position {
        return Some(typing::persistent_position(name, sign.start, value));
    }
    match old {
        Some((Entry::Variable { kind: kind @ (VariableKind::Piece | VariableKind::Dictionary(_)), .. }, span)) => {
            return Some(meaning::other_kind(name, VariableKind::Value(value.ty), *kind, *span));
        }
        Some((Entry::Variable { kind: VariableKind::Value(ty), .. }, span)) if *ty != value.ty => {
            return Some(typing::assign_other(&name.text, *ty, *span, sign.span, value));
        }
        Some((Entry::Variable { persistent: false, .. }, span)) if persistent => {
            return Some(meaning::not_persistent(name, *span));
        }
        Some((Entry::Function(_), span)) => return Some(meaning::function_again(name, *span)),
        None if update(sign.op, value.ty).is_some() && !persistent => {
            return Some(meaning::update_of_nothing(name, sign.span, sign.text));
        }
        _ => {}
    }
    let wanted: &[Type] = match sign.op {
        "=" => return None,
        "=?" | "|=" | "&=" => &[Type::Set],
        "+=" => &[Type::Number, Type::Text],
        _ => &[Type::Number],
    };
    (!wanted.contains(&value.ty)).then(|| typing::expected(sign.span, sign.text, value, wanted))
}
