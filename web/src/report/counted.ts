// What the matches of a report are looked through, ordered and counted by: as the answers of the page are, and by its own
// columns, with a chart for each `--tally`.

import { t } from "../i18n";
import { ANSWERS, moves } from "../results/answer";
import { Columns, type Counted, type Kind } from "../results/columns";
import type { Property } from "../results/facets";
import type { Key } from "../results/values";
import { type Column, compare } from "./columns";
import { type Match, type Static, shown, type Value } from "./static";

/** The most values that a chart shows one by one; more numbers than these are counted in ranges. */
const MOST_SHOWN = 6;
const MOST_COLUMNS = 16;
/** The facet of the query that a match belongs to, which has no chart: its values are numbers from 1. */
export const QUERY = "query";

type Results = Pick<Static, "about" | "matches">;
type Of = (match: Match) => Key | null;

const known = (value: Value): Key | null => (typeof value === "boolean" ? String(value) : value);

/** How matches are counted, and what has a chart: what has at least two values, and all tallies. */
export function kindOf(results: Results, list: readonly Column[]): [Kind<Match, string>, Property<string>[]] {
  const { about, matches } = results;
  const texts: Record<string, Of> = {
    round: ({ round }) => round,
    variant: ({ variant }) => variant ?? null,
    opening: ({ opening }) => opening ?? null,
    number: ({ number }) => number,
    why: ({ comments }) => comments?.join(" ") ?? null,
  };
  for (const { name, key } of list) if (key) texts[name] = (match) => known(key(match));
  const columns: Record<string, Of> = { ...ANSWERS.columns, ...texts, of: ({ query }) => query + 1 };
  const counted: Counted<string>[] = [{ facet: QUERY, columns: ["of"], numbers: false }];
  const count = (facet: string, of: Of, numbers = false) => {
    columns[`${facet} counted`] = of;
    counted.push({ facet, columns: [`${facet} counted`], numbers });
  };
  count("year", (match) => match.year ?? null, true);
  count("length", moves, true);
  count("result", ({ result }) => result.replaceAll("1/2", "½"));
  count("eco", openings(matches));
  about.tallies.forEach((_, i) => {
    const value = ({ tallies }: Match) => tallies?.[i] ?? null;
    const values = new Set(matches.map(value));
    const numbers =
      values.size > MOST_SHOWN && [...values].every((each) => each === null || typeof each === "number");
    count(`tally${i}`, (match) => (numbers ? known(value(match)) : shown(value(match))), numbers);
  });
  const { [QUERY]: _, ...sought } = texts;
  const kind: Kind<Match, string> = {
    columns,
    texts: [...ANSWERS.texts, ...Object.keys(sought)],
    counted,
    most: { bars: MOST_SHOWN, columns: MOST_COLUMNS },
    isCounted: (value) => value !== null && value !== "",
    ordered: (column) => ({ by: ANSWERS.ordered(column).by, key: (value) => value ?? "" }),
    compare,
  };
  return [kind, charted(kind, columns, results)];
}
/** What has a chart. Of a property with more values than that shows, the rarer ones become one value. */
function charted(
  kind: Kind<Match, string>,
  columns: Record<string, Of>,
  { about, matches }: Results,
): Property<string>[] {
  const all = new Columns(kind);
  all.add(matches);
  const tallies = all.count();
  return kind.counted.flatMap(({ facet, columns: [name = ""], numbers }) => {
    const { size: values = 0, top = [] } = tallies[facet] ?? {};
    const tally = /^tally(\d+)$/.exec(facet)?.[1];
    if (facet === QUERY || (values < 2 && !tally)) return [];
    const of = columns[name];
    if (of && !numbers && values > MOST_SHOWN) {
      const most = new Set(top.slice(0, MOST_SHOWN - 1).map(({ value }) => value));
      const others = t("report.others", { n: values - most.size });
      columns[name] = (match) => {
        const value = of(match);
        return !kind.isCounted(value) || most.has(String(value)) ? value : others;
      };
    }
    const title = () => (tally ? (about.tallies[Number(tally)] ?? "") : t(`stats.${facet}` as "stats.year"));
    return [{ facet, title, numbers }];
  });
}

/** The volumes of the Encyclopaedia of Chess Openings. */
const VOLUMES = "ABCDE";

/** Openings by their codes (B90), or by tens (B90–99) or volumes if the codes that a chart shows are few of all. */
function openings(matches: readonly Match[]): Of {
  const keys: ((eco: string) => string)[] = [
    (eco) => eco.slice(0, 3),
    (eco) => `${eco.slice(0, 2)}0–${eco.slice(1, 2)}9`,
    (eco) =>
      VOLUMES.includes(eco.charAt(0)) ? t(`report.volume.${eco.charAt(0)}` as "report.volume.A") : eco,
  ];
  const isTelling = (key: (eco: string) => string) => {
    const counts = new Map<string, number>();
    for (const { eco } of matches) if (eco) counts.set(key(eco), (counts.get(key(eco)) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const sum = (list: number[]) => list.reduce((all, each) => all + each, 0);
    return 2 * sum(sorted.slice(0, MOST_SHOWN)) >= sum(sorted);
  };
  const key = keys.find(isTelling) ?? keys.at(-1);
  return ({ eco }) => (eco && key ? key(eco) : null);
}
