// The areas of a question: over its board, and as a list from which they are taken away.

import type { AskArea } from "../api/types";
import { IconButton } from "../board/icons";
import { place, type Side, squareIndex } from "../board/squares";
import { t } from "../i18n";
import { Art } from "./art";
import { withoutArea } from "./model";
import type { AskState } from "./state";
import { areaWords } from "./words";

/** Where a rectangle lies on the board that is shown, a grid of eight columns and rows. */
function box({ from, to }: { from: string; to: string }, side: Side) {
  const [x1, y1] = place(squareIndex(from), side);
  const [x2, y2] = place(squareIndex(to), side);
  const lines = (a: number, b: number) => `${Math.min(a, b) + 1} / ${Math.max(a, b) + 2}`;
  return { gridColumn: lines(x1, x2), gridRow: lines(y1, y2) };
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
    <div class="ask-areas grid" aria-hidden="true">
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
    <ul class="ask-moves rows gap-1" aria-label={t("ask.areas")}>
      {question.areas.map((area, number) => {
        const words = areaWords(area);
        return (
          <li key={words}>
            <div class="ask-move row flows gap-1 spaced-1">
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
