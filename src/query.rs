//! Floor 6, facade: queries from text to matches.

use crate::access::FileAccess;
use crate::chess::Board;
use crate::chess::similar::Models;
use crate::facts::{EndgameTables, Known, PartsAsked, Summarized, SummarizedRange};
use crate::game::{Game, GameResult, MoveTokens};
use crate::ir;
use crate::limits::Limits;
use crate::models::{self, ModelKey};
use crate::plan::{Plan, PlanError, PlanOptions};
use crate::search::{
    self, CompatOptions, Files, Found, GameContext, GameMatches, Match, QueryScope, RunControl, RunError, Scratch,
    ValueType,
};
use crate::syntax::ast::{Filter, Header, Script, VariableKind};
use crate::syntax::stack::with_room;
use crate::syntax::{
    self, Diagnostic, Dialect, Fix, HIGHEST, Label, Omitted, ParseOptions, QueryText, ReadingLimits, Severity,
    SourceView,
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use tabiya_database::{Summary, SummaryParts, SummaryRange};

/// Options for reading, planning and running queries.
#[derive(Clone, Debug)]
pub struct QueryOptions {
    /// The dialect; by default it is determined from the text.
    pub dialect: Dialect,
    /// True if `cql (...)` must come first.
    pub require_header: bool,
    /// Limits on the size of a query and on the number of errors reported.
    pub reading: ReadingLimits,
    /// True if text that CQL 6.2 reads differently is read as CQL 6.2 does, at the expense of Tabiya's own forms.
    pub drop_in: bool,
    /// True if variations are searched; `None` (the default) if the header of the query decides.
    pub variations: Option<bool>,
    /// True if `move` inside `next` sees only the move of the line chosen (the default).
    pub linearize: bool,
    /// Columns: a name and an expression that is evaluated right after each match, in the query's scope.
    pub selects: Vec<(String, String)>,
    /// The optimizations that the planner may use.
    pub plan: PlanOptions,
    /// Limits on the steps, memory and output of a running query.
    pub limits: Limits,
    /// The files that `similarposition` may open while the query is read; by default none.
    pub files: FileAccess,
    /// Endgame tables for `tablebase` and `dtz`; without them, a query with these filters is an error.
    pub tables: Option<Arc<dyn EndgameTables>>,
}

impl Default for QueryOptions {
    fn default() -> QueryOptions {
        QueryOptions {
            dialect: Dialect::Auto,
            require_header: false,
            reading: ReadingLimits::default(),
            drop_in: false,
            variations: None,
            linearize: true,
            selects: Vec::new(),
            plan: PlanOptions::default(),
            limits: Limits::default(),
            files: FileAccess::none(),
            tables: None,
        }
    }
}

/// The text of a query with the name of its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the file, or another name for use in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The errors of a query that cannot run.
#[derive(Clone, Debug)]
pub struct QueryError {
    /// The text with the name of its file.
    pub source: Source,
    /// At least one error; warnings may stand beside it. Of each no more than [`ReadingLimits::errors`].
    pub diagnostics: Vec<Diagnostic>,
    /// The numbers of further errors and warnings that were left out.
    pub omitted: Omitted,
}

impl QueryError {
    /// The errors of a text, shortened to the limits on errors and warnings.
    fn new(
        source: Source,
        mut diagnostics: Vec<Diagnostic>,
        mut omitted: Omitted,
        limits: &ReadingLimits,
    ) -> QueryError {
        syntax::shorten(&mut diagnostics, limits.errors, &mut omitted);
        QueryError { source, diagnostics, omitted }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source { name, text } = &self.source;
        let view = SourceView::new(text, name);
        let mut told: Vec<String> = self.diagnostics.iter().map(|one| view.render(one, false)).collect();
        told.extend(self.omitted.text());
        f.write_str(told.join("\n\n").trim_end())
    }
}

impl std::error::Error for QueryError {}

/// A sort key of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// Its name in header comments, as CQL 6.2 forms it: the documentation text, else `<sort-id-1>` and so on.
    pub name: String,
    /// A name for people: the documentation text, else the expression.
    pub label: String,
    /// True if the smallest value is the best.
    pub min: bool,
    /// True if header comments leave it out.
    pub quiet: bool,
    /// True if it is the header's `sort matchcount`.
    pub match_count: bool,
    /// The type of its values: numbers or texts.
    pub value: ValueType,
}

