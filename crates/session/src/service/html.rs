//! Text of the book as HTML that a page may show: no HTML of its own, no links but those to pages on the net.

use crate::book::resolved;
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// What begins a note about a diagram, which says its position.
const DIAGRAM: &str = "<!-- diagram ";

/// Markdown as HTML.
pub(super) fn html(markdown: &str) -> String {
    written(markdown, &|target| (is_web(target) || target.starts_with("page:")).then(|| target.to_owned()))
}

/// A page of the book. Links to other pages have their names, `page:moves/move`, and a query is told from other code.
pub(super) fn page_html(page: &str, markdown: &str) -> String {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    written(markdown, &|target| match target {
        _ if is_web(target) => Some(target.to_owned()),
        _ => Some(format!("page:{}", resolved(folder, target.split_once(".md")?.0))),
    })
}

/// `link` gives the target that a link has on the page; without one it becomes text. A note about a diagram becomes a block with
/// the position, which the page draws.
fn written(markdown: &str, link: &dyn Fn(&str) -> Option<String>) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    // For each link that is open, whether it stays.
    let mut links = Vec::new();
    let events = Parser::new_ext(markdown, options).filter_map(|event| match event {
        Event::Html(text) if text.starts_with(DIAGRAM) => {
            let position = text.trim().trim_start_matches(DIAGRAM).trim_end_matches("-->").trim();
            let plain = position.chars().filter(|sign| sign.is_ascii_alphanumeric() || " /-|".contains(*sign));
            Some(Event::Html(format!("<pre class=\"diagram\">{}</pre>\n", plain.collect::<String>()).into()))
        }
        // The book hides notes about its examples in comments.
        Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--") => None,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let target = link(&dest_url).filter(|_| link_type != LinkType::Email);
            links.push(target.is_some());
            target.map(|target| Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id }))
        }
        Event::End(TagEnd::Link) => links.pop().unwrap_or(false).then_some(Event::End(TagEnd::Link)),
        // Nothing is loaded from anywhere.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(marks))) => {
            let kind = if marks.starts_with("cql") { "cql" } else { "" };
            Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(CowStr::Borrowed(kind)))))
        }
        // Columns are set by styles in the text, which the policy of the page forbids.
        Event::Start(Tag::Table(columns)) => Some(Event::Start(Tag::Table(vec![Alignment::None; columns.len()]))),
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

fn is_web(target: &str) -> bool {
    target.starts_with("https://") || target.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_text_comes_through() {
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[a](javascript:alert(1))",
            "[a](data:text/html,x)",
            "![x](http://example.com/a.png)",
            "<div onclick=\"x\">\n\ntext\n\n</div>",
            "```\"><script>\nx\n```",
            "<javascript:alert(1)>",
        ] {
            let out = html(hostile);
            for bad in ["<script", "<img", "<div", "href=\"j", "href=\"d"] {
                assert!(!out.contains(bad), "{hostile}: {out}");
            }
        }
        assert_eq!(html("a *b* `c` <!-- note -->").trim(), "<p>a <em>b</em> <code>c</code> </p>");
        assert_eq!(
            html("<!-- diagram 8/8/8/8/8/8/8/K6k w - - 0 1 | mark a1 \"<i> -->\n![x](a.svg)").trim(),
            "<pre class=\"diagram\">8/8/8/8/8/8/8/K6k w - - 0 1 | mark a1 i</pre>\n<p>x</p>"
        );
        assert_eq!(html("```cql,comments\nmate\n```").trim(), "<pre><code class=\"language-cql\">mate\n</code></pre>");
        assert!(!html("|a|\n|:-:|\n|b|").contains("style"));
        let link = html("[book](https://example.com/a) and [page](page.md)");
        assert_eq!(link.trim(), "<p><a href=\"https://example.com/a\">book</a> and page</p>");
        assert!(html("[flip](page:transforms/flip)").contains("<a href=\"page:transforms/flip\">"));
        let page = page_html("moves/move", "[a](../tree/index.md#x) [b](legal.md) [c](../words.md) [d](x.svg)");
        let links =
            "<a href=\"page:tree/index\">a</a> <a href=\"page:moves/legal\">b</a> <a href=\"page:words\">c</a> d";
        assert_eq!(page.trim(), format!("<p>{links}</p>"));
    }
}
