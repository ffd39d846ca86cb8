// The game at a glance: evaluations and clocks as graphs over the positions of a line, the constituents of a match as bars,
// the matches as marks, and the position that is shown. A click goes to a position.

import { useMemo } from "preact/hooks";
import type { TreeNode } from "../api/types";
import { t } from "../i18n";
import { type Marks, nameOf, type Span } from "./spans";
import { areaPath, linePath, MOST_PAWNS, pawns, points, seconds } from "./values";

const WIDTH = 600;
const GRAPH = 46;
const LANE = 9;
const MARKS = 9;

interface Props extends Marks {
  nodes: readonly TreeNode[];
  /** The positions from the start to the end of the line. */
  line: readonly number[];
}

export function Timeline({ nodes, line, node, matched, spans, differs, goto }: Props) {
  const graph = useMemo(() => graphOf(nodes, line), [nodes, line]);
  const lanes = Math.max(0, ...spans.map((span) => span.lane + 1));
  const graphHeight = graph ? GRAPH : 0;
  const height = graphHeight + MARKS + lanes * LANE + 4;
  const cell = WIDTH / Math.max(1, line.length);
  const index = new Map(line.map((at, place) => [at, place]));
  const placed = (some: Iterable<number>) => [...some].flatMap((at) => index.get(at) ?? []);
  /** A bar over a stretch of the line; one with a title stands apart from the next. */
  const bar = (name: string, [first, last]: Run, y: number, height: number, title?: string) => {
    const gap = title ? 1 : 0;
    const width = Math.max(2 + gap, (last - first + 1) * cell - gap);
    return (
      <rect class={`timeline-${name}`} x={first * cell} y={y} width={width} height={height}>
        {title && <title>{title}</title>}
      </rect>
    );
  };
  const click = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * line.length);
    const to = line[Math.min(line.length - 1, Math.max(0, at))];
    if (to !== undefined) goto(to);
  };
  return (
    <div class="timeline-frame narrows">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the moves below can be reached by keys. */}
      <svg
        class="timeline block clicks whole"
        viewBox={`0 0 ${WIDTH} ${height}`}
        height={height}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary(spans, matched, index)}
        onClick={click}
      >
        {graph && <Graph graph={graph} cell={cell} />}
        <rect fill="var(--line)" opacity="0.55" x="0" y={graphHeight} width={WIDTH} height={MARKS} />
        {placed(matched).map((place) => bar("match", [place, place], graphHeight, MARKS))}
        {spans.map((span) => {
          const y = graphHeight + MARKS + 2 + span.lane * LANE;
          const name = `span span-${span.colour}`;
          return runs(placed(span.nodes)).map((run) => bar(name, run, y, LANE - 2, nameOf(span.constituent)));
        })}
        {placed(differs).map((place) =>
          bar("differs", [place, place], height - 3, 3, t("game.differsWords")),
        )}
        {placed([node]).map((place) => bar("now", [place, place], 0, height))}
      </svg>
      {graph && <GraphKey graph={graph} />}
    </div>
  );
}

/** What the lines of the graph are. */
function GraphKey({ graph }: { graph: Graphs }) {
  return (
    <p class="graph-key flows tiny quiet" aria-hidden="true">
      {graph.evaluation && <span>{t("game.evaluation")}</span>}
      {graph.clocks.map((clock) => (
        <span class={clock.side} key={clock.side}>
          {t(clock.side === "white" ? "game.clockWhite" : "game.clockBlack")}
        </span>
      ))}
    </p>
  );
}

type Run = [first: number, last: number];

/** The stretches that places make up. */
function runs(places: readonly number[]): Run[] {
  const found: Run[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && place <= last[1] + 1) last[1] = place;
    else found.push([place, place]);
  }
  return found;
}

function summary(
  spans: readonly Span[],
  matched: ReadonlySet<number>,
  index: ReadonlyMap<number, number>,
): string {
  const matches = [...matched].filter((node) => index.has(node)).length;
  const parts = spans.map((span) =>
    t("game.spanWords", { name: nameOf(span.constituent), n: span.nodes.length }),
  );
  return [
    t("game.timeline", { positions: index.size - 1 }),
    t("game.matches", { n: matches }),
    ...parts,
  ].join(" ");
}

interface Graphs {
  evaluation: { area: string; line: string } | undefined;
  clocks: { side: "white" | "black"; line: string }[];
}

/** The graphs of a line; nothing where it has fewer than two evaluations and fewer than two clocks of a side. */
function graphOf(nodes: readonly TreeNode[], line: readonly number[]): Graphs | undefined {
  const along = line.map((at) => nodes[at]);
  const evaluations = along.map((node) => pawns(node?.eval));
  // White's clock stands after White's moves, Black's after Black's.
  const clocks = along.map((node) => seconds(node?.clock));
  const most = Math.max(0, ...clocks.map((clock) => clock ?? 0));
  const times = (["white", "black"] as const).flatMap((side) => {
    const own = clocks.map((clock, at) =>
      (along[at]?.ply ?? 0) % 2 === (side === "white" ? 1 : 0) ? clock : undefined,
    );
    const line = points(own, 0, most);
    return line.length > 1 ? [{ side, line }] : [];
  });
  const shape = points(evaluations, -MOST_PAWNS, MOST_PAWNS);
  if (shape.length < 2 && times.length === 0) return undefined;
  const width = WIDTH - WIDTH / Math.max(1, line.length);
  return {
    evaluation:
      shape.length < 2
        ? undefined
        : { area: areaPath(shape, width, GRAPH, 0), line: linePath(shape, width, GRAPH) },
    clocks: times.map(({ side, line }) => ({ side, line: linePath(line, width, GRAPH) })),
  };
}

function Graph({ graph, cell }: { graph: Graphs; cell: number }) {
  return (
    <g>
      <rect fill="var(--line)" opacity="0.28" x="0" y="0" width={WIDTH} height={GRAPH} />
      <g transform={`translate(${cell / 2} 0)`}>
        {graph.evaluation && <path fill="var(--quiet)" opacity="0.22" d={graph.evaluation.area} />}
        {graph.evaluation && <path class="graph-line" d={graph.evaluation.line} />}
        {graph.clocks.map((clock) => (
          <path class={`graph-clock ${clock.side}`} d={clock.line} key={clock.side} />
        ))}
      </g>
      {graph.evaluation && <path class="graph-middle" d={`M0 ${GRAPH / 2}H${WIDTH}`} />}
    </g>
  );
}
