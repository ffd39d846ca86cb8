// The question in step with the text of the query: a change of the board is written as text by the server, and a text that
// a board can show is read back from the check of the query.

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Store } from "../app/store";
import { EMPTY, fromAsk, isEmpty, type Question, toAsk } from "./model";
import type { Spec } from "./pieces";

/** What a click on a square does: put the brush, carry pieces, clear, or draw the arrow of a move. */
export type Tool = "put" | "carry" | "clear" | "arrow";

const WRITE_DELAY = 120;
const MOST_STEPS = 200;

export class AskState {
  readonly question: Signal<Question> = signal(EMPTY);
  readonly tool: Signal<Tool> = signal<Tool>("put");
  readonly brush: Signal<Spec | undefined> = signal<Spec | undefined>("N");
  /** Whether a click on the palette adds to the brush, for any of several pieces. */
  readonly several: Signal<boolean> = signal(false);
  readonly side: Signal<"white" | "black"> = signal("white");
  /** The square from which an arrow or a piece is on its way. */
  readonly origin: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** Whether the text of the query says something that the board does not show. */
  readonly apart: Signal<boolean> = signal(false);
  readonly problem: Signal<string | null> = signal(null);
  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.steps.value.length > 0);

  private readonly steps: Signal<readonly Question[]> = signal([]);
  /** The text that the board wrote last. */
  private written: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private control: AbortController | undefined;

  constructor(private readonly store: Store) {}

  /** Follows the text of the query. The answer ends it. */
  follow(): () => void {
    const stop = effect(() => this.read());
    return () => {
      stop();
      clearTimeout(this.timer);
      this.control?.abort();
    };
  }

  /** Changes the question, so that the change can be taken back, and writes it as the query. */
  change(next: Question): void {
    const before = this.question.peek();
    if (next === before) return;
    this.steps.value = [...this.steps.peek(), before].slice(-MOST_STEPS);
    this.question.value = next;
    this.writeSoon();
  }

  undo(): void {
    const before = this.steps.peek().at(-1);
    if (!before) return;
    this.steps.value = this.steps.peek().slice(0, -1);
    this.question.value = before;
    this.writeSoon();
  }

  private read(): void {
    const query = this.store.query.value;
    const checked = this.store.checked.value;
    if (query === this.written) {
      this.apart.value = false;
      return;
    }
    // The text is not the board's any more: what is being written for the board would overwrite what the reader writes.
    clearTimeout(this.timer);
    this.control?.abort();
    if (checked?.query !== query) return;
    this.written = undefined;
    const { ask } = checked.check;
    this.apart.value = !ask && query.trim() !== "";
    if (!ask) return;
    const before = this.question.peek();
    if (ask.kind !== before.kind) this.tool.value = ask.kind === "path" ? "arrow" : "put";
    this.question.value = fromAsk(ask, before);
  }

  private writeSoon(): void {
    clearTimeout(this.timer);
    this.control?.abort();
    this.timer = setTimeout(() => void this.write(this.question.peek()), WRITE_DELAY);
  }

  private async write(question: Question): Promise<void> {
    const control = new AbortController();
    this.control = control;
    try {
      const text = isEmpty(question) ? "" : (await this.store.api.ask(toAsk(question), control.signal)).query;
      if (control.signal.aborted) return;
      this.problem.value = null;
      this.apart.value = false;
      this.written = text;
      this.store.setQuery(text);
    } catch (error) {
      if (!control.signal.aborted)
        this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }
}
