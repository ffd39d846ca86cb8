// The filters in force, each with a button that ends it.

import type { Row } from "../api/types";
import { Button } from "../app/controls";
import { t } from "../i18n";
import type { Rows } from "../results/rows";

export function FilterChips<R extends Row, F extends string>({ rows }: { rows: Rows<R, F> }) {
  const filters = rows.filters.value;
  const set = rows.properties.filter(({ facet }) => filters[facet] !== undefined);
  if (!set.length) return null;
  return (
    <ul class="filters flows gap-1 above-1" aria-label={t("stats.filters")}>
      {set.map(({ facet, title }) => (
        <li key={facet}>
          <Button
            class="chip"
            aria-label={t("stats.unfilter", { facet: title(), value: filters[facet] ?? "" })}
            onClick={() => rows.setFilter(facet, undefined)}
          >
            {title()}: <b>{filters[facet]}</b> <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
