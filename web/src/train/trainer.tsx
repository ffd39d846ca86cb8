// The training: a puzzle on a board, what is said of the moves that are tried, and the marks of the round.

import "./train.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Button, Count, Select, setTo, setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { Board } from "../board/board";
import { usePlaying } from "../board/playing";
import { Written } from "../board/written";
import { moveText, t } from "../i18n";
import { Room, useItems } from "../items/dialog";
import type { From } from "../items/opened";
import { dueOn, mark, type Outcome, today } from "./deck";
import { type Begin, type Puzzle, puzzlesOf, solution, solver } from "./puzzle";
import { isPlayable, Session } from "./session";

/** The most answers of which a round is made. */
const MOST = 100;
/** The most moves to find, where they come after the match. */
const MOST_MOVES = 10;
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
    <Room title={t("train.title")} class="train">
      {!due && (
        <div class="room-settings row flows">
          <label class="inline-row gap-2">
            {t("train.begin")}
            <Select
              value={begin.value}
              options={BEGINS.map((each) => [each, t(`train.begin.${each}`)])}
              onChange={setterOf(begin)}
            />
          </label>
          {begin.value === "at" && (
            <label class="inline-row gap-2">
              {t("train.moves")}
              <Count value={own.value} most={MOST_MOVES} onChange={setterOf(own)} />
            </label>
          )}
        </div>
      )}
      {due || items ? <Rounds store={store} puzzles={puzzles} /> : <p role="status">{told}</p>}
    </Room>
  );
}

/** The first round has all puzzles, another those that were not solved. */
function Rounds({ store, puzzles }: { store: Store; puzzles: readonly Puzzle[] }) {
  const again = useSignal<readonly Puzzle[] | null>(null);
  useEffect(setTo(again, null), [puzzles]);
  const shown = again.value ?? puzzles;
  const session = useMemo(
    () =>
      new Session(shown, (puzzle, outcome) => {
        if (!mark(puzzle, outcome, today())) store.inform("train.notKept");
      }),
    [shown],
  );
  if (!shown.length) return <p class="train-none">{t("train.none")}</p>;
  return <Round session={session} onAgain={setterOf(again)} />;
}

function Round({ session, onAgain }: { session: Session; onAgain(failed: Puzzle[]): void }) {
  const tries = useSignal(0);
  const puzzle = session.puzzle as Puzzle;
  const legal = session.legal.value;
  const side = solver(puzzle);
  const { playing, promotion, play } = usePlaying(
    legal,
    { side, byTouch: true, version: tries.value },
    (uci) => {
      session.play(uci);
      tries.value += 1;
    },
  );
  const wanted = session.hinted.value && puzzle.moves[session.step.value]?.uci.slice(0, 2);
  return (
    <div class="train-round grid">
      <div class="train-board">
        <Board
          fen={session.fen.value}
          side={side}
          last={session.last.value}
          squares={wanted ? [{ square: wanted, colour: "blue" }] : []}
          playing={playing}
          label={t(`train.task.${side}`)}
        />
        {promotion}
      </div>
      <div class="train-side grid gap-3">
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
      <p class={`train-said told ${said}`} role="status">
        {t(`train.said.${said}`, { move: moveText(session.wrong.value) })}
      </p>
      {session.isOver && (
        <p class="train-solution grid">
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
    <div class="train-buttons flows gap-2">
      {!session.isOver && (
        <>
          <Button disabled={session.hinted.value} onClick={() => session.hint()}>
            {t("train.hint")}
          </Button>
          <Button onClick={() => session.solve()}>{t("train.solve")}</Button>
        </>
      )}
      {next !== null && (
        <Button class={session.isOver ? "button primary" : "button"} onClick={go}>
          {t("train.next")}
        </Button>
      )}
      {next === null && session.isOver && (
        <div class="train-end grid gap-2">
          <p>
            {t("train.end", {
              solved: outcomes.filter((outcome) => outcome === "solved").length,
              n: outcomes.length,
            })}
          </p>
          {failed.length > 0 && (
            <Button class="button primary" onClick={() => onAgain(failed)}>
              {t("train.again", { n: failed.length })}
            </Button>
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
    <ol class="train-marks flows gap-1" aria-label={t("train.marks")}>
      {session.outcomes.value.map((outcome, at) => {
        const told = t(`train.mark.${outcome ?? "open"}`, { number: at + 1 });
        return (
          <li key={session.puzzles[at]?.key}>
            <Button
              class={`train-mark framed quiet figures ${outcome ?? "open"}`}
              aria-current={session.at.value === at ? "true" : undefined}
              label={told}
              onClick={() => session.show(at)}
            >
              {outcome ? SIGNS[outcome] : at + 1}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
