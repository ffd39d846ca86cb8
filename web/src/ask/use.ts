// What keys and clicks do on a square, by the tool in hand.

import { t } from "../i18n";
import { addArea, addMove, carry, put, standing } from "./model";
import { isSpec, notSpec, toggle } from "./pieces";
import type { AskState } from "./state";
import { areaWords, specWords } from "./words";

/** What a key does on a square; false if it does nothing. */
export function keyOn(state: AskState, square: string, key: string, say: (text: string) => void): boolean {
  const question = state.question.peek();
  const place = (spec: string | undefined) => {
    state.change(put(question, square, spec));
    say(t("ask.square", { square, piece: specWords(spec) }));
  };
  if (key === "Enter" || key === " ") use(state, square, say);
  else if (key === "Delete" || key === "Backspace") place(undefined);
  else if (key === "Escape" && state.origin.peek() !== undefined) state.origin.value = undefined;
  else if (key === "+" && state.brush.peek() !== undefined) {
    const brush = state.brush.peek() ?? "";
    if (brush.length === 1) place(toggle(question.pieces.get(square), brush));
  } else if (key.length === 1 && isSpec(key)) place(key);
  else return false;
  return true;
}

/** What a click or the Enter key does on a square, by the tool in hand. */
export function use(state: AskState, square: string, say: (text: string) => void): void {
  const question = state.question.peek();
  const tool = state.tool.peek();
  const origin = state.origin.peek();
  if (tool === "arrow" || tool === "carry") {
    if (origin === undefined) {
      if (tool === "carry" && !question.pieces.has(square)) return;
      state.origin.value = square;
      say(t(tool === "arrow" ? "ask.arrowFrom" : "ask.lifted", { square }));
    } else {
      state.origin.value = undefined;
      if (tool === "carry") state.change(carry(question, origin, square));
      else draw(state, origin, square);
      say(t(tool === "arrow" ? "ask.arrowTo" : "ask.putDown", { square }));
    }
    return;
  }
  const where = state.where.peek();
  const held = state.brush.peek();
  if (tool === "put" && isAreaTool(state) && held !== undefined) {
    state.origin.value = origin === undefined ? square : undefined;
    if (origin === undefined) say(t("ask.cornerOf", { square }));
    else mark(state, origin, square, say);
    return;
  }
  const brush = tool === "clear" || held === undefined ? undefined : where === "not" ? notSpec(held) : held;
  const next = question.pieces.get(square) === brush ? undefined : brush;
  state.change(put(question, square, next));
  say(t("ask.square", { square, piece: specWords(next) }));
}

/** Adds the move of an arrow: of the piece that stands there, or of any piece. */
export function draw(state: AskState, from: string, to: string): void {
  const question = state.question.peek();
  if (from === to) return;
  state.change(addMove(question, from, to, standing(question, from)));
}

/** True if the piece in hand is put into areas. */
export function isAreaTool(state: AskState): boolean {
  const where = state.where.value;
  return (
    state.tool.value === "put" &&
    state.question.value.kind === "position" &&
    (where === "area" || where === "notArea")
  );
}

/** Puts the piece in hand into the area between two corners. */
export function mark(state: AskState, from: string, to: string, say: (text: string) => void): void {
  const piece = state.brush.peek();
  if (piece === undefined) return;
  const area = { piece, from, to, ...(state.where.peek() === "notArea" && { absent: true }) };
  state.change(addArea(state.question.peek(), area));
  say(areaWords(area));
}
