// What the report counts of its matches: the facets of the page, and a chart for each `--tally`.

import { t } from "../i18n";
import { PROPERTIES, type Property } from "../results/facets";
import { Tallies } from "../results/values";
import { resultOf } from "./columns";
import { type Match, type Results, shown } from "./data";

/** A chart shows so many values one by one; more numbers than these are counted in ranges. */
export const MOST_SHOWN = 6;

/** The properties that have a chart: those with at least two values, and all tallies. */
export function propertiesOf({ about, matches }: Results): readonly Property<Match, string>[] {
  const given = PROPERTIES.filter(({ facet }) => facet !== "player");
  const common = given.map((property): Property<Match, string> => {
    if (property.facet === "eco") return { ...property, valuesOf: openings(matches) };
    if (property.facet === "result")
      return { ...property, valuesOf: (match) => [resultOf(match)].filter(Boolean) };
    return property;
  });
  const tallies = about.tallies.map((name, i): Property<Match, string> => {
    const value = (match: Match) => match.data.tallies?.[i] ?? null;
    const values = new Set(matches.map(value));
    const numbers =
      values.size > MOST_SHOWN && [...values].every((each) => each === null || typeof each === "number");
    const text = (match: Match) => [shown(value(match))];
    const number = (match: Match) => (value(match) === null ? [] : [String(value(match))]);
    return { facet: `tally${i}`, title: () => name, numbers, valuesOf: numbers ? number : text };
  });
  const counted = [...common, ...tallies].map((property) => limited(property, matches));
  return counted.flatMap(({ property, values }, i) => (values > 1 || i >= common.length ? [property] : []));
}

/** A property with one value for all that a chart cannot show, and the number of its values. */
function limited(property: Property<Match, string>, matches: readonly Match[]) {
  const tallies = new Tallies([property]);
  for (const match of matches) tallies.count(match, match.game, null);
  const values = tallies.size(property.facet);
  if (property.numbers || values <= MOST_SHOWN) return { property, values };
  const most = new Set(tallies.top(property.facet, MOST_SHOWN - 1).map(({ value }) => value));
  const others = t("report.others", { n: values - most.size });
  const valuesOf = (match: Match) =>
    property.valuesOf(match).map((value) => (most.has(value) ? value : others));
  return { property: { ...property, valuesOf }, values };
}

/** The volumes of the Encyclopaedia of Chess Openings. */
const VOLUMES = "ABCDE";

/** Openings by their codes (B90), or by tens (B90–99) or volumes if the codes that a chart shows are few of all. */
function openings(matches: readonly Match[]): (match: Match) => string[] {
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
  return ({ eco }) => (eco && key ? [key(eco)] : []);
}
