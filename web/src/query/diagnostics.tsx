// What is wrong with the query, below its text: the place, the reason, advice, and a fix one click away.

import type { Signal } from "@preact/signals";
import type { Diagnostic, Fix } from "../api/types";
import { Button, setTo } from "../app/controls";
import { Html } from "../app/html";
import { Marked } from "../app/marked";
import { t } from "../i18n";
import { Severity } from "../results/messages";
import { lineAndColumn } from "./position";

interface Props {
  diagnostics: readonly Diagnostic[];
  query: string;
  /** The place in the text of one in the whole query. */
  place(at: number): number;
  /** The text has changed since. */
  stale: boolean;
  /** Whether variations are searched. */
  variations: Signal<boolean>;
  onFix(fix: Fix): void;
  onPlace(from: number, to: number): void;
}

/** The warning that a query asks for variations. The page has a box for them; the advice speaks of the command line. */
const VARIATIONS = "needs-variations";

export function Diagnostics({ diagnostics, query, place, stale, variations, onFix, onPlace }: Props) {
  if (!diagnostics.length) return null;
  return (
    <ul class={`diagnostics grid gap-2 above-2 ${stale ? "stale" : ""}`} aria-label={t("query.diagnostics")}>
      {diagnostics.map((each) => {
        const { line, column } = lineAndColumn(query, place(each.from));
        const { fix } = each;
        return (
          <li key={`${each.code}/${each.from}`} class={`diagnostic told ${each.severity}`}>
            <p class="diagnostic-message">
              <Severity of={each.severity} />
              <Button class="link place figures" onClick={() => onPlace(place(each.from), place(each.to))}>
                {t("query.place", { line, column })}
              </Button>{" "}
              <Marked text={each.message} />
            </p>
            {each.notes.map((note) => (
              <p key={note} class="pre small">
                <Marked text={note} />
              </p>
            ))}
            {each.help && each.code !== VARIATIONS && (
              <p class="pre small">
                <Marked text={each.help} />
              </p>
            )}
            <div class="diagnostic-actions flows">
              {each.code === VARIATIONS && (
                <Button class="button fix above-1" onClick={setTo(variations, true)}>
                  {t("query.searchVariations")}
                </Button>
              )}
              {fix && (
                <Button
                  class="button fix above-1"
                  disabled={stale}
                  onClick={() => onFix({ ...fix, from: place(fix.from), to: place(fix.to) })}
                >
                  <Marked text={fix.title} />
                </Button>
              )}
              {each.page && (
                <details class="code-page">
                  <summary>{t("query.why", { code: each.code })}</summary>
                  <Html class="above-1" html={each.page} />
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
