// The layout of an automaton, by the package dagre: states from the left to the right, and labels in places of their own, so that
// no two labels and no label and state overlap. An edge runs from its state through its label to the other state.

import { Graph, layout as place } from "@dagrejs/dagre";
import type { AutomatonEdge, AutomatonSequence, Place } from "../api/types";

/** Lengths in the units of the drawing, which are pixels at its natural size. */
export const RADIUS = 15;
export const LINE_HEIGHT = 15;
const CHARACTER = 6.7;
const MARGIN = 14;
/** The room before the states, for the arrow of the start. */
const BEFORE = 26;
const BETWEEN_STATES = 22;
const BETWEEN_COLUMNS = 48;
const LOOP = 20;
const LABEL_PAD = 6;
const MOST_CHARACTERS = 30;
const MOST_LINES = 4;

/** More states than these are listed, not drawn. */
export const MOST_STATES = 160;

interface Point {
  x: number;
  y: number;
}

export interface StateBox extends Point {
  id: number;
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

/** Edges with the same ends, drawn as one. */
interface Bundle {
  from: number;
  to: number;
  label: Line[];
  /** True if every one of the edges is taken without reading anything. */
  empty: boolean;
}

/** The point is the middle of the label, which has the width. */
export interface EdgeCurve extends Bundle, Point {
  /** The start of the curve; then two points that bend it and its next end, again and again. */
  points: Point[];
  width: number;
}

export interface Layout {
  width: number;
  height: number;
  states: StateBox[];
  edges: EdgeCurve[];
}

/** What dagre says of an edge: the places on its way, and that of its label, if it has one. */
interface Way extends Partial<Point> {
  width: number;
  height: number;
  labelpos: "c";
  points: Point[];
}

export function layout({ states, edges }: Pick<AutomatonSequence, "states" | "edges">): Layout {
  const graph = new Graph<object, Point, Way>();
  graph.setGraph({ rankdir: "LR", nodesep: BETWEEN_STATES, ranksep: BETWEEN_COLUMNS });
  const size = { width: 2 * RADIUS, height: 2 * RADIUS };
  // The first state of a circle stands on its left. (A name that is a number would lose its place in the order.)
  const name = (state: number) => `state ${state}`;
  for (const { id } of [...states].sort((a, b) => (a.level ?? 0) - (b.level ?? 0)))
    graph.setNode(name(id), { ...size, x: 0, y: 0 });
  const bundles = bundle(edges, new Set(states.map(({ id }) => id)));
  for (const { from, to, label } of bundles) {
    const height = heightOf(label) + (from === to ? LOOP : 0);
    graph.setEdge(name(from), name(to), { width: widthOf(label), height, labelpos: "c", points: [] });
  }
  place(graph);
  const at = (state: number) => graph.node(name(state)) as Point;
  const drawn = bundles.map((each): EdgeCurve => {
    const way = graph.edge(name(each.from), name(each.to)) as Way;
    return each.from === each.to ? loop(each, at(each.from)) : curve(each, at(each.from), at(each.to), way);
  });
  const boxes = states.map(({ id, start = false, accepting = false }) => ({
    id,
    ...at(id),
    start,
    accepting,
  }));
  return framed(boxes, drawn);
}

/** The text of an edge, cut to a length that can be read in a drawing. */
export function shorten(text: string, most = MOST_CHARACTERS): string {
  const signs = [...text.replace(/\s+/g, " ").trim()];
  return signs.length <= most ? signs.join("") : `${signs.slice(0, most - 1).join("")}…`;
}

/** Puts edges with the same ends together; edges whose ends are unknown are left out. */
function bundle(edges: readonly AutomatonEdge[], known: ReadonlySet<number>): Bundle[] {
  const found = new Map<string, Bundle>();
  for (const edge of edges) {
    if (!known.has(edge.from) || !known.has(edge.to)) continue;
    const key = `${edge.from} ${edge.to}`;
    const one = found.get(key) ?? { from: edge.from, to: edge.to, label: [], empty: true };
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
  }
  return [...found.values()];
}

const heightOf = (label: readonly Line[]): number => Math.max(1, label.length) * LINE_HEIGHT + 3;

function widthOf(label: readonly Line[]): number {
  const longest = Math.max(0, ...label.map((line) => [...line.text].length));
  return longest && longest * CHARACTER + 2 * LABEL_PAD;
}

/** An edge from a state to itself, below it. */
function loop(bundle: Bundle, { x, y }: Point): EdgeCurve {
  const { label } = bundle;
  const [dx, dy] = [RADIUS * 0.55, RADIUS * 0.85];
  const bottom = y + RADIUS + LOOP;
  const points = [
    { x: x - dx, y: y + dy },
    { x: x - 2.2 * dx, y: bottom },
    { x: x + 2.2 * dx, y: bottom },
    { x: x + dx, y: y + dy + 2 },
  ];
  return { ...bundle, x, y: bottom + heightOf(label) / 2 - 3, width: widthOf(label), points };
}

/** An edge to another state, through the places on its way; it crosses its label level. */
function curve(bundle: Bundle, start: Point, end: Point, way: Way): EdgeCurve {
  const inner = way.points.slice(1, -1);
  const middle = inner[Math.floor(inner.length / 2)] ?? {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2,
  };
  const { x = middle.x, y = middle.y } = way;
  const width = widthOf(bundle.label);
  const sign = start.x <= end.x ? 1 : -1;
  const half = (sign * width) / 2;
  const stops = inner.flatMap((point) =>
    Math.abs(point.x - x) > 1
      ? [point]
      : [
          { x: x - half, y },
          { x: x + half, y },
        ],
  );
  // The head of the arrow is drawn beyond the end of the line.
  const ends = [
    { x: start.x + sign * RADIUS, y: start.y },
    ...stops,
    { x: end.x - sign * (RADIUS + 2), y: end.y },
  ];
  // Each part begins and ends level.
  const points = ends.flatMap((to, i) => {
    const from = ends[i - 1];
    const half = from && (from.x + to.x) / 2;
    return from && half !== undefined ? [{ x: half, y: from.y }, { x: half, y: to.y }, to] : [to];
  });
  return { ...bundle, x, y, width, points };
}

/** The corners of a box round its middle. */
const corners = ({ x, y }: Point, width: number, height: number): Point[] =>
  [-1, 1].map((sign) => ({ x: x + (sign * width) / 2, y: y + (sign * height) / 2 }));

/** The picture with a margin, which begins at 0. */
function framed(states: readonly StateBox[], edges: readonly EdgeCurve[]): Layout {
  const all = [
    ...states.flatMap((state) => corners(state, 2 * (RADIUS + (state.start ? BEFORE : 0)), 2 * RADIUS)),
    ...edges.flatMap((edge) => [...corners(edge, edge.width, heightOf(edge.label)), ...edge.points]),
  ];
  const ends = (of: "x" | "y"): [least: number, length: number] => {
    const sorted = all.map((point) => point[of]).sort((a, b) => a - b);
    const least = (sorted[0] ?? 0) - MARGIN;
    return [least, (sorted.at(-1) ?? 0) + MARGIN - least];
  };
  const [[left, width], [top, height]] = [ends("x"), ends("y")];
  const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x - left, y: point.y - top });
  return {
    width,
    height,
    states: states.map(moved),
    edges: edges.map((edge) => ({ ...moved(edge), points: edge.points.map(moved) })),
  };
}

/** The curve of an edge as SVG has it. */
export function pathOf([start, ...others]: readonly Point[]): string {
  const text = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  return start ? `M${text(start)}C${others.map(text).join(" ")}` : "";
}
