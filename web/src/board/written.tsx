// A move that is written, for those who play by the keyboard.

import "./playing.css";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../i18n";

interface Move {
  san: string;
  uci: string;
}

/** The move that somebody has written: `Nf3`, `nf3`, `e8=Q`, `e2e4`, `0-0`. Signs of check and capture may be missing. */
export function readMove(moves: readonly Move[], text: string): string | null {
  const bare = (move: string) => move.replace(/[+#x=\s!?-]/g, "");
  const wanted = bare(text.replaceAll("0", "O"));
  if (!wanted) return null;
  const exact = moves.filter(({ san, uci }) => bare(san) === wanted || uci === wanted.toLowerCase());
  const loose = exact.length
    ? exact
    : moves.filter(({ san }) => bare(san).toLowerCase() === wanted.toLowerCase());
  return loose.length === 1 ? (loose[0]?.uci ?? null) : null;
}

/** A field for a move. `legal` gives the moves that can be played, `onPlay` gets one of them. */
export function Written(props: { legal(): Promise<readonly Move[]>; onPlay(uci: string): void }) {
  const text = useSignal("");
  const isUnread = useSignal(false);
  const unread = useId();
  const play = async () => {
    if (!text.value.trim()) return;
    const move = readMove(await props.legal().catch(() => []), text.value);
    isUnread.value = move === null;
    if (!move) return;
    text.value = "";
    props.onPlay(move);
  };
  return (
    <form
      class="path-form flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void play();
      }}
    >
      <input
        class="field"
        aria-label={t("board.write")}
        placeholder={t("board.write")}
        value={text.value}
        autocomplete="off"
        aria-invalid={isUnread.value}
        aria-describedby={isUnread.value ? unread : undefined}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          isUnread.value = false;
        }}
      />
      <button type="submit" class="button">
        {t("board.play")}
      </button>
      {isUnread.value && (
        <p class="problem unread-move" id={unread} role="alert">
          {t("board.illegal")}
        </p>
      )}
    </form>
  );
}
