// The layout: games and recipes, the query and what explains it, the answers and the game. A narrow window shows one of them.

import { useEffect } from "preact/hooks";
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
import { ACTIONS } from "./actions";
import { Skip, setTo } from "./controls";
import { openDialog } from "./dialog";
import { Header } from "./header";
import { Help } from "./help";
import { isTyping, useKeys } from "./keys";
import { listening } from "./listening";
import { Notice, Spoken } from "./notice";
import { Palette } from "./palette";
import { looks } from "./places";
import { columns, rows, Splitter } from "./splitter";
import type { Panel, Store } from "./store";
import { Tools } from "./tools";

const PANELS: readonly Panel[] = ["games", "query", "answers", "board"];

export function App({ store }: { store: Store }) {
  usePageKeys(store);
  return (
    <div class="page tall rows" data-panel={store.panel.value} data-look={looks.isOn.value ? "" : undefined}>
      <Skip to=".cm-content" text={t("app.skip")} />
      <Skip to=".answers [role=grid], .answers [role=tab]" text={t("app.skipAnswers")} />
      <Header store={store} />
      <Notice store={store} />
      <main
        class="columns grid grows"
        style={{ "--middle": `${columns.value}fr`, "--right": `${100 - columns.value}fr` }}
      >
        <h1 class="visually-hidden">{t("app.title")}</h1>
        <section class="column narrows side" aria-label={t("app.side")}>
          <Games store={store} />
          <Queries store={store} />
          <Collections store={store} />
          <Due />
          <Recipes store={store} />
        </section>
        <div class="column narrows middle rows gap-2">
          <Query store={store} />
          <ConditionsPanel store={store} />
          <Tools store={store} />
        </div>
        <Splitter share={columns} between="columns" label={t("app.splitColumns")} />
        <section
          class="column narrows right grid"
          aria-label={t("app.right")}
          style={{ "--game": `${100 - rows.value}%` }}
        >
          <Answers store={store} />
          <Splitter share={rows} between="rows" label={t("app.splitRows")} />
          <section class="game-pane narrows" aria-labelledby="game-heading">
            <h2 id="game-heading" class="visually-hidden">
              {t("app.game")}
            </h2>
            <GamePane store={store} />
          </section>
        </section>
      </main>
      <Panels store={store} />
      <Spoken store={store} />
      <Room store={store} />
      <Palette store={store} />
      <Help
        title={t("help.title")}
        keys={ACTIONS.flatMap(({ keys, name }) => (keys ? [[keys, name()] as const] : []))}
      >
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

/** What a narrow window shows. */
function Panels({ store }: { store: Store }) {
  return (
    <nav class="panels" aria-label={t("app.panels")}>
      {PANELS.map((panel) => (
        <button
          type="button"
          key={panel}
          class="grows unbroken small quiet"
          aria-current={store.panel.value === panel ? "true" : undefined}
          onClick={setTo(store.panel, panel)}
        >
          {t(`app.panel.${panel}`)}
          {panel === "answers" && <AnswerCount store={store} />}
        </button>
      ))}
    </nav>
  );
}

function AnswerCount({ store }: { store: Store }) {
  const rows = store.search.value?.rows;
  if (!rows || rows.version.value === 0) return null;
  return <span class="count"> {rows.shownMatches.toLocaleString(language())}</span>;
}

function usePageKeys(store: Store): void {
  const single = ACTIONS.filter(({ keys, run, isOfGame }) => keys?.length === 1 && run && !isOfGame);
  useKeys(Object.fromEntries(single.map(({ keys, run }) => [keys, () => run?.(store)])));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === "enter") void store.run();
      else if (key === "k") openDialog("palette");
      // The editor has the steps of all that changes the question: a recipe, the board, a condition.
      else if ((key === "z" || key === "y") && isOfQuestion(event))
        store.steps[key === "y" || event.shiftKey ? "redo" : "undo"]();
      else return;
      event.preventDefault();
    };
    return listening({ keydown: onKey });
  }, []);
}

/** Whether a key that takes a step back means the question: not where another text is written, or over a dialog. */
const isOfQuestion = (event: KeyboardEvent): boolean =>
  !document.querySelector("dialog[open]") &&
  (!isTyping(event) || (event.target as Element).closest(".conditions") !== null);
