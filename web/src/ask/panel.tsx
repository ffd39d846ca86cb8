// The question by board: the board with its palette, the options, and for a manoeuvre the list of its moves.

import "../board/board.css";
import "./ask.css";
import { useEffect, useRef } from "preact/hooks";
import { Button, Check, Problem, Segmented, Select, setTo } from "../app/controls";
import type { Store } from "../app/store";
import { IconButton } from "../board/icons";
import { t } from "../i18n";
import { AreaList } from "./areas";
import { asksNothing } from "./boards";
import { Grid } from "./grid";
import {
  cleared,
  differences,
  isImpossible,
  MOST_DIFFERENCES,
  type Question,
  type Shift,
  startPosition,
  withPieces,
} from "./model";
import { MoveList } from "./movelist";
import { Palette } from "./palette";
import { Sheets } from "./sheets";
import { AskState } from "./state";
import { keepSteady } from "./steady";
import { isAreaTool } from "./use";

const SHIFTS: readonly Shift[] = ["no", "any", "horizontal", "vertical"];

const states = new WeakMap<Store, AskState>();

/** The state of the question, which stays while other tabs are shown. */
export function askState(store: Store): AskState {
  const state = states.get(store) ?? new AskState(store);
  states.set(store, state);
  return state;
}

export function AskPanel({ store }: { store: Store }) {
  const state = askState(store);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => state.follow(), [state]);
  useEffect(() => {
    const board = part.current?.querySelector<HTMLElement>(".ask-board");
    return part.current && board ? keepSteady(board, part.current) : undefined;
  }, []);
  const question = state.question.value;
  const say = (text: string) => store.announce(text);
  return (
    <div class="ask rows gap-2" ref={part}>
      <div class="ask-top spread gap-2">
        <Sheets state={state} />
        <KindChoice state={state} />
      </div>
      <div class="ask-body grid gap-3">
        <div class="ask-left rows gap-2 whole">
          <Palette state={state} />
          <Grid state={state} say={say} />
          <BoardButtons state={state} store={store} />
        </div>
        <div class="ask-right rows gap-2 narrows">
          {/* Below the board, which must not move under the pointer when a message comes or goes. */}
          <Problem class="told error" text={state.problem.value} />
          <p class="ask-hint quiet">
            {state.apart.value ? t("ask.apart") : hint(question, state)}
            {state.beside.value && ` ${t("ask.beside")}`}
          </p>
          {question.kind === "path" && <MoveList state={state} />}
          <AreaList state={state} />
          <Options state={state} />
          <Button
            class="button primary ask-search"
            disabled={asksNothing(state.boards.value)}
            onClick={() => void store.run()}
          >
            {t("ask.search")}
          </Button>
          <details class="ask-keys-help">
            <summary class="quiet">{t("ask.keysTitle")}</summary>
            <p id="ask-keys" class="above-1 pre">
              {t(question.kind === "path" ? "ask.keysPath" : "ask.keys")}
            </p>
          </details>
        </div>
      </div>
    </div>
  );
}

function hint(question: Question, state: AskState): string {
  const { value: tool } = state.tool;
  if (isAreaTool(state)) return t("ask.hintArea");
  if (tool === "arrow") return t(question.moves.length === 0 ? "ask.hintArrow" : "ask.hintMore");
  if (tool === "carry") return t("ask.hintCarry");
  if (tool === "clear") return t("ask.hintClear");
  return t("ask.hintPut");
}

