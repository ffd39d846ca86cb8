// The moves of a manoeuvre as a list, in which each can be made more or less definite without the board.

import type { AskMove } from "../api/types";
import { Button, Check, Select } from "../app/controls";
import { IconButton, type IconName } from "../board/icons";
import { type Key, t } from "../i18n";
import { changeMove, type Question, reorder } from "./model";
import type { AskState } from "./state";
import { letterWords, moveWords, specWords } from "./words";

const PIECES = [..."KQRBNPAkqrbnpa"];

export function MoveList({ state }: { state: AskState }) {
  const { moves } = state.question.value;
  if (moves.length === 0) return null;
  return (
    <ol class="ask-moves rows gap-1" aria-label={t("ask.moves")}>
      {moves.map((move, number) => (
        <MoveItem state={state} move={move} number={number} last={number === moves.length - 1} />
      ))}
    </ol>
  );
}

function MoveItem(props: { state: AskState; move: AskMove; number: number; last: boolean }) {
  const { state, move, number } = props;
  const question = state.question.value;
  const change = (part: { [name in keyof AskMove]?: AskMove[name] | undefined }) => {
    const said = Object.entries({ ...move, ...part }).filter(([, value]) => value);
    state.change(changeMove(question, number, { to: move.to, ...Object.fromEntries(said) }));
  };
  const words = moveWords(move);
  const end = (icon: IconName, label: Key, next: Question, disabled = false) => (
    <IconButton
      {...{ icon, disabled }}
      label={t(label, { move: words })}
      onClick={() => state.change(next)}
    />
  );
  const set = move.piece !== undefined && !PIECES.includes(move.piece);
  return (
    <li>
      <div class="ask-move row flows gap-1 spaced-1">
        <b class="accented" aria-hidden="true">
          {number + 1}
        </b>
        <Select
          class="field"
          label={t("ask.pieceOf", { move: words })}
          value={move.piece ?? ""}
          options={[
            ["", t("ask.anyPiece")],
            ...(set ? [[move.piece ?? "", specWords(move.piece)] as const] : []),
            ...PIECES.map((piece) => [piece, letterWords(piece)] as const),
          ]}
          onChange={(piece) => change({ piece: piece || undefined })}
        />
        {move.from !== undefined ? (
          <Button
            class="chip"
            label={t("ask.freeFrom", { square: move.from })}
            onClick={() => change({ from: undefined })}
          >
            {move.from} ×
          </Button>
        ) : (
          <span class="quiet">{t("ask.fromAnywhere")}</span>
        )}
        <span class="ask-move-to strong">
          <span aria-hidden="true">{move.capture ? "×" : "→"}</span> {move.to}
        </span>
        <Check
          checked={move.capture ?? false}
          label={t("ask.captureOf", { move: words })}
          onChange={(capture) => change({ capture })}
        >
          <span aria-hidden="true">{t("ask.capture")}</span>
        </Check>
        <span class="ask-move-end flex at-end">
          {end("up", "ask.earlier", reorder(question, number, -1), number === 0)}
          {end("down", "ask.later", reorder(question, number, 1), props.last)}
          {end("clear", "ask.remove", changeMove(question, number, undefined))}
        </span>
      </div>
    </li>
  );
}
