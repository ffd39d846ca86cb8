// Players and events of the games that are searched, offered while a name is written, with their numbers of games.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asking } from "../app/asking";
import { setterOf } from "../app/set";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { plain } from "../results/values";

/** Letters without which nothing is offered, the games that are looked at in a source, and the most that is offered. */
const LEAST = 2;
const GAMES = 500;
const MOST = 12;
/** Milliseconds after the last letter after which games are looked for. */
const REST = 200;

export type Named = "player" | "event";

export interface Known {
  value: string;
  games: number;
  /** There may be more games with it. */
  isLeast: boolean;
}

/** The names that have a text, those of most games first. */
export async function known(store: Store, field: Named, text: string, signal: AbortSignal): Promise<Known[]> {
  const wanted = plain(text);
  const lists = await Promise.all(
    [...store.chosen.peek()].map((source) =>
      store.api.games({ source, from: 1, count: GAMES, text }, signal),
    ),
  );
  const counts = new Map<string, number>();
  for (const { white, black, event } of lists.flatMap(({ games }) => games))
    for (const value of new Set(field === "player" ? [white, black] : [event]))
      if (plain(value).includes(wanted)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isLeast = lists.some(({ next }) => next !== undefined);
  return [...counts]
    .map(([value, games]) => ({ value, games, isLeast }))
    .sort((a, b) => b.games - a.games)
    .slice(0, MOST);
}

/** What a field offers; the list of its input. */
export function Offered({ store, field, id }: { store: Store; field: Named; id: string }) {
  const offered = useSignal<readonly Known[]>([]);
  const text = store.asked.value.conditions[field] ?? "";
  useEffect(() => {
    if (text.trim().length < LEAST) {
      offered.value = [];
      return;
    }
    return asking((signal) => known(store, field, text, signal), setterOf(offered), undefined, REST);
  }, [text]);
  return (
    <datalist id={id}>
      {offered.value.map(({ value, games, isLeast }) => (
        <option key={value} value={value}>
          {`${value} · ${isLeast ? "≥ " : ""}${t("games.count", { n: games })}`}
        </option>
      ))}
    </datalist>
  );
}
