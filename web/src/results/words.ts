// What a search has come to, in words.

import type { Progress } from "../api/types";
import { language, t } from "../i18n";
import type { Search } from "./search";

/** "24 matches in 24 games"; with filters "3 of 24 matches in 3 games". */
export function counts(search: Search): string {
  const { rows } = search;
  rows.version.value;
  const inGames = t("results.inGames", { n: rows.filtered ? rows.shownGameCount : rows.gameCount });
  const matches = rows.filtered
    ? t("results.shown", { shown: rows.shown.length, n: rows.all.length })
    : t("results.matches", { n: rows.all.length });
  return `${matches} ${inGames}`;
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
