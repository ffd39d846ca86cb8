// The areas of a question: over its board, and as a list from which they are taken away.

import type { AskArea } from "../api/types";
import { IconButton } from "../board/icons";
import { place, type Side, squareIndex } from "../board/squares";
import { t } from "../i18n";
import { Art } from "./art";
import { withoutArea } from "./model";
import type { AskState } from "./state";
import { areaWords } from "./words";

/** An eighth of the board. */
const SQUARE = 12.5;

/** Where a rectangle lies on the board that is shown. */
function box({ from, to }: { from: string; to: string }, side: Side) {
  const [one, other] = [from, to].map((square) => place(squareIndex(square), side));
  const [left, right] = [one?.[0] ?? 0, other?.[0] ?? 0].sort((a, b) => a - b) as [number, number];
  const [top, bottom] = [one?.[1] ?? 0, other?.[1] ?? 0].sort((a, b) => a - b) as [number, number];
  return {
    left: `${left * SQUARE}%`,
    top: `${top * SQUARE}%`,
    width: `${(right - left + 1) * SQUARE}%`,
    height: `${(bottom - top + 1) * SQUARE}%`,
  };
}

export function Areas(props: {
  state: AskState;
  /** The area that is being marked. */
  pending: { from: string; to: string } | null;
}) {
  const { state, pending } = props;
  const side = state.side.value;
  const question = state.question.value;
  const areas: readonly AskArea[] = question.kind === "position" ? question.areas : [];
  return (
    <div class="ask-areas" aria-hidden="true">
      {areas.map((area) => (
        <div
          key={areaWords(area)}
          class={area.absent ? "ask-area absent" : "ask-area"}
          style={box(area, side)}
        >
          <span class={area.absent ? "ask-area-piece art-not" : "ask-area-piece"}>
            <Art spec={area.piece} />
          </span>
        </div>
      ))}
      {pending && <div class="ask-area pending" style={box(pending, side)} />}
    </div>
  );
}

export function AreaList({ state }: { state: AskState }) {
  const question = state.question.value;
  if (question.kind !== "position" || question.areas.length === 0) return null;
  return (
    <ul class="ask-moves rows gap-1 areas" aria-label={t("ask.areas")}>
      {question.areas.map((area, number) => {
        const words = areaWords(area);
        return (
          <li key={words}>
            <div class="ask-move row flows gap-1">
              <span>{words}</span>
              <span class="ask-move-end flex at-end">
                <IconButton
                  icon="clear"
                  label={t("ask.remove", { move: words })}
                  onClick={() => state.change(withoutArea(question, number))}
                />
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
