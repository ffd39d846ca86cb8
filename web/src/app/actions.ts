// All actions of the page, in one table: the palette offers them, the keys do them, and the sheet of keys lists them.

import { pieces, SETS, SQUARES, squares } from "../board/look";
import { star } from "../collections/panel";
import { edit } from "../conditions/panel";
import { turns } from "../game/elsewhere";
import { engine } from "../game/engine";
import { type Key, languageName, languages, t } from "../i18n";
import { opened } from "../items/opened";
import { saved } from "../queries/kept";
import { ask } from "../queries/panel";
import { type View, view } from "../results/answers";
import { setPerGame } from "../results/rows";
import { dueOn, today } from "../train/deck";
import { setTo, setterOf } from "./controls";
import { openDialog } from "./dialog";
import { TABS } from "./hash";
import { goToQuery, looks } from "./places";
import type { Store } from "./store";
import { setLanguage, THEMES, theme } from "./theme";

export interface Action {
  name(): string;
  /** The key, as the sheet shows it. */
  keys?: string;
  /** Absent where a key does something in one place only. */
  run?(store: Store): void;
  /** The viewer of the game takes the key itself. */
  isOfGame?: boolean;
  /** Absent where it can always be done. */
  can?(store: Store): boolean;
}

const action = (name: Key, keys: string, run?: Action["run"], can?: Action["can"]): Action => ({
  name: () => t(name),
  ...(keys && { keys }),
  ...(run && { run }),
  ...(can && { can }),
});

/** What the viewer of the game does for a key, which is its own. */
const ofGame = (name: Key, keys: string, key = keys): Action => ({
  name: () => t(name),
  keys,
  isOfGame: true,
  run: () =>
    void document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
  can: (store) => store.tree.value !== null,
});

const shows = (name: View, keys: string): Action => action(`results.tab.${name}`, keys, setTo(view, name));

/** A choice of one value of several. */
const choices = <T extends string>(
  title: Key,
  all: readonly T[],
  text: (value: T) => string,
  set: (value: T) => void,
): Action[] => all.map((value) => ({ name: () => `${t(title)}: ${text(value)}`, run: () => set(value) }));

const hasAnswers = (store: Store) => Boolean(store.search.value?.rows.shown.length);
const withAnswers = (kind: "train" | "print" | "study") => (store: Store) => {
  const search = store.search.peek();
  if (search) opened.value = { kind, from: { search } };
};

export const ACTIONS: readonly Action[] = [
  action("keys.palette", "Ctrl+K"),
  action("keys.query", "/", (store) => {
    goToQuery(store);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".cm-content")?.focus());
  }),
  action("keys.search", "Enter", (store) => void store.run()),
  action("keys.line", "Shift+Enter"),
  action("keys.complete", "Ctrl+Space"),
  action("keys.undo", "Ctrl+Z", (store) => store.steps.undo()),
  action("keys.redo", "Ctrl+Shift+Z", (store) => store.steps.redo()),
  action("conditions.title", "", (store) => {
    goToQuery(store);
    edit({ fields: ["player"] });
  }),
  action("conditions.clear", "", (store) => store.setConditions({})),
  action("query.searchVariations", "", (store) => {
    store.variations.value = !store.variations.peek();
  }),
  ...TABS.map((tab) => action(`tools.${tab}`, "", (store) => goToQuery(store, tab))),
  action("keys.look", "l", () => looks.set(!looks.isOn.peek())),
  action("keys.next", "n", (store) => store.stepAnswer(1), hasAnswers),
  action("keys.previous", "p", (store) => store.stepAnswer(-1), hasAnswers),
  shows("list", "1"),
  shows("boards", "2"),
  shows("tree", "3"),
  shows("statistics", "4"),
  action("keys.list", "↑ ↓"),
  ...([true, false] as const).map((each) =>
    action(
      `results.perGame.${each ? "games" : "positions"}`,
      "",
      (store) => setPerGame(store, each),
      hasAnswers,
    ),
  ),
  action("train.open", "", withAnswers("train"), hasAnswers),
  action("keys.due", "", setTo(opened, { kind: "train", from: "due" }), () => dueOn(today()).length > 0),
  action("items.print", "", withAnswers("print"), hasAnswers),
  action("items.study", "", withAnswers("study"), hasAnswers),
  ofGame("game.back", "←", "ArrowLeft"),
  ofGame("game.forward", "→", "ArrowRight"),
  ofGame("game.first", "Home"),
  ofGame("game.last", "End"),
  action("keys.game.variation", "↑ ↓"),
  ofGame("game.previousMatch", ","),
  ofGame("game.nextMatch", "."),
  ofGame("game.flip", "f"),
  action("keys.star", "s", star, (store) => store.tree.value !== null),
  action(
    "keys.engine",
    "e",
    () => engine.set(!engine.isOn.peek()),
    (store) => store.about.value?.engine === true,
  ),
  action("game.turns", "", () => turns.set(!turns.isOn.peek())),
  ...choices("app.theme", THEMES, (each) => t(`app.theme.${each}`), setterOf(theme)),
  ...choices("game.squares", SQUARES, (each) => t(`game.squares.${each}`), setterOf(squares)),
  ...choices("game.pieces", SETS, (each) => t(`game.pieces.${each}`), setterOf(pieces)),
  ...choices("app.language", languages, languageName, setLanguage),
  action("keys.help", "?", () => openDialog("help")),
];

/** The questions that are there to be chosen: saved ones and recipes. */
export const questions = (store: Store): Action[] => [
  ...saved.value.map((kept) => ({ name: () => kept.name, run: () => ask(store, kept) })),
  ...store.recipes.value.map((at) => ({ name: () => at.title, run: setTo(opened, { kind: "recipes", at }) })),
];
