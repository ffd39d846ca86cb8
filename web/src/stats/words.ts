// What the statistics count, in words.

import { t } from "../i18n";

/** How many games and positions there are for a value, in words. */
export const counted = (value: string, { games, positions }: { games: number; positions: number }): string =>
  t("stats.bar", { value, n: games, positions: t("game.positions", { n: positions }) });
