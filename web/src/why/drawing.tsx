// An automaton as a picture: the states that are alive are lit, and so are the edges that may be taken from them.

import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { AutomatonSequence, Place } from "../api/types";
import { t } from "../i18n";
import type { Alive } from "./alive";
import {
  type EdgeCurve,
  type Layout,
  LINE_HEIGHT,
  layout,
  MOST_STATES,
  pathOf,
  RADIUS,
  type StateBox,
} from "./layout";

/** A drawing that is too wide becomes smaller, down to this scale; then it can be scrolled. */
const SMALLEST = 0.75;

export function Drawing(props: {
  sequence: AutomatonSequence;
  alive: Alive;
  /** Is given the place in the query of the label that is pointed at. */
  point: (place: Place | null) => void;
}) {
  const { sequence, alive, point } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useId();
  const large = sequence.states.length > MOST_STATES;
  const drawn = useMemo(() => (large ? null : layout(sequence)), [large, sequence.states, sequence.edges]);
  useEffect(() => {
    if (drawn && scroller.current) reveal(scroller.current, drawn, alive);
  });
  if (!drawn) return <p class="quiet">{t("automaton.large", { n: sequence.states.length })}</p>;
  return (
    <div
      class="card automaton-scroll"
      ref={scroller}
      role="group"
      aria-label={t("automaton.drawing")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      data-own-keys
    >
      <svg
        class="automaton block"
        width={drawn.width}
        height={drawn.height}
        style={{ minWidth: `${drawn.width * SMALLEST}px` }}
        viewBox={`0 0 ${drawn.width} ${drawn.height}`}
        role="img"
        aria-label={t("automaton.summary", { states: drawn.states.length, edges: drawn.edges.length })}
      >
        <Head id={head} name="edge-head" />
        <Head id={`${head}lit`} name="edge-head lit" />
        {drawn.edges.map((edge) => (
          <Edge edge={edge} lit={alive.states.has(edge.from)} head={head} />
        ))}
        {drawn.states.map((state) => (
          <State state={state} alive={alive.states.has(state.id)} head={head} />
        ))}
        {drawn.edges.map((edge) => (
          <Label edge={edge} lit={alive.states.has(edge.from)} point={point} />
        ))}
      </svg>
    </div>
  );
}

/** The head of an arrow. */
const Head = ({ id, name }: { id: string; name: string }) => (
  <marker
    id={id}
    class={name}
    viewBox="0 0 10 10"
    refX="8.5"
    refY="5"
    markerWidth="8"
    markerHeight="8"
    markerUnits="userSpaceOnUse"
    orient="auto"
  >
    <path d="M0 0.5L10 5L0 9.5z" />
  </marker>
);

/** Scrolls sideways so that the states that are alive are in view. */
function reveal(scroller: HTMLElement, drawn: Layout, alive: Alive): void {
  const lit = drawn.states.filter((state) => alive.states.has(state.id));
  if (lit.length === 0) return;
  const scale = (scroller.firstElementChild?.clientWidth ?? drawn.width) / drawn.width;
  const left = Math.min(...lit.map((state) => state.x)) * scale - 60;
  const right = Math.max(...lit.map((state) => state.x)) * scale + 60;
  if (left < scroller.scrollLeft) scroller.scrollLeft = left;
  else if (right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = right - scroller.clientWidth;
}

function Edge({ edge, lit, head }: { edge: EdgeCurve; lit: boolean; head: string }) {
  const name = ["edge", edge.empty && "empty", lit && "lit"].filter(Boolean).join(" ");
  return <path class={name} d={pathOf(edge.points)} marker-end={`url(#${head}${lit ? "lit" : ""})`} />;
}

function Label(props: { edge: EdgeCurve; lit: boolean; point: (place: Place | null) => void }) {
  const { edge, lit, point } = props;
  if (edge.label.length === 0) return null;
  const height = edge.label.length * LINE_HEIGHT + 3;
  return (
    <g class={lit ? "edge-label lit" : "edge-label"}>
      <title>{edge.label.map((line) => line.whole).join("\n")}</title>
      <rect x={edge.x - edge.width / 2} y={edge.y - height / 2} width={edge.width} height={height} rx="4" />
      {edge.label.map((line, number) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing only marks the place in the query's text.
        <text
          onMouseEnter={() => point(line.place ?? null)}
          onMouseLeave={() => point(null)}
          x={edge.x}
          y={edge.y + (number - (edge.label.length - 1) / 2) * LINE_HEIGHT + 4}
          text-anchor="middle"
        >
          {line.text}
        </text>
      ))}
    </g>
  );
}

function State({ state, alive, head }: { state: StateBox; alive: boolean; head: string }) {
  const name = ["state", alive && "alive", state.accepting && "accepting"].filter(Boolean).join(" ");
  return (
    <g class={name}>
      {state.start && (
        <path
          class="edge"
          d={`M${state.x - RADIUS - 26} ${state.y}H${state.x - RADIUS - 2}`}
          marker-end={`url(#${head})`}
        />
      )}
      <circle class="state-ring" cx={state.x} cy={state.y} r={RADIUS} />
      {state.accepting && <circle class="state-inner" cx={state.x} cy={state.y} r={RADIUS - 3.5} />}
      <text x={state.x} y={state.y + 4} text-anchor="middle">
        {state.id}
      </text>
    </g>
  );
}