/// One query read from text.
#[derive(Clone, Debug)]
pub struct ParsedQuery {
    source: Source,
    parts: Parts,
    script: Script,
    dialect: Dialect,
    warnings: Vec<Diagnostic>,
    omitted: Omitted,
    selects: Vec<(String, Filter)>,
    /// The positions that `similarposition` compares with.
    models: Vec<(ModelKey, Arc<Models>)>,
}

impl ParsedQuery {
    /// Reads a query: a whole CQL file or only its body.
    ///
    /// # Errors
    ///
    /// All independent errors of the text.
    pub fn parse(source: Source, options: &QueryOptions) -> Result<ParsedQuery, QueryError> {
        ParsedQuery::parse_between(source, &[], &[], options)
    }

    /// Reads a query with filters from elsewhere before and behind its body. `flip {` before and `}` behind wrap it.
    ///
    /// # Errors
    ///
    /// The errors of the first text, in the order of reading, that contains one; [`QueryError::source`] names it.
    pub fn parse_between(
        source: Source,
        before: &[Source],
        after: &[Source],
        options: &QueryOptions,
    ) -> Result<ParsedQuery, QueryError> {
        with_room(HIGHEST, || ParsedQuery::read_between(source, before, after, options))
    }

    fn read_between(
        source: Source,
        before: &[Source],
        after: &[Source],
        options: &QueryOptions,
    ) -> Result<ParsedQuery, QueryError> {
        let &QueryOptions { dialect, require_header, drop_in, reading: limits, variations, .. } = options;
        let parse_options = ParseOptions { dialect, require_header, drop_in, limits, variations };
        let parts = Parts::new(&source, before, after);
        let mut parsed = syntax::parse_whole(&parts.pieces, &parse_options);
        let Some(script) = parsed.script else {
            let error = parts.error(parsed.diagnostics, parsed.omitted, &options.reading);
            // An error in a construct that the file leaves open is found only after its end.
            let alone = || syntax::parse(&source.text, &parse_options);
            let behind = after.contains(&error.source);
            return Err(match behind.then(alone).filter(|alone| !alone.diagnostics.is_empty()) {
                Some(alone) => QueryError { source, diagnostics: alone.diagnostics, omitted: alone.omitted },
                None => error,
            });
        };
        syntax::shorten(&mut parsed.diagnostics, options.reading.errors, &mut parsed.omitted);
        let (mut script, dialect) = (script, parsed.dialect);
        let one = |diagnostic| parts.error(vec![diagnostic], Omitted::default(), &options.reading);
        let mut selects = Vec::new();
        let mut models = Vec::new();
        for filter in script.header.filters.iter().chain(&script.body) {
            models::load(filter, &options.files, &mut models).map_err(one)?;
        }
        for (name, text) in &options.selects {
            match syntax::parse_in_scope(text, &script, dialect) {
                Ok((filter, added)) => {
                    script.variables.extend(added);
                    models::load(&filter, &options.files, &mut models).map_err(|diagnostic| QueryError {
                        source: Source { name: format!("--select {name}"), text: text.clone() },
                        diagnostics: vec![diagnostic],
                        omitted: Omitted::default(),
                    })?;
                    selects.push((name.clone(), filter));
                }
                Err(diagnostics) => {
                    let source = Source { name: format!("--select {name}"), text: text.clone() };
                    return Err(QueryError::new(source, diagnostics, Omitted::default(), &options.reading));
                }
            }
        }
        let (warnings, omitted) = (parsed.diagnostics, parsed.omitted);
        Ok(ParsedQuery { source, parts, script, dialect, warnings, omitted, selects, models })
    }

    /// The text of the query with its name.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The dialect in which the query was read; never [`Dialect::Auto`].
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Warnings: the query can run, but may not mean what its author intended.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The number of warnings that were left out of [`warnings`](Self::warnings).
    pub fn omitted(&self) -> Omitted {
        self.omitted
    }

    /// The syntax tree of the query.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The header of the query.
    pub fn header(&self) -> &Header {
        &self.script.header
    }

    /// The same query with other columns.
    pub(crate) fn with_selects(&self, selects: Vec<(String, Filter)>) -> ParsedQuery {
        ParsedQuery { selects, ..self.clone() }
    }

