//! Types that are required, and where the types of a filter come from.

use super::{Parse, Parser};
use crate::ast::{Filter, Kind, Span, Type, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::errors::typing;
use crate::words::type_name;

impl Parser<'_> {
    /// The filter, if it has one of the types that a word or sign takes.
    pub(super) fn expect(&mut self, word: Span, name: &str, filter: Filter, wanted: &[Type]) -> Parse {
        self.expect_all(word, name, std::slice::from_ref(&filter), wanted)?;
        Ok(filter)
    }

    /// The same for several filters.
    pub(super) fn expect_all(&mut self, word: Span, name: &str, filters: &[Filter], wanted: &[Type]) -> Parse<()> {
        match filters.iter().find(|filter| !wanted.contains(&filter.ty)) {
            Some(found) => self.misfit(typing::expected(word, name, found, wanted), &[found]),
            None => Ok(()),
        }
    }

    /// Complains about types, and says where those of some filters come from.
    pub(super) fn misfit<T>(&mut self, diagnostic: Diagnostic, filters: &[&Filter]) -> Parse<T> {
        let traced = self.traced(diagnostic, filters);
        self.fail(traced)
    }

    /// The complaint with the places that gave some filters their types.
    pub(super) fn traced(&self, mut diagnostic: Diagnostic, filters: &[&Filter]) -> Diagnostic {
        for filter in filters {
            for (span, text) in self.origins(filter) {
                let marked = |one: &Span| one.start == span.start && one.end == span.end;
                if span.end > 0 && !diagnostic.labels.iter().any(|label| marked(&label.span)) {
                    diagnostic = diagnostic.also(span, text);
                }
            }
        }
        diagnostic
    }

    /// The parts elsewhere in the query that give a filter its type.
    fn origins(&self, filter: &Filter) -> Vec<(Span, String)> {
        match &filter.kind {
            Kind::Paren(inner) | Kind::At(_, inner) => self.origins(inner),
            Kind::Braces(parts) => parts.last().map_or(Vec::new(), |last| match parts.len() {
                1 => self.origins(last),
                _ => vec![(last.span, format!("the last filter decides: {}", noun(last.ty)))],
            }),
            Kind::Variable(name) => match self.scope.get(&name.text) {
                Some((entry, span)) => match entry.kind() {
                    Some(VariableKind::Value(ty)) => {
                        vec![(span, format!("`{}` is {} since here", self.source(name.span), noun(ty)))]
                    }
                    _ => Vec::new(),
                },
                None => Vec::new(),
            },
            Kind::Entry { of, .. } => match self.scope.kind(&of.name.text) {
                Some(VariableKind::Dictionary(types)) => types.value.map_or(Vec::new(), |(ty, span)| {
                    vec![(span, format!("values of `{}` are of this type: {}", of.name.text, noun(ty)))]
                }),
                _ => Vec::new(),
            },
            Kind::Call(call) => {
                vec![(call.body.span, format!("the body of `{}`: {}", call.function.text, noun(filter.ty)))]
            }
            Kind::If { then, otherwise, .. } => match otherwise {
                Some(otherwise) if then.ty != otherwise.ty => {
                    vec![(then.span, noun(then.ty).to_owned()), (otherwise.span, noun(otherwise.ty).to_owned())]
                }
                Some(_) => self.origins(then),
                None => vec![(filter.span.after(), "without `else` it is only true or false".to_owned())],
            },
            _ => Vec::new(),
        }
    }
}

fn noun(ty: Type) -> &'static str {
    match ty {
        Type::Logical => "only true or false",
        other => type_name(other),
    }
}
