// An answer of the server to what the page asks by itself, asked for again when what it belongs to changes.

import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ApiError } from "../api/client";
import { asking } from "../app/asking";
import { setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { message } from "../app/viewing";

export type Answer<T> =
  | { state: "none" }
  | { state: "loading"; before: T | undefined }
  | { state: "ready"; value: T }
  | { state: "errors" }
  | { state: "failed"; problem: string };

const DELAY = 150;

/** The query that is explained: the one in the editor, or that of the shown search where the editor is empty. */
export function explainedQuery(store: Store): string {
  const query = store.query.value;
  return query.trim() === "" ? (store.search.value?.question.query ?? "") : query;
}

/**
 * Follows what `ask` reads from the store: its answer is a request, or nothing where there is nothing to ask. Requests
 * wait a moment, so that quick steps ask once; while one is on its way, the answer before it stays to be shown.
 */
export function follow<T>(
  ask: () => ((signal: AbortSignal) => Promise<T>) | null,
  delay = DELAY,
): [answer: Signal<Answer<T>>, stop: () => void] {
  const answer: Signal<Answer<T>> = signal<Answer<T>>({ state: "none" });
  const stop = effect(() => {
    const request = ask();
    if (!request) {
      answer.value = { state: "none" };
      return;
    }
    const last = answer.peek();
    const before = last.state === "ready" ? last.value : last.state === "loading" ? last.before : undefined;
    answer.value = { state: "loading", before };
    return asking(
      request,
      setterOf(answer, (value: T) => ({ state: "ready" as const, value })),
      setterOf(answer, failure<T>),
      delay,
    );
  });
  return [answer, stop];
}

/** The same for a component. */
export function useAnswer<T>(
  ask: () => ((signal: AbortSignal) => Promise<T>) | null,
  inputs: readonly unknown[],
  delay?: number,
): Answer<T> {
  const [answer, stop] = useMemo(() => follow(ask, delay), inputs);
  useEffect(() => stop, [stop]);
  return answer.value;
}

function failure<T>(error: unknown): Answer<T> {
  if (error instanceof ApiError && error.status === 422) return { state: "errors" };
  return { state: "failed", problem: message(error) };
}

/** The value of an answer, also of the one before while the next is on its way. */
export function latest<T>(answer: Answer<T>): T | undefined {
  if (answer.state === "ready") return answer.value;
  return answer.state === "loading" ? answer.before : undefined;
}
