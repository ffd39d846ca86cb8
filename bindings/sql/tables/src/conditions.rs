//! Conditions of a `where` clause that are decided while games are read.
//!
//! Conditions are evaluated in the three-valued logic of SQL with a fourth value for what has not been read yet. A
//! game is skipped as soon as a condition cannot become true: by its number, by its tags, by the text of its moves (for the
//! result), by its moves, in this order; conditions on `ply` are tested before a row is made. So these filters are
//! exact, and DataFusion does not repeat them. `cql` passes the same conditions on as a `GameTest`. Tests compare each
//! with what DataFusion makes of it.

use crate::facts::View;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{ScalarValue, internal_err};
use datafusion::error::Result;
use datafusion::logical_expr::expr::{InList, ScalarFunction};
use datafusion::logical_expr::{Between, BinaryExpr, Expr, Like, Operator};
use regex::{Regex, RegexBuilder};
use std::borrow::Cow;
use std::cmp::Ordering;
use tabiya::chess::MoveList;
use tabiya::rows::{Cell, ColumnType, Entry, Part};

/// What a condition says of a game, in the logic of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Null,
    /// Not enough has been read.
    Open,
}

impl Truth {
    fn of(truth: bool) -> Truth {
        if truth { Truth::True } else { Truth::False }
    }

    /// True if no row can come of it, with any further reading.
    fn refuses(self) -> bool {
        matches!(self, Truth::False | Truth::Null)
    }

    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            other => other,
        }
    }

    /// Several truths together: `decisive` (false for `and`, true for `or`) if one of them is, else open if one is, else null if one
    /// is.
    fn together(truths: impl Iterator<Item = Truth>, decisive: Truth) -> Truth {
        let mut all = decisive.not();
        for truth in truths {
            match truth {
                truth if truth == decisive => return decisive,
                Truth::Open => all = Truth::Open,
                Truth::Null if all != Truth::Open => all = Truth::Null,
                _ => {}
            }
        }
        all
    }
}

/// Something that has a value.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Fact(&'static Entry),
    Tag(String),
    Text(String),
    Number(i64),
    Day(i32),
    Null,
}

impl Operand {
    /// The type of its values, of which numbers have one; `None` fits any.
    fn ty(&self) -> Option<ColumnType> {
        match self {
            Operand::Fact(Entry { ty: ty @ (ColumnType::Text | ColumnType::Date), .. }) => Some(*ty),
            Operand::Fact(_) | Operand::Number(_) => Some(ColumnType::Int64),
            Operand::Tag(_) | Operand::Text(_) => Some(ColumnType::Text),
            Operand::Day(_) => Some(ColumnType::Date),
            Operand::Null => None,
        }
    }

    /// Its value; `None` if not enough has been read.
    fn value<'a>(&'a self, view: &View<'a>, moves: &mut MoveList) -> Option<Cell<'a>> {
        match self {
            Operand::Fact(fact) => view.value(fact, moves),
            Operand::Tag(name) => view.tag(name),
            Operand::Text(text) => Some(Cell::Text(Cow::Borrowed(text))),
            Operand::Number(number) => Some(Cell::Number(*number)),
            Operand::Day(day) => Some(Cell::Date(*day)),
            Operand::Null => Some(Cell::None),
        }
    }

    fn part(&self) -> Part {
        match self {
            Operand::Fact(fact) => fact.part,
            Operand::Tag(_) => Part::Tags,
            Operand::Text(_) | Operand::Number(_) | Operand::Day(_) | Operand::Null => Part::Place,
        }
    }
}

