// Squares, positions as text and in words, arrows, and the pictures of the pieces.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, describe as group, it } from "vitest";
import { arrowPath } from "./arrows";
import { colourName } from "./colours";
import {
  isLight,
  place,
  placement,
  placementText,
  START,
  squareAt,
  squareIndex,
  squareName,
  step,
  turnOf,
} from "./squares";
import { describe } from "./words";

group("squares", () => {
  it("are named from a1 to h8", () => {
    for (let index = 0; index < 64; index += 1) expect(squareIndex(squareName(index))).toBe(index);
    expect(squareName(0)).toBe("a1");
    expect(squareName(63)).toBe("h8");
    for (const bad of ["", "i1", "a9", "a0", "a11", "A1"]) expect(squareIndex(bad)).toBe(-1);
  });
  it("are found where they are drawn, from either side", () => {
    for (const side of ["white", "black"] as const) {
      for (let index = 0; index < 64; index += 1) expect(squareAt(...place(index, side), side)).toBe(index);
    }
    expect(place(squareIndex("a8"), "white")).toEqual([0, 0]);
    expect(place(squareIndex("h1"), "black")).toEqual([0, 0]);
  });
  it("have the colours of a board", () => {
    expect(isLight(squareIndex("h1"))).toBe(true);
    expect(isLight(squareIndex("a1"))).toBe(false);
    expect(isLight(squareIndex("e4"))).toBe(true);
  });
  it("are reached by steps that end at the edge", () => {
    const go = (from: string, right: number, down: number, side: "white" | "black") =>
      squareName(step(squareIndex(from), right, down, side));
    expect(go("e4", 1, 0, "white")).toBe("f4");
    expect(go("e4", 0, -1, "white")).toBe("e5");
    expect(go("e4", 1, 0, "black")).toBe("d4");
    expect(go("e4", -7, 0, "white")).toBe("a4");
    expect(go("h8", 1, -1, "white")).toBe("h8");
  });
});

group("positions", () => {
  it("are read from a FEN and written again", () => {
    const pieces = placement(START);
    expect(pieces.size).toBe(32);
    expect(pieces.get("e1")).toBe("K");
    expect(pieces.get("e8")).toBe("k");
    expect(placementText(pieces)).toBe(START.split(" ")[0]);
    expect(turnOf("8/8/8/8/8/8/8/8 b - -")).toBe("black");
  });
  it("are read as far as they go where the text is no FEN", () => {
    expect(placement("").size).toBe(0);
    expect(placement("9/x/ppppppppp/<b>").size).toBeLessThanOrEqual(9);
    expect([...placement("RRRRRRRRR").keys()]).toHaveLength(8);
  });
  it("are said in words", () => {
    expect(describe("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1")).toBe(
      "Black to move. White: king e1, rook a1, pawn e2. Black: king e8.",
    );
    expect(describe("8/8/8/8/8/8/8/8 w - -")).toContain("Black: no pieces.");
  });
});

group("arrows", () => {
  it("lie between the middles of their squares", () => {
    const path = arrowPath("a1", "a8", "white") ?? "";
    const xs = [...path.matchAll(/[ML](\S+) (\S+)/g)].map((point) => Number(point[1]));
    expect(Math.min(...xs)).toBeCloseTo(0.28);
    expect(Math.max(...xs)).toBeCloseTo(0.72);
  });
  it("turn with the board", () => {
    expect(arrowPath("a1", "c3", "white")).toBe(arrowPath("h8", "f6", "black"));
  });
  it("are not drawn without two squares", () => {
    expect(arrowPath("e4", "e4", "white")).toBeUndefined();
    expect(arrowPath("e4", "e9", "white")).toBeUndefined();
  });
});

group("colours", () => {
  it("have names and letters, and one for all others", () => {
    expect(colourName("R")).toBe("red");
    expect(colourName("Blue")).toBe("blue");
    expect(colourName("constructor")).toBe("green");
    expect(colourName(undefined)).toBe("green");
  });
});

group("pictures", () => {
  const drawings = readFileSync(join(import.meta.dirname, "../../../crates/diagram/src/pieces.svg"), "utf8");
  it.each([..."KQRBNP"])("of %s are those of the program's diagrams", (letter) => {
    for (const side of ["w", "b"]) {
      const picture = readFileSync(join(import.meta.dirname, `pieces/${side}${letter}.svg`), "utf8");
      const paths = [...picture.matchAll(/ d="([^"]+)"/g)].map((path) => path[1] ?? "");
      expect(paths).toHaveLength(2);
      for (const path of paths) expect(drawings).toContain(`"${path}"`);
    }
  });
});
