// The page's first requests, and the two ways between its state and its address.

import { batch, effect } from "@preact/signals";
import { choose, preferred } from "../i18n";
import { type Linked, read, write } from "./hash";
import { stored } from "./preferences";
import type { Store } from "./store";
import { startTheme } from "./theme";

const FIRST_QUERY = "mate";
const ADDRESS_DELAY = 250;

export async function begin(store: Store): Promise<void> {
  startTheme();
  void choose(stored("language") ?? preferred(navigator.languages));
  const linked = read(location.hash);
  batch(() => {
    store.query.value = linked.query ?? FIRST_QUERY;
    apply(store, linked);
  });
  store.start();
  const recipes = store.api.recipes().then(
    (list) => {
      store.recipes.value = list;
    },
    (error: unknown) => store.fail(error),
  );
  try {
    const about = await store.api.about();
    batch(() => {
      store.about.value = about;
      if (linked.query === undefined && about.query) store.query.value = about.query;
      store.setSources(about.sources);
      applySources(store, linked);
    });
    if (linked.ran) await store.run();
  } catch (error) {
    store.fail(error);
  }
  store.ready.value = true;
  followAddress(store);
  await recipes;
}

function apply(store: Store, linked: Linked): void {
  store.dialect.value = linked.dialect ?? null;
  store.variations.value = linked.variations ?? false;
  store.tab.value = linked.tab ?? "ask";
  store.nextFilters = linked.filters ?? null;
}

/** What a link says of sources, which are known by their names. */
function applySources(store: Store, linked: Linked): void {
  const byName = (name: string) => store.sources.value.find((source) => source.name === name);
  const chosen = linked.sources?.map((name) => byName(name)?.id).filter((id) => id !== undefined);
  if (chosen?.length) store.chosen.value = new Set(chosen);
  const source = linked.place && byName(linked.place.source);
  if (linked.place && source) store.show({ ...linked.place, source: source.id });
}

function state(store: Store): Linked {
  const place = store.place.value;
  const search = store.search.value;
  const all = store.sources.value;
  const chosen = all.filter((source) => store.chosen.value.has(source.id)).map((source) => source.name);
  const dialect = store.dialect.value;
  return {
    query: store.query.value,
    ...(dialect ? { dialect } : {}),
    variations: store.variations.value,
    ...(chosen.length === all.length ? {} : { sources: chosen }),
    ...(place ? { place: { ...place, source: store.sourceName(place.source) } } : {}),
    filters: search?.rows.filters.value ?? {},
    tab: store.tab.value,
    ran: search?.question.query === store.query.value,
  };
}

/** Keeps the address in step with the state, and the state with an address that the reader goes to. */
function followAddress(store: Store): void {
  let written = location.hash.replace(/^#/, "");
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const next = write(state(store));
    clearTimeout(timer);
    // A browser allows so many changes a second; stepping through a game makes more.
    timer = setTimeout(() => {
      if (next === written) return;
      written = next;
      history.replaceState(null, "", `#${next}`);
    }, ADDRESS_DELAY);
  });
  addEventListener("hashchange", () => {
    const now = location.hash.replace(/^#/, "");
    if (now === written) return;
    written = now;
    const linked = read(now);
    batch(() => {
      if (linked.query !== undefined) store.query.value = linked.query;
      apply(store, linked);
      applySources(store, linked);
    });
    if (linked.ran) void store.run();
  });
}
