//! Tests of tags, answered for all games of a block of a database together.
//!
//! A test is taken apart along `and`, `or` and `not` into parts that ask for one or two tags. Each part is put once to
//! each combination of values that there is in the block: to an imagined game that has nothing but these tags. So a
//! test costs as much as there are different values, and what it says of the games is read off from their codes. A
//! search for a part of a name, which is what most people ask for, does not even look at each name: it searches the
//! text of all of them at once.
//!
//! A part that ends in an error, and one that asks for the number of a game, says nothing, so that the game is read and
//! tested by itself (`tags`).

use super::control::RunControl;
use super::scratch::Scratch;
use super::tags::ask;
use crate::casts::number_of;
use crate::chess::Color;
use crate::game::{Game, push_player, tells_rating};
use crate::ir::{Bool, BoolId, NodeId, Num, Text, Value};
use crate::plan::{Atom, Formula, Plan};
use crate::syntax::ast::TextSource;
use crate::syntax::catalogue::NumberOp;
use crate::syntax::stack::with_room;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tabiya_database::{Block, BlockError, TagColumn};

/// The games of a block in which a query may match, as far as their tags show it: by game, false if nothing in it does. None
/// if some query has no test of tags, or if moves are always read. Games without tags, and those that are kept as text, count
/// as ones that may match.
///
/// # Errors
/// If the tags of the block cannot be read or are damaged.
pub fn games_by_tags(
    plan: &Plan,
    block: &Block,
    scratch: &mut Scratch,
    control: &Arc<RunControl>,
) -> Result<Option<Vec<bool>>, BlockError> {
    if !plan.options.skip_moves || plan.needs.iter().any(|needs| needs.tags == Formula::Always) {
        return Ok(None);
    }
    with_room(plan.height, || {
        let mut untold = vec![false; block.len()];
        block.games_without_tags()?.into_iter().for_each(|game| untold[game] = true);
        let mut tester = BlockTester { plan, block, scratch, control, untold, columns: FxHashMap::default() };
        let mut left = vec![false; block.len()];
        for needs in &plan.needs {
            combine(&mut left, &tester.formula(&needs.tags)?, |a, b| a | b);
        }
        combine(&mut left, &tester.untold, |a, b| a | b);
        Ok(Some(left))
    })
}

/// By game.
type Truths = Vec<bool>;

fn combine(left: &mut [bool], right: &[bool], op: impl Fn(bool, bool) -> bool) {
    left.iter_mut().zip(right).for_each(|(left, right)| *left = op(*left, *right));
}

/// What of a game's tags a test asks for.
#[derive(Clone, Debug, PartialEq)]
enum Fact {
    Tag(String),
    /// The rating of a player, or the higher one of both.
    Rating(Option<Color>),
}

/// The longest stretch of a part of a name that is there in the tag if it is there in the normal form: spaces, commas and what
/// is at the end of a name may differ, and so may the small and capital letters of `van der`.
fn literal(part: &str) -> &str {
    let is_kept = |c: char| c.is_alphabetic() && !matches!(c, 'v' | 'V' | 'd' | 'D');
    part.split(|c| !is_kept(c)).max_by_key(|stretch| stretch.len()).unwrap_or_default()
}

/// Answers tests for the games of a block.
struct BlockTester<'a> {
    plan: &'a Plan,
    block: &'a Block,
    scratch: &'a mut Scratch,
    control: &'a Arc<RunControl>,
    /// By game, true if it must be tested by itself.
    untold: Truths,
    columns: FxHashMap<String, Rc<TagColumn<'a>>>,
}

