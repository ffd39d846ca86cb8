import { describe, expect, it } from "vitest";
import { connect } from "../api/backend";
import type { GameHead } from "../api/generated";
import { http } from "../api/http";
import type { Recipe } from "../api/types";
import { Store } from "../app/store";
import { type Asked, removed, switched, withConditions } from "./asked";
import { chipsOf } from "./chips";
import { known } from "./known";
import { formattedText, inQuery, inText, lineOf, restOf, written } from "./line";
import { type Conditions, read, withField, withParts, write } from "./model";
import { oneLine, partsOf } from "./parts";

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
  "Q>=": "1",
  "Q<=": "1",
  "R>=": "1",
  "N<=": "0",
  "p>=": "2",
  "p<=": "10",
  eitherSide: "yes",
};

describe("conditions", () => {
  it("are read as they were written, each alone and all together", () => {
    expect(read(write(ALL))).toEqual(ALL);
    for (const [name, value] of Object.entries(ALL)) {
      if (["by", "colour", "eitherSide"].includes(name)) continue;
      const one = name === "ahead" ? { ahead: "black", by: "1" } : { [name]: value };
      expect(read(write(one as Conditions)), name).toEqual(one);
    }
    for (const result of ["1-0", "0-1", "1/2-1/2", "decided", "mover", "moved"] as const)
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
    expect(withField({ "Q>=": "1", eitherSide: "yes" }, "Q>=", "")).toEqual({});
    expect(withField({ "Q>=": "1", ahead: "white", eitherSide: "yes" }, "Q>=", "")).toEqual({
      ahead: "white",
      eitherSide: "yes",
    });
  });
  it("count the pieces of each kind", () => {
    expect(write({ "Q>=": "1", "Q<=": "1", "R>=": "1", "R<=": "2", "p<=": "4" })).toBe("Q==1 R>=1 R<=2 p<=4");
    expect(write({ "q<=": "0", yearFrom: "1990", pieces: "9" })).toBe("year>=1990 q<=0 [Aa]<=9");
    expect(read("Q==2 q>=1")).toEqual({ "Q>=": "2", "Q<=": "2", "q>=": "1" });
    expect(read("Q==1 Q>=2")).toEqual({ "Q>=": "1", "Q<=": "1", other: "Q>=2" });
    // Other questions that begin like these are not these.
    for (const other of ["Q>=R", "Qd4", "Q>=1+r", "Q>=1 or r>=1", "Q>1", "K==1", "[QR]>=1"])
      expect(read(other), other).toEqual({ other });
  });
  it("ask of material for either side", () => {
    const both = { "Q>=": "1", "q<=": "0", ahead: "white", by: "2", eitherSide: "yes" } as const;
    expect(write({ yearTo: "1950", ...both, pieces: "9" })).toBe(
      "year<=1950 flipcolor {power A-power a>=2 Q>=1 q<=0} [Aa]<=9",
    );
    expect(read(write(both))).toEqual(both);
    expect(read(write({ ahead: "equal", eitherSide: "yes" }))).toEqual({ ahead: "equal", eitherSide: "yes" });
    expect(write({ eitherSide: "yes", yearFrom: "1990" })).toBe("year>=1990");
    // One pair of braces is one question; what is outside of them is another.
    expect(read("flipcolor {Q>=1} R>=1")).toEqual({ "Q>=": "1", eitherSide: "yes", other: "R>=1" });
    expect(read("R>=1 flipcolor {Q>=1}")).toEqual({ "R>=": "1", other: "flipcolor {Q>=1}" });
    for (const other of [
      "flipcolor {Q>=1 Kd4}",
      "flipcolor {year>=1990}",
      "flipcolor {}",
      "flipcolor {Q>=1}+1",
    ])
      expect(read(other), other).toEqual({ other });
  });
});

const recipe = (name: string, query: string): Recipe => ({ theme: "x", name, title: name, query, about: "" });