    /// The header of the query, to be changed by options that override it.
    pub fn header_mut(&mut self) -> &mut Header {
        &mut self.script.header
    }
}

/// The texts that a query consists of, with their names.
#[derive(Clone, Debug)]
struct Parts {
    pieces: QueryText,
    /// In the order of the pieces.
    sources: Vec<Source>,
    /// The number of texts before the file.
    before: usize,
}

impl Parts {
    fn new(file: &Source, before: &[Source], after: &[Source]) -> Parts {
        let first: Vec<&str> = before.iter().map(|source| source.text.as_str()).collect();
        let last: Vec<&str> = after.iter().map(|source| source.text.as_str()).collect();
        let sources = std::iter::once(file).chain(before).chain(after).cloned().collect();
        Parts { pieces: QueryText::new(&file.text, &first, &last), sources, before: before.len() }
    }

    /// The place of a piece in the order of reading, where the file is the piece 0.
    fn order(&self, piece: usize) -> usize {
        match piece {
            0 => self.before,
            piece if piece <= self.before => piece - 1,
            piece => piece,
        }
    }

    /// The error of the first text, as they are read, that has one: what is wrong there often shows behind it as well.
    /// With its diagnostics, their places in that text.
    fn error(&self, diagnostics: Vec<Diagnostic>, omitted: Omitted, limits: &ReadingLimits) -> QueryError {
        let piece = |one: &Diagnostic| self.pieces.locate(one.span()).0;
        let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let first = errors.map(piece).min_by_key(|&piece| self.order(piece));
        let first = first.or(diagnostics.first().map(piece)).unwrap_or(0);
        let here = |one: &Diagnostic| self.pieces.locate(one.span()).0 == first;
        let placed = |one: Diagnostic| {
            let labels = one.labels.iter().map(|label| (self.pieces.locate(label.span), &label.text));
            let labels = labels.filter(|((piece, _), _)| *piece == first);
            let labels = labels.map(|((_, span), text)| Label { span, text: text.clone() }).collect();
            let fix = one.fix.map(|fix| Box::new(Fix { span: self.pieces.locate(fix.span).1, text: fix.text.clone() }));
            Diagnostic { labels, fix, ..one }
        };
        let diagnostics = diagnostics.into_iter().filter(here).map(placed).collect();
        QueryError::new(self.sources[first].clone(), diagnostics, omitted, limits)
    }
}

/// Queries that are searched together in one pass over the games; equal filters are evaluated once for all of them. A copy
/// shares everything with the original.
#[derive(Clone, Debug)]
pub struct QuerySet {
    planned: Arc<Planned>,
    compat: CompatOptions,
}

/// What the copies of a set share.
#[derive(Debug)]
struct Planned {
    queries: Vec<ParsedQuery>,
    /// One plan for queries with variations and one for those without, each with the numbers of its queries.
    plans: Vec<(Plan, Vec<usize>)>,
    /// Memory of searches for which the caller keeps none.
    spare: Mutex<Vec<Vec<Scratch>>>,
}

impl QuerySet {
    /// Plans queries that have been read.
    ///
    /// # Errors
    ///
    /// If a query cannot be evaluated under these options, or the automaton of a sequence is too large.
    pub fn new(queries: Vec<ParsedQuery>, options: &QueryOptions) -> Result<QuerySet, QueryError> {
        let mut plans = Vec::new();
        for variations in [false, true] {
            let searched = |query: &ParsedQuery| options.variations.unwrap_or(query.script.header.variations);
            let numbers: Vec<usize> = (0..queries.len()).filter(|&i| searched(&queries[i]) == variations).collect();
            if numbers.is_empty() {
                continue;
            }
            let scripts: Vec<(&Script, &[(String, Filter)])> =
                numbers.iter().map(|&i| (&queries[i].script, queries[i].selects.as_slice())).collect();
            let mut plan = Plan::new(
                &scripts,
                variations,
                options.linearize,
                (options.plan, options.limits),
                options.tables.as_ref(),
            )
            .map_err(|(i, error)| query_error(&queries[numbers[i]], error))?;
            let known = || queries.iter().flat_map(|query| &query.models);
            let models = plan.ir.models.iter().map(|key| known().find(|(other, _)| other == key));
            plan.models = models.map(|found| Arc::clone(&found.expect("read with its query").1)).collect();
            plans.push((plan, numbers));
        }
        let planned = Planned { queries, plans, spare: Mutex::default() };
        Ok(QuerySet { planned: Arc::new(planned), compat: CompatOptions::default() })
    }

