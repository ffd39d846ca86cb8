//! Dictionaries: declarations, entries, loops over keys. Types follow from the first key and the first value.

use crate::ast::{Dictionary, DictionaryTypes, EachKey, Filter, Kind, Name, Span, Type, VariableKind};
use crate::errors::{dictionaries as errors, meaning};
use crate::lex::Tok;
use crate::parse::{Failed, Mode, Parse, Parser, level};
use crate::scope::Entry;

/// The two types of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Key,
    Value,
}

impl Parser<'_> {
    /// `D`, `dictionary D`, `local dictionary D`, `persistent dictionary D`
    fn dictionary(&mut self) -> Parse<Dictionary> {
        let start = self.here();
        let local = self.eat_word("local");
        let declared = self.eat_word("persistent") || local || self.is_word("dictionary");
        if !declared {
            return Ok(Dictionary { name: self.name(), declared: None });
        }
        self.eat_word("dictionary");
        let name = self.new_name("dictionary", start)?;
        match self.scope.get(&name.text).map(|(entry, span)| (entry.clone(), span)) {
            Some((Entry::Variable { kind: VariableKind::Dictionary(types), .. }, first)) => {
                if types.local != local {
                    return self.fail(errors::other_life(&name, first, types.local));
                }
            }
            Some((Entry::Variable { kind, .. }, first)) => {
                let wanted = VariableKind::Dictionary(DictionaryTypes { local, key: None, value: None });
                return self.fail(meaning::other_kind(&name, wanted, kind, first));
            }
            Some((Entry::Function(_), first)) => return self.fail(meaning::function_again(&name, first)),
            Some((Entry::Unknown, _)) | None => {
                let kind = VariableKind::Dictionary(DictionaryTypes { local, key: None, value: None });
                self.scope.define(&name.text, Entry::Variable { kind, persistent: !local }, name.span);
            }
        }
        Ok(Dictionary { name, declared: Some(local) })
    }

    /// `D`, `D[k]`, `D[k] = v`, with or without a declaration.
    pub(super) fn dictionary_filter(&mut self) -> Parse {
        let start = self.here();
        let of = self.dictionary()?;
        if self.assigns(0) {
            return self.fail(errors::assigned_whole(&of.name, self.here()));
        }
        if !self.indexes() {
            return Ok(self.make(Kind::Dictionary(of), start, Type::Logical));
        }
        let key = Box::new(self.key(&of)?);
        if !self.is_sign("=") {
            let value = self.types_of(&of.name.text).and_then(|types| types.value);
            let ty = value.map_or(Type::Logical, |(ty, _)| ty);
            return Ok(self.make(Kind::Entry { of, key }, start, ty));
        }
        let sign = self.bump().span;
        let value = self.operand(level::OR, "=", sign)?;
        self.settle(&of, Part::Value, &value)?;
        Ok(self.make(Kind::AssignEntry { of, key, value: Box::new(value) }, start, Type::Logical))
    }

    /// True if a key in brackets is next.
    fn indexes(&self) -> bool {
        self.is_sign("[") || self.glued_index().is_some()
    }

    /// The variable or the piece designator in such brackets.
    pub(super) fn glued(&mut self) -> Parse {
        let name = self.glued_index().unwrap_or_default().to_owned();
        let token = self.bump();
        let span = Span { start: token.span.start + 1, end: token.span.end - 1 };
        let ty = match (self.scope.kind(self.actual(&name)), token.tok) {
            (Some(VariableKind::Value(ty)), _) => ty,
            (Some(VariableKind::Piece), _) => Type::Set,
            (_, Tok::Designator(designator)) => {
                return Ok(Filter { kind: Kind::Designator(designator), span, ty: Type::Set });
            }
            _ => return self.fail(meaning::unknown_word(span, &name, std::iter::empty(), false)),
        };
        let text = self.actual(&name).to_owned();
        Ok(Filter { kind: Kind::Variable(Name { text, span }), span, ty })
    }

    /// `[k]`
    fn key(&mut self, of: &Dictionary) -> Parse {
        let open = self.here();
        let key = if self.is_sign("[") {
            self.bump();
            let key = self.in_mode(Mode::default(), |parser| parser.operand(level::OR, "[", open));
            if key.is_ok() && !self.is_sign("]") {
                self.report(errors::expected_end_of_key(self.here(), open, &self.found()));
                self.skip_to_close();
                self.eat_sign("]");
                return Err(Failed);
            }
            if key.is_err() {
                self.skip_to_close();
            }
            self.eat_sign("]");
            key?
        } else {
            self.glued()?
        };
        self.settle(of, Part::Key, &key)?;
        Ok(key)
    }

    /// Checks the type of a key or a value; the first one decides.
    fn settle(&mut self, of: &Dictionary, part: Part, found: &Filter) -> Parse<()> {
        let Some(mut types) = self.types_of(&of.name.text) else { return Err(Failed) };
        let word = if part == Part::Key { "key" } else { "value" };
        if found.ty == Type::Logical {
            return self.misfit(errors::logical_part(&of.name, word, found), &[found]);
        }
        if found.ty == Type::Position && !types.local {
            return self.misfit(errors::position_outlives(&of.name, word, found), &[found]);
        }
        let slot = if part == Part::Key { &mut types.key } else { &mut types.value };
        match *slot {
            Some((ty, first)) if ty != found.ty => {
                let diagnostic = errors::other_type(&of.name, word, ty, first, found);
                self.misfit(diagnostic, &[found])
            }
            Some(_) => Ok(()),
            None => {
                *slot = Some((found.ty, found.span));
                self.scope.learn(&of.name.text, VariableKind::Dictionary(types));
                Ok(())
            }
        }
    }

    /// `unbind D[k]`, `unbind D`, after the word.
    pub(super) fn unbind_entries(&mut self, start: Span) -> Parse {
        let of = self.dictionary()?;
        let key = if self.indexes() { Some(Box::new(self.key(&of)?)) } else { None };
        Ok(self.make(Kind::UnbindEntries { of, key }, start, Type::Logical))
    }

    /// `string k in D F`
    pub(super) fn string_loop(&mut self) -> Parse {
        let start = self.bump().span;
        let name = self.new_name("string", start)?;
        if !self.eat_word("in") || !self.at_dictionary() {
            self.scope.define(&name.text, Entry::Unknown, name.span);
            return self.fail(errors::string_loop(self.here(), start, &self.found()));
        }
        self.key_loop(start, name, true)
    }

    /// The dictionary and the body of a loop over keys.
    pub(super) fn key_loop(&mut self, start: Span, name: Name, string: bool) -> Parse {
        let of = self.dictionary()?;
        let key = self.types_of(&of.name.text).and_then(|types| types.key);
        let Some((ty, _)) = key else {
            self.scope.define(&name.text, Entry::Unknown, name.span);
            return self.fail(errors::types_unknown(&of.name));
        };
        self.define_variable(&name, VariableKind::Value(ty))?;
        let body = Box::new(self.operand(level::OR, "[element]", start)?);
        Ok(self.make(Kind::EachKey(EachKey { of, name, string, body }), start, Type::Logical))
    }
}