describe("recipes as conditions", () => {
  const parts = partsOf([
    recipe("iqp", "flipcolor {\n  Pd4 & isolatedpawns // alone\n  not pd1-8\n}"),
    recipe("header", "cql(variations)\nmate"),
    recipe("function", "mate\nfunction Far() {1}\nFar()"),
    recipe("mate", "mate"),
    recipe("mates", 'mate sort "x; // y" 1 /* z */ ; z'),
  ]);
  it("are on one line, without what makes them a whole query", () => {
    expect(parts.map((part) => part.text)).toEqual([
      "{flipcolor { Pd4 & isolatedpawns not pd1-8 }}",
      "{mate}",
      '{mate sort "x; // y" 1}',
    ]);
    expect(oneLine("  a\n\n b ; c\n// d\ne")).toBe("a b e");
  });
  it("are read back beside all the others", () => {
    const all = { ...ALL, parts: [...parts].reverse(), other: 'site "Riga"' };
    expect(write(all)).not.toContain("\n");
    expect(read(write(all), parts)).toEqual(all);
    const [iqp, mate] = parts as [(typeof parts)[0], (typeof parts)[0]];
    expect(read("{mate} year>=1990", parts)).toEqual({ parts: [mate], yearFrom: "1990" });
    expect(withParts({ parts: [iqp], yearFrom: "1990" }, [])).toEqual({ yearFrom: "1990" });
  });
  it("leave other braces alone", () => {
    for (const other of ["{mate }", "{mate} or {check}", "{mate}{2}", "{check} {mate}", "mate"])
      expect(read(other, parts), other).toEqual({ other });
    expect(read("{mate} {mate}", parts)).toEqual({ parts: [parts[1]], other: "{mate}" });
    expect(read("{mate}")).toEqual({ other: "{mate}" });
  });
});

describe("the line of conditions", () => {
  it("comes first, and leaves the rest alone", () => {
    const { query } = written("mate  or\n stalemate // x", "year>=1990");
    expect(query).toBe("year>=1990 // conditions\nmate  or\n stalemate // x");
    expect(restOf(query)).toBe("mate  or\n stalemate // x");
    expect(lineOf(query)?.text).toBe("year>=1990");
    expect(written("mate", "").query).toBe("mate");
    expect(lineOf("mate")).toBeNull();
    expect(restOf("mate\nyear>=1990 // conditions\nbtm")).toBe("mate\nbtm");
  });
  it("comes after a header", () => {
    expect(written('cql(variations sort ")") mate', "result 1-0").query).toBe(
      'cql(variations sort ")")\nresult 1-0 // conditions\n mate',
    );
    expect(written("cql()\nmate", "result 1-0").query).toBe("cql()\nresult 1-0 // conditions\nmate");
    // Parameters come before all filters.
    expect(written('// parameter X 1\nparameter MIN 2 "least" #A<=MIN', "btm").query).toBe(
      '// parameter X 1\nparameter MIN 2 "least"\nbtm // conditions\n #A<=MIN',
    );
  });
  it("moves the places of the text", () => {
    const query = written("cql()\nmate", "btm");
    expect(query.query.slice(inQuery(query, 6))).toBe("mate");
    expect(inQuery(query, 2)).toBe(2);
    for (const place of [0, 3, 6, 8]) expect(inText(query, inQuery(query, place))).toBe(place);
    // What is said of a condition has no place in the text.
    expect(inText(query, 8)).toBe(6);
    expect(inText(written("mate", ""), 3)).toBe(3);
  });
  it("is no part of a text that is formatted", () => {
    const query = written("cql()\nmate   or\n check", "{a { b }} year>=1990");
    expect(formattedText(query, "cql()\n{\n  a {b}\n}\nyear>=1990 // conditions\nmate or check\n")).toBe(
      "cql()\nmate or check\n",
    );
    expect(formattedText(query, "mate")).toBeUndefined();
    expect(formattedText(written("a  b", ""), "a b")).toBe("a b");
  });
});

