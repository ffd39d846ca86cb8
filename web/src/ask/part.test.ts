// Where the board's part of a query is, whatever is written around it.

import { describe, expect, it } from "vitest";
import { around, follow, hasOther, none, type Part, text, whole, without } from "./part";

const part = (before: string, own: string, after = ""): Part => ({
  query: before + own + after,
  from: before.length,
  to: before.length + own.length,
  known: true,
});

describe("the board's part of a query", () => {
  it("stays what it is while the reader writes before and after it", () => {
    let own = whole("path Nf3--d2");
    for (const letter of [..."result 1-0 "].reverse()) own = follow(own, letter + own.query);
    expect(text(own)).toBe("path Nf3--d2");
    own = follow(own, `${own.query}\ncheck`);
    expect(around(own)).toEqual({ before: "result 1-0 ", after: "\ncheck" });
    expect(text(follow(own, own.query.replace("1-0", "0-1")))).toBe("path Nf3--d2");
  });
  it("is not mixed up with the same words elsewhere", () => {
    const own = follow(part("not ", "Nf3"), "not Nf3 Nf3");
    expect(around(own).before).toBe("not ");
    // What is put before it may begin as it does.
    expect(text(follow(whole("path Nf3--d2"), 'player "x"\npath Nf3--d2'))).toBe("path Nf3--d2");
  });
  it("takes in what is edited in it", () => {
    expect(text(follow(part("mate ", "Nf3 Ke1", " check"), "mate Nf3 kb8 Ke1 check"))).toBe("Nf3 kb8 Ke1");
    expect(text(follow(part("mate ", "Nf3 Ke1", " check"), "mate Nf3 Q check"))).toBe("Nf3 Q");
    const other = follow(part("mate ", "Nf3"), "stalemate");
    expect([text(other), other.known]).toEqual(["stalemate", false]);
  });
  it("begins at the end where there is none", () => {
    const own = follow(none("mate"), "mate check");
    expect(around(own)).toEqual({ before: "mate check", after: "" });
    expect(hasOther(own)).toBe(true);
    expect(hasOther(whole("Nf3"))).toBe(false);
  });
  it("goes without what stands beside it", () => {
    expect(without(part("mate\n", "Nf3"))).toEqual({ query: "mate", from: 4, to: 4, known: true });
    expect(without(part("", "Nf3", "\nmate"))).toEqual({ query: "mate", from: 0, to: 0, known: true });
    expect(without(part("not {", "Nf3", "}")).query).toBe("not {}");
    expect(without(whole("Nf3")).query).toBe("");
  });
});
