// A round of training: which puzzle is shown, how far it is solved, and what has come of the others.

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { after, type Legal, legalAt } from "../items/rules";
import type { Outcome } from "./deck";
import type { Puzzle } from "./puzzle";

/** What the last move was: none yet, right with more to come, wrong; or the puzzle is at its end. */
export type Said = "ask" | "right" | "wrong" | "solved" | "shown";

/** Whether the rules of the page allow the moves of a puzzle. Games with other rules have moves that they do not. */
export function isPlayable({ fen, moves }: Puzzle): boolean {
  let at: string | undefined = fen;
  for (const { uci } of moves) at = at && after(at, uci)?.fen;
  return at !== undefined;
}

export class Session {
  readonly at: Signal<number> = signal(0);
  /** What came of each puzzle; null as long as nothing has. */
  readonly outcomes: Signal<readonly (Outcome | null)[]>;
  readonly fen: Signal<string> = signal("");
  readonly last: Signal<readonly string[]> = signal([]);
  /** The number of moves that were made, of both sides. */
  readonly step: Signal<number> = signal(0);
  readonly said: Signal<Said> = signal("ask");
  /** The move that was wrong last. */
  readonly wrong: Signal<string> = signal("");
  readonly hinted: Signal<boolean> = signal(false);
  readonly legal: ReadonlySignal<readonly Legal[]> = computed(() =>
    this.isOver ? [] : legalAt(this.fen.value),
  );

  constructor(
    readonly puzzles: readonly Puzzle[],
    /** Notes what came of a puzzle, once for each. */
    private readonly note: (puzzle: Puzzle, outcome: Outcome) => void,
  ) {
    this.outcomes = signal(puzzles.map(() => null));
    this.show(0);
  }

  get puzzle(): Puzzle | undefined {
    return this.puzzles[this.at.value];
  }

  /** The puzzle that is shown has been solved, or its solution has. */
  get isOver(): boolean {
    return this.said.value === "solved" || this.said.value === "shown";
  }

  show(at: number): void {
    const puzzle = this.puzzles[at];
    if (!puzzle) return;
    batch(() => {
      this.at.value = at;
      this.fen.value = puzzle.fen;
      this.last.value = puzzle.last;
      this.step.value = 0;
      this.said.value = "ask";
      this.hinted.value = false;
    });
  }

  /** The next puzzle of which nothing has come, or null at the end. */
  get next(): number | null {
    const open = (at: number) => this.outcomes.value[at] === null;
    const order = this.puzzles.map((_, index) => (this.at.value + 1 + index) % this.puzzles.length);
    return order.find((at) => open(at) && at !== this.at.value) ?? null;
  }

  /** Tries a move. Another way to mate is as right as the one of the game. */
  play(uci: string): void {
    const { puzzle } = this;
    const wanted = puzzle?.moves[this.step.value];
    if (!puzzle || !wanted || this.isOver) return;
    const tried = after(this.fen.value, uci);
    const right = after(this.fen.value, wanted.uci);
    if (!tried || !right) return;
    const isOtherMate = tried.mates && right.mates;
    if (tried.fen !== right.fen && !isOtherMate) {
      batch(() => {
        this.said.value = "wrong";
        this.wrong.value = tried.san;
        this.settle("failed");
      });
      return;
    }
    batch(() => {
      this.make(uci);
      // The answer of the other side.
      const answer = puzzle.moves[this.step.value];
      if (answer) this.make(answer.uci);
      if (this.step.value < puzzle.moves.length) this.said.value = "right";
      else {
        this.said.value = "solved";
        this.settle(this.hinted.value ? "helped" : "solved");
      }
      this.hinted.value = this.hinted.value && this.said.value === "right";
    });
  }

  private make(uci: string): void {
    const next = after(this.fen.value, uci);
    if (!next) return;
    this.fen.value = next.fen;
    this.last.value = [uci.slice(0, 2), uci.slice(2, 4)];
    this.step.value += 1;
  }

  /** Shows which piece moves. */
  hint(): void {
    this.hinted.value = true;
  }

  /** Plays the moves that are left. */
  solve(): void {
    const { puzzle } = this;
    if (!puzzle || this.isOver) return;
    batch(() => {
      while (this.step.value < puzzle.moves.length) this.make(puzzle.moves[this.step.value]?.uci ?? "");
      this.said.value = "shown";
      this.settle("failed");
    });
  }

  /** What comes of a puzzle first counts. */
  private settle(outcome: Outcome): void {
    const at = this.at.value;
    const { puzzle } = this;
    if (!puzzle || this.outcomes.value[at] !== null) return;
    this.outcomes.value = this.outcomes.value.with(at, outcome);
    this.note(puzzle, outcome);
  }
}
