// What is wrong with the query, below its text: the place, the reason, advice, and a fix one click away.

import type { Signal } from "@preact/signals";
import type { Diagnostic, Fix } from "../api/types";
import { Html } from "../app/html";
import { Marked } from "../app/marked";
import { t } from "../i18n";
import { lineAndColumn } from "./position";

interface Props {
  diagnostics: readonly Diagnostic[];
  query: string;
  /** The text has changed since. */
  stale: boolean;
  /** Whether variations are searched. */
  variations: Signal<boolean>;
  onFix(fix: Fix): void;
  onPlace(from: number, to: number): void;
}

/** The warning that a query asks for variations. The page has a box for them; the advice speaks of the command line. */
const VARIATIONS = "needs-variations";

export function Diagnostics({ diagnostics, query, stale, variations, onFix, onPlace }: Props) {
  if (!diagnostics.length) return null;
  return (
    <ul class={`diagnostics ${stale ? "stale" : ""}`} aria-label={t("query.diagnostics")}>
      {diagnostics.map((each) => {
        const { line, column } = lineAndColumn(query, each.from);
        const { fix } = each;
        return (
          <li key={`${each.code}/${each.from}`} class={`diagnostic ${each.severity}`}>
            <p class="diagnostic-message">
              <span class="severity">{t(`severity.${each.severity}`)}</span>
              <button type="button" class="link place" onClick={() => onPlace(each.from, each.to)}>
                {t("query.place", { line, column })}
              </button>{" "}
              <Marked text={each.message} />
            </p>
            {each.notes.map((note) => (
              <p key={note} class="note">
                <Marked text={note} />
              </p>
            ))}
            {each.help && each.code !== VARIATIONS && (
              <p class="note">
                <Marked text={each.help} />
              </p>
            )}
            <div class="diagnostic-actions">
              {each.code === VARIATIONS && (
                <button
                  type="button"
                  class="button fix"
                  onClick={() => {
                    variations.value = true;
                  }}
                >
                  {t("query.searchVariations")}
                </button>
              )}
              {fix && (
                <button type="button" class="button fix" disabled={stale} onClick={() => onFix(fix)}>
                  <Marked text={fix.title} />
                </button>
              )}
              {each.page && (
                <details class="code-page">
                  <summary>{t("query.why", { code: each.code })}</summary>
                  <Html html={each.page} />
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
