// The state of the page: signals that every part reads, and the few actions that change several of them at once.
//
// Preact with signals: the page has many values that change by themselves (rows, progress, the position that is shown), a
// signal redraws what reads it and nothing else, and both packages together are under 10 KB compressed. What several parts
// share is here and in what they look at (`viewing.ts`); boards, viewer and reasons are mounted into elements of their own and know only the store.

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { ApiError } from "../api/client";
import type { About, Check, Dialect, Filters, Playable, Recipe, Settings, Source } from "../api/types";
import { type Asked, askedIn, NOTHING, queryOf, withConditions } from "../conditions/asked";
import type { Written } from "../conditions/line";
import { type Conditions, read, write } from "../conditions/model";
import { type Part, partsOf } from "../conditions/parts";
import { isOwnBoard, OWN_BOARD, withMove } from "../game/own";
import { t } from "../i18n";
import { type Asked as AskedBefore, keepAsked, keptOf } from "../queries/kept";
import { perGame, Rows } from "../results/rows";
import { type Question, Search, sameQuestion } from "../results/search";
import { asking } from "./asking";
import { setterOf } from "./controls";
import { uniqueNames } from "./names";
import { type Place, samePlace } from "./place";
import { ONE_PANEL } from "./places";
import { message, Viewing } from "./viewing";

/** What the middle column shows below the query. */
export type Tab = "ask" | "why" | "automaton" | "book";
/** What a narrow window shows. */
export type Panel = "games" | "query" | "answers" | "board";

/** What is checked: whether variations are searched decides about warnings. */
type ToCheck = Omit<Question, "sources">;

export interface Checked extends ToCheck {
  check: Check;
}

/** How a query is read: the choices next to its text. */
export interface Options {
  /** Null leaves the choice to the program. */
  dialect: Dialect | null;
  variations: boolean;
  /** Values for parameters, by their names. */
  values: Settings;
}

const CHECK_DELAY = 150;
/** Milliseconds after which the page asks how far a file has been read: at first, and at most. */
const FIRST_LOOK = 300;
const LAST_LOOK = 4000;
/** The bytes of games up to which the page searches at once when it is entered. */
const AT_ONCE = 30_000_000;
/** The searches that are kept, and the rows that they have together; earlier ones can be made again. */
const MOST_SEARCHES = 6;
const MOST_ROWS = 150_000;
const isUnread = ({ games, problem }: Source) => typeof games !== "number" && problem === undefined;

function makeWorker(): (() => Worker) | null {
  if (typeof Worker === "undefined") return null;
  return () => new Worker(new URL("../results/columns.worker.ts", import.meta.url), { type: "module" });
}

/** What the page says where the program is a part of it. */
export interface Here {
  tagline(): string;
  /** What the list of games has instead of the field for paths. */
  Files: ComponentType;
}

export class Store extends Viewing {
  /** Null where the program serves the page. */
  readonly here: Here | null;

  readonly about: Signal<About | null> = signal(null);
  readonly sources: Signal<Source[]> = signal([]);
  /** The sources that are searched. */
  readonly chosen: Signal<ReadonlySet<string>> = signal(new Set<string>());
  readonly recipes: Signal<Recipe[]> = signal([]);

