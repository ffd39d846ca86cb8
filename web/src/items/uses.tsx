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

/** What the menu of exports has beside files. */
export function MoreExports({ search }: { search: Search }) {
  return (
    <ul class="export-more">
      {(["print", "study"] as const).map((kind) => (
        <li key={kind}>
          <button
            type="button"
            class="link"
            onClick={(event) => {
              const menu = event.currentTarget.closest("details");
              menu?.querySelector("summary")?.focus();
              menu?.removeAttribute("open");
              opened.value = { kind, from: { search } };
            }}
          >
            {t(`items.${kind}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
