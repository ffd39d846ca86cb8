// The moves of a manoeuvre over the board of a question: an arrow for each, with its number.

import { arrowMiddle, arrowPath } from "../board/arrows";
import type { Side } from "../board/squares";
import type { Question } from "./model";

export function Arrows(props: {
  question: Question;
  side: Side;
  /** The arrow that is being drawn. */
  pending: { from: string; to: string } | null;
}) {
  const { question, side, pending } = props;
  const moves = question.kind === "path" ? question.moves : [];
  return (
    <svg class="ask-arrows tall whole" viewBox="0 0 8 8" aria-hidden="true">
      {moves.map((move, number) =>
        move.from === undefined ? (
          <Target square={move.to} side={side} number={number + 1} />
        ) : (
          <Arrow from={move.from} to={move.to} side={side} number={number + 1} />
        ),
      )}
      {pending && pending.from !== pending.to && (
        <path class="ask-arrow pending" d={arrowPath(pending.from, pending.to, side)} />
      )}
    </svg>
  );
}

function Arrow(props: { from: string; to: string; side: Side; number: number }) {
  const [x, y] = arrowMiddle(props.from, props.to, props.side);
  return (
    <g>
      <path class="ask-arrow" d={arrowPath(props.from, props.to, props.side)} />
      <Badge x={x} y={y} number={props.number} />
    </g>
  );
}

/** A move from anywhere: a ring round the square to which it goes. */
function Target({ square, side, number }: { square: string; side: Side; number: number }) {
  const [x, y] = arrowMiddle(square, square, side);
  return (
    <g>
      <circle class="ask-target" cx={x} cy={y} r="0.4" />
      <Badge x={x + 0.3} y={y - 0.3} number={number} />
    </g>
  );
}

function Badge({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <>
      <circle class="ask-number" cx={x} cy={y} r="0.17" />
      <text class="ask-number-text" x={x} y={y + 0.075} text-anchor="middle">
        {number}
      </text>
    </>
  );
}
