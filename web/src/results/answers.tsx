// The answers: counts and progress, the searches of this visit, and as tabs the list, the statistics and the messages.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button, Segmented, setTo, setterOf } from "../app/controls";
import { Marked } from "../app/marked";
import { goToQuery } from "../app/places";
import type { Store } from "../app/store";
import { Tabs } from "../app/tabs";
import { language, t } from "../i18n";
import { opened } from "../items/opened";
import { Train } from "../items/uses";
import { RecipePicture } from "../recipes/picture";
import { Export } from "../stats/export";
import { FilterChips } from "../stats/filters";
import { Statistics } from "../stats/statistics";
import { arrange, ColumnMenu, chosenColumns } from "./column-menu";
import { Gallery } from "./gallery";
import { COLUMNS, List, valueColumnOf } from "./list";
import { Messages } from "./messages";
import { NextMoves } from "./next";
import { setPerGame } from "./rows";
import type { Search } from "./search";
import { counts, ending, nothing, share } from "./words";

const VIEWS = ["list", "boards", "tree", "statistics", "messages"] as const;
export type View = (typeof VIEWS)[number];
/** Which of them is shown. */
export const view = signal<View>("list");

export function Answers({ store }: { store: Store }) {
  useAnnouncements(store);
  const search = store.search.value;
  return (
    <section
      class={`card answers rows narrows ${store.isOld() ? "old" : ""}`}
      aria-labelledby="answers-heading"
    >
      {search ? <Head store={store} search={search} /> : <h2 id="answers-heading">{t("results.title")}</h2>}
      {(!search || search === store.first) && <Invitation store={store} />}
      {search && <Body store={store} search={search} />}
    </section>
  );
}

function Head({ store, search }: { store: Store; search: Search }) {
  const { rows } = search;
  rows.version.value;
  const running = search.running.value;
  const done = share(search.progress.value);
  return (
    <div class="answers-head">
      <div class="card-head row flows flow-gap">
        <h2 id="answers-heading" class="counts figures">
          {counts(search)}
        </h2>
        <p class="quiet ending cut small figures narrows">{ending(search)}</p>
        {store.isOld() && (
          <p class="answers-old unbroken" title={search.question.query}>
            {t("results.old")}{" "}
            <Button class="link" onClick={() => void store.run()}>
              {t("query.search")}
            </Button>
          </p>
        )}
        {running && <Button onClick={() => void search.cancel()}>{t("results.cancel")}</Button>}
        <Train search={search} />
        <Export search={search} />
      </div>
      {running && (
        <progress
          class="block whole above-1"
          aria-label={t("results.progress")}
          max={1}
          value={done ?? undefined}
        >
          {done === null ? "" : `${Math.round(done * 100)} %`}
        </progress>
      )}
      {search.problem.value && (
        <p class={search.status.value === "limit" ? "limit" : "problem"} role="alert">
          <Marked text={search.problem.value} />
        </p>
      )}
      {store.about.value?.engine && ASKS_ENGINE.test(search.question.query) && (
        <p class="quiet">{t("results.asksEngine")}</p>
      )}
      <FilterChips rows={rows} />
    </div>
  );
}

/** Words whose values an engine says where games do not. */
const ASKS_ENGINE = /\b(?:eval|evaldrop|engineeval|enginedrop)\b/;

function Body({ store, search }: { store: Store; search: Search }) {
  const messages = search.messages.value.length + search.moreMessages.value;
  const shown = view.value === "messages" && !messages ? "list" : view.value;
  return (
    <>
      <div class="answers-bar lined row gap-2">
        <Tabs
          id="answers"
          label={t("results.title")}
          value={shown}
          onChange={setterOf(view)}
          tabs={VIEWS.filter((each) => each !== "messages" || messages).map((each) => ({
            value: each,
            text: t(`results.tab.${each}`),
            ...(each === "messages" && { count: messages.toLocaleString(language()) }),
          }))}
        />
        {(shown === "list" || shown === "boards") && <PerGame store={store} rows={search.rows} />}
        <TextFilter search={search} />
        {shown === "list" && <ColumnMenu />}
      </div>
      <div
        class="answers-body scrolls"
        role="tabpanel"
        id="answers-panel"
        aria-labelledby={`answers-tab-${shown}`}
      >
        {(shown === "list" || shown === "boards") && (
          <Listed store={store} search={search} boards={shown === "boards"} />
        )}
        {shown === "tree" && <NextMoves key={search.key} store={store} search={search} />}
        {shown === "statistics" && <Statistics rows={search.rows} />}
        {shown === "messages" && <Messages search={search} />}
      </div>
    </>
  );
}

