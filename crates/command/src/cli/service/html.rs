//! Text of the book as HTML that a page may show: no HTML of its own, no links but those to pages on the net.

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// Markdown as HTML. Headings are one step smaller than in the book, so that they fit into a part of a page.
pub(super) fn html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    // For each link that is open, whether it stays.
    let mut links = Vec::new();
    let events = Parser::new_ext(markdown, options).filter_map(|event| match event {
        // The book hides notes about its examples and diagrams in comments.
        Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--") => None,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let stays = is_web(&dest_url) && link_type != LinkType::Email;
            links.push(stays);
            stays.then_some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        Event::End(TagEnd::Link) => links.pop().unwrap_or(false).then_some(Event::End(TagEnd::Link)),
        // Nothing is loaded from anywhere.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::CodeBlock(_)) => {
            Some(Event::Start(Tag::CodeBlock(pulldown_cmark::CodeBlockKind::Fenced(CowStr::Borrowed("")))))
        }
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
        let link = html("[book](https://example.com/a) and [page](page.md)");
        assert_eq!(link.trim(), "<p><a href=\"https://example.com/a\">book</a> and page</p>");
    }
}