describe("a condition by itself", () => {
  const part = { recipe: { title: "Fork" } as Recipe, text: "{fork}" };
  const all: Asked = {
    text: "mate",
    conditions: {
      player: "Tal",
      colour: "white",
      result: "won",
      yearTo: "1960",
      parts: [part],
      other: "btm",
    },
    off: {},
  };
  it("is switched off and on again, with all that belongs to it", () => {
    const chips = chipsOf(all.conditions);
    expect(chips.map(({ words }) => words)).toEqual([
      "Tal (White, the player won)",
      "Year –1960",
      "Fork",
      "btm",
    ]);
    let asked = all;
    for (const chip of chips) asked = switched(asked, chip, false);
    expect(asked).toEqual({ text: "mate", conditions: {}, off: all.conditions });
    for (const chip of chips) asked = switched(asked, chip, true);
    expect(asked).toEqual(all);
  });
  it("is removed alone, and gives way to another of its kind", () => {
    const [player, year] = chipsOf(all.conditions);
    if (!player || !year) throw new Error("there are two");
    expect(removed(all, player).conditions).toEqual({ yearTo: "1960", parts: [part], other: "btm" });
    const off = switched(all, year, false);
    expect(withConditions(off, { yearTo: "1990" })).toMatchObject({
      off: {},
      conditions: { yearTo: "1990" },
    });
    expect(removed(off, year).off).toEqual({});
  });
});

describe("a player who moves", () => {
  it("is asked for with and without what came of the game", () => {
    for (const asked of [
      { player: "Tal", colour: "moved" },
      { player: "Tal", colour: "mover", result: "won" },
      { player: "Tal", colour: "moved", result: "lost" },
      { player: "Tal", colour: "moved", result: "1/2-1/2" },
    ] as Conditions[])
      expect(read(write(asked))).toEqual(asked);
    expect(write({ player: "Tal", colour: "moved" })).toBe(
      '{{btm player white "Tal"} or {wtm player black "Tal"}}',
    );
  });
});

describe("a recipe that speaks of the beginning of a game", () => {
  it("is a condition on the game, so that it goes with what is asked of positions", () => {
    const recipe = {
      name: "x",
      title: "X",
      theme: "",
      about: "",
      query: "initial\nfind {move o-o}",
    } as Recipe;
    const parts = partsOf([recipe]);
    expect(parts[0]?.text).toBe("initialposition:{find {move o-o}}");
    expect(read(write({ elo: "2500", parts }), parts)).toEqual({ elo: "2500", parts });
    expect(partsOf([{ ...recipe, query: "initial or mate" }])[0]?.text).toBe("{initial or mate}");
  });
});

describe("names that are offered", () => {
  it("are those of the games with most games first, and say where there may be more", async () => {
    connect(http);
    const store = new Store();
    store.chosen.value = new Set(["s1", "s2"]);
    const head = (white: string, black: string) => ({ white, black, event: `${white} Open` }) as GameHead;
    store.api.games = async ({ source }) =>
      source === "s1"
        ? { games: [head("Tal, M", "Petrosian, T"), head("Fischer, R", "Tal, M")] }
        : { games: [head("Tálas, J", "Tal, M")], next: 501 };
    const { signal } = new AbortController();
    expect(await known(store, "player", "tal", signal)).toEqual([
      { value: "Tal, M", words: "Tal, M", games: 3, isLeast: true },
      { value: "Tálas, J", words: "Tálas, J", games: 1, isLeast: true },
    ]);
    store.chosen.value = new Set(["s1"]);
    expect(await known(store, "event", "fisch", signal)).toEqual([
      { value: "Fischer, R Open", words: "Fischer, R Open", games: 1, isLeast: false },
    ]);
  });

  it("are openings by their names and codes; the code is what is chosen", async () => {
    connect(http);
    const store = new Store();
    store.chosen.value = new Set(["s1"]);
    const head = (eco: string, opening?: string) => ({ eco, ...(opening && { opening }) }) as GameHead;
    const [kan, najdorf] = ["Sicilian Defence: Kan", "Sicilian Defence: Najdorf"];
    store.api.games = async () => ({
      games: [head("B42", kan), head("B90", najdorf), head("B90", najdorf), head("", najdorf), head("B96")],
    });
    const { signal } = new AbortController();
    const offered = async (field: "eco" | "opening", text: string) =>
      (await known(store, field, text, signal)).map(({ value, words, games }) => [value, words, games]);
    expect(await offered("opening", "najd")).toEqual([["B90", "Sicilian Defence: Najdorf (B90)", 2]]);
    expect(await offered("eco", "B9")).toEqual([
      ["B90", "B90 Sicilian Defence", 2],
      ["B96", "B96", 1],
    ]);
    expect(withField({ opening: "najd", elo: "2500" }, "opening", "B90")).toEqual({
      elo: "2500",
      eco: "B90",
    });
  });
});
