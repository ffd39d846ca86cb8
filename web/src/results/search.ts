// One search: what was asked, the rows that have come, and how far it is.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { api } from "../api/client";
import { listen } from "../api/events";
import type {
  Dialect,
  EndStatus,
  Facet,
  Progress,
  Row,
  SearchEnd,
  SearchMessage,
  Settings,
} from "../api/types";
import type { Rows } from "./rows";

export type Status = "starting" | "running" | EndStatus | "lost";

export interface Question {
  query: string;
  dialect: Dialect | null;
  variations: boolean;
  /** Values of parameters, by their names. */
  settings: Settings;
  sources: string[];
}

/** Messages beyond this number are counted only. */
const MOST_MESSAGES = 500;

const NOTHING: Progress = { games: 0, matchedGames: 0, positions: 0, bytes: 0, totalBytes: 0, seconds: 0 };

let searches = 0;

export class Search<R extends Row = Row, F extends string = Facet> {
  /** Tells the searches of this visit apart. */
  readonly key: number = searches++;
  readonly began = new Date();
  /** The server's name of the search; empty until it has one. */
  readonly id: Signal<string> = signal("");
  readonly status: Signal<Status> = signal("starting");
  readonly progress: Signal<Progress | null> = signal(null);
  readonly messages: Signal<SearchMessage[]> = signal([]);
  readonly moreMessages: Signal<number> = signal(0);
  readonly end: Signal<SearchEnd | null> = signal(null);
  readonly problem: Signal<string | null> = signal(null);
  readonly running: ReadonlySignal<boolean> = computed(
    () => this.status.value === "starting" || this.status.value === "running",
  );
  onEnd: (() => void) | null = null;
  private stopListening: (() => void) | null = null;
  private cancelled = false;

  constructor(
    readonly question: Question,
    readonly rows: Rows<R, F>,
  ) {}

  async start(): Promise<void> {
    const { id, sort } = await api.search(this.question);
    if (sort) this.rows.sortBy(sort);
    // Before anything is drawn, for that takes longer than the first answer.
    this.stopListening = listen(id, {
      rows: (rows, text) => this.rows.add(rows as R[], text),
      progress: (progress) => {
        this.progress.value = progress;
      },
      message: (message) => {
        if (this.messages.value.length < MOST_MESSAGES)
          this.messages.value = [...this.messages.value, message];
        else this.moreMessages.value += 1;
      },
      end: (end) => {
        this.end.value = end;
        // An engine that has failed tells no numbers.
        this.progress.value = { ...NOTHING, ...this.progress.value, ...end };
        if (end.error) this.problem.value = end.error.message;
        this.rows.finish();
        this.status.value = end.status;
        this.onEnd?.();
      },
      lost: () => {
        this.rows.finish();
        this.status.value = "lost";
      },
    });
    this.id.value = id;
    this.status.value = "running";
    if (this.cancelled) await api.forget({ id });
  }

  fail(problem: string): void {
    this.problem.value = problem;
    this.status.value = "failed";
  }

  /** Asks the server to stop; the rows that have come stay. */
  async cancel(): Promise<void> {
    this.cancelled = true;
    if (this.id.value) await api.forget({ id: this.id.value }).catch(() => undefined);
  }

  /** Takes a search that has ended away from the server, too. */
  async forget(): Promise<void> {
    this.stopListening?.();
    this.rows.close();
    if (this.id.value) await api.forget({ id: this.id.value }).catch(() => undefined);
  }
}
