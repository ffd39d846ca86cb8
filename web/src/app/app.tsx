// The layout: games and recipes, the query and what explains it, the answers and the game. A narrow window shows one of them.

import { useEffect, useRef } from "preact/hooks";
import { Collections } from "../collections/panel";
import { ConditionsPanel } from "../conditions/panel";
import { GamePane } from "../game/pane";
import { Games } from "../games/games";
import { language, t } from "../i18n";
import { Room } from "../items/room";
import { Queries } from "../queries/panel";
import { Query } from "../query/query";
import { Recipes } from "../recipes/recipes";
import { Answers } from "../results/answers";
import { Due } from "../train/due";
import { Header } from "./header";
import { Help, openHelp } from "./help";
import { KEYS, useKeys } from "./keys";
import { columns, rows } from "./shares";
import { Splitter } from "./splitter";
import type { Panel, Store } from "./store";
import { Tools } from "./tools";

const PANELS: readonly Panel[] = ["games", "query", "answers", "board"];

export function App({ store }: { store: Store }) {
  const editor = useRef<{ focus(): void }>(null);
  usePageKeys(store, () => {
    store.panel.value = "query";
    requestAnimationFrame(() => editor.current?.focus());
  });
  const notice = store.notice.value;
  return (
    <div class="page" data-panel={store.panel.value}>
      <button type="button" class="skip" onClick={() => editor.current?.focus()}>
        {t("app.skip")}
      </button>
      <Header store={store} />
      {notice && (
        <div class={`notice ${notice.severity}`} role={notice.severity === "error" ? "alert" : "status"}>
          <span>{notice.text}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={t("app.dismiss")}
            onClick={() => {
              store.notice.value = null;
            }}
          >
            ×
          </button>
        </div>
      )}
      <main
        class="columns"
        style={{ "--middle": `${columns.value}fr`, "--right": `${100 - columns.value}fr` }}
      >
        <h1 class="visually-hidden">{t("app.title")}</h1>
        <section class="column side" aria-label={t("app.side")}>
          <Games store={store} />
          <Queries store={store} />
          <Collections store={store} />
          <Due />
          <Recipes store={store} />
        </section>
        <div class="column middle">
          <Query store={store} handle={editor} />
          <ConditionsPanel store={store} />
          <Tools store={store} />
        </div>
        <Splitter share={columns} between="columns" label={t("app.splitColumns")} />
        <section
          class="column right"
          aria-label={t("app.right")}
          style={{ "--answers": `${rows.value}fr`, "--game": `${100 - rows.value}fr` }}
        >
          <Answers store={store} />
          <Splitter share={rows} between="rows" label={t("app.splitRows")} />
          <section class="game-pane" aria-labelledby="game-heading">
            <h2 id="game-heading" class="visually-hidden">
              {t("app.game")}
            </h2>
            <GamePane store={store} />
          </section>
        </section>
      </main>
      <nav class="panels" aria-label={t("app.panels")}>
        {PANELS.map((panel) => (
          <button
            type="button"
            key={panel}
            aria-current={store.panel.value === panel ? "true" : undefined}
            onClick={() => {
              store.panel.value = panel;
            }}
          >
            {t(`app.panel.${panel}`)}
            {panel === "answers" && <AnswerCount store={store} />}
          </button>
        ))}
      </nav>
      <div class="visually-hidden" role="status" aria-live="polite">
        {store.spoken.value}
      </div>
      <Room store={store} />
      <Help title={t("help.title")} keys={KEYS}>
        <p>
          {t("help.intro")}{" "}
          <a href="./licenses.txt" target="_blank" rel="noreferrer">
            {t("help.licences")}
          </a>
        </p>
      </Help>
    </div>
  );
}

function AnswerCount({ store }: { store: Store }) {
  const rows = store.search.value?.rows;
  if (!rows || rows.version.value === 0) return null;
  return <span class="count"> {rows.shown.length.toLocaleString(language())}</span>;
}

function usePageKeys(store: Store, focusQuery: () => void): void {
  useKeys({
    "/": focusQuery,
    "?": openHelp,
    n: () => store.stepAnswer(1),
    p: () => store.stepAnswer(-1),
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void store.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
