// The query: its editor, the dialect, what is wrong with it and what it says in words.

import { redo, undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Dialect } from "../api/types";
import { Check } from "../app/check";
import { Select } from "../app/header";
import { Marked } from "../app/marked";
import type { Checked, Store } from "../app/store";
import { withLineKept } from "../conditions/line";
import { t } from "../i18n";
import { LiveCount } from "./count";
import { Diagnostics } from "./diagnostics";
import { createEditor, replace, setText } from "./editor";
import { showCheck, showHighlight } from "./marks";
import { Parameters } from "./parameters";
import { Readings } from "./readings";

interface Props {
  store: Store;
  handle: { current: { focus(): void } | null };
}

export function Query({ store, handle }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = createEditor(place.current, store);
    view.current = editor;
    handle.current = editor;
    Object.assign(store.steps, { undo: () => undo(editor), redo: () => redo(editor) });
    const stops = [
      effect(() => setText(editor, store.query.value)),
      effect(() => {
        const checked = store.checked.value;
        if (checked) showCheck(editor, checked.query, checked.check);
      }),
      effect(() => showHighlight(editor, store.highlight.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      editor.destroy();
      view.current = null;
    };
  }, [store, handle]);

  const checked = useSaid(store);
  const current = checked?.query === store.query.value ? checked : null;
  const formatted = current?.check.formatted && withLineKept(current.query, current.check.formatted);
  return (
    <section class="card query" id="query" aria-labelledby="query-heading">
      <div class="card-head">
        <h2 id="query-heading">{t("query.title")}</h2>
        <DialectChoice store={store} />
        <Check
          checked={store.variations.value}
          onChange={(checked) => {
            store.variations.value = checked;
          }}
        >
          {t("query.variations")}
        </Check>
      </div>
      <div class="editor" ref={place} />
      <div class="query-actions">
        <RunButton store={store} />
        <LiveCount store={store} />
        {formatted !== undefined && formatted.trim() !== store.query.value.trim() && (
          <button type="button" class="button" onClick={() => store.setQuery(formatted.trimEnd())}>
            {t("query.format")}
          </button>
        )}
        <span class="quiet keys-hint" id="query-keys">
          {t("query.keys")}
        </span>
      </div>
      <Parameters store={store} />
      <div class="query-says">
        {/* Nobody has asked anything yet where there is no text. */}
        {checked?.query.trim() && (
          <Diagnostics
            variations={store.variations}
            diagnostics={checked.check.diagnostics}
            query={checked.query}
            stale={!current}
            onFix={(fix) => view.current && replace(view.current, fix.from, fix.to, fix.text)}
            onPlace={(from, to) => {
              const editor = view.current;
              if (!editor) return;
              const length = editor.state.doc.length;
              editor.dispatch({
                selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
                scrollIntoView: true,
              });
              editor.focus();
            }}
          />
        )}
        {checked?.check.readings && <Readings store={store} readings={checked.check.readings} />}
        {checked?.check.ok && checked.check.words && (
          <details class={`words ${current ? "" : "stale"}`} open>
            <summary>{t("query.words")}</summary>
            <p>
              <Marked text={checked.check.words} />
            </p>
            {checked.check.order && <p class="quiet order">{checked.check.order}</p>}
          </details>
        )}
      </div>
    </section>
  );
}

/** Milliseconds without a letter after which what is below the text may change. */
const REST = 500;

/**
 * What is said of the text. While somebody types it stays as it was, since a word that is half there is an error for a
 * moment, and everything below would move with each letter.
 */
function useSaid(store: Store): Checked | null {
  const said = useSignal<Checked | null>(store.checked.peek());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = store.refused.peek();
    const stop = effect(() => {
      const checked = store.checked.value;
      const refused = store.refused.value;
      clearTimeout(timer);
      const atOnce = !store.isTyped || refused !== asked;
      asked = refused;
      const say = () => {
        said.value = checked;
      };
      if (atOnce) say();
      else timer = setTimeout(say, REST);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, said]);
  return said.value;
}

function RunButton({ store }: { store: Store }) {
  return (
    <button
      type="button"
      class="button primary"
      onClick={() => {
        store.panel.value = "answers";
        void store.run();
      }}
    >
      {t("query.search")}
    </button>
  );
}

function DialectChoice({ store }: { store: Store }) {
  return (
    <Select
      label={t("query.dialect")}
      value={store.dialect.value ?? ""}
      options={[
        ["", t("query.dialect.auto")],
        ["6", "CQL 6"],
        ["5", "CQL 5"],
      ]}
      onChange={(value) => {
        store.dialect.value = value === "" ? null : (value as Dialect);
      }}
    />
  );
}
