// Playing on a board: where its pieces can go, and what a pawn becomes.

import "./playing.css";
import { Button } from "../app/button";
import { t } from "../i18n";

export function Promotion(props: {
  squares: readonly [from: string, to: string];
  onChoose(uci: string): void;
}) {
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
export function destinations(moves: readonly { uci: string }[]): Map<string, string[]> {
  const to = new Map<string, string[]>();
  for (const { uci } of moves) to.set(uci.slice(0, 2), [...(to.get(uci.slice(0, 2)) ?? []), uci.slice(2, 4)]);
  return to;
}
