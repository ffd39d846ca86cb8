// The page's first requests, and the two ways between its state and its address.

import { batch, effect } from "@preact/signals";
import { read as readConditions, write as writeConditions } from "../conditions/model";
import { t } from "../i18n";
import { type Linked, read, write } from "./hash";
import { useMemory } from "./memory";
import { named, uniqueNames } from "./names";
import { ONE_PANEL } from "./places";
import type { Store } from "./store";
import { startChoices } from "./theme";

const FIRST_QUERY = "mate";
const ADDRESS_DELAY = 250;

export async function begin(store: Store): Promise<void> {
  startChoices();
  const linked = read(location.hash);
  batch(() => {
    store.setQuery(linked.query ?? FIRST_QUERY);
    store.offered = linked.query === undefined ? FIRST_QUERY : null;
    apply(store, linked);
  });
  store.start();
  addEventListener("pagehide", () => store.leave());
  const recipes = store.attempt(async () => {
    store.recipes.value = await store.api.recipes({});
  });
  await store.attempt(async () => {
    const about = await store.api.about({});
    // Without it the browser keeps what is to be kept.
    if (about.memory) await useMemory((error) => store.fail(error)).catch((error) => store.fail(error));
    const all = batch(() => {
      store.about.value = about;
      if (linked.query === undefined && about.query) store.setQuery(about.query);
      store.setSources(about.sources);
      return applySources(store, linked);
    });
    if (linked.ran && all) await store.run();
    else if (all && !store.place.value) {
      const begun = store.begin();
      // A narrow window shows one thing at a time.
      if (store.first && matchMedia(ONE_PANEL).matches) store.panel.value = "answers";
      await begun;
    }
  });
  store.ready.value = true;
  followAddress(store);
  await recipes;
}

function apply(store: Store, linked: Linked): void {
  store.setOptions({ ...linked, values: linked.settings ?? {} });
  if (linked.off) store.asked.value = { ...store.asked.value, off: readConditions(linked.off) };
  store.tab.value = linked.tab ?? "ask";
  store.nextFilters = linked.filters ?? null;
}

/** What a link says of sources, which are known by their names; tells if all of them are there. */
function applySources(store: Store, linked: Linked): boolean {
  const all = store.sources.value;
  const missing: string[] = [];
  const byName = (name: string): string | undefined => {
    const id = named(all, name)?.id;
    if (id === undefined && !missing.includes(name)) missing.push(name);
    return id;
  };
  const chosen = linked.sources?.map(byName).filter((id) => id !== undefined);
  if (chosen?.length) store.chosen.value = new Set(chosen);
  const source = linked.place?.source && byName(linked.place.source);
  if (linked.place && source) store.show({ ...linked.place, source });
  if (!missing.length) return true;
  // Other games would give other answers, and nobody would notice.
  store.notice.value = { text: t("search.linkSources", { names: missing.join(", ") }), severity: "error" };
  return false;
}

function state(store: Store): Linked {
  const place = store.gamePlace.value;
  const search = store.search.value;
  const all = store.sources.value;
  const names = uniqueNames(all);
  const chosen = all.map((source, i) => (store.chosen.value.has(source.id) ? names[i] : undefined));
  const sources = chosen.filter((name) => name !== undefined);
  const dialect = store.dialect.value;
  const query = store.query.value;
  const begins = store.isAsItBegins();
  const ran = search?.question.query === query && !begins;
  return {
    // What nobody has written is not in the link.
    ...(query !== store.offered || ran ? { query } : {}),
    ...(dialect ? { dialect } : {}),
    variations: store.variations.value,
    settings: store.settings.value,
    ...(sources.length === all.length ? {} : { sources }),
    ...(place && !begins
      ? { place: { ...place, source: names[all.findIndex(({ id }) => id === place.source)] ?? "" } }
      : {}),
    off: writeConditions(store.asked.value.off),
    filters: search?.rows.filters.value ?? {},
    tab: store.tab.value,
    ran,
  };
}

/** What was searched: the steps of Back and Forward. Games and positions are too many to be steps. */
const searched = ({ query, dialect, variations, settings, ran }: Linked): string =>
  ran ? JSON.stringify([query, dialect, variations, settings ?? {}]) : "";

/** Keeps the address in step with the state, and the state with an address that the reader goes to. */
function followAddress(store: Store): void {
  let written = location.hash.replace(/^#/, "");
  let last = searched(state(store));
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const linked = state(store);
    const next = write(linked);
    clearTimeout(timer);
    // A browser allows a limited number of changes a second; stepping through a game makes more.
    timer = setTimeout(() => {
      if (next === written) return;
      written = next;
      const now = searched(linked);
      // A search stays where Back finds it. What is written after it has a place of its own until it is searched.
      if (last && now !== last) history.pushState(null, "", `#${next}`);
      else history.replaceState(null, "", `#${next}`);
      last = now;
    }, ADDRESS_DELAY);
  });
  const go = () => {
    const now = location.hash.replace(/^#/, "");
    if (now === written) return;
    const linked = read(now);
    const all = batch(() => {
      store.offered = linked.query === undefined ? FIRST_QUERY : null;
      store.setQuery(linked.query ?? FIRST_QUERY);
      apply(store, linked);
      if (linked.query === undefined) store.search.value = null;
      if (!linked.place) store.show(null);
      return applySources(store, linked);
    });
    if (linked.ran && all && !store.showAgain(linked.filters ?? {})) void store.run();
    else if (linked.query === undefined && all && !store.place.value) void store.begin();
    // The reader has gone there; what is shown now is no other step.
    clearTimeout(timer);
    written = write(state(store));
    last = searched(linked);
  };
  addEventListener("popstate", go);
  addEventListener("hashchange", go);
}