  /** Takes back, or does again, what changed the text: the editor has the steps. */
  readonly steps = { undo: () => {}, redo: () => {} };
  /** The question; everything that changes it changes a part of it. */
  readonly asked: Signal<Asked> = signal(NOTHING);
  /** The recipes that can be conditions. */
  readonly parts: ReadonlySignal<readonly Part[]> = computed(() => partsOf(this.recipes.value));
  readonly written: ReadonlySignal<Written> = computed(() => queryOf(this.asked.value));
  /** The whole query, with its conditions. */
  readonly query: ReadonlySignal<string> = computed(() => this.written.value.query);
  /** The text with which the page begins where nobody has written one, until another takes its place. */
  offered: string | null = null;
  /** The dialect that the reader chose; null leaves the choice to the program. */
  readonly dialect: Signal<Dialect | null> = signal(null);
  readonly variations: Signal<boolean> = signal(false);
  /** Values that the reader has set for parameters, by their names; those of other queries are kept for when they come back. */
  readonly values: Signal<Settings> = signal({});
  readonly options: ReadonlySignal<Options> = computed(() => ({
    dialect: this.dialect.value,
    variations: this.variations.value,
    values: this.values.value,
  }));
  /** The last answer of `check`; it belongs to its own `query`, which may be a moment older than the editor's. */
  readonly checked: Signal<Checked | null> = signal(null);
  /** The values for the parameters that the query has. */
  readonly settings: ReadonlySignal<Settings> = computed(() => {
    const parameters = this.checked.value?.check.parameters ?? [];
    const { value } = this.values;
    return Object.fromEntries(
      parameters.flatMap(({ name }) => (value[name] === undefined ? [] : [[name, value[name]]])),
    );
  });
  /** The sources that are searched, in their order. */
  readonly searched: ReadonlySignal<Source[]> = computed(() =>
    this.sources.value.filter(({ id }) => this.chosen.value.has(id)),
  );
  readonly searches: Signal<Search[]> = signal([]);
  /** The search with which the page begins, which is none of `searches`: nobody has asked for it. */
  first: Search | null = null;
  /** The first requests have been answered. */
  readonly ready: Signal<boolean> = signal(false);
  readonly tab: Signal<Tab> = signal("ask");
  readonly panel: Signal<Panel> = signal("query");
  /** The filters of a link, for the next search. */
  nextFilters: Filters | null = null;
  private checkAtOnce = false;
  /** The text of the last check was typed, so that it may be half a word. */
  isTyped = false;
  /** Counts how often somebody wanted to search with a query that has errors. */
  readonly refused: Signal<number> = signal(0);

  constructor(here: Here | null = null) {
    super();
    this.here = here;
  }

  /** Starts what follows the signals: the check of the query, the game of the place, the marks of the search. */
  start(): void {
    this.stops.push(
      effect(() => {
        // Who writes the same again has written it.
        if (this.asked.value.text !== this.offered) this.offered = null;
      }),
      effect(() => {
        const parts = this.parts.value;
        const { conditions, off, ...asked } = this.asked.peek();
        const again = (all: Conditions) => read(write(all), parts);
        // A condition that came before the recipes may be one of them.
        if (conditions.other || off.other)
          this.asked.value = { ...asked, conditions: again(conditions), off: again(off) };
      }),
      effect(() => {
        const { dialect, variations, values: settings } = this.options.value;
        return this.checkSoon({ query: this.query.value, dialect, variations, settings });
      }),
      this.followUnread(),
    );
    this.followPlace();
  }

  // Sources

  setSources(sources: Source[]): void {
    const known = new Set(this.sources.value.map((source) => source.id));
    const fresh = sources.filter((source) => !known.has(source.id)).map((source) => source.id);
    const there = new Set(sources.map((source) => source.id));
    batch(() => {
      this.sources.value = sources;
      this.chosen.value = new Set([...this.chosen.value, ...fresh].filter((id) => there.has(id)));
      const place = this.place.value;
      if (place && !isOwnBoard(place) && !there.has(place.source)) this.place.value = null;
    });
  }

  /** Asks for the sources again and again as long as the number of games of some is not known yet. */
  private followUnread(): () => void {
    let delay = FIRST_LOOK;
    let known = 0;
    const look = async () => {
      try {
        const told = new Map((await this.api.sources({})).map((source) => [source.id, source]));
        // What was taken away while this was asked for stays away.
        this.setSources(this.sources.value.map((source) => told.get(source.id) ?? source));
      } catch {
        // The numbers of games stay unknown.
      }
    };
    return effect(() => {
      const unread = this.sources.value.filter(isUnread);
      if (this.sources.value.length !== known) delay = FIRST_LOOK;
      known = this.sources.value.length;
      if (!this.ready.value || !unread.length) return;
      const timer = setTimeout(look, delay);
      delay = Math.min(delay * 1.5, LAST_LOOK);
      return () => clearTimeout(timer);
    });
  }

  addSources(added: Source[]): void {
    const ids = new Set(added.map((source) => source.id));
    const others = this.sources.value.filter((source) => !ids.has(source.id));
    // The samples are there so that there is something to search; the reader's own games take their place.
    const samples = others.filter((source) => source.kind === "samples").map((source) => source.id);
    batch(() => {
      this.sources.value = [...others, ...added];
      this.chosen.value = new Set(
        [...this.chosen.value].filter((id) => !samples.includes(id)).concat([...ids]),
      );
    });
  }

  toggleSource(id: string, on: boolean): void {
    const chosen = new Set(this.chosen.value);
    if (on) chosen.add(id);
    else chosen.delete(id);
    this.chosen.value = chosen;
  }

  // The query

