// The part below the query: the board that asks, the reasons, the automaton, the book.

import { AskPanel } from "../ask/panel";
import { t } from "../i18n";
import { WhyPanel } from "../why/why";
import { setterOf } from "./controls";
import { TABS } from "./hash";
import { later } from "./later";
import type { Store } from "./store";
import { Tabs } from "./tabs";

const PANELS = {
  ask: AskPanel,
  why: WhyPanel,
  automaton: later(() => import("../why/automaton").then((module) => module.AutomatonPanel)),
  book: later(() => import("../book/panel").then((module) => module.BookPanel)),
};

export function Tools({ store }: { store: Store }) {
  const tab = store.tab.value;
  const Panel = PANELS[tab];
  return (
    <section class="card tools spaced-3" aria-labelledby="tools-heading">
      <h2 id="tools-heading" class="visually-hidden">
        {t("tools.title")}
      </h2>
      <Tabs
        id="tools"
        label={t("tools.title")}
        value={tab}
        onChange={setterOf(store.tab)}
        tabs={TABS.map((value) => ({ value, text: t(`tools.${value}`) }))}
      />
      <div class="tool-panel" role="tabpanel" id="tools-panel" aria-labelledby={`tools-tab-${tab}`}>
        <div key={tab} class={`mount-${tab}`}>
          <Panel store={store} />
        </div>
      </div>
    </section>
  );
}
