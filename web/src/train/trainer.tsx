// The training: a puzzle on a board, what is said of the moves that are tried, and the marks of the round.

import "./train.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Store } from "../app/store";
import { moveText } from "../app/texts";
import { Board } from "../board/board";
import { destinations, Promotion } from "../board/playing";
import { Written } from "../board/written";
import { t } from "../i18n";
import { Dialog, useItems } from "../items/dialog";
import type { From } from "../items/opened";
import { dueOn, mark, type Outcome, today } from "./deck";
import { type Begin, type Puzzle, puzzlesOf, solution, solver } from "./puzzle";
import { isPlayable, Session } from "./session";

/** The most answers of which a round is made. */
const MOST = 100;
const BEGINS: readonly Begin[] = ["auto", "before", "at"];

export function Trainer({ store, from }: { store: Store; from: From | "due" }) {
  const begin = useSignal<Begin>("auto");
  const own = useSignal(1);
  const { items, told } = useItems(store, from === "due" ? null : from, MOST);
  const due = useMemo(() => (from === "due" ? dueOn(today()) : null), [from]);
  const puzzles = useMemo(
    () => (due ?? puzzlesOf(items ?? [], begin.value, own.value)).filter(isPlayable),
    [due, items, begin.value, own.value],
  );
  return (
    <Dialog title={t("train.title")} class="train">
      {!due && (
        <div class="room-settings">
          <label>
            {t("train.begin")}
            <select
              class="field small"
              value={begin.value}
              onChange={(event) => {
                begin.value = event.currentTarget.value as Begin;
              }}
            >
              {BEGINS.map((each) => (
                <option key={each} value={each}>
                  {t(`train.begin.${each}`)}
                </option>
              ))}
            </select>
          </label>
          {begin.value === "at" && (
            <label>
              {t("train.moves")}
              <input
                class="field small"
                type="number"
                min={1}
                max={10}
                value={own.value}
                onChange={(event) => {
                  own.value = Math.min(10, Math.max(1, Math.round(event.currentTarget.valueAsNumber) || 1));
                }}
              />
            </label>
          )}
        </div>
      )}
      {due || items ? <Rounds store={store} puzzles={puzzles} /> : <p role="status">{told}</p>}
    </Dialog>
  );
}

/** The first round has all puzzles, another those that were not solved. */
function Rounds({ store, puzzles }: { store: Store; puzzles: readonly Puzzle[] }) {
  const again = useSignal<readonly Puzzle[] | null>(null);
  useEffect(() => {
    again.value = null;
  }, [puzzles]);
  const shown = again.value ?? puzzles;
  const session = useMemo(
    () =>
      new Session(shown, (puzzle, outcome) => {
        if (!mark(puzzle, outcome, today())) store.inform("train.notKept");
      }),
    [shown],
  );
  if (!shown.length) return <p class="train-none">{t("train.none")}</p>;
  return (
    <Round
      session={session}
      onAgain={(failed) => {
        again.value = failed;
      }}
    />
  );
}

function Round({ session, onAgain }: { session: Session; onAgain(failed: Puzzle[]): void }) {
  const promoting = useSignal<[from: string, to: string] | null>(null);
  const tries = useSignal(0);
  const puzzle = session.puzzle as Puzzle;
  const legal = session.legal.value;
  const to = useMemo(() => destinations(legal), [legal]);
  const side = solver(puzzle);
  const play = (uci: string) => {
    promoting.value = null;
    session.play(uci);
    tries.value += 1;
  };
  const onMove = (start: string, end: string) => {
    if (legal.filter(({ uci }) => uci.startsWith(start + end)).length > 1) promoting.value = [start, end];
    else play(start + end);
  };
  const wanted = session.hinted.value && puzzle.moves[session.step.value]?.uci.slice(0, 2);
  return (
    <div class="train-round">
      <div class="train-board">
        <Board
          fen={session.fen.value}
          side={side}
          last={session.last.value}
          squares={wanted ? [{ square: wanted, colour: "blue" }] : []}
          playing={{ side, destinations: to, byTouch: true, version: tries.value, onMove }}
          label={t(`train.task.${side}`)}
        />
        {promoting.value && <Promotion squares={promoting.value} onChoose={play} />}
      </div>
      <div class="train-side">
        <p class="quiet">
          {t("train.of", { number: session.at.value + 1, n: session.puzzles.length })} · {puzzle.number}
        </p>
        <h3 class="train-task">{t(`train.task.${side}`)}</h3>
        <Verdict session={session} puzzle={puzzle} />
        {!session.isOver && <Written key={session.at.value} legal={async () => legal} onPlay={play} />}
        <Buttons session={session} onAgain={onAgain} />
        <Marks session={session} />
      </div>
    </div>
  );
}

/** What is said of the last move, and the solution at the end. */
function Verdict({ session, puzzle }: { session: Session; puzzle: Puzzle }) {
  const said = session.said.value;
  return (
    <>
      <p class={`train-said ${said}`} role="status">
        {t(`train.said.${said}`, { move: moveText(session.wrong.value) })}
      </p>
      {session.isOver && (
        <p class="train-solution">
          <b>{moveText(solution(puzzle))}</b>
          <span>{puzzle.players}</span>
          <span class="quiet">{puzzle.occasion}</span>
        </p>
      )}
    </>
  );
}

function Buttons({ session, onAgain }: { session: Session; onAgain(failed: Puzzle[]): void }) {
  const { next } = session;
  const outcomes = session.outcomes.value;
  const failed = session.puzzles.filter((_, at) => outcomes[at] === "failed");
  const go = () => {
    if (next !== null) session.show(next);
  };
  return (
    <div class="train-buttons">
      {!session.isOver && (
        <>
          <button type="button" class="button" disabled={session.hinted.value} onClick={() => session.hint()}>
            {t("train.hint")}
          </button>
          <button type="button" class="button" onClick={() => session.solve()}>
            {t("train.solve")}
          </button>
        </>
      )}
      {next !== null && (
        <button type="button" class={session.isOver ? "button primary" : "button"} onClick={go}>
          {t("train.next")}
        </button>
      )}
      {next === null && session.isOver && (
        <div class="train-end">
          <p>
            {t("train.end", {
              solved: outcomes.filter((outcome) => outcome === "solved").length,
              n: outcomes.length,
            })}
          </p>
          {failed.length > 0 && (
            <button type="button" class="button primary" onClick={() => onAgain(failed)}>
              {t("train.again", { n: failed.length })}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const SIGNS: Readonly<Record<Outcome, string>> = { solved: "✓", helped: "?", failed: "✗" };

/** What came of the puzzles; each leads to its puzzle. */
function Marks({ session }: { session: Session }) {
  return (
    <ol class="train-marks" aria-label={t("train.marks")}>
      {session.outcomes.value.map((outcome, at) => {
        const told = t(`train.mark.${outcome ?? "open"}`, { number: at + 1 });
        return (
          <li key={session.puzzles[at]?.key}>
            <button
              type="button"
              class={`train-mark ${outcome ?? "open"}`}
              aria-current={session.at.value === at ? "true" : undefined}
              aria-label={told}
              title={told}
              onClick={() => session.show(at)}
            >
              {outcome ? SIGNS[outcome] : at + 1}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