  /** Another question. Nobody is typing: it is whole and can be checked at once. */
  ask(asked: Asked): void {
    this.checkAtOnce = true;
    this.asked.value = asked;
  }

  /** The question of a whole query, which comes from elsewhere. */
  setQuery(query: string): void {
    this.ask(askedIn(query, this.parts.peek(), this.asked.peek().off));
  }

  /** Another text; the conditions stay. */
  setText(text: string): void {
    this.ask({ ...this.asked.peek(), text });
  }

  setOptions({ dialect = null, variations = false, values = {} }: Partial<Options>): void {
    batch(() => {
      this.dialect.value = dialect;
      this.variations.value = variations;
      this.values.value = values;
    });
  }

  /** Other conditions. The text stays, unless it is what the page offers: that is nobody's. */
  setConditions(conditions: Conditions): void {
    this.ask(withConditions({ ...this.asked.peek(), text: this.own() }, conditions));
  }

  /** The text that somebody has written: not what the page offers. */
  own(): string {
    const { text } = this.asked.peek();
    return text === this.offered ? "" : text;
  }

  /**
   * Searches with a whole query in the place of what was asked, of which the conditions may stay. What was there can be had
   * back.
   */
  replace(query: string, keepsConditions = false): void {
    const before = this.asked.peek();
    const wasAsked = queryOf({ ...before, text: this.own() }).query;
    if (keepsConditions) this.setText(query);
    else this.setQuery(query);
    this.panel.value = "answers";
    if (!this.showAgain({})) void this.run();
    if (wasAsked.trim() && wasAsked !== this.query.peek())
      this.notice.value = { text: t("query.replaced"), severity: "info", undo: () => this.ask(before) };
  }

  /** Checks a query that differs from the last one. The answer ends it. */
  private checkSoon(asked: ToCheck): (() => void) | undefined {
    const checked = this.checked.peek();
    const parts = ["query", "dialect", "variations", "settings"] as const;
    if (checked && parts.every((part) => checked[part] === asked[part])) return undefined;
    const delay = checked && !this.checkAtOnce ? CHECK_DELAY : 0;
    this.isTyped = checked !== null && !this.checkAtOnce && checked.query !== asked.query;
    this.checkAtOnce = false;
    return asking(
      (signal) => this.api.check(asked, signal),
      setterOf(this.checked, (check: Check) => ({ ...asked, check })),
      (error) => this.fail(error),
      delay,
    );
  }

  // Searches

  /** Searches the chosen sources with the query of the editor, or with another that leaves it alone. */
  async run(query = this.query.value): Promise<void> {
    const linkedPlace = !this.ready.value && this.place.value !== null;
    if (!query.trim()) return;
    const checked = this.checked.value;
    if (checked?.query === query && checked.dialect === this.dialect.value && !checked.check.ok) {
      const errors = checked.check.diagnostics.filter((each) => each.severity === "error");
      this.refused.value += 1;
      this.announce(t("search.queryErrors", { n: errors.length }));
      return;
    }
    const question = { ...this.question(), query };
    if (!question.sources.length) return this.warn("search.noSources");
    const search = this.newSearch(question);
    batch(() => {
      this.notice.value = null;
      this.searches.value = [search, ...this.searches.value];
      this.search.value = search;
    });
    const linked = this.nextFilters;
    this.nextFilters = null;
    if (linked) search.rows.setFilters(linked);
    // A link's own game stays.
    if (!linkedPlace) this.showFirstOf(search);
    search.onEnd = () => {
      keepAsked(this.record(search));
      this.shed();
    };
    try {
      await search.start();
    } catch (error) {
      // The errors of a query stand under its text; what else went wrong is said here.
      if (error instanceof ApiError && error.status === 422 && error.diagnostics.length) {
        search.fail("");
        void this.forget(search);
        this.announce(t("search.queryErrors", { n: error.diagnostics.length }));
      } else {
        search.fail(message(error));
      }
    }
  }

  /** Takes away what earlier searches have found, but not what is shown. */
  private shed(): void {
    let rows = 0;
    this.searches.value.forEach((search, at) => {
      rows += search.rows.all.length;
      const isOver = at >= MOST_SEARCHES || rows > MOST_ROWS;
      if (isOver && search !== this.search.peek() && !search.running.peek()) void this.forget(search);
    });
  }

  private newSearch(question: Question): Search {
    const rows = new Rows(undefined, undefined, makeWorker());
    rows.setPerGame(perGame.value);
    return new Search(question, rows);
  }

