// @vitest-environment node

import { expect, test, vi } from "vitest";
import { Helpers } from "./helpers";
import type { Batch, Looked } from "./messages";
import { FakeDesk } from "./tests/fake";

/** Helpers that answer when they are told to. */
function start(count: number) {
  const desk = new FakeDesk();
  const helpers = new Helpers(desk);
  const got: { text: string; answer(with_: string | undefined): void }[][] = [];
  const ports = Array.from({ length: count }, (_, at) => {
    const { port1, port2 } = new MessageChannel();
    got.push([]);
    port1.onmessage = ({ data: { search, games } }: MessageEvent<Batch>) => {
      const text = JSON.parse(new TextDecoder().decode(games)) as string;
      const answer = (text: string | undefined) =>
        port1.postMessage({
          search,
          answer: text === undefined ? undefined : new TextEncoder().encode(text),
        } satisfies Looked);
      got[at]?.push({ text, answer });
    };
    return { port1, port2 };
  });
  helpers.add(ports.map(({ port2 }) => port2));
  const end = () => {
    for (const { port1 } of ports) port1.close();
  };
  const texts = () => got.map((each) => each.map(({ text }) => text).join(""));
  return { desk, helpers, got, texts, end };
}

test("each helper has a few batches, and the next one for each answer", async () => {
  const { desk, helpers, got, texts, end } = start(2);
  expect(desk.helpers).toBe(2);
  desk.batches = [..."abcdefgh"];
  helpers.feed();
  await vi.waitFor(() => expect(texts().join("")).toHaveLength(6));
  expect(texts().map((text) => text.length)).toEqual([3, 3]);
  expect(desk.batches).toEqual(["g", "h"]);
  got[0]?.[0]?.answer("yes");
  await vi.waitFor(() => expect(desk.given).toEqual(["q1 yes"]));
  await vi.waitFor(() => expect(texts()[0]).toHaveLength(4));
  expect(desk.asked).toHaveLength(7);
  end();
});

test("a helper that could not look through a batch gets others", async () => {
  const { desk, helpers, got, texts, end } = start(1);
  desk.batches = [..."abcd"];
  helpers.feed();
  await vi.waitFor(() => expect(texts()[0]).toBe("abc"));
  got[0]?.[0]?.answer(undefined);
  await vi.waitFor(() => expect(texts()[0]).toBe("abcd"));
  expect(desk.given).toEqual([]);
  end();
});
