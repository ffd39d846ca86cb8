// Moves of the reader's own on the board of a game: what can be played there is asked of the program when the pointer comes near.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Playable } from "../api/types";
import { asking } from "../app/asking";
import { setterOf } from "../app/set";
import type { Store } from "../app/store";
import type { Playing } from "../board/board";
import { destinations } from "../board/playing";

export interface OwnMoves {
  playing: Playing | undefined;
  /** The squares of a pawn's move, while it is not known what the pawn becomes. */
  promoting: readonly [from: string, to: string] | null;
  play(uci: string): void;
}

const NONE: readonly Playable[] = [];

/** What can be played at a position; without one nothing. */
export function useOwnMoves(store: Store, fen: string | undefined): OwnMoves {
  const isNear = useSignal(false);
  const moves = useSignal(NONE);
  const promoting = useSignal<readonly [string, string] | null>(null);
  useEffect(() => {
    [moves.value, promoting.value] = [NONE, null];
  }, [fen]);
  useEffect(() => {
    if (fen === undefined || !isNear.value) return;
    // Without an answer nothing can be played.
    return asking((signal) => store.api.moves({ fen }, signal), setterOf(moves));
  }, [fen, isNear.value]);
  const all = moves.value;
  const to = useMemo(() => destinations(all), [all]);
  const play = (uci: string) => {
    const move = all.find((each) => each.uci === uci);
    promoting.value = null;
    if (move) store.play(move);
  };
  const playing: Playing | undefined =
    fen === undefined
      ? undefined
      : {
          side: fen.split(" ")[1] === "b" ? "black" : "white",
          destinations: to,
          onNear: (near) => {
            isNear.value = near;
          },
          onMove: (from, end) => {
            const fits = all.filter(({ uci }) => uci.startsWith(from + end));
            if (fits.length > 1) promoting.value = [from, end];
            else play(from + end);
          },
        };
  return { playing, promoting: promoting.value, play };
}
