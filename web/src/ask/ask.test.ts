// The question by board: what is put on squares, the moves of a manoeuvre, and what the server is asked.

import { expect, describe as group, it } from "vitest";
import type { AskBoard } from "../api/types";
import { added, askOf, asksNothing, boardsOf, only, removed, withBoard } from "./boards";
import {
  addArea,
  addMove,
  carry,
  changeMove,
  cleared,
  EMPTY,
  fromAsk,
  isEmpty,
  put,
  reorder,
  standing,
  startPosition,
  toAsk,
  withoutArea,
} from "./model";
import { isSpec, lettersOf, notSpec, refusedBy, sideOf, specOf, toggle } from "./pieces";
import { moveWords, specWords } from "./words";

group("pieces of a square", () => {
  it("are one letter or a set in a fixed order", () => {
    expect(specOf("rQ")).toBe("[Qr]");
    expect(specOf("QQ")).toBe("Q");
    expect(specOf("")).toBeUndefined();
    expect(lettersOf("[Qr]")).toEqual(["Q", "r"]);
  });
  it("are added to and taken from a set", () => {
    expect(toggle("Q", "R")).toBe("[QR]");
    expect(toggle("[QR]", "Q")).toBe("R");
    expect(toggle("Q", "Q")).toBeUndefined();
    expect(toggle(undefined, "a")).toBe("a");
  });
  it("are nothing else", () => {
    for (const good of ["K", "a", "A", "_", "[QRq]", "[A_]"]) expect(isSpec(good)).toBe(true);
    for (const bad of ["", "x", "KQ", "[]", "[QX]", "<b>", "[Q]]"]) expect(isSpec(bad)).toBe(false);
  });
  it("belong to a side", () => {
    expect(sideOf("[QR]")).toBe("white");
    expect(sideOf("[Qr]")).toBeUndefined();
    expect(sideOf("_")).toBeUndefined();
  });
  it("are said in words", () => {
    expect(specWords("[QRq]")).toBe("white queen, white rook or black queen");
    expect(specWords(undefined)).toBe("anything");
    expect(specWords("A")).toBe("any white piece");
  });
});

group("what must not stand on a square", () => {
  it("is said where that is less than what may", () => {
    expect(notSpec("N")).toBe("[KQRBPa_]");
    expect(notSpec(notSpec("[Qr]") ?? "")).toBe("[Qr]");
    expect(notSpec("[Aa]")).toBe("_");
    expect(notSpec("[Aa_]")).toBeUndefined();
    expect(refusedBy("[KQRBPa_]")).toBe("N");
    expect(refusedBy("A")).toBeUndefined();
    expect(specWords("[KQRBPa_]")).toBe("not white knight");
  });
});

group("areas", () => {
  it("lie between two corners, in any order", () => {
    const one = addArea(EMPTY, { piece: "N", from: "f4", to: "d6" });
    expect(one.areas).toEqual([{ piece: "N", from: "d4", to: "f6" }]);
    expect(addArea(one, { piece: "N", from: "d6", to: "f4" })).toBe(one);
    const two = addArea(one, { piece: "q", from: "a1", to: "b8", absent: true });
    expect(fromAsk(toAsk(two))).toEqual(two);
    expect(withoutArea(two, 0).areas).toHaveLength(1);
    expect(isEmpty(one)).toBe(false);
    expect(isEmpty(cleared(two))).toBe(true);
  });
  it("of one square are that square", () => {
    expect(addArea(EMPTY, { piece: "N", from: "e4", to: "e4" }).pieces.get("e4")).toBe("N");
    const not = addArea(EMPTY, { piece: "N", from: "e4", to: "e4", absent: true });
    expect(not.pieces.get("e4")).toBe("[KQRBPa_]");
  });
});

group("several boards", () => {
  const king = put(EMPTY, "e1", "K");
  it("are asked as one if only one says something", () => {
    const two = added(only(king));
    expect(two.at).toBe(1);
    expect(askOf(two)).toEqual(toAsk(king));
    const both = withBoard(two, { question: put(EMPTY, "e8", "k"), moves: 7 });
    expect(askOf(both)).toEqual({
      kind: "several",
      boards: [
        { by: "and", ask: toAsk(king) },
        { by: "within", moves: 7, ask: toAsk(put(EMPTY, "e8", "k")) },
      ],
    });
    expect(askOf(boardsOf(askOf(both), both))).toEqual(askOf(both));
    expect(removed(both)).toEqual(only(king));
    expect(asksNothing(added(only(EMPTY)))).toBe(true);
  });
});

