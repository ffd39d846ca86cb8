// The state of the page in the part of its address after `#`, so that a link holds it. Sources are named by their names (see
// names.ts), for their numbers belong to one run of the program.
//
// A link holds the query, the dialect, the names of the sources, the position and the filters; after `#` the server never
// sees them. A link with a name that fits no source, or several, does not search: answers from other games would look like
// the right ones.

import type { Filters } from "../api/types";
import type { Kept } from "../queries/kept";
import { FACETS } from "../results/facets";
import type { Tab } from "./store";

export interface Linked extends Partial<Kept> {
  /** Conditions that are switched off, as CQL. */
  off?: string;
  /** Names of the sources that are searched; absent for all. */
  sources?: string[];
  /** The name of a source, the number of a game, the number of a position. */
  place?: { source: string; game: number; node: number };
  filters?: Filters;
  tab?: Tab;
  /** The query was searched for. */
  ran?: boolean;
}

export const TABS: readonly Tab[] = ["ask", "why", "automaton", "book"];

export function write({ query, off, dialect, tab, place, variations, ran, ...lists }: Linked): string {
  const { settings = {}, sources = [], filters = {} } = lists;
  const said: [name: string, value: string | false | undefined][] = [
    ["q", query],
    ["off", off],
    ["dialect", dialect],
    ["variations", variations && "1"],
    ...Object.entries(settings).map(([name, value]): [string, string] => ["set", `${name}=${value}`]),
    ...sources.map((name): [string, string] => ["in", name]),
    ...FACETS.map((facet): [string, string | undefined] => [facet, filters[facet]]),
    ["tab", tab !== "ask" && tab],
    ["run", ran && "1"],
    ["game", place && `${place.game}.${place.node}`],
    ["of", place?.source],
  ];
  return new URLSearchParams(said.flatMap(([name, value]) => (value ? [[name, value]] : []))).toString();
}

export function read(hash: string): Linked {
  const set = new URLSearchParams(hash.replace(/^#/, ""));
  const [query, off, dialect] = ["q", "off", "dialect"].map((name) => set.get(name));
  const settings = set.getAll("set").flatMap((text) => {
    const at = text.indexOf("=");
    return at > 0 ? [[text.slice(0, at), text.slice(at + 1)]] : [];
  });
  const filters = FACETS.flatMap((facet) => (set.get(facet) ? [[facet, set.get(facet)]] : []));
  const tab = TABS.find((each) => each === set.get("tab"));
  const place = /^(\d+)\.(\d+)$/.exec(set.get("game") ?? "");
  return {
    ...(query && { query }),
    ...(off && { off }),
    ...((dialect === "5" || dialect === "6") && { dialect }),
    ...(set.get("variations") === "1" && { variations: true }),
    ...(settings.length && { settings: Object.fromEntries(settings) }),
    ...(set.has("in") && { sources: set.getAll("in") }),
    ...(filters.length && { filters: Object.fromEntries(filters) }),
    ...(tab && { tab }),
    ...(set.get("run") === "1" && { ran: true }),
    ...(place && { place: { source: set.get("of") ?? "", game: Number(place[1]), node: Number(place[2]) } }),
  };
}
