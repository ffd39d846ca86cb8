//! Regular filters: the operations of the catalogue, applied to their arguments.

use crate::ast::{Filter, Kind, Span, Type};
use crate::catalogue::{Argument, Form, Op, Shorthand, TextOp};
use crate::errors::{grammar, meaning};
use crate::lex::Tok;
use crate::parse::{Mode, Parse, Parser, level};

impl Parser<'_> {
    /// A word that stands for operations, and its arguments. The operations differ in nothing but types.
    pub(super) fn apply(&mut self, word: &str, operations: &'static [Op]) -> Parse {
        let start = self.bump().span;
        let operations = self.phrase(operations);
        let arguments = match operations[0].row().form {
            Form::Prefix(min) => {
                let name = self.source(start);
                let argument = match operations[0].row().arguments {
                    [Argument::Condition] => vec![self.condition(min, name, start)?],
                    _ => vec![self.operand(min, name, start)?],
                };
                self.check_arguments(name, operations, &argument, start)?;
                argument
            }
            Form::Call(min) => self.call_arguments(word, operations, min, start)?,
            Form::Pair => {
                let (first, second) = self.two_sets(word, start)?;
                vec![*first, *second]
            }
            Form::Named => return self.named_arguments(word, operations, start),
            Form::Word | Form::Items | Form::Infix | Form::Parameter(_) | Form::Own | Form::NoGrammar => Vec::new(),
        };
        let fits =
            |op: &&Op| arguments.iter().zip(op.row().arguments).all(|(argument, wanted)| wanted.takes(argument.ty));
        let op = *operations.iter().find(fits).unwrap_or(&operations[0]);
        let filter = self.made(op, arguments, start);
        match op {
            Op::Text(TextOp::Fen) => self.fen_pattern(filter),
            Op::Shorthand(Shorthand::Extension) => {
                self.report(meaning::extension(start));
                Ok(filter)
            }
            _ if op.row().ranged => self.old_ranged(filter),
            _ => Ok(filter),
        }
    }

    /// Of the operations of the word before, those whose further words come next. The longest phrase goes first.
    fn phrase(&mut self, operations: &'static [Op]) -> &'static [Op] {
        let further = |all: &&[Op]| all[0].row().further();
        let phrases = operations.chunk_by(|a, b| a.row().spelling == b.row().spelling);
        let are_next = |all: &&[Op]| (0..).zip(further(all)).all(|(at, word)| self.token(at).tok == Tok::Word(word));
        let longest = phrases.filter(are_next).max_by_key(|all| further(all).count()).unwrap_or(operations);
        further(&longest).for_each(|_| _ = self.bump());
        longest
    }

    /// The arguments in parentheses of an operation.
    fn call_arguments(&mut self, word: &str, operations: &[Op], min: u8, start: Span) -> Parse<Vec<Filter>> {
        let arguments = if min == level::OR {
            self.open(word, start)?;
            self.arguments(Mode::default())?
        } else {
            self.sums(word, start)?
        };
        let wanted = operations[0].row().arguments.len();
        if arguments.len() != wanted {
            let span = start.to(self.last());
            return self.fail(grammar::wrong_count(span, word, wanted, arguments.len()));
        }
        self.check_arguments(word, operations, &arguments, start)?;
        Ok(arguments)
    }

    /// Arguments after the names of parameters: of the operations that share the word, the first parameter that is
    /// written decides which one is meant.
    fn named_arguments(&mut self, word: &str, operations: &[Op], start: Span) -> Parse {
        let row = operations[0].row();
        let mut written: Vec<(usize, Filter)> = Vec::new();
        while let Tok::Word(name) = self.peek()
            && let Some(place) = row.parameters.iter().position(|parameter| parameter.word == name)
        {
            let parameter = self.bump().span;
            if written.iter().any(|(other, _)| *other == place) {
                let first = self.given(start, |one| one == Tok::Word(name));
                return self.fail(grammar::parameter_twice(parameter, word, name, first));
            }
            let argument = self.operand(level::COLON, name, parameter)?;
            let wanted: Vec<Type> = row.arguments[place].ty().into_iter().collect();
            written.push((place, self.expect(parameter, name, argument, &wanted)?));
        }
        let first = written.first().map(|(place, _)| *place);
        let op = operations.iter().find(|op| first.is_some() && op.row().among == first).unwrap_or(&operations[0]);
        Ok(self.make(Kind::ApplyNamed(*op, written), start, op.row().ty))
    }

    /// Checks each argument against the types that some operation takes in its place.
    fn check_arguments(&mut self, word: &str, operations: &[Op], arguments: &[Filter], start: Span) -> Parse<()> {
        for (place, argument) in arguments.iter().enumerate() {
            let wanted: Option<Vec<Type>> = operations.iter().map(|op| op.row().arguments[place].ty()).collect();
            if let Some(wanted) = wanted {
                self.expect_all(start, word, std::slice::from_ref(argument), &wanted)?;
            }
        }
        Ok(())
    }
}
