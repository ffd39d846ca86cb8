import { expect, test } from "vitest";
import { sanitized } from "./html";

function shown(html: string): string {
  const element = document.createElement("div");
  element.append(sanitized(html));
  return element.innerHTML;
}

test("the book's text stays as it is", () => {
  const html = '<p>A <b>word</b> of <code class="language-cql">mate</code></p><ul><li>x</li></ul>';
  expect(shown(html)).toBe(html);
});

test("what could run is left out", () => {
  expect(shown('<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>')).toBe(
    "<p>a</p>",
  );
  expect(shown("<svg><style>*{}</style><a href='javascript:x()'>b</a></svg>")).not.toContain("javascript");
});

test("a position is drawn, and a link within the book is a button", () => {
  const diagram = shown('<pre class="diagram">8/8/8/8/8/8/8/K6k w - - 0 1 | mark a1 | arrow a1b2</pre>');
  expect(diagram).toContain("piece-wK");
  expect(diagram).toContain("mark-red");
  expect(diagram).toContain("arrow-green");
  expect(shown('<a href="page:moves/move">x</a>')).toBe(
    '<button type="button" class="link" data-page="moves/move">x</button>',
  );
});

test("links open beside the page; other files are text", () => {
  expect(shown('<a href="https://example.org/">x</a>')).toContain('rel="noreferrer noopener"');
  expect(shown('<a href="../mates.html">x</a>')).toBe("<a>x</a>");
});
