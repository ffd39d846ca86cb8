// Why the position that is shown matches or not: each part of the query with what it comes to there.

import "./why.css";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Part, Why } from "../api/types";
import { Problem } from "../app/controls";
import { placeOf, pointed, pointing } from "../app/pointing";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { PositionBar } from "./position";
import { type Answer, explainedQuery, latest, useAnswer } from "./request";

export function WhyPanel({ store }: { store: Store }) {
  const answer = useAnswer<Why>(() => {
    const query = explainedQuery(store);
    const place = store.gamePlace.value;
    const dialect = store.dialect.value;
    // The program does not know the reader's own moves.
    if (!place || place.node !== store.place.value?.node || query.trim() === "") return null;
    const settings = store.settings.value;
    return (signal) => store.api.why({ query, dialect, settings, ...place }, signal);
  }, [store]);
  const why = latest(answer);
  return (
    <Explained store={store} answer={answer}>
      {why && <Verdict why={why} />}
      {why && <Parts store={store} parts={why.parts} />}
    </Explained>
  );
}

/** What is said of a position, below the bar that leads to others. It marks nothing any more once it goes. */
export function Explained(props: { store: Store; answer: Answer<unknown>; children: ComponentChildren }) {
  const { store, answer, children } = props;
  useEffect(
    () => () => {
      store.highlight.value = null;
      pointed.value = null;
    },
    [store],
  );
  return (
    <div class="rows gap-2 narrows" aria-busy={answer.state === "loading"}>
      <PositionBar store={store} />
      <State store={store} answer={answer} />
      {children}
    </div>
  );
}

/** What there is to say where there is no answer. */
function State({ store, answer }: { store: Store; answer: Answer<unknown> }) {
  if (answer.state === "errors") return <p class="why-state">{t("why.errors")}</p>;
  if (answer.state === "failed") return <Problem class="why-state problem" text={answer.problem} />;
  if (answer.state === "loading" && answer.before === undefined)
    return <p class="why-state quiet">{t("why.loading")}</p>;
  if (answer.state !== "none") return null;
  const isOwn = store.place.value !== null && store.gamePlace.value?.node !== store.place.value.node;
  const text = isOwn ? "why.own" : store.place.value ? "why.noQuery" : "why.noPosition";
  return <p class="why-state quiet">{t(text)}</p>;
}

function Verdict({ why }: { why: Why }) {
  return (
    <div class={`why-verdict told row flows flow-gap ${why.matches ? "holds" : "fails error"}`} role="status">
      <Sign holds={why.matches} />
      <strong>{t(why.matches ? "why.matches" : "why.matchesNot")}</strong>
    </div>
  );
}

const SIGNS = {
  holds: ["accented", "M5 12.5l4.5 4.5L19 7"],
  fails: ["problem", "M6.5 6.5l11 11M17.5 6.5l-11 11"],
  unknown: ["quiet", "M7 12h.01M12 12h.01M17 12h.01"],
} as const;

function kindOf(holds: boolean | null): keyof typeof SIGNS {
  return holds === null ? "unknown" : holds ? "holds" : "fails";
}

/** A sign whose shape says it as well as its colour. */
function Sign({ holds }: { holds: boolean | null }) {
  const kind = kindOf(holds);
  const [colour, path] = SIGNS[kind];
  return (
    <svg
      class={`why-sign icon fixed ${colour}`}
      viewBox="0 0 24 24"
      width="18"
      height="18"
      role="img"
      aria-label={t(`why.${kind}`)}
    >
      <path d={path} />
    </svg>
  );
}

function Parts({ store, parts }: { store: Store; parts: readonly Part[] }) {
  return (
    <ul class="why-parts rows" aria-label={t("why.parts")}>
      {parts.map((part) => (
        <PartItem store={store} part={part} />
      ))}
    </ul>
  );
}

/** The deepest step that is indented. */
const MOST_DEPTH = 8;

function PartItem({ store, part }: { store: Store; part: Part }) {
  const point = (isOn: boolean) => {
    const { squares = [] } = part;
    store.highlight.value = isOn ? placeOf(part) : null;
    pointed.value = isOn && squares.length > 0 ? { squares, holds: part.holds } : null;
  };
  return (
    <li
      class={`why-part ${kindOf(part.holds)}`}
      style={{ "--depth": String(Math.min(MOST_DEPTH, part.depth)) }}
    >
      <button type="button" class="pick flows whole" {...pointing(point)} onClick={() => point(true)}>
        <Sign holds={part.holds} />
        <code class={part.asked === false ? "breaks pre quiet" : "breaks pre"}>{part.text}</code>
        {part.value !== undefined && <span class="why-value figures">= {part.value}</span>}
        {part.asked === false && part.holds !== null && (
          <span class="why-unasked quiet tiny">{t("why.unasked")}</span>
        )}
        {part.squares !== undefined && part.squares.join(" ") !== (part.value ?? "") && (
          <span class="why-squares quiet figures">{part.squares.join(" ")}</span>
        )}
      </button>
      {part.note !== undefined && <p class="why-note quiet breaks">{part.note}</p>}
    </li>
  );
}
