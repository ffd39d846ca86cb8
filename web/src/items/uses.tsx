// What can be done with the answers of a search beside looking at them.

import { Button, setTo } from "../app/controls";
import { MenuItem } from "../app/menu";
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
          <MenuItem text={t(`items.${kind}`)} onClick={setTo(opened, { kind, from: { search } })} />
        </li>
      ))}
    </ul>
  );
}