/// A condition that depends on nothing but facts.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Two values, and the orders between them for which it holds.
    Compare(Operand, Operand, Vec<Ordering>),
    Like(Operand, Regex),
    IsNull(Operand),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    /// The condition that an expression stands for, if it depends on facts alone. `fact` gives the fact behind the name of a column.
    pub(crate) fn new(expr: &Expr, fact: &dyn Fn(&str) -> Option<&'static Entry>) -> Option<Condition> {
        let condition = |expr: &Expr| Condition::new(expr, fact);
        let operand = |expr: &Expr| operand(expr, fact);
        match expr {
            Expr::BinaryExpr(BinaryExpr { left, op: Operator::And, right }) => {
                Some(Condition::All(vec![condition(left)?, condition(right)?]))
            }
            Expr::BinaryExpr(BinaryExpr { left, op: Operator::Or, right }) => {
                Some(Condition::Any(vec![condition(left)?, condition(right)?]))
            }
            Expr::BinaryExpr(BinaryExpr { left, op, right }) => compare(operand(left)?, orders(*op)?, operand(right)?),
            Expr::Not(inner) => Some(Condition::Not(Box::new(condition(inner)?))),
            Expr::IsNull(inner) => Some(Condition::IsNull(operand(inner)?)),
            Expr::IsNotNull(inner) => Some(Condition::Not(Box::new(Condition::IsNull(operand(inner)?)))),
            Expr::Between(Between { expr, negated, low, high }) => {
                let above = compare(operand(low)?, vec![Ordering::Less, Ordering::Equal], operand(expr)?)?;
                let below = compare(operand(expr)?, vec![Ordering::Less, Ordering::Equal], operand(high)?)?;
                Some(negate(Condition::All(vec![above, below]), *negated))
            }
            Expr::InList(InList { expr, list, negated }) => {
                let one = |item: &Expr| compare(operand(expr)?, vec![Ordering::Equal], operand(item)?);
                Some(negate(Condition::Any(list.iter().map(one).collect::<Option<_>>()?), *negated))
            }
            Expr::Like(Like { negated, expr, pattern, escape_char: None, case_insensitive }) => {
                let subject = operand(expr)?;
                let Operand::Text(pattern) = operand(pattern)? else { return None };
                let like = Condition::Like(subject.clone(), like(&pattern, *case_insensitive)?);
                (subject.ty() == Some(ColumnType::Text)).then(|| negate(like, *negated))
            }
            _ => None,
        }
    }

    /// What it says of a game, or of one of its positions.
    pub(crate) fn truth(&self, view: &View<'_>, moves: &mut MoveList) -> Truth {
        match self {
            Condition::Compare(left, right, orders) => {
                let order = match (left.value(view, moves), right.value(view, moves)) {
                    (None, _) | (_, None) => return Truth::Open,
                    (Some(Cell::Number(left)), Some(Cell::Number(right))) => left.cmp(&right),
                    (Some(Cell::Date(left)), Some(Cell::Date(right))) => left.cmp(&right),
                    (Some(Cell::Text(left)), Some(Cell::Text(right))) => left.as_bytes().cmp(right.as_bytes()),
                    _ => return Truth::Null,
                };
                Truth::of(orders.contains(&order))
            }
            Condition::Like(operand, pattern) => match operand.value(view, moves) {
                None => Truth::Open,
                Some(Cell::Text(text)) => Truth::of(pattern.is_match(&text)),
                Some(_) => Truth::Null,
            },
            Condition::IsNull(operand) => match operand.value(view, moves) {
                None => Truth::Open,
                Some(value) => Truth::of(value == Cell::None),
            },
            Condition::All(list) => Truth::together(list.iter().map(|one| one.truth(view, moves)), Truth::False),
            Condition::Any(list) => Truth::together(list.iter().map(|one| one.truth(view, moves)), Truth::True),
            Condition::Not(inner) => inner.truth(view, moves).not(),
        }
    }

    /// Everything that it depends on.
    fn operands(&self) -> Vec<&Operand> {
        match self {
            Condition::Compare(left, right, _) => vec![left, right],
            Condition::Like(operand, _) | Condition::IsNull(operand) => vec![operand],
            Condition::All(list) | Condition::Any(list) => list.iter().flat_map(Condition::operands).collect(),
            Condition::Not(inner) => inner.operands(),
        }
    }

    /// True if it asks for one of some facts.
    fn asks(&self, is_wanted: impl Fn(&Entry) -> bool) -> bool {
        self.operands().into_iter().any(|operand| matches!(operand, Operand::Fact(fact) if is_wanted(fact)))
    }
}

fn negate(condition: Condition, negated: bool) -> Condition {
    if negated { Condition::Not(Box::new(condition)) } else { condition }
}

fn compare(left: Operand, orders: Vec<Ordering>, right: Operand) -> Option<Condition> {
    let fits = match (left.ty(), right.ty()) {
        (Some(left), Some(right)) => left == right,
        _ => true,
    };
    fits.then(|| Condition::Compare(left, right, orders))
}