impl<'a> BlockTester<'a> {
    fn column(&mut self, name: &str) -> Result<Rc<TagColumn<'a>>, BlockError> {
        if let Some(column) = self.columns.get(name) {
            return Ok(Rc::clone(column));
        }
        let column = Rc::new(self.block.tag_column(name)?);
        self.columns.insert(name.to_owned(), Rc::clone(&column));
        Ok(column)
    }

    fn all(&self, truth: bool) -> Truths {
        vec![truth; self.block.len()]
    }

    fn formula(&mut self, formula: &Formula) -> Result<Truths, BlockError> {
        Ok(match formula {
            Formula::Atom(Atom::Tags(id)) => self.truth(*id)?,
            Formula::Always | Formula::Atom(_) => self.all(true),
            Formula::Never => self.all(false),
            Formula::All(parts) => {
                let mut all = self.all(true);
                for part in parts {
                    combine(&mut all, &self.formula(part)?, |a, b| a & b);
                }
                all
            }
            Formula::Any(parts) => {
                let mut any = self.all(false);
                for part in parts {
                    combine(&mut any, &self.formula(part)?, |a, b| a | b);
                }
                any
            }
        })
    }

    fn truth(&mut self, id: BoolId) -> Result<Truths, BlockError> {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::Constant(truth) => Ok(self.all(*truth)),
            Bool::Silent(inner) => self.truth(*inner),
            Bool::Not(inner) => Ok(self.truth(*inner)?.into_iter().map(|truth| !truth).collect()),
            Bool::And(parts) => {
                let mut all = self.all(true);
                for &part in parts {
                    combine(&mut all, &self.truth(part)?, |a, b| a & b);
                }
                Ok(all)
            }
            Bool::Or(parts) => {
                let mut any = self.all(false);
                for &part in parts {
                    combine(&mut any, &self.truth(part)?, |a, b| a | b);
                }
                Ok(any)
            }
            Bool::Substring(part, whole) => match (plan.ir.text(*part), plan.ir.text(*whole)) {
                // A part with a line break could begin in one name and end in the other.
                (Text::Constant(part), Text::Game(field)) if !part.is_empty() && !part.contains('\n') => {
                    match field.source() {
                        TextSource::Names => self.contains(part, true, field.tags()),
                        TextSource::Tag => self.contains(part, false, field.tags()),
                        _ => self.by_values(id),
                    }
                }
                _ => self.by_values(id),
            },
            _ => self.by_values(id),
        }
    }

    /// By game, true if one of some tags contains a part, which is not empty; in the normal form of `names`, if they are such.
    fn contains<'t>(
        &mut self,
        part: &str,
        names: bool,
        tags: impl Iterator<Item = &'t str>,
    ) -> Result<Truths, BlockError> {
        let mut found = self.all(false);
        let literal = if names { literal(part) } else { part };
        for name in tags {
            let column = self.column(name)?;
            // A tag that is not there says `?`.
            let (mut table, mut text) = (vec![false; column.len()], String::new());
            table[0] = part == "?";
            let codes =
                if literal.is_empty() { (1..).take(column.len() - 1).collect() } else { column.codes_with(literal) };
            for code in codes {
                let value = column.value(code).unwrap_or_default();
                table[code as usize] = if names {
                    text.clear();
                    push_player(value, &mut text);
                    text.contains(part)
                } else {
                    value.contains(part)
                };
            }
            // Where no value passes, reading which game has which would take as long again.
            if !table.contains(&true) {
                continue;
            }
            let truth = |code: &u32| table.get(*code as usize).copied().unwrap_or(true);
            found.iter_mut().zip(column.codes()).for_each(|(found, code)| *found |= truth(code));
        }
        Ok(found)
    }

    /// What of the tags a truth asks for; none if it asks for more than tags, or for both a rating and the tag that tells it.
    fn facts(&self, id: BoolId) -> Option<Vec<Fact>> {
        let ir = &self.plan.ir;
        let mut facts: Vec<Fact> = Vec::new();
        for node in ir.nodes_in(id) {
            if let NodeId::Value(Value::Text(id)) = node
                && let Text::Game(field) = ir.text(id)
            {
                let before = facts.len();
                facts.extend(field.tags().map(|tag| Fact::Tag(tag.to_owned())));
                if facts.len() == before {
                    return None;
                }
            }
            let NodeId::Value(Value::Num(id)) = node else { continue };
            match ir.num(id) {
                Num::Apply(NumberOp::Elo, _) => facts.push(Fact::Rating(None)),
                Num::Apply(NumberOp::EloWhite, _) => facts.push(Fact::Rating(Some(Color::White))),
                Num::Apply(NumberOp::EloBlack, _) => facts.push(Fact::Rating(Some(Color::Black))),
                Num::Apply(NumberOp::Year, _) => facts.push(Fact::Tag("Date".into())),
                Num::Apply(NumberOp::GameNumber, _) => return None,
                _ => {}
            }
        }
        let rated = |color: Color| facts.contains(&Fact::Rating(Some(color)));
        if facts.contains(&Fact::Rating(None)) && Color::ALL.into_iter().any(rated) {
            facts.retain(|fact| *fact != Fact::Rating(None));
            facts.extend(Color::ALL.map(|color| Fact::Rating(Some(color))));
        }
        let tells = |name: &str| Color::ALL.into_iter().any(|color| tells_rating(name, color));
        let is_name = |name: &str| matches!(name, "White" | "Black");
        let tells_more = facts.iter().any(|fact| matches!(fact, Fact::Tag(name) if tells(name) && !is_name(name)));
        if tells_more && facts.iter().any(|fact| matches!(fact, Fact::Rating(_))) {
            return None;
        }
        // A rating comes first, so that it counts regardless of the name.
        facts.sort_by_key(|fact| matches!(fact, Fact::Tag(_)));
        let mut kept: Vec<Fact> = Vec::new();
        facts.into_iter().for_each(|fact| {
            if !kept.contains(&fact) {
                kept.push(fact)
            }
        });
        Some(kept)
    }

    /// By game, what a truth says that is evaluated once for each combination of values.
    fn by_values(&mut self, id: BoolId) -> Result<Truths, BlockError> {
        let Some(facts) = self.facts(id) else {
            self.untold.fill(true);
            return Ok(self.all(false));
        };
        let mut columns = Vec::with_capacity(facts.len());
        for fact in &facts {
            columns.push(match fact {
                Fact::Tag(name) => Values::Tag(name, self.column(name)?),
                Fact::Rating(color) => Values::Rating(*color, ratings(self.block, *color)?),
            });
        }
        let (class_of, examples) = classes(self.block.len(), &columns);
        let mut game = Game::new();
        let mut truths = Vec::with_capacity(examples.len());
        for &example in &examples {
            let mut builder = game.build(1, 0, 1);
            for values in &columns {
                match values {
                    Values::Tag(name, column) => {
                        if let Some(value) = column.value(column.codes()[example]) {
                            builder.tag(name, value);
                        }
                    }
                    Values::Rating(color, ratings) => {
                        if ratings[example] > 0 {
                            let name = color.unwrap_or(Color::White).fold_wb("WhiteElo", "BlackElo");
                            builder.tag(name, &ratings[example].to_string());
                        }
                    }
                }
            }
            let (truth, sound) = ask(self.plan, builder.game(), self.scratch, self.control, |test| test(id));
            truths.push(sound.then_some(truth));
        }
        let truth = |(untold, class): (&mut bool, &u32)| {
            let truth = truths.get(*class as usize).copied().flatten();
            *untold |= truth.is_none();
            truth.unwrap_or(false)
        };
        Ok(self.untold.iter_mut().zip(&class_of).map(truth).collect())
    }
}

