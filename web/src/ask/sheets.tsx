// The boards of a question as a row of buttons, and how the shown one goes on from those before it.

import type { AskJoin } from "../api/types";
import { Button, Select } from "../app/controls";
import { IconButton } from "../board/icons";
import { t } from "../i18n";
import { added, MOST_BOARDS, MOST_MOVES, removed, withBoard } from "./boards";
import type { AskState } from "./state";

const JOINS: readonly AskJoin[] = ["and", "or", "not", "within"];

export function Sheets({ state }: { state: AskState }) {
  const boards = state.boards.value;
  const { all, at } = boards;
  return (
    <div class="ask-sheets row flows flow-gap">
      {all.length > 1 && (
        <fieldset class="ask-sheet-row flows gap-1 narrows" aria-label={t("ask.boards")}>
          {all.map(({ by }, number) => (
            <span key={number}>
              {number > 0 && <span class="quiet">{t(`ask.join.${by}`)} </span>}
              <Button aria-pressed={number === at} onClick={() => state.turnTo(number)}>
                {t("ask.boardNumber", { n: number + 1 })}
              </Button>
            </span>
          ))}
          <IconButton
            icon="clear"
            label={t("ask.removeBoard", { n: at + 1 })}
            onClick={() => {
              state.changeBoards(removed(boards));
              state.begin();
            }}
          />
        </fieldset>
      )}
      {at > 0 && <Join state={state} />}
      {all.length < MOST_BOARDS && (
        <Button
          class="button ask-add"
          onClick={() => {
            state.changeBoards(added(boards));
            state.begin();
          }}
        >
          + {t("ask.addBoard")}
        </Button>
      )}
    </div>
  );
}

function Join({ state }: { state: AskState }) {
  const boards = state.boards.value;
  const board = boards.all[boards.at];
  if (!board) return null;
  const n = boards.at + 1;
  return (
    <span class="ask-join inline-row gap-1">
      <Select
        class="field"
        label={t("ask.join", { n })}
        value={board.by}
        options={JOINS.map((by) => [by, t(`ask.join.${by}`)])}
        onChange={(by) => state.changeBoards(withBoard(boards, { by }))}
      />
      {board.by === "within" && (
        <>
          <input
            class="field"
            type="number"
            min={1}
            max={MOST_MOVES}
            aria-label={t("ask.joinMovesOf", { n })}
            value={board.moves}
            onInput={(event) => {
              const moves = Math.round(event.currentTarget.valueAsNumber);
              if (moves >= 1 && moves <= MOST_MOVES) state.changeBoards(withBoard(boards, { moves }));
            }}
          />
          {t("ask.joinMoves")}
        </>
      )}
    </span>
  );
}