fn orders(op: Operator) -> Option<Vec<Ordering>> {
    Some(match op {
        Operator::Eq => vec![Ordering::Equal],
        Operator::NotEq => vec![Ordering::Less, Ordering::Greater],
        Operator::Lt => vec![Ordering::Less],
        Operator::LtEq => vec![Ordering::Less, Ordering::Equal],
        Operator::Gt => vec![Ordering::Greater],
        Operator::GtEq => vec![Ordering::Greater, Ordering::Equal],
        _ => return None,
    })
}

fn operand(expr: &Expr, fact: &dyn Fn(&str) -> Option<&'static Entry>) -> Option<Operand> {
    match expr {
        Expr::Column(column) => fact(&column.name).map(Operand::Fact),
        Expr::Literal(value, _) => literal(value),
        // `tags['Annotator']`
        Expr::ScalarFunction(ScalarFunction { func, args }) if func.name() == "get_field" => {
            let [Expr::Column(column), Expr::Literal(name, _)] = args.as_slice() else { return None };
            let name = name.try_as_str()??;
            (column.name == "tags").then(|| Operand::Tag(name.to_owned()))
        }
        _ => None,
    }
}

fn literal(value: &ScalarValue) -> Option<Operand> {
    if value.is_null() {
        return Some(Operand::Null);
    }
    if let Some(Some(text)) = value.try_as_str() {
        return Some(Operand::Text(text.to_owned()));
    }
    if let ScalarValue::Date32(Some(day)) = value {
        return Some(Operand::Day(*day));
    }
    let number = value.data_type().is_integer().then(|| value.cast_to(&DataType::Int64));
    let Some(Ok(ScalarValue::Int64(Some(number)))) = number else { return None };
    Some(Operand::Number(number))
}

/// The regular expression for a pattern of `like`: `%` is any text, `_` any character, `\` takes the next one as it is.
fn like(pattern: &str, case_insensitive: bool) -> Option<Regex> {
    let mut regex = String::from("^");
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '%' => regex.push_str(".*"),
            '_' => regex.push('.'),
            '\\' => regex.push_str(&regex::escape(&chars.next().unwrap_or('\\').to_string())),
            c => regex.push_str(&regex::escape(&c.to_string())),
        }
    }
    regex.push('$');
    RegexBuilder::new(&regex).case_insensitive(case_insensitive).dot_matches_new_line(true).build().ok()
}

/// All conditions of a scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    list: Vec<Condition>,
}

impl Conditions {
    /// The conditions that filters stand for, if all of them can be decided here.
    pub(crate) fn new(filters: &[Expr], fact: &dyn Fn(&str) -> Option<&'static Entry>) -> Option<Conditions> {
        filters.iter().map(|filter| Condition::new(filter, fact)).collect::<Option<_>>().map(|list| Conditions { list })
    }

