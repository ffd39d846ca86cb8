// What is marked in the text: the colours of the tokens, what diagnostics speak of, and a place that another part points at. All
// of it comes after the text; until it comes, the old marks move along with what is typed.
//
// The colours come from the server, because a grammar of CQL in the browser would be a second one, which could disagree with
// the first.

import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Check, Diagnostic, Place, Token } from "../api/types";
import { inText, type Written } from "../conditions/line";

const setTokens = StateEffect.define<readonly Token[]>();
const setDiagnostics = StateEffect.define<readonly Diagnostic[]>();
const setHighlight = StateEffect.define<Place | null>();

const tokenMarks = new Map<string, Decoration>();

function tokenMark(kind: string): Decoration {
  let mark = tokenMarks.get(kind);
  if (!mark) {
    mark = Decoration.mark({ class: `token-${kind}` });
    tokenMarks.set(kind, mark);
  }
  return mark;
}

function clamp(place: Place, length: number): [from: number, to: number] {
  const from = Math.max(0, Math.min(place.from, length));
  return [from, Math.max(from, Math.min(place.to, length))];
}

export function tokenSet(tokens: readonly Token[], length: number): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let end = 0;
  for (const [start, stop, kind] of [...tokens].sort((a, b) => a[0] - b[0])) {
    const [from, to] = clamp({ from: Math.max(start, end), to: stop }, length);
    if (from < to) builder.add(from, to, tokenMark(kind));
    end = Math.max(end, to);
  }
  return builder.finish();
}

/** A place without width is drawn on the character before or after it. */
export function visible(place: Place, length: number): [from: number, to: number] {
  const [from, to] = clamp(place, length);
  if (from < to) return [from, to];
  return to < length ? [from, to + 1] : [Math.max(0, from - 1), to];
}

function diagnosticSet(diagnostics: readonly Diagnostic[], length: number): DecorationSet {
  const ranges = diagnostics.flatMap((diagnostic) => {
    const [from, to] = visible(diagnostic, length);
    return from < to
      ? [Decoration.mark({ class: `fault fault-${diagnostic.severity}` }).range(from, to)]
      : [];
  });
  return Decoration.set(ranges, true);
}

const field = <T>(
  effect: ReturnType<typeof StateEffect.define<T>>,
  make: (value: T, length: number) => DecorationSet,
) =>
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(marks, transaction) {
      let next = marks.map(transaction.changes);
      for (const each of transaction.effects)
        if (each.is(effect)) next = make(each.value, transaction.state.doc.length);
      return next;
    },
    provide: (self) => EditorView.decorations.from(self),
  });

export const marks: Extension = [
  field(setTokens, tokenSet),
  field(setDiagnostics, diagnosticSet),
  field(setHighlight, (place, length) => {
    if (!place) return Decoration.none;
    const [from, to] = clamp(place, length);
    return from < to
      ? Decoration.set(Decoration.mark({ class: "pointed" }).range(from, to))
      : Decoration.none;
  }),
];

const placeIn = <P extends Place>(written: Written, place: P): P => ({
  ...place,
  from: inText(written, place.from),
  to: inText(written, place.to),
});

/** Marks what a check says of the query that the editor holds the text of. */
export function showCheck(view: EditorView, written: Written, check: Check): void {
  const isConditions = ({ from, to }: Place) => from >= written.at && to <= written.at + written.length;
  const tokens = check.tokens.map(
    ([from, to, kind]): Token => [inText(written, from), inText(written, to), kind],
  );
  const diagnostics = check.diagnostics.filter((each) => !written.length || !isConditions(each));
  view.dispatch({
    effects: [setTokens.of(tokens), setDiagnostics.of(diagnostics.map((each) => placeIn(written, each)))],
  });
}

/** Takes the marks of another text away. */
export const withoutMarks = () => [setTokens.of([]), setDiagnostics.of([])];

export function showHighlight(view: EditorView, written: Written, place: Place | null): void {
  view.dispatch({ effects: setHighlight.of(place && placeIn(written, place)) });
}
