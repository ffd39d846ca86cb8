// The state of the page in the part of its address after `#`, so that a link holds it. Sources are named by their names (see
// names.ts), for their numbers belong to one run of the program.
//
// A link holds the query, the dialect, the names of the sources, the position and the filters; after `#` the server never
// sees them. A link with a name that fits no source, or several, does not search: answers from other games would look like
// the right ones.

import type { Dialect, Filters, Settings } from "../api/types";
import { FACETS } from "../results/facets";
import type { Tab } from "./store";

export interface Linked {
  query?: string;
  dialect?: Dialect;
  variations?: boolean;
  /** Values of parameters, by their names. */
  settings?: Settings;
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

export function write(state: Linked): string {
  const set = new URLSearchParams();
  if (state.query) set.set("q", state.query);
  if (state.off) set.set("off", state.off);
  if (state.dialect) set.set("dialect", state.dialect);
  if (state.variations) set.set("variations", "1");
  for (const [name, value] of Object.entries(state.settings ?? {})) set.append("set", `${name}=${value}`);
  for (const name of state.sources ?? []) set.append("in", name);
  for (const facet of FACETS) {
    const value = state.filters?.[facet];
    if (value !== undefined) set.set(facet, value);
  }
  if (state.tab && state.tab !== "ask") set.set("tab", state.tab);
  if (state.ran) set.set("run", "1");
  if (state.place) {
    const { source, game, node } = state.place;
    set.set("game", `${game}.${node}`);
    set.set("of", source);
  }
  return set.toString();
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
