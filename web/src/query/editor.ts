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
import {
  defaultKeymap,
  history,
  historyKeymap,
  insertNewline,
  invertedEffects,
  isolateHistory,
} from "@codemirror/commands";
import { EditorState, type Extension, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, placeholder, tooltips } from "@codemirror/view";
import { batch } from "@preact/signals";
import type { CompletionItem, Diagnostic } from "../api/types";
import { sanitized } from "../app/html";
import type { Options, Store } from "../app/store";
import { openPage } from "../book/open";
import { type Asked, askedIn, NOTHING } from "../conditions/asked";
import { inQuery, inText, lineOf } from "../conditions/line";
import { write } from "../conditions/model";
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
    const written = store.written.peek();
    const found = await store.api.complete(
      { query: written.query, at: inQuery(written, context.pos), dialect: store.dialect.peek() },
      control.signal,
    );
    // Who has gone elsewhere meanwhile completes nothing.
    if (context.view?.hasFocus === false) return null;
    const from = inText(written, found.from);
    // A word that is there already is not offered alone.
    const typed = context.state.sliceDoc(from, context.pos);
    if (found.items.length === 1 && found.items[0]?.label === typed) return null;
    return {
      from,
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
    async (_, place) => {
      const written = store.written.peek();
      const { query } = written;
      const at = inQuery(written, place);
      const checked = store.checked.peek();
      const faults: Diagnostic[] =
        checked?.query === query
          ? checked.check.diagnostics.filter((each) => each.from <= at && at <= each.to)
          : [];
      const book = await store.api.hover({ query, at, dialect: store.dialect.peek() }).catch(() => null);
      const about = faults[0] ?? book;
      if (!about) return null;
      return {
        pos: inText(written, about.from),
        end: inText(written, about.to),
        above: true,
        create: () => {
          const dom = document.createElement("div");
          dom.className = "hover";
          for (const fault of faults) {
            const line = document.createElement("p");
            line.className = `hover-fault ${fault.severity === "error" ? "problem" : "limit"}`;
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

type Besides = Pick<Asked, "conditions" | "off"> & Options;

const setBesides = StateEffect.define<Besides>();

const NOTHING_BESIDES: Besides = { ...NOTHING, dialect: null, variations: false, values: {} };

/** The question apart from its text: the history of the editor has all of it. */
const besides = StateField.define<Besides>({
  create: () => NOTHING_BESIDES,
  update: (value, { effects }) => effects.findLast((each) => each.is(setBesides))?.value ?? value,
});

/** Conditions of a query that somebody types or pastes become those of the page. */
const lifted = (store: Store): Extension =>
  EditorState.transactionFilter.of((transaction) => {
    const line = transaction.docChanged ? lineOf(transaction.newDoc.toString()) : null;
    if (!line) return transaction;
    const before = transaction.startState.field(besides);
    const asked = askedIn(transaction.newDoc.toString(), store.parts.peek(), before.off);
    const changes = { from: line.from, to: line.to };
    return [transaction, { changes, effects: setBesides.of({ ...before, ...asked }), sequential: true }];
  });

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
      doc: store.asked.peek().text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        keys(store),
        history(),
        besides.init(() => ({ ...store.asked.peek(), ...store.options.peek() })),
        invertedEffects.of(({ effects, startState }) =>
          effects.flatMap((each) => (each.is(setBesides) ? [setBesides.of(startState.field(besides))] : [])),
        ),
        lifted(store),
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
          const now = update.state.field(besides);
          // Marks say nothing of the question, which may be on its way to the editor.
          if (!update.docChanged && now === update.startState.field(besides)) return;
          const { conditions, off, ...options } = now;
          batch(() => {
            store.asked.value = { conditions, off, text: update.state.doc.toString() };
            store.setOptions(options);
          });
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

/** Selects a part of the text, and goes there. */
export function select(view: EditorView, from: number, to: number): void {
  const length = view.state.doc.length;
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}

/** Puts the question into the editor. */
export function setAsked(view: EditorView, asked: Asked & Options): void {
  const now = view.state.field(besides);
  const isOther = view.state.doc.toString() !== asked.text;
  const parts = ["conditions", "off", "dialect", "variations", "values"] as const;
  if (!isOther && parts.every((part) => now[part] === asked[part])) return;
  const said = ({ conditions, off, dialect, variations, values }: Besides) =>
    JSON.stringify([write(conditions), write(off), dialect, variations, values]);
  // A recipe that is known as one now was there before.
  const isStep = isOther || said(now) !== said(asked);
  view.dispatch({
    ...(isOther && { changes: { from: 0, to: view.state.doc.length, insert: asked.text } }),
    effects: [setBesides.of(asked), ...(isOther ? withoutMarks() : [])],
    annotations: isStep ? isolateHistory.of("full") : Transaction.addToHistory.of(false),
  });
}
