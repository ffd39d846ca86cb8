import { afterEach, expect, test } from "vitest";
import { choose, moveText, nameText, resultText } from ".";

afterEach(() => choose("en"));

test("results and names are written in one way", () => {
  expect(["1-0", "1/2-1/2", "*", "?"].map(resultText)).toEqual(["1-0", "½-½", "", ""]);
  expect(nameText("Carlsen,M")).toBe("Carlsen, M");
  expect(nameText("Carlsen, M")).toBe("Carlsen, M");
});

test("moves have letters in English and figurines elsewhere", async () => {
  const moves = ["12. Nf3", "Qxe8=Q+", "O-O-O", "e8=N", "bxc3", "3... Rad1"];
  expect(moves.map(moveText)).toEqual(moves);
  await choose("de");
  expect(document.documentElement.lang).toBe("de");
  expect(moves.map(moveText)).toEqual(["12. ♘f3", "♕xe8=♕+", "O-O-O", "e8=♘", "bxc3", "3... ♖ad1"]);
});