    /// The conditions of filters that were found to be decided here.
    pub(crate) fn decided(filters: &[Expr], fact: &dyn Fn(&str) -> Option<&'static Entry>) -> Result<Conditions> {
        match Conditions::new(filters, fact) {
            Some(conditions) => Ok(conditions),
            None => internal_err!("a filter that the table does not decide"),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The last part of a game that must be read to decide them.
    pub(crate) fn part(&self) -> Part {
        self.list.iter().flat_map(Condition::operands).map(Operand::part).max().unwrap_or(Part::Place)
    }

    /// True if one of them asks for the result of a game.
    pub(crate) fn ask_result(&self) -> bool {
        self.list.iter().any(|one| one.asks(|fact| fact.part == Part::Result))
    }

    /// True if what has been read of a game shows that no row comes of it.
    pub(crate) fn refuse(&self, view: &View<'_>, moves: &mut MoveList) -> bool {
        self.list.iter().any(|one| one.truth(view, moves).refuses())
    }

    /// True if what has been read of a game decides all of them.
    pub(crate) fn are_decided(&self, view: &View<'_>, moves: &mut MoveList) -> bool {
        self.list.iter().all(|one| one.truth(view, moves) != Truth::Open)
    }

    /// Those that cannot be decided before a row is there: they ask for its position, or for what is not known of games.
    pub(crate) fn of_rows(&self, is_of_rows: impl Fn(&Entry) -> bool) -> Conditions {
        let list = self.list.iter().filter(|one| one.asks(&is_of_rows));
        Conditions { list: list.cloned().collect() }
    }

    /// True if all of them hold for a row.
    pub(crate) fn hold(&self, view: &View<'_>, moves: &mut MoveList) -> bool {
        self.list.iter().all(|one| one.truth(view, moves) == Truth::True)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Read, fact};
    use datafusion::prelude::{col, lit};
    use tabiya::Game;
    use tabiya::game::RawGame;

    fn truth(expr: &Expr, read: Read) -> Option<Truth> {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(
            b"[White \"Tal\"] [Date \"1960.5.7\"] [WhiteElo \"2700\"] [Annotator \"x\"] 1. e4 e5 1-0",
        ));
        let view = View { file: None, number: 7, game: &game, read, position: None };
        let condition = Condition::new(expr, &|name| fact(name, Part::Moves))?;
        Some(condition.truth(&view, &mut MoveList::default()))
    }

    #[test]
    fn three_valued_logic() {
        let (high, low) = (col("white_elo").gt(lit(2600)), col("white_elo").lt(lit(2600)));
        let (null, open) = (col("black_elo").gt(lit(1)), col("plies").gt(lit(1)));
        let check = |expr: Expr, expected: Truth| assert_eq!(truth(&expr, Read::Tags), Some(expected), "{expr}");
        check(high.clone(), Truth::True);
        check(null.clone(), Truth::Null);
        check(open.clone(), Truth::Open);
        check(low.clone().and(open.clone()), Truth::False);
        check(high.clone().and(open.clone()), Truth::Open);
        check(high.clone().or(open.clone()), Truth::True);
        check(low.clone().or(null.clone()), Truth::Null);
        check(null.clone().and(open.clone()), Truth::Open);
        check(!null.clone(), Truth::Null);
        check(!low, Truth::True);
        check(col("black_elo").is_null(), Truth::True);
        check(col("black_elo").is_not_null(), Truth::False);
        assert_eq!(truth(&open, Read::Moves), Some(Truth::True));
        assert_eq!(truth(&null, Read::Place), Some(Truth::Open));
        check(high, Truth::True);
    }

    #[test]
    fn comparisons() {
        let check = |expr: Expr, expected: Truth| assert_eq!(truth(&expr, Read::Moves), Some(expected), "{expr}");
        check(col("white").like(lit("T_l%")), Truth::True);
        check(col("white").like(lit("t%")), Truth::False);
        check(col("white").ilike(lit("t%")), Truth::True);
        check(col("white").not_like(lit("%a")), Truth::True);
        check(col("white").like(lit("Ta\\l")), Truth::True);
        check(col("white").in_list(vec![lit("Foe"), lit("Tal")], false), Truth::True);
        check(col("white").in_list(vec![lit("Foe"), lit(ScalarValue::Utf8(None))], false), Truth::Null);
        check(lit("Tal").in_list(vec![col("white"), col("black")], true), Truth::False);
        check(col("white_elo").between(lit(2700), lit(2701)), Truth::True);
        check(col("white_elo").not_between(lit(2700), lit(2701)), Truth::False);
        check(col("game").eq(lit(7i64)), Truth::True);
        check(col("result").not_eq(lit("1-0")), Truth::False);
        check(col("white").gt_eq(lit("Ta")), Truth::True);
        check(col("black").eq(lit("?")), Truth::True);
        // 7 May 1960 comes 3,526 days before 1970: ten years, three of them with 29 February, less the 127 days before that day.
        let day = |day| lit(ScalarValue::Date32(Some(day)));
        check(col("day").eq(day(-3_526)), Truth::True);
        check(col("day").lt(day(-3_526)), Truth::False);
        check(col("day").between(day(-3_527), day(0)), Truth::True);
        // Unknown columns, functions of other kinds, and other types are left to others.
        for expr in [col("x").eq(lit(1)), col("white_elo").gt(lit(0.5)), col("white").eq(lit(5)), col("white_elo")] {
            assert_eq!(truth(&expr, Read::Moves), None, "{expr}");
        }
    }
}
