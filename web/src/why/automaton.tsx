// The automata of the query's sequences, and how a run of them goes through the game that is shown.

import "./why.css";
import "./automaton.css";
import { type Signal, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Automaton, AutomatonSequence, GameTree } from "../api/types";
import { Button, setTo, setterOf } from "../app/controls";
import { type Place, sameGame } from "../app/place";
import { placeOf, pointing } from "../app/pointing";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { numbered } from "../items/item";
import { aliveAt, lastAlive } from "./alive";
import { Drawing } from "./drawing";
import { explainedQuery, latest, useAnswer } from "./request";
import { Explained } from "./why";

/** The position at which the run begins: the first that is shown of a game, or the one that the reader chose. */
class Run {
  readonly start: Signal<Place | null>;

  constructor(private readonly store: Store) {
    this.start = signal(store.gamePlace.peek());
  }

  /** Another game begins a new run, and so does a jump to another match. */
  follow(): void {
    const place = this.store.gamePlace.value;
    const start = this.start.peek();
    const matched = this.store.foundHere.value.length > 0;
    const near = start !== null && place !== null && sameGame(start, place);
    if (!near || (matched && place.node !== start.node && !this.isBetween(place.node)))
      this.start.value = place;
  }

  /** Whether the reader came to a position by single steps. */
  private isBetween(node: number): boolean {
    const before = this.last;
    this.last = node;
    return before !== undefined && Math.abs(before - node) <= 1;
  }

  private last: number | undefined;
}

export function AutomatonPanel({ store }: { store: Store }) {
  const run = useMemo(() => new Run(store), [store]);
  const answer = useAnswer<Automaton>(() => {
    run.follow();
    const query = explainedQuery(store);
    const start = run.start.value;
    const dialect = store.dialect.value;
    if (query.trim() === "") return null;
    const settings = store.settings.value;
    return (signal) => store.api.automaton({ query, dialect, settings, ...start }, signal);
  }, [store, run]);
  const automaton = latest(answer);
  return (
    <Explained store={store} answer={answer}>
      {automaton && automaton.sequences.length === 0 && <p class="why-state quiet">{t("automaton.none")}</p>}
      {automaton?.sequences.map((sequence) => (
        <Sequence store={store} run={run} sequence={sequence} />
      ))}
    </Explained>
  );
}

function Sequence({ store, run, sequence }: { store: Store; run: Run; sequence: AutomatonSequence }) {
  const node = store.place.value?.node ?? 0;
  const alive = aliveAt(sequence, node);
  return (
    <section
      class="automaton-sequence rows gap-2 narrows"
      {...pointing(setterOf(store.highlight, (isOn) => (isOn ? placeOf(sequence) : null)))}
    >
      <h3 class="breaks">
        <code>{textOf(store, sequence)}</code>
      </h3>
      {store.place.value && <RunState store={store} run={run} sequence={sequence} />}
      <Drawing sequence={sequence} alive={alive} point={setterOf(store.highlight)} />
      <details class="automaton-list">
        <summary class="quiet">{t("automaton.asText")}</summary>
        <ul>
          {sequence.states.map((state) => (
            <li>
              {t("automaton.state", { id: String(state.id) })}
              {state.start && ` ${t("automaton.isStart")}`}
              {state.accepting && ` ${t("automaton.isAccepting")}`}
              {alive.states.has(state.id) && ` ${t("automaton.isAlive")}`}
              <ul>
                {sequence.edges
                  .filter((edge) => edge.from === state.id)
                  .map((edge) => (
                    <li>
                      {edge.empty
                        ? t("automaton.emptyTo", { to: String(edge.to) })
                        : t("automaton.edgeTo", { label: edge.label, to: String(edge.to) })}
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** A sequence as its author wrote it, if it has a place in the query. */
function textOf(store: Store, { text, from, to }: AutomatonSequence): string {
  return (from === undefined ? "" : explainedQuery(store).slice(from, to)) || text;
}

const moveOf = (game: GameTree | null, node = 0): string => (game && numbered(game, node)) || t("game.start");

/** Where the run began, what is alive at the position, and how far it came. */
function RunState({ store, run, sequence }: { store: Store; run: Run; sequence: AutomatonSequence }) {
  const place = store.gamePlace.value;
  const game = store.tree.value;
  const node = place?.node ?? 0;
  const alive = aliveAt(sequence, node);
  const start = run.start.value;
  const last = lastAlive(sequence);
  return (
    <div class="automaton-run">
      <p class="row flows flow-gap" role="status">
        {!alive.known
          ? t("automaton.outside")
          : alive.states.size === 0
            ? t("automaton.dead", { move: moveOf(game, last?.node) })
            : t("automaton.alive", { n: alive.states.size })}
        {alive.accepting && <strong class="accented"> {t("automaton.accepting")}</strong>}
      </p>
      <p class="row flows flow-gap quiet">
        {t("automaton.begins", { move: moveOf(game, start?.node) })}{" "}
        {start?.node !== node && (
          <Button onClick={setTo(run.start, place)}>{t("automaton.beginHere")}</Button>
        )}
      </p>
    </div>
  );
}
