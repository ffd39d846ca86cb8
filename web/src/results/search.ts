// One search: what was asked, the rows that have come, and how far it is.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { backend } from "../api/backend";
import { api } from "../api/client";
import type {
  Dialect,
  EndStatus,
  Facet,
  Progress,
  Requests,
  Row,
  SearchEnd,
  SearchMessage,
  Settings,
} from "../api/types";
import { setterOf } from "../app/controls";
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

export const sameQuestion = (a: Question | undefined, b: Question): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

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
  private forgotten = false;

  constructor(
    readonly question: Question,
    readonly rows: Rows<R, F>,
  ) {}

  /** What is told is used by its name; `text` is what the program has sent, if it has written it. */
  private readonly uses = {
    rows: ({ rows }: { rows: R[] }, text?: string) => this.rows.add(rows, text),
    progress: setterOf(this.progress),
    message: (message: SearchMessage) => {
      if (this.messages.value.length < MOST_MESSAGES) this.messages.value = [...this.messages.value, message];
      else this.moreMessages.value += 1;
    },
    end: (end: SearchEnd) => {
      this.end.value = end;
      // An engine that has failed tells no numbers.
      this.progress.value = { ...NOTHING, ...this.progress.value, ...end };
      if (end.error) this.problem.value = end.error.message;
      this.rows.finish();
      this.status.value = end.status;
      this.onEnd?.();
    },
  };

  /** Asks for more than the question, or for less: for counts only. */
  async start(more: Omit<Requests["search"][0], keyof Question> = {}): Promise<void> {
    const { id, sort } = await api.search({ ...this.question, ...more });
    if (this.forgotten) return void (await api.forget({ id }));
    if (sort) this.rows.sortBy(sort);
    // Before anything is drawn, for that takes longer than the first answer.
    this.stopListening = backend().listen(id, {
      event: (name, data) => {
        const [told, text] = typeof data === "string" ? [JSON.parse(data), data] : [data];
        (this.uses as Record<string, (told: never, text?: string) => void>)[name]?.(told as never, text);
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

  /** Takes the search away from the server, too. */
  async forget(): Promise<void> {
    this.forgotten = true;
    this.stopListening?.();
    this.rows.close();
    const id = this.id.peek();
    this.id.value = "";
    if (id) await api.forget({ id }).catch(() => undefined);
  }
}
