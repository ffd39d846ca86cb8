import { expect, test } from "vitest";
import { Rows } from "./rows";
import { type Question, Search, type Status } from "./search";
import { counts, nothing } from "./words";

const question: Question = { query: "mate", dialect: null, variations: false, settings: {}, sources: ["s1"] };

function ended(status: Status): Search {
  const search = new Search(question, new Rows());
  search.status.value = status;
  return search;
}

test("only a complete search says that nothing matches", () => {
  expect([counts(ended("complete")), nothing(ended("complete"))]).toEqual([
    "0 matches in 0 games",
    "No position of these games matches.",
  ]);
  for (const status of ["failed", "lost", "cancelled", "limit"] as const)
    expect(nothing(ended(status)), status).not.toContain("matches.");
});

test("a search that failed counts nothing", () => {
  expect(counts(ended("failed"))).toBe("No answers");
  expect(counts(ended("lost"))).toBe("No answers");
  expect(counts(ended("limit"))).toBe("0 matches in 0 games");
});
