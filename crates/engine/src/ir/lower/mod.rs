//! Lowering: syntax tree to typed form.
//!
//! Transforms are expanded first. Then each filter is lowered as what its user needs of it: a truth, a set, a
//! number, a position or a text. What a query means is decided here and nowhere else.
//!
//! Braces at whose end a set is, used as a set, and calls of functions take no comments back. Where parts of them leave
//! comments, their conditions are evaluated one by one (`Lowerer::in_turn`); otherwise they are conjunctions like any
//! other, whose parts may change places. With `-alwayscomment` everything is evaluated in the order of the text,
//! without columns, automata and reordering: only this makes every comment that CQL makes.

mod filters;
mod hhdb;
mod numbers;
mod sets;
mod texts;

use super::ids::{BoolId, DashId, SequenceId, SortId, VarId};
use super::node::{Bool, BoundIr, Ir, Num, Pos, QueryIr, RangeIr, Set, SortIr, Text, TextPart, Value, VarIr};
use super::properties::Node as _;
use super::transform;
use crate::limits::LESS;
use crate::syntax::Diagnostic;
use crate::syntax::ast::{Binary, Bound, Filter, Kind, Name, Range, Scope, Script, Span, VariableKind};
use crate::syntax::catalogue::Adviser;
use std::collections::{HashMap, HashSet};

/// The settings that lowering depends on, in addition to the query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LowerOptions {
    /// Variations are searched: `move` inside `next` may need linearization.
    pub(crate) variations: bool,
    /// `move` inside `next` sees the chosen move only.
    pub(crate) linearize: bool,
    /// Cheap tests first where no one can tell.
    pub(crate) reorder: bool,
    /// There are tablebases.
    pub(crate) tables: bool,
    /// There is a chess engine.
    pub(crate) engine: bool,
    /// The bytes that the typed form, and everything made of it, may take.
    pub(crate) compiled: usize,
}