group("a position", () => {
  it("is put together square by square without changing what was before", () => {
    const one = put(EMPTY, "e4", "N");
    const two = put(one, "e5", "a");
    expect(one.pieces.size).toBe(1);
    expect(put(two, "e4", "N")).toBe(two);
    expect(put(two, "e9", "N")).toBe(two);
    expect(carry(two, "e4", "f6").pieces.get("f6")).toBe("N");
    expect(carry(two, "e4", undefined).pieces.has("e4")).toBe(false);
    expect(carry(two, "a1", "f6")).toBe(two);
    expect(isEmpty(cleared(two))).toBe(true);
  });
  it("is asked for without the options that have their usual values", () => {
    expect(toAsk(put(put(EMPTY, "e5", "a"), "e4", "[QR]"))).toEqual({
      kind: "position",
      pieces: [
        { square: "e4", piece: "[QR]" },
        { square: "e5", piece: "a" },
      ],
    });
    expect(toAsk(startPosition(EMPTY)).pieces).toHaveLength(32);
  });
});

group("a manoeuvre", () => {
  const start = put(put({ ...EMPTY, kind: "path" }, "b1", "N"), "c3", "p");
  it("follows its pieces", () => {
    const moved = addMove(addMove(start, "b1", "c3"), "c3", "e4", "Q");
    expect(moved.moves).toEqual([
      { from: "b1", to: "c3", piece: "N", capture: true },
      { from: "c3", to: "e4", piece: "N" },
    ]);
    expect(standing(moved, "e4")).toBe("N");
    expect(standing(moved, "c3")).toBeUndefined();
    expect(standing(moved, "c3", 1)).toBe("N");
    expect(standing(moved, "c3", 0)).toBe("p");
  });
  it("takes the piece that is offered where none stands", () => {
    expect(addMove(start, "d1", "d8", "Q").moves).toEqual([{ from: "d1", to: "d8", piece: "Q" }]);
    expect(addMove(start, "d1", "d8").moves).toEqual([{ from: "d1", to: "d8" }]);
    expect(addMove(start, "d1", "d1")).toBe(start);
  });
  it("is changed move by move", () => {
    const two = addMove(addMove(start, "b1", "c3"), "c3", "e4");
    expect(reorder(two, 0, 1).moves.map((move) => move.to)).toEqual(["e4", "c3"]);
    expect(reorder(two, 0, -1)).toBe(two);
    expect(changeMove(two, 0, undefined).moves).toHaveLength(1);
    expect(changeMove(two, 1, { to: "h8" }).moves[1]).toEqual({ to: "h8" });
    expect(moveWords({ to: "h8" })).toBe("any piece to h8");
    expect(moveWords({ from: "b1", to: "c3", piece: "N", capture: true })).toBe(
      "white knight from b1 takes on c3",
    );
  });
});

group("the server's questions", () => {
  const asks: AskBoard[] = [
    { kind: "position", pieces: [{ square: "e4", piece: "N" }] },
    {
      kind: "position",
      pieces: [{ square: "a1", piece: "_" }],
      turn: "black",
      exact: true,
      eitherSide: true,
      shift: "vertical",
      mirror: true,
    },
    { kind: "path", moves: [{ to: "f3" }] },
    {
      kind: "path",
      moves: [{ from: "g1", to: "f3", piece: "N", capture: true }, { to: "e5" }],
      pieces: [{ square: "g1", piece: "N" }],
      eitherSide: true,
      gaps: true,
    },
  ];
  it.each(asks)("come back as they were: $kind", (ask) => {
    expect(toAsk(fromAsk(ask))).toEqual(ask);
  });
  it("may hold squares and pieces that a board cannot show", () => {
    const question = fromAsk({
      kind: "position",
      pieces: [
        { square: "z9", piece: "N" },
        { square: "a1", piece: "<" },
      ],
    });
    expect(question.pieces.size).toBe(0);
  });
});
