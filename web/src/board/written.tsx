// A move that is written, for those who play by the keyboard.

import "./playing.css";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { LineForm, setTo } from "../app/controls";
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
  const isUnread = useSignal(false);
  const unread = useId();
  return (
    <LineForm
      label={t("board.write")}
      action={t("board.play")}
      onText={async (text) => {
        const move = readMove(await props.legal().catch(() => []), text);
        isUnread.value = move === null;
        if (move) props.onPlay(move);
        return move !== null;
      }}
      onInput={setTo(isUnread, false)}
      field={{
        "aria-invalid": isUnread.value,
        "aria-describedby": isUnread.value ? unread : undefined,
      }}
    >
      {isUnread.value && (
        <p class="problem unread-move" id={unread} role="alert">
          {t("board.illegal")}
        </p>
      )}
    </LineForm>
  );
}
