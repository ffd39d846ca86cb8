// What the chess engine of the server thinks of the position: the lines it would play; the bar at the board shows who is ahead.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EngineLine, Evaluation } from "../api/types";
import { asking } from "../app/asking";
import { Check, Problem, setterOf } from "../app/controls";
import { storedSwitch } from "../app/preferences";
import type { Store } from "../app/store";
import { moveText, t } from "../i18n";
import { scoreText } from "./values";

const LINES = 3;
/** Who steps through a game does not stay at each position, in milliseconds. */
const STAY = 150;

export const engine = storedSwitch("engine");

/** What the engine said last. */
const answer = signal<Answer | null>(null);

/** Its best line at a position. */
export const bestAt = (fen: string): EngineLine | undefined =>
  engine.isOn.value && answer.value?.fen === fen ? answer.value.evaluation?.lines[0] : undefined;

interface Answer {
  fen: string;
  evaluation?: Evaluation;
  problem?: string;
}

/** Nothing where the server has no engine. */
export function Engine({ store, fen }: { store: Pick<Store, "about" | "api">; fen: string }) {
  const asks = engine.isOn.value && store.about.value?.engine === true;
  useEffect(() => {
    if (!asks) return;
    return asking(
      (signal) => store.api.evaluate({ fen, lines: LINES }, signal),
      setterOf(answer, (evaluation: Evaluation) => ({ fen, evaluation })),
      setterOf(answer, (error: unknown) => ({ fen, problem: String((error as Error).message) })),
      STAY,
    );
  }, [asks, fen, store]);
  if (!store.about.value?.engine) return null;
  const known = answer.value;
  return (
    <section class="engine grid gap-1" aria-label={t("engine.title")} aria-busy={asks && known?.fen !== fen}>
      <Check checked={engine.isOn.value} onChange={engine.set}>
        {t("engine.title")} {asks && <bdi class="quiet">{known?.evaluation?.engine}</bdi>}
      </Check>
      <Problem text={asks && known?.problem} />
      {asks && known?.evaluation && <Lines lines={known.evaluation.lines} isOld={known.fen !== fen} />}
    </section>
  );
}

function Lines({ lines, isOld }: { lines: readonly EngineLine[]; isOld: boolean }) {
  if (!lines.length) return <p class="quiet">{t("engine.none")}</p>;
  return (
    <ol class={isOld ? "engine-lines old" : "engine-lines"}>
      {lines.map((line) => (
        <li class="grid gap-1">
          <b>{scoreText(line)}</b> <span class="cut">{moveText(line.moves)}</span>
        </li>
      ))}
    </ol>
  );
}
