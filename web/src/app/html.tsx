// HTML of the book, which the server sends; its links open beside the page, its positions are drawn, and it can run nothing.
//
// The policy of the page allows no inline style, script or picture, so that no name or comment of a game can ever run. HTML
// comes from the book only, and only elements without effect are taken from it.

import { render } from "preact";
import { useMemo } from "preact/hooks";
import { Diagram } from "../board/diagram";
import { t } from "../i18n";

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
      if (node.className === "diagram") {
        to.appendChild(drawn(node.textContent ?? ""));
        continue;
      }
      const page = node.getAttribute("href")?.match(/^page:(.+)/)?.[1];
      const element = page ? buttonOf("link", { page }) : document.createElement(node.tagName);
      if (!page && node.className) element.className = node.className;
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

/** The position of a text. */
function drawn(text: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "book-diagram";
  render(<Diagram text={text} label={t("book.position")} />, element);
  return element;
}

/** A button, which is known by what is in its data. */
function buttonOf(name: string, data: DOMStringMap): HTMLElement {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: name });
  Object.assign(button.dataset, data);
  return button;
}

/** The allowed part of a text of HTML. */
export function sanitized(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  copy(parsed.body, fragment);
  return fragment;
}

interface Props {
  html: string;
  class?: string;
  /** Opens a page of the book. */
  onPage?(page: string): void;
  /** Tries a query. */
  onQuery?(query: string): void;
}

export function Html({ html, class: name, onPage, onQuery }: Props) {
  const fragment = useMemo(() => {
    const all = sanitized(html);
    for (const code of onQuery ? all.querySelectorAll("pre > code.language-cql") : []) {
      const button = buttonOf("button try", { try: "true" });
      button.textContent = t("book.try");
      code.after(button);
    }
    return all;
  }, [html]);
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button?.dataset.page) onPage?.(button.dataset.page);
    else if (button?.dataset.try) onQuery?.(button.previousElementSibling?.textContent?.trimEnd() ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
    <div
      class={`book ${name ?? ""}`}
      onClick={onClick}
      ref={(element) => {
        element?.replaceChildren(fragment.cloneNode(true));
      }}
    />
  );
}