    /// The set with filters that behave as options of CQL's own command ask for.
    #[must_use]
    pub fn with_compat(self, compat: CompatOptions) -> QuerySet {
        QuerySet { compat, ..self }
    }

    /// The queries, in the order given.
    pub fn queries(&self) -> &[ParsedQuery] {
        &self.planned.queries
    }

    /// The sort keys of a query, most important first.
    pub fn sort_keys(&self, query: usize) -> Vec<SortKey> {
        let Some((plan, place)) = self.plan_of(query) else { return Vec::new() };
        let key = |id: &ir::SortId| {
            let key = &plan.ir.sorts[id.index()];
            SortKey {
                name: key.name.clone(),
                label: key.label.clone(),
                min: key.min,
                quiet: key.quiet,
                match_count: key.match_count,
                value: if plan.ir.sorts_texts(*id) { ValueType::Text } else { ValueType::Number },
            }
        };
        plan.ir.queries[place].sorts.iter().map(key).collect()
    }

    /// Name and type of each selected column of a query ([`QueryOptions::selects`]), in their order: that of
    /// [`Match::values`].
    pub fn selects(&self, query: usize) -> Vec<(&str, ValueType)> {
        let Some((plan, place)) = self.plan_of(query) else { return Vec::new() };
        let ty = |value: ir::Value| match value {
            ir::Value::Bool(_) => ValueType::Boolean,
            ir::Value::Num(_) => ValueType::Number,
            ir::Value::Text(_) | ir::Value::Dictionary(_) => ValueType::Text,
            ir::Value::Set(_) | ir::Value::Piece(_) => ValueType::Squares,
            ir::Value::Pos(_) => ValueType::Position,
        };
        plan.ir.queries[place].selects.iter().map(|(name, value)| (name.as_str(), ty(*value))).collect()
    }

    /// True if the matches of a query come with paths: see [`Match::paths`].
    pub fn has_paths(&self, query: usize) -> bool {
        self.plan_of(query).is_some_and(|(plan, place)| !plan.ir.queries[place].sequences.is_empty())
    }

    /// True if constituents of a query's sequences, as far as its matches come with their paths, have names:
    /// `start:=(check)`. See [`Path::matched_by`](crate::Path::matched_by).
    pub fn names_constituents(&self, query: usize) -> bool {
        self.plan_of(query).is_some_and(|(plan, place)| {
            let mut sequences = plan.ir.queries[place].sequences.iter().map(|&id| plan.ir.sequence(id));
            sequences
                .any(|sequence| sequence.leaves.constituents.iter().any(|constituent| !constituent.names.is_empty()))
        })
    }