  /** Shows the first answer of a search when it comes, unless another game is chosen meanwhile. */
  private showFirstOf(search: Search): void {
    let before = this.place.value;
    search.rows.onFirst = (row) => {
      if (this.search.value !== search || this.place.value !== before) return;
      this.show(row);
      before = this.place.value;
    };
  }

  /** The answers that are shown are those of another question than the one that stands there now. */
  isOld(): boolean {
    const asked = this.search.value?.question;
    return asked !== undefined && this.known() && !sameQuestion(asked, this.question());
  }

  /** Answers the query with which the page begins if that takes no time: whoever comes sees what the page is for. */
  async begin(): Promise<void> {
    const question = this.question();
    const before = this.first;
    if (before && sameQuestion(before.question, question)) {
      this.search.value = before;
      this.show(before.rows.all[0] ?? null);
      return;
    }
    void before?.forget();
    const chosen = this.searched.value;
    if (!chosen.length || chosen.reduce((sum, { bytes }) => sum + bytes, 0) > AT_ONCE) return;
    const search = this.newSearch(question);
    this.first = search;
    this.search.value = search;
    this.showFirstOf(search);
    await search.start().catch(() => {
      // Nobody has asked; whoever does is told what is wrong.
      this.first = null;
      if (this.search.value === search) this.search.value = null;
    });
  }

  /** Nothing was asked and nothing chosen: the page is as it begins. */
  isAsItBegins(): boolean {
    const { first } = this;
    const filters = first?.rows.filters.value ?? {};
    const { value: place } = this.place;
    return (
      this.search.value === first &&
      !Object.keys(filters).length &&
      (place === null || samePlace(place, first?.rows.all[0] ?? null))
    );
  }

  /** Shows a search of this visit again that asked what is asked now; false if there is none. */
  showAgain(filters: Filters): boolean {
    const asked = this.question();
    const same = this.searches.value.find(({ question }) => sameQuestion(question, asked));
    if (!same) return false;
    this.nextFilters = null;
    this.search.value = same;
    same.rows.setFilters(filters);
    return true;
  }

  /** What is kept of a search that has ended. */
  private record({ question, rows, status }: Search): AskedBefore {
    const names = uniqueNames(this.sources.value);
    return {
      ...keptOf(question),
      at: Date.now(),
      matches: rows.all.length,
      games: rows.gameCount,
      sources: names.filter((_, at) => question.sources.includes(this.sources.value[at]?.id ?? "")),
      complete: status.value === "complete",
    };
  }

  /** The parameters of the query in the editor are known. */
  private known(): boolean {
    return this.checked.value?.query === this.query.value;
  }

  /** Another value for a parameter of the query; without one it has that of the text. */
  setValue(name: string, value: string | undefined): void {
    const { [name]: _, ...others } = this.values.value;
    this.checkAtOnce = true;
    this.values.value = value === undefined ? others : { ...others, [name]: value };
  }

  /** What a search would ask now. */
  question(): Question {
    return {
      query: this.query.value,
      dialect: this.dialect.value,
      variations: this.variations.value,
      settings: this.known() ? this.settings.value : this.values.value,
      sources: this.searched.value.map(({ id }) => id),
    };
  }

  /** Cancels a search that runs, and takes away one that has ended. */
  async forget(search: Search): Promise<void> {
    if (search.running.peek()) {
      await search.cancel();
      return;
    }
    batch(() => {
      this.searches.value = this.searches.value.filter((other) => other !== search);
      if (this.search.value === search) this.search.value = this.searches.value[0] ?? null;
    });
    await search.forget();
  }

  /** Ends what runs for this page, which goes. */
  leave(): void {
    // A browser may end the events before it says that the page goes; the search still runs then.
    for (const search of this.searches.peek())
      if (search.running.peek() || search.status.peek() === "lost") void search.cancel();
  }

  // The game that is shown

  /** Shows a position to who has chosen it: a narrow window goes there. */
  look(place: Place): void {
    this.show(place);
    if (matchMedia(ONE_PANEL).matches) this.panel.value = "board";
  }

  /** Plays a move in the position that is shown: on the way of the game, or as one of the reader's own. */
  play(move: Playable): void {
    // Where there is no game, there is a board.
    if (!this.place.peek()) this.place.value = OWN_BOARD;
    const [place, tree] = [this.place.peek(), this.tree.peek()];
    if (!place || !tree) return;
    const { game, node } = withMove(tree, place.node, move);
    batch(() => {
      this.tree.value = game;
      this.goto(node);
    });
  }
}
