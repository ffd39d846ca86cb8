// A bar between two parts of the page, which is moved by the pointer or by the arrow keys. The browser keeps where it is.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { setterOf } from "./controls";
import { goByKey } from "./keys";
import { remembered, store } from "./preferences";

/** How much of the room the first part has, in percent. */
export type Share = Signal<number> & {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
};

const STEP = 4;

export function shareOf(name: string, least: number, usual: number, most: number): Share {
  const clamp = (value: number) => Math.max(least, Math.min(most, Math.round(value)));
  const kept = remembered(`split.${name}`, (text) => {
    const value = Number.parseInt(text ?? "", 10);
    return Number.isFinite(value) ? clamp(value) : usual;
  });
  const share = Object.assign(kept, { least, most, usual });
  share.subscribe((value) => store(`split.${name}`, value === usual ? null : String(value)));
  return share;
}

interface Props {
  share: Share;
  /** Where the bar lies: between columns it is upright. */
  between: "columns" | "rows";
  label: string;
}

export function Splitter({ share, between, label }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const set = setterOf(share, (value: number) =>
    Math.max(share.least, Math.min(share.most, Math.round(value))),
  );
  const follow = (event: PointerEvent) => {
    const element = bar.current;
    if (!element?.hasPointerCapture(event.pointerId)) return;
    const first = element.previousElementSibling?.getBoundingClientRect();
    const last = element.nextElementSibling?.getBoundingClientRect();
    if (!first || !last) return;
    const [x, y] = [
      (event.clientX - first.left) / (last.right - first.left),
      (event.clientY - first.top) / (last.bottom - first.top),
    ];
    set(100 * (between === "columns" ? x : y));
  };
  const press = (event: KeyboardEvent) => {
    const places = {
      ArrowLeft: share.value - STEP,
      ArrowUp: share.value - STEP,
      ArrowRight: share.value + STEP,
      ArrowDown: share.value + STEP,
      Home: share.least,
      End: share.most,
    };
    goByKey(event, places, set);
  };
  return (
    <div
      class={`splitter between-${between}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={between === "columns" ? "vertical" : "horizontal"}
      aria-valuenow={share.value}
      aria-valuemin={share.least}
      aria-valuemax={share.most}
      ref={bar}
      onKeyDown={press}
      onPointerDown={(event) => {
        bar.current?.setPointerCapture(event.pointerId);
        event.preventDefault();
        bar.current?.focus();
      }}
      onPointerMove={follow}
      onDblClick={() => set(share.usual)}
    />
  );
}

// How the room is divided: what the reader sets with the bars between parts, and with the corner of the board.

/** How much the query has beside the answers. */
export const columns = shareOf("columns", 25, 40, 60);
/** How much the answers have above the game. */
export const rows = shareOf("rows", 20, 46, 80);
