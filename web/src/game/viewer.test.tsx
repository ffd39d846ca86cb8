// The viewer of a game in a document: hostile texts stay texts, and keys step through the moves.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameTree } from "../api/types";
import { Store } from "../app/store";
import { START } from "../board/squares";
import { GamePane } from "./pane";

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const GAME: GameTree = {
  source: "s1",
  game: 1,
  tags: [
    ["White", HOSTILE],
    ["Black", "B"],
    ["Event", HOSTILE],
    [HOSTILE, HOSTILE],
    ["Result", "1-0"],
  ],
  faults: [HOSTILE],
  start: START,
  nodes: [
    { parent: null, ply: 0, fen: START, mainline: true, comment: HOSTILE },
    move(0, 1, "1.", "e4", { comment: HOSTILE, before: HOSTILE, nags: [HOSTILE], words: "pawn to e4" }),
    move(1, 2, "1...", "e5"),
    move(2, 3, "2.", "Nf3"),
    { ...move(1, 2, "1...", "c5", { comment: HOSTILE }), mainline: false },
  ],
};

function move(parent: number, ply: number, number: string, san: string, more = {}) {
  return { parent, ply, number, san, fen: START, mainline: true, ...more };
}

let store: Store;
const unmount = () => render(null, document.getElementById("here") as HTMLElement);

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Reflect.deleteProperty(globalThis, "ResizeObserver");
  document.body.innerHTML = '<div id="here"></div><input id="field">';
  store = new Store();
  store.place.value = { source: "s1", game: 1, node: 0 };
  store.tree.value = GAME;
  const element = document.getElementById("here") as HTMLElement;
  act(() => {
    render(<GamePane store={store} />, element);
  });
});

afterEach(() => {
  act(() => unmount());
  render(null, document.body);
  vi.unstubAllGlobals();
});

function press(key: string, on: EventTarget = document.body, more = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  act(() => {
    on.dispatchEvent(event);
  });
  return event;
}

const node = () => store.place.value?.node;

describe("the viewer", () => {
  it("shows texts of games as texts only", () => {
    const here = document.getElementById("here") as HTMLElement;
    expect(here.querySelectorAll("img, script")).toHaveLength(0);
    expect(here.textContent?.split("onerror").length).toBeGreaterThan(8);
    expect(document.title).toBe("");
  });
  it("steps by keys, and says the move", () => {
    expect(press("ArrowRight").defaultPrevented).toBe(true);
    expect(node()).toBe(1);
    expect(store.spoken.value).toContain("pawn to e4");
    press("ArrowDown");
    expect(node()).toBe(4);
    press("ArrowUp");
    expect(node()).toBe(2);
    press("End");
    expect(node()).toBe(3);
    expect(press("ArrowRight").defaultPrevented).toBe(false);
    press("Home");
    expect(node()).toBe(0);
  });
  it("leaves keys to fields, and keys with Ctrl to the browser", () => {
    press("ArrowRight", document.getElementById("field") as HTMLElement);
    press("ArrowRight", document.body, { ctrlKey: true });
    expect(node()).toBe(0);
  });
  it("goes to the matches of the game, and shows what they mark", () => {
    act(() => {
      store.found.value = [
        {
          node: 3,
          squares: [],
          arrows: [],
          comments: ["noted"],
          constituents: [
            { text: "check", number: 1, filter: "path", from: 2, to: 7, first: 3, last: 3, nodes: [] },
          ],
          differs: [],
          line: [],
          values: { material: "3" },
        },
      ];
    });
    press(".");
    expect(node()).toBe(3);
    expect(store.spoken.value).toContain("This position matches.");
    expect(document.querySelector(".match-notes")?.textContent).toContain("noted");
    expect(document.querySelector("[data-node='3']")?.className).toContain("matched");
    expect(document.querySelector("[data-node='3']")?.className).toContain("span-0");
    const legend = document.querySelector<HTMLElement>(".legend-item");
    act(() => legend?.focus());
    expect(store.highlight.value).toEqual({ from: 2, to: 7 });
  });
  it("takes its keys with it when it goes", () => {
    act(() => unmount());
    press("ArrowRight");
    expect(node()).toBe(0);
  });
});
