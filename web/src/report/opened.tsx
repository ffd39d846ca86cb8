// The match that is open: its game, and its position for other programs.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Remove } from "../app/controls";
import { IconButton } from "../board/icons";
import { Game } from "../game/viewer";
import { t } from "../i18n";
import type { Match } from "./static";
import { type Report, wide } from "./store";

/** Milliseconds for which a button says what it has done. */
const SAID = 1500;

export function Opened({ report }: { report: Report }) {
  const match = report.match.value;
  const tree = report.tree.value;
  report.rows.version.value;
  const close = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (match && !wide.matches) close.current?.querySelector("button")?.focus();
  }, [match === null]);
  if (!match) return null;
  const { rows } = report;
  const number = rows.shown.indexOf(match.index) + 1 || match.index + 1;
  return (
    <>
      <div class="row flows gap-2 below-1">
        <IconButton icon="back" label={t("keys.previous")} keys="p" onClick={() => report.stepAnswer(-1)} />
        <span class="place grows centred quiet">{t("report.place", { number, n: rows.shown.length })}</span>
        <IconButton icon="forward" label={t("keys.next")} keys="n" onClick={() => report.stepAnswer(1)} />
        <span class="close" ref={close}>
          <Remove label={`${t("app.close")} (Esc)`} onClick={() => report.close()} />
        </span>
      </div>
      {tree && (
        <Game key={match.game} store={report} game={tree}>
          <Links match={match} />
        </Game>
      )}
    </>
  );
}

function Links({ match }: { match: Match }) {
  const { fen } = match;
  const code = useRef<HTMLElement>(null);
  const [said, setSaid] = useState<"report.copied" | "report.selected" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(fen);
      setSaid("report.copied");
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setSaid("report.selected");
    }
    setTimeout(() => setSaid(null), SAID);
  };
  return (
    <div class="links row flows gap-2 small">
      <code class="fen breaks quiet whole" ref={code}>
        {fen}
      </code>
      <Button onClick={() => void copy()}>{t(said ?? "report.copy")}</Button>
      {!match.variant && (
        <a
          href={`https://lichess.org/analysis/standard/${encodeURI(fen.replaceAll(" ", "_"))}`}
          rel="noreferrer noopener"
          target="_blank"
        >
          {t("report.lichess")}
        </a>
      )}
    </div>
  );
}
