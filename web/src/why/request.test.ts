// Answers that follow the page: the last question counts, and errors of the query are no failures.

import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import { follow, latest } from "./request";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an answer that follows the page", () => {
  it("asks once for quick changes, and shows the answer before until the next is there", async () => {
    const question = signal("a");
    const asked: string[] = [];
    const [answer, stop] = follow(() => {
      const text = question.value;
      if (text === "") return null;
      return () => {
        asked.push(text);
        return Promise.resolve(`answer to ${text}`);
      };
    });
    question.value = "b";
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual(["b"]);
    expect(answer.value).toEqual({ state: "ready", value: "answer to b" });
    question.value = "c";
    expect(answer.value.state).toBe("loading");
    expect(latest(answer.value)).toBe("answer to b");
    question.value = "";
    await vi.advanceTimersByTimeAsync(500);
    expect(answer.value).toEqual({ state: "none" });
    expect(asked).toEqual(["b"]);
    stop();
  });
  it("forgets an answer that comes too late", async () => {
    const question = signal(1);
    const answers: ((value: number) => void)[] = [];
    const [answer, stop] = follow(() => {
      void question.value;
      return () => new Promise<number>((done) => answers.push(done));
    });
    await vi.advanceTimersByTimeAsync(500);
    question.value = 2;
    await vi.advanceTimersByTimeAsync(500);
    answers[1]?.(2);
    answers[0]?.(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(latest(answer.value)).toBe(2);
    stop();
  });
  it("tells errors of the query from failures", async () => {
    const error = signal<Error>(new ApiError(422, {}));
    const [answer, stop] = follow(() => {
      const given = error.value;
      return () => Promise.reject(given);
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(answer.value.state).toBe("errors");
    error.value = new ApiError(404, { error: { code: "no-game", message: "no such game" } });
    await vi.advanceTimersByTimeAsync(500);
    expect(answer.value).toEqual({ state: "failed", problem: "no such game" });
    stop();
  });
});
