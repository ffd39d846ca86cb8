// The reader's queries: searches that run, queries with names, and what was searched before.

import "./queries.css";
import { batch } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, FileLink, LineForm, Part, Remove } from "../app/controls";
import { KeptLine } from "../app/kept-line";
import { saveText } from "../app/save";
import type { Store } from "../app/store";
import { language, t } from "../i18n";
import type { Search } from "../results/search";
import { share } from "../results/words";
import {
  type Asked,
  asked,
  forgetAsked,
  forgetSaved,
  fromFile,
  type Kept,
  keptOf,
  type Saved,
  sameQuery,
  save,
  saved,
  toFile,
} from "./kept";
import { followOthers, others } from "./running";

export function Queries({ store }: { store: Store }) {
  useEffect(() => followOthers(store), [store]);
  return (
    <Part name="queries" title={t("queries.title")}>
      <Running store={store} />
      <SavedList store={store} />
      <AskedList store={store} />
      <Files store={store} />
    </Part>
  );
}

/** A query as one line. */
export const oneLine = (query: string): string => query.trim().replace(/\s+/g, " ");

/** Puts a query into the editor and searches with it. */
export function ask(store: Store, { settings = {}, ...kept }: Kept): void {
  // One step, which can be undone as one.
  batch(() => {
    store.setOptions({ ...kept, values: settings });
    store.replace(kept.query);
  });
}

function Running({ store }: { store: Store }) {
  const own = store.searches.value.filter((search) => search.running.value);
  if (!own.length && !others.value.length) return null;
  return (
    <ul class="running" aria-label={t("queries.running")}>
      {own.map((search) => (
        <RunningItem
          key={search.key}
          query={search.question.query}
          fact={progress(search)}
          onShow={() => {
            store.search.value = search;
            store.panel.value = "answers";
          }}
          onCancel={() => void search.cancel()}
        />
      ))}
      {others.value.map((search) => (
        <RunningItem
          key={search.id}
          query={search.query}
          fact={t("queries.elsewhere")}
          onCancel={() =>
            void store.attempt(async () => {
              await store.api.forget({ id: search.id });
              others.value = others.value.filter((other) => other !== search);
            })
          }
        />
      ))}
    </ul>
  );
}

function progress(search: Search): string {
  const done = share(search.progress.value);
  // It is said anew whenever rows have come.
  search.rows.version.value;
  const found = t("results.matches", { n: search.rows.all.length });
  return done === null ? found : `${done.toLocaleString(language(), { style: "percent" })} · ${found}`;
}

function RunningItem(props: { query: string; fact: string; onShow?: () => void; onCancel(): void }) {
  const text = oneLine(props.query);
  return (
    <KeptLine text={text} fact={props.fact} onClick={props.onShow}>
      <Button aria-label={t("queries.cancel", { query: text })} onClick={props.onCancel}>
        {t("results.cancel")}
      </Button>
    </KeptLine>
  );
}

function SavedList({ store }: { store: Store }) {
  const now = keptOf({ ...store.question(), settings: store.settings.value });
  return (
    <>
      <LineForm
        label={t("queries.name")}
        action={t("queries.save")}
        isUsable={(name) => Boolean(name && now.query.trim())}
        onText={(name) => {
          save({ name, ...now });
          store.announce(t("queries.saved", { name }));
        }}
      />
      {saved.value.length > 0 && (
        <ul aria-label={t("queries.named")}>
          {saved.value.map((entry: Saved) => (
            <KeptLine
              key={entry.name}
              text={entry.name}
              fact={oneLine(entry.query)}
              isCurrent={sameQuery(entry, now)}
              onClick={() => ask(store, entry)}
            >
              <Remove label={t("queries.remove", { name: entry.name })} onClick={() => forgetSaved(entry)} />
            </KeptLine>
          ))}
        </ul>
      )}
    </>
  );
}

function AskedList({ store }: { store: Store }) {
  if (!asked.value.length) return null;
  return (
    <details>
      <summary>
        {t("queries.asked")} <span class="count">{asked.value.length.toLocaleString(language())}</span>
      </summary>
      <ul>
        {asked.value.map((entry) => (
          <KeptLine
            key={entry.at}
            text={oneLine(entry.query)}
            fact={facts(entry)}
            onClick={() => ask(store, entry)}
          >
            <Remove
              label={t("queries.remove", { name: oneLine(entry.query) })}
              onClick={() => forgetAsked(entry)}
            />
          </KeptLine>
        ))}
        <li>
          <Button class="link" onClick={() => forgetAsked()}>
            {t("queries.forgetAll")}
          </Button>
        </li>
      </ul>
    </details>
  );
}

function facts({ at, matches, complete, sources }: Asked): string {
  const day = new Date(at).toLocaleDateString(language()) === new Date().toLocaleDateString(language());
  const when = new Date(at).toLocaleString(
    language(),
    day ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" },
  );
  const [first = "", ...more] = sources;
  const where = more.length ? t("queries.sources", { name: first, n: more.length }) : first;
  const found = t("results.matches", { n: matches });
  return [complete ? found : `${found} …`, where, when].filter(Boolean).join(" · ");
}

function Files({ store }: { store: Store }) {
  return (
    <div class="queries-files row flows small above-1">
      {saved.value.length + asked.value.length > 0 && (
        <Button class="link" onClick={() => saveText("tabiya-queries.json", toFile(), "application/json")}>
          {t("queries.export")}
        </Button>
      )}
      <FileLink
        accept=".json"
        onFile={(file) =>
          store.attempt(async () => {
            const n = fromFile(await file.text());
            if (n === null) store.warn("queries.noFile");
            else store.inform("queries.imported", { n });
          })
        }
      >
        {t("queries.import")}
      </FileLink>
    </div>
  );
}
