// What is looked at, on the page and in a report: the answers of a search, the game that is shown with what the matches mark in
// it, and what the reader is told.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Api, ApiError, api } from "../api/client";
import type { Facet, Found, GameTree, Row, Place as TextPlace } from "../api/types";
import { emptyGame, inGame, isOwnBoard, OWN_BOARD } from "../game/own";
import { type Key, t } from "../i18n";
import type { Search } from "../results/search";
import { asking } from "./asking";
import { setTo, setterOf } from "./controls";
import { type Place, samePlace } from "./place";

export interface Notice {
  text: string;
  severity: "error" | "info";
  /** Takes back what is told. */
  undo?: () => void;
}

/** Milliseconds for which a text that is kept is said along with others. */
const TOGETHER = 500;

/** What is asked for a game, as a text: it is the same for all positions of the game. */
const textOf = ({ source, game }: Place, more = {}): string => JSON.stringify({ ...more, source, game });

export class Viewing<R extends Row = Row, F extends string = Facet> {
  readonly api: Api = api;
  /** A place in the query that the editor marks, because something elsewhere speaks of it. */
  readonly highlight: Signal<TextPlace | null> = signal(null);

  /** The search whose answers are shown. */
  readonly search: Signal<Search<R, F> | null> = signal(null);

  /** The position that is shown. */
  readonly place: Signal<Place | null> = signal(null);
  /** The game of `place`; null while it is loaded. */
  readonly tree: Signal<GameTree | null> = signal(null);
  /** The position of the game itself: that at which moves of the reader's own begin; null without a game. */
  readonly gamePlace: ReadonlySignal<Place | null> = computed(() => {
    const place = this.place.value;
    if (!place || isOwnBoard(place)) return null;
    const node = inGame(this.tree.value, place.node);
    return node === place.node ? place : { ...place, node };
  });
  /** Why the game could not be loaded. */
  readonly treeProblem: Signal<string | null> = signal(null);
  /** What the matches of the shown search mark in the game that is shown; empty while loaded and where nothing matched. */
  readonly found: Signal<Found[]> = signal([]);
  /** The marks of the position that is shown. */
  readonly foundHere: ReadonlySignal<Found[]> = computed(() =>
    this.found.value.filter((found) => found.node === this.place.value?.node),
  );

  readonly notice: Signal<Notice | null> = signal(null);
  /** What screen readers are told; changed by `announce`. */
  readonly spoken: Signal<string> = signal("");

  private kept = "";
  private keptUntil = 0;
  protected readonly stops: (() => void)[] = [];

  /** Follows the place that is shown: with its game, and with what the search marks in that. */
  protected followPlace(): void {
    this.stops.push(this.followGame(), this.followFound());
  }

  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
  }

  show(place: Place | null): void {
    const next = place && { source: place.source, game: place.game, node: place.node };
    if (!samePlace(this.place.value, next)) this.place.value = next;
  }

  /** Another position of the game that is shown, if there is one. */
  goto(node: number | undefined): void {
    const place = this.place.value;
    if (place && node !== undefined) this.show({ ...place, node });
  }

  /** The next or previous answer, in the order of the list. */
  stepAnswer(by: 1 | -1): void {
    const rows = this.search.value?.rows;
    const row = rows?.step(this.gamePlace.value, by);
    if (row) this.show(row);
  }

  private followGame(): () => void {
    const shown = computed(() => this.place.value && textOf(this.place.value));
    return effect(() => {
      const game: Pick<Place, "source" | "game"> | null = JSON.parse(shown.value ?? "null");
      const isOwn = game?.source === OWN_BOARD.source;
      this.tree.value = isOwn ? emptyGame() : null;
      this.treeProblem.value = null;
      if (!game || isOwn) return;
      return asking(
        (signal) => this.api.game(game, signal),
        setterOf(this.tree),
        setterOf(this.treeProblem, message),
      );
    });
  }

  private followFound(): () => void {
    const asked = computed(() => {
      const place = this.place.value;
      const search = this.search.value;
      const id = search?.id.value;
      // A search knows nothing of games that came after it.
      return place && id && search.question.sources.includes(place.source) ? textOf(place, { id }) : null;
    });
    return effect(() => {
      const { value } = asked;
      this.found.value = [];
      if (!value) return;
      // A game without marks is shown without marks.
      return asking(
        (signal) => this.api.found(JSON.parse(value), signal),
        ({ found }) => setTo(this.found, found)(),
      );
    });
  }

  // What the reader is told

  /**
   * Says a text to screen readers in the place of the last one. A text that is `kept` is said along with what follows at
   * almost the same time: the number of answers together with the position of the first one.
   */
  announce(text: string, kept = false): void {
    const now = Date.now();
    const before = this.spoken.peek();
    const whole = now < this.keptUntil ? `${this.kept} ${text}` : text;
    // A repeated text is only read again if it differs.
    this.spoken.value = whole === before ? `${whole}\u00a0` : whole;
    if (kept) {
      this.kept = text;
      this.keptUntil = now + TOGETHER;
    }
  }

  /** Shows what went wrong. */
  fail(error: unknown): void {
    this.notice.value = { text: message(error), severity: "error" };
  }

  /** Does what may fail, and shows what went wrong. */
  async attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.fail(error));
  }

  warn(key: Key): void {
    this.notice.value = { text: t(key), severity: "error" };
  }

  inform(key: Key, values: Record<string, string | number> = {}): void {
    this.notice.value = { text: t(key, values), severity: "info" };
  }
}

/** What went wrong, in words. */
export function message(error: unknown): string {
  // Another run of the program has another address, and no answer at this one.
  if (error instanceof ApiError && error.status === 404 && !error.code) return t("error.restarted");
  if (error instanceof ApiError) return error.help ? `${error.message} ${error.help}` : error.message;
  if (error instanceof TypeError) return t("error.unreachable");
  return error instanceof Error ? error.message : String(error);
}
