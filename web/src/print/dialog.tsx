// The dialog of the sheet: what is on it, a view of it, and the browser's own printing.

import "./print.css";
import { type Signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Dialog, useItems } from "../items/dialog";
import type { Item } from "../items/item";
import type { From } from "../items/opened";
import { type Layout, Sheet } from "./sheet";

const MOST = 240;

export function headingOf(from: From): string {
  return "items" in from ? from.title : from.search.question.query.trim().replace(/\s+/g, " ").slice(0, 80);
}

export function PrintDialog({ store, from }: { store: Store; from: From }) {
  const most = useSignal(24);
  const layout = useSignal<Layout>({
    heading: headingOf(from),
    perPage: 6,
    show: "problem",
    solutions: true,
  });
  const { items, told } = useItems(store, from, most.value);
  usePaper(items, layout.value);
  return (
    <Dialog
      title={t("print.title")}
      class="print"
      head={
        <button type="button" class="button primary" disabled={!items?.length} onClick={() => print()}>
          {t("print.print")}
        </button>
      }
    >
      <Settings layout={layout} most={most} />
      {items ? (
        <section class="print-view" aria-label={t("print.title")}>
          <Sheet items={items} layout={layout.value} />
        </section>
      ) : (
        <p role="status">{told}</p>
      )}
    </Dialog>
  );
}

const within = (number: number): number => Math.min(MOST, Math.max(1, Math.round(number) || 1));

/** What is chosen of the sheet. */
function Settings({ layout, most }: { layout: Signal<Layout>; most: Signal<number> }) {
  const { heading, perPage, show, solutions } = layout.value;
  const change = (part: Partial<Layout>) => {
    layout.value = { ...layout.value, ...part };
  };
  return (
    <div class="room-settings">
      <label class="print-heading">
        {t("print.heading")}
        <input
          class="field small"
          value={heading}
          onInput={(event) => change({ heading: event.currentTarget.value })}
        />
      </label>
      <label>
        {t("items.most")}
        <input
          class="field small"
          type="number"
          min={1}
          max={MOST}
          value={most.value}
          onChange={(event) => {
            most.value = within(event.currentTarget.valueAsNumber);
          }}
        />
      </label>
      <label>
        {t("print.perPage")}
        <select
          class="field small"
          value={perPage}
          onChange={(event) => change({ perPage: event.currentTarget.value === "12" ? 12 : 6 })}
        >
          <option>6</option>
          <option>12</option>
        </select>
      </label>
      <label>
        {t("print.show")}
        <select
          class="field small"
          value={show}
          onChange={(event) => change({ show: event.currentTarget.value as Layout["show"] })}
        >
          <option value="problem">{t("print.show.problem")}</option>
          <option value="match">{t("print.show.match")}</option>
        </select>
      </label>
      {show === "problem" && <Solutions isOn={solutions} onChange={(on) => change({ solutions: on })} />}
    </div>
  );
}

function Solutions({ isOn, onChange }: { isOn: boolean; onChange(on: boolean): void }) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {t("print.solutions")}
    </label>
  );
}

/** Puts the sheet beside the page: on paper it stands in the place of everything else. It is drawn together with its view. */
function usePaper(items: readonly Item[] | null, layout: Layout): void {
  const paper = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = document.createElement("div");
    element.className = "paper";
    document.body.append(element);
    document.body.classList.add("has-paper");
    paper.current = element;
    return () => {
      render(null, element);
      element.remove();
      document.body.classList.remove("has-paper");
    };
  }, []);
  useLayoutEffect(() => {
    if (paper.current) render(<Sheet items={items ?? []} layout={layout} />, paper.current);
  }, [items, layout]);
}
