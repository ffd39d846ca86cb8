// What can be done with the answers of a search beside looking at them.

import { Button, setTo } from "../app/controls";
import { closeMenu } from "../app/menu";
import { t } from "../i18n";
import type { Search } from "../results/search";
import { opened } from "./opened";

/** The button that trains the answers that are shown. */
export function Train({ search }: { search: Search }) {
  if (search.rows.version.value === 0 || !search.rows.shown.length) return null;
  return <Button onClick={setTo(opened, { kind: "train", from: { search } })}>{t("train.open")}</Button>;
}

/** What the menu of exports has beside files. */
export function MoreExports({ search }: { search: Search }) {
  return (
    <ul class="export-more above-1">
      {(["print", "study"] as const).map((kind) => (
        <li key={kind}>
          <Button
            class="pick whole"
            onClick={(event) => {
              closeMenu(event.currentTarget);
              opened.value = { kind, from: { search } };
            }}
          >
            {t(`items.${kind}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
