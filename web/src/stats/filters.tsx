// The filters in force, each with a button that ends it.

import type { Facet } from "../api/types";
import { type Key, t } from "../i18n";
import { FACETS } from "../results/facets";
import type { Search } from "../results/search";

export function FilterChips({ search }: { search: Search }) {
  const filters = search.rows.filters.value;
  const facets = FACETS.filter((facet) => filters[facet] !== undefined);
  if (!facets.length) return null;
  return (
    <ul class="filters" aria-label={t("stats.filters")}>
      {facets.map((facet) => (
        <li key={facet}>
          <button
            type="button"
            class="chip"
            aria-label={t("stats.unfilter", { facet: facetName(facet), value: filters[facet] ?? "" })}
            onClick={() => search.rows.setFilter(facet, undefined)}
          >
            {facetName(facet)}: <b>{filters[facet]}</b> <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export const facetName = (facet: Facet): string => t(`stats.${facet}` as Key);
