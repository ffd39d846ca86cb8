import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asking } from "./asking";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is answered is taken, what went wrong is said", async () => {
  const take = vi.fn();
  const fail = vi.fn();
  asking(() => Promise.resolve(1), take, fail);
  asking(() => Promise.reject(new Error("no")), take, fail);
  await vi.runAllTimersAsync();
  expect(take.mock.calls).toEqual([[1]]);
  expect(fail.mock.calls).toEqual([[new Error("no")]]);
});

test("after its end nothing is asked, and nothing taken", async () => {
  const ask = vi.fn(() => Promise.resolve(1));
  const take = vi.fn();
  const end = asking(ask, take, undefined, 100);
  vi.advanceTimersByTime(99);
  end();
  await vi.runAllTimersAsync();
  expect(ask).not.toHaveBeenCalled();
  let signal: AbortSignal | undefined;
  asking(
    (each) => {
      signal = each;
      return Promise.resolve(2);
    },
    take,
    take,
  )();
  await vi.runAllTimersAsync();
  expect(signal?.aborted).toBe(true);
  expect(take).not.toHaveBeenCalled();
});
