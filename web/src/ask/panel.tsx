// The question by board: the board with its palette, the options, and for a manoeuvre the list of its moves.

import "../board/board.css";
import "./ask.css";
import { useEffect, useRef } from "preact/hooks";
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
    <div class="ask" ref={part}>
      <div class="ask-top">
        <Sheets state={state} />
        <KindChoice state={state} />
      </div>
      <div class="ask-body">
        <div class="ask-left">
          <Palette state={state} />
          <Grid state={state} say={say} />
          <BoardButtons state={state} store={store} />
        </div>
        <div class="ask-right">
          {/* Below the board, which must not move under the pointer when a message comes or goes. */}
          {state.problem.value !== null && (
            <p class="ask-problem" role="alert">
              {state.problem.value}
            </p>
          )}
          <p class="ask-hint quiet">
            {state.apart.value ? t("ask.apart") : hint(question, state)}
            {state.beside.value && ` ${t("ask.beside")}`}
          </p>
          {question.kind === "path" && <MoveList state={state} />}
          <AreaList state={state} />
          <Options state={state} />
          <button
            type="button"
            class="button primary ask-search"
            disabled={asksNothing(state.boards.value)}
            onClick={() => void store.run()}
          >
            {t("ask.search")}
          </button>
          <details class="ask-keys-help">
            <summary>{t("ask.keysTitle")}</summary>
            <p id="ask-keys">{t(question.kind === "path" ? "ask.keysPath" : "ask.keys")}</p>
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

function Segmented<T extends string>(props: {
  label: string;
  name: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset class="ask-choice">
      <legend>{props.label}</legend>
      <div class="segmented">
        {props.choices.map(([value, label]) => (
          <label>
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              onChange={() => props.onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function KindChoice({ state }: { state: AskState }) {
  const question = state.question.value;
  return (
    <Segmented
      label={t("ask.kind")}
      name="ask-kind"
      value={question.kind}
      choices={[
        ["position", t("ask.position")],
        ["path", t("ask.path")],
      ]}
      onChange={(kind) => state.askAs(kind)}
    />
  );
}

function BoardButtons({ state, store }: { state: AskState; store: Store }) {
  const question = state.question.value;
  const tree = store.tree.value;
  const position = tree?.nodes[store.place.value?.node ?? 0];
  return (
    <div class="ask-buttons">
      <button type="button" class="button" onClick={() => state.change(startPosition(question))}>
        {t("ask.startPosition")}
      </button>
      <button
        type="button"
        class="button"
        disabled={!position}
        onClick={() => position && state.change(withPieces(question, position.fen))}
      >
        {t("ask.fromGame")}
      </button>
      <span class="ask-buttons-end">
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
          onClick={() => {
            state.side.value = state.side.value === "white" ? "black" : "white";
          }}
        />
      </span>
    </div>
  );
}

function Check(props: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label class="ask-check">
      <input
        type="checkbox"
        checked={props.value}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

/** How many of the moves may differ. */
function Almost({ question, onChange }: { question: Question; onChange: (almost: number) => void }) {
  const most = Math.min(MOST_DIFFERENCES, question.moves.length - 1);
  if (most < 1) return null;
  const n = differences(question);
  return (
    <label class="ask-almost">
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
      <output>{n ? t("ask.almostSome", { n }) : t("ask.almostNone")}</output>
    </label>
  );
}

function Options({ state }: { state: AskState }) {
  const question = state.question.value;
  const set = (part: Partial<Question>) => state.change({ ...question, ...part });
  const either = (
    <Check
      label={t("ask.eitherSide")}
      value={question.eitherSide}
      onChange={(eitherSide) => set({ eitherSide })}
    />
  );
  if (question.kind === "path") {
    return (
      <div class="ask-options">
        <Check
          label={t("ask.gaps")}
          value={question.gaps || question.anyOrder}
          onChange={(gaps) => set({ gaps, anyOrder: question.anyOrder && gaps })}
        />
        <Check
          label={t("ask.anyOrder")}
          value={question.anyOrder}
          onChange={(anyOrder) => set({ anyOrder, gaps: question.gaps || anyOrder })}
        />
        <Almost question={question} onChange={(almost) => set({ almost })} />
        {isImpossible(question) && <p class="ask-impossible">{t("ask.impossible")}</p>}
        {either}
      </div>
    );
  }
  return (
    <div class="ask-options">
      <Segmented
        label={t("ask.exactness")}
        name="ask-exact"
        value={question.exact ? "exact" : "partial"}
        choices={[
          ["partial", t("ask.partial")],
          ["exact", t("ask.exact")],
        ]}
        onChange={(value) => set({ exact: value === "exact" })}
      />
      <Segmented
        label={t("ask.turn")}
        name="ask-turn"
        value={question.turn ?? "any"}
        choices={[
          ["any", t("ask.turnAny")],
          ["white", t("game.white")],
          ["black", t("game.black")],
        ]}
        onChange={(value) => set({ turn: value === "any" ? undefined : value })}
      />
      <label class="ask-shift">
        <span>{t("ask.shift")}</span>
        <select
          class="field"
          value={question.shift}
          onChange={(event) => set({ shift: event.currentTarget.value as Shift })}
        >
          {(["no", "any", "horizontal", "vertical"] as const).map((shift) => (
            <option value={shift}>{t(`ask.shift.${shift}`)}</option>
          ))}
        </select>
      </label>
      {either}
      <Check label={t("ask.mirror")} value={question.mirror} onChange={(mirror) => set({ mirror })} />
    </div>
  );
}
