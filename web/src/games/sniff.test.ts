import { expect, test } from "vitest";
import { canBeGames } from "./sniff";

const judge = (text: string | Uint8Array) => {
  // The blobs of jsdom cannot be read.
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const { buffer } = Uint8Array.from(bytes);
  return canBeGames({ slice: () => ({ arrayBuffer: async () => buffer }) } as unknown as Blob);
};

test("games with and without tags", async () => {
  expect(await judge('[Event "x"]\n\n1. e4 e5 *')).toBe(true);
  expect(await judge("1.e4 e5 2.Nf3")).toBe(true);
  expect(await judge("% a comment\n; another\n1... O-O")).toBe(true);
  expect(await judge("23. 0-0-0 Rxa1 24. Qd8+")).toBe(true);
});

test("other texts are no games", async () => {
  expect(await judge('{"name": "x", "version": "1.2.3", "a": ["b", "c"]}')).toBe(false);
  // Not castling, though it may be written with zeros.
  expect(
    await judge('{"name": "x", "version": "0.0.0", "dependencies": {"y": "1.0.0", "z": "^2.0.1"}}'),
  ).toBe(false);
  expect(await judge("# Title\n\nChapter 1. A beginning")).toBe(false);
});

test("what is no text is judged by the program", async () => {
  expect(await judge(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 1]))).toBe(true);
  expect(await judge("\u007fELF\0\0")).toBe(true);
});
