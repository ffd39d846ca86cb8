// HTML of the book, which the server sends; its links open beside the page and it can run nothing.
//
// The policy of the page allows no inline style, script or picture, so that no name or comment of a game can ever run. HTML
// comes from the book only, and only elements without effect are taken from it.

import { useMemo } from "preact/hooks";

const ALLOWED = new Set(
  "A ABBR B BLOCKQUOTE BR CODE DD DEL DIV DL DT EM H1 H2 H3 H4 H5 H6 HR I KBD LI OL P PRE S SMALL SPAN STRONG SUB SUP TABLE TBODY TD TH THEAD TR UL VAR".split(
    " ",
  ),
);

/** Copies what is allowed of a node; what is not allowed leaves its text. */
function copy(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      to.appendChild(document.createTextNode(node.textContent ?? ""));
    } else if (node instanceof Element) {
      if (node.tagName === "SCRIPT" || node.tagName === "STYLE") continue;
      if (!ALLOWED.has(node.tagName)) {
        copy(node, to);
        continue;
      }
      const element = document.createElement(node.tagName);
      if (node.className) element.className = node.className;
      const href = node.getAttribute("href");
      if (element instanceof HTMLAnchorElement && href && /^https?:/.test(href)) {
        element.href = href;
        element.target = "_blank";
        element.rel = "noreferrer noopener";
      }
      copy(node, element);
      to.appendChild(element);
    }
  }
}

/** The allowed part of a text of HTML. */
export function sanitized(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  copy(parsed.body, fragment);
  return fragment;
}

export function Html({ html, class: name }: { html: string; class?: string }) {
  const fragment = useMemo(() => sanitized(html), [html]);
  return (
    <div
      class={`book ${name ?? ""}`}
      ref={(element) => {
        element?.replaceChildren(fragment.cloneNode(true));
      }}
    />
  );
}