    /// The reason why the games must be searched in order on one thread; `None` if they need not be.
    pub fn must_run_in_order(&self) -> Option<&'static str> {
        let mut lasting =
            self.planned.plans.iter().flat_map(|(plan, _)| &plan.ir.vars).filter(|var| var.persistent.is_some());
        let files = self.planned.plans.iter().any(|(plan, _)| plan.ir.queries.iter().any(|query| query.files));
        match lasting.next().map(|var| var.kind) {
            Some(VariableKind::Dictionary(_)) => Some("a dictionary keeps entries from game to game"),
            Some(_) => Some("a persistent variable keeps its value from game to game"),
            None => files.then_some("files must be read and written in the order of the games"),
        }
    }

    /// The name and value of each persistent variable of a query that is shown after a run, in the order in which they
    /// were first assigned. `scratches` must be those of the run.
    pub fn persistent_values(&self, query: usize, scratches: &mut Vec<Scratch>) -> Vec<(String, String)> {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let plans = self.planned.plans.iter().zip(scratches);
        let place = |numbers: &[usize]| numbers.iter().position(|&i| i == query);
        let found = plans.filter_map(|((plan, numbers), scratch)| Some((plan, place(numbers)?, scratch))).next();
        found.map_or_else(Vec::new, |(plan, place, scratch)| {
            search::persistent_values(plan, &plan.ir.queries[place], scratch)
        })
    }

    /// True if some query needs the number of games before the first one is searched (`lastgamenumber`).
    pub fn needs_game_count(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.needs_game_count())
    }

    /// True if no query matches anywhere in a game, as far as its tags alone can show it: its moves need not be read. Made for
    /// [`Game::parse_unless`]. It depends on nothing but the tags and the number of the game; after `false` the game may
    /// match or not, or end in an error.
    ///
    /// A game is never refused if one of the queries has no test of tags that its match depends on, takes a game without a match
    /// (`matchcount 0 5`), or keeps something from game to game, or if [`PlanOptions::skip_moves`] is off.
    ///
    /// `scratches` are those of [`search_game`](Self::search_game).
    pub fn is_refused_by_tags(&self, game: &Game, scratches: &mut Vec<Scratch>, options: &SearchOptions) -> bool {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let mut plans = self.planned.plans.iter().zip(scratches);
        plans.all(|((plan, _), scratch)| search::refuses_head(plan, (game, None), scratch, &options.control))
    }

    /// True if it is worth going through the text of the moves of each game before they are played: every query has a condition
    /// by which tags or the text may refuse a game, and ordinary games do not meet it. Made for [`Game::parse_unless_skimmed`],
    /// which asks [`is_refused_by_tokens`](Self::is_refused_by_tokens). False if [`PlanOptions::skip_moves`] or
    /// [`PlanOptions::tokens`] is off.
    pub fn skims(&self) -> bool {
        let mut plans = self.planned.plans.iter();
        plans.all(|(plan, _)| plan.refuses_unread()) && self.planned.plans.iter().any(|(plan, _)| plan.skims())
    }

    /// True if no query matches anywhere in a game, as far as its tags and the text of its moves can show it: its moves need not
    /// be played. It depends on nothing but these and the number of the game. What is said of
    /// [`is_refused_by_tags`](Self::is_refused_by_tags) is true here, too.
    pub fn is_refused_by_tokens(
        &self,
        game: &Game,
        tokens: &MoveTokens,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> bool {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let mut plans = self.planned.plans.iter().zip(scratches);
        plans.all(|((plan, _), scratch)| search::refuses_head(plan, (game, Some(tokens)), scratch, &options.control))
    }

    /// True if no query matches anywhere in a game with this summary: it need not be read. After `false` it may match or not.
    ///
    /// `result` is the result of the game, if it is known. Tags are not asked: [`is_refused_by_tags`](Self::is_refused_by_tags)
    /// does that. Which conditions are derived from a query is listed under [`Need`](crate::Need); as with tags, there are none
    /// if a query takes a game without a match, or keeps something from game to game. Takes some nanoseconds for each of the
    /// conditions.
    ///
    /// ```
    /// use tabiya::database::Summary;
    /// use tabiya::{Games, ParsedQuery, QueryOptions, QuerySet, Source};
    ///
    /// let options = QueryOptions::default();
    /// let source = Source { name: "query".into(), text: "move promote N".into() };
    /// let set = QuerySet::new(vec![ParsedQuery::parse(source, &options)?], &options)?;
    /// for game in Games::from_reader("1. e4 e5 *".as_bytes())? {
    ///     assert!(set.is_refused_by_summary(&Summary::of(&game?), None));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_refused_by_summary(&self, summary: &Summary, result: Option<GameResult>) -> bool {
        let mut known = Summarized { summary, result };
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused(&mut known))
    }

    /// True if no query matches anywhere in some games of a database, by what their summaries say of them together. After `false`
    /// it may match or not: the fewer games, the more the summaries say. As with
    /// [`is_refused_by_summary`](Self::is_refused_by_summary), tags are not asked.
    pub fn is_refused_by_summaries(&self, games: &SummaryRange<'_>) -> bool {
        let mut known = SummarizedRange { games };
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused(&mut known))
    }

    /// The parts of summaries that [`is_refused_by_summaries`](Self::is_refused_by_summaries) asks for.
    pub fn summary_parts(&self) -> SummaryParts {
        let mut asked = PartsAsked::default();
        self.planned.plans.iter().for_each(|(plan, _)| plan.ask_all_needs(&mut asked));
        asked.0
    }

    /// True if no query matches anywhere in some games, because each looks for a position that is in none of them.
    /// `may_contain` says whether the main line of one of the games may have a position with exactly the pieces of a board,
    /// whatever the side to move. Games with variations must not be among them if variations are searched.
    pub fn is_refused_by_positions(&self, may_contain: &mut dyn FnMut(&Board) -> bool) -> bool {
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused(&mut Positions(may_contain)))
    }

    /// True if some query looks for a position that is given square by square, so that
    /// [`is_refused_by_positions`](Self::is_refused_by_positions) is worth asking.
    pub fn looks_up_positions(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.looks_up_positions())
    }

    /// The parts of a game that are read, in one line: all, or the moves only of games whose tags, or whose text, pass.
    pub fn reads(&self) -> String {
        if self.skims() {
            let needed: Vec<String> = self.planned.plans.iter().flat_map(|(plan, _)| plan.skimmed_text()).collect();
            return format!(
                "reads: tags and moves; plays the moves only of games whose text allows {}",
                needed.join(" or ")
            );
        }
        let tests: Option<Vec<Vec<String>>> =
            self.planned.plans.iter().map(|(plan, _)| plan.tag_tests_text()).collect();
        match tests {
            Some(tests) => {
                format!("reads: tags, then the moves only of games that pass {}", tests.concat().join(" or "))
            }
            None => "reads: tags and moves".into(),
        }
    }

    /// The plan as text: typed form, columns and automata of the plan that a query belongs to.
    pub fn explain(&self, query: usize) -> String {
        self.plan_of(query).map_or_else(String::new, |(plan, place)| plan.explain(place))
    }

    /// The automata of a query's sequences in the language of Graphviz, one graph for each.
    pub fn automata_dot(&self, query: usize) -> Vec<String> {
        self.plan_of(query).map_or_else(Vec::new, |(plan, place)| plan.dot(place))
    }

    /// The plan of a query and its place among the queries of that plan.
    pub(crate) fn plan_of(&self, query: usize) -> Option<(&Plan, usize)> {
        self.planned.plans.iter().find_map(|(plan, numbers)| Some((plan, numbers.iter().position(|&i| i == query)?)))
    }

    /// Searches a game with every query: one result per query, in their order. An error is one that only running a
    /// query can show, for example an unbound variable; it leaves the other queries alone. What headers say of whole games
    /// (`gamenumber`, `result`, `matchcount`) is left to the caller.
    ///
    /// `scratches` holds one scratch per plan; it grows as needed and is to be used with this set only.
    pub fn search_game(
        &self,
        game: &Game,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> Vec<Result<GameMatches, RunError>> {
        let mut results = Vec::new();
        self.search_game_with(game, scratches, &self.contexts(options), &mut results);
        results
    }

    /// By plan, what is the same in the searches of all games with these options.
    pub(crate) fn contexts(&self, options: &SearchOptions) -> Vec<GameContext> {
        let context = |(_, numbers): &(Plan, Vec<usize>)| {
            let headers = || numbers.iter().map(|&i| self.planned.queries[i].header());
            GameContext {
                comments: options.comments,
                paths: options.paths,
                constituents: options.constituents,
                quiet: headers().map(|header| header.quiet || header.silent).collect(),
                match_strings: match options.comments {
                    true => headers().map(|header| options.match_string(header)).collect(),
                    false => Vec::new(),
                },
                match_counts: headers().map(|header| header.match_count).collect(),
                last_game_number: options.last_game_number,
                files: options.files.clone(),
                compat: self.compat,
                control: Arc::clone(&options.control),
            }
        };
        self.planned.plans.iter().map(context).collect()
    }

    /// [`search_game`](Self::search_game) with contexts of this set. What was in `results` before is forgotten.
    pub(crate) fn search_game_with(
        &self,
        game: &Game,
        scratches: &mut Vec<Scratch>,
        contexts: &[GameContext],
        results: &mut Vec<Result<GameMatches, RunError>>,
    ) {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        results.clear();
        // All queries are in one plan, in their order, unless only some of them search variations.
        if let ([(plan, _)], [context], [scratch, ..]) = (&*self.planned.plans, contexts, &mut **scratches) {
            return search::search_game(plan, game, scratch, context, results);
        }
        results.resize_with(self.planned.queries.len(), || Ok(GameMatches::default()));
        let mut outcomes = Vec::new();
        for (((plan, numbers), context), scratch) in self.planned.plans.iter().zip(contexts).zip(scratches) {
            search::search_game(plan, game, scratch, context, &mut outcomes);
            for (place, (mut outcome, &number)) in outcomes.drain(..).zip(numbers).enumerate() {
                if let Ok(found) = &mut outcome
                    && place != number
                {
                    found.matches.iter_mut().for_each(|m| m.query = number);
                }
                results[number] = outcome;
            }
        }
    }

    /// The matches in a game, query by query, each in the order of position ids. The headers of the queries are obeyed:
    /// `gamenumber`, `result`, `matchcount`.
    ///
    /// Memory for the search is kept in the set, and threads may search at the same time. Persistent variables keep their
    /// values from game to game as long as one thread searches.
    ///
    /// # Errors
    ///
    /// If a query fails, for example because a variable has no value or a limit was reached.
    pub fn matches<'g>(&self, game: &'g Game) -> Result<Matches<'g>, RunError> {
        let spare = || self.planned.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratches = spare().pop().unwrap_or_default();
        let options = SearchOptions { paths: true, ..SearchOptions::default() };
        let results = self.search_game(game, &mut scratches, &options);
        spare().push(scratches);
        let mut matches = Vec::new();
        for (query, found) in self.queries().iter().zip(results) {
            let (scope, mut found) = (QueryScope::new(query.header(), None), found?.matches);
            if scope.sees(game.number()) && scope.takes(game) && scope.is_match(found.len()) {
                matches.append(&mut found);
            }
        }
        Ok(Matches { game, matches: matches.into_iter() })
    }
}