function Choice<T extends string>(props: Parameters<typeof Segmented<T>>[0]) {
  return (
    <div class="ask-choice at-start grid gap-1">
      <span class="quiet small" aria-hidden="true">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}

function KindChoice({ state }: { state: AskState }) {
  const question = state.question.value;
  return (
    <Choice
      label={t("ask.kind")}
      value={question.kind}
      choices={(["position", "path"] as const).map((kind) => [kind, t(`ask.${kind}`)])}
      onChange={(kind) => state.askAs(kind)}
    />
  );
}

function BoardButtons({ state, store }: { state: AskState; store: Store }) {
  const question = state.question.value;
  const tree = store.tree.value;
  const position = tree?.nodes[store.place.value?.node ?? 0];
  return (
    <div class="ask-buttons row flows gap-1">
      <Button onClick={() => state.change(startPosition(question))}>{t("ask.startPosition")}</Button>
      <Button
        disabled={!position}
        onClick={() => position && state.change(withPieces(question, position.fen))}
      >
        {t("ask.fromGame")}
      </Button>
      <span class="flex gap-1 at-end">
        <IconButton icon="undo" label={t("app.undo")} keys="Ctrl+Z" onClick={() => store.steps.undo()} />
        <IconButton
          icon="clear"
          label={t("ask.clearAll")}
          disabled={question.pieces.size + question.areas.length + question.moves.length === 0}
          onClick={() => state.change(cleared(question))}
        />
        <IconButton
          icon="flip"
          label={t("game.flip")}
          onClick={setTo(state.side, state.side.value === "white" ? "black" : "white")}
        />
      </span>
    </div>
  );
}

/** How many of the moves may differ. */
function Almost({ question, onChange }: { question: Question; onChange: (almost: number) => void }) {
  const most = Math.min(MOST_DIFFERENCES, question.moves.length - 1);
  if (most < 1) return null;
  const n = differences(question);
  return (
    <label class="ask-almost row flows flow-gap">
      <span>{t("ask.almost")}</span>
      <input
        type="range"
        min={0}
        max={most}
        step={1}
        value={n}
        aria-valuetext={n ? t("ask.almostSome", { n }) : t("ask.almostNone")}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output class="quiet">{n ? t("ask.almostSome", { n }) : t("ask.almostNone")}</output>
    </label>
  );
}

interface Set {
  question: Question;
  set(part: Partial<Question>): void;
}

function Options({ state }: { state: AskState }) {
  const question = state.question.value;
  const set = (part: Partial<Question>) => state.change({ ...question, ...part });
  const isPath = question.kind === "path";
  return (
    <div class="ask-options rows gap-2">
      {isPath ? <OfPath {...{ question, set }} /> : <OfPosition {...{ question, set }} />}
      <Check checked={question.eitherSide} onChange={(eitherSide) => set({ eitherSide })}>
        {t("ask.eitherSide")}
      </Check>
      {!isPath && (
        <Check checked={question.mirror} onChange={(mirror) => set({ mirror })}>
          {t("ask.mirror")}
        </Check>
      )}
    </div>
  );
}

function OfPath({ question, set }: Set) {
  const { gaps, anyOrder } = question;
  return (
    <>
      <Check checked={gaps || anyOrder} onChange={(gaps) => set({ gaps, anyOrder: anyOrder && gaps })}>
        {t("ask.gaps")}
      </Check>
      <Check checked={anyOrder} onChange={(anyOrder) => set({ anyOrder, gaps: gaps || anyOrder })}>
        {t("ask.anyOrder")}
      </Check>
      <Almost question={question} onChange={(almost) => set({ almost })} />
      {isImpossible(question) && <p class="ask-impossible limit">{t("ask.impossible")}</p>}
    </>
  );
}

function OfPosition({ question, set }: Set) {
  return (
    <>
      <Choice
        label={t("ask.exactness")}
        value={question.exact ? "exact" : "partial"}
        choices={(["partial", "exact"] as const).map((each) => [each, t(`ask.${each}`)])}
        onChange={(value) => set({ exact: value === "exact" })}
      />
      <Choice
        label={t("ask.turn")}
        value={question.turn ?? "any"}
        choices={[
          ["any", t("ask.turnAny")],
          ["white", t("game.white")],
          ["black", t("game.black")],
        ]}
        onChange={(value) => set({ turn: value === "any" ? undefined : value })}
      />
      <label class="ask-shift rows gap-1">
        <span class="quiet small">{t("ask.shift")}</span>
        <Select
          class="field"
          value={question.shift}
          options={SHIFTS.map((shift) => [shift, t(`ask.shift.${shift}`)])}
          onChange={(shift) => set({ shift })}
        />
      </label>
    </>
  );
}
