// The boards in step with the text: a change of the board is written as text by the server, and a text that
// a board can show is read back from the check of the query. What the reader writes beside the board's part stays.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Ask } from "../api/types";
import { asking } from "../app/asking";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { askOf, asksNothing, type Boards, boardsOf, only, shown, withBoard } from "./boards";
import { EMPTY, type Question } from "./model";
import { around, follow, hasOther, none, type Part, text, whole as wholeOf, without } from "./part";
import type { Spec } from "./pieces";

/** What a click on a square does: put the brush, carry pieces, clear, or draw the arrow of a move. */
export type Tool = "put" | "carry" | "clear" | "arrow";

/** Where the piece in hand is put: on a square or in an area, and whether it must be there or must not. */
export type Where = "here" | "not" | "area" | "notArea";

const WRITE_DELAY = 120;

export class AskState {
  readonly boards: Signal<Boards> = signal(only(EMPTY));
  /** The question of the board that is shown. */
  readonly question: ReadonlySignal<Question> = computed(() => shown(this.boards.value));
  readonly where: Signal<Where> = signal<Where>("here");
  readonly tool: Signal<Tool> = signal<Tool>("put");
  readonly brush: Signal<Spec | undefined> = signal<Spec | undefined>("N");
  /** Whether a click on the palette adds to the brush, for any of several pieces. */
  readonly several: Signal<boolean> = signal(false);
  /** The next piece of the palette begins a set: what was in hand before belongs to none. */
  isFreshSet = false;
  readonly side: Signal<"white" | "black"> = signal("white");
  /** The square from which an arrow or a piece is on its way. */
  readonly origin: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** Whether the text of the query says something that the board does not show. */
  readonly apart: Signal<boolean> = signal(false);
  /** Whether the reader has written more beside what the board shows. */
  readonly beside: Signal<boolean> = signal(false);
  readonly problem: Signal<string | null> = signal(null);

  /** The board's part of the query. */
  private part: Part = none("");
  /** The query as the board wrote it last. */
  private written: Part | undefined;
  /** The query whose part was read last. */
  private readLast: string | undefined;
  private reading: AbortController | undefined;
  /** A change of the board is being written. */
  private writing: (() => void) | null = null;

  constructor(private readonly store: Store) {}

  /** Follows the text of the query. The answer ends it. */
  follow(): () => void {
    const stop = effect(() => this.read());
    return () => {
      stop();
      this.stopWriting();
      this.reading?.abort();
    };
  }

  /** Changes the question of the shown board and writes it as the query. */
  change(next: Question): void {
    if (next !== this.question.peek()) this.changeBoards(withBoard(this.boards.peek(), { question: next }));
  }

  /** The same with all boards. */
  changeBoards(next: Boards): void {
    if (next === this.boards.peek()) return;
    this.boards.value = next;
    this.writeSoon();
  }

  /** Asks in the other way. As long as nothing is asked in it, the text stays as it is. */
  askAs(kind: Question["kind"]): void {
    const next = withBoard(this.boards.peek(), { question: { ...this.question.peek(), kind } });
    if (asksNothing(next)) this.boards.value = next;
    else this.changeBoards(next);
    this.begin();
  }

  /** Shows another board. */
  turnTo(at: number): void {
    this.boards.value = { ...this.boards.peek(), at };
    this.begin();
  }

  /** The tool with which a board begins. */
  begin(): void {
    this.origin.value = undefined;
    this.tool.value = this.question.peek().kind === "path" ? "arrow" : "put";
  }

  private read(): void {
    const query = this.store.asked.value.text;
    const whole = this.store.query.value;
    const checked = this.store.checked.value;
    if (query !== this.part.query) {
      // The reader writes: what is being written for the board or read from an older text comes too late.
      this.stopWriting();
      this.reading?.abort();
      this.part = follow(this.part, query);
    }
    // Nobody has written it, and the board's text takes its place.
    if (query === this.store.offered) return;
    if (query === this.written?.query) {
      this.part = this.written;
      this.apart.value = false;
      this.beside.value = hasOther(this.part);
      return;
    }
    // What the board is about to write says more than what is there.
    if (this.writing || checked?.query !== whole || query === this.readLast) return;
    this.written = undefined;
    this.readLast = query;
    const { ask } = checked.check;
    // With conditions, the check has read more than the text.
    if (ask && whole === query) {
      this.part = wholeOf(query);
      this.show(ask);
    } else void this.readPart(checked.check.ok, whole !== query);
  }

  /** Reads the board's part of a query that says more. */
  private async readPart(good: boolean, isUnread: boolean): Promise<void> {
    const { part } = this;
    const control = new AbortController();
    this.reading = control;
    const asked = async (tried: Part): Promise<Ask | null> =>
      text(tried).trim() && (isUnread || hasOther(tried))
        ? this.store.api.asked({ query: text(tried), dialect: this.store.dialect.peek() }, control.signal)
        : null;
    let ask: Ask | null = null;
    let shown = part;
    try {
      ask = await asked(part);
      if (!ask && isUnread) {
        shown = wholeOf(part.query);
        ask = await asked(shown);
      }
    } catch {
      // Without an answer the part cannot be shown.
    }
    if (control.signal.aborted || this.part !== part) return;
    if (ask) {
      this.part = shown;
      this.show(ask);
    } else {
      this.apart.value = part.query.trim() !== "";
      this.beside.value = false;
      const { kind } = this.question.peek();
      this.boards.value = only({ ...EMPTY, kind });
      // Nothing of the query is the board's any more. While it is written it may have errors, and become so again; without a
      // text it has nothing.
      if (good || part.query.trim() === "") this.part = none(part.query);
    }
  }

  private show(ask: Ask): void {
    this.part = { ...this.part, known: true };
    const { kind } = this.question.peek();
    this.boards.value = boardsOf(ask, this.boards.peek());
    if (this.question.peek().kind !== kind) this.begin();
    this.apart.value = false;
    this.beside.value = hasOther(this.part);
  }

  private stopWriting(): void {
    this.writing?.();
    this.writing = null;
  }

  private writeSoon(): void {
    this.stopWriting();
    // What is read of an older text comes too late.
    this.reading?.abort();
    this.writing = asking(
      async (signal) => {
        const [boards, part] = [this.boards.peek(), this.replaced()];
        return asksNothing(boards) ? without(part) : this.ask(boards, part, signal);
      },
      (next) => {
        this.problem.value = null;
        this.apart.value = false;
        this.part = next;
        this.written = next;
        this.readLast = undefined;
        this.store.setText(next.query);
        this.writing = null;
      },
      (error) => {
        this.problem.value = message(error);
        this.writing = null;
      },
      WRITE_DELAY,
    );
  }

  /** The part in whose place the board writes. */
  private replaced(): Part {
    const { part } = this;
    if (part.query === this.store.offered) return wholeOf(part.query);
    // A text of which nobody knows whether a board can show it is the reader's.
    return part.known ? part : none(part.query);
  }

  /** The query with the text of a question in the place of the board's part. */
  private async ask(boards: Boards, part: Part, signal: AbortSignal): Promise<Part> {
    const asking = { ask: askOf(boards), ...around(part), dialect: this.store.dialect.peek() };
    return { ...(await this.store.api.ask(asking, signal)), known: true };
  }
}
