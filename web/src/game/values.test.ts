import { expect, it } from "vitest";
import { scoreText, share } from "./values";

it("writes scores from White's side", () => {
  const text = (cp: number, mate: number | null = null) => scoreText({ cp, mate, moves: "" });
  expect([0, 35, -120, 1000].map((cp) => text(cp))).toEqual(["0.00", "+0.35", "−1.20", "+10.00"]);
  expect([text(10_000, 4), text(-10_000, -4), text(-10_000, 0)]).toEqual(["#4", "#−4", "#"]);
});

it("gives White its part of the bar", () => {
  const part = (cp: number) => share({ cp, mate: null, moves: "" });
  expect([0, 400, -400, 10_000, -10_000].map(part)).toEqual([50, 91, 9, 100, 0]);
});
