// What is around the pieces of a board: its frame, and the position in words for those who do not see it.

import type { Key } from "chessground/types";
import type { ComponentChildren, Ref } from "preact";
import { useId } from "preact/hooks";
import { squareIndex } from "./squares";
import { describe } from "./words";

export const isKey = (name: string): name is Key => squareIndex(name) >= 0;

/** `element` is where chessground draws. */
export function BoardFrame({
  element,
  fen,
  label,
  onNear,
  children,
}: {
  element: Ref<HTMLDivElement>;
  fen: string;
  label: string;
  /** The pointer comes to the board, or leaves it. */
  onNear?: ((isNear: boolean) => void) | undefined;
  children?: ComponentChildren;
}) {
  const words = useId();
  return (
    <div
      class="board-frame"
      onPointerEnter={() => onNear?.(true)}
      // A finger leaves with each tap.
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && onNear?.(false)}
    >
      <div class="board" ref={element} role="img" aria-label={label} aria-describedby={words} />
      {children}
      <p class="visually-hidden" id={words}>
        {describe(fen)}
      </p>
    </div>
  );
}
