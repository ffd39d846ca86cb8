// The layout of an automaton: states in columns by their level, labels in columns of their own between them, so that no two
// labels and no label and state can overlap. An edge runs from its state through its label to the other state; an edge
// over several levels passes through a free place in each column on its way. (Sugiyama's method with reserved places.)
//
// Libraries for layered graphs are larger than the rest of the page. A test tries this one on random automata.

import type { AutomatonEdge, AutomatonSequence, Place } from "../api/types";

/** Lengths in the units of the drawing, which are pixels at its natural size. */
export const RADIUS = 15;
export const LINE_HEIGHT = 15;
const CHARACTER = 6.7;
const GAP = 26;
const ROW = 2 * RADIUS + 16;
const MARGIN = 14;
const LOOP = 26;
const LABEL_PAD = 6;
const LINE_WIDTH = 2;
const MOST_CHARACTERS = 30;
const MOST_LINES = 4;

/** More states than these are listed, not drawn. */
export const MOST_STATES = 160;

export interface StateBox {
  id: number;
  x: number;
  y: number;
  start: boolean;
  accepting: boolean;
}

export interface Line {
  text: string;
  /** The whole text where it had to be cut. */
  whole: string;
  /** The place in the query. */
  place?: Place;
}

export interface EdgeCurve {
  from: number;
  to: number;
  path: string;
  label: Line[];
  /** The middle of the label. */
  x: number;
  y: number;
  width: number;
  /** True if every one of the edges drawn as this curve is taken without reading anything. */
  empty: boolean;
  kind: "forward" | "back" | "loop";
}

export interface Layout {
  width: number;
  height: number;
  states: StateBox[];
  edges: EdgeCurve[];
}

/** A place in a column: of a state, or of an edge that passes through. */
interface Slot {
  state?: number;
  edge?: number;
  column: number;
  /** The middle; set by `spread`. */
  y: number;
  height: number;
  next: Slot[];
  before: Slot[];
}

/** Edges with the same ends, drawn as one. */
interface Bundle {
  from: number;
  to: number;
  label: Line[];
  empty: boolean;
  width: number;
  slots: Slot[];
}

export function layout(sequence: Pick<AutomatonSequence, "states" | "edges">): Layout {
  const levels = levelsOf(sequence);
  const bundles = bundle(sequence.edges, levels);
  const columns = place(levels, bundles);
  order(columns);
  spread(columns);
  return measure(sequence, levels, bundles, columns);
}

/** The levels without gaps, from 0. */
function levelsOf({ states }: Pick<AutomatonSequence, "states">): Map<number, number> {
  const used = [...new Set(states.map((state) => state.level))].sort((a, b) => a - b);
  return new Map(states.map((state) => [state.id, used.indexOf(state.level)]));
}

/** The text of an edge, cut to a length that can be read in a drawing. */
export function shorten(text: string, most = MOST_CHARACTERS): string {
  const signs = [...text.replace(/\s+/g, " ").trim()];
  return signs.length <= most ? signs.join("") : `${signs.slice(0, most - 1).join("")}…`;
}

/** Puts edges with the same ends together; edges whose ends are unknown are left out. */
function bundle(edges: readonly AutomatonEdge[], levels: ReadonlyMap<number, number>): Bundle[] {
  const found = new Map<string, Bundle>();
  for (const edge of edges) {
    if (!levels.has(edge.from) || !levels.has(edge.to)) continue;
    const key = `${edge.from} ${edge.to}`;
    const one = found.get(key) ?? {
      from: edge.from,
      to: edge.to,
      label: [],
      empty: true,
      width: 0,
      slots: [],
    };
    found.set(key, one);
    if (edge.empty) continue;
    one.empty = false;
    if (!one.label.some((line) => line.whole === edge.label)) {
      const line = { text: shorten(edge.label), whole: edge.label };
      one.label.push(edge.place ? { ...line, place: edge.place } : line);
    }
  }
  for (const one of found.values()) {
    if (one.label.length > MOST_LINES) {
      const rest = one.label.splice(MOST_LINES - 1);
      one.label.push({ text: `+ ${rest.length}`, whole: rest.map((line) => line.whole).join("\n") });
    }
    const longest = Math.max(0, ...one.label.map((line) => [...line.text].length));
    one.width = longest === 0 ? 0 : longest * CHARACTER + 2 * LABEL_PAD;
  }
  return [...found.values()];
}

/**
 * The columns: those of states are even, those of labels odd. A loop has its label above its state. An edge takes a place
 * in every column between its ends; between states of one level it goes round by the column of labels on their right.
 */
