// The query: its editor, the dialect, what is wrong with it and what it says in words.

import { redo, undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { effect, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button, Check, Select, setTo, setterOf } from "../app/controls";
import { Marked } from "../app/marked";
import type { Checked, Store } from "../app/store";
import { Chips } from "../conditions/chips";
import { formattedText, inText } from "../conditions/line";
import { t } from "../i18n";
import { LiveCount } from "./count";
import { Diagnostics } from "./diagnostics";
import { createEditor, replace, select, setAsked } from "./editor";
import { showCheck, showHighlight } from "./marks";
import { Parameters } from "./parameters";
import { Readings } from "./readings";

export function Query({ store }: { store: Store }) {
  const [place, view] = useEditor(store);
  const checked = useSaid(store);
  const current = checked?.query === store.query.value ? checked : null;
  const written = store.written.value;
  const { text } = store.asked.value;
  const formatted = current?.check.formatted && formattedText(written, current.check.formatted);
  return (
    <section class="card query spaced-3" id="query" aria-labelledby="query-heading">
      <div class="card-head row flows flow-gap">
        <h2 id="query-heading" class="at-start">
          {t("query.title")}
        </h2>
        <DialectChoice store={store} />
        <Check checked={store.variations.value} onChange={setterOf(store.variations)}>
          {t("query.variations")}
        </Check>
      </div>
      <Chips store={store} />
      <div class="editor" ref={place} />
      <div class="query-actions row flows gap-2">
        <RunButton store={store} />
        <LiveCount store={store} />
        {formatted !== undefined && formatted.trim() !== text.trim() && (
          <Button onClick={() => store.setText(formatted.trimEnd())}>{t("query.format")}</Button>
        )}
        <span class="quiet keys-hint tiny" id="query-keys">
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
            query={text}
            place={(at) => inText(written, at)}
            stale={!current}
            onFix={(fix) => view.current && replace(view.current, fix.from, fix.to, fix.text)}
            onPlace={(from, to) => view.current && select(view.current, from, to)}
          />
        )}
        {checked?.check.readings && <Readings store={store} readings={checked.check.readings} />}
        {checked?.check.ok && checked.check.words && (
          <details class={`words above-2 ${current ? "" : "stale"}`} open>
            <summary class="quiet">{t("query.words")}</summary>
            <p class="above-1 breaks pre">
              <Marked text={checked.check.words} />
            </p>
            {checked.check.order && <p class="quiet small above-1 breaks">{checked.check.order}</p>}
          </details>
        )}
      </div>
    </section>
  );
}

/** The editor of the question, and the element in which it is. */
function useEditor(store: Store) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = createEditor(place.current, store);
    view.current = editor;
    Object.assign(store.steps, { undo: () => undo(editor), redo: () => redo(editor) });
    const stops = [
      effect(() => setAsked(editor, { ...store.asked.value, ...store.options.value })),
      effect(() => {
        const checked = store.checked.value;
        if (checked?.query === store.query.value) showCheck(editor, store.written.value, checked.check);
      }),
      effect(() => showHighlight(editor, store.written.value, store.highlight.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      editor.destroy();
      view.current = null;
    };
  }, [store]);
  return [place, view] as const;
}

/** Milliseconds without a letter after which what is below the text may change. */
const REST = 500;

/**
 * What is said of the text. While somebody types it stays as it was, since a word that is half there is an error for a
 * moment, and everything below would move with each letter.
 */
function useSaid(store: Store): Checked | null {
  const said = useSignal<Checked | null>(store.checked.peek());
  const asked = useRef(store.refused.peek());
  useSignalEffect(() => {
    const say = setTo(said, store.checked.value);
    const refused = store.refused.value;
    const isSearched = refused !== asked.current;
    asked.current = refused;
    if (!store.isTyped || isSearched) return say();
    const timer = setTimeout(say, REST);
    return () => clearTimeout(timer);
  });
  return said.value;
}

function RunButton({ store }: { store: Store }) {
  return (
    <Button
      class="button primary"
      onClick={() => {
        store.panel.value = "answers";
        void store.run();
      }}
    >
      {t("query.search")}
    </Button>
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
      onChange={(value) => setTo(store.dialect, value || null)()}
    />
  );
}
