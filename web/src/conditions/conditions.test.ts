import { describe, expect, it } from "vitest";
import { lineOf, restOf, withLine } from "./line";
import { type Conditions, read, withField, write } from "./model";

const ALL: Conditions = {
  player: "Carlsen, M",
  colour: "white",
  result: "1-0",
  elo: "2500",
  yearFrom: "1990",
  yearTo: "1999",
  eco: "B9",
  opening: "Najdorf",
  event: "Wijk",
  moveFrom: "10",
  moveTo: "40",
  lengthFrom: "20",
  lengthTo: "60",
  ahead: "black",
  by: "3",
  pieces: "7",
};

describe("conditions", () => {
  it("are read as they were written, each alone and all together", () => {
    expect(read(write(ALL))).toEqual(ALL);
    for (const [name, value] of Object.entries(ALL)) {
      if (name === "by" || name === "colour") continue;
      const one = name === "ahead" ? { ahead: "black", by: "1" } : { [name]: value };
      expect(read(write(one as Conditions)), name).toEqual(one);
    }
    for (const result of ["1-0", "0-1", "1/2-1/2", "decided"] as const)
      expect(read(write({ result }))).toEqual({ result });
    expect(write({})).toBe("");
    expect(read("")).toEqual({});
  });
  it("say who won", () => {
    expect(write({ player: "Tal", result: "won" })).toBe('flipcolor {player white "Tal" result 1-0}');
    expect(read('flipcolor {player white "Tal" result 0-1}')).toEqual({ player: "Tal", result: "lost" });
    expect(write({ player: "Tal", colour: "black", result: "won" })).toBe('player black "Tal" result 0-1');
    expect(write({ result: "won" })).toBe("");
  });
  it("keep what others have written among them", () => {
    const said = read('year>=1990 site "Riga" not eco "C" result 1-0');
    expect(said).toEqual({ yearFrom: "1990", other: 'site "Riga" not eco "C" result 1-0' });
    expect(read("year>=1990 year>=1995")).toEqual({ yearFrom: "1990", other: "year>=1995" });
    expect(write({ yearFrom: "1950", other: 'site "Riga"' })).toBe('year>=1950 site "Riga"');
  });
  it("drop what makes no sense any more", () => {
    expect(withField({ player: "Tal", colour: "white", result: "won" }, "player", "")).toEqual({});
    expect(withField({ ahead: "white", by: "3" }, "ahead", "equal")).toEqual({ ahead: "equal" });
  });
});

describe("the line of conditions", () => {
  it("comes first, and leaves the rest alone", () => {
    const query = withLine("mate  or\n stalemate // x", "year>=1990");
    expect(query).toBe("year>=1990 // conditions\nmate  or\n stalemate // x");
    expect(withLine(query, "result 1-0")).toBe("result 1-0 // conditions\nmate  or\n stalemate // x");
    expect(withLine(query, "")).toBe("mate  or\n stalemate // x");
    expect(restOf(query)).toBe("mate  or\n stalemate // x");
    expect(lineOf(query)?.text).toBe("year>=1990");
    expect(lineOf("mate")).toBeNull();
  });
  it("stays where somebody has put it, and comes after a header", () => {
    expect(withLine("mate\nyear>=1990 // conditions\nbtm", "year>=2000")).toBe(
      "mate\nyear>=2000 // conditions\nbtm",
    );
    expect(withLine('cql(variations sort ")") mate', "result 1-0")).toBe(
      'cql(variations sort ")")\nresult 1-0 // conditions\nmate',
    );
    expect(withLine("cql()\nmate", "result 1-0")).toBe("cql()\nresult 1-0 // conditions\nmate");
  });
});
