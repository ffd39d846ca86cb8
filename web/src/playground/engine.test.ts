// @vitest-environment node

import { expect, test, vi } from "vitest";
import { Engine } from "./engine";
import { WORTH_HELP } from "./helpers";
import { Loop } from "./loop";
import { FakeDesk, FakeWorker } from "./tests/fake";

function start(canStart = true) {
  const desks: FakeDesk[] = [];
  const make = () =>
    new FakeWorker((send) => {
      if (!canStart) return null;
      const desk = new FakeDesk();
      desks.push(desk);
      return new Loop(desk, send);
    }) as unknown as Worker;
  const helpers: { terminate: ReturnType<typeof vi.fn>; postMessage: ReturnType<typeof vi.fn> }[] = [];
  const makeHelper = () => {
    helpers.push({ terminate: vi.fn(), postMessage: vi.fn() });
    return helpers.at(-1) as unknown as Worker;
  };
  const engine = new Engine(make, makeHelper, Promise.resolve({} as WebAssembly.Module));
  const files = vi.fn();
  const restarted = vi.fn();
  engine.onFiles = files;
  engine.onRestart = restarted;
  const drop = (name: string, text = name) =>
    engine.ask({ method: "POST", address: `drop?name=${name}`, body: new File([text], name) });
  return { engine, desks, files, helpers, restarted, drop };
}

test("requests have answers; one that is given up has none", async () => {
  const { engine, desks } = start();
  expect(await (await engine.ask({ method: "GET", address: "sources" })).json()).toEqual([]);
  const gone = await engine.ask({ method: "DELETE", address: "sources/s2" });
  expect([gone.status, await gone.text()]).toEqual([204, ""]);
  const control = new AbortController();
  const first = engine.ask({ method: "GET", address: "sources" });
  const other = engine.ask({ method: "GET", address: "recipes", signal: control.signal });
  await Promise.resolve();
  control.abort();
  await expect(other).rejects.toThrow(/abort/i);
  await first;
  await expect(engine.ask({ method: "GET", address: "x", signal: control.signal })).rejects.toThrow(/abort/i);
  expect(desks[0]?.asked.join()).not.toContain("recipes");
});

test("a listener hears a search to its end", async () => {
  const { engine, desks } = start();
  const event = vi.fn();
  engine.listen("q1", { event, lost: vi.fn() });
  desks[0]?.slices.push({ id: 1, event: "progress", data: {} }, { id: 2, event: "end", data: {} });
  await engine.ask({ method: "GET", address: "sources" });
  await vi.waitFor(() => expect(event.mock.calls.map(([name]) => name)).toEqual(["progress", "end"]));
});

test("a new engine has the files by their old names, and who waited is told", async () => {
  const { engine, desks, files, restarted, drop } = start();
  for (const name of ["a", "b", "c"]) await drop(name);
  await engine.ask({ method: "DELETE", address: "sources/s3" });
  expect(files.mock.calls.at(-1)).toEqual([["a", "c"]]);
  const event = vi.fn();
  engine.listen("q1", { event, lost: vi.fn() });
  const failed = await drop("d", "FAIL");
  expect(failed.status).toBe(500);
  expect((await failed.json()).error.message).toContain("unreachable");
  expect(event.mock.calls[0]?.[0]).toBe("end");
  expect(JSON.parse(event.mock.calls[0]?.[1])).toMatchObject({ status: "failed", error: { code: "engine" } });
  // It is answered by the new engine, when that has the files.
  const sources = await engine.ask({ method: "GET", address: "sources" });
  expect(await sources.json()).toEqual(["s2", "s4"]);
  expect(desks).toHaveLength(2);
  expect([...(desks[1]?.sources ?? [])]).toEqual([
    ["s2", "a"],
    ["s4", "c"],
  ]);
  expect(restarted).toHaveBeenCalledOnce();
});

test("a file that no engine can bear is given to none again", async () => {
  const { engine, desks, restarted, drop } = start();
  for (const name of ["a", "b", "c"]) await drop(name);
  const bad = "b";
  const ask = FakeDesk.prototype.ask;
  vi.spyOn(FakeDesk.prototype, "ask").mockImplementation(function (this: FakeDesk, method, address, body) {
    if (address === `drop?name=${bad}`) throw new WebAssembly.RuntimeError("unreachable");
    return ask.call(this, method, address, body);
  });
  await drop("d", "FAIL");
  await engine.ask({ method: "GET", address: "sources" });
  expect(desks).toHaveLength(3);
  expect([...(desks[2]?.sources ?? [])]).toEqual([
    ["s2", "a"],
    ["s4", "c"],
  ]);
  expect(restarted).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test("without an engine every request says so", async () => {
  const { engine, desks } = start(false);
  for (const address of ["sources", "recipes"]) {
    const answer = await engine.ask({ method: "GET", address });
    expect(answer.status).toBe(500);
    expect((await answer.json()).error.message).toContain("no memory");
  }
  expect(desks).toHaveLength(0);
});

test("a large file calls helpers, one for each other processor, and a new engine gets new ones", async () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
  const { engine, desks, helpers, drop } = start();
  await drop("small");
  expect(helpers).toHaveLength(0);
  const large = "x".repeat(WORTH_HELP);
  await drop("large", large);
  await drop("larger", large);
  expect(helpers).toHaveLength(3);
  expect(desks[0]?.helpers).toBe(3);
  expect(helpers[0]?.postMessage).toHaveBeenCalledOnce();
  await drop("bad", "FAIL");
  await engine.ask({ method: "GET", address: "sources" });
  expect(helpers).toHaveLength(6);
  expect(helpers.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 1, 1, 0, 0, 0]);
  expect(desks[1]?.helpers).toBe(3);
  vi.unstubAllGlobals();
});

test("a machine with one processor has no helpers", async () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
  const { desks, helpers, drop } = start();
  await drop("large", "x".repeat(WORTH_HELP));
  expect([helpers.length, desks[0]?.helpers]).toEqual([0, 0]);
  vi.unstubAllGlobals();
});
