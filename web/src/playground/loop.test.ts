// @vitest-environment node

import { expect, test, vi } from "vitest";
import { Loop } from "./loop";
import type { FromWorker } from "./messages";
import { FakeDesk } from "./tests/fake";

function start() {
  const desk = new FakeDesk();
  const sent: FromWorker[] = [];
  return { desk, sent, loop: new Loop(desk, (message) => sent.push(message)) };
}

const ask = (ask: number, address = "sources") => ({ ask, method: "GET", address });
const numbers = (sent: FromWorker[]) =>
  sent.flatMap((message) => ("answered" in message ? message.answered : []));

test("requests come before searches, in their order", async () => {
  const { desk, sent, loop } = start();
  desk.slices = [1, 2, 3].map((id) => ({ id, event: "rows", data: {} }));
  loop.take(ask(1));
  loop.take(ask(2));
  await vi.waitFor(() => expect(desk.asked.filter((each) => each === "work")).toHaveLength(3));
  expect(numbers(sent)).toEqual([1, 2]);
  expect(desk.asked.slice(0, 5)).toEqual(["GET sources", "free", "GET sources", "free", "work"]);
});

test("a request is answered while a search goes on", async () => {
  const { desk, sent, loop } = start();
  // The search goes on until the second answer is there, however quick it is, and a little longer.
  let left = 3;
  const work = desk.work.bind(desk);
  desk.work = () => {
    if (numbers(sent).length < 2 || left-- > 0) desk.slices.push({ id: 1, event: "rows", data: {} });
    return work();
  };
  desk.slices = [{ id: 0, event: "rows", data: {} }];
  loop.take(ask(1));
  await vi.waitFor(() => expect(desk.asked).toContain("work"));
  loop.take(ask(2));
  await vi.waitFor(() => expect(numbers(sent)).toEqual([1, 2]));
  const last = desk.asked.lastIndexOf("GET sources");
  expect(desk.asked.slice(last).filter((each) => each === "work").length).toBeGreaterThan(1);
});

test("events of a search are sent once each, to its end", async () => {
  const { desk, sent, loop } = start();
  desk.slices = [
    { id: 1, event: "rows", data: { rows: [] } },
    { id: 2, event: "end", data: { status: "complete" } },
  ];
  loop.take({ listen: "q1" });
  loop.take(ask(1));
  await vi.waitFor(() =>
    expect(sent.filter((message) => "search" in message)).toEqual([
      { search: "q1", events: [["rows", '{"rows":[]}']] },
      { search: "q1", events: [["end", '{"status":"complete"}']] },
    ]),
  );
});

test("events that come later than the work ends are sent", async () => {
  const { desk, sent, loop } = start();
  desk.slices = ["rows", "rows", "rows", "end"].map((event, at) => ({ id: at + 1, event, data: {} }));
  loop.take(ask(1));
  await vi.waitFor(() => expect(desk.slices).toEqual([]));
  desk.most = 1;
  loop.take({ listen: "q1" });
  const events = () => sent.flatMap((message) => ("events" in message ? message.events : []));
  await vi.waitFor(() => expect(events().map(([name]) => name)).toEqual(["rows", "rows", "rows", "end"]));
});

test("who listens to a search that is none hears no more, and nothing else is touched", async () => {
  const { sent, loop } = start();
  loop.take({ listen: "none" });
  loop.take(ask(1));
  await vi.waitFor(() => expect(numbers(sent)).toEqual([1]));
  expect(sent.filter((message) => "lost" in message)).toEqual([{ lost: "none" }]);
});

test("a request that nobody wants any more is not asked", async () => {
  const { desk, sent, loop } = start();
  loop.take(ask(1));
  loop.take(ask(2, "game?source=s1&game=1"));
  loop.take(ask(3));
  loop.take({ cancel: 2 });
  await vi.waitFor(() => expect(numbers(sent)).toEqual([1, 3]));
  expect(desk.asked.join()).not.toContain("game");
});

test("a file that cannot be read costs its request", async () => {
  const { desk, sent, loop } = start();
  const gone = new File([], "gone.pgn");
  vi.spyOn(gone, "arrayBuffer").mockRejectedValue(new DOMException("gone", "NotReadableError"));
  loop.take({ ...ask(1, "drop?name=gone.pgn"), body: gone });
  loop.take(ask(2));
  await vi.waitFor(() => expect(numbers(sent)).toEqual([1, 2]));
  expect(sent[0]).toMatchObject({ status: 400 });
  expect(desk.asked.join()).not.toContain("drop");
});

test("after a failure of the engine nothing more is asked of it", async () => {
  const { desk, sent, loop } = start();
  desk.slices = [{ id: 1, event: "trap", data: {} }];
  loop.take(ask(1));
  await vi.waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ broken: expect.stringContaining("out of bounds") }),
  );
  const before = desk.asked.length;
  loop.take(ask(2));
  await new Promise((done) => setTimeout(done, 20));
  expect(desk.asked).toHaveLength(before);
});
