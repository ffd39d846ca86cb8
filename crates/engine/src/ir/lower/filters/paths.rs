//! Lowering of `path`: its moves and tests become symbols of a pattern.

use super::sequences::Symbols;
use crate::ir::ids::{BoolId, SequenceId};
use crate::ir::lower::{Lowerer, Result};
use crate::ir::node::{AlmostIr, Bool, PathIr, SequenceIr, SequenceKind, Set};
use crate::syntax::ast::{Constituent, ConstituentKind, Designator, Filter, Kind, Path, Pieces, Script, Span};
use crate::syntax::catalogue::{NumberOp, Op, PositionOp, Shorthand, TruthOp};
use tabiya_automata::{Pattern, Pred};

/// True if some filter of a query asks about the path around it, or about the last path that matched: then every path
/// leaves something behind. Only asked where there is a path at all.
pub(in crate::ir::lower) fn reads_status(script: &Script, selects: &[(String, Filter)]) -> bool {
    fn asks(filter: &Filter) -> bool {
        let mut found = matches!(
            filter.kind,
            Kind::Apply(
                Op::Truth(TruthOp::PathDebug)
                    | Op::Number(NumberOp::PathCount)
                    | Op::Position(PositionOp::PathStart | PositionOp::PathLastPosition)
                    | Op::Shorthand(Shorthand::PathCountUnfocused),
                _
            )
        );
        filter.for_each_part(&mut |part| found = found || asks(part));
        found
    }
    script.body.iter().chain(&script.header.filters).any(asks) || selects.iter().any(|(_, filter)| asks(filter))
}

impl Lowerer {
    pub(super) fn path(&mut self, path: &Path, span: Span) -> Result<SequenceId> {
        let range = self.optional_range(&path.range)?;
        let focus = self.focus(path)?;
        let mut symbols = Symbols::default();
        let pattern = self.elsewhere(|l| l.path_concat(&path.constituents, path.primary, &mut symbols))?;
        let max = path.max.as_deref().map(|max| self.elsewhere(|l| l.number(max))).transpose()?;
        let ban = self.ban(path.nestban);
        let (leaves, pattern) = symbols.finish(pattern);
        let almost = path.almost.map(|differences| {
            let any = if path.primary { Bool::Apply(TruthOp::Primary, Vec::new()) } else { Bool::Constant(true) };
            let any = self.ir.add(any);
            AlmostIr { differences, any: symbols.add(any, false) }
        });
        let parts = PathIr {
            tests: symbols.tests,
            focus,
            max,
            keep_all_best: path.keep_all_best,
            verbose: path.verbose,
            piece_path: path.piece_path,
            title: path.title.clone(),
            status: self.path_status,
        };
        let ir = SequenceIr {
            kind: SequenceKind::Path(Box::new(parts)),
            first_match: path.first_match,
            shortest: path.shortest,
            almost,
            leader_order: self.leader_order(path.first_match, &symbols.truths),
            quiet: path.quiet,
            range,
            ban,
            span,
            pattern,
            symbols: symbols.truths,
            leaves,
        };
        Ok(self.add_sequence(ir))
    }

    /// The focus at the start, and whether captures of it count.
    fn focus(&mut self, path: &Path) -> Result<Option<(crate::ir::ids::SetId, bool)>> {
        if let Some(focus) = &path.focus {
            return Ok(Some((self.elsewhere(|l| l.set(&focus.set))?, focus.capture)));
        }
        if !path.single_color {
            return Ok(None);
        }
        let mut men = |pieces| {
            let designator = Designator { pieces, squares: crate::chess::Bitboard::FULL };
            self.ir.add(Set::Designator(designator))
        };
        let (white, black) = (men(Pieces::WHITE), men(Pieces(Pieces::WHITE.0 << 6)));
        let turn = self.ir.add(Bool::Apply(TruthOp::Wtm, Vec::new()));
        Ok(Some((self.ir.add(Set::If(turn, white, black)), false)))
    }

    fn path_concat(&mut self, parts: &[Constituent], primary: bool, symbols: &mut Symbols) -> Result<Pattern> {
        let parts = parts.iter().map(|c| self.path_part(c, primary, symbols)).collect::<Result<Vec<_>>>()?;
        Ok(Pattern::concat(parts))
    }

    fn path_lists(&mut self, lists: &[Vec<Constituent>], primary: bool, symbols: &mut Symbols) -> Result<Vec<Pattern>> {
        lists.iter().map(|list| self.path_concat(list, primary, symbols)).collect()
    }

    fn path_part(&mut self, part: &Constituent, primary: bool, symbols: &mut Symbols) -> Result<Pattern> {
        Ok(match &part.kind {
            ConstituentKind::Filter(filter) => match &filter.kind {
                Kind::Dash(dash) => {
                    let mut truth = self.dash_truth(dash, true)?;
                    if primary {
                        let first = self.ir.add(Bool::Apply(TruthOp::Primary, Vec::new()));
                        truth = self.conjunction(vec![first, truth]);
                    }
                    Pattern::pred(self.path_symbol(truth, false, filter, symbols))
                }
                _ => {
                    let truth = self.truth(filter)?;
                    Pattern::test(self.path_symbol(truth, true, filter, symbols))
                }
            },
            ConstituentKind::Group(parts) => self.path_concat(parts, primary, symbols)?,
            ConstituentKind::Either(lists) => Pattern::alt(self.path_lists(lists, primary, symbols)?),
            ConstituentKind::AnyOrder(members) => {
                let members = members.iter().map(|member| self.path_part(member, primary, symbols));
                Pattern::any_order(members.collect::<Result<_>>()?)
            }
            ConstituentKind::Both(lists) => Pattern::both(self.path_lists(lists, primary, symbols)?),
            ConstituentKind::Named { name, of } => {
                symbols.names.push(name.text.clone());
                let pattern = self.path_part(of, primary, symbols);
                symbols.names.pop();
                pattern?
            }
            ConstituentKind::Repeat { of, low, high } => {
                let of = self.path_part(of, primary, symbols)?;
                Pattern::repeat(of, *low, *high)
            }
        })
    }

    fn path_symbol(&mut self, truth: BoolId, test: bool, filter: &Filter, symbols: &mut Symbols) -> Pred {
        let shared = !self.ir.bool_info(truth).effect;
        let symbol = symbols.place(truth, test, shared);
        self.leaf(symbols, symbol, filter)
    }
}