/// A query that parses but has no meaning here.
#[derive(Debug)]
pub(crate) struct LowerError {
    pub(crate) span: Span,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl LowerError {
    pub(crate) fn new(span: Span, code: &'static str, message: impl Into<String>) -> LowerError {
        LowerError { span, code, message: message.into(), help: None }
    }

    /// What the queries are compiled to is too large from a filter on.
    pub(crate) fn too_much(span: Span, limit: usize) -> LowerError {
        let message = format!("the query compiles to more than {limit} bytes from here on");
        LowerError::new(span, "compiled-limit", message).help(LESS)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> LowerError {
        self.help = Some(help.into());
        self
    }
}

impl From<transform::TransformError> for LowerError {
    fn from(error: transform::TransformError) -> LowerError {
        LowerError::new(error.span, error.code, error.message).help(error.help)
    }
}

impl From<LowerError> for Diagnostic {
    fn from(error: LowerError) -> Diagnostic {
        let diagnostic = Diagnostic::error(error.code, error.span, error.message);
        match error.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

type Result<T> = std::result::Result<T, LowerError>;

/// Lowers a query, with the columns selected outside it, and adds it to those that are searched together.
pub(crate) fn lower(ir: &mut Ir, script: &Script, selects: &[(String, Filter)], options: LowerOptions) -> Result<()> {
    let (vars, sorts) = (ir.vars.len(), ir.sorts.len());
    let mut lowerer = Lowerer {
        ir: std::mem::take(ir),
        options,
        names: HashMap::new(),
        linear: false,
        sorting: false,
        within: None,
        path_status: false,
        sorts: HashMap::new(),
        unnamed_sorts: 0,
        files: false,
        history: None,
        assigned: HashSet::new(),
        around: Vec::new(),
        named: HashMap::new(),
        differing: Vec::new(),
        copies: transform::CopiesLeft::default(),
    };
    lowerer.path_status = filters::reads_status(script, selects);
    for (name, kind) in &script.variables {
        lowerer.declare_variable(name, *kind);
    }
    let filters = script.header.filters.iter().chain(&script.body);
    let filters = filters.chain(selects.iter().map(|(_, filter)| filter));
    lowerer.assigned = filters::assigned(filters.clone());
    if filters.clone().any(filters::reads_groups) {
        lowerer.keep_history();
    }
    let body = lowerer.body(script)?;
    let first_asked = lowerer.ir.sorts.len();
    let selects = selects
        .iter()
        .map(|(name, filter)| Ok((name.clone(), lowerer.expanded(filter, Lowerer::value)?)))
        .collect::<Result<Vec<_>>>()?;
    let files = lowerer.files;
    *ir = lowerer.ir;
    let asked_sorts = first_asked..ir.sorts.len();
    if script.header.sort_match_count {
        let name = String::from("matchcount");
        ir.sorts.push(SortIr { label: name.clone(), name, min: false, match_count: true, quiet: false });
    }
    // A key outside the query comes before those of the query.
    let asked = asked_sorts.clone().chain(sorts..asked_sorts.start).chain(asked_sorts.end..ir.sorts.len());
    let sorts = asked.map(SortId::from).collect();
    let sequences = ir.conjunct_sequences(body);
    let searches = ir.conjunct_searches(body);
    ir.queries.push(QueryIr { body, selects, sequences, searches, sorts, vars: vars..ir.vars.len(), files });
    Ok(())
}

/// The state of lowering.
struct Lowerer {
    ir: Ir,
    options: LowerOptions,
    /// The variables of this query.
    names: HashMap<String, VarId>,
    /// The sort keys of this query by their names.
    sorts: HashMap<String, SortId>,
    /// The number of `sort` filters without documentation text that have been met; those of copies of a transform count
    /// once.
    unnamed_sorts: usize,
    /// The groups of the last match of `~~`, where the query asks for them.
    history: Option<VarId>,
    /// True if a `move` filter met now sees only the move that the sequence around it chooses.
    linear: bool,
    /// True if the query reads or writes files.
    files: bool,
    /// True if what is lowered now is below `sort`.
    sorting: bool,
    /// The dash in whose target `from` and `to` stand.
    within: Option<DashId>,
    /// True if some filter asks about the path around it, or about the last one.
    path_status: bool,
    /// The names that something other than a loop binds.
    assigned: HashSet<String>,
    /// The variables of the loops around what is lowered now.
    around: Vec<VarId>,
    /// The sequences with a constituent of each name, in the order of lowering.
    named: HashMap<String, Vec<SequenceId>>,
    /// The sequences from which a match may differ, in the order of lowering; copies of one by a transform together.
    differing: Vec<Vec<SequenceId>>,
    /// The number of filters that transforms may still make.
    copies: transform::CopiesLeft,
}

impl Lowerer {
    fn body(&mut self, script: &Script) -> Result<BoolId> {
        let filters = script.header.filters.iter().chain(&script.body);
        let parts = filters.map(|filter| self.expanded(filter, Lowerer::truth)).collect::<Result<Vec<_>>>()?;
        Ok(self.conjunction(parts))
    }

    /// The bytes that are left.
    fn room(&self) -> usize {
        self.options.compiled.saturating_sub(self.ir.bytes)
    }

    /// Lowers a filter with its transforms expanded, whose copies take memory as long as that lasts.
    fn expanded<T>(&mut self, filter: &Filter, lower: impl FnOnce(&mut Self, &Filter) -> Result<T>) -> Result<T> {
        let before = self.copies.left();
        let expanded = transform::expand(filter, &self.copies, self.room())?;
        let bytes = (before - self.copies.left()) * transform::COPY_BYTES;
        self.ir.bytes += bytes;
        let lowered = lower(self, &expanded);
        self.ir.bytes -= bytes;
        lowered
    }

    fn declare_variable(&mut self, name: &str, kind: VariableKind) -> VarId {
        if let Some(&var) = self.names.get(name) {
            return var;
        }
        let var = VarId::from(self.ir.vars.len());
        let persistent = match kind {
            VariableKind::Dictionary(types) if !types.local => Some(true),
            _ => None,
        };
        self.ir.vars.push(VarIr { name: name.to_owned(), kind, persistent, atomic: false });
        self.names.insert(name.to_owned(), var);
        var
    }

    fn variable(&self, name: &Name) -> Result<VarId> {
        let known = self.names.get(&name.text).copied();
        known.ok_or_else(|| {
            LowerError::new(name.span, "unknown-name", format!("there is no variable `{}` here", name.text))
        })
    }

    fn kind(&self, var: VarId) -> VariableKind {
        self.ir.vars[var.index()].kind
    }

    fn keep(&mut self, var: VarId, scope: Scope) {
        if let Scope::Persistent { quiet } = scope {
            self.ir.vars[var.index()].persistent.get_or_insert(quiet);
        }
        self.ir.vars[var.index()].atomic |= scope == Scope::Atomic;
    }

    fn range(&self, range: &Range) -> Result<RangeIr> {
        let bound = |bound: &Bound| -> Result<BoundIr> {
            Ok(match bound {
                Bound::Integer(n) => BoundIr::Constant(*n),
                Bound::Variable(name) => BoundIr::Variable(self.variable(name)?),
            })
        };
        Ok(match range {
            Range::Count => RangeIr { low: BoundIr::Constant(i64::MIN), high: BoundIr::Constant(i64::MAX) },
            Range::Within(low, high) => RangeIr { low: bound(low)?, high: bound(high)? },
        })
    }

    fn optional_range(&self, range: &Option<Range>) -> Result<Option<RangeIr>> {
        range.as_ref().map(|range| self.range(range)).transpose()
    }

    /// The value of a filter, in its own type.
    fn value(&mut self, filter: &Filter) -> Result<Value> {
        if let Kind::Variable(name) = &filter.kind {
            let var = self.variable(name)?;
            if self.kind(var) == VariableKind::Piece {
                return Ok(Value::Piece(var));
            }
        }
        if let Kind::Dictionary(of) = &filter.kind {
            return Ok(Value::Dictionary(self.variable(&of.name)?));
        }
        if let Kind::Paren(inner) = &filter.kind
            && !matches!(inner.kind, Kind::Variable(_))
        {
            return self.value(inner); // in parentheses or braces, a piece is the set of its square
        }
        self.typed(filter, filter.ty)
    }

    /// The parts of `comment (...)` and its like.
    fn items(&mut self, filters: &[Filter]) -> Result<Vec<TextPart>> {
        filters
            .iter()
            .map(|filter| {
                let variable = match &filter.kind {
                    Kind::Variable(name) => Some(self.variable(name)?),
                    _ => None,
                };
                Ok(TextPart { value: self.value(filter)?, variable })
            })
            .collect()
    }

    /// A conjunction. Cheap tests that are functions of the position alone go before more expensive ones, where neither
    /// leaves comments and nothing between them has an effect:
    ///
    /// `next (. check) wtm`      -> `wtm next (. check)`
    /// `x=3 next (. check) x>2`  -> the same: `x=3` has an effect, `x>2` reads what may be unbound
    ///
    /// If a part remembers, the order of the text is kept for the pass that makes comments.
    fn conjunction(&mut self, parts: Vec<BoolId>) -> BoolId {
        let alone = parts.len() == 1;
        let mut flat: Vec<BoolId> = Vec::with_capacity(parts.len());
        for part in parts {
            match self.ir.bool(part) {
                Bool::And(inner) if !self.ir.bool_info(part).effect => flat.extend(inner.clone()),
                Bool::Constant(true) => {}
                _ => flat.push(part),
            }
        }
        if self.options.reorder {
            let text = flat.clone();
            flat = self.cheapest_first(flat);
            if flat != text && flat.iter().any(|&part| self.ir.bool_info(part).remembers) {
                let [cheapest, written] = [flat, text].map(|parts| self.all(parts));
                return self.ir.add(Bool::Ordered { cheapest, written });
            }
        }
        match flat.len() {
            0 => self.constant(true),
            // Together with `true` it is a conjunction all the same, which takes comments back when it fails.
            1 if alone || !self.ir.bool_info(flat[0]).comments => flat[0],
            _ => self.all(flat),
        }
    }

    /// Parts that all must hold, asked in this order.
    fn all(&mut self, parts: Vec<BoolId>) -> BoolId {
        self.ir.add(Bool::And(parts))
    }

    /// Each part that may move comes after the last one before it that is not more expensive, or that it may not cross.
    fn cheapest_first(&self, parts: Vec<BoolId>) -> Vec<BoolId> {
        let mut placed = Vec::with_capacity(parts.len());
        // Each placed part with its cost, and nothing if none may cross it.
        let mut costs: Vec<u32> = Vec::with_capacity(parts.len());
        for part in parts {
            let info = self.ir.bool_info(part);
            let movable = info.is_closed() && !info.comments;
            let behind = costs.iter().rposition(|&cost| !movable || cost <= info.cost);
            let place = behind.map_or(0, |behind| behind + 1);
            placed.insert(place, part);
            costs.insert(place, if info.effect { 0 } else { info.cost });
        }
        placed
    }

    /// Rejects a filter that asks what is not there.
    fn needs(&self, adviser: Adviser, filter: &Filter) -> Result<()> {
        let (there, error) = match adviser {
            Adviser::Tables => {
                let error = LowerError::new(filter.span, "no-tables", "no tablebases are available");
                let help = "name the folder of the Syzygy tables with `--syzygy DIR`; those for up to five men (1 GB) are at \
                    https://tablebase.lichess.ovh/tables/standard/, see `tabiya doc tablebase`";
                (self.options.tables, error.help(help))
            }
            Adviser::Engine => {
                let error = LowerError::new(filter.span, "no-engine", "no chess engine is available");
                let help = "name a program that speaks UCI with `--engine PROGRAM` of the command, such as stockfish; \
                    see `tabiya doc engineeval`";
                (self.options.engine, error.help(help))
            }
        };
        if there { Ok(()) } else { Err(error) }
    }

    fn constant(&mut self, value: bool) -> BoolId {
        self.ir.add(Bool::Constant(value))
    }

    /// A value after conditions: the other members of braces, the assignments of a call.
    ///
    /// `{wtm check #R}` -> `wtm and check`, `#R`
    ///
    /// Braces take their comments back when they fail, a call does not. Braces with a set at their end do not fail.
    fn guarded(&mut self, tests: Vec<BoolId>, value: Value, braces: bool) -> Result<Value> {
        if tests.is_empty() {
            return Ok(value);
        }
        let left = self.ir.value_info(value).remains || tests.iter().any(|&test| self.ir.bool_info(test).comments);
        let takes_back = match value {
            Value::Set(_) => !left,
            _ => braces || !left,
        };
        let test = if takes_back { self.conjunction(tests) } else { self.in_turn(tests) };
        Ok(match value {
            Value::Bool(last) if takes_back => Value::Bool(self.conjunction(vec![test, last])),
            Value::Bool(last) => Value::Bool(self.in_turn(vec![test, last])),
            Value::Set(set) => Set::Guard(test, set).value(&mut self.ir),
            Value::Num(number) if takes_back => Num::Guard(test, number).value(&mut self.ir),
            Value::Num(number) => Num::Call(test, number).value(&mut self.ir),
            Value::Pos(position) if takes_back => Pos::Guard(test, position).value(&mut self.ir),
            Value::Pos(position) => Pos::Call(test, position).value(&mut self.ir),
            Value::Text(text) if takes_back => Text::Guard(test, text).value(&mut self.ir),
            Value::Text(text) => Text::Call(test, text).value(&mut self.ir),
            Value::Piece(_) | Value::Dictionary(_) => value,
        })
    }

    /// Parts that all must hold, in this order, without taking back comments where one does not.
    fn in_turn(&mut self, parts: Vec<BoolId>) -> BoolId {
        let mut parts = parts.into_iter().rev();
        let Some(mut rest) = parts.next() else { return self.constant(true) };
        for test in parts {
            let otherwise = Some(self.constant(false));
            rest = self.ir.add(Bool::If { test, then: rest, otherwise });
        }
        rest
    }

    /// Lowers where the current position changes: the linearization of the sequence around does not reach there.
    fn elsewhere<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let linear = std::mem::replace(&mut self.linear, false);
        let within = self.within.take();
        let lowered = lower(self);
        (self.linear, self.within) = (linear, within);
        lowered
    }

    /// The copies of a transform. A `sort` is the same in all of them, with or without documentation text.
    fn each_copy<T>(&mut self, copies: &[Filter], lower: impl Fn(&mut Self, &Filter) -> Result<T>) -> Result<Vec<T>> {
        let met = self.unnamed_sorts;
        let copy = |copy| {
            self.unnamed_sorts = met;
            lower(self, copy)
        };
        copies.iter().map(copy).collect()
    }

    /// The name of a sort key without documentation text.
    fn unnamed_sort(&mut self) -> String {
        self.unnamed_sorts += 1;
        format!("<sort-id-{}>", self.unnamed_sorts)
    }

    /// The number of a sort key: one for each name. Without documentation text its label is the expression.
    fn sort_key(&mut self, (quiet, min, name): (bool, bool, &str), label: Option<String>) -> SortId {
        let id = SortId::from(self.ir.sorts.len());
        let name = name.to_owned();
        if let Some(&old) = self.sorts.get(&name) {
            return old;
        }
        self.sorts.insert(name.clone(), id);
        self.ir.sorts.push(SortIr {
            label: label.unwrap_or_else(|| name.clone()),
            name,
            min,
            match_count: false,
            quiet,
        });
        id
    }
}

/// The operands of a chain of one operator, which the parser nests to the left, in order and without recursion.
fn chain(filter: &Filter, op: impl Fn(Binary) -> bool) -> Vec<(Binary, &Filter)> {
    let mut operands = Vec::new();
    let mut rest = filter;
    loop {
        match &rest.kind {
            Kind::Binary(found, left, right) if op(*found) && rest.ty == filter.ty => {
                operands.push((*found, &**right));
                rest = left;
            }
            _ => break,
        }
    }
    operands.push((Binary::Add, rest));
    operands.reverse();
    operands
}

fn unsupported<T>(filter: &Filter, what: &str) -> Result<T> {
    let error = LowerError::new(filter.span, "not-supported", format!("this filter is not supported yet {what}"));
    Err(error.help("CQL has this filter, but this version of Tabiya cannot evaluate it"))
}
