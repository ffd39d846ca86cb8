// The palette: every action of the page, and the saved queries and recipes, by a few letters of their names.

import "../styles/actions.css";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n";
import { plain } from "../results/values";
import { ACTIONS, type Action, questions } from "./actions";
import { goByKey } from "./keys";
import type { Store } from "./store";

const ID = "palette";
/** The most that is offered at once. */
const MOST = 60;

/** What can be done now and has all the words, in the order of the table. */
export function matching(actions: readonly Action[], store: Store, wanted: string): Action[] {
  const words = plain(wanted).split(/\s+/);
  return actions
    .filter(
      ({ name, run, can }) =>
        run && (can?.(store) ?? true) && words.every((word) => plain(name()).includes(word)),
    )
    .slice(0, MOST);
}

export function Palette({ store }: { store: Store }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = useSignal("");
  const at = useSignal(0);
  const isOpen = useSignal(false);
  const found = isOpen.value ? matching([...ACTIONS, ...questions(store)], store, wanted.value) : [];
  const choose = (action: Action | undefined) => {
    if (!action) return;
    dialog.current?.close();
    // What takes the focus takes it from what had it before.
    requestAnimationFrame(() => action.run?.(store));
  };
  const step = (to: number) => {
    at.value = Math.max(0, Math.min(found.length - 1, to));
    requestAnimationFrame(() =>
      document.getElementById(`${ID}-${at.peek()}`)?.scrollIntoView({ block: "nearest" }),
    );
  };
  const press = (event: KeyboardEvent) => {
    const places = { ArrowDown: at.value + 1, ArrowUp: at.value - 1, Enter: null };
    if (event.isComposing) return;
    goByKey(event, places, (place) => (place === null ? choose(found[at.value]) : step(place)));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog
    <dialog
      id={ID}
      class="help actions spaced-2"
      aria-label={t("keys.palette")}
      ref={dialog}
      // It tells of each opening at once, before the first letter; `toggle` may tell of a closing and an opening as one.
      onBeforeToggle={({ newState }) => {
        isOpen.value = newState === "open";
        wanted.value = "";
        at.value = 0;
      }}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <input
        class="field"
        role="combobox"
        aria-label={t("palette.wanted")}
        placeholder={t("palette.wanted")}
        aria-expanded="true"
        aria-controls={`${ID}-list`}
        aria-activedescendant={found.length ? `${ID}-${at.value}` : undefined}
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={press}
      />
      <Offers actions={found} at={at.value} onChoose={choose} />
      {!found.length && <p class="quiet spaced-2">{t("palette.none")}</p>}
    </dialog>
  );
}

function Offers(props: { actions: readonly Action[]; at: number; onChoose(action: Action): void }) {
  return (
    <div id={`${ID}-list`} role="listbox" aria-label={t("keys.palette")}>
      {props.actions.map((action, number) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
        <div
          key={`${action.keys}/${action.name()}`}
          id={`${ID}-${number}`}
          class="pick clicks row spread"
          role="option"
          aria-selected={number === props.at}
          onClick={() => props.onChoose(action)}
        >
          {action.name()}
          {action.keys && <kbd>{action.keys}</kbd>}
        </div>
      ))}
    </div>
  );
}
