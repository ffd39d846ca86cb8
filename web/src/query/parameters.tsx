// The parameters of the query: a field for each, with its meaning. A value that is set here takes the place of that in the text.

import "./parameters.css";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Parameter } from "../api/types";
import { Button, setTo } from "../app/controls";
import type { Store } from "../app/store";
import { t } from "../i18n";

export function Parameters({ store }: { store: Store }) {
  // While the text has errors, what it had before stays: the reader may be writing.
  const parameters = store.checked.value?.check.parameters ?? [];
  if (!parameters.length) return null;
  return (
    <fieldset class="parameters grid gap-1">
      <legend>{t("parameters.title")}</legend>
      {parameters.map((parameter) => (
        <Field key={parameter.name} store={store} parameter={parameter} />
      ))}
    </fieldset>
  );
}

/** What a value may not have: it stands between quotes. */
const FORBIDDEN = /["\\\n\r]/g;

function Field({ store, parameter }: { store: Store; parameter: Parameter }) {
  const { name, meaning, number } = parameter;
  const id = useId();
  const usual = parameter.default;
  const set = store.values.value[name];
  /** The text that is being typed: a check that ends meanwhile must not replace it. */
  const typed = useSignal<string | null>(null);
  return (
    <div class="parameter row flows flow-gap">
      <label for={id}>
        <code>{name}</code>
        {meaning && <span class="quiet"> {meaning}</span>}
      </label>
      <input
        id={id}
        class="field small"
        type="text"
        list={undefined}
        inputMode={number ? "numeric" : "text"}
        value={typed.value ?? set ?? usual}
        onInput={({ currentTarget }) => setTo(typed, currentTarget.value)()}
        onChange={(event) => {
          const value = event.currentTarget.value.replace(FORBIDDEN, "");
          const isWhole = !number || /^-?\d{1,15}$/.test(value);
          if (!isWhole) event.currentTarget.value = usual;
          typed.value = null;
          store.setValue(name, isWhole && value !== usual ? value : undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.currentTarget.blur();
          void store.run();
        }}
      />
      {set !== undefined && (
        <Button
          class="button small"
          title={t("parameters.reset", { name, value: usual })}
          onClick={() => store.setValue(name, undefined)}
        >
          {t("parameters.usual", { value: usual })}
        </Button>
      )}
    </div>
  );
}
