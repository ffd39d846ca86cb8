// Moves of the reader's own on the board of a game: what can be played there is asked of the program when the pointer comes near.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Playable } from "../api/types";
import { asking } from "../app/asking";
import { setTo, setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { usePlaying } from "../board/playing";
import { turnOf } from "../board/squares";

const NONE: readonly Playable[] = [];

/** What can be played at a position; without one nothing. */
export function useOwnMoves(store: Store, fen: string | undefined) {
  const isNear = useSignal(false);
  const moves = useSignal(NONE);
  useEffect(setTo(moves, NONE), [fen]);
  useEffect(() => {
    if (fen === undefined || !isNear.value) return;
    // Without an answer nothing can be played.
    return asking((signal) => store.api.moves({ fen }, signal), setterOf(moves));
  }, [fen, isNear.value]);
  const side = turnOf(fen ?? "");
  const { playing, promotion } = usePlaying(moves.value, { side, onNear: setterOf(isNear) }, (uci) => {
    const move = moves.value.find((each) => each.uci === uci);
    if (move) store.play(move);
  });
  return { playing: fen === undefined ? undefined : playing, promotion };
}
