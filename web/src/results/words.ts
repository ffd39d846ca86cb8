// What a search has come to, in words.

import type { Progress, Row } from "../api/types";
import { language, t } from "../i18n";
import type { Search } from "./search";

/** "24 matches in 24 games"; with filters "3 of 24 matches in 3 games". */
export function counts<R extends Row, F extends string>(search: Search<R, F>): string {
  const { rows } = search;
  rows.version.value;
  // A search that never came to count has not counted none.
  if (isBroken(search) && !rows.all.length) return t("results.noCounts");
  const inGames = t("results.inGames", { n: rows.filtered ? rows.shownGameCount : rows.gameCount });
  const matches = rows.filtered
    ? t("results.shown", { shown: rows.shownMatches, n: rows.all.length })
    : t("results.matches", { n: rows.all.length });
  return `${matches} ${inGames}`;
}

function isBroken<R extends Row, F extends string>(search: Search<R, F>): boolean {
  return search.status.value === "failed" || search.status.value === "lost";
}

/** Why there is no answer, once the search has ended. Only one that is complete says something of all games. */
export function nothing(search: Search): string {
  if (isBroken(search)) return t("results.failed");
  return t(search.status.value === "complete" ? "results.none" : "results.noneYet");
}

/** How much has been read, from 0 to 1; null where nobody knows. */
export function share(progress: Progress | null): number | null {
  if (!progress?.totalBytes || progress.bytes === undefined) return null;
  return Math.min(1, progress.bytes / progress.totalBytes);
}

/** How the search ended, or how far it is. */
export function ending(search: Search): string {
  const progress = search.progress.value;
  const games = progress ? t("results.games", { n: progress.games }) : "";
  const seconds = progress ? t("results.seconds", { seconds: shortSeconds(progress.seconds) }) : "";
  const facts = [t(`results.status.${search.status.value}`), games, seconds];
  return facts.filter(Boolean).join(" · ");
}

export function shortSeconds(seconds: number): string {
  const digits = seconds < 0.1 ? 3 : seconds < 10 ? 2 : 0;
  return seconds.toLocaleString(language(), { maximumFractionDigits: digits });
}
