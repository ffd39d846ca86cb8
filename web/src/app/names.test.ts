import { expect, test } from "vitest";
import type { Source } from "../api/types";
import { named, uniqueNames } from "./names";

const sources = (...paths: string[]): Source[] =>
  paths.map((path, i) => {
    const name = path.split(/[\\/]/).at(-1) ?? "";
    const id = `s${i + 1}`;
    return path === name
      ? { id, name, kind: "dropped", bytes: 1, games: 1 }
      : { id, name, path, kind: "pgn", bytes: 1, games: 1 };
  });

test("a name is as short as it can be", () => {
  expect(uniqueNames(sources("/home/a/x.pgn", "/home/a/y.pgn"))).toEqual(["x.pgn", "y.pgn"]);
  expect(uniqueNames(sources("a/x.pgn", "b/x.pgn", "c/y.pgn"))).toEqual(["a/x.pgn", "b/x.pgn", "y.pgn"]);
  expect(uniqueNames(sources("/1/a/x.pgn", "/2/a/x.pgn"))).toEqual(["1/a/x.pgn", "2/a/x.pgn"]);
  expect(uniqueNames(sources("C:\\a\\x.pgn", "C:\\b\\x.pgn"))).toEqual(["a/x.pgn", "b/x.pgn"]);
});

test("no two sources have the same name", () => {
  for (const paths of [
    ["x.pgn", "x.pgn", "x.pgn"],
    ["x.pgn", "a/x.pgn"],
    ["/x.pgn", "/a/x.pgn", "/b/a/x.pgn"],
    ["a/x.pgn", "./a/x.pgn"],
  ]) {
    const all = sources(...paths);
    const names = uniqueNames(all);
    expect(new Set(names).size, paths.join(" ")).toBe(paths.length);
    expect(names.map((name) => named(all, name)?.id)).toEqual(all.map(({ id }) => id));
  }
});

test("a name that is none of them, or not enough, means no source", () => {
  const all = sources("a/x.pgn", "b/x.pgn");
  expect(named(all, "x.pgn")).toBeUndefined();
  expect(named(all, "c/x.pgn")).toBeUndefined();
});