/** Columns for values beyond these are not shown. */
const MOST_VALUES = 4;

/** Whether each game or each position is a row. */
function PerGame({ store, rows }: { store: Store; rows: Search["rows"] }) {
  return (
    <Segmented
      class="per-game small fixed"
      label={t("results.perGame")}
      value={rows.perGame.value}
      choices={[
        [true, t("results.perGame.games")],
        [false, t("results.perGame.positions")],
      ]}
      onChange={(value) => setPerGame(store, value)}
    />
  );
}

/** Milliseconds after the last letter after which rows are looked through. */
const TYPING = 120;

function TextFilter({ search }: { search: Search }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { rows } = search;
  return (
    <input
      key={search.key}
      type="search"
      class="field small at-end"
      aria-label={t("results.filter")}
      placeholder={t("results.filter")}
      value={rows.wanted.value}
      onInput={(event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => rows.setText(value), TYPING);
      }}
    />
  );
}

function Listed({ store, search, boards }: { store: Store; search: Search; boards: boolean }) {
  const { rows } = search;
  rows.version.value;
  if (rows.shown.length && boards) return <Gallery store={store} search={search} />;
  // The lengths of sequences stand where there are some.
  const chosen = chosenColumns.value.filter((name) => name !== "length" || rows.all[0]?.length);
  const columns = [
    ...chosen.flatMap((name) => COLUMNS.filter((each) => each.name === name)),
    ...rows.valueNames.value.slice(0, MOST_VALUES).map(valueColumnOf),
  ];
  if (rows.shown.length)
    return (
      <List
        key={search.question.query}
        rows={rows}
        columns={columns}
        current={store.place.value}
        onChoose={(row) => store.show(row)}
        onOpen={setTo(store.panel, "board")}
        arrange={arrange}
      />
    );
  if (search.running.value) return <p class="quiet empty">{t("results.waiting")}</p>;
  const complete = search.status.value === "complete";
  return (
    <div class="empty">
      <p>{rows.all.length ? t("results.filteredAway") : nothing(search)}</p>
      {!rows.all.length && complete && /\binitial\b/.test(search.question.query) && (
        <p>{t("results.initial")}</p>
      )}
      {!rows.all.length && complete && (
        <Button class="button above-2" onClick={() => goToQuery(store, "why")}>
          {t("results.whyNot")}
        </Button>
      )}
    </div>
  );
}

/** Before the first search: recipes to begin with, as pictures where the results leave room for them. */
function Invitation({ store }: { store: Store }) {
  const starters = store.recipes.value.filter((recipe) => STARTERS.includes(recipe.name));
  return (
    <div class="invitation scrolls">
      <p>{t("results.invitation")}</p>
      <div class="starters grid gap-2">
        {starters.map((recipe) => (
          <Button
            key={recipe.name}
            class="starter framed roomy to-left"
            onClick={setTo(opened, { kind: "recipes", at: recipe })}
          >
            {!store.search.value && <RecipePicture recipe={recipe} />}
            {recipe.title}
          </Button>
        ))}
      </div>
    </div>
  );
}

const STARTERS: readonly string[] = [
  "smothered-mate",
  "back-rank-mate",
  "king-hunt",
  "greek-gift",
  "opposite-bishops",
  "lucena",
];

/** What the counts are when a search ends, for those who do not see them change. */
function useAnnouncements(store: Store): void {
  useEffect(() => {
    let told: Search | null = null;
    return effect(() => {
      const search = store.search.value;
      if (!search || search === told || search === store.first || search.running.value) return;
      told = search;
      queueMicrotask(() => store.announce(`${counts(search)}. ${ending(search)}`, true));
    });
  }, [store]);
}
