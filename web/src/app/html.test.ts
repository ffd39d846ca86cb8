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

test("links open beside the page; those within the book are text", () => {
  expect(shown('<a href="https://example.org/">x</a>')).toContain('rel="noreferrer noopener"');
  expect(shown('<a href="../mates.html">x</a>')).toBe("<a>x</a>");
});
