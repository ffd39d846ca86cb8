// What the chess engine beside the server thinks of the position: who stands better, and the lines it would play.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EngineLine, Evaluation } from "../api/types";
import { Check } from "../app/check";
import { storedSwitch } from "../app/preferences";
import type { Store } from "../app/store";
import { moveText } from "../app/texts";
import { t } from "../i18n";
import { scoreText, share } from "./score";

const LINES = 3;
/** Who steps through a game does not stay at each position, in milliseconds. */
const STAY = 150;

export const engine = storedSwitch("engine");

interface Answer {
  fen: string;
  evaluation?: Evaluation;
  problem?: string;
}

/** Nothing where the server has no engine. */
export function Engine({ store, fen }: { store: Pick<Store, "about" | "api">; fen: string }) {
  const answer = useSignal<Answer | null>(null);
  const asks = engine.isOn.value && store.about.value?.engine === true;
  useEffect(() => {
    if (!asks) return;
    const gone = new AbortController();
    const ask = async () => {
      try {
        answer.value = { fen, evaluation: await store.api.evaluate({ fen, lines: LINES }, gone.signal) };
      } catch (error) {
        if (!gone.signal.aborted) answer.value = { fen, problem: String((error as Error).message) };
      }
    };
    const waiting = setTimeout(() => void ask(), STAY);
    return () => {
      clearTimeout(waiting);
      gone.abort();
    };
  }, [asks, fen, store, answer]);
  if (!store.about.value?.engine) return null;
  const known = answer.value;
  return (
    <section class="engine" aria-label={t("engine.title")} aria-busy={asks && known?.fen !== fen}>
      <Check checked={engine.isOn.value} onChange={engine.set}>
        {t("engine.title")} {asks && <bdi class="quiet">{known?.evaluation?.engine}</bdi>}
      </Check>
      {asks && known?.problem !== undefined && (
        <p class="game-fault" role="alert">
          {known.problem}
        </p>
      )}
      {asks && known?.evaluation && <Lines lines={known.evaluation.lines} isOld={known.fen !== fen} />}
    </section>
  );
}

function Lines({ lines, isOld }: { lines: readonly EngineLine[]; isOld: boolean }) {
  const [best] = lines;
  if (!best) return <p class="quiet">{t("engine.none")}</p>;
  const words = t("engine.evaluation", { value: scoreText(best) });
  return (
    <div class={isOld ? "engine-lines old" : "engine-lines"}>
      <div class="engine-bar" role="img" aria-label={words} title={words}>
        <span style={{ width: `${share(best)}%` }} />
      </div>
      <ol>
        {lines.map((line) => (
          <li>
            <b>{scoreText(line)}</b> <span>{moveText(line.moves)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
