// The two readings of a text that CQL 5 and CQL 6 both understand, but not alike: the reader chooses one.

import type { Reading } from "../api/types";
import { setTo } from "../app/controls";
import type { Store } from "../app/store";
import { t } from "../i18n";

export function Readings({ store, readings }: { store: Store; readings: readonly Reading[] }) {
  if (!readings.some((reading) => reading.differs)) return null;
  return (
    <fieldset class="readings">
      <legend class="limit">{t("query.readings")}</legend>
      {readings.map((reading) => (
        <label key={reading.dialect} class="reading baseline gap-2">
          <input
            type="radio"
            name="reading"
            value={reading.dialect}
            checked={(store.dialect.value ?? store.checked.value?.check.dialect ?? "6") === reading.dialect}
            onChange={setTo(store.dialect, reading.dialect)}
          />
          <span class="pre">
            <b>CQL {reading.dialect}</b>
            {"\n"}
            {reading.words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
