// Which states of an automaton are alive at a position.

import type { AutomatonSequence } from "../api/types";

export interface Alive {
  states: ReadonlySet<number>;
  /** False where the run says nothing about the position: it lies before the start of the run, or on another line. */
  known: boolean;
  accepting: boolean;
}

export function aliveAt(sequence: AutomatonSequence, node: number): Alive {
  const here = sequence.alive?.find((step) => step.node === node);
  const states = new Set(here?.states ?? []);
  const accepting = sequence.states.some((state) => state.accepting === true && states.has(state.id));
  return { states, known: here !== undefined, accepting };
}

/** The last position at which a state is alive, with the number of the step from the start of the run. */
export function lastAlive(sequence: AutomatonSequence): { node: number; step: number } | undefined {
  let last: { node: number; step: number } | undefined;
  sequence.alive?.forEach((here, step) => {
    if (here.states.length > 0) last = { node: here.node, step };
  });
  return last;
}
