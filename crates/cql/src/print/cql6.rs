//! Filters of CQL 6 beyond the core as text.

use super::Printer;
use super::parenthesize::ends_in_open_if;
use crate::ast::{Dictionary, Filter, Function, GroupKey, Kind, Outside, PinPart};
use crate::level;

impl Printer {
    pub(super) fn beyond(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::If { test, then, otherwise } => self.conditional(test, then, otherwise.as_deref()),
            Kind::While { test, body } => {
                self.word("while ");
                self.list(std::slice::from_ref(test), '(', ')');
                self.argument(body, level::OR);
            }
            Kind::Loop(body) => {
                self.word("loop");
                self.argument(body, level::OR);
            }
            Kind::IsBound { name, negated } => {
                self.word(if *negated { "isunbound" } else { "isbound" });
                self.literal(&name.text);
            }
            Kind::Unbind(name) => {
                self.word("unbind");
                self.word(&name.text);
            }
            Kind::Assert(body) => {
                self.word("assert");
                self.argument(body, level::OR);
            }
            Kind::Function(function) => self.function(function),
            Kind::Call(call) => {
                self.word(&call.function.text);
                let values: Vec<Filter> = call.arguments.iter().map(|argument| argument.value.clone()).collect();
                self.list(&values, '(', ')');
            }
            Kind::Pin(params) => {
                self.word("pin");
                for (part, set) in params {
                    self.word(match part {
                        PinPart::From => "from",
                        PinPart::Through => "through",
                        PinPart::To => "to",
                    });
                    self.argument(set, level::COLON);
                }
            }
            Kind::MakeSquare(parts) => {
                self.word("makesquare");
                self.extreme(parts);
            }
            Kind::FenPattern(board) => {
                self.word("fen");
                self.literal(board);
            }
            Kind::Regex { text, pattern } => {
                self.argument(text, level::POSTFIX);
                self.word("~~");
                self.literal(pattern);
            }
            Kind::Group { group, start } => {
                let sign = if *start { "\\-" } else { "\\" };
                self.word(&match group {
                    GroupKey::Number(number) => format!("{sign}{number}"),
                    GroupKey::Name(name) => format!("{sign}{{{name}}}"),
                });
            }
            Kind::Outside(outside) => self.outside(outside),
            Kind::Hhdb { key, search } => {
                self.word("hhdb");
                self.word(&key.text());
                if let Some(search) = search {
                    self.literal(search);
                }
            }
            Kind::Dash(dash) => self.dash(dash),
            Kind::Legal { pseudo, dash } => {
                self.word(if *pseudo { "pseudolegal" } else { "legal" });
                self.argument(dash, level::DASH);
            }
            Kind::CountMoves(dash) => {
                self.word("countmoves");
                self.argument(dash, level::DASH);
            }
            Kind::CurrentMove(dash) => {
                self.word("currentmove");
                self.argument(dash, level::DASH);
            }
            Kind::Path(path) => self.path(path),
            Kind::Imagine(edits) => self.imagine(edits),
            Kind::TransformNames(_) => self.word("currenttransform"),
            _ => self.entries(filter),
        }
    }

    fn entries(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Dictionary(of) => self.dictionary(of),
            Kind::Entry { of, key } => self.entry(of, key),
            Kind::AssignEntry { of, key, value } => {
                self.entry(of, key);
                self.text.push_str(" =");
                self.argument(value, level::OR);
            }
            Kind::Entries(of) => {
                self.word("#");
                self.dictionary(of);
            }
            Kind::UnbindEntries { of, key } => {
                self.word("unbind");
                match key {
                    Some(key) => self.entry(of, key),
                    None => self.dictionary(of),
                }
            }
            Kind::EachKey(each) => {
                if each.string {
                    self.word("string");
                }
                self.word(&each.name.text);
                self.word(if each.string { "in" } else { "[element]" });
                self.dictionary(&each.of);
                self.argument(&each.body, level::OR);
            }
            _ => self.relation(filter),
        }
    }

    fn relation(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Echo(echo) => {
                self.word("echo");
                self.flag(echo.quiet, "quiet");
                self.text.push_str(&format!(" ({} {})", echo.source.text, echo.target.text));
                self.flag(echo.all, "in all");
                self.argument(&echo.body, level::OR);
            }
            Kind::CommonMoves(common) => {
                self.word("consecutivemoves");
                self.flag(common.quiet, "quiet");
                self.range(common.range.as_ref(), false);
                self.text.push_str(&format!(" ({} {})", common.first.text, common.second.text));
            }
            Kind::Similar(similar) => {
                self.word("similarposition");
                self.flag(similar.no_sort, "nosort");
                self.flag(similar.no_transform, "notransform");
                self.literal(&similar.file);
            }
            _ => self.word("true"),
        }
    }

    fn dictionary(&mut self, of: &Dictionary) {
        match of.declared {
            Some(true) => self.word("local dictionary"),
            Some(false) => self.word("dictionary"),
            None => {}
        }
        self.word(&of.name.text);
    }

    /// `D[ k ]`: the blanks keep a key from being read as part of something else.
    fn entry(&mut self, of: &Dictionary, key: &Filter) {
        self.dictionary(of);
        self.text.push('[');
        self.text.push(' ');
        let wild = std::mem::replace(&mut self.wild, false);
        let items = std::mem::replace(&mut self.items, false);
        self.expr(key, level::OR);
        (self.wild, self.items) = (wild, items);
        self.text.push_str(" ]");
    }

    fn conditional(&mut self, test: &Filter, then: &Filter, otherwise: Option<&Filter>) {
        self.word("if");
        self.argument(test, level::OR);
        self.word("then");
        if otherwise.is_some() && ends_in_open_if(then, self.five) {
            self.in_braces(then);
        } else {
            self.argument(then, level::OR);
        }
        if let Some(otherwise) = otherwise {
            self.word("else");
            self.argument(otherwise, level::OR);
        }
    }

    fn outside(&mut self, outside: &Outside) {
        match outside {
            Outside::SetTag { name, value } => {
                self.word("settag(");
                self.literal(name);
                self.argument(value, level::OR);
                self.text.push(')');
            }
            Outside::ReadFile(name) => {
                self.word("readfile");
                self.argument(name, level::SUM);
            }
            Outside::WriteFile { name, text } => {
                self.word("writefile");
                self.pair_list(name, text, level::SUM);
            }
            Outside::Abort => self.word("cql_abort"),
            Outside::AssertVariations(text) => {
                self.word("cql_assertvariations");
                self.literal(text);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        self.word("function ");
        self.text.push_str(&function.name.text);
        let params: Vec<&str> = function.params.iter().map(|param| param.text.as_str()).collect();
        self.text.push_str(&format!("({}) {}", params.join(" "), function.body));
    }
}
