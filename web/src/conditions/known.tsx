// Players, events and openings of the games that are searched, offered while one is written, with their numbers of games.

import type { GameHead } from "../api/types";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { plain } from "../results/values";
import { latest, useAnswer } from "../why/request";

/** Letters without which nothing is offered, the games that are looked at in a source, and the most that is offered. */
const LEAST = 2;
const GAMES = 500;
const MOST = 12;

/**
 * What each field offers of a game: the value that is chosen, and its words. Openings are chosen by their codes: the names come
 * from the moves, too, and the tag that a condition tests may be absent.
 */
const OFFERS = {
  player: ({ white, black }: GameHead) => [of(white), of(black)],
  event: ({ event }: GameHead) => [of(event)],
  eco: ({ eco, opening = "" }: GameHead) => [of(eco, `${eco} ${opening.split(":")[0]}`.trim())],
  opening: ({ eco, opening = "" }: GameHead) => [of(eco, `${opening} (${eco})`)],
};
const of = (value: string, words = value) => ({ value, words });

export type Named = keyof typeof OFFERS;
export const NAMED = Object.keys(OFFERS) as Named[];

export interface Known {
  value: string;
  words: string;
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
  const isLeast = lists.some(({ next }) => next !== undefined);
  const found = new Map<string, Known>();
  for (const game of lists.flatMap(({ games }) => games))
    for (const [words, { value }] of new Map(OFFERS[field](game).map((offer) => [offer.words, offer])))
      if (value && plain(words).includes(wanted))
        found.set(words, { value, words, games: (found.get(words)?.games ?? 0) + 1, isLeast });
  return [...found.values()].sort((a, b) => b.games - a.games).slice(0, MOST);
}

/** What a field offers; the list of its input. */
export function Offered({ store, field }: { store: Store; field: Named }) {
  const offered = useAnswer<Known[]>(() => {
    const text = store.asked.value.conditions[field] ?? "";
    return text.trim().length < LEAST ? null : (signal) => known(store, field, text, signal);
  }, [store, field]);
  return (
    <datalist id={`known-${field}`}>
      {latest(offered)?.map(({ value, words, games, isLeast }) => (
        <option key={words} value={value}>
          {`${words} · ${isLeast ? "≥ " : ""}${t("games.count", { n: games })}`}
        </option>
      ))}
    </datalist>
  );
}