/// What the games have of one fact.
enum Values<'t> {
    Tag(&'t str, Rc<TagColumn<'t>>),
    Rating(Option<Color>, Vec<u32>),
}

impl Values<'_> {
    /// By game, a number that is the same for equal values.
    fn codes(&self) -> &[u32] {
        match self {
            Values::Tag(_, column) => column.codes(),
            Values::Rating(_, ratings) => ratings,
        }
    }
}

/// By game, the rating of a player, or the higher one of both; 0 if it is not known.
fn ratings(block: &Block, color: Option<Color>) -> Result<Vec<u32>, BlockError> {
    let mut ratings = vec![0; block.len()];
    for color in Color::ALL.into_iter().filter(|&each| color.is_none_or(|color| color == each)) {
        let of_color = block.ratings(color)?;
        ratings.iter_mut().zip(of_color).for_each(|(rating, other)| *rating = u32::from(other).max(*rating));
    }
    Ok(ratings)
}

/// Divides games by their values: for each game the number of its class, and for each class a game of it.
fn classes(games: usize, columns: &[Values<'_>]) -> (Vec<u32>, Vec<usize>) {
    let (mut class_of, mut examples) = (vec![0; games], Vec::from_iter((games > 0).then_some(0)));
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for values in columns {
        numbers.clear();
        examples.clear();
        for (game, (class, &code)) in class_of.iter_mut().zip(values.codes()).enumerate() {
            let next = number_of(examples.len());
            *class = *numbers.entry((*class, code)).or_insert(next);
            if *class == next {
                examples.push(game);
            }
        }
    }
    (class_of, examples)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of a name is found where its literal is, no matter what the normal form does to the rest.
    #[test]
    fn a_part_of_a_normal_name_has_its_literal_in_the_tag() {
        for tag in [
            "van der Foo,A. (2555)",
            "Van Der Wiel, John",
            "  Kasparov ,  Garry",
            "",
            "?",
            "Van De X (2000) .",
            "Ávila,Õ",
        ] {
            let mut name = String::new();
            push_player(tag, &mut name);
            let places: Vec<usize> = name.char_indices().map(|(place, _)| place).chain([name.len()]).collect();
            for (n, &start) in places.iter().enumerate() {
                for &end in &places[n + 1..] {
                    let part = &name[start..end];
                    assert!(tag.contains(literal(part)), "{part:?} of {tag:?}");
                }
            }
        }
        assert_eq!((literal("Kasparov, Garry"), literal("van der"), literal("?")), ("Kasparo", "er", ""));
    }
}
