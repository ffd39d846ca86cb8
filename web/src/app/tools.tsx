// What stands below the query: the board that asks, the reasons, the automaton.

import { mountAsk } from "../ask/mount";
import { t } from "../i18n";
import { mountAutomaton, mountWhy } from "../why/mount";
import type { Mount } from "./mount";
import { Mounted } from "./mounted";
import type { Store, Tab } from "./store";
import { Tabs } from "./tabs";

const MOUNTS: Record<Tab, Mount> = { ask: mountAsk, why: mountWhy, automaton: mountAutomaton };

export function Tools({ store }: { store: Store }) {
  const tab = store.tab.value;
  return (
    <section class="card tools" aria-labelledby="tools-heading">
      <h2 id="tools-heading" class="visually-hidden">
        {t("tools.title")}
      </h2>
      <Tabs
        id="tools"
        label={t("tools.title")}
        value={tab}
        onChange={(next) => {
          store.tab.value = next;
        }}
        tabs={(["ask", "why", "automaton"] as const).map((value) => ({ value, text: t(`tools.${value}`) }))}
      />
      <div class="tool-panel" role="tabpanel" id="tools-panel" aria-labelledby={`tools-tab-${tab}`}>
        <Mounted key={tab} mount={MOUNTS[tab]} store={store} class={`mount-${tab}`} />
      </div>
    </section>
  );
}
