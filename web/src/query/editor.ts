// The editor of the query: CodeMirror with completion and hover from the book.
//
// Enter searches: most queries are one line, and the report, the terminal and search fields all work like that. Shift+Enter
// starts a new line. Tab leaves the editor, as it leaves every field, unless a word is being completed.

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewline, isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, placeholder, tooltips } from "@codemirror/view";
import type { CompletionItem, Diagnostic } from "../api/types";
import { sanitized } from "../app/html";
import type { Store } from "../app/store";
import { openPage } from "../book/open";
import { t } from "../i18n";
import { marks, withoutMarks } from "./marks";

function asNode(store: Store, html: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "book";
  element.append(sanitized(html));
  element.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button?.dataset.page) openPage(store, button.dataset.page);
  });
  return element;
}

function asCompletion(store: Store, item: CompletionItem): Completion {
  const about = async () => {
    const word = await store.api.word({ word: item.label }).catch(() => null);
    return word && asNode(store, word.html);
  };
  return {
    label: item.label,
    type: item.kind,
    ...(item.detail ? { detail: item.detail } : {}),
    ...(item.kind === "word" ? { info: about } : {}),
  };
}

async function complete(store: Store, context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\w.♔-♟]+$/);
  if (!before && !context.explicit) return null;
  const control = new AbortController();
  context.addEventListener("abort", () => control.abort());
  try {
    const query = context.state.doc.toString();
    const found = await store.api.complete(
      { query, at: context.pos, dialect: store.dialect.peek() },
      control.signal,
    );
    // A word that is there already is not offered alone.
    const typed = query.slice(found.from, context.pos);
    if (found.items.length === 1 && found.items[0]?.label === typed) return null;
    return {
      from: found.from,
      options: found.items.map((item) => asCompletion(store, item)),
      validFor: /^\w*$/,
    };
  } catch {
    // Completion is a convenience: without an answer there is nothing to complete.
    return null;
  }
}

/** What the pointer rests on: a fault's message first, then the book. */
function hover(store: Store): Extension {
  return hoverTooltip(
    async (view, at) => {
      const query = view.state.doc.toString();
      const checked = store.checked.peek();
      const faults: Diagnostic[] =
        checked?.query === query
          ? checked.check.diagnostics.filter((each) => each.from <= at && at <= each.to)
          : [];
      const book = await store.api.hover({ query, at, dialect: store.dialect.peek() }).catch(() => null);
      const place = faults[0] ?? book;
      if (!place) return null;
      return {
        pos: place.from,
        end: place.to,
        above: true,
        create: () => {
          const dom = document.createElement("div");
          dom.className = "hover";
          for (const fault of faults) {
            const line = document.createElement("p");
            line.className = `hover-fault ${fault.severity}`;
            line.textContent = fault.message;
            dom.append(line);
          }
          if (book) dom.append(asNode(store, book.html));
          return { dom };
        },
      };
    },
    { hoverTime: 350 },
  );
}

/** Accepts the chosen completion, or the first one. */
function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (!selectedCompletion(view.state)) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

function keys(store: Store): Extension {
  const run = (view: EditorView) => {
    closeCompletion(view);
    void store.run();
    return true;
  };
  const choosing = (view: EditorView) =>
    completionStatus(view.state) === "active" && selectedCompletion(view.state) !== null;
  return Prec.highest(
    keymap.of([
      { key: "Mod-Enter", run },
      // A chosen completion is accepted by the completion's own key.
      { key: "Enter", run: (view) => !choosing(view) && run(view), shift: insertNewline },
      // Tab leaves the editor, as it leaves every field, unless something can be completed.
      { key: "Tab", run: acceptFirst },
    ]),
  );
}

export function createEditor(parent: HTMLElement, store: Store): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: store.query.peek(),
      extensions: [
        EditorView.cspNonce.of(nonce),
        keys(store),
        history(),
        closeBrackets(),
        autocompletion({
          override: [(context) => complete(store, context)],
          // Nothing is chosen until the reader chooses, so that Enter searches.
          selectOnOpen: false,
          interactionDelay: 0,
          icons: false,
          maxRenderedOptions: 50,
        }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        marks,
        overMarked,
        hover(store),
        tooltips({ position: "fixed" }),
        EditorView.lineWrapping,
        placeholder(t("query.placeholder")),
        EditorView.contentAttributes.of({
          "aria-label": t("query.label"),
          "aria-describedby": "query-keys",
          spellcheck: "false",
          autocorrect: "off",
          autocapitalize: "off",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) store.query.value = update.state.doc.toString();
        }),
      ],
    }),
  });
}

/**
 * Text that an input method puts in the place of marked text is put there by the editor: the browser would keep the colours
 * of what it replaces as a style of the element, which the policy of the page forbids.
 */
const overMarked = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || empty || event.isComposing) return false;
    const plain = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, plain));
    if (!isTaken) view.dispatch(plain());
    event.preventDefault();
    return true;
  },
});

/** Replaces a part of the text, as one step that can be undone. */
export function replace(view: EditorView, from: number, to: number, text: string): void {
  const length = view.state.doc.length;
  view.dispatch({
    changes: { from: Math.min(from, length), to: Math.min(to, length), insert: text },
    annotations: isolateHistory.of("full"),
  });
  view.focus();
}

/** Puts another text into the editor. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    effects: withoutMarks(),
    annotations: isolateHistory.of("full"),
  });
}