function place(levels: ReadonlyMap<number, number>, bundles: readonly Bundle[]): Slot[][] {
  const count = Math.max(0, ...levels.values()) + 1;
  const columns: Slot[][] = Array.from({ length: 2 * count }, () => []);
  const slots = new Map<number, Slot>();
  const add = (slot: Slot) => {
    columns[slot.column]?.push(slot);
    return slot;
  };
  for (const [state, level] of levels) {
    slots.set(state, add({ state, column: 2 * level, y: 0, height: ROW, next: [], before: [] }));
  }
  bundles.forEach((edge, number) => {
    const [from, to] = [slots.get(edge.from), slots.get(edge.to)];
    if (!from || !to) return;
    const labelHeight = Math.max(1, edge.label.length) * LINE_HEIGHT + 8;
    if (from === to) {
      from.height = Math.max(from.height, ROW + 2 * (LOOP + labelHeight - 12));
      return;
    }
    const [left, right] = from.column <= to.column ? [from, to] : [to, from];
    const last = Math.max(left.column + 2, right.column);
    let before = left;
    for (let column = left.column + 1; column < last; column += 1) {
      const height = column === left.column + 1 ? labelHeight : column % 2 === 0 ? ROW * 0.7 : 12;
      const slot = add({ edge: number, column, y: 0, height, next: [], before: [before] });
      before.next.push(slot);
      edge.slots.push(slot);
      before = slot;
    }
    if (right.column > left.column) {
      before.next.push(right);
      right.before.push(before);
    } else {
      before.before.push(right);
      right.next.push(before);
    }
  });
  return columns;
}

/** Orders each column by the means of its neighbours' places, forth and back a few times, to have few crossings. */
function order(columns: Slot[][]): void {
  const rank = new Map<Slot, number>();
  const number = (column: Slot[]) => {
    for (const [at, slot] of column.entries()) rank.set(slot, (at + 0.5) / column.length);
  };
  columns.forEach(number);
  const sweep = (column: Slot[], neighbours: (slot: Slot) => Slot[]) => {
    const means = new Map(
      column.map((slot) => [
        slot,
        mean(neighbours(slot).map((other) => rank.get(other) ?? 0)) ?? rank.get(slot) ?? 0,
      ]),
    );
    column.sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0));
    number(column);
  };
  for (let round = 0; round < 8; round += 1) {
    for (const column of columns.slice(1)) sweep(column, (slot) => slot.before);
    for (const column of columns.slice(0, -1).reverse()) sweep(column, (slot) => slot.next);
  }
}

/** Gives each place its height on the drawing: near the mean of its neighbours, below the place before it. */
function spread(columns: Slot[][]): void {
  for (const column of columns) {
    let y = 0;
    for (const slot of column) {
      slot.y = y + slot.height / 2;
      y += slot.height;
    }
    for (const slot of column) slot.y -= y / 2;
  }
  for (let round = 0; round < 12; round += 1) {
    const forth = round % 2 === 0;
    for (const column of forth ? columns : [...columns].reverse()) {
      const wanted = column.map((slot) => {
        // States are pulled by both sides, so that a chain stays straight.
        const others =
          slot.state === undefined ? [...slot.before, ...slot.next] : forth ? slot.before : slot.next;
        return mean(others.map((other) => other.y)) ?? slot.y;
      });
      settle(column, wanted);
    }
  }
}

/** Places of a column that touch. */
interface Block {
  slots: Slot[];
  /** The sum of the tops that the places wish for the block. */
  wishes: number;
  height: number;
}