/// The matches in a game: see [`Query::matches`].
#[derive(Clone, Debug)]
pub struct Matches<'g> {
    game: &'g Game,
    matches: std::vec::IntoIter<Match>,
}

impl<'g> Iterator for Matches<'g> {
    type Item = Found<&'g Game>;

    fn next(&mut self) -> Option<Found<&'g Game>> {
        self.matches.next().map(|matched| Found::new(self.game, None, matched))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.matches.size_hint()
    }
}

impl ExactSizeIterator for Matches<'_> {}

/// Games of which only the positions are known.
struct Positions<'f>(&'f mut dyn FnMut(&Board) -> bool);

impl Known for Positions<'_> {
    /// They are main lines.
    fn may_vary(&mut self) -> bool {
        false
    }

    fn may_contain(&mut self, board: &Board) -> bool {
        (self.0)(board)
    }
}

/// Options for searching a game.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// True if comments are wanted for games that match.
    pub comments: bool,
    /// True if matches come with the paths of their sequences, which [`Found::moves`] needs. [`Query::matches`] and
    /// [`RunOptions`](crate::RunOptions) ask for them.
    pub paths: bool,
    /// True if these paths also say which constituent matched each position: see [`Path::matched_by`]. It takes time in
    /// proportion to the length of each match, and to the size of the sequence.
    ///
    /// [`Path::matched_by`]: crate::Path::matched_by
    pub constituents: bool,
    /// The comment at each matching position; if not given, the query's header decides, else `CQL`.
    pub match_string: Option<String>,
    /// The number of games of the run, for `lastgamenumber`.
    pub last_game_number: Option<u64>,
    /// Access to files for `readfile` and `writefile`; without it a query that uses them fails.
    pub files: Option<Arc<dyn Files>>,
    /// The controls of the run: searches that share one are ended together, and their steps are counted together.
    pub control: Arc<RunControl>,
}

