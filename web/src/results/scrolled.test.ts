import { expect, test } from "vitest";
import { scrollTo, visibleRows } from "./scrolled";

test("a short list is drawn whole", () => {
  expect(visibleRows(3, 30, 0, 300)).toEqual({ first: 0, end: 3, top: 0, height: 90 });
});

test("the rows on screen are drawn, with some before and after", () => {
  const { first, end, top, height } = visibleRows(100_000, 32, 32 * 5000, 320, 6);
  expect([first, end, top, height]).toEqual([4994, 5016, 4994 * 32, 3_200_000]);
});

test("a list higher than browsers draw is scaled: its ends are reached", () => {
  const rows = 2_000_000;
  const whole = visibleRows(rows, 32, 0, 320);
  expect(whole.height).toBe(16_000_000);
  expect(whole.first).toBe(0);
  const end = visibleRows(rows, 32, whole.height - 320, 320);
  expect(end.end).toBe(rows);
  // The last row ends where the scrolled height ends.
  expect(end.top + (end.end - end.first) * 32).toBeCloseTo(whole.height, 3);
});

test.each([1000, 2_000_000])("a row is scrolled into view, in a list of %d", (rows) => {
  for (const row of [0, 17, Math.floor(rows / 2), rows - 1]) {
    const scrolled = scrollTo(row, rows, 32, 0, 320);
    const { first, end } = visibleRows(rows, 32, scrolled, 320, 0);
    expect(first).toBeLessThanOrEqual(row);
    expect(end).toBeGreaterThan(row);
  }
});

test("a row in view does not scroll", () => {
  expect(scrollTo(5, 1000, 32, 64, 320)).toBe(64);
});