/** Puts the places of a column as near to where they want to be as their order and heights allow. */
function settle(column: Slot[], wanted: readonly number[]): void {
  const top = (block: Block) => block.wishes / block.slots.length;
  const blocks: Block[] = [];
  column.forEach((slot, at) => {
    let block: Block = { slots: [slot], wishes: (wanted[at] ?? 0) - slot.height / 2, height: slot.height };
    for (let above = blocks.at(-1); above && top(above) + above.height > top(block); above = blocks.at(-1)) {
      blocks.pop();
      block = {
        slots: [...above.slots, ...block.slots],
        wishes: above.wishes + block.wishes - block.slots.length * above.height,
        height: above.height + block.height,
      };
    }
    blocks.push(block);
  });
  for (const block of blocks) {
    let y = top(block);
    for (const slot of block.slots) {
      slot.y = y + slot.height / 2;
      y += slot.height;
    }
  }
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Turns places into coordinates, and edges into curves. */
function measure(
  sequence: Pick<AutomatonSequence, "states">,
  levels: ReadonlyMap<number, number>,
  bundles: readonly Bundle[],
  columns: readonly Slot[][],
): Layout {
  const middles = middlesOf(levels, bundles, columns);
  const y = new Map<number, number>();
  for (const slot of columns.flat()) if (slot.state !== undefined) y.set(slot.state, slot.y);
  const at = (state: number): [number, number] => [
    middles[2 * (levels.get(state) ?? 0)] ?? 0,
    y.get(state) ?? 0,
  ];
  const edges = bundles.map((edge) => {
    if (edge.from === edge.to) return loop(edge, at(edge.from));
    const passes = edge.slots.map((slot): [number, number] => [middles[slot.column] ?? 0, slot.y]);
    return curve(edge, at(edge.from), at(edge.to), passes);
  });
  const states = sequence.states.map((state): StateBox => {
    const [x, height] = at(state.id);
    return { id: state.id, x, y: height, start: state.start ?? false, accepting: state.accepting ?? false };
  });
  return crop(
    states,
    edges,
    bundles.flatMap((edge) => edge.slots.map((slot) => slot.y)),
  );
}

/** The middle of each column. */
function middlesOf(
  levels: ReadonlyMap<number, number>,
  bundles: readonly Bundle[],
  columns: readonly Slot[][],
): number[] {
  let x = MARGIN + GAP;
  return columns.map((column, number) => {
    const inside = bundles.filter((edge) =>
      number % 2 === 0
        ? edge.from === edge.to && levels.get(edge.from) === number / 2
        : edge.slots[0]?.column === number,
    );
    const widest = Math.max(0, ...inside.map((edge) => edge.width));
    const width = number % 2 === 0 ? Math.max(2 * RADIUS, widest) : column.length > 0 ? widest + 2 * GAP : 0;
    x += width;
    return x - width / 2;
  });
}

/** An edge from a state to itself, above it. */
function loop(edge: Bundle, [x, y]: [number, number]): EdgeCurve {
  const [dx, dy] = [RADIUS * 0.55, RADIUS * 0.85];
  const top = y - RADIUS - LOOP;
  const height = Math.max(1, edge.label.length) * LINE_HEIGHT;
  return {
    from: edge.from,
    to: edge.to,
    path: `M${r(x - dx)} ${r(y - dy)}C${r(x - 2.2 * dx)} ${r(top + 3)} ${r(x + 2.2 * dx)} ${r(top + 3)} ${r(x + dx)} ${r(y - dy - 2)}`,
    label: edge.label,
    x,
    y: top + 3 - height / 2,
    width: edge.width,
    empty: edge.empty,
    kind: "loop",
  };
}

/** An edge to another state, through the places that it takes on its way. */
function curve(
  edge: Bundle,
  from: [number, number],
  to: [number, number],
  passes: readonly [number, number][],
): EdgeCurve {
  const level = from[0] === to[0];
  const forward = from[0] <= to[0];
  const way = forward ? [...passes] : [...passes].reverse();
  const middle = passes[0] ?? [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const start: [number, number] = [from[0] + (forward ? RADIUS : -RADIUS), from[1]];
  // The head of the arrow is drawn beyond the end of the line.
  const end: [number, number] = [to[0] + (forward && !level ? -RADIUS - 2 : RADIUS + 2), to[1]];
  let path = `M${r(start[0])} ${r(start[1])}`;
  if (level) {
    const [x, y] = middle;
    path += `C${r(x)} ${r(start[1])} ${r(x)} ${r(start[1])} ${r(x)} ${r(y)}C${r(x)} ${r(end[1])} ${r(x)} ${r(end[1])} ${r(end[0])} ${r(end[1])}`;
  } else {
    let [x, y] = start;
    const half = edge.width / 2;
    const sign = forward ? 1 : -1;
    for (const [px, py] of way) {
      const flat = px === middle[0] ? half : 0;
      path += bend(x, y, px - sign * flat, py);
      if (flat > 0) path += `L${r(px + sign * flat)} ${r(py)}`;
      [x, y] = [px + sign * flat, py];
    }
    path += bend(x, y, end[0], end[1]);
  }
  return {
    from: edge.from,
    to: edge.to,
    path,
    label: edge.label,
    x: middle[0],
    y: middle[1],
    width: edge.width,
    empty: edge.empty,
    kind: forward && !level ? "forward" : "back",
  };
}

/** A curve that begins and ends level. */
function bend(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (x1 + x2) / 2;
  return `C${r(middle)} ${r(y1)} ${r(middle)} ${r(y2)} ${r(x2)} ${r(y2)}`;
}

/** Moves everything so that the picture begins at 0 with a margin, and finds its size. */
function crop(states: StateBox[], edges: EdgeCurve[], passes: readonly number[]): Layout {
  const tops = [
    ...passes.map((y) => y - LINE_WIDTH),
    ...states.map((state) => state.y - RADIUS),
    ...edges.map((edge) => edge.y - (Math.max(1, edge.label.length) * LINE_HEIGHT) / 2),
  ];
  const bottoms = [
    ...passes.map((y) => y + LINE_WIDTH),
    ...states.map((state) => state.y + RADIUS),
    ...edges.map((edge) => edge.y + (Math.max(1, edge.label.length) * LINE_HEIGHT) / 2),
  ];
  const rights = [
    ...states.map((state) => state.x + RADIUS),
    ...edges.map((edge) => edge.x + edge.width / 2),
  ];
  const up = Math.min(0, ...tops) - MARGIN;
  const move = (path: string) => {
    let second = false;
    return path.replace(/-?\d+(\.\d+)?/g, (number) => {
      second = !second;
      return second ? number : r(Number(number) - up);
    });
  };
  return {
    width: Math.max(0, ...rights) + MARGIN,
    height: Math.max(0, ...bottoms) - up + MARGIN,
    states: states.map((state) => ({ ...state, y: state.y - up })),
    edges: edges.map((edge) => ({ ...edge, y: edge.y - up, path: move(edge.path) })),
  };
}

function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}
