// Playing on a board: where its pieces can go, and what a pawn becomes.

import "./playing.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Button, setTo } from "../app/controls";
import { t } from "../i18n";
import type { Playing } from "./board";

/**
 * Playing on a board on which some moves are legal: what the board is given for it, and what asks which piece a pawn becomes.
 */
export function usePlaying(
  legal: readonly { uci: string }[],
  more: Omit<Playing, "destinations" | "onMove">,
  onPlay: (uci: string) => void,
) {
  const promoting = useSignal<readonly [from: string, to: string] | null>(null);
  useEffect(setTo(promoting, null), [legal]);
  const to = useMemo(() => destinations(legal), [legal]);
  const play = (uci: string) => {
    promoting.value = null;
    onPlay(uci);
  };
  const onMove = (from: string, end: string) => {
    if (legal.filter(({ uci }) => uci.startsWith(from + end)).length > 1) promoting.value = [from, end];
    else play(from + end);
  };
  const promotion = promoting.value && <Promotion squares={promoting.value} onChoose={play} />;
  return { playing: { ...more, destinations: to, onMove } satisfies Playing, promotion, play };
}

function Promotion(props: { squares: readonly [from: string, to: string]; onChoose(uci: string): void }) {
  return (
    <div class="promotion flows gap-2 above-2" role="group" aria-label={t("board.promotion")}>
      {(["q", "r", "b", "n"] as const).map((piece) => (
        <Button key={piece} onClick={() => props.onChoose(props.squares.join("") + piece)}>
          {t(`board.role.${piece}`)}
        </Button>
      ))}
    </div>
  );
}

/** Where each piece can go. */
function destinations(moves: readonly { uci: string }[]): Map<string, string[]> {
  const to = new Map<string, string[]>();
  for (const { uci } of moves) to.set(uci.slice(0, 2), [...(to.get(uci.slice(0, 2)) ?? []), uci.slice(2, 4)]);
  return to;
}
