// The match that is open: its game, and its position for other programs.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../app/controls";
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
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (match && !wide.matches) close.current?.focus();
  }, [match === null]);
  if (!match) return null;
  const { rows } = report;
  const number = rows.shown.indexOf(match.index) + 1 || match.index + 1;
  const button = (text: string, label: string, act: () => void) => (
    <Button label={label} onClick={act}>
      {text}
    </Button>
  );
  return (
    <>
      <div class="viewer-head row flows gap-2">
        {button("‹", t("report.previous"), () => report.stepAnswer(-1))}
        <span class="place grows quiet">{t("report.place", { number, n: rows.shown.length })}</span>
        {button("›", t("report.next"), () => report.stepAnswer(1))}
        <button
          type="button"
          class="button close"
          aria-label={t("app.close")}
          title={`${t("app.close")} (Esc)`}
          ref={close}
          onClick={() => report.close()}
        >
          ×
        </button>
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
      <code class="fen breaks quiet" ref={code}>
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