impl SearchOptions {
    fn match_string(&self, header: &Header) -> Option<String> {
        if header.silent || header.quiet {
            return None;
        }
        let text = self.match_string.clone().or_else(|| header.match_string.clone()).unwrap_or_else(|| "CQL".into());
        (!text.is_empty()).then_some(text)
    }
}

/// One query, ready to run. A copy shares everything with the original.
///
/// ```
/// use tabiya::{Games, Query};
///
/// let query = Query::parse("next 2 9 (not check+ mate)")?;
/// let mut found = Vec::new();
/// for game in Games::from_reader("1. f3 e5 2. g4 Qh4# 0-1".as_bytes())? {
///     for found_here in query.matches(&game?)? {
///         found.push((found_here.position(), found_here.line()));
///     }
/// }
/// assert_eq!(found[1], (1, "1... e5 2. g4 Qh4#".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    set: QuerySet,
}

impl Query {
    /// Reads a query, in whatever dialect it is written.
    ///
    /// # Errors
    ///
    /// All independent errors of the text; the text of the error shows the places.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        Query::with_options(text, &QueryOptions::default())
    }

    /// Reads a query with options of its own.
    ///
    /// # Errors
    ///
    /// As [`Query::parse`].
    pub fn with_options(text: &str, options: &QueryOptions) -> Result<Query, QueryError> {
        let source = Source { name: "query".into(), text: text.into() };
        let parsed = ParsedQuery::parse(source, options)?;
        Ok(Query { set: QuerySet::new(vec![parsed], options)? })
    }

    /// Warnings: the query can run, but may not mean what its author intended.
    pub fn warnings(&self) -> &[Diagnostic] {
        self.set.queries()[0].warnings()
    }

    /// The query as a set of one.
    pub fn set(&self) -> &QuerySet {
        &self.set
    }

    /// The matches in a game, in the order of position ids. What the header of the query says of whole games is obeyed:
    /// `gamenumber`, `result`, `matchcount`. Files are searched faster with [`Query::search`].
    ///
    /// ```
    /// use tabiya::{Games, Query};
    ///
    /// let query = Query::parse("mate")?;
    /// for game in Games::open("examples/games/sample.pgn")? {
    ///     let game = game?;
    ///     for mate in query.matches(&game)? {
    ///         assert!(mate.board().is_check());
    ///         assert!(mate.san().is_none_or(|san| san.ends_with('#')));
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the query fails, for example because a variable has no value or a limit was reached.
    pub fn matches<'g>(&self, game: &'g Game) -> Result<Matches<'g>, RunError> {
        self.set.matches(game)
    }

    /// Searches a game and hands each match to `sink`, in order of position ids, until it breaks. For callers that keep the
    /// memory of the search themselves; [`Query::matches`] is easier.
    ///
    /// # Errors
    ///
    /// If evaluation fails, for example because a variable has no value or a limit was reached. Then `sink` is not called for
    /// this game.
    pub fn run(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        mut sink: impl FnMut(&Match) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let options = SearchOptions { paths: true, ..SearchOptions::default() };
        for found in &self.search_game(game, scratch, &options)?.matches {
            if sink(found).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// True if the query matches nowhere in a game, as far as its tags alone can show it; as
    /// [`QuerySet::is_refused_by_tags`].
    ///
    /// ```
    /// use tabiya::game::{RawGame, Reading};
    /// use tabiya::{Game, Query, Scratch, SearchOptions};
    ///
    /// let query = Query::parse(r#"player "Tal" mate"#)?;
    /// let (mut scratch, options) = (Scratch::new(), SearchOptions::default());
    /// let raw = RawGame::from_bytes(b"[White \"Karpov\"] 1. f3 e5 2. g4 Qh4# 0-1");
    /// let mut game = Game::new();
    /// let is_refused = |game: &Game| query.is_refused_by_tags(game, &mut scratch, &options);
    /// assert!(!game.parse_unless(&raw, &Reading::default(), is_refused));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_refused_by_tags(&self, game: &Game, scratch: &mut Scratch, options: &SearchOptions) -> bool {
        let mut scratches = vec![std::mem::take(scratch)];
        let refused = self.set.is_refused_by_tags(game, &mut scratches, options);
        *scratch = scratches.swap_remove(0);
        refused
    }

    /// Searches a game: matches, comments and sort values. As [`QuerySet::search_game`].
    ///
    /// # Errors
    ///
    /// As [`Query::run`].
    pub fn search_game(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        options: &SearchOptions,
    ) -> Result<GameMatches, RunError> {
        let mut scratches = vec![std::mem::take(scratch)];
        let mut results = self.set.search_game(game, &mut scratches, options);
        *scratch = scratches.swap_remove(0);
        results.swap_remove(0)
    }
}

fn query_error(query: &ParsedQuery, error: PlanError) -> QueryError {
    let diagnostic = match error {
        PlanError::Lower(error) => {
            let diagnostic = Diagnostic::error(error.code, error.span, error.message);
            match error.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        }
        PlanError::Build(message, span) => Diagnostic::error("automaton-limit", span, message)
            .help("make the bounds of repetitions smaller; leave out an upper bound that no game reaches: `{3,}`"),
    };
    query.parts.error(vec![diagnostic], Omitted::default(), &ReadingLimits::default())
}
