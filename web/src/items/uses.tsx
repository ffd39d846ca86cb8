// What can be done with the answers of a search beside looking at them.

import { t } from "../i18n";
import type { Search } from "../results/search";
import { opened } from "./opened";

/** The button that trains the answers that are shown. */
export function Train({ search }: { search: Search }) {
  if (search.rows.version.value === 0 || !search.rows.shown.length) return null;
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        opened.value = { kind: "train", from: { search } };
      }}
    >
      {t("train.open")}
    </button>
  );
}
